# Qué es cada campo de una escena, y cada variante de una elección. El nombre de un mensaje es el tipo y el campo o la variante; el
# comentario que lo precede es el texto inglés que traduce, que está en `src/scene/model/`. Una prueba los compara.

# Constant part.
Attenuation-constant = Parte constante.
# Part per metre.
Attenuation-linear = Parte por metro.
# Part per square metre.
Attenuation-quadratic = Parte por metro cuadrado.

# Position, m, in the frame of the scene or of the parent.
Beacon-at = Posición, m, en el sistema de referencia de la escena o de aquello que lo lleva.
# Whether solid objects on the way hide it.
Beacon-occlusion = Si la ocultan los objetos sólidos que hay en el camino.
# What it is, for filters of sensors.
Beacon-category = Qué es, para los filtros de los sensores.
# Where it sends to.
Beacon-kind = Hacia dónde emite.
# Unique among objects, robots, beacons, lights and media.
Beacon-name = Único entre objetos, robots, balizas, luces y medios.
# Remarks.
Beacon-notes = Observaciones.
# Object or robot that carries the beacon.
Beacon-parent = Objeto o robot que lleva la baliza.
# Free properties for sensors, such as an address.
Beacon-properties = Propiedades libres para los sensores, como una dirección.
# Largest distance at which it is noticed, m.
Beacon-range = Distancia máxima a la que se percibe, m.
# Roll, pitch, yaw, rad.
Beacon-rpy = Alabeo, cabeceo, guiñada, rad.
# Turn about z alone, rad.
Beacon-yaw = Giro solo en torno a z, rad.

# Into a cone.
BeaconKind-Cone = En un cono.
# Into all directions.
BeaconKind-Omni = En todas las direcciones.

# Corner with the largest coordinates, m.
Bounds-max = Esquina con las coordenadas mayores, m.
# Corner with the smallest coordinates, m.
Bounds-min = Esquina con las coordenadas menores, m.

# Lengths of the edges along x, y, z, m.
BoxShape-size = Longitudes de las aristas a lo largo de x, y, z, m.

# Height of the cylinder between the two half balls, m.
Capsule-height = Altura del cilindro entre las dos semiesferas, m.
# Radius, m.
Capsule-radius = Radio, m.

# Position, m, in the frame of the object.
CollisionShape-at = Posición, m, en el sistema de referencia del objeto.
# Roll, pitch, yaw, rad.
CollisionShape-rpy = Alabeo, cabeceo, guiñada, rad.
# Form and size.
CollisionShape-shape = Forma y tamaño.
# Turn about z alone, rad.
CollisionShape-yaw = Giro solo en torno a z, rad.
# Which component.
ComponentUse-id = Qué componente es.
# Its parameters, as the component itself describes them.
ComponentUse-params = Sus parámetros, tal como los describe el propio componente.

# Robots touch nothing during the whole run.
Condition-NoCollision = Los robots no tocan nada durante toda la simulación.
# Robots and movable objects stay within the bounds during the whole run.
Condition-InBounds = Los robots y los objetos móviles permanecen dentro de los límites durante toda la simulación.
# A robot fits where it has to pass.
Condition-Passes = Un robot cabe por donde tiene que pasar.
# A robot is at a place.
Condition-PoseWithin = Un robot está en un lugar.
# A robot has been at a place at some time.
Condition-ReachedBy = Un robot ha estado en un lugar en algún momento.
# A value that a service publishes stays in a range.
Condition-ServiceValueWithin = Un valor que publica un servicio se mantiene en un intervalo.
# A published value stays in a range.
Condition-ValueWithin = Un valor publicado se mantiene en un intervalo.

# The axis in the frame of the beacon, any length above 0; down by default.
Cone-direction = El eje en el sistema de referencia de la baliza, de cualquier longitud mayor que 0; hacia abajo si no se indica.
# Angle between the axis and the edge, rad.
Cone-half_angle = Ángulo entre el eje y el borde, rad.

# They stop or push each other and keep half a millimetre apart, so that nothing overlaps.
Contacts-NoOverlap = Se detienen o se empujan y quedan separados medio milímetro, de modo que nada se solapa.
# They stop or push each other. Bodies at rest touch without overlap.
Contacts-Solid = Se detienen o se empujan. Lo que se apoya en algo lo toca.
# They go through each other; that they touch is noticed, counted and felt by sensors.
Contacts-DetectOnly = Se atraviesan; el contacto se detecta y se cuenta, y los sensores lo notan.

# Which component.
ControllerUse-id = Qué componente es.
# Its parameters, as the component itself describes them.
ControllerUse-params = Sus parámetros, tal como los describe el propio componente.
# Time between two calls, s, a whole multiple of the step; without it, the one that the component declares.
ControllerUse-period = Tiempo entre dos llamadas, s, un múltiplo entero del paso; si no se indica, el que declara el componente.

# Rows `(depth, x, y, z)`: depth below the surface in m, growing, and velocity in m/s; linear between rows.
Current-Profile = Filas `(depth, x, y, z)`: profundidad bajo la superficie en m, creciente, y velocidad en m/s; lineal entre filas.
# The same everywhere, m/s.
Current-Uniform = La misma en todas partes, m/s.

