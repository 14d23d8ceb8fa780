//! Tests of the core without plugins.

mod architecture;
mod broken_scenes;
mod common;
mod convex_bodies;
mod error_docs;
mod falling;
mod field_texts;
mod former_names;
mod mathematics;
mod meshes;
mod mistakes;
mod no_allocation;
mod one_round;
mod reader_fuzz;
mod recording;
mod recording_alloc;
mod robots;
mod scene_docs;
mod scene_files;
mod scene_fuzz;
mod scene_properties;
mod scene_ranges;
mod schema;
mod urdf;
