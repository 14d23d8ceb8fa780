# Messages of the window. The program fills in `{ $name }` and the keys of actions.

## The program

program-name = Simwright

## Common messages

common-close = Close
common-replace = Replace
common-reload = Reload
common-discard = Discard
common-apply = Apply
common-copy = Copy
common-copy-line = Copy line
common-clear = Clear
common-fit = Fit
common-robot = Robot
common-robots = Robots
common-notes = Notes
common-routes = Routes
common-components = Components
common-parameters = Parameters
common-no-parameters = No parameters.
common-start = Start
common-now = Now
common-selected = Selected
common-all = All
common-grid = Grid
common-choose-file = Choose a file
common-first-point = Click the first point. Esc: cancel.
common-more = … and { $count } more
common-nothing-selected = Select something first.
common-no-scene = Open a scene first.
common-no-keys = none

## Names of panels

panel-view-3d = 3D view
panel-plan = 2D view
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
menu-panels = Panels
menu-camera = Camera
menu-camera-help = Moves the camera in steps, as the keys shown do.
menu-panels-help = Opens and closes panels.
menu-shows-panel = Opens this panel, or brings it to the front.
menu-closes-panel = Closes this panel.
menu-recent-help = Opens a recent file.

## Command palette

palette-hint = What do you want to do?
palette-nothing = No matching commands.

## Names and descriptions of actions

action-new = New scene
    .help = Creates a scene.
action-open = Open scene …
    .help = Opens a scene.
action-reload = Reload files
    .help = Reloads the files of the scene.
action-recover = Recover unsaved work …
    .help = Lists unsaved work from earlier sessions.
action-new-text = New text file
    .help = Creates an empty text file in the editor.
action-open-text = Open text file …
    .help = Opens a UTF-8 text file in the editor.
action-new-component = New controller …
    .help = Creates a controller, a sensor or another component from a template, and opens its code in the editor.
action-build = Build
    .help = Builds the project of the file shown in the editor, and copies its library into the plugin folder.
action-open-recording = Open recording …
    .help = Opens a recording.
action-save = Save
    .help = Saves the scene.
action-save-as = Save as …
    .help = Saves the scene to another file.
action-export-surroundings = Export environment …
    .help = Exports everything except robots and their attachments to a separate scene file, for use in other scenes.
action-import-surroundings = Import environment …
    .help = Replaces the objects, beacons, lights, water, air and floor of this scene with those of another file. Robots and routes are kept.
action-export-svg = Export 2D view as SVG …
    .help = Exports the 2D view as an SVG file.
action-export-png = Export 2D view as PNG …
    .help = Exports the 2D view as a PNG file.
action-quit = Quit
    .help = Closes the window.
action-undo = Undo
    .help = Undoes the last edit.
action-redo = Redo
    .help = Redoes the last edit undone.
action-cut = Cut
    .help = Copies the selection to the clipboard and deletes it.
action-copy = Copy
    .help = Copies the selection to the clipboard.
action-paste = Paste
    .help = Inserts the contents of the clipboard.
action-duplicate = Duplicate
    .help = Duplicates the selection.
action-rename = Rename …
    .help = Renames the last item selected, and updates all references to it.
action-delete = Delete
    .help = Deletes the selection.
action-select-all = Select all
    .help = Selects everything.
action-insert = Insert …
    .help = Inserts an object from a list.
action-insert-by-numbers = Insert by numbers …
    .help = Inserts walls, rooms, ceilings, obstacles, beacons and robots by their dimensions.
action-place-cursor = Place 3D cursor
    .help = Places the 3D cursor with a click; positions can be relative to it.
action-reset-cursor = Reset 3D cursor
    .help = Moves the 3D cursor to the origin.
action-lock = Lock
    .help = Locks the selection against changes, or unlocks it.
action-move = Move with arrows
    .help = Moves the selection with arrows.
action-turn = Rotate with rings
    .help = Rotates the selection with rings.
action-resize = Resize with handles
    .help = Resizes the selection along its own axes, or uniformly.
action-snap = Snap to steps
    .help = Snaps moves and rotations to the set steps.
action-draw-walls = Draw walls
    .help = Draws walls from corner to corner.
action-draw-room = Draw room
    .help = Draws four walls from two opposite corners.
action-draw-door = Cut door
    .help = Cuts an opening into the wall that you click.
action-draw-field = Paint area
    .help = Paints an area on the floor, corner by corner.
action-draw-route = Draw route
    .help = Draws a route point by point.
action-grab = Move with pointer
    .help = Moves the selection with the pointer. X/Y/Z: constrain to axis. Click: confirm. Right-click/Esc: cancel.
action-spin = Rotate with pointer
    .help = Rotates the selection with the pointer. X/Y/Z: axis. Click: confirm. Right-click/Esc: cancel.
action-own-axes = Move along local axes
    .help = Moves and rotates the selection along its own axes instead of the world's.
action-take-back-point = Remove last point
    .help = Removes the last point of the current drawing.
action-inspector = Inspector panel
    .help = Shows or hides the inspector.
action-play-pause = Play or pause
    .help = Starts or pauses the simulation.
action-step = Step
    .help = Executes one step.
action-step-back = Step back
    .help = Undoes one step.
action-stop = Stop
    .help = Stops the run and returns to its start.
action-reset = Reset to start
    .help = Returns to the start; a running simulation keeps running.
action-record = Record
    .help = Starts or stops recording the run to a file.
action-compare = Compare with a recording …
    .help = Compares the run with a recording.
action-fit = Fit all
    .help = Fits everything into the view.
action-scene-tree = Scene tree
    .help = Shows or hides the scene tree.
action-scene-view = Initial view
    .help = Returns to the scene's initial view.
action-fit-selection = Fit selection
    .help = Fits the selection into the view.
action-hide = Hide
    .help = Hides the selection in all views, or shows it again.
action-labels = Labels
    .help = Shows or hides labels of robots, route poses and beacons.
action-ceilings = Ceilings
    .help = Shows or hides objects of the category `ceiling`.
action-margins = Margins
    .help = Shows or hides margins around robots and objects.
action-show-in-text = Show in text
    .help = Shows the last item selected in the scene's text.
action-top = View from above
    .help = Looks from above.
action-front = View from front
    .help = Looks from the front.
action-side = View from side
    .help = Looks from the side.
action-orbit-left = Orbit left
    .help = Orbits the camera around its target.
action-orbit-right = Orbit right
    .help = Orbits the camera around its target.
action-orbit-up = Orbit up
    .help = Orbits the camera around its target.
action-orbit-down = Orbit down
    .help = Orbits the camera around its target.
action-pan-left = Pan left
    .help = Pans the 3D or 2D view.
action-pan-right = Pan right
    .help = Pans the 3D or 2D view.
action-pan-up = Pan up
    .help = Pans the 3D or 2D view.
action-pan-down = Pan down
    .help = Pans the 3D or 2D view.
action-zoom-in = Zoom in
    .help = Zooms in on the 3D or 2D view.
action-zoom-out = Zoom out
    .help = Zooms out of the 3D or 2D view.
action-parallel = Orthographic projection
    .help = Draws parallel lines as parallel, without perspective.
action-follow = Follow selected robot
    .help = Moves the camera with the selected robot.
action-first-person = First-person view
    .help = Looks from the selected robot.
action-behind = Chase view
    .help = Looks from behind the selected robot.
action-through-camera = Camera view
    .help = Looks through the cameras of the selected robot, one after another.
action-measure = Measure
    .help = Measures distances and angles.
