# Què és cada camp d'una escena, i cada variant d'una tria. El nom d'un missatge és el tipus i el camp o la variant; el comentari que el
# precedeix és el text anglès que tradueix, que és a `src/scene/model/`. Una prova els compara.

# Constant part.
Attenuation-constant = Part constant.
# Part per metre.
Attenuation-linear = Part per metre.
# Part per square metre.
Attenuation-quadratic = Part per metre quadrat.

# Position, m, in the frame of the scene or of the parent.
Beacon-at = Posició, m, en el sistema de referència de l'escena o d'allò que ho porta.
# Whether solid objects on the way hide it.
Beacon-occlusion = Si l'amaguen els objectes sòlids que hi ha pel camí.
# What it is, for filters of sensors.
Beacon-category = Què és, per als filtres dels sensors.
# Where it sends to.
Beacon-kind = Cap on emet.
# Unique among objects, robots, beacons, lights and media.
Beacon-name = Únic entre objectes, robots, balises, llums i medis.
# Remarks.
Beacon-notes = Observacions.
# Object or robot that carries the beacon.
Beacon-parent = Objecte o robot que porta la balisa.
# Free properties for sensors, such as an address.
Beacon-properties = Propietats lliures per als sensors, com ara una adreça.
# Largest distance at which it is noticed, m.
Beacon-range = Distància màxima a la qual es percep, m.
# Roll, pitch, yaw, rad.
Beacon-rpy = Balanceig, capcineig, guinyada, rad.
# Turn about z alone, rad.
Beacon-yaw = Gir només al voltant de z, rad.

# Into a cone.
BeaconKind-Cone = En un con.
# Into all directions.
BeaconKind-Omni = En totes les direccions.

# Corner with the largest coordinates, m.
Bounds-max = Vèrtex amb les coordenades més grans, m.
# Corner with the smallest coordinates, m.
Bounds-min = Vèrtex amb les coordenades més petites, m.

# Lengths of the edges along x, y, z, m.
BoxShape-size = Longituds de les arestes al llarg de x, y, z, m.

# Height of the cylinder between the two half balls, m.
Capsule-height = Alçada del cilindre entre les dues semiesferes, m.
# Radius, m.
Capsule-radius = Radi, m.

# Position, m, in the frame of the object.
CollisionShape-at = Posició, m, en el sistema de referència de l'objecte.
# Roll, pitch, yaw, rad.
CollisionShape-rpy = Balanceig, capcineig, guinyada, rad.
# Form and size.
CollisionShape-shape = Forma i mida.
# Turn about z alone, rad.
CollisionShape-yaw = Gir només al voltant de z, rad.
# Which component.
ComponentUse-id = Quin component és.
# Its parameters, as the component itself describes them.
ComponentUse-params = Els seus paràmetres, tal com els descriu el mateix component.

# Robots touch nothing during the whole run.
Condition-NoCollision = Els robots no toquen res durant tota la simulació.
# Robots and movable objects stay within the bounds during the whole run.
Condition-InBounds = Els robots i els objectes mòbils es mantenen dins dels límits durant tota la simulació.
# A robot fits where it has to pass.
Condition-Passes = Un robot cap per on ha de passar.
# A robot is at a place.
Condition-PoseWithin = Un robot és en un lloc.
# A robot has been at a place at some time.
Condition-ReachedBy = Un robot ha estat en un lloc en algun moment.
# A value that a service publishes stays in a range.
Condition-ServiceValueWithin = Un valor que publica un servei es manté en un interval.
# A published value stays in a range.
Condition-ValueWithin = Un valor publicat es manté en un interval.

# The axis in the frame of the beacon, any length above 0; down by default.
Cone-direction = L'eix en el sistema de referència de la balisa, de qualsevol longitud més gran que 0; cap avall si no s'indica.
# Angle between the axis and the edge, rad.
Cone-half_angle = Angle entre l'eix i la vora, rad.

# They stop or push each other and keep half a millimetre apart, so that nothing overlaps.
Contacts-NoOverlap = S'aturen o s'empenyen i queden separats mig mil·límetre, de manera que res no se superposa.
# They stop or push each other. Bodies at rest touch without overlap.
Contacts-Solid = S'aturen o s'empenyen. El que es recolza en alguna cosa la toca.
# They go through each other; that they touch is noticed, counted and felt by sensors.
Contacts-DetectOnly = Es travessen; el contacte es detecta i es compta, i els sensors el noten.

# Which component.
ControllerUse-id = Quin component és.
# Its parameters, as the component itself describes them.
ControllerUse-params = Els seus paràmetres, tal com els descriu el mateix component.
# Time between two calls, s, a whole multiple of the step; without it, the one that the component declares.
ControllerUse-period = Temps entre dues crides, s, un múltiple enter del pas; si no s'indica, el que declara el component.

