//! Changes of scene files by other programs: detected, kept separate, merged.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::common::{apply, scene};
use sim_edit::{Document, Edit, OnDisk, Overwrite, SceneWatch, Target};

const TEXT: &str = r#"(
    format_version: 1,
    name: "both",
    floor: (),
    objects: [
        (name: "near", shape: Box(size: (0.2, 0.2, 0.2)), at: (0, 0, 0.1)),
        // Between them.
        (name: "far", shape: Box(size: (0.2, 0.2, 0.2)), at: (4, 0, 0.1)),
    ],
)
"#;

fn open(text: &str) -> (tempfile::TempDir, PathBuf, Document) {
    let (folder, document) = crate::common::of(text);
    let path = folder.path().join("scene.ron");
    (folder, path, document)
}

fn drag(document: &mut Document, name: &str, x: f64) {
    apply(document, Edit::Move(vec![(Target::object(name), nalgebra::Isometry3::translation(x, 0.0, 0.1))]));
}

#[test]
fn the_scene_its_includes_models_meshes_and_images_are_watched() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    for name in ["wedge.obj", "hull.obj"] {
        write(name, mesh);
    }
    let hull = r#"<robot name="cart"><link name="base"><visual><geometry><mesh filename="hull.obj"/></geometry></visual>
        <inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>"#;
    write("cart.urdf", hull);
    write("map.ron", "(format_version: 1)\n");
    let text = r#"(format_version: 1, include: ["map.ron"], floor: (),
        objects: [(name: "wedge", shape: Mesh(file: "wedge.obj"))],
        robots: [(name: "cart", model: (file: "cart.urdf"))])"#;
    write("scene.ron", text);
    let document = Document::open(folder.path().join("scene.ron")).unwrap();
    assert!(document.scene().is_some(), "{}", document.findings());
    let mut watch = SceneWatch::start(|| ()).unwrap();
    watch.follow(Some(&document));
    for name in ["scene.ron", "map.ron", "wedge.obj", "cart.urdf", "hull.obj"] {
        // A change before the thread's first look is not reported, so repeat the change until it is.
        let (start, mut last, mut number) = (Instant::now(), None::<Instant>, 0);
        loop {
            if last.is_none_or(|last| last.elapsed() > Duration::from_secs(1)) {
                number += 1;
                let before = std::fs::read_to_string(folder.path().join(name)).unwrap();
                write(name, &(before + &" ".repeat(number)));
                last = Some(Instant::now());
            }
            if watch.take_changes().files.iter().any(|(path, _)| path.ends_with(name)) {
                break;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{name}: no change was reported");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn changes_that_the_user_retains_are_unsaved_and_can_be_saved() {
    let (_folder, path, mut document) = open(TEXT);
    let mut watch = SceneWatch::start(|| ()).unwrap();
    watch.follow(Some(&document));
    let theirs = TEXT.replace("\"both\"", "\"theirs\"");
    std::fs::write(&path, &theirs).unwrap();
    // Also if watching began after the change: it is not reported, but saving detects it.
    assert_eq!(document.on_disk(), OnDisk::Changed);
    assert!(document.save(Overwrite::No).is_err());
    document.accept_disk();
    assert_eq!((document.on_disk(), document.is_modified()), (OnDisk::Unchanged, true));
    document.save(Overwrite::No).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), TEXT);
}

#[test]
fn changes_of_both_sides_are_merged_and_conflicts_are_listed() {
    let (_folder, path, mut document) = open(TEXT);
    drag(&mut document, "near", 1.0);
    let mine = document.to_text().to_owned();
    let theirs = TEXT.replace("at: (4, 0, 0.1)", "at: (5, 0, 0.1)").replace("\"both\"", "\"theirs\"");
    std::fs::write(&path, &theirs).unwrap();
    document.merge().unwrap();
    let merged = document.to_text().to_owned();
    assert_eq!(merged, mine.replace("at: (4, 0, 0.1)", "at: (5, 0, 0.1)").replace("\"both\"", "\"theirs\""));
    assert_eq!((scene(&document).name.as_str(), document.is_modified()), ("theirs", true));
    assert_eq!((document.on_disk(), document.undo_labels().next()), (OnDisk::Unchanged, Some("Merge")));
    document.undo();
    assert_eq!(document.to_text(), mine);
    document.redo();
    document.save(Overwrite::No).unwrap();

    // The same line: nothing changes, and the conflict is listed.
    drag(&mut document, "far", 6.0);
    let mine = document.to_text().to_owned();
    std::fs::write(&path, merged.replace("at: (5, 0, 0.1)", "at: (7, 0, 0.1)")).unwrap();
    let reason = document.merge().unwrap_err().to_string();
    assert!(
        reason.contains("line 8: ") && reason.contains("(6, 0, 0.1)") && reason.contains("(7, 0, 0.1)"),
        "{reason}"
    );
    assert_eq!((document.to_text(), document.on_disk()), (mine.as_str(), OnDisk::Changed));

    // Each is valid, but not both together.
    document.save(Overwrite::Yes).unwrap();
    let theirs = mine.replace("\"far\"", "\"twin\"");
    apply(&mut document, Edit::Rename { target: Target::object("near"), name: "twin".into() });
    let mine = document.to_text().to_owned();
    std::fs::write(&path, theirs).unwrap();
    let reason = document.merge().unwrap_err().to_string();
    assert!(reason.contains("not a valid scene") && reason.contains("twin"), "{reason}");
    assert_eq!(document.to_text(), mine);
}

#[test]
fn a_change_report_includes_the_content_of_the_file() {
    let (_folder, path, document) = open(TEXT);
    let mut watch = SceneWatch::start(|| ()).unwrap();
    watch.follow(Some(&document));
    let reported = |watch: &SceneWatch| watch.take_changes().files.into_iter().find(|(file, _)| *file == path);
    // A change before the thread's first look is not reported, so repeat the change until it is.
    let mut spaces = String::new();
    let content = loop {
        spaces.push(' ');
        std::fs::write(&path, TEXT.to_owned() + &spaces).unwrap();
        let start = Instant::now();
        let content = loop {
            let found = reported(&watch);
            if found.is_some() || start.elapsed() > Duration::from_secs(2) {
                break found;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(spaces.len() < 30, "no change was reported");
        if let Some((_, content)) = content {
            break content;
        }
    };
    std::fs::remove_file(&path).unwrap();
    assert_eq!(document.compared(&content), OnDisk::Changed);
    let start = Instant::now();
    while reported(&watch).is_none_or(|(_, content)| document.compared(&content) != OnDisk::Deleted) {
        assert!(start.elapsed() < Duration::from_secs(60), "the deletion is not reported");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::fs::write(&path, TEXT).unwrap();
    while reported(&watch).is_none_or(|(_, content)| document.compared(&content) != OnDisk::Unchanged) {
        assert!(start.elapsed() < Duration::from_secs(60), "the restored content is not reported");
        std::thread::sleep(Duration::from_millis(5));
    }
}
