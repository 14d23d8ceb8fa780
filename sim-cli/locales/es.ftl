# Lo que dicen las órdenes.

## bench

bench-dt = 0.1 es el paso habitual
bench-factor = factor de tiempo real
bench-hits = impactos
bench-loaded = { $libraries } con { $components } en { $time } ms
bench-memory = memoria máxima
bench-rays = 8 rayos es lo habitual
bench-rays-are = { $count ->
    [one] { $count } rayo
   *[other] { $count } rayos
 }
bench-rays-cpu = rayos por segundo de CPU
bench-robots = 1000 es el enjambre habitual
bench-seconds = 60 da cifras estables
bench-start = inicio hasta el primer paso
bench-steps = pasos de robot por segundo
bench-steps-cpu = pasos de robot por segundo de CPU
bench-sweeps = 5000 barridos tardan unos segundos
bench-threads = { $count ->
    [one] { $count } hilo
   *[other] { $count } hilos
 }
bench-unknown = desconocida
bench-what = { $robots }, paso de { $dt } s, { $threads }
bench-what-rays = { $robots }, { $rays }, paso de { $dt } s, { $threads }

## check

check-as = { $robot }: como { $other }
check-from = desde { $min }
check-more = … y { $more } más
check-other = { $file }: correcto, una configuración con { $robots } (`sim { $name }`)
check-problems = { $count ->
    [one] { $count } problema
   *[other] { $count } problemas
 }
check-publishes = publica
check-robot = { $file }: correcto, un archivo de robot
check-scene = { $file }: correcto, { $robots }, { $objects }, { $services }
check-up-to = hasta { $max }

## conform

conform-conforms = cumple
conform-fails = no cumple
conform-no-component = la biblioteca no ofrece `{ $id }`
conform-no-component-help = tiene: { $ids }
conform-no-robot = la escena no tiene ningún robot en el que comprobar un controlador
conform-no-robot-help = nombrar una escena con un robot, u omitir `--scene`
conform-not-checked = sin comprobar
conform-on-scene = { $reason }; `--scene ARCHIVO` lo comprueba en el primer robot de una escena

## console

console-closed = un complemento la ha cerrado
console-output = no se puede escribir el resultado
console-output-help = comprobar que la carpeta existe y que se puede escribir en ella
console-unwritten = no se pueden escribir los resultados en la salida estándar
console-unwritten-help = hacer sitio allí adonde va, o enviarla a otro lugar

## count

count-and-more = … y { $more } más (--json los muestra todos)
count-components = { $count ->
    [one] { $count } componente
   *[other] { $count } componentes
 }
count-files = { $count ->
    [one] { $count } archivo
   *[other] { $count } archivos
 }
count-libraries = { $count ->
    [one] { $count } biblioteca
   *[other] { $count } bibliotecas
 }
count-objects = { $count ->
    [one] { $count } objeto
   *[other] { $count } objetos
 }
count-robots = { $count ->
    [one] { $count } robot
   *[other] { $count } robots
 }
count-scenes = { $count ->
    [one] { $count } escena
   *[other] { $count } escenas
 }
count-services = { $count ->
    [one] { $count } servicio
   *[other] { $count } servicios
 }

## diff

diff-added = añadido
diff-content = otro contenido de { $name }
diff-order = en otro orden: { $from } → { $to }
diff-removed = eliminado

## doctor

doctor-copies = copias en
doctor-failed = falla
doctor-folder = { $path } ({ $origin })
doctor-gone = ausente
doctor-ids = { $count ->
    [one] { $count } id
   *[other] { $count } ids
 }
doctor-installation = instalación
doctor-isolation = aislamiento
doctor-isolation-gaps = no como debería: { $gaps }
doctor-isolation-whole = los procesos de las bibliotecas se pueden limitar
doctor-project = proyecto
doctor-machine = máquina
doctor-machine-is = { $threads ->
    [one] { $system }, { $threads } hilo
   *[other] { $system }, { $threads } hilos
 }
doctor-no = no
doctor-no-such-folder = { $path } ({ $origin }, no existe)
doctor-program = programa
doctor-program-is = sim { $version }, complementos de ABI { $abi }
doctor-registered = registrada
doctor-searched = se busca en
doctor-skipped = omitida
doctor-sum = { $registered } registradas con { $components }, { $failed } con fallos, { $skipped } omitidas, { $ids } en conflicto
doctor-terminal = terminal
doctor-user-folder = carpeta del usuario
doctor-yes = sí

## ending

ending-closed = se cerró correctamente
ending-completed = completada
ending-damaged = { $places ->
    [one] se cerró correctamente, pero está dañada en { $places } lugar
   *[other] se cerró correctamente, pero está dañada en { $places } lugares
 }
ending-cut-off = quedó cortada: el último registro completo termina en el byte { $at }
ending-failed = ha fallado: { $reason }
ending-interrupted = interrumpida
ending-stopped = detenida: { $reason }
ending-unreadable = a partir del byte { $at } no se puede leer nada

## export

export-every = 1 toma todos los fotogramas, 10 uno de cada diez
export-from = omitirlo para empezar donde empieza la grabación
export-not-closed = la grabación no se cerró correctamente; se usa lo que se puede leer
export-to = omitirlo para terminar donde termina la grabación

## external

external-about = Ejecutar { $file }, un programa que está junto a este
external-ended = { $error }; terminó con { $status }
external-no-report = el programa de la orden `{ $name }` no ha dado ningún informe
external-no-report-help = usar el programa que vino con este
external-not-started = no se puede iniciar el programa de la orden `{ $name }`
external-not-started-help = comprobar que el archivo es un programa para esta máquina y se puede ejecutar, o eliminarlo

## fmt

