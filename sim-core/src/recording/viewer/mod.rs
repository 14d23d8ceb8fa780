//! What general viewers show of a recording without being told how: frames, forms, ways, scans and log lines in
//! messages that they know by the names of their schemas.
//!
//! The messages are made on the writer's thread from the frames that wait there, so a simulation does nothing for them
//! but describe its scenery once, and again when an object is added or removed.

mod frames;
mod gather;
mod primitives;
mod scans;
mod scene;
mod schemas;
mod topics;
mod trail;
mod wire;

pub(super) use gather::{fixed, of};
pub(super) use topics::{TOPICS, Topics};
