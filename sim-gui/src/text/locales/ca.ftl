# El que diu la finestra. `{ $name }` ho posa el programa; també les tecles de les accions.

## El programa

program-name = Simwright

## Paraules que són en diversos llocs

common-close = Tanca
common-replace = Substitueix-lo
common-reload = Recarrega
common-discard = Descarta
common-apply = Aplica
common-copy = Copia
common-copy-line = Copia aquesta línia
common-clear = Buida
common-fit = Enquadra
common-robot = Robot
common-robots = Robots
common-notes = Notes
common-routes = Rutes
common-components = Components
common-parameters = Paràmetres
common-no-parameters = No té paràmetres.
common-start = Inici
common-now = Ara
common-selected = Selecció
common-all = Tots
common-grid = Quadrícula
common-choose-file = Tria un fitxer
common-first-point = Feu clic al primer punt. Esc per a acabar.
common-more = … i { $count } més
common-nothing-selected = Seleccioneu primer alguna cosa.
common-no-scene = Obriu primer una escena.
common-no-keys = cap

## Noms dels panells

panel-view-3d = Vista 3D
panel-plan = Vista 2D
panel-tree = Escena
panel-inspector = Inspector
panel-plugins = Complements
panel-plots = Gràfiques
panel-log = Registre
panel-problems = Problemes

## Menús

menu-file = Fitxer
menu-edit = Edita
menu-draw = Dibuixa
menu-run = Simulació
menu-view = Visualitza
menu-help = Ajuda
menu-panels = Panells
menu-camera = Càmera
menu-camera-help = Mou la càmera per passos, com les tecles que hi ha al costat dels noms.
menu-panels-help = Obre, tanca i troba panells.
menu-shows-panel = Obre aquest panell, o el porta al davant.
menu-closes-panel = Tanca aquest panell.
menu-recent-help = Obre un fitxer que s'ha obert fa poc.

## Paleta d'ordres

palette-hint = Què voleu fer?
palette-nothing = Cap ordre no té aquest nom.

## Noms de les accions, i què fa cadascuna

action-new = Escena nova
    .help = Comença una escena nova.
action-open = Obre una escena…
    .help = Obre una escena.
action-reload = Recarrega els fitxers
    .help = Torna a llegir els fitxers de l'escena.
action-recover = Recupera la feina no desada…
    .help = Llista la feina no desada que han deixat execucions anteriors.
action-new-text = Fitxer de text nou
    .help = Comença un text buit a l'editor.
action-open-text = Obre un fitxer de text…
    .help = Obre a l'editor un fitxer de text UTF-8.
action-new-component = Controlador nou…
    .help = Fa d'una plantilla un controlador, un sensor o un altre component propi, i obre el seu codi a l'editor.
action-build = Compila
    .help = Compila el projecte del fitxer que mostra l'editor i posa la seva biblioteca a la carpeta de connectors.
action-open-recording = Obre un enregistrament…
    .help = Obre un enregistrament.
action-save = Desa
    .help = Desa l'escena.
action-save-as = Anomena i desa…
    .help = Desa l'escena en un altre fitxer.
action-export-surroundings = Exporta l'entorn…
    .help = Escriu tot menys els robots i el que els pertany en un fitxer d'escena propi, per a compartir una sala amb altres.
action-import-surroundings = Importa un entorn…
    .help = Posa els objectes, les balises, els llums, l'aigua, l'aire i el terra d'un fitxer d'escena en lloc dels d'aquesta escena. Els robots i les rutes es queden.
action-export-svg = Exporta la vista 2D com a SVG…
    .help = Escriu la vista 2D en un fitxer SVG.
action-export-png = Exporta la vista 2D com a PNG…
    .help = Escriu la vista 2D en un fitxer PNG.
action-quit = Surt
    .help = Tanca la finestra.
action-undo = Desfés
    .help = Desfà l'últim canvi.
action-redo = Refés
    .help = Torna a fer un canvi desfet.
action-cut = Retalla
    .help = Copia la selecció al porta-retalls i la suprimeix.
action-copy = Copia
    .help = Copia la selecció al porta-retalls.
action-paste = Enganxa
    .help = Insereix el contingut del porta-retalls.
action-duplicate = Duplica
    .help = Fa còpies de la selecció.
action-rename = Canvia el nom…
    .help = Dona un altre nom a l'últim que s'ha seleccionat; tot el que l'anomena el segueix.
action-delete = Suprimeix
    .help = Suprimeix la selecció.
action-select-all = Selecciona-ho tot
    .help = Ho selecciona tot.
action-insert = Insereix…
    .help = Tria què s'insereix.
action-insert-by-numbers = Insereix amb nombres…
    .help = Insereix parets, habitacions, sostres, obstacles, balises i robots amb nombres escrits.
action-place-cursor = Col·loca el cursor 3D
    .help = Posa el cursor on es fa clic; els nombres es poden comptar des d'ell.
action-reset-cursor = Torna el cursor 3D a l'origen
    .help = Torna el cursor a l'origen.
action-lock = Bloqueja
    .help = Bloqueja la selecció contra canvis; un altre cop, la desbloqueja.
action-move = Mou amb fletxes
    .help = Mou la selecció amb fletxes.
action-turn = Gira amb anells
    .help = Gira la selecció amb anells.
action-resize = Canvia la mida amb tiradors
    .help = Canvia la mida de la selecció segons els seus propis eixos, o en tots alhora.
action-snap = Ajusta a nombres rodons
    .help = Ajusta a nombres rodons el que es mou i es gira.
action-draw-walls = Dibuixa parets
    .help = Dibuixa parets de cantonada a cantonada.
action-draw-room = Dibuixa una sala
    .help = Dibuixa quatre parets a partir de dues cantonades oposades.
action-draw-door = Retalla una porta
    .help = Fa una obertura a la paret on es fa clic.
action-draw-field = Pinta una zona
    .help = Pinta una zona a terra a partir dels seus vèrtexs.
action-draw-route = Dibuixa una ruta
    .help = Dibuixa una ruta a partir dels seus punts.
action-grab = Mou amb el punter
    .help = Mou la selecció amb el punter: X, Y o Z al llarg d'un eix, un clic la deixa allà, el botó dret o Esc la torna.
action-spin = Gira amb el punter
    .help = Gira la selecció amb el punter: X, Y o Z al voltant d'un eix, un clic la deixa així, el botó dret o Esc la torna.
action-own-axes = Mou segons els seus propis eixos
    .help = Mou i gira la selecció segons els seus propis eixos, o un altre cop segons els del món.
action-take-back-point = Retira l'últim punt
    .help = Retira l'últim punt del que s'està dibuixant.
action-inspector = Tauler de l'inspector
    .help = Mostra l'inspector, o el tanca.
action-play-pause = Reprodueix o posa en pausa
    .help = Fa córrer el temps, o l'atura.
action-step = Pas
    .help = Fa un pas.
action-step-back = Pas enrere
    .help = Desfà un pas.
action-stop = Atura
    .help = Atura la simulació i torna a l'inici.
action-reset = Reinicia
    .help = Torna a l'inici; si corria, continua.
action-record = Enregistra
    .help = Enregistra la simulació en un fitxer; un altre cop, deixa d'enregistrar.
action-compare = Compara amb un enregistrament…
    .help = Compara la simulació amb un enregistrament.
action-fit = Enquadra-ho tot
    .help = Ho mostra tot.
action-scene-tree = Arbre de l'escena
    .help = Mostra l'arbre de l'escena, o el tanca.
action-scene-view = Vista inicial
    .help = Torna a la vista amb què s'obre l'escena.
action-fit-selection = Enquadra la selecció
    .help = Mostra la selecció.
action-hide = Amaga
    .help = Amaga la selecció en totes les vistes, o la torna a mostrar.
action-labels = Etiquetes
    .help = Mostra les etiquetes de robots, posicions de rutes i balises, o les amaga.
action-ceilings = Sostres
    .help = Mostra els objectes de la categoria `ceiling`, o els amaga.
action-margins = Marges
    .help = Mostra els marges al voltant de robots i objectes, o els amaga.
action-show-in-text = Mostra al text
    .help = Mostra on és al text de l'escena l'últim que s'ha seleccionat.
action-top = Mira des de dalt
    .help = Mira des de dalt.
action-front = Mira de cara
    .help = Mira de cara.
action-side = Mira de costat
    .help = Mira de costat.
action-orbit-left = Orbita cap a l'esquerra
    .help = Gira la càmera al voltant del que mira.
action-orbit-right = Orbita cap a la dreta
    .help = Gira la càmera al voltant del que mira.
action-orbit-up = Orbita cap amunt
    .help = Gira la càmera al voltant del que mira.
action-orbit-down = Orbita cap avall
    .help = Gira la càmera al voltant del que mira.
action-pan-left = Desplaça a l'esquerra
    .help = Desplaça la vista 3D o 2D.
action-pan-right = Desplaça a la dreta
    .help = Desplaça la vista 3D o 2D.
action-pan-up = Desplaça amunt
    .help = Desplaça la vista 3D o 2D.
action-pan-down = Desplaça avall
    .help = Desplaça la vista 3D o 2D.
action-zoom-in = Acosta
    .help = Acosta la vista 3D o 2D.
action-zoom-out = Allunya
    .help = Allunya la vista 3D o 2D.
action-parallel = Projecció paral·lela
    .help = Manté paral·leles les línies que s'allunyen de qui mira.
action-follow = Segueix el robot seleccionat
    .help = Segueix el robot seleccionat.
action-first-person = Mira des del robot seleccionat
    .help = Mira des del robot seleccionat.
action-behind = Mira des de darrere del robot seleccionat
    .help = Mira des de darrere del robot seleccionat.
action-through-camera = Mira per la seva càmera
    .help = Mira per les càmeres del robot seleccionat, l'una rere l'altra.
action-measure = Mesura
    .help = Mesura distàncies i angles.
action-save-view-picture = Desa una imatge de la vista…
    .help = Desa el que mostra la vista 3D com a imatge PNG.
action-record-view = Grava un vídeo de la vista…
    .help = Fa un vídeo del que mostra la vista 3D, fins que es torna a triar.
action-efficient = Dibuix amb menys detall
    .help = Prescindeix d'ombres i de vores suaus, i simplifica les formes.
action-theme = Tema fosc
    .help = Mostra text clar sobre fons fosc.
