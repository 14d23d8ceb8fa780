//! Wheels in the solver: the grip that they have left against contacts.
//!
//! A dynamics has computed the velocity of a body, and its wheels have spent some of their friction on it. A wheel holds the body at this
//! velocity with the remaining friction. If none is left, its tread slips, and friction acts against the velocity of the tread over the
//! ground. If the tread slips although friction is left, something that only the dynamics knows has stopped the body, such as a step in the
//! ground; then the wheel holds it there.

use nalgebra::Vector3;

use super::super::body::Body;
use super::{Mass, Row, push, speed_along};
use sim_geometry::BodyId;

/// A wheel of a body that is in contact with a moving body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wheel {
    /// The body that the wheel supports.
    pub body: BodyId,
    /// A fixed body that represents the ground.
    pub ground: BodyId,
    /// Contact patch relative to the center of mass, world axes, m.
    pub arm: Vector3<f64>,
    /// Up, forward and to the left: unit vectors, world axes.
    pub axes: [Vector3<f64>; 3],
    /// Velocity of the patch of a rolling wheel, forward and to the left, m/s.
    pub rolling: [f64; 2],
    /// Friction and its limits in this step.
    pub grip: Grip,
}

/// Friction of a wheel in a step, N s: forward and to the left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grip {
    /// Impulse that the dynamics has used.
    pub spent: [f64; 2],
    /// Semi-axes of the friction ellipse.
    pub limit: [f64; 2],
    /// Maximum impulse of the motor, forward and backward.
    pub motor: f64,
}

/// Wheel data of a row.
#[derive(Debug, Clone, Copy)]
pub(in super::super) struct WheelRow {
    pub(super) grip: Grip,
    /// Impulse per speed in a pass, N s per m/s: the same along both axes, so that friction ends up opposite to the sliding direction. The
    /// body responds differently along the two axes.
    pub(super) pace: [f64; 2],
}

impl WheelRow {
    /// Largest friction in any direction, N s.
    pub(super) fn reach(&self) -> f64 {
        self.grip.limit[0].max(self.grip.limit[1])
    }
}

impl Grip {
    /// Limits a requested friction: first to the motor limit along forward, then, keeping the direction, to the ellipse.
    pub fn bounded(&self, wanted: [f64; 2]) -> [f64; 2] {
        let friction = self.driven(wanted);
        let demand = self.demand(friction);
        if demand > 1.0 { [friction[0] / demand, friction[1] / demand] } else { friction }
    }

    /// Limits the forward component to the motor and keeps the lateral component, each only on axes with grip.
    #[inline]
    fn driven(&self, [forward, left]: [f64; 2]) -> [f64; 2] {
        let forward = if self.limit[0] > 0.0 { forward.max(-self.motor).min(self.motor) } else { 0.0 };
        [forward, if self.limit[1] > 0.0 { left } else { 0.0 }]
    }

    /// Friction as a fraction of the available friction in its direction, along axes with grip.
    #[inline]
    fn demand(&self, [forward, left]: [f64; 2]) -> f64 {
        let forward = if self.limit[0] > 0.0 { forward / self.limit[0] } else { 0.0 };
        let left = if self.limit[1] > 0.0 { left / self.limit[1] } else { 0.0 };
        (forward * forward + left * left).sqrt()
    }

    /// The impulse that a wheel adds to the impulse used by the dynamics, within the limits, and its derivative with respect to the
    /// unlimited impulse.
    #[inline]
    pub(super) fn answer(&self, free: [f64; 2]) -> ([f64; 2], [[f64; 2]; 2]) {
        let whole = [self.spent[0] + free[0], self.spent[1] + free[1]];
        let friction = self.driven(whole);
        let demand = self.demand(friction).max(1.0);
        let bounded = [friction[0] / demand, friction[1] / demand];
        let slope = |axis: usize| {
            let limit = self.limit[axis];
            let share = if demand > 1.0 && limit > 0.0 { bounded[axis] / limit / limit / demand } else { 0.0 };
            let same = if limit > 0.0 { 1.0 / demand } else { 0.0 };
            let along = [-bounded[0] * share, -bounded[1] * share];
            if axis == 0 { [same + along[0], along[1]] } else { [along[0], same + along[1]] }
        };
        let at_motor = whole[0].abs() > self.motor;
        let [by_forward, by_left] = [if at_motor { [0.0; 2] } else { slope(0) }, slope(1)];
        let added = [bounded[0] - self.spent[0], bounded[1] - self.spent[1]];
        (added, [[by_forward[0], by_left[0]], [by_forward[1], by_left[1]]])
    }

