# Qué es cada campo de una escena, y cada variante de una elección. El nombre de un mensaje es el tipo y el campo o la variante; el
# comentario que lo precede es el texto inglés que traduce, que está en `scene/src/model/`. Una prueba los compara.

# Constant part.
Attenuation-constant = Parte constante.
# Part per meter.
Attenuation-linear = Parte por metro.
# Part per square meter.
Attenuation-quadratic = Parte por metro cuadrado.

# Position, m, in the frame of the scene or of the parent.
Beacon-at = Posición, m, en el sistema de referencia de la escena o de aquello que lo lleva.
# Whether solid objects in between hide it.
Beacon-occlusion = Si la ocultan los objetos sólidos que hay en el camino.
# Category for sensor filters.
Beacon-category = Qué es, para los filtros de los sensores.
# Directions of emission.
Beacon-kind = Hacia dónde emite.
# Unique among objects, robots, beacons, lights and media.
Beacon-name = Único entre objetos, robots, balizas, luces y medios.
# Notes.
Beacon-notes = Observaciones.
# Parent object or robot.
Beacon-parent = Objeto o robot que lleva la baliza.
# Free properties for sensors, such as an address.
Beacon-properties = Propiedades libres para los sensores, como una dirección.
# Maximum detection distance, m.
Beacon-range = Distancia máxima a la que se percibe, m.
# Roll, pitch, yaw, rad.
Beacon-rpy = Alabeo, cabeceo, guiñada, rad.
# Rotation about z, rad.
Beacon-yaw = Giro solo en torno a z, rad.

# Into a cone.
BeaconKind-Cone = En un cono.
# In all directions.
BeaconKind-Omni = En todas las direcciones.

# Corner with the largest coordinates, m.
Bounds-max = Esquina con las coordenadas mayores, m.
# Corner with the smallest coordinates, m.
Bounds-min = Esquina con las coordenadas menores, m.

# Lengths of the edges along x, y, z, m.
BoxShape-size = Longitudes de las aristas a lo largo de x, y, z, m.

# Height of the cylinder between the two hemispheres, m.
Capsule-height = Altura del cilindro entre las dos semiesferas, m.
# Radius, m.
Capsule-radius = Radio, m.

# Position, m, in the frame of the object.
CollisionShape-at = Posición, m, en el sistema de referencia del objeto.
# Roll, pitch, yaw, rad.
CollisionShape-rpy = Alabeo, cabeceo, guiñada, rad.
# Shape and size.
CollisionShape-shape = Forma y tamaño.
# Rotation about z, rad.
CollisionShape-yaw = Giro solo en torno a z, rad.
# Id of the component.
ComponentUse-id = Qué componente es.
# Parameters, as described by the component.
ComponentUse-params = Sus parámetros, tal como los describe el propio componente.

# Robots do not touch anything during the whole run.
Condition-NoCollision = Los robots no tocan nada durante toda la simulación.
# Robots and movable objects stay within the bounds during the whole run.
Condition-InBounds = Los robots y los objetos móviles permanecen dentro de los límites durante toda la simulación.
# A robot fits through a passage.
Condition-Passes = Un robot cabe por donde tiene que pasar.
# A robot is at a position.
Condition-PoseWithin = Un robot está en un lugar.
# A robot reaches a position at some time.
Condition-ReachedBy = Un robot ha estado en un lugar en algún momento.
# A value published by a service stays in a range.
Condition-ServiceValueWithin = Un valor que publica un servicio se mantiene en un intervalo.
# A published value stays in a range.
Condition-ValueWithin = Un valor publicado se mantiene en un intervalo.

# Axis in the frame of the beacon, any length above 0. Default: down.
Cone-direction = El eje en el sistema de referencia de la baliza, de cualquier longitud mayor que 0; hacia abajo si no se indica.
# Angle between the axis and the edge, rad.
Cone-half_angle = Ángulo entre el eje y el borde, rad.

# Bodies stop or push each other and keep half a millimeter apart, so that nothing overlaps.
Contacts-NoOverlap = Se detienen o se empujan y quedan separados medio milímetro, de modo que nada se solapa.
# Bodies stop or push each other. Bodies at rest touch without overlap.
Contacts-Solid = Se detienen o se empujan. Lo que se apoya en algo lo toca.
# Bodies pass through each other; contacts are detected, counted and reported by sensors.
Contacts-DetectOnly = Se atraviesan; el contacto se detecta y se cuenta, y los sensores lo notan.

# Id of the component.
ControllerUse-id = Qué componente es.
# Parameters, as described by the component.
ControllerUse-params = Sus parámetros, tal como los describe el propio componente.
# Time between two calls, s, an integer multiple of the step. Default: the period that the component declares.
ControllerUse-period = Tiempo entre dos llamadas, s, un múltiplo entero del paso; si no se indica, el que declara el componente.

