# What commands say. The English stands in the sources once more; a test compares them.

## bench

bench-dt = 0.1 is the usual step
bench-factor = real-time factor
bench-hits = hits
bench-loaded = { $libraries } with { $components } in { $time } ms
bench-memory = peak memory
bench-rays = 8 rays are usual
bench-rays-are = { $count ->
    [one] { $count } ray
   *[other] { $count } rays
 }
bench-rays-cpu = rays per CPU second
bench-robots = 1000 is the usual swarm
bench-seconds = 60 gives steady figures
bench-start = start to first step
bench-steps = robot-steps per second
bench-steps-cpu = robot-steps per CPU second
bench-sweeps = 5000 sweeps take a few seconds
bench-threads = { $count ->
    [one] { $count } thread
   *[other] { $count } threads
 }
bench-unknown = unknown
bench-what = { $robots }, step { $dt } s, { $threads }
bench-what-rays = { $robots }, { $rays }, step { $dt } s, { $threads }

## check

check-as = { $robot }: as { $other }
check-from = from { $min }
check-more = … { $more } more
check-other = { $file }: ok, a configuration with { $robots } (`sim { $name }`)
check-problems = { $count ->
    [one] { $count } problem
   *[other] { $count } problems
 }
check-publishes = publishes
check-robot = { $file }: ok, a robot file
check-scene = { $file }: ok, { $robots }, { $objects }, { $services }
check-up-to = up to { $max }

## conform

conform-conforms = conforms
conform-fails = fails
conform-no-component = the library does not offer `{ $id }`
conform-no-component-help = it has: { $ids }
conform-no-robot = the scene has no robot to check a controller on
conform-no-robot-help = name a scene with a robot, or leave `--scene` out
conform-not-checked = not checked
conform-on-scene = { $reason }; `--scene FILE` checks it on the first robot of a scene

## console

console-closed = a plugin has closed it
console-output = the output cannot be written
console-output-help = check that the folder exists and may be written to
console-unwritten = the results cannot be written to standard output
console-unwritten-help = make room where it leads to, or send it elsewhere

## count

count-and-more = … and { $more } more (--json lists all)
count-components = { $count ->
    [one] { $count } component
   *[other] { $count } components
 }
count-files = { $count ->
    [one] { $count } file
   *[other] { $count } files
 }
count-libraries = { $count ->
    [one] { $count } library
   *[other] { $count } libraries
 }
count-objects = { $count ->
    [one] { $count } object
   *[other] { $count } objects
 }
count-robots = { $count ->
    [one] { $count } robot
   *[other] { $count } robots
 }
count-scenes = { $count ->
    [one] { $count } scene
   *[other] { $count } scenes
 }
count-services = { $count ->
    [one] { $count } service
   *[other] { $count } services
 }

## diff

diff-added = added
diff-content = another content of { $name }
diff-order = in another order: { $from } → { $to }
diff-removed = removed

## doctor

doctor-copies = copies in
doctor-failed = failed
doctor-folder = { $path } ({ $origin })
doctor-gone = gone
doctor-ids = { $count ->
    [one] { $count } id
   *[other] { $count } ids
 }
doctor-installation = installation
doctor-isolation = isolation
doctor-isolation-gaps = not as it should be: { $gaps }
doctor-isolation-whole = processes of libraries can be confined
doctor-project = project
doctor-machine = machine
doctor-machine-is = { $threads ->
    [one] { $system }, { $threads } thread
   *[other] { $system }, { $threads } threads
 }
doctor-no = no
doctor-no-such-folder = { $path } ({ $origin }, does not exist)
doctor-program = program
doctor-program-is = sim { $version }, plugins of ABI { $abi }
doctor-registered = registered
doctor-searched = searched
doctor-skipped = skipped
doctor-sum = { $registered } registered with { $components }, { $failed } failed, { $skipped } skipped, { $ids } claimed twice
doctor-terminal = terminal
doctor-user-folder = user folder
doctor-yes = yes

## ending

ending-closed = it was closed properly
ending-completed = completed
ending-damaged = { $places ->
    [one] it was closed properly, but is damaged in { $places } place
   *[other] it was closed properly, but is damaged in { $places } places
 }
ending-cut-off = it was cut off: the last whole record ends at byte { $at }
ending-failed = failed: { $reason }
ending-interrupted = interrupted
ending-stopped = stopped: { $reason }
ending-unreadable = nothing can be read from byte { $at } on

## export

export-every = 1 takes all frames, 10 every tenth
export-from = leave it out to begin where the recording does
export-not-closed = the recording was not closed properly; what can be read is used
export-to = leave it out to end where the recording does

## external

external-about = Run { $file }, a program beside this one
external-ended = { $error }; it ended with { $status }
external-no-report = the program of the command `{ $name }` has given no report
external-no-report-help = use the program that came with this one
external-not-started = the program of the command `{ $name }` cannot be started
external-not-started-help = check that the file is a program for this machine and may be executed, or remove it

