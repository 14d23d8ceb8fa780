//! The macro that makes a crate a plugin library.

use crate::adapters;
use crate::declare::{ComponentInfo, Datasheet, Kind, Manifest, Texts};
use crate::ffi::guard::{guard, install_panic_hook};
use crate::ffi::module::Created;
use crate::ffi::reply::{Reply, give, refuse};
use crate::ffi::types::{DONE, Status};
use crate::ffi::views::Text;
use crate::params::schema_of;
use serde_json::Value;

/// Function that creates a component from a request, for the host.
pub type CreateFn = unsafe fn(&[u8], *mut Created, *const Reply) -> Status;

/// One exported component.
#[derive(Clone, Copy)]
pub struct Export {
    id: &'static str,
    help: &'static str,
    schema: fn() -> Value,
    sheet: fn() -> Datasheet,
    kind: Kind,
    maker: CreateFn,
}

macro_rules! export_constructor {
    ($($name:ident, $bound:path, $variant:ident, $sheet:expr;)*) => {
        impl Export {
            $(
                #[doc = concat!("Exports a ", stringify!($name), "; used by the macro.")]
                pub const fn $name<T: $bound>(id: &'static str, help: &'static str) -> Self {
                    check_id(id);
                    let (kind, maker) = (Kind::$variant, adapters::$name::<T>);
                    Self { id, help, schema: schema_of::<T::Params>, sheet: $sheet, kind, maker }
                }
            )*
        }
    };
}

export_constructor! {
    robot, crate::RobotModel, Robot, T::datasheet;
    dynamics, crate::Dynamics, Dynamics, T::datasheet;
    sensor, crate::Sensor, Sensor, T::datasheet;
    actuator, crate::Actuator, Actuator, T::datasheet;
    controller, crate::Controller, Controller, T::datasheet;
    service, crate::Service, Service, T::datasheet;
}

/// Fails the build if an id is not `family/name` in lower case with dashes.
const fn check_id(id: &str) {
    let bytes = id.as_bytes();
    let (mut slashes, mut index) = (0, 0);
    while index < bytes.len() {
        match bytes[index] {
            b'/' => slashes += 1,
            b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' => {}
            _ => panic!(
                "a component id consists of lowercase letters, digits, dashes, dots and one slash: `family/name`"
            ),
        }
        index += 1;
    }
    let open_end = bytes.is_empty() || bytes[0] == b'/' || bytes[bytes.len() - 1] == b'/';
    assert!(slashes == 1 && !open_end, "a component id has the form `family/name`");
}

/// Replies with the manifest of a crate; used by the macro.
///
/// # Safety
/// `reply` belongs to the running call.
pub unsafe fn describe(exports: &[Export], package: [&str; 5], texts: &[(&str, &str)], reply: *const Reply) -> Status {
    install_panic_hook();
    // A default value or a data sheet of the author may panic.
    // SAFETY: the caller's promise.
    unsafe {
        match guard(|| manifest_text(exports, package, texts)) {
            Ok(text) => {
                give(reply, text.as_bytes());
                DONE
            }
            Err(fault) => refuse(reply, &fault),
        }
    }
}