# Rows `(depth, x, y, z)`: depth below the surface in m, increasing, and velocity in m/s; interpolated linearly.
Current-Profile = Filas `(depth, x, y, z)`: profundidad bajo la superficie en m, creciente, y velocidad en m/s; lineal entre filas.
# The same everywhere, m/s.
Current-Uniform = La misma en todas partes, m/s.

# Height, m.
Cylinder-height = Altura, m.
# Radius, m.
Cylinder-radius = Radio, m.

# Center, m.
Disc-at = Centro, m.
# Color; with an opacity below 1, layers below are visible.
Disc-color = Color; con una opacidad menor que 1 se transparenta lo que hay debajo.
# Height, m; 0: painted. Higher items are solid: bodies collide with them, distance sensors detect them.
Disc-height = Altura, m; 0: pintado. Lo más alto está de pie en el suelo: los cuerpos chocan con ello y los sensores de distancia lo ven.
# Radius, m.
Disc-radius = Radio, m.

# Semi-axes along x, y, z, m.
Ellipsoid-radii = Semiejes a lo largo de x, y, z, m.

# Whether contacts use the convex hull, which is faster and always closed.
Extrusion-convex = Si los contactos usan la envolvente convexa, que es más rápida y siempre cerrada.
# Scale factors of the section along its x and y: one pair for the whole spine, or one for each of its points. Default: 1.
Extrusion-scale = Factores de la sección a lo largo de sus ejes x e y: un par para toda la línea, o uno para cada uno de sus puntos; 1 si no se indican.
# Points of the section, m. If the last equals the first, the body is closed and its ends are capped; otherwise it is a sheet, with its outside on the left along the section.
Extrusion-section = Vértices de la sección, m. Si el último es de nuevo el primero, el cuerpo es cerrado y sus extremos están cubiertos; si no, es una lámina cuyo exterior queda a la izquierda de quien recorre la sección.
# Points of the spine, m; the last may equal the first.
Extrusion-spine = La línea a lo largo de la cual se mueve, m; su último punto puede ser el primero.
# Changes to actuators of the model, and additional actuators, by name.
Fleet-actuators = Cambios en los actuadores del modelo, y actuadores adicionales, por nombre.
# Initial angular velocity, rad/s, in the frame of the robot.
Fleet-angular_velocity = Velocidad angular al inicio, rad/s, en el sistema de referencia del robot.
# Position, m; for a fleet, origin of the frame of its placement.
Fleet-at = Posición, m; en una flota, el origen del sistema de referencia de su colocación.
# Color. Default: that of the robot model.
Fleet-color = Color en lugar del propio del modelo.
# Controller. Default: that of the robot model.
Fleet-controller = Controlador en lugar del propio del modelo.
# Number of robots.
Fleet-count = Cuántos.
# Dynamics model. Default: that of the robot model.
Fleet-dynamics = Dinámica en lugar de la propia del modelo.
# Joints of the model with a different initial position or mounting pose, by name.
Fleet-joints = Articulaciones del modelo que no empiezan en su posición habitual, o que en este robot están en otro sitio, por nombre.
# Clearance on routes; without physical effect.
Fleet-margin = Espacio libre que guarda en las rutas; no lo nota.
# Surface of the whole robot. Default: friction 0.5, restitution 0.
Fleet-material = Superficie de todo el robot; si no se indica, la fricción es 0.5 y la restitución 0.
# The model: component or file.
Fleet-model = El modelo: un componente o un archivo.
# Notes.
Fleet-notes = Observaciones.
# Initial poses, in the frame of the fleet.
Fleet-placement = Dónde empiezan, en el sistema de referencia de la flota.
# Prefix of the names: `scout` gives `scout0`, `scout1`, etc.
Fleet-prefix = Comienzo de los nombres: `scout` da `scout0`, `scout1`, etc.
# Free properties for plugins and tools.
Fleet-properties = Propiedades libres para complementos y herramientas.
# Names of sensors and actuators of the model to remove.
Fleet-remove = Nombres de los sensores y actuadores del modelo que este robot no tiene.
# Route that its controller follows; its name among `routes`.
Fleet-route = Ruta que sigue su controlador; su nombre entre `routes`.
# Roll, pitch, yaw, rad.
Fleet-rpy = Alabeo, cabeceo, guiñada, rad.
# Changes to sensors of the model, and additional sensors, by name.
Fleet-sensors = Cambios en los sensores del modelo, y sensores adicionales, por nombre.
# Tags for filters.
Fleet-tags = Palabras para filtros.
# Initial velocity, m/s, in the frame of the robot.
Fleet-velocity = Velocidad al inicio, m/s, en el sistema de referencia del robot.
# Rotation about z, rad.
Fleet-yaw = Giro solo en torno a z, rad.

# Color where nothing is painted.
Floor-color = Color donde no hay nada pintado.
# Height of the surface, m.
Floor-height = Altura de la superficie, m.
# Surface.
Floor-material = Superficie.
# Painted items, the last on top.
Floor-paint = Lo que está pintado, lo último encima.
# Size along x and y, centered at the origin, m. Default: infinite.
Floor-size = Tamaño a lo largo de x e y en torno al origen, m; si no se indica, infinito.

