//! The window: takes what the simulation tells, lets panels show it, and does what they ask for.

use crate::action::{Action, Request};
use crate::layout::{self, Pane};
use crate::overlay::Overlay;
use crate::panels::log::{Line, Log};
use crate::panels::problems::Problems;
use crate::panels::tree::Tree;
use crate::panels::{inspector, plugins};
use crate::view3d::View3d;
use crate::world::WorldView;
use crate::{bars, text};
use eframe::CreationContext;
use egui::{CentralPanel, Context, Panel, Theme, Ui, WidgetText};
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::{Diagnostic, Diagnostics, Severity};
use sim_core::engine::{BuildOptions, LogLine};
use sim_core::plugins::{PluginHost, SearchPath};
use sim_core::scene::{LoadedScene, Scene};
use sim_render::{Images, Painter};
use sim_runner::{Command, Event, Frame, RunState, Runner, RunnerOptions};
use std::f64::consts::FRAC_PI_2;
use std::path::PathBuf;
use std::sync::Arc;

/// How the window begins.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Scene to open.
    pub scene: Option<PathBuf>,
    /// Folders with plugins, searched before the others.
    pub plugins: Vec<PathBuf>,
    /// What a scene does not say.
    pub build: BuildOptions,
    /// Whether time runs as soon as the scene has been built.
    pub play: bool,
}

/// The window.
pub struct Window {
    runner: Runner,
    frame: Arc<Frame>,
    world: WorldView,
    view: View3d,
    tiles: egui_tiles::Tree<Pane>,
    tree: Tree,
    log: Log,
    problems: Problems,
    overlay: Overlay,
    toasts: egui_notify::Toasts,
    selected: Vec<usize>,
    hidden: Vec<bool>,
    build: BuildOptions,
    play: bool,
}

impl Window {
    /// Starts the simulation's thread and, with a scene, its building.
    ///
    /// # Errors
    /// When the system starts no thread.
    pub fn new(context: &CreationContext<'_>, options: Options) -> Result<Self, Diagnostic> {
        let egui = context.egui_ctx.clone();
        let search = SearchPath::standard(&options.plugins);
        let host = move || {
            let mut host = PluginHost::new(search)?;
            host.load_all();
            Ok(host)
        };
        let repaint: Arc<dyn Fn() + Send + Sync> = Arc::new(move || egui.request_repaint());
        let runner = Runner::start(host, RunnerOptions { repaint, ..RunnerOptions::default() })?;
        let tiles = context.storage.and_then(|storage| eframe::get_value(storage, LAYOUT_KEY));
        let mut window = Self {
            frame: runner.frame(),
            runner,
            world: WorldView::default(),
            view: View3d::new(context.wgpu_render_state.as_ref()),
            tiles: tiles.unwrap_or_else(layout::standard),
            tree: Tree::default(),
            log: Log::default(),
            problems: Problems::default(),
            overlay: Overlay::default(),
            toasts: egui_notify::Toasts::default(),
            selected: Vec::new(),
            hidden: Vec::new(),
            build: options.build,
            play: options.play,
        };
        if let Some(scene) = options.scene {
            window.open(scene);
        }
        Ok(window)
    }

    /// Reads a scene and hands it to the simulation.
    pub fn open(&mut self, path: PathBuf) {
        self.problems.clear();
        match Scene::load(&path) {
            Ok(loaded) => self.load(Arc::new(loaded)),
            Err(findings) => self.find(&findings),
        }
    }

