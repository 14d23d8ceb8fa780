//! Requests and replies, independent of sockets and the simulator.

mod address;
mod answer;
mod catalogue;
mod describe;
#[cfg(test)]
mod dialogues;
#[cfg(test)]
pub mod fake;
mod handles;
mod help;
mod lua;
mod pybot;
mod text;
#[cfg(test)]
mod transcripts;
mod values;

pub use answer::{Answer, Line};
pub use catalogue::{Board, Catalogue, ClientId, Module, Robots, Source, port_order};
pub use text::printable;

use address::{Address, Alias};
use handles::Handles;
use sim_abi::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Which dialect connections speak.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Dialect {
    /// PyBot until a connection sends `INIT`.
    #[default]
    Auto,
    /// PyBot.
    Pybot,
    /// Lua bobot-server.
    Bobot,
}

/// Options of the protocol.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Dialect of connections.
    pub dialect: Dialect,
    /// Reply to `VERSION`.
    pub version: String,
    /// Whether `LIST` includes empty ports.
    pub list_empty_ports: bool,
    /// Whether motors stop when a client that used them disconnects.
    pub stop_on_disconnect: bool,
}

/// A request as received.
#[derive(Clone, Debug, PartialEq)]
pub enum Received {
    /// A line without its end.
    Line(Vec<u8>),
    /// A line that was too long and was discarded.
    TooLong,
}

/// Result of a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The reply.
    pub answer: Answer,
    /// Whether the client quits.
    pub quit: bool,
    /// Maximum length of the reply with its LF, bytes; `None`: unlimited.
    pub longest: Option<usize>,
}

impl Reply {
    /// The reply as sent, without its LF.
    pub fn line(&self) -> Line {
        self.answer.line(self.longest)
    }
}

impl From<Answer> for Reply {
    fn from(answer: Answer) -> Self {
        Self { answer, quit: false, longest: Some(answer::MAX_LINE) }
    }
}

/// State of a connection.
#[derive(Clone, Debug, Default)]
struct Session {
    lua: bool,
    /// Names of the robots that it used.
    used: BTreeSet<String>,
}

/// Replies to requests; holds the state shared by all connections.
#[derive(Clone, Debug, Default)]
pub struct Engine {
    options: Options,
    sessions: BTreeMap<ClientId, Session>,
    /// Open modules by the name of the robot.
    open: BTreeMap<String, Handles>,
}

/// A module of a board, found by its address.
struct Target<'a> {
    board: &'a Board,
    module: &'a Arc<Module>,
    /// The old name used in the address, if any.
    alias: Option<&'static Alias>,
}

/// Reason for a missing result.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Trouble {
    UnknownFunction,
    Failed,
}

impl Engine {
    /// An engine without connections.
    pub fn new(options: Options) -> Self {
        Self { options, ..Self::default() }
    }

    /// Replies to a request.
    pub fn request(&mut self, client: ClientId, received: &Received, robots: &mut dyn Robots) -> Reply {
        let Received::Line(bytes) = received else { return Answer::error().into() };
        let dialect = self.options.dialect;
        let session = self.sessions.entry(client).or_default();
        let line = text::decode(bytes);
        let words: Vec<&str> = line.split([' ', '\t']).filter(|word| !word.is_empty()).collect();
        session.lua |= dialect == Dialect::Bobot || (dialect == Dialect::Auto && words.first() == Some(&"INIT"));
        match session.lua {
            // Its clients read whole lines.
            true => Reply { longest: None, ..self.lua(client, &words, robots) },
            false => self.pybot(client, &words, robots),
        }
    }

    /// Handles the end of a connection.
    pub fn gone(&mut self, client: ClientId, robots: &mut dyn Robots) {
        let session = self.sessions.remove(&client).unwrap_or_default();
        if self.options.stop_on_disconnect {
            stop(robots, |board| session.used.contains(&board.name));
        }
    }

    /// Handles a client that quits: stops the boards that it used, or all boards if it used none. So a student who
    /// quits does not stop another student's robot.
    fn leave(&mut self, client: ClientId, robots: &mut dyn Robots) {
        let session = self.sessions.remove(&client).unwrap_or_default();
        stop(robots, |board| session.used.is_empty() || session.used.contains(&board.name));
    }

    /// Records that a connection uses a board.
    fn uses(&mut self, client: ClientId, board: &Board) {
        let session = self.sessions.entry(client).or_default();
        if !session.used.contains(&board.name) {
            session.used.insert(board.name.clone());
        }
    }

