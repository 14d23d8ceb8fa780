//! The commands of `sim`, as used by people and scripts: exit status, documents on standard output, messages on
//! standard error.

mod blimp_files;
mod completion;
mod import;
mod layout;
mod log_file;
mod messages;
mod new_project;
mod own_packs;
#[cfg(unix)]
mod pack_changed;
mod pack_mistakes;
mod pack_revoked;
mod pack_sources;
mod packs;
mod packs_guide;
mod packs_online;
mod render;
mod reports;
mod standard_input;

use serde_json::Value;
use sim_tests::live::{PATIENCE, Running};
use sim_tests::{TestDir, dist, program_of, shipped};

/// Two robots between walls; the test provides the acceptance conditions.
fn scene(acceptance: &str) -> String {
    format!(
        r#"(
    format_version: 1,
    name: "yard",
    run: (dt: 0.02, duration: 2, seed: 5),
    objects: [
        (name: "wall", shape: Wall(from: (2, -2), to: (2, 2), height: 0.5)),
        (name: "post", shape: Cylinder(radius: 0.1, height: 0.5), at: (-1, 1, 0.25)),
    ],
    robots: [
        (name: "anna", model: "scout/standard", controller: (id: "control/constant",
            params: (commands: {{"left_wheel": 4.0, "right_wheel": 5.0}}))),
        (name: "bert", model: "scout/standard", at: (0, 1), yaw: 1.5),
    ],
    fleets: [(prefix: "s", count: 2, model: "scout/standard", at: (0, -1), placement: Grid(spacing: (0.5, 0.5)))],
    acceptance: [{acceptance}],
)"#
    )
}

fn dir() -> TestDir {
    let dir = TestDir::new();
    dir.write("yard.ron", scene(""));
    dir
}

fn number(value: &Value, name: &str) -> f64 {
    value[name].as_f64().unwrap_or_else(|| panic!("no number `{name}` in {value}"))
}

fn codes(document: &Value) -> Vec<&str> {
    let list = document["diagnostics"].as_array().expect("there are diagnostics");
    list.iter().filter_map(|finding| finding["code"].as_str()).collect()
}

#[test]
fn the_summary_contains_all_results_for_scripts() {
    let summary = dir().run("yard.ron", &[]).expect(0).json();
    assert_eq!((summary["scene"].as_str(), summary["seed"].as_u64()), (Some("yard"), Some(5)));
    assert_eq!((summary["steps"].as_u64(), number(&summary, "sim_time_s")), (Some(100), 2.0));
    assert!(number(&summary, "wall_time_s") > 0.0 && number(&summary, "real_time_factor") > 0.0);
    assert_eq!(summary["state_hash"].as_str().map(str::len), Some(32));
    assert_eq!(summary["digest"].as_str().map(str::len), Some(32));
    assert_ne!(summary["digest"], summary["state_hash"]);
    let robots = summary["robots"].as_array().expect("robots");
    let names: Vec<_> = robots.iter().filter_map(|robot| robot["name"].as_str()).collect();
    assert_eq!(names, ["anna", "bert", "s0", "s1"]);
    for robot in robots {
        let pose = &robot["pose"];
        let length: f64 = ["qx", "qy", "qz", "qw"].iter().map(|part| number(pose, part).powi(2)).sum();
        assert!((length - 1.0).abs() < 1e-9, "{pose}");
        assert!(number(robot, "distance_m") > 0.0 && number(pose, "z") > 0.0, "{robot}");
        assert_eq!((robot["collisions"].as_u64(), robot["faults"].as_u64()), (Some(0), Some(0)));
    }
    let plugins = summary["plugins"].as_array().expect("plugins");
    let constant =
        plugins.iter().find(|plugin| plugin["id"] == "control/constant").expect("anna's controller is listed");
    assert!(constant["digest"].as_str().is_some_and(|digest| digest.starts_with("sha256:") && digest.len() == 71));
    assert!(constant["file"].as_str().is_some_and(|file| file.contains("plugin_control")), "{constant}");
    assert!(constant["version"].as_str().is_some_and(|version| !version.is_empty()), "{constant}");
    assert_eq!(summary["exit_status"], 0);
}

