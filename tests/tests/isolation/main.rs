//! Isolated libraries, through the whole program: the same results, and an attack by a hostile library is a fault of
//! its component only.

#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

mod invalid_values;
mod restarts;
mod written_files;

use serde_json::Value;
use sim_tests::build::{bad_crate, bad_library, build, counter_library, library_name};
use sim_tests::{Ended, TestDir, root, with_open_file};
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The robot that must not be affected.
const GOOD: &str = r#"(name: "good", model: "scout/standard", at: (0, 5), controller: (id: "control/constant",
    params: (commands: {"left_wheel": 5, "right_wheel": 6})))"#;

fn dir() -> TestDir {
    let dir = TestDir::new();
    dir.install(bad_library(), "libbad.so");
    dir
}

/// Runs the good robot next to other parts of the scene, with the bad library isolated and a deadline long enough for
/// every call that returns.
fn run(dir: &TestDir, robots: &str, services: &str) -> Ended {
    run_with_deadline("60", dir, robots, services)
}

/// Like [`run`], with this deadline for calls, s.
fn run_with_deadline(deadline: &str, dir: &TestDir, robots: &str, services: &str) -> Ended {
    let head = "format_version: 1, run: (dt: 0.01, duration: 1), floor: ()";
    dir.write("scene.ron", format!("({head}, robots: [{GOOD}, {robots}], services: [{services}])"));
    dir.run("scene.ron", &["--isolate", "bad/*", "--isolate-deadline", deadline, "--record", "run.mcap", "--force"])
}

fn params(attack: &str, moment: &str, dir: &TestDir) -> String {
    let file = dir.write("foreign.txt", "secret");
    format!("(attack: \"{attack}\", moment: \"{moment}\", file: {:?})", file.display().to_string())
}

/// A robot with a hostile controller.
fn hostile_robot(name: &str, params: &str) -> String {
    format!("(name: \"{name}\", model: \"scout/standard\", controller: (id: \"bad/hostile\", params: {params}))")
}

/// The good robot's entry in the summary.
fn good(ended: &Ended) -> Value {
    let summary = ended.json();
    let robots = summary["robots"].as_array().expect("a summary lists robots");
    robots.iter().find(|robot| robot["name"] == "good").expect("the good robot is there").clone()
}

/// The run continued to its end without the culprit: the good robot is where it would be alone, and the recording is
/// complete.
#[track_caller]
fn contained(dir: &TestDir, ended: &Ended, what: &str) {
    assert_eq!(good(ended), *good_alone(), "{what}: the good robot was disturbed: {ended:#?}");
    assert!(good(ended)["distance_m"].as_f64().expect("a number") > 0.1);
    whole(dir, what);
    let foreign = std::fs::read_to_string(dir.path("foreign.txt")).expect("the foreign file is there");
    assert_eq!(foreign, "secret", "{what}");
}

#[track_caller]
fn whole(dir: &TestDir, what: &str) {
    assert!(!dir.path("run.incomplete.mcap").exists(), "{what}");
    let info: Value = dir.sim(&["info", "run.mcap", "--json"]).expect(0).json();
    assert!(!info.to_string().contains("RC002"), "{what}: {info}");
}

/// Exactly one fault, of the hostile component, with these words.
#[track_caller]
fn fault(dir: &TestDir, ended: &Ended, robot: &str, id: &str, (code, words): (&str, &str), what: &str) {
    let summary = ended.json();
    let faults = summary["faults"].as_array().expect("a list of faults");
    assert_eq!(faults.len(), 1, "{what}: {ended:#?}");
    assert_eq!((&faults[0]["robot"], &faults[0]["id"]), (&robot.into(), &id.into()), "{what}");
    assert_eq!(faults[0]["code"], code, "{what}: {ended:#?}");
    let message = faults[0]["message"].as_str().expect("a message");
    assert!(message.contains(words), "{what}: {message}");
    contained(dir, ended, what);
}

