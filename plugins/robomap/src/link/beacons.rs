//! The beacons that the real robot has told of, which are drawn in the scene while it runs.

use super::marks;
use robomap_link::FARTHEST;
use robomap_protocol::Beacon;
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use std::collections::BTreeMap;

/// Beacons that are drawn at most.
const MOST: usize = 256;

/// Radius of what is drawn, m.
const RADIUS: f64 = 0.05;

/// Color of what is drawn.
const COLOR: [f64; 3] = [0.9, 0.6, 0.0];

/// What the robot has told, and whether the scene is to be looked at.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StaticBeacons {
    told: Option<Vec<Beacon>>,
    is_due: bool,
}

impl StaticBeacons {
    /// Takes what the robot has told in the place of what it has told before.
    pub fn take(&mut self, told: Vec<Beacon>) {
        *self = Self { told: Some(told), is_due: true };
    }

    /// Forgets all of them.
    pub fn forget(&mut self) {
        *self = Self { told: None, is_due: true };
    }

    /// How many it has told of; none where it was not asked, or all were forgotten.
    pub fn count(&self) -> Option<usize> {
        self.told.as_ref().map(Vec::len)
    }

    /// The scene may be another one, or what it was before.
    pub fn look_again(&mut self) {
        self.is_due |= self.told.is_some();
    }

    /// Puts those that are missing into the scene and takes others out, for a robot of the scene, by whose name it knows its own.
    /// Called in steps.
    pub fn draw(&mut self, robot: &str, io: &mut ServiceIo) -> Result {
        if !std::mem::take(&mut self.is_due) {
            return Ok(());
        }
        let prefix = marks::prefix(robot, "beacon");
        marks::put(&prefix, self.objects(&prefix), io)
    }

    /// The objects by their names, which tell id and place. Nothing bumps into them, and sensors do not see them.
    fn objects(&self, prefix: &str) -> BTreeMap<String, Value> {
        let possible = |beacon: &&Beacon| beacon.position.iter().all(|part| part.abs() <= FARTHEST);
        let told = self.told.iter().flatten().filter(possible).take(MOST);
        let object = |beacon: &Beacon| {
            let [x, y, z] = beacon.position;
            let name = format!("{prefix}{} at {x:.3}, {y:.3}, {z:.3}", beacon.id);
            let object = marks::ball(&name, RADIUS, beacon.position, COLOR, "static_ultrasound_beacon");
            (name, object)
        };
        told.map(object).collect()
    }
}
