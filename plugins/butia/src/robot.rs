//! The robot: a base plate of 28 × 28 cm on two wheels, with a board on top.
//!
//! The origin of its frame is below the middle of the plate, 1 mm above the floor, with x forward. The wheels are drawn
//! and turn, but only the body collides.

use crate::module::unfit;
use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI};

/// Edge length of the base plate, m.
const EDGE: f64 = 0.28;
/// Distance of the front edge from the origin, m.
const FRONT: f64 = 0.5 * EDGE;
/// Height of the body, m.
const HEIGHT: f64 = 0.12;
/// Height of the frame above the floor, m.
const CLEARANCE: f64 = 0.001;
/// Mass of the body and of each wheel, kg.
const MASS: (f64, f64) = (2.18, 0.06);
/// Width of a wheel, m.
const TREAD: f64 = 0.02;
/// Maximum distance of a wheel outside the plate, m.
const OUTSIDE: f64 = 0.2;

const WOOD: [f32; 4] = [0.87, 0.74, 0.52, 1.0];
const DECK: [f32; 4] = [0.16, 0.45, 0.72, 1.0];
const BOARD: [f32; 4] = [0.10, 0.42, 0.20, 1.0];
const DARK: [f32; 4] = [0.12, 0.12, 0.13, 1.0];
const METAL: [f32; 4] = [0.70, 0.71, 0.73, 1.0];
const SPOKE: [f32; 4] = [0.95, 0.80, 0.15, 1.0];

/// Parameters of the robot.
#[params]
pub struct ButiaParams {
    /// Position of the left wheel: x forward, y left of the center of the plate.
    #[param(default = [0.0, 0.14], unit = "m")]
    left_wheel: [f64; 2],
    /// Position of the right wheel.
    #[param(default = [0.0, -0.14], unit = "m")]
    right_wheel: [f64; 2],
    /// Radius of the wheels.
    #[param(default = 0.035, unit = "m", min = 0.01, max = 0.1)]
    wheel_radius: f64,
    /// Initial battery voltage.
    #[param(default = 10.5, unit = "V", min = 0.0, max = 25.4)]
    voltage: f64,
}

/// The school robot with button, gray, distance and light sensors, and an LED in its ports.
pub struct Butia;

impl RobotModel for Butia {
    type Params = ButiaParams;

    fn model(params: ButiaParams) -> Result<RobotModelSpec> {
        check(&params)?;
        let radius = params.wheel_radius;
        let drive = json!({ "wheel_radius": radius });
        Ok(RobotModelSpec {
            name: "Butiá".into(),
            description: "A school robot on two wheels with six ports for modules.".into(),
            links: vec![body(), wheel("left_wheel", radius), wheel("right_wheel", radius)],
            joints: vec![
                axle("left_wheel", params.left_wheel, radius),
                axle("right_wheel", params.right_wheel, radius),
            ],
            sensors: vec![
                plugged("1", mount("button", "butia/button", Placement::at(FRONT, 0.0, 0.03))),
                plugged("2", mount("grey", "butia/grey", Placement::at(FRONT + 0.01, 0.0, 0.005))),
                plugged("3", mount("distance", "butia/distance", Placement::at(FRONT, 0.0, 0.06))),
                plugged("4", mount("light", "butia/light", Placement::at(FRONT, 0.07, 0.06))),
                Mount {
                    params: json!({ "voltage": params.voltage }),
                    ..mount("battery", "butia/battery", Placement::at(-0.06, 0.0, 0.05))
                },
                mount("loop-back", "butia/loop-back", Placement::at(0.0, 0.0, HEIGHT)),
                mount("eeprom", "butia/eeprom", Placement::at(0.0, 0.0, HEIGHT)),
            ],
            actuators: vec![
                Mount { params: drive.clone(), ..mount("motors", "butia/motors", Placement::default()) },
                plugged("5", mount("led", "butia/led", Placement::at(-0.1, 0.0, HEIGHT + 0.01))),
                mount("hack-pins", "butia/hack-pins", Placement::at(0.0, 0.0, HEIGHT)),
                mount("ax", "butia/ax", Placement::at(0.0, 0.0, HEIGHT)),
            ],
            ports: (1..=6).map(|port| Port { name: port.to_string(), kind: "butia".into() }).collect(),
            dynamics: Some(ComponentRef::with("diff-drive/kinematic", drive)),
            standing_height: CLEARANCE,
            ..RobotModelSpec::default()
        })
    }
}

