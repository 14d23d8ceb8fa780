//! From the authors' traits to the function tables.

use super::frames::*;
use super::guard::{guard, install_panic_hook};
use super::module::*;
use super::types::*;
use crate::actuator::{Actuator, ActuatorIo, ActuatorSetup};
use crate::call::Common;
use crate::controller::{Controller, ControllerIo, ControllerSetup};
use crate::declare::{Declaration, Function, Request};
use crate::dynamics::{Dynamics, DynamicsIo, DynamicsSetup};
use crate::fault::{Fault, Result};
use crate::robot::RobotModel;
use crate::sensor::{Sensor, SensorIo, SensorSetup};
use crate::service::{Service, ServiceIo, ServiceSetup};
use abi_stable::prefix_type::WithMetadata;
#[cfg(not(feature = "abi-1-0"))]
use abi_stable::std_types::RSliceMut;
use abi_stable::std_types::{ROption, RSlice, RStr, RString, RVec};
use serde_json::Value;
use std::marker::PhantomData;

/// What the common table needs of every kind.
trait Component: Sized + Send + 'static {
    fn save(&self) -> Option<Vec<u8>>;
    fn restore(&mut self, bytes: &[u8]) -> Result;
    fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value>;
}

/// The author's type under the wrapper of its kind, so that one blanket table serves all kinds.
#[repr(transparent)]
struct Of<K, T>(T, PhantomData<K>);

struct ControllerKind;
struct SensorKind;
struct ActuatorKind;
struct DynamicsKind;
struct ServiceKind;

macro_rules! component {
    ($kind:ident, $author:ident $(, $values:expr)?) => {
        impl<T: $author> Component for Of<$kind, T>
        where
            $kind: Send + 'static,
        {
            fn save(&self) -> Option<Vec<u8>> {
                self.0.save()
            }
            fn restore(&mut self, bytes: &[u8]) -> Result {
                self.0.restore(bytes)
            }
            fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
                self.0.call(function, arguments $(, $values)?)
            }
        }
    };
}

component!(ControllerKind, Controller);
component!(ServiceKind, Service);
// A host that does not know `answer` calls without readings and commands.
component!(SensorKind, Sensor, &[]);
component!(ActuatorKind, Actuator, &mut []);

impl<T: Dynamics> Component for Of<DynamicsKind, T> {
    fn save(&self) -> Option<Vec<u8>> {
        None
    }
    fn restore(&mut self, _bytes: &[u8]) -> Result {
        Ok(())
    }
    fn call(&mut self, function: &str, _arguments: &[Value]) -> Result<Value> {
        Err(Fault::new(format!("there is no function `{function}`")))
    }
}

/// The author's value behind an instance.
///
/// # Safety
/// `instance` comes from [`created`] with the same `K` and `T`, has not been dropped, and no other call of it is running.
#[inline]
unsafe fn author<'a, K, T>(instance: Instance) -> &'a mut Of<K, T> {
    // SAFETY: the caller's promise.
    unsafe { &mut *instance.0.cast::<Of<K, T>>() }
}

extern "C" fn save<K, T>(instance: Instance) -> ValueResult<ROption<RVec<u8>>>
where
    Of<K, T>: Component,
{
    // SAFETY: the host hands back the instance that this table came with, one call at a time.
    let component = unsafe { author::<K, T>(instance) };
    guard(|| Ok(component.save().map(RVec::from).into()))
}

extern "C" fn restore<K, T>(instance: Instance, bytes: RSlice<'_, u8>) -> CallResult
where
    Of<K, T>: Component,
{
    // SAFETY: as in `save`.
    let component = unsafe { author::<K, T>(instance) };
    guard(|| component.restore(bytes.as_slice()))
}

extern "C" fn call<K, T>(instance: Instance, function: RStr<'_>, arguments: RStr<'_>) -> ValueResult<RString>
where
    Of<K, T>: Component,
{
    // SAFETY: as in `save`.
    let component = unsafe { author::<K, T>(instance) };
    guard(|| {
        let arguments: Vec<Value> = serde_json::from_str(arguments.as_str())?;
        Ok(component.call(function.as_str(), &arguments)?.to_string().into())
    })
}

extern "C" fn drop_instance<K, T>(instance: Instance) -> CallResult {
    // SAFETY: the pointer was made by `Box::into_raw` in `created`, and the host drops an instance once.
    let component = unsafe { Box::from_raw(instance.0.cast::<Of<K, T>>()) };
    guard(|| {
        drop(component);
        Ok(())
    })
}

fn created<K, T, Table>(value: T, declaration: &Declaration, table: Table) -> Result<Created<Table>> {
    let declaration = serde_json::to_string(declaration)?.into();
    let instance = Instance(Box::into_raw(Box::new(Of::<K, T>(value, PhantomData))).cast());
    Ok(Created { instance, table, declaration })
}

struct Tables<K, T>(PhantomData<(K, T)>);

impl<K: 'static, T: 'static> Tables<K, T>
where
    Of<K, T>: Component,
{
    const COMMON: &'static WithMetadata<CommonTable> = &WithMetadata::new(CommonTable {
        save: save::<K, T>,
        restore: restore::<K, T>,
        call: call::<K, T>,
        drop: drop_instance::<K, T>,
    });

    const fn common() -> CommonTableRef {
        CommonTableRef(Self::COMMON.static_as_prefix())
    }
}

/// Reads the request and the parameters.
fn open<P: crate::params::Params>(request: &str) -> Result<(P, Common)> {
    install_panic_hook();
    let request: Request = serde_json::from_str(request)?;
    let params = crate::params::read::<P>(&request.params)?;
    Ok((params, Common { request, ..Common::default() }))
}

