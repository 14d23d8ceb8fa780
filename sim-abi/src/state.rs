//! Saving and restoring a component's state in one line each.
//!
//! ```
//! # use sim_abi::state;
//! let bytes = state::save(&(3_u32, 0.5)).unwrap();
//! let (count, speed): (u32, f64) = state::load(&bytes).unwrap();
//! assert_eq!((count, speed), (3, 0.5));
//! ```

use crate::fault::{Fault, Result};

/// Any serde value as bytes. `None` only if the value cannot be serialised (a map whose keys are not text).
pub fn save<T: serde::Serialize>(value: &T) -> Option<Vec<u8>> {
    serde_json::to_vec(value).ok()
}

/// The value back. Fails when the bytes come from a version with another shape.
#[track_caller]
pub fn load<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T> {
    serde_json::from_slice(bytes)
        .map_err(|error| Fault::new(format!("the saved state does not fit this version: {error}")))
}
