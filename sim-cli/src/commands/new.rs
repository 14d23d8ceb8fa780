//! `sim new`: creates a project, or a crate for a component.

use crate::console::{Console, conduct};
use crate::exit::{Exit, Failure, Outcome};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_project::{ComponentKind, NewComponent, Refused};
use std::path::PathBuf;

/// Creates a crate for a component: it builds, has a test, and includes a scene that uses it. Or creates a project: a folder with
/// example scenes, and subfolders for components, their libraries and the output of runs.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to create: project, controller, sensor, actuator, dynamics, robot or service.
    #[arg(value_enum)]
    pub kind: NewKind,
    /// Name of the crate: lowercase letters, digits and dashes, beginning with a letter, at most 40 characters. Names of projects may have
    /// capital letters and underscores, too.
    pub name: String,
    /// Parent folder of the new folder.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
    /// Folder of the crate `sim-abi` of an SDK. Default: next to the program, or in its source tree.
    #[arg(long, value_name = "PATH")]
    pub sdk: Option<PathBuf>,
    /// Language: rust creates a crate, c and cpp a folder for the system's compiler. Default: rust.
    #[arg(long, value_enum)]
    pub lang: Option<Lang>,
}

/// What to create.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[allow(missing_docs, reason = "the names are self-explanatory, and clap would print the comments as help")]
pub enum NewKind {
    Project,
    Controller,
    Sensor,
    Actuator,
    Dynamics,
    Robot,
    Service,
}

/// Language of the new component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[allow(missing_docs, reason = "the names are self-explanatory, and clap would print the comments as help")]
pub enum Lang {
    Rust,
    C,
    Cpp,
}

impl NewKind {
    /// The kind of component to create; none for a project.
    const fn component(self) -> Option<ComponentKind> {
        match self {
            NewKind::Project => None,
            NewKind::Controller => Some(ComponentKind::Controller),
            NewKind::Sensor => Some(ComponentKind::Sensor),
            NewKind::Actuator => Some(ComponentKind::Actuator),
            NewKind::Dynamics => Some(ComponentKind::Dynamics),
            NewKind::Robot => Some(ComponentKind::Robot),
            NewKind::Service => Some(ComponentKind::Service),
        }
    }
}

impl From<Lang> for sim_project::Lang {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::Rust => Self::Rust,
            Lang::C => Self::C,
            Lang::Cpp => Self::Cpp,
        }
    }
}

/// Creates the crate or project, and prints the next steps on standard error. Writes nothing if the request is invalid.
pub fn run(args: Args) -> Exit {
    conduct(false, |console| match args.kind.component() {
        Some(kind) => component(&args, kind, console),
        None => project(&args, console),
    })
}

fn component(args: &Args, kind: ComponentKind, console: &Console) -> Outcome {
    let lang = args.lang.map_or_else(Default::default, Into::into);
    let new = NewComponent { kind, name: &args.name, dir: &args.dir, sdk: args.sdk.as_deref(), lang };
    let made = new.make().map_err(failure)?;
    let folder = made.folder.display();
    let kind = sim_core::words::kind(kind.kind());
    console.info(format!("created the {kind} `{name}` in {folder}", name = args.name));
    if let Some(source) = &made.source_tree {
        console.info(format!(
            "it builds only on this machine, because it depends on {source}; the program in `target/dist` creates \
             crates that include the SDK",
            source = source.display()
        ));
    }
    console.info(match lang {
        sim_project::Lang::Rust => format!("next: cd {folder} && cargo test && cargo build; see README.md to run it"),
        _ => format!("next: cd {folder} && make && make conform; see README.md to run it"),
    });
    Ok(Exit::Ok)
}

fn project(args: &Args, console: &Console) -> Outcome {
    for (option, given) in [("--lang", args.lang.is_some()), ("--sdk", args.sdk.is_some())] {
        if given {
            let finding = Diagnostic::error(Code::ConfigValue, format!("`{option}` does not apply to projects"))
                .with_help("leave it out; it is for components that you create in the project");
            return Err(Failure::with(Exit::Usage, finding));
        }
    }
    let made = sim_project::new_project(&args.name, &args.dir).map_err(failure)?;
    let folder = made.display();
    console.info(format!("created the project `{name}` in {folder}", name = args.name));
    console.info(format!("next: cd {folder} && sim gui worlds/first.ron; see README.md for an overview"));
    Ok(Exit::Ok)
}

/// The failure with its exit status.
pub fn failure(refused: Refused) -> Failure {
    match refused {
        Refused::Request(finding) => Failure::with(Exit::Usage, finding),
        Refused::Writing(finding) => Failure::with(Exit::Failed, finding),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(kind: NewKind, name: &str, dir: &std::path::Path) -> Args {
        Args { kind, name: name.into(), dir: dir.into(), sdk: None, lang: None }
    }

    #[test]
    fn the_exit_status_reports_whether_a_crate_was_created() {
        let folder = tempfile::tempdir().unwrap();
        let run = |kind, name: &str| run(args(kind, name, folder.path()));
        assert_eq!(run(NewKind::Controller, "Bad"), Exit::Usage);
        assert_eq!(run(NewKind::Controller, "avoid"), Exit::Ok);
        assert_eq!(run(NewKind::Controller, "avoid"), Exit::Usage, "it already exists");
        assert!(folder.path().join("avoid/src/lib.rs").is_file());
    }

    /// BL-89: `sim new project` creates a folder with worlds, controllers, plugins, missions and logs.
    #[test]
    fn a_project_is_made_once_and_takes_no_options_of_components() {
        let folder = tempfile::tempdir().unwrap();
        let new = |name: &str| args(NewKind::Project, name, folder.path());
        assert_eq!(run(Args { lang: Some(Lang::C), ..new("mine") }), Exit::Usage);
        assert_eq!(run(Args { sdk: Some(".".into()), ..new("mine") }), Exit::Usage);
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        assert_eq!([run(new("mine")), run(new("mine"))], [Exit::Ok, Exit::Usage]);
        assert!(folder.path().join("mine/worlds/first.ron").is_file());
    }
}