fmt-json = esto es JSON
fmt-json-help = las herramientas para JSON le dan formato; `sim fmt` es para RON, que tiene comentarios
fmt-json-scene = una escena en JSON no tiene formato propio

## followed

followed-all = { $all }
followed-altered = { $name } continúa con otras piezas: { $reason }
followed-carried = { $count ->
    [one] se mantiene { $count } estado de robots y objetos móviles
   *[other] se mantienen { $count } estados de robots y objetos móviles
 }
followed-gone = { $name } ya no está
followed-restarted = { $name } empieza de nuevo: { $reason }
followed-service-restarted = el servicio { $name } empieza de nuevo: { $reason }

## guard

guard-as-stored = como lo guardado
guard-burn = 30 es más de lo que se permite
guard-faster = más rápido: guardarlo
guard-figure = cifra
guard-head = { $class }, { $rounds } rondas, referencia { $reference } en { $time } ms
guard-multiples = cifras que sean múltiplos de la referencia { $version }
guard-no-class = { $file } no tiene cifras de máquinas de la clase { $class }; para guardar estas: --store, o la línea
guard-not-stored = sin guardar
guard-other-multiples = múltiplos de la referencia { $version }
guard-rounds = 150 tardan unos cinco segundos
guard-slower = MÁS LENTO
guard-stored = guardada
guard-stores = { $file } contiene las cifras de { $class }
guard-times = veces
guard-unusable = no se pueden usar las cifras guardadas
guard-unusable-help = medir de nuevo con --store
guard-workload = carga

## gui

gui-instead = ejecutar la escena sin ventana: `sim run { $scene }`
gui-standard-input = la ventana no abre escenas de la entrada estándar: no podría ni guardarlas ni volver a abrirlas
gui-standard-input-help = escribirla en un archivo y abrir ese; `sim run -` la ejecuta sin ventana

## help

help-a-command = ORDEN
help-a-scene = ESCENA
help-any-options = OPCIONES
help-arguments = Argumentos
help-choice = [valores posibles: { $values }]
help-commands = Órdenes
help-default = [por defecto: { $default }]
help-options = Opciones
help-usage = Uso
help-values = Valores posibles

## import

import-a-file = un archivo en un disco
import-at-least-0 = 0 o más
import-attenuation = tres números, ninguno menor que 0
import-axes = "ENU", "NUE" o "EUN"
import-axis = un eje que no sea (0, 0, 0), y un ángulo en rad
import-bad-value = el campo `{ $field }` del nodo `{ $node }` tiene un valor que no se puede usar
import-bad-values = el campo `{ $field }` de { $count } nodos `{ $kind }` tiene valores que no se pueden usar, el primero aquí
import-brace = una llave de apertura tras el tipo de un nodo
import-color = rojo, verde y azul, cada uno de 0 a 1
import-corners = como máximo { $most } puntos
import-count = { $count ->
    [one] { $count } número
   *[other] { $count } números
 }
import-cycle = un nodo se usa dentro de sí mismo
import-deep = los nodos están anidados con demasiada profundidad
import-deep-expected = como máximo { $most } niveles, con los que repite USE
import-dimension = un número entero de 2 a 1000000
import-direction = una dirección que no sea (0, 0, 0)
import-done = { $scene }: { $objects }, { $lights }, { $robots }; { $left }
import-element = otro valor de la lista, o un corchete de cierre
import-end = el final del archivo
import-ending = la escena tiene una terminación desconocida
import-ending-expected = un nombre que acabe en .ron
import-extrusion = al menos dos esquinas en `crossSection`, y dos puntos distintos en `spine`
import-extrusion-large = la extrusión es demasiado grande
import-extrusion-large-expected = como máximo { $most } puntos: esquinas de la sección por puntos de la espina
import-extrusions-large = las extrusiones del archivo son demasiado grandes en conjunto
import-face-corners = como máximo { $most } esquinas
import-face-large = una cara que no es convexa tiene demasiadas esquinas
import-falls = nada sostiene lo que cae: debajo de `{ $name }` no hay suelo
import-falls-help = añada debajo un objeto fijo, por ejemplo uno con la forma `Plane`
import-few-heights = faltan casi todas las alturas de la cuadrícula
import-field = el nombre de un campo, o una llave de cierre
import-file = un archivo que exista, nombrado desde la carpeta del mundo
import-friction = 0 o más, o -1 para un rozamiento infinito
import-gravity = un número o tres, hasta 1000 m/s²
import-groups = grupos de { $count } números
import-gzip = el archivo está comprimido
import-gzip-help = descomprímalo antes: gunzip < { $file } > world.wrl
import-header = el archivo no es ni VRML97 ni un mundo de Webots
import-header-expected = `#VRML V2.0 utf8` o `#VRML_SIM R2023b utf8` en la primera línea
import-heights = { $count } alturas: { $columns } para cada una de las { $rows } filas
import-index = números de puntos, de 0 a { $most }, y -1 tras cada cara
import-inertia = tres momentos mayores que 0 kg·m², ninguno mayor que la suma de los otros dos, y tres productos
import-inside = { $count ->
    [one] { $count } nodo en él
   *[other] { $count } nodos en él
 }
import-inside-all = { $count ->
    [one] { $count } nodo en ellos
   *[other] { $count } nodos en ellos
 }
import-large = el archivo es demasiado grande
import-large-expected = como máximo { $most } bytes
import-latin1 = el archivo no es UTF-8: se ha leído como Latin-1
import-latin1-help = guárdelo como UTF-8 si hay letras equivocadas en los nombres
import-left = { $count ->
    [one] { $count } cosa omitida
   *[other] { $count } cosas omitidas
 }
import-left-fields = { $count ->
    [one] se omite { $count } campo de { $node }
   *[other] se omiten { $count } campos de { $node }
 }