## fmt

fmt-json = this is JSON
fmt-json-help = tools for JSON put it into a layout; `sim fmt` is for RON, which has comments
fmt-json-scene = a scene in JSON has no layout of its own

## followed

followed-all = { $all }
followed-altered = { $name } goes on with other parts: { $reason }
followed-carried = { $count ->
    [one] { $count } state of robots and movable objects carried over
   *[other] { $count } states of robots and movable objects carried over
 }
followed-gone = { $name } is gone
followed-restarted = { $name } starts anew: { $reason }
followed-service-restarted = service { $name } starts anew: { $reason }

## guard

guard-as-stored = as stored
guard-burn = 30 is more than what is allowed
guard-faster = faster: store it
guard-figure = figure
guard-head = { $class }, { $rounds } rounds, reference { $reference } in { $time } ms
guard-multiples = figures that are multiples of reference { $version }
guard-no-class = { $file } has no figures of machines of the class { $class }; to store these: --store, or the line
guard-not-stored = not stored
guard-other-multiples = multiples of reference { $version }
guard-rounds = 150 take some five seconds
guard-slower = SLOWER
guard-stored = stored
guard-stores = { $file } holds the figures of { $class }
guard-times = times
guard-unusable = the stored figures cannot be used
guard-unusable-help = measure anew with --store
guard-workload = workload

## gui

gui-instead = run the scene without one: `sim run { $scene }`
gui-standard-input = the window opens no scene from standard input: it could neither save it nor open it again
gui-standard-input-help = write it to a file and open that one; `sim run -` runs it without a window

## help

help-a-command = COMMAND
help-a-scene = SCENE
help-any-options = OPTIONS
help-arguments = Arguments
help-choice = [possible values: { $values }]
help-commands = Commands
help-default = [default: { $default }]
help-options = Options
help-usage = Usage
help-values = Possible values

## import

import-a-file = a file on a disk
import-at-least-0 = 0 or more
import-attenuation = three numbers, none below 0
import-axes = "ENU", "NUE" or "EUN"
import-axis = an axis that is not (0, 0, 0), and an angle in rad
import-bad-value = the field `{ $field }` of the node `{ $node }` has a value that cannot be used
import-bad-values = the field `{ $field }` of { $count } nodes `{ $kind }` has values that cannot be used, the first one here
import-brace = an opening curly bracket behind the type of a node
import-color = red, green and blue, each from 0 to 1
import-corners = at most { $most } points
import-count = { $count ->
    [one] { $count } number
   *[other] { $count } numbers
 }
import-cycle = a node is used within itself
import-deep = nodes are nested too deeply
import-deep-expected = at most { $most } levels, those that USE repeats included
import-dimension = a whole number from 2 to 1000000
import-direction = a direction that is not (0, 0, 0)
import-done = { $scene }: { $objects }, { $lights }, { $robots }; { $left }
import-element = a further value of the list, or a closing square bracket
import-end = the end of the file
import-ending = the scene has an ending that is not known
import-ending-expected = a name that ends in .ron
import-extrusion = at least two corners in `crossSection`, and two different points in `spine`
import-extrusion-large = the extrusion is too large
import-extrusion-large-expected = at most { $most } points: corners of the section times points of the spine
import-extrusions-large = the extrusions of the file are too large together
import-face-corners = at most { $most } corners
import-face-large = a face that is not convex has too many corners
import-falls = nothing holds what falls: below `{ $name }` there is no floor
import-falls-help = add a fixed object below it, such as one with the shape `Plane`
import-few-heights = nearly all heights of the grid are missing
import-field = the name of a field, or a closing curly bracket
import-file = a file that exists, named from the world's folder
import-friction = 0 or more, or -1 for endless friction
import-gravity = one number or three, up to 1000 m/s²
import-groups = groups of { $count } numbers
import-gzip = the file is compressed
import-gzip-help = unpack it first: gunzip < { $file } > world.wrl
import-header = the file is neither VRML97 nor a world of Webots
import-header-expected = `#VRML V2.0 utf8` or `#VRML_SIM R2023b utf8` in the first line
import-heights = { $count } heights: { $columns } for each of { $rows } rows
import-index = numbers of points, from 0 to { $most }, and -1 behind each face
import-inertia = three moments above 0 kg·m², none above the sum of the other two, and three products
import-inside = { $count ->
    [one] { $count } node inside it
   *[other] { $count } nodes inside it
 }
import-inside-all = { $count ->
    [one] { $count } node inside them
   *[other] { $count } nodes inside them
 }
import-large = the file is too large
import-large-expected = at most { $most } bytes
import-latin1 = the file is not UTF-8: it was read as Latin-1
import-latin1-help = save it as UTF-8 if letters in names are wrong
import-left = { $count ->
    [one] { $count } thing left out
   *[other] { $count } things left out
 }
