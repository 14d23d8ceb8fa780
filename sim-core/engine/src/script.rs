//! Scripted operator input.

use super::world::Operator;

/// An operator input at a time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Script {
    pub(super) tick: u64,
    /// The robot; `None`: all robots.
    pub(super) robot: Option<usize>,
    pub(super) act: Act,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Act {
    Key(u32, bool),
    Axis(String, f64),
}

impl Act {
    pub(super) fn play(&self, operator: &mut Operator) {
        match self {
            Act::Key(code, down) => operator.key(*code, *down),
            Act::Axis(name, value) => operator.axis(name, *value),
        }
    }
}