import-left-fields-of = { $count ->
    [one] se omite { $count } campo de { $nodes } nodos `{ $kind }`, el primero aquí
   *[other] se omiten { $count } campos de { $nodes } nodos `{ $kind }`, el primero aquí
 }
import-left-node = se omite { $node }
import-left-nodes = se omiten { $count } nodos `{ $kind }`, el primero aquí
import-left-parts = se omite lo que contiene { $node }
import-left-proto = se omite la definición del PROTO `{ $name }`
import-left-route = se omite un ROUTE
import-lights = { $count ->
    [one] { $count } luz
   *[other] { $count } luces
 }
import-lights-all = { $node } ilumina todo
import-many = el archivo tiene demasiados nodos
import-many-expected = como máximo { $most } nodos
import-mass = una `mass` mayor que 0 kg, o una `density` mayor que 0 kg/m³
import-mass-cannot = su masa no se puede usar: su sólido está quieto
import-mass-range = una masa de { $least } a { $most } kg
import-mesh-file = un archivo de triángulos que se pueda leer: { $cause }
import-mesh-large = las mallas del archivo son demasiado grandes
import-mesh-large-expected = como máximo { $most } bytes en total
import-meshes = las mallas
import-mixed = una lista de números, de textos, de valores de verdad o de nodos
import-name = un nombre
import-no-faces = las caras no tienen puntos
import-no-faces-expected = puntos en `coord`, y sus números en `coordIndex`
import-no-grid = la rejilla no tiene `{ $field }`
import-no-model = ningún complemento instalado tiene el modelo de robot `{ $model }`
import-no-robot = el mundo no tiene ningún robot `{ $name }`
import-no-robots = nada: no tiene robots
import-no-surface = la forma no tiene superficie
import-node = un nodo: su tipo, DEF o USE
import-nodes = un nodo, o una lista de nodos
import-not-unicode = el nombre de la escena no es UTF-8
import-not-utf8 = el archivo no es texto UTF-8
import-not-utf8-help = guárdelo como UTF-8
import-number = no es un número que se pueda usar
import-number-expected = un número finito
import-numbers = números
import-objects = { $count ->
    [one] { $count } objeto
   *[other] { $count } objetos
 }
import-one-node = un nodo
import-opened = el último paréntesis abierto está en la línea { $line }, columna { $column }
import-other-kind = `{ $model }` no es un modelo de robot: su tipo es { $kind }
import-other-kind-help = `sim plugins` enumera los modelos
import-points = las formas del archivo son demasiado grandes
import-points-expected = como máximo { $most } puntos de mallas y rejillas deformadas, unidas o usadas otra vez
import-positive = mayor que 0
import-proto = la interfaz del PROTO entre corchetes y su cuerpo entre llaves
import-quoted = un texto entre comillas
import-range = de { $least } a { $most }
import-repeats = el archivo repite sus nodos demasiadas veces
import-repeats-expected = como máximo { $most } nodos, contando cada vez los que repite USE
import-robot = se esperaba el nombre de un robot y el identificador de un modelo, como 'e-puck=scout/standard'
import-robot-twice = al robot `{ $name }` se le da un modelo dos veces
import-robot-twice-help = omitir uno de ellos; un nombre y un DEF pueden significar el mismo robot
import-robots = { $count ->
    [one] { $count } robot
   *[other] { $count } robots
 }
import-route = `ROUTE node.event TO node.event`
import-scale = tres factores que no sean 0
import-scale-positive = factores mayores que 0
import-section-large = la sección tiene demasiadas esquinas
import-seed = un número entero desde 0, o -1
import-shape-large = la forma tiene demasiados puntos
import-size = la forma es demasiado grande, demasiado pequeña o está demasiado lejos
import-size-expected = tamaños y distancias de { $least } a { $most } m
import-statement = un nodo, DEF, USE, PROTO, EXTERNPROTO o ROUTE
import-step = de 0.001 a 1000 ms
import-syntax = el archivo no está bien formado
import-text = un texto no termina
import-text-help = añada las comillas de cierre; unas comillas dentro de un texto se escriben \"
import-truth = TRUE o FALSE
import-unreadable = el archivo no se puede leer
import-use = USE no nombra ningún nodo anterior
import-use-help = dé nombre a un nodo con DEF antes de usarlo
import-value = un valor: números, un texto, TRUE, FALSE, NULL, un nodo o una lista entre corchetes
import-view = la vista no está en ningún lugar
import-view-expected = un lugar a menos de 1e9 m, y factores de los nodos que la rodean que no sean 0
import-vrml1 = el archivo es VRML 1.0, cuyos nodos son otros
import-vrml1-help = expórtelo como VRML97 (VRML 2.0) desde el programa que lo hizo
import-why-address = solo se leen archivos de esta máquina, nombrados desde la carpeta del mundo
import-why-ambient = la luz que es igual en todas partes es una lámpara propia: `kind: Ambient`
import-why-axes = son respecto a otros ejes que los de su forma
import-why-background = el cielo tiene dos colores: `view.background` y `view.horizon`
import-why-background-light = el cielo no da luz: añada una lámpara, por ejemplo de la clase `Ambient`
import-why-beam = el cono tiene un solo borde, el de `cutOffAngle`
import-why-behaviour = en una escena nada se mueve por guiones y eventos de VRML97
import-why-billboard = nada se gira hacia quien mira
import-why-center = el centro de masas de un objeto es el de su forma
import-why-contact = los objetos tienen un rozamiento y una restitución, sea lo que sea lo que los toque
import-why-corners = las caras de menos de tres esquinas no tienen superficie
import-why-damping = a los objetos solo los frena lo que tocan
import-why-default = se usa lo que vale sin este campo
import-why-device = los sensores y actuadores son de los robots: móntelos allí
import-why-emissive = los objetos tienen un solo color
import-why-ending = los archivos de mallas son { $known }
import-why-endless = el rozamiento máximo es 10
import-why-few-heights = { $count ->
    [one] falta { $count } altura: es 0
   *[other] faltan { $count } alturas: son 0
 }
