//! Analytical checks and reference trajectories of the specification, with its tolerances.
//!
//! Its axes are x forward, y right, z down, and its world is north, east, down; relative to this crate, y and z change
//! sign.

use super::*;
use std::f64::consts::PI;

/// Positions of the propellers and directions of their positive thrust: forward, down, and to the left at the tail.
const FRONT: Placement = Placement::at(0.51, 0.0, -0.269);
const BOTTOM: Placement = Placement::at(0.045, 0.0, -0.355).turned(0.0, 0.5 * PI, 0.0);
const TAIL: Placement = Placement::at(-0.484, 0.0, -0.198).turned(0.0, 0.0, 0.5 * PI);

/// Thrust at full forward and full backward command, N: front, tail, bottom.
const LIMITS: [[f64; 2]; 3] = [[0.040, 0.045], [0.030, 0.025], [0.025, 0.045]];

/// An airship at rest with its center of gravity at the origin.
fn rig_with(params: Value, step: f64, front: Placement) -> DynamicsRig<Airship> {
    let mut builder = DynamicsRig::<Airship>::body(MassProperties::default()).params(params).period(step);
    for (name, place) in [("front", front), ("tail", TAIL), ("bottom", BOTTOM)] {
        builder = builder.effect_with(name, EffectKind::Thrust, vec![Channel::new("thrust", "N")], place);
    }
    let mut rig = builder.build().unwrap();
    rig.body.pose.translation.vector = Vec3::new(0.0, 0.0, 0.125);
    rig
}

fn rig(net_weight: f64, step: f64) -> DynamicsRig<Airship> {
    rig_with(json!({"net_weight": net_weight}), step, FRONT)
}

/// Applies commands in −1 … 1: front, tail, bottom.
fn command(rig: &mut DynamicsRig<Airship>, commands: [f64; 3]) {
    rig.effects = std::iter::zip(commands, LIMITS)
        .map(|(command, [forward, backward])| command * if command >= 0.0 { forward } else { backward })
        .collect();
}

/// State of the center of gravity as in the specification: position, roll, pitch, yaw, linear and angular velocity in
/// body axes.
fn state(rig: &DynamicsRig<Airship>) -> [f64; 12] {
    let BodyState { pose, linear_velocity, angular_velocity } = rig.body;
    let center = pose.rotation * Vec3::new(0.0, 0.0, -0.125);
    let place = pose.translation.vector + center;
    let (roll, pitch, yaw) = pose.rotation.euler_angles();
    let velocity = pose.rotation.inverse() * (linear_velocity + angular_velocity.cross(&center));
    let turning = pose.rotation.inverse() * angular_velocity;
    [
        place.x,
        -place.y,
        -place.z,
        roll,
        -pitch,
        -yaw,
        velocity.x,
        -velocity.y,
        -velocity.z,
        turning.x,
        -turning.y,
        -turning.z,
    ]
}

fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} differs from {b} by {:e}", (a - b).abs());
}

/// Flies with constant commands.
fn flown(net_weight: f64, commands: [f64; 3], seconds: f64) -> [f64; 12] {
    let mut rig = rig(net_weight, 0.004);
    command(&mut rig, commands);
    rig.run(seconds).unwrap();
    state(&rig)
}

#[test]
fn it_conforms() {
    for params in [json!({}), json!({"volume": 0.15461, "added_mass_matrix": coupled()})] {
        testing::conformance::dynamics(|| {
            let mut rig = rig_with(params.clone(), 0.032, FRONT);
            rig.environment.density = 1.19;
            command(&mut rig, [0.5, -0.3, 0.2]);
            rig.body.linear_velocity = Vec3::new(0.5, -0.2, 0.1);
            rig.body.angular_velocity = Vec3::new(0.3, 0.1, -0.4);
            rig
        });
    }
}

/// BL-A1: Full forward thrust gives 0.755929 m/s and a nose-up pitch of 1.463°.
/// BL-A2: Full backward thrust gives −0.801784 m/s and a pitch of −1.65°.
#[test]
fn terminal_speeds_along() {
    for (command, speed, pitch) in [(1.0, 0.755929, 1.463), (-1.0, -0.801784, -1.65)] {
        let state = flown(0.0, [command, 0.0, 0.0], 120.0);
        close(state[6], speed, 1e-4);
        close(state[4].to_degrees(), pitch, 0.01);
    }
}

