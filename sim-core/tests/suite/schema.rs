//! Parameters checked against the schemas that `schemars` generates for them.

use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};
use sim_core::diagnostic::Code;
use sim_core::scene::Scene;
use sim_core::scene::text::Format;
use sim_core::schema::{spell_choices, validate};

#[allow(dead_code, reason = "only the schema is used")]
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
struct Params {
    /// Speed of travel.
    #[schemars(range(min = 0.0, max = 2.0), extend("x-unit" = "m/s"))]
    #[serde(default = "half")]
    speed: f64,
    rays: u32,
    #[serde(default)]
    gains: [f64; 3],
    #[serde(default)]
    mode: Mode,
    law: Option<Law>,
    #[serde(default)]
    table: Vec<Row>,
}

fn half() -> f64 {
    0.5
}

#[allow(dead_code, reason = "only the schema is used")]
#[derive(JsonSchema, Default, serde::Serialize)]
enum Mode {
    /// Gentle.
    #[default]
    Smooth,
    Hard,
}

#[allow(dead_code, reason = "only the schema is used")]
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
enum Law {
    None,
    Linear { slope: f64, offset: f64 },
    Steps(Vec<f64>),
}

#[allow(dead_code, reason = "only the schema is used")]
#[derive(JsonSchema, serde::Serialize)]
#[serde(deny_unknown_fields)]
struct Row {
    at: f64,
    #[serde(default = "half")]
    value: f64,
}

fn schema() -> Value {
    schema_for!(Params).to_value()
}

#[test]
fn values_that_fit_have_no_problems() {
    for value in [
        json!({"rays": 8}),
        json!({"rays": 8, "speed": 2, "gains": [1, 2.5, 3], "mode": "Hard", "law": null, "table": [{"at": 1}]}),
        json!({"rays": 0, "law": {"Linear": {"slope": 1, "offset": 0}}}),
        json!({"rays": 0, "law": {"Steps": [1, 2]}}),
        json!({"rays": 0, "law": "None"}),
    ] {
        assert_eq!(validate(&schema(), &value), [], "{value}");
    }
}

#[test]
fn words_of_choices_are_spelled_as_the_schema_does() {
    let spelled = |mut value: Value| {
        spell_choices(&schema(), &mut value);
        value
    };
    assert_eq!(spelled(json!({"mode": "hard", "law": "none"})), json!({"mode": "Hard", "law": "None"}));
    // Only the words themselves: no other strings, no field names, no word that resembles none.
    for value in [json!({"mode": "hardly", "rays": "hard"}), json!({"law": {"linear": 1}}), json!("hard"), json!({})] {
        assert_eq!(spelled(value.clone()), value);
    }
    let rows = json!({"type": "array", "items": {"anyOf": [
        {"type": "object", "properties": {"act": {"enum": ["put_back", "report"]}}},
        {"enum": ["all", "a-ll", "keep"]},
    ]}});
    let mut value = json!([{"act": "PutBack"}, {"act": "Put-Back", "x": 1}, "ALL", "KEEP"]);
    spell_choices(&rows, &mut value);
    // Two words only differ in dashes, so the choice is ambiguous.
    assert_eq!(value, json!([{"act": "put_back"}, {"act": "put_back", "x": 1}, "ALL", "keep"]));
}

