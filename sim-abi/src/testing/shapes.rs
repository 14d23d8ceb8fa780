//! Contents of a [`TestWorld`], and its queries: ray casts, shape casts and nearest surface.

use super::solid::{SolidForm, SolidOwner};
use super::world::TestWorld;
use crate::ffi::types::{Filter, Hit, ProbeShape};
use crate::math::{Pose, Rotation, Vec3};
use crate::world::Probe;

impl From<&ProbeShape> for Probe {
    fn from(shape: &ProbeShape) -> Self {
        let size = shape.extent;
        match shape.kind {
            0 => Probe::Sphere(size.x),
            1 => Probe::Box(size.into()),
            2 => Probe::Cylinder(size.x, size.z),
            _ => Probe::Capsule(size.x, size.z),
        }
    }
}

/// A shape that moves through the world: a box, possibly without extent, rounded by a radius.
struct Mover {
    half: Vec3,
    rotation: Rotation,
    radius: f64,
    /// A ray that starts in a solid hits it; a shape may leave a solid that it starts in.
    is_ray: bool,
}

/// An obstacle.
enum Obstacle {
    Plane { at: Vec3, normal: Vec3 },
    Sphere { center: Vec3, radius: f64 },
    Box { pose: Pose, half: Vec3 },
}

/// A hit: distance (m), unit normal of the surface, nearest point on it.
struct SolidHit {
    distance: f64,
    normal: Vec3,
    point: Vec3,
}

/// Gap below which two surfaces touch, m.
const TOUCH: f64 = 1e-9;

impl TestWorld {
    /// Casts a ray: origin, unit direction (world axes), range, m.
    pub(super) fn cast_ray(&self, origin: Vec3, direction: Vec3, max_distance: f64, filter: Filter) -> Hit {
        let mover = Mover { half: Vec3::zeros(), rotation: Rotation::identity(), radius: 0.0, is_ray: true };
        self.cast(&mover, origin, direction, max_distance, filter)
    }

    /// Casts a shape. Cylinders and capsules are replaced by their bounding boxes.
    pub(super) fn cast_probe(
        &self,
        probe: Probe,
        pose: &Pose,
        direction: Vec3,
        max_distance: f64,
        filter: Filter,
    ) -> Hit {
        let (half, radius) = match probe {
            Probe::Sphere(radius) => (Vec3::zeros(), radius),
            Probe::Box(half) => (half, 0.0),
            Probe::Cylinder(radius, half) => (Vec3::new(radius, radius, half), 0.0),
            Probe::Capsule(radius, half) => (Vec3::new(radius, radius, half + radius), 0.0),
        };
        let mover = Mover { half, rotation: pose.rotation, radius, is_ray: false };
        self.cast(&mover, pose.translation.vector, direction, max_distance, filter)
    }

    /// Nearest surface to a point; the distance is 0 inside a solid.
    pub(super) fn nearest_surface(&self, point: Vec3, radius: f64, filter: Filter) -> Hit {
        let hit = |obstacle: &Obstacle| Some(nearest(obstacle, point));
        self.first(hit, radius, filter)
    }

    /// Index of the solid that contains a point, or [`crate::world::NO_OBJECT`].
    pub(super) fn solid_at(&self, point: Vec3, filter: Filter) -> u32 {
        let inside = |obstacle: &Obstacle| match obstacle {
            Obstacle::Plane { .. } => None,
            solid => Some(nearest(solid, point)).filter(|hit| hit.distance == 0.0),
        };
        self.first(inside, 0.0, filter).object
    }

    /// Name of a solid by its index.
    pub(super) fn solid_name(&self, object: u32) -> &str {
        match object.checked_sub(1) {
            None => "obstacle",
            Some(index) => self.solids.get(index as usize).map_or("", |solid| &solid.name),
        }
    }

    fn cast(&self, mover: &Mover, origin: Vec3, direction: Vec3, max_distance: f64, filter: Filter) -> Hit {
        self.first(|obstacle| mover.hit(obstacle, origin, direction), max_distance, filter)
    }

