//! Opening the window, where the program was built with one.

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
    /// Language of the window. Default: that of the environment, SIM_LANGUAGE, LC_ALL, LC_MESSAGES or LANG
    #[arg(long, value_name = "CODE", value_parser = language::parser())]
    pub language: Option<Language>,
}

/// What the window is opened with.
#[derive(Clone, Default)]
pub struct Opening {
    /// A scene or a recording.
    pub scene: Option<PathBuf>,
    /// Further folders with plugins.
    pub plugins: Vec<PathBuf>,
    /// Which libraries run in processes of their own.
    pub isolation: Isolation,
    /// How scenes are built.
    pub build: BuildOptions,
    /// Let time run at once.
    pub play: bool,
    /// Draw models with few polygons and no shadows.
    pub efficient: bool,
    /// What the command line says of the window.
    pub window: WindowArgs,
}

/// How long the window may take to end after the system, or Ctrl-C, has asked for it: longer than it waits for the simulation itself, so
/// that it can still say what kept that from its end, and what services have told meanwhile.
#[cfg(feature = "window")]
const LONGEST_END: std::time::Duration = std::time::Duration::from_secs(20);

/// Opens the window and returns when it is closed. `instead` says what to do where the program was built without it.
///
/// # Errors
/// When there is no display, or no window in this program.
#[cfg(feature = "window")]
pub fn open(opening: Opening, _instead: String) -> Outcome {
    let Opening { scene, plugins, isolation, build, play, efficient, window } = opening;
    let describe = sim_core::plugins::Describe::by_this_program();
    let language = window.language.or_else(language::asked);
    let console = Console::new(false);
    if let Err(warning) = interrupt::listen_within(LONGEST_END) {
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

/// Says that this program was built without the window, and what to do `instead`.
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
