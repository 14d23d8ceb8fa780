//! `sim gui`, and `sim SCENE`.

use crate::console::Console;
use crate::exit::{Exit, Outcome};
use crate::session::PluginArgs;
use std::path::PathBuf;

/// Opens the window. `sim SCENE` does the same.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The scene to open, RON or JSON; or a recording, MCAP
    scene: Option<PathBuf>,
    /// Let time run at once
    #[arg(long)]
    play: bool,
    #[command(flatten)]
    plugins: PluginArgs,
    /// Refuse URDF files of which something would be ignored, guessed or repaired
    #[arg(long = "strict", alias = "urdf-strict", help_heading = "Robot models")]
    urdf_strict: bool,
    /// Folder in which package:// is looked up; may be given several times
    #[arg(long, value_name = "DIR", help_heading = "Robot models")]
    package: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    Console::new(false).conclude(execute(args))
}

#[cfg(feature = "window")]
fn execute(args: Args) -> Outcome {
    let urdf = sim_core::model::UrdfOptions {
        packages: args.package,
        strict: args.urdf_strict,
        ..sim_core::model::UrdfOptions::default()
    };
    let build = sim_core::engine::BuildOptions { urdf, ..Default::default() };
    let (scene, plugins, play) = (args.scene, args.plugins.plugins, args.play);
    let describe = sim_core::plugins::Describe::by_this_program();
    sim_gui::run(sim_gui::Options { scene, plugins, describe, build, play, ..Default::default() })?;
    Ok(Exit::Ok)
}

#[cfg(not(feature = "window"))]
fn execute(args: Args) -> Outcome {
    use sim_core::diagnostic::{Code, Diagnostic};
    let instead = args.scene.map_or_else(|| "SCENE".to_string(), |scene| scene.display().to_string());
    Err(Diagnostic::error(Code::ConfigValue, "this program was built without the window")
        .with_help(format!("run the scene without one: `sim run {instead}`; or build with the feature `window`"))
        .into())
}
