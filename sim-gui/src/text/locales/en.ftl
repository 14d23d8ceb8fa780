# What the window says. `{ $name }` is put in by the program; so are the keys of actions.

## The program

program-name = Robot simulator

## Words that stand in several places

common-close = Close
common-replace = Replace it
common-reload = Reload
common-discard = Discard
common-apply = Apply
common-copy = Copy
common-copy-line = Copy this line
common-clear = Clear
common-fit = Fit
common-robot = Robot
common-robots = Robots
common-notes = Notes
common-routes = Routes
common-components = Components
common-parameters = Parameters
common-no-parameters = It has no parameters.
common-start = Start
common-now = Now
common-selected = Selected
common-all = All
common-grid = Grid
common-choose-file = Choose a file
common-first-point = Click the first point. Esc ends.
common-more = … and { $count } more
common-nothing-selected = Select something first.
common-no-scene = Open a scene first.
common-no-keys = none

## Names of panels

panel-view-3d = 3D view
panel-plan = Plan
panel-tree = Scene
panel-inspector = Inspector
panel-plugins = Plugins
panel-plots = Plots
panel-log = Log
panel-problems = Problems

## Menus

menu-file = File
menu-edit = Edit
menu-draw = Draw
menu-run = Run
menu-view = View
menu-help = Help
menu-shortcuts = Keyboard shortcuts
menu-panels = Panels
menu-camera = Camera
menu-camera-help = Moves the camera by steps, as the keys beside the names do.
menu-panels-help = Opens, closes and finds panels.
menu-shows-panel = Opens this panel, or brings it to the front.
menu-closes-panel = Closes this panel.
menu-recent-help = Opens a file that was open lately.

## Command palette

palette-hint = What do you want to do?
palette-nothing = No command has such a name.

## Names of actions, and what each does

action-new = New scene
    .help = Begins a new scene.
action-open = Open scene …
    .help = Opens a scene.
action-reload =
    .help = Reads the files of the scene again.
action-recover =
    .help = Lists the unsaved work that earlier runs have left.
action-new-text = New text file
    .help = Begins an empty text in the editor.
action-open-text = Open text file …
    .help = Opens a file of UTF-8 text in the editor.
action-new-component = New controller …
    .help = Makes a controller, a sensor or another component of your own from a template, and opens its code in the editor.
action-build =
    .help = Builds the project of the file that the editor shows, and puts its library into the folder of plugins.
action-open-recording = Open recording …
    .help = Opens a recording.
action-save =
    .help = Saves the scene.
action-save-as = Save as …
    .help = Saves the scene to another file.
action-export-surroundings = Export surroundings …
    .help = Writes everything but robots and what belongs to them to a scene file of its own, to share a room with others.
action-import-surroundings = Import surroundings …
    .help = Puts the objects, beacons, lamps, water, air and floor of a scene file in the place of those of this scene. Robots and routes stay.
action-export-svg = Export the plan as SVG …
    .help = Writes the plan to an SVG file.
action-export-png =
    .help = Writes the plan to a PNG file.
action-quit = Quit
    .help = Closes the window.
action-undo = Undo
    .help = Takes back the last edit.
action-redo = Redo
    .help = Does an edit again.
action-cut = Cut
    .help = Copies what is selected to the clipboard and deletes it.
action-copy = Copy
    .help = Copies what is selected to the clipboard.
action-paste = Paste
    .help = Puts in what the clipboard holds.
action-duplicate = Duplicate
    .help = Makes copies of what is selected.
action-rename = Rename …
    .help = Gives what was selected last another name; everything that names it follows.
action-delete = Delete
    .help = Deletes what is selected.
action-select-all = Select all
    .help = Selects everything.
action-insert = Insert …
    .help = Chooses something to put in.
action-insert-by-numbers = Insert by numbers …
    .help = Puts in walls, rooms, ceilings, obstacles, beacons and robots by numbers that are typed.
action-place-cursor = Place the 3D cursor
    .help = Puts the cursor where one clicks; numbers can be counted from it.
action-reset-cursor = Reset the 3D cursor
    .help = Puts the cursor back to the origin.
action-lock = Lock
    .help = Locks what is selected against changes; once more unlocks it.
action-move = Move with arrows
    .help = Moves what is selected along arrows.
action-turn = Turn with rings
    .help = Turns what is selected along rings.
action-snap = Snap to round numbers
    .help = Lets what is moved and turned snap to round numbers.
action-draw-walls = Draw walls
    .help = Draws walls from corner to corner.
action-draw-room = Draw a room
    .help = Draws four walls by two opposite corners.
action-draw-door = Cut a door
    .help = Cuts an opening into the wall that is clicked.
action-draw-field = Paint a field
    .help = Paints a field on the floor by its corners.
action-draw-route = Draw a route
    .help = Draws a route by its points.
action-grab = Move with the pointer
    .help = Moves what is selected with the pointer: X, Y or Z along an axis, a click puts it there, the right button or Escape back.
action-spin = Turn with the pointer
    .help = Turns what is selected with the pointer: X, Y or Z about an axis, a click leaves it so, the right button or Escape takes it back.
action-take-back-point = Take back the last point
    .help = Takes back the last point of what is being drawn.
action-inspector = Inspector panel
    .help = Shows the inspector, or closes it.
action-play-pause = Play or pause
    .help = Lets time run, or stops it.
action-step =
    .help = Does one tick.
action-step-back =
    .help = Takes back one step.
action-stop =
    .help = Stops and goes back to the start.
action-reset =
    .help = Goes back to the start; a run that plays goes on.
action-record = Record
    .help = Records the run to a file; once more stops it.
action-compare =
    .help = Compares the run with a recording.
action-fit =
    .help = Shows everything.
action-scene-tree = Scene tree
    .help = Shows the tree of the scene, or closes it.
action-scene-view = View of the scene
    .help = Goes back to the view with which the scene opens.
action-fit-selection = Fit selection
    .help = Shows what is selected.
action-hide = Hide
    .help = Hides what is selected in all views, or shows it again.
action-labels =
    .help = Shows labels of robots, poses of routes and beacons, or hides them.
action-ceilings =
    .help = Shows objects of the category `ceiling`, or hides them.
action-margins =
    .help = Shows margins around robots and objects, or hides them.
action-show-in-text = Show in the text
    .help = Shows where what was selected last stands in the text of the scene.
action-top = Look from above
    .help = Looks from above.
action-front = Look from the front
    .help = Looks from the front.
action-side = Look from the side
    .help = Looks from the side.
action-orbit-left = Go around to the left
    .help = Turns the camera about what it looks at.
action-orbit-right = Go around to the right
    .help = Turns the camera about what it looks at.
action-orbit-up = Go around upward
    .help = Turns the camera about what it looks at.
action-orbit-down = Go around downward
    .help = Turns the camera about what it looks at.
action-pan-left = Shift to the left
    .help = Shifts the 3D view, or the plan.
action-pan-right = Shift to the right
    .help = Shifts the 3D view, or the plan.
action-pan-up = Shift upward
    .help = Shifts the 3D view, or the plan.
action-pan-down = Shift downward
    .help = Shifts the 3D view, or the plan.
action-zoom-in = Come closer
    .help = Comes closer in the 3D view, or in the plan.
action-zoom-out = Go farther away
    .help = Goes away in the 3D view, or in the plan.
action-parallel = Parallel lines
    .help = Lets lines that run away from the viewer stay parallel.
action-follow = Follow the selected robot
    .help = Follows the selected robot.
action-first-person = Look from the selected robot
    .help = Looks from the selected robot.
action-behind = Look from behind the selected robot
    .help = Looks from behind the selected robot.
action-through-camera = Look through its camera
    .help = Looks through the cameras of the selected robot, one after the other.
action-measure = Measure
    .help = Measures distances and angles.
action-save-view-picture = Save picture of the view …
    .help = Saves what the 3D view shows as a PNG picture.
action-record-view = Record video of the view …
    .help = Makes a video of what the 3D view shows, until the same is chosen again.
action-efficient = Efficient drawing
    .help = Leaves out shadows and smooth edges, and simplifies shapes.
action-theme = Dark theme
    .help = Shows light words on dark ground.
action-layout = Reset layout
    .help = Puts all panels back to their places.
action-palette = Command palette …
    .help = Finds anything that can be done by its name.
action-shortcuts =
    .help = Shows all shortcuts.
action-about = About
    .help = Tells version, licence, folders and the graphics device, for a report too.
action-manual = Manual
    .help = Opens the manual, which needs no network.
