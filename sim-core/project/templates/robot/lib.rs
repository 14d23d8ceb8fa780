use sim_abi::prelude::*;

/// Parameters of the robot.
#[params]
struct BuggyParams {
    /// Radius of the wheels.
    #[param(default = 0.03, unit = "m", min = 0.01, max = 0.05)]
    wheel_radius: f64,
    /// Distance of the wheels from each other.
    #[param(default = 0.16, unit = "m", min = 0.1, max = 0.3)]
    track: f64,
}

/// Length, width and height of the body, m.
const BODY: [f64; 3] = [0.2, 0.14, 0.06];
/// Height of the body above the floor, m.
const CLEARANCE: f64 = 0.01;

/// A box on two wheels with a ring of distance rays.
struct Buggy;

impl RobotModel for Buggy {
    type Params = BuggyParams;

    fn model(params: BuggyParams) -> Result<RobotModelSpec> {
        let drive = json!({"wheel_radius": params.wheel_radius, "track": params.track});
        let wheels = ["left_wheel", "right_wheel"];
        let axle = |(name, side): (&str, f64)| Joint {
            name: name.into(),
            parent: "body".into(),
            child: name.into(),
            placement: Placement::at(0.0, side * params.track, params.wheel_radius - CLEARANCE),
            motion: JointMotion::Continuous,
            axis: [0.0, 1.0, 0.0],
            ..Joint::default()
        };
        Ok(RobotModelSpec {
            format_version: 1,
            name: "Buggy".into(),
            description: "A box on two wheels.".into(),
            links: vec![
                body(),
                wheel(wheels[0], params.wheel_radius),
                wheel(wheels[1], params.wheel_radius),
            ],
            joints: wheels.into_iter().zip([0.5, -0.5]).map(axle).collect(),
            sensors: vec![Mount {
                name: "range".into(),
                component: "range/ring".into(),
                params: json!({"rays": 12, "max_range": 1.5, "radius": 0.125}),
                placement: Placement::at(0.0, 0.0, 0.05),
                ..Mount::default()
            }],
            actuators: wheels.map(motor).into(),
            dynamics: Some(ComponentRef::with("diff-drive/kinematic", drive.clone())),
            controller: Some(ComponentRef::with("control/wander", drive)),
            standing_height: CLEARANCE,
            ..RobotModelSpec::default()
        })
    }
}

fn body() -> Link {
    let [x, y, z] = BODY;
    let mass = 1.2;
    let about = |a: f64, b: f64| mass * (a * a + b * b) / 12.0; // a solid cuboid
    let inertia = [about(y, z), about(x, z), about(x, y), 0.0, 0.0, 0.0];
    let (placement, geometry) = (
        Placement::at(0.0, 0.0, 0.5 * z),
        Geometry::Box { size: BODY },
    );
    Link {
        name: "body".into(),
        mass: MassProperties {
            mass,
            center: placement.at,
            inertia,
        },
        collision: vec![CollisionShape {
            placement,
            geometry: geometry.clone(),
        }],
        visual: vec![Visual {
            placement,
            geometry,
            color: [0.2, 0.45, 0.8, 1.0],
            paint: true,
        }],
    }
}

fn wheel(name: &str, radius: f64) -> Link {
    let geometry = Geometry::Cylinder {
        radius,
        height: 0.015,
    };
    let placement = Placement::default().turned(std::f64::consts::FRAC_PI_2, 0.0, 0.0);
    let visual = vec![Visual {
        placement,
        geometry,
        color: [0.1, 0.1, 0.1, 1.0],
        paint: false,
    }];
    Link {
        name: name.into(),
        visual,
        ..Link::default()
    }
}

fn motor(joint: &str) -> Mount {
    let params = json!({"joint": joint});
    Mount {
        name: joint.into(),
        component: "drive/wheel-motor".into(),
        params,
        ..Mount::default()
    }
}

sim_abi::export! {
    /// A box on two wheels with a ring of distance rays.
    robot "my/{{name}}" = Buggy;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_conforms() {
        testing::conformance::robot::<Buggy>();
    }

    #[test]
    fn its_wheels_touch_the_floor() {
        let model = Buggy::model(BuggyParams {
            wheel_radius: 0.04,
            track: 0.2,
        })
        .unwrap();
        for joint in &model.joints {
            let lowest = joint.placement.at[2] + model.standing_height - 0.04;
            assert!(
                lowest.abs() < 1e-12,
                "{} is {lowest} m above the floor",
                joint.name
            );
        }
    }
}