# Center, m.
FloorImage-at = Centro, m.
# The image.
FloorImage-file = La imagen.
# Size along x and y before the rotation, m.
FloorImage-size = Tamaño a lo largo de x e y antes de girar, m.
# Rotation about the center, rad.
FloorImage-yaw = Giro en torno al centro, rad.

# Drive robots: write actuator commands.
Grant-Command = Conducir robots: escribir las órdenes de los actuadores.
# Create, move and delete objects and robots.
Grant-Edit = Crear, mover y eliminar objetos y robots.
# Read and write files.
Grant-Files = Leer y escribir archivos.
# Open network connections.
Grant-Network = Abrir conexiones de red.
# Start other programs.
Grant-Programs = Iniciar otros programas.

# Robots per row. Default: as square as possible.
GridPlacement-columns = Robots por fila; si no se indica, tan cuadrado como sea posible.
# Distance between columns (along x) and rows (along y), m.
GridPlacement-spacing = Distancia entre columnas (a lo largo de x) y filas (a lo largo de y), m.

# Whether bodies collide with its objects.
Group-collides = Si los cuerpos chocan con sus objetos.
# Unique among groups.
Group-name = Único entre los grupos.
# Notes.
Group-notes = Observaciones.
# Whether distance and proximity sensors detect its objects.
Group-detectable = Si los rayos de distancia y los sensores de proximidad ven sus objetos.
# Whether its objects are drawn and visible to cameras.
Group-visible = Si sus objetos se dibujan y los ven las cámaras.
# Maximum magnitude per axis, m/s. Default: unlimited.
Gusts-limit = Magnitud máxima por eje, m/s; si no se indica, sin límite.
# Standard deviation along x, y, z, m/s.
Gusts-sigma = Desviación típica a lo largo de x, y, z, m/s.
# Correlation time, s.
Gusts-time = Tiempo de correlación, s.

# Fixed heading, rad.
Heading-Fixed = Este giro en torno a z, rad.
# Any heading.
Heading-Random = Cualquiera.

# A grayscale image, upper edge at the largest y.
HeightData-Image = Una imagen en grises, con el borde superior en la y mayor.
# Rows of heights, m: the first row at the largest y, each from the smallest x to the largest.
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

# Position of the included content, m.
Include-at = Dónde se coloca lo incluido, m.
# The file, relative to the folder of the including file.
Include-file = El archivo, relativo a la carpeta del archivo que lo incluye.
# Roll, pitch, yaw of the included content, rad.
Include-rpy = Alabeo, cabeceo, guiñada de lo incluido, rad.
# Rotation about z, rad.
Include-yaw = Giro solo en torno a z, rad.

# Simulated time, s.
Input-at = Tiempo simulado, s.
# Key or axis, such as `w` or `axis.x`.
Input-key = Tecla o eje, como `w` o `axis.x`.
# Robot that receives it. Default: all.
Input-robot = Robot al que se dirige; si no se indica, todos.
# 1 for pressed, 0 for released, or the position of an axis.
Input-value = 1 si se pulsa, 0 si se suelta, o la posición de un eje.

# Position in the frame of the joint's parent, m. Default: as in the model.
JointPlace-at = Posición en el sistema de referencia del eslabón que lleva la articulación, m; si no se indica, la del modelo.
# Roll, pitch, yaw, rad. Default: as in the model.
JointPlace-rpy = Alabeo, cabeceo, guiñada, rad; si no se indica, los del modelo.
# Initial position, rad or m, within the joint limits. Default: as in the model.
JointPlace-start = Posición al inicio, rad o m, dentro de los límites de la articulación; si no se indica, la del modelo.
# Rotation about z, rad.
JointPlace-yaw = Giro solo en torno a z, rad.

# Position, m, in the frame of the scene or of the parent; unused for ambient and directional light.
Light-at = Posición, m, en el sistema de referencia de la escena o de aquello que la lleva; sin significado para la luz ambiental y la direccional.
# Color.
Light-color = Color.
# Intensity; 1 fully lights a white surface at the distance where the attenuation is 1.
Light-intensity = Intensidad; 1 ilumina del todo una superficie blanca desde la distancia a la que la atenuación es 1.
# Kind of light.
Light-kind = Qué tipo de lámpara.
# Unique among objects, robots, beacons, lights and media.
Light-name = Único entre objetos, robots, balizas, luces y medios.
# Whether it is on.
Light-on = Si está encendida.
# Parent object or robot.
Light-parent = Objeto o robot que lleva la lámpara.
# Roll, pitch, yaw, rad; rotates the direction.
Light-rpy = Alabeo, cabeceo, guiñada, rad; gira la dirección.
# Rotation about z, rad.
Light-yaw = Giro solo en torno a z, rad.

