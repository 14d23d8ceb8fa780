# Lo que dice la ventana. El programa pone `{ $name }`, y también las teclas de las acciones.

## El programa

program-name = Simwright

## Palabras que están en varios sitios

common-close = Cerrar
common-replace = Reemplazar
common-reload = Recargar
common-discard = Descartar
common-apply = Aplicar
common-copy = Copiar
common-copy-line = Copiar esta línea
common-clear = Vaciar
common-fit = Encuadrar
common-robot = Robot
common-robots = Robots
common-notes = Notas
common-routes = Rutas
common-components = Componentes
common-parameters = Parámetros
common-no-parameters = No tiene parámetros.
common-start = Inicio
common-now = Ahora
common-selected = Seleccionados
common-all = Todos
common-grid = Cuadrícula
common-choose-file = Elegir un archivo
common-first-point = Hacer clic en el primer punto. Esc termina.
common-more = … y { $count } más
common-nothing-selected = Primero hay que seleccionar algo.
common-no-scene = Primero hay que abrir una escena.
common-no-keys = ninguna

## Nombres de los paneles

panel-view-3d = Vista 3D
panel-plan = Vista 2D
panel-tree = Escena
panel-inspector = Inspector
panel-plugins = Complementos
panel-plots = Gráficas
panel-log = Registro
panel-problems = Problemas

## Menús

menu-file = Archivo
menu-edit = Editar
menu-draw = Dibujar
menu-run = Simulación
menu-view = Ver
menu-help = Ayuda
menu-panels = Paneles
menu-camera = Cámara
menu-camera-help = Mueve la cámara por pasos, como las teclas que hay junto a los nombres.
menu-panels-help = Abre, cierra y encuentra paneles.
menu-shows-panel = Abre este panel, o lo trae al frente.
menu-closes-panel = Cierra este panel.
menu-recent-help = Abre un archivo que se ha abierto hace poco.

## Paleta de comandos

palette-hint = ¿Qué se desea hacer?
palette-nothing = Ningún comando se llama así.

## Nombres de las acciones, y qué hace cada una

action-new = Nueva escena
    .help = Empieza una escena nueva.
action-open = Abrir escena…
    .help = Abre una escena.
action-reload = Recargar los archivos
    .help = Vuelve a leer los archivos de la escena.
action-recover = Recuperar trabajo sin guardar…
    .help = Muestra el trabajo sin guardar que han dejado sesiones anteriores.
action-new-text = Archivo de texto nuevo
    .help = Empieza un texto vacío en el editor.
action-open-text = Abrir archivo de texto…
    .help = Abre en el editor un archivo de texto UTF-8.
action-new-component = Controlador nuevo…
    .help = Hace de una plantilla un controlador, un sensor u otro componente propio, y abre su código en el editor.
action-build = Compilar
    .help = Compila el proyecto del archivo que muestra el editor y pone su biblioteca en la carpeta de plugins.
action-open-recording = Abrir grabación…
    .help = Abre una grabación.
action-save = Guardar
    .help = Guarda la escena.
action-save-as = Guardar como…
    .help = Guarda la escena en otro archivo.
action-export-surroundings = Exportar el entorno…
    .help = Escribe todo menos los robots y lo que les pertenece en un archivo de escena propio, para compartir una sala con otros.
action-import-surroundings = Importar un entorno…
    .help = Pone los objetos, las balizas, las lámparas, el agua, el aire y el suelo de un archivo de escena en lugar de los de esta escena. Los robots y las rutas se quedan.
action-export-svg = Exportar la vista 2D como SVG…
    .help = Escribe la vista 2D en un archivo SVG.
action-export-png = Exportar la vista 2D como PNG…
    .help = Escribe la vista 2D en un archivo PNG.
action-quit = Salir
    .help = Cierra la ventana.
action-undo = Deshacer
    .help = Deshace la última modificación.
action-redo = Rehacer
    .help = Vuelve a hacer una modificación.
action-cut = Cortar
    .help = Copia la selección al portapapeles y la elimina.
action-copy = Copiar
    .help = Copia la selección al portapapeles.
action-paste = Pegar
    .help = Inserta el contenido del portapapeles.
action-duplicate = Duplicar
    .help = Hace copias de la selección.
action-rename = Cambiar el nombre…
    .help = Da otro nombre a lo último que se seleccionó; todo lo que lo nombra lo sigue.
action-delete = Eliminar
    .help = Elimina la selección.
action-select-all = Seleccionar todo
    .help = Lo selecciona todo.
action-insert = Insertar…
    .help = Permite elegir algo para insertarlo.
action-insert-by-numbers = Insertar con números…
    .help = Inserta paredes, habitaciones, techos, obstáculos, balizas y robots con números escritos.
action-place-cursor = Colocar el cursor 3D
    .help = Pone el cursor donde se hace clic; los números pueden contarse desde él.
action-reset-cursor = Devolver el cursor 3D al origen
    .help = Devuelve el cursor al origen.
action-lock = Bloquear
    .help = Bloquea la selección contra cambios; otra vez, la desbloquea.
action-move = Mover con flechas
    .help = Mueve la selección a lo largo de flechas.
action-turn = Girar con anillos
    .help = Gira la selección a lo largo de anillos.
action-resize = Cambiar el tamaño con tiradores
    .help = Cambia el tamaño de la selección según sus propios ejes, o en todos a la vez.
action-snap = Ajustar a números redondos
    .help = Ajusta a números redondos lo que se mueve y se gira.
action-draw-walls = Dibujar paredes
    .help = Dibuja paredes de esquina a esquina.
action-draw-room = Dibujar una habitación
    .help = Dibuja cuatro paredes a partir de dos esquinas opuestas.
action-draw-door = Hacer una puerta
    .help = Abre un hueco en la pared en la que se hace clic.
action-draw-field = Pintar una zona
    .help = Pinta una zona en el suelo a partir de sus esquinas.
action-draw-route = Dibujar una ruta
    .help = Dibuja una ruta a partir de sus puntos.
action-grab = Mover con el puntero
    .help = Mueve lo seleccionado con el puntero: X, Y o Z por un eje, un clic lo deja ahí, el botón derecho o Esc lo devuelve.
action-spin = Girar con el puntero
    .help = Gira lo seleccionado con el puntero: X, Y o Z alrededor de un eje, un clic lo deja así, el botón derecho o Esc lo devuelve.
action-own-axes = Mover según sus propios ejes
    .help = Mueve y gira la selección según sus propios ejes, o de nuevo según los del mundo.
action-take-back-point = Retirar el último punto
    .help = Retira el último punto de lo que se está dibujando.
action-inspector = Panel del inspector
    .help = Muestra el inspector, o lo cierra.
action-play-pause = Reproducir o pausar
    .help = Hace correr el tiempo, o lo detiene.
action-step = Paso
    .help = Avanza un paso.
action-step-back = Paso atrás
    .help = Retrocede un paso.
action-stop = Detener
    .help = Se detiene y vuelve al inicio.
action-reset = Reiniciar
    .help = Vuelve al inicio; si estaba en marcha, sigue.
action-record = Grabar
    .help = Graba la simulación en un archivo; otra vez, deja de grabar.
action-compare = Comparar con una grabación…
    .help = Compara la simulación con una grabación.
action-fit = Encuadrar todo
    .help = Lo muestra todo.
action-scene-tree = Árbol de la escena
    .help = Muestra el árbol de la escena, o lo cierra.
action-scene-view = Vista inicial
    .help = Vuelve a la vista con la que se abre la escena.
action-fit-selection = Encuadrar selección
    .help = Muestra la selección.
action-hide = Ocultar
    .help = Oculta lo seleccionado en todas las vistas, o lo muestra de nuevo.
action-labels = Etiquetas
    .help = Muestra las etiquetas de robots, poses de rutas y balizas, o las oculta.
action-ceilings = Techos
    .help = Muestra los objetos de la categoría `ceiling`, o los oculta.
action-margins = Márgenes
    .help = Muestra los márgenes alrededor de robots y objetos, o los oculta.
action-show-in-text = Mostrar en el texto
    .help = Muestra dónde está en el texto de la escena lo último que se seleccionó.
action-top = Mirar desde arriba
    .help = Mira desde arriba.
action-front = Mirar de frente
    .help = Mira de frente.
action-side = Mirar de lado
    .help = Mira de lado.
action-orbit-left = Orbitar a la izquierda
    .help = Gira la cámara en torno a lo que mira.
action-orbit-right = Orbitar a la derecha
    .help = Gira la cámara en torno a lo que mira.
action-orbit-up = Orbitar hacia arriba
    .help = Gira la cámara en torno a lo que mira.
action-orbit-down = Orbitar hacia abajo
    .help = Gira la cámara en torno a lo que mira.
action-pan-left = Desplazar a la izquierda
    .help = Desplaza la vista 3D o 2D.
action-pan-right = Desplazar a la derecha
    .help = Desplaza la vista 3D o 2D.
action-pan-up = Desplazar hacia arriba
    .help = Desplaza la vista 3D o 2D.
action-pan-down = Desplazar hacia abajo
    .help = Desplaza la vista 3D o 2D.
action-zoom-in = Acercar
    .help = Acerca la vista 3D o 2D.
action-zoom-out = Alejar
    .help = Aleja la vista 3D o 2D.
action-parallel = Proyección paralela
    .help = Mantiene paralelas las líneas que se alejan de quien mira.
action-follow = Seguir al robot seleccionado
    .help = Sigue al robot seleccionado.
action-first-person = Mirar desde el robot seleccionado
    .help = Mira desde el robot seleccionado.
action-behind = Mirar desde detrás del robot seleccionado
    .help = Mira desde detrás del robot seleccionado.
action-through-camera = Mirar por su cámara
    .help = Mira por las cámaras del robot seleccionado, una tras otra.
action-measure = Medir
    .help = Mide distancias y ángulos.
action-save-view-picture = Guardar imagen de la vista…
    .help = Guarda lo que muestra la vista 3D como imagen PNG.
action-record-view = Grabar vídeo de la vista…
    .help = Hace un vídeo de lo que muestra la vista 3D, hasta que se vuelve a elegir.
action-efficient = Dibujo con menos detalle
    .help = Prescinde de sombras y de bordes suaves, y simplifica las formas.