    fn is_sound(&self) -> bool {
        let numbers = self.spent.iter().chain(&self.limit);
        numbers.clone().all(|number| number.is_finite()) && self.motor >= 0.0
    }
}

impl Row {
    /// Returns `None` if the wheel has no grip or the body cannot give way.
    pub(in super::super) fn of_wheel(source: usize, wheel: &Wheel, bodies: &[Body], mass: &[Mass]) -> Option<Self> {
        let [normal, tangents @ ..] = wheel.axes;
        let (a, body) = (wheel.body.index(), &bodies[wheel.body.index()]);
        let given = body.linear_velocity + body.angular_velocity.cross(&wheel.arm);
        let mut row = Self { a, b: wheel.ground.index(), normal, tangents, arm_a: wheel.arm, ..Self::default() };
        row.find_levers(mass);
        let gain = |axis: usize| if wheel.grip.limit[axis] > 0.0 { row.gain[axis + 1] } else { 0.0 };
        let gain = [0.0, gain(0), gain(1)];
        if gain == [0.0; 3] || !wheel.grip.is_sound() {
            return None;
        }
        let least = gain.into_iter().filter(|gain| *gain > 0.0).fold(f64::INFINITY, f64::min);
        let pace = [1, 2].map(|axis: usize| gain[axis].min(least));
        let slip = [0, 1].map(|axis| wheel.rolling[axis] - given.dot(&tangents[axis]));
        let wanted = match wheel.grip.demand(wheel.grip.spent) < SPENT {
            true => given,
            false => tangents[0] * wheel.rolling[0] + tangents[1] * wheel.rolling[1],
        };
        Some(Self {
            surface: -wanted,
            // Nothing separates the two along the normal.
            depth: f64::NEG_INFINITY,
            gain,
            // A rolling wheel is where it has rolled to.
            slip: slip.iter().all(|slip| slip.abs() < MAX_SLIP).then_some([0.0; 2]),
            source,
            wheel: Some(WheelRow { grip: wheel.grip, pace }),
            ..row
        })
    }
}

/// Fraction of its friction from which a wheel counts as fully used.
const SPENT: f64 = 0.99;

/// Maximum speed of a holding patch over the ground, m/s.
const MAX_SLIP: f64 = 2e-5;

/// Whether a wheel that rolled before the contacts still rolls, with friction to spare.
pub(super) fn holds(row: &Row, wheel: &WheelRow, bodies: &[Body]) -> bool {
    /// Maximum fraction of the friction for which this holds.
    const SPARE: f64 = 1.0 - 1e-6;
    let friction = [0, 1].map(|axis| wheel.grip.spent[axis] + row.impulse[axis + 1]);
    [1, 2].into_iter().all(|axis| speed_along(row, bodies, axis).abs() < MAX_SLIP)
        && wheel.grip.demand(friction) < SPARE
}

