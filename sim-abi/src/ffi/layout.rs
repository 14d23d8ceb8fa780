//! What abi_stable compares when the program loads a library that was written in Rust: the layout of every type of the
//! boundary. What one side knows must be the beginning of what the other side knows.
//!
//! A library in another language has no such description; for it the stamp and the sizes in the structs have to do.

use super::frames::*;
use super::host::*;
use super::module::*;
use super::reply::ReplyLayout;
use super::types::*;
use abi_stable::StableAbi;
use abi_stable::library::RootModule;
use abi_stable::prefix_type::WithMetadata;
use abi_stable::sabi_types::VersionStrings;

/// Every type of the boundary, for the comparison of layouts. Nobody calls its functions.
#[repr(C)]
#[derive(StableAbi)]
#[sabi(kind(Prefix(prefix_ref = BoundaryRef)))]
#[sabi(missing_field(option))]
pub struct Boundary {
    /// Frames.
    pub frames: extern "C" fn(
        ControllerFrameLayout,
        SensorFrameLayout,
        ActuatorFrameLayout,
        DynamicsFrameLayout,
        ServiceFrameLayout,
    ),
    /// Tables of the host.
    pub host: extern "C" fn(HostApiLayout, WorldApiLayout, ServiceApiLayout, ReplyLayout),
    /// Tables of components, and what makes them.
    pub tables: extern "C" fn(
        ControllerTableLayout,
        SensorTableLayout,
        ActuatorTableLayout,
        DynamicsTableLayout,
        ServiceTableLayout,
        ModuleLayout,
        CreatedLayout,
    ),
    /// Plain data that no function of the tables names.
    #[sabi(last_prefix_field)]
    pub data: extern "C" fn(FaultRecordLayout),
}

impl RootModule for BoundaryRef {
    abi_stable::declare_root_module_statics! {BoundaryRef}
    const BASE_NAME: &'static str = "sim_plugin";
    const NAME: &'static str = "sim_plugin";
    const VERSION_STRINGS: VersionStrings = VersionStrings::new("2.0.0");
}

extern "C" fn frames(
    _: ControllerFrameLayout,
    _: SensorFrameLayout,
    _: ActuatorFrameLayout,
    _: DynamicsFrameLayout,
    _: ServiceFrameLayout,
) {
}
extern "C" fn host(_: HostApiLayout, _: WorldApiLayout, _: ServiceApiLayout, _: ReplyLayout) {}
extern "C" fn tables(
    _: ControllerTableLayout,
    _: SensorTableLayout,
    _: ActuatorTableLayout,
    _: DynamicsTableLayout,
    _: ServiceTableLayout,
    _: ModuleLayout,
    _: CreatedLayout,
) {
}
extern "C" fn data(_: FaultRecordLayout) {}

fn boundary() -> BoundaryRef {
    const ALL: &WithMetadata<Boundary> = &WithMetadata::new(Boundary { frames, host, tables, data });
    BoundaryRef(ALL.static_as_prefix())
}

extern "C" fn loader() -> abi_stable::library::RootModuleResult {
    abi_stable::library::__call_root_module_loader(boundary)
}

/// The header by which abi_stable finds the layouts of a library; the export macro puts it into a static.
pub const fn library_header() -> abi_stable::library::LibHeader {
    // SAFETY: the loader returns a `BoundaryRef`.
    unsafe {
        abi_stable::library::LibHeader::from_constructor::<BoundaryRef>(
            loader,
            abi_stable::library::CheckTypeLayout::Yes,
        )
    }
}
