# Lo que dice la edición. Los textos en inglés están en el código; una prueba los compara.

## Nombres de las modificaciones, para el menú y para deshacer

edit-align = Alinear { $what }
edit-attach = Unir { $what } a { $parent }
edit-change = Cambiar { $path }
edit-change-of = Cambiar { $path } de { $what }
edit-controller = Cambiar el controlador de { $what }
edit-delete = Eliminar { $what }
edit-detach = Separar { $what }
edit-dissolve = Disolver { $prefix }
edit-import = Importar el entorno { $name }
edit-distribute = Distribuir { $what }
edit-duplicate = Duplicar { $what }
edit-dynamics = Cambiar la dinámica de { $what }
edit-hide = Ocultar { $what }
edit-insert = Insertar { $what }
edit-lock = Bloquear { $what }
edit-merge = Combinar
edit-model = Cambiar el modelo de { $what }
edit-move = Mover { $what }
edit-move-pose = Mover la pose { $number } de { $what }
edit-append-poses = Añadir { $count } poses a { $what }
edit-insert-pose = Insertar la pose { $number } en { $what }
edit-remove-pose = Quitar la pose { $number } de { $what }
edit-remove-poses = Quitar las últimas { $count } poses de { $what }
edit-opening = Abrir un hueco en { $what }
edit-paste = Pegar { $what }
edit-rename = Renombrar { $old } como { $name }
edit-resize = Cambiar el tamaño de { $what }
edit-revert = Revertir
edit-rotate = Girar { $what }
edit-show = Mostrar { $what }
edit-text = Editar el texto
edit-unlock = Desbloquear { $what }

## Partes de las escenas: solas, con artículo indefinido, y tal como van ante un nombre o un número

section-a-group = un grupo
section-a-shared-shape = una forma compartida
section-group = grupo
section-object = objeto
section-an-object = un objeto
section-shared-shape = forma compartida
section-the-group = el grupo
section-the-object = el objeto
section-robot = robot
section-a-robot = un robot
section-the-robot = el robot
section-fleet = flota
section-a-fleet = una flota
section-the-fleet = la flota
section-beacon = baliza
section-a-beacon = una baliza
section-the-beacon = la baliza
section-light = luz
section-a-light = una luz
section-the-light = la luz
section-medium = medio
section-a-medium = un medio
section-the-medium = el medio
section-service = servicio
section-a-service = un servicio
section-the-service = el servicio
section-route = ruta
section-a-route = una ruta
section-the-route = la ruta
section-note = nota
section-a-note = una nota
section-the-note = la nota
section-input = entrada
section-an-input = una entrada
section-the-input = la entrada
section-condition = condición
section-a-condition = una condición
section-the-condition = la condición
section-painted = figura pintada
section-a-painted = una figura pintada
section-the-painted = la figura pintada
section-included = archivo incluido
section-an-included = un archivo incluido
section-the-included = el archivo incluido
section-the-shared-shape = la forma compartida
target-named = { $what } `{ $name }`
target-numbered = { $what } { $number }
target-things = { $count ->
    [one] { $count } cosa
   *[other] { $count } cosas
 }

## Por qué se rechaza una modificación

refusal-unknown = no existe { $target }
refusal-unknown-nearest = no existe { $target }; ¿quizá `{ $nearest }`?
refusal-included = `{ $name }` viene de { $file }; editar ese archivo, o incluir una copia
refusal-locked = `{ $name }` está bloqueado; primero hay que desbloquearlo
refusal-fleet-member = `{ $robot }` pertenece a la flota `{ $fleet }`; editar la flota, o antes disolverla en robots sueltos
refusal-referenced = `{ $name }` se usa todavía en { $by }; eliminar también estas partes, o cambiarlas antes
refusal-path = no se puede establecer `{ $path }`: { $reason }
refusal-paste = no se puede pegar el texto: { $reason }
refusal-mixed-include = { $file } está incluido, y contiene un entorno y otras cosas; mover el entorno a un archivo propio, o quitar antes la inclusión
refusal-not-deleted = no se ha eliminado: { $reasons }
refusal-invalid = la escena no sería válida: { $findings }
refusal-broken = el archivo tiene errores; primero hay que corregir su texto
refusal-unwritable = la modificación no se ha podido escribir en este texto; editar el texto mismo, e informar de ello
cannot-move = no se puede mover { $target }: { $reason }
cannot-rename = no se puede renombrar { $target }: { $reason }
cannot-resize = no se puede redimensionar { $target }: { $reason }
cannot-lock = no se puede bloquear { $target }: { $reason }
cannot-hide = no se puede ocultar { $target }: { $reason }
cannot-attach = no se puede unir { $target } a nada: { $reason }
cannot-cut-opening = no se puede abrir un hueco en { $target }: { $reason }
cannot-set-component = { $target } no admite este componente: { $reason }
cannot-set-parameter = { $target } no admite este parámetro: { $reason }
attach-kinds = solo se pueden unir a otra cosa los objetos, las balizas, las luces y las notas
field-lacks = { $what } no tiene { $field }
finding-expected = { $message }; esperado: { $expected }
hide-objects = solo se pueden ocultar los objetos
insert-no-description = { $found } no es la descripción de { $what }
lock-objects = solo se pueden bloquear los objetos
move-no-place = no tiene un lugar propio; cambiar en su lugar sus campos
move-no-pose = no tiene esa pose
move-not-finite = el nuevo lugar no es finito
move-region = llena una región y no tiene un lugar propio; cambiar en su lugar la región
opening-long = el hueco es tan largo como la pared; eliminar en su lugar la pared
opening-moves = se mueve, y lo que se mueve es de una pieza
opening-outside = el hueco no está en la pared, o no tiene tamaño
opening-walls = solo se puede en las paredes
paste-list = la lista contiene algo que no es parte de una escena
paste-nothing = no contiene objetos, robots ni otras partes de una escena
path-begin = debe empezar por un campo de la escena
path-empty = no contiene nada
path-no-component = la escena no nombra ahí ningún componente; indicar cuál está en uso, o elegir antes uno
path-no-element = ningún elemento se llama `{ $key }`
path-no-fields = { $what } no tiene campos
path-no-index = { $count ->
    [one] la lista tiene { $count } elemento, no existe el elemento { $index }
   *[other] la lista tiene { $count } elementos, no existe el elemento { $index }
 }
