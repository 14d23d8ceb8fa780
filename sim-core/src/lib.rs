//! The core of the simulator: scenes, worlds, the plugin host, the engine, recordings. It contains no robots.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

#[macro_use]
pub mod scene;
pub mod activity;
mod data_path;
pub mod diagnostic;
pub mod digest;
pub mod engine;
pub mod files;
pub mod geometry;
mod inertia;
pub mod installation;
pub mod marks;
pub mod mesh;
pub mod model;
mod model_error;
pub mod output_lock;
pub mod pack_manifest;
pub mod packs;
pub mod physics;
pub mod plugins;
mod prefetch;
pub mod ranging;
pub mod recording;
pub mod schema;
mod spin;
mod surroundings;
pub mod watch;
pub mod words;
