//! Publishing frames and structures for the window.

use super::Worker;
use crate::frame::{FrameOptions, FramePool, RunState};
use crate::options::RunnerOptions;
use crate::structure::{PluginList, Structure};
use sim_abi::panel::Panel;
use sim_core::engine::Simulation;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Range of the frame rate, frames per second.
const RATES: std::ops::RangeInclusive<f64> = 1.0..=240.0;

/// Maximum number of robots for which frames include link poses by default.
pub(crate) const LINKED_ROBOTS: usize = 2000;

/// Pending output for the window.
pub(super) struct Publisher {
    repaint: Arc<dyn Fn() + Send + Sync>,
    pool: FramePool,
    interval: Duration,
    next: Instant,
    changed: bool,
    pub(super) wanted: FrameOptions,
    /// Whether link poses are requested; `None`: depends on the number of robots.
    links: Option<bool>,
    generation: u64,
    /// Object changes included in the current structure.
    pub(super) object_changes: u64,
    /// Robots by name, and whether a component of each has failed.
    robots: BTreeMap<Arc<str>, usize>,
    faulty: Vec<bool>,
    /// Panels of services at their last update.
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

    /// Requests a frame.
    pub(super) fn changed(&mut self) {
        self.changed = true;
    }

    /// Whether a frame is due now.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.changed && now >= self.next
    }

    /// Time until a frame is due; `None` if none is requested.
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

    /// Marks the robot as faulty; an empty name belongs to a service.
    pub(super) fn note_fault(&mut self, robot: &str) {
        if let Some(robot) = self.robots.get(robot) {
            self.faulty[*robot] = true;
        }
    }

    /// Updates the panels of services. Returns whether they have changed.
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

    /// Recomputes which robots have failed components, since some may have been restarted.
    pub(super) fn refresh_faults(&mut self, simulation: &Simulation) {
        self.faulty.clear();
        self.faulty.extend(simulation.robot_views().map(|robot| robot.is_faulty()));
    }
}

fn interval(rate: f64) -> Duration {
    let rate = if rate.is_nan() { *RATES.end() } else { rate };
    Duration::from_secs_f64(1.0 / rate.clamp(*RATES.start(), *RATES.end()))
}

impl Worker {
    /// Publishes a frame if it is due.
    pub(super) fn publish_when_due(&mut self, simulation: Option<&mut Simulation>) {
        if self.publisher.is_due(Instant::now()) {
            self.publish_now(simulation);
        }
    }

    /// Publishes a frame, preceded by the structure if objects have been added or removed.
    pub(super) fn publish_now(&mut self, simulation: Option<&mut Simulation>) {
        let now = Instant::now();
        if let Some(simulation) = &simulation
            && simulation.object_changes().count != self.publisher.object_changes
        {
            self.publish_structure(simulation);
        }
        let state = self.state.clone();
        let factor = match (&state, &simulation) {
            (RunState::Playing, Some(simulation)) => self.factor.now(now, simulation.time()),
            _ => 0.0,
        };
        let (speed, recorded, steps_back) =
            (self.pace.speed().factor(), self.ending.tape().as_ref().map(|tape| tape.frames), self.memory.steps_back());
        let Publisher { pool, generation, wanted, faulty, .. } = &mut self.publisher;
        let frame = pool.fill(|frame| {
            frame.state = state;
            frame.real_time_factor = factor;
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

    /// Publishes the structure of the simulation, before the next frame.
    pub(super) fn publish_structure(&mut self, simulation: &Simulation) {
        let Some(scene) = &self.scene else { return };
        self.publisher.generation += 1;
        self.publisher.object_changes = simulation.object_changes().count;
        let structure = Structure::of(simulation, scene, self.publisher.generation);
        let names = structure.robots.iter().enumerate().map(|(index, robot)| (robot.name.clone(), index));
        self.publisher.robots = names.collect();
        self.publisher.wanted.watched = structure.robots.iter().map(|robot| robot.parts.watched).collect();
        self.publisher.refresh_faults(simulation);
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
