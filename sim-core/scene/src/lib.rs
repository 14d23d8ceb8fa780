//! Scenes: the files that describe a world, read with exact error places, merged, checked and written back.
//!
//! ```
//! use sim_scene::{Scene, text::Format};
//!
//! let text = r#"(
//!     format_version: 1,
//!     objects: [(name: "crate", shape: Box(size: (1, 1, 1)), at: (2, 0, 0.5), mass: 3)],
//!     robots: [(name: "a", model: "scout/standard", controller: (id: "control/wander", params: (speed: 0.2)))],
//! )"#;
//! let loaded = Scene::parse(text, Format::Ron, "example.ron").unwrap();
//! assert_eq!(loaded.scene.robots[0].name, "a");
//!
//! let problems = Scene::parse(&text.replace("size", "siez"), Format::Ron, "example.ron").unwrap_err();
//! assert!(problems.to_string().contains("did you mean `size`?"));
//! ```
//!
//! Stages: [`text`] reads RON or JSON into a tree with places, the loader merges included files and applies overrides
//! from the command line, the decoder converts the tree to typed data ([`Scene`]), and the validator checks relations
//! between parts, such as names and references.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![deny(missing_docs)]

#[macro_use]
mod macros;
mod angle;
pub mod check_value;
pub mod decode;
mod difference;
mod extrusion;
mod fleet;
mod foreign;
pub mod form;
mod former_names;
mod help;
mod image_file;
mod included_values;
mod load;
mod merge;
mod model;
pub mod pack_manifest;
mod packs;
mod paint;
mod path;
mod polygon;
mod recover;
pub mod schema;
mod shared;
mod shipped;
mod validate;

pub use decode::{ComponentId, FileRef, Properties};
pub use difference::{Change, Compared, Difference, differences, value_text};
pub use fleet::{PlacedRobot, is_member};
pub use image_file::gray_values;
pub use included_values::file_of_value;
pub use load::{LoadOptions, LoadedScene, Partly};
pub use merge::SceneFile;
pub use model::*;
pub use packs::file_in_pack;
pub use paint::segments;
pub use paint::{FloorPaint, Raster};
pub use polygon::{signed_area, triangles};
pub use shipped::{SceneHead, scene_head, shipped_scenes};
pub use sim_files::text;

pub use path::{path_steps, set_value};

/// Format version that this program writes; it reads all versions up to this one.
pub const FORMAT_VERSION: u32 = 1;
