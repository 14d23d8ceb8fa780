//! Videos and pictures of a run as files.
//!
//! ```text
//! images of the renderer → Video ─┬→ one picture   .png
//!                                 ├→ pictures      a folder of PNG files
//!                                 └→ a video       .mp4: AV1 (rav1e), in the container of ISO/IEC 14496-12
//! ```
//!
//! Nothing of the system is needed: no encoder, no library, no display.

#![deny(missing_docs)]

mod av1;
mod error;
mod mp4;
mod planes;
mod video;

pub use video::{EDGES, Extent, Kind, Unfinished, Video, is_edge};
