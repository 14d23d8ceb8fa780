//! Calls of the components of an isolated library: each is read from a message, made with frames in the memory of that message,
//! and its results are written.

use super::host::{HOST, SERVICE, WORLD, write_fault};
use super::proxy::function;
use super::questions::{ask, in_call, leased_solids, step_of, steps_are_made, thread_token, write_strays};
use super::solids_copy::prepare;
use super::wire::{In, Out, kind};
use crate::float_state;
use crate::tables::unusable;
use sim_abi::Fault;
use sim_abi::ffi::frames::*;
use sim_abi::ffi::module::*;
use sim_abi::ffi::reply::Reply;
use sim_abi::ffi::types::*;
use sim_abi::ffi::views::{Growing, Rows, RowsMut, View, ViewMut, size_at};
use std::cell::RefCell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{OnceLock, PoisonError, RwLock};

/// The library opened by this process.
static MODULE: OnceLock<&'static Module> = OnceLock::new();
/// Instances created here, indexed by the program's numbers, and a counter of changes.
static INSTANCES: RwLock<Vec<Option<InstanceEntry>>> = RwLock::new(Vec::new());
static CHANGES: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// Thread-local copy of the instances and its change counter: taking the lock in every step would cause contention.
    static KNOWN: RefCell<(u64, Vec<Option<InstanceEntry>>)> = const { RefCell::new((0, Vec::new())) };
}

/// An instance of a component.
#[derive(Clone, Copy)]
struct InstanceEntry {
    pointer: Instance,
    table: *const c_void,
}

// SAFETY: the functions of components may be called from any thread, one call of an instance at a time; the program guarantees
// that.
unsafe impl Send for InstanceEntry {}
// SAFETY: as above.
unsafe impl Sync for InstanceEntry {}

/// Sets the library to call.
pub(super) fn open(module: &'static Module) {
    let _ = MODULE.set(module);
}

/// Makes one call; `None` for a malformed message.
pub(super) fn make(kind: u32, message: &mut In<'_>, out: &mut Out<'_>) -> Option<()> {
    let instance = message.word().ok()?;
    if kind == kind::CREATE {
        return create(instance, message, out);
    }
    let place = usize::try_from(instance).ok()?;
    let made = (*INSTANCES.read().unwrap_or_else(PoisonError::into_inner).get(place)?)?;
    match kind {
        kind::SAVE => save(made, out),
        kind::RESTORE => restore(made, message, out)?,
        kind::CALL => call(made, message, out)?,
        kind::DROP => {
            change(place, None);
            end(made, out);
        }
        _ => step(kind, instance, made, message, out)?,
    }
    Some(())
}

/// Sets or clears the instance with this number.
fn change(place: usize, made: Option<InstanceEntry>) {
    let mut instances = INSTANCES.write().unwrap_or_else(PoisonError::into_inner);
    if instances.len() <= place {
        instances.resize(place + 1, None);
    }
    instances[place] = made;
    CHANGES.fetch_add(1, SeqCst);
}

/// An instance of a batched step.
fn known(place: usize) -> Option<InstanceEntry> {
    KNOWN.with_borrow_mut(|(changes, known)| {
        if *changes != CHANGES.load(SeqCst) {
            let instances = INSTANCES.read().unwrap_or_else(PoisonError::into_inner);
            known.clone_from(&instances);
            // Changes are made under the lock.
            *changes = CHANGES.load(SeqCst);
        }
        *known.get(place)?
    })
}

/// Makes several steps; `None` for a malformed message.
pub(super) fn make_steps(message: &mut In<'_>, out: &mut Out<'_>) -> Option<()> {
    prepare(leased_solids());
    while !message.0.is_empty() {
        let (kind, body, mut part) = (message.small().ok()?, message.small().ok()?, message.part().ok()?);
        let instance = part.word().ok()?;
        step_of(u32::try_from(instance).ok()?, body);
        let made = known(usize::try_from(instance).ok()?)?;
        let mut done = None;
        out.part(|out| done = step(kind, instance, made, &mut part, out));
        done?;
    }
    steps_are_made();
    Some(())
}

