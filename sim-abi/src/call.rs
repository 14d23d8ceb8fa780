//! Common part of the calls of all kinds: time, random numbers, the log, published values, the operator's keys.

use crate::ffi::frames::CallFrame;
use crate::ffi::host::HostApi;
use crate::ffi::types::{HostContext, LogLevel, RandomState};
use crate::ffi::views::{Text, ViewMut};
use crate::random::Random;

/// An additional random stream, declared at setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream(pub(crate) usize);

/// A published value, declared at setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Published(pub(crate) usize);

/// Methods with defaults that the traits of all kinds except dynamics have in common.
macro_rules! common_methods {
    () => {
        /// State to preserve across a reload, a snapshot or a replay; see [`crate::state`].
        fn save(&self) -> Option<Vec<u8>> {
            None
        }

        /// Restores a saved state.
        fn restore(&mut self, _bytes: &[u8]) -> Result {
            Ok(())
        }

        /// Metadata that is available without creating an instance.
        fn datasheet() -> Datasheet {
            Datasheet::default()
        }

        /// Functions that services and the window may call between ticks. Default: those of the data sheet.
        fn functions(&self) -> Vec<Function> {
            Self::datasheet().functions
        }
    };
}
pub(crate) use common_methods;

/// Gives the setup or the call of a kind what those of all kinds have in common.
macro_rules! shares {
    ($own:ident $(<$lifetime:lifetime>)?, $field:tt: $common:ty) => {
        impl $(<$lifetime>)? std::ops::Deref for $own $(<$lifetime>)? {
            type Target = $common;
            #[inline]
            fn deref(&self) -> &$common {
                &self.$field
            }
        }

        impl $(<$lifetime>)? std::ops::DerefMut for $own $(<$lifetime>)? {
            #[inline]
            fn deref_mut(&mut self) -> &mut $common {
                &mut self.$field
            }
        }
    };
}
pub(crate) use shares;

/// Common part of every call. Bound to the thread of the call:
///
/// ```compile_fail
/// # use sim_abi::prelude::*;
/// fn in_the_background(io: &ControllerIo) {
///     std::thread::scope(|scope| scope.spawn(|| io.log(LogLevel::Info, "no such thing")));
/// }
/// ```
pub struct Call<'a> {
    frame: &'a CallFrame,
    host: &'a HostApi,
    random: &'a mut [RandomState],
    published: &'a mut [f64],
}

impl<'a> Call<'a> {
    /// The call of a frame.
    ///
    /// # Safety
    /// `frame` is the frame of the running call, on its thread, and nothing else uses what it lends.
    #[inline]
    pub(crate) unsafe fn of(frame: *const CallFrame) -> Self {
        // SAFETY: the caller's promise.
        unsafe {
            let frame = &*frame;
            Self { frame, host: &*frame.host, random: frame.random.as_slice(), published: frame.published.as_slice() }
        }
    }

    /// Simulated time, s.
    #[inline]
    pub fn time(&self) -> f64 {
        self.frame.time
    }

    /// Ticks completed before this call.
    #[inline]
    pub fn tick(&self) -> u64 {
        self.frame.tick
    }

    /// Time since this component's previous call, that is its period, s.
    #[inline]
    pub fn dt(&self) -> f64 {
        self.frame.period
    }

    /// The component's own random stream.
    #[inline]
    pub fn random(&mut self) -> Random<'_> {
        Random(&mut self.random[0])
    }

    /// An additional stream, declared at setup.
    #[inline]
    pub fn stream(&mut self, stream: Stream) -> Random<'_> {
        Random(&mut self.random[stream.0])
    }

    /// Publishes a value for plots, recordings and bridges; it is held until the next call.
    #[inline]
    pub fn publish(&mut self, value: Published, number: f64) {
        self.published[value.0] = number;
    }

    /// Writes a line to the run's log under the component's name.
    pub fn log(&self, level: LogLevel, text: impl AsRef<str>) {
        // SAFETY: the host's function, in the call that it was made for; the text lives as long as the call.
        unsafe { (self.host.log)(self.frame.context, level.number(), Text::text(text.as_ref())) };
    }

    /// Codes of the keys that the operator holds down, in the order in which they were pressed, at most [`Keys::MAX`]; see
    /// [`crate::keys`].
    pub fn keys(&self) -> Keys {
        let mut keys = Keys { codes: [0; Keys::MAX], len: 0 };
        // SAFETY: the host's function, in the call that it was made for.
        let held = unsafe { (self.host.keys)(self.frame.context, ViewMut::of(&mut keys.codes)) };
        keys.len = held.min(Keys::MAX);
        keys
    }

    /// Whether the operator holds down a key.
    pub fn key(&self, code: u32) -> bool {
        self.keys().contains(&code)
    }

    /// A named axis of the operator's controls, −1 … 1; 0 while idle.
    pub fn axis(&self, name: &str) -> f64 {
        // SAFETY: the host's function, in the call that it was made for; the text lives as long as the call.
        unsafe { (self.host.axis)(self.frame.context, Text::text(name)) }
    }

    /// The context of the host's other functions.
    #[inline]
    pub(crate) fn context(&self) -> HostContext {
        self.frame.context
    }
}

/// Keys that are held down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    codes: [u32; Keys::MAX],
    len: usize,
}

impl Keys {
    /// Maximum number of keys at a time; further ones are dropped.
    pub const MAX: usize = 16;
}

impl std::ops::Deref for Keys {
    type Target = [u32];
    fn deref(&self) -> &[u32] {
        &self.codes[..self.len]
    }
}

/// Common part of the setup of all kinds.
#[derive(Clone, Debug, Default)]
pub struct Common {
    pub(crate) request: crate::declare::Request,
    pub(crate) declaration: crate::declare::Declaration,
    /// Bound sensors of the request; binding only borrows the setup.
    pub(crate) bound: std::cell::RefCell<std::collections::BTreeSet<usize>>,
}

impl Common {
    /// Name of the component's robot, or empty for a service.
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

    /// Folder of the library file, for files that ship with it. Empty if the plugin is linked into the program.
    pub fn library_folder(&self) -> &std::path::Path {
        std::path::Path::new(&self.request.library_folder)
    }

    /// Declares a value that the component publishes.
    pub fn publish(&mut self, channel: crate::declare::Channel) -> Published {
        self.declaration.published.push(channel);
        Published(self.declaration.published.len() - 1)
    }

    /// Declares a drawing over the views; it refers to values that the component publishes by name.
    pub fn draw(&mut self, drawing: crate::drawing::Drawing) {
        self.declaration.drawings.push(drawing);
    }

    /// Declares a space that must be free of fixed objects; otherwise the host rejects the component.
    pub fn require_clear_space(&mut self, place: crate::clear_space::ClearSpace) {
        self.declaration.clear_spaces.push(place);
    }

    /// Declares an additional random stream with its own name.
    pub fn stream(&mut self, name: &str) -> Stream {
        self.declaration.streams.push(name.to_string());
        Stream(self.declaration.streams.len())
    }

    /// Port of the robot that the component is plugged into, or empty.
    pub fn port(&self) -> &str {
        &self.request.port
    }

    /// Declares that the saved state fits other parameters: if they change during a run, the component continues from that state
    /// instead of restarting. `restore` adapts the state to the parameters; if it fails, the component restarts.
    pub fn tunable(&mut self) {
        self.declaration.tunable = true;
    }

    /// Sets the period that is used if the scene sets none, s.
    pub fn set_default_period(&mut self, period: f64) {
        self.declaration.period = Some(period);
    }
}