action-save-view-picture = Save image of view …
    .help = Saves the 3D view as a PNG image.
action-record-view = Record video of view …
    .help = Starts or stops a video of the 3D view.
action-efficient = Low-detail rendering
    .help = Disables shadows and anti-aliasing, and simplifies shapes.
action-theme = Dark theme
    .help = Uses light text on a dark background.
action-layout = Reset layout
    .help = Restores the default layout of the panels.
action-palette = Command palette …
    .help = Finds any command by its name.
action-shortcuts = Keyboard shortcuts
    .help = Lists all shortcuts.
action-about = About
    .help = Shows version, license, folders and graphics device, for bug reports.
action-manual = Manual
    .help = Opens the manual, which works offline.
action-help = Help for this panel
    .help = Opens the manual at the page for the panel under the pointer or with keyboard focus.
action-preferences = Preferences …
    .help = Theme, units, grid, shortcuts and more.
action-new-3d-view = New 3D view
    .help = Opens another 3D view next to the active view.
action-new-plan = New 2D view
    .help = Opens another 2D view next to the active view.
action-new-camera-panel = New camera panel
    .help = Opens another camera panel next to the active view.
action-save-layout = Save layout as …
    .help = Saves the panel layout under a name.
action-newest-state = Restore newest state
    .help = Restores the last saved state of the run.
action-keep-state = Save state …
    .help = Saves the current state of the run under a name.

## Reasons why actions are unavailable

availability-failed = The scene could not be built; see Problems.
availability-broken = The scene has errors. Fix them in the Text panel first.
availability-not-lockable = Only objects can be locked.
availability-no-scene = Open or create a scene first.
availability-ended-by-service = A service has ended the run; it can only be restarted.
availability-no-ceiling = The scene does not contain ceilings.
availability-ceilings-of-route = Ceilings are hidden while you draw a route.
availability-no-point = No drawing with points is in progress.
availability-no-margin = Nothing in the scene has a margin.
availability-of = { $action } { $step }

## Keyboard shortcuts

shortcuts-search = Search actions and keys
shortcuts-press = Press keys …  (Esc: cancel)
shortcuts-bind-help = Click, then press a shortcut.
shortcuts-reset = Reset
shortcuts-reset-all = Reset all shortcuts
shortcuts-close = Close list
shortcuts-no-keys = No keys
shortcuts-leave = Cancel
shortcuts-clipboard = The system uses these keys for the clipboard. Choose others.
shortcuts-fields = These keys leave fields and close dialogs. Choose others.
shortcuts-size = These keys change the interface size. Choose others.
shortcuts-set = Key set
shortcuts-set-help = Default shortcuts; your own shortcuts override them.
shortcuts-set-standard = Standard
shortcuts-set-robomap = RoboMap
shortcuts-kept = { $keys } remains bound to { $action }, as you have set; { $other } does not get it.
shortcuts-keys-of = Keys of { $action }
shortcuts-reset-of = Reset keys of { $action }
shortcuts-remove = Remove keys of { $action }
shortcuts-conflict = { $keys } is used by { $other }.
shortcuts-take = Assign to { $action }

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
key-favorites = Favorites
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
key-beside-shift = Key next to Shift
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
preferences-theme-help = Dark, light, or the setting of the system.
preferences-dark = Dark
preferences-light = Light
preferences-system = System
preferences-size = Interface size
preferences-size-help = Scale of the whole window. Ctrl++ and Ctrl+− change it, too.
preferences-grid-help = Lines on the ground of the 3D view; every tenth is stronger.
preferences-grid-on = Show grid
preferences-snap = Snap
preferences-snap-help = Step sizes for dragging, drawing and inserting with Snap on; Ctrl inverts Snap while held.
preferences-drawing = Rendering
preferences-keys = Keys
preferences-keys-help = All shortcuts, to change them.
preferences-all-keys = Keyboard shortcuts …
preferences-plugins = Plugin folders
preferences-plugins-help = Folders searched for plugins, in this order.
preferences-percent = { $factor } %
preferences-choice = { $row }: { $name }

## The language of the window

grab-hint = X/Y/Z: constrain to axis · Click/Enter: confirm · Right-click/Esc: cancel
grab-nothing = Nothing in the selection can be moved.

labels-usual = Robots
labels-usual-help = Names of up to 40 robots, and all labels of the selection.
labels-size = Text size
labels-beacon = { $name } | { $kind } | range { $range } m
labels-beacon-cone = { $name } | { $kind } | range { $range } m | cone { $cone }° | rotation { $turned }

language-menu = Language
language-help = Language of the window. Default: the language of the system.
language-of-system = System ({ $name })

## Units of lengths and angles

units-lengths = Lengths
units-lengths-help = Unit of lengths. Fields accept all units; the scene file always uses meters.
units-fitting = m (robots: cm)
units-metres = m
units-centimetres = cm
units-angles = Angles
units-angles-help = Unit of angles. Fields accept both; the scene file always uses radians.
units-degrees = degrees
units-radians = rad
units-no-length = { $text } is not a length; accepted: 0.5, 0,5, 1/2, 0.5 m, 50 cm or 500 mm
units-no-angle = { $text } is not an angle; accepted: 30, 30°, 22,5° or 0.5 rad

## Program information

about-version = Version
about-abi = Plugin interface (ABI)
about-system = System
about-licence = License
about-authors = Authors
about-libraries = Libraries
about-libraries-words = crates from crates.io under their own licenses, listed in Cargo.lock
about-data = Data folder
about-no-data = none: nothing is saved
about-device = Graphics device
about-no-device = none
about-copy = Copy all
about-copy-help = Copies these lines to the clipboard, for bug reports.

## The manual

manual-title = Manual
manual-back = Back
manual-forth = Forward
manual-search = Search the manual
manual-nothing = No page contains all these words.
manual-found = { $page } › { $heading }

## Files

file-remedy = nothing is lost: the scene is still open
file-choose-folder = choose a writable folder
file-unsaved = There are unsaved changes.
file-cancel = Cancel
file-overwrite = Overwrite
file-saved = saved { $name }
file-untitled = a new scene
file-exists = { $path } already exists.

## Start page

start_page-new = New scene
start_page-open = Open scene …
start_page-recent = Recent
start_page-examples = Examples
start_page-drop = Or drop a scene onto this window. Dropped plugin libraries are installed.
start_page-open-recent = Open recent
start_page-no-recent = No scene has been opened yet.
start_page-missing = The file is currently missing.
start_page-forget = Forget missing files
start_page-forget-all = { $count } of them are missing.

## Recovery of unsaved work after a crash

recovery-title = Unsaved work
recovery-help = The program ended without saving this work. Anything neither recovered nor discarded is offered again at the next start.
recovery-recover = Recover
recovery-recover-help = Opens it with its unsaved changes.
recovery-later = Later
recovery-later-help = Keeps it: File › Recover unsaved work … lists it again.
recovery-later-for-all = Later for all
recovery-none = No unsaved work from earlier sessions.
recovery-works = Unsaved changes are backed up again.
recovery-failed-help = the backup is retried until it succeeds; save your work meanwhile
recovery-unreadable = unsaved work cannot be read
recovery-unreadable-help = open the file in a text editor to look for the text; discard the file if it is not needed
recovery-no-thread = the thread that backs up unsaved changes cannot be started
recovery-no-thread-help = raise the system's thread limit, or close other programs
recovery-unreadable-of = { $file } cannot be read: { $reason }
recovery-discard-help = { $days ->
    [one] Moves it to a folder where it is kept for 1 day.
   *[other] Moves it to a folder where it is kept for { $days } days.
 }