/// A deadline for calls of a component with this attack: short if they never return.
fn deadline(attack: &str) -> &'static str {
    if ["spin", "sleep", "stop", "garbage", "endless_questions"].contains(&attack) { "1" } else { "60" }
}

/// A hostile controller attacks in its step.
#[track_caller]
fn in_step(attack: &str, expected: (&str, &str)) {
    let dir = dir();
    let robot = hostile_robot("bad", &params(attack, "step", &dir));
    let ended = run_with_deadline(deadline(attack), &dir, &robot, "").expect(4);
    fault(&dir, &ended, "bad", "bad/hostile", expected, attack);
}

#[test]
fn a_library_that_ends_its_process_is_a_fault_of_its_component_alone() {
    for (attack, words) in [
        ("null_write", "it ended its process: SIGSEGV"),
        ("jump_nowhere", "it ended its process: SIGSEGV"),
        ("write_far", "it ended its process: SIGSEGV"),
        ("stack_overflow", "it ended its process: SIGABRT"),
        ("abort", "it ended its process: SIGABRT"),
        ("abort_in_thread", "it ended its process: SIGABRT"),
        ("end_thread", "it"),
        ("exit", "it ended its process: it exited with status 0"),
        ("leave_at_once", "it ended its process: it exited with status 0"),
        ("exit_later", "it ended its process: it exited with status 7"),
        ("terminate", "it ended its process: SIGTERM"),
        ("kill", "it ended its process: SIGKILL"),
        ("memory", "it ended its process: SIGABRT"),
        ("flood", "its process was ended: it wrote more than 64 MiB"),
    ] {
        in_step(attack, ("EN012", words));
    }
}

#[test]
fn a_library_that_does_not_return_is_ended_and_named() {
    for attack in ["spin", "sleep", "stop"] {
        in_step(attack, ("EN012", "its process was ended: a call did not return within 1 s"));
    }
    // The garbage may also resemble a message, without being one.
    in_step("garbage", ("EN012", "its process was ended: "));
}

#[test]
fn what_a_library_asks_of_the_system_is_refused() {
    for (attack, words) in [
        ("shared_memory", "shared memory is refused"),
        ("change_folder", "chdir is refused"),
        ("fork", "fork is refused"),
        ("execute", "a program is refused"),
        ("connect", "a connection is refused"),
        ("unix_socket", "a socket is refused"),
        ("read_foreign", "reading is refused"),
        ("write_file", "writing is refused"),
        ("remove_file", "removing is refused"),
        ("read_memory_of_parent", "the memory of the program is refused"),
        ("kill_parent", "a signal is refused"),
        ("signal_by_file", "an owner of a file is refused"),
        ("trace", "ptrace is refused"),
        ("mount", "mount is refused"),
        ("rings", "io_uring is refused"),
        ("keys", "keyctl is refused"),
        ("more_memory", "more memory is refused"),
        ("new_namespace", "a namespace is refused"),
        ("change_mode", "chmod is refused"),
    ] {
        in_step(attack, ("EN002", words));
    }
    in_step("many_threads", ("EN001", "failed to spawn thread"));
    if cfg!(target_arch = "x86_64") {
        in_step("rounding", ("EN002", "the floating-point mode"));
        in_step("flush_to_zero", ("EN002", "the floating-point mode"));
    }
}

#[test]
fn a_file_that_the_shell_has_left_open_is_none_of_a_library() {
    let dir = dir();
    let robot = hostile_robot("bad", &params("left_open", "step", &dir));
    dir.write(
        "scene.ron",
        format!("(format_version: 1, run: (dt: 0.01, duration: 1), floor: (), robots: [{GOOD}, {robot}])"),
    );
    let run =
        ["run", "scene.ron", "--plugins", "plugins", "--json", "--isolate", "bad/*", "--record", "run.mcap", "--force"];
    let foreign = dir.path("foreign.txt");
    let ended = Ended::from(with_open_file(&dir.command(&run), &foreign).output().unwrap()).expect(4);
    fault(&dir, &ended, "bad", "bad/hostile", ("EN002", "a file that was left open is refused"), "left_open");
}

