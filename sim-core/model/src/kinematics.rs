//! Poses of a robot's links, and its total mass and extents.

use crate::model_error::{ModelError, Report};
use nalgebra::{Isometry3, Matrix3, Point3, Translation3, Unit, UnitQuaternion, Vector3};
use sim_abi::model::{Geometry, JointMotion, MassProperties, RobotModelSpec};
use sim_geometry::inertia::{inertia_entries, inertia_matrix};

/// Kinematic tree of a robot.
///
/// Joint positions are one number per joint of the specification, in its order, rad or m; those of fixed joints are ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct Kinematics {
    /// Links except the root, each after its parent.
    steps: Vec<Step>,
    links: usize,
    joints: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    link: usize,
    parent: usize,
    joint: usize,
    motion: JointMotion,
    axis: Unit<Vector3<f64>>,
    parent_from_joint: Isometry3<f64>,
}

impl Kinematics {
    /// Builds the tree. Fails if links and joints do not form a single tree rooted at the first link, or if a movable joint lacks an
    /// axis.
    pub fn new(spec: &RobotModelSpec) -> Result<Self, ModelError> {
        let mut problems = Vec::new();
        super::tree::check(spec, &mut problems);
        if let Some(problem) = problems.into_iter().next() {
            return Err(problem);
        }
        let index = |name: &str| spec.links.iter().position(|link| link.name == name);
        let mut steps = Vec::with_capacity(spec.joints.len());
        let mut placed = vec![false; spec.links.len()];
        placed[0] = true;
        let mut front = vec![0];
        while let Some(parent) = front.pop() {
            for (joint, data) in spec.joints.iter().enumerate() {
                let Some(link) = index(&data.child).filter(|_| data.parent == spec.links[parent].name) else {
                    continue;
                };
                let axis = Unit::try_new(Vector3::from(data.axis), 1e-9);
                if axis.is_none() && data.motion != JointMotion::Fixed {
                    let report = Report::new(format!("the axis of joint `{name}` is zero", name = data.name));
                    return Err(ModelError::Value(Box::new(report.path(format!("joints[{joint}].axis")))));
                }
                let axis = axis.unwrap_or_else(Vector3::z_axis);
                let parent_from_joint = data.placement.isometry();
                steps.push(Step { link, parent, joint, motion: data.motion, axis, parent_from_joint });
                placed[link] = true;
                front.push(link);
            }
        }
        Ok(Self { steps, links: spec.links.len(), joints: spec.joints.len() })
    }

    /// Number of links: the slice length for [`fill`](Self::fill).
    pub fn link_count(&self) -> usize {
        self.links
    }

    /// Number of joints, including fixed ones: the length of a list of positions.
    pub fn joint_count(&self) -> usize {
        self.joints
    }

    /// Parent of a link, `None` for the root; both as indices into the specification's links.
    pub fn parent(&self, link: usize) -> Option<usize> {
        self.steps.iter().find(|step| step.link == link).map(|step| step.parent)
    }

    /// Joints between a link and the root, starting at the link; both as indices into the specification.
    pub fn joints_to(&self, link: usize) -> impl Iterator<Item = usize> {
        let step = |link: usize| self.steps.iter().find(|step| step.link == link);
        std::iter::successors(step(link), move |last| step(last.parent)).map(|step| step.joint)
    }

    /// Computes the pose of every link: `root_from_link[k]` for link k of the specification. Does not allocate.
    ///
    /// # Panics
    ///
    /// If the slice lengths differ from [`joint_count`](Self::joint_count) and [`link_count`](Self::link_count).
    pub fn fill(&self, positions: &[f64], root_from_link: &mut [Isometry3<f64>]) {
        assert_eq!(
            (positions.len(), root_from_link.len()),
            (self.joints, self.links),
            "one entry per joint and per link"
        );
        root_from_link[0] = Isometry3::identity();
        for step in &self.steps {
            let position = positions[step.joint];
            let root_from_joint = root_from_link[step.parent] * step.parent_from_joint;
            root_from_link[step.link] = match step.motion {
                JointMotion::Fixed | JointMotion::Unknown => root_from_joint,
                JointMotion::Revolute | JointMotion::Continuous => {
                    root_from_joint * UnitQuaternion::from_axis_angle(&step.axis, position)
                }
                JointMotion::Prismatic => root_from_joint * Translation3::from(step.axis.into_inner() * position),
            };
        }
    }

