//! Applies requests from the user interface.

use super::Window;
use super::dialogs::{Answer, Next, Question};
use super::recordings::control_of;
use super::{dropped_files, ending, files};
use crate::actions::{Action, BuildRequest, Layout, PackRequest, Request, TextRequest};
use crate::document::editor;
use crate::packs::work::Change;
use crate::panels::problems::Origin;
use crate::preferences::layout::{Pane, ViewKind};
use crate::simulation::playback::Purpose;
use crate::text::{self, Text};
use crate::tools::cursor::PlaceCursor;
use crate::tools::draw::{Draw, Shape};
use crate::tools::gizmo::Mode;
use crate::tools::grab::{Grab, PointerOperation};
use crate::tools::measure::Measure;
use crate::tools::opening::Opening;
use crate::views::view3d::Viewpoint;
use crate::widgets::file_url::open_folder;
use crate::widgets::form;
use egui::{Context, Theme};
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_edit::{Document, FileError, Overwrite};
use sim_runner::{Command, RunState};
use std::path::{Path, PathBuf};

impl Window {
    pub(super) fn act(&mut self, ctx: &Context, request: Request) {
        match request {
            // An open recording handles actions differently.
            Request::Action(action) => match self
                .state
                .availability(self.count_selected())
                .reason(action)
                .filter(|_| self.state.player.is_none())
            {
                None => self.act_plainly(ctx, action),
                Some(reason) => _ = self.toasts.info(reason),
            },
            Request::Select { body, add } => self.select(body, add),
            Request::SelectAll { bodies, add } => self.select_bodies(bodies, add),
            Request::BindKeys { action, keys } => self.state.shortcuts.bind(action, keys),
            Request::KeySet(set) => self.choose_keys(ctx, set),
            Request::ResetKeys(action) => self.state.shortcuts.reset(action),
            Request::SelectPart(target) => self.select_part(target),
            Request::SelectPose(route, number) => {
                self.state.route_pose = Some((route.clone(), number));
                self.select_part(route);
            }
            Request::ThingMenu(select, at) => self.open_item_menu(ctx, *select, at),
            Request::Place(insertion) => self.begin_insertion(*insertion),
            Request::Insert(insertion, point) => self.insert(&insertion, point),
            Request::EndTool => self.views.tool.end(),
            Request::FinishTool(edit) => {
                if self.edit(edit, false) {
                    self.views.tool.end();
                }
            }
            Request::Refuse(why) => {
                self.say(LogLevel::Error, "", why.clone());
                self.toasts.error(why);
            }
            Request::Cursor(cursor) => self.state.cursor = cursor,
            Request::Drawing(drawing) => self.state.drawing = drawing,
            Request::Paste(text) => self.paste(&text),
            Request::Align { axis, to } => self.align(axis, to),
            Request::Hide { body, hidden } => self.hide(&[body], hidden),
            Request::Run(command) => {
                match &command {
                    Command::Install(file) => self.progress.install(file),
                    Command::ReloadLibrary(file) => self.progress.load(file),
                    _ => {}
                }
                self.state.runner.send(command);
            }
            Request::Edit { edit, coalesce } => _ = self.edit(edit, coalesce),
            Request::Drag(moved) => self.drag(ctx, moved),
            Request::Drop => self.drop_dragged(ctx),
            Request::TakeBackDrag => self.end_preview(),
            Request::PlaceNow(poses) => self.place_now(&poses),
            Request::Moment(moment) => (self.state.chosen_moment, self.state.knows_moment) = (moment, true),
            Request::Language(language) => self.languages.choose(language),
            Request::Units(units) => self.state.units = units,
            Request::Snap(snap) => self.state.snap = snap,
            Request::Show(shown) => self.show(shown),
            Request::Plot { robot, index } => {
                self.panels.plots.toggle(&self.state.runner, &self.state.world, robot, index)
            }
            Request::ExportPlots(path) => self.export_plots(path),
            Request::ExportPicture(path) => self.export_picture(ctx, path),
            Request::PlotDistance(robot) => {
                if let Some(comparison) = &self.state.comparison {
                    self.panels.plots.toggle_distance(&self.state.runner, comparison, robot);
                }
            }
            Request::Record(path) => self.record(path, false),
            Request::RecordView(wanted) => self.record_view(wanted),
            Request::OpenRecording(path) => self.open_recording(ctx, path, Purpose::Show),
            Request::Playback(control) => self.control(ctx, control),
            Request::Compare(path) => self.open_recording(ctx, path, Purpose::Compare),
            Request::EndComparison => self.end_comparison(),
            Request::ExportLog => self.export_log(),
            Request::ForgetMissing => {
                if let Err(error) = self.start_page.forget_missing() {
                    self.note(editor::failed(&error));
                }
            }
            Request::GoToMoment(time) => self.go_to_moment(time),
            Request::Open(path) => self.leave(ctx, Next::Open(path)),
            Request::Visit { finding, robot } => self.visit(&finding, robot.as_deref()),
            Request::Construct(robot) => {
                self.panels.construct.show_robot(robot);
                self.build();
            }
            Request::CallService { service, function, arguments } => {
                self.state.runner.send(self.state.calls.call_service(&service, &function, arguments));
            }
            Request::RobotFile(file) => self.robot_file(file),
            Request::Call { key, robot, arguments } => {
                let command = self.state.calls.call(key, robot, arguments);
                self.state.runner.send(command);
            }
            Request::Layout(layout) => self.choose_layout(layout),
            Request::Kept { id, what } => self.handle_saved_state(id, what),
            Request::ShowPanel(pane) => self.show_panel(pane),
            Request::ClosePanel(pane) => crate::preferences::layout::close(&mut self.tiles, pane),
            Request::Text(request) => self.text_request(ctx, request),
            Request::Build(request) => self.build_request(ctx, request),
            Request::Packs(request) => self.pack_request(ctx, request),
            Request::ApplyText => _ = self.apply_text(),
            Request::ShowFolder(path) => open_folder(ctx, &path),
        }
    }

