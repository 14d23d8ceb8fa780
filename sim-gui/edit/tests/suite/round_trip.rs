//! B4: saving an opened scene yields the same bytes, for every scene shipped with the program.

use crate::common::{apply, scene, shipped};
use serde_json::json;
use sim_core::scene::Scene;
use sim_edit::{Document, Edit, Overwrite, Section, Thing};

/// A copy of all shipped scenes and their dependencies.
fn copied() -> (tempfile::TempDir, Vec<std::path::PathBuf>) {
    fn copy(from: &std::path::Path, to: &std::path::Path) {
        std::fs::create_dir_all(to).unwrap();
        for entry in std::fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            let target = to.join(path.file_name().unwrap());
            if path.is_dir() { copy(&path, &target) } else { assert!(std::fs::copy(&path, &target).unwrap() > 0) }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    copy(&crate::common::scenes_folder(), folder.path());
    let place =
        |path: &std::path::PathBuf| folder.path().join(path.strip_prefix(crate::common::scenes_folder()).unwrap());
    let files = shipped().iter().map(place).collect();
    (folder, files)
}

#[test]
fn open_save_open_save_keeps_every_byte() {
    let (_folder, files) = copied();
    for file in files {
        let original = std::fs::read(&file).unwrap();
        for _ in 0..2 {
            let mut document = Document::open(&file).unwrap();
            assert!(document.scene().is_some() && !document.is_modified(), "{}", document.findings());
            document.save(Overwrite::No).unwrap();
            assert_eq!(std::fs::read(&file).unwrap(), original, "{}", file.display());
        }
    }
}

#[test]
fn an_edit_and_its_undo_keep_every_byte() {
    let (_folder, files) = copied();
    for file in files {
        let original = std::fs::read(&file).unwrap();
        let mut document = Document::open(&file).unwrap();
        let note = Thing::from_json(Section::Notes, &json!({"text": "x", "at": [1, 2, 3]}));
        document.apply(Edit::Insert(vec![note])).unwrap();
        document.apply(Edit::set(None, "run.seed", 99)).unwrap();
        document.save(Overwrite::No).unwrap();
        assert_ne!(std::fs::read(&file).unwrap(), original);
        document.undo().unwrap();
        document.undo().unwrap();
        assert!(document.is_modified(), "the file has the edits");
        document.save(Overwrite::No).unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), original, "{}", file.display());
    }
}

#[test]
fn what_is_saved_opens_as_the_scene_that_was_edited() {
    for index in 0..shipped().len() {
        // A separate folder for each: some include others.
        let (_folder, files) = copied();
        let file = &files[index];
        let mut document = Document::open(file).unwrap();
        let mut expected = scene(&document).clone();
        let head = document.loaded().unwrap().head_comment.clone();
        assert!(!head.is_empty(), "{}", file.display());

        expected.run.seed = 1234;
        expected.name = "another \"name\"".into();
        expected.view.far = 55.5;
        apply(&mut document, Edit::set(None, "run.seed", 1234));
        apply(&mut document, Edit::set(None, "name", "another \"name\""));
        apply(&mut document, Edit::set(None, "view.far", 55.5));
        let object = json!({"name": "added", "shape": {"Box": {"size": [1, 2, 3]}}, "at": [1, 2, 3], "mass": 2.5});
        apply(&mut document, Edit::Insert(vec![Thing::from_json(Section::Objects, &object)]));
        // Included objects come after the file's own.
        let text = std::fs::read_to_string(file).unwrap();
        let own = text.matches("shape:").count();
        let at = if text.contains("include:") { own } else { expected.objects.len() };
        expected.objects.insert(at, serde_json::from_value(object).unwrap());
        // Random placement depends on the seed.
        assert_eq!(*scene(&document), expected, "{}", file.display());

        document.save(Overwrite::No).unwrap();
        let loaded = Scene::load(file).unwrap();
        assert_eq!(loaded.scene, expected, "{}", file.display());
        assert_eq!(loaded.head_comment, head);
    }
}

/// MR-09: Scenes are edited, saved and reloaded, and saving again yields identical bytes.
#[test]
fn a_scene_built_from_scratch_is_saved_loaded_and_saved_with_the_same_bytes() {
    let mut document = Document::new();
    assert!(scene(&document).objects.is_empty() && scene(&document).robots.is_empty(), "it begins empty");
    apply(&mut document, Edit::set(None, "floor", json!({})));
    let objects = [("low", [0.3, 0.2, 0.1], [0.6, 0.0, 0.05]), ("high", [0.115, 0.115, 0.2], [0.0, 0.5, 0.1])];
    let objects = objects.map(|(name, size, at)| {
        Thing::from_json(Section::Objects, &json!({"name": name, "shape": {"Box": {"size": size}}, "at": at}))
    });
    apply(&mut document, Edit::Insert(objects.into()));
    let robot = json!({"name": "scout", "model": "ninjuab/standard", "controller": "ninjuab/l0", "at": [0, 0, 0]});
    apply(&mut document, Edit::Insert(vec![Thing::from_json(Section::Robots, &robot)]));

    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["first.ron", "second.ron"].map(|name| folder.path().join(name));
    document.save_as(&first).unwrap();
    let mut loaded = Document::open(&first).unwrap();
    assert_eq!(scene(&loaded), scene(&document));
    assert_eq!((scene(&loaded).objects.len(), scene(&loaded).robots.len()), (2, 1));
    loaded.save_as(&second).unwrap();
    assert_eq!(std::fs::read(&first).unwrap(), std::fs::read(&second).unwrap());
}
