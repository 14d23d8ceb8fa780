//! Test rigs, one per kind of component.

use super::held::{Loaded, OfLibrary, TestInstance};
use super::host::WORLD;
use super::world::TestWorld;
use crate::adapters;
use crate::declare::{Channel, Declaration, Effect, EffectKind, EffectPart, LinkPart, Part, Request};
use crate::fault::Result;
use crate::ffi::frames::*;
use crate::ffi::module::*;
use crate::ffi::types::{JointState, MountMotion};
use crate::ffi::views::{Rows, RowsMut, View, ViewMut};
use crate::math::BodyState;
use crate::model::{Joint, MassProperties, Placement};
use serde_json::Value;
use std::marker::PhantomData;

macro_rules! shared_methods {
    () => {
        /// The component's declaration.
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
        /// If the component does not publish it.
        pub fn published(&self, name: &str) -> f64 {
            let index = self.held.declaration.published.iter().position(|channel| channel.name == name);
            self.held.published[index.unwrap_or_else(|| panic!("unknown published value `{name}`"))]
        }

        /// Lines logged by the component.
        pub fn log(&self) -> Vec<String> {
            self.world.log.borrow().iter().map(|(_, line)| line.clone()).collect()
        }
    };
}

macro_rules! plain_call {
    () => {
        /// Calls a function that the component offers.
        pub fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
            self.held.call(function, arguments, &mut [])
        }
    };
}

pub(super) use {plain_call, shared_methods};

/// A request with the fields common to all rigs.
pub(super) fn request(params: Value) -> Request {
    Request { params, robot: "rig".into(), name: "tested".into(), step: 0.01, period: 0.01, ..Request::default() }
}

/// Runs a controller with readings set by the test.
pub struct ControllerRig<T> {
    held: TestInstance,
    request: Request,
    readings: Vec<f64>,
    commands: Vec<f64>,
    /// The operator's keys and the log; a controller sees nothing else of the world.
    pub world: TestWorld,
    author: PhantomData<T>,
}

/// Builder of the robot for a controller under test.
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

    /// A controller with default parameters on a robot with these sensors and their readings, and these actuators with one
    /// value each.
    ///
    /// # Panics
    /// If the controller cannot be created.
    pub fn with(sensors: &[(&str, &[f64])], actuators: &[&str]) -> Self {
        let robot = sensors.iter().fold(Self::robot(), |robot, (name, values)| robot.sensor(name, values));
        let robot = actuators.iter().fold(robot, |robot, name| robot.actuator(name, 1));
        robot.build().unwrap_or_else(|fault| panic!("the setup of the controller failed: {fault}"))
    }

    /// Returns the rig after one more step.
    ///
    /// # Panics
    /// If the step fails.
    pub fn stepped(mut self) -> Self {
        self.step().unwrap_or_else(|fault| panic!("the step failed: {fault}"));
        self
    }
}

impl<T> ControllerRig<T> {
    /// Runs one step.
    pub fn step(&mut self) -> Result {
        let (readings, commands) = (View::of(&self.readings), ViewMut::of(&mut self.commands));
        let frame = |call| ControllerFrame { size: size_of::<ControllerFrame>(), call, readings, commands };
        self.held.step(&self.world, |table: &ControllerTable| table.step, frame)
    }

    /// Sets the reading of a sensor.
    ///
    /// # Panics
    /// If the robot lacks this sensor or the number of values differs.
    pub fn read(&mut self, sensor: &str, values: &[f64]) {
        let part = part(&self.request.sensors, sensor);
        let (offset, len) = (part.offset, part.channels.len());
        assert_eq!(values.len(), len, "sensor `{sensor}` has {len} values");
        self.readings[offset..offset + len].copy_from_slice(values);
    }

    /// Current command of an actuator.
    ///
    /// # Panics
    /// If the robot lacks this actuator.
    pub fn command(&self, actuator: &str) -> &[f64] {
        let part = part(&self.request.actuators, actuator);
        &self.commands[part.offset..part.offset + part.channels.len()]
    }

    plain_call!();
    shared_methods!();
}

fn part<'a>(parts: &'a [Part], name: &str) -> &'a Part {
    parts.iter().find(|part| part.name == name).unwrap_or_else(|| panic!("unknown part `{name}` of the rig's robot"))
}

