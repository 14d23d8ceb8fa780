//! From the authors' traits to the function tables.

use crate::actuator::{Actuator, ActuatorIo, ActuatorSetup};
use crate::call::Common;
use crate::controller::{Controller, ControllerIo, ControllerSetup};
use crate::declare::{Declaration, Function, Request};
use crate::dynamics::{Dynamics, DynamicsIo, DynamicsSetup};
use crate::fault::{Fault, Result};
use crate::ffi::frames::*;
use crate::ffi::guard::{guard, install_panic_hook};
use crate::ffi::module::*;
use crate::ffi::reply::{Reply, give, refuse};
use crate::ffi::types::{DONE, FAILED, Instance, NOTHING, Status};
use crate::ffi::views::{Text, View, ViewMut, write};
use crate::robot::RobotModel;
use crate::sensor::{Sensor, SensorIo, SensorSetup};
use crate::service::{Service, ServiceIo, ServiceSetup};
use serde_json::Value;
use std::marker::PhantomData;

/// What the common table needs of every kind.
trait Component: Sized + Send + 'static {
    fn save(&self) -> Option<Vec<u8>>;
    fn restore(&mut self, bytes: &[u8]) -> Result;
    fn call(&mut self, function: &str, arguments: &[Value], values: &mut [f64]) -> Result<Value>;
}

/// The author's type under the wrapper of its kind, so that one blanket table serves all kinds.
struct Of<K, T> {
    value: T,
    /// A recorded run is done again, for a service.
    replayed: bool,
    kind: PhantomData<K>,
}

struct ControllerKind;
struct SensorKind;
struct ActuatorKind;
struct DynamicsKind;
struct ServiceKind;

macro_rules! component {
    ($kind:ident, $author:ident $(, $values:ident)?) => {
        impl<T: $author> Component for Of<$kind, T>
        where
            $kind: Send + 'static,
        {
            fn save(&self) -> Option<Vec<u8>> {
                self.value.save()
            }
            fn restore(&mut self, bytes: &[u8]) -> Result {
                self.value.restore(bytes)
            }
            fn call(&mut self, function: &str, arguments: &[Value], _values: &mut [f64]) -> Result<Value> {
                $(let $values = _values;)?
                self.value.call(function, arguments $(, $values)?)
            }
        }
    };
}

component!(ControllerKind, Controller);
component!(ServiceKind, Service);
component!(SensorKind, Sensor, reading);
component!(ActuatorKind, Actuator, commands);

impl<T: Dynamics> Component for Of<DynamicsKind, T> {
    fn save(&self) -> Option<Vec<u8>> {
        None
    }
    fn restore(&mut self, _bytes: &[u8]) -> Result {
        Ok(())
    }
    fn call(&mut self, function: &str, _arguments: &[Value], _values: &mut [f64]) -> Result<Value> {
        Err(Fault::new(format!("unknown function `{function}`")))
    }
}

/// The author's value behind an instance, to be read.
///
/// # Safety
/// `instance` comes from [`made`] with the same `K` and `T`, has not been dropped, and no call that changes it is running.
#[inline]
unsafe fn read<'a, K, T>(instance: Instance) -> &'a Of<K, T> {
    // SAFETY: the caller's promise.
    unsafe { &*instance.cast::<Of<K, T>>() }
}

/// The author's value behind an instance.
///
/// # Safety
/// `instance` comes from [`made`] with the same `K` and `T`, has not been dropped, and no other call of it is running.
#[inline]
unsafe fn author<'a, K, T>(instance: Instance) -> &'a mut Of<K, T> {
    // SAFETY: the caller's promise.
    unsafe { &mut *instance.cast::<Of<K, T>>() }
}

/// Tells a reply how a call has ended.
///
/// # Safety
/// `reply` is null or a reply of the call that runs.
unsafe fn answer(reply: *const Reply, result: Result<Option<Vec<u8>>>) -> Status {
    // SAFETY: the caller's promise.
    unsafe {
        match result {
            Ok(Some(bytes)) => {
                give(reply, &bytes);
                DONE
            }
            Ok(None) => NOTHING,
            Err(fault) => refuse(reply, &fault),
        }
    }
}

/// Tells the host how a step has ended.
///
/// # Safety
/// `call` is the frame of the call that runs.
#[inline]
unsafe fn told(call: *const CallFrame, result: Result) -> Status {
    match result {
        Ok(()) => DONE,
        // SAFETY: the caller's promise.
        Err(fault) => unsafe { tell(call, &fault) },
    }
}

#[cold]
unsafe fn tell(call: *const CallFrame, fault: &Fault) -> Status {
    // SAFETY: the caller's promise.
    fault.with_record(|record| unsafe { ((*(*call).host).fail)((*call).context, record) });
    FAILED
}

