//! Packs.

use super::{Text, text};

pub const TITLE: Text = text("packs-title");
pub const MENU: Text = text("packs-menu");
pub const MENU_HELP: Text = text("packs-menu-help");
pub const SEARCH: Text = text("packs-search");
pub const FILE: Text = text("packs-file");
pub const FILE_HELP: Text = text("packs-file-help");
pub const READ: Text = text("plugins-rescan");
pub const READ_HELP: Text = text("packs-read-help");
pub const NONE: Text = text("packs-none");
pub const NOT_FOUND: Text = text("packs-not-found");
pub const INSTALLED: Text = text("packs-installed");
pub const AVAILABLE: Text = text("packs-available");
pub const INSTALL: Text = text("packs-install");
pub const REMOVE: Text = text("packs-remove");
pub const OPEN: Text = text("packs-open");
pub const RUNS_IN_PROGRAM: Text = text("packs-runs-in-program");
pub const RUNS_APART: Text = text("packs-runs-apart");
pub const IN_PROGRAM: Text = text("packs-in-program");
pub const IN_PROGRAM_HELP: Text = text("packs-in-program-help");
pub const APART: Text = text("packs-apart");
pub const APART_HELP: Text = text("packs-apart-help");
pub const DETAILS: Text = text("packs-details");
pub const COMPONENTS: Text = text("common-components");
pub const ROBOTS: Text = text("packs-robots");
pub const SCENES: Text = text("packs-scenes");
pub const NEEDS: Text = text("packs-needs");
pub const HOME: Text = text("packs-home");
pub const SOURCE: Text = text("packs-source");
pub const VERSIONS: Text = text("packs-versions");
pub const SOURCES: Text = text("packs-sources");
pub const NO_SOURCES: Text = text("packs-no-sources");
pub const SOURCE_HINT: Text = text("packs-source-hint");
pub const ADD_SOURCE: Text = text("packs-add-source");
pub const ADD_SOURCE_HELP: Text = text("packs-add-source-help");
pub const FORGET_SOURCE: Text = text("packs-forget-source");
pub const NO_SOURCE: Text = text("packs-no-source");
pub const NO_SOURCE_HELP: Text = text("packs-no-source-help");
pub const BUSY: Text = text("packs-busy");
pub const NOTHING_NEW: Text = text("packs-nothing-new");
pub const CANCELED: Text = text("packs-canceled");
pub const PREPARING: Text = text("packs-preparing");
pub const INSTALLING: Text = text("packs-installing");
pub const CANCELING: Text = text("packs-canceling");
pub const REFUSED: Text = text("packs-refused");
pub const CHOOSE_KEY: Text = text("packs-choose-key");
pub const CHOOSE_KEY_HELP: Text = text("packs-choose-key-help");
pub const KEY_FILE: Text = text("packs-key-file");
pub const ARCHIVE: Text = text("packs-archive");
pub const CANCEL: Text = text("file-cancel");
pub const CLOSE: Text = text("packs-close");
pub const NEEDED: Text = text("packs-needed");
pub const NEW_KEYS: Text = text("packs-new-keys");
pub const NEW_KEYS_HELP: Text = text("packs-new-keys-help");
pub const TRUST_FIRST: Text = text("packs-trust-first");
pub const INSTALL_MISSING: Text = text("packs-install-missing");
pub const IN_USE: Text = text("packs-in-use");
pub const INSTALL_NOW: Text = text("packs-install-now");
pub const REMOVE_NOW: Text = text("packs-remove-now");
pub const LET_IN: Text = text("packs-let-in");
pub const NO_CODE: Text = text("packs-no-code");
pub const TO_BE_BUILT: Text = text("packs-to-be-built");

/// Title of a group, with its number of packs.
pub fn group(title: &str, count: usize) -> String {
    say!("packs-group", title, count)
}

/// Label of the button that updates all packs.
pub fn update_all(count: usize) -> String {
    say!("packs-update-all", count)
}

/// Label of the button that updates a pack.
pub fn update(version: &str) -> String {
    say!("packs-update", version)
}

/// Accessible label of a button for a pack.
pub fn of_pack(what: &str, pack: &str) -> String {
    say!("packs-of-pack", what, pack)
}

/// Accessible label of the button that opens a scene of a pack.
pub fn open(scene: &str) -> String {
    say!("packs-open-scene", scene)
}

/// The running operation.
pub fn working(what: &str) -> String {
    say!("packs-working", what)
}

/// The source of a pack.
pub fn from(source: &str) -> String {
    say!("packs-from", source)
}

/// Why a version was revoked.
pub fn revoked(reason: &str) -> String {
    say!("packs-revoked", reason)
}

/// Why the version of a source cannot be used here.
pub fn unfit(reason: &str) -> String {
    say!("packs-unfit", reason = reason)
}

/// A permission requested by services of a pack, as scenes name it.
pub fn grant(grant: &str) -> String {
    match grant {
        "Edit" => text("packs-grant-edit").into(),
        "Command" => text("packs-grant-command").into(),
        "Network" => text("packs-grant-network").into(),
        "Files" => text("packs-grant-files").into(),
        "Programs" => text("packs-grant-programs").into(),
        other => say!("packs-grant-other", grant = other),
    }
}

/// A pack is signed with the trusted key.
pub fn signed(publisher: &str) -> String {
    say!("packs-signed", publisher)
}

/// A pack is signed with a key that is no longer trusted.
pub fn signed_otherwise(publisher: &str) -> String {
    say!("packs-signed-otherwise", publisher)
}

/// A pack is signed with a key that is not yet trusted.
pub fn signed_new(publisher: &str) -> String {
    say!("packs-signed-new", publisher)
}

/// A pack is not signed.
pub fn unsigned(publisher: &str) -> String {
    say!("packs-unsigned", publisher)
}

/// Tooltip of a key: a click copies it.
pub fn copy_key(publisher: &str) -> String {
    say!("packs-copy-key", publisher)
}

/// Label of the checkbox that trusts a key.
pub fn trust(publisher: &str) -> String {
    say!("packs-trust", publisher)
}

/// Summary of the installation plan.
pub fn offered(count: usize, size: &str) -> String {
    say!("packs-offered", count, size)
}

/// The packs were installed.
pub fn done(packs: &str) -> String {
    say!("packs-done", packs)
}

/// The packs were removed.
pub fn removed(packs: &str) -> String {
    say!("packs-removed", packs)
}

/// Whether the libraries of a pack now run in the program's process.
pub fn isolated(pack: &str, in_program: bool) -> String {
    match in_program {
        true => say!("packs-now-in-program", pack),
        false => say!("packs-now-apart", pack),
    }
}

/// Prompt to remove a pack.
pub fn ask_to_remove(pack: &str) -> String {
    say!("packs-ask-to-remove", pack)
}

/// Prompt to run the libraries of a pack in the program's process.
pub fn ask_to_let_in(pack: &str) -> String {
    say!("packs-ask-to-let-in", pack)
}

/// The packs missing from a scene.
pub fn missing(packs: &str) -> String {
    say!("packs-missing", packs)
}

/// The scene belongs to a pack and is saved elsewhere.
pub fn saved_elsewhere(pack: &str) -> String {
    say!("packs-saved-elsewhere", pack)
}

/// A file cannot be written because it belongs to a pack.
pub fn stored() -> String {
    say!("packs-stored")
}
