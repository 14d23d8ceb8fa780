//! The analytical checks of a body in water, with the tolerances of the specification's table. The table assumes
//! fourth-order Runge-Kutta; `fossen6` uses its version on the rotation group, with substeps where damping or rotation
//! is fast.

mod constants;
mod motors;
mod surface;

use super::hull::Wet;
use super::*;
use crate::motor::effect;
use std::f64::consts::{PI, TAU};
use vehicle_dynamics::{Matrix6, Vector6};

fn rig(params: Value, step: f64) -> DynamicsRig<Fossen6> {
    with_motors(params, &[], step)
}

/// Neutral in every attitude: the volume displaces the mass, and buoyancy acts at the center of gravity.
fn neutral(set: &str) -> Value {
    let mass = if set == "bluerov2" { 11.5 } else { 13.5 };
    json!({"set": set, "volume": mass / 1000.0, "buoyancy_center": [0.0, 0.0, 0.0]})
}

/// Like [`neutral`], but too heavy to turn. A free vehicle turns across its direction of travel: the moment of the
/// added mass grows with the square of the speed (Munk, NACA report 184, 1924), and any rounding error can trigger it.
fn held(set: &str) -> Value {
    with(neutral(set), json!({"inertia": [1e9, 1e9, 1e9]}))
}

fn with(mut params: Value, more: Value) -> Value {
    let (Some(params_map), Some(more)) = (params.as_object_mut(), more.as_object()) else { return params };
    params_map.extend(more.clone());
    params
}