# Height, m.
Cylinder-height = Altura, m.
# Radius, m.
Cylinder-radius = Radio, m.

# Centre, m.
Disc-at = Centro, m.
# Color; opacity below 1 lets what is under it shine through.
Disc-color = Color; con una opacidad menor que 1 se transparenta lo que hay debajo.
# Height, m; 0: painted. Higher things stand on the floor: bodies bump into them, distance sensors see them.
Disc-height = Altura, m; 0: pintado. Lo más alto está de pie en el suelo: los cuerpos chocan con ello y los sensores de distancia lo ven.
# Radius, m.
Disc-radius = Radio, m.

# Semi-axes along x, y, z, m.
Ellipsoid-radii = Semiejes a lo largo de x, y, z, m.

# Whether contacts use the convex hull, which is faster and always closed.
Extrusion-convex = Si los contactos usan la envolvente convexa, que es más rápida y siempre cerrada.
# Factors of the section along its x and y: one pair for the whole line, or one for each of its points; 1 without.
Extrusion-scale = Factores de la sección a lo largo de sus ejes x e y: un par para toda la línea, o uno para cada uno de sus puntos; 1 si no se indican.
# Corners of the section, m. Where the last is the first again the body is closed and its ends are covered; else it is a sheet, whose outside is on the left of whoever walks along the section.
Extrusion-section = Vértices de la sección, m. Si el último es de nuevo el primero, el cuerpo es cerrado y sus extremos están cubiertos; si no, es una lámina cuyo exterior queda a la izquierda de quien recorre la sección.
# The line that it is moved along, m; its last point may be its first.
Extrusion-spine = La línea a lo largo de la cual se mueve, m; su último punto puede ser el primero.
# Changes to actuators of the model, and further actuators, by name.
Fleet-actuators = Cambios en los actuadores del modelo, y actuadores adicionales, por nombre.
# Angular velocity at the start, rad/s, in the frame of the robot.
Fleet-angular_velocity = Velocidad angular al inicio, rad/s, en el sistema de referencia del robot.
# Position, m; for a fleet, origin of the frame of its placement.
Fleet-at = Posición, m; en una flota, el origen del sistema de referencia de su colocación.
# Color instead of the model's own.
Fleet-color = Color en lugar del propio del modelo.
# Controller instead of the model's own.
Fleet-controller = Controlador en lugar del propio del modelo.
# How many.
Fleet-count = Cuántos.
# Dynamics instead of the model's own.
Fleet-dynamics = Dinámica en lugar de la propia del modelo.
# Joints of the model that start elsewhere than at their usual position, or sit elsewhere on this robot, by name.
Fleet-joints = Articulaciones del modelo que no empiezan en su posición habitual, o que en este robot están en otro sitio, por nombre.
# Clearance that it keeps on routes; it does not feel it.
Fleet-margin = Espacio libre que guarda en las rutas; no lo nota.
# Surface of the whole robot; without it friction is 0.5 and restitution 0.
Fleet-material = Superficie de todo el robot; si no se indica, la fricción es 0.5 y la restitución 0.
# The model: component or file.
Fleet-model = El modelo: un componente o un archivo.
# Remarks.
Fleet-notes = Observaciones.
# Where they start, in the frame of the fleet.
Fleet-placement = Dónde empiezan, en el sistema de referencia de la flota.
# Beginning of the names: `scout` gives `scout0`, `scout1` and so on.
Fleet-prefix = Comienzo de los nombres: `scout` da `scout0`, `scout1`, etc.
# Free properties for plugins and tools.
Fleet-properties = Propiedades libres para complementos y herramientas.
# Names of sensors and actuators of the model that this robot lacks.
Fleet-remove = Nombres de los sensores y actuadores del modelo que este robot no tiene.
# Route that its controller follows; its name among `routes`.
Fleet-route = Ruta que sigue su controlador; su nombre entre `routes`.
# Roll, pitch, yaw, rad.
Fleet-rpy = Alabeo, cabeceo, guiñada, rad.
# Changes to sensors of the model, and further sensors, by name.
Fleet-sensors = Cambios en los sensores del modelo, y sensores adicionales, por nombre.
# Words for filters.
Fleet-tags = Palabras para filtros.
# Velocity at the start, m/s, in the frame of the robot.
Fleet-velocity = Velocidad al inicio, m/s, en el sistema de referencia del robot.
# Turn about z alone, rad.
Fleet-yaw = Giro solo en torno a z, rad.

# Color where nothing is painted.
Floor-color = Color donde no hay nada pintado.
# Height of the surface, m.
Floor-height = Altura de la superficie, m.
# Surface.
Floor-material = Superficie.
# What is painted, the last on top.
Floor-paint = Lo que está pintado, lo último encima.
# Size along x and y about the origin, m; endless without.
Floor-size = Tamaño a lo largo de x e y en torno al origen, m; si no se indica, infinito.

# Centre, m.
FloorImage-at = Centro, m.
# The image.
FloorImage-file = La imagen.
# Size along x and y before turning, m.
FloorImage-size = Tamaño a lo largo de x e y antes de girar, m.
# Turn about the centre, rad.
FloorImage-yaw = Giro en torno al centro, rad.

