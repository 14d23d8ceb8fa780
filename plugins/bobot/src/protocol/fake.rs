//! A Butiá for tests: the modules of the default robot, and robots that return results without a simulator.

use super::catalogue::*;
use super::{Engine, Options, Received};
use crate::robots::survey;
use sim_abi::declare::{ComponentInfo, Datasheet, Kind};
use sim_abi::prelude::*;
use sim_abi::service::{LayoutPart, RobotLayout};
use std::cell::RefCell;
use std::net::SocketAddr;
use std::sync::Arc;

/// A component with a data sheet.
pub fn component(id: &str, kind: Kind, sheet: Datasheet) -> ComponentInfo {
    ComponentInfo { id: id.into(), kind, help: String::new(), schema: Value::Null, sheet }
}

fn int(name: &str, min: f64, max: f64) -> FunctionValue {
    FunctionValue::int(name).range(min, max)
}

fn gives(name: &str, kind: FunctionValue) -> Function {
    Function::new(name).result(kind)
}

/// Name, kind, and functions of each module, without `getVersion`.
fn modules() -> Vec<(&'static str, &'static str, Vec<Function>)> {
    let value = || vec![gives("getValue", FunctionValue::int("value"))];
    let turned = || vec![gives("getValue", FunctionValue::int("value")), gives("getRaw", FunctionValue::int("raw"))];
    let flag = |name: &str| int(name, 0.0, 1.0);
    let speed = |name: &str| int(name, 0.0, f64::INFINITY);
    let setvel2mtr = Function::new("setvel2mtr").parameter(flag("left_sense")).parameter(speed("left_vel"));
    let setvelmtr =
        Function::new("setvelmtr").parameter(flag("motor_id")).parameter(flag("sense")).parameter(speed("vel"));
    let motors = vec![
        setvel2mtr.parameter(flag("right_sense")).parameter(speed("right_vel")),
        setvelmtr,
        Function::new("testMotors"),
        Function::new("getType"),
    ];
    let butia = vec![
        gives("getVolt", FunctionValue::float("volt")),
        gives("get_volt", FunctionValue::int("volt")),
        gives("read_ver", FunctionValue::int("version")),
    ];
    let led = vec![
        Function::new("turn").parameter(flag("on")),
        Function::new("setLight").parameter(int("level", 0.0, 255.0)),
        Function::new("press").manual(),
    ];
    let pin = || Function::new("read").parameter(int("pin", 1.0, 8.0));
    let echo = vec![Function::new("send").parameter(FunctionValue::string("text"))];
    vec![
        ("button", "hot-plug", turned()),
        ("grey", "hot-plug", value()),
        ("distanc", "hot-plug", turned()),
        ("light", "hot-plug", turned()),
        ("led", "hot-plug", led),
        ("relay", "hot-plug", vec![Function::new("turn").parameter(flag("on"))]),
        ("motors", "openable", motors),
        ("butia", "openable", butia),
        ("ax", "openable", Vec::new()),
        ("eeprom", "openable", Vec::new()),
        ("hackp", "openable", vec![pin()]),
        ("lback", "openable", echo),
    ]
}

fn kind_of(module: &str) -> Kind {
    if ["led", "relay", "motors"].contains(&module) { Kind::Actuator } else { Kind::Sensor }
}

/// The components of all modules; the relay is not on any robot.
pub fn components() -> Vec<ComponentInfo> {
    let component_of = |(name, kind, functions): (&str, &str, Vec<Function>)| {
        let mut sheet = Datasheet::default().label("bobot.module", name).label("bobot.kind", kind);
        sheet = match name {
            "motors" => sheet.label("bobot.moves", "true"),
            "butia" => sheet.label("bobot.lua", "get_volt, read_ver"),
            "led" => sheet.label("bobot.lua", "setLight"),
            "button" | "distanc" | "light" => sheet.label("bobot.raw", "getRaw"),
            _ => sheet,
        };
        sheet.functions = functions;
        sheet.functions.push(gives("getVersion", FunctionValue::int("version")));
        component(&format!("test/{name}"), kind_of(name), sheet)
    };
    modules().into_iter().map(component_of).collect()
}

/// The default robot: button, grey, distanc, light and led in ports 1 to 5, port 6 empty, and all openable modules.
pub fn layout(robot: &str) -> RobotLayout {
    let ports = [("button", "1"), ("grey", "2"), ("distanc", "3"), ("light", "4"), ("led", "5")];
    let parts = components().into_iter().filter(|info| info.id != "test/relay").map(|info| {
        let name = info.sheet.labels["bobot.module"].clone();
        let port = ports.iter().find(|(module, _)| *module == name).map_or("", |(_, port)| port);
        let channels = match name.as_str() {
            "motors" => vec![Channel::new("left", "1"), Channel::new("right", "1").neutral(0.5)],
            _ => Vec::new(),
        };
        LayoutPart {
            kind: info.kind.word().into(),
            name: if name == "grey" { "left_grey".into() } else { name },
            component: info.id,
            functions: info.sheet.functions,
            port: port.into(),
            offset: 3,
            channels,
            ..LayoutPart::default()
        }
    });
    let ports = (1..=6).map(|number| Port { name: number.to_string(), kind: String::new() });
    RobotLayout { name: robot.into(), len: 5, parts: parts.collect(), ports: ports.collect(), ..RobotLayout::default() }
}

