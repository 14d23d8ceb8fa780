//! The robot: a cuboid on two wheels and a caster, with a board and batteries, and a sonar on a servo in its middle.
//!
//! The origin of its frame is on the floor below the middle of the axle, x forward. The cuboid and the wheels collide;
//! the cuboid is drawn as a chassis that leaves the sonar free.

use crate::continuous_servo::share;
use crate::position_servo::{SETTLE, SLEW};
use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_6, PI};

/// Height of the cuboid's underside above the floor, m.
const UNDERSIDE: f64 = 0.028;
/// Radius and width of the caster's wheel, m.
const CASTER: (f64, f64) = (0.011, 0.008);
/// Distance of the caster's swivel behind the axle, and of its wheel behind the swivel, m.
const CASTER_AT: (f64, f64) = (0.055, 0.012);
/// Sizes of the controller board and of the power module, m, and how far ahead of the axle they sit.
const BOARD: ([f64; 3], f64) = ([0.045, 0.070, 0.004], 0.040);
const POWER: ([f64; 3], f64) = ([0.040, 0.080, 0.030], -0.040);
/// Size of the sonar's board and of the servo under it, m.
const HEAD: [f64; 3] = [0.004, 0.045, 0.020];
const SERVO: [f64; 3] = [0.023, 0.012, 0.020];
/// Pulse for which the speed of a wheel is specified, µs.
const GO: f64 = 1660.0;

const SHELL: [f32; 4] = [0.86, 0.88, 0.90, 1.0];
const GREEN: [f32; 4] = [0.05, 0.45, 0.40, 1.0];
const DARK: [f32; 4] = [0.12, 0.12, 0.13, 1.0];
const METAL: [f32; 4] = [0.72, 0.73, 0.75, 1.0];
const BLUE: [f32; 4] = [0.15, 0.35, 0.70, 1.0];
const SPOKE: [f32; 4] = [0.95, 0.80, 0.15, 1.0];

/// Parameters of the robot.
#[params]
pub struct NinjUabParams {
    /// Diameter of the wheels.
    #[param(default = 0.066, unit = "m", min = 0.03, max = 0.3)]
    wheel_diameter: f64,
    /// Distance between the wheels.
    #[param(default = 0.12, unit = "m", min = 0.03, max = 1.0)]
    wheel_base: f64,
    /// Width of a wheel.
    #[param(default = 0.018, unit = "m", min = 0.002, max = 0.1)]
    wheel_width: f64,
    /// Length of the body.
    #[param(default = 0.14, unit = "m", min = 0.05, max = 1.0)]
    body_length: f64,
    /// Width of the body.
    #[param(default = 0.10, unit = "m", min = 0.03, max = 1.0)]
    body_width: f64,
    /// Height of the body.
    #[param(default = 0.08, unit = "m", min = 0.02, max = 1.0)]
    body_height: f64,
    /// Height of the sonar above the floor.
    #[param(default = 0.07, unit = "m", min = 0.06, max = 1.0)]
    sonar_height: f64,
    /// Mass of the body, without mounted parts.
    #[param(default = 0.45, unit = "kg", min = 0.001, max = 100.0)]
    body_mass: f64,
    /// Mass of the controller board.
    #[param(default = 0.05, unit = "kg", min = 0.001, max = 10.0)]
    board_mass: f64,
    /// Mass of the power module with its cells.
    #[param(default = 0.25, unit = "kg", min = 0.001, max = 10.0)]
    power_mass: f64,
    /// Mass of each wheel.
    #[param(default = 0.04, unit = "kg", min = 0.001, max = 10.0)]
    wheel_mass: f64,
    /// Mass of the caster.
    #[param(default = 0.02, unit = "kg", min = 0.001, max = 10.0)]
    caster_mass: f64,
    /// Mass of the sonar.
    #[param(default = 0.02, unit = "kg", min = 0.001, max = 10.0)]
    sonar_mass: f64,
    /// Number of cells of the power module; for display only.
    #[param(default = 5, min = 1, max = 100)]
    cells: u32,
    /// Voltage of a cell; for display only.
    #[param(default = 1.2, unit = "V", min = 0.1, max = 10.0)]
    cell_voltage: f64,
    /// Speed of the robot at pulses of 1340 and 1660 µs.
    #[param(default = 0.1, unit = "m/s", min = 0.001, max = 2.0)]
    speed: f64,
    /// Speed factor of the left servo.
    #[param(default = 1.0, unit = "1", min = 0.1, max = 2.0)]
    left_gain: f64,
    /// Speed factor of the right servo.
    #[param(default = 1.0, unit = "1", min = 0.1, max = 2.0)]
    right_gain: f64,
    /// Angle between the middle of the sonar's beam and its edge; 0 is a thin ray.
    #[param(default = 7.5 * PI / 180.0, unit = "rad", min = 0.0, max = FRAC_PI_6)]
    beam_half_angle: f64,
    /// Maximum range of the sonar.
    #[param(default = 2.0, unit = "m", min = 0.05, max = 20.0, formerly = "sonar_reach")]
    sonar_max_range: f64,
    /// Speed of the sonar's servo.
    #[param(default = SLEW, unit = "rad/s", min = 1e-3, max = 100.0)]
    servo_slew: f64,
    /// Settling time of the sonar's servo after its arrival.
    #[param(default = SETTLE, unit = "s", min = 0.0, max = 5.0)]
    servo_settle: f64,
}

