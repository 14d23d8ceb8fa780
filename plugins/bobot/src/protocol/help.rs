//! The reply to `HELP`.

/// Commands with their help line, in listing order.
const COMMANDS: [(&str, &str); 12] = [
    ("BUTIA_COUNT", "Number of boards"),
    ("CALL", "Call a function of certain module"),
    ("CLIENTS", "Addresses and ports of all clients"),
    ("CLOSE", "Close an openable module"),
    ("DESCRIBE", "Functions of a module with their parameters"),
    ("HELP", "List all commands, or describe one"),
    ("LIST", "Modules in use with their handles"),
    ("LISTI", "Names of all modules that a board can have"),
    ("OPEN", "Open a module and return its handle"),
    ("QUIT", "Stop the motors and close this connection"),
    ("REFRESH", "Look for boards and modules again"),
    ("VERSION", "Version of the server"),
];

/// Names of all commands.
pub fn commands() -> Vec<String> {
    COMMANDS.iter().map(|(name, _)| (*name).to_string()).collect()
}

/// Help line of a command, in upper or lower case; empty for unknown commands.
pub fn of(command: &str) -> &'static str {
    COMMANDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(command)).map_or("", |(_, help)| help)
}
