# L'ajuda de les ordres i de les seves opcions. El comentari que precedeix un missatge és el text anglès que tradueix, que és
# als comentaris del codi. Una prova els compara.

# Measure the speed of this machine
command-bench = Mesurar la velocitat d'aquesta màquina
# Whether the workloads are slower than they were, in multiples of a fixed computation
command-bench-guard = Si les càrregues són més lentes que abans, en múltiples d'un càlcul fix
# A lidar of 360 rays of 10 m among 1,000 boxes
command-bench-lidar = Un lidar de 360 raigs de 10 m entre 1000 capses
# Finding and loading all plugins
command-bench-load = La cerca i la càrrega de tots els complements
# A scene of your own, without its speed limit
command-bench-scene = Una escena pròpia, sense el seu límit de velocitat
# Robots that keep out of each other's way in a square arena, one per square metre
command-bench-swarm = Robots que s'esquiven en un recinte quadrat, un per metre quadrat
# Check scenes without running them
command-check = Comprovar escenes sense executar-les
# Print completions for a shell
command-completions = Imprimir els completats per a un intèrpret d'ordres
# Check that a library's components do what the contract wants
command-conform = Comprovar que els components d'una biblioteca fan el que demana el contracte
# Say in what two scenes differ
command-diff = Dir en què difereixen dues escenes
# Say what this installation consists of and what is wrong with it
command-doctor = Dir de què consta aquesta instal·lació i què li passa
# Turn a recording into tables (CSV) or lists (JSON)
command-export = Convertir un enregistrament en taules (CSV) o llistes (JSON)
# Put scene files into their usual layout
command-fmt = Donar als fitxers d'escena el seu format habitual
# Open the window, with a scene if one is given
command-gui = Obrir la finestra, amb una escena si se'n dona una
# Say what a recording holds
command-info = Dir què conté un enregistrament
# Put the author's kit of this installation into a crate
command-kit = Posar el kit de l'autor d'aquesta instal·lació en un crate
# List the scenes that come with this program, and those of installed packs
command-list = Mostrar les escenes que venen amb aquest programa, i les dels paquets instal·lats
# Write manual pages
command-man = Escriure les pàgines del manual
# Make a project, or a crate for a component of your own
command-new = Fer un projecte, o un crate per a un component propi
# List plugins and their components, or describe one
command-plugins = Mostrar els complements i els seus components, o descriure'n un
# Draw a run without a window: a video, a picture, or pictures
command-render = Dibuixar una execució sense finestra: un vídeo, una imatge o imatges
# Run a recording again and compare
command-replay = Tornar a executar un enregistrament i comparar
# Run a scene
command-run = Executar una escena
# A robot simulator in which every part of a robot is a plugin
command-sim = Un simulador de robots en què cada peça d'un robot és un complement
# Exit status: 0 ok, 1 run failed, 2 usage, 3 scene or configuration invalid, 4 a plugin could not be loaded or faulted, 5 an
# acceptance condition was not met, 6 a file is not laid out as `sim fmt` does it, 130 interrupted.
command-sim-after = Estat de sortida: 0 correcte, 1 la simulació ha fallat, 2 ús, 3 escena o configuració no vàlida, 4 un complement no s'ha pogut carregar o ha fallat, 5 no s'ha complert una condició d'acceptació, 6 un fitxer no té el format que li dona `sim fmt`, 130 interromput.

# Changes to the scene
heading-changes-to-the-scene = Canvis a l'escena
# Messages
heading-messages = Missatges
# Plugins
heading-plugins = Complements
# Results
heading-results = Resultats
# Robot models
heading-robot-models = Models de robots
# Supervision
heading-supervision = Supervisió

