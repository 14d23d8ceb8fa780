//! The lower layer: the C interface between the program and separately compiled libraries.
//!
//! Authors in Rust do not need it; authors in C read it as the header `sim.h`, which is generated from this folder. It is
//! the only place that names abi_stable: changing the mechanism touches this folder and the export macro.
//!
//! # Rules
//!
//! - Everything is `repr(C)`: numbers, pointers, and structs of these. Nothing that one side has allocated is freed by the
//!   other: long answers go through a [`Reply`](reply::Reply) of whoever wants them.
//! - **What may grow says how large it is.** Tables and frames begin with their size ([`views::Growing`]), arrays of records say
//!   how far apart their elements are ([`views::Rows`]). Fields are appended within a major version: who knows more than the
//!   other finds the size too small and does without; who knows less never looks there.
//! - **What may not grow** is mathematics: [`types::Vec3`], [`types::Quat`], [`types::Pose`], [`types::BodyState`],
//!   [`types::RandomState`], and the views themselves.
//! - A [`types::HostContext`] belongs to one call on one thread. It is neither `Send` nor `Sync`.

pub mod frames;
pub mod guard;
pub mod host;
pub mod layout;
pub mod module;
pub mod reply;
pub mod types;
pub mod views;

#[doc(hidden)]
pub use abi_stable;
