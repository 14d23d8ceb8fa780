//! Words about commands and values beyond their limits.

pub const LIMITED: &str = "Limited commands";
pub const LIMITED_HELP: &str =
    "How often a command was outside the range of its actuator and has been limited. The log names the first one.";
