//! Packs: installs, updates and removes packs in the background, and updates the scene and the lists of components.

use super::Window;
use super::dialogs::{Answer, Question};
use super::files;
use super::pack_dialog::{PackChoice, PackDialog, Stage};
use crate::actions::{PackRequest, Request};
use crate::document::editor::Live;
use crate::packs::missing;
use crate::packs::work::{Change, Done, Installation, Packs};
use crate::preferences::layout::Pane;
use crate::text::{self, packs as words};
use egui::{Context, Panel, Ui};
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::Diagnostics;
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
            PackRequest::Install(names) => self.offer_packs(ctx, Installation { names, ..Installation::default() }),
            PackRequest::InstallMissing => {
                let names = self.packs.missing.1.clone();
                self.offer_packs(ctx, Installation { names, ..Installation::default() });
            }
            PackRequest::InstallFile(file) => {
                self.offer_packs(ctx, Installation { files: vec![file], ..Installation::default() })
            }
            PackRequest::ChooseFile => self.open_file(&words::FILE, files::PACKS, |window, ctx, path| {
                window.pack_request(ctx, PackRequest::InstallFile(path));
            }),
            PackRequest::Remove(pack) => {
                let mut text = words::ask_to_remove(&pack.to_string());
                if self.uses(&pack) {
                    text = format!("{text}\n{}", words::IN_USE);
                }
                let answers = vec![(words::REMOVE_NOW, Answer::RemovePack(pack)), (text::file::CANCEL, Answer::Cancel)];
                self.dialogs.ask(Question { text, answers });
            }
            PackRequest::Isolate { pack, in_program: true } => {
                let text = words::ask_to_let_in(&pack.to_string());
                let answers = vec![(words::LET_IN, Answer::LetPackIn(pack)), (text::file::CANCEL, Answer::Cancel)];
                self.dialogs.ask(Question { text, answers });
            }
            PackRequest::Isolate { pack, in_program } => self.change_packs(ctx, Change::Isolate { pack, in_program }),
            PackRequest::Source { source, used } => self.change_packs(ctx, Change::Source { source, used }),
        }
    }

    /// Computes an installation plan and shows it.
    fn offer_packs(&mut self, ctx: &Context, wanted: Installation) {
        if !self.packs.known.offer(ctx, wanted.clone()) {
            self.toasts.info(words::BUSY);
            return;
        }
        self.packs.dialog = Some(PackDialog::new(wanted));
    }

    /// Changes the pack store.
    pub(super) fn change_packs(&mut self, ctx: &Context, change: Change) {
        if !self.packs.known.change(ctx, change) {
            self.toasts.info(words::BUSY);
        }
    }

    /// Whether the open scene uses a pack.
    fn uses(&self, pack: &Requirement) -> bool {
        let loaded = self.state.editor.document().and_then(Document::loaded);
        let mut used = loaded.iter().flat_map(|scene| scene.packs());
        let own = self.state.editor.pack();
        used.any(|used| used.name == pack.name) || own.is_some_and(|own| own.name == pack.name)
    }

    /// Handles the results of pack operations since the last frame.
    pub(super) fn follow_packs(&mut self, ctx: &Context) {
        match self.packs.known.take(ctx).1 {
            None => {}
            Some(Done::Offered(offered)) => {
                let Some(dialog) = &mut self.packs.dialog else { return };
                match offered {
                    Ok(offer) if offer.packs.is_empty() => {
                        self.packs.dialog = None;
                        self.toasts.info(words::NOTHING_NEW);
                        offer.passed.iter().for_each(|passed| self.report_packs(passed.clone()));
                        // Another process may have installed them.
                        self.packs_changed(ctx);
                    }
                    Ok(offer) => dialog.offer(offer),
                    Err(findings) => dialog.stage = Stage::Refused(findings),
                }
            }
            Some(Done::Installed(Ok(packs))) => {
                self.packs.dialog = None;
                self.report_packs(words::done(&named(&packs)));
                self.packs_changed(ctx);
            }
            Some(Done::Installed(Err(findings))) => match &mut self.packs.dialog {
                Some(PackDialog { stage: Stage::Installing(true), .. }) => {
                    self.packs.dialog = None;
                    self.toasts.info(words::CANCELED);
                }
                Some(dialog) => dialog.stage = Stage::Refused(findings),
                None => self.note_all(&findings),
            },
            Some(Done::Removed(Ok(removed))) => {
                self.report_packs(words::removed(&named(&removed.packs)));
                self.packs_changed(ctx);
            }
            Some(Done::Isolated(Ok(packs))) => {
                packs.iter().for_each(|pack| {
                    let name = format!("{} {}", pack.name, pack.version);
                    self.report_packs(words::isolated(&name, pack.in_process));
                });
                self.packs_changed(ctx);
            }
            Some(Done::Source(Ok(()))) => self.packs.known.read(ctx),
            Some(Done::Removed(Err(findings)) | Done::Isolated(Err(findings)) | Done::Source(Err(findings))) => {
                self.refuse_packs(&findings);
            }
        }
        // A failed thread never reports a result.
        let waits =
            matches!(&self.packs.dialog, Some(PackDialog { stage: Stage::Preparing | Stage::Installing(..), .. }));
        if waits && self.packs.known.work().is_none() {
            self.packs.dialog = None;
        }
        self.find_missing_packs();
    }

    fn report_packs(&mut self, text: String) {
        self.toasts.success(&text);
        self.say(LogLevel::Info, "", text);
    }

    fn refuse_packs(&mut self, findings: &Diagnostics) {
        self.note_all(findings);
        self.show_panel(Pane::Problems);
    }

    /// Handles changed packs: updates the lists of components, and reloads a scene with missing packs.
    fn packs_changed(&mut self, ctx: &Context) {
        self.packs.known.read(ctx);
        self.state.runner.send(Command::Packs);
        let document = self.state.editor.document();
        let is_concerned = document.is_some_and(|document| {
            missing::is_reported(document.findings())
                || document.loaded().is_some_and(|scene| scene.packs().iter().any(|pack| !pack.folder.is_dir()))
        });
        if is_concerned {
            let structure = self.state.world.structure();
            let live = Live { runner: &self.state.runner, frame: &self.state.frame, structure };
            // The document's own file is not read, so this cannot fail.
            _ = self.state.editor.reload(false, &live);
            self.find_in_document();
        }
        self.packs.missing = (None, Vec::new());
    }

    /// Updates the missing packs if the document has changed.
    fn find_missing_packs(&mut self) {
        let document = self.state.editor.document();
        let revision = document.map(Document::revision);
        if self.packs.missing.0 != revision || revision.is_none() {
            self.packs.missing = (revision, document.map(missing::of_document).unwrap_or_default());
        }
    }

    /// The packs missing from the scene.
    pub fn missing_packs(&self) -> &[Requirement] {
        &self.packs.missing.1
    }

    /// Shows the missing packs with a button to install them.
    pub(super) fn show_missing_packs(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        if self.packs.missing.1.is_empty() || self.state.player.is_some() {
            return;
        }
        let names: Vec<String> = self.packs.missing.1.iter().map(ToString::to_string).collect();
        Panel::top("missing packs").show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label(words::missing(&names.join(", ")));
                if ui.button(words::INSTALL_MISSING).clicked() {
                    requests.push(PackRequest::InstallMissing.into());
                }
            });
        });
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
                    self.toasts.info(words::CANCELED);
                }
                self.packs.dialog = None;
            }
            (PackChoice::ChooseKey, _) => {
                let wanted = dialog.wanted.clone();
                self.open_file(&words::CHOOSE_KEY, files::KEYS, move |window, ctx, path| {
                    window.offer_packs(ctx, Installation { key: Some(path), ..wanted });
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
            self.note(finding);
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
