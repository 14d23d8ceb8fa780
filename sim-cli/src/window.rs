//! Opens the window, if the program was built with it.

use crate::exit::Outcome;
use crate::language;
#[cfg(feature = "window")]
use crate::{console::Console, exit::Exit, interrupt};
use sim_core::engine::BuildOptions;
use sim_core::plugins::Isolation;
use sim_text::Language;
use std::path::PathBuf;

/// Options of the commands that open the window.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct WindowArgs {
    /// Language of the window. Default: from SIM_LANGUAGE, LC_ALL, LC_MESSAGES or LANG
    #[arg(long, value_name = "CODE", value_parser = language::parser())]
    pub language: Option<Language>,
}

/// Options for opening the window.
#[derive(Clone, Default)]
pub struct Opening {
    /// A scene or recording.
    pub scene: Option<PathBuf>,
    /// Additional plugin folders.
    pub plugins: Vec<PathBuf>,
    /// The libraries that run isolated.
    pub isolation: Isolation,
    /// Options for building scenes.
    pub build: BuildOptions,
    /// Start the simulation immediately.
    pub play: bool,
    /// Use low-polygon models without shadows.
    pub efficient: bool,
    /// Window options of the command line.
    pub window: WindowArgs,
}

/// Time limit for the window to close after a request by the system or Ctrl-C. It is longer than the window's own timeout for the
/// simulation, so that the window can still report what blocked the simulation, and messages of services.
#[cfg(feature = "window")]
const END_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(20);

/// Opens the window and returns when it is closed. `instead` is an alternative to suggest if the program was built without it.
///
/// # Errors
/// If there is no display, or the program was built without the window.
#[cfg(feature = "window")]
pub fn open(opening: Opening, _instead: String) -> Outcome {
    let Opening { scene, plugins, isolation, build, play, efficient, window } = opening;
    let describe = sim_core::plugins::Describe::by_this_program();
    let language = window.language.or_else(language::asked);
    let console = Console::new(false);
    if let Err(warning) = interrupt::listen_with_limit(END_TIMEOUT) {
        console.show(&warning);
    }
    let end = sim_gui::run(sim_gui::Options {
        scene,
        plugins,
        isolation,
        describe,
        build,
        play,
        efficient,
        language,
        asked: Some(interrupt::asked),
        ..Default::default()
    })?;
    end.lines.iter().for_each(|line| console.log(line));
    match end.failure {
        Some(failure) => Err(failure.into()),
        None if interrupt::asked() => Ok(Exit::Interrupted),
        None => Ok(Exit::Ok),
    }
}

/// Reports that this program was built without the window, and suggests the alternative `instead`.
///
/// # Errors
/// Always.
#[cfg(not(feature = "window"))]
pub fn open(_: Opening, instead: String) -> Outcome {
    use sim_core::diagnostic::{Code, Diagnostic};
    Err(Diagnostic::error(Code::ConfigValue, "this program was built without the window")
        .with_help(format!("{instead}; or build with the feature `window`"))
        .into())
}
