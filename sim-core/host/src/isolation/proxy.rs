//! Isolated components as seen by the engine: function tables whose functions forward a call and return its results.

use super::answers::HostTables;
use super::batch;
use super::ended::ExitReport;
use super::process::{Process, ProcessEnded};
use super::wire::{In, Malformed, Out, kind};
use sim_abi::ffi::frames::*;
use sim_abi::ffi::module::*;
use sim_abi::ffi::reply::Reply;
use sim_abi::ffi::types::*;
use sim_abi::ffi::views::{Rows, RowsMut, Text, View, ViewMut};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Local counterpart of a component instance in another process.
struct Proxy {
    process: Arc<Process>,
    /// Number of the instance in its process.
    instance: u32,
    /// The engine's number for the instance, once it has been called.
    caller: Cell<u64>,
    /// Whether it is called in the phases of a robot.
    stepped: bool,
}

/// Number of isolated components with a step in the phases of a robot.
static STEPPED: AtomicUsize = AtomicUsize::new(0);

/// Whether there are isolated components with a step in the phases of a robot.
#[inline]
pub fn any() -> bool {
    STEPPED.load(Relaxed) > 0
}

/// Whether a table belongs to isolated components with a step.
#[inline]
pub(crate) fn is_proxy<T>(table: *const T) -> bool {
    let table = table.cast::<()>();
    let is = |own: *const ()| std::ptr::eq(table, own);
    is((&raw const CONTROLLER_TABLE.0).cast())
        || is((&raw const SENSOR_TABLE.0).cast())
        || is((&raw const ACTUATOR_TABLE.0).cast())
        || is((&raw const DYNAMICS_TABLE.0).cast())
}

/// Creates a component with the display name `name` in a process. See [`Module::create`].
///
/// # Safety
/// The arguments belong to the current call.
pub(crate) unsafe fn create(
    process: &Arc<Process>,
    name: String,
    component: (u32, &str, &str),
    created: *mut Created,
    reply: *const Reply,
) -> Status {
    let (number, id, request) = component;
    let instance = process.announce(name);
    let proxy = Proxy { process: process.clone(), instance, caller: Cell::new(0), stepped: number != KIND_SERVICE };
    let fill = |out: &mut Out<'_>| {
        out.word(instance.into());
        out.word(number.into());
        out.bytes(id.as_bytes());
        out.bytes(request.as_bytes());
    };
    let read = |message: &mut In<'_>| Ok((status(message)?, message.small()?));
    let asked = HostTables { reply, ..HostTables::NOTHING };
    let made = guarded(|| {
        process.call(instance, kind::CREATE, fill, |kind, message, out| asked.answer(kind, message, out), read)
    });
    match made {
        Some(Ok((DONE, functions))) => {
            let table = match number {
                KIND_DYNAMICS => std::ptr::from_ref(&DYNAMICS_TABLE).cast(),
                KIND_SENSOR => std::ptr::from_ref(&SENSOR_TABLE).cast(),
                KIND_ACTUATOR => std::ptr::from_ref(&ACTUATOR_TABLE).cast(),
                KIND_CONTROLLER => std::ptr::from_ref(&CONTROLLER_TABLE).cast(),
                KIND_SERVICE => std::ptr::from_ref(&SERVICE_TABLES[functions as usize % SERVICE_TABLES.len()]).cast(),
                // A robot model consists only of its description.
                _ => return DONE,
            };
            STEPPED.fetch_add(proxy.stepped.into(), Relaxed);
            let instance = Box::into_raw(Box::new(proxy)).cast();
            // SAFETY: guaranteed by the caller.
            unsafe { *created = Created { instance, table, ..Created::default() } };
            DONE
        }
        Some(Ok((status, _))) => status,
        Some(Err(ProcessEnded)) => refuse(&process.exit_report(instance), reply),
        None => FAILED,
    }
}

/// Runs code that should not panic and catches a panic, which must not escape from a function of a table.
fn guarded<T>(call: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(call)).ok()
}

/// Reads a status from a message.
fn status(message: &mut In<'_>) -> Result<Status, Malformed> {
    match message.word()? {
        0 => Ok(DONE),
        1 => Ok(FAILED),
        2 => Ok(NOTHING),
        _ => Err(Malformed),
    }
}

/// Runs `pass` with the fault record for a process that has ended.
fn record<T>(report: &ExitReport, pass: impl FnOnce(*const FaultRecord) -> T) -> T {
    let record = FaultRecord {
        message: Text::text(&report.message),
        help: Text::text(&report.help),
        cause: CAUSE_PROCESS,
        ..FaultRecord::default()
    };
    pass(&raw const record)
}

