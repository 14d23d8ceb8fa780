//! Tests of the document.

mod common;
mod crashes;
mod fields;
mod files;
mod history;
mod large;
mod poses;
mod random_edits;
mod recovery;
mod resize;
mod robomap;
mod round_trip;
mod scene_watch;
mod style;
mod surroundings;
mod things;
