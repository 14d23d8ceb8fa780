# Què és cada camp d'una escena, i cada variant d'una tria. El nom d'un missatge és el tipus i el camp o la variant; el comentari que el
# precedeix és el text anglès que tradueix, que és a `scene/src/model/`. Una prova els compara.

# Constant part.
Attenuation-constant = Part constant.
# Part per meter.
Attenuation-linear = Part per metre.
# Part per square meter.
Attenuation-quadratic = Part per metre quadrat.

# Position, m, in the frame of the scene or of the parent.
Beacon-at = Posició, m, en el sistema de referència de l'escena o d'allò que ho porta.
# Whether solid objects in between hide it.
Beacon-occlusion = Si l'amaguen els objectes sòlids que hi ha pel camí.
# Category for sensor filters.
Beacon-category = Què és, per als filtres dels sensors.
# Directions of emission.
Beacon-kind = Cap on emet.
# Unique among objects, robots, beacons, lights and media.
Beacon-name = Únic entre objectes, robots, balises, llums i medis.
# Notes.
Beacon-notes = Observacions.
# Parent object or robot.
Beacon-parent = Objecte o robot que porta la balisa.
# Free properties for sensors, such as an address.
Beacon-properties = Propietats lliures per als sensors, com ara una adreça.
# Maximum detection distance, m.
Beacon-range = Distància màxima a la qual es percep, m.
# Roll, pitch, yaw, rad.
Beacon-rpy = Balanceig, capcineig, guinyada, rad.
# Rotation about z, rad.
Beacon-yaw = Gir només al voltant de z, rad.

# Into a cone.
BeaconKind-Cone = En un con.
# In all directions.
BeaconKind-Omni = En totes les direccions.

# Corner with the largest coordinates, m.
Bounds-max = Vèrtex amb les coordenades més grans, m.
# Corner with the smallest coordinates, m.
Bounds-min = Vèrtex amb les coordenades més petites, m.

# Lengths of the edges along x, y, z, m.
BoxShape-size = Longituds de les arestes al llarg de x, y, z, m.

# Height of the cylinder between the two hemispheres, m.
Capsule-height = Alçada del cilindre entre les dues semiesferes, m.
# Radius, m.
Capsule-radius = Radi, m.

# Position, m, in the frame of the object.
CollisionShape-at = Posició, m, en el sistema de referència de l'objecte.
# Roll, pitch, yaw, rad.
CollisionShape-rpy = Balanceig, capcineig, guinyada, rad.
# Shape and size.
CollisionShape-shape = Forma i mida.
# Rotation about z, rad.
CollisionShape-yaw = Gir només al voltant de z, rad.
# Id of the component.
ComponentUse-id = Quin component és.
# Parameters, as described by the component.
ComponentUse-params = Els seus paràmetres, tal com els descriu el mateix component.

# Robots do not touch anything during the whole run.
Condition-NoCollision = Els robots no toquen res durant tota la simulació.
# Robots and movable objects stay within the bounds during the whole run.
Condition-InBounds = Els robots i els objectes mòbils es mantenen dins dels límits durant tota la simulació.
# A robot fits through a passage.
Condition-Passes = Un robot cap per on ha de passar.
# A robot is at a position.
Condition-PoseWithin = Un robot és en un lloc.
# A robot reaches a position at some time.
Condition-ReachedBy = Un robot ha estat en un lloc en algun moment.
# A value published by a service stays in a range.
Condition-ServiceValueWithin = Un valor que publica un servei es manté en un interval.
# A published value stays in a range.
Condition-ValueWithin = Un valor publicat es manté en un interval.

# Axis in the frame of the beacon, any length above 0. Default: down.
Cone-direction = L'eix en el sistema de referència de la balisa, de qualsevol longitud més gran que 0; cap avall si no s'indica.
# Angle between the axis and the edge, rad.
Cone-half_angle = Angle entre l'eix i la vora, rad.

# Bodies stop or push each other and keep half a millimeter apart, so that nothing overlaps.
Contacts-NoOverlap = S'aturen o s'empenyen i queden separats mig mil·límetre, de manera que res no se superposa.
# Bodies stop or push each other. Bodies at rest touch without overlap.
Contacts-Solid = S'aturen o s'empenyen. El que es recolza en alguna cosa la toca.
# Bodies pass through each other; contacts are detected, counted and reported by sensors.
Contacts-DetectOnly = Es travessen; el contacte es detecta i es compta, i els sensors el noten.

# Id of the component.
ControllerUse-id = Quin component és.
# Parameters, as described by the component.
ControllerUse-params = Els seus paràmetres, tal com els descriu el mateix component.
# Time between two calls, s, an integer multiple of the step. Default: the period that the component declares.
ControllerUse-period = Temps entre dues crides, s, un múltiple enter del pas; si no s'indica, el que declara el component.

# Rows `(depth, x, y, z)`: depth below the surface in m, increasing, and velocity in m/s; interpolated linearly.
Current-Profile = Files `(depth, x, y, z)`: profunditat sota la superfície en m, creixent, i velocitat en m/s; lineal entre files.
# The same everywhere, m/s.
Current-Uniform = La mateixa a tot arreu, m/s.

