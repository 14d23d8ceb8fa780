//! The macro that makes a crate a plugin library.

use crate::declare::{ComponentInfo, DataSheet, Kind, Manifest};
use crate::ffi::adapters;
use crate::ffi::module::*;
use crate::ffi::types::{FaultValue, ValueResult};
use crate::params::schema_of;
use abi_stable::std_types::{RBox, RResult, RStr, RString};
use serde_json::Value;

/// How a component is made, by kind.
#[derive(Clone, Copy)]
pub enum Maker {
    /// A robot model.
    Robot(fn(&str) -> ValueResult<RString>),
    /// A dynamics.
    Dynamics(fn(&str) -> ValueResult<Created<DynamicsTableRef>>),
    /// A sensor.
    Sensor(fn(&str) -> ValueResult<Created<SensorTableRef>>),
    /// An actuator.
    Actuator(fn(&str) -> ValueResult<Created<ActuatorTableRef>>),
    /// A controller.
    Controller(fn(&str) -> ValueResult<Created<ControllerTableRef>>),
    /// A service.
    Service(fn(&str) -> ValueResult<Created<ServiceTableRef>>),
}

/// One exported component.
#[derive(Clone, Copy)]
pub struct Export {
    id: &'static str,
    help: &'static str,
    schema: fn() -> Value,
    sheet: fn() -> DataSheet,
    maker: Maker,
}

macro_rules! export_constructor {
    ($($name:ident, $bound:path, $variant:ident, $adapter:ident, $sheet:expr;)*) => {
        impl Export {
            $(
                #[doc = concat!("Exports a ", stringify!($name), "; used by the macro.")]
                pub const fn $name<T: $bound>(id: &'static str, help: &'static str) -> Self {
                    check_id(id);
                    let maker = Maker::$variant(adapters::$adapter::<T>);
                    Self { id, help, schema: schema_of::<T::Params>, sheet: $sheet, maker }
                }
            )*
        }
    };
}

export_constructor! {
    robot, crate::RobotModel, Robot, robot_model, DataSheet::default;
    dynamics, crate::Dynamics, Dynamics, dynamics, DataSheet::default;
    sensor, crate::Sensor, Sensor, sensor, T::data_sheet;
    actuator, crate::Actuator, Actuator, actuator, T::data_sheet;
    controller, crate::Controller, Controller, controller, T::data_sheet;
    service, crate::Service, Service, service, T::data_sheet;
}

/// Stops the author's build when an id is not `family/name` in lower case with dashes.
const fn check_id(id: &str) {
    let bytes = id.as_bytes();
    let (mut slashes, mut index) = (0, 0);
    while index < bytes.len() {
        match bytes[index] {
            b'/' => slashes += 1,
            b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' => {}
            _ => panic!("a component id has only lower-case letters, digits, dashes and dots: `family/name`"),
        }
        index += 1;
    }
    let open_end = bytes.is_empty() || bytes[0] == b'/' || bytes[bytes.len() - 1] == b'/';
    assert!(slashes == 1 && !open_end, "a component id has the form `family/name`");
}

impl Export {
    fn kind(&self) -> Kind {
        match self.maker {
            Maker::Robot(_) => Kind::Robot,
            Maker::Dynamics(_) => Kind::Dynamics,
            Maker::Sensor(_) => Kind::Sensor,
            Maker::Actuator(_) => Kind::Actuator,
            Maker::Controller(_) => Kind::Controller,
            Maker::Service(_) => Kind::Service,
        }
    }
}

/// The manifest of a crate; used by the macro.
pub fn manifest(exports: &[Export], package: [&str; 5]) -> RString {
    crate::ffi::guard::install_panic_hook();
    // A default value of the author's may panic: an empty manifest is refused with a reason, a panic would end the host.
    match crate::ffi::guard::guard(|| Ok(manifest_text(exports, package))) {
        RResult::ROk(text) => text.into(),
        RResult::RErr(fault) => RString::from(format!("panic: {} at {}", fault.message, fault.place)),
    }
}

fn manifest_text(exports: &[Export], package: [&str; 5]) -> String {
    let [name, version, authors, license, description] = package;
    let components = exports.iter().map(|export| ComponentInfo {
        id: export.id.to_string(),
        kind: export.kind(),
        help: export.help.trim().to_string(),
        schema: (export.schema)(),
        sheet: (export.sheet)(),
    });
    let manifest = Manifest {
        name: name.to_string(),
        version: version.to_string(),
        authors: authors.split(':').filter(|author| !author.is_empty()).map(str::to_string).collect(),
        license: license.to_string(),
        description: description.to_string(),
        sim_abi: env!("CARGO_PKG_VERSION").to_string(),
        components: components.collect(),
    };
    serde_json::to_string(&manifest).expect("invariant: a manifest is plain data with text keys")
}

macro_rules! find {
    ($($name:ident, $variant:ident, $value:ty;)*) => {
        $(
            #[doc = concat!("Finds and runs the maker of a ", stringify!($name), "; used by the macro.")]
            pub fn $name(exports: &[Export], id: RStr<'_>, request: RStr<'_>) -> ValueResult<$value> {
                for export in exports {
                    if let (true, Maker::$variant(make)) = (export.id == id.as_str(), export.maker) {
                        return make(request.as_str());
                    }
                }
                missing(stringify!($name), id.as_str())
            }
        )*
    };
}

