//! Exporting the surroundings of a scene and replacing them by those of another file.

use std::path::Path;

use crate::common::{Random, apply, of, refused, scene};
use sim_core::scene::Scene;
use sim_edit::{Document, Edit, FileError, Surroundings, surroundings_name};

const HALL: &str = r#"// A hall.
(
    format_version: 1,
    name: "hall",
    description: "Two robots in a hall.",
    run: (dt: 0.02, gravity: (0, 0, -3)),
    floor: (color: (0.5, 0.5, 0.5), paint: [Disc(at: (1, 1), radius: 0.2, color: (1, 0, 0))]),
    shapes: [(name: "post", shape: Cylinder(radius: 0.1, height: 2))],
    groups: [(name: "glass", detectable: false)],
    objects: [
        // The long wall.
        (name: "wall", shape: Box(size: (4, 0.1, 2)), at: (0, 2, 1), category: "wall", locked: true),
        (name: "ceiling", shape: Box(size: (4, 4, 0.1)), at: (0, 0, 2), category: "ceiling"),
        // In the middle.
        (name: "rack", shape: Box(size: (1, 1, 1)), margin: Meters((0.1, 0.1, 0)), category: "obstacle"),
        (name: "column", shape: Named("post"), at: (1, 0, 1), group: "glass"), /* ours */
        (name: "lid", shape: Sphere(radius: 0.1), parent: "rack", at: (0, 0, 1)),
        // On the robot.
        (name: "flag", shape: Named("post"), parent: "anna", at: (0, 0, 0.3)),
        (name: "tip", shape: Sphere(radius: 0.05), parent: "flag"),
    ],
    beacons: [
        (name: "door", at: (2, 0, 2), category: "bluetooth", range: 3),
        (name: "on anna", parent: "anna"),
    ],
    lights: [(name: "lamp", kind: Ambient, intensity: 0.5)],
    media: [(name: "pool", density: 998, region: Box(at: (0, 0, -1), size: (1, 1, 1)))],
    robots: [
        (name: "anna", model: "scout/standard", route: "tour"),
        (name: "bert", model: "scout/standard", at: (1, 1)),
    ],
    routes: [(name: "tour", poses: [(at: (0, 0)), (at: (2, 0))])],
    notes: [(text: "here", at: (0, 0, 1), parent: "rack")],
    acceptance: [NoCollision(name: "no bumps", robots: ["anna"])],
    view: (follow: "anna"),
)
"#;

/// The parts of a scene that are not surroundings.
fn rest(scene: &Scene) -> Scene {
    Scene {
        floor: None,
        shapes: vec![],
        groups: vec![],
        objects: vec![],
        beacons: vec![],
        lights: vec![],
        ..scene.clone()
    }
}

fn names<T>(list: &[T], name: impl Fn(&T) -> &String) -> Vec<String> {
    list.iter().map(|one| name(one).clone()).collect()
}

fn files(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

/// RM-27: Export writes the room to a file without robots and routes.
#[test]
fn surroundings_are_written_without_robots_and_the_scene_is_unchanged() {
    let (folder, mut document) = of(HALL);
    apply(&mut document, Edit::set(None, "name", "the hall"));
    let before = (document.to_text().to_owned(), document.undo_position(), document.revision());
    let path = folder.path().join("room.ron");
    document.export().unwrap().write(&path).unwrap();
    assert_eq!((document.to_text().to_owned(), document.undo_position(), document.revision()), before);
    assert!(document.is_modified());
    assert_eq!(files(folder.path()), ["room.ron", "scene.ron"]);

    let written = std::fs::read_to_string(&path).unwrap();
    let room = Scene::load(&path).unwrap().scene;
    let hall = scene(&document);
    assert_eq!(names(&room.objects, |one| &one.name), ["wall", "ceiling", "rack", "column", "lid"]);
    assert_eq!(room.objects[..], hall.objects[..5]);
    assert_eq!(room.beacons[..], hall.beacons[..1]);
    assert_eq!((&room.lights, &room.media, &room.floor), (&hall.lights, &hall.media, &hall.floor));
    assert_eq!((&room.shapes, &room.groups, &room.name), (&hall.shapes, &hall.groups, &hall.name));
    assert_eq!(rest(&room), Scene { media: hall.media.clone(), ..Scene::new("the hall") });
    for comment in ["// A hall.", "// The long wall.", "// In the middle.", "/* ours */"] {
        assert!(written.contains(comment), "{written}");
    }
    for left in ["anna", "tour", "Two robots"] {
        assert!(!written.contains(left), "{written}");
    }
}

/// RM-27: Export writes the room to a file without robots and routes.
#[test]
fn included_files_are_in_it_and_paths_lead_to_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(at("parts/meshes")).unwrap();
    std::fs::create_dir(at("out")).unwrap();
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    for name in ["parts/meshes/in.obj", "own.obj"] {
        std::fs::write(at(name), mesh).unwrap();
    }
    let part = "(format_version: 1, floor: (color: (0, 1, 0)), objects: [\
        (name: \"statue\", shape: Mesh(file: \"meshes/in.obj\"), at: (1, 0, 0))])";
    std::fs::write(at("parts/part.ron"), part).unwrap();
    let main = "(format_version: 1, include: [(file: \"parts/part.ron\", at: (0, 5), yaw: deg(90))], objects: [\
        (name: \"mine\", shape: Mesh(file: \"own.obj\"))], robots: [(name: \"anna\", model: \"scout/standard\")])";
    std::fs::write(at("scene.ron"), main).unwrap();
    let document = Document::open(at("scene.ron")).unwrap();
    document.export().unwrap().write(&at("out/room.ron")).unwrap();
    let written = std::fs::read_to_string(at("out/room.ron")).unwrap();
    assert!(written.contains("../own.obj") && written.contains("../parts/meshes/in.obj"), "{written}");
    assert!(!written.contains("include"), "{written}");
    let loaded = Scene::load(at("out/room.ron")).unwrap();
    assert_eq!(loaded.files.len(), 1);
    let (room, all) = (loaded.scene, scene(&document));
    assert_eq!(names(&room.objects, |one| &one.name), ["mine", "statue"]);
    assert_eq!((&room.objects[1].at, room.objects[1].yaw), (&all.objects[1].at, all.objects[1].yaw));
    assert_eq!(room.floor, all.floor);
}

