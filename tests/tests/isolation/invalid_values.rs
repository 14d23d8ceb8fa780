//! Components that return invalid values: each is a fault of that component with the same message, isolated or not.

use sim_tests::{Desk, Ended};

/// Runs a robot with this part next to a good one.
fn run(desk: &Desk, part: &str, isolate: &[&str]) -> Ended {
    let robot = format!(
        r#"(name: "bad", model: "scout/standard", {part}, controller: (id: "control/constant",
            params: (commands: {{"left_wheel": 5, "right_wheel": 6}})))"#
    );
    desk.write(
        "scene.ron",
        format!(
            r#"(format_version: 1, run: (dt: 0.01, duration: 1), floor: (), robots: [{robot}, {}],
            objects: [(name: "wall", shape: Box(size: (0.1, 9, 1)), at: (3, 0, 0.5))])"#,
            super::GOOD
        ),
    );
    desk.run("scene.ron", isolate)
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
fn m7_an_invalid_question_is_an_error_of_the_sensor_and_not_an_infinite_distance() {
    for (deed, words) in [
        ("invalid_fan", "direction (NaN, 0, 0) must be of length 1"),
        ("invalid_range", "is -1, but must be 0 m or more"),
        ("invalid_ray", "direction (0, 0, 0) must be of length 1"),
        ("invalid_shape", "radius is -1, but must be a finite length above zero"),
        ("invalid_path", "direction (NaN, 0, 0) must be of length 1"),
        ("invalid_point", "holds a number that is not finite: NaN"),
        ("invalid_place", "holds a number that is not finite: NaN"),
        ("invalid_ground", "holds a number that is not finite: NaN"),
    ] {
        let desk = super::desk();
        let part = format!("sensors: {{\"extra\": (id: \"bad/hostile-sensor\", params: (deed: \"{deed}\"))}}");
        let inside = fault(&run(&desk, &part, &[]).expect(4));
        assert_eq!(inside[..2], ["bad/hostile-sensor", "EN002"], "{deed}: {inside:?}");
        assert!(inside[2].contains(words), "{deed}: {inside:?}");
        assert_eq!(fault(&run(&desk, &part, &["--isolate", "bad/*"]).expect(4)), inside, "{deed}");
    }
}

#[test]
fn m7_a_quaternion_that_a_dynamics_does_not_normalize_is_normalized() {
    let dynamics = |deed: &str| format!("dynamics: (id: \"bad/hostile-dynamics\", params: (deed: \"{deed}\"))");
    for isolate in [&[][..], &["--isolate", "bad/*"]] {
        let desk = super::desk();
        let plain = run(&desk, &dynamics("nothing"), isolate).expect(0);
        let grown = run(&desk, &dynamics("unnormalized"), isolate).expect(0);
        assert_eq!(grown.hash(), plain.hash(), "{isolate:?}");
        let ended = run(&desk, &dynamics("no_orientation"), isolate).expect(4);
        let [id, code, message] = fault(&ended);
        assert_eq!((id.as_str(), code.as_str()), ("bad/hostile-dynamics", "EN004"), "{ended:#?}");
        assert!(message.contains("no orientation: the quaternion has the length 0"), "{message}");
    }
}
