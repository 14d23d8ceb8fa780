# What `sim nautilus` says. The English stands in the sources once more; a test compares them.

## command

command-any-file = a file in one of the folders
command-instead = add -novisual
command-no-file = there is no configuration file `{ $asked }`
command-no-file-found = nothing of this name in: { $folders }
command-no-file-help = a path with `{ $separator }` in it is taken as it is
command-no-folder = no temporary folder: { $error }
command-nothing-wrong = nothing is wrong with { $robots }
command-records = { $count ->
    [one] { $count } record
   *[other] { $count } records
 }
command-repaired = { $name } holds { $records }; { $removed } bytes of an incomplete one are gone
command-scene = { $file } holds the scene
command-whole = all lists in { $folder } are whole

## config

config-a-robot = a robot
config-an-obstacle = an obstacle
config-axes = `{ $other }` is no choice of axes
config-axes-expected = `nautilus` (vertical speeds positive down) or `zup`
config-both = both `{ $one }` and `{ $other }` are given, which are names of the same sensor
config-comma = a comma before a closing bracket is no JSON; it is left out
config-contact = `{ $other }` is no treatment of contacts
config-contact-expected = one of `through`, `stop`
config-every = records cannot be 0 steps apart
config-every-expected = a whole number from 1
config-floor = `floor` says whether there is one
config-floor-expected = true or false
config-list = a list `[…]`
config-motors = { $count ->
    [one] `motorState` has { $count } number
   *[other] `motorState` has { $count } numbers
 }
config-motors-expected = six numbers, one per motor
config-needs-robots = the configuration needs the field `robots`
config-needs-robots-expected = { $form }, a list that may be empty
config-needs-size = an obstacle needs the field `size`
config-no-map = there is no map `{ $name }`
config-no-parameter = the map `{ $map }` has no parameter `{ $unknown }`
config-no-parameters = no parameters
config-not-text = the configuration is not UTF-8 text
config-object = { $what } as an object `{"{"}"field": value, …{"}"}`
config-one-of-two = one of the two
config-outside = `{ $field }` is not in its range
config-the-configuration = the configuration
config-the-output = the output
config-unreadable = the configuration cannot be read: { $error }
config-whole = a whole number from { $least } to { $most }

## names

names-none = there is no { $kind } `{ $name }`
names-or-id = { $names }, or the id of a component

## number

number-all-cores = 0 takes all cores
number-seed = any such number makes a run that can be repeated
number-speed = 1 is real time
number-without-end = leave it out for a run without end

## scene

scene-behind = { $place }, { $behind } m behind the nearest wall's inner face
scene-below = { $place }, { $under } m below the floor
scene-form = `{ $field }` has the wrong form
scene-motors = `motorState` has no effect with { $dynamics }
scene-motors-help = its motors begin at rest; leave the field out
scene-no-field = the sensor has no field `{ $field }`
scene-no-sensor = the robot has no sensor `{ $name }` to change
scene-no-sensor-expected = gps, distancia, radar, or `id` to add one
scene-outside = the robot starts outside the pool
scene-outside-expected = a place inside the walls and above the floor
scene-outside-help = move the robot, or choose a larger pool with `mapParams`
scene-plane = roll and pitch, degrees
scene-polygons = `{ $model }` has no form with few polygons
scene-polygons-help = it is drawn as it is; leave -ef out, or choose another model
scene-rotation = roll, pitch and yaw, degrees
scene-sensor = a sensor is an object of its fields
scene-sigma = at least 0 m
