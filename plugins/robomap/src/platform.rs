//! The platform.

use sim_abi::prelude::*;

/// Height of the camera above the top face, m.
const CAMERA_ABOVE: f64 = 0.1;

/// Density of the platform, kg/m³: a box of aluminum profiles, batteries and mostly air.
const DENSITY: f64 = 120.0;

const BODY: [f32; 4] = [0.85, 0.87, 0.9, 1.0];
const SPHERE: [f32; 4] = [0.15, 0.45, 0.75, 1.0];
const ARROW: [f32; 4] = [0.95, 0.45, 0.1, 1.0];

/// Parameters of the platform.
#[params]
pub struct PlatformParams {
    /// Length, width and height.
    #[param(default = [1.0, 1.0, 1.0], unit = "m", min = 0.001, max = 100.0)]
    size: [f64; 3],
    /// Maximum speed.
    #[param(default = 0.2, unit = "m/s", min = 1e-4, max = 100.0)]
    speed: f64,
    /// Maximum turn rate.
    #[param(default = 4.0, unit = "rad/s", min = 1e-4, max = 100.0)]
    turn_rate: f64,
    /// Whether it has a camera, with ten images per second.
    camera: bool,
    /// Horizontal field of view of the camera.
    #[param(default = 39.6_f64.to_radians(), unit = "rad", min = 0.01, max = 3.1)]
    field_of_view: f64,
}

pub struct Platform;

impl RobotModel for Platform {
    type Params = PlatformParams;

    fn model(params: PlatformParams) -> Result<RobotModelSpec> {
        let PlatformParams { size, speed, turn_rate, camera: has_camera, field_of_view } = params;
        let [length, width, height] = size;
        let mount = |name: &str, component: &str, params: Value, placement: Placement| Mount {
            name: name.into(),
            component: component.into(),
            params,
            placement,
            ..Mount::default()
        };
        let middle = Placement::at(0.0, 0.0, height / 2.0);
        let mut sensors = vec![
            mount("position", "navigation/gps", Value::Null, Placement::default()),
            mount("compass", "navigation/compass", Value::Null, Placement::default()),
        ];
        if has_camera {
            let view = json!({"width": 160, "height": 120, "field_of_view": field_of_view});
            sensors.push(mount("camera", "camera/pinhole", view, Placement::at(0.0, 0.0, height + CAMERA_ABOVE)));
        }
        Ok(RobotModelSpec {
            format_version: 1,
            name: "RoboMap platform".into(),
            description: "A holonomic box on the floor.".into(),
            links: vec![Link {
                name: "body".into(),
                mass: of_box(size),
                collision: vec![CollisionShape { placement: middle, geometry: Geometry::Box { size } }],
                visual: visuals([length, width, height]),
            }],
            sensors,
            actuators: vec![mount(
                "base",
                "robomap/base",
                json!({"speed": speed, "turn_rate": turn_rate}),
                Placement::default(),
            )],
            dynamics: Some(ComponentRef::new("robomap/holonomic")),
            controller: Some(ComponentRef::with("route/follow", json!({"speed": speed}))),
            ..RobotModelSpec::default()
        })
    }

    fn datasheet() -> Datasheet {
        Datasheet::default()
            .property(Property::new("ip", PropertyForm::Ipv4Address).default_value("127.0.0.1"))
            .property(Property::new("port", PropertyForm::Port).default_value("1999"))
    }
}

/// The body, the sphere on its top face, and an arrow that shows its heading.
fn visuals([length, width, height]: [f64; 3]) -> Vec<Visual> {
    let radius = length.min(width) / 3.0;
    let visual = |geometry, placement, color, paint| Visual { placement, geometry, color, paint };
    let size = [length, width, height];
    let arrow = [length * 0.3, width * 0.08, height * 0.02];
    vec![
        visual(Geometry::Box { size }, Placement::at(0.0, 0.0, height / 2.0), BODY, true),
        visual(Geometry::Sphere { radius }, Placement::at(0.0, 0.0, height), SPHERE, false),
        visual(Geometry::Box { size: arrow }, Placement::at(length * 0.34, 0.0, height + arrow[2] / 2.0), ARROW, false),
    ]
}

/// Mass properties of a solid box that rests on the origin.
fn of_box([x, y, z]: [f64; 3]) -> MassProperties {
    let mass = DENSITY * x * y * z;
    let about = |one: f64, other: f64| mass * (one * one + other * other) / 12.0;
    MassProperties {
        mass,
        center: [0.0, 0.0, z / 2.0],
        inertia: [about(y, z), about(x, z), about(x, y), 0.0, 0.0, 0.0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_conforms() {
        testing::conformance::robot::<Platform>();
    }

    /// RM-32: A robot is drawn as a box with a sphere, a margin and a label.
    /// RM-36: A first-person camera looks forward from 0.1 m above the robot.
    #[test]
    fn body_sphere_and_camera_stand_where_they_belong() {
        let model = Platform::model(params::read(&json!({"size": [0.8, 0.6, 1.2], "camera": true})).unwrap()).unwrap();
        let link = &model.links[0];
        assert_eq!(link.collision[0].geometry, Geometry::Box { size: [0.8, 0.6, 1.2] });
        assert_eq!(link.collision[0].placement.at, [0.0, 0.0, 0.6]);
        let radius = |visual: &Visual| match visual.geometry {
            Geometry::Sphere { radius } => Some((radius, visual.placement.at)),
            _ => None,
        };
        let (radius, at) = link.visual.iter().find_map(radius).expect("there is a sphere");
        assert!((radius - 0.2).abs() < 1e-12 && at == [0.0, 0.0, 1.2], "{radius} {at:?}");
        let camera = model.sensors.iter().find(|mount| mount.name == "camera").unwrap();
        assert_eq!(camera.placement.at, [0.0, 0.0, 1.3]);
        assert_eq!(camera.params["field_of_view"].as_f64(), Some(39.6_f64.to_radians()));
    }
}
