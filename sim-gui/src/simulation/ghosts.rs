//! Ghosts: poses of live robots in a recorded run, shown in the views.

use crate::simulation::world::WorldView;
use nalgebra::Isometry3;
use sim_runner::Comparison;

/// Maximum distance at which a robot hides its ghost, m.
const SAME: f64 = 1e-3;

/// A robot whose pose differs in the recorded run.
#[derive(Clone, Copy, Debug)]
pub struct Ghost {
    /// Index of its body.
    pub body: usize,
    /// Recorded pose, `world_from_body`.
    pub pose: Isometry3<f64>,
    /// Distance from the live pose, m.
    pub apart: f64,
}

/// All ghosts.
#[derive(Default)]
pub struct Ghosts {
    list: Vec<Ghost>,
}

impl Ghosts {
    /// Updates the ghosts. Without a comparison there are none.
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

    /// The ghosts by descending distance.
    pub fn iter(&self) -> impl Iterator<Item = &Ghost> {
        self.list.iter()
    }
}
