# El que diuen les ordres.

## bench

bench-dt = 0.1 és el pas habitual
bench-factor = factor de temps real
bench-hits = impactes
bench-loaded = { $libraries } amb { $components } en { $time } ms
bench-memory = memòria màxima
bench-rays = 8 raigs és l'habitual
bench-rays-are = { $count ->
    [one] { $count } raig
   *[other] { $count } raigs
 }
bench-rays-cpu = raigs per segon de CPU
bench-robots = 1000 és l'eixam habitual
bench-seconds = 60 dona xifres estables
bench-start = inici fins al primer pas
bench-steps = passos de robot per segon
bench-steps-cpu = passos de robot per segon de CPU
bench-sweeps = 5000 escombrades triguen uns segons
bench-threads = { $count ->
    [one] { $count } fil
   *[other] { $count } fils
 }
bench-unknown = desconeguda
bench-what = { $robots }, pas de { $dt } s, { $threads }
bench-what-rays = { $robots }, { $rays }, pas de { $dt } s, { $threads }

## check

check-as = { $robot }: com { $other }
check-from = des de { $min }
check-more = … i { $more } més
check-other = { $file }: correcte, una configuració amb { $robots } (`sim { $name }`)
check-problems = { $count ->
    [one] { $count } problema
   *[other] { $count } problemes
 }
check-publishes = publica
check-robot = { $file }: correcte, un fitxer de robot
check-scene = { $file }: correcte, { $robots }, { $objects }, { $services }
check-up-to = fins a { $max }

## conform

conform-conforms = compleix
conform-fails = no compleix
conform-no-component = la biblioteca no ofereix `{ $id }`
conform-no-component-help = té: { $ids }
conform-no-robot = l'escena no té cap robot on comprovar un controlador
conform-no-robot-help = indicar una escena amb un robot, o ometre `--scene`
conform-not-checked = sense comprovar
conform-on-scene = { $reason }; `--scene FITXER` ho comprova en el primer robot d'una escena

## console

console-closed = un complement l'ha tancada
console-output = no es pot escriure el resultat
console-output-help = comprovar que la carpeta existeix i que s'hi pot escriure
console-unwritten = no es poden escriure els resultats a la sortida estàndard
console-unwritten-help = fer lloc allà on va, o enviar-la a un altre lloc

## count

count-and-more = … i { $more } més (--json els mostra tots)
count-components = { $count ->
    [one] { $count } component
   *[other] { $count } components
 }
count-files = { $count ->
    [one] { $count } fitxer
   *[other] { $count } fitxers
 }
count-libraries = { $count ->
    [one] { $count } biblioteca
   *[other] { $count } biblioteques
 }
count-objects = { $count ->
    [one] { $count } objecte
   *[other] { $count } objectes
 }
count-robots = { $count ->
    [one] { $count } robot
   *[other] { $count } robots
 }
count-scenes = { $count ->
    [one] { $count } escena
   *[other] { $count } escenes
 }
count-services = { $count ->
    [one] { $count } servei
   *[other] { $count } serveis
 }

## diff

diff-added = afegit
diff-content = un altre contingut de { $name }
diff-order = en un altre ordre: { $from } → { $to }
diff-removed = suprimit

## doctor

doctor-copies = còpies a
doctor-failed = falla
doctor-folder = { $path } ({ $origin })
doctor-gone = absent
doctor-ids = { $count ->
    [one] { $count } id
   *[other] { $count } ids
 }
doctor-installation = instal·lació
doctor-isolation = aïllament
doctor-isolation-gaps = no com hauria: { $gaps }
doctor-isolation-whole = els processos de les biblioteques es poden limitar
doctor-project = projecte
doctor-machine = màquina
doctor-machine-is = { $threads ->
    [one] { $system }, { $threads } fil
   *[other] { $system }, { $threads } fils
 }
doctor-no = no
doctor-no-such-folder = { $path } ({ $origin }, no existeix)
doctor-program = programa
doctor-program-is = sim { $version }, complements d'ABI { $abi }
doctor-registered = registrada
doctor-searched = es cerca a
doctor-skipped = omesa
doctor-sum = { $registered } registrades amb { $components }, { $failed } amb errors, { $skipped } omeses, { $ids } en conflicte
doctor-terminal = terminal
doctor-user-folder = carpeta de l'usuari
doctor-yes = sí

## ending

ending-closed = es va tancar correctament
ending-completed = completada
ending-damaged = { $places ->
    [one] es va tancar correctament, però està malmès en { $places } lloc
   *[other] es va tancar correctament, però està malmès en { $places } llocs
 }
ending-cut-off = va quedar tallat: l'últim registre sencer acaba al byte { $at }
ending-failed = ha fallat: { $reason }
ending-interrupted = interrompuda
ending-stopped = aturada: { $reason }
ending-unreadable = a partir del byte { $at } no es pot llegir res

## export

export-every = 1 pren tots els fotogrames, 10 un de cada deu
export-from = ometre-ho per a començar on comença l'enregistrament
export-not-closed = l'enregistrament no es va tancar correctament; es fa servir el que es pot llegir
export-to = ometre-ho per a acabar on acaba l'enregistrament

## external

external-about = Executar { $file }, un programa que és al costat d'aquest
external-ended = { $error }; va acabar amb { $status }
external-no-report = el programa de l'ordre `{ $name }` no ha donat cap informe
external-no-report-help = fer servir el programa que va venir amb aquest
external-not-started = no es pot iniciar el programa de l'ordre `{ $name }`
external-not-started-help = comprovar que el fitxer és un programa per a aquesta màquina i es pot executar, o suprimir-lo

## fmt

fmt-json = això és JSON
fmt-json-help = les eines per a JSON li donen format; `sim fmt` és per a RON, que té comentaris
fmt-json-scene = una escena en JSON no té format propi

