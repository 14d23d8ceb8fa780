# What is said of videos. The English texts stand in the sources; a test compares them.

video-busy = another run is writing the video or pictures
video-busy-help = wait until that run has ended, or choose another name
video-unwritable = the video or picture cannot be written
video-unwritable-help = check that the folder exists and may be written to, and that the disk is not full
video-size = a video cannot have images of this size
video-size-expected = even numbers from { $least } to { $most }
video-kept = what was written before is kept as a whole video: { $images } images, { $seconds } s; make room, or choose another folder
video-kept-incomplete = what was written before is kept in { $begun }, which is not complete; make room, or choose another folder
video-reserved = names of this form are for files that are not finished
video-reserved-help = choose a name without `.incomplete`, such as run.mp4
video-occupied = another program has created this file while the video was written
video-occupied-help = the finished video is { $begun }; rename it to a name that is free
video-moved = the unfinished video { $begun } was moved, removed or replaced
video-moved-help = move or rename a video only when it is finished
