//! Commands that were outside their range: of each robot the first one of a run is told.

use super::Worker;
use crate::event::Event;
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::Sentence;
use sim_core::engine::{LimitedCommand, LogLine, Simulation};

impl Worker {
    /// Tells and records which commands have been limited for the first time.
    pub(super) fn report_limits(&mut self, simulation: &Simulation) {
        let limited = simulation.first_limited();
        if limited.len() == self.limits_seen {
            return;
        }
        let structure = self.out.structure.get();
        for limit in limited.get(self.limits_seen..).unwrap_or_default() {
            let LimitedCommand { time, robot, index, .. } = *limit;
            let channels = structure.robots.get(robot).map_or(&[][..], |robot| &robot.parts.channels);
            let Some(channel) = channels.iter().find(|channel| channel.index == index) else { continue };
            let line = LogLine {
                time,
                robot: simulation.robot_name(robot).clone(),
                component: "controller".into(),
                level: LogLevel::Warn,
                text: words(limit, &channel.path, &channel.channel.unit),
            };
            if let Some(tape) = &mut *self.ending.tape() {
                tape.recorder.log(simulation, line.clone());
            }
            self.out.tell(Event::Log(line));
            self.publisher.changed();
        }
        self.limits_seen = limited.len();
    }
}

fn words(limit: &LimitedCommand, path: &str, unit: &str) -> Sentence {
    let LimitedCommand { asked, range: [min, max], .. } = limit;
    let unit = if matches!(unit, "" | "1") { String::new() } else { format!(" {unit}") };
    say!(
        "limited",
        "the command `{path}` was {asked}{unit}, outside its range {min} … {max}{unit}; it was limited. Later ones of this \
         robot are counted, but not told",
        path,
        asked,
        unit,
        min,
        max
    )
}
