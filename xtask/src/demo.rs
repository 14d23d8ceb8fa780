//! The demo.

use crate::dist::{self, Profile};
use crate::run::{Result, at, done, say, target};
use std::env::consts::EXE_SUFFIX;
use std::path::Path;
use std::process::Command;

/// Builds the program and shows the demo: in the window where there is a display, else as a run with a summary, a
/// recording and a plan of the trajectories.
pub fn run() -> Result {
    let dist = dist::folder();
    dist::assemble(Profile::Demo, &dist)?;
    let program = dist.join(format!("sim{EXE_SUFFIX}"));
    let scene = dist.join("scenes").join("demo.ron");
    if !has_display() {
        say("there is no display, so the demo runs without the window");
        return without_window(&program, &scene);
    }
    say("the demo: six robots, every part of them from a plugin; press Play");
    match done(Command::new(&program).arg("gui").arg(&scene)) {
        Ok(()) => Ok(()),
        Err(reason) => {
            say(format!("{reason}; the demo runs without the window"));
            without_window(&program, &scene)
        }
    }
}

/// Whether a window could be seen.
fn has_display() -> bool {
    let named = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(windows) || cfg!(target_os = "macos") || named("DISPLAY") || named("WAYLAND_DISPLAY")
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
