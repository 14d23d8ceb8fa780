//! The reference of the scene format lists every field and every word, and its examples load.

use sim_core::scene::text::Format;
use sim_core::scene::*;

const REFERENCE: &str = include_str!("../../../docs/src/scenes.md");

/// Section of the reference with the heading `### title`.
fn section(title: &str) -> &'static str {
    let heading = format!("\n### {title}\n");
    let start = REFERENCE.find(&heading).unwrap_or_else(|| panic!("no section `{title}`")) + heading.len();
    let rest = &REFERENCE[start..];
    &rest[..rest.find("\n### ").unwrap_or(rest.len())]
}

#[test]
fn every_field_has_a_row_in_its_section() {
    let records: &[(&str, &[&str])] = &[
        ("Scene", Scene::FIELDS),
        ("Include", Include::FIELDS),
        ("Run", Run::FIELDS),
        ("Bounds", Bounds::FIELDS),
        ("View", View::FIELDS),
        ("Object", Object::FIELDS),
        ("Box", BoxShape::FIELDS),
        ("Cylinder", Cylinder::FIELDS),
        ("Sphere", Sphere::FIELDS),
        ("Capsule", Capsule::FIELDS),
        ("Ellipsoid", Ellipsoid::FIELDS),
        ("Wall", Wall::FIELDS),
        ("Plane", Plane::FIELDS),
        ("Pool", Pool::FIELDS),
        ("Regular", RegularOutline::FIELDS),
        ("Ramp", Ramp::FIELDS),
        ("HeightField", HeightField::FIELDS),
        ("Image (heights)", HeightImage::FIELDS),
        ("Mesh", Mesh::FIELDS),
        ("Extrusion", Extrusion::FIELDS),
        ("Collision shape", CollisionShape::FIELDS),
        ("Shared shape", SharedShape::FIELDS),
        ("Group", Group::FIELDS),
        ("Material", Material::FIELDS),
        ("Floor", Floor::FIELDS),
        ("Polygon", Polygon::FIELDS),
        ("Stroke", Stroke::FIELDS),
        ("Disc", Disc::FIELDS),
        ("Image (floor)", FloorImage::FIELDS),
        ("Beacon", Beacon::FIELDS),
        ("Cone", Cone::FIELDS),
        ("Light", Light::FIELDS),
        ("Point", PointLight::FIELDS),
        ("Spot", SpotLight::FIELDS),
        ("Attenuation", Attenuation::FIELDS),
        ("Medium", Medium::FIELDS),
        ("Box (region)", RegionBox::FIELDS),
        ("Gusts", Gusts::FIELDS),
        ("Robot", Robot::FIELDS),
        ("Model", ModelUse::FIELDS),
        ("Component", ComponentUse::FIELDS),
        ("Controller", ControllerUse::FIELDS),
        ("Sensor or actuator", Part::FIELDS),
        ("Joint place", JointPlace::FIELDS),
        ("Noise", Noise::FIELDS),
        ("Fleet", Fleet::FIELDS),
        ("Grid", GridPlacement::FIELDS),
        ("Random", RandomPlacement::FIELDS),
        ("Service", Service::FIELDS),
        ("Input", Input::FIELDS),
        ("Route", Route::FIELDS),
        ("Pose", Pose::FIELDS),
        ("Note", Note::FIELDS),
        ("NoCollision", NoCollision::FIELDS),
        ("InBounds", InBounds::FIELDS),
        ("PoseWithin", PoseWithin::FIELDS),
        ("ValueWithin", ValueWithin::FIELDS),
        ("ServiceValueWithin", ServiceValueWithin::FIELDS),
        ("ReachedBy", ReachedBy::FIELDS),
        ("Passes", Passes::FIELDS),
    ];
    for (title, fields) in records {
        let rows: Vec<_> =
            section(title).lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
        assert_eq!(&rows, fields, "{title}");
    }
}

#[test]
fn every_word_of_a_choice_is_listed() {
    let choices: &[(&str, &[&str])] = &[
        ("Shape", Shape::WORDS),
        ("Outline", Outline::WORDS),
        ("HeightData", HeightData::WORDS),
        ("Margin", Margin::WORDS),
        ("Paint", Paint::WORDS),
        ("BeaconKind", BeaconKind::WORDS),
        ("LightKind", LightKind::WORDS),
        ("Region", Region::WORDS),
        ("Current", Current::WORDS),
        ("Placement", Placement::WORDS),
        ("Heading", Heading::WORDS),
        ("Grant", Grant::WORDS),
        ("Contacts", Contacts::WORDS),
        ("Condition", Condition::WORDS),
        ("When", When::WORDS),
    ];
    for (title, words) in choices {
        let rows: Vec<_> =
            section(title).lines().filter_map(|line| line.strip_prefix("| `")?.split(['`', '(']).next()).collect();
        assert_eq!(&rows, words, "{title}");
    }
}

/// Loads the examples of a page, except those that are only a part of a scene. Returns their number.
fn load(page: &str) -> usize {
    let blocks = page.split("```ron\n").skip(1).map(|block| block.split("```").next().unwrap());
    let scenes: Vec<&str> = blocks.filter(|text| text.contains("format_version")).collect();
    for text in &scenes {
        let loaded = Scene::parse(text, Format::Ron, "guide").unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert!(loaded.warnings.is_empty(), "{}", loaded.warnings);
    }
    scenes.len()
}

#[test]
fn every_example_of_the_reference_loads() {
    let count = load(REFERENCE);
    assert!(count == REFERENCE.matches("```ron\n").count() && count >= 10, "{count}");
}

#[test]
fn every_scene_of_the_tutorials_loads() {
    for page in [
        include_str!("../../../README.md"),
        include_str!("../../../docs/src/first-scene.md"),
        include_str!("../../../docs/src/sensors-and-noise.md"),
        include_str!("../../../docs/src/fleet.md"),
    ] {
        assert_eq!(load(page), 1, "{page}");
    }
}
