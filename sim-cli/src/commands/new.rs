//! `sim new`: creates a project, or a crate for a component.

use crate::console::{Console, conduct};
use crate::exit::{Exit, Failure, Outcome};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_project::{ComponentKind, NewComponent, Refused};
use std::path::PathBuf;

/// Makes a crate for a component of your own: it builds, has tests, and comes with a scene that uses it. Or makes a project: a
/// folder with scenes to begin with, and places for components, their libraries and what runs leave.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to make: project, controller, sensor, actuator, dynamics, robot or service.
    #[arg(value_enum)]
    pub kind: NewKind,
    /// Name of the crate: lower-case letters, digits and dashes, beginning with a letter, at most 40. Names of projects may have
    /// capital letters and underscores, too.
    pub name: String,
    /// Folder in which the new folder is made; the present one without.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
    /// Folder of the crate `sim-abi` in an author's kit; found beside the program or in its source tree without.
    #[arg(long, value_name = "PATH")]
    pub sdk: Option<PathBuf>,
    /// Language: rust makes a crate, c and cpp a folder that the system's compiler builds; rust without.
    #[arg(long, value_enum)]
    pub lang: Option<Lang>,
}

/// What can be made, as the command line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[allow(missing_docs, reason = "the names say it, and clap would print the comments as help")]
pub enum NewKind {
    Project,
    Controller,
    Sensor,
    Actuator,
    Dynamics,
    Robot,
    Service,
}

/// Language of what is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[allow(missing_docs, reason = "the names say it, and clap would print the comments as help")]
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
    console.say(format!("made the {kind} `{name}` in {folder}", name = args.name));
    if let Some(source) = &made.source_tree {
        console.say(format!(
            "it builds on this machine only: it depends on {source}; the program in `target/dist` makes crates that \
             carry the author's kit with them",
            source = source.display()
        ));
    }
    console.say(match lang {
        sim_project::Lang::Rust => {
            format!("next: cd {folder} && cargo test && cargo build; README.md says how to run it")
        }
        _ => format!("next: cd {folder} && make && make conform; README.md says how to run it"),
    });
    Ok(Exit::Ok)
}

fn project(args: &Args, console: &Console) -> Outcome {
    for (option, given) in [("--lang", args.lang.is_some()), ("--sdk", args.sdk.is_some())] {
        if given {
            let message = format!("`{option}` means nothing for a project");
            let finding = Diagnostic::error(Code::ConfigValue, message)
                .with_help("leave it out; it is for the components that are made in the project");
            return Err(Failure::with(Exit::Usage, finding));
        }
    }
    let made = sim_project::new_project(&args.name, &args.dir).map_err(failure)?;
    let folder = made.display();
    console.say(format!("made the project `{name}` in {folder}", name = args.name));
    console.say(format!("next: cd {folder} && sim gui worlds/first.ron; README.md says what is where"));
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
    fn what_is_made_and_what_is_refused_tell_by_the_exit_status() {
        let folder = tempfile::tempdir().unwrap();
        let run = |kind, name: &str| run(args(kind, name, folder.path()));
        assert_eq!(run(NewKind::Controller, "Bad"), Exit::Usage);
        assert_eq!(run(NewKind::Controller, "avoid"), Exit::Ok);
        assert_eq!(run(NewKind::Controller, "avoid"), Exit::Usage, "it is there already");
        assert!(folder.path().join("avoid/src/lib.rs").is_file());
    }

    #[test]
    fn bl_89_a_project_is_made_once_and_takes_no_options_of_components() {
        let folder = tempfile::tempdir().unwrap();
        let new = |name: &str| args(NewKind::Project, name, folder.path());
        assert_eq!(run(Args { lang: Some(Lang::C), ..new("mine") }), Exit::Usage);
        assert_eq!(run(Args { sdk: Some(".".into()), ..new("mine") }), Exit::Usage);
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        assert_eq!([run(new("mine")), run(new("mine"))], [Exit::Ok, Exit::Usage]);
        assert!(folder.path().join("mine/worlds/first.ron").is_file());
    }
}
