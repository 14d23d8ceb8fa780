//! A library built for a later minor version in this program: tables, structs and records longer than this program's.
//! It is written without the SDK, as a library in another language would be.

use sim_abi::declare::{Channel, ComponentInfo, Declaration, Effect, EffectKind, Kind, Manifest};
use sim_abi::ffi::frames::*;
use sim_abi::ffi::host::WorldApi;
use sim_abi::ffi::module::*;
use sim_abi::ffi::reply::{Reply, give, refuse};
use sim_abi::ffi::types::*;
use sim_abi::ffi::views::{Growing, RowsMut, Text, ViewMut, has};
use sim_abi::model::{ComponentRef, Link, MassProperties, Mount, RobotModelSpec};
use sim_abi::{Fault, serde_json};
use sim_core::diagnostic::Code;
use sim_core::engine::{BuildOptions, Simulation};
use sim_core::plugins::{PluginHost, SearchPath};
use sim_engine_tests::{build_on, load, value};
use std::ffi::c_void;
use std::mem::offset_of;
use std::ptr;

/// Value of the appended fields.
const POISON: usize = 0xdead_beef_dead_beef_u64 as usize;

/// A struct of this version with an appended field.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
struct Grown<T> {
    base: T,
    appended: usize,
}

// SAFETY: `repr(C)`; the base starts with its size.
unsafe impl<T: Growing> Growing for Grown<T> {}
// SAFETY: immutable tables of functions and pointers to such tables.
unsafe impl<T> Sync for Grown<T> {}

impl<T> Grown<T> {
    const fn of(base: T) -> Self {
        Self { base, appended: POISON }
    }

    /// Whether a frame of this program has the appended field: it does not, so the library uses its fallback.
    unsafe fn is_known(frame: *const T) -> bool
    where
        T: Growing,
    {
        // SAFETY: the frame of the call.
        unsafe { has(frame.cast::<Self>(), offset_of!(Self, appended), size_of::<usize>()) }
    }
}

/// Replies with text; the host's own structs do not contain the appended fields.
unsafe fn respond(reply: *const Reply, text: &str) -> Status {
    // SAFETY: the reply of the current call.
    unsafe {
        assert!(!Grown::is_known(reply));
        give(reply, text.as_bytes());
    }
    DONE
}

unsafe extern "C" fn save(_: Instance, reply: *const Reply) -> Status {
    // SAFETY: as in `respond`.
    unsafe { respond(reply, "saved") }
}

unsafe extern "C" fn restore(_: Instance, bytes: sim_abi::ffi::views::View<u8>, reply: *const Reply) -> Status {
    // SAFETY: as in `respond`; the bytes belong to the host.
    unsafe {
        assert_eq!(bytes.as_slice(), b"saved");
        respond(reply, "")
    }
}

unsafe extern "C" fn call(_: Instance, name: Text, _: Text, _: ViewMut<f64>, reply: *const Reply) -> Status {
    // SAFETY: as in `respond`; the name belongs to the host.
    unsafe { respond(reply, &format!("\"{} answered\"", name.read())) }
}

static COMMON: Grown<CommonTable> = Grown::of(CommonTable {
    size: size_of::<Grown<CommonTable>>(),
    save: Some(save),
    restore: Some(restore),
    call: Some(call),
    drop: None,
});

/// Publishes 1 as the first value if a step received a frame of this version.
unsafe fn publish_check(frame_is_known: bool, call: *const CallFrame) -> Status {
    // SAFETY: the frame of the current call; the component has declared one value.
    unsafe {
        let known = frame_is_known || Grown::is_known(call) || Grown::is_known((*call).host);
        (*call).published.as_slice()[0] = if known { f64::NAN } else { 1.0 };
    }
    DONE
}

macro_rules! step {
    ($name:ident, $frame:ty, |$lent:ident| $work:expr) => {
        unsafe extern "C" fn $name(_: Instance, $lent: *const $frame) -> Status {
            // SAFETY: the frame of the current call.
            unsafe {
                $work;
                publish_check(Grown::is_known($lent), (*$lent).call)
            }
        }
    };
}

step!(control, ControllerFrame, |frame| (*frame).commands.as_slice()[0] = 0.25);
step!(act, ActuatorFrame, |frame| (*frame).effects.as_slice()[0] = 2.0 * (*frame).commands.as_slice()[0]);
step!(sense, SensorFrame, |frame| {
    let asked = ask((*frame).world, (*(*frame).call).context, (*frame).body);
    (*frame).output.as_slice().copy_from_slice(&asked);
});
step!(moved, DynamicsFrame, |frame| {
    assert!(!Grown::is_known((*frame).environment));
    (*(*frame).body).pose.position.x += (*frame).effects.as_slice()[0];
});
step!(serve, ServiceFrame, |frame| assert!(!Grown::is_known((*frame).service)));

