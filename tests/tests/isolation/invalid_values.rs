//! Components that return invalid values: each is a fault of that component with the same message, isolated or not.

use sim_tests::{Ended, TestDir};

/// Runs a robot with this part next to a good one.
fn run(dir: &TestDir, part: &str, isolate: &[&str]) -> Ended {
    let robot = format!(
        r#"(name: "bad", model: "scout/standard", {part}, controller: (id: "control/constant",
            params: (commands: {{"left_wheel": 5, "right_wheel": 6}})))"#
    );
    dir.write(
        "scene.ron",
        format!(
            r#"(format_version: 1, run: (dt: 0.01, duration: 1), floor: (), robots: [{robot}, {}],
            objects: [(name: "wall", shape: Box(size: (0.1, 9, 1)), at: (3, 0, 0.5))])"#,
            super::GOOD
        ),
    );
    dir.run("scene.ron", isolate)
}

/// The only fault of a run: its component, code and message.
#[track_caller]
fn fault(ended: &Ended) -> [String; 3] {
    let summary = ended.json();
    let faults = summary["faults"].as_array().expect("a list of faults");
    assert_eq!(faults.len(), 1, "{ended:#?}");
    ["id", "code", "message"].map(|field| faults[0][field].as_str().expect("text").to_string())
}

#[test]
fn an_invalid_question_is_an_error_of_the_sensor_and_not_an_infinite_distance() {
    for (attack, words) in [
        ("invalid_fan", "direction (NaN, 0, 0) is not a unit vector"),
        ("invalid_range", "is -1, but must be 0 m or more"),
        ("invalid_ray", "direction (0, 0, 0) is not a unit vector"),
        ("invalid_shape", "radius is -1, but must be a finite length above 0 m"),
        ("invalid_path", "direction (NaN, 0, 0) is not a unit vector"),
        ("invalid_point", " is not finite: NaN"),
        ("invalid_place", " is not finite: NaN"),
        ("invalid_ground", " is not finite: NaN"),
    ] {
        let dir = super::dir();
        let part = format!("sensors: {{\"extra\": (id: \"bad/hostile-sensor\", params: (attack: \"{attack}\"))}}");
        let inside = fault(&run(&dir, &part, &[]).expect(4));
        assert_eq!(inside[..2], ["bad/hostile-sensor", "EN002"], "{attack}: {inside:?}");
        assert!(inside[2].contains(words), "{attack}: {inside:?}");
        assert_eq!(fault(&run(&dir, &part, &["--isolate", "bad/*"]).expect(4)), inside, "{attack}");
    }
}

#[test]
fn a_quaternion_that_a_dynamics_does_not_normalize_is_normalized() {
    let dynamics = |attack: &str| format!("dynamics: (id: \"bad/hostile-dynamics\", params: (attack: \"{attack}\"))");
    for isolate in [&[][..], &["--isolate", "bad/*"]] {
        let dir = super::dir();
        let plain = run(&dir, &dynamics("nothing"), isolate).expect(0);
        let grown = run(&dir, &dynamics("unnormalized"), isolate).expect(0);
        assert_eq!(grown.hash(), plain.hash(), "{isolate:?}");
        let ended = run(&dir, &dynamics("no_orientation"), isolate).expect(4);
        let [id, code, message] = fault(&ended);
        assert_eq!((id.as_str(), code.as_str()), ("bad/hostile-dynamics", "EN004"), "{ended:#?}");
        assert!(message.contains("an invalid orientation: quaternion of norm 0"), "{message}");
    }
}
