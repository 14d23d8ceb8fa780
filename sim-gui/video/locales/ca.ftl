# Què es diu de els vídeos.

video-unwritable = no es pot escriure el vídeo o la imatge
video-unwritable-help = comproveu que la carpeta existeix, que s'hi pot escriure i que el disc no és ple
video-size = un vídeo no pot tenir imatges d'aquesta mida
video-size-expected = nombres parells de { $least } a { $most }
