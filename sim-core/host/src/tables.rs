//! Function tables of components, one type per kind.

use sim_abi::declare::Kind;
use sim_abi::ffi::frames::{ActuatorFrame, ControllerFrame, DynamicsFrame, SensorFrame};
use sim_abi::ffi::module::*;
use sim_abi::ffi::types::{Instance as Pointer, Status};
use sim_abi::ffi::views::{Growing, size_at};

/// Function table of one kind. It begins with its size and the common functions of all components.
pub trait Table: Growing {
    /// Its kind.
    const KIND: Kind;
}

/// Tables with one step function.
pub trait Stepped: Table {
    /// The frame of the step.
    type Frame;
    /// The step function of a table.
    ///
    /// # Safety
    /// `table` points to a valid table.
    unsafe fn step(table: *const Self) -> unsafe extern "C" fn(Pointer, *const Self::Frame) -> Status;
}

macro_rules! table {
    ($table:ident, $kind:ident) => {
        impl Table for $table {
            const KIND: Kind = Kind::$kind;
        }
    };
    ($table:ident, $kind:ident, $frame:ident) => {
        table!($table, $kind);
        impl Stepped for $table {
            type Frame = $frame;
            #[inline]
            unsafe fn step(table: *const Self) -> unsafe extern "C" fn(Pointer, *const $frame) -> Status {
                // SAFETY: guaranteed by the caller; every version of the table has this field.
                unsafe { (*table).step }
            }
        }
    };
}

table!(ControllerTable, Controller, ControllerFrame);
table!(SensorTable, Sensor, SensorFrame);
table!(ActuatorTable, Actuator, ActuatorFrame);
table!(DynamicsTable, Dynamics, DynamicsFrame);
table!(ServiceTable, Service);

/// Why a function table is unusable, if it is: every table needs its size, the common table and the step.
pub(super) fn unusable<T: Table>(table: *const T) -> Option<String> {
    // SAFETY: a table begins with its size, and if it is large enough, it has a step, which may be null in C.
    unsafe {
        let size = if table.is_null() { 0 } else { size_at(table) };
        if size < T::FIRST {
            return Some(format!("a function table of {size} bytes instead of at least {first}", first = T::FIRST));
        }
        let step = *table.cast::<usize>().add(2);
        (step == 0).then(|| "a function table without `step`".to_string())
    }
}
