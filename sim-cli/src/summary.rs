//! What is said at the end of a run: the JSON document and the table for people.

use serde::Serialize;
use sim_core::diagnostic::Diagnostics;
use sim_core::engine::{Fault, Finished, Simulation, Snapshot, Verdict};
use sim_core::recording::PluginStamp;
use sim_core::words::counted;
use std::fmt::Write;

/// Position (m) and orientation in the world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "the names say it")]
pub struct PoseSummary {
    pub x: f64,
    pub y: f64,
    pub z: f64,
    pub qx: f64,
    pub qy: f64,
    pub qz: f64,
    pub qw: f64,
}

/// One robot at the end of the run.
#[derive(Clone, Debug, Serialize)]
pub struct RobotSummary {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub pose: PoseSummary,
    /// Way travelled, m.
    pub distance_m: f64,
    /// Times it began to touch something that is not ground.
    pub collisions: u64,
    /// Commands that were outside their range and have been limited.
    pub limited_commands: u64,
    /// Components of it that failed.
    pub faults: usize,
    /// Time at which it has left the bounds of the scene, s.
    pub lost: Option<f64>,
    #[serde(skip)]
    yaw: f64,
}

/// A robot or movable object that has left the bounds of the scene.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lost {
    /// Its name.
    pub name: String,
    /// Simulated time at which it did, s.
    pub time: f64,
}

/// A run as it ended.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Name of the scene, or its file.
    pub scene: String,
    /// Seed of all random streams.
    pub seed: u64,
    /// Step, s.
    pub dt: f64,
    /// Ticks done.
    pub steps: u64,
    /// Simulated time, s.
    pub sim_time_s: f64,
    /// Time that the ticks took, s.
    pub wall_time_s: f64,
    /// Simulated seconds per second.
    pub real_time_factor: f64,
    /// Digest over the states of all bodies and joints.
    pub state_hash: String,
    /// Digest over everything that decides the future; none where a component cannot be saved.
    pub digest: Option<String>,
    /// The state of which that is the digest.
    #[serde(skip)]
    pub end: Option<Snapshot>,
    /// `completed`, `interrupted`, or why a service stopped the run.
    pub ended: String,
    /// Why a service stopped the run, if one did.
    pub stopped: Option<String>,
    /// The robots in scene order.
    pub robots: Vec<RobotSummary>,
    /// Times any two things began to touch.
    pub collisions: u64,
    /// What has left the bounds of the scene.
    pub lost: Vec<Lost>,
    /// Commands that have been limited, of all robots.
    pub limited_commands: u64,
    /// What failed.
    pub faults: Vec<Fault>,
    /// Conditions of the scene.
    pub acceptance: Vec<Verdict>,
    /// Components in use and their files.
    pub plugins: Vec<PluginStamp>,
    /// Plugin files that could not be loaded and ids claimed twice; the run did without them.
    pub plugin_failures: Diagnostics,
    /// Warnings about the scene, and what went wrong with the run.
    pub diagnostics: Diagnostics,
    /// Files written.
    pub outputs: Vec<String>,
    /// Folder with the files of the components; none where no component has kept one.
    pub data_folder: Option<String>,
    /// Exit status of the program.
    pub exit_status: u8,
}

impl Summary {
    /// What the simulation shows before it is finished.
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
                    limited_commands: robot.limited_commands,
                    faults: 0,
                    lost: robot.lost,
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
            limited_commands: robots.iter().map(|robot| robot.limited_commands).sum(),
            robots,
            collisions: simulation.collisions(),
            lost: simulation.lost().map(|(name, time)| Lost { name: name.to_string(), time }).collect(),
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

    /// Adds what is known only after the simulation was finished.
    pub fn finish(&mut self, finished: Finished) {
        for robot in &mut self.robots {
            robot.faults = finished.faults.iter().filter(|fault| fault.robot == robot.name).count();
        }
        self.faults = finished.faults;
        self.acceptance = finished.verdicts;
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |label: &str, value: String| {
            let _ = writeln!(text, "  {label:<11} {value}");
        };
        line("scene", format!("{} (seed {}, step {} s)", self.scene, self.seed, self.dt));
        line("simulated", format!("{:.3} s in {}, {}", self.sim_time_s, counted(self.steps, "step"), self.ended));
        line("took", format!("{:.3} s, {:.1} times real time", self.wall_time_s, self.real_time_factor));
        line("collisions", self.collisions.to_string());
        if self.limited_commands > 0 {
            let commands = counted(self.limited_commands, "command");
            let were = if self.limited_commands == 1 { "was" } else { "were" };
            line("limited", format!("{commands} {were} outside the range"));
        }
        if let Some(first) = self.lost.iter().min_by(|a, b| a.time.total_cmp(&b.time)) {
            line("lost", format!("{}, first {} at {:.3} s", self.lost.len(), first.name, first.time));
        }
        line("faults", self.faults.len().to_string());
        for verdict in &self.acceptance {
            let met = matches!(verdict.outcome, sim_core::engine::Outcome::Met);
            line(if met { "met" } else { "NOT MET" }, format!("{}: {}", verdict.name.told(), verdict.seen.told()));
        }
        line("state hash", self.state_hash.clone());
        line("digest", self.digest.clone().unwrap_or_else(|| "none: a component cannot be saved".to_string()));
        for output in &self.outputs {
            line("written", output.clone());
        }
        if !self.robots.is_empty() {
            text.push('\n');
            text.push_str(&self.table());
        }
        text
    }

    fn table(&self) -> String {
        let width = self.robots.iter().map(|robot| robot.name.chars().count()).max().unwrap_or(0).max(5);
        let mut text = format!(
            "  {:<width$} {:>9} {:>9} {:>9} {:>8} {:>10} {:>10} {:>6}\n",
            "robot", "x [m]", "y [m]", "z [m]", "yaw [°]", "way [m]", "collisions", "faults"
        );
        for robot in self.robots.iter().take(ROWS) {
            let PoseSummary { x, y, z, .. } = robot.pose;
            let (yaw, way) = (robot.yaw.to_degrees(), robot.distance_m);
            let _ = writeln!(
                text,
                "  {:<width$} {x:>9.3} {y:>9.3} {z:>9.3} {yaw:>8.1} {way:>10.3} {:>10} {:>6}",
                robot.name, robot.collisions, robot.faults
            );
        }
        if self.robots.len() > ROWS {
            let _ = writeln!(text, "  … and {} more (--json lists all)", self.robots.len() - ROWS);
        }
        text
    }
}

/// Robots listed in the table for people.
const ROWS: usize = 20;