/// RM-27: Export writes the room to a file without robots and routes.
#[test]
fn what_cannot_be_written_is_refused_and_leaves_no_file() {
    let (folder, document) = of(HALL);
    let export = document.export().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").unwrap();
    for bad in [folder.path().join("nowhere/room.ron"), file.join("room.ron")] {
        let error = export.write(&bad).unwrap_err();
        assert!(matches!(&error, FileError::Io { path, .. } if *path == bad), "{error}");
        assert!(error.to_string().contains("create the folder"), "{error}");
    }
    // A write-protected file is unchanged.
    let mut permissions = std::fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&file, permissions.clone()).unwrap();
    let error = export.write(&file).unwrap_err().to_string();
    assert!(error.contains("file cannot be written: the file is write-protected"), "{error}");
    // The scene itself would lose its robots.
    let error = export.write(&folder.path().join("scene.ron")).unwrap_err().to_string();
    assert!(error.contains("scene.ron is the file of this scene"), "{error}");
    assert_eq!(std::fs::read_to_string(folder.path().join("scene.ron")).unwrap(), HALL);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    assert_eq!(files(folder.path()), ["file", "scene.ron"]);
    let (folder, document) = of("(format_version: 1, robots: [(name: \"anna\", model: \"scout/standard\")])");
    let error = document.export().unwrap().write(&folder.path().join("room.ron")).unwrap_err().to_string();
    assert!(error.contains("scene.ron has no objects"), "{error}");
    assert_eq!(files(folder.path()), ["scene.ron"]);
}

/// RM-28: A file name is one stem plus the extension, which is added if missing.
#[test]
fn names_are_one_stem_and_an_ending() {
    for (written, name) in [
        ("a", "a.ron"),
        ("a.ron", "a.ron"),
        ("a.json", "a.json"),
        ("a.RON", "a.ron"),
        ("a.b.ron", "b.ron"),
        ("a.txt", "a.ron"),
        ("", "room.ron"),
        ("  ", "room.ron"),
        (".ron", "room.ron"),
        ("hall 2_b-c", "hall 2_b-c.ron"),
        ("aula Núria", "aula Núria.ron"),
    ] {
        assert_eq!(surroundings_name(written, "room").unwrap(), name, "{written:?}");
    }
    for refused in ["../x", "a/b", "a\\b", "a:b", "a*", "\"a\"", "a\nb", "a..ron"] {
        let reason = surroundings_name(refused, "room").unwrap_err();
        assert!(reason.contains("letters, digits, spaces, `-` and `_`"), "{refused:?}: {reason}");
    }
}