/// Names of the sensor's readings.
const READINGS: [&str; 8] =
    ["fan", "filtered", "density", "appended_medium", "hit", "appended_hit", "beacon", "appended_beacon"];

/// Queries with structs and records longer than the host's.
unsafe fn ask(world: *const WorldApi, context: HostContext, body: *const BodyState) -> [f64; 8] {
    let filter = |fixed| Grown::of(Filter { size: size_of::<Grown<Filter>>(), fixed, ..Filter::default() });
    let (all, none) = (filter(1), filter(0));
    let mut distances = [[f64::NAN]; 2];
    let mut medium = Grown::of(Medium { size: size_of::<Grown<Medium>>(), ..Medium::default() });
    let shape = ProbeShape {
        size: size_of::<Grown<ProbeShape>>(),
        extent: Vec3 { x: 0.05, y: 0.0, z: 0.0 },
        kind: 0,
        reserved: 0,
    };
    let shape = Grown::of(shape);
    let mut hits = [Grown::of(Hit::default()); 2];
    let mut beacons = [Grown::of(Beacon::default()); 3];
    let request = ImageRequest { size: size_of::<Grown<ImageRequest>>(), width: 1, height: 1, ..Default::default() };
    let (request, mut pixels) = (Grown::of(request), [7_u8; 4]);
    let ahead = Vec3 { x: 1.0, y: 0.0, z: 0.0 };
    // SAFETY: the host's functions during their call; borrowed data lives as long as the call.
    unsafe {
        assert!(!Grown::is_known(world));
        let (world, pose) = (&*world, &raw const (*body).pose);
        let directions = sim_abi::ffi::views::View::of(std::slice::from_ref(&ahead));
        for (filter, distance) in [&all, &none].into_iter().zip(&mut distances) {
            (world.cast_fan)(context, pose, directions, 10.0, &filter.base, ViewMut::of(distance));
        }
        (world.medium)(context, &(*pose).position, &mut medium.base);
        let rows = RowsMut { data: (&raw mut hits[0].base), len: 1, stride: size_of::<Grown<Hit>>() };
        (world.cast_shape)(context, &shape.base, pose, &ahead, 10.0, &all.base, rows);
        let rows = RowsMut { data: (&raw mut beacons[0].base), len: 2, stride: size_of::<Grown<Beacon>>() };
        assert_eq!((world.beacons)(context, 0, rows), 2, "two beacons, room for two");
        assert_eq!((world.image)(context, &request.base, ViewMut::of(&mut pixels)), IMAGE_NO_RENDERER);
    }
    assert_eq!((hits[1].appended, beacons[2].appended), (POISON, POISON), "nothing is written beyond the rows");
    assert_eq!((beacons[2].base, medium.base.size), (Beacon::default(), size_of::<Grown<Medium>>()));
    assert_eq!((all.appended, shape.appended, request.appended, pixels), (POISON, POISON, POISON, [7; 4]));
    let appended = (beacons[0].appended + beacons[1].appended) as f64;
    let second = beacons[1].base.pose.position.x;
    let (medium, hit) =
        ((medium.base.density, medium.appended as f64), (hits[0].base.distance, hits[0].appended as f64));
    [distances[0][0], distances[1][0], medium.0, medium.1, hit.0, hit.1, second, appended]
}

macro_rules! tables {
    ($($name:ident: $table:ident = $step:ident;)*) => {
        $(
            static $name: Grown<$table> = Grown::of($table {
                size: size_of::<Grown<$table>>(),
                common: &COMMON.base,
                step: $step,
            });
        )*
    };
}

tables! {
    CONTROLLER: ControllerTable = control;
    SENSOR: SensorTable = sense;
    ACTUATOR: ActuatorTable = act;
    DYNAMICS: DynamicsTable = moved;
}

static SERVICE: Grown<ServiceTable> = Grown::of(ServiceTable {
    size: size_of::<Grown<ServiceTable>>(),
    common: &COMMON.base,
    step: serve,
    start: Some(serve),
    stop: None,
    idle: None,
    changed: Some(serve),
});

fn manifest(ids: &[(Kind, &str)]) -> String {
    let info = |&(kind, id): &(Kind, &str)| {
        let (help, schema, sheet) = Default::default();
        ComponentInfo { id: id.into(), kind, help, schema, sheet }
    };
    let components = ids.iter().map(info).collect();
    serde_json::to_string(&Manifest { name: "late".into(), components, ..Manifest::default() }).unwrap()
}

