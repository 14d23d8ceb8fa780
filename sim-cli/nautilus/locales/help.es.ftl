# La ayuda de las órdenes y de sus opciones. El comentario que precede a un mensaje es el texto inglés que traduce, que está en
# los comentarios del código. Una prueba los compara.

# Runs configurations of the NAUTILUS simulator. Its own flags `-novisual`, `-cf` and `-ef` are understood as well
command-sim-nautilus = Ejecuta configuraciones del simulador NAUTILUS. También se entienden sus opciones `-novisual`, `-cf` y `-ef`
# Controllers, maps and dynamics have the names that they have there, or the ids of components; --list tells which there are. A
# value in the configuration file counts more than a flag, except for -t, --seed, --out-dir, --no-visual, --efficient and
# --output.
command-sim-nautilus-after = Los controladores, mapas y dinámicas tienen los nombres que tienen allí, o los ids de componentes; --list dice cuáles hay. Un valor del archivo de configuración cuenta más que una opción, salvo -t, --seed, --out-dir, --no-visual, --efficient y --output.

# Check the configuration and end
option-check = Comprobar la configuración y terminar
# Configuration file: a name in the folder configuration_files, or a path (-cf)
option-config = Archivo de configuración: un nombre de la carpeta configuration_files, o una ruta (-cf)
# Controller of all robots for which the configuration names none
option-controller = Controlador de todos los robots para los que la configuración no nombra ninguno
# Efficiency mode: models with few polygons (-ef)
option-efficient = Modo eficiente: modelos con pocos polígonos (-ef)
# Print the names of controllers, maps, dynamics, sensors, actuators and models as JSON, and end
option-list = Imprimir como JSON los nombres de controladores, mapas, dinámicas, sensores, actuadores y modelos, y terminar
# Map: empty, rectangle (prismaArena), octagon (cylinderArena), polygon
option-map = Mapa: empty, rectangle (prismaArena), octagon (cylinderArena), polygon
# Run without the window (-novisual)
option-no-visual = Ejecutar sin la ventana (-novisual)
# Folder in which runs make their folders
option-out-dir = Carpeta en la que las simulaciones crean las suyas
# Write a folder with a record of every robot
option-output = Escribir una carpeta con un registro de cada robot
# Close the lists in the folder of a run that was killed, and end
option-repair = Cerrar las listas de la carpeta de una simulación que se terminó a la fuerza, y terminar
# Write the scene that the configuration stands for, and end
option-scene = Escribir la escena que representa la configuración, y terminar
# Simulated seconds per second; without, as fast as possible, and 1 in the window
option-speed = Segundos simulados por segundo; sin ella, lo más rápido posible, y 1 en la ventana
# Simulated time after which the run ends, s; without any it runs until Ctrl-C
option-time = Tiempo simulado tras el que termina la simulación, s; sin ninguno continúa hasta Ctrl-C

# FILE.ron
placeholder-file-ron = ARCHIVO.ron
# MAP
placeholder-map = MAPA