action-help = Help on this panel
    .help = Opens the manual at what is under the pointer, or has the keyboard.
action-preferences = Preferences …
    .help = Theme, units, grid, keys and more.
action-new-3d-view =
    .help = Opens another 3D view beside the view that was used last.
action-new-plan =
    .help = Opens another plan beside the view that was used last.
action-new-camera-panel =
    .help = Opens another panel of cameras beside the view that was used last.
action-save-layout =
    .help = Saves the layout of the panels under a name.
action-newest-state =
    .help = Puts the run back to the state that was kept last.

## What can be done, and why not

availability-failed = The scene could not be built; the problems say why.
availability-broken = The file has mistakes; mend its text first.
availability-not-lockable = Only objects can be locked.
availability-no-scene = Open or begin a scene first.
availability-ended-by-service = A service has ended the run: it can only begin again.
availability-no-ceiling = The scene has no ceiling.
availability-ceilings-of-route = Ceilings are hidden while a route is drawn.
availability-no-point = Nothing is being drawn of which a point could be taken back.
availability-no-margin = Nothing in the scene has a margin.
availability-of = { $action } { $step }

## Keys that are bound anew

shortcuts-search = Search actions and keys
shortcuts-press = Press keys …  (Esc: leave it as it is)
shortcuts-bind-help = Click, then press the keys.
shortcuts-reset = As it was
shortcuts-reset-all = All keys as they were
shortcuts-close = Close the list
shortcuts-no-keys = No keys
shortcuts-leave = Leave it as it is
shortcuts-clipboard = The system keeps these keys for the clipboard. Choose others.
shortcuts-fields = These keys leave fields and close what is open. Choose others.
shortcuts-size = These keys change the size of the interface. Choose others.
shortcuts-set = Key set
shortcuts-set-help = Which keys actions have where you have bound none of your own.
shortcuts-set-standard = Standard
shortcuts-set-robomap = RoboMap
shortcuts-kept = { $keys } stays with { $action }, to which you have bound it; { $other } does not get it.
shortcuts-keys-of = Keys of { $action }
shortcuts-reset-of = Keys of { $action } as they were
shortcuts-remove = No keys for { $action }
shortcuts-conflict = { $keys } means { $other }.
shortcuts-take = Take it for { $action }

## Names of keys

key-ctrl = Ctrl
key-shift = Shift
key-alt = Alt
key-command = Cmd
key-option = Option
key-up = Up
key-down = Down
key-left = Left
key-right = Right
key-escape = Esc
key-tab = Tab
key-backspace = Backspace
key-enter = Enter
key-space = Space
key-insert = Insert
key-delete = Delete
key-home = Home
key-end = End
key-page-up = PgUp
key-page-down = PgDn
key-cut = Cut
key-paste = Paste
key-back = Back
key-forward = Forward
key-refresh = Refresh
key-search = Search
key-home-page = Home page
key-favorites = Favourites
key-stop = Stop
key-media-play = Media play
key-media-next = Next track
key-media-previous = Previous track
key-media-stop = Media stop
key-mute = Mute
key-volume-down = Volume down
key-volume-up = Volume up
key-mail = Mail
key-application-1 = Application 1
key-application-2 = Application 2
key-shift-left = Left Shift
key-shift-right = Right Shift
key-ctrl-left = Left Ctrl
key-ctrl-right = Right Ctrl
key-alt-left = Left Alt
key-alt-right = Right Alt
key-system-left = Left system key
key-system-right = Right system key
key-beside-shift = Key beside Shift
key-caps-lock = Caps Lock
key-num-lock = Num Lock
key-scroll-lock = Scroll Lock
key-print-screen = Print Screen
key-pause = Pause
key-menu = Menu
key-fn = Fn
key-eject = Eject
key-help = Help
key-power = Power
key-sleep = Sleep
key-clear = Clear

## The dialog of preferences

preferences-title = Preferences
preferences-theme = Theme
preferences-theme-help = Light words on dark ground, dark words on light ground, or what the system asks for.
preferences-dark = Dark
preferences-light = Light
preferences-system = As the system
preferences-size = Interface size
preferences-size-help = Size of everything in the window. Ctrl++ and Ctrl+− change it, too.
preferences-grid-help = Lines on the ground of the 3D view; every tenth is stronger.
preferences-grid-on = Show the grid
preferences-snap = Snap
preferences-snap-help = Steps to which what is dragged, drawn and put in snaps while that is on; Ctrl reverses it while it is held.
preferences-drawing = Drawing
preferences-keys = Keys
preferences-keys-help = All keys, to be bound anew.
preferences-all-keys = Keyboard shortcuts …
preferences-plugins = Plugin folders
preferences-plugins-help = Folders in which plugins are looked for, in this order.
preferences-percent = { $factor } %
preferences-choice = { $row }: { $name }

## The language of the window

grab-hint = X, Y, Z: along or about an axis. Click or Enter: so. Right button or Escape: back.
grab-nothing = Nothing that is selected can be moved.

labels-usual = Robots
labels-usual-help = Names of robots where they are few, and all labels of what is selected.
labels-size = Letters
labels-beacon = { $name } | { $kind } | range { $range } m
labels-beacon-cone = { $name } | { $kind } | range { $range } m | cone { $cone }° | turned { $turned }

language-menu = Language
language-help = What the window speaks: the language of the system, or another one.
language-of-system = As the system ({ $name })

## Units in which lengths and angles are shown

units-lengths = Lengths
units-lengths-help = In what lengths are shown. Fields understand all units; the scene file is in metres in any case.
units-fitting = m; of robots cm
units-metres = m
units-centimetres = cm
units-angles = Angles
units-angles-help = In what angles are shown. Fields understand both; the scene file is in radians in any case.
units-degrees = degrees
units-radians = rad
units-no-length = { $text } is no length; accepted: 0.5, 0,5, 1/2, 0.5 m, 50 cm or 500 mm
units-no-angle = { $text } is no angle; accepted: 30, 30°, 22,5° or 0.5 rad

## What the program tells of itself

about-version = Version
about-abi = Plugin interface (ABI)
about-system = System
about-licence = Licence
about-authors = Authors
about-libraries = Libraries
about-libraries-words = crates of crates.io under licences of their own; Cargo.lock lists them
about-data = Data folder
about-no-data = none: nothing is kept
about-device = Graphics device
about-no-device = none
about-copy = Copy all
about-copy-help = Copies these lines to the clipboard, for a report.

## The manual

manual-title = Manual
manual-back = Back
manual-forth = Forward
manual-search = Search the manual
manual-nothing = No page has all these words.
manual-found = { $page } › { $heading }

## Files

file-remedy = nothing was lost: the scene is still open
file-choose-folder = choose a folder that can be written to
file-unsaved = There are changes that no file has.
file-save = Save
file-cancel = Cancel
file-overwrite = Save over it
file-saved = saved { $name }
file-untitled = a new scene
file-exists = There is a file { $path } already.

## What opens when there is no scene

start-page-new = New scene
start-page-open = Open scene …
start-page-recent = Open lately
start-page-examples = Examples
start-page-drop = Or drop a scene onto this window. A plugin library that is dropped here is installed.
start-page-open-recent = Open recent
start-page-no-recent = No scene has been opened yet.
start-page-missing = The file is not there at present.
start-page-forget = Forget missing files
start-page-forget-all = { $count } of them are not there.

## Words of unsaved work that is kept and offered after a crash

recovery-action = Recover unsaved work …
recovery-title = Unsaved work
recovery-help = The program ended without saving this. What is neither recovered nor discarded is offered again at the next start.
recovery-recover = Recover
recovery-recover-help = Opens it with its unsaved changes.
recovery-later = Later
recovery-later-help = Leaves it where it is: File › Recover unsaved work … lists it again.
recovery-later-for-all = Later for all
recovery-none = No earlier run has left unsaved work.
recovery-works = Unsaved changes are kept again for the case of a crash.
recovery-failed-help = it is tried again until it succeeds; save your work meanwhile
recovery-unreadable = unsaved work cannot be read
recovery-unreadable-help = the text may be found in the file with a text editor; discard it when it is not needed
recovery-no-thread = the system starts no thread that keeps unsaved changes
recovery-no-thread-help = raise the system's limit of threads, or end other programs
recovery-unreadable-of = { $file } cannot be read: { $reason }
recovery-discard-help = { $days ->
    [one] Moves it to a folder in which it is kept for 1 day.
   *[other] Moves it to a folder in which it is kept for { $days } days.
 }
