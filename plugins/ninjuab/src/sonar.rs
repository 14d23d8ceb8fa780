//! The sonar.

use crate::beam::Beam;
use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_6, PI};

/// Time between two readings, s.
const PERIOD: f64 = 0.05;

/// Parameters of a sonar.
#[params]
pub struct SonarParams {
    /// Angle between the middle of the beam and its edge; 0 is a thin ray.
    #[param(default = 7.5 * PI / 180.0, unit = "rad", min = 0.0, max = FRAC_PI_6)]
    half_angle: f64,
    /// Minimum range; closer surfaces read as this.
    #[param(default = 0.02, unit = "m", min = 0.0, max = 1.0, formerly = "near")]
    min_range: f64,
    /// Maximum range.
    #[param(default = 2.0, unit = "m", min = 0.01, max = 20.0, formerly = "reach")]
    max_range: f64,
}

/// Distance to the nearest surface within a flat beam about the mount's x axis, in its xy plane.
pub struct Sonar {
    params: SonarParams,
    beam: Beam,
    /// Number of readings.
    count: u64,
}

impl Sensor for Sonar {
    type Params = SonarParams;

    fn new(params: SonarParams, setup: &mut SensorSetup) -> Result<Self> {
        let SonarParams { half_angle, min_range, max_range } = params;
        if min_range >= max_range {
            return Err(Fault::new(format!("`min_range` ({min_range} m) is not below `max_range` ({max_range} m)"))
                .help("lower `min_range` or raise `max_range`")
                .because(Cause::Parameters));
        }
        setup.set_default_period(PERIOD);
        let distance = Channel::new("distance", "m").range(0.0, max_range).frame("sensor");
        setup.channel(distance.help("to the nearest surface; 0 without a hit"));
        setup.channel(Channel::new("found", "1").range(0.0, 1.0).exact().help("1 if there is a surface"));
        setup.channel(Channel::new("count", "1").range(0.0, f64::INFINITY).exact().help("number of readings so far"));
        let form = if half_angle > 0.0 {
            CoverageForm::Cone { half_angle }
        } else {
            CoverageForm::Rays { count: 1, arc: 0.0 }
        };
        setup.coverage(Coverage::new(form, max_range).channel(0));
        Ok(Self { beam: Beam::new(half_angle), params, count: 0 })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let (world, pose, max_range) = (io.world(), io.pose(), self.params.max_range);
        let cast = |angle: f64| {
            let direction = pose.rotation * Vec3::new(math::cos(angle), math::sin(angle), 0.0);
            world.cast_ray(pose.translation.vector, direction, max_range, Filter::default())
        };
        let distance = self.beam.nearest(cast);
        self.count += 1;
        let found = distance <= max_range;
        reading[0] = if found { distance.max(self.params.min_range) } else { 0.0 };
        reading[1] = f64::from(u8::from(found));
        reading[2] = self.count as f64;
        Ok(())
    }

    save_fields!(count);
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::testing::TestSolid;

    fn among(params: Value, solids: &[TestSolid]) -> SensorRig<Sonar> {
        let mut rig = SensorRig::mounted(params, Placement::at(0.0, 0.0, 0.07), &[]).unwrap();
        rig.world.solids = solids.to_vec();
        rig
    }

    /// A box with this edge (cm) on the floor, with its center at this position (cm).
    fn cuboid(x: f64, y: f64, edge: f64) -> TestSolid {
        let [x, y, half] = [x, y, 0.5 * edge].map(|cm| cm / 100.0);
        TestSolid::boxed([x - half, y - half, 0.0], [x + half, y + half, 0.2])
    }

    /// Reading of the sonar in a direction (degrees), cm.
    fn at(rig: &mut SensorRig<Sonar>, degrees: f64) -> f64 {
        rig.body.pose = Pose::rotation(Vec3::z() * degrees.to_radians());
        rig.sense().unwrap()[0] * 100.0
    }

    #[test]
    fn it_conforms() {
        for half_angle in [0.0, 0.1, FRAC_PI_6] {
            testing::conformance::sensor(|| among(json!({"half_angle": half_angle}), &[cuboid(50.0, 0.0, 11.5)]));
            testing::conformance::sensor(|| among(json!({"half_angle": half_angle}), &[]));
        }
    }

    /// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
    #[test]
    fn a_face_at_50_cm_reads_50_and_no_hit_reads_0() {
        let mut rig = among(Value::Null, &[cuboid(55.75, 0.0, 11.5)]);
        assert!((at(&mut rig, 0.0) - 50.0).abs() < 1e-6);
        assert_eq!(rig.reading[1], 1.0);
        rig.world.solids.clear();
        assert_eq!((at(&mut rig, 0.0), rig.reading[1]), (0.0, 0.0));
    }

