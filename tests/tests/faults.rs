//! Plugin failures, each through the whole program: a short report, the other robots continue, the exit status.

use sim_tests::build::{bad_crate, bad_library, build, build_with_kit, copy_tree, library_name, new_crate};
use sim_tests::live::Running;
use sim_tests::{Ended, TestDir, dist, shipped};
use std::path::Path;
use std::process::Command;

/// The robot that must not be affected.
const GOOD: &str = r#"(name: "good", model: "scout/standard", at: (0, 5), controller: (id: "control/constant",
    params: (commands: {"left_wheel": 5, "right_wheel": 6})))"#;

/// Runs the good robot next to another one.
fn run_beside(dir: &TestDir, other: &str) -> Ended {
    let scene = format!("(format_version: 1, run: (dt: 0.01, duration: 2), floor: (), robots: [{GOOD}, {other}])");
    dir.write("scene.ron", scene);
    dir.run("scene.ron", &[])
}

/// The only report on standard error: at most ten lines, with all of these words.
#[track_caller]
fn reported(ended: &Ended, words: &[&str]) {
    let lines = ended.stderr.lines().count();
    assert!((1..=10).contains(&lines), "a report of {lines} lines: {ended:#?}");
    for word in words {
        assert!(ended.stderr.contains(word), "`{word}` is not in the report: {ended:#?}");
    }
}

/// The good robot traveled as far as it does alone.
#[track_caller]
fn others_went_on(ended: &Ended) {
    let alone = run_beside(&TestDir::new(), "").expect(0).distance("good");
    assert!(alone > 0.2, "the good robot moves");
    assert_eq!(ended.distance("good"), alone, "the good robot was disturbed: {ended:#?}");
}

/// A library in the plugins folder cannot be loaded: the run continues without it, with a message.
#[track_caller]
fn refused(dir: &TestDir, words: &[&str]) {
    let ended = run_beside(dir, "").expect(4);
    reported(&ended, words);
    reported(&ended, &["expected: ", "found: ", "help: "]);
    others_went_on(&ended);
}

fn refused_bytes(bytes: &[u8], words: &[&str]) {
    let dir = TestDir::new();
    dir.write("plugins/libbad.so", bytes);
    refused(&dir, &[words, &["libbad.so"]].concat());
}

/// The second robot has a bad controller.
fn run_bad(wrong: &str) -> Ended {
    run_beside(&bad_dir(), &bad_robot(wrong))
}

fn bad_dir() -> TestDir {
    let dir = TestDir::new();
    dir.install(bad_library(), "libbad.so");
    dir
}

fn bad_robot(wrong: &str) -> String {
    let controller = format!("controller: (id: \"bad/controller\", params: (wrong: \"{wrong}\"))");
    format!("(name: \"bad\", model: \"scout/standard\", {controller})")
}

/// It ends the program, or would: the parent reports it.
#[cfg(unix)]
#[track_caller]
fn ended_early(wrong: &str, words: &[&str]) {
    let ended = run_bad(wrong).expect(4);
    let place = ["PL018", "bad/controller", "`bad`", "libbad.so", "in step 50"];
    reported(&ended, &[words, &place].concat());
    let document = ended.json();
    assert_eq!(document["exit_status"], 4);
    assert_eq!(document["diagnostics"][0]["code"], "PL018", "{document}");
}

/// Starts a command on a scene with a robot that does not return from a call.
#[cfg(unix)]
fn start_standing(dir: &TestDir, command: &str, wrong: &str) -> Running {
    let scene = format!("(format_version: 1, run: (dt: 0.01, duration: 1), floor: (), robots: [{}])", bad_robot(wrong));
    dir.write("scene.ron", scene);
    Running::start(dir.command(&[command, "scene.ron", "--plugins", "plugins", "--watchdog", "1"]))
}

/// Fails while the simulation is running.
#[track_caller]
fn stopped(wrong: &str, words: &[&str]) {
    let ended = run_bad(wrong).expect(4);
    reported(&ended, &[words, &["bad/controller", "`bad`", "found: ", "help: "]].concat());
    others_went_on(&ended);
    let summary = ended.json();
    assert_eq!(summary["faults"].as_array().map(Vec::len), Some(1), "{summary}");
    assert_eq!(summary["faults"][0]["robot"], "bad");
}

fn a_library() -> Vec<u8> {
    std::fs::read(shipped("plugin_fence")).unwrap()
}