# Rows `(depth, x, y, z)`: depth below the surface in m, growing, and velocity in m/s; linear between rows.
Current-Profile = Files `(depth, x, y, z)`: profunditat sota la superfície en m, creixent, i velocitat en m/s; lineal entre files.
# The same everywhere, m/s.
Current-Uniform = La mateixa a tot arreu, m/s.

# Height, m.
Cylinder-height = Alçada, m.
# Radius, m.
Cylinder-radius = Radi, m.

# Centre, m.
Disc-at = Centre, m.
# Color; opacity below 1 lets what is under it shine through.
Disc-color = Color; amb una opacitat inferior a 1 es transparenta el que hi ha a sota.
# Height, m; 0: painted. Higher things stand on the floor: bodies bump into them, distance sensors see them.
Disc-height = Alçada, m; 0: pintat. El que és més alt està dret a terra: els cossos hi xoquen i els sensors de distància ho veuen.
# Radius, m.
Disc-radius = Radi, m.

# Semi-axes along x, y, z, m.
Ellipsoid-radii = Semieixos al llarg de x, y, z, m.

# Whether contacts use the convex hull, which is faster and always closed.
Extrusion-convex = Si els contactes usen l'envolupant convexa, que és més ràpida i sempre tancada.
# Factors of the section along its x and y: one pair for the whole line, or one for each of its points; 1 without.
Extrusion-scale = Factors de la secció al llarg dels seus eixos x i y: un parell per a tota la línia, o un per a cadascun dels seus punts; 1 si no s'indiquen.
# Corners of the section, m. Where the last is the first again the body is closed and its ends are covered; else it is a sheet, whose outside is on the left of whoever walks along the section.
Extrusion-section = Vèrtexs de la secció, m. Si l'últim torna a ser el primer, el cos és tancat i els extrems estan coberts; si no, és una làmina l'exterior de la qual queda a l'esquerra de qui recorre la secció.
# The line that it is moved along, m; its last point may be its first.
Extrusion-spine = La línia al llarg de la qual es mou, m; l'últim punt pot ser el primer.
# Changes to actuators of the model, and further actuators, by name.
Fleet-actuators = Canvis en els actuadors del model, i actuadors addicionals, per nom.
# Angular velocity at the start, rad/s, in the frame of the robot.
Fleet-angular_velocity = Velocitat angular a l'inici, rad/s, en el sistema de referència del robot.
# Position, m; for a fleet, origin of the frame of its placement.
Fleet-at = Posició, m; en una flota, l'origen del sistema de referència de la seva col·locació.
# Color instead of the model's own.
Fleet-color = Color en lloc del propi del model.
# Controller instead of the model's own.
Fleet-controller = Controlador en lloc del propi del model.
# How many.
Fleet-count = Quants.
# Dynamics instead of the model's own.
Fleet-dynamics = Dinàmica en lloc de la pròpia del model.
# Joints of the model that start elsewhere than at their usual position, or sit elsewhere on this robot, by name.
Fleet-joints = Articulacions del model que no comencen en la seva posició habitual, o que en aquest robot són en un altre lloc, per nom.
# Clearance that it keeps on routes; it does not feel it.
Fleet-margin = Espai lliure que guarda a les rutes; no el nota.
# Surface of the whole robot; without it friction is 0.5 and restitution 0.
Fleet-material = Superfície de tot el robot; si no s'indica, la fricció és 0.5 i la restitució 0.
# The model: component or file.
Fleet-model = El model: un component o un fitxer.
# Remarks.
Fleet-notes = Observacions.
# Where they start, in the frame of the fleet.
Fleet-placement = On comencen, en el sistema de referència de la flota.
# Beginning of the names: `scout` gives `scout0`, `scout1` and so on.
Fleet-prefix = Començament dels noms: `scout` dona `scout0`, `scout1`, etc.
# Free properties for plugins and tools.
Fleet-properties = Propietats lliures per a complements i eines.
# Names of sensors and actuators of the model that this robot lacks.
Fleet-remove = Noms dels sensors i actuadors del model que aquest robot no té.
# Route that its controller follows; its name among `routes`.
Fleet-route = Ruta que segueix el seu controlador; el seu nom entre `routes`.
# Roll, pitch, yaw, rad.
Fleet-rpy = Balanceig, capcineig, guinyada, rad.
# Changes to sensors of the model, and further sensors, by name.
Fleet-sensors = Canvis en els sensors del model, i sensors addicionals, per nom.
# Words for filters.
Fleet-tags = Paraules per a filtres.
# Velocity at the start, m/s, in the frame of the robot.
Fleet-velocity = Velocitat a l'inici, m/s, en el sistema de referència del robot.
# Turn about z alone, rad.
Fleet-yaw = Gir només al voltant de z, rad.

# Color where nothing is painted.
Floor-color = Color allà on no hi ha res pintat.
# Height of the surface, m.
Floor-height = Alçada de la superfície, m.
# Surface.
Floor-material = Superfície.
# What is painted, the last on top.
Floor-paint = El que hi ha pintat, l'últim a sobre.
# Size along x and y about the origin, m; endless without.
Floor-size = Mida al llarg de x i y al voltant de l'origen, m; si no s'indica, infinita.

