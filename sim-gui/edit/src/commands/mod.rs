//! Implementation of the edits on the tree.

mod copy;
mod delete;
mod fields;
mod fleet;
mod insert;
mod opening;
mod pose;
mod resize;
mod route;
mod shared;
mod surroundings;

pub(crate) use copy::clipboard;
pub(crate) use insert::value as decoded;
pub(crate) use pose::write_pose;
