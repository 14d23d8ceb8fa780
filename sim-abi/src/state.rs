//! Saves and restores a component's state in one line each.
//!
//! ```
//! # use sim_abi::state;
//! let bytes = state::save(&(3_u32, 0.5)).unwrap();
//! let (count, speed): (u32, f64) = state::load(&bytes).unwrap();
//! assert_eq!((count, speed), (3, 0.5));
//! ```
//!
//! [`save_fields!`](crate::save_fields) writes both functions of a component whose state is some of its fields.

use crate::fault::{Fault, Result};

/// Serializes a serde value. `None` only if the value cannot be serialized (a map whose keys are not strings).
pub fn save<T: serde::Serialize>(value: &T) -> Option<Vec<u8>> {
    serde_json::to_vec(value).ok()
}

/// Deserializes a value. Fails if the bytes are from a version with a different structure.
#[track_caller]
pub fn load<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    serde_json::from_slice(bytes).map_err(|error| Fault::new(format!("incompatible saved state: {error}")))
}

/// Implements `save` and `restore` of a component for these of its fields, which serde can serialize.
///
/// ```
/// # use sim_abi::prelude::*;
/// struct Counter {
///     count: u64,
/// }
///
/// impl Controller for Counter {
///     type Params = NoParams;
///
///     fn new(_: NoParams, _: &mut ControllerSetup) -> Result<Self> {
///         Ok(Self { count: 0 })
///     }
///
///     fn step(&mut self, _: &mut ControllerIo) -> Result {
///         self.count += 1;
///         Ok(())
///     }
///
///     save_fields!(count);
/// }
/// ```
#[macro_export]
macro_rules! save_fields {
    ($($($field:ident).+),+) => {
        fn save(&self) -> Option<Vec<u8>> {
            $crate::state::save(&($(&self.$($field).+),+))
        }

        fn restore(&mut self, bytes: &[u8]) -> $crate::Result {
            ($(self.$($field).+),+) = $crate::state::load(bytes)?;
            Ok(())
        }
    };
}
