//! Buoyancy and drag of water and air on a free body.

use nalgebra::{Isometry3, Vector3};
use sim_abi::math;

/// Form drag of a cuboid with a face to the flow (S. F. Hoerner, "Fluid-Dynamic Drag", 1965, chapter 3: cube).
const CUBOID_DRAG: f64 = 1.05;
/// Form drag of a sphere below the critical Reynolds number (Hoerner, chapter 3).
const SPHERE_DRAG: f64 = 0.47;

/// The submerged solid, in the body's frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Immersible {
    form: Form,
    /// Volume, m³.
    volume: f64,
    /// Centroid, m.
    center: Vector3<f64>,
    /// Distance of the furthest point from the centroid, m.
    radius: f64,
    /// Half of the edges of its bounding box along the body's axes, m.
    half: Vector3<f64>,
}

#[derive(Debug, Clone, PartialEq)]
enum Form {
    Sphere,
    /// Triangles of a closed surface, counterclockwise seen from outside.
    Surface(Box<[[Vector3<f64>; 3]]>),
}

/// A part of a solid, on one side of the free surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// Volume, m³.
    pub volume: f64,
    /// Centroid, world frame, m.
    pub center: Vector3<f64>,
}

/// A medium around a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surroundings {
    /// Density below the free surface, kg/m³.
    pub density: f64,
    /// Height of the free surface, m; infinite if there is none.
    pub surface_height: f64,
    /// Density above the free surface, kg/m³.
    pub density_above: f64,
    /// Dynamic viscosity below the free surface, Pa·s.
    pub viscosity: f64,
    /// Velocity of the medium below the free surface, world axes, m/s. The medium above it is at rest.
    pub flow: Vector3<f64>,
}

impl Immersible {
    /// A ball about a point of the body's frame, m.
    pub fn sphere(center: Vector3<f64>, radius: f64) -> Self {
        let volume = 4.0 / 3.0 * std::f64::consts::PI * (radius * radius * radius);
        Self { form: Form::Sphere, volume, center, radius, half: Vector3::repeat(radius) }
    }

    /// The interior of a closed surface of triangles, counterclockwise seen from outside, in the body's frame, m. `None` if it encloses no
    /// volume.
    pub fn surface(triangles: Vec<[Vector3<f64>; 3]>) -> Option<Self> {
        let points = || triangles.iter().flatten();
        let low = points().fold(Vector3::repeat(f64::INFINITY), |low, point| low.inf(point));
        let high = points().fold(Vector3::repeat(f64::NEG_INFINITY), |high, point| high.sup(point));
        let middle = (low + high) / 2.0;
        let (mut volume, mut moment) = (0.0, Vector3::zeros());
        for triangle in &triangles {
            add_tetrahedron(triangle, &middle, &mut volume, &mut moment);
        }
        if !(volume > 0.0 && volume.is_finite()) {
            return None;
        }
        let center = middle + moment / volume;
        let radius = points().map(|point| (point - center).norm()).fold(0.0, f64::max);
        let half = (high - low) / 2.0;
        Some(Self { form: Form::Surface(triangles.into()), volume, center, radius, half })
    }

    /// Volume, m³.
    pub fn volume(&self) -> f64 {
        self.volume
    }

    /// Upper bound of the distance of its furthest point from the body's origin, m.
    pub fn reach(&self) -> f64 {
        self.center.norm() + self.radius
    }

    /// The part below a height, m. Exact for spheres and for surfaces of triangles.
    ///
    /// Source: E. Catto, "Exact buoyancy for polyhedra", Game Programming Gems 6 (2006): the signed tetrahedra from a point of the water's
    /// surface to the triangles, cut off at the surface; the water plane itself adds none.
    pub fn below(&self, world_from_body: &Isometry3<f64>, height: f64) -> Part {
        let center = world_from_body.transform_point(&self.center.into()).coords;
        let depth = height - center.z;
        if depth >= self.radius {
            return Part { volume: self.volume, center };
        }
        if depth <= -self.radius {
            return Part { volume: 0.0, center };
        }
        match &self.form {
            Form::Sphere => {
                // A cap of height h: V = π·h²·(3r − h)/3, its centroid 3·(2r − h)²/(4·(3r − h)) from the center (Bronshtein, Handbook of
                // Mathematics, 3.3.4).
                let (r, h) = (self.radius, self.radius + depth);
                let volume = std::f64::consts::PI * h * h * (3.0 * r - h) / 3.0;
                let down = 3.0 * ((2.0 * r - h) * (2.0 * r - h)) / (4.0 * (3.0 * r - h));
                Part { volume, center: center - Vector3::z() * down }
            }
            Form::Surface(triangles) => {
                let up = world_from_body.rotation.inverse_transform_vector(&Vector3::z());
                let foot = self.center + up * depth;
                let (mut volume, mut moment) = (0.0, Vector3::zeros());
                for triangle in triangles {
                    add_submerged(triangle, &foot, &up, &mut volume, &mut moment);
                }
                if volume <= 1e-12 * self.volume {
                    return Part { volume: 0.0, center };
                }
                let local = foot + moment / volume;
                Part { volume: volume.min(self.volume), center: world_from_body.transform_point(&local.into()).coords }
            }
        }
    }

