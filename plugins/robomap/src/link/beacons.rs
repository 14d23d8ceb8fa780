//! Beacons reported by the real robot, drawn in the scene during the run.

use super::marks;
use robomap_link::MAX_COORDINATE;
use robomap_protocol::Beacon;
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use std::collections::BTreeMap;

/// Maximum number of drawn beacons.
const MAX_BEACONS: usize = 256;

/// Radius of a drawn beacon, m.
const RADIUS: f64 = 0.05;

/// Color of a drawn beacon.
const COLOR: [f64; 3] = [0.9, 0.6, 0.0];

/// The reported beacons, and whether the scene needs an update.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StaticBeacons {
    #[serde(rename = "told")]
    reported: Option<Vec<Beacon>>,
    is_due: bool,
}

impl StaticBeacons {
    /// Replaces the reported beacons.
    pub fn take(&mut self, reported: Vec<Beacon>) {
        *self = Self { reported: Some(reported), is_due: true };
    }

    /// Clears all beacons.
    pub fn forget(&mut self) {
        *self = Self { reported: None, is_due: true };
    }

    /// Returns the number of reported beacons; `None` if they were not requested or have been cleared.
    pub fn count(&self) -> Option<usize> {
        self.reported.as_ref().map(Vec::len)
    }

    /// Requests an update because the scene may have changed or been restored.
    pub fn mark_due(&mut self) {
        self.is_due |= self.reported.is_some();
    }

    /// Adds missing beacons to the scene and removes obsolete ones, for a robot of the scene whose name identifies its beacons. Must be
    /// called in a step.
    pub fn draw(&mut self, robot: &str, io: &mut ServiceIo) -> Result {
        if !std::mem::take(&mut self.is_due) {
            return Ok(());
        }
        let prefix = marks::prefix(robot, "beacon");
        marks::put(&prefix, self.objects(&prefix), io)
    }

    /// Returns the objects by name; names contain id and position. They do not collide, and are invisible to sensors.
    fn objects(&self, prefix: &str) -> BTreeMap<String, Value> {
        let possible = |beacon: &&Beacon| beacon.position.iter().all(|part| part.abs() <= MAX_COORDINATE);
        let reported = self.reported.iter().flatten().filter(possible).take(MAX_BEACONS);
        let object = |beacon: &Beacon| {
            let [x, y, z] = beacon.position;
            let name = format!("{prefix}{} at {x:.3}, {y:.3}, {z:.3}", beacon.id);
            let object = marks::ball(&name, RADIUS, beacon.position, COLOR, "static_ultrasound_beacon");
            (name, object)
        };
        reported.map(object).collect()
    }
}
