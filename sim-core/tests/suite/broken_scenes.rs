//! One broken scene per class of error: each report must have the exact place and a useful hint.

use std::path::PathBuf;

use sim_core::diagnostic::{Code, Diagnostics, Pretty};
use sim_core::scene::text::Format;
use sim_core::scene::{LoadOptions, Scene};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/broken")
}

fn load(name: &str) -> Diagnostics {
    match Scene::load(folder().join(name).with_extension("ron")) {
        Ok(_) => panic!("{name} should not load"),
        Err(findings) => findings,
    }
}

/// The rendered report without the folder of this machine.
fn plain(findings: &Diagnostics) -> String {
    let folder = folder().display().to_string();
    findings.to_string().replace(&format!("{folder}/"), "").replace('\\', "/")
}

/// File, code, line, column, part of the rendered text.
const CASES: &[(&str, &str, usize, usize, &str)] = &[
    ("syntax_missing_comma", "SC003", 4, 5, "put a comma between the elements"),
    ("syntax_equals_sign", "SC003", 3, 14, "fields are written `name: value`"),
    ("syntax_open_bracket", "SC003", 3, 10, "add `)`, probably in line 4"),
    ("syntax_open_text", "SC003", 3, 11, "unclosed string"),
    ("syntax_open_comment", "SC003", 3, 5, "expected: `*/`"),
    ("syntax_bad_number", "SC003", 3, 15, "is not a number"),
    ("syntax_text_after_end", "SC003", 4, 1, "expected: the end of the file"),
    ("number_not_finite", "SC004", 7, 21, "expected: a finite number"),
    ("number_too_large", "SC004", 3, 17, "the number is too large"),
    ("version_missing", "SC005", 1, 1, "add `format_version: 1` to the scene"),
    ("version_is_text", "SC005", 2, 21, "expected: `format_version: 1`"),
    ("version_too_new", "SC006", 2, 21, "use a newer version of this program"),
    ("field_unknown", "SC007", 4, 38, "did you mean `radius`?"),
    ("field_missing", "SC008", 4, 38, "expected: `height: …`, a number"),
    ("field_twice", "SC009", 3, 30, "first given at"),
    ("type_text_for_number", "SC010", 3, 15, "expected: a number"),
    ("type_bare_word_for_text", "SC010", 3, 11, "put text in double quotes: \"pond\""),
    ("choice_unknown", "SC011", 4, 32, "did you mean `Box`?"),
    ("range_radius", "SC012", 4, 46, "expected: a number from 1e-9 to 1e9 m"),
    ("range_step", "SC012", 3, 15, "expected: a number from 0.000001 to 1 s"),
    ("range_of_one_element", "SC012", 4, 46, "expected: a number from 1e-9 to 1e9 m"),
    ("range_color", "SC012", 3, 29, "expected: a number from 0 to 1"),
    ("arity_of_size", "SC013", 4, 42, "found: 2 elements"),
    ("name_twice", "SC014", 5, 16, "first used at"),
    ("name_in_fleet", "SC014", 5, 18, "the name `scout3` is used twice"),
    ("reference_to_robot", "SC015", 9, 35, "unknown robot `b`"),
    ("reference_near_miss", "SC015", 4, 38, "did you mean `table`?"),
    ("contradiction_of_angles", "SC017", 8, 18, "expected: one of `rpy`, `yaw`"),
    ("contradiction_dynamics_without_mass", "SC017", 4, 60, "add `mass` or remove `dynamics`"),
    ("geometry_wall_without_length", "SC018", 4, 54, "two different points"),
    ("geometry_crossing_polygon", "SC018", 3, 38, "crosses or touches itself"),
    ("period_no_multiple", "SC019", 7, 39, "such as 0.03"),
    ("component_id_form", "SC020", 7, 25, "did you mean `range/wander`?"),
    ("placement_too_dense", "SC022", 8, 24, "only 4 of 100 robots fit"),
    ("file_missing", "SC023", 4, 42, "did you mean `rock.obj`?"),
    ("file_of_wrong_kind", "SC023", 4, 42, ".obj, .stl, .gltf, .glb"),
    ("table_not_growing", "SC024", 4, 70, "expected: a depth above 0 m"),
    ("nested_too_deeply", "SC025", 3, 115, "at most 96 levels"),
    ("name_form", "SC030", 4, 16, "expected: 1 to 100 characters"),
    ("include_missing", "SC001", 3, 15, "it is relative to the file that references it"),
    ("cycle_a", "SC016", 3, 15, "cycle_a.ron → cycle_b.ron → cycle_a.ron"),
];

#[test]
fn every_broken_scene_names_code_place_and_hint() {
    for (name, code, line, column, hint) in CASES {
        let findings = load(name);
        let text = plain(&findings);
        let first = findings.iter().next().unwrap();
        let place = first.place.unwrap_or_else(|| panic!("{name}: no place\n{text}"));
        assert_eq!((first.code.as_str(), place.line, place.column), (*code, *line, *column), "{name}\n{text}");
        assert!(text.contains(hint), "{name}: no hint `{hint}` in\n{text}");
        assert_eq!(findings.len(), 1, "{name}: one mistake, one finding\n{text}");
        assert!(text.lines().count() <= 10, "{name}\n{text}");
    }
}

#[test]
fn every_broken_scene_is_rendered_as_before() {
    let mut all = String::new();
    for (name, ..) in CASES {
        all += &format!("# {name}\n{}\n\n", plain(&load(name)));
    }
    insta::assert_snapshot!(all);
}

