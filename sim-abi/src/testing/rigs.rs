//! One rig per kind.

use super::host::{TestWorld, WORLD};
use crate::declare::{Channel, Declaration, Effect, EffectKind, EffectPart, Part, Request};
use crate::fault::{Fault, Result};
use crate::ffi::adapters;
use crate::ffi::frames::*;
use crate::ffi::module::*;
use crate::ffi::types::{Clock, Instance, JointState, RandomState, ValueResult};
use crate::math::BodyState;
use crate::model::{Joint, MassProperties, Placement};
use abi_stable::std_types::RBox;
use serde_json::Value;
use std::marker::PhantomData;

/// Opens a result of the lower layer.
pub(super) fn open<T>(result: ValueResult<T>) -> Result<T> {
    result.into_result().map_err(|fault| Fault::from(RBox::into_inner(fault)))
}

/// An instance with everything it declared.
pub(super) struct Held {
    pub(super) instance: Instance,
    common: CommonTableRef,
    pub(super) declaration: Declaration,
    pub(super) random: Vec<RandomState>,
    pub(super) published: Vec<f64>,
    pub(super) clock: Clock,
}

impl Held {
    pub(super) fn new<T>(
        created: Created<T>,
        common: impl Fn(&T) -> CommonTableRef,
        request: &Request,
    ) -> Result<Self> {
        let declaration: Declaration = serde_json::from_str(&created.declaration)?;
        let streams = std::iter::once("").chain(declaration.streams.iter().map(String::as_str));
        let random = streams.map(|stream| RandomState::derive(0, &[&request.robot, &request.name, stream])).collect();
        Ok(Self {
            instance: created.instance,
            common: common(&created.table),
            published: declaration.published.iter().map(|channel| channel.neutral).collect(),
            declaration,
            random,
            clock: Clock { tick: 0, time: 0.0, period: request.period },
        })
    }

    pub(super) fn advance(&mut self) {
        self.clock.tick += 1;
        self.clock.time = self.clock.tick as f64 * self.clock.period;
    }

    pub(super) fn save(&self) -> Result<Option<Vec<u8>>> {
        let bytes = open(self.common.save()(self.instance))?;
        Ok(bytes.into_option().map(Into::into))
    }

    pub(super) fn restore(&mut self, bytes: &[u8]) -> Result {
        open(self.common.restore()(self.instance, bytes.into()))
    }

    pub(super) fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        let arguments = serde_json::to_string(arguments)?;
        let answer = open(self.common.call()(self.instance, function.into(), arguments.as_str().into()))?;
        Ok(serde_json::from_str(&answer)?)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Err(fault) = open(self.common.drop()(self.instance))
            && !std::thread::panicking()
        {
            panic!("the component failed when it was dropped: {fault}");
        }
    }
}

macro_rules! shared_methods {
    () => {
        /// What the component declared.
        pub fn declaration(&self) -> &Declaration {
            &self.held.declaration
        }

        /// Saves the component's state.
        pub fn save(&self) -> Result<Option<Vec<u8>>> {
            self.held.save()
        }

        /// Restores a saved state.
        pub fn restore(&mut self, bytes: &[u8]) -> Result {
            self.held.restore(bytes)
        }

        /// A published value by name.
        ///
        /// # Panics
        /// When the component does not publish it.
        pub fn published(&self, name: &str) -> f64 {
            let index = self.held.declaration.published.iter().position(|channel| channel.name == name);
            self.held.published[index.unwrap_or_else(|| panic!("nothing named `{name}` is published"))]
        }

        /// Lines that the component logged.
        pub fn log(&self) -> Vec<String> {
            self.world.log.borrow().iter().map(|(_, line)| line.clone()).collect()
        }
    };
}

macro_rules! plain_call {
    () => {
        /// Calls a function that the component offers.
        pub fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
            self.held.call(function, arguments)
        }
    };
}

pub(super) use {plain_call, shared_methods};