    /// The parts in the two media: below and above the free surface.
    fn parts(&self, world_from_body: &Isometry3<f64>, medium: &Surroundings) -> [Part; 2] {
        let below = self.below(world_from_body, medium.surface_height);
        let volume = self.volume - below.volume;
        let whole = world_from_body.transform_point(&self.center.into()).coords;
        if volume <= 1e-12 * self.volume {
            return [below, Part { volume: 0.0, center: whole }];
        }
        let center = (whole * self.volume - below.center * below.volume) / volume;
        [below, Part { volume, center }]
    }

    /// Buoyant force (N) and its torque (N·m) about a point, world axes: the weight of the displaced media, at their centroid (Archimedes).
    pub fn buoyancy(
        &self,
        world_from_body: &Isometry3<f64>,
        medium: &Surroundings,
        gravity: &Vector3<f64>,
        about: &Vector3<f64>,
    ) -> (Vector3<f64>, Vector3<f64>) {
        let parts = self.parts(world_from_body, medium);
        let (mut force, mut torque) = (Vector3::zeros(), Vector3::zeros());
        for (part, density) in parts.iter().zip([medium.density, medium.density_above]) {
            let lift = gravity * (-density * part.volume);
            force += lift;
            torque += (part.center - about).cross(&lift);
        }
        (force, torque)
    }

    /// Impulse (N s) of drag and its moment (N·m·s) about a point, world axes, within `dt` seconds, for a body with this velocity at that
    /// point (m/s), angular velocity (rad/s), mass (kg) and moments of inertia about its axes (kg·m²).
    ///
    /// Form drag ½·ρ·C·A·u² against the flow at the centroid of the submerged part, with the area A of the bounding box projected along the
    /// flow. Rotation meets the drag of the faces of the box strip by strip, ½·ρ·C·ω·|ω|·a·(b⁴ + c⁴) about the axis of half edge a; a
    /// sphere rotates against viscosity alone, 8·π·µ·r³·ω (H. Lamb, Hydrodynamics, 1932, section 334). Each is integrated over the step as
    /// if nothing else happened: u/(1 + k·u·dt), so the step can have any length.
    pub fn drag(
        &self,
        world_from_body: &Isometry3<f64>,
        medium: &Surroundings,
        about: &Vector3<f64>,
        motion: &Motion,
        dt: f64,
    ) -> (Vector3<f64>, Vector3<f64>) {
        let rotation = &world_from_body.rotation;
        let parts = self.parts(world_from_body, medium);
        let (mut push, mut moment) = (Vector3::zeros(), Vector3::zeros());
        let mut turning = [0.0; 2];
        let media = [(medium.density, medium.flow), (medium.density_above, Vector3::zeros())];
        for (number, (part, (density, flow))) in parts.iter().zip(media).enumerate() {
            let share = part.volume / self.volume;
            if share == 0.0 {
                continue;
            }
            let arm = part.center - about;
            let against = motion.linear + motion.angular.cross(&arm) - flow;
            let rate = 0.5 * density * self.drag_area(&rotation.inverse_transform_vector(&against)) * share;
            let slower = rate * against.norm() * dt / motion.mass;
            let impulse = against * (-motion.mass * slower / (1.0 + slower));
            push += impulse;
            moment += arm.cross(&impulse);
            turning[number] = density * share;
        }
        let spin = rotation.inverse_transform_vector(&motion.angular);
        let density = turning[0] + turning[1];
        let viscous = 8.0 * std::f64::consts::PI * medium.viscosity * math::powi(self.half.max(), 3) * turning[0]
            / medium.density.max(f64::MIN_POSITIVE);
        let own = Vector3::from_fn(|axis, _| {
            let slower = (density * self.turn_drag(axis) * spin[axis].abs() + viscous) * dt / motion.moments[axis];
            -motion.moments[axis] * spin[axis] * slower / (1.0 + slower)
        });
        (push, moment + rotation * own)
    }

