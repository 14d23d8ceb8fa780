//! File selection for form fields: a field requests a file, the window shows its dialog, and the field takes the result.

use egui::{Context, Id};
use std::path::PathBuf;

/// A file request of a field.
#[derive(Clone, Copy, Debug)]
pub struct WantedFile {
    /// Id of the field.
    pub id: Id,
    /// Allowed extensions, without dot; empty: all files.
    pub extensions: &'static [&'static str],
}

fn question() -> Id {
    Id::unique("file of a field")
}

/// Requests a file.
pub(super) fn ask(ctx: &Context, wanted: WantedFile) {
    ctx.data_mut(|data| data.insert_temp(question(), Some(wanted)));
}

/// Takes the pending file request.
pub fn take_wanted_file(ctx: &Context) -> Option<WantedFile> {
    ctx.data_mut(|data| data.remove_temp::<Option<WantedFile>>(question())).flatten()
}

/// Passes the chosen file to a field.
pub fn give_file(ctx: &Context, field: Id, path: PathBuf) {
    ctx.data_mut(|data| data.insert_temp(field.with("file"), path));
}

/// Takes the file chosen for a field.
pub(super) fn take(ctx: &Context, field: Id) -> Option<PathBuf> {
    ctx.data_mut(|data| data.remove_temp(field.with("file")))
}
