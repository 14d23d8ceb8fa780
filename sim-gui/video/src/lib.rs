//! Writing videos and pictures of a run to files.
//!
//! ```text
//! images of the renderer → Video ─┬→ one picture   .png
//!                                 ├→ pictures      a folder of PNG files
//!                                 ├→ an animation  .gif
//!                                 └→ a video       .mp4: AV1 (rav1e), in the container of ISO/IEC 14496-12
//! ```
//!
//! Independent of the system: no external encoder, library or display is needed.

#![deny(missing_docs)]

mod animation;
mod av1;
mod error;
mod mp4;
mod planes;
mod stream;
mod video;

pub use stream::Extent;
pub use video::{EDGES, Kind, Unfinished, Video, is_edge};
