//! Runs a simulation live: end condition, pacing, recording, display and hot reloading.

use crate::console::{Console, Level};
use crate::followed::{RebuiltScene, SceneFollower};
use crate::interrupt;
use crate::log_file::LogFile;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::{LogLine, Simulation};
use sim_core::plugins::{Arrival, FolderWatch, PluginHost};
use sim_core::recording::{LiveRecorder, Recorder};
use sim_core::scene::{LoadedScene, Run};
use std::time::{Duration, Instant};

/// Interval at which plugin folders are checked and the progress bar is updated.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);
/// Runs shorter than this show no progress bar.
const SHORT: Duration = Duration::from_millis(500);
/// A run that lags its pace by more than this is reported.
const LATE: Duration = Duration::from_millis(100);
/// Number of faults shown individually; the rest are counted.
const FAULTS_SHOWN: usize = 20;

/// How a run ended.
#[derive(Clone, Debug)]
pub enum RunEnd {
    /// The duration or number of steps was reached.
    Completed,
    /// Interrupted by Ctrl-C.
    Interrupted,
    /// A service stopped it, with its reason.
    Stopped(String),
    /// The run could not continue.
    Failed(Box<Diagnostic>),
}

impl RunEnd {
    /// The reason as text, for recordings and summaries.
    pub fn words(&self) -> String {
        match self {
            RunEnd::Completed => "completed".to_string(),
            RunEnd::Interrupted => "interrupted".to_string(),
            RunEnd::Stopped(reason) => format!("stopped: {reason}"),
            RunEnd::Failed(diagnostic) => format!("failed: {}", diagnostic.message),
        }
    }
}

/// Receives every tick. Observers must not affect the simulation.
pub trait Observer: Send {
    /// Called after every tick, and before the first one.
    ///
    /// # Errors
    /// An error ends the run.
    fn tick(&mut self, simulation: &mut Simulation) -> Result<(), Diagnostic>;
}

/// Sources that are watched for changes during a run.
pub struct WatchedSources<'a> {
    /// Changes in the plugin folders.
    pub folders: FolderWatch,
    /// The plugins.
    pub host: &'a mut PluginHost,
    /// Changes of the scene.
    pub scene: SceneFollower<'a>,
    /// Number of steps set on the command line, which overrides the scene.
    pub steps: Option<u64>,
}

/// Result of a run.
pub struct RunResult {
    /// How it ended.
    pub ended: RunEnd,
    /// Wall-clock duration.
    pub took: Duration,
    /// The recorder, still open.
    pub recorder: Option<Recorder>,
    /// The log file, still open.
    pub log_file: Option<LogFile>,
    /// The scene that was reloaded last; none if it is still the initial one.
    pub scene: Option<LoadedScene>,
}

/// Number of the tick after which a run ends.
pub fn last_tick(steps: Option<u64>, duration: Option<f64>, dt: f64) -> Option<u64> {
    steps.or_else(|| duration.map(|duration| Run::ticks(duration, dt)))
}

