//! Summary of a run: the JSON document and the table for users.

use crate::counts::and_more;
use crate::rows::Rows;
use serde::Serialize;
use sim_core::diagnostic::Diagnostics;
use sim_core::engine::{Fault, Finished, Simulation, Snapshot, Verdict};
use sim_core::recording::PluginStamp;
use sim_core::words::counted;
use std::fmt::Write;

/// Position (m) and orientation in the world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub struct PoseSummary {
    pub x: f64,
    pub y: f64,
    pub z: f64,
    pub qx: f64,
    pub qy: f64,
    pub qz: f64,
    pub qw: f64,
}

/// A robot at the end of the run.
#[derive(Clone, Debug, Serialize)]
pub struct RobotSummary {
    /// Its name.
    pub name: String,
    /// Its pose.
    pub pose: PoseSummary,
    /// Distance traveled, m.
    pub distance_m: f64,
    /// Number of times it started to touch something other than ground.
    pub collisions: u64,
    /// Number of commands outside their range, which were clamped.
    pub clamped_commands: u64,
    /// Number of its components that failed.
    pub faults: usize,
    /// Time at which it left the bounds of the scene, s.
    pub out_of_bounds: Option<f64>,
    #[serde(skip)]
    yaw: f64,
}

/// A robot or movable object that left the bounds of the scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutOfBounds {
    /// Its name.
    pub name: String,
    /// Simulated time at which it left, s.
    pub time: f64,
}

/// Summary of a finished run.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Name of the scene, or its file.
    pub scene: String,
    /// Seed of all random streams.
    pub seed: u64,
    /// Time step, s.
    pub dt: f64,
    /// Number of ticks simulated.
    pub steps: u64,
    /// Simulated time, s.
    pub sim_time_s: f64,
    /// Wall-clock time of the ticks, s.
    pub wall_time_s: f64,
    /// Simulated seconds per second.
    pub real_time_factor: f64,
    /// Hash of the states of all bodies and joints.
    pub state_hash: String,
    /// Digest of the full simulation state; none if a component cannot be saved.
    pub digest: Option<String>,
    /// The snapshot from which the digest was computed.
    #[serde(skip)]
    pub end: Option<Snapshot>,
    /// `completed`, `interrupted`, or the reason for which a service stopped the run.
    pub ended: String,
    /// The reason for which a service stopped the run, if one did.
    pub stopped: Option<String>,
    /// The robots in scene order.
    pub robots: Vec<RobotSummary>,
    /// Number of times any two things started to touch.
    pub collisions: u64,
    /// Robots and objects that left the bounds of the scene.
    pub out_of_bounds: Vec<OutOfBounds>,
    /// Number of clamped commands of all robots.
    pub clamped_commands: u64,
    /// Faults of components.
    pub faults: Vec<Fault>,
    /// Results of the scene's acceptance conditions.
    pub acceptance: Vec<Verdict>,
    /// Components in use, with their files.
    pub plugins: Vec<PluginStamp>,
    /// Plugin files that failed to load and duplicate ids; the run did not use them.
    pub plugin_failures: Diagnostics,
    /// Warnings about the scene, and errors of the run.
    pub diagnostics: Diagnostics,
    /// Files written by the run.
    pub outputs: Vec<String>,
    /// Folder with the files of the components; none if no component wrote any.
    pub data_folder: Option<String>,
    /// Exit status of the program.
    pub exit_status: u8,
}

