//! Applies requests from the user interface.

use super::Window;
use super::dialogs::{Answer, Next};
use super::recordings::control_of;
use super::{dropped_files, file_dialogs};
use crate::actions::{Action, BuildRequest, Layout, PackRequest, Request, RunRequest, SettingRequest, TextRequest};
use crate::packs::work::Change;
use crate::preferences::layout::{Pane, ViewKind};
use crate::simulation::playback::Purpose;
use crate::text;
use crate::tools::cursor::PlaceCursor;
use crate::tools::draw::{Draw, Shape};
use crate::tools::gizmo::Mode;
use crate::tools::grab::{Grab, PointerOperation};
use crate::tools::measure::Measure;
use crate::tools::opening::Opening;
use crate::views::view3d::Viewpoint;
use crate::widgets::form;
use egui::{Context, Theme};
use sim_edit::Overwrite;
use sim_runner::{Command, RunState};

impl Window {
    pub(super) fn act(&mut self, ctx: &Context, request: Request) {
        match request {
            // An open recording handles actions differently.
            Request::Action(action) => match self
                .state
                .availability(self.count_selected())
                .reason(action)
                .filter(|_| self.state.scene.player.is_none())
            {
                None => self.act_plainly(ctx, action),
                Some(reason) => _ = self.notices.toasts.info(reason),
            },
            Request::Keys(request) => self.key_request(ctx, request),
            Request::Select(request) => self.select_request(ctx, request),
            Request::View(request) => self.view_request(request),
            Request::Tool(request) => self.tool_request(ctx, request),
            Request::Edit(request) => self.edit_request(request),
            Request::Setting(request) => self.setting_request(request),
            Request::Run(request) => self.run_request(request),
            Request::Recording(request) => self.recording_request(ctx, request),
            Request::Plot(request) => self.plot_request(ctx, request),
            Request::Panel(request) => self.panel_request(request),
            Request::File(request) => self.file_request(ctx, request),
            Request::Notice(request) => self.notice_request(request),
            Request::Robot(request) => self.robot_request(request),
            Request::Text(request) => self.text_request(ctx, request),
            Request::Build(request) => self.build_request(ctx, request),
            Request::Packs(request) => self.pack_request(ctx, request),
        }
    }

    fn setting_request(&mut self, request: SettingRequest) {
        let settings = &mut self.state.settings;
        match request {
            SettingRequest::Language(language) => self.languages.choose(language),
            SettingRequest::Units(units) => settings.units = units,
            SettingRequest::Snap(snap) => settings.snap = snap,
            SettingRequest::Cursor(cursor) => settings.cursor = cursor,
            SettingRequest::Drawing(drawing) => settings.drawing = drawing,
            SettingRequest::Moment(moment) => (settings.chosen_moment, settings.knows_moment) = (moment, true),
        }
    }

    fn run_request(&mut self, request: RunRequest) {
        match request {
            RunRequest::Command(command) => {
                match &command {
                    Command::Install(file) => self.progress.install(file),
                    Command::ReloadLibrary(file) => self.progress.load(file),
                    _ => {}
                }
                self.state.runner.send(command);
            }
            RunRequest::GoTo(time) => self.go_to_moment(time),
            RunRequest::Call { key, robot, arguments } => {
                let command = self.state.scene.calls.call(key, robot, arguments);
                self.state.runner.send(command);
            }
            RunRequest::CallService { service, function, arguments } => {
                let command = self.state.scene.calls.call_service(&service, &function, arguments);
                self.state.runner.send(command);
            }
            RunRequest::State { id, what } => self.handle_saved_state(id, what),
        }
    }

    pub(super) fn act_plainly(&mut self, ctx: &Context, action: Action) {
        if let Some(control) = self.state.scene.player.as_ref().and(control_of(action)) {
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
                _ = self.notices.toasts.info(text::recordings::NO_STEP_BACK)
            }
            Action::StepBack | Action::Stop | Action::Reset if self.state.records() => {
                self.ask_to_end_recording(action)
            }
            Action::StepBack | Action::Stop | Action::Reset => self.go_back(action),
            Action::Open => {
                self.open_file(&text::choose::OPEN_SCENE, file_dialogs::SCENES_TO_OPEN, |window, ctx, path| {
                    match dropped_files::is_pack(&path) {
                        true => window.pack_request(ctx, PackRequest::InstallFile(path)),
                        false => window.leave(ctx, Next::Open(path)),
                    }
                })
            }
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
            Action::ResetCursor => self.state.settings.cursor = [0.0; 3],
            Action::Lock => self.lock(),
            Action::Move => self.choose_mode(Mode::Move),
            Action::Turn => self.choose_mode(Mode::Turn),
            Action::Resize => self.choose_mode(Mode::Resize),
            Action::Grab => self.take_tool(action, Grab::new(PointerOperation::Move)),
            Action::Spin => self.take_tool(action, Grab::new(PointerOperation::Turn)),
            Action::OwnAxes => self.state.settings.axes = self.state.settings.axes.other(),
            Action::Snap => self.state.settings.snap.on = !self.state.settings.snap.on,
            Action::Quit => self.leave(ctx, Next::Close),
            Action::SceneTree => self.switch_panel(Pane::Tree),
            Action::Inspector => self.switch_panel(Pane::Inspector),
            Action::TakeBackPoint => _ = self.views.tool.back(),
            Action::SceneView => self.views.show_initial_view(&self.state.world),
            Action::Fit | Action::FitSelection | Action::Top | Action::Front | Action::Side => {
                self.views.turn(action, &self.state.scene.selected);
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
                let body = self.state.scene.selected.last().copied();
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
            Action::ExportSvg => self.save_plan(file_dialogs::SVG),
            Action::ExportPng => self.save_plan(file_dialogs::PNG),
            Action::Efficient => {
                self.views.content.efficient = !self.views.content.efficient;
                self.views.follow(&self.state.world, false, &self.state.scene.hidden);
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
            Answer::DeleteLayout(name) => self.layout.named.delete(&name),
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
            Answer::RemovePack(pack) => self.packs.change(ctx, Change::Remove(pack), &mut self.notices),
            Answer::LetPackIn(pack) => {
                self.packs.change(ctx, Change::Isolate { pack, in_program: true }, &mut self.notices)
            }
            Answer::Overwrite(path, next) => {
                if self.save(path, Overwrite::Yes, None) {
                    next.into_iter().for_each(|next| self.go_on(ctx, next));
                }
            }
        }
    }
}
