//! Clearance around a hull.

use sim_abi::prelude::*;

/// Parameters of a clearance sensor.
#[params]
pub struct ClearanceParams {
    /// Lengths of the hull box along x, y and z of the mount, at which it is centered.
    #[param(default = [0.457, 0.338, 0.254], unit = "m")]
    size: [f64; 3],
    /// Maximum range.
    #[param(default = 5.0, unit = "m", min = 1e-3, formerly = "reach")]
    max_range: f64,
}

/// Minimum decrease of the distance for the search to continue, m.
const FINE: f64 = 1e-6;
/// Maximum number of steps from one point of the hull, after which the current distance is used.
const STEPS: usize = 32;

/// Minimum distances from a box to fixed and to movable objects.
///
/// The search starts at 26 points of the box: corners, edge midpoints and face centers. From each, it proceeds to the
/// nearest point of the world, from there to the nearest point of the box, and so on while the distance decreases.
/// Between two convex bodies, this converges to their distance (to about 10 µm), including crossing edges and thin
/// objects in front of a face. Of several bodies, one is found if it is the nearest to any of the 26 points; so a
/// reading is never below the distance, and exceeds it by a quarter of the diagonal of the largest face at most (0.14 m
/// for the default box). The worst case is a body smaller than a quarter of a face, in front of a larger one at about
/// the same distance. Flat walls and floors are exact. The ground under a robot is fixed and counts.
pub struct Clearance {
    /// Half extents, m.
    half: Vec3,
    max_range: f64,
    /// Start points of the search, in the mount's frame, m.
    starts: [Vec3; 26],
    /// Maximum distance of a point of the box's surface from the nearest start, m.
    gap: f64,
}

impl Sensor for Clearance {
    type Params = ClearanceParams;

    fn new(params: ClearanceParams, setup: &mut SensorSetup) -> Result<Self> {
        let ClearanceParams { size, max_range } = params;
        if !size.iter().all(|edge| edge.is_finite() && *edge >= 0.0) {
            let [x, y, z] = size;
            return Err(Fault::new(format!("`size` is ({x}, {y}, {z}) m, not a valid box"))
                .help("use three lengths of at least 0 m")
                .because(Cause::Parameters));
        }
        for (name, help) in [("fixed", "to fixed objects"), ("moving", "to robots and movable objects")] {
            setup.channel(Channel::new(name, "m").range(0.0, max_range).neutral(max_range).help(help));
        }
        let half = Vec3::from(size) / 2.0;
        // The most distant point is the center of a quarter of the largest face.
        let gap = (half.norm_squared() - math::powi(half.min(), 2)).max(0.0).sqrt() / 2.0;
        Ok(Self { half, max_range, starts: starts(half), gap })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let filters = [Filter { moving: 0, ..Filter::default() }, Filter { fixed: 0, ..Filter::default() }];
        for (filter, distance) in filters.into_iter().zip(reading) {
            *distance = self.room(&io.world(), &io.pose(), filter);
        }
        Ok(())
    }
}

impl Clearance {
    /// Distance to the nearest object that passes the filter, m.
    fn room(&self, world: &World, world_from_box: &Pose, filter: Filter) -> f64 {
        let mut best = self.max_range;
        for start in self.starts {
            let mut from = world_from_box * na::Point3::from(start);
            // An object nearer than the best to any point of the box is nearer than this to one of the starts.
            let mut radius = best + self.gap;
            for _ in 0..STEPS {
                let Some(hit) = world.nearest(from.coords, radius, filter) else { break };
                if hit.distance <= 0.0 {
                    return 0.0;
                }
                let met = na::Point3::from(Vec3::from(hit.point));
                from = self.nearest(world_from_box, met);
                let distance = (met - from).norm();
                let gain = best - distance;
                best = best.min(distance);
                if gain < FINE {
                    break;
                }
                radius = best;
            }
        }
        best
    }

    /// The point of the (solid) box nearest to a point of the world; both in world axes.
    fn nearest(&self, world_from_box: &Pose, point: na::Point3<f64>) -> na::Point3<f64> {
        let local = world_from_box.inverse_transform_point(&point).coords;
        world_from_box * na::Point3::from(local.sup(&-self.half).inf(&self.half))
    }
}

