//! Good scenes: what loads, how it is merged, changed and written back.

use std::path::PathBuf;

use sim_core::scene::{LoadOptions, Scene, text::Format};

fn drafts() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../scenes/examples-draft")
}

#[test]
fn example_scenes_load_without_findings_and_survive_writing() {
    for name in ["arena", "swarm", "pool"] {
        let loaded = Scene::load(drafts().join(name).with_extension("ron"))
            .unwrap_or_else(|e| panic!("{e}"));
        assert!(loaded.warnings.is_empty(), "{}", loaded.warnings);
        let text = loaded.to_ron();
        assert!(text.starts_with(&loaded.head_comment) && !loaded.head_comment.is_empty());
        let again =
            Scene::parse(&text, Format::Ron, "again.ron").unwrap_or_else(|e| panic!("{text}\n{e}"));
        assert_eq!(again.scene, loaded.scene);
        let json = serde_json::to_string_pretty(&loaded.scene).unwrap();
        let from_json = Scene::parse(&json, Format::Json, "again.json")
            .unwrap_or_else(|e| panic!("{json}\n{e}"));
        assert_eq!(from_json.scene, loaded.scene);
        assert_eq!(serde_json::from_str::<Scene>(&json).unwrap(), loaded.scene);
    }
}

#[test]
fn set_changes_values_creates_fields_and_reaches_all_elements() {
    let options = LoadOptions {
        set: vec![
            "run.dt=0.02".into(),
            "robots.liner.controller=range/wander".into(),
            "fleets.*.controller.params.speed=0.3".into(),
            "fleets[0].count=3".into(),
            "robots.liner.sensors.gps.noise.sigma=0.5".into(),
        ],
        ..LoadOptions::default()
    };
    let loaded =
        Scene::load_with(drafts().join("swarm.ron"), &options).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(loaded.scene.run.dt, 0.02);
    assert_eq!(
        loaded.scene.robots[0].controller.as_ref().unwrap().id.0,
        "range/wander"
    );
    let controller = loaded.scene.fleets[0].controller.as_ref().unwrap();
    assert_eq!(
        (controller.id.0.as_str(), &controller.params["speed"]),
        ("range/wander", &serde_json::json!(0.3))
    );
    assert_eq!(loaded.scene.all_robots().len(), 4);
}
