//! Contents of a recording, through the program: movable objects, and every file needed to run it again.

use serde_json::Value;
use sim_tests::{TestDir, dist, program_of};
use std::path::Path;

const PUSHER: &str =
    r#"controller: (id: "control/constant", params: (commands: {"left_wheel": 10, "right_wheel": 10}))"#;

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("JSON")
}

#[test]
fn a_pushed_crate_is_recorded_exported_and_verified() {
    let dir = TestDir::new();
    dir.write(
        "push.ron",
        format!(
            r#"(format_version: 1, run: (dt: 0.02, duration: 2), floor: (), objects: [
                (name: "crate", shape: Box(size: (0.2, 0.2, 0.1)), at: (0.3, 0, 0.05), mass: 0.2),
                (name: "wall", shape: Box(size: (0.1, 1, 0.5)), at: (3, 0, 0.25)),
            ], robots: [(name: "anna", model: "scout/standard", {PUSHER})])"#
        ),
    );
    dir.run("push.ron", &["--record", "run.mcap", "--output", "out"]).expect(0);
    let replay = dir.sim(&["replay", "run.mcap", "--verify", "--json"]).expect(0).json();
    assert_eq!((replay["robots"].as_u64(), replay["movable_objects"].as_u64()), (Some(1), Some(1)), "{replay}");
    let text = dir.sim(&["replay", "run.mcap"]).expect(0).stdout;
    assert!(text.contains("1 robot, 1 movable object"), "{text}");

    dir.sim(&["export", "run.mcap", "--csv", "tables", "--json", "all.json"]).expect(0);
    let table = std::fs::read_to_string(dir.path("tables/object-crate.csv")).expect("a table");
    let x = |row: &str| row.split(',').nth(2).and_then(|text| text.parse::<f64>().ok()).expect("a number");
    let rows: Vec<f64> = table.lines().skip(1).map(x).collect();
    assert_eq!(rows.len(), 101, "the start and every tick");
    assert!(rows[0] == 0.3 && rows[100] > 0.4, "it was pushed: {rows:?}");
    assert!(!dir.path("tables/object-wall.csv").exists(), "the wall never moves");
    let document = json(&dir.path("all.json"));
    assert_eq!(document["objects"]["crate"].as_array().map(Vec::len), Some(101));
    assert_eq!(document["objects"]["crate"], json(&dir.path("out/object-crate.json")), "during the run and after it");
    assert_eq!(document["objects"]["crate"][100]["pose"]["position"]["x"].as_f64(), Some(rows[100]));

    dir.sim(&["export", "run.mcap", "--csv", "one", "--object", "crate"]).expect(0);
    assert!(dir.path("one/object-crate.csv").exists() && !dir.path("one/robot-anna.csv").exists());
    let unknown = dir.sim(&["export", "run.mcap", "--csv", "other", "--object", "grate"]).expect(3);
    assert!(unknown.stderr.contains("did you mean `crate`?"), "{}", unknown.stderr);
}

