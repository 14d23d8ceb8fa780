//! Robots from URDF: initial joint positions, and mimic joints.

use sim_core::diagnostic::{Code, Diagnostics};
use sim_core::engine::{BuildOptions, Built, Simulation};
use sim_core::model::UrdfOptions;
use sim_core::scene::Scene;
use sim_engine_tests::{shared_plugins, value};
use std::f64::consts::FRAC_PI_2;

/// A base with an arm that turns about z, a finger that mimics it with −2·q + 0.1, and a tip that mimics the finger.
fn gripper() -> String {
    let link = |name: &str| {
        format!(
            r#"<link name="{name}"><inertial><mass value="1"/>
            <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>"#
        )
    };
    let joint = |name: &str, parent: &str, child: &str, rest: &str| {
        format!(
            r#"<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/><axis xyz="0 0 1"/>{rest}</joint>"#
        )
    };
    let limits = r#"<limit lower="-3" upper="3" velocity="inf"/>"#;
    let narrow = r#"<limit lower="-1" upper="3" velocity="inf"/>"#;
    let finger = format!(r#"{limits}<mimic joint="shoulder" multiplier="-2" offset="0.1"/>"#);
    let tip = format!(r#"{narrow}<mimic joint="finger" multiplier="0.5"/>"#);
    let arm_mass = link("arm").replace(r#"izz="0.01""#, r#"izz="0.02""#);
    [
        r#"<robot name="gripper">"#.to_string(),
        link("base") + &arm_mass + &link("finger_link") + &link("tip_link") + &link("flange"),
        joint("shoulder", "base", "arm", limits),
        joint("finger", "arm", "finger_link", &finger),
        joint("tip", "finger_link", "tip_link", &tip),
        r#"<joint name="mount" type="fixed"><parent link="arm"/><child link="flange"/></joint></robot>"#.to_string(),
    ]
    .concat()
}

/// A scene in a folder with the gripper as `gripper.urdf`.
fn build(run: &str, scene: &str, strict: bool) -> Result<Built, Diagnostics> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("gripper.urdf"), gripper()).unwrap();
    let file = folder.path().join("scene.ron");
    std::fs::write(&file, format!("(format_version: 1, run: ({run}), {scene})")).unwrap();
    let loaded = Scene::load(&file)?;
    let urdf = UrdfOptions { strict, ..UrdfOptions::default() };
    Simulation::build(&loaded, &shared_plugins(), &BuildOptions { threads: Some(1), urdf, ..BuildOptions::default() })
}

fn robot(rest: &str) -> String {
    format!(r#"robots: [(name: "a", model: (file: "gripper.urdf"), at: (0, 0, 1), {rest})]"#)
}

fn simulation(run: &str, scene: &str) -> Simulation {
    build(run, scene, false).unwrap_or_else(|findings| panic!("{findings}")).simulation
}

fn joints(simulation: &Simulation, robot: &str) -> [f64; 3] {
    ["shoulder", "finger", "tip"].map(|joint| value(simulation, robot, &format!("joints.{joint}")))
}

fn near(found: &[f64], wanted: &[f64]) {
    assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9), "{found:?} is not {wanted:?}");
}

