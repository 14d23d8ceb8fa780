//! Handles the requests of `sim check` about configuration files; see [`sim_cli::external`].

use crate::config::{File, is_configuration};
use crate::scene::{Flags, located, translate};
use sim_abi::service::RobotLayout;
use sim_cli::console::{Console, MessageArgs, conduct};
use sim_cli::exit::{Exit, Outcome};
use sim_cli::external::{Report, YES};
use sim_cli::program::{Program, Work};
use sim_cli::session::PluginArgs;
use sim_cli::supervised::SupervisionArgs;
use sim_core::diagnostic::Diagnostics;
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::plugins::PluginHost;
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
        Work::Plugins
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
        let host = self.plugins.host()?;
        let (robots, findings) = configuration(&self.file, &host).unwrap_or_else(|findings| (Vec::new(), findings));
        console.show_all(&findings);
        let report = Report::new(&findings, robots);
        console.print_json(&report)?;
        Ok(Exit::from_status(report.exit_status))
    }
}

/// The robots of the scene that a configuration describes, and warnings.
fn configuration(path: &Path, host: &PluginHost) -> Result<(Vec<RobotLayout>, Diagnostics), Diagnostics> {
    let file = File::read(path)?;
    let mut warnings = file.warnings.clone();
    let translated = translate(Some(&file), &Flags::default(), host)?;
    warnings.append(translated.warnings);
    let built = Simulation::build(&translated.loaded, host, &BuildOptions::default());
    let built = built.map_err(|findings| located(&findings, Some(&file)))?;
    warnings.append(located(&built.warnings, Some(&file)));
    Ok((built.simulation.robot_views().map(|robot| robot.layout()).collect(), warnings))
}
