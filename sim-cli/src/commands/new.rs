//! `sim new`: a crate for a component of one's own.

mod c;

use super::kit::{self, Kit};
use crate::console::{Console, conduct};
use crate::exit::{Exit, Failure, Outcome};
use sim_abi::declare::Kind;
use sim_abi::ffi::module::{ABI_MAJOR, ABI_MINOR};
use sim_core::diagnostic::{Code, Diagnostic, Sentence};
use std::path::{Path, PathBuf};

/// Makes a crate for a component of your own: it builds, has tests, and comes with a scene that uses it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to make: controller, sensor, actuator, dynamics, robot or service.
    #[arg(value_enum)]
    pub kind: NewKind,
    /// Name of the crate: lower-case letters, digits and dashes, beginning with a letter, at most 40.
    pub name: String,
    /// Folder in which the crate's folder is made; the present one without.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
    /// Folder of the crate `sim-abi` in an author's kit; found beside the program or in its source tree without.
    #[arg(long, value_name = "PATH")]
    pub sdk: Option<PathBuf>,
    /// Language: rust makes a crate, c and cpp a folder that the system's compiler builds.
    #[arg(long, value_enum, default_value_t)]
    pub lang: c::Lang,
}

/// The kinds, as the command line names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[allow(missing_docs, reason = "the names say it, and clap would print the comments as help")]
pub enum NewKind {
    Controller,
    Sensor,
    Actuator,
    Dynamics,
    Robot,
    Service,
}

/// Library and scene of one kind.
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

impl NewKind {
    /// The same kind in the contract.
    pub const fn kind(self) -> Kind {
        match self {
            NewKind::Controller => Kind::Controller,
            NewKind::Sensor => Kind::Sensor,
            NewKind::Actuator => Kind::Actuator,
            NewKind::Dynamics => Kind::Dynamics,
            NewKind::Robot => Kind::Robot,
            NewKind::Service => Kind::Service,
        }
    }

    const fn template(self) -> Template {
        match self {
            NewKind::Controller => template!("controller"),
            NewKind::Sensor => template!("sensor"),
            NewKind::Actuator => template!("actuator"),
            NewKind::Dynamics => template!("dynamics"),
            NewKind::Robot => template!("robot"),
            NewKind::Service => template!("service"),
        }
    }
}

/// Names that Rust or Cargo do not take for a crate, though their form is right.
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

/// Makes the crate and says on standard error what to do next. Nothing is written when the request makes no
/// sense.
pub fn run(args: Args) -> Exit {
    conduct(false, |console| match args.lang {
        c::Lang::Rust => execute(&args, console),
        _ => c::execute(&args, console),
    })
}

fn execute(args: &Args, console: &Console) -> Outcome {
    let folder = args.dir.join(&args.name);
    let kit = check_name(&args.name).and_then(|()| check_folder(&folder)).and_then(|()| Kit::find(args.sdk.as_deref()));
    let kit = kit.map_err(|finding| Failure::with(Exit::Usage, finding))?;
    write(&folder, &render(args.kind, &args.name, &kit), &kit).map_err(|finding| Failure::with(Exit::Failed, finding))?;
    console.say(made(args, &folder));
    if let Kit::Source(source) = &kit {
        console.say(say!(
            "new-this-machine",
            "it builds on this machine only: it depends on {source}; the program in `target/dist` makes crates that carry \
             the author's kit with them",
            source = source.display()
        ));
    }
    console.say(say!(
        "new-next",
        "next: cd {folder} && cargo test && cargo build; README.md says how to run it",
        folder = folder.display()
    ));
    Ok(Exit::Ok)
}

/// What was made, and where.
fn made(args: &Args, folder: &Path) -> Sentence {
    let kind = sim_core::words::kind(args.kind.kind());
    say!("new-made", "made the {kind} `{name}` in {folder}", kind, name = args.name, folder = folder.display())
}

fn refuse(message: Sentence) -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, message)
}

/// Names that Cargo, component ids and file systems take alike.
fn check_name(name: &str) -> Result<(), Diagnostic> {
    let expected = || {
        say!("new-letters", "lower-case letters, digits and dashes, the first a letter, at most 40 in all")
    };
    let known = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let starts_well = name.starts_with(|first: char| first.is_ascii_lowercase());
    if !starts_well || name.len() > 40 || !name.bytes().all(known) {
        return Err(refuse(say!("new-no-name", "the name cannot be used for a crate"))
            .with_expected(expected())
            .with_found(format!("`{}`", name.escape_debug()))
            .with_help(say!("new-no-name-help", "`line-follower` would be fine")));
    }
    if RESERVED.contains(&name) {
        return Err(refuse(say!("new-reserved", "the name has a meaning for Rust or Cargo"))
            .with_expected(expected())
            .with_found(format!("`{name}`"))
            .with_help(say!("new-reserved-help", "take `my-{name}`, for example", name)));
    }
    Ok(())
}