unsafe extern "C" fn save<K, T>(instance: Instance, reply: *const Reply) -> Status
where
    Of<K, T>: Component,
{
    // SAFETY: the host hands back the instance that this table came with, one call at a time, and its own reply.
    unsafe {
        let component = read::<K, T>(instance);
        answer(reply, guard(|| Ok(component.save())))
    }
}

unsafe extern "C" fn restore<K, T>(instance: Instance, bytes: View<u8>, reply: *const Reply) -> Status
where
    Of<K, T>: Component,
{
    // SAFETY: as in `save`; the host lends the bytes for the length of the call.
    unsafe {
        let (component, bytes) = (author::<K, T>(instance), bytes.as_slice());
        answer(reply, guard(|| component.restore(bytes).map(|()| Some(Vec::new()))))
    }
}

unsafe extern "C" fn call<K, T>(
    instance: Instance,
    function: Text,
    arguments: Text,
    values: ViewMut<f64>,
    reply: *const Reply,
) -> Status
where
    Of<K, T>: Component,
{
    // SAFETY: as in `save`; the host lends texts and values for the length of the call.
    unsafe {
        let (component, values) = (author::<K, T>(instance), values.as_slice());
        let (function, arguments) = (function.read(), arguments.as_slice());
        let result = guard(|| {
            let arguments: Vec<Value> = serde_json::from_slice(arguments)?;
            Ok(Some(component.call(&function, &arguments, values)?.to_string().into_bytes()))
        });
        answer(reply, result)
    }
}

unsafe extern "C" fn drop_instance<K, T>(instance: Instance, reply: *const Reply) -> Status {
    // SAFETY: the pointer was made by `Box::into_raw` in `made`, and the host drops an instance once.
    let component = unsafe { Box::from_raw(instance.cast::<Of<K, T>>()) };
    let result = guard(|| {
        drop(component);
        Ok(Some(Vec::new()))
    });
    // SAFETY: as in `save`.
    unsafe { answer(reply, result) }
}

struct Tables<K, T>(PhantomData<(K, T)>);

impl<K: 'static, T: 'static> Tables<K, T>
where
    Of<K, T>: Component,
{
    const COMMON: &'static CommonTable = &CommonTable {
        size: size_of::<CommonTable>(),
        save: Some(save::<K, T>),
        restore: Some(restore::<K, T>),
        call: Some(call::<K, T>),
        drop: Some(drop_instance::<K, T>),
    };
}

/// Reads the request and the parameters.
fn open<P: crate::params::Params>(request: &[u8]) -> Result<(P, Common)> {
    let request = Request::read(request)?;
    let params = crate::params::read::<P>(&request.params)?;
    Ok((params, Common { request, ..Common::default() }))
}

fn finish(common: &mut Common, functions: Vec<Function>, saved: Option<Vec<u8>>) -> Declaration {
    let mut declaration = std::mem::take(&mut common.declaration);
    declaration.functions = functions;
    declaration.saves = saved.is_some();
    declaration
}

/// An author's value that has been made, with what it declares.
struct Made {
    declaration: Declaration,
    instance: Instance,
    table: *const std::ffi::c_void,
}

fn made<K, T, Table>(value: T, replayed: bool, declaration: Declaration, table: &'static Table) -> Made {
    let instance = Box::into_raw(Box::new(Of::<K, T> { value, replayed, kind: PhantomData })).cast();
    Made { declaration, instance, table: std::ptr::from_ref(table).cast() }
}

/// Answers a request to make a component.
///
/// # Safety
/// `created` and `reply` are those of the call that runs.
unsafe fn hand_over(created: *mut Created, reply: *const Reply, made: Result<Made>) -> Status {
    let text = made.and_then(|made| Ok((serde_json::to_vec(&made.declaration)?, made)));
    // SAFETY: the caller's promise.
    unsafe {
        match text {
            Ok((text, Made { instance, table, .. })) => {
                write(created, Created { instance, table, ..Created::default() });
                give(reply, &text);
                DONE
            }
            Err(fault) => refuse(reply, &fault),
        }
    }
}

