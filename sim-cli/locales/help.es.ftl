# La ayuda de las órdenes y de sus opciones. El comentario que precede a un mensaje es el texto inglés que traduce, que está en
# los comentarios del código. Una prueba los compara.

# Measure the speed of this machine
command-bench = Medir la velocidad de esta máquina
# Whether the workloads are slower than they were, in multiples of a fixed computation
command-bench-guard = Si las cargas son más lentas que antes, en múltiplos de un cálculo fijo
# A lidar of 360 rays of 10 m among 1,000 boxes
command-bench-lidar = Un lidar de 360 rayos de 10 m entre 1000 cajas
# Finding and loading all plugins
command-bench-load = La búsqueda y la carga de todos los complementos
# A scene of your own, without its speed limit
command-bench-scene = Una escena propia, sin su límite de velocidad
# Robots that keep out of each other's way in a square arena, one per square metre
command-bench-swarm = Robots que se esquivan en un recinto cuadrado, uno por metro cuadrado
# Check scenes without running them
command-check = Comprobar escenas sin ejecutarlas
# Print completions for a shell
command-completions = Imprimir los completados para un intérprete de órdenes
# Check that a library's components do what the contract wants
command-conform = Comprobar que los componentes de una biblioteca hacen lo que pide el contrato
# Say in what two scenes differ
command-diff = Decir en qué difieren dos escenas
# Say what this installation consists of and what is wrong with it
command-doctor = Decir de qué consta esta instalación y qué le pasa
# Turn a recording into tables (CSV) or lists (JSON)
command-export = Convertir una grabación en tablas (CSV) o listas (JSON)
# Put scene files into their usual layout
command-fmt = Dar a los archivos de escena su formato habitual
# Open the window, with a scene if one is given
command-gui = Abrir la ventana, con una escena si se da una
# Say what a recording holds
command-info = Decir qué contiene una grabación
# Put the author's kit of this installation into a crate
command-kit = Poner el kit del autor de esta instalación en un crate
# List the scenes that come with this program, and those of installed packs
command-list = Mostrar las escenas que vienen con este programa, y las de los paquetes instalados
# Write manual pages
command-man = Escribir las páginas del manual
# Make a project, or a crate for a component of your own
command-new = Hacer un proyecto, o un crate para un componente propio
# List plugins and their components, or describe one
command-plugins = Mostrar los complementos y sus componentes, o describir uno
# Draw a run without a window: a video, a picture, or pictures
command-render = Dibujar una ejecución sin ventana: un vídeo, una imagen o imágenes
# Run a recording again and compare
command-replay = Ejecutar de nuevo una grabación y comparar
# Run a scene
command-run = Ejecutar una escena
# A robot simulator in which every part of a robot is a plugin
command-sim = Un simulador de robots en el que cada pieza de un robot es un complemento
# Exit status: 0 ok, 1 run failed, 2 usage, 3 scene or configuration invalid, 4 a plugin could not be loaded or faulted, 5 an
# acceptance condition was not met, 6 a file is not laid out as `sim fmt` does it, 130 interrupted.
command-sim-after = Estado de salida: 0 correcto, 1 la simulación falló, 2 uso, 3 escena o configuración no válida, 4 un complemento no se pudo cargar o falló, 5 no se cumplió una condición de aceptación, 6 un archivo no tiene el formato que le da `sim fmt`, 130 interrumpido.

# Changes to the scene
heading-changes-to-the-scene = Cambios en la escena
# Messages
heading-messages = Mensajes
# Plugins
heading-plugins = Complementos
# Results
heading-results = Resultados
# Robot models
heading-robot-models = Modelos de robots
# Supervision
heading-supervision = Supervisión

