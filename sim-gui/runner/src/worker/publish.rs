//! Frames and structures for the window.

use super::Worker;
use crate::frame::{FrameOptions, FramePool, RunState};
use crate::options::RunnerOptions;
use crate::structure::{PluginList, Structure};
use sim_abi::panel::Panel;
use sim_core::engine::Simulation;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Frames per second that may be asked for.
const RATES: std::ops::RangeInclusive<f64> = 1.0..=240.0;

/// Robots up to which frames carry the poses of links unless told otherwise.
pub(crate) const LINKED_ROBOTS: usize = 2000;

/// What the window is to see, and when.
pub(super) struct Publisher {
    repaint: Arc<dyn Fn() + Send + Sync>,
    pool: FramePool,
    interval: Duration,
    next: Instant,
    changed: bool,
    pub(super) wanted: FrameOptions,
    /// Whether poses of links are wanted; none: that depends on the number of robots.
    links: Option<bool>,
    generation: u64,
    /// Object changes that the present structure includes.
    pub(super) object_changes: u64,
    /// Robots by name, and which of them have a component that failed.
    robots: BTreeMap<Arc<str>, usize>,
    faulty: Vec<bool>,
    /// What services showed of themselves when they were attended to last.
    panels: Vec<Option<Arc<Panel>>>,
}

impl Publisher {
    pub(super) fn new(options: RunnerOptions) -> Self {
        Self {
            repaint: options.repaint,
            pool: FramePool::default(),
            interval: interval(options.frame_rate),
            next: Instant::now(),
            changed: true,
            wanted: FrameOptions { links: true, ..FrameOptions::default() },
            links: None,
            generation: 0,
            object_changes: 0,
            robots: BTreeMap::new(),
            faulty: Vec::new(),
            panels: Vec::new(),
        }
    }

    /// Something is to be shown.
    pub(super) fn changed(&mut self) {
        self.changed = true;
    }

    /// Whether something is to be shown now.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.changed && now >= self.next
    }

    /// Time until something is to be shown; none when there is nothing.
    pub(super) fn due_in(&self) -> Option<Duration> {
        self.changed.then(|| self.next.saturating_duration_since(Instant::now()))
    }

    pub(super) fn set_links(&mut self, links: Option<bool>) {
        self.links = links;
        self.wanted.links = links.unwrap_or(self.faulty.len() <= LINKED_ROBOTS);
    }

    pub(super) fn set_rate(&mut self, rate: f64) {
        self.interval = interval(rate);
    }

    /// A component of a robot has failed; no name: of a service.
    pub(super) fn note_fault(&mut self, robot: &str) {
        if let Some(robot) = self.robots.get(robot) {
            self.faulty[*robot] = true;
        }
    }

    /// Notes what services show of themselves. Returns whether that is another thing than before.
    pub(super) fn note_panels(&mut self, simulation: &Simulation) -> bool {
        let same = |(now, before): (Option<Arc<Panel>>, &Option<Arc<Panel>>)| match (&now, before) {
            (Some(now), Some(before)) => Arc::ptr_eq(now, before),
            (now, before) => now.is_none() && before.is_none(),
        };
        let now = || simulation.services().map(|service| service.panel);
        let is_same = now().count() == self.panels.len() && now().zip(&self.panels).all(same);
        if !is_same {
            self.panels.clear();
            self.panels.extend(now());
        }
        !is_same
    }

    /// Looks which robots have components that failed, after some of them may have got a new start.
    pub(super) fn look_for_faults(&mut self, simulation: &Simulation) {
        self.faulty.clear();
        self.faulty.extend(simulation.robot_views().map(|robot| robot.is_faulty()));
    }
}

fn interval(rate: f64) -> Duration {
    let rate = if rate.is_nan() { *RATES.end() } else { rate };
    Duration::from_secs_f64(1.0 / rate.clamp(*RATES.start(), *RATES.end()))
}

impl Worker {
    /// Publishes a frame when something is to be shown and its time has come.
    pub(super) fn publish_when_due(&mut self, simulation: Option<&mut Simulation>) {
        if self.publisher.is_due(Instant::now()) {
            self.publish_now(simulation);
        }
    }

    /// Publishes a frame, and before it what the simulation consists of when objects have been added or removed.
    pub(super) fn publish_now(&mut self, simulation: Option<&mut Simulation>) {
        let now = Instant::now();
        if let Some(simulation) = &simulation
            && simulation.object_changes().count != self.publisher.object_changes
        {
            self.publish_structure(simulation);
        }
        let state = self.state.clone();
        let rates = match (&state, &simulation) {
            (RunState::Playing, Some(simulation)) => self.rates.now(now, simulation.tick()),
            _ => (0.0, 0.0),
        };
        let (speed, recorded, steps_back) =
            (self.pace.speed().factor(), self.ending.tape().as_ref().map(|tape| tape.frames), self.memory.steps_back());
        let Publisher { pool, generation, wanted, faulty, .. } = &mut self.publisher;
        let frame = pool.fill(|frame| {
            frame.state = state;
            (frame.steps_per_second, frame.real_time_factor) = rates;
            (frame.speed, frame.recorded, frame.steps_back) = (speed, recorded, steps_back);
            frame.structure = *generation;
            match simulation {
                Some(simulation) => frame.take(simulation, wanted, faulty),
                None => frame.clear(),
            }
        });
        self.out.frame.put(frame);
        self.publisher.changed = false;
        self.publisher.next = now + self.publisher.interval;
        (self.publisher.repaint)();
    }

    /// Publishes what the simulation consists of, before the next frame.
    pub(super) fn publish_structure(&mut self, simulation: &Simulation) {
        let Some(scene) = &self.scene else { return };
        self.publisher.generation += 1;
        self.publisher.object_changes = simulation.object_changes().count;
        let structure = Structure::of(simulation, scene, self.publisher.generation);
        let names = structure.robots.iter().enumerate().map(|(index, robot)| (robot.name.clone(), index));
        self.publisher.robots = names.collect();
        self.publisher.wanted.watched = structure.robots.iter().map(|robot| robot.parts.watched).collect();
        self.publisher.look_for_faults(simulation);
        self.publisher.set_links(self.publisher.links);
        self.publisher.wanted.selected.retain(|robot| *robot < structure.robots.len());
        self.out.structure.put(Arc::new(structure));
        self.publisher.changed();
    }

    /// Publishes an empty structure.
    pub(super) fn publish_no_structure(&mut self) {
        self.publisher.generation += 1;
        let generation = self.publisher.generation;
        self.out.structure.put(Arc::new(Structure { generation, scene: self.scene.clone(), ..Structure::default() }));
        self.publisher.changed();
    }

    pub(super) fn publish_plugins(&mut self) {
        self.plugin_generation += 1;
        self.out.plugins.put(Arc::new(PluginList::of(&self.host, self.plugin_generation)));
        self.publisher.changed();
    }
}
