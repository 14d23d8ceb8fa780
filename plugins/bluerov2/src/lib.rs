//! BlueROV2 and BlueROV2 Heavy: 46 cm vehicles with horizontal and vertical thrusters.
//!
//! The origin of their frame is the middle of the hull: x forward, y left, z up. Motors are numbered as in NAUTILUS:
//! front right, front left, rear right, rear left, then the vertical ones, which push down.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

/// Length and height of both vehicles, m (public model `orca`).
const LENGTH: f64 = 0.457;
const HEIGHT: f64 = 0.254;

const FRAME: [f32; 4] = [0.10, 0.16, 0.22, 1.0];
const FLOAT: [f32; 4] = [0.13, 0.45, 0.80, 1.0];
const TUBE: [f32; 4] = [0.85, 0.87, 0.88, 1.0];
const MOTOR: [f32; 4] = [0.08, 0.08, 0.09, 1.0];

/// Parameters of a BlueROV2.
#[params]
struct StandardParams {
    /// Horizontal motors at equal distances from the center, so that balanced commands do not yaw the vehicle.
    symmetric: bool,
    /// Length, width and height of the hull, m, instead of the vehicle's own.
    size: Option<[f64; 3]>,
    /// Drawn as a box: few polygons for many vehicles.
    simple: bool,
}

/// Parameters of a BlueROV2 Heavy.
#[params]
struct HeavyParams {
    /// Length, width and height of the hull, m, instead of the vehicle's own.
    size: Option<[f64; 3]>,
    /// Drawn as a box: few polygons for many vehicles.
    simple: bool,
}

/// The differences between the two vehicles.
struct Build {
    name: &'static str,
    description: &'static str,
    size: [f64; 3],
    simple: bool,
    mass: f64,
    inertia: [f64; 3],
    set: &'static str,
    /// Dynamics model of the published motors.
    motor_dynamics: &'static str,
    motors: Vec<Placement>,
}

struct Standard;

impl RobotModel for Standard {
    type Params = StandardParams;

    fn model(params: StandardParams) -> Result<RobotModelSpec> {
        // AAU-Underwater-Robot-Lab/ROS_BlueROV2, thruster_placement.yaml; the mean of front and rear for `symmetric`.
        let [front, rear] = if params.symmetric { [0.1415, 0.1415] } else { [0.1355, 0.1475] };
        let upright = [-1.0, 1.0].map(|side| Placement::at(0.0025, side * 0.1105, 0.005).turned(0.0, FRAC_PI_2, 0.0));
        Ok(spec(Build {
            simple: params.simple,
            name: "BlueROV2",
            description: "An underwater vehicle with four horizontal and two vertical motors.",
            size: hull(params.size, 0.338)?,
            mass: 11.5,
            inertia: [0.16; 3],
            set: "bluerov2",
            motor_dynamics: "first_order",
            motors: [&plane(front, rear, 0.1, -0.0725)[..], &upright].concat(),
        }))
    }

    fn datasheet() -> Datasheet {
        in_water("bluerov2/standard")
    }
}

struct Heavy;

impl RobotModel for Heavy {
    type Params = HeavyParams;

    fn model(params: HeavyParams) -> Result<RobotModelSpec> {
        // von Benzon et al., J. Mar. Sci. Eng. 10(12), 1898 (2022), table A1.
        let corners = [[0.12, -0.218], [0.12, 0.218], [-0.12, -0.218], [-0.12, 0.218]];
        let upright = corners.map(|[x, y]| Placement::at(x, y, 0.0).turned(0.0, FRAC_PI_2, 0.0));
        Ok(spec(Build {
            simple: params.simple,
            name: "BlueROV2 Heavy",
            description: "An underwater vehicle with four horizontal and four vertical motors.",
            size: hull(params.size, 0.575)?,
            mass: 13.5,
            inertia: [0.26, 0.23, 0.37],
            set: "bluerov2_heavy",
            // ViktorNfa/bluerov2_dynamics, which implements the model of that paper.
            motor_dynamics: "third_order",
            motors: [&plane(0.156, 0.156, 0.111, -0.085)[..], &upright].concat(),
        }))
    }

    fn datasheet() -> Datasheet {
        in_water("bluerov2/heavy")
    }
}

/// Datasheet with an example of a vehicle in the sea.
fn in_water(model: &str) -> Datasheet {
    Datasheet::default().example(format!(
        r#"robots: [(name: "a", model: "{model}", at: (0, 0, -2))],
media: [(name: "sea", density: 1025, region: Below(0))]"#
    ))
}

