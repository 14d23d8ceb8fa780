//! Data read from a whole recording, on separate threads: it grows while the file is read.

use crate::command::TrailOptions;
use crate::history::{Series, Subject};
use crate::playback::Playback;
use crate::trails::Trails;
use sim_core::diagnostic::Diagnostic;
use sim_core::recording::{EventKind, LogLevel, Recording};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;

/// Called from the reading thread when there is new data.
pub type Repaint = Arc<dyn Fn() + Send + Sync>;

/// Number of readings between two repaint calls, and between two checks for cancellation.
const BATCH: usize = 4096;
/// Maximum number of marks.
const MARKS: usize = 100_000;
/// Maximum number of reported damages of a recording.
const FAILURES: usize = 20;

/// Severity of an event of a recorded run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// The user has changed the run, or another notable event.
    Note,
    /// A component has logged a warning.
    Warning,
    /// A component has logged an error.
    Error,
    /// A component has failed.
    Fault,
}

/// An event of a recorded run.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Time, s.
    pub time: f64,
    /// Severity.
    pub kind: MarkKind,
    /// Description with its source.
    pub text: String,
}

/// Events of a recorded run, and trails of its robots.
pub struct Overview {
    marks: Mutex<Vec<Mark>>,
    trails: Trails,
    complete: AtomicBool,
    failures: Mutex<Failures>,
}

/// Read errors.
#[derive(Default)]
struct Failures {
    /// Not yet reported.
    waiting: VecDeque<Diagnostic>,
    /// Messages so far; two readers may find the same damage.
    reported: BTreeSet<String>,
}

impl std::fmt::Debug for Overview {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Overview").field("complete", &self.is_complete()).finish_non_exhaustive()
    }
}

impl Overview {
    /// Accesses the marks found so far, ordered by time.
    pub fn marks<T>(&self, read: impl FnOnce(&[Mark]) -> T) -> T {
        read(&self.marks.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Trails of all robots, as far as they have been read.
    pub fn trails(&self) -> &Trails {
        &self.trails
    }

    /// Whether everything has been read.
    pub fn is_complete(&self) -> bool {
        self.complete.load(Ordering::Acquire)
    }

    /// Why a part of the recording could not be read, and which part of the run is missing; each is returned once.
    pub fn take_failure(&self) -> Option<Diagnostic> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).waiting.pop_front()
    }

    fn fail(&self, failure: Diagnostic) {
        let mut failures = self.failures.lock().unwrap_or_else(PoisonError::into_inner);
        if failures.reported.len() < FAILURES && failures.reported.insert(failure.message.to_string()) {
            failures.waiting.push_back(failure);
        }
    }

    fn mark(&self, mark: Mark) {
        let mut marks = self.marks.lock().unwrap_or_else(PoisonError::into_inner);
        if marks.len() < MARKS {
            marks.push(mark);
        }
    }
}

impl Playback {
    /// All values of a robot's telemetry at `index`, by its layout: a history that grows while the file is read. Dropping it
    /// stops reading.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn channel(&self, robot: usize, index: usize, repaint: Repaint) -> std::io::Result<Arc<Series>> {
        let structure = self.structure();
        let subject = structure.robots.get(robot).and_then(|info| {
            let channel = info.parts.channels.iter().find(|channel| channel.index == index)?;
            Some((info.name.to_string(), channel.path.clone()))
        });
        let (recording, folder) = self.shared();
        let (first, last) = self.range();
        let step = (structure.dt * recording.every_ticks() as f64).max(1e-9);
        // One frame more than possible, against rounding; clamped, so that a damaged header does not exhaust memory.
        let frames = ((last - first) / step).ceil().clamp(1.0, 5e7) as usize + 2;
        let series = Arc::new(Series::new(robot, index, frames));
        series.set_subject(Some(Subject { robot, index, names: subject }));
        let wanted = Arc::downgrade(&series);
        thread::Builder::new().name("recorded channel".into()).spawn(move || {
            read_channel(&recording, robot, index, &wanted, &repaint);
            drop((recording, folder));
        })?;
        Ok(series)
    }

    /// Events and trails of all robots. They grow while the file is read; dropping the overview stops reading.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn overview(&self, trails: &TrailOptions, repaint: Repaint) -> std::io::Result<Arc<Overview>> {
        let (recording, folder) = self.shared();
        let overview = Arc::new(Overview {
            marks: Mutex::default(),
            trails: Trails::new(trails, recording.info().robots.len()),
            complete: AtomicBool::new(false),
            failures: Mutex::default(),
        });
        let wanted = Arc::downgrade(&overview);
        thread::Builder::new().name("recorded run".into()).spawn(move || {
            read_overview(&recording, &wanted, &repaint);
            drop((recording, folder));
        })?;
        Ok(overview)
    }
}