/// A request with what every rig sets.
pub(super) fn request(params: Value) -> Request {
    Request { params, robot: "rig".into(), name: "tested".into(), step: 0.01, period: 0.01, ..Request::default() }
}

pub(super) fn text(request: &Request) -> Result<String> {
    Ok(serde_json::to_string(request)?)
}

/// Runs a controller against readings that the test sets.
pub struct ControllerRig<T> {
    held: Held,
    table: ControllerTableRef,
    request: Request,
    readings: Vec<f64>,
    commands: Vec<f64>,
    /// The operator's keys and the log; a controller sees nothing else of it.
    pub world: TestWorld,
    author: PhantomData<T>,
}

/// Collects the parts of the robot that a controller is tested on.
pub struct ControllerRigBuilder<T> {
    request: Request,
    readings: Vec<f64>,
    author: PhantomData<T>,
}

impl<T: crate::Controller> ControllerRig<T> {
    /// Starts with a robot without parts.
    pub fn robot() -> ControllerRigBuilder<T> {
        ControllerRigBuilder { request: request(Value::Null), readings: Vec::new(), author: PhantomData }
    }

    /// A controller with its default parameters on a robot with these sensors, each with what it reads, and these actuators
    /// of one value each.
    ///
    /// # Panics
    /// When the controller refuses to be set up.
    pub fn with(sensors: &[(&str, &[f64])], actuators: &[&str]) -> Self {
        let robot = sensors.iter().fold(Self::robot(), |robot, (name, values)| robot.sensor(name, values));
        let robot = actuators.iter().fold(robot, |robot, name| robot.actuator(name, 1));
        robot.build().unwrap_or_else(|fault| panic!("the controller refuses to be set up: {fault}"))
    }

    /// The rig after one more step.
    ///
    /// # Panics
    /// When the step fails.
    pub fn stepped(mut self) -> Self {
        self.step().unwrap_or_else(|fault| panic!("the step failed: {fault}"));
        self
    }

    /// One step.
    pub fn step(&mut self) -> Result {
        let held = &mut self.held;
        let mut frame = ControllerFrame {
            call: self.world.call_frame(held.clock, &mut held.random, &mut held.published),
            readings: self.readings.as_slice().into(),
            commands: self.commands.as_mut_slice().into(),
        };
        let result = open(self.table.step()(held.instance, &mut frame));
        held.advance();
        result
    }

    /// Sets what a sensor reads from now on.
    ///
    /// # Panics
    /// When the robot has no such sensor or it has another number of values.
    pub fn read(&mut self, sensor: &str, values: &[f64]) {
        let part = part(&self.request.sensors, sensor);
        let (offset, len) = (part.offset, part.channels.len());
        assert_eq!(values.len(), len, "sensor `{sensor}` has {len} values");
        self.readings[offset..offset + len].copy_from_slice(values);
    }

    /// What an actuator is commanded.
    ///
    /// # Panics
    /// When the robot has no such actuator.
    pub fn command(&self, actuator: &str) -> &[f64] {
        let part = part(&self.request.actuators, actuator);
        &self.commands[part.offset..part.offset + part.channels.len()]
    }

    plain_call!();
    shared_methods!();
}

fn part<'a>(parts: &'a [Part], name: &str) -> &'a Part {
    parts.iter().find(|part| part.name == name).unwrap_or_else(|| panic!("the rig's robot has no `{name}`"))
}

fn add(parts: &mut Vec<Part>, name: &str, channels: Vec<Channel>) {
    let offset = parts.last().map_or(0, |last| last.offset + last.channels.len());
    parts.push(Part { name: name.into(), component: "rig/part".into(), channels, offset });
}

impl<T: crate::Controller> ControllerRigBuilder<T> {
    /// Adds a sensor with its first reading.
    pub fn sensor(mut self, name: &str, values: &[f64]) -> Self {
        let channels = (0..values.len()).map(|index| Channel::new(format!("value_{index}"), "1")).collect();
        add(&mut self.request.sensors, name, channels);
        self.readings.extend_from_slice(values);
        self
    }

