//! Translations of the bundled libraries: complete, and without unused entries.

use sim_abi::declare::{Channel, ComponentInfo, Function, Kind};
use sim_abi::drawing::Drawing;
use sim_abi::prelude::{Value, json};
use sim_core::engine::Simulation;
use sim_core::plugins::{PluginHost, PluginLibrary};
use sim_core::scene::{Scene, text::Format};
use sim_engine_tests::{shared_plugins, simulate};
use std::collections::BTreeSet;
use std::path::Path;

/// Languages of these libraries.
const LANGUAGES: [&str; 2] = ["es", "ca"];

/// The options of a parameter, or both values of a flag.
fn choices(schema: &Value) -> Vec<Value> {
    let listed = |key: &str| schema[key].as_array().into_iter().flatten();
    let one_of = listed("oneOf").map(|choice| choice["const"].clone());
    let flag = [false, true].map(Value::Bool).into_iter().filter(|_| schema["type"] == "boolean");
    listed("enum").cloned().chain(one_of.filter(|choice| !choice.is_null())).chain(flag).collect()
}

/// Parameters that make a component emit all its texts: the required ones, and each option.
fn parameters(info: &ComponentInfo) -> Vec<Value> {
    let needed = match info.id.as_str() {
        "joint/effort" | "joint/state" => json!({"joint": "left_wheel"}),
        "drive/joint-effort" | "drive/joint-target" | "drive/servo" | "drive/wheel-motor" => json!({"joint": "turret"}),
        "butia/distance" => json!({"table": [[0.1, 20000.0], [0.8, 60000.0]], "polynomial": [800.0, -10.0]}),
        "radio/emitter" => json!({"baud": 9600.0}),
        "supervisor/control" => json!({"labels": [{"name": "goal", "text": "Goal"}]}),
        "power/charger" => json!({"places": [{"name": "home"}]}),
        "drive/link-wrench" => json!({"link": "body"}),
        "twin/ghost" => json!({"robot": "real"}),
        "monitor/measures" => {
            let kinds = choices(&info.schema["$defs"]["MeasureParams"]["properties"]["kind"]);
            let measure = |kind: &Value| json!({"name": kind, "kind": kind, "of": [["time", 1.0]]});
            json!({"measures": kinds.iter().map(measure).collect::<Vec<_>>()})
        }
        _ => json!({}),
    };
    // Its mission decides whether it docks, so this is not an option.
    if info.id == "blimp/autopilot" {
        let obstacles = json!([{"name": "a", "center": [0.0, 99.0, 2.0]}]);
        let mission = json!([{"at": [9.0, 0.0, 2.0]}, {"at": [9.0, 9.0, 2.0]}]);
        return vec![json!({"docking": false, "mission": mission, "obstacles": obstacles})];
    }
    let mut list = vec![needed.clone()];
    for (name, schema) in info.schema["properties"].as_object().into_iter().flatten() {
        for choice in choices(schema) {
            let mut params = needed.clone();
            params[name] = choice;
            list.push(params);
        }
    }
    list
}

/// A robot for the component, without the component.
fn carrier(info: &ComponentInfo) -> Value {
    let (family, _) = info.id.split_once('/').unwrap();
    match (family, info.kind) {
        ("butia", _) => json!({"model": "butia/standard"}),
        ("ninjuab", _) => json!({"model": "ninjuab/standard"}),
        ("blimp", Kind::Controller) => json!({"model": "blimp/standard"}),
        ("nautilus", Kind::Controller) => {
            let ring = json!({"id": "range/radar", "params": {"reads": 24, "per_step": 24.0, "beam_radius": 0.3}});
            let sensors = json!({
                "radar": "range/radar", "distancia": "range/group", "ring": ring, "clearance": "range/clearance",
            });
            json!({"model": "bluerov2/standard", "dynamics": "marine/modelo0", "sensors": sensors})
        }
        ("robomap", Kind::Dynamics) => json!({"model": "robomap/platform"}),
        ("route", _) => {
            // One with wheels, too.
            let (sensors, actuators) = (json!({"position": "navigation/gps"}), json!({"base": "robomap/base"}));
            json!({"model": "scout/standard", "sensors": sensors, "actuators": actuators})
        }
        ("marine", _) => json!({"model": "bluerov2/standard"}),
        ("drive", _) if info.id == "drive/thruster" => json!({"model": "scout/standard", "dynamics": "body/rigid"}),
        ("drive", _) => {
            // The component replaces the turret.
            json!({"model": "scout/standard", "dynamics": "joint/fixed-base", "remove": ["turret"]})
        }
        _ => json!({"model": "scout/standard"}),
    }
}

/// A scene with every component of a library, once for each option of its parameters.
fn scene(library: &PluginLibrary) -> Value {
    let (mut robots, mut services) = (Vec::new(), Vec::new());
    if library.manifest().name == "plugin-twin" {
        // Its services require both by name.
        let robot = |(name, y): (&str, f64)| json!({"name": name, "model": "ninjuab/standard", "at": [0.0, y, 1.0]});
        robots.extend([("twin", -3.0), ("real", -6.0)].map(robot));
    }
    for info in &library.manifest().components {
        for params in parameters(info) {
            let part = json!({"id": info.id, "params": params});
            let mut robot = carrier(info);
            match info.kind {
                Kind::Service => {
                    let grants = ["Edit", "Command", "Network", "Files", "Programs"];
                    let name = format!("s{}", services.len());
                    services.push(json!({"name": name, "id": info.id, "params": params, "grants": grants}));
                    continue;
                }
                Kind::Unknown => unreachable!("{}: the program leaves it out", info.id),
                Kind::Robot => robot = json!({"model": part}),
                Kind::Dynamics | Kind::Controller => robot[info.kind.word()] = part,
                Kind::Sensor | Kind::Actuator => robot[format!("{}s", info.kind.word())] = json!({"part": part}),
            }
            robot["name"] = json!(format!("r{}", robots.len()));
            robot["at"] = json!([3.0 * robots.len() as f64, 0.0, 1.0]);
            robots.push(robot);
        }
    }
    json!({"format_version": 1, "floor": {}, "services": services, "robots": robots})
}

