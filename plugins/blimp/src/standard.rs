//! `standard`: the blimp of the published indoor flights, with three propellers.
//!
//! The origin of its frame is the middle of the envelope, the center of buoyancy: x forward, y left, z up. Poses,
//! shapes and forces are those that the authors of the dynamics released with Webots, given there with y up and z
//! right; the camera box, its 800 × 600 pixel image and the two downward sensors are from the thesis (H. Díaz
//! Bachiller, 2010).

use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

/// Semi-axes of the envelope, m: a sphere of radius 0.26 m, stretched by 2.1.
const ENVELOPE: [f64; 3] = [0.546, 0.26, 0.26];
/// Radius of the bounding sphere of the hull about the middle of the envelope, m.
pub const HULL_RADIUS: f64 = 0.6436;
/// Height of the keel, m.
const KEEL: f64 = -0.33;

const WHITE: [f32; 4] = [0.95, 0.95, 0.95, 1.0];
const METAL: [f32; 4] = [0.55, 0.56, 0.58, 1.0];
const PROPELLER: [f32; 4] = [0.15, 0.15, 0.17, 0.6];

/// Thrust of a motor at full forward and full backward command, N.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motor(pub [f64; 2]);

impl Motor {
    pub const FRONT: Self = Self([0.040, 0.045]);
    /// Positive commands push down.
    pub const BOTTOM: Self = Self([0.025, 0.045]);
    /// Positive commands push the tail to the left.
    pub const TAIL: Self = Self([0.030, 0.025]);

    /// Force of a command, N.
    pub fn force(self, command: f64) -> f64 {
        command * if command >= 0.0 { self.0[0] } else { self.0[1] }
    }

    /// Command for a force, within −1 … 1; 0 for NaN.
    pub fn command(self, force: f64) -> f64 {
        let command = force / if force >= 0.0 { self.0[0] } else { self.0[1] };
        if command.is_finite() { command.clamp(-1.0, 1.0) } else { 0.0 }
    }
}

/// Parameters of the blimp.
#[params]
pub struct StandardParams {
    /// Time constant with which the thrust of the motors follows their commands.
    #[param(default = 0.0, unit = "s", min = 0.0, max = 1.0)]
    motor_lag: f64,
    /// Sampling interval of the position, attitude and distance sensors. Default: every step.
    #[param(unit = "s", min = 0.001, max = 1.0)]
    period: Option<f64>,
    /// Whether a camera is mounted at the nose.
    #[param(default = true)]
    camera: bool,
}

/// The blimp of the published indoor flights.
pub struct Standard;

impl RobotModel for Standard {
    type Params = StandardParams;

    fn model(params: StandardParams) -> Result<RobotModelSpec> {
        let parts = parts();
        let joints = parts.iter().map(|part| Joint {
            name: part.name.into(),
            parent: "envelope".into(),
            child: part.name.into(),
            placement: part.placement,
            motion: JointMotion::Fixed,
            ..Joint::default()
        });
        let links = parts.iter().map(|part| Link {
            name: part.name.into(),
            visual: part
                .drawn
                .iter()
                .map(|(geometry, placement, color)| visual(geometry.clone(), *placement, *color))
                .collect(),
            ..Link::default()
        });
        let sense = |name: &str, component: &str, placement: Placement| Mount {
            name: name.into(),
            component: component.into(),
            placement,
            period: params.period,
            ..Mount::default()
        };
        let down = |x: f64| Placement::at(x, 0.0, -0.337).turned(0.0, FRAC_PI_2, 0.0);
        let mut sensors = vec![
            sense("gps", "navigation/gps", Placement::default()),
            sense("attitude", "navigation/attitude", Placement::default()),
            sense("front_range", "range/lookup", down(0.14)),
            sense("rear_range", "range/lookup", down(-0.18)),
        ];
        if params.camera {
            sensors.push(Mount {
                name: "camera".into(),
                component: "camera/pinhole".into(),
                placement: Placement::at(0.531, 0.0, KEEL),
                params: json!({
                    "width": 800, "height": 600, "field_of_view": FRAC_PI_4, "near": 0.01, "rate": 1.0 / 0.064,
                    "columns": 1, "rows": 1,
                }),
                ..Mount::default()
            });
        }
        let motor = |name: &str, Motor([forward, backward]), placement: Placement| Mount {
            name: name.into(),
            component: "drive/thruster".into(),
            placement,
            params: json!({"forward": [forward], "backward": [backward], "lag": params.motor_lag}),
            ..Mount::default()
        };
        Ok(RobotModelSpec {
            format_version: 1,
            name: "Blimp".into(),
            description: "An airship of 1.1 m with three propellers.".into(),
            links: std::iter::once(envelope()).chain(links).collect(),
            joints: joints.collect(),
            sensors,
            // In the order of the published motors: forward, down, and left at the tail, which turns the nose right.
            actuators: vec![
                motor("front", Motor::FRONT, Placement::at(0.51, 0.0, -0.269)),
                motor("bottom", Motor::BOTTOM, Placement::at(0.045, 0.0, -0.355).turned(0.0, FRAC_PI_2, 0.0)),
                motor("tail", Motor::TAIL, Placement::at(-0.484, 0.0, -0.198).turned(0.0, 0.0, FRAC_PI_2)),
            ],
            dynamics: Some(ComponentRef::new("blimp/airship")),
            ..RobotModelSpec::default()
        })
    }
}