recovery-discarded = { $days ->
    [one] moved to { $place }, where it is kept for 1 day; moved back one folder, it is offered again
   *[other] moved to { $place }, where it is kept for { $days } days; moved back one folder, it is offered again
 }
recovery-failed = unsaved changes cannot be kept for the case of a crash: { $reason }
recovery-now = Kept less than a minute ago
recovery-minutes = { $count ->
    [one] Kept 1 minute ago
   *[other] Kept { $count } minutes ago
 }
recovery-hours = { $count ->
    [one] Kept 1 hour ago
   *[other] Kept { $count } hours ago
 }
recovery-days = { $count ->
    [one] Kept 1 day ago
   *[other] Kept { $count } days ago
 }
recovery-file-unchanged = its file is as it was
recovery-file-changed = its file has been changed since
recovery-file-missing = its file is gone
recovery-file-never = it has no file yet
recovery-state = { $ago }; { $file }.
recovery-state-unapplied = { $ago }; { $file }; with text that was not applied.

## Words of files that other programs change

changed-files-action = Reload the files
changed-files-no-file = The scene has no file yet.
changed-files-reload-help = Takes over what the files hold now; time goes on where it is.
changed-files-reload-unsaved-help = Takes over what the file holds now in place of the unsaved changes; Undo brings these back.
changed-files-merge = Merge
changed-files-merge-help = Puts the changes in the file together with the unsaved ones; refused where both concern the same or neighbouring lines.
changed-files-keep = Keep mine
changed-files-keep-help = Leaves everything as it is here; saving replaces what the file holds now.
changed-files-always = Always, when nothing is unsaved
changed-files-always-help = Reloads at once from now on, unless there are unsaved changes or a recording is being made.
changed-files-reloaded = reloaded what another program has changed
changed-files-reloaded-over = reloaded the file; Undo brings the unsaved changes back
changed-files-merged = put together with the changes in the file; Undo takes that back
changed-files-not-merged = the changes in the file cannot be put together with the unsaved ones
changed-files-not-watched = the system starts no thread that watches the files of the scene
changed-files-not-watched-help = raise the system's limit of threads; until then a change is noticed when the scene is saved
changed-files-deleted = { $file } was deleted or moved by another program; saving writes it again
changed-files-changed = { $count ->
    [one] { $first } has changed on disk.
   *[other] { $first } have changed on disk.
 }
changed-files-changed-more = { $first } and others have changed on disk.

## The size of the interface
interface-size-larger = Larger interface
interface-size-smaller = Smaller interface
interface-size-normal = Interface at its normal size

## The dialog in which a file is chosen

choose-parent = Parent folder
choose-refresh = Refresh
choose-folder = Folder
choose-new-folder = New folder
choose-new-folder-name = Name of the new folder
choose-create = Create
choose-reading = The folder is being read …
choose-empty = There is nothing of this kind here.
choose-name = File name
choose-hidden = Hidden files
choose-kinds = Files that are shown
choose-all = All files
choose-open = Open
choose-keep = Keep it
choose-home = Home
choose-of-scene = Folder of the scene
choose-last = Last used
choose-working = Working folder
choose-files = Files
choose-scene = Scene
choose-recording = Recording
choose-robot = Robot
choose-table = Table
choose-text = Text
choose-csv = CSV
choose-png = PNG
choose-svg = SVG
choose-open-scene = Open a scene
choose-save-scene = Save the scene
choose-export-surroundings = Export the surroundings
choose-import-surroundings = Import surroundings
choose-open-recording = Open a recording
choose-open-text = Open a text file
choose-save-text = Save the text
choose-compare = Compare with a recording
choose-record = Record the run
choose-export-plots = Export what is plotted
choose-export-picture = Export the plots as a picture
choose-export-log = Export the log
choose-export-plan = Export the plan
choose-save-robot = Save the robot
choose-use-robot = Use a robot
choose-save-table = Save the table
choose-load-table = Load a table
choose-exists = { $name } exists already.
choose-no-file = there is no file { $path }
choose-no-folder = there is no folder { $path }
choose-not-made = { $path } cannot be made: { $reason }

## Editing

edit-nothing-to-undo = There is nothing to undo.
edit-nothing-to-redo = There is nothing to redo.
edit-not-a-part = The clipboard holds no part of a scene.
edit-delete-users = Delete these, too
edit-delete-carried = Delete all
edit-keep-carried = Keep what it carries
edit-carries = { $name } carries { $carried }.
edit-deleted-robots = { $count ->
    [one] deleted 1 robot
   *[other] deleted { $count } robots
 }
edit-undone = undone: { $label }
edit-redone = done again: { $label }
edit-placed = Place { $first } in the run
edit-placed-more = Place { $first } and { $others } more in the run
edit-refused = { $wrong }; { $accepted }

## The menu of a thing

thing-no-body = Only robots and objects can be hidden one by one; Show has switches for the rest.
thing-elsewhere = It does not stand in the text of this file.
thing-new-name = New name
thing-rename = Rename
thing-menu = What can be done with it
thing-insert-pose = Insert a pose before this one
thing-remove-last-pose = Remove the last pose
thing-no-pose = Select a pose of the route first: click its dot in a view.

## What can be put in

insert-box = Insert box
insert-cylinder = Insert cylinder
insert-extrusion = Insert extrusion
insert-group = Insert group of objects
insert-shared-shape = Insert shared shape
insert-sphere = Insert sphere
insert-capsule = Insert capsule
insert-ellipsoid = Insert ellipsoid
insert-spot = Insert spot light
insert-wall = Insert wall
insert-ramp = Insert ramp
insert-pool = Insert pool
insert-plane = Insert plane
insert-terrain = Insert terrain
insert-crate = Insert crate that can be pushed
insert-ball = Insert ball that can be pushed
insert-beacon = Insert beacon
insert-beacon-of-type = Insert { $name }
insert-lamp = Insert lamp
insert-sun = Insert sun
insert-note = Insert note
insert-note-text = Note
insert-disc = Insert painted disc
insert-line = Insert painted line
insert-field = Insert painted field
insert-water = Insert water
insert-route = Insert route
insert-mesh = Insert mesh from a file …
insert-model = Insert robot from a model file …
insert-picture = Insert image on the floor from a file …
insert-heights = Insert terrain from an image file …
insert-include = Include another scene file …
insert-no-collision = Insert condition: no collision
insert-key = Insert key press
insert-hint = Click where it shall stand. Enter puts it into the middle of the view, Escape ends.
insert-drag-hint = Drag a row into a view, or choose it and click where it shall stand.
insert-table = Insert table
insert-desk = Insert desk
insert-chair = Insert chair
insert-shelf = Insert shelf
insert-cupboard = Insert cupboard
insert-bed = Insert bed
insert-sofa = Insert sofa
insert-column = Insert column
insert-bollard = Insert bollard
insert-bin = Insert waste bin
insert-plant = Insert potted plant
insert-step = Insert step
insert-robot = Insert robot { $model }
insert-fleet = Insert fleet of { $model }
insert-service = Insert service { $id }

## Drawing by clicking

draw-walls = Walls
draw-room = Room
draw-field = Field of paint
draw-route = Route
draw-door = Door
draw-next-point = Click the next point. Backspace takes one back, Esc all.
draw-from-robot = It begins at { $robot }; Backspace lets it begin elsewhere. Click the next point.
draw-made = { $shape }: made of the points that were there. Undo takes it back.
draw-waits = { $shape }: not whole yet. “{ $action }” goes on with it.
draw-last-point = Click the next point, the first one to close it, or the last one again (or press Enter) when it is whole.
draw-first-corner = Click a corner of its inside, or drag from it to the opposite one. Esc ends.
draw-other-corner = Click the opposite corner of its inside.
draw-from-above = Draw in the 3D view, or in the plan seen from above.
draw-point-at-wall = Point at the wall that gets it. Esc ends.
draw-too-short = This wall is too short for it.
draw-click-door = Click to cut it into this wall.
draw-height = Height
draw-thickness = Thickness
draw-width = Width
route-first = Click where it begins.
route-next = Click the next pose. Backspace takes one back, Esc all.
route-last = Click the next pose, the first one to close the route, or the last one again (or press Enter) when it is whole.
route-turn = Hold Shift and drag from a pose to give its heading.
route-along = Heading along the way
route-heading = Heading
route-speed = Speed
route-fastest = as fast as it goes
route-dwell = Stay
route-goes-on = It goes on from the end of the route of { $robot }; Backspace begins another one. Click the next pose.
route-would-cross = { $robot } has no way there: it would run into { $names }. Go around it, or move it
route-would-touch = { $robot } has no way there: it would touch { $names }. Leave at least a millimetre more
route-cannot-tell = it cannot be told whether there is a way: { $why }
route-leg-touches = { $robot } would touch { $name } on its way from pose { $from } to the next one
route-leg-crosses = { $robot } would run into { $name } on its way from pose { $from } to the next one

