//! The same motion at another place, in another direction, and with a shorter step.

use super::bodies::{at_rest, body_of, scene, shape};
use super::random::Random;
use super::{GRAVITY, Run, Scene, Variation};
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use sim_abi::math::BodyState;
use std::f64::consts::TAU;

/// A displacement up to 1 km along each axis, and a rotation of a scene.
fn somewhere(random: &mut Random, turn: UnitQuaternion<f64>) -> Isometry3<f64> {
    let mut along = || random.pick_sign() * random.scale(1.0, 1e3);
    Isometry3::from_parts(Translation3::new(along(), along(), 0.0), turn)
}

fn vector(v: &Vector3<f64>) -> String {
    format!("({:?}, {:?}, {:?})", v.x, v.y, v.z)
}

/// A body is thrown on the ground, and again in the same scene moved and rotated in any direction with its gravity: the
/// motion is the same.
///
/// Rounding errors grow with every contact, so the run is short: until a few steps after the first contact.
pub fn moved_body(random: &mut Random) -> Variation {
    let (shape, dt, mass) = (shape(random), random.scale(1e-3, 0.05), random.scale(1e-3, 1e3));
    let material = format!("friction: {:?}, restitution: {:?}", random.between(0.0, 1.0), random.between(0.0, 0.9));
    let height = random.scale(1e-3, 1.0);
    let rpy = [random.between(-3.0, 3.0), random.between(-1.5, 1.5), random.between(-3.0, 3.0)];
    let velocity = Vector3::new(random.between(-3.0, 3.0), random.between(-3.0, 3.0), random.between(-3.0, 0.0));
    let spin = Vector3::new(random.between(-3.0, 3.0), random.between(-3.0, 3.0), random.between(-3.0, 3.0));
    let start = BodyState {
        linear_velocity: velocity,
        angular_velocity: spin,
        ..at_rest(Vector3::z() * (shape.radius + height), rpy)
    };
    let axis = Vector3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
    let turn = UnitQuaternion::from_scaled_axis(axis * 3.0);
    let moves = [Isometry3::identity(), somewhere(random, turn)];
    let fall = ((velocity.z.powi(2) + 2.0 * GRAVITY * (height + shape.radius)).sqrt() + velocity.z) / GRAVITY;
    let ticks = ((fall / dt) as u64 + 3).max(3);
    let scenes = moves.map(|to| {
        let (roll, pitch, yaw) = to.rotation.euler_angles();
        let ground = to * Isometry3::translation(0.0, 0.0, -0.5);
        let objects = format!(
            "(name: \"ground\", shape: Box(size: (40, 40, 1)), at: {}, rpy: {}, material: ({material})),\n{}",
            vector(&ground.translation.vector),
            vector(&Vector3::new(roll, pitch, yaw)),
            body_of("body", &shape, &Vector3::zeros(), [0.0; 3], mass, &material),
        );
        let gravity = vector(&(to.rotation * Vector3::new(0.0, 0.0, -GRAVITY)));
        let text = scene(dt, &objects).replace("run: (", &format!("run: (gravity: {gravity}, "));
        let start = BodyState {
            pose: to * start.pose,
            linear_velocity: to.rotation * start.linear_velocity,
            angular_velocity: to.rotation * start.angular_velocity,
        };
        Scene { text, files: Vec::new(), starts: vec![start], ticks }
    });
    // An impact deflects the path by the rounding error of the normal.
    let most = 1e-4 * shape.radius + 1e-5 * velocity.norm() * dt + 1e-8;
    Variation { scenes: scenes.into(), check: Box::new(move |runs| alike(runs, &moves[1], most)) }
}

/// Whether the second run equals the first one, transformed: tolerance of positions, m.
fn alike(runs: &[Run], by: &Isometry3<f64>, most: f64) -> Result<(), String> {
    for (tick, (one, other)) in runs[0].iter().zip(&runs[1]).enumerate() {
        let off = (one[0].pose.translation.vector - (by.inverse() * other[0].pose).translation.vector).norm();
        if off > most {
            return Err(format!(
                "is {off:.2e} m off the place that it has in the scene that is not moved, in tick {tick}"
            ));
        }
    }
    Ok(())
}

/// A robot with a constant command for each of its actuators.
struct Driven {
    model: &'static str,
    dynamics: &'static str,
    /// Names of the commands with their maximum values.
    commands: &'static [(&'static str, f64)],
    /// In water or in air; in air, on the ground at z = 0, or above it.
    in_water: bool,
}

const BRICK: &str = r#"(name: "brick", links: [(name: "body", mass: (mass: 1, inertia: (0.01, 0.01, 0.01, 0, 0, 0)),
    collision: [(geometry: Box(size: (0.3, 0.3, 0.1)))])],
    actuators: [(name: "push", component: "drive/link-wrench", params: {"link": "body"})], dynamics: (id: "body/rigid"))"#;