# A scene, or a recording; - for a scene on standard input
option-a = Una escena, o una grabación; - para una escena en la entrada estándar
# The other one
option-b = La otra
# Stored figures; without, they are only measured
option-baseline = Cifras guardadas; sin ella, solo se mide
# Step, s
option-bench-dt = Paso, s
# The figures as one JSON document
option-bench-json = Las cifras como un documento JSON
# The scene; - for standard input
option-bench-scene = La escena; - para la entrada estándar
# Simulated time, s; that of the scene without, or 60
option-bench-scene-seconds = Tiempo simulado, s; sin ella, el de la escena, o 60
# Seed of placement and random streams
option-bench-seed = Semilla de la colocación y de las secuencias aleatorias
# Simulated time, s
option-bench-swarm-seconds = Tiempo simulado, s
# Worker threads; 0 takes all cores
option-bench-threads = Hilos de trabajo; 0 toma todos los núcleos
# Only these components (range) or values (range.distance)
option-channel = Solo estos componentes (range) o valores (range.distance)
# The findings as one JSON document
option-check-json = Lo hallado como un documento JSON
# The scenes, robot files or files of other programs; - for a scene on standard input
option-check-scenes = Las escenas, archivos de robots o archivos de otros programas; - para una escena en la entrada estándar
# Colors of messages
option-color = Colores de los mensajes
# Check only this component
option-component = Comprobar solo este componente
# The findings as one JSON document
option-conform-json = Lo hallado como un documento JSON
# Run the library in this process, for example in a debugger; it then has all your permissions. Default: isolated where the system supports that
option-conform-no-isolate = Ejecutar la biblioteca en este programa, donde tiene todos los permisos del usuario y un depurador se detiene en ella. Por omisión está aislada donde el sistema lo permite
# Check controllers on the first robot of this scene, with the parameters that it gives its own, instead of one with the names of the scout
option-conform-scene = Comprobar los controladores en el primer robot de esta escena, con los parámetros que ella da al suyo, en lugar de uno con los nombres de scout
# Another controller, for one robot, a fleet (by its prefix), or all
option-controller = Otro controlador, para un robot, una flota (por su prefijo) o todos
# Folder for one table per robot and per movable object
option-csv = Carpeta para una tabla por robot y por objeto móvil
# The differences as one JSON document
option-diff-json = Las diferencias como un documento JSON
# Folder in which the new folder is made; the present one without
option-dir = Carpeta en la que se hace la nueva; sin ella, la actual
# The report as one JSON document
option-doctor-json = El informe como un documento JSON
# Step of the simulation, s
option-dt = Paso de la simulación, s
# Simulated time after which the run ends, s; without any duration it runs until Ctrl-C
option-duration = Tiempo simulado tras el que termina la simulación, s; sin ninguna duración continúa hasta Ctrl-C
# Another dynamics, for one robot, a fleet (by its prefix), or all
option-dynamics = Otra dinámica, para un robot, una flota (por su prefijo) o todos
# One frame of so many
option-every = Un fotograma de cada tantos
# One JSON file (a name that ends in .json), or a folder with one file per robot and per movable object
option-export-json = Un archivo JSON (un nombre que termina en .json), o una carpeta con un archivo por robot y por objeto móvil
# The recording, made with `sim run --record`; - for standard input
option-file = La grabación, hecha con `sim run --record`; - para la entrada estándar
# Write nothing; list the files that would change, with status 6
option-fmt-check = No escribir nada; mostrar los archivos que cambiarían, con el estado 6
# The files, RON; - reads standard input and writes standard output
option-fmt-scenes = Los archivos, RON; - lee la entrada estándar y escribe en la salida estándar
# Replace results that exist; files that the command reads are never replaced
option-force = Reemplazar los resultados que existan; los archivos que la orden lee nunca se reemplazan
# First simulated time, s
option-from = Primer tiempo simulado, s
# The scene to open, RON or JSON; or a recording, MCAP
option-gui-scene = La escena que se abre, RON o JSON; o una grabación, MCAP
# Print help (see a summary with '-h')
option-help-long = Mostrar la ayuda (resumida con '-h')
# Print help (see more with '--help')
option-help-more = Mostrar la ayuda (más con '--help')
# Component (range/ring) or family (range)
option-id = Componente (range/ring) o familia (range)
# The same as one JSON document
option-info-json = Lo mismo como un documento JSON
# Run libraries in processes of their own, which cannot harm the rest: `all`, a component (avoid/wall), a family (avoid/*), the
# file of a library or a folder; may be given several times
option-isolate = Correr bibliotecas en procesos propios, que no pueden dañar al resto: `all`, un componente (avoid/wall), una familia (avoid/*), el archivo de una biblioteca o una carpeta; se puede dar varias veces
# End the process of an isolated library whose call takes longer, s; 5 without this option
option-isolate-deadline = Terminar el proceso de una biblioteca aislada cuya llamada tarda más, s; 5 sin esta opción
# Make a component of a robot whose process has ended anew, up to so many times, with the state that it saved last
option-isolate-restarts = Hacer de nuevo un componente de un robot cuyo proceso ha terminado, hasta tantas veces, con el estado que guardó por última vez
# What to make: project, controller, sensor, actuator, dynamics, robot or service
option-kind = Qué se hace: project (proyecto), controller (controlador), sensor, actuator (actuador), dynamics (dinámica), robot o service (servicio)
# Folder of the crate; the present one without
option-kit-folder = Carpeta del crate; sin ella, la actual
# Folder of the kit's crate `sim-abi`; found beside the program without
option-kit-sdk = Carpeta del crate `sim-abi` del kit; sin ella, se busca junto al programa
# Language: rust makes a crate, c and cpp a folder that the system's compiler builds; rust without
option-lang = Lenguaje: rust hace un crate; c y cpp, una carpeta que construye el compilador del sistema; sin él, rust
# Language of messages and help; without, that of the environment: SIM_LANGUAGE, LC_ALL, LC_MESSAGES, LANG
option-language = Idioma de los mensajes y de la ayuda; sin ella, el del entorno: SIM_LANGUAGE, LC_ALL, LC_MESSAGES, LANG
# The library
option-library = La biblioteca
# The list as one JSON document
option-list-json = La lista como un documento JSON
# Which log lines of components are shown
option-log = Qué líneas del registro de los componentes se muestran
# Append every log line and fault to a file, whatever the level
option-log-file = Añadir cada línea del registro y cada fallo a un archivo, sea cual sea el nivel
# The folder; it is made where it is not there
option-man-folder = La carpeta; se crea si no existe
# Scene file that takes the place of the scene's first, second … include, or is added
option-map = Archivo de escena que sustituye la primera, segunda … inclusión de la escena, o que se añade
# Name of the crate: lower-case letters, digits and dashes, beginning with a letter, at most 40. Names of projects may have capital letters and underscores, too
option-name = Nombre del crate: letras minúsculas, cifras y guiones, la primera una letra, 40 como mucho. Los nombres de proyectos también pueden tener mayúsculas y guiones bajos
# Folder of the crate `sim-abi` in an author's kit; found beside the program or in its source tree without
option-new-sdk = Carpeta del crate `sim-abi` en un kit del autor; sin ella, se busca junto al programa o en su árbol de fuentes
# Work in the first process, as a debugger wants it; a plugin that ends it is not named
option-no-supervisor = Trabajar en el primer proceso, como lo quiere un depurador; un complemento que lo termine no se nombra
# Only these movable objects, and the robots named with --robot
option-object = Solo estos objetos móviles, y los robots nombrados con --robot
# Folder for one JSON file per robot, events and data files of components
option-output = Carpeta para un archivo JSON por robot, los sucesos y los archivos de datos de los componentes
# Folder in which package:// is looked up; may be given several times
option-package = Carpeta en la que se busca package://; se puede dar varias veces
# Draw a plan of the trajectories
option-plan = Dibujar un plano de las trayectorias
# Let time run at once
option-play = Dejar correr el tiempo desde el principio
# Draw a value of all robots over time, or of those whose names begin with ROBOTS; may be given several times. SIGNAL is one of
# x, y, z, roll, pitch, yaw, vx, vy, vz, speed, or a channel such as gps.z
option-plot = Dibujar un valor de todos los robots a lo largo del tiempo, o de aquellos cuyos nombres empiezan por ROBOTS; se puede dar varias veces. SEÑAL es una de x, y, z, roll, pitch, yaw, vx, vy, vz, speed, o un canal como gps.z
# Folder with plugins, searched before the others; may be given several times
option-plugins = Carpeta con complementos, en la que se busca antes que en las demás; se puede dar varias veces
# The list as one JSON document
option-plugins-json = La lista como un documento JSON
# Only errors and faults on standard error, and no progress; standard output and exit status stay the same
option-quiet = Solo errores y fallos en la salida de errores, y ningún progreso; la salida estándar y el estado de salida no cambian
# Range rays of each robot
option-rays = Rayos de distancia de cada robot
# Record the run to an MCAP file
option-record = Grabar la simulación en un archivo MCAP
# The result as one JSON document
option-replay-json = El resultado como un documento JSON
# Simulated time of the first image, s; of a recording, its start
option-render-start = Tiempo simulado de la primera imagen, s; de una grabación, su inicio
# Simulated seconds per second of the video
option-render-speed = Segundos simulados por segundo de vídeo
# Columns and rows of an image
option-render-size = Columnas y filas de una imagen
# Where it is drawn to: a video (.mp4, AV1), a picture (.png), or a folder for numbered pictures
option-render-output = Dónde se dibuja: un vídeo (.mp4, AV1), una imagen (.png) o una carpeta para imágenes numeradas
# Look at this place, m; at the middle of everything without
option-render-look-at = Mirar a este lugar, m; sin esto, al centro de todo
# What was drawn as one JSON document
option-render-json = Lo que se ha dibujado como un documento JSON
# The scene, RON or JSON, or a recording, MCAP; - for a scene from standard input
option-render-input = La escena, RON o JSON, o una grabación, MCAP; - para una escena de la entrada estándar
# Look from this place, m
option-render-from = Mirar desde este lugar, m
# Images per second
option-render-fps = Imágenes por segundo
# Simulated time that is shown, s; to the end of the run without
option-render-duration = Tiempo simulado que se muestra, s; sin esto, hasta el final de la ejecución
# Look from behind a robot, or through one of its cameras; as the scene is seen first without
option-render-camera = Mirar desde detrás de un robot, o por una de sus cámaras; sin esto, como se ve la escena al abrirla
# Only these robots, and the objects named with --object
option-robot = Solo estos robots, y los objetos nombrados con --object
# Number of robots
option-robots = Número de robots
# How often every workload is measured; the least time counts
option-rounds = Cuántas veces se mide cada carga; cuenta el tiempo menor
# The summary as one JSON document
option-run-json = El resumen como un documento JSON
# The scene, RON or JSON; - for standard input
option-run-scene = La escena, RON o JSON; - para la entrada estándar
# Seed of all random streams
option-seed = Semilla de todas las secuencias aleatorias
# Change one value, such as robots.a.controller.params.speed=0.3
option-set = Cambiar un valor, como robots.a.controller.params.speed=0.3
# The shell
option-shell = El intérprete de órdenes
# Simulated seconds per second; as fast as possible without
option-speed = Segundos simulados por segundo; sin ella, lo más rápido posible
# Number of steps after which the run ends
option-steps = Número de pasos tras los que termina la simulación
# Write what is measured into the file, for this class of machines
option-store = Escribir lo que se mide en el archivo, para esta clase de máquinas
# Number of sweeps
option-sweeps = Número de barridos
# Worker threads; 0 takes all cores. The result does not depend on it
option-threads = Hilos de trabajo; 0 toma todos los núcleos. El resultado no depende de ello
# Last simulated time, s
option-to = Último tiempo simulado, s
# Refuse URDF files of which something would be ignored, guessed or repaired
option-urdf-strict = Rechazar los archivos URDF de los que habría que omitir, suponer o reparar algo
# List robots with sensors, actuators and channels
option-verbose = Mostrar los robots con sensores, actuadores y canales
# Compare every recorded state and the plugins' digests; any difference is an error
option-verify = Comparar cada estado grabado y los resúmenes de los complementos; cualquier diferencia es un error
# Print version
option-version = Mostrar la versión
# Load plugins that appear or change while the simulation runs, and go on in the scene when its files change
option-watch = Cargar los complementos que aparecen o cambian durante la simulación, y continuar en la escena cuando cambian sus archivos
# Name a call into a plugin that has not returned for so long, s; 0 for never
option-watchdog = Nombrar una llamada a un complemento que no ha vuelto en este tiempo, s; 0 para nunca

# CODE
placeholder-code = CÓDIGO
# CRATE
placeholder-crate = CRATE
# DIR
placeholder-dir = CARPETA
# FILE
placeholder-file = ARCHIVO
# FILE|DIR
placeholder-file-dir = ARCHIVO|CARPETA
# FILE.json
placeholder-file-json = ARCHIVO.json
# FILE.mcap
placeholder-file-mcap = ARCHIVO.mcap
# FILE.mp4|FILE.png|DIR
placeholder-file-mp4-file-png-dir = ARCHIVO.mp4|ARCHIVO.png|CARPETA
# FILE.png
placeholder-file-png = ARCHIVO.png
# FOLDER
placeholder-folder = CARPETA
# ID
placeholder-id = ID
# INPUT
placeholder-input = ENTRADA
# KIND
placeholder-kind = TIPO
# LANG
placeholder-lang = LENGUAJE
# LEVEL
placeholder-level = NIVEL
# LIBRARY
placeholder-library = BIBLIOTECA
# NAME
placeholder-name = NOMBRE
# PATH
placeholder-path = RUTA
# PATH=VALUE
placeholder-path-value = RUTA=VALOR
# [ROBOT=]ID
placeholder-robot-id = [ROBOT=]ID
# ROBOT[.SENSOR]
placeholder-robot-sensor = ROBOT[.SENSOR]
# [ROBOTS:]SIGNAL=FILE.png
placeholder-robots-signal-file-png = [ROBOTS:]SEÑAL=ARCHIVO.png
# SCENE
placeholder-scene = ESCENA
# SCENES
placeholder-scenes = ESCENAS
# SHELL
placeholder-shell = INTÉRPRETE
# WHEN
placeholder-when = CUÁNDO
# WIDTHxHEIGHT
placeholder-widthxheight = ANCHOxALTO
# X,Y,Z
placeholder-x-y-z = X,Y,Z

# Whatever standard error is
value-color-always = Sea lo que sea la salida de errores
# On a terminal, unless NO_COLOR is set
value-color-auto = En un terminal, salvo si se ha fijado NO_COLOR
# At no time
value-color-never = En ningún caso
# Everything
value-log-debug = Todo
# Only errors
value-log-error = Solo errores
# What components report once per run too
value-log-info = También lo que los componentes comunican una vez por simulación
# None
value-log-off = Ninguna
# Warnings too
value-log-warn = También las advertencias
# Make a scene of a world of Webots or of a VRML97 file
command-import = Hacer una escena de un mundo de Webots o de un archivo VRML97
# The world of Webots, or the VRML97 file
option-import-file = El mundo de Webots, o el archivo VRML97
# The scene; beside the file, with its name, without
option-import-output = La escena; sin esto, junto al archivo y con su nombre
# Put a robot model in the place of a robot of the world, which has this name or this DEF; can be given for several robots
option-import-robot = Poner un modelo de robot en el lugar de un robot del mundo, que tiene este nombre o este DEF; se puede dar para varios robots
# What was made and what was left out, as one JSON document
option-import-json = Lo que se ha hecho y lo que se ha omitido, como un documento JSON
# NAME=MODEL
placeholder-name-model = NOMBRE=MODELO
# SCENE.ron
placeholder-scene-ron = ESCENA.ron
# Make, check, build, install and remove packs of robots
command-pack = Hacer, comprobar, compilar, instalar y quitar paquetes de robots
# Build the libraries of a pack and make its archive
command-pack-build = Compilar las bibliotecas de un paquete y hacer su archivo
# Check the folder of a pack, or an archive
command-pack-check = Comprobar la carpeta de un paquete, o un archivo
# Write the archive of an installed pack
command-pack-export = Escribir el archivo de un paquete instalado
# Say what a pack holds: an installed one, an archive or a folder
command-pack-info = Decir qué hay en un paquete: uno instalado, un archivo o una carpeta
# Install packs
command-pack-install = Instalar paquetes
# List the installed packs
command-pack-list = Listar los paquetes instalados
# Note in a file beside a scene which packs it uses, to the byte
command-pack-lock = Anotar en un archivo junto a una escena qué paquetes usa, hasta el último byte
# Make the folder of a new pack: a robot, its controller and a scene
command-pack-new = Hacer la carpeta de un paquete nuevo: un robot, su controlador y una escena
# Remove an installed pack, and what only it needed
command-pack-remove = Quitar un paquete instalado, y lo que solo él necesitaba
# Compare the files of installed packs with what was installed
command-pack-verify = Comparar los archivos de los paquetes instalados con lo que se instaló
# Folder of the pack; the present one without
option-pack-build-folder = Carpeta del paquete; sin ella, la actual
# Folder for the archive; that of the pack without
option-pack-build-output = Carpeta para el archivo; sin ella, la del paquete
# Archive of the same version that was built on another machine, whose libraries come in, too; may be given several times
option-pack-build-with = Archivo de la misma versión compilado en otra máquina, cuyas bibliotecas también entran; se puede dar varias veces
# Folder or archive; the present folder without
option-pack-check-pack = Carpeta o archivo; sin ello, la carpeta actual
# Folder for the archive; the present one without
option-pack-export-output = Carpeta para el archivo; sin ella, la actual
# The pack, with versions or without: acme/rover, acme/rover@1.2.0 for that one, acme/rover@^1.2
option-pack-export-pack = El paquete, con versiones o sin ellas: acme/rover, acme/rover@1.2.0 para solo esa, acme/rover@^1.2
# What is said as one JSON document
option-pack-info-json = Lo que se dice como un documento JSON
# Name of an installed pack, with versions or without (acme/rover@1.2.0 is that one), an archive, or the folder of a pack
option-pack-info-pack = Nombre de un paquete instalado, con versiones o sin ellas (acme/rover@1.2.0 es solo esa), un archivo, o la carpeta de un paquete
# The list as one JSON document
option-pack-list-json = La lista como un documento JSON
# The scene
option-pack-lock-scene = La escena
# Name of the pack, such as acme/rover: you, and the name of the pack
option-pack-new-name = Nombre del paquete, como acme/rover: usted, y el nombre del paquete
# Folder of the crate `sim-abi` in an author's kit; found beside the program or in its source tree without
option-pack-new-sdk = Carpeta del crate `sim-abi` en un kit del autor; sin ella, se busca junto al programa o en su árbol de fuentes
# The pack, with versions or without: acme/rover, acme/rover@1.2.0 for that one, acme/rover@^1.2
option-pack-remove-pack = El paquete, con versiones o sin ellas: acme/rover, acme/rover@1.2.0 para solo esa, acme/rover@^1.2
# The pack, with versions or without; all installed packs without
option-pack-verify-pack = El paquete, con versiones o sin ellas; sin él, todos los instalados
# ARCHIVE
placeholder-archive = ARCHIVO
# FOLDER|ARCHIVE
placeholder-folder-archive = CARPETA|ARCHIVO
# PACK
placeholder-pack = PAQUETE
# PACK|ARCHIVE|FOLDER
placeholder-pack-archive-folder = PAQUETE|ARCHIVO|CARPETA
# PUBLISHER/NAME
placeholder-publisher-name = EDITOR/NOMBRE
# Make a pair of keys to sign packs with
command-pack-key = Hacer un par de claves para firmar paquetes
# Sign an archive
command-pack-sign = Firmar un archivo
# Trust the public key of a publisher, or list those that are trusted
command-pack-trust = Confiar en la clave pública de quien publica, o listar las de confianza
# Name of the files without ending: NAME.key is secret, NAME.pub is for everybody
option-pack-key-name = Nombre de los archivos sin terminación: NAME.key es secreto, NAME.pub es para todos
# Leave the secret key without a password
option-pack-key-no-password = Dejar la clave secreta sin contraseña
# The archive; its signature becomes a file beside it
option-pack-sign-archive = El archivo; su firma será un archivo junto a él
# The secret key, NAME.key
option-pack-sign-key = La clave secreta, NAME.key
# The publisher; all that are trusted are listed without
option-pack-trust-publisher = Quien publica; sin ello se listan todos los de confianza
# The public key: a file, or the line in it that begins with RW
option-pack-trust-key = La clave pública: un archivo, o la línea en él que empieza por RW
# Put the key in the place of the one that is trusted now
option-pack-trust-replace = Poner la clave en lugar de la que ahora es de confianza
# Trust the publisher no more
option-pack-trust-forget = No confiar más en quien publica
# KEY
placeholder-key = CLAVE
# PUBLISHER
placeholder-publisher = EDITOR
# Put an archive into an index, from which others install it by name
command-pack-publish = Poner un archivo en un índice, del que otros lo instalan por su nombre
# Say in an index that versions of a pack must not be used any more
command-pack-revoke = Decir en un índice que versiones de un paquete ya no deben usarse
# List the indexes that are used, or change which these are
command-pack-source = Listar los índices que se usan, o cambiar cuáles son
# Look for packs in the indexes that are used
command-pack-search = Buscar paquetes en los índices que se usan
# Install newer versions of packs out of the indexes that are used
command-pack-update = Instalar versiones más nuevas de paquetes de los índices que se usan
# The archive; the signature beside it comes along
option-pack-publish-archive = El archivo; la firma junto a él va con él
# The index, which is made if it is not there: a folder, or a registry as oci://HOST/PATH
option-pack-publish-to = El índice, que se hace si no está: una carpeta, o un registro como oci://HOST/PATH
# Public key of the publisher, for those who install from this index: a file, or the line in it that begins with RW
option-pack-publish-key = Clave pública de quien publica, para quienes instalan de este índice: un archivo, o la línea en él que empieza por RW
# The pack, with versions or without: acme/rover, acme/rover@1.2.0 for that one, acme/rover@^1.2
option-pack-revoke-pack = El paquete, con versiones o sin ellas: acme/rover, acme/rover@1.2.0 para solo esa, acme/rover@^1.2
# The index: a folder, or a registry as oci://HOST/PATH
option-pack-revoke-to = El índice: una carpeta, o un registro como oci://HOST/PATH
# Why, in a sentence for those who would use it
option-pack-revoke-reason = Por qué, en una frase para quienes lo usarían
# Words in names, descriptions, authors, components, robots and scenes; everything without
option-pack-search-words = Palabras en nombres, descripciones, autores, componentes, robots y escenas; sin ellas, todo
# An index: a folder, https://HOST/PATH or oci://HOST/PATH; those that `sim pack source` lists without
option-pack-search-from = Un índice: una carpeta, https://HOST/PATH u oci://HOST/PATH; sin él, los que lista `sim pack source`
# The list as one JSON document
option-pack-search-json = La lista como un documento JSON
# An index: a folder, https://HOST/PATH or oci://HOST/PATH; those that `sim pack source` lists without
option-pack-install-from = Un índice: una carpeta, https://HOST/PATH u oci://HOST/PATH; sin él, los que lista `sim pack source`
# An index: a folder, https://HOST/PATH or oci://HOST/PATH; those that `sim pack source` lists without
option-pack-update-from = Un índice: una carpeta, https://HOST/PATH u oci://HOST/PATH; sin él, los que lista `sim pack source`
# The packs, with versions or without; all that were asked for without
option-pack-update-packs = Los paquetes, con versiones o sin ellas; sin ellos, todos los que se pidieron
# Public key to check signatures with: a file, or the line in it that begins with RW
option-pack-update-key = Clave pública con la que comprobar firmas: un archivo, o la línea en él que empieza por RW
# Trust a key that is new from now on without a question; another key of a known publisher is never taken
option-pack-update-yes = Confiar en una clave nueva desde ahora sin preguntar; otra clave de quien ya se conoce no se toma nunca
# Build packs here without a question that have no library for this machine, but their sources; the build is confined
option-pack-update-build = Compilar aquí sin preguntar los paquetes que no tienen biblioteca para esta máquina, pero sí su código fuente; la compilación está limitada
# WORD
placeholder-word = PALABRA
# Public key to check signatures with: a file, or the line in it that begins with RW
option-pack-install-key = Clave pública con la que comprobar firmas: un archivo, o la línea en él que empieza por RW
# Trust a key that is new from now on without a question; another key of a known publisher is never taken
option-pack-install-yes = Confiar en una clave nueva desde ahora sin preguntar; otra clave de quien ya se conoce no se toma nunca
# Build packs here without a question that have no library for this machine, but their sources; the build is confined
option-pack-install-build = Compilar aquí sin preguntar los paquetes que no tienen biblioteca para esta máquina, pero sí su código fuente; la compilación está limitada
# Names of packs, with versions or without; archives; folders of packs, which are built first
option-pack-install-packs = Nombres de paquetes, con versiones o sin ellas; archivos; carpetas de paquetes, que antes se compilan
# TEXT
placeholder-text = TEXTO
# Run the libraries of a pack in processes of their own, as they do at first, or in the program's
command-pack-isolate = Ejecutar las bibliotecas de un paquete en procesos propios, como al principio, o en el del programa
# The pack, with versions or without: acme/rover, acme/rover@1.2.0 for that one, acme/rover@^1.2
option-pack-isolate-pack = El paquete, con versiones o sin ellas: acme/rover, acme/rover@1.2.0 para solo esa, acme/rover@^1.2
# Run them in the program's own process, where nothing confines them
option-pack-isolate-off = Ejecutarlas en el propio proceso del programa, donde nada las limita
# WHAT
placeholder-what = QUÉ
# Use an index from now on
command-pack-source-add = Usar un índice desde ahora
# Use an index no more
command-pack-source-remove = No usar más un índice
# The index: a folder, https://HOST/PATH or oci://HOST/PATH
option-pack-source-add-place = El índice: una carpeta, https://HOST/PATH u oci://HOST/PATH
# The index: a folder, https://HOST/PATH or oci://HOST/PATH
option-pack-source-remove-place = El índice: una carpeta, https://HOST/PATH u oci://HOST/PATH
# PLACE
placeholder-place = LUGAR
