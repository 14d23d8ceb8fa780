//! The scene of a recording, with the files in the recording.

use crate::console::Console;
use crate::exit::{Failure, Outcome};
use crate::session::Session;
use sim_core::engine::{BuildOptions, Replayed};
use sim_core::model::UrdfOptions;
use sim_core::plugins::PluginHost;
use sim_core::recording::{Gaps, Recording};
use sim_core::scene::{LoadOptions, LoadedScene, Scene};
use std::path::{MAIN_SEPARATOR, PathBuf};
use tempfile::TempDir;

/// The scene of a recording. Its files are in a temporary folder that exists as long as this value.
pub struct RecordedScene {
    loaded: LoadedScene,
    urdf: UrdfOptions,
    /// Recorded external input of services.
    external_input: Replayed,
    origin: Origin,
    folder: TempDir,
}

impl RecordedScene {
    /// Extracts and loads the scene of a recording and the files that it references.
    ///
    /// # Errors
    /// If the recording does not contain them, they cannot be written, or the scene is invalid.
    pub fn unpack(recording: &Recording) -> Outcome<Self> {
        let folder = tempfile::tempdir().map_err(|error| crate::console::unwritable(&std::env::temp_dir(), error))?;
        let files = folder.path().join("scene");
        let unpacked = recording.unpack(&files).map_err(|error| error.diagnostic())?;
        let origin = Origin {
            recording: recording.path().to_path_buf(),
            name: recording.info().scene_name.clone(),
            unpacked: unpacked.scene,
            files,
        };
        let options = LoadOptions { recorded: true, ..LoadOptions::default() };
        let loaded =
            Scene::load_with(&origin.unpacked, &options).map_err(|findings| origin.name(Failure::from(findings)))?;
        // The reader of the recording reports any damage.
        let external_input = recording.external_input(&mut Gaps::new()).map_err(|error| error.diagnostic())?;
        Ok(Self { loaded, urdf: unpacked.models, external_input, origin, folder })
    }

    /// Builds the simulation as recorded. Services receive the recorded input, and open no connections.
    ///
    /// # Errors
    /// As [`Session::build`].
    pub fn build(self, host: PluginHost, threads: Option<usize>, console: &Console) -> Outcome<RecordedSession> {
        let Self { loaded, urdf, external_input, origin, folder } = self;
        let data_folder = Some(folder.path().join("data"));
        let options =
            BuildOptions { threads, data_folder, urdf, replayed: Some(external_input), ..BuildOptions::default() };
        let session = Session::build(loaded, host, &options, console).map_err(|failure| origin.name(failure))?;
        Ok(RecordedSession { session, _folder: folder })
    }
}

/// A session of a recorded scene, and the temporary folder with its files.
pub struct RecordedSession {
    /// The scene and its simulation.
    pub session: Session,
    _folder: TempDir,
}

/// Origin of the files in the temporary folder.
struct Origin {
    recording: PathBuf,
    /// Name of the scene.
    name: String,
    /// Path of the scene in the temporary folder.
    unpacked: PathBuf,
    /// Path of the temporary folder.
    files: PathBuf,
}

impl Origin {
    /// Replaces paths in the temporary folder by the recording and the scene or file in it.
    fn name(&self, failure: Failure) -> Failure {
        let recording = self.recording.display();
        let (scene, folder) =
            (self.unpacked.display().to_string(), format!("{}{MAIN_SEPARATOR}", self.files.display()));
        let translated = |text: &str| {
            let of_recording = text.replace(&scene, &format!("scene `{}` in {recording}", self.name));
            of_recording.replace(&folder, &format!("{recording}: "))
        };
        let translated_text = |text: String| translated(&text);
        let diagnostics = failure.diagnostics.into_iter().map(|mut finding| {
            finding.message = translated_text(finding.message);
            finding.file = finding.file.as_deref().map(translated);
            let parts = [finding.expected, finding.found, finding.help];
            [finding.expected, finding.found, finding.help] = parts.map(|part| part.map(translated_text));
            finding.related.iter_mut().for_each(|related| related.file = translated(&related.file));
            finding
        });
        Failure { diagnostics: diagnostics.collect(), ..failure }
    }
}
