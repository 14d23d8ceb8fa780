# What editing says. The English texts stand in the sources; a test compares them.

## Names of edits, for the menu and for undo

edit-align = Align { $what }
edit-attach = Attach { $what } to { $parent }
edit-change = Change { $path }
edit-change-of = Change { $path } of { $what }
edit-controller = Change controller of { $what }
edit-delete = Delete { $what }
edit-detach = Detach { $what }
edit-dissolve = Dissolve { $prefix }
edit-import = Import the surroundings { $name }
edit-distribute = Distribute { $what }
edit-duplicate = Duplicate { $what }
edit-dynamics = Change dynamics of { $what }
edit-hide = Hide { $what }
edit-insert = Insert { $what }
edit-lock = Lock { $what }
edit-merge = Merge
edit-model = Change model of { $what }
edit-move = Move { $what }
edit-move-pose = Move pose { $number } of { $what }
edit-append-poses = Add { $count } poses to { $what }
edit-insert-pose = Insert pose { $number } into { $what }
edit-remove-pose = Remove pose { $number } of { $what }
edit-remove-poses = Remove the last { $count } poses of { $what }
edit-opening = Cut an opening into { $what }
edit-paste = Paste { $what }
edit-rename = Rename { $old } to { $name }
edit-resize = Resize { $what }
edit-revert = Revert
edit-rotate = Rotate { $what }
edit-show = Show { $what }
edit-text = Edit text
edit-unlock = Unlock { $what }

## Parts of scenes: alone, with an indefinite article, and as they stand before a name or a number

section-a-group = a group
section-a-shared-shape = a shared shape
section-group = group
section-object = object
section-an-object = an object
section-shared-shape = shared shape
section-the-group = group
section-the-object = object
section-robot = robot
section-a-robot = a robot
section-the-robot = robot
section-fleet = fleet
section-a-fleet = a fleet
section-the-fleet = fleet
section-beacon = beacon
section-a-beacon = a beacon
section-the-beacon = beacon
section-light = light
section-a-light = a light
section-the-light = light
section-medium = medium
section-a-medium = a medium
section-the-medium = medium
section-service = service
section-a-service = a service
section-the-service = service
section-route = route
section-a-route = a route
section-the-route = route
section-note = note
section-a-note = a note
section-the-note = note
section-input = input
section-an-input = an input
section-the-input = input
section-condition = condition
section-a-condition = a condition
section-the-condition = condition
section-painted = painted thing
section-a-painted = a painted thing
section-the-painted = painted thing
section-included = included file
section-an-included = an included file
section-the-included = included file
section-the-shared-shape = shared shape
target-named = { $what } `{ $name }`
target-numbered = { $what } { $number }
target-things = { $count ->
    [one] { $count } thing
   *[other] { $count } things
 }

## Why an edit is refused

