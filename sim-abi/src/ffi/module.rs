//! What a plugin library exports, and the function tables of its components.
//!
//! A library exports two statics: [`AbiStamp`] under the name `SIM_PLUGIN_ABI`, which is read from the file before any code of
//! the library runs, and [`Module`] under the name `SIM_PLUGIN`. A third one, `SIM_PLUGIN_MANIFEST`, is a text that ends with
//! a zero: the manifest as data, for libraries that can write it down.

use super::frames::*;
use super::reply::Reply;
use super::types::*;
use super::views::{Text, View, ViewMut};
use abi_stable::StableAbi;
use std::ffi::c_void;

/// Functions that every component may have. All are optional.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = CommonTableLayout)))]
#[sabi(missing_field(panic))]
pub struct CommonTable {
    /// Size of this struct, bytes.
    pub size: usize,
    /// Answers with the state as bytes, or [`NOTHING`] when the component keeps none. It changes nothing.
    pub save: Option<unsafe extern "C" fn(instance: Instance, reply: *const Reply) -> Status>,
    /// Takes over a state that `save` of this or an earlier version wrote.
    pub restore: Option<unsafe extern "C" fn(instance: Instance, state: View<u8>, reply: *const Reply) -> Status>,
    /// Calls a function that the component declared, by name, with arguments as a JSON list; answers with JSON. The values
    /// are for a sensor what a controller would read, for an actuator its commands, which it may change, and else none.
    pub call: Option<
        unsafe extern "C" fn(
            instance: Instance,
            function: Text,
            arguments: Text,
            values: ViewMut<f64>,
            reply: *const Reply,
        ) -> Status,
    >,
    /// Ends the instance. The pointer is dead afterwards.
    #[sabi(last_prefix_field)]
    pub drop: Option<unsafe extern "C" fn(instance: Instance, reply: *const Reply) -> Status>,
}

/// Table of a controller.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = ControllerTableLayout)))]
#[sabi(missing_field(panic))]
pub struct ControllerTable {
    /// Size of this struct, bytes.
    pub size: usize,
    /// What every component may have, or null.
    pub common: *const CommonTable,
    /// Reads and commands.
    #[sabi(last_prefix_field)]
    pub step: unsafe extern "C" fn(instance: Instance, frame: *const ControllerFrame) -> Status,
}

/// Table of a sensor.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = SensorTableLayout)))]
#[sabi(missing_field(panic))]
pub struct SensorTable {
    /// Size of this struct, bytes.
    pub size: usize,
    /// What every component may have, or null.
    pub common: *const CommonTable,
    /// Writes one reading.
    #[sabi(last_prefix_field)]
    pub step: unsafe extern "C" fn(instance: Instance, frame: *const SensorFrame) -> Status,
}

/// Table of an actuator.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = ActuatorTableLayout)))]
#[sabi(missing_field(panic))]
pub struct ActuatorTable {
    /// Size of this struct, bytes.
    pub size: usize,
    /// What every component may have, or null.
    pub common: *const CommonTable,
    /// Turns commands into effects.
    #[sabi(last_prefix_field)]
    pub step: unsafe extern "C" fn(instance: Instance, frame: *const ActuatorFrame) -> Status,
}

/// Table of a dynamics.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = DynamicsTableLayout)))]
#[sabi(missing_field(panic))]
pub struct DynamicsTable {
    /// Size of this struct, bytes.
    pub size: usize,
    /// What every component may have, or null.
    pub common: *const CommonTable,
    /// Computes the next state. It keeps nothing in the instance.
    #[sabi(last_prefix_field)]
    pub step: unsafe extern "C" fn(instance: Instance, frame: *const DynamicsFrame) -> Status,
}

/// Table of a service. All functions but `step` are optional.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = ServiceTableLayout)))]
#[sabi(missing_field(panic))]
pub struct ServiceTable {
    /// Size of this struct, bytes.
    pub size: usize,
    /// What every component may have, or null.
    pub common: *const CommonTable,
    /// Called at the end of every tick, or of every so many where the scene gives a period.
    pub step: unsafe extern "C" fn(instance: Instance, frame: *const ServiceFrame) -> Status,
    /// Called once before the first tick.
    pub start: Option<unsafe extern "C" fn(instance: Instance, frame: *const ServiceFrame) -> Status>,
    /// Called once at the end of the run.
    pub stop: Option<unsafe extern "C" fn(instance: Instance, frame: *const ServiceFrame) -> Status>,
    /// Called between ticks while the run waits.
    pub idle: Option<unsafe extern "C" fn(instance: Instance, frame: *const ServiceFrame) -> Status>,
    /// Called instead of `start` when the instance has been taken over into a changed scene or a new run.
    #[sabi(last_prefix_field)]
    pub changed: Option<unsafe extern "C" fn(instance: Instance, frame: *const ServiceFrame) -> Status>,
}

