//! A robot and its virtual twin under the same orders.
//!
//! - [`machine`]: which answers belong together, and what follows (a Mealy machine of four states);
//! - [`link`]: one order at a time, whose answers count, what is told;
//! - [`locate`]: where the robot must stand so that it sees what it has measured;
//! - [`fusion`]: how answers are compared;
//! - [`map`]: the boxes that the twin's world gets from what only the real robot sees;
//! - [`pilot`], which follows routes.
//!
//! Orders and answers are those of [`l0_protocol`], in cm and degrees. Nothing here opens a channel or reads a clock: who uses it gives the
//! time, s.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod fusion;
pub mod link;
pub mod locate;
pub mod machine;
pub mod map;
pub mod pilot;