## followed

followed-all = { $all }
followed-altered = { $name } continua amb altres peces: { $reason }
followed-carried = { $count ->
    [one] es manté { $count } estat de robots i objectes mòbils
   *[other] es mantenen { $count } estats de robots i objectes mòbils
 }
followed-gone = { $name } ja no hi és
followed-restarted = { $name } torna a començar: { $reason }
followed-service-restarted = el servei { $name } torna a començar: { $reason }

## guard

guard-as-stored = com el desat
guard-burn = 30 és més del que es permet
guard-faster = més ràpid: desar-ho
guard-figure = xifra
guard-head = { $class }, { $rounds } rondes, referència { $reference } en { $time } ms
guard-multiples = xifres que siguin múltiples de la referència { $version }
guard-no-class = { $file } no té xifres de màquines de la classe { $class }; per a desar aquestes: --store, o la línia
guard-not-stored = sense desar
guard-other-multiples = múltiples de la referència { $version }
guard-rounds = 150 triguen uns cinc segons
guard-slower = MÉS LENT
guard-stored = desada
guard-stores = { $file } conté les xifres de { $class }
guard-times = vegades
guard-unusable = no es poden fer servir les xifres desades
guard-unusable-help = tornar a mesurar amb --store
guard-workload = càrrega

## gui

gui-instead = executar l'escena sense finestra: `sim run { $scene }`
gui-standard-input = la finestra no obre escenes de l'entrada estàndard: no podria ni desar-les ni tornar-les a obrir
gui-standard-input-help = escriure-la en un fitxer i obrir aquest; `sim run -` l'executa sense finestra

## help

help-a-command = ORDRE
help-a-scene = ESCENA
help-any-options = OPCIONS
help-arguments = Arguments
help-choice = [valors possibles: { $values }]
help-commands = Ordres
help-default = [per defecte: { $default }]
help-options = Opcions
help-usage = Ús
help-values = Valors possibles

## import

import-a-file = un fitxer en un disc
import-at-least-0 = 0 o més
import-attenuation = tres nombres, cap de menor que 0
import-axes = "ENU", "NUE" o "EUN"
import-axis = un eix que no sigui (0, 0, 0), i un angle en rad
import-bad-value = el camp `{ $field }` del node `{ $node }` té un valor que no es pot fer servir
import-bad-values = el camp `{ $field }` de { $count } nodes `{ $kind }` té valors que no es poden fer servir, el primer aquí
import-brace = una clau d'obertura després del tipus d'un node
import-color = vermell, verd i blau, cadascun de 0 a 1
import-corners = com a màxim { $most } punts
import-count = { $count ->
    [one] { $count } nombre
   *[other] { $count } nombres
 }
import-cycle = un node es fa servir dins de si mateix
import-deep = els nodes estan imbricats massa endins
import-deep-expected = com a màxim { $most } nivells, amb els que repeteix USE
import-dimension = un nombre enter de 2 a 1000000
import-direction = una direcció que no sigui (0, 0, 0)
import-done = { $scene }: { $objects }, { $lights }, { $robots }; { $left }
import-element = un altre valor de la llista, o un claudàtor de tancament
import-end = el final del fitxer
import-ending = l'escena té una terminació desconeguda
import-ending-expected = un nom que acabi en .ron
import-extrusion = almenys dues cantonades a `crossSection`, i dos punts diferents a `spine`
import-extrusion-large = l'extrusió és massa gran
import-extrusion-large-expected = com a màxim { $most } punts: cantonades de la secció per punts de l'espina
import-extrusions-large = les extrusions del fitxer són massa grans en conjunt
import-face-corners = com a màxim { $most } cantonades
import-face-large = una cara que no és convexa té massa cantonades
import-falls = res no aguanta el que cau: sota `{ $name }` no hi ha terra
import-falls-help = afegiu-hi a sota un objecte fix, per exemple un amb la forma `Plane`
import-few-heights = falten gairebé totes les alçades de la quadrícula
import-field = el nom d'un camp, o una clau de tancament
import-file = un fitxer que existeixi, anomenat des de la carpeta del món
import-friction = 0 o més, o -1 per a un fregament infinit
import-gravity = un nombre o tres, fins a 1000 m/s²
import-groups = grups de { $count } nombres
import-gzip = el fitxer està comprimit
import-gzip-help = descomprimiu-lo abans: gunzip < { $file } > world.wrl
import-header = el fitxer no és ni VRML97 ni un món de Webots
import-header-expected = `#VRML V2.0 utf8` o `#VRML_SIM R2023b utf8` a la primera línia
import-heights = { $count } alçades: { $columns } per a cadascuna de les { $rows } files
import-index = números de punts, de 0 a { $most }, i -1 després de cada cara
import-inertia = tres moments més grans que 0 kg·m², cap de més gran que la suma dels altres dos, i tres productes
import-inside = { $count ->
    [one] { $count } node dins seu
   *[other] { $count } nodes dins seu
 }
import-inside-all = { $count ->
    [one] { $count } node a dins seu
   *[other] { $count } nodes a dins seu
 }
import-large = el fitxer és massa gran
import-large-expected = com a màxim { $most } bytes
import-latin1 = el fitxer no és UTF-8: s'ha llegit com a Latin-1
import-latin1-help = deseu-lo com a UTF-8 si hi ha lletres equivocades als noms
import-left = { $count ->
    [one] { $count } cosa omesa
   *[other] { $count } coses omeses
 }
import-left-fields = { $count ->
    [one] s'omet { $count } camp de { $node }
   *[other] s'ometen { $count } camps de { $node }
 }
import-left-fields-of = { $count ->
    [one] s'omet { $count } camp de { $nodes } nodes `{ $kind }`, el primer aquí
   *[other] s'ometen { $count } camps de { $nodes } nodes `{ $kind }`, el primer aquí
 }