# The same everywhere.
LightKind-Ambient = La misma en todas partes.
# From an infinite distance, along this direction.
LightKind-Directional = Desde muy lejos, a lo largo de esta dirección.
# From a point in all directions.
LightKind-Point = Desde un punto en todas las direcciones.
# From a point into a cone.
LightKind-Spot = Desde un punto en un cono.

# Fraction of the object's size on each side, so 0.1 makes it 20 % larger.
Margin-Fraction = Parte del tamaño del objeto a cada lado; así, 0.1 lo hace un 20 % mayor.
# Meters on each side along x, y, z of the object.
Margin-Meters = Metros a cada lado a lo largo de x, y, z del objeto.

# Friction coefficient; for a contact, the geometric mean of the two surfaces.
Material-friction = Coeficiente de fricción; el motor combina las dos superficies de un contacto por su media geométrica.
# Restitution: ratio of the speeds after and before a collision; for a contact, the larger of the two surfaces.
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
# Region of the medium.
Medium-region = Dónde está.
# Dynamic viscosity, Pa·s.
Medium-viscosity = Viscosidad dinámica, Pa·s.

# Whether contacts use the convex hull, which is faster and always closed.
Mesh-convex = Si los contactos usan la envolvente convexa, que es más rápida y siempre cerrada.
# The file: Wavefront OBJ, STL, glTF or COLLADA.
Mesh-file = El archivo: Wavefront OBJ, STL, glTF o COLLADA.
# Factors along x, y, z.
Mesh-scale = Factores a lo largo de x, y, z.
# Whether the file has y up, as glTF always does; it is rotated to z up.
Mesh-y_up = Si el archivo tiene y hacia arriba, como glTF por definición; se gira a z hacia arriba.

# Model file: RON, or URDF.
ModelUse-file = Archivo del modelo: RON o URDF.
# Id of the component.
ModelUse-id = Qué componente es.
# Parameters of the model.
ModelUse-params = Parámetros del modelo.

# Name for reports.
NoCollision-name = Nombre para los informes.
# The robots. Default: all.
NoCollision-robots = Los robots; si no se indica, todos.

# Constant error.
Noise-bias = Error constante.
# Correlation of Gaussian errors one second apart; 0: independent errors.
Noise-correlation = Correlación de los errores gaussianos que distan un segundo; 0: cada lectura tiene un error nuevo.
# Drift: standard deviation of a random walk per square root of a second.
Noise-drift = Error que crece con el tiempo: desviación típica de un paseo aleatorio por raíz cuadrada de segundo.
# Probability that a reading is lost and replaced by `dropout_value`.
Noise-dropout = Probabilidad de que una lectura se pierda y quede la última.
# Latency, s.
Noise-latency = Antigüedad de una lectura cuando llega, s.
# Value of a lost reading, on every channel. Default: the last reading.
Noise-dropout_value = Lo que se lee en lugar de una lectura perdida, en todos los canales; si no se indica, la última lectura.
# Quantization step of the values; 0 for none.
Noise-quantum = Escalón de los valores; 0 para ninguno.
# Standard deviation of a Gaussian error.
Noise-sigma = Desviación típica de un error gaussiano.

# Name for reports.
InBounds-name = Nombre para los informes.
# The robots. Default: all robots and movable objects.
InBounds-robots = Los robots; si no se indica, todos los robots y objetos móviles.

# Position, m.
Note-at = Dónde se muestra, m.
# Parent object or robot; `at` is then in its frame.
Note-parent = Objeto o robot al que pertenece; entonces `at` está en su sistema de referencia.
# Roll, pitch, yaw, rad.
Note-rpy = Alabeo, cabeceo, guiñada, rad.
# The text.
Note-text = El texto.
# Rotation about z, rad.
Note-yaw = Giro solo en torno a z, rad.

