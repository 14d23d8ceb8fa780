//! `sim fmt` and `sim diff`.

use super::{dir, scene};
use sim_tests::TestDir;

const MESSY: &str =
    "// head\n( format_version:1,name : \"a\", // the name\n  run:(duration:1,\n dt:0.050), include: [ \"b.ron\" ])";
const NEAT: &str = "// head\n(\n    format_version: 1,\n    name: \"a\", // the name\n    run: (duration: 1, dt: 0.050),\n    include: [\"b.ron\"],\n)\n";

#[test]
fn files_are_put_into_the_layout_once() {
    let dir = TestDir::new();
    dir.write("a.ron", MESSY);
    dir.write("b.ron", NEAT);
    let check = dir.sim(&["fmt", "--check", "a.ron", "b.ron"]).expect(6);
    assert_eq!((check.stdout.as_str(), check.stderr.as_str()), ("a.ron\n", ""));
    assert_eq!(std::fs::read_to_string(dir.path("a.ron")).unwrap(), MESSY, "nothing is written");
    assert_eq!(dir.sim(&["fmt", "a.ron", "b.ron"]).expect(0).stdout, "a.ron\n");
    assert_eq!(std::fs::read_to_string(dir.path("a.ron")).unwrap(), NEAT);
    assert_eq!(dir.sim(&["fmt", "a.ron", "b.ron"]).expect(0).stdout, "");
    assert_eq!(dir.sim(&["fmt", "--check", "a.ron"]).expect(0).stdout, "");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let dir = TestDir::new();
    assert_eq!(dir.piped(MESSY, &["fmt", "-"]).expect(0).stdout, NEAT);
    assert_eq!(dir.piped(NEAT, &["fmt", "-"]).expect(0).stdout, NEAT);
    assert_eq!(dir.piped(MESSY, &["fmt", "-", "--check"]).expect(6).stdout, "<stdin>\n");
}

#[test]
fn a_file_with_mistakes_is_left_alone_and_the_others_are_not() {
    let dir = TestDir::new();
    dir.write("a.ron", MESSY);
    let broken = MESSY.replace("\"a\",", "\"a\"");
    dir.write("broken.ron", &broken);
    dir.write("data.json", "{\"format_version\": 1}");
    let ended = dir.sim(&["fmt", "broken.ron", "data.json", "nowhere.ron", "a.ron"]).expect(3);
    assert_eq!(ended.stdout, "a.ron\n");
    for word in ["broken.ron:3:3", "data.json", "JSON", "nowhere.ron cannot be read"] {
        assert!(ended.stderr.contains(word), "{word}: {}", ended.stderr);
    }
    assert_eq!(std::fs::read_to_string(dir.path("broken.ron")).unwrap(), broken);
    // Errors take precedence over layout, whichever comes first.
    dir.write("a.ron", MESSY);
    dir.sim(&["fmt", "--check", "broken.ron", "a.ron"]).expect(3);
    dir.sim(&["fmt", "--check", "a.ron", "broken.ron"]).expect(3);
    let piped = dir.piped(&broken, &["fmt", "-"]).expect(3);
    assert!(piped.stdout.is_empty() && piped.stderr.contains("<stdin>:3:3"), "{piped:?}");
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let dir = TestDir::new();
    let file = dir.write("a.ron", MESSY);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("a.ron", dir.path("link.ron")).unwrap();
    dir.sim(&["fmt", "link.ron"]).expect(0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), NEAT);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(std::fs::symlink_metadata(dir.path("link.ron")).unwrap().is_symlink());
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o440)).unwrap();
    std::fs::write(dir.path("b.ron"), MESSY).unwrap();
    std::fs::set_permissions(dir.path("b.ron"), std::fs::Permissions::from_mode(0o440)).unwrap();
    let refused = dir.sim(&["fmt", "a.ron", "b.ron"]).expect(1);
    assert!(refused.stderr.contains("b.ron") && !refused.stderr.contains("a.ron"), "{}", refused.stderr);
    assert_eq!(std::fs::read_to_string(dir.path("b.ron")).unwrap(), MESSY);
}

