//! The window: receives data from the simulation, draws the panels and applies their requests.

mod about;
mod active_view;
mod alerts;
mod builds;
mod by_numbers;
mod changed_files;
mod construction;
mod dialogs;
mod drag;
mod dropped_files;
mod edits;
mod ending;
mod escape;
mod events;
mod file_dialogs;
mod findings;
mod graphics;
mod help_pages;
mod input;
mod inspection;
mod item_menu;
mod layout_menu;
mod menu_bar;
mod new_component;
mod notices;
mod pacing;
mod pack_dialog;
mod packs;
mod palette;
mod panel_layout;
mod panes;
mod per_scene;
mod plots;
mod preferences;
mod preview;
mod progress;
mod recordings;
mod recovery;
mod requests;
mod saved_states;
mod scene_files;
mod settings;
mod shortcut_list;
mod start_page;
mod state;
mod status_bar;
mod stored_settings;
mod surroundings;
mod switches;
mod tabs;
mod text_files;
mod toolbar;
mod tools;
mod view_files;
mod views;

use crate::actions::{Action, Request};
use crate::document::editor;
use crate::manual::Manual;
use crate::panels::plots::Source;
use crate::panels::timeline;
use crate::preferences::folder;
use crate::preferences::language::{Language, Languages};
use crate::preferences::layout::Pane;
use crate::simulation::playback::{self, Player, Purpose, is_recording};
use crate::text;
use crate::views::content::Content;
use about::About;
use active_view::Views;
use changed_files::ChangedFiles;
use dialogs::Dialogs;
use eframe::CreationContext;
use egui::{CentralPanel, Panel, Ui, ViewportCommand};
pub use ending::End;
use file_dialogs::Files;
use graphics::Graphics;
use notices::Notices;
use panel_layout::PanelLayout;
use panes::{Panels, Panes};
use per_scene::PerScene;
use plots::Screenshots;
use progress::Progress;
use recovery::RecoveryArea;
use settings::Settings;
use sim_abi::ffi::module::Module;
use sim_core::diagnostic::Diagnostic;
use sim_core::engine::BuildOptions;
use sim_core::plugins::{Describe, Isolation, PluginHost, SearchPath};
use sim_edit::Document;
use sim_runner::{Command, Comparison, Runner, RunnerOptions, TrailOptions};
use start_page::StartPage;
use state::State;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
pub use view_files::VideoStatus;
use view_files::ViewFiles;

/// Options of the window.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Scene to open.
    pub scene: Option<PathBuf>,
    /// Folders with plugins, searched before the others.
    pub plugins: Vec<PathBuf>,
    /// Describes the contents of libraries.
    pub describe: Describe,
    /// Which libraries run in separate processes.
    pub isolation: Isolation,
    /// Defaults for values not specified by the scene.
    pub build: BuildOptions,
    /// Whether to start the simulation as soon as the scene is built.
    pub play: bool,
    /// Whether the 3D view starts with few polygons and without shadows.
    pub efficient: bool,
    /// Folder for persistent data. Default: the user's data folder.
    pub data: Option<PathBuf>,
    /// The language if the user has chosen none. Default: the system's language.
    pub language: Option<Language>,
    /// Returns whether the program is requested to quit, for example by Ctrl-C. The window then closes without questions.
    pub asked: Option<fn() -> bool>,
}

/// The window.
pub struct Window {
    state: State,
    views: Views,
    panels: Panels,
    notices: Notices,
    layout: PanelLayout,
    /// The robot under construction whose telemetry is included in the frames.
    watched: Option<Arc<str>>,
    dialogs: Dialogs,
    manual: Manual,
    start_page: StartPage,
    progress: Progress,
    jobs: surroundings::Jobs,
    screenshots: Screenshots,
    view_files: ViewFiles,
    files: Files,
    input: input::Input,
    /// Installed packs and operations on them.
    packs: packs::PackState,
    recovery: RecoveryArea,
    changed_files: ChangedFiles,
    graphics: Graphics,
    languages: Languages,
    play: bool,
    ending: ending::Ending,
}