recovery-discarded = { $days ->
    [one] moved to { $place } and kept for 1 day; to have it offered again, move it up one folder
   *[other] moved to { $place } and kept for { $days } days; to have it offered again, move it up one folder
 }
recovery-failed = unsaved changes cannot be backed up: { $reason }
recovery-now = Saved less than a minute ago
recovery-minutes = { $count ->
    [one] Saved 1 minute ago
   *[other] Saved { $count } minutes ago
 }
recovery-hours = { $count ->
    [one] Saved 1 hour ago
   *[other] Saved { $count } hours ago
 }
recovery-days = { $count ->
    [one] Saved 1 day ago
   *[other] Saved { $count } days ago
 }
recovery-file-unchanged = the file is unchanged
recovery-file-changed = the file has changed since
recovery-file-missing = the file is missing
recovery-file-never = never saved to a file
recovery-state = { $ago }; { $file }.
recovery-state-unapplied = { $ago }; { $file }; with unapplied text.

## Files changed by other programs

changed_files-no-file = The scene has not been saved to a file yet.
changed_files-reload-help = Loads the new contents; simulated time continues.
changed_files-reload-unsaved-help = Loads the new contents in place of the unsaved changes; Undo restores these.
changed_files-merge = Merge
changed_files-merge-help = Merges the changes in the file with the unsaved ones; fails where both affect the same or adjacent lines.
changed_files-keep = Keep mine
changed_files-keep-help = Keeps the scene as it is here; saving overwrites the file.
changed_files-always = Always, when nothing is unsaved
changed_files-always-help = Reloads automatically from now on, except with unsaved changes or during a recording.
changed_files-reloaded = reloaded the changed files
changed_files-reloaded-over = reloaded the file; Undo restores the unsaved changes
changed_files-merged = merged with the changes in the file; Undo reverts this
changed_files-not-merged = the changes in the file conflict with the unsaved ones
changed_files-not-watched = the thread that watches the files of the scene cannot be started
changed_files-not-watched-help = raise the system's thread limit; until then, changes are detected only when the scene is saved
changed_files-deleted = { $file } was deleted or moved by another program; saving creates it again
changed_files-changed = { $count ->
    [one] { $first } has changed on disk.
   *[other] { $first } have changed on disk.
 }
changed_files-changed-more = { $first } and others have changed on disk.

## The size of the interface
interface_size-larger = Larger interface
interface_size-smaller = Smaller interface
interface_size-normal = Interface at its normal size

## File dialog

choose-parent = Parent folder
choose-refresh = Refresh
choose-folder = Folder
choose-new-folder = New folder
choose-new-folder-name = Name of the new folder
choose-create = Create
choose-reading = Reading the folder …
choose-empty = No files of this kind.
choose-name = File name
choose-hidden = Hidden files
choose-kinds = File type
choose-all = All files
choose-open = Open
choose-keep = Keep existing file
choose-home = Home
choose-of-scene = Scene folder
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
choose-export-surroundings = Export the environment
choose-import-surroundings = Import an environment
choose-open-recording = Open a recording
choose-open-text = Open a text file
choose-save-text = Save the text
choose-compare = Compare with a recording
choose-record = Record the run
choose-export-plots = Export the plots
choose-export-picture = Export the plots as an image
choose-export-log = Export the log
choose-export-plan = Export the 2D view
choose-save-robot = Save the robot
choose-use-robot = Use a robot
choose-save-table = Save the table
choose-load-table = Load a table
choose-exists = { $name } already exists.
choose-no-file = file { $path } not found
choose-no-folder = folder { $path } not found
choose-not-made = { $path } cannot be created: { $reason }

## Editing

edit-nothing-to-undo = Nothing to undo.
edit-nothing-to-redo = Nothing to redo.
edit-not-a-part = The clipboard does not contain a piece of a scene.
edit-delete-users = Delete these, too
edit-delete-carried = Delete all
edit-keep-carried = Keep carried items
edit-carries = { $name } carries { $carried }.
edit-deleted-robots = { $count ->
    [one] deleted 1 robot
   *[other] deleted { $count } robots
 }
edit-undone = undone: { $label }
edit-redone = redone: { $label }
edit-placed = Place { $first } in the run
edit-placed-more = Place { $first } and { $others } more in the run
edit-refused = { $wrong }; { $accepted }

## Context menu of an item

item-no-body = Only robots and objects can be hidden individually; use Show for other items.
item-elsewhere = It is not in the text of this file.
item-new-name = New name
item-rename = Rename
item-menu = Actions
item-insert-pose = Insert pose before this one
item-remove-last-pose = Remove last pose
item-no-pose = Select a pose of the route first: click its dot in a view.

## Items to insert

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
insert-crate = Insert movable crate
insert-ball = Insert movable ball
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
insert-hint = Click its position. Enter: middle of the view. Esc: cancel.
insert-drag-hint = Drag a row into a view, or click it and then its position.
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
draw-field = Area
draw-route = Route
draw-door = Door
draw-next-point = Click the next point. Backspace: remove the last one. Esc: discard all.
draw-from-robot = Starts at { $robot }; Backspace: start elsewhere. Click the next point.
draw-made = { $shape }: created from the points set so far. Undo reverts this.
draw-waits = { $shape }: incomplete. Select “{ $action }” to continue.
draw-last-point = Click the next point. To finish: Enter, or click the last point again. To close the shape: click the first point.
draw-first-corner = Click an inner corner, or drag from it to the opposite one. Esc: cancel.
draw-other-corner = Click the opposite inner corner.
draw-from-above = Draw in the 3D view, or in the 2D view from above.
draw-point-at-wall = Point at a wall. Esc: cancel.
draw-too-short = The wall is too short for a door.
draw-click-door = Click to cut the door.
draw-height = Height
draw-thickness = Thickness
draw-width = Width
route-first = Click the start of the route.
route-next = Click the next pose. Backspace: remove the last one. Esc: discard all.
route-last = Click the next pose. To finish: Enter, or click the last pose again. To close the route: click the first pose.
route-turn = Hold Shift and drag from a pose to set its heading.
route-along = Heading along path
route-heading = Heading
route-speed = Speed
route-fastest = maximum
route-dwell = Wait
route-goes-on = Continues the route of { $robot }; Backspace: start a new one. Click the next pose.
route-would-cross = { $robot } cannot get there: it would collide with { $names }. Go around, or move the obstacle
route-would-touch = { $robot } cannot get there: it would touch { $names }. Leave at least one more millimeter
route-cannot-tell = the route cannot be checked: { $why }
route-leg-touches = { $robot } would touch { $name } between pose { $from } and the next one
route-leg-crosses = { $robot } would collide with { $name } between pose { $from } and the next one

## Poses changed by dragging: start or current

moment-changes = Edit pose
moment-start-name = Edit start pose
moment-start-help = Dragging and typing change the start poses in the scene. The current run continues unchanged.
moment-now-name = Edit current pose
moment-now-help = Dragging and typing change the poses of robots and movable objects in the current run. The scene does not change.
moment-no-run = Before the first step, the current pose is the start pose.
moment-shown = start
moment-run-only = Applies to the current run only. To change the scene, choose Start in the toolbar.

## Snapping

snap-menu = Snap
snap-on = Snap while dragging
snap-on-help = Snaps dragged, drawn and inserted items to the steps. Ctrl inverts this while held.
snap-grid = Grid step
snap-angle = Angle step
snap-steps = Snap { $grid }, { $angle }

## World or local axes

axes-world = Axes: world
axes-own = Axes: local
axes-name = Local axes