## Which poses are changed by hand

moment-changes = Move
moment-start-name = Move where things start
moment-start-help = What is dragged or typed changes where things start: the scene. The present run goes on as it is.
moment-now-name = Move things now
moment-now-help = What is dragged or typed changes where robots and movable objects are in the present run. The scene stays as it is.
moment-no-run = Before the first step things are where they start.
moment-shown = start
moment-run-only = This holds for the present run. To change the scene, choose Start in the tools.

## Snapping to round numbers

snap-menu = Snap
snap-on = Snap while dragging
snap-on-help = What is dragged, drawn and put in comes to round numbers. Ctrl reverses this while it is held.
snap-grid = Grid step
snap-angle = Angle step
snap-steps = Snap { $grid }, { $angle }

## Along whose axes things are moved and turned

axes-action = Move along its own axes
axes-action-help = Moves and turns what is selected along its own axes, or along those of the world again.
axes-world = Axes: world
axes-own = Axes: own
axes-name = Own axes

## The handle that makes things higher or lower

height-of = Height of { $name }
height-now = height { $height }
height-changed = Change height of { $name }

## Sizes that are changed by dragging

resize-action = Resize with handles
resize-action-help = Changes the size of what is selected along its own axes, or all together.
resize-robots = Robots cannot be resized: their size is that of their model.
resize-no-size = What is selected has no size that could be changed.
resize-size = { $x } × { $y } × { $z }
resize-factor = × { $factor }

## Lining up and distributing

arrange-stayed = What does not move by itself was left where it is: it has only a start. Choose “Move: Start” for it.

## Measuring

measure-next = Click the next point. Esc ends.
measure-end = Esc ends
measure-segment = Segment { $length }
measure-parts = dx { $x }   dy { $y }   dz { $z }
measure-angle = Angle { $angle }
measure-total = Total { $length }

## Running

run-play = Play
run-pause = Pause
run-step = Step
run-stop = Stop
run-reset = Reset to start
run-speed = Speed
run-unlimited = unlimited
run-building = Building the scene …
run-playing = Playing
run-paused = Paused
run-empty = No scene
run-failed = Failed
run-goes-on = Play goes on beyond the end.
run-back = Back to the start
run-ended = Ended: { $reason }
run-over = Ended: the { $duration } s of the scene are over.
run-beyond = { $state } beyond the end of the scene at { $end } s
run-factor = ×{ $factor }
run-tick = tick { $tick }

## Words of recordings: making, playing, comparing

recordings-record = Record
recordings-stop = Stop recording
recordings-end-it = End the recording
recordings-compare = Compare with a recording …
recordings-close = Back to the live run
recordings-timeline = Timeline
recordings-time = Time
recordings-start = To the start
recordings-step-back = Step back
recordings-play-back = Play backwards
recordings-step = Step forward
recordings-end = To the end
recordings-speed = Playing speed
recordings-compare-this = Compare the live run with it
recordings-compare-help = Goes back to the live run and shows how far its robots are from the recorded ones.
recordings-close-help = Closes the recording. The live run stands where it was paused.
recordings-reading = Reading events and ways …
recordings-models = Building the recorded robots …
recordings-no-edits = A recording is shown. Go back to the live run to change the scene.
recordings-no-step-back = Only steps can be taken back, until time runs again.
recordings-no-live = There is no live run. Open a scene first.
recordings-no-events = events and ways cannot be read
recordings-not-opened = the recording cannot be opened
recordings-open-again = close other programs and open it again
recordings-no-thread = the thread that opens it ended
recordings-nothing-recorded = A recording is shown; a recording is made of the live run.
recordings-panel = Comparison
recordings-nothing = Compare the run with a recording to see how far the robots are from where they were then.
recordings-end-comparison = End comparison
recordings-now = now / m
recordings-max = max / m
recordings-rms = rms / m
recordings-not-recorded = not in the recording
recordings-outside = The recording has nothing of this moment.
recordings-plot-distance = Plot the distance over time
recordings-highest-first = Greatest first
recordings-ends = “{ $action }” ends the recording that is being made. What has been recorded until now stays in its file.
recordings-taken = A recording of this name would take the place of { $there }.
recordings-stopped = recorded { $frames } to { $file }: { $reason }
recordings-failed = recording to { $file } failed: { $reason }
recordings-opening = Opening { $name } …
recordings-shown = Recording { $name }
recordings-compared = Distance to { $name }
recordings-span = { $first } … { $last } s
recordings-plot-distance-of = Plot the distance of { $robot }
recordings-frames = { $count ->
    [one] 1 frame
   *[other] { $count } frames
 }
recordings-started = recording to { $file }
recordings-started-late = { $missed ->
    [one] recording to { $file }, without the first tick
   *[other] recording to { $file }, without the first { $missed } ticks
 }
recordings-note = note
recordings-warning = warning
recordings-error = error
recordings-fault = fault

## Acceptance conditions

acceptance-panel = Results
acceptance-none = The scene has no acceptance conditions. Insert one by Edit › Insert …, `condition`.
acceptance-select = Click to select what it is about and to see it.
acceptance-go-there = Click to go there: the run begins again and goes on to this moment.
acceptance-recording = End the recording first: the run begins again to go there.
acceptance-columns-1 = Condition
acceptance-columns-2 = Result
acceptance-columns-3 = Moment
acceptance-columns-4 = Seen
acceptance-count = { $all ->
    [one] { $met } of 1 condition met
   *[other] { $met } of { $all } conditions met
 }
acceptance-moment = { $seconds } s
acceptance-show = Show what { $condition } is about
acceptance-go-to = Go to the moment of { $condition }
acceptance-met = met
acceptance-missed = missed
acceptance-not-met = not met so far

## What takes time, and what is about to happen

busy-drop-scene = Drop to open this scene
busy-drop-recording = Drop to open this recording
busy-drop-part = Drop to put this into the scene
busy-drop-pack = Drop to look at this pack and install it
busy-drop-library = Drop to install this library
busy-drop-any = Drop to open a scene or a recording, to put a model in, or to install a library
busy-installing = Installing { $name } …
busy-loading = Loading { $name } …
busy-writing = Writing { $name } …
busy-seconds = { $words } { $seconds } s
ending-stopping = Ending the simulation: waiting until its services have stopped …
ending-no-thread = the thread cannot be started that ends the window when the system asks for it
ending-go-on = Go on
busy-building = Building …
busy-building-scene = Building { $title } …

## The scene's tree

tree-search = Search
tree-movable = Movable objects
tree-fixed = Fixed objects
tree-added = Added during the run
tree-scene = The scene itself
tree-nothing = Nothing has such a name.
tree-empty = There is nothing in the scene yet.
tree-refused = The scene is not shown as long as it has mistakes or something that it needs is missing.
tree-show = Show { $name }
tree-field = field
tree-line = line
tree-disc = disc
tree-image = image

## Groups of the tree

section-groups = Groups
section-objects = Objects
section-fleets = Fleets
section-beacons = Beacons
section-lights = Lights
section-media = Water and air
section-services = Services
section-inputs = Operator's script
section-acceptance = Conditions
section-paint = Painted on the floor
section-includes = Included files
section-shapes = Shared shapes

## The inspector

