//! Conformance checks for every component of a kind. Call one from a test in your crate.
//!
//! Each check fails with a panic that describes the violation.

use super::rigs::*;
use super::service_rig::ServiceRig;
use crate::declare::{Channel, Declaration, Freedom};
use crate::model::RobotModelSpec;
use crate::params::{Params, schema_of};
use crate::robot::RobotModel;
use crate::{Actuator, Controller, Dynamics, Sensor, Service};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const STEPS: usize = 50;

/// Parameters: defaults are within their ranges, survive a round trip, and unknown names are rejected.
///
/// # Panics
/// If one of these does not hold.
pub fn params<P: Params>() {
    let defaults = P::default();
    if let Err(fault) = defaults.check() {
        panic!("the default parameters are out of range: {fault}");
    }
    let value = serde_json::to_value(&defaults).expect("parameters are plain data");
    let again = crate::params::read::<P>(&value).expect("the default parameters can be read back");
    let again = serde_json::to_value(&again).expect("parameters are plain data");
    assert_eq!(value, again, "parameters change in a round trip");
    let stranger = json!({"no_parameter_has_this_name": 1});
    assert!(crate::params::read::<P>(&stranger).is_err(), "unknown parameters are accepted");
    schema(&schema_of::<P>());
}

/// A schema of parameters: unknown names are rejected, and each parameter has help and a default within its range.
///
/// # Panics
/// If one of these does not hold.
pub fn schema(schema: &Value) {
    let stranger = &schema["additionalProperties"];
    assert!(*stranger == json!(false), "the schema accepts unknown parameters: `additionalProperties` is {stranger}");
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        assert!(property["description"].is_string(), "parameter `{name}` lacks a description (shown as help)");
        if let Some(default) = property["default"].as_f64() {
            let low = property["minimum"].as_f64().is_none_or(|min| default >= min);
            let high = property["maximum"].as_f64().is_none_or(|max| default <= max);
            assert!(low && high, "the default of parameter `{name}` is {default}, outside its range");
        }
    }
}

fn channels(what: &str, channels: &[Channel]) {
    let mut names = BTreeSet::new();
    for channel in channels {
        assert!(!channel.name.is_empty(), "a {what} lacks a name");
        assert!(names.insert(&channel.name), "two {what}s are named `{}`", channel.name);
        assert!(!channel.unit.is_empty(), "{what} `{}` lacks a unit; use \"1\" for a plain number", channel.name);
        assert!(channel.neutral.is_finite(), "the neutral value of {what} `{}` is not finite", channel.name);
        if let (Some(min), Some(max)) = (channel.min, channel.max) {
            assert!(min < max, "{what} `{}` has an empty range", channel.name);
        }
        if let Some(deviation) = &channel.deviation {
            let known = channels.iter().any(|other| other.name == *deviation);
            assert!(known, "the deviation of {what} `{}` is `{deviation}`, which does not exist", channel.name);
        }
    }
}

fn declaration(declaration: &Declaration) {
    channels("channel", &declaration.channels);
    channels("published value", &declaration.published);
    channels("memory value", &declaration.memory);
    let names: BTreeSet<_> = declaration.functions.iter().map(|function| &function.name).collect();
    assert_eq!(names.len(), declaration.functions.len(), "two functions have the same name");
}

/// Asserts that values are finite, and equal for equal inputs.
fn same(what: &str, a: &[f64], b: &[f64]) {
    for (index, (a, b)) in a.iter().zip(b).enumerate() {
        assert!(a.is_finite(), "{what} {index} is {a}");
        assert!(a.to_bits() == b.to_bits(), "{what} {index} differs between two runs with equal inputs: {a} and {b}");
    }
}

/// A controller on the builder's robot: deterministic, finite, and it continues from a saved state.
///
/// # Panics
/// If one of these does not hold.
pub fn controller<T: Controller>(build: impl Fn() -> ControllerRig<T>, commands: &[&str]) {
    params::<T::Params>();
    made_controller(build, commands);
}