fn finish(common: &mut Common, functions: Vec<Function>, saved: Option<Vec<u8>>) -> Declaration {
    let mut declaration = std::mem::take(&mut common.declaration);
    declaration.functions = functions;
    declaration.saves = saved.is_some();
    declaration
}

#[cfg(not(feature = "abi-1-0"))]
extern "C" fn answer_sensor<T: Sensor>(
    instance: Instance,
    function: RStr<'_>,
    arguments: RStr<'_>,
    reading: RSlice<'_, f64>,
) -> ValueResult<RString> {
    // SAFETY: as in `save`.
    let sensor = unsafe { &mut author::<SensorKind, T>(instance).0 };
    guard(|| {
        let arguments: Vec<Value> = serde_json::from_str(arguments.as_str())?;
        Ok(sensor.call(function.as_str(), &arguments, reading.as_slice())?.to_string().into())
    })
}

#[cfg(not(feature = "abi-1-0"))]
extern "C" fn answer_actuator<T: Actuator>(
    instance: Instance,
    function: RStr<'_>,
    arguments: RStr<'_>,
    mut commands: RSliceMut<'_, f64>,
) -> ValueResult<RString> {
    // SAFETY: as in `save`.
    let actuator = unsafe { &mut author::<ActuatorKind, T>(instance).0 };
    guard(|| {
        let arguments: Vec<Value> = serde_json::from_str(arguments.as_str())?;
        Ok(actuator.call(function.as_str(), &arguments, commands.as_mut_slice())?.to_string().into())
    })
}

macro_rules! stepped {
    ($kind:ident, $author:ident, $setup:ident, $table:ident, $reference:ident, $frame:ident, $make:ident,
     |$component:ident, $call_frame:ident| $run:expr $(, $more:ident: $function:ident)?) => {
        impl<T: $author> Tables<$kind, T> {
            const TABLE: &'static WithMetadata<$table> = &WithMetadata::new($table {
                common: Self::common(),
                step: {
                    extern "C" fn step<T: $author>(instance: Instance, $call_frame: &mut $frame<'_>) -> CallResult {
                        // SAFETY: as in `save`.
                        let $component = unsafe { &mut author::<$kind, T>(instance).0 };
                        guard(|| $run)
                    }
                    step::<T>
                },
                $(#[cfg(not(feature = "abi-1-0"))] $more: $function::<T>,)?
            });
        }

        #[doc = concat!("Makes the author's type from a request (the `", stringify!($make), "` function of the root module).")]
        pub fn $make<T: $author>(request: &str) -> ValueResult<Created<$reference>> {
            install_panic_hook();
            guard(|| {
                let (params, common) = open::<T::Params>(request)?;
                let mut setup = $setup(common);
                let value = T::new(params, &mut setup)?;
                let declaration = declare!($make, setup, value);
                created::<$kind, T, _>(value, &declaration, $reference(Tables::<$kind, T>::TABLE.static_as_prefix()))
            })
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
    ControllerTableRef,
    ControllerFrame,
    controller,
    |component, frame| component.step(&mut ControllerIo::new(frame))
);
stepped!(
    SensorKind,
    Sensor,
    SensorSetup,
    SensorTable,
    SensorTableRef,
    SensorFrame,
    sensor,
    |component, frame| SensorIo::run(frame, |io, reading| component.sense(io, reading)),
    answer: answer_sensor
);
stepped!(
    ActuatorKind,
    Actuator,
    ActuatorSetup,
    ActuatorTable,
    ActuatorTableRef,
    ActuatorFrame,
    actuator,
    |component, frame| component.act(&mut ActuatorIo::new(frame)),
    answer: answer_actuator
);
stepped!(
    DynamicsKind,
    Dynamics,
    DynamicsSetup,
    DynamicsTable,
    DynamicsTableRef,
    DynamicsFrame,
    dynamics,
    |component, frame| DynamicsIo::run(frame, |io| component.step(io))
);

macro_rules! service_call {
    ($name:ident) => {{
        extern "C" fn $name<T: Service>(instance: Instance, frame: &mut ServiceFrame<'_>) -> CallResult {
            // SAFETY: as in `save`.
            let service = unsafe { &mut author::<ServiceKind, T>(instance).0 };
            guard(|| service.$name(&mut ServiceIo::new(frame)))
        }
        $name::<T>
    }};
}

impl<T: Service> Tables<ServiceKind, T> {
    const TABLE: &'static WithMetadata<ServiceTable> = &WithMetadata::new(ServiceTable {
        common: Self::common(),
        start: service_call!(start),
        step: service_call!(step),
        stop: service_call!(stop),
        #[cfg(not(feature = "abi-1-0"))]
        idle: service_call!(idle),
        #[cfg(not(feature = "abi-1-0"))]
        changed: service_call!(changed),
    });
}

/// Makes the author's service from a request.
pub fn service<T: Service>(request: &str) -> ValueResult<Created<ServiceTableRef>> {
    install_panic_hook();
    guard(|| {
        let (params, common) = open::<T::Params>(request)?;
        let mut setup = ServiceSetup(common);
        let value = T::new(params, &mut setup)?;
        let declaration = finish(&mut setup.0, value.functions(), value.save());
        created::<ServiceKind, T, _>(
            value,
            &declaration,
            ServiceTableRef(Tables::<ServiceKind, T>::TABLE.static_as_prefix()),
        )
    })
}

/// Builds the author's robot model from a request.
pub fn robot_model<T: RobotModel>(request: &str) -> ValueResult<RString> {
    install_panic_hook();
    guard(|| {
        let (params, _) = open::<T::Params>(request)?;
        Ok(serde_json::to_string(&T::model(params)?)?.into())
    })
}
