//! Installing and removing packs.

use crate::archives::{files, pack};
use sim_core::diagnostic::Diagnostics;
use sim_core::packs::{InstalledPack, Requirement, target};
use sim_pack::{Archive, Install, Store};
use std::path::{Path, PathBuf};

/// Installs archives: their files, and whether the user has requested them.
pub fn install(store: &Store, packs: &[(&Path, bool)]) -> Result<Vec<InstalledPack>, Diagnostics> {
    let opened = packs.iter().map(|(file, _)| Archive::open(file)).collect::<Result<Vec<_>, _>>()?;
    let wanted = packs.iter().zip(&opened);
    let wanted = wanted.map(|((_, wanted), archive)| Install {
        archive,
        signer: None,
        source: "test",
        wanted: *wanted,
        built: None,
    });
    store.install(&wanted.collect::<Vec<_>>())
}

/// A store, and a folder for archives.
struct TestDir {
    folder: tempfile::TempDir,
    store: Store,
}

impl TestDir {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("packs"));
        Self { folder, store }
    }

    fn archive(&self, name: &str, version: &str, more: &str) -> PathBuf {
        let file = self.folder.path().join(format!("{}-{version}.simpack", name.replace('/', "-")));
        std::fs::write(&file, pack(name, version, more, &[("models/a.robot.ron", b"()")])).unwrap();
        file
    }

    fn install(&self, archives: &[&Path]) -> Result<Vec<String>, String> {
        let packs: Vec<(&Path, bool)> = archives.iter().map(|archive| (*archive, true)).collect();
        let installed = install(&self.store, &packs).map_err(|findings| findings.to_string())?;
        Ok(installed.iter().map(|pack| format!("{} {}", pack.name, pack.version)).collect())
    }

    fn remove(&self, what: &str) -> Result<Vec<String>, String> {
        let what: Requirement = what.parse().unwrap();
        let removed = self.store.remove(&what).map_err(|findings| findings.to_string())?;
        Ok(removed.packs.iter().map(|pack| format!("{} {}", pack.name, pack.version)).collect())
    }

    fn listed(&self) -> Vec<String> {
        self.store.installed().packs().iter().map(|pack| format!("{} {}", pack.name, pack.version)).collect()
    }
}

#[test]
fn an_installed_pack_is_usable_until_removed_without_residue() {
    let dir = TestDir::new();
    let [old, new] = ["1.0.0", "1.1.0"].map(|version| dir.archive("acme/rover", version, ""));
    assert_eq!(dir.install(&[&old]).unwrap(), ["acme/rover 1.0.0"]);
    assert_eq!(dir.install(&[&new]).unwrap(), ["acme/rover 1.1.0"]);
    assert_eq!(dir.install(&[&new]).unwrap(), ["acme/rover 1.1.0"], "again");
    assert_eq!(dir.listed(), ["acme/rover 1.1.0", "acme/rover 1.0.0"], "side by side");
    let newest = dir.store.find(&"acme/rover".parse().unwrap()).unwrap();
    assert_eq!(std::fs::read(newest.folder.join("models/a.robot.ron")).unwrap(), b"()");
    assert_eq!(std::fs::read(dir.store.archive(&newest)).unwrap(), std::fs::read(&new).unwrap());
    assert_eq!(dir.remove("acme/rover@=1.0.0").unwrap(), ["acme/rover 1.0.0"]);
    assert!(dir.remove("acme/rover@=1.0.0").unwrap_err().contains("1.1.0"), "the missing path is reported");
    assert_eq!(dir.remove("acme/rover").unwrap(), ["acme/rover 1.1.0"]);
    let left: Vec<PathBuf> = files(dir.store.folder()).into_iter().map(|(path, _)| path).collect();
    assert_eq!(left, [dir.store.folder().join("lock")]);
}

#[test]
fn what_a_pack_needs_comes_with_it_and_goes_with_it() {
    let dir = TestDir::new();
    let wheels = dir.archive("acme/wheels", "1.2.0", "");
    let rover = dir.archive("acme/rover", "1.0.0", "requires: [\"acme/wheels@^1\"]");
    let refusal = dir.install(&[&rover]).unwrap_err();
    assert!(refusal.contains("PK001") && refusal.contains("acme/wheels@^1"), "{refusal}");
    assert!(dir.listed().is_empty());
    install(&dir.store, &[(&rover, true), (&wheels, false)]).unwrap();
    let refusal = dir.remove("acme/wheels").unwrap_err();
    assert!(refusal.contains("acme/rover 1.0.0"), "{refusal}");
    assert_eq!(dir.remove("acme/rover").unwrap(), ["acme/rover 1.0.0", "acme/wheels 1.2.0"]);
    // A requested pack is kept.
    dir.install(&[&rover, &wheels]).unwrap();
    assert_eq!(dir.remove("acme/rover").unwrap(), ["acme/rover 1.0.0"]);
    assert_eq!(dir.listed(), ["acme/wheels 1.2.0"]);
}

