//! Clamps commands to their ranges: those of controllers, of services and of functions called from outside.

use super::fault::Fault;
use super::mover::{ActuatorSlot, Mover};
use super::program::PROGRAM;
use sim_abi::declare::Channel;
use sim_diagnostics::Code;
use std::sync::Arc;

/// The first out-of-range command of a robot in a run.
#[derive(Clone, Debug, PartialEq)]
pub struct LimitedCommand {
    /// Simulated time at the start of the tick, s.
    pub time: f64,
    /// The robot.
    pub robot: usize,
    /// Index of the command in the robot's telemetry.
    pub index: usize,
    /// Its source: the robot's controller, a service, the actuator whose function was called from outside, or `program`.
    pub component: Arc<str>,
    /// The requested value.
    pub asked: f64,
    /// Minimum and maximum of the command.
    pub range: [f64; 2],
}

impl LimitedCommand {
    /// As a sentence, with the path of its channel and its unit.
    pub fn sentence(&self, path: &str, unit: &str) -> String {
        let Self { asked, range: [min, max], .. } = self;
        let unit = if matches!(unit, "" | "1") { String::new() } else { format!(" {unit}") };
        format!(
            "command `{path}` clamped: {asked}{unit} is outside {min} … {max}{unit}. Further clamped commands of this robot \
             are only counted"
        )
    }
}

/// Minimum, maximum and neutral value of a command.
pub(super) fn command_limits(channel: &Channel) -> [f64; 3] {
    [channel.min.unwrap_or(f64::NEG_INFINITY), channel.max.unwrap_or(f64::INFINITY), channel.neutral]
}

/// Invalid commands of a controller in one step: index and value of the first of each kind.
pub(super) struct WrongCommands {
    pub(super) not_finite: Option<(usize, f64)>,
    pub(super) limited: Option<(u32, f64)>,
}

/// A command that is out of range by less than this fraction of the limit counts as at the limit.
const ROUNDING: f64 = 1e-9;

/// Whether a command is out of range by more than rounding.
fn is_beyond(command: f64, [min, max]: [f64; 2]) -> bool {
    command < min - ROUNDING * min.abs() || command > max + ROUNDING * max.abs()
}

/// Clamps the commands of a controller to their ranges. Adds the number of clamped commands to `count`.
#[inline]
pub(super) fn limit_commands(commands: &mut [f64], limits: &[[f64; 3]], count: &mut u64) -> WrongCommands {
    let mut wrong = WrongCommands { not_finite: None, limited: None };
    for (index, (command, [min, max, _])) in commands.iter_mut().zip(limits).enumerate() {
        if !command.is_finite() {
            wrong.not_finite = wrong.not_finite.or(Some((index, *command)));
        } else if *command < *min || *command > *max {
            if is_beyond(*command, [*min, *max]) {
                wrong.limited = wrong.limited.or(Some((index as u32, *command)));
                *count += 1;
            }
            *command = command.clamp(*min, *max);
        }
    }
    wrong
}

/// Source of commands set outside the control phase of a tick.
pub(super) struct CommandSource<'a> {
    /// The service; `None` for a program, whose commands come from the actuator whose function it calls.
    pub(super) name: Option<&'a Arc<str>>,
    /// Simulated time at the start of the tick, s.
    pub(super) time: f64,
    /// Receives the first clamped command of each robot. Its capacity is one per robot.
    pub(super) limited: &'a mut Vec<LimitedCommand>,
}

impl Mover {
    /// Checks and clamps the commands of its controller after a step. Returns a fault if one is not finite.
    #[inline]
    pub(super) fn accept_commands(&mut self) -> Option<Fault> {
        let apart = self.telemetry.split();
        let wrong = limit_commands(apart.commands, &self.commands.limits, &mut self.statistics.clamped_commands);
        if wrong.limited.is_some() && !self.commands.limited {
            (self.commands.limited, self.commands.tells_limit, self.statistics.first_limited) =
                (true, true, wrong.limited);
        }
        wrong.not_finite.map(|(index, value)| bad_command(&self.components.actuators, index, value))
    }

