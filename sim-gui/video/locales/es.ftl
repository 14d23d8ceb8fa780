# Lo que se dice de los vídeos.

video-busy = otra ejecución está escribiendo el vídeo o las imágenes
video-busy-help = esperar hasta que esa ejecución haya terminado, o elegir otro nombre
video-unwritable = no se puede escribir el vídeo o la imagen
video-unwritable-help = compruebe que la carpeta existe, que se puede escribir en ella y que el disco no está lleno
video-size = un vídeo no puede tener imágenes de este tamaño
video-size-expected = números pares de { $least } a { $most }
video-kept = lo escrito antes se conserva como un vídeo entero: { $images } imágenes, { $seconds } s; libere espacio o elija otra carpeta
video-kept-incomplete = lo escrito antes se conserva en { $begun }, que no está completo; libere espacio o elija otra carpeta
video-reserved = los nombres de esta forma son para archivos que no están terminados
video-reserved-help = elija un nombre sin `.incomplete`, como run.mp4
video-occupied = otro programa ha creado este archivo mientras se escribía el vídeo
video-occupied-help = el vídeo terminado es { $begun }; cámbiele el nombre por uno que esté libre
video-moved = el vídeo sin terminar { $begun } se movió, se borró o se reemplazó
video-moved-help = mover o cambiar el nombre de un vídeo solo cuando esté terminado
