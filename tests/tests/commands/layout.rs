//! `sim fmt` and `sim diff`.

use super::{desk, scene};
use sim_tests::Desk;

const MESSY: &str =
    "// head\n( format_version:1,name : \"a\", // the name\n  run:(duration:1,\n dt:0.050), include: [ \"b.ron\" ])";
const NEAT: &str = "// head\n(\n    format_version: 1,\n    name: \"a\", // the name\n    run: (duration: 1, dt: 0.050),\n    include: [\"b.ron\"],\n)\n";

#[test]
fn files_are_put_into_the_layout_once() {
    let desk = Desk::new();
    desk.write("a.ron", MESSY);
    desk.write("b.ron", NEAT);
    let check = desk.sim(&["fmt", "--check", "a.ron", "b.ron"]).expect(6);
    assert_eq!((check.stdout.as_str(), check.stderr.as_str()), ("a.ron\n", ""));
    assert_eq!(std::fs::read_to_string(desk.path("a.ron")).unwrap(), MESSY, "nothing is written");
    assert_eq!(desk.sim(&["fmt", "a.ron", "b.ron"]).expect(0).stdout, "a.ron\n");
    assert_eq!(std::fs::read_to_string(desk.path("a.ron")).unwrap(), NEAT);
    assert_eq!(desk.sim(&["fmt", "a.ron", "b.ron"]).expect(0).stdout, "");
    assert_eq!(desk.sim(&["fmt", "--check", "a.ron"]).expect(0).stdout, "");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let desk = Desk::new();
    assert_eq!(desk.piped(MESSY, &["fmt", "-"]).expect(0).stdout, NEAT);
    assert_eq!(desk.piped(NEAT, &["fmt", "-"]).expect(0).stdout, NEAT);
    assert_eq!(desk.piped(MESSY, &["fmt", "-", "--check"]).expect(6).stdout, "<stdin>\n");
}

#[test]
fn a_file_with_mistakes_is_left_alone_and_the_others_are_not() {
    let desk = Desk::new();
    desk.write("a.ron", MESSY);
    let broken = MESSY.replace("\"a\",", "\"a\"");
    desk.write("broken.ron", &broken);
    desk.write("data.json", "{\"format_version\": 1}");
    let ended = desk.sim(&["fmt", "broken.ron", "data.json", "nowhere.ron", "a.ron"]).expect(3);
    assert_eq!(ended.stdout, "a.ron\n");
    for word in ["broken.ron:3:3", "data.json", "JSON", "nowhere.ron cannot be read"] {
        assert!(ended.stderr.contains(word), "{word}: {}", ended.stderr);
    }
    assert_eq!(std::fs::read_to_string(desk.path("broken.ron")).unwrap(), broken);
    // Errors take precedence over layout, whichever comes first.
    desk.write("a.ron", MESSY);
    desk.sim(&["fmt", "--check", "broken.ron", "a.ron"]).expect(3);
    desk.sim(&["fmt", "--check", "a.ron", "broken.ron"]).expect(3);
    let piped = desk.piped(&broken, &["fmt", "-"]).expect(3);
    assert!(piped.stdout.is_empty() && piped.stderr.contains("<stdin>:3:3"), "{piped:?}");
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let desk = Desk::new();
    let file = desk.write("a.ron", MESSY);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink("a.ron", desk.path("link.ron")).unwrap();
    desk.sim(&["fmt", "link.ron"]).expect(0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), NEAT);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(std::fs::symlink_metadata(desk.path("link.ron")).unwrap().is_symlink());
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o440)).unwrap();
    std::fs::write(desk.path("b.ron"), MESSY).unwrap();
    std::fs::set_permissions(desk.path("b.ron"), std::fs::Permissions::from_mode(0o440)).unwrap();
    let refused = desk.sim(&["fmt", "a.ron", "b.ron"]).expect(1);
    assert!(refused.stderr.contains("b.ron") && !refused.stderr.contains("a.ron"), "{}", refused.stderr);
    assert_eq!(std::fs::read_to_string(desk.path("b.ron")).unwrap(), MESSY);
}

