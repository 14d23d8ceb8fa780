//! Configuration files of the NAUTILUS simulator, with additional fields.

use serde_json::{Map, Value};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::scene::Properties;
use sim_core::scene::check_value::{Check, Range, above, value_range};
use sim_core::scene::decode::{Decoder, Field, Segment};
use sim_core::scene::text::{Entry, Format, Kind, Node, Sources, Span, read};
use sim_core::words::counted;
use std::path::Path;

/// A configuration file. Angles are in degrees, as in the file; everything else is in SI units.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    pub robots: Vec<Robot>,
    pub map: Option<String>,
    pub map_params: Properties,
    pub obstacles: Vec<Obstacle>,
    pub duration: Option<f64>,
    pub dt: Option<f64>,
    pub seed: Option<u64>,
    /// Fields of the medium `water`.
    pub environment: Properties,
    pub output: Output,
    /// Whether bodies stop on contact instead of passing through each other.
    pub stop: bool,
}

/// One robot.
#[derive(Clone, Debug, PartialEq)]
pub struct Robot {
    pub name: Option<String>,
    pub position: [f64; 3],
    /// Roll, pitch, yaw, degrees.
    pub rotation: [f64; 3],
    /// World frame, m/s; the third component is positive down unless `output.speedAxes` overrides it.
    pub linear_speed: [f64; 3],
    /// World frame, degrees/s.
    pub angular_speed: [f64; 3],
    pub motor_state: Option<Vec<f64>>,
    pub controller: Option<String>,
    pub controller_params: Properties,
    pub model: Option<String>,
    pub size: Option<[f64; 3]>,
    pub dynamics: Option<String>,
    pub dynamics_params: Properties,
    pub sensors: Properties,
}

impl Default for Robot {
    fn default() -> Self {
        Self {
            name: None,
            position: [0.0, 0.0, -1.0],
            rotation: [0.0; 3],
            linear_speed: [0.0; 3],
            angular_speed: [0.0; 3],
            motor_state: None,
            controller: None,
            controller_params: Map::new(),
            model: None,
            size: None,
            dynamics: None,
            dynamics_params: Map::new(),
            sensors: Map::new(),
        }
    }
}

/// A box in the water.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    pub position: [f64; 3],
    /// Roll, pitch, yaw, degrees.
    pub rotation: [f64; 3],
    pub size: [f64; 3],
}

/// Output files and their format.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Output {
    pub every: u32,
    pub csv: bool,
    /// Whether vertical speeds in files are positive up.
    pub z_up: bool,
}

impl Default for Output {
    fn default() -> Self {
        Self { every: 1, csv: false, z_up: false }
    }
}

/// A configuration with its source text.
pub struct File {
    pub config: Config,
    /// Warnings about the configuration.
    pub warnings: Diagnostics,
    tree: Node,
    sources: Sources,
}

impl File {
    /// Reads a configuration file.
    ///
    /// # Errors
    /// All errors, each with its location.
    pub fn read(path: &Path) -> Result<Self, Diagnostics> {
        let name = path.display().to_string();
        let text = std::fs::read(path).map_err(|error| {
            let message = format!("the configuration cannot be read: {error}");
            Diagnostic::error(Code::SceneUnreadable, message).with_file(&name)
        })?;
        let text = String::from_utf8(text).map_err(|_| {
            Diagnostic::error(Code::SceneNotText, "the configuration is not UTF-8 text").with_file(&name)
        })?;
        Self::parse(text, &name, Some(path))
    }

    /// Parses a configuration; messages use `name` as the file name.
    ///
    /// # Errors
    /// All errors, each with its location.
    pub fn parse(text: String, name: &str, path: Option<&Path>) -> Result<Self, Diagnostics> {
        let (strict, commas) = without_trailing_commas(&text);
        let (mut findings, mut as_read, mut sources) = (Diagnostics::new(), Sources::default(), Sources::default());
        as_read.add(name, path.map(Path::to_owned), strict);
        let number = sources.add(name, path.map(Path::to_owned), text);
        let Some(tree) = read(&as_read, number, Format::Json, &mut findings) else { return Err(findings) };
        let mut warnings = Diagnostics::new();
        for start in commas {
            let message = "a comma before a closing bracket is not valid JSON; ignored";
            let warning = Diagnostic::warning(Code::SceneSyntax, message);
            let span = Span { file: number, start: start as u32, end: start as u32 + 1 };
            warnings.push(sources.locate(warning, span));
        }
        let mut decoder = Decoder::new(&sources, &[]);
        let config = decode(&tree, &mut decoder);
        findings.append(decoder.into_findings());
        let findings: Diagnostics = findings.iter().cloned().map(with_pointer).collect();
        match config {
            Some(config) if !findings.has_errors() => Ok(Self { config, warnings, tree, sources }),
            _ => Err(findings),
        }
    }

