//! The equations of motion of a body in water, without motors and without time.
//!
//! M·ν̇ᵣ + C(νᵣ)·νᵣ + D(νᵣ)·νᵣ + g = τ (T. I. Fossen, Handbook of Marine Craft Hydrodynamics and Motion Control, 2011, ch. 6 and 8),
//! with the velocity νᵣ of the body relative to the water in body axes. A current that is the same everywhere and does not
//! change is another inertial frame, so the same equation holds for the rigid body and for the water that it carries along.

use super::sets::Constants;
use sim_abi::prelude::*;

pub type Vector6 = na::Vector6<f64>;
pub type Matrix6 = na::Matrix6<f64>;

/// A body in water.
pub struct Vehicle {
    constants: Constants,
    /// Mass matrix of the rigid body, and of the water that it carries along.
    rigid: Matrix6,
    added: Matrix6,
    /// Inverse of their sum.
    inverse: Matrix6,
}

/// What the water is like where the body is.
#[derive(Clone, Copy, Debug)]
pub struct Water {
    /// Gravitational acceleration, m/s².
    pub gravity: f64,
    /// Density, kg/m³.
    pub density: f64,
    /// Height of the surface, m; infinite deep below it.
    pub surface: f64,
}

/// Linear and angular parts of a vector of six.
pub fn parts(vector: &Vector6) -> (Vec3, Vec3) {
    (vector.fixed_rows::<3>(0).into_owned(), vector.fixed_rows::<3>(3).into_owned())
}

/// A vector of six from its linear and angular parts.
pub fn joined(linear: &Vec3, angular: &Vec3) -> Vector6 {
    Vector6::new(linear.x, linear.y, linear.z, angular.x, angular.y, angular.z)
}

impl Vehicle {
    /// From its constants; none where the mass matrix is not positive definite.
    pub fn new(constants: Constants) -> Option<Self> {
        let Constants { mass, inertia, gravity_center, added_mass, .. } = constants;
        let arm = Vec3::from(gravity_center).cross_matrix();
        let about_origin = na::Matrix3::from_diagonal(&Vec3::from(inertia)) - arm * arm * mass;
        let mut rigid = Matrix6::zeros();
        rigid.fixed_view_mut::<3, 3>(0, 0).copy_from(&(na::Matrix3::identity() * mass));
        rigid.fixed_view_mut::<3, 3>(0, 3).copy_from(&(-arm * mass));
        rigid.fixed_view_mut::<3, 3>(3, 0).copy_from(&(arm * mass));
        rigid.fixed_view_mut::<3, 3>(3, 3).copy_from(&about_origin);
        let added = Matrix6::from_diagonal(&Vector6::from(added_mass));
        rigid.cholesky()?;
        let inverse = (rigid + added).cholesky()?.inverse();
        Some(Self { constants, rigid, added, inverse })
    }

    /// Share of the body below the surface, 0 … 1: its height in world axes counts, evenly from its lowest to its highest corner.
    pub fn submerged(&self, pose: &Pose, water: &Water) -> f64 {
        if water.surface.is_infinite() {
            return f64::from(u8::from(water.surface > 0.0));
        }
        let up = pose.rotation.inverse_transform_vector(&Vec3::z());
        let height: f64 = self.constants.size.iter().zip(up.iter()).map(|(size, part)| size * part.abs()).sum();
        (0.5 - (pose.translation.z - water.surface) / height).clamp(0.0, 1.0)
    }

    /// C(ν)·ν: what Newton's law takes for a force because the axes turn. P and L are the momenta (Kirchhoff's equations).
    pub fn coriolis(&self, velocity: &Vector6, submerged: f64) -> Vector6 {
        let (linear, angular) = parts(velocity);
        let (momentum, spin) = parts(&((self.rigid + self.added * submerged) * velocity));
        joined(&angular.cross(&momentum), &(angular.cross(&spin) + linear.cross(&momentum)))
    }

    /// D(ν)·ν: what the water takes.
    pub fn damping(&self, velocity: &Vector6, submerged: f64) -> Vector6 {
        let Constants { linear_damping, quadratic_damping, .. } = &self.constants;
        let coefficients =
            Vector6::from(*linear_damping) + Vector6::from(*quadratic_damping).component_mul(&velocity.abs());
        coefficients.component_mul(velocity) * submerged
    }

    /// Weight and buoyancy, as a force on the body.
    pub fn restoring(&self, rotation: &Rotation, water: &Water, submerged: f64) -> Vector6 {
        let Constants { mass, volume, gravity_center, buoyancy_center, .. } = &self.constants;
        let up = rotation.inverse_transform_vector(&Vec3::z());
        let (weight, buoyancy) = (mass * water.gravity, water.density * water.gravity * volume * submerged);
        let torque =
            Vec3::from(*buoyancy_center).cross(&up) * buoyancy - Vec3::from(*gravity_center).cross(&up) * weight;
        joined(&(up * (buoyancy - weight)), &torque)
    }

    /// The acceleration relative to the water under a force on the body, m/s² and rad/s², body axes.
    pub fn acceleration(&self, pose: &Pose, velocity: &Vector6, force: &Vector6, water: &Water) -> Vector6 {
        let submerged = self.submerged(pose, water);
        let total = force + self.restoring(&pose.rotation, water, submerged)
            - self.coriolis(velocity, submerged)
            - self.damping(velocity, submerged);
        if submerged == 1.0 {
            return self.inverse * total;
        }
        // Positive definite, because the rigid body's own part is.
        let mass = (self.rigid + self.added * submerged).cholesky();
        mass.map_or_else(|| self.inverse * total, |mass| mass.solve(&total))
    }

    /// ½ νᵀ·M·ν, J.
    pub fn kinetic_energy(&self, velocity: &Vector6, submerged: f64) -> f64 {
        0.5 * velocity.dot(&((self.rigid + self.added * submerged) * velocity))
    }

    /// The fastest rate at which damping changes a velocity, 1/s.
    pub fn stiffness(&self, velocity: &Vector6) -> f64 {
        let Constants { linear_damping, quadratic_damping, .. } = &self.constants;
        let rate = |axis: usize| {
            (linear_damping[axis] + 2.0 * quadratic_damping[axis] * velocity[axis].abs()) * self.inverse[(axis, axis)]
        };
        (0..6).map(rate).fold(0.0, f64::max)
    }
}
