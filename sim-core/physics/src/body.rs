//! The state of a rigid body for the contact solver.

use nalgebra::{Isometry3, Matrix3, UnitQuaternion, Vector3};

/// The degrees of freedom that contacts may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Freedom {
    /// None: walls, and bodies with prescribed motion (their velocity still acts on others).
    Fixed,
    /// x, y and yaw: robots that stay on a level floor.
    Planar,
    /// All six.
    Full,
}

/// A rigid body in the world frame. Its pose is that of its center of mass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// Pose of the center of mass.
    pub pose: Isometry3<f64>,
    /// Velocity of the center of mass, world frame, m/s.
    pub linear_velocity: Vector3<f64>,
    /// Angular velocity, world frame, rad/s.
    pub angular_velocity: Vector3<f64>,
    /// 1 / mass, 1/kg; 0 for an infinite mass.
    pub inverse_mass: f64,
    /// Inverse of the inertia about the center of mass in the body frame, 1/(kg m²).
    pub inverse_inertia_body: Matrix3<f64>,
    /// The degrees of freedom that contacts may change.
    pub freedom: Freedom,
    /// Fraction of a change of velocity with which the step has advanced the pose: 1 if the pose was advanced with the new velocity
    /// (semi-implicit Euler), ½ if with the mean of the old and the new one; see [`measured_advance`].
    pub advance: f64,
    /// Motion of the step, if known.
    pub step: Option<StepMotion>,
}

/// The motion of a center of mass in a step before contacts, world frame.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct StepMotion {
    /// Velocities at the start: linear, m/s, and angular, rad/s.
    pub start: [Vector3<f64>; 2],
    /// Displacement, m, and rotation, rad.
    pub moved: [Vector3<f64>; 2],
}

/// Fraction of a change of velocity (m/s or rad/s) with which a step has advanced a pose by a displacement (m or rad), beyond the effect of
/// the initial velocity. It depends on the integrator: ½ for velocity Verlet, 1 for semi-implicit Euler, 0 for explicit Euler; less if the
/// motion was stopped on its path. `None` if the velocity has not changed.
fn measured_advance(displacement: &Vector3<f64>, start: &Vector3<f64>, change: &Vector3<f64>, dt: f64) -> Option<f64> {
    let scale = change.norm_squared() * dt;
    let fraction = (displacement - start * dt).dot(change) / scale;
    (change.norm() > 1e-9 * start.norm() && fraction.is_finite()).then(|| fraction.clamp(0.0, 1.0))
}

/// Rotation vector (axis times angle), rad. Uses the series of the arc sine for small rotations, without slow functions.
fn rotation_vector(rotation: &UnitQuaternion<f64>) -> Vector3<f64> {
    let (half, sine) = (rotation.scalar(), rotation.imag());
    let square = sine.norm_squared();
    if square > 1e-4 {
        return rotation.scaled_axis();
    }
    sine * (2.0_f64.copysign(half) * (1.0 + square * (1.0 / 6.0 + square * (3.0 / 40.0))))
}

impl Body {
    /// A body that contacts cannot move.
    pub fn fixed(pose: Isometry3<f64>) -> Self {
        Self {
            pose,
            linear_velocity: Vector3::zeros(),
            angular_velocity: Vector3::zeros(),
            inverse_mass: 0.0,
            inverse_inertia_body: Matrix3::zeros(),
            freedom: Freedom::Fixed,
            advance: 1.0,
            step: None,
        }
    }

    /// A body at rest, with the given mass (kg) and principal moments of inertia (kg m²). Masses or moments that are not positive count as
    /// infinite.
    pub fn with_mass(pose: Isometry3<f64>, mass: f64, moments: Vector3<f64>, freedom: Freedom) -> Self {
        let inverse = |value: f64| if value > 0.0 { 1.0 / value } else { 0.0 };
        Self {
            inverse_mass: inverse(mass),
            inverse_inertia_body: Matrix3::from_diagonal(&moments.map(inverse)),
            freedom,
            ..Self::fixed(pose)
        }
    }

    /// The body after a step of `dt` (s) from the state `before`, with the data about the step that the contact solver needs.
    pub fn after_step(self, before: &Self, dt: f64) -> Self {
        let start = [before.linear_velocity, before.angular_velocity];
        if dt <= 0.0 {
            return self;
        }
        let turn = rotation_vector(&(self.pose.rotation * before.pose.rotation.inverse()));
        let displacement = self.pose.translation.vector - before.pose.translation.vector;
        let step = StepMotion { start, moved: [displacement, turn] };
        let change = self.linear_velocity - before.linear_velocity;
        let advance = measured_advance(&displacement, &start[0], &change, dt)
            .or_else(|| measured_advance(&turn, &start[1], &(self.angular_velocity - start[1]), dt));
        Self { advance: advance.unwrap_or(0.5), step: Some(step), ..self }
    }