# Height, m.
Cylinder-height = Alçada, m.
# Radius, m.
Cylinder-radius = Radi, m.

# Center, m.
Disc-at = Centre, m.
# Color; with an opacity below 1, layers below are visible.
Disc-color = Color; amb una opacitat inferior a 1 es transparenta el que hi ha a sota.
# Height, m; 0: painted. Higher items are solid: bodies collide with them, distance sensors detect them.
Disc-height = Alçada, m; 0: pintat. El que és més alt està dret a terra: els cossos hi xoquen i els sensors de distància ho veuen.
# Radius, m.
Disc-radius = Radi, m.

# Semi-axes along x, y, z, m.
Ellipsoid-radii = Semieixos al llarg de x, y, z, m.

# Whether contacts use the convex hull, which is faster and always closed.
Extrusion-convex = Si els contactes usen l'envolupant convexa, que és més ràpida i sempre tancada.
# Scale factors of the section along its x and y: one pair for the whole spine, or one for each of its points. Default: 1.
Extrusion-scale = Factors de la secció al llarg dels seus eixos x i y: un parell per a tota la línia, o un per a cadascun dels seus punts; 1 si no s'indiquen.
# Points of the section, m. If the last equals the first, the body is closed and its ends are capped; otherwise it is a sheet, with its outside on the left along the section.
Extrusion-section = Vèrtexs de la secció, m. Si l'últim torna a ser el primer, el cos és tancat i els extrems estan coberts; si no, és una làmina l'exterior de la qual queda a l'esquerra de qui recorre la secció.
# Points of the spine, m; the last may equal the first.
Extrusion-spine = La línia al llarg de la qual es mou, m; l'últim punt pot ser el primer.
# Changes to actuators of the model, and additional actuators, by name.
Fleet-actuators = Canvis en els actuadors del model, i actuadors addicionals, per nom.
# Initial angular velocity, rad/s, in the frame of the robot.
Fleet-angular_velocity = Velocitat angular a l'inici, rad/s, en el sistema de referència del robot.
# Position, m; for a fleet, origin of the frame of its placement.
Fleet-at = Posició, m; en una flota, l'origen del sistema de referència de la seva col·locació.
# Color. Default: that of the robot model.
Fleet-color = Color en lloc del propi del model.
# Controller. Default: that of the robot model.
Fleet-controller = Controlador en lloc del propi del model.
# Number of robots.
Fleet-count = Quants.
# Dynamics model. Default: that of the robot model.
Fleet-dynamics = Dinàmica en lloc de la pròpia del model.
# Joints of the model with a different initial position or mounting pose, by name.
Fleet-joints = Articulacions del model que no comencen en la seva posició habitual, o que en aquest robot són en un altre lloc, per nom.
# Clearance on routes; without physical effect.
Fleet-margin = Espai lliure que guarda a les rutes; no el nota.
# Surface of the whole robot. Default: friction 0.5, restitution 0.
Fleet-material = Superfície de tot el robot; si no s'indica, la fricció és 0.5 i la restitució 0.
# The model: component or file.
Fleet-model = El model: un component o un fitxer.
# Notes.
Fleet-notes = Observacions.
# Initial poses, in the frame of the fleet.
Fleet-placement = On comencen, en el sistema de referència de la flota.
# Prefix of the names: `scout` gives `scout0`, `scout1`, etc.
Fleet-prefix = Començament dels noms: `scout` dona `scout0`, `scout1`, etc.
# Free properties for plugins and tools.
Fleet-properties = Propietats lliures per a complements i eines.
# Names of sensors and actuators of the model to remove.
Fleet-remove = Noms dels sensors i actuadors del model que aquest robot no té.
# Route that its controller follows; its name among `routes`.
Fleet-route = Ruta que segueix el seu controlador; el seu nom entre `routes`.
# Roll, pitch, yaw, rad.
Fleet-rpy = Balanceig, capcineig, guinyada, rad.
# Changes to sensors of the model, and additional sensors, by name.
Fleet-sensors = Canvis en els sensors del model, i sensors addicionals, per nom.
# Tags for filters.
Fleet-tags = Paraules per a filtres.
# Initial velocity, m/s, in the frame of the robot.
Fleet-velocity = Velocitat a l'inici, m/s, en el sistema de referència del robot.
# Rotation about z, rad.
Fleet-yaw = Gir només al voltant de z, rad.

# Color where nothing is painted.
Floor-color = Color allà on no hi ha res pintat.
# Height of the surface, m.
Floor-height = Alçada de la superfície, m.
# Surface.
Floor-material = Superfície.
# Painted items, the last on top.
Floor-paint = El que hi ha pintat, l'últim a sobre.
# Size along x and y, centered at the origin, m. Default: infinite.
Floor-size = Mida al llarg de x i y al voltant de l'origen, m; si no s'indica, infinita.

# Center, m.
FloorImage-at = Centre, m.
# The image.
FloorImage-file = La imatge.
# Size along x and y before the rotation, m.
FloorImage-size = Mida al llarg de x i y abans de girar, m.
# Rotation about the center, rad.
FloorImage-yaw = Gir al voltant del centre, rad.

