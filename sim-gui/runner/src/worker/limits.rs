//! Clamped commands: the first one of each robot in a run is reported.

use super::Worker;
use crate::event::Event;
use sim_abi::ffi::types::LogLevel;
use sim_core::engine::{LimitedCommand, LogLine, Simulation};

impl Worker {
    /// Reports and records the commands that have been clamped for the first time.
    pub(super) fn report_limits(&mut self, simulation: &Simulation) {
        let limited = simulation.first_limited();
        if limited.len() == self.limits_seen {
            return;
        }
        let structure = self.out.structure.get();
        for limit in limited.get(self.limits_seen..).unwrap_or_default() {
            let LimitedCommand { time, robot, index, ref component, .. } = *limit;
            let channels = structure.robots.get(robot).map_or(&[][..], |robot| &robot.parts.channels);
            let Some(channel) = channels.iter().find(|channel| channel.index == index) else { continue };
            let Ok(robot) = simulation.robot(robot) else { continue };
            let line = LogLine {
                time,
                robot: robot.name().clone(),
                component: component.clone(),
                level: LogLevel::Warn,
                text: limit.sentence(&channel.path, &channel.channel.unit),
            };
            if let Some(tape) = &mut *self.ending.tape() {
                tape.recorder.log(simulation, line.clone());
            }
            self.out.send(Event::Log(line));
            self.publisher.changed();
        }
        self.limits_seen = limited.len();
    }
}
