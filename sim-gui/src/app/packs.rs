//! Packs: installs, updates and removes packs in the background, and updates the scene and the lists of components.

use super::Window;
use super::dialogs::Answer;
use super::file_dialogs;
use super::notices::Notices;
use super::pack_dialog::{PackChoice, PackDialog, Stage};
use super::state::State;
use crate::actions::{PackRequest, PanelRequest, Request};
use crate::packs::missing;
use crate::packs::work::{Change, Done, Installation, Packs};
use crate::preferences::layout::Pane;
use crate::text::{self, packs as words};
use egui::{Context, Panel, Ui};
use sim_core::packs::{InstalledPack, Requirement};
use sim_edit::Document;
use sim_runner::Command;
use std::path::{Path, PathBuf};

/// The state of packs in the window.
#[derive(Default)]
pub(super) struct PackState {
    /// Known packs and running operations.
    pub(super) known: Packs,
    /// The installation dialog.
    dialog: Option<PackDialog>,
    /// Packs missing from the scene, at this revision of the document.
    missing: (Option<u64>, Vec<Requirement>),
}

impl PackState {
    /// Computes an installation plan and shows it.
    fn offer(&mut self, ctx: &Context, wanted: Installation, notices: &mut Notices) {
        if !self.known.offer(ctx, wanted.clone()) {
            notices.toasts.info(words::BUSY);
            return;
        }
        self.dialog = Some(PackDialog::new(wanted));
    }

    /// Changes the pack store.
    pub(super) fn change(&mut self, ctx: &Context, change: Change, notices: &mut Notices) {
        if !self.known.change(ctx, change) {
            notices.toasts.info(words::BUSY);
        }
    }

    /// Handles the results of pack operations since the last frame.
    pub(super) fn update(
        &mut self,
        ctx: &Context,
        state: &mut State,
        notices: &mut Notices,
        requests: &mut Vec<Request>,
    ) {
        let changed = match self.known.take(ctx).1 {
            None => false,
            Some(Done::Offered(offered)) => {
                let Some(dialog) = &mut self.dialog else { return };
                match offered {
                    Ok(offer) if offer.packs.is_empty() => {
                        self.dialog = None;
                        notices.toasts.info(words::NOTHING_NEW);
                        offer.passed.iter().for_each(|passed| notices.succeeded(passed, passed));
                        // Another process may have installed them.
                        true
                    }
                    Ok(offer) => {
                        dialog.offer(offer);
                        false
                    }
                    Err(findings) => {
                        dialog.stage = Stage::Refused(findings);
                        false
                    }
                }
            }
            Some(Done::Installed(Ok(packs))) => {
                self.dialog = None;
                let text = words::done(named(&packs));
                notices.succeeded(&text, &text);
                true
            }
            Some(Done::Installed(Err(findings))) => {
                match &mut self.dialog {
                    Some(PackDialog { stage: Stage::Installing(true), .. }) => {
                        self.dialog = None;
                        notices.toasts.info(words::CANCELED);
                    }
                    Some(dialog) => dialog.stage = Stage::Refused(findings),
                    None => notices.note_all(&findings),
                }
                false
            }
            Some(Done::Removed(Ok(removed))) => {
                let text = words::removed(named(&removed.packs));
                notices.succeeded(&text, &text);
                true
            }
            Some(Done::Isolated(Ok(packs))) => {
                for pack in packs {
                    let text = words::isolated(&format!("{} {}", pack.name, pack.version), pack.in_process);
                    notices.succeeded(&text, &text);
                }
                true
            }
            Some(Done::Source(Ok(()))) => {
                self.known.read(ctx);
                false
            }
            Some(Done::Removed(Err(findings)) | Done::Isolated(Err(findings)) | Done::Source(Err(findings))) => {
                notices.note_all(&findings);
                requests.push(PanelRequest::Show(Pane::Problems).into());
                false
            }
        };
        if changed {
            self.changed(ctx, state, notices, requests);
        }
        // A failed thread never reports a result.
        let waits = matches!(&self.dialog, Some(PackDialog { stage: Stage::Preparing | Stage::Installing(..), .. }));
        if waits && self.known.work().is_none() {
            self.dialog = None;
        }
        self.find_missing(state.editor.document());
    }

    /// Handles changed packs: updates the lists of components, and reloads a scene with missing packs.
    fn changed(&mut self, ctx: &Context, state: &mut State, notices: &mut Notices, requests: &mut Vec<Request>) {
        self.known.read(ctx);
        state.runner.send(Command::Packs);
        let is_concerned = state.editor.document().is_some_and(|document| {
            missing::is_reported(document.findings())
                || document.loaded().is_some_and(|scene| scene.packs().iter().any(|pack| !pack.folder.is_dir()))
        });
        if is_concerned {
            let (editor, live) = state.editing();
            // The document's own file is not read, so this cannot fail.
            _ = editor.reload(false, &live);
            if notices.find_in_document(state.editor.document()) {
                requests.push(PanelRequest::Show(Pane::Problems).into());
            }
        }
        self.missing = (None, Vec::new());
    }

    /// Updates the missing packs if the document has changed.
    fn find_missing(&mut self, document: Option<&Document>) {
        let revision = document.map(Document::revision);
        if self.missing.0 != revision || revision.is_none() {
            self.missing = (revision, document.map(missing::of_document).unwrap_or_default());
        }
    }