# Drive robots: write the commands of actuators.
Grant-Command = Conducir robots: escribir las órdenes de los actuadores.
# Create, move and delete objects and robots.
Grant-Edit = Crear, mover y eliminar objetos y robots.
# Read and write files.
Grant-Files = Leer y escribir archivos.
# Open network connections.
Grant-Network = Abrir conexiones de red.
# Start other programs.
Grant-Programs = Iniciar otros programas.

# Robots per row; as square as possible without.
GridPlacement-columns = Robots por fila; si no se indica, tan cuadrado como sea posible.
# Distance between columns (along x) and rows (along y), m.
GridPlacement-spacing = Distancia entre columnas (a lo largo de x) y filas (a lo largo de y), m.

# Whether bodies bump into its objects.
Group-collides = Si los cuerpos chocan con sus objetos.
# Unique among groups.
Group-name = Único entre los grupos.
# Remarks.
Group-notes = Observaciones.
# Whether distance rays and proximity sensors see its objects.
Group-detectable = Si los rayos de distancia y los sensores de proximidad ven sus objetos.
# Whether its objects are drawn, and seen by cameras.
Group-visible = Si sus objetos se dibujan y los ven las cámaras.
# Largest magnitude per axis, m/s; unlimited without.
Gusts-limit = Magnitud máxima por eje, m/s; si no se indica, sin límite.
# Standard deviation along x, y, z, m/s.
Gusts-sigma = Desviación típica a lo largo de x, y, z, m/s.
# Correlation time, s.
Gusts-time = Tiempo de correlación, s.

# This turn about z, rad.
Heading-Fixed = Este giro en torno a z, rad.
# Any.
Heading-Random = Cualquiera.

# A grey image, upper edge at the largest y.
HeightData-Image = Una imagen en grises, con el borde superior en la y mayor.
# Rows of heights in m: the first row at the largest y, each from the smallest x to the largest.
HeightData-Rows = Filas de alturas en m: la primera fila en la y mayor, cada una desde la x menor hasta la mayor.

# The heights.
HeightField-heights = Las alturas.
# Size along x and y, m.
HeightField-size = Tamaño a lo largo de x e y, m.

# The image.
HeightImage-file = La imagen.
# Height of white, m.
HeightImage-high = Altura del blanco, m.
# Height of black, m.
HeightImage-low = Altura del negro, m.

# Where the included things are placed, m.
Include-at = Dónde se coloca lo incluido, m.
# The file, relative to the folder of the including file.
Include-file = El archivo, relativo a la carpeta del archivo que lo incluye.
# Roll, pitch, yaw of the included things, rad.
Include-rpy = Alabeo, cabeceo, guiñada de lo incluido, rad.
# Turn about z alone, rad.
Include-yaw = Giro solo en torno a z, rad.

# Simulated time, s.
Input-at = Tiempo simulado, s.
# Key or axis, such as `w` or `axis.x`.
Input-key = Tecla o eje, como `w` o `axis.x`.
# Robot that is meant; all without.
Input-robot = Robot al que se dirige; si no se indica, todos.
# 1 for pressed, 0 for released, or the position of an axis.
Input-value = 1 si se pulsa, 0 si se suelta, o la posición de un eje.

# Position in the frame of the joint's parent, m; as the model has it without.
JointPlace-at = Posición en el sistema de referencia del eslabón que lleva la articulación, m; si no se indica, la del modelo.
# Roll, pitch, yaw, rad; as the model has it without.
JointPlace-rpy = Alabeo, cabeceo, guiñada, rad; si no se indica, los del modelo.
# Position at the start, rad or m, within the limits of the joint; as the model has it without.
JointPlace-start = Posición al inicio, rad o m, dentro de los límites de la articulación; si no se indica, la del modelo.
# Turn about z alone, rad.
JointPlace-yaw = Giro solo en torno a z, rad.

# Position, m, in the frame of the scene or of the parent; without meaning for ambient and directional light.
Light-at = Posición, m, en el sistema de referencia de la escena o de aquello que la lleva; sin significado para la luz ambiental y la direccional.
# Color.
Light-color = Color.
# Intensity; 1 lights a white surface fully from the distance at which the attenuation is 1.
Light-intensity = Intensidad; 1 ilumina del todo una superficie blanca desde la distancia a la que la atenuación es 1.
# What kind of lamp.
Light-kind = Qué tipo de lámpara.
# Unique among objects, robots, beacons, lights and media.
Light-name = Único entre objetos, robots, balizas, luces y medios.
# Whether it is on.
Light-on = Si está encendida.
# Object or robot that carries the lamp.
Light-parent = Objeto o robot que lleva la lámpara.
# Roll, pitch, yaw, rad; turns the direction.
Light-rpy = Alabeo, cabeceo, guiñada, rad; gira la dirección.
# Turn about z alone, rad.
Light-yaw = Giro solo en torno a z, rad.

# The same everywhere.
LightKind-Ambient = La misma en todas partes.
# From far away, along this direction.
LightKind-Directional = Desde muy lejos, a lo largo de esta dirección.
# From a point into all directions.
LightKind-Point = Desde un punto en todas las direcciones.
# From a point into a cone.
LightKind-Spot = Desde un punto en un cono.