action-theme = Tema oscuro
    .help = Muestra texto claro sobre fondo oscuro.
action-layout = Restablecer disposición
    .help = Devuelve todos los paneles a su sitio.
action-palette = Paleta de órdenes…
    .help = Encuentra por su nombre todo lo que se puede hacer.
action-shortcuts = Atajos de teclado
    .help = Muestra todos los atajos.
action-about = Acerca de
    .help = Dice la versión, la licencia, las carpetas y el dispositivo gráfico, también para un informe.
action-manual = Manual
    .help = Abre el manual, que no necesita red.
action-help = Ayuda sobre este panel
    .help = Abre el manual en lo que está bajo el puntero, o tiene el teclado.
action-preferences = Preferencias…
    .help = Tema, unidades, cuadrícula, teclas y más.
action-new-3d-view = Nueva vista 3D
    .help = Abre otra vista 3D junto a la vista usada por última vez.
action-new-plan = Nueva vista 2D
    .help = Abre otra vista 2D junto a la vista usada por última vez.
action-new-camera-panel = Nuevo panel de cámaras
    .help = Abre otro panel de cámaras junto a la vista usada por última vez.
action-save-layout = Guardar disposición como…
    .help = Guarda la disposición de los paneles con un nombre.
action-newest-state = Restaurar el último estado
    .help = Devuelve la simulación al último estado conservado.
action-keep-state = Guardar estado…
    .help = Conserva con un nombre el estado actual de la simulación, para volver a él más tarde.

## Lo que se puede hacer, y por qué no

availability-failed = No se pudo construir la escena; los problemas dicen por qué.
availability-broken = El archivo tiene errores; primero hay que corregir su texto.
availability-not-lockable = Solo se pueden bloquear objetos.
availability-no-scene = Primero hay que abrir o empezar una escena.
availability-ended-by-service = Un servicio ha terminado la simulación: solo puede volver a empezar.
availability-no-ceiling = La escena no tiene techo.
availability-ceilings-of-route = Los techos están ocultos mientras se dibuja una ruta.
availability-no-point = No se está dibujando nada cuyo último punto se pueda retirar.
availability-no-margin = Nada en la escena tiene margen.
availability-of = { $action }: { $step }

## Teclas que se asignan de nuevo

shortcuts-search = Buscar acciones y teclas
shortcuts-press = Pulsar teclas…  (Esc: cancelar)
shortcuts-bind-help = Hacer clic y después pulsar las teclas.
shortcuts-reset = Como estaba
shortcuts-reset-all = Todas las teclas como estaban
shortcuts-close = Cerrar la lista
shortcuts-no-keys = Sin teclas
shortcuts-leave = Cancelar
shortcuts-clipboard = El sistema reserva estas teclas para el portapapeles. Elegir otras.
shortcuts-fields = Estas teclas salen de los campos y cierran lo que está abierto. Elegir otras.
shortcuts-size = Estas teclas cambian el tamaño de la interfaz. Elegir otras.
shortcuts-set = Juego de teclas
shortcuts-set-help = Qué teclas tienen las acciones a las que no se ha asignado ninguna propia.
shortcuts-set-standard = Estándar
shortcuts-set-robomap = RoboMap
shortcuts-kept = { $keys } sigue con { $action }, a la que está asignada; { $other } no la recibe.
shortcuts-keys-of = Teclas de { $action }
shortcuts-reset-of = Teclas de { $action } como estaban
shortcuts-remove = Sin teclas para { $action }
shortcuts-conflict = { $keys } ya se usa para «{ $other }».
shortcuts-take = Usar para { $action }

## Nombres de las teclas

key-ctrl = Ctrl
key-shift = Mayús
key-alt = Alt
key-command = Cmd
key-option = Opción
key-up = Arriba
key-down = Abajo
key-left = Izquierda
key-right = Derecha
key-escape = Esc
key-tab = Tab
key-backspace = Retroceso
key-enter = Intro
key-space = Espacio
key-insert = Insert
key-delete = Supr
key-home = Inicio
key-end = Fin
key-page-up = RePág
key-page-down = AvPág
key-cut = Cortar
key-paste = Pegar
key-back = Atrás
key-forward = Adelante
key-refresh = Actualizar
key-search = Buscar
key-home-page = Página de inicio
key-favorites = Favoritos
key-stop = Detener
key-media-play = Reproducir
key-media-next = Pista siguiente
key-media-previous = Pista anterior
key-media-stop = Detener reproducción
key-mute = Silencio
key-volume-down = Bajar volumen
key-volume-up = Subir volumen
key-mail = Correo
key-application-1 = Aplicación 1
key-application-2 = Aplicación 2
key-shift-left = Mayús izquierda
key-shift-right = Mayús derecha
key-ctrl-left = Ctrl izquierda
key-ctrl-right = Ctrl derecha
key-alt-left = Alt izquierda
key-alt-right = Alt derecha
key-system-left = Tecla de sistema izquierda
key-system-right = Tecla de sistema derecha
key-beside-shift = Tecla junto a Mayús
key-caps-lock = Bloq Mayús
key-num-lock = Bloq Num
key-scroll-lock = Bloq Despl
key-print-screen = Impr Pant
key-pause = Pausa
key-menu = Menú
key-fn = Fn
key-eject = Expulsar
key-help = Ayuda
key-power = Encendido
key-sleep = Suspender
key-clear = Borrar

## El diálogo de preferencias

preferences-title = Preferencias
preferences-theme = Tema
preferences-theme-help = Texto claro sobre fondo oscuro, texto oscuro sobre fondo claro, o lo que pida el sistema.
preferences-dark = Oscuro
preferences-light = Claro
preferences-system = El del sistema
preferences-size = Tamaño de la interfaz
preferences-size-help = Tamaño de todo lo que hay en la ventana. También lo cambian Ctrl++ y Ctrl+−.
preferences-grid-help = Líneas en el suelo de la vista 3D; una de cada diez es más fuerte.
preferences-grid-on = Mostrar la cuadrícula
preferences-snap = Ajuste
preferences-snap-help = Pasos a los que se ajusta lo que se arrastra, se dibuja y se inserta mientras está activado; Ctrl lo invierte mientras se pulsa.
preferences-drawing = Dibujo
preferences-keys = Teclas
preferences-keys-help = Todas las teclas, para asignarlas de nuevo.
preferences-all-keys = Atajos de teclado…
preferences-plugins = Carpetas de complementos
preferences-plugins-help = Carpetas en las que se buscan complementos, en este orden.
preferences-percent = { $factor } %
preferences-choice = { $row }: { $name }

## El idioma de la ventana

grab-hint = X, Y, Z: por un eje o alrededor de él. Clic o Intro: así. Botón derecho o Esc: atrás.
grab-nothing = Nada de lo seleccionado se puede mover.

labels-usual = Robots
labels-usual-help = Nombres de los robots cuando son pocos, y todas las etiquetas de lo seleccionado.
labels-size = Letras
labels-beacon = { $name } | { $kind } | alcance { $range } m
labels-beacon-cone = { $name } | { $kind } | alcance { $range } m | cono { $cone }° | rotación { $turned }

language-menu = Idioma
language-help = El idioma de la ventana: el del sistema, u otro.
language-of-system = El del sistema ({ $name })

## Unidades en que se muestran longitudes y ángulos

units-lengths = Longitudes
units-lengths-help = En qué se muestran las longitudes. Los campos entienden todas las unidades; el archivo de la escena está siempre en metros.
units-fitting = m; de robots, cm
units-metres = m
units-centimetres = cm
units-angles = Ángulos
units-angles-help = En qué se muestran los ángulos. Los campos entienden ambas unidades; el archivo de la escena está siempre en radianes.
units-degrees = grados
units-radians = rad
units-no-length = { $text } no es una longitud; se acepta: 0.5, 0,5, 1/2, 0.5 m, 50 cm o 500 mm
units-no-angle = { $text } no es un ángulo; se acepta: 30, 30°, 22,5° o 0.5 rad

## Lo que el programa dice de sí mismo

about-version = Versión
about-abi = Interfaz de complementos (ABI)
about-system = Sistema
about-licence = Licencia
about-authors = Autores
about-libraries = Bibliotecas
about-libraries-words = crates de crates.io con sus propias licencias; Cargo.lock los enumera
about-data = Carpeta de datos
about-no-data = ninguna: no se conserva nada
about-device = Dispositivo gráfico
about-no-device = ninguno
about-copy = Copiar todo
about-copy-help = Copia estas líneas al portapapeles, para un informe.

## El manual

manual-title = Manual
manual-back = Atrás
manual-forth = Adelante
manual-search = Buscar en el manual
manual-nothing = Ninguna página tiene todas estas palabras.
manual-found = { $page } › { $heading }

## Archivos

file-remedy = no se ha perdido nada: la escena sigue abierta
file-choose-folder = elegir una carpeta en la que se pueda escribir
file-unsaved = Hay cambios que no están en ningún archivo.
file-cancel = Cancelar
file-overwrite = Sobrescribir
file-saved = guardado: { $name }
file-untitled = una escena nueva
file-exists = Ya existe un archivo { $path }.

## Lo que se abre cuando no hay escena

start_page-new = Nueva escena
start_page-open = Abrir escena…
start_page-recent = Recientes
start_page-examples = Ejemplos
start_page-drop = O soltar una escena en esta ventana. Una biblioteca de complementos que se suelta aquí se instala.
start_page-open-recent = Abrir reciente
start_page-no-recent = Aún no se ha abierto ninguna escena.
start_page-missing = El archivo no está en este momento.
start_page-forget = Olvidar los que faltan
start_page-forget-all = { $count ->
    [one] Falta 1 de ellos.
   *[other] Faltan { $count } de ellos.
 }

## Palabras del trabajo sin guardar que se conserva y se ofrece tras un cierre inesperado

