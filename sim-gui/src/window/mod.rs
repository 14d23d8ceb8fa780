//! The window: takes what the simulation tells, lets panels show it, and does what they ask for.

mod act;
mod construct;
mod edit;
mod foreign;
mod hear;
mod panes;
mod pictures;
mod recordings;
mod recovery;
mod views;
mod visit;

use crate::acceptance::Acceptance;
use crate::action::{Action, Request};
use crate::bars;
use crate::busy::{self, Busy, Dropped};
use crate::construct::Construct;
use crate::editor::{self, Editor, Field};
use crate::ghosts::Ghosts;
use crate::home::Home;
use crate::insert::Insertion;
use crate::layout::{self, Pane};
use crate::means::Means;
use crate::overlay::{Next, Overlay};
use crate::panels::cameras::Cameras;
use crate::panels::comparison::Table;
use crate::panels::drive::Drive;
use crate::panels::log::{Line, Log};
use crate::panels::plots::{Plots, Source};
use crate::panels::problems::{Origin, Problems};
use crate::panels::source::Source as TextView;
use crate::panels::tree::Tree;
use crate::plan::Plan;
use crate::playback::{self, Opening, Player, Purpose};
use crate::selection::Selection;
use crate::view3d::View3d;
use crate::world::WorldView;
use eframe::CreationContext;
use egui::{CentralPanel, Key, Modifiers, Panel, Ui};
use foreign::Foreign;
use panes::Panes;
use pictures::Pictures;
pub use recordings::is_recording;
use recovery::Recovering;
use sim_abi::ffi::module::Module;
use sim_core::diagnostic::Diagnostic;
use sim_core::engine::BuildOptions;
use sim_core::plugins::{Describe, PluginHost, SearchPath};
use sim_edit::{Autosave, Document, Target};
use sim_runner::{Command, Comparison, Frame, Runner, RunnerOptions, Series, TrailOptions};
use std::path::PathBuf;
use std::sync::Arc;

/// How the window begins.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Scene to open.
    pub scene: Option<PathBuf>,
    /// Folders with plugins, searched before the others.
    pub plugins: Vec<PathBuf>,
    /// Who asks libraries what they hold.
    pub describe: Describe,
    /// What a scene does not say.
    pub build: BuildOptions,
    /// Whether time runs as soon as the scene has been built.
    pub play: bool,
    /// Whether the 3D view begins with few polygons and without shadows.
    pub efficient: bool,
    /// Folder for what the window keeps between runs; the user's own without.
    pub data: Option<PathBuf>,
}

/// The window.
pub struct Window {
    runner: Runner,
    frame: Arc<Frame>,
    world: WorldView,
    view: View3d,
    plan: Plan,
    tiles: egui_tiles::Tree<Pane>,
    /// The layout before building began.
    tiles_before: Option<egui_tiles::Tree<Pane>>,
    construct: Construct,
    /// The robot under construction whose telemetry the frames carry.
    watched: Option<Arc<str>>,
    tree: Tree,
    log: Log,
    problems: Problems,
    text_view: TextView,
    plots: Plots,
    opening: Option<Opening>,
    player: Option<Player>,
    comparison: Option<Comparison>,
    acceptance: Acceptance,
    table: Table,
    ghosts: Ghosts,
    /// Folder of the recording that was made or opened last.
    recordings: Option<PathBuf>,
    /// What was asked for from outside, see [`Window::request`].
    asked: Vec<Request>,
    pictures: Pictures,
    drive: Drive,
    cameras: Cameras,
    overlay: Overlay,
    home: Home,
    busy: Busy,
    toasts: egui_notify::Toasts,
    selected: Selection,
    /// A part of the scene without body that is selected.
    part: Option<Target>,
    /// What was made last, to be selected as soon as it has a body.
    created: Vec<Target>,
    /// The field whose last change was refused, and why.
    refused: Option<(Field, String)>,
    /// What the next click puts in.
    placing: Option<Insertion>,
    hidden: Vec<bool>,
    editor: Editor,
    autosave: Option<Autosave>,
    recovering: Recovering,
    foreign: Foreign,
    play: bool,
    /// Closing has been decided, unsaved changes or not.
    closing: bool,
}