action-layout = Restableix la disposició
    .help = Torna tots els panells al seu lloc.
action-palette = Paleta d'ordres…
    .help = Troba pel seu nom tot el que es pot fer.
action-shortcuts = Dreceres de teclat
    .help = Mostra totes les dreceres.
action-about = Quant a
    .help = Diu la versió, la llicència, les carpetes i el dispositiu gràfic, també per a un informe.
action-manual = Manual
    .help = Obre el manual, que no necessita xarxa.
action-help = Ajuda sobre aquest panell
    .help = Obre el manual al que hi ha sota el punter, o té el teclat.
action-preferences = Preferències…
    .help = Tema, unitats, quadrícula, tecles i més.
action-new-3d-view = Vista 3D nova
    .help = Obre una altra vista 3D al costat de la vista usada per última vegada.
action-new-plan = Vista 2D nova
    .help = Obre una altra vista 2D al costat de la vista usada per última vegada.
action-new-camera-panel = Panell de càmeres nou
    .help = Obre un altre panell de càmeres al costat de la vista usada per última vegada.
action-save-layout = Anomena i desa la disposició…
    .help = Desa la disposició dels panells amb un nom.
action-newest-state = Restaura l'últim estat
    .help = Torna la simulació a l'últim estat conservat.
action-keep-state = Desa l'estat…
    .help = Conserva amb un nom l'estat actual de la simulació, per tornar-hi més tard.

## El que es pot fer, i per què no

availability-failed = No s'ha pogut construir l'escena; els problemes en diuen el motiu.
availability-broken = El fitxer té errors; corregiu-ne primer el text.
availability-not-lockable = Només es poden bloquejar objectes.
availability-no-scene = Obriu o comenceu primer una escena.
availability-ended-by-service = Un servei ha acabat la simulació: només pot tornar a començar.
availability-no-ceiling = L'escena no té sostre.
availability-ceilings-of-route = Els sostres estan amagats mentre es dibuixa una ruta.
availability-no-point = No s'està dibuixant res de què es pugui retirar un punt.
availability-no-margin = Res a l'escena no té marge.
availability-of = { $action }: { $step }

## Tecles que s'assignen de nou

shortcuts-search = Cerca accions i tecles
shortcuts-press = Premeu les tecles…  (Esc: cancel·la)
shortcuts-bind-help = Feu clic i després premeu les tecles.
shortcuts-reset = Com era
shortcuts-reset-all = Totes les tecles com eren
shortcuts-close = Tanca la llista
shortcuts-no-keys = Sense tecles
shortcuts-leave = Cancel·la
shortcuts-clipboard = El sistema reserva aquestes tecles per al porta-retalls. Trieu-ne unes altres.
shortcuts-fields = Aquestes tecles surten dels camps i tanquen el que és obert. Trieu-ne unes altres.
shortcuts-size = Aquestes tecles canvien la mida de la interfície. Trieu-ne unes altres.
shortcuts-set = Joc de tecles
shortcuts-set-help = Quines tecles tenen les accions a les quals no se n'ha assignat cap de pròpia.
shortcuts-set-standard = Estàndard
shortcuts-set-robomap = RoboMap
shortcuts-kept = { $keys } segueix amb { $action }, a la qual està assignada; { $other } no la rep.
shortcuts-keys-of = Tecles de { $action }
shortcuts-reset-of = Tecles de { $action } com eren
shortcuts-remove = Cap tecla per a { $action }
shortcuts-conflict = { $keys } vol dir { $other }.
shortcuts-take = Assigna-ho a { $action }

## Noms de les tecles

key-ctrl = Ctrl
key-shift = Maj
key-alt = Alt
key-command = Cmd
key-option = Opció
key-up = Amunt
key-down = Avall
key-left = Esquerra
key-right = Dreta
key-escape = Esc
key-tab = Tab
key-backspace = Retrocés
key-enter = Retorn
key-space = Espai
key-insert = Inser
key-delete = Supr
key-home = Inici
key-end = Fi
key-page-up = RePàg
key-page-down = AvPàg
key-cut = Retalla
key-paste = Enganxa
key-back = Enrere
key-forward = Endavant
key-refresh = Actualitza
key-search = Cerca
key-home-page = Pàgina d'inici
key-favorites = Preferits
key-stop = Atura
key-media-play = Reprodueix
key-media-next = Pista següent
key-media-previous = Pista anterior
key-media-stop = Atura la reproducció
key-mute = Silenci
key-volume-down = Abaixa el volum
key-volume-up = Apuja el volum
key-mail = Correu
key-application-1 = Aplicació 1
key-application-2 = Aplicació 2
key-shift-left = Maj esquerra
key-shift-right = Maj dreta
key-ctrl-left = Ctrl esquerra
key-ctrl-right = Ctrl dreta
key-alt-left = Alt esquerra
key-alt-right = Alt dreta
key-system-left = Tecla de sistema esquerra
key-system-right = Tecla de sistema dreta
key-beside-shift = Tecla al costat de Maj
key-caps-lock = Bloq Maj
key-num-lock = Bloq Num
key-scroll-lock = Bloq Despl
key-print-screen = Impr Pant
key-pause = Pausa
key-menu = Menú
key-fn = Fn
key-eject = Expulsa
key-help = Ajuda
key-power = Engegada
key-sleep = Suspèn
key-clear = Esborra

## El diàleg de preferències

preferences-title = Preferències
preferences-theme = Tema
preferences-theme-help = Text clar sobre fons fosc, text fosc sobre fons clar, o el que demani el sistema.
preferences-dark = Fosc
preferences-light = Clar
preferences-system = El del sistema
preferences-size = Mida de la interfície
preferences-size-help = Mida de tot el que hi ha a la finestra. També la canvien Ctrl++ i Ctrl+−.
preferences-grid-help = Línies al terra de la vista 3D; una de cada deu és més forta.
preferences-grid-on = Mostra la quadrícula
preferences-snap = Ajust
preferences-snap-help = Passos als quals s'ajusta el que s'arrossega, es dibuixa i s'insereix mentre està activat; Ctrl ho inverteix mentre es prem.
preferences-drawing = Dibuix
preferences-keys = Tecles
preferences-keys-help = Totes les tecles, per assignar-les de nou.
preferences-all-keys = Dreceres de teclat…
preferences-plugins = Carpetes de complements
preferences-plugins-help = Carpetes en què es cerquen complements, en aquest ordre.
preferences-percent = { $factor } %
preferences-choice = { $row }: { $name }

## La llengua de la finestra

grab-hint = X, Y, Z: al llarg d'un eix o al seu voltant. Clic o Retorn: així. Botó dret o Esc: enrere.
grab-nothing = Res de la selecció no es pot moure.

labels-usual = Robots
labels-usual-help = Noms dels robots quan n'hi ha pocs, i totes les etiquetes de la selecció.
labels-size = Lletres
labels-beacon = { $name } | { $kind } | abast { $range } m
labels-beacon-cone = { $name } | { $kind } | abast { $range } m | con { $cone }° | rotació { $turned }

language-menu = Llengua
language-help = La llengua de la finestra: la del sistema, o una altra.
language-of-system = La del sistema ({ $name })

## Unitats en què es mostren longituds i angles

units-lengths = Longituds
units-lengths-help = En què es mostren les longituds. Els camps entenen totes les unitats; el fitxer de l'escena és sempre en metres.
units-fitting = m; de robots, cm
units-metres = m
units-centimetres = cm
units-angles = Angles
units-angles-help = En què es mostren els angles. Els camps entenen totes dues unitats; el fitxer de l'escena és sempre en radians.
units-degrees = graus
units-radians = rad
units-no-length = { $text } no és una longitud; s'accepta: 0.5, 0,5, 1/2, 0.5 m, 50 cm o 500 mm
units-no-angle = { $text } no és un angle; s'accepta: 30, 30°, 22,5° o 0.5 rad

## El que el programa diu de si mateix

about-version = Versió
about-abi = Interfície de complements (ABI)
about-system = Sistema
about-licence = Llicència
about-authors = Autors
about-libraries = Biblioteques
about-libraries-words = crates de crates.io amb llicències pròpies; Cargo.lock els enumera
about-data = Carpeta de dades
about-no-data = cap: no es conserva res
about-device = Dispositiu gràfic
about-no-device = cap
about-copy = Copia-ho tot
about-copy-help = Copia aquestes línies al porta-retalls, per a un informe.

## El manual

manual-title = Manual
manual-back = Enrere
manual-forth = Endavant
manual-search = Cerca al manual
manual-nothing = Cap pàgina no té totes aquestes paraules.
manual-found = { $page } › { $heading }

## Fitxers

file-remedy = no s'ha perdut res: l'escena continua oberta
file-choose-folder = trieu una carpeta on es pugui escriure
file-unsaved = Hi ha canvis que no són a cap fitxer.
file-cancel = Cancel·la
file-overwrite = Desa-hi a sobre
file-saved = s'ha desat { $name }
file-untitled = una escena nova
file-exists = Ja hi ha un fitxer { $path }.

## El que s'obre quan no hi ha cap escena

start_page-new = Escena nova
start_page-open = Obre una escena…
start_page-recent = Obertes fa poc
start_page-examples = Exemples
start_page-drop = O deixeu anar una escena sobre aquesta finestra. Si s'hi deixa anar una biblioteca de complement, s'instal·la.
start_page-open-recent = Escenes recents
start_page-no-recent = Encara no s'ha obert cap escena.
start_page-missing = Ara mateix el fitxer no hi és.
start_page-forget = Oblida els fitxers que falten
start_page-forget-all = { $count ->
    [one] N'hi ha 1 que no hi és.
   *[other] N'hi ha { $count } que no hi són.
 }

## Paraules de la feina no desada que es guarda i s'ofereix després d'una fallada

