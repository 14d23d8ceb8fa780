//! Boards and modules, and what the protocol needs of the robots.

use sim_abi::prelude::*;
use std::net::SocketAddr;
use std::sync::Arc;

/// Number of a connection; never used twice.
pub type ClientId = u64;

/// Where a module's functions are.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// A part of the robot, by name.
    Part(String),
    /// The server itself: `admin`.
    Admin,
    /// The server itself: `pnp`.
    Pnp,
}

/// A module of a board, or one that is known without being on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// Name in the protocol.
    pub name: String,
    /// Where its functions are.
    pub source: Source,
    /// Name of its port, which is its handle; none of an openable module.
    pub port: Option<String>,
    /// Functions that a program on the robot has.
    pub functions: Vec<Function>,
    /// Names of those that only the Lua dialect describes.
    pub lua: Vec<String>,
    /// Name of the function that answers `getValue` in the Lua dialect, where the two give different values.
    pub raw: Option<String>,
    /// Telemetry indices of commands and their neutral values, for what moves.
    pub neutral: Vec<(u32, f64)>,
}

impl Module {
    /// A function by name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// Handle that never changes, of what the server has itself.
    pub fn fixed_handle(&self) -> Option<u32> {
        match self.source {
            Source::Admin => Some(0),
            Source::Pnp => Some(7),
            Source::Part(_) => None,
        }
    }

    /// The modules that the server has itself.
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
    /// Its modules, openable ones by name and then the others by port.
    pub modules: Vec<Arc<Module>>,
    /// Ports with nothing in them.
    pub empty_ports: Vec<String>,
}

/// All boards, and all modules that the loaded libraries have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Catalogue {
    /// Boards by number.
    pub boards: Vec<Board>,
    /// One module of each name, by name.
    pub known: Vec<Arc<Module>>,
}

/// The robots and clients as the protocol sees them.
pub trait Robots {
    /// Boards and modules as of the last look.
    fn catalogue(&mut self) -> Arc<Catalogue>;

    /// Looks again, unless the last look was just now.
    fn refresh(&mut self);

    /// Calls a function of a robot's part.
    fn call(&mut self, robot: u32, part: &str, function: &str, arguments: &[Value]) -> Result<Value>;

    /// Writes a command of a robot.
    fn command(&mut self, robot: u32, index: u32, value: f64);

    /// Whether the run has begun; nothing moves before.
    fn running(&self) -> bool;

    /// Who is connected.
    fn clients(&self) -> Vec<(ClientId, SocketAddr)>;

    /// Tells those who look for faults what a client is told in two bytes.
    fn note(&self, text: &str);
}

/// Order of ports: by number, then those whose names are none.
pub fn port_order(port: &str) -> (u32, &str) {
    (port.parse().unwrap_or(u32::MAX), port)
}