/// A scout robot with all the parts required by the controller of its protocol.
pub struct NinjUab;

impl RobotModel for NinjUab {
    type Params = NinjUabParams;

    fn model(params: NinjUabParams) -> Result<RobotModelSpec> {
        check(&params)?;
        let radius = 0.5 * params.wheel_diameter;
        let links = vec![
            body(&params),
            wheel("left_wheel", &params),
            wheel("right_wheel", &params),
            caster(&params),
            sonar(&params),
        ];
        let side = 0.5 * params.wheel_base;
        let joints = vec![
            axle("left_wheel", side, radius),
            axle("right_wheel", -side, radius),
            Joint { motion: JointMotion::Continuous, ..swivel("caster", Placement::at(-CASTER_AT.0, 0.0, UNDERSIDE)) },
            Joint {
                motion: JointMotion::Revolute,
                limits: Some([-FRAC_PI_2, FRAC_PI_2]),
                ..swivel("sonar", Placement::at(0.0, 0.0, params.sonar_height))
            },
        ];
        let (mass, center) = whole(&links, &joints);
        Ok(RobotModelSpec {
            name: "NinjUAB".into(),
            description: "A scout robot on two wheel servos and a caster, with a sonar on a servo.".into(),
            sensors: sensors(&params, mass, center),
            actuators: actuators(&params),
            dynamics: Some(ComponentRef::with(
                "diff-drive/kinematic",
                json!({"wheel_radius": radius, "track": params.wheel_base}),
            )),
            controller: Some(ComponentRef::with("ninjuab/l0", controller(&params))),
            links,
            joints,
            ..RobotModelSpec::default()
        })
    }
}

fn check(params: &NinjUabParams) -> Result {
    let unfit = |message: String, help: &'static str| Err(Fault::new(message).help(help).because(Cause::Parameters));
    let NinjUabParams { wheel_base, wheel_width, sonar_height, body_height, .. } = *params;
    if wheel_width >= wheel_base {
        let message = format!("`wheel_width` ({wheel_width} m) is not below `wheel_base` ({wheel_base} m)");
        return unfit(message, "move the wheels apart or make them thinner");
    }
    let top = UNDERSIDE + body_height;
    if sonar_height > top + 0.5 * HEAD[2] + SERVO[2] {
        let message = format!("`sonar_height` ({sonar_height} m) is above the top of the body, at {top} m");
        return unfit(message, "lower the sonar or raise `body_height`: the servo is mounted on the body");
    }
    Ok(())
}

fn sensors(params: &NinjUabParams, mass: f64, center: [f64; 3]) -> Vec<Mount> {
    let beam = json!({"half_angle": params.beam_half_angle, "max_range": params.sonar_max_range});
    let force = json!({"mass": mass, "center": center, "distance": CASTER_AT.0, "trail": CASTER_AT.1});
    vec![
        Mount { link: "sonar".into(), ..mount("sonar", "ninjuab/sonar", beam, Placement::default()) },
        mount("caster_force", "ninjuab/caster-force", force, Placement::at(-CASTER_AT.0, 0.0, 0.0)),
    ]
}