import-left-fields = { $count ->
    [one] { $count } field of { $node } is left out
   *[other] { $count } fields of { $node } are left out
 }
import-left-fields-of = { $count ->
    [one] { $count } field of { $nodes } nodes `{ $kind }` is left out, the first one here
   *[other] { $count } fields of { $nodes } nodes `{ $kind }` are left out, the first one here
 }
import-left-node = { $node } is left out
import-left-nodes = { $count } nodes `{ $kind }` are left out, the first one here
import-left-parts = what { $node } holds is left out
import-left-proto = the definition of the PROTO `{ $name }` is left out
import-left-route = a ROUTE is left out
import-lights = { $count ->
    [one] { $count } light
   *[other] { $count } lights
 }
import-lights-all = { $node } lights everything
import-many = the file has too many nodes
import-many-expected = at most { $most } nodes
import-mass = a `mass` above 0 kg, or a `density` above 0 kg/m³
import-mass-cannot = its mass cannot be used: its solid stands still
import-mass-range = a mass from { $least } to { $most } kg
import-mesh-file = a file of triangles that can be read: { $cause }
import-mesh-large = the meshes of the file are too large
import-mesh-large-expected = at most { $most } bytes in all
import-meshes = the meshes
import-mixed = a list of numbers, of texts, of truth values or of nodes
import-name = a name
import-no-faces = the faces have no points
import-no-faces-expected = points in `coord`, and their numbers in `coordIndex`
import-no-grid = the grid has no `{ $field }`
import-no-model = no plugin that is installed has the robot model `{ $model }`
import-no-robot = the world has no robot `{ $name }`
import-no-robots = nothing: it has no robots
import-no-surface = the shape has no surface
import-node = a node: its type, DEF or USE
import-nodes = a node, or a list of nodes
import-not-unicode = the name of the scene is not UTF-8
import-not-utf8 = the file is not UTF-8 text
import-not-utf8-help = save it as UTF-8
import-number = this is no number that can be used
import-number-expected = a finite number
import-numbers = numbers
import-objects = { $count ->
    [one] { $count } object
   *[other] { $count } objects
 }
import-one-node = one node
import-opened = the last bracket that is open stands at line { $line }, column { $column }
import-other-kind = `{ $model }` is no robot model: its kind is { $kind }
import-other-kind-help = `sim plugins` lists the models
import-points = the shapes of the file are too large
import-points-expected = at most { $most } points of meshes and grids that are distorted, joined or used again
import-positive = above 0
import-proto = the interface of the PROTO in square brackets and its body in curly ones
import-quoted = a text in quotes
import-range = from { $least } to { $most }
import-repeats = the file repeats its nodes too often
import-repeats-expected = at most { $most } nodes, those that USE repeats counted each time
import-robot = expected the name of a robot and the id of a model, such as 'e-puck=scout/standard'
import-robot-twice = the robot `{ $name }` is given a model twice
import-robot-twice-help = leave one of them out; a name and a DEF may mean the same robot
import-robots = { $count ->
    [one] { $count } robot
   *[other] { $count } robots
 }
import-route = `ROUTE node.event TO node.event`
import-scale = three factors that are not 0
import-scale-positive = factors above 0
import-section-large = the section has too many corners
import-seed = a whole number from 0, or -1
import-shape-large = the shape has too many points
import-size = the shape is too large, too small, or too far away
import-size-expected = sizes and distances from { $least } to { $most } m
import-statement = a node, DEF, USE, PROTO, EXTERNPROTO or ROUTE
import-step = from 0.001 to 1000 ms
import-syntax = the file is not well-formed
import-text = a text does not end
import-text-help = add the closing quote; a quote inside a text is written \"
import-truth = TRUE or FALSE
import-unreadable = the file cannot be read
import-use = USE names no node further up
import-use-help = name a node with DEF before it is used
import-value = a value: numbers, a text, TRUE, FALSE, NULL, a node, or a list in square brackets
import-view = the view is nowhere
import-view-expected = a place within 1e9 m, and factors of the nodes around it that are not 0
import-vrml1 = the file is VRML 1.0, whose nodes are other ones
import-vrml1-help = export it as VRML97 (VRML 2.0) from the program that made it
import-why-address = only files on this machine are read, named from the world's folder
import-why-ambient = light that is the same everywhere is a lamp of its own: `kind: Ambient`
import-why-axes = they are about other axes than those of its shape
import-why-background = the sky has two colors: `view.background` and `view.horizon`
import-why-background-light = the sky gives no light: add a lamp, such as one of the kind `Ambient`
import-why-beam = the cone has one edge, that of `cutOffAngle`
import-why-behaviour = nothing in a scene moves by scripts and events of VRML97
import-why-billboard = nothing turns toward whoever looks
import-why-center = the center of mass of an object is that of its form
import-why-contact = objects have one friction and one restitution, whatever touches them
import-why-corners = faces of fewer than three corners have no surface
import-why-damping = objects are slowed down by what they touch alone
import-why-default = what holds without this field is used
import-why-device = sensors and actuators belong to robots: mount them there
import-why-emissive = objects have one color
import-why-ending = files of meshes are { $known }
import-why-endless = the largest friction is 10
import-why-few-heights = { $count ->
    [one] { $count } height is missing: it is 0
   *[other] { $count } heights are missing: they are 0
 }