/// Solves one wheel; returns the change of velocity at its patch.
pub(super) fn solve(row: &mut Row, wheel: &WheelRow, bodies: &mut [Body], mass: &[Mass]) -> f64 {
    let old = [row.impulse[1], row.impulse[2]];
    let held = |axis: usize| old[axis] - wheel.pace[axis] * speed_along(row, bodies, axis + 1);
    let (wanted, spent) = ([held(0), held(1)], wheel.grip.spent);
    let whole = [spent[0] + wanted[0], spent[1] + wanted[1]];
    let bounded = wheel.grip.bounded(whole);
    let new = if bounded == whole { wanted } else { [bounded[0] - spent[0], bounded[1] - spent[1]] };
    let change = [new[0] - old[0], new[1] - old[1]];
    if change == [0.0; 2] {
        return 0.0;
    }
    (row.impulse[1], row.impulse[2]) = (new[0], new[1]);
    push(row, bodies, mass, [0.0, change[0], change[1]]);
    let speed = |axis: usize| if wheel.pace[axis] > 0.0 { change[axis].abs() / wheel.pace[axis] } else { 0.0 };
    speed(0).max(speed(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::smooth_contact;
    use crate::{Freedom, SolverConfig, SolverScratch, resolve_from};
    use nalgebra::{Isometry3, Point3};

    fn grip(limit: f64, spent: f64) -> Grip {
        Grip { spent: [spent, 0.0], limit: [limit; 2], motor: f64::INFINITY }
    }

    /// Speeds of a robot of 1 kg at 1 m/s with the given tread speed (m/s), and of a block of 1 kg that it hits, behind or ahead of it.
    fn meet(block: f64, tread: f64, grip: Grip) -> [f64; 2] {
        let body = |x: f64, speed: f64| {
            let pose = Isometry3::translation(x, 0.0, 0.0);
            let body = Body::with_mass(pose, 1.0, Vector3::repeat(0.01), Freedom::Planar);
            Body { linear_velocity: Vector3::x() * speed, ..body }
        };
        let side = if block > 1.0 { -1.0 } else { 1.0 };
        let mut bodies = [body(0.0, 1.0), body(0.2 * side, block), Body::fixed(Isometry3::identity())];
        let contact = smooth_contact(Point3::new(0.1 * side, 0.0, 0.0), -Vector3::x() * side);
        let wheel = Wheel {
            body: BodyId(0),
            ground: BodyId(2),
            arm: Vector3::zeros(),
            axes: [Vector3::z(), Vector3::x(), Vector3::y()],
            rolling: [tread, 0.0],
            grip,
        };
        let mut scratch = SolverScratch::default();
        resolve_from(&[contact], &[], &[wheel], &mut bodies, 0.01, &SolverConfig::default(), &mut scratch);
        assert_eq!(scratch.impulses().len(), 1, "a wheel is not a contact");
        [bodies[0].linear_velocity.x, bodies[1].linear_velocity.x]
    }

    fn close(found: [f64; 2], expected: f64) {
        assert!(found.iter().all(|speed| (speed - expected).abs() < 1e-5), "{found:?} instead of {expected} m/s");
    }

    #[test]
    fn a_wheel_holds_its_speed_with_what_is_left_of_its_grip() {
        close(meet(0.0, 1.0, grip(10.0, 0.0)), 1.0);
        close(meet(0.0, 1.0, grip(0.5, 0.0)), 0.75);
        close(meet(0.0, 1.0, grip(0.5, 0.2)), 0.65);
        close(meet(0.0, 1.0, Grip { motor: 0.1, ..grip(0.5, 0.0) }), 0.55);
        close(meet(0.0, 1.0, grip(0.5, 0.5)), 0.5);
        close(meet(0.0, 1.0, grip(0.0, 0.0)), 0.5);
    }

    #[test]
    fn a_wheel_that_slips_resists_beyond_its_tread() {
        close(meet(3.0, 2.0, grip(0.25, 0.25)), 2.0);
        close(meet(5.0, 2.0, grip(0.25, 0.25)), 2.75);
        close(meet(5.0, 2.0, grip(0.25, 0.0)), 2.875);
        // With friction left it holds the velocity from the step.
        close(meet(0.0, 2.0, grip(0.25, 0.0)), 0.625);
        close(meet(0.0, 2.0, grip(10.0, 0.0)), 1.0);
    }

    #[test]
    fn friction_stays_inside_its_ellipse() {
        let grip = Grip { spent: [0.0; 2], limit: [2.0, 1.0], motor: f64::INFINITY };
        assert_eq!(grip.bounded([1.0, 0.5]), [1.0, 0.5]);
        assert_eq!(grip.bounded([4.0, 0.0]), [2.0, 0.0]);
        let [forward, left] = grip.bounded([6.0, 4.0]);
        let demand = (forward / 2.0).hypot(left);
        assert!((demand - 1.0).abs() < 1e-12 && (forward - 1.5 * left).abs() < 1e-12, "[{forward}, {left}]");
        assert_eq!(Grip { motor: 0.5, ..grip }.bounded([4.0, 0.0]), [0.5, 0.0]);
        assert_eq!(Grip { limit: [2.0, 0.0], ..grip }.bounded([1.0, 1e-18]), [1.0, 0.0], "no grip sideways");
    }
}