/// Appends to the reply that the program holds for the call.
unsafe extern "C" fn reply_bytes(_: *mut c_void, bytes: View<u8>) {
    /// Bytes per message.
    const PIECE: usize = 128 << 10;
    // SAFETY: the component lends the bytes for the duration of this call.
    for piece in unsafe { bytes.as_slice() }.chunks(PIECE) {
        ask(kind::REPLY_BYTES, |out| out.bytes(piece), |_| Some(()));
    }
}

unsafe extern "C" fn reply_fault(_: *mut c_void, fault: *const FaultRecord) {
    // SAFETY: the component lends the record for the duration of this call.
    refuse(&unsafe { Fault::from_record(fault) });
}

/// Replies with a fault.
fn refuse(fault: &Fault) {
    ask(kind::REPLY_FAULT, |out| write_fault(out, fault), |_| Some(()));
}

struct Shared(Reply);

// SAFETY: the functions may be called from any thread that makes a call; there is no owner.
unsafe impl Sync for Shared {}

static REPLY: Shared =
    Shared(Reply { size: size_of::<Reply>(), owner: std::ptr::null_mut(), bytes: reply_bytes, fault: reply_fault });

/// Makes a call that is answered through the reply, and restores the processor's floating-point state.
fn replied(call: impl FnOnce(*const Reply) -> Status) -> Status {
    match float_state::keep(|| call(&raw const REPLY.0)) {
        Ok(status) => status,
        Err(fault) => {
            refuse(&fault);
            FAILED
        }
    }
}

fn write_status(out: &mut Out<'_>, status: Status) {
    out.word(match status {
        DONE => 0,
        NOTHING => 2,
        _ => 1,
    });
}

fn create(instance: u64, message: &mut In<'_>, out: &mut Out<'_>) -> Option<()> {
    let (number, id, request) = (message.small().ok()?, message.bytes().ok()?, message.bytes().ok()?);
    let module = MODULE.get()?;
    let mut created = Created::default();
    let status = replied(|reply| {
        // SAFETY: the library's own function; its arguments are valid for the duration of the call.
        unsafe { (module.create)(number, View::of(id), View::of(request), &raw mut created, reply) }
    });
    let table = created.table;
    let problem = match number {
        _ if status != DONE => None,
        KIND_ROBOT => None,
        KIND_DYNAMICS => unusable(table.cast::<DynamicsTable>()),
        KIND_SENSOR => unusable(table.cast::<SensorTable>()),
        KIND_ACTUATOR => unusable(table.cast::<ActuatorTable>()),
        KIND_CONTROLLER => unusable(table.cast::<ControllerTable>()),
        _ => unusable(table.cast::<ServiceTable>()),
    };
    if let Some(problem) = &problem {
        refuse(&Fault::new(problem.to_string()));
    }
    let status = if problem.is_some() { FAILED } else { status };
    write_status(out, status);
    if status != DONE || number == KIND_ROBOT {
        out.word(0);
        return Some(());
    }
    // SAFETY: the table of a service, whose size was checked; tables live as long as the library.
    out.word(if number == KIND_SERVICE { optional(unsafe { &*table.cast::<ServiceTable>() }) } else { 0 });
    let place = usize::try_from(instance).ok()?;
    change(place, Some(InstanceEntry { pointer: created.instance, table }));
    Some(())
}

/// Bit mask of the optional functions of a service.
fn optional(table: &ServiceTable) -> u64 {
    let functions = [
        (table.start.is_some(), function::START),
        (table.stop.is_some(), function::STOP),
        (table.idle.is_some(), function::IDLE),
        (table.changed.is_some(), function::CHANGED),
    ];
    functions.iter().fold(0, |all, (has, function)| all | u64::from(*has) << function)
}

impl InstanceEntry {
    /// The common functions of all components, if the component has a table of them.
    fn common(&self) -> Option<&CommonTable> {
        // SAFETY: every table has its size first and the common table second; tables live as long as the library.
        let common = unsafe { (*self.table.cast::<ControllerTable>()).common };
        // SAFETY: as above; a table that is too small is ignored.
        (!common.is_null() && unsafe { size_at(common) } >= CommonTable::FIRST).then(|| unsafe { &*common })
    }
}

// SAFETY of the four below: the instance's own functions; their arguments are valid for the duration of the call.

