//! Events of the simulation, for the window.

use crate::structure::Preview;
use sim_abi::model::RobotModelSpec;
use sim_core::diagnostic::{Diagnostic, Diagnostics};
use sim_core::engine::{Fault, LogLine, MigrationReport, Reloaded, Verdict};
use sim_core::plugins::Arrival;
use sim_core::recording::RecorderReport;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Why a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum EndReason {
    /// The duration of its scene is over.
    Duration,
    /// A service stopped it, with its reason.
    Service(String),
}

impl EndReason {
    /// The reason as text, as in summaries and recordings.
    pub fn sentence(&self) -> String {
        match self {
            EndReason::Duration => "completed".to_string(),
            EndReason::Service(reason) => format!("stopped: {reason}"),
        }
    }
}

/// An event.
#[derive(Clone, Debug)]
pub enum Event {
    /// A component or the engine has logged a line.
    Log(LogLine),
    /// A component has failed; its robot has been halted.
    Fault(Box<Fault>),
    /// A scene was built.
    Built {
        /// Warnings.
        warnings: Diagnostics,
        /// Build time.
        took: Duration,
    },
    /// A scene could not be built. After a failed rebuild, the previous simulation continues.
    BuildFailed(Diagnostics),
    /// The structure of a scene, see [`Command::Preview`](crate::Command::Preview).
    Preview {
        /// Request id.
        id: u64,
        /// The structure, or why the scene cannot be built.
        result: Result<Arc<Preview>, Diagnostics>,
    },
    /// A robot as a standalone model, see [`Command::Model`](crate::Command::Model).
    Model {
        /// Request id.
        id: u64,
        /// The model, or why it cannot be made.
        result: Result<Arc<RobotModelSpec>, Diagnostics>,
    },
    /// The run has been migrated to a changed scene.
    Rebuilt(MigrationReport),
    /// A library was loaded: found for the first time, or changed.
    Plugin(Arrival),
    /// The file of a library has been deleted.
    PluginGone(Diagnostic),
    /// A library was rejected.
    PluginRefused(Diagnostic),
    /// Several libraries provide the same id.
    PluginDuplicate(Diagnostic),
    /// Components of the running simulation use a new library, or keep the old one.
    Reloaded(Vec<Reloaded>),
    /// A library was copied into a plugin folder.
    Installed {
        /// The source file.
        from: PathBuf,
        /// The copy.
        to: PathBuf,
    },
    /// A file or folder in use has been deleted. The run does not need it.
    Gone(Diagnostic),
    /// A deleted file or folder exists again.
    Back(PathBuf),
    /// The plugin folders cannot be watched.
    NotWatching(Diagnostic),
    /// Recording has started.
    RecordingStarted {
        /// File or folder.
        path: PathBuf,
        /// Number of earlier ticks that are not in it.
        missed: u64,
        /// Warnings about the files included in it.
        warnings: Diagnostics,
    },
    /// A recording was closed and can be read.
    RecordingStopped {
        /// File or folder.
        path: PathBuf,
        /// Report of the recorder.
        report: RecorderReport,
        /// Why: on request, run ended, scene changed …
        reason: &'static str,
    },
    /// A recording has failed; the run continues without it.
    RecordingFailed {
        /// File or folder.
        path: PathBuf,
        /// The error.
        diagnostic: Diagnostic,
    },
    /// The run has ended.
    Ended(EndReason),
    /// Verdicts of the acceptance conditions: at the end of a run, and on request.
    Verdicts(Vec<Verdict>),
    /// Digest of the states of all bodies and joints: at the end of a run, and on request. Identical runs have identical digests.
    StateHash {
        /// Completed ticks.
        tick: u64,
        /// The digest.
        hash: String,
    },
    /// Result of [`Command::Call`](crate::Command::Call).
    Answer {
        /// Request id.
        id: u64,
        /// The return value, or the error.
        result: Result<serde_json::Value, Diagnostic>,
    },
    /// The state has been saved.
    SnapshotTaken {
        /// Its id.
        id: u64,
        /// Completed ticks at that time.
        tick: u64,
    },
    /// The run has returned to a saved state, or to the state before a step.
    Restored {
        /// Completed ticks at that time.
        tick: u64,
        /// Id of the saved state; `None` if steps were undone.
        id: Option<u64>,
    },
    /// The state before a step could not be saved: neither this step nor earlier ones can be undone. Reported once per run.
    StepNotSaved(Diagnostic),
    /// A history has lost its channel because the scene has changed.
    ChannelLost {
        /// Robot.
        robot: String,
        /// Path of the channel.
        channel: String,
    },
    /// A command failed.
    Refused {
        /// The command.
        command: &'static str,
        /// The reason, and how to fix it.
        diagnostic: Diagnostic,
    },
    /// The simulation thread has failed because of a bug in this program.
    Failed(Diagnostic),
}

impl Event {
    /// Whether these events may occur in large numbers, so that some may be dropped.
    fn may_flood(&self) -> bool {
        matches!(self, Event::Log(_) | Event::Fault(_))
    }
}

/// Events since the last poll.
#[derive(Clone, Debug, Default)]
pub struct Events {
    /// The events in order.
    pub list: Vec<Event>,
    /// Number of log lines and faults that were dropped because the window did not poll.
    pub dropped: u64,
}

/// The queue of events; beyond its limit, log lines and faults are only counted.
pub(crate) struct EventQueue {
    limit: usize,
    waiting: Mutex<(VecDeque<Event>, u64)>,
}

impl EventQueue {
    /// A queue of up to `limit` events; events other than log lines and faults may use twice that length.
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, waiting: Mutex::default() }
    }

    pub(crate) fn push(&self, event: Event) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let limit = if event.may_flood() { self.limit } else { 2 * self.limit };
        if waiting.0.len() < limit {
            waiting.0.push_back(event);
        } else {
            waiting.1 += 1;
        }
    }

    /// Moves the events to the window.
    pub(crate) fn drain(&self) -> Events {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let (list, dropped) = (std::mem::take(&mut waiting.0), std::mem::take(&mut waiting.1));
        drop(waiting);
        Events { list: list.into(), dropped }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_faults_is_counted_and_leaves_room_for_what_matters() {
        let queue = EventQueue::new(2);
        let line = || {
            let level = sim_abi::ffi::types::LogLevel::Info;
            Event::Log(LogLine { time: 0.0, robot: "".into(), component: "".into(), level, text: "".into() })
        };
        (0..5).for_each(|_| queue.push(line()));
        queue.push(Event::Ended(EndReason::Duration));
        let events = queue.drain();
        assert_eq!((events.list.len(), events.dropped), (3, 3));
        assert!(matches!(events.list[2], Event::Ended(_)));
        assert_eq!(queue.drain().list.len(), 0);
    }
}