fn check_folder(folder: &Path) -> Result<(), Diagnostic> {
    let found = match folder.read_dir() {
        Ok(mut entries) => match entries.next() {
            None => return Ok(()),
            Some(_) => say!("new-folder-full", "a folder with files in it"),
        },
        Err(_) if !folder.exists() => return Ok(()),
        Err(_) => say!("new-no-folder", "something that is not a folder, or a folder that cannot be read"),
    };
    Err(refuse(say!("new-there", "there is something already where the crate would be made"))
        .with_file(folder.display().to_string())
        .with_expected(say!("new-there-expected", "no folder of this name, or an empty one"))
        .with_found(found)
        .with_help(say!(
            "new-there-help",
            "take another name, or `--dir` to make it elsewhere; nothing was written"
        )))
}

const SHIPPED_ORIGIN: &str =
    "# The simulator's kit, in this crate so that it builds on every machine. Is the folder not there, or the simulator
# another one? `sim kit` puts the kit of the one that is installed here.";
const SHIPPED_PASSING_ON: &str = "The folder `sdk` is the author's kit of the simulator: the crate builds wherever there is Rust, so send it as it is.
After an update of the simulator, or when it refuses the library, run `sim kit` in this folder: it takes the kit of the
simulator that is installed. Then build anew.";
const SOURCE_ORIGIN: &str = "# In the source tree of the simulator, on this machine alone.";
const SOURCE_PASSING_ON: &str = "The crate depends on the simulator's source tree on this machine. A crate to pass on is made by the program in `target/dist`:
it carries the author's kit with it.";

/// Files of the crate: path within it, and content.
fn render(kind: NewKind, name: &str, kit: &Kit) -> Vec<(&'static str, String)> {
    let library = format!("{}{}{}", std::env::consts::DLL_PREFIX, name.replace('-', "_"), std::env::consts::DLL_SUFFIX);
    let (sdk, origin, passing_on) = match kit {
        Kit::Shipped(_) => (kit::WITHIN.to_string(), SHIPPED_ORIGIN, SHIPPED_PASSING_ON),
        // A basic string of TOML: backslashes (as in paths of Windows) and quotes are escaped.
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
        ("Cargo.toml", fill(include_str!("../../templates/common/Cargo.toml"))),
        ("README.md", fill(include_str!("../../templates/common/README.md"))),
        (".gitignore", include_str!("../../templates/common/gitignore").to_string()),
        ("scene.ron", fill(scene)),
        ("src/lib.rs", fill(code)),
    ]
}

/// Writes files into a folder, which is made.
fn write_files(folder: &Path, files: &[(&str, impl AsRef<str>)]) -> Result<(), Diagnostic> {
    for (path, content) in files {
        let path = folder.join(path);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|error| unwritable(parent, &error))?;
        std::fs::write(&path, content.as_ref()).map_err(|error| unwritable(&path, &error))?;
    }
    Ok(())
}

