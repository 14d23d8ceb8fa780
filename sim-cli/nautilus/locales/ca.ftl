# El que diu `sim nautilus`.

## command

command-any-file = un fitxer en una de les carpetes
command-instead = afegir -novisual
command-no-file = no hi ha cap fitxer de configuració `{ $asked }`
command-no-file-found = res amb aquest nom a: { $folders }
command-no-file-help = un camí amb `{ $separator }` es pren tal com és
command-no-folder = no hi ha carpeta temporal: { $error }
command-nothing-wrong = no hi ha res incorrecte en { $robots }
command-records = { $count ->
    [one] { $count } registre
   *[other] { $count } registres
 }
command-repaired = { $name } conté { $records }; s'han tret { $removed } bytes d'un d'incomplet
command-scene = { $file } conté l'escena
command-whole = totes les llistes de { $folder } són completes

## config

config-a-robot = un robot
config-an-obstacle = un obstacle
config-axes = `{ $other }` no és cap elecció d'eixos
config-axes-expected = `nautilus` (velocitats verticals positives cap avall) o `zup`
config-both = es donen `{ $one }` i `{ $other }`, que són noms del mateix sensor
config-comma = una coma abans d'un claudàtor o clau de tancament no és JSON; s'omet
config-contact = `{ $other }` no és cap tractament dels contactes
config-contact-expected = un de `through`, `stop`
config-every = els registres no poden ser a 0 passos els uns dels altres
config-every-expected = un nombre enter a partir d'1
config-floor = `floor` diu si n'hi ha un
config-floor-expected = true o false
config-list = una llista `[…]`
config-motors = { $count ->
    [one] `motorState` té { $count } nombre
   *[other] `motorState` té { $count } nombres
 }
config-motors-expected = sis nombres, un per motor
config-needs-robots = la configuració necessita el camp `robots`
config-needs-robots-expected = { $form }, una llista que pot ser buida
config-needs-size = un obstacle necessita el camp `size`
config-no-map = no hi ha cap mapa `{ $name }`
config-no-parameter = el mapa `{ $map }` no té el paràmetre `{ $unknown }`
config-no-parameters = cap paràmetre
config-not-text = la configuració no és text UTF-8
config-object = { $what } com a objecte `{"{"}"camp": valor, …{"}"}`
config-one-of-two = un dels dos
config-outside = `{ $field }` no és al seu interval
config-the-configuration = la configuració
config-the-output = la sortida
config-unreadable = no es pot llegir la configuració: { $error }
config-whole = un nombre enter de { $least } a { $most }

## names

names-none = no hi ha { $kind } `{ $name }`
names-or-id = { $names }, o l'id d'un component

## number

number-all-cores = 0 pren tots els nuclis
number-seed = qualsevol nombre així fa una simulació que es pot repetir
number-speed = 1 és temps real
number-without-end = ometre-ho per a una simulació sense fi

## scene

scene-behind = { $place }, { $behind } m darrere de la cara interior de la paret més propera
scene-below = { $place }, { $under } m per sota del terra
scene-form = `{ $field }` té una forma incorrecta
scene-motors = `motorState` no té efecte amb { $dynamics }
scene-motors-help = els seus motors comencen en repòs; ometre el camp
scene-no-field = el sensor no té el camp `{ $field }`
scene-no-sensor = el robot no té cap sensor `{ $name }` per a canviar
scene-no-sensor-expected = gps, distancia, radar, o `id` per a afegir-ne un
scene-outside = el robot comença fora de la piscina
scene-outside-expected = un lloc dins de les parets i per sobre del terra
scene-outside-help = moure el robot, o triar una piscina més gran amb `mapParams`
scene-plane = balanceig i capcineig, graus
scene-polygons = `{ $model }` no té cap forma amb pocs polígons
scene-polygons-help = es dibuixa tal com és; ometre -ef, o triar un altre model
scene-rotation = balanceig, capcineig i guinyada, graus
scene-sensor = un sensor és un objecte amb els seus camps
scene-sigma = 0 m o més