impl Window {
    /// Starts the simulation's thread and, with a scene, its building.
    ///
    /// # Errors
    /// When the system starts no thread.
    pub fn new(context: &CreationContext<'_>, options: Options) -> Result<Self, Diagnostic> {
        Self::with_linked(context, options, Vec::new())
    }

    /// As [`Window::new`], with plugins that are linked into this program, by name.
    ///
    /// # Errors
    /// When the system starts no thread.
    pub fn with_linked(
        context: &CreationContext<'_>,
        options: Options,
        linked: Vec<(&'static str, &'static Module)>,
    ) -> Result<Self, Diagnostic> {
        let egui = context.egui_ctx.clone();
        egui.add_plugin(crate::names::Names);
        crate::looks::set(&egui);
        let (search, describe) = (SearchPath::standard(&options.plugins), options.describe);
        let host = move || {
            let mut host = PluginHost::describing(search, describe)?;
            host.load_all();
            linked.into_iter().try_for_each(|(name, module)| host.add_in_process(name, module))?;
            Ok(host)
        };
        let repaint: Arc<dyn Fn() + Send + Sync> = Arc::new(move || egui.request_repaint());
        let told = repaint.clone();
        let runner = Runner::start(host, RunnerOptions { repaint, ..RunnerOptions::default() })?;
        let tiles = context.storage.and_then(|storage| eframe::get_value(storage, LAYOUT_KEY));
        let kept = |key| context.storage.and_then(|storage| eframe::get_value(storage, key));
        let data = options.data.or_else(|| eframe::storage_dir("robot-simulator"));
        let (home, unread) = Home::new(data.as_deref());
        let autosave = data.map(|folder| recovery::start(&folder, told)).transpose()?;
        let (foreign, unwatched) = Foreign::start(
            &context.egui_ctx,
            context.storage.and_then(|storage| eframe::get_value(storage, RELOAD_KEY)).unwrap_or_default(),
        );
        let mut window = Self {
            frame: runner.frame(),
            runner,
            world: WorldView::default(),
            view: View3d::new(context.wgpu_render_state.as_ref()),
            plan: Plan::default(),
            tiles: tiles.unwrap_or_else(layout::standard),
            tiles_before: None,
            construct: Construct::default(),
            watched: None,
            tree: Tree::default(),
            log: Log::default(),
            problems: Problems::default(),
            text_view: TextView::default(),
            plots: Plots::default(),
            opening: None,
            player: None,
            comparison: None,
            acceptance: Acceptance::default(),
            table: Table::default(),
            ghosts: Ghosts::default(),
            recordings: None,
            asked: Vec::new(),
            pictures: Pictures::default(),
            drive: Drive::new(kept(DRIVE_KEY).unwrap_or_default()),
            cameras: Cameras::default(),
            overlay: Overlay::default(),
            home,
            busy: Busy::default(),
            toasts: egui_notify::Toasts::default(),
            selected: Selection::default(),
            part: None,
            created: Vec::new(),
            refused: None,
            placing: None,
            hidden: Vec::new(),
            editor: Editor::new(options.build),
            autosave,
            recovering: Recovering::default(),
            foreign,
            play: options.play,
            closing: false,
        };
        let unread = unread.as_ref().map(editor::failed);
        unread.into_iter().chain(unwatched).for_each(|finding| window.note(finding));
        window.runner.send(Command::Trails(Some(TrailOptions::default())));
        let shown = context.storage.and_then(|storage| eframe::get_value(storage, SHOWN_KEY));
        window.show(shown.unwrap_or_default());
        window.view.efficient = options.efficient;
        if let Some(scene) = options.scene {
            match is_recording(&scene) {
                true => window.open_recording(&context.egui_ctx, scene, Purpose::Show),
                false => window.open(scene),
            }
        }
        window.offer_recoveries();
        Ok(window)
    }

