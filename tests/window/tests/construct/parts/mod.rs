//! A robot with ports, and pluggable parts, linked into the test.

pub mod hands;

use sim_abi::model::RobotModelSpec;
use sim_abi::prelude::*;
use sim_abi::service::LayoutPart;
use sim_gui::Pane;
use sim_window_tests::Rig;
use std::path::Path;

/// Parameters of the gauge.
#[params]
struct GaugeParams {
    /// What its readings are multiplied by.
    #[param(default = 1.0, min = 0.0)]
    gain: f64,
}

/// Reads twice its gain, and has functions of every kind.
struct Gauge(f64);

impl Sensor for Gauge {
    type Params = GaugeParams;

    fn new(params: GaugeParams, setup: &mut SensorSetup) -> Result<Self> {
        setup.channel(Channel::new("level", "cm").range(0.0, 10.0 * params.gain));
        Ok(Self(params.gain))
    }

    fn sense(&mut self, _: &mut SensorIo, reading: &mut [f64]) -> Result {
        reading[0] = 2.0 * self.0;
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let scale = Function::new("scale")
            .parameter(FunctionValue::float("factor").range(0.0, 10.0).default_value(1.5))
            .parameter(FunctionValue::int("times").range(1.0, 5.0))
            .parameter(FunctionValue::string("unit"))
            .parameter(FunctionValue::bool("exact"));
        let fail = Function { manual: true, help: "Jams it.".into(), ..Function::new("fail") };
        let fit = Function::new("fit").parameter(FunctionValue::float("cm")).parameter(FunctionValue::float("value"));
        let fit = Function { calibrates: true, manual: true, help: "Fits the gain.".into(), ..fit };
        Datasheet::default().plug("rj").function(scale).function(fail).function(fit)
    }

    fn call(&mut self, function: &str, arguments: &[Value], _: &[f64]) -> Result<Value> {
        match function {
            "scale" => Ok(Value::from(arguments)),
            "fit" => {
                let rows = arguments.first().and_then(Value::as_array).ok_or_else(|| Fault::new("no rows"))?;
                let number = |row: &Value, column: usize| row[column].as_f64().unwrap_or_default();
                let sum = |f: &dyn Fn(&Value) -> f64| rows.iter().map(f).sum::<f64>();
                let gain = sum(&|row| number(row, 0) * number(row, 1)) / sum(&|row| number(row, 0).powi(2));
                Ok(json!({"gain": gain}))
            }
            _ => Err(Fault::new("the gauge is stuck")),
        }
    }
}

/// Turns only the right wheel.
struct Turn(Output);

impl Controller for Turn {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ControllerSetup) -> Result<Self> {
        Ok(Self(setup.actuator("right")?))
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        io.set(self.0, 2.0);
        Ok(())
    }
}

sim_abi::export! {
    /// Tells a level.
    sensor "test/gauge" = Gauge;
    /// Turns about the left wheel.
    controller "test/turn" = Turn;
}

/// A box on two wheels, 20 × 20 cm, with four ports.
const TOY: &str = r#"(
    name: "toy",
    links: [
        (
            name: "base",
            mass: (mass: 1.0, inertia: (0.01, 0.01, 0.01, 0.0, 0.0, 0.0)),
            collision: [(placement: (at: (0.0, 0.0, 0.03)), geometry: Box(size: (0.2, 0.2, 0.06)))],
        ),
        (name: "left", visual: [(geometry: Box(size: (0.06, 0.02, 0.06)), color: (0.1, 0.1, 0.1, 1.0))]),
        (name: "right", visual: [(geometry: Box(size: (0.06, 0.02, 0.06)), color: (0.1, 0.1, 0.1, 1.0))]),
    ],
    joints: [
        (name: "left", parent: "base", child: "left", placement: (at: (0.0, 0.1, 0.03)), motion: Continuous,
            axis: (0.0, 1.0, 0.0)),
        (name: "right", parent: "base", child: "right", placement: (at: (0.0, -0.1, 0.03)), motion: Continuous,
            axis: (0.0, 1.0, 0.0)),
    ],
    sensors: [
        (name: "gauge", component: "test/gauge", params: {"gain": 2.0}, placement: (at: (0.05, 0.0, 0.05)), port: "1"),
    ],
    actuators: [
        (name: "left", component: "drive/wheel-motor", params: {"joint": "left"}, placement: (at: (-0.08, 0.05, 0.0))),
        (name: "right", component: "drive/wheel-motor", params: {"joint": "right"}, placement: (at: (-0.08, -0.05, 0.0))),
    ],
    ports: [(name: "1", kind: "rj"), (name: "2", kind: "rj"), (name: "bus", kind: "i2c"), (name: "any")],
    dynamics: (id: "diff-drive/kinematic", params: {"left": "left", "right": "right", "wheel_radius": 0.03, "track": 0.2}),
    controller: (id: "test/turn"),
    standing_height: 0.0,
)
"#;

/// A toy next to a wall, with a gauge that is off by 0.5.
const SCENE: &str = r#"// A toy.
(
    format_version: 1,
    run: (dt: 0.02),
    floor: (),
    objects: [(name: "wall", shape: Box(size: (2, 0.1, 0.3)), at: (0, 0.65, 0.15))],
    robots: [
        (
            name: "toy",
            model: (file: "toy.robot.ron"),
            // It is wrong.
            sensors: {"gauge": (noise: (bias: 0.5))},
        ),
    ],
)
"#;

/// A window on the toy in the robot editor, and the folder of scene and model.
pub fn open() -> (Rig, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("toy.robot.ron"), TOY).unwrap();
    let path = folder.path().join("scene.ron");
    std::fs::write(&path, SCENE).unwrap();
    let mut rig = Rig::open_linked(path, vec![("test", sim_plugin::module())]);
    rig.wait("the toy is built", |rig| rig.frame().robots.len() == 1);
    rig.harness.state_mut().show_panel(Pane::Construction);
    rig.harness.run_steps(4);
    (rig, folder)
}

/// A window on a scout in front of a wall, in the robot editor.
pub fn open_scout() -> Rig {
    open_scene(
        r#"(
    format_version: 1,
    floor: (),
    objects: [(name: "wall", shape: Wall(from: (0.4, -1), to: (0.4, 1), height: 0.3))],
    robots: [(name: "anna", model: "scout/standard", sensors: {"range": (noise: (sigma: 0.01))})],
)"#,
    )
}

/// A window on a Butiá, in the robot editor.
pub fn open_butia() -> Rig {
    open_scene(
        r#"(
    format_version: 1,
    run: (dt: 0.05),
    floor: (),
    robots: [(name: "butia", model: "butia/standard")],
)"#,
    )
}

fn open_scene(scene: &str) -> Rig {
    let mut rig = Rig::of(scene, 1);
    rig.harness.state_mut().show_panel(Pane::Construction);
    rig.harness.run_steps(4);
    rig
}

/// A part of the first robot, as in the simulation.
pub fn part(rig: &Rig, name: &str) -> Option<LayoutPart> {
    let structure = rig.window().runner().structure();
    let parts = &structure.robots.first()?.parts.parts;
    parts.iter().find(|part| part.name == name && part.kind != "robot").cloned()
}

/// A robot from a file.
pub fn toy(path: &Path) -> RobotModelSpec {
    sim_core::model::load(path, &sim_core::model::UrdfOptions::default()).unwrap().spec
}