recovery-title = Trabajo sin guardar
recovery-help = El programa terminó sin guardar esto. Lo que no se recupera ni se descarta se vuelve a ofrecer en el próximo inicio.
recovery-recover = Recuperar
recovery-recover-help = Lo abre con sus cambios sin guardar.
recovery-later = Más tarde
recovery-later-help = Lo deja donde está: Archivo › Recuperar trabajo sin guardar… lo vuelve a mostrar.
recovery-later-for-all = Todo más tarde
recovery-none = Ninguna sesión anterior ha dejado trabajo sin guardar.
recovery-works = Los cambios sin guardar vuelven a conservarse en previsión de un cierre inesperado.
recovery-failed-help = se sigue intentando hasta que se logre; entretanto conviene guardar el trabajo
recovery-unreadable = no se puede leer el trabajo sin guardar
recovery-unreadable-help = quizá el texto del archivo se pueda leer con un editor de texto; descartarlo si no hace falta
recovery-no-thread = el sistema no inicia ningún hilo que conserve los cambios sin guardar
recovery-no-thread-help = aumentar el límite de hilos del sistema, o cerrar otros programas
recovery-unreadable-of = no se puede leer { $file }: { $reason }
recovery-discard-help = { $days ->
    [one] Lo mueve a una carpeta en la que se conserva 1 día.
   *[other] Lo mueve a una carpeta en la que se conserva { $days } días.
 }
recovery-discarded = { $days ->
    [one] movido a { $place }, donde se conserva 1 día; si se mueve a la carpeta superior, se vuelve a ofrecer
   *[other] movido a { $place }, donde se conserva { $days } días; si se mueve a la carpeta superior, se vuelve a ofrecer
 }
recovery-failed = los cambios sin guardar no se pueden conservar en previsión de un cierre inesperado: { $reason }
recovery-now = Conservado hace menos de un minuto
recovery-minutes = { $count ->
    [one] Conservado hace 1 minuto
   *[other] Conservado hace { $count } minutos
 }
recovery-hours = { $count ->
    [one] Conservado hace 1 hora
   *[other] Conservado hace { $count } horas
 }
recovery-days = { $count ->
    [one] Conservado hace 1 día
   *[other] Conservado hace { $count } días
 }
recovery-file-unchanged = su archivo está como estaba
recovery-file-changed = su archivo se ha modificado desde entonces
recovery-file-missing = su archivo ya no está
recovery-file-never = aún no tiene archivo
recovery-state = { $ago }; { $file }.
recovery-state-unapplied = { $ago }; { $file }; con texto sin aplicar.

## Palabras de los archivos que otros programas modifican

changed_files-no-file = La escena aún no tiene archivo.
changed_files-reload-help = Toma lo que contienen ahora los archivos; el tiempo sigue donde está.
changed_files-reload-unsaved-help = Toma lo que contiene ahora el archivo en lugar de los cambios sin guardar; «Deshacer» los recupera.
changed_files-merge = Combinar
changed_files-merge-help = Junta los cambios del archivo con los que están sin guardar; se rechaza si ambos afectan a las mismas líneas o a líneas vecinas.
changed_files-keep = Mantener lo mío
changed_files-keep-help = Deja aquí todo como está; al guardar se reemplaza lo que contiene ahora el archivo.
changed_files-always = Siempre, si todo está guardado
changed_files-always-help = En adelante recarga de inmediato, salvo si hay cambios sin guardar o una grabación en curso.
changed_files-reloaded = se ha recargado lo que otro programa había modificado
changed_files-reloaded-over = se ha recargado el archivo; «Deshacer» recupera los cambios sin guardar
changed_files-merged = se ha combinado con los cambios del archivo; «Deshacer» lo revierte
changed_files-not-merged = los cambios del archivo no se pueden combinar con los que están sin guardar
changed_files-not-watched = el sistema no inicia ningún hilo que vigile los archivos de la escena
changed_files-not-watched-help = aumentar el límite de hilos del sistema; hasta entonces, un cambio se nota al guardar la escena
changed_files-deleted = otro programa ha eliminado o movido { $file }; al guardar se vuelve a escribir
changed_files-changed = { $count ->
    [one] El archivo { $first } ha cambiado en el disco.
   *[other] Los archivos { $first } han cambiado en el disco.
 }
changed_files-changed-more = { $first } y otros archivos han cambiado en el disco.

## El tamaño de la interfaz

interface_size-larger = Interfaz más grande
interface_size-smaller = Interfaz más pequeña
interface_size-normal = Interfaz a tamaño normal

## El diálogo en el que se elige un archivo

choose-parent = Carpeta superior
choose-refresh = Actualizar
choose-folder = Carpeta
choose-new-folder = Nueva carpeta
choose-new-folder-name = Nombre de la nueva carpeta
choose-create = Crear
choose-reading = Leyendo la carpeta…
choose-empty = Aquí no hay nada de este tipo.
choose-name = Nombre del archivo
choose-hidden = Archivos ocultos
choose-kinds = Archivos mostrados
choose-all = Todos los archivos
choose-open = Abrir
choose-keep = Conservar el archivo
choose-home = Carpeta personal
choose-of-scene = Carpeta de la escena
choose-last = Última usada
choose-working = Carpeta de trabajo
choose-files = Archivos
choose-scene = Escena
choose-recording = Grabación
choose-robot = Robot
choose-table = Tabla
choose-text = Texto
choose-csv = CSV
choose-png = PNG
choose-svg = SVG
choose-open-scene = Abrir una escena
choose-save-scene = Guardar la escena
choose-export-surroundings = Exportar el entorno
choose-import-surroundings = Importar un entorno
choose-open-recording = Abrir una grabación
choose-open-text = Abrir un archivo de texto
choose-save-text = Guardar el texto
choose-compare = Comparar con una grabación
choose-record = Grabar la simulación
choose-export-plots = Exportar los datos de las gráficas
choose-export-picture = Exportar las gráficas como imagen
choose-export-log = Exportar el registro
choose-export-plan = Exportar la vista 2D
choose-save-robot = Guardar el robot
choose-use-robot = Usar un robot
choose-save-table = Guardar la tabla
choose-load-table = Cargar una tabla
choose-exists = { $name } ya existe.
choose-no-file = no existe el archivo { $path }
choose-no-folder = no existe la carpeta { $path }
choose-not-made = no se puede crear { $path }: { $reason }

## Edición

edit-nothing-to-undo = No hay nada que deshacer.
edit-nothing-to-redo = No hay nada que rehacer.
edit-not-a-part = El portapapeles no contiene ninguna parte de una escena.
edit-delete-users = Eliminar también estos
edit-delete-carried = Eliminar todo
edit-keep-carried = Conservar lo que lleva
edit-carries = { $name } lleva { $carried }.
edit-deleted-robots = { $count ->
    [one] eliminado 1 robot
   *[other] eliminados { $count } robots
 }
edit-undone = deshecho: { $label }
edit-redone = rehecho: { $label }
edit-placed = Colocar { $first } en la simulación
edit-placed-more = Colocar { $first } y { $others } más en la simulación
edit-refused = { $wrong }; { $accepted }

## El menú de una cosa

item-no-body = Solo robots y objetos se ocultan uno a uno; Mostrar tiene interruptores para lo demás.
item-elsewhere = No está en el texto de este archivo.
item-new-name = Nombre nuevo
item-rename = Cambiar
item-menu = Acciones
item-insert-pose = Insertar una pose antes de esta
item-remove-last-pose = Quitar la última pose
item-no-pose = Seleccionar antes una pose de la ruta: hacer clic en su punto en una vista.

## Lo que se puede insertar

insert-box = Insertar caja
insert-cylinder = Insertar cilindro
insert-extrusion = Insertar extrusión
insert-group = Insertar grupo de objetos
insert-shared-shape = Insertar forma compartida
insert-sphere = Insertar esfera
insert-capsule = Insertar cápsula
insert-ellipsoid = Insertar elipsoide
insert-spot = Insertar foco
insert-wall = Insertar pared
insert-ramp = Insertar rampa
insert-pool = Insertar piscina
insert-plane = Insertar plano infinito
insert-terrain = Insertar terreno
insert-crate = Insertar cajón móvil
insert-ball = Insertar pelota móvil
insert-beacon = Insertar baliza
insert-beacon-of-type = Insertar { $name }
insert-lamp = Insertar lámpara
insert-sun = Insertar sol
insert-note = Insertar nota
insert-note-text = Nota
insert-disc = Insertar disco pintado
insert-line = Insertar línea pintada
insert-field = Insertar zona pintada
insert-water = Insertar agua
insert-route = Insertar ruta
insert-mesh = Insertar malla de un archivo…
insert-model = Insertar robot de un archivo de modelo…
insert-picture = Insertar imagen de un archivo en el suelo…
insert-heights = Insertar terreno de un archivo de imagen…
insert-include = Incluir otro archivo de escena…
insert-no-collision = Insertar condición: sin colisión
insert-key = Insertar pulsación de tecla
insert-hint = Hacer clic donde debe quedar. Intro lo pone en el centro de la vista; Esc termina.
insert-drag-hint = Arrastrar una fila a una vista, o elegirla y hacer clic donde debe quedar.
insert-table = Insertar mesa
insert-desk = Insertar escritorio
insert-chair = Insertar silla
insert-shelf = Insertar estantería
insert-cupboard = Insertar armario
insert-bed = Insertar cama
insert-sofa = Insertar sofá
insert-column = Insertar columna
insert-bollard = Insertar bolardo
insert-bin = Insertar papelera
insert-plant = Insertar planta en maceta
insert-step = Insertar escalón
insert-robot = Insertar robot { $model }
insert-fleet = Insertar flota de { $model }
insert-service = Insertar servicio { $id }

## Dibujar con clics