#[test]
fn scenes_differ_in_what_they_mean_and_not_in_how_they_are_written() {
    let dir = dir();
    dir.write(
        "same.ron",
        format!("// other\n{}", dir.piped(scene(""), &["fmt", "-"]).expect(0).stdout.replace("yaw: 1.5", "yaw: 1.50")),
    );
    let equal = dir.sim(&["diff", "yard.ron", "same.ron"]).expect(0);
    assert_eq!((equal.stdout.as_str(), equal.stderr.as_str()), ("", ""));
    let moved = scene("").replace("at: (0, 1)", "at: (0, 1, 2)").replace("name: \"post\"", "name: \"pole\"");
    dir.write("moved.ron", moved.replace("seed: 5", "seed: 6"));
    let differs = dir.sim(&["diff", "yard.ron", "moved.ron"]).expect(1);
    let lines: Vec<&str> = differs.stdout.lines().collect();
    let expected =
        ["run.seed: 5 → 6", "objects.post: removed", "objects.pole: added", "robots.bert.at: (0, 1, 0) → (0, 1, 2)"];
    assert_eq!(lines, expected, "{}", differs.stderr);
    let document = dir.sim(&["diff", "yard.ron", "moved.ron", "--json"]).expect(1).json();
    assert_eq!((document["equal"].as_bool(), document["exit_status"].as_u64()), (Some(false), Some(1)));
    assert_eq!(
        document["differences"][0],
        serde_json::json!({"path": "run.seed", "change": "changed", "from": 5, "to": 6})
    );
    assert_eq!(document["differences"][1]["from"]["name"], "post");
    dir.sim(&["diff", "yard.ron", "nowhere.ron"]).expect(3);
    dir.piped(scene(""), &["diff", "-", "yard.ron"]).expect(0);
}

#[test]
fn a_recording_stands_for_its_scene_in_a_comparison() {
    let dir = dir();
    dir.run("yard.ron", &["--record", "run.mcap", "--steps", "2", "--seed", "7"]).expect(0);
    assert_eq!(dir.sim(&["diff", "yard.ron", "run.mcap"]).expect(1).stdout, "run.seed: 5 → 7\n");
}

#[test]
fn files_of_scenes_are_compared_by_what_they_hold() {
    let dir = TestDir::new();
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let scene = |file: &str| {
        format!("(format_version: 1, run: (duration: 1), objects: [(name: \"t\", shape: Mesh(file: {file:?}))])")
    };
    for folder in ["one", "two", "two/scene", "mesh"] {
        std::fs::create_dir(dir.path(folder)).unwrap();
    }
    for name in ["one/a.ron", "two/a.ron"] {
        dir.write(name, scene("t.obj"));
    }
    dir.write("one/t.obj", mesh);
    dir.write("two/t.obj", format!("{mesh}# other\n"));
    let differs = dir.sim(&["diff", "one/a.ron", "two/a.ron"]).expect(1);
    assert_eq!(differs.stdout, "objects.t.shape.file: different content of t.obj\n");
    let document = dir.sim(&["diff", "one/a.ron", "two/a.ron", "--json"]).expect(1).json();
    assert_eq!(document["differences"][0]["change"], "content");
    // The same file by another path.
    dir.write("two/scene/a.ron", scene("../../one/t.obj"));
    dir.sim(&["diff", "one/a.ron", "two/scene/a.ron"]).expect(0);
    // In a recording it has another name.
    dir.run("two/scene/a.ron", &["--record", "run.mcap", "--steps", "2"]).expect(0);
    let equal = dir.sim(&["diff", "two/scene/a.ron", "run.mcap"]).expect(0);
    assert_eq!((equal.stdout.as_str(), equal.stderr.as_str()), ("", ""));
}

#[test]
fn what_cannot_be_compared_is_no_difference_and_warnings_are_shown() {
    let dir = TestDir::new();
    dir.write("a.ron", "(format_version: 1, run: (duration: 1), inputs: [(at: 5, key: \"w\")])");
    dir.write("broken.mcap", "no recording");
    let refused = dir.sim(&["diff", "a.ron", "broken.mcap"]).expect(3);
    assert!(refused.stderr.contains("broken.mcap"), "{}", refused.stderr);
    let warned = dir.sim(&["diff", "a.ron", "a.ron"]).expect(0);
    assert!(warned.stderr.contains("the input is after the end of the run"), "{}", warned.stderr);
}

#[test]
fn json_with_a_byte_order_mark_is_known_as_json() {
    let dir = TestDir::new();
    let refused = dir.piped("\u{feff}{\"format_version\": 1}", &["fmt", "-"]).expect(3);
    assert!(refused.stderr.contains("the input is JSON"), "{}", refused.stderr);
}