impl Window {
    /// Starts the simulation thread and, with a scene, building the scene.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn new(context: &CreationContext<'_>, options: Options) -> Result<Self, Diagnostic> {
        Self::with_linked(context, options, Vec::new())
    }

    /// As [`Window::new`], with plugins linked into this program, by name.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn with_linked(
        context: &CreationContext<'_>,
        options: Options,
        linked: Vec<(&'static str, &'static Module)>,
    ) -> Result<Self, Diagnostic> {
        let egui = context.egui_ctx.clone();
        egui.add_plugin(crate::widgets::accessible_names::Names);
        egui.add_plugin(crate::widgets::key_order::KeyOrder::default());
        crate::widgets::theme::set(&egui);
        let languages = Languages::new(options.language, &stored_settings::language(context.storage));
        let (search, describe) = (SearchPath::standard(&options.plugins), options.describe);
        let isolation = options.isolation;
        let host = move || {
            let mut host = PluginHost::describing(search, describe)?;
            host.isolate(isolation);
            host.load_all();
            linked.into_iter().try_for_each(|(name, module)| host.add_in_process(name, module))?;
            Ok(host)
        };
        let repaint: Arc<dyn Fn() + Send + Sync> = Arc::new(move || egui.request_repaint());
        let on_written = repaint.clone();
        let runner = Runner::start(host, RunnerOptions { repaint, ..RunnerOptions::default() })?;
        let data = options.data.or_else(folder::of_user);
        let about = About::new(data.as_deref(), context.wgpu_render_state.as_ref());
        let (start_page, unread) = StartPage::new(data.as_deref());
        let recovery = RecoveryArea::start(data.as_deref(), on_written)?;
        let (changed_files, unwatched) =
            ChangedFiles::start(&context.egui_ctx, stored_settings::reloads(context.storage));
        let graphics = Graphics::listen(&context.egui_ctx, context.wgpu_render_state.as_ref());
        let mut window = Self {
            state: State::new(runner, options.build),
            views: Views::new(Content::new(context.wgpu_render_state.as_ref())),
            panels: Panels::new(stored_settings::drive(context.storage)),
            notices: Notices::default(),
            layout: PanelLayout::new(stored_settings::tiles(context.storage)),
            watched: None,
            dialogs: Dialogs::new(about),
            manual: Manual::default(),
            start_page,
            progress: Progress::default(),
            jobs: surroundings::Jobs::default(),
            screenshots: Screenshots::default(),
            view_files: ViewFiles::new(context.egui_ctx.clone()),
            files: Files::default(),
            input: input::Input::default(),
            packs: packs::PackState::default(),
            recovery,
            changed_files,
            graphics,
            languages,
            play: options.play,
            ending: ending::Ending::default(),
        };
        let unread = unread.as_ref().map(editor::failed);
        unread.into_iter().chain(unwatched).for_each(|finding| window.notices.note(finding));
        window.listen_for_end(options.asked, &context.egui_ctx)?;
        window.state.runner.send(Command::Trails(Some(TrailOptions::default())));
        window.take_chosen(context.storage);
        window.views.content.efficient |= options.efficient;
        if let Some(scene) = options.scene {
            match is_recording(&scene) {
                true => window.open_recording(&context.egui_ctx, scene, Purpose::Show),
                false => window.open(scene),
            }
        }
        window.recovery.offer(&mut window.notices);
        Ok(window)
    }

    /// Opens a scene and starts building it.
    pub fn open(&mut self, path: PathBuf) {
        match self.state.editor.open(&path, &self.state.runner) {
            Ok(()) => {
                self.clear();
                self.find_in_document();
                self.remember(&path);
            }
            Err(error) => {
                self.notices.note(editor::failed(&error));
                self.show_panel(Pane::Problems);
            }
        }
        if std::mem::take(&mut self.play) {
            self.state.runner.send(Command::Play);
        }
    }

    /// Adds the file to the list of recent files.
    fn remember(&mut self, path: &std::path::Path) {
        if let Err(error) = self.start_page.note(path) {
            self.notices.note(editor::failed(&error));
        }
    }

    /// Number of selected items.
    fn count_selected(&self) -> usize {
        self.state.scene.selected.len()
            + usize::from(self.state.scene.part.is_some())
            + usize::from(self.panels.construct.has_keys())
    }

    /// Shows the diagnostics of the document's text.
    fn find_in_document(&mut self) {
        if self.notices.find_in_document(self.state.editor.document()) {
            self.show_panel(Pane::Problems);
        }
    }

    /// Whether closing would lose unsaved changes.
    fn has_changes(&self) -> bool {
        self.state.editor.is_modified() || self.panels.text.unapplied().is_some()
    }

    /// Creates a scene.
    fn begin(&mut self) {
        self.clear();
        self.state.editor.begin(&self.state.runner);
    }

    /// Drops everything that belongs to the open scene.
    fn clear(&mut self) {
        self.end_view_video(text::view_files::OTHER_SCENE);
        self.end_comparison();
        self.state.scene = PerScene::after(self.state.world.structure().generation);
        self.state.world.faults.clear();
        self.panels.forget(&self.state.runner);
        self.views.forget();
        self.views.tool.forget();
        self.jobs.forget_imports();
        self.notices.toasts.forget_done();
        self.notices.problems.clear();
        self.changed_files.forget();
    }

    /// Brings a panel to the front.
    pub fn show_panel(&mut self, pane: Pane) {
        if pane == Pane::Log {
            self.notices.log.open();
        }
        self.layout.show(pane);
    }
}