    /// Computes the velocities of the links relative to the root from the joint velocities (rad/s or m/s, one per joint of the
    /// specification; those of fixed joints are ignored), with link poses from [`fill`](Self::fill): for each link its angular
    /// velocity (rad/s) and the velocity of its point at the root's origin (m/s), in the root's axes. A point p of the link moves
    /// with v + ω×p.
    ///
    /// Sum of the joint twists from the root on (Featherstone, Rigid Body Dynamics Algorithms, 2008, section 4.4). Does not
    /// allocate.
    ///
    /// # Panics
    ///
    /// If the slice lengths differ from [`joint_count`](Self::joint_count) and [`link_count`](Self::link_count).
    pub fn twists(&self, velocities: &[f64], root_from_link: &[Isometry3<f64>], twists: &mut [[Vector3<f64>; 2]]) {
        let lengths = (velocities.len(), root_from_link.len(), twists.len());
        assert_eq!(lengths, (self.joints, self.links, self.links), "one entry per joint and per link");
        twists[0] = [Vector3::zeros(); 2];
        for step in &self.steps {
            let root_from_joint = root_from_link[step.parent] * step.parent_from_joint;
            let along = root_from_joint.rotation * step.axis.into_inner();
            let [turn, shift] = match step.motion {
                JointMotion::Fixed | JointMotion::Unknown => [Vector3::zeros(); 2],
                JointMotion::Revolute | JointMotion::Continuous => {
                    let spin = along * velocities[step.joint];
                    [spin, root_from_joint.translation.vector.cross(&spin)]
                }
                JointMotion::Prismatic => [Vector3::zeros(), along * velocities[step.joint]],
            };
            let [angular, linear] = twists[step.parent];
            twists[step.link] = [angular + turn, linear + shift];
        }
    }

    /// Computes the time derivatives of the links' [twists](Self::twists) from the joint accelerations (rad/s² or m/s², one per
    /// joint of the specification; those of fixed joints are ignored): for each link those of its angular velocity (rad/s²) and of
    /// the velocity of its point at the root's origin (m/s²), in the root's axes. A point p of a link with twist (v, ω) accelerates
    /// with v̇ + ω̇×p + ω×v_p, where v_p = v + ω×p.
    ///
    /// Joint axes and origins move with their parents: ȧ = ω×a, ṗ = v + ω×p. Does not allocate.
    ///
    /// # Panics
    ///
    /// If the slice lengths differ from [`joint_count`](Self::joint_count) and [`link_count`](Self::link_count).
    pub fn twist_rates(
        &self,
        velocities: &[f64],
        accelerations: &[f64],
        root_from_link: &[Isometry3<f64>],
        twists: &[[Vector3<f64>; 2]],
        rates: &mut [[Vector3<f64>; 2]],
    ) {
        let lengths = (accelerations.len(), twists.len(), rates.len());
        assert_eq!(lengths, (self.joints, self.links, self.links), "one entry per joint and per link");
        rates[0] = [Vector3::zeros(); 2];
        for step in &self.steps {
            let root_from_joint = root_from_link[step.parent] * step.parent_from_joint;
            let along = root_from_joint.rotation * step.axis.into_inner();
            let origin = root_from_joint.translation.vector;
            let [parent_turn, parent_shift] = twists[step.parent];
            // Derivative of the axis times the joint velocity.
            let (velocity, acceleration) = (velocities[step.joint], accelerations[step.joint]);
            let change = || parent_turn.cross(&along) * velocity + along * acceleration;
            let [turn, shift] = match step.motion {
                JointMotion::Fixed | JointMotion::Unknown => [Vector3::zeros(); 2],
                JointMotion::Revolute | JointMotion::Continuous => {
                    let (spin, change) = (along * velocity, change());
                    let origin_velocity = parent_shift + parent_turn.cross(&origin);
                    [change, origin_velocity.cross(&spin) + origin.cross(&change)]
                }
                JointMotion::Prismatic => [Vector3::zeros(), change()],
            };
            let [angular, linear] = rates[step.parent];
            rates[step.link] = [angular + turn, linear + shift];
        }
    }

    /// As [`fill`](Self::fill), into a new vector.
    pub fn root_from_link(&self, positions: &[f64]) -> Vec<Isometry3<f64>> {
        let mut placed = vec![Isometry3::identity(); self.links];
        self.fill(positions, &mut placed);
        placed
    }
}

/// Initial positions, one per joint, rad or m.
pub fn initial_positions(spec: &RobotModelSpec) -> Vec<f64> {
    spec.joints.iter().map(|joint| joint.initial).collect()
}