fn add(parts: &mut Vec<Part>, name: &str, channels: Vec<Channel>) {
    let offset = parts.last().map_or(0, |last| last.offset + last.channels.len());
    parts.push(Part { name: name.into(), component: "rig/part".into(), channels, offset, ..Part::default() });
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

    /// Adds an actuator with one command channel at a mount.
    pub fn mounted_actuator(mut self, name: &str, body_from_mount: Placement) -> Self {
        self = self.actuator(name, 1);
        if let Some(part) = self.request.actuators.last_mut() {
            part.mount = body_from_mount;
        }
        self
    }

    /// Assigns a route to the robot.
    pub fn route(mut self, route: crate::route::Route) -> Self {
        self.request.route = Some(std::sync::Arc::new(route));
        self
    }

    /// Sets parameters; others take their defaults.
    pub fn params(mut self, params: Value) -> Self {
        self.request.params = params;
        self
    }

    /// Sets the period, s. Default: 0.01.
    pub fn period(mut self, period: f64) -> Self {
        self.request.period = period;
        self
    }

    /// Creates the controller.
    pub fn build(self) -> Result<ControllerRig<T>> {
        let held = TestInstance::new(adapters::controller::<T>, &self.request)?;
        Ok(ControllerRig::on(held, self.request, self.readings))
    }
}

impl<T> ControllerRig<T> {
    fn on(held: TestInstance, request: Request, readings: Vec<f64>) -> Self {
        let commands =
            request.actuators.iter().flat_map(|part| &part.channels).map(|channel| channel.neutral).collect();
        Self { held, readings, commands, request, world: TestWorld::default(), author: PhantomData }
    }
}

impl ControllerRig<OfLibrary> {
    /// A controller of a library on the request's robot; its sensors read the neutral values of their channels.
    pub fn loaded(part: Loaded, request: Request) -> Result<Self> {
        let held = TestInstance::loaded::<ControllerTable>(part, KIND_CONTROLLER, &request)?;
        let readings = request.sensors.iter().flat_map(|part| &part.channels).map(|channel| channel.neutral).collect();
        Ok(Self::on(held, request, readings))
    }
}

/// Runs a sensor in a [`TestWorld`].
pub struct SensorRig<T> {
    held: TestInstance,
    request: Request,
    /// The world that it senses.
    pub world: TestWorld,
    /// True state of the robot.
    pub body: BodyState,
    /// Acceleration of the robot's origin, world axes, m/s².
    pub acceleration: crate::math::Vec3,
    /// Motion of the mount if joints carry it; `None` if it is fixed to the body.
    pub motion: Option<MountMotion>,
    /// Scan of the last reading.
    pub scan: Vec<f64>,
    /// The robot's joints.
    pub joints: Vec<JointState>,
    /// Reading passed to a controller: the last one, or the test's override.
    pub reading: Vec<f64>,
    author: PhantomData<T>,
}

impl<T: crate::Sensor> SensorRig<T> {
    /// Creates a sensor at the robot's origin.
    pub fn new(params: Value) -> Result<Self> {
        Self::mounted(params, Placement::default(), &[])
    }

    /// Creates a sensor at a mount on a robot with these joints.
    pub fn mounted(params: Value, mount: Placement, joints: &[Joint]) -> Result<Self> {
        let request = Request { mount, joints: joints.to_vec(), ..request(params) };
        Self::with_request(request)
    }

    /// Creates a sensor from a complete request, for sensors that bind beacons or robots by name.
    pub fn with_request(request: Request) -> Result<Self> {
        Ok(Self::on(TestInstance::new(adapters::sensor::<T>, &request)?, request))
    }
}

impl SensorRig<OfLibrary> {
    /// A sensor of a library.
    pub fn loaded(part: Loaded, request: Request) -> Result<Self> {
        Ok(Self::on(TestInstance::loaded::<SensorTable>(part, KIND_SENSOR, &request)?, request))
    }
}

impl<T> SensorRig<T> {
    fn on(held: TestInstance, request: Request) -> Self {
        let reading = held.declaration.channels.iter().map(|channel| channel.neutral).collect();
        Self {
            held,
            joints: vec![JointState::default(); request.joints.len()],
            request,
            world: TestWorld::default(),
            reading,
            body: BodyState::default(),
            acceleration: crate::math::Vec3::zeros(),
            motion: None,
            scan: Vec::new(),
            author: PhantomData,
        }
    }