# Part of the object's size on each side, so 0.1 makes it 20 % larger.
Margin-Fraction = Parte del tamaño del objeto a cada lado; así, 0.1 lo hace un 20 % mayor.
# Metres on each side along x, y, z of the object.
Margin-Meters = Metros a cada lado a lo largo de x, y, z del objeto.

# Coefficient of friction; the engine combines the two surfaces of a contact by their geometric mean.
Material-friction = Coeficiente de fricción; el motor combina las dos superficies de un contacto por su media geométrica.
# Part of the approach speed that is left after a bump; of two surfaces the larger one counts.
Material-restitution = Parte de la velocidad de aproximación que queda tras un choque; de dos superficies cuenta la mayor.

# Color, for drawing.
Medium-color = Color, para el dibujo.
# Velocity of the medium.
Medium-current = Velocidad del medio.
# Density, kg/m³.
Medium-density = Densidad, kg/m³.
# Random part of the velocity.
Medium-gusts = Parte aleatoria de la velocidad.
# Unique among objects, robots, beacons, lights and media.
Medium-name = Único entre objetos, robots, balizas, luces y medios.
# Where it is.
Medium-region = Dónde está.
# Dynamic viscosity, Pa·s.
Medium-viscosity = Viscosidad dinámica, Pa·s.

# Whether contacts use the convex hull, which is faster and always closed.
Mesh-convex = Si los contactos usan la envolvente convexa, que es más rápida y siempre cerrada.
# The file: Wavefront OBJ, STL, glTF or COLLADA.
Mesh-file = El archivo: Wavefront OBJ, STL, glTF o COLLADA.
# Factors along x, y, z.
Mesh-scale = Factores a lo largo de x, y, z.
# Whether the file has y up, as glTF has by definition; it is turned to z up.
Mesh-y_up = Si el archivo tiene y hacia arriba, como glTF por definición; se gira a z hacia arriba.

# Model file: RON, or URDF.
ModelUse-file = Archivo del modelo: RON o URDF.
# Which component.
ModelUse-id = Qué componente es.
# Parameters of the model.
ModelUse-params = Parámetros del modelo.

# Name for reports.
NoCollision-name = Nombre para los informes.
# The robots; all without.
NoCollision-robots = Los robots; si no se indica, todos.

# Constant error.
Noise-bias = Error constante.
# Correlation of Gaussian errors that are a second apart; 0: each reading errs anew.
Noise-correlation = Correlación de los errores gaussianos que distan un segundo; 0: cada lectura tiene un error nuevo.
# Error that grows with time: standard deviation per square root of a second of a random walk.
Noise-drift = Error que crece con el tiempo: desviación típica de un paseo aleatorio por raíz cuadrada de segundo.
# Probability that a reading is lost and the last one stays.
Noise-dropout = Probabilidad de que una lectura se pierda y quede la última.
# Age of a reading when it arrives, s.
Noise-latency = Antigüedad de una lectura cuando llega, s.
# What is read in place of a lost reading, on every channel; the last reading without.
Noise-dropout_value = Lo que se lee en lugar de una lectura perdida, en todos los canales; si no se indica, la última lectura.
# Step of the values; 0 for none.
Noise-quantum = Escalón de los valores; 0 para ninguno.
# Standard deviation of a Gaussian error.
Noise-sigma = Desviación típica de un error gaussiano.

# Name for reports.
InBounds-name = Nombre para los informes.
# The robots; all robots and movable objects without.
InBounds-robots = Los robots; si no se indica, todos los robots y objetos móviles.

# Where it is shown, m.
Note-at = Dónde se muestra, m.
# Object or robot it belongs to; `at` is then in the frame of that.
Note-parent = Objeto o robot al que pertenece; entonces `at` está en su sistema de referencia.
# Roll, pitch, yaw, rad.
Note-rpy = Alabeo, cabeceo, guiñada, rad.
# The text.
Note-text = El texto.
# Turn about z alone, rad.
Note-yaw = Giro solo en torno a z, rad.

