//! A separate store for each test, and archives for it.

use sim_abi::ffi::module::{ABI_MAJOR, ABI_MINOR};
use sim_core::digest::sha256;
use sim_core::packs::target;
use sim_pack::archive::{Writer, sort};
use sim_pack::{Archive, Index, Link, Source, Store, make_keys, sign, signature_of};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Environment variable with the folder of a test that runs in a separate process.
const FOLDER: &str = "SIM_TEST_DESK";

/// A robot without code.
pub const ROBOT: &str = r#"(
    name: "rover",
    links: [(
        name: "body",
        mass: (mass: 1.0, center: (0.0, 0.0, 0.05), inertia: (0.01, 0.01, 0.01, 0.0, 0.0, 0.0)),
        collision: [(geometry: Cylinder(radius: 0.1, height: 0.1), placement: (at: (0.0, 0.0, 0.05)))],
    )],
)
"#;

/// A scene in a pack with that robot.
pub const SCENE: &str = r#"// A scene of a pack.
(
    format_version: 1,
    robots: [(name: "anna", model: (file: "../models/rover.robot.ron"), dynamics: "body/static", at: (0.5, 0))],
)
"#;

/// The folder of a test, which contains its store.
pub struct Setup {
    folder: PathBuf,
    /// The store that the window uses.
    pub store: Store,
}

/// Runs a test in a separate process: the store is that of the environment. `name` is that of the test.
pub fn alone(name: &str, test: impl FnOnce(Setup)) {
    if let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) {
        let store = Store::of_user().unwrap();
        assert!(store.folder().starts_with(&folder), "it is not the user's own");
        return test(Setup { folder, store });
    }
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([name, "--exact", "--nocapture"]).env(FOLDER, folder.path());
    let output = command.env("SIM_PACKS", folder.path().join("packs")).output().unwrap();
    let [said, told] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success() && said.contains("1 passed"), "{said}\n{told}");
}

/// An archive of these files.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut paths: Vec<String> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
    sort(&mut paths);
    let mut writer = Writer::new(Vec::new());
    for path in &paths {
        let content = files.iter().find(|(name, _)| name == path).unwrap().1;
        writer.add(path, content.len() as u64, &mut &content[..]).unwrap();
    }
    writer.finish().unwrap()
}

/// A single-color image.
pub fn picture(color: [u8; 3]) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(64, 64, image::Rgb(color));
    picture.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

impl Setup {
    /// A path in the folder.
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.join(path)
    }

    /// Writes a file.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(path);
        std::fs::write(&path, content).unwrap();
        path
    }

    /// The archive of a pack without code: a robot, a scene, and additional fields of its description.
    pub fn pack(&self, name: &str, version: &str, more: &str) -> PathBuf {
        self.pack_with_icon(name, version, more, &picture([200, 60, 40]))
    }

    /// Like [`Setup::pack`], with this icon.
    pub fn pack_with_icon(&self, name: &str, version: &str, more: &str, icon: &[u8]) -> PathBuf {
        let manifest = format!(
            "(pack: 1, name: \"{name}\", version: \"{version}\", description: \"A robot of {name}.\", \
             license: \"MIT\", icon: \"docs/icon.png\", {more})"
        );
        let files: [(&str, &[u8]); 4] = [
            ("pack.ron", manifest.as_bytes()),
            ("docs/icon.png", icon),
            ("models/rover.robot.ron", ROBOT.as_bytes()),
            ("scenes/first.ron", SCENE.as_bytes()),
        ];
        self.write(&format!("{}-{version}.simpack", name.replace('/', "-")), archive(&files))
    }

    /// The archive of a pack with the bundled library with this name.
    pub fn pack_with_library(&self, library: &str) -> PathBuf {
        let files = sim_engine_tests::plugin_files();
        let file = files.iter().find(|file| file.to_string_lossy().contains(library)).unwrap();
        let bytes = std::fs::read(file).unwrap();
        let target = target();
        let place = format!("lib/{target}/{}", file.file_name().unwrap().to_string_lossy());
        let manifest = format!(
            "(pack: 1, name: \"sim/{library}\", version: \"1.0.0\", description: \"A library.\", license: \"MIT\", \
             libraries: [(target: \"{target}\", file: \"{place}\", abi: \"{ABI_MAJOR}.{ABI_MINOR}\", sha256: \"{}\")])",
            sha256(&bytes)
        );
        let files: [(&str, &[u8]); 2] = [("pack.ron", manifest.as_bytes()), (&place, &bytes)];
        self.write(&format!("sim-{library}-1.0.0.simpack"), archive(&files))
    }

    /// A key pair: the public key, and the file of the secret key.
    pub fn keys(&self, name: &str) -> (String, PathBuf) {
        let file = self.path(name);
        (make_keys(&file, "").unwrap(), file.with_extension("key"))
    }

    /// Signs an archive.
    pub fn sign(&self, archive: &Path, secret: &Path) {
        let archive = Archive::open(archive).unwrap_or_else(|findings| panic!("{findings}"));
        sign(&archive, secret, &|| panic!("unexpected password prompt")).unwrap();
    }

    /// Publishes archives to an index that the user uses.
    pub fn publish(&self, archives: &[&Path], key: Option<&str>) -> Index {
        let link = Link::of_work(&self.store, &std::sync::Arc::default());
        let index = self.publish_to(&Source::Folder(self.path("index")), archives, key);
        self.store.use_source(index.source(), true, &link).unwrap();
        index
    }

    /// Publishes archives to an index.
    pub fn publish_to(&self, source: &Source, archives: &[&Path], key: Option<&str>) -> Index {
        let index = Index::make(source, &Link::of_work(&self.store, &std::sync::Arc::default()));
        for file in archives {
            let archive = Archive::open(file).unwrap_or_else(|findings| panic!("{findings}"));
            index.publish(&archive, signature_of(file).unwrap().as_deref(), key).unwrap();
        }
        index
    }

    /// Makes the index list a version as built for another machine.
    pub fn say_for_another_machine(&self, name: &str, version: &str) {
        for file in ["index.json".to_owned(), format!("packs/{name}/versions.json")] {
            let file = self.path("index").join(file);
            let mut list: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
            let all = list["versions"].as_array_mut().unwrap().iter_mut();
            for listed in all.filter(|listed| listed["name"] == name && listed["version"] == version) {
                listed["targets"] = serde_json::json!(["riscv64-none"]);
            }
            std::fs::write(&file, list.to_string()).unwrap();
        }
    }

    /// Names and versions of installed packs.
    pub fn installed(&self) -> Vec<String> {
        let installed = self.store.installed();
        installed.packs().iter().map(|pack| format!("{} {}", pack.name, pack.version)).collect()
    }

    /// Every file of the store with its content, except the lock file.
    pub fn stored(&self) -> Vec<(PathBuf, Vec<u8>)> {
        fn collect(folder: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                match entry.path().is_dir() {
                    true => collect(&entry.path(), found),
                    false => found.push((entry.path(), std::fs::read(entry.path()).unwrap())),
                }
            }
        }
        let mut found = Vec::new();
        collect(self.store.folder(), &mut found);
        found.retain(|(path, _)| path.file_name().is_some_and(|name| name != "lock"));
        found.sort();
        found
    }
}
