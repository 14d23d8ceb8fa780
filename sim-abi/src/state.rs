//! Saves and restores a component's state in one line each.
//!
//! ```
//! # use sim_abi::state;
//! let bytes = state::save(&(3_u32, 0.5)).unwrap();
//! let (count, speed): (u32, f64) = state::load(&bytes).unwrap();
//! assert_eq!((count, speed), (3, 0.5));
//! ```

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