# Position, m, in the frame of the scene or of the parent.
Object-at = Posición, m, en el sistema de referencia de la escena o de aquello que lo lleva.
# Category for sensor filters and tools; wheels roll on fixed objects with the category `"ground"`.
Object-category = Qué es, para los filtros de los sensores y para las herramientas; un objeto fijo que es `"ground"` sostiene ruedas.
# Whether bodies collide with it.
Object-collides = Si los cuerpos chocan con él.
# Collision and sensing shapes that replace `shape`. Volume, inertia, buoyancy and drawing still use `shape`.
Object-collision = Lo que choca y se percibe en lugar de `shape`. El volumen, la inercia y el empuje siguen siendo los de `shape`, que se dibuja.
# Color and opacity.
Object-color = Color y opacidad.
# Description, shown when it is selected.
Object-description = Lo que las personas leen de él donde está seleccionado.
# Dynamics model of an object with mass. Default: the built-in rigid body.
Object-dynamics = Cómo se mueve, para objetos con masa; si no se indica, el cuerpo rígido propio del motor.
# Group whose switches also apply.
Object-group = Grupo cuyos interruptores valen también para él.
# Principal moments of inertia, kg·m². Default: computed from mass and shape.
Object-inertia = Momentos principales de inercia, kg·m²; si no se indican, a partir de la masa y la forma.
# Whether it is locked: the window does not move or delete it.
Object-locked = Si la ventana se niega a moverlo y eliminarlo.
# Clearance for planners; without physical effect.
Object-margin = Espacio libre que los planificadores dejan a su alrededor; los robots no lo notan.
# Mass, kg; makes the object movable.
Object-mass = Masa, kg; con ella el objeto se puede mover.
# Surface.
Object-material = Superficie.
# Unique among objects, robots, beacons, lights and media.
Object-name = Único entre objetos, robots, balizas, luces y medios.
# Notes.
Object-notes = Observaciones.
# Parent object or robot.
Object-parent = Objeto o robot que lleva este objeto.
# Free properties for plugins and tools.
Object-properties = Propiedades libres para complementos y herramientas.
# Roll, pitch, yaw, rad.
Object-rpy = Alabeo, cabeceo, guiñada, rad.
# Whether distance and proximity sensors detect it.
Object-detectable = Si lo ven los rayos de distancia y los sensores de proximidad.
# Shape and size.
Object-shape = Forma y tamaño.
# Additional tags for filters.
Object-tags = Más palabras para filtros.
# Whether it is drawn and visible to cameras.
Object-visible = Si se dibuja y lo ven las cámaras.
# Rotation about z, rad.
Object-yaw = Giro solo en torno a z, rad.

# The corners in either winding order, m; the outline must not cross itself.
Outline-Polygon = Las esquinas en cualquier sentido de giro, m; sin cruzarse a sí mismo.
# A regular polygon about the origin.
Outline-Regular = Un polígono regular en torno al origen.

# A filled disk.
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
# Link of the model that it is mounted on; `at` is then in the frame of the link.
Part-link = Eslabón del modelo en el que está; entonces `at` está en el sistema de referencia del eslabón.
# Mount of the model that it is attached to.
Part-mount = Montaje del modelo en el que está.
# Measurement errors.
Part-noise = Errores de medición.
# Whether the sensor is read only on request of the controller; otherwise it keeps its last readings, initially neutral.
Part-on_demand = Si un sensor se lee solo cuando el controlador lo ha pedido; mientras tanto sus lecturas quedan como están, neutras al principio.
# Parameters; they override those of the model.
Part-params = Parámetros; se superponen a los del modelo.
# Time between two readings, s, an integer multiple of the step.
Part-period = Tiempo entre dos lecturas, s, un múltiplo entero del paso.
# Port of the model that it is plugged into; empty to unplug it.
Part-port = Puerto del modelo al que está conectado; vacío para desconectarlo.
# Roll, pitch, yaw, rad.
Part-rpy = Alabeo, cabeceo, guiñada, rad.
# Rotation about z, rad.
Part-yaw = Giro solo en torno a z, rad.

# Start of the path, m.
Passes-from = Dónde empieza el camino, m.
# Name for reports.
Passes-name = Nombre para los informes.
# The robot.
Passes-robot = El robot.
# End of the path, m.
Passes-to = Dónde termina, m.
# Heading along the whole path, rad. Default: the direction of the path.
Passes-yaw = Rumbo en todo el camino, rad; si no se indica, el del camino.
# In rows and columns, centered at the origin of the fleet.
Placement-Grid = En filas y columnas en torno al origen de la flota.
# At these poses, one per robot.
Placement-List = En estas poses, una por robot.
# Random positions in a rectangle, with a minimum distance; the same for the same seed.
Placement-Random = En cualquier lugar de un rectángulo, con una distancia entre ellos; los mismos lugares para la misma semilla.

# Direction out of the solid, any length above 0.
Plane-normal = Dirección hacia fuera de lo sólido, de cualquier longitud mayor que 0.

# Attenuation with distance.
PointLight-attenuation = Debilitamiento con la distancia.
# Maximum range of the light, m.
PointLight-radius = Distancia más allá de la cual no hay luz, m.

# Color; with an opacity below 1, layers below are visible.
Polygon-color = Color; con una opacidad menor que 1 se transparenta lo que hay debajo.
# Height, m; 0: painted. Higher items are solid: bodies collide with them, distance sensors detect them.
Polygon-height = Altura, m; 0: pintado. Lo más alto está de pie en el suelo: los cuerpos chocan con ello y los sensores de distancia lo ven.
# The corners in either winding order, m; the outline must not cross itself.
Polygon-points = Las esquinas en cualquier sentido de giro, m; sin cruzarse a sí mismo.

# Whether it has a bottom; its upper face is at z = 0.
Pool-floor = Si hay un fondo; su cara superior está en z = 0.
# Height of the walls, m.
Pool-height = Altura de las paredes, m.
# The inner faces of the walls, seen from above.
Pool-outline = Las caras interiores de las paredes, vistas desde arriba.
# Thickness of walls and bottom, m.
Pool-thickness = Grosor de las paredes y del fondo, m.

