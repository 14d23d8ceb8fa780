//! Scout: a round two-wheeled robot of 8.5 cm radius.
//!
//! The origin of its frame is the middle of the body's underside, 5 mm above the floor, x forward. The wheels are drawn
//! and turn, but only the body collides.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

use sim_abi::prelude::*;
use std::f64::consts::FRAC_PI_2;

/// Radius and height of the body, m.
const BODY: (f64, f64) = (0.085, 0.10);
/// Height of the body above the floor, m.
const CLEARANCE: f64 = 0.005;
/// Mass of the body without turret, of each wheel and of the turret, kg: 1 kg in all.
const MASS: (f64, f64, f64) = (0.90, 0.05, 0.04);
/// Width of a wheel, m.
const TREAD: f64 = 0.014;

const SHELL: [f32; 4] = [0.93, 0.93, 0.90, 1.0];
const CHASSIS: [f32; 4] = [0.20, 0.24, 0.30, 1.0];
const TIRE: [f32; 4] = [0.10, 0.10, 0.11, 1.0];
const ACCENT: [f32; 4] = [0.95, 0.45, 0.10, 1.0];

/// What a scout carries.
#[params]
#[derive(Clone, Copy, Default, PartialEq)]
enum Equipment {
    #[default]
    Full,
    Minimal,
}

/// Parameters of the scout.
#[params]
struct ScoutParams {
    /// All equipment, or only wheels and the ring of distance rays, for large swarms.
    equipment: Equipment,
    /// Radius of the wheels.
    #[param(default = 0.021, unit = "m", min = 0.006, max = 0.08)]
    wheel_radius: f64,
    /// Distance between the wheels.
    #[param(default = 0.14, unit = "m", min = 0.02, max = 0.16)]
    track: f64,
    /// Rays of the ring.
    #[param(default = 8, min = 1, max = 10_000)]
    rays: u32,
    /// Range of the rays, from the shell.
    #[param(default = 1.0, unit = "m", min = 0.01, formerly = "reach")]
    max_range: f64,
}

struct Scout;

impl RobotModel for Scout {
    type Params = ScoutParams;

    fn model(params: ScoutParams) -> Result<RobotModelSpec> {
        let ring = json!({"rays": params.rays, "max_range": params.max_range, "radius": BODY.0});
        let drive = json!({"wheel_radius": params.wheel_radius, "track": params.track});
        let mut model = RobotModelSpec {
            format_version: 1,
            name: "Scout".into(),
            description: "A round robot of 8.5 cm radius on two wheels.".into(),
            links: vec![
                body(&params),
                wheel("left_wheel", params.wheel_radius),
                wheel("right_wheel", params.wheel_radius),
            ],
            joints: vec![axle("left_wheel", 0.5, &params), axle("right_wheel", -0.5, &params)],
            sensors: vec![mount("range", "range/ring", ring, Placement::at(0.0, 0.0, 0.05))],
            actuators: ["left_wheel", "right_wheel"]
                .map(|wheel| mount(wheel, "drive/wheel-motor", json!({"joint": wheel}), Placement::default()))
                .into(),
            dynamics: Some(ComponentRef::with("diff-drive/kinematic", drive.clone())),
            controller: Some(ComponentRef::with("control/wander", drive.clone())),
            standing_height: CLEARANCE,
            ..RobotModelSpec::default()
        };
        if params.equipment == Equipment::Full {
            equip(&mut model, drive);
        }
        Ok(model)
    }
}

/// Adds the turret, the light and the sensors of a fully equipped scout.
fn equip(model: &mut RobotModelSpec, drive: Value) {
    model.links[0].mass = body_mass(MASS.0 - MASS.2);
    model.links.push(turret());
    model.joints.push(Joint {
        name: "turret".into(),
        parent: "body".into(),
        child: "turret".into(),
        placement: Placement::at(0.0, 0.0, BODY.1),
        motion: JointMotion::Revolute,
        axis: [0.0, 0.0, 1.0],
        limits: Some([-FRAC_PI_2, FRAC_PI_2]),
        max_velocity: Some(3.0),
        ..Joint::default()
    });
    let middle = Placement::at(0.0, 0.0, 0.05);
    model.sensors.extend([
        mount("gps", "navigation/gps", Value::Null, middle),
        mount("compass", "navigation/compass", Value::Null, middle),
        mount("imu", "navigation/imu", Value::Null, middle),
        mount("odometry", "navigation/odometry", drive, Placement::default()),
        mount("bumper", "touch/bumper", Value::Null, middle),
        mount("ground", "touch/ground-color", Value::Null, Placement::at(0.06, 0.0, 0.0)),
        on_turret(mount("turret_range", "range/ray", json!({"max_range": 3.0}), Placement::at(0.02, 0.0, 0.012))),
    ]);
    model.actuators.extend([
        mount("turret", "drive/servo", json!({"joint": "turret"}), Placement::default()),
        on_turret(mount("led", "drive/led", Value::Null, Placement::at(0.0, 0.0, 0.025))),
    ]);
}

fn mount(name: &str, component: &str, params: Value, placement: Placement) -> Mount {
    Mount { name: name.into(), component: component.into(), params, placement, ..Mount::default() }
}

fn on_turret(mount: Mount) -> Mount {
    Mount { link: "turret".into(), ..mount }
}

