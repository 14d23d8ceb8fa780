//! Translates a configuration to a scene.

use crate::arena::Arena;
use crate::config::{Config, File, Obstacle, Output, Robot, pointer};
use crate::map;
use crate::names;
use crate::simulator::Catalog;
use serde_json::{Map, Value, json};
use sim_abi::declare::Kind;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::scene::{LoadedScene, Properties, Scene, text::Format};

/// Parameter of robot models that selects a low-polygon version.
const SIMPLE: &str = "simple";

/// Options of the command line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flags {
    /// Controller of robots without one.
    pub controller: Option<String>,
    /// Map if the configuration has none.
    pub map: Option<String>,
    /// Simulated time, s.
    pub time: Option<f64>,
    pub seed: Option<u64>,
    pub speed: Option<f64>,
    pub threads: Option<u32>,
    /// Use low-polygon models.
    pub efficient: bool,
    /// Parent folder of the run folders; none to write nothing.
    pub records: Option<String>,
}

/// A configuration translated to a scene.
pub struct TranslatedScene {
    pub loaded: LoadedScene,
    /// Warnings about the configuration.
    pub warnings: Diagnostics,
}

/// Translates a configuration and command-line options to a scene; without a configuration, a single robot.
///
/// # Errors
/// All errors, with their locations in the configuration.
pub fn translate(file: Option<&File>, flags: &Flags, catalog: &Catalog) -> Result<TranslatedScene, Diagnostics> {
    let alone = Config { robots: vec![Robot::default()], ..Config::default() };
    let config = file.map_or(&alone, |file| &file.config);
    let mut work = Work { file, catalog, findings: Diagnostics::new() };
    let arena = work.arena(config, flags);
    let robots: Vec<Value> = config
        .robots
        .iter()
        .enumerate()
        .filter_map(|(id, robot)| work.robot(id, robot, config, flags, arena.as_ref()))
        .collect();
    let Some(arena) = arena.filter(|_| !work.findings.has_errors()) else { return Err(work.findings) };

    let obstacles = config.obstacles.iter().enumerate().map(obstacle);
    let mut scene = json!({
        "format_version": sim_core::scene::FORMAT_VERSION,
        "name": "nautilus",
        "run": run(config, flags),
        "media": [water(&config.environment)],
        "objects": arena.objects().into_iter().chain(obstacles).collect::<Vec<_>>(),
        "robots": robots,
        "services": [{"name": "overlaps", "id": "monitor/overlap"}],
        "view": {"camera": [-14.0, -14.0, 9.0], "look_at": [0.0, 0.0, -2.0]},
    });
    if let Some(folder) = &flags.records {
        let about = about(&scene, config, flags, catalog);
        let Output { every, csv, z_up } = config.output;
        let axes = if z_up { "zup" } else { "nautilus" };
        let params = json!({"folder": folder, "every": every, "csv": csv, "speed_axes": axes, "about": about});
        let service = json!({"name": "records", "id": "nautilus/records", "grants": ["Files"], "params": params});
        scene["services"].as_array_mut().expect("invariant: written as a list above").push(service);
    }
    let loaded = Scene::parse(&scene.to_string(), Format::Json, "nautilus").map_err(|found| work.located(&found))?;
    Ok(TranslatedScene { loaded, warnings: work.findings })
}

/// Maps findings about a translated scene to their locations in the configuration.
pub fn located(findings: &Diagnostics, file: Option<&File>) -> Diagnostics {
    let Some(file) = file else { return findings.clone() };
    let locate = |finding: &Diagnostic| match finding.path.as_deref().and_then(configured) {
        Some(pointer) => file.at(&pointer, finding.clone()),
        None => finding.clone(),
    };
    findings.iter().map(locate).collect()
}

