//! The analytical checks of a body in water.

use super::hull::Wet;
use super::*;
use crate::motor::effect;
use std::f64::consts::{PI, TAU};

fn rig(params: Value, step: f64) -> DynamicsRig<Fossen6> {
    let mut rig = DynamicsRig::<Fossen6>::body(MassProperties::default()).params(params).period(step).build().unwrap();
    (rig.environment.density, rig.environment.surface_height) = (1000.0, f64::INFINITY);
    rig
}

/// Neutral in every attitude: the volume displaces the mass, and buoyancy acts where weight does.
fn neutral(set: &str) -> Value {
    let mass = if set == "bluerov2" { 11.5 } else { 13.5 };
    json!({"set": set, "volume": mass / 1000.0, "buoyancy_center": [0.0, 0.0, 0.0]})
}

/// As [`neutral`], too heavy to turn. A free vehicle turns across its way: the moment of the water that it carries along grows
/// with the square of the speed (Munk, NACA report 184, 1924), and no rounding is too small to begin it.
fn held(set: &str) -> Value {
    with(neutral(set), json!({"inertia": [1e9, 1e9, 1e9]}))
}

fn with(mut params: Value, more: Value) -> Value {
    let (Some(params_map), Some(more)) = (params.as_object_mut(), more.as_object()) else { return params };
    params_map.extend(more.clone());
    params
}

fn vehicle(set: Set) -> Vehicle {
    vehicle_of(set.constants())
}

fn vehicle_of(constants: Constants) -> Vehicle {
    Vehicle::try_new(&constants, Surface::Linear).unwrap()
}

fn close(a: f64, b: f64, tolerance: f64) {
    assert!((a - b).abs() <= tolerance, "{a} differs from {b} by {:e}", (a - b).abs());
}

/// Velocities of all directions and sizes up to a limit.
fn velocities(limit: f64) -> impl Iterator<Item = Vector6> {
    (0..1000).map(move |number| {
        let angle = |axis: u32| f64::from(number * 7 + axis * 131).sin();
        Vector6::from_fn(|axis, _| angle(axis as u32)).normalize() * limit * f64::from(number + 1) / 1000.0
    })
}

const NONE: [f64; 6] = [0.0; 6];
const SETS: [(&str, Set); 2] = [("bluerov2", Set::Bluerov2), ("bluerov2_heavy", Set::Bluerov2Heavy)];

#[test]
fn it_conforms() {
    testing::conformance::dynamics(|| {
        let mut rig = rig(json!({"set": "bluerov2"}), 0.01);
        rig.body.linear_velocity = Vec3::new(0.5, -0.2, 0.1);
        rig.body.angular_velocity = Vec3::new(0.3, 0.1, -0.4);
        rig
    });
}

#[test]
fn na_17_terminal_speeds_are_the_analytical_ones() {
    let surge = [("bluerov2", [0.4252, 0.9439, 1.5513, 2.2371]), ("bluerov2_heavy", [0.1459, 0.3312, 0.5489, 0.7950])];
    for (set, speeds) in surge {
        for (force, speed) in [5.0, 20.0, 50.0, 100.0].into_iter().zip(speeds) {
            let mut rig = rig(held(set), 0.01);
            rig.environment.external_force.x = force;
            rig.run(30.0).unwrap();
            close(rig.body.linear_velocity.x / speed, 1.0, 1e-3);
        }
    }
    for (set, [sway, heave, yaw]) in
        [("bluerov2", [0.8280, 0.6686, 0.7810]), ("bluerov2_heavy", [0.3036, 0.2490, 0.8165])]
    {
        let ran = |params: Value, prepare: &dyn Fn(&mut DynamicsRig<Fossen6>)| {
            let mut rig = rig(params, 0.01);
            prepare(&mut rig);
            rig.run(30.0).unwrap();
            rig.body
        };
        close(ran(held(set), &|rig| rig.environment.external_force.y = 20.0).linear_velocity.y / sway, 1.0, 1e-3);
        close(ran(held(set), &|rig| rig.environment.external_force.z = 20.0).linear_velocity.z / heave, 1.0, 1e-3);
        close(ran(neutral(set), &|rig| rig.environment.external_torque.z = 1.0).angular_velocity.z / yaw, 1.0, 1e-3);
    }
}

