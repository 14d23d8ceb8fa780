//! Links as a tree on a fixed base: inertia and bias of its joints.

use crate::matrix::{MAX_JOINTS, Matrix, Vector};
use sim_abi::prelude::*;

/// Maximum number of links.
pub const MAX_LINKS: usize = 48;

/// A link and its parent joint.
struct Body {
    /// Index of the parent link among the bodies; the root is its own parent.
    parent: usize,
    parent_from_joint: Pose,
    /// Axis in the joint's frame.
    axis: Vec3,
    /// Degree of freedom, and whether it is prismatic.
    freedom: Option<(usize, bool)>,
    mass: f64,
    center: Vec3,
    inertia: na::Matrix3<f64>,
}

/// The links of a robot, each after its parent.
pub struct Tree {
    bodies: Vec<Body>,
    /// Index among the bodies of each link of the model.
    place: Vec<usize>,
    /// Number of degrees of freedom.
    pub freedoms: usize,
}

/// Current state of a link, in the base's frame.
#[derive(Clone, Copy, Default)]
struct LinkPose {
    pose: Pose,
    center: Vec3,
    /// Degrees of freedom between the base and the link.
    chain: u32,
}

/// The tree in one configuration.
pub struct Posture {
    placed: [LinkPose; MAX_LINKS],
    axes: [Vec3; MAX_JOINTS],
    origins: [Vec3; MAX_JOINTS],
    slides: [bool; MAX_JOINTS],
}

impl Tree {
    /// Builds the tree of a model; `moving` maps each joint to its degree of freedom. The parent link of a joint
    /// precedes it.
    pub fn new(links: &[sim_abi::declare::LinkPart], joints: &[Joint], moving: &[Option<usize>]) -> Result<Self> {
        if links.len() > MAX_LINKS {
            return Err(Fault::new(format!("the robot has {} links, more than {MAX_LINKS}", links.len()))
                .help("merge links that do not move relative to each other"));
        }
        let number = |name: &str| links.iter().position(|link| link.name == name);
        let mut tree = Self { bodies: Vec::new(), place: vec![usize::MAX; links.len()], freedoms: 0 };
        tree.freedoms = moving.iter().flatten().count();
        // The root is the only link without a parent joint; the others are added once their parent is.
        while tree.bodies.len() < links.len() {
            let before = tree.bodies.len();
            for (link, part) in
                links.iter().enumerate().filter(|(link, _)| tree.place[*link] == usize::MAX).collect::<Vec<_>>()
            {
                let joint = joints.iter().position(|joint| joint.child == part.name);
                let parent = match joint {
                    None => Some(0),
                    Some(joint) => number(&joints[joint].parent).map(|parent| tree.place[parent]),
                };
                let Some(parent) = parent.filter(|parent| *parent != usize::MAX) else { continue };
                tree.place[link] = tree.bodies.len();
                tree.bodies.push(Body::new(part, parent, joint.map(|joint| (&joints[joint], moving[joint]))));
            }
            if tree.bodies.len() == before {
                return Err(Fault::new("the links of the robot do not form a tree"));
            }
        }
        Ok(tree)
    }

    /// Index among the bodies of the link with this number in the model.
    pub fn place(&self, link: usize) -> usize {
        self.place[link]
    }

    /// The tree with its joints at these positions.
    pub fn posture(&self, positions: &Vector) -> Posture {
        let mut posture = Posture {
            placed: [LinkPose::default(); MAX_LINKS],
            axes: [Vec3::zeros(); MAX_JOINTS],
            origins: [Vec3::zeros(); MAX_JOINTS],
            slides: [false; MAX_JOINTS],
        };
        for (index, body) in self.bodies.iter().enumerate() {
            let parent = if index == 0 { LinkPose::default() } else { posture.placed[body.parent] };
            let at = parent.pose * body.parent_from_joint;
            let mut placed = LinkPose { pose: at, center: Vec3::zeros(), chain: parent.chain };
            if let Some((freedom, slides)) = body.freedom {
                let position = positions[freedom];
                let moved = match slides {
                    true => Pose::from_parts((body.axis * position).into(), Rotation::identity()),
                    false => Pose::from_parts(
                        na::Translation3::identity(),
                        Rotation::from_axis_angle(&na::Unit::new_unchecked(body.axis), position),
                    ),
                };
                placed.pose = at * moved;
                placed.chain |= 1 << freedom;
                posture.axes[freedom] = at.rotation * body.axis;
                posture.origins[freedom] = placed.pose.translation.vector;
                posture.slides[freedom] = slides;
            }
            placed.center = placed.pose.rotation * body.center + placed.pose.translation.vector;
            posture.placed[index] = placed;
        }
        posture
    }