/// RM-30: Import replaces the room, keeps robots and routes, and rejects damaged files.
#[test]
fn surroundings_come_back_as_they_were_and_robots_and_routes_stay() {
    for name in ["room.ron", "room.json"] {
        let (folder, document) = of(HALL);
        let path = folder.path().join(name);
        document.export().unwrap().write(&path).unwrap();
        let hall = scene(&document).clone();

        // Into an empty scene.
        let mut empty = Document::new();
        apply(&mut empty, Edit::ReplaceSurroundings(Surroundings::read(&path).unwrap()));
        let got = scene(&empty);
        assert_eq!(got.objects[..], hall.objects[..5], "{name}");
        assert_eq!(got.beacons[..], hall.beacons[..1]);
        assert_eq!((&got.lights, &got.media, &got.floor), (&hall.lights, &hall.media, &hall.floor));
        assert_eq!((&got.shapes, &got.groups), (&hall.shapes, &hall.groups));
        // JSON input is written in the format of the file.
        assert!(empty.to_text().contains("shape: Box(size: (4, 0.1, 2))"), "{}", empty.to_text());

        // Into the original scene: no difference.
        let mut same = Document::open(document.path().unwrap()).unwrap();
        apply(&mut same, Edit::ReplaceSurroundings(Surroundings::read(&path).unwrap()));
        let got = scene(&same);
        assert_eq!(rest(got), rest(&hall));
        let by_name = |scene: &Scene| {
            let mut objects = scene.objects.clone();
            objects.sort_by(|a, b| a.name.cmp(&b.name));
            objects
        };
        let mut expected = by_name(&hall);
        // Things attached to a robot no longer depend on shared shapes.
        let flag = expected.iter_mut().find(|object| object.name == "flag").unwrap();
        flag.shape = hall.shapes[0].shape.clone();
        let got = by_name(got);
        let flag = got.iter().find(|object| object.name == "flag").unwrap();
        assert_eq!(flag.shape, hall.shapes[0].shape);
        assert_eq!(got, expected);
    }
}

/// RM-30: Import replaces the room, keeps robots and routes, and rejects damaged files.
#[test]
fn other_surroundings_replace_all_current_ones_and_names_do_not_clash() {
    let (folder, mut document) = of(HALL);
    let path = folder.path().join("other.ron");
    let other = r#"(format_version: 1, objects: [
        (name: "anna", shape: Box(size: (1, 1, 1)), at: (3, 3, 0)),
        (name: "anna.001", shape: Box(size: (1, 2, 1))),
        (name: "on it", shape: Sphere(radius: 0.1), parent: "anna", at: (0, 0, 1)),
        (name: "flag", shape: Sphere(radius: 0.3)),
    ], beacons: [(name: "on anna"), (name: "bert")], robots: [(name: "carl", model: "scout/standard")])"#;
    std::fs::write(&path, other).unwrap();
    let before = scene(&document).clone();
    let start = document.to_text().to_owned();
    let imported = apply(&mut document, Edit::ReplaceSurroundings(Surroundings::read(&path).unwrap()));
    assert_eq!(&*imported.label, "Import environment other");
    let after = scene(&document);
    assert_eq!((&after.robots, &after.routes, &after.acceptance), (&before.robots, &before.routes, &before.acceptance));
    assert_eq!(after.run, before.run);
    let objects = names(&after.objects, |one| &one.name);
    assert_eq!(objects, ["flag", "tip", "anna.002", "anna.001", "on it", "flag.001"]);
    assert_eq!(after.objects[4].parent.as_deref(), Some("anna.002"));
    assert_eq!(names(&after.beacons, |one| &one.name), ["on anna", "on anna.001", "bert.001"]);
    assert_eq!((after.floor.is_none(), after.lights.len(), after.media.len(), after.shapes.len()), (true, 0, 0, 0));
    // The note keeps its world pose without its parent.
    let note = &after.notes[0];
    assert_eq!((note.parent.as_deref(), note.at.0), (None, [0.0, 0.0, 1.0]));
    assert_eq!(after.view, before.view);
    // One undo step.
    document.undo().unwrap();
    assert_eq!(document.to_text(), start);
    assert!(!document.is_modified());
}

