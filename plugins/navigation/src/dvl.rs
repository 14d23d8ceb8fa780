//! A Doppler velocity log.

use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, FRAC_PI_6};

/// Parameters of a Doppler velocity log.
#[params]
pub struct DvlParams {
    /// Angle of each beam from straight down.
    #[param(default = FRAC_PI_6, unit = "rad", min = 0.01, max = 1.5)]
    beam_angle: f64,
    /// Minimum range along a beam.
    #[param(default = 0.05, unit = "m", min = 0.0)]
    min_range: f64,
    /// Maximum range along a beam.
    #[param(default = 50.0, unit = "m", min = 1e-3)]
    max_range: f64,
}

/// Velocity relative to the bottom, in the axes of the mount, and altitude above it.
///
/// Four beams slant down (−z of the mount) in the standard Janus configuration: all at one angle from the vertical, in
/// vertical planes 90° apart (Teledyne RD Instruments, "ADCP Coordinate Transformation: Formulas and Calculations", P/N
/// 951-6079-00, 2010). They point between the axes, the first to the front left, the others counterclockwise. The
/// bottom is any stationary object. Three beams determine a velocity.
pub struct Dvl {
    beams: [Vec3; 4],
    /// Height per unit of distance along a beam.
    drop: f64,
    min_range: f64,
    max_range: f64,
}

/// Minimum number of beams that must hit the bottom: one per velocity component.
const NEEDED: usize = 3;

impl Sensor for Dvl {
    type Params = DvlParams;