import-why-fields = scenes have no such values, or have them elsewhere
import-why-first = only the first one counts
import-why-fixed = its solid is part of another one, which stands still
import-why-flare = lamps have no flares
import-why-fluid = scenes have media, such as water, for the dynamics of robots
import-why-fog = the air of a scene is clear
import-why-follow = the view follows robots; give its model with --robot
import-why-friction = friction is the same in all directions: the first number counts
import-why-inline = import its file by itself, and include the scene
import-why-instance = it is an instance of a PROTO, which is not read: put the nodes that it stands for in its place, in Webots with Convert to Base Node(s)
import-why-joint = objects have no joints and motors: make a robot model of it
import-why-lines = points, lines and letters are no bodies
import-why-many-heights = { $count ->
    [one] there is { $count } height more than points
   *[other] there are { $count } heights more than points
 }
import-why-mass = it has no mass: its solid stands still
import-why-model = the parts and the controller of `{ $model }` are in its place
import-why-name = the name of its file is not UTF-8, or it is on another drive
import-why-navigation = how one moves through a scene is the matter of the window
import-why-no-bounds = its solid has no bounding object that is understood: it stands still
import-why-no-file = it names no file
import-why-open = it is drawn closed
import-why-part = its solid is part of another one, whose mass counts
import-why-plane = planes and terrain cannot move: its solid stands still
import-why-products = objects have moments of inertia about their axes alone
import-why-proto = only nodes that VRML97 and Webots define are understood
import-why-robot = robots are models here: --robot '{ $name }=MODEL' puts one at { $place } m
import-why-roll = the view cannot lean to a side
import-why-scales = there are more of them than points of the spine
import-why-second = the first node of its type counts
import-why-seed = a run always has a seed, so that it can be repeated: 0 here
import-why-shape = the shape is left out
import-why-siblings = in VRML97 it lights what stands in the same group
import-why-sky = the sky has two colors: the first and the last one count
import-why-sound = scenes are silent
import-why-texture = objects have a color and no textures
import-why-unknown = nodes of this type are not understood here
import-why-volume = its bounding object encloses no volume, from which mass and inertia would follow: its solid stands still

## info

info-bytes = { $count ->
    [one] { $count } byte
   *[other] { $count } bytes
 }
info-can-move = { $objects } that can move
info-channels = { $count ->
    [one] { $count } channel
   *[other] { $count } channels
 }
info-components = components
info-contacts = { $count ->
    [one] { $count } contact
   *[other] { $count } contacts
 }
info-edits = { $count ->
    [one] { $count } edit of the world
   *[other] { $count } edits of the world
 }
info-ended = ended
info-events = events
info-events-are = { $all }: { $faults }, { $lines }, { $contacts }, { $edits }, { $outside }, { $notes }
info-faults = { $count ->
    [one] { $count } fault
   *[other] { $count } faults
 }
info-files = files
info-isolated = isolated
info-isolated-never-anew = calls of up to { $deadline } s, not made anew
info-isolated-within = { $count ->
    [one] calls of up to { $deadline } s, made anew up to { $count } time
   *[other] calls of up to { $deadline } s, made anew up to { $count } times
 }
info-log-lines = { $count ->
    [one] { $count } log line
   *[other] { $count } log lines
 }
info-made-by = made by
info-no-end = unknown: the file has no end
info-not-whole = NOT WHOLE
info-notes = { $count ->
    [one] { $count } note
   *[other] { $count } notes
 }
info-objects = objects
info-of-scene = { $files } of the scene
info-outside = { $count } from outside
info-recording = recording
info-robots = robots
info-simulated = { $duration } s in { $ticks }
info-simulated-every = { $duration } s in { $ticks }, a frame every { $every } ticks
info-ticks = { $count ->
    [one] { $count } tick
   *[other] { $count } ticks
 }
info-version = version { $version }
info-whole = whole

## input

input-twice = `-` is given more than once, but standard input can be read only once
input-twice-help = write it to a file and name that file
input-unreadable = standard input cannot be read

## interrupt

interrupt-not-caught = Ctrl-C cannot be caught, it will end the run at once

## kit

kit-put = put the kit of simulator { $version }, ABI { $abi }, into { $folder }

## list