/// A component that has just been made, to be filled by its library. What it declares goes into the reply, as JSON
/// ([`crate::declare::Declaration`]).
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug)]
#[sabi(kind(Prefix(prefix_ref = CreatedLayout)))]
#[sabi(missing_field(panic))]
pub struct Created {
    /// Size of this struct, bytes.
    pub size: usize,
    /// The instance; null for a robot model, which is nothing but its description.
    pub instance: Instance,
    /// Its functions: the table of its kind.
    #[sabi(last_prefix_field)]
    pub table: *const c_void,
}

impl Default for Created {
    fn default() -> Self {
        Self { size: size_of::<Self>(), instance: std::ptr::null_mut(), table: std::ptr::null() }
    }
}

/// What a library offers.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = ModuleLayout)))]
#[sabi(missing_field(panic))]
pub struct Module {
    /// Size of this struct, bytes.
    pub size: usize,
    /// Answers with who made it and what it holds, as JSON ([`crate::declare::Manifest`]). May be null in a library
    /// that has the manifest as data.
    pub describe: Option<unsafe extern "C" fn(reply: *const Reply) -> Status>,
    /// Makes a component: number of its kind ([`KIND_ROBOT`] …), id, request as JSON ([`crate::declare::Request`]). Answers
    /// with its declaration as JSON; a robot model with the robot ([`crate::model::RobotModelSpec`]).
    #[sabi(last_prefix_field)]
    pub create:
        unsafe extern "C" fn(kind: u32, id: Text, request: Text, created: *mut Created, reply: *const Reply) -> Status,
}

/// Number of robot models.
pub const KIND_ROBOT: u32 = 0;
/// Number of dynamics.
pub const KIND_DYNAMICS: u32 = 1;
/// Number of sensors.
pub const KIND_SENSOR: u32 = 2;
/// Number of actuators.
pub const KIND_ACTUATOR: u32 = 3;
/// Number of controllers.
pub const KIND_CONTROLLER: u32 = 4;
/// Number of services.
pub const KIND_SERVICE: u32 = 5;

super::views::may_grow! {
    CommonTable CommonTableLayout: Growing up_to drop: usize;
    ControllerTable ControllerTableLayout: Growing up_to step: usize;
    SensorTable SensorTableLayout: Growing up_to step: usize;
    ActuatorTable ActuatorTableLayout: Growing up_to step: usize;
    DynamicsTable DynamicsTableLayout: Growing up_to step: usize;
    ServiceTable ServiceTableLayout: Growing up_to changed: usize;
    Created CreatedLayout: Growing up_to table: usize;
    Module ModuleLayout: Growing up_to create: usize;
}

// SAFETY: a module is a table of functions that may be called from any thread.
unsafe impl Sync for Module {}
// SAFETY: tables hold functions, and pointers to tables of functions that never change.
unsafe impl Sync for CommonTable {}

/// Major number of the contract: a plugin of another major number is refused.
pub const ABI_MAJOR: u32 = 2;
/// Minor number of the contract: grows with every addition.
pub const ABI_MINOR: u32 = 1;

/// First thing the host reads of a library, before any of its code runs: a plain static under the name
/// `SIM_PLUGIN_ABI`, whose own layout never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbiStamp {
    /// [`AbiStamp::MAGIC`].
    pub magic: [u8; 8],
    /// [`ABI_MAJOR`] of the sim-abi the plugin was built with.
    pub major: u32,
    /// [`ABI_MINOR`] of the sim-abi the plugin was built with.
    pub minor: u32,
    /// 1 when a panic unwinds (a library in a language without panics says 1), 0 when it would abort the whole program.
    pub unwinds: u8,
    /// Reserved, 0.
    pub reserved: [u8; 7],
}

impl AbiStamp {
    /// Marks a library as a plugin of this simulator.
    pub const MAGIC: [u8; 8] = *b"SIMPLUG\0";
    /// Name of the static, without the terminating zero.
    pub const SYMBOL: &'static str = "SIM_PLUGIN_ABI";
    /// Name of the static [`Module`].
    pub const MODULE: &'static str = "SIM_PLUGIN";
    /// Name of the manifest as data.
    pub const MANIFEST: &'static str = "SIM_PLUGIN_MANIFEST";

    /// The stamp of the crate that expands the export macro.
    pub const fn new(unwinds: bool) -> Self {
        Self { magic: Self::MAGIC, major: ABI_MAJOR, minor: ABI_MINOR, unwinds: unwinds as u8, reserved: [0; 7] }
    }
}