fn actuators(params: &NinjUabParams) -> Vec<Mount> {
    let (radius, base) = (0.5 * params.wheel_diameter, params.wheel_base);
    let servo = |name: &str, joint: &str, gain: f64, side: f64| {
        let full_speed = params.speed / share(GO) / radius;
        let params = json!({"joint": joint, "full_speed": full_speed, "gain": gain, "mirrored": side > 0.0});
        mount(name, "ninjuab/continuous-servo", params, Placement::at(0.0, 0.5 * side * base, radius))
    };
    let sonar = json!({"joint": "sonar", "slew": params.servo_slew, "settle": params.servo_settle});
    let caster = json!({
        "wheel_radius": radius, "wheel_base": base, "distance": CASTER_AT.0, "trail": CASTER_AT.1,
    });
    vec![
        servo("left_servo", "left_wheel", params.left_gain, 1.0),
        servo("right_servo", "right_wheel", params.right_gain, -1.0),
        mount("sonar_servo", "ninjuab/position-servo", sonar, Placement::at(0.0, 0.0, params.sonar_height)),
        mount("caster", "ninjuab/caster", caster, Placement::at(-CASTER_AT.0, 0.0, UNDERSIDE)),
    ]
}

fn controller(params: &NinjUabParams) -> Value {
    // Rounded to tenths of a degree per second, as a user would write it.
    let turn_rate = (2.0 * params.speed / params.wheel_base).to_degrees();
    json!({
        "speed": params.speed,
        "turn_rate": ((10.0 * turn_rate).round() / 10.0).to_radians(),
        "servo_slew": params.servo_slew,
        "servo_settle": params.servo_settle,
        "supply": f64::from(params.cells) * params.cell_voltage,
    })
}

fn mount(name: &str, component: &str, params: Value, placement: Placement) -> Mount {
    Mount { name: name.into(), component: component.into(), params, placement, ..Mount::default() }
}

fn visual(geometry: Geometry, placement: Placement, color: [f32; 4]) -> Visual {
    Visual { placement, geometry, color, paint: color == SHELL }
}

fn slab(size: [f64; 3], at: [f64; 3], color: [f32; 4]) -> Visual {
    visual(Geometry::Box { size }, Placement::at(at[0], at[1], at[2]), color)
}

/// A cylinder about the y axis.
fn roller(radius: f64, height: f64, [x, y, z]: [f64; 3]) -> (Geometry, Placement) {
    (Geometry::Cylinder { radius, height }, Placement::at(x, y, z).turned(FRAC_PI_2, 0.0, 0.0))
}

/// Combined mass properties of cuboids: mass (kg), size and center (m) of each.
fn cuboids(parts: &[(f64, [f64; 3], [f64; 3])]) -> MassProperties {
    let mass: f64 = parts.iter().map(|part| part.0).sum();
    let center = [0, 1, 2].map(|axis| parts.iter().map(|part| part.0 * part.2[axis]).sum::<f64>() / mass);
    let mut inertia = [0.0; 6];
    for (mass, size, at) in parts {
        let squares = size.map(|edge| edge * edge / 12.0); // solid cuboid
        let from = [0, 1, 2].map(|axis| at[axis] - center[axis]);
        for (axis, about) in inertia.iter_mut().take(3).enumerate() {
            let [b, c] = [(axis + 1) % 3, (axis + 2) % 3];
            // The parallel-axis theorem.
            *about += mass * (squares[b] + squares[c] + from[b] * from[b] + from[c] * from[c]);
        }
        for (place, (a, b)) in [(0, 1), (0, 2), (1, 2)].into_iter().enumerate() {
            inertia[3 + place] -= mass * from[a] * from[b];
        }
    }
    MassProperties { mass, center, inertia }
}

/// Mass properties of a solid cylinder about the y axis of its link.
fn about_y(mass: f64, radius: f64, width: f64, center: [f64; 3]) -> MassProperties {
    let across = mass * (3.0 * radius * radius + width * width) / 12.0;
    MassProperties { mass, center, inertia: [across, 0.5 * mass * radius * radius, across, 0.0, 0.0, 0.0] }
}

