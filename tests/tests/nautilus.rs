//! `sim nautilus` and its experiments, through the program: flags, configurations, the folders of runs.

use serde_json::Value;
use sim_tests::live::{PATIENCE, Running};
use sim_tests::{Ended, TestDir, dist};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const FOUR: &str = r#"{"robots": [{"position": [0, 7, -1]}, {"position": [0, -7, -1]}, {"position": [7, 0, -1]},
    {"position": [-7, 0, -1]}]}"#;

fn nautilus(dir: &TestDir, words: &str) -> Ended {
    let words: Vec<&str> = ["nautilus"].into_iter().chain(words.split_whitespace()).collect();
    dir.sim(&words)
}

/// The run folders in a folder, sorted by name.
fn runs(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.expect("a folder can be listed").path()).collect();
    folders.sort();
    folders
}

/// The only run in a test folder.
fn run(dir: &TestDir) -> PathBuf {
    let runs = runs(&dir.path("output_files"));
    assert_eq!(runs.len(), 1, "{runs:?}");
    runs[0].clone()
}

fn json(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list").iter().map(|number| number.as_f64().expect("a number")).collect()
}

/// NA-81: The first record printed in the thesis is reproduced to 1e-9.
#[test]
fn the_golden_record_is_reproduced() {
    let dir = TestDir::new();
    dir.write("one.json", r#"{"robots": [{"position": [1, 7, -1]}]}"#);
    nautilus(&dir, "-novisual -t 1 -o -c Example1 -cf ./one.json").expect(0);
    let records = json(&run(&dir).join("Robot-0.json"));
    assert_eq!(records.as_array().map(Vec::len), Some(100));
    let first = &records[0];
    let third = 5.0 / 3.0;
    for (field, expected) in [
        ("position", vec![1.0, 7.0, -1.0]),
        ("rotation", vec![0.0; 3]),
        ("linearSpeed", vec![0.0, 0.0, -0.04 / 3.0]),
        ("angularSpeed", vec![0.0; 3]),
        ("motorState", vec![0.0, 0.0, 0.0, 0.0, third / 10.0, third / 10.0]),
        ("control", vec![0.0, 0.0, 0.0, 0.0, third, third]),
    ] {
        let found = numbers(&first[field]);
        let close = found.len() == expected.len() && found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(close, "{field}: {found:?} instead of {expected:?}");
    }
    assert_eq!(first["sensores"], serde_json::json!({"radar": [], "distancia": [], "gps": [1.0, 7.0, -1.0]}));
    assert!(records[1]["position"][2].as_f64() > Some(-1.0), "it rises");
}

/// NA-06: A run ends after its duration, or on Ctrl-C with complete output files.
/// NA-67: `-o` writes output files; without it no folder is created.
/// NA-77: Without a file, one robot runs with default values.
#[test]
fn without_a_file_one_robot_runs_for_its_time_and_writes_only_when_asked() {
    let dir = TestDir::new();
    nautilus(&dir, "-novisual -t 0.1").expect(0);
    assert!(!dir.path("output_files").exists());
    nautilus(&dir, "-novisual -t 0.1 -o").expect(0);
    let names: Vec<String> =
        runs(&run(&dir)).iter().map(|file| file.file_name().unwrap().to_string_lossy().into()).collect();
    assert_eq!(names, ["Robot-0.json", "run.json"]);
    assert_eq!(json(&run(&dir).join("Robot-0.json")).as_array().map(Vec::len), Some(10));
}

/// NA-01: Simulation time is the integer step number times a fixed step, by default 0.01 s.
#[test]
fn a_minute_is_6000_steps() {
    let dir = TestDir::new();
    nautilus(&dir, "-novisual -t 60 -o").expect(0);
    assert_eq!(json(&run(&dir).join("Robot-0.json")).as_array().map(Vec::len), Some(6000));
    let document = json(&run(&dir).join("run.json"));
    assert_eq!(document["steps"].as_u64(), Some(6000));
    assert!((document["simulated_s"].as_f64().unwrap() - 60.0).abs() < 1e-12, "{document}");
}

/// NA-02: All sensors see the world at the start of a step; all robots update together.
/// NA-04: Equal scenes and seeds give bit-identical output, with any thread count, with or without window.
/// NA-33: Efficiency mode draws robots with at most 25 % of the triangles; results stay identical.
/// NA-69: `-ef` turns on efficiency mode.
#[test]
fn files_are_the_same_for_any_threads_order_and_visuals() {
    let dir = TestDir::new();
    dir.write("four.json", FOUR);
    let reversed: Value = serde_json::from_str(FOUR).unwrap();
    let mut reversed = reversed["robots"].as_array().unwrap().clone();
    reversed.reverse();
    dir.write("reversed.json", serde_json::json!({"robots": reversed}).to_string());
    let files = |name: &str, more: &str| -> Vec<Vec<u8>> {
        let words = format!("-novisual -t 20 -o -m octagon -c AvoidObstacle --out-dir {name} {more}");
        nautilus(&dir, &words).expect(0);
        let folder = runs(&dir.path(name)).remove(0);
        (0..4).map(|id| std::fs::read(folder.join(format!("Robot-{id}.json"))).unwrap()).collect()
    };
    let one = files("one", "-cf ./four.json --threads 1");
    assert!(one == files("eight", "-cf ./four.json --threads 8"));
    assert!(one == files("efficient", "-cf ./four.json -ef"), "the mode for many vehicles changes nothing");
    let described = json(&runs(&dir.path("efficient"))[0].join("run.json"));
    assert_eq!(described["run"]["scene"]["robots"][0]["model"]["params"]["simple"], true, "which has been drawn");
    let mut other = files("other", "-cf ./reversed.json");
    other.reverse();
    assert!(one == other);
}

/// NA-33: Efficiency mode draws robots with at most 25 % of the triangles; results stay identical.
#[test]
fn a_model_without_a_simple_form_is_drawn_as_it_is_with_a_warning() {
    let dir = TestDir::new();
    dir.write("one.json", r#"{"robots": [{"model": "scout/standard", "dynamics": "static"}]}"#);
    let plain = nautilus(&dir, "-cf ./one.json --check").expect(0);
    assert!(!plain.stderr.contains("low-polygon"), "{plain:?}");
    let efficient = nautilus(&dir, "-cf ./one.json --check -ef").expect(0);
    for words in ["scout/standard", "low-polygon", "/robots/0/model"] {
        assert!(efficient.stderr.contains(words), "no `{words}` in {}", efficient.stderr);
    }
}

/// NA-66: `-c` sets the controller of all robots; default: `Idle`.
/// NA-76: A controller in the file overrides `-c` for its robot; duration and seed flags win.
#[test]
fn the_file_counts_more_than_the_flag() {
    let dir = TestDir::new();
    dir.write("two.json", r#"{"robots": [{"controller": "Idle"}, {"position": [3, 0, -1]}], "map": "rectangle"}"#);
    nautilus(&dir, "-novisual -t 0.05 -o -c AvoidObstacle -m empty -cf ./two.json").expect(0);
    let control = |id: u32| numbers(&json(&run(&dir).join(format!("Robot-{id}.json")))[4]["control"]);
    assert_eq!(control(0), [0.0; 6], "Idle");
    assert!(control(1)[0] > 0.0, "AvoidObstacle");
    assert_eq!(json(&run(&dir).join("run.json"))["run"]["map"], "rectangle");
}

/// NA-82: `run.json` describes the run with versions, seed and overlaps, and is enough to repeat it.
#[test]
fn the_description_of_a_run_is_enough_to_repeat_it() {
    let dir = TestDir::new();
    dir.write("four.json", FOUR);
    nautilus(&dir, "-novisual -t 10 -o -m prismaArena -c AvoidObstacle -cf ./four.json --seed 3").expect(0);
    let document = json(&run(&dir).join("run.json"));
    for field in
        ["format", "state", "dt", "units", "speedAxes", "robots", "overlap_events", "wall_s", "real_time_factor"]
    {
        assert!(!document[field].is_null(), "{field}");
    }
    assert_eq!((document["run"]["seed"].as_u64(), document["state"].as_str()), (Some(3), Some("finished")));
    assert!(document["run"]["plugins"]["plugin-marine"].is_string());
    dir.write("again.json", document["run"]["scene"].to_string());
    let again = dir.sim(&["run", "again.json", "--json"]).expect(0).json();
    let end = json(&run(&dir).join("Robot-0.json"))[999]["position"].clone();
    let pose = &again["robots"][0]["pose"];
    assert_eq!(numbers(&end), ["x", "y", "z"].map(|axis| pose[axis].as_f64().unwrap()));
}

/// NA-39: A file can add obstacle boxes; one that overlaps a starting robot is reported.
#[test]
fn obstacles_are_seen_and_one_that_a_vehicle_starts_in_is_an_overlap_from_the_first_step() {
    let dir = TestDir::new();
    let text = |x: f64| {
        let obstacle = serde_json::json!({"position": [x, 0, -1], "size": [1, 1, 1]});
        serde_json::json!({"robots": [{"position": [0, 0, -1]}], "obstacles": [obstacle]}).to_string()
    };
    dir.write("far.json", text(3.0));
    nautilus(&dir, "-novisual -t 0.1 -o -c AvoidObstacle -cf ./far.json").expect(0);
    let radar = numbers(&json(&run(&dir).join("Robot-0.json"))[0]["sensores"]["radar"]);
    assert_eq!(radar[0], 0.5, "2.5 m of 5 m: {radar:?}");
    dir.write("in.json", text(0.5));
    let inside = nautilus(&dir, "-novisual -t 0.1 -o -cf ./in.json --out-dir inside").expect(0);
    assert!(inside.stderr.contains("robot-0 and obstacle-0 overlap from step 1 "), "{}", inside.stderr);
    let document = json(&runs(&dir.path("inside"))[0].join("run.json"));
    assert_eq!(document["overlap_events"][0]["first_step"].as_u64(), Some(1));
}

/// NA-EX5: The second avoidance law keeps up to four robots apart for 60 to 120 s.
#[test]
fn four_vehicles_stay_in_the_pool_at_any_yaw() {
    for yaw in [30, 60, 90, 135, 215, 300] {
        let dir = TestDir::new();
        let mut robots: Value = serde_json::from_str(FOUR).unwrap();
        for robot in robots["robots"].as_array_mut().unwrap() {
            robot["rotation"] = serde_json::json!([0, 0, yaw]);
        }
        dir.write("turned.json", robots.to_string());
        nautilus(&dir, "-novisual -t 60 -o -m octagon -c AvoidObstacle -cf ./turned.json").expect(0);
        let folder = run(&dir);
        assert_eq!(json(&folder.join("run.json"))["overlap_events"].as_array().map(Vec::len), Some(0), "yaw {yaw}°");
        for id in 0..4 {
            let records = json(&folder.join(format!("Robot-{id}.json")));
            for record in records.as_array().unwrap() {
                let position = numbers(&record["position"]);
                assert!(position[0].hypot(position[1]) < 12.5, "robot {id} at {position:?} with yaw {yaw}°");
            }
        }
    }
}

/// NA-65: `-novisual` runs without a window, a display server or a graphics device.
#[test]
fn without_the_window_no_display_is_needed() {
    let dir = TestDir::new();
    let mut command = dir.command(&["nautilus", "--no-visual", "-t", "0.1"]);
    let display_variables = ["DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"];
    let ended = Ended::from(
        display_variables.iter().fold(&mut command, |command, name| command.env_remove(name)).output().unwrap(),
    );
    ended.expect(0);
}

/// NA-19: Environment forces are summed for the dynamics; opposite forces of 3 N leave no trace.
/// NA-23: Overlaps of robots and walls are logged; by default bodies pass through each other.
#[test]
fn colliding_vehicles_pass_through_each_other_and_are_reported() {
    let dir = TestDir::new();
    let robot = |x: f64, push: f64| {
        let plane = [push; 4];
        serde_json::json!({"position": [x, 0, -1], "controller": "ConstantControl", "controllerParams": {"plane": plane}})
    };
    dir.write("two.json", serde_json::json!({"robots": [robot(-2.0, 1.0), robot(2.0, -1.0)]}).to_string());
    let ended = nautilus(&dir, "-novisual -t 6 -o -cf ./two.json").expect(0);
    assert!(ended.stderr.contains("robot-0 and robot-1 overlap from step"), "{}", ended.stderr);
    let document = json(&run(&dir).join("run.json"));
    let events = document["overlap_events"].as_array().unwrap();
    assert_eq!(events.len(), 1, "{document}");
    assert_eq!((events[0]["a"].as_str(), events[0]["b"].as_str()), (Some("robot-0"), Some("robot-1")));
    assert!(
        events[0]["depth"].as_f64() > Some(0.2) && events[0]["first_step"].as_u64() < events[0]["last_step"].as_u64()
    );
    let last = json(&run(&dir).join("Robot-0.json"))[599]["position"][0].as_f64();
    assert!(last > Some(2.0), "{last:?}");
}

#[test]
fn errors_are_reported_exactly_and_no_file_is_written() {
    let dir = TestDir::new();
    for (text, status, expected) in [
        ("{\"robots\": [", 3, vec!["a.json:1"]),
        (r#"{"robots": [{"position": [NaN, 0, 0]}]}"#, 3, vec!["a.json:1"]),
        (r#"{"robots": [{"position": [1e999, 0, 0]}]}"#, 3, vec!["a.json:1:27"]),
        (
            r#"{"robots": [{"controller": "AvoidObstacel"}]}"#,
            3,
            vec!["/robots/0/controller", "did you mean `AvoidObstacle`?"],
        ),
        (
            r#"{"robots": [{"position": [0, 0, -13]}], "map": "octagon", "mapParams": {"floor": true}}"#,
            3,
            vec!["outside the pool", "1.00 m below the floor"],
        ),
        (
            r#"{"robots": [{}, {"position": [0, 12, -1]}], "map": "octagon"}"#,
            3,
            vec!["outside the pool", "/robots/1/position"],
        ),
        (
            r#"{"robots": [{"sensors": {"radar": {"threshold": -5}}}]}"#,
            3,
            vec!["/robots/0/sensors/radar/threshold", "-5"],
        ),
        (r#"{"robots": [{"dynamics": "modello0"}]}"#, 3, vec!["/robots/0/dynamics", "did you mean `modelo0`?"]),
        (r#"{"robots": [{"dynamicsParams": {"lag": "slow"}}]}"#, 3, vec!["/robots/0/dynamicsParams/lag"]),
        (r#"{"robots": [], "map": "pond"}"#, 3, vec!["/map", "octagon, cylinderArena"]),
        (r#"{"robots": [{"name": "a"}, {"name": "a"}]}"#, 3, vec!["`a`"]),
    ] {
        dir.write("a.json", text);
        for more in ["", "--check"] {
            let ended = nautilus(&dir, &format!("-novisual -t 1 -o -cf ./a.json {more}")).expect(status);
            for words in &expected {
                assert!(ended.stderr.contains(words), "{text}: no `{words}` in\n{}", ended.stderr);
            }
        }
    }
    nautilus(&dir, "-novisual -t 1 -o -c").expect(2);
    nautilus(&dir, "-novisual -t 1 -o -o").expect(2);
    let missing = nautilus(&dir, "-novisual -cf nowhere.json").expect(3);
    assert!(
        missing.stderr.contains("configuration_files") && missing.stderr.contains("avoid_obstacle.json"),
        "{missing:?}"
    );
    assert!(!dir.path("output_files").exists());
}

/// NA-70: `-cf` loads a file by name from `configuration_files`, or by its path.
/// NA-72: Flags work in any order; repeated or unknown flags and stray arguments are errors.
/// NA-75: Further fields set model, dynamics, parameters, sensors, map, obstacles, duration, seed and output.
#[test]
fn shipped_configurations_are_found_by_name_and_hold() {
    let dir = TestDir::new();
    for entry in std::fs::read_dir(dist().join("scenes/nautilus/configuration_files")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        let checked = nautilus(&dir, &format!("-cf {name} --check -m cylinderArena -c AvoidObstacle")).expect(0);
        assert!(checked.stderr.contains("ok, "), "{checked:?}");
    }
    nautilus(&dir, "-novisual -m cylinderArena -c AvoidObstacle -cf avoid_obstacle.json -o -t 0.5").expect(0);
    assert_eq!(runs(&run(&dir)).len(), 5);
}

/// NA-71: Flags set duration, seed, speed, threads and folders, list all names, or check a file.
#[test]
fn all_names_are_listed() {
    let list = nautilus(&TestDir::new(), "--list").expect(0).json();
    for (kind, name) in [
        ("controllers", "AvoidObstacleV1"),
        ("maps", "prismaArena"),
        ("dynamics", "modelo0"),
        ("sensors", "range/radar"),
        ("actuators", "marine/motor"),
        ("models", "bluerov2_heavy"),
    ] {
        assert!(list[kind].as_array().unwrap().iter().any(|known| known == name), "{kind}: {list}");
    }
}

#[test]
fn a_configuration_becomes_no_scene_in_the_place_of_a_file() {
    let dir = TestDir::new();
    dir.write("four.json", FOUR);
    dir.write("own.ron", "mine");
    for (file, more, status) in [("own.ron", "", 3), ("four.json", "--force", 3), ("own.ron", "--force", 0)] {
        let ended = nautilus(&dir, &format!("-cf ./four.json --scene {file} {more}")).expect(status);
        assert_eq!(ended.stderr.contains("CF005"), status != 0, "{file} {more}: {}", ended.stderr);
        let unchanged = std::fs::read_to_string(dir.path("own.ron")).unwrap() == "mine";
        assert_eq!(unchanged, status != 0, "{file} {more}");
        assert_eq!(std::fs::read_to_string(dir.path("four.json")).unwrap(), FOUR);
    }
}

#[test]
fn a_configuration_becomes_a_scene_that_runs_alike() {
    let dir = TestDir::new();
    dir.write("four.json", FOUR);
    nautilus(&dir, "-m octagon -c AvoidObstacle -cf ./four.json -t 5 --scene own.ron").expect(0);
    let by_scene = dir.run("own.ron", &[]).expect(0);
    let by_name = nautilus(&dir, "-novisual -m octagon -c AvoidObstacle -cf ./four.json -t 5").expect(0);
    assert!(by_name.stdout.contains(&by_scene.hash()), "{}", by_name.stdout);
}

/// NA-06: A run ends after its duration, or on Ctrl-C with complete output files.
/// NA-83: Output files stay valid after interrupts and faults; a kill loses at most 1 s.
#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_leaves_whole_files() {
    let dir = TestDir::new();
    let mut running = Running::start(dir.command(&["nautilus", "-novisual", "-o", "--speed", "20"]));
    running.wait_for(&["records in"]);
    let file = run(&dir).join("Robot-0.json");
    let began = Instant::now();
    while std::fs::metadata(&file).map_or(0, |file| file.len()) < 1000 {
        assert!(began.elapsed() < PATIENCE, "no record is written");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(json(&file).is_array(), "a whole list while it grows");
    let ended = running.interrupt();
    assert_eq!(ended.status, 130, "{ended:?}");
    let records = json(&file).as_array().map(Vec::len);
    let document = json(&run(&dir).join("run.json"));
    assert_eq!((document["state"].as_str(), document["steps"].as_u64()), (Some("finished"), records.map(|n| n as u64)));
}

/// Peak memory of a process, bytes; `None` if it has ended.
#[cfg(target_os = "linux")]
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// NA-83: Output files stay valid after interrupts and faults; a kill loses at most 1 s.
#[cfg(target_os = "linux")]
#[test]
fn an_hour_of_one_robot_takes_less_than_50_mb_more_than_its_start() {
    let dir = TestDir::new();
    let mut running = Running::start(dir.command(&["nautilus", "-novisual", "-o", "-t", "3600"]));
    running.wait_for(&["records in"]);
    let (before, mut last) = (peak(running.id()).expect("it runs"), None);
    running.watch(|process| last = peak(process).or(last)).expect(0);
    let after = last.expect("it ended before its memory was measured");
    // The kernel updates its page counts lazily: a reported peak may be slightly smaller than before.
    assert!(after < before + 50_000_000, "{before} bytes became {after}");
    let file = run(&dir).join("Robot-0.json");
    // A program that keeps everything has that much in memory.
    let size = std::fs::metadata(&file).unwrap().len();
    assert!(size > 60_000_000, "{size} bytes are too few to test memory");
    assert_eq!(json(&file).as_array().map(Vec::len), Some(360_000));
}

/// NA-83: Output files stay valid after interrupts and faults; a kill loses at most 1 s.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_has_lost_a_second_at_most_and_its_list_is_closed() {
    let dir = TestDir::new();
    let robot = serde_json::json!({"controller": "Example1", "controllerParams": {"log_period": 0}});
    dir.write("one.json", serde_json::json!({"robots": [robot]}).to_string());
    let arguments = ["nautilus", "-novisual", "-o", "--speed", "1", "-cf", "./one.json"];
    let mut running = Running::start(dir.command(&arguments));
    // The controller logs every step, so the run itself reports its progress. At this speed, one second is a hundred
    // steps. A program that was starved of processor time catches up with several steps at once; it is killed once it
    // has kept its pace for a second.
    let is_step = |line: &&String| line.contains("position [");
    let mut steps: Vec<Instant> = Vec::new();
    while steps.len() < 200 || steps[steps.len() - 1] - steps[steps.len() - 100] < Duration::from_millis(900) {
        let line = running.next_line().expect("it runs until it is killed");
        steps.extend(is_step(&&line).then(Instant::now));
    }
    let reported = running.kill().iter().filter(is_step).count();
    let folder = run(&dir);
    dir.sim(&["nautilus", "--repair", &folder.to_string_lossy()]).expect(0);
    let saved = json(&folder.join("Robot-0.json")).as_array().map_or(0, Vec::len);
    assert!(saved + 100 >= reported, "{saved} of {reported} steps are left");
    assert_eq!(json(&folder.join("run.json"))["state"], "running", "it was not ended properly");
}

/// NA-83: Output files stay valid after interrupts and faults; a kill loses at most 1 s.
#[cfg(unix)]
#[test]
fn a_full_disk_stops_the_run_and_leaves_whole_files() {
    let dir = TestDir::new();
    // Files of this shell and its children are limited to this many blocks of 512 bytes or 1 kB, depending on the
    // shell: enough for copies of libraries, and too few for the records of an hour.
    let script = "trap '' XFSZ; ulimit -f 65536; exec \"$@\"";
    let program = dir.command(&["nautilus", "-novisual", "-o", "-t", "3600"]);
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", script, "sh"]).arg(program.get_program()).args(program.get_args());
    shell.current_dir(program.get_current_dir().expect("the command has a working folder"));
    sim_tests::in_english(&mut shell);
    let ended = Ended::from(shell.output().unwrap());
    assert_ne!(ended.status, 0, "{ended:?}");
    assert!(ended.stderr.contains("Robot-0.json cannot be written"), "{}", ended.stderr);
    let records = json(&run(&dir).join("Robot-0.json")).as_array().map_or(0, Vec::len);
    assert!((1..360_000).contains(&records), "{records}");
    assert_eq!(json(&run(&dir).join("run.json"))["format"], "nautilus");
}

/// NA-83: Output files stay valid after interrupts and faults; a kill loses at most 1 s.
#[test]
fn a_list_that_was_cut_off_is_closed() {
    let dir = TestDir::new();
    nautilus(&dir, "-novisual -t 1 -o").expect(0);
    let file = run(&dir).join("Robot-0.json");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() - 100]).unwrap();
    let folder = run(&dir);
    let repaired = dir.sim(&["nautilus", "--repair", &folder.to_string_lossy()]).expect(0);
    assert!(repaired.stderr.contains("Robot-0.json: 99 records"), "{repaired:?}");
    assert_eq!(json(&file).as_array().map(Vec::len), Some(99));
    let whole = dir.sim(&["nautilus", "--repair", &folder.to_string_lossy()]).expect(0);
    assert!(whole.stderr.contains("are complete"), "{whole:?}");
}

#[test]
fn the_experiments_pass_their_conditions_and_draw_their_figures() {
    let folder = dist().join("scenes/nautilus");
    let mut scenes: Vec<PathBuf> = runs(&folder);
    let is_wanted = |name: &str| name.starts_with("ex") || name.starts_with("fossen6") || name == "sea-floor.ron";
    scenes.retain(|path| path.file_name().is_some_and(|name| is_wanted(&name.to_string_lossy())));
    assert_eq!(scenes.len(), 17, "{scenes:?}");
    let dir = TestDir::new();
    for scene in scenes {
        let figures = ["--plan", "way.png", "--plot", "z=depth.png", "--plot", "speed=speed.png"];
        let ended = dir.run(&scene.to_string_lossy(), &figures).expect(0).json();
        let verdicts = ended["acceptance"].as_array().unwrap();
        assert!(!verdicts.is_empty() && verdicts.iter().all(|verdict| verdict["outcome"] == "passed"), "{ended}");
        for figure in ["way.png", "depth.png", "speed.png"] {
            let size = std::fs::metadata(dir.path(figure)).map_or(0, |file| file.len());
            assert!(size > 5_000, "{}: {figure} has {size} bytes", scene.display());
            std::fs::remove_file(dir.path(figure)).unwrap();
        }
    }
}

#[test]
fn a_ring_of_wide_beams_leaves_no_blind_band() {
    let dir = TestDir::new();
    for pool in ["clear-course", "clear-course-octagon"] {
        let scene = dist().join("scenes/nautilus").join(format!("{pool}.ron"));
        let ended = dir.run(&scene.to_string_lossy(), &["--duration", "60"]).expect(0).json();
        assert!(
            ended["robots"].as_array().unwrap().iter().all(|robot| robot["distance_m"].as_f64() > Some(20.0)),
            "{ended}"
        );
    }
}