    /// Adds the location of a field to a finding; `pointer` is a JSON pointer.
    pub fn at(&self, pointer: &str, finding: Diagnostic) -> Diagnostic {
        let mut node = &self.tree;
        for step in pointer.split('/').skip(1) {
            let next = match &node.kind {
                Kind::List { items, .. } => step.parse::<usize>().ok().and_then(|index| items.get(index)),
                _ => node.get(step),
            };
            // A field missing in the file is located at its parent.
            let Some(next) = next else { break };
            node = next;
        }
        self.sources.locate(finding, node.span).with_path(pointer)
    }
}

/// Converts the path of a finding to a JSON pointer (RFC 6901): `robots[2].position` becomes `/robots/2/position`.
fn with_pointer(mut finding: Diagnostic) -> Diagnostic {
    finding.path = finding.path.map(|path| pointer(&path));
    finding
}

/// The JSON pointer of a path.
pub fn pointer(path: &str) -> String {
    let steps = path.split(['.', '[']).map(|step| step.trim_end_matches(']').trim_matches('"'));
    steps.filter(|step| !step.is_empty()).map(|step| format!("/{step}")).collect()
}

/// The text with trailing commas replaced by spaces, and their positions.
fn without_trailing_commas(text: &str) -> (String, Vec<usize>) {
    let bytes = text.as_bytes();
    let mut quoted = false;
    let mut comma = None;
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quoted => at += 1,
            b'"' => (quoted, comma) = (!quoted, None),
            b',' if !quoted => comma = Some(at),
            b']' | b'}' if !quoted => found.extend(comma.take()),
            byte if !byte.is_ascii_whitespace() => comma = None,
            _ => {}
        }
        at += 1;
    }
    let mut strict = text.to_string();
    for place in &found {
        strict.replace_range(*place..place + 1, " ");
    }
    (strict, found)
}

/// A table being read.
struct Table<'n, 'd, 's> {
    what: &'static str,
    known: &'static [&'static str],
    node: &'n Node,
    entries: &'n [Entry],
    decoder: &'d mut Decoder<'s>,
}

impl<'n, 'd, 's> Table<'n, 'd, 's> {
    fn open(
        what: &'static str,
        known: &'static [&'static str],
        node: &'n Node,
        decoder: &'d mut Decoder<'s>,
    ) -> Option<Self> {
        let Kind::Table(_) = node.kind else {
            return decoder.wrong_type(node, format!("{what} as an object `{{\"field\": value, …}}`"));
        };
        let entries = decoder.table(node, "", what, known)?;
        Some(Self { what, known, node, entries, decoder })
    }

    /// An optional field.
    fn maybe<T: Field>(&mut self, name: &str, check: impl FnOnce(&T, &Node, &mut Decoder<'s>)) -> Option<T> {
        self.node.get(name)?;
        self.decoder.field((self.node, self.entries), (self.what, self.known, name, &[]), None, check)
    }

    fn or<T: Field>(&mut self, name: &str, default: T) -> T {
        self.maybe(name, |_, _, _| ()).unwrap_or(default)
    }

    fn range(&mut self, name: &str, range: Range) -> Option<f64> {
        self.maybe(name, |value: &f64, node, decoder| range.check(value, node, decoder))
    }

    /// The elements of a list, each parsed by `read`.
    fn list<T>(&mut self, name: &'static str, read: fn(&Node, &mut Decoder<'s>) -> Option<T>) -> Vec<T> {
        let Some(node) = self.node.get(name) else { return Vec::new() };
        self.decoder.inside(Segment::Key(name.into()), |decoder| {
            let items = match &node.kind {
                Kind::List { items, .. } => items.as_slice(),
                _ => decoder.wrong_type(node, "a list `[…]`").unwrap_or(&[]),
            };
            let read = |(index, item)| decoder.inside(Segment::Index(index), |decoder| read(item, decoder));
            items.iter().enumerate().filter_map(read).collect()
        })
    }

    fn refuse(&mut self, name: &str, code: Code, message: String, expected: String) {
        let found = self.node.get(name).map(Node::describe).unwrap_or_default();
        let finding = Diagnostic::error(code, message).with_expected(expected).with_found(found);
        self.decoder.report_field(self.node, name, finding);
    }
}

/// Fields of a configuration.
const FIELDS: &[&str] =
    &["robots", "map", "mapParams", "obstacles", "duration", "dt", "seed", "environment", "output", "contact"];