# Drive robots: write actuator commands.
Grant-Command = Conduir robots: escriure les ordres dels actuadors.
# Create, move and delete objects and robots.
Grant-Edit = Crear, moure i suprimir objectes i robots.
# Read and write files.
Grant-Files = Llegir i escriure fitxers.
# Open network connections.
Grant-Network = Obrir connexions de xarxa.
# Start other programs.
Grant-Programs = Iniciar altres programes.

# Robots per row. Default: as square as possible.
GridPlacement-columns = Robots per fila; si no s'indica, tan quadrat com sigui possible.
# Distance between columns (along x) and rows (along y), m.
GridPlacement-spacing = Distància entre columnes (al llarg de x) i files (al llarg de y), m.

# Whether bodies collide with its objects.
Group-collides = Si els cossos xoquen amb els seus objectes.
# Unique among groups.
Group-name = Únic entre els grups.
# Notes.
Group-notes = Observacions.
# Whether distance and proximity sensors detect its objects.
Group-detectable = Si els raigs de distància i els sensors de proximitat veuen els seus objectes.
# Whether its objects are drawn and visible to cameras.
Group-visible = Si els seus objectes es dibuixen i els veuen les càmeres.
# Maximum magnitude per axis, m/s. Default: unlimited.
Gusts-limit = Magnitud màxima per eix, m/s; si no s'indica, sense límit.
# Standard deviation along x, y, z, m/s.
Gusts-sigma = Desviació tipus al llarg de x, y, z, m/s.
# Correlation time, s.
Gusts-time = Temps de correlació, s.

# Fixed heading, rad.
Heading-Fixed = Aquest gir al voltant de z, rad.
# Any heading.
Heading-Random = Qualsevol.

# A grayscale image, upper edge at the largest y.
HeightData-Image = Una imatge en grisos, amb la vora superior a la y més gran.
# Rows of heights, m: the first row at the largest y, each from the smallest x to the largest.
HeightData-Rows = Files d'alçades en m: la primera fila a la y més gran, cadascuna des de la x més petita fins a la més gran.

# The heights.
HeightField-heights = Les alçades.
# Size along x and y, m.
HeightField-size = Mida al llarg de x i y, m.

# The image.
HeightImage-file = La imatge.
# Height of white, m.
HeightImage-high = Alçada del blanc, m.
# Height of black, m.
HeightImage-low = Alçada del negre, m.

# Position of the included content, m.
Include-at = On es col·loca el que s'inclou, m.
# The file, relative to the folder of the including file.
Include-file = El fitxer, relatiu a la carpeta del fitxer que l'inclou.
# Roll, pitch, yaw of the included content, rad.
Include-rpy = Balanceig, capcineig, guinyada del que s'inclou, rad.
# Rotation about z, rad.
Include-yaw = Gir només al voltant de z, rad.

# Simulated time, s.
Input-at = Temps simulat, s.
# Key or axis, such as `w` or `axis.x`.
Input-key = Tecla o eix, com ara `w` o `axis.x`.
# Robot that receives it. Default: all.
Input-robot = Robot al qual s'adreça; si no s'indica, tots.
# 1 for pressed, 0 for released, or the position of an axis.
Input-value = 1 si es prem, 0 si es deixa anar, o la posició d'un eix.

# Position in the frame of the joint's parent, m. Default: as in the model.
JointPlace-at = Posició en el sistema de referència de la baula que porta l'articulació, m; si no s'indica, la del model.
# Roll, pitch, yaw, rad. Default: as in the model.
JointPlace-rpy = Balanceig, capcineig, guinyada, rad; si no s'indica, els del model.
# Initial position, rad or m, within the joint limits. Default: as in the model.
JointPlace-start = Posició a l'inici, rad o m, dins dels límits de l'articulació; si no s'indica, la del model.
# Rotation about z, rad.
JointPlace-yaw = Gir només al voltant de z, rad.

# Position, m, in the frame of the scene or of the parent; unused for ambient and directional light.
Light-at = Posició, m, en el sistema de referència de l'escena o d'allò que la porta; sense significat per a la llum ambiental i la direccional.
# Color.
Light-color = Color.
# Intensity; 1 fully lights a white surface at the distance where the attenuation is 1.
Light-intensity = Intensitat; 1 il·lumina del tot una superfície blanca des de la distància a la qual l'atenuació és 1.
# Kind of light.
Light-kind = Quin tipus de làmpada.
# Unique among objects, robots, beacons, lights and media.
Light-name = Únic entre objectes, robots, balises, llums i medis.
# Whether it is on.
Light-on = Si està encesa.
# Parent object or robot.
Light-parent = Objecte o robot que porta la làmpada.
# Roll, pitch, yaw, rad; rotates the direction.
Light-rpy = Balanceig, capcineig, guinyada, rad; gira la direcció.
# Rotation about z, rad.
Light-yaw = Gir només al voltant de z, rad.

# The same everywhere.
LightKind-Ambient = La mateixa a tot arreu.
# From an infinite distance, along this direction.
LightKind-Directional = Des de molt lluny, al llarg d'aquesta direcció.
# From a point in all directions.
LightKind-Point = Des d'un punt en totes les direccions.
# From a point into a cone.
LightKind-Spot = Des d'un punt en un con.