#[test]
fn a_version_never_changes() {
    let dir = TestDir::new();
    let archive = dir.archive("acme/rover", "1.0.0", "");
    dir.install(&[&archive]).unwrap();
    let other = dir.archive("acme/rover", "1.0.0", "authors: [\"somebody else\"]");
    let refusal = dir.install(&[&other]).unwrap_err();
    assert!(refusal.contains("PK002") && refusal.contains("SHA-256"), "{refusal}");
    assert_eq!(dir.store.installed().packs()[0].sha256, {
        std::fs::write(&archive, pack("acme/rover", "1.0.0", "", &[("models/a.robot.ron", b"()")])).unwrap();
        sim_core::digest::sha256(std::fs::read(&archive).unwrap())
    });
}

#[test]
fn files_that_were_changed_after_they_were_installed_are_named() {
    let dir = TestDir::new();
    dir.install(&[&dir.archive("acme/rover", "1.0.0", "")]).unwrap();
    let pack = dir.store.installed().packs()[0].clone();
    dir.store.verify(&pack).unwrap();
    let file = pack.folder.join("models/a.robot.ron");
    std::fs::write(&file, "(name: \"other\")").unwrap();
    std::fs::write(pack.folder.join("new.txt"), "").unwrap();
    let findings = dir.store.verify(&pack).unwrap_err().to_string();
    assert!(findings.contains("models/a.robot.ron") && findings.contains("new.txt"), "{findings}");
    std::fs::remove_file(&file).unwrap();
    assert!(dir.store.verify(&pack).is_err());
}

#[test]
fn several_programs_install_and_remove_at_once() {
    let dir = TestDir::new();
    let archives: Vec<PathBuf> = (0..4).map(|minor| dir.archive("acme/rover", &format!("1.{minor}.0"), "")).collect();
    let (archives, dir) = (&archives, &dir);
    std::thread::scope(|scope| {
        for (number, archive) in archives.iter().enumerate() {
            scope.spawn(move || {
                // A separate store, as in another program: locks belong to open files.
                let own = Store::at(dir.store.folder().to_path_buf());
                for _ in 0..10 {
                    install(&own, &[(archive, true)]).unwrap();
                    let what = format!("acme/rover@=1.{number}.0").parse().unwrap();
                    let pack = own.find(&what).unwrap();
                    own.verify(&pack).unwrap();
                    own.remove(&what).unwrap();
                }
                install(&own, &[(archive, true)]).unwrap();
            });
        }
    });
    let installed = dir.store.installed();
    assert_eq!((installed.packs().len(), installed.unreadable().len()), (4, 0));
    installed.packs().iter().for_each(|pack| drop(dir.store.verify(pack).unwrap()));
}

#[test]
fn what_an_interrupted_program_has_left_is_removed_by_the_next_one() {
    let dir = TestDir::new();
    dir.install(&[&dir.archive("acme/rover", "1.0.0", "")]).unwrap();
    let store = dir.store.folder();
    // Killed after contents were moved into place, and while a pack was unpacked.
    let without_record = store.join("contents").join("0".repeat(64));
    std::fs::create_dir_all(without_record.join("files")).unwrap();
    let half = store.join("staging/pack-half");
    std::fs::create_dir_all(half.join("whole/files")).unwrap();
    std::fs::write(half.join("in-use"), "").unwrap();
    // And while a record, a key or the list of sources was written.
    let unsaved = ["installed/acme/rover", "keys", ""].map(|folder| store.join(folder).join(".saving-Xy12.tmp"));
    std::fs::create_dir_all(store.join("keys")).unwrap();
    unsaved.iter().for_each(|file| std::fs::write(file, "{").unwrap());
    assert_eq!(dir.listed(), ["acme/rover 1.0.0"], "none of it counts");
    dir.install(&[&dir.archive("acme/wheels", "1.0.0", "")]).unwrap();
    assert!(!without_record.exists() && !half.exists());
    assert!(unsaved.iter().all(|file| !file.exists()), "{unsaved:?}");
    dir.store.installed().packs().iter().for_each(|pack| drop(dir.store.verify(pack).unwrap()));
}

