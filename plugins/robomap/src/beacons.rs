//! Common parts of beacon receivers.

use sim_abi::prelude::*;

/// Minimum distance, m; smaller distances count as this, since signal models are singular at 0.
pub const NEAREST: f64 = 0.01;

/// Maximum number of beacons that a receiver lists.
pub const MAX_LISTED: u32 = 64;

/// A beacon in range of a receiver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReceivedBeacon {
    /// Its id: its index in the scene, in file order.
    pub id: u32,
    /// Distance, m.
    pub distance: f64,
}

/// Finds the beacons of a category in range of a receiver, and lists the nearest ones.
pub struct Listener {
    /// The category, as numbered by the world; `None` if the scene has no beacon of it.
    kind: Option<u32>,
    listed: usize,
    received: Vec<ReceivedBeacon>,
}

impl Listener {
    /// Declares the channels: the number of beacons in range, then id, distance, and a signal value for each listed
    /// beacon.
    pub fn declare(
        category: &str,
        listed: u32,
        setup: &mut SensorSetup,
        value: impl Fn(String) -> Channel,
    ) -> Result<Self> {
        let kind = setup.beacon_kinds().iter().position(|kind| kind == category).map(|kind| kind as u32);
        setup.channel(
            Channel::new("count", "1").range(0.0, f64::INFINITY).exact().help("beacons received, listed or not"),
        );
        for place in 1..=listed {
            let id = Channel::new(format!("id_{place}"), "1").range(-1.0, f64::INFINITY).neutral(-1.0).exact();
            setup.channel(id.help("number of the beacon in the scene, from 0; -1 for none"));
            let distance = Channel::new(format!("distance_{place}"), "m").range(0.0, f64::INFINITY);
            setup.channel(distance.help("distance of the beacon; 0 for none"));
            setup.channel(value(place.to_string()));
        }
        Ok(Self { kind, listed: listed as usize, received: Vec::new() })
    }

    /// Finds the beacons within the range of beacon and receiver, in the cone of the beacon, and accepted by `passes`.
    /// Writes the nearest ones, each with its signal value; unused entries contain `silence`.
    pub fn listen(
        &mut self,
        io: &SensorIo,
        max_range: f64,
        passes: impl Fn(&Vec3, f64) -> bool,
        value: impl Fn(f64) -> f64,
        silence: f64,
        reading: &mut [f64],
    ) {
        let receiver = io.pose().translation.vector;
        self.received.clear();
        for beacon in io.world().beacons().filter(|beacon| Some(beacon.kind) == self.kind) {
            let world_from_beacon = Pose::from(beacon.pose);
            let offset = receiver - world_from_beacon.translation.vector;
            let distance = offset.norm();
            let in_range = distance <= beacon.range.min(max_range) && in_cone(&world_from_beacon, &offset, beacon.cone);
            if in_range && passes(&world_from_beacon.translation.vector, distance) {
                self.received.push(ReceivedBeacon { id: beacon.id, distance });
            }
        }
        // Equally distant beacons remain in the order of the scene.
        self.received.sort_by(|one, other| one.distance.total_cmp(&other.distance));
        reading[0] = self.received.len() as f64;
        for (place, reading) in reading[1..].chunks_exact_mut(3).take(self.listed).enumerate() {
            let values = match self.received.get(place) {
                Some(received) => [f64::from(received.id), received.distance, value(received.distance.max(NEAREST))],
                None => [-1.0, 0.0, silence],
            };
            reading.copy_from_slice(&values);
        }
    }
}

/// Returns whether a direction from a beacon is within its cone about its local -z, with the full cone angle, rad. True
/// at the beacon's own position.
fn in_cone(world_from_beacon: &Pose, offset: &Vec3, cone: f64) -> bool {
    let distance = offset.norm();
    if cone >= std::f64::consts::TAU || distance < NEAREST {
        return true;
    }
    let axis = world_from_beacon.rotation * -Vec3::z();
    // atan2 is accurate for narrow cones, too.
    let aside = math::atan2(axis.cross(offset).norm(), axis.dot(offset));
    aside <= cone / 2.0 + 1e-12
}

/// Test fixtures for receivers.
#[cfg(test)]
pub mod rig {
    use super::*;
    use sim_abi::declare::Request;
    use sim_abi::ffi::types::Beacon;

    /// Creates a sensor at the origin, in a world with the beacon kinds `bluetooth` (0) and `ultrasound` (1).
    pub fn receiver<T: Sensor>(params: Value) -> SensorRig<T> {
        let beacon_kinds = vec!["bluetooth".into(), "ultrasound".into()];
        let request = Request { params, beacon_kinds, step: 0.01, period: 0.01, ..Request::default() };
        SensorRig::with_request(request).unwrap()
    }

    /// Creates an omnidirectional beacon.
    pub fn beacon(id: u32, kind: u32, at: [f64; 3], range: f64) -> Beacon {
        let pose = Pose::translation(at[0], at[1], at[2]).into();
        Beacon { id, kind, pose, range, cone: std::f64::consts::TAU }
    }
}