import-left-node = s'omet { $node }
import-left-nodes = s'ometen { $count } nodes `{ $kind }`, el primer aquí
import-left-parts = s'omet el que conté { $node }
import-left-proto = s'omet la definició del PROTO `{ $name }`
import-left-route = s'omet un ROUTE
import-lights = { $count ->
    [one] { $count } llum
   *[other] { $count } llums
 }
import-lights-all = { $node } ho il·lumina tot
import-many = el fitxer té massa nodes
import-many-expected = com a màxim { $most } nodes
import-mass = una `mass` més gran que 0 kg, o una `density` més gran que 0 kg/m³
import-mass-cannot = la seva massa no es pot fer servir: el seu sòlid està quiet
import-mass-range = una massa de { $least } a { $most } kg
import-mesh-file = un fitxer de triangles que es pugui llegir: { $cause }
import-mesh-large = les malles del fitxer són massa grans
import-mesh-large-expected = com a màxim { $most } bytes en total
import-meshes = les malles
import-mixed = una llista de nombres, de textos, de valors de veritat o de nodes
import-name = un nom
import-no-faces = les cares no tenen punts
import-no-faces-expected = punts a `coord`, i els seus números a `coordIndex`
import-no-grid = la graella no té `{ $field }`
import-no-model = cap complement instal·lat no té el model de robot `{ $model }`
import-no-robot = el món no té cap robot `{ $name }`
import-no-robots = res: no té robots
import-no-surface = la forma no té superfície
import-node = un node: el seu tipus, DEF o USE
import-nodes = un node, o una llista de nodes
import-not-unicode = el nom de l'escena no és UTF-8
import-not-utf8 = el fitxer no és text UTF-8
import-not-utf8-help = deseu-lo com a UTF-8
import-number = no és un nombre que es pugui fer servir
import-number-expected = un nombre finit
import-numbers = nombres
import-objects = { $count ->
    [one] { $count } objecte
   *[other] { $count } objectes
 }
import-one-node = un node
import-opened = l'últim parèntesi obert és a la línia { $line }, columna { $column }
import-other-kind = `{ $model }` no és un model de robot: el seu tipus és { $kind }
import-other-kind-help = `sim plugins` enumera els models
import-points = les formes del fitxer són massa grans
import-points-expected = com a màxim { $most } punts de malles i graelles deformades, unides o fetes servir de nou
import-positive = més gran que 0
import-proto = la interfície del PROTO entre claudàtors i el seu cos entre claus
import-quoted = un text entre cometes
import-range = de { $least } a { $most }
import-repeats = el fitxer repeteix els seus nodes massa vegades
import-repeats-expected = com a màxim { $most } nodes, comptant cada vegada els que repeteix USE
import-robot = s'esperava el nom d'un robot i l'identificador d'un model, com ara 'e-puck=scout/standard'
import-robot-twice = al robot `{ $name }` se li dona un model dues vegades
import-robot-twice-help = ometre'n un; un nom i un DEF poden significar el mateix robot
import-robots = { $count ->
    [one] { $count } robot
   *[other] { $count } robots
 }
import-route = `ROUTE node.event TO node.event`
import-scale = tres factors que no siguin 0
import-scale-positive = factors més grans que 0
import-section-large = la secció té massa cantonades
import-seed = un nombre enter des de 0, o -1
import-shape-large = la forma té massa punts
import-size = la forma és massa gran, massa petita o és massa lluny
import-size-expected = mides i distàncies de { $least } a { $most } m
import-statement = un node, DEF, USE, PROTO, EXTERNPROTO o ROUTE
import-step = de 0.001 a 1000 ms
import-syntax = el fitxer no està ben format
import-text = un text no acaba
import-text-help = afegiu les cometes de tancament; unes cometes dins d'un text s'escriuen \"
import-truth = TRUE o FALSE
import-unreadable = el fitxer no es pot llegir
import-use = USE no anomena cap node anterior
import-use-help = doneu nom a un node amb DEF abans de fer-lo servir
import-value = un valor: nombres, un text, TRUE, FALSE, NULL, un node o una llista entre claudàtors
import-view = la vista no és enlloc
import-view-expected = un lloc a menys d'1e9 m, i factors dels nodes que l'envolten que no siguin 0
import-vrml1 = el fitxer és VRML 1.0, els nodes del qual són uns altres
import-vrml1-help = exporteu-lo com a VRML97 (VRML 2.0) des del programa que el va fer
import-why-address = només es llegeixen fitxers d'aquesta màquina, anomenats des de la carpeta del món
import-why-ambient = la llum que és igual a tot arreu és un llum propi: `kind: Ambient`
import-why-axes = són respecte a uns altres eixos que els de la seva forma
import-why-background = el cel té dos colors: `view.background` i `view.horizon`
import-why-background-light = el cel no fa llum: afegiu-hi un llum, per exemple de la classe `Ambient`
import-why-beam = el con té una sola vora, la de `cutOffAngle`
import-why-behaviour = en una escena res no es mou per guions i esdeveniments de VRML97
import-why-billboard = res no es gira cap a qui mira
import-why-center = el centre de masses d'un objecte és el de la seva forma
import-why-contact = els objectes tenen un fregament i una restitució, sigui el que sigui el que els toqui
import-why-corners = les cares de menys de tres cantonades no tenen superfície
import-why-damping = els objectes només els frena el que toquen
import-why-default = es fa servir el que val sense aquest camp
import-why-device = els sensors i actuadors són dels robots: munteu-los allà
import-why-emissive = els objectes tenen un sol color
import-why-ending = els fitxers de malles són { $known }
import-why-endless = el fregament màxim és 10
import-why-few-heights = { $count ->
    [one] falta { $count } alçada: és 0
   *[other] falten { $count } alçades: són 0
 }
