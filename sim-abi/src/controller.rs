//! Controllers: compute commands from readings.

use crate::call::{Call, Common, common_methods, shares};
use crate::declare::{Datasheet, Function, Part};
use crate::fault::{Cause, Fault, Result, unknown_name};
use crate::ffi::frames::ControllerFrame;
use crate::params::Params;
use serde_json::Value;

/// Drives one robot: reads its sensors and commands its actuators, without any other access to the world.
pub trait Controller: Sized + Send + 'static {
    /// Parameters. Use [`NoParams`](crate::params::NoParams) for none.
    type Params: Params;

    /// Creates a controller and binds sensors and actuators by name. Called once per robot, and again after a reload.
    fn new(params: Self::Params, robot: &mut ControllerSetup) -> Result<Self>;

    /// Called every period. An error stops this controller and halts its robot.
    fn step(&mut self, io: &mut ControllerIo) -> Result;

    common_methods!();

    /// Executes one of [`Controller::functions`].
    fn call(&mut self, function: &str, _arguments: &[Value]) -> Result<Value> {
        Err(Fault::new(format!("unknown function `{function}`")))
    }
}

/// A bound sensor, or one of its channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    start: usize,
    len: usize,
}

impl Input {
    /// Number of values.
    #[allow(clippy::len_without_is_empty, reason = "a bound sensor always has a channel")]
    pub fn len(&self) -> usize {
        self.len
    }
}

/// A bound actuator, or one of its channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    start: usize,
    len: usize,
}

impl Output {
    /// Number of values.
    #[allow(clippy::len_without_is_empty, reason = "a bound actuator always has a channel")]
    pub fn len(&self) -> usize {
        self.len
    }
}

/// The robot at setup, with its sensors and actuators.
#[derive(Clone, Debug, Default)]
pub struct ControllerSetup(pub(crate) Common);

impl ControllerSetup {
    /// Setup from a request; for hosts that link a controller instead of loading it.
    pub fn from_request(request: crate::declare::Request) -> Self {
        Self(Common { request, ..Common::default() })
    }

    /// Route that the scene assigns to the robot, if any.
    pub fn route(&self) -> Option<&crate::route::Route> {
        self.0.request.route.as_deref()
    }

    /// Declares that the robot follows routes and how it moves between poses; the route is then checked for clearance.
    pub fn follows_routes(&mut self, motion: crate::route::RouteMotion) {
        self.0.declaration.routes = Some(motion);
    }

    /// Binds a sensor by name, or one of its channels as `sensor.channel`. If it does not exist, the error lists those that
    /// do.
    #[track_caller]
    pub fn sensor(&self, name: &str) -> Result<Input> {
        let (part, start, len) = bind("sensor", name, &self.0.request.sensors)?;
        self.0.bound.borrow_mut().insert(part);
        Ok(Input { start, len })
    }

    /// Binds an actuator by name, or one of its channels as `actuator.channel`.
    #[track_caller]
    pub fn actuator(&self, name: &str) -> Result<Output> {
        let (_, start, len) = bind("actuator", name, &self.0.request.actuators)?;
        Ok(Output { start, len })
    }

    /// Binds several sensors, or channels of sensors, in this order.
    #[track_caller]
    pub fn inputs<const N: usize>(&self, names: [&str; N]) -> Result<[Input; N]> {
        let mut bound = [Input { start: 0, len: 0 }; N];
        for (input, name) in bound.iter_mut().zip(names) {
            *input = self.sensor(name)?;
        }
        Ok(bound)
    }

    /// Binds several actuators, or channels of actuators, in this order.
    #[track_caller]
    pub fn outputs<const N: usize>(&self, names: [&str; N]) -> Result<[Output; N]> {
        let mut bound = [Output { start: 0, len: 0 }; N];
        for (output, name) in bound.iter_mut().zip(names) {
            *output = self.actuator(name)?;
        }
        Ok(bound)
    }

    /// All sensors, with their mounts and their channels' names, units and ranges.
    pub fn sensors(&self) -> &[Part] {
        &self.0.request.sensors
    }