/// RM-30: Import replaces the room, keeps robots and routes, and rejects damaged files.
#[test]
fn damaged_files_are_refused_with_their_place_and_the_scene_is_unchanged() {
    let (folder, document) = of(HALL);
    let path = folder.path().join("room.ron");
    document.export().unwrap().write(&path).unwrap();
    let whole = std::fs::read(&path).unwrap();
    let hash = sim_core::digest::sha256(document.to_text());
    let mut random = Random(30);
    for _ in 0..20 {
        // Without the last bracket and the text after it.
        let length = random.below(whole.len() - 2);
        std::fs::write(&path, &whole[..length]).unwrap();
        let error = Surroundings::read(&path).unwrap_err();
        let text = error.to_string();
        assert!(matches!(&error, FileError::NoScene { .. } | FileError::NotText { .. }), "{length}: {text}");
        if let FileError::NoScene { findings, .. } = &error {
            let first = findings.iter().next().unwrap();
            assert!(first.place.is_some() && text.contains("room.ron:"), "{length}: {text}");
        }
    }
    for (content, expected) in [
        (&b"(format_version: 99, objects: [])"[..], "format version 99"),
        (b"(format_version: 1, name: \"nothing\")", "room.ron has no objects"),
        (b"(name: \"a robot\", links: [])", "a robot file, not a scene"),
        (b"[1, 2, 3]", "not a scene"),
        (b"\x89PNG\r\n\x1a\n\0\0", "is not UTF-8 text"),
        (b"(format_version: 1, objects: [(name: \"a\", shape: Box(size: (1, 1)))])", "room.ron:1"),
    ] {
        std::fs::write(&path, content).unwrap();
        let error = Surroundings::read(&path).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    let error = Surroundings::read(&folder.path().join("nowhere.ron")).unwrap_err().to_string();
    assert!(error.contains("nowhere.ron cannot be read"), "{error}");
    assert_eq!(sim_core::digest::sha256(document.to_text()), hash);
}

/// RM-30: Import replaces the room, keeps robots and routes, and rejects damaged files.
#[test]
fn an_included_room_is_replaced_unless_it_contains_other_elements() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("room.ron", "(format_version: 1, objects: [(name: \"old\", shape: Sphere(radius: 1))])");
    write("robots.ron", "(format_version: 1, robots: [(name: \"anna\", model: \"scout/standard\")])");
    write("new.ron", "(format_version: 1, objects: [(name: \"new\", shape: Sphere(radius: 1))])");
    write("scene.ron", "(format_version: 1, include: [\"room.ron\", \"robots.ron\"])");
    let new = Surroundings::read(&folder.path().join("new.ron")).unwrap();
    assert_eq!(new.name(), "new");
    let mut document = Document::open(folder.path().join("scene.ron")).unwrap();
    apply(&mut document, Edit::ReplaceSurroundings(new.clone()));
    assert!(document.to_text().contains("include: [\"robots.ron\"]"), "{}", document.to_text());
    assert_eq!(names(&scene(&document).objects, |one| &one.name), ["new"]);
    assert_eq!(names(&scene(&document).robots, |one| &one.name), ["anna"]);

    write(
        "room.ron",
        "(format_version: 1, objects: [(name: \"old\", shape: Sphere(radius: 1))], \
        notes: [(text: \"mine\")])",
    );
    let mut document = Document::open(folder.path().join("scene.ron")).unwrap();
    let reason = refused(&mut document, Edit::ReplaceSurroundings(new));
    assert!(reason.contains("room.ron is included and contains an environment and other elements"), "{reason}");
}

/// RM-27: Export writes the room to a file without robots and routes.
/// RM-30: Import replaces the room, keeps robots and routes, and rejects damaged files.
#[test]
fn all_scenes_of_the_program_go_there_and_back() {
    for path in crate::common::shipped() {
        let mut document = Document::open(&path).unwrap();
        let before = scene(&document).clone();
        let folder = tempfile::tempdir().unwrap();
        let room = folder.path().join("room.ron");
        match document.export().unwrap().write(&room) {
            Ok(()) => {}
            Err(FileError::NoSurroundings { .. }) => continue,
            Err(error) => panic!("{}: {error}", path.display()),
        }
        let again = Scene::load(&room).unwrap().scene;
        assert!(again.robots.is_empty() && again.fleets.is_empty() && again.services.is_empty());
        match document.apply(Edit::ReplaceSurroundings(Surroundings::read(&room).unwrap())) {
            Ok(_) => {}
            Err(sim_edit::Refusal::MixedInclude { .. }) => continue,
            Err(refusal) => panic!("{}: {refusal}", path.display()),
        }
        let after = scene(&document);
        assert_eq!((&after.robots, &after.fleets, &after.routes), (&before.robots, &before.fleets, &before.routes));
        assert_eq!(
            names(&after.beacons, |one| &one.name),
            names(&before.beacons, |one| &one.name),
            "{}",
            path.display()
        );
        assert_eq!((after.objects.len(), &after.media), (before.objects.len(), &before.media), "{}", path.display());
        assert_eq!(after.floor.is_some(), before.floor.is_some());
    }
}

/// RM-29: Tasks over 0.5 s show progress and can be canceled, at 20 frames/s.
#[test]
fn ten_thousand_objects_are_exported_in_seconds() {
    let objects: Vec<String> = (0..10_000)
        .map(|number| format!("        (name: \"box {number}\", shape: Box(size: (1, 1, 1)), at: ({number}, 0, 0)),"))
        .collect();
    let text = format!("(\n    format_version: 1,\n    objects: [\n{}\n    ],\n)\n", objects.join("\n"));
    let (folder, document) = of(&text);
    // The window passes it to another thread and continues editing.
    let export = document.export().unwrap();
    let path = folder.path().join("room.ron");
    let written = path.clone();
    std::thread::spawn(move || export.write(&written)).join().unwrap().unwrap();
    assert_eq!(std::fs::read_to_string(path).unwrap(), text);
}