recovery-title = Feina no desada
recovery-help = El programa va acabar sense desar això. El que no es recupera ni es descarta es torna a oferir en el pròxim inici.
recovery-recover = Recupera
recovery-recover-help = L'obre amb els canvis no desats.
recovery-later = Més tard
recovery-later-help = La deixa on és: Fitxer › Recupera la feina no desada… la torna a llistar.
recovery-later-for-all = Totes més tard
recovery-none = Cap execució anterior no ha deixat feina no desada.
recovery-works = Els canvis no desats es tornen a guardar per si el programa falla.
recovery-failed-help = es torna a provar fins que s'aconsegueix; mentrestant, deseu la feina
recovery-unreadable = no es pot llegir la feina no desada
recovery-unreadable-help = potser el text es troba dins del fitxer amb un editor de text; descarteu-la si no cal
recovery-no-thread = el sistema no inicia cap fil que guardi els canvis no desats
recovery-no-thread-help = apugeu el límit de fils del sistema, o tanqueu altres programes
recovery-unreadable-of = no es pot llegir { $file }: { $reason }
recovery-discard-help = { $days ->
    [one] La mou a una carpeta on es conserva 1 dia.
   *[other] La mou a una carpeta on es conserva { $days } dies.
 }
recovery-discarded = { $days ->
    [one] s'ha mogut a { $place }, on es conserva 1 dia; si es mou a la carpeta superior, es torna a oferir
   *[other] s'ha mogut a { $place }, on es conserva { $days } dies; si es mou a la carpeta superior, es torna a oferir
 }
recovery-failed = no es poden guardar els canvis no desats per si el programa falla: { $reason }
recovery-now = Guardada fa menys d'un minut
recovery-minutes = { $count ->
    [one] Guardada fa 1 minut
   *[other] Guardada fa { $count } minuts
 }
recovery-hours = { $count ->
    [one] Guardada fa 1 hora
   *[other] Guardada fa { $count } hores
 }
recovery-days = { $count ->
    [one] Guardada fa 1 dia
   *[other] Guardada fa { $count } dies
 }
recovery-file-unchanged = el seu fitxer és com era
recovery-file-changed = el seu fitxer ha canviat d'ençà de llavors
recovery-file-missing = el seu fitxer ja no hi és
recovery-file-never = encara no té fitxer
recovery-state = { $ago }; { $file }.
recovery-state-unapplied = { $ago }; { $file }; amb text que no s'ha aplicat.

## Paraules sobre fitxers que canvien altres programes

changed_files-no-file = L'escena encara no té cap fitxer.
changed_files-reload-help = Adopta el que els fitxers contenen ara; el temps continua on és.
changed_files-reload-unsaved-help = Adopta el que el fitxer conté ara en lloc dels canvis no desats; «Desfés» els recupera.
changed_files-merge = Fusiona
changed_files-merge-help = Ajunta els canvis del fitxer amb els no desats; es rebutja si tots dos afecten les mateixes línies o línies veïnes.
changed_files-keep = Conserva els meus
changed_files-keep-help = Ho deixa tot com és aquí; en desar se substitueix el que el fitxer conté ara.
changed_files-always = Sempre, si no hi ha res per desar
changed_files-always-help = A partir d'ara recarrega tot seguit, tret que hi hagi canvis no desats o s'estigui fent un enregistrament.
changed_files-reloaded = s'ha recarregat el que ha canviat un altre programa
changed_files-reloaded-over = s'ha recarregat el fitxer; «Desfés» recupera els canvis no desats
changed_files-merged = s'han ajuntat els canvis amb els del fitxer; «Desfés» ho anul·la
changed_files-not-merged = els canvis del fitxer no es poden ajuntar amb els no desats
changed_files-not-watched = el sistema no inicia cap fil que vigili els fitxers de l'escena
changed_files-not-watched-help = apugeu el límit de fils del sistema; fins llavors, els canvis es detecten quan es desa l'escena
changed_files-deleted = { $file }: un altre programa l'ha suprimit o mogut; en desar es torna a escriure
changed_files-changed = { $count ->
    [one] El fitxer { $first } ha canviat al disc.
   *[other] Els fitxers { $first } han canviat al disc.
 }
changed_files-changed-more = { $first } i altres fitxers han canviat al disc.

## La mida de la interfície

interface_size-larger = Interfície més gran
interface_size-smaller = Interfície més petita
interface_size-normal = Interfície a la mida normal

## El diàleg en què es tria un fitxer

choose-parent = Carpeta superior
choose-refresh = Actualitza
choose-folder = Carpeta
choose-new-folder = Carpeta nova
choose-new-folder-name = Nom de la carpeta nova
choose-create = Crea
choose-reading = S'està llegint la carpeta…
choose-empty = Aquí no hi ha res d'aquest tipus.
choose-name = Nom del fitxer
choose-hidden = Fitxers ocults
choose-kinds = Fitxers que es mostren
choose-all = Tots els fitxers
choose-open = Obre
choose-keep = Conserva el fitxer
choose-home = Carpeta personal
choose-of-scene = Carpeta de l'escena
choose-last = Última usada
choose-working = Carpeta de treball
choose-files = Fitxers
choose-scene = Escena
choose-recording = Enregistrament
choose-robot = Robot
choose-table = Taula
choose-text = Text
choose-csv = CSV
choose-png = PNG
choose-svg = SVG
choose-open-scene = Obre una escena
choose-save-scene = Desa l'escena
choose-export-surroundings = Exporta l'entorn
choose-import-surroundings = Importa un entorn
choose-open-recording = Obre un enregistrament
choose-open-text = Obrir un fitxer de text
choose-save-text = Desar el text
choose-compare = Compara amb un enregistrament
choose-record = Enregistra la simulació
choose-export-plots = Exporta les dades de les gràfiques
choose-export-picture = Exporta les gràfiques com a imatge
choose-export-log = Exporta el registre
choose-export-plan = Exporta la vista 2D
choose-save-robot = Desa el robot
choose-use-robot = Usa un robot
choose-save-table = Desa la taula
choose-load-table = Carrega una taula
choose-exists = { $name } ja existeix.
choose-no-file = no hi ha cap fitxer { $path }
choose-no-folder = no hi ha cap carpeta { $path }
choose-not-made = no es pot crear { $path }: { $reason }

## Edició

edit-nothing-to-undo = No hi ha res per desfer.
edit-nothing-to-redo = No hi ha res per refer.
edit-not-a-part = El porta-retalls no conté cap part d'una escena.
edit-delete-users = Suprimeix-los també
edit-delete-carried = Suprimeix-ho tot
edit-keep-carried = Conserva el que porta
edit-carries = { $name } porta { $carried }.
edit-deleted-robots = { $count ->
    [one] s'ha suprimit 1 robot
   *[other] s'han suprimit { $count } robots
 }
edit-undone = desfet: { $label }
edit-redone = refet: { $label }
edit-placed = Col·loca { $first } en la simulació
edit-placed-more = Col·loca { $first } i { $others } més en la simulació
edit-refused = { $wrong }; { $accepted }

## El menú d'una cosa

item-no-body = Només els robots i els objectes s'amaguen d'un en un; Mostra té interruptors per a la resta.
item-elsewhere = No és al text d'aquest fitxer.
item-new-name = Nom nou
item-rename = Canvia
item-menu = Accions
item-insert-pose = Insereix una postura abans d'aquesta
item-remove-last-pose = Treu l'última postura
item-no-pose = Seleccioneu abans una postura de la ruta: feu clic al seu punt en una vista.

## El que es pot inserir

insert-box = Insereix una caixa
insert-cylinder = Insereix un cilindre
insert-extrusion = Insereix una extrusió
insert-group = Insereix un grup d'objectes
insert-shared-shape = Insereix una forma compartida
insert-sphere = Insereix una esfera
insert-capsule = Insereix una càpsula
insert-ellipsoid = Insereix un el·lipsoide
insert-spot = Insereix un focus
insert-wall = Insereix una paret
insert-ramp = Insereix una rampa
insert-pool = Insereix una piscina
insert-plane = Insereix un pla
insert-terrain = Insereix un terreny
insert-crate = Insereix un caixó mòbil
insert-ball = Insereix una pilota mòbil
insert-beacon = Insereix una balisa
insert-beacon-of-type = Insereix { $name }
insert-lamp = Insereix una làmpada
insert-sun = Insereix un sol
insert-note = Insereix una nota
insert-note-text = Nota
insert-disc = Insereix un disc pintat
insert-line = Insereix una línia pintada
insert-field = Insereix una zona pintada
insert-water = Insereix aigua
insert-route = Insereix una ruta
insert-mesh = Insereix una malla des d'un fitxer…
insert-model = Insereix un robot des d'un fitxer de model…
insert-picture = Insereix a terra una imatge d'un fitxer…
insert-heights = Insereix un terreny des d'un fitxer d'imatge…
insert-include = Inclou un altre fitxer d'escena…
insert-no-collision = Insereix una condició: cap col·lisió
insert-key = Insereix una pulsació de tecla
insert-hint = Feu clic on ha d'anar. Retorn ho posa al mig de la vista, Esc per a acabar.
insert-drag-hint = Arrossegueu una fila a una vista, o trieu-la i feu clic on ha d'anar.
insert-table = Insereix una taula
insert-desk = Insereix un escriptori
insert-chair = Insereix una cadira
insert-shelf = Insereix una prestatgeria
insert-cupboard = Insereix un armari
insert-bed = Insereix un llit
insert-sofa = Insereix un sofà
insert-column = Insereix una columna
insert-bollard = Insereix una pilona
insert-bin = Insereix una paperera
insert-plant = Insereix una planta en un test
insert-step = Insereix un graó
insert-robot = Insereix el robot { $model }
insert-fleet = Insereix una flota de { $model }
insert-service = Insereix el servei { $id }

## Dibuixar fent clic

