//! Panel and published values of the link.

use super::Link;
use robomap_link::client::{Command, Level, PlanState, PlayAction, Situation};
use robomap_protocol::Mode;
use sim_abi::prelude::*;
use std::time::Duration;

/// Time without a packet after which the silence is shown.
pub(super) const QUIET: Duration = Duration::from_secs(3);

/// Placeholder for empty values.
const NOTHING: &str = "-";

/// State of the robot after a lost link.
const UNKNOWN: &str = "unknown, the robot may still be moving: enter robot mode again to stop it";

/// Warning about a moving robot at the end of the run.
const IS_STOPPED: &str = "the real robot may be moving: it is stopped before disconnecting";

/// The same for an unreachable robot.
const IS_NOT_STOPPED: &str =
    "the real robot may still be moving and was not stopped: enter robot mode again to stop it";

/// Captions of buttons with a fixed function.
pub(super) const CAPTIONS: [(&str, &str); 10] = [
    ("cancel", "cancel"),
    ("change_speed", "change the speed"),
    ("enter_robot_mode", "enter robot mode"),
    ("leave_robot_mode", "leave robot mode"),
    ("calibrate", "request the beacons"),
    ("drop_beacons", "hide the beacons"),
    ("move", "move"),
    ("turn", "turn"),
    ("brake", "brake"),
    ("abort", "cancel sending"),
];

/// Translatable texts of the panel.
pub(super) const WORDS: [&str; 47] = [
    "mode",
    "plan",
    "speed",
    "robot",
    "address",
    "last packet",
    "reached",
    "poses received",
    "packets lost",
    "drawn robot",
    "signals",
    "beacons",
    "newest",
    "editor",
    "simulation",
    "robot, manual driving",
    "not connected",
    "less than 3 s ago",
    "simulate",
    "start",
    "pause",
    "resume",
    "waiting",
    "drive manually",
    "end manual driving",
    "follow",
    "do not follow",
    "idle",
    "running",
    "paused",
    "being sent",
    "being replaced",
    UNKNOWN,
    IS_STOPPED,
    IS_NOT_STOPPED,
    "running at the last contact",
    "running, but the route has changed since it was sent",
    "is at the last known pose of the real one",
    "sending the plan",
    "does not follow the real one",
    "follows the real one",
    "does not follow while the run is paused",
    "does not follow while the run is paused: the real one may be moving",
    "are being recorded",
    "waiting for the run: press Play",
    "the plan is simulated",
    "contact with the robot is restored",
];

impl Link {
    /// Returns the route and the receive counters.
    pub(super) fn diagnosis(&self) -> Value {
        let poses: Vec<Value> = self.route.iter().map(|pose| json!([pose.x, pose.y, pose.heading.0])).collect();
        let newest = self.client.pose().map(|pose| json!([pose.x, pose.y, pose.heading.0]));
        json!({
            "poses (m, m, °)": poses,
            "revision": self.revision,
            "received": self.client.counters(),
            "lost": self.client.missing(),
            "newest pose (m, m, °)": newest,
        })
    }

    /// Writes the published values.
    pub(super) fn publish(&self, io: &mut ServiceIo) {
        let published = &self.published;
        let is_robot = self.client.mode() == Mode::Robot;
        let mode = if is_robot { 2.0 } else { f64::from(u8::from(self.simulation.is_some())) };
        let (plan, speed, reached) = match &self.simulation {
            Some(simulation) => {
                let plan = if simulation.is_paused() { 3.0 } else { 2.0 };
                (plan, self.simulated_speed, simulation.progress().0)
            }
            None => {
                let plan = match self.client.plan() {
                    PlanState::Idle => 0.0,
                    PlanState::Sending | PlanState::Resending => 1.0,
                    PlanState::Running => 2.0,
                    PlanState::Paused => 3.0,
                    PlanState::Unknown => 4.0,
                };
                (plan, self.client.speed(), self.client.progress().map_or(0, |(reached, _)| reached))
            }
        };
        let now = self.batches.last();
        let silence = self.client.silence(now).map_or(f64::NAN, |silence| silence.as_secs_f64());
        let values = [
            (published.mode, mode),
            (published.plan, plan),
            (published.speed, speed),
            (published.reached, reached as f64),
            (published.silence, silence),
            (published.traces, if is_robot { self.client.trace_rate(now) } else { 0.0 }),
            (published.lost, self.client.missing() as f64),
        ];
        values.into_iter().for_each(|(to, value)| io.publish(to, value));
    }