    /// Adds an actuator with a number of command channels.
    pub fn actuator(mut self, name: &str, values: usize) -> Self {
        let channels = (0..values).map(|index| Channel::new(format!("value_{index}"), "1")).collect();
        add(&mut self.request.actuators, name, channels);
        self
    }

    /// Sets parameters; the others take their defaults.
    pub fn params(mut self, params: Value) -> Self {
        self.request.params = params;
        self
    }

    /// Sets the period, s (0.01 unless set).
    pub fn period(mut self, period: f64) -> Self {
        self.request.period = period;
        self
    }

    /// Makes the controller.
    pub fn build(self) -> Result<ControllerRig<T>> {
        let created = open(adapters::controller::<T>(&text(&self.request)?))?;
        let table = created.table;
        let commands = self.request.actuators.iter().map(|part| part.channels.len()).sum();
        Ok(ControllerRig {
            held: Held::new(created, |table| table.common(), &self.request)?,
            table,
            readings: self.readings,
            commands: vec![0.0; commands],
            request: self.request,
            world: TestWorld::default(),
            author: PhantomData,
        })
    }
}

/// Runs a sensor in a [`TestWorld`].
pub struct SensorRig<T> {
    held: Held,
    table: SensorTableRef,
    request: Request,
    /// The world it reads.
    pub world: TestWorld,
    /// True state of the robot.
    pub body: BodyState,
    /// Acceleration of the robot's origin, world axes, m/s².
    pub acceleration: crate::math::Vec3,
    /// The robot's joints.
    pub joints: Vec<JointState>,
    /// What a controller would read: the last reading, or what a test puts here in its place.
    pub reading: Vec<f64>,
    author: PhantomData<T>,
}

impl<T: crate::Sensor> SensorRig<T> {
    /// Makes a sensor at the robot's origin.
    pub fn new(params: Value) -> Result<Self> {
        Self::mounted(params, Placement::default(), &[])
    }

    /// Makes a sensor at a place of a robot with these joints.
    pub fn mounted(params: Value, mount: Placement, joints: &[Joint]) -> Result<Self> {
        let request = Request { mount, joints: joints.to_vec(), ..request(params) };
        Self::with_request(request)
    }

    /// Makes a sensor from a whole request, for those that bind beacons or robots by name.
    pub fn with_request(request: Request) -> Result<Self> {
        let created = open(adapters::sensor::<T>(&text(&request)?))?;
        let table = created.table;
        let held = Held::new(created, |table| table.common(), &request)?;
        let reading = held.declaration.channels.iter().map(|channel| channel.neutral).collect();
        Ok(Self {
            held,
            table,
            joints: vec![JointState::default(); request.joints.len()],
            request,
            world: TestWorld::default(),
            reading,
            body: BodyState::default(),
            acceleration: crate::math::Vec3::zeros(),
            author: PhantomData,
        })
    }

    /// One reading.
    pub fn sense(&mut self) -> Result<Vec<f64>> {
        let held = &mut self.held;
        let mut reading: Vec<f64> = held.declaration.channels.iter().map(|channel| channel.neutral).collect();
        let body = self.body.into();
        let mut frame = SensorFrame {
            call: self.world.call_frame(held.clock, &mut held.random, &mut held.published),
            world: WORLD,
            world_context: self.world.context(),
            body: &body,
            acceleration: self.acceleration.into(),
            angular_acceleration: crate::math::Vec3::zeros().into(),
            gravity: crate::math::Vec3::new(0.0, 0.0, -9.81).into(),
            mount: self.request.mount.isometry().into(),
            joints: self.joints.as_slice().into(),
            output: reading.as_mut_slice().into(),
        };
        let result = open(self.table.step()(held.instance, &mut frame));
        held.advance();
        self.reading.clone_from(&reading);
        result.map(|()| reading)
    }

