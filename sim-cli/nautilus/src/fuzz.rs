//! Fuzz tests: every configuration file results in a scene or in a list of findings with locations.

use crate::config::{File, is_configuration};
use crate::scene::{Flags, TranslatedScene, translate};
use crate::simulator::{Catalog, Component};
use serde_json::Value;
use sim_abi::declare::Kind;
use sim_core::diagnostic::{Code, Diagnostics};
use sim_fuzz::{Depth, Random, fuzz, mutate};

/// The components that the configurations name.
fn catalog() -> Catalog {
    let components = [
        (Kind::Robot, "bluerov2/standard"),
        (Kind::Robot, "bluerov2/heavy"),
        (Kind::Dynamics, "marine/modelo0"),
        (Kind::Dynamics, "marine/fossen6"),
        (Kind::Controller, "nautilus/idle"),
        (Kind::Controller, "nautilus/avoid-obstacle"),
    ];
    let component = |(kind, id): (Kind, &str)| Component { id: id.into(), kind, schema: Value::Null };
    Catalog { libraries: Vec::new(), components: components.map(component).into() }
}

/// Tokens that parsers of configurations may fail on.
const WORDS: &[&str] = &[
    "\"",
    "\\",
    "\\\"",
    "\\ud800",
    "\\u0000",
    ",",
    ",]",
    ",}",
    ":",
    "{}",
    "[]",
    "null",
    "true",
    "-1",
    "1e999",
    "NaN",
    "0.1",
    "[1, 2]",
    "[0, 0, 0, 0]",
    "\"map\": \"polygon\",",
    "\"mapParams\": {\"n\": 64},",
    "\"apothem\": 0.5,",
    "\"floor\": true,",
    "\"half_x\": 1e9,",
    "\"layers\": 50,",
    "\"rectangle\"",
    "\"fossen6\"",
    "\"bluerov2_heavy\"",
    "\"distance\": {},",
    "\"sonar\": {\"id\": \"range/radar\", \"rotation\": [0, 0, 90]},",
    "\"plane\": [1, 2],",
    "\"sigma\": -1,",
    "é",
    "\u{feff}",
    "\u{0}",
    "//",
    "/robots/0",
    "a.b[0]",
    "\"a/b\"",
];

/// The shipped files, the example of the thesis with a trailing comma, and files with every field.
fn corpus() -> Vec<&'static [u8]> {
    vec![
        include_bytes!("../../../scenes/nautilus/configuration_files/avoid_obstacle.json"),
        include_bytes!("../../../scenes/nautilus/configuration_files/full.json"),
        br#"{"robots": [{"position": [0, 7, -1]}, {"position": [0, -7, -1]},]}"#,
        br#"{"robots": [{"name": "a", "size": [1, 1, 1], "model": "bluerov2_heavy", "dynamics": "fossen6",
            "motorState": [0, 0, 0, 0, 0, 1], "dynamicsParams": {"lag": 0.1}, "sensors": {"distance": {"threshold": 3,
            "beam_radius": 0.1, "directions": "six"}, "radar": {"plane": [0, 90]}, "more": {"id": "range/ring",
            "position": [0, 0, 1], "rotation": [0, 0, 9], "params": {"rays": 8}}}}], "contact": "stop", "seed": 7}"#,
        br#"{"robots": [], "map": "polygon", "mapParams": {"n": 6, "apothem": 8.66, "floor": true, "layers": 2}}"#,
        br#"{"robots": [{}], "map": "rectangle", "mapParams": {"half_x": 7, "half_y": 4.5}, "output": {"speedAxes": "zup"},
            "environment": {"current": {"Uniform": [0.1, 0, 0]}, "density": 1025}, "obstacles": [{"size": [1, 2, 3]}]}"#,
    ]
}

/// Runs all processing of a configuration before the simulation is built.
fn exercise(text: &str, flags: &Flags, catalog: &Catalog) -> Depth {
    is_configuration(text);
    let placed = |findings: &Diagnostics| {
        for finding in findings {
            let Some(place) = finding.place else { continue };
            assert!(place.start <= place.end && place.end <= text.len(), "{finding}");
            assert!(finding.to_string().lines().count() <= 10, "{finding}");
        }
    };
    let file = match File::parse(text.to_string(), "fuzz.json", None) {
        Ok(file) => file,
        Err(findings) => {
            assert!(findings.has_errors(), "rejected without a reason");
            placed(&findings);
            let form = findings.iter().any(|finding| finding.code == Code::SceneSyntax);
            return if form { Depth::Form } else { Depth::Meaning };
        }
    };
    placed(&file.warnings);
    match translate(Some(&file), flags, catalog) {
        Ok(TranslatedScene { warnings, .. }) => {
            placed(&warnings);
            Depth::Accepted
        }
        Err(findings) => {
            assert!(findings.has_errors(), "rejected without a reason");
            Depth::Meaning
        }
    }
}

#[test]
fn fuzz_nautilus_never_panics() {
    let catalog = catalog();
    let flags = Flags { efficient: true, records: Some("out".into()), ..Flags::default() };
    let corpus = corpus();
    for text in &corpus {
        assert_eq!(exercise(std::str::from_utf8(text).unwrap(), &flags, &catalog), Depth::Accepted);
    }
    let make = |random: &mut Random| {
        let (text, other) = (random.pick(&corpus), random.pick(&corpus));
        mutate(text, other, WORDS, random)
    };
    fuzz("fuzz_nautilus", 2000, [0.3, 0.1], make, |input| exercise(&String::from_utf8_lossy(input), &flags, &catalog));
}
