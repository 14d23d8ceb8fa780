//! Saving and its errors, saving to another folder, recovery after a crash, recent files.

use std::path::Path;

use crate::common::{apply, of, scene};
use serde_json::json;
use sim_core::scene::Scene;
use sim_edit::{
    Document, Edit, FileError, Impact, OnDisk, Original, Overwrite, RECENT_FILES, Recent, RecoveryFilter, Section,
    State, Target, Thing, recoveries,
};

const TEXT: &str = "// Mine.\n(\n    format_version: 1,\n    notes: [(text: \"a\")],\n)\n";

fn say(text: &str) -> Edit {
    Edit::set(Some(Target::at(Section::Notes, 0)), "text", text)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn saving_replaces_the_whole_file_and_leaves_no_other_file() {
    let (folder, mut document) = of(TEXT);
    apply(&mut document, say("b"));
    document.save(Overwrite::No).unwrap();
    let path = folder.path().join("scene.ron");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), TEXT.replace("\"a\"", "\"b\""));
    assert_eq!(names(folder.path()), ["scene.ron"]);
    assert_eq!((document.on_disk(), document.title().as_str()), (OnDisk::Unchanged, "scene.ron"));
}

#[cfg(unix)]
#[test]
fn permissions_and_links_survive_saving() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, _) = of(TEXT);
    let (path, link) = (folder.path().join("scene.ron"), folder.path().join("link.ron"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let mut document = Document::open(&link).unwrap();
    apply(&mut document, say("through the link"));
    document.save(Overwrite::No).unwrap();
    assert!(link.is_symlink());
    assert!(std::fs::read_to_string(&path).unwrap().contains("through the link"));
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    // A new file has the usual permissions.
    let other = folder.path().join("other.ron");
    document.save_as(&other).unwrap();
    let plain = folder.path().join("plain");
    std::fs::write(&plain, "").unwrap();
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&other), mode(&plain));
}

#[test]
fn a_write_protected_file_is_not_replaced() {
    let (folder, mut document) = of(TEXT);
    let path = folder.path().join("scene.ron");
    apply(&mut document, say("b"));
    let set = |readonly| {
        let mut permissions = std::fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(readonly);
        std::fs::set_permissions(&path, permissions).unwrap();
    };
    set(true);
    let error = document.save(Overwrite::Yes).unwrap_err().to_string();
    assert!(
        error.contains(
            "scene.ron cannot be written: the file is write-protected; make the file and its folder writable"
        ),
        "{error}"
    );
    assert!(document.is_modified() && std::fs::read_to_string(&path).unwrap() == TEXT);
    set(false);
    document.save(Overwrite::No).unwrap();
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_to_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, mut document) = of(TEXT);
    apply(&mut document, say("b"));
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o555)).unwrap();
    let may_all = std::fs::write(folder.path().join("probe"), "").is_ok();
    let result = document.save(Overwrite::No);
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    // root may write anywhere.
    if !may_all {
        let error = result.unwrap_err().to_string();
        assert!(
            error.contains("scene.ron cannot be written") && error.contains("make the file and its folder writable"),
            "{error}"
        );
        assert!(document.is_modified());
        assert_eq!(std::fs::read_to_string(folder.path().join("scene.ron")).unwrap(), TEXT);
    }
}

#[test]
fn a_folder_that_is_gone_is_named() {
    let (folder, mut document) = of(TEXT);
    apply(&mut document, say("b"));
    let before = document.to_text().to_owned();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    for bad in [folder.path().join("nowhere/scene.ron"), file.join("scene.ron")] {
        let error = document.save_as(&bad).unwrap_err();
        assert!(matches!(&error, FileError::Io { path, .. } if *path == bad), "{error}");
        assert!(error.to_string().contains("create the folder"), "{error}");
    }
    drop(folder);
    assert_eq!(document.on_disk(), OnDisk::Deleted);
    assert!(document.save(Overwrite::Yes).unwrap_err().to_string().contains("create the folder"));
    assert_eq!((document.to_text(), document.is_modified()), (before.as_str(), true));
}