# Centre, m.
FloorImage-at = Centre, m.
# The image.
FloorImage-file = La imatge.
# Size along x and y before turning, m.
FloorImage-size = Mida al llarg de x i y abans de girar, m.
# Turn about the centre, rad.
FloorImage-yaw = Gir al voltant del centre, rad.

# Drive robots: write the commands of actuators.
Grant-Command = Conduir robots: escriure les ordres dels actuadors.
# Create, move and delete objects and robots.
Grant-Edit = Crear, moure i suprimir objectes i robots.
# Read and write files.
Grant-Files = Llegir i escriure fitxers.
# Open network connections.
Grant-Network = Obrir connexions de xarxa.
# Start other programs.
Grant-Programs = Iniciar altres programes.

# Robots per row; as square as possible without.
GridPlacement-columns = Robots per fila; si no s'indica, tan quadrat com sigui possible.
# Distance between columns (along x) and rows (along y), m.
GridPlacement-spacing = Distància entre columnes (al llarg de x) i files (al llarg de y), m.

# Whether bodies bump into its objects.
Group-collides = Si els cossos xoquen amb els seus objectes.
# Unique among groups.
Group-name = Únic entre els grups.
# Remarks.
Group-notes = Observacions.
# Whether distance rays and proximity sensors see its objects.
Group-detectable = Si els raigs de distància i els sensors de proximitat veuen els seus objectes.
# Whether its objects are drawn, and seen by cameras.
Group-visible = Si els seus objectes es dibuixen i els veuen les càmeres.
# Largest magnitude per axis, m/s; unlimited without.
Gusts-limit = Magnitud màxima per eix, m/s; si no s'indica, sense límit.
# Standard deviation along x, y, z, m/s.
Gusts-sigma = Desviació tipus al llarg de x, y, z, m/s.
# Correlation time, s.
Gusts-time = Temps de correlació, s.

# This turn about z, rad.
Heading-Fixed = Aquest gir al voltant de z, rad.
# Any.
Heading-Random = Qualsevol.

# A grey image, upper edge at the largest y.
HeightData-Image = Una imatge en grisos, amb la vora superior a la y més gran.
# Rows of heights in m: the first row at the largest y, each from the smallest x to the largest.
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

# Where the included things are placed, m.
Include-at = On es col·loca el que s'inclou, m.
# The file, relative to the folder of the including file.
Include-file = El fitxer, relatiu a la carpeta del fitxer que l'inclou.
# Roll, pitch, yaw of the included things, rad.
Include-rpy = Balanceig, capcineig, guinyada del que s'inclou, rad.
# Turn about z alone, rad.
Include-yaw = Gir només al voltant de z, rad.

# Simulated time, s.
Input-at = Temps simulat, s.
# Key or axis, such as `w` or `axis.x`.
Input-key = Tecla o eix, com ara `w` o `axis.x`.
# Robot that is meant; all without.
Input-robot = Robot al qual s'adreça; si no s'indica, tots.
# 1 for pressed, 0 for released, or the position of an axis.
Input-value = 1 si es prem, 0 si es deixa anar, o la posició d'un eix.

# Position in the frame of the joint's parent, m; as the model has it without.
JointPlace-at = Posició en el sistema de referència de la baula que porta l'articulació, m; si no s'indica, la del model.
# Roll, pitch, yaw, rad; as the model has it without.
JointPlace-rpy = Balanceig, capcineig, guinyada, rad; si no s'indica, els del model.
# Position at the start, rad or m, within the limits of the joint; as the model has it without.
JointPlace-start = Posició a l'inici, rad o m, dins dels límits de l'articulació; si no s'indica, la del model.
# Turn about z alone, rad.
JointPlace-yaw = Gir només al voltant de z, rad.

# Position, m, in the frame of the scene or of the parent; without meaning for ambient and directional light.
Light-at = Posició, m, en el sistema de referència de l'escena o d'allò que la porta; sense significat per a la llum ambiental i la direccional.
# Color.
Light-color = Color.
# Intensity; 1 lights a white surface fully from the distance at which the attenuation is 1.
Light-intensity = Intensitat; 1 il·lumina del tot una superfície blanca des de la distància a la qual l'atenuació és 1.
# What kind of lamp.
Light-kind = Quin tipus de làmpada.
# Unique among objects, robots, beacons, lights and media.
Light-name = Únic entre objectes, robots, balises, llums i medis.
# Whether it is on.
Light-on = Si està encesa.
# Object or robot that carries the lamp.
Light-parent = Objecte o robot que porta la làmpada.
# Roll, pitch, yaw, rad; turns the direction.
Light-rpy = Balanceig, capcineig, guinyada, rad; gira la direcció.
# Turn about z alone, rad.
Light-yaw = Gir només al voltant de z, rad.

