//! New crates or folders for custom components.

mod c;

use crate::Refused;
use crate::folder::{self, Files, is_device, refuse_device};
use crate::kit::{self, Kit};
use sim_abi::declare::Kind;
use sim_abi::ffi::module::{ABI_MAJOR, ABI_MINOR};
use sim_core::diagnostic::{Code, Diagnostic};
use std::path::{Path, PathBuf};

pub use c::HEADER;

/// Kind of a new component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentKind {
    /// A controller.
    Controller,
    /// A sensor.
    Sensor,
    /// An actuator.
    Actuator,
    /// A dynamics.
    Dynamics,
    /// A robot model.
    Robot,
    /// A world service.
    Service,
}

/// Language of a new component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// Rust: a crate.
    #[default]
    Rust,
    /// C: a folder for the system's compiler.
    C,
    /// C++: a folder for the system's compiler.
    Cpp,
}

/// Settings for a new component.
#[derive(Clone, Copy, Debug)]
pub struct NewComponent<'a> {
    /// Its kind.
    pub kind: ComponentKind,
    /// Name of the crate or folder: lowercase letters, digits and dashes, beginning with a letter, at most 40 characters.
    pub name: &'a str,
    /// Parent folder of the new folder.
    pub dir: &'a Path,
    /// Folder of the crate `sim-abi` in an SDK. Default: next to the program or in its source tree.
    pub sdk: Option<&'a Path>,
    /// Its language.
    pub lang: Lang,
}

/// A created component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeComponent {
    /// Its folder.
    pub folder: PathBuf,
    /// Source file.
    pub code: PathBuf,
    /// The crate `sim-abi` in the simulator's source tree that it depends on; `None` if it also builds on other machines.
    pub source_tree: Option<PathBuf>,
}

impl NewComponent<'_> {
    /// Creates the folder, all or nothing.
    ///
    /// # Errors
    /// An invalid name, a folder that is not empty, or no SDK; I/O errors. Nothing is written in these cases.
    pub fn make(&self) -> Result<MadeComponent, Refused> {
        let folder = self.dir.join(self.name);
        check_name(self.name).and_then(|()| folder::check_free(&folder)).map_err(Refused::Request)?;
        if self.lang != Lang::Rust {
            let files = c::render(self.kind, self.name, self.lang);
            let code = folder.join(&files[0].0);
            folder::make(&folder, |part| folder::write_files(part, &files)).map_err(Refused::Writing)?;
            return Ok(MadeComponent { folder, code, source_tree: None });
        }
        let kit = Kit::find(self.sdk).map_err(Refused::Request)?;
        let files = render(self.kind, self.name, &kit);
        folder::make(&folder, |part| write(part, &files, &kit)).map_err(Refused::Writing)?;
        let code = folder.join("src").join("lib.rs");
        let source_tree = if let Kit::Source(source) = kit { Some(source) } else { None };
        Ok(MadeComponent { folder, code, source_tree })
    }
}

/// Library and scene for one kind.
struct Template {
    library: &'static str,
    scene: &'static str,
}

macro_rules! template {
    ($folder:literal) => {
        Template {
            library: include_str!(concat!("../../templates/", $folder, "/lib.rs")),
            scene: include_str!(concat!("../../templates/", $folder, "/scene.ron")),
        }
    };
}

impl ComponentKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Controller, Self::Sensor, Self::Actuator, Self::Dynamics, Self::Robot, Self::Service];

    /// The corresponding kind in the contract.
    pub const fn kind(self) -> Kind {
        match self {
            ComponentKind::Controller => Kind::Controller,
            ComponentKind::Sensor => Kind::Sensor,
            ComponentKind::Actuator => Kind::Actuator,
            ComponentKind::Dynamics => Kind::Dynamics,
            ComponentKind::Robot => Kind::Robot,
            ComponentKind::Service => Kind::Service,
        }
    }

    const fn template(self) -> Template {
        match self {
            ComponentKind::Controller => template!("controller"),
            ComponentKind::Sensor => template!("sensor"),
            ComponentKind::Actuator => template!("actuator"),
            ComponentKind::Dynamics => template!("dynamics"),
            ComponentKind::Robot => template!("robot"),
            ComponentKind::Service => template!("service"),
        }
    }
}

