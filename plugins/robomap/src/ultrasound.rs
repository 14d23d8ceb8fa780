//! Ultrasound beacon receiver.

use crate::beacons::{Listener, MAX_LISTED};
use sim_abi::prelude::*;

/// Speed of sound in dry air at 20 °C, m/s, and that temperature, K (ISO 9613-1:1993).
const REFERENCE: (f64, f64) = (343.2, 293.15);

/// 0 °C, K.
const FREEZING: f64 = 273.15;

/// Obstacles this close to the beacon count as its mounting, m.
const HOUSING: f64 = 0.01;

/// Parameters of an ultrasound receiver.
#[params]
pub struct UltrasoundParams {
    /// Category of the beacons to receive.
    #[param(default = "ultrasound".to_string())]
    category: String,
    /// Maximum distance at which a beacon is received, in addition to the range of the beacon.
    #[param(default = 20.0, unit = "m", min = 0.01, formerly = "reach")]
    max_range: f64,
    /// Maximum number of beacons in the list, nearest first.
    #[param(default = 4, min = 1, max = MAX_LISTED)]
    listed: u32,
    /// Temperature of the air.
    #[param(default = 20.0, unit = "°C", min = -50.0, max = 60.0)]
    temperature: f64,
}

/// Receives ultrasound beacons whose cone contains it, with a clear line of sight.
///
/// Sound travels in straight lines at 343.2 m/s · √(T / 293.15 K) (ISO 9613-1:1993); echoes are not simulated.
pub struct UltrasoundReceiver {
    listener: Listener,
    max_range: f64,
    speed_of_sound: f64,
}

impl Sensor for UltrasoundReceiver {
    type Params = UltrasoundParams;

    fn new(params: UltrasoundParams, setup: &mut SensorSetup) -> Result<Self> {
        let UltrasoundParams { category, max_range, listed, temperature } = params;
        let time = |place| {
            let time = Channel::new(format!("time_of_flight_{place}"), "s").range(0.0, f64::INFINITY);
            time.help("time of flight of the sound from the beacon; 0 for none")
        };
        let listener = Listener::declare(&category, listed, setup, time)?;
        let (speed, at) = REFERENCE;
        Ok(Self { listener, max_range, speed_of_sound: speed * ((temperature + FREEZING) / at).sqrt() })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let Self { listener, max_range, speed_of_sound } = self;
        let receiver = io.pose().translation.vector;
        let open = |beacon: &Vec3, distance: f64| {
            let free = distance - HOUSING;
            let obstruction = || io.world().cast_ray(receiver, (beacon - receiver) / distance, free, Filter::default());
            free <= 0.0 || obstruction().is_none()
        };
        listener.listen(io, *max_range, open, |distance| distance / *speed_of_sound, 0.0, reading);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let mac = Property::new("mac", PropertyForm::MacAddress);
        Datasheet::default()
            .beacon(BeaconType::new("ultrasound beacon", "ultrasound", 2.0).cone(4f64.to_radians()).property(mac))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beacons::rig::{beacon, receiver};
    use sim_abi::ffi::types::Beacon;

    /// A beacon at a position with a cone (full angle, degrees), rotated about the fixed axes x, y and z (degrees).
    fn directed(at: [f64; 3], cone: f64, [roll, pitch, yaw]: [f64; 3]) -> Beacon {
        let turned = Rotation::from_euler_angles(roll.to_radians(), pitch.to_radians(), yaw.to_radians());
        let pose = Pose::from_parts(Vec3::from(at).into(), turned).into();
        Beacon { pose, cone: cone.to_radians(), ..beacon(0, 1, at, 3.0) }
    }

    fn receives(beacon: Beacon) -> bool {
        let mut rig = receiver::<UltrasoundReceiver>(Value::Null);
        rig.world.beacons = vec![beacon];
        rig.sense_channel("count").unwrap() == 1.0
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| {
            let mut rig = receiver::<UltrasoundReceiver>(json!({"listed": 2}));
            rig.world.beacons = vec![directed([0.0, 0.0, 2.0], 40.0, [0.0; 3]), beacon(1, 1, [0.0; 3], 1.0)];
            rig
        });
    }

    /// RM-19: An ultrasound beacon transmits straight down in a cone of 4° by default.
    #[test]
    fn a_beacon_sends_down_and_turns_with_its_rotation() {
        assert!(receives(directed([0.0, 0.0, 2.0], 4.0, [0.0; 3])));
        assert!(!receives(directed([0.0, 0.0, -2.0], 4.0, [0.0; 3])), "from below it sends away");
        // Rotated by (0, 90, 0), its axis is (-1, 0, 0): a receiver at -x of it is in the cone.
        assert!(receives(directed([2.0, 0.0, 0.0], 4.0, [0.0, 90.0, 0.0])));
        assert!(!receives(directed([-2.0, 0.0, 0.0], 4.0, [0.0, 90.0, 0.0])));
    }

    /// RM-19: An ultrasound beacon transmits straight down in a cone of 4° by default.
    #[test]
    fn it_is_received_up_to_half_its_cone_angle_and_up_to_its_range() {
        for (cone, aside, received) in
            [(4.0, 1.999, true), (4.0, 2.001, false), (120.0, 59.9, true), (120.0, 60.1, false)]
        {
            let (sin, cos) = f64::sin_cos(f64::to_radians(aside));
            assert_eq!(receives(directed([2.0 * sin, 0.0, 2.0 * cos], cone, [0.0; 3])), received, "{cone} {aside}");
        }
        assert!(receives(directed([0.0, 0.0, 3.0], 4.0, [0.0; 3])));
        assert!(!receives(directed([0.0, 0.0, 3.0 + 1e-9], 4.0, [0.0; 3])));
    }

    /// RM-19: An ultrasound beacon transmits straight down in a cone of 4° by default.
    #[test]
    fn walls_block_it_but_not_the_object_that_carries_the_beacon() {
        let mut rig = receiver::<UltrasoundReceiver>(Value::Null);
        rig.world.beacons = vec![directed([0.0, 0.0, 2.0], 10.0, [0.0; 3])];
        rig.world.planes.push((Vec3::new(0.0, 0.0, 2.0), -Vec3::z()));
        assert_eq!(rig.sense_channel("count").unwrap(), 1.0, "it hangs on the ceiling");
        rig.world.spheres.push((Vec3::new(0.0, 0.0, 1.0), 0.1));
        assert_eq!(rig.sense_channel("count").unwrap(), 0.0);
    }

    #[test]
    fn the_time_of_flight_follows_from_the_speed_of_sound_at_the_temperature_of_the_air() {
        // At 0 °C the speed of sound is 331.3 m/s.
        for (temperature, speed, within) in [(20.0, 343.2, 1e-9), (0.0, 331.3, 0.05)] {
            let mut rig = receiver::<UltrasoundReceiver>(json!({"temperature": temperature}));
            rig.world.beacons = vec![directed([0.0, 0.0, 2.5], 4.0, [0.0; 3])];
            let reading = rig.sense().unwrap();
            assert_eq!(reading[..3], [1.0, 0.0, 2.5]);
            assert!((2.5 / reading[3] - speed).abs() < within, "{reading:?}");
            assert_eq!(reading[4..7], [-1.0, 0.0, 0.0]);
        }
    }
}