draw-walls = Parets
draw-room = Sala
draw-field = Zona pintada
draw-route = Ruta
draw-door = Porta
draw-next-point = Feu clic al punt següent. Retrocés n'elimina un, Esc tots.
draw-from-robot = Comença a { $robot }; Retrocés la deixa començar en un altre lloc. Feu clic al punt següent.
draw-made = { $shape }: amb els punts que hi havia. Desfés ho treu.
draw-waits = { $shape }: sense acabar. «{ $action }» continua amb el que s'ha començat.
draw-last-point = Feu clic al punt següent, al primer per a tancar la figura, o un altre cop a l'últim (o premeu Retorn) quan estigui completa.
draw-first-corner = Feu clic en una cantonada de l'interior, o arrossegueu des d'ella fins a l'oposada. Esc per a acabar.
draw-other-corner = Feu clic a la cantonada oposada de l'interior.
draw-from-above = Dibuixeu a la vista 3D, o a la vista 2D des de dalt.
draw-point-at-wall = Assenyaleu la paret on ha d'anar. Esc per a acabar.
draw-too-short = Aquesta paret és massa curta.
draw-click-door = Feu clic per a retallar-la en aquesta paret.
draw-height = Alçada
draw-thickness = Gruix
draw-width = Amplada
route-first = Feu clic on comença.
route-next = Feu clic a la postura següent. Retrocés n'elimina una, Esc totes.
route-last = Feu clic a la postura següent, a la primera per a tancar la ruta, o un altre cop a l'última (o premeu Retorn) quan estigui completa.
route-turn = Amb Majúscules, arrossegueu des d'una postura per a donar-li el rumb.
route-along = Rumb segons el camí
route-heading = Rumb
route-speed = Velocitat
route-fastest = la que pugui
route-dwell = Parada
route-goes-on = Continua des del final de la ruta de { $robot }; Retrocés en comença una altra. Feu clic a la postura següent.
route-would-cross = { $robot } no té pas: xocaria amb { $names }. Envolteu-ho, o moveu-ho
route-would-touch = { $robot } no té pas: tocaria { $names }. Deixeu almenys un mil·límetre més
route-cannot-tell = no es pot dir si hi ha pas: { $why }
route-leg-touches = { $robot } tocaria { $name } en anar de la postura { $from } a la següent
route-leg-crosses = { $robot } xocaria amb { $name } en anar de la postura { $from } a la següent

## Quines postures es canvien a mà

moment-changes = Edita la postura
moment-start-name = Edita la postura inicial
moment-start-help = El que s'arrossega o s'escriu canvia on comencen les coses: l'escena. La simulació actual continua com està.
moment-now-name = Edita la postura actual
moment-now-help = El que s'arrossega o s'escriu canvia on són els robots i els objectes mòbils en la simulació actual. L'escena queda com està.
moment-no-run = Abans del primer pas, les coses són on comencen.
moment-shown = inici
moment-run-only = Això val per a la simulació actual. Per a canviar l'escena, trieu «Inici» a les eines.

## Ajustar a nombres rodons

snap-menu = Ajusta
snap-on = Ajusta en arrossegar
snap-on-help = El que s'arrossega, es dibuixa i s'insereix s'ajusta a nombres rodons. Ctrl ho inverteix mentre es prem.
snap-grid = Pas de quadrícula
snap-angle = Pas d'angle
snap-steps = Ajust { $grid }, { $angle }

## Al llarg de quins eixos es mouen i giren les coses

axes-world = Eixos: món
axes-own = Eixos: locals
axes-name = Eixos propis

## La nansa que fa les coses més altes o més baixes

height-of = Alçada de { $name }
height-now = alçada { $height }
height-changed = Canvia l'alçada de { $name }

## Mides que es canvien arrossegant

resize-robots = La mida d'un robot no es pot canviar: és la del seu model.
resize-no-size = La selecció no té cap mida que es pugui canviar.
resize-size = { $x } × { $y } × { $z }
resize-factor = × { $factor }

## Alinear i distribuir

arrange-stayed = El que no es mou per si mateix s'ha deixat on és: només té un inici. Per a això, trieu «Edita la postura: Inici».

## Mesurar

measure-next = Feu clic al punt següent. Esc per a acabar.
measure-end = Esc per a acabar
measure-segment = Segment { $length }
measure-parts = dx { $x }   dy { $y }   dz { $z }
measure-angle = Angle { $angle }
measure-total = Total { $length }

## Simulació

run-play = Reprodueix
run-pause = Pausa
run-speed = Velocitat
run-unlimited = il·limitada
run-building = S'està construint l'escena…
run-playing = En marxa
run-paused = En pausa
run-empty = Cap escena
run-failed = Ha fallat
run-goes-on = Premeu «Reprodueix» per continuar.
run-back = Torna a l'inici
run-ended = Acabada: { $reason }
run-over = Acabada: han passat els { $duration } s de l'escena.
run-beyond = { $state } més enllà del final de l'escena, als { $end } s
run-factor = ×{ $factor }
run-tick = pas { $tick }

## Paraules dels enregistraments: fer-ne, reproduir-los, comparar-los

recordings-record = Enregistra
recordings-stop = Deixa d'enregistrar
recordings-end-it = Acaba l'enregistrament
recordings-close = Torna a la simulació en viu
recordings-timeline = Línia de temps
recordings-time = Temps
recordings-start = A l'inici
recordings-play-back = Reprodueix enrere
recordings-step = Pas endavant
recordings-end = Al final
recordings-speed = Velocitat
recordings-compare-this = Compara-hi la simulació en viu
recordings-compare-help = Torna a la simulació en viu i mostra com de lluny són els seus robots dels enregistrats.
recordings-close-help = Tanca l'enregistrament. La simulació en viu és on es va posar en pausa.
recordings-reading = S'estan llegint els esdeveniments i els recorreguts…
recordings-models = S'estan construint els robots enregistrats…
recordings-no-edits = Es mostra un enregistrament. Torneu a la simulació en viu per a canviar l'escena.
recordings-no-step-back = Només es poden desfer passos, fins que el temps torna a córrer.
recordings-no-live = No hi ha cap simulació en viu. Obriu primer una escena.
recordings-no-events = no es poden llegir els esdeveniments i els recorreguts
recordings-not-opened = no es pot obrir l'enregistrament
recordings-open-again = tanqueu altres programes i torneu-lo a obrir
recordings-no-thread = el fil que l'obre s'ha acabat
recordings-nothing-recorded = Es mostra un enregistrament; només s'enregistra la simulació en viu.
recordings-panel = Comparació
recordings-nothing = Compareu la simulació amb un enregistrament per a veure com de lluny són els robots d'on eren llavors.
recordings-end-comparison = Acaba la comparació
recordings-now = ara [m]
recordings-max = màx. [m]
recordings-rms = rms [m]
recordings-not-recorded = no és a l'enregistrament
recordings-outside = L'enregistrament no té res d'aquest moment.
recordings-plot-distance = Traça la distància en el temps
recordings-highest-first = Més grans primer
recordings-ends = «{ $action }» acaba l'enregistrament en curs. El que s'ha enregistrat fins ara queda al seu fitxer.
recordings-taken = Un enregistrament amb aquest nom ocuparia el lloc de { $there }.
recordings-stopped = enregistrament de { $frames } a { $file }: { $reason }
recordings-failed = ha fallat l'enregistrament a { $file }: { $reason }
recordings-opening = S'està obrint { $name }…
recordings-shown = Enregistrament { $name }
recordings-compared = Distància a { $name }
recordings-span = { $first } … { $last } s
recordings-plot-distance-of = Traça la distància de { $robot }
recordings-frames = { $count ->
    [one] 1 fotograma
   *[other] { $count } fotogrames
 }
recordings-started = s'està enregistrant a { $file }
recordings-started-late = { $skipped ->
    [one] s'està enregistrant a { $file }, sense el primer pas
   *[other] s'està enregistrant a { $file }, sense els { $skipped } primers passos
 }
recordings-note = nota
recordings-warning = avís
recordings-error = error
recordings-fault = fallada

## Condicions d'acceptació

acceptance-panel = Resultats
acceptance-none = L'escena no té condicions d'acceptació. Inseriu-ne una amb Edita › Insereix…, `condició`.
acceptance-select = Feu clic per a seleccionar allò de què tracta i veure-ho.
acceptance-go-there = Feu clic per a anar-hi: la simulació torna a començar i continua fins a aquest moment.
acceptance-recording = Acabeu primer l'enregistrament: per a anar-hi, la simulació torna a començar.
acceptance-columns-1 = Condició
acceptance-columns-2 = Resultat
acceptance-columns-3 = Moment
acceptance-columns-4 = Observat
acceptance-count = { $all ->
    [one] { $met } d'1 condició complerta
   *[other] { $met } de { $all } condicions complertes
 }
acceptance-moment = { $seconds } s
acceptance-show = Mostra de què tracta { $condition }
acceptance-go-to = Ves al moment de { $condition }
acceptance-met = complerta
acceptance-missed = no complerta
acceptance-not-met = pendent

## El que demana temps, i el que és a punt de passar

busy-drop-scene = Deixeu anar per a obrir aquesta escena
busy-drop-recording = Deixeu anar per a obrir aquest enregistrament
busy-drop-part = Deixeu anar per a inserir això a l'escena
busy-drop-pack = Deixeu anar per a veure aquest paquet i instal·lar-lo
busy-drop-library = Deixeu anar per a instal·lar aquesta biblioteca
busy-drop-any = Deixeu anar per a obrir una escena o un enregistrament, inserir un model o instal·lar una biblioteca
busy-installing = S'està instal·lant { $name }…
busy-loading = S'està carregant { $name }…
busy-writing = S'està escrivint { $name }…
busy-seconds = { $words } { $seconds } s
ending-stopping = S'està acabant la simulació: s'espera que s'aturin els seus serveis…
ending-no-thread = no es pot iniciar el fil que acaba la finestra quan el sistema ho demana
ending-go-on = Continua
busy-building = S'està construint…
busy-building-scene = S'està construint { $title }…

## L'arbre de l'escena

tree-search = Cerca
tree-movable = Objectes mòbils
tree-fixed = Objectes fixos
tree-added = Afegits durant la simulació
tree-scene = Paràmetres de l'escena
tree-nothing = No hi ha res amb aquest nom.
tree-empty = Encara no hi ha res a l'escena.
tree-refused = L'escena no es mostra mentre tingui errors o falti alguna cosa que necessita.
tree-show = Mostra { $name }
tree-field = zona
tree-line = línia
tree-disc = disc
tree-image = imatge

## Grups de l'arbre

section-groups = Grups
section-objects = Objectes
section-fleets = Flotes
section-beacons = Balises
section-lights = Llums
section-media = Aigua i aire
section-services = Serveis
section-inputs = Guió de l'operador
section-acceptance = Condicions
section-paint = Pintat a terra
section-includes = Fitxers inclosos
section-shapes = Formes compartides

## L'inspector