# The same everywhere.
LightKind-Ambient = La mateixa a tot arreu.
# From far away, along this direction.
LightKind-Directional = Des de molt lluny, al llarg d'aquesta direcció.
# From a point into all directions.
LightKind-Point = Des d'un punt en totes les direccions.
# From a point into a cone.
LightKind-Spot = Des d'un punt en un con.

# Part of the object's size on each side, so 0.1 makes it 20 % larger.
Margin-Fraction = Part de la mida de l'objecte a cada costat; així, 0.1 el fa un 20 % més gran.
# Metres on each side along x, y, z of the object.
Margin-Meters = Metres a cada costat al llarg de x, y, z de l'objecte.

# Coefficient of friction; the engine combines the two surfaces of a contact by their geometric mean.
Material-friction = Coeficient de fricció; el motor combina les dues superfícies d'un contacte amb la mitjana geomètrica.
# Part of the approach speed that is left after a bump; of two surfaces the larger one counts.
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
# Where it is.
Medium-region = On és.
# Dynamic viscosity, Pa·s.
Medium-viscosity = Viscositat dinàmica, Pa·s.

# Whether contacts use the convex hull, which is faster and always closed.
Mesh-convex = Si els contactes usen l'envolupant convexa, que és més ràpida i sempre tancada.
# The file: Wavefront OBJ, STL, glTF or COLLADA.
Mesh-file = El fitxer: Wavefront OBJ, STL, glTF o COLLADA.
# Factors along x, y, z.
Mesh-scale = Factors al llarg de x, y, z.
# Whether the file has y up, as glTF has by definition; it is turned to z up.
Mesh-y_up = Si el fitxer té la y cap amunt, com glTF per definició; es gira a z cap amunt.

# Model file: RON, or URDF.
ModelUse-file = Fitxer del model: RON o URDF.
# Which component.
ModelUse-id = Quin component és.
# Parameters of the model.
ModelUse-params = Paràmetres del model.

# Name for reports.
NoCollision-name = Nom per als informes.
# The robots; all without.
NoCollision-robots = Els robots; si no s'indica, tots.

# Constant error.
Noise-bias = Error constant.
# Correlation of Gaussian errors that are a second apart; 0: each reading errs anew.
Noise-correlation = Correlació dels errors gaussians que disten un segon; 0: cada lectura té un error nou.
# Error that grows with time: standard deviation per square root of a second of a random walk.
Noise-drift = Error que creix amb el temps: desviació tipus d'un passeig aleatori per arrel quadrada de segon.
# Probability that a reading is lost and the last one stays.
Noise-dropout = Probabilitat que una lectura es perdi i es mantingui l'última.
# Age of a reading when it arrives, s.
Noise-latency = Antiguitat d'una lectura quan arriba, s.
# What is read in place of a lost reading, on every channel; the last reading without.
Noise-dropout_value = El que es llegeix en lloc d'una lectura perduda, en tots els canals; si no s'indica, l'última lectura.
# Step of the values; 0 for none.
Noise-quantum = Esglaó dels valors; 0 per a cap.
# Standard deviation of a Gaussian error.
Noise-sigma = Desviació tipus d'un error gaussià.

# Name for reports.
InBounds-name = Nom per als informes.
# The robots; all robots and movable objects without.
InBounds-robots = Els robots; si no s'indica, tots els robots i objectes mòbils.

# Where it is shown, m.
Note-at = On es mostra, m.
# Object or robot it belongs to; `at` is then in the frame of that.
Note-parent = Objecte o robot al qual pertany; llavors `at` és en el seu sistema de referència.
# Roll, pitch, yaw, rad.
Note-rpy = Balanceig, capcineig, guinyada, rad.
# The text.
Note-text = El text.
# Turn about z alone, rad.
Note-yaw = Gir només al voltant de z, rad.