fn save(made: InstanceEntry, out: &mut Out<'_>) {
    let save = made.common().and_then(|table| table.save);
    // SAFETY: see above.
    write_status(out, save.map_or(NOTHING, |save| replied(|reply| unsafe { save(made.pointer, reply) })));
}

fn restore(made: InstanceEntry, message: &mut In<'_>, out: &mut Out<'_>) -> Option<()> {
    let state = View::of(message.bytes().ok()?);
    let restore = made.common().and_then(|table| table.restore);
    // SAFETY: see above.
    let restored = restore.map_or(DONE, |restore| replied(|reply| unsafe { restore(made.pointer, state, reply) }));
    write_status(out, restored);
    Some(())
}

fn call(made: InstanceEntry, message: &mut In<'_>, out: &mut Out<'_>) -> Option<()> {
    let (name, arguments, values) = (message.bytes().ok()?, message.bytes().ok()?, message.list::<f64>().ok()?);
    let status = match made.common().and_then(|table| table.call) {
        Some(call) => {
            let (function, arguments, view) = (View::of(name), View::of(arguments), ViewMut::of(values));
            // SAFETY: see above.
            replied(|reply| unsafe { call(made.pointer, function, arguments, view, reply) })
        }
        None => {
            let function = String::from_utf8_lossy(name);
            refuse(&Fault::new(format!("unknown function `{function}`")));
            FAILED
        }
    };
    write_status(out, status);
    out.list(values);
    Some(())
}

fn end(made: InstanceEntry, out: &mut Out<'_>) {
    let end = made.common().and_then(|table| table.drop);
    // SAFETY: see above; an instance is dropped once.
    write_status(out, end.map_or(DONE, |end| replied(|reply| unsafe { end(made.pointer, reply) })));
}

/// A call with a frame: the common inputs of all calls, and the start of the results.
struct Step<'a> {
    frame: CallFrame,
    instance: u64,
    random: &'a mut [RandomState],
    published: &'a mut [f64],
}

impl<'a> Step<'a> {
    fn read(instance: u64, message: &mut In<'a>) -> Option<Self> {
        let (tick, time, period) = (message.word().ok()?, message.float().ok()?, message.float().ok()?);
        let (random, published) = (message.list().ok()?, message.list().ok()?);
        let frame = CallFrame {
            size: size_of::<CallFrame>(),
            host: &HOST,
            context: HostContext { thread_token: thread_token(), caller: instance },
            tick,
            time,
            period,
            random: ViewMut::of(random),
            published: ViewMut::of(published),
        };
        Some(Self { frame, instance, random, published })
    }

    /// Makes the call, restores the processor's floating-point state, and writes the common results of all calls.
    fn run(&self, strict: bool, out: &mut Out<'_>, call: impl FnOnce() -> Status) {
        let status = in_call(self.instance, call);
        let restored = if strict { float_state::restore() } else { float_state::restore_rounding() };
        if !restored {
            ask(kind::FAIL, |out| write_fault(out, &float_state::changed()), |_| Some(()));
        } else if !float_state::restore() {
            let text =
                "a component of this robot enabled traps for floating-point exceptions; they were disabled again"
                    .to_string();
            let fill = |out: &mut Out<'_>| {
                out.word(LOG_WARN.into());
                out.bytes(text.as_bytes());
            };
            ask(kind::LOG, fill, |_| Some(()));
        }
        write_status(out, if restored { status } else { FAILED });
        write_strays(out);
        out.list(self.random);
        out.list(self.published);
    }
}

/// Makes a call with a frame.
fn step(kind: u32, instance: u64, made: InstanceEntry, message: &mut In<'_>, out: &mut Out<'_>) -> Option<()> {
    let step = Step::read(instance, message)?;
    match kind {
        kind::CONTROLLER => control(&step, made, message, out),
        kind::SENSOR => sense(&step, made, message, out),
        kind::ACTUATOR => act(&step, made, message, out),
        kind::DYNAMICS => drive(&step, made, message, out),
        kind::SERVICE => serve(&step, made, message, out),
        _ => None,
    }
}

// SAFETY of the five below: the instance's own table of its kind, whose size was checked; the arguments of its functions are valid
// for the duration of the call.