/// The JSON pointer in the configuration that corresponds to a path in the scene.
fn configured(path: &str) -> Option<String> {
    let steps = pointer(path);
    let mut steps = steps.split('/').skip(1);
    if steps.next() != Some("robots") {
        return None;
    }
    let robot = format!("/robots/{}", steps.next()?);
    let field = match steps.next() {
        Some("controller") => "controller",
        Some("dynamics") => "dynamics",
        Some("sensors") => {
            let rest: String = steps.filter(|step| *step != "params").map(|step| format!("/{step}")).collect();
            return Some(format!("{robot}/sensors{rest}"));
        }
        Some("at") => return Some(format!("{robot}/position")),
        Some("name") => return Some(format!("{robot}/name")),
        Some("model") => {
            return Some(robot + if steps.next() == Some("params") { "/size" } else { "/model" });
        }
        _ => return Some(robot),
    };
    Some(match steps.next() {
        Some("params") => format!("{robot}/{field}Params{}", steps.map(|step| format!("/{step}")).collect::<String>()),
        _ => format!("{robot}/{field}"),
    })
}

struct Work<'a> {
    file: Option<&'a File>,
    catalog: &'a Catalog,
    findings: Diagnostics,
}

impl Work<'_> {
    /// Reports a finding about a field of the configuration, or about a flag if the field is missing.
    fn report(&mut self, pointer: &str, finding: Diagnostic) {
        let finding = match self.file {
            Some(file) => file.at(pointer, finding),
            None => finding,
        };
        self.findings.push(finding);
    }

    fn located(&self, findings: &Diagnostics) -> Diagnostics {
        located(findings, self.file)
    }

    fn arena(&mut self, config: &Config, flags: &Flags) -> Option<Arena> {
        let name = config.map.as_ref().or(flags.map.as_ref()).map_or("empty", String::as_str);
        match map::arena(name, &config.map_params) {
            Ok(arena) => Some(arena),
            Err((pointer, finding)) if pointer == "/map" && config.map.is_none() => {
                self.findings.push(finding.with_path("--map"));
                None
            }
            Err((pointer, finding)) => {
                self.report(&pointer, finding);
                None
            }
        }
    }

    /// The id of a component from its name in the configuration or a flag.
    fn component(&mut self, kind: Kind, name: &str, pointer: Option<&str>) -> Option<String> {
        match names::component(kind, name, self.catalog) {
            Ok(id) => Some(id),
            Err(finding) => {
                match pointer {
                    Some(pointer) => self.report(pointer, finding),
                    None => {
                        // Report an invalid flag only once, regardless of the number of robots.
                        let known = self.findings.iter().any(|known| known.message == finding.message);
                        if !known {
                            self.findings.push(finding);
                        }
                    }
                }
                None
            }
        }
    }

    fn robot(
        &mut self,
        id: usize,
        robot: &Robot,
        config: &Config,
        flags: &Flags,
        arena: Option<&Arena>,
    ) -> Option<Value> {
        let base = format!("/robots/{id}");
        let at = |field: &str| format!("{base}/{field}");
        let model = robot.model.as_deref().unwrap_or("bluerov2");
        let model = self.component(Kind::Robot, model, robot.model.as_ref().map(|_| at("model")).as_deref());
        let dynamics = robot.dynamics.as_deref().unwrap_or("modelo0");
        let dynamics =
            self.component(Kind::Dynamics, dynamics, robot.dynamics.as_ref().map(|_| at("dynamics")).as_deref());
        let controller = robot.controller.as_ref().or(flags.controller.as_ref()).map_or("Idle", String::as_str);
        let place = robot.controller.as_ref().map(|_| at("controller"));
        let controller = self.component(Kind::Controller, controller, place.as_deref());
        if let Some(arena) = arena {
            self.check_place(robot, arena, &at("position"));
        }
        let sensors = self.sensors(robot, &base);
        let (model, dynamics, controller) = (model?, dynamics?, controller?);

        let mut dynamics_params = robot.dynamics_params.clone();
        let is_modelo0 = dynamics == "marine/modelo0";
        if let Some(state) = &robot.motor_state {
            if is_modelo0 {
                dynamics_params.entry("motor_state").or_insert_with(|| json!(state));
            } else if state.iter().any(|value| *value != 0.0) {
                let message = format!("`motorState` is not supported by {dynamics}");
                let help = "its motors start at rest; leave the field out";
                self.report(&at("motorState"), Diagnostic::warning(Code::SceneNoEffect, message).with_help(help));
            }
        }
        if dynamics == "marine/fossen6" && model == "bluerov2/heavy" {
            dynamics_params.entry("set").or_insert_with(|| json!("bluerov2_heavy"));
            dynamics_params.entry("motor_dynamics").or_insert_with(|| json!("third_order"));
        }
        let mut controller_params = robot.controller_params.clone();
        if dynamics == "marine/fossen6" && self.has_parameter(&controller, "thrusters") {
            controller_params.entry("thrusters").or_insert_with(|| json!({"allocation": "geometry"}));
        }
        let mut model_params = Map::new();
        if let Some(size) = robot.size {
            model_params.insert("size".into(), json!(size));
        }
        if flags.efficient && self.has_simple_form(&model, &at("model")) {
            model_params.insert(SIMPLE.into(), json!(true));
        }
        let radians = |angles: [f64; 3]| angles.map(f64::to_radians);
        let rpy = radians(robot.rotation);
        let [vx, vy, vz] = robot.linear_speed;
        let velocity = [vx, vy, if config.output.z_up { vz } else { -vz }];
        Some(json!({
            "name": robot.name.clone().unwrap_or_else(|| format!("robot-{id}")),
            "model": {"id": model, "params": model_params},
            "at": robot.position,
            "rpy": rpy,
            "velocity": in_body(rpy, velocity),
            "angular_velocity": in_body(rpy, radians(robot.angular_speed)),
            "dynamics": {"id": dynamics, "params": dynamics_params},
            "controller": {"id": controller, "params": controller_params},
            "sensors": sensors,
        }))
    }

    /// Whether a component has a parameter; not if it is unknown.
    fn has_parameter(&self, component: &str, parameter: &str) -> bool {
        self.catalog.schema(component).is_some_and(|schema| schema["properties"].get(parameter).is_some())
    }

    /// Whether a model has a low-polygon version; reports it if not.
    fn has_simple_form(&mut self, model: &str, pointer: &str) -> bool {
        if self.catalog.schema(model).is_none() || self.has_parameter(model, SIMPLE) {
            return true;
        }
        let message = format!("low-polygon variant of `{model}` not found");
        let help = "the full model is drawn; leave -ef out, or choose another model";
        self.report(pointer, Diagnostic::warning(Code::SceneNoEffect, message).with_help(help));
        false
    }

    fn check_place(&mut self, robot: &Robot, arena: &Arena, pointer: &str) {
        let [x, y, z] = robot.position;
        let room = arena.room([x, y]);
        let below = arena.bottom().map_or(0.0, |bottom| bottom - z);
        let (behind, under) = (format!("{:.2}", -room), format!("{below:.2}"));
        let place = format!("({x}, {y}, {z}) m");
        let found = match (room < 0.0, below > 0.0) {
            (true, _) => format!("{place}, {behind} m behind the nearest wall's inner face"),
            (_, true) => format!("{place}, {under} m below the floor"),
            _ => return,
        };
        let finding = Diagnostic::error(Code::SceneRange, "the robot starts outside the pool")
            .with_expected("a position inside the walls and above the floor")
            .with_found(found)
            .with_help("move the robot, or choose a larger pool with `mapParams`");
        self.report(pointer, finding);
    }

    /// The sensors of the NAUTILUS simulator, and additional ones of the configuration; read on demand by the controller.
    fn sensors(&mut self, robot: &Robot, base: &str) -> Map<String, Value> {
        let mut list = Map::new();
        for (name, id) in [("gps", "navigation/gps"), ("distancia", "range/group"), ("radar", "range/radar")] {
            list.insert(name.into(), json!({"id": id, "on_demand": true}));
        }
        for (written, fields) in &robot.sensors {
            let name = if written == "distance" { "distancia" } else { written };
            let place = format!("{base}/sensors/{written}");
            let Some(fields) = fields.as_object() else {
                let finding = Diagnostic::error(Code::SceneType, "a sensor must be an object");
                self.report(&place, finding.with_found(fields.to_string()));
                continue;
            };
            if let Some(part) = self.sensor(name, fields, &place) {
                let own = list.entry(name).or_insert_with(|| json!({"on_demand": true}));
                own.as_object_mut().expect("invariant: written as an object above").extend(part);
            }
        }
        list
    }

    /// Translates the fields of a sensor.
    fn sensor(&mut self, name: &str, fields: &Properties, place: &str) -> Option<Map<String, Value>> {
        /// Field of the configuration, and the corresponding component parameter.
        const RADAR: &[(&str, &str)] = &[
            ("threshold", "threshold"),
            ("beam_radius", "beam_radius"),
            ("numReads", "reads"),
            ("readVel", "per_step"),
        ];
        const GROUP: &[(&str, &str)] =
            &[("threshold", "threshold"), ("beam_radius", "beam_radius"), ("directions", "directions")];
        let (own, further): (&[(&str, &str)], &[&str]) = match name {
            "gps" => (&[], &["sigma"]),
            "radar" => (RADAR, &["plane"]),
            "distancia" => (GROUP, &[]),
            _ => (&[], &["id", "params", "position", "rotation"]),
        };
        let known: Vec<&str> = own.iter().map(|(field, _)| *field).chain(further.iter().copied()).collect();
        let (mut part, mut params) = (Map::new(), Map::new());
        for (field, value) in fields {
            let pointer = format!("{place}/{field}");
            if let Some((_, parameter)) = own.iter().find(|(known, _)| known == field) {
                params.insert((*parameter).into(), value.clone());
                continue;
            }
            let numbers = |count: usize| {
                let list = value.as_array().filter(|list| list.len() == count)?;
                list.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>()
            };
            let wrong = |expected: String| {
                let message = format!("invalid value of `{field}`");
                Diagnostic::error(Code::SceneType, message).with_expected(expected).with_found(value.to_string())
            };
            let radians = |angles: Vec<f64>| angles.into_iter().map(f64::to_radians).collect::<Vec<f64>>();
            let read = match field.as_str() {
                _ if !known.contains(&field.as_str()) => {
                    let message = format!("unknown field `{field}` of the sensor");
                    let finding = Diagnostic::error(Code::SceneUnknownField, message);
                    Err(finding.with_expected(known.join(", ")).with_nearest_of(field, known.iter().copied()))
                }
                "sigma" => {
                    let sigma = value.as_f64().filter(|sigma| *sigma >= 0.0);
                    sigma
                        .map(|sigma| ("noise", json!({"sigma": sigma})))
                        .ok_or_else(|| wrong("at least 0 m".to_string()))
                }
                // The plane is rotated by roll about x and pitch about y.
                "plane" => match numbers(2).map(radians).as_deref() {
                    Some([roll, pitch]) => Ok(("rpy", json!([roll, pitch, 0.0]))),
                    _ => Err(wrong("roll and pitch, degrees".to_string())),
                },
                "rotation" => match numbers(3).map(radians) {
                    Some(angles) => Ok(("rpy", json!(angles))),
                    None => Err(wrong("roll, pitch and yaw, degrees".to_string())),
                },
                "position" => Ok(("at", value.clone())),
                same => Ok((same, value.clone())),
            };
            match read {
                Ok((field, value)) => _ = part.insert(field.into(), value),
                Err(finding) => {
                    self.report(&pointer, finding);
                    return None;
                }
            }
        }
        if name != "gps" && own.is_empty() && !fields.contains_key("id") {
            let finding = Diagnostic::error(Code::SceneMissingField, format!("unknown sensor `{name}` of the robot"))
                .with_expected("gps, distancia, radar, or `id` to add one")
                .with_nearest_of(name, ["gps", "distancia", "radar"]);
            self.report(place, finding);
            return None;
        }
        if !params.is_empty() {
            part.insert("params".into(), Value::Object(params));
        }
        Some(part)
    }
}

