//! Runs the demo.

use crate::dist::{self, Profile};
use crate::run::{Result, at, done, say, target};
use std::env::consts::EXE_SUFFIX;
use std::path::Path;
use std::process::Command;

/// Builds the program and runs the demo: in the window if there is a display, otherwise as a run with a summary, a recording and a
/// plan of the trajectories. Builds only the necessary parts.
pub fn run() -> Result {
    let dist = dist::folder();
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let features = features(named);
    dist::assemble(Profile::Demo(&features), &dist)?;
    let program = dist.join(format!("sim{EXE_SUFFIX}"));
    let scene = dist.join("scenes").join("demo.ron");
    if features.is_empty() {
        say("no display: building and running the demo without the window; `cargo xtask build` includes the window");
        return without_window(&program, &scene);
    }
    say("demo: six robots, built from plugins only; press Play");
    let mut window = Command::new(&program);
    let status =
        window.arg("gui").arg(&scene).status().map_err(|error| format!("the window cannot be started: {error}"))?;
    // No exit code: the window was open until a signal ended it.
    if status.code().is_none_or(|code| code == 0) {
        return Ok(());
    }
    say(format!("the window cannot be opened ({status}); the demo runs without it"));
    without_window(&program, &scene)
}

/// Features of `sim-cli` for the available displays, according to the environment variables that are set; empty without a display.
fn features(named: impl Fn(&str) -> bool) -> Vec<&'static str> {
    if cfg!(windows) || cfg!(target_os = "macos") {
        return vec!["window"];
    }
    let displays = [("WAYLAND_DISPLAY", "wayland"), ("DISPLAY", "x11")];
    let there: Vec<&str> = displays.iter().filter(|(name, _)| named(name)).map(|(_, feature)| *feature).collect();
    if there.is_empty() { there } else { [vec!["window"], there].concat() }
}

fn without_window(program: &Path, scene: &Path) -> Result {
    let out = target().join("demo");
    std::fs::create_dir_all(&out).map_err(at(&out))?;
    let (recording, plan) = (out.join("demo.mcap"), out.join("plan.png"));
    done(
        Command::new(program)
            .arg("run")
            .arg(scene)
            .arg("--record")
            .arg(&recording)
            .arg("--plan")
            .arg(&plan)
            .arg("--force"),
    )?;
    say(format!(
        "the plan of the trajectories:  {}\n   the recording:                 {}\n   the scene:                     {}\n   \
         the program:                   {}",
        plan.display(),
        recording.display(),
        scene.display(),
        program.display()
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(not(any(windows, target_os = "macos")))]
    fn the_demo_is_built_for_the_displays_that_there_are() {
        assert_eq!(features(|_| false), Vec::<&str>::new());
        assert_eq!(features(|name| name == "DISPLAY"), ["window", "x11"]);
        assert_eq!(features(|name| name == "WAYLAND_DISPLAY"), ["window", "wayland"]);
        assert_eq!(features(|_| true), ["window", "wayland", "x11"]);
    }
}