draw-walls = Paredes
draw-room = Habitación
draw-field = Zona pintada
draw-route = Ruta
draw-door = Puerta
draw-next-point = Hacer clic en el punto siguiente. Retroceso quita uno; Esc, todos.
draw-from-robot = Empieza en { $robot }; Retroceso la deja empezar en otro sitio. Hacer clic en el punto siguiente.
draw-made = { $shape }: con los puntos que había. Deshacer lo quita.
draw-waits = { $shape }: sin acabar. «{ $action }» sigue con lo empezado.
draw-last-point = Hacer clic en el punto siguiente, en el primero para cerrar, o de nuevo en el último (o pulsar Intro) para acabar.
draw-first-corner = Hacer clic en una esquina de su interior, o arrastrar desde ella hasta la opuesta. Esc termina.
draw-other-corner = Hacer clic en la esquina opuesta de su interior.
draw-from-above = Dibujar en la vista 3D, o en la vista 2D desde arriba.
draw-point-at-wall = Señalar la pared en la que va. Esc termina.
draw-too-short = Esta pared es demasiado corta para la puerta.
draw-click-door = Hacer clic para abrirla en esta pared.
draw-height = Altura
draw-thickness = Grosor
draw-width = Anchura
route-first = Hacer clic donde empieza.
route-next = Hacer clic en la pose siguiente. Retroceso quita una; Esc, todas.
route-last = Hacer clic en la pose siguiente, en la primera para cerrar la ruta, o de nuevo en la última (o pulsar Intro) para acabar.
route-turn = Con Mayús, arrastrar desde una pose le da su rumbo.
route-along = Rumbo según el camino
route-heading = Rumbo
route-speed = Velocidad
route-fastest = la que pueda
route-dwell = Parada
route-goes-on = Sigue desde el final de la ruta de { $robot }; Retroceso empieza otra. Hacer clic en la pose siguiente.
route-would-cross = { $robot } no tiene paso: chocaría con { $names }. Rodearlo, o moverlo
route-would-touch = { $robot } no tiene paso: tocaría { $names }. Dejar al menos un milímetro más
route-cannot-tell = no se puede decir si hay paso: { $why }
route-leg-touches = { $robot } tocaría { $name } al ir de la pose { $from } a la siguiente
route-leg-crosses = { $robot } chocaría con { $name } al ir de la pose { $from } a la siguiente

## Qué poses se cambian a mano

moment-changes = Editar pose
moment-start-name = Editar la pose inicial
moment-start-help = Lo que se arrastra o se escribe cambia dónde empiezan las cosas: la escena. La simulación actual sigue como está.
moment-now-name = Editar la pose actual
moment-now-help = Lo que se arrastra o se escribe cambia dónde están los robots y los objetos móviles en la simulación actual. La escena queda como está.
moment-no-run = Antes del primer paso las cosas están donde empiezan.
moment-shown = inicio
moment-run-only = Esto vale para la simulación actual. Para cambiar la escena, elegir «Inicio» en las herramientas.

## Ajuste a números redondos

snap-menu = Ajuste
snap-on = Ajustar al arrastrar
snap-on-help = Lo que se arrastra, se dibuja y se inserta queda en números redondos. Ctrl lo invierte mientras se pulsa.
snap-grid = Paso de cuadrícula
snap-angle = Paso de ángulo
snap-steps = Ajuste { $grid }, { $angle }

## A lo largo de qué ejes se mueven y giran las cosas

axes-world = Ejes: mundo
axes-own = Ejes: locales
axes-name = Ejes propios

## El tirador que hace las cosas más altas o más bajas

height-of = Altura de { $name }
height-now = altura { $height }
height-changed = Cambiar la altura de { $name }

## Tamaños que se cambian arrastrando

resize-robots = El tamaño de un robot no se puede cambiar: es el de su modelo.
resize-no-size = La selección no tiene ningún tamaño que se pueda cambiar.
resize-size = { $x } × { $y } × { $z }
resize-factor = × { $factor }

## Alinear y distribuir

arrange-stayed = Lo que no se mueve por sí mismo se ha dejado donde está: solo tiene un inicio. Para ello, elegir «Editar pose: Inicio».

## Medir

measure-next = Hacer clic en el punto siguiente. Esc termina.
measure-end = Esc termina
measure-segment = Segmento { $length }
measure-parts = dx { $x }   dy { $y }   dz { $z }
measure-angle = Ángulo { $angle }
measure-total = Total { $length }

## Simulación

run-play = Reproducir
run-pause = Pausar
run-speed = Velocidad
run-unlimited = sin límite
run-building = Construyendo la escena…
run-playing = En marcha
run-paused = En pausa
run-empty = Sin escena
run-failed = Con errores
run-goes-on = Pulsar «Reproducir» para continuar.
run-back = Volver al inicio
run-ended = Terminada: { $reason }
run-over = Terminada: han pasado los { $duration } s de la escena.
run-beyond = { $state } más allá del final de la escena ({ $end } s)
run-factor = ×{ $factor }
run-tick = paso { $tick }

## Palabras de las grabaciones: hacer, reproducir, comparar

recordings-record = Grabar
recordings-stop = Detener grabación
recordings-end-it = Terminar la grabación
recordings-close = Volver a la simulación
recordings-timeline = Línea de tiempo
recordings-time = Tiempo
recordings-start = Al inicio
recordings-play-back = Reproducir hacia atrás
recordings-step = Paso adelante
recordings-end = Al final
recordings-speed = Velocidad
recordings-compare-this = Comparar la simulación con ella
recordings-compare-help = Vuelve a la simulación y muestra a qué distancia están sus robots de los grabados.
recordings-close-help = Cierra la grabación. La simulación queda donde se pausó.
recordings-reading = Leyendo eventos y recorridos…
recordings-models = Construyendo los robots grabados…
recordings-no-edits = Se muestra una grabación. Para cambiar la escena hay que volver a la simulación.
recordings-no-step-back = Solo se puede retroceder por los pasos dados uno a uno, y hasta que el tiempo vuelva a correr.
recordings-no-live = No hay ninguna simulación. Primero hay que abrir una escena.
recordings-no-events = no se pueden leer eventos y recorridos
recordings-not-opened = no se puede abrir la grabación
recordings-open-again = cerrar otros programas y volver a abrirla
recordings-no-thread = el hilo que la abre ha terminado
recordings-nothing-recorded = Se muestra una grabación; lo que se graba es la simulación.
recordings-panel = Comparación
recordings-nothing = Comparar la simulación con una grabación para ver a qué distancia están los robots de donde estaban entonces.
recordings-end-comparison = Terminar comparación
recordings-now = ahora [m]
recordings-max = máx [m]
recordings-rms = rms [m]
recordings-not-recorded = no está en la grabación
recordings-outside = La grabación no tiene nada de este momento.
recordings-plot-distance = Trazar la distancia en el tiempo
recordings-highest-first = Mayores primero
recordings-ends = «{ $action }» termina la grabación en curso. Lo grabado hasta ahora queda en su archivo.
recordings-taken = Una grabación con este nombre ocuparía el lugar de { $there }.
recordings-stopped = grabación de { $frames } en { $file }: { $reason }
recordings-failed = falló la grabación en { $file }: { $reason }
recordings-opening = Abriendo { $name }…
recordings-shown = Grabación { $name }
recordings-compared = Distancia a { $name }
recordings-span = { $first } … { $last } s
recordings-plot-distance-of = Trazar la distancia de { $robot }
recordings-frames = { $count ->
    [one] 1 fotograma
   *[other] { $count } fotogramas
 }
recordings-started = grabando en { $file }
recordings-started-late = { $skipped ->
    [one] grabando en { $file }, sin el primer paso
   *[other] grabando en { $file }, sin los primeros { $skipped } pasos
 }
recordings-note = nota
recordings-warning = aviso
recordings-error = error
recordings-fault = fallo

## Condiciones de aceptación

acceptance-panel = Resultados
acceptance-none = La escena no tiene condiciones de aceptación. Insertar una con Editar › Insertar…, `condición`.
acceptance-select = Clic para seleccionar aquello de lo que trata y verlo.
acceptance-go-there = Clic para ir allí: la simulación vuelve a empezar y avanza hasta este momento.
acceptance-recording = Primero hay que terminar la grabación: para ir allí, la simulación vuelve a empezar.
acceptance-columns-1 = Condición
acceptance-columns-2 = Resultado
acceptance-columns-3 = Momento
acceptance-columns-4 = Observado
acceptance-count = { $all ->
    [one] { $met } de 1 condición cumplida
   *[other] { $met } de { $all } condiciones cumplidas
 }
acceptance-moment = { $seconds } s
acceptance-show = Mostrar de qué trata { $condition }
acceptance-go-to = Ir al momento de { $condition }
acceptance-met = cumplida
acceptance-missed = incumplida
acceptance-not-met = pendiente

## Lo que lleva tiempo, y lo que está por ocurrir

busy-drop-scene = Soltar para abrir esta escena
busy-drop-recording = Soltar para abrir esta grabación
busy-drop-part = Soltar para insertarlo en la escena
busy-drop-pack = Soltar para ver este paquete e instalarlo
busy-drop-library = Soltar para instalar esta biblioteca
busy-drop-any = Soltar para abrir una escena o una grabación, insertar un modelo o instalar una biblioteca
busy-installing = Instalando { $name }…
busy-loading = Cargando { $name }…
busy-writing = Escribiendo { $name }…
busy-seconds = { $words } { $seconds } s
ending-stopping = Terminando la simulación: se espera a que se detengan sus servicios…
ending-no-thread = no se puede iniciar el hilo que termina la ventana cuando el sistema lo pide
ending-go-on = Continuar
busy-building = Construyendo…
busy-building-scene = Construyendo { $title }…

## El árbol de la escena

tree-search = Buscar
tree-movable = Objetos móviles
tree-fixed = Objetos fijos
tree-added = Añadidos durante la simulación
tree-scene = Ajustes de la escena
tree-nothing = Nada se llama así.
tree-empty = Aún no hay nada en la escena.
tree-refused = La escena no se muestra mientras tenga errores o falte algo que necesita.
tree-show = Mostrar { $name }
tree-field = zona
tree-line = línea
tree-disc = disco
tree-image = imagen

## Grupos del árbol

section-groups = Grupos
section-objects = Objetos
section-fleets = Flotas
section-beacons = Balizas
section-lights = Luces
section-media = Agua y aire
section-services = Servicios
section-inputs = Guion del operador
section-acceptance = Condiciones
section-paint = Pintado en el suelo
section-includes = Archivos incluidos
section-shapes = Formas compartidas

## El inspector