fn manifest_text(exports: &[Export], package: [&str; 5], texts: &[(&str, &str)]) -> crate::Result<String> {
    let [name, version, authors, license, description] = package;
    let components = exports.iter().map(|export| ComponentInfo {
        id: export.id.to_string(),
        kind: export.kind,
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
        texts: Texts::read(texts)?,
    };
    Ok(serde_json::to_string(&manifest).expect("invariant: a manifest is plain data with text keys"))
}

/// Finds and calls the create function of a component; used by the macro.
///
/// # Safety
/// As [`Module::create`](crate::ffi::module::Module::create): the arguments belong to the running call.
pub unsafe fn create(
    exports: &[Export],
    kind: u32,
    id: Text,
    request: Text,
    created: *mut Created,
    reply: *const Reply,
) -> Status {
    // SAFETY: the caller's promise.
    unsafe {
        let (id, request) = (id.read(), request.as_slice());
        match exports.iter().find(|export| export.kind.number() == Some(kind) && export.id == id) {
            Some(export) => (export.maker)(request, created, reply),
            None => {
                let kind = Kind::from_number(kind).map_or("component of an unknown kind", Kind::word);
                refuse(reply, &crate::Fault::new(format!("unknown {kind} `{id}`")))
            }
        }
    }
}

/// Makes the crate a plugin library with any number of components, as in the example of the [crate].
///
/// The kinds are `robot`, `dynamics`, `sensor`, `actuator`, `controller` and `service`. The doc comment becomes the help that
/// `sim plugins` prints. The crate's `Cargo.toml` sets `crate-type = ["cdylib"]`.
///
/// Translations of help and other texts may precede the components: for each language (ISO 639-1 code) a JSON object from the
/// source text to its translation, with single spaces between words ([`Texts`]).
///
/// ```
/// # use sim_abi::prelude::*;
/// # struct Lamp;
/// # impl Actuator for Lamp {
/// #     type Params = NoParams;
/// #     fn new(_: NoParams, _: &mut ActuatorSetup) -> Result<Self> { Ok(Lamp) }
/// #     fn act(&mut self, _: &mut ActuatorIo) -> Result { Ok(()) }
/// # }
/// sim_abi::export! {
///     texts { "es": r#"{"A lamp.": "Una lámpara."}"#, "ca": r#"{"A lamp.": "Una làmpada."}"# }
///
///     /// A lamp.
///     actuator "shop/lamp" = Lamp;
/// }
/// # fn main() {}
/// ```
#[macro_export]
macro_rules! export {
    (
        texts { $($language:literal : $texts:expr),+ $(,)? }
        $($(#[doc = $help:literal])* $kind:ident $id:literal = $type:ty;)+
    ) => {
        $crate::export! { @ [$(($language, $texts)),+] $($(#[doc = $help])* $kind $id = $type;)+ }
    };
    (@ $texts:tt $($(#[doc = $help:literal])* $kind:ident $id:literal = $type:ty;)+) => {
        #[doc(hidden)]
        pub mod sim_plugin {
            use super::*;
            use $crate::ffi::module::{Created, Module};
            use $crate::ffi::reply::Reply;
            use $crate::ffi::types::Status;
            use $crate::ffi::views::Text;

            const EXPORTS: &[$crate::export::Export] =
                &[$($crate::export::Export::$kind::<$type>($id, concat!($($help, "\n"),*))),+];

            unsafe extern "C" fn describe(reply: *const Reply) -> Status {
                let package = [
                    env!("CARGO_PKG_NAME"),
                    env!("CARGO_PKG_VERSION"),
                    env!("CARGO_PKG_AUTHORS"),
                    env!("CARGO_PKG_LICENSE"),
                    env!("CARGO_PKG_DESCRIPTION"),
                ];
                // SAFETY: the host's reply, for the length of the call.
                unsafe { $crate::export::describe(EXPORTS, package, &$texts, reply) }
            }
            unsafe extern "C" fn create(
                kind: u32,
                id: Text,
                request: Text,
                created: *mut Created,
                reply: *const Reply,
            ) -> Status {
                // SAFETY: all of it is the host's, for the length of the call.
                unsafe { $crate::export::create(EXPORTS, kind, id, request, created, reply) }
            }

            pub(super) const MODULE: Module = Module { size: size_of::<Module>(), describe: Some(describe), create };

            /// Module of the library, for hosts that link this crate instead of loading it.
            pub fn module() -> &'static Module {
                &super::SIM_PLUGIN
            }
        }

        #[doc(hidden)]
        // Test programs may have several modules, as nothing loads them by name.
        #[cfg_attr(not(test), unsafe(no_mangle))]
        #[cfg_attr(test, used)]
        pub static SIM_PLUGIN: $crate::ffi::module::Module = sim_plugin::MODULE;

        #[doc(hidden)]
        #[allow(non_upper_case_globals)]
        #[cfg_attr(not(test), unsafe(no_mangle))]
        pub static _1as_0lib_1header_0root_bmodule_bloader: $crate::ffi::abi_stable::library::LibHeader =
            $crate::ffi::layout::library_header();

        #[doc(hidden)]
        #[cfg_attr(not(test), unsafe(no_mangle))]
        pub static SIM_PLUGIN_ABI: $crate::ffi::module::AbiStamp =
            $crate::ffi::module::AbiStamp::new(cfg!(panic = "unwind"));
    };
    ($($(#[doc = $help:literal])* $kind:ident $id:literal = $type:ty;)+) => {
        $crate::export! { @ [] $($(#[doc = $help])* $kind $id = $type;)+ }
    };
}
