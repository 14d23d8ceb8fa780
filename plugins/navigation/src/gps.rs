//! Position.

use sim_abi::prelude::*;

/// Parameters of a position sensor.
#[params]
pub struct GpsParams {
    /// Whether to read velocity as well.
    velocity: bool,
}

/// Position, and optionally velocity, of the mount in world axes.
pub struct Gps;

impl Sensor for Gps {
    type Params = GpsParams;

    fn new(params: GpsParams, setup: &mut SensorSetup) -> Result<Self> {
        let position = ["x", "y", "z"].map(|name| Channel::new(name, "m"));
        let velocity = ["vx", "vy", "vz"].map(|name| Channel::new(name, "m/s"));
        for channel in position.into_iter().chain(velocity.into_iter().filter(|_| params.velocity)) {
            setup.channel(channel.frame("world"));
        }
        Ok(Self)
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let (position, velocity) = reading.split_at_mut(3);
        position.copy_from_slice(io.pose().translation.vector.as_slice());
        if !velocity.is_empty() {
            velocity.copy_from_slice(io.velocity().as_slice());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::close;

    fn on_a_mast(params: Value) -> SensorRig<Gps> {
        let mut rig = SensorRig::mounted(params, Placement::at(0.5, 0.0, 2.0), &[]).unwrap();
        rig.body.pose = Pose::new(Vec3::new(1.0, 2.0, 3.0), Vec3::z() * std::f64::consts::FRAC_PI_2);
        rig.body.linear_velocity = Vec3::new(0.1, 0.2, 0.3);
        rig.body.angular_velocity = Vec3::z() * 2.0;
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| on_a_mast(Value::Null));
        testing::conformance::sensor(|| on_a_mast(json!({"velocity": true})));
    }

    #[test]
    fn it_reads_the_place_and_the_velocity_of_its_mount() {
        close(&on_a_mast(Value::Null).sense().unwrap(), &[1.0, 2.5, 5.0]);
        // The mount circles the turning robot: ω × r = 2 · 0.5 m/s toward −x.
        let reading = on_a_mast(json!({"velocity": true})).sense().unwrap();
        close(&reading, &[1.0, 2.5, 5.0, 0.1 - 1.0, 0.2, 0.3]);
    }
}