/// Mass of all links, and their center of mass: ahead of the axle, to its left, and above the floor.
fn whole(links: &[Link], joints: &[Joint]) -> (f64, [f64; 3]) {
    let at = |link: &Link| {
        let joint = joints.iter().find(|joint| joint.child == link.name);
        let from = joint.map_or([0.0; 3], |joint| joint.placement.at);
        [0, 1, 2].map(|axis| from[axis] + link.mass.center[axis])
    };
    let mass: f64 = links.iter().map(|link| link.mass.mass).sum();
    let moment = |axis: usize| links.iter().map(|link| link.mass.mass * at(link)[axis]).sum::<f64>();
    (mass, [0, 1, 2].map(|axis| moment(axis) / mass))
}

fn body(params: &NinjUabParams) -> Link {
    let NinjUabParams { body_length: length, body_width: width, body_height: height, .. } = *params;
    let radius = 0.5 * params.wheel_diameter;
    let middle = Placement::at(0.0, 0.0, UNDERSIDE + 0.5 * height);
    // The drawn chassis ends below the servo.
    let deck = (params.sonar_height - 0.5 * HEAD[2] - SERVO[2]).clamp(UNDERSIDE + 0.004, UNDERSIDE + height);
    let on_deck = |size: [f64; 3], x: f64| [x, 0.0, deck + 0.5 * size[2]];
    let (board, power) = (on_deck(BOARD.0, BOARD.1), on_deck(POWER.0, POWER.1));
    let mut drawn = vec![
        slab([length, width, deck - UNDERSIDE], [0.0, 0.0, 0.5 * (deck + UNDERSIDE)], SHELL),
        slab(BOARD.0, board, GREEN),
        slab([0.018, 0.018, 0.004], [board[0], 0.0, deck + BOARD.0[2] + 0.002], DARK),
        slab(SERVO, on_deck(SERVO, 0.0), BLUE),
        // Marks the front.
        slab([0.006, 0.4 * width, 0.5 * (deck - UNDERSIDE)], [0.5 * length, 0.0, 0.5 * (deck + UNDERSIDE)], SPOKE),
    ];
    for cell in 0..5 {
        let y = (f64::from(cell) - 2.0) * POWER.0[1] / 5.0;
        let cell = Geometry::Cylinder { radius: 0.0075, height: POWER.0[0] };
        let lying = Placement::at(power[0], y, deck + 0.0075).turned(0.0, FRAC_PI_2, 0.0);
        drawn.push(visual(cell, lying, DARK));
    }
    drawn.push(slab([POWER.0[0], POWER.0[1], 0.003], [power[0], 0.0, deck + 0.0165], DARK));
    let mut collision =
        vec![CollisionShape { placement: middle, geometry: Geometry::Box { size: [length, width, height] } }];
    for side in [0.5, -0.5] {
        // 2 mm less than the wheel, so that it does not touch the floor.
        let (geometry, placement) = roller(radius - 0.002, params.wheel_width, [0.0, side * params.wheel_base, radius]);
        collision.push(CollisionShape { placement, geometry });
    }
    Link {
        name: "body".into(),
        mass: cuboids(&[
            (params.body_mass, [length, width, height], middle.at),
            (params.board_mass, BOARD.0, board),
            (params.power_mass, POWER.0, power),
        ]),
        collision,
        visual: drawn,
    }
}

/// A wheel about the y axis of its link, with spokes that show its rotation.
fn wheel(name: &str, params: &NinjUabParams) -> Link {
    let (radius, width) = (0.5 * params.wheel_diameter, params.wheel_width);
    let (tire, lying) = roller(radius, width, [0.0; 3]);
    let mut drawn = vec![visual(tire, lying, DARK)];
    for spoke in 0..3 {
        let size = [1.6 * radius, width + 0.002, 0.14 * radius];
        let turned = Placement::default().turned(0.0, f64::from(spoke) * PI / 3.0, 0.0);
        drawn.push(visual(Geometry::Box { size }, turned, SPOKE));
    }
    let mass = about_y(params.wheel_mass, radius, width, [0.0; 3]);
    Link { name: name.into(), mass, collision: Vec::new(), visual: drawn }
}