inspector-nothing = Select a robot or an object, in the view or in the tree.
inspector-pose = Pose
inspector-start-help = Where it stands in the scene file, before the first step.
inspector-now-help = Where it is in the present run. The scene file stays as it is.
inspector-choose-start = Choose Start in the tools to change it.
inspector-motion = Motion
inspector-position = Position
inspector-rotation = Roll, pitch, yaw
inspector-velocity = Velocity
inspector-distance = Way travelled
inspector-collisions = Collisions
inspector-controller = Controller
inspector-dynamics = Dynamics
inspector-telemetry = Telemetry
inspector-fixed = It does not move.
inspector-added = It was added during the run.
inspector-added-by = The service “{ $service }” has added it during the run.
inspector-size = Size
inspector-description = Description
inspector-halted = A component of this robot has failed; it was made safe. The log says why.
inspector-no-reading = no reading yet
inspector-no-reading-help = Sensors read the world with the first step.
inspector-no-controller = It was built without a controller.
inspector-goes-on-with = The run goes on with { $id }, as it was built.
inspector-model = Model
inspector-sensors = Sensors
inspector-actuators = Actuators
inspector-properties = Properties
inspector-scene = The scene
inspector-unlock = Unlock
inspector-dissolve = Dissolve the fleet
inspector-dissolve-help = Writes its robots one by one, with the same names and places.
inspector-align = Line up
inspector-smallest = smallest
inspector-middle = middle
inspector-largest = largest
inspector-distribute = distribute
inspector-several = { $count } things
inspector-align-of = Line up { $axis }: { $side }
inspector-distribute-of = Distribute along { $axis }
inspector-edit-fleet = Go to the fleet { $fleet }
inspector-of-fleet = A change concerns every robot of the fleet { $fleet }.
inspector-parameters-of = Parameters of the { $component }

## Forms

form-back = Back to the default
form-given = Whether it is given
form-not-given = not given
form-kind = Kind
form-add = Add
form-new-name = New name
form-json = as JSON
form-back-of = Take { $field } back to its default
form-given-of = Give { $field }
form-add-of = Add to { $field }
form-remove = Remove { $what } from { $field }
form-no-number = { $text } is no number; accepted: 0.5, 0,5 or 1/2
form-accepted = accepted: { $range }
form-joint-accepts = joint `{ $joint }` is limited to { $range }
form-default = Default: { $value }
form-not-json = { $field } is no JSON: { $error }
form-range = Range: { $least } … { $most }{ $unit }
form-range-above = Range: above { $least }{ $unit }
form-range-from = Range: at least { $least }{ $unit }
form-range-to = Range: at most { $most }{ $unit }
form-unit = Unit:{ $unit }

## The text editor

editor-title = Editor
editor-name = Text of { $file }
editor-untitled = untitled
editor-no-file = Open a text file, such as a mission or the code of a controller, or begin a new one.
editor-new = New file
editor-new-help = Begins an empty text; saving asks for its file.
editor-open = Open file …
editor-open-help = Opens a text file of UTF-8 that has 5 MB at most.
editor-save = Save file
editor-save-help = Writes the text to its file. Ctrl+S does so while the keyboard is in the editor.
editor-save-as = Save file as …
editor-save-as-help = Writes the text to another file, which is then its own.
editor-revert = Revert file
editor-revert-help = Goes back to what the file holds; Undo brings the text back.
editor-same = The text is as it was saved.
editor-close = Close { $file }
editor-find = Find
editor-find-help = Finds and replaces in the text: Ctrl+F and Ctrl+H while the keyboard is in the editor.
editor-find-hint = Text to find
editor-next = Next
editor-next-help = Goes to the next place: Enter, or F3.
editor-previous = Previous
editor-previous-help = Goes to the place before: Shift+Enter, or Shift+F3.
editor-case = Case
editor-case-help = Capital and small letters are different.
editor-word = Whole word
editor-word-help = No letter, digit or underscore may stand before or after it.
editor-found = { $count ->
    [one] 1 place
   *[other] { $count } places
}
editor-found-at = { $at } of { $count }
editor-not-found = not found
editor-replace-more = Replace …
editor-replace-more-help = Shows what to put in the place of what is found.
editor-replace-hint = Text to put in
editor-replace = Replace
editor-replace-help = Replaces the place that is selected, and goes to the next one.
editor-replace-all = Replace all
editor-replace-all-help = Replaces all places; Undo takes that back.
editor-changed = { $file } was changed by another program.
editor-deleted = { $file } was deleted or moved by another program. Saving writes it again.
editor-reload-help = Takes over what the file holds now.
editor-reload-unsaved-help = Takes over what the file holds now in place of the unsaved text; Undo brings this back.
editor-keep = Keep mine
editor-keep-help = Leaves the text as it is here; saving replaces what the file holds now.
editor-reverted = { $file }: the text is as the file has it
editor-unsaved = { $file } has changes that were not saved.
editor-all-unsaved = { $count ->
    [one] A file in the editor is not saved: { $files }.
   *[other] { $count } files in the editor are not saved: { $files }.
}
editor-save-all = Save
editor-throw-away = Throw away
editor-edit = Edit { $file }
editor-edit-help = Opens the file that this value stands in, in the editor.

## Building

build-build = Build
build-help = Saves the files of the project of the file that is shown, builds it, and puts its library into the folder of plugins.
build-runs = A build is running: cancel it first, or wait.
build-no-project = The file that the editor shows belongs to no project: no folder above it has a Cargo.toml, a Makefile or a CMakeLists.txt.
build-cancel = Cancel build
build-cancel-help = Ends the build with all its processes.
build-hide = Hide output
build-hide-help = Hides what the build says; the next build shows it again.
build-whole = All output
build-whole-help = Shows everything that the build has written, not its messages alone.
build-running = { $name } is being built: { $done } crates done, { $seconds } s
build-built = { $name } is built, in { $seconds } s
build-built-with = { $count ->
    [one] { $name } is built, with a warning
   *[other] { $name } is built, with { $count } warnings
}
build-failed = { $count ->
    [one] { $name } was not built: 1 error
   *[other] { $name } was not built: { $count } errors
}
build-canceled = { $name } was not built: it was cancelled
build-new-title = New component
build-new-name = Name
build-new-kind = Kind
build-new-language = Language
build-new-folder = Folder
build-new-folder-help = The folder in which the new folder is made.
build-new-make = Make it
build-new-where = Makes the folder { $folder }
build-made = made { $folder }
build-this-machine = it builds on this machine only: it depends on { $source }

## The scene's text

source-title = Text
source-name = Text of the scene
source-no-scene = Open or begin a scene: here stands its text.
source-apply-help = Makes this text the scene. One that has mistakes is refused, and they are shown at their lines.
source-revert = Revert
source-revert-help = Throws away what was written here since the text was applied last.
source-same = There is nothing to apply: this is the scene's text.
source-changed = The scene has been changed elsewhere since. Apply puts this text in its place.
source-unapplied = The text view has changes that were not applied.
source-apply-first = Apply them
source-throw-away = Throw them away
source-finding = line { $line }: { $message }

## The view

view-fit = Fit all
view-top = From above
view-front = From the front
view-side = From the side
view-no-device = The window has no graphics device, so the 3D view cannot be drawn.
view-hint = Drag to turn, drag with the right button to shift, scroll to come closer, click to select.
view-name = 3D view of the scene
view-no-robot = Select a robot first.
view-no-camera = This robot has no camera.
view-from = Seen from { $robot }. Esc leaves.
view-behind = Seen from behind { $robot }. Esc leaves.
view-through = Seen through { $robot }.{ $camera }. Esc leaves.

## Pictures and videos of the 3D view

view-files-save-picture = Save a picture of the view
view-files-record = Record a video of the view
view-files-stop = Stop video
view-files-video = Video
view-files-size = Size
view-files-size-view = 1×
view-files-size-view-help = As many pixels as the view has.
view-files-size-twice = 2×
view-files-size-twice-help = Twice as many pixels as the view has, along each edge.
view-files-time = Time
view-files-time-seen = as seen
view-files-time-seen-help = A second of the video is a second before the window, however fast the run is.
view-files-time-run = of the run
view-files-time-run-help = A second of the video is a second of simulated time. While the run stands still nothing is recorded.
view-files-kind = Written as
view-files-kind-video = video (MP4)
view-files-kind-video-help = One file, coded as AV1.
view-files-kind-pictures = pictures (PNG)
view-files-kind-pictures-help = A new folder of this name, with a PNG picture of each image.
view-files-not-seen = No 3D view has been drawn. Bring one to the front first.
view-files-still-written = The video before is still being written to this file. Try again in a moment.
view-files-no-picture = the picture cannot be saved
view-files-smaller = choose the size 1×, or make the view smaller
view-files-no-folder = the pictures need a new folder
view-files-there = there is something of this name already
view-files-other-name = choose another name
view-files-asked = ended by hand
view-files-closed = the view was closed
view-files-other-scene = another scene was opened
view-files-no-image = the view gave no image
view-files-started = recording a video of the view to { $file }
view-files-images = { $count ->
    [one] 1 image
   *[other] { $count } images
 }
view-files-stopped = video of { $images }, { $seconds } s, in { $file }: { $reason }
view-files-stopped-late = { $left_out ->
    [one] video of { $images }, { $seconds } s, in { $file }: { $reason }; 1 image was left out, because writing was too slow
   *[other] video of { $images }, { $seconds } s, in { $file }: { $reason }; { $left_out } images were left out, because writing was too slow
 }