## Height handle

height-of = Height of { $name }
height-now = height { $height }
height-changed = Change height of { $name }

## Resizing by dragging

resize-robots = Robots cannot be resized: the model sets their size.
resize-no-size = The selection cannot be resized.
resize-size = { $x } × { $y } × { $z }
resize-factor = × { $factor }

## Aligning and distributing

arrange-stayed = Static items were left in place: they only have a start pose. Choose “Edit pose: Start” to move them.

## Measuring

measure-next = Click the next point. Esc: finish.
measure-end = Esc: finish
measure-segment = Segment { $length }
measure-parts = dx { $x }   dy { $y }   dz { $z }
measure-angle = Angle { $angle }
measure-total = Total { $length }

## Running

run-play = Play
run-pause = Pause
run-speed = Speed
run-unlimited = unlimited
run-building = Building the scene …
run-playing = Playing
run-paused = Paused
run-empty = No scene
run-failed = Failed
run-goes-on = Press Play to continue.
run-back = Back to the start
run-ended = Finished: { $reason }
run-over = Finished ({ $duration } s).
run-beyond = { $state } past the end of the scene at { $end } s
run-factor = ×{ $factor }
run-tick = tick { $tick }

## Recording, playback, comparison

recordings-record = Record
recordings-stop = Stop recording
recordings-end-it = End recording
recordings-close = Back to the live run
recordings-timeline = Timeline
recordings-time = Time
recordings-start = To the start
recordings-play-back = Play backward
recordings-step = Step forward
recordings-end = To the end
recordings-speed = Playback speed
recordings-compare-this = Compare the live run with it
recordings-compare-help = Returns to the live run and shows the distance of its robots from the recorded ones.
recordings-close-help = Closes the recording. The live run is still paused where it was.
recordings-reading = Reading events and trails …
recordings-models = Building the recorded robots …
recordings-no-edits = A recording is shown. Return to the live run to change the scene.
recordings-no-step-back = Only steps can be undone, until the simulation runs again.
recordings-no-live = No live run. Open a scene first.
recordings-no-events = events and trails cannot be read
recordings-not-opened = the recording cannot be opened
recordings-open-again = close other programs and open it again
recordings-no-thread = the thread that opens the recording has ended
recordings-nothing-recorded = A recording is shown. Return to the live run to record.
recordings-panel = Comparison
recordings-nothing = Compare the run with a recording to see the distance of each robot from its recorded position.
recordings-end-comparison = End comparison
recordings-now = now [m]
recordings-max = max [m]
recordings-rms = rms [m]
recordings-not-recorded = not in the recording
recordings-outside = The recording does not cover this time.
recordings-plot-distance = Plot the distance over time
recordings-highest-first = Largest first
recordings-ends = “{ $action }” ends the current recording. Its file keeps everything recorded so far.
recordings-taken = A recording of this name would overwrite { $there }.
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
recordings-started-late = { $skipped ->
    [one] recording to { $file }, without the first tick
   *[other] recording to { $file }, without the first { $skipped } ticks
 }
recordings-note = note
recordings-warning = warning
recordings-error = error
recordings-fault = fault

## Acceptance conditions

acceptance-panel = Results
acceptance-none = The scene does not define acceptance conditions. Add one with Edit › Insert …, `condition`.
acceptance-select = Click to select and show its subject.
acceptance-go-there = Click to restart the run and continue to this time.
acceptance-recording = End the recording first: going to this time restarts the run.
acceptance-columns-1 = Condition
acceptance-columns-2 = Result
acceptance-columns-3 = Time
acceptance-columns-4 = Observed
acceptance-count = { $all ->
    [one] { $met } of 1 condition passed
   *[other] { $met } of { $all } conditions passed
 }
acceptance-moment = { $seconds } s
acceptance-show = Show the subject of { $condition }
acceptance-go-to = Go to the time of { $condition }
acceptance-met = passed
acceptance-missed = failed
acceptance-not-met = pending

## Progress, and drop hints

busy-drop-scene = Drop to open this scene
busy-drop-recording = Drop to open this recording
busy-drop-part = Drop to insert this into the scene
busy-drop-pack = Drop to review and install this pack
busy-drop-library = Drop to install this library
busy-drop-any = Drop to open a scene or a recording, insert a model, or install a library
busy-installing = Installing { $name } …
busy-loading = Loading { $name } …
busy-writing = Writing { $name } …
busy-seconds = { $words } { $seconds } s
ending-stopping = Ending the simulation: waiting for its services to stop …
ending-no-thread = the thread that closes the window on a system signal cannot be started
ending-go-on = Continue
busy-building = Building …
busy-building-scene = Building { $title } …

## The scene's tree

tree-search = Search
tree-movable = Movable objects
tree-fixed = Static objects
tree-added = Added during the run
tree-scene = Scene settings
tree-nothing = No matches.
tree-empty = The scene is empty.
tree-refused = The scene cannot be shown: it has errors, or a dependency is missing.
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
section-inputs = Scripted input
section-acceptance = Conditions
section-paint = Floor paint
section-includes = Included files
section-shapes = Shared shapes

## The inspector

inspector-nothing = Select a robot or an object in a view or in the tree.
inspector-pose = Pose
inspector-start-help = Its pose in the scene file, before the first step.
inspector-now-help = Its pose in the current run. The scene file does not change.
inspector-choose-start = Choose Start in the toolbar to change it.
inspector-motion = Motion
inspector-position = Position
inspector-rotation = Roll, pitch, yaw
inspector-velocity = Velocity
inspector-distance = Distance traveled
inspector-collisions = Collisions
inspector-controller = Controller
inspector-dynamics = Dynamics
inspector-telemetry = Telemetry
inspector-fixed = Static object.
inspector-added = Added during the run.
inspector-added-by = Added during the run by the service “{ $service }”.
inspector-size = Size
inspector-description = Description
inspector-halted = A component of this robot has failed; the robot was halted. See Log.
inspector-no-reading = no reading yet
inspector-no-reading-help = Sensors take their first readings in the first step.
inspector-no-controller = Built without a controller.
inspector-goes-on-with = The run continues with { $id }, as built.
inspector-model = Model
inspector-sensors = Sensors
inspector-actuators = Actuators
inspector-properties = Properties
inspector-scene = The scene
inspector-unlock = Unlock
inspector-dissolve = Dissolve fleet
inspector-dissolve-help = Writes its robots one by one, with the same names and poses.
inspector-align = Align
inspector-smallest = smallest
inspector-middle = middle
inspector-largest = largest
inspector-distribute = distribute
inspector-several = { $count } items
inspector-align-of = Align { $axis }: { $side }
inspector-distribute-of = Distribute along { $axis }
inspector-edit-fleet = Go to the fleet { $fleet }
inspector-of-fleet = Changes apply to all robots of the fleet { $fleet }.
inspector-parameters-of = Parameters of the { $component }

## Forms

form-back = Reset to default
form-given = Whether it is set
form-not-given = not set
form-kind = Kind
form-add = Add
form-new-name = New name
form-json = as JSON
form-back-of = Reset { $field } to default
form-given-of = Set { $field }
form-add-of = Add to { $field }
form-remove = Remove { $what } from { $field }
form-no-number = { $text } is not a number; accepted: 0.5, 0,5 or 1/2
form-accepted = accepted: { $range }
form-joint-accepts = joint `{ $joint }` is limited to { $range }
form-default = Default: { $value }
form-not-json = { $field } is not valid JSON: { $error }
form-range = Range: { $least } … { $most }{ $unit }
form-range-above = Range: above { $least }{ $unit }
form-range-from = Range: at least { $least }{ $unit }
form-range-to = Range: at most { $most }{ $unit }
form-unit = Unit:{ $unit }

