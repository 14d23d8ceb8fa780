//! Opens recordings in a separate thread, since a folder of a long run takes a while.

use crate::text;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::engine::BuildOptions;
use sim_core::scene::LoadedScene;
use sim_runner::{Playback, Repaint};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

/// Progress is shown after this time.
const SOON: Duration = Duration::from_millis(300);

/// The purpose of opening a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Show it in place of the live run.
    Show,
    /// Compare the live run with it.
    Compare,
}

/// An opened recording, and its scene with build options. `None` if the recording has no scene.
pub struct Opened {
    /// The recording.
    pub playback: Playback,
    /// Its scene, or why it cannot be read by this program.
    pub scene: Result<Option<(Arc<LoadedScene>, BuildOptions)>, Diagnostics>,
}

/// A recording that is being opened.
pub struct Opening {
    /// The purpose.
    pub purpose: Purpose,
    path: PathBuf,
    begun: Instant,
    result: Receiver<Result<Opened, Diagnostic>>,
}

impl Opening {
    /// Starts to open a recording. `repaint` is called when it is done.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn begin(path: PathBuf, purpose: Purpose, repaint: Repaint) -> Result<Self, Diagnostic> {
        let (sender, result) = channel();
        let file = path.clone();
        let open = move || {
            let opened = Playback::open(&file).map(|mut playback| {
                let scene = match purpose {
                    Purpose::Show => playback.recorded_scene(),
                    Purpose::Compare => Ok(None),
                };
                Opened { playback, scene }
            });
            // The receiver is gone if opening was abandoned.
            let _ = sender.send(opened);
            repaint();
        };
        let thread = std::thread::Builder::new().name("opening a recording".into()).spawn(open);
        thread.map_err(|error| failed(&path, error.to_string()))?;
        Ok(Self { purpose, path, begun: Instant::now(), result })
    }

    /// The recording, once opened.
    pub fn take(&self) -> Option<Result<Opened, Diagnostic>> {
        match self.result.try_recv() {
            Ok(result) => Some(result),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(failed(&self.path, text::recordings::NO_THREAD.into()))),
        }
    }

    /// File name, once opening has taken long enough to show progress.
    pub fn slow(&self) -> Option<String> {
        let name = || self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned();
        (self.begun.elapsed() > SOON).then(name)
    }
}

fn failed(path: &Path, found: String) -> Diagnostic {
    Diagnostic::error(Code::RecordingUnreadable, text::recordings::NOT_OPENED)
        .with_file(path.display().to_string())
        .with_found(found)
        .with_help(text::recordings::OPEN_AGAIN)
}
