//! `sim import`: worlds of Webots and VRML97 files as scenes.

use serde_json::Value;
use sim_tests::{TestDir, root};
use std::path::PathBuf;

fn data(name: &str) -> PathBuf {
    root().join("tests/data/webots").join(name)
}

/// A folder with these worlds.
fn dir(names: &[&str]) -> TestDir {
    let dir = TestDir::new();
    for name in names {
        dir.write(name, std::fs::read(data(name)).expect("a world"));
    }
    dir
}

/// Names of all files in a test folder, except those of every test folder.
fn files(dir: &TestDir) -> Vec<String> {
    let entries = std::fs::read_dir(dir.path("")).expect("a folder").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| !["home", "plugins", ".input"].contains(&name.as_str()));
    names.sort();
    names
}

const WORLDS: [(&str, [u64; 3]); 9] = [
    // Objects, lights, and skipped items.
    ("01-river-y-up.wbt", [7, 2, 1]),
    ("02-arena-z-up.wbt", [9, 0, 5]),
    ("03-terrain-y-up.wbt", [1, 0, 2]),
    ("04-terrain-z-up.wbt", [1, 0, 0]),
    ("05-bounds.wbt", [4, 0, 3]),
    ("06-lights.wbt", [0, 3, 3]),
    ("07-nested-scales.wbt", [6, 0, 1]),
    ("08-left-out.wbt", [1, 0, 14]),
    ("palm.wrl", [5, 0, 5]),
];

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn every_world_becomes_a_scene_that_passes_its_check_and_is_in_its_layout() {
    let dir = dir(&WORLDS.map(|(name, _)| name));
    for (world, counts) in WORLDS {
        let ended = dir.sim(&["import", world, "--json"]).expect(0);
        let report = ended.json();
        let left = report["left_out"].as_array().expect("a list");
        let found = [report["objects"].clone(), report["lights"].clone(), Value::from(left.len())];
        assert_eq!(found, counts.map(Value::from), "{world}: {report:#}");
        for finding in left {
            assert_eq!((&finding["code"], &finding["file"]), (&"IM003".into(), &world.into()));
            let place = (&finding["place"]["line"], &finding["place"]["column"]);
            let location = format!("  --> {world}:{}:{}\n", place.0, place.1);
            assert!(ended.stderr.contains(&location), "{location} is not in {}", ended.stderr);
        }
        assert_eq!(ended.stderr.matches("warning[IM003]").count(), left.len(), "each is reported once");
        let scene = report["scene"].as_str().expect("a path");
        let checked = dir.sim(&["check", scene, "--json"]).expect(0).json();
        assert_eq!(checked["scenes"][0]["diagnostics"], serde_json::json!([]), "{world}: {checked:#}");
        dir.sim(&["fmt", "--check", scene]).expect(0);
        for mesh in report["meshes"].as_array().expect("a list") {
            assert!(dir.path(mesh.as_str().expect("a path")).is_file(), "{mesh}");
        }
    }
}

/// BL-83: Nodes and worlds can be exported and imported, including shapes from VRML97.
#[test]
fn errors_are_reported_with_their_locations_and_syntax_errors_write_no_file() {
    let broken = ["09-broken-value.wbt", "10-broken-syntax.wbt"];
    let dir = dir(&broken);
    // Unusable values do not cause a rejection of the world.
    let values = dir.sim(&["import", broken[0]]).expect(0);
    for place in ["3:17", "6:10", "13:24", "17:16", "18:16", "22:9"] {
        assert!(values.stderr.contains(&format!("--> {}:{place}\n", broken[0])), "{place}: {}", values.stderr);
    }
    assert_eq!(values.stderr.matches("warning[IM002]").count(), 6, "{}", values.stderr);
    std::fs::remove_file(dir.path("09-broken-value.ron")).expect("a scene");
    let syntax = dir.sim(&["import", broken[1], "--json"]).expect(3).json();
    let finding = &syntax["diagnostics"][0];
    assert_eq!((&finding["code"], &finding["place"]["line"]), (&"IM001".into(), &9.into()), "{syntax}");
    for (name, content) in
        [("a.wrl", "#VRML V1.0 ascii\n"), ("b.wrl", "\u{1f}\u{8b}"), ("c.wbt", ""), ("d.wbt", "(a: 1)")]
    {
        dir.write(name, content);
        dir.sim(&["import", name]).expect(3);
    }
    dir.sim(&["import", "nowhere.wbt"]).expect(3);
    dir.sim(&["import", "c.wbt", "-o", "scene.json"]).expect(3);
    dir.sim(&["import", "c.wbt", "--robot", "a=b"]).expect(2);
    assert_eq!(files(&dir), [broken[0], broken[1], "a.wrl", "b.wrl", "c.wbt", "d.wbt"]);
}

