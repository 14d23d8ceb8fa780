//! Finds the modules of the robots, and presents the simulator to the protocol.

use crate::net::Net;
use crate::protocol::{Board, Catalogue, ClientId, Module, Robots, Source, port_order};
use sim_abi::declare::{ComponentInfo, Datasheet};
use sim_abi::prelude::*;
use sim_abi::service::{LayoutPart, RobotLayout};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Minimum wall-clock time between two surveys of robots and components.
const BETWEEN_LOOKS: Duration = Duration::from_millis(200);

/// Name of a module in the protocol; `None` if the data sheet does not name one or the name cannot be used in a
/// request.
fn module_name(sheet: &Datasheet) -> Option<&str> {
    let name = sheet.labels.get("bobot.module")?.as_str();
    let plain = |letter: char| letter.is_ascii_graphic() && !",:;@#'".contains(letter);
    Some(name).filter(|name| !name.is_empty() && name.chars().all(plain))
}

/// Creates the module of a component, without port and commands.
fn module(name: &str, part: &str, sheet: &Datasheet, functions: &[Function]) -> Module {
    let words = |key: &str| {
        let text = sheet.labels.get(key).map_or("", String::as_str);
        text.split(',').map(|word| word.trim().to_string()).filter(|word| !word.is_empty()).collect()
    };
    let raw = sheet.labels.get("bobot.raw").filter(|raw| functions.iter().any(|function| function.name == **raw));
    let hidden = |function: &Function| function.manual || function.calibrates || Some(&function.name) == raw;
    let by_program = functions.iter().filter(|function| !hidden(function));
    Module {
        name: name.to_string(),
        source: Source::Part(part.to_string()),
        port: None,
        functions: by_program.cloned().collect(),
        lua: words("bobot.lua"),
        raw: raw.cloned(),
        neutral: Vec::new(),
    }
}

/// Creates the module of a robot's part; `None` if it needs a port and has none.
fn plugged(name: &str, part: &LayoutPart, sheet: &Datasheet) -> Option<Module> {
    let label = |key: &str, text: &str| sheet.labels.get(key).is_some_and(|label| label == text);
    let mut module = module(name, &part.name, sheet, &part.functions);
    if label("bobot.kind", "hot-plug") {
        module.port = Some(part.port.clone()).filter(|port| !port.is_empty());
        module.port.as_ref()?;
    }
    if label("bobot.moves", "true") && part.kind == "actuator" {
        let commands = (part.offset as u32..).zip(&part.channels);
        module.neutral = commands.map(|(index, channel)| (index, channel.neutral)).collect();
    }
    Some(module)
}

/// Boards and modules of the robots, in their order.
pub fn survey(robots: &[RobotLayout], components: &[ComponentInfo]) -> Catalogue {
    let sheets: BTreeMap<(&str, &str), (&Datasheet, &str)> = components
        .iter()
        .filter(|info| matches!(info.kind.word(), "sensor" | "actuator"))
        .filter_map(|info| Some(((info.kind.word(), info.id.as_str()), (&info.sheet, module_name(&info.sheet)?))))
        .collect();
    let mut boards = Vec::new();
    for (robot, layout) in (0..).zip(robots) {
        let labelled = |part: &LayoutPart| sheets.get(&(part.kind.as_str(), part.component.as_str())).copied();
        if !layout.parts.iter().any(|part| labelled(part).is_some()) {
            continue;
        }
        let found = layout.parts.iter().filter_map(|part| {
            let (sheet, name) = labelled(part)?;
            plugged(name, part, sheet).map(Arc::new)
        });
        let mut modules: Vec<Arc<Module>> = Module::built_in().into_iter().chain(found).collect();
        modules.sort_by(|a, b| {
            let port = |module: &Module| module.port.clone();
            match (port(a), port(b)) {
                (Some(a), Some(b)) => port_order(&a).cmp(&port_order(&b)),
                (None, None) => a.name.cmp(&b.name),
                (a, b) => a.is_some().cmp(&b.is_some()),
            }
        });
        let ports = layout.ports.iter().map(|port| port.name.clone());
        let empty_ports = ports.filter(|port| layout.parts.iter().all(|part| part.port != *port)).collect();
        boards.push(Board { robot, name: layout.name.clone(), modules, empty_ports });
    }
    let mut known: BTreeMap<String, Arc<Module>> = BTreeMap::new();
    let all = sheets.values().map(|(sheet, name)| Arc::new(module(name, "", sheet, &sheet.functions)));
    for module in Module::built_in().into_iter().chain(all) {
        known.entry(module.name.clone()).or_insert(module);
    }
    Catalogue { boards, known: known.into_values().collect() }
}