inspector-nothing = Seleccioneu un robot o un objecte, a la vista o a l'arbre.
inspector-pose = Postura
inspector-start-help = On és al fitxer de l'escena, abans del primer pas.
inspector-now-help = On és en la simulació actual. El fitxer de l'escena queda com està.
inspector-choose-start = Trieu «Inici» a les eines per a canviar-ho.
inspector-motion = Moviment
inspector-position = Posició
inspector-rotation = Rotació (rpy)
inspector-velocity = Velocitat
inspector-distance = Recorregut
inspector-collisions = Col·lisions
inspector-controller = Controlador
inspector-dynamics = Dinàmica
inspector-telemetry = Telemetria
inspector-fixed = Objecte fix.
inspector-added = S'ha afegit durant la simulació.
inspector-added-by = L'ha afegit el servei «{ $service }» durant la simulació.
inspector-size = Mida
inspector-description = Descripció
inspector-halted = Un component d'aquest robot ha fallat; s'ha posat el robot en estat segur. El registre en diu el motiu.
inspector-no-reading = encara sense lectura
inspector-no-reading-help = Els sensors llegeixen el món amb el primer pas.
inspector-no-controller = S'ha construït sense controlador.
inspector-goes-on-with = La simulació continua amb { $id }, tal com es va construir.
inspector-model = Model
inspector-sensors = Sensors
inspector-actuators = Actuadors
inspector-properties = Propietats
inspector-scene = L'escena
inspector-unlock = Desbloqueja
inspector-dissolve = Dissol la flota
inspector-dissolve-help = Escriu els seus robots d'un en un, amb els mateixos noms i llocs.
inspector-align = Alinea
inspector-smallest = mínim
inspector-middle = mig
inspector-largest = màxim
inspector-distribute = distribueix
inspector-several = { $count } elements
inspector-align-of = Alinea { $axis }: { $side }
inspector-distribute-of = Distribueix al llarg de { $axis }
inspector-edit-fleet = Ves a la flota { $fleet }
inspector-of-fleet = Un canvi afecta tots els robots de la flota { $fleet }.
inspector-parameters-of = Paràmetres: { $component }

## Formularis

form-back = Torna al valor per defecte
form-given = Si s'indica o no
form-not-given = no s'indica
form-kind = Tipus
form-add = Afegeix
form-new-name = Nom nou
form-json = com a JSON
form-back-of = Torna { $field } al valor per defecte
form-given-of = Indica { $field }
form-add-of = Afegeix a { $field }
form-remove = Treu { $what } de { $field }
form-no-number = { $text } no és un nombre; s'accepta: 0.5, 0,5 o 1/2
form-accepted = s'accepta: { $range }
form-joint-accepts = l'articulació `{ $joint }` està limitada a { $range }
form-default = Per defecte: { $value }
form-not-json = { $field } no és JSON: { $error }
form-range = Interval: { $least } … { $most }{ $unit }
form-range-above = Interval: més de { $least }{ $unit }
form-range-from = Interval: com a mínim { $least }{ $unit }
form-range-to = Interval: com a màxim { $most }{ $unit }
form-unit = Unitat:{ $unit }

## L'editor de text

editor-title = Editor
editor-name = Text de { $file }
editor-untitled = sense títol
editor-no-file = Obriu un fitxer de text, com ara una missió o el codi d'un controlador, o comenceu-ne un de nou.
editor-new = Fitxer nou
editor-new-help = Comença un text buit; en desar-lo es demana el fitxer.
editor-open = Obre un fitxer…
editor-open-help = Obre un fitxer de text UTF-8 de 5 MB com a màxim.
editor-save = Desa el fitxer
editor-save-help = Escriu el text al seu fitxer. Ctrl+S ho fa mentre el teclat és a l'editor.
editor-save-as = Anomena i desa el fitxer…
editor-save-as-help = Escriu el text en un altre fitxer, que serà el seu.
editor-revert = Reverteix el fitxer
editor-revert-help = Torna al que conté el fitxer; «Desfés» recupera el text.
editor-same = El text és com es va desar.
editor-close = Tanca { $file }
editor-find = Cerca
editor-find-help = Cerca i substitueix en el text: Ctrl+F i Ctrl+H mentre el teclat és a l'editor.
editor-find-hint = Text que se cerca
editor-next = Següent
editor-next-help = Va al lloc següent: Retorn, o F3.
editor-previous = Anterior
editor-previous-help = Va al lloc anterior: Maj+Retorn, o Maj+F3.
editor-case = Majúscules
editor-case-help = Les majúscules i les minúscules són diferents.
editor-word = Paraula sencera
editor-word-help = No hi pot haver cap lletra, xifra ni guió baix abans ni després.
editor-found = { $count ->
    [one] 1 lloc
   *[other] { $count } llocs
}
editor-found-at = { $at } de { $count }
editor-not-found = no es troba
editor-replace-more = Substitueix…
editor-replace-more-help = Mostra què es posa al lloc del que es troba.
editor-replace-hint = Text que es posa
editor-replace = Substitueix
editor-replace-help = Substitueix el lloc seleccionat i va al següent.
editor-replace-all = Substitueix-ho tot
editor-replace-all-help = Substitueix tots els llocs; «Desfés» ho revoca.
editor-changed = Un altre programa ha canviat { $file }.
editor-deleted = Un altre programa ha esborrat o mogut { $file }. En desar s'escriu de nou.
editor-reload-help = Pren el que conté ara el fitxer.
editor-reload-unsaved-help = Pren el que conté ara el fitxer en lloc del text sense desar; «Desfés» recupera aquest.
editor-keep = Conserva el meu
editor-keep-help = Deixa el text com és aquí; en desar se substitueix el que conté ara el fitxer.
editor-reverted = { $file }: el text és el del fitxer
editor-unsaved = { $file } té canvis sense desar.
editor-all-unsaved = { $count ->
    [one] Un fitxer de l'editor és sense desar: { $files }.
   *[other] { $count } fitxers de l'editor són sense desar: { $files }.
}
editor-save-all = Desa
editor-throw-away = No ho desis
editor-edit = Edita { $file }
editor-edit-help = Obre a l'editor el fitxer on hi ha aquest valor.

## Compilar

build-help = Desa els fitxers del projecte del fitxer que es mostra, el compila i posa la seva biblioteca a la carpeta de connectors.
build-runs = Hi ha una compilació en marxa: cancel·leu-la abans, o espereu.
build-no-project = El fitxer que mostra l'editor no pertany a cap projecte: cap carpeta per sobre no té un Cargo.toml, un Makefile o un CMakeLists.txt.
build-cancel = Cancel·la la compilació
build-cancel-help = Acaba la compilació amb tots els seus processos.
build-hide = Amaga la sortida
build-hide-help = Amaga el que diu la compilació; la següent ho torna a mostrar.
build-whole = Tota la sortida
build-whole-help = Mostra tot el que ha escrit la compilació, no només els seus missatges.
build-running = Es compila { $name }: { $done } crates fets, { $seconds } s
build-built = { $name } està compilat, en { $seconds } s
build-built-with = { $count ->
    [one] { $name } està compilat, amb un avís
   *[other] { $name } està compilat, amb { $count } avisos
}
build-failed = { $count ->
    [one] { $name } no s'ha compilat: 1 error
   *[other] { $name } no s'ha compilat: { $count } errors
}
build-canceled = { $name } no s'ha compilat: s'ha cancel·lat
build-new-title = Component nou
build-new-name = Nom
build-new-kind = Classe
build-new-language = Llenguatge
build-new-folder = Carpeta
build-new-folder-help = La carpeta on es fa la nova.
build-new-make = Fes-lo
build-new-where = Fa la carpeta { $folder }
build-made = fet: { $folder }
build-this-machine = només es compila en aquesta màquina: depèn de { $source }

## El text de l'escena

source-title = Text
source-name = Text de l'escena
source-no-scene = Obriu o comenceu una escena: aquí hi haurà el seu text.
source-apply-help = Converteix aquest text en l'escena. Si té errors es rebutja, i es mostren a les seves línies.
source-revert = Reverteix
source-revert-help = Descarta el que s'ha escrit aquí d'ençà que el text es va aplicar per última vegada.
source-same = No hi ha res per aplicar: aquest és el text de l'escena.
source-changed = Mentrestant l'escena s'ha canviat en un altre lloc. «Aplica» la substitueix per aquest text.
source-unapplied = La vista de text té canvis que no s'han aplicat.
source-apply-first = Aplica els canvis
source-throw-away = Descarta els canvis
source-finding = línia { $line }: { $message }

## La vista

view-top = Des de dalt
view-front = Des de davant
view-side = Des del costat
view-no-device = La finestra no té dispositiu gràfic, i per això no es pot dibuixar la vista 3D.
view-hint = Arrossegueu per a girar, arrossegueu amb el botó dret per a desplaçar, useu la roda per a acostar, feu clic per a seleccionar.
view-name = Vista 3D de l'escena
view-no-robot = Seleccioneu primer un robot.
view-no-camera = Aquest robot no té càmera.
view-from = Vista des de { $robot }. Esc per a sortir.
view-behind = Vista des de darrere de { $robot }. Esc per a sortir.
view-through = Vista per { $robot }.{ $camera }. Esc per a sortir.

## Imatges i vídeos de la vista 3D

view_files-save-picture = Desa una imatge de la vista
view_files-record = Grava un vídeo de la vista
view_files-stop = Atura el vídeo
view_files-video = Vídeo
view_files-size = Mida
view_files-size-view = 1×
view_files-size-view-help = Tants píxels com té la vista.
view_files-size-twice = 2×
view_files-size-twice-help = El doble de píxels que la vista, al llarg de cada vora.
view_files-time = Temps
view_files-time-seen = real
view_files-time-seen-help = Un segon del vídeo és un segon de temps real, per ràpida que vagi la simulació.
view_files-time-run = simulat
view_files-time-run-help = Un segon del vídeo és un segon de temps simulat. Mentre la simulació està aturada no es grava res.
view_files-kind = Format
view_files-kind-video = vídeo (MP4)
view_files-kind-video-help = Un sol fitxer, codificat en AV1.
view_files-kind-pictures = imatges (PNG)
view_files-kind-pictures-help = Una carpeta nova amb aquest nom, amb una imatge PNG de cada fotograma.
view_files-not-seen = No s'ha dibuixat cap vista 3D. Porteu-ne primer una al davant.
view_files-still-written = El vídeo anterior encara s'està escrivint en aquest fitxer. Torneu-ho a provar d'aquí a un moment.
view_files-no-picture = no es pot desar la imatge
view_files-smaller = trieu la mida 1×, o feu la vista més petita
view_files-no-folder = les imatges necessiten una carpeta nova
view_files-there = ja hi ha alguna cosa amb aquest nom
view_files-other-name = trieu un altre nom
view_files-asked = aturat a mà
view_files-closed = s'ha tancat la vista
view_files-other-scene = s'ha obert una altra escena
view_files-no-image = la vista no ha donat cap imatge
view_files-started = es grava un vídeo de la vista a { $file }
view_files-images = { $count ->
    [one] 1 fotograma
   *[other] { $count } fotogrames
 }