/// Transforms a vector from the world frame to the frame of a body with roll, pitch and yaw, rad.
fn in_body([roll, pitch, yaw]: [f64; 3], vector: [f64; 3]) -> [f64; 3] {
    let rotation = sim_abi::math::Rotation::from_euler_angles(roll, pitch, yaw);
    (rotation.inverse() * sim_abi::math::Vec3::from(vector)).into()
}

fn run(config: &Config, flags: &Flags) -> Value {
    let mut run =
        json!({"dt": config.dt.unwrap_or(0.01), "contacts": if config.stop { "Solid" } else { "DetectOnly" }});
    let mut set = |field: &str, value: Option<Value>| {
        if let Some(value) = value {
            run[field] = value;
        }
    };
    set("duration", flags.time.or(config.duration).map(|time| json!(time)));
    set("seed", flags.seed.or(config.seed).map(|seed| json!(seed)));
    set("speed", flags.speed.map(|speed| json!(speed)));
    set("threads", flags.threads.map(|threads| json!(threads)));
    run
}

/// The medium `water`, with the values of the configuration.
fn water(environment: &Properties) -> Value {
    let mut water = json!({"name": "water", "region": {"Below": 0.0}, "density": 1000.0});
    for (field, value) in environment {
        water[field] = value.clone();
    }
    water
}

