# What running says. The English texts stand in the sources; a test compares them.

## Why runs end

end-completed = completed
end-stopped = stopped: { $reason }
end-stuck = a plugin did not return when the simulation was to end
end-stuck-help = `sim run` with the same scene names the plugin after 10 s; mend it, or use another one
end-no-summary = the recording { $path } was closed without a summary
end-not-closed = the recording { $path } could not be closed: { $reason }
ended-by-service = a service has ended the run
ended-help = go back to the start
failed-mistake = the simulation has failed by a mistake of this program
failed-help = save the scene, start the program again, and report what was done before
thread-not-started = the thread of the simulation cannot be started
thread-close = close other programs and try again

## Why a recording was closed

stopped-asked = it was stopped
stopped-changed = the scene has changed, and a file has one layout
stopped-earlier = the run went back to an earlier state
stopped-failed = the run could not go on
stopped-opened = another scene was opened
stopped-program = the program ended
stopped-run = the run ended
stopped-start = the run went back to the start
stopped-stuck = a plugin did not return

## Commands that are refused

no-simulation = there is no simulation
no-simulation-help = open a scene first, or mend it
no-robot = there is no such robot
no-robot-expected = an index below { $count }
no-robot-help = the scene has changed; choose again
no-step-back = there is no step to take back
no-step-back-help = steps can be taken back until time runs again; go back to the start instead
kept-most = { $most ->
    [one] { $most } state is kept already
   *[other] { $most } states are kept already
 }
kept-expected = { $most } at most, as they take memory
kept-delete = delete a kept state first
kept-none = there is no kept state { $id }
kept-dropped = kept states are dropped when another scene is opened
kept-changed = the scene has changed since this state was kept
kept-take-back = take the changes of the scene back first
speed-none = a speed of { $factor } does not exist
speed-range = a number above 0; { $slowest } to { $fastest } are kept to
speed-pause = pause the run to let it stand still
record-already = the run is being recorded to { $path } already
record-stop = stop that recording first
record-taken = the recording would take the place of what is there
record-taken-help = choose another name, or say that it is to be replaced

## Files and libraries

gone-scene = the scene's file is gone
gone-scene-help = the run goes on; save the scene to have a file again
gone-folder = a plugin folder is gone
gone-folder-help = what was loaded from it stays in use; put the folder back to load from it again
library-build = build the plugin with `cargo build --release` and take the library out of its target folder
library-ending = a file that ends in .{ $ending }
library-name = this is no library by its name
library-no-folder = no plugin folder can be written to
library-not-read = the file cannot be read
library-own-folder = start with `--plugins DIR` and a folder of your own
library-same = the library has not changed since it was loaded
library-same-help = build it again, and copy the new file there
playback-folder = make the system's temporary folder writable, or set TMPDIR to one that is
playback-no-folder = there is no temporary folder for the files of the recording
playback-no-frame = the recording has no frame
playback-record = record at least one tick

## Lines of the log

