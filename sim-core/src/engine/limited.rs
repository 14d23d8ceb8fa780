//! Commands that were outside their range.

use super::mover::Mover;
use crate::diagnostic::Sentence;
use std::sync::Arc;

/// The first command of a robot in a run that was outside its range.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitedCommand {
    /// Simulated time at the start of the tick, s.
    pub time: f64,
    /// The robot.
    pub robot: usize,
    /// Index of the command in the robot's telemetry.
    pub index: usize,
    /// What has set it: the robot's controller, a service, or the actuator whose function was called from outside.
    pub component: Arc<str>,
    /// What was asked for.
    pub asked: f64,
    /// Lowest and highest value of the command.
    pub range: [f64; 2],
}

impl LimitedCommand {
    /// It in words, with the path of its channel and its unit.
    pub fn sentence(&self, path: &str, unit: &str) -> Sentence {
        let Self { asked, range: [min, max], .. } = self;
        let unit = if matches!(unit, "" | "1") { String::new() } else { format!(" {unit}") };
        say!(
            "engine-command-limited",
            "the command `{path}` was {asked}{unit}, outside its range {min} … {max}{unit}; it was limited. Later ones of this robot \
             are counted, but not told",
            path,
            asked,
            unit,
            min,
            max
        )
    }
}

/// Who sets commands outside the control of a tick.
pub(super) struct Asker<'a> {
    /// The service; none for a program, whose commands come from the actuator whose function it calls.
    pub(super) name: Option<&'a Arc<str>>,
    /// Simulated time at the start of the tick, s.
    pub(super) time: f64,
    /// Where the first limited command of each robot is told. It has room for one of each robot.
    pub(super) limited: &'a mut Vec<LimitedCommand>,
}

impl Mover {
    /// Brings a finite command that was set outside the control of a tick into its range. What was outside counts like the
    /// commands of controllers.
    pub(super) fn limit_command(&mut self, command: usize, asker: &mut Asker<'_>) {
        let [min, max, _] = self.command_limits[command];
        let index = self.parts.commands_start() + command;
        let asked = self.telemetry[index];
        let within = asked.clamp(min, max);
        if within == asked {
            return;
        }
        self.telemetry[index] = within;
        self.limited_commands += 1;
        if !std::mem::replace(&mut self.limited, true) {
            let component = asker.name.cloned().unwrap_or_default();
            let (time, robot) = (asker.time, self.index);
            asker.limited.push(LimitedCommand { time, robot, index, component, asked, range: [min, max] });
        }
    }
}
