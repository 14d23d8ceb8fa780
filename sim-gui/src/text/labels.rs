//! Labels of robots, waypoints and beacons.

pub use super::generated::labels::*;
use sim_core::scene::form::short;

/// A number with four decimals; a number that rounds to zero has no sign.
fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    if text == "-0.0000" { "0.0000".to_owned() } else { text }
}

/// A value without insignificant digits.
fn rounded(value: f64) -> String {
    short((value * 1e4).round() / 1e4 + 0.0)
}

/// A robot with its address.
pub fn robot(name: &str, address: Option<&str>) -> String {
    address.map_or_else(|| name.to_owned(), |address| format!("{name} | {address}"))
}

/// Position of a waypoint, m.
pub fn place([x, y, z]: [f64; 3]) -> String {
    let [x, y, z] = [x, y, z].map(number);
    format!("(x={x}, y={y}, z={z})")
}

/// A heading, rad.
pub fn heading(yaw: f64) -> String {
    format!("{}°", number(yaw.to_degrees()))
}

/// An omnidirectional beacon with its range, m.
pub fn beacon(name: &str, kind: &str, range: f64) -> String {
    super::generated::labels::beacon(kind, name, rounded(range))
}

/// A directional beacon: its range, m, full cone angle, and roll, pitch and yaw, rad.
pub fn directed(name: &str, kind: &str, range: f64, cone: f64, turned: [f64; 3]) -> String {
    let [x, y, z] = turned.map(|angle| rounded(angle.to_degrees()));
    let turned = format!("({x}, {y}, {z})°");
    beacon_cone(rounded(cone.to_degrees()), kind, name, rounded(range), turned)
}