view-files-status = Video { $length }, { $images }
view-files-left-out = { $count ->
    [one] 1 image was left out, because writing was too slow.
   *[other] { $count } images were left out, because writing was too slow.
 }

## What is drawn besides the things themselves

shown-drawings = What components draw
shown-menu = Show
shown-menu-help = What is drawn besides the things themselves, in all views.
shown-labels = Labels
shown-signs = Lamps and beacons
shown-trails = Trails
shown-contacts = Contacts
shown-contacts-help = Where things touch, and the direction they push each other.
shown-ceilings = Ceilings
shown-ceilings-help = Objects of the category `ceiling`, or with that tag.
shown-sensors = What sensors cover
shown-frames = Axes
shown-nobody = None
shown-margins = Margins
shown-margins-help = Clearance around robots, and around objects whose scene gives one.
shown-cut = Cut above
shown-cut-help = Leaves out what is above a height, in the 3D view.
shown-switched-off = Switch it on first.
shown-of = { $what }: { $whom }

## Several views, layouts of the panels, kept states

several-new-3d-view = New 3D view
several-new-plan = New plan
several-new-camera-panel = New camera panel
several-layouts = Layouts
several-standard = Standard
several-building = Building
several-save-layout = Save layout as …
several-name-of-layout = Name of the layout
several-replace-layout = Replace the layout
several-delete-layout = Delete layout
several-reserved = This is the name of a layout that comes with the program.
several-states = States
several-keep-state = Keep this state …
several-newest-state = Go back to the newest kept state
several-keep-help = Keeps the run as it is now under a name, to go back to it later.
several-go-help = Click to put the run back to this state. It stands still then.
several-no-states = Keep a state of the run to go back to it later.
several-none-kept = No state of this run is kept.
several-other-scene = The scene has changed since. Take the changes back to go to this state.
several-recording = A recording is shown. Go back to the live run first.
several-name-of-state = Name of the state
several-keep = Keep
several-do-not-keep = Do not keep it
several-rename = Rename
several-delete = Delete
several-numbered = { $kind } { $number }
several-camera = Cameras: { $robot }.{ $camera }
several-taken = There is a layout “{ $name }” already.
several-ask-to-delete = The layout “{ $name }” is deleted for good.
several-saved = saved the layout { $name }
several-delete-of = Delete { $name }
several-state-at = state at { $time } s
several-moment = { $time } s
several-count = { $kept } of { $most } at most
several-go-to = Go to { $name }
several-rename-of = Rename { $name }
several-went-to = back at { $name }

## The plan

plan-seen = Seen
plan-name = Plan of the scene
plan-export-png = Export the plan as PNG …
plan-not-written = the plan cannot be written
plan-too-large = { $width } by { $height } pixels cannot be drawn

## What the graphics device tells

graphics-refused = the graphics device cannot draw what is shown
graphics-refused-remedy = the run goes on; draw less (View › Efficient drawing, smaller panels), or start with another device (WGPU_BACKEND, WGPU_ADAPTER_NAME)
graphics-lost = the graphics device was lost
graphics-lost-remedy = start the window again: work that no file has is offered then
graphics-no-window = the window cannot be opened
graphics-no-window-help = check that a display is there (DISPLAY or WAYLAND_DISPLAY) and that Vulkan, Metal, DirectX 12 or OpenGL can draw on it; `sim run` needs no window

## Plots

plots-channel = Channel
plots-plot = Plot
plots-clear = Clear plots
plots-export = Export
plots-export-csv = As a table (CSV) …
plots-export-png = As a picture (PNG) …
plots-fit-help = Shows all of the curves again, and follows them. A double click does the same.
plots-hold = Hold
plots-hold-help = Keeps the curves as they are now; time and recording go on.
plots-hold-live = Hold: a recording stands still by itself.
plots-time = time / s
plots-export-failed = the plots cannot be written
plots-no-picture = the plots cannot be written as a picture
plots-out-of-sight = nothing of the plots is in sight
plots-to-the-front = bring the plots to the front first
plots-incomplete = the picture of the window is incomplete
plots-distance = distance to the recording
plots-remove = No longer plot it
plots-nothing = Choose a robot and a channel, or click a telemetry value in the inspector.
plots-toggle = Plot it, or no longer
plots-remove-of = Remove { $name }
plots-written = written to { $file }
plots-recorded = { $name } (recorded)
plots-recorded-value = {" "}(recorded { $value })

## Ways to look at plotted values

analysis-over-time = Over time
analysis-xy = XY
analysis-histogram = Histogram
analysis-spectrum = Spectrum
analysis-over-time-help = Values as they came.
analysis-xy-help = Values over another value that is plotted, of the same moment.
analysis-histogram-help = How often the values were in which range. The bins are as wide as Freedman and Diaconis say.
analysis-spectrum-help = Which frequencies the values have: amplitudes without the mean, under Hann's window. A sine shows its amplitude. The newest 65,536 steps count.
analysis-over = over
analysis-share = Shares
analysis-share-help = Parts of all values instead of their number, so that runs of different length can be compared.
analysis-newest = of the last
analysis-newest-help = Only values of so many seconds before the end count; 0: all.
analysis-number = number
analysis-part = share
analysis-frequency = frequency / Hz
analysis-computing = Computing …
analysis-too-few = There are too few values for this yet.
analysis-no-other = Plot another value, too: XY shows the values of this plot over it.
analysis-of-each = { $path } of each robot
analysis-all = all
analysis-choice = { $kind } of { $unit }
analysis-mean = mean
analysis-deviation = standard deviation
analysis-values = values
analysis-greatest = greatest amplitude

## Commands and values beyond their limits

limits-limited = Limited commands
limits-limited-help = How often a command was outside the range of its actuator and has been limited. The log names the first one.

## Driving by hand

drive-title = Drive
drive-who = Robots
drive-nobody = Select a robot, or drive all of them.
drive-no-scene = Open a scene first: there is nobody to drive.
drive-no-robot = There is no robot in this scene.
drive-capture = Capture the keyboard
drive-capture-help = Keys go to the robots instead of shortcuts, but for those with Ctrl. Escape gives the keyboard back, and so does leaving this panel.
drive-captured = The keyboard drives. Escape gives it back.
drive-writing = The keyboard writes into a text field; click elsewhere to drive.
drive-stick = Stick: ahead, back, left, right
drive-stick-help = Drag to drive; it goes back to the middle when let go.
drive-axes = Axes
drive-centre = Centre all
drive-centre-help = Sets every axis to 0.
drive-keys = Keys
drive-keys-help = Letters and digits that are not in this list mean themselves. Robots hear only what their controllers ask for.
drive-press = Press a key …
drive-arrows = Arrow keys
drive-wasd = W A S D
drive-pad = Gamepad
drive-pad-use = Use a gamepad
drive-pad-none = No gamepad answers. Plug one in, or switch it on.
drive-pad-absent = This program was built without gamepads; build it with `--features gamepad`.
drive-dead-zone = Dead zone
drive-dead-zone-help = Part of a stick's way around its middle that does nothing.
drive-hand-over = Let me drive it
drive-sticks-1 = Left stick, ahead
drive-sticks-2 = Left stick, left
drive-sticks-3 = Right stick, ahead
drive-sticks-4 = Right stick, left
drive-driven-by = { $robot } is driven by { $controller }. It hears keys only if that controller asks for them.
drive-hand-over-of = Gives it the controller { $id }, which drives by the arrow keys and by the axes forward and turn.
drive-change = Change the key for { $key }
drive-hold = Hold { $key }

## What cameras see

cameras-title = Cameras
cameras-camera = Camera
cameras-none = No robot of this scene has a camera. Give one to a robot by this line in the scene:
cameras-no-image = There is no image yet. Let time run, or do a step.
cameras-waiting = Waiting for the image …
cameras-beyond = beyond
cameras-image = Image of the camera
cameras-unreadable = the camera's answer is no image
cameras-unreadable-help = a camera answers `image` with width, height, format (`rgba8` or `depth32`), images and pixels as base64
cameras-no-number = no number `{ $name }`
cameras-no-pixels = no text `pixels`
cameras-wrong-bytes = { $bytes } bytes for { $width } × { $height } pixels
cameras-no-format = the format `{ $format }`
cameras-metres = { $value } m
cameras-pixel = column { $column }, row { $row }: { $value }
cameras-facts = { $width } × { $height }, { $kind }, image { $images }
cameras-distances = distances
cameras-colors = colors