view_files-stopped = vídeo de { $images }, { $seconds } s, a { $file }: { $reason }
view_files-stopped-late = { $left_out ->
    [one] vídeo de { $images }, { $seconds } s, a { $file }: { $reason }; s'ha omès 1 fotograma perquè l'escriptura era massa lenta
   *[other] vídeo de { $images }, { $seconds } s, a { $file }: { $reason }; s'han omès { $left_out } fotogrames perquè l'escriptura era massa lenta
 }
view_files-status = Vídeo { $length }, { $images }
view_files-left-out = { $count ->
    [one] S'ha omès 1 fotograma perquè l'escriptura era massa lenta.
   *[other] S'han omès { $count } fotogrames perquè l'escriptura era massa lenta.
 }

## El que es dibuixa a més de les coses mateixes

shown-drawings = El que dibuixen els components
shown-menu = Mostra
shown-menu-help = El que es dibuixa a més de les coses mateixes, a totes les vistes.
shown-signs = Làmpades i balises
shown-trails = Rastres
shown-contacts = Contactes
shown-contacts-help = On es toquen les coses, i en quina direcció s'empenyen.
shown-ceilings-help = Objectes de la categoria `ceiling`, o amb aquesta etiqueta.
shown-sensors = Cobertura dels sensors
shown-frames = Eixos
shown-nobody = Cap
shown-margins-help = Espai lliure al voltant dels robots, i dels objectes per als quals l'escena en dona un.
shown-cut = Talla per sobre de
shown-cut-help = Omet el que és per sobre d'una alçada, a la vista 3D.
shown-switched-off = Activeu-ho primer.
shown-of = { $what }: { $whom }

## Diverses vistes, disposicions dels panells, estats conservats

several-layouts = Disposicions
several-standard = Estàndard
several-building = Editor de robots
several-name-of-layout = Nom de la disposició
several-replace-layout = Reemplaça la disposició
several-delete-layout = Suprimeix la disposició
several-reserved = Aquest és el nom d'una disposició que ve amb el programa.
several-states = Estats
several-go-help = Feu clic per tornar la simulació a aquest estat. Llavors queda en pausa.
several-no-states = Conserveu un estat de la simulació per tornar-hi més tard.
several-none-kept = No s'ha conservat cap estat d'aquesta simulació.
several-other-scene = L'escena ha canviat des de llavors. Desfeu els canvis per tornar a aquest estat.
several-recording = Es mostra un enregistrament. Primer cal tornar a la simulació.
several-name-of-state = Nom de l'estat
several-keep = Desa
several-do-not-keep = Descarta
several-rename = Canvia el nom
several-delete = Suprimeix
several-numbered = { $kind } { $number }
several-camera = Càmeres: { $robot }.{ $camera }
several-taken = Ja hi ha una disposició «{ $name }».
several-ask-to-delete = La disposició «{ $name }» se suprimirà definitivament.
several-saved = s'ha desat la disposició { $name }
several-delete-of = Suprimeix { $name }
several-state-at = estat als { $time } s
several-moment = { $time } s
several-count = { $kept } de { $most } com a màxim
several-go-to = Ves a { $name }
several-rename-of = Canvia el nom de { $name }
several-went-to = de nou a { $name }

## La vista 2D

plan-seen = Vista
plan-name = Vista 2D de l'escena
plan-not-written = no es pot escriure la vista 2D
plan-too-large = no es poden dibuixar { $width } per { $height } píxels

## El que diu el dispositiu gràfic

graphics-refused = el dispositiu gràfic no pot dibuixar el que es mostra
graphics-refused-remedy = la simulació continua; dibuixeu menys coses (Visualitza › Dibuix amb menys detall, panells més petits), o obriu la finestra amb un altre dispositiu (WGPU_BACKEND, WGPU_ADAPTER_NAME)
graphics-lost = s'ha perdut el dispositiu gràfic
graphics-lost-remedy = torneu a obrir la finestra: llavors s'ofereix la feina que no és a cap fitxer
graphics-no-window = no es pot obrir la finestra
graphics-no-window-help = comproveu que hi ha una pantalla (DISPLAY o WAYLAND_DISPLAY) i que Vulkan, Metal, DirectX 12 o OpenGL hi poden dibuixar; `sim run` no necessita cap finestra

## Gràfiques

plots-channel = Canal
plots-plot = Traça
plots-clear = Buida gràfiques
plots-export = Exporta
plots-export-csv = Com a taula (CSV)…
plots-export-png = Com a imatge (PNG)…
plots-fit-help = Torna a mostrar les corbes senceres, i les segueix. Un doble clic fa el mateix.
plots-hold = Congela
plots-hold-help = Manté les corbes com són ara; el temps i l'enregistrament continuen.
plots-hold-live = Congela: un enregistrament ja està quiet tot sol.
plots-time = temps [s]
plots-export-failed = no es poden escriure les gràfiques
plots-no-picture = no es poden escriure les gràfiques com a imatge
plots-out-of-sight = no es veu res de les gràfiques
plots-to-the-front = porteu primer les gràfiques al davant
plots-incomplete = la imatge de la finestra és incompleta
plots-distance = distància a l'enregistrament
plots-remove = Deixa de traçar-lo
plots-nothing = Trieu un robot i un canal, o feu clic en un valor de telemetria a l'inspector.
plots-toggle = El traça, o deixa de fer-ho
plots-remove-of = Treu { $name }
plots-written = s'ha escrit a { $file }
plots-recorded = { $name } (enregistrat)
plots-recorded-value = {" "}(enregistrat { $value })

## Maneres de mirar els valors de les gràfiques

analysis-over-time = En el temps
analysis-xy = XY
analysis-histogram = Histograma
analysis-spectrum = Espectre
analysis-over-time-help = Els valors tal com han arribat.
analysis-xy-help = Els valors respecte d'un altre valor de les gràfiques, del mateix moment.
analysis-histogram-help = Quantes vegades han estat els valors en cada interval, de l'amplada que donen Freedman i Diaconis.
analysis-spectrum-help = Quines freqüències tenen els valors: amplituds sense la mitjana, amb la finestra de Hann. Un sinus mostra la seva amplitud. Compten els 65 536 passos més recents.
analysis-over = respecte de
analysis-share = Proporcions
analysis-share-help = Parts del total en lloc del seu nombre, per comparar simulacions de durada diferent.
analysis-newest = dels últims
analysis-newest-help = Només compten els valors de tants segons abans del final; 0: tots.
analysis-number = nombre
analysis-part = proporció
analysis-frequency = freqüència [Hz]
analysis-computing = Es calcula…
analysis-too-few = Encara hi ha massa pocs valors per a això.
analysis-no-other = Cal mostrar un altre valor: XY mostra els valors d'aquesta gràfica respecte d'ell.
analysis-of-each = { $path } de cada robot
analysis-all = tots
analysis-choice = { $kind } de { $unit }
analysis-mean = mitjana
analysis-deviation = desviació típica
analysis-values = valors
analysis-greatest = amplitud més gran

## Ordres i valors fora dels seus límits

limits-limited = Ordres limitades
limits-limited-help = Quantes vegades una ordre era fora de l'interval del seu actuador i s'ha limitat. El registre anomena la primera.

## Conducció a mà

drive-title = Conducció
drive-who = Robots
drive-nobody = Seleccioneu un robot, o conduïu-los tots.
drive-no-scene = Obriu primer una escena: no hi ha cap robot per conduir.
drive-no-robot = En aquesta escena no hi ha cap robot.
drive-capture = Captura el teclat
drive-capture-help = Les tecles van als robots en lloc de ser dreceres, tret de les que porten Ctrl. Esc allibera el teclat, i també sortir d'aquest panell.
drive-captured = El teclat condueix. Esc l'allibera.
drive-writing = El teclat escriu en un camp de text; feu clic en un altre lloc per a conduir.
drive-stick = Palanca: endavant, enrere, esquerra, dreta
drive-stick-help = Arrossegueu-la per a conduir; torna al mig quan es deixa anar.
drive-axes = Eixos
drive-centre = Centra'ls tots
drive-centre-help = Posa tots els eixos a 0.
drive-keys = Tecles
drive-keys-help = Les lletres i xifres que no són en aquesta llista es representen a si mateixes. Els robots només reben el que demanen els seus controladors.
drive-press = Premeu una tecla…
drive-arrows = Tecles de fletxa
drive-wasd = W A S D
drive-pad = Comandament
drive-pad-use = Usa un comandament
drive-pad-none = Cap comandament no respon. Connecteu-ne un, o engegueu-lo.
drive-pad-absent = Aquest programa s'ha compilat sense comandaments; compileu-lo amb `--features gamepad`.
drive-dead-zone = Zona morta
drive-dead-zone-help = Part del recorregut d'una palanca, al voltant del mig, que no fa res.
drive-hand-over = Condueix-lo a mà
drive-sticks-1 = Palanca esquerra, endavant
drive-sticks-2 = Palanca esquerra, a l'esquerra
drive-sticks-3 = Palanca dreta, endavant
drive-sticks-4 = Palanca dreta, a l'esquerra
drive-driven-by = { $robot } el condueix { $controller }. Només rep tecles si aquest controlador les demana.
drive-hand-over-of = Li posa el controlador { $id }, que condueix amb les tecles de fletxa i amb els eixos «forward» i «turn».
drive-change = Canvia la tecla de { $key }
drive-hold = Mantén premuda { $key }

## El que veuen les càmeres

cameras-title = Càmeres
cameras-camera = Càmera
cameras-none = Cap robot d'aquesta escena no té càmera. Poseu-ne una a un robot amb aquesta línia a l'escena:
cameras-no-image = Encara no hi ha imatge. Feu córrer el temps, o feu un pas.
cameras-waiting = S'està esperant la imatge…
cameras-beyond = més enllà de
cameras-image = Imatge de la càmera
cameras-unreadable = la resposta de la càmera no és una imatge
cameras-unreadable-help = una càmera respon a `image` amb width, height, format (`rgba8` o `depth32`), images i pixels en base64
cameras-no-number = falta el nombre `{ $name }`
cameras-no-pixels = falta el text `pixels`
cameras-wrong-bytes = { $bytes } bytes per a { $width } × { $height } píxels
cameras-no-format = el format `{ $format }`
cameras-metres = { $value } m
cameras-pixel = columna { $column }, fila { $row }: { $value }
cameras-facts = { $width } × { $height }, { $kind }, imatge { $images }
cameras-distances = distàncies
cameras-colors = colors