impl Window {
    /// Menus, toolbar and status bar.
    fn show_bars(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        let availability = self.state.availability(self.count_selected());
        Panel::top("menu").show(ui, |ui| {
            menu_bar::show(ui, &availability, self.languages, &self.layout, &mut self.start_page, requests);
        });
        if self.state.scene.player.is_none() {
            let context = self.state.context();
            Panel::top("tools").show(ui, |ui| toolbar::show(ui, &availability, &context, requests));
        }
        self.show_changed_files(ui);
        if self.state.scene.player.is_none() {
            self.packs.show_missing(ui, requests);
        }
        Panel::bottom("status").show(ui, |ui| self.show_status(ui, requests));
        self.show_opening(ui);
        if let Some(player) = &self.state.scene.player {
            Panel::bottom("timeline")
                .show(ui, |ui| timeline::show(ui, player, &self.state.settings.shortcuts, requests));
        }
    }

    fn show_status(&self, ui: &mut Ui, requests: &mut Vec<Request>) {
        let State { world, frame, editor, scene, .. } = &self.state;
        let star = if editor.is_modified() { " *" } else { "" };
        let of_pack = editor.pack().map(|pack| format!(" · {} {}", pack.name, pack.version)).unwrap_or_default();
        let status = status_bar::Status {
            title: &editor.document().map_or_else(String::new, |document| document.title() + star + &of_pack),
            duration: world.structure().duration.filter(|_| scene.player.is_none()),
            problems: self.notices.problems.count(),
            alerts: &alerts::of(&self.state.context()),
            acceptance: &scene.acceptance,
            video: self.view_video(),
            adapter: self.views.content.adapter().map(|adapter| &*adapter.name),
        };
        status_bar::show(ui, frame, &status, requests);
    }

