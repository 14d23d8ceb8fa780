//! Drawing routes.

pub use super::generated::route::*;
use sim_abi::route::LegContact;

/// A predicted contact of a robot, and the leg of its route.
pub fn on_leg(robot: &str, contact: &LegContact) -> String {
    let (name, from) = (contact.name.as_str(), (contact.leg + 1).to_string());
    match contact.touches {
        true => leg_touches(from, name, robot),
        false => leg_crosses(from, name, robot),
    }
}