# Position, m, in the frame of the scene or of the parent.
Object-at = Posició, m, en el sistema de referència de l'escena o d'allò que ho porta.
# What it is, for filters of sensors and for tools; a fixed object that is `"ground"` carries wheels.
Object-category = Què és, per als filtres dels sensors i per a les eines; un objecte fix que és `"ground"` aguanta rodes.
# Whether bodies bump into it.
Object-collides = Si els cossos hi xoquen.
# What collides and is sensed in the place of `shape`. Volume, inertia and buoyancy stay those of `shape`, which is drawn.
Object-collision = El que xoca i es percep en lloc de `shape`. El volum, la inèrcia i l'empenta continuen sent els de `shape`, que es dibuixa.
# Color and opacity.
Object-color = Color i opacitat.
# What people read of it where it is selected.
Object-description = El que les persones en llegeixen on està seleccionat.
# How it moves, for objects with mass; the engine's own rigid body without.
Object-dynamics = Com es mou, per a objectes amb massa; si no s'indica, el cos rígid propi del motor.
# Group whose switches hold for it, too.
Object-group = Grup els interruptors del qual també valen per a ell.
# Principal moments of inertia, kg·m²; from mass and shape without.
Object-inertia = Moments principals d'inèrcia, kg·m²; si no s'indiquen, a partir de la massa i la forma.
# Whether the window refuses to move and delete it.
Object-locked = Si la finestra es nega a moure'l i suprimir-lo.
# Clearance that planners keep from it; robots do not feel it.
Object-margin = Espai lliure que els planificadors deixen al seu voltant; els robots no el noten.
# Mass, kg; with it the object can be moved.
Object-mass = Massa, kg; amb ella l'objecte es pot moure.
# Surface.
Object-material = Superfície.
# Unique among objects, robots, beacons, lights and media.
Object-name = Únic entre objectes, robots, balises, llums i medis.
# Remarks.
Object-notes = Observacions.
# Object or robot that carries this object.
Object-parent = Objecte o robot que porta aquest objecte.
# Free properties for plugins and tools.
Object-properties = Propietats lliures per a complements i eines.
# Roll, pitch, yaw, rad.
Object-rpy = Balanceig, capcineig, guinyada, rad.
# Whether distance rays and proximity sensors see it.
Object-detectable = Si el veuen els raigs de distància i els sensors de proximitat.
# Form and size.
Object-shape = Forma i mida.
# Further words for filters.
Object-tags = Més paraules per a filtres.
# Whether it is drawn, and seen by cameras.
Object-visible = Si es dibuixa i el veuen les càmeres.
# Turn about z alone, rad.
Object-yaw = Gir només al voltant de z, rad.

# The corners in either sense of rotation, m; not crossing itself.
Outline-Polygon = Els vèrtexs en qualsevol sentit de gir, m; sense creuar-se a si mateix.
# A regular polygon about the origin.
Outline-Regular = Un polígon regular al voltant de l'origen.

# A filled circle.
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
# Link of the model that it sits on; `at` is then in the frame of the link.
Part-link = Baula del model on és; llavors `at` és en el sistema de referència de la baula.
# Mount of the model that it sits on.
Part-mount = Muntatge del model on és.
# Errors of measurement.
Part-noise = Errors de mesura.
# Whether a sensor is read only where the controller has asked for it; its readings stay as they are otherwise, neutral at first.
Part-on_demand = Si un sensor es llegeix només quan el controlador ho ha demanat; mentrestant les lectures queden com estan, neutres al principi.
# Parameters; they are laid over those of the model.
Part-params = Paràmetres; se superposen als del model.
# Time between two readings, s, a whole multiple of the step.
Part-period = Temps entre dues lectures, s, un múltiple enter del pas.
# Port of the model that it is plugged into; empty to unplug it.
Part-port = Port del model al qual està connectat; buit per a desconnectar-lo.
# Roll, pitch, yaw, rad.
Part-rpy = Balanceig, capcineig, guinyada, rad.
# Turn about z alone, rad.
Part-yaw = Gir només al voltant de z, rad.

# Where the way begins, m.
Passes-from = On comença el camí, m.
# Name for reports.
Passes-name = Nom per als informes.
# The robot.
Passes-robot = El robot.
# Where it ends, m.
Passes-to = On acaba, m.
# Heading all the way, rad; along the way without.
Passes-yaw = Rumb en tot el camí, rad; si no s'indica, el del camí.
# In rows and columns about the origin of the fleet.
Placement-Grid = En files i columnes al voltant de l'origen de la flota.
# At these poses, one per robot.
Placement-List = En aquestes postures, una per robot.
# Anywhere in a rectangle, with a distance between them; the same places for the same seed.
Placement-Random = En qualsevol lloc d'un rectangle, amb una distància entre ells; els mateixos llocs per a la mateixa llavor.

# Direction out of the solid, any length above 0.
Plane-normal = Direcció cap enfora del sòlid, de qualsevol longitud més gran que 0.

# Weakening with distance.
PointLight-attenuation = Afebliment amb la distància.
# Distance beyond which there is no light, m.
PointLight-radius = Distància més enllà de la qual no hi ha llum, m.

# Color; opacity below 1 lets what is under it shine through.
Polygon-color = Color; amb una opacitat inferior a 1 es transparenta el que hi ha a sota.
# Height, m; 0: painted. Higher things stand on the floor: bodies bump into them, distance sensors see them.
Polygon-height = Alçada, m; 0: pintat. El que és més alt està dret a terra: els cossos hi xoquen i els sensors de distància ho veuen.
# The corners in either sense of rotation, m; not crossing itself.
Polygon-points = Els vèrtexs en qualsevol sentit de gir, m; sense creuar-se a si mateix.

# Whether there is a bottom; its upper face is at z = 0.
Pool-floor = Si hi ha fons; la seva cara superior és a z = 0.
# Height of the walls, m.
Pool-height = Alçada de les parets, m.
# The inner faces of the walls, seen from above.
Pool-outline = Les cares interiors de les parets, vistes des de dalt.
# Thickness of walls and bottom, m.
Pool-thickness = Gruix de les parets i del fons, m.

