//! E1 … E4 in loopback.

use super::scene;
use sim_abi::ffi::types::LogLevel;
use sim_core::engine::{Outcome, Simulation};

/// Output of the link, with the time, s.
#[derive(Debug, Default)]
pub struct LinkLog {
    /// The lines that report the outcome of an order.
    pub chains: Vec<(f64, String)>,
    pub warnings: Vec<String>,
}

impl LinkLog {
    /// Runs a tick and collects its output.
    pub fn step(&mut self, simulation: &mut Simulation) {
        simulation.steps(1).unwrap();
        for line in simulation.take_log() {
            let text = line.text.to_string();
            match text.contains(" | reported ") {
                true => self.chains.push((line.time, text)),
                false if line.level < LogLevel::Info => self.warnings.push(text),
                false => {}
            }
        }
    }

    /// The replies, in order.
    pub fn answers(&self) -> Vec<&str> {
        self.chains.iter().filter_map(|(_, line)| line.split(" | reported ").nth(1)?.split(" +").next()).collect()
    }
}

/// Runs for a time, s.
pub fn run(simulation: &mut Simulation, seconds: f64) -> LinkLog {
    let mut log = LinkLog::default();
    let end = simulation.time() + seconds;
    while simulation.time() < end - 1e-9 {
        log.step(simulation);
    }
    log
}

#[track_caller]
pub fn passes(simulation: &Simulation) {
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    for verdict in simulation.verdicts() {
        assert!(matches!(verdict.outcome, Outcome::Passed), "{verdict:?}");
    }
}

/// Centers of the mapped objects, m, in the order of creation.
pub fn mapped(simulation: &Simulation) -> Vec<[f64; 2]> {
    let added = simulation.object_changes().added.iter();
    added.map(|object| [object.at.0[0], object.at.0[1]]).collect()
}

/// Position of a robot in the plane, m, and its heading, degrees; for the real one, in the twin's world.
pub fn place(simulation: &Simulation, robot: &str) -> ([f64; 2], f64) {
    let state = simulation.robots().find(|report| report.name == robot).expect("it is there").state;
    let at = state.pose.translation.vector;
    let beside = if robot == "real" && at.y < -5.0 { 10.0 } else { 0.0 };
    ([at.x, at.y + beside], state.yaw().to_degrees())
}

pub fn distance(one: [f64; 2], other: [f64; 2]) -> f64 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}

/// The number after `W: BLOCKED`, cm.
pub fn remaining(answer: &str) -> f64 {
    answer.strip_prefix("W: BLOCKED ").unwrap_or_else(|| panic!("{answer}")).parse().unwrap()
}

/// Centers of the near faces of the mapped objects, m.
pub fn near_faces(simulation: &Simulation) -> Vec<[f64; 2]> {
    let added = simulation.object_changes().added.iter();
    let face = |object: &sim_core::scene::Object| {
        let (at, yaw) = (object.at.0, object.yaw.unwrap_or(0.0));
        [at[0] - 0.0575 * yaw.cos(), at[1] - 0.0575 * yaw.sin()]
    };
    added.map(face).collect()
}

/// Settings of a noisy run: the sonar and the wheels of the real robot.
fn noisy(seed: u64) -> Vec<String> {
    vec![
        format!("run.seed={seed}"),
        r#"robots[1].sensors={"sonar": (noise: (sigma: 0.005))}"#.into(),
        "robots[1].model.params.right_gain=0.998".into(),
    ]
}

/// Seeds of the noisy runs: 20 with `SIM_SOAK=1`, otherwise two.
fn seeds() -> std::ops::Range<u64> {
    0..if std::env::var_os("SIM_SOAK").is_some() { 20 } else { 2 }
}

/// MR-E1: Two scans map three boxes as exactly three objects, centers within 6 cm.
#[test]
fn two_scans_map_three_boxes_with_each_beam() {
    for half_angle in ["0", "deg(7.5)", "deg(15)"] {
        e1(half_angle, &[]);
    }
}

