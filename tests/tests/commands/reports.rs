//! `sim info`, `sim list` and `sim man`.

use super::{dir, scene};
use sim_tests::{Ended, TestDir, dist};

#[test]
fn a_recording_says_what_it_holds() {
    let dir = dir();
    dir.write("yard.ron", scene("").replace("at: (-1, 1, 0.25)", "at: (-1, 1, 0.25), mass: 2"));
    let summary = dir.run("yard.ron", &["--record", "run.mcap"]).expect(0).json();
    let info = dir.sim(&["info", "run.mcap", "--json"]).expect(0).json();
    let expected = serde_json::json!({"scene": "yard", "seed": 5, "dt": 0.02, "ticks": 100, "complete": true});
    for (name, value) in expected.as_object().unwrap() {
        assert_eq!(info[name], *value, "{name} of {info}");
    }
    assert_eq!((info["duration_s"].as_f64(), info["ended"].as_str()), (Some(2.0), Some("completed")));
    assert_eq!((&info["state_hash"], &info["digest"]), (&summary["state_hash"], &summary["digest"]));
    assert_eq!(info["components"], summary["plugins"]);
    let size = std::fs::metadata(dir.path("run.mcap")).unwrap().len();
    assert_eq!((info["bytes"].as_u64(), &info["movable_objects"]), (Some(size), &serde_json::json!(["post"])));
    let robots = info["robots"].as_array().unwrap();
    assert!(robots.iter().all(|robot| robot["model"] == "scout/standard"), "{info}");
    assert!(robots.len() == 4 && robots.iter().all(|robot| robot["channels"].as_u64() > Some(3)), "{info}");
    assert_eq!(info["events"]["faults"], 0);
    let text = dir.sim(&["info", "run.mcap"]).expect(0).stdout;
    for word in [
        "yard (seed 5, step 0.02 s)",
        "2.000 s in 100 ticks",
        "anna",
        "scout/standard",
        "control/constant",
        "sha256:",
        "0 faults",
    ] {
        assert!(text.contains(word), "{word} in {text}");
    }
    assert!(!text.contains("INCOMPLETE"), "{text}");
}

#[test]
fn a_recording_that_was_cut_off_says_so() {
    let dir = dir();
    dir.run("yard.ron", &["--record", "run.mcap"]).expect(0);
    let bytes = std::fs::read(dir.path("run.mcap")).unwrap();
    dir.write("cut.mcap", &bytes[..bytes.len() * 3 / 4]);
    let info = dir.sim(&["info", "cut.mcap", "--json"]).expect(0).json();
    assert_eq!((info["complete"].as_bool(), info["ended"].is_null()), (Some(false), true), "{info}");
    assert!(info["ending"].as_str().unwrap().contains("truncated"), "{info}");
    let text = dir.sim(&["info", "cut.mcap"]).expect(0).stdout;
    assert!(text.contains("INCOMPLETE") && text.contains("the end of the file is missing"), "{text}");
    dir.sim(&["info", "yard.ron"]).expect(1);
}

/// A recording with a modified byte in the middle of its longest chunk. The length of chunks depends on the machine,
/// and between them are indexes, which are not needed.
pub(crate) fn damaged(mut recording: Vec<u8>) -> Vec<u8> {
    /// Length of the magic bytes of a file (<https://mcap.dev/spec>).
    const MAGIC: usize = 8;
    /// Length of the type and length fields of a record.
    const HEAD: usize = 9;
    const CHUNK: u8 = 0x06;
    let (mut start, mut longest) = (MAGIC, 0..0);
    while let Some(length) = recording.get(start + 1..start + HEAD) {
        let data = start + HEAD..start + HEAD + u64::from_le_bytes(length.try_into().unwrap()) as usize;
        start = data.end;
        if recording[data.start - HEAD] == CHUNK && data.len() > longest.len() {
            longest = data;
        }
    }
    recording[longest.start.midpoint(longest.end)] ^= 0xff;
    recording
}

#[test]
fn a_closed_and_damaged_recording_is_reported_as_both() {
    let dir = dir();
    dir.run("yard.ron", &["--record", "run.mcap"]).expect(0);
    dir.write("hurt.mcap", damaged(std::fs::read(dir.path("run.mcap")).unwrap()));
    let info = dir.sim(&["info", "hurt.mcap", "--json"]).expect(0).json();
    assert_eq!((info["complete"].as_bool(), info["ended"].as_str()), (Some(false), Some("completed")), "{info}");
    assert_eq!(info["ending"], "complete, but damaged in 1 place");
}