# Position, m; `(x, y)` stands for `(x, y, 0)`.
Pose-at = Posició, m; `(x, y)` vol dir `(x, y, 0)`.
# Roll, pitch, yaw, rad: turns about the fixed axes x, then y, then z (REP 103).
Pose-rpy = Balanceig, capcineig, guinyada, rad: girs al voltant dels eixos fixos x, després y, després z (REP 103).
# Turn about z alone, rad; short for `rpy: (0, 0, yaw)`.
Pose-yaw = Gir només al voltant de z, rad; abreviació de `rpy: (0, 0, yaw)`.

# The place, m.
PoseWithin-at = El lloc, m.
# Name for reports.
PoseWithin-name = Nom per als informes.
# The robot.
PoseWithin-robot = El robot.
# When it must hold.
PoseWithin-when = Quan s'ha de complir.
# Largest distance from it, m.
PoseWithin-within = Distància màxima fins a ell, m.
# Heading, rad.
PoseWithin-yaw = Rumb, rad.
# Largest difference from the heading, rad.
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
# Smallest distance between two robots, m.
RandomPlacement-spacing = Distància mínima entre dos robots, m.

# The place, m.
ReachedBy-at = El lloc, m.
# Latest simulated time, s.
ReachedBy-by = Temps simulat màxim, s.
# Name for reports.
ReachedBy-name = Nom per als informes.
# The robot.
ReachedBy-robot = El robot.
# Largest distance from it, m.
ReachedBy-within = Distància màxima fins a ell, m.

# Below this height, m, which is the surface.
Region-Below = Per sota d'aquesta alçada, m, que és la superfície.
# In a box; its upper face is the surface.
Region-Box = En una caixa; la seva cara superior és la superfície.
# In the whole world.
Region-Everywhere = A tot el món.

# Centre, m.
RegionBox-at = Centre, m.
# Roll, pitch, yaw, rad.
RegionBox-rpy = Balanceig, capcineig, guinyada, rad.
# Lengths of the edges, m.
RegionBox-size = Longituds de les arestes, m.
# Turn about z alone, rad.
RegionBox-yaw = Gir només al voltant de z, rad.

# Distance from the centre to each side, m.
RegularOutline-apothem = Distància del centre a cada costat, m.
# Number of sides.
RegularOutline-sides = Nombre de costats.

# Changes to actuators of the model, and further actuators, by name.
Robot-actuators = Canvis en els actuadors del model, i actuadors addicionals, per nom.
# Angular velocity at the start, rad/s, in the frame of the robot.
Robot-angular_velocity = Velocitat angular a l'inici, rad/s, en el sistema de referència del robot.
# Position, m; for a fleet, origin of the frame of its placement.
Robot-at = Posició, m; en una flota, l'origen del sistema de referència de la seva col·locació.
# Color instead of the model's own.
Robot-color = Color en lloc del propi del model.
# Controller instead of the model's own.
Robot-controller = Controlador en lloc del propi del model.
# Dynamics instead of the model's own.
Robot-dynamics = Dinàmica en lloc de la pròpia del model.
# Joints of the model that start elsewhere than at their usual position, or sit elsewhere on this robot, by name.
Robot-joints = Articulacions del model que no comencen en la seva posició habitual, o que en aquest robot són en un altre lloc, per nom.
# Clearance that it keeps on routes; it does not feel it.
Robot-margin = Espai lliure que guarda a les rutes; no el nota.
# Surface of the whole robot; without it friction is 0.5 and restitution 0.
Robot-material = Superfície de tot el robot; si no s'indica, la fricció és 0.5 i la restitució 0.
# The model: component or file.
Robot-model = El model: un component o un fitxer.
# Unique among objects, robots, beacons, lights and media.
Robot-name = Únic entre objectes, robots, balises, llums i medis.
# Remarks.
Robot-notes = Observacions.
# Free properties for plugins and tools.
Robot-properties = Propietats lliures per a complements i eines.
# Names of sensors and actuators of the model that this robot lacks.
Robot-remove = Noms dels sensors i actuadors del model que aquest robot no té.
# Route that its controller follows; its name among `routes`.
Robot-route = Ruta que segueix el seu controlador; el seu nom entre `routes`.
# Roll, pitch, yaw, rad.
Robot-rpy = Balanceig, capcineig, guinyada, rad.
# Changes to sensors of the model, and further sensors, by name.
Robot-sensors = Canvis en els sensors del model, i sensors addicionals, per nom.
# Words for filters.
Robot-tags = Paraules per a filtres.
# Velocity at the start, m/s, in the frame of the robot.
Robot-velocity = Velocitat a l'inici, m/s, en el sistema de referència del robot.
# Turn about z alone, rad.
Robot-yaw = Gir només al voltant de z, rad.