#[test]
fn na_17_the_first_acceleration_moves_the_added_mass_too() {
    for (set, mass) in [(Set::Bluerov2, 17.0), (Set::Bluerov2Heavy, 19.86)] {
        let vehicle = vehicle_of(Constants { volume: set.constants().mass / 1000.0, ..set.constants() });
        let water = Water { gravity: 9.81, density: 1000.0, surface: f64::INFINITY };
        let force = Vector6::new(20.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        let change = vehicle.acceleration(&Vec3::z(), 0.0, &Vector6::zeros(), &force, &water);
        close(change[0], 20.0 / mass, 1e-9);
    }
}

#[test]
fn na_17_a_neutral_body_stays_and_others_drift_as_their_buoyancy_says() {
    for (set, _) in SETS {
        let mut rig = rig(neutral(set), 0.01);
        rig.run(100.0).unwrap();
        assert!(rig.body.pose.translation.vector.norm() < 1e-12);
    }
    for (set, gravity, speed) in [("bluerov2", 9.81, 0.17198), ("bluerov2_heavy", 9.82, -0.02590)] {
        let mut rig = rig(json!({"set": set}), 0.01);
        rig.environment.gravity.z = -gravity;
        rig.run(60.0).unwrap();
        close(rig.body.linear_velocity.z / speed, 1.0, 3e-4);
    }
}

#[test]
fn na_17_it_rights_itself_with_the_analytical_moment_and_period() {
    let cases = [(Set::Bluerov2, 9.81, -1.148, [2.194, 2.194]), (Set::Bluerov2Heavy, 9.82, -0.6579, [3.670, 3.309])];
    for (set, gravity, moment, periods) in cases {
        let water = Water { gravity, density: 1000.0, surface: f64::INFINITY };
        let up = Rotation::from_euler_angles(PI / 6.0, 0.0, 0.0).inverse_transform_vector(&Vec3::z());
        let full = Wet { share: 1.0, shift: Vec3::zeros() };
        let restoring = vehicle(set).restoring(&up, &full, &water);
        let buoyancy = 1000.0 * gravity * set.constants().volume;
        close(restoring[3], -set.constants().buoyancy_center[2] * buoyancy * 0.5, 1e-9);
        close(restoring[3], moment, 5e-4);
        for (axis, period) in periods.into_iter().enumerate() {
            let name = if set == Set::Bluerov2 { "bluerov2" } else { "bluerov2_heavy" };
            // Rising or sinking would stiffen it.
            let weight = 1000.0 * set.constants().volume;
            let undamped = json!({"set": name, "mass": weight, "linear_damping": NONE, "quadratic_damping": NONE});
            let mut rig = rig(undamped, 0.002);
            rig.environment.gravity.z = -gravity;
            let mut start = [0.0; 3];
            start[axis] = 0.01;
            rig.body.pose.rotation = Rotation::from_euler_angles(start[0], start[1], start[2]);
            let mut crossings = Vec::new();
            let mut before = 0.01;
            let mut time = 0.0;
            while crossings.len() < 3 {
                rig.step().unwrap();
                time += 0.002;
                let (roll, pitch, _) = rig.body.pose.rotation.euler_angles();
                let now = [roll, pitch][axis];
                if before * now < 0.0 {
                    crossings.push(time);
                }
                before = now;
            }
            close((crossings[2] - crossings[0]) / period, 1.0, 0.01);
        }
    }
}

#[test]
fn na_17_it_floats_where_its_weight_is_carried() {
    let mut rig = rig(json!({"set": "bluerov2"}), 0.01);
    (rig.environment.surface_height, rig.environment.density_above) = (0.0, 1.2);
    rig.body.pose.translation.z = -0.5;
    rig.run(120.0).unwrap();
    close(rig.body.pose.translation.z, -0.1226, 1e-3);
    close(rig.published("submerged"), 112.815 / 114.8, 1e-4);
}

#[test]
fn na_17_turning_axes_give_no_power_and_damping_takes_it() {
    for (_, set) in SETS {
        let vehicle = vehicle(set);
        for velocity in velocities(10.0) {
            let power = velocity.dot(&vehicle.coriolis(&velocity, 1.0));
            assert!(power.abs() <= 1e-12 * (1.0 + velocity.norm().powi(3)) * 10.0, "{power}");
            assert!(velocity.dot(&vehicle.damping(&velocity, 1.0)) > 0.0);
        }
    }
}

#[test]
fn na_17_without_thrust_energy_never_grows_and_without_damping_it_stays() {
    for (set, _) in SETS {
        for step in [0.01, 0.05] {
            let mut rig = rig(neutral(set), step);
            rig.body.linear_velocity = Vec3::new(1.5, -0.8, 0.6);
            rig.body.angular_velocity = Vec3::new(1.0, -2.0, 1.5);
            let mut before = f64::INFINITY;
            for _ in 0..(10.0 / step) as usize {
                rig.step().unwrap();
                let now = rig.published("kinetic_energy");
                assert!(now <= before + 1e-12, "{before} J became {now} J");
                before = now;
            }
        }
        let undamped = json!({"linear_damping": NONE, "quadratic_damping": NONE});
        let mut rig = rig(with(neutral(set), undamped), 0.01);
        rig.body.linear_velocity = Vec3::new(0.5, -0.3, 0.2);
        rig.body.angular_velocity = Vec3::new(0.4, -0.5, 0.6);
        rig.step().unwrap();
        let start = rig.published("kinetic_energy");
        rig.run(10.0).unwrap();
        close(rig.published("kinetic_energy") / start, 1.0, 1e-6);
    }
}

#[test]
fn na_17_a_current_carries_a_free_body_along() {
    for (set, after_10) in [("bluerov2", 0.4847), ("bluerov2_heavy", 0.49992)] {
        let mut rig = rig(neutral(set), 0.01);
        rig.environment.flow.x = 0.5;
        rig.run(10.0).unwrap();
        close(rig.body.linear_velocity.x / after_10, 1.0, 1e-3);
        rig.run(50.0).unwrap();
        close(rig.body.linear_velocity.x, 0.5, 1e-4);
    }
}

#[test]
fn na_17_a_constant_current_is_still_water_seen_from_a_moving_frame() {
    let current = Vec3::new(0.7, -0.4, 0.2);
    let ran = |flow: Vec3| {
        let mut rig = rig(neutral("bluerov2"), 0.01);
        rig.environment.flow = flow.into();
        rig.body.linear_velocity = Vec3::new(0.8, 0.1, -0.2) + flow;
        rig.body.angular_velocity = Vec3::new(0.3, 0.6, -0.9);
        rig.run(10.0).unwrap();
        rig.body
    };
    let (moving, still) = (ran(current), ran(Vec3::zeros()));
    let apart = moving.pose.translation.vector - still.pose.translation.vector - current * 10.0;
    assert!(apart.norm() < 1e-7, "{apart}");
    assert!(moving.pose.rotation.angle_to(&still.pose.rotation) < 1e-7);
}

#[test]
fn na_17_twice_its_mass_of_carried_water_stays_stable_at_any_step() {
    for step in [0.01, 0.05] {
        let heavy = json!({"added_mass": [23.0, 23.0, 23.0, 0.32, 0.32, 0.32]});
        let mut rig = rig(with(neutral("bluerov2"), heavy), step);
        rig.body.linear_velocity = Vec3::new(8.0, -5.0, 3.0);
        rig.body.angular_velocity = Vec3::new(5.0, 3.0, -8.0);
        rig.run(60.0).unwrap();
        assert!(rig.body.linear_velocity.norm() < 0.05 && rig.body.angular_velocity.norm() < 0.05, "{:?}", rig.body);
    }
}

/// The plane model that is left when nothing can roll or pitch: forward Euler with a thousandth of the step is its reference.
#[test]
fn na_17_held_upright_it_is_the_plane_model() {
    let stiff = json!({"inertia": [1e9, 1e9, 0.16], "quadratic_damping": NONE});
    let mut rig = rig(with(neutral("bluerov2"), stiff), 0.01);
    (rig.environment.external_force, rig.environment.external_torque) =
        (Vec3::new(3.0, 1.0, 0.0).into(), Vec3::new(0.0, 0.0, 0.2).into());
    rig.run(5.0).unwrap();
    let (mut u, mut v, mut r, mut yaw) = (0.0, 0.0, 0.0, 0.0_f64);
    let (mass_x, mass_y, inertia) = (17.0, 24.2, 0.28);
    let rates = |u: f64, v: f64, r: f64, yaw: f64| {
        let (sin, cos) = yaw.sin_cos();
        let (x, y) = (3.0 * cos + 1.0 * sin, -3.0 * sin + 1.0 * cos);
        [
            (x + mass_y * v * r - 4.03 * u) / mass_x,
            (y - mass_x * u * r - 6.22 * v) / mass_y,
            (0.2 - (mass_y - mass_x) * u * v - 0.07 * r) / inertia,
            r,
        ]
    };
    let h = 1e-4;
    for _ in 0..50_000 {
        let [a, b, c, d] = rates(u, v, r, yaw);
        // The midpoint rule.
        let [a, b, c, d] = rates(u + a * h / 2.0, v + b * h / 2.0, r + c * h / 2.0, yaw + d * h / 2.0);
        (u, v, r, yaw) = (u + a * h, v + b * h, r + c * h, yaw + d * h);
    }
    let (sin, cos) = yaw.sin_cos();
    close(rig.body.linear_velocity.x, u * cos - v * sin, 1e-6);
    close(rig.body.linear_velocity.y, u * sin + v * cos, 1e-6);
    close(rig.body.angular_velocity.z, r, 1e-6);
    close((rig.body.yaw() - yaw + PI).rem_euclid(TAU) - PI, 0.0, 1e-6);
}

#[test]
fn na_48_motors_push_where_they_are_mounted_and_lag() {
    let mut rig = DynamicsRig::<Fossen6>::body(MassProperties::default())
        .params(with(neutral("bluerov2"), json!({"lag": 0.0})))
        .effect_with("left", effect().0, effect().1, Placement::at(0.0, 0.2, 0.0))
        .effect_with("right", effect().0, effect().1, Placement::at(0.0, -0.2, 0.0))
        .period(1e-6)
        .build()
        .unwrap();
    (rig.environment.density, rig.environment.surface_height) = (1000.0, f64::INFINITY);
    rig.effects = vec![-1.0, 2.0];
    rig.step().unwrap();
    close(rig.body.linear_velocity.x / 1e-6, 3.0 / 17.0, 1e-6);
    close(rig.body.angular_velocity.z / 1e-6, 0.2 * 9.0 / 0.28, 1e-4);
    // 100 units are more than a motor can give.
    rig.effects = vec![100.0, -100.0];
    rig.step().unwrap();
    assert_eq!((rig.published("thrust_1"), rig.published("thrust_2")), (51.5, -40.2));
}

#[test]
fn na_17_impossible_constants_are_refused() {
    for params in [
        json!({"mass": 0.0}),
        json!({"inertia": [0.1, -0.1, 0.1]}),
        json!({"linear_damping": [-1.0, 0.0, 0.0, 0.0, 0.0, 0.0]}),
        json!({"added_mass": [-20.0, 0.0, 0.0, 0.0, 0.0, 0.0]}),
    ] {
        let built = DynamicsRig::<Fossen6>::body(MassProperties::default()).params(params.clone()).build();
        assert!(built.is_err(), "{params}");
    }
}

#[test]
fn the_thrust_curve_is_the_published_one() {
    close(curve(0.97), 30.6, 0.1);
    close(curve(-0.5), -curve(0.5), 1e-12);
    assert_eq!(curve(0.0), 0.0);
}
