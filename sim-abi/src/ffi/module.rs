//! The root module of a plugin library and the function tables of its components.

use super::frames::*;
use super::types::*;
use abi_stable::StableAbi;
use abi_stable::library::RootModule;

use abi_stable::sabi_types::VersionStrings;
#[cfg(not(feature = "abi-1-0"))]
use abi_stable::std_types::RSliceMut;
use abi_stable::std_types::{ROption, RSlice, RStr, RString, RVec};

/// Functions that every component has.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = CommonTableRef)))]
#[sabi(missing_field(option))]
pub struct CommonTable {
    /// State as bytes, or nothing when the component keeps none.
    pub save: extern "C" fn(Instance) -> ValueResult<ROption<RVec<u8>>>,
    /// Takes over a state that `save` of this or an earlier version wrote.
    pub restore: extern "C" fn(Instance, RSlice<'_, u8>) -> CallResult,
    /// Calls a function that the component declared; arguments and result are JSON.
    pub call: extern "C" fn(Instance, RStr<'_>, RStr<'_>) -> ValueResult<RString>,
    /// Ends the instance. The pointer is dead afterwards.
    #[sabi(last_prefix_field)]
    pub drop: extern "C" fn(Instance) -> CallResult,
}

macro_rules! table {
    ($(#[$doc:meta])* $name:ident, $reference:ident, $frame:ident, $step:literal
     $(, $(#[$more_doc:meta])* $more:ident: $function:ty)*) => {
        $(#[$doc])*
        #[repr(C)]
        #[derive(StableAbi, Clone, Copy)]
        #[sabi(kind(Prefix(prefix_ref = $reference)))]
        #[sabi(missing_field(option))]
        pub struct $name {
            /// What every component has.
            pub common: CommonTableRef,
            #[doc = $step]
            #[sabi(last_prefix_field)]
            pub step: extern "C" fn(Instance, &mut $frame<'_>) -> CallResult,
            $($(#[$more_doc])* #[cfg(not(feature = "abi-1-0"))] pub $more: $function,)*
        }
    };
}

table!(/** Table of a controller. */ ControllerTable, ControllerTableRef, ControllerFrame, "Reads and commands.");
table!(
    /** Table of a sensor. */ SensorTable, SensorTableRef, SensorFrame, "Writes one reading.",
    /// As the common `call`, with the reading that a controller would get.
    answer: extern "C" fn(Instance, RStr<'_>, RStr<'_>, RSlice<'_, f64>) -> ValueResult<RString>
);
table!(
    /** Table of an actuator. */ ActuatorTable, ActuatorTableRef, ActuatorFrame, "Turns commands into effects.",
    /// As the common `call`, with the commands, which it may change.
    answer: extern "C" fn(Instance, RStr<'_>, RStr<'_>, RSliceMut<'_, f64>) -> ValueResult<RString>
);
table!(/** Table of a dynamics. */ DynamicsTable, DynamicsTableRef, DynamicsFrame, "Computes the next state.");

/// Table of a service.
#[repr(C)]
#[derive(StableAbi, Clone, Copy)]
#[sabi(kind(Prefix(prefix_ref = ServiceTableRef)))]
#[sabi(missing_field(option))]
pub struct ServiceTable {
    /// What every component has.
    pub common: CommonTableRef,
    /// Called once before the first tick.
    pub start: extern "C" fn(Instance, &mut ServiceFrame<'_>) -> CallResult,
    /// Called at the end of every tick.
    pub step: extern "C" fn(Instance, &mut ServiceFrame<'_>) -> CallResult,
    /// Called once at the end of the run.
    #[sabi(last_prefix_field)]
    pub stop: extern "C" fn(Instance, &mut ServiceFrame<'_>) -> CallResult,
    /// Called between ticks while the run waits.
    #[cfg(not(feature = "abi-1-0"))]
    pub idle: extern "C" fn(Instance, &mut ServiceFrame<'_>) -> CallResult,
    /// Called instead of `start` when the instance has been taken over into a changed scene or a new run.
    #[cfg(not(feature = "abi-1-0"))]
    pub changed: extern "C" fn(Instance, &mut ServiceFrame<'_>) -> CallResult,
}

/// A component that has just been made.
#[repr(C)]
#[derive(StableAbi)]
pub struct Created<T> {
    /// The instance.
    pub instance: Instance,
    /// Its functions.
    pub table: T,
    /// What it declares, as JSON ([`crate::declare::Declaration`]).
    pub declaration: RString,
}

/// Makes a component: id, request as JSON ([`crate::declare::Request`]).
pub type Create<T> = extern "C" fn(RStr<'_>, RStr<'_>) -> ValueResult<Created<T>>;

/// Root module of a plugin library.
#[repr(C)]
#[derive(StableAbi)]
#[sabi(kind(Prefix(prefix_ref = PluginModuleRef)))]
#[sabi(missing_field(option))]
pub struct PluginModule {
    /// Who made it and what it holds, as JSON ([`crate::declare::Manifest`]).
    pub manifest: extern "C" fn() -> RString,
    /// Builds a robot model, as JSON ([`crate::model::RobotModelSpec`]).
    pub robot_model: extern "C" fn(RStr<'_>, RStr<'_>) -> ValueResult<RString>,
    /// Makes a dynamics.
    pub dynamics: extern "C" fn(RStr<'_>, RStr<'_>) -> ValueResult<Created<DynamicsTableRef>>,
    /// Makes a sensor.
    pub sensor: extern "C" fn(RStr<'_>, RStr<'_>) -> ValueResult<Created<SensorTableRef>>,
    /// Makes an actuator.
    pub actuator: extern "C" fn(RStr<'_>, RStr<'_>) -> ValueResult<Created<ActuatorTableRef>>,
    /// Makes a controller.
    pub controller: extern "C" fn(RStr<'_>, RStr<'_>) -> ValueResult<Created<ControllerTableRef>>,
    /// Makes a service.
    #[sabi(last_prefix_field)]
    pub service: extern "C" fn(RStr<'_>, RStr<'_>) -> ValueResult<Created<ServiceTableRef>>,
}

impl RootModule for PluginModuleRef {
    abi_stable::declare_root_module_statics! {PluginModuleRef}
    const BASE_NAME: &'static str = "sim_plugin";
    const NAME: &'static str = "sim_plugin";
    const VERSION_STRINGS: VersionStrings = VersionStrings::new("1.0.0");
}

/// Major number of the contract: a plugin of another major number is refused.
pub const ABI_MAJOR: u32 = 1;
/// Minor number of the contract: grows with every addition.
pub const ABI_MINOR: u32 = if cfg!(feature = "abi-1-0") { 0 } else { 1 };

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
    /// 1 when the plugin was built with `panic = "unwind"`, 0 when a panic would abort the whole program.
    pub unwinds: u8,
    /// Reserved, 0.
    pub reserved: [u8; 7],
}

impl AbiStamp {
    /// Marks a library as a plugin of this simulator.
    pub const MAGIC: [u8; 8] = *b"SIMPLUG\0";
    /// Name of the static, without the terminating zero.
    pub const SYMBOL: &'static str = "SIM_PLUGIN_ABI";

    /// The stamp of the crate that expands the export macro.
    pub const fn new(unwinds: bool) -> Self {
        Self { magic: Self::MAGIC, major: ABI_MAJOR, minor: ABI_MINOR, unwinds: unwinds as u8, reserved: [0; 7] }
    }
}
