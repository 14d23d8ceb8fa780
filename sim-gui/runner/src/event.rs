//! What has happened, for the window.

use crate::structure::Preview;
use sim_abi::model::RobotModelSpec;
use sim_core::diagnostic::{Diagnostic, Diagnostics};
use sim_core::engine::{CarryReport, Fault, LogLine, Reloaded, Verdict};
use sim_core::plugins::Arrival;
use sim_core::recording::RecorderReport;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Why a run has ended.
#[derive(Clone, Debug, PartialEq)]
pub enum EndReason {
    /// It took as long as its scene says.
    Duration,
    /// A service has stopped it, with its reason.
    Service(String),
}

impl EndReason {
    /// It in words, as summaries and recordings have it.
    pub fn sentence(&self) -> String {
        match self {
            EndReason::Duration => "completed".to_string(),
            EndReason::Service(reason) => format!("stopped: {reason}"),
        }
    }
}

/// Something that has happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A component or the engine wrote a line.
    Log(LogLine),
    /// A component has failed; its robot was made safe.
    Fault(Box<Fault>),
    /// A scene was built.
    Built {
        /// What should be known about it.
        warnings: Diagnostics,
        /// How long it took.
        took: Duration,
    },
    /// A scene could not be built. What ran before goes on after a failed rebuild.
    BuildFailed(Diagnostics),
    /// What a scene consists of, see [`Command::Preview`](crate::Command::Preview).
    Preview {
        /// Number of the question.
        id: u64,
        /// What it consists of, or why it cannot be built.
        result: Result<Arc<Preview>, Diagnostics>,
    },
    /// A robot as a model of its own, see [`Command::Model`](crate::Command::Model).
    Model {
        /// Number of the question.
        id: u64,
        /// The model, or why there is none.
        result: Result<Arc<RobotModelSpec>, Diagnostics>,
    },
    /// A changed scene has taken over the run.
    Rebuilt(CarryReport),
    /// A library was loaded: listed for the first time, or changed.
    Plugin(Arrival),
    /// The file of a library is gone.
    PluginGone(Diagnostic),
    /// A library was refused.
    PluginRefused(Diagnostic),
    /// Several libraries claim one id.
    PluginDuplicate(Diagnostic),
    /// Components of the running simulation come from a new library, or keep the old one.
    Reloaded(Vec<Reloaded>),
    /// A library was copied into a plugin folder.
    Installed {
        /// The file given.
        from: PathBuf,
        /// The copy.
        to: PathBuf,
    },
    /// A file or folder in use is gone. The run does not need it.
    Gone(Diagnostic),
    /// A file or folder that was gone is there again.
    Back(PathBuf),
    /// The plugin folders cannot be watched.
    NotWatching(Diagnostic),
    /// Recording began.
    RecordingStarted {
        /// File or folder.
        path: PathBuf,
        /// Ticks that were done before and are not in it.
        missed: u64,
        /// What should be known about the files that it carries along.
        warnings: Diagnostics,
    },
    /// A recording was closed and can be read.
    RecordingStopped {
        /// File or folder.
        path: PathBuf,
        /// What was recorded.
        report: RecorderReport,
        /// Why: asked for, run ended, scene changed …
        reason: &'static str,
    },
    /// A recording has failed; the run goes on without it.
    RecordingFailed {
        /// File or folder.
        path: PathBuf,
        /// Why.
        diagnostic: Diagnostic,
    },
    /// The run has ended.
    Ended(EndReason),
    /// How the acceptance conditions stand: at the end of a run, and when asked for.
    Verdicts(Vec<Verdict>),
    /// Digest of the states of all bodies and joints: at the end of a run, and when asked for. Equal runs have equal ones.
    StateHash {
        /// Ticks done.
        tick: u64,
        /// The digest.
        hash: String,
    },
    /// Answer to [`Command::Call`](crate::Command::Call).
    Answer {
        /// Number of the question.
        id: u64,
        /// Value, or why there is none.
        result: Result<serde_json::Value, Diagnostic>,
    },
    /// The state is kept under a number.
    SnapshotTaken {
        /// The number.
        id: u64,
        /// Ticks done then.
        tick: u64,
    },
    /// The run has gone back, or forward, to a kept state, or to the one before a step.
    Restored {
        /// Ticks done then.
        tick: u64,
        /// Number of the kept state; none where steps were taken back.
        kept: Option<u64>,
    },
    /// The state before a step could not be saved: neither this step nor those before it can be taken back. It is told once in a
    /// run.
    StepNotKept(Diagnostic),
    /// A history has lost its channel, because the scene has changed.
    ChannelLost {
        /// Robot.
        robot: String,
        /// Path of the channel.
        channel: String,
    },
    /// A command could not be carried out.
    Refused {
        /// What was asked for.
        command: &'static str,
        /// Why, and what to do.
        diagnostic: Diagnostic,
    },
    /// The thread of the simulation has failed by a mistake of this program.
    Failed(Diagnostic),
}

impl Event {
    /// Whether a flood of these is possible, so that some of them may be dropped.
    fn may_flood(&self) -> bool {
        matches!(self, Event::Log(_) | Event::Fault(_))
    }
}

/// Events since the window looked the last time.
#[derive(Clone, Debug, Default)]
pub struct Events {
    /// The events in order.
    pub list: Vec<Event>,
    /// Log lines and faults that were dropped because nobody looked for too long.
    pub dropped: u64,
}

/// The queue of events: as long as its limit, then log lines and faults are counted only.
pub(crate) struct EventQueue {
    limit: usize,
    waiting: Mutex<(VecDeque<Event>, u64)>,
}

impl EventQueue {
    /// A queue of log lines and faults up to a limit, and as many again of other events.
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
