//! A run while it happens: when it ends, how fast it goes, what is recorded, shown and watched.

use crate::console::{Console, Level};
use crate::interrupt;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sim_core::diagnostic::Diagnostic;
use sim_core::engine::Simulation;
use sim_core::plugins::{FolderWatch, PluginHost};
use sim_core::recording::{LiveRecorder, Recorder};
use std::time::{Duration, Instant};

/// How often the plugin folders and the progress bar are looked at.
const LOOK: Duration = Duration::from_millis(50);
/// Runs shorter than this show no progress bar.
const SHORT: Duration = Duration::from_millis(500);
/// Faults shown one by one; the others are counted.
const FAULTS_SHOWN: usize = 20;

/// How a run ended.
#[derive(Clone, Debug)]
pub enum Ended {
    /// As long as it was to be.
    Completed,
    /// Ctrl-C.
    Interrupted,
    /// A service stopped it, with its reason.
    Stopped(String),
    /// It could not go on.
    Failed(Box<Diagnostic>),
}

impl Ended {
    /// For recordings and summaries.
    pub fn words(&self) -> String {
        match self {
            Ended::Completed => "completed".into(),
            Ended::Interrupted => "interrupted".into(),
            Ended::Stopped(reason) => format!("stopped: {reason}"),
            Ended::Failed(diagnostic) => format!("failed: {}", diagnostic.message),
        }
    }
}

/// Something that wants to see every tick.
pub trait Observer: Send {
    /// After a tick.
    fn tick(&mut self, simulation: &Simulation);
}

/// What a run is to do.
pub struct Live<'a> {
    console: &'a Console,
    level: Level,
    last_tick: Option<u64>,
    speed: Option<f64>,
    recording: Option<LiveRecorder>,
    watch: Option<(FolderWatch, &'a mut PluginHost)>,
    observers: Vec<&'a mut dyn Observer>,
    bar: Option<ProgressBar>,
    faults_seen: usize,
    started: Instant,
    next_look: Instant,
    ended: Ended,
}

impl<'a> Live<'a> {
    /// A run that ends after a tick, or never.
    pub fn new(console: &'a Console, level: Level, last_tick: Option<u64>) -> Self {
        let now = Instant::now();
        Self {
            console,
            level,
            last_tick,
            speed: None,
            recording: None,
            watch: None,
            observers: Vec::new(),
            bar: None,
            faults_seen: 0,
            started: now,
            next_look: now,
            ended: Ended::Completed,
        }
    }

    /// Holds the run to so many simulated seconds per second.
    pub fn paced(mut self, speed: Option<f64>) -> Self {
        self.speed = speed;
        self
    }

    /// Records the start and every tick.
    pub fn recorded(mut self, recorder: Option<Recorder>, simulation: &Simulation) -> Self {
        self.recording = recorder.map(|recorder| LiveRecorder::new(recorder, simulation));
        self
    }

    /// Loads plugins that appear or change.
    pub fn watching(mut self, watch: Option<FolderWatch>, host: &'a mut PluginHost) -> Self {
        self.watch = watch.map(|watch| (watch, host));
        self
    }

    /// Shows every tick to these.
    pub fn observed(mut self, observers: Vec<&'a mut dyn Observer>) -> Self {
        self.observers = observers;
        self
    }

    /// Runs. Returns how it ended, the time it took, and the recorder, still open.
    pub fn run(mut self, simulation: &mut Simulation) -> (Ended, Duration, Option<Recorder>) {
        self.started = Instant::now();
        self.next_look = self.started + LOOK;
        for observer in &mut self.observers {
            observer.tick(simulation);
        }
        simulation.start();
        sim_supervisor::release_after_start();
        self.report(simulation);
        let begun = self.record(simulation);
        let result = match self.last_tick {
            _ if !begun => Ok(()),
            Some(last) if simulation.tick() >= last => Ok(()),
            _ => simulation.run(|simulation| self.after_tick(simulation)),
        };
        let took = self.started.elapsed();
        if let Err(diagnostic) = result {
            self.ended = Ended::Failed(Box::new(diagnostic));
        }
        self.report(simulation);
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if self.faults_seen > FAULTS_SHOWN {
            self.say(&format!("… and {} more faults (--json lists all)", self.faults_seen - FAULTS_SHOWN));
        }
        (self.ended, took, self.recording.map(LiveRecorder::into_recorder))
    }