## The log

log-level = Level
log-error = error
log-warning = warning
log-info = info
log-debug = debug
log-of-plugins = plugins
log-filter = Filter by robot, component or text
log-nothing = Nothing has been said yet.
log-hidden = { $count ->
    [one] 1 line is hidden by: { $filters }
   *[other] { $count } lines are hidden by: { $filters }
 }
log-show-hidden = Show all lines
log-text = Text
log-dropped = { $count ->
    [one] 1 line came too fast to be shown.
   *[other] { $count } lines came too fast to be shown.
 }
log-installed = installed { $from } as { $to }
log-digest = { $tick ->
    [one] state after 1 tick: { $digest }
   *[other] state after { $tick } ticks: { $digest }
 }
log-begin-anew = after the change these begin anew: { $names }
log-built = scene built in { $seconds } s
log-part = Part
log-every = all
log-copy-help = Copies the lines that are shown.
log-export = Export …
log-export-help = Writes the lines that are shown to a text file.
log-export-failed = the log cannot be written
log-select = Click to select { $robot }.

## Problems

problems-none = There are no problems.
problems-count = { $count ->
    [one] 1 problem
   *[other] { $count } problems
 }

## Findings, and where they lead

findings-show = Show where it is
findings-clear-help = Forgets what runs and plugins have told; what is wrong with the scene stays.
findings-place = place
findings-expected = expected
findings-found = found
findings-nearest = did you mean
findings-related = also
findings-help = help
findings-of-file = { $name }: { $said }
findings-elsewhere = It stands in { $file }.

## Faults

faults-told = { $kind } `{ $component }` ({ $id }): { $message } [{ $code }] at { $time } s
faults-mark-of = Fault of { $robot }: { $fault }
faults-count = { $count ->
    [one] 1 fault
   *[other] { $count } faults
 }

## Short messages

messages-show-folder = Show folder
messages-dismiss = Click to close it.
messages-label = Message: { $text }

## The plugins

plugins-none = No plugin was found. Copy a library into one of the folders below.
plugins-folders = Folders
plugins-rescan = Look again
plugins-rescan-help = Looks through all plugin folders. Libraries that appear or change are found by themselves.
plugins-open-folder = Open folder
plugins-registered = registered
plugins-refused = refused
plugins-skipped = skipped
plugins-gone = file gone

## Libraries, in all particulars

libraries-version = version
libraries-authors = authors
libraries-license = licence
libraries-digest = SHA-256
libraries-abi = contract
libraries-file = file
libraries-unknown = not named
libraries-report = load report
libraries-copy-digest = Copy the digest of { $library }
libraries-copy-id = Copy { $id }
libraries-abi-of = ABI { $major }.{ $minor }, built with sim-abi { $built }
libraries-last = last at { $time } s: { $message }
libraries-last-of = last at { $time } s, { $robot }: { $message }

## Words of the construction of robots

construct-title = Construction
construct-open = Construct …
construct-open-help = Shows this robot from above, to place its sensors, actuators and wheels.
construct-no-robot = There is no robot in this scene. Put one in by Edit › Insert …
construct-no-scene = Open a scene first: its robots are built here.
construct-recording = A recording is shown. Go back to the live run to build.
construct-no-model = The model of this robot has not been built. Problems tells why.
construct-fit-help = Shows the whole robot. Scroll to come closer, drag with the middle or right button to shift.
construct-units = Units of lengths and angles, here and everywhere: between cm, ° and m, rad.
construct-coverage = Coverage of all
construct-coverage-help = Draws what every sensor covers, not only that of the part that is selected.
construct-board = Robot from above
construct-drop-hint = Click where it shall sit. Esc ends.
construct-palette = Parts
construct-search = Search parts
construct-fitting = fits a port
construct-nothing = No part has such a name.
construct-drag-hint = Drag it onto the robot, or click it and then the robot.
construct-sensor = sensor
construct-actuator = actuator
construct-forward = x forward
construct-left = y left
construct-height = z height
construct-direction = direction
construct-forward-help = Distance from the middle of the robot to the front; negative to the back.
construct-left-help = Distance from the middle of the robot to the left; negative to the right.
construct-height-help = Height above the origin of the robot.
construct-direction-help = Where it looks: 0 ahead, 90° to the left, −90° to the right.
construct-port = port
construct-unplugged = unplugged
construct-no-port = No port of this robot is free for it.
construct-needs-no-port = needs no port
construct-copy = Copy
construct-copy-help = Puts a second one beside it, plugged into nothing.
construct-remove = Remove
construct-put-back = Put back
construct-values = Values
construct-read = read
construct-true = true
construct-command = command
construct-read-help = What the robot reads, with noise.
construct-true-help = The same without noise.
construct-functions = Functions
construct-by-hand = by hand
construct-by-hand-help = Stands for what a person does to the part. Programs of the robot do not have it.
construct-not-running = The scene is not running with this part yet.
construct-waiting = …
construct-done = done
construct-calibrate = Table …
construct-calibrate-help = Opens a table of measurements of a real part, from which parameters follow.
construct-table-hint = One row per measurement. Rows of a spreadsheet can be pasted into a cell.
construct-add-row = Add row
construct-compute = Compute
construct-not-numbers = Every cell needs a number.
construct-apply-help = Writes these parameters into the part, as one step of undo.
construct-save-table = Save table …
construct-load-table = Load table …
construct-no-object = the function answered with no parameters
construct-joint = joint
construct-reset = As in the model
construct-reset-help = Lets the joint sit where the model has it.
construct-wheels = Wheels
construct-ports = Ports
construct-free = free
construct-all-parts = Parts on the robot
construct-taken-away = Taken away
construct-choose = Click a part to change it.
construct-stands = It stands still.
construct-straight = It goes straight: the center of rotation is infinitely far away.
construct-icr-help = c = (−vy, vx)/ω in the frame of the robot, from the velocity of its origin.
construct-save-robot = Save robot as …
construct-save-robot-help = Writes this robot with all its parts to a file that other scenes can use.
construct-use-robot = Use a robot file …
construct-use-robot-help = Lets this robot be as a file says: what the scene says of its parts goes.
construct-not-saved = the robot cannot be saved
construct-not-saved-table = the table cannot be saved
construct-no-table = Open the table of a part first.
construct-of-fleet = One of the fleet { $fleet }: what is changed here is changed on all of it.
construct-part = Part { $name }
construct-joint-of = Joint { $name }
construct-direction-of = Direction of { $name }
construct-add = Add { $id }
construct-moved = Move { $name }
construct-turned = Turn { $name }
construct-reset-of = Reset { $name }
construct-added = Add { $name }
construct-copied = Copy { $name }
construct-removed = Remove { $name }
construct-restored = Put back { $name }
construct-plugged = Plug in { $name }
construct-unplugged-of = Unplug { $name }
construct-calibrated = Calibrate { $name }
construct-model-of = Change model of { $name }
construct-too-far = { $outside } outside the body: at most { $most } are allowed.
construct-place = x { $x }  y { $y }
construct-plugs-into = Plugs into a port of kind { $kind }.
construct-more = { $count } more
construct-argument = { $function } { $name }
construct-call = Call { $function }
construct-answer = { $function } answered { $answer }
construct-cell = { $column }, row { $row }
construct-remove-row = Remove row { $row }
construct-track = Wheels { $length } apart
construct-turns-about = Turns about x { $x }, y { $y }
construct-hidden-joint = { $name } (joint)
construct-line = line { $line }

## Tables of measurements

table-empty = the file holds no table
table-at = line { $line }: { $what }
table-missing = the field `{ $field }` is missing
table-columns = `columns` must be { $expected }, not { $found }
table-row = `rows[{ $row }]` has { $found } numbers instead of { $expected }
table-no-number = `rows[{ $row }]`, column { $column }: a number is needed, not { $found }
table-no-rows = `rows` must be a list of rows, not { $found }

## Names of what the toolkit draws by itself

toolkit-scroll-bar = Scroll bar
toolkit-divider = Divider between panels
toolkit-tabs = Tabs
toolkit-tabs-left = Scroll tabs left
toolkit-tabs-right = Scroll tabs right

## Services that show how they are.
service-state = { $name }: { $text }
service-progress = { $name }: { $percent } %
service-cancel = Cancel { $name }
service-none = No service of this run shows anything of itself.
service-select = Select the service { $service }
service-select-help = Shows its parameters in the inspector.
service-alert = { $service }: { $name }: { $text }
service-doing = { $service }: { $doing }
service-more = {" "}({ $count } more)
service-alert-help = A click shows all services.