import-why-fields = las escenas no tienen tales valores, o los tienen en otro lugar
import-why-first = solo cuenta el primero
import-why-fixed = su sólido es parte de otro, que está quieto
import-why-flare = las lámparas no tienen destellos
import-why-fluid = las escenas tienen medios, como el agua, para la dinámica de los robots
import-why-fog = el aire de una escena es transparente
import-why-follow = la vista sigue a robots; dé su modelo con --robot
import-why-friction = el rozamiento es igual en todas las direcciones: cuenta el primer número
import-why-inline = importe su archivo aparte, e incluya la escena
import-why-instance = es una instancia de un PROTO, que no se lee: ponga en su lugar los nodos que representa, en Webots con Convert to Base Node(s)
import-why-joint = los objetos no tienen articulaciones ni motores: haga de él un modelo de robot
import-why-lines = los puntos, las líneas y las letras no son cuerpos
import-why-many-heights = { $count ->
    [one] hay { $count } altura más que puntos
   *[other] hay { $count } alturas más que puntos
 }
import-why-mass = no tiene masa: su sólido está quieto
import-why-model = en su lugar están las partes y el controlador de `{ $model }`
import-why-name = el nombre de su archivo no es UTF-8, o está en otra unidad
import-why-navigation = cómo se mueve uno por una escena es cosa de la ventana
import-why-no-bounds = su sólido no tiene un objeto de contorno que se entienda: está quieto
import-why-no-file = no nombra ningún archivo
import-why-open = se dibuja cerrado
import-why-part = su sólido es parte de otro, cuya masa cuenta
import-why-plane = los planos y el terreno no pueden moverse: su sólido está quieto
import-why-products = los objetos solo tienen momentos de inercia respecto a sus ejes
import-why-proto = solo se entienden los nodos que definen VRML97 y Webots
import-why-robot = aquí los robots son modelos: --robot '{ $name }=MODEL' pone uno en { $place } m
import-why-roll = la vista no puede inclinarse hacia un lado
import-why-scales = hay más que puntos de la espina
import-why-second = cuenta el primer nodo de su tipo
import-why-seed = una ejecución siempre tiene una semilla, para poder repetirla: aquí 0
import-why-shape = se omite la forma
import-why-siblings = en VRML97 ilumina lo que está en el mismo grupo
import-why-sky = el cielo tiene dos colores: cuentan el primero y el último
import-why-sound = las escenas son silenciosas
import-why-texture = los objetos tienen un color y ninguna textura
import-why-unknown = aquí no se entienden los nodos de este tipo
import-why-volume = su objeto de contorno no encierra un volumen, del que se seguirían masa e inercia: su sólido está quieto

## info

info-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
 }
info-can-move = { $objects } que se pueden mover
info-channels = { $count ->
    [one] { $count } canal
   *[other] { $count } canales
 }
info-components = componentes
info-contacts = { $count ->
    [one] { $count } contacto
   *[other] { $count } contactos
 }
info-edits = { $count ->
    [one] { $count } cambio del mundo
   *[other] { $count } cambios del mundo
 }
info-ended = final
info-events = sucesos
info-events-are = { $all }: { $faults }, { $lines }, { $contacts }, { $edits }, { $outside }, { $notes }
info-faults = { $count ->
    [one] { $count } fallo
   *[other] { $count } fallos
 }
info-files = archivos
info-isolated = aislados
info-isolated-never-anew = llamadas de hasta { $deadline } s, no se hacen de nuevo
info-isolated-within = { $count ->
    [one] llamadas de hasta { $deadline } s, hechos de nuevo hasta { $count } vez
   *[other] llamadas de hasta { $deadline } s, hechos de nuevo hasta { $count } veces
 }
info-log-lines = { $count ->
    [one] { $count } línea del registro
   *[other] { $count } líneas del registro
 }
info-made-by = hecha por
info-no-end = desconocido: el archivo no tiene final
info-not-whole = INCOMPLETA
info-notes = { $count ->
    [one] { $count } nota
   *[other] { $count } notas
 }
info-objects = objetos
info-of-scene = { $files } de la escena
info-outside = { $count } de fuera
info-recording = grabación
info-robots = robots
info-simulated = { $duration } s en { $ticks }
info-simulated-every = { $duration } s en { $ticks }, un fotograma cada { $every } pasos
info-ticks = { $count ->
    [one] { $count } paso
   *[other] { $count } pasos
 }
info-version = versión { $version }
info-whole = completa

## input

input-twice = `-` se da más de una vez, pero la entrada estándar solo se puede leer una vez
input-twice-help = escribirla en un archivo y nombrar ese archivo
input-unreadable = no se puede leer la entrada estándar

## interrupt

interrupt-not-caught = no se puede interceptar Ctrl-C, que terminará la simulación de inmediato

## kit

kit-put = el kit del simulador { $version }, ABI { $abi }, se ha puesto en { $folder }

## list

list-no-folder = no hay una carpeta `scenes` con escenas junto a este programa, por encima de él ni en la carpeta de trabajo
list-no-folder-help = usar el programa en la carpeta en la que vino, o nombrar una escena propia

## live

