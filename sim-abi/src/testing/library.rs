//! The [conformance] checks for a component of a loaded library, in any language.

use super::conformance::{self, made_actuator, made_controller, made_dynamics, made_sensor, made_service};
use super::held::Loaded;
use super::rigs::{ActuatorRig, ControllerRig, DynamicsRig, SensorRig};
use super::service_rig::ServiceRig;
use crate::declare::{Channel, ComponentInfo, Effect, EffectKind, EffectPart, Kind, Part, Request};
use crate::fault::{Cause, Fault, Result};
use crate::ffi::module::{Created, KIND_ROBOT, Module};
use crate::ffi::reply::Answer;
use crate::ffi::views::Text;
use crate::model::{Joint, JointMotion, MassProperties, Placement, RobotModelSpec};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Result of the checks of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All checks passed.
    Conforms,
    /// A check failed.
    Fails(String),
    /// The component rejects the test robot, or its default parameters, for this reason.
    NotChecked(String),
}

/// A robot with the names of the scout: the default test robot.
pub fn default_robot() -> Request {
    let channel = |name: &str, unit: &str| Channel::new(name, unit);
    let ring = (0..8).map(|ray| channel(&format!("ray_{ray}"), "m").range(0.0, 1.0).neutral(1.0)).collect();
    let place = ["x", "y", "z"].map(|axis| channel(axis, "m")).to_vec();
    let speed = |limit: f64| vec![channel("speed", "rad/s").range(-limit, limit)];
    let sensors = [
        ("range", ring),
        ("gps", place),
        ("compass", vec![channel("heading", "rad")]),
        ("odometry", vec![channel("x", "m"), channel("y", "m"), channel("yaw", "rad")]),
        ("bumper", (0..8).map(|sector| channel(&format!("sector_{sector}"), "1")).collect()),
    ];
    let actuators = [("left_wheel", speed(30.0)), ("right_wheel", speed(30.0)), ("turret", speed(3.0))];
    let joint = |name: &str, axis| Joint {
        name: name.into(),
        parent: "body".into(),
        child: name.into(),
        motion: JointMotion::Continuous,
        axis,
        ..Joint::default()
    };
    let wheel =
        |(name, y): (&str, f64)| Joint { placement: Placement::at(0.0, y, 0.016), ..joint(name, [0.0, 1.0, 0.0]) };
    let mut joints: Vec<Joint> = [("left_wheel", 0.07), ("right_wheel", -0.07)].map(wheel).into();
    joints.push(joint("turret", [0.0, 0.0, 1.0]));
    let effects = joints.iter().enumerate().map(|(offset, joint)| {
        let kind = EffectKind::JointVelocity { joint: joint.name.clone() };
        let channels = vec![channel("velocity", "rad/s")];
        EffectPart {
            actuator: joint.name.clone(),
            effect: Effect { kind, channels },
            offset,
            mount: Placement::default(),
            link: joint.child.clone(),
        }
    });
    let mut request = Request {
        sensors: parts(sensors),
        actuators: parts(actuators),
        effects: effects.collect(),
        mass: MassProperties { mass: 1.0, center: [0.0, 0.0, 0.05], inertia: [0.003, 0.003, 0.004, 0.0, 0.0, 0.0] },
        half_extents: [0.085, 0.085, 0.05],
        robots: vec!["anna".to_string(), "bert".to_string()].into(),
        grants: vec!["Edit".into(), "Command".into()],
        ..super::rigs::request(Value::Null)
    };
    request.joints = joints;
    request
}

/// Sensors or actuators with consecutive offsets.
fn parts<const N: usize>(list: [(&str, Vec<Channel>); N]) -> Vec<Part> {
    let mut offset = 0;
    let part = |(name, channels): (&str, Vec<Channel>)| {
        let part = Part { name: name.into(), component: "check/part".into(), offset, channels, ..Part::default() };
        offset += part.channels.len();
        part
    };
    list.into_iter().map(part).collect()
}

/// Checks a component of a library on a robot, with the parameters of the request. Default: the component's default
/// parameters.
pub fn check(module: &'static Module, info: &ComponentInfo, robot: &Request) -> Verdict {
    let part = Loaded { module, id: &info.id };
    match made(part, info.kind, robot) {
        Err(fault) if [Cause::Binding, Cause::Grant, Cause::Parameters].contains(&fault.cause()) => {
            return Verdict::NotChecked(format!("{}; {}", fault.message(), fault.advice()));
        }
        Err(fault) => return Verdict::Fails(format!("it cannot be created with these parameters: {fault}")),
        Ok(()) => {}
    }
    let checks = AssertUnwindSafe(|| conforms(part, info, robot));
    match catch_unwind(checks) {
        Ok(()) => Verdict::Conforms,
        Err(payload) => {
            let text = payload.downcast_ref::<String>().cloned();
            let text = text.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string));
            Verdict::Fails(text.unwrap_or_else(|| "a check panicked without a message".into()))
        }
    }
}

/// Creates and drops an instance.
fn made(part: Loaded, kind: Kind, robot: &Request) -> Result {
    match kind {
        Kind::Robot => built(part).map(drop),
        Kind::Dynamics => DynamicsRig::loaded(part, robot).map(drop),
        Kind::Sensor => SensorRig::loaded(part, robot.clone()).map(drop),
        Kind::Actuator => ActuatorRig::loaded(part, robot).map(drop),
        Kind::Controller => ControllerRig::loaded(part, robot.clone()).map(drop),
        Kind::Service => ServiceRig::loaded(part, robot).map(drop),
        Kind::Unknown => Err(Fault::new("this version does not support its kind")),
    }
}

fn conforms(part: Loaded, info: &ComponentInfo, robot: &Request) {
    conformance::schema(&info.schema);
    match info.kind {
        Kind::Robot => conformance::model(&built(part).unwrap_or_else(|fault| again(fault))),
        Kind::Dynamics => made_dynamics(|| DynamicsRig::loaded(part, robot).unwrap_or_else(|fault| again(fault))),
        Kind::Sensor => made_sensor(|| SensorRig::loaded(part, robot.clone()).unwrap_or_else(|fault| again(fault))),
        Kind::Actuator => made_actuator(|| ActuatorRig::loaded(part, robot).unwrap_or_else(|fault| again(fault))),
        Kind::Controller => {
            let names: Vec<&str> = robot.actuators.iter().map(|part| part.name.as_str()).collect();
            let build = || ControllerRig::loaded(part, robot.clone()).unwrap_or_else(|fault| again(fault));
            made_controller(build, &names);
        }
        Kind::Service => made_service(|| ServiceRig::loaded(part, robot).unwrap_or_else(|fault| again(fault))),
        Kind::Unknown => {}
    }
}

/// Panics if a component that was just created cannot be created again.
fn again(fault: Fault) -> ! {
    panic!("it cannot be created a second time: {fault}")
}

fn built(part: Loaded) -> Result<RobotModelSpec> {
    let request = serde_json::to_string(&Request::default())?;
    let (id, request, mut created) = (Text::text(part.id), Text::text(&request), Created::default());
    // SAFETY: the library's own function; the arguments live as long as the call.
    let answer =
        Answer::text_of(|reply| unsafe { (part.module.create)(KIND_ROBOT, id, request, &raw mut created, reply) })?;
    Ok(serde_json::from_str(&answer)?)
}
