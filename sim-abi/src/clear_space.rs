//! Spaces that must be free of fixed objects, such as the destinations of a mission.
//!
//! A component does not know the world. It declares such spaces at setup, and the host checks them before it uses the component:
//! when a scene is built, and when a component's parameters change during a run.
//!
//! ```
//! use sim_abi::prelude::*;
//!
//! fn set_up(robot: &mut ControllerSetup, mission: &[[f64; 3]]) {
//!     for (number, at) in mission.iter().enumerate() {
//!         let place = ClearSpace::new(*at, 0.4, format!("mission[{number}]"));
//!         robot.require_clear_space(place.dry().because(format!("destination {} is not reachable", number + 1)));
//!     }
//! }
//! # set_up(&mut ControllerSetup::default(), &[[1.0, 2.0, 3.0]]);
//! ```

use serde::{Deserialize, Serialize};

/// A space that must be free of fixed bodies that collide: neither objects without mass nor the floor may reach into it. Robots,
/// movable objects, and objects without collision are ignored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClearSpace {
    /// Center, world axes, m.
    pub at: [f64; 3],
    /// Radius of the sphere that must be free, m; 0 for a single point.
    #[serde(default)]
    pub radius: f64,
    /// Path of the parameter with the position, such as `mission[2].at`: the host reports its place in the scene, or in the file
    /// that contains it. Empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub parameter: String,
    /// Message if the space is not free, one sentence without a final period. Default: the host's own message.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Whether it must also be free of liquid media.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dry: bool,
}

impl ClearSpace {
    /// A sphere, from a parameter with this path; may contain liquid.
    pub fn new(at: [f64; 3], radius: f64, parameter: impl Into<String>) -> Self {
        Self { at, radius, parameter: parameter.into(), ..Self::default() }
    }

    /// Requires the space to be free of liquids: media of 500 kg/m³ or more.
    pub fn dry(self) -> Self {
        Self { dry: true, ..self }
    }

    /// Sets the message if the space is not free.
    pub fn because(self, reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declare::Declaration;

    #[test]
    fn a_place_is_a_message_that_says_no_more_than_it_must() {
        let short = r#"{"at":[1.0,2.0,3.0]}"#;
        let place: ClearSpace = serde_json::from_str(short).unwrap();
        assert_eq!(place, ClearSpace::new([1.0, 2.0, 3.0], 0.0, ""));
        let place = ClearSpace::new([1.0, 2.0, 3.0], 0.5, "mission[0].at").dry().because("not reachable");
        let text = serde_json::to_string(&place).unwrap();
        assert_eq!(serde_json::from_str::<ClearSpace>(&text).unwrap(), place);
        let text = serde_json::to_string(&Declaration::default()).unwrap();
        assert!(!text.contains("clear_spaces"), "{text}");
        assert!(serde_json::from_str::<Declaration>(&text).unwrap().clear_spaces.is_empty());
    }

    #[test]
    fn a_set_up_collects_what_must_be_free() {
        let mut common = crate::call::Common::default();
        let place = ClearSpace::new([0.0; 3], 1.0, "goal");
        common.require_clear_space(place.clone());
        assert_eq!(common.declaration.clear_spaces, [place]);
    }
}