fn check(params: &ButiaParams) -> Result {
    let (left, right) = (params.left_wheel, params.right_wheel);
    for (name, place) in [("left_wheel", left), ("right_wheel", right)] {
        if !place.iter().all(|along| along.abs() <= FRONT + OUTSIDE) {
            let message = format!("`{name}` is at ({}, {}) m, far outside the base plate", place[0], place[1]);
            return Err(unfit(message, "a wheel may be at most 0.2 m outside the plate: within ±0.34 m"));
        }
    }
    if left[1] == right[1] {
        let message = format!("`left_wheel` and `right_wheel` have the same lateral position, y = {} m", left[1]);
        return Err(unfit(message, "aligned wheels cannot turn the robot: move one of them sideways"));
    }
    if left[1] < right[1] {
        let message = format!("`left_wheel` at y = {} m is on the right of `right_wheel` at {} m", left[1], right[1]);
        return Err(unfit(message, "swap the two"));
    }
    Ok(())
}

fn mount(name: &str, component: &str, placement: Placement) -> Mount {
    Mount { name: name.into(), component: component.into(), placement, ..Mount::default() }
}

fn plugged(port: &str, mount: Mount) -> Mount {
    Mount { port: port.into(), ..mount }
}

fn visual(geometry: Geometry, placement: Placement, color: [f32; 4]) -> Visual {
    Visual { placement, geometry, color, paint: color == DECK }
}

fn slab(size: [f64; 3], [x, y, z]: [f64; 3], color: [f32; 4]) -> Visual {
    visual(Geometry::Box { size }, Placement::at(x, y, z), color)
}

fn body() -> Link {
    let [x, y, z] = [EDGE, EDGE, HEIGHT];
    let about = |a: f64, b: f64| MASS.0 * (a * a + b * b) / 12.0; // solid cuboid
    let middle = Placement::at(0.0, 0.0, 0.5 * HEIGHT);
    let mut drawn = vec![
        slab([EDGE, EDGE, 0.006], [0.0, 0.0, 0.042], WOOD),
        slab([0.20, 0.16, 0.006], [0.0, 0.0, 0.100], DECK),
        slab([0.09, 0.06, 0.004], [0.0, 0.0, 0.106], BOARD),
        slab([0.03, 0.03, 0.010], [0.0, 0.0, 0.112], DARK),
        slab([0.05, 0.11, 0.030], [-0.06, 0.0, 0.060], DARK),
        // Marks the front.
        slab([0.04, 0.02, 0.003], [0.08, 0.0, 0.1045], SPOKE),
    ];
    for (x, y) in [(0.09, 0.07), (0.09, -0.07), (-0.09, 0.07), (-0.09, -0.07)] {
        let post = Geometry::Cylinder { radius: 0.004, height: 0.052 };
        drawn.push(visual(post, Placement::at(x, y, 0.071), METAL));
    }
    // Casters at the front and the rear; they touch the floor.
    for x in [0.115, -0.115] {
        drawn.push(visual(Geometry::Sphere { radius: 0.012 }, Placement::at(x, 0.0, 0.012 - CLEARANCE), METAL));
        let holder = Geometry::Cylinder { radius: 0.014, height: 0.024 };
        drawn.push(visual(holder, Placement::at(x, 0.0, 0.027), DARK));
    }
    Link {
        name: "body".into(),
        mass: MassProperties {
            mass: MASS.0,
            center: middle.at,
            inertia: [about(y, z), about(x, z), about(x, y), 0.0, 0.0, 0.0],
        },
        collision: vec![CollisionShape { placement: middle, geometry: Geometry::Box { size: [x, y, z] } }],
        visual: drawn,
    }
}

/// A wheel about the y axis of its link, with spokes that show its rotation.
fn wheel(name: &str, radius: f64) -> Link {
    let across = MASS.1 * (3.0 * radius * radius + TREAD * TREAD) / 12.0; // solid cylinder
    let along = 0.5 * MASS.1 * radius * radius;
    let tire = Geometry::Cylinder { radius, height: TREAD };
    let mut drawn = vec![visual(tire, Placement::default().turned(FRAC_PI_2, 0.0, 0.0), DARK)];
    for spoke in 0..3 {
        let size = [1.6 * radius, TREAD + 0.002, 0.12 * radius];
        let turned = Placement::default().turned(0.0, f64::from(spoke) * PI / 3.0, 0.0);
        drawn.push(visual(Geometry::Box { size }, turned, SPOKE));
    }
    Link {
        name: name.into(),
        mass: MassProperties { mass: MASS.1, center: [0.0; 3], inertia: [across, along, across, 0.0, 0.0, 0.0] },
        collision: Vec::new(),
        visual: drawn,
    }
}