/// Robots that return the default robot's values on a white floor with nothing around it.
pub struct Fake {
    /// Layouts of the robots.
    pub layouts: Vec<RobotLayout>,
    /// Loaded components.
    pub components: Vec<ComponentInfo>,
    /// Commands of each robot: left, right.
    pub commands: Vec<[f64; 2]>,
    /// Whether the run has started.
    pub running: bool,
    /// Connected clients.
    pub clients: Vec<(ClientId, SocketAddr)>,
    /// Notes logged by the engine.
    pub notes: RefCell<Vec<String>>,
    /// Calls: robot, part, function, arguments.
    pub calls: Vec<(u32, String, String, Vec<Value>)>,
}

impl Fake {
    /// Robots with these names.
    pub fn new(robots: &[&str]) -> Self {
        Self {
            layouts: robots.iter().map(|name| layout(name)).collect(),
            components: components(),
            commands: vec![[0.0, 0.5]; robots.len()],
            running: true,
            clients: Vec::new(),
            notes: RefCell::default(),
            calls: Vec::new(),
        }
    }
}

impl Robots for Fake {
    fn catalogue(&mut self) -> Arc<Catalogue> {
        Arc::new(survey(&self.layouts, &self.components))
    }

    fn refresh(&mut self) {}

    fn call(&mut self, robot: u32, part: &str, function: &str, arguments: &[Value]) -> Result<Value> {
        self.calls.push((robot, part.into(), function.into(), arguments.to_vec()));
        let commands = &mut self.commands[robot as usize];
        let number = |place: usize| arguments[place].as_f64().unwrap();
        let speed = |place: usize| (1.0 - 2.0 * number(place)) * number(place + 1).min(1023.0);
        Ok(match (part, function) {
            ("motors", "setvel2mtr") => {
                *commands = [speed(0), speed(2)];
                json!(1)
            }
            ("motors", "setvelmtr") => {
                commands[number(0) as usize] = speed(1);
                json!(2)
            }
            ("motors", "testMotors") => json!(3),
            ("motors", "getType") => json!(1),
            ("motors" | "ax" | "hackp", "getVersion") => json!(2),
            ("butia", "getVolt") => json!(10.5),
            ("butia", "get_volt") => json!(105),
            ("butia", "getVersion" | "read_ver") => json!(23),
            ("left_grey" | "button", "getValue") => json!(0),
            ("distanc", "getValue") => json!(60416),
            ("light", "getValue") => json!(64),
            ("distanc", "getRaw") => json!(65536 - 60416),
            ("light", "getRaw") => json!(65472),
            ("button", "getRaw") => json!(1),
            ("led", "turn" | "setLight") => json!(1),
            ("lback", "send") => arguments[0].clone(),
            (_, "getVersion") => json!(1),
            _ => return Err(Fault::new("it does not work")),
        })
    }

    fn command(&mut self, robot: u32, index: u32, value: f64) {
        self.commands[robot as usize][index as usize - 3] = value;
    }

    fn running(&self) -> bool {
        self.running
    }

    fn clients(&self) -> Vec<(ClientId, SocketAddr)> {
        self.clients.clone()
    }

    fn note(&self, text: &str) {
        self.notes.borrow_mut().push(text.into());
    }
}

/// An engine, robots, and clients by id.
pub struct Bench {
    /// The engine.
    pub engine: Engine,
    /// Its robots.
    pub robots: Fake,
}

impl Bench {
    /// A bench with the default robot and the dialect of PyBot.
    pub fn new() -> Self {
        Self::with(Options { version: "0.29.0".into(), ..Options::default() }, &["butia"])
    }

    /// A bench with these options and robots.
    pub fn with(options: Options, robots: &[&str]) -> Self {
        Self { engine: Engine::new(options), robots: Fake::new(robots) }
    }

    /// Returns the reply to a line, and whether the client quit.
    pub fn bytes(&mut self, client: ClientId, line: &[u8]) -> (Vec<u8>, bool) {
        let reply = self.engine.request(client, &Received::Line(line.to_vec()), &mut self.robots);
        (reply.line().bytes, reply.quit)
    }

    /// Returns the reply to a client.
    pub fn ask_as(&mut self, client: ClientId, line: &str) -> String {
        String::from_utf8(self.bytes(client, line.as_bytes()).0).unwrap()
    }

    /// Returns the reply to the first client.
    pub fn ask(&mut self, line: &str) -> String {
        self.ask_as(1, line)
    }

    /// Checks replies to the first client.
    pub fn dialogue(&mut self, lines: &[(&str, &str)]) {
        for (request, answer) in lines {
            assert_eq!(self.ask(request), *answer, "reply to {request}");
        }
    }
}