#[test]
fn each_problem_names_path_expectation_and_nearest_name() {
    let cases = [
        (json!({"rays": 8, "sped": 1}), "sped", Code::SceneParameterUnknown, "one of", Some("speed")),
        (json!({"rays": 8, "speed": 3}), "speed", Code::SceneParameterRange, "a number from 0 to 2 m/s", None),
        (json!({"rays": 8, "speed": "fast"}), "speed", Code::SceneParameterType, "a number from 0 to 2 m/s", None),
        (json!({"rays": 1.5}), "rays", Code::SceneParameterType, "a whole number of at least 0", None),
        (json!({"rays": -1}), "rays", Code::SceneParameterRange, "a whole number of at least 0", None),
        (json!({}), "", Code::SceneParameterMissing, "`rays`: a whole number", None),
        (json!({"rays": 8, "gains": [1, 2]}), "gains", Code::SceneParameterType, "3 elements", None),
        (json!({"rays": 8, "gains": [1, 2, "x"]}), "gains[2]", Code::SceneParameterType, "a number", None),
        (json!({"rays": 8, "mode": "Smoth"}), "mode", Code::SceneParameterType, "`Smooth`", Some("Smooth")),
        (json!({"rays": 8, "law": "Liner"}), "law", Code::SceneParameterType, "`Linear(…)`", Some("Linear")),
        (
            json!({"rays": 8, "law": {"Linear": {"slop": 1, "slope": 1, "offset": 0}}}),
            "law.Linear.slop",
            Code::SceneParameterUnknown,
            "`slope`",
            Some("slope"),
        ),
        (
            json!({"rays": 8, "law": {"Linear": {"slope": 1}}}),
            "law.Linear",
            Code::SceneParameterMissing,
            "`offset`: a number",
            None,
        ),
        (json!({"rays": 8, "law": {"Liner": {}}}), "law", Code::SceneParameterType, "`Linear(…)`", Some("Linear")),
        (json!({"rays": 8, "table": [{"at": 1}, 5]}), "table[1]", Code::SceneParameterType, "a table", None),
        (json!([1]), "", Code::SceneParameterType, "a table", None),
    ];
    for (value, path, code, expected, nearest) in cases {
        let problems = validate(&schema(), &value);
        assert_eq!(problems.len(), 1, "{value}: {problems:#?}");
        let problem = &problems[0];
        assert_eq!((problem.path.as_str(), problem.code), (path, code), "{value}: {problem:#?}");
        assert!(problem.expected.contains(expected), "{value}: {problem:#?}");
        assert_eq!(problem.nearest.as_deref(), nearest, "{value}: {problem:#?}");
    }
}

#[test]
fn all_problems_are_reported_at_once() {
    let problems = validate(&schema(), &json!({"speed": -1, "mode": 3, "color": 1}));
    let paths: Vec<_> = problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(paths, ["speed", "mode", "color", ""]);
}

#[test]
fn a_schema_that_refers_to_itself_ends() {
    let endless = json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}});
    assert_eq!(validate(&endless, &json!(1)), []);
    let tree = json!({"$ref": "#/$defs/node", "$defs": {"node": {"type": "object", "properties": {
        "next": {"$ref": "#/$defs/node"}}, "additionalProperties": false}}});
    assert_eq!(validate(&tree, &json!({"next": {"next": {"nxt": 1}}}))[0].path, "next.next.nxt");
}

#[test]
fn problems_of_parameters_become_findings_at_their_places() {
    let text = "(format_version: 1, robots: [(name: \"a\", model: \"x/y\",\n dynamics: (id: \"x/z\", params: (sped: 1, mode: Smoth)))])";
    let loaded = Scene::parse(text, Format::Ron, "params.ron").unwrap();
    let params = Value::Object(loaded.scene.robots[0].dynamics.as_ref().unwrap().params.clone());
    let findings = loaded.findings("robots[0].dynamics.params", &validate(&schema(), &params));
    let places: Vec<_> = findings
        .iter()
        .map(|finding| {
            let place = finding.place.unwrap();
            (finding.code.as_str(), place.line, &text[place.start..place.end], finding.path.as_deref().unwrap())
        })
        .collect();
    assert_eq!(
        places,
        [
            ("SC026", 2, "sped", "robots[0].dynamics.params.sped"),
            ("SC027", 2, "Smoth", "robots[0].dynamics.params.mode"),
            ("SC029", 2, "(sped: 1, mode: Smoth)", "robots[0].dynamics.params"),
        ]
    );
}
