//! Libraries in packs: their platform and ABI version.

use crate::tree::{below, unreadable};
use sim_abi::declare::Kind;
use sim_abi::ffi::module::ABI_MAJOR;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::digest::sha256;
use sim_core::pack_manifest::{Component, Library};
use sim_core::packs::target;
use sim_core::plugins::{Describe, LibraryFile, PluginHost, SearchPath, library_file};
use sim_core::scene::ComponentId;
use std::path::Path;

/// The ABI version of a library for a target, as `major.minor`.
///
/// # Errors
/// A file that is not a plugin of this simulator, or is for another platform.
pub fn abi_of(path: &Path, bytes: &[u8], target: &str) -> Result<String, Diagnostic> {
    let name = path.display().to_string();
    let LibraryFile { abi: (major, minor), processor, system } =
        library_file(path, bytes).map_err(|finding| finding.with_file(&name))?;
    let (wanted_processor, rest) = target.split_once('-').unwrap_or((target, ""));
    let same_processor =
        wanted_processor.starts_with(&processor) || (wanted_processor, processor.as_str()) == ("arm64", "aarch64");
    if !same_processor || !rest.split('-').any(|part| part == system) {
        return Err(Diagnostic::error(Code::PackTarget, "the target of the library differs from its folder")
            .with_file(name)
            .with_expected(target.to_owned())
            .with_found(format!("{processor}, {system}"))
            .with_help("move it to `lib/TARGET`, with the target that it was built for"));
    }
    Ok(format!("{major}.{minor}"))
}

/// Checks that this program can load a library, by its ABI version.
///
/// # Errors
/// An incompatible version.
pub fn fitting(library: &Library) -> Result<(), Diagnostic> {
    if library.abi.split('.').next().and_then(|major| major.parse().ok()) == Some(ABI_MAJOR) {
        return Ok(());
    }
    Err(Diagnostic::error(Code::PackTarget, "the pack was built for a different interface (ABI)")
        .with_expected(format!("{ABI_MAJOR}.x"))
        .with_found(library.abi.clone())
        .with_help("use a version of the pack that matches this program, or vice versa"))
}

/// The list of all libraries in a folder. Those for this platform are described; for the others, `known` is used.
///
/// # Errors
/// Libraries that do not belong to this simulator, or cannot be described.
pub fn list(staging: &Path, known: &[Library], describe: &Describe) -> Result<Vec<Library>, Diagnostics> {
    let mut files = Vec::new();
    if staging.join("lib").is_dir() {
        below(staging, "lib", false, &mut files, &mut Diagnostics::new())?;
    }
    let own = target();
    let mut host = PluginHost::describing(SearchPath::only([staging.join("lib").join(&own)]), describe.clone())?;
    host.load_all();
    let mut libraries = Vec::new();
    for file in files {
        let of = file.split('/').nth(1).unwrap_or_default().to_owned();
        let bytes = std::fs::read(staging.join(&file)).map_err(|error| unreadable(&staging.join(&file), &error))?;
        let abi = abi_of(Path::new(&file), &bytes, &of)?;
        let sha256 = sha256(&bytes);
        let here =
            (of == own).then(|| host.libraries().iter().find(|library| library.file == staging.join(&file))).flatten();
        let components = match here {
            Some(library) => {
                let component = |(kind, id): &(Kind, String)| Component {
                    kind: kind.word().to_owned(),
                    id: ComponentId(id.clone()),
                };
                library.ids().iter().map(component).collect()
            }
            None if of == own => return Err(host.failures().cloned().collect()),
            None => {
                let known = known.iter().find(|known| known.file == file && known.sha256 == sha256);
                known.map(|known| known.components.clone()).unwrap_or_default()
            }
        };
        libraries.push(Library { target: of, file, abi, sha256, components });
    }
    Ok(libraries)
}
