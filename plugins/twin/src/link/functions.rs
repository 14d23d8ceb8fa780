//! Functions of the link for the user interface.

use super::export;
use super::external_input::ExternalInput;
use super::{ORDERS, TwinLink, refused_line};
use l0_protocol::Order;
use sim_abi::prelude::*;
use twin_link::pilot::Pilot;

/// Returns its functions.
pub fn list() -> Vec<Function> {
    let text = FunctionValue::string;
    vec![
        Function::new("order")
            .parameter(text("line"))
            .help("sends an order of the protocol: GO A S, SONAR, RESUME, HALT"),
        Function::new("go")
            .parameter(FunctionValue::float("angle").range(-180.0, 180.0).default_value(0.0))
            .parameter(FunctionValue::float("distance").range(0.0, 1000.0).default_value(20.0))
            .help(
                "turns by the angle (degrees, counterclockwise, −180 … 180), then advances the distance (cm, 0 … 1000)",
            ),
        Function::new("sonar").help("starts a scan"),
        Function::new("resume").help("continues a scan"),
        Function::new("halt").help("halts both"),
        Function::new("scan").help("a whole scan"),
        Function::new("route")
            .parameter(text("orders"))
            .help("follows a route: orders and SCAN, separated by semicolons or line ends"),
        Function::new("stop_route").help("stops sending orders of the route"),
        Function::new("go_to").parameter(FunctionValue::float("x")).parameter(FunctionValue::float("y")).help(
            "moves to a position in the twin's world (m), around obstacles and cells that no reading has covered",
        ),
        Function::new("export").result(text("files")).help(
            "writes the map to the service's folder (grant `Files`): as a scene, as PNG and JSON, and as a ROS map",
        ),
        Function::new("state").result(text("state")).help("state of the machine and the event it is waiting for"),
        Function::new("last").result(text("line")).help("the last order and its result"),
        Function::new("objects").result(text("names")).help("names of all mapped objects, comma-separated"),
        Function::new("evidence").parameter(text("object")).result(text("looks")).help("evidence for a mapped object"),
    ]
}

impl TwinLink {
    /// Executes a call.
    pub(super) fn answer(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        let text = |place: usize| arguments.get(place).and_then(Value::as_str).unwrap_or_default();
        let number = |place: usize, usual: f64| arguments.get(place).map_or(Some(usual), Value::as_f64);
        let order = match function {
            "order" => text(0).to_string(),
            "go" => match (number(0, 0.0), number(1, 0.0)) {
                (Some(angle), Some(distance)) => format!("GO {angle} {distance}"),
                _ => return Err(Fault::new("`go` takes an angle and a distance").help("both are numbers")),
            },
            "sonar" | "resume" | "halt" => function.to_uppercase(),
            "scan" => return self.follow("SCAN"),
            "route" => return self.follow(&text(0).replace('\n', ";")),
            "stop_route" => {
                return self.ask(ExternalInput::StopRoute);
            }
            "go_to" => match (number(0, 0.0), number(1, 0.0)) {
                (Some(x), Some(y)) => return self.ask(ExternalInput::GoTo([x, y])),
                _ => return Err(Fault::new("`go_to` takes two numbers").help("x and y of the goal, m")),
            },
            "export" => {
                if !self.may_write {
                    return Err(Fault::new("the scene does not grant `Files` to the link")
                        .help("add it to the service's `grants` in the scene"));
                }
                let files = export::write(&self.world, self.params.reach(), &self.folder)?;
                let count = self.world.map.boxes().len();
                return Ok(json!(format!("objects: {count}; {} in {}", files.join(", "), self.folder.display())));
            }
            "state" => return Ok(json!(self.link.machine().state().to_string())),
            "last" => return Ok(json!(self.chain.line())),
            "objects" => {
                let names = self.world.map.boxes().iter().map(|known| self.world.name(known.id));
                return Ok(json!(names.collect::<Vec<_>>().join(", ")));
            }
            "evidence" => {
                let known = self.world.map.boxes().iter().find(|known| self.world.name(known.id) == text(0));
                let known = known.ok_or_else(|| {
                    Fault::new(format!("unknown mapped object `{}`", text(0))).help("`objects` lists all of them")
                })?;
                return Ok(json!(self.world.evidence(known)));
            }
            _ => {
                let names: Vec<String> = list().into_iter().map(|function| function.name).collect();
                return Err(Fault::new(format!("unknown function `{function}`"))
                    .help(format!("functions: {}", names.join(", "))));
            }
        };
        if order.contains(['\n', '\r']) {
            return Err(Fault::new("an order is one line").help("`route` takes several, separated by semicolons"));
        }
        if Order::read(order.as_bytes()).is_err() {
            return Err(Fault::new(format!("`{order}` is not an order: {ORDERS}")));
        }
        self.ask(ExternalInput::Order(order))
    }

    /// Queues input for the next step; its outcome is reported in the log and by `last`.
    fn ask(&mut self, what: ExternalInput) -> Result<Value> {
        self.asked.push(what);
        Ok(Value::Null)
    }

    fn follow(&mut self, lines: &str) -> Result<Value> {
        Pilot::default().follow(lines.split(';')).map_err(|bad| refused_line(&bad, "orders"))?;
        self.ask(ExternalInput::Route(lines.to_string()))
    }
}