## El registre

log-level = Nivell
log-error = error
log-warning = avís
log-info = informació
log-debug = depuració
log-of-plugins = complements
log-filter = Filtra per robot, component o text
log-nothing = Encara no s'ha dit res.
log-hidden = { $count ->
    [one] 1 línia està amagada per: { $filters }
   *[other] { $count } línies estan amagades per: { $filters }
 }
log-show-hidden = Mostra totes les línies
log-text = Text
log-dropped = { $count ->
    [one] 1 línia ha arribat massa de pressa per a mostrar-la.
   *[other] { $count } línies han arribat massa de pressa per a mostrar-les.
 }
log-installed = s'ha instal·lat { $from } com a { $to }
log-digest = { $tick ->
    [one] estat després d'1 pas: { $digest }
   *[other] estat després de { $tick } passos: { $digest }
 }
log-begin-anew = després del canvi comencen de nou: { $names }
log-built = escena construïda en { $seconds } s
log-part = Peça
log-every = tots
log-copy-help = Copia les línies que es mostren.
log-export = Exporta…
log-export-help = Escriu les línies que es mostren en un fitxer de text.
log-export-failed = no es pot escriure el registre
log-select = Feu clic per a seleccionar { $robot }.

## Problemes

problems-none = No hi ha cap problema.
problems-count = { $count ->
    [one] 1 problema
   *[other] { $count } problemes
 }

## Avisos, i on porten

findings-show = Mostra on és
findings-clear-help = Oblida el que han dit les simulacions i els complements; el que falla a l'escena hi queda.
findings-place = lloc
findings-expected = s'esperava
findings-found = s'ha trobat
findings-nearest = volíeu dir
findings-related = també
findings-help = ajuda
findings-of-file = { $name }: { $said }
findings-elsewhere = És a { $file }.

## Fallades

faults-told = { $kind } `{ $component }` ({ $id }): { $message } [{ $code }] als { $time } s
faults-mark-of = Fallada de { $robot }: { $fault }
faults-count = { $count ->
    [one] 1 fallada
   *[other] { $count } fallades
 }

## Missatges breus

messages-show-folder = Mostra la carpeta
messages-dismiss = Feu clic per a tancar-lo.
messages-label = Missatge: { $text }

## Els complements

plugins-none = No s'ha trobat cap complement. Copieu una biblioteca en una de les carpetes de sota.
plugins-folders = Carpetes
plugins-rescan = Torna a cercar
plugins-rescan-help = Cerca en totes les carpetes de complements. Les biblioteques que apareixen o canvien es troben totes soles.
plugins-open-folder = Obre la carpeta
plugins-registered = registrat
plugins-refused = rebutjat
plugins-skipped = omès
plugins-gone = sense fitxer
plugins-project = projecte
plugins-installation = instal·lació
plugins-user-folder = carpeta de l'usuari
plugins-pack = paquet

## Les biblioteques, amb tots els detalls

libraries-version = versió
libraries-authors = autors
libraries-license = llicència
libraries-digest = SHA-256
libraries-abi = ABI
libraries-file = fitxer
libraries-unknown = no s'indica
libraries-report = informe de càrrega
libraries-copy-digest = Copia el resum SHA-256 de { $library }
libraries-copy-id = Copia { $id }
libraries-abi-of = ABI { $major }.{ $minor }, compilada amb sim-abi { $built }
libraries-last = última als { $time } s: { $message }
libraries-last-of = última als { $time } s, { $robot }: { $message }

## L'editor de robots

construct-title = Editor de robots
construct-open = Edita el robot…
construct-open-help = Mostra aquest robot des de dalt, per a col·locar-hi els sensors, els actuadors i les rodes.
construct-no-robot = En aquesta escena no hi ha cap robot. Inseriu-ne un amb Edita › Insereix…
construct-no-scene = Obriu primer una escena: els seus robots s'editen aquí.
construct-recording = Es mostra un enregistrament. Torneu a la simulació en viu per a editar-ne els robots.
construct-no-model = El model d'aquest robot no s'ha construït. El panell «Problemes» en diu el motiu.
construct-fit-help = Mostra tot el robot. La roda del ratolí acosta; arrossegar amb el botó del mig o el dret desplaça.
construct-units = Unitats de longituds i angles, aquí i a tot arreu: entre cm, ° i m, rad.
construct-coverage = Cobertura de tots
construct-coverage-help = Dibuixa el que cobreix cada sensor, no només el de la peça seleccionada.
construct-board = Robot des de dalt
construct-drop-hint = Feu clic on ha d'anar. Esc per a acabar.
construct-palette = Peces
construct-search = Cerca peces
construct-fitting = encaixa en un port
construct-nothing = Cap peça no té aquest nom.
construct-drag-hint = Arrossegueu-la fins al robot, o feu-hi clic i després al robot.
construct-sensor = sensor
construct-actuator = actuador
construct-forward = x endavant
construct-left = y esquerra
construct-height = z alçada
construct-direction = direcció
construct-forward-help = Distància des del mig del robot cap endavant; negativa cap enrere.
construct-left-help = Distància des del mig del robot cap a l'esquerra; negativa cap a la dreta.
construct-height-help = Alçada per sobre de l'origen del robot.
construct-direction-help = Cap on mira: 0 endavant, 90° a l'esquerra, −90° a la dreta.
construct-port = port
construct-unplugged = desconnectada
construct-no-port = Aquest robot no té cap port lliure on encaixi.
construct-needs-no-port = no li cal cap port
construct-copy = Copia
construct-copy-help = En posa una segona al costat, sense connectar.
construct-remove = Treu
construct-put-back = Torna a posar
construct-values = Valors
construct-read = llegit
construct-true = real
construct-command = ordre
construct-read-help = El que llegeix el robot, amb soroll.
construct-true-help = El mateix sense soroll.
construct-functions = Funcions
construct-by-hand = a mà
construct-by-hand-help = Representa el que una persona fa a la peça. Els programes del robot no en disposen.
construct-not-running = L'escena encara no corre amb aquesta peça.
construct-waiting = …
construct-done = fet
construct-calibrate = Taula…
construct-calibrate-help = Obre una taula de mesures d'una peça real, de les quals es dedueixen els paràmetres.
construct-table-hint = Una fila per mesura. Es poden enganxar files d'un full de càlcul en una cel·la.
construct-add-row = Afegeix una fila
construct-compute = Calcula
construct-not-numbers = A cada cel·la hi cal un nombre.
construct-apply-help = Escriu aquests paràmetres a la peça, com un sol canvi que es pot desfer.
construct-save-table = Desa la taula…
construct-load-table = Carrega una taula…
construct-no-object = la funció no ha respost amb paràmetres
construct-joint = articulació
construct-reset = Com al model
construct-reset-help = Deixa l'articulació on la té el model.
construct-wheels = Rodes
construct-ports = Ports
construct-free = lliure
construct-all-parts = Peces del robot
construct-taken-away = Tretes
construct-choose = Feu clic a una peça per a canviar-la.
construct-stands = Està aturat.
construct-straight = Va recte: el centre de rotació és infinitament lluny.
construct-icr-help = c = (−vy, vx)/ω en el sistema de referència del robot, a partir de la velocitat del seu origen.
construct-save-robot = Anomena i desa el robot…
construct-save-robot-help = Escriu aquest robot amb totes les peces en un fitxer que altres escenes poden usar.
construct-use-robot = Usa un fitxer de robot…
construct-use-robot-help = Fa que aquest robot sigui com diu un fitxer: es perd el que l'escena diu de les seves peces.
construct-not-saved = no es pot desar el robot
construct-not-saved-table = no es pot desar la taula
construct-no-table = Obriu primer la taula d'una peça.
construct-of-fleet = És de la flota { $fleet }: el que es canvia aquí es canvia a tota la flota.
construct-part = Peça { $name }
construct-joint-of = Articulació { $name }
construct-direction-of = Direcció de { $name }
construct-add = Afegeix { $id }
construct-moved = Mou { $name }
construct-turned = Gira { $name }
construct-reset-of = Restableix { $name }
construct-added = Afegeix { $name }
construct-copied = Copia { $name }
construct-removed = Treu { $name }
construct-restored = Torna a posar { $name }
construct-plugged = Connecta { $name }
construct-unplugged-of = Desconnecta { $name }
construct-calibrated = Calibra { $name }
construct-model-of = Canvia el model de { $name }
construct-too-far = { $outside } fora del cos: se'n permeten { $most } com a màxim.
construct-place = x { $x }  y { $y }
construct-plugs-into = Es connecta a un port de tipus { $kind }.
construct-more = { $count } més
construct-argument = { $function } { $name }
construct-call = Crida { $function }
construct-answer = { $function } ha respost { $answer }
construct-cell = { $column }, fila { $row }
construct-remove-row = Treu la fila { $row }
construct-track = Ample de via { $length }
construct-turns-about = Gira al voltant de x { $x }, y { $y }
construct-hidden-joint = { $name } (articulació)
construct-line = línia { $line }

## Taules de mesures

table-empty = el fitxer no conté cap taula
table-at = línia { $line }: { $what }
table-missing = falta el camp `{ $field }`
table-columns = `columns` ha de ser { $expected }, no { $found }
table-row = `rows[{ $row }]` té { $found } nombres en lloc de { $expected }
table-no-number = `rows[{ $row }]`, columna { $column }: cal un nombre, no { $found }
table-no-rows = `rows` ha de ser una llista de files, no { $found }

## Noms del que la biblioteca gràfica dibuixa tota sola

toolkit-scroll-bar = Barra de desplaçament
toolkit-divider = Separador de panells
toolkit-tabs = Pestanyes
toolkit-tabs-left = Pestanyes cap a l'esquerra
toolkit-tabs-right = Pestanyes cap a la dreta