import-why-fields = les escenes no tenen aquests valors, o els tenen en un altre lloc
import-why-first = només compta el primer
import-why-fixed = el seu sòlid és part d'un altre, que està quiet
import-why-flare = els llums no tenen reflexos
import-why-fluid = les escenes tenen medis, com l'aigua, per a la dinàmica dels robots
import-why-fog = l'aire d'una escena és transparent
import-why-follow = la vista segueix robots; doneu el seu model amb --robot
import-why-friction = el fregament és igual en totes les direccions: compta el primer nombre
import-why-inline = importeu el seu fitxer a part, i incloeu l'escena
import-why-instance = és una instància d'un PROTO, que no es llegeix: poseu al seu lloc els nodes que representa, a Webots amb Convert to Base Node(s)
import-why-joint = els objectes no tenen articulacions ni motors: feu-ne un model de robot
import-why-lines = els punts, les línies i les lletres no són cossos
import-why-many-heights = { $count ->
    [one] hi ha { $count } alçada més que punts
   *[other] hi ha { $count } alçades més que punts
 }
import-why-mass = no té massa: el seu sòlid està quiet
import-why-model = al seu lloc hi ha les parts i el controlador de `{ $model }`
import-why-name = el nom del seu fitxer no és UTF-8, o és en una altra unitat
import-why-navigation = com es mou un per una escena és cosa de la finestra
import-why-no-bounds = el seu sòlid no té un objecte de contorn que s'entengui: està quiet
import-why-no-file = no anomena cap fitxer
import-why-open = es dibuixa tancat
import-why-part = el seu sòlid és part d'un altre, la massa del qual compta
import-why-plane = els plans i el terreny no es poden moure: el seu sòlid està quiet
import-why-products = els objectes només tenen moments d'inèrcia respecte als seus eixos
import-why-proto = només s'entenen els nodes que defineixen VRML97 i Webots
import-why-robot = aquí els robots són models: --robot '{ $name }=MODEL' en posa un a { $place } m
import-why-roll = la vista no es pot inclinar cap a un costat
import-why-scales = n'hi ha més que punts de l'eix
import-why-second = compta el primer node del seu tipus
import-why-seed = una execució sempre té una llavor, per poder-la repetir: aquí 0
import-why-shape = s'omet la forma
import-why-siblings = a VRML97 il·lumina el que és al mateix grup
import-why-sky = el cel té dos colors: compten el primer i l'últim
import-why-sound = les escenes són silencioses
import-why-texture = els objectes tenen un color i cap textura
import-why-unknown = aquí no s'entenen els nodes d'aquest tipus
import-why-volume = el seu objecte de contorn no tanca un volum, del qual se seguirien massa i inèrcia: el seu sòlid està quiet

## info

info-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
 }
info-can-move = { $objects } que es poden moure
info-channels = { $count ->
    [one] { $count } canal
   *[other] { $count } canals
 }
info-components = components
info-contacts = { $count ->
    [one] { $count } contacte
   *[other] { $count } contactes
 }
info-edits = { $count ->
    [one] { $count } canvi del món
   *[other] { $count } canvis del món
 }
info-ended = final
info-events = esdeveniments
info-events-are = { $all }: { $faults }, { $lines }, { $contacts }, { $edits }, { $outside }, { $notes }
info-faults = { $count ->
    [one] { $count } fallada
   *[other] { $count } fallades
 }
info-files = fitxers
info-isolated = aïllats
info-isolated-never-anew = crides de fins a { $deadline } s, no es fan de nou
info-isolated-within = { $count ->
    [one] crides de fins a { $deadline } s, fets de nou fins a { $count } vegada
   *[other] crides de fins a { $deadline } s, fets de nou fins a { $count } vegades
 }
info-log-lines = { $count ->
    [one] { $count } línia del registre
   *[other] { $count } línies del registre
 }
info-made-by = fet per
info-no-end = desconegut: el fitxer no té final
info-not-whole = INCOMPLET
info-notes = { $count ->
    [one] { $count } nota
   *[other] { $count } notes
 }
info-objects = objectes
info-of-scene = { $files } de l'escena
info-outside = { $count } de fora
info-recording = enregistrament
info-robots = robots
info-simulated = { $duration } s en { $ticks }
info-simulated-every = { $duration } s en { $ticks }, un fotograma cada { $every } passos
info-ticks = { $count ->
    [one] { $count } pas
   *[other] { $count } passos
 }
info-version = versió { $version }
info-whole = complet

## input

input-twice = `-` es dona més d'una vegada, però l'entrada estàndard només es pot llegir una vegada
input-twice-help = escriure-la en un fitxer i indicar aquest fitxer
input-unreadable = no es pot llegir l'entrada estàndard

## interrupt

interrupt-not-caught = no es pot interceptar Ctrl-C, que acabarà la simulació immediatament

## kit

kit-put = el kit del simulador { $version }, ABI { $abi }, s'ha posat a { $folder }

## list

list-no-folder = no hi ha cap carpeta `scenes` amb escenes al costat d'aquest programa, per sobre ni a la carpeta de treball
list-no-folder-help = fer servir el programa a la carpeta amb què va venir, o indicar una escena pròpia

## live

live-changed = l'escena ha canviat: { $words }
live-goes-on = la simulació continua amb l'escena tal com era
live-left = queden { $left } s
live-library-changed = ha canviat: { $file }, { $library }, { $ids }
live-listed = nova a la llista: { $file }, { $library }, { $ids }
live-more-faults = … i { $more } fallades més (--json les mostra totes)
live-not-followed = l'escena ha canviat; la simulació continua com va començar
live-not-followed-help = una simulació que s'enregistra o es dibuixa no segueix els canvis de la seva escena: tornar-la a començar
live-late = l'execució va { $late } s per darrere del seu ritme: aquest ordinador és massa lent per a ella, i tanmateix es calcula cada pas
live-progress = { $time } s simulats, { $factor } vegades el temps real

