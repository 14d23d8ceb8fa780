//! The simulation thread.

mod build;
mod dispatch;
mod folders;
mod limits;
mod memory;
mod pace;
mod past;
mod publish;
mod saved_states;
mod tape;

use crate::command::Command;
use crate::ending::{Ending, Stage};
use crate::event::{EndReason, Event};
use crate::frame::RunState;
use crate::mailbox::Mailbox;
use crate::options::RunnerOptions;
use crate::outbox::Outbox;
use folders::Folders;
use memory::Memory;
use pace::{Pace, RealTimeFactor};
pub(crate) use publish::LINKED_ROBOTS;
use publish::Publisher;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{BuildOptions, ImageSource, LogLine, PersistentServices, Removed, Simulation};
use sim_core::plugins::PluginHost;
use sim_core::scene::{LoadedScene, Run};
use std::sync::Arc;
use std::time::{Duration, Instant};
pub use tape::existing_recording;

/// Polling interval of plugin folders, and maximum sleep of the thread.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Whether the thread continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// The state of the thread. The simulation is taken out while it runs.
pub(crate) struct Worker {
    host: PluginHost,
    inbox: Arc<Mailbox>,
    out: Arc<Outbox>,
    simulation: Option<Simulation>,
    scene: Option<Arc<LoadedScene>>,
    build: BuildOptions,
    images: Option<Arc<dyn ImageSource>>,
    state: RunState,
    /// Ticks left before pausing; `None`: no limit.
    steps_left: Option<u64>,
    /// Whether the run has continued beyond the duration of its scene, as requested by the user.
    beyond_end: bool,
    pace: Pace,
    factor: RealTimeFactor,
    publisher: Publisher,
    /// The recording and the progress of the shutdown.
    ending: Arc<Ending>,
    faults_seen: usize,
    limits_seen: usize,
    memory: Memory,
    folders: Folders,
    /// Interventions of the user since the start of the run, for recordings that start later.
    interventions: Vec<String>,
    /// Robots and objects removed from the run by edits.
    removed: Removed,
    plugin_generation: u64,
    /// Whether the scene could not be built.
    unbuilt: bool,
    /// Whether libraries have been loaded since, so that building may succeed now.
    try_again: bool,
}

impl Worker {
    pub(crate) fn new(
        host: PluginHost,
        inbox: Arc<Mailbox>,
        out: Arc<Outbox>,
        ending: Arc<Ending>,
        options: RunnerOptions,
    ) -> Self {
        let mut worker = Self {
            host,
            inbox,
            out,
            simulation: None,
            scene: None,
            build: BuildOptions::default(),
            images: None,
            state: RunState::Empty,
            steps_left: None,
            beyond_end: false,
            pace: Pace::default(),
            factor: RealTimeFactor::default(),
            publisher: Publisher::new(options),
            ending,
            faults_seen: 0,
            limits_seen: 0,
            memory: Memory::default(),
            folders: Folders::default(),
            interventions: Vec::new(),
            removed: Removed::default(),
            plugin_generation: 0,
            unbuilt: false,
            try_again: false,
        };
        worker.watch_folders();
        worker.report_plugin_problems();
        worker.publish_plugins();
        worker
    }

    /// Runs until a quit command.
    pub(crate) fn run(mut self) {
        loop {
            while let Some(command) = self.inbox.take() {
                if matches!(command, Command::Quit) || self.dispatch(command) == Flow::Quit {
                    return self.quit();
                }
            }
            self.hold(|worker, simulation| worker.poll_folders(simulation));
            if std::mem::take(&mut self.try_again) && self.unbuilt {
                self.start_over(RunState::Paused, PersistentServices::default());
            }
            if self.runs() {
                self.drive();
                continue;
            }
            self.hold(|worker, simulation| worker.publish_when_due(simulation));
            let attend = self
                .hold(|worker, simulation| simulation.map_or(POLL_INTERVAL, |simulation| worker.attend(simulation)));
            let wait = self.publisher.due_in().unwrap_or(POLL_INTERVAL).min(POLL_INTERVAL);
            self.inbox.wait(wait.min(attend));
        }
    }

    fn quit(mut self) {
        self.ending.enter(Stage::Stopping);
        self.close_simulation("the program ended");
        self.state = RunState::Empty;
        self.publish_now(None);
    }

    /// Gives a closure access to both the rest of the worker and the simulation.
    fn hold<T>(&mut self, act: impl FnOnce(&mut Self, Option<&mut Simulation>) -> T) -> T {
        let mut simulation = self.simulation.take();
        let result = act(self, simulation.as_mut());
        self.simulation = simulation;
        result
    }

    fn runs(&self) -> bool {
        matches!(self.state, RunState::Playing) && self.simulation.is_some()
    }

    /// Executes ticks until a command arrives or the run pauses.
    fn drive(&mut self) {
        let Some(mut simulation) = self.simulation.take() else { return };
        let result = match self.wait(&mut simulation) {
            false => Ok(()),
            true => simulation.run(|simulation| self.after_tick(simulation)),
        };
        match result {
            Ok(()) => {
                if !matches!(self.state, RunState::Playing) {
                    self.factor.clear();
                    self.publish_now(Some(&mut simulation));
                }
                self.simulation = Some(simulation);
            }
            Err(diagnostic) => {
                self.simulation = Some(simulation);
                self.close_simulation("the run could not continue");
                self.fail([diagnostic].into_iter().collect());
            }
        }
    }

