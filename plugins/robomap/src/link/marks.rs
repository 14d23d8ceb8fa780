//! What is put into the scene to be seen and nothing else: marks with names of their own.

use sim_abi::prelude::*;
use std::collections::BTreeMap;

/// Letters of the robot's name in names of marks, at most: names of objects have 100.
const NAME: usize = 40;

/// What the names of all marks of a kind begin with, for a robot of the scene, by whose name it knows its own.
pub fn prefix(robot: &str, kind: &str) -> String {
    format!("{}: {kind} ", robot.chars().take(NAME).collect::<String>())
}

/// A ball that nothing bumps into, and that sensors do not see.
pub fn ball(name: &str, radius: f64, at: [f64; 3], color: [f64; 3], category: &str) -> Value {
    json!({
        "name": name, "shape": {"Sphere": {"radius": radius}}, "at": at, "color": color,
        "category": category, "collides": false, "detectable": false, "locked": true,
    })
}

/// Puts those that are missing into the scene, and takes others whose names begin so out of it. Called in steps.
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
