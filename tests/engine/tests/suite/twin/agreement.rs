//! Twin and robot agree in pose, or the link reports that they do not.

use super::experiments::{LinkLog, distance, passes, place, run};
use super::scene_text;
use sim_core::engine::Simulation;

/// Maximum distance, m, and angle, degrees, between a twin and its robot.
const LIMITS: [f64; 2] = [0.03, 2.0];

/// A small generator of random numbers (SplitMix64), so that scenes are the same everywhere.
pub struct Random(pub u64);

impl Random {
    /// A number from `min` to `max`.
    pub fn within(&mut self, min: f64, max: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^= bits >> 31;
        min + (max - min) * (bits >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Number of scenes of a generator: `all` with `SIM_SOAK=1`, otherwise a small sample.
pub fn scenes(sample: u64, all: u64) -> std::ops::Range<u64> {
    0..if std::env::var_os("SIM_SOAK").is_some() { all } else { sample }
}

/// Distance, m, and angle, degrees, between twin and robot.
pub fn apart(simulation: &Simulation) -> [f64; 2] {
    let (twin, real) = (place(simulation, "twin"), place(simulation, "real"));
    let turn = (twin.1 - real.1 + 180.0).rem_euclid(360.0) - 180.0;
    [distance(twin.0, real.0), turn.abs()]
}

/// Whether the link has reported that twin and robot disagree, or lost synchronization.
pub fn is_reported(log: &LinkLog) -> bool {
    log.warnings.iter().any(|line| line.contains("twin_deflected"))
        || log.answers().iter().any(|answer| answer.starts_with("Error"))
}

/// The error of a scene in which they disagree and the link has not reported it.
pub fn unreported(simulation: &Simulation, log: &LinkLog, seed: u64) -> Option<String> {
    let [distance, turn] = apart(simulation);
    let agree = distance <= LIMITS[0] && turn <= LIMITS[1];
    let touched: Vec<u64> = simulation.robots().map(|report| report.collisions).collect();
    (!agree && !is_reported(log)).then(|| format!("seed {seed}: {distance:.3} m, {turn:.1}°, contacts {touched:?}"))
}

/// Value that the link publishes.
pub fn published(simulation: &Simulation, channel: &str) -> f64 {
    let report = simulation.service("link").expect("the link is there");
    let place = report.channels.iter().position(|known| known.name == channel).expect("it is published");
    report.published[place]
}

/// A twin and its robot with these objects and parameters of the link.
fn pair(objects: &str, link: &str) -> Simulation {
    scene_text(&format!(
        r#"(format_version: 1, run: (dt: 0.01), objects: [{objects}],
            robots: [(name: "twin", model: "ninjuab/standard"), (name: "real", model: "ninjuab/standard", at: (0, -10))],
            services: [(name: "link", id: "twin/link", grants: [Command, Edit], params: ({link}))],
            acceptance: [ServiceValueWithin(service: "link", channel: "pose_error", max: 0.03)])"#
    ))
}

/// A post that the twin grazes without its sonar seeing it.
const POST: &str = r#"(name: "post", shape: Box(size: (0.115, 0.115, 0.2)), at: (0.35, 0.115, 0.1), yaw: 0.78)"#;

/// MR-31: A virtual obstacle halts the real robot after it covers the twin's distance.
#[test]
fn a_bump_of_the_twin_is_a_virtual_obstacle() {
    let mut simulation = pair(POST, r#"route: ["GO 0 80", "SCAN"]"#);
    let log = run(&mut simulation, 20.0);
    let [distance, turn] = apart(&simulation);
    assert!(distance <= LIMITS[0] && turn <= LIMITS[1], "{distance} m, {turn}°");
    assert!(log.answers()[0].starts_with("W: BLOCKED ") && log.chains[0].1.contains("`post`"), "{log:?}");
    passes(&simulation);
    // Pure mapping: virtual objects stop nothing, and the twin follows its robot.
    let mut simulation = pair(POST, r#"route: ["GO 0 80"], stop_on_virtual: false"#);
    let log = run(&mut simulation, 20.0);
    assert_eq!(log.answers(), ["D: GO OK"]);
    let [distance, turn] = apart(&simulation);
    assert!(distance <= LIMITS[0] && turn <= LIMITS[1], "{distance} m, {turn}°");
}

/// MR-31: A virtual obstacle halts the real robot after it covers the twin's distance.
#[test]
fn a_bump_of_the_twin_in_a_turn_stops_both_there() {
    let post = r#"(name: "post", shape: Box(size: (0.04, 0.04, 0.2)), at: (0, 0.09, 0.1))"#;
    let mut simulation = pair(post, r#"route: ["GO 90 30"]"#);
    let log = run(&mut simulation, 5.0);
    passes(&simulation);
    let [distance, turn] = apart(&simulation);
    assert!(distance <= LIMITS[0] && turn <= LIMITS[1], "{distance} m, {turn}°, {log:?}");
    assert!(place(&simulation, "twin").1 < 80.0 && log.answers() == ["W: BLOCKED 30"], "{log:?}");
}

#[test]
fn posts_anywhere_leave_twin_and_robot_together() {
    let mut errors = Vec::new();
    for seed in scenes(12, 200) {
        let mut random = Random(seed);
        let posts: Vec<String> = (0..3)
            .map(|number| {
                let (x, y) = (random.within(0.2, 0.9), random.within(0.08, 0.2));
                let side = if random.within(0.0, 1.0) < 0.5 { -1.0 } else { 1.0 };
                let (edge, yaw) = (random.within(0.02, 0.2), random.within(-1.6, 1.6));
                let y = side * (y + edge / 2.0);
                format!(
                    r#"(name: "post-{number}", shape: Box(size: ({edge:?}, {edge:?}, 0.2)), at: ({x:?}, {y:?}, 0.1), yaw: {yaw:?}),"#
                )
            })
            .collect();
        let orders: Vec<String> = (0..4)
            .map(|_| format!(r#""GO {:.1} {:.1}""#, random.within(-60.0, 60.0), random.within(5.0, 60.0)))
            .collect();
        let link = format!(r#"blocked_policy: "skip", route: ["GO 0 80", {}]"#, orders.join(", "));
        let mut simulation = pair(&posts.concat(), &link);
        let log = run(&mut simulation, 45.0);
        assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
        errors.extend(unreported(&simulation, &log, seed));
    }
    assert!(errors.is_empty(), "{errors:#?}");
}
