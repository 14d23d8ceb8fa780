# El que diu l'edició. Els textos en anglès són al codi; una prova els compara.

## Noms de les modificacions, per al menú i per a desfer

edit-align = Alinea { $what }
edit-attach = Uneix { $what } a { $parent }
edit-change = Canvia { $path }
edit-change-of = Canvia { $path } de { $what }
edit-controller = Canvia el controlador de { $what }
edit-delete = Suprimeix { $what }
edit-detach = Separa { $what }
edit-dissolve = Dissol { $prefix }
edit-import = Importa l'entorn { $name }
edit-distribute = Distribueix { $what }
edit-duplicate = Duplica { $what }
edit-dynamics = Canvia la dinàmica de { $what }
edit-hide = Amaga { $what }
edit-insert = Insereix { $what }
edit-lock = Bloqueja { $what }
edit-merge = Fusiona
edit-model = Canvia el model de { $what }
edit-move = Mou { $what }
edit-move-pose = Mou la postura { $number } de { $what }
edit-append-poses = Afegeix { $count } postures a { $what }
edit-insert-pose = Insereix la postura { $number } a { $what }
edit-remove-pose = Treu la postura { $number } de { $what }
edit-remove-poses = Treu les últimes { $count } postures de { $what }
edit-opening = Obre un forat en { $what }
edit-paste = Enganxa { $what }
edit-rename = Canvia el nom de { $old } a { $name }
edit-resize = Canvia la mida de { $what }
edit-revert = Reverteix
edit-rotate = Gira { $what }
edit-show = Mostra { $what }
edit-text = Edita el text
edit-unlock = Desbloqueja { $what }

## Parts de les escenes: soles, amb article indefinit, i tal com van davant d'un nom o d'un nombre

section-a-group = un grup
section-a-shared-shape = una forma compartida
section-group = grup
section-object = objecte
section-an-object = un objecte
section-shared-shape = forma compartida
section-the-group = el grup
section-the-object = l'objecte
section-robot = robot
section-a-robot = un robot
section-the-robot = el robot
section-fleet = flota
section-a-fleet = una flota
section-the-fleet = la flota
section-beacon = balisa
section-a-beacon = una balisa
section-the-beacon = la balisa
section-light = llum
section-a-light = un llum
section-the-light = el llum
section-medium = medi
section-a-medium = un medi
section-the-medium = el medi
section-service = servei
section-a-service = un servei
section-the-service = el servei
section-route = ruta
section-a-route = una ruta
section-the-route = la ruta
section-note = nota
section-a-note = una nota
section-the-note = la nota
section-input = entrada
section-an-input = una entrada
section-the-input = l'entrada
section-condition = condició
section-a-condition = una condició
section-the-condition = la condició
section-painted = figura pintada
section-a-painted = una figura pintada
section-the-painted = la figura pintada
section-included = fitxer inclòs
section-an-included = un fitxer inclòs
section-the-included = el fitxer inclòs
section-the-shared-shape = la forma compartida
target-named = { $what } `{ $name }`
target-numbered = { $what } { $number }
target-things = { $count ->
    [one] { $count } element
   *[other] { $count } elements
 }

## Per què es rebutja una modificació

refusal-unknown = no existeix { $target }
refusal-unknown-nearest = no existeix { $target }; potser `{ $nearest }`?
refusal-included = `{ $name }` ve de { $file }; editar aquell fitxer, o incloure'n una còpia
refusal-locked = `{ $name }` està bloquejat; abans cal desbloquejar-lo
refusal-fleet-member = `{ $robot }` és de la flota `{ $fleet }`; editar la flota, o abans dissoldre-la en robots solts
refusal-referenced = `{ $name }` encara es fa servir a { $by }; suprimir també aquestes parts, o canviar-les abans
refusal-path = no es pot establir `{ $path }`: { $reason }
refusal-paste = no es pot enganxar el text: { $reason }
refusal-mixed-include = { $file } està inclòs, i conté un entorn i altres coses; moure l'entorn a un fitxer propi, o treure abans la inclusió
refusal-not-deleted = no s'ha suprimit: { $reasons }
refusal-invalid = l'escena no seria vàlida: { $findings }
refusal-broken = el fitxer té errors; abans cal corregir-ne el text
refusal-unwritable = no s'ha pogut escriure la modificació en aquest text; editar el text mateix, i informar-ne
cannot-move = no es pot moure { $target }: { $reason }
cannot-rename = { $target } no pot canviar de nom: { $reason }
cannot-resize = no es pot redimensionar { $target }: { $reason }
cannot-lock = no es pot bloquejar { $target }: { $reason }
cannot-hide = no es pot amagar { $target }: { $reason }
cannot-attach = no es pot unir { $target } a res: { $reason }
cannot-cut-opening = no es pot obrir un forat en { $target }: { $reason }
cannot-set-component = { $target } no admet aquest component: { $reason }
cannot-set-parameter = { $target } no admet aquest paràmetre: { $reason }
attach-kinds = només es poden unir a una altra cosa els objectes, les balises, els llums i les notes
field-lacks = { $what } no té { $field }
finding-expected = { $message }; esperat: { $expected }
hide-objects = només es poden amagar els objectes
insert-no-description = { $found } no és la descripció d'això: { $what }
lock-objects = només es poden bloquejar els objectes
move-no-place = no té cap lloc propi; canviar en lloc d'això els seus camps
move-no-pose = no té aquesta postura
move-not-finite = el lloc nou no és finit
move-region = omple una regió i no té cap lloc propi; canviar en lloc d'això la regió
opening-long = el forat és tan llarg com la paret; suprimir en lloc d'això la paret
opening-moves = es mou, i el que es mou és d'una sola peça
opening-outside = el forat no és a la paret, o no té mida
opening-walls = només es pot a les parets
paste-list = la llista conté alguna cosa que no és cap part d'una escena
paste-nothing = no conté objectes, robots ni altres parts d'una escena
path-begin = ha de començar per un camp de l'escena
path-empty = no conté res
path-no-component = l'escena no hi anomena cap component; dir quin es fa servir, o triar-ne abans un
path-no-element = cap element no es diu `{ $key }`
path-no-fields = { $what } no té camps
path-no-index = { $count ->
    [one] la llista té { $count } element, no existeix l'element { $index }
   *[other] la llista té { $count } elements, no existeix l'element { $index }
 }