list-no-folder = there is no folder `scenes` with scenes beside this program, above it or in the working folder
list-no-folder-help = use the program in the folder that it came with, or name a scene of your own

## live

live-changed = the scene has changed: { $words }
live-goes-on = the run goes on with the scene as it was
live-left = { $left } s left
live-library-changed = changed: { $file }, { $library }, { $ids }
live-listed = listed: { $file }, { $library }, { $ids }
live-more-faults = … and { $more } more faults (--json lists all)
live-not-followed = the scene has changed; the run goes on as it began
live-not-followed-help = a run that is recorded or drawn follows no changes of its scene: start it again
live-late = the run is { $late } s behind its pace: this computer is too slow for it, and every tick is computed all the same
live-progress = { $time } s simulated, { $factor } times real time

## log

log-debug = debug
log-error = error
log-file-unwritten = the log cannot be written to its file; the run goes on without it
log-file-unwritten-help = name another file, in a folder that exists and may be written
log-info = info
log-warn = warn

## near

near-library = `--plugins { $folder }` adds the folder of { $library }, which has it

## new

new-made = made the { $kind } `{ $name }` in { $folder }
new-made-project = made the project `{ $name }` in { $folder }
new-next-project = next: cd { $folder } && sim gui worlds/first.ron; README.md says what is where
new-project-option = `{ $option }` means nothing for a project
new-project-option-help = leave it out; it is for the components that are made in the project
new-next = next: cd { $folder } && cargo test && cargo build; README.md says how to run it
new-next-make = next: cd { $folder } && make && make conform; README.md says how to run it
new-this-machine = it builds on this machine only: it depends on { $source }; the program in `target/dist` makes crates that carry the author's kit with them

## number

number-all-cores = 0 takes all cores
number-both = `{ $option }` and `{ $other }`
number-conflict = two options contradict each other
number-conflict-help = leave one of them out
number-one-of-two = one of the two
number-other-kind = the value of `{ $name }` is not a number of the kind it takes
number-outside = the value of `{ $name }` is outside its range
number-refused = expected { $expected }; { $help }
number-seed = any such number makes a run that can be repeated
number-twice = `{ $option }` twice
number-whole = a whole number from { $from } to { $to }
number-without-end = leave it out for a run without end

## output

output-another-folder = name another folder
output-another-name = choose another name
output-busy = another run is writing to this place
output-busy-help = wait until that run has ended, or choose another name
output-exists = the file for the result exists already
output-exists-help = choose another name, or replace it with --force
output-file-there = the results would need a folder where there is a file
output-folder-full = the folder for the results is not empty
output-folder-full-help = name another folder, or replace what is in it with --force
output-folder-read = the folder for the results holds files that the command reads
output-folder-there = the result would be a folder that exists
output-incomplete = an incomplete recording is there already
output-incomplete-help = it was left by a run that did not end well; rename it if you need it, or replace it with --force, or choose another name than `{ $file }`
output-name-file = name a file
output-no-folder = the folder for the result does not exist
output-no-folder-help = make it first: mkdir -p { $folder }
output-read = the result would replace a file that the command reads
output-reserved = names of this form are for recordings and videos that are not finished
output-reserved-help = choose a name without `.incomplete`
output-special = the result would be written to something that is not a file
output-special-help = name a file; pipes and devices are not appended to
output-two = two results would be written to one place
output-two-found = { $other } and { $option }
output-two-help = give each a name of its own
output-within = a result would be written into the folder of another one
output-within-help = write it somewhere else

## plan

plan-not-written = the plan cannot be written
plan-too-large = { $width } by { $height } pixels cannot be drawn

## plot

plot-expected = expected SIGNAL=FILE.png, such as gps.z=depth.png, or ROBOTS:SIGNAL=FILE.png
plot-no-robot = there is no robot to plot whose name begins with `{ $robots }`
plot-no-value = no robot has a value `{ $signal }` to plot
plot-no-value-expected = x, y, z, roll, pitch, yaw, vx, vy, vz, speed, or a channel such as `gps.z`
plot-not-written = the plot cannot be written

## plugins

plugins-in-scene = in a scene
plugins-isolated = { $file }, in a process of its own
plugins-no-parameters = no parameters
plugins-none = no plugin offers `{ $id }`
plugins-none-found = { $plugins } with { $components }
plugins-none-help = `sim plugins` lists all, `sim doctor` the folders that were searched
plugins-parameters = parameters
plugins-plugins = { $count ->
    [one] { $count } plugin
   *[other] { $count } plugins
 }

## refusal