/// Makers by kind; used by the macro.
pub mod find {
    use super::*;
    find! {
        robot_model, Robot, RString;
        dynamics, Dynamics, Created<DynamicsTableRef>;
        sensor, Sensor, Created<SensorTableRef>;
        actuator, Actuator, Created<ActuatorTableRef>;
        controller, Controller, Created<ControllerTableRef>;
        service, Service, Created<ServiceTableRef>;
    }
}

fn missing<T>(kind: &str, id: &str) -> ValueResult<T> {
    let fault = crate::Fault::new(format!("this library has no {kind} `{id}`"));
    RResult::RErr(RBox::new(FaultValue::from(fault)))
}

/// The header by which abi_stable checks layouts; used by the macro.
pub const fn library_header(
    loader: extern "C" fn() -> abi_stable::library::RootModuleResult,
) -> abi_stable::library::LibHeader {
    // SAFETY: the macro's loader returns a `PluginModuleRef`.
    unsafe {
        abi_stable::library::LibHeader::from_constructor::<PluginModuleRef>(
            loader,
            abi_stable::library::CheckTypeLayout::Yes,
        )
    }
}

/// Makes the crate a plugin library with any number of components,
/// as the example of the [crate] shows.
///
/// The kinds are `robot`, `dynamics`, `sensor`, `actuator`, `controller` and `service`. The doc comment becomes the help
/// that `sim plugins` prints. The crate's `Cargo.toml` says `crate-type = ["cdylib"]`.
#[macro_export]
macro_rules! export {
    ($($(#[doc = $help:literal])* $kind:ident $id:literal = $type:ty;)+) => {
        #[doc(hidden)]
        pub mod sim_plugin {
            use super::*;
            use $crate::ffi::module as m;
            use $crate::ffi::abi_stable::std_types::{RStr, RString};
            use $crate::ffi::types::ValueResult;

            const EXPORTS: &[$crate::export::Export] =
                &[$($crate::export::Export::$kind::<$type>($id, concat!($($help, "\n"),*))),+];

            extern "C" fn manifest() -> RString {
                $crate::export::manifest(EXPORTS, [
                    env!("CARGO_PKG_NAME"),
                    env!("CARGO_PKG_VERSION"),
                    env!("CARGO_PKG_AUTHORS"),
                    env!("CARGO_PKG_LICENSE"),
                    env!("CARGO_PKG_DESCRIPTION"),
                ])
            }
            extern "C" fn robot_model(id: RStr<'_>, request: RStr<'_>) -> ValueResult<RString> {
                $crate::export::find::robot_model(EXPORTS, id, request)
            }
            extern "C" fn dynamics(id: RStr<'_>, request: RStr<'_>) -> ValueResult<m::Created<m::DynamicsTableRef>> {
                $crate::export::find::dynamics(EXPORTS, id, request)
            }
            extern "C" fn sensor(id: RStr<'_>, request: RStr<'_>) -> ValueResult<m::Created<m::SensorTableRef>> {
                $crate::export::find::sensor(EXPORTS, id, request)
            }
            extern "C" fn actuator(id: RStr<'_>, request: RStr<'_>) -> ValueResult<m::Created<m::ActuatorTableRef>> {
                $crate::export::find::actuator(EXPORTS, id, request)
            }
            extern "C" fn controller(id: RStr<'_>, request: RStr<'_>) -> ValueResult<m::Created<m::ControllerTableRef>> {
                $crate::export::find::controller(EXPORTS, id, request)
            }
            extern "C" fn service(id: RStr<'_>, request: RStr<'_>) -> ValueResult<m::Created<m::ServiceTableRef>> {
                $crate::export::find::service(EXPORTS, id, request)
            }

            const MODULE: &$crate::ffi::abi_stable::prefix_type::WithMetadata<m::PluginModule> =
                &$crate::ffi::abi_stable::prefix_type::WithMetadata::new(m::PluginModule {
                    manifest, robot_model, dynamics, sensor, actuator, controller, service,
                });

            /// The root module, for hosts that link this crate instead of loading it.
            pub fn module() -> m::PluginModuleRef {
                m::PluginModuleRef(MODULE.static_as_prefix())
            }

            pub(super) extern "C" fn loader() -> $crate::ffi::abi_stable::library::RootModuleResult {
                $crate::ffi::abi_stable::library::__call_root_module_loader(module)
            }
        }

        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        #[unsafe(no_mangle)]
        pub static _1as_0lib_1header_0root_bmodule_bloader: $crate::ffi::abi_stable::library::LibHeader =
            $crate::export::library_header(sim_plugin::loader);

        #[doc(hidden)]
        #[unsafe(no_mangle)]
        pub static SIM_PLUGIN_ABI: $crate::ffi::module::AbiStamp =
            $crate::ffi::module::AbiStamp::new(cfg!(panic = "unwind"));
    };
}