/// Replies that the process has ended.
fn refuse(report: &ExitReport, reply: *const Reply) -> Status {
    if !reply.is_null() {
        // SAFETY: the reply belongs to the current call.
        record(report, |record| unsafe { ((*reply).fault)((*reply).owner, record) });
    }
    FAILED
}

/// The proxy behind an instance.
///
/// # Safety
/// `instance` comes from [`create`] and has not been dropped.
unsafe fn proxy<'a>(instance: Instance) -> &'a Proxy {
    // SAFETY: guaranteed by the caller.
    unsafe { &*instance.cast::<Proxy>() }
}

/// Reads the results of a step: status, instances with stray calls, streams, published values; `read` reads the rest.
fn read_step<'a>(
    message: &mut In<'a>,
    call: &CallFrame,
    read: impl FnOnce(&mut In<'a>) -> Result<(), Malformed>,
) -> Result<(Status, &'a mut [u64]), Malformed> {
    let status = status(message)?;
    let strays = message.list::<u64>()?;
    // SAFETY: the frame lends them for the duration of the call.
    let (random, published) = unsafe { (call.random.as_slice(), call.published.as_slice()) };
    message.fill(random)?;
    message.fill(published)?;
    read(message)?;
    Ok((status, strays))
}

impl Proxy {
    /// Makes a call with a frame: `fill` writes the content of the frame other than `call`, `read` reads back the changes.
    ///
    /// # Safety
    /// The data lent by the frame is valid for the duration of the call.
    unsafe fn step(
        &self,
        kind: u32,
        asked: &HostTables,
        fill: impl FnOnce(&mut Out<'_>),
        read: impl FnOnce(&mut In<'_>) -> Result<(), Malformed>,
    ) -> Status {
        // SAFETY: guaranteed by the caller; the engine creates the frames, in this version.
        let call = unsafe { &*asked.call };
        if self.caller.replace(call.context.caller) != call.context.caller {
            self.process.known_as(self.instance, call.context.caller);
        }
        let fill = |out: &mut Out<'_>| {
            out.word(self.instance.into());
            out.word(call.tick);
            out.float(call.time);
            out.float(call.period);
            // SAFETY: the frame lends them for the duration of the call.
            unsafe {
                out.list(call.random.as_slice());
                out.list(call.published.as_slice());
            }
            fill(out);
        };
        if let Some(place) = batch::collecting() {
            let (step, lent) = ((self.instance, kind), (call, asked.world));
            return match guarded(|| batch::write_down(place, &self.process, step, lent, fill)) {
                Some(()) => DONE,
                None => FAILED,
            };
        }
        let read = |message: &mut In<'_>| {
            let (status, strays) = read_step(message, call, read)?;
            if !strays.is_empty() {
                self.report_strays(call, strays);
            }
            Ok(status)
        };
        let answer = |kind, message: &mut In<'_>, out: &mut Out<'_>| asked.answer(kind, message, out);
        let done = guarded(|| {
            batch::delivered(&self.process, self.instance, read)
                .unwrap_or_else(|read| self.process.call(self.instance, kind, fill, answer, read))
        });
        if let Some((lines, left_out)) = self.process.output() {
            log(call, lines, left_out);
        }
        match done {
            Some(Ok(status)) => status,
            Some(Err(ProcessEnded)) => {
                // SAFETY: the host's function, in the current call.
                record(&self.process.exit_report(self.instance), |record| unsafe {
                    ((*call.host).fail)(call.context, record)
                });
                FAILED
            }
            None => FAILED,
        }
    }

    /// Reports instances that have called the host outside of their calls. The engine sees each as a call without a valid thread
    /// token.
    #[cold]
    fn report_strays(&self, call: &CallFrame, strays: &[u64]) {
        for stray in strays {
            let caller = u32::try_from(*stray).ok().and_then(|instance| self.process.caller(instance));
            if let Some(caller) = caller {
                let nowhere = HostContext { thread_token: std::ptr::null(), caller };
                // SAFETY: the host's function; it reads only the context.
                unsafe { ((*call.host).axis)(nowhere, Text::EMPTY) };
            }
        }
    }

    /// Makes a call that is answered through a reply.
    fn ask(
        &self,
        kind: u32,
        reply: *const Reply,
        fill: impl FnOnce(&mut Out<'_>),
        read: impl FnOnce(&mut In<'_>) -> Result<(), Malformed>,
    ) -> Status {
        let asked = HostTables { reply, ..HostTables::NOTHING };
        let fill = |out: &mut Out<'_>| {
            out.word(self.instance.into());
            fill(out);
        };
        let read = |message: &mut In<'_>| {
            let status = status(message)?;
            read(message)?;
            Ok(status)
        };
        let answer = |kind, message: &mut In<'_>, out: &mut Out<'_>| asked.answer(kind, message, out);
        match guarded(|| self.process.call(self.instance, kind, fill, answer, read)) {
            Some(Ok(status)) => status,
            Some(Err(ProcessEnded)) => refuse(&self.process.exit_report(self.instance), reply),
            None => FAILED,
        }
    }
}