#[test]
fn files_changed_or_deleted_by_others_are_not_overwritten_by_accident() {
    let (folder, mut document) = of(TEXT);
    let path = folder.path().join("scene.ron");
    apply(&mut document, say("mine"));
    std::fs::write(&path, TEXT.replace("\"a\"", "\"theirs\"")).unwrap();
    assert_eq!(document.on_disk(), OnDisk::Changed);
    let error = document.save(Overwrite::No).unwrap_err();
    assert!(matches!(error, FileError::ChangedOnDisk { .. }));
    assert!(error.to_string().contains("was changed by another program; overwrite it"), "{error}");
    assert!(std::fs::read_to_string(&path).unwrap().contains("theirs"));
    // The changes of the other program can be accepted, and own changes reverted.
    assert_eq!(document.revert().unwrap(), Impact::Nothing);
    assert_eq!((scene(&document).notes[0].text.as_str(), document.is_modified()), ("theirs", false));
    assert_eq!(document.undo().unwrap().label, "Revert");
    assert_eq!(scene(&document).notes[0].text, "mine");
    document.save(Overwrite::No).unwrap();

    std::fs::remove_file(&path).unwrap();
    assert_eq!(document.on_disk(), OnDisk::Deleted);
    let error = document.save(Overwrite::No).unwrap_err();
    assert!(error.to_string().contains("was deleted or moved by another program"), "{error}");
    assert!(document.revert().unwrap_err().to_string().contains("check the path"));
    document.save(Overwrite::Yes).unwrap();
    assert!(std::fs::read_to_string(&path).unwrap().contains("mine"));
    assert_eq!(document.on_disk(), OnDisk::Unchanged);
}

#[test]
fn a_new_document_needs_a_file_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut document = Document::new();
    let scene_ = scene(&document);
    assert!(scene_.floor.is_some() && scene_.run.gravity == [0.0, 0.0, -9.81] && scene_.run.dt == 0.01);
    assert_eq!((document.on_disk(), document.title().as_str()), (OnDisk::NoFile, "untitled"));
    assert!(document.save(Overwrite::No).unwrap_err().to_string().contains("Save as"));
    assert!(document.revert().is_err());
    document.save_as(folder.path().join("new.ron")).unwrap();
    document.save(Overwrite::No).unwrap();
    assert_eq!(Document::open(folder.path().join("new.ron")).unwrap().to_text(), Document::new().to_text());
}

#[test]
fn missing_and_binary_files_are_not_opened() {
    let folder = tempfile::tempdir().unwrap();
    let missing = Document::open(folder.path().join("none.ron")).unwrap_err().to_string();
    assert!(missing.contains("none.ron cannot be read") && missing.contains("check the path"), "{missing}");
    let path = folder.path().join("image.ron");
    std::fs::write(&path, b"(\xff)").unwrap();
    assert!(Document::open(&path).unwrap_err().to_string().contains("is not UTF-8 text (invalid byte at offset 1)"));
}

#[test]
fn paths_lead_to_the_same_files_after_saving_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(at("scenes/maps")).unwrap();
    std::fs::create_dir_all(at("other/deep")).unwrap();
    std::fs::write(
        at("scenes/maps/wall.ron"),
        "(format_version: 1, objects: [(name: \"w\", shape: Sphere(radius: 1))])",
    )
    .unwrap();
    for name in ["rock.obj", "land.png", "art.png", "tub.robot.ron"] {
        std::fs::write(at(&format!("scenes/{name}")), "").unwrap();
    }
    let text = r#"// Head.