/// A caster whose wheel trails its swivel, on the floor.
fn caster(params: &NinjUabParams) -> Link {
    let at = [-CASTER_AT.1, 0.0, CASTER.0 - UNDERSIDE];
    let (tire, lying) = roller(CASTER.0, CASTER.1, at);
    let fork = [CASTER_AT.1 + 0.006, CASTER.1 + 0.004, 0.003];
    Link {
        name: "caster".into(),
        mass: about_y(params.caster_mass, CASTER.0, CASTER.1, at),
        collision: Vec::new(),
        visual: vec![
            visual(tire, lying, DARK),
            slab(fork, [-0.5 * CASTER_AT.1, 0.0, -0.0035], METAL),
            visual(Geometry::Cylinder { radius: 0.005, height: 0.004 }, Placement::at(0.0, 0.0, -0.002), METAL),
        ],
    }
}

/// The board of the sonar with its two capsules, which point along x.
fn sonar(params: &NinjUabParams) -> Link {
    let capsule = |y: f64| {
        let eye = Geometry::Cylinder { radius: 0.008, height: 0.012 };
        visual(eye, Placement::at(0.008, y, 0.0).turned(0.0, FRAC_PI_2, 0.0), METAL)
    };
    Link {
        name: "sonar".into(),
        mass: cuboids(&[(params.sonar_mass, HEAD, [0.0; 3])]),
        collision: Vec::new(),
        visual: vec![slab(HEAD, [0.0; 3], BLUE), capsule(0.013), capsule(-0.013)],
    }
}

fn axle(wheel: &str, side: f64, radius: f64) -> Joint {
    Joint { motion: JointMotion::Continuous, axis: [0.0, 1.0, 0.0], ..swivel(wheel, Placement::at(0.0, side, radius)) }
}

