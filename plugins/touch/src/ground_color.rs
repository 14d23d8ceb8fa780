//! Color of the floor.

use sim_abi::prelude::*;

/// Weights of red, green and blue in luminance (ITU-R BT.709).
const LUMINANCE: [f64; 3] = [0.2126, 0.7152, 0.0722];

/// Red, green, blue and luminance of the floor under the mount.
pub struct GroundColor;

impl Sensor for GroundColor {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut SensorSetup) -> Result<Self> {
        for name in ["red", "green", "blue", "luminance"] {
            setup.channel(Channel::new(name, "1").range(0.0, 1.0));
        }
        Ok(Self)
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let color = io.world().ground_color(io.pose().translation.vector);
        reading[..3].copy_from_slice(&color);
        let luminance: f64 = color.iter().zip(LUMINANCE).map(|(value, share)| value * share).sum();
        reading[3] = luminance.clamp(0.0, 1.0);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig() -> SensorRig<GroundColor> {
        let mut rig = SensorRig::mounted(Value::Null, Placement::at(0.1, 0.0, 0.0), &[]).unwrap();
        rig.world.floor = [[1.0, 0.0, 0.0], [1.0; 3]];
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(rig);
    }

    #[test]
    fn it_reads_the_floor_under_its_mount_and_not_under_the_robot() {
        let mut rig = rig();
        rig.body.pose.translation.x = -0.05;
        assert_eq!(rig.sense().unwrap(), [1.0; 4]);
        rig.body.pose.translation.x = -0.15;
        assert_eq!(rig.sense().unwrap(), [1.0, 0.0, 0.0, LUMINANCE[0]]);
    }
}
