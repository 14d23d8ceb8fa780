use sim_abi::prelude::*;

/// Parameters of the sled.
#[params]
struct SledParams {
    /// Maximum thrust of each of its two thrusters.
    #[param(default = 0.5, unit = "N", min = 0.01)]
    thrust: f64,
}

/// Length, width and height, m.
const SIZE: [f64; 3] = [0.3, 0.2, 0.08];
/// Mass, kg.
const MASS: f64 = 0.8;

/// A box on the ground with a thruster on either side.
struct Sled;

impl RobotModel for Sled {
    type Params = SledParams;

    fn model(params: SledParams) -> Result<RobotModelSpec> {
        let [x, y, z] = SIZE;
        let about = |a: f64, b: f64| MASS * (a * a + b * b) / 12.0; // solid cuboid
        let shape =
            CollisionShape { placement: Placement::at(0.0, 0.0, 0.5 * z), geometry: Geometry::Box { size: SIZE } };
        let hull = Link {
            name: "hull".into(),
            mass: MassProperties {
                mass: MASS,
                center: shape.placement.at,
                inertia: [about(y, z), about(x, z), about(x, y), 0.0, 0.0, 0.0],
            },
            collision: vec![shape],
            ..Link::default()
        };
        let thruster = |(name, side): (&str, f64)| Mount {
            name: name.into(),
            component: "drive/thruster".into(),
            params: json!({"forward": [params.thrust], "backward": [params.thrust]}),
            placement: Placement::at(-0.5 * x, side * 0.5 * y, 0.5 * z),
            ..Mount::default()
        };
        Ok(RobotModelSpec {
            format_version: 1,
            name: "Sled".into(),
            description: "A box on the ground with a thruster on either side.".into(),
            links: vec![hull],
            sensors: vec![Mount { name: "gps".into(), component: "navigation/gps".into(), ..Mount::default() }],
            actuators: [("left", 1.0), ("right", -1.0)].map(thruster).into(),
            dynamics: Some(ComponentRef::with("body/rigid", json!({"linear_damping": 0.4, "angular_damping": 0.02}))),
            ..RobotModelSpec::default()
        })
    }
}

sim_abi::export! {
    /// A box on the ground with a thruster on either side.
    robot "demo/sled" = Sled;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_conforms() {
        testing::conformance::robot::<Sled>();
    }

    #[test]
    fn its_thrusters_sit_symmetrically() {
        let model = Sled::model(SledParams { thrust: 1.0 }).unwrap();
        let sides: f64 = model.actuators.iter().map(|mount| mount.placement.at[1]).sum();
        assert_eq!((model.actuators.len(), sides), (2, 0.0));
    }
}