(
    format_version: 1,
    include: ["maps/wall.ron"], // the wall
    floor: (paint: [Image(file: "art.png", size: (1, 1))]),
    objects: [
        (name: "rock", shape: Mesh(file: "./rock.obj")),
        (name: "land", shape: HeightField(size: (1, 1), heights: Image(file: "land.png", high: 1))),
    ],
    robots: [(name: "tub", model: (file: "tub.robot.ron"))],
    fleets: [(prefix: "t", count: 2, model: (file: "../scenes/tub.robot.ron"), placement: Grid(spacing: (1, 1)))],
)
"#;
    std::fs::write(at("scenes/main.ron"), text).unwrap();
    let mut document = Document::open(at("scenes/main.ron")).unwrap();
    let before = Scene::load(at("scenes/main.ron")).unwrap();
    apply(&mut document, Edit::set(None, "run.seed", 3));
    apply(&mut document, Edit::set(Some(Target::object("rock")), "yaw", 1));
    document.undo();
    document.save_as(at("other/deep/main.ron")).unwrap();
    let saved = document.to_text();
    for written in [
        "include: [\"../../scenes/maps/wall.ron\"], // the wall",
        "Mesh(file: \"../../scenes/rock.obj\")",
        "Image(file: \"../../scenes/land.png\", high: 1)",
        "Image(file: \"../../scenes/art.png\", size: (1, 1))",
        "model: (file: \"../../scenes/tub.robot.ron\")",
    ] {
        assert!(saved.contains(written), "{written}\n{saved}");
    }
    assert_eq!(document.path(), Some(at("other/deep/main.ron").as_path()));
    assert_eq!(document.folder(), Some(at("other/deep")));
    let after = Scene::load(at("other/deep/main.ron")).unwrap();
    assert_eq!(after.files.len(), before.files.len());
    assert_eq!(after.scene.robots.len(), 1);
    // Undo and redo still work in the new folder.
    document.undo().unwrap();
    let Scene { run, .. } = scene(&document);
    assert_eq!((run.seed, document.to_text().contains("../../scenes/rock.obj")), (0, true));
    document.redo().unwrap();
    assert!(!document.is_modified());
    document.redo().unwrap();
    assert_eq!(scene(&document).objects[0].yaw, Some(1.0));
    // Back in the original folder, the text is as before except for detours and an overlong line.
    document.undo();
    document.save_as(at("scenes/again.ron")).unwrap();
    let land = "(\n            name: \"land\",\n            shape: HeightField(size: (1, 1), heights: Image(file: \"land.png\", high: 1)),\n        ),";
    let line = text.lines().find(|line| line.contains("land")).unwrap().trim();
    let home = text.replace("./rock", "rock").replace("../scenes/tub", "tub").replace(line, land);
    assert_eq!(document.to_text(), home.replace("    floor", "    run: (seed: 3),\n    floor"));
    // In the same folder, the text does not change.
    let mut document = Document::open(at("scenes/main.ron")).unwrap();
    document.save_as(at("scenes/copy.ron")).unwrap();
    assert_eq!(document.to_text(), text);
}

#[test]
fn pasted_paths_lead_to_the_same_files() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir_all(at("a")).unwrap();
    std::fs::create_dir_all(at("b")).unwrap();
    std::fs::write(at("a/rock.obj"), "").unwrap();
    std::fs::write(at("a/main.ron"), "(format_version: 1, objects: [(name: \"r\", shape: Mesh(file: \"rock.obj\"))])")
        .unwrap();
    std::fs::write(at("b/main.ron"), "(format_version: 1)").unwrap();
    let from = Document::open(at("a/main.ron")).unwrap();
    let text = from.copy(&[Target::object("r")]).unwrap();
    for (name, path) in [("b", "\"../a/rock.obj\""), ("a", "\"rock.obj\"")] {
        let mut to = Document::open(at(name).join("main.ron")).unwrap();
        apply(&mut to, Edit::Paste { text: text.clone(), offset: [0.0; 3] });
        assert!(to.to_text().contains(path), "{}", to.to_text());
    }
}

#[test]
fn files_that_were_chosen_by_absolute_paths_count_from_the_scene() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("mesh")).unwrap();
    let rock = folder.path().join("mesh/rock.obj");
    std::fs::write(&rock, "").unwrap();
    let mesh = |name: &str| {
        let value = json!({"name": name, "shape": {"Mesh": {"file": rock.to_string_lossy()}}});
        Edit::Insert(vec![Thing::from_json(Section::Objects, &value)])
    };
    let mut document = Document::new();
    apply(&mut document, mesh("first"));
    assert!(document.to_text().contains(&*rock.to_string_lossy()));
    apply(&mut document, Edit::delete(vec![Target::object("first")]));
    document.save_as(folder.path().join("main.ron")).unwrap();
    document.undo().unwrap();
    assert!(document.to_text().contains("Mesh(file: \"mesh/rock.obj\")"), "{}", document.to_text());
    apply(&mut document, mesh("second"));
    assert_eq!(document.to_text().matches("\"mesh/rock.obj\"").count(), 2);
}