#[test]
fn what_harms_nobody_but_itself_need_not_be_a_fault() {
    for attack in ["close_all", "write_near"] {
        let dir = dir();
        let ended = run(&dir, &hostile_robot("bad", &params(attack, "step", &dir)), "");
        assert!([0, 4].contains(&ended.status), "{ended:#?}");
        contained(&dir, &ended, attack);
    }
}

#[test]
fn a_set_up_that_ends_its_process_refuses_the_scene_and_is_named() {
    for moment in ["setup", "save"] {
        for (attack, words) in [("null_write", "SIGSEGV"), ("exit", "exited with status 0"), ("spin", "did not return")]
        {
            let dir = dir();
            let robot = hostile_robot("bad", &params(attack, moment, &dir));
            let ended = run_with_deadline(deadline(attack), &dir, &robot, "").expect(4);
            for word in ["EN012", "bad/hostile", words, "scene.ron:"] {
                assert!(ended.stderr.contains(word), "{attack} in {moment}, {word}: {ended:#?}");
            }
        }
    }
    let dir = dir();
    let robot =
        format!("(name: \"bad\", model: (id: \"bad/hostile-robot\", params: {}))", params("abort", "setup", &dir));
    let ended = run(&dir, &robot, "").expect(4);
    assert!(ended.stderr.contains("EN012") && ended.stderr.contains("bad/hostile-robot"), "{ended:#?}");
}

#[test]
fn a_destructor_that_ends_its_process_is_reported_after_the_run() {
    for (attack, words) in [("null_write", "SIGSEGV"), ("exit", "exited with status 0"), ("spin", "did not return")] {
        let dir = dir();
        let robot = hostile_robot("bad", &params(attack, "drop", &dir));
        let ended = run_with_deadline(deadline(attack), &dir, &robot, "").expect(4);
        fault(&dir, &ended, "bad", "bad/hostile", ("EN012", words), attack);
    }
}

#[test]
fn components_of_every_kind_are_contained() {
    for attack in ["null_write", "exit", "spin"] {
        for (field, id) in [
            ("sensors: {\"extra\": USED}", "bad/hostile-sensor"),
            ("actuators: {\"extra\": USED}", "bad/hostile-actuator"),
            ("dynamics: USED", "bad/hostile-dynamics"),
        ] {
            let dir = dir();
            let used = format!("(id: \"{id}\", params: {})", params(attack, "step", &dir));
            let robot = format!("(name: \"bad\", model: \"scout/standard\", {})", field.replace("USED", &used));
            let ended = run_with_deadline(deadline(attack), &dir, &robot, "").expect(4);
            fault(&dir, &ended, "bad", id, ("EN012", "process"), &format!("{attack} of {id}"));
        }
        let dir = dir();
        let service = format!("(name: \"bad\", id: \"bad/hostile-service\", params: {})", params(attack, "step", &dir));
        let ended = run_with_deadline(deadline(attack), &dir, "", &service).expect(4);
        fault(&dir, &ended, "", "bad/hostile-service", ("EN012", "process"), attack);
    }
}

#[test]
fn a_sensor_that_asks_without_end_is_ended() {
    let dir = dir();
    let used = format!("(id: \"bad/hostile-sensor\", params: {})", params("endless_questions", "step", &dir));
    let robot = format!("(name: \"bad\", model: \"scout/standard\", sensors: {{\"extra\": {used}}})");
    let ended = run_with_deadline(deadline("endless_questions"), &dir, &robot, "").expect(4);
    fault(&dir, &ended, "bad", "bad/hostile-sensor", ("EN012", "did not return"), "endless questions");
}

#[test]
fn faults_in_a_shared_process_name_the_culprit() {
    let dir = dir();
    let robots = [hostile_robot("bad", &params("abort", "step", &dir)), hostile_robot("other", "()")].join(", ");
    let ended = run(&dir, &robots, "").expect(4);
    let summary = ended.json();
    let message = |robot: &str| {
        let faults = summary["faults"].as_array().expect("a list of faults");
        let own = faults.iter().find(|fault| fault["robot"] == robot).unwrap_or_else(|| panic!("{robot}: {summary}"));
        own["message"].as_str().expect("a message").to_string()
    };
    assert!(message("bad").contains("it ended its process: SIGABRT"), "{summary}");
    let other = message("other");
    assert!(other.contains("was ended by the controller `bad/hostile`") && other.contains("`bad`"), "{other}");
    contained(&dir, &ended, "two of a library");
}

