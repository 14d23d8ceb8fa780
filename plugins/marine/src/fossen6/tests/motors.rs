//! Motors: point of application of their force, and response to commands.

use super::*;

/// Force of a third-order motor for a step command of 1 N at time 0, and its integral, by the midpoint rule with steps
/// of 5 µs on the controller canonical form, unlike `motor_lag`.
fn response(until: f64) -> (f64, f64) {
    let rates = |[x, y, z]: [f64; 3]| [y, z, 1.0 - 108_700.0 * x - 9258.0 * y - 89.0 * z];
    let h = 5e-6;
    let (mut state, mut impulse) = ([0.0; 3], 0.0);
    let output = |state: [f64; 3]| 108_700.0 * state[0] + 6136.0 * state[1];
    for _ in 0..(until / h).round() as usize {
        let rate = rates(state);
        let middle = [0, 1, 2].map(|i| state[i] + 0.5 * h * rate[i]);
        let rate = rates(middle);
        state = [0, 1, 2].map(|i| state[i] + h * rate[i]);
        impulse += output(middle) * h;
    }
    (output(state), impulse)
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn motors_of_third_order_follow_as_measured() {
    for step in [0.01, 0.05] {
        let params = with(
            held("bluerov2"),
            json!({"motor_dynamics": "third_order", "newtons_per_unit": 1.0,
            "linear_damping": NONE, "quadratic_damping": NONE}),
        );
        let mut rig = with_motors(params, &[Placement::default()], step);
        rig.effects = vec![1.0];
        for number in 1..=(0.4 / step) as usize {
            rig.step().unwrap();
            let (force, impulse) = response(number as f64 * step);
            close(rig.published("thrust_1"), force, 1e-6);
            // The body receives the impulse, regardless of the force profile within a step.
            close(rig.body.linear_velocity.x * 17.0, impulse, 1e-7);
        }
        // The published fraction of the final value, and unit gain.
        rig.run(2.0).unwrap();
        close(rig.published("thrust_1"), 1.0, 1e-9);
    }
    let mut rig =
        with_motors(json!({"motor_dynamics": "third_order", "newtons_per_unit": 1.0}), &[Placement::default()], 0.01);
    rig.effects = vec![1.0];
    rig.run(0.02).unwrap();
    close(rig.published("thrust_1"), 0.63, 0.005);
    rig.run(0.08).unwrap();
    close(rig.published("thrust_1"), 0.92, 0.005);
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn motors_of_first_order_give_their_impulse_at_any_step() {
    for (step, lag) in [(0.01, 0.076), (0.05, 0.076), (0.05, 0.01), (0.1, 0.001)] {
        let params = json!({"lag": lag, "newtons_per_unit": 1.0, "linear_damping": NONE, "quadratic_damping": NONE});
        let mut rig = with_motors(with(held("bluerov2"), params), &[Placement::default()], step);
        rig.effects = vec![1.0];
        rig.run(0.5).unwrap();
        let reached = 1.0 - f64::exp(-0.5 / lag);
        close(rig.published("thrust_1"), reached, 1e-12);
        close(rig.body.linear_velocity.x * 17.0, 0.5 - lag * reached, 1e-12);
    }
}

/// NA-48: `control` takes six motor values, holds them, and limits them only on request.
#[test]
fn motors_push_where_they_are_mounted_and_are_limited() {
    let places = [Placement::at(0.0, 0.2, 0.0), Placement::at(0.0, -0.2, 0.0)];
    let mut rig = with_motors(with(neutral("bluerov2"), json!({"lag": 0.0})), &places, 1e-6);
    rig.effects = vec![-1.0, 2.0];
    rig.step().unwrap();
    close(rig.body.linear_velocity.x / 1e-6, 3.0 / 17.0, 1e-6);
    close(rig.body.angular_velocity.z / 1e-6, 0.2 * 9.0 / 0.28, 1e-4);
    // 100 units exceed the motor's limit.
    rig.effects = vec![100.0, -100.0];
    rig.step().unwrap();
    assert_eq!((rig.published("thrust_1"), rig.published("thrust_2")), (51.5, -40.2));
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn the_thrust_curve_is_the_published_one() {
    close(curve(0.97), 30.6, 0.1);
    close(curve(-0.5), -curve(0.5), 1e-12);
    assert_eq!(curve(0.0), 0.0);
    let mut rig = with_motors(json!({"command": "throttle", "lag": 0.0}), &[Placement::default()], 0.01);
    rig.effects = vec![3.0];
    rig.step().unwrap();
    close(rig.published("thrust_1"), 30.4, 1e-9);
}
