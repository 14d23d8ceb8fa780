//! Commands that were outside their range.

use crate::diagnostic::Sentence;

/// The first command of a robot in a run that was outside its range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimitedCommand {
    /// Simulated time at the start of the tick, s.
    pub time: f64,
    /// The robot.
    pub robot: usize,
    /// Index of the command in the robot's telemetry.
    pub index: usize,
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
