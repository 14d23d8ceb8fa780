# What is said of projects. The English texts stand in the sources; a test compares them.

build-no-library = the build has made no library for the simulator
build-no-library-help = in Cargo.toml, `crate-type = ["cdylib"]` below `[lib]` makes one; with make and CMake it must be in the folder `plugins`
build-no-program = `{ $program }` is not installed, which builds this
build-no-program-found = it is in none of these folders: { $folders }
build-no-program-help = install it, for example by `{ $command }`, and build again
build-not-started = `{ $what }` cannot be started, which builds this
build-not-started-help = check that the program may be run and the disk is not full
kit-elsewhere = a crate that takes it from elsewhere
kit-no-crate = this is no crate with a kit of its own
kit-no-crate-expected = a Cargo.toml with { $line }
kit-no-crate-help = name the folder of a crate that `sim new` made, or write this dependency; nothing was changed
kit-none = the crate `sim-abi`, which the new crate needs, is not there
kit-none-expected = a folder with its Cargo.toml
kit-none-found = none in: { $folders }
kit-none-help = say where it is with `--sdk PATH`; it comes with the program as `sdk/sim-abi`
kit-not-copied = the kit could not be copied
kit-not-copied-help = check that the folder can be written and the disk is not full
kit-source = the kit in the simulator's source tree cannot be copied
kit-source-expected = the kit that comes with the program as `sdk`
kit-source-help = run the program in `target/dist`, which `cargo xtask build` makes, or say where a kit is with `--sdk PATH`
new-folder-full = a folder with files in it
new-letters = lower-case letters, digits and dashes, the first a letter, at most 40 in all
new-no-folder = something that is not a folder, or a folder that cannot be read
new-no-name = the name cannot be used for a crate
new-no-name-help = `line-follower` would be fine
new-not-written = the folder could not be written
new-project-help = `my-robots` would be fine; `--dir` says in which folder it is made; nothing was written
new-project-letters = letters from a to z, digits, dashes and underscores, the first a letter or a digit, at most 40 in all
new-project-name = the name cannot be used for a project
new-reserved = the name has a meaning for Rust or Cargo
new-reserved-help = take `my-{ $name }`, for example
new-there = there is something already where the folder would be made
new-there-expected = no folder of this name, or an empty one
new-there-help = take another name, or `--dir` to make it elsewhere; nothing was written