    fn fail(&mut self, findings: sim_core::diagnostic::Diagnostics) {
        self.state = RunState::Failed(Arc::new(findings));
        self.publish_now(None);
    }

    /// End-of-tick processing. Returns whether to stop ticking.
    fn after_tick(&mut self, simulation: &mut Simulation) -> bool {
        self.report(simulation);
        self.record(simulation);
        self.memory.after_tick(simulation);
        if let Some(left) = &mut self.steps_left {
            *left -= 1;
            if *left == 0 {
                self.steps_left = None;
                self.state = RunState::Paused;
            }
        }
        if let Some(reason) = self.reason_to_end(simulation) {
            self.end(simulation, reason);
        }
        if !matches!(self.state, RunState::Playing) {
            return true;
        }
        let now = Instant::now();
        self.factor.note(now, simulation.time());
        self.publisher.changed();
        if self.publisher.is_due(now) {
            self.publish_now(Some(simulation));
        }
        if self.folders.is_due(now) {
            self.poll_folders(Some(simulation));
        }
        !self.wait(simulation)
    }

    fn reason_to_end(&self, simulation: &Simulation) -> Option<EndReason> {
        if let Some(reason) = simulation.stopped() {
            return Some(EndReason::Service(reason.to_string()));
        }
        let last = self.last_tick(simulation.dt()).filter(|_| !self.beyond_end)?;
        (simulation.tick() >= last).then_some(EndReason::Duration)
    }

    /// The last tick within the duration of the scene.
    fn last_tick(&self, dt: f64) -> Option<u64> {
        self.scene.as_ref()?.scene.run.duration.map(|duration| Run::ticks(duration, dt))
    }

    fn end(&mut self, simulation: &Simulation, reason: EndReason) {
        self.steps_left = None;
        self.out.send(Event::Verdicts(simulation.verdicts()));
        self.report_state_hash(simulation);
        self.out.send(Event::Ended(reason.clone()));
        self.state = RunState::Ended(Arc::new(reason));
        self.stop_recording(simulation, "the run ended", Vec::new());
    }

    /// Waits until the next tick is due while checking commands and folders. Returns whether to execute it.
    fn wait(&mut self, simulation: &mut Simulation) -> bool {
        loop {
            if self.inbox.is_pending() {
                return false;
            }
            if self.steps_left.is_some() {
                return true;
            }
            let left = self.pace.left(simulation.time() + simulation.dt());
            if left.is_zero() {
                return true;
            }
            let now = Instant::now();
            if self.publisher.is_due(now) {
                self.publish_now(Some(simulation));
            }
            if self.folders.is_due(now) {
                self.poll_folders(Some(simulation));
            }
            let frame = self.publisher.due_in().unwrap_or(POLL_INTERVAL);
            let attend = self.attend(simulation);
            self.inbox.wait(left.min(POLL_INTERVAL).min(frame).min(attend));
        }
    }

    /// Lets services work between ticks. Returns the time until they must be called again.
    fn attend(&mut self, simulation: &mut Simulation) -> Duration {
        let Some(period) = simulation.idle_period() else { return POLL_INTERVAL };
        let acted = simulation.idle();
        if self.publisher.note_panels(simulation) || acted {
            self.report(simulation);
            self.publisher.changed();
        }
        Duration::from_secs_f64(period.clamp(0.0, POLL_INTERVAL.as_secs_f64()))
    }

    /// Reports and records new log lines and faults of components.
    fn report(&mut self, simulation: &mut Simulation) {
        let mut lines = simulation.take_log().into_iter().peekable();
        let faults = simulation.faults();
        for fault in faults.get(self.faults_seen..).unwrap_or_default() {
            // Log lines of the tick of a fault precede it; its consequences follow it.
            while let Some(line) = lines.next_if(|line| line.time <= fault.time) {
                self.report_line(simulation, line);
            }
            if let Some(tape) = &mut *self.ending.tape() {
                tape.recorder.fault(fault);
            }
            self.publisher.note_fault(&fault.robot);
            self.out.send(Event::Fault(Box::new(fault.clone())));
            self.publisher.changed();
        }
        self.faults_seen = faults.len();
        lines.for_each(|line| self.report_line(simulation, line));
        self.report_limits(simulation);
    }

    fn report_line(&mut self, simulation: &Simulation, line: LogLine) {
        if let Some(tape) = &mut *self.ending.tape() {
            tape.recorder.log(simulation, line.clone());
        }
        self.out.send(Event::Log(line));
        self.publisher.changed();
    }

    /// Reports why a command failed.
    fn refuse(&mut self, command: &'static str, diagnostic: Diagnostic) {
        self.out.send(Event::Refused { command, diagnostic });
        self.publisher.changed();
    }

    fn refuse_without_scene(&mut self, command: &'static str) {
        self.refuse(command, without_scene());
    }
}

fn without_scene() -> Diagnostic {
    Diagnostic::error(Code::ConfigValue, "no scene is open").with_help("open a scene, or fix its errors")
}