    /// Shows the missing packs with a button to install them.
    pub(super) fn show_missing(&self, ui: &mut Ui, requests: &mut Vec<Request>) {
        if self.missing.1.is_empty() {
            return;
        }
        let names: Vec<String> = self.missing.1.iter().map(ToString::to_string).collect();
        Panel::top("missing packs").show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label(words::missing(names.join(", ")));
                if ui.button(words::INSTALL_MISSING).clicked() {
                    requests.push(PackRequest::InstallMissing.into());
                }
            });
        });
    }

    /// The packs missing from the scene.
    pub(super) fn missing(&self) -> &[Requirement] {
        &self.missing.1
    }

    /// Whether the dialog is open.
    pub(super) fn is_asking(&self) -> bool {
        self.dialog.is_some()
    }
}

/// Names and versions of packs.
fn named(packs: &[InstalledPack]) -> String {
    packs.iter().map(|pack| format!("{} {}", pack.name, pack.version)).collect::<Vec<_>>().join(", ")
}

impl Window {
    pub(super) fn pack_request(&mut self, ctx: &Context, request: PackRequest) {
        match request {
            PackRequest::Read => self.packs.known.read(ctx),
            PackRequest::Picture(picture) => self.packs.known.pictures.fetch(ctx, picture),
            PackRequest::Install(names) => {
                self.packs.offer(ctx, Installation { names, ..Installation::default() }, &mut self.notices)
            }
            PackRequest::InstallMissing => {
                let names = self.packs.missing.1.clone();
                self.packs.offer(ctx, Installation { names, ..Installation::default() }, &mut self.notices);
            }
            PackRequest::InstallFile(file) => {
                self.packs.offer(ctx, Installation { files: vec![file], ..Installation::default() }, &mut self.notices)
            }
            PackRequest::ChooseFile => self.open_file(&words::FILE, file_dialogs::PACKS, |window, ctx, path| {
                window.pack_request(ctx, PackRequest::InstallFile(path));
            }),
            PackRequest::Remove(pack) => {
                let mut text = words::ask_to_remove(pack.to_string());
                if self.uses(&pack) {
                    text = format!("{text}\n{}", words::IN_USE);
                }
                let answers = vec![(words::REMOVE_NOW, Answer::RemovePack(pack))];
                self.dialogs.ask(text, answers);
            }
            PackRequest::Isolate { pack, in_program: true } => {
                let text = words::ask_to_let_in(pack.to_string());
                let answers = vec![(words::LET_IN, Answer::LetPackIn(pack))];
                self.dialogs.ask(text, answers);
            }
            PackRequest::Isolate { pack, in_program } => {
                self.packs.change(ctx, Change::Isolate { pack, in_program }, &mut self.notices)
            }
            PackRequest::Source { source, used } => {
                self.packs.change(ctx, Change::Source { source, used }, &mut self.notices)
            }
        }
    }

    /// Whether the open scene uses a pack.
    fn uses(&self, pack: &Requirement) -> bool {
        let loaded = self.state.editor.document().and_then(Document::loaded);
        let mut used = loaded.iter().flat_map(|scene| scene.packs());
        let own = self.state.editor.pack();
        used.any(|used| used.name == pack.name) || own.is_some_and(|own| own.name == pack.name)
    }

    /// Shows the dialog and handles the choice.
    pub(super) fn show_pack_dialog(&mut self, ctx: &Context) {
        // An open file dialog is in front.
        if self.files.is_open() {
            return;
        }
        let Some(dialog) = &mut self.packs.dialog else { return };
        let Some(wish) = dialog.show(ctx, self.packs.known.work()) else { return };
        match (wish, &mut dialog.stage) {
            (PackChoice::Install, Stage::Ready(offer)) => {
                if self.packs.known.change(ctx, Change::Install(offer.clone())) {
                    dialog.stage = Stage::Installing(false);
                }
            }
            // The result is reported when the operation ends: it may be too late to cancel.
            (PackChoice::Cancel, Stage::Installing(canceled)) => {
                *canceled = true;
                self.packs.known.cancel(false);
            }
            (PackChoice::Cancel, stage) => {
                if matches!(stage, Stage::Preparing) {
                    self.packs.known.cancel(true);
                    self.notices.toasts.info(words::CANCELED);
                }
                self.packs.dialog = None;
            }
            (PackChoice::ChooseKey, _) => {
                let wanted = dialog.wanted.clone();
                self.open_file(&words::CHOOSE_KEY, file_dialogs::KEYS, move |window, ctx, path| {
                    window.packs.offer(ctx, Installation { key: Some(path), ..wanted }, &mut window.notices);
                });
            }
            (PackChoice::Install, _) => {}
        }
    }

    /// Rejects writing to a file in the pack store. Returns whether it was rejected.
    pub(super) fn refuses_stored(&mut self, path: &Path) -> bool {
        let is_stored = crate::packs::place::is_stored(path);
        if is_stored {
            let finding = sim_core::diagnostic::Diagnostic::error(sim_core::diagnostic::Code::PackStore, words::STORED);
            let finding = finding.with_file(path.display().to_string()).with_help(text::file::CHOOSE_FOLDER);
            self.notices.note(finding);
        }
        is_stored
    }

    /// The document's folder, as the default for new files. `None` for a pack, which is read-only.
    pub(super) fn folder_of_document(&self) -> Option<PathBuf> {
        let path = self.state.editor.document().and_then(Document::path).filter(|_| self.state.editor.pack().is_none());
        // A single-component path has an empty parent.
        path.and_then(Path::parent).map(|folder| std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf()))
    }
}
