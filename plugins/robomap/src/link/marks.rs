//! Visual-only markers in the scene, identified by their names.

use sim_abi::prelude::*;
use std::collections::BTreeMap;

/// Maximum number of characters of the robot's name in marker names: object names are limited to 100.
const NAME: usize = 40;

/// Returns the name prefix of all markers of a kind for a robot of the scene.
pub fn prefix(robot: &str, kind: &str) -> String {
    format!("{}: {kind} ", robot.chars().take(NAME).collect::<String>())
}

/// Returns a ball without collisions that is invisible to sensors.
pub fn ball(name: &str, radius: f64, at: [f64; 3], color: [f64; 3], category: &str) -> Value {
    json!({
        "name": name, "shape": {"Sphere": {"radius": radius}}, "at": at, "color": color,
        "category": category, "collides": false, "detectable": false, "locked": true,
    })
}

/// Adds missing markers to the scene, and removes all others with this prefix. Must be called in a step.
pub fn put(prefix: &str, mut wanted: BTreeMap<String, Value>, io: &mut ServiceIo) -> Result {
    let there = io.request(&Request::Objects)?;
    let names = there.as_array().into_iter().flatten().filter_map(|object| object["name"].as_str());
    for name in names.filter(|name| name.starts_with(prefix)) {
        if wanted.remove(name).is_none() {
            io.request(&Request::RemoveObject { name: name.to_owned() })?;
        }
    }
    for object in wanted.into_values() {
        io.request(&Request::AddObject { object })?;
    }
    Ok(())
}