## log

log-debug = depur
log-error = error
log-file-unwritten = el registre no es pot escriure al seu fitxer; la simulació continua sense
log-file-unwritten-help = anomenar un altre fitxer, en una carpeta que existeixi i on es pugui escriure
log-info = info
log-warn = avís

## near

near-library = `--plugins { $folder }` afegeix la carpeta de { $library }, que el té

## new

new-made = fet: { $kind } `{ $name }` a { $folder }
new-made-project = fet: el projecte `{ $name }` en { $folder }
new-next-project = a continuació: cd { $folder } && sim gui worlds/first.ron; README.md diu què hi ha a cada carpeta
new-project-option = `{ $option }` no significa res per a un projecte
new-project-option-help = treure-ho; és per als components que es fan en el projecte
new-next = a continuació: cd { $folder } && cargo test && cargo build; README.md diu com executar-ho
new-next-make = a continuació: cd { $folder } && make && make conform; README.md diu com executar-ho
new-this-machine = només es construeix en aquesta màquina: depèn de { $source }; el programa de `target/dist` fa crates que duen el kit de l'autor

## number

number-all-cores = 0 pren tots els nuclis
number-both = `{ $option }` i `{ $other }`
number-conflict = dues opcions es contradiuen
number-conflict-help = ometre'n una
number-one-of-two = una de les dues
number-other-kind = el valor de `{ $name }` no és un nombre del tipus que admet
number-outside = el valor de `{ $name }` és fora del seu interval
number-refused = s'esperava { $expected }; { $help }
number-seed = qualsevol nombre així fa una simulació que es pot repetir
number-twice = `{ $option }` dues vegades
number-whole = un nombre enter de { $from } a { $to }
number-without-end = ometre-ho per a una simulació sense fi

## output

output-another-folder = indicar una altra carpeta
output-another-name = triar un altre nom
output-busy = una altra execució hi està escrivint
output-busy-help = esperar fins que aquella execució hagi acabat, o triar un altre nom
output-exists = el fitxer del resultat ja existeix
output-exists-help = triar un altre nom, o reemplaçar-lo amb --force
output-file-there = els resultats necessitarien una carpeta on hi ha un fitxer
output-folder-full = la carpeta dels resultats no és buida
output-folder-full-help = indicar una altra carpeta, o reemplaçar-ne el contingut amb --force
output-folder-read = la carpeta dels resultats conté fitxers que l'ordre llegeix
output-folder-there = el resultat seria una carpeta que existeix
output-incomplete = ja hi ha un enregistrament incomplet
output-incomplete-help = la va deixar una simulació que no va acabar bé; canviar-ne el nom si cal, o reemplaçar-lo amb --force, o triar un altre nom que `{ $file }`
output-name-file = indicar un fitxer
output-no-folder = la carpeta del resultat no existeix
output-no-folder-help = crear-la abans: mkdir -p { $folder }
output-read = el resultat reemplaçaria un fitxer que l'ordre llegeix
output-reserved = els noms d'aquesta forma són per a enregistraments i vídeos que no estan acabats
output-reserved-help = triar un nom sense `.incomplete`
output-special = el resultat s'escriuria en una cosa que no és un fitxer
output-special-help = indicar un fitxer; a canonades i dispositius no s'hi afegeix res
output-two = dos resultats s'escriurien al mateix lloc
output-two-found = { $other } i { $option }
output-two-help = donar a cada un un nom propi
output-within = un resultat s'escriuria a la carpeta d'un altre
output-within-help = escriure-ho en un altre lloc

## plan

plan-not-written = no es pot escriure el plànol
plan-too-large = no es poden dibuixar { $width } per { $height } píxels

## plot

plot-expected = s'esperava SENYAL=FITXER.png, com gps.z=depth.png, o ROBOTS:SENYAL=FITXER.png
plot-no-robot = no hi ha cap robot per a dibuixar el nom del qual comenci per `{ $robots }`
plot-no-value = cap robot no té un valor `{ $signal }` per a dibuixar
plot-no-value-expected = x, y, z, roll, pitch, yaw, vx, vy, vz, speed, o un canal com `gps.z`
plot-not-written = no es pot escriure la gràfica

## plugins

plugins-in-scene = en una escena
plugins-isolated = { $file }, en un procés propi
plugins-no-parameters = sense paràmetres
plugins-none = cap complement no ofereix `{ $id }`
plugins-none-found = { $plugins } amb { $components }
plugins-none-help = `sim plugins` els mostra tots; `sim doctor`, les carpetes on es va cercar
plugins-parameters = paràmetres
plugins-plugins = { $count ->
    [one] { $count } complement
   *[other] { $count } complements
 }

## refusal

refusal-argument = argument inesperat { $argument }
refusal-command = ordre desconeguda { $command }
refusal-conflict = { $argument } no es pot fer servir amb { $other }
refusal-missing = falten arguments necessaris:
refusal-more = Per a més informació, proveu { $help }.
refusal-near-argument = hi ha un argument semblant: { $names }
refusal-near-command = hi ha una ordre semblant: { $names }
refusal-near-value = hi ha un valor semblant: { $names }
refusal-no-command = { $command } necessita una ordre, però no se n'ha donat cap
refusal-no-equals = cal un signe igual per a donar un valor a { $argument }
refusal-no-value = { $argument } necessita un valor, però no se n'ha donat cap
refusal-not-text = la línia d'ordres conté text que no és UTF-8
refusal-number-of-values = nombre incorrecte de valors per a { $argument }
refusal-pass = per a donar { $word } com a valor, escriure { $line }
refusal-there-is = hi ha { $line }
refusal-tip = consell
refusal-too-many = valor inesperat { $value } per a { $argument }; no se n'esperaven més
refusal-value = valor no vàlid { $value } per a { $argument }
refusal-value-because = valor no vàlid { $value } per a { $argument }: { $reason }
refusal-without-dashes = hi ha l'ordre { $command }, sense `--` al davant