impl Summary {
    /// The summary of a simulation that is not finished yet.
    pub fn of(simulation: &Simulation, scene: &str, wall_time_s: f64) -> Self {
        let robots: Vec<RobotSummary> = simulation
            .robots()
            .map(|robot| {
                let (p, q) = (robot.state.pose.translation.vector, robot.state.pose.rotation.quaternion().coords);
                RobotSummary {
                    name: robot.name.to_string(),
                    pose: PoseSummary { x: p.x, y: p.y, z: p.z, qx: q.x, qy: q.y, qz: q.z, qw: q.w },
                    distance_m: robot.distance,
                    collisions: robot.collisions,
                    clamped_commands: robot.clamped_commands,
                    faults: 0,
                    out_of_bounds: robot.out_of_bounds,
                    yaw: robot.state.yaw(),
                }
            })
            .collect();
        let factor = simulation.time() / wall_time_s;
        let end = simulation.snapshot().ok();
        Self {
            scene: scene.to_string(),
            seed: simulation.seed(),
            dt: simulation.dt(),
            steps: simulation.tick(),
            sim_time_s: simulation.time(),
            wall_time_s,
            real_time_factor: if factor.is_finite() { factor } else { 0.0 },
            state_hash: simulation.state_hash(),
            digest: end.as_ref().and_then(|end| end.digest().ok()),
            end,
            ended: String::new(),
            stopped: simulation.stopped().map(str::to_string),
            clamped_commands: robots.iter().map(|robot| robot.clamped_commands).sum(),
            robots,
            collisions: simulation.collisions(),
            out_of_bounds: simulation
                .out_of_bounds()
                .map(|(name, time)| OutOfBounds { name: name.to_string(), time })
                .collect(),
            faults: Vec::new(),
            acceptance: Vec::new(),
            plugins: Vec::new(),
            plugin_failures: Diagnostics::new(),
            diagnostics: Diagnostics::new(),
            outputs: Vec::new(),
            data_folder: None,
            exit_status: 0,
        }
    }

    /// Adds the results that are available only after the simulation has finished.
    pub fn finish(&mut self, finished: Finished) {
        for robot in &mut self.robots {
            robot.faults = finished.faults.iter().filter(|fault| fault.robot == robot.name).count();
        }
        self.faults = finished.faults;
        self.acceptance = finished.verdicts;
    }

    /// The summary as a table for users.
    pub fn text(&self) -> String {
        let mut rows = Rows::default();
        rows.add("scene", format!("{} (seed {}, step {} s)", self.scene, self.seed, self.dt));
        let steps = counted(self.steps, "step");
        rows.add("simulated", format!("{:.3} s in {steps}, {}", self.sim_time_s, self.ended));
        rows.add("took", format!("{:.3} s, {:.1} times real time", self.wall_time_s, self.real_time_factor));
        rows.add("collisions", self.collisions.to_string());
        if self.clamped_commands > 0 {
            let limited = match self.clamped_commands {
                1 => "1 command outside its range".to_string(),
                count => format!("{count} commands outside their ranges"),
            };
            rows.add("clamped", limited);
        }
        if let Some(first) = self.out_of_bounds.iter().min_by(|a, b| a.time.total_cmp(&b.time)) {
            let count = self.out_of_bounds.len();
            rows.add("out of bounds", format!("{count}, first {} at {:.3} s", first.name, first.time));
        }
        rows.add("faults", self.faults.len().to_string());
        for verdict in &self.acceptance {
            let label = match verdict.outcome {
                sim_core::engine::Outcome::Passed => "passed",
                _ => "FAILED",
            };
            rows.add(label, format!("{}: {}", verdict.name, verdict.observed));
        }
        rows.add("state hash", &self.state_hash);
        rows.add("digest", digest_text(self.digest.as_ref()));
        self.outputs.iter().for_each(|output| rows.add("written", output));
        let mut text = rows.text("  ", 11);
        if !self.robots.is_empty() {
            text.push('\n');
            text.push_str(&self.table());
        }
        text
    }

    fn table(&self) -> String {
        let width = self.robots.iter().map(|robot| robot.name.chars().count()).max().unwrap_or(0).max(5);
        let mut text = format!(
            "  {:<width$} {:>9} {:>9} {:>9} {:>8} {:>12} {:>10} {:>6}\n",
            "robot", "x [m]", "y [m]", "z [m]", "yaw [°]", "distance [m]", "collisions", "faults"
        );
        for robot in self.robots.iter().take(ROWS) {
            let PoseSummary { x, y, z, .. } = robot.pose;
            let (yaw, distance) = (robot.yaw.to_degrees(), robot.distance_m);
            let (name, collisions, faults) = (&robot.name, robot.collisions, robot.faults);
            let _ = writeln!(
                text,
                "  {name:<width$} {x:>9.3} {y:>9.3} {z:>9.3} {yaw:>8.1} {distance:>12.3} {collisions:>10} {faults:>6}"
            );
        }
        if self.robots.len() > ROWS {
            let _ = writeln!(text, "  {}", and_more(self.robots.len() - ROWS));
        }
        text
    }
}

/// The digest as text for users.
pub fn digest_text(digest: Option<&String>) -> String {
    digest.map_or_else(|| "none: the state of a component cannot be saved".to_string(), String::from)
}

/// Maximum number of robots in the table.
const ROWS: usize = 20;