    /// Declares the bound sensors.
    pub(crate) fn tell_reads(&mut self) {
        let bound = self.0.bound.get_mut().iter().map(|part| self.0.request.sensors[*part].name.clone());
        self.0.declaration.reads = Some(bound.collect());
    }

    /// All actuators, with their mounts and their channels' names, units and ranges.
    pub fn actuators(&self) -> &[Part] {
        &self.0.request.actuators
    }
}

/// Returns the index of the part, the index of its first bound channel among all, and the number of channels.
#[track_caller]
fn bind(what: &'static str, name: &str, parts: &[Part]) -> Result<(usize, usize, usize)> {
    let find = |name: &str| parts.iter().enumerate().find(|(_, part)| part.name == name);
    if let Some((number, part)) = find(name) {
        return Ok((number, part.offset, part.channels.len()));
    }
    if let Some((part_name, channel)) = name.rsplit_once('.')
        && let Some((number, part)) = find(part_name)
    {
        return match part.channels.iter().position(|c| c.name == channel) {
            Some(index) => Ok((number, part.offset + index, 1)),
            None => {
                let known: Vec<&str> = part.channels.iter().map(|c| c.name.as_str()).collect();
                let fault = Fault::new(format!("unknown channel `{channel}` of {what} `{part_name}`"));
                Err(fault.help(format!("channels: {}", known.join(", "))).because(Cause::Binding))
            }
        };
    }
    Err(unknown_name(what, name, parts.iter().map(|part| part.name.as_str())))
}

shares!(ControllerSetup, 0: Common);

/// Readings and commands during a step. Gives no access to the world, to other robots or to the true state:
///
/// ```compile_fail
/// # use sim_abi::prelude::*;
/// fn peep(io: &mut ControllerIo) -> BodyState {
///     io.body() // no such method: a controller knows what its sensors tell
/// }
/// ```
pub struct ControllerIo<'a> {
    call: Call<'a>,
    readings: &'a [f64],
    commands: &'a mut [f64],
}

impl<'a> ControllerIo<'a> {
    /// Wraps a frame. The host passes one to each call; a host that links a controller instead of loading it creates its own.
    ///
    /// # Safety
    /// The frame belongs to the running call, on its thread; nothing else uses what it lends for `'a`.
    #[inline]
    pub unsafe fn of(frame: &'a ControllerFrame) -> Self {
        // SAFETY: the caller's promise.
        unsafe {
            Self {
                readings: frame.readings.as_slice(),
                commands: frame.commands.as_slice(),
                call: Call::of(frame.call),
            }
        }
    }

    /// All values of a sensor.
    #[inline]
    pub fn read(&self, input: Input) -> &[f64] {
        &self.readings[input.start..input.start + input.len]
    }

    /// First value of a sensor, or the value of a bound channel.
    #[inline]
    pub fn value(&self, input: Input) -> f64 {
        self.readings[input.start]
    }

    /// Commands an actuator; it holds the command until the next one. Fails if the number of values differs from the
    /// actuator's.
    #[inline]
    #[track_caller]
    pub fn write(&mut self, output: Output, values: &[f64]) -> Result {
        if values.len() != output.len {
            return Err(wrong_count(values.len(), output.len));
        }
        self.commands[output.start..output.start + output.len].copy_from_slice(values);
        Ok(())
    }

    /// Commands an actuator's first value, or a bound channel.
    #[inline]
    pub fn set(&mut self, output: Output, value: f64) {
        self.commands[output.start] = value;
    }

    /// Current command of an actuator.
    #[inline]
    pub fn command(&self, output: Output) -> &[f64] {
        &self.commands[output.start..output.start + output.len]
    }
}

#[cold]
#[track_caller]
fn wrong_count(given: usize, taken: usize) -> Fault {
    Fault::new(format!("{given} values written to an actuator that takes {taken}"))
        .help("write one value per channel; `sim check --verbose SCENE` lists the channels")
        .because(Cause::Channels)
}

shares!(ControllerIo<'a>, call: Call<'a>);