live-changed = la escena ha cambiado: { $words }
live-goes-on = la simulación continúa con la escena tal como estaba
live-left = quedan { $left } s
live-library-changed = ha cambiado: { $file }, { $library }, { $ids }
live-listed = nueva en la lista: { $file }, { $library }, { $ids }
live-more-faults = … y { $more } fallos más (--json los muestra todos)
live-not-followed = la escena ha cambiado; la simulación continúa como empezó
live-not-followed-help = una simulación que se graba o se dibuja no sigue los cambios de su escena: empezarla de nuevo
live-late = la ejecución va { $late } s por detrás de su ritmo: este ordenador es demasiado lento para ella, y aun así se calcula cada paso
live-progress = { $time } s simulados, { $factor } veces el tiempo real

## log

log-debug = depur
log-error = error
log-file-unwritten = el registro no se puede escribir en su archivo; la simulación continúa sin él
log-file-unwritten-help = nombrar otro archivo, en una carpeta que exista y en la que se pueda escribir
log-info = info
log-warn = aviso

## near

near-library = `--plugins { $folder }` añade la carpeta de { $library }, que lo tiene

## new

new-made = hecho: { $kind } `{ $name }` en { $folder }
new-made-project = hecho: el proyecto `{ $name }` en { $folder }
new-next-project = a continuación: cd { $folder } && sim gui worlds/first.ron; README.md dice qué hay en cada carpeta
new-project-option = `{ $option }` no significa nada para un proyecto
new-project-option-help = quitarlo; es para los componentes que se hacen en el proyecto
new-next = a continuación: cd { $folder } && cargo test && cargo build; README.md dice cómo ejecutarlo
new-next-make = a continuación: cd { $folder } && make && make conform; README.md dice cómo ejecutarlo
new-this-machine = solo se construye en esta máquina: depende de { $source }; el programa de `target/dist` hace crates que llevan consigo el kit del autor

## number

number-all-cores = 0 toma todos los núcleos
number-both = `{ $option }` y `{ $other }`
number-conflict = dos opciones se contradicen
number-conflict-help = omitir una de ellas
number-one-of-two = una de las dos
number-other-kind = el valor de `{ $name }` no es un número del tipo que admite
number-outside = el valor de `{ $name }` está fuera de su intervalo
number-refused = se esperaba { $expected }; { $help }
number-seed = cualquier número así hace una simulación que se puede repetir
number-twice = `{ $option }` dos veces
number-whole = un número entero de { $from } a { $to }
number-without-end = omitirlo para una simulación sin fin

## output

output-another-folder = nombrar otra carpeta
output-another-name = elegir otro nombre
output-busy = otra ejecución está escribiendo allí
output-busy-help = esperar hasta que esa ejecución haya terminado, o elegir otro nombre
output-exists = el archivo del resultado ya existe
output-exists-help = elegir otro nombre, o reemplazarlo con --force
output-file-there = los resultados necesitarían una carpeta donde hay un archivo
output-folder-full = la carpeta de los resultados no está vacía
output-folder-full-help = nombrar otra carpeta, o reemplazar lo que contiene con --force
output-folder-read = la carpeta de los resultados contiene archivos que la orden lee
output-folder-there = el resultado sería una carpeta que existe
output-incomplete = ya hay una grabación incompleta
output-incomplete-help = la dejó una simulación que no terminó bien; cambiarle el nombre si hace falta, o reemplazarla con --force, o elegir otro nombre que `{ $file }`
output-name-file = nombrar un archivo
output-no-folder = la carpeta del resultado no existe
output-no-folder-help = crearla antes: mkdir -p { $folder }
output-read = el resultado reemplazaría un archivo que la orden lee
output-reserved = los nombres de esta forma son para grabaciones y vídeos que no están terminados
output-reserved-help = elegir un nombre sin `.incomplete`
output-special = el resultado se escribiría en algo que no es un archivo
output-special-help = indicar un archivo; a tuberías y dispositivos no se añade nada
output-two = dos resultados se escribirían en el mismo lugar
output-two-found = { $other } y { $option }
output-two-help = dar a cada uno un nombre propio
output-within = un resultado se escribiría en la carpeta de otro
output-within-help = escribirlo en otro lugar

## plan

plan-not-written = no se puede escribir el plano
plan-too-large = no se pueden dibujar { $width } por { $height } píxeles

## plot

plot-expected = se esperaba SEÑAL=ARCHIVO.png, como gps.z=depth.png, o ROBOTS:SEÑAL=ARCHIVO.png
plot-no-robot = no hay ningún robot que dibujar cuyo nombre empiece por `{ $robots }`
plot-no-value = ningún robot tiene un valor `{ $signal }` que dibujar
plot-no-value-expected = x, y, z, roll, pitch, yaw, vx, vy, vz, speed, o un canal como `gps.z`
plot-not-written = no se puede escribir la gráfica

## plugins

plugins-in-scene = en una escena
plugins-isolated = { $file }, en un proceso propio
plugins-no-parameters = sin parámetros
plugins-none = ningún complemento ofrece `{ $id }`
plugins-none-found = { $plugins } con { $components }
plugins-none-help = `sim plugins` los muestra todos; `sim doctor`, las carpetas en las que se buscó
plugins-parameters = parámetros
plugins-plugins = { $count ->
    [one] { $count } complemento
   *[other] { $count } complementos
 }

## refusal

refusal-argument = argumento inesperado { $argument }
refusal-command = orden desconocida { $command }
refusal-conflict = { $argument } no se puede usar con { $other }
refusal-missing = faltan argumentos necesarios:
refusal-more = Para más información, probar { $help }.
refusal-near-argument = existe un argumento parecido: { $names }
refusal-near-command = existe una orden parecida: { $names }
refusal-near-value = existe un valor parecido: { $names }
refusal-no-command = { $command } necesita una orden, pero no se ha dado ninguna
refusal-no-equals = hace falta un signo igual para dar un valor a { $argument }
refusal-no-value = { $argument } necesita un valor, pero no se ha dado ninguno
refusal-not-text = la línea de órdenes contiene texto que no es UTF-8
refusal-number-of-values = número incorrecto de valores para { $argument }
refusal-pass = para dar { $word } como valor, escribir { $line }
refusal-there-is = existe { $line }
refusal-tip = consejo
refusal-too-many = valor inesperado { $value } para { $argument }; no se esperaban más
refusal-value = valor no válido { $value } para { $argument }
refusal-value-because = valor no válido { $value } para { $argument }: { $reason }
refusal-without-dashes = existe la orden { $command }, sin `--` delante