# Position, m; `(x, y)` means `(x, y, 0)`.
Pose-at = Posición, m; `(x, y)` significa `(x, y, 0)`.
# Roll, pitch, yaw, rad: rotations about the fixed axes x, then y, then z (REP 103).
Pose-rpy = Alabeo, cabeceo, guiñada, rad: giros en torno a los ejes fijos x, después y, después z (REP 103).
# Rotation about z, rad; short for `rpy: (0, 0, yaw)`.
Pose-yaw = Giro solo en torno a z, rad; abreviatura de `rpy: (0, 0, yaw)`.

# The position, m.
PoseWithin-at = El lugar, m.
# Name for reports.
PoseWithin-name = Nombre para los informes.
# The robot.
PoseWithin-robot = El robot.
# When the condition must hold.
PoseWithin-when = Cuándo debe cumplirse.
# Maximum distance from it, m.
PoseWithin-within = Distancia máxima a él, m.
# Heading, rad.
PoseWithin-yaw = Rumbo, rad.
# Maximum difference from the heading, rad.
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
# Minimum distance between two robots, m.
RandomPlacement-spacing = Distancia mínima entre dos robots, m.

# The position, m.
ReachedBy-at = El lugar, m.
# Latest simulated time, s.
ReachedBy-by = Tiempo simulado máximo, s.
# Name for reports.
ReachedBy-name = Nombre para los informes.
# The robot.
ReachedBy-robot = El robot.
# Maximum distance from it, m.
ReachedBy-within = Distancia máxima a él, m.

# Below this height, m, which is the surface.
Region-Below = Por debajo de esta altura, m, que es la superficie.
# In a box; its upper face is the surface.
Region-Box = En una caja; su cara superior es la superficie.
# In the whole world.
Region-Everywhere = En todo el mundo.

# Center, m.
RegionBox-at = Centro, m.
# Roll, pitch, yaw, rad.
RegionBox-rpy = Alabeo, cabeceo, guiñada, rad.
# Lengths of the edges, m.
RegionBox-size = Longitudes de las aristas, m.
# Rotation about z, rad.
RegionBox-yaw = Giro solo en torno a z, rad.

# Distance from the center to each side, m.
RegularOutline-apothem = Distancia del centro a cada lado, m.
# Number of sides.
RegularOutline-sides = Número de lados.

# Changes to actuators of the model, and additional actuators, by name.
Robot-actuators = Cambios en los actuadores del modelo, y actuadores adicionales, por nombre.
# Initial angular velocity, rad/s, in the frame of the robot.
Robot-angular_velocity = Velocidad angular al inicio, rad/s, en el sistema de referencia del robot.
# Position, m; for a fleet, origin of the frame of its placement.
Robot-at = Posición, m; en una flota, el origen del sistema de referencia de su colocación.
# Color. Default: that of the robot model.
Robot-color = Color en lugar del propio del modelo.
# Controller. Default: that of the robot model.
Robot-controller = Controlador en lugar del propio del modelo.
# Dynamics model. Default: that of the robot model.
Robot-dynamics = Dinámica en lugar de la propia del modelo.
# Joints of the model with a different initial position or mounting pose, by name.
Robot-joints = Articulaciones del modelo que no empiezan en su posición habitual, o que en este robot están en otro sitio, por nombre.
# Clearance on routes; without physical effect.
Robot-margin = Espacio libre que guarda en las rutas; no lo nota.
# Surface of the whole robot. Default: friction 0.5, restitution 0.
Robot-material = Superficie de todo el robot; si no se indica, la fricción es 0.5 y la restitución 0.
# The model: component or file.
Robot-model = El modelo: un componente o un archivo.
# Unique among objects, robots, beacons, lights and media.
Robot-name = Único entre objetos, robots, balizas, luces y medios.
# Notes.
Robot-notes = Observaciones.
# Free properties for plugins and tools.
Robot-properties = Propiedades libres para complementos y herramientas.
# Names of sensors and actuators of the model to remove.
Robot-remove = Nombres de los sensores y actuadores del modelo que este robot no tiene.
# Route that its controller follows; its name among `routes`.
Robot-route = Ruta que sigue su controlador; su nombre entre `routes`.
# Roll, pitch, yaw, rad.
Robot-rpy = Alabeo, cabeceo, guiñada, rad.
# Changes to sensors of the model, and additional sensors, by name.
Robot-sensors = Cambios en los sensores del modelo, y sensores adicionales, por nombre.
# Tags for filters.
Robot-tags = Palabras para filtros.
# Initial velocity, m/s, in the frame of the robot.
Robot-velocity = Velocidad al inicio, m/s, en el sistema de referencia del robot.
# Rotation about z, rad.
Robot-yaw = Giro solo en torno a z, rad.