#[test]
fn results_that_exist_are_replaced_when_that_is_asked_for_and_other_files_stay() {
    let dir = dir(&["palm.wrl"]);
    dir.sim(&["import", "palm.wrl"]).expect(0);
    assert_eq!(files(&dir), ["palm", "palm.ron", "palm.wrl"]);
    let again = dir.sim(&["import", "palm.wrl"]).expect(3);
    assert!(again.stderr.contains("error[CF005]") && again.stderr.contains("palm.ron"), "{}", again.stderr);
    // The folder of another scene's meshes.
    dir.write("palm/mine.obj", "v 0 0 0\n");
    std::fs::remove_file(dir.path("palm.ron")).expect("it is there");
    let folder = dir.sim(&["import", "palm.wrl"]).expect(3);
    assert!(folder.stderr.contains("the output folder is not empty"), "{}", folder.stderr);
    assert!(!dir.path("palm.ron").exists());
    dir.write("palm/leaf.obj", "old");
    dir.sim(&["import", "palm.wrl", "--force"]).expect(0);
    assert!(dir.path("palm/mine.obj").is_file(), "files of other scenes stay");
    assert_ne!(std::fs::read(dir.path("palm/leaf.obj")).expect("a mesh"), b"old");
    assert_eq!(files(&dir), ["palm", "palm.ron", "palm.wrl"], "no temporary file is left");
    // Elsewhere, with the meshes next to the scene.
    std::fs::create_dir(dir.path("scenes")).expect("a folder can be made");
    dir.sim(&["import", "palm.wrl", "-o", "scenes/tree.ron", "--quiet"]).expect(0);
    assert!(dir.path("scenes/tree/leaf.obj").is_file());
    dir.sim(&["check", "scenes/tree.ron"]).expect(0);
    dir.sim(&["import", "palm.wrl", "-o", "nowhere/tree.ron"]).expect(1);
}

#[test]
fn a_world_runs_with_a_robot_model_in_the_place_of_its_robot() {
    let dir = dir(&["02-arena-z-up.wbt"]);
    let world = "02-arena-z-up.wbt";
    dir.sim(&["import", world, "-o", "arena.ron", "--robot", "pioneer=scout/standard"]).expect(0);
    let run = dir.sim(&["run", "arena.ron", "--steps", "100", "--json"]).expect(0).json();
    assert_eq!((&run["steps"], &run["faults"]), (&100.into(), &serde_json::json!([])), "{run:#}");
    let unknown = dir.sim(&["import", world, "-o", "b.ron", "--robot", "pionier=scout/standard"]).expect(3);
    assert!(unknown.stderr.contains("did you mean `pioneer`?"), "{}", unknown.stderr);
    assert!(!dir.path("b.ron").exists());
}

