//! Scripted operator input.

use super::tick::Tick;
use super::world::{Operator, World};

/// An operator input at a time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScriptedInput {
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
    fn apply(&self, operator: &mut Operator) {
        match self {
            Act::Key(code, down) => operator.key(*code, *down),
            Act::Axis(name, value) => operator.axis(name, *value),
        }
    }

    /// Applies it for one robot, which must have operator input of its own, or for all.
    pub(super) fn play(&self, robot: Option<usize>, world: &mut World) {
        match robot {
            Some(robot) => self.apply(&mut world.robot_operators[robot]),
            None => world.robot_operators.iter_mut().chain([&mut world.operator]).for_each(|o| self.apply(o)),
        }
    }
}

/// The scripted input of a scene and the position in it.
pub(super) struct Script {
    /// In chronological order.
    inputs: Vec<ScriptedInput>,
    /// Index of the first input that was not applied yet.
    pub(super) next: usize,
}

impl Script {
    /// Starts with the first of these inputs, which are in chronological order.
    pub(super) fn new(inputs: Vec<ScriptedInput>) -> Self {
        Self { inputs, next: 0 }
    }

    /// Whether single robots have input of their own.
    pub(super) fn has_single_robots(&self) -> bool {
        self.inputs.iter().any(|input| input.robot.is_some())
    }

    /// Applies the inputs up to the start of a tick.
    pub(super) fn play(&mut self, tick: Tick, world: &mut World) {
        while let Some(input) = self.inputs.get(self.next).filter(|input| input.tick <= tick.number) {
            input.act.play(input.robot, world);
            self.next += 1;
        }
    }

    /// Continues at a tick, without the inputs before it.
    pub(super) fn seek(&mut self, tick: Tick) {
        self.next = self.inputs.partition_point(|input| input.tick < tick.number);
    }
}
