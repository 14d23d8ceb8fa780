//! Robot packs: archives, checks before use, building, and the store of installed packs.
//!
//! A pack is a folder with a description, `pack.ron`, and the files that it describes. Its archive is a tar file, compressed with
//! gzip, in canonical form: the same folder results in the same bytes on every machine, and an archive in any other form is
//! rejected. Indexes on servers require the feature `network`.

#![deny(missing_docs)]

pub mod archive;
mod build;
mod built;
mod cache;
mod compile;
mod content;
mod folder;
mod here;
#[cfg(feature = "network")]
mod http;
mod index;
mod library;
mod link;
mod listed;
mod offer;
pub mod path;
mod plan;
mod registry;
mod request;
mod revoked;
mod sign;
mod size;
mod source;
mod sources;
mod staging;
mod store;
mod tree;
mod trust;
mod web;
mod work;

pub use build::{Built, build, check_folder, inspect_folder};
pub use built::BuiltHere;
pub use content::{Contents, LARGEST_ICON, Use, usable};
pub use index::Index;
pub use link::{Event, Link, Watch};
pub use listed::{Listed, Revoked};
pub use offer::{FoundPacks, NewKey, Offered, is_installed, new_keys, sources};
pub use plan::{Passed, Terms};
pub use revoked::Revocations;
pub use sign::{make_keys, public_key, sign, signature_file, signature_of};
pub use size::size;
pub use source::Source;
pub use store::{Archive, Install, Removed, Store};
pub use trust::{Origin, Seal, needs_key};
pub use work::Work;

/// File extension of an archive.
pub const ENDING: &str = "simpack";

/// File name of the archive of a pack: `publisher-name-1.2.0.simpack`.
pub fn archive_name(name: &sim_core::packs::PackName, version: &sim_core::packs::Version) -> String {
    format!("{}-{}-{version}.{ENDING}", name.publisher(), name.name())
}