    /// Takes one reading.
    pub fn sense(&mut self) -> Result<Vec<f64>> {
        let channels = &self.held.declaration.channels;
        let mut reading: Vec<f64> = channels.iter().map(|channel| channel.neutral).collect();
        let body = self.body.into();
        let output = ViewMut::of(&mut reading);
        let declared = self.held.declaration.coverage.iter().find_map(|coverage| coverage.scan);
        let mut scan = vec![f64::NAN; declared.map_or(0, |scan| scan.values())];
        let scan_view = ViewMut::of(&mut scan);
        let frame = |call| SensorFrame {
            size: size_of::<SensorFrame>(),
            call,
            world: &WORLD,
            body: &raw const body,
            acceleration: self.acceleration.into(),
            angular_acceleration: crate::math::Vec3::zeros().into(),
            gravity: crate::math::Vec3::new(0.0, 0.0, -9.81).into(),
            mount: self.request.mount.isometry().into(),
            joints: Rows::of(&self.joints),
            output,
            motion: self.motion.as_ref().map_or(std::ptr::null(), std::ptr::from_ref),
            scan: scan_view,
        };
        let result = self.held.step(&self.world, |table: &SensorTable| table.step, frame);
        self.reading.clone_from(&reading);
        self.scan = scan;
        result.map(|()| reading)
    }

    /// Calls a function that the sensor offers, with [`SensorRig::reading`].
    pub fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        self.held.call(function, arguments, &mut self.reading.clone())
    }

    /// Takes one reading and returns a channel by name.
    ///
    /// # Panics
    /// If the sensor lacks this channel.
    pub fn sense_channel(&mut self, name: &str) -> Result<f64> {
        let index = self.held.declaration.channels.iter().position(|channel| channel.name == name);
        let index = index.unwrap_or_else(|| panic!("unknown channel `{name}` of the sensor"));
        Ok(self.sense()?[index])
    }

    shared_methods!();
}

/// Runs an actuator.
pub struct ActuatorRig<T> {
    held: TestInstance,
    /// The world with the operator's keys and the log.
    pub world: TestWorld,
    /// The robot's joints.
    pub joints: Vec<JointState>,
    /// Commands: those of the last step, modified by calls since.
    pub commands: Vec<f64>,
    effects: Vec<f64>,
    author: PhantomData<T>,
}

impl<T: crate::Actuator> ActuatorRig<T> {
    /// Creates an actuator on a robot with these joints.
    pub fn new(params: Value, joints: &[Joint]) -> Result<Self> {
        let request = Request { joints: joints.to_vec(), ..request(params) };
        Ok(Self::on(TestInstance::new(adapters::actuator::<T>, &request)?, joints.len()))
    }
}

impl ActuatorRig<OfLibrary> {
    /// An actuator of a library.
    pub fn loaded(part: Loaded, request: &Request) -> Result<Self> {
        Ok(Self::on(TestInstance::loaded::<ActuatorTable>(part, KIND_ACTUATOR, request)?, request.joints.len()))
    }
}

impl<T> ActuatorRig<T> {
    fn on(held: TestInstance, joints: usize) -> Self {
        let effects = held.declaration.effects.iter().flat_map(|effect| &effect.channels).map(|c| c.neutral).collect();
        Self {
            commands: held.declaration.channels.iter().map(|channel| channel.neutral).collect(),
            held,
            world: TestWorld::default(),
            joints: vec![JointState::default(); joints],
            effects,
            author: PhantomData,
        }
    }

    /// Runs one step with these commands; returns the effects in the order of their declaration.
    pub fn act(&mut self, commands: &[f64]) -> Result<&[f64]> {
        self.commands = commands.to_vec();
        let effects = ViewMut::of(&mut self.effects);
        let frame = |call| ActuatorFrame {
            size: size_of::<ActuatorFrame>(),
            call,
            commands: View::of(commands),
            joints: Rows::of(&self.joints),
            effects,
        };
        self.held.step(&self.world, |table: &ActuatorTable| table.step, frame)?;
        Ok(&self.effects)
    }

    /// Calls a function that the actuator offers; [`ActuatorRig::commands`] then holds the commands that it left, clamped
    /// to their ranges.
    pub fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        let answer = self.held.call(function, arguments, &mut self.commands);
        for (command, channel) in self.commands.iter_mut().zip(&self.held.declaration.channels) {
            *command = command.clamp(channel.min.unwrap_or(f64::NEG_INFINITY), channel.max.unwrap_or(f64::INFINITY));
        }
        answer
    }

    shared_methods!();
}

/// Runs a dynamics.
pub struct DynamicsRig<T> {
    held: TestInstance,
    /// The world with the log.
    pub world: TestWorld,
    /// State of the body.
    pub body: BodyState,
    /// Memory of the dynamics.
    pub memory: Vec<f64>,
    /// Effects of the actuators, set by the test.
    pub effects: Vec<f64>,
    /// Current `body_from_mount` of each effect.
    pub mounts: Vec<crate::math::Pose>,
    /// The robot's joints.
    pub joints: Vec<JointState>,
    /// Environment of the body.
    pub environment: crate::ffi::types::Environment,
    author: PhantomData<T>,
}

