//! Robot packs: the archive of one, what is checked before anything of it is used, how one is built, and the store of those that are
//! installed.
//!
//! A pack is a folder with a description, `pack.ron`, and what it describes. Its archive is a tar file, compressed with gzip, that
//! has one possible form: the same folder gives the same bytes on every machine, and an archive of any other form is refused.

#![deny(missing_docs)]

pub mod archive;
mod build;
mod built;
mod cache;
mod compile;
mod content;
mod folder;
mod here;
mod index;
mod library;
mod link;
mod listed;
mod offer;
pub mod path;
mod plan;
mod registry;
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

pub use build::{Built, build, check_folder, look_at_folder};
pub use built::BuiltHere;
pub use content::{Contents, LARGEST_ICON, Use, usable};
pub use index::Index;
pub use link::{Event, Link, Watch};
pub use listed::{Listed, Revoked};
pub use offer::{Found, NewKey, Offered, is_installed, new_keys, sources};
pub use plan::{Passed, Terms};
pub use revoked::Revocations;
pub use sign::{make_keys, public_key, sign, signature_file, signature_of};
pub use size::size;
pub use source::Source;
pub use store::{Archive, Install, Removed, Store};
pub use trust::{Origin, Seal, needs_key};
pub use work::Work;

/// Ending of the file name of an archive.
pub const ENDING: &str = "simpack";

/// File name of the archive of a pack: `publisher-name-1.2.0.simpack`.
pub fn archive_name(name: &sim_core::packs::PackName, version: &sim_core::packs::Version) -> String {
    format!("{}-{}-{version}.{ENDING}", name.publisher(), name.name())
}