fn read_channel(recording: &Recording, robot: usize, index: usize, wanted: &Weak<Series>, repaint: &Repaint) {
    // The content of damaged parts of the file is missing; the overview reports them.
    for (number, [time, value]) in recording.channel(robot, index).filter_map(Result::ok).enumerate() {
        let Some(series) = wanted.upgrade() else { return };
        series.push(time, value);
        if number % BATCH == 0 {
            repaint();
        }
    }
    if let Some(series) = wanted.upgrade() {
        series.set_subject(None);
    }
    repaint();
}

fn read_overview(recording: &Recording, wanted: &Weak<Overview>, repaint: &Repaint) {
    if let Some(overview) = wanted.upgrade() {
        recording.damage().iter().for_each(|error| overview.fail(error.warning()));
    }
    let names = recording.info().robots.iter().enumerate();
    let robots: HashMap<&str, usize> = names.map(|(number, robot)| (robot.name.as_str(), number)).collect();
    let mut placed: Vec<VecDeque<f64>> = vec![VecDeque::new(); robots.len()];
    for event in recording.events() {
        let Some(overview) = wanted.upgrade() else { return };
        match event {
            Ok(event) => {
                if let EventKind::RobotPlaced { robot, .. } = &event.kind
                    && let Some(robot) = robots.get(&**robot)
                {
                    placed[*robot].push_back(event.time);
                }
                if let Some((kind, text)) = describe(event.kind) {
                    overview.mark(Mark { time: event.time, kind, text });
                }
            }
            Err(error) => overview.fail(error.warning()),
        }
    }
    repaint();
    for (number, place) in recording.places().enumerate() {
        let Some(overview) = wanted.upgrade() else { return };
        match place {
            Ok(place) => {
                while let Some(time) = placed[place.robot].pop_front_if(|time| *time <= place.time) {
                    overview.trails.interrupt(place.robot, time);
                }
                overview.trails.add(place.robot, place.time, place.position);
            }
            Err(error) => overview.fail(error.warning()),
        }
        if number % BATCH == 0 {
            repaint();
        }
    }
    if let Some(overview) = wanted.upgrade() {
        overview.complete.store(true, Ordering::Release);
    }
    repaint();
}

/// The events that are marked: not those that occur all the time, such as log lines and contacts.
fn describe(event: EventKind) -> Option<(MarkKind, String)> {
    let by = |robot: &str, component: &str, text: &str| {
        let parts = [robot, component].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
        if parts.is_empty() { text.to_string() } else { format!("{}: {text}", parts.join(".")) }
    };
    match event {
        EventKind::Fault { robot, component, message, .. } => Some((MarkKind::Fault, by(&robot, &component, &message))),
        EventKind::Log { level, robot, component, message } => {
            let kind = match level {
                LogLevel::Error => MarkKind::Error,
                LogLevel::Warn => MarkKind::Warning,
                LogLevel::Trace | LogLevel::Debug | LogLevel::Info => return None,
            };
            Some((kind, by(&robot, &component, &message)))
        }
        EventKind::Note { text } => Some((MarkKind::Note, text)),
        EventKind::ContactBegin { .. }
        | EventKind::ContactEnd { .. }
        | EventKind::ObjectAdded { .. }
        | EventKind::ObjectRemoved { .. }
        | EventKind::RobotPlaced { .. }
        | EventKind::ExternalInput { .. } => None,
    }
}