## render

render-beyond = la primera imagen estaría después del final de la ejecución
render-beyond-expected = como mucho { $end } s
render-changed = una ejecución grabada ya no se puede cambiar
render-changed-help = omita --set y similares, o dibuje la escena
render-duration = omítalo para toda la ejecución
render-ended = la ejecución terminó antes de la primera imagen
render-endless = la escena no tiene final, y un vídeo necesita uno
render-endless-help = diga cuánto se muestra: --duration S
render-images = imágenes
render-kind = el resultado tiene una terminación que no se conoce
render-kinds = un vídeo .mp4, una imagen .png, o una carpeta, que no tiene terminación
render-length = { $length } s, de { $from } s a { $to } s de la ejecución
render-long = duración
render-many = imágenes
render-no-camera = el robot `{ $robot }` no tiene la cámara `{ $sensor }`
render-no-camera-help = nombre solo el robot para verlo desde detrás: --camera { $robot }
render-no-name = el resultado tiene una terminación, pero ningún nombre delante
render-no-name-help = darle un nombre, como { $name }
render-no-robot = no hay ningún robot `{ $name }` desde el que mirar
render-no-robot-help = nombre un robot, o una cámara suya como ROBOT.SENSOR
render-none = ninguna: se interrumpió antes de la primera imagen
render-one = imagen
render-picture = --duration no tiene efecto en una imagen
render-picture-help = --start dice cuándo se toma
render-place = se esperaban tres números en metros, como 1.5,-2,0.8
render-rate = lo habitual es 30
render-size = se esperaban dos números pares de { $least } a { $most }, como 1280x720
render-speed = 1 la muestra tan rápido como es
render-start = 0 es el inicio
render-time = tiempo
render-video = vídeo

## replay

replay-as-far = hasta donde llega la grabación (no tiene final)
replay-at = { $which }: { $place }
replay-both = otro hash del estado y otro resumen al final
replay-different = DISTINTO
replay-differs = la repetición difiere de la grabación
replay-digest = otro resumen al final, con el mismo hash del estado
replay-ended-now = en la repetición { $failed }
replay-ended-then = en la ejecución grabada { $failed }
replay-equal = igual
replay-failed = `{ $component }` falló en el paso { $tick }: { $message }
replay-failed-of-robot = `{ $component }` del robot `{ $robot }` falló en el paso { $tick }: { $message }
replay-first = primero
replay-frames = { $steps }   fotogramas comparados: { $frames }
replay-from-recording = de la grabación
replay-hash = otro hash del estado al final
replay-help = repetir con las bibliotecas de complementos de la grabación (`--plugins CARPETA`) y la misma versión de este programa
replay-isolated = aislados
replay-libraries = bibliotecas para { $ids }
replay-no-digest = sin resumen
replay-object = objeto `{ $name }`
replay-objects = { $count ->
    [one] { $count } objeto móvil
   *[other] { $count } objetos móviles
 }
replay-other = otras
replay-other-libraries = otras bibliotecas para { $ids }
replay-other-plugins = los estados son iguales, pero se usaron otras bibliotecas de complementos
replay-process = proceso
replay-process-help = { $ended }; una ejecución en la que termina un proceso no tiene por qué repetirse: cuándo termina, y qué se hace de nuevo, puede depender del tiempo, la memoria, los hilos y otros programas; si no, { $help }
replay-recorded = grabado
replay-recorded-hash = grabado: { $hash }, { $digest }
replay-robot = robot `{ $name }`
replay-state = el estado de { $body } en el paso { $tick } ({ $time } s)
replay-steps = pasos
replay-to-recording = a la grabación
replay-nothing = no hay nada con que comparar
replay-nothing-found = una grabación sin estados y sin final
replay-nothing-help = grábelo otra vez: lo que un programa no ha escrito cuando termina se pierde, casi siempre menos de un segundo
replay-bounds-help = sin opciones de aislamiento se aísla como se grabó; si no, { $help }

## run

run-not-met = la condición de aceptación `{ $name }` no se cumplió
run-speed = 1 es tiempo real; omitirlo para ir lo más rápido posible

## session

