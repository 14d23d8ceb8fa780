//! Input of commands: files, or standard input if the path is `-`.

use crate::exit::Outcome;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::packs::SCHEME;
use sim_core::recording::{Recording, named_files};
use sim_core::scene::{LoadOptions, LoadedScene, Partly, Scene, file_in_pack};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Name of standard input in messages.
pub const STANDARD_INPUT: &str = "<stdin>";

/// Whether a path denotes standard input.
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads all of standard input.
///
/// # Errors
/// I/O errors, or if standard input has been read before.
pub fn standard_input() -> Outcome<Vec<u8>> {
    static READ: AtomicBool = AtomicBool::new(false);
    let refused = |message: &str| Diagnostic::error(Code::ConfigValue, message).with_file(STANDARD_INPUT);
    if READ.swap(true, Ordering::Relaxed) {
        let finding = refused("`-` is given more than once, but standard input can be read only once");
        return Err(finding.with_help("save it to a file and use that file").into());
    }
    let mut bytes = Vec::new();
    match std::io::stdin().lock().read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(error) => Err(refused("standard input cannot be read").with_found(error.to_string()).into()),
    }
}

/// Resolves a path: into an installed pack if it starts with `pack:`.
///
/// # Errors
/// If the pack is not installed, or does not contain the file.
pub fn in_pack(path: &Path) -> Outcome<PathBuf> {
    match path.to_str().filter(|path| path.starts_with(SCHEME)) {
        Some(path) => Ok(file_in_pack(path)?),
        None => Ok(path.to_path_buf()),
    }
}

/// Source of a scene.
#[derive(Clone, Debug, Default)]
pub struct SceneInput {
    path: PathBuf,
    /// Content of standard input, stored because a scene is loaded more than once if the command line changes it.
    bytes: Option<Vec<u8>>,
}

impl SceneInput {
    /// A scene file, or standard input, which is read to its end.
    ///
    /// # Errors
    /// As [`standard_input`]. A file is not checked until it is loaded.
    pub fn open(path: &Path) -> Outcome<Self> {
        let bytes = is_standard_input(path).then(standard_input).transpose()?;
        Ok(Self { path: in_pack(path)?, bytes })
    }

    /// All files that the scene consists of or references, even if it has errors or files are missing. Empty for standard input.
    pub fn files(&self, options: &LoadOptions) -> BTreeSet<PathBuf> {
        if self.bytes.is_some() {
            return BTreeSet::new();
        }
        let Partly { files, loaded } = Scene::load_partly(&self.path, options);
        files.into_iter().chain(loaded.iter().flat_map(named_files)).collect()
    }

    /// Loads the scene. Paths in a scene from standard input are relative to the working folder.
    ///
    /// # Errors
    /// All errors, each with its location.
    pub fn load_with(&self, options: &LoadOptions) -> Result<LoadedScene, Diagnostics> {
        match &self.bytes {
            Some(bytes) => Scene::load_stream(bytes.clone(), STANDARD_INPUT, Path::new(""), options),
            None => Scene::load_with(&self.path, options),
        }
    }
}

/// Opens a recording, or reads one from standard input.
///
/// # Errors
/// If it cannot be read, or is not a recording.
pub fn recording(path: &Path) -> Outcome<Recording> {
    let opened = match is_standard_input(path) {
        true => Recording::from_bytes(STANDARD_INPUT, standard_input()?),
        false => Recording::open(path),
    };
    Ok(opened.map_err(|error| error.diagnostic())?)
}
