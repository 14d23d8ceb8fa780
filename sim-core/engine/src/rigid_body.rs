//! The built-in rigid body: movable objects that no plugin moves.

use super::mover::ContactMass;
use nalgebra::{Isometry3, Matrix3, Vector3};
use sim_abi::ffi::types as abi;
use sim_physics::immersion::{Motion, Surroundings};
use sim_physics::{Body, Freedom, Immersible, torque_free};

/// Advances a body by `dt` seconds under gravity, the wrench of services and, if it has a form for it, buoyancy and drag.
///
/// Velocity Verlet: half of the forces, the motion, the other half (Swope et al., J. Chemical Physics 76 (1982)), which is exact for free
/// fall. The rotation in between conserves angular momentum and energy (see [`torque_free`]). Drag is applied before and after (Strang
/// splitting). If media change the motion of a light body within the step, the step is split into equal substeps: drag and weight applied
/// separately would not give the terminal speed.
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
    let mut motion = RigidMotion { body: mass.solver_body(state), mass, inertia, environment, solid };
    let parts = motion.parts(dt);
    let dt = dt / f64::from(parts);
    for _ in 0..parts {
        motion.slow(dt / 2.0);
        motion.kick(dt / 2.0);
        let body = &mut motion.body;
        body.pose.translation.vector += body.linear_velocity * dt;
        (body.pose.rotation, body.angular_velocity) =
            torque_free(&body.pose.rotation, &body.angular_velocity, &inertia, &mass.inverse_inertia, dt);
        motion.kick(dt / 2.0);
        motion.slow(dt / 2.0);
    }
    *state = mass.state(&motion.body);
}

struct RigidMotion<'a> {
    body: Body,
    mass: &'a ContactMass,
    inertia: Matrix3<f64>,
    environment: &'a abi::Environment,
    solid: Option<&'a Immersible>,
}

impl RigidMotion<'_> {
    /// Pose of the body's origin.
    fn origin(&self) -> Isometry3<f64> {
        let arm = self.body.pose.rotation * self.mass.center;
        Isometry3::from_parts((self.body.pose.translation.vector - arm).into(), self.body.pose.rotation)
    }

    /// Number of substeps of a step of `dt` (s).
    fn parts(&self, dt: f64) -> u32 {
        /// Maximum product of a substep and the rates at which drag and buoyancy change the motion. The terminal speed is then accurate to
        /// 0.5 %.
        const MAX_CHANGE: [f64; 2] = [0.1, 0.5];
        /// Maximum number of substeps: enough for a polystyrene ball in water at 0.25 s.
        const MAX_PARTS: f64 = 2000.0;
        let Some(solid) = self.solid else { return 1 };
        let mass = 1.0 / self.mass.inverse_mass;
        let gravity = Vector3::from(self.environment.gravity).norm();
        let rates = solid.rates(&self.surroundings(), self.body.linear_velocity.norm(), gravity, mass);
        let parts = rates.into_iter().zip(MAX_CHANGE).map(|(rate, most)| (rate * dt / most).ceil());
        // Infinity and NaN are clamped either way; the state is checked after the step.
        parts.fold(1.0, f64::max).min(MAX_PARTS) as u32
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

    /// Applies the forces over a time, s.
    fn kick(&mut self, time: f64) {
        let gravity = Vector3::from(self.environment.gravity);
        let mut force = Vector3::from(self.environment.external_force);
        // A wrench of services is applied at the origin.
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

    /// Applies drag over a time, s.
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

    /// Adds an angular momentum, world axes, N·m·s.
    fn turn(&mut self, moment: &Vector3<f64>) {
        if *moment != Vector3::zeros() {
            let rotation = &self.body.pose.rotation;
            let own = self.mass.inverse_inertia * rotation.inverse_transform_vector(moment);
            self.body.angular_velocity += rotation * own;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::UnitQuaternion;

    fn mass(center: Vector3<f64>) -> ContactMass {
        ContactMass {
            inverse_mass: 0.5,
            inverse_inertia: Matrix3::from_diagonal(&Vector3::new(10.0, 5.0, 4.0)),
            center,
            freedom: Freedom::Full,
        }
    }

    fn ran(center: Vector3<f64>, environment: &abi::Environment, steps: usize) -> Body {
        let mass = mass(center);
        let pose = Isometry3::identity();
        let mut state = abi::BodyState { pose: pose.into(), ..Default::default() };
        for _ in 0..steps {
            step(&mut state, environment, &mass, None, 0.01);
        }
        mass.solver_body(&state)
    }

    #[test]
    fn a_fall_is_that_of_galilei() {
        let environment = abi::Environment { gravity: Vector3::new(0.0, 0.0, -9.81).into(), ..Default::default() };
        let body = ran(Vector3::new(0.1, 0.2, 0.3), &environment, 100);
        assert!((body.pose.translation.z - (0.3 - 0.5 * 9.81)).abs() < 1e-12, "{body:?}");
        assert_eq!(body.angular_velocity, Vector3::zeros(), "gravity exerts no torque about the center of mass");
    }

    #[test]
    fn a_wrench_at_the_origin_moves_the_center_and_turns_about_it() {
        // Upward at the origin, with the center at x = 1: a torque about y, −(1, 0, 0)×(0, 0, 1) = (0, 1, 0).
        let environment = abi::Environment { external_force: Vector3::z().into(), ..Default::default() };
        let body = ran(Vector3::x(), &environment, 1);
        assert!((body.linear_velocity - Vector3::z() * 0.005).norm() < 1e-12, "{body:?}");
        assert!((body.angular_velocity - Vector3::y() * 0.05).norm() < 1e-6, "{body:?}");
        let environment = abi::Environment { external_torque: (Vector3::z() * 2.0).into(), ..Default::default() };
        let body = ran(Vector3::x(), &environment, 100);
        assert!((body.angular_velocity - Vector3::z() * 8.0).norm() < 1e-9, "2 N·m · 4 /(kg·m²) · 1 s: {body:?}");
        let turned = UnitQuaternion::from_euler_angles(0.0, 0.0, 4.0);
        assert!(body.pose.rotation.angle_to(&turned) < 1e-9, "½·8·1² rad: {body:?}");
        assert!(body.linear_velocity.norm() < 1e-12);
    }
}