/// Size of the hull, m: as requested, or that of the vehicle with its width.
fn hull(wished: Option<[f64; 3]>, width: f64) -> Result<[f64; 3]> {
    let size = wished.unwrap_or([LENGTH, width, HEIGHT]);
    if size.iter().all(|edge| *edge > 0.0 && edge.is_finite()) {
        return Ok(size);
    }
    Err(Fault::new(format!("the volume of a hull of {size:?} m is zero"))
        .help("length, width and height must be positive")
        .because(Cause::Parameters))
}

/// The horizontal motors: positive commands of all push forward.
fn plane(front: f64, rear: f64, side: f64, z: f64) -> [Placement; 4] {
    [(front, -1.0, 1.0), (front, 1.0, -1.0), (-rear, -1.0, -1.0), (-rear, 1.0, 1.0)]
        .map(|(x, left, turn)| Placement::at(x, left * side, z).turned(0.0, 0.0, turn * FRAC_PI_4))
}

fn spec(build: Build) -> RobotModelSpec {
    let [xx, yy, zz] = build.inertia;
    let size = build.size;
    let middle = Placement::default();
    RobotModelSpec {
        format_version: 1,
        name: build.name.into(),
        description: build.description.into(),
        links: vec![Link {
            name: "hull".into(),
            mass: MassProperties { mass: build.mass, center: [0.0; 3], inertia: [xx, yy, zz, 0.0, 0.0, 0.0] },
            collision: vec![CollisionShape { placement: middle, geometry: Geometry::Box { size } }],
            visual: visuals(&build),
        }],
        sensors: [("gps", "navigation/gps"), ("imu", "navigation/imu"), ("compass", "navigation/compass")]
            .map(|(name, component)| mount(name, component, middle))
            .into(),
        actuators: build
            .motors
            .iter()
            .enumerate()
            .map(|(number, place)| mount(&format!("f{}", number + 1), "marine/motor", *place))
            .collect(),
        dynamics: Some(ComponentRef::with(
            "marine/fossen6",
            json!({"set": build.set, "motor_dynamics": build.motor_dynamics}),
        )),
        ..RobotModelSpec::default()
    }
}

fn mount(name: &str, component: &str, placement: Placement) -> Mount {
    Mount { name: name.into(), component: component.into(), placement, ..Mount::default() }
}

