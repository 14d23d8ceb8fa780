# Lo que se dice de los vídeos.

video-unwritable = no se puede escribir el vídeo o la imagen
video-unwritable-help = compruebe que la carpeta existe, que se puede escribir en ella y que el disco no está lleno
video-size = un vídeo no puede tener imágenes de este tamaño
video-size-expected = números pares de { $least } a { $most }