inspector-nothing = Seleccionar un robot o un objeto, en la vista o en el árbol.
inspector-pose = Pose
inspector-start-help = Dónde está en el archivo de la escena, antes del primer paso.
inspector-now-help = Dónde está en la simulación actual. El archivo de la escena queda como está.
inspector-choose-start = Para cambiarlo, elegir «Inicio» en las herramientas.
inspector-motion = Movimiento
inspector-position = Posición
inspector-rotation = Rotación (rpy)
inspector-velocity = Velocidad
inspector-distance = Distancia recorrida
inspector-collisions = Colisiones
inspector-controller = Controlador
inspector-dynamics = Dinámica
inspector-telemetry = Telemetría
inspector-fixed = Objeto fijo.
inspector-added = Se ha añadido durante la simulación.
inspector-added-by = Lo ha añadido el servicio «{ $service }» durante la simulación.
inspector-size = Tamaño
inspector-description = Descripción
inspector-halted = Ha fallado un componente de este robot, que se ha puesto en estado seguro. El registro dice por qué.
inspector-no-reading = aún sin lectura
inspector-no-reading-help = Los sensores leen el mundo con el primer paso.
inspector-no-controller = Se construyó sin controlador.
inspector-goes-on-with = La simulación sigue con { $id }, como se construyó.
inspector-model = Modelo
inspector-sensors = Sensores
inspector-actuators = Actuadores
inspector-properties = Propiedades
inspector-scene = La escena
inspector-unlock = Desbloquear
inspector-dissolve = Disolver la flota
inspector-dissolve-help = Escribe sus robots uno por uno, con los mismos nombres y lugares.
inspector-align = Alinear
inspector-smallest = mínimo
inspector-middle = centro
inspector-largest = máximo
inspector-distribute = distribuir
inspector-several = { $count } cosas
inspector-align-of = Alinear { $axis }: { $side }
inspector-distribute-of = Distribuir a lo largo de { $axis }
inspector-edit-fleet = Ir a la flota { $fleet }
inspector-of-fleet = Un cambio afecta a todos los robots de la flota { $fleet }.
inspector-parameters-of = Parámetros de { $component }

## Formularios

form-back = Volver al valor predeterminado
form-given = Si se indica o no
form-not-given = sin indicar
form-kind = Tipo
form-add = Añadir
form-new-name = Nombre nuevo
form-json = como JSON
form-back-of = Devolver { $field } a su valor predeterminado
form-given-of = Indicar { $field }
form-add-of = Añadir a { $field }
form-remove = Quitar { $what } de { $field }
form-no-number = { $text } no es un número; se acepta: 0.5, 0,5 o 1/2
form-accepted = se acepta: { $range }
form-joint-accepts = la articulación `{ $joint }` está limitada a { $range }
form-default = Predeterminado: { $value }
form-not-json = { $field } no es JSON: { $error }
form-range = Intervalo: { $least } … { $most }{ $unit }
form-range-above = Intervalo: más de { $least }{ $unit }
form-range-from = Intervalo: { $least }{ $unit } como mínimo
form-range-to = Intervalo: { $most }{ $unit } como máximo
form-unit = Unidad:{ $unit }

## El editor de texto

editor-title = Editor
editor-name = Texto de { $file }
editor-untitled = sin título
editor-no-file = Abrir un archivo de texto, como una misión o el código de un controlador, o empezar uno nuevo.
editor-new = Archivo nuevo
editor-new-help = Empieza un texto vacío; al guardarlo se pregunta por su archivo.
editor-open = Abrir archivo…
editor-open-help = Abre un archivo de texto UTF-8 de 5 MB como máximo.
editor-save = Guardar archivo
editor-save-help = Escribe el texto en su archivo. Ctrl+S lo hace mientras el teclado está en el editor.
editor-save-as = Guardar archivo como…
editor-save-as-help = Escribe el texto en otro archivo, que será el suyo.
editor-revert = Revertir archivo
editor-revert-help = Vuelve a lo que contiene el archivo; «Deshacer» recupera el texto.
editor-same = El texto está como se guardó.
editor-close = Cerrar { $file }
editor-find = Buscar
editor-find-help = Busca y sustituye en el texto: Ctrl+F y Ctrl+H mientras el teclado está en el editor.
editor-find-hint = Texto que se busca
editor-next = Siguiente
editor-next-help = Va al siguiente lugar: Intro, o F3.
editor-previous = Anterior
editor-previous-help = Va al lugar anterior: Mayús+Intro, o Mayús+F3.
editor-case = Mayúsculas
editor-case-help = Mayúsculas y minúsculas son distintas.
editor-word = Palabra entera
editor-word-help = No puede haber ninguna letra, cifra ni guion bajo antes ni después.
editor-found = { $count ->
    [one] 1 lugar
   *[other] { $count } lugares
}
editor-found-at = { $at } de { $count }
editor-not-found = no se encuentra
editor-replace-more = Sustituir…
editor-replace-more-help = Muestra qué se pone en el lugar de lo encontrado.
editor-replace-hint = Texto que se pone
editor-replace = Sustituir
editor-replace-help = Sustituye el lugar seleccionado y va al siguiente.
editor-replace-all = Sustituir todo
editor-replace-all-help = Sustituye todos los lugares; «Deshacer» lo revoca.
editor-changed = Otro programa ha modificado { $file }.
editor-deleted = Otro programa ha borrado o movido { $file }. Al guardar se escribe de nuevo.
editor-reload-help = Toma lo que contiene ahora el archivo.
editor-reload-unsaved-help = Toma lo que contiene ahora el archivo en lugar del texto sin guardar; «Deshacer» recupera este.
editor-keep = Conservar lo mío
editor-keep-help = Deja el texto como está aquí; al guardar se sustituye lo que contiene ahora el archivo.
editor-reverted = { $file }: el texto es el del archivo
editor-unsaved = { $file } tiene cambios sin guardar.
editor-all-unsaved = { $count ->
    [one] Un archivo del editor está sin guardar: { $files }.
   *[other] { $count } archivos del editor están sin guardar: { $files }.
}
editor-save-all = Guardar
editor-throw-away = No guardar
editor-edit = Editar { $file }
editor-edit-help = Abre en el editor el archivo en el que está este valor.

## Compilar

build-help = Guarda los archivos del proyecto del archivo que se muestra, lo compila y pone su biblioteca en la carpeta de plugins.
build-runs = Hay una compilación en marcha: cancelarla antes, o esperar.
build-no-project = El archivo que muestra el editor no pertenece a ningún proyecto: ninguna carpeta por encima tiene un Cargo.toml, un Makefile o un CMakeLists.txt.
build-cancel = Cancelar compilación
build-cancel-help = Termina la compilación con todos sus procesos.
build-hide = Ocultar salida
build-hide-help = Oculta lo que dice la compilación; la siguiente lo muestra de nuevo.
build-whole = Toda la salida
build-whole-help = Muestra todo lo que ha escrito la compilación, no solo sus mensajes.
build-running = Se compila { $name }: { $done } crates hechos, { $seconds } s
build-built = { $name } está compilado, en { $seconds } s
build-built-with = { $count ->
    [one] { $name } está compilado, con un aviso
   *[other] { $name } está compilado, con { $count } avisos
}
build-failed = { $count ->
    [one] { $name } no se ha compilado: 1 error
   *[other] { $name } no se ha compilado: { $count } errores
}
build-canceled = { $name } no se ha compilado: se ha cancelado
build-new-title = Componente nuevo
build-new-name = Nombre
build-new-kind = Clase
build-new-language = Lenguaje
build-new-folder = Carpeta
build-new-folder-help = La carpeta en la que se hace la nueva.
build-new-make = Hacerlo
build-new-where = Hace la carpeta { $folder }
build-made = hecho: { $folder }
build-this-machine = solo se compila en esta máquina: depende de { $source }

## El texto de la escena

source-title = Texto
source-name = Texto de la escena
source-no-scene = Abrir o empezar una escena: aquí aparece su texto.
source-apply-help = Convierte este texto en la escena. Si tiene errores se rechaza, y se muestran en sus líneas.
source-revert = Revertir
source-revert-help = Descarta lo escrito aquí desde que el texto se aplicó por última vez.
source-same = No hay nada que aplicar: este es el texto de la escena.
source-changed = Entretanto la escena se ha modificado en otro sitio. «Aplicar» pone este texto en su lugar.
source-unapplied = El panel «Texto» tiene cambios sin aplicar.
source-apply-first = Aplicar cambios
source-throw-away = Descartar cambios
source-finding = línea { $line }: { $message }

## La vista

view-top = Desde arriba
view-front = De frente
view-side = De lado
view-no-device = La ventana no tiene dispositivo gráfico, por lo que no se puede dibujar la vista 3D.
view-hint = Arrastrar para girar, arrastrar con el botón derecho para desplazar, rueda para acercar, clic para seleccionar.
view-name = Vista 3D de la escena
view-no-robot = Primero hay que seleccionar un robot.
view-no-camera = Este robot no tiene cámara.
view-from = Visto desde { $robot }. Esc sale.
view-behind = Visto desde detrás de { $robot }. Esc sale.
view-through = Visto por { $robot }.{ $camera }. Esc sale.

## Imágenes y vídeos de la vista 3D

view_files-save-picture = Guardar una imagen de la vista
view_files-record = Grabar un vídeo de la vista
view_files-stop = Detener vídeo
view_files-video = Vídeo
view_files-size = Tamaño
view_files-size-view = 1×
view_files-size-view-help = Tantos píxeles como tiene la vista.
view_files-size-twice = 2×
view_files-size-twice-help = El doble de píxeles que la vista, a lo largo de cada borde.
view_files-time = Tiempo
view_files-time-seen = real
view_files-time-seen-help = Un segundo del vídeo es un segundo de tiempo real, por rápida que vaya la simulación.
view_files-time-run = simulado
view_files-time-run-help = Un segundo del vídeo es un segundo de tiempo simulado. Mientras la simulación está parada no se graba nada.
view_files-kind = Formato
view_files-kind-video = vídeo (MP4)
view_files-kind-video-help = Un solo archivo, codificado en AV1.
view_files-kind-pictures = imágenes (PNG)
view_files-kind-pictures-help = Una carpeta nueva con este nombre, con una imagen PNG de cada fotograma.
view_files-not-seen = No se ha dibujado ninguna vista 3D. Traiga primero una al frente.
view_files-still-written = El vídeo anterior aún se está escribiendo en este archivo. Inténtelo de nuevo en un momento.
view_files-no-picture = no se puede guardar la imagen
view_files-smaller = elija el tamaño 1×, o reduzca la vista
view_files-no-folder = las imágenes necesitan una carpeta nueva
view_files-there = ya hay algo con este nombre
view_files-other-name = elija otro nombre
view_files-asked = detenido a mano
view_files-closed = se ha cerrado la vista
view_files-other-scene = se ha abierto otra escena
view_files-no-image = la vista no ha dado ninguna imagen
view_files-started = se graba un vídeo de la vista en { $file }
view_files-images = { $count ->
    [one] 1 fotograma
   *[other] { $count } fotogramas
 }