# A scene, or a recording; - for a scene on standard input
option-a = Una escena, o un enregistrament; - per a una escena a l'entrada estàndard
# The other one
option-b = L'altra
# Stored figures; without, they are only measured
option-baseline = Xifres desades; sense aquesta opció, només es mesura
# Step, s
option-bench-dt = Pas, s
# The figures as one JSON document
option-bench-json = Les xifres com a document JSON
# The scene; - for standard input
option-bench-scene = L'escena; - per a l'entrada estàndard
# Simulated time, s; that of the scene without, or 60
option-bench-scene-seconds = Temps simulat, s; sense aquesta opció, el de l'escena, o 60
# Seed of placement and random streams
option-bench-seed = Llavor de la col·locació i de les seqüències aleatòries
# Simulated time, s
option-bench-swarm-seconds = Temps simulat, s
# Worker threads; 0 takes all cores
option-bench-threads = Fils de treball; 0 pren tots els nuclis
# Only these components (range) or values (range.distance)
option-channel = Només aquests components (range) o valors (range.distance)
# The findings as one JSON document
option-check-json = El que s'ha trobat com a document JSON
# The scenes, robot files or files of other programs; - for a scene on standard input
option-check-scenes = Les escenes, fitxers de robots o fitxers d'altres programes; - per a una escena a l'entrada estàndard
# Colors of messages
option-color = Colors dels missatges
# Check only this component
option-component = Comprovar només aquest component
# The findings as one JSON document
option-conform-json = El que s'ha trobat com a document JSON
# Run the library in this process, for example in a debugger; it then has all your permissions. Default: isolated where the system supports that
option-conform-no-isolate = Executar la biblioteca en aquest programa, on té tots els permisos de l'usuari i un depurador s'hi atura. Per defecte està aïllada on el sistema ho permet
# Check controllers on the first robot of this scene, with the parameters that it gives its own, instead of one with the names of the scout
option-conform-scene = Comprovar els controladors en el primer robot d'aquesta escena, amb els paràmetres que ella dona al seu, en lloc d'un amb els noms d'scout
# Another controller, for one robot, a fleet (by its prefix), or all
option-controller = Un altre controlador, per a un robot, una flota (pel seu prefix) o tots
# Folder for one table per robot and per movable object
option-csv = Carpeta per a una taula per robot i per objecte mòbil
# The differences as one JSON document
option-diff-json = Les diferències com a document JSON
# Folder in which the new folder is made; the present one without
option-dir = Carpeta on es fa la nova; sense aquesta opció, l'actual
# The report as one JSON document
option-doctor-json = L'informe com a document JSON
# Step of the simulation, s
option-dt = Pas de la simulació, s
# Simulated time after which the run ends, s; without any duration it runs until Ctrl-C
option-duration = Temps simulat després del qual acaba la simulació, s; sense cap durada continua fins a Ctrl-C
# Another dynamics, for one robot, a fleet (by its prefix), or all
option-dynamics = Una altra dinàmica, per a un robot, una flota (pel seu prefix) o tots
# One frame of so many
option-every = Un fotograma de cada tants
# One JSON file (a name that ends in .json), or a folder with one file per robot and per movable object
option-export-json = Un fitxer JSON (un nom que acaba en .json), o una carpeta amb un fitxer per robot i per objecte mòbil
# The recording, made with `sim run --record`; - for standard input
option-file = L'enregistrament, fet amb `sim run --record`; - per a l'entrada estàndard
# Write nothing; list the files that would change, with status 6
option-fmt-check = No escriure res; mostrar els fitxers que canviarien, amb l'estat 6
# The files, RON; - reads standard input and writes standard output
option-fmt-scenes = Els fitxers, RON; - llegeix l'entrada estàndard i escriu a la sortida estàndard
# Replace results that exist; files that the command reads are never replaced
option-force = Reemplaçar els resultats que existeixin; els fitxers que l'ordre llegeix mai no es reemplacen
# First simulated time, s
option-from = Primer temps simulat, s
# The scene to open, RON or JSON; or a recording, MCAP
option-gui-scene = L'escena que s'obre, RON o JSON; o un enregistrament, MCAP
# Print help (see a summary with '-h')
option-help-long = Mostrar l'ajuda (resumida amb '-h')
# Print help (see more with '--help')
option-help-more = Mostrar l'ajuda (més amb '--help')
# Component (range/ring) or family (range)
option-id = Component (range/ring) o família (range)
# The same as one JSON document
option-info-json = El mateix com a document JSON
# Run libraries in processes of their own, which cannot harm the rest: `all`, a component (avoid/wall), a family (avoid/*), the
# file of a library or a folder; may be given several times
option-isolate = Executar biblioteques en processos propis, que no poden fer mal a la resta: `all`, un component (avoid/wall), una família (avoid/*), el fitxer d'una biblioteca o una carpeta; es pot donar diverses vegades
# End the process of an isolated library whose call takes longer, s; 5 without this option
option-isolate-deadline = Acabar el procés d'una biblioteca aïllada la crida de la qual triga més, s; 5 sense aquesta opció
# Make a component of a robot whose process has ended anew, up to so many times, with the state that it saved last
option-isolate-restarts = Fer de nou un component d'un robot el procés del qual ha acabat, fins a tantes vegades, amb l'estat que va desar per darrera vegada
# What to make: project, controller, sensor, actuator, dynamics, robot or service
option-kind = Què es fa: project (projecte), controller (controlador), sensor, actuator (actuador), dynamics (dinàmica), robot o service (servei)
# Folder of the crate; the present one without
option-kit-folder = Carpeta del crate; si no es dona, l'actual
# Folder of the kit's crate `sim-abi`; found beside the program without
option-kit-sdk = Carpeta del crate `sim-abi` del kit; sense aquesta opció, es cerca al costat del programa
# Language: rust makes a crate, c and cpp a folder that the system's compiler builds; rust without
option-lang = Llenguatge: rust fa un crate; c i cpp, una carpeta que construeix el compilador del sistema; sense aquesta opció, rust
# Language of messages and help; without, that of the environment: SIM_LANGUAGE, LC_ALL, LC_MESSAGES, LANG
option-language = Llengua dels missatges i de l'ajuda; sense aquesta opció, la de l'entorn: SIM_LANGUAGE, LC_ALL, LC_MESSAGES, LANG
# The library
option-library = La biblioteca
# The list as one JSON document
option-list-json = La llista com a document JSON
# Which log lines of components are shown
option-log = Quines línies del registre dels components es mostren
# Append every log line and fault to a file, whatever the level
option-log-file = Afegir cada línia del registre i cada fallada a un fitxer, sigui quin sigui el nivell
# The folder; it is made where it is not there
option-man-folder = La carpeta; es crea si no existeix
# Scene file that takes the place of the scene's first, second … include, or is added
option-map = Fitxer d'escena que substitueix la primera, segona … inclusió de l'escena, o que s'afegeix
# Name of the crate: lower-case letters, digits and dashes, beginning with a letter, at most 40. Names of projects may have capital letters and underscores, too
option-name = Nom del crate: lletres minúscules, xifres i guions, la primera una lletra, 40 com a molt. Els noms de projectes també poden tenir majúscules i guions baixos
# Folder of the crate `sim-abi` in an author's kit; found beside the program or in its source tree without
option-new-sdk = Carpeta del crate `sim-abi` en un kit de l'autor; sense aquesta opció, es cerca al costat del programa o al seu arbre de fonts
# Work in the first process, as a debugger wants it; a plugin that ends it is not named
option-no-supervisor = Treballar en el primer procés, com ho vol un depurador; un complement que l'acabi no s'anomena
# Only these movable objects, and the robots named with --robot
option-object = Només aquests objectes mòbils, i els robots indicats amb --robot
# Folder for one JSON file per robot, events and data files of components
option-output = Carpeta per a un fitxer JSON per robot, els esdeveniments i els fitxers de dades dels components
# Folder in which package:// is looked up; may be given several times
option-package = Carpeta on es cerca package://; es pot donar diverses vegades
# Draw a plan of the trajectories
option-plan = Dibuixar un plànol de les trajectòries
# Let time run at once
option-play = Deixar córrer el temps des del principi
# Draw a value of all robots over time, or of those whose names begin with ROBOTS; may be given several times. SIGNAL is one of
# x, y, z, roll, pitch, yaw, vx, vy, vz, speed, or a channel such as gps.z
option-plot = Dibuixar un valor de tots els robots al llarg del temps, o d'aquells els noms dels quals comencen per ROBOTS; es pot donar diverses vegades. SENYAL és un de x, y, z, roll, pitch, yaw, vx, vy, vz, speed, o un canal com gps.z
# Folder with plugins, searched before the others; may be given several times
option-plugins = Carpeta amb complements, on es cerca abans que a les altres; es pot donar diverses vegades
# The list as one JSON document
option-plugins-json = La llista com a document JSON
# Only errors and faults on standard error, and no progress; standard output and exit status stay the same
option-quiet = Només errors i fallades a la sortida d'errors, i cap progrés; la sortida estàndard i l'estat de sortida no canvien
# Range rays of each robot
option-rays = Raigs de distància de cada robot
# Record the run to an MCAP file
option-record = Enregistrar la simulació en un fitxer MCAP
# The result as one JSON document
option-replay-json = El resultat com a document JSON
# Simulated time of the first image, s; of a recording, its start
option-render-start = Temps simulat de la primera imatge, s; d'un enregistrament, el seu inici
# Simulated seconds per second of the video
option-render-speed = Segons simulats per segon de vídeo
# Columns and rows of an image
option-render-size = Columnes i files d'una imatge
# Where it is drawn to: a video (.mp4, AV1), a picture (.png), or a folder for numbered pictures
option-render-output = On es dibuixa: un vídeo (.mp4, AV1), una imatge (.png) o una carpeta per a imatges numerades
# Look at this place, m; at the middle of everything without
option-render-look-at = Mirar a aquest lloc, m; sense això, al centre de tot
# What was drawn as one JSON document
option-render-json = El que s'ha dibuixat com un document JSON
# The scene, RON or JSON, or a recording, MCAP; - for a scene from standard input
option-render-input = L'escena, RON o JSON, o un enregistrament, MCAP; - per a una escena de l'entrada estàndard
# Look from this place, m
option-render-from = Mirar des d'aquest lloc, m
# Images per second
option-render-fps = Imatges per segon
# Simulated time that is shown, s; to the end of the run without
option-render-duration = Temps simulat que es mostra, s; sense això, fins al final de l'execució
# Look from behind a robot, or through one of its cameras; as the scene is seen first without
option-render-camera = Mirar des de darrere d'un robot, o per una de les seves càmeres; sense això, com es veu l'escena en obrir-la
# Only these robots, and the objects named with --object
option-robot = Només aquests robots, i els objectes indicats amb --object
# Number of robots
option-robots = Nombre de robots
# How often every workload is measured; the least time counts
option-rounds = Quantes vegades es mesura cada càrrega; compta el temps més petit
# The summary as one JSON document
option-run-json = El resum com a document JSON
# The scene, RON or JSON; - for standard input
option-run-scene = L'escena, RON o JSON; - per a l'entrada estàndard
# Seed of all random streams
option-seed = Llavor de totes les seqüències aleatòries
# Change one value, such as robots.a.controller.params.speed=0.3
option-set = Canviar un valor, com robots.a.controller.params.speed=0.3
# The shell
option-shell = L'intèrpret d'ordres
# Simulated seconds per second; as fast as possible without
option-speed = Segons simulats per segon; sense aquesta opció, tan de pressa com es pugui
# Number of steps after which the run ends
option-steps = Nombre de passos després dels quals acaba la simulació
# Write what is measured into the file, for this class of machines
option-store = Escriure el que es mesura al fitxer, per a aquesta classe de màquines
# Number of sweeps
option-sweeps = Nombre d'escombrades
# Worker threads; 0 takes all cores. The result does not depend on it
option-threads = Fils de treball; 0 pren tots els nuclis. El resultat no en depèn
# Last simulated time, s
option-to = Últim temps simulat, s
# Refuse URDF files of which something would be ignored, guessed or repaired
option-urdf-strict = Rebutjar els fitxers URDF dels quals caldria ometre, suposar o reparar alguna cosa
# List robots with sensors, actuators and channels
option-verbose = Mostrar els robots amb sensors, actuadors i canals
# Compare every recorded state and the plugins' digests; any difference is an error
option-verify = Comparar cada estat enregistrat i els resums dels complements; qualsevol diferència és un error
# Print version
option-version = Mostrar la versió
# Load plugins that appear or change while the simulation runs, and go on in the scene when its files change
option-watch = Carregar els complements que apareixen o canvien durant la simulació, i continuar en l'escena quan en canvien els fitxers
# Name a call into a plugin that has not returned for so long, s; 0 for never
option-watchdog = Anomenar una crida a un complement que no ha tornat en aquest temps, s; 0 per a mai

# CODE
placeholder-code = CODI
# CRATE
placeholder-crate = CRATE
# DIR
placeholder-dir = CARPETA
# FILE
placeholder-file = FITXER
# FILE|DIR
placeholder-file-dir = FITXER|CARPETA
# FILE.json
placeholder-file-json = FITXER.json
# FILE.mcap
placeholder-file-mcap = FITXER.mcap
# FILE.mp4|FILE.png|DIR
placeholder-file-mp4-file-png-dir = FITXER.mp4|FITXER.png|CARPETA
# FILE.png
placeholder-file-png = FITXER.png
# FOLDER
placeholder-folder = CARPETA
# ID
placeholder-id = ID
# INPUT
placeholder-input = ENTRADA
# KIND
placeholder-kind = TIPUS
# LANG
placeholder-lang = LLENGUATGE
# LEVEL
placeholder-level = NIVELL
# LIBRARY
placeholder-library = BIBLIOTECA
# NAME
placeholder-name = NOM
# PATH
placeholder-path = CAMÍ
# PATH=VALUE
placeholder-path-value = CAMÍ=VALOR
# [ROBOT=]ID
placeholder-robot-id = [ROBOT=]ID
# ROBOT[.SENSOR]
placeholder-robot-sensor = ROBOT[.SENSOR]
# [ROBOTS:]SIGNAL=FILE.png
placeholder-robots-signal-file-png = [ROBOTS:]SENYAL=FITXER.png
# SCENE
placeholder-scene = ESCENA
# SCENES
placeholder-scenes = ESCENES
# SHELL
placeholder-shell = INTÈRPRET
# WHEN
placeholder-when = QUAN
# WIDTHxHEIGHT
placeholder-widthxheight = AMPLExALT
# X,Y,Z
placeholder-x-y-z = X,Y,Z

# Whatever standard error is
value-color-always = Sigui el que sigui la sortida d'errors
# On a terminal, unless NO_COLOR is set
value-color-auto = En un terminal, llevat que s'hagi fixat NO_COLOR
# At no time
value-color-never = En cap cas
# Everything
value-log-debug = Tot
# Only errors
value-log-error = Només errors
# What components report once per run too
value-log-info = També el que els components comuniquen una vegada per simulació
# None
value-log-off = Cap
# Warnings too
value-log-warn = També els avisos
# Make a scene of a world of Webots or of a VRML97 file
command-import = Fer una escena d'un món de Webots o d'un fitxer VRML97
# The world of Webots, or the VRML97 file
option-import-file = El món de Webots, o el fitxer VRML97
# The scene; beside the file, with its name, without
option-import-output = L'escena; sense això, al costat del fitxer i amb el seu nom
# Put a robot model in the place of a robot of the world, which has this name or this DEF; can be given for several robots
option-import-robot = Posar un model de robot en el lloc d'un robot del món, que té aquest nom o aquest DEF; es pot donar per a diversos robots
# What was made and what was left out, as one JSON document
option-import-json = El que s'ha fet i el que s'ha omès, com un document JSON
# NAME=MODEL
placeholder-name-model = NOM=MODEL
# SCENE.ron
placeholder-scene-ron = ESCENA.ron
# Make, check, build, install and remove packs of robots
command-pack = Fer, comprovar, compilar, instal·lar i treure paquets de robots
# Build the libraries of a pack and make its archive
command-pack-build = Compilar les biblioteques d'un paquet i fer el seu fitxer
# Check the folder of a pack, or an archive
command-pack-check = Comprovar la carpeta d'un paquet, o un fitxer
# Write the archive of an installed pack
command-pack-export = Escriure el fitxer d'un paquet instal·lat
# Say what a pack holds: an installed one, an archive or a folder
command-pack-info = Dir què hi ha en un paquet: un d'instal·lat, un fitxer o una carpeta
# Install packs
command-pack-install = Instal·lar paquets
# List the installed packs
command-pack-list = Llistar els paquets instal·lats
# Note in a file beside a scene which packs it uses, to the byte
command-pack-lock = Anotar en un fitxer al costat d'una escena quins paquets fa servir, fins a l'últim byte
# Make the folder of a new pack: a robot, its controller and a scene
command-pack-new = Fer la carpeta d'un paquet nou: un robot, el seu controlador i una escena
# Remove an installed pack, and what only it needed
command-pack-remove = Treure un paquet instal·lat, i el que només ell necessitava
# Compare the files of installed packs with what was installed
command-pack-verify = Comparar els fitxers dels paquets instal·lats amb el que es va instal·lar
# Folder of the pack; the present one without
option-pack-build-folder = Carpeta del paquet; sense, l'actual
# Folder for the archive; that of the pack without
option-pack-build-output = Carpeta per al fitxer; sense, la del paquet
# Archive of the same version that was built on another machine, whose libraries come in, too; may be given several times
option-pack-build-with = Fitxer de la mateixa versió compilat en una altra màquina, les biblioteques del qual també hi entren; es pot donar diverses vegades
# Folder or archive; the present folder without
option-pack-check-pack = Carpeta o fitxer; sense, la carpeta actual
# Folder for the archive; the present one without
option-pack-export-output = Carpeta per al fitxer; sense, l'actual
# The pack, with versions or without: acme/rover, acme/rover@1.2.0 for that one, acme/rover@^1.2
option-pack-export-pack = El paquet, amb versions o sense: acme/rover, acme/rover@1.2.0 només per a aquesta, acme/rover@^1.2
# What is said as one JSON document
option-pack-info-json = El que es diu com un document JSON
# Name of an installed pack, with versions or without (acme/rover@1.2.0 is that one), an archive, or the folder of a pack
option-pack-info-pack = Nom d'un paquet instal·lat, amb versions o sense (acme/rover@1.2.0 és només aquesta), un fitxer, o la carpeta d'un paquet
# The list as one JSON document
option-pack-list-json = La llista com un document JSON
# The scene
option-pack-lock-scene = L'escena
# Name of the pack, such as acme/rover: you, and the name of the pack
option-pack-new-name = Nom del paquet, com ara acme/rover: vós, i el nom del paquet
# Folder of the crate `sim-abi` in an author's kit; found beside the program or in its source tree without
option-pack-new-sdk = Carpeta del crate `sim-abi` en un kit de l'autor; sense, es busca al costat del programa o al seu arbre de fonts
# The pack, with versions or without: acme/rover, acme/rover@1.2.0 for that one, acme/rover@^1.2
option-pack-remove-pack = El paquet, amb versions o sense: acme/rover, acme/rover@1.2.0 només per a aquesta, acme/rover@^1.2
# The pack, with versions or without; all installed packs without
option-pack-verify-pack = El paquet, amb versions o sense; sense ell, tots els instal·lats
# ARCHIVE
placeholder-archive = FITXER
# FOLDER|ARCHIVE
placeholder-folder-archive = CARPETA|FITXER
# PACK
placeholder-pack = PAQUET
# PACK|ARCHIVE|FOLDER
placeholder-pack-archive-folder = PAQUET|FITXER|CARPETA
# PUBLISHER/NAME
placeholder-publisher-name = EDITOR/NOM
# Make a pair of keys to sign packs with
command-pack-key = Fer un parell de claus per signar paquets
# Sign an archive
command-pack-sign = Signar un fitxer
# Trust the public key of a publisher, or list those that are trusted
command-pack-trust = Confiar en la clau pública de qui publica, o llistar les de confiança
# Name of the files without ending: NAME.key is secret, NAME.pub is for everybody
option-pack-key-name = Nom dels fitxers sense terminació: NAME.key és secret, NAME.pub és per a tothom
# Leave the secret key without a password
option-pack-key-no-password = Deixar la clau secreta sense contrasenya
# The archive; its signature becomes a file beside it
option-pack-sign-archive = El fitxer; la seva signatura serà un fitxer al costat
# The secret key, NAME.key
option-pack-sign-key = La clau secreta, NAME.key
# The publisher; all that are trusted are listed without
option-pack-trust-publisher = Qui publica; sense això es llisten tots els de confiança
# The public key: a file, or the line in it that begins with RW
option-pack-trust-key = La clau pública: un fitxer, o la línia que hi comença amb RW
# Put the key in the place of the one that is trusted now
option-pack-trust-replace = Posar la clau en lloc de la que ara és de confiança
# Trust the publisher no more
option-pack-trust-forget = No confiar més en qui publica
# KEY
placeholder-key = CLAU
# PUBLISHER
placeholder-publisher = EDITOR
# Put an archive into an index, from which others install it by name
command-pack-publish = Posar un fitxer en un índex, d'on altres l'instal·len pel seu nom
# Say in an index that versions of a pack must not be used any more
command-pack-revoke = Dir en un índex que versions d'un paquet ja no s'han de fer servir
# List the indexes that are used, or change which these are
command-pack-source = Llistar els índexs que es fan servir, o canviar quins són
# Look for packs in the indexes that are used
command-pack-search = Cercar paquets en els índexs que es fan servir
# Install newer versions of packs out of the indexes that are used
command-pack-update = Instal·lar versions més noves de paquets dels índexs que es fan servir
# The archive; the signature beside it comes along
option-pack-publish-archive = El fitxer; la signatura al costat va amb ell
# The index, which is made if it is not there: a folder, or a registry as oci://HOST/PATH
option-pack-publish-to = L'índex, que es fa si no hi és: una carpeta, o un registre com oci://HOST/PATH
# Public key of the publisher, for those who install from this index: a file, or the line in it that begins with RW
option-pack-publish-key = Clau pública de qui publica, per a qui instal·la d'aquest índex: un fitxer, o la línia que hi comença amb RW
# The pack, with versions or without: acme/rover, acme/rover@1.2.0 for that one, acme/rover@^1.2
option-pack-revoke-pack = El paquet, amb versions o sense: acme/rover, acme/rover@1.2.0 només per a aquesta, acme/rover@^1.2
# The index: a folder, or a registry as oci://HOST/PATH
option-pack-revoke-to = L'índex: una carpeta, o un registre com oci://HOST/PATH
# Why, in a sentence for those who would use it
option-pack-revoke-reason = Per què, en una frase per a qui el faria servir
# Words in names, descriptions, authors, components, robots and scenes; everything without
option-pack-search-words = Paraules en noms, descripcions, autors, components, robots i escenes; sense cap, tot
# An index: a folder, https://HOST/PATH or oci://HOST/PATH; those that `sim pack source` lists without
option-pack-search-from = Un índex: una carpeta, https://HOST/PATH o oci://HOST/PATH; sense, els que llista `sim pack source`
# The list as one JSON document
option-pack-search-json = La llista com un document JSON
# An index: a folder, https://HOST/PATH or oci://HOST/PATH; those that `sim pack source` lists without
option-pack-install-from = Un índex: una carpeta, https://HOST/PATH o oci://HOST/PATH; sense, els que llista `sim pack source`
# An index: a folder, https://HOST/PATH or oci://HOST/PATH; those that `sim pack source` lists without
option-pack-update-from = Un índex: una carpeta, https://HOST/PATH o oci://HOST/PATH; sense, els que llista `sim pack source`
# The packs, with versions or without; all that were asked for without
option-pack-update-packs = Els paquets, amb versions o sense; sense ells, tots els que es van demanar
# Public key to check signatures with: a file, or the line in it that begins with RW
option-pack-update-key = Clau pública amb què comprovar signatures: un fitxer, o la línia que hi comença amb RW
# Trust a key that is new from now on without a question; another key of a known publisher is never taken
option-pack-update-yes = Confiar en una clau nova des d'ara sense preguntar; una altra clau de qui ja es coneix no es pren mai
# Build packs here without a question that have no library for this machine, but their sources; the build is confined
option-pack-update-build = Compilar aquí sense preguntar els paquets que no tenen biblioteca per a aquesta màquina, però sí el seu codi font; la compilació està limitada
# WORD
placeholder-word = PARAULA
# Public key to check signatures with: a file, or the line in it that begins with RW
option-pack-install-key = Clau pública amb què comprovar signatures: un fitxer, o la línia que hi comença amb RW
# Trust a key that is new from now on without a question; another key of a known publisher is never taken
option-pack-install-yes = Confiar en una clau nova des d'ara sense preguntar; una altra clau de qui ja es coneix no es pren mai
# Build packs here without a question that have no library for this machine, but their sources; the build is confined
option-pack-install-build = Compilar aquí sense preguntar els paquets que no tenen biblioteca per a aquesta màquina, però sí el seu codi font; la compilació està limitada
# Names of packs, with versions or without; archives; folders of packs, which are built first
option-pack-install-packs = Noms de paquets, amb versions o sense; fitxers; carpetes de paquets, que abans es compilen
# TEXT
placeholder-text = TEXT
# Run the libraries of a pack in processes of their own, as they do at first, or in the program's
command-pack-isolate = Executar les biblioteques d'un paquet en processos propis, com al principi, o en el del programa
# The pack, with versions or without: acme/rover, acme/rover@1.2.0 for that one, acme/rover@^1.2
option-pack-isolate-pack = El paquet, amb versions o sense: acme/rover, acme/rover@1.2.0 només per a aquesta, acme/rover@^1.2
# Run them in the program's own process, where nothing confines them
option-pack-isolate-off = Executar-les en el mateix procés del programa, on res no les limita
# WHAT
placeholder-what = QUÈ
# Use an index from now on
command-pack-source-add = Fer servir un índex des d'ara
# Use an index no more
command-pack-source-remove = No fer servir més un índex
# The index: a folder, https://HOST/PATH or oci://HOST/PATH
option-pack-source-add-place = L'índex: una carpeta, https://HOST/PATH o oci://HOST/PATH
# The index: a folder, https://HOST/PATH or oci://HOST/PATH
option-pack-source-remove-place = L'índex: una carpeta, https://HOST/PATH o oci://HOST/PATH
# PLACE
placeholder-place = LLOC