#[test]
fn saving_where_the_scene_would_not_be_valid_is_refused() {
    let mut document = Document::new();
    let mesh = json!({"name": "r", "shape": {"Mesh": {"file": "missing.obj"}}});
    apply(&mut document, Edit::Insert(vec![Thing::from_json(Section::Objects, &mesh)]));
    let folder = tempfile::tempdir().unwrap();
    let error = document.save_as(folder.path().join("a.ron")).unwrap_err();
    assert!(matches!(&error, FileError::Invalid { findings, .. } if findings.to_string().contains("missing.obj")));
    assert!(names(folder.path()).is_empty() && document.path().is_none());
}

#[test]
fn another_ending_is_another_notation() {
    let (folder, mut document) = of(TEXT);
    let before = scene(&document).clone();
    apply(&mut document, say("b"));
    apply(&mut document, say("a"));
    document.save_as(folder.path().join("scene.json")).unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(document.to_text()).is_ok());
    assert_eq!((scene(&document), document.undo_labels().count()), (&before, 0));
    assert_eq!(document.undo_position(), 2, "the edits count, although they can no longer be undone");
    document.save_as(folder.path().join("again.ron")).unwrap();
    assert_eq!(scene(&document), &before);
}

#[test]
fn no_edit_is_lost_in_a_crash() {
    let (folder, mut document) = of(TEXT);
    let recovery_folder = folder.path().join("recovery");
    assert_eq!(document.autosave(&recovery_folder).unwrap(), None, "there is no unsaved content");
    assert!(recoveries(&recovery_folder, RecoveryFilter::All).unwrap().found.is_empty());
    apply(&mut document, say("unsaved"));
    let file = document.autosave(&recovery_folder).unwrap().unwrap();
    assert!(file.file_name().unwrap().to_string_lossy().contains(&format!("-{}-", std::process::id())));
    let written = std::fs::metadata(&file).unwrap().modified().unwrap();
    assert_eq!(document.autosave(&recovery_folder).unwrap().as_ref(), Some(&file));
    assert_eq!(std::fs::metadata(&file).unwrap().modified().unwrap(), written, "not written again without changes");
    apply(&mut document, say("unsaved too"));
    document.autosave(&recovery_folder).unwrap();

    // While the process is running, its text is not offered for recovery.
    assert!(recoveries(&recovery_folder, RecoveryFilter::Crashed).unwrap().found.is_empty());
    let all = recoveries(&recovery_folder, RecoveryFilter::All).unwrap().found;
    assert_eq!((all.len(), all[0].alive), (1, true));
    assert!(all[0].clone().recover().unwrap_err().to_string().contains("another process is still using it"));

    // A crash: the process ends without closing the document.
    drop(document);
    let found = recoveries(&recovery_folder, RecoveryFilter::Crashed).unwrap().found;
    let [recovery] = found.try_into().unwrap();
    assert_eq!((recovery.alive, recovery.original, recovery.process), (false, Original::Unchanged, std::process::id()));
    assert_eq!(recovery.path.as_deref(), Some(folder.path().join("scene.ron").as_path()));
    let mut document = recovery.recover().unwrap();
    assert_eq!((scene(&document).notes[0].text.as_str(), document.is_modified()), ("unsaved too", true));
    document.save(Overwrite::No).unwrap();
    assert!(names(&recovery_folder).is_empty(), "{:?}", names(&recovery_folder));
}

