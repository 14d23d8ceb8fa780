//! A robot with an arm moved by its dynamics, and a dynamics that can fail; linked into this program.

use sim_abi::prelude::*;
use sim_core::engine::Simulation;
use sim_core::plugins::PluginHost;
use sim_engine_tests::{build_on, plugins, shared_plugins_with};
use std::cell::Cell;

/// Length of the arm and height of its axis, m.
pub const ARM: (f64, f64) = (0.5, 0.1);
/// Speed of the arm, rad/s.
pub const RATE: f64 = 1.0;

thread_local! {
    /// Version of the components created from here on: tests replace one with the other, like a new library.
    static VERSION: Cell<u32> = const { Cell::new(1) };
}

/// Sets the version of the components created by this thread from here on.
pub fn set_version(version: u32) {
    VERSION.set(version);
}

/// A box with an arm that turns about z.
struct ArmModel;

impl RobotModel for ArmModel {
    type Params = NoParams;

    fn model(_: NoParams) -> Result<RobotModelSpec> {
        let part = |name: &str, size: [f64; 3], at: Placement| Link {
            name: name.into(),
            mass: MassProperties { mass: 1.0, center: [0.0; 3], inertia: [0.1, 0.1, 0.1, 0.0, 0.0, 0.0] },
            collision: vec![CollisionShape { placement: at, geometry: Geometry::Box { size } }],
            ..Link::default()
        };
        let (length, height) = ARM;
        Ok(RobotModelSpec {
            format_version: 1,
            name: "Arm".into(),
            links: vec![
                part("base", [0.1, 0.1, 0.1], Placement::at(0.0, 0.0, 0.05)),
                part("arm", [length, 0.02, 0.02], Placement::at(0.5 * length, 0.0, 0.05)),
            ],
            joints: vec![Joint {
                name: "shoulder".into(),
                parent: "base".into(),
                child: "arm".into(),
                placement: Placement::at(0.0, 0.0, height),
                motion: JointMotion::Revolute,
                axis: [0.0, 0.0, 1.0],
                limits: Some([-3.0, 3.0]),
                ..Joint::default()
            }],
            sensors: vec![Mount {
                name: "tip".into(),
                component: "range/ray".into(),
                params: json!({"max_range": 5.0}),
                link: "arm".into(),
                placement: Placement::at(length, 0.0, 0.05),
                ..Mount::default()
            }],
            dynamics: Some(ComponentRef::new("test/swing")),
            ..RobotModelSpec::default()
        })
    }
}

/// What the dynamics does wrong.
#[params]
#[derive(Clone, Copy, Default, PartialEq)]
enum Wrong {
    #[default]
    Nothing,
    JointNotANumber,
    JointInfinite,
    JointSpeed,
    JointFar,
    JointFast,
    MemoryNotANumber,
    Error,
}

/// Parameters of the dynamics.
#[params]
struct SwingParams {
    /// What it does wrong.
    wrong: Wrong,
    /// Tick in which it does so.
    #[param(default = 10, min = 0)]
    at: u32,
}

/// Turns the joint `shoulder` at a constant rate, moves ahead at 0.1 m/s, and counts its steps in its memory.
struct Swing {
    params: SwingParams,
    joint: JointIndex,
    steps: Memory,
    angle: Memory,
}

impl Dynamics for Swing {
    type Params = SwingParams;

    fn new(params: SwingParams, setup: &mut DynamicsSetup) -> Result<Self> {
        let version = VERSION.get();
        setup.freedom(if version == 2 { Freedom::Fixed } else { Freedom::Planar });
        if version >= 2 {
            setup.contact_mass(25.0);
            // Another order, another unit, and a new value.
            setup.memory(Channel::new("new", "1").neutral(7.0));
        }
        let angle = setup.memory(Channel::new("angle", if version == 3 { "deg" } else { "rad" }));
        let steps = setup.memory(Channel::new("steps", "1"));
        setup.publish(Channel::new("steps_so_far", "1"));
        Ok(Self { params, joint: setup.joint("shoulder")?, steps, angle })
    }

    fn step(&self, io: &mut DynamicsIo) -> Result {
        let dt = io.dt();
        let steps = io.memory(self.steps) + 1.0;
        io.set_memory(self.steps, steps);
        let angle = io.memory(self.angle) + RATE * dt;
        io.set_memory(self.angle, angle);
        io.set_joint(self.joint, JointState { position: angle, velocity: RATE, effort: 0.0 });
        io.body.pose.translation.x += 0.1 * dt;
        io.body.linear_velocity.x = 0.1;
        if io.tick() != u64::from(self.params.at) {
            return Ok(());
        }
        match self.params.wrong {
            Wrong::Nothing => {}
            Wrong::JointNotANumber => {
                io.set_joint(self.joint, JointState { position: f64::NAN, ..JointState::default() })
            }
            Wrong::JointInfinite => {
                io.set_joint(self.joint, JointState { position: f64::INFINITY, ..JointState::default() })
            }
            Wrong::JointSpeed => {
                let joint = io.joint(self.joint);
                io.set_joint(self.joint, JointState { velocity: f64::NEG_INFINITY, ..*joint });
            }
            Wrong::JointFar => io.set_joint(self.joint, JointState { position: -1e10, ..JointState::default() }),
            Wrong::JointFast => io.set_joint(self.joint, JointState { velocity: 1e6, ..JointState::default() }),
            Wrong::MemoryNotANumber => io.set_memory(self.steps, f64::NAN),
            Wrong::Error => return Err(Fault::new("it gives up")),
        }
        Ok(())
    }
}

/// A command whose range and unit depend on the version.
struct Valve;

impl Actuator for Valve {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let (unit, most) = match VERSION.get() {
            1 => ("1", 1.0),
            2 => ("1", 0.5),
            _ => ("m/s", 1.0),
        };
        setup.command(Channel::new("open", unit).range(-most, most));
        Ok(Self)
    }

    fn act(&mut self, _: &mut ActuatorIo) -> Result {
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().function(Function::new("set").parameter(FunctionValue::float("open")))
    }

    fn call(&mut self, _: &str, arguments: &[Value], commands: &mut [f64]) -> Result<Value> {
        commands[0] = arguments[0].as_f64().unwrap_or(f64::NAN);
        Ok(Value::Null)
    }
}

/// Reads 10, within a range that depends on the version.
struct Gauge;

impl Sensor for Gauge {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut SensorSetup) -> Result<Self> {
        let most = if VERSION.get() == 1 { 100.0 } else { 5.0 };
        setup.channel(Channel::new("level", "m").range(0.0, most));
        Ok(Self)
    }

    fn sense(&mut self, _: &mut SensorIo, reading: &mut [f64]) -> Result {
        reading[0] = 10.0;
        Ok(())
    }
}

sim_abi::export! {
    /// A box with an arm.
    robot "test/arm" = ArmModel;
    /// Swings the arm.
    dynamics "test/swing" = Swing;
    /// Opens.
    actuator "test/valve" = Valve;
    /// Reads 10.
    sensor "test/gauge" = Gauge;
}

/// A new host with all plugins of this repository and those of this file, as after a change of the library.
pub fn host() -> PluginHost {
    let mut host = plugins();
    host.add_in_process("test", sim_plugin::module()).unwrap();
    host
}

/// A simulation of a scene given as text, on one thread.
pub fn build(text: &str) -> Simulation {
    build_on(&shared_plugins_with(sim_plugin::module()), text, 1)
}