/// BL-A3: Full vertical thrust gives 0.337100 m/s down and 0.452267 m/s up.
#[test]
fn terminal_speeds_upright() {
    for (command, speed) in [(1.0, 0.337100), (-1.0, -0.452267)] {
        close(flown(0.0, [0.0, 0.0, command], 120.0)[8], speed, 1e-4);
    }
}

/// BL-A4: A net weight of 0.010 N makes the blimp sink at 0.213201 m/s.
/// BL-A5: From rest, 0.010 N net weight makes it sink 0.366781 m in 5 s.
#[test]
fn sinking() {
    for (net_weight, speed) in [(0.010, 0.213201), (-0.010, -0.213201), (0.020, 0.301511)] {
        close(flown(net_weight, [0.0; 3], 150.0)[8], speed, 1e-5);
    }
    let begun = flown(0.010, [0.0; 3], 5.0);
    close(begun[2], 0.366781, 1e-6);
    close(begun[8], 0.135321, 1e-6);
}

/// BL-A6: From rest, full forward thrust moves it 1.890332 m in 5 s without pitching.
#[test]
fn setting_off() {
    // Thrust through the center of gravity causes no rotation.
    let mut rig = rig_with(json!({"net_weight": 0.0}), 0.004, Placement::at(0.51, 0.0, -0.125));
    command(&mut rig, [1.0, 0.0, 0.0]);
    rig.run(5.0).unwrap();
    let state = state(&rig);
    close(state[0], 1.890332, 1e-6);
    close(state[6], 0.634549, 1e-6);
}

/// BL-A7: The tail motor turns it about a point 0.127399 m ahead of the center.
#[test]
fn the_tail_turns_it_about_a_point_ahead() {
    let hull = Hull::try_new(&published()).unwrap();
    let force = Spatial { linear: Vec3::new(0.0, 1.0, 0.0), angular: Vec3::new(0.073, 0.0, -0.484) };
    let change = hull.acceleration(&Spatial::default(), &force);
    let ahead = -change.linear.y / change.angular.z;
    close(ahead, 0.0193 / (0.484 * (0.184 + 0.129)), 1e-9);
    close(ahead, 0.127399, 1e-6);
}

fn published() -> AirshipParams {
    AirshipParams { net_weight: Some(0.0), ..AirshipParams::default() }
}

/// Period of a decaying oscillation of an angle, and damping ratio of successive extrema.
fn oscillation(turn: Vec3, angle: impl Fn(&[f64; 12]) -> f64) -> (f64, f64) {
    const STEP: f64 = 0.001;
    let mut rig = rig(0.0, STEP);
    rig.body.pose.rotation = Rotation::from_scaled_axis(turn);
    rig.body.pose.translation.vector = rig.body.pose.rotation * Vec3::new(0.0, 0.0, 0.125);
    let (mut last, mut crossings) = (angle(&state(&rig)), Vec::new());
    let (mut extremes, mut largest) = (Vec::new(), 0.0_f64);
    for number in 1..12_000 {
        rig.step().unwrap();
        let now = angle(&state(&rig));
        largest = if now.abs() > largest.abs() { now } else { largest };
        if last * now < 0.0 {
            crossings.push((f64::from(number - 1) + last / (last - now)) * STEP);
            extremes.push(largest);
            largest = 0.0;
        }
        last = now;
    }
    let halves = crossings.len() - 1;
    let period = 2.0 * (crossings[halves] - crossings[0]) / halves as f64;
    let decrement = -(extremes[halves] / extremes[1]).abs().ln() / (halves - 1) as f64;
    (period, decrement / PI.hypot(decrement))
}

/// BL-A8: Pitch swings with 3.419163 rad/s and a damping ratio of 0.059858.
/// BL-A9: Roll swings with 4.873451 rad/s and a damping ratio of 0.053998.
#[test]
fn pendulums() {
    let (period, ratio) = oscillation(Vec3::new(0.0, -0.05, 0.0), |state| state[4]);
    close(period / 1.84094, 1.0, 1e-3);
    close(ratio / 0.059858, 1.0, 1e-2);
    let (period, ratio) = oscillation(Vec3::new(0.05, 0.0, 0.0), |state| state[3]);
    close(period / 1.29115, 1.0, 1e-3);
    close(ratio / 0.053998, 1.0, 1e-2);
}