# Position, m, in the frame of the scene or of the parent.
Object-at = Posición, m, en el sistema de referencia de la escena o de aquello que lo lleva.
# What it is, for filters of sensors and for tools; a fixed object that is `"ground"` carries wheels.
Object-category = Qué es, para los filtros de los sensores y para las herramientas; un objeto fijo que es `"ground"` sostiene ruedas.
# Whether bodies bump into it.
Object-collides = Si los cuerpos chocan con él.
# What collides and is sensed in the place of `shape`. Volume, inertia and buoyancy stay those of `shape`, which is drawn.
Object-collision = Lo que choca y se percibe en lugar de `shape`. El volumen, la inercia y el empuje siguen siendo los de `shape`, que se dibuja.
# Color and opacity.
Object-color = Color y opacidad.
# What people read of it where it is selected.
Object-description = Lo que las personas leen de él donde está seleccionado.
# How it moves, for objects with mass; the engine's own rigid body without.
Object-dynamics = Cómo se mueve, para objetos con masa; si no se indica, el cuerpo rígido propio del motor.
# Group whose switches hold for it, too.
Object-group = Grupo cuyos interruptores valen también para él.
# Principal moments of inertia, kg·m²; from mass and shape without.
Object-inertia = Momentos principales de inercia, kg·m²; si no se indican, a partir de la masa y la forma.
# Whether the window refuses to move and delete it.
Object-locked = Si la ventana se niega a moverlo y eliminarlo.
# Clearance that planners keep from it; robots do not feel it.
Object-margin = Espacio libre que los planificadores dejan a su alrededor; los robots no lo notan.
# Mass, kg; with it the object can be moved.
Object-mass = Masa, kg; con ella el objeto se puede mover.
# Surface.
Object-material = Superficie.
# Unique among objects, robots, beacons, lights and media.
Object-name = Único entre objetos, robots, balizas, luces y medios.
# Remarks.
Object-notes = Observaciones.
# Object or robot that carries this object.
Object-parent = Objeto o robot que lleva este objeto.
# Free properties for plugins and tools.
Object-properties = Propiedades libres para complementos y herramientas.
# Roll, pitch, yaw, rad.
Object-rpy = Alabeo, cabeceo, guiñada, rad.
# Whether distance rays and proximity sensors see it.
Object-detectable = Si lo ven los rayos de distancia y los sensores de proximidad.
# Form and size.
Object-shape = Forma y tamaño.
# Further words for filters.
Object-tags = Más palabras para filtros.
# Whether it is drawn, and seen by cameras.
Object-visible = Si se dibuja y lo ven las cámaras.
# Turn about z alone, rad.
Object-yaw = Giro solo en torno a z, rad.

# The corners in either sense of rotation, m; not crossing itself.
Outline-Polygon = Las esquinas en cualquier sentido de giro, m; sin cruzarse a sí mismo.
# A regular polygon about the origin.
Outline-Regular = Un polígono regular en torno al origen.

# A filled circle.
Paint-Disc = Un círculo relleno.
# An image over a rectangle.
Paint-Image = Una imagen sobre un rectángulo.
# A filled polygon.
Paint-Polygon = Un polígono relleno.
# A line of constant width with round ends.
Paint-Stroke = Una línea de anchura constante con extremos redondeados.

# Position in the frame of mount, link or robot, m.
Part-at = Posición en el sistema de referencia del montaje, del eslabón o del robot, m.
# The component; needed for a new one.
Part-id = El componente; es necesario si la pieza es nueva.
# Link of the model that it sits on; `at` is then in the frame of the link.
Part-link = Eslabón del modelo en el que está; entonces `at` está en el sistema de referencia del eslabón.
# Mount of the model that it sits on.
Part-mount = Montaje del modelo en el que está.
# Errors of measurement.
Part-noise = Errores de medición.
# Whether a sensor is read only where the controller has asked for it; its readings stay as they are otherwise, neutral at first.
Part-on_demand = Si un sensor se lee solo cuando el controlador lo ha pedido; mientras tanto sus lecturas quedan como están, neutras al principio.
# Parameters; they are laid over those of the model.
Part-params = Parámetros; se superponen a los del modelo.
# Time between two readings, s, a whole multiple of the step.
Part-period = Tiempo entre dos lecturas, s, un múltiplo entero del paso.
# Port of the model that it is plugged into; empty to unplug it.
Part-port = Puerto del modelo al que está conectado; vacío para desconectarlo.
# Roll, pitch, yaw, rad.
Part-rpy = Alabeo, cabeceo, guiñada, rad.
# Turn about z alone, rad.
Part-yaw = Giro solo en torno a z, rad.

# Where the way begins, m.
Passes-from = Dónde empieza el camino, m.
# Name for reports.
Passes-name = Nombre para los informes.
# The robot.
Passes-robot = El robot.
# Where it ends, m.
Passes-to = Dónde termina, m.
# Heading all the way, rad; along the way without.
Passes-yaw = Rumbo en todo el camino, rad; si no se indica, el del camino.
# In rows and columns about the origin of the fleet.
Placement-Grid = En filas y columnas en torno al origen de la flota.
# At these poses, one per robot.
Placement-List = En estas poses, una por robot.
# Anywhere in a rectangle, with a distance between them; the same places for the same seed.
Placement-Random = En cualquier lugar de un rectángulo, con una distancia entre ellos; los mismos lugares para la misma semilla.

# Direction out of the solid, any length above 0.
Plane-normal = Dirección hacia fuera de lo sólido, de cualquier longitud mayor que 0.

# Weakening with distance.
PointLight-attenuation = Debilitamiento con la distancia.
# Distance beyond which there is no light, m.
PointLight-radius = Distancia más allá de la cual no hay luz, m.

# Color; opacity below 1 lets what is under it shine through.
Polygon-color = Color; con una opacidad menor que 1 se transparenta lo que hay debajo.
# Height, m; 0: painted. Higher things stand on the floor: bodies bump into them, distance sensors see them.
Polygon-height = Altura, m; 0: pintado. Lo más alto está de pie en el suelo: los cuerpos chocan con ello y los sensores de distancia lo ven.
# The corners in either sense of rotation, m; not crossing itself.
Polygon-points = Las esquinas en cualquier sentido de giro, m; sin cruzarse a sí mismo.

