//! A ring of rays for obstacle avoidance, as used on small robots.

use crate::fan::{Empty, Fan};
use sim_abi::prelude::*;
use std::f64::consts::TAU;

/// Parameters of a ring.
#[params]
pub struct RingParams {
    /// Number of rays.
    #[param(default = 8, min = 1, max = 10_000)]
    rays: u32,
    /// Angle over which the rays fan out, centered on x; 2π is the full circle, whose first ray points along x.
    #[param(default = TAU, unit = "rad", min = 0.0, max = TAU)]
    arc: f64,
    /// Radius of the ring, from which distances are measured.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    radius: f64,
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

/// Distances along rays that fan out from a ring, counterclockwise.
pub struct Ring(Fan);

impl Sensor for Ring {
    type Params = RingParams;

    fn new(params: RingParams, setup: &mut SensorSetup) -> Result<Self> {
        let fan = Fan::new(params.rays as usize, params.arc, params.radius, params.max_range, params.no_hit)
            .seeing_moving(params.moving);
        for index in 0..params.rays {
            setup.channel(fan.channel(format!("ray_{index}"), 0.0).frame("sensor"));
        }
        setup.coverage(fan.coverage(params.arc));
        Ok(Self(fan))
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        self.0.cast(io, 0..reading.len(), reading);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fan::tests::close;

    fn beside_a_wall(params: Value) -> SensorRig<Ring> {
        let mut rig = SensorRig::new(params).unwrap();
        rig.world.planes.push((Vec3::new(0.0, 0.5, 0.0), -Vec3::y()));
        rig
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| beside_a_wall(Value::Null));
    }

    #[test]
    fn a_circle_counts_counter_clockwise_from_the_front() {
        let slanted = 0.5 * 2.0_f64.sqrt();
        let expected = [1.0, slanted, 0.5, slanted, 1.0, 1.0, 1.0, 1.0];
        close(&beside_a_wall(Value::Null).sense().unwrap(), &expected);
        let mut turned = beside_a_wall(json!({"rays": 4}));
        turned.body.pose = Pose::rotation(Vec3::z() * TAU / 4.0);
        close(&turned.sense().unwrap(), &[0.5, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn distances_count_from_the_ring_and_reach_from_there_too() {
        let mut rig = beside_a_wall(json!({"rays": 4, "radius": 0.085, "max_range": 0.42}));
        close(&rig.sense().unwrap(), &[0.42, 0.5 - 0.085, 0.42, 0.42]);
        rig.world.planes[0].0.y = 0.05;
        close(&rig.sense().unwrap(), &[0.42, 0.0, 0.42, 0.42]);
    }

    #[test]
    fn it_covers_what_it_reads() {
        let rig = beside_a_wall(json!({"rays": 4, "radius": 0.085, "max_range": 0.42}));
        let [coverage] = &rig.declaration().coverage[..] else { panic!("one coverage") };
        assert_eq!((coverage.start, coverage.max_range, coverage.channel), (0.085, 0.42, Some(0)));
        assert_eq!(coverage.form, CoverageForm::Rays { count: 4, arc: TAU });
    }

    #[test]
    fn an_arc_goes_from_right_to_left() {
        let mut rig = beside_a_wall(json!({"rays": 3, "arc": TAU / 2.0}));
        close(&rig.sense().unwrap(), &[1.0, 1.0, 0.5]);
    }
}