## The text editor

editor-title = Editor
editor-name = Text of { $file }
editor-untitled = untitled
editor-no-file = Open a text file, such as a mission or the code of a controller, or create one.
editor-new = New file
editor-new-help = Creates an empty text file; saving asks for its name.
editor-open = Open file …
editor-open-help = Opens a UTF-8 text file of up to 5 MB.
editor-save = Save file
editor-save-help = Saves the file. Ctrl+S does so while the editor has keyboard focus.
editor-save-as = Save file as …
editor-save-as-help = Saves the text to another file, which is edited from then on.
editor-revert = Revert file
editor-revert-help = Reverts to the file on disk; Undo restores the text.
editor-same = The text is unchanged.
editor-close = Close { $file }
editor-find = Find
editor-find-help = Finds and replaces in the text: Ctrl+F and Ctrl+H while the editor has keyboard focus.
editor-find-hint = Text to find
editor-next = Next
editor-next-help = Goes to the next match: Enter, or F3.
editor-previous = Previous
editor-previous-help = Goes to the previous match: Shift+Enter, or Shift+F3.
editor-case = Case
editor-case-help = Matches case.
editor-word = Whole word
editor-word-help = Matches whole words only.
editor-found = { $count ->
    [one] 1 match
   *[other] { $count } matches
}
editor-found-at = { $at } of { $count }
editor-not-found = not found
editor-replace-more = Replace …
editor-replace-more-help = Shows the field for the replacement.
editor-replace-hint = Replacement
editor-replace = Replace
editor-replace-help = Replaces the selected match, and goes to the next one.
editor-replace-all = Replace all
editor-replace-all-help = Replaces all matches; Undo reverts this.
editor-changed = { $file } was changed by another program.
editor-deleted = { $file } was deleted or moved by another program. Saving creates it again.
editor-reload-help = Loads the new contents.
editor-reload-unsaved-help = Loads the new contents in place of the unsaved text; Undo restores it.
editor-keep = Keep mine
editor-keep-help = Keeps the text as it is here; saving overwrites the file.
editor-reverted = { $file }: reverted to the file on disk
editor-unsaved = { $file } has unsaved changes.
editor-all-unsaved = { $count ->
    [one] 1 file in the editor has unsaved changes: { $files }.
   *[other] { $count } files in the editor have unsaved changes: { $files }.
}
editor-save-all = Save
editor-throw-away = Don't save
editor-edit = Edit { $file }
editor-edit-help = Opens the file that contains this value in the editor.

## Building

build-help = Saves the files of the open file's project, builds it, and copies its library into the plugin folder.
build-runs = A build is running. Wait, or cancel it.
build-no-project = The open file does not belong to a project: no parent folder has a Cargo.toml, a Makefile or a CMakeLists.txt.
build-cancel = Cancel build
build-cancel-help = Stops the build with all its processes.
build-hide = Hide output
build-hide-help = Hides the build output until the next build.
build-whole = All output
build-whole-help = Shows the complete build output instead of messages only.
build-running = building { $name }: { $done } crates done, { $seconds } s
build-built = built { $name } in { $seconds } s
build-built-with = { $count ->
    [one] built { $name } with 1 warning
   *[other] built { $name } with { $count } warnings
}
build-failed = { $count ->
    [one] { $name } was not built: 1 error
   *[other] { $name } was not built: { $count } errors
}
build-canceled = { $name } was not built: canceled
build-new-title = New component
build-new-name = Name
build-new-kind = Kind
build-new-language = Language
build-new-folder = Folder
build-new-folder-help = The folder in which the new folder is created.
build-new-make = Create
build-new-where = Creates the folder { $folder }
build-made = created { $folder }
build-this-machine = it builds on this machine only: it depends on { $source }

## The scene's text

source-title = Text
source-name = Text of the scene
source-no-scene = Open or create a scene to see its text here.
source-apply-help = Applies this text to the scene. If it has errors, they are shown at their lines and the scene does not change.
source-revert = Revert
source-revert-help = Discards the changes since the text was last applied.
source-same = Nothing to apply: the text is unchanged.
source-changed = The scene has changed elsewhere since. Apply overwrites those changes with this text.
source-unapplied = The Text panel has unapplied changes.
source-apply-first = Apply changes
source-throw-away = Discard changes
source-finding = line { $line }: { $message }

## The view

view-top = From above
view-front = From the front
view-side = From the side
view-no-device = No graphics device: the 3D view cannot be drawn.
view-hint = Drag: orbit. Right-drag: pan. Scroll: zoom. Click: select.
view-name = 3D view of the scene
view-no-robot = Select a robot first.
view-no-camera = This robot does not have a camera.
view-from = View from { $robot }. Esc: exit.
view-behind = View from behind { $robot }. Esc: exit.
view-through = View through { $robot }.{ $camera }. Esc: exit.

## Pictures and videos of the 3D view

view_files-save-picture = Save an image of the view
view_files-record = Record a video of the view
view_files-stop = Stop video
view_files-video = Video
view_files-size = Size
view_files-size-view = 1×
view_files-size-view-help = The pixels of the view.
view_files-size-twice = 2×
view_files-size-twice-help = Twice the pixels of the view along each edge.
view_files-time = Time
view_files-time-seen = real
view_files-time-seen-help = A second of the video is a second of real time, at any simulation speed.
view_files-time-run = simulated
view_files-time-run-help = A second of the video is a second of simulated time. Nothing is recorded while the run is paused.
view_files-kind = Format
view_files-kind-video = video (MP4)
view_files-kind-video-help = One file, encoded as AV1.
view_files-kind-pictures = images (PNG)
view_files-kind-pictures-help = A new folder of this name, with one PNG file per image.
view_files-not-seen = No 3D view is visible. Bring one to the front first.
view_files-still-written = The previous video is still being written to this file. Try again in a moment.
view_files-no-picture = the image cannot be saved
view_files-smaller = choose size 1×, or make the view smaller
view_files-no-folder = the images need a new folder
view_files-there = this name already exists
view_files-other-name = choose another name
view_files-asked = stopped by the user
view_files-closed = the view was closed
view_files-other-scene = another scene was opened
view_files-no-image = the view did not provide an image
view_files-started = recording a video of the view to { $file }
view_files-images = { $count ->
    [one] 1 image
   *[other] { $count } images
 }
view_files-stopped = video of { $images }, { $seconds } s, in { $file }: { $reason }
view_files-stopped-late = { $left_out ->
    [one] video of { $images }, { $seconds } s, in { $file }: { $reason }; 1 image was dropped because encoding was too slow
   *[other] video of { $images }, { $seconds } s, in { $file }: { $reason }; { $left_out } images were dropped because encoding was too slow
 }
view_files-status = Video { $length }, { $images }
view_files-left-out = { $count ->
    [one] 1 image was dropped because encoding was too slow.
   *[other] { $count } images were dropped because encoding was too slow.
 }

## Overlays

shown-drawings = Component drawings
shown-menu = Show
shown-menu-help = Overlays in all views.
shown-signs = Lights and beacons
shown-trails = Trails
shown-contacts = Contacts
shown-contacts-help = Contact points, with an arrow along the contact normal.
shown-ceilings-help = Objects of the category `ceiling`, or with that tag.
shown-sensors = Sensor coverage
shown-frames = Axes
shown-nobody = None
shown-margins-help = Clearance around robots, and around objects with a margin in the scene.
shown-cut = Cut above
shown-cut-help = Hides everything above a height in the 3D view.
shown-switched-off = Turn it on first.
shown-of = { $what }: { $whom }

