//! Computes the commands that bring keys and axes in the simulation to their requested state.

use sim_runner::Command;
use std::collections::{BTreeMap, BTreeSet};

/// Resolution of an axis: steps from center to end. Smaller changes are not sent.
const STEPS: f64 = 200.0;

/// Requested keys and axes of robots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DriveInput {
    /// Robots by index; `None`: all.
    pub robots: BTreeSet<Option<usize>>,
    /// Codes of held keys.
    pub keys: BTreeSet<u32>,
    /// Codes of keys pressed and released since the last call.
    pub struck: BTreeSet<u32>,
    /// Axes by name, −1 … 1.
    pub axes: BTreeMap<String, f64>,
}

impl DriveInput {
    /// Adds to an axis, clamped to its range.
    pub fn push(&mut self, name: &str, value: f64) {
        let axis = self.axes.entry(name.to_string()).or_default();
        *axis = ((*axis + value).clamp(-1.0, 1.0) * STEPS).round() / STEPS;
    }
}

/// The state sent to the simulation.
#[derive(Default)]
pub struct Output {
    sent: DriveInput,
    /// Structure to which the robot indices belong.
    structure: u64,
}

impl Output {
    /// Clears the sent state, for a new simulation.
    pub fn forget(&mut self) {
        self.sent = DriveInput::default();
    }

    /// The commands for the difference between the sent and the requested state. After a change of the structure everything is sent again,
    /// since input may not have been migrated.
    pub fn follow(&mut self, wanted: &DriveInput, structure: u64) -> Vec<Command> {
        let again = std::mem::replace(&mut self.structure, structure) != structure;
        let mut commands = Vec::new();
        let neutral = DriveInput::default();
        let gone: Vec<Option<usize>> = self.sent.robots.difference(&wanted.robots).copied().collect();
        // Release deselected robots. After a change of the structure their indices are invalid.
        for robot in gone.into_iter().filter(|robot| !again || robot.is_none()) {
            bring(robot, &self.sent, &neutral, false, &mut commands);
        }
        for robot in &wanted.robots {
            let before = if self.sent.robots.contains(robot) || again { &self.sent } else { &neutral };
            bring(*robot, before, wanted, again, &mut commands);
        }
        self.sent.clone_from(wanted);
        self.sent.struck.clear();
        commands
    }
}

fn bring(robot: Option<usize>, from: &DriveInput, to: &DriveInput, again: bool, commands: &mut Vec<Command>) {
    let released = from.keys.difference(&to.keys).map(|code| (*code, false));
    let pressed = to.keys.iter().filter(|code| again || !from.keys.contains(code)).map(|code| (*code, true));
    commands.extend(released.chain(pressed).map(|(code, down)| Command::Key { robot, code, down }));
    let struck = to.struck.difference(&to.keys).flat_map(|code| [(*code, true), (*code, false)]);
    commands.extend(struck.map(|(code, down)| Command::Key { robot, code, down }));
    for name in from.axes.keys().filter(|name| !to.axes.contains_key(*name)) {
        commands.push(Command::Axis { robot, name: name.clone(), value: 0.0 });
    }
    for (name, value) in &to.axes {
        let before = from.axes.get(name).copied().unwrap_or(0.0);
        if again || *value != before {
            commands.push(Command::Axis { robot, name: name.clone(), value: *value });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(robots: &[Option<usize>], keys: &[u32], axes: &[(&str, f64)]) -> DriveInput {
        let axes = axes.iter().map(|(name, value)| (name.to_string(), *value)).collect();
        let (robots, keys) = (robots.iter().copied().collect(), keys.iter().copied().collect());
        DriveInput { robots, keys, struck: BTreeSet::new(), axes }
    }

    /// BL-66: Each key press toggles the mode exactly once, however long it lasts.
    #[test]
    fn a_key_that_is_struck_between_two_frames_is_pressed_and_released_once() {
        let mut output = Output::default();
        let struck = DriveInput { struck: [80].into(), ..wanted(&[Some(0)], &[65], &[]) };
        assert_eq!(words(&output.follow(&struck, 0)), ["Some(0) 65 true", "Some(0) 80 true", "Some(0) 80 false"]);
        assert!(output.follow(&wanted(&[Some(0)], &[65], &[]), 0).is_empty());
    }

    fn words(commands: &[Command]) -> Vec<String> {
        let word = |command: &Command| match command {
            Command::Key { robot, code, down } => format!("{robot:?} {code} {down}"),
            Command::Axis { robot, name, value } => format!("{robot:?} {name} {value}"),
            _ => String::new(),
        };
        commands.iter().map(word).collect()
    }

    #[test]
    fn only_differences_are_sent() {
        let mut output = Output::default();
        let turning = wanted(&[Some(1)], &[65], &[("turn", 0.5)]);
        assert_eq!(words(&output.follow(&turning, 0)), ["Some(1) 65 true", "Some(1) turn 0.5"]);
        assert_eq!(words(&output.follow(&turning, 0)), [""; 0]);
        assert_eq!(words(&output.follow(&wanted(&[Some(1)], &[], &[]), 0)), ["Some(1) 65 false", "Some(1) turn 0"]);
    }

    #[test]
    fn an_axis_is_clamped_to_its_range_and_quantized() {
        let mut wanted = DriveInput::default();
        wanted.push("turn", 0.5012);
        assert_eq!(wanted.axes["turn"], 0.5);
        wanted.push("turn", 0.9);
        assert_eq!(wanted.axes["turn"], 1.0);
    }

    #[test]
    fn a_deselected_robot_releases_all_keys_and_axes() {
        let mut output = Output::default();
        output.follow(&wanted(&[Some(1)], &[65], &[("turn", 0.5)]), 0);
        let commands = words(&output.follow(&wanted(&[Some(2)], &[65], &[]), 0));
        assert_eq!(commands, ["Some(1) 65 false", "Some(1) turn 0", "Some(2) 65 true"]);
    }

    #[test]
    fn a_new_structure_receives_all_inputs_again() {
        let mut output = Output::default();
        output.follow(&wanted(&[Some(1)], &[65, 66], &[]), 0);
        assert_eq!(words(&output.follow(&wanted(&[Some(1)], &[65], &[]), 1)), ["Some(1) 66 false", "Some(1) 65 true"]);
    }
}
