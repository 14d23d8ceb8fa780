//! Wheels of robots that touch a moving body, for the contact solver.

use super::mover::{ContactMass, Mover};
use nalgebra::Vector3;
use sim_abi::wheel::Wheel as Declared;
use sim_geometry::BodyId;
use sim_physics::{Body, Freedom, Grip, Wheel};

/// Adds the wheels of a mover after a step of `dt` (s). `body` is its solver body, `numbers` are the ids of that body and of the ground.
pub(super) fn gather(mover: &Mover, body: &Body, numbers: [BodyId; 2], dt: f64, wheels: &mut Vec<Wheel>) {
    let Some(slot) = mover.components.dynamics() else { return };
    let (contact_mass, gravity) = (&*mover.contact.mass, Vector3::from(mover.environment.values.gravity));
    let declared = &slot.instance.declaration().wheels;
    if declared.is_empty() || contact_mass.freedom == Freedom::Fixed || contact_mass.inverse_mass <= 0.0 {
        return;
    }
    let (Some(step), Some(impulse)) = (&body.step, Impulse::of_ground(contact_mass, body, gravity * dt)) else {
        return;
    };
    let axes = [2, 0, 1].map(|axis| body.pose.rotation * Vector3::ith(axis, 1.0));
    let stance = Stance::of(contact_mass, declared);
    // Mean forward velocity in the step.
    let ahead = 0.5 * (step.start[0] + body.linear_velocity).dot(&axes[1]);
    for wheel in declared {
        let share = stance.share(wheel);
        let (load, mass) = (wheel.load * impulse.up, share / contact_mass.inverse_mass);
        let [forward, left] = stance.friction(wheel, &impulse);
        let resistance = wheel.rolling_resistance * load;
        let resisted = (mass * ahead).max(-resistance).min(resistance);
        let velocity = mover.joints.states.get(wheel.joint).map_or(0.0, |joint| joint.velocity);
        let limits = Grip {
            spent: [0.0; 2],
            limit: [wheel.friction * load, wheel.lateral_friction * load],
            motor: wheel.max_torque.map_or(f64::INFINITY, |torque| torque / wheel.radius * dt),
        };
        wheels.push(Wheel {
            body: numbers[0],
            ground: numbers[1],
            arm: body.pose.rotation * (Vector3::from(wheel.at) - contact_mass.center),
            axes,
            rolling: [velocity * wheel.radius, 0.0],
            grip: Grip { spent: limits.bounded([forward + resisted, left]), ..limits },
        });
    }
}

/// Impulse of the ground on a robot in a step, along and about the robot's axes.
struct Impulse {
    /// N s.
    forward: f64,
    left: f64,
    up: f64,
    /// About the z axis through the center of mass, N m s.
    turn: f64,
}

impl Impulse {
    /// The velocity gain beyond that by gravity, m/s; `None` if the ground does not carry the robot.
    fn of_ground(mass: &ContactMass, body: &Body, gravity: Vector3<f64>) -> Option<Self> {
        let start = &body.step?.start;
        let gained = body.linear_velocity - start[0] - gravity;
        let [forward, left, up] =
            [0, 1, 2].map(|axis| (body.pose.rotation * Vector3::ith(axis, 1.0)).dot(&gained) / mass.inverse_mass);
        let turned = (body.pose.rotation * Vector3::z()).dot(&(body.angular_velocity - start[1]));
        let inertia = mass.inverse_inertia.try_inverse().map_or(0.0, |inertia| inertia.m33);
        (up > 0.0).then_some(Self { forward, left, up, turn: inertia * turned })
    }
}

/// Contact geometry of a robot's wheels.
struct Stance {
    load: f64,
    /// Center of mass in the robot's frame, m.
    center: Vector3<f64>,
    /// Load-weighted center of the wheels, relative to the center of mass, m.
    middle: [f64; 2],
    /// Mean square of their lateral distances from this center, m².
    spread: f64,
}

impl Stance {
    fn of(mass: &ContactMass, wheels: &[Declared]) -> Self {
        let mut stance = Self { load: 0.0, center: mass.center, middle: [0.0; 2], spread: 0.0 };
        stance.load = wheels.iter().map(|wheel| wheel.load).sum();
        let place = |wheel: &Declared, axis: usize| wheel.at[axis] - stance.center[axis];
        let mean = |of: &dyn Fn(&Declared) -> f64| wheels.iter().map(|wheel| stance.share(wheel) * of(wheel)).sum();
        let middle = [0, 1].map(|axis| mean(&|wheel| place(wheel, axis)));
        let spread = mean(&|wheel| (place(wheel, 1) - middle[1]) * (place(wheel, 1) - middle[1]));
        Self { middle, spread, ..stance }
    }

    /// Fraction of the total load carried by a wheel.
    fn share(&self, wheel: &Declared) -> f64 {
        if self.load > 0.0 { wheel.load / self.load } else { 0.0 }
    }

    /// Friction on one wheel, forward and to the left, N s: its fraction, and a part of the torque by its lateral distance.
    fn friction(&self, wheel: &Declared, impulse: &Impulse) -> [f64; 2] {
        let share = self.share(wheel);
        let turn = impulse.turn - (self.middle[0] * impulse.left - self.middle[1] * impulse.forward);
        let arm = wheel.at[1] - self.center.y - self.middle[1];
        let turning = if self.spread > 0.0 { arm * turn / self.spread } else { 0.0 };
        [share * (impulse.forward - turning), share * impulse.left]
    }
}