## The table of all robots
robots-title = Robots
robots-none = There are no robots.
robots-nothing = No robot fits the filter.
robots-filter = Filter
robots-count = { $listed } of { $all }
robots-sort = Sort by { $column }
robots-sorted-rising = Sort by { $column } (rising)
robots-sorted-falling = Sort by { $column } (falling)
robots-sort-help = Sorts by this column; another click turns the order around, a third one takes that of the scene.
robots-row = { $robot }: { $state }
robots-row-help = A click selects it, a double click looks at it.
robots-fault = fault
robots-halted = made safe
robots-running = running
robots-stands = time stands still
robots-task = pose { $pose }, { $left } left
robots-done = route done
robots-speed = { $speed } m/s
robots-charge = { $percent } %
robots-voltage = { $voltage } V
robots-columns-1 = Name
robots-columns-2 = State
robots-columns-3 = Task
robots-columns-4 = Speed
robots-columns-5 = Battery
robots-columns-6 = Faults
robots-columns-7 = Contacts

## Things that are put in by numbers
by-numbers-kind = What
by-numbers-type = Type
by-numbers-kinds-1 = Wall
by-numbers-kinds-2 = Room
by-numbers-kinds-3 = Ceiling
by-numbers-kinds-4 = Obstacle
by-numbers-kinds-5 = Beacon
by-numbers-kinds-6 = Robot
by-numbers-absolute = from the origin
by-numbers-relative = from the 3D cursor
by-numbers-from-help = From where places are counted.
by-numbers-cursor-x = Cursor x
by-numbers-cursor-y = Cursor y
by-numbers-cursor-z = Cursor z
by-numbers-insert = Put it in
by-numbers-close = Done
by-numbers-cursor-hint = Click where the cursor goes; Esc ends.
by-numbers-name = Name
by-numbers-mac = MAC address
by-numbers-address = IP address
by-numbers-port = Port
by-numbers-start-x = Start x
by-numbers-start-y = Start y
by-numbers-end-x = End x
by-numbers-end-y = End y
by-numbers-height = Height
by-numbers-width = Width
by-numbers-corner-x = Inner corner x
by-numbers-corner-y = Inner corner y
by-numbers-inner-x = Inner size x
by-numbers-inner-y = Inner size y
by-numbers-north = North
by-numbers-east = East
by-numbers-south = South
by-numbers-west = West
by-numbers-x = Position x
by-numbers-y = Position y
by-numbers-z = Position z
by-numbers-size-x = Size x
by-numbers-size-y = Size y
by-numbers-size-z = Size z
by-numbers-margin-x = Margin x
by-numbers-margin-y = Margin y
by-numbers-margin-z = Margin z
by-numbers-red = Red
by-numbers-green = Green
by-numbers-blue = Blue
by-numbers-opacity = Opacity
by-numbers-range = Range
by-numbers-turn-x = Turn about x
by-numbers-turn-y = Turn about y
by-numbers-turn-z = Turn about z
by-numbers-cone = Cone angle
by-numbers-same-points = The start and the end of the wall must differ: give it another end.
by-numbers-no-floor = The room needs a floor area: give it inner sizes above 0.001 m.
by-numbers-bad-mac = A MAC address has six pairs of hexadecimal digits, such as 01:23:45:67:89:AB; without one leave it empty.
by-numbers-bad-address = An IP address has four numbers from 0 to 255, such as 127.0.0.1.
by-numbers-bad-port = A port is a whole number from 1 to 65535, such as 1999.
by-numbers-no-types = No library that is loaded offers any of these. Put one into the folder of plugins.
by-numbers-out-of-range = { $name }: only values from { $least } to { $most } are accepted.
by-numbers-too-small = { $name } must be at least { $least } m.
by-numbers-bad-name = A name has 1 to { $most } letters.
by-numbers-made = Put in: { $name }

## Surroundings

surroundings-file = surroundings
surroundings-exported = exported the surroundings to { $path }
surroundings-imported = imported the surroundings of { $path }

## Packs

packs-title = Packs
packs-menu = Packs …
packs-menu-help = Shows what robots, components and scenes others have published, and what is installed.
packs-search = Search packs
packs-file = Install a file …
packs-file-help = Installs a pack that lies in a file ….simpack. A file that is dropped onto the window does the same.
packs-read-help = Looks again through what is installed and what the sources have.
packs-none = No pack is installed, and no source offers one.
packs-not-found = No pack has all of these words.
packs-installed = Installed
packs-available = Available
packs-group = { $title } ({ $count })
packs-install = Install …
packs-remove = Remove …
packs-update = Update to { $version } …
packs-update-all = { $count ->
    [one] Update one pack …
   *[other] Update { $count } packs …
}
packs-open = Open scene
packs-of-pack = { $what }: { $pack }
packs-open-scene = Open { $scene }
packs-working = Working on { $what }
packs-from = From { $source }
packs-revoked = It must not be used any more: { $reason }
packs-unfit = It cannot be used here: { $reason }
packs-grant-edit = A service may create, move and delete things of the scene
packs-grant-command = A service may drive robots
packs-grant-network = A service may use the network
packs-grant-files = A service may read and write your files
packs-grant-programs = A service may start other programs
packs-grant-other = A service asks for { $grant }
packs-signed = Signed with the trusted key of { $publisher }
packs-signed-otherwise = Signed with a key that is not trusted for { $publisher }
packs-signed-new = Signed with a key that is not yet trusted for { $publisher }
packs-unsigned = No signature: nothing says that it comes from { $publisher }
packs-copy-key = Copy the key of { $publisher }
packs-runs-in-program = Runs in the program's own process, with all your rights
packs-runs-apart = Runs in a process of its own
packs-in-program = Let into the program …
packs-in-program-help = Runs its libraries in the program's own process, where nothing confines them. It is faster.
packs-apart = Own process
packs-apart-help = Runs its libraries in processes of their own again, which may read the pack and nothing else of yours.
packs-details = Details
packs-robots = Robots
packs-scenes = Scenes
packs-needs = Needs
packs-home = Page
packs-source = Comes from
packs-versions = Versions
packs-sources = Sources
packs-no-sources = No source is used. A source is an index of packs: a folder, https://… or oci://….
packs-source-hint = Folder or address of an index
packs-add-source = Use this source
packs-add-source-help = Lists the packs of this index here, too.
packs-forget-source = Use no more
packs-no-source = there is no source to take packs from
packs-no-source-help = name one in the panel Packs, or install a file of the pack
packs-busy = Something else is being done to packs: wait for it, or cancel it.
packs-nothing-new = Everything is installed already.
packs-canceled = Canceled: nothing was installed.
packs-preparing = Looking at what would be installed …
packs-installing = Installing …
packs-canceling = Canceling …
packs-refused = This cannot be installed
packs-choose-key = Choose the publisher's key …
packs-choose-key-help = The file ….pub that the publisher gives to everybody.
packs-key-file = Public keys
packs-archive = Packs
packs-close = Close
packs-needed = needed by others
packs-new-keys = A new key
packs-new-keys-help = A signature is worth as much as its key. Compare the key with what the publisher tells in another place. Once it is trusted, packs of the publisher must be signed with it.
packs-trust = Trust this key of { $publisher } from now on
packs-trust-first = Trust the new keys first.
packs-offered = { $count ->
    [one] Install one pack, { $size }
   *[other] Install { $count } packs, { $size }
}
packs-done = Installed { $packs }
packs-removed = Removed { $packs }
packs-now-in-program = { $pack } runs in the program's own process as soon as a scene is built again.
packs-now-apart = { $pack } runs in a process of its own as soon as a scene is built again.
packs-ask-to-remove = Remove { $pack }, and what only it needed?
packs-ask-to-let-in = Let the libraries of { $pack } run in the program's own process? Nothing confines them there: they can do all that you can.
packs-in-use = The scene that is open uses it.
packs-missing = This scene needs what is not installed: { $packs }
packs-install-missing = Install what is missing …
packs-saved-elsewhere = This scene belongs to the pack { $pack }, which does not change: save it as a file of your own.
packs-stored = a file of an installed pack cannot be changed
packs-no-code = No code
packs-to-be-built = It has no library for this machine: it is built here from its source code, which takes a while. What the build runs can write in a folder of its own only, and has no network.
packs-install-now = Install
packs-remove-now = Remove
packs-let-in = Let in