/// The bundled dynamics that move a robot, except `marine/modelo0`.
const DRIVEN: [Driven; 7] = [
    Driven {
        model: r#""scout/standard""#,
        dynamics: "diff-drive/kinematic",
        commands: &[("left_wheel", 10.0), ("right_wheel", 10.0)],
        in_water: false,
    },
    Driven {
        model: r#""scout/standard""#,
        dynamics: "diff-drive/dynamic",
        commands: &[("left_wheel", 10.0), ("right_wheel", 10.0)],
        in_water: false,
    },
    Driven {
        model: r#"(file: "brick.robot.ron")"#,
        dynamics: "body/rigid",
        commands: &[("push.force_x", 3.0), ("push.force_y", 3.0), ("push.torque_z", 0.3)],
        in_water: true,
    },
    Driven {
        model: r#""bluerov2/standard""#,
        dynamics: "marine/fossen6",
        commands: &[("f1", 0.8), ("f2", 0.8), ("f3", 0.8), ("f4", 0.8)],
        in_water: true,
    },
    Driven {
        model: r#""bluerov2/heavy""#,
        dynamics: "marine/fossen6",
        commands: &[("f1", 0.8), ("f2", 0.8), ("f3", 0.8), ("f4", 0.8), ("f5", 0.5)],
        in_water: true,
    },
    Driven {
        model: r#""blimp/standard""#,
        dynamics: "blimp/airship",
        commands: &[("front", 1.0), ("bottom", 1.0), ("tail", 1.0)],
        in_water: false,
    },
    Driven {
        model: r#""robomap/platform""#,
        dynamics: "robomap/holonomic",
        commands: &[("base.forward", 1.0), ("base.left", 1.0), ("base.turn", 1.0)],
        in_water: false,
    },
];

impl Driven {
    /// The scene in which it starts at a pose, for a duration in seconds.
    fn scene(&self, to: &Isometry3<f64>, commands: &str, dt: f64, seconds: f64) -> Scene {
        let media = r#"media: [(name: "water", region: Below(0), density: 1000)],"#;
        let text = format!(
            r#"(format_version: 1, run: (dt: {dt:?}), {} robots: [(name: "robot", model: {}, dynamics: "{}", remove: [{}],
                at: ({:?}, {:?}, {:?}), yaw: {:?}, controller: (id: "control/constant", params: (commands: {{{commands}}})))])"#,
            if self.in_water { media } else { "floor: ()," },
            self.model,
            self.dynamics,
            // Nothing is rendered here.
            if self.model.contains("blimp") { "\"camera\"" } else { "" },
            to.translation.x,
            to.translation.y,
            if self.in_water {
                -5.0
            } else if self.model.contains("blimp") {
                5.0
            } else {
                0.0
            },
            to.rotation.euler_angles().2,
        );
        let files = vec![("brick.robot.ron", BRICK.to_string())];
        Scene { text, files, starts: Vec::new(), ticks: (seconds / dt).round() as u64 }
    }
}

/// A robot with any dynamics and constant commands, and their text.
fn driven(random: &mut Random) -> (&'static Driven, String) {
    let robot = &DRIVEN[random.next() as usize % DRIVEN.len()];
    let command = |(name, most): &(&str, f64)| format!("\"{name}\": {:?}, ", random.between(-most, *most));
    (robot, robot.commands.iter().map(command).collect())
}

/// A robot drives from the origin, and from another place in another direction: the motion is the same, for any
/// dynamics.
pub fn moved_robot(random: &mut Random) -> Variation {
    let (robot, commands) = driven(random);
    let dt = random.scale(2e-3, 0.05);
    let yaw = UnitQuaternion::from_euler_angles(0.0, 0.0, random.between(0.0, TAU));
    let to = somewhere(random, yaw);
    let scenes = [Isometry3::identity(), to].map(|to| robot.scene(&to, &commands, dt, 2.0)).into();
    let dynamics = robot.dynamics;
    let check = move |runs: &[Run]| alike(runs, &to, 1e-8).map_err(|error| format!("{dynamics}: {error}"));
    Variation { scenes, check: Box::new(check) }
}

/// A robot drives with a step, half of it and a quarter: the runs converge as the step gets shorter.
pub fn shorter_step(random: &mut Random) -> Variation {
    let (robot, commands) = driven(random);
    let dt = random.scale(2e-3, 0.02);
    let scene = |part: f64| robot.scene(&Isometry3::identity(), &commands, dt * part, (2.0 / dt).round() * dt);
    let scenes = [1.0, 0.5, 0.25].map(scene).into();
    let dynamics = robot.dynamics;
    let check = move |runs: &[Run]| {
        let ends = [0, 1, 2].map(|run: usize| runs[run][runs[run].len() - 1][0].pose.translation.vector);
        let (first, second) = ((ends[0] - ends[1]).norm(), (ends[1] - ends[2]).norm());
        // First-order errors halve. `diff-drive/dynamic` divides a step into substeps: as long as their length does not
        // change, two runs are equal, and the next one differs from them by up to half a millimeter.
        if second > 0.75 * first + 5e-4 {
            return Err(format!(
                "{dynamics}: {second:.2e} m between half and a quarter of the step, {first:.2e} m before"
            ));
        }
        Ok(())
    };
    Variation { scenes, check: Box::new(check) }
}