    /// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
    #[test]
    fn it_measures_from_2_to_200_cm() {
        let face = |cm: f64| at(&mut among(Value::Null, &[cuboid(cm + 50.0, 0.0, 100.0)]), 0.0);
        assert!((face(199.9) - 199.9).abs() < 1e-6);
        assert_eq!([face(200.1), face(1.0), face(-10.0)], [0.0, 2.0, 2.0], "too far, too min_range, within");
    }

    /// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
    /// Readings of the mapping experiment: three boxes of 11.5 cm, 50 cm ahead, 36.5 cm apart. Beyond 60 cm, readings
    /// do not count there: a single ray at 30° hits the side of a box at 61.5 cm.
    #[test]
    fn the_readings_of_the_mapping_experiment_are_those_of_its_table() {
        let boxes = [cuboid(50.0, 0.0, 11.5), cuboid(50.0, 36.5, 11.5), cuboid(50.0, -36.5, 11.5)];
        for (half_angle, seen) in [
            (0.0_f64, &[(40.0, 57.76), (0.0, 44.25)][..]),
            (7.5, &[(30.0, 53.89), (40.0, 53.89), (45.0, 55.78), (0.0, 44.25)]),
            (15.0, &[(15.0, 44.25), (30.0, 53.89), (40.0, 53.89), (45.0, 53.89), (0.0, 44.25)]),
        ] {
            let mut rig = among(json!({"half_angle": half_angle.to_radians(), "max_range": 0.6}), &boxes);
            for angle in [0.0, 15.0, 30.0, 40.0, 45.0, 60.0, 75.0, 90.0] {
                let expected = seen.iter().find(|(at, _)| *at == angle).map_or(0.0, |(_, distance)| *distance);
                for side in [angle, -angle] {
                    let found = at(&mut rig, side);
                    assert!((found - expected).abs() < 0.05, "{half_angle} at {side}: {found} instead of {expected}");
                }
            }
        }
    }

    /// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
    #[test]
    fn the_robot_itself_is_not_seen_and_other_robots_are() {
        let own = TestSolid::boxed([-0.07, -0.05, 0.0], [0.07, 0.05, 0.09]).on_own_robot();
        let other = cuboid(50.0, 0.0, 10.0).moving();
        assert!((at(&mut among(Value::Null, &[own, other]), 0.0) - 45.0).abs() < 1e-6);
    }

    /// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
    #[test]
    fn what_is_lower_than_the_sonar_is_not_seen() {
        let low = TestSolid::boxed([0.4, -0.5, 0.0], [0.5, 0.5, 0.069]);
        assert_eq!(at(&mut among(Value::Null, &[low]), 0.0), 0.0);
    }

    /// MR-07: The sonar reads the nearest surface from 2 to 200 cm every 50 ms.
    #[test]
    fn a_negative_range_or_one_that_ends_before_it_begins_is_refused() {
        for (params, word) in [
            (json!({"max_range": -1}), "`max_range`"),
            (json!({"min_range": -0.1}), "`min_range`"),
            (json!({"min_range": 0.5, "max_range": 0.4}), "`min_range`"),
        ] {
            let fault = SensorRig::<Sonar>::new(params).err().unwrap();
            let fault_text = format!("{} {}", fault.message(), fault.advice());
            assert!(fault_text.contains(word) && fault.cause() == Cause::Parameters, "{fault_text}");
        }
    }

    #[test]
    fn readings_are_counted_and_the_count_survives_a_reload() {
        let mut old = among(Value::Null, &[]);
        let counts: Vec<f64> = (0..3).map(|_| old.sense().unwrap()[2]).collect();
        assert_eq!(counts, [1.0, 2.0, 3.0]);
        let mut new = among(Value::Null, &[]);
        new.restore(&old.save().unwrap().unwrap()).unwrap();
        assert_eq!(new.sense().unwrap()[2], 4.0);
        assert_eq!(old.declaration().period, Some(0.05));
    }

    #[test]
    fn the_window_draws_a_cone_or_a_ray() {
        let form = |half_angle: f64| {
            let rig = among(json!({"half_angle": half_angle}), &[]);
            rig.declaration().coverage[0].clone()
        };
        assert_eq!(form(0.1).form, CoverageForm::Cone { half_angle: 0.1 });
        assert_eq!(form(0.0).form, CoverageForm::Rays { count: 1, arc: 0.0 });
        assert_eq!((form(0.1).max_range, form(0.1).channel), (2.0, Some(0)));
    }
}