    fn load(&mut self, scene: Arc<LoadedScene>) {
        self.view.forget();
        (self.selected, self.hidden) = (Vec::new(), Vec::new());
        self.runner.send(Command::Images(Arc::new(Images::new(&scene, Painter::Any))));
        self.runner.send(Command::Load { scene, options: self.build.clone() });
        if std::mem::take(&mut self.play) {
            self.runner.send(Command::Play);
        }
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

    /// Lines of the log.
    pub fn log(&self) -> impl Iterator<Item = &Line> {
        self.log.lines()
    }

    /// Problems that are shown.
    pub fn problems(&self) -> impl Iterator<Item = &Diagnostic> {
        self.problems.iter()
    }

    fn find(&mut self, findings: &Diagnostics) {
        for finding in findings.iter() {
            self.note(finding.clone());
        }
    }

    /// Shows a finding in the list of problems and, in short, at the edge of the window.
    fn note(&mut self, finding: Diagnostic) {
        match finding.severity == Severity::Error {
            true => _ = self.toasts.error(&finding.message),
            false => _ = self.toasts.warning(&finding.message),
        }
        self.problems.add(finding);
    }

    fn say(&mut self, level: LogLevel, source: &str, text: String) {
        self.log.add(Line { time: None, level, source: source.to_string(), text });
    }

    /// Takes what the simulation has told since the last time.
    fn listen(&mut self) {
        let events = self.runner.take_events();
        self.log.dropped(events.dropped);
        for event in events.list {
            self.hear(event);
        }
        let (frame, structure) = (self.runner.frame(), self.runner.structure());
        if !Arc::ptr_eq(&frame, &self.frame) || !Arc::ptr_eq(&structure, self.world.structure()) {
            let new = self.world.follow(&frame, &structure);
            self.view.follow(&self.world, new, &self.hidden);
            self.frame = frame;
            for problem in self.view.take_problems() {
                self.note(problem);
            }
        }
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Log(LogLine { time, robot, component, level, text }) => {
                let source = [&*robot, &*component].into_iter().filter(|part| !part.is_empty());
                let source = source.collect::<Vec<_>>().join(".");
                self.log.add(Line { time: Some(time), level, source, text });
            }
            Event::Fault(fault) => {
                let source = format!("{}.{}", fault.robot, fault.component);
                let line = Line { time: Some(fault.time), level: LogLevel::Error, source, text: fault.message.clone() };
                self.log.add(line);
                self.note(fault.diagnostic());
            }
            Event::Built { warnings, took } => {
                self.say(LogLevel::Info, "", text::log::built(took.as_secs_f64()));
                self.find(&warnings);
            }
            Event::BuildFailed(findings) => self.find(&findings),
            Event::Plugin(arrival) => {
                self.say(LogLevel::Info, "plugins", arrival.to_string());
                self.toasts.info(arrival.to_string());
            }
            Event::PluginRefused(finding) | Event::PluginDuplicate(finding) => {
                self.say(LogLevel::Error, "plugins", finding.message.clone());
                self.note(finding);
            }
            Event::Installed { from, to } => {
                let text = text::log::installed(&from.display().to_string(), &to.display().to_string());
                self.say(LogLevel::Info, "plugins", text);
            }
            Event::Gone(finding)
            | Event::NotWatching(finding)
            | Event::Refused { diagnostic: finding, .. }
            | Event::RecordingFailed { diagnostic: finding, .. }
            | Event::Failed(finding) => self.note(finding),
            Event::Ended(reason) => self.say(LogLevel::Info, "", text::run::ended(&reason.words())),
            // What these tell is seen in the frames, or nobody here has asked for it.
            Event::Rebuilt(_)
            | Event::Reloaded(_)
            | Event::Back(_)
            | Event::RecordingStarted { .. }
            | Event::RecordingStopped { .. }
            | Event::Verdicts(_)
            | Event::Answer { .. }
            | Event::SnapshotTaken { .. }
            | Event::Restored { .. }
            | Event::StateHash { .. }
            | Event::ChannelLost { .. } => {}
        }
    }

    fn act(&mut self, ctx: &Context, request: Request) {
        match request {
            Request::Action(action) => self.act_plainly(ctx, action),
            Request::Select { body, add } => self.select(body, add),
            Request::Hide { body, hidden } => {
                self.hidden.resize(self.hidden.len().max(body + 1), false);
                self.hidden[body] = hidden;
                self.view.follow(&self.world, false, &self.hidden);
            }
            Request::Run(command) => self.runner.send(command),
            Request::Open(path) => self.open(path),
            Request::ShowFolder(path) => ctx.open_url(egui::OpenUrl::new_tab(format!("file://{}", path.display()))),
        }
    }

    fn act_plainly(&mut self, ctx: &Context, action: Action) {
        match action {
            Action::PlayPause => match self.frame.state {
                RunState::Playing => self.runner.send(Command::Pause),
                _ => self.runner.send(Command::Play),
            },
            Action::Step => self.runner.send(Command::Step(1)),
            Action::Stop => self.runner.send(Command::Stop),
            Action::Reset => self.runner.send(Command::Reset),
            Action::Open => {
                let dialog = rfd::FileDialog::new().add_filter("Scene", &["ron", "json"]);
                if let Some(path) = dialog.pick_file() {
                    self.open(path);
                }
            }
            Action::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Action::Fit => self.view.fit(&[]),
            Action::FitSelection => self.view.fit(&self.selected),
            Action::Top => self.view.orbit.turn_to(-FRAC_PI_2, FRAC_PI_2),
            Action::Front => self.view.orbit.turn_to(0.0, 0.0),
            Action::Side => self.view.orbit.turn_to(-FRAC_PI_2, 0.0),
            Action::Follow => {
                let body = self.selected.last().copied();
                self.view.follow = if self.view.follow == body { None } else { body };
            }
            Action::Efficient => {
                self.view.efficient = !self.view.efficient;
                self.view.follow(&self.world, false, &self.hidden);
            }
            Action::Theme => {
                let theme = if ctx.theme() == Theme::Dark { Theme::Light } else { Theme::Dark };
                ctx.set_theme(theme);
            }
            Action::Palette => self.overlay.open_palette(),
            Action::Shortcuts => self.overlay.open_shortcuts(),
            Action::Layout => self.tiles = layout::standard(),
        }
    }

