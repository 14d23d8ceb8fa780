//! Response of a motor's force to its command: a linear system whose output is the force.

use sim_abi::prelude::*;

/// How the force of a motor follows its command.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum MotorDynamics {
    /// First order, with the time constant `lag`.
    #[default]
    FirstOrder,
    /// Measured response of a T200: (6136 s + 108700)/(s³ + 89 s² + 9258 s + 108700) (ViktorNfa/bluerov2_dynamics).
    ThirdOrder,
}

/// Substep levels: a step in 1, 2, 4 … 256 parts.
pub const LEVELS: usize = 9;

/// Coefficients of the measured motor: s², s and 1 in the denominator, s in the numerator.
const A2: f64 = 89.0;
const A1: f64 = 9258.0;
const A0: f64 = 108_700.0;
const B1: f64 = 6136.0;
/// Third state of a motor in steady state, per newton.
pub const STEADY_BEND: f64 = A1 - B1;

/// The gap between a motor's force and its commanded force. While the command is constant, the gap obeys its own linear
/// equation, so its transition over any time is exact; the same equation holds for the sum of the gaps of all motors.
///
/// The gap's first component is that of the force, N. The third-order model has two more, N/s and N/s².
#[derive(Debug)]
pub struct Lag {
    /// Projects a gap's components to the force at the start of a step: the first component, or zero for motors without
    /// lag.
    pub begin: na::RowVector3<f64>,
    /// Transition over one step.
    pub step: na::Matrix3<f64>,
    /// Transition over one part, by level.
    pub parts: [Part; LEVELS],
}

/// Transition of a gap over a substep.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Effective value at the middle for Simpson's rule: it makes the impulse over the substep exact, however slow or
    /// fast the motors are.
    pub middle: na::Matrix3<f64>,
    /// Value at the end.
    pub end: na::Matrix3<f64>,
}

impl Lag {
    /// Transitions for steps of `dt` (s); `lag` is the time constant of the first order, s.
    pub fn new(dynamics: MotorDynamics, lag: f64, dt: f64) -> Self {
        let instant = dynamics == MotorDynamics::FirstOrder && lag == 0.0;
        let part = |time: f64| {
            let (end, mean) = transition(dynamics, lag, time);
            let begin = if instant { na::Matrix3::zeros() } else { na::Matrix3::identity() };
            Part { middle: (mean * 6.0 - begin - end) / 4.0, end }
        };
        Self {
            begin: na::RowVector3::new(if instant { 0.0 } else { 1.0 }, 0.0, 0.0),
            step: transition(dynamics, lag, dt).0,
            parts: std::array::from_fn(|level| part(dt / f64::from(1_u32 << level))),
        }
    }
}

/// Transition of a gap over a time (s), and its mean over that time.
fn transition(dynamics: MotorDynamics, lag: f64, time: f64) -> (na::Matrix3<f64>, na::Matrix3<f64>) {
    match dynamics {
        MotorDynamics::FirstOrder => {
            let ratio = time / lag;
            let only = |value: f64| na::Matrix3::from_diagonal(&Vec3::new(value, 0.0, 0.0));
            (only(math::exp(-ratio)), only(-math::exp_m1(-ratio) / ratio))
        }
        MotorDynamics::ThirdOrder => {
            // One matrix exponential gives both; the third state is y″ + A2·y′ + A1·y − B1·u. States are scaled per
            // step instead of per second, which gives the entries similar magnitudes.
            let (t, t2, t3) = (time, time * time, time * time * time);
            let rates = na::Matrix3::new(0.0, 1.0, 0.0, -A1 * t2, -A2 * t, 1.0, -A0 * t3, 0.0, 0.0);
            let mut both = na::Matrix6::zeros();
            both.fixed_view_mut::<3, 3>(0, 0).copy_from(&rates);
            both.fixed_view_mut::<3, 3>(0, 3).fill_with_identity();
            let both = exponential(&both);
            let powers = [1.0, t, t2];
            let per_second = |column| na::Matrix3::from_fn(|i, j| both[(i, column + j)] * powers[j] / powers[i]);
            (per_second(0), per_second(3))
        }
    }
}

/// Matrix exponential: halved until its norm is at most 1/2, summed as a series, squared as often as it was halved
/// (Moler and Van Loan, "Nineteen dubious ways to compute the exponential of a matrix", 2003, method 3). The truncation
/// error after 16 terms is below 1e-19. nalgebra's version uses the system's logarithm and powers, and so depends on
/// the machine.
fn exponential(matrix: &na::Matrix6<f64>) -> na::Matrix6<f64> {
    let (mut part, mut halvings) = (*matrix, 0);
    // Any finite number falls below 1/2 in fewer than 1100 halvings.
    while part.one_norm() > 0.5 && halvings < 1100 {
        part *= 0.5;
        halvings += 1;
    }
    let (mut term, mut sum) = (na::Matrix6::identity(), na::Matrix6::identity());
    for order in 1_u32..=16 {
        term = term * part / f64::from(order);
        sum += term;
    }
    (0..halvings).fold(sum, |power, _| power * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// nalgebra's exponential in units of seconds loses digits where entries differ by powers of a short time: its
    /// error is 1e-16 of its largest entry, which leaves nine digits for the times here.
    #[test]
    fn the_transition_of_the_measured_motor_is_the_exponential_of_its_rates() {
        for time in [0.02, 0.05, 0.2] {
            let rates = na::Matrix3::new(0.0, 1.0, 0.0, -A1, -A2, 1.0, -A0, 0.0, 0.0);
            let mut both = na::Matrix6::zeros();
            both.fixed_view_mut::<3, 3>(0, 0).copy_from(&(rates * time));
            both.fixed_view_mut::<3, 3>(0, 3).fill_with_identity();
            let exact = both.exp();
            let (end, mean) = transition(MotorDynamics::ThirdOrder, 0.0, time);
            for (found, column) in [(end, 0), (mean, 3)] {
                for (i, j) in (0..9).map(|n| (n / 3, n % 3)) {
                    let error = (found[(i, j)] - exact[(i, j + column)]) / time.powi(j as i32 - i as i32);
                    assert!(error.abs() <= 1e-9, "{time} s ({i}, {j}): {error}");
                }
            }
        }
    }

    #[test]
    fn the_exponential_of_a_turn_is_its_rotation() {
        let mut turn = na::Matrix6::zeros();
        (turn[(0, 1)], turn[(1, 0)], turn[(2, 2)]) = (-20.0, 20.0, -3.0);
        let found = exponential(&turn);
        let close = |at: (usize, usize), expected: f64| assert!((found[at] - expected).abs() < 1e-13, "{found}");
        close((0, 0), 20.0_f64.cos());
        close((1, 0), 20.0_f64.sin());
        close((2, 2), (-3.0_f64).exp());
        close((5, 5), 1.0);
    }

    #[test]
    fn the_exponential_of_what_is_not_finite_ends() {
        let endless = exponential(&na::Matrix6::repeat(f64::INFINITY));
        assert!(endless.iter().any(|entry| !entry.is_finite()));
    }
}
