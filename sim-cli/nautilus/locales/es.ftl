# Lo que dice `sim nautilus`.

## command

command-any-file = un archivo en una de las carpetas
command-instead = añadir -novisual
command-no-file = no hay ningún archivo de configuración `{ $asked }`
command-no-file-found = nada con este nombre en: { $folders }
command-no-file-help = una ruta con `{ $separator }` se toma tal como está
command-no-folder = no hay carpeta temporal: { $error }
command-nothing-wrong = no hay nada incorrecto en { $robots }
command-records = { $count ->
    [one] { $count } registro
   *[other] { $count } registros
 }
command-repaired = { $name } contiene { $records }; se han quitado { $removed } bytes de uno incompleto
command-scene = { $file } contiene la escena
command-whole = todas las listas de { $folder } están completas

## config

config-a-robot = un robot
config-an-obstacle = un obstáculo
config-axes = `{ $other }` no es una elección de ejes
config-axes-expected = `nautilus` (velocidades verticales positivas hacia abajo) o `zup`
config-both = se dan `{ $one }` y `{ $other }`, que son nombres del mismo sensor
config-comma = una coma antes de un corchete o llave de cierre no es JSON; se omite
config-contact = `{ $other }` no es un tratamiento de los contactos
config-contact-expected = uno de `through`, `stop`
config-every = los registros no pueden estar a 0 pasos unos de otros
config-every-expected = un número entero a partir de 1
config-floor = `floor` dice si hay uno
config-floor-expected = true o false
config-list = una lista `[…]`
config-motors = { $count ->
    [one] `motorState` tiene { $count } número
   *[other] `motorState` tiene { $count } números
 }
config-motors-expected = seis números, uno por motor
config-needs-robots = la configuración necesita el campo `robots`
config-needs-robots-expected = { $form }, una lista que puede estar vacía
config-needs-size = un obstáculo necesita el campo `size`
config-no-map = no hay ningún mapa `{ $name }`
config-no-parameter = el mapa `{ $map }` no tiene el parámetro `{ $unknown }`
config-no-parameters = ningún parámetro
config-not-text = la configuración no es texto UTF-8
config-object = { $what } como objeto `{"{"}"campo": valor, …{"}"}`
config-one-of-two = uno de los dos
config-outside = `{ $field }` no está en su intervalo
config-the-configuration = la configuración
config-the-output = la salida
config-unreadable = no se puede leer la configuración: { $error }
config-whole = un número entero de { $least } a { $most }

## names

names-none = no hay { $kind } `{ $name }`
names-or-id = { $names }, o el id de un componente

## number

number-all-cores = 0 toma todos los núcleos
number-seed = cualquier número así hace una simulación que se puede repetir
number-speed = 1 es tiempo real
number-without-end = omitirlo para una simulación sin fin

## scene

scene-behind = { $place }, { $behind } m detrás de la cara interior de la pared más cercana
scene-below = { $place }, { $under } m por debajo del suelo
scene-form = `{ $field }` tiene una forma incorrecta
scene-motors = `motorState` no tiene efecto con { $dynamics }
scene-motors-help = sus motores empiezan en reposo; omitir el campo
scene-no-field = el sensor no tiene el campo `{ $field }`
scene-no-sensor = el robot no tiene ningún sensor `{ $name }` que cambiar
scene-no-sensor-expected = gps, distancia, radar, o `id` para añadir uno
scene-outside = el robot empieza fuera de la piscina
scene-outside-expected = un lugar dentro de las paredes y por encima del suelo
scene-outside-help = mover el robot, o elegir una piscina mayor con `mapParams`
scene-plane = alabeo y cabeceo, grados
scene-polygons = `{ $model }` no tiene una forma con pocos polígonos
scene-polygons-help = se dibuja tal como es; omitir -ef, o elegir otro modelo
scene-rotation = alabeo, cabeceo y guiñada, grados
scene-sensor = un sensor es un objeto con sus campos
scene-sigma = 0 m o más