view_files-stopped = vídeo de { $images }, { $seconds } s, en { $file }: { $reason }
view_files-stopped-late = { $left_out ->
    [one] vídeo de { $images }, { $seconds } s, en { $file }: { $reason }; se ha omitido 1 fotograma porque la escritura era demasiado lenta
   *[other] vídeo de { $images }, { $seconds } s, en { $file }: { $reason }; se han omitido { $left_out } fotogramas porque la escritura era demasiado lenta
 }
view_files-status = Vídeo { $length }, { $images }
view_files-left-out = { $count ->
    [one] Se ha omitido 1 fotograma porque la escritura era demasiado lenta.
   *[other] Se han omitido { $count } fotogramas porque la escritura era demasiado lenta.
 }

## Lo que se dibuja además de las cosas mismas

shown-drawings = Lo que dibujan los componentes
shown-menu = Mostrar
shown-menu-help = Lo que se dibuja además de las cosas mismas, en todas las vistas.
shown-signs = Lámparas y balizas
shown-trails = Rastros
shown-contacts = Contactos
shown-contacts-help = Dónde se tocan las cosas, y en qué dirección se empujan.
shown-ceilings-help = Objetos de la categoría `ceiling`, o con esa etiqueta.
shown-sensors = Cobertura de sensores
shown-frames = Ejes
shown-nobody = Ninguno
shown-margins-help = Espacio libre alrededor de los robots, y de los objetos a los que la escena se lo da.
shown-cut = Cortar por encima
shown-cut-help = Omite lo que está por encima de una altura, en la vista 3D.
shown-switched-off = Primero hay que activarlo.
shown-of = { $what }: { $whom }

## Varias vistas, disposiciones de los paneles, estados conservados

several-layouts = Disposiciones
several-standard = Estándar
several-building = Editor de robots
several-name-of-layout = Nombre de la disposición
several-replace-layout = Reemplazar la disposición
several-delete-layout = Eliminar disposición
several-reserved = Este es el nombre de una disposición que viene con el programa.
several-states = Estados
several-go-help = Clic para devolver la simulación a este estado. Queda entonces en pausa.
several-no-states = Conservar un estado de la simulación permite volver a él más tarde.
several-none-kept = No se ha conservado ningún estado de esta simulación.
several-other-scene = La escena ha cambiado desde entonces. Deshacer los cambios permite volver a este estado.
several-recording = Se muestra una grabación. Primero hay que volver a la simulación.
several-name-of-state = Nombre del estado
several-keep = Guardar
several-do-not-keep = Descartar
several-rename = Renombrar
several-delete = Eliminar
several-numbered = { $kind } { $number }
several-camera = Cámaras: { $robot }.{ $camera }
several-taken = Ya hay una disposición «{ $name }».
several-ask-to-delete = La disposición «{ $name }» se eliminará definitivamente.
several-saved = disposición { $name } guardada
several-delete-of = Eliminar { $name }
several-state-at = estado a los { $time } s
several-moment = { $time } s
several-count = { $kept } de { $most } como máximo
several-go-to = Ir a { $name }
several-rename-of = Renombrar { $name }
several-went-to = de vuelta en { $name }

## La vista 2D

plan-seen = Vista
plan-name = Vista 2D de la escena
plan-not-written = no se puede escribir la vista 2D
plan-too-large = no se pueden dibujar { $width } por { $height } píxeles

## Lo que comunica el dispositivo gráfico

graphics-refused = el dispositivo gráfico no puede dibujar lo que se muestra
graphics-refused-remedy = la simulación sigue; dibujar menos (Ver › Dibujo con menos detalle, paneles más pequeños) o arrancar con otro dispositivo (WGPU_BACKEND, WGPU_ADAPTER_NAME)
graphics-lost = se ha perdido el dispositivo gráfico
graphics-lost-remedy = volver a abrir la ventana: entonces se ofrece el trabajo sin guardar
graphics-no-window = no se puede abrir la ventana
graphics-no-window-help = comprobar que hay una pantalla (DISPLAY o WAYLAND_DISPLAY) y que Vulkan, Metal, DirectX 12 u OpenGL pueden dibujar en ella; `sim run` no necesita ventana

## Gráficas

plots-channel = Canal
plots-plot = Trazar
plots-clear = Vaciar gráficas
plots-export = Exportar
plots-export-csv = Como tabla (CSV)…
plots-export-png = Como imagen (PNG)…
plots-fit-help = Vuelve a mostrar las curvas enteras y las sigue. Un doble clic hace lo mismo.
plots-hold = Congelar
plots-hold-help = Mantiene las curvas como están ahora; el tiempo y la grabación siguen.
plots-hold-live = Congelar: una grabación ya está quieta por sí sola.
plots-time = tiempo [s]
plots-export-failed = no se pueden escribir las gráficas
plots-no-picture = no se pueden escribir las gráficas como imagen
plots-out-of-sight = no se ve nada de las gráficas
plots-to-the-front = traer antes las gráficas al frente
plots-incomplete = la imagen de la ventana está incompleta
plots-distance = distancia a la grabación
plots-remove = Dejar de trazarlo
plots-nothing = Elegir un robot y un canal, o hacer clic en un valor de telemetría en el inspector.
plots-toggle = Trazarlo, o dejar de hacerlo
plots-remove-of = Quitar { $name }
plots-written = escrito en { $file }
plots-recorded = { $name } (grabado)
plots-recorded-value = {" "}(grabado { $value })

## Maneras de mirar los valores de las gráficas

analysis-over-time = En el tiempo
analysis-xy = XY
analysis-histogram = Histograma
analysis-spectrum = Espectro
analysis-over-time-help = Los valores tal como llegaron.
analysis-xy-help = Los valores frente a otro valor de las gráficas, del mismo momento.
analysis-histogram-help = Cuántas veces han estado los valores en cada intervalo, de la anchura que dan Freedman y Diaconis.
analysis-spectrum-help = Qué frecuencias tienen los valores: amplitudes sin la media, con la ventana de Hann. Un seno muestra su amplitud. Cuentan los 65 536 pasos más recientes.
analysis-over = frente a
analysis-share = Proporciones
analysis-share-help = Partes del total en lugar de su número, para comparar simulaciones de distinta duración.
analysis-newest = de los últimos
analysis-newest-help = Solo cuentan los valores de tantos segundos antes del final; 0: todos.
analysis-number = número
analysis-part = proporción
analysis-frequency = frecuencia [Hz]
analysis-computing = Calculando…
analysis-too-few = Todavía hay muy pocos valores para esto.
analysis-no-other = Hay que mostrar otro valor: XY muestra los valores de esta gráfica frente a él.
analysis-of-each = { $path } de cada robot
analysis-all = todos
analysis-choice = { $kind } de { $unit }
analysis-mean = media
analysis-deviation = desviación típica
analysis-values = valores
analysis-greatest = mayor amplitud

## Órdenes y valores fuera de sus límites

limits-limited = Órdenes limitadas
limits-limited-help = Cuántas veces una orden estaba fuera del intervalo de su actuador y se ha limitado. El registro nombra la primera.

## Conducir a mano

drive-title = Conducir
drive-who = Robots
drive-nobody = Seleccionar un robot, o conducirlos todos.
drive-no-scene = Primero hay que abrir una escena: no hay nada que conducir.
drive-no-robot = No hay ningún robot en esta escena.
drive-capture = Capturar el teclado
drive-capture-help = Las teclas van a los robots y no a los atajos, salvo las que llevan Ctrl. Esc devuelve el teclado; salir de este panel, también.
drive-captured = El teclado conduce. Esc lo devuelve.
drive-writing = El teclado escribe en un campo de texto; hacer clic en otro sitio para conducir.
drive-stick = Palanca: adelante, atrás, izquierda, derecha
drive-stick-help = Arrastrar para conducir; al soltarla vuelve al centro.
drive-axes = Ejes
drive-centre = Centrar todos
drive-centre-help = Pone todos los ejes a 0.
drive-keys = Teclas
drive-keys-help = Las letras y cifras que no están en esta lista se representan a sí mismas. Los robots solo oyen lo que piden sus controladores.
drive-press = Pulsar una tecla…
drive-arrows = Teclas de flecha
drive-wasd = W A S D
drive-pad = Mando
drive-pad-use = Usar un mando
drive-pad-none = Ningún mando responde. Conectar uno, o encenderlo.
drive-pad-absent = Este programa se compiló sin mandos; compilarlo con `--features gamepad`.
drive-dead-zone = Zona muerta
drive-dead-zone-help = Parte del recorrido de una palanca, en torno a su centro, que no hace nada.
drive-hand-over = Conducirlo a mano
drive-sticks-1 = Palanca izquierda, adelante
drive-sticks-2 = Palanca izquierda, a la izquierda
drive-sticks-3 = Palanca derecha, adelante
drive-sticks-4 = Palanca derecha, a la izquierda
drive-driven-by = { $controller } conduce a { $robot }, que solo oye las teclas si ese controlador las pide.
drive-hand-over-of = Le da el controlador { $id }, que conduce con las teclas de flecha y con los ejes forward y turn.
drive-change = Cambiar la tecla de { $key }
drive-hold = Mantener pulsada { $key }

## Lo que ven las cámaras

cameras-title = Cámaras
cameras-camera = Cámara
cameras-none = Ningún robot de esta escena tiene cámara. Para dársela a un robot, esta línea en la escena:
cameras-no-image = Aún no hay imagen. Dejar correr el tiempo, o dar un paso.
cameras-waiting = Esperando la imagen…
cameras-beyond = fuera de alcance
cameras-image = Imagen de la cámara
cameras-unreadable = la respuesta de la cámara no es una imagen
cameras-unreadable-help = una cámara responde a `image` con width, height, format (`rgba8` o `depth32`), images y pixels en base64
cameras-no-number = falta el número `{ $name }`
cameras-no-pixels = falta el texto `pixels`
cameras-wrong-bytes = { $bytes } bytes para { $width } × { $height } píxeles
cameras-no-format = el formato `{ $format }`
cameras-metres = { $value } m
cameras-pixel = columna { $column }, fila { $row }: { $value }
cameras-facts = { $width } × { $height }, { $kind }, imagen { $images }
cameras-distances = distancias
cameras-colors = colores

