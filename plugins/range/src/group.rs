//! A group of distance sensors.

use crate::beams::Beams;
use crate::fan::Fan;
use sim_abi::prelude::*;
use std::borrow::Cow;

/// Parameters of a group.
#[params]
pub struct GroupParams {
    /// Directions in the frame of the mount, of any length, in the order of the channels.
    #[param(default = AXES.to_vec())]
    directions: Vec<[f64; 3]>,
    /// Distance beyond which nothing is sensed.
    #[param(default = 5.0, unit = "m", min = 1e-6)]
    threshold: f64,
    /// Radius of the beam, by which obstacles are inflated. With radius 0 it is a ray, which hits bodies visible to
    /// sensors; a thicker beam hits collision shapes, and those already in contact count only if ahead.
    #[param(default = 0.0, unit = "m", min = 0.0)]
    beam_radius: f64,
    /// Whether robots and movable objects are detected, in addition to fixed objects.
    #[param(default = true)]
    moving: bool,
}

/// The six axes: front, back, left, right, up, down.
const AXES: [[f64; 3]; 6] =
    [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];

/// Proximity along arbitrary directions, in their order.
pub struct Group(Beams);

impl Sensor for Group {
    type Params = GroupParams;

    fn new(params: GroupParams, setup: &mut SensorSetup) -> Result<Self> {
        static KNOWN: Shared<Vec<Vec3>, [Vec3]> = Shared::new();
        let directions = units(&params.directions)?;
        for (index, direction) in directions.iter().enumerate() {
            let ray = CoverageForm::Rays { count: 1, arc: 0.0 };
            let coverage = Coverage::new(ray, params.threshold).channel(index).proximity();
            setup.coverage(Coverage { placement: towards(direction), ..coverage });
        }
        let directions = KNOWN.get(directions.clone(), || directions.into());
        let fan = Fan::along(directions, params.threshold).seeing_moving(params.moving);
        let beams = Beams::new(fan, params.beam_radius);
        beams.declare(setup);
        Ok(Self(beams))
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        self.0.read(io, 0..reading.len(), reading);
        Ok(())
    }
}

/// Normalizes the directions. Fails if there are none, or if one is zero or not finite.
fn units(directions: &[[f64; 3]]) -> Result<Vec<Vec3>> {
    if directions.is_empty() {
        return Err(refused("`directions` is empty", "name at least one direction, or leave `directions` out"));
    }
    directions.iter().enumerate().map(|(index, direction)| unit(index, (*direction).into())).collect()
}

fn unit(index: usize, direction: Vec3) -> Result<Vec3> {
    if !direction.iter().all(|component| component.is_finite()) {
        return Err(refused(format!("`directions[{index}]` is not finite"), "use three finite components"));
    }
    if direction == Vec3::zeros() {
        return Err(refused(format!("`directions[{index}]` is zero"), "at least one component must be nonzero"));
    }
    // Scale its largest component to 1 first: the square of a very large or small one is infinite or 0.
    Ok((direction / direction.amax()).normalize())
}

#[track_caller]
fn refused(message: impl Into<Cow<'static, str>>, help: &'static str) -> Fault {
    Fault::new(message).help(help).because(Cause::Parameters)
}