    /// Returns the handle of a module and opens it if necessary; `None` for hot-plug modules.
    fn open(&mut self, board: &Board, module: &Module) -> Option<u32> {
        if module.port.is_some() {
            return None;
        }
        let ports = || board.modules.iter().filter_map(|module| module.port.as_ref()?.parse().ok()).collect::<Vec<_>>();
        let handles = self.open.entry(board.name.clone()).or_default();
        module.fixed_handle().or_else(|| Some(handles.open(&module.name, &ports())))
    }

    /// Calls the function named by the first word, with the other words as arguments. If both dialects spell it alike,
    /// the form of its result follows the dialect of the connection.
    fn call(
        &mut self,
        client: ClientId,
        target: &Target<'_>,
        words: &[&str],
        robots: &mut dyn Robots,
    ) -> Result<Answer, Trouble> {
        let Target { board, module, alias } = target;
        self.uses(client, board);
        self.open(board, module);
        let (function, words) = words.split_first().ok_or(Trouble::UnknownFunction)?;
        let function = module.function(function).ok_or(Trouble::UnknownFunction)?;
        let arguments = values::arguments(function, words).ok_or(Trouble::Failed)?;
        let raw =
            self.sessions.get(&client).is_some_and(|session| session.lua) && alias.is_none_or(|alias| alias.follows);
        let result = match (&module.source, function.name.as_str()) {
            (Source::Admin, "getVersion") => 13.into(),
            (Source::Pnp, "getVersion") => 1.into(),
            (Source::Admin, "send") => arguments.into_iter().next().unwrap_or_default(),
            (Source::Admin | Source::Pnp, _) => {
                self.reset(board, robots);
                Value::Null
            }
            (Source::Part(part), name) => {
                let name = module.raw.as_deref().filter(|_| raw && name == "getValue").unwrap_or(name);
                let result = robots.call(board.robot, part, name, &arguments);
                if !robots.running() {
                    neutral(robots, board, module);
                }
                result.map_err(|fault| {
                    robots.note(&format!("{part}.{name} of {}: {fault}", board.name));
                    Trouble::Failed
                })?
            }
        };
        let result = match alias.and_then(|alias| alias.converted) {
            Some(converted) if function.name == "getValue" => values::convert(result, converted),
            _ => result,
        };
        Ok(values::answer(function, &result))
    }

    /// Closes the openable modules of a board and stops it.
    fn reset(&mut self, board: &Board, robots: &mut dyn Robots) {
        self.open.entry(board.name.clone()).or_default().clear();
        board.modules.iter().for_each(|module| neutral(robots, board, module));
    }
}

/// Stops the boards selected by `which`.
fn stop(robots: &mut dyn Robots, which: impl Fn(&Board) -> bool) {
    let catalogue = robots.catalogue();
    for board in catalogue.boards.iter().filter(|board| which(board)) {
        board.modules.iter().for_each(|module| neutral(robots, board, module));
    }
}

/// Sets the commands of a module that moves to their neutral values.
fn neutral(robots: &mut dyn Robots, board: &Board, module: &Module) {
    module.neutral.iter().for_each(|(index, value)| robots.command(board.robot, *index, *value));
}

/// Finds a module by its address: first openable modules by name, then the others by name and port, then old names.
fn find<'a>(catalogue: &'a Catalogue, address: &str) -> Option<Target<'a>> {
    let Address { name, board, port } = Address::read(address)?;
    let board = catalogue.boards.get(board)?;
    let named = |name: &str| {
        let fits = |module: &&Arc<Module>| {
            module.name == name && module.port.as_deref().is_none_or(|its_port| its_port == port)
        };
        board.modules.iter().find(fits)
    };
    let (module, alias) = named(name).map(|module| (module, None)).or_else(|| {
        let (alias, number) = Alias::of(name)?;
        let mut sensors = board.modules.iter().filter(|module| module.name == alias.module && module.port.is_some());
        let module = match alias.converted {
            Some(_) if port == "0" => sensors.nth(number - 1),
            _ => named(alias.module).filter(|_| number == 1),
        };
        Some((module?, Some(alias)))
    })?;
    Some(Target { board, module, alias })
}

/// Finds the module to describe: by its address, then by name on any board, then among the known modules.
fn described<'a>(catalogue: &'a Catalogue, address: &str) -> Option<&'a Arc<Module>> {
    if let Some(target) = find(catalogue, address) {
        return Some(target.module);
    }
    let Address { name, .. } = Address::read(address)?;
    let name = Alias::of(name).map_or(name, |(alias, _)| alias.module);
    let carried = catalogue.boards.iter().flat_map(|board| &board.modules);
    carried.chain(&catalogue.known).find(|module| module.name == name)
}