#[test]
fn only_the_text_summary_is_written_to_standard_output() {
    let ended = dir().sim(&["run", "yard.ron"]).expect(0);
    for word in ["yard", "seed 5", "100 steps", "state hash", "digest", "anna", "bert", "s1"] {
        assert!(ended.stdout.contains(word), "{word} in {ended:#?}");
    }
    assert_eq!(ended.stderr, "");
}

#[test]
fn options_change_the_scene_before_it_is_checked() {
    let dir = dir();
    let summary = dir.run("yard.ron", &["--dt", "0.1", "--seed", "9", "--duration", "1"]).expect(0).json();
    assert_eq!((summary["steps"].as_u64(), summary["seed"].as_u64()), (Some(10), Some(9)));
    let summary = dir.run("yard.ron", &["--steps", "7"]).expect(0).json();
    assert_eq!(summary["steps"].as_u64(), Some(7));
    for words in [["--dt", "-1"].as_slice(), &["--dt=-1"]] {
        let refused = dir.run("yard.ron", words).expect(3);
        assert_eq!(codes(&refused.json()), ["CF001"]);
        for word in ["`--dt -1`", "from 0.000001 to 1 s", "help: "] {
            assert!(refused.stderr.contains(word), "{word}: {}", refused.stderr);
        }
    }
    let refused = dir.run("yard.ron", &["--set", "run.dt=-1"]).expect(3);
    assert_eq!(codes(&refused.json()), ["SC012"]);
    assert!(refused.stderr.contains("run.dt"), "{}", refused.stderr);
    let set = "robots.anna.controller.params.commands={\"left_wheel\": 0, \"right_wheel\": 0}";
    let stands = dir.run("yard.ron", &["--set", set]).expect(0);
    assert!(stands.distance("anna") < 1e-9 && stands.distance("bert") > 0.1);
}

#[test]
fn controllers_and_dynamics_are_exchanged_for_one_robot_a_fleet_or_all() {
    let dir = dir();
    let plain = dir.run("yard.ron", &[]).expect(0);
    let one = dir.run("yard.ron", &["--dynamics", "anna=diff-drive/dynamic"]).expect(0);
    assert_ne!(plain.distance("anna"), one.distance("anna"));
    assert_eq!(plain.distance("bert"), one.distance("bert"));
    let fleet = dir.run("yard.ron", &["--controller", "s=control/constant"]).expect(0);
    assert!(fleet.distance("s0") < 1e-9 && fleet.distance("s1") < 1e-9 && fleet.distance("bert") > 0.1);
    let all = dir.run("yard.ron", &["--controller", "control/constant"]).expect(0);
    assert!(["anna", "bert", "s0", "s1"].iter().all(|robot| all.distance(robot) < 1e-9));
}

#[test]
fn unknown_robots_on_the_command_line_get_a_suggestion() {
    let dir = dir();
    let ended = dir.run("yard.ron", &["--controller", "ana=control/constant"]).expect(3);
    assert!(ended.stderr.contains("did you mean `anna`?"), "{}", ended.stderr);
    let ended = dir.run("yard.ron", &["--dynamics", "s1=diff-drive/dynamic"]).expect(3);
    assert!(ended.stderr.contains("--dynamics s=ID"), "{}", ended.stderr);
}

