//! T1 … T6 with a stand-in in a separate process, with the replies of the plugin in `tests/engine/tests/suite/ninjuab`.

#[path = "../../data/transcripts.rs"]
mod table;

use super::*;
use table::{ALONE, AMONG_BOXES, BEFORE_A_BOX, Talk, Transcript, play};

/// A user of a robot in real time.
struct Person {
    peer: Peer,
    since: Instant,
}

impl Talk for Person {
    // The machine may be busy.
    const LATE: f64 = 2.0;

    fn give(&mut self, order: &str) {
        self.since = Instant::now();
        self.peer.send(order);
    }

    fn wait(&mut self, seconds: f64) {
        std::thread::sleep(Duration::from_secs_f64(seconds));
    }

    fn answer(&mut self) -> (String, f64) {
        let (answer, at) = self.peer.next();
        (answer, at.duration_since(self.since).as_secs_f64())
    }
}

/// Worlds of the transcripts: parameters of the robot, objects, transcripts.
fn worlds() -> [(&'static str, String, &'static [Transcript]); 3] {
    let boxes = [("middle", 0.0), ("left", 0.365), ("right", -0.365)];
    let boxes = boxes.map(|(name, y)| cuboid(name, 0.5, y)).concat();
    [
        ("", String::new(), ALONE),
        ("beam_half_angle: 0, sonar_max_range: 0.6", boxes, AMONG_BOXES),
        ("", cuboid("box", 0.8, 0.0), BEFORE_A_BOX),
    ]
}

const PROMPT: &str = "command_delay: 0, reply_delay: 0,";

/// The pose that a robot reports: cm and degrees.
fn pose(truth: &mut Peer) -> [f64; 3] {
    while truth.next_before(Duration::ZERO).is_some() {}
    let truth: serde_json::Value = serde_json::from_str(&truth.next().0).unwrap();
    let value = |name: &str| truth[name].as_f64().unwrap_or_else(|| panic!("{truth}"));
    [100.0 * value("x"), 100.0 * value("y"), value("yaw").to_degrees()]
}

/// MR-19: The L0 controller runs as a plugin, as a process, and on a board.
#[test]
fn the_transcripts_over_tcp() {
    for (robot, objects, transcripts) in worlds() {
        let dir = TestDir::new();
        let more = format!(r#"{PROMPT} truth_address: "127.0.0.1:0""#);
        let (mut run, port) = stand_in(&dir, robot, &objects, 0, &more);
        let mut truth = Peer::connect(port_in(&mut run, "publishes the true pose on 127.0.0.1:"));
        let mut person = Person { peer: Peer::connect(port), since: Instant::now() };
        if transcripts[0].0 == "T1" {
            play(&transcripts[..1], &mut person);
            let [x, y, yaw] = pose(&mut truth);
            assert!((x - 20.0).abs() < 0.5 && y.abs() < 0.1 && (yaw - 90.0).abs() <= 1.5, "{x} {y} {yaw}");
        }
        play(transcripts, &mut person);
        assert_eq!(person.peer.ask(&"x".repeat(129)), "E: line too long");
        person.peer.expect_no_line(Duration::from_millis(300));
        run.interrupt().expect(130);
        person.peer.closes();
    }
}

/// MR-19: The L0 controller runs as a plugin, as a process, and on a board.
#[cfg(unix)]
#[test]
fn the_transcripts_over_a_pseudo_terminal() {
    let _only = only_terminal();
    for (robot, objects, transcripts) in worlds() {
        let dir = TestDir::new();
        let link = dir.path("ninjuab");
        let params = format!(r#"{PROMPT} address: "", terminal: "{}""#, link.display());
        let run = run(&dir, "robot.ron", &robot_scene(robot, &objects, &params));
        until("the terminal is there", || link.exists());
        let mut person = Person { peer: Peer::open(&link), since: Instant::now() };
        play(transcripts, &mut person);
        assert_eq!(person.peer.ask(&"x".repeat(129)), "E: line too long");
        person.peer.expect_no_line(Duration::from_millis(300));
        run.interrupt().expect(130);
        assert!(!link.is_symlink(), "it goes with the run");
        person.peer.closes();
    }
}