#[test]
fn every_scene_code_has_a_broken_scene_or_a_test_of_its_own() {
    let elsewhere = [
        "SC002", // `text_that_is_not_utf8_is_refused_with_its_line`
        "SC021", // `set_paths_that_lead_nowhere_point_into_the_assignment`
        "SC026", "SC027", "SC028", "SC029", // parameters: tests/schema.rs
        "SC031", // `what_comes_after_the_end_is_a_warning`
        "SC033", // `a_robot_that_does_not_fit_is_warned_of`
        "SC035", // tests/former_names.rs
        "SC036", // `angles_in_degrees_are_suspected`
        "SC037", // `ten_mistakes…` of the engine's tests
        "SC038", // `a_platform_that_cannot_turn_in_a_corridor_is_reported`
        "SC034", // `blocked_clear_spaces_are_reported`
        "SC032", // `unstable_start_poses_are_reported_before_the_run`
    ];
    for code in Code::all().iter().map(|code| code.as_str()).filter(|code| code.starts_with("SC")) {
        let covered = CASES.iter().any(|case| case.1 == code) || elsewhere.contains(&code);
        assert!(covered, "{code}");
    }
}

#[test]
fn all_mistakes_of_a_file_are_reported_at_once() {
    let text = r#"(
    format_version: 1,
    nmae: "three mistakes",
    run: (dt: "fast"),
    objects: [(name: "a", shape: Sphere(radius: 0)), (name: "b")],
)"#;
    let findings = Scene::parse(text, Format::Ron, "many.ron").unwrap_err();
    let found: Vec<_> = findings.iter().map(|finding| (finding.code.as_str(), finding.place.unwrap().line)).collect();
    assert_eq!(found, [("SC007", 3), ("SC010", 4), ("SC012", 5), ("SC008", 5)]);
    assert_eq!(findings.iter().next().unwrap().nearest.as_deref(), Some("name"));
}

#[test]
fn json_scenes_give_the_same_findings() {
    let text = "{\n  \"format_version\": 1,\n  \"objects\": [\n    {\"name\": \"ball\", \"shape\": {\"Sphere\": {\"raduis\": 1, \"radius\": -1}}}\n  ]\n}";
    let findings = Scene::parse(text, Format::Json, "scene.json").unwrap_err();
    let found: Vec<_> = findings.iter().map(|finding| (finding.code.as_str(), finding.place.unwrap().column)).collect();
    assert_eq!(found, [("SC007", 43), ("SC012", 66)]);
    for (bad, code) in [("{\"format_version\": 1,}", "SC003"), ("{'a': 1}", "SC003"), ("{\"a\": 1e999}", "SC004")] {
        let findings = Scene::parse(bad, Format::Json, "bad.json").unwrap_err();
        assert_eq!(findings.iter().next().unwrap().code.as_str(), code, "{findings}");
    }
}

#[test]
fn text_that_is_not_utf8_is_refused_with_its_line() {
    let findings = load("not_text");
    let first = findings.iter().next().unwrap();
    assert_eq!(first.code, Code::SceneNotText);
    assert_eq!(first.found.as_deref(), Some("byte 0xe9 in line 3"));
    let missing = Scene::load(folder().join("no such file.ron")).unwrap_err();
    assert_eq!(missing.iter().next().unwrap().code, Code::SceneUnreadable);
}

#[test]
fn set_paths_that_lead_nowhere_point_into_the_assignment() {
    let text = r#"(format_version: 1, robots: [(name: "anna", model: "scout/standard")])"#;
    for (set, code, column, hint) in [
        ("robots.ana.yaw=1", "SC021", 8, "did you mean `anna`?"),
        ("robots[3].yaw=1", "SC021", 7, "an index below 1"),
        ("format_version.x=1", "SC021", 16, "a table or a list"),
        ("robots.anna.name.x=1", "SC021", 18, "a table or a list"),
        ("robots.anna", "SC021", 1, "PATH=VALUE"),
        ("robots..a=1", "SC021", 1, "empty name between two dots"),
        ("robots.anna.yaw=(1", "SC003", 17, "add `)`"),
        ("robots.anna.yaw=\"x\"", "SC010", 17, "expected: a number"),
        ("robots.anna.yow=1", "SC007", 13, "did you mean `yaw`?"),
        ("robot.anna.yaw=1", "SC007", 1, "did you mean `robots`?"),
        ("robots.anna.controller.period=0.015", "SC008", 13, "`id`"),
    ] {
        let options = LoadOptions { set: vec![set.into()], ..LoadOptions::default() };
        let findings = Scene::parse_with(text, Format::Ron, "scene.ron", &options).unwrap_err();
        let first = findings.iter().next().unwrap();
        assert_eq!(first.file.as_deref(), Some("--set"), "{set}\n{findings}");
        assert_eq!((first.code.as_str(), first.place.unwrap().column), (code, column), "{set}\n{findings}");
        assert!(findings.to_string().contains(hint), "{set}\n{findings}");
    }
}

#[test]
fn what_comes_after_the_end_is_a_warning() {
    let text = "(format_version: 1, run: (duration: 5), inputs: [(at: 6, key: \"w\")])";
    let loaded = Scene::parse(text, Format::Ron, "scene.ron").unwrap();
    assert_eq!(loaded.warnings.len(), 1);
    assert_eq!(loaded.warnings.iter().next().unwrap().code, Code::SceneNoEffect);
}

#[test]
fn report_of_miette_shows_the_source_line() {
    let findings = load("field_unknown");
    let report = miette::Report::new(Pretty(findings.into_iter().next().unwrap()));
    let mut text = String::new();
    miette::NarratableReportHandler::new().render_report(&mut text, report.as_ref()).unwrap();
    assert!(text.contains("shape: Sphere(raduis: 0.5)"), "{text}");
    assert!(text.contains("did you mean `radius`?"), "{text}");
}