#[test]
fn meshes_that_the_world_reads_are_not_overwritten() {
    let dir = TestDir::new();
    let world = r#"#VRML_SIM R2023b utf8
WorldInfo {}
Viewpoint {}
Solid { name "palm" children [ Shape { geometry Cone { } } ] }
Solid { name "leaf" translation 3 0 0 children [ Shape { geometry Cone { } } ] }
Solid { name "red" translation 6 0 0 children [ Shape { geometry Cone { } } ] }
Solid { name "a" translation 9 0 0 children [ Shape { geometry Mesh { url ["world/palm.obj"] } } ] }
Solid { name "b" translation 12 0 0 children [ Shape { geometry Mesh { url ["world/Leaf.obj"] } } ] }
"#;
    dir.write("world.wbt", world);
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    std::fs::create_dir(dir.path("world")).unwrap();
    dir.write("world/palm.obj", format!("mtllib red.mtl\nusemtl red\n{mesh}"));
    dir.write("world/Leaf.obj", mesh);
    dir.write("world/red.mtl", "newmtl red\nKd 1 0 0\n");
    let read =
        || ["palm.obj", "Leaf.obj", "red.mtl"].map(|name| std::fs::read(dir.path(&format!("world/{name}"))).unwrap());
    let before = read();
    for _ in 0..2 {
        let report = dir.sim(&["import", "world.wbt", "--force", "--json"]).expect(0).json();
        assert_eq!(report["meshes"], serde_json::json!(["world/palm_2.obj", "world/leaf_2.obj", "world/red_2.obj"]));
        assert!(read() == before);
    }
    dir.sim(&["check", "world.ron"]).expect(0);
    // The same file under an unpredictable name.
    #[cfg(unix)]
    {
        std::fs::remove_file(dir.path("world/palm_2.obj")).unwrap();
        std::fs::hard_link(dir.path("world/palm.obj"), dir.path("world/palm_2.obj")).unwrap();
        let stderr = dir.sim(&["import", "world.wbt", "--force"]).expect(3).stderr;
        assert!(stderr.contains("CF005") && stderr.contains("palm_2.obj"), "{stderr}");
        assert!(read() == before);
    }
}

#[test]
#[cfg(unix)]
fn only_files_are_read_and_none_that_is_too_large() {
    let dir = TestDir::new();
    let pipe = std::process::Command::new("mkfifo").arg(dir.path("pipe.wbt")).status().expect("mkfifo is there");
    assert!(pipe.success());
    std::fs::create_dir(dir.path("folder.wbt")).unwrap();
    for file in ["/dev/zero", "pipe.wbt", "folder.wbt"] {
        let stderr = dir.sim(&["import", file, "-o", "scene.ron"]).expect(3).stderr;
        assert!(stderr.contains("expected: a regular file"), "{file}: {stderr}");
    }
    std::fs::File::create(dir.path("large.wbt")).unwrap().set_len(300 << 20).unwrap();
    let stderr = dir.sim(&["import", "large.wbt"]).expect(3).stderr;
    assert!(stderr.contains("at most 268435456 bytes") && stderr.contains("found: 314572800"), "{stderr}");
}

#[test]
fn robot_models_are_checked_and_given_once() {
    let dir = dir(&["02-arena-z-up.wbt"]);
    let import = |models: &[&str]| {
        let options: Vec<&str> = models.iter().flat_map(|model| ["--robot", model]).collect();
        dir.sim(&[&["import", "02-arena-z-up.wbt", "-o", "arena.ron", "--force"], &options[..]].concat())
    };
    for twice in
        [["pioneer=scout/standard", "pioneer=blimp/standard"], ["PIONEER=scout/standard", "pioneer=scout/standard"]]
    {
        let stderr = import(&twice).expect(3).stderr;
        assert!(stderr.contains("duplicate model for the robot") && !stderr.contains("did you mean"), "{stderr}");
    }
    let stderr = import(&["pioneer=control/constant"]).expect(3).stderr;
    assert!(stderr.contains("kind: controller"), "{stderr}");
    assert!(!dir.path("arena.ron").exists());
    // The plugins are not known in advance.
    let stderr = import(&["pioneer=scout/standart"]).expect(0).stderr;
    assert!(stderr.contains("warning[CF001]") && stderr.contains("did you mean `scout/standard`?"), "{stderr}");
    assert!(!import(&["pioneer=scout/standard"]).expect(0).stderr.contains("CF001"));
}
