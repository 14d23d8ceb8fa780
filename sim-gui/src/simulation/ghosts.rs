//! Where the robots of the live run were in a recorded one: ghosts in the views.

use crate::simulation::world::WorldView;
use nalgebra::Isometry3;
use sim_runner::Comparison;

/// A robot this close to its ghost hides it, m.
const SAME: f64 = 1e-3;

/// A robot that is somewhere else in the recorded run.
#[derive(Clone, Copy, Debug)]
pub struct Ghost {
    /// Its body.
    pub body: usize,
    /// Where it was, `world_from_body`.
    pub pose: Isometry3<f64>,
    /// How far that is from where it is, m.
    pub apart: f64,
}

/// All ghosts.
#[derive(Default)]
pub struct Ghosts {
    list: Vec<Ghost>,
}

impl Ghosts {
    /// Finds them; without a comparison there are none.
    pub fn follow(&mut self, comparison: Option<&Comparison>, world: &WorldView) {
        self.list.clear();
        let Some(comparison) = comparison else { return };
        for (number, robot) in world.structure().robots.iter().enumerate() {
            let body = robot.body as usize;
            let (Some(pose), Some(now)) = (comparison.pose(number), world.poses().get(body)) else { continue };
            let apart = (pose.translation.vector - now.translation.vector).norm();
            if apart > SAME {
                self.list.push(Ghost { body, pose: *pose, apart });
            }
        }
        self.list.sort_by(|a, b| b.apart.total_cmp(&a.apart));
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The ghosts, the farthest first.
    pub fn iter(&self) -> impl Iterator<Item = &Ghost> {
        self.list.iter()
    }
}