# Fraction of the object's size on each side, so 0.1 makes it 20 % larger.
Margin-Fraction = Part de la mida de l'objecte a cada costat; així, 0.1 el fa un 20 % més gran.
# Meters on each side along x, y, z of the object.
Margin-Meters = Metres a cada costat al llarg de x, y, z de l'objecte.

# Friction coefficient; for a contact, the geometric mean of the two surfaces.
Material-friction = Coeficient de fricció; el motor combina les dues superfícies d'un contacte amb la mitjana geomètrica.
# Restitution: ratio of the speeds after and before a collision; for a contact, the larger of the two surfaces.
Material-restitution = Part de la velocitat d'aproximació que queda després d'un xoc; de dues superfícies compta la més gran.

# Color, for drawing.
Medium-color = Color, per al dibuix.
# Velocity of the medium.
Medium-current = Velocitat del medi.
# Density, kg/m³.
Medium-density = Densitat, kg/m³.
# Random part of the velocity.
Medium-gusts = Part aleatòria de la velocitat.
# Unique among objects, robots, beacons, lights and media.
Medium-name = Únic entre objectes, robots, balises, llums i medis.
# Region of the medium.
Medium-region = On és.
# Dynamic viscosity, Pa·s.
Medium-viscosity = Viscositat dinàmica, Pa·s.

# Whether contacts use the convex hull, which is faster and always closed.
Mesh-convex = Si els contactes usen l'envolupant convexa, que és més ràpida i sempre tancada.
# The file: Wavefront OBJ, STL, glTF or COLLADA.
Mesh-file = El fitxer: Wavefront OBJ, STL, glTF o COLLADA.
# Factors along x, y, z.
Mesh-scale = Factors al llarg de x, y, z.
# Whether the file has y up, as glTF always does; it is rotated to z up.
Mesh-y_up = Si el fitxer té la y cap amunt, com glTF per definició; es gira a z cap amunt.

# Model file: RON, or URDF.
ModelUse-file = Fitxer del model: RON o URDF.
# Id of the component.
ModelUse-id = Quin component és.
# Parameters of the model.
ModelUse-params = Paràmetres del model.

# Name for reports.
NoCollision-name = Nom per als informes.
# The robots. Default: all.
NoCollision-robots = Els robots; si no s'indica, tots.

# Constant error.
Noise-bias = Error constant.
# Correlation of Gaussian errors one second apart; 0: independent errors.
Noise-correlation = Correlació dels errors gaussians que disten un segon; 0: cada lectura té un error nou.
# Drift: standard deviation of a random walk per square root of a second.
Noise-drift = Error que creix amb el temps: desviació tipus d'un passeig aleatori per arrel quadrada de segon.
# Probability that a reading is lost and replaced by `dropout_value`.
Noise-dropout = Probabilitat que una lectura es perdi i es mantingui l'última.
# Latency, s.
Noise-latency = Antiguitat d'una lectura quan arriba, s.
# Value of a lost reading, on every channel. Default: the last reading.
Noise-dropout_value = El que es llegeix en lloc d'una lectura perduda, en tots els canals; si no s'indica, l'última lectura.
# Quantization step of the values; 0 for none.
Noise-quantum = Esglaó dels valors; 0 per a cap.
# Standard deviation of a Gaussian error.
Noise-sigma = Desviació tipus d'un error gaussià.

# Name for reports.
InBounds-name = Nom per als informes.
# The robots. Default: all robots and movable objects.
InBounds-robots = Els robots; si no s'indica, tots els robots i objectes mòbils.

# Position, m.
Note-at = On es mostra, m.
# Parent object or robot; `at` is then in its frame.
Note-parent = Objecte o robot al qual pertany; llavors `at` és en el seu sistema de referència.
# Roll, pitch, yaw, rad.
Note-rpy = Balanceig, capcineig, guinyada, rad.
# The text.
Note-text = El text.
# Rotation about z, rad.
Note-yaw = Gir només al voltant de z, rad.

