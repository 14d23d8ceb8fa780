//! Builds the project of the file in the editor and loads its library.

use super::Window;
use crate::actions::BuildRequest;
use crate::preferences::layout::Pane;
use crate::text::build as words;
use egui::Context;
use sim_abi::ffi::types::LogLevel;
use sim_edit::Overwrite;
use sim_project::{Build, BuildEnd, BuildProject};
use sim_runner::Command;

impl Window {
    pub(super) fn build_request(&mut self, ctx: &Context, request: BuildRequest) {
        match request {
            BuildRequest::Start => self.start_build(ctx),
            BuildRequest::Cancel => {
                if let Some(build) = self.panels.editor.output.build() {
                    build.cancel();
                }
            }
        }
    }

    /// Saves the files of the project that contains the file in the editor, and builds it.
    fn start_build(&mut self, ctx: &Context) {
        if self.panels.editor.output.is_running() {
            self.notices.toasts.info(words::RUNS);
            return;
        }
        let shown = self.panels.editor.shown().and_then(|open| open.file.path());
        let Some(project) = shown.and_then(BuildProject::of) else {
            self.notices.toasts.warning(words::NO_PROJECT);
            return;
        };
        let of_project = |open: &&crate::panels::editor::OpenFile| {
            open.file.is_modified() && open.file.path().is_some_and(|path| path.starts_with(&project.folder))
        };
        let numbers: Vec<u64> =
            self.panels.editor.files().iter().filter(of_project).map(|open| open.file.number()).collect();
        // Reports errors, and prompts before overwriting changes of another program.
        if !numbers.into_iter().all(|number| self.save_text(number, Overwrite::No, None)) {
            return;
        }
        let ctx = ctx.clone();
        match Build::start(project, move || ctx.request_repaint()) {
            Ok(build) => {
                self.panels.editor.output.start(build);
                self.show_panel(Pane::Editor);
            }
            Err(finding) => self.notices.note(finding),
        }
    }

    /// Loads the library of a finished build. The simulation reports the result.
    pub(super) fn follow_build(&mut self) {
        let Some(end) = self.panels.editor.output.take_end() else { return };
        let name = self.panels.editor.output.build().map(|build| build.project().name()).unwrap_or_default();
        match end {
            BuildEnd::Built(libraries) => {
                let seconds = self.panels.editor.output.build().map_or(0, |build| build.duration().as_secs());
                self.notices.say(LogLevel::Info, "", words::built(&name, seconds));
                for library in libraries {
                    self.progress.install(&library);
                    self.state.runner.send(Command::Install(library));
                }
            }
            BuildEnd::Failed => {
                let errors = self.panels.editor.output.build().map_or(0, |build| {
                    build.with_progress(|told| told.messages.iter().filter(|message| message.is_error()).count())
                });
                self.notices.toasts.error(words::failed(errors, &name));
            }
            BuildEnd::Canceled => _ = self.notices.toasts.info(words::canceled(&name)),
            BuildEnd::Refused(finding) => self.notices.note(*finding),
        }
    }
}