# Whether the last pose leads back to the first.
Route-closed = Si de la última pose se vuelve a la primera.
# Color. Default: that of all routes.
Route-color = Color con que se dibuja; sin él, el de todas las rutas.
# Unique among routes.
Route-name = Único entre las rutas.
# Notes.
Route-notes = Observaciones.
# The poses in order.
Route-poses = Las poses en orden.

# Position, m; `(x, y)` means `(x, y, 0)`.
RoutePose-at = Posición, m; `(x, y)` equivale a `(x, y, 0)`.
# Dwell time, s.
RoutePose-dwell = Cuánto tiempo se permanece allí, s.
# Roll, pitch, yaw, rad.
RoutePose-rpy = Alabeo, cabeceo, guiñada, rad.
# Speed on the leg to it, m/s. Default: the speed of the robot that follows the route.
RoutePose-speed = Velocidad en el camino hacia ella, m/s; si no se indica, la de quien sigue la ruta.
# Rotation about z, rad.
RoutePose-yaw = Giro solo en torno a z, rad.

# Contact model.
Run-contacts = Qué ocurre con los cuerpos que se tocan.
# Time step, s.
Run-dt = Paso de la simulación, s.
# Simulated time after which the run ends, s. Default: never.
Run-duration = Tiempo simulado tras el que termina la simulación, s; si no se indica, no termina.
# Gravitational acceleration, m/s².
Run-gravity = Aceleración de la gravedad, m/s².
# Seed of every random stream.
Run-seed = Semilla de todas las secuencias aleatorias.
# Simulated seconds per real second. Default: as fast as possible.
Run-speed = Segundos simulados por segundo real; si no se indica, tan rápido como sea posible.
# Worker threads; 0 uses all cores. The result does not depend on it.
Run-threads = Hilos de trabajo; 0 usa todos los núcleos. El resultado no depende de ello.

# Acceptance conditions of the run.
Scene-acceptance = Lo que debe cumplirse para que la simulación cuente como superada.
# Beacons that sensors can locate.
Scene-beacons = Cosas que los sensores pueden localizar.
# Box outside of which robots and movable objects are out of bounds.
Scene-bounds = Caja fuera de la cual los robots y los objetos móviles cuentan como perdidos.
# Description of the scene, in one or two sentences.
Scene-description = Qué muestra la escena, en una o dos frases.
# Groups of identical robots.
Scene-fleets = Robots en cantidad.
# The ground. Default: none.
Scene-floor = El suelo; si no se indica, no hay.
# Version of the format; this program writes 1.
Scene-format_version = Versión del formato del archivo; este programa escribe 1.
# Groups of objects with common switches.
Scene-groups = Interruptores que varios objetos tienen en común.
# Packs that the scene needs, with version requirements: `"publisher/name@^1.2"`.
Scene-packs = Paquetes que la escena necesita, con las versiones que sirven: `"publisher/name@^1.2"`.
# Files whose content is merged into this scene; empty in a loaded scene.
Scene-include = Archivos cuyo contenido se incorpora a esta escena; vacío una vez que la escena está cargada.
# Scripted operator input.
Scene-inputs = Lo que hace el operador, como guion.
# Lights.
Scene-lights = Lámparas.
# Water and air; where regions overlap, the first in the list applies.
Scene-media = Agua y aire; donde las regiones se solapan, cuenta la primera de la lista.
# Short name, for titles and recordings.
Scene-name = Nombre corto, para títulos y grabaciones.
# Text labels at a position.
Scene-notes = Textos que se muestran en un lugar.
# Static and movable objects.
Scene-objects = Cosas fijas y móviles.
# Free properties for plugins and tools.
Scene-properties = Propiedades libres para complementos y herramientas.
# Ids of components to use from other libraries instead of the installation's.
Scene-replace = Identificadores de los componentes para los que bibliotecas de otra procedencia ocupan el lugar de las de la instalación.
# Individual robots.
Scene-robots = Robots, uno por uno.
# Named lists of poses.
Scene-routes = Listas de poses con nombre.
# Run settings.
Scene-run = Cómo se ejecuta.
# World services such as bridges and supervisors.
Scene-services = Servicios del mundo, como puentes y supervisores.
# Shapes that objects share: `shape: Named("…")`.
Scene-shapes = Formas que comparten los objetos: `shape: Named("…")`.
# Background and first view of the window.
Scene-view = Fondo y primera vista de la ventana.

# Permissions.
Service-grants = Qué se le permite hacer.
# Id of the component.
Service-id = Qué componente es.
# Unique among services.
Service-name = Único entre los servicios.
# Parameters, as described by the component.
Service-params = Sus parámetros, tal como los describe el propio componente.
# Time between two calls, s, an integer multiple of the step. Default: every step.
Service-period = Tiempo entre dos llamadas, s, un múltiplo entero del paso; si no se indica, en cada paso.