    /// Calls a function that the sensor offers, with [`SensorRig::reading`].
    pub fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        let answer = self.table.answer().expect("invariant: the rig's table is of this crate");
        let (arguments, reading) = (serde_json::to_string(arguments)?, self.reading.as_slice().into());
        let answer = open(answer(self.held.instance, function.into(), arguments.as_str().into(), reading))?;
        Ok(serde_json::from_str(&answer)?)
    }

    /// One reading of a channel by name.
    ///
    /// # Panics
    /// When the sensor has no such channel.
    pub fn sense_channel(&mut self, name: &str) -> Result<f64> {
        let index = self.held.declaration.channels.iter().position(|channel| channel.name == name);
        let index = index.unwrap_or_else(|| panic!("the sensor has no channel `{name}`"));
        Ok(self.sense()?[index])
    }

    shared_methods!();
}

/// Runs an actuator.
pub struct ActuatorRig<T> {
    held: Held,
    table: ActuatorTableRef,
    /// The world behind the operator's keys and the log.
    pub world: TestWorld,
    /// The robot's joints.
    pub joints: Vec<JointState>,
    /// What it is commanded: by the last step of the test, or by calls after it.
    pub commands: Vec<f64>,
    effects: Vec<f64>,
    author: PhantomData<T>,
}

impl<T: crate::Actuator> ActuatorRig<T> {
    /// Makes an actuator on a robot with these joints.
    pub fn new(params: Value, joints: &[Joint]) -> Result<Self> {
        let request = Request { joints: joints.to_vec(), ..request(params) };
        let created = open(adapters::actuator::<T>(&text(&request)?))?;
        let table = created.table;
        let held = Held::new(created, |table| table.common(), &request)?;
        let effects = held.declaration.effects.iter().flat_map(|effect| &effect.channels).map(|c| c.neutral).collect();
        Ok(Self {
            commands: held.declaration.channels.iter().map(|channel| channel.neutral).collect(),
            held,
            table,
            world: TestWorld::default(),
            joints: vec![JointState::default(); joints.len()],
            effects,
            author: PhantomData,
        })
    }

    /// One step with these commands; the effects in the order in which they were declared.
    pub fn act(&mut self, commands: &[f64]) -> Result<&[f64]> {
        self.commands = commands.to_vec();
        let held = &mut self.held;
        let mut frame = ActuatorFrame {
            call: self.world.call_frame(held.clock, &mut held.random, &mut held.published),
            commands: commands.into(),
            joints: self.joints.as_slice().into(),
            effects: self.effects.as_mut_slice().into(),
        };
        let result = open(self.table.step()(held.instance, &mut frame));
        held.advance();
        result.map(|()| self.effects.as_slice())
    }

    /// Calls a function that the actuator offers; [`ActuatorRig::commands`] are then what it has left, within their ranges.
    pub fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        let answer = self.table.answer().expect("invariant: the rig's table is of this crate");
        let (arguments, commands) = (serde_json::to_string(arguments)?, self.commands.as_mut_slice().into());
        let answer = open(answer(self.held.instance, function.into(), arguments.as_str().into(), commands));
        for (command, channel) in self.commands.iter_mut().zip(&self.held.declaration.channels) {
            *command = command.clamp(channel.min.unwrap_or(f64::NEG_INFINITY), channel.max.unwrap_or(f64::INFINITY));
        }
        Ok(serde_json::from_str(&answer?)?)
    }

    shared_methods!();
}

/// Runs a dynamics.
pub struct DynamicsRig<T> {
    held: Held,
    table: DynamicsTableRef,
    /// The world behind the log.
    pub world: TestWorld,
    /// State of the body.
    pub body: BodyState,
    /// What the dynamics remembers.
    pub memory: Vec<f64>,
    /// Effects of the actuators, to be set by the test.
    pub effects: Vec<f64>,
    /// The robot's joints.
    pub joints: Vec<JointState>,
    /// What surrounds the body.
    pub environment: crate::ffi::types::Environment,
    author: PhantomData<T>,
}

