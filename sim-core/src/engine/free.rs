//! The engine's own rigid body: movable things that no plugin moves.

use super::mover::ContactMass;
use crate::physics::immersion::{Motion, Surroundings};
use crate::physics::{Body, Freedom, Immersible, torque_free};
use nalgebra::{Isometry3, Matrix3, Vector3};
use sim_abi::ffi::types as abi;

/// Part of a change of velocity with which [`step`] has advanced the pose, see [`Body::advance`].
pub(super) const ADVANCE: f64 = 0.5;

/// Moves a body on by `dt` seconds under gravity, the wrench of services and, where it has a form for it, its media.
///
/// Velocity Verlet: half of the forces, the motion, the other half (Swope et al., J. Chemical Physics 76 (1982)), which is exact for
/// free fall. The rotation between keeps angular momentum and energy (see [`torque_free`]). Drag takes its part of the
/// speed before and after (Strang's splitting), so that no step is too long for it.
pub(super) fn step(
    state: &mut abi::BodyState,
    environment: &abi::Environment,
    mass: &ContactMass,
    solid: Option<&Immersible>,
    dt: f64,
) {
    if mass.freedom == Freedom::Fixed || mass.inverse_mass == 0.0 {
        return;
    }
    let inertia = mass.inverse_inertia.try_inverse().unwrap_or_else(Matrix3::zeros);
    let mut free = Free { body: mass.solver_body(state), mass, inertia, environment, solid };
    free.slow(dt / 2.0);
    free.kick(dt / 2.0);
    let body = &mut free.body;
    body.pose.translation.vector += body.linear_velocity * dt;
    (body.pose.rotation, body.angular_velocity) =
        torque_free(&body.pose.rotation, &body.angular_velocity, &inertia, &mass.inverse_inertia, dt);
    free.kick(dt / 2.0);
    free.slow(dt / 2.0);
    *state = mass.state(&free.body);
}

struct Free<'a> {
    body: Body,
    mass: &'a ContactMass,
    inertia: Matrix3<f64>,
    environment: &'a abi::Environment,
    solid: Option<&'a Immersible>,
}

impl Free<'_> {
    /// Pose of the body's origin.
    fn origin(&self) -> Isometry3<f64> {
        let arm = self.body.pose.rotation * self.mass.center;
        Isometry3::from_parts((self.body.pose.translation.vector - arm).into(), self.body.pose.rotation)
    }

    fn surroundings(&self) -> Surroundings {
        let environment = self.environment;
        Surroundings {
            density: environment.density,
            surface_height: environment.surface_height,
            density_above: environment.density_above,
            viscosity: environment.viscosity,
            flow: environment.flow.into(),
        }
    }

    /// What the forces change within a time, s.
    fn kick(&mut self, time: f64) {
        let gravity = Vector3::from(self.environment.gravity);
        let mut force = Vector3::from(self.environment.external_force);
        // A wrench of services counts about the origin.
        let arm = self.body.pose.rotation * self.mass.center;
        let mut torque = Vector3::from(self.environment.external_torque) - arm.cross(&force);
        if let Some(solid) = self.solid {
            let about = self.body.pose.translation.vector;
            let (lift, turn) = solid.buoyancy(&self.origin(), &self.surroundings(), &gravity, &about);
            force += lift;
            torque += turn;
        }
        self.body.linear_velocity += (gravity + force * self.mass.inverse_mass) * time;
        self.turn(&(torque * time));
    }

    /// What drag takes within a time, s.
    fn slow(&mut self, time: f64) {
        let Some(solid) = self.solid else { return };
        let motion = Motion {
            linear: self.body.linear_velocity,
            angular: self.body.angular_velocity,
            mass: 1.0 / self.mass.inverse_mass,
            moments: self.inertia.diagonal(),
        };
        let about = self.body.pose.translation.vector;
        let (push, moment) = solid.drag(&self.origin(), &self.surroundings(), &about, &motion, time);
        self.body.linear_velocity += push * self.mass.inverse_mass;
        self.turn(&moment);
    }

    /// Adds a moment of momentum, world axes, N·m·s.
    fn turn(&mut self, moment: &Vector3<f64>) {
        if *moment != Vector3::zeros() {
            let rotation = &self.body.pose.rotation;
            let own = self.mass.inverse_inertia * rotation.inverse_transform_vector(moment);
            self.body.angular_velocity += rotation * own;
        }
    }
}