fn axle(wheel: &str, [x, y]: [f64; 2], radius: f64) -> Joint {
    Joint {
        name: wheel.into(),
        parent: "body".into(),
        child: wheel.into(),
        placement: Placement::at(x, y, radius - CLEARANCE),
        motion: JointMotion::Continuous,
        axis: [0.0, 1.0, 0.0],
        ..Joint::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn butia(params: Value) -> Result<RobotModelSpec> {
        Butia::model(params::read(&params)?)
    }

    #[test]
    fn it_conforms() {
        testing::conformance::robot::<Butia>();
    }

    /// BU-35: Six ports take one module each; the default robot leaves port 6 empty.
    #[test]
    fn the_default_robot_has_six_ports_with_one_module_each_and_the_last_empty() {
        let model = butia(Value::Null).unwrap();
        let ports: Vec<_> = model.ports.iter().map(|port| (port.name.as_str(), port.kind.as_str())).collect();
        assert_eq!(ports, ["1", "2", "3", "4", "5", "6"].map(|name| (name, "butia")));
        let mounts = || model.sensors.iter().chain(&model.actuators);
        let mut plugged: Vec<_> = mounts().filter(|mount| !mount.port.is_empty()).collect();
        plugged.sort_by(|a, b| a.port.cmp(&b.port));
        let plugged: Vec<_> = plugged.iter().map(|mount| (mount.port.as_str(), mount.name.as_str())).collect();
        assert_eq!(plugged, [("1", "button"), ("2", "grey"), ("3", "distance"), ("4", "light"), ("5", "led")]);
        let on_board: Vec<_> = mounts().filter(|m| m.port.is_empty()).map(|m| m.component.as_str()).collect();
        assert_eq!(
            on_board,
            ["butia/battery", "butia/loop-back", "butia/eeprom", "butia/motors", "butia/hack-pins", "butia/ax"]
        );
    }

    /// BU-40: Wheels may be off-center and asymmetric, but not at the same lateral position.
    #[test]
    fn wheels_are_at_their_given_positions_and_touch_the_floor() {
        let model = butia(json!({"left_wheel": [-0.05, 0.1], "right_wheel": [0.02, -0.18], "wheel_radius": 0.034}));
        let model = model.unwrap();
        let [left, right] = [&model.joints[0], &model.joints[1]].map(|joint| joint.placement.at);
        assert_eq!(([left[0], left[1]], [right[0], right[1]]), ([-0.05, 0.1], [0.02, -0.18]));
        assert!((left[2] + model.standing_height - 0.034).abs() < 1e-12);
        assert_eq!(model.actuators[0].params, json!({"wheel_radius": 0.034}));
        assert_eq!(model.dynamics.unwrap().params, json!({"wheel_radius": 0.034}));
    }

    /// BU-40: Wheels may be off-center and asymmetric, but not at the same lateral position.
    #[test]
    fn wheels_that_are_aligned_swapped_or_distant_are_rejected() {
        for (params, word) in [
            (json!({"left_wheel": [0.1, -0.14]}), "same lateral position"),
            (json!({"left_wheel": [0.0, -0.2]}), "on the right"),
            (json!({"left_wheel": [0.0, 0.35]}), "far outside"),
            (json!({"right_wheel": [-0.5, -0.14]}), "far outside"),
        ] {
            let fault = butia(params).err().unwrap();
            assert!(fault.message().contains(word) && fault.cause() == Cause::Parameters, "{fault}");
        }
    }

    #[test]
    fn it_weighs_2_3_kilograms_and_is_as_wide_as_its_plate() {
        let model = butia(Value::Null).unwrap();
        let mass: f64 = model.links.iter().map(|link| link.mass.mass).sum();
        assert!((mass - 2.3).abs() < 1e-12, "{mass}");
        assert_eq!(model.links[0].collision[0].geometry, Geometry::Box { size: [0.28, 0.28, 0.12] });
    }

    #[test]
    fn the_spot_of_grey_is_1_cm_before_the_front_edge_and_the_ruler_begins_at_it() {
        let model = butia(Value::Null).unwrap();
        let at = |name: &str| model.sensors.iter().find(|mount| mount.name == name).unwrap().placement.at;
        assert!((at("grey")[0] - 0.15).abs() < 1e-12 && at("grey")[1] == 0.0);
        assert_eq!((at("distance")[0], at("distance")[1], at("button")[0]), (0.14, 0.0, 0.14));
    }
}
