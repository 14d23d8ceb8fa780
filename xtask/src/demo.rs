//! The demo.

use crate::dist::{self, Profile};
use crate::run::{Result, at, done, say, target};
use std::env::consts::EXE_SUFFIX;
use std::process::Command;

/// Builds the program and runs the demo scene without a window: a summary and a recording.
pub fn run() -> Result {
    let dist = dist::folder();
    dist::assemble(Profile::Release, &dist)?;
    let out = target().join("demo");
    std::fs::create_dir_all(&out).map_err(at(&out))?;
    let recording = out.join("demo.mcap");
    let program = dist.join(format!("sim{EXE_SUFFIX}"));

    say("the demo: six robots, every part of them from a plugin");
    let scene = dist.join("scenes").join("demo.ron");
    done(Command::new(&program).arg("run").arg(&scene).arg("--record").arg(&recording))?;
    say(format!(
        "the recording:  {}\n   the scene:      {}\n   the program:    {}",
        recording.display(),
        scene.display(),
        program.display()
    ));
    Ok(())
}