    /// Opens a scene and lets the simulation build it.
    pub fn open(&mut self, path: PathBuf) {
        self.clear();
        match self.editor.open(&path, &self.runner) {
            Ok(()) => {
                self.find_in_document();
                self.remember(&path);
            }
            Err(error) => {
                self.note(editor::failed(&error));
                self.show_panel(Pane::Problems);
            }
        }
        if std::mem::take(&mut self.play) {
            self.runner.send(Command::Play);
        }
    }

    /// The file is one of those that were open lately.
    fn remember(&mut self, path: &std::path::Path) {
        if let Err(error) = self.home.note(path) {
            self.note(editor::failed(&error));
        }
    }

    /// Number of things that are selected.
    fn count_selected(&self) -> usize {
        self.selected.len() + usize::from(self.part.is_some()) + usize::from(self.construct.has_keys())
    }

    /// What actions need.
    fn means(&self) -> Means<'_> {
        Means { document: self.editor.document(), state: &self.frame.state, selected: self.count_selected() }
    }

    /// Shows what is wrong with the document's text, or should be known about it.
    fn find_in_document(&mut self) {
        let findings = self.editor.document().map(|document| document.findings().clone()).unwrap_or_default();
        if let Some(worst) = findings.iter().next() {
            self.announce(worst);
        }
        self.problems.follow(Origin::Document, &findings);
        if findings.has_errors() {
            self.show_panel(Pane::Problems);
        }
    }

    /// Whether closing would lose anything.
    fn has_changes(&self) -> bool {
        self.editor.is_modified() || self.text_view.unapplied().is_some()
    }

    /// Begins a new scene.
    fn begin(&mut self) {
        self.clear();
        self.editor.begin(&self.runner);
    }

    fn clear(&mut self) {
        (self.opening, self.player) = (None, None);
        self.end_comparison();
        self.problems.clear();
        self.acceptance.forget();
        self.text_view.forget();
        self.world.faults.clear();
        self.plots.clear(&self.runner);
        self.view.forget();
        self.plan.forget();
        self.construct.forget();
        self.selected.clear();
        (self.hidden, self.created) = (Vec::new(), Vec::new());
        (self.part, self.refused, self.placing) = (None, None, None);
        self.foreign.forget();
    }

    /// Brings a panel to the front.
    pub fn show_panel(&mut self, pane: Pane) {
        if pane == Pane::Construction {
            return self.build();
        }
        layout::show(&mut self.tiles, pane);
    }

    /// The document.
    pub fn document(&self) -> Option<&Document> {
        self.editor.document()
    }

    /// The newest frame.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The simulation.
    pub fn runner(&self) -> &Runner {
        &self.runner
    }

    /// Bodies that are selected, by number.
    pub fn selected(&self) -> &[usize] {
        &self.selected
    }

    /// A part of the scene without body that is selected.
    pub fn selected_part(&self) -> Option<&Target> {
        self.part.as_ref()
    }

    /// Number of lines that are drawn besides the things themselves, in the 3D view.
    pub fn drawn_lines(&self) -> usize {
        self.view.marks().lines().len()
    }

    /// Body that the 3D view is seen from, by number; none where one looks about a point.
    pub fn seen_from(&self) -> Option<usize> {
        self.view.station.body()
    }

    /// Point that the camera turns about, m.
    pub fn looked_at(&self) -> nalgebra::Point3<f64> {
        self.view.orbit.target
    }

    /// Point from which the camera looks, m.
    pub fn looked_from(&self) -> nalgebra::Point3<f64> {
        self.view.orbit.camera().pose.translation.vector.into()
    }

    /// Points that have been measured, m; none while nothing is measured.
    pub fn measured(&self) -> Option<&[nalgebra::Point3<f64>]> {
        self.view.measure.active.then_some(&self.view.measure.points)
    }

    /// Bodies of which something is drawn, by number.
    pub fn seen_bodies(&self) -> Vec<usize> {
        let bodies = 0..self.world.structure().bodies.len();
        bodies.filter(|body| self.view.stage().bounds_of_body(*body).is_some()).collect()
    }

    /// Number of triangles that the 3D view draws of a body, by number.
    pub fn triangles_of(&self, body: usize) -> usize {
        self.view.stage().triangles_of_body(body)
    }

    /// Whether things throw shadows in the 3D view.
    pub fn has_shadows(&self) -> bool {
        self.view.quality().shadows
    }

    /// Lines of the log.
    pub fn log(&self) -> impl Iterator<Item = &Line> {
        self.log.lines()
    }

    /// Names of what is plotted, with the number of samples.
    pub fn plotted(&self) -> impl Iterator<Item = (&str, usize)> {
        self.plots.curves()
    }

    /// Histories of what is plotted under a name: of the live and of the recorded run.
    pub fn histories(&self, name: &str) -> [Option<&Arc<Series>>; 2] {
        self.plots.histories(name)
    }

    /// Number of images that the camera in the panel had made when it was looked through last.
    pub fn images(&self) -> Option<u64> {
        self.cameras.images()
    }

    /// Whether keys go to the robots instead of shortcuts.
    pub fn is_keyboard_captured(&self) -> bool {
        self.drive.is_captured()
    }

    /// Line of the scene's text that is marked, from 1.
    pub fn marked_line(&self) -> Option<usize> {
        self.text_view.marked()
    }

    /// Problems that are shown.
    pub fn problems(&self) -> impl Iterator<Item = &Diagnostic> {
        self.problems.iter()
    }
}