    /// Updates the panel: the state and the available operations.
    pub(super) fn show(&mut self, io: &mut ServiceIo) -> Result {
        let mut panel = Panel::default();
        self.states(&mut panel);
        self.functions(&mut panel);
        if let Some(text) = self.stop_warning() {
            panel.stop_warning(text);
        }
        if matches!(self.client.plan(), PlanState::Sending | PlanState::Resending) && self.sending.1 > 0 {
            let (completed, total) = (self.sending.0 as f64, self.sending.1 as f64);
            panel.task(Task { name: "sending the plan".into(), completed, total, cancel: Some("abort".into()) });
        }
        self.board.show(panel, io)
    }

    /// Returns the warning to show before the run ends.
    fn stop_warning(&self) -> Option<&'static str> {
        let may_move = self.client.plan() != PlanState::Idle || self.client.is_driving();
        match self.client.mode() {
            Mode::Robot if may_move => Some(IS_STOPPED),
            Mode::Editor if self.client.plan() == PlanState::Unknown => Some(IS_NOT_STOPPED),
            _ => None,
        }
    }

    fn states(&self, panel: &mut Panel) {
        let is_robot = self.client.mode() == Mode::Robot;
        let (mode, level) = match (is_robot, &self.simulation) {
            (true, _) if self.client.is_driving() => ("robot, manual driving", PanelLevel::Active),
            (true, _) => ("robot", PanelLevel::Active),
            (false, Some(_)) => ("simulation", PanelLevel::Active),
            (false, None) => ("editor", PanelLevel::Normal),
        };
        panel.state("mode", mode, level);
        let silence = self.client.silence(self.batches.last());
        let is_quiet = silence.is_some_and(|silence| silence >= QUIET);
        let (plan, level) = match (&self.simulation, self.client.plan()) {
            (Some(simulation), _) if simulation.is_paused() => ("paused".to_owned(), PanelLevel::Active),
            (Some(_), _) => ("running".into(), PanelLevel::Active),
            (None, PlanState::Unknown) => (UNKNOWN.into(), PanelLevel::Error),
            (None, PlanState::Running) if is_quiet => ("running at the last contact".into(), PanelLevel::Error),
            (None, PlanState::Running) if !self.client.has_route(self.revision) => {
                ("running, but the route has changed since it was sent".into(), PanelLevel::Warning)
            }
            (None, PlanState::Idle) => (PlanState::Idle.to_string(), PanelLevel::Normal),
            (None, state) => (state.to_string(), PanelLevel::Active),
        };
        panel.state("plan", plan, level);
        let speed = if is_robot { self.client.speed() } else { self.simulated_speed };
        panel.state("speed", format!("{speed:.2} %"), PanelLevel::Normal);
        let robot = self.robots.get(self.robot as usize).cloned().unwrap_or_default();
        panel.state("robot", robot, PanelLevel::Normal);
        let (address, level) = match &self.server {
            Ok(server) => (server.to_string(), PanelLevel::Normal),
            Err(why) => (why.clone(), PanelLevel::Error),
        };
        panel.state("address", address, level);
        let contact = match silence {
            None => ("not connected".to_owned(), PanelLevel::Normal),
            Some(silence) if silence >= QUIET => (format!("no data for {} s", silence.as_secs()), PanelLevel::Error),
            Some(_) => ("less than 3 s ago".into(), PanelLevel::Normal),
        };
        panel.state("last packet", contact.0, contact.1);
        let progress = match &self.simulation {
            Some(simulation) => Some(simulation.progress()),
            None => self.client.progress(),
        };
        // The number of lines is constant, so that controls below them do not move under the mouse.
        let reached = progress.map_or_else(|| NOTHING.to_owned(), |(reached, of)| format!("{reached} of {of}"));
        panel.state("reached", reached, PanelLevel::Normal);
        let rate = self.client.trace_rate(self.batches.last());
        let received = if is_robot { format!("{rate:.0} per second") } else { NOTHING.to_owned() };
        panel.state("poses received", received, PanelLevel::Normal);
        let lost = if is_robot { self.client.missing().to_string() } else { NOTHING.to_owned() };
        panel.state("packets lost", lost, PanelLevel::Normal);
        let (drawn, level) = match (is_robot, self.client.is_rendering(), self.is_paused()) {
            (false, ..) => (NOTHING, PanelLevel::Normal),
            (true, false, _) => ("does not follow the real one", PanelLevel::Warning),
            (true, true, true) if self.client.plan() != PlanState::Idle || self.client.is_driving() => {
                ("does not follow while the run is paused: the real one may be moving", PanelLevel::Error)
            }
            (true, true, true) => ("does not follow while the run is paused", PanelLevel::Warning),
            (true, true, false) if is_quiet => ("is at the last known pose of the real one", PanelLevel::Warning),
            (true, true, false) => ("follows the real one", PanelLevel::Normal),
        };
        panel.state("drawn robot", drawn, level);
        match self.client.is_capturing() {
            true => panel.state("signals", "are being recorded", PanelLevel::Active),
            false => panel.state("signals", NOTHING, PanelLevel::Normal),
        };
        let beacons = self.beacons.count().map_or_else(|| NOTHING.to_owned(), |count| count.to_string());
        panel.state("beacons", beacons, PanelLevel::Normal);
        if self.is_paused() && self.requests.iter().any(|request| self.simulates(request)) {
            panel.state("newest", "waiting for the run: press Play", PanelLevel::Warning);
        } else if let Some((level, text)) = &self.news {
            let level = match level {
                Level::Info => PanelLevel::Normal,
                Level::Warning => PanelLevel::Warning,
                Level::Error => PanelLevel::Error,
            };
            panel.state("newest", text.clone(), level);
        } else {
            panel.state("newest", NOTHING, PanelLevel::Normal);
        }
    }

    fn functions(&self, panel: &mut Panel) {
        let simulating = self.simulation.is_some();
        let situation = Situation { simulating, revision: self.revision, ..Situation::default() };
        let speed = self.client.speed();
        for (function, command) in [
            ("play", Command::Play),
            ("cancel", Command::Cancel),
            ("change_speed", Command::ChangeSpeed { speed }),
            ("enter_robot_mode", Command::EnterRobotMode { speed }),
            ("leave_robot_mode", Command::LeaveRobotMode),
            ("follow_robot", Command::ToggleRendering),
            ("calibrate", Command::Calibrate),
            ("drive", Command::Drive { on: !self.client.is_driving() }),
            ("move", Command::Drive { on: false }),
            ("turn", Command::Drive { on: false }),
            ("brake", Command::Drive { on: false }),
            ("abort", Command::Abort),
        ] {
            let about_simulation =
                self.client.mode() == Mode::Editor && ["play", "cancel", "change_speed"].contains(&function);
            let refused = match about_simulation {
                true => self.refused_simulation(function),
                false => {
                    let refusal = self.client.allowed(&command, &situation).err();
                    refusal.map(|refusal| format!("{refusal}; {}", refusal.remedy()))
                }
            };
            if let Some(why) = refused {
                panel.disable(function, why);
            }
        }
        if let (Err(why), Mode::Editor) = (&self.server, self.client.mode()) {
            panel.disable("enter_robot_mode", why.as_str());
        }
        if self.beacons.count().is_none() {
            panel.disable("drop_beacons", "no beacons were requested; request them in robot mode");
        }
        if !self.may_connect && self.client.mode() == Mode::Editor {
            panel.disable("enter_robot_mode", "the scene does not grant `Network` to the link; add it to its `grants`");
        }
        let caption = match &self.simulation {
            Some(simulation) if simulation.is_paused() => "resume",
            Some(_) => "pause",
            None if self.client.mode() == Mode::Editor => "simulate",
            None if self.client.is_waiting() => "waiting",
            None => match self.client.play_action(self.revision) {
                PlayAction::Pause => "pause",
                PlayAction::Resume => "resume",
                PlayAction::Send | PlayAction::None => "start",
            },
        };
        panel.caption("play", caption);
        for (function, caption) in CAPTIONS {
            panel.caption(function, caption);
        }
        panel.caption("drive", if self.client.is_driving() { "end manual driving" } else { "drive manually" });
        panel.caption("follow_robot", if self.client.is_rendering() { "do not follow" } else { "follow" });
    }

    fn refused_simulation(&self, function: &str) -> Option<String> {
        match (function, &self.simulation, &self.driven) {
            (_, _, Err(fault)) => Some(fault.to_string()),
            ("cancel", None, _) if self.client.plan() == PlanState::Unknown => Some(UNKNOWN.into()),
            ("cancel", None, _) => Some("no simulation is active; start one first".into()),
            ("play", None, _) if self.route.is_empty() => Some("the route is empty; design a plan first".into()),
            _ => None,
        }
    }
}