# Whether there is a bottom; its upper face is at z = 0.
Pool-floor = Si hay un fondo; su cara superior está en z = 0.
# Height of the walls, m.
Pool-height = Altura de las paredes, m.
# The inner faces of the walls, seen from above.
Pool-outline = Las caras interiores de las paredes, vistas desde arriba.
# Thickness of walls and bottom, m.
Pool-thickness = Grosor de las paredes y del fondo, m.

# Position, m; `(x, y)` stands for `(x, y, 0)`.
Pose-at = Posición, m; `(x, y)` significa `(x, y, 0)`.
# Roll, pitch, yaw, rad: turns about the fixed axes x, then y, then z (REP 103).
Pose-rpy = Alabeo, cabeceo, guiñada, rad: giros en torno a los ejes fijos x, después y, después z (REP 103).
# Turn about z alone, rad; short for `rpy: (0, 0, yaw)`.
Pose-yaw = Giro solo en torno a z, rad; abreviatura de `rpy: (0, 0, yaw)`.

# The place, m.
PoseWithin-at = El lugar, m.
# Name for reports.
PoseWithin-name = Nombre para los informes.
# The robot.
PoseWithin-robot = El robot.
# When it must hold.
PoseWithin-when = Cuándo debe cumplirse.
# Largest distance from it, m.
PoseWithin-within = Distancia máxima a él, m.
# Heading, rad.
PoseWithin-yaw = Rumbo, rad.
# Largest difference from the heading, rad.
PoseWithin-yaw_within = Diferencia máxima con el rumbo, rad.

# Height at the upper end, m.
Ramp-height = Altura en el extremo superior, m.
# Length of the base along x, m.
Ramp-length = Longitud de la base a lo largo de x, m.
# Width along y, m.
Ramp-width = Anchura a lo largo de y, m.

# Heading.
RandomPlacement-heading = Rumbo.
# Corner of the rectangle with the largest coordinates, m.
RandomPlacement-max = Esquina del rectángulo con las coordenadas mayores, m.
# Corner of the rectangle with the smallest coordinates, m.
RandomPlacement-min = Esquina del rectángulo con las coordenadas menores, m.
# Smallest distance between two robots, m.
RandomPlacement-spacing = Distancia mínima entre dos robots, m.

# The place, m.
ReachedBy-at = El lugar, m.
# Latest simulated time, s.
ReachedBy-by = Tiempo simulado máximo, s.
# Name for reports.
ReachedBy-name = Nombre para los informes.
# The robot.
ReachedBy-robot = El robot.
# Largest distance from it, m.
ReachedBy-within = Distancia máxima a él, m.

# Below this height, m, which is the surface.
Region-Below = Por debajo de esta altura, m, que es la superficie.
# In a box; its upper face is the surface.
Region-Box = En una caja; su cara superior es la superficie.
# In the whole world.
Region-Everywhere = En todo el mundo.

# Centre, m.
RegionBox-at = Centro, m.
# Roll, pitch, yaw, rad.
RegionBox-rpy = Alabeo, cabeceo, guiñada, rad.
# Lengths of the edges, m.
RegionBox-size = Longitudes de las aristas, m.
# Turn about z alone, rad.
RegionBox-yaw = Giro solo en torno a z, rad.

# Distance from the centre to each side, m.
RegularOutline-apothem = Distancia del centro a cada lado, m.
# Number of sides.
RegularOutline-sides = Número de lados.

# Changes to actuators of the model, and further actuators, by name.
Robot-actuators = Cambios en los actuadores del modelo, y actuadores adicionales, por nombre.
# Angular velocity at the start, rad/s, in the frame of the robot.
Robot-angular_velocity = Velocidad angular al inicio, rad/s, en el sistema de referencia del robot.
# Position, m; for a fleet, origin of the frame of its placement.
Robot-at = Posición, m; en una flota, el origen del sistema de referencia de su colocación.
# Color instead of the model's own.
Robot-color = Color en lugar del propio del modelo.
# Controller instead of the model's own.
Robot-controller = Controlador en lugar del propio del modelo.
# Dynamics instead of the model's own.
Robot-dynamics = Dinámica en lugar de la propia del modelo.
# Joints of the model that start elsewhere than at their usual position, or sit elsewhere on this robot, by name.
Robot-joints = Articulaciones del modelo que no empiezan en su posición habitual, o que en este robot están en otro sitio, por nombre.
# Clearance that it keeps on routes; it does not feel it.
Robot-margin = Espacio libre que guarda en las rutas; no lo nota.
# Surface of the whole robot; without it friction is 0.5 and restitution 0.
Robot-material = Superficie de todo el robot; si no se indica, la fricción es 0.5 y la restitución 0.
# The model: component or file.
Robot-model = El modelo: un componente o un archivo.
# Unique among objects, robots, beacons, lights and media.
Robot-name = Único entre objetos, robots, balizas, luces y medios.
# Remarks.
Robot-notes = Observaciones.
# Free properties for plugins and tools.
Robot-properties = Propiedades libres para complementos y herramientas.
# Names of sensors and actuators of the model that this robot lacks.
Robot-remove = Nombres de los sensores y actuadores del modelo que este robot no tiene.
# Route that its controller follows; its name among `routes`.
Robot-route = Ruta que sigue su controlador; su nombre entre `routes`.
# Roll, pitch, yaw, rad.
Robot-rpy = Alabeo, cabeceo, guiñada, rad.
# Changes to sensors of the model, and further sensors, by name.
Robot-sensors = Cambios en los sensores del modelo, y sensores adicionales, por nombre.
# Words for filters.
Robot-tags = Palabras para filtros.
# Velocity at the start, m/s, in the frame of the robot.
Robot-velocity = Velocidad al inicio, m/s, en el sistema de referencia del robot.
# Turn about z alone, rad.
Robot-yaw = Giro solo en torno a z, rad.