fn obstacle((number, obstacle): (usize, &Obstacle)) -> Value {
    json!({
        "name": format!("obstacle-{number}"),
        "shape": {"Box": {"size": obstacle.size}},
        "at": obstacle.position,
        "rpy": obstacle.rotation.map(f64::to_radians),
        "color": [0.8, 0.6, 0.35],
        "category": "obstacle",
    })
}

/// The metadata of a run in `run.json`, sufficient to repeat it.
fn about(scene: &Value, config: &Config, flags: &Flags, catalog: &Catalog) -> Value {
    let versions = catalog.libraries.iter().map(|library| (library.name.clone(), json!(library.version)));
    let plugins: Map<String, Value> = versions.collect();
    json!({
        "program": env!("CARGO_PKG_VERSION"),
        "plugins": plugins,
        "seed": scene["run"]["seed"].as_u64().unwrap_or(0),
        "map": config.map.as_ref().or(flags.map.as_ref()).map_or("empty", String::as_str),
        "controller": flags.controller.as_deref().unwrap_or("Idle"),
        "efficient": flags.efficient,
        "scene": scene,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_the_scene_are_those_of_the_configuration() {
        for (path, place) in [
            ("robots[2].sensors.radar.params.threshold", Some("/robots/2/sensors/radar/threshold")),
            ("robots[0].controller.params.gain", Some("/robots/0/controllerParams/gain")),
            ("robots[0].controller", Some("/robots/0/controller")),
            ("robots[0].dynamics.params.lag", Some("/robots/0/dynamicsParams/lag")),
            ("robots[1].at[0]", Some("/robots/1/position")),
            ("objects[1].shape", None),
        ] {
            assert_eq!(configured(path).as_deref(), place, "{path}");
        }
    }

    #[test]
    fn a_velocity_is_given_in_world_axes() {
        let turned = in_body([0.0, 0.0, std::f64::consts::FRAC_PI_2], [0.0, 2.0, 1.0]);
        assert!((turned[0] - 2.0).abs() < 1e-12 && turned[1].abs() < 1e-12 && turned[2] == 1.0, "{turned:?}");
    }
}
