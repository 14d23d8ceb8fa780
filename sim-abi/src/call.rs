//! What every kind gets in a call: time, random numbers, the log, published values, the operator's keys.

use crate::ffi::frames::CallFrame;
use crate::ffi::host::HostApiRef;
use crate::ffi::types::{Clock, HostContext, LogLevel, RandomState};
use crate::random::Random;

/// A random stream beyond the component's first, declared at set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream(pub(crate) usize);

/// A published value, declared at set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published(pub(crate) usize);

/// Common part of every call.
pub struct Call<'a> {
    host: HostApiRef,
    context: HostContext,
    clock: Clock,
    random: &'a mut [RandomState],
    published: &'a mut [f64],
}

impl<'a> Call<'a> {
    #[inline]
    pub(crate) fn new(frame: &'a mut CallFrame<'_>) -> Self {
        Self {
            host: frame.host,
            context: frame.context,
            clock: frame.clock,
            random: frame.random.as_mut_slice(),
            published: frame.published.as_mut_slice(),
        }
    }

    /// Simulated time, s.
    #[inline]
    pub fn time(&self) -> f64 {
        self.clock.time
    }

    /// Ticks completed before this call.
    #[inline]
    pub fn tick(&self) -> u64 {
        self.clock.tick
    }

    /// Time since this component's previous call, i.e. its period, s.
    #[inline]
    pub fn dt(&self) -> f64 {
        self.clock.period
    }

    /// The component's own random stream.
    #[inline]
    pub fn random(&mut self) -> Random<'_> {
        Random(&mut self.random[0])
    }

    /// A further stream that was declared at set-up.
    #[inline]
    pub fn stream(&mut self, stream: Stream) -> Random<'_> {
        Random(&mut self.random[stream.0])
    }

    /// Publishes a value for plots, recordings and bridges; it keeps its last value until the next call.
    #[inline]
    pub fn publish(&mut self, value: Published, number: f64) {
        self.published[value.0] = number;
    }

    /// Writes a line to the run's log under the component's name.
    pub fn log(&self, level: LogLevel, text: impl AsRef<str>) {
        self.host.log()(self.context, level, text.as_ref().into());
    }

    /// Codes of the keys that the operator holds down, in the order they were pressed; see [`crate::keys`].
    pub fn keys(&self) -> &[u32] {
        self.host.keys()(self.context).as_slice()
    }

    /// Whether the operator holds a key down.
    pub fn key(&self, code: u32) -> bool {
        self.keys().contains(&code)
    }

    /// A named axis of the operator's controls, −1 … 1; 0 while nobody moves it.
    pub fn axis(&self, name: &str) -> f64 {
        self.host.axis()(self.context, name.into())
    }
}

/// What every set-up offers besides its own kind's part.
#[derive(Clone, Debug, Default)]
pub struct Common {
    pub(crate) request: crate::declare::Request,
    pub(crate) declaration: crate::declare::Declaration,
    /// Which of the request's sensors have been bound; binding borrows the set-up only.
    pub(crate) bound: std::cell::RefCell<std::collections::BTreeSet<usize>>,
}

impl Common {
    /// Name of the robot this component belongs to, or empty for a service.
    pub fn robot(&self) -> &str {
        &self.request.robot
    }

    /// Name of this component within its robot.
    pub fn name(&self) -> &str {
        &self.request.name
    }

    /// Step of the scene, s.
    pub fn step(&self) -> f64 {
        self.request.step
    }

    /// Period at which the component will be called, s.
    pub fn period(&self) -> f64 {
        self.request.period
    }

    /// Folder for the component's files; it may not exist yet.
    pub fn data_folder(&self) -> &std::path::Path {
        std::path::Path::new(&self.request.data_folder)
    }

    /// Declares a value that the component publishes.
    pub fn publish(&mut self, channel: crate::declare::Channel) -> Published {
        self.declaration.published.push(channel);
        Published(self.declaration.published.len() - 1)
    }

    /// Declares a random stream of its own name beyond the first.
    pub fn stream(&mut self, name: &str) -> Stream {
        self.declaration.streams.push(name.to_string());
        Stream(self.declaration.streams.len())
    }

    /// Port of the robot that the component is plugged into, or empty.
    pub fn port(&self) -> &str {
        &self.request.port
    }

    /// Asks for a period when the scene names none, s.
    pub fn ask_period(&mut self, period: f64) {
        self.declaration.period = Some(period);
    }
}