#[test]
fn recovery_reports_whether_the_file_was_changed_or_deleted() {
    for (action, original, on_disk) in
        [("change", Original::Changed, OnDisk::Changed), ("delete", Original::Missing, OnDisk::Deleted)]
    {
        let (folder, mut document) = of(TEXT);
        let (recovery_folder, path) = (folder.path().join("recovery"), folder.path().join("scene.ron"));
        apply(&mut document, say("unsaved"));
        document.autosave(&recovery_folder).unwrap();
        drop(document);
        if action == "change" {
            std::fs::write(&path, "(format_version: 1)").unwrap()
        } else {
            std::fs::remove_file(&path).unwrap()
        }
        let recovery = recoveries(&recovery_folder, RecoveryFilter::Crashed).unwrap().found.remove(0);
        assert_eq!(recovery.original, original);
        let mut document = recovery.recover().unwrap();
        assert_eq!(document.on_disk(), on_disk);
        assert!(document.save(Overwrite::No).is_err() && document.is_modified());
        document.save(Overwrite::Yes).unwrap();
        assert!(names(&recovery_folder).is_empty());
    }
}

#[test]
fn an_orderly_end_leaves_no_recovery_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut document = Document::new();
    let mut other = Document::new();
    for document in [&mut document, &mut other] {
        apply(document, Edit::set(None, "name", "x"));
        document.autosave(folder.path()).unwrap().unwrap();
    }
    assert_eq!(recoveries(folder.path(), RecoveryFilter::All).unwrap().found.len(), 2, "each has its own file");
    document.undo();
    assert_eq!(document.autosave(folder.path()).unwrap(), None, "no unsaved content is left");
    other.close();
    document.close();
    assert!(names(folder.path()).is_empty());
    // A text that was never saved, and a file that is not a recovery.
    let mut document = Document::new();
    apply(&mut document, Edit::set(None, "name", "x"));
    document.autosave(folder.path()).unwrap();
    drop(document);
    std::fs::write(folder.path().join("odd.recovery.json"), "{").unwrap();
    std::fs::write(folder.path().join("other"), "{").unwrap();
    let all = recoveries(folder.path(), RecoveryFilter::Crashed).unwrap();
    assert_eq!((all.found.len(), all.found[0].original, all.unreadable.len()), (1, Original::Never, 1));
    let place = all.found[0].clone().discard().unwrap();
    assert_eq!(place.parent(), Some(folder.path().join("discarded").as_path()));
    assert_eq!(names(folder.path()), ["discarded", "odd.recovery.json", "other"]);
    assert!(recoveries(folder.path().join("none"), RecoveryFilter::All).unwrap().found.is_empty());
}

#[test]
fn a_broken_text_is_also_saved_for_recovery() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ron");
    std::fs::write(&path, "(").unwrap();
    let mut document = Document::open(&path).unwrap();
    document.apply(Edit::ReplaceText("((".into())).unwrap();
    document.autosave(folder.path()).unwrap().unwrap();
    drop(document);
    let document = recoveries(folder.path(), RecoveryFilter::Crashed).unwrap().found.remove(0).recover().unwrap();
    assert_eq!((document.to_text(), matches!(document.state(), State::Broken(_))), ("((", true));
}

#[test]
fn recent_files_are_bounded_and_remember_missing_ones() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("config/recent.json");
    let mut recent = Recent::load(&list).unwrap();
    assert!(recent.files().is_empty());
    let there = folder.path().join("there.ron");
    std::fs::write(&there, "").unwrap();
    for index in 0..RECENT_FILES + 3 {
        recent.add(folder.path().join(format!("{index}.ron"))).unwrap();
    }
    recent.add(&there).unwrap();
    recent.add(folder.path().join("10.ron")).unwrap();
    let recent = Recent::load(&list).unwrap();
    let files = recent.files();
    assert_eq!(
        (files.len(), files[0].path.file_name().unwrap().to_str(), files[0].missing),
        (12, Some("10.ron"), true)
    );
    assert_eq!((files[1].path.as_path(), files[1].missing), (there.as_path(), false));
    assert_eq!(files.iter().filter(|file| file.path.ends_with("10.ron")).count(), 1);
    let mut recent = recent;
    recent.remove(&there).unwrap();
    assert_eq!(Recent::load(&list).unwrap().files().len(), 11);
    std::fs::write(&list, "oops").unwrap();
    assert!(
        Recent::load(&list).unwrap_err().to_string().contains("delete it; it contains only the list of recent files")
    );
}
