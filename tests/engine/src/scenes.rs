//! Scenes with many kinds of state that affect a run, for tests that compare full states.

use sim_abi::serde_json::json;
use sim_core::engine::Simulation;

/// Noisy scouts that wander among moving objects, inside a fence that moves them back, and communicate by radio.
pub fn talking_swarm(robots: usize) -> String {
    let radio = r#"actuators: {"radio": (id: "radio/emitter", params: (words: 1, range: 1.5))},"#;
    let swarm = crate::noisy_swarm(robots).replace(
        "sensors: {",
        &format!(r#"{radio} sensors: {{ "ear": (id: "radio/receiver", params: (words: 1), noise: (dropout: 0.1)), "#),
    );
    let services = r#"
    services: [
        (name: "fence", id: "monitor/fence", params: (min: (-1.2, -1.2), max: (1.2, 1.2), action: PutBack), grants: [Edit], period: 0.1),
    ],
    robots: [(name: "caller", model: "scout/standard", at: (0, 0), dynamics: "diff-drive/kinematic", RADIO
        controller: (id: "control/constant", params: (commands: {"left_wheel": 5, "right_wheel": 4, "turret": 0.7,
            "led.red": 1, "led.intensity": 0.5, "radio.send": 1, "radio.word_0": 3})))],
)"#;
    let body = swarm.trim_end().trim_end_matches(')');
    format!("{body}{}", services.replace("RADIO", radio))
}

/// Two vehicles under water with gusts, one of which avoids walls with noisy radars, and a measuring service.
pub const UNDERWATER: &str = r#"(
    format_version: 1,
    run: (dt: 0.02, seed: 11, contacts: NoOverlap),
    media: [(name: "water", region: Below(0), density: 1000, current: Uniform((0.05, 0, 0)), gusts: (time: 2, sigma: (0.05, 0.05, 0.02)))],
    objects: [
        (name: "left", shape: Box(size: (20, 0.2, 6)), at: (0, 3, -2)),
        (name: "right", shape: Box(size: (20, 0.2, 6)), at: (0, -3, -2)),
        (name: "float", shape: Sphere(radius: 0.2), at: (1.0, 0.2, -1), mass: 33.5),
    ],
    robots: [
        (name: "a", model: "bluerov2/standard", dynamics: "marine/modelo0", at: (0, 0, -1), yaw: 0.6,
            controller: (id: "nautilus/avoid-obstacle", params: (axes: x, cruise: 1, on: 0.6, gain: 1)),
            sensors: {"radar": (id: "range/radar", noise: (sigma: 0.02)), "clearance": "range/clearance"}),
        (name: "b", model: "bluerov2/heavy", dynamics: "marine/fossen6", at: (2, 0.5, -1.5),
            controller: (id: "control/constant", params: (commands: {"f1": 0.6, "f2": 0.5, "f3": 0.6, "f4": 0.5, "f5": 0.1})),
            sensors: {"inertial": (id: "navigation/imu", noise: (sigma: 0.01, drift: 0.002, latency: 0.06))}),
    ],
    services: [
        (name: "measures", id: "monitor/measures", params: (measures: [
            (name: "farthest", kind: max, of: [("a.x", 1)]),
            (name: "reversals", kind: crossings, of: [("a.vx", 1)]),
        ])),
    ],
)"#;

/// A Butiá at a line, without a server, driven by [`steer`].
pub const LINE: &str = r#"(
    format_version: 1,
    run: (dt: 0.05, seed: 1, contacts: NoOverlap),
    floor: (size: (3, 2), paint: [
        Stroke(points: [(0.5, -0.5), (0.854, -0.354), (1, 0), (0.854, 0.354), (0.5, 0.5), (-0.5, 0.5), (-1, 0), (-0.5, -0.5)],
            width: 0.04, color: (0, 0, 0), closed: true),
    ]),
    robots: [(name: "butia", model: "butia/standard", at: (-0.4, -0.515), sensors: {"grey": (noise: (sigma: 300))})],
)"#;

/// One tick of the program of the Butiá of [`LINE`]: outside the line, it turns left; inside, right.
///
/// # Panics
/// Panics if the robot does not have these modules.
pub fn steer(simulation: &mut Simulation) {
    let grey = simulation.call(0, "grey", "getValue", &[]).expect("the module responds");
    let dark = grey.as_f64().expect("a number") >= 420.0 * 64.0;
    let [left, right] = if dark { [600, 300] } else { [300, 600] };
    let speeds = [json!(0), json!(left), json!(0), json!(right)];
    simulation.call(0, "motors", "setvel2mtr", &speeds).expect("the motors accept the speeds");
}

/// Two boxes that fall separately onto a floor, and a crate pushed by a robot; no object rests on another movable one.
pub const PUSHED: &str = r#"(
    format_version: 1,
    run: (dt: 0.01, seed: 2),
    floor: (),
    objects: [
        (name: "crate", shape: Box(size: (0.2, 0.2, 0.1)), at: (0.3, 0.02, 0.05), mass: 0.4),
        (name: "falling", shape: Box(size: (0.1, 0.12, 0.14)), at: (2, 0, 0.5), rpy: (0.3, 0.2, 0), mass: 1.0),
        (name: "ball", shape: Sphere(radius: 0.1), at: (-2, 0, 0.6), mass: 1.0),
    ],
    robots: [(name: "a", model: "scout/standard", dynamics: "diff-drive/dynamic", controller: (id: "control/constant",
        params: (commands: {"left_wheel": 10.0, "right_wheel": 10.0, "turret": 1.0})),
        sensors: {"imu": (noise: (sigma: 0.01)), "gps": (period: 0.05, noise: (drift: 0.01))})],
)"#;

/// A NinjUAB that turns, advances and scans with a noisy sonar, on its own orders.
pub const SCOUT: &str = r#"(
    format_version: 1,
    run: (dt: 0.01, seed: 5),
    floor: (),
    objects: [(name: "box", shape: Box(size: (0.2, 0.4, 0.2)), at: (0.45, 0.1, 0.1))],
    robots: [(name: "scout", model: "ninjuab/standard", sensors: {"sonar": (noise: (sigma: 0.005, latency: 0.05))},
        controller: (id: "ninjuab/l0", params: (orders: [
            (at: 0.1, line: "GO 20 3"), (at: 0.3, line: "FLY"), (at: 0.8, line: "SONAR"), (at: 1.2, line: "RESUME"),
            (at: 1.6, line: "HALT"), (at: 1.7, line: "GO -10 5"),
        ])))],
)"#;

/// A robot with a noisy sonar and its twin, which scan, map two boxes, and drive.
pub const TWIN: &str = r#"(
    format_version: 1,
    run: (dt: 0.01, seed: 9),
    floor: (),
    objects: [
        (name: "one", shape: Box(size: (0.115, 0.115, 0.2)), at: (0.4, -9.88, 0.1)),
        (name: "two", shape: Box(size: (0.115, 0.115, 0.2)), at: (0.3, -9.6, 0.1)),
    ],
    robots: [
        (name: "twin", model: "ninjuab/standard"),
        (name: "real", model: "ninjuab/standard", at: (0, -10), sensors: {"sonar": (noise: (sigma: 0.005))}),
    ],
    services: [(name: "link", id: "twin/link", grants: [Command, Edit], params: (command_delay: 0.02, reply_delay: 0.05,
        reply_loss: 0.1, time_out: 0.3, route: ["SONAR", "RESUME", "HALT", "GO 10 30"]))],
)"#;