#[test]
fn joints_start_where_the_scene_says_for_sensors_and_after_a_restore() {
    let eye = r#"sensors: {"eye": (id: "range/ray", params: (max_range: 9), link: "arm", at: (0, 0, 0))}"#;
    let walls = r#"objects: [(name: "ahead", shape: Box(size: (0.2, 4, 4)), at: (3.1, 0, 1)),
        (name: "left", shape: Box(size: (4, 0.2, 4)), at: (0, 2.1, 1))]"#;
    let controller = r#"controller: (id: "control/constant", params: (commands: {}))"#;
    let scene = |joints: &str| {
        format!("{walls}, {}", robot(&format!(r#"dynamics: "body/static", {controller}, {eye}, {joints}"#)))
    };
    let mut usual = simulation("dt: 0.01", &scene(""));
    near(&joints(&usual, "a"), &[0.0, 0.1, 0.05]);
    usual.steps(1).unwrap();
    near(&[value(&usual, "a", "eye.distance")], &[3.0]);
    for form in ["1.5707963267948966", "(start: 1.5707963267948966)"] {
        let mut turned = simulation("dt: 0.01", &scene(&format!(r#"joints: {{"shoulder": {form}}}"#)));
        let start = [FRAC_PI_2, -3.0, -1.0];
        near(&joints(&turned, "a"), &start);
        let begin = turned.snapshot().unwrap();
        turned.steps(3).unwrap();
        near(&[value(&turned, "a", "eye.distance")], &[2.0]);
        near(&joints(&turned, "a"), &start);
        turned.restore(&begin).unwrap();
        near(&joints(&turned, "a"), &start);
    }
    let fleet = r#"fleets: [(prefix: "f", count: 2, placement: Grid(spacing: (3, 3)), model: (file: "gripper.urdf"),
        dynamics: "body/static", joints: {"shoulder": -0.4})]"#;
    let fleet = simulation("dt: 0.01", fleet);
    near(&joints(&fleet, "f1"), &[-0.4, 0.9, 0.45]);
}

#[test]
fn a_start_that_cannot_be_is_refused_with_its_place() {
    for (joints, code, part) in [
        (r#"{"sholder": 0.5}"#, Code::SceneReference, "did you mean `shoulder`"),
        (r#"{"shoulder": 3.5}"#, Code::SceneRange, "expected: -3 … 3 rad"),
        (r#"{"shoulder": -4}"#, Code::SceneRange, "or remove it (default: 0 rad)"),
        (r#"{"mount": 0.1}"#, Code::SceneContradiction, "joint `mount` is fixed"),
        (r#"{"finger": 0.1}"#, Code::SceneContradiction, "mimics joint `shoulder`"),
    ] {
        let scene = robot(&format!(r#"dynamics: "body/static", joints: {joints}"#));
        let findings = build("dt: 0.01", &scene, false).err().expect(joints);
        let found = findings.iter().find(|finding| finding.code == code).unwrap_or_else(|| panic!("{findings}"));
        assert!(findings.to_string().contains(part), "{findings}");
        assert!(found.path.as_deref().is_some_and(|path| path.starts_with("robots[0].joints")), "{found:?}");
    }
}

#[test]
fn joints_follow_whoever_moves_their_leader() {
    // The tip is held by its own limit at −1 if the finger is below −2.
    let follows = |[shoulder, finger, tip]: [f64; 3]| {
        let finger_wanted = (-2.0 * shoulder + 0.1).clamp(-3.0, 3.0);
        near(&[finger], &[finger_wanted]);
        near(&[tip], &[(0.5 * (-2.0 * shoulder + 0.1)).clamp(-1.0, 3.0)]);
    };
    for (dynamics, drive) in [
        ("body/static", r#"(id: "drive/servo", params: (joint: "shoulder", max_speed: 2))"#),
        ("joint/fixed-base", r#"(id: "drive/joint-target", params: (joint: "shoulder", stiffness: 50, damping: 5))"#),
    ] {
        let rest = format!(
            r#"dynamics: "{dynamics}", actuators: {{"motor": {drive}}},
            controller: (id: "control/constant", params: (commands: {{"motor.position": 1.4}}))"#
        );
        let mut run = simulation("dt: 0.005", &robot(&rest));
        let mut before = joints(&run, "a");
        for _ in 0..400 {
            run.steps(1).unwrap();
            let now = joints(&run, "a");
            follows(now);
            let rate = value(&run, "a", "joints.finger_velocity");
            near(&[rate], &[-2.0 * value(&run, "a", "joints.shoulder_velocity")]);
            before = now;
        }
        assert!(run.faults().is_empty(), "{:?}", run.faults());
        near(&before, &[before[0], -2.0 * before[0] + 0.1, -1.0]);
        assert!((before[0] - 1.4).abs() < 0.02, "{dynamics}: {before:?}");
        let snapshot = run.snapshot().unwrap();
        run.steps(50).unwrap();
        let digest = run.digest().unwrap();
        run.restore(&snapshot).unwrap();
        run.steps(50).unwrap();
        assert_eq!(run.digest().unwrap(), digest, "{dynamics}");
    }
}

#[test]
fn undriven_joints_and_drives_of_followers_are_reported() {
    let codes = |built: &Built| built.warnings.iter().map(|finding| finding.code).collect::<Vec<_>>();
    let still = build("dt: 0.01", &robot(r#"dynamics: "body/static""#), false).unwrap();
    assert_eq!(codes(&still), [Code::ModelUndriven], "{}", still.warnings);
    let text = still.warnings.to_string();
    assert!(text.contains("1 movable joint has no actuator") && text.contains("shoulder"), "{text}");
    let servo = |joint: &str| {
        let motor = format!(r#"actuators: {{"motor": (id: "drive/servo", params: (joint: "{joint}"))}}"#);
        robot(&format!(
            r#"dynamics: "body/static", {motor}, controller: (id: "control/constant", params: (commands: {{}}))"#
        ))
    };
    assert_eq!(codes(&build("dt: 0.01", &servo("shoulder"), false).unwrap()), []);
    let wrong = build("dt: 0.01", &servo("finger"), false).unwrap();
    assert_eq!(codes(&wrong), [Code::SceneNoEffect], "{}", wrong.warnings);
    assert!(wrong.warnings.to_string().contains("drive `shoulder`"), "{}", wrong.warnings);
    assert!(build("dt: 0.01", &robot(r#"dynamics: "body/static""#), true).is_ok(), "nothing is repaired");
}
