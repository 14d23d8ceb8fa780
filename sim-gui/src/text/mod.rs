//! Every word of the window. The words themselves are in `sim-gui/src/text/locales/`, a file for each language.

#[macro_use]
mod catalogue;
pub mod about;
pub mod acceptance;
pub mod actions;
pub mod analysis;
pub mod arrange;
pub mod availability;
pub mod axes;
pub mod busy;
pub mod cameras;
pub mod changed_files;
pub mod choose;
pub mod construct;
pub mod drag;
pub mod draw;
pub mod drive;
pub mod edit;
pub mod faults;
pub mod figures;
pub mod file;
pub mod findings;
pub mod form;
pub mod graphics;
pub mod height;
pub mod insert;
pub mod inspector;
pub mod interface_size;
pub mod keys;
pub mod language;
pub mod libraries;
pub mod limits;
pub mod log;
pub mod manual;
pub mod measure;
pub mod menu;
pub mod messages;
pub mod moment;
pub mod palette;
pub mod panel;
pub mod plan;
pub mod plots;
pub mod plugins;
pub mod preferences;
pub mod problems;
pub mod recordings;
pub mod recovery;
pub mod resize;
pub mod run;
pub mod search;
pub mod several;
pub mod shortcuts;
pub mod shown;
pub mod snap;
pub mod source;
pub mod start_page;
pub mod thing;
pub mod toolkit;
pub mod tree;
pub mod units;
pub mod view;

pub use catalogue::Text;
use catalogue::text;

/// Name of the program.
pub const PROGRAM: Text = text("program-name");