    /// Sets a command outside the control phase of a tick.
    ///
    /// # Errors
    /// A description of the command if the value is not finite.
    pub(super) fn set_command(
        &mut self,
        command: usize,
        value: f64,
        source: &mut CommandSource<'_>,
    ) -> Result<(), String> {
        if !value.is_finite() {
            return Err(command_is(&self.components.actuators, command, value));
        }
        self.telemetry.values[self.telemetry.parts.commands_start() + command] = value;
        self.limit_command(command, source);
        Ok(())
    }

    /// Clamps a finite command that was set outside the control phase of a tick to its range. Clamped commands are counted like those of
    /// controllers.
    pub(super) fn limit_command(&mut self, command: usize, source: &mut CommandSource<'_>) {
        let [min, max, _] = self.commands.limits[command];
        let index = self.telemetry.parts.commands_start() + command;
        let asked = self.telemetry.values[index];
        let clamped_value = asked.clamp(min, max);
        if clamped_value == asked {
            return;
        }
        self.telemetry.values[index] = clamped_value;
        if !is_beyond(asked, [min, max]) {
            return;
        }
        self.statistics.clamped_commands += 1;
        if !std::mem::replace(&mut self.commands.limited, true) {
            let component = source.name.cloned().unwrap_or_default();
            let (time, robot) = (source.time, self.identity.index);
            source.limited.push(LimitedCommand { time, robot, index, component, asked, range: [min, max] });
        }
    }

    /// The first clamped command of its controller in this run, returned once. `time` is the start of the tick, s.
    pub(super) fn take_first_limited(&mut self, time: f64) -> Option<LimitedCommand> {
        if !std::mem::take(&mut self.commands.tells_limit) {
            return None;
        }
        let (command, asked) = self.statistics.first_limited.take()?;
        let [min, max, _] = self.commands.limits[command as usize];
        let index = self.telemetry.parts.commands_start() + command as usize;
        let component = match (&self.commands.program, &self.components.controller) {
            (None, Some(slot)) => slot.origin.name.clone(),
            _ => PROGRAM.into(),
        };
        Some(LimitedCommand { time, robot: self.identity.index, index, component, asked, range: [min, max] })
    }
}

/// Describes a command that is not finite.
#[cold]
fn command_is(actuators: &[ActuatorSlot], index: usize, value: f64) -> String {
    let owner = actuators.iter().find(|actuator| actuator.commands.range().contains(&index));
    owner.map_or_else(
        || format!("the command is {value}"),
        |actuator| {
            let channel = &actuator.slot.instance.declaration().channels[index - actuator.commands.start()].name;
            let actuator = &actuator.slot.origin.name;
            format!("the command `{channel}` of actuator `{actuator}` is {value}")
        },
    )
}

#[cold]
fn bad_command(actuators: &[ActuatorSlot], index: usize, value: f64) -> Fault {
    let mut fault = Fault::new(Code::EngineCommand, command_is(actuators, index, value));
    fault.help = "check the controller for a division by zero, or a reading that is infinite without a hit".to_string();
    fault
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_at_the_limit_is_clamped_but_not_reported() {
        let limits = [[-0.2, 0.2, 0.0], [0.0, f64::INFINITY, 0.0]];
        let mut commands = [0.2 + 2.2e-11, -0.0];
        let mut count = 0;
        let wrong = limit_commands(&mut commands, &limits, &mut count);
        assert!((commands, count, wrong.limited) == ([0.2, 0.0], 0, None), "{commands:?} {count}");
        let mut commands = [-0.2 - 1e-9, -1e-300];
        let wrong = limit_commands(&mut commands, &limits, &mut count);
        assert_eq!((commands, count, wrong.limited), ([-0.2, 0.0], 2, Some((0, -0.2 - 1e-9))));
    }
}
