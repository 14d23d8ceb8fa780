//! A virtual display (Xvfb), and the program in a window on it.

use crate::Rig;
use egui_kittest::kittest::Queryable;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Size of the display and of the window that fills it.
const SIZE: [u32; 2] = [1280, 800];
/// Timeout of a test.
const PATIENCE: Duration = Duration::from_secs(90);

/// A virtual display (Xvfb) whose pixels are in a file, and the program on it.
pub struct Display {
    name: String,
    server: Child,
    program: Option<Child>,
    folder: PathBuf,
}

impl Display {
    /// Starts a display; its files are in a folder.
    ///
    /// # Panics
    /// Panics if Xvfb is missing or does not start.
    pub fn start(folder: &Path) -> Self {
        let frames = folder.join("frames");
        std::fs::create_dir(&frames).expect("a folder can be made");
        let size = format!("{}x{}x24", SIZE[0], SIZE[1]);
        // The server selects a free number and writes it down. It must not reset after its last client: a client that
        // connects at that moment would be rejected.
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", &size, "-dpi", "96", "-nolisten", "tcp", "-noreset"]);
        let server = command.arg("-fbdir").arg(&frames).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut server =
            server.expect("Xvfb can be started (`cargo xtask test` installs it; on Debian: xvfb, xdotool)");
        let mut number = String::new();
        let said = server.stdout.as_mut().expect("invariant: its output is piped");
        std::io::BufRead::read_line(&mut std::io::BufReader::new(said), &mut number).expect("Xvfb names its display");
        let name = format!(":{}", number.trim());
        Self { name, server, program: None, folder: folder.to_path_buf() }
    }

    /// Opens the program on a scene, with a plugin folder and these environment variables, and waits for its window.
    ///
    /// # Panics
    /// Panics if the program does not start.
    pub fn open(&mut self, scene: &Path, plugins: &Path, environment: &[(&str, &str)]) {
        let program = built_program();
        let home = self.folder.join("home");
        std::fs::create_dir_all(&home).expect("a folder can be made");
        let log = std::fs::File::create(self.folder.join("said")).expect("a file can be made");
        let mut command = Command::new(&program);
        command.arg("gui").arg(scene).arg("--plugins").arg(plugins);
        command.env("DISPLAY", &self.name).env_remove("WAYLAND_DISPLAY").env("WINIT_X11_SCALE_FACTOR", "1");
        command.env("HOME", &home).env("XDG_DATA_HOME", home.join("data")).env("XDG_RUNTIME_DIR", &home);
        command.envs(environment.iter().copied()).stdout(Stdio::null()).stderr(log);
        let child = command.spawn().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        self.program = Some(child);
        self.wait("the window is there", |display| {
            !display.tool(&["search", "--onlyvisible", "--name", "Simwright"]).is_empty()
        });
        let window = self.tool(&["search", "--onlyvisible", "--name", "Simwright"]);
        let window = window.lines().next().unwrap_or_default();
        self.tool(&["windowmove", window, "0", "0"]);
        self.tool(&["windowsize", window, &SIZE[0].to_string(), &SIZE[1].to_string()]);
        self.tool(&["windowfocus", window]);
    }

    /// Runs the input tool (xdotool) and returns its output.
    fn tool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool").args(arguments).env("DISPLAY", &self.name).output();
        let output = output.expect("xdotool can be started (`cargo xtask test` installs it)");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Clicks the item with this label at its position in the twin, and in the twin as well.
    pub fn click(&self, twin: &mut Rig, label: &str) {
        self.click_at(twin.harness.get_by_label(label).rect().center());
        twin.click(label);
        self.rest();
    }

    /// Clicks the item with a label at its position in the twin, until the window changes at the position where
    /// `appears` is in the twin. On a busy machine, a window may not have drawn the item yet.
    ///
    /// # Panics
    /// Panics if it never appears.
    pub fn click_for(&self, twin: &mut Rig, label: &str, appears: &str) {
        let place = twin.harness.get_by_label(label).rect().center();
        twin.click(label);
        let area = twin.harness.get_by_label(appears).rect();
        let before = self.area(area);
        self.wait(appears, |display| {
            display.click_at(place);
            display.rest();
            display.area(area) != before
        });
    }

    /// Clicks the item with this label at its position in the twin, without changing the twin.
    pub fn click_alone(&self, twin: &Rig, label: &str) {
        self.click_at(twin.harness.get_by_label(label).rect().center());
        self.rest();
    }

    /// Sends a signal, such as `-TERM`, to the started program, like a terminal or the system.
    ///
    /// # Panics
    /// Panics if the program has ended.
    pub fn signal(&self, signal: &str) {
        let program = self.program.as_ref().expect("the program was opened").id().to_string();
        let sent = Command::new("kill").args([signal, &program]).status().expect("`kill` can be started");
        assert!(sent.success(), "the program has ended");
    }

