//! Handles the requests of `sim check` about configuration files; see [`sim_cli::external`].

use crate::config::{File, is_configuration};
use crate::scene::{Flags, located, translate};
use crate::simulator::Simulator;
use sim_abi::service::RobotLayout;
use sim_cli::console::{Console, MessageArgs, conduct};
use sim_cli::exit::{Exit, Outcome};
use sim_cli::external::{Report, YES};
use sim_cli::program::{Program, Work};
use sim_cli::session::PluginArgs;
use sim_cli::supervised::SupervisionArgs;
use sim_core::diagnostic::Diagnostics;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Prints whether a file is a configuration.
pub fn answer(file: Option<&Path>) -> ExitCode {
    let text = file.and_then(|file| std::fs::read_to_string(file).ok());
    let yes = text.is_some_and(|text| is_configuration(&text));
    let exit = conduct(false, |console| console.print(if yes { YES } else { "false" }).map(|()| Exit::Ok));
    ExitCode::from(exit.status())
}

/// Checks a configuration and reports to `sim check`.
#[derive(Debug, clap::Parser)]
#[command(name = "sim-nautilus __check")]
pub struct Cli {
    /// The configuration
    file: PathBuf,
    #[command(flatten)]
    plugins: PluginArgs,
    #[command(flatten)]
    supervision: SupervisionArgs,
}

impl Program for Cli {
    fn messages(&self) -> MessageArgs {
        MessageArgs::default()
    }

    fn supervision(&self) -> &SupervisionArgs {
        &self.supervision
    }

    fn work(&self) -> Work {
        Work::Own
    }

    fn run(self) -> Exit {
        conduct(true, |console| self.execute(console))
    }

    fn wants_json(_: &[OsString]) -> bool {
        true
    }
}

impl Cli {
    fn execute(&self, console: &Console) -> Outcome {
        let sim = Simulator::new(&self.plugins, self.messages(), &self.supervision);
        let (robots, findings) = match configuration(&self.file, &sim) {
            Ok(found) => found,
            Err(failure) => (Vec::new(), failure.diagnostics),
        };
        console.show_all(&findings);
        let report = Report::new(&findings, robots);
        console.print_json(&report)?;
        Ok(Exit::from_status(report.exit_status))
    }
}

/// The robots of the scene that a configuration describes, and findings.
///
/// # Errors
/// If the configuration cannot be translated to a scene.
fn configuration(path: &Path, sim: &Simulator) -> Outcome<(Vec<RobotLayout>, Diagnostics)> {
    let file = File::read(path)?;
    let mut findings = file.warnings.clone();
    let translated = translate(Some(&file), &Flags::default(), &sim.catalog()?)?;
    findings.append(translated.warnings);
    let checked = sim.check(&translated.loaded.to_ron())?;
    findings.append(located(&checked.diagnostics, Some(&file)));
    Ok((checked.robots, findings))
}
