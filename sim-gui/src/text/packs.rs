//! Packs.

pub use super::generated::packs::*;

/// A permission requested by services of a pack, as scenes name it.
pub fn grant(grant: &str) -> String {
    match grant {
        "Edit" => GRANT_EDIT.into(),
        "Command" => GRANT_COMMAND.into(),
        "Network" => GRANT_NETWORK.into(),
        "Files" => GRANT_FILES.into(),
        "Programs" => GRANT_PROGRAMS.into(),
        other => grant_other(other),
    }
}

/// Whether the libraries of a pack now run in the program's process.
pub fn isolated(pack: &str, in_program: bool) -> String {
    match in_program {
        true => now_in_program(pack),
        false => now_apart(pack),
    }
}