    fn after_tick(&mut self, simulation: &mut Simulation) -> bool {
        self.report(simulation);
        for observer in &mut self.observers {
            observer.tick(simulation);
        }
        if !self.record(simulation) {
            return true;
        }
        if interrupt::asked() {
            self.ended = Ended::Interrupted;
            return true;
        }
        if let Some(reason) = simulation.stopped() {
            self.ended = Ended::Stopped(reason.to_string());
            return true;
        }
        if self.last_tick.is_some_and(|last| simulation.tick() >= last) {
            return true;
        }
        self.look(simulation);
        self.wait(simulation);
        if interrupt::asked() {
            self.ended = Ended::Interrupted;
            return true;
        }
        false
    }

    /// Records the present state; false when that has failed, which ends the run.
    fn record(&mut self, simulation: &Simulation) -> bool {
        let failed = self.recording.as_mut().and_then(|recording| recording.frame(simulation).err());
        let ok = failed.is_none();
        if let Some(error) = failed {
            self.ended = Ended::Failed(Box::new(error.diagnostic()));
        }
        ok
    }

    /// Sleeps until the tick is due, with an eye on the plugin folders.
    fn wait(&mut self, simulation: &mut Simulation) {
        let Some(speed) = self.speed else { return };
        let due = self.started + Duration::from_secs_f64(simulation.time() / speed);
        loop {
            let left = due.saturating_duration_since(Instant::now());
            if left.is_zero() || interrupt::asked() {
                return;
            }
            if simulation.idle() {
                self.report(simulation);
            }
            let attend =
                simulation.idle_period().map_or(LOOK, |period| Duration::from_secs_f64(period.clamp(0.0, 1.0)));
            std::thread::sleep(left.min(LOOK).min(attend));
            self.look(simulation);
        }
    }

    /// What need not happen in every tick.
    fn look(&mut self, simulation: &mut Simulation) {
        if self.watch.is_none() && !self.console.terminal {
            return;
        }
        let now = Instant::now();
        if now < self.next_look {
            return;
        }
        self.next_look = now + LOOK;
        self.look_at_folders(simulation);
        self.show_progress(simulation, now);
    }

    fn show_progress(&mut self, simulation: &Simulation, now: Instant) {
        let Some(last) = self.last_tick.filter(|_| self.console.terminal && now - self.started >= SHORT) else {
            return;
        };
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(Some(last), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:32} {percent:>3} %  {msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        let factor = simulation.time() / (now - self.started).as_secs_f64();
        bar.set_position(simulation.tick());
        let left =
            (last - simulation.tick().min(last)) as f64 * simulation.dt() / self.speed.unwrap_or(factor).min(factor);
        let left = if left.is_finite() { format!("  {left:.0} s left") } else { String::new() };
        bar.set_message(format!("{:.1} s simulated, {factor:.1} times real time{left}", simulation.time()));
    }

    fn look_at_folders(&mut self, simulation: &mut Simulation) {
        let Some((watch, host)) = &mut self.watch else { return };
        let arrivals = host.take_changes(watch);
        for arrival in &arrivals.loaded {
            simulation.reload(host, &arrival.components);
        }
        for arrival in &arrivals.loaded {
            self.say(&arrival.to_string());
            self.note(simulation, arrival.to_string());
        }
        for diagnostic in arrivals.refused.iter().chain(&arrivals.duplicates) {
            self.show(diagnostic);
            self.note(simulation, diagnostic.to_string());
        }
        self.report(simulation);
    }

    fn note(&mut self, simulation: &Simulation, text: String) {
        if let Some(recording) = &mut self.recording {
            recording.note(simulation, text);
        }
    }

    /// Shows and records what components have logged and what has failed since the last time.
    fn report(&mut self, simulation: &mut Simulation) {
        for line in simulation.take_log() {
            if self.level.shows(line.level) {
                self.suspended(|console| console.log(&line));
            }
            if let Some(recording) = &mut self.recording {
                recording.log(simulation, line);
            }
        }
        let faults = simulation.faults();
        for fault in &faults[self.faults_seen..] {
            if self.faults_seen < FAULTS_SHOWN {
                self.suspended(|console| console.show(&fault.diagnostic()));
            }
            self.faults_seen += 1;
            if let Some(recording) = &mut self.recording {
                recording.fault(fault);
            }
        }
    }

    fn say(&self, line: &str) {
        self.suspended(|console| console.say(line));
    }

    fn show(&self, diagnostic: &Diagnostic) {
        self.suspended(|console| console.show(diagnostic));
    }

    /// Writes without tearing the progress bar.
    fn suspended(&self, write: impl FnOnce(&Console)) {
        match &self.bar {
            Some(bar) => bar.suspend(|| write(self.console)),
            None => write(self.console),
        }
    }
}
