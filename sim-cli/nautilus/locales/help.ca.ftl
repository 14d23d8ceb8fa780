# L'ajuda de les ordres i de les seves opcions. El comentari que precedeix un missatge és el text anglès que tradueix, que és
# als comentaris del codi. Una prova els compara.

# Runs configurations of the NAUTILUS simulator. Its own flags `-novisual`, `-cf` and `-ef` are understood as well
command-sim-nautilus = Executa configuracions del simulador NAUTILUS. També s'entenen les seves opcions `-novisual`, `-cf` i `-ef`
# Controllers, maps and dynamics have the names that they have there, or the ids of components; --list tells which there are. A
# value in the configuration file counts more than a flag, except for -t, --seed, --out-dir, --no-visual, --efficient and
# --output.
command-sim-nautilus-after = Els controladors, mapes i dinàmiques tenen els noms que tenen allà, o els ids de components; --list diu quins hi ha. Un valor del fitxer de configuració compta més que una opció, llevat de -t, --seed, --out-dir, --no-visual, --efficient i --output.

# Check the configuration and end
option-check = Comprovar la configuració i acabar
# Configuration file: a name in the folder configuration_files, or a path (-cf)
option-config = Fitxer de configuració: un nom de la carpeta configuration_files, o un camí (-cf)
# Controller of all robots for which the configuration names none
option-controller = Controlador de tots els robots per als quals la configuració no n'indica cap
# Efficiency mode: models with few polygons (-ef)
option-efficient = Mode eficient: models amb pocs polígons (-ef)
# Print the names of controllers, maps, dynamics, sensors, actuators and models as JSON, and end
option-list = Imprimir com a JSON els noms de controladors, mapes, dinàmiques, sensors, actuadors i models, i acabar
# Map: empty, rectangle (prismaArena), octagon (cylinderArena), polygon
option-map = Mapa: empty, rectangle (prismaArena), octagon (cylinderArena), polygon
# Run without the window (-novisual)
option-no-visual = Executar sense la finestra (-novisual)
# Folder in which runs make their folders
option-out-dir = Carpeta on les simulacions creen les seves
# Write a folder with a record of every robot
option-output = Escriure una carpeta amb un registre de cada robot
# Close the lists in the folder of a run that was killed, and end
option-repair = Tancar les llistes de la carpeta d'una simulació que es va acabar per força, i acabar
# Write the scene that the configuration stands for, and end
option-scene = Escriure l'escena que representa la configuració, i acabar
# Simulated seconds per second; without, as fast as possible, and 1 in the window
option-speed = Segons simulats per segon; sense aquesta opció, tan de pressa com es pugui, i 1 a la finestra
# Simulated time after which the run ends, s; without any it runs until Ctrl-C
option-time = Temps simulat després del qual acaba la simulació, s; sense cap continua fins a Ctrl-C

# FILE.ron
placeholder-file-ron = FITXER.ron
# MAP
placeholder-map = MAPA
