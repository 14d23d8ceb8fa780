//! Files that are chosen for fields: a field asks, the window shows its dialog, and the field takes the answer.

use egui::{Context, Id};
use std::path::PathBuf;

/// A field that a file is to be chosen for.
#[derive(Clone, Copy, Debug)]
pub struct WantedFile {
    /// Identity of the field.
    pub id: Id,
    /// How names of such files end, without dot; none: all files.
    pub extensions: &'static [&'static str],
}

fn question() -> Id {
    Id::unique("file of a field")
}

/// Asks for a file.
pub(super) fn ask(ctx: &Context, wanted: WantedFile) {
    ctx.data_mut(|data| data.insert_temp(question(), Some(wanted)));
}

/// The field that asks for a file, once.
pub fn take_wanted_file(ctx: &Context) -> Option<WantedFile> {
    ctx.data_mut(|data| data.remove_temp::<Option<WantedFile>>(question())).flatten()
}

/// Gives a field the file that was chosen for it.
pub fn give_file(ctx: &Context, field: Id, path: PathBuf) {
    ctx.data_mut(|data| data.insert_temp(field.with("file"), path));
}

/// The file that was chosen for a field, once.
pub(super) fn take(ctx: &Context, field: Id) -> Option<PathBuf> {
    ctx.data_mut(|data| data.remove_temp(field.with("file")))
}
