//! The simulator as a library: scenes, worlds, the plugin host, the engine, recordings. It contains no robots.
//!
//! ```no_run
//! use sim_core::{Error, Simulation};
//!
//! fn main() -> Result<(), Error> {
//!     let mut sim = Simulation::open("scenes/demo.ron")?;
//!     let anna = sim.robot("anna")?;
//!     let (left, range) = (anna.actuator("left_wheel")?, anna.channel("range.ray_0")?);
//!     for _ in 0..200 {
//!         sim.command(left, 8.0)?;
//!         sim.step()?;
//!     }
//!     println!("distance ahead: {:.2} m", sim.read(range)?);
//!     Ok(())
//! }
//! ```
//!
//! An [`Error`] that `main` returns is printed with its place in the scene and with help. Components are plugins, which
//! [`SimulationBuilder`] finds where the program `sim` finds them. The examples in `sim-core/examples` show more:
//!
//! | example | shows |
//! | --- | --- |
//! | `run` | running a scene to its end: states, contacts, faults, acceptance conditions |
//! | `command` | commands and readings by typed handles, and a force |
//! | `closure` | a controller written as a closure |
//! | `snapshot` | saving the state, trying something, going back |
//! | `batch` | many runs with different seeds and parameters on all cores |
//! | `sink` | own recordings: a table of poses and readings |
//!
//! The modules below are what the program and its window are built of. [`engine`] describes a tick.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

pub use sim_diagnostics as diagnostic;
pub use sim_diagnostics::{marks, words};
pub use sim_engine as engine;
pub use sim_files as files;
#[cfg(feature = "watch")]
pub use sim_files::watch;
pub use sim_files::{activity, digest, installation, output_lock, packs};
pub use sim_geometry as geometry;
pub use sim_host as plugins;
pub use sim_model as model;
pub use sim_model::mesh;
pub use sim_physics as physics;
#[cfg(feature = "recording")]
pub use sim_recording as recording;
#[cfg(feature = "recording")]
pub use sim_recording::ranging;
pub use sim_scene as scene;
pub use sim_scene::{pack_manifest, schema};

pub use diagnostic::{Diagnostic, Diagnostics as Error};
pub use engine::{ActuatorHandle, ChannelHandle, ControlInput, ControlOutput, RobotHandle, SensorHandle};
pub use engine::{Simulation, SimulationBuilder, Sink, Snapshot};