#[test]
fn scenes_differ_in_what_they_mean_and_not_in_how_they_are_written() {
    let desk = desk();
    desk.write(
        "same.ron",
        format!("// other\n{}", desk.piped(scene(""), &["fmt", "-"]).expect(0).stdout.replace("yaw: 1.5", "yaw: 1.50")),
    );
    let equal = desk.sim(&["diff", "yard.ron", "same.ron"]).expect(0);
    assert_eq!((equal.stdout.as_str(), equal.stderr.as_str()), ("", ""));
    let moved = scene("").replace("at: (0, 1)", "at: (0, 1, 2)").replace("name: \"post\"", "name: \"pole\"");
    desk.write("moved.ron", moved.replace("seed: 5", "seed: 6"));
    let differs = desk.sim(&["diff", "yard.ron", "moved.ron"]).expect(1);
    let lines: Vec<&str> = differs.stdout.lines().collect();
    let expected =
        ["run.seed: 5 → 6", "objects.post: removed", "objects.pole: added", "robots.bert.at: (0, 1, 0) → (0, 1, 2)"];
    assert_eq!(lines, expected, "{}", differs.stderr);
    let document = desk.sim(&["diff", "yard.ron", "moved.ron", "--json"]).expect(1).json();
    assert_eq!((document["equal"].as_bool(), document["exit_status"].as_u64()), (Some(false), Some(1)));
    assert_eq!(
        document["differences"][0],
        serde_json::json!({"path": "run.seed", "change": "changed", "from": 5, "to": 6})
    );
    assert_eq!(document["differences"][1]["from"]["name"], "post");
    desk.sim(&["diff", "yard.ron", "nowhere.ron"]).expect(3);
    desk.piped(scene(""), &["diff", "-", "yard.ron"]).expect(0);
}

#[test]
fn a_recording_stands_for_its_scene_in_a_comparison() {
    let desk = desk();
    desk.run("yard.ron", &["--record", "run.mcap", "--steps", "2", "--seed", "7"]).expect(0);
    assert_eq!(desk.sim(&["diff", "yard.ron", "run.mcap"]).expect(1).stdout, "run.seed: 5 → 7\n");
}

#[test]
fn files_of_scenes_are_compared_by_what_they_hold() {
    let desk = Desk::new();
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let scene = |file: &str| {
        format!("(format_version: 1, run: (duration: 1), objects: [(name: \"t\", shape: Mesh(file: {file:?}))])")
    };
    for folder in ["one", "two", "two/scene", "mesh"] {
        std::fs::create_dir(desk.path(folder)).unwrap();
    }
    for name in ["one/a.ron", "two/a.ron"] {
        desk.write(name, scene("t.obj"));
    }
    desk.write("one/t.obj", mesh);
    desk.write("two/t.obj", format!("{mesh}# other\n"));
    let differs = desk.sim(&["diff", "one/a.ron", "two/a.ron"]).expect(1);
    assert_eq!(differs.stdout, "objects.t.shape.file: another content of t.obj\n");
    let document = desk.sim(&["diff", "one/a.ron", "two/a.ron", "--json"]).expect(1).json();
    assert_eq!(document["differences"][0]["change"], "content");
    // The same file by another path.
    desk.write("two/scene/a.ron", scene("../../one/t.obj"));
    desk.sim(&["diff", "one/a.ron", "two/scene/a.ron"]).expect(0);
    // In a recording it has another name.
    desk.run("two/scene/a.ron", &["--record", "run.mcap", "--steps", "2"]).expect(0);
    let equal = desk.sim(&["diff", "two/scene/a.ron", "run.mcap"]).expect(0);
    assert_eq!((equal.stdout.as_str(), equal.stderr.as_str()), ("", ""));
}

#[test]
fn what_cannot_be_compared_is_no_difference_and_warnings_are_shown() {
    let desk = Desk::new();
    desk.write("a.ron", "(format_version: 1, run: (duration: 1), inputs: [(at: 5, key: \"w\")])");
    desk.write("broken.mcap", "no recording");
    let refused = desk.sim(&["diff", "a.ron", "broken.mcap"]).expect(3);
    assert!(refused.stderr.contains("broken.mcap"), "{}", refused.stderr);
    let warned = desk.sim(&["diff", "a.ron", "a.ron"]).expect(0);
    assert!(warned.stderr.contains("the run ends before this input"), "{}", warned.stderr);
}

#[test]
fn json_with_a_byte_order_mark_is_known_as_json() {
    let desk = Desk::new();
    let refused = desk.piped("\u{feff}{\"format_version\": 1}", &["fmt", "-"]).expect(3);
    assert!(refused.stderr.contains("this is JSON"), "{}", refused.stderr);
}
