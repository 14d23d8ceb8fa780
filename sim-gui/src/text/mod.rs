//! All text of the window. The messages are in `locales/`, one file per language; `build.rs` generates a constant or a function for each
//! message of `en.ftl`: `tree-show` becomes `tree::show`, and `action-new` becomes [`Words`]. The modules here add what needs code.

pub mod acceptance;
pub mod analysis;
pub mod busy;
pub mod by_numbers;
pub mod cameras;
mod catalog;
pub mod changed_files;
pub mod choose;
pub mod construct;
pub mod drag;
pub mod drive;
pub mod edit;
pub mod faults;
pub mod figures;
pub mod file;
pub mod form;
pub mod inspector;
pub mod keys;
pub mod labels;
pub mod libraries;
pub mod log;
pub mod packs;
pub mod plan;
pub mod plots;
pub mod preferences;
pub mod recordings;
pub mod recovery;
pub mod resize;
pub mod robots;
pub mod route;
pub mod run;
pub mod search;
pub mod service;
pub mod several;
pub mod tree;
pub mod units;
pub mod view_files;

pub use catalog::Text;
pub use generated::*;

#[rustfmt::skip]
mod generated {
    use super::Words;
    use super::catalog::{CATALOG, Text};
    use sim_text::Argument;

    include!(concat!(env!("OUT_DIR"), "/messages.rs"));
}

/// Label and description of an action.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Label in menus and the palette.
    pub name: Text,
    /// Description, one sentence.
    pub help: Text,
}

/// Name of the program.
pub const PROGRAM: Text = program::NAME;
