//! The window's interface to the simulation.

use crate::command::Command;
use crate::ending::{Ending, Stage};
use crate::event::{Event, Events};
use crate::frame::{Frame, RunState};
use crate::history::Series;
use crate::mailbox::Mailbox;
use crate::options::RunnerOptions;
use crate::outbox::Outbox;
use crate::saved_states::SavedStates;
use crate::structure::{PluginList, Structure};
use crate::trails::Trails;
use crate::worker::Worker;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::plugins::PluginHost;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;

/// A simulation on its own thread. Dropping it ends the simulation: services stop, a recording is closed. A thread that is
/// blocked by a library which does not return is abandoned.
pub struct Runner {
    mailbox: Arc<Mailbox>,
    outbox: Arc<Outbox>,
    ending: Arc<Ending>,
    thread: Option<JoinHandle<()>>,
}

/// A handle that ends a simulation from any thread.
pub struct Quit {
    mailbox: Arc<Mailbox>,
    ending: Arc<Ending>,
}

impl Quit {
    /// Requests the end: services stop, a recording is closed. Never blocks.
    pub fn send(&self) {
        self.ending.ask();
        self.mailbox.send(Command::Quit);
    }
}

impl Runner {
    /// Starts the thread. `host` is called on it and should load the plugins.
    ///
    /// # Errors
    /// The system cannot start a thread. A failure of `host` is reported by [`Event::Failed`].
    pub fn start(
        host: impl FnOnce() -> Result<PluginHost, Diagnostic> + Send + 'static,
        options: RunnerOptions,
    ) -> Result<Self, Diagnostic> {
        let (mailbox, outbox) = (Arc::new(Mailbox::default()), Arc::new(Outbox::new()));
        let (inbox, published) = (mailbox.clone(), outbox.clone());
        let ending = Arc::new(Ending::default());
        let shared = ending.clone();
        let work = move || {
            let repaint = options.repaint.clone();
            let worked = catch_unwind(AssertUnwindSafe(|| {
                Worker::new(host()?, inbox, published.clone(), shared.clone(), options).run();
                Ok(())
            }));
            // After a failure the recording ends here, as the thread does.
            let result = catch_unwind(AssertUnwindSafe(|| drop(shared.tape().take()))).and(worked);
            shared.enter(Stage::Ended);
            let failure = match result {
                Ok(Ok(())) => return,
                Ok(Err(diagnostic)) => diagnostic,
                Err(panic) => panicked(panic.as_ref()),
            };
            let state = RunState::Failed(Arc::new([failure.clone()].into_iter().collect()));
            published.frame.put(Arc::new(Frame { state, ..Frame::default() }));
            published.send(Event::Failed(failure));
            repaint();
        };
        let thread = std::thread::Builder::new().name("simulation".into()).spawn(work).map_err(|error| {
            Diagnostic::error(Code::ConfigValue, "cannot start the simulation thread")
                .with_found(error.to_string())
                .with_help("close other programs and try again")
        })?;
        Ok(Self { mailbox, outbox, ending, thread: Some(thread) })
    }

    /// Sends a command. Never blocks.
    pub fn send(&self, command: Command) {
        self.mailbox.send(command);
    }

    /// A handle that ends this simulation from another thread.
    pub fn quit(&self) -> Quit {
        Quit { mailbox: self.mailbox.clone(), ending: self.ending.clone() }
    }

    /// The latest frame. Never blocks; a frame does not change while it is referenced.
    pub fn frame(&self) -> Arc<Frame> {
        self.outbox.frame.get()
    }

    /// The latest structure; [`Frame::structure`] is the generation of a frame's structure. It is published before the first
    /// frame of its generation.
    pub fn structure(&self) -> Arc<Structure> {
        self.outbox.structure.get()
    }

    /// The plugins.
    pub fn plugins(&self) -> Arc<PluginList> {
        self.outbox.plugins.get()
    }

    /// The trails; `None` unless enabled by [`Command::Trails`].
    pub fn trails(&self) -> Arc<Option<Trails>> {
        self.outbox.trails.get()
    }

    /// The states saved by [`Command::Snapshot`].
    pub fn saved_states(&self) -> Arc<SavedStates> {
        self.outbox.saved_states.get()
    }

    /// Takes the events since the last call.
    pub fn take_events(&self) -> Events {
        self.outbox.take_events()
    }

    /// Starts a history of the value at `index` of a robot's telemetry with this number of samples. It continues through rebuilds
    /// as long as the robot has a channel with the same path. Stop it with [`Command::Unsubscribe`].
    pub fn subscribe(&self, robot: usize, index: usize, capacity: usize) -> Arc<Series> {
        let series = Arc::new(Series::new(robot, index, capacity));
        self.send(Command::Subscribe(series.clone()));
        series
    }

    /// Whether the thread has ended: after [`Command::Quit`], or after a failure.
    pub fn is_finished(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Whether the thread has not ended in time after a request: [`Runner::end`] no longer waits.
    pub fn is_overdue(&self) -> bool {
        self.ending.is_overdue()
    }

    /// Ends the simulation and waits until its services have stopped and its recording is closed. Returns the last events.
    pub fn shut_down(mut self) -> Events {
        self.end();
        self.take_events()
    }

    /// Ends the simulation as [`Runner::shut_down`] does. If a library does not return, its thread is abandoned after a few
    /// seconds, the recording is closed with the data so far, and a finding is returned.
    pub fn end(&mut self) -> Option<Diagnostic> {
        let thread = self.thread.take()?;
        self.quit().send();
        if self.ending.wait() {
            // The thread has already reported a failure as an event.
            let _ = thread.join();
            return None;
        }
        let mut finding =
            Diagnostic::error(Code::PluginEnded, "a plugin did not return at the end of the simulation")
                .with_help("run the scene with `sim run`, which reports the plugin after 10 s; then fix the plugin or use another one");
        if let Some((path, result)) = self.ending.close_tape() {
            finding = finding.with_found(match &result {
                Ok(_) => {
                    format!("the recording {path} was closed without a summary", path = path.display())
                }
                Err(error) => format!(
                    "the recording {path} could not be closed: {reason}",
                    path = path.display(),
                    reason = error.diagnostic().message
                ),
            });
            self.outbox.send(match result {
                Ok(report) => Event::RecordingStopped { path, report, reason: "a plugin did not return" },
                Err(error) => Event::RecordingFailed { path, diagnostic: error.diagnostic() },
            });
        }
        Some(finding)
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        self.end();
    }
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> Diagnostic {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
    Diagnostic::error(Code::EngineState, "the simulation has failed because of a bug in this program")
        .with_found(text)
        .with_help("save the scene, restart the program, and report the steps that led to this")
}