# Whether the last pose leads back to the first.
Route-closed = Si de l'última postura es torna a la primera.
# Color in which it is drawn; that of all routes without.
Route-color = Color amb què es dibuixa; sense, el de totes les rutes.
# Unique among routes.
Route-name = Únic entre les rutes.
# Remarks.
Route-notes = Observacions.
# The poses in order.
Route-poses = Les postures en ordre.

# Position, m; `(x, y)` stands for `(x, y, 0)`.
RoutePose-at = Posició, m; `(x, y)` equival a `(x, y, 0)`.
# How long one stays there, s.
RoutePose-dwell = Quant de temps s'hi roman, s.
# Roll, pitch, yaw, rad.
RoutePose-rpy = Balanceig, capcineig, guinyada, rad.
# Speed on the way to it, m/s; without, as fast as whoever follows the route goes.
RoutePose-speed = Velocitat en el camí cap a ella, m/s; si no s'indica, la de qui segueix la ruta.
# Turn about z alone, rad.
RoutePose-yaw = Gir només al voltant de z, rad.

# What happens to bodies that touch.
Run-contacts = Què passa amb els cossos que es toquen.
# Step of the simulation, s.
Run-dt = Pas de la simulació, s.
# Simulated time after which the run ends, s; endless without.
Run-duration = Temps simulat després del qual acaba la simulació, s; si no s'indica, no s'acaba.
# Acceleration of free fall, m/s².
Run-gravity = Acceleració de la gravetat, m/s².
# Seed of every random stream.
Run-seed = Llavor de totes les seqüències aleatòries.
# Simulated seconds per real second; as fast as possible without.
Run-speed = Segons simulats per segon real; si no s'indica, tan de pressa com sigui possible.
# Worker threads; 0 takes all cores. The result does not depend on it.
Run-threads = Fils de treball; 0 usa tots els nuclis. El resultat no en depèn.

# What must hold for the run to count as passed.
Scene-acceptance = El que s'ha de complir perquè la simulació compti com a superada.
# Things that sensors can locate.
Scene-beacons = Coses que els sensors poden localitzar.
# Box outside which robots and movable objects count as lost.
Scene-bounds = Caixa fora de la qual els robots i els objectes mòbils compten com a perduts.
# What the scene shows, in a sentence or two.
Scene-description = Què mostra l'escena, en una o dues frases.
# Robots in numbers.
Scene-fleets = Robots en quantitat.
# The ground; without it there is none.
Scene-floor = El terra; si no s'indica, no n'hi ha.
# Version of the format; this program writes [`crate::scene::FORMAT_VERSION`].
Scene-format_version = Versió del format del fitxer.
# Switches that several objects have in common.
Scene-groups = Interruptors que diversos objectes tenen en comú.
# Packs that the scene needs, with the versions that will do: `"publisher/name@^1.2"`.
Scene-packs = Paquets que l'escena necessita, amb les versions que serveixen: `"publisher/name@^1.2"`.
# Files whose content is merged into this scene; empty once a scene is loaded.
Scene-include = Fitxers el contingut dels quals s'incorpora a aquesta escena; buit un cop l'escena és carregada.
# What the operator does, as a script.
Scene-inputs = El que fa l'operador, com a guió.
# Lamps.
Scene-lights = Làmpades.
# Water and air; where regions overlap, the first of the list counts.
Scene-media = Aigua i aire; on les regions se superposen, compta la primera de la llista.
# Short name, for titles and recordings.
Scene-name = Nom curt, per a títols i enregistraments.
# Texts that are shown at a place.
Scene-notes = Textos que es mostren en un lloc.
# Static and movable things.
Scene-objects = Coses fixes i mòbils.
# Free properties for plugins and tools.
Scene-properties = Propietats lliures per a complements i eines.
# Ids of components for which libraries from elsewhere take the place of those of the installation.
Scene-replace = Identificadors dels components per als quals biblioteques d'una altra procedència ocupen el lloc de les de la instal·lació.
# Robots, one by one.
Scene-robots = Robots, d'un en un.
# Named lists of poses.
Scene-routes = Llistes de postures amb nom.
# How to run it.
Scene-run = Com s'executa.
# World services such as bridges and supervisors.
Scene-services = Serveis del món, com ara ponts i supervisors.
# Shapes that objects share: `shape: Named("…")`.
Scene-shapes = Formes que comparteixen els objectes: `shape: Named("…")`.
# Background and first view of the window.
Scene-view = Fons i primera vista de la finestra.

# What it may do.
Service-grants = Què se li permet fer.
# Which component.
Service-id = Quin component és.
# Unique among services.
Service-name = Únic entre els serveis.
# Its parameters, as the component itself describes them.
Service-params = Els seus paràmetres, tal com els descriu el mateix component.
# Time between two calls, s, a whole multiple of the step; every step without.
Service-period = Temps entre dues crides, s, un múltiple enter del pas; si no s'indica, a cada pas.

