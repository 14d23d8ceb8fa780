//! Depth and pressure.

use sim_abi::prelude::*;

/// Pressure at the surface, Pa: the standard atmosphere (ISO 2533).
const ATMOSPHERE: f64 = 101_325.0;

/// Depth of the mount below the surface of the surrounding medium, and the absolute pressure there, which depends on
/// the medium's density. Above a surface, and without one, the depth is 0 and the pressure is atmospheric.
pub struct Depth;

impl Sensor for Depth {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut SensorSetup) -> Result<Self> {
        // No minimum depth: noise at the surface would be clipped below it, which would bias the mean.
        setup.channel(Channel::new("depth", "m").help("positive below the surface, 0 above it"));
        let pressure = Channel::new("pressure", "Pa").range(0.0, f64::INFINITY).neutral(ATMOSPHERE);
        setup.channel(pressure.help("absolute"));
        Ok(Self)
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let here = io.pose().translation.vector;
        let medium = io.world().medium(here);
        let below = medium.surface_height - here.z;
        let depth = if below.is_finite() { below.max(0.0) } else { 0.0 };
        let pressure = ATMOSPHERE + medium.density * io.gravity().norm() * depth;
        reading.copy_from_slice(&[depth, pressure]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::close;

    /// In sea water with its surface at this height, m.
    fn in_water(surface: f64, mount: Placement) -> SensorRig<Depth> {
        let mut rig = SensorRig::mounted(Value::Null, mount, &[]).unwrap();
        (rig.world.medium.density, rig.world.medium.surface_height) = (1025.0, surface);
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| in_water(3.0, Placement::default()));
        testing::conformance::sensor(|| SensorRig::<Depth>::new(Value::Null).unwrap());
    }

    /// NA-50: A new sensor plugin, such as a depth sensor, works without rebuilding the program.
    #[test]
    fn under_a_surface_at_zero_the_depth_is_minus_z() {
        for z in [-0.1, -2.5, -300.0] {
            let mut rig = in_water(0.0, Placement::default());
            rig.body.pose.translation.vector = Vec3::new(5.0, -4.0, z);
            close(&[rig.sense_channel("depth").unwrap()], &[-z]);
        }
    }

    /// NA-104: Radars in other planes, sonar, depth, inertial and Doppler velocity sensors are available as plugins.
    #[test]
    fn the_pressure_grows_with_the_weight_of_the_water_above() {
        close(&in_water(10.0, Placement::default()).sense().unwrap(), &[10.0, 101_325.0 + 1025.0 * 9.81 * 10.0]);
    }

    /// NA-104: Radars in other planes, sonar, depth, inertial and Doppler velocity sensors are available as plugins.
    #[test]
    fn it_reads_where_it_is_mounted() {
        let mut rig = in_water(0.0, Placement::at(0.5, 0.0, -0.25));
        rig.body.pose = Pose::new(Vec3::z() * -2.0, Vec3::y() * std::f64::consts::FRAC_PI_2);
        // Pitched: the mount's x points down and its z forward.
        close(&[rig.sense_channel("depth").unwrap()], &[2.5]);
    }

    /// NA-104: Radars in other planes, sonar, depth, inertial and Doppler velocity sensors are available as plugins.
    #[test]
    fn above_a_surface_and_without_one_the_depth_is_zero() {
        let mut rig = in_water(0.0, Placement::default());
        rig.body.pose.translation.vector.z = 0.3;
        assert_eq!(rig.sense().unwrap(), [0.0, 101_325.0]);
        assert_eq!(in_water(f64::INFINITY, Placement::default()).sense().unwrap(), [0.0, 101_325.0]);
        let rig = SensorRig::<Depth>::new(Value::Null).unwrap();
        assert_eq!(rig.declaration().channels[1].neutral, 101_325.0);
    }
}