    /// Closest result of a query among all bodies that pass a filter. Planes and spheres are object 0 and match filters
    /// for fixed and for moving bodies; solids have the objects from 1 on.
    fn first(&self, hit: impl Fn(&Obstacle) -> Option<SolidHit>, max_distance: f64, filter: Filter) -> Hit {
        let planes = self.planes.iter().map(|(at, normal)| Obstacle::Plane { at: *at, normal: *normal });
        let spheres = self.spheres.iter().map(|(center, radius)| Obstacle::Sphere { center: *center, radius: *radius });
        let plain = planes.chain(spheres).map(|obstacle| (obstacle, None, 1, 0));
        let solids = self.solids.iter().zip(1..).map(|(solid, object)| {
            let obstacle = match solid.form {
                SolidForm::Sphere(radius) => Obstacle::Sphere { center: solid.pose.translation.vector, radius },
                SolidForm::Box(half) => Obstacle::Box { pose: solid.pose, half },
            };
            (obstacle, Some(solid.owner), solid.category, object)
        });
        let counts = |owner: Option<SolidOwner>, category: u32| match owner {
            None => filter.fixed == 1 || filter.moving == 1,
            Some(owner) => {
                let of_owner = match owner {
                    SolidOwner::Fixed => filter.fixed,
                    SolidOwner::Moving => filter.moving,
                    SolidOwner::OwnRobot => filter.own_body,
                };
                of_owner == 1 && category & filter.categories != 0
            }
        };
        let found = plain.chain(solids).filter(|(_, owner, category, _)| counts(*owner, *category));
        let found = found.filter_map(|(obstacle, _, category, object)| Some((hit(&obstacle)?, category, object)));
        let found =
            found.filter(|(hit, ..)| hit.distance <= max_distance).min_by(|a, b| a.0.distance.total_cmp(&b.0.distance));
        found.map_or_else(Hit::default, |(hit, category, object)| Hit {
            distance: hit.distance,
            point: hit.point.into(),
            normal: hit.normal.into(),
            object,
            category,
        })
    }
}

/// Nearest point of an obstacle to a point; the point itself, at distance 0, in a solid or behind a plane.
fn nearest(obstacle: &Obstacle, point: Vec3) -> SolidHit {
    let (gap, normal) = match obstacle {
        Obstacle::Plane { at, normal } => ((point - at).dot(normal), *normal),
        Obstacle::Sphere { center, radius } => gap_to_sphere(*center, *radius, point),
        Obstacle::Box { pose, half } => gap_to_box(pose, half, point),
    };
    let distance = gap.max(0.0);
    SolidHit { distance, normal, point: point - normal * distance }
}

/// Distance of a point from a sphere (negative inside, m) and the unit normal there.
fn gap_to_sphere(center: Vec3, radius: f64, point: Vec3) -> (f64, Vec3) {
    let out = point - center;
    (out.norm() - radius, out.try_normalize(0.0).unwrap_or_else(Vec3::z))
}

/// Distance of a point from a box (negative inside, m) and the unit normal there.
fn gap_to_box(pose: &Pose, half: &Vec3, point: Vec3) -> (f64, Vec3) {
    let local = pose.inverse_transform_point(&point.into()).coords;
    let past = local.abs() - half;
    let outside = past.sup(&Vec3::zeros());
    let side = local.map(|along| if along < 0.0 { -1.0 } else { 1.0 });
    let deepest = past.imax();
    let normal = outside.component_mul(&side).try_normalize(0.0).unwrap_or_else(|| Vec3::ith(deepest, side[deepest]));
    (outside.norm() + past.max().min(0.0), pose.rotation * normal)
}

impl Mover {
    fn has_extent(&self) -> bool {
        self.half != Vec3::zeros()
    }

    /// Support distance from its center along a unit vector, m.
    fn support(&self, along: &Vec3) -> f64 {
        self.radius + self.rotation.inverse_transform_vector(along).abs().dot(&self.half)
    }

    fn hit(&self, obstacle: &Obstacle, origin: Vec3, direction: Vec3) -> Option<SolidHit> {
        match obstacle {
            Obstacle::Plane { at, normal } => self.hit_plane(at, normal, origin, direction),
            Obstacle::Sphere { center, radius } if !self.has_extent() => {
                self.hit_sphere(*center, *radius, origin, direction)
            }
            // The sphere's center moves toward the box rounded by the sphere's radius.
            Obstacle::Sphere { center, radius } => {
                let pose = Pose::from_parts(origin.into(), self.rotation);
                let (distance, normal) = distance_to_box(&pose, &self.half, *radius, self.is_ray, *center, -direction)?;
                Some(SolidHit { distance, normal: -normal, point: center - normal * *radius })
            }
            Obstacle::Box { pose, half } if !self.has_extent() => {
                let (distance, normal) = distance_to_box(pose, half, self.radius, self.is_ray, origin, direction)?;
                Some(SolidHit { distance, normal, point: origin + direction * distance - normal * self.radius })
            }
            Obstacle::Box { pose, half } => self.sweep(pose, half, origin, direction),
        }
    }