## render

render-beyond = la primera imatge seria després del final de l'execució
render-beyond-expected = com a molt { $end } s
render-changed = una execució enregistrada ja no es pot canviar
render-changed-help = ometeu --set i similars, o dibuixeu l'escena
render-duration = ometeu-ho per a tota l'execució
render-ended = l'execució va acabar abans de la primera imatge
render-endless = l'escena no té final, i un vídeo en necessita un
render-endless-help = digueu quant se'n mostra: --duration S
render-images = imatges
render-kind = el resultat té una terminació que no es coneix
render-kinds = un vídeo .mp4, una imatge .png, o una carpeta, que no té terminació
render-length = { $length } s, de { $from } s a { $to } s de l'execució
render-long = durada
render-many = imatges
render-no-camera = el robot `{ $robot }` no té la càmera `{ $sensor }`
render-no-camera-help = anomeneu només el robot per veure'l des de darrere: --camera { $robot }
render-no-name = el resultat té una terminació, però cap nom al davant
render-no-name-help = donar-li un nom, com ara { $name }
render-no-robot = no hi ha cap robot `{ $name }` des d'on mirar
render-no-robot-help = anomeneu un robot, o una càmera seva com a ROBOT.SENSOR
render-none = cap: es va interrompre abans de la primera imatge
render-one = imatge
render-picture = --duration no té efecte en una imatge
render-picture-help = --start diu quan es fa
render-place = s'esperaven tres nombres en metres, com ara 1.5,-2,0.8
render-rate = el més habitual és 30
render-size = s'esperaven dos nombres parells de { $least } a { $most }, com ara 1280x720
render-speed = 1 la mostra tan ràpid com és
render-start = 0 és l'inici
render-time = temps
render-video = vídeo

## replay

replay-as-far = fins on arriba l'enregistrament (no té final)
replay-at = { $which }: { $place }
replay-both = un altre hash de l'estat i un altre resum al final
replay-different = DIFERENT
replay-differs = la repetició difereix de l'enregistrament
replay-digest = un altre resum al final, amb el mateix hash de l'estat
replay-ended-now = en la repetició { $failed }
replay-ended-then = en l'execució enregistrada { $failed }
replay-equal = igual
replay-failed = `{ $component }` ha fallat al pas { $tick }: { $message }
replay-failed-of-robot = `{ $component }` del robot `{ $robot }` ha fallat al pas { $tick }: { $message }
replay-first = primer
replay-frames = { $steps }   fotogrames comparats: { $frames }
replay-from-recording = de l'enregistrament
replay-hash = un altre hash de l'estat al final
replay-help = repetir amb les biblioteques de complements de l'enregistrament (`--plugins CARPETA`) i la mateixa versió d'aquest programa
replay-isolated = aïllats
replay-libraries = biblioteques per a { $ids }
replay-no-digest = sense resum
replay-object = objecte `{ $name }`
replay-objects = { $count ->
    [one] { $count } objecte mòbil
   *[other] { $count } objectes mòbils
 }
replay-other = altres
replay-other-libraries = altres biblioteques per a { $ids }
replay-other-plugins = els estats són iguals, però es van fer servir altres biblioteques de complements
replay-process = procés
replay-process-help = { $ended }; una execució en què acaba un procés no té per què repetir-se: quan acaba, i què es fa de nou, pot dependre del temps, la memòria, els fils i altres programes; si no, { $help }
replay-recorded = enregistrat
replay-recorded-hash = enregistrat: { $hash }, { $digest }
replay-robot = robot `{ $name }`
replay-state = l'estat de { $body } al pas { $tick } ({ $time } s)
replay-steps = passos
replay-to-recording = a l'enregistrament
replay-nothing = no hi ha res amb què comparar
replay-nothing-found = una gravació sense estats i sense final
replay-nothing-help = torneu-ho a gravar: el que un programa no ha escrit quan acaba es perd, gairebé sempre menys d'un segon
replay-bounds-help = sense opcions d'aïllament s'aïlla com es va gravar; si no, { $help }

## run

run-not-met = la condició d'acceptació `{ $name }` no es va complir
run-speed = 1 és temps real; ometre-ho per a anar tan de pressa com es pugui

## session