# Position, m, in the frame of the scene or of the parent.
Object-at = Posició, m, en el sistema de referència de l'escena o d'allò que ho porta.
# Category for sensor filters and tools; wheels roll on fixed objects with the category `"ground"`.
Object-category = Què és, per als filtres dels sensors i per a les eines; un objecte fix que és `"ground"` aguanta rodes.
# Whether bodies collide with it.
Object-collides = Si els cossos hi xoquen.
# Collision and sensing shapes that replace `shape`. Volume, inertia, buoyancy and drawing still use `shape`.
Object-collision = El que xoca i es percep en lloc de `shape`. El volum, la inèrcia i l'empenta continuen sent els de `shape`, que es dibuixa.
# Color and opacity.
Object-color = Color i opacitat.
# Description, shown when it is selected.
Object-description = El que les persones en llegeixen on està seleccionat.
# Dynamics model of an object with mass. Default: the built-in rigid body.
Object-dynamics = Com es mou, per a objectes amb massa; si no s'indica, el cos rígid propi del motor.
# Group whose switches also apply.
Object-group = Grup els interruptors del qual també valen per a ell.
# Principal moments of inertia, kg·m². Default: computed from mass and shape.
Object-inertia = Moments principals d'inèrcia, kg·m²; si no s'indiquen, a partir de la massa i la forma.
# Whether it is locked: the window does not move or delete it.
Object-locked = Si la finestra es nega a moure'l i suprimir-lo.
# Clearance for planners; without physical effect.
Object-margin = Espai lliure que els planificadors deixen al seu voltant; els robots no el noten.
# Mass, kg; makes the object movable.
Object-mass = Massa, kg; amb ella l'objecte es pot moure.
# Surface.
Object-material = Superfície.
# Unique among objects, robots, beacons, lights and media.
Object-name = Únic entre objectes, robots, balises, llums i medis.
# Notes.
Object-notes = Observacions.
# Parent object or robot.
Object-parent = Objecte o robot que porta aquest objecte.
# Free properties for plugins and tools.
Object-properties = Propietats lliures per a complements i eines.
# Roll, pitch, yaw, rad.
Object-rpy = Balanceig, capcineig, guinyada, rad.
# Whether distance and proximity sensors detect it.
Object-detectable = Si el veuen els raigs de distància i els sensors de proximitat.
# Shape and size.
Object-shape = Forma i mida.
# Additional tags for filters.
Object-tags = Més paraules per a filtres.
# Whether it is drawn and visible to cameras.
Object-visible = Si es dibuixa i el veuen les càmeres.
# Rotation about z, rad.
Object-yaw = Gir només al voltant de z, rad.

# The corners in either winding order, m; the outline must not cross itself.
Outline-Polygon = Els vèrtexs en qualsevol sentit de gir, m; sense creuar-se a si mateix.
# A regular polygon about the origin.
Outline-Regular = Un polígon regular al voltant de l'origen.

# A filled disk.
Paint-Disc = Un cercle ple.
# An image over a rectangle.
Paint-Image = Una imatge sobre un rectangle.
# A filled polygon.
Paint-Polygon = Un polígon ple.
# A line of constant width with round ends.
Paint-Stroke = Una línia d'amplada constant amb extrems arrodonits.

# Position in the frame of mount, link or robot, m.
Part-at = Posició en el sistema de referència del muntatge, de la baula o del robot, m.
# The component; needed for a new one.
Part-id = El component; cal si la peça és nova.
# Link of the model that it is mounted on; `at` is then in the frame of the link.
Part-link = Baula del model on és; llavors `at` és en el sistema de referència de la baula.
# Mount of the model that it is attached to.
Part-mount = Muntatge del model on és.
# Measurement errors.
Part-noise = Errors de mesura.
# Whether the sensor is read only on request of the controller; otherwise it keeps its last readings, initially neutral.
Part-on_demand = Si un sensor es llegeix només quan el controlador ho ha demanat; mentrestant les lectures queden com estan, neutres al principi.
# Parameters; they override those of the model.
Part-params = Paràmetres; se superposen als del model.
# Time between two readings, s, an integer multiple of the step.
Part-period = Temps entre dues lectures, s, un múltiple enter del pas.
# Port of the model that it is plugged into; empty to unplug it.
Part-port = Port del model al qual està connectat; buit per a desconnectar-lo.
# Roll, pitch, yaw, rad.
Part-rpy = Balanceig, capcineig, guinyada, rad.
# Rotation about z, rad.
Part-yaw = Gir només al voltant de z, rad.

# Start of the path, m.
Passes-from = On comença el camí, m.
# Name for reports.
Passes-name = Nom per als informes.
# The robot.
Passes-robot = El robot.
# End of the path, m.
Passes-to = On acaba, m.
# Heading along the whole path, rad. Default: the direction of the path.
Passes-yaw = Rumb en tot el camí, rad; si no s'indica, el del camí.
# In rows and columns, centered at the origin of the fleet.
Placement-Grid = En files i columnes al voltant de l'origen de la flota.
# At these poses, one per robot.
Placement-List = En aquestes postures, una per robot.
# Random positions in a rectangle, with a minimum distance; the same for the same seed.
Placement-Random = En qualsevol lloc d'un rectangle, amb una distància entre ells; els mateixos llocs per a la mateixa llavor.

# Direction out of the solid, any length above 0.
Plane-normal = Direcció cap enfora del sòlid, de qualsevol longitud més gran que 0.

# Attenuation with distance.
PointLight-attenuation = Afebliment amb la distància.
# Maximum range of the light, m.
PointLight-radius = Distància més enllà de la qual no hi ha llum, m.

# Color; with an opacity below 1, layers below are visible.
Polygon-color = Color; amb una opacitat inferior a 1 es transparenta el que hi ha a sota.
# Height, m; 0: painted. Higher items are solid: bodies collide with them, distance sensors detect them.
Polygon-height = Alçada, m; 0: pintat. El que és més alt està dret a terra: els cossos hi xoquen i els sensors de distància ho veuen.
# The corners in either winding order, m; the outline must not cross itself.
Polygon-points = Els vèrtexs en qualsevol sentit de gir, m; sense creuar-se a si mateix.