# Name of the value.
ServiceValueWithin-channel = Nombre del valor.
# Maximum value.
ServiceValueWithin-max = Valor máximo.
# Minimum value.
ServiceValueWithin-min = Valor mínimo.
# Name for reports.
ServiceValueWithin-name = Nombre para los informes.
# The service.
ServiceValueWithin-service = El servicio.
# When the condition must hold.
ServiceValueWithin-when = Cuándo debe cumplirse.

# A cuboid, centered at the origin.
Shape-Box = Un paralelepípedo en torno al origen.
# A cylinder with hemispheres at both ends, centered at the origin, axis along z.
Shape-Capsule = Un cilindro con semiesferas en ambos extremos, en torno al origen, con el eje a lo largo de z.
# A cylinder, centered at the origin, axis along z.
Shape-Cylinder = Un cilindro en torno al origen, con el eje a lo largo de z.
# An ellipsoid, centered at the origin; it collides as the convex hull of points on its surface.
Shape-Ellipsoid = Un elipsoide en torno al origen; choca como la envolvente convexa de puntos de su superficie.
# A cross section swept along a spine.
Shape-Extrusion = Una sección que se mueve a lo largo de una línea.
# Terrain over a rectangle.
Shape-HeightField = Terreno sobre un rectángulo.
# Triangles from a file.
Shape-Mesh = Triángulos de un archivo.
# One of the shared shapes of the scene.
Shape-Named = Una de las formas compartidas de la escena.
# An infinite plane through the origin; one side is solid.
Shape-Plane = Un plano infinito que pasa por el origen; un lado es sólido.
# Walls along an outline, with or without a bottom.
Shape-Pool = Paredes a lo largo de un contorno, con o sin fondo.
# A wedge that rises along x.
Shape-Ramp = Una cuña que sube a lo largo de x.
# A sphere, centered at the origin.
Shape-Sphere = Una esfera en torno al origen.
# A vertical wall between two points on the ground.
Shape-Wall = Una pared vertical entre dos puntos del suelo.

# Unique among shared shapes.
SharedShape-name = Único entre las formas compartidas.
# Notes.
SharedShape-notes = Observaciones.
# Shape and size.
SharedShape-shape = Forma y tamaño.
# Radius, m.
Sphere-radius = Radio, m.

# Attenuation with distance.
SpotLight-attenuation = Debilitamiento con la distancia.
# Axis of the cone.
SpotLight-direction = Eje del cono.
# Angle between the axis and the edge of the cone, rad.
SpotLight-half_angle = Ángulo entre el eje y el borde del cono, rad.
# Maximum range of the light, m.
SpotLight-radius = Distancia más allá de la cual no hay luz, m.

# Whether the last point leads back to the first.
Stroke-closed = Si del último punto se vuelve al primero.
# Color; with an opacity below 1, layers below are visible.
Stroke-color = Color; con una opacidad menor que 1 se transparenta lo que hay debajo.
# Height, m; 0: painted. Higher items are solid: bodies collide with them, distance sensors detect them.
Stroke-height = Altura, m; 0: pintado. Lo más alto está de pie en el suelo: los cuerpos chocan con ello y los sensores de distancia lo ven.
# The points of the center line, m.
Stroke-points = Los puntos de la línea central, m.
# Width, m.
Stroke-width = Anchura, m.

# Path of the channel, such as `front.distance`.
ValueWithin-channel = Ruta del canal, como `front.distance`.
# Maximum value.
ValueWithin-max = Valor máximo.
# Minimum value.
ValueWithin-min = Valor mínimo.
# Name for reports.
ValueWithin-name = Nombre para los informes.
# The robot.
ValueWithin-robot = El robot.
# When the condition must hold.
ValueWithin-when = Cuándo debe cumplirse.

# Color of the sky.
View-background = Color del cielo.
# Position of the camera, m. Default: the whole scene is in view.
View-camera = Lugar de la cámara, m; si no se indica, se elige de modo que se vea todo.
# Maximum drawing distance, m.
View-far = Distancia a partir de la cual no se dibuja nada, m.
# Vertical field of view, rad.
View-field_of_view = Campo de visión vertical, rad.
# Robot that the camera follows.
View-follow = Robot al que sigue la cámara.
# Color of the sky at the horizon. Default: a lighter shade of `background`.
View-horizon = Color del cielo en el horizonte; si no se indica, el de arriba, más claro.
# Point that the camera looks at, m.
View-look_at = Punto al que mira la cámara, m.

# One end of the center line, m.
Wall-from = Un extremo de la línea central, m.
# Height, m.
Wall-height = Altura, m.
# Thickness, half on either side of the center line, m.
Wall-thickness = Grosor, la mitad a cada lado de la línea central, m.
# Other end of the center line, m.
Wall-to = El otro extremo de la línea central, m.

# After every step.
When-Always = Después de cada paso.
# At least once by this simulated time, s.
When-By = Al menos una vez hasta este tiempo simulado, s.
# At the end of the run.
When-End = Al final de la simulación.