# Whether the last pose leads back to the first.
Route-closed = Si de la última pose se vuelve a la primera.
# Color in which it is drawn; that of all routes without.
Route-color = Color con que se dibuja; sin él, el de todas las rutas.
# Unique among routes.
Route-name = Único entre las rutas.
# Remarks.
Route-notes = Observaciones.
# The poses in order.
Route-poses = Las poses en orden.

# Position, m; `(x, y)` stands for `(x, y, 0)`.
RoutePose-at = Posición, m; `(x, y)` equivale a `(x, y, 0)`.
# How long one stays there, s.
RoutePose-dwell = Cuánto tiempo se permanece allí, s.
# Roll, pitch, yaw, rad.
RoutePose-rpy = Alabeo, cabeceo, guiñada, rad.
# Speed on the way to it, m/s; without, as fast as whoever follows the route goes.
RoutePose-speed = Velocidad en el camino hacia ella, m/s; si no se indica, la de quien sigue la ruta.
# Turn about z alone, rad.
RoutePose-yaw = Giro solo en torno a z, rad.

# What happens to bodies that touch.
Run-contacts = Qué ocurre con los cuerpos que se tocan.
# Step of the simulation, s.
Run-dt = Paso de la simulación, s.
# Simulated time after which the run ends, s; endless without.
Run-duration = Tiempo simulado tras el que termina la simulación, s; si no se indica, no termina.
# Acceleration of free fall, m/s².
Run-gravity = Aceleración de la gravedad, m/s².
# Seed of every random stream.
Run-seed = Semilla de todas las secuencias aleatorias.
# Simulated seconds per real second; as fast as possible without.
Run-speed = Segundos simulados por segundo real; si no se indica, tan rápido como sea posible.
# Worker threads; 0 takes all cores. The result does not depend on it.
Run-threads = Hilos de trabajo; 0 usa todos los núcleos. El resultado no depende de ello.

# What must hold for the run to count as passed.
Scene-acceptance = Lo que debe cumplirse para que la simulación cuente como superada.
# Things that sensors can locate.
Scene-beacons = Cosas que los sensores pueden localizar.
# Box outside which robots and movable objects count as lost.
Scene-bounds = Caja fuera de la cual los robots y los objetos móviles cuentan como perdidos.
# What the scene shows, in a sentence or two.
Scene-description = Qué muestra la escena, en una o dos frases.
# Robots in numbers.
Scene-fleets = Robots en cantidad.
# The ground; without it there is none.
Scene-floor = El suelo; si no se indica, no hay.
# Version of the format; this program writes [`crate::scene::FORMAT_VERSION`].
Scene-format_version = Versión del formato del archivo.
# Switches that several objects have in common.
Scene-groups = Interruptores que varios objetos tienen en común.
# Packs that the scene needs, with the versions that will do: `"publisher/name@^1.2"`.
Scene-packs = Paquetes que la escena necesita, con las versiones que sirven: `"publisher/name@^1.2"`.
# Files whose content is merged into this scene; empty once a scene is loaded.
Scene-include = Archivos cuyo contenido se incorpora a esta escena; vacío una vez que la escena está cargada.
# What the operator does, as a script.
Scene-inputs = Lo que hace el operador, como guion.
# Lamps.
Scene-lights = Lámparas.
# Water and air; where regions overlap, the first of the list counts.
Scene-media = Agua y aire; donde las regiones se solapan, cuenta la primera de la lista.
# Short name, for titles and recordings.
Scene-name = Nombre corto, para títulos y grabaciones.
# Texts that are shown at a place.
Scene-notes = Textos que se muestran en un lugar.
# Static and movable things.
Scene-objects = Cosas fijas y móviles.
# Free properties for plugins and tools.
Scene-properties = Propiedades libres para complementos y herramientas.
# Ids of components for which libraries from elsewhere take the place of those of the installation.
Scene-replace = Identificadores de los componentes para los que bibliotecas de otra procedencia ocupan el lugar de las de la instalación.
# Robots, one by one.
Scene-robots = Robots, uno por uno.
# Named lists of poses.
Scene-routes = Listas de poses con nombre.
# How to run it.
Scene-run = Cómo se ejecuta.
# World services such as bridges and supervisors.
Scene-services = Servicios del mundo, como puentes y supervisores.
# Shapes that objects share: `shape: Named("…")`.
Scene-shapes = Formas que comparten los objetos: `shape: Named("…")`.
# Background and first view of the window.
Scene-view = Fondo y primera vista de la ventana.

