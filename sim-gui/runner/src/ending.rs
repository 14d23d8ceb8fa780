//! How the thread of the simulation comes to its end, and the recording that must not be lost when a library keeps it from there.

use sim_core::recording::{LiveRecorder, RecorderReport};
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A recording that is being made.
pub(crate) struct Tape {
    pub(crate) recorder: LiveRecorder,
    pub(crate) path: PathBuf,
    /// Frames recorded.
    pub(crate) frames: u64,
    pub(crate) started: Instant,
}

/// How far the thread is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// It carries out commands and computes steps.
    #[default]
    Working,
    /// Services stop, and components are dropped.
    Stopping,
    /// The end of a recording is written: no library takes part in that.
    Writing,
    /// It has ended.
    Ended,
}

impl Stage {
    /// How long the thread is waited for in this stage.
    fn patience(self) -> Duration {
        match self {
            Stage::Working => Duration::from_secs(5),
            Stage::Stopping => Duration::from_secs(10),
            Stage::Writing => Duration::from_secs(60),
            Stage::Ended => Duration::ZERO,
        }
    }
}

/// How far the thread is, and since when that counts: since it has come there, but not before it was asked for its end.
#[derive(Default)]
struct Course {
    stage: Stage,
    since: Option<Instant>,
}

impl Course {
    /// How long the thread is still waited for; as long as ever before it was asked.
    fn left(&self) -> Duration {
        let patience = self.stage.patience();
        self.since.map_or(patience, |since| patience.saturating_sub(since.elapsed()))
    }
}

/// What the thread and its owner share for the end.
#[derive(Default)]
pub(crate) struct Ending {
    course: Mutex<Course>,
    changed: Condvar,
    /// Never locked while a library is called.
    tape: Mutex<Option<Tape>>,
}

impl Ending {
    /// The thread has come to a stage.
    pub(crate) fn enter(&self, stage: Stage) {
        *self.course() = Course { stage, since: Some(Instant::now()) };
        self.changed.notify_all();
    }

    /// The thread is asked for its end.
    pub(crate) fn ask(&self) {
        self.course().since.get_or_insert_with(Instant::now);
    }

    /// Whether the thread has been in a stage longer than it may since it was asked for its end.
    pub(crate) fn is_overdue(&self) -> bool {
        let course = self.course();
        course.stage != Stage::Ended && course.since.is_some() && course.left().is_zero()
    }

    fn course(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the thread has ended, but in no stage longer than it may take. Returns whether it has ended.
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

    /// The recording that is being made.
    pub(crate) fn tape(&self) -> MutexGuard<'_, Option<Tape>> {
        self.tape.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the recording of a thread that does not end by itself: without a summary, whose numbers only that thread knows.
    pub(crate) fn close_tape(&self) -> Option<(PathBuf, sim_core::recording::Result<RecorderReport>)> {
        // Where the lock is held, the thread is writing to a disk that does not answer.
        let tape = self.tape.try_lock().ok()?.take()?;
        Some((tape.path, tape.recorder.into_recorder().finish_early()))
    }
}