/// A bundled library stamped with another major number.
fn stamped(major: u32) -> Vec<u8> {
    let mut bytes = a_library();
    let ours = [b"SIMPLUG\0".as_slice(), &2u32.to_ne_bytes()].concat();
    let places: Vec<usize> = (0..bytes.len() - ours.len()).filter(|at| bytes[*at..].starts_with(&ours)).collect();
    assert!(!places.is_empty(), "the stamp is found");
    for place in places {
        bytes[place + 8..place + 12].copy_from_slice(&major.to_ne_bytes());
    }
    bytes
}

fn cc(arguments: &[&str], folder: &Path) {
    let status = Command::new("cc").args(arguments).current_dir(folder).status().unwrap();
    assert!(status.success(), "cc {arguments:?}");
}

#[test]
fn a_text_file_named_like_a_library_is_refused() {
    refused_bytes(b"hello\n", &["PL002", "not a shared library"]);
}

#[test]
fn a_truncated_library_is_refused() {
    let bytes = a_library();
    refused_bytes(&bytes[..bytes.len() / 2], &["PL001", "damaged or incomplete"]);
}

#[test]
fn a_library_without_entry_is_refused() {
    let dir = TestDir::new();
    dir.write("empty.c", "int nothing(void) { return 0; }\n");
    cc(&["-shared", "-fPIC", "empty.c", "-o", "plugins/libempty.so"], &dir.path(""));
    refused(&dir, &["PL004", "libempty.so", "SIM_PLUGIN_ABI"]);
}

#[test]
fn a_library_for_another_machine_is_refused() {
    let mut bytes = a_library();
    // ELF: the machine type is the 16-bit field at offset 18; 183 is AArch64, 62 is x86-64.
    let other: u16 = if cfg!(target_arch = "aarch64") { 62 } else { 183 };
    bytes[18..20].copy_from_slice(&other.to_ne_bytes());
    refused_bytes(&bytes, &["PL003", "another machine"]);
}

#[test]
fn an_older_abi_is_refused_with_advice() {
    refused_bytes(&stamped(1), &["PL005", "older ABI", "ABI 1.", "rebuild the plugin"]);
}

#[test]
fn a_newer_abi_is_refused_with_advice() {
    refused_bytes(&stamped(3), &["PL006", "newer ABI", "ABI 3.", "update this program"]);
}

#[test]
fn a_library_that_needs_a_missing_one_is_refused_by_its_name() {
    let dir = TestDir::new();
    dir.write("dummy.c", "int sim_dummy(void) { return 0; }\n");
    cc(&["-shared", "-fPIC", "dummy.c", "-o", "libsimdummy.so"], &dir.path(""));
    let search = format!("link-arg=-L{}", dir.path("").display());
    let link = ["-C", &search, "-C", "link-arg=-Wl,--no-as-needed", "-C", "link-arg=-lsimdummy"];
    let arguments = [&["rustc", "--lib", "--"], link.as_slice()].concat();
    build(&bad_crate(), "bad-plugins", &arguments, &dir.path("plugins/libneedy.so"));
    std::fs::remove_file(dir.path("libsimdummy.so")).unwrap();
    refused(&dir, &["PL012", "libneedy.so", "libsimdummy.so"]);
}

#[test]
fn a_library_that_aborts_on_panic_is_refused() {
    let dir = TestDir::new();
    let arguments = ["rustc", "--lib", "--", "-C", "panic=abort"];
    build(&bad_crate(), "bad-plugins", &arguments, &dir.path("plugins/libabort.so"));
    refused(&dir, &["PL008", "libabort.so", "panic = \"unwind\""]);
}

#[test]
fn a_library_with_a_changed_layout_is_refused() {
    let dir = TestDir::new();
    copy_tree(&dist().join("sdk"), &dir.path("sdk"));
    let frames = dir.path("sdk/sim-abi/src/ffi/frames.rs");
    let text = std::fs::read_to_string(&frames).unwrap();
    // Two fields of the same type are swapped.
    let [time, period, between] = ["    pub time: f64,", "    pub period: f64,", "    pub between: f64,"];
    assert!(text.contains(time) && text.contains(period), "the fields are found");
    let changed = text.replacen(time, between, 1).replacen(period, time, 1).replacen(between, period, 1);
    std::fs::write(&frames, changed).unwrap();
    let folder = new_crate(&dir, "service", "other-layout", &["--sdk", "sdk/sim-abi"]);
    let library = dir.path("plugins").join(library_name("other-layout"));
    // Built in the shared folder of all crates with an SDK: in its own folder, Cargo might use the SDK compiled by
    // another test.
    build_with_kit(&folder, "other-layout", &["build"], &library);
    refused(&dir, &["PL007", "layouts differ", "rebuild the plugin"]);
}