/// Under which the layout is kept.
const LAYOUT_KEY: &str = "layout";
/// Under which is kept what is drawn besides the things themselves.
const SHOWN_KEY: &str = "shown";
/// Under which keys and axes are kept.
const DRIVE_KEY: &str = "drive";
/// Under which is kept whether changes of other programs are taken over at once.
const RELOAD_KEY: &str = "reload";

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.take_opened(&ctx);
        self.listen(&ctx);
        self.take_pictures();
        self.follow_files();
        if ctx.input(|input| input.viewport().close_requested()) && !self.closing && self.has_changes() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.leave(&ctx, Next::Close);
        }
        let asking = self.overlay.is_open() || self.recovering.is_open();
        self.drive.listen(&ctx, asking || self.player.is_some());
        let mut requests: Vec<Request> = std::mem::take(&mut self.asked);
        if !asking {
            self.view.escape(&ctx);
            requests.extend(Action::pressed(&ctx).map(Request::from));
            requests.extend(pasted(&ctx).map(Request::Paste));
            if self.placing.is_some() && ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
                self.placing = None;
            }
        }
        for file in ctx.input_mut(|input| std::mem::take(&mut input.raw.dropped_files)) {
            requests.push(dropped(file.path().to_path_buf()));
        }
        let mut wanted = None;
        let selected = self.count_selected();
        let means = Means { document: self.editor.document(), state: &self.frame.state, selected };
        Panel::top("menu").show(ui, |ui| wanted = bars::menu(ui, &means, &mut self.home, &mut requests));
        if self.player.is_none() {
            let structure = self.world.structure();
            Panel::top("tools").show(ui, |ui| bars::tools(ui, &means, &self.frame, structure, &mut requests));
        }
        self.show_foreign(ui);
        Panel::bottom("status").show(ui, |ui| {
            let adapter = self.view.adapter().map(|adapter| adapter.name.clone());
            let star = if self.editor.is_modified() { " *" } else { "" };
            let title = self.editor.document().map_or_else(String::new, |document| document.title() + star);
            let (problems, acceptance) = (self.problems.count(), &self.acceptance);
            let duration = self.world.structure().duration.filter(|_| self.player.is_none());
            let status = bars::Status { title: &title, duration, problems, acceptance, adapter: adapter.as_deref() };
            if bars::status(ui, &self.frame, &status, &mut requests) {
                wanted = Some(Pane::Problems);
            }
        });
        self.show_opening(ui);
        if let Some(player) = &self.player {
            Panel::bottom("timeline").show(ui, |ui| playback::show(ui, player, &mut requests));
        }
        self.follow_building();
        if let Some(pane) = wanted {
            self.show_panel(pane);
        }
        let (plugins, trails) = (self.runner.plugins(), self.runner.trails());
        let trails = match &self.player {
            Some(player) => player.trails(),
            None => trails.as_ref().as_ref(),
        };
        // What a recording shows is not what the scene file says.
        let document = self.editor.document().filter(|_| self.player.is_none());
        self.view.mark(&self.frame, &self.world, document, &self.selected);
        let recorded = self.player.as_ref().map(Player::playback);
        let source = Source {
            runner: &self.runner,
            world: &self.world,
            recorded: recorded.or(self.comparison.as_ref().map(Comparison::playback)),
            playing: recorded.map(|playback| playback.time()),
        };
        self.plots.follow(&source, &playback::repaint(&ctx));
        let comparison = self.comparison.as_ref().filter(|_| self.player.is_none());
        self.ghosts.follow(comparison, &self.world);
        let provisional = self.is_provisional();
        CentralPanel::no_frame().show(ui, |ui| {
            let mut panes = Panes {
                frame: &self.frame,
                world: &self.world,
                view: &mut self.view,
                plan: &mut self.plan,
                trails,
                tree: &mut self.tree,
                construct: &mut self.construct,
                log: &mut self.log,
                problems: &mut self.problems,
                text_view: &mut self.text_view,
                plots: &mut self.plots,
                source: &source,
                comparison,
                table: &mut self.table,
                ghosts: &self.ghosts,
                drive: &mut self.drive,
                cameras: &mut self.cameras,
                home: &self.home,
                runner: &self.runner,
                plugins: &plugins,
                document,
                selected: &self.selected,
                part: self.part.as_ref(),
                refused: self.refused.as_ref(),
                placing: self.placing.as_ref(),
                provisional,
                hidden: &self.hidden,
                requests: &mut requests,
            };
            self.tiles.ui(&mut panes, ui);
        });
        let means = Means { document: self.editor.document(), state: &self.frame.state, selected };
        let answer = self.overlay.show(ui, &plugins, &means, &mut requests);
        let title = self.editor.document().map(Document::title).unwrap_or_default();
        self.busy.show(&ctx, &self.frame.state, &title);
        busy::drop_hint(&ctx);
        self.toasts.show(&ctx);
        let commands = self.drive.commands(&self.world, &self.frame, &self.selected);
        commands.into_iter().for_each(|command| self.runner.send(command));
        for request in requests {
            self.act(&ctx, request);
        }
        if let Some(answer) = answer {
            self.answer(&ctx, answer);
        }
        self.show_recoveries(&ctx);
        self.keep();
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, LAYOUT_KEY, &self.tiles);
        eframe::set_value(storage, SHOWN_KEY, &self.view.shown);
        eframe::set_value(storage, DRIVE_KEY, &self.drive.settings);
        eframe::set_value(storage, RELOAD_KEY, &self.foreign.always);
    }
}

/// What the clipboard gives where no text is being written.
fn pasted(ctx: &egui::Context) -> Option<String> {
    let writing = ctx.egui_wants_keyboard_input();
    let text = |event: &egui::Event| match event {
        egui::Event::Paste(text) => Some(text.clone()),
        _ => None,
    };
    ctx.input(|input| input.events.iter().find_map(text)).filter(|_| !writing)
}

/// What to do with a file that was dropped onto the window.
fn dropped(path: PathBuf) -> Request {
    match Dropped::of(&path) {
        Dropped::Recording => Request::OpenRecording(path),
        Dropped::Scene => Request::Open(path),
        Dropped::Part(insertion) => Request::Place(insertion),
        Dropped::Library => Request::Run(Command::Install(path)),
    }
}