#[test]
fn events_of_a_recording_are_counted() {
    let dir = TestDir::new();
    // It drives against a nearby wall.
    dir.write("hit.ron", r#"(format_version: 1, run: (dt: 0.02, duration: 3), objects: [
        (name: "wall", shape: Box(size: (0.1, 1, 0.5)), at: (0.4, 0, 0.25))], robots: [(name: "anna", model: "scout/standard",
        controller: (id: "control/constant", params: (commands: {"left_wheel": 10, "right_wheel": 10})))])"#);
    let summary = dir.run("hit.ron", &["--record", "run.mcap"]).expect(0).json();
    let events = dir.sim(&["info", "run.mcap", "--json"]).expect(0).json()["events"].clone();
    assert!(summary["collisions"].as_u64() > Some(0), "{summary}");
    assert!(
        events["contacts"].as_u64() >= summary["collisions"].as_u64()
            && events["all"].as_u64() >= events["contacts"].as_u64()
    );
}

#[test]
fn the_shipped_scenes_are_listed_with_their_first_sentence() {
    let dir = TestDir::new();
    let scenes = dir.sim(&["list", "--json"]).expect(0).json()["scenes"].as_array().unwrap().clone();
    let demo = scenes.iter().find(|scene| scene["name"] == "demo").expect("the demonstration");
    assert_eq!(demo["description"], "Scouts with different controllers and noisy sensors share a room.");
    assert_eq!(demo["file"], dist().join("scenes/demo.ron").display().to_string());
    for scene in &scenes {
        let described = scene["description"].as_str().is_some_and(|text| !text.is_empty());
        assert!(described && std::path::Path::new(scene["file"].as_str().unwrap()).is_file(), "{scene}");
    }
    let text = dir.sim(&["list"]).expect(0);
    assert_eq!(text.stdout.lines().count(), scenes.len() + 1, "a line for the folder and one for each scene");
    assert!(text.stdout.contains("butia/line.ron") && text.stderr.is_empty(), "{text:?}");
}

#[test]
fn a_listed_scene_with_an_error_is_reported_in_the_document() {
    // A program with its own scenes next to it.
    let dir = TestDir::new();
    let program = dir.path(&format!("sim{}", std::env::consts::EXE_SUFFIX));
    let shipped = dist().join(program.file_name().unwrap());
    std::fs::hard_link(&shipped, &program).or_else(|_| std::fs::copy(&shipped, &program).map(drop)).unwrap();
    std::fs::create_dir(dir.path("scenes")).unwrap();
    dir.write("scenes/a.ron", "(format_version: 1, ");
    let output = std::process::Command::new(program).args(["-q", "list", "--json"]).output().unwrap();
    let ended = Ended::from(output).expect(0);
    let document = ended.json();
    assert_eq!((&document["scenes"], ended.stderr.as_str()), (&serde_json::json!([]), ""));
    assert_eq!(document["diagnostics"][0]["severity"], "warning", "{document}");
}

#[test]
fn every_command_has_a_manual_page() {
    let dir = TestDir::new();
    dir.sim(&["man", "share/man1"]).expect(0);
    let refused = dir.sim(&["man", "share/man1"]).expect(3);
    assert!(refused.stderr.contains("already exists") && refused.stderr.contains("--force"), "{}", refused.stderr);
    dir.sim(&["man", "share/man1", "--force"]).expect(0);
    let help = dir.sim(&["--help"]).expect(0).stdout;
    let commands = help.lines().skip_while(|line| *line != "Run:").take_while(|line| *line != "Options:");
    let names = commands.filter(|line| line.starts_with("  ")).filter_map(|line| line.split_whitespace().next());
    let names: Vec<&str> = names.collect();
    assert!(names.contains(&"nautilus") && names.contains(&"fmt"), "{help}");
    let pages = names.iter().map(|name| format!("sim-{name}.1")).chain(["sim.1".into(), "sim-bench-swarm.1".into()]);
    for page in pages {
        let file = dir.path("share/man1").join(&page);
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(text.contains(".SH SYNOPSIS") && text.contains(".TH "), "{page}");
        // If a program that renders them is installed, it does not report errors.
        if let Ok(output) =
            std::process::Command::new("groff").args(["-man", "-Tutf8", "-ww", "-z"]).arg(&file).output()
        {
            assert!(output.status.success() && output.stderr.is_empty(), "{page}: {output:?}");
        }
    }
    let run = std::fs::read_to_string(dir.path("share/man1/sim-run.1")).unwrap();
    assert!(run.contains("record") && run.contains("quiet"), "{run}");
}