    fn show_panels(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        self.state.follow_runner();
        self.state.check_routes(ui.ctx());
        let context = self.state.context();
        self.views.content.update_overlays(&context);
        let recorded = self.state.scene.player.as_ref().map(Player::playback);
        let source = Source {
            runner: context.runner,
            world: context.world,
            recorded: recorded.or(self.state.scene.comparison.as_ref().map(Comparison::playback)),
            playing: recorded.map(|playback| playback.time()),
        };
        self.panels.plots.follow(&source, &playback::repaint(ui.ctx()));
        self.layout.fit_width(ui.available_width());
        let all = self.layout.open();
        self.views.follow_panes(&all, &self.layout.visible());
        self.panels.follow_panes(&all);
        // Layout must not shift under the pointer.
        let may_move = !self.views.tool.is_chosen() && !ui.input(|input| input.pointer.any_down());
        let empty = self.notices.log.folds(may_move);
        let folded = empty.then(|| self.layout.fold(Pane::Log)).flatten();
        let (views, panels, start_page) = (&mut self.views, &mut self.panels, &self.start_page);
        let (notices, packs) = (&mut self.notices, &self.packs.known);
        let PanelLayout { tiles, tabs, .. } = &mut self.layout;
        tabs.clear();
        CentralPanel::no_frame().show(ui, |ui| {
            let ctx = ui.ctx().clone();
            let source = &source;
            let mut panes = Panes { ctx, context, views, panels, notices, source, start_page, packs, tabs, requests };
            tiles.ui(&mut panes, ui);
        });
        if folded.is_some_and(|folded| folded.unfold(&mut self.layout.tiles)) {
            self.notices.log.open();
        }
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.follow_quit_request();
        self.take_opened(&ctx);
        self.listen(&ctx);
        self.screenshots.update(&mut self.notices);
        self.view_files.report(&mut self.notices);
        if self.graphics.update(&mut self.notices) {
            // Unsaved work is saved as after a crash.
            self.ending.confirmed = true;
            self.views.content.lose_device();
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        self.follow_files();
        self.follow_build();
        self.follow_surroundings();
        let mut requests = Vec::new();
        self.packs.update(&ctx, &mut self.state, &mut self.notices, &mut requests);
        if !requests.is_empty() {
            // They take effect at the end of this frame.
            ctx.request_repaint();
        }
        let closing = ctx.input(|input| input.viewport().close_requested());
        let of_editor = self.take_editor_keys(&ctx);
        requests.extend(self.take_input(&ctx));
        requests.extend(of_editor);
        let arrows = !self.panels.tree.has_arrow_keys(&ctx);
        let action = self.pressed(&ctx, arrows);
        if closing || action.is_some_and(Action::needs_whole_document) {
            input::finish_typing(&ctx);
        }
        self.state.settings.units.choose(&ctx);
        self.follow_switches(&ctx);
        self.show_bars(ui, &mut requests);
        self.follow_building();
        self.show_panels(ui, &mut requests);
        self.follow_view_video();
        self.show_item_menu(&ctx, &mut requests);
        let availability = self.state.availability(self.count_selected());
        let Settings { snap, units, cursor, .. } = self.state.settings;
        let (plugins, languages, shown) = (&self.state.plugins, self.languages, &self.views.content.shown);
        let chosen = preferences::Chosen { shown, snap, cursor, units, languages, plugins, availability };
        let answer = self.dialogs.show(ui, &chosen, &mut requests);
        self.manual.show(&ctx);
        self.show_pack_dialog(&ctx);
        self.show_file_dialog(&ctx);
        let title = self.state.editor.document().map(Document::title).unwrap_or_default();
        self.progress.show(&ctx, &self.state.frame.state, &title);
        dropped_files::hint(&ctx);
        self.notices.toasts.show(&ctx, self.layout.place_of_toasts(ctx.content_rect()));
        let State { world, frame, runner, scene, .. } = &self.state;
        // The robots of a recording have other indices than those that can be driven.
        if scene.player.is_some() {
            self.panels.drive.let_go();
        } else {
            let commands = self.panels.drive.commands(world, frame, &scene.selected);
            commands.into_iter().for_each(|command| runner.send(command));
        }
        // Fields that lost focus to the action commit their values first.
        for request in requests.into_iter().chain(action.map(Request::from)) {
            self.act(&ctx, request);
        }
        self.drop_forgotten(&ctx);
        if let Some(answer) = answer {
            self.answer(&ctx, answer);
        }
        if closing {
            self.wants_to_close(&ctx);
        }
        self.follow_end(&ctx);
        self.input.typing = ctx.text_edit_focused();
        self.show_recoveries(&ctx);
        self.recovery.update(&mut self.state.editor, &mut self.panels, &mut self.notices);
    }

    fn on_exit(&mut self) {
        let unfinished = self.state.runner.end();
        let unwritten = self.view_files.finish(self.state.frame.time, &mut self.views, &mut self.notices);
        let failure = self.graphics.take_loss().or(unfinished).or(unwritten);
        *self.ending.report.lock().unwrap_or_else(PoisonError::into_inner) = End { lines: self.last_lines(), failure };
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.keep_chosen(storage);
    }
}