#[test]
fn a_replay_without_a_library_names_the_recording_and_the_scene_in_it() {
    let dir = TestDir::new();
    let robot = r#"(name: "anna", model: "scout/standard")"#;
    let scene = format!(r#"(format_version: 1, name: "yard", run: (dt: 0.02, duration: 0.1), robots: [{robot}])"#);
    dir.write("yard.ron", scene);
    dir.run("yard.ron", &["--record", "run.mcap"]).expect(0);
    // The program without any libraries next to it.
    let alone = dir.path("alone");
    std::fs::create_dir(&alone).unwrap();
    std::fs::copy(program_of(&dist()), program_of(&alone)).unwrap();
    let other = TestDir::with_program(alone);
    std::fs::copy(dir.path("run.mcap"), other.path("run.mcap")).unwrap();
    let ended = other.sim(&["replay", "run.mcap"]).expect(4);
    assert!(ended.stderr.contains("scene `yard` in run.mcap"), "{}", ended.stderr);
    assert!(ended.stderr.contains("scout/standard"), "{}", ended.stderr);
    let folder = std::env::temp_dir().display().to_string();
    assert!(!ended.stderr.contains(&folder), "{}", ended.stderr);
}

const PYRAMID: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

const ARM: &str = r#"<robot name="arm">
  <link name="base">
    <inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><mesh filename="package://shapes/base.obj"/></geometry></visual>
    <collision><geometry><mesh filename="package://shapes/base.obj" scale="0.2 0.2 0.2"/></geometry></collision>
    <collision><geometry><mesh filename="meshes/foot.obj" scale="0.1 0.1 0.1"/></geometry></collision>
  </link>
</robot>"#;

#[test]
fn a_recording_runs_again_when_its_files_are_gone() {
    let dir = TestDir::new();
    for folder in ["world/maps", "robots/meshes", "packages/shapes"] {
        std::fs::create_dir_all(dir.path(folder)).expect("a folder can be made");
    }
    for mesh in ["robots/meshes/foot.obj", "packages/shapes/base.obj", "rock.obj"] {
        dir.write(mesh, PYRAMID);
    }
    dir.write("world/hill.obj", format!("mtllib hill.mtl\nusemtl green\n{PYRAMID}"));
    dir.write("world/hill.mtl", "newmtl green\nKd 0 1 0\n");
    dir.write("robots/arm.urdf", ARM);
    dir.write(
        "world/maps/map.ron",
        r#"(format_version: 1, objects: [
            (name: "rock", shape: Mesh(file: "../../rock.obj", convex: true), at: (0.1, 0, 1), mass: 3),
            (name: "hill", shape: Mesh(file: "../hill.obj"), at: (-0.2, -0.2, 0)),
        ])"#,
    );
    dir.write(
        "world/scene.ron",
        r#"(format_version: 1, run: (dt: 0.01, duration: 1), floor: (), include: [(file: "maps/map.ron")],
            robots: [(name: "arm", model: (file: "../robots/arm.urdf"), dynamics: "body/rigid", at: (0, 0, 2))])"#,
    );
    let recorded = dir.run("world/scene.ron", &["--package", "packages", "--record", "run.mcap"]).expect(0);
    assert!(!recorded.stderr.contains("RC006"), "{}", recorded.stderr);
    for folder in ["world", "robots", "packages"] {
        std::fs::remove_dir_all(dir.path(folder)).expect("a folder can be removed");
    }
    std::fs::remove_file(dir.path("rock.obj")).expect("a file can be removed");

    let replay = dir.sim(&["replay", "run.mcap", "--verify", "--json"]).expect(0).json();
    assert_eq!(replay["equal"], true);
    assert_eq!(replay["state_hash"].as_str(), Some(&*recorded.hash()));
    dir.sim(&["export", "run.mcap", "--csv", "tables"]).expect(0);
    let names = |part: &str| dir.path(&format!("tables/{part}.csv")).exists();
    assert!(names("robot-arm") && names("object-rock"));
}

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn robots_that_a_service_puts_back_are_events_and_the_replay_is_equal() {
    let dir = TestDir::new();
    dir.write(
        "fenced.ron",
        r#"(format_version: 1, run: (dt: 0.02, duration: 20, seed: 3), floor: (),
            robots: [(name: "anna", model: "scout/standard", controller: "control/wander")],
            services: [(name: "fence", id: "monitor/fence", grants: [Edit],
                params: (min: (-0.2, -0.2), max: (0.2, 0.2), action: PutBack))])"#,
    );
    dir.run("fenced.ron", &["--record", "run.mcap", "--output", "out"]).expect(0);
    let events = json(&dir.path("out/events.json"));
    let placed = |event: &&Value| event["event"] == "robot_placed";
    let placed: Vec<&Value> = events.as_array().expect("a list").iter().filter(placed).collect();
    assert!(placed.len() > 1, "{events}");
    for event in &placed {
        assert_eq!((event["robot"].as_str(), event["service"].as_str()), (Some("anna"), Some("fence")));
        let outside = |pose: &Value| (0..2).any(|axis| pose["position"][axis].as_f64().is_some_and(|x| x.abs() > 0.2));
        assert!(outside(&event["from"]) && !outside(&event["to"]), "{event}");
    }
    dir.sim(&["replay", "run.mcap", "--verify"]).expect(0);
    let info = dir.sim(&["info", "run.mcap", "--json"]).expect(0).json();
    assert_eq!(info["events"]["edits"].as_u64(), Some(placed.len() as u64), "{info}");
}