# Name of the value.
ServiceValueWithin-channel = Nom del valor.
# Largest value.
ServiceValueWithin-max = Valor màxim.
# Smallest value.
ServiceValueWithin-min = Valor mínim.
# Name for reports.
ServiceValueWithin-name = Nom per als informes.
# The service.
ServiceValueWithin-service = El servei.
# When it must hold.
ServiceValueWithin-when = Quan s'ha de complir.

# A cuboid about the origin.
Shape-Box = Un paral·lelepípede al voltant de l'origen.
# A cylinder with half balls at both ends, about the origin, axis along z.
Shape-Capsule = Un cilindre amb semiesferes als dos extrems, al voltant de l'origen, amb l'eix al llarg de z.
# A cylinder about the origin, axis along z.
Shape-Cylinder = Un cilindre al voltant de l'origen, amb l'eix al llarg de z.
# An ellipsoid about the origin; it collides as the convex hull of points of its surface.
Shape-Ellipsoid = Un el·lipsoide al voltant de l'origen; xoca com l'envolupant convexa de punts de la seva superfície.
# A section that is moved along a line.
Shape-Extrusion = Una secció que es mou al llarg d'una línia.
# Terrain over a rectangle.
Shape-HeightField = Terreny sobre un rectangle.
# Triangles from a file.
Shape-Mesh = Triangles d'un fitxer.
# One of the shared shapes of the scene.
Shape-Named = Una de les formes compartides de l'escena.
# An endless plane through the origin; one side is solid.
Shape-Plane = Un pla infinit que passa per l'origen; un costat és sòlid.
# Walls along an outline, with or without bottom.
Shape-Pool = Parets al llarg d'un contorn, amb fons o sense.
# A wedge that rises along x.
Shape-Ramp = Una falca que puja al llarg de x.
# A ball about the origin.
Shape-Sphere = Una esfera al voltant de l'origen.
# An upright wall between two points of the ground.
Shape-Wall = Una paret vertical entre dos punts del terra.

# Unique among shared shapes.
SharedShape-name = Únic entre les formes compartides.
# Remarks.
SharedShape-notes = Observacions.
# Form and size.
SharedShape-shape = Forma i mida.
# Radius, m.
Sphere-radius = Radi, m.

# Weakening with distance.
SpotLight-attenuation = Afebliment amb la distància.
# Axis of the cone.
SpotLight-direction = Eix del con.
# Angle between the axis and the edge of the cone, rad.
SpotLight-half_angle = Angle entre l'eix i la vora del con, rad.
# Distance beyond which there is no light, m.
SpotLight-radius = Distància més enllà de la qual no hi ha llum, m.

# Whether the last point leads back to the first.
Stroke-closed = Si de l'últim punt es torna al primer.
# Color; opacity below 1 lets what is under it shine through.
Stroke-color = Color; amb una opacitat inferior a 1 es transparenta el que hi ha a sota.
# Height, m; 0: painted. Higher things stand on the floor: bodies bump into them, distance sensors see them.
Stroke-height = Alçada, m; 0: pintat. El que és més alt està dret a terra: els cossos hi xoquen i els sensors de distància ho veuen.
# The points of the centre line, m.
Stroke-points = Els punts de la línia central, m.
# Width, m.
Stroke-width = Amplada, m.

# Path of the channel, such as `front.distance`.
ValueWithin-channel = Camí del canal, com ara `front.distance`.
# Largest value.
ValueWithin-max = Valor màxim.
# Smallest value.
ValueWithin-min = Valor mínim.
# Name for reports.
ValueWithin-name = Nom per als informes.
# The robot.
ValueWithin-robot = El robot.
# When it must hold.
ValueWithin-when = Quan s'ha de complir.

# Color of the sky.
View-background = Color del cel.
# Place of the camera, m; chosen to show everything without.
View-camera = Lloc de la càmera, m; si no s'indica, es tria de manera que es vegi tot.
# Distance at which nothing is drawn any more, m.
View-far = Distància a partir de la qual no es dibuixa res, m.
# Vertical field of view, rad.
View-field_of_view = Camp de visió vertical, rad.
# Robot that the camera follows.
View-follow = Robot que la càmera segueix.
# Color of the sky at the horizon; the one above, made lighter, without.
View-horizon = Color del cel a l'horitzó; si no s'indica, el de dalt, més clar.
# Point that the camera looks at, m.
View-look_at = Punt cap al qual mira la càmera, m.

# One end of the centre line, m.
Wall-from = Un extrem de la línia central, m.
# Height, m.
Wall-height = Alçada, m.
# Thickness, half on either side of the centre line, m.
Wall-thickness = Gruix, la meitat a cada costat de la línia central, m.
# Other end of the centre line, m.
Wall-to = L'altre extrem de la línia central, m.

# After every step.
When-Always = Després de cada pas.
# At least once until this simulated time, s.
When-By = Almenys un cop fins a aquest temps simulat, s.
# At the end of the run.
When-End = Al final de la simulació.
