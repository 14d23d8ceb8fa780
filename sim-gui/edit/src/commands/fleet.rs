//! Converting a fleet to single robots.

use sim_core::scene::Robot;
use sim_core::scene::text::{Kind, Node};

use crate::draft::Draft;
use crate::node::{fresh, remove, set};
use crate::refusal::Refusal;
use crate::target::{Section, Target};

use super::copy::write_exact_pose;

impl Draft<'_> {
    /// Replaces a fleet by its members, with the same names, poses and parameters.
    pub fn dissolve(&mut self, prefix: &str) -> Result<String, Refusal> {
        let own = self.editable(&Target::fleet(prefix))?;
        let path = format!("fleets[{}]", own.merged);
        let mut pattern = fresh(&Section::Fleets.items(self.own)[own.index]);
        // `Fleet(…)` is equivalent to `(…)`.
        if let Kind::Tagged { body, .. } = pattern.kind {
            pattern = *body;
        }
        for key in ["prefix", "count", "placement"] {
            remove(&mut pattern, key);
        }
        let members: Vec<_> = self.scene.all_robots().into_iter().filter(|placed| placed.path == path).collect();
        for placed in &members {
            let mut node = pattern.clone();
            write_exact_pose(&mut node, &placed.robot, Robot::FIELDS);
            set(&mut node, "name", Node::text(&placed.robot.name), Robot::FIELDS);
            self.section(Section::Robots).push(node);
        }
        self.remove_items(&[own]);
        if own.merged > 0 && self.scene.fleets[..own.merged].iter().any(|fleet| fleet.count > 0) {
            self.hints.push(
                "the order of robots has changed: those of this fleet now precede those of other fleets".to_string(),
            );
        }
        Ok(format!("Dissolve {prefix}"))
    }
}
