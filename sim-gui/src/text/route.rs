//! Drawing routes.

use super::{Text, text};
use sim_abi::route::LegContact;

pub const FIRST: Text = text("route-first");
pub const NEXT: Text = text("route-next");
pub const LAST: Text = text("route-last");
pub const TURN: Text = text("route-turn");
pub const ALONG: Text = text("route-along");
pub const HEADING: Text = text("route-heading");
pub const SPEED: Text = text("route-speed");
pub const FASTEST: Text = text("route-fastest");
pub const DWELL: Text = text("route-dwell");

pub fn from_robot(robot: &str) -> String {
    say!("draw-from-robot", robot)
}

pub fn goes_on(robot: &str) -> String {
    say!("route-goes-on", robot)
}

pub fn would_cross(robot: &str, names: &str) -> String {
    say!("route-would-cross", robot, names)
}

pub fn would_touch(robot: &str, names: &str) -> String {
    say!("route-would-touch", robot, names)
}

pub fn not_checked(why: &str) -> String {
    say!("route-cannot-tell", why)
}

/// A predicted contact of a robot, and the leg of its route.
pub fn on_leg(robot: &str, contact: &LegContact) -> String {
    let (name, from) = (contact.name.as_str(), (contact.leg + 1).to_string());
    match contact.touches {
        true => say!("route-leg-touches", robot, name, from),
        false => say!("route-leg-crosses", robot, name, from),
    }
}