#[test]
fn the_exit_status_identifies_the_error() {
    let dir = dir();
    dir.sim(&["run"]).expect(2);
    dir.sim(&["fly"]).expect(2);
    let conflict = dir.sim(&["run", "yard.ron", "--steps", "1", "--duration", "1"]).expect(2);
    assert!(conflict.stderr.contains("CF004"), "{}", conflict.stderr);
    let undone = ["yard.ron", "--set", "run.dt=0.1", "--set", "run.dt=0.2"];
    for command in ["run", "check"] {
        let undone = dir.sim(&[&[command], &undone[..]].concat()).expect(2);
        assert!(undone.stderr.contains("CF004"), "{}", undone.stderr);
    }
    let word = dir.sim(&["run", "yard.ron", "--dt", "soon"]).expect(2);
    assert!(word.stderr.contains("CF001"), "{}", word.stderr);
    dir.run("nowhere.ron", &[]).expect(3);
    dir.run("yard.ron", &["--controller", "control/constnat"]).expect(4);
    dir.run("yard.ron", &["--record", "yard.ron/run.mcap"]).expect(1);
    let long = format!("{}.png", "n".repeat(300));
    let undrawn = dir.run("yard.ron", &["--steps", "1", "--output", "out", "--plan", &long]).expect(1);
    assert_eq!(undrawn.json()["outputs"].as_array().map(Vec::len), Some(1), "{}", undrawn.stdout);
    dir.write("missed.ron", scene("ReachedBy(robot: \"anna\", at: (50, 0, 0), within: 1, by: 1)"));
    let missed = dir.run("missed.ron", &[]).expect(5).json();
    assert_eq!(missed["acceptance"][0]["outcome"], "failed");
    assert_eq!(missed["diagnostics"][0]["code"], "EN009");
    dir.write("met.ron", scene("NoCollision()"));
    let met = dir.run("met.ron", &[]).expect(0).json();
    assert_eq!(met["acceptance"][0]["outcome"], "passed");
}

#[test]
fn results_never_take_the_place_of_what_is_there() {
    let dir = dir();
    dir.write("floor.ron", "(format_version: 1, floor: Floor(size: (10, 10)))");
    let including = scene("").replace("format_version: 1,", "format_version: 1, include: [\"floor.ron\"],");
    dir.write("house.ron", &including);
    let floor = std::fs::read(dir.path("floor.ron")).expect("a file");
    dir.write("old.png", "a photograph");
    std::fs::create_dir(dir.path("results")).expect("a folder can be made");
    dir.write("results/notes.txt", "mine");
    dir.write("cut.incomplete.mcap", "an hour of work");
    let assert_unchanged = || {
        assert_eq!(std::fs::read_to_string(dir.path("house.ron")).expect("a scene"), including);
        assert_eq!(std::fs::read(dir.path("floor.ron")).expect("a scene"), floor);
        assert_eq!(std::fs::read_dir(dir.path("results")).expect("a folder").count(), 1);
    };
    let inputs = [
        &["--record", "house.ron"][..],
        &["--plan", "floor.ron"],
        &["--plot", "x=results/../floor.ron"],
        &["--output", "."],
        &["--plan", "a.png", "--plot", "x=a.png"],
    ];
    for option in inputs {
        for force in [&[][..], &["--force"]] {
            let ended = dir.run("house.ron", &[option, force].concat()).expect(3);
            assert!(ended.stderr.contains("CF005"), "{option:?}: {}", ended.stderr);
            assert_unchanged();
        }
    }
    for option in [["--plan", "old.png"], ["--output", "results"], ["--record", "cut.mcap"]] {
        let ended = dir.run("house.ron", &option).expect(3);
        assert!(ended.stderr.contains("CF005") && ended.stderr.contains("--force"), "{option:?}: {}", ended.stderr);
        assert_unchanged();
    }
    assert_eq!(std::fs::read_to_string(dir.path("old.png")).expect("a file"), "a photograph");
    dir.run("house.ron", &["--plan", "nowhere/plan.png"]).expect(1);
    assert!(!dir.path("nowhere").exists(), "a missing folder is not created for a mistyped path");

    dir.run("house.ron", &["--plan", "old.png", "--output", "results", "--record", "cut.mcap", "--force"]).expect(0);
    assert!(std::fs::read(dir.path("old.png")).expect("a plan").starts_with(b"\x89PNG"));
    assert!(dir.path("cut.mcap").exists() && !dir.path("cut.incomplete.mcap").exists());
    for target in [["--csv", "results"], ["--json", "old.png.json"], ["--json", "cut.mcap"]] {
        dir.write("old.png.json", "{}");
        let ended = dir.sim(&["export", "cut.mcap", target[0], target[1]]).expect(3);
        assert!(ended.stderr.contains("CF005"), "{target:?}: {}", ended.stderr);
    }
}

