# El que diu la marxa de la simulació. Els textos en anglès són al codi; una prova els compara.

## Per què acaben les simulacions

end-completed = completada
end-stopped = aturada: { $reason }
end-stuck = un complement no ha tornat quan la simulació havia d'acabar
end-stuck-help = `sim run` amb la mateixa escena anomena el complement al cap de 10 s; corregir-lo, o fer-ne servir un altre
end-no-summary = l'enregistrament { $path } s'ha tancat sense resum
end-not-closed = l'enregistrament { $path } no s'ha pogut tancar: { $reason }
ended-by-service = un servei ha acabat la simulació
ended-help = tornar a l'inici
failed-mistake = la simulació ha fallat per un error d'aquest programa
failed-help = desar l'escena, tornar a iniciar el programa, i informar del que s'ha fet abans
thread-not-started = no es pot iniciar el fil de la simulació
thread-close = tancar altres programes i tornar-ho a provar

## Per què s'ha tancat un enregistrament

stopped-asked = s'ha aturat
stopped-changed = l'escena ha canviat, i un fitxer té una sola estructura
stopped-earlier = la simulació ha tornat a un estat anterior
stopped-failed = la simulació no podia continuar
stopped-opened = s'ha obert una altra escena
stopped-program = el programa ha acabat
stopped-run = la simulació ha acabat
stopped-start = la simulació ha tornat a l'inici
stopped-stuck = un complement no ha tornat

## Ordres que es rebutgen

no-simulation = no hi ha cap simulació
no-simulation-help = obrir abans una escena, o corregir-la
no-robot = no existeix aquest robot
no-robot-expected = un índex més petit que { $count }
no-robot-help = l'escena ha canviat; tornar a triar
no-step-back = no hi ha cap pas per a retrocedir
no-step-back-help = es poden retrocedir passos fins que el temps torni a córrer; tornar en lloc d'això a l'inici
kept-most = { $most ->
    [one] ja es conserva { $most } estat
   *[other] ja es conserven { $most } estats
 }
kept-expected = { $most } com a màxim, perquè ocupen memòria
kept-delete = suprimir abans un estat conservat
kept-none = no existeix l'estat conservat { $id }
kept-dropped = els estats conservats es descarten en obrir una altra escena
kept-changed = l'escena ha canviat des que es va conservar aquest estat
kept-take-back = desfer abans els canvis de l'escena
speed-none = no existeix una velocitat de { $factor }
speed-range = un nombre més gran que 0; es respecten de { $slowest } a { $fastest }
speed-pause = pausar la simulació perquè es quedi quieta
record-already = la simulació ja s'està enregistrant a { $path }
record-stop = aturar abans aquest enregistrament
record-taken = l'enregistrament ocuparia el lloc del que hi ha
record-taken-help = triar un altre nom, o dir que se substitueixi

## Fitxers i biblioteques

gone-scene = el fitxer de l'escena ja no hi és
gone-scene-help = la simulació continua; desar l'escena per a tornar a tenir un fitxer
gone-folder = una carpeta de complements ja no hi és
gone-folder-help = el que se'n va carregar es continua fent servir; tornar a posar la carpeta per a carregar-ne de nou
library-build = compilar el complement amb `cargo build --release` i treure la biblioteca de la seva carpeta `target`
library-ending = un fitxer que acaba en .{ $ending }
library-name = pel nom, això no és cap biblioteca
library-no-folder = no es pot escriure en cap carpeta de complements
library-not-read = no es pot llegir el fitxer
library-own-folder = iniciar amb `--plugins DIR` i una carpeta pròpia
library-same = la biblioteca no ha canviat des que es va carregar
library-same-help = tornar-la a compilar, i copiar-hi el fitxer nou
playback-folder = fer que es pugui escriure a la carpeta temporal del sistema, o indicar-ne una altra a TMPDIR
playback-no-folder = no hi ha cap carpeta temporal per als fitxers de l'enregistrament
playback-no-frame = l'enregistrament no té cap fotograma
playback-record = enregistrar almenys un pas

## Línies del registre