    /// Whether two bodies are bitwise equal: 0 and −0 differ.
    pub(super) fn is_bitwise(&self, other: &Self) -> bool {
        let numbers = |body: &Self| {
            let StepMotion { start: [linear, angular], moved: [way, turn] } = body.step.unwrap_or_default();
            let vectors = [body.linear_velocity, body.angular_velocity, linear, angular, way, turn];
            (
                [body.inverse_mass, body.advance].map(f64::to_bits),
                vectors.map(|vector| vector.map(f64::to_bits)),
                (body.pose.translation.vector.map(f64::to_bits), body.pose.rotation.coords.map(f64::to_bits)),
                body.inverse_inertia_body.map(f64::to_bits),
            )
        };
        self.freedom == other.freedom && self.step.is_some() == other.step.is_some() && numbers(self) == numbers(other)
    }

    /// Motion of the body in this step: zero for a fixed body at rest, `None` if unknown.
    pub(super) fn known_step(&self) -> Option<&StepMotion> {
        const STANDS: &StepMotion = &StepMotion { start: [NONE; 2], moved: [NONE; 2] };
        const NONE: Vector3<f64> = Vector3::new(0.0, 0.0, 0.0);
        let stands = self.freedom == Freedom::Fixed && self.linear_velocity == NONE && self.angular_velocity == NONE;
        if stands { Some(STANDS) } else { self.step.as_ref() }
    }

    /// Whether every number of the state is finite.
    pub fn is_finite(&self) -> bool {
        let pose = self.pose.translation.vector.iter().chain(self.pose.rotation.coords.iter());
        let speeds = self.linear_velocity.iter().chain(self.angular_velocity.iter());
        pose.chain(speeds).chain(self.inverse_inertia_body.iter()).all(|number| number.is_finite())
            && self.inverse_mass.is_finite()
            && self.inverse_mass >= 0.0
    }

    /// Kinetic energy in the degrees of freedom that contacts may change, J. Infinite masses are ignored.
    pub fn kinetic_energy(&self) -> f64 {
        let Some(inertia) = self.inverse_inertia_body.try_inverse() else {
            return self.linear_energy() + self.spin_energy_by_axes();
        };
        let spin = self.pose.rotation.inverse() * self.free_spin();
        self.linear_energy() + 0.5 * spin.dot(&(inertia * spin))
    }

    fn free_spin(&self) -> Vector3<f64> {
        match self.freedom {
            Freedom::Fixed => Vector3::zeros(),
            Freedom::Planar => Vector3::new(0.0, 0.0, self.angular_velocity.z),
            Freedom::Full => self.angular_velocity,
        }
    }

    fn linear_energy(&self) -> f64 {
        let velocity = match self.freedom {
            Freedom::Fixed => return 0.0,
            Freedom::Planar => Vector3::new(self.linear_velocity.x, self.linear_velocity.y, 0.0),
            Freedom::Full => self.linear_velocity,
        };
        if self.inverse_mass > 0.0 { 0.5 * velocity.norm_squared() / self.inverse_mass } else { 0.0 }
    }

    fn spin_energy_by_axes(&self) -> f64 {
        let spin = self.pose.rotation.inverse() * self.free_spin();
        let energy = |axis: usize| {
            let inverse = self.inverse_inertia_body[(axis, axis)];
            if inverse > 0.0 { 0.5 * spin[axis] * spin[axis] / inverse } else { 0.0 }
        };
        energy(0) + energy(1) + energy(2)
    }

    /// Whether the motion of the step was stopped on its path.
    pub(super) fn is_stopped(&self) -> bool {
        /// Smaller advances count as stopped; most integrators have 0.5 to 1. Explicit Euler has 0, and no energy to give back.
        const STOPPED: f64 = 0.25;
        self.freedom == Freedom::Full && self.advance < STOPPED
    }

    /// Moves the pose by a displacement (m) and a small rotation vector (rad), both in the world frame.
    ///
    /// The body keeps its angular momentum. If its motion was stopped, it did not reach this attitude by itself, and keeps its energy
    /// instead, with constant angular velocity in the body frame.
    pub(crate) fn displace(&mut self, shift: &Vector3<f64>, turn: &Vector3<f64>) {
        /// Square of the angular velocity below which a body is at rest, rad²/s².
        const STILL: f64 = 1e-12;
        self.pose.translation.vector += shift;
        if *turn == Vector3::zeros() {
            return;
        }
        let turn = UnitQuaternion::from_scaled_axis(*turn);
        let old = self.pose.rotation;
        self.pose.rotation = UnitQuaternion::new_normalize((turn * old).into_inner());
        if self.freedom != Freedom::Full || self.angular_velocity.norm_squared() < STILL {
            return;
        }
        if self.is_stopped() {
            self.angular_velocity = turn * self.angular_velocity;
        } else if let Some(inertia) = self.inverse_inertia_body.try_inverse() {
            let momentum = old * (inertia * old.inverse_transform_vector(&self.angular_velocity));
            let own = self.inverse_inertia_body * self.pose.rotation.inverse_transform_vector(&momentum);
            self.angular_velocity = self.pose.rotation * own;
        }
    }
}