/// Mass, center of mass in the root's frame, and inertia about that center in the root's axes, of the whole robot with its joints at
/// `positions` (one per joint, rad or m).
///
/// Each link's inertia is rotated to the root's axes, I = R·J·Rᵀ, and moved by the parallel axis theorem, I + m·(|d|²·1 − d·dᵀ)
/// (Goldstein, Poole & Safko, Classical Mechanics, 3rd ed., section 5.3). Fails like [`Kinematics::new`], or if the number of
/// positions differs from the number of joints.
pub fn mass_properties(spec: &RobotModelSpec, positions: &[f64]) -> Result<MassProperties, ModelError> {
    let kinematics = Kinematics::new(spec)?;
    if positions.len() != kinematics.joint_count() {
        let report = Report::new("wrong number of joint positions").found(positions.len());
        return Err(ModelError::Value(Box::new(report.expected(kinematics.joint_count().to_string()))));
    }
    let placed = kinematics.root_from_link(positions);
    let parts: Vec<(f64, Vector3<f64>, Matrix3<f64>)> = (spec.links.iter().zip(&placed))
        .map(|(link, root_from_link)| {
            let turn = root_from_link.rotation.to_rotation_matrix();
            let center = root_from_link * Point3::from(link.mass.center);
            let inertia = turn.matrix() * inertia_matrix(&link.mass.inertia) * turn.matrix().transpose();
            (link.mass.mass, center.coords, inertia)
        })
        .collect();
    let mass: f64 = parts.iter().map(|(mass, ..)| mass).sum();
    if mass <= 0.0 {
        return Ok(MassProperties::default());
    }
    let center = parts.iter().map(|(mass, center, _)| center * *mass).sum::<Vector3<f64>>() / mass;
    let inertia: Matrix3<f64> = (parts.iter())
        .map(|(mass, part, inertia)| {
            let d = part - center;
            inertia + (Matrix3::identity() * d.norm_squared() - d * d.transpose()) * *mass
        })
        .sum();
    Ok(MassProperties { mass, center: center.into(), inertia: inertia_entries(&inertia) })
}

/// Minimum and maximum corner, in the root's frame, of the axis-aligned bounding box of all collision shapes with the joints at
/// `positions`, m. `None` for a robot without collision shapes.
///
/// `mesh_box` returns the minimum and maximum corner of a mesh file before scaling, like
/// [`TriangleMesh::bounding_box`](crate::mesh::TriangleMesh::bounding_box); meshes for which it returns `None` are skipped. Rotated
/// meshes count with the corners of their boxes. Fails like [`Kinematics::new`].
pub fn collision_box(
    spec: &RobotModelSpec,
    positions: &[f64],
    mut mesh_box: impl FnMut(&str) -> Option<[[f64; 3]; 2]>,
) -> Result<Option<[[f64; 3]; 2]>, ModelError> {
    let placed = Kinematics::new(spec)?.root_from_link(positions);
    let mut whole: Option<[Vector3<f64>; 2]> = None;
    for (link, root_from_link) in spec.links.iter().zip(&placed) {
        for shape in &link.collision {
            let root_from_shape = root_from_link * shape.placement.isometry();
            let Some((center, half)) = extent(&shape.geometry, &root_from_shape, &mut mesh_box) else { continue };
            let (low, high) = (center - half, center + half);
            whole = Some(whole.map_or([low, high], |[least, most]| [least.inf(&low), most.sup(&high)]));
        }
    }
    Ok(whole.map(|corners| corners.map(Into::into)))
}

/// Half extents of the robot's collision box at its initial positions, m: see [`collision_box`]. Zero for a robot without collision
/// shapes.
pub fn half_extents(
    spec: &RobotModelSpec,
    mesh_box: impl FnMut(&str) -> Option<[[f64; 3]; 2]>,
) -> Result<[f64; 3], ModelError> {
    let corners = collision_box(spec, &initial_positions(spec), mesh_box)?;
    Ok(corners.map_or([0.0; 3], |[low, high]| std::array::from_fn(|k| (high[k] - low[k]) / 2.0)))
}

/// Center and half extents of a shape's bounding box along the root's axes.
fn extent(
    geometry: &Geometry,
    root_from_shape: &Isometry3<f64>,
    mesh_box: &mut impl FnMut(&str) -> Option<[[f64; 3]; 2]>,
) -> Option<(Vector3<f64>, Vector3<f64>)> {
    let turn = root_from_shape.rotation.to_rotation_matrix();
    let origin = root_from_shape.translation.vector;
    let axis = turn * Vector3::z();
    let half = match geometry {
        Geometry::Box { size } => turn.matrix().abs() * (Vector3::from(*size) / 2.0),
        Geometry::Sphere { radius } => Vector3::repeat(*radius),
        // A disk of radius r normal to the unit axis a extends r·√(1 − aᵢ²) along axis i.
        Geometry::Cylinder { radius, height } => {
            axis.map(|a| a.abs() * height / 2.0 + radius * (1.0 - a * a).max(0.0).sqrt())
        }
        Geometry::Capsule { radius, length } => axis.map(|a| a.abs() * length / 2.0 + radius),
        // Support of an ellipsoid along a unit direction: the norm of the component-wise product of semi-axes and direction.
        Geometry::Ellipsoid { radii } => {
            let radii = Vector3::from(*radii);
            Vector3::from_fn(|row, _| turn.matrix().row(row).transpose().component_mul(&radii).norm())
        }
        Geometry::Mesh { file, scale } => {
            let [low, high] = mesh_box(file)?.map(|corner| Vector3::from(corner).component_mul(&Vector3::from(*scale)));
            let center = origin + turn * ((low + high) / 2.0);
            return Some((center, turn.matrix().abs() * ((high - low) / 2.0).abs()));
        }
    };
    Some((origin, half))
}
