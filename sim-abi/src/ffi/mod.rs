//! The lower layer: what crosses the boundary between separately compiled libraries.
//!
//! Authors do not need it. It is the only place that names abi_stable: changing the mechanism touches this folder and the
//! export macro.

pub mod adapters;
pub mod frames;
pub mod guard;
pub mod host;
pub mod module;
pub mod types;

#[doc(hidden)]
pub use abi_stable;
