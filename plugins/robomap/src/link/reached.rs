//! The poses of its plan that the real robot has reached, which are marked in the scene.

use super::marks;
use robomap_protocol::Pose;
use sim_abi::prelude::*;

/// Poses that are marked at most, the newest ones.
const MOST: usize = 256;

/// Radius of a mark, m.
const RADIUS: f64 = 0.04;

/// Color of a mark.
const COLOR: [f64; 3] = [0.1, 0.7, 0.2];

/// What is marked.
#[derive(Default)]
pub struct ReachedPoses {
    marked: Vec<Pose>,
    /// The scene may be another one, or what it was before.
    is_due: bool,
}

impl ReachedPoses {
    /// The scene may be another one, or what it was before.
    pub fn look_again(&mut self) {
        self.is_due = true;
    }

    /// Marks these poses and no others, for a robot of the scene. Called in steps.
    pub fn draw(&mut self, reached: &[Pose], robot: &str, io: &mut ServiceIo) -> Result {
        if !std::mem::take(&mut self.is_due) && self.marked == reached {
            return Ok(());
        }
        let prefix = marks::prefix(robot, "reached pose");
        let newest = reached.iter().enumerate().skip(reached.len().saturating_sub(MOST));
        let mark = |(number, pose): (usize, &Pose)| {
            let name = format!("{prefix}{} at {:.3}, {:.3}", number + 1, pose.x, pose.y);
            let ball = marks::ball(&name, RADIUS, [pose.x, pose.y, RADIUS], COLOR, "reached_pose");
            (name, ball)
        };
        marks::put(&prefix, newest.map(mark).collect(), io)?;
        self.marked = reached.to_vec();
        Ok(())
    }
}