/// Whether a text looks like a configuration: a JSON object with only its fields, and robots unlike those of a scene.
pub fn is_configuration(text: &str) -> bool {
    let (strict, _) = without_trailing_commas(text);
    let Ok(Value::Object(fields)) = serde_json::from_str(&strict) else { return false };
    let robots = fields.get("robots").and_then(Value::as_array);
    let none_of_scene = |robots: &Vec<Value>| robots.iter().all(|robot| robot.get("at").is_none());
    fields.keys().all(|field| FIELDS.contains(&field.as_str())) && robots.is_some_and(none_of_scene)
}

fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Config> {
    let mut table = Table::open("the configuration", FIELDS, node, decoder)?;
    if table.node.get("robots").is_none() {
        let message = "missing field `robots` of the configuration".to_string();
        let form = "`\"robots\": [{…}, …]`";
        table.refuse("robots", Code::SceneMissingField, message, format!("{form}, a list that may be empty"));
    }
    let stop = match table.or("contact", "through".to_string()).as_str() {
        "through" => false,
        "stop" => true,
        other => {
            let expected = "one of `through`, `stop`".to_string();
            table.refuse("contact", Code::SceneChoice, format!("unknown contact mode `{other}`"), expected);
            false
        }
    };
    let output = match table.node.get("output") {
        Some(node) => table.decoder.inside(Segment::Key("output".into()), |decoder| output(node, decoder)),
        None => None,
    };
    Some(Config {
        robots: table.list("robots", robot),
        map: table.maybe("map", |_, _, _| ()),
        map_params: table.or("mapParams", Map::new()),
        obstacles: table.list("obstacles", obstacle),
        duration: table.range("duration", above(0.0, "s")),
        dt: table.range("dt", DT),
        seed: table.maybe("seed", |_, _, _| ()),
        environment: table.or("environment", Map::new()),
        output: output.unwrap_or_default(),
        stop,
    })
}

/// Time steps supported by the models of the NAUTILUS simulator, s.
const DT: Range = value_range(1e-4, 0.1, "s");

fn output(node: &Node, decoder: &mut Decoder<'_>) -> Option<Output> {
    let mut table = Table::open("the output", &["every", "csv", "speedAxes"], node, decoder)?;
    let every = table.or("every", 1u32);
    if every == 0 {
        let message = "`every` must be at least 1".to_string();
        table.refuse("every", Code::SceneRange, message, "a whole number from 1".to_string());
    }
    let z_up = match table.or("speedAxes", "nautilus".to_string()).as_str() {
        "nautilus" => false,
        "zup" => true,
        other => {
            let expected = "`nautilus` (vertical speeds positive down) or `zup`".to_string();
            table.refuse("speedAxes", Code::SceneChoice, format!("unknown axes `{other}`"), expected);
            false
        }
    };
    Some(Output { every, csv: table.or("csv", false), z_up })
}

fn robot(node: &Node, decoder: &mut Decoder<'_>) -> Option<Robot> {
    const KNOWN: &[&str] = &[
        "position",
        "rotation",
        "linearSpeed",
        "angularSpeed",
        "motorState",
        "controller",
        "controllerParams",
        "model",
        "size",
        "dynamics",
        "dynamicsParams",
        "sensors",
        "name",
    ];
    let mut table = Table::open("a robot", KNOWN, node, decoder)?;
    let default = Robot::default();
    let sensors = table.or("sensors", Map::new());
    if let Some((one, other)) = distances(&sensors) {
        let message = format!("`{one}` and `{other}` are names of the same sensor");
        table.refuse("sensors", Code::SceneContradiction, message, "one of the two".to_string());
    }
    Some(Robot {
        name: table.maybe("name", |_, _, _| ()),
        position: table.or("position", default.position),
        rotation: table.or("rotation", default.rotation),
        linear_speed: table.or("linearSpeed", default.linear_speed),
        angular_speed: table.or("angularSpeed", default.angular_speed),
        motor_state: table.maybe("motorState", |state: &Vec<f64>, node, decoder| six(state, node, decoder)),
        controller: table.maybe("controller", |_, _, _| ()),
        controller_params: table.or("controllerParams", Map::new()),
        model: table.maybe("model", |_, _, _| ()),
        size: table.maybe("size", |size, node, decoder| above(0.0, "m").check(size, node, decoder)),
        dynamics: table.maybe("dynamics", |_, _, _| ()),
        dynamics_params: table.or("dynamicsParams", Map::new()),
        sensors,
    })
}

