//! Files.

use super::{Text, text};

pub const REMEDY: Text = text("file-remedy");
pub const CHOOSE_FOLDER: Text = text("file-choose-folder");
pub const UNSAVED: Text = text("file-unsaved");
pub const SAVE: Text = text("file-save");
pub const DISCARD: Text = text("common-discard");
pub const CANCEL: Text = text("file-cancel");
pub const OVERWRITE: Text = text("file-overwrite");

pub fn untitled() -> String {
    text("file-untitled").into()
}

pub fn exists(path: &str) -> String {
    say!("file-exists", path)
}

pub fn saved(name: &str) -> String {
    say!("file-saved", name)
}