macro_rules! stepped {
    ($kind:ident, $author:ident, $setup:ident, $table:ident, $frame:ident, $make:ident, |$component:ident, $call_frame:ident| $run:expr) => {
        impl<T: $author> Tables<$kind, T> {
            const TABLE: &'static $table = &$table {
                size: size_of::<$table>(),
                common: Self::COMMON,
                step: {
                    unsafe extern "C" fn step<T: $author>(instance: Instance, frame: *const $frame) -> Status {
                        // SAFETY: as in `save`; the frame is the host's for the length of the call.
                        unsafe {
                            let ($component, $call_frame) = (&mut author::<$kind, T>(instance).value, &*frame);
                            told($call_frame.call, guard(|| $run))
                        }
                    }
                    step::<T>
                },
            };
        }

        #[doc = concat!("Makes the author's type from a request; the maker of a ", stringify!($make), ".")]
        ///
        /// # Safety
        /// As [`Module::create`]: what is handed over belongs to the call that runs.
        pub unsafe fn $make<T: $author>(request: &[u8], created: *mut Created, reply: *const Reply) -> Status {
            install_panic_hook();
            let result = guard(|| {
                let (params, common) = open::<T::Params>(request)?;
                let mut setup = $setup(common);
                let value = T::new(params, &mut setup)?;
                let declaration = declare!($make, setup, value);
                Ok(made::<$kind, T, _>(value, false, declaration, Tables::<$kind, T>::TABLE))
            });
            // SAFETY: the caller's promise.
            unsafe { hand_over(created, reply, result) }
        }
    };
}

macro_rules! declare {
    (dynamics, $setup:ident, $value:ident) => {
        finish(&mut $setup.0, Vec::new(), None)
    };
    (controller, $setup:ident, $value:ident) => {{
        $setup.tell_reads();
        finish(&mut $setup.0, $value.functions(), $value.save())
    }};
    ($make:ident, $setup:ident, $value:ident) => {
        finish(&mut $setup.0, $value.functions(), $value.save())
    };
}

stepped!(
    ControllerKind,
    Controller,
    ControllerSetup,
    ControllerTable,
    ControllerFrame,
    controller,
    |component, frame| { component.step(&mut ControllerIo::of(frame)) }
);
stepped!(SensorKind, Sensor, SensorSetup, SensorTable, SensorFrame, sensor, |component, frame| {
    SensorIo::run(frame, |io, reading| component.sense(io, reading))
});
stepped!(ActuatorKind, Actuator, ActuatorSetup, ActuatorTable, ActuatorFrame, actuator, |component, frame| {
    component.act(&mut ActuatorIo::of(frame))
});
stepped!(DynamicsKind, Dynamics, DynamicsSetup, DynamicsTable, DynamicsFrame, dynamics, |component, frame| {
    DynamicsIo::run(frame, |io| component.step(io))
});

macro_rules! service_call {
    ($name:ident) => {{
        unsafe extern "C" fn $name<T: Service>(instance: Instance, frame: *const ServiceFrame) -> Status {
            // SAFETY: as in `save`; the frame is the host's for the length of the call.
            unsafe {
                let (service, frame) = (author::<ServiceKind, T>(instance), &*frame);
                let replayed = service.replayed;
                told(frame.call, guard(|| service.value.$name(&mut ServiceIo::of(frame, replayed))))
            }
        }
        $name::<T>
    }};
}

impl<T: Service> Tables<ServiceKind, T> {
    const TABLE: &'static ServiceTable = &ServiceTable {
        size: size_of::<ServiceTable>(),
        common: Self::COMMON,
        step: service_call!(step),
        start: Some(service_call!(start)),
        stop: Some(service_call!(stop)),
        idle: Some(service_call!(idle)),
        changed: Some(service_call!(changed)),
    };
}

/// Makes the author's service from a request.
///
/// # Safety
/// As [`Module::create`]: what is handed over belongs to the call that runs.
pub unsafe fn service<T: Service>(request: &[u8], created: *mut Created, reply: *const Reply) -> Status {
    install_panic_hook();
    let result = guard(|| {
        let (params, common) = open::<T::Params>(request)?;
        let replayed = common.request.replayed;
        let mut setup = ServiceSetup(common);
        let value = T::new(params, &mut setup)?;
        let declaration = finish(&mut setup.0, value.functions(), value.save());
        Ok(made::<ServiceKind, T, _>(value, replayed, declaration, Tables::<ServiceKind, T>::TABLE))
    });
    // SAFETY: the caller's promise.
    unsafe { hand_over(created, reply, result) }
}

/// Builds the author's robot model from a request.
///
/// # Safety
/// As [`Module::create`]: what is handed over belongs to the call that runs.
pub unsafe fn robot<T: RobotModel>(request: &[u8], _created: *mut Created, reply: *const Reply) -> Status {
    install_panic_hook();
    let result = guard(|| {
        let (params, _) = open::<T::Params>(request)?;
        Ok(Some(serde_json::to_vec(&T::model(params)?)?))
    });
    // SAFETY: the caller's promise.
    unsafe { answer(reply, result) }
}