/// Rotates x onto a direction.
fn towards(direction: &Vec3) -> Placement {
    let pitch = math::atan2(-direction.z, math::hypot(direction.x, direction.y));
    Placement::default().turned(0.0, pitch, math::atan2(direction.y, direction.x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fan::tests::{beside_a_box, close};
    use std::f64::consts::{FRAC_PI_2, PI};

    /// Spheres of radius 0.1 m whose nearest points are at these positions.
    fn among(params: Value, nearest: &[Vec3]) -> SensorRig<Group> {
        let mut rig = SensorRig::new(params).unwrap();
        rig.world.spheres = nearest.iter().map(|point| (point + point.normalize() * 0.1, 0.1)).collect();
        rig
    }

    fn wall_at(distance: f64) -> SensorRig<Group> {
        let mut rig = SensorRig::new(json!({"directions": [[1.0, 0.0, 0.0]]})).unwrap();
        rig.world.planes.push((Vec3::x() * distance, -Vec3::x()));
        rig
    }

    fn refusal(params: Value) -> Fault {
        SensorRig::<Group>::new(params).err().unwrap()
    }

    #[test]
    fn it_conforms_with_rays_and_with_thick_beams() {
        testing::conformance::sensor(|| wall_at(2.0));
        testing::conformance::sensor(|| among(json!({"beam_radius": 0.2}), &[Vec3::new(2.0, 0.0, 0.0)]));
    }

    /// NA-52: A distance sensor casts a ray from the robot center, by default 5 m long.
    #[test]
    fn the_length_of_a_direction_does_not_count() {
        let directions = json!([[1, 1, 0], [2, 2, 0], [1e300, 1e300, 0], [1e-300, 1e-300, 0]]);
        let reading = among(json!({ "directions": directions }), &[Vec3::new(1.0, 1.0, 0.0)]).sense().unwrap();
        close(&reading, &[(5.0 - 2.0_f64.sqrt()) / 5.0; 4]);
        assert_eq!(unit(0, Vec3::x() * 2.0).unwrap(), Vec3::x());
    }

    /// NA-52: A distance sensor casts a ray from the robot center, by default 5 m long.
    #[test]
    fn directions_turn_with_robot_and_mount() {
        let mount = Placement::default().turned(0.0, 0.0, FRAC_PI_2);
        let mut rig = SensorRig::<Group>::mounted(Value::Null, mount, &[]).unwrap();
        rig.body.pose = Pose::rotation(Vec3::z() * FRAC_PI_2);
        rig.world.planes.push((Vec3::x() * -2.0, Vec3::x()));
        close(&rig.sense().unwrap(), &[0.6, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }

    /// NA-52: A distance sensor casts a ray from the robot center, by default 5 m long.
    #[test]
    fn directions_and_thresholds_that_cannot_be_are_refused() {
        let fault = refusal(json!({"directions": [[1, 0, 0], [0, 0, 0]]}));
        assert_eq!((fault.message(), fault.cause()), ("`directions[1]` is zero", Cause::Parameters));
        let fault = unit(2, Vec3::new(0.0, f64::NAN, 1.0)).unwrap_err();
        assert_eq!((fault.message(), fault.cause()), ("`directions[2]` is not finite", Cause::Parameters));
        assert!(unit(0, Vec3::new(f64::INFINITY, 0.0, 0.0)).is_err());
        assert!(refusal(json!({"threshold": 0.0})).message().contains("`threshold` is 0 m"));
    }

    /// NA-53: A distance reading is 1 at contact and falls linearly to 0 at the threshold.
    #[test]
    fn a_reading_is_the_free_share_of_the_threshold() {
        for (distance, expected) in [(0.0, 1.0), (1.0, 0.8), (2.5, 0.5), (5.0, 0.0), (5.0001, 0.0)] {
            close(&wall_at(distance).sense().unwrap(), &[expected]);
        }
    }

    /// NA-53: A distance reading is 1 at contact and falls linearly to 0 at the threshold.
    #[test]
    fn inside_another_body_every_direction_reads_one() {
        for beam_radius in [0.0, 0.05] {
            let mut rig = SensorRig::<Group>::new(json!({ "beam_radius": beam_radius })).unwrap();
            rig.world.spheres.push((Vec3::zeros(), 0.5));
            assert_eq!(rig.sense().unwrap(), [1.0; 6], "{beam_radius}");
        }
        let inside = json!({"beam_radius": 0.05, "directions": [[-1, 0, 0]]});
        assert_eq!(beside_a_box::<Group>(inside, Vec3::new(1.9, 0.3, 0.0)), [1.0]);
    }

    /// NA-54: A distance sensor sees only objects ahead of it, never those behind.
    #[test]
    fn only_what_is_ahead_counts() {
        let mut rig = SensorRig::<Group>::new(Value::Null).unwrap();
        rig.world.planes.push((Vec3::x() * -2.0, Vec3::x()));
        assert_eq!(rig.sense().unwrap(), [0.0, 0.6, 0.0, 0.0, 0.0, 0.0]);
    }

    /// NA-55: Rays hit walls, obstacles and other robots, but not their owner or the water surface.
    #[test]
    fn neither_the_own_robot_nor_water_is_seen() {
        // The robot itself is everywhere in the world of the box.
        for beam_radius in [0.0, 0.15] {
            let opposite = json!({"directions": [[-1, 0, 0]], "beam_radius": beam_radius});
            assert_eq!(beside_a_box::<Group>(opposite, Vec3::zeros()), [0.0]);
        }
        let mut rig = SensorRig::<Group>::new(Value::Null).unwrap();
        (rig.world.medium.density, rig.world.medium.surface_height) = (1000.0, 0.0);
        rig.body.pose.translation.vector.z = -0.1;
        assert_eq!(rig.sense().unwrap(), [0.0; 6]);
    }

    /// NA-57: A sensor group returns its readings in the order of its directions.
    #[test]
    fn readings_keep_the_order_of_the_directions() {
        let nearest =
            AXES.map(Vec3::from).map(|axis| axis * (1.0 + axis.x + 2.0 * axis.y + 3.0 * axis.z).abs().max(0.5));
        let usual = among(Value::Null, &nearest).sense().unwrap();
        let order = [3, 0, 5, 1, 4, 2];
        let shuffled = order.map(|index| AXES[index]);
        let reading = among(json!({ "directions": shuffled }), &nearest).sense().unwrap();
        assert_eq!(reading, order.map(|index| usual[index]));
    }

    /// NA-57: A sensor group returns its readings in the order of its directions.
    #[test]
    fn an_empty_group_is_refused() {
        let fault = refusal(json!({"directions": []}));
        assert_eq!((fault.message(), fault.cause()), ("`directions` is empty", Cause::Parameters));
    }

    /// NA-58: The default group `distancia` reads +x, −x, +y, −y, +z and −z, in this order.
    #[test]
    fn the_default_directions_are_positive_and_negative_x_y_and_z() {
        let distances = [0.5, 1.0, 1.5, 2.0, 2.5, 3.0];
        let mut index = 0;
        let nearest = AXES.map(|axis| {
            index += 1;
            Vec3::from(axis) * distances[index - 1]
        });
        close(&among(Value::Null, &nearest).sense().unwrap(), &distances.map(|distance| (5.0 - distance) / 5.0));
        let axes = [Vec3::x(), -Vec3::x(), Vec3::y(), -Vec3::y(), Vec3::z(), -Vec3::z()];
        assert_eq!(AXES.map(Vec3::from), axes);
    }

    /// NA-59: `beam_radius` widens a ray, so that it sees obstacles beside its axis.
    #[test]
    fn thick_beams_meet_what_rays_pass() {
        let ahead = |beam_radius| json!({"directions": [[1, 0, 0]], "beam_radius": beam_radius});
        assert_eq!(beside_a_box::<Group>(ahead(0.0), Vec3::zeros()), [0.0]);
        assert_eq!(beside_a_box::<Group>(ahead(0.05), Vec3::zeros()), [0.0]);
        let touch = 1.8 - (0.15_f64.powi(2) - 0.1_f64.powi(2)).sqrt();
        let reading = beside_a_box::<Group>(ahead(0.15), Vec3::zeros());
        assert!((reading[0] - (5.0 - touch) / 5.0).abs() < 1e-6, "{reading:?}");
        assert!(refusal(json!({"beam_radius": -0.1})).message().contains("`beam_radius` is -0.1 m"));
    }

    #[test]
    fn moving_bodies_are_ignored_if_configured() {
        for beam_radius in [0.0, 0.15] {
            let see = |moving| json!({"directions": [[1, 0, 0]], "beam_radius": beam_radius, "moving": moving});
            let before = Vec3::new(0.0, 0.3, 0.0);
            assert_eq!(beside_a_box::<Group>(see(false), before), [0.0]);
            assert!(beside_a_box::<Group>(see(true), before)[0] > 0.6);
        }
    }

    #[test]
    fn it_covers_one_ray_of_closeness_per_direction() {
        let directions = [[0.0, 0.0, -2.0], [-1.0, 0.0, 0.0], [1.0, -1.0, 1.0]];
        let rig = SensorRig::<Group>::new(json!({"directions": directions, "threshold": 3.0})).unwrap();
        let coverage = &rig.declaration().coverage;
        assert_eq!(coverage.len(), directions.len());
        for (index, (coverage, direction)) in coverage.iter().zip(directions).enumerate() {
            assert_eq!((coverage.channel, coverage.proximity, coverage.max_range), (Some(index), true, 3.0));
            assert_eq!(coverage.form, CoverageForm::Rays { count: 1, arc: 0.0 });
            let turned = coverage.placement.isometry() * Vec3::x();
            assert!((turned - Vec3::from(direction).normalize()).norm() < 1e-12, "{turned} for {direction:?}");
        }
        assert_eq!(coverage[1].placement.rpy[2].abs(), PI);
    }
}