refusal-argument = unexpected argument { $argument } found
refusal-command = unrecognized command { $command }
refusal-conflict = { $argument } cannot be used with { $other }
refusal-missing = the following required arguments were not provided:
refusal-more = For more information, try { $help }.
refusal-near-argument = there is the similar argument { $names }
refusal-near-command = there is the similar command { $names }
refusal-near-value = there is the similar value { $names }
refusal-no-command = { $command } requires a command but one was not provided
refusal-no-equals = an equal sign is needed to give a value to { $argument }
refusal-no-value = a value is required for { $argument } but none was supplied
refusal-not-text = the command line holds text that is not UTF-8
refusal-number-of-values = wrong number of values for { $argument }
refusal-pass = to pass { $word } as a value, write { $line }
refusal-there-is = there is { $line }
refusal-tip = tip
refusal-too-many = unexpected value { $value } for { $argument }; no more were expected
refusal-value = invalid value { $value } for { $argument }
refusal-value-because = invalid value { $value } for { $argument }: { $reason }
refusal-without-dashes = there is the command { $command }, without `--` before it

## render

render-beyond = the first image would be after the end of the run
render-beyond-expected = at most { $end } s
render-changed = a recorded run cannot be changed any more
render-changed-help = leave --set and its like out, or draw the scene instead
render-duration = leave it out for the whole run
render-ended = the run ended before the first image
render-endless = the scene has no end, and a video needs one
render-endless-help = say how much of it is shown: --duration S
render-images = images
render-kind = the result has an ending that is not known
render-kinds = a video .mp4, a picture .png, or a folder, which has no ending
render-length = { $length } s, from { $from } s to { $to } s of the run
render-long = length
render-many = pictures
render-no-camera = robot `{ $robot }` has no camera `{ $sensor }`
render-no-camera-help = name the robot alone to see it from behind: --camera { $robot }
render-no-name = the result has an ending, but no name before it
render-no-name-help = give it a name, such as { $name }
render-no-robot = there is no robot `{ $name }` to look from
render-no-robot-help = name a robot, or a camera of one as ROBOT.SENSOR
render-none = none: it was interrupted before the first image
render-one = picture
render-picture = --duration has no effect on a picture
render-picture-help = --start says when it is made
render-place = expected three numbers in metres, such as 1.5,-2,0.8
render-rate = 30 is usual
render-size = expected two even numbers from { $least } to { $most }, such as 1280x720
render-speed = 1 shows it as fast as it is
render-start = 0 is the start
render-time = time
render-video = video

## replay

replay-as-far = as far as the recording goes (it has no end)
replay-at = { $which }: { $place }
replay-both = another state hash and another digest at the end
replay-different = DIFFERENT
replay-differs = the replay differs from the recording
replay-digest = another digest, with an equal state hash, at the end
replay-ended-now = in the replay { $failed }
replay-ended-then = in the recorded run { $failed }
replay-equal = equal
replay-failed = `{ $component }` failed in tick { $tick }: { $message }
replay-failed-of-robot = `{ $component }` of robot `{ $robot }` failed in tick { $tick }: { $message }
replay-first = first
replay-frames = { $steps }   frames compared: { $frames }
replay-from-recording = from the recording
replay-hash = another state hash at the end
replay-help = replay with the plugin libraries of the recording (`--plugins DIR`) and the same version of this program
replay-isolated = isolated
replay-libraries = libraries for { $ids }
replay-no-digest = without a digest
replay-object = object `{ $name }`
replay-objects = { $count ->
    [one] { $count } movable object
   *[other] { $count } movable objects
 }
replay-other = other
replay-other-libraries = other libraries for { $ids }
replay-other-plugins = the states are equal, but other plugin libraries were used
replay-process = process
replay-process-help = { $ended }; a run in which a process ends need not repeat: when it ends, and what is made anew, may depend on time, memory, threads and other programs; else { $help }
replay-recorded = recorded
replay-recorded-hash = recorded: { $hash }, { $digest }
replay-robot = robot `{ $name }`
replay-state = the state of { $body } in tick { $tick } ({ $time } s)
replay-steps = steps
replay-to-recording = to the recording
replay-nothing = there is nothing to compare with
replay-nothing-found = a recording without a state and without an end
replay-nothing-help = record it again: what a program has not written when it ends is lost, mostly less than a second
replay-bounds-help = without options of isolation it is isolated as it was recorded; else { $help }

## run

run-not-met = the acceptance condition `{ $name }` was not met
run-speed = 1 is real time; leave it out to run as fast as possible

## session