#[test]
fn faults_in_a_batch_of_calls_name_the_culprit() {
    let dir = dir();
    let several = |attack: &str, culprit: usize| -> Vec<String> {
        let attack = |number| if number == culprit { attack } else { "nothing" };
        (0..12).map(|number| hostile_robot(&format!("r{number}"), &params(attack(number), "step", &dir))).collect()
    };
    for (attack, words) in [("abort", "it ended its process: SIGABRT"), ("spin", "did not return within 1 s")] {
        let ended = run_with_deadline(deadline(attack), &dir, &several(attack, 7).join(", "), "").expect(4);
        let faults = ended.json()["faults"].as_array().expect("a list of faults").clone();
        assert_eq!(faults.len(), 12, "{ended:#?}");
        for fault in &faults {
            let message = fault["message"].as_str().expect("a message");
            let of_culprit = message.contains(words) && !message.contains("was ended by");
            let of_others = message.contains("was ended by the controller `bad/hostile`") && message.contains("`r7`");
            assert!(if fault["robot"] == "r7" { of_culprit } else { of_others }, "{attack}: {message}");
        }
        contained(&dir, &ended, attack);
    }
}

#[test]
fn steps_that_cross_together_have_a_deadline_each() {
    let dir = dir();
    let doze = "(attack: \"doze\", after: 0.985)";
    let robots: Vec<String> = (0..15).map(|number| hostile_robot(&format!("r{number}"), doze)).collect();
    // One second for each step; together, they take longer.
    run_with_deadline("1", &dir, &robots.join(", "), "").expect(0);
}