/// Writes the files and the kit. Its lock file comes along, so that the crate builds with the versions it was tested with.
fn write(folder: &Path, files: &[(&'static str, String)], kit: &Kit) -> Result<(), Diagnostic> {
    write_files(folder, files)?;
    let lock = match kit {
        Kit::Shipped(kit) => {
            kit::put(kit, folder)?;
            kit.join("Cargo.lock")
        }
        Kit::Source(crate_folder) => crate_folder.join("..").join("Cargo.lock"),
    };
    if lock.is_file() {
        let path = folder.join("Cargo.lock");
        std::fs::copy(&lock, &path).map_err(|error| unwritable(&path, &error))?;
    }
    Ok(())
}

fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(Code::ConfigOutput, say!("new-not-written", "the folder could not be written"))
        .with_file(path.display().to_string())
        .with_found(error.to_string())
        .with_help(say!("kit-not-copied-help", "check that the folder can be written and the disk is not full"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    fn args(name: &str, dir: &Path) -> Args {
        Args { kind: NewKind::Controller, name: name.into(), dir: dir.into(), sdk: None, lang: c::Lang::Rust }
    }

    fn shipped() -> Kit {
        Kit::Shipped("/opt/simulator/sdk".into())
    }

    #[test]
    fn a_new_crate_carries_the_kit_and_names_no_folder_of_this_machine() {
        let desk = tempfile::tempdir().unwrap();
        let sdk = kit::tests::kit(&desk.path().join("installation"), "// the contract");
        assert_eq!(run(Args { sdk: Some(sdk), ..args("avoid", desk.path()) }), Exit::Ok);
        let folder = desk.path().join("avoid");
        let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
        assert_eq!(
            (read("sdk/sim-abi/src/lib.rs").as_str(), read("Cargo.lock").as_str()),
            ("// the contract", "# versions\n")
        );
        let installation = desk.path().canonicalize().unwrap().display().to_string();
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
        let manifest = &render(NewKind::Controller, "avoid", &shipped())[0].1;
        assert!(manifest.contains("[profile.dev]\npanic = \"unwind\"\nopt-level = 2"), "{manifest}");
        assert!(!manifest.contains("[profile.test"), "a profile of its own would build everything twice");
        let readme = &render(NewKind::Controller, "avoid", &shipped())[1].1;
        assert!(readme.contains("cargo build  ") && readme.contains("cp target/debug/"), "{readme}");
    }

    #[test]
    fn every_kind_is_rendered_without_a_placeholder_left() {
        for kind in NewKind::value_variants() {
            let files = render(*kind, "line-follower", &shipped());
            for (path, content) in &files {
                assert!(!content.contains("{{") && !content.contains("}}"), "{kind:?} {path}");
                assert!(content.lines().all(|line| line.len() <= 120), "{kind:?} {path} has a line over 120");
            }
            let text = |wanted: &str| &files.iter().find(|(path, _)| *path == wanted).unwrap().1;
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
        let files = render(NewKind::Controller, "avoid", &shipped());
        let lines = files.iter().find(|(path, _)| *path == "src/lib.rs").unwrap().1.lines().count();
        assert!(lines <= 30, "{lines} lines");
        let manifest = &files[0].1;
        let dependencies = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
        assert_eq!(dependencies.take_while(|line| !line.starts_with('[')).filter(|l| l.contains(" = {")).count(), 1);
    }

    #[test]
    fn every_library_is_formatted_as_rustfmt_does_without_a_configuration() {
        let rustfmt = || std::process::Command::new("rustfmt");
        if !rustfmt().arg("--version").output().is_ok_and(|output| output.status.success()) {
            eprintln!("skipped: there is no rustfmt on this machine (`rustup component add rustfmt`)");
            return;
        }
        // A folder of its own, so that no rustfmt.toml above it counts.
        let folder = tempfile::tempdir().unwrap();
        for kind in NewKind::value_variants() {
            for name in ["a", "line-follower", &"a".repeat(40)] {
                let files = render(*kind, name, &shipped());
                let file = folder.path().join("lib.rs");
                std::fs::write(&file, &files.iter().find(|(path, _)| *path == "src/lib.rs").unwrap().1).unwrap();
                let output = rustfmt().args(["--check", "--edition", "2024"]).arg(&file).output().unwrap();
                let difference = String::from_utf8_lossy(&output.stdout);
                assert!(output.status.success(), "{kind:?} {name}:\n{difference}");
            }
        }
    }

    #[test]
    fn the_scene_of_every_kind_is_well_formed() {
        for kind in NewKind::value_variants() {
            let folder = tempfile::tempdir().unwrap();
            let files = render(*kind, "mine", &shipped());
            let scene = folder.path().join("scene.ron");
            std::fs::write(&scene, &files.iter().find(|(path, _)| *path == "scene.ron").unwrap().1).unwrap();
            let loaded = sim_core::scene::Scene::load(&scene);
            assert!(loaded.is_ok(), "{kind:?}: {}", loaded.err().unwrap());
        }
    }

    #[test]
    fn names_that_are_no_crate_names_are_refused_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let long = "a".repeat(41);
        for name in ["", "A", "1a", "-a", "a_b", "a b", "ä", "../a", "a/b", "fn", "sim-abi", "test", &long] {
            assert_eq!(run(args(name, folder.path())), Exit::Usage, "{name:?}");
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
        assert_eq!(run(args("full", folder.path())), Exit::Usage);
        assert_eq!(full.read_dir().unwrap().count(), 1);

        std::fs::write(folder.path().join("file"), "mine").unwrap();
        assert_eq!(run(args("file", folder.path())), Exit::Usage);

        std::fs::create_dir(folder.path().join("empty")).unwrap();
        assert_eq!(run(args("empty", folder.path())), Exit::Ok);
        assert!(folder.path().join("empty/src/lib.rs").is_file());
    }

    #[test]
    fn a_kit_that_is_not_there_is_said_so_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let args = Args { sdk: Some(folder.path().join("nowhere")), ..args("avoid", folder.path()) };
        assert_eq!(run(args), Exit::Usage);
        assert!(!folder.path().join("avoid").exists());
    }
}