session-bounds-idle = { $one } i { $other } no tenen cap efecte
session-bound-idle = { $option } no té cap efecte
session-dt = un pas de 0.01 convé a la majoria d'escenes
session-fleet = els robots d'una flota canvien junts: --{ $field } { $prefix }=ID
session-isolate-deadline = uns segons convenen a les màquines lentes
session-isolate-restarts = 0 no en fa cap de nou
session-isolated-elsewhere = l'execució enregistrada tenia components en processos propis, i aquest sistema no ho pot fer
session-isolated-elsewhere-help = ara s'executen en aquest programa, que poden acabar o canviar; reproduïu l'enregistrament en Linux si no us en refieu
session-later = `{ $option }`, que ve després i canvia el mateix
session-made = { $pos } de { $len } robots fets
session-no-effect = `{ $option }` no té efecte
session-no-effect-help = ometre'n una; el que diu --set ve després de totes les altres opcions
session-no-folder = --plugins no indica cap carpeta
session-no-folder-expected = una carpeta amb biblioteques de complements
session-no-robots = --{ $field } no té efecte: l'escena no té robots
session-none-isolated = cap component de l'escena s'executa en un procés propi
session-none-isolated-help = digueu quins: `--isolate all`, `--isolate avoid/wall`, `--isolate 'avoid/*'`; `sim pack isolate PACK` torna al seu procés un paquet que es va deixar entrar al programa
session-not-isolated = --isolate no indica cap biblioteca trobada
session-not-isolated-expected = `all`, un component (avoid/wall), una família (avoid/*), el fitxer d'una biblioteca o una carpeta
session-unknown-robot = --{ $field } indica el robot desconegut `{ $robot }`
session-with-robots = una escena amb robots

## summary

summary-collisions = col·lisions
summary-column-robot = robot
summary-column-way = camí
summary-column-yaw = guinyada
summary-digest = resum
summary-faults = fallades
summary-limited = limitades
summary-limited-is = { $count ->
    [one] { $count } ordre era fora de l'interval
   *[other] { $count } ordres eren fora de l'interval
 }
summary-lost = perduts
summary-lost-is = { $count }, el primer { $name } als { $time } s
summary-met = complerta
summary-no-digest = cap: un component no es pot desar
summary-not-met = NO COMPLERTA
summary-scene = escena
summary-scene-is = { $scene } (llavor { $seed }, pas de { $dt } s)
summary-simulated = simulat
summary-simulated-is = { $time } s en { $steps }, { $ended }
summary-state-hash = hash de l'estat
summary-steps = { $count ->
    [one] { $count } pas
   *[other] { $count } passos
 }
summary-took = durada
summary-took-is = { $time } s, { $factor } vegades el temps real
summary-verdict = { $name }: { $seen }
summary-written = escrit

## supervised

supervised-both = { $one }; { $other }
supervised-by-plugin = un complement ha acabat el programa: { $how }
supervised-closed = un complement ha tancat la sortida estàndard o la sortida d'errors
supervised-closed-found = la feina va acabar amb l'estat { $status }; l'última cosa que va dir s'ha perdut
supervised-closed-help = fer que el complement només tanqui el que ha obert
supervised-computation = { $signal }, un càlcul que no té resultat
supervised-debugger = amb `--no-supervisor` un depurador s'atura on passa; `sim conform BIBLIOTECA` prova el complement
supervised-early = el programa es va interrompre abans d'acabar: { $how }
supervised-gave-up = { $signal }, es va rendir
supervised-in-step = { $calls }, al pas { $step }
supervised-instruction = { $signal }, una instrucció que el processador no té
supervised-killed = el sistema ho fa quan s'acaba la memòria, i també d'altres que poden fer-ho; ningú més no ho pot saber
supervised-left = va sortir amb l'estat { $status }
supervised-memory = { $signal }, va fer servir memòria que no existeix
supervised-never = 0 per a mai
supervised-no-call = cap crida a un complement
supervised-nobody = ningú no supervisa aquest programa: un complement que l'acabi no s'anomena
supervised-offered = el que no es va desar s'ofereix en tornar a obrir la finestra
supervised-one-of = una de: { $calls }
supervised-recorded = el que es va escriure fins llavors és a { $files }: d'una execució ràpida pot no ser res, ja que s'escriu més o menys cada segon
supervised-refused = el programa no pot treballar en un procés propi: { $error }
supervised-stands = una crida a un complement no ha tornat des de fa { $time } s
supervised-stands-help = esperar, o acabar el programa amb Ctrl-C; `--watchdog S` indica al cap de quant es diu això
supervised-unnamed = un component sense nom
supervised-within = el programa es va acabar durant una crida a un complement

## window

window-none = aquest programa es va construir sense la finestra
window-none-help = { $instead }; o construir-lo amb la característica `window`
pack-archive = SHA-256 { $sha256 }
pack-as-needed = el necessiten d'altres
pack-authors = autors
pack-building = compilant la biblioteca de `{ $name }`
pack-built = { $pack }: { $holds }
pack-components = components
pack-folder = carpeta
pack-freed = { $size } tornen a estar lliures
pack-grants = demana
pack-holds = { $files } de { $size }, { $robots }, { $scenes }, { $libraries }
pack-home = pàgina
pack-installed = instal·lat { $name } { $version }, { $size }
pack-interrupted = interromput; `sim pack list` diu què hi ha instal·lat
pack-left-out = no forma part del paquet: { $names }
pack-license = llicència
pack-list-next = `sim pack info PACK` diu què hi ha en un, `sim list` quines escenes es poden executar
pack-lock-nothing = l'escena no anomena paquets
pack-lock-nothing-help = anomeneu-los en l'escena: `packs: ["publisher/name"]`
pack-lock-of-pack = una escena d'un paquet no rep fitxer de bloqueig: el paquet no canvia
pack-lock-of-pack-help = copieu l'escena a una carpeta vostra i bloquegeu aquesta
pack-lock-unwritten = el fitxer de bloqueig no es pot escriure
pack-locked = { $count ->
    [one] { $file } anomena { $count } paquet
   *[other] { $file } anomena { $count } paquets
 }
pack-made = fet el paquet `{ $name }` a { $folder }
pack-models = robots
pack-next = ara: cd { $folder } && sim pack build; README.md diu què hi ha on
pack-no-temporary = no hi ha carpeta temporal on fer paquets
pack-none = no hi ha cap paquet instal·lat a { $folder }
pack-not-exported = el fitxer del paquet no es pot escriure
pack-removed = tret { $name } { $version }
pack-requires = necessita
pack-right = { $pack } està com cal: { $holds }
pack-run = s'obre amb
pack-scenes = escenes
pack-seal-none = cap: res no diu que vingui de { $publisher }
pack-seal-trusted = amb la clau de confiança de { $publisher }, { $key }
pack-seal-unknown = amb la clau de número { $number }; aquí no es coneix cap clau de { $publisher }, així que no es comprova
pack-seal-untrusted = amb una clau que ara no és de confiança per a { $publisher }, { $key }
pack-seal-wrong = no és una d'aquest arxiu de paquet amb la clau de confiança de { $publisher }; anomena la clau de número { $number }
pack-size = mida
pack-targets = compilat per a
pack-unreadable = el registre d'un paquet instal·lat no es pot llegir
pack-unreadable-help = esborreu el fitxer i instal·leu el paquet de nou
pack-verified = { $count ->
    [one] { $pack }: el seu { $count } fitxer és el que es va instal·lar
   *[other] { $pack }: els { $count } fitxers són els que es van instal·lar
 }
pack-bad-publisher = això no pot ser el nom de qui publica
pack-distrusted = la clau de { $publisher } ja no és de confiança
pack-key-made = fet { $name }.key, que és secreta: deseu-ne una còpia en un lloc segur; i { $name }.pub, per a tothom
pack-no-password = cal una contrasenya, i no hi ha terminal on demanar-la
pack-no-password-help = poseu-la a la variable d'entorn { $name }, o feu una clau amb --no-password
pack-no-publisher = no hi ha clau de confiança de qui s'anomena
pack-not-trusted = la clau de `{ $publisher }` no és de confiança
pack-not-trusted-help = compareu-la amb la que diu qui publica; --yes hi confia des d'ara
pack-not-built = { $name } no té biblioteca per a aquesta màquina, i no s'ha de compilar aquí
pack-not-built-help = --build el compila a partir del seu codi font, limitat a una carpeta pròpia i sense xarxa
pack-build-question = { $name } no té biblioteca per a aquesta màquina. Compilar-lo aquí a partir del seu codi font ({ $sources })? El que la compilació executa només pot escriure en una carpeta pròpia, i no té xarxa. (sí/no)
pack-building-here = compilant { $name } a partir del seu codi font ({ $sources }), cosa que triga una estona
pack-built-here = compilat aquí
pack-sources-of = codi font de
pack-password = contrasenya de la clau secreta
pack-password-again = un altre cop
pack-password-differs = les dues contrasenyes difereixen
pack-question = { $publisher } encara no té clau aquí. Confiar en aquesta des d'ara? { $key } (sí/no)
pack-trusted = { $publisher } és de confiança amb la clau { $key }
pack-unsigned = { $archive } no té signatura: res no diu que vingui de { $publisher }
pack-newest = hi ha instal·lades les versions més noves
pack-no-file = no hi ha aquest fitxer, carpeta ni paquet
pack-no-file-help = anomeneu un fitxer `….simpack`, una carpeta amb `pack.ron` com ara `./rover`, o un paquet com `publisher/name`
pack-no-source = no hi ha índex d'on prendre paquets
pack-no-source-help = anomeneu-ne un: `--from PLACE`, o `sim pack source add PLACE` per a totes les ordres
pack-not-listed = l'índex no té aquest paquet, o aquesta versió
pack-nothing-new = tot ja està instal·lat
pack-published = publicat { $name } { $version } a { $folder }
pack-published-unsigned = no té signatura: `sim pack sign` en fa una
pack-revoked = { $name } { $version } queda revocat: ja no s'instal·la des d'aquest índex
pack-sources = { $count ->
    [one] es fa servir { $count } índex
   *[other] es fan servir { $count } índexs
 }
pack-in-process = { $pack } s'executa des d'ara en el mateix procés del programa, amb tots els vostres drets
pack-isolated = { $pack } s'executa des d'ara en processos propis
pack-runs = s'executa en
pack-runs-apart = processos propis
pack-runs-in-program = el mateix procés del programa, amb tots els vostres drets
pack-from-cache = { $source } no es pot fer servir ara ({ $cause }): això és el que deia fa { $age }
pack-newest-fitting = hi ha instal·lades les versions més noves que es poden fer servir aquí
pack-search-empty = els índexs no tenen paquets que es puguin fer servir
pack-search-none = cap paquet té tot això: { $words }
pack-signature = signatura
pack-source-unknown = aquest índex no es fa servir
pack-no-reason = no diu res: escriviu en una frase què té de dolent la versió, perquè es diu als qui la tenen
pack-revoked-before = { $name } { $version } ja estava revocat, i aquell motiu es manté: { $reason }
pack-is-revoked = ja no s'ha de fer servir: { $reason }
pack-info-revoked = Ja no s'ha de fer servir: { $reason }
pack-gone-help = es torna a fer servir quan torni a ser-hi; `sim pack source remove { $place }` el deixa de fer servir
pack-gone-missing-help = pot ser en un índex que ara no hi és: { $places }; `sim pack source remove PLACE` en deixa de fer servir un
pack-component-own = cap biblioteca del paquet no té el component `{ $id }`
pack-component-own-help = anomeneu-ne un que tingui, o compileu la biblioteca que el té: `crates` a pack.ron llista les carpetes de les biblioteques
pack-component-foreign = el component `{ $id }` és d'un paquet que aquest no necessita
pack-component-foreign-help = afegiu-lo a pack.ron: `requires: ["{ $pack }"]`
pack-component-none = { $pack } no té cap component `{ $id }`
pack-component-unknown = no se sap si hi ha un component `{ $id }`: { $pack } no està instal·lat
pack-component-unknown-help = `sim pack install "{ $pack }"`, i comproveu-ho de nou
pack-no-versions = això no anomena versions d'un paquet
pack-new-own = els paquets de `{ $publisher }` són el que ve amb el programa
pack-new-own-help = anomeneu-vos a vós mateix com qui publica; els paquets de `{ $publisher }` no s'instal·len mai sense signatura
pack-search-passed = s'omet: { $reason }