#[test]
fn two_libraries_with_one_id_are_both_named_and_neither_wins() {
    let dir = TestDir::new();
    dir.install(bad_library(), "libone.so");
    // An extra byte at the end makes it a different file with the same content.
    let other = [std::fs::read(bad_library()).unwrap(), vec![0]].concat();
    dir.write("plugins/libtwo.so", other);
    let ended = run_beside(&dir, r#"(name: "bad", model: "scout/standard", controller: "bad/controller")"#).expect(4);
    for word in ["PL009", "bad/controller", "libone.so", "libtwo.so"] {
        assert!(ended.stderr.contains(word), "{word}: {ended:#?}");
    }
}

#[test]
fn a_panic_in_set_up_names_its_line() {
    let ended = run_bad("panic_in_setup").expect(4);
    reported(&ended, &["PL013", "bad/controller", "setup of bad fails", "src/lib.rs:", "help: "]);
}

#[test]
fn a_panic_in_a_step_stops_that_robot_alone() {
    stopped("panic_in_step", &["EN001", "a step fails", "src/lib.rs:"]);
}

#[test]
fn a_panic_in_drop_is_reported_at_the_end() {
    stopped("panic_in_drop", &["EN001", "the destructor fails", "src/lib.rs:"]);
}

#[test]
fn an_error_from_a_step_stops_that_robot_alone() {
    stopped("error_in_step", &["EN002", "the step fails on purpose", "nothing to fix"]);
}

#[test]
fn a_command_that_is_not_a_number_stops_that_robot_alone() {
    stopped("not_a_number", &["EN003", "left_wheel"]);
}

#[test]
fn an_infinite_command_stops_that_robot_alone() {
    stopped("infinite", &["EN003", "left_wheel"]);
}

#[test]
fn three_values_for_one_channel_stop_that_robot_alone() {
    stopped("three_values", &["EN005", "3 values", "takes 1"]);
}

#[test]
fn a_state_that_is_not_a_number_stops_that_robot_alone() {
    let dir = TestDir::new();
    dir.install(bad_library(), "libbad.so");
    let bad = r#"(name: "bad", model: "scout/standard", dynamics: "bad/not-a-number")"#;
    let ended = run_beside(&dir, bad).expect(4);
    reported(&ended, &["EN004", "bad/not-a-number", "`bad`", "found: ", "help: "]);
    others_went_on(&ended);
}

#[test]
fn an_unknown_parameter_is_refused_with_its_place_and_the_nearest() {
    refused_params("(wrogn: 1)", &["SC026", "wrogn", "wrong"]);
}

#[test]
fn a_parameter_out_of_range_is_refused_with_its_place_and_the_range() {
    refused_params("(after: 11)", &["SC028", "after", "11", "10"]);
}

#[track_caller]
fn refused_params(params: &str, words: &[&str]) {
    let dir = TestDir::new();
    dir.install(bad_library(), "libbad.so");
    let controller = format!("controller: (id: \"bad/controller\", params: {params})");
    let ended = run_beside(&dir, &format!("(name: \"bad\", model: \"scout/standard\", {controller})")).expect(3);
    reported(&ended, &[words, &["scene.ron:"]].concat());
}

#[test]
fn an_absent_component_is_named_with_the_nearest() {
    let dir = TestDir::new();
    let ended = run_beside(&dir, r#"(name: "bad", model: "scout/standard", controller: "control/wanderer")"#);
    reported(&ended.expect(4), &["PL010", "control/wanderer", "control/wander", "scene.ron:"]);
}

#[test]
fn a_controller_that_binds_a_missing_sensor_gets_a_suggestion() {
    let ended = run_bad("absent_sensor").expect(4);
    reported(&ended, &["EN006", "rnage", "did you mean `range`?", "bad/controller"]);
}

#[cfg(unix)]
#[test]
fn a_plugin_that_ends_the_program_is_named_and_the_status_is_that_of_a_fault() {
    ended_early("exit", &["it exited with status 0"]);
    ended_early("abort", &["SIGABRT"]);
    ended_early("use_nothing", &["SIGSEGV"]);
    ended_early("compute", &["SIGFPE", "an arithmetic error"]);
}

#[cfg(unix)]
#[test]
fn of_several_calls_that_run_the_one_that_ends_the_program_is_named() {
    let dir = bad_dir();
    // Far enough apart in the list of robots for two threads to step them at once; the first one stays in its step.
    let good =
        |number: usize| GOOD.replace("good", &format!("good{number}")).replace("(0, 5)", &format!("({number}, 5)"));
    let between = (0..64).map(good).collect::<Vec<_>>().join(", ");
    let first = bad_robot("loop_in_step").replace("\"bad\", model", "\"first\", at: (0, -5), model");
    let robots = format!("{first}, {between}, {}", bad_robot("abort_late"));
    dir.write("scene.ron", format!("(format_version: 1, run: (dt: 0.01, duration: 2), floor: (), robots: [{robots}])"));
    let ended = dir.run("scene.ron", &["--threads", "2"]).expect(4);
    for word in ["PL018", "SIGABRT", "`bad`", "in step 50"] {
        assert!(ended.stderr.contains(word), "{word}: {ended:#?}");
    }
    assert!(!ended.stderr.contains("`first`") && !ended.stderr.contains("one of"), "{ended:#?}");
}

#[cfg(unix)]
#[test]
fn a_recording_survives_a_plugin_that_ends_the_program_and_is_named() {
    let dir = bad_dir();
    let robots = bad_robot("exit").replace("params: (", "params: (after: 10, ");
    dir.write(
        "scene.ron",
        format!("(format_version: 1, run: (dt: 0.001, duration: 60), floor: (), robots: [{GOOD}, {robots}])"),
    );
    let ended = dir.run("scene.ron", &["--record", "run.mcap"]).expect(4);
    let partial = dir.path("run.incomplete.mcap");
    assert!(ended.stderr.contains(&*partial.to_string_lossy()), "{ended:#?}");
    let exported = dir.sim(&["export", "run.incomplete.mcap", "--csv", "tables"]);
    let table = std::fs::read_to_string(dir.path("tables/robot-good.csv"))
        .unwrap_or_else(|error| panic!("{error}: {exported:#?}"));
    assert!(table.lines().count() > 100, "{} lines", table.lines().count());
}

#[cfg(unix)]
#[test]
fn a_plugin_that_closes_what_it_has_not_opened_does_not_silence_the_program() {
    let ended = run_bad("close_all").expect(4);
    reported(&ended, &["PL018", "a plugin closed standard output", "help: "]);
    assert_eq!(ended.json()["exit_status"], 4);
}

#[cfg(unix)]
#[test]
fn what_a_plugin_prints_does_not_get_between_the_data() {
    let ended = run_bad("print").expect(0);
    assert!(ended.json()["steps"].is_number());
    assert!(ended.stderr.contains("a line on standard output"), "{ended:#?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_a_plugin_starts_is_given_no_file_of_the_run() {
    let dir = bad_dir();
    dir.write(
        "scene.ron",
        format!("(format_version: 1, run: (duration: 1), floor: (), robots: [{}])", bad_robot("start_program")),
    );
    let data = std::fs::File::create(dir.path("data.json")).expect("a file can be made");
    let mut command = dir.command(&["run", "scene.ron", "--plugins", "plugins", "--json", "--record", "run.mcap"]);
    let ended = Ended::from(command.stdout(data).output().expect("the program can be started")).expect(0);
    assert!(ended.stderr.contains(" 2 -> "), "the program has listed its files: {}", ended.stderr);
    for file in ["data.json", "run.incomplete.mcap", "libbad.so"] {
        assert!(!ended.stderr.contains(file), "it could write to {file}, or keep it open: {}", ended.stderr);
    }
    let summary = std::fs::read_to_string(dir.path("data.json")).expect("the summary is there");
    assert!(summary.contains("\"exit_status\": 0"), "{summary}");
}

#[cfg(unix)]
#[test]
fn a_call_that_does_not_return_is_named_and_can_be_interrupted() {
    for (command, wrong) in
        [("run", "loop_in_setup"), ("check", "loop_in_setup"), ("run", "loop_in_step"), ("run", "loop_in_drop")]
    {
        let dir = bad_dir();
        let mut running = start_standing(&dir, command, wrong);
        running.wait_for(&["PL018", "has not returned for"]);
        running.wait_for(&["bad/controller", "`bad`", "libbad.so"]);
        let ended = running.interrupt().expect(130);
        assert!(ended.stderr.contains("interrupted during a plugin call") || wrong != "loop_in_step", "{ended:#?}");
    }
}

#[cfg(unix)]
#[test]
fn a_scene_that_is_a_pipe_keeps_nobody_waiting() {
    for command in ["run", "check"] {
        let dir = TestDir::new();
        let scene = dir.path("scene.ron");
        assert!(Command::new("mkfifo").arg(&scene).status().expect("`mkfifo` can be started").success());
        let ended = dir.sim(&[command, "scene.ron"]).expect(3);
        assert!(ended.stderr.contains("SC001") && ended.stderr.contains("scene.ron"), "{ended:#?}");
    }
}
