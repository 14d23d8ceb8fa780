//! Scenes with former names: they are read, with a warning.

use sim_core::diagnostic::Code;
use sim_core::scene::text::Format;
use sim_core::scene::{Contacts, LoadedScene, Margin, Scene};

fn parse(fields: &str) -> Result<LoadedScene, sim_core::diagnostic::Diagnostics> {
    Scene::parse(&format!("(format_version: 1, {fields})"), Format::Ron, "old.ron")
}

#[test]
fn fields_and_choices_under_their_former_names_are_read_with_a_warning() {
    let loaded = parse(
        r#"run: (contacts: Through),
        objects: [(name: "a", shape: Sphere(radius: 1), sensed: false, margin: Metres((1, 1, 1)))],
        beacons: [(name: "b", blocked: true)],
        robots: [(name: "r", model: "a/b", sensors: {"s": (id: "a/b", noise: (dropout: 0.5, lost: -1))})],
        acceptance: [NoneLost()]"#,
    )
    .unwrap_or_else(|findings| panic!("{findings}"));
    let current = parse(
        r#"run: (contacts: DetectOnly),
        objects: [(name: "a", shape: Sphere(radius: 1), detectable: false, margin: Meters((1, 1, 1)))],
        beacons: [(name: "b", occlusion: true)],
        robots: [(name: "r", model: "a/b", sensors: {"s": (id: "a/b", noise: (dropout: 0.5, dropout_value: -1))})],
        acceptance: [InBounds()]"#,
    )
    .unwrap_or_else(|findings| panic!("{findings}"));
    assert_eq!(loaded.scene, current.scene);
    assert!(current.warnings.is_empty(), "{}", current.warnings);
    assert!(!loaded.scene.objects[0].detectable && loaded.scene.run.contacts == Contacts::DetectOnly);
    assert_eq!(loaded.scene.objects[0].margin, Some(Margin::Meters([1.0; 3])));
    let mut warnings: Vec<_> =
        loaded.warnings.iter().map(|warning| (warning.code, warning.message.to_string())).collect();
    warnings.sort_by(|one, other| one.1.cmp(&other.1));
    let expected = ["`Metres` is now called `Meters`", "`NoneLost` is now called `InBounds`"]
        .into_iter()
        .chain(["`Through` is now called `DetectOnly`", "`blocked` is now called `occlusion`"])
        .chain(["`lost` is now called `dropout_value`", "`sensed` is now called `detectable`"]);
    assert_eq!(warnings, expected.map(|text| (Code::SceneRenamed, text.to_owned())).collect::<Vec<_>>());
    let first = loaded.warnings.iter().next().unwrap();
    assert_eq!(first.place.map(|place| (place.line, place.column)), Some((1, 37)), "{first}");
}

#[test]
fn a_field_under_both_names_is_an_error() {
    let object = r#"objects: [(name: "a", shape: Sphere(radius: 1), sensed: false, detectable: true)]"#;
    let findings = parse(object).expect_err("both names");
    assert_eq!(
        findings.iter().map(|finding| finding.code).collect::<Vec<_>>(),
        [Code::SceneUnknownField],
        "{findings}"
    );
}

#[test]
fn a_former_name_elsewhere_stays_unknown() {
    let findings = parse("run: (sensed: true)").expect_err("`run` has no such field");
    assert_eq!(
        findings.iter().map(|finding| finding.code).collect::<Vec<_>>(),
        [Code::SceneUnknownField],
        "{findings}"
    );
}
