//! Validates body states from components, services and programs.

use super::bounds::PLACE_LIMIT;
use super::fault::Fault;
use sim_abi::ffi::types as abi;
use sim_diagnostics::Code;

/// Maximum speed of a valid state, m/s and rad/s; a faster one means that a computation has diverged.
pub(super) const SPEED_LIMIT: f64 = 1e5;

/// Maximum deviation of a quaternion's squared length from 1 due to rounding.
const ROUNDING: f64 = 1e-9;

/// Range of quaternion lengths that still define an orientation.
const LENGTHS: std::ops::RangeInclusive<f64> = 1e-6..=1e6;

/// Normalizes the orientation, because integrating an angular velocity does not preserve its length. Returns any other problem with the
/// state.
#[inline]
pub(super) fn normalize(state: &mut abi::BodyState) -> Option<Fault> {
    let q = state.pose.orientation;
    let squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    let is_normalized = (squared - 1.0).abs() < ROUNDING;
    if !is_normalized {
        let length = squared.sqrt();
        if !LENGTHS.contains(&length) {
            return Some(explain(state));
        }
        let [x, y, z, w] = [q.x, q.y, q.z, q.w].map(|part| part / length);
        state.pose.orientation = abi::Quat { x, y, z, w };
    }
    let is_inside = |v: abi::Vec3, limit: f64| (v.x.abs() < limit) & (v.y.abs() < limit) & (v.z.abs() < limit);
    let fine = is_inside(state.pose.position, PLACE_LIMIT)
        & is_inside(state.linear_velocity, SPEED_LIMIT)
        & is_inside(state.angular_velocity, SPEED_LIMIT);
    if fine { None } else { Some(explain(state)) }
}

#[cold]
fn explain(state: &abi::BodyState) -> Fault {
    let (p, q) = (state.pose.position, state.pose.orientation);
    let (v, w) = (state.linear_velocity, state.angular_velocity);
    let numbers = [
        ("position.x", p.x, PLACE_LIMIT),
        ("position.y", p.y, PLACE_LIMIT),
        ("position.z", p.z, PLACE_LIMIT),
        ("orientation.x", q.x, f64::INFINITY),
        ("orientation.y", q.y, f64::INFINITY),
        ("orientation.z", q.z, f64::INFINITY),
        ("orientation.w", q.w, f64::INFINITY),
        ("linear_velocity.x", v.x, SPEED_LIMIT),
        ("linear_velocity.y", v.y, SPEED_LIMIT),
        ("linear_velocity.z", v.z, SPEED_LIMIT),
        ("angular_velocity.x", w.x, SPEED_LIMIT),
        ("angular_velocity.y", w.y, SPEED_LIMIT),
        ("angular_velocity.z", w.z, SPEED_LIMIT),
    ];
    let infinite = numbers.iter().find(|(_, number, _)| !number.is_finite());
    let message = match infinite.or_else(|| numbers.iter().find(|(_, number, limit)| number.abs() >= *limit)) {
        Some((name, number, _)) if !number.is_finite() => {
            format!("the new state is not finite: {name} is {number}")
        }
        Some((name, number, _)) => {
            format!("the new state is out of range: {name} is {number}")
        }
        None => {
            let length = (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w).sqrt();
            format!("the new state has an invalid orientation: quaternion of norm {length}")
        }
    };
    let mut fault = Fault::new(Code::EngineState, message);
    fault.help = "try a smaller step (`run.dt`); check masses, gains and damping of the dynamics".to_string();
    fault
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned([x, y, z, w]: [f64; 4]) -> abi::BodyState {
        let mut state = abi::BodyState::default();
        state.pose.orientation = abi::Quat { x, y, z, w };
        state
    }

    #[test]
    fn a_quaternion_is_normalized_and_one_of_rounded_length_stays_as_it_is() {
        for scale in [1e-5, 0.3, 0.999, 1.0 + 1e-8, 2.0, 1e5] {
            let mut state = turned([0.0, 0.6 * scale, 0.0, 0.8 * scale]);
            state.pose.position.y = 4.0;
            assert_eq!(normalize(&mut state), None, "{scale}");
            let q = state.pose.orientation;
            assert!((q.y - 0.6).abs() < 1e-15 && (q.w - 0.8).abs() < 1e-15, "{q:?}");
        }
        let rounded = [0.0, 0.6 + 1e-13, 0.0, 0.8];
        let mut state = turned(rounded);
        assert_eq!(normalize(&mut state), None);
        assert_eq!(state, turned(rounded));
    }

    #[test]
    fn what_is_wrong_with_a_state_is_named() {
        let message = |change: &dyn Fn(&mut abi::BodyState)| {
            let mut state = turned([0.0, 0.0, 0.0, 1.0]);
            state.pose.position.y = 4.0;
            change(&mut state);
            normalize(&mut state).map(|fault| fault.message.to_string()).unwrap_or_default()
        };
        let length = message(&|state| state.pose.orientation.w = 0.0);
        assert_eq!(length, "the new state has an invalid orientation: quaternion of norm 0");
        assert!(message(&|state| state.pose.orientation.w = 1e9).contains("orientation"));
        assert!(message(&|state| state.pose.orientation.x = f64::NAN).contains("orientation.x is NaN"));
        assert!(message(&|state| state.pose.position.z = 2e9).contains("position.z is 2000000000"));
        // Less than the position limit, but above the speed limit.
        assert!(message(&|state| state.angular_velocity.x = -2e5).contains("angular_velocity.x is -200000"));
        assert!(message(&|state| state.linear_velocity.y = f64::INFINITY).contains("linear_velocity.y is inf"));
    }
}
