//! Shared code of the window tests: a window without display on a folder of plugin libraries.
//!
//! Most tests check the window's labels and simulate user input. Their windows use a null graphics device, which takes
//! a quarter of the time. Tests that check images open their windows within [`drawn`].

#[cfg(target_os = "linux")]
pub mod display;
pub mod painted;
pub mod pictures;
pub mod platforms;

use eframe::egui_wgpu::{RendererOptions, WgpuSetup, WgpuSetupCreateNew, WgpuSetupExisting};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::{
    Harness,
    kittest::{NodeT, Queryable},
};
use sim_abi::ffi::module::Module;
use sim_core::scene::Scene;
use sim_edit::Document;
use sim_gui::{Options, Request, Window};
use sim_runner::{Command, Frame, RobotFrame, RunState};
use std::cell::Cell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Timeout of a test.
const PATIENCE: Duration = Duration::from_secs(60);

/// Height of the status bar with its margins, points; it is never clicked.
const STATUS: f32 = 40.0;

/// Frames after a key or a request: those in which dialogs open and lay out their texts.
const FRAMES_OF_INPUT: usize = 4;

/// Data that a window stores for the next start, by key.
#[derive(Debug, Default)]
pub struct MemoryStorage(pub HashMap<String, String>);

impl eframe::Storage for MemoryStorage {
    fn get_string(&self, key: &str) -> Option<String> {
        self.0.get(key).cloned()
    }

    fn set_string(&mut self, key: &str, value: String) {
        self.0.insert(key.to_owned(), value);
    }

    fn remove_string(&mut self, key: &str) {
        self.0.remove(key);
    }

    fn flush(&mut self) {}
}

/// A window and its plugin folder.
pub struct Rig {
    /// The window.
    pub harness: Harness<'static, Window>,
    /// The plugin folder.
    pub folder: tempfile::TempDir,
    /// Whether its graphics device draws.
    is_drawn: bool,
    /// The folder of its scene, if the scene was written for it.
    scene_folder: Option<tempfile::TempDir>,
}

/// A scene of this repository.
pub fn scene(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes").join(name)
}

/// An editable copy of the demo scene in a folder.
///
/// # Panics
/// Panics if it cannot be copied.
pub fn demo_copy(folder: &Path) -> PathBuf {
    let path = folder.join("demo.ron");
    std::fs::copy(scene("demo.ron"), &path).expect("the demo can be copied");
    path
}

impl Rig {
    /// A window of 1280 × 800 points on a scene, with all plugins of this repository except those in `without`.
    ///
    /// # Panics
    /// Panics if a library cannot be copied.
    pub fn open(scene: Option<PathBuf>, without: &[&str]) -> Self {
        Self::open_with(scene, without, None)
    }

    /// Like [`Rig::open`], with a folder for the window's data; by default, it is removed with the rig.
    ///
    /// # Panics
    /// Panics if a library cannot be copied.
    pub fn open_with(scene: Option<PathBuf>, without: &[&str], data: Option<PathBuf>) -> Self {
        let options = Options { scene, data, ..Options::default() };
        Self::open_on(device(), options, without, Vec::new(), None)
    }

    /// Ends the window and opens another one, like a restart of the program: with the window's stored data.
    ///
    /// # Panics
    /// Panics if a library cannot be copied.
    pub fn restart(mut self, options: Options) -> Self {
        let mut storage = MemoryStorage::default();
        eframe::App::save(self.harness.state_mut(), &mut storage);
        drop(self);
        Self::open_on(device(), options, &[], Vec::new(), Some(storage))
    }

    /// Like [`Rig::open`], with these options; folders that they omit are removed with the rig.
    ///
    /// # Panics
    /// Panics if a library cannot be copied.
    pub fn open_as(options: Options) -> Self {
        Self::open_on(device(), options, &[], Vec::new(), None)
    }

    /// Like [`Rig::open`], with plugins linked into the test, by name.
    ///
    /// # Panics
    /// Panics if a library cannot be copied.
    pub fn open_linked(scene: PathBuf, linked: Vec<(&'static str, &'static Module)>) -> Self {
        let options = Options { scene: Some(scene), ..Options::default() };
        Self::open_on(device(), options, &[], linked, None)
    }