    /// Rates (1/s) at which drag and buoyancy may change the motion of a body of this mass (kg) at a speed (m/s) under a gravity (m/s²): of
    /// form drag at this speed or the terminal speed, and the angular frequency of bobbing at the free surface.
    pub fn rates(&self, medium: &Surroundings, speed: f64, gravity: f64, mass: f64) -> [f64; 2] {
        let density = medium.density.max(medium.density_above);
        let faces = self.quarter_faces();
        let largest = self.drag_area(&faces);
        let drag = 0.5 * density * largest / mass;
        let balance = gravity * (density * self.volume / mass - 1.0).abs();
        let terminal = if drag > 0.0 { (balance / drag).sqrt() } else { 0.0 };
        let bobs = if medium.surface_height.is_finite() { density * gravity * 4.0 * faces.max() / mass } else { 0.0 };
        [drag * (speed + medium.flow.norm()).max(terminal), bobs.sqrt()]
    }

    /// A quarter of the area of each face of its bounding box, m².
    fn quarter_faces(&self) -> Vector3<f64> {
        Vector3::new(self.half.y * self.half.z, self.half.x * self.half.z, self.half.x * self.half.y)
    }

    /// Drag coefficient times the area projected along a flow of this direction in the body's frame, m².
    fn drag_area(&self, flow: &Vector3<f64>) -> f64 {
        let speed = flow.norm();
        match self.form {
            Form::Sphere => SPHERE_DRAG * std::f64::consts::PI * self.radius * self.radius,
            _ if speed == 0.0 => 0.0,
            Form::Surface(_) => CUBOID_DRAG * 4.0 * self.quarter_faces().dot(&flow.abs()) / speed,
        }
    }

    /// Torque of form drag per unit of density and of squared angular velocity about an axis of the body, m⁵.
    fn turn_drag(&self, axis: usize) -> f64 {
        match self.form {
            Form::Sphere => 0.0,
            Form::Surface(_) => {
                let across = [(axis + 1) % 3, (axis + 2) % 3].map(|k| math::powi(self.half[k], 4));
                0.5 * CUBOID_DRAG * self.half[axis] * (across[0] + across[1])
            }
        }
    }
}

/// Motion of a body, about its center of mass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    /// Velocity, world axes, m/s.
    pub linear: Vector3<f64>,
    /// Angular velocity, world axes, rad/s.
    pub angular: Vector3<f64>,
    /// Mass, kg.
    pub mass: f64,
    /// Moments of inertia about the body's axes, kg·m².
    pub moments: Vector3<f64>,
}

/// Adds the signed tetrahedron from a point to a triangle: its volume and its first moment about that point.
fn add_tetrahedron(corners: &[Vector3<f64>; 3], from: &Vector3<f64>, volume: &mut f64, moment: &mut Vector3<f64>) {
    let [a, b, c] = corners.map(|corner| corner - from);
    let part = a.dot(&b.cross(&c)) / 6.0;
    *volume += part;
    *moment += (a + b + c) * (part / 4.0);
}

/// Adds the part of a triangle below the plane through `foot` with the normal `up`.
fn add_submerged(
    corners: &[Vector3<f64>; 3],
    foot: &Vector3<f64>,
    up: &Vector3<f64>,
    volume: &mut f64,
    moment: &mut Vector3<f64>,
) {
    let depths = corners.map(|corner| (foot - corner).dot(up));
    let under = depths.iter().filter(|depth| **depth > 0.0).count();
    match under {
        0 => return,
        3 => return add_tetrahedron(corners, foot, volume, moment),
        _ => {}
    }
    // Rotated so that the corner that is alone on its side comes first.
    let first = (0..3).find(|&k| (depths[k] > 0.0) == (under == 1)).unwrap_or(0);
    let [a, b, c] = [0, 1, 2].map(|k| corners[(first + k) % 3]);
    let [da, db, dc] = [0, 1, 2].map(|k| depths[(first + k) % 3]);
    let (on_ab, on_ac) = (a + (b - a) * (da / (da - db)), a + (c - a) * (da / (da - dc)));
    if under == 1 {
        add_tetrahedron(&[a, on_ab, on_ac], foot, volume, moment);
    } else {
        add_tetrahedron(&[on_ab, b, c], foot, volume, moment);
        add_tetrahedron(&[on_ab, c, on_ac], foot, volume, moment);
    }
}