## Multiple views, panel layouts, saved states

several-layouts = Layouts
several-standard = Standard
several-building = Robot editor
several-name-of-layout = Layout name
several-replace-layout = Replace layout
several-delete-layout = Delete layout
several-reserved = This name is reserved for a built-in layout.
several-states = States
several-go-help = Click to restore this state. The run is paused.
several-no-states = Save a state of the run to return to it later.
several-none-kept = No saved states.
several-other-scene = The scene has changed since. Undo the changes to restore this state.
several-recording = A recording is shown. Return to the live run first.
several-name-of-state = State name
several-keep = Save
several-do-not-keep = Discard
several-rename = Rename
several-delete = Delete
several-numbered = { $kind } { $number }
several-camera = Cameras: { $robot }.{ $camera }
several-taken = A layout “{ $name }” already exists.
several-ask-to-delete = Delete the layout “{ $name }”? This cannot be undone.
several-saved = saved the layout { $name }
several-delete-of = Delete { $name }
several-state-at = state at { $time } s
several-moment = { $time } s
several-count = { $kept } of at most { $most }
several-go-to = Restore { $name }
several-rename-of = Rename { $name }
several-went-to = restored { $name }

## The 2D view

plan-seen = Direction
plan-name = 2D view of the scene
plan-not-written = the 2D view cannot be written
plan-too-large = an image of { $width } × { $height } pixels is too large

## Errors of the graphics device

graphics-refused = the graphics device cannot draw the window
graphics-refused-remedy = the run continues; draw less (View › Low-detail rendering, smaller panels), or start with another device (WGPU_BACKEND, WGPU_ADAPTER_NAME)
graphics-lost = the graphics device was lost
graphics-lost-remedy = start the window again: it offers unsaved work
graphics-no-window = the window cannot be opened
graphics-no-window-help = check that a display is available (DISPLAY or WAYLAND_DISPLAY) and supports Vulkan, Metal, DirectX 12 or OpenGL; `sim run` does not need a window

## Plots

plots-channel = Channel
plots-plot = Plot
plots-clear = Clear plots
plots-export = Export
plots-export-csv = As a table (CSV) …
plots-export-png = As an image (PNG) …
plots-fit-help = Shows the full range of all curves, and follows new values. A double-click does the same.
plots-hold = Hold
plots-hold-help = Freezes the curves; time and recording continue.
plots-hold-live = Hold is for live runs: a recording does not grow.
plots-time = time [s]
plots-export-failed = the plots cannot be written
plots-no-picture = the plots cannot be written as an image
plots-out-of-sight = the plots are not visible
plots-to-the-front = bring the plots to the front first
plots-incomplete = the screenshot is incomplete
plots-distance = distance to the recording
plots-remove = Remove from plot
plots-nothing = Choose a robot and a channel, or click a telemetry value in the inspector.
plots-toggle = Add to or remove from the plot
plots-remove-of = Remove { $name }
plots-written = written to { $file }
plots-recorded = { $name } (recorded)
plots-recorded-value = {" "}(recorded { $value })

## Types of plots

analysis-over-time = Over time
analysis-xy = XY
analysis-histogram = Histogram
analysis-spectrum = Spectrum
analysis-over-time-help = Values over time.
analysis-xy-help = Values over another plotted value at the same time.
analysis-histogram-help = Distribution of the values. Bin width: Freedman–Diaconis rule.
analysis-spectrum-help = Amplitude by frequency, without the mean, with a Hann window; a sine shows its amplitude. Uses the last 65,536 steps.
analysis-over = over
analysis-share = Fractions
analysis-share-help = Fractions of all values instead of counts, to compare runs of different lengths.
analysis-newest = of the last
analysis-newest-help = Uses only the values of the last seconds; 0: all.
analysis-number = count
analysis-part = fraction
analysis-frequency = frequency [Hz]
analysis-computing = Computing …
analysis-too-few = Not enough values yet.
analysis-no-other = Plot another value, too: XY shows it over the values of this plot.
analysis-of-each = { $path } of each robot
analysis-all = all
analysis-choice = { $kind } of { $unit }
analysis-mean = mean
analysis-deviation = standard deviation
analysis-values = values
analysis-greatest = largest amplitude

## Clamped commands

limits-limited = Clamped commands
limits-limited-help = Number of commands clamped to the range of their actuator. The log names the first one.

## Manual driving

drive-title = Drive
drive-who = Robots
drive-nobody = Select a robot, or drive all of them.
drive-no-scene = Open a scene with a robot first.
drive-no-robot = This scene does not contain a robot.
drive-capture = Capture keyboard
drive-capture-help = Sends keys to the robots instead of triggering shortcuts, except those with Ctrl. Esc, or leaving the panel, releases the keyboard.
drive-captured = The keyboard drives. Esc: release.
drive-writing = The keyboard types into a text field. Click elsewhere to drive.
drive-stick = Joystick: forward, back, left, right
drive-stick-help = Drag to drive; it returns to the center on release.
drive-axes = Axes
drive-centre = Center all
drive-centre-help = Sets every axis to 0.
drive-keys = Keys
drive-keys-help = Letters and digits that are not listed are fixed. Robots receive only the keys that their controllers request.
drive-press = Press a key …
drive-arrows = Arrow keys
drive-wasd = W A S D
drive-pad = Gamepad
drive-pad-use = Use a gamepad
drive-pad-none = No gamepad found. Connect one, or switch it on.
drive-pad-absent = This program was built without gamepad support; build it with `--features gamepad`.
drive-dead-zone = Dead zone
drive-dead-zone-help = Range around the center of a stick that is ignored.
drive-hand-over = Drive manually
drive-sticks-1 = Left stick, forward
drive-sticks-2 = Left stick, left
drive-sticks-3 = Right stick, forward
drive-sticks-4 = Right stick, left
drive-driven-by = { $robot } is driven by { $controller }. It receives keys only if that controller requests them.
drive-hand-over-of = Assigns the controller { $id }, driven by the arrow keys and the axes forward and turn.
drive-change = Change the key for { $key }
drive-hold = Hold { $key }

## Camera images

cameras-title = Cameras
cameras-camera = Camera
cameras-none = No robot in this scene has a camera. Add one to a robot with this line in the scene:
cameras-no-image = No image yet. Press Play, or execute a step.
cameras-waiting = Waiting for the image …
cameras-beyond = beyond
cameras-image = Camera image
cameras-unreadable = the camera did not return an image
cameras-unreadable-help = the function `image` of a camera returns width, height, format (`rgba8` or `depth32`), images and pixels as base64
cameras-no-number = number `{ $name }` missing
cameras-no-pixels = text `pixels` missing
cameras-wrong-bytes = { $bytes } bytes for { $width } × { $height } pixels
cameras-no-format = unknown format `{ $format }`
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
log-nothing = No messages yet.
log-hidden = { $count ->
    [one] 1 line is hidden by: { $filters }
   *[other] { $count } lines are hidden by: { $filters }
 }
log-show-hidden = Show all lines
log-text = Text
log-dropped = { $count ->
    [one] 1 line was dropped because it arrived too fast.
   *[other] { $count } lines were dropped because they arrived too fast.
 }
log-installed = installed { $from } as { $to }
log-digest = { $tick ->
    [one] state after 1 tick: { $digest }
   *[other] state after { $tick } ticks: { $digest }
 }
