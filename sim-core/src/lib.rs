//! The core.
#![deny(missing_docs)]
pub mod diagnostic;
pub mod plugins;
