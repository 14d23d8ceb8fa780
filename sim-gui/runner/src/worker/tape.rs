//! Recording of a run.

use super::Worker;
use crate::ending::{Stage, Tape};
use crate::event::Event;
use crate::frame::RunState;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{Fault, Simulation};
use sim_core::output_lock::Existing;
use sim_core::recording::{
    LiveRecorder, Recorder, RecorderOptions, RunSummary, Target, components_in_use, incomplete, run_info,
};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Maximum number of stored interventions before a recording.
const REMARKS: usize = 200;

/// The path that a recording with this name would overwrite: a file, a non-empty folder, or an incomplete recording left by a
/// crashed run.
pub fn existing_recording(path: &Path) -> Option<PathBuf> {
    let is_file = |path: &Path| std::fs::metadata(path).is_ok_and(|there| there.is_file());
    let begun = is_mcap(path).then(|| incomplete(path));
    let full = |path: &Path| std::fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some());
    begun.filter(|begun| is_file(begun)).or_else(|| (is_file(path) || full(path)).then(|| path.to_path_buf()))
}

/// Refusal to record because of an existing path.
pub(super) fn taken(there: &Path) -> Diagnostic {
    Diagnostic::error(Code::ConfigOverwrite, "the recording would overwrite existing data")
        .with_file(there.display().to_string())
        .with_help("choose another name, or confirm overwriting")
}

/// Whether a recording with this name is a single file.
fn is_mcap(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mcap"))
}

impl Worker {
    /// Starts recording. `existing` applies to an MCAP file.
    pub(super) fn start_recording(&mut self, path: PathBuf, existing: Existing) {
        const COMMAND: &str = "record";
        let (Some(simulation), Some(scene)) = (&mut self.simulation, &self.scene) else {
            return self.refuse_without_scene(COMMAND);
        };
        let present = self.ending.tape().as_ref().map(|tape| tape.path.clone());
        if let Some(path) = present {
            let message = format!("the run is already being recorded to {path}", path = path.display());
            let diagnostic = Diagnostic::error(Code::ConfigOutput, message).with_help("stop that recording first");
            return self.refuse(COMMAND, diagnostic);
        }
        // The first frame is the state after the start of the services.
        simulation.start();
        let missed = simulation.tick();
        let mut extra = BTreeMap::new();
        if missed > 0 {
            extra.insert("recorded_from_tick".to_string(), missed.to_string());
        }
        if !self.interventions.is_empty() {
            extra.insert("done_by_hand_before".to_string(), self.interventions.join("\n"));
        }
        let plugins = components_in_use(simulation, scene, &self.host);
        let (info, warnings) = run_info(scene, simulation, plugins, &self.build.urdf, extra);
        let target = if is_mcap(&path) { Target::Mcap(path.clone()) } else { Target::JsonFolder(path.clone()) };
        match Recorder::start(&[target], info, RecorderOptions { existing, ..RecorderOptions::default() }) {
            Ok(recorder) => {
                let mut recorder = LiveRecorder::new(recorder, simulation);
                match recorder.frame(simulation) {
                    Ok(()) => {
                        let tape = Tape { recorder, path: path.clone(), frames: 1, started: Instant::now() };
                        *self.ending.tape() = Some(tape);
                        self.out.send(Event::RecordingStarted { path, missed, warnings });
                    }
                    Err(error) => self.out.send(Event::RecordingFailed { path, diagnostic: error.diagnostic() }),
                }
            }
            Err(error) => self.out.send(Event::RecordingFailed { path, diagnostic: error.diagnostic() }),
        }
        self.publisher.changed();
    }

    /// Records a tick.
    pub(super) fn record(&mut self, simulation: &Simulation) {
        let mut guard = self.ending.tape();
        let Some(tape) = &mut *guard else { return };
        match tape.recorder.frame(simulation) {
            Ok(()) => tape.frames += 1,
            Err(error) => {
                let path = std::mem::take(&mut tape.path);
                // Data written before is readable; dropping the recorder closes the file.
                *guard = None;
                self.out.send(Event::RecordingFailed { path, diagnostic: error.diagnostic() });
            }
        }
    }

    /// Closes the recording, if any; `faults` are those since the last tick.
    pub(super) fn stop_recording(&mut self, simulation: &Simulation, reason: &'static str, faults: Vec<Fault>) {
        if let Some(summary) = self.summary(simulation) {
            self.close_tape(&summary, reason, &faults);
        }
    }

    /// The summary at the end of a recording, if there is one. Queries the states of components.
    pub(super) fn summary(&self, simulation: &Simulation) -> Option<RunSummary> {
        let started = self.ending.tape().as_ref().map(|tape| tape.started)?;
        let ended = match &self.state {
            RunState::Ended(reason) => reason.sentence(),
            _ => "interrupted".to_string(),
        };
        let end = simulation.snapshot().ok();
        Some(RunSummary {
            steps: simulation.tick(),
            sim_time_s: simulation.time(),
            wall_time_s: started.elapsed().as_secs_f64(),
            state_hash: simulation.state_hash(),
            digest: end.as_ref().and_then(|end| end.digest().ok()),
            end: end.and_then(|end| end.to_bytes().ok()),
            ended,
        })
    }

    /// Writes the end of the recording.
    pub(super) fn close_tape(&mut self, summary: &RunSummary, reason: &'static str, faults: &[Fault]) {
        // The owner has closed it after a timeout.
        let Some(mut tape) = self.ending.tape().take() else { return };
        self.ending.enter(Stage::Writing);
        faults.iter().for_each(|fault| tape.recorder.fault(fault));
        let path = tape.path;
        let event = match tape.recorder.into_recorder().finish(summary) {
            Ok(report) => Event::RecordingStopped { path, report, reason },
            Err(error) => Event::RecordingFailed { path, diagnostic: error.diagnostic() },
        };
        self.ending.enter(Stage::Working);
        self.out.send(event);
        self.publisher.changed();
    }

    /// Stores and records an intervention of the user.
    pub(super) fn note(&mut self, simulation: &Simulation, text: String) {
        if self.interventions.len() < REMARKS {
            self.interventions.push(format!("{:.3} s: {text}", simulation.time()));
        }
        if let Some(tape) = &mut *self.ending.tape() {
            tape.recorder.note(simulation, text);
        }
    }
}