    /// Joint-space inertia: M = Σ mₖ·Jvᵀ·Jv + Jωᵀ·Iₖ·Jω over all links, with their Jacobians at the centers of mass
    /// (Siciliano et al., Robotics, 2009, eq. 7.32).
    pub fn inertia(&self, posture: &Posture) -> Matrix {
        let mut matrix = [[0.0; MAX_JOINTS]; MAX_JOINTS];
        for (body, placed) in self.bodies.iter().zip(&posture.placed) {
            let axes = placed.pose.rotation.to_rotation_matrix().into_inner();
            let inertia = axes * body.inertia * axes.transpose();
            for row in (0..self.freedoms).filter(|row| (placed.chain >> row) & 1 == 1) {
                let (linear, angular) = posture.motion(row, &placed.center);
                let (force, torque) = (linear * body.mass, inertia * angular);
                for column in (0..=row).filter(|column| (placed.chain >> column) & 1 == 1) {
                    let (linear, angular) = posture.motion(column, &placed.center);
                    let inertia = force.dot(&linear) + torque.dot(&angular);
                    matrix[row][column] += inertia;
                    if column != row {
                        matrix[column][row] += inertia;
                    }
                }
            }
        }
        matrix
    }

    /// Joint efforts due to gravity (base axes, m/s²), centrifugal and Coriolis forces at these rates: the recursive
    /// Newton-Euler algorithm with zero acceleration (Featherstone, Rigid Body Dynamics Algorithms, 2008, §5.3).
    pub fn bias(&self, posture: &Posture, rates: &Vector, gravity: &Vec3) -> Vector {
        let mut motions = [(Vec3::zeros(), Vec3::zeros(), Vec3::zeros()); MAX_LINKS];
        let mut efforts = [0.0; MAX_JOINTS];
        for (index, (body, placed)) in self.bodies.iter().zip(&posture.placed).enumerate() {
            if index > 0 {
                let (mut rate, mut change, mut acceleration) = motions[body.parent];
                let arm = placed.pose.translation.vector - posture.placed[body.parent].pose.translation.vector;
                acceleration += change.cross(&arm) + rate.cross(&rate.cross(&arm));
                if let Some((freedom, slides)) = body.freedom {
                    let along = posture.axes[freedom] * rates[freedom];
                    if slides {
                        acceleration += 2.0 * rate.cross(&along);
                    } else {
                        change += rate.cross(&along);
                        rate += along;
                    }
                }
                motions[index] = (rate, change, acceleration);
            }
            let (rate, change, acceleration) = motions[index];
            let arm = placed.center - placed.pose.translation.vector;
            let force = (acceleration + change.cross(&arm) + rate.cross(&rate.cross(&arm)) - gravity) * body.mass;
            let axes = placed.pose.rotation.to_rotation_matrix().into_inner();
            let inertia = axes * body.inertia * axes.transpose();
            let torque = inertia * change + rate.cross(&(inertia * rate));
            posture.load(&mut efforts, placed, &placed.center, &force, &torque);
        }
        efforts
    }

    /// Adds the joint efforts of a force (N) at a point and a torque (N·m) on a body; base frame.
    pub fn push(
        &self,
        posture: &Posture,
        efforts: &mut Vector,
        body: usize,
        point: &Vec3,
        force: &Vec3,
        torque: &Vec3,
    ) {
        posture.load(efforts, &posture.placed[body], point, force, torque);
    }

    /// Potential energy of all links, J, relative to the base's origin.
    pub fn potential(&self, posture: &Posture, gravity: &Vec3) -> f64 {
        self.bodies.iter().zip(&posture.placed).map(|(body, placed)| -body.mass * gravity.dot(&placed.center)).sum()
    }
}

impl Body {
    fn new(part: &sim_abi::declare::LinkPart, parent: usize, joint: Option<(&Joint, Option<usize>)>) -> Self {
        let [xx, yy, zz, xy, xz, yz] = part.mass.inertia;
        let axis = joint.map_or_else(Vec3::z, |(joint, _)| Vec3::from(joint.axis));
        let freedom = joint.and_then(|(joint, freedom)| Some((freedom?, joint.motion == JointMotion::Prismatic)));
        Self {
            parent,
            parent_from_joint: joint.map_or_else(Pose::identity, |(joint, _)| joint.placement.isometry()),
            axis: axis.try_normalize(0.0).unwrap_or_else(Vec3::z),
            freedom,
            mass: part.mass.mass,
            center: part.mass.center.into(),
            inertia: na::Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz),
        }
    }
}

impl Posture {
    /// Velocity of a point moved by a joint, and its angular velocity, per unit rate of the joint.
    fn motion(&self, freedom: usize, point: &Vec3) -> (Vec3, Vec3) {
        let axis = self.axes[freedom];
        match self.slides[freedom] {
            true => (axis, Vec3::zeros()),
            false => (axis.cross(&(point - self.origins[freedom])), axis),
        }
    }

    fn load(&self, efforts: &mut Vector, placed: &LinkPose, point: &Vec3, force: &Vec3, torque: &Vec3) {
        for (freedom, effort) in
            efforts.iter_mut().enumerate().filter(|(freedom, _)| (placed.chain >> freedom) & 1 == 1)
        {
            let (linear, angular) = self.motion(freedom, point);
            *effort += linear.dot(force) + angular.dot(torque);
        }
    }
}