#[test]
fn a_change_that_another_one_undoes_is_an_error_and_all_others_count() {
    let dir = dir();
    let speeds = |more: &[&str]| {
        let params = "robots.anna.controller.params.commands={\"left_wheel\": 1.0}";
        let exchange = ["--set", params, "--controller", "anna=control/constant"];
        let ended = dir.run("yard.ron", &[&exchange[..], more].concat());
        (ended.status, ended.stderr.clone(), ended)
    };
    let (status, stderr, ended) = speeds(&[]);
    assert_eq!(status, 0, "{stderr}");
    let plain = dir.run("yard.ron", &["--controller", "anna=control/constant"]).expect(0);
    assert!(
        ended.distance("anna") > 0.015 && plain.distance("anna") < 1e-9,
        "parameters of --set count for the new controller"
    );

    let dynamics = |params: &str| {
        let set = format!("robots.anna.dynamics.params.{params}");
        dir.run("yard.ron", &["--set", &set, "--dynamics", "anna=diff-drive/dynamic"]).expect(0).distance("anna")
    };
    let (quick, slow) = (dynamics("motor_lag=0"), dynamics("motor_lag=1"));
    assert!(slow < 0.8 * quick, "parameters of --set count for the new dynamics: {slow} m, {quick} m");

    let (status, stderr, _) = speeds(&["--set", "robots.anna.controller.id=control/wander"]);
    assert_eq!(status, 3, "a wanderer does not have commands: {stderr}");
    let (status, stderr, _) = speeds(&["--dt", "0.01", "--set", "run.dt=0.02"]);
    assert!(status == 2 && stderr.contains("`--dt` is overridden") && stderr.contains("CF004"), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_written_to_standard_output_are_an_error() {
    let dir = dir();
    dir.run("yard.ron", &["--record", "run.mcap"]).expect(0);
    let commands = [
        &["run", "yard.ron", "--json"][..],
        &["run", "yard.ron"],
        &["run", "nowhere.ron", "--json"],
        &["check", "yard.ron"],
        &["check", "yard.ron", "--json"],
        &["plugins"],
        &["plugins", "range/ray", "--json"],
        &["doctor"],
        &["replay", "run.mcap"],
        &["export", "run.mcap", "--csv", "tables"],
        &["bench", "load"],
        &["completions", "bash"],
        &["--version"],
        &["run", "--help"],
    ];
    for command in commands {
        let full = std::fs::File::create("/dev/full").expect("there is a full device");
        let output = dir.command(command).stdout(full).stderr(std::process::Stdio::piped()).output().expect("it runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        let expected = if command[1..].contains(&"nowhere.ron") { 3 } else { 1 };
        assert_eq!(output.status.code(), Some(expected), "{command:?}: {stderr}");
        assert_eq!(stderr.matches("cannot be written to standard output").count(), 1, "{command:?}: {stderr}");

        let (reader, closed) = std::io::pipe().expect("there are pipes");
        drop(reader);
        let output =
            dir.command(command).stdout(closed).stderr(std::process::Stdio::piped()).output().expect("it runs");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!stderr.contains("standard output") && output.status.code() != Some(1), "{command:?}: {stderr}");
        let _ = std::fs::remove_dir_all(dir.path("tables"));
    }
}

#[test]
fn findings_come_as_data_too_with_their_place() {
    let dir = dir();
    dir.write("wrong.ron", scene("").replace("radius: 0.1", "raduis: 0.1"));
    let ended = dir.run("wrong.ron", &[]).expect(3);
    let document = ended.json();
    let finding = &document["diagnostics"][0];
    assert_eq!((finding["code"].as_str(), finding["place"]["line"].as_u64()), (Some("SC007"), Some(7)), "{document}");
    assert_eq!(document["exit_status"], 3);
    assert!(ended.stderr.contains("wrong.ron:7:") && ended.stderr.lines().count() <= 20, "{}", ended.stderr);
}

#[test]
fn check_lists_robots_with_their_channels() {
    let dir = dir();
    let text = dir.sim(&["check", "yard.ron", "--verbose"]).expect(0).stdout;
    for word in ["yard.ron: ok", "anna", "range/ring", "rad/s", "diff-drive/kinematic", "control/wander", "s1: as "] {
        assert!(text.contains(word), "{word} in\n{text}");
    }
}

#[test]
fn check_reports_all_problems_of_every_scene() {
    let dir = dir();
    dir.write("wrong.ron", scene("").replace("\"control/constant\"", "\"control/constnat\""));
    let ended = dir.sim(&["check", "wrong.ron", "yard.ron", "nowhere.ron", "--json"]).expect(3);
    let document = ended.json();
    let ok: Vec<_> = document["scenes"].as_array().expect("scenes").iter().map(|scene| scene["ok"].as_bool()).collect();
    assert_eq!(ok, [Some(false), Some(true), Some(false)]);
    assert_eq!(codes(&document["scenes"][0]), ["PL010"]);
    assert!(ended.stderr.contains("did you mean `control/constant`?"), "{}", ended.stderr);
}

#[test]
fn check_knows_robot_files_and_configurations() {
    let dir = dir();
    dir.write("arm.urdf", r#"<robot name="arm"><link name="base"/></robot>"#);
    dir.write("broken.urdf", r#"<robot name="arm"><link name="base"></robot>"#);
    dir.write("four.json", r#"{"robots": [{"position": [0, 7, -1]}], "map": "octagon"}"#);
    dir.write("wrong.json", r#"{"robots": [{"position": [0, 7, -1], "controller": "AvoidObstacel"}]}"#);
    let stdout = dir.sim(&["check", "arm.urdf", "four.json", "yard.ron"]).expect(0).stdout;
    for words in ["arm.urdf: ok, a robot file", "four.json: ok, a configuration with 1 robot", "yard.ron: ok, "] {
        assert!(stdout.contains(words), "no `{words}` in {stdout}");
    }
    dir.write("fixed.urdf", r#"<robot name="arm"><link name="base"><collision><geometry><sphere radius="0"/></geometry></collision></link></robot>"#);
    let fixed = dir.sim(&["check", "fixed.urdf"]).expect(0);
    assert!(fixed.stderr.contains("MD008") && fixed.stderr.contains("fixed.urdf:1:"), "{fixed:?}");
    dir.sim(&["check", "fixed.urdf", "--strict"]).expect(3);
    let ended = dir.sim(&["check", "broken.urdf", "wrong.json", "--json"]).expect(3);
    let document = ended.json();
    let kinds: Vec<_> = document["scenes"].as_array().unwrap().iter().map(|file| file["kind"].as_str()).collect();
    assert_eq!(kinds, [Some("robot"), Some("nautilus")]);
    assert!(!ended.stderr.contains("SC005"), "{}", ended.stderr);
    for words in ["broken.urdf:1:", "wrong.json:1:", "did you mean `AvoidObstacle`?"] {
        assert!(ended.stderr.contains(words), "no `{words}` in {}", ended.stderr);
    }
}

#[test]
fn plugins_describe_parameters_and_use() {
    let dir = dir();
    let text = dir.sim(&["plugins", "range/ring"]).expect(0).stdout;
    for word in ["range/ring (sensor)", "max_range", "default 1.0", " m ", "in a scene", "sensors: {"] {
        assert!(text.contains(word), "{word} in\n{text}");
    }
    let list = dir.sim(&["plugins"]).expect(0).stdout;
    let of = |id: &str| list.lines().find(|line| line.contains(&format!(" {id} "))).unwrap_or_default();
    assert!(of("marine/fossen6").ends_with("and thrusters at the mounts of the model."), "all of it: {list}");
    let family = dir.sim(&["plugins", "control", "--json"]).expect(0).json();
    let components = family["components"].as_array().expect("components");
    assert!(components.len() >= 3 && components.iter().all(|component| component["kind"] == "controller"));
    assert!(components.iter().all(|component| component["schema"]["type"] == "object"));
    let unknown = dir.sim(&["plugins", "range/rnig"]).expect(4);
    assert!(unknown.stderr.contains("did you mean `range/ring`?"), "{}", unknown.stderr);
}

#[test]
fn the_examples_of_plugins_are_valid_scenes() {
    let dir = dir();
    let list = dir.sim(&["plugins", "--json"]).expect(0).json();
    let mut checked = 0;
    let catalog = std::fs::read_to_string(sim_tests::root().join("docs/src/components.md")).unwrap();
    for component in list["components"].as_array().expect("components") {
        let id = component["id"].as_str().expect("an id");
        assert!(catalog.contains(&format!("| `{id}` |")), "docs/src/components.md does not list {id}");
        let example = component["example"].as_str().expect("an example");
        dir.write("example.ron", format!("(format_version: 1, {example})"));
        let ended = dir.sim(&["check", "example.ron", "--json"]);
        let findings = ended.json()["scenes"][0]["diagnostics"].clone();
        // A dynamics for another kind of robot does not use the wheels of the scout.
        let strange = |finding: &&Value| finding["severity"] != "note" && finding["code"] != "SC031";
        let strange: Vec<_> = findings.as_array().expect("a list").iter().filter(strange).collect();
        assert!(ended.status == 0 && strange.is_empty(), "{example}\n{strange:#?}");
        checked += 1;
    }
    assert!(checked > 10, "{checked} examples");
}

/// The options on the pages of the guide are those of the program.
#[test]
fn every_command_has_a_page_with_its_current_options() {
    let dir = dir();
    dir.sim(&["man", "options", "--markdown"]).expect(0);
    let folder = dir.path("options");
    let mut pages = 0;
    for entry in folder.read_dir().unwrap() {
        let name = entry.unwrap().file_name();
        let page = std::fs::read_to_string(sim_tests::root().join("docs/src").join(&name)).unwrap_or_default();
        let options = std::fs::read_to_string(folder.join(&name)).unwrap();
        assert!(page.ends_with(&options), "docs/src/{} is outdated: run `cargo xtask docs --renew`", name.display());
        pages += 1;
    }
    assert!(pages > 20, "{pages} pages");
}

#[test]
fn doctor_names_every_file_with_its_status() {
    let dir = dir();
    dir.sim(&["doctor"]).expect(0);
    dir.write("plugins/notes.txt", "remarks");
    dir.write("plugins/fake.so", "no library");
    let ended = dir.sim(&["doctor", "--plugins", "plugins", "--json"]).expect(4);
    let report = ended.json();
    let files = report["files"].as_array().expect("files");
    let status = |name: &str| {
        let file = files.iter().find(|file| file["file"].as_str().is_some_and(|file| file.ends_with(name)));
        file.unwrap_or_else(|| panic!("no {name} in {report}"))["status"].as_str()
    };
    assert_eq!((status("notes.txt"), status("fake.so")), (Some("skipped"), Some("failed")));
    assert!(files.iter().filter(|file| file["status"] == "registered").count() >= 10);
    assert!(report["folders"].as_array().is_some_and(|folders| folders[0]["origin"] == "--plugins"));
}

#[test]
fn a_recording_is_exported_and_replayed() {
    let dir = dir();
    let more = ["--record", "run.mcap", "--output", "out", "--plan", "plan.png"];
    let recorded = dir.run("yard.ron", &more).expect(0);
    assert_eq!(recorded.hash(), dir.run("yard.ron", &[]).expect(0).hash(), "recording changes nothing");

    let replay = dir.sim(&["replay", "run.mcap", "--verify", "--json"]).expect(0).json();
    assert_eq!(replay["equal"], true);
    assert_eq!(replay["frames_compared"].as_u64(), Some(101));
    assert_eq!(replay["state_hash"].as_str(), Some(&*recorded.hash()));
    assert_eq!(
        (&replay["digest"], &replay["recorded_digest"]),
        (&recorded.json()["digest"], &recorded.json()["digest"])
    );

    dir.sim(&["export", "run.mcap", "--csv", "tables", "--json", "all.json"]).expect(0);
    let table = std::fs::read_to_string(dir.path("tables/robot-anna.csv")).expect("a table");
    assert_eq!(table.lines().count(), 102);
    assert!(table.starts_with("tick,time [s],x [m],"), "{}", &table[..60]);
    let document: Value = serde_json::from_slice(&std::fs::read(dir.path("all.json")).expect("a file")).expect("JSON");
    assert_eq!(document["robots"]["bert"].as_array().map(Vec::len), Some(101));
    let list: Value =
        serde_json::from_slice(&std::fs::read(dir.path("out/robot-bert.json")).expect("a file")).expect("JSON");
    assert_eq!(list.as_array().map(Vec::len), Some(101));
    let png = std::fs::read(dir.path("plan.png")).expect("a plan");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() > 2000);

    dir.sim(&["export", "run.mcap"]).expect(2);
    let unknown = dir.sim(&["export", "run.mcap", "--csv", "other", "--robot", "ana"]).expect(3);
    assert!(unknown.stderr.contains("did you mean `anna`?"), "{}", unknown.stderr);
    dir.sim(&["replay", "yard.ron", "--verify"]).expect(1);
}

#[test]
fn a_replay_with_another_library_says_which() {
    let dir = dir();
    dir.run("yard.ron", &["--record", "run.mcap"]).expect(0);
    // The same program, but one library has an extra byte at its end: another digest, the same behavior.
    let dist = dir.path("dist");
    std::fs::create_dir_all(dist.join("plugins")).expect("a folder can be made");
    std::fs::copy(program_of(&sim_tests::dist()), program_of(&dist)).expect("the program can be copied");
    for entry in std::fs::read_dir(sim_tests::dist().join("plugins")).expect("there are plugins").flatten() {
        let mut bytes = std::fs::read(entry.path()).expect("a library");
        if entry.path() == shipped("plugin_control") {
            bytes.push(0);
        }
        std::fs::write(dist.join("plugins").join(entry.file_name()), bytes).expect("a library can be written");
    }
    let other = TestDir::with_program(dist);
    let recording = dir.path("run.mcap").display().to_string();
    let ended = other.sim(&["replay", &recording, "--verify", "--json"]).expect(1);
    assert!(ended.stderr.contains("control/wander") && !ended.stderr.contains("range/ring"), "{}", ended.stderr);
}

#[test]
fn benches_give_their_figures() {
    let dir = dir();
    let swarm = ["bench", "swarm", "--robots", "30", "--seconds", "2", "--seed", "4", "--json"];
    let figures = dir.sim(&swarm).expect(0).json();
    for name in ["robot_steps_per_cpu_s", "robot_steps_per_wall_s", "real_time_factor", "start_ms"] {
        assert!(number(&figures, name) > 0.0, "{figures}");
    }
    let again = dir.sim(&[&swarm[..], &["--threads", "2"]].concat()).expect(0);
    assert_eq!(figures["state_hash"].as_str(), Some(&*again.hash()), "threads do not change the result");
    let scene = dist().join("scenes/nautilus/ex5d-avoidance-four.ron");
    let scene = dir.sim(&["bench", "scene", &scene.to_string_lossy(), "--seconds", "1", "--json"]).expect(0).json();
    assert_eq!((scene["robots"].as_u64(), scene["steps"].as_u64()), (Some(4), Some(100)), "{scene}");
    assert!(scene["real_time_factor"].as_f64() > Some(0.0) && scene["rays"].is_null(), "{scene}");
    let lidar = dir.sim(&["bench", "lidar", "--sweeps", "20", "--json"]).expect(0).json();
    assert!(number(&lidar, "rays_per_cpu_s") > 0.0);
    let load = dir.sim(&["bench", "load", "--json"]).expect(0).json();
    assert!(number(&load, "libraries") >= 10.0);
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = TestDir::new().sim(&["completions", shell]).expect(0).stdout;
        assert!(script.contains("replay") && script.contains("doctor"), "{shell}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_closes_the_recording_and_prints_the_summary() {
    let dir = dir();
    dir.write("endless.ron", scene("").replace("duration: 2, ", ""));
    let run = Running::start(dir.command(&["run", "endless.ron", "--speed", "1", "--record", "cut.mcap", "--json"]));
    // The recording's description is on disk before the first tick.
    let begun = || std::fs::metadata(dir.path("cut.incomplete.mcap")).is_ok_and(|file| file.len() > 1000);
    let limit = std::time::Instant::now() + PATIENCE;
    while !begun() && std::time::Instant::now() < limit {
        std::thread::yield_now();
    }
    let ended = run.interrupt();
    assert_eq!(ended.status, 130, "{}", ended.stderr);
    let summary = ended.json();
    assert_eq!((summary["ended"].as_str(), summary["exit_status"].as_u64()), (Some("interrupted"), Some(130)));
    let replay = dir.sim(&["replay", "cut.mcap", "--verify", "--json"]).expect(0).json();
    assert_eq!((replay["equal"].as_bool(), replay["steps"].as_u64()), (Some(true), summary["steps"].as_u64()));
    assert!(replay["recorded_state_hash"].is_string(), "the recording was closed with its summary: {replay}");
}

/// Files in the cache of this folder's user.
#[cfg(unix)]
fn cached_libraries(dir: &TestDir) -> Vec<std::path::PathBuf> {
    let folder = dir.path("home/.cache/simwright/manifests/libraries");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[cfg(unix)]
#[test]
fn cached_libraries_are_reused_and_replaced_when_damaged() {
    let dir = TestDir::new();
    dir.write(
        "one.ron",
        r#"(format_version: 1, robots: [(name: "a", model: "scout/standard", controller: "control/wander")])"#,
    );
    let run = || {
        let mut command = dir.command(&["run", "one.ron", "--steps", "20", "--json"]);
        command.env_remove("XDG_CACHE_HOME");
        sim_tests::Ended::from(command.output().unwrap()).expect(0).hash()
    };
    let hash = run();
    let cached = cached_libraries(&dir);
    assert!((4..=10).contains(&cached.len()), "those that the scene uses: {cached:?}");
    // The cached file is opened regardless: if it is not a library, this is detected, and the original file is opened
    // instead.
    let shipped = std::fs::metadata(&cached[0]).unwrap().len();
    for spoilt in [vec![0; usize::try_from(shipped).unwrap()], vec![0; 100]] {
        std::fs::write(&cached[0], &spoilt).unwrap();
        assert_eq!(run(), hash);
        assert_eq!(std::fs::metadata(&cached[0]).unwrap().len(), shipped, "it is replaced");
        assert_ne!(std::fs::read(&cached[0]).unwrap(), spoilt);
    }
}