log-begin-anew = restarted by the change: { $names }
log-built = scene built in { $seconds } s
log-part = Part
log-every = all
log-copy-help = Copies the lines shown.
log-export = Export …
log-export-help = Saves the lines shown as a text file.
log-export-failed = the log cannot be written
log-select = Click to select { $robot }.

## Problems

problems-none = No problems.
problems-count = { $count ->
    [one] 1 problem
   *[other] { $count } problems
 }

## Findings and their locations

findings-show = Go to location
findings-clear-help = Clears diagnostics of runs and plugins; those of the scene remain.
findings-place = location
findings-expected = expected
findings-found = found
findings-nearest = did you mean
findings-related = also
findings-help = help
findings-of-file = { $name }: { $said }
findings-elsewhere = Located in { $file }.

## Faults

faults-told = { $kind } `{ $component }` ({ $id }): { $message } [{ $code }] at { $time } s
faults-mark-of = Fault of { $robot }: { $fault }
faults-count = { $count ->
    [one] 1 fault
   *[other] { $count } faults
 }

## Short messages

messages-show-folder = Show folder
messages-dismiss = Click to dismiss.
messages-label = Message: { $text }

## The plugins

plugins-none = No plugins found. Copy a library into one of the folders below.
plugins-folders = Folders
plugins-rescan = Rescan
plugins-rescan-help = Searches all plugin folders. New and changed libraries are also found automatically.
plugins-open-folder = Open folder
plugins-registered = registered
plugins-refused = rejected
plugins-skipped = skipped
plugins-gone = file missing
plugins-project = project
plugins-installation = installation
plugins-user-folder = user folder
plugins-pack = pack

## Details of libraries

libraries-version = version
libraries-authors = authors
libraries-license = license
libraries-digest = SHA-256
libraries-abi = ABI
libraries-file = file
libraries-unknown = not specified
libraries-report = load report
libraries-copy-digest = Copy the digest of { $library }
libraries-copy-id = Copy { $id }
libraries-abi-of = ABI { $major }.{ $minor }, built with sim-abi { $built }
libraries-last = last at { $time } s: { $message }
libraries-last-of = last at { $time } s, { $robot }: { $message }

## Robot editor

construct-title = Robot editor
construct-open = Edit robot …
construct-open-help = Shows this robot from above, to place its sensors, actuators and wheels.
construct-no-robot = This scene does not contain a robot. Add one with Edit › Insert …
construct-no-scene = Open a scene first to edit its robots here.
construct-recording = A recording is shown. Return to the live run to edit its robots.
construct-no-model = The model of this robot could not be built. See Problems.
construct-fit-help = Shows the whole robot. Scroll: zoom. Drag with the middle or right button: pan.
construct-units = Units of lengths and angles in the whole window: cm and °, or m and rad.
construct-coverage = Coverage of all
construct-coverage-help = Draws the coverage of every sensor instead of that of the selected part.
construct-board = Robot from above
construct-drop-hint = Click its position. Esc: cancel.
construct-palette = Parts
construct-search = Search parts
construct-fitting = fits a port
construct-nothing = No matching parts.
construct-drag-hint = Drag it onto the robot, or click it and then its position.
construct-sensor = sensor
construct-actuator = actuator
construct-forward = x forward
construct-left = y left
construct-height = z height
construct-direction = direction
construct-forward-help = Distance from the center of the robot toward the front; negative: back.
construct-left-help = Distance from the center of the robot to the left; negative: right.
construct-height-help = Height above the origin of the robot.
construct-direction-help = Viewing direction: 0° forward, 90° left, −90° right.
construct-port = port
construct-unplugged = unplugged
construct-no-port = No free port fits.
construct-needs-no-port = needs no port
construct-copy = Copy
construct-copy-help = Places a copy next to it, without a port.
construct-remove = Remove
construct-put-back = Restore
construct-values = Values
construct-read = read
construct-true = true
construct-command = command
construct-read-help = The reading, with noise.
construct-true-help = The noise-free value.
construct-functions = Functions
construct-by-hand = manual
construct-by-hand-help = Simulates a person acting on the part. Controllers cannot call it.
construct-not-running = This part is not in the running scene yet.
construct-waiting = …
construct-done = done
construct-calibrate = Table …
construct-calibrate-help = Opens a table of measurements of a real part, to compute parameters.
construct-table-hint = One row per measurement. You can paste rows from a spreadsheet into a cell.
construct-add-row = Add row
construct-compute = Compute
construct-not-numbers = Every cell needs a number.
construct-apply-help = Sets these parameters of the part, as one undo step.
construct-save-table = Save table …
construct-load-table = Load table …
construct-no-object = the function did not return parameters
construct-joint = joint
construct-reset = As in the model
construct-reset-help = Resets the joint to its pose in the model.
construct-wheels = Wheels
construct-ports = Ports
construct-free = free
construct-all-parts = Parts on the robot
construct-taken-away = Removed
construct-choose = Click a part to change it.
construct-stands = Not moving.
construct-straight = Moving straight: no center of rotation.
construct-icr-help = c = (−vy, vx)/ω in the robot frame, from the velocity of its origin.
construct-save-robot = Save robot as …
construct-save-robot-help = Saves this robot with all its parts to a file for use in any scene.
construct-use-robot = Use robot file …
construct-use-robot-help = Uses the robot of a file; the scene's settings of its parts are removed.
construct-not-saved = the robot cannot be saved
construct-not-saved-table = the table cannot be saved
construct-no-table = Open the table of a part first.
construct-of-fleet = Part of the fleet { $fleet }: changes apply to all its robots.
construct-part = Part { $name }
construct-joint-of = Joint { $name }
construct-direction-of = Direction of { $name }
construct-add = Add { $id }
construct-moved = Move { $name }
construct-turned = Rotate { $name }
construct-reset-of = Reset { $name }
construct-added = Add { $name }
construct-copied = Copy { $name }
construct-removed = Remove { $name }
construct-restored = Restore { $name }
construct-plugged = Plug in { $name }
construct-unplugged-of = Unplug { $name }
construct-calibrated = Calibrate { $name }
construct-model-of = Change model of { $name }
construct-too-far = { $outside } outside the body: the maximum is { $most }.
construct-place = x { $x }  y { $y }
construct-plugs-into = Fits ports of kind { $kind }.
construct-more = { $count } more
construct-argument = { $function } { $name }
construct-call = Call { $function }
construct-answer = { $function } returned { $answer }
construct-cell = { $column }, row { $row }
construct-remove-row = Remove row { $row }
construct-track = Track width { $length }
construct-turns-about = Rotates about x { $x }, y { $y }
construct-hidden-joint = { $name } (joint)
construct-line = line { $line }

## Tables of measurements

table-empty = the file does not contain a table
table-at = line { $line }: { $what }
table-missing = missing field `{ $field }`
table-columns = `columns`: expected { $expected }, found { $found }
table-row = `rows[{ $row }]`: expected { $expected } numbers, found { $found }
table-no-number = `rows[{ $row }]`, column { $column }: expected a number, found { $found }
table-no-rows = `rows`: expected a list of rows, found { $found }

## Accessible names of toolkit widgets

toolkit-scroll-bar = Scroll bar
toolkit-divider = Divider between panels
toolkit-tabs = Tabs
toolkit-tabs-left = Scroll tabs left
toolkit-tabs-right = Scroll tabs right

## Status of services
service-state = { $name }: { $text }
service-progress = { $name }: { $percent } %
service-cancel = Cancel { $name }
service-none = No service of this run publishes a status.
service-select = Select the service { $service }
service-select-help = Shows its parameters in the inspector.
service-alert = { $service }: { $name }: { $text }
service-doing = { $service }: { $doing }
service-more = {" "}({ $count } more)
service-alert-help = Click to show all services.