refusal-unknown = there is no { $target }
refusal-unknown-nearest = there is no { $target }; did you mean `{ $nearest }`?
refusal-included = `{ $name }` comes from { $file }; edit that file, or include a copy
refusal-locked = `{ $name }` is locked; unlock it first
refusal-fleet-member = `{ $robot }` is one of the fleet `{ $fleet }`; edit the fleet, or dissolve it into single robots first
refusal-referenced = `{ $name }` is still used by { $by }; delete these too, or change them first
refusal-path = `{ $path }` cannot be set: { $reason }
refusal-paste = the text cannot be pasted: { $reason }
refusal-mixed-include = { $file } is included, and holds surroundings and other things; move the surroundings to a file of their own, or take the include out first
refusal-not-deleted = not deleted: { $reasons }
refusal-invalid = the scene would not be valid: { $findings }
refusal-broken = the file has mistakes; mend its text first
refusal-unwritable = the edit could not be written down in this text; edit the text itself, and please report this
cannot-move = { $target } cannot be moved: { $reason }
cannot-rename = { $target } cannot be renamed: { $reason }
cannot-resize = { $target } cannot be resized: { $reason }
cannot-lock = { $target } cannot be locked: { $reason }
cannot-hide = { $target } cannot be hidden: { $reason }
cannot-attach = { $target } cannot be attached: { $reason }
cannot-cut-opening = { $target } cannot be given an opening: { $reason }
cannot-set-component = { $target } cannot be given this component: { $reason }
cannot-set-parameter = { $target } cannot be given this parameter: { $reason }
attach-kinds = only objects, beacons, lights and notes can be carried
field-lacks = { $what } has no { $field }
finding-expected = { $message }; expected: { $expected }
hide-objects = only objects can be hidden
insert-no-description = { $found } is not the description of { $what }
lock-objects = only objects can be locked
move-no-place = it has no place of its own; change its fields instead
move-no-pose = it has no such pose
move-not-finite = the new place is not finite
move-region = it fills a region without a place of its own; change its region instead
opening-long = the opening is as long as the wall; delete the wall instead
opening-moves = it moves, and what moves is in one piece
opening-outside = the opening is not in the wall, or has no size
opening-walls = only walls can
paste-list = the list holds something that is no part of a scene
paste-nothing = it holds no objects, robots or other parts of a scene
path-begin = it must begin with a field of the scene
path-empty = it is empty
path-no-component = the scene names no component there; say which one is in effect, or choose one first
path-no-element = no element is named `{ $key }`
path-no-fields = { $what } has no fields
path-no-index = { $count ->
    [one] the list has { $count } element, there is no element { $index }
   *[other] the list has { $count } elements, there is no element { $index }
 }
path-no-table = the scene is no table
path-which = name the { $what } that is meant
rename-no-name = { $what } has no name
resize-kind = that would be another kind of shape
resize-objects = only objects have a size of their own

## What should be known about an edit that was made

hint-inertia = the moments of inertia that `{ $name }` gives were left as they are
hint-taken-in = its value stands in the scene from now on; `{ $file }` was left as it is
hint-left = `{ $path }` says "{ $name }", too; it was left as it is
hint-order = the robots of this fleet now come before those of other fleets: the order of robots has changed
hint-own-shape = `{ $name }` has a shape of its own now, and does not follow the shared shape `{ $shared }` any more

## Files

file-changed = { $path } was changed by another program; save over it, save under another name, or reload it
file-deleted = { $path } was deleted or moved by another program; save it again there, or under another name
file-invalid = the scene cannot be saved as { $path }: { $findings }
file-name = { $name } cannot be the name of the file; it may have letters, digits, blanks, `-` and `_`
file-own = { $path } is the file of this scene, which would lose its robots; choose another file
file-no-scene = { $path } is no valid scene: { $findings }
file-no-surroundings = { $path } has no objects, beacons, lamps, water, air or floor; choose another scene
file-no-file = it is no file
file-no-path = the scene has no file yet; choose one with "save as"
file-not-read = { $path } cannot be read: { $cause }; { $remedy }
file-not-recovered = { $path } cannot be recovered: { $cause }; { $remedy }
file-not-text = { $path } is not UTF-8 text (byte { $at } is not); save it as UTF-8, or choose another file
file-not-written = { $path } cannot be written: { $cause }; { $remedy }
file-too-large = { $path } has { $size } MB; texts of at most { $limit } MB are edited here: open it in another program
recovery-close = close it there first
recovery-in-use = another process still works on it
recovery-version = it has version { $version }, this program knows 1
remedy-disk = save under another name, and check the disk
remedy-folder = the folder must exist: make it, or save under another name
remedy-other = choose another one
remedy-path = check the path
remedy-path-disk = check the path and the disk
remedy-recent = delete it: it is only the list of recent files
remedy-right = ask for the right to read it
remedy-room = make room on the disk
remedy-writable = make file and folder writable, or save under another name

## Changes of two that are put together

merge-conflicts = both have changed the same or neighbouring lines: { $places }; reload the file, or keep yours
merge-invalid = both changes together make no valid scene: { $findings }
merge-no-base = it is not known what the file held before both changes; reload it, or keep yours
merge-no-place = { $mine } here, { $theirs } in the file
merge-nothing = nothing
merge-place = line { $line }: { $mine } here, { $theirs } in the file