/// BL-A10: A yaw rate of 0.5 rad/s decays to 0.220513 rad/s in 2 s.
/// BL-A11: Full yaw thrust gives 1.8414 rad/s in one direction, −1.5329 rad/s in the other.
#[test]
fn turning() {
    let mut decay = rig(0.0, 0.004);
    decay.body.angular_velocity.z = 0.5;
    decay.run(2.0).unwrap();
    close(state(&decay)[11].abs(), 0.220513, 1e-6);
    close(flown(0.0, [0.0, 1.0, 0.0], 30.0)[11], 1.8414, 1e-3);
    close(flown(0.0, [0.0, -1.0, 0.0], 30.0)[11], -1.5329, 1e-3);
}

/// BL-A12: Coasting from 0.5 to 0.1 m/s takes 24.800 s and 4.98926 m.
#[test]
fn coasting() {
    let mut rig = rig(0.0, 0.004);
    rig.body.linear_velocity.x = 0.5;
    let mut seconds = 0.0;
    let (mut last, mut distance) = (0.5, 0.0);
    while state(&rig)[6] > 0.1 {
        (last, distance) = (state(&rig)[6], state(&rig)[0]);
        rig.step().unwrap();
        seconds += 0.004;
    }
    let now = state(&rig);
    let part = (last - 0.1) / (last - now[6]);
    close(distance + part * (now[0] - distance), 4.98926, 1e-4);
    close(seconds - 0.004 + part * 0.004, 24.800, 1e-3);
}

/// BL-A13: At full speed the heading is unstable and deviations grow at 1.213947 per second.
#[test]
fn a_moving_hull_turns_across_its_path() {
    let speed = (0.04_f64 / 0.07).sqrt();
    let mut rig = rig_with(json!({"net_weight": 0.0}), 0.004, Placement::at(0.51, 0.0, -0.125));
    command(&mut rig, [1.0, 0.0, 0.0]);
    rig.body.linear_velocity.x = speed;
    rig.body.angular_velocity.z = 1e-6;
    rig.run(3.0).unwrap();
    let begin = state(&rig)[11].abs();
    rig.run(3.0).unwrap();
    let rate = (state(&rig)[11].abs() / begin).ln() / 3.0;
    close(rate / 1.213947, 1.0, 0.02);
}

/// ½νᵀMν + m·g·h − B·h_cb, J.
fn energy(hull: &Hull, rig: &DynamicsRig<Airship>) -> f64 {
    let [_, _, down, _, _, _, u, v, w, p, q, r] = state(rig);
    let velocity = Spatial { linear: Vec3::new(u, -v, -w), angular: Vec3::new(p, -q, -r) };
    let (weight, buoyancy) = hull.weight_and_buoyancy(&(&rig.environment).into());
    hull.inertia.kinetic_energy(&velocity, 1.0) - weight * down - buoyancy * rig.body.pose.translation.z
}

/// Tumbling, far from any steady state.
fn thrown(params: Value, step: f64) -> DynamicsRig<Airship> {
    let mut rig = rig_with(params, step, FRONT);
    rig.body.pose.rotation = Rotation::from_euler_angles(0.4, -0.3, 1.0);
    rig.body.linear_velocity = Vec3::new(0.3, -0.2, 0.1);
    rig.body.angular_velocity = Vec3::new(0.2, 0.1, -0.3);
    rig
}

/// BL-A14: Without power the energy never grows; without damping it stays within 1e-8 J.
#[test]
fn energy_without_thrust() {
    let params = json!({"net_weight": 0.0});
    let hull = Hull::try_new(&published()).unwrap();
    let mut rig = thrown(params, 0.004);
    let mut last = energy(&hull, &rig);
    for _ in 0..15_000 {
        rig.step().unwrap();
        let now = energy(&hull, &rig);
        assert!(now <= last + 1e-12, "{} J more", now - last);
        last = now;
    }
    let zero = [0.0; 6];
    let params = json!({"net_weight": 0.0, "linear_damping": zero, "quadratic_damping": zero});
    let mut rig = thrown(params, 0.004);
    let begin = energy(&hull, &rig);
    rig.run(60.0).unwrap();
    close(energy(&hull, &rig), begin, 1e-8);
}

