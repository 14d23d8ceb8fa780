//! Where robots have been.

use crate::command::TrailOptions;
use crate::ring::Ring;
use sim_core::engine::Simulation;

/// Robots that are looked at in one tick at most, so that trails of thousands cost little; the others have their turn in the
/// following ticks.
const PER_TICK: usize = 1000;

/// The trails of robots: written by the simulation, readable at any time without waiting.
pub struct Trails {
    spacing: f64,
    /// By robot; none for those without a trail.
    rings: Vec<Option<Ring<4>>>,
}

impl std::fmt::Debug for Trails {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trails").field("robots", &self.rings.len()).finish_non_exhaustive()
    }
}

impl Trails {
    /// Trails for a number of robots.
    pub(crate) fn new(options: &TrailOptions, robots: usize) -> Self {
        let chosen = |robot: &usize| options.robots.as_ref().is_none_or(|list| list.contains(robot));
        let count = (0..robots).filter(chosen).count().max(1);
        let share = (options.points / count).clamp(16, 4000);
        let rings = (0..robots).map(|robot| chosen(&robot).then(|| Ring::new(share))).collect();
        Self { spacing: options.spacing.max(0.0), rings }
    }

    /// The points of a robot's trail, oldest first: time (s), x, y, z (m). Where the robot was put somewhere else, there is a
    /// point whose x, y and z are not-a-number: no line leads there.
    pub fn points(&self, robot: usize, points: &mut Vec<[f64; 4]>) {
        self.newest(robot, usize::MAX, points);
    }

    /// As [`Trails::points`], of no more than a number of points: the newest ones.
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

    /// Adds the robots that have gone far enough, a part of them per tick when there are many.
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

    /// Adds a point (m) of a robot's trail at a time (s), if it is far enough from the one before.
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

    /// The robot goes on somewhere else at a time, s.
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

    /// Takes over the points of robots that go on; `before` gives a robot's index in the old trails.
    pub(crate) fn carry(&self, old: &Trails, before: impl Fn(usize) -> Option<usize>) {
        let mut points = Vec::new();
        for (robot, ring) in self.rings.iter().enumerate() {
            let (Some(ring), Some(before)) = (ring, before(robot)) else { continue };
            old.points(before, &mut points);
            points.iter().for_each(|point| ring.push(*point));
        }
    }
}