## El registro

log-level = Nivel
log-error = error
log-warning = aviso
log-info = información
log-debug = depuración
log-of-plugins = complementos
log-filter = Filtrar por robot, componente o texto
log-nothing = Aún no se ha dicho nada.
log-hidden = { $count ->
    [one] 1 línea está oculta por: { $filters }
   *[other] { $count } líneas están ocultas por: { $filters }
 }
log-show-hidden = Mostrar todas las líneas
log-text = Texto
log-dropped = { $count ->
    [one] 1 línea llegó demasiado rápido para mostrarla.
   *[other] { $count } líneas llegaron demasiado rápido para mostrarlas.
 }
log-installed = instalado { $from } como { $to }
log-digest = { $tick ->
    [one] estado tras 1 paso: { $digest }
   *[other] estado tras { $tick } pasos: { $digest }
 }
log-begin-anew = tras el cambio empiezan de nuevo: { $names }
log-built = escena construida en { $seconds } s
log-part = Componente
log-every = todos
log-copy-help = Copia las líneas que se muestran.
log-export = Exportar…
log-export-help = Escribe las líneas que se muestran en un archivo de texto.
log-export-failed = no se puede escribir el registro
log-select = Clic para seleccionar { $robot }.

## Problemas

problems-none = No hay problemas.
problems-count = { $count ->
    [one] 1 problema
   *[other] { $count } problemas
 }

## Hallazgos, y adónde llevan

findings-show = Mostrar dónde está
findings-clear-help = Olvida lo que han comunicado las simulaciones y los complementos; lo que está mal en la escena queda.
findings-place = lugar
findings-expected = esperado
findings-found = encontrado
findings-nearest = tal vez
findings-related = también
findings-help = ayuda
findings-of-file = { $name }: { $said }
findings-elsewhere = Está en { $file }.

## Fallos

faults-told = { $kind } `{ $component }` ({ $id }): { $message } [{ $code }] a los { $time } s
faults-mark-of = Fallo de { $robot }: { $fault }
faults-count = { $count ->
    [one] 1 fallo
   *[other] { $count } fallos
 }

## Mensajes cortos

messages-show-folder = Mostrar carpeta
messages-dismiss = Clic para cerrarlo.
messages-label = Mensaje: { $text }

## Los complementos

plugins-none = No se ha encontrado ningún complemento. Copiar una biblioteca en una de las carpetas de abajo.
plugins-folders = Carpetas
plugins-rescan = Volver a buscar
plugins-rescan-help = Busca en todas las carpetas de complementos. Las bibliotecas que aparecen o cambian se encuentran por sí solas.
plugins-open-folder = Abrir carpeta
plugins-registered = registrado
plugins-refused = rechazado
plugins-skipped = omitido
plugins-gone = sin archivo
plugins-project = proyecto
plugins-installation = instalación
plugins-user-folder = carpeta del usuario
plugins-pack = paquete

## Bibliotecas, con todo detalle

libraries-version = versión
libraries-authors = autores
libraries-license = licencia
libraries-digest = SHA-256
libraries-abi = ABI
libraries-file = archivo
libraries-unknown = sin indicar
libraries-report = informe de carga
libraries-copy-digest = Copiar el resumen SHA-256 de { $library }
libraries-copy-id = Copiar { $id }
libraries-abi-of = ABI { $major }.{ $minor }, compilado con sim-abi { $built }
libraries-last = el último a los { $time } s: { $message }
libraries-last-of = el último a los { $time } s, { $robot }: { $message }

## El editor de robots

construct-title = Editor de robots
construct-open = Editar robot…
construct-open-help = Muestra este robot desde arriba, para colocar sus sensores, actuadores y ruedas.
construct-no-robot = No hay ningún robot en esta escena. Insertar uno con Editar › Insertar…
construct-no-scene = Primero hay que abrir una escena: aquí se editan sus robots.
construct-recording = Se muestra una grabación. Para editar sus robots hay que volver a la simulación.
construct-no-model = El modelo de este robot no se ha construido. «Problemas» dice por qué.
construct-fit-help = Muestra el robot entero. Rueda para acercar; arrastrar con el botón central o derecho para desplazar.
construct-units = Unidades de longitudes y ángulos, aquí y en todas partes: entre cm, ° y m, rad.
construct-coverage = Cobertura de todos
construct-coverage-help = Dibuja lo que cubre cada sensor, no solo lo que cubre la pieza seleccionada.
construct-board = Robot desde arriba
construct-drop-hint = Hacer clic donde debe ir. Esc termina.
construct-palette = Piezas
construct-search = Buscar piezas
construct-fitting = encaja en un puerto
construct-nothing = Ninguna pieza se llama así.
construct-drag-hint = Arrastrarla al robot, o hacer clic en ella y después en el robot.
construct-sensor = sensor
construct-actuator = actuador
construct-forward = x adelante
construct-left = y izquierda
construct-height = z altura
construct-direction = dirección
construct-forward-help = Distancia del centro del robot hacia delante; negativa hacia atrás.
construct-left-help = Distancia del centro del robot hacia la izquierda; negativa hacia la derecha.
construct-height-help = Altura sobre el origen del robot.
construct-direction-help = Hacia dónde mira: 0 al frente, 90° a la izquierda, −90° a la derecha.
construct-port = puerto
construct-unplugged = sin conectar
construct-no-port = Este robot no tiene ningún puerto libre para esta pieza.
construct-needs-no-port = no necesita puerto
construct-copy = Copiar
construct-copy-help = Pone otra igual al lado, sin conectar.
construct-remove = Quitar
construct-put-back = Reponer
construct-values = Valores
construct-read = leído
construct-true = real
construct-command = orden
construct-read-help = Lo que lee el robot, con ruido.
construct-true-help = Lo mismo sin ruido.
construct-functions = Funciones
construct-by-hand = a mano
construct-by-hand-help = Representa lo que una persona hace a la pieza. Los programas del robot no disponen de ello.
construct-not-running = La escena aún no está en marcha con esta pieza.
construct-waiting = …
construct-done = hecho
construct-calibrate = Tabla…
construct-calibrate-help = Abre una tabla de mediciones de una pieza real, de la que se deducen parámetros.
construct-table-hint = Una fila por medición. En una celda se pueden pegar filas de una hoja de cálculo.
construct-add-row = Añadir fila
construct-compute = Calcular
construct-not-numbers = Cada celda necesita un número.
construct-apply-help = Escribe estos parámetros en la pieza; se deshace de una vez.
construct-save-table = Guardar tabla…
construct-load-table = Cargar tabla…
construct-no-object = la función no respondió con parámetros
construct-joint = articulación
construct-reset = Como en el modelo
construct-reset-help = Deja la articulación donde la tiene el modelo.
construct-wheels = Ruedas
construct-ports = Puertos
construct-free = libre
construct-all-parts = Piezas del robot
construct-taken-away = Quitadas
construct-choose = Hacer clic en una pieza para cambiarla.
construct-stands = Está parado.
construct-straight = Va en línea recta: el centro de rotación está infinitamente lejos.
construct-icr-help = c = (−vy, vx)/ω en el sistema de referencia del robot, a partir de la velocidad de su origen.
construct-save-robot = Guardar robot como…
construct-save-robot-help = Escribe este robot con todas sus piezas en un archivo que pueden usar otras escenas.
construct-use-robot = Usar archivo de robot…
construct-use-robot-help = Hace que este robot sea como dice un archivo: lo que la escena dice de sus piezas desaparece.
construct-not-saved = no se puede guardar el robot
construct-not-saved-table = no se puede guardar la tabla
construct-no-table = Primero hay que abrir la tabla de una pieza.
construct-of-fleet = Es de la flota { $fleet }: lo que se cambia aquí se cambia en toda ella.
construct-part = Pieza { $name }
construct-joint-of = Articulación { $name }
construct-direction-of = Dirección de { $name }
construct-add = Añadir { $id }
construct-moved = Mover { $name }
construct-turned = Girar { $name }
construct-reset-of = Restablecer { $name }
construct-added = Añadir { $name }
construct-copied = Copiar { $name }
construct-removed = Quitar { $name }
construct-restored = Reponer { $name }
construct-plugged = Conectar { $name }
construct-unplugged-of = Desconectar { $name }
construct-calibrated = Calibrar { $name }
construct-model-of = Cambiar el modelo de { $name }
construct-too-far = { $outside } fuera del cuerpo: se permiten { $most } como máximo.
construct-place = x { $x }  y { $y }
construct-plugs-into = Se conecta a un puerto de tipo { $kind }.
construct-more = { $count } más
construct-argument = { $function } { $name }
construct-call = Llamar a { $function }
construct-answer = { $function } respondió { $answer }
construct-cell = { $column }, fila { $row }
construct-remove-row = Quitar la fila { $row }
construct-track = Ancho de vía { $length }
construct-turns-about = Gira en torno a x { $x }, y { $y }
construct-hidden-joint = { $name } (articulación)
construct-line = línea { $line }

## Tablas de mediciones

table-empty = el archivo no contiene ninguna tabla
table-at = línea { $line }: { $what }
table-missing = falta el campo `{ $field }`
table-columns = `columns` debe ser { $expected }, no { $found }
table-row = números en `rows[{ $row }]`: { $found } en lugar de { $expected }
table-no-number = `rows[{ $row }]`, columna { $column }: se necesita un número, no { $found }
table-no-rows = `rows` debe ser una lista de filas, no { $found }

## Nombres de lo que dibuja la biblioteca gráfica por sí sola

toolkit-scroll-bar = Barra de desplazamiento
toolkit-divider = Separador entre paneles
toolkit-tabs = Pestañas
toolkit-tabs-left = Pestañas a la izquierda
toolkit-tabs-right = Pestañas a la derecha