/// BL-A15: With power, energy changes by thrust power minus dissipation, within 1e-6.
#[test]
fn energy_with_thrust() {
    let hull = Hull::try_new(&published()).unwrap();
    let mut rig = rig(0.0, 0.001);
    command(&mut rig, [0.7, 0.2, -0.4]);
    let begin = energy(&hull, &rig);
    let power = |rig: &DynamicsRig<Airship>| {
        let [.., u, v, w, p, q, r] = state(rig);
        let [front, tail, bottom] = [rig.effects[0], rig.effects[1], rig.effects[2]];
        let thrust = front * u - tail * v
            + bottom * w
            + (0.073 * tail) * p
            + (0.144 * front - 0.045 * bottom) * q
            + (0.484 * tail) * r;
        let lost = 0.07 * u.abs().powi(3)
            + 0.28 * v.abs().powi(3)
            + 0.22 * w.abs().powi(3)
            + 0.005 * p * p
            + 0.0079 * q * q
            + 0.0079 * r * r;
        thrust - lost
    };
    // Simpson's rule over pairs of steps.
    let mut work = 0.0;
    for _ in 0..5_000 {
        let first = power(&rig);
        rig.step().unwrap();
        let middle = power(&rig);
        rig.step().unwrap();
        work += (first + 4.0 * middle + power(&rig)) * 0.001 / 3.0;
    }
    close((energy(&hull, &rig) - begin) / work, 1.0, 1e-6);
}

/// BL-A16: Mirrored commands and states give mirrored flights, within 1e-12.
#[test]
fn mirrored_flights_are_mirrored() {
    let run = |side: f64| {
        let mut rig = rig(0.010, 0.004);
        rig.effects = vec![0.03, side * 0.02, -0.01];
        rig.body.linear_velocity = Vec3::new(0.2, side * 0.1, 0.0);
        rig.body.angular_velocity = Vec3::new(side * 0.1, 0.2, side * -0.1);
        rig.run(10.0).unwrap();
        state(&rig)
    };
    let (one, other) = (run(1.0), run(-1.0));
    for (index, (a, b)) in std::iter::zip(one, other).enumerate() {
        let turned = [1, 3, 5, 7, 9, 11].contains(&index);
        close(a, if turned { -b } else { b }, 1e-12);
    }
}

/// BL-A17: With trimmed vertical thrust it drifts less than 1 mm in 10 s.
#[test]
fn hovering() {
    let hovered = flown(0.010, [0.0, 0.0, -0.222222], 10.0);
    close(hovered[2], 0.0, 1e-3);
}

/// Commands front, tail, bottom, seconds, and the state after them.
const TRAJECTORIES: [([f64; 3], f64, [f64; 12]); 4] = [
    (
        [0.5, 0.2, 0.0],
        10.0,
        [
            1.424475, 0.844901, 1.175527, 0.002175, 0.010619, -2.533832, -0.042780, -0.138244, 0.189531, -0.004331,
            0.005046, 0.322437,
        ],
    ),
    (
        [1.0, 0.0, -2.0 / 9.0],
        10.0,
        [5.406279, 0.0, -0.148656, 0.0, 0.024878, 0.0, 0.741768, 0.0, -0.001429, 0.0, 0.009105, 0.0],
    ),
    (
        [1.0, -0.3, -0.6],
        8.0,
        [
            1.525773, -0.980937, -1.355709, -0.002677, 0.035061, 2.083092, -0.005487, 0.148093, -0.265144, 0.013255,
            0.007755, -0.456797,
        ],
    ),
    (
        [-1.0, 0.5, 0.4],
        5.0,
        [
            -1.005169, -1.203560, 0.593926, 0.008424, -0.022848, -2.882544, 0.088152, 0.262394, 0.210593, 0.030545,
            0.067111, 1.195012,
        ],
    ),
];

/// BL-T1: 10 s of forward and slight yaw thrust end in the reference state, within 2e-6.
/// BL-T2: 10 s of full forward thrust with trim end in the reference state, within 2e-6.
/// BL-T4: 8 s of forward, yaw and upward thrust end in the reference state, within 2e-6.
/// BL-T5: 5 s of backward, yaw and downward thrust end in the reference state, within 2e-6.
#[test]
fn reference_trajectories() {
    for (commands, seconds, wanted) in TRAJECTORIES {
        let found = flown(0.010, commands, seconds);
        for (a, b) in std::iter::zip(found, wanted) {
            assert!((a - b).abs() <= 2e-6, "{commands:?}: {found:?} for {wanted:?}");
        }
    }
}