/// Result of the last survey.
#[derive(Default)]
pub struct RobotCache {
    catalogue: Arc<Catalogue>,
    looked: Option<Instant>,
}

impl RobotCache {
    /// Makes the next survey due.
    pub fn forget(&mut self) {
        self.looked = None;
    }
}

/// The simulator during a service call.
pub struct Simulated<'a, 'io> {
    /// Interface of the service.
    pub io: &'a mut ServiceIo<'io>,
    /// The last survey.
    pub cache: &'a mut RobotCache,
    /// The connections.
    pub net: &'a Net,
}

impl Simulated<'_, '_> {
    fn inspect(&mut self) -> Result {
        let components = self.io.components()?;
        let robots = 0..self.io.robot_count();
        let layouts = robots.map(|robot| self.io.layout(robot)).collect::<Result<Vec<_>>>()?;
        let catalogue = survey(&layouts, &components);
        if *self.cache.catalogue != catalogue {
            self.cache.catalogue = Arc::new(catalogue);
        }
        Ok(())
    }
}

impl Robots for Simulated<'_, '_> {
    fn catalogue(&mut self) -> Arc<Catalogue> {
        if self.cache.looked.is_none() {
            self.refresh();
        }
        self.cache.catalogue.clone()
    }

    fn refresh(&mut self) {
        if self.cache.looked.is_some_and(|looked| looked.elapsed() < BETWEEN_LOOKS) {
            return;
        }
        if let Err(fault) = self.inspect() {
            self.io.log(LogLevel::Warn, format!("cannot inspect the robots, keeping the previous list: {fault}"));
        }
        self.cache.looked = Some(Instant::now());
    }

    fn call(&mut self, robot: u32, part: &str, function: &str, arguments: &[Value]) -> Result<Value> {
        self.io.call_component(robot, part, function, arguments)
    }

    fn command(&mut self, robot: u32, index: u32, value: f64) {
        if let Err(fault) = self.io.set_command(robot, index, value) {
            self.io.log(LogLevel::Warn, format!("cannot stop robot {robot}: {fault}"));
        }
    }

    fn running(&self) -> bool {
        self.io.tick() > 0
    }

    fn clients(&self) -> Vec<(ClientId, SocketAddr)> {
        self.net.clients()
    }

    fn note(&self, text: &str) {
        self.io.log(LogLevel::Debug, format!("failed\t{text}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::fake;

    /// BU-23: A new module is a plugin that appears in lists and palette without server changes.
    #[test]
    fn a_module_is_whatever_part_carries_the_labels() {
        let mut layout = fake::layout("butia");
        let mut components = fake::components();
        let odd = Function::new("press").manual();
        let sheet = Datasheet::default()
            .label("bobot.module", "modSenA")
            .label("bobot.kind", "hot-plug")
            .function(Function::new("getValue"));
        components.push(fake::component("acme/probe", sim_abi::declare::Kind::Sensor, sheet));
        layout.parts.push(LayoutPart {
            kind: "sensor".into(),
            name: "probe".into(),
            component: "acme/probe".into(),
            functions: vec![Function::new("getValue"), odd],
            port: "6".into(),
            ..LayoutPart::default()
        });
        let bare = RobotLayout { name: "scout".into(), ..RobotLayout::default() };
        let catalogue = survey(&[bare, layout], &components);
        let [board] = &catalogue.boards[..] else { panic!("{catalogue:?}") };
        assert_eq!((board.robot, board.name.as_str(), board.empty_ports.len()), (1, "butia", 0));
        let probe = board.modules.iter().find(|module| module.name == "modSenA").unwrap();
        assert_eq!((probe.port.as_deref(), probe.functions.len()), (Some("6"), 1), "no manual functions");
        assert!(catalogue.known.iter().any(|module| module.name == "modSenA"));
    }

    /// BU-36: Modules are plugged and unplugged during a run; the next `LIST` shows it.
    #[test]
    fn what_is_unplugged_or_badly_named_is_no_module_of_a_board() {
        let mut layout = fake::layout("butia");
        layout.parts.iter_mut().find(|part| part.name == "left_grey").unwrap().port.clear();
        let mut components = fake::components();
        let sheet = Datasheet::default().label("bobot.module", "two words");
        components.push(fake::component("acme/odd", sim_abi::declare::Kind::Sensor, sheet));
        let catalogue = survey(&[layout], &components);
        assert!(catalogue.boards[0].modules.iter().all(|module| module.name != "grey"));
        assert_eq!(catalogue.boards[0].empty_ports, ["2", "6"]);
        assert!(catalogue.known.iter().any(|module| module.name == "grey"));
        assert!(catalogue.known.iter().all(|module| module.name != "two words"));
    }
}
