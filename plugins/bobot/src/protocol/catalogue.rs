//! Boards and modules, and the protocol's interface to the robots.

use sim_abi::prelude::*;
use std::net::SocketAddr;
use std::sync::Arc;

/// Id of a connection; never reused.
pub type ClientId = u64;

/// Provider of a module's functions.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A part of the robot, by name.
    Part(String),
    /// The server itself: `admin`.
    Admin,
    /// The server itself: `pnp`.
    Pnp,
}

/// A module of a board, or a known module that is not on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// Name in the protocol.
    pub name: String,
    /// Provider of its functions.
    pub source: Source,
    /// Name of its port, which is its handle; `None` for openable modules.
    pub port: Option<String>,
    /// Functions for programs on the robot.
    pub functions: Vec<Function>,
    /// Names of the functions listed only in the Lua dialect.
    pub lua: Vec<String>,
    /// Name of the function behind `getValue` in the Lua dialect, if the dialects return different values.
    pub raw: Option<String>,
    /// Telemetry indices of commands and their neutral values, for modules that move.
    pub neutral: Vec<(u32, f64)>,
}

impl Module {
    /// A function by name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// Constant handle of one of the server's own modules.
    pub fn fixed_handle(&self) -> Option<u32> {
        match self.source {
            Source::Admin => Some(0),
            Source::Pnp => Some(7),
            Source::Part(_) => None,
        }
    }

    /// The server's own modules.
    pub fn built_in() -> [Arc<Module>; 2] {
        let version = || Function::new("getVersion").result(FunctionValue::int("version"));
        let send = Function::new("send").parameter(FunctionValue::string("data")).result(FunctionValue::string("data"));
        let module = |name: &str, source, functions| {
            let (lua, raw, neutral) = Default::default();
            Arc::new(Module { name: name.into(), source, port: None, functions, lua, raw, neutral })
        };
        [
            module("admin", Source::Admin, vec![version(), send, Function::new("reset")]),
            module("pnp", Source::Pnp, vec![version()]),
        ]
    }
}

/// A robot with modules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Board {
    /// Index of the robot.
    pub robot: u32,
    /// Its name.
    pub name: String,
    /// Its modules: openable ones by name, then the others by port.
    pub modules: Vec<Arc<Module>>,
    /// Ports without a module.
    pub empty_ports: Vec<String>,
}

/// All boards, and all modules of the loaded libraries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalogue {
    /// Boards by number.
    pub boards: Vec<Board>,
    /// One module per name, sorted by name.
    pub known: Vec<Arc<Module>>,
}

/// The protocol's interface to robots and clients.
pub trait Robots {
    /// Boards and modules as of the last survey.
    fn catalogue(&mut self) -> Arc<Catalogue>;

    /// Surveys the robots again, unless the last survey is recent.
    fn refresh(&mut self);

    /// Calls a function of a robot's part.
    fn call(&mut self, robot: u32, part: &str, function: &str, arguments: &[Value]) -> Result<Value>;

    /// Writes a command of a robot.
    fn command(&mut self, robot: u32, index: u32, value: f64);

    /// Whether the run has started; nothing moves before.
    fn running(&self) -> bool;

    /// Connected clients.
    fn clients(&self) -> Vec<(ClientId, SocketAddr)>;

    /// Logs the cause of an error; the client's reply only has two bytes.
    fn note(&self, text: &str);
}

/// Sort key of ports: by number, then ports whose names are not numbers.
pub fn port_order(port: &str) -> (u32, &str) {
    (port.parse().unwrap_or(u32::MAX), port)
}