/// BL-T3: Opposite yaw pulses of 1 s each end in the reference state after 6 s.
#[test]
fn reference_trajectory() {
    let mut rig = rig(0.010, 0.004);
    for (tail, seconds) in [(1.0, 1.0), (-1.0, 1.0), (0.0, 4.0)] {
        command(&mut rig, [0.0, tail, -2.0 / 9.0]);
        rig.run(seconds).unwrap();
    }
    let wanted = [
        -0.184892, -0.210929, -0.009613, 0.001832, 0.001291, 0.323810, -0.045732, -0.009579, -0.002008, 0.018164,
        -0.000110, -0.025600,
    ];
    for (a, b) in std::iter::zip(state(&rig), wanted) {
        close(a, b, 2e-6);
    }
}

#[test]
fn halving_the_step_shows_order_four() {
    let place = |step: f64| {
        let mut rig = rig(0.010, step);
        command(&mut rig, [0.5, 0.2, 0.0]);
        rig.run(3.2).unwrap();
        let [n, e, d, ..] = state(&rig);
        Vec3::new(n, e, d)
    };
    let exact = place(0.001);
    let [coarse, fine] = [0.032, 0.016].map(|step| (place(step) - exact).norm());
    assert!(coarse < 1e-5 && (12.0..20.0).contains(&(coarse / fine)), "{coarse:e} {fine:e}");
    // A longer step is split into substeps, with the same result.
    close((place(0.064) - place(0.032)).norm(), 0.0, 1e-12);
}

/// Added masses that couple all axes.
fn coupled() -> Rows {
    let own: [f64; 6] = [0.033, 0.129, 0.129, 0.002, 0.003, 0.003];
    let mut rows = [[0.0; 6]; 6];
    for row in 0..6 {
        for column in 0..6 {
            let share: f64 = if row == column { 1.0 } else { 0.1 };
            rows[row][column] = share * (own[row] * own[column]).sqrt();
        }
    }
    rows
}

#[test]
fn buoyancy_can_be_that_of_the_air() {
    let mut rig = rig_with(json!({"volume": 0.15461}), 0.004, FRONT);
    rig.environment.density = 0.184 / 0.15461;
    rig.run(10.0).unwrap();
    close(state(&rig)[2], 0.0, 1e-9);
    rig.environment.density = 1.225;
    rig.run(10.0).unwrap();
    assert!(state(&rig)[2] < -0.1, "it rises: {:?}", state(&rig));
}

#[test]
fn wind_carries_it_along() {
    let mut rig = rig(0.0, 0.032);
    rig.environment.flow = Vec3::new(0.4, -0.1, 0.0).into();
    rig.run(300.0).unwrap();
    close((rig.body.linear_velocity - Vec3::new(0.4, -0.1, 0.0)).norm(), 0.0, 0.02);
}

#[test]
fn what_cannot_be_is_refused_with_a_remedy() {
    let refusal = |params: Value| {
        let fault = DynamicsRig::<Airship>::body(MassProperties::default()).params(params).build().err().unwrap();
        fault.to_string()
    };
    let mut uneven = coupled();
    uneven[0][1] += 0.01;
    let mut driving = [[0.0; 6]; 6];
    driving[2][2] = -0.01;
    for (params, named) in [
        (json!({"mass": 0.0}), "mass matrix"),
        (json!({"inertia": [0.01, -0.01, 0.01]}), "`inertia` contains -0.01"),
        (json!({"net_weight": 0.01, "volume": 0.15}), "both `net_weight` and `volume`"),
        (json!({"added_mass_matrix": uneven}), "not symmetric"),
        (json!({"linear_damping_matrix": driving}), "adds energy to some motion"),
        (json!({"quadratic_damping": [0.07, 0.28, -0.22, 0.0, 0.0, 0.0]}), "`quadratic_damping` contains -0.22"),
        (json!({"added_mass": [-0.2, 0.1, 0.1, 0.0, 0.0, 0.0]}), "body and added mass"),
    ] {
        let message = refusal(params.clone());
        assert!(message.contains(named), "{params}: {message}");
    }
}