# What it may do.
Service-grants = Qué se le permite hacer.
# Which component.
Service-id = Qué componente es.
# Unique among services.
Service-name = Único entre los servicios.
# Its parameters, as the component itself describes them.
Service-params = Sus parámetros, tal como los describe el propio componente.
# Time between two calls, s, a whole multiple of the step; every step without.
Service-period = Tiempo entre dos llamadas, s, un múltiplo entero del paso; si no se indica, en cada paso.

# Name of the value.
ServiceValueWithin-channel = Nombre del valor.
# Largest value.
ServiceValueWithin-max = Valor máximo.
# Smallest value.
ServiceValueWithin-min = Valor mínimo.
# Name for reports.
ServiceValueWithin-name = Nombre para los informes.
# The service.
ServiceValueWithin-service = El servicio.
# When it must hold.
ServiceValueWithin-when = Cuándo debe cumplirse.

# A cuboid about the origin.
Shape-Box = Un paralelepípedo en torno al origen.
# A cylinder with half balls at both ends, about the origin, axis along z.
Shape-Capsule = Un cilindro con semiesferas en ambos extremos, en torno al origen, con el eje a lo largo de z.
# A cylinder about the origin, axis along z.
Shape-Cylinder = Un cilindro en torno al origen, con el eje a lo largo de z.
# An ellipsoid about the origin; it collides as the convex hull of points of its surface.
Shape-Ellipsoid = Un elipsoide en torno al origen; choca como la envolvente convexa de puntos de su superficie.
# A section that is moved along a line.
Shape-Extrusion = Una sección que se mueve a lo largo de una línea.
# Terrain over a rectangle.
Shape-HeightField = Terreno sobre un rectángulo.
# Triangles from a file.
Shape-Mesh = Triángulos de un archivo.
# One of the shared shapes of the scene.
Shape-Named = Una de las formas compartidas de la escena.
# An endless plane through the origin; one side is solid.
Shape-Plane = Un plano infinito que pasa por el origen; un lado es sólido.
# Walls along an outline, with or without bottom.
Shape-Pool = Paredes a lo largo de un contorno, con o sin fondo.
# A wedge that rises along x.
Shape-Ramp = Una cuña que sube a lo largo de x.
# A ball about the origin.
Shape-Sphere = Una esfera en torno al origen.
# An upright wall between two points of the ground.
Shape-Wall = Una pared vertical entre dos puntos del suelo.

# Unique among shared shapes.
SharedShape-name = Único entre las formas compartidas.
# Remarks.
SharedShape-notes = Observaciones.
# Form and size.
SharedShape-shape = Forma y tamaño.
# Radius, m.
Sphere-radius = Radio, m.

# Weakening with distance.
SpotLight-attenuation = Debilitamiento con la distancia.
# Axis of the cone.
SpotLight-direction = Eje del cono.
# Angle between the axis and the edge of the cone, rad.
SpotLight-half_angle = Ángulo entre el eje y el borde del cono, rad.
# Distance beyond which there is no light, m.
SpotLight-radius = Distancia más allá de la cual no hay luz, m.

# Whether the last point leads back to the first.
Stroke-closed = Si del último punto se vuelve al primero.
# Color; opacity below 1 lets what is under it shine through.
Stroke-color = Color; con una opacidad menor que 1 se transparenta lo que hay debajo.
# Height, m; 0: painted. Higher things stand on the floor: bodies bump into them, distance sensors see them.
Stroke-height = Altura, m; 0: pintado. Lo más alto está de pie en el suelo: los cuerpos chocan con ello y los sensores de distancia lo ven.
# The points of the centre line, m.
Stroke-points = Los puntos de la línea central, m.
# Width, m.
Stroke-width = Anchura, m.

# Path of the channel, such as `front.distance`.
ValueWithin-channel = Ruta del canal, como `front.distance`.
# Largest value.
ValueWithin-max = Valor máximo.
# Smallest value.
ValueWithin-min = Valor mínimo.
# Name for reports.
ValueWithin-name = Nombre para los informes.
# The robot.
ValueWithin-robot = El robot.
# When it must hold.
ValueWithin-when = Cuándo debe cumplirse.

# Color of the sky.
View-background = Color del cielo.
# Place of the camera, m; chosen to show everything without.
View-camera = Lugar de la cámara, m; si no se indica, se elige de modo que se vea todo.
# Distance at which nothing is drawn any more, m.
View-far = Distancia a partir de la cual no se dibuja nada, m.
# Vertical field of view, rad.
View-field_of_view = Campo de visión vertical, rad.
# Robot that the camera follows.
View-follow = Robot al que sigue la cámara.
# Color of the sky at the horizon; the one above, made lighter, without.
View-horizon = Color del cielo en el horizonte; si no se indica, el de arriba, más claro.
# Point that the camera looks at, m.
View-look_at = Punto al que mira la cámara, m.

# One end of the centre line, m.
Wall-from = Un extremo de la línea central, m.
# Height, m.
Wall-height = Altura, m.
# Thickness, half on either side of the centre line, m.
Wall-thickness = Grosor, la mitad a cada lado de la línea central, m.
# Other end of the centre line, m.
Wall-to = El otro extremo de la línea central, m.

# After every step.
When-Always = Después de cada paso.
# At least once until this simulated time, s.
When-By = Al menos una vez hasta este tiempo simulado, s.
# At the end of the run.
When-End = Al final de la simulación.