# Whether it has a bottom; its upper face is at z = 0.
Pool-floor = Si hi ha fons; la seva cara superior és a z = 0.
# Height of the walls, m.
Pool-height = Alçada de les parets, m.
# The inner faces of the walls, seen from above.
Pool-outline = Les cares interiors de les parets, vistes des de dalt.
# Thickness of walls and bottom, m.
Pool-thickness = Gruix de les parets i del fons, m.

# Position, m; `(x, y)` means `(x, y, 0)`.
Pose-at = Posició, m; `(x, y)` vol dir `(x, y, 0)`.
# Roll, pitch, yaw, rad: rotations about the fixed axes x, then y, then z (REP 103).
Pose-rpy = Balanceig, capcineig, guinyada, rad: girs al voltant dels eixos fixos x, després y, després z (REP 103).
# Rotation about z, rad; short for `rpy: (0, 0, yaw)`.
Pose-yaw = Gir només al voltant de z, rad; abreviació de `rpy: (0, 0, yaw)`.

# The position, m.
PoseWithin-at = El lloc, m.
# Name for reports.
PoseWithin-name = Nom per als informes.
# The robot.
PoseWithin-robot = El robot.
# When the condition must hold.
PoseWithin-when = Quan s'ha de complir.
# Maximum distance from it, m.
PoseWithin-within = Distància màxima fins a ell, m.
# Heading, rad.
PoseWithin-yaw = Rumb, rad.
# Maximum difference from the heading, rad.
PoseWithin-yaw_within = Diferència màxima amb el rumb, rad.

# Height at the upper end, m.
Ramp-height = Alçada a l'extrem superior, m.
# Length of the base along x, m.
Ramp-length = Longitud de la base al llarg de x, m.
# Width along y, m.
Ramp-width = Amplada al llarg de y, m.

# Heading.
RandomPlacement-heading = Rumb.
# Corner of the rectangle with the largest coordinates, m.
RandomPlacement-max = Vèrtex del rectangle amb les coordenades més grans, m.
# Corner of the rectangle with the smallest coordinates, m.
RandomPlacement-min = Vèrtex del rectangle amb les coordenades més petites, m.
# Minimum distance between two robots, m.
RandomPlacement-spacing = Distància mínima entre dos robots, m.

# The position, m.
ReachedBy-at = El lloc, m.
# Latest simulated time, s.
ReachedBy-by = Temps simulat màxim, s.
# Name for reports.
ReachedBy-name = Nom per als informes.
# The robot.
ReachedBy-robot = El robot.
# Maximum distance from it, m.
ReachedBy-within = Distància màxima fins a ell, m.

# Below this height, m, which is the surface.
Region-Below = Per sota d'aquesta alçada, m, que és la superfície.
# In a box; its upper face is the surface.
Region-Box = En una caixa; la seva cara superior és la superfície.
# In the whole world.
Region-Everywhere = A tot el món.

# Center, m.
RegionBox-at = Centre, m.
# Roll, pitch, yaw, rad.
RegionBox-rpy = Balanceig, capcineig, guinyada, rad.
# Lengths of the edges, m.
RegionBox-size = Longituds de les arestes, m.
# Rotation about z, rad.
RegionBox-yaw = Gir només al voltant de z, rad.

# Distance from the center to each side, m.
RegularOutline-apothem = Distància del centre a cada costat, m.
# Number of sides.
RegularOutline-sides = Nombre de costats.

# Changes to actuators of the model, and additional actuators, by name.
Robot-actuators = Canvis en els actuadors del model, i actuadors addicionals, per nom.
# Initial angular velocity, rad/s, in the frame of the robot.
Robot-angular_velocity = Velocitat angular a l'inici, rad/s, en el sistema de referència del robot.
# Position, m; for a fleet, origin of the frame of its placement.
Robot-at = Posició, m; en una flota, l'origen del sistema de referència de la seva col·locació.
# Color. Default: that of the robot model.
Robot-color = Color en lloc del propi del model.
# Controller. Default: that of the robot model.
Robot-controller = Controlador en lloc del propi del model.
# Dynamics model. Default: that of the robot model.
Robot-dynamics = Dinàmica en lloc de la pròpia del model.
# Joints of the model with a different initial position or mounting pose, by name.
Robot-joints = Articulacions del model que no comencen en la seva posició habitual, o que en aquest robot són en un altre lloc, per nom.
# Clearance on routes; without physical effect.
Robot-margin = Espai lliure que guarda a les rutes; no el nota.
# Surface of the whole robot. Default: friction 0.5, restitution 0.
Robot-material = Superfície de tot el robot; si no s'indica, la fricció és 0.5 i la restitució 0.
# The model: component or file.
Robot-model = El model: un component o un fitxer.
# Unique among objects, robots, beacons, lights and media.
Robot-name = Únic entre objectes, robots, balises, llums i medis.
# Notes.
Robot-notes = Observacions.
# Free properties for plugins and tools.
Robot-properties = Propietats lliures per a complements i eines.
# Names of sensors and actuators of the model to remove.
Robot-remove = Noms dels sensors i actuadors del model que aquest robot no té.
# Route that its controller follows; its name among `routes`.
Robot-route = Ruta que segueix el seu controlador; el seu nom entre `routes`.
# Roll, pitch, yaw, rad.
Robot-rpy = Balanceig, capcineig, guinyada, rad.
# Changes to sensors of the model, and additional sensors, by name.
Robot-sensors = Canvis en els sensors del model, i sensors addicionals, per nom.
# Tags for filters.
Robot-tags = Paraules per a filtres.
# Initial velocity, m/s, in the frame of the robot.
Robot-velocity = Velocitat a l'inici, m/s, en el sistema de referència del robot.
# Rotation about z, rad.
Robot-yaw = Gir només al voltant de z, rad.

