//! Trails of robots.

use crate::command::TrailOptions;
use crate::ring::Ring;
use sim_core::engine::Simulation;

/// Maximum number of robots that are checked per tick, so that trails of thousands are cheap; the others follow in the next
/// ticks.
const PER_TICK: usize = 1000;

/// The trails of robots: written by the simulation, readable at any time without waiting.
pub struct Trails {
    spacing: f64,
    /// By robot; `None` for those without a trail.
    rings: Vec<Option<Ring<4>>>,
}

impl std::fmt::Debug for Trails {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trails").field("robots", &self.rings.len()).finish_non_exhaustive()
    }
}

impl Trails {
    /// Trails for this number of robots.
    pub(crate) fn new(options: &TrailOptions, robots: usize) -> Self {
        let chosen = |robot: &usize| options.robots.as_ref().is_none_or(|list| list.contains(robot));
        let count = (0..robots).filter(chosen).count().max(1);
        let share = (options.points / count).clamp(16, 4000);
        let rings = (0..robots).map(|robot| chosen(&robot).then(|| Ring::new(share))).collect();
        Self { spacing: options.spacing.max(0.0), rings }
    }

    /// The points of a robot's trail, oldest first: time (s), x, y, z (m). A point with NaN coordinates marks a jump, where the
    /// robot was moved and the line is interrupted.
    pub fn points(&self, robot: usize, points: &mut Vec<[f64; 4]>) {
        self.newest(robot, usize::MAX, points);
    }

    /// As [`Trails::points`], but at most the `most` newest points.
    pub fn newest(&self, robot: usize, most: usize, points: &mut Vec<[f64; 4]>) {
        points.clear();
        if let Some(Some(ring)) = self.rings.get(robot) {
            let found = ring.read(|rows| {
                points.clear();
                points.extend((rows.len().saturating_sub(most)..rows.len()).map(|place| rows.at(place)));
            });
            if found.is_none() {
                points.clear();
            }
        }
    }

    /// Adds points for robots that have moved far enough; a part of the robots per tick if there are many.
    pub(crate) fn follow(&self, simulation: &Simulation) {
        for placement in simulation.placements().iter().filter(|placement| placement.tick == simulation.tick()) {
            self.interrupt(placement.robot, simulation.time());
        }
        let turns = self.rings.len().div_ceil(PER_TICK).max(1);
        let turn = (simulation.tick() % turns as u64) as usize;
        for robot in (turn..self.rings.len()).step_by(turns) {
            if let (Some(_), Ok(view)) = (&self.rings[robot], simulation.robot(robot)) {
                self.add(robot, simulation.time(), view.position());
            }
        }
    }

    /// Adds a point (m) to a robot's trail at a time (s), if it is far enough from the previous one.
    pub(crate) fn add(&self, robot: usize, time: f64, [x, y, z]: [f64; 3]) {
        let Some(Some(ring)) = self.rings.get(robot) else { return };
        let last = ring.read(|rows| rows.last()).flatten();
        let far = last.is_none_or(|[_, last_x, last_y, last_z]| {
            let apart = [x - last_x, y - last_y, z - last_z];
            let apart = apart.iter().map(|d| d * d).sum::<f64>();
            apart.is_nan() || apart >= self.spacing * self.spacing
        });
        if far {
            ring.push([time, x, y, z]);
        }
    }

    /// Marks a jump of the robot at a time, s.
    pub(crate) fn interrupt(&self, robot: usize, time: f64) {
        let Some(Some(ring)) = self.rings.get(robot) else { return };
        if ring.read(|rows| rows.last()).flatten().is_some_and(|[_, x, ..]| !x.is_nan()) {
            ring.push([time, f64::NAN, f64::NAN, f64::NAN]);
        }
    }

    /// Drops points after a time, s.
    pub(crate) fn go_back_to(&self, time: f64) {
        self.rings.iter().flatten().for_each(|ring| ring.take_back(|point| point[0] <= time));
    }

    /// Takes over the points of robots that continue; `before` returns a robot's index in the old trails.
    pub(crate) fn carry(&self, old: &Trails, before: impl Fn(usize) -> Option<usize>) {
        let mut points = Vec::new();
        for (robot, ring) in self.rings.iter().enumerate() {
            let (Some(ring), Some(before)) = (ring, before(robot)) else { continue };
            old.points(before, &mut points);
            points.iter().for_each(|point| ring.push(*point));
        }
    }
}