/// Mass properties of a solid cylinder about z.
fn cylinder(mass: f64, radius: f64, height: f64, center: [f64; 3]) -> MassProperties {
    let across = mass * (3.0 * radius * radius + height * height) / 12.0;
    MassProperties { mass, center, inertia: [across, across, 0.5 * mass * radius * radius, 0.0, 0.0, 0.0] }
}

fn visual(geometry: Geometry, placement: Placement, color: [f32; 4]) -> Visual {
    Visual { placement, geometry, color, paint: color == SHELL }
}

fn body_mass(mass: f64) -> MassProperties {
    cylinder(mass, BODY.0, BODY.1, [0.0, 0.0, 0.5 * BODY.1])
}

fn body(params: &ScoutParams) -> Link {
    let (radius, height) = BODY;
    let middle = Placement::at(0.0, 0.0, 0.5 * height);
    let chassis = [0.13, params.track - TREAD - 0.004, 0.035];
    Link {
        name: "body".into(),
        mass: body_mass(MASS.0),
        collision: vec![CollisionShape { placement: middle, geometry: Geometry::Cylinder { radius, height } }],
        visual: vec![
            visual(Geometry::Box { size: chassis }, Placement::at(0.0, 0.0, 0.0175), CHASSIS),
            visual(Geometry::Cylinder { radius, height: 0.065 }, Placement::at(0.0, 0.0, 0.0675), SHELL),
            visual(Geometry::Box { size: [0.03, 0.02, 0.002] }, Placement::at(0.06, 0.0, 0.101), ACCENT),
        ],
    }
}

/// A wheel about the y axis of its link, with a spoke that shows its rotation.
fn wheel(name: &str, radius: f64) -> Link {
    let MassProperties { mass, center, inertia: [across, _, along, ..] } = cylinder(MASS.1, radius, TREAD, [0.0; 3]);
    let tread = Geometry::Cylinder { radius, height: TREAD };
    let spoke = Geometry::Box { size: [1.6 * radius, TREAD + 0.001, 0.15 * radius] };
    Link {
        name: name.into(),
        mass: MassProperties { mass, center, inertia: [across, along, across, 0.0, 0.0, 0.0] },
        collision: Vec::new(),
        visual: vec![
            visual(tread, Placement::default().turned(FRAC_PI_2, 0.0, 0.0), TIRE),
            visual(spoke, Placement::default(), ACCENT),
        ],
    }
}

fn axle(wheel: &str, side: f64, params: &ScoutParams) -> Joint {
    Joint {
        name: wheel.into(),
        parent: "body".into(),
        child: wheel.into(),
        placement: Placement::at(0.0, side * params.track, params.wheel_radius - CLEARANCE),
        motion: JointMotion::Continuous,
        axis: [0.0, 1.0, 0.0],
        ..Joint::default()
    }
}

fn turret() -> Link {
    let middle = Placement::at(0.0, 0.0, 0.0125);
    Link {
        name: "turret".into(),
        mass: cylinder(MASS.2, 0.018, 0.025, middle.at),
        collision: Vec::new(),
        visual: vec![
            visual(Geometry::Cylinder { radius: 0.018, height: 0.025 }, middle, CHASSIS),
            visual(Geometry::Box { size: [0.008, 0.012, 0.008] }, Placement::at(0.018, 0.0, 0.012), ACCENT),
        ],
    }
}

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// A round robot of 8.5 cm radius on two wheels.
    robot "scout/standard" = Scout;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scout(params: Value) -> RobotModelSpec {
        Scout::model(params::read(&params).unwrap()).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::robot::<Scout>();
    }

    #[test]
    fn it_weighs_one_kilogram_however_it_is_equipped() {
        for equipment in ["full", "minimal"] {
            let model = scout(json!({"equipment": equipment}));
            let mass: f64 = model.links.iter().map(|link| link.mass.mass).sum();
            assert!((mass - 1.0).abs() < 1e-12, "{equipment}: {mass} kg");
        }
    }

    #[test]
    fn minimal_equipment_is_wheels_and_the_ring() {
        let names = |mounts: &[Mount]| mounts.iter().map(|mount| mount.name.clone()).collect::<Vec<_>>();
        let model = scout(json!({"equipment": "minimal", "rays": 24, "max_range": 2.0}));
        assert_eq!(names(&model.sensors), ["range"]);
        assert_eq!(names(&model.actuators), ["left_wheel", "right_wheel"]);
        assert_eq!(model.sensors[0].params, json!({"rays": 24, "max_range": 2.0, "radius": 0.085}));
        assert_eq!((model.links.len(), model.joints.len()), (3, 2));
    }

    #[test]
    fn the_wheels_touch_the_floor_and_stand_the_track_apart() {
        for (radius, track) in [(0.021, 0.14), (0.04, 0.1)] {
            let model = scout(json!({"wheel_radius": radius, "track": track}));
            let [left, right] = [&model.joints[0], &model.joints[1]].map(|joint| joint.placement.at);
            assert!((left[2] + model.standing_height - radius).abs() < 1e-12);
            assert!((left[1] - right[1] - track).abs() < 1e-12 && left[1] > 0.0);
        }
    }

    #[test]
    fn the_turret_carries_its_ray() {
        let model = scout(Value::Null);
        let ray = model.sensors.iter().find(|mount| mount.name == "turret_range").unwrap();
        assert_eq!((ray.link.as_str(), ray.component.as_str()), ("turret", "range/ray"));
    }
}