    /// A plane is hit from its free side only.
    fn hit_plane(&self, at: &Vec3, normal: &Vec3, origin: Vec3, direction: Vec3) -> Option<SolidHit> {
        let (approach, height, support) = (-direction.dot(normal), (origin - at).dot(normal), self.support(normal));
        if approach <= 1e-12 || height < 0.0 {
            return None;
        }
        let distance = ((height - support) / approach).max(0.0);
        Some(SolidHit { distance, normal: *normal, point: origin + direction * distance - normal * support })
    }

    fn hit_sphere(&self, center: Vec3, radius: f64, origin: Vec3, direction: Vec3) -> Option<SolidHit> {
        let (to_center, reach) = (center - origin, radius + self.radius);
        let along = to_center.dot(&direction);
        let starts_inside = to_center.norm_squared() < reach * reach;
        let discriminant = along * along - to_center.norm_squared() + reach * reach;
        let stays = starts_inside && (self.is_ray || along >= 0.0);
        if !stays && (starts_inside || discriminant < 0.0 || along < 0.0) {
            return None;
        }
        let distance = if starts_inside { 0.0 } else { (along - discriminant.sqrt()).max(0.0) };
        let (_, normal) = gap_to_sphere(center, radius, origin + direction * distance);
        Some(SolidHit { distance, normal, point: origin + direction * distance - normal * self.radius })
    }

    /// Distance until a box hits another one: along each potential separating axis (three of each box, and their nine
    /// cross products) they overlap for an interval of the motion; they touch once all these intervals have begun.
    ///
    /// Source: C. Ericson, Real-Time Collision Detection, 2005, section 5.5.8 (separating axes of moving objects).
    fn sweep(&self, pose: &Pose, half: &Vec3, origin: Vec3, direction: Vec3) -> Option<SolidHit> {
        let axes = |rotation: &Rotation| [0, 1, 2].map(|axis| *rotation * Vec3::ith(axis, 1.0));
        let (own, its) = (axes(&self.rotation), axes(&pose.rotation));
        let crossed = own.iter().flat_map(|a| its.iter().filter_map(|b| a.cross(b).try_normalize(1e-9)));
        let (mut enter, mut leave, mut normal) = (f64::NEG_INFINITY, f64::INFINITY, Vec3::z());
        let (mut depth, mut out) = (f64::INFINITY, Vec3::z());
        let start = origin - pose.translation.vector;
        for axis in own.iter().chain(&its).copied().chain(crossed) {
            let reach = self.support(&axis) + pose.rotation.inverse_transform_vector(&axis).abs().dot(half);
            let (at, speed) = (start.dot(&axis), direction.dot(&axis));
            let side = if at < 0.0 { -axis } else { axis };
            if reach - at.abs() < depth {
                (depth, out) = (reach - at.abs(), side);
            }
            if speed.abs() < 1e-12 {
                if at.abs() >= reach - TOUCH {
                    return None;
                }
                continue;
            }
            let (begins, ends) = ((-reach * speed.signum() - at) / speed, (reach * speed.signum() - at) / speed);
            if begins > enter {
                (enter, normal) = (begins, axis * -speed.signum());
            }
            leave = leave.min(ends);
        }
        if enter > leave || leave < 0.0 || (depth > TOUCH && direction.dot(&out) >= 0.0) {
            return None;
        }
        let (distance, normal) = if depth > TOUCH { (0.0, out) } else { (enter.max(0.0), normal) };
        let point = nearest(&Obstacle::Box { pose: *pose, half: *half }, origin + direction * distance).point;
        Some(SolidHit { distance, normal, point })
    }
}

