//! The robot NinjUAB through plugins and engine: its lifecycle, its motion, its sonar, and the transcripts of its
//! protocol.

mod life;
mod motion;
mod sonar;
mod transcripts;

use sim_abi::serde_json::json;
use sim_core::engine::Simulation;
use sim_engine_tests::{build, value};

/// A robot with these parameters among objects, with additional fields of its entry in the scene.
fn scene(params: &str, objects: &str, more: &str) -> String {
    format!(
        r#"(format_version: 1, run: (dt: 0.01, seed: 3), floor: (), objects: [{objects}],
            robots: [(name: "a", model: (id: "ninjuab/standard", params: ({params})), {more})])"#
    )
}

/// A box of 11.5 × 11.5 × 20 cm on the floor with its center at a position (cm).
fn cuboid(name: &str, x: f64, y: f64) -> String {
    let [x, y] = [x / 100.0, y / 100.0];
    format!(r#"(name: "{name}", shape: Box(size: (0.115, 0.115, 0.2)), at: ({x:?}, {y:?}, 0.1)),"#)
}

/// The three boxes of the mapping experiment.
fn three_boxes() -> String {
    [("middle", 0.0), ("left", 36.5), ("right", -36.5)].map(|(name, y)| cuboid(name, 50.0, y)).concat()
}

/// A robot that receives orders.
struct Robot {
    simulation: Simulation,
    /// Replies, each with the time at which it was noticed, s.
    answers: Vec<(f64, String)>,
    /// Number of replies at the last order of a shared transcript, and its time, s.
    since: (usize, f64),
}

impl Robot {
    fn new(params: &str, objects: &str) -> Self {
        Self::of(&scene(params, objects, ""))
    }

    fn of(scene: &str) -> Self {
        Self { simulation: build(scene), answers: Vec::new(), since: (0, 0.0) }
    }

    fn order(&mut self, line: &str) {
        self.simulation.call(0, "controller", "order", &[json!(line)]).unwrap();
    }

    /// Continues for a time, s.
    fn run(&mut self, seconds: f64) {
        let count = value(&self.simulation, "a", "controller.answers");
        let mut count = if count.is_finite() { count } else { 0.0 };
        for _ in 0..(seconds / self.simulation.dt()).round() as u64 {
            self.simulation.steps(1).unwrap();
            let now = value(&self.simulation, "a", "controller.answers");
            if now != count {
                count = now;
                let lines = self.simulation.call(0, "controller", "answers", &[]).unwrap();
                let time = self.simulation.time();
                self.answers.extend(lines.as_str().unwrap().lines().map(|line| (time, line.to_string())));
            }
        }
        assert!(self.simulation.faults().is_empty(), "{:?}", self.simulation.faults());
    }

    /// Sends an order and continues until its reply; returns the reply and the elapsed time, s.
    fn ask(&mut self, line: &str, within: f64) -> (String, f64) {
        let (known, start) = (self.answers.len(), self.simulation.time());
        self.order(line);
        while self.answers.len() == known {
            self.run(self.simulation.dt());
            assert!(self.simulation.time() - start <= within, "{line}: no reply within {within} s");
        }
        let (time, reply) = self.answers[known].clone();
        (reply, time - start)
    }

    /// Position (cm) and heading (degrees).
    fn pose(&self) -> [f64; 3] {
        let state = self.simulation.robots().next().unwrap().state;
        let at = state.pose.translation.vector * 100.0;
        [at.x, at.y, state.yaw().to_degrees()]
    }

    fn value(&self, path: &str) -> f64 {
        value(&self.simulation, "a", path)
    }

    /// Angle of the sonar, degrees.
    fn sonar(&self) -> f64 {
        self.value("joints.sonar").to_degrees()
    }
}

/// Number in the reply `W: BLOCKED …`.
fn blocked(reply: &str) -> f64 {
    let number = reply.strip_prefix("W: BLOCKED ").unwrap_or_else(|| panic!("{reply} is a different reply"));
    number.parse().unwrap()
}