session-bounds-idle = { $one } y { $other } no tienen efecto
session-bound-idle = { $option } no tiene efecto
session-dt = un paso de 0.01 conviene a la mayoría de las escenas
session-fleet = los robots de una flota cambian juntos: --{ $field } { $prefix }=ID
session-isolate-deadline = unos segundos convienen a las máquinas lentas
session-isolate-restarts = 0 no hace de nuevo ninguno
session-isolated-elsewhere = la ejecución grabada tenía componentes en procesos propios, y este sistema no puede hacerlo
session-isolated-elsewhere-help = ahora corren en este programa, que pueden terminar o cambiar; reproduzca la grabación en Linux si no se fía de ellos
session-later = `{ $option }`, que viene después y cambia lo mismo
session-made = { $pos } de { $len } robots hechos
session-no-effect = `{ $option }` no tiene efecto
session-no-effect-help = omitir una de ellas; lo que dice --set viene después de todas las demás opciones
session-no-folder = --plugins no nombra una carpeta
session-no-folder-expected = una carpeta con bibliotecas de complementos
session-no-robots = --{ $field } no tiene efecto: la escena no tiene robots
session-none-isolated = ningún componente de la escena corre en un proceso propio
session-none-isolated-help = diga cuáles: `--isolate all`, `--isolate avoid/wall`, `--isolate 'avoid/*'`; `sim pack isolate PACK` devuelve a su proceso un paquete que se dejó entrar en el programa
session-not-isolated = --isolate no nombra ninguna biblioteca hallada
session-not-isolated-expected = `all`, un componente (avoid/wall), una familia (avoid/*), el archivo de una biblioteca o una carpeta
session-unknown-robot = --{ $field } nombra el robot desconocido `{ $robot }`
session-with-robots = una escena con robots

## summary

summary-collisions = colisiones
summary-column-robot = robot
summary-column-way = camino
summary-column-yaw = guiñada
summary-digest = resumen
summary-faults = fallos
summary-limited = limitadas
summary-limited-is = { $count ->
    [one] { $count } orden estaba fuera del intervalo
   *[other] { $count } órdenes estaban fuera del intervalo
 }
summary-lost = perdidos
summary-lost-is = { $count }, el primero { $name } a los { $time } s
summary-met = cumplida
summary-no-digest = ninguno: un componente no se puede guardar
summary-not-met = NO CUMPLIDA
summary-scene = escena
summary-scene-is = { $scene } (semilla { $seed }, paso de { $dt } s)
summary-simulated = simulado
summary-simulated-is = { $time } s en { $steps }, { $ended }
summary-state-hash = hash del estado
summary-steps = { $count ->
    [one] { $count } paso
   *[other] { $count } pasos
 }
summary-took = duración
summary-took-is = { $time } s, { $factor } veces el tiempo real
summary-verdict = { $name }: { $seen }
summary-written = escrito

## supervised

supervised-both = { $one }; { $other }
supervised-by-plugin = un complemento ha terminado el programa: { $how }
supervised-closed = un complemento ha cerrado la salida estándar o la salida de errores
supervised-closed-found = el trabajo terminó con el estado { $status }; lo último que dijo se ha perdido
supervised-closed-help = hacer que el complemento solo cierre lo que ha abierto
supervised-computation = { $signal }, un cálculo que no tiene resultado
supervised-debugger = con `--no-supervisor` un depurador se detiene donde ocurre; `sim conform BIBLIOTECA` prueba el complemento
supervised-early = el programa terminó antes de acabar: { $how }
supervised-gave-up = { $signal }, se rindió
supervised-in-step = { $calls }, en el paso { $step }
supervised-instruction = { $signal }, una instrucción que el procesador no tiene
supervised-killed = el sistema lo hace cuando se acaba la memoria, y también otros que pueden hacerlo; nadie más puede saberlo
supervised-left = salió con el estado { $status }
supervised-memory = { $signal }, usó memoria que no existe
supervised-never = 0 para nunca
supervised-no-call = ninguna llamada a un complemento
supervised-nobody = nadie supervisa este programa: un complemento que lo termine no se nombra
supervised-offered = lo que no se guardó se ofrece al volver a abrir la ventana
supervised-one-of = una de: { $calls }
supervised-recorded = lo que se escribió hasta entonces está en { $files }: de una ejecución rápida puede no ser nada, pues se escribe más o menos cada segundo
supervised-refused = el programa no puede trabajar en un proceso propio: { $error }
supervised-stands = una llamada a un complemento no ha vuelto desde hace { $time } s
supervised-stands-help = esperar, o terminar el programa con Ctrl-C; `--watchdog S` indica al cabo de cuánto se dice esto
supervised-unnamed = un componente sin nombre
supervised-within = el programa se terminó durante una llamada a un complemento

## window

window-none = este programa se construyó sin la ventana
window-none-help = { $instead }; o construirlo con la característica `window`
pack-archive = SHA-256 { $sha256 }
pack-as-needed = lo necesitan otros
pack-authors = autores
pack-building = compilando la biblioteca de `{ $name }`
pack-built = { $pack }: { $holds }
pack-components = componentes
pack-folder = carpeta
pack-freed = { $size } vuelven a estar libres
pack-grants = pide
pack-holds = { $files } de { $size }, { $robots }, { $scenes }, { $libraries }
pack-home = página
pack-installed = instalado { $name } { $version }, { $size }
pack-interrupted = interrumpido; `sim pack list` dice qué está instalado
pack-left-out = no forma parte del paquete: { $names }
pack-license = licencia
pack-list-next = `sim pack info PACK` dice qué hay en uno, `sim list` qué escenas se pueden ejecutar
pack-lock-nothing = la escena no nombra paquetes
pack-lock-nothing-help = nómbrelos en la escena: `packs: ["publisher/name"]`
pack-lock-of-pack = una escena de un paquete no recibe archivo de bloqueo: el paquete no cambia
pack-lock-of-pack-help = copie la escena a una carpeta propia y bloquee esa
pack-lock-unwritten = el archivo de bloqueo no se puede escribir
pack-locked = { $count ->
    [one] { $file } nombra { $count } paquete
   *[other] { $file } nombra { $count } paquetes
 }
pack-made = hecho el paquete `{ $name }` en { $folder }
pack-models = robots
pack-next = ahora: cd { $folder } && sim pack build; README.md dice qué hay dónde
pack-no-temporary = no hay carpeta temporal donde hacer paquetes
pack-none = no hay ningún paquete instalado en { $folder }
pack-not-exported = el archivo del paquete no se puede escribir
pack-removed = quitado { $name } { $version }
pack-requires = necesita
pack-right = { $pack } está como debe: { $holds }
pack-run = se abre con
pack-scenes = escenas
pack-seal-none = ninguna: nada dice que venga de { $publisher }
pack-seal-trusted = con la clave de confianza de { $publisher }, { $key }
pack-seal-unknown = con la clave de número { $number }; aquí no se conoce ninguna clave de { $publisher }, así que no se comprueba
pack-seal-untrusted = con una clave que ahora no es de confianza para { $publisher }, { $key }
pack-seal-wrong = no es una de este archivo de paquete con la clave de confianza de { $publisher }; nombra la clave de número { $number }
pack-size = tamaño
pack-targets = compilado para
pack-unreadable = el registro de un paquete instalado no se puede leer
pack-unreadable-help = borre el archivo e instale el paquete de nuevo
pack-verified = { $count ->
    [one] { $pack }: su { $count } archivo es el que se instaló
   *[other] { $pack }: los { $count } archivos son los que se instalaron
 }
pack-bad-publisher = esto no puede ser el nombre de quien publica
pack-distrusted = la clave de { $publisher } ya no es de confianza
pack-key-made = hecho { $name }.key, que es secreta: guarde una copia en lugar seguro; y { $name }.pub, para todos
pack-no-password = hace falta una contraseña, y no hay terminal donde pedirla
pack-no-password-help = póngala en la variable de entorno { $name }, o haga una clave con --no-password
pack-no-publisher = no hay clave de confianza de quien se nombra
pack-not-trusted = la clave de `{ $publisher }` no es de confianza
pack-not-trusted-help = compárela con la que dice quien publica; --yes confía en ella desde ahora
pack-not-built = { $name } no tiene biblioteca para esta máquina, y no se ha de compilar aquí
pack-not-built-help = --build lo compila a partir de su código fuente, limitado a una carpeta propia y sin red
pack-build-question = { $name } no tiene biblioteca para esta máquina. ¿Compilarlo aquí a partir de su código fuente ({ $sources })? Lo que la compilación ejecuta solo puede escribir en una carpeta propia, y no tiene red. (sí/no)
pack-building-here = compilando { $name } a partir de su código fuente ({ $sources }), lo que tarda un rato
pack-built-here = compilado aquí
pack-sources-of = código fuente de
pack-password = contraseña de la clave secreta
pack-password-again = otra vez
pack-password-differs = las dos contraseñas difieren
pack-question = { $publisher } no tiene clave aquí todavía. ¿Confiar en esta desde ahora? { $key } (sí/no)
pack-trusted = { $publisher } es de confianza con la clave { $key }
pack-unsigned = { $archive } no tiene firma: nada dice que venga de { $publisher }
pack-newest = están instaladas las versiones más nuevas
pack-no-file = no hay tal archivo, carpeta ni paquete
pack-no-file-help = nombre un archivo `….simpack`, una carpeta con `pack.ron` como `./rover`, o un paquete como `publisher/name`
pack-no-source = no hay índice del que tomar paquetes
pack-no-source-help = nombre uno: `--from PLACE`, o `sim pack source add PLACE` para todas las órdenes
pack-not-listed = el índice no tiene ese paquete, o esa versión
pack-nothing-new = todo está ya instalado
pack-published = publicado { $name } { $version } en { $folder }
pack-published-unsigned = no tiene firma: `sim pack sign` hace una
pack-revoked = { $name } { $version } queda revocado: ya no se instala desde este índice
pack-sources = { $count ->
    [one] se usa { $count } índice
   *[other] se usan { $count } índices
 }
pack-in-process = { $pack } se ejecuta desde ahora en el propio proceso del programa, con todos sus derechos
pack-isolated = { $pack } se ejecuta desde ahora en procesos propios
pack-runs = se ejecuta en
pack-runs-apart = procesos propios
pack-runs-in-program = el propio proceso del programa, con todos sus derechos
pack-from-cache = { $source } no se puede usar ahora ({ $cause }): esto es lo que decía hace { $age }
pack-newest-fitting = están instaladas las versiones más nuevas que se pueden usar aquí
pack-search-empty = los índices no tienen paquetes que puedan usarse
pack-search-none = ningún paquete tiene todo esto: { $words }
pack-signature = firma
pack-source-unknown = este índice no se usa
pack-no-reason = no dice nada: escriba en una frase qué tiene de malo la versión, pues se dice a quienes la tienen
pack-revoked-before = { $name } { $version } ya estaba revocado, y ese motivo se mantiene: { $reason }
pack-is-revoked = ya no debe usarse: { $reason }
pack-info-revoked = Ya no debe usarse: { $reason }
pack-gone-help = se vuelve a usar cuando vuelva a estar; `sim pack source remove { $place }` deja de usarlo
pack-gone-missing-help = puede estar en un índice que ahora no está: { $places }; `sim pack source remove PLACE` deja de usar uno
pack-component-own = ninguna biblioteca del paquete tiene el componente `{ $id }`
pack-component-own-help = nombre uno que tenga, o compile la biblioteca que lo tiene: `crates` en pack.ron lista las carpetas de las bibliotecas
pack-component-foreign = el componente `{ $id }` es de un paquete que este no necesita
pack-component-foreign-help = añádalo a pack.ron: `requires: ["{ $pack }"]`
pack-component-none = { $pack } no tiene ningún componente `{ $id }`
pack-component-unknown = no se sabe si hay un componente `{ $id }`: { $pack } no está instalado
pack-component-unknown-help = `sim pack install "{ $pack }"`, y compruebe de nuevo
pack-no-versions = esto no nombra versiones de un paquete
pack-new-own = los paquetes de `{ $publisher }` son lo que viene con el programa
pack-new-own-help = nómbrese a sí mismo como quien publica; los paquetes de `{ $publisher }` no se instalan nunca sin firma
pack-search-passed = se pasa por alto: { $reason }
