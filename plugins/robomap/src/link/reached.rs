//! Markers in the scene for the poses that the real robot has reached.

use super::marks;
use robomap_protocol::Pose;
use sim_abi::prelude::*;

/// Maximum number of marked poses; the newest ones.
const MAX_MARKS: usize = 256;

/// Radius of a marker, m.
const RADIUS: f64 = 0.04;

/// Color of a marker.
const COLOR: [f64; 3] = [0.1, 0.7, 0.2];

/// The marked poses.
#[derive(Default)]
pub struct ReachedPoses {
    marked: Vec<Pose>,
    /// Whether the scene may have changed or been restored.
    is_due: bool,
}

impl ReachedPoses {
    /// Requests an update because the scene may have changed or been restored.
    pub fn mark_due(&mut self) {
        self.is_due = true;
    }

    /// Marks exactly these poses for a robot of the scene. Must be called in a step.
    pub fn draw(&mut self, reached: &[Pose], robot: &str, io: &mut ServiceIo) -> Result {
        if !std::mem::take(&mut self.is_due) && self.marked == reached {
            return Ok(());
        }
        let prefix = marks::prefix(robot, "reached pose");
        let newest = reached.iter().enumerate().skip(reached.len().saturating_sub(MAX_MARKS));
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
