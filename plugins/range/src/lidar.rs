//! A lidar.

use crate::fan::{Empty, Fan};
use crate::scan::Scan;
use sim_abi::prelude::*;
use std::f64::consts::TAU;

/// Parameters of a lidar.
#[params]
pub struct LidarParams {
    /// Number of rays.
    #[param(default = 360, min = 1, max = 1_000_000)]
    rays: u32,
    /// Angle over which they fan out, centred on x; 2π is the full circle, whose first ray looks along x.
    #[param(default = TAU, unit = "rad", min = 0.0, max = TAU)]
    arc: f64,
    /// Nearest distance measured; what is nearer reads as this.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    min_range: f64,
    /// Longest distance measured.
    #[param(default = 10.0, unit = "m", min = 1e-3)]
    max_range: f64,
    /// Rays taken at each reading, in turn, while the others keep their last value; 0: all.
    #[param(default = 0, min = 0)]
    rays_per_reading: u32,
    /// Reading where nothing is met: the reach, infinity or zero.
    none: Empty,
    /// Whether robots and movable objects are seen, besides what is fixed.
    #[param(default = true)]
    moving: bool,
}

/// Distances over an arc, counter-clockwise.
pub struct Lidar {
    fan: Fan,
    min_range: f64,
    /// Rays per reading and what the others keep; none when all are taken at once.
    head: Option<(usize, Scan)>,
}

impl Sensor for Lidar {
    type Params = LidarParams;

    fn new(params: LidarParams, setup: &mut SensorSetup) -> Result<Self> {
        if params.min_range >= params.max_range {
            let (min, max) = (params.min_range, params.max_range);
            return Err(Fault::new(format!("`min_range` ({min} m) is not below `max_range` ({max} m)"))
                .help("lower `min_range` or raise `max_range`")
                .because(Cause::Parameters));
        }
        let rays = params.rays as usize;
        let fan = Fan::new(rays, params.arc, 0.0, params.max_range, params.none).seeing_moving(params.moving);
        for index in 0..rays {
            setup.channel(fan.channel(format!("ray_{index}"), params.min_range).frame("sensor"));
        }
        setup.cover(fan.coverage(params.arc));
        let share = params.rays_per_reading as usize;
        let head = (share > 0 && share < rays).then(|| (share, Scan::new(rays, fan.empty)));
        Ok(Self { fan, min_range: params.min_range, head })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let Some((share, scan)) = &mut self.head else {
            measure(&self.fan, self.min_range, io, 0..reading.len(), reading);
            return Ok(());
        };
        scan.turn(*share, |rays, distances| measure(&self.fan, self.min_range, io, rays, distances));
        reading.copy_from_slice(scan.readings());
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        let (_, scan) = self.head.as_ref()?;
        state::save(&scan.saved())
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        let saved = state::load(bytes)?;
        match &mut self.head {
            Some((_, scan)) => scan.restore(saved),
            None => Err(Fault::new("the saved scan is of a head that turns, and this one takes all rays at once")),
        }
    }
}

fn measure(fan: &Fan, min_range: f64, io: &SensorIo, rays: std::ops::Range<usize>, reading: &mut [f64]) {
    fan.cast(io, rays, reading);
    for distance in reading {
        // An empty reading may be 0 by choice and stays so.
        if *distance != fan.empty {
            *distance = distance.max(min_range);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fan::tests::close;

    fn in_a_corner(params: Value) -> SensorRig<Lidar> {
        let mut rig = SensorRig::new(params).unwrap();
        rig.world.planes = vec![(Vec3::x() * 2.0, -Vec3::x()), (Vec3::y() * 3.0, -Vec3::y())];
        rig
    }

    #[test]
    fn it_conforms_at_once_and_turning() {
        testing::conformance::sensor(|| in_a_corner(Value::Null));
        testing::conformance::sensor(|| in_a_corner(json!({"rays": 10, "rays_per_reading": 3})));
    }

    #[test]
    fn every_ray_meets_the_corner_where_geometry_says() {
        let mut rig = in_a_corner(json!({"rays": 720, "max_range": 8.0}));
        for (index, distance) in rig.sense().unwrap().into_iter().enumerate() {
            let (sin, cos) = (TAU * index as f64 / 720.0).sin_cos();
            let wall = |to: f64, component: f64| if component > 1e-12 { to / component } else { f64::INFINITY };
            let expected = wall(2.0, cos).min(wall(3.0, sin));
            close(&[distance], &[if expected <= 8.0 { expected } else { 8.0 }]);
        }
    }

    #[test]
    fn what_is_too_near_reads_as_the_minimum() {
        let mut rig = in_a_corner(json!({"rays": 4, "min_range": 2.5}));
        close(&rig.sense().unwrap(), &[2.5, 3.0, 10.0, 10.0]);
    }

    #[test]
    fn a_turning_head_takes_a_few_rays_at_a_time_and_wraps() {
        let mut rig = in_a_corner(json!({"rays": 4, "rays_per_reading": 3}));
        close(&rig.sense().unwrap(), &[2.0, 3.0, 10.0, 10.0]);
        rig.world.planes[0].0.x = 1.0;
        close(&rig.sense().unwrap(), &[1.0, 3.0, 10.0, 10.0]);
        rig.world.planes[1].0.y = 1.5;
        close(&rig.sense().unwrap(), &[1.0, 3.0, 10.0, 10.0]);
        close(&rig.sense().unwrap(), &[1.0, 1.5, 10.0, 10.0]);
    }

    #[test]
    fn a_restored_head_goes_on_where_it_was() {
        let params = json!({"rays": 4, "rays_per_reading": 1, "none": "infinity"});
        let (mut first, mut second) = (in_a_corner(params.clone()), in_a_corner(params));
        first.sense().unwrap();
        second.restore(&first.save().unwrap().unwrap()).unwrap();
        assert_eq!(first.sense().unwrap(), second.sense().unwrap());
        let fault = in_a_corner(json!({"rays": 5, "rays_per_reading": 1})).restore(&first.save().unwrap().unwrap());
        assert!(fault.unwrap_err().message().contains("another number of rays"));
        let fault = in_a_corner(json!({"rays": 4})).restore(&first.save().unwrap().unwrap());
        assert!(fault.unwrap_err().message().contains("takes all rays at once"));
    }

    #[test]
    fn an_empty_interval_is_refused() {
        let fault = SensorRig::<Lidar>::new(json!({"min_range": 3.0, "max_range": 2.0})).err().unwrap();
        assert!(fault.message().contains("min_range") && fault.advice().contains("max_range"), "{fault}");
    }
}