/// Distance until a sphere hits a box, and the box's normal there, by conservative advancement.
fn distance_to_box(
    pose: &Pose,
    half: &Vec3,
    radius: f64,
    is_ray: bool,
    origin: Vec3,
    direction: Vec3,
) -> Option<(f64, Vec3)> {
    let (start, out) = gap_to_box(pose, half, origin);
    if start < radius - TOUCH {
        return (is_ray || direction.dot(&out) < 0.0).then_some((0.0, out));
    }
    // At most until the sphere has passed the whole box.
    let end = (pose.translation.vector - origin).norm() + half.norm() + radius;
    let mut distance = 0.0;
    while distance <= end {
        let (gap, normal) = gap_to_box(pose, half, origin + direction * distance);
        if gap - radius < TOUCH {
            let meets = direction.dot(&normal) < 0.0;
            return meets.then_some((distance, normal));
        }
        distance += gap - radius;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::solid::TestSolid;
    use super::*;
    use crate::ffi::types::NO_OBJECT;
    use std::f64::consts::FRAC_PI_4;

    fn is_none(hit: &Hit) -> bool {
        hit.object == NO_OBJECT
    }

    fn among(solids: &[TestSolid]) -> TestWorld {
        TestWorld { solids: solids.to_vec(), ..TestWorld::default() }
    }

    /// A box 0.4 m wide at (2, 0.3, 0).
    fn crate_ahead() -> TestSolid {
        TestSolid::boxed([1.8, 0.1, -0.2], [2.2, 0.5, 0.2])
    }

    fn forward(world: &TestWorld, probe: Probe, from: Vec3) -> Hit {
        world.cast_probe(probe, &Pose::from_parts(from.into(), Rotation::identity()), Vec3::x(), 5.0, Filter::default())
    }

    fn near(a: impl Into<Vec3>, b: [f64; 3]) -> bool {
        (a.into() - Vec3::from(b)).norm() < 1e-6
    }

    #[test]
    fn rays_meet_boxes_where_they_are_and_hit_at_once_inside() {
        let world = among(&[crate_ahead()]);
        let ray = |from: Vec3, reach| world.cast_ray(from, Vec3::x(), reach, Filter::default());
        let hit = ray(Vec3::new(0.0, 0.2, 0.1), 5.0);
        assert!(
            (hit.distance - 1.8).abs() < 1e-8 && near(hit.point, [1.8, 0.2, 0.1]) && near(hit.normal, [-1.0, 0.0, 0.0])
        );
        assert_eq!((hit.object, hit.category), (1, 1));
        assert!(is_none(&ray(Vec3::zeros(), 5.0)) && is_none(&ray(Vec3::new(0.0, 0.2, 0.0), 1.79)));
        assert_eq!(ray(Vec3::new(2.1, 0.3, 0.0), 5.0).distance, 0.0);
        let turned = among(&[crate_ahead().turned(Rotation::from_euler_angles(0.0, 0.0, FRAC_PI_4))]);
        let hit = turned.cast_ray(Vec3::new(0.0, 0.3, 0.0), Vec3::x(), 5.0, Filter::default());
        assert!((hit.distance - (2.0 - 0.2 * 2.0_f64.sqrt())).abs() < 1e-8, "{hit:?}");
    }

    #[test]
    fn spheres_meet_faces_and_edges_by_their_radius() {
        let world = among(&[crate_ahead()]);
        let hit = forward(&world, Probe::Sphere(0.15), Vec3::zeros());
        // The edge at y = 0.1 is hit when the center is 0.15 m from it.
        let distance = 1.8 - (0.15_f64.powi(2) - 0.1_f64.powi(2)).sqrt();
        assert!(
            (hit.distance - distance).abs() < 1e-7 && near(hit.point, [1.8, 0.1, 0.0]),
            "{hit:?} instead of {distance}"
        );
        assert!(is_none(&forward(&world, Probe::Sphere(0.05), Vec3::zeros())));
        assert!((forward(&world, Probe::Sphere(0.05), Vec3::y() * 0.3).distance - 1.75).abs() < 1e-8);
        // A shape that starts in a solid leaves it freely, but cannot move deeper into it.
        assert!(is_none(&forward(&world, Probe::Sphere(0.05), Vec3::new(2.19, 0.3, 0.0))));
        assert_eq!(forward(&world, Probe::Sphere(0.05), Vec3::new(1.81, 0.3, 0.0)).distance, 0.0);
    }

    #[test]
    fn boxes_meet_boxes_spheres_and_planes_by_their_extents() {
        let probe = Probe::Box(Vec3::new(0.1, 0.2, 0.05));
        let world = among(&[crate_ahead()]);
        let hit = forward(&world, probe, Vec3::zeros());
        assert!((hit.distance - 1.7).abs() < 1e-12 && near(hit.point, [1.8, 0.1, 0.0]), "{hit:?}");
        assert!(near(hit.normal, [-1.0, 0.0, 0.0]));
        assert!(
            is_none(&forward(&world, probe, Vec3::y() * -0.11)) && is_none(&forward(&world, probe, Vec3::z() * 0.26))
        );
        assert!(is_none(&forward(&world, probe, Vec3::z() * 0.25)), "a sliding contact does not stop it");
        let turned = among(&[crate_ahead().turned(Rotation::from_euler_angles(0.0, 0.0, FRAC_PI_4))]);
        let distance = 2.0 - 0.2 * 2.0_f64.sqrt() - 0.1;
        assert!((forward(&turned, probe, Vec3::y() * 0.3).distance - distance).abs() < 1e-12);

        let ball = among(&[TestSolid::sphere(Vec3::new(1.0, 0.2, 0.05), 0.3)]);
        assert!((forward(&ball, probe, Vec3::zeros()).distance - 0.6).abs() < 1e-8, "a face");
        let beside = among(&[TestSolid::sphere(Vec3::new(1.0, 0.4, 0.0), 0.3)]);
        let distance = 0.9 - (0.3_f64.powi(2) - 0.2_f64.powi(2)).sqrt();
        let hit = forward(&beside, probe, Vec3::zeros());
        assert!(
            (hit.distance - distance).abs() < 1e-7 && near(hit.point, [distance + 0.1, 0.2, 0.0]),
            "an edge: {hit:?}, not {distance}"
        );

        let wall = TestWorld { planes: vec![(Vec3::x() * 2.0, -Vec3::x())], ..TestWorld::default() };
        assert!((forward(&wall, probe, Vec3::zeros()).distance - 1.9).abs() < 1e-12);
        assert!((forward(&wall, Probe::Sphere(0.3), Vec3::zeros()).distance - 1.7).abs() < 1e-12);
    }

    #[test]
    fn filters_distinguish_owners_and_categories() {
        let at = |x: f64| TestSolid::sphere(Vec3::x() * x, 0.1);
        let world = among(&[
            at(1.0).on_own_robot().named("self"),
            at(2.0).moving().category(4).named("ball"),
            at(3.0).category(3).named("ramp"),
        ]);
        let seen = |filter: Filter| {
            let hit = world.cast_ray(Vec3::zeros(), Vec3::x(), 9.0, filter);
            let found = world.solid_at(Vec3::from(hit.point) + Vec3::x() * 0.05, filter);
            let nearest = world.nearest_surface(Vec3::zeros(), 9.0, filter);
            assert_eq!((found, nearest.object), (hit.object, hit.object));
            if is_none(&hit) { "" } else { world.solid_name(hit.object) }
        };
        let all = Filter::default();
        assert_eq!(seen(all), "ball");
        assert_eq!(seen(Filter { own_body: 1, ..all }), "self");
        assert_eq!(seen(Filter { moving: 0, ..all }), "ramp");
        assert_eq!(seen(Filter { categories: 2, ..all }), "ramp");
        assert_eq!(seen(Filter { categories: 8, ..all }), "");
        assert_eq!(seen(Filter { moving: 0, fixed: 0, ..all }), "");
        assert_eq!(seen(Filter { moving: 0, categories: 4, ..all }), "");
    }

    #[test]
    fn the_nearest_point_of_a_box_lies_on_face_edge_or_corner_and_in_it_at_once() {
        let world = among(&[crate_ahead()]);
        let nearest = |point: [f64; 3]| world.nearest_surface(point.into(), 5.0, Filter::default());
        for (from, to) in [
            ([1.0, 0.3, 0.0], [1.8, 0.3, 0.0]),
            ([1.0, 0.0, 0.1], [1.8, 0.1, 0.1]),
            ([2.5, 0.9, 0.6], [2.2, 0.5, 0.2]),
            ([2.1, 0.3, 0.0], [2.1, 0.3, 0.0]),
        ] {
            let hit = nearest(from);
            let distance = (Vec3::from(from) - Vec3::from(to)).norm();
            assert!((hit.distance - distance).abs() < 1e-12 && near(hit.point, to), "{from:?}: {hit:?}");
        }
        assert!(is_none(&world.nearest_surface(Vec3::zeros(), 1.0, Filter::default())));
    }
}
