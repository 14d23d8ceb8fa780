//! What the operator does at times that the scene says.

use super::world::Operator;

/// Something that the operator does at a time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Script {
    pub(super) tick: u64,
    /// Robot that is meant; none: all.
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