/// Forwards the output of a process to the log of the run.
#[cold]
fn log(call: &CallFrame, lines: impl Iterator<Item = String>, left_out: u64) {
    let write = |line: &str| {
        // SAFETY: the host's function, in the current call.
        unsafe { ((*call.host).log)(call.context, LOG_INFO, Text::text(line)) };
    };
    for line in lines {
        write(&format!("process output: {line}"));
    }
    if left_out > 0 {
        write(&match left_out {
            1 => "1 more line of process output omitted".to_string(),
            _ => format!("{left_out} more lines of process output omitted"),
        });
    }
}

/// The engine's records, whose type is this program's own.
///
/// # Safety
/// They are valid for `'a`.
unsafe fn records<'a, T>(rows: Rows<T>) -> &'a [T] {
    // SAFETY: the engine creates rows of whole records of its own type.
    unsafe { View { data: rows.data, len: rows.len }.as_slice() }
}

/// As [`records`], but mutable.
///
/// # Safety
/// They are valid for `'a` and not aliased.
unsafe fn records_mut<'a, T>(rows: RowsMut<T>) -> &'a mut [T] {
    // SAFETY: as in `records`.
    unsafe { ViewMut { data: rows.data, len: rows.len }.as_slice() }
}

unsafe extern "C" fn control(instance: Instance, frame: *const ControllerFrame) -> Status {
    // SAFETY: the engine lends the frame for the duration of the call.
    unsafe {
        let frame = &*frame;
        let (readings, commands) = (frame.readings.as_slice(), frame.commands.as_slice());
        let before = &*commands;
        let fill = |out: &mut Out<'_>| {
            out.list(readings);
            out.list(before);
        };
        let asked = HostTables { call: frame.call, ..HostTables::NOTHING };
        let read = |message: &mut In<'_>| message.fill(frame.commands.as_slice());
        proxy(instance).step(kind::CONTROLLER, &asked, fill, read)
    }
}

unsafe extern "C" fn sense(instance: Instance, frame: *const SensorFrame) -> Status {
    // SAFETY: the engine lends the frame for the duration of the call.
    unsafe {
        let frame = &*frame;
        let fill = |out: &mut Out<'_>| {
            out.value(&*frame.body);
            [frame.acceleration, frame.angular_acceleration, frame.gravity].iter().for_each(|vector| out.value(vector));
            out.value(&frame.mount);
            out.list(records(frame.joints));
            out.list(frame.output.as_slice());
            out.list(frame.motion.as_ref().map_or(&[][..], std::slice::from_ref));
            out.list(frame.scan.as_slice());
        };
        let asked = HostTables { call: frame.call, world: frame.world, ..HostTables::NOTHING };
        let read = |message: &mut In<'_>| {
            message.fill(frame.output.as_slice())?;
            message.fill(frame.scan.as_slice())
        };
        proxy(instance).step(kind::SENSOR, &asked, fill, read)
    }
}

unsafe extern "C" fn act(instance: Instance, frame: *const ActuatorFrame) -> Status {
    // SAFETY: the engine lends the frame for the duration of the call.
    unsafe {
        let frame = &*frame;
        let fill = |out: &mut Out<'_>| {
            out.list(frame.commands.as_slice());
            out.list(records(frame.joints));
            out.list(frame.effects.as_slice());
        };
        let asked = HostTables { call: frame.call, ..HostTables::NOTHING };
        let read = |message: &mut In<'_>| message.fill(frame.effects.as_slice());
        proxy(instance).step(kind::ACTUATOR, &asked, fill, read)
    }
}

unsafe extern "C" fn drive(instance: Instance, frame: *const DynamicsFrame) -> Status {
    // SAFETY: the engine lends the frame for the duration of the call.
    unsafe {
        let frame = &*frame;
        let fill = |out: &mut Out<'_>| {
            out.value(&*frame.body);
            out.list(frame.memory.as_slice());
            out.list(frame.effects.as_slice());
            out.list(frame.mounts.as_slice());
            out.list(records(frame.joints.rows()));
            out.value(&*frame.environment);
        };
        let asked = HostTables { call: frame.call, world: frame.world, ..HostTables::NOTHING };
        let read = |message: &mut In<'_>| {
            *frame.body = message.value()?;
            message.fill(frame.memory.as_slice())?;
            message.fill(records_mut(frame.joints))
        };
        proxy(instance).step(kind::DYNAMICS, &asked, fill, read)
    }
}

