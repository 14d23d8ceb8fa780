//! Files of surroundings: a scene without its robots. They are written and read in the background.

use super::Window;
use super::dialogs::Answer;
use super::file_dialogs::SCENES;
use super::progress;
use crate::document::editor;
use crate::text::surroundings as words;
use crate::text::{self, choose};
use crate::widgets::file_dialog::FileKind;
use egui::Context;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_edit::{Document, Edit, FileError, Surroundings, surroundings_name};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// File kind for writing surroundings: the naming rule adds the extension, not the dialog.
const WRITTEN: FileKind = FileKind { name: choose::SCENE, extensions: &[] };

/// The result of an operation.
enum Done {
    Written(Result<(), FileError>),
    Read(Result<Surroundings, FileError>),
}

/// A file being written or read.
struct Job {
    path: PathBuf,
    reads: bool,
    done: Receiver<Done>,
}

/// The files being written and read.
#[derive(Default)]
pub(super) struct Jobs(Vec<Job>);

impl Jobs {
    /// Runs an operation in a thread.
    fn begin(&mut self, ctx: &Context, path: PathBuf, reads: bool, work: impl FnOnce() -> Done + Send + 'static) {
        let (sender, done) = channel();
        let ctx = ctx.clone();
        std::thread::spawn(move || {
            // The receiver is gone if the window has closed or the import was abandoned.
            if sender.send(work()).is_ok() {
                ctx.request_repaint();
            }
        });
        self.0.push(Job { path, reads, done });
    }

    /// Abandons imports, which were meant for the previous scene.
    pub(super) fn forget_imports(&mut self) {
        self.0.retain(|job| !job.reads);
    }

    /// The finished operations.
    fn take(&mut self) -> Vec<(PathBuf, Done)> {
        let mut ready = Vec::new();
        self.0.retain_mut(|job| match job.done.try_recv() {
            Ok(done) => {
                ready.push((std::mem::take(&mut job.path), done));
                false
            }
            Err(TryRecvError::Empty) => true,
            Err(TryRecvError::Disconnected) => false,
        });
        ready
    }
}

impl Window {
    /// Prompts for a file for the scene's surroundings.
    pub(super) fn choose_export(&mut self) {
        let name = self.name_of_export(&words::FILE, SCENES);
        self.save_file(&choose::EXPORT_SURROUNDINGS, WRITTEN, name, |window, ctx, path| window.name_export(ctx, &path));
    }

    /// Completes the chosen file name, and prompts before overwriting if the result is another existing file.
    fn name_export(&mut self, ctx: &Context, path: &Path) {
        let written = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match surroundings_name(&written, &words::FILE) {
            Ok(name) if name == written => self.export_surroundings(ctx, path.to_path_buf()),
            Ok(name) => {
                let path = path.with_file_name(name);
                if !path.exists() {
                    return self.export_surroundings(ctx, path);
                }
                let text = text::file::exists(path.display().to_string());
                let over = (text::file::OVERWRITE, Answer::ExportOver(path));
                self.dialogs.ask(text, vec![over]);
            }
            Err(reason) => self.notices.note(Diagnostic::error(Code::ConfigValue, reason)),
        }
    }

    /// Exports the current surroundings of the scene.
    pub fn export_surroundings(&mut self, ctx: &Context, path: PathBuf) {
        let Some(export) = self.state.editor.document().and_then(Document::export) else { return };
        self.progress.begin(text::busy::writing(progress::name(&path)));
        let to = path.clone();
        self.jobs.begin(ctx, path, false, move || Done::Written(export.write(&to)));
    }

    /// Prompts for a file and replaces the surroundings of the scene with it.
    pub(super) fn choose_import(&mut self) {
        self.open_file(&choose::IMPORT_SURROUNDINGS, SCENES, |window, ctx, path| window.import_surroundings(ctx, path));
    }

    /// Replaces the surroundings of the scene with those from a file.
    pub fn import_surroundings(&mut self, ctx: &Context, path: PathBuf) {
        if !self.may_edit() {
            return;
        }
        self.progress.begin(text::busy::loading(progress::name(&path)));
        let from = path.clone();
        self.jobs.begin(ctx, path, true, move || Done::Read(Surroundings::read(&from)));
    }

    /// Handles finished exports and imports.
    pub(super) fn follow_surroundings(&mut self) {
        for (path, done) in self.jobs.take() {
            let file = path.display().to_string();
            match done {
                Done::Written(Ok(())) => {
                    self.notices.succeeded(words::exported(progress::name(&path)), words::exported(&file))
                }
                Done::Read(Ok(surroundings)) => {
                    if self.edit(Edit::ReplaceSurroundings(surroundings), false) {
                        self.notices.succeeded(words::imported(progress::name(&path)), words::imported(&file));
                    }
                }
                Done::Read(Err(FileError::NoScene { findings, .. })) => {
                    findings.iter().for_each(|finding| self.notices.note(finding.clone()));
                }
                Done::Written(Err(error)) | Done::Read(Err(error)) => self.notices.note(editor::failed(&error)),
            }
        }
        if self.jobs.0.is_empty() {
            self.progress.ended();
        }
    }
}