/// The surface of a cuboid about the origin, from half of its edges, m.
pub fn box_surface(half: &Vector3<f64>) -> Vec<[Vector3<f64>; 3]> {
    let mut triangles = Vec::with_capacity(12);
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for side in [-1.0, 1.0] {
            let corner = |a: f64, b: f64| {
                let mut corner = Vector3::zeros();
                (corner[axis], corner[u], corner[v]) = (side * half[axis], side * a * half[u], b * half[v]);
                corner
            };
            let [p, q, r, s] = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            triangles.extend([[p, q, r], [p, r, s]]);
        }
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::UnitQuaternion;

    fn cuboid(half: [f64; 3]) -> Immersible {
        Immersible::surface(box_surface(&half.into())).unwrap()
    }

    #[test]
    fn a_cuboid_displaces_what_is_below_the_surface() {
        let solid = cuboid([0.2, 0.3, 0.1]);
        assert!((solid.volume() - 0.048).abs() < 1e-15);
        let pose = Isometry3::translation(5.0, -3.0, 1.0);
        let part = solid.below(&pose, 0.95);
        assert!((part.volume - 0.4 * 0.6 * 0.05).abs() < 1e-14, "{part:?}");
        assert!((part.center - Vector3::new(5.0, -3.0, 0.925)).norm() < 1e-12, "{part:?}");
        assert_eq!(solid.below(&pose, 0.8).volume, 0.0);
        assert!((solid.below(&pose, 1.2).volume - solid.volume()).abs() < 1e-15);
        assert_eq!(solid.below(&pose, 1.4).volume, solid.volume());
        // Standing on a corner, half of it is below its center.
        let turned = Isometry3::from_parts(pose.translation, UnitQuaternion::from_euler_angles(0.6, 0.5, 0.1));
        assert!((solid.below(&turned, 1.0).volume / solid.volume() - 0.5).abs() < 1e-12);
        // A wedge: rotated by 45° about y, with the lower edge at depth d: V = d²·2b.
        let wedge = Isometry3::from_parts(
            pose.translation,
            UnitQuaternion::from_euler_angles(0.0, -0.25 * std::f64::consts::PI, 0.0),
        );
        let lowest = 1.0 - (0.2 + 0.1) / 2.0_f64.sqrt();
        let part = solid.below(&wedge, lowest + 0.05);
        assert!((part.volume - 0.05 * 0.05 * 0.6).abs() < 1e-12, "{part:?}");
        assert!((part.center.z - (lowest + 0.05 * 2.0 / 3.0)).abs() < 1e-12, "{part:?}");
    }

    #[test]
    fn a_sphere_displaces_its_cap() {
        let solid = Immersible::sphere(Vector3::zeros(), 0.5);
        let part = solid.below(&Isometry3::identity(), 0.0);
        assert!((part.volume / solid.volume() - 0.5).abs() < 1e-12);
        assert!((part.center.z + 3.0 / 8.0 * 0.5).abs() < 1e-12);
    }

    #[test]
    fn drag_alone_slows_down_as_the_quadratic_law_says() {
        let solid = cuboid([0.5; 3]);
        let water = Surroundings {
            density: 1000.0,
            surface_height: f64::INFINITY,
            density_above: 1.2,
            viscosity: 0.0,
            flow: Vector3::zeros(),
        };
        let mut motion = Motion {
            linear: Vector3::new(2.0, 0.0, 0.0),
            angular: Vector3::zeros(),
            mass: 500.0,
            moments: Vector3::repeat(80.0),
        };
        for _ in 0..10 {
            let (push, _) = solid.drag(&Isometry3::identity(), &water, &Vector3::zeros(), &motion, 0.1);
            motion.linear += push / motion.mass;
        }
        let k = 0.5 * 1000.0 * 1.05 / 500.0;
        assert!((motion.linear.x - 2.0 / (1.0 + k * 2.0)).abs() < 1e-12, "{}", motion.linear.x);
    }
}