/// One function of a service, by its number in the table.
unsafe extern "C" fn serve<const FUNCTION: u64>(instance: Instance, frame: *const ServiceFrame) -> Status {
    // SAFETY: the engine lends the frame for the duration of the call.
    unsafe {
        let frame = &*frame;
        let asked = HostTables { call: frame.call, world: frame.world, service: frame.service, ..HostTables::NOTHING };
        proxy(instance).step(kind::SERVICE, &asked, |out| out.word(FUNCTION), |_| Ok(()))
    }
}

unsafe extern "C" fn save(instance: Instance, reply: *const Reply) -> Status {
    // SAFETY: the engine passes the instance that came with this table.
    unsafe { proxy(instance) }.ask(kind::SAVE, reply, |_| {}, |_| Ok(()))
}

unsafe extern "C" fn restore(instance: Instance, state: View<u8>, reply: *const Reply) -> Status {
    // SAFETY: as in `save`; the state is lent for the duration of the call.
    unsafe { proxy(instance).ask(kind::RESTORE, reply, |out| out.bytes(state.as_slice()), |_| Ok(())) }
}

unsafe extern "C" fn call(
    instance: Instance,
    function: Text,
    arguments: Text,
    values: ViewMut<f64>,
    reply: *const Reply,
) -> Status {
    // SAFETY: as in `save`; texts and values are lent for the duration of the call.
    unsafe {
        let fill = |out: &mut Out<'_>| {
            out.bytes(function.as_slice());
            out.bytes(arguments.as_slice());
            out.list(values.as_slice());
        };
        proxy(instance).ask(kind::CALL, reply, fill, |message| message.fill(values.as_slice()))
    }
}

unsafe extern "C" fn end(instance: Instance, reply: *const Reply) -> Status {
    // SAFETY: the pointer was created by `Box::into_raw` in `create`, and an instance is dropped once.
    let proxy = unsafe { Box::from_raw(instance.cast::<Proxy>()) };
    STEPPED.fetch_sub(proxy.stepped.into(), Relaxed);
    if proxy.process.has_ended() {
        // The instance ended with its process, which has already been reported.
        return DONE;
    }
    proxy.ask(kind::DROP, reply, |_| {}, |_| Ok(()))
}

static COMMON: CommonTable = CommonTable {
    size: size_of::<CommonTable>(),
    save: Some(save),
    restore: Some(restore),
    call: Some(call),
    drop: Some(end),
};

/// A constant table.
struct Static<T>(T);

// SAFETY: functions, and pointers to constant tables.
unsafe impl<T> Sync for Static<T> {}

macro_rules! table {
    ($name:ident: $table:ident, $step:ident) => {
        static $name: Static<$table> =
            Static($table { size: size_of::<$table>(), common: &raw const COMMON, step: $step });
    };
}
table!(CONTROLLER_TABLE: ControllerTable, control);
table!(SENSOR_TABLE: SensorTable, sense);
table!(ACTUATOR_TABLE: ActuatorTable, act);
table!(DYNAMICS_TABLE: DynamicsTable, drive);

/// Numbers of the functions of a service; for each optional one, the process reports a bit if the service has it.
pub(super) mod function {
    pub(crate) const START: u64 = 0;
    pub(crate) const STOP: u64 = 1;
    pub(crate) const IDLE: u64 = 2;
    pub(crate) const CHANGED: u64 = 3;
    pub(crate) const STEP: u64 = 4;
}

/// The table of a service with these optional functions.
const fn service_table(has: u64) -> ServiceTable {
    const fn bit(has: u64, function: u64) -> bool {
        has >> function & 1 == 1
    }
    ServiceTable {
        size: size_of::<ServiceTable>(),
        common: &raw const COMMON,
        step: serve::<{ function::STEP }>,
        start: if bit(has, function::START) { Some(serve::<{ function::START }>) } else { None },
        stop: if bit(has, function::STOP) { Some(serve::<{ function::STOP }>) } else { None },
        idle: if bit(has, function::IDLE) { Some(serve::<{ function::IDLE }>) } else { None },
        changed: if bit(has, function::CHANGED) { Some(serve::<{ function::CHANGED }>) } else { None },
    }
}

static SERVICE_TABLES: [Static<ServiceTable>; 16] = {
    let mut tables = [const { Static(service_table(0)) }; 16];
    let mut has = 1;
    while has < 16 {
        tables[has] = Static(service_table(has as u64));
        has += 1;
    }
    tables
};