path-no-table = la escena no es una tabla
path-which = indicar de qué { $what } se trata
rename-no-name = { $what } no tiene nombre
resize-kind = sería una forma de otro tipo
resize-objects = solo los objetos tienen un tamaño propio

## Lo que conviene saber de una modificación ya hecha

hint-inertia = los momentos de inercia que indica `{ $name }` se han dejado como estaban
hint-taken-in = su valor está en la escena a partir de ahora; `{ $file }` se ha dejado como estaba
hint-left = `{ $path }` también dice "{ $name }"; se ha dejado como estaba
hint-order = los robots de esta flota van ahora delante de los de otras flotas: ha cambiado el orden de los robots
hint-own-shape = `{ $name }` tiene ahora una forma propia y ya no sigue la forma compartida `{ $shared }`

## Archivos

file-changed = otro programa ha modificado { $path }; sobrescribirlo, guardar con otro nombre, o recargarlo
file-deleted = otro programa ha eliminado o movido { $path }; volver a guardarlo ahí, o con otro nombre
file-invalid = la escena no se puede guardar como { $path }: { $findings }
file-name = { $name } no puede ser el nombre del archivo; puede tener letras, cifras, espacios, `-` y `_`
file-own = { $path } es el archivo de esta escena, que perdería sus robots; elegir otro archivo
file-no-scene = { $path } no es una escena válida: { $findings }
file-no-surroundings = { $path } no tiene objetos, balizas, lámparas, agua, aire ni suelo; elegir otra escena
file-no-file = no es un archivo
file-no-path = la escena aún no tiene archivo; elegir uno con «Guardar como»
file-not-read = no se puede leer { $path }: { $cause }; { $remedy }
file-not-recovered = no se puede recuperar { $path }: { $cause }; { $remedy }
file-not-text = { $path } no es texto UTF-8 (no lo es el byte { $at }); guardarlo como UTF-8, o elegir otro archivo
file-not-written = no se puede escribir { $path }: { $cause }; { $remedy }
file-too-large = { $path } tiene { $size } MB; aquí se editan textos de { $limit } MB como máximo: abrirlo con otro programa
recovery-close = cerrarlo antes ahí
recovery-in-use = otro proceso trabaja todavía con él
recovery-version = tiene la versión { $version }, este programa conoce la 1
remedy-disk = guardar con otro nombre, y revisar el disco
remedy-folder = la carpeta debe existir: crearla, o guardar con otro nombre
remedy-other = elegir otro
remedy-path = revisar la ruta
remedy-path-disk = revisar la ruta y el disco
remedy-recent = eliminarlo: solo es la lista de archivos recientes
remedy-right = pedir el permiso para leerlo
remedy-room = hacer sitio en el disco
remedy-writable = hacer que se pueda escribir en el archivo y en la carpeta, o guardar con otro nombre

## Cambios de dos que se juntan

merge-conflicts = ambos han modificado las mismas líneas o líneas vecinas: { $places }; recargar el archivo, o mantener lo propio
merge-invalid = ambos cambios juntos no dan una escena válida: { $findings }
merge-no-base = no se sabe qué contenía el archivo antes de ambos cambios; recargarlo, o mantener lo propio
merge-no-place = { $mine } aquí, { $theirs } en el archivo
merge-nothing = nada
merge-place = línea { $line }: { $mine } aquí, { $theirs } en el archivo