/// A part mounted below the envelope.
struct Part {
    name: &'static str,
    placement: Placement,
    drawn: Vec<(Geometry, Placement, [f32; 4])>,
}

fn parts() -> Vec<Part> {
    let disc = |radius: f64| Geometry::Cylinder { radius, height: 0.01 };
    let one = |name, placement, geometry, turn: Placement, color| Part {
        name,
        placement,
        drawn: vec![(geometry, turn, color)],
    };
    let upright = Placement::default();
    let along_x = upright.turned(0.0, FRAC_PI_2, 0.0);
    let along_y = upright.turned(FRAC_PI_2, 0.0, 0.0);
    let keel = (
        Geometry::Cylinder { radius: 0.002, height: 1.0 },
        Placement::at(0.0, 0.0, KEEL).turned(0.0, FRAC_PI_2, 0.0),
        METAL,
    );
    let struts = [-0.49, 0.01, 0.48].map(|x: f64| {
        // From the surface of the envelope to the keel.
        let skin = -ENVELOPE[2] * (1.0 - (x / ENVELOPE[0]) * (x / ENVELOPE[0])).sqrt();
        let strut = Geometry::Cylinder { radius: 0.001, height: skin - KEEL };
        (strut, Placement::at(x, 0.0, (skin + KEEL) / 2.0), METAL)
    });
    vec![
        one("tail_motor", Placement::at(-0.49, 0.01, -0.20), disc(0.05), along_y, PROPELLER),
        Part { name: "structure", placement: upright, drawn: std::iter::once(keel).chain(struts).collect() },
        one("battery", Placement::at(-0.18, 0.0, -0.337), Geometry::Box { size: [0.05, 0.025, 0.01] }, upright, METAL),
        one("bottom_motor", Placement::at(0.01, 0.0, -0.355), disc(0.035), upright, PROPELLER),
        one("processor", Placement::at(0.14, 0.0, -0.337), Geometry::Box { size: [0.05, 0.05, 0.01] }, upright, METAL),
        one("camera", Placement::at(0.50, 0.0, KEEL), Geometry::Box { size: [0.06; 3] }, upright, METAL),
        one("front_motor", Placement::at(0.51, 0.0, -0.26), disc(0.05), along_x, PROPELLER),
    ]
}

/// The envelope, which carries all mass and the collision shape of all parts.
fn envelope() -> Link {
    let ball = |x: f64, radius: f64| CollisionShape {
        placement: Placement::at(x, 0.0, 0.0),
        geometry: Geometry::Sphere { radius },
    };
    let plate = |x: f64, z: f64, size: [f64; 3]| CollisionShape {
        placement: Placement::at(x, 0.0, z),
        geometry: Geometry::Box { size },
    };
    Link {
        name: "envelope".into(),
        mass: MassProperties {
            mass: 0.184,
            center: [0.0, 0.0, -0.125],
            inertia: [0.0095, 0.0193, 0.0193, 0.0, 0.0, 0.0],
        },
        collision: vec![
            ball(-0.36, 0.20),
            ball(0.36, 0.20),
            ball(0.0, 0.27),
            plate(-0.1, -0.2, [0.8, 0.02, 0.3]),
            plate(0.38, -0.25, [0.16, 0.02, 0.4]),
        ],
        visual: vec![visual(Geometry::Ellipsoid { radii: ENVELOPE }, Placement::default(), WHITE)],
    }
}