/// Names that Rust or Cargo reject for a crate although their format is valid.
const RESERVED: &[&str] = &[
    "as",
    "abstract",
    "alloc",
    "async",
    "await",
    "become",
    "box",
    "break",
    "build",
    "const",
    "continue",
    "core",
    "crate",
    "deps",
    "do",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "incremental",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "pub",
    "ref",
    "return",
    "self",
    "sim-abi",
    "sim-abi-derive",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

fn refuse(message: String) -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, message)
}

/// Checks that a name is valid for Cargo, component ids and file systems.
///
/// # Errors
/// An invalid name, with a suggestion.
pub fn check_name(name: &str) -> Result<(), Diagnostic> {
    let expected = || "lowercase letters, digits and dashes, starting with a letter, at most 40 characters".to_string();
    let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let starts_well = name.starts_with(|first: char| first.is_ascii_lowercase());
    if !starts_well || name.len() > 40 || !name.bytes().all(known) {
        return Err(refuse("invalid crate name".to_string())
            .with_expected(expected())
            .with_found(format!("`{}`", name.escape_debug()))
            .with_help("use a name such as `line-follower`"));
    }
    if is_device(name) {
        return Err(refuse_device(name));
    }
    if RESERVED.contains(&name) {
        return Err(refuse("the name is reserved by Rust or Cargo".to_string())
            .with_expected(expected())
            .with_found(format!("`{name}`"))
            .with_help(format!("use, for example, `my-{name}`")));
    }
    Ok(())
}

const SHIPPED_ORIGIN: &str = "# The SDK of the simulator, in this crate so that it builds on every machine. If the
# folder is missing, or after an update of the simulator, run `sim kit` to copy the SDK of this installation.";
const SHIPPED_PASSING_ON: &str = "The folder `sdk` is the SDK of the simulator: the crate builds on every machine with
Rust, so you can share it as it is. After an update of the simulator, or if it rejects the library, run `sim kit` in
this folder to copy the SDK of this installation. Then build again.";
const SOURCE_ORIGIN: &str = "# In the source tree of the simulator, only on this machine.";
const SOURCE_PASSING_ON: &str = "The crate depends on the source tree of the simulator on this machine. To share a
crate, create it with the program in `target/dist`: its crates include the SDK.";

/// File name of the library built from a crate of this name on this platform.
pub fn library_name(name: &str) -> String {
    format!("{}{}{}", std::env::consts::DLL_PREFIX, name.replace('-', "_"), std::env::consts::DLL_SUFFIX)
}

/// Files of the crate: relative path and content.
fn render(kind: ComponentKind, name: &str, kit: &Kit) -> Files {
    let library = library_name(name);
    let (sdk, origin, passing_on) = match kit {
        Kit::Shipped(_) => (kit::WITHIN.to_string(), SHIPPED_ORIGIN, SHIPPED_PASSING_ON),
        // A basic TOML string: backslashes (as in Windows paths) and quotes are escaped.
        Kit::Source(folder) => {
            (folder.display().to_string().replace('\\', "\\\\").replace('"', "\\\""), SOURCE_ORIGIN, SOURCE_PASSING_ON)
        }
    };
    let fill = |text: &str| {
        text.replace("{{origin}}", origin)
            .replace("{{passing-on}}", passing_on)
            .replace("{{name}}", name)
            .replace("{{kind}}", kind.kind().word())
            .replace("{{abi}}", &format!("{ABI_MAJOR}.{ABI_MINOR}"))
            .replace("{{library}}", &library)
            .replace("{{sdk}}", &sdk)
    };
    let Template { library: code, scene } = kind.template();
    vec![
        ("Cargo.toml".into(), fill(include_str!("../../templates/common/Cargo.toml"))),
        ("README.md".into(), fill(include_str!("../../templates/common/README.md"))),
        (".gitignore".into(), include_str!("../../templates/common/gitignore").to_string()),
        ("scene.ron".into(), fill(scene)),
        ("src/lib.rs".into(), fill(code)),
    ]
}

