//! Synchronizes a robot and its virtual twin, which execute the same commands.
//!
//! - [`machine`]: matches responses and derives the consequences (a Mealy machine with four states);
//! - [`link`]: issues one command at a time, filters responses, and reports results;
//! - [`locate`]: corrects a pose so that expected and measured readings agree;
//! - [`fusion`]: compares responses;
//! - [`map`]: adds boxes to the twin's world for objects that only the real robot detects;
//! - [`pilot`]: follows routes.
//!
//! Commands and responses are those of [`l0_protocol`], in cm and degrees. Nothing here opens a channel or reads a clock: the caller passes
//! the time, s.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod fusion;
pub mod link;
pub mod locate;
pub mod machine;
pub mod map;
pub mod pilot;
