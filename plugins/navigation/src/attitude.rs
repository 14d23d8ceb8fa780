//! Orientation as Euler angles.

use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI};

/// Roll, pitch and yaw of the mount in the world: R = Rz(yaw)·Ry(pitch)·Rx(roll).
pub struct Attitude;

impl Sensor for Attitude {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut SensorSetup) -> Result<Self> {
        for (name, limit, help) in [
            ("roll", PI, "about x, after pitch and yaw"),
            ("pitch", FRAC_PI_2, "about y, positive where x points down"),
            ("yaw", PI, "about z, counterclockwise from world x"),
        ] {
            setup.channel(Channel::new(name, "rad").range(-limit, limit).frame("world").help(help));
        }
        Ok(Self)
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let (roll, pitch, yaw) = io.pose().rotation.euler_angles();
        reading.copy_from_slice(&[roll, pitch, yaw]);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::close;

    fn turned(mount: Placement, roll: f64, pitch: f64, yaw: f64) -> SensorRig<Attitude> {
        let mut rig = SensorRig::mounted(Value::Null, mount, &[]).unwrap();
        rig.body.pose.rotation = Rotation::from_euler_angles(roll, pitch, yaw);
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| turned(Placement::default(), 0.1, -0.2, 2.0));
    }

    /// BL-26: Orientation angles are always wrapped into one turn, from −π to π.
    #[test]
    fn it_reads_the_angles_of_its_mount_modulo_one_turn() {
        close(&turned(Placement::default(), 0.1, -0.2, 2.0).sense().unwrap(), &[0.1, -0.2, 2.0]);
        let mount = Placement::default().turned(0.0, 0.0, 1.0);
        close(&turned(mount, 0.0, 0.0, 3.0).sense().unwrap(), &[0.0, 0.0, 4.0 - 2.0 * PI]);
    }
}
