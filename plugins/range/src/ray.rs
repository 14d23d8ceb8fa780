//! One ray.

use crate::fan::{Empty, Fan};
use sim_abi::prelude::*;

/// Parameters of a single ray.
#[params]
pub struct RayParams {
    /// Maximum range.
    #[param(default = 1.0, unit = "m", min = 1e-3, formerly = "reach")]
    max_range: f64,
    /// Reading without a hit: the maximum range, infinity or zero.
    #[param(formerly = "none")]
    no_hit: Empty,
    /// Whether robots and movable objects are detected, in addition to fixed objects.
    #[param(default = true)]
    moving: bool,
}

/// Distance along the mount's x axis.
pub struct Ray(Fan);

impl Sensor for Ray {
    type Params = RayParams;

    fn new(params: RayParams, setup: &mut SensorSetup) -> Result<Self> {
        let fan = Fan::new(1, 0.0, 0.0, params.max_range, params.no_hit).seeing_moving(params.moving);
        setup.channel(fan.channel("distance", 0.0).frame("sensor").help("distance along x"));
        setup.coverage(fan.coverage(0.0));
        Ok(Self(fan))
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        self.0.cast(io, 0..1, reading);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fan::tests::close;

    fn facing_a_wall(params: Value) -> SensorRig<Ray> {
        let mount = Placement::at(0.1, 0.0, 0.0).turned(0.0, 0.0, 0.5);
        let mut rig = SensorRig::mounted(params, mount, &[]).unwrap();
        rig.world.planes.push((Vec3::new(2.0, 0.0, 0.0), -Vec3::x()));
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| facing_a_wall(json!({"max_range": 5.0})));
    }

    #[test]
    fn the_distance_is_measured_from_the_mount_along_its_axis() {
        let mut rig = facing_a_wall(json!({"max_range": 5.0}));
        close(&rig.sense().unwrap(), &[1.9 / 0.5_f64.cos()]);
        rig.body.pose = Pose::rotation(Vec3::z() * -0.5);
        let mount_x = 0.1 * 0.5_f64.cos();
        close(&rig.sense().unwrap(), &[2.0 - mount_x]);
    }

    #[test]
    fn out_of_reach_it_reads_what_the_parameter_says() {
        for (none, expected) in [("max_range", 1.0), ("infinity", f64::INFINITY), ("zero", 0.0)] {
            let mut rig = facing_a_wall(json!({"max_range": 1.0, "no_hit": none}));
            assert_eq!(rig.sense().unwrap(), [expected], "{none}");
            let channel = &rig.declaration().channels[0];
            assert!(channel.max.is_none_or(|max| expected <= max) && channel.neutral.is_finite());
        }
    }
}