/// E1 with a beam, and additional settings.
fn e1(half_angle: &str, more: &[&str]) {
    let beam = format!("services[0].params.half_angle={half_angle}");
    let model = |robot: usize| {
        format!(r#"robots[{robot}].model=(id: "ninjuab/standard", params: (beam_half_angle: {half_angle}))"#)
    };
    let set = [beam, model(0), model(1)];
    let set: Vec<&str> = set.iter().map(String::as_str).chain(more.iter().copied()).collect();
    let mut simulation = scene("e1-mapping.ron", &set);
    let log = run(&mut simulation, 12.0);
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    let rays = log.answers().iter().filter(|answer| answer.starts_with("D: RAY")).count();
    assert_eq!((log.answers().len(), rays), (32, 30));
    let centers = mapped(&simulation);
    assert_eq!(centers.len(), 3, "beam {half_angle}: {centers:?}");
    for center in centers {
        let truth = [[0.5, 0.0], [0.5, 0.365], [0.5, -0.365]];
        let error = truth.map(|truth| distance(center, truth)).into_iter().fold(f64::INFINITY, f64::min);
        assert!(error <= 0.06, "beam {half_angle}: {error} m at {center:?}");
    }
}

#[test]
fn e1b_each_box_is_seen_by_a_single_ray_in_both_worlds() {
    let mut simulation = scene("e1b-thin-rays.ron", &[]);
    let log = run(&mut simulation, 60.0);
    passes(&simulation);
    let hits = |from: usize| -> Vec<f64> {
        let answers = log.answers();
        let rays = answers[from..from + 15].iter().filter_map(|answer| answer.strip_prefix("D: RAY "));
        rays.map(|ray| ray.split(' ').nth(1).unwrap().parse().unwrap()).filter(|cm| *cm > 0.0).collect()
    };
    assert_eq!(hits(0), [51.1, 44.25, 51.1]);
    // The twin, which now sees the mapped objects, replies to the second scan.
    assert!(log.chains[16..].iter().all(|(_, line)| !line.contains("added")), "{log:?}");
    assert_eq!(hits(16).len(), 3);
}

/// MR-E2: A real obstacle blocks the robot, and its twin is repositioned within 1 cm.
#[test]
fn a_real_obstacle_is_mapped_and_the_twin_stands_where_the_robot_does() {
    let mut simulation = scene("e2-obstacle.ron", &[]);
    let log = run(&mut simulation, 30.0);
    passes(&simulation);
    e2(&simulation, &log);
    // From there, the twin itself sees the obstacle.
    simulation.call_service("link", "go", &[0.into(), 100.into()]).unwrap();
    let log = run(&mut simulation, 10.0);
    assert!(log.chains.iter().any(|(_, line)| line.contains("twin W: BLOCKED")), "{log:?}");
    assert_eq!(log.chains.len(), 1, "{log:?}");
}

#[track_caller]
fn e2(simulation: &Simulation, log: &LinkLog) {
    let blocked: Vec<f64> = log.answers().into_iter().map(remaining).collect();
    assert!(matches!(blocked[..], [cm] if (cm - 40.75).abs() <= 3.0), "{blocked:?}");
    let (twin, real) = (place(simulation, "twin").0, place(simulation, "real").0);
    assert!(distance(twin, real) <= 0.01, "{twin:?} {real:?}");
    let faces = near_faces(simulation);
    assert!(matches!(faces[..], [face] if (face[0] - 0.7425).abs() <= 0.03), "{faces:?}");
}

/// MR-E3: A virtual obstacle stops the real robot within 3 cm, whatever the time-out.
#[test]
fn a_virtual_obstacle_stops_the_robot_whatever_the_time_out_is() {
    for time_out in [0.2, 2.0, 8.0] {
        let set = format!("services[0].params.time_out={time_out:?}");
        let mut simulation = scene("e3-virtual.ron", &[&set]);
        let log = run(&mut simulation, 30.0);
        passes(&simulation);
        e3(&simulation, &log);
    }
}

#[track_caller]
fn e3(simulation: &Simulation, log: &LinkLog) {
    let blocked: Vec<f64> = log.answers().into_iter().map(remaining).collect();
    assert!(matches!(blocked[..], [cm] if (cm - 57.5).abs() <= 1.0), "{blocked:?}");
    let (twin, real) = (place(simulation, "twin"), place(simulation, "real"));
    assert!(distance(twin.0, real.0) <= 0.03, "{twin:?} {real:?}");
    assert!((twin.1 - real.1).abs() <= 2.0, "{twin:?} {real:?}");
    assert!(mapped(simulation).is_empty());
}

/// MR-E3: A virtual obstacle stops the real robot within 3 cm, whatever the time-out.
#[test]
fn holds_for_a_slower_robot_and_after_a_turn() {
    // Its wheels are slower, and it knows that.
    let slow = [
        r#"robots[1].model=(id: "ninjuab/standard", params: (speed: 0.08))"#,
        "services[0].params.real_speed_scale=0.8",
    ];
    let mut simulation = scene("e3-virtual.ron", &slow);
    let log = run(&mut simulation, 30.0);
    e3(&simulation, &log);
    let turned = [
        r#"objects=[(name: "virtual", shape: Box(size: (0.05, 0.05, 0.25)), at: (0.424264, 0.424264, 0.125), yaw: deg(45))]"#,
        r#"services[0].params.route=["GO 45 100"]"#,
    ];
    let mut simulation = scene("e3-virtual.ron", &turned);
    let log = run(&mut simulation, 30.0);
    e3(&simulation, &log);
}

#[test]
fn a_robot_that_is_slower_or_faster_than_its_twin_is_named() {
    for (speed, scale) in [(0.08, Some(0.8)), (0.125, Some(1.25)), (0.1, None)] {
        let model = format!(r#"robots[1].model=(id: "ninjuab/standard", params: (speed: {speed}))"#);
        let mut simulation =
            scene("e3-virtual.ron", &[&model, "services[0].params.route=[\"GO 0 100\"]", "objects=[]"]);
        let log = run(&mut simulation, 20.0);
        let named = log.warnings.iter().filter_map(|line| line.split("set `real_speed_scale` to ").nth(1));
        let named: Vec<f64> = named.map(|number| number.parse().unwrap()).collect();
        match scale {
            // The delay of the channel is a part of it.
            Some(scale) => assert!(matches!(named[..], [named] if (named - scale).abs() <= 0.03), "{log:?}"),
            None => assert!(named.is_empty(), "{log:?}"),
        }
    }
}

/// Lost replies: the robot has turned, and must not turn again.
#[test]
fn a_turn_whose_reply_is_lost_is_not_repeated() {
    let set = ["services[0].params.route=[\"GO 90 0\"]", "services[0].params.reply_loss=1.0", "objects=[]"];
    let mut simulation = scene("e3-virtual.ron", &set);
    let log = run(&mut simulation, 20.0);
    assert_eq!(log.answers(), ["Error_sincronitzacio"], "{log:?}");
    assert!(log.warnings.iter().any(|line| line.contains("how much of `GO 90 0`")), "{log:?}");
    assert!((place(&simulation, "real").1 - 90.0).abs() < 2.0);
}

/// MR-E4: A route of four orders maps three boxes, near faces within 1 cm.
#[test]
fn a_route_maps_three_boxes() {
    let mut simulation = scene("e4-route.ron", &[]);
    let log = run(&mut simulation, 90.0);
    passes(&simulation);
    e4(&simulation, &log, [1.0, 0.01, 0.01]);
}

/// Limits: of the replies, cm, of the near faces and between twin and robot, m.
#[track_caller]
fn e4(simulation: &Simulation, log: &LinkLog, [answer, face, apart]: [f64; 3]) {
    let answers = log.answers();
    assert!(matches!(answers[..], [_, "D: GO OK", _, _]), "{answers:?}");
    for (answered, expected) in [answers[0], answers[2], answers[3]].into_iter().zip([40.75, 40.0, 40.75]) {
        assert!((remaining(answered) - expected).abs() <= answer, "{answers:?}");
    }
    let faces = near_faces(simulation);
    let error = |truth: [f64; 2]| faces.iter().map(|face| distance(*face, truth)).fold(f64::INFINITY, f64::min);
    let errors = [[0.7425, 0.0], [1.1425, 0.6], [0.9925, -0.1425]].map(error);
    assert!(errors.iter().all(|error| *error <= face), "{errors:?} {faces:?}");
    let (twin, real) = (place(simulation, "twin"), place(simulation, "real"));
    assert!(distance(twin.0, real.0) <= apart, "{twin:?} {real:?}");
}

/// MR-E1: Two scans map three boxes as exactly three objects, centers within 6 cm.
/// MR-E2: A real obstacle blocks the robot, and its twin is repositioned within 1 cm.
/// MR-E3: A virtual obstacle stops the real robot within 3 cm, whatever the time-out.
/// MR-E4: A route of four orders maps three boxes, near faces within 1 cm.
#[test]
fn hold_with_noise() {
    for seed in seeds() {
        let noise = noisy(seed);
        let noise: Vec<&str> = noise.iter().map(String::as_str).collect();
        for half_angle in ["0", "deg(7.5)", "deg(15)"] {
            e1(half_angle, &noise);
        }
        let mut simulation = scene("e2-obstacle.ron", &noise);
        let log = run(&mut simulation, 30.0);
        e2(&simulation, &log);
        let mut simulation = scene("e3-virtual.ron", &noise);
        let log = run(&mut simulation, 30.0);
        e3(&simulation, &log);
        let mut simulation = scene("e4-route.ron", &noise);
        let log = run(&mut simulation, 90.0);
        e4(&simulation, &log, [3.0, 0.04, 0.03]);
    }
}