session-bounds-idle = { $one } and { $other } have no effect
session-bound-idle = { $option } has no effect
session-dt = a step of 0.01 suits most scenes
session-fleet = the robots of a fleet change together: --{ $field } { $prefix }=ID
session-isolate-deadline = a few seconds suit slow machines
session-isolate-restarts = 0 makes none anew
session-isolated-elsewhere = the recorded run had components in processes of their own, which this system cannot do
session-isolated-elsewhere-help = they run in this program now, which they can end or change; replay the recording on Linux where you do not trust them
session-later = `{ $option }`, which comes later and sets the same
session-made = { $pos } of { $len } robots made
session-no-effect = `{ $option }` has no effect
session-no-effect-help = leave one of them out; what --set says comes after all other options
session-no-folder = --plugins names no folder
session-no-folder-expected = a folder with plugin libraries
session-no-robots = --{ $field } has no effect: the scene has no robots
session-none-isolated = no component of the scene runs in a process of its own
session-none-isolated-help = name what shall: `--isolate all`, `--isolate avoid/wall`, `--isolate 'avoid/*'`; `sim pack isolate PACK` takes a pack back that was let into the program
session-not-isolated = --isolate names no library that was found
session-not-isolated-expected = `all`, a component (avoid/wall), a family (avoid/*), the file of a library or a folder
session-unknown-robot = --{ $field } names the unknown robot `{ $robot }`
session-with-robots = a scene with robots

## summary

summary-collisions = collisions
summary-column-robot = robot
summary-column-way = way
summary-column-yaw = yaw
summary-digest = digest
summary-faults = faults
summary-limited = limited
summary-limited-is = { $count ->
    [one] { $count } command was outside the range
   *[other] { $count } commands were outside the range
 }
summary-lost = lost
summary-lost-is = { $count }, first { $name } at { $time } s
summary-met = met
summary-no-digest = none: a component cannot be saved
summary-not-met = NOT MET
summary-scene = scene
summary-scene-is = { $scene } (seed { $seed }, step { $dt } s)
summary-simulated = simulated
summary-simulated-is = { $time } s in { $steps }, { $ended }
summary-state-hash = state hash
summary-steps = { $count ->
    [one] { $count } step
   *[other] { $count } steps
 }
summary-took = took
summary-took-is = { $time } s, { $factor } times real time
summary-verdict = { $name }: { $seen }
summary-written = written

## supervised

supervised-both = { $one }; { $other }
supervised-by-plugin = a plugin has ended the program: { $how }
supervised-closed = a plugin has closed standard output or standard error
supervised-closed-found = the work ended with status { $status }; what it said at last is lost
supervised-closed-help = have the plugin close only what it has opened
supervised-computation = { $signal }, a computation that has no result
supervised-debugger = with `--no-supervisor` a debugger stops where it happens; `sim conform LIBRARY` tries the plugin
supervised-early = the program was ended before it was done: { $how }
supervised-gave-up = { $signal }, it gave up
supervised-in-step = { $calls }, in step { $step }
supervised-instruction = { $signal }, an instruction that the processor does not have
supervised-killed = the system does this when memory runs out, and others who may; nobody else can tell
supervised-left = it left with status { $status }
supervised-memory = { $signal }, it used memory that is not there
supervised-never = 0 for never
supervised-no-call = no call into a plugin
supervised-nobody = nobody supervises this program: a plugin that ends it is not named
supervised-offered = what was not saved is offered when the window is opened again
supervised-one-of = one of: { $calls }
supervised-recorded = what was written until then is in { $files }: of a fast run that may be nothing, since it is written about every second
supervised-refused = the program cannot work in a process of its own: { $error }
supervised-stands = a call into a plugin has not returned for { $time } s
supervised-stands-help = wait, or end the program with Ctrl-C; `--watchdog S` sets after how long this is said
supervised-unnamed = a component without a name
supervised-within = the program was ended within a call into a plugin

## window

window-none = this program was built without the window
window-none-help = { $instead }; or build with the feature `window`
pack-archive = SHA-256 { $sha256 }
pack-as-needed = needed by others
pack-authors = authors
pack-building = building the library of `{ $name }`
pack-built = { $pack }: { $holds }
pack-components = components
pack-folder = folder
pack-freed = { $size } are free again
pack-grants = asks for
pack-holds = { $files } of { $size }, { $robots }, { $scenes }, { $libraries }
pack-home = home
pack-installed = installed { $name } { $version }, { $size }
pack-interrupted = interrupted; `sim pack list` tells what is installed
pack-left-out = not part of the pack: { $names }
pack-license = license
pack-list-next = `sim pack info PACK` says what is in one, `sim list` which scenes can be run
pack-lock-nothing = the scene names no packs
pack-lock-nothing-help = name them in the scene: `packs: ["publisher/name"]`
pack-lock-of-pack = a scene in a pack gets no lock file: the pack does not change
pack-lock-of-pack-help = copy the scene into a folder of your own and lock that
pack-lock-unwritten = the lock file cannot be written
pack-locked = { $count ->
    [one] { $file } names { $count } pack
   *[other] { $file } names { $count } packs
 }
pack-made = made the pack `{ $name }` in { $folder }
pack-models = robots
pack-next = next: cd { $folder } && sim pack build; README.md says what is where
pack-no-temporary = there is no temporary folder to build packs in
pack-none = no pack is installed in { $folder }
pack-not-exported = the archive cannot be written
pack-removed = removed { $name } { $version }
pack-requires = needs
pack-right = { $pack } is as it should be: { $holds }
pack-run = open with
pack-scenes = scenes
pack-seal-none = none: nothing says that it comes from { $publisher }
pack-seal-trusted = with the trusted key of { $publisher }, { $key }
pack-seal-unknown = with the key of number { $number }; no key of { $publisher } is known here, so it is not checked
pack-seal-untrusted = with a key that is not trusted for { $publisher } now, { $key }
pack-seal-wrong = not one of this archive by the trusted key of { $publisher }; it names the key of number { $number }
pack-size = size
pack-targets = built for
pack-unreadable = the record of an installed pack cannot be read
pack-unreadable-help = remove the file and install the pack again
pack-verified = { $count ->
    [one] { $pack }: its { $count } file is the one that was installed
   *[other] { $pack }: all { $count } files are those that were installed
 }
pack-bad-publisher = this cannot be the name of a publisher
pack-distrusted = the key of { $publisher } is trusted no more
pack-key-made = made { $name }.key, which is secret: keep a copy in a safe place; and { $name }.pub, for everybody
pack-no-password = a password is needed, and there is no terminal to ask on
pack-no-password-help = put it into the environment variable { $name }, or make a key with --no-password
pack-no-publisher = no key of this publisher is trusted
pack-not-trusted = the key of `{ $publisher }` is not trusted
pack-not-trusted-help = compare it with what the publisher tells; --yes trusts it from now on
pack-not-built = { $name } has no library for this machine, and is not to be built here
pack-not-built-help = --build builds it from its sources, confined to a folder of its own and without a network
pack-build-question = { $name } has no library for this machine. Build it here from its sources ({ $sources })? What the build runs can write in a folder of its own only, and has no network. (yes/no)
pack-building-here = building { $name } from its sources ({ $sources }), which takes a while
pack-built-here = built here
pack-sources-of = sources of
pack-password = password of the secret key
pack-password-again = once more
pack-password-differs = the two passwords differ
pack-question = { $publisher } has no key here so far. Trust this one from now on? { $key } (yes/no)
pack-trusted = { $publisher } is trusted with the key { $key }
pack-unsigned = { $archive } has no signature: nothing says that it comes from { $publisher }
pack-newest = the newest versions are installed
pack-no-file = there is no such archive, folder or pack
pack-no-file-help = name a file `….simpack`, a folder with a `pack.ron` such as `./rover`, or a pack as `publisher/name`
pack-no-source = there is no index to take packs from
pack-no-source-help = name one: `--from PLACE`, or `sim pack source add PLACE` for all commands
pack-not-listed = the index has no such pack, or no such version
pack-nothing-new = everything is installed already
pack-published = published { $name } { $version } in { $folder }
pack-published-unsigned = it has no signature: `sim pack sign` makes one
pack-revoked = revoked { $name } { $version }: it is not installed any more from this index
pack-sources = { $count ->
    [one] { $count } index is used
   *[other] { $count } indexes are used
 }
pack-in-process = { $pack } runs in the program's own process from now on, with all your rights
pack-isolated = { $pack } runs in processes of its own from now on
pack-runs = runs in
pack-runs-apart = processes of its own
pack-runs-in-program = the program's own process, with all your rights
pack-from-cache = { $source } cannot be used now ({ $cause }): this is what it said { $age } ago
pack-newest-fitting = the newest versions that can be used here are installed
pack-search-empty = the indexes have no packs that may be used
pack-search-none = no pack has all of this: { $words }
pack-signature = signature
pack-source-unknown = this index is not used
pack-no-reason = it says nothing: write in a sentence what is wrong with the version, since it is told to those who have it
pack-revoked-before = { $name } { $version } was revoked already, and that reason stays: { $reason }
pack-is-revoked = must not be used any more: { $reason }
pack-info-revoked = It must not be used any more: { $reason }
pack-gone-help = it is used again when it is there again; `sim pack source remove { $place }` uses it no more
pack-gone-missing-help = it may be in an index that is not there now: { $places }; `sim pack source remove PLACE` uses one no more
pack-component-own = no library of the pack has the component `{ $id }`
pack-component-own-help = name one that it has, or build the library that has it: `crates` in pack.ron lists the folders of libraries
pack-component-foreign = the component `{ $id }` belongs to a pack that this one does not need
pack-component-foreign-help = add it to pack.ron: `requires: ["{ $pack }"]`
pack-component-none = { $pack } has no component `{ $id }`
pack-component-unknown = whether there is a component `{ $id }` is not known: { $pack } is not installed
pack-component-unknown-help = `sim pack install "{ $pack }"`, then check again
pack-no-versions = this names no versions of a pack
pack-new-own = packs of `{ $publisher }` are what comes with the program
pack-new-own-help = name yourself as the publisher; packs of `{ $publisher }` are never installed unsigned
pack-search-passed = passed over: { $reason }