#[test]
fn a_scene_gets_the_versions_that_it_names_and_files_of_packs() {
    use sim_core::scene::{LoadOptions, Scene};
    let dir = TestDir::new();
    let robot = b"(name: \"box\", links: [(name: \"body\", collision: [(geometry: Box(size: (0.1, 0.1, 0.1)))])])";
    let room = br#"(format_version: 1, objects: [(name: "wall", shape: Mesh(file: "../meshes/a.obj"))])"#;
    let contents: [(&str, &[u8]); 3] = [
        ("models/a.robot.ron", robot),
        ("scenes/room.ron", room),
        ("meshes/a.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
    ];
    for version in ["1.0.0", "2.0.0"] {
        let file = dir.folder.path().join(version);
        std::fs::write(&file, pack("acme/rover", version, "", &contents)).unwrap();
        dir.install(&[&file]).unwrap();
    }
    let scene = dir.folder.path().join("scene.ron");
    let options = LoadOptions { packs: Some(dir.store.folder().to_path_buf()), ..LoadOptions::default() };
    let load = |packs: &str, model: &str| {
        let text = format!(
            "(format_version: 1, packs: [{packs}], include: [\"pack:acme/rover/scenes/room.ron\"],
             robots: [(name: \"a\", model: (file: \"{model}\"))])"
        );
        std::fs::write(&scene, text).unwrap();
        Scene::load_with(&scene, &options)
    };
    let model = "pack:acme/rover/models/a.robot.ron";
    for (range, version) in [("\"acme/rover\"", "2.0.0"), ("\"acme/rover@^1\"", "1.0.0")] {
        let loaded = load(range, model).unwrap_or_else(|findings| panic!("{findings}"));
        let pack = &loaded.packs()[0];
        assert_eq!(pack.version.to_string(), version);
        let file = loaded.scene.robots[0].model.file.clone().unwrap();
        assert_eq!(loaded.resolve(&file), pack.folder.join("models/a.robot.ron"));
        let (_, mesh) = loaded.scene.objects[0].shape.file().unwrap();
        assert_eq!(loaded.resolve(mesh), pack.folder.join("meshes/a.obj"), "seen from the included file");
    }
    // A damaged lock file matters only where packs are named.
    let lock = dir.folder.path().join("scene.packs.lock");
    std::fs::write(&lock, "{").unwrap();
    let findings = load("\"acme/rover\"", model).unwrap_err().to_string();
    assert!(findings.contains("PK003") && findings.contains("scene.packs.lock"), "{findings}");
    std::fs::write(&scene, "(format_version: 1)").unwrap();
    Scene::load_with(&scene, &options).unwrap_or_else(|findings| panic!("{findings}"));
    std::fs::remove_file(lock).unwrap();
    for (packs, file, parts) in [
        ("\"acme/rover@^3\"", model, ["scene.ron:1", "1.0.0", "sim pack install"]),
        ("\"acme/arm\"", model, ["acme/arm", "not installed", "sim pack install"]),
        ("\"acme/rover\", \"acme/rover@^1\", \"acme/rover@^2\"", model, ["PK00", "acme/rover", "packs"]),
        ("\"acme/rover\"", "pack:acme/rover/../../../a.ron", ["SC", "pack:publisher/name", "a.ron"]),
        ("\"acme/rover\"", "pack:acme/arm/models/a.robot.ron", ["the pack acme/arm is missing in", "add `packs", "SC"]),
        ("\"acme/rover\"", "pack:acme/rover/models/b.robot.ron", ["file not found", "b.robot.ron", "SC"]),
        ("\"Rover\"", model, ["not a pack name", "publisher/name", "scene.ron"]),
    ] {
        let findings = load(packs, file).expect_err(file).to_string();
        assert!(parts.iter().all(|part| findings.contains(part)), "{parts:?}: {findings}");
    }
}

#[test]
fn a_pack_without_code_can_be_used_everywhere_and_one_for_other_machines_is_refused() {
    let dir = TestDir::new();
    let other = if target().starts_with("x86_64") { "aarch64-unknown-linux-gnu" } else { "x86_64-unknown-linux-gnu" };
    let manifest = sim_core::pack_manifest::Manifest::read(
        crate::archives::manifest(
            "acme/rover",
            "1.0.0",
            &format!(
                "libraries: [(target: \"{other}\", file: \"lib/{other}/liba.so\", abi: \"2.0\", sha256: \"{}\")]",
                "0".repeat(64)
            ),
        )
        .into_bytes(),
        "pack.ron",
    );
    let refusal = sim_pack::usable(&manifest.unwrap()).unwrap_err().to_string();
    assert!(refusal.contains("PK008") && refusal.contains(other) && refusal.contains(&target()), "{refusal}");
    assert!(dir.install(&[&dir.archive("acme/rover", "1.0.0", "")]).is_ok());
}
