# Què es diu dels vídeos.

video-busy = una altra execució està escrivint el vídeo o les imatges
video-busy-help = esperar fins que aquella execució hagi acabat, o triar un altre nom
video-unwritable = no es pot escriure el vídeo o la imatge
video-unwritable-help = comproveu que la carpeta existeix, que s'hi pot escriure i que el disc no és ple
video-size = un vídeo no pot tenir imatges d'aquesta mida
video-size-expected = nombres parells de { $least } a { $most }
video-kept = el que s'ha escrit abans es conserva com un vídeo sencer: { $images } imatges, { $seconds } s; allibereu espai o trieu una altra carpeta
video-kept-incomplete = el que s'ha escrit abans es conserva a { $begun }, que no és complet; allibereu espai o trieu una altra carpeta
video-reserved = els noms d'aquesta forma són per a fitxers que no estan acabats
video-reserved-help = trieu un nom sense `.incomplete`, com ara run.mp4
video-occupied = un altre programa ha creat aquest fitxer mentre s'escrivia el vídeo
video-occupied-help = el vídeo acabat és { $begun }; canvieu-ne el nom per un que estigui lliure
video-moved = el vídeo inacabat { $begun } es va moure, esborrar o reemplaçar
video-moved-help = moure o canviar el nom d'un vídeo només quan estigui acabat