/// Two plates with the pressure tube between them, floats on top, and the motors.
fn visuals(build: &Build) -> Vec<Visual> {
    let plain = |geometry: Geometry, placement: Placement, color: [f32; 4]| Visual {
        placement,
        geometry,
        color,
        paint: color == FLOAT,
    };
    let size = build.size;
    if build.simple {
        return vec![plain(Geometry::Box { size }, Placement::default(), FLOAT)];
    }
    let lying = |placement: Placement| placement.turned(0.0, FRAC_PI_2, 0.0);
    let [long, width, height] = [size[0] / LENGTH, size[1], size[2]];
    let plate = Geometry::Box { size: [0.40 * long, 0.012, 0.8 * height] };
    let float = Geometry::Box { size: [0.36 * long, 0.42 * width, 0.07] };
    let mut list = vec![
        plain(Geometry::Capsule { radius: 0.057, length: 0.30 * long }, lying(Placement::at(0.04, 0.0, 0.02)), TUBE),
        plain(Geometry::Cylinder { radius: 0.038, height: 0.25 * long }, lying(Placement::at(0.0, 0.0, -0.075)), TUBE),
    ];
    for side in [-1.0, 1.0] {
        let edge = side * (0.5 * width - 0.006);
        list.push(plain(plate.clone(), Placement::at(0.0, edge, -0.02), FRAME));
        list.push(plain(float.clone(), Placement::at(0.0, side * 0.27 * width, 0.5 * height - 0.035), FLOAT));
    }
    for place in &build.motors {
        let [roll, pitch, yaw] = place.rpy;
        let along = Placement::at(place.at[0], place.at[1], place.at[2]).turned(roll, pitch + FRAC_PI_2, yaw);
        list.push(plain(Geometry::Cylinder { radius: 0.048, height: 0.05 }, along, MOTOR));
    }
    list
}

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// An underwater vehicle with six motors.
    robot "bluerov2/standard" = Standard;
    /// An underwater vehicle with eight motors, which can roll and pitch.
    robot "bluerov2/heavy" = Heavy;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard(params: Value) -> RobotModelSpec {
        Standard::model(params::read(&params).unwrap()).unwrap()
    }

    fn heavy() -> RobotModelSpec {
        Heavy::model(params::read(&Value::Null).unwrap()).unwrap()
    }

    /// Force and torque of unit commands, body axes.
    fn wrench(model: &RobotModelSpec, commands: &[f64]) -> [f64; 6] {
        let mut sum = [Vec3::zeros(); 2];
        for (mount, command) in model.actuators.iter().zip(commands) {
            let pose = mount.placement.isometry();
            let force = pose.rotation * Vec3::x() * *command;
            sum[0] += force;
            sum[1] += pose.translation.vector.cross(&force);
        }
        [sum[0].x, sum[0].y, sum[0].z, sum[1].x, sum[1].y, sum[1].z]
    }

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} differs from {b}");
    }

    #[test]
    fn they_conform() {
        testing::conformance::robot::<Standard>();
        testing::conformance::robot::<Heavy>();
    }

    /// NA-12: The vehicle is 0.457 m long, 0.338 m wide, 0.254 m high unless configured.
    #[test]
    fn the_hull_has_the_size_of_the_vehicle() {
        let size = |model: &RobotModelSpec| match model.links[0].collision[0].geometry {
            Geometry::Box { size } => size,
            _ => panic!("the hull is a box"),
        };
        assert_eq!(size(&standard(Value::Null)), [0.457, 0.338, 0.254]);
        assert_eq!(size(&heavy()), [0.457, 0.575, 0.254]);
        assert_eq!(size(&standard(json!({"size": [1.0, 2.0, 3.0]}))), [1.0, 2.0, 3.0]);
        let params = params::read(&json!({"size": [1.0, 0.0, 1.0]})).unwrap();
        assert!(Standard::model(params).unwrap_err().message().contains("is zero"));
    }

    /// NA-33: Efficiency mode draws robots with at most 25 % of the triangles; results stay identical.
    #[test]
    fn the_simple_vehicle_is_one_box_and_moves_like_the_other() {
        let (full, simple) = (standard(Value::Null), standard(json!({"simple": true})));
        let is_box = |visual: &Visual| matches!(visual.geometry, Geometry::Box { .. });
        assert!(simple.links[0].visual.iter().all(is_box) && simple.links[0].visual.len() == 1);
        assert_eq!(simple.links[0].collision, full.links[0].collision);
        assert_eq!((simple.actuators, simple.dynamics), (full.actuators, full.dynamics));
    }

    /// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
    #[test]
    fn the_allocation_is_that_of_the_measured_motors() {
        let model = standard(Value::Null);
        let half = 0.5_f64.sqrt();
        for (motor, [x, y, yaw]) in
            [[half, half, 0.1665], [half, -half, -0.1665], [half, -half, 0.1750], [half, half, -0.1750]]
                .iter()
                .enumerate()
        {
            let mut commands = [0.0; 6];
            commands[motor] = 1.0;
            let [fx, fy, fz, tx, ty, tz] = wrench(&model, &commands);
            close(fx, *x, 1e-12);
            close(fy, *y, 1e-12);
            close(fz, 0.0, 1e-12);
            close(tz, *yaw, 1e-4);
            close(tx.hypot(ty), 0.0725, 1e-12);
            close(tx.abs(), 0.0513, 1e-4);
        }
        let [.., fz, _, _, tz] = wrench(&model, &[0.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
        close(fz, -2.0, 1e-12);
        close(tz, 0.0, 1e-12);
        // Half of the horizontal motors produce a small yaw moment, unless they are equally far from the middle.
        close(wrench(&model, &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0])[5], -0.0085, 1e-4);
        close(wrench(&standard(json!({"symmetric": true})), &[1.0, 0.0, 0.0, 1.0, 0.0, 0.0])[5], 0.0, 1e-12);
        close(wrench(&heavy(), &[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])[5], 0.1888, 1e-4);
    }

    /// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
    #[test]
    fn the_heavy_one_rolls_and_pitches_by_its_upright_motors() {
        let [[fx, fy, fz, ..], roll, pitch] = [[1.0, 1.0, 1.0, 1.0], [1.0, -1.0, 1.0, -1.0], [1.0, 1.0, -1.0, -1.0]]
            .map(|upright| {
                let commands = [&[0.0; 4][..], &upright].concat();
                wrench(&heavy(), &commands)
            });
        assert!(fx.abs() < 1e-12 && fy.abs() < 1e-12);
        close(fz, -4.0, 1e-12);
        // Down on the right rolls to the right, down in front pitches down: about x and y (left) both are positive.
        for (turn, axis, arm) in [(roll, 3, 0.218), (pitch, 4, 0.12)] {
            for (index, value) in turn.into_iter().enumerate() {
                close(value, if index == axis { 4.0 * arm } else { 0.0 }, 1e-12);
            }
        }
    }

    /// NA-17: `fossen6` models all six degrees of freedom with parameter sets for two BlueROV2 variants.
    #[test]
    fn each_has_the_constants_and_motors_published_for_it() {
        for (model, params) in [
            (standard(Value::Null), json!({"set": "bluerov2", "motor_dynamics": "first_order"})),
            (heavy(), json!({"set": "bluerov2_heavy", "motor_dynamics": "third_order"})),
        ] {
            assert_eq!(model.dynamics, Some(ComponentRef::with("marine/fossen6", params)));
        }
    }
}