    fn click_at(&self, place: egui::Pos2) {
        let [x, y] = [place.x, place.y].map(|part| part.round().to_string());
        self.tool(&["mousemove", &x, &y]);
        std::thread::sleep(Duration::from_millis(150));
        self.tool(&["click", "1"]);
    }

    /// Opens a list and selects an item of it, once the window changes at the item's position in the twin. The twin's
    /// list stays open.
    ///
    /// # Panics
    /// Panics if the list never opens.
    pub fn choose(&self, twin: &mut Rig, list: &str, item: &str) {
        let place = twin.harness.get_by_label(list).rect().center();
        if !twin.sees(item) {
            twin.click(list);
        }
        let area = twin.harness.get_by_label(item).rect();
        let before = self.area(area);
        self.click_at(place);
        self.wait("the list is open", |display| display.area(area) != before);
        self.rest();
        self.click_at(area.center());
        self.rest();
    }

    /// The colors of an area.
    fn area(&self, area: egui::Rect) -> Vec<[u8; 3]> {
        let mut colors = Vec::new();
        self.pixels(|column, row, color| {
            if area.contains(egui::pos2(column as f32, row as f32)) {
                colors.push(color);
            }
        });
        colors
    }

    /// Presses keys, such as `ctrl+s`.
    pub fn key(&self, keys: &str) {
        self.tool(&["key", keys]);
        self.rest();
    }

    /// Gives the window the time to draw a few times, which is long without a graphics card.
    pub fn rest(&self) {
        std::thread::sleep(Duration::from_millis(1200));
    }

    /// Visits every pixel: column, row, red, green and blue.
    ///
    /// # Panics
    /// Panics if the display's file does not match the X11 format ("X Window Dump", XWDFile.h, version 7).
    pub fn pixels(&self, mut look: impl FnMut(u32, u32, [u8; 3])) {
        let file = std::fs::read(self.folder.join("frames").join("Xvfb_screen0")).expect("the display has a file");
        let word = |index: usize| {
            let bytes = file[index * 4..index * 4 + 4].try_into().expect("invariant: four bytes");
            u32::from_be_bytes(bytes) as usize
        };
        // Words of the header: 0 its size, 4 width, 5 height, 11 bits per pixel, 12 bytes per line, 19 number of colors.
        let (width, height, bits, line) = (word(4), word(5), word(11), word(12));
        assert_eq!((width, height, bits), (SIZE[0] as usize, SIZE[1] as usize, 32), "the display's file");
        const COLOR: usize = 12;
        let start = word(0) + word(19) * COLOR;
        for row in 0..height {
            for column in 0..width {
                let at = start + row * line + column * 4;
                look(column as u32, row as u32, [file[at + 2], file[at + 1], file[at]]);
            }
        }
    }

    /// Waits until a condition holds.
    ///
    /// # Panics
    /// Panics after a timeout, with the program's output and a screenshot file.
    pub fn wait(&self, what: &str, mut done: impl FnMut(&Self) -> bool) {
        let start = Instant::now();
        while !done(self) {
            if start.elapsed() > PATIENCE {
                panic!("timeout: {what}; see {}; output of the program:\n{}", self.picture().display(), self.said());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Saves a screenshot to the system's temporary folder, to help find out why a test failed.
    fn picture(&self) -> PathBuf {
        let mut picture = image::RgbImage::new(SIZE[0], SIZE[1]);
        self.pixels(|column, row, color| picture.put_pixel(column, row, image::Rgb(color)));
        let file = std::env::temp_dir().join(format!("display-{}-{}.png", std::process::id(), &self.name[1..]));
        // The reason for the screenshot is reported in any case.
        _ = picture.save(&file);
        file
    }

    /// Whether the program is still running.
    pub fn is_open(&mut self) -> bool {
        self.program.as_mut().is_some_and(|program| matches!(program.try_wait(), Ok(None)))
    }

    /// Waits for the program to end on its own. Returns whether it ended without error.
    pub fn ends_well(&mut self) -> bool {
        self.status() == Some(0)
    }

    /// Waits for the program to end on its own. Returns its status; `None` if it keeps running or was ended by a
    /// signal.
    pub fn status(&mut self) -> Option<i32> {
        let start = Instant::now();
        while self.is_open() && start.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(50));
        }
        self.program.as_mut()?.try_wait().ok()??.code()
    }

    /// The program's output on standard error.
    pub fn said(&self) -> String {
        std::fs::read_to_string(self.folder.join("said")).unwrap_or_default()
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        for child in self.program.iter_mut().chain([&mut self.server]) {
            // It may have ended already.
            _ = child.kill();
            _ = child.wait();
        }
    }
}

/// The program built by Cargo next to the tests.
fn built_program() -> PathBuf {
    let test = std::env::current_exe().expect("a test program has a path");
    let folder = test.parent().and_then(Path::parent).expect("test programs lie in `deps`");
    let program = folder.join(format!("sim{}", std::env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "{} is missing: `cargo build --package sim-cli` builds it", program.display());
    program
}
