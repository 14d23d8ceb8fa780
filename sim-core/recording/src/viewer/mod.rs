//! Data that general viewers show of a recording without configuration: coordinate frames, shapes, trails, scans and
//! log lines, in messages that they recognize by the names of their schemas.
//!
//! The messages are created on the writer's thread from the queued frames, so a simulation only describes its scenery
//! once, and again when an object is added or removed.

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