    pub(super) fn act_plainly(&mut self, ctx: &Context, action: Action) {
        if let Some(control) = self.state.player.as_ref().and(control_of(action)) {
            return self.control(ctx, control);
        }
        match action {
            Action::Record => self.record_or_stop(),
            Action::OpenRecording => self.choose_recording(&text::choose::OPEN_RECORDING, Purpose::Show),
            Action::Compare => self.choose_recording(&text::choose::COMPARE, Purpose::Compare),
            Action::PlayPause => match self.state.frame.state {
                RunState::Playing => self.state.runner.send(Command::Pause),
                _ => self.state.runner.send(Command::Play),
            },
            Action::Step => self.state.runner.send(Command::Step(1)),
            Action::StepBack if self.state.frame.steps_back == 0 => {
                _ = self.toasts.info(text::recordings::NO_STEP_BACK)
            }
            Action::StepBack | Action::Stop | Action::Reset if self.records() => self.ask_to_end_recording(action),
            Action::StepBack | Action::Stop | Action::Reset => self.go_back(action),
            Action::Open => self.open_file(&text::choose::OPEN_SCENE, files::SCENES_TO_OPEN, |window, ctx, path| {
                match dropped_files::is_pack(&path) {
                    true => window.pack_request(ctx, PackRequest::InstallFile(path)),
                    false => window.leave(ctx, Next::Open(path)),
                }
            }),
            Action::New => self.leave(ctx, Next::New),
            Action::NewText => self.text_request(ctx, TextRequest::New),
            Action::NewComponent => self.ask_for_component(),
            Action::Build => self.build_request(ctx, BuildRequest::Start),
            Action::OpenText => self.text_request(ctx, TextRequest::Open(None)),
            Action::Reload if self.may_edit() => self.reload(true),
            Action::Reload => {}
            Action::Recover => self.ask_for_recoveries(),
            Action::Save => _ = self.apply_text() && self.save(None, Overwrite::No, None),
            Action::SaveAs => {
                if self.apply_text() {
                    self.save_as(None);
                }
            }
            Action::ExportSurroundings if self.apply_text() => self.choose_export(),
            Action::ImportSurroundings if self.apply_text() => self.choose_import(),
            Action::ExportSurroundings | Action::ImportSurroundings => {}
            Action::Undo | Action::Redo => {
                form::forget_errors(ctx);
                self.undo(action == Action::Redo);
            }
            Action::Delete => self.delete(),
            Action::Duplicate => self.duplicate(),
            Action::Copy => _ = self.copy(ctx),
            Action::Cut => {
                if self.copy(ctx) {
                    self.delete();
                }
            }
            Action::Paste => ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste),
            Action::Rename => self.ask_for_new_name(),
            Action::Hide => self.hide_selection(),
            Action::Labels => self.switch(|shown| &mut shown.labels),
            Action::Ceilings => self.switch(|shown| &mut shown.ceilings),
            Action::Margins => self.switch(|shown| &mut shown.margins),
            Action::ShowInText => self.show_in_text(),
            Action::SelectAll => self.select_all(),
            Action::Insert => self.dialogs.open_palette(true),
            Action::InsertByNumbers => self.dialogs.open_by_numbers(),
            Action::PlaceCursor => self.take_tool(action, PlaceCursor::default()),
            Action::ResetCursor => self.state.cursor = [0.0; 3],
            Action::Lock => self.lock(),
            Action::Move => self.choose_mode(Mode::Move),
            Action::Turn => self.choose_mode(Mode::Turn),
            Action::Resize => self.choose_mode(Mode::Resize),
            Action::Grab => self.take_tool(action, Grab::new(PointerOperation::Move)),
            Action::Spin => self.take_tool(action, Grab::new(PointerOperation::Turn)),
            Action::OwnAxes => self.state.axes = self.state.axes.other(),
            Action::Snap => self.state.snap.on = !self.state.snap.on,
            Action::Quit => self.leave(ctx, Next::Close),
            Action::SceneTree => self.switch_panel(Pane::Tree),
            Action::Inspector => self.switch_panel(Pane::Inspector),
            Action::TakeBackPoint => _ = self.views.tool.back(),
            Action::SceneView => self.views.show_initial_view(&self.state.world),
            Action::Fit | Action::FitSelection | Action::Top | Action::Front | Action::Side => {
                self.views.turn(action, &self.state.selected);
            }
            Action::OrbitLeft
            | Action::OrbitRight
            | Action::OrbitUp
            | Action::OrbitDown
            | Action::PanLeft
            | Action::PanRight
            | Action::PanUp
            | Action::PanDown
            | Action::ZoomIn
            | Action::ZoomOut => self.move_camera(action),
            Action::Parallel => {
                let orbit = &mut self.views.view3d.used_mut().orbit;
                orbit.parallel = !orbit.parallel;
            }
            Action::Follow => {
                let body = self.state.selected.last().copied();
                let view = self.views.view3d.used_mut();
                view.follow = if view.follow == body { None } else { body };
            }
            Action::FirstPerson => self.set_robot_viewpoint(Viewpoint::Front),
            Action::Behind => self.set_robot_viewpoint(Viewpoint::Behind),
            Action::ThroughCamera => self.show_camera_view(),
            Action::Measure => self.take_tool(action, Measure::default()),
            Action::DrawWalls => self.draw(action, Draw::new(Shape::Walls)),
            Action::DrawRoom => self.draw(action, Draw::new(Shape::Room)),
            Action::DrawField => self.draw(action, Draw::new(Shape::Field)),
            Action::DrawRoute => self.draw_route(),
            Action::DrawDoor => self.draw(action, Opening::default()),
            Action::SaveViewPicture => self.choose_view_picture(),
            Action::RecordView => self.record_view_or_stop(),
            Action::ExportSvg => self.save_plan(files::SVG),
            Action::ExportPng => self.save_plan(files::PNG),
            Action::Efficient => {
                self.views.content.efficient = !self.views.content.efficient;
                self.views.follow(&self.state.world, false, &self.state.hidden);
            }
            Action::Theme => {
                let theme = if ctx.theme() == Theme::Dark { Theme::Light } else { Theme::Dark };
                ctx.set_theme(theme);
            }
            Action::Palette => self.dialogs.open_palette(false),
            Action::Shortcuts => self.dialogs.open_shortcuts(),
            Action::NewView3d => self.add_view(ViewKind::View3d),
            Action::NewPlan => self.add_view(ViewKind::Plan),
            Action::NewCameras => self.add_view(ViewKind::Cameras),
            Action::Layout => self.choose_layout(Layout::Standard),
            Action::SaveLayout => self.ask_for_layout(),
            Action::KeepState => self.keep_state(),
            Action::NewestState => self.go_to_newest(),
            Action::Preferences => self.dialogs.open_preferences(),
            Action::Help => self.show_help(ctx),
            Action::Manual => self.manual.open(None),
            Action::About => self.dialogs.open_about(),
        }
    }

    /// Updates the problems after a change of the document.
    pub(super) fn follow_document(&mut self) {
        if let Some(document) = self.state.editor.document() {
            self.panels.problems.follow(Origin::Document, document.findings());
        }
    }

    /// Saves to `path`, or to the document's own file. Prompts before overwriting unknown contents, and then continues with `next`. Returns
    /// whether it was saved immediately.
    pub(super) fn save(&mut self, path: Option<PathBuf>, overwrite: Overwrite, next: Option<Next>) -> bool {
        let own = self.state.editor.document().and_then(Document::path).map(Path::to_path_buf);
        if let (None, Some(pack)) = (&path, self.state.editor.pack()) {
            let name = format!("{} {}", pack.name, pack.version);
            self.toasts.info(text::packs::saved_elsewhere(&name));
            self.save_as(next);
            return false;
        }
        if path.as_ref().is_some_and(|path| self.refuses_stored(path)) {
            return false;
        }
        // The document tracks its own file, so overwriting needs no question.
        let path = path.filter(|path| overwrite == Overwrite::Yes || Some(path) != own.as_ref());
        if let Some(path) = path.as_ref().filter(|path| overwrite == Overwrite::No && path.exists()) {
            let text = text::file::exists(&path.display().to_string());
            self.ask_to_overwrite(text, Some(path.clone()), next);
            return false;
        }
        match self.state.editor.save(path, overwrite) {
            Ok(()) => {
                let document = self.state.editor.document();
                let title = document.map(Document::title).unwrap_or_default();
                let path = document.and_then(Document::path).map(Path::to_path_buf);
                self.toasts.success(text::file::saved(&title));
                path.into_iter().for_each(|path| self.remember(&path));
                self.follow_document();
                true
            }
            Err(FileError::NoPath) => {
                self.save_as(next);
                false
            }
            Err(error @ (FileError::ChangedOnDisk { .. } | FileError::DeletedOnDisk { .. })) => {
                self.ask_to_overwrite(error.to_string(), None, next);
                false
            }
            Err(error) => {
                self.note(editor::failed(&error));
                false
            }
        }
    }

    fn ask_to_overwrite(&mut self, text: String, path: Option<PathBuf>, next: Option<Next>) {
        let answers =
            vec![(text::file::OVERWRITE, Answer::Overwrite(path, next)), (text::file::CANCEL, Answer::Cancel)];
        self.dialogs.ask(Question { text, answers });
    }

    /// Prompts for a file, saves to it and continues with `next`. The file dialog prompts before overwriting another file.
    pub(super) fn save_as(&mut self, next: Option<Next>) {
        let own = self.state.editor.document().and_then(Document::path).and_then(Path::file_name);
        let name = own.map_or_else(|| "scene.ron".to_owned(), |name| name.to_string_lossy().into_owned());
        self.save_file(&text::choose::SAVE_SCENE, files::SCENES, name, |window, ctx, path| {
            if window.save(Some(path), Overwrite::Yes, None) {
                next.into_iter().for_each(|next| window.go_on(ctx, next));
            }
        });
    }

    /// Saves to a file. Prompts before overwriting another file. Returns whether it was saved immediately.
    pub fn save_to(&mut self, path: PathBuf) -> bool {
        self.save(Some(path), Overwrite::No, None)
    }

    fn export_plots(&mut self, path: Option<PathBuf>) {
        let Some(path) = path else {
            let (name, title) = (self.name_of_export("plots", files::CSV), text::choose::EXPORT_PLOTS);
            return self.save_file(&title, files::CSV, name, |window, _, path| window.export_plots(Some(path)));
        };
        let result = self.panels.plots.write_csv(&path, self.state.player.is_some());
        self.written(&path, result, text::plots::EXPORT_FAILED);
    }

    fn export_log(&mut self) {
        let name = self.name_of_export("log", files::LOGS);
        self.save_file(&text::choose::EXPORT_LOG, files::LOGS, name, |window, _, path| {
            let result = sim_core::files::write_whole(&path, window.panels.log.to_text().as_bytes());
            window.written(&path, result, text::log::EXPORT_FAILED);
        });
    }

    /// Reports whether a file was written.
    pub(super) fn written(&mut self, path: &Path, result: std::io::Result<()>, failed: Text) {
        match result {
            Ok(()) => _ = self.toasts.success(text::plots::written(&path.display().to_string())),
            Err(error) => {
                let finding = Diagnostic::error(Code::ConfigValue, failed)
                    .with_file(path.display().to_string())
                    .with_found(error.to_string())
                    .with_help(text::file::CHOOSE_FOLDER);
                self.note(finding);
            }
        }
    }

    /// Runs an action that loses unsaved changes. Prompts first if there are any.
    pub(super) fn leave(&mut self, ctx: &Context, next: Next) {
        // An unfinished drawing counts as an unsaved change.
        if self.views.tool.begun(self.state.drawing).is_some() {
            self.leave_tool();
        }
        if self.panels.text.unapplied().is_some() {
            let answers = vec![
                (text::source::APPLY_FIRST, Answer::ApplyText(next.clone())),
                (text::source::THROW_AWAY, Answer::DropText(next)),
                (text::file::CANCEL, Answer::Cancel),
            ];
            return self.dialogs.ask(Question { text: text::source::UNAPPLIED.to_string(), answers });
        }
        if self.ask_about_texts(&next) {
            return;
        }
        if !self.state.editor.is_modified() {
            if !self.ask_to_end(&next) {
                self.go_on(ctx, next);
            }
            return;
        }
        let answers = vec![
            (text::file::SAVE, Answer::Save(next.clone())),
            (text::common::DISCARD, Answer::Discard(next)),
            (text::file::CANCEL, Answer::Cancel),
        ];
        let known = ending::to_know(&self.state.context());
        let text = [text::file::UNSAVED.to_string()].into_iter().chain(known).collect::<Vec<_>>().join("\n");
        self.dialogs.ask(Question { text, answers });
    }

    pub(super) fn go_on(&mut self, ctx: &Context, next: Next) {
        match next {
            Next::Close => {
                self.state.editor.close();
                self.closing = true;
                self.end_simulation();
                // Check the progress in the next frame.
                ctx.request_repaint();
            }
            Next::Open(path) => self.open(path),
            Next::New => self.begin(),
            Next::Recover(file) => self.recover(&file),
        }
    }

    pub(super) fn answer(&mut self, ctx: &Context, answer: Answer) {
        match answer {
            Answer::Cancel => {}
            Answer::Save(next) => {
                if self.save(None, Overwrite::No, Some(next.clone())) {
                    self.go_on(ctx, next);
                }
            }
            Answer::ApplyText(next) => {
                if self.apply_text() {
                    self.leave(ctx, next);
                }
            }
            Answer::DropText(next) => {
                self.panels.text.revert();
                self.leave(ctx, next);
            }
            Answer::Discard(next) => self.go_on(ctx, next),
            Answer::EndRecording(action) => {
                self.state.runner.send(Command::StopRecording);
                self.go_back(action);
            }
            Answer::Named(purpose, name) => self.named(purpose, name),
            Answer::ReplaceLayout(name) => self.replace_layout(name),
            Answer::DeleteLayout(name) => self.layouts.delete(&name),
            Answer::GoToState(id) => self.go_to_state(id),
            Answer::ExportOver(path) => self.export_surroundings(ctx, path),
            Answer::RecordOver(path) => self.record_over(path),
            Answer::Edit(edit) => _ = self.edit(*edit, false),
            Answer::Delete(edit, left) => self.delete_all_but(*edit, left.as_deref()),
            Answer::InsertByNumbers => self.insert_by_numbers(),
            Answer::Make(dialog) => self.make_component(*dialog),
            Answer::OverwriteText(number, next) => {
                if self.save_text(number, Overwrite::Yes, None) {
                    next.into_iter().for_each(|next| self.leave(ctx, next));
                }
            }
            Answer::SaveText(number) => self.save_and_close_text(number),
            Answer::CloseText(number) => self.panels.editor.close(number),
            Answer::SaveTexts(next) => self.save_texts(ctx, next),
            Answer::DropTexts(next) => {
                self.panels.editor.close_all();
                self.leave(ctx, next);
            }
            Answer::RemovePack(pack) => self.change_packs(ctx, Change::Remove(pack)),
            Answer::LetPackIn(pack) => self.change_packs(ctx, Change::Isolate { pack, in_program: true }),
            Answer::Overwrite(path, next) => {
                if self.save(path, Overwrite::Yes, None) {
                    next.into_iter().for_each(|next| self.go_on(ctx, next));
                }
            }
        }
    }
}
