//! Recordings: the data of a run, in files that other tools can read.
//!
//! A [`Recorder`] takes a frame at the end of a tick and passes it to its thread, which writes an MCAP file, a folder of JSON files, or
//! both. [`Recording`] reads the MCAP file, whether it was closed or truncated; [`export_csv`] and [`export_json`] convert it to tables.
//! `docs/src/recordings.md` describes the file formats.
//!
//! ```
//! use sim_abi::math::BodyState;
//! use sim_recording::{FrameView, Recorder, RecorderOptions, Recording, RobotLayout, RunInfo, RunSummary};
//!
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("run.mcap");
//! let robot = RobotLayout { name: "scout".into(), ..RobotLayout::default() };
//! let info = RunInfo { scene_name: "demo".into(), seed: 7, dt: 0.01, robots: vec![robot], ..RunInfo::default() };
//! let mut recorder = Recorder::create(&path, info, RecorderOptions::default())?;
//! for tick in 1..=3 {
//!     let bodies = [BodyState::default()];
//!     recorder.frame(&FrameView { tick, time: tick as f64 * 0.01, bodies: &bodies, objects: &[], telemetry: &|_| &[], scan: &|_, _| &[] })?;
//! }
//! recorder.finish(&RunSummary { steps: 3, ..RunSummary::default() })?;
//!
//! let recording = Recording::open(&path)?;
//! assert_eq!(recording.info().seed, 7);
//! assert_eq!(recording.frames().count(), 3);
//! # Ok::<(), sim_recording::RecordingError>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

mod attach;
mod bytes;
mod checksum;
mod decode;
mod describe;
mod encode;
mod error;
mod event;
mod export;
mod gaps;
mod happened;
mod import;
mod info;
mod json_sink;
mod list_file;
mod live;
mod mcap_file;
mod mcap_sink;
mod queue;
pub mod ranging;
mod reader;
mod real;
mod recorder;
mod records;
mod scan;
mod scenery;
mod sink;
mod viewer;

pub use attach::{Attached, Unpacked, attach, named_files};
pub use error::RecordingError;
pub use event::{Event, EventKind, EventPose, LogLevel};
pub use export::{Exported, Selection, export_csv, export_json, write_csv};
pub use gaps::Gaps;
pub use happened::Events;
pub use import::import_json;
pub use info::{
    ChannelInfo, ChannelKind, Column, FORMAT_VERSION, IsolatedStamp, ObjectLayout, PluginStamp, RobotLayout, RunInfo,
    RunSummary, SceneFile,
};
pub use list_file::{Repaired, repair};
pub use live::{LiveRecorder, components_in_use, fault_event, run_info};
pub use reader::{Frame, Frames, Place, Places, Recording, Values};
pub use recorder::{FrameView, Recorder, RecorderReport, Target};
pub use scan::Ending;
pub use scenery::{Carrier, Entity, LinkFrame, Piece, PieceShape, RobotFrames, Scan, Scenery, SensorFrame};
pub use sink::{Compression, RecorderOptions, incomplete, is_incomplete_name};

/// Result with a [`RecordingError`] as error.
pub type Result<T = (), E = RecordingError> = std::result::Result<T, E>;