    /// Like [`Rig::open_as`], on a separate graphics device with this maximum texture size, in pixels.
    ///
    /// # Panics
    /// Panics if a library cannot be copied, or without a graphics device.
    pub fn open_on_device(options: Options, most_pixels: u32) -> (Self, wgpu::Device) {
        let mut setup = egui_kittest::wgpu::default_wgpu_setup();
        let WgpuSetup::CreateNew(new) = &mut setup else { panic!("tests make their own devices") };
        new.device_descriptor = Arc::new(move |adapter| {
            let mut descriptor = sim_render::device_descriptor(adapter);
            descriptor.required_limits.max_texture_dimension_2d = most_pixels;
            descriptor
        });
        let instance = pollster::block_on(setup.new_instance());
        let state = egui_kittest::wgpu::create_render_state(setup, RendererOptions::default());
        let (adapter, device, queue) = (state.adapter, state.device.clone(), state.queue);
        let existing = WgpuSetupExisting { instance, adapter, device: state.device, queue };
        (Self::open_on(existing.into(), options, &[], Vec::new(), None), device)
    }

    fn open_on(
        setup: WgpuSetup,
        mut options: Options,
        without: &[&str],
        linked: Vec<(&'static str, &'static Module)>,
        storage: Option<MemoryStorage>,
    ) -> Self {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        options.data.get_or_insert_with(|| folder.path().join("kept"));
        for file in sim_engine_tests::plugin_files() {
            let name = file.file_name().expect("a library has a name").to_string_lossy().into_owned();
            if !without.iter().any(|word| name.contains(word)) {
                std::fs::copy(&file, folder.path().join(name)).expect("a library can be copied");
            }
        }
        options.plugins.push(folder.path().to_path_buf());
        let is_drawn = match &setup {
            WgpuSetup::CreateNew(new) => new.instance_descriptor.backends != wgpu::Backends::NOOP,
            WgpuSetup::Existing(_) => true,
        };
        let builder = Harness::builder().with_size([1280.0, 800.0]).with_max_steps(4).wgpu_setup(setup);
        let harness = builder.build_eframe(|context| {
            context.storage = storage.map(|storage| &*Box::leak::<'static>(Box::new(storage)) as &dyn eframe::Storage);
            Window::with_linked(context, options, linked).expect("a thread can be started")
        });
        Self { harness, folder, is_drawn, scene_folder: None }
    }

    /// A window on the demo scene, built and paused at its start.
    pub fn demo() -> Self {
        Self::built(scene("demo.ron"), 6)
    }

    /// A window on an editable copy of the demo scene, built and paused at its start.
    pub fn demo_copy() -> Self {
        let demo = std::fs::read_to_string(scene("demo.ron")).expect("the demo can be read");
        Self::in_own_folder("demo.ron", &demo, 6)
    }

    /// A window on a scene with this number of robots, built and paused at its start.
    pub fn built(scene: impl Into<PathBuf>, robots: usize) -> Self {
        let mut rig = Self::open(Some(scene.into()), &[]);
        rig.wait("the scene is built", |rig| {
            rig.frame().robots.len() == robots && matches!(rig.frame().state, RunState::Paused)
        });
        rig
    }

    /// A window on a scene with this text and number of robots, built and paused at its start. Its file is `scene.ron`.
    pub fn of(text: &str, robots: usize) -> Self {
        Self::in_own_folder("scene.ron", text, robots)
    }

    fn in_own_folder(name: &str, text: &str, robots: usize) -> Self {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a scene can be written");
        Self { scene_folder: Some(folder), ..Self::built(path, robots) }
    }

    /// The folder of the scene of [`Rig::demo_copy`] or [`Rig::of`].
    ///
    /// # Panics
    /// Panics for other scenes.
    pub fn scene_folder(&self) -> &Path {
        self.scene_folder.as_ref().expect("the scene was written for the window").path()
    }

    /// The window.
    pub fn window(&self) -> &Window {
        self.harness.state()
    }

    /// The newest frame.
    pub fn frame(&self) -> &Frame {
        self.window().frame()
    }

    /// Sends a command to the simulation.
    pub fn send(&self, command: Command) {
        self.window().runner().send(command);
    }

    /// The scene of the document.
    ///
    /// # Panics
    /// Panics without a valid document.
    pub fn scene(&self) -> &Scene {
        self.window().document().and_then(Document::scene).expect("there is a scene")
    }

    /// An image of the window.
    ///
    /// # Panics
    /// Panics if the window is not drawn, or cannot be.
    pub fn picture(&mut self) -> image::RgbaImage {
        assert!(self.is_drawn, "a test that looks at pictures opens its window within `drawn`");
        self.harness.render().expect("there is a renderer")
    }

    /// Sets the size of the window in points, and the number of pixels per point.
    pub fn resize(&mut self, [width, height]: [f32; 2], scale: f32) {
        self.harness.set_pixels_per_point(scale);
        self.harness.step();
        self.harness.set_size(egui::vec2(width, height));
        self.harness.run_steps(4);
    }

    /// Lets the window draw until a condition holds.
    ///
    /// # Panics
    /// Panics after a timeout.
    pub fn wait(&mut self, what: &str, mut done: impl FnMut(&Self) -> bool) {
        let start = Instant::now();
        loop {
            self.harness.step();
            if done(self) {
                return;
            }
            let problems: Vec<String> = self.window().problems().map(ToString::to_string).collect();
            assert!(start.elapsed() < PATIENCE, "never: {what}; problems: {problems:#?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The clickable node with this label; a plain text only if no other node has this label.
    fn clickable<'a>(&'a self, label: &'a str) -> egui_kittest::Node<'a> {
        let is_text = |node: &egui_kittest::Node<'_>| node.accesskit_node().role() == Role::Label;
        let mut nodes: Vec<_> = self.harness.get_all_by_label(label).collect();
        if !nodes.iter().all(is_text) {
            nodes.retain(|node| !is_text(node));
        }
        assert!(nodes.len() == 1, "{} bear {label:?}: {nodes:?}", nodes.len());
        nodes.remove(0)
    }

    /// Clicks the node with this label once it exists, and lets the window draw. If necessary, scrolls it into view.
    /// Plain texts with the same label, such as the heading of the selection, are ignored.
    ///
    /// # Panics
    /// Panics if the label never appears or is ambiguous.
    pub fn click(&mut self, label: &str) {
        if !self.sees(label) {
            self.wait(&format!("there is {label:?}"), |rig| rig.sees(label));
        }
        let end = self.harness.ctx.content_rect().bottom() - STATUS;
        let hidden = |rig: &Self| rig.clickable(label).rect().center().y > end;
        for _ in 0..20 {
            if !hidden(self) {
                break;
            }
            self.clickable(label).scroll_to_me();
            self.harness.step();
        }
        let place = |rig: &Self| rig.clickable(label).rect().center();
        let mut at = place(self);
        for _ in 0..20 {
            self.harness.hover_at(at);
            self.harness.step();
            let before = std::mem::replace(&mut at, place(self));
            if at == before {
                break;
            }
        }
        self.click_at(at);
    }

    /// Clicks a checkbox of a menu, which stays open, and lets the window draw.
    ///
    /// # Panics
    /// Panics if the checkbox does not exist.
    pub fn switch(&mut self, label: &str) {
        // A checkbox that labels an adjacent number is not found by its label alone.
        self.harness.get_by(|node| node.role() == Role::CheckBox && node.label().as_deref() == Some(label)).click();
        self.harness.run_steps(2);
    }

    /// Presses and releases the primary mouse button here within one frame, so that nothing moves in between, and lets
    /// the window draw.
    pub fn click_at(&mut self, at: egui::Pos2) {
        let events = &mut self.harness.input_mut().events;
        events.push(egui::Event::PointerMoved(at));
        for pressed in [true, false] {
            let (pos, button, modifiers) = (at, egui::PointerButton::Primary, Modifiers::NONE);
            events.push(egui::Event::PointerButton { pos, button, pressed, modifiers });
        }
        self.harness.run_steps(2);
    }

    /// Saves an image of the window to the folder in the variable `SNAP`, if set.
    ///
    /// # Panics
    /// Panics if it cannot be saved.
    pub fn snap(&mut self, name: &str) {
        let Some(folder) = std::env::var_os("SNAP") else { return };
        for _ in 0..3 {
            self.harness.step();
            std::thread::sleep(Duration::from_millis(50));
        }
        let image = self.picture();
        image.save(Path::new(&folder).join(name).with_extension("png")).expect("a picture can be saved");
    }

    /// Drops a file onto the window, as a file manager does.
    pub fn drop_file(&mut self, path: PathBuf) {
        self.harness.input_mut().dropped_files.push(Arc::new(Dropped(path)));
        self.harness.run_steps(2);
    }

    /// Sets the number field with this label, like assistive technology.
    ///
    /// # Panics
    /// Panics if the field does not exist.
    pub fn set(&mut self, label: &str, value: f64) {
        {
            let fields = self.harness.get_all_by_label(label);
            let mut fields = fields.filter(|node| node.accesskit_node().role() == Role::SpinButton);
            fields.next().expect("there is a number field of this label").set_value_accesskit(value);
        }
        self.harness.run_steps(2);
    }

    /// Replaces the text in the field with this label, like assistive technology.
    pub fn write(&mut self, label: &str, text: &str) {
        self.harness.get_by_label(label).set_text_value_accesskit(text);
        self.harness.run_steps(2);
    }

    /// All nodes of the window, as a screen reader finds them.
    pub fn nodes(&self) -> Vec<egui_kittest::Node<'_>> {
        self.harness.root().children_recursive().collect()
    }

    /// All labels and their texts.
    pub fn labels(&self) -> Vec<String> {
        self.nodes().iter().filter_map(|node| node.accesskit_node().label().or(node.accesskit_node().value())).collect()
    }

    /// Sets the slider with this label, like assistive technology.
    ///
    /// # Panics
    /// Panics if the slider does not exist.
    pub fn set_slider(&mut self, label: &str, value: f64) {
        {
            let sliders = self.harness.get_all_by_label(label);
            let mut sliders = sliders.filter(|node| node.accesskit_node().role() == Role::Slider);
            sliders.next().expect("there is a slider of this label").set_value_accesskit(value);
        }
        self.harness.run_steps(2);
    }

    /// Whether any node has this label.
    pub fn sees(&self, label: &str) -> bool {
        self.harness.query_all_by_label(label).next().is_some()
    }

    /// A robot in the newest frame; `None` while the scene is being built, when frames have no robots.
    pub fn robot(&self, number: usize) -> Option<RobotFrame> {
        self.frame().robots.get(number).copied()
    }

    /// Runs this number of ticks; afterward, the simulation is paused or has ended.
    pub fn steps(&mut self, count: u64) {
        let end = self.window().runner().frame().tick + count;
        self.send(Command::Step(count));
        self.wait("the steps are done", |rig| {
            let frame = rig.window().runner().frame();
            frame.tick == end && matches!(frame.state, RunState::Paused | RunState::Ended(_))
        });
        self.harness.step();
    }

    /// Presses a key, and lets the window draw.
    pub fn press(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run_steps(FRAMES_OF_INPUT);
    }

    /// Presses a key without modifiers, and lets the window draw.
    pub fn key(&mut self, key: Key) {
        self.press(Modifiers::NONE, key);
    }

    /// Requests something of the window, and lets it draw.
    pub fn request(&mut self, request: impl Into<Request>) {
        self.harness.state_mut().request(request.into());
        self.harness.run_steps(FRAMES_OF_INPUT);
    }

    /// The document's text.
    ///
    /// # Panics
    /// Panics without a document.
    pub fn text(&self) -> String {
        self.window().document().expect("there is a document").to_text().to_string()
    }

    /// Names of the selection.
    pub fn selected(&self) -> Vec<String> {
        let structure = self.window().runner().structure();
        self.window().selected().iter().map(|body| structure.bodies[*body].name.to_string()).collect()
    }

    /// Whether a line of the log contains this text.
    pub fn logs(&self, text: &str) -> bool {
        self.window().log().any(|line| line.text.contains(text))
    }

    /// Current component of a kind of a robot.
    pub fn component(&self, robot: usize, kind: &str) -> String {
        let structure = self.window().runner().structure();
        let parts = &structure.robots[robot].parts.parts;
        parts.iter().find(|part| part.kind == kind).map(|part| part.component.clone()).unwrap_or_default()
    }
}

thread_local! {
    /// Whether new windows are drawn.
    static DRAWN: Cell<bool> = const { Cell::new(false) };
}

/// Opens windows that are drawn by a software renderer: for tests that check images.
pub fn drawn<T>(open: impl FnOnce() -> T) -> T {
    let before = DRAWN.replace(true);
    let opened = open();
    DRAWN.set(before);
    opened
}

/// The graphics device of new windows: a null device, unless images are required.
fn device() -> WgpuSetup {
    if DRAWN.get() || std::env::var_os("SNAP").is_some() {
        return egui_kittest::wgpu::default_wgpu_setup();
    }
    let mut setup = WgpuSetupCreateNew::without_display_handle();
    setup.instance_descriptor.backends = wgpu::Backends::NOOP;
    setup.instance_descriptor.backend_options.noop.enable = true;
    setup.into()
}

/// A system file as it is dropped onto a window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}