#[test]
fn faults_of_many_robots_are_reported_as_in_process() {
    let dir = dir();
    let wrongs = ["panic_in_step", "error_in_step", "not_a_number", "infinite", "three_values"];
    // More robots than are sent to a process at once, some of which fail.
    let robot = |number: usize| {
        let wrong = if number % 9 < 2 { wrongs[number % wrongs.len()] } else { "nothing" };
        let params = format!("(wrong: \"{wrong}\", after: 0.{})", 1 + number % 7);
        format!(
            "(name: \"r{number}\", at: ({number}, 0), model: \"scout/standard\",
              controller: (id: \"bad/controller\", params: {params}))"
        )
    };
    let robots: Vec<String> = (0..180).map(robot).collect();
    let head = "format_version: 1, run: (dt: 0.01, duration: 1)";
    dir.write("scene.ron", format!("({head}, robots: [{}])", robots.join(", ")));
    let results = |options: &[&str]| {
        let summary = dir.run("scene.ron", options).expect(4).json();
        ["faults", "robots", "digest"].map(|name| summary[name].clone())
    };
    let inside = results(&["--threads", "1"]);
    assert_eq!(inside[0].as_array().map(Vec::len), Some(40));
    for threads in ["1", "2"] {
        let options = ["--threads", threads, "--isolate", "bad/*", "--isolate-deadline", "60"];
        assert_eq!(results(&options), inside, "{threads} threads");
    }
}

#[test]
fn the_log_has_the_same_lines_in_the_same_order_as_in_process() {
    let dir = dir();
    dir.install(&counter_library("isolated", &["build"]), &library_name("counter"));
    let bad = "(id: \"bad/hostile-sensor\", params: (attack: \"log\"))";
    let sensors = format!("{{\"a\": {bad}, \"b\": \"test/teller\", \"c\": {bad}, \"d\": \"test/teller\"}}");
    let robot = |number| {
        format!("(name: \"r{number}\", model: \"scout/standard\", controller: \"test/counter\", sensors: {sensors})")
    };
    let robots: Vec<String> = (0..40).map(robot).collect();
    let head = "format_version: 1, run: (dt: 0.01, duration: 0.12)";
    dir.write("scene.ron", format!("({head}, robots: [{}])", robots.join(", ")));
    let lines = |options: &[&str]| {
        let ended = dir.run("scene.ron", options).expect(0);
        ended
            .stderr
            .lines()
            .filter(|line| line.contains("looked") || line.contains("counts"))
            .map(str::to_string)
            .collect()
    };
    let inside: Vec<String> = lines(&["--threads", "1"]);
    assert!(inside.len() > 40 * 4, "{inside:?}");
    for what in ["bad/*", "test/*", "all"] {
        for threads in ["1", "2"] {
            let isolated: Vec<String> = lines(&["--threads", threads, "--isolate", what, "--isolate-deadline", "60"]);
            assert!(isolated == inside, "{what}, {threads} threads: {isolated:#?} instead of {inside:#?}");
        }
    }
}

#[test]
fn grants_of_a_scene_open_the_doors_of_one_service_and_no_other() {
    for (attack, grant) in
        [("connect", "Network"), ("read_foreign", "Files"), ("write_file", "Files"), ("execute", "Programs")]
    {
        for (grants, status) in [(grant, 0), ("Edit, Command", 4)] {
            let dir = dir();
            let service = |name: &str, grants: &str, params: &str| {
                format!("(name: \"{name}\", id: \"bad/hostile-service\", grants: [{grants}], params: {params})")
            };
            let services = service("one", grants, &params(attack, "step", &dir));
            let ended = run(&dir, "", &services).expect(status);
            let faults = ended.json()["faults"].to_string();
            assert!(status == 0 || faults.contains("is refused"), "{attack}: {faults}");
            // Another service of the same library next to it does not share its permissions.
            let services = [services, service("two", "", &params(attack, "step", &dir))].join(", ");
            let ended = run(&dir, "", &services).expect(4);
            let summary = ended.json();
            let faults = summary["faults"].as_array().expect("a list of faults");
            assert!(faults.iter().any(|fault| fault["component"] == "two"), "{attack}: {summary}");
            assert_eq!(faults.len(), if status == 0 { 1 } else { 2 }, "{attack}: {summary}");
        }
    }
}

#[test]
fn a_service_with_the_grant_for_programs_changes_no_files_and_leaves_no_processes() {
    let dir = dir();
    let service = |attack: &str| {
        let params = params(attack, "step", &dir);
        format!("(name: \"one\", id: \"bad/hostile-service\", grants: [Programs], params: {params})")
    };
    for (attack, words) in [
        ("change_owner", "chown is refused: Operation not permitted"),
        ("set_attribute", "an attribute is refused: Operation not permitted"),
        ("segment", "a segment is refused: Operation not permitted"),
        ("new_session", "a session is refused"),
    ] {
        let ended = run(&dir, "", &service(attack)).expect(4);
        let faults = ended.json()["faults"].to_string();
        assert!(faults.contains(words), "{attack}: {faults}");
        contained(&dir, &ended, attack);
    }
    // Compilers fail if they cannot set permissions: the call is emulated.
    let mode = |dir: &TestDir| {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(dir.path("foreign.txt")).unwrap().permissions().mode()
    };
    let before = mode(&dir);
    let ended = run(&dir, "", &service("open_to_all")).expect(0);
    contained(&dir, &ended, "open_to_all");
    assert!(mode(&dir) == before && before & 0o777 != 0o666, "{before:o}, {:o}", mode(&dir));
}

#[test]
fn what_runs_when_a_library_is_opened_is_contained_too() {
    for (feature, words) in [("start-aborts", "the query process ended"), ("start-loops", "no response within")] {
        let dir = TestDir::new();
        let arguments = ["build", "--features", feature];
        build(&bad_crate(), "bad-plugins", &arguments, &dir.path("plugins/libbad.so"));
        let head = "format_version: 1, run: (dt: 0.01, duration: 1), floor: ()";
        dir.write("scene.ron", format!("({head}, robots: [{GOOD}])"));
        let ended = dir.run("scene.ron", &["--isolate", "all"]).expect(4);
        for word in ["PL016", "libbad.so", words] {
            assert!(ended.stderr.contains(word), "{feature}, {word}: {ended:#?}");
        }
        assert_eq!(good(&ended), *good_alone(), "{feature}");
    }
}

/// The good robot's entry in the summary when it is alone.
fn good_alone() -> &'static Value {
    static ALONE: OnceLock<Value> = OnceLock::new();
    ALONE.get_or_init(|| {
        let dir = TestDir::new();
        let head = "format_version: 1, run: (dt: 0.01, duration: 1), floor: ()";
        dir.write("scene.ron", format!("({head}, robots: [{GOOD}])"));
        good(&dir.run("scene.ron", &[]).expect(0))
    })
}

