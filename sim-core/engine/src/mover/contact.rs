//! Properties of a mover for contacts.

use nalgebra::{Isometry3, Matrix3, Vector3};
use sim_abi::declare;
use sim_abi::ffi::types as abi;
use sim_physics::{Body, Freedom};

/// What contacts need of a mover.
pub(crate) struct ContactProperties {
    pub(crate) mass: Box<ContactMass>,
    /// Half of the smallest extent of its colliders, m: moving further in one step requires a swept test.
    pub(crate) half_thickness: f64,
}

impl Default for ContactProperties {
    /// Without mass and colliders.
    fn default() -> Self {
        let mass = ContactMass {
            inverse_mass: 0.0,
            inverse_inertia: Matrix3::zeros(),
            center: Vector3::zeros(),
            freedom: Freedom::Full,
        };
        Self { mass: Box::new(mass), half_thickness: f64::INFINITY }
    }
}

/// Mass properties for contacts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContactMass {
    pub(crate) inverse_mass: f64,
    pub(crate) inverse_inertia: Matrix3<f64>,
    /// Center of mass in the body frame, m.
    pub(crate) center: Vector3<f64>,
    pub(crate) freedom: Freedom,
}

/// Converts the declared freedom to the type of the solver.
pub(crate) fn freedom(declared: declare::Freedom) -> Freedom {
    match declared {
        declare::Freedom::Fixed => Freedom::Fixed,
        declare::Freedom::Planar => Freedom::Planar,
        declare::Freedom::Full => Freedom::Full,
    }
}

impl ContactMass {
    /// The solver's body for a state. A fixed body is at rest, whatever its reported velocity.
    pub(crate) fn solver_body(&self, state: &abi::BodyState) -> Body {
        let pose = Isometry3::from(state.pose);
        if self.freedom == Freedom::Fixed {
            return Body::fixed(pose);
        }
        let arm = pose.rotation * self.center;
        let angular_velocity = Vector3::from(state.angular_velocity);
        Body {
            pose: Isometry3::from_parts((pose.translation.vector + arm).into(), pose.rotation),
            linear_velocity: Vector3::from(state.linear_velocity) + angular_velocity.cross(&arm),
            angular_velocity,
            inverse_mass: self.inverse_mass,
            inverse_inertia_body: self.inverse_inertia,
            freedom: self.freedom,
            ..Body::fixed(pose)
        }
    }

    /// The state of a solver's body.
    pub(crate) fn state(&self, body: &Body) -> abi::BodyState {
        let arm = body.pose.rotation * self.center;
        let pose = Isometry3::from_parts((body.pose.translation.vector - arm).into(), body.pose.rotation);
        abi::BodyState {
            pose: pose.into(),
            linear_velocity: (body.linear_velocity - body.angular_velocity.cross(&arm)).into(),
            angular_velocity: body.angular_velocity.into(),
        }
    }
}