    fn select(&mut self, body: Option<usize>, add: bool) {
        if !add {
            self.selected.clear();
        }
        if let Some(body) = body {
            match self.selected.iter().position(|other| *other == body) {
                Some(index) => _ = self.selected.remove(index),
                None => self.selected.push(body),
            }
        }
        let robots = self.selected.iter().filter_map(|body| self.world.robot_of(*body)).collect();
        self.runner.send(Command::Select(robots));
    }
}

/// Under which the layout is kept.
const LAYOUT_KEY: &str = "layout";

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.listen();
        let ctx = ui.ctx().clone();
        let mut requests: Vec<Request> = Vec::new();
        requests.extend(Action::pressed(&ctx).map(Request::from));
        for file in ctx.input_mut(|input| std::mem::take(&mut input.raw.dropped_files)) {
            requests.push(dropped(file.path().to_path_buf()));
        }
        let mut wanted = None;
        Panel::top("menu").show(ui, |ui| wanted = bars::menu(ui, &mut requests));
        Panel::top("tools").show(ui, |ui| bars::tools(ui, &self.frame, self.world.structure(), &mut requests));
        Panel::bottom("status").show(ui, |ui| {
            let adapter = self.view.adapter().map(|adapter| adapter.name.clone());
            let count = self.problems.count();
            if bars::status(ui, &self.frame, self.world.structure(), count, adapter.as_deref()) {
                wanted = Some(Pane::Problems);
            }
        });
        if let Some(pane) = wanted {
            layout::show(&mut self.tiles, pane);
        }
        let plugins = self.runner.plugins();
        CentralPanel::no_frame().show(ui, |ui| {
            let mut panes = Panes {
                frame: &self.frame,
                world: &self.world,
                view: &mut self.view,
                tree: &mut self.tree,
                log: &mut self.log,
                problems: &self.problems,
                plugins: &plugins,
                selected: &self.selected,
                hidden: &self.hidden,
                requests: &mut requests,
            };
            self.tiles.ui(&mut panes, ui);
        });
        self.overlay.show(ui, &mut requests);
        self.toasts.show(&ctx);
        for request in requests {
            self.act(&ctx, request);
        }
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        eframe::set_value(storage, LAYOUT_KEY, &self.tiles);
    }
}

/// What to do with a file that was dropped onto the window: scenes are opened, everything else is taken for a library.
fn dropped(path: PathBuf) -> Request {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("ron" | "json") => Request::Open(path),
        _ => Request::Run(Command::Install(path)),
    }
}

/// What the panels show.
struct Panes<'a> {
    frame: &'a Frame,
    world: &'a WorldView,
    view: &'a mut View3d,
    tree: &'a mut Tree,
    log: &'a mut Log,
    problems: &'a Problems,
    plugins: &'a sim_runner::PluginList,
    selected: &'a [usize],
    hidden: &'a [bool],
    requests: &'a mut Vec<Request>,
}

impl egui_tiles::Behavior<Pane> for Panes<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: egui_tiles::TileId, pane: &mut Pane) -> egui_tiles::UiResponse {
        if *pane == Pane::View3d {
            self.view.show(ui, self.world, self.selected, self.requests);
            return egui_tiles::UiResponse::None;
        }
        egui::Frame::central_panel(ui.style()).show(ui, |ui| {
            // A panel that has little to show fills its place all the same.
            ui.set_min_size(ui.available_size());
            match pane {
                Pane::View3d => {}
                Pane::Tree => self.tree.show(ui, self.world, self.selected, self.hidden, self.requests),
                Pane::Inspector => {
                    inspector::show(ui, self.world, self.frame, self.plugins, self.selected, self.requests);
                }
                Pane::Plugins => plugins::show(ui, self.plugins, self.requests),
                Pane::Log => self.log.show(ui),
                Pane::Problems => self.problems.show(ui),
            }
        });
        egui_tiles::UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        pane.title().into()
    }

    fn is_tab_closable(&self, _: &egui_tiles::Tiles<Pane>, _: egui_tiles::TileId) -> bool {
        true
    }

    fn simplification_options(&self) -> egui_tiles::SimplificationOptions {
        egui_tiles::SimplificationOptions { all_panes_must_have_tabs: true, ..Default::default() }
    }
}
