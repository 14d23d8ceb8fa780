//! Inertial measurement unit.

use sim_abi::prelude::*;

/// Specific force and angular rate, both in the mount's axes. At rest, it reads +9.81 m/s² upward: the supporting
/// force.
pub struct Imu;

impl Sensor for Imu {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut SensorSetup) -> Result<Self> {
        let forces = ["force_x", "force_y", "force_z"].map(|name| Channel::new(name, "m/s²"));
        let rates = ["rate_x", "rate_y", "rate_z"].map(|name| Channel::new(name, "rad/s"));
        forces.into_iter().chain(rates).for_each(|channel| setup.channel(channel.frame("sensor")));
        Ok(Self)
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let sensor_from_world = io.pose().rotation.inverse();
        let force = sensor_from_world * (io.acceleration() - io.gravity());
        let rate = sensor_from_world * io.angular_velocity();
        reading[..3].copy_from_slice(force.as_slice());
        reading[3..].copy_from_slice(rate.as_slice());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::close;
    use std::f64::consts::FRAC_PI_2;

    fn mounted(mount: Placement) -> SensorRig<Imu> {
        SensorRig::mounted(Value::Null, mount, &[]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| mounted(Placement::at(0.1, 0.0, 0.0)));
    }

    #[test]
    fn it_reads_the_support_force_at_rest_and_zero_in_free_fall() {
        let mut rig = mounted(Placement::default());
        close(&rig.sense().unwrap(), &[0.0, 0.0, 9.81, 0.0, 0.0, 0.0]);
        rig.acceleration = Vec3::z() * -9.81;
        close(&rig.sense().unwrap(), &[0.0; 6]);
    }

    #[test]
    fn all_values_are_read_in_the_axes_of_the_mount() {
        // Its x axis points down, its z axis forward.
        let mut rig = mounted(Placement::default().turned(0.0, FRAC_PI_2, 0.0));
        rig.acceleration = Vec3::x() * 2.0;
        rig.body.angular_velocity = Vec3::z() * 3.0;
        close(&rig.sense().unwrap(), &[-9.81, 0.0, 2.0, -3.0, 0.0, 0.0]);
    }

    #[test]
    fn off_the_axis_of_a_spin_it_feels_the_centripetal_acceleration() {
        let mut rig = mounted(Placement::at(0.2, 0.0, 0.0));
        rig.body.angular_velocity = Vec3::z() * 3.0;
        close(&rig.sense().unwrap(), &[-9.0 * 0.2, 0.0, 9.81, 0.0, 0.0, 3.0]);
    }
}