## The table of all robots
robots-title = Robots
robots-none = No robots.
robots-nothing = No matching robots.
robots-filter = Filter
robots-count = { $listed } of { $all }
robots-sort = Sort by { $column }
robots-sorted-rising = Sort by { $column } (ascending)
robots-sorted-falling = Sort by { $column } (descending)
robots-sort-help = Sorts by this column. Click again: reverse order; third click: order of the scene.
robots-row = { $robot }: { $state }
robots-row-help = Click: select. Double-click: focus the view on it.
robots-fault = fault
robots-halted = halted
robots-running = running
robots-stands = paused
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

## Inserting by numbers
by_numbers-kind = Item
by_numbers-type = Type
by_numbers-kinds-1 = Wall
by_numbers-kinds-2 = Room
by_numbers-kinds-3 = Ceiling
by_numbers-kinds-4 = Obstacle
by_numbers-kinds-5 = Beacon
by_numbers-kinds-6 = Robot
by_numbers-absolute = from the origin
by_numbers-relative = from the 3D cursor
by_numbers-from-help = Origin of the coordinates.
by_numbers-cursor-x = Cursor x
by_numbers-cursor-y = Cursor y
by_numbers-cursor-z = Cursor z
by_numbers-insert = Insert
by_numbers-close = Done
by_numbers-cursor-hint = Click the position of the cursor. Esc: cancel.
by_numbers-name = Name
by_numbers-mac = MAC address
by_numbers-address = IP address
by_numbers-port = Port
by_numbers-start-x = Start x
by_numbers-start-y = Start y
by_numbers-end-x = End x
by_numbers-end-y = End y
by_numbers-height = Height
by_numbers-width = Width
by_numbers-corner-x = Inner corner x
by_numbers-corner-y = Inner corner y
by_numbers-inner-x = Inner size x
by_numbers-inner-y = Inner size y
by_numbers-north = North
by_numbers-east = East
by_numbers-south = South
by_numbers-west = West
by_numbers-x = Position x
by_numbers-y = Position y
by_numbers-z = Position z
by_numbers-size-x = Size x
by_numbers-size-y = Size y
by_numbers-size-z = Size z
by_numbers-margin-x = Margin x
by_numbers-margin-y = Margin y
by_numbers-margin-z = Margin z
by_numbers-red = Red
by_numbers-green = Green
by_numbers-blue = Blue
by_numbers-opacity = Opacity
by_numbers-range = Range
by_numbers-turn-x = Rotation about x
by_numbers-turn-y = Rotation about y
by_numbers-turn-z = Rotation about z
by_numbers-cone = Cone angle
by_numbers-same-points = The start and the end of the wall must differ.
by_numbers-no-floor = The inner sizes of the room must be above 0.001 m.
by_numbers-bad-mac = A MAC address has six pairs of hexadecimal digits, such as 01:23:45:67:89:AB; it may be empty.
by_numbers-bad-address = An IP address has four numbers from 0 to 255, such as 127.0.0.1.
by_numbers-bad-port = A port is a whole number from 1 to 65535, such as 1999.
by_numbers-no-types = No loaded library offers this kind. Copy one into the plugin folder.
by_numbers-out-of-range = { $name } must be from { $least } to { $most }.
by_numbers-too-small = { $name } must be at least { $least } m.
by_numbers-bad-name = A name must have 1 to { $most } characters.
by_numbers-made = Inserted: { $name }

## Environment

surroundings-file = environment
surroundings-exported = exported the environment to { $path }
surroundings-imported = imported the environment from { $path }

## Packs

packs-title = Packs
packs-menu = Packs …
packs-menu-help = Shows published and installed robots, components and scenes.
packs-search = Search packs
packs-file = Install a file …
packs-file-help = Installs a pack from a file ….simpack. You can also drop the file onto the window.
packs-read-help = Rescans the installed packs and the sources.
packs-none = No packs are installed, and no source offers any.
packs-not-found = No pack contains all of these words.
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
packs-revoked = Revoked: { $reason }
packs-unfit = Incompatible: { $reason }
packs-grant-edit = A service may create, move and delete objects of the scene
packs-grant-command = A service may drive robots
packs-grant-network = A service may use the network
packs-grant-files = A service may read and write your files
packs-grant-programs = A service may start other programs
packs-grant-other = A service requests { $grant }
packs-signed = Signed with the trusted key of { $publisher }
packs-signed-otherwise = Signed with a key that is not trusted for { $publisher }
packs-signed-new = Signed with a key that is not yet trusted for { $publisher }
packs-unsigned = Not signed: it may not be from { $publisher }
packs-copy-key = Copy the key of { $publisher }
packs-runs-in-program = Runs inside the program's process, with all your permissions
packs-runs-apart = Runs in a separate process
packs-in-program = Run in process …
packs-in-program-help = Runs its libraries inside the program's process, without isolation. This is faster.
packs-apart = Isolate
packs-apart-help = Runs its libraries in separate processes again, which can read the pack but none of your other files.
packs-details = Details
packs-robots = Robots
packs-scenes = Scenes
packs-needs = Dependencies
packs-home = Home page
packs-source = Source
packs-versions = Versions
packs-sources = Sources
packs-no-sources = No sources. A source is an index of packs: a folder, https://… or oci://….
packs-source-hint = Folder or address of an index
packs-add-source = Add source
packs-add-source-help = Lists the packs of this index here, too.
packs-forget-source = Remove source
packs-no-source = no source to install packs from
packs-no-source-help = add one in the panel Packs, or install a file of the pack
packs-busy = Another pack operation is running. Wait, or cancel it.
packs-nothing-new = Everything is installed already.
packs-canceled = Canceled: nothing was installed.
packs-preparing = Preparing the installation …
packs-installing = Installing …
packs-canceling = Canceling …
packs-refused = Cannot be installed
packs-choose-key = Choose the publisher's key …
packs-choose-key-help = The file ….pub that the publisher distributes.
packs-key-file = Public keys
packs-archive = Packs
packs-close = Close
packs-needed = dependencies
packs-new-keys = New key
packs-new-keys-help = Compare the key with the one that the publisher states elsewhere, such as on a website. Once you trust it, packs of this publisher must be signed with it.
packs-trust = Trust this key of { $publisher } from now on
packs-trust-first = Trust the new keys first.
packs-offered = { $count ->
    [one] Install one pack, { $size }
   *[other] Install { $count } packs, { $size }
}
packs-done = Installed { $packs }
packs-removed = Removed { $packs }
packs-now-in-program = { $pack } runs inside the program's process from the next build of a scene on.
packs-now-apart = { $pack } runs in a separate process from the next build of a scene on.
packs-ask-to-remove = Remove { $pack } and the dependencies that no other pack needs?
packs-ask-to-let-in = Run the libraries of { $pack } inside the program's process? They are not isolated there and have all your permissions.
packs-in-use = The open scene uses it.
packs-missing = This scene needs packs that are not installed: { $packs }
packs-install-missing = Install missing packs …
packs-saved-elsewhere = This scene belongs to the pack { $pack }, which is read-only. Save it as your own file.
packs-stored = files of installed packs are read-only
packs-no-code = No code
packs-to-be-built = It does not include a library for this machine, so it is built here from source, which takes a while. The build can write only to its own folder and cannot use the network.
packs-install-now = Install
packs-remove-now = Remove
packs-let-in = Run in process