fn build(scene: &Value, host: &PluginHost) -> Simulation {
    let loaded = Scene::parse(&scene.to_string(), Format::Json, "texts.json");
    let loaded = loaded.unwrap_or_else(|findings| panic!("{findings}"));
    simulate(&loaded, host, 1)
}

/// Descriptions of a library's robot models.
fn described(scene: &Value, simulation: &Simulation, library: &PluginLibrary) -> BTreeSet<String> {
    let robots = scene["robots"].as_array().into_iter().flatten().enumerate();
    let models = robots.filter_map(|(robot, written)| {
        Some((written["model"]["id"].as_str()?, simulation.robot(robot).unwrap().model()?))
    });
    let own = |id: &str| library.ids().iter().any(|(kind, name)| *kind == Kind::Robot && name == id);
    models.filter(|(id, _)| own(id)).map(|(_, model)| model.description.clone()).collect()
}

/// Help texts of channels and functions of a library's component instances, and names of the layers that they draw.
fn instance_texts(simulation: &Simulation, library: &PluginLibrary) -> BTreeSet<String> {
    let own = |kind: &str, id: &str| library.ids().iter().any(|(own, name)| own.word() == kind && name == id);
    let channels = |channels: &[Channel]| channels.iter().map(|channel| channel.help.clone()).collect::<Vec<_>>();
    let layers = |list: &[Drawing]| list.iter().map(|drawing| drawing.layer.clone()).collect::<Vec<_>>();
    let functions = |list: &[Function]| list.iter().map(|function| function.help.clone()).collect::<Vec<_>>();
    let mut found = BTreeSet::new();
    let layouts: Vec<_> = simulation.robot_views().map(|robot| robot.layout()).collect();
    // The engine's texts about a model's joints do not belong to the library.
    let parts = layouts.iter().flat_map(|layout| &layout.parts).filter(|part| part.kind != Kind::Robot.word());
    for part in parts.filter(|part| own(&part.kind, &part.component)) {
        found.extend([channels(&part.channels), channels(&part.published), functions(&part.functions)].concat());
        found.extend(layers(&part.drawings));
    }
    for (robot, layout) in layouts.iter().enumerate() {
        let parts = layout.parts.iter().filter(|part| own(&part.kind, &part.component));
        let effects = parts.map(|part| format!("effect.{}.", part.name)).collect::<Vec<_>>();
        let is_effect = |path: &str| effects.iter().any(|part| path.starts_with(&**part));
        let channels =
            simulation.robot(robot).unwrap().channels().into_iter().filter(|channel| is_effect(&channel.path));
        found.extend(channels.map(|channel| channel.channel.help));
    }
    for service in simulation.services().filter(|service| own(Kind::Service.word(), service.id)) {
        found.extend([channels(service.channels), functions(service.functions)].concat());
        found.extend(layers(service.drawings));
    }
    found.remove("");
    found
}

/// Missing and unused texts of a library.
fn findings(library: &PluginLibrary, host: &PluginHost) -> Vec<String> {
    let manifest = library.manifest();
    let scene = scene(library);
    let simulation = build(&scene, host);
    let used = instance_texts(&simulation, library).into_iter().chain(described(&scene, &simulation, library));
    let wanted: BTreeSet<String> = manifest.translatable().into_iter().chain(used).collect();
    let mut findings = Vec::new();
    for language in manifest.texts.0.keys().filter(|language| !LANGUAGES.contains(&language.as_str())) {
        findings.push(format!("{} has texts in {language}, others do not", manifest.name));
    }
    for language in LANGUAGES {
        let Some(texts) = manifest.texts.0.get(language) else {
            findings.push(format!("{} lacks texts in {language}", manifest.name));
            continue;
        };
        let there: BTreeSet<String> = texts.keys().cloned().collect();
        let find = |what: &str, texts: Vec<&String>| {
            texts.iter().map(|text| format!("{} {language} {what}: {text:?}", manifest.name)).collect::<Vec<_>>()
        };
        findings.extend(find("lacks", wanted.difference(&there).collect()));
        findings.extend(find("does not use", there.difference(&wanted).collect()));
        findings.extend(find(
            "is empty",
            texts.iter().filter(|(_, to)| to.trim().is_empty()).map(|(text, _)| text).collect(),
        ));
    }
    findings
}

/// Names of the libraries in the source folder `plugins`.
fn in_the_sources() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../plugins");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let crates = entries.filter(|path| path.join("Cargo.toml").is_file());
    crates.map(|path| format!("plugin-{}", path.file_name().unwrap().to_string_lossy())).collect()
}

#[test]
fn every_library_has_all_texts_in_every_language() {
    let host = shared_plugins();
    let names: BTreeSet<String> = host.libraries().iter().map(|library| library.manifest().name.clone()).collect();
    assert_eq!(names, in_the_sources(), "the libraries checked by this test");
    let findings: Vec<String> = host.libraries().iter().flat_map(|library| findings(library, &host)).collect();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}