#[test]
fn runs_end_in_the_same_state_in_and_out_of_process_with_one_thread_and_two() {
    let scenes = [
        "demo.ron",
        "examples/arena.ron",
        "examples/gripper.ron",
        "examples/pool.ron",
        "butia/line.ron",
        "blimp/fleet-200.ron",
        "swarm-1000.ron",
    ];
    // All of them in a long run.
    let is_long = std::env::var_os("SIM_SOAK").is_some();
    for scene in scenes
        .into_iter()
        .filter(|scene| is_long || ["demo.ron", "examples/pool.ron", "swarm-1000.ron"].contains(scene))
    {
        let path = root().join("scenes").join(scene);
        let path = path.to_string_lossy();
        let duration = if scene == "swarm-1000.ron" { "0.2" } else { "1" };
        let digests = |more: &[&str]| {
            let options = [&["run", &path, "--json", "--duration", duration], more].concat();
            let ended = TestDir::new().sim(&options);
            // Such a short run need not pass the conditions of a scene.
            assert!([0, 5].contains(&ended.status), "{ended:#?}");
            let summary = ended.json();
            ["state_hash", "digest"].map(|name| summary[name].as_str().expect("a summary has digests").to_string())
        };
        let inside = digests(&["--threads", "1"]);
        for threads in ["1", "2"] {
            // Results are compared regardless of processor load.
            let isolated = digests(&["--threads", threads, "--isolate", "all", "--isolate-deadline", "120"]);
            assert_eq!(isolated, inside, "{scene} with {threads} threads");
        }
    }
}

#[test]
fn a_run_replays_in_another_process_than_it_was_recorded_in() {
    let dir = TestDir::new();
    let scene = root().join("scenes/examples/arena.ron");
    let options = ["--duration", "1", "--isolate", "all", "--record", "run.mcap", "--json"];
    dir.sim(&[&["run", &*scene.to_string_lossy()], options.as_slice()].concat()).expect(0);
    dir.sim(&["replay", "run.mcap"]).expect(0);
    dir.sim(&["replay", "run.mcap", "--isolate", "all"]).expect(0);
}

#[test]
fn what_a_process_writes_goes_to_the_log_and_not_between_the_data() {
    let dir = dir();
    let robot =
        r#"(name: "bad", model: "scout/standard", controller: (id: "bad/controller", params: (wrong: "print")))"#;
    dir.write("scene.ron", format!("(format_version: 1, run: (dt: 0.01, duration: 2), robots: [{robot}])"));
    // In real time, since log lines arrive with the following calls.
    let ended = dir.run("scene.ron", &["--isolate", "bad/*", "--speed", "1"]).expect(0);
    assert!(ended.json()["steps"].is_number());
    assert!(ended.stderr.contains("process output: a line on standard output"), "{ended:#?}");
}