/// As [`controller`], for any parameters.
pub(super) fn made_controller<T>(build: impl Fn() -> ControllerRig<T>, commands: &[&str]) {
    let (mut first, mut second) = (build(), build());
    declaration(first.declaration());
    for step in 0..STEPS {
        let result = first.step().and_then(|()| second.step());
        result.unwrap_or_else(|fault| panic!("step {step} failed: {fault}"));
        for actuator in commands {
            same(&format!("command of `{actuator}`"), first.command(actuator), second.command(actuator));
        }
    }
    if let Some(state) = first.save().expect("the state can be saved") {
        let mut third = build();
        third.restore(&state).unwrap_or_else(|fault| panic!("it rejects its own saved state: {fault}"));
        assert_eq!(
            third.save().expect("the state can be saved"),
            Some(state),
            "a restored state differs when saved again"
        );
    }
}

/// A sensor in the builder's world: declared channels, finite values within their ranges (the only exception is infinity
/// for "no hit"), deterministic.
///
/// # Panics
/// If one of these does not hold.
pub fn sensor<T: Sensor>(build: impl Fn() -> SensorRig<T>) {
    params::<T::Params>();
    made_sensor(build);
}

/// As [`sensor`], for any parameters.
pub(super) fn made_sensor<T>(build: impl Fn() -> SensorRig<T>) {
    let (mut first, mut second) = (build(), build());
    declaration(first.declaration());
    let channels = first.declaration().channels.clone();
    assert!(!channels.is_empty(), "the sensor declares no channel");
    for step in 0..STEPS {
        let reading = first.sense().unwrap_or_else(|fault| panic!("reading {step} failed: {fault}"));
        let again = second.sense().unwrap_or_else(|fault| panic!("reading {step} failed: {fault}"));
        same("channel", &reading, &again);
        for (channel, value) in channels.iter().zip(&reading) {
            let low = channel.min.is_none_or(|min| *value >= min);
            let high = channel.max.is_none_or(|max| *value <= max);
            assert!(low && high, "channel `{}` reads {value}, outside its declared range", channel.name);
        }
    }
}

/// An actuator: its commands have units and ranges, its effects are finite for neutral and extreme commands.
///
/// # Panics
/// If one of these does not hold.
pub fn actuator<T: Actuator>(build: impl Fn() -> ActuatorRig<T>) {
    params::<T::Params>();
    made_actuator(build);
}

/// As [`actuator`], for any parameters.
pub(super) fn made_actuator<T>(build: impl Fn() -> ActuatorRig<T>) {
    let (mut first, mut second) = (build(), build());
    declaration(first.declaration());
    let declared = first.declaration().clone();
    assert!(!declared.channels.is_empty(), "the actuator declares no command");
    for effect in &declared.effects {
        channels("effect", &effect.channels);
    }
    let picks: [fn(&Channel) -> f64; 3] =
        [|c| c.neutral, |c| c.min.unwrap_or(c.neutral), |c| c.max.unwrap_or(c.neutral)];
    for pick in picks {
        let commands: Vec<f64> = declared.channels.iter().map(pick).collect();
        let effects =
            first.act(&commands).unwrap_or_else(|fault| panic!("commands {commands:?} failed: {fault}")).to_vec();
        same("effect", &effects, second.act(&commands).expect("the second of two equal calls succeeds"));
    }
}

/// A dynamics on the builder's body: a pure function of its inputs, and finite.
///
/// # Panics
/// If one of these does not hold.
pub fn dynamics<T: Dynamics>(build: impl Fn() -> DynamicsRig<T>) {
    params::<T::Params>();
    made_dynamics(build);
}