/// Corners, edge midpoints and face centers of a box.
fn starts(half: Vec3) -> [Vec3; 26] {
    // A 3 × 3 × 3 lattice without its center, which has index 13.
    std::array::from_fn(|index| {
        let place = index + usize::from(index >= 13);
        let steps = [place / 9, place / 3 % 3, place % 3].map(|step| step as f64 - 1.0);
        Vec3::from(steps).component_mul(&half)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fan::tests::{FLOOR, beside_a_box, beside_a_box_at};
    use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4};

    /// Half extents of the default box, m.
    const HALF: Vec3 = Vec3::new(0.457 / 2.0, 0.338 / 2.0, 0.254 / 2.0);

    fn among(spheres: &[(Vec3, f64)], planes: &[(Vec3, Vec3)]) -> SensorRig<Clearance> {
        let mut rig = SensorRig::new(Value::Null).unwrap();
        (rig.world.spheres, rig.world.planes) = (spheres.to_vec(), planes.to_vec());
        rig
    }

    /// A wall `free` m in front of the box.
    fn wall(free: f64) -> (Vec3, Vec3) {
        (Vec3::x() * (HALF.x + free), -Vec3::x())
    }

    /// A small sphere `free` m in front of a point of the front face.
    fn bead(free: f64, y: f64, z: f64) -> (Vec3, f64) {
        (Vec3::new(HALF.x + free + 0.01, y, z), 0.01)
    }

    /// The rig's world counts as both fixed and movable.
    fn free(spheres: &[(Vec3, f64)], planes: &[(Vec3, Vec3)]) -> f64 {
        let reading = among(spheres, planes).sense().unwrap();
        assert_eq!(reading[0], reading[1]);
        reading[0]
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| among(&[], &[]));
        testing::conformance::sensor(|| among(&[bead(0.2, 0.05, 0.02)], &[wall(0.3)]));
    }

    #[test]
    fn it_starts_at_corners_edges_and_faces() {
        let starts = starts(Vec3::new(1.0, 2.0, 3.0));
        for zeros in 0..3 {
            let of_kind = starts.iter().filter(|start| start.iter().filter(|part| **part == 0.0).count() == zeros);
            assert_eq!(of_kind.count(), [8, 12, 6][zeros]);
        }
        assert!((0..26).all(|index| !starts[..index].contains(&starts[index])));
        assert!(starts.contains(&Vec3::new(-1.0, 2.0, -3.0)));
    }

    #[test]
    fn the_distance_of_a_wall_is_that_of_the_nearest_corner_however_hull_and_mount_are_turned() {
        let mount = Placement { at: [0.1, -0.2, 0.3], ..Placement::default() }.turned(0.4, 0.0, -0.3);
        let mut rig = SensorRig::<Clearance>::mounted(Value::Null, mount, &[]).unwrap();
        rig.body.pose = Pose::from_parts(Vec3::new(1.0, 2.0, -0.5).into(), Rotation::from_euler_angles(0.2, -0.5, 2.0));
        let normal = Vec3::new(-1.0, 2.0, 0.5).normalize();
        rig.world.planes.push((-normal * 2.0, normal));
        let world_from_box = rig.body.pose * mount.isometry();
        let reach_of_box = (world_from_box.rotation.inverse() * normal).abs().dot(&HALF);
        let expected = world_from_box.translation.vector.dot(&normal) + 2.0 - reach_of_box;
        let reading = rig.sense().unwrap();
        assert!((reading[0] - expected).abs() < 1e-9 && (1.0..5.0).contains(&expected), "{reading:?}, not {expected}");
    }

    #[test]
    fn a_small_object_in_front_of_a_face_is_measured_from_the_face_not_its_corners() {
        for [y, z] in [[0.0, 0.0], [0.08, -0.05], [HALF.y, HALF.z], [-0.16, 0.12]] {
            let free = free(&[bead(0.2, y, z)], &[]);
            assert!((free - 0.2).abs() < 1e-5, "{free} at {y}, {z}");
        }
        let beside_the_edge = free(&[bead(0.3, HALF.y + 0.41, 0.05)], &[]);
        assert!((beside_the_edge - (0.31_f64.hypot(0.41) - 0.01)).abs() < 1e-5, "{beside_the_edge}");
    }

    #[test]
    fn a_small_object_in_front_of_the_center_of_a_face_counts_although_all_corners_miss_it() {
        assert!((free(&[bead(0.25, 0.0, 0.0)], &[wall(0.3)]) - 0.25).abs() < 1e-5);
    }

    #[test]
    fn a_reading_is_never_too_small_and_too_large_by_a_quarter_of_a_diagonal_at_most() {
        let gap = HALF.xy().norm() / 2.0;
        assert!((among(&[], &[]).sense().is_ok()) && (gap - 0.1421).abs() < 1e-4);
        let mut missed = 0;
        for (row, column) in (0..=20).flat_map(|row| (0..=20).map(move |column| (row, column))) {
            let share = |step: i32| f64::from(step - 10) / 10.0;
            let (near, far) = (0.02, 0.06);
            let found = free(&[bead(near, HALF.y * share(row), HALF.z * share(column))], &[wall(far)]);
            assert!(found > near - 1e-9 && found <= near + gap, "{found} at {row}, {column}");
            missed += u32::from(found > near + 1e-5);
        }
        assert!(missed > 0, "the documented limit does not hold");
    }

    #[test]
    fn what_touches_the_hull_or_is_in_it_leaves_no_room() {
        for sphere in [
            (Vec3::new(0.1, 0.06, 0.03), 0.01),
            (Vec3::zeros(), 3.0),
            (Vec3::new(0.1, HALF.y + 0.01, 0.05), 0.02),
            (Vec3::new(HALF.x, 0.06, 0.05), 0.01),
        ] {
            assert_eq!(free(&[sphere], &[]), 0.0, "{sphere:?}");
        }
        assert_eq!((free(&[], &[wall(0.0)]), free(&[], &[wall(-0.1)])), (0.0, 0.0));
    }

    #[test]
    fn it_reads_its_maximum_range_without_a_nearer_object() {
        assert_eq!((free(&[], &[]), free(&[], &[wall(5.01)])), (5.0, 5.0));
        let before_a_quarter = free(&[bead(4.9995, 0.08, -0.05)], &[]);
        assert!(
            (before_a_quarter - 4.9995).abs() < 1e-5,
            "all 26 points are further than the maximum range: {before_a_quarter}"
        );
        assert_eq!(free(&[bead(5.01, 0.0, 0.0)], &[]), 5.0);
    }

    #[test]
    fn fixed_and_moving_bodies_are_distinguished_and_the_own_robot_is_ignored() {
        // The robot itself is everywhere in the world of the box.
        for z in [-0.2, -2.0] {
            let reading = beside_a_box::<Clearance>(json!({"size": [0.4, 0.2, 0.6]}), Vec3::new(0.6, 0.3, z));
            let to_floor = z - 0.3 - FLOOR;
            let to_box = (1.8 - 0.6 - 0.2_f64).hypot((-0.2 - 0.3 - z).max(0.0));
            assert!((reading[0] - to_floor).abs() < 1e-9 && (reading[1] - to_box).abs() < 1e-9, "{reading:?}");
        }
    }

    #[test]
    fn crossing_edges_are_as_far_as_they_are() {
        // The edge of the hull that faces (1, 1, 0) and lies across it, in front of the vertical edge of the box at
        // (1.8, 0.1), neither at its midpoint.
        let turned =
            Rotation::from_euler_angles(0.0, 0.0, FRAC_PI_4) * Rotation::from_euler_angles(0.0, FRAC_PI_4, 0.0);
        let ahead = Vec3::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0);
        let along = Vec3::new(-FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0);
        let edge = ahead * (0.15 * 2.0_f64.sqrt()) + along * 0.07;
        let origin = Vec3::new(1.8, 0.1, 0.05) - edge - ahead * 0.25;
        let pose = Pose::from_parts(origin.into(), turned);
        let reading = beside_a_box_at::<Clearance>(json!({"size": [0.3, 0.5, 0.3]}), pose);
        assert!((reading[1] - 0.25).abs() < 1e-5, "{reading:?}");
    }

    #[test]
    fn a_box_that_cannot_be_is_refused() {
        let fault = SensorRig::<Clearance>::new(json!({"size": [1.0, -0.5, 1.0]})).err().unwrap();
        assert_eq!((fault.message(), fault.cause()), ("`size` is (1, -0.5, 1) m, not a valid box", Cause::Parameters));
        assert!(SensorRig::<Clearance>::new(json!({"size": [1.0, 0.0, 0.0]})).is_ok(), "a plate or a rod is a box");
    }
}
