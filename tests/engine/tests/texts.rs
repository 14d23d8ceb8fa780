//! What the libraries that come with the program say in other languages: all of it, and nothing else.

use sim_abi::declare::{Channel, Function, Kind};
use sim_core::engine::Simulation;
use sim_core::plugins::PluginLibrary;
use sim_engine_tests::{build, plugins};
use std::collections::BTreeSet;

/// Languages that these libraries have.
const LANGUAGES: [&str; 2] = ["es", "ca"];

/// A scene with every component of a library, and with its services.
fn scene(library: &PluginLibrary) -> String {
    let of = |kind: Kind| {
        let ids = library.ids().iter().enumerate().filter(move |(_, (own, _))| *own == kind);
        ids.map(|(number, (_, id))| (number, id.clone()))
    };
    let parts =
        |kind: Kind| of(kind).map(|(number, id)| format!("\"p{number}\": {id:?}")).collect::<Vec<_>>().join(", ");
    let grants = "grants: [Edit, Command, Network, Files, Programs]";
    let services = of(Kind::Service).map(|(number, id)| format!("(name: \"s{number}\", id: {id:?}, {grants})"));
    format!(
        r#"(format_version: 1, floor: (), services: [{}], robots: [
            (name: "a", model: "butia/standard", sensors: {{{}}}, actuators: {{{}}}),
        ])"#,
        services.collect::<Vec<_>>().join(", "),
        parts(Kind::Sensor),
        parts(Kind::Actuator),
    )
}

/// Help of the channels and functions that the instances of a library's components tell.
fn told(simulation: &Simulation, library: &PluginLibrary) -> BTreeSet<String> {
    let own = |id: &str| library.ids().iter().any(|(_, own)| own == id);
    let channels = |channels: &[Channel]| channels.iter().map(|channel| channel.help.clone()).collect::<Vec<_>>();
    let functions = |list: &[Function]| list.iter().map(|function| function.help.clone()).collect::<Vec<_>>();
    let mut told = BTreeSet::new();
    let layout = simulation.layout(0);
    for part in layout.parts.iter().filter(|part| own(&part.component)) {
        told.extend([channels(&part.channels), channels(&part.published), functions(&part.functions)].concat());
    }
    for service in simulation.services().filter(|service| own(service.id)) {
        told.extend([channels(service.channels), functions(service.functions)].concat());
    }
    told.remove("");
    told
}

#[test]
fn libraries_with_texts_say_everything_in_every_language() {
    let host = plugins();
    let with_texts = host.libraries().iter().filter(|library| !library.manifest().texts.is_empty());
    let mut names = Vec::new();
    let mut findings = Vec::new();
    for library in with_texts {
        let manifest = library.manifest();
        let simulation = build(&scene(library));
        let told = told(&simulation, library);
        let wanted: BTreeSet<String> = manifest.translatable().into_iter().chain(told).collect();
        assert_eq!(manifest.texts.0.keys().map(String::as_str).collect::<BTreeSet<_>>(), LANGUAGES.into());
        for (language, texts) in &manifest.texts.0 {
            let there: BTreeSet<String> = texts.keys().cloned().collect();
            let find = |what: &str, texts: Vec<&String>| {
                texts.iter().map(|text| format!("{} {language} {what}: {text:?}", manifest.name)).collect::<Vec<_>>()
            };
            findings.extend(find("has not", wanted.difference(&there).collect()));
            findings.extend(find("says nothing of the kind", there.difference(&wanted).collect()));
            findings.extend(find(
                "is empty",
                texts.iter().filter(|(_, to)| to.trim().is_empty()).map(|(text, _)| text).collect(),
            ));
        }
        names.push(manifest.name.clone());
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
    assert_eq!(names, ["plugin-bobot", "plugin-butia"]);
}