/// As [`dynamics`], for any parameters.
pub(super) fn made_dynamics<T>(build: impl Fn() -> DynamicsRig<T>) {
    let (mut first, mut second) = (build(), build());
    declaration(first.declaration());
    for step in 0..STEPS {
        first.step().unwrap_or_else(|fault| panic!("step {step} failed: {fault}"));
    }
    // A pure function returns the same from a copied state, regardless of the instance's history.
    (second.body, second.memory, second.joints) = (first.body, first.memory.clone(), first.joints.clone());
    first.step().and_then(|()| second.step()).unwrap_or_else(|fault| panic!("a step failed: {fault}"));
    let numbers = |rig: &DynamicsRig<T>| -> Vec<f64> {
        let pose = rig.body.pose;
        let body = pose.translation.vector.iter().chain(pose.rotation.coords.iter());
        let velocities = rig.body.linear_velocity.iter().chain(rig.body.angular_velocity.iter());
        body.chain(velocities).chain(&rig.memory).copied().collect()
    };
    same("state value", &numbers(&first), &numbers(&second));
    let norm = first.body.pose.rotation.norm();
    assert!((norm - 1.0).abs() < 1e-6, "the orientation is not a unit quaternion after {STEPS} steps: norm {norm}");
    if first.declaration().freedom == Freedom::Fixed {
        assert_eq!(first.body, build().body, "a fixed body moved");
    }
}

/// A robot model: it builds from its defaults, its names are unique and its references exist.
///
/// # Panics
/// If one of these does not hold.
pub fn robot<T: RobotModel>() {
    params::<T::Params>();
    model(&T::model(T::Params::default()).unwrap_or_else(|fault| panic!("the default model failed: {fault}")));
}

/// A robot as data: its names are unique and its references exist.
///
/// # Panics
/// If one of these does not hold.
pub fn model(model: &RobotModelSpec) {
    let links: BTreeSet<&str> = model.links.iter().map(|link| link.name.as_str()).collect();
    assert!(!links.is_empty(), "the model lacks a link");
    assert_eq!(links.len(), model.links.len(), "two links have the same name");
    for joint in &model.joints {
        for link in [&joint.parent, &joint.child] {
            assert!(links.contains(link.as_str()), "unknown link `{link}` of joint `{}`", joint.name);
        }
    }
    let mounts = || model.sensors.iter().chain(&model.actuators);
    let names: BTreeSet<&str> = mounts().map(|mount| mount.name.as_str()).collect();
    assert_eq!(names.len(), mounts().count(), "two sensors or actuators have the same name");
    for mount in mounts() {
        let known = mount.link.is_empty() || links.contains(mount.link.as_str());
        assert!(known, "`{}` is mounted on the unknown link `{}`", mount.name, mount.link);
    }
    for link in &model.links {
        assert!(link.mass.mass >= 0.0 && link.mass.mass.is_finite(), "the mass of link `{}` is invalid", link.name);
    }
}

/// A service: parameters, declaration, saved state, and steps that are equal for equal worlds and publish finite values.
///
/// # Panics
/// If one of these does not hold.
pub fn service<T: Service>(build: impl Fn() -> ServiceRig<T>) {
    params::<T::Params>();
    made_service(build);
}

/// As [`service`], for any parameters.
pub(super) fn made_service<T>(build: impl Fn() -> ServiceRig<T>) {
    let (mut first, mut second) = (build(), build());
    declaration(first.declaration());
    for rig in [&mut first, &mut second] {
        rig.start().unwrap_or_else(|fault| panic!("the start failed: {fault}"));
        for step in 1..=STEPS {
            rig.step().unwrap_or_else(|fault| panic!("step {step} failed: {fault}"));
        }
    }
    let published = |rig: &ServiceRig<T>| -> Vec<f64> {
        rig.declaration().published.iter().map(|channel| rig.published(&channel.name)).collect()
    };
    same("published value", &published(&first), &published(&second));
    if let Some(state) = first.save().expect("the state can be saved") {
        first.restore(&state).unwrap_or_else(|fault| panic!("it rejects its own saved state: {fault}"));
    }
    let stranger = first.call("no_function_has_this_name", &[Value::Null]);
    assert!(stranger.is_err(), "a call of an unknown function succeeded");
    first.stop().unwrap_or_else(|fault| panic!("the stop failed: {fault}"));
}