fn control(step: &Step<'_>, made: InstanceEntry, message: &mut In<'_>, out: &mut Out<'_>) -> Option<()> {
    let (readings, commands) = (message.list().ok()?, message.list().ok()?);
    let frame = ControllerFrame {
        size: size_of::<ControllerFrame>(),
        call: &raw const step.frame,
        readings: View::of(readings),
        commands: ViewMut::of(commands),
    };
    // SAFETY: see above.
    step.run(false, out, || unsafe { ((*made.table.cast::<ControllerTable>()).step)(made.pointer, &raw const frame) });
    out.list(commands);
    Some(())
}

fn sense(step: &Step<'_>, made: InstanceEntry, message: &mut In<'_>, out: &mut Out<'_>) -> Option<()> {
    let body: BodyState = message.value().ok()?;
    let (acceleration, angular_acceleration) = (message.value().ok()?, message.value().ok()?);
    let (gravity, mount) = (message.value().ok()?, message.value().ok()?);
    let (joints, output) = (message.list().ok()?, message.list().ok()?);
    let motion = message.list::<MountMotion>().ok()?;
    if let [motion, ..] = &mut *motion {
        motion.size = size_of::<MountMotion>();
    }
    let scan = message.list().ok()?;
    let frame = SensorFrame {
        size: size_of::<SensorFrame>(),
        call: &raw const step.frame,
        world: &WORLD,
        body: &raw const body,
        acceleration,
        angular_acceleration,
        gravity,
        mount,
        joints: Rows::of(joints),
        output: ViewMut::of(output),
        motion: motion.first().map_or(std::ptr::null(), std::ptr::from_ref),
        scan: ViewMut::of(scan),
    };
    // SAFETY: see above.
    step.run(false, out, || unsafe { ((*made.table.cast::<SensorTable>()).step)(made.pointer, &raw const frame) });
    out.list(output);
    out.list(scan);
    Some(())
}

fn act(step: &Step<'_>, made: InstanceEntry, message: &mut In<'_>, out: &mut Out<'_>) -> Option<()> {
    let commands = message.list().ok()?;
    let (joints, effects) = (message.list().ok()?, message.list().ok()?);
    let frame = ActuatorFrame {
        size: size_of::<ActuatorFrame>(),
        call: &raw const step.frame,
        commands: View::of(commands),
        joints: Rows::of(joints),
        effects: ViewMut::of(effects),
    };
    // SAFETY: see above.
    step.run(false, out, || unsafe { ((*made.table.cast::<ActuatorTable>()).step)(made.pointer, &raw const frame) });
    out.list(effects);
    Some(())
}

fn drive(step: &Step<'_>, made: InstanceEntry, message: &mut In<'_>, out: &mut Out<'_>) -> Option<()> {
    let mut body: BodyState = message.value().ok()?;
    let (memory, effects) = (message.list().ok()?, message.list().ok()?);
    let (mounts, joints) = (message.list().ok()?, message.list().ok()?);
    let environment: Environment = message.growing().ok()?;
    let frame = DynamicsFrame {
        size: size_of::<DynamicsFrame>(),
        call: &raw const step.frame,
        world: &WORLD,
        body: &raw mut body,
        memory: ViewMut::of(memory),
        effects: View::of(effects),
        mounts: View::of(mounts),
        joints: RowsMut::of(joints),
        environment: &raw const environment,
    };
    // SAFETY: see above.
    step.run(false, out, || unsafe { ((*made.table.cast::<DynamicsTable>()).step)(made.pointer, &raw const frame) });
    out.value(&body);
    out.list(memory);
    out.list(joints);
    Some(())
}

fn serve(step: &Step<'_>, made: InstanceEntry, message: &mut In<'_>, out: &mut Out<'_>) -> Option<()> {
    // SAFETY: see above.
    let table = unsafe { &*made.table.cast::<ServiceTable>() };
    let function = match message.word().ok()? {
        function::START => table.start,
        function::STOP => table.stop,
        function::IDLE => table.idle,
        function::CHANGED => table.changed,
        function::STEP => Some(table.step),
        _ => None,
    }?;
    let frame =
        ServiceFrame { size: size_of::<ServiceFrame>(), call: &raw const step.frame, world: &WORLD, service: &SERVICE };
    // SAFETY: see above.
    step.run(true, out, || unsafe { function(made.pointer, &raw const frame) });
    Some(())
}