# Whether the last pose leads back to the first.
Route-closed = Si de l'última postura es torna a la primera.
# Color. Default: that of all routes.
Route-color = Color amb què es dibuixa; sense, el de totes les rutes.
# Unique among routes.
Route-name = Únic entre les rutes.
# Notes.
Route-notes = Observacions.
# The poses in order.
Route-poses = Les postures en ordre.

# Position, m; `(x, y)` means `(x, y, 0)`.
RoutePose-at = Posició, m; `(x, y)` equival a `(x, y, 0)`.
# Dwell time, s.
RoutePose-dwell = Quant de temps s'hi roman, s.
# Roll, pitch, yaw, rad.
RoutePose-rpy = Balanceig, capcineig, guinyada, rad.
# Speed on the leg to it, m/s. Default: the speed of the robot that follows the route.
RoutePose-speed = Velocitat en el camí cap a ella, m/s; si no s'indica, la de qui segueix la ruta.
# Rotation about z, rad.
RoutePose-yaw = Gir només al voltant de z, rad.

# Contact model.
Run-contacts = Què passa amb els cossos que es toquen.
# Time step, s.
Run-dt = Pas de la simulació, s.
# Simulated time after which the run ends, s. Default: never.
Run-duration = Temps simulat després del qual acaba la simulació, s; si no s'indica, no s'acaba.
# Gravitational acceleration, m/s².
Run-gravity = Acceleració de la gravetat, m/s².
# Seed of every random stream.
Run-seed = Llavor de totes les seqüències aleatòries.
# Simulated seconds per real second. Default: as fast as possible.
Run-speed = Segons simulats per segon real; si no s'indica, tan de pressa com sigui possible.
# Worker threads; 0 uses all cores. The result does not depend on it.
Run-threads = Fils de treball; 0 usa tots els nuclis. El resultat no en depèn.

# Acceptance conditions of the run.
Scene-acceptance = El que s'ha de complir perquè la simulació compti com a superada.
# Beacons that sensors can locate.
Scene-beacons = Coses que els sensors poden localitzar.
# Box outside of which robots and movable objects are out of bounds.
Scene-bounds = Caixa fora de la qual els robots i els objectes mòbils compten com a perduts.
# Description of the scene, in one or two sentences.
Scene-description = Què mostra l'escena, en una o dues frases.
# Groups of identical robots.
Scene-fleets = Robots en quantitat.
# The ground. Default: none.
Scene-floor = El terra; si no s'indica, no n'hi ha.
# Version of the format; this program writes 1.
Scene-format_version = Versió del format del fitxer; aquest programa escriu 1.
# Groups of objects with common switches.
Scene-groups = Interruptors que diversos objectes tenen en comú.
# Packs that the scene needs, with version requirements: `"publisher/name@^1.2"`.
Scene-packs = Paquets que l'escena necessita, amb les versions que serveixen: `"publisher/name@^1.2"`.
# Files whose content is merged into this scene; empty in a loaded scene.
Scene-include = Fitxers el contingut dels quals s'incorpora a aquesta escena; buit un cop l'escena és carregada.
# Scripted operator input.
Scene-inputs = El que fa l'operador, com a guió.
# Lights.
Scene-lights = Làmpades.
# Water and air; where regions overlap, the first in the list applies.
Scene-media = Aigua i aire; on les regions se superposen, compta la primera de la llista.
# Short name, for titles and recordings.
Scene-name = Nom curt, per a títols i enregistraments.
# Text labels at a position.
Scene-notes = Textos que es mostren en un lloc.
# Static and movable objects.
Scene-objects = Coses fixes i mòbils.
# Free properties for plugins and tools.
Scene-properties = Propietats lliures per a complements i eines.
# Ids of components to use from other libraries instead of the installation's.
Scene-replace = Identificadors dels components per als quals biblioteques d'una altra procedència ocupen el lloc de les de la instal·lació.
# Individual robots.
Scene-robots = Robots, d'un en un.
# Named lists of poses.
Scene-routes = Llistes de postures amb nom.
# Run settings.
Scene-run = Com s'executa.
# World services such as bridges and supervisors.
Scene-services = Serveis del món, com ara ponts i supervisors.
# Shapes that objects share: `shape: Named("…")`.
Scene-shapes = Formes que comparteixen els objectes: `shape: Named("…")`.
# Background and first view of the window.
Scene-view = Fons i primera vista de la finestra.

# Permissions.
Service-grants = Què se li permet fer.
# Id of the component.
Service-id = Quin component és.
# Unique among services.
Service-name = Únic entre els serveis.
# Parameters, as described by the component.
Service-params = Els seus paràmetres, tal com els descriu el mateix component.
# Time between two calls, s, an integer multiple of the step. Default: every step.
Service-period = Temps entre dues crides, s, un múltiple enter del pas; si no s'indica, a cada pas.