/// Collects the robot that a dynamics is tested on.
pub struct DynamicsRigBuilder<T> {
    request: Request,
    author: PhantomData<T>,
}

impl<T: crate::Dynamics> DynamicsRig<T> {
    /// Starts with a body of these mass properties (kg, m, kg·m²).
    pub fn body(mass: MassProperties) -> DynamicsRigBuilder<T> {
        let request = Request { mass, half_extents: [0.1; 3], ..request(Value::Null) };
        DynamicsRigBuilder { request, author: PhantomData }
    }

    /// One step.
    pub fn step(&mut self) -> Result {
        let held = &mut self.held;
        let mut body = self.body.into();
        let mut frame = DynamicsFrame {
            call: self.world.call_frame(held.clock, &mut held.random, &mut held.published),
            body: &mut body,
            memory: self.memory.as_mut_slice().into(),
            effects: self.effects.as_slice().into(),
            joints: self.joints.as_mut_slice().into(),
            environment: &self.environment,
        };
        let result = open(self.table.step()(held.instance, &mut frame));
        self.body = body.into();
        held.advance();
        result
    }

    /// Steps for a time, s.
    pub fn run(&mut self, seconds: f64) -> Result {
        let steps = (seconds / self.held.clock.period).round() as u64;
        (0..steps).try_for_each(|_| self.step())
    }

    plain_call!();
    shared_methods!();
}

impl<T: crate::Dynamics> DynamicsRigBuilder<T> {
    /// Adds an actuator with one effect at a place of the body.
    pub fn effect(self, actuator: &str, kind: EffectKind, mount: Placement) -> Self {
        let channels = kind.channels();
        self.effect_with(actuator, kind, channels, mount)
    }

    /// As [`DynamicsRigBuilder::effect`] with channels of its own, as custom effects have.
    pub fn effect_with(mut self, actuator: &str, kind: EffectKind, channels: Vec<Channel>, mount: Placement) -> Self {
        let effects = &mut self.request.effects;
        let offset = effects.last().map_or(0, |last| last.offset + last.effect.channels.len());
        effects.push(EffectPart { actuator: actuator.into(), effect: Effect { kind, channels }, offset, mount });
        self
    }

    /// Adds a joint.
    pub fn joint(mut self, joint: Joint) -> Self {
        self.request.joints.push(joint);
        self
    }

    /// Sets parameters; the others take their defaults.
    pub fn params(mut self, params: Value) -> Self {
        self.request.params = params;
        self
    }

    /// Sets the step, s (0.01 unless set).
    pub fn period(mut self, period: f64) -> Self {
        (self.request.period, self.request.step) = (period, period);
        self
    }

    /// Makes the dynamics, at rest at the origin, in air, under gravity.
    pub fn build(self) -> Result<DynamicsRig<T>> {
        let created = open(adapters::dynamics::<T>(&text(&self.request)?))?;
        let table = created.table;
        let held = Held::new(created, |table| table.common(), &self.request)?;
        let mut environment = crate::ffi::types::Environment::default();
        environment.gravity.z = -9.81;
        (environment.density, environment.viscosity) = (1.204, 1.8e-5);
        (environment.density_above, environment.surface_height) = (1.204, f64::INFINITY);
        environment.ground_height = f64::NEG_INFINITY;
        environment.ground_normal.z = 1.0;
        Ok(DynamicsRig {
            table,
            world: TestWorld::default(),
            body: BodyState::default(),
            memory: held.declaration.memory.iter().map(|channel| channel.neutral).collect(),
            effects: vec![0.0; self.request.effects.iter().map(|part| part.effect.channels.len()).sum()],
            joints: self.request.joints.iter().map(|j| JointState { position: j.initial, velocity: 0.0 }).collect(),
            environment,
            held,
            author: PhantomData,
        })
    }
}
