//! Words of files that other programs change.

pub const ACTION: &str = "Reload the files";
pub const NO_FILE: &str = "The scene has no file yet.";
pub const RELOAD: &str = "Reload";
pub const RELOAD_HELP: &str = "Takes over what the files hold now; time goes on where it is.";
pub const RELOAD_UNSAVED_HELP: &str =
    "Takes over what the file holds now in place of the unsaved changes; Undo brings these back.";
pub const MERGE: &str = "Merge";
pub const MERGE_HELP: &str = "Puts the changes in the file together with the unsaved ones; refused where both concern the same or neighbouring lines.";
pub const KEEP: &str = "Keep mine";
pub const KEEP_HELP: &str = "Leaves everything as it is here; saving replaces what the file holds now.";
pub const ALWAYS: &str = "Always, when nothing is unsaved";
pub const ALWAYS_HELP: &str =
    "Reloads at once from now on, unless there are unsaved changes or a recording is being made.";
pub const RELOADED: &str = "reloaded what another program has changed";
pub const RELOADED_OVER: &str = "reloaded the file; Undo brings the unsaved changes back";
pub const MERGED: &str = "put together with the changes in the file; Undo takes that back";
pub const NOT_MERGED: &str = "the changes in the file cannot be put together with the unsaved ones";
pub const NOT_WATCHED: &str = "the system starts no thread that watches the files of the scene";
pub const NOT_WATCHED_HELP: &str =
    "raise the system's limit of threads; until then a change is noticed when the scene is saved";

pub fn changed(names: &[String]) -> String {
    /// Files that are named, at most.
    const NAMED: usize = 3;
    let (first, more) = (names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", "), names.len() > NAMED);
    let more = if more { " and others" } else { "" };
    let verb = if names.len() == 1 { "was" } else { "were" };
    format!("{first}{more} {verb} changed by another program.")
}

pub fn deleted(file: &str) -> String {
    format!("{file} was deleted or moved by another program; saving writes it again")
}
