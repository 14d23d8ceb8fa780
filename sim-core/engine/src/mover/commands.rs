//! The commands of a robot: their limits and their source.

use crate::program::Program;

/// How a robot is commanded. The commands themselves are in its telemetry.
#[derive(Default)]
pub(crate) struct Commands {
    /// Minimum, maximum and neutral value of every command.
    pub(crate) limits: Vec<[f64; 3]>,
    /// Commands it in place of the controller.
    pub(crate) program: Option<Box<Program>>,
    /// Its controller has failed, or it was halted: commands stay neutral.
    pub(crate) halted: bool,
    /// Held by a service: its controller is not called, and commands are neutral.
    pub(crate) held: bool,
    /// One of its commands has been clamped in this run.
    pub(crate) limited: bool,
    /// The first clamped command is still to be collected.
    pub(crate) tells_limit: bool,
}

impl Commands {
    /// Sets commands to their neutral values.
    pub(crate) fn neutralize(&self, commands: &mut [f64]) {
        for (command, [_, _, neutral]) in commands.iter_mut().zip(&self.limits) {
            *command = *neutral;
        }
    }
}
