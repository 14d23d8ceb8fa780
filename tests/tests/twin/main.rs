//! A robot and its twin in the assembled program: real processes, real sockets, real terminals.
//!
//! `SIM_SOAK=1` kills, mutes and floods far more often.

mod consoles;
mod floods;
mod free_run;
mod kills;
mod peer;
mod recorded;
mod transcripts;

use peer::Peer;
use sim_tests::TestDir;
use sim_tests::live::{PATIENCE, Running};
use std::net::TcpListener;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A box of 11.5 × 11.5 × 20 cm on the floor with its center at a position, m.
fn cuboid(name: &str, x: f64, y: f64) -> String {
    format!(r#"(name: "{name}", shape: Box(size: (0.115, 0.115, 0.2)), at: ({x:?}, {y:?}, 0.1)),"#)
}

/// A scene with a robot with these parameters among objects, played by a stand-in with these parameters.
fn robot_scene(robot: &str, objects: &str, stand_in: &str) -> String {
    format!(
        r#"(format_version: 1, name: "robot", run: (dt: 0.01), floor: (), objects: [{objects}],
            robots: [(name: "real", model: (id: "ninjuab/standard", params: ({robot})))],
            services: [(name: "stand-in", id: "twin/stand-in", grants: [Command, Network, Files], params: ({stand_in}))])"#
    )
}

/// A scene with a twin whose link has these parameters, among robots and objects, with additional fields.
fn twin_scene(link: &str, robots: &str, objects: &str, more: &str) -> String {
    format!(
        r#"(format_version: 1, name: "twin", run: (dt: 0.01), floor: (), objects: [{objects}],
            robots: [(name: "twin", model: "ninjuab/standard"), {robots}],
            services: [(name: "link", id: "twin/link", grants: [Command, Edit, Network, Files], params: ({link}))], {more})"#
    )
}

/// The real robot, in the same scene.
const LOOPBACK: &str = r#"(name: "real", model: "ninjuab/standard", at: (0, -10))"#;

/// Runs a scene in real time.
fn run(dir: &TestDir, name: &str, scene: &str) -> Running {
    dir.write(name, scene);
    Running::start(dir.command(&["run", name, "--plugins", "plugins", "--json", "--speed", "1"]))
}

/// A run of a stand-in over TCP, on any free port or on a given one; and its port.
fn stand_in(dir: &TestDir, robot: &str, objects: &str, port: u16, more: &str) -> (Running, u16) {
    let params = format!(r#"address: "127.0.0.1:{port}", {more}"#);
    let mut run = run(dir, "robot.ron", &robot_scene(robot, objects, &params));
    let port = port_in(&mut run, "listens on 127.0.0.1:");
    (run, port)
}

/// The port that a run reports after these words.
fn port_in(run: &mut Running, words: &str) -> u16 {
    let (line, _) = run.wait_for(&[words]);
    let port = line.rsplit(':').next().and_then(|port| port.trim().parse().ok());
    port.unwrap_or_else(|| panic!("{line}"))
}

/// A currently free port.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A run with a console; and a console.
fn with_console(dir: &TestDir, link: &str, [robots, objects, more]: [&str; 3]) -> (Running, Peer, u16) {
    let port = free_port();
    let link = format!("console_port: {port}, {link}");
    let mut run = run(dir, "twin.ron", &twin_scene(&link, robots, objects, more));
    run.wait_for(&["listens for consoles on"]);
    (run, Peer::connect(port), port)
}

/// Held while a test uses a pseudo-terminal: a killed stand-in has left a link to its own, and the next one gets the
/// same number. Its twin, which tries to reconnect, would connect to the robot of another test.
static TERMINAL: Mutex<()> = Mutex::new(());

/// Waits until no other test uses a pseudo-terminal.
fn only_terminal() -> MutexGuard<'static, ()> {
    TERMINAL.lock().unwrap_or_else(PoisonError::into_inner)
}

fn is_soak() -> bool {
    std::env::var_os("SIM_SOAK").is_some()
}

/// Reproducible random numbers for a seed.
struct Numbers(u64);

impl Numbers {
    /// A number below this one.
    fn below(&mut self, limit: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}

/// Waits until a condition holds.
#[track_caller]
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "never: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
