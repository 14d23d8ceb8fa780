//! Recorded runs of a robot and its twin, and their replays.

use super::*;

#[test]
fn a_recorded_e4_is_the_same_when_it_is_run_again() {
    let dir = TestDir::new();
    let scene = sim_tests::dist().join("scenes/twin/e4-route.ron");
    let scene = scene.to_str().expect("its name is text");
    dir.sim(&["run", scene, "--duration", "40", "--record", "e4.mcap", "--output", "out"]).expect(0);
    let events: serde_json::Value =
        serde_json::from_slice(&std::fs::read(dir.path("out/events.json")).unwrap()).unwrap();
    let of = |kind: &str| events.as_array().unwrap().iter().filter(|event| event["event"] == kind).count();
    assert_eq!((of("object_added"), of("robot_placed")), (3, 3), "{events}");
    let again = dir.sim(&["replay", "e4.mcap", "--verify", "--json"]).expect(0).json();
    assert_eq!((&again["equal"], &again["digest"]), (&true.into(), &again["recorded_digest"]), "{again}");
}

#[test]
fn what_another_program_has_answered_is_in_the_recording() {
    let dir = TestDir::new();
    let (robot, port) = stand_in(&dir, "", &cuboid("box", 0.4, 0.0), 0, "");
    let link = format!(r#"channel: "tcp", address: "127.0.0.1:{port}", route: ["GO 0 40", "SONAR", "HALT"]"#);
    dir.write("twin.ron", twin_scene(&link, "", "", ""));
    dir.sim(&["run", "twin.ron", "--speed", "1", "--duration", "8", "--record", "run.mcap", "--output", "out"])
        .expect(0);
    robot.kill();
    let events = std::fs::read_to_string(dir.path("out/events.json")).unwrap();
    assert!(events.contains("line 1 W: BLOCKED") && events.contains("object_added"), "{events}");
    let again = dir.sim(&["replay", "run.mcap", "--verify", "--json"]).expect(0).json();
    assert_eq!((&again["equal"], &again["digest"]), (&true.into(), &again["recorded_digest"]), "{again}");
}

#[test]
fn orders_to_a_stand_in_and_poses_for_a_ghost_are_recorded() {
    let dir = TestDir::new();
    let (port, truth) = (free_port(), free_port());
    let stand_in = format!(r#"address: "127.0.0.1:{port}", truth_address: "127.0.0.1:{truth}""#);
    dir.write("robot.ron", robot_scene("", "", &stand_in));
    let recorded = |scene: &str, recording: &str| {
        let run = ["run", scene, "--plugins", "plugins", "--speed", "1", "--duration", "4", "--record", recording];
        Running::start(dir.command(&run))
    };
    let mut robot = recorded("robot.ron", "robot.mcap");
    robot.wait_for(&["publishes the true pose on"]);
    let ghost = format!(
        r#"(format_version: 1, run: (dt: 0.01), floor: (), robots: [(name: "twin", model: "ninjuab/standard")],
            services: [(name: "ghost", id: "twin/ghost", grants: [Network], params: (address: "127.0.0.1:{truth}"))])"#
    );
    dir.write("ghost.ron", ghost);
    let watching = recorded("ghost.ron", "ghost.mcap");
    let mut peer = Peer::connect(port);
    assert_eq!(peer.ask("GO 0 5"), "D: GO OK");
    robot.watch(|_| {}).expect(0);
    watching.watch(|_| {}).expect(0);
    for recording in ["robot.mcap", "ghost.mcap"] {
        let again = dir.sim(&["replay", recording, "--verify", "--json"]).expect(0).json();
        let same = (&again["equal"], &again["digest"]) == (&true.into(), &again["recorded_digest"]);
        assert!(same && again["digest"].is_string(), "{recording}: {again}");
    }
}
