//! Files changed by other programs.

pub use super::generated::changed_files::*;

pub fn changed(names: &[String]) -> String {
    /// Maximum number of file names listed.
    const NAMED: usize = 3;
    let (first, more) = (names.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", "), names.len() > NAMED);
    match more {
        true => changed_more(first),
        false => super::generated::changed_files::changed(names.len(), first),
    }
}
