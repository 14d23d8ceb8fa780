//! A simulation on its own thread, for windows.
//!
//! A [`Runner`] owns the thread of the simulation. A window sends [`Command`]s, which never blocks, and reads the results: the
//! latest [`Frame`], the [`Structure`] that describes the values of a frame, the [`PluginList`], and [`Event`]s. Neither side
//! waits for the other: shared data is swapped under a lock that is held only while a pointer is copied, and histories of
//! channels are lock-free ring buffers. Results do not depend on the window, because read-only commands do not change the
//! simulation.
//!
//! [`Playback`] provides the same frames and structure from a recording.
//!
//! Independent of any window toolkit: a window provides a callback that requests a repaint.

#![deny(missing_docs)]

pub mod analysis;
mod command;
mod compare;
mod drawings;
mod edits;
mod ending;
mod event;
mod frame;
mod history;
mod mailbox;
mod options;
mod outbox;
mod playback;
mod poses;
mod recorded;
mod ring;
mod runner;
mod saved_states;
mod structure;
mod table;
mod trails;
mod watched;
mod worker;

pub use command::{Command, Speed, TrailOptions};
pub use compare::{Comparison, Deviation};
pub use drawings::PlacedDrawing;
pub use event::{EndReason, Event, Events};
pub use frame::{Frame, FrameOptions, RobotFrame, RobotTelemetry, RunState};
pub use history::{DEFAULT_CAPACITY, Extremes, Series};
pub use options::RunnerOptions;
pub use playback::Playback;
pub use poses::{BodyPoses, RobotCamera};
pub use recorded::{Mark, MarkKind, Overview, Repaint};
pub use runner::{Quit, Runner};
pub use saved_states::{SavedState, SavedStates};
pub use structure::{PluginList, Preview, RobotParts, RobotStructure, ServiceStructure, Structure};
pub use table::{Column, joined, write_csv};
pub use trails::Trails;
pub use watched::{Watched, WatchedValues};
pub use worker::existing_recording;
