//! Stance of a robot on uneven ground: on two wheels, with one support ahead and one behind.

use sim_abi::prelude::*;
use sim_abi::world::Ground;

/// Index of the front support among the points of a stance, after the left and the right wheel and before the rear
/// support.
pub const FRONT: usize = 2;
/// Index of the rear support.
pub const BACK: usize = 3;

/// Contact geometry of a robot, in its own frame.
pub struct Stance {
    /// Lowest points of the left wheel, the right wheel, the front and the rear support, m.
    points: [Vec3; 4],
    /// Height of the support plane, m.
    plane: f64,
    /// Height above that plane from which ground is probed, m.
    probe: f64,
    /// Ground deeper than this below a point does not support it, m.
    depth: f64,
    /// Maximum step that it climbs, m.
    pub step: f64,
}

/// The support plane of a robot.
#[derive(Clone, Copy, Debug)]
pub struct Footing {
    /// Unit normal, world axes.
    pub normal: Vec3,
    /// Point of the plane below the robot's origin, world axes, m.
    pub foot: Vec3,
    /// Whether ground supports the left and the right wheel.
    pub wheels: [bool; 2],
    /// Coefficient of friction of the ground under the wheels.
    pub friction: f64,
}

impl Stance {
    /// Creates a stance on wheels with these axle positions (body frame, m) and radius, m. A support of 0 m is half of
    /// the robot's length from the origin; a step of 0 m is half of the radius.
    pub fn new(setup: &DynamicsSetup, wheels: [Vec3; 2], radius: f64, support: f64, step: f64) -> Self {
        let half = setup.half_extents();
        let support = match (support > 0.0, half.x > 0.0) {
            (true, _) => support,
            (false, true) => half.x,
            (false, false) => 0.5 * (wheels[0].y - wheels[1].y),
        };
        let plane = 0.5 * (wheels[0].z + wheels[1].z) - radius;
        let step = if step > 0.0 { step } else { 0.5 * radius };
        let points = [
            Vec3::new(wheels[0].x, wheels[0].y, plane),
            Vec3::new(wheels[1].x, wheels[1].y, plane),
            Vec3::new(support, 0.0, plane),
            Vec3::new(-support, 0.0, plane),
        ];
        Self { points, plane, probe: (2.0 * half.z).max(support).max(step), depth: 2.0 * support, step }
    }

    /// The ground below the points at a pose.
    pub fn ground(&self, io: &DynamicsIo, pose: &Pose) -> [Ground; 4] {
        let mut ground = [Ground::default(); 4];
        let above = Vec3::z() * self.probe;
        io.world().ground(&self.at(pose).map(|point| point + above), &mut ground);
        ground
    }

    /// The points at a pose, world axes, m.
    pub fn at(&self, pose: &Pose) -> [Vec3; 4] {
        self.points.map(|point| pose.rotation * point + pose.translation.vector)
    }

    /// The point of the support plane below the origin, world axes, m.
    pub fn foot(&self, pose: &Pose) -> Vec3 {
        pose.rotation * Vec3::new(0.0, 0.0, self.plane) + pose.translation.vector
    }

    /// Pose on a footing, with the heading of another pose.
    pub fn standing(&self, footing: &Footing, pose: &Pose) -> Pose {
        let rotation = aligned(&pose.rotation, &footing.normal);
        let origin = footing.foot - rotation * Vec3::new(0.0, 0.0, self.plane);
        Pose::from_parts(origin.into(), rotation)
    }

    /// Marks the points where the ground is above the plane of a pose by more than the step plus `allowance` (m): walls
    /// to the wheels.
    pub fn steps(&self, pose: &Pose, ground: &[Ground; 4], allowance: f64) -> [bool; 4] {
        let points = self.at(pose);
        std::array::from_fn(|i| ground[i].height - points[i].z > self.step + allowance)
    }

    /// Support plane of a robot at a pose; `None` without support. Excluded points get no support.
    ///
    /// Pitch is that of the line through the supports, roll that of the line through the wheels; the higher of the two
    /// lines carries the robot. So the plane touches all points on even ground, and changes continuously where the
    /// ground bends.
    pub fn footing(&self, pose: &Pose, ground: &[Ground; 4], left_out: [bool; 4]) -> Option<Footing> {
        let points = self.at(pose);
        let carries: [bool; 4] = std::array::from_fn(|i| !left_out[i] && points[i].z - ground[i].height < self.depth);
        let on: [Vec3; 4] = std::array::from_fn(|i| Vec3::new(points[i].x, points[i].y, ground[i].height));
        let line = |a: usize, b: usize| match (carries[a], carries[b]) {
            (true, true) => Some(0.5 * (on[a] + on[b])),
            (true, false) => Some(on[a]),
            (false, true) => Some(on[b]),
            (false, false) => None,
        };
        let (axle, supports) = (line(0, 1), line(FRONT, BACK));
        if axle.is_none() && !(carries[FRONT] && carries[BACK]) {
            return None;
        }
        let direction = |a: usize, b: usize, middle: Option<Vec3>| match (carries[a], carries[b], middle) {
            (true, true, _) => on[a] - on[b],
            (true, false, Some(middle)) => on[a] - middle,
            (false, true, Some(middle)) => middle - on[b],
            _ => points[a] - points[b],
        };
        // One wheel and one support form a line; about it, the robot keeps its attitude.
        let is_line = carries[0] != carries[1] && carries[FRONT] != carries[BACK];
        let across = if is_line { points[0] - points[1] } else { direction(0, 1, supports) };
        let normal = direction(FRONT, BACK, axle).cross(&across).normalize();
        let height = [axle, supports].into_iter().flatten().map(|point| normal.dot(&point)).reduce(f64::max)?;
        let foot = self.foot(pose);
        let z = (height - normal.x * foot.x - normal.y * foot.y) / normal.z;
        let wheels = [carries[0], carries[1]];
        let under = (0..2).filter(|wheel| wheels[*wheel]).map(|wheel| ground[wheel].friction);
        Some(Footing {
            normal,
            foot: Vec3::new(foot.x, foot.y, z),
            wheels,
            friction: under.fold(f64::INFINITY, f64::min),
        })
    }
}

/// Tilts a rotation so that its z axis is `up`; x keeps its heading.
pub fn aligned(rotation: &Rotation, up: &Vec3) -> Rotation {
    let x = rotation * Vec3::x();
    let forward = (x - up * up.dot(&x)).normalize();
    let axes = na::Rotation3::from_basis_unchecked(&[forward, up.cross(&forward), *up]);
    Rotation::from_rotation_matrix(&axes)
}

/// Moves a body for a time (s) in its support plane, at constant speeds (m/s) in its own axes and a constant turn rate
/// (rad/s) about its z axis; `from` and the result are the position of the foot and the attitude.
pub fn glide(from: (Vec3, Rotation), [forward, sideways]: [f64; 2], turn_rate: f64, dt: f64) -> (Vec3, Rotation) {
    let turned = |angle: f64| from.1 * Rotation::from_axis_angle(&Vec3::z_axis(), angle);
    let half = 0.5 * turn_rate * dt;
    // The chord of the arc, as in `arc::advance`.
    let chord = if half.abs() < 1e-4 { 1.0 - half * half / 6.0 } else { math::sin(half) / half };
    let shift = turned(half) * Vec3::new(forward, sideways, 0.0) * (dt * chord);
    (from.0 + shift, turned(2.0 * half))
}