/// A joint about z, with the name of its child link.
fn swivel(name: &str, placement: Placement) -> Joint {
    Joint { name: name.into(), parent: "body".into(), child: name.into(), placement, ..Joint::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn robot(params: Value) -> Result<RobotModelSpec> {
        NinjUab::model(params::read(&params)?)
    }

    #[test]
    fn it_conforms() {
        testing::conformance::robot::<NinjUab>();
    }

    /// MR-03: The NinjUAB model has two driven wheels, a rear caster and a servo-mounted sonar.
    #[test]
    fn it_has_two_wheels_a_caster_and_a_sonar_on_joints() {
        let model = robot(Value::Null).unwrap();
        let joints: Vec<_> = model.joints.iter().map(|joint| (joint.name.as_str(), joint.motion)).collect();
        let [turning, limited] = [JointMotion::Continuous, JointMotion::Revolute];
        let expected = [("left_wheel", turning), ("right_wheel", turning), ("caster", turning), ("sonar", limited)];
        assert_eq!(joints, expected);
        let parts = |mounts: &[Mount]| -> Vec<String> { mounts.iter().map(|mount| mount.component.clone()).collect() };
        assert_eq!(parts(&model.sensors), ["ninjuab/sonar", "ninjuab/caster-force"]);
        let servo = "ninjuab/continuous-servo";
        assert_eq!(parts(&model.actuators), [servo, servo, "ninjuab/position-servo", "ninjuab/caster"]);
        let cylinders = |link: &Link| matches!(link.visual[0].geometry, Geometry::Cylinder { .. });
        assert!(model.links[1..4].iter().all(cylinders), "wheels and caster are cylinders");
        assert_eq!(model.sensors[0].link, "sonar");
    }

    /// MR-04: Defaults are wheel diameter 6.6 cm, track 12 cm, and sonar height 7 cm.
    #[test]
    fn the_defaults_are_those_of_the_table() {
        let params: NinjUabParams = params::read(&Value::Null).unwrap();
        assert_eq!((params.wheel_diameter, params.wheel_base), (0.066, 0.12));
        assert_eq!([params.body_length, params.body_width, params.body_height], [0.14, 0.10, 0.08]);
        assert_eq!((params.sonar_height, params.cells, params.cell_voltage), (0.07, 5, 1.2));
        let model = robot(Value::Null).unwrap();
        assert_eq!(model.links[0].collision[0].geometry, Geometry::Box { size: [0.14, 0.10, 0.08] });
        assert_eq!(model.joints[3].placement, Placement::at(0.0, 0.0, 0.07), "the sonar is in the middle");
        let controller = model.controller.unwrap();
        assert_eq!(controller.params["supply"], json!(6.0));
        assert!((controller.params["turn_rate"].as_f64().unwrap().to_degrees() - 95.5).abs() < 1e-9);
        let full = model.actuators[0].params["full_speed"].as_f64().unwrap();
        assert!((full - 0.1 / 0.7 / 0.033).abs() < 1e-9, "{full}");
    }

    /// MR-03: The NinjUAB model has two driven wheels, a rear caster and a servo-mounted sonar.
    #[test]
    fn sizes_and_masses_that_are_not_positive_are_refused_by_name() {
        for name in [
            "wheel_diameter",
            "wheel_base",
            "wheel_width",
            "body_length",
            "body_width",
            "body_height",
            "body_mass",
            "board_mass",
            "power_mass",
            "wheel_mass",
            "caster_mass",
            "sonar_mass",
            "speed",
            "cell_voltage",
        ] {
            for value in [0.0, -1.0] {
                let fault = robot(json!({ name: value })).err().unwrap();
                assert!(
                    fault.message().contains(&format!("`{name}`")) && fault.cause() == Cause::Parameters,
                    "{fault}"
                );
            }
        }
        for (params, name) in [
            (json!({"wheel_base": 0.04, "wheel_width": 0.05}), "`wheel_width`"),
            (json!({"sonar_height": 0.5}), "`sonar_height`"),
        ] {
            let fault = robot(params).err().unwrap();
            assert!(fault.message().contains(name) && fault.cause() == Cause::Parameters, "{fault}");
        }
    }

    /// MR-03: The NinjUAB model has two driven wheels, a rear caster and a servo-mounted sonar.
    #[test]
    fn the_wheels_and_the_caster_stand_on_the_floor_and_the_rest_above_it() {
        for params in [Value::Null, json!({"wheel_diameter": 0.1, "wheel_base": 0.2})] {
            let model = robot(params).unwrap();
            let height = |joint: usize, shape: &Visual| {
                let Geometry::Cylinder { radius, .. } = shape.geometry else { panic!("no cylinder") };
                model.joints[joint].placement.at[2] + shape.placement.at[2] - radius
            };
            for joint in 0..3 {
                assert!(height(joint, &model.links[joint + 1].visual[0]).abs() < 1e-12, "joint {joint}");
            }
            let wheels = [0, 1].map(|joint| model.joints[joint].placement.at[1]);
            assert!(wheels[0] > 0.0 && wheels[0] == -wheels[1]);
            for shape in &model.links[0].collision {
                let low = match shape.geometry {
                    Geometry::Box { size } => shape.placement.at[2] - 0.5 * size[2],
                    Geometry::Cylinder { radius, .. } => shape.placement.at[2] - radius,
                    _ => panic!("another shape"),
                };
                assert!(low >= 0.002 - 1e-12, "{low}");
            }
        }
    }

    /// MR-03: The NinjUAB model has two driven wheels, a rear caster and a servo-mounted sonar.
    #[test]
    fn its_mass_lies_behind_the_axle_so_that_it_rests_on_the_caster() {
        let model = robot(Value::Null).unwrap();
        let mass: f64 = model.links.iter().map(|link| link.mass.mass).sum();
        assert!((mass - 0.87).abs() < 1e-12, "{mass}");
        let force = &model.sensors[1].params;
        assert_eq!(force["mass"], json!(mass));
        let center = force["center"][0].as_f64().unwrap();
        // Board, power module and caster, calculated manually.
        let expected = (0.05 * 0.04 - 0.25 * 0.04 - 0.02 * (0.055 + 0.012)) / 0.87;
        assert!((center - expected).abs() < 1e-12 && center < -0.005, "{center}");
        // Two equal cuboids, one ahead of the other, are one of twice the length.
        let half = |x: f64| (0.5, [0.1, 0.2, 0.3], [x, 0.0, 0.0]);
        let (two, one) = (cuboids(&[half(-0.05), half(0.05)]), cuboids(&[(1.0, [0.2, 0.2, 0.3], [0.0; 3])]));
        assert!(two.inertia.iter().zip(one.inertia).all(|(a, b)| (a - b).abs() < 1e-12), "{two:?} {one:?}");
    }
}
