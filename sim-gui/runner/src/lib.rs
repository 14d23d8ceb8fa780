//! A simulation on its own thread, for windows.
//!
//! A [`Runner`] owns a thread on which the simulation lives. A window sends [`Command`]s, which never waits, and takes what
//! is to be seen: the newest [`Frame`], the [`Structure`] that says what the numbers of a frame are, the [`PluginList`], and
//! [`Event`]s. Neither side waits for the other: what they share is swapped under a lock that is held for the copy of a
//! pointer, and histories of channels are rings without locks. Results do not depend on the window, because commands that
//! only look change nothing of the simulation.
//!
//! [`Playback`] serves the same frames and the same structure out of a recording.
//!
//! No window toolkit occurs here: a window gives a closure that asks it to repaint.

#![deny(missing_docs)]

pub mod analysis;
mod command;
mod compare;
mod drawn;
mod edits;
mod ending;
mod event;
mod frame;
mod history;
mod kept;
mod mailbox;
mod options;
mod outbox;
mod placed;
mod playback;
mod recorded;
mod ring;
mod runner;
mod structure;
mod table;
mod trails;
mod watched;
mod worker;

pub use command::{Command, Speed, TrailOptions};
pub use compare::{Comparison, Deviation};
pub use drawn::Drawn;
pub use event::{EndReason, Event, Events};
pub use frame::{Frame, FrameOptions, RobotFrame, RobotTelemetry, RunState};
pub use history::{DEFAULT_CAPACITY, Extremes, Series};
pub use kept::{KeptState, KeptStates};
pub use options::RunnerOptions;
pub use placed::{Placed, RobotCamera};
pub use playback::Playback;
pub use recorded::{Mark, MarkKind, Overview, Repaint};
pub use runner::{Quit, Runner};
pub use structure::{PluginList, Preview, RobotParts, RobotStructure, ServiceStructure, Structure};
pub use table::{Column, joined, write_csv};
pub use trails::Trails;
pub use watched::{Watched, WatchedValues};
pub use worker::in_the_way;
