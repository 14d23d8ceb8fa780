//! Places that must be free of fixed objects, such as the destinations of a mission.
//!
//! A component does not know the world. It declares such places at set-up, and the host looks at them before it takes the
//! component into use: when a scene is built, and when a component gets other parameters during a run.
//!
//! ```
//! use sim_abi::prelude::*;
//!
//! fn set_up(robot: &mut ControllerSetup, mission: &[[f64; 3]]) {
//!     for (number, at) in mission.iter().enumerate() {
//!         let place = ClearSpace::new(*at, 0.4, format!("mission[{number}]"));
//!         robot.require_clear_space(place.dry().because(format!("destination {} is not in reach", number + 1)));
//!     }
//! }
//! # set_up(&mut ControllerSetup::default(), &[[1.0, 2.0, 3.0]]);
//! ```

use serde::{Deserialize, Serialize};

/// A place into which nothing fixed that collides may reach: no object without mass, and not the floor. Robots, movable
/// objects, and objects that do not collide do not count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClearSpace {
    /// Its middle, in the axes of the world, m.
    pub at: [f64; 3],
    /// Radius of the sphere about it that must be free, m; 0 is the point alone.
    #[serde(default)]
    pub radius: f64,
    /// Path of the parameter that gives the place, such as `mission[2].at`: the host tells where it stands in the scene, or
    /// in the file that holds it. Empty where no parameter does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub parameter: String,
    /// What is wrong where the place is not free, in one sentence without a full stop. Empty: the host says it in its own words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// No liquid medium of the scene may reach into it, either.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dry: bool,
}

impl ClearSpace {
    /// A sphere, given by a parameter of this path; a liquid may be in it.
    pub fn new(at: [f64; 3], radius: f64, parameter: impl Into<String>) -> Self {
        Self { at, radius, parameter: parameter.into(), ..Self::default() }
    }

    /// Says that no liquid may be there, either: no medium of 500 kg/m³ or more.
    pub fn dry(mut self) -> Self {
        self.dry = true;
        self
    }

    /// Says what is wrong where the place is not free.
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = reason.into();
        self
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
        let place = ClearSpace::new([1.0, 2.0, 3.0], 0.5, "mission[0].at").dry().because("not in reach");
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