/// Like [`rig`], with motors at these placements.
fn with_motors(params: Value, places: &[Placement], step: f64) -> DynamicsRig<Fossen6> {
    let mut builder = DynamicsRig::<Fossen6>::body(MassProperties::default()).params(params).period(step);
    for (number, place) in places.iter().enumerate() {
        let (kind, channels) = effect();
        builder = builder.effect_with(&format!("f{}", number + 1), kind, channels, *place);
    }
    let mut rig = builder.build().unwrap();
    (rig.environment.density, rig.environment.surface_height) = (1000.0, f64::INFINITY);
    rig
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

/// Velocities of all directions and magnitudes up to a limit.
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
    for params in [json!({}), json!({"motor_dynamics": "third_order", "surface": "exact", "set": "bluerov2_heavy_gz"})]
    {
        testing::conformance::dynamics(|| {
            let mut rig = with_motors(params.clone(), &[Placement::at(0.1, 0.2, 0.0)], 0.01);
            rig.environment.surface_height = 0.05;
            rig.effects = vec![2.0];
            rig.body.linear_velocity = Vec3::new(0.5, -0.2, 0.1);
            rig.body.angular_velocity = Vec3::new(0.3, 0.1, -0.4);
            rig
        });
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn terminal_speeds_are_the_analytical_ones() {
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

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn the_first_acceleration_moves_the_added_mass_too() {
    for (set, mass) in [(Set::Bluerov2, 17.0), (Set::Bluerov2Heavy, 19.86)] {
        let vehicle = vehicle_of(Constants { volume: set.constants().mass / 1000.0, ..set.constants() });
        let water = Water { gravity: 9.81, density: 1000.0, surface: f64::INFINITY };
        let force = Spatial::from([20.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let change = vehicle.acceleration(&Vec3::z(), 0.0, &Spatial::default(), &force, &water);
        close(change.linear.x, 20.0 / mass, 1e-9);
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn a_neutral_body_stays_and_others_drift_as_their_buoyancy_says() {
    for (set, _) in SETS {
        let mut rig = rig(neutral(set), 0.01);
        rig.run(100.0).unwrap();
        assert!(rig.body.pose.translation.vector.norm() < 1e-12);
    }
    for (name, set, gravity, published) in
        [("bluerov2", Set::Bluerov2, 9.81, 0.17198), ("bluerov2_heavy", Set::Bluerov2Heavy, 9.82, -0.02590)]
    {
        let constants = set.constants();
        let force = 1000.0 * gravity * constants.volume - constants.mass * gravity;
        let speed = terminal(constants.linear_damping[2], constants.quadratic_damping[2], force.abs());
        close(speed.copysign(force), published, 5.1e-6);
        let mut rig = rig(json!({"set": name}), 0.01);
        rig.environment.gravity.z = -gravity;
        rig.run(60.0).unwrap();
        close(rig.body.linear_velocity.z / speed.copysign(force), 1.0, 1e-4);
    }
}

/// Terminal speed at which damping balances a force.
fn terminal(linear: f64, quadratic: f64, force: f64) -> f64 {
    ((linear * linear + 4.0 * quadratic * force).sqrt() - linear) / (2.0 * quadratic)
}

/// Solution of M·v̇ = −d₁·v − d₂·v²: remaining speed after a time, from an initial speed of 1 (m/s or rad/s).
fn decayed(mass: f64, linear: f64, quadratic: f64, time: f64) -> f64 {
    if linear == 0.0 {
        return 1.0 / (1.0 + quadratic / mass * time);
    }
    let remaining = (-linear / mass * time).exp();
    linear * remaining / (linear + quadratic * (1.0 - remaining))
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn speeds_and_turns_decay_as_the_published_damping_says() {
    for (name, set) in SETS {
        let Constants { mass, inertia, added_mass, linear_damping, quadratic_damping, .. } = set.constants();
        for axis in 0..6 {
            for step in [0.01, 0.05] {
                let mut rig = rig(if axis < 3 { held(name) } else { neutral(name) }, step);
                let moved = if axis < 3 { &mut rig.body.linear_velocity } else { &mut rig.body.angular_velocity };
                moved[axis % 3] = 1.0;
                let own = if axis < 3 { mass } else { inertia[axis - 3] };
                for time in [0.5, 1.0, 5.0] {
                    let before = if time == 5.0 { 4.0 } else { 0.5 };
                    rig.run(before).unwrap();
                    let velocity = if axis < 3 { rig.body.linear_velocity_body() } else { rig.body.angular_velocity };
                    let left =
                        decayed(own + added_mass[axis][axis], linear_damping[axis], quadratic_damping[axis], time);
                    close(velocity[axis % 3] / left, 1.0, 1e-4);
                }
            }
        }
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn it_rights_itself_with_the_analytical_moment_and_period() {
    let cases = [(Set::Bluerov2, 9.81, -1.148, [2.194, 2.194]), (Set::Bluerov2Heavy, 9.82, -0.6579, [3.670, 3.309])];
    for (set, gravity, moment, periods) in cases {
        let water = Water { gravity, density: 1000.0, surface: f64::INFINITY };
        let up = Rotation::from_euler_angles(PI / 6.0, 0.0, 0.0).inverse_transform_vector(&Vec3::z());
        let full = Wet { share: 1.0, shift: Vec3::zeros() };
        let restoring = vehicle(set).restoring(&up, &full, &water);
        let buoyancy = 1000.0 * gravity * set.constants().volume;
        close(restoring.angular.x, -set.constants().buoyancy_center[2] * buoyancy * 0.5, 1e-9);
        close(restoring.angular.x, moment, 5e-4);
        for (axis, period) in periods.into_iter().enumerate() {
            let name = if set == Set::Bluerov2 { "bluerov2" } else { "bluerov2_heavy" };
            // Heave would stiffen it.
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

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn turning_axes_give_no_power_and_damping_takes_it() {
    for (_, set) in SETS {
        let vehicle = vehicle(set);
        for velocity in velocities(10.0) {
            let power = Spatial::from(velocity).dot(&vehicle.inertia().coriolis(&velocity.into(), 1.0));
            assert!(power.abs() <= 1e-12 * (1.0 + velocity.norm().powi(3)), "{power}");
            assert!(Spatial::from(velocity).dot(&vehicle.damping(&velocity.into(), 1.0)) > 0.0);
        }
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn without_thrust_energy_never_grows_and_without_damping_it_stays() {
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

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
/// With weight, buoyancy and their lever arm, the nonincreasing energy includes the potential energy.
#[test]
fn without_thrust_motion_and_height_together_never_gain_energy() {
    for (name, set) in SETS {
        let Constants { mass, volume, buoyancy_center, .. } = set.constants();
        for step in [0.01, 0.05] {
            let mut rig = rig(json!({"set": name}), step);
            rig.body.pose.rotation = Rotation::from_euler_angles(2.5, -0.8, 0.4);
            rig.body.linear_velocity = Vec3::new(1.5, -0.8, 0.6);
            rig.body.angular_velocity = Vec3::new(1.0, -2.0, 1.5);
            let mut before = f64::INFINITY;
            for _ in 0..(30.0 / step) as usize {
                rig.step().unwrap();
                let pose = rig.body.pose;
                let center = pose.translation.z + (pose.rotation * Vec3::from(buoyancy_center)).z;
                let height = 9.81 * (mass * pose.translation.z - 1000.0 * volume * center);
                let now = rig.published("kinetic_energy") + height;
                assert!(now <= before + 1e-9, "{before} J became {now} J");
                before = now;
            }
        }
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn a_current_carries_a_free_body_along() {
    for (set, after_10) in [("bluerov2", 0.4847), ("bluerov2_heavy", 0.49992)] {
        let mut rig = rig(neutral(set), 0.01);
        rig.environment.flow.x = 0.5;
        rig.run(10.0).unwrap();
        close(rig.body.linear_velocity.x / after_10, 1.0, 1e-3);
        rig.run(50.0).unwrap();
        close(rig.body.linear_velocity.x, 0.5, 1e-4);
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
#[test]
fn a_constant_current_is_still_water_seen_from_a_moving_frame() {
    let current = Vec3::new(0.7, -0.4, 0.2);
    for (set, _) in SETS {
        let ran = |flow: Vec3| {
            let mut rig = rig(neutral(set), 0.01);
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
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
/// Also from speeds beyond those of any vehicle: a step is split into as many substeps as needed.
#[test]
fn twice_its_mass_of_carried_water_stays_stable_at_any_step() {
    for (name, set) in SETS {
        let Constants { mass, inertia, .. } = set.constants();
        let twice = [mass, mass, mass, inertia[0], inertia[1], inertia[2]].map(|own| 2.0 * own);
        for (step, speed) in [(0.01, 1.0), (0.05, 1.0), (0.1, 1.0), (0.01, 20.0), (0.05, 20.0)] {
            let mut rig = rig(with(neutral(name), json!({"added_mass": twice})), step);
            rig.body.linear_velocity = Vec3::new(8.0, -5.0, 3.0) * speed;
            rig.body.angular_velocity = Vec3::new(5.0, 3.0, -8.0) * speed;
            let mut before = f64::INFINITY;
            for _ in 0..(60.0 / step) as usize {
                rig.step().unwrap();
                let now = rig.published("kinetic_energy");
                assert!(now <= before + 1e-12, "{before} J became {now} J at {step} s");
                before = now;
            }
            assert!(
                rig.body.linear_velocity.norm() < 0.05 && rig.body.angular_velocity.norm() < 0.05,
                "{:?}",
                rig.body
            );
        }
    }
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
/// With roll and pitch locked: a planar model, by the midpoint rule with a hundredth of the step, and heave.
#[test]
fn held_upright_it_is_the_model_of_four_degrees() {
    let stiff = json!({"inertia": [1e9, 1e9, 0.16], "quadratic_damping": NONE});
    let mut rig = rig(with(neutral("bluerov2"), stiff), 0.01);
    (rig.environment.external_force, rig.environment.external_torque) =
        (Vec3::new(3.0, 1.0, 2.0).into(), Vec3::new(0.0, 0.0, 0.2).into());
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
        let [a, b, c, d] = rates(u + a * h / 2.0, v + b * h / 2.0, r + c * h / 2.0, yaw + d * h / 2.0);
        (u, v, r, yaw) = (u + a * h, v + b * h, r + c * h, yaw + d * h);
    }
    let (sin, cos) = yaw.sin_cos();
    close(rig.body.linear_velocity.x, u * cos - v * sin, 1e-6);
    close(rig.body.linear_velocity.y, u * sin + v * cos, 1e-6);
    close(rig.body.angular_velocity.z, r, 1e-6);
    close(rig.body.linear_velocity.z, 2.0 / 5.18 * (1.0 - (-5.18 / 26.07 * 5.0_f64).exp()), 1e-6);
    close((rig.body.yaw() - yaw + PI).rem_euclid(TAU) - PI, 0.0, 1e-6);
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
/// A spinning body righted by buoyancy, whose rotations do not commute.
#[test]
fn half_the_step_leaves_a_sixteenth_of_the_error() {
    let top =
        json!({"inertia": [0.2, 0.35, 0.5], "added_mass": NONE, "linear_damping": NONE, "quadratic_damping": NONE});
    let turned = |step: f64| {
        let mut rig = rig(with(neutral("bluerov2"), top.clone()), step);
        rig.body.linear_velocity = Vec3::new(0.3, 0.0, 0.0);
        rig.body.angular_velocity = Vec3::new(2.0, 1.5, -1.0);
        rig.run(2.0).unwrap();
        rig.body.pose
    };
    let exact = turned(0.002);
    let errors = [0.1, 0.05, 0.025].map(|step| {
        let apart = exact.inverse() * turned(step);
        apart.rotation.angle() + apart.translation.vector.norm()
    });
    let ratios = [errors[0] / errors[1], errors[1] / errors[2]];
    assert!(errors[0] < 1e-3 && ratios.iter().all(|ratio| (ratio - 16.0).abs() < 1.0), "{errors:?}");
}

/// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
/// A body that turns across its direction of travel or spins fast needs substeps, even without damping.
#[test]
fn fast_motion_without_damping_gains_no_energy() {
    for (name, _) in SETS {
        for (linear, angular) in [(40.0, 0.01), (0.0, 60.0), (15.0, 20.0)] {
            let undamped = json!({"linear_damping": NONE, "quadratic_damping": NONE});
            let mut rig = rig(with(neutral(name), undamped), 0.05);
            rig.body.linear_velocity = Vec3::new(0.8, 0.36, -0.48) * linear;
            rig.body.angular_velocity = Vec3::new(0.48, 0.8, 0.36) * angular;
            rig.step().unwrap();
            let start = rig.published("kinetic_energy");
            for _ in 0..40 {
                rig.step().unwrap();
                let now = rig.published("kinetic_energy") / start;
                assert!(now < 1.0 + 1e-9 && now > 0.98, "{name} at {linear} m/s, {angular} rad/s: {now}");
            }
        }
    }
}