/// A run with its options.
pub struct Live<'a> {
    console: &'a Console,
    level: Level,
    last_tick: Option<u64>,
    speed: Option<f64>,
    recording: Option<LiveRecorder>,
    log_file: Option<LogFile>,
    watch: Option<WatchedSources<'a>>,
    /// The changed scene to switch to after this tick.
    next: Option<Box<RebuiltScene>>,
    scene: Option<LoadedScene>,
    /// Whether the user has been notified that scene changes are ignored.
    change_reported: bool,
    observers: Vec<&'a mut dyn Observer>,
    bar: Option<ProgressBar>,
    faults_seen: usize,
    started: Instant,
    /// Start of pacing: wall-clock time, and simulated time, s.
    paced_from: (Instant, f64),
    /// The run is behind its pace, and this has been reported.
    late: bool,
    next_check: Instant,
    ended: RunEnd,
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
            log_file: None,
            watch: None,
            next: None,
            scene: None,
            change_reported: false,
            observers: Vec::new(),
            bar: None,
            faults_seen: 0,
            started: now,
            paced_from: (now, 0.0),
            late: false,
            next_check: now,
            ended: RunEnd::Completed,
        }
    }

    /// Limits the run to this many simulated seconds per second.
    pub fn paced(self, speed: Option<f64>) -> Self {
        Self { speed, ..self }
    }

    /// Records the initial state and every tick.
    pub fn recorded(self, recorder: Option<Recorder>, simulation: &Simulation) -> Self {
        Self { recording: recorder.map(|recorder| LiveRecorder::new(recorder, simulation)), ..self }
    }

    /// Appends the log to a file.
    pub fn logged(self, file: Option<LogFile>) -> Self {
        Self { log_file: file, ..self }
    }

    /// Loads plugins that are added or changed, and follows changes of the scene.
    pub fn watching(self, watch: Option<WatchedSources<'a>>) -> Self {
        Self { watch, ..self }
    }

    /// Calls these observers on every tick.
    pub fn observed(self, observers: Vec<&'a mut dyn Observer>) -> Self {
        Self { observers, ..self }
    }

    /// Runs the simulation.
    pub fn run(mut self, simulation: &mut Simulation) -> RunResult {
        self.started = Instant::now();
        self.paced_from = (self.started, 0.0);
        self.next_check = self.started + CHECK_INTERVAL;
        let observed = self.observe(simulation);
        simulation.start();
        sim_supervisor::release_after_start();
        self.report(simulation);
        let begun = observed && self.record(simulation);
        let mut result = Ok(());
        while begun && result.is_ok() && self.last_tick.is_none_or(|last| simulation.tick() < last) {
            result = simulation.run(|simulation| self.after_tick(simulation));
            match self.next.take() {
                Some(next) if result.is_ok() => self.switch_to(*next, simulation),
                _ => break,
            }
        }
        let took = self.started.elapsed();
        if let Err(diagnostic) = result {
            self.ended = RunEnd::Failed(Box::new(diagnostic));
        }
        self.report(simulation);
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        if self.faults_seen > FAULTS_SHOWN {
            let more = self.faults_seen - FAULTS_SHOWN;
            self.suspended(|console| {
                console.eprint(format!("… and {more} more faults (--json lists all)"));
            });
        }
        let recorder = self.recording.map(LiveRecorder::into_recorder);
        RunResult { ended: self.ended, took, recorder, log_file: self.log_file, scene: self.scene }
    }

    /// Switches to the changed scene.
    fn switch_to(&mut self, next: RebuiltScene, simulation: &mut Simulation) {
        let RebuiltScene { simulation: new, loaded, warnings, words } = next;
        let old = std::mem::replace(simulation, new);
        let known = old.faults().len();
        let finished = old.finish();
        for line in &finished.log {
            if self.level.shows(line.level) {
                self.console.log(line);
            }
            self.append(|file| file.line(line));
        }
        for fault in finished.faults.iter().skip(known) {
            self.show(&fault.diagnostic());
            self.append(|file| file.fault(fault));
        }
        self.suspended(|console| console.show_all(&warnings));
        self.info(format!("the scene has changed: {words}"));
        self.faults_seen = simulation.faults().len();
        simulation.start();
        let run = &loaded.scene.run;
        let steps = self.watch.as_ref().and_then(|watch| watch.steps);
        self.last_tick = last_tick(steps, run.duration, simulation.dt());
        self.speed = run.speed;
        self.paced_from = (Instant::now(), simulation.time());
        self.scene = Some(loaded);
        self.report(simulation);
    }

    fn after_tick(&mut self, simulation: &mut Simulation) -> bool {
        self.report(simulation);
        if !self.observe(simulation) || !self.record(simulation) {
            return true;
        }
        if interrupt::asked() {
            self.ended = RunEnd::Interrupted;
            return true;
        }
        if let Some(reason) = simulation.stopped() {
            self.ended = RunEnd::Stopped(reason.to_string());
            return true;
        }
        if self.last_tick.is_some_and(|last| simulation.tick() >= last) {
            return true;
        }
        self.check_sources(simulation);
        self.wait(simulation);
        if interrupt::asked() {
            self.ended = RunEnd::Interrupted;
            return true;
        }
        self.next.is_some()
    }

    /// Calls the observers. Returns false if one fails, which ends the run.
    fn observe(&mut self, simulation: &mut Simulation) -> bool {
        let failed = self.observers.iter_mut().find_map(|observer| observer.tick(simulation).err());
        let ok = failed.is_none();
        if let Some(failed) = failed {
            self.ended = RunEnd::Failed(Box::new(failed));
        }
        ok
    }

    /// Records the current state. Returns false on failure, which ends the run.
    fn record(&mut self, simulation: &Simulation) -> bool {
        let failed = self.recording.as_mut().and_then(|recording| recording.frame(simulation).err());
        let ok = failed.is_none();
        if let Some(error) = failed {
            self.ended = RunEnd::Failed(Box::new(error.diagnostic()));
        }
        ok
    }

    /// Sleeps until the tick is due, while checking the plugin folders.
    fn wait(&mut self, simulation: &mut Simulation) {
        let Some(speed) = self.speed else { return };
        let (began, time) = self.paced_from;
        let due = began + Duration::from_secs_f64((simulation.time() - time).max(0.0) / speed);
        self.report_delay(Instant::now().saturating_duration_since(due));
        while self.next.is_none() {
            let left = due.saturating_duration_since(Instant::now());
            if left.is_zero() || interrupt::asked() {
                return;
            }
            if simulation.idle() {
                self.report(simulation);
            }
            let attend = simulation
                .idle_period()
                .map_or(CHECK_INTERVAL, |period| Duration::from_secs_f64(period.clamp(0.0, 1.0)));
            std::thread::sleep(left.min(CHECK_INTERVAL).min(attend));
            self.check_sources(simulation);
        }
    }

    /// Reports that the run is behind its pace, once until it has caught up. No tick is skipped.
    fn report_delay(&mut self, late: Duration) {
        let is_late = late > LATE || self.late && !late.is_zero();
        if is_late && !self.late {
            self.console.info(format!(
                "the run is {:.1} s behind: this computer is too slow for the requested speed; no ticks are skipped",
                late.as_secs_f64()
            ));
        }
        self.late = is_late;
    }

    /// Work that is not necessary on every tick.
    fn check_sources(&mut self, simulation: &mut Simulation) {
        if self.watch.is_none() && !self.console.shows_progress() {
            return;
        }
        let now = Instant::now();
        if now < self.next_check {
            return;
        }
        self.next_check = now + CHECK_INTERVAL;
        self.reload_plugins(simulation);
        self.reload_scene(simulation);
        self.show_progress(simulation, now);
    }

    fn show_progress(&mut self, simulation: &Simulation, now: Instant) {
        let Some(last) = self.last_tick.filter(|_| self.console.shows_progress() && now - self.started >= SHORT) else {
            return;
        };
        let bar = self.bar.get_or_insert_with(|| {
            let bar = ProgressBar::with_draw_target(Some(last), ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template("{bar:32} {percent:>3} %  {msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        // A changed scene may have another duration.
        bar.set_length(last);
        let factor = simulation.time() / (now - self.started).as_secs_f64();
        bar.set_position(simulation.tick());
        let left =
            (last - simulation.tick().min(last)) as f64 * simulation.dt() / self.speed.unwrap_or(factor).min(factor);
        let mut message = format!("{:.1} s simulated, {factor:.1} times real time", simulation.time());
        if left.is_finite() {
            message = format!("{message}  {left:.0} s left");
        }
        bar.set_message(message);
    }

    fn reload_plugins(&mut self, simulation: &mut Simulation) {
        let Some(WatchedSources { folders, host, .. }) = &mut self.watch else { return };
        let arrivals = host.take_changes(folders);
        for arrival in &arrivals.loaded {
            simulation.reload(host, &arrival.components);
        }
        for arrival in &arrivals.loaded {
            self.info(arrived(arrival));
            self.note(simulation, arrival.to_string());
        }
        for diagnostic in arrivals.gone.iter().chain(&arrivals.refused).chain(&arrivals.duplicates) {
            self.show(diagnostic);
            self.note(simulation, diagnostic.to_string());
        }
        self.report(simulation);
    }

    fn reload_scene(&mut self, simulation: &mut Simulation) {
        let Some(WatchedSources { host, scene, .. }) = &mut self.watch else { return };
        let changed = scene.changed();
        let Some(file) = changed.first() else { return };
        // A recording has a fixed layout, and observers draw the initial robots.
        if self.recording.is_some() || !self.observers.is_empty() {
            if !std::mem::replace(&mut self.change_reported, true) {
                let message = "the scene has changed; the run continues with its original scene";
                let help = "restart it to apply the changes: a run that is recorded or drawn does not follow them";
                let file = file.display().to_string();
                self.show(&Diagnostic::warning(Code::SceneFile, message).with_file(file).with_help(help));
            }
            return;
        }
        match scene.rebuild(simulation, host) {
            Ok(next) => self.next = Some(Box::new(next)),
            Err(failure) => {
                self.suspended(|console| console.show_all(&failure.diagnostics));
                self.info("the run continues with the previous scene");
            }
        }
    }

    fn note(&mut self, simulation: &Simulation, text: String) {
        if let Some(recording) = &mut self.recording {
            recording.note(simulation, text);
        }
    }

    /// Shows and records log lines and faults since the last call.
    fn report(&mut self, simulation: &mut Simulation) {
        let mut lines = simulation.take_log().into_iter().peekable();
        let faults = &simulation.faults()[self.faults_seen..];
        let any = self.log_file.is_some() && (lines.len() > 0 || !faults.is_empty());
        for fault in faults {
            // Log lines up to the time of the fault come first; its consequences come after.
            while let Some(line) = lines.next_if(|line| line.time <= fault.time) {
                self.report_line(simulation, line);
            }
            if self.faults_seen < FAULTS_SHOWN {
                self.suspended(|console| console.show(&fault.diagnostic()));
            }
            self.faults_seen += 1;
            self.append(|file| file.fault(fault));
            if let Some(recording) = &mut self.recording {
                recording.fault(fault);
            }
        }
        lines.for_each(|line| self.report_line(simulation, line));
        if any {
            self.append(LogFile::flush);
        }
    }

    fn report_line(&mut self, simulation: &Simulation, line: LogLine) {
        if self.level.shows(line.level) {
            self.suspended(|console| console.log(&line));
        }
        self.append(|file| file.line(&line));
        if let Some(recording) = &mut self.recording {
            recording.log(simulation, line);
        }
    }

    /// Writes to the log file, if there is one, and shows a warning if that fails.
    fn append(&mut self, write: impl FnOnce(&mut LogFile) -> Option<Diagnostic>) {
        if let Some(warning) = self.log_file.as_mut().and_then(write) {
            self.show(&warning);
        }
    }

    fn info(&self, line: impl Into<String>) {
        self.suspended(|console| console.info(line));
    }

    fn show(&self, diagnostic: &Diagnostic) {
        self.suspended(|console| console.show(diagnostic));
    }

    /// Writes without breaking the progress bar.
    fn suspended(&self, write: impl FnOnce(&Console)) {
        match &self.bar {
            Some(bar) => bar.suspend(|| write(self.console)),
            None => write(self.console),
        }
    }
}

/// Text about a library loaded during a run.
fn arrived(arrival: &Arrival) -> String {
    let ids: Vec<&str> = arrival.components.iter().map(|(_, id)| id.as_str()).collect();
    let what = if arrival.new_file { "listed" } else { "changed" };
    format!("{what}: {}, {}, {}", arrival.file.display(), arrival.library, ids.join(" "))
}