unsafe extern "C" fn describe(reply: *const Reply) -> Status {
    let kinds = [Kind::Robot, Kind::Dynamics, Kind::Sensor, Kind::Actuator, Kind::Controller, Kind::Service];
    // SAFETY: the reply of the current call.
    unsafe { respond(reply, &manifest(&kinds.map(|kind| (kind, "late/part")))) }
}

fn robot() -> String {
    let mount = |name: &str| Mount { name: name.into(), component: "late/part".into(), ..Mount::default() };
    let mass = MassProperties { mass: 1.0, center: [0.0; 3], inertia: [0.1, 0.1, 0.1, 0.0, 0.0, 0.0] };
    let robot = RobotModelSpec {
        name: "Late".into(),
        links: vec![Link { name: "body".into(), mass, ..Link::default() }],
        sensors: vec![mount("eye")],
        actuators: vec![mount("drive")],
        dynamics: Some(ComponentRef::new("late/part")),
        controller: Some(ComponentRef::new("late/part")),
        ..RobotModelSpec::default()
    };
    serde_json::to_string(&robot).unwrap()
}

unsafe extern "C" fn create(kind: u32, _: Text, _: Text, created: *mut Created, reply: *const Reply) -> Status {
    let channel = |name: &str| Channel::new(name, "1");
    let mut declaration = Declaration { published: vec![channel("told")], saves: true, ..Declaration::default() };
    let table: *const c_void = match kind {
        // SAFETY: the reply of the current call.
        KIND_ROBOT => return unsafe { respond(reply, &robot()) },
        KIND_DYNAMICS => {
            declaration.consumes = vec![0];
            (&raw const DYNAMICS).cast()
        }
        KIND_SENSOR => {
            declaration.channels = READINGS.map(channel).into();
            (&raw const SENSOR).cast()
        }
        KIND_ACTUATOR => {
            declaration.channels = vec![channel("speed")];
            let kind = EffectKind::Custom("late/speed".into());
            declaration.effects = vec![Effect { kind, channels: vec![channel("speed")] }];
            (&raw const ACTUATOR).cast()
        }
        KIND_CONTROLLER => (&raw const CONTROLLER).cast(),
        _ => (&raw const SERVICE).cast(),
    };
    // SAFETY: the output slot of the current call; it has the fields of the first version.
    unsafe {
        assert!(!Grown::is_known(created));
        (*created).table = table;
        respond(reply, &serde_json::to_string(&declaration).unwrap())
    }
}

static LATE: Grown<Module> = Grown::of(Module { size: size_of::<Grown<Module>>(), describe: Some(describe), create });

const SCENE: &str = r#"(format_version: 1, run: (dt: 0.02),
    objects: [(name: "wall", shape: Box(size: (0.1, 20, 4)), at: (100.05, 0, 2))],
    beacons: [(name: "one", at: (3, 0, 1)), (name: "two", at: (4, 0, 1))],
    robots: [(name: "a", model: "late/part", at: (50, 0, 1))],
    services: [(name: "late", id: "late/part")])"#;

fn host(module: &'static Module) -> PluginHost {
    let mut host = PluginHost::new(SearchPath::only([])).unwrap();
    host.add_in_process("late", module).unwrap_or_else(|diagnostic| panic!("{diagnostic}"));
    host
}

fn build() -> Simulation {
    build_on(&host(&LATE.base), SCENE, 1)
}

#[test]
fn a_library_with_appended_entries_runs_and_finds_zeros_and_its_fallbacks() {
    let mut simulation = build();
    simulation.steps(80).unwrap();
    assert_eq!(simulation.faults(), []);
    // 0.25 commanded, twice that per tick, so 40 m in 80 ticks; the last reading is one tick older: 10.5 m left.
    assert_eq!(sim_engine_tests::position(&simulation, "a")[0], 90.0);
    let density = value(&simulation, "a", "eye.density");
    assert!((1.0..1.3).contains(&density), "air of {density} kg/m³");
    simulation.steps(2).unwrap();
    let x_read = 90.5;
    let expected = [100.0 - x_read, f64::INFINITY, density, 0.0, 100.0 - x_read - 0.05, 0.0, 4.0, 0.0];
    for (name, expected) in READINGS.into_iter().zip(expected) {
        let found = value(&simulation, "a", &format!("eye.{name}"));
        assert!(found == expected || (found - expected).abs() < 1e-6, "{name}: {found} instead of {expected}");
    }
    for part in ["eye", "drive", "dynamics", "controller"] {
        assert_eq!(value(&simulation, "a", &format!("{part}.told")), 1.0, "{part}");
    }
    assert_eq!(simulation.services().next().unwrap().published, [1.0]);
    assert_eq!(simulation.call(0, "eye", "anything", &[]).unwrap(), "anything answered");
    let snapshot = simulation.snapshot().unwrap();
    let mut other = build();
    other.restore(&snapshot).unwrap();
    assert_eq!((other.tick(), other.state_hash()), (82, simulation.state_hash()));
}