    fn new(params: DvlParams, setup: &mut SensorSetup) -> Result<Self> {
        let DvlParams { beam_angle, min_range, max_range } = params;
        if min_range >= max_range {
            return Err(Fault::new(format!("`min_range` ({min_range} m) is not below `max_range` ({max_range} m)"))
                .help("lower `min_range` or raise `max_range`")
                .because(Cause::Parameters));
        }
        let drop = math::cos(beam_angle);
        for name in ["x", "y", "z"] {
            setup.channel(
                Channel::new(name, "m/s").frame("sensor").help("velocity relative to the bottom, 0 if not valid"),
            );
        }
        let altitude = Channel::new("altitude", "m").range(0.0, max_range * drop);
        setup.channel(altitude.help("height above the bottom, 0 if not valid"));
        let valid = Channel::new("valid", "1").range(0.0, 1.0).exact();
        setup.channel(valid.help("1 while at least three of the four beams hit the bottom"));
        let placements = [1.0, 3.0, 5.0, 7.0].map(|eighths| {
            // Pitched by a right angle, x points straight down.
            Placement::default().turned(0.0, FRAC_PI_2 - beam_angle, eighths * FRAC_PI_4)
        });
        for placement in placements {
            let beam = Coverage::new(CoverageForm::Rays { count: 1, arc: 0.0 }, max_range - min_range).start(min_range);
            setup.coverage(Coverage { placement, ..beam });
        }
        let beams = placements.map(|placement| placement.isometry() * Vec3::x());
        Ok(Self { beams, drop, min_range, max_range })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let world_from_sensor = io.pose();
        let bottom = Filter { moving: 0, ..Filter::default() };
        let mut distances = [f64::INFINITY; 4];
        io.world().cast_fan(&world_from_sensor, &self.beams, self.max_range, bottom, &mut distances);
        let found = || distances.iter().filter(|distance| (self.min_range..=self.max_range).contains(*distance));
        let count = found().count();
        if count < NEEDED {
            reading.fill(0.0);
            return Ok(());
        }
        let velocity = world_from_sensor.rotation.inverse() * io.velocity();
        reading[..3].copy_from_slice(velocity.as_slice());
        reading[3] = found().sum::<f64>() / count as f64 * self.drop;
        reading[4] = 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rig::close;
    use std::f64::consts::PI;

    /// Above a level bottom, m, with a velocity in world axes of (1, 2, 3) m/s.
    fn above(altitude: f64, params: Value) -> SensorRig<Dvl> {
        let mut rig = SensorRig::new(params).unwrap();
        rig.body.pose.translation.vector.z = altitude;
        rig.body.linear_velocity = Vec3::new(1.0, 2.0, 3.0);
        rig.world.planes.push((Vec3::zeros(), Vec3::z()));
        rig
    }

    const INVALID: [f64; 5] = [0.0; 5];

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| above(10.0, Value::Null));
        testing::conformance::sensor(|| above(100.0, Value::Null));
    }

    /// NA-104: Radars in other planes, sonar, depth, inertial and Doppler velocity sensors are available as plugins.
    #[test]
    fn over_a_level_bottom_it_reads_velocity_and_altitude() {
        for beam_angle in [0.1, FRAC_PI_6, 1.0] {
            close(&above(10.0, json!({ "beam_angle": beam_angle })).sense().unwrap(), &[1.0, 2.0, 3.0, 10.0, 1.0]);
        }
    }

    /// NA-104: Radars in other planes, sonar, depth, inertial and Doppler velocity sensors are available as plugins.
    #[test]
    fn the_velocity_is_that_of_the_mount_in_its_own_axes() {
        let mount = Placement::at(0.5, 0.0, 0.0).turned(0.0, 0.0, PI);
        let mut rig = SensorRig::<Dvl>::mounted(Value::Null, mount, &[]).unwrap();
        rig.world.planes.push((Vec3::z() * -4.0, Vec3::z()));
        rig.body.pose = Pose::rotation(Vec3::z() * FRAC_PI_2);
        rig.body.linear_velocity = Vec3::new(1.0, 2.0, 3.0);
        rig.body.angular_velocity = Vec3::z() * 2.0;
        // The mount is at world y = 0.5 and moves toward −x at 1 m/s; its x points to −y, its y to +x.
        close(&rig.sense().unwrap(), &[-2.0, 0.0, 3.0, 4.0, 1.0]);
    }

    /// NA-104: Radars in other planes, sonar, depth, inertial and Doppler velocity sensors are available as plugins.
    #[test]
    fn the_altitude_is_the_mean_of_the_beams_over_a_slope() {
        // Plane z = s·x: the beams with front and back components a·x hit it at h/(cos + s·a).
        let (slope, height, angle) = (0.3_f64, 5.0, FRAC_PI_6);
        let mut rig = above(height, Value::Null);
        rig.world.planes = vec![(Vec3::zeros(), Vec3::new(-slope, 0.0, 1.0).normalize())];
        let side = angle.sin() * 0.5_f64.sqrt();
        let along = |x: f64| height / (angle.cos() + slope * x);
        let expected = 0.5 * (along(side) + along(-side)) * angle.cos();
        close(&rig.sense().unwrap()[3..], &[expected, 1.0]);
    }

    /// NA-104: Radars in other planes, sonar, depth, inertial and Doppler velocity sensors are available as plugins.
    #[test]
    fn it_needs_the_bottom_in_range() {
        let limits = json!({"min_range": 1.0, "max_range": 20.0});
        let beam = 1.0 / FRAC_PI_6.cos();
        for (distance, valid) in [(0.99, false), (1.01, true), (19.99, true), (20.01, false)] {
            let reading = above(distance / beam, limits.clone()).sense().unwrap();
            assert_eq!(reading[4], f64::from(u8::from(valid)), "{distance}");
            if !valid {
                assert_eq!(reading, INVALID);
            }
        }
        let mut rig = above(5.0, Value::Null);
        rig.world.planes.clear();
        assert_eq!(rig.sense().unwrap(), INVALID);
    }

    /// NA-104: Radars in other planes, sonar, depth, inertial and Doppler velocity sensors are available as plugins.
    #[test]
    fn three_beams_are_enough_and_two_are_not() {
        // A sphere ahead of each single beam; the altitude is the mean of the remaining beams.
        let mut rig = above(0.0, Value::Null);
        rig.world.planes.clear();
        let side = FRAC_PI_6.sin() * 0.5_f64.sqrt();
        let beams = [(side, side), (-side, side), (-side, -side), (side, -side)];
        let spheres = beams.map(|(x, y)| (Vec3::new(x, y, -FRAC_PI_6.cos()) * 6.0, 1.0));
        for left in 0..=4 {
            rig.world.spheres = spheres[..left].to_vec();
            let expected = [1.0, 2.0, 3.0, 5.0 * FRAC_PI_6.cos(), 1.0];
            close(&rig.sense().unwrap(), if left >= 3 { &expected } else { &INVALID });
        }
    }

    /// NA-104: Radars in other planes, sonar, depth, inertial and Doppler velocity sensors are available as plugins.
    #[test]
    fn upside_down_it_finds_no_bottom() {
        let mut rig = above(5.0, Value::Null);
        rig.body.pose.rotation = Rotation::from_euler_angles(PI, 0.0, 0.0);
        assert_eq!(rig.sense().unwrap(), INVALID);
    }

    /// NA-104: Radars in other planes, sonar, depth, inertial and Doppler velocity sensors are available as plugins.
    #[test]
    fn ranges_without_extent_are_refused_and_the_flag_is_exact() {
        let fault = SensorRig::<Dvl>::new(json!({"min_range": 2.0, "max_range": 2.0})).err().unwrap();
        assert_eq!(
            (fault.message(), fault.cause()),
            ("`min_range` (2 m) is not below `max_range` (2 m)", Cause::Parameters)
        );
        let rig = above(5.0, Value::Null);
        let exact: Vec<bool> = rig.declaration().channels.iter().map(|channel| channel.exact).collect();
        assert_eq!(exact, [false, false, false, false, true]);
    }

    #[test]
    fn it_covers_its_four_beams_between_its_ranges() {
        let rig = above(5.0, json!({"min_range": 1.0, "max_range": 3.0}));
        let coverage = &rig.declaration().coverage;
        assert_eq!(coverage.len(), 4);
        for coverage in coverage {
            assert_eq!((coverage.start, coverage.max_range, coverage.channel), (1.0, 2.0, None));
            let down = coverage.placement.isometry() * Vec3::x();
            assert!((down.z + FRAC_PI_6.cos()).abs() < 1e-12, "{down}");
        }
    }
}
