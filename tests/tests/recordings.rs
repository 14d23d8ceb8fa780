//! What a recording holds, through the program.

use serde_json::Value;
use sim_tests::Desk;
use std::path::Path;

const PUSHER: &str =
    r#"controller: (id: "control/constant", params: (commands: {"left_wheel": 10, "right_wheel": 10}))"#;

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("JSON")
}

#[test]
fn a_pushed_crate_is_recorded_exported_and_verified() {
    let desk = Desk::new();
    desk.write(
        "push.ron",
        format!(
            r#"(format_version: 1, run: (dt: 0.02, duration: 2), floor: (), objects: [
                (name: "crate", shape: Box(size: (0.2, 0.2, 0.1)), at: (0.3, 0, 0.05), mass: 0.2),
                (name: "wall", shape: Box(size: (0.1, 1, 0.5)), at: (3, 0, 0.25)),
            ], robots: [(name: "anna", model: "scout/standard", {PUSHER})])"#
        ),
    );
    desk.run("push.ron", &["--record", "run.mcap", "--output", "out"]).expect(0);
    let replay = desk.sim(&["replay", "run.mcap", "--verify", "--json"]).expect(0).json();
    assert_eq!((replay["robots"].as_u64(), replay["movable_objects"].as_u64()), (Some(1), Some(1)), "{replay}");
    let text = desk.sim(&["replay", "run.mcap"]).expect(0).stdout;
    assert!(text.contains("1 robots, 1 movable objects"), "{text}");

    desk.sim(&["export", "run.mcap", "--csv", "tables", "--json", "all.json"]).expect(0);
    let table = std::fs::read_to_string(desk.path("tables/object-crate.csv")).expect("a table");
    let x = |row: &str| row.split(',').nth(2).and_then(|text| text.parse::<f64>().ok()).expect("a number");
    let rows: Vec<f64> = table.lines().skip(1).map(x).collect();
    assert_eq!(rows.len(), 100);
    assert!((rows[0] - 0.3).abs() < 1e-3 && rows[99] > 0.4, "it was pushed: {rows:?}");
    assert!(!desk.path("tables/object-wall.csv").exists(), "the wall never moves");
    let document = json(&desk.path("all.json"));
    assert_eq!(document["objects"]["crate"].as_array().map(Vec::len), Some(100));
    assert_eq!(document["objects"]["crate"], json(&desk.path("out/object-crate.json")), "during the run and after it");
    assert_eq!(document["objects"]["crate"][99]["pose"]["position"]["x"].as_f64(), Some(rows[99]));

    desk.sim(&["export", "run.mcap", "--csv", "one", "--object", "crate"]).expect(0);
    assert!(desk.path("one/object-crate.csv").exists() && !desk.path("one/robot-anna.csv").exists());
    let unknown = desk.sim(&["export", "run.mcap", "--csv", "one", "--object", "grate"]).expect(3);
    assert!(unknown.stderr.contains("did you mean `crate`?"), "{}", unknown.stderr);
}