path-no-table = l'escena no és cap taula
path-which = dir de quin element es tracta: { $what }
rename-no-name = { $what } no té nom
resize-kind = seria una forma d'un altre tipus
resize-objects = només els objectes tenen una mida pròpia

## El que convé saber d'una modificació ja feta

hint-inertia = els moments d'inèrcia que indica `{ $name }` s'han deixat com estaven
hint-taken-in = el seu valor és a l'escena a partir d'ara; `{ $file }` s'ha deixat com estava
hint-left = `{ $path }` també diu "{ $name }"; s'ha deixat com estava
hint-order = els robots d'aquesta flota van ara davant dels d'altres flotes: ha canviat l'ordre dels robots
hint-own-shape = `{ $name }` té ara una forma pròpia i ja no segueix la forma compartida `{ $shared }`

## Fitxers

file-changed = un altre programa ha canviat { $path }; desar-hi a sobre, desar amb un altre nom, o recarregar-lo
file-deleted = { $path }: un altre programa l'ha suprimit o mogut; tornar-lo a desar allà, o amb un altre nom
file-invalid = l'escena no es pot desar com a { $path }: { $findings }
file-name = { $name } no pot ser el nom del fitxer; pot tenir lletres, xifres, espais, `-` i `_`
file-own = { $path } és el fitxer d'aquesta escena, que perdria els seus robots; triar un altre fitxer
file-no-scene = { $path } no és una escena vàlida: { $findings }
file-no-surroundings = { $path } no té objectes, balises, llums, aigua, aire ni terra; triar una altra escena
file-no-file = no és cap fitxer
file-no-path = l'escena encara no té cap fitxer; triar-ne un amb «Anomena i desa»
file-not-read = no es pot llegir { $path }: { $cause }; { $remedy }
file-not-recovered = no es pot recuperar { $path }: { $cause }; { $remedy }
file-not-text = { $path } no és text UTF-8 (no ho és el byte { $at }); desar-lo com a UTF-8, o triar un altre fitxer
file-not-written = no es pot escriure { $path }: { $cause }; { $remedy }
file-too-large = { $path } té { $size } MB; aquí s'editen textos de { $limit } MB com a màxim: obrir-lo amb un altre programa
recovery-close = tancar-lo abans allà
recovery-in-use = un altre procés encara hi treballa
recovery-version = té la versió { $version }, aquest programa coneix la 1
remedy-disk = desar amb un altre nom, i revisar el disc
remedy-folder = la carpeta ha d'existir: crear-la, o desar amb un altre nom
remedy-other = triar-ne un altre
remedy-path = revisar el camí
remedy-path-disk = revisar el camí i el disc
remedy-recent = suprimir-lo: només és la llista de fitxers recents
remedy-right = demanar el permís per a llegir-lo
remedy-room = fer lloc al disc
remedy-writable = fer que es pugui escriure al fitxer i a la carpeta, o desar amb un altre nom

## Canvis de dos que s'ajunten

merge-conflicts = tots dos han canviat les mateixes línies o línies veïnes: { $places }; recarregar el fitxer, o conservar el propi
merge-invalid = tots dos canvis junts no donen cap escena vàlida: { $findings }
merge-no-base = no se sap què contenia el fitxer abans de tots dos canvis; recarregar-lo, o conservar el propi
merge-no-place = { $mine } aquí, { $theirs } al fitxer
merge-nothing = res
merge-place = línia { $line }: { $mine } aquí, { $theirs } al fitxer