/// Builder of the robot for a dynamics under test.
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
}

impl<T> DynamicsRig<T> {
    /// Runs one step.
    pub fn step(&mut self) -> Result {
        let mut body = self.body.into();
        let (to_body, memory) = (&raw mut body, ViewMut::of(&mut self.memory));
        let joints = RowsMut::of(&mut self.joints);
        let mounts: Vec<crate::ffi::types::Pose> = self.mounts.iter().map(|pose| (*pose).into()).collect();
        let frame = |call| DynamicsFrame {
            size: size_of::<DynamicsFrame>(),
            call,
            world: &WORLD,
            body: to_body,
            memory,
            effects: View::of(&self.effects),
            mounts: View::of(&mounts),
            joints,
            environment: &raw const self.environment,
        };
        let result = self.held.step(&self.world, |table: &DynamicsTable| table.step, frame);
        self.body = body.into();
        result
    }

    /// Runs steps for a duration, s.
    pub fn run(&mut self, seconds: f64) -> Result {
        let steps = (seconds / self.held.clock.period).round() as u64;
        (0..steps).try_for_each(|_| self.step())
    }

    plain_call!();
    shared_methods!();
}

impl<T: crate::Dynamics> DynamicsRigBuilder<T> {
    /// Adds an actuator with one effect at a mount on the body.
    pub fn effect(self, actuator: &str, kind: EffectKind, mount: Placement) -> Self {
        let channels = kind.channels();
        self.effect_with(actuator, kind, channels, mount)
    }

    /// Like [`DynamicsRigBuilder::effect`], with its own channels, as custom effects have.
    pub fn effect_with(mut self, actuator: &str, kind: EffectKind, channels: Vec<Channel>, mount: Placement) -> Self {
        let effects = &mut self.request.effects;
        let offset = effects.last().map_or(0, |last| last.offset + last.effect.channels.len());
        effects.push(EffectPart {
            actuator: actuator.into(),
            effect: Effect { kind, channels },
            offset,
            mount,
            link: String::new(),
        });
        self
    }

    /// Adds a joint.
    pub fn joint(mut self, joint: Joint) -> Self {
        self.request.joints.push(joint);
        self
    }

    /// Adds a link with its mass properties (kg, m, kg·m²), root first.
    pub fn link(mut self, name: &str, mass: MassProperties) -> Self {
        self.request.links.push(LinkPart { name: name.into(), mass });
        self
    }

    /// Sets parameters; others take their defaults.
    pub fn params(mut self, params: Value) -> Self {
        self.request.params = params;
        self
    }

    /// Sets the step, s. Default: 0.01.
    pub fn period(mut self, period: f64) -> Self {
        (self.request.period, self.request.step) = (period, period);
        self
    }

    /// Creates the dynamics, at rest at the origin, in air, under gravity.
    pub fn build(self) -> Result<DynamicsRig<T>> {
        Ok(DynamicsRig::on(TestInstance::new(adapters::dynamics::<T>, &self.request)?, &self.request))
    }
}

impl DynamicsRig<OfLibrary> {
    /// A dynamics of a library, at rest at the origin, in air, under gravity.
    pub fn loaded(part: Loaded, request: &Request) -> Result<Self> {
        Ok(Self::on(TestInstance::loaded::<DynamicsTable>(part, KIND_DYNAMICS, request)?, request))
    }
}

impl<T> DynamicsRig<T> {
    fn on(held: TestInstance, request: &Request) -> Self {
        let mut environment = crate::ffi::types::Environment::default();
        environment.gravity.z = -9.81;
        (environment.density, environment.viscosity) = (1.204, 1.8e-5);
        (environment.density_above, environment.surface_height) = (1.204, f64::INFINITY);
        Self {
            world: TestWorld::default(),
            body: BodyState::default(),
            memory: held.declaration.memory.iter().map(|channel| channel.neutral).collect(),
            effects: vec![0.0; request.effects.iter().map(|part| part.effect.channels.len()).sum()],
            mounts: request.effects.iter().map(|part| part.mount.isometry()).collect(),
            joints: request.joints.iter().map(|j| JointState { position: j.initial, ..Default::default() }).collect(),
            environment,
            held,
            author: PhantomData,
        }
    }
}