fn visual(geometry: Geometry, placement: Placement, color: [f32; 4]) -> Visual {
    Visual { placement, geometry, color, paint: color == WHITE }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blimp(params: Value) -> RobotModelSpec {
        Standard::model(params::read(&params).unwrap()).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::robot::<Standard>();
    }

    /// BL-20: The blimp is one robot with exchangeable model, dynamics, sensor, motor and controller plugins.
    #[test]
    fn it_has_the_devices_of_the_published_blimp() {
        let names = |mounts: &[Mount]| mounts.iter().map(|mount| mount.name.clone()).collect::<Vec<_>>();
        let model = blimp(Value::Null);
        assert_eq!(names(&model.sensors), ["gps", "attitude", "front_range", "rear_range", "camera"]);
        assert_eq!(names(&model.actuators), ["front", "bottom", "tail"]);
        assert!(blimp(json!({"camera": false})).sensors.iter().all(|mount| mount.name != "camera"));
        // The distance sensors look down from the boxes that carry them.
        for (mount, part) in [(&model.sensors[2], "processor"), (&model.sensors[3], "battery")] {
            let joint = model.joints.iter().find(|joint| joint.name == part).unwrap();
            assert_eq!(mount.placement.at, joint.placement.at);
            assert!((mount.placement.isometry() * Vec3::x() + Vec3::z()).norm() < 1e-12);
        }
    }

    /// BL-21: The blimp has eight named parts at their published poses.
    #[test]
    fn it_has_eight_named_parts_at_their_poses() {
        let model = blimp(Value::Null);
        let names: Vec<&str> = model.links.iter().map(|link| link.name.as_str()).collect();
        let parts =
            ["envelope", "tail_motor", "structure", "battery", "bottom_motor", "processor", "camera", "front_motor"];
        assert_eq!(names, parts);
        // Table 2.2b has y up and z right.
        let published = [
            ("tail_motor", [-0.49, -0.20, -0.01]),
            ("battery", [-0.18, -0.337, 0.0]),
            ("bottom_motor", [0.01, -0.355, 0.0]),
            ("processor", [0.14, -0.337, 0.0]),
            ("camera", [0.50, -0.33, 0.0]),
            ("front_motor", [0.51, -0.26, 0.0]),
        ];
        for (name, [x, up, right]) in published {
            let joint = model.joints.iter().find(|joint| joint.name == name).unwrap();
            assert_eq!(joint.placement, Placement::at(x, -right, up), "{name}");
            assert_eq!(model.links.iter().find(|link| link.name == name).unwrap().visual.len(), 1, "{name}");
        }
        assert_eq!(model.links[2].visual.len(), 4, "a keel and three struts");
        let axis = |link: usize| model.links[link].visual[0].placement.isometry() * Vec3::z();
        for (link, along) in [(1, Vec3::y()), (4, Vec3::z()), (7, Vec3::x())] {
            assert!((axis(link).dot(&along).abs() - 1.0).abs() < 1e-12, "the disc of {}", names[link]);
        }
    }

    /// BL-22: The envelope is an ellipsoid with semi-axes 0.546, 0.26 and 0.26 m.
    #[test]
    fn the_envelope_is_an_ellipsoid_with_the_published_volume() {
        let Geometry::Ellipsoid { radii } = blimp(Value::Null).links[0].visual[0].geometry else {
            panic!("an ellipsoid")
        };
        assert_eq!(radii, [0.26 * 2.1, 0.26, 0.26]);
        let volume = 4.0 / 3.0 * std::f64::consts::PI * radii[0] * radii[1] * radii[2];
        assert!((volume - 0.15461).abs() < 5e-6, "{volume}");
    }

    /// BL-23: Five collision shapes form the hull, with an enclosing radius of 0.6436 m.
    #[test]
    fn its_five_collision_shapes_have_the_published_extents() {
        let shapes = &blimp(Value::Null).links[0].collision;
        assert_eq!(shapes.len(), 5);
        let (mut low, mut high, mut enclosing) =
            (Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY), 0.0_f64);
        for CollisionShape { placement, geometry } in shapes {
            let at = Vec3::from(placement.at);
            let (half, farthest) = match geometry {
                Geometry::Sphere { radius } => (Vec3::repeat(*radius), at.norm() + radius),
                Geometry::Box { size } => {
                    let half = Vec3::from(*size) / 2.0;
                    (half, (at.abs() + half).norm())
                }
                other => panic!("{other:?}"),
            };
            (low, high, enclosing) = (low.inf(&(at - half)), high.sup(&(at + half)), enclosing.max(farthest));
        }
        assert!((low - Vec3::new(-0.56, -0.27, -0.45)).norm() < 1e-12, "{low}");
        assert!((high - Vec3::new(0.56, 0.27, 0.27)).norm() < 1e-12, "{high}");
        assert!((enclosing - HULL_RADIUS).abs() < 5e-4, "{enclosing}");
    }

    /// BL-28: A nose camera delivers color images of 800 by 600 pixels.
    #[test]
    fn the_camera_has_the_published_image() {
        let model = blimp(Value::Null);
        let params = &model.sensors[4].params;
        assert_eq!((&params["width"], &params["height"]), (&json!(800), &json!(600)));
        let horizontal = params["field_of_view"].as_f64().unwrap();
        let vertical = 2.0 * (f64::tan(horizontal / 2.0) * 600.0 / 800.0).atan();
        assert!((vertical - 0.602417).abs() < 5e-6, "{vertical}");
        // In front of its own box.
        assert!(model.sensors[4].placement.at[0] > 0.50 + 0.03);
    }

    /// BL-24: The blimp weighs 0.184 kg, with its center of gravity 0.125 m below the origin.
    #[test]
    fn the_mass_hangs_below_the_origin_which_is_the_centre_of_buoyancy() {
        let model = blimp(Value::Null);
        let mass: f64 = model.links.iter().map(|link| link.mass.mass).sum();
        assert!((mass - 0.184).abs() < 1e-12);
        assert_eq!(model.links[0].mass.center, [0.0, 0.0, -0.125]);
        assert_eq!(model.sensors[0].placement, Placement::default(), "position is read at the origin");
    }
}