## Services that show how they are.
service-state = { $name }: { $text }
service-progress = { $name }: { $percent } %
service-cancel = Cancelar { $name }
service-none = Ningún servicio de esta simulación muestra nada de sí mismo.
service-select = Seleccionar el servicio { $service }
service-select-help = Muestra sus parámetros en el inspector.
service-alert = { $service }: { $name }: { $text }
service-doing = { $service }: { $doing }
service-more = {" "}({ $count } más)
service-alert-help = Un clic muestra todos los servicios.

## The table of all robots
robots-title = Robots
robots-none = No hay robots.
robots-nothing = Ningún robot corresponde al filtro.
robots-filter = Filtro
robots-count = { $listed } de { $all }
robots-sort = Ordenar por { $column }
robots-sorted-rising = Ordenar por { $column } (ascendente)
robots-sorted-falling = Ordenar por { $column } (descendente)
robots-sort-help = Ordena por esta columna; otro clic invierte el orden y un tercero vuelve al de la escena.
robots-row = { $robot }: { $state }
robots-row-help = Un clic lo selecciona, un doble clic lo enfoca.
robots-fault = fallo
robots-halted = detenido
robots-running = en marcha
robots-stands = en pausa
robots-task = pose { $pose }, faltan { $left }
robots-done = ruta terminada
robots-speed = { $speed } m/s
robots-charge = { $percent } %
robots-voltage = { $voltage } V
robots-columns-1 = Nombre
robots-columns-2 = Estado
robots-columns-3 = Tarea
robots-columns-4 = Velocidad
robots-columns-5 = Batería
robots-columns-6 = Fallos
robots-columns-7 = Contactos

## Things that are put in by numbers
by_numbers-kind = Objeto
by_numbers-type = Tipo
by_numbers-kinds-1 = Pared
by_numbers-kinds-2 = Habitación
by_numbers-kinds-3 = Techo
by_numbers-kinds-4 = Obstáculo
by_numbers-kinds-5 = Baliza
by_numbers-kinds-6 = Robot
by_numbers-absolute = desde el origen
by_numbers-relative = desde el cursor 3D
by_numbers-from-help = Desde dónde se cuentan las posiciones.
by_numbers-cursor-x = Cursor x
by_numbers-cursor-y = Cursor y
by_numbers-cursor-z = Cursor z
by_numbers-insert = Insertar
by_numbers-close = Listo
by_numbers-cursor-hint = Haga clic donde deba ir el cursor; Esc termina.
by_numbers-name = Nombre
by_numbers-mac = Dirección MAC
by_numbers-address = Dirección IP
by_numbers-port = Puerto
by_numbers-start-x = Inicio x
by_numbers-start-y = Inicio y
by_numbers-end-x = Final x
by_numbers-end-y = Final y
by_numbers-height = Altura
by_numbers-width = Grosor
by_numbers-corner-x = Esquina interior x
by_numbers-corner-y = Esquina interior y
by_numbers-inner-x = Medida interior x
by_numbers-inner-y = Medida interior y
by_numbers-north = Norte
by_numbers-east = Este
by_numbers-south = Sur
by_numbers-west = Oeste
by_numbers-x = Posición x
by_numbers-y = Posición y
by_numbers-z = Posición z
by_numbers-size-x = Medida x
by_numbers-size-y = Medida y
by_numbers-size-z = Medida z
by_numbers-margin-x = Margen x
by_numbers-margin-y = Margen y
by_numbers-margin-z = Margen z
by_numbers-red = Rojo
by_numbers-green = Verde
by_numbers-blue = Azul
by_numbers-opacity = Opacidad
by_numbers-range = Alcance
by_numbers-turn-x = Giro en x
by_numbers-turn-y = Giro en y
by_numbers-turn-z = Giro en z
by_numbers-cone = Ángulo del cono
by_numbers-same-points = El inicio y el final de la pared deben ser distintos: cambie el final.
by_numbers-no-floor = La habitación necesita superficie: dé medidas interiores de más de 0,001 m.
by_numbers-bad-mac = Una dirección MAC tiene seis pares de cifras hexadecimales, como 01:23:45:67:89:AB; si no hay, déjela vacía.
by_numbers-bad-address = Una dirección IP tiene cuatro números de 0 a 255, como 127.0.0.1.
by_numbers-bad-port = Un puerto es un número entero de 1 a 65535, como 1999.
by_numbers-no-types = Ninguna biblioteca cargada ofrece nada de esto. Ponga una en la carpeta de complementos.
by_numbers-out-of-range = { $name }: solo se aceptan valores de { $least } a { $most }.
by_numbers-too-small = { $name } debe ser al menos { $least } m.
by_numbers-bad-name = Un nombre tiene de 1 a { $most } letras.
by_numbers-made = Insertado: { $name }

## Surroundings

surroundings-file = entorno
surroundings-exported = entorno exportado a { $path }
surroundings-imported = entorno importado de { $path }

## Packs

packs-title = Paquetes
packs-menu = Paquetes …
packs-menu-help = Muestra qué robots, componentes y escenas han publicado otros, y qué está instalado.
packs-search = Buscar paquetes
packs-file = Instalar un archivo …
packs-file-help = Instala un paquete que está en un archivo ….simpack. Soltarlo sobre la ventana hace lo mismo.
packs-read-help = Mira otra vez qué está instalado y qué tienen las fuentes.
packs-none = No hay ningún paquete instalado, y ninguna fuente ofrece uno.
packs-not-found = Ningún paquete tiene todas estas palabras.
packs-installed = Instalados
packs-available = Disponibles
packs-group = { $title } ({ $count })
packs-install = Instalar …
packs-remove = Quitar …
packs-update = Actualizar a { $version } …
packs-update-all = { $count ->
    [one] Actualizar un paquete …
   *[other] Actualizar { $count } paquetes …
}
packs-open = Abrir escena
packs-of-pack = { $what }: { $pack }
packs-open-scene = Abrir { $scene }
packs-working = Trabajando con { $what }
packs-from = De { $source }
packs-revoked = Ya no debe usarse: { $reason }
packs-unfit = No se puede usar aquí: { $reason }
packs-grant-edit = Un servicio puede crear, mover y borrar cosas de la escena
packs-grant-command = Un servicio puede conducir robots
packs-grant-network = Un servicio puede usar la red
packs-grant-files = Un servicio puede leer y escribir los archivos de usted
packs-grant-programs = Un servicio puede iniciar otros programas
packs-grant-other = Un servicio pide { $grant }
packs-signed = Firmado con la clave de confianza de { $publisher }
packs-signed-otherwise = Firmado con una clave en la que no se confía para { $publisher }
packs-signed-new = Firmado con una clave en la que aún no se confía para { $publisher }
packs-unsigned = Sin firma: nada dice que venga de { $publisher }
packs-copy-key = Copiar la clave de { $publisher }
packs-runs-in-program = Se ejecuta en el proceso del programa, con todos sus permisos
packs-runs-apart = Se ejecuta en un proceso propio
packs-in-program = Ejecutar en el proceso …
packs-in-program-help = Ejecuta sus bibliotecas en el proceso del programa, donde nada las limita. Es más rápido.
packs-apart = Aislar
packs-apart-help = Vuelve a ejecutar sus bibliotecas en procesos propios, que pueden leer el paquete y ningún otro archivo de usted.
packs-details = Detalles
packs-robots = Robots
packs-scenes = Escenas
packs-needs = Necesita
packs-home = Página
packs-source = Viene de
packs-versions = Versiones
packs-sources = Fuentes
packs-no-sources = No se usa ninguna fuente. Una fuente es un índice de paquetes: una carpeta, https://… u oci://….
packs-source-hint = Carpeta o dirección de un índice
packs-add-source = Añadir esta fuente
packs-add-source-help = Muestra aquí también los paquetes de este índice.
packs-forget-source = Quitar esta fuente
packs-no-source = no hay ninguna fuente de la que tomar paquetes
packs-no-source-help = indique una en el panel Paquetes, o instale un archivo del paquete
packs-busy = Se está haciendo otra cosa con los paquetes: espere a que acabe, o cancélela.
packs-nothing-new = Todo está ya instalado.
packs-canceled = Cancelado: no se ha instalado nada.
packs-preparing = Mirando qué se instalaría …
packs-installing = Instalando …
packs-canceling = Cancelando …
packs-refused = Esto no se puede instalar
packs-choose-key = Elegir la clave de quien publica …
packs-choose-key-help = El archivo ….pub que quien publica da a todo el mundo.
packs-key-file = Claves públicas
packs-archive = Paquetes
packs-close = Cerrar
packs-needed = lo necesitan otros
packs-new-keys = Una clave nueva
packs-new-keys-help = Una firma vale tanto como su clave. Compare la clave con lo que dice en otro lugar quien publica. Cuando sea de confianza, sus paquetes tendrán que estar firmados con ella.
packs-trust = Confiar desde ahora en esta clave de { $publisher }
packs-trust-first = Confíe primero en las claves nuevas.
packs-offered = { $count ->
    [one] Instalar un paquete, { $size }
   *[other] Instalar { $count } paquetes, { $size }
}
packs-done = Instalado: { $packs }
packs-removed = Quitado: { $packs }
packs-now-in-program = { $pack } se ejecuta en el proceso del programa en cuanto se construya otra vez una escena.
packs-now-apart = { $pack } se ejecuta en un proceso propio en cuanto se construya otra vez una escena.
packs-ask-to-remove = ¿Quitar { $pack }, y lo que solo él necesitaba?
packs-ask-to-let-in = ¿Dejar que las bibliotecas de { $pack } se ejecuten en el proceso del programa? Allí nada las limita: pueden hacer todo lo que puede usted.
packs-in-use = La escena abierta lo usa.
packs-missing = Esta escena necesita lo que no está instalado: { $packs }
packs-install-missing = Instalar lo que falta …
packs-saved-elsewhere = Esta escena pertenece al paquete { $pack }, que no cambia: guárdela como archivo propio.
packs-stored = un archivo de un paquete instalado no se puede cambiar
packs-no-code = Sin código
packs-to-be-built = No tiene biblioteca para esta máquina: se compila aquí a partir de su código fuente, lo que tarda un rato. Lo que la compilación ejecuta solo puede escribir en una carpeta propia, y no tiene red.
packs-install-now = Instalar
packs-remove-now = Quitar
packs-let-in = Ejecutar en el proceso
