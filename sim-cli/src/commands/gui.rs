//! `sim gui`, and `sim SCENE`.

use crate::completion;
use crate::console::conduct;
use crate::exit::{Exit, Outcome};
use crate::input::{in_pack, is_standard_input};
use crate::session::PluginArgs;
use crate::window::{self, Opening, WindowArgs};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::BuildOptions;
use sim_core::model::UrdfOptions;
use std::path::PathBuf;

/// Opens the window. `sim SCENE` does the same.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scene (RON or JSON) or recording (MCAP) to open
    #[arg(add = completion::scenes_and_recordings())]
    scene: Option<PathBuf>,
    /// Start the simulation immediately
    #[arg(long)]
    play: bool,
    /// Draw simple shapes without shadows, for slow machines
    #[arg(long, hide_short_help = true)]
    efficient: bool,
    #[command(flatten)]
    window: WindowArgs,
    #[command(flatten)]
    plugins: PluginArgs,
    /// Reject URDF files with parts that would be ignored, guessed or repaired
    #[arg(long = "strict", alias = "urdf-strict", help_heading = "Robot models", hide_short_help = true)]
    urdf_strict: bool,
    /// Search path for package://; repeatable
    #[arg(long, value_name = "DIR", help_heading = "Robot models", hide_short_help = true)]
    package: Vec<PathBuf>,
}

/// Runs the command.
pub fn run(args: Args) -> Exit {
    conduct(false, |_| execute(args))
}

fn execute(args: Args) -> Outcome {
    if args.scene.as_deref().is_some_and(is_standard_input) {
        let message = "the window cannot open a scene from standard input";
        let help = "save it to a file and open that; `sim run -` runs it without a window";
        return Err(Diagnostic::error(Code::ConfigValue, message).with_help(help).into());
    }
    let instead = args.scene.as_ref().map_or_else(|| "SCENE".to_string(), |scene| scene.display().to_string());
    let urdf = UrdfOptions { packages: args.package.clone(), strict: args.urdf_strict, ..UrdfOptions::default() };
    let build = BuildOptions { urdf, ..BuildOptions::default() };
    let scene = args.scene.as_deref().map(in_pack).transpose()?;
    let isolation = args.plugins.isolation()?;
    let Args { play, efficient, window, .. } = args;
    let opening = Opening { scene, plugins: args.plugins.plugins, isolation, build, play, efficient, window };
    window::open(opening, format!("run the scene without a window: `sim run {instead}`"))
}
