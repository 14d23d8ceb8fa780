//! Heading.

use sim_abi::prelude::*;
use std::f64::consts::PI;

/// Heading of the mount's x axis about world z, counterclockwise from world x.
pub struct Compass;

impl Sensor for Compass {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut SensorSetup) -> Result<Self> {
        let heading = Channel::new("heading", "rad").range(-PI, PI).frame("world");
        setup.channel(heading.help("0 along x, counterclockwise"));
        Ok(Self)
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        reading[0] = yaw(&io.pose().rotation);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::close;

    fn turned_by(mount_yaw: f64, body: Rotation) -> SensorRig<Compass> {
        let mount = Placement::default().turned(0.0, 0.0, mount_yaw);
        let mut rig = SensorRig::mounted(Value::Null, mount, &[]).unwrap();
        rig.body.pose.rotation = body;
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| turned_by(0.3, Rotation::from_euler_angles(0.1, -0.2, 2.0)));
    }

    #[test]
    fn it_reads_robot_and_mount_together_modulo_one_turn() {
        close(&turned_by(0.5, Rotation::from_euler_angles(0.0, 0.0, 1.0)).sense().unwrap(), &[1.5]);
        close(&turned_by(0.5, Rotation::from_euler_angles(0.0, 0.0, 3.0)).sense().unwrap(), &[3.5 - 2.0 * PI]);
    }

    #[test]
    fn pitching_does_not_change_the_heading() {
        close(&turned_by(0.0, Rotation::from_euler_angles(0.0, 0.7, 1.0)).sense().unwrap(), &[1.0]);
    }
}