/// Errors of loading or running a faulty module.
#[track_caller]
fn refused(result: Result<(), Box<sim_core::diagnostic::Diagnostic>>, code: Code, words: &str) {
    let diagnostic = result.expect_err("it is refused");
    assert_eq!(diagnostic.code, code);
    let text = format!("{} {}", diagnostic.message, diagnostic.found.clone().unwrap_or_default());
    assert!(text.contains(words), "{text}");
}

fn add(module: Module) -> Result<(), Box<sim_core::diagnostic::Diagnostic>> {
    let module = Box::leak(Box::new(module));
    PluginHost::new(SearchPath::only([])).unwrap().add_in_process("bad", module).map_err(Box::new)
}

#[test]
fn a_module_that_is_too_small_or_cannot_describe_itself_is_refused_with_a_sentence() {
    unsafe extern "C" fn speechless(reply: *const Reply) -> Status {
        // SAFETY: the reply of the current call.
        unsafe { refuse(reply, &Fault::new("the manifest is lost")) }
    }
    unsafe extern "C" fn failing(_: *const Reply) -> Status {
        FAILED
    }
    let whole = LATE.base;
    let small = size_of::<Module>() - size_of::<usize>();
    refused(add(Module { size: small, ..whole }), Code::PluginNoEntry, "16 bytes instead of at least 24");
    refused(add(Module { size: 0, ..whole }), Code::PluginNoEntry, "0 bytes instead of at least 24");
    let size = size_of::<Module>();
    refused(add(Module { describe: None, size, ..whole }), Code::PluginDeclaration, "missing `describe` function");
    let lost = Module { describe: Some(speechless), size, ..whole };
    refused(add(lost), Code::PluginDeclaration, "the manifest is lost");
    let mute = Module { describe: Some(failing), size, ..whole };
    refused(add(mute), Code::PluginDeclaration, "without saying why");
}

/// Builds the service with a function table of the library; only the service is requested.
macro_rules! module_with_table {
    ($table:expr) => {{
        unsafe extern "C" fn create(_: u32, _: Text, _: Text, created: *mut Created, reply: *const Reply) -> Status {
            // SAFETY: the output slot and the reply of the current call.
            unsafe {
                (*created).table = $table;
                respond(reply, "{}")
            }
        }
        &*Box::leak(Box::new(Module { size: size_of::<Module>(), describe: Some(describe), create }))
    }};
}

#[test]
fn a_table_that_is_null_or_too_small_is_refused_with_a_sentence() {
    static SMALL: Grown<ServiceTable> =
        Grown::of(ServiceTable { size: size_of::<ServiceTable>() - size_of::<usize>(), ..SERVICE.base });
    static STEPLESS: [usize; 7] = [size_of::<ServiceTable>(), 0, 0, 0, 0, 0, 0];
    let scene = load(r#"(format_version: 1, services: [(name: "late", id: "late/part")])"#);
    for (module, words) in [
        (module_with_table!(ptr::null()), "a function table of 0 bytes instead of at least 56"),
        (module_with_table!((&raw const SMALL).cast()), "a function table of 48 bytes instead of at least 56"),
        // Like a table in C without its step function.
        (module_with_table!((&raw const STEPLESS).cast()), "a function table without `step`"),
    ] {
        let findings = Simulation::build(&scene, &host(module), &BuildOptions::default()).err().expect("it is refused");
        assert!(findings.to_string().contains(words), "{findings}");
    }
}

#[test]
fn a_common_table_that_is_too_small_counts_as_none() {
    static EARLY: Grown<CommonTable> = Grown::of(CommonTable { size: size_of::<usize>(), ..COMMON.base });
    static TABLE: Grown<ServiceTable> = Grown::of(ServiceTable {
        size: size_of::<ServiceTable>(),
        common: &EARLY.base,
        step: idle_step,
        start: None,
        ..SERVICE.base
    });
    unsafe extern "C" fn idle_step(_: Instance, _: *const ServiceFrame) -> Status {
        DONE
    }
    let scene = load(r#"(format_version: 1, services: [(name: "late", id: "late/part")])"#);
    let module = module_with_table!((&raw const TABLE).cast());
    let built = Simulation::build(&scene, &host(module), &BuildOptions::default());
    let mut simulation = built.unwrap_or_else(|findings| panic!("{findings}")).simulation;
    simulation.steps(2).unwrap();
    let fault = simulation.call_service("late", "anything", &[]).unwrap_err();
    assert_eq!((fault.message(), simulation.faults().len()), ("unknown function `anything`", 0));
}
