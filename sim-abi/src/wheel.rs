//! Wheels that a dynamics declares, so that contacts and wheels are solved together.
//!
//! A dynamics moves its body as if there were no obstacles. A moving body that touches the robot pushes it, and its wheels resist: the
//! host solves contacts and wheels together, and a wheel provides the friction that remains after the step.
//!
//! ```
//! use sim_abi::prelude::*;
//!
//! fn set_up(setup: &mut DynamicsSetup) -> Result {
//!     for (name, y) in [("left_wheel", 0.07), ("right_wheel", -0.07)] {
//!         let wheel = Wheel::on(setup.joint(name)?);
//!         setup.wheel(Wheel { at: [0.0, y, 0.0], radius: 0.021, friction: 0.8, lateral_friction: 0.8, load: 0.5, ..wheel });
//!     }
//!     Ok(())
//! }
//! ```

use crate::joint::JointIndex;
use serde::{Deserialize, Serialize};

/// A wheel on the ground that rolls along the robot's x axis.
///
/// Its normal force is its share of the ground's force on the robot along the robot's z axis in a step; 0 in the air. Friction at the
/// contact patch stays within an ellipse whose semi-axes are `friction` and `lateral_friction` times that force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Wheel {
    /// Index of its joint in [`Request::joints`](crate::declare::Request::joints). A positive velocity drives forward.
    pub joint: usize,
    /// Center of its contact patch in the robot's frame, m.
    pub at: [f64; 3],
    /// Radius, m.
    pub radius: f64,
    /// Coulomb friction coefficient along the rolling direction.
    pub friction: f64,
    /// Coulomb friction coefficient perpendicular to it.
    pub lateral_friction: f64,
    /// Share of the ground's force on the robot, 0 to 1.
    pub load: f64,
    /// Rolling resistance as a fraction of the normal force; the dynamics applies it in addition to friction.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rolling_resistance: f64,
    /// Maximum torque of its motor, N·m. Default: unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_torque: Option<f64>,
}

fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

impl Wheel {
    /// A wheel on a joint, without friction, load or size.
    pub fn on(joint: JointIndex) -> Self {
        Self { joint: joint.0, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declare::Declaration;
    use crate::dynamics::DynamicsSetup;

    #[test]
    fn wheels_are_declared_in_their_order() {
        let wheel = Wheel { radius: 0.1, friction: 0.8, load: 1.0, ..Wheel::on(JointIndex(3)) };
        let mut setup = DynamicsSetup::default();
        setup.wheel(wheel);
        setup.wheel(Wheel { max_torque: Some(0.2), ..wheel });
        let text = serde_json::to_string(&setup.0.declaration).unwrap();
        let read: Declaration = serde_json::from_str(&text).unwrap();
        assert_eq!(read.wheels, [wheel, Wheel { max_torque: Some(0.2), ..wheel }]);
        assert_eq!(read.wheels[0].joint, 3);
    }

    #[test]
    fn a_declaration_without_wheels_does_not_name_them() {
        let text = serde_json::to_string(&Declaration::default()).unwrap();
        assert!(!text.contains("wheels"), "{text}");
        assert!(serde_json::from_str::<Declaration>(&text).unwrap().wheels.is_empty());
    }
}
