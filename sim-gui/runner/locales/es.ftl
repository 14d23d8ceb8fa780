# Lo que dice la marcha de la simulación. Los textos en inglés están en el código; una prueba los compara.

## Por qué terminan las simulaciones

end-completed = completada
end-stopped = detenida: { $reason }
end-stuck = un complemento no volvió cuando la simulación debía terminar
end-stuck-help = `sim run` con la misma escena nombra el complemento al cabo de 10 s; corregirlo, o usar otro
end-no-summary = la grabación { $path } se ha cerrado sin resumen
end-not-closed = la grabación { $path } no se ha podido cerrar: { $reason }
ended-by-service = un servicio ha terminado la simulación
ended-help = volver al inicio
failed-mistake = la simulación ha fallado por un error de este programa
failed-help = guardar la escena, volver a iniciar el programa, e informar de lo que se hizo antes
thread-not-started = no se puede iniciar el hilo de la simulación
thread-close = cerrar otros programas y volver a intentarlo

## Por qué se ha cerrado una grabación

stopped-asked = se ha detenido
stopped-changed = la escena ha cambiado, y un archivo tiene una sola estructura
stopped-earlier = la simulación ha vuelto a un estado anterior
stopped-failed = la simulación no podía seguir
stopped-opened = se ha abierto otra escena
stopped-program = el programa ha terminado
stopped-run = la simulación ha terminado
stopped-start = la simulación ha vuelto al inicio
stopped-stuck = un complemento no volvió

## Órdenes que se rechazan

no-simulation = no hay ninguna simulación
no-simulation-help = abrir antes una escena, o corregirla
no-robot = no existe ese robot
no-robot-expected = un índice menor que { $count }
no-robot-help = la escena ha cambiado; volver a elegir
no-step-back = no hay ningún paso que retroceder
no-step-back-help = se pueden retroceder pasos hasta que el tiempo vuelva a correr; volver en su lugar al inicio
kept-most = { $most ->
    [one] ya se conserva { $most } estado
   *[other] ya se conservan { $most } estados
 }
kept-expected = { $most } como máximo, pues ocupan memoria
kept-delete = eliminar antes un estado conservado
kept-none = no existe el estado conservado { $id }
kept-dropped = los estados conservados se descartan al abrir otra escena
kept-changed = la escena ha cambiado desde que se conservó este estado
kept-take-back = deshacer antes los cambios de la escena
speed-none = no existe una velocidad de { $factor }
speed-range = un número mayor que 0; se respetan de { $slowest } a { $fastest }
speed-pause = pausar la simulación para que se quede quieta
record-already = la simulación ya se está grabando en { $path }
record-stop = detener antes esa grabación
record-taken = la grabación ocuparía el lugar de lo que hay ahí
record-taken-help = elegir otro nombre, o indicar que se reemplace

## Archivos y bibliotecas

gone-scene = el archivo de la escena ya no está
gone-scene-help = la simulación sigue; guardar la escena para volver a tener un archivo
gone-folder = una carpeta de complementos ya no está
gone-folder-help = lo que se cargó de ella sigue en uso; reponer la carpeta para volver a cargar de ella
library-build = compilar el complemento con `cargo build --release` y sacar la biblioteca de su carpeta `target`
library-ending = un archivo que termina en .{ $ending }
library-name = por su nombre, esto no es una biblioteca
library-no-folder = no se puede escribir en ninguna carpeta de complementos
library-not-read = no se puede leer el archivo
library-own-folder = iniciar con `--plugins DIR` y una carpeta propia
library-same = la biblioteca no ha cambiado desde que se cargó
library-same-help = volver a compilarla, y copiar ahí el nuevo archivo
playback-folder = hacer que se pueda escribir en la carpeta temporal del sistema, o indicar otra en TMPDIR
playback-no-folder = no hay ninguna carpeta temporal para los archivos de la grabación
playback-no-frame = la grabación no tiene ningún fotograma
playback-record = grabar al menos un paso

## Líneas del registro

