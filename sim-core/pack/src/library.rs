//! Libraries in packs: for which machine they were built, and for which interface.

use sim_abi::ffi::module::ABI_MAJOR;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::plugins::{LibraryFile, library_file};
use std::path::Path;

/// The interface that a library was built for, as `major.minor`, where it was built for a target.
///
/// # Errors
/// A file that is no plugin of this simulator, or one for another machine.
pub fn abi_of(path: &Path, bytes: &[u8], target: &str) -> Result<String, Diagnostic> {
    let name = path.display().to_string();
    let LibraryFile { abi: (major, minor), processor, system } =
        library_file(path, bytes).map_err(|finding| finding.with_file(&name))?;
    let (wanted_processor, rest) = target.split_once('-').unwrap_or((target, ""));
    let same_processor =
        wanted_processor.starts_with(&processor) || (wanted_processor, processor.as_str()) == ("arm64", "aarch64");
    if !same_processor || !rest.split('-').any(|part| part == system) {
        let message = say!("library-target", "the library was built for another target than its folder says");
        return Err(Diagnostic::error(Code::PackTarget, message)
            .with_file(name)
            .with_expected(target.to_owned())
            .with_found(format!("{processor}, {system}"))
            .with_help(say!("library-target-help", "put it into `lib/TARGET` of the target that it was built for")));
    }
    Ok(format!("{major}.{minor}"))
}

/// Whether this program can load libraries for this interface.
pub fn fits(abi: &str) -> bool {
    abi.split('.').next().and_then(|major| major.parse().ok()) == Some(ABI_MAJOR)
}
