//! Shutdown of the simulation thread, and of a recording that must not be lost if a library blocks it.

use sim_core::recording::{LiveRecorder, RecorderReport};
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A recording in progress.
pub(crate) struct Tape {
    pub(crate) recorder: LiveRecorder,
    pub(crate) path: PathBuf,
    /// Frames recorded.
    pub(crate) frames: u64,
    pub(crate) started: Instant,
}

/// Stage of the thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Executes commands and ticks.
    #[default]
    Working,
    /// Services stop, and components are dropped.
    Stopping,
    /// The end of a recording is written: no library is involved.
    Writing,
    /// It has ended.
    Ended,
}

impl Stage {
    /// Timeout of this stage.
    fn patience(self) -> Duration {
        match self {
            Stage::Working => Duration::from_secs(5),
            Stage::Stopping => Duration::from_secs(10),
            Stage::Writing => Duration::from_secs(60),
            Stage::Ended => Duration::ZERO,
        }
    }
}

/// The current stage, and the time since when its timeout runs: since it was entered, but not before shutdown was requested.
#[derive(Default)]
struct Course {
    stage: Stage,
    since: Option<Instant>,
}

impl Course {
    /// Time left; the full timeout before shutdown is requested.
    fn left(&self) -> Duration {
        let patience = self.stage.patience();
        self.since.map_or(patience, |since| patience.saturating_sub(since.elapsed()))
    }
}

/// Shared by the thread and its owner for shutdown.
#[derive(Default)]
pub(crate) struct Ending {
    course: Mutex<Course>,
    changed: Condvar,
    /// Never locked during a call into a library.
    tape: Mutex<Option<Tape>>,
}

impl Ending {
    /// Enters a stage.
    pub(crate) fn enter(&self, stage: Stage) {
        *self.course() = Course { stage, since: Some(Instant::now()) };
        self.changed.notify_all();
    }

    /// Requests shutdown.
    pub(crate) fn ask(&self) {
        self.course().since.get_or_insert_with(Instant::now);
    }

    /// Whether the thread has exceeded the timeout of a stage since shutdown was requested.
    pub(crate) fn is_overdue(&self) -> bool {
        let course = self.course();
        course.stage != Stage::Ended && course.since.is_some() && course.left().is_zero()
    }

    fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the thread has ended or exceeds the timeout of a stage. Returns whether it has ended.
    pub(crate) fn wait(&self) -> bool {
        let mut course = self.course();
        while course.stage != Stage::Ended {
            let (seen, left) = (course.stage, course.left());
            let waited = self.changed.wait_timeout_while(course, left, |course| course.stage == seen);
            let (now, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            if timeout.timed_out() {
                return false;
            }
            course = now;
        }
        true
    }

    /// The recording in progress.
    pub(crate) fn tape(&self) -> MutexGuard<'_, Option<Tape>> {
        self.tape.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the recording of a thread that does not end: without a summary, whose data only that thread has.
    pub(crate) fn close_tape(&self) -> Option<(PathBuf, sim_core::recording::Result<RecorderReport>)> {
        // If the lock is held, the thread is writing to a disk that does not respond.
        let tape = self.tape.try_lock().ok()?.take()?;
        Some((tape.path, tape.recorder.into_recorder().finish_early()))
    }
}
