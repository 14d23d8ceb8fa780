//! Scene editing: documents, edits, undo and redo. Does not depend on a window.
//!
//! A [`Document`] is the text of a scene file and the scene loaded from it. Every [`Edit`] is a replacement in that text, located
//! by the source spans of the scene's parts. Comments and formatting of untouched parts are preserved, and undo restores the same
//! bytes. An edit that would make the scene invalid is refused with its findings and changes nothing. Each change reports its
//! [`Impact`] on a running simulation.
//!
//! ```
//! use nalgebra::Isometry3;
//! use sim_core::scene::{BoxShape, Object, Shape};
//! use sim_edit::{Change, Document, Edit, Impact, Section, Target, Thing};
//!
//! let mut document = Document::new();
//! let crate_ = Object::new("crate", Shape::Box(BoxShape { size: [0.4, 0.4, 0.4] }));
//! let inserted = document.apply(Edit::Insert(vec![Thing::new(Section::Objects, &crate_)])).unwrap();
//! assert_eq!((&*inserted.label, inserted.impact), ("Insert crate", Impact::Rebuild));
//! assert!(document.to_text().contains(r#"(name: "crate", shape: Box(size: (0.4, 0.4, 0.4))),"#));
//!
//! let there = Isometry3::translation(1.0, 2.0, 0.2);
//! let moved = document.apply(Edit::Move(vec![(Target::object("crate"), there)])).unwrap();
//! let change = Change::Pose { section: Section::Objects, name: "crate".into(), pose: there };
//! assert_eq!(moved.impact, Impact::Live(vec![change]));
//! assert!(document.to_text().contains("at: (1, 2, 0.2)"));
//!
//! let refusal = document.apply(Edit::set(Some(Target::object("crate")), "mass", -1)).unwrap_err();
//! assert!(refusal.to_string().contains("from 1e-12 to 1e12 kg"), "{refusal}");
//!
//! assert_eq!(document.undo_labels().collect::<Vec<_>>(), ["Move crate", "Insert crate"]);
//! while document.undo().is_some() {}
//! assert_eq!(document.to_text(), Document::new().to_text());
//! assert!(!document.is_modified());
//! ```

#![deny(missing_docs)]

pub mod arrange;
mod autosave;
mod commands;
mod content;
mod discarded;
mod disk;
mod document;
mod draft;
mod edit;
mod extent;
pub mod find;
mod forms;
mod frames;
mod history;
mod impact;
mod merge;
mod node;
mod page;
mod pose_text;
mod query;
mod recent;
mod recovery;
mod recovery_file;
mod refusal;
mod saving;
mod scene_references;
mod scene_watch;
pub mod sizes;
mod surroundings;
mod target;
mod text_file;

pub use autosave::{Autosave, AutosaveReport};
pub use discarded::{DISCARDED_DAYS, discard, remove_old_discarded};
pub use disk::{Access, FileContent, FileError, OnDisk, Overwrite, TEXT_FILE_LIMIT};
pub use document::{Applied, Document, State};
pub use edit::{Alignment, Axis, Boxes, Carried, Edit, References, Resized, RouteChange, Slot, Thing};
pub use history::UNDO_DEPTH;
pub use impact::{Change, Impact};
pub use merge::NotMerged;
pub use node::{rounded, rounded_angle};
pub use query::Query;
pub use recent::{RECENT_FILES, Recent, RecentFile};
pub use recovery::{Original, Recoveries, Recovery, RecoveryFilter, recoveries};
pub use recovery_file::Unsaved;
pub use refusal::{Operation, Refusal};
pub use scene_watch::{ChangedFiles, SceneWatch};
pub use surroundings::{Export, Surroundings, surroundings_name};
pub use target::{Id, Section, Target};
pub use text_file::TextFile;

#[cfg(test)]
mod tests {
    /// The window passes documents between threads for autosaving.
    #[test]
    fn documents_can_be_handed_between_threads() {
        fn check<T: Send + Sync>() {}
        check::<super::Document>();
        check::<super::Edit>();
        check::<super::Refusal>();
    }
}