## Services that show how they are.
service-state = { $name }: { $text }
service-progress = { $name }: { $percent } %
service-cancel = Cancel·la { $name }
service-none = Cap servei d'aquesta simulació no mostra res de si mateix.
service-select = Selecciona el servei { $service }
service-select-help = Mostra els seus paràmetres a l'inspector.
service-alert = { $service }: { $name }: { $text }
service-doing = { $service }: { $doing }
service-more = {" "}({ $count } més)
service-alert-help = Un clic mostra tots els serveis.

## The table of all robots
robots-title = Robots
robots-none = No hi ha robots.
robots-nothing = Cap robot no correspon al filtre.
robots-filter = Filtre
robots-count = { $listed } de { $all }
robots-sort = Ordena per { $column }
robots-sorted-rising = Ordena per { $column } (ascendent)
robots-sorted-falling = Ordena per { $column } (descendent)
robots-sort-help = Ordena per aquesta columna; un altre clic inverteix l'ordre i un tercer torna al de l'escena.
robots-row = { $robot }: { $state }
robots-row-help = Un clic el selecciona, un doble clic l'enfoca.
robots-fault = fallada
robots-halted = aturat
robots-running = en marxa
robots-stands = en pausa
robots-task = postura { $pose }, falten { $left }
robots-done = ruta acabada
robots-speed = { $speed } m/s
robots-charge = { $percent } %
robots-voltage = { $voltage } V
robots-columns-1 = Nom
robots-columns-2 = Estat
robots-columns-3 = Tasca
robots-columns-4 = Velocitat
robots-columns-5 = Bateria
robots-columns-6 = Fallades
robots-columns-7 = Contactes

## Things that are put in by numbers
by_numbers-kind = Objecte
by_numbers-type = Tipus
by_numbers-kinds-1 = Paret
by_numbers-kinds-2 = Habitació
by_numbers-kinds-3 = Sostre
by_numbers-kinds-4 = Obstacle
by_numbers-kinds-5 = Balisa
by_numbers-kinds-6 = Robot
by_numbers-absolute = des de l'origen
by_numbers-relative = des del cursor 3D
by_numbers-from-help = Des d'on es compten les posicions.
by_numbers-cursor-x = Cursor x
by_numbers-cursor-y = Cursor y
by_numbers-cursor-z = Cursor z
by_numbers-insert = Insereix
by_numbers-close = Fet
by_numbers-cursor-hint = Feu clic on ha d'anar el cursor; Esc acaba.
by_numbers-name = Nom
by_numbers-mac = Adreça MAC
by_numbers-address = Adreça IP
by_numbers-port = Port
by_numbers-start-x = Inici x
by_numbers-start-y = Inici y
by_numbers-end-x = Final x
by_numbers-end-y = Final y
by_numbers-height = Alçada
by_numbers-width = Gruix
by_numbers-corner-x = Cantonada interior x
by_numbers-corner-y = Cantonada interior y
by_numbers-inner-x = Mida interior x
by_numbers-inner-y = Mida interior y
by_numbers-north = Nord
by_numbers-east = Est
by_numbers-south = Sud
by_numbers-west = Oest
by_numbers-x = Posició x
by_numbers-y = Posició y
by_numbers-z = Posició z
by_numbers-size-x = Mida x
by_numbers-size-y = Mida y
by_numbers-size-z = Mida z
by_numbers-margin-x = Marge x
by_numbers-margin-y = Marge y
by_numbers-margin-z = Marge z
by_numbers-red = Vermell
by_numbers-green = Verd
by_numbers-blue = Blau
by_numbers-opacity = Opacitat
by_numbers-range = Abast
by_numbers-turn-x = Gir en x
by_numbers-turn-y = Gir en y
by_numbers-turn-z = Gir en z
by_numbers-cone = Angle del con
by_numbers-same-points = L'inici i el final de la paret han de ser diferents: canvieu el final.
by_numbers-no-floor = L'habitació necessita superfície: doneu mides interiors de més de 0,001 m.
by_numbers-bad-mac = Una adreça MAC té sis parells de xifres hexadecimals, com 01:23:45:67:89:AB; si no n'hi ha, deixeu-la buida.
by_numbers-bad-address = Una adreça IP té quatre nombres de 0 a 255, com 127.0.0.1.
by_numbers-bad-port = Un port és un nombre enter de 1 a 65535, com 1999.
by_numbers-no-types = Cap biblioteca carregada no ofereix res d'això. Poseu-ne una a la carpeta de connectors.
by_numbers-out-of-range = { $name }: només s'accepten valors de { $least } a { $most }.
by_numbers-too-small = { $name } ha de ser com a mínim { $least } m.
by_numbers-bad-name = Un nom té d'1 a { $most } lletres.
by_numbers-made = Inserit: { $name }

## Surroundings

surroundings-file = entorn
surroundings-exported = s'ha exportat l'entorn a { $path }
surroundings-imported = s'ha importat l'entorn de { $path }

## Packs

packs-title = Paquets
packs-menu = Paquets …
packs-menu-help = Mostra quins robots, components i escenes han publicat altres, i què hi ha instal·lat.
packs-search = Cerca paquets
packs-file = Instal·la un fitxer …
packs-file-help = Instal·la un paquet que és en un fitxer ….simpack. Deixar-lo anar sobre la finestra fa el mateix.
packs-read-help = Torna a mirar què hi ha instal·lat i què tenen les fonts.
packs-none = No hi ha cap paquet instal·lat, i cap font n'ofereix cap.
packs-not-found = Cap paquet té totes aquestes paraules.
packs-installed = Instal·lats
packs-available = Disponibles
packs-group = { $title } ({ $count })
packs-install = Instal·la …
packs-remove = Treu …
packs-update = Actualitza a { $version } …
packs-update-all = { $count ->
    [one] Actualitza un paquet …
   *[other] Actualitza { $count } paquets …
}
packs-open = Obre l'escena
packs-of-pack = { $what }: { $pack }
packs-open-scene = Obre { $scene }
packs-working = S'està treballant amb { $what }
packs-from = De { $source }
packs-revoked = Ja no s'ha de fer servir: { $reason }
packs-unfit = No es pot fer servir aquí: { $reason }
packs-grant-edit = Un servei pot crear, moure i esborrar coses de l'escena
packs-grant-command = Un servei pot conduir robots
packs-grant-network = Un servei pot fer servir la xarxa
packs-grant-files = Un servei pot llegir i escriure els vostres fitxers
packs-grant-programs = Un servei pot engegar altres programes
packs-grant-other = Un servei demana { $grant }
packs-signed = Signat amb la clau de confiança de { $publisher }
packs-signed-otherwise = Signat amb una clau en què no es confia per a { $publisher }
packs-signed-new = Signat amb una clau en què encara no es confia per a { $publisher }
packs-unsigned = Sense signatura: res no diu que vingui de { $publisher }
packs-copy-key = Copia la clau de { $publisher }
packs-runs-in-program = S'executa en el procés del programa, amb tots els vostres permisos
packs-runs-apart = S'executa en un procés propi
packs-in-program = Executa en el procés …
packs-in-program-help = Executa les seves biblioteques en el procés del programa, on res no les limita. És més ràpid.
packs-apart = Aïlla
packs-apart-help = Torna a executar les seves biblioteques en processos propis, que poden llegir el paquet i res més d'allò vostre.
packs-details = Detalls
packs-robots = Robots
packs-scenes = Escenes
packs-needs = Necessita
packs-home = Pàgina
packs-source = Ve de
packs-versions = Versions
packs-sources = Fonts
packs-no-sources = No es fa servir cap font. Una font és un índex de paquets: una carpeta, https://… o oci://….
packs-source-hint = Carpeta o adreça d'un índex
packs-add-source = Afegeix aquesta font
packs-add-source-help = Mostra aquí també els paquets d'aquest índex.
packs-forget-source = Treu aquesta font
packs-no-source = no hi ha cap font d'on agafar paquets
packs-no-source-help = indiqueu-ne una al tauler Paquets, o instal·leu un fitxer del paquet
packs-busy = S'està fent una altra cosa amb els paquets: espereu que acabi, o cancel·leu-la.
packs-nothing-new = Ja està tot instal·lat.
packs-canceled = Cancel·lat: no s'ha instal·lat res.
packs-preparing = S'està mirant què s'instal·laria …
packs-installing = S'està instal·lant …
packs-canceling = S'està cancel·lant …
packs-refused = Això no es pot instal·lar
packs-choose-key = Tria la clau de qui publica …
packs-choose-key-help = El fitxer ….pub que qui publica dona a tothom.
packs-key-file = Claus públiques
packs-archive = Paquets
packs-close = Tanca
packs-needed = el necessiten altres
packs-new-keys = Una clau nova
packs-new-keys-help = Una signatura val tant com la seva clau. Compareu la clau amb el que diu en un altre lloc qui publica. Quan sigui de confiança, els seus paquets hauran d'estar signats amb ella.
packs-trust = Confia des d'ara en aquesta clau de { $publisher }
packs-trust-first = Confieu primer en les claus noves.
packs-offered = { $count ->
    [one] Instal·la un paquet, { $size }
   *[other] Instal·la { $count } paquets, { $size }
}
packs-done = Instal·lat: { $packs }
packs-removed = Tret: { $packs }
packs-now-in-program = { $pack } s'executa en el procés del programa tan bon punt es torni a construir una escena.
packs-now-apart = { $pack } s'executa en un procés propi tan bon punt es torni a construir una escena.
packs-ask-to-remove = Voleu treure { $pack }, i el que només ell necessitava?
packs-ask-to-let-in = Voleu deixar que les biblioteques de { $pack } s'executin en el procés del programa? Allà res no les limita: poden fer tot el que podeu fer vós.
packs-in-use = L'escena oberta el fa servir.
packs-missing = Aquesta escena necessita el que no està instal·lat: { $packs }
packs-install-missing = Instal·la el que falta …
packs-saved-elsewhere = Aquesta escena pertany al paquet { $pack }, que no canvia: deseu-la com a fitxer propi.
packs-stored = un fitxer d'un paquet instal·lat no es pot canviar
packs-no-code = Sense codi
packs-to-be-built = No té biblioteca per a aquesta màquina: es compila aquí a partir del seu codi font, cosa que triga una estona. El que la compilació executa només pot escriure en una carpeta pròpia, i no té xarxa.
packs-install-now = Instal·la
packs-remove-now = Treu
packs-let-in = Executa en el procés