# Name of the value.
ServiceValueWithin-channel = Nom del valor.
# Maximum value.
ServiceValueWithin-max = Valor màxim.
# Minimum value.
ServiceValueWithin-min = Valor mínim.
# Name for reports.
ServiceValueWithin-name = Nom per als informes.
# The service.
ServiceValueWithin-service = El servei.
# When the condition must hold.
ServiceValueWithin-when = Quan s'ha de complir.

# A cuboid, centered at the origin.
Shape-Box = Un paral·lelepípede al voltant de l'origen.
# A cylinder with hemispheres at both ends, centered at the origin, axis along z.
Shape-Capsule = Un cilindre amb semiesferes als dos extrems, al voltant de l'origen, amb l'eix al llarg de z.
# A cylinder, centered at the origin, axis along z.
Shape-Cylinder = Un cilindre al voltant de l'origen, amb l'eix al llarg de z.
# An ellipsoid, centered at the origin; it collides as the convex hull of points on its surface.
Shape-Ellipsoid = Un el·lipsoide al voltant de l'origen; xoca com l'envolupant convexa de punts de la seva superfície.
# A cross section swept along a spine.
Shape-Extrusion = Una secció que es mou al llarg d'una línia.
# Terrain over a rectangle.
Shape-HeightField = Terreny sobre un rectangle.
# Triangles from a file.
Shape-Mesh = Triangles d'un fitxer.
# One of the shared shapes of the scene.
Shape-Named = Una de les formes compartides de l'escena.
# An infinite plane through the origin; one side is solid.
Shape-Plane = Un pla infinit que passa per l'origen; un costat és sòlid.
# Walls along an outline, with or without a bottom.
Shape-Pool = Parets al llarg d'un contorn, amb fons o sense.
# A wedge that rises along x.
Shape-Ramp = Una falca que puja al llarg de x.
# A sphere, centered at the origin.
Shape-Sphere = Una esfera al voltant de l'origen.
# A vertical wall between two points on the ground.
Shape-Wall = Una paret vertical entre dos punts del terra.

# Unique among shared shapes.
SharedShape-name = Únic entre les formes compartides.
# Notes.
SharedShape-notes = Observacions.
# Shape and size.
SharedShape-shape = Forma i mida.
# Radius, m.
Sphere-radius = Radi, m.

# Attenuation with distance.
SpotLight-attenuation = Afebliment amb la distància.
# Axis of the cone.
SpotLight-direction = Eix del con.
# Angle between the axis and the edge of the cone, rad.
SpotLight-half_angle = Angle entre l'eix i la vora del con, rad.
# Maximum range of the light, m.
SpotLight-radius = Distància més enllà de la qual no hi ha llum, m.

# Whether the last point leads back to the first.
Stroke-closed = Si de l'últim punt es torna al primer.
# Color; with an opacity below 1, layers below are visible.
Stroke-color = Color; amb una opacitat inferior a 1 es transparenta el que hi ha a sota.
# Height, m; 0: painted. Higher items are solid: bodies collide with them, distance sensors detect them.
Stroke-height = Alçada, m; 0: pintat. El que és més alt està dret a terra: els cossos hi xoquen i els sensors de distància ho veuen.
# The points of the center line, m.
Stroke-points = Els punts de la línia central, m.
# Width, m.
Stroke-width = Amplada, m.

# Path of the channel, such as `front.distance`.
ValueWithin-channel = Camí del canal, com ara `front.distance`.
# Maximum value.
ValueWithin-max = Valor màxim.
# Minimum value.
ValueWithin-min = Valor mínim.
# Name for reports.
ValueWithin-name = Nom per als informes.
# The robot.
ValueWithin-robot = El robot.
# When the condition must hold.
ValueWithin-when = Quan s'ha de complir.

# Color of the sky.
View-background = Color del cel.
# Position of the camera, m. Default: the whole scene is in view.
View-camera = Lloc de la càmera, m; si no s'indica, es tria de manera que es vegi tot.
# Maximum drawing distance, m.
View-far = Distància a partir de la qual no es dibuixa res, m.
# Vertical field of view, rad.
View-field_of_view = Camp de visió vertical, rad.
# Robot that the camera follows.
View-follow = Robot que la càmera segueix.
# Color of the sky at the horizon. Default: a lighter shade of `background`.
View-horizon = Color del cel a l'horitzó; si no s'indica, el de dalt, més clar.
# Point that the camera looks at, m.
View-look_at = Punt cap al qual mira la càmera, m.

# One end of the center line, m.
Wall-from = Un extrem de la línia central, m.
# Height, m.
Wall-height = Alçada, m.
# Thickness, half on either side of the center line, m.
Wall-thickness = Gruix, la meitat a cada costat de la línia central, m.
# Other end of the center line, m.
Wall-to = L'altre extrem de la línia central, m.

# After every step.
When-Always = Després de cada pas.
# At least once by this simulated time, s.
When-By = Almenys un cop fins a aquest temps simulat, s.
# At the end of the run.
When-End = Al final de la simulació.