#[test]
fn lists_of_plugins_say_which_run_in_a_process_of_their_own() {
    let dir = dir();
    let listed = |what: &str| dir.sim(&["plugins", "--plugins", "plugins", "--json", "--isolate", what]);
    let listed = listed("bad/hostile").expect(0).json();
    let libraries = listed["libraries"].as_array().expect("a list of libraries");
    let isolated: Vec<&str> = libraries
        .iter()
        .filter(|library| library["isolated"] == true)
        .filter_map(|library| Path::new(library["file"].as_str()?).file_name()?.to_str())
        .collect();
    assert_eq!(isolated, ["libbad.so"]);
    let text = dir.sim(&["plugins", "--plugins", "plugins", "--isolate", "plugins/libbad.so"]).expect(0).stdout;
    assert_eq!(text.matches(", isolated").count(), 1, "{text}");
}

#[test]
fn a_choice_that_is_no_library_is_refused_with_the_nearest() {
    let dir = dir();
    dir.write("scene.ron", format!("(format_version: 1, run: (duration: 1), robots: [{GOOD}])"));
    let ended = dir.run("scene.ron", &["--isolate", "bad/hostle"]);
    assert!(ended.status == 3 || ended.status == 2, "{ended:#?}");
    for word in ["CF001", "bad/hostle", "bad/hostile"] {
        assert!(ended.stderr.contains(word), "{word}: {ended:#?}");
    }
}

/// Child processes of this process, with their command lines.
fn children(of: u32) -> Vec<(u32, String)> {
    let processes = std::fs::read_dir("/proc").expect("the system lists processes").flatten();
    let numbers = processes.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let child = |number: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
        let (_, fields) = stat.rsplit_once(')')?;
        let mut fields = fields.split_whitespace();
        let (state, parent) = (fields.next()?, fields.next()?.parse::<u32>().ok()?);
        let line = std::fs::read(format!("/proc/{number}/cmdline")).ok()?;
        (parent == of && state != "Z").then(|| (number, String::from_utf8_lossy(&line).into_owned()))
    };
    numbers.filter_map(child).collect()
}

/// Waits for a condition, longer than it ever takes.
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_process_of_a_library_whose_program_has_gone_before_it_began_ends_at_once() {
    let dir = dir();
    // Memory without any message, as left by a program that was killed early.
    let memory = std::fs::File::options().read(true).write(true).create_new(true).open(dir.path("memory"));
    let memory = memory.expect("a file can be made");
    memory.set_len(64 << 20).expect("a file can be as long");
    let start = |parent: u32| {
        let mut command = dir.command(&["__host", &parent.to_string()]);
        command.stdin(memory.try_clone().expect("a handle")).spawn().expect("the program can be started")
    };
    let mut waiting = start(std::process::id());
    let mut left = start(std::process::id() + 1);
    let status = wait_for("the end of the process", || left.try_wait().expect("it is a child"));
    assert!(!status.success());
    assert!(waiting.try_wait().expect("it is a child").is_none(), "it waits for messages of the program");
    waiting.kill().and_then(|()| waiting.wait()).expect("it can be ended");
}

#[test]
fn no_process_of_a_library_outlives_the_program() {
    let dir = dir();
    let robot = hostile_robot("bad", "()");
    dir.write("scene.ron", format!("(format_version: 1, run: (dt: 0.01, duration: 3600), robots: [{robot}])"));
    let arguments = ["run", "scene.ron", "--plugins", "plugins", "--isolate", "all", "--speed", "1"];
    let mut command = dir.command(&arguments);
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    let mut program = command.spawn().expect("the program can be started");
    let worker = wait_for("a worker", || children(program.id()).first().map(|(number, _)| *number));
    let hosts = wait_for("a process of a library", || {
        let hosts: Vec<u32> =
            children(worker).iter().filter(|(_, line)| line.contains("__host")).map(|(number, _)| *number).collect();
        (hosts.len() >= 3).then_some(hosts)
    });
    let killed = std::process::Command::new("kill").args(["-9", &worker.to_string()]).status();
    assert!(killed.expect("`kill` can be started").success());
    program.wait().expect("the program ends");
    let running = |number: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        stat.rsplit_once(')').is_some_and(|(_, fields)| !fields.trim_start().starts_with('Z'))
    };
    wait_for("the end of all processes", || (!hosts.iter().any(running)).then_some(()));
}