/// The two names of the group of distance sensors, if both are used.
fn distances(sensors: &Properties) -> Option<(&'static str, &'static str)> {
    let both = sensors.contains_key("distancia") && sensors.contains_key("distance");
    both.then_some(("distancia", "distance"))
}

fn six(state: &[f64], node: &Node, decoder: &mut Decoder<'_>) {
    if state.len() != 6 {
        let message = format!("`motorState` has {count}", count = counted(state.len(), "number"));
        let finding = Diagnostic::error(Code::SceneArity, message).with_found(node.describe());
        decoder.report(node, finding.with_expected("six numbers, one per motor"));
    }
}

fn obstacle(node: &Node, decoder: &mut Decoder<'_>) -> Option<Obstacle> {
    let mut table = Table::open("an obstacle", &["position", "rotation", "size"], node, decoder)?;
    let size = table.maybe("size", |size: &[f64; 3], node, decoder| above(0.0, "m").check(size, node, decoder));
    if table.node.get("size").is_none() {
        table.refuse(
            "size",
            Code::SceneMissingField,
            "missing field `size` of an obstacle".to_string(),
            "`\"size\": [x, y, z]`, m".into(),
        );
    }
    Some(Obstacle { position: table.or("position", [0.0; 3]), rotation: table.or("rotation", [0.0; 3]), size: size? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::arena;

    fn parse(text: &str) -> Result<File, Diagnostics> {
        File::parse(text.to_string(), "a.json", None)
    }

    fn findings(text: &str) -> String {
        parse(text).err().unwrap_or_else(|| panic!("{text} is accepted")).to_string()
    }

    #[test]
    fn a_configuration_is_recognised_and_a_scene_is_none() {
        for text in [r#"{"robots": [{"position": [0, 7, -1]},],}"#, r#"{"robots": [], "map": "octagon"}"#] {
            assert!(is_configuration(text), "{text}");
        }
        let scenes = [r#"{"format_version": 1, "robots": []}"#, r#"{"robots": [{"name": "a", "at": [0, 0]}]}"#];
        for text in scenes.into_iter().chain(["(format_version: 1)", r#"{"map": "octagon"}"#, "", "[]"]) {
            assert!(!is_configuration(text), "{text}");
        }
    }

    /// NA-73: A JSON list defines the robots; a trailing comma is accepted with a warning.
    #[test]
    fn the_printed_example_gives_four_robots_and_a_warning_about_its_comma() {
        let text = "{\"robots\": [\n{\"position\": [0, 7, -1]},\n{\"position\": [0, -7, -1]},\n{\"position\": [7, 0, -1]},\n{\"position\": [-7, 0, -1]},\n]}";
        let file = parse(text).unwrap();
        let places: Vec<[f64; 3]> = file.config.robots.iter().map(|robot| robot.position).collect();
        assert_eq!(places, [[0.0, 7.0, -1.0], [0.0, -7.0, -1.0], [7.0, 0.0, -1.0], [-7.0, 0.0, -1.0]]);
        let warning = file.warnings.iter().next().unwrap();
        assert_eq!(warning.place.map(|place| (place.line, place.column)), Some((5, 26)));
        assert!(parse(r#"{"robots": []}"#).unwrap().config.robots.is_empty());
    }

    #[test]
    fn commas_in_text_stay() {
        let text = r#"{"robots": [{"name": "a,]\"b", "controller": ",}"}]}"#;
        assert_eq!(without_trailing_commas(text), (text.to_string(), Vec::new()));
    }

    /// NA-73: A JSON list defines the robots; a trailing comma is accepted with a warning.
    #[test]
    fn what_is_no_json_is_refused_with_its_place() {
        let problems = parse("{\"robots\": [\n  {\"position\": [1, 2 3]}]}").err().unwrap();
        let problem = problems.iter().next().unwrap();
        assert_eq!(problem.place.map(|place| place.line), Some(2), "{problem}");
        assert!(findings("{\"robots\": [{\"position\": [NaN, 0, 0]}]}").contains("a.json"));
        assert!(findings("{\"robots\": [{\"position\": [1e999, 0, 0]}]}").contains("SC004"));
        assert!(findings("{}").contains("missing field `robots`"));
        assert!(findings("[]").contains("the configuration as an object"));
    }

    /// NA-74: All robot fields are optional; unknown fields and wrong lengths are errors with a pointer.
    #[test]
    fn partial_entries_keep_the_defaults_of_the_rest() {
        let file = parse(r#"{"robots": [{"position": [1, 7, -1]}, {}]}"#).unwrap();
        assert_eq!(file.config.robots[0], Robot { position: [1.0, 7.0, -1.0], ..Robot::default() });
        assert_eq!(file.config.robots[1].position, [0.0, 0.0, -1.0]);
    }

    /// NA-74: All robot fields are optional; unknown fields and wrong lengths are errors with a pointer.
    #[test]
    fn wrong_lengths_types_and_names_are_reported_with_their_pointer() {
        for (field, pointer, reported) in [
            (r#""position": [1, 2]"#, "/robots/1/position", "3"),
            (r#""position": "here""#, "/robots/1/position", "expected"),
            (r#""rotation": [0, 0, "x"]"#, "/robots/1/rotation/2", "a number"),
            (r#""motorState": [0, 0]"#, "/robots/1/motorState", "six numbers"),
            (r#""postion": [0, 0, 0]"#, "/robots/1/postion", "did you mean `position`?"),
            (r#""size": [1, 0, 1]"#, "/robots/1/size", "above 0 m"),
            (r#""sensors": {"distance": {}, "distancia": {}}"#, "/robots/1/sensors", "the same sensor"),
        ] {
            let text = findings(&format!("{{\"robots\": [{{}}, {{{field}}}]}}"));
            assert!(text.contains(pointer) && text.contains(reported) && text.contains("a.json"), "{field}: {text}");
        }
        for (field, pointer) in [
            (r#""dt": 0.5"#, "/dt"),
            (r#""dt": 0"#, "/dt"),
            (r#""duration": -1"#, "/duration"),
            (r#""output": {"every": 0}"#, "/output/every"),
            (r#""output": {"speedAxes": "down"}"#, "/output/speedAxes"),
            (r#""contact": "bounce""#, "/contact"),
            (r#""obstacles": [{"position": [0, 0, 0]}]"#, "/obstacles/0"),
            (r#""robot": []"#, "/robot"),
        ] {
            let text = findings(&format!("{{\"robots\": [], {field}}}"));
            assert!(text.contains(pointer), "{field}: {text}");
        }
    }

    /// NA-68: `-m` selects the map by name or alias; default: `empty`.
    #[test]
    fn maps_have_two_names_and_unknown_ones_are_refused_with_the_list() {
        let none = Map::new();
        assert_eq!(arena("prismaArena", &none).unwrap(), arena("rectangle", &none).unwrap());
        assert_eq!(arena("cylinderArena", &none).unwrap(), arena("octagon", &none).unwrap());
        let (pointer, finding) = arena("octogon", &none).unwrap_err();
        assert!(pointer == "/map" && finding.to_string().contains("did you mean `octagon`?"), "{finding}");
        assert!(
            finding.to_string().contains("empty, rectangle, prismaArena, octagon, cylinderArena, polygon"),
            "{finding}"
        );
    }

    /// NA-35: The map `rectangle` has 8 walls per layer, with inner faces at ±9.5 m.
    /// NA-37: The map `polygon` closes with 3 to 64 walls at any apothem above 0.5 m.
    /// NA-38: Pools have 1 to 50 wall layers, by default 3, and an optional floor.
    #[test]
    fn parameters_of_maps_are_checked() {
        for (map, params, pointer) in [
            ("rectangle", r#"{"half_x": 2.0}"#, "/mapParams/half_x"),
            ("rectangle", r#"{"half_z": 3.0}"#, "/mapParams/half_z"),
            ("rectangle", r#"{"half_y": 65536.5}"#, "/mapParams/half_y"),
            ("polygon", r#"{"n": 2}"#, "/mapParams/n"),
            ("polygon", r#"{"apothem": 0.5}"#, "/mapParams/apothem"),
            ("octagon", r#"{"layers": 0}"#, "/mapParams/layers"),
            ("octagon", r#"{"floor": 1}"#, "/mapParams/floor"),
            ("empty", r#"{"layers": 3}"#, "/mapParams/layers"),
        ] {
            let params: Properties = serde_json::from_str(params).unwrap();
            assert_eq!(arena(map, &params).unwrap_err().0, pointer);
        }
    }

    #[test]
    fn paths_become_json_pointers() {
        assert_eq!(pointer("robots[2].sensors.radar"), "/robots/2/sensors/radar");
        assert_eq!(pointer("robots[0][\"odd key\"]"), "/robots/0/odd key");
        assert_eq!(pointer(""), "");
    }

    #[test]
    fn a_place_that_is_not_written_is_that_of_what_holds_it() {
        let file = parse("{\"robots\": [\n{\"position\": [0, 0, 0]}]}").unwrap();
        let line =
            |pointer: &str| file.at(pointer, Diagnostic::error(Code::SceneRange, "x")).place.map(|place| place.line);
        assert_eq!((line("/robots/0/sensors/radar"), line("/map")), (Some(2), Some(1)));
    }
}