/// Writes the files and the SDK, including its lock file, so that the crate builds with the tested versions.
fn write(folder: &Path, files: &Files, kit: &Kit) -> Result<(), Diagnostic> {
    folder::write_files(folder, files)?;
    let lock = match kit {
        Kit::Shipped(kit) => {
            kit::put(kit, folder)?;
            kit.join("Cargo.lock")
        }
        Kit::Source(crate_folder) => crate_folder.join("..").join("Cargo.lock"),
    };
    if lock.is_file() {
        let path = folder.join("Cargo.lock");
        std::fs::copy(&lock, &path).map_err(|error| folder::unwritable(&path, &error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn controller<'a>(name: &'a str, dir: &'a Path) -> NewComponent<'a> {
        NewComponent { kind: ComponentKind::Controller, name, dir, sdk: None, lang: Lang::Rust }
    }

    fn is_refused(made: Result<MadeComponent, Refused>) -> bool {
        matches!(made, Err(Refused::Request(_)))
    }

    fn shipped() -> Kit {
        Kit::Shipped("/opt/simulator/sdk".into())
    }

    #[test]
    fn a_new_crate_carries_the_kit_and_names_no_folder_of_this_machine() {
        let temp_dir = tempfile::tempdir().unwrap();
        let sdk = kit::tests::kit(&temp_dir.path().join("installation"), "// the contract");
        let made = NewComponent { sdk: Some(&sdk), ..controller("avoid", temp_dir.path()) }.make().unwrap();
        let folder = temp_dir.path().join("avoid");
        assert_eq!((&made.folder, &made.code), (&folder, &folder.join("src/lib.rs")));
        let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
        assert_eq!(
            (read("sdk/sim-abi/src/lib.rs").as_str(), read("Cargo.lock").as_str()),
            ("// the contract", "# versions\n")
        );
        let installation = temp_dir.path().canonicalize().unwrap().display().to_string();
        for path in
            ["Cargo.toml", "README.md", ".gitignore", "scene.ron", "src/lib.rs", "sdk/README.md", "sdk/Cargo.toml"]
        {
            assert!(!read(path).contains(&installation), "{path} names {installation}");
        }
        assert!(read("Cargo.toml").contains("exclude = [\"sdk\"]") && !read(".gitignore").contains("sdk"));
        assert!(read("Cargo.toml").contains("`sim kit`") && read("README.md").contains("`sim kit`"));
    }

    #[test]
    fn tests_and_library_share_what_they_are_built_from() {
        let manifest = &render(ComponentKind::Controller, "avoid", &shipped())[0].1;
        assert!(manifest.contains("[profile.dev]\npanic = \"unwind\"\nopt-level = 2"), "{manifest}");
        assert!(!manifest.contains("[profile.test"), "a profile of its own would build everything twice");
        let readme = &render(ComponentKind::Controller, "avoid", &shipped())[1].1;
        assert!(readme.contains("cargo build  ") && readme.contains("cp target/debug/"), "{readme}");
    }

    #[test]
    fn every_kind_is_rendered_without_a_placeholder_left() {
        for kind in &ComponentKind::ALL {
            let files = render(*kind, "line-follower", &shipped());
            for (path, content) in &files {
                assert!(!content.contains("{{") && !content.contains("}}"), "{kind:?} {path}");
                assert!(content.lines().all(|line| line.len() <= 120), "{kind:?} {path} has a line over 120");
            }
            let text = |wanted: &str| &files.iter().find(|(path, _)| path == wanted).unwrap().1;
            let export = format!("{} \"my/line-follower\" = ", kind.kind());
            assert!(text("src/lib.rs").contains(&export), "{kind:?}");
            assert!(text("src/lib.rs").contains("testing::conformance::"), "{kind:?} lacks the conformance test");
            assert!(!text("src/lib.rs").contains("unsafe"), "{kind:?}");
            assert!(text("scene.ron").contains("my/line-follower"), "{kind:?}");
            assert!(text("Cargo.toml").contains("sim-abi = { path = \"sdk/sim-abi\" }"));
        }
    }

    #[test]
    fn a_controller_has_at_most_30_lines_and_every_template_one_dependency() {
        let files = render(ComponentKind::Controller, "avoid", &shipped());
        let lines = files.iter().find(|(path, _)| path == "src/lib.rs").unwrap().1.lines().count();
        assert!(lines <= 30, "{lines} lines");
        let manifest = &files[0].1;
        let dependencies = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
        assert_eq!(dependencies.take_while(|line| !line.starts_with('[')).filter(|l| l.contains(" = {")).count(), 1);
    }

    #[test]
    fn every_library_is_formatted_as_rustfmt_does_without_a_configuration() {
        let rustfmt = || std::process::Command::new("rustfmt");
        if !rustfmt().arg("--version").output().is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: rustfmt is not installed (`rustup component add rustfmt`)");
            return;
        }
        // A separate folder, so that no rustfmt.toml above it applies.
        let folder = tempfile::tempdir().unwrap();
        for kind in &ComponentKind::ALL {
            for name in ["a", "line-follower", &"a".repeat(40)] {
                let files = render(*kind, name, &shipped());
                let file = folder.path().join("lib.rs");
                std::fs::write(&file, &files.iter().find(|(path, _)| path == "src/lib.rs").unwrap().1).unwrap();
                let output = rustfmt().args(["--check", "--edition", "2024"]).arg(&file).output().unwrap();
                let difference = String::from_utf8_lossy(&output.stdout);
                assert!(output.status.success(), "{kind:?} {name}:\n{difference}");
            }
        }
    }

    #[test]
    fn the_scene_of_every_kind_is_well_formed() {
        for kind in &ComponentKind::ALL {
            let folder = tempfile::tempdir().unwrap();
            let files = render(*kind, "mine", &shipped());
            let scene = folder.path().join("scene.ron");
            std::fs::write(&scene, &files.iter().find(|(path, _)| path == "scene.ron").unwrap().1).unwrap();
            let loaded = sim_core::scene::Scene::load(&scene);
            assert!(loaded.is_ok(), "{kind:?}: {}", loaded.err().unwrap());
        }
    }

    #[test]
    fn invalid_crate_names_are_rejected_without_writing_files() {
        let folder = tempfile::tempdir().unwrap();
        let long = "a".repeat(41);
        for name in ["", "A", "1a", "-a", "a_b", "a b", "ä", "../a", "a/b", "fn", "sim-abi", "test", &long] {
            assert!(is_refused(controller(name, folder.path()).make()), "{name:?}");
        }
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        for name in ["a", "line-follower", "r2-d2", &long[..40]] {
            assert!(check_name(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_folder_with_files_is_left_alone_and_an_empty_one_is_used() {
        let folder = tempfile::tempdir().unwrap();
        let full = folder.path().join("full");
        std::fs::create_dir(&full).unwrap();
        std::fs::write(full.join("notes.txt"), "mine").unwrap();
        assert!(is_refused(controller("full", folder.path()).make()));
        assert_eq!(full.read_dir().unwrap().count(), 1);

        std::fs::write(folder.path().join("file"), "mine").unwrap();
        assert!(is_refused(controller("file", folder.path()).make()));

        std::fs::create_dir(folder.path().join("empty")).unwrap();
        controller("empty", folder.path()).make().unwrap();
        assert!(folder.path().join("empty/src/lib.rs").is_file());
    }

    #[test]
    fn a_missing_sdk_is_reported_without_writing_files() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = folder.path().join("nowhere");
        assert!(is_refused(NewComponent { sdk: Some(&nowhere), ..controller("avoid", folder.path()) }.make()));
        assert!(!folder.path().join("avoid").exists());
    }
}
