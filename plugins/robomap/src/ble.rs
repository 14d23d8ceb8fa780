//! Bluetooth Low Energy beacon receiver.

use crate::beacons::{Listener, MAX_LISTED, NEAREST};
use sim_abi::prelude::*;

/// Parameters of a Bluetooth receiver.
#[params]
pub struct BleParams {
    /// Category of the beacons to receive.
    #[param(default = "bluetooth".to_string())]
    category: String,
    /// Maximum distance at which a beacon is received, in addition to the range of the beacon.
    #[param(default = 100.0, unit = "m", min = 0.01, formerly = "reach")]
    max_range: f64,
    /// Maximum number of beacons in the list, nearest first.
    #[param(default = 4, min = 1, max = MAX_LISTED)]
    listed: u32,
    /// Signal strength at a distance of 1 m.
    #[param(default = -59.0, unit = "dBm", min = -150.0, max = 50.0)]
    power: f64,
    /// Exponent of the path loss: 2 in free space, 1.6 to 1.8 along corridors, 4 to 6 through walls.
    #[param(default = 2.0, min = 0.1, max = 10.0)]
    path_loss: f64,
    /// Minimum signal strength.
    #[param(default = -95.0, unit = "dBm", min = -200.0, max = 50.0)]
    sensitivity: f64,
}

/// Receives radio beacons in all directions, or within the cone that the scene specifies, also through walls.
///
/// The signal strength at a distance d follows the log-distance path-loss model, P(1 m) - 10 n lg(d / 1 m), without its
/// random part, which is the channel noise specified by the scene (T. S. Rappaport, Wireless Communications: Principles
/// and Practice, 2nd edition, 2002, section 4.9).
pub struct BleReceiver {
    listener: Listener,
    max_range: f64,
    model: PathLoss,
    sensitivity: f64,
}

/// The log-distance model.
#[derive(Clone, Copy)]
struct PathLoss {
    power: f64,
    exponent: f64,
}

impl PathLoss {
    /// Returns the signal strength at a distance (m), dBm.
    fn at(self, distance: f64) -> f64 {
        self.power - 10.0 * self.exponent * math::log10(distance.max(NEAREST))
    }
}

impl Sensor for BleReceiver {
    type Params = BleParams;

    fn new(params: BleParams, setup: &mut SensorSetup) -> Result<Self> {
        let BleParams { category, max_range, listed, power, path_loss, sensitivity } = params;
        let rssi = |place| {
            let strength = Channel::new(format!("rssi_{place}"), "dBm").neutral(sensitivity);
            strength.help("signal strength; the minimum for none")
        };
        let listener = Listener::declare(&category, listed, setup, rssi)?;
        Ok(Self { listener, max_range, model: PathLoss { power, exponent: path_loss }, sensitivity })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let Self { listener, max_range, model, sensitivity } = self;
        let strong = |_: &Vec3, distance: f64| model.at(distance) >= *sensitivity;
        listener.listen(io, *max_range, strong, |distance| model.at(distance), *sensitivity, reading);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let mac = Property::new("mac", PropertyForm::MacAddress);
        Datasheet::default().beacon(BeaconType::new("BLE beacon", "bluetooth", 2.0).property(mac))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beacons::rig::{beacon, receiver};

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| {
            let mut rig = receiver::<BleReceiver>(json!({"listed": 2}));
            rig.world.beacons = vec![beacon(0, 0, [1.0, 0.0, 0.0], 2.0), beacon(1, 0, [0.0; 3], 2.0)];
            rig
        });
    }

    /// RM-18: A Bluetooth beacon transmits in all directions up to its range, 2 m by default.
    #[test]
    fn a_beacon_is_received_in_all_directions_up_to_its_range() {
        for direction in [Vec3::x(), -Vec3::x(), Vec3::y(), -Vec3::y(), Vec3::z(), -Vec3::z()] {
            for (distance, received) in [(0.0, 1.0), (0.5, 1.0), (2.0, 1.0), (2.0 + 1e-9, 0.0), (50.0, 0.0)] {
                let mut rig = receiver::<BleReceiver>(Value::Null);
                rig.world.beacons = vec![beacon(0, 0, (direction * distance).into(), 2.0)];
                assert_eq!(rig.sense_channel("count").unwrap(), received, "{direction} {distance}");
            }
        }
    }

    /// RM-18: A Bluetooth beacon transmits in all directions up to its range, 2 m by default.
    #[test]
    fn the_signal_weakens_as_the_path_loss_says() {
        let mut rig = receiver::<BleReceiver>(json!({"power": -60, "path_loss": 2.5, "listed": 3}));
        rig.world.beacons = vec![
            beacon(0, 0, [10.0, 0.0, 0.0], 20.0),
            beacon(1, 1, [1.0, 0.0, 0.0], 20.0),
            beacon(2, 0, [0.0, 1.0, 0.0], 20.0),
        ];
        // The nearest beacon first, no ultrasound beacon, and an empty third entry.
        let expected = [2.0, 2.0, 1.0, -60.0, 0.0, 10.0, -85.0, -1.0, 0.0, -95.0];
        for (found, expected) in rig.sense().unwrap().iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn weak_signals_are_not_received_and_more_are_counted_than_listed() {
        let mut rig = receiver::<BleReceiver>(json!({"listed": 1, "sensitivity": -79}));
        let place = |x: f64| [x, 0.0, 0.0];
        rig.world.beacons =
            [3.0, 9.9, 10.1].into_iter().zip(0..).map(|(x, id)| beacon(id, 0, place(x), 50.0)).collect();
        // -79 dBm corresponds to 10 m.
        assert_eq!(rig.sense().unwrap()[..3], [2.0, 0.0, 3.0]);
        let mut near = receiver::<BleReceiver>(json!({"max_range": 5}));
        near.world.beacons = rig.world.beacons.clone();
        assert_eq!(near.sense_channel("count").unwrap(), 1.0);
    }

    #[test]
    fn without_such_beacons_none_are_received() {
        let mut rig = receiver::<BleReceiver>(json!({"category": "infrared"}));
        rig.world.beacons = vec![beacon(0, 0, [1.0, 0.0, 0.0], 2.0)];
        assert_eq!(rig.sense_channel("count").unwrap(), 0.0);
    }
}
