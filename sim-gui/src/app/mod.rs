//! The window: receives data from the simulation, draws the panels and applies their requests.

mod about;
mod active_view;
mod alerts;
mod builds;
mod by_numbers;
mod changed_files;
mod dialogs;
mod drag;
mod dropped_files;
mod edits;
mod ending;
mod escape;
mod events;
mod files;
mod findings;
mod graphics;
mod input;
mod item_menu;
mod layout_menu;
mod menu_bar;
mod new_component;
mod pacing;
mod pack_dialog;
mod packs;
mod palette;
mod panes;
mod preferences;
mod preview;
mod progress;
mod recordings;
mod recovery;
mod requests;
mod robots;
mod saved_states;
mod screenshots;
mod shortcut_list;
mod start_page;
mod state;
mod status_bar;
mod stored;
mod surroundings;
mod switches;
mod tabs;
mod text_files;
mod toolbar;
mod tools;
mod topics;
mod view_files;
mod views;

use crate::actions::{Action, Request};
use crate::document::editor;
use crate::manual::Manual;
use crate::panels::log::Line;
use crate::panels::plots::Source;
use crate::panels::problems::Origin;
use crate::panels::timeline;
use crate::preferences::folded;
use crate::preferences::folder;
use crate::preferences::language::{Language, Languages};
use crate::preferences::layout::{self, Pane};
use crate::preferences::named_layouts::Layouts;
use crate::simulation::playback::{self, Opening, Player, Purpose, is_recording};
use crate::text;
use crate::views::content::Content;
use crate::widgets::messages::Messages;
use about::About;
use active_view::Views;
use changed_files::ChangedFiles;
use dialogs::Dialogs;
use eframe::CreationContext;
use egui::{CentralPanel, Panel, Ui};
pub use ending::End;
use files::Files;
use graphics::Graphics;
use panes::{Panels, Panes};
use progress::Progress;
use recovery::Recovering;
use screenshots::Screenshots;
use sim_abi::ffi::module::Module;
use sim_core::diagnostic::Diagnostic;
use sim_core::engine::BuildOptions;
use sim_core::plugins::{Describe, Isolation, PluginHost, SearchPath};
use sim_edit::{Autosave, Document, Target};
use sim_runner::{Command, Comparison, Frame, Runner, RunnerOptions, Series, TrailOptions};
use start_page::StartPage;
use state::State;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
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
    /// Warnings of services.
    alerts: alerts::Alerts,
    /// The panel layout.
    tiles: egui_tiles::Tree<Pane>,
    /// The layout before the construction view was opened.
    tiles_before: Option<egui_tiles::Tree<Pane>>,
    /// The tabs of the panels with their rectangles in the last frame, points.
    tabs: Vec<(Pane, egui::Rect)>,
    /// Where the last context menu was opened, points.
    item_menu: egui::Pos2,
    layouts: Layouts,
    /// The robot under construction whose telemetry is included in the frames.
    watched: Option<Arc<str>>,
    dialogs: Dialogs,
    manual: Manual,
    start_page: StartPage,
    progress: Progress,
    jobs: surroundings::Jobs,
    toasts: Messages,
    screenshots: Screenshots,
    view_files: ViewFiles,
    /// A recording being opened.
    opening: Option<Opening>,
    files: Files,
    /// Requests from outside, see [`Window::request`].
    requested: Vec<Request>,
    /// Installed packs and operations on them.
    packs: packs::PackState,
    /// Saves unsaved work for crash recovery.
    autosave: Option<Autosave>,
    recovering: Recovering,
    changed_files: ChangedFiles,
    graphics: Graphics,
    languages: Languages,
    locked: switches::Locked,
    play: bool,
    /// Whether closing has been confirmed, regardless of unsaved changes.
    closing: bool,
    ending: ending::Ending,
    /// Whether text was being entered in the previous frame.
    typing: bool,
    /// Width of the window in the previous frame, points.
    width: f32,
    /// The report for the caller after the window has closed.
    pub(crate) end_report: Arc<Mutex<End>>,
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
        let languages = Languages::new(options.language, &stored::language(context.storage));
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
        let autosave = data.map(|folder| recovery::start(&folder, on_written)).transpose()?;
        let (changed_files, unwatched) = ChangedFiles::start(&context.egui_ctx, stored::reloads(context.storage));
        let graphics = Graphics::listen(&context.egui_ctx, context.wgpu_render_state.as_ref());
        let mut window = Self {
            state: State::new(runner, options.build),
            views: Views::new(Content::new(context.wgpu_render_state.as_ref())),
            alerts: alerts::Alerts::default(),
            panels: Panels::new(stored::drive(context.storage)),
            tiles: stored::tiles(context.storage),
            tabs: Vec::new(),
            item_menu: egui::Pos2::ZERO,
            tiles_before: None,
            layouts: Layouts::default(),
            watched: None,
            dialogs: Dialogs::new(about),
            manual: Manual::default(),
            start_page,
            progress: Progress::default(),
            jobs: surroundings::Jobs::default(),
            toasts: Messages::default(),
            screenshots: Screenshots::default(),
            view_files: ViewFiles::new(context.egui_ctx.clone()),
            opening: None,
            files: Files::default(),
            requested: Vec::new(),
            packs: packs::PackState::default(),
            autosave,
            recovering: Recovering::default(),
            changed_files,
            graphics,
            languages,
            locked: switches::Locked::default(),
            play: options.play,
            closing: false,
            ending: ending::Ending::default(),
            typing: false,
            width: 0.0,
            end_report: Arc::default(),
        };
        let unread = unread.as_ref().map(editor::failed);
        unread.into_iter().chain(unwatched).for_each(|finding| window.note(finding));
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
        window.offer_recoveries();
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
                self.note(editor::failed(&error));
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
            self.note(editor::failed(&error));
        }
    }

    /// Number of selected items.
    fn count_selected(&self) -> usize {
        self.state.selected.len()
            + usize::from(self.state.part.is_some())
            + usize::from(self.panels.construct.has_keys())
    }

    /// Shows the diagnostics of the document's text.
    fn find_in_document(&mut self) {
        let findings = self.state.editor.document().map(|document| document.findings().clone()).unwrap_or_default();
        if let Some(worst) = findings.iter().next() {
            self.announce(worst);
        }
        self.panels.problems.follow(Origin::Document, &findings);
        if findings.has_errors() {
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

    fn clear(&mut self) {
        self.end_view_video(text::view_files::OTHER_SCENE);
        (self.opening, self.state.player) = (None, None);
        self.jobs.forget_imports();
        self.state.closed = Some(self.state.world.structure().generation);
        self.toasts.forget_done();
        self.end_comparison();
        self.panels.problems.clear();
        self.state.acceptance.forget();
        self.alerts.forget();
        self.panels.text.forget();
        self.state.world.faults.clear();
        self.panels.plots.clear(&self.state.runner);
        self.views.forget();
        self.panels.construct.forget();
        self.state.selected.clear();
        (self.state.hidden, self.state.created, self.state.preview) = (Vec::new(), Vec::new(), None);
        (self.state.part, self.state.route_pose, self.state.refused) = (None, None, None);
        self.state.calls.forget();
        self.views.tool.forget();
        self.changed_files.forget();
    }

    /// Brings a panel to the front.
    pub fn show_panel(&mut self, pane: Pane) {
        if pane == Pane::Construction {
            return self.build();
        }
        if pane == Pane::Log {
            self.panels.log.open();
        }
        layout::show(&mut self.tiles, pane);
    }

    /// The document.
    pub fn document(&self) -> Option<&Document> {
        self.state.editor.document()
    }

    /// The latest frame.
    pub fn frame(&self) -> &Frame {
        &self.state.frame
    }

    /// The simulation.
    pub fn runner(&self) -> &Runner {
        &self.state.runner
    }

    /// Selected bodies, by index.
    pub fn selected(&self) -> &[usize] {
        &self.state.selected
    }

    /// The selected part of the scene without a body.
    pub fn selected_part(&self) -> Option<&Target> {
        self.state.part.as_ref()
    }

    /// Shown poses of bodies, by index: preview poses while dragging, else current poses.
    pub fn shown_at(&self) -> &[nalgebra::Isometry3<f64>] {
        self.state.world.poses()
    }

    /// Measured points, world frame, m. `None` while not measuring.
    pub fn measured(&self) -> Option<Vec<nalgebra::Point3<f64>>> {
        (self.views.tool.action() == Some(Action::Measure)).then(|| self.views.tool.points())
    }

    /// Points clicked with the active tool, world frame, m.
    pub fn clicked_points(&self) -> Vec<nalgebra::Point3<f64>> {
        self.views.tool.points()
    }

    /// Lines of the log.
    pub fn log(&self) -> impl Iterator<Item = &Line> {
        self.panels.log.lines()
    }

    /// Names of the plotted values, with their number of samples.
    pub fn plotted(&self) -> impl Iterator<Item = (&str, usize)> {
        self.panels.plots.curves()
    }

    /// Histories of a plotted value: from the live and from the recorded run.
    pub fn histories(&self, name: &str) -> [Option<&Arc<Series>>; 2] {
        self.panels.plots.histories(name)
    }

    /// Number of images rendered by the camera in the panel when it was last shown.
    pub fn images(&self) -> Option<u64> {
        self.panels.cameras.used().images()
    }

    /// Whether the keyboard drives robots instead of triggering shortcuts.
    pub fn is_keyboard_captured(&self) -> bool {
        self.panels.drive.is_captured()
    }

    /// The marked line of the scene's text, 1-based.
    pub fn marked_line(&self) -> Option<usize> {
        self.panels.text.marked()
    }

    /// The open page or heading of the manual. `None` while the manual is closed.
    pub fn manual_page(&self) -> Option<String> {
        self.manual.page()
    }

    /// The problems shown.
    pub fn problems(&self) -> impl Iterator<Item = &Diagnostic> {
        self.panels.problems.iter()
    }
}

impl Window {
    /// Menus, toolbar and status bar.
    fn show_bars(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        let availability = self.state.availability(self.count_selected());
        Panel::top("menu").show(ui, |ui| {
            menu_bar::show(
                ui,
                &availability,
                self.languages,
                (&self.tiles, &self.layouts),
                &mut self.start_page,
                requests,
            );
        });
        if self.state.player.is_none() {
            let context = self.state.context();
            Panel::top("tools").show(ui, |ui| toolbar::show(ui, &availability, &context, requests));
        }
        self.show_changed_files(ui);
        self.show_missing_packs(ui, requests);
        Panel::bottom("status").show(ui, |ui| self.show_status(ui, requests));
        self.show_opening(ui);
        if let Some(player) = &self.state.player {
            Panel::bottom("timeline").show(ui, |ui| timeline::show(ui, player, &self.state.shortcuts, requests));
        }
    }

    fn show_status(&self, ui: &mut Ui, requests: &mut Vec<Request>) {
        let State { world, frame, player, acceptance, editor, .. } = &self.state;
        let star = if editor.is_modified() { " *" } else { "" };
        let of_pack = editor.pack().map(|pack| format!(" · {} {}", pack.name, pack.version)).unwrap_or_default();
        let status = status_bar::Status {
            title: &editor.document().map_or_else(String::new, |document| document.title() + star + &of_pack),
            duration: world.structure().duration.filter(|_| player.is_none()),
            problems: self.panels.problems.count(),
            alerts: &alerts::of(&self.state.context()),
            acceptance,
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
        let recorded = self.state.player.as_ref().map(Player::playback);
        let source = Source {
            runner: context.runner,
            world: context.world,
            recorded: recorded.or(self.state.comparison.as_ref().map(Comparison::playback)),
            playing: recorded.map(|playback| playback.time()),
        };
        self.panels.plots.follow(&source, &playback::repaint(ui.ctx()));
        let width = ui.available_width();
        layout::fit_width(&mut self.tiles, std::mem::replace(&mut self.width, width), width);
        let (all, seen) = (layout::panes(&self.tiles).collect::<Vec<_>>(), panes::active(&self.tiles));
        self.views.follow_panes(&all, &seen);
        self.panels.follow_panes(&all);
        // Layout must not shift under the pointer.
        let may_move = !self.views.tool.is_chosen() && !ui.input(|input| input.pointer.any_down());
        let empty = self.panels.log.folds(may_move);
        let folded = empty.then(|| folded::fold(&mut self.tiles, Pane::Log, panes::BAR_OF_TABS)).flatten();
        let (views, panels, start_page) = (&mut self.views, &mut self.panels, &self.start_page);
        let packs = &self.packs.known;
        let tabs = &mut self.tabs;
        tabs.clear();
        CentralPanel::no_frame().show(ui, |ui| {
            let ctx = ui.ctx().clone();
            let source = &source;
            let mut panes = Panes { ctx, context, views, panels, source, start_page, packs, tabs, requests };
            self.tiles.ui(&mut panes, ui);
        });
        if folded.is_some_and(|folded| folded.unfold(&mut self.tiles)) {
            self.panels.log.open();
        }
    }
}

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.follow_quit_request();
        self.take_opened(&ctx);
        self.listen(&ctx);
        self.take_screenshots();
        self.report_view_files();
        self.follow_graphics(&ctx);
        self.follow_files();
        self.follow_build();
        self.follow_surroundings();
        self.follow_packs(&ctx);
        let closing = ctx.input(|input| input.viewport().close_requested());
        let of_editor = self.take_editor_keys(&ctx);
        let mut requests = self.take_input(&ctx);
        requests.extend(of_editor);
        let arrows = !self.panels.tree.has_arrow_keys(&ctx);
        let action = self.pressed(&ctx, arrows);
        if closing || action.is_some_and(Action::needs_whole_document) {
            input::finish_typing(&ctx);
        }
        self.state.units.choose(&ctx);
        self.follow_switches(&ctx);
        self.show_bars(ui, &mut requests);
        self.follow_building();
        self.show_panels(ui, &mut requests);
        self.follow_view_video();
        self.show_item_menu(&ctx, &mut requests);
        let availability = self.state.availability(self.count_selected());
        let State { plugins, snap, units, .. } = &self.state;
        let (snap, units, languages, shown) = (*snap, *units, self.languages, &self.views.content.shown);
        let chosen =
            preferences::Chosen { shown, snap, cursor: self.state.cursor, units, languages, plugins, availability };
        let answer = self.dialogs.show(ui, &chosen, &mut requests);
        self.manual.show(&ctx);
        self.show_pack_dialog(&ctx);
        self.show_file_dialog(&ctx);
        let title = self.state.editor.document().map(Document::title).unwrap_or_default();
        self.progress.show(&ctx, &self.state.frame.state, &title);
        dropped_files::hint(&ctx);
        self.toasts.show(&ctx, panes::place_of_messages(&self.tiles, ctx.content_rect()));
        let State { world, frame, selected, runner, player, .. } = &self.state;
        // The robots of a recording have other indices than those that can be driven.
        if player.is_some() {
            self.panels.drive.let_go();
        } else {
            let commands = self.panels.drive.commands(world, frame, selected);
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
        self.typing = ctx.text_edit_focused();
        self.show_recoveries(&ctx);
        self.keep();
    }

    fn on_exit(&mut self) {
        let unfinished = self.state.runner.end();
        let unwritten = self.finish_view_files();
        let failure = self.graphics.take_loss().or(unfinished).or(unwritten);
        *self.end_report.lock().unwrap_or_else(PoisonError::into_inner) = End { lines: self.last_lines(), failure };
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.keep_chosen(storage);
    }
}
