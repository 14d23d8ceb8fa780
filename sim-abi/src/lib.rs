//! The interface (ABI) between the simulator and its plugins.
//!
//! A plugin is a library with any number of components of six kinds: [`RobotModel`], [`Dynamics`], [`Sensor`],
//! [`Actuator`], [`Controller`] and [`Service`]. Implement the trait of the kind, export it, build a `cdylib`, and copy it
//! to the plugins folder. This crate is the only dependency that such a library needs.
//!
//! ```
//! use sim_abi::prelude::*;
//!
//! #[params]
//! struct Settings {
//!     /// Wheel speed on a free path.
//!     #[param(default = 8.0, unit = "rad/s", min = 0.0, max = 30.0)]
//!     cruise: f64,
//! }
//!
//! struct Avoid { cruise: f64, range: Input, left: Output, right: Output }
//!
//! impl Controller for Avoid {
//!     type Params = Settings;
//!     fn new(settings: Settings, robot: &mut ControllerSetup) -> Result<Self> {
//!         let (left, right) = (robot.actuator("left_wheel")?, robot.actuator("right_wheel")?);
//!         Ok(Self { cruise: settings.cruise, range: robot.sensor("range")?, left, right })
//!     }
//!     fn step(&mut self, io: &mut ControllerIo) -> Result {
//!         let near = io.read(self.range).iter().any(|distance| *distance < 0.3);
//!         io.set(self.left, self.cruise);
//!         io.set(self.right, if near { -self.cruise } else { self.cruise });
//!         Ok(())
//!     }
//! }
//!
//! sim_abi::export! {
//!     /// Turns away from whatever is near.
//!     controller "demo/avoid" = Avoid;
//! }
//!
//! # fn main() -> Result {
//! let mut rig = ControllerRig::<Avoid>::robot()
//!     .sensor("range", &[0.1]).actuator("left_wheel", 1).actuator("right_wheel", 1).build()?;
//! rig.step()?;
//! assert_eq!(rig.command("right_wheel"), [-8.0]);
//! # Ok(())
//! # }
//! ```
//!
//! # Conventions
//!
//! SI units, radians, z up, x forward, right-handed (REP 103). Names of vectors include their frame; transforms read right
//! to left (`world_from_body`). Randomness, time, log and folders come from the host: each library has its own copy of
//! every static, so globals are not shared and would break replay.
//!
//! # Life cycle of a component
//!
//! 1. `new` receives its parameters and the setup of its kind; it binds its inputs and outputs by name and declares its
//!    own.
//! 2. Its step is called every period. It should not allocate, although it may; the core does not.
//! 3. An error or a panic stops the component, halts its robot and is reported with its line; the simulation continues.
//! 4. When the library is replaced, `save` of the old instance provides the state for `restore` of the new one.
//!
//! # Compatibility
//!
//! [`ffi`] is the low-level ABI. Additions increment [`ffi::module::ABI_MINOR`] and still load older plugins; a breaking
//! change increments [`ffi::module::ABI_MAJOR`], and the host rejects an older plugin with a message that states which
//! side to rebuild.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

// The macros refer to this crate as `::sim_abi`, also within it.
extern crate self as sim_abi;

pub mod actuator;
mod adapters;
pub mod call;
pub mod clear_space;
pub mod controller;
mod coverage;
pub mod declare;
pub mod drawing;
pub mod dynamics;
pub mod export;
pub mod fault;
pub mod ffi;
pub mod joint;
pub mod keys;
mod later;
pub mod math;
pub mod model;
pub mod panel;
pub mod params;
pub mod random;
pub mod robot;
pub mod route;
pub mod sensor;
pub mod service;
pub mod shared;
pub mod sheet;
pub mod state;
pub mod testing;
pub mod texts;
pub mod wheel;
pub mod world;

pub use actuator::Actuator;
pub use controller::Controller;
pub use dynamics::Dynamics;
pub use fault::{Cause, Fault, Result};
pub use robot::RobotModel;
pub use sensor::Sensor;
pub use serde_json;
pub use service::Service;
pub use sim_abi_derive::params;

/// Common imports for plugins.
pub mod prelude {
    pub use crate::actuator::{Actuator, ActuatorIo, ActuatorSetup, EffectOut};
    pub use crate::call::{Keys, Published, Stream};
    pub use crate::clear_space::ClearSpace;
    pub use crate::controller::{Controller, ControllerIo, ControllerSetup, Input, Output};
    pub use crate::declare::{
        BeaconType, Channel, Coverage, CoverageForm, Datasheet, EffectKind, Freedom, Function, FunctionValue, Need,
        Property, PropertyForm, ScanData,
    };
    pub use crate::drawing::{Drawing, DrawingForm, DrawingPoint, DrawingValue};
    pub use crate::dynamics::{Dynamics, DynamicsIo, DynamicsSetup, EffectIn, Environment, Memory, Thrusters};
    pub use crate::fault::{Cause, Fault, Result};
    pub use crate::ffi::types::{Beacon, Contact, JointState, Light, LogLevel, Message};
    pub use crate::joint::{JointIndex, JointReading};
    pub use crate::keys;
    pub use crate::math::{self, BodyState, Pose, Rotation, Vec3, na, wrap_angle, yaw};
    pub use crate::model::*;
    pub use crate::panel::{Panel, PanelLevel, Task};
    pub use crate::params;
    pub use crate::params::NoParams;
    pub use crate::robot::RobotModel;
    pub use crate::route::{Route, RouteMotion, RoutePose};
    pub use crate::save_fields;
    pub use crate::sensor::{Sensor, SensorIo, SensorSetup};
    pub use crate::serde_json::{Value, json};
    pub use crate::service::{ObjectState, PanelPublisher, Request, Service, ServiceIo, ServiceSetup};
    pub use crate::shared::Shared;
    pub use crate::state;
    pub use crate::testing::{self, ActuatorRig, ControllerRig, DynamicsRig, SensorRig, ServiceRig};
    pub use crate::wheel::Wheel;
    pub use crate::world::{Filter, Ground, Hit, ImageRequest, ImageStatus, Probe, World};
}
