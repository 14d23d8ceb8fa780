//! Robots without colliders, or with colliders far from their origin, have the same capabilities as others.

use sim_engine_tests::{load_file, shared_plugins, simulate, value};

const MASS: &str = "mass: (mass: 1, inertia: (1, 1, 1, 0, 0, 0))";

/// A robot whose links have these collision shapes.
fn robot(name: &str, links: &str, joints: &str) -> (String, String) {
    let text = format!(r#"(name: "{name}", links: [{links}], joints: [{joints}], dynamics: (id: "body/static"))"#);
    (format!("{name}.robot.ron"), text)
}

#[test]
fn messages_reach_robots_by_where_their_origins_are_whatever_their_colliders() {
    let ball = r#"collision: [(geometry: Sphere(radius: 0.1))]"#;
    let far_ball = r#"collision: [(geometry: Sphere(radius: 0.1), placement: (at: (0, 0, 40)))]"#;
    let arm = r#"(name: "arm", parent: "body", child: "arm", motion: Revolute, axis: (0, 0, 1), limits: (-1, 1), placement: (at: (0, 0, 30)))"#;
    let models = [
        robot("hull", &format!(r#"(name: "body", {MASS}, {ball})"#), ""),
        robot("bare", &format!(r#"(name: "body", {MASS})"#), ""),
        robot("mast", &format!(r#"(name: "body", {MASS}, {far_ball})"#), ""),
        robot("jointed", &format!(r#"(name: "body", {MASS}), (name: "arm", {MASS}, {ball})"#), arm),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (file, text) in &models {
        std::fs::write(folder.path().join(file), text).unwrap();
    }
    let listener = |name: &str, number: usize| {
        let ear = r#"sensors: {"ear": (id: "radio/receiver", params: (words: 1)), "eye": (id: "light/sensor", params: (field_of_view: 6.283185307179586, cosine: false))}"#;
        format!(
            r#"(name: "{name}", model: (file: "{name}.robot.ron"), at: (1, {number}), {ear}),
               (name: "{name}_far", model: (file: "{name}.robot.ron"), at: (9, {number}), {ear}),"#
        )
    };
    let listeners: String =
        ["hull", "bare", "mast", "jointed"].iter().zip(0..).map(|(name, at)| listener(name, at)).collect();
    let text = format!(
        r#"(format_version: 1, run: (dt: 0.01), robots: [
            (name: "sender", model: (file: "bare.robot.ron"), at: (0, 1),
                actuators: {{"radio": (id: "radio/emitter", params: (words: 1, range: 3)), "lamp": "drive/led"}},
                controller: (id: "control/constant", params: (commands: {{"radio.send": 1, "radio.word_0": 7, "lamp.red": 1, "lamp.intensity": 1}}))),
            {listeners}])"#
    );
    let file = folder.path().join("scene.ron");
    std::fs::write(&file, text).unwrap();
    let mut simulation = simulate(&load_file(&file), &shared_plugins(), 1);
    simulation.steps(3).unwrap();
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    for name in ["hull", "bare", "mast", "jointed"] {
        assert_eq!(value(&simulation, name, "ear.word_0_0"), 7.0, "{name}");
        assert_eq!(value(&simulation, &format!("{name}_far"), "ear.valid_0"), 0.0, "{name} is out of range");
        assert!(value(&simulation, name, "eye.irradiance") > 0.1, "{name} sees the lamp");
    }
}
