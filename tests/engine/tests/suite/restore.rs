//! A restored run continues exactly as the original, bit by bit, from any moment.
//!
//! `SIM_SOAK=1` tests a hundred moments of each scene instead of twelve.

use sim_abi::ffi::types::RandomState;
use sim_abi::prelude::*;
use sim_abi::random::Random;
use sim_core::engine::{Simulation, Snapshot};
use sim_core::plugins::PluginHost;

use sim_engine_tests::{load, scenes, shared_plugins_with, simulate};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Changes the world at random moments, by all the requests that a service may make.
struct Meddler {
    acts: Published,
    count: u64,
    /// Ids of the objects that it has added and not removed.
    added: Vec<u64>,
    started: u64,
}

impl Service for Meddler {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ServiceSetup) -> Result<Self> {
        let acts = setup.publish(Channel::new("acts", "1"));
        Ok(Self { acts, count: 0, added: Vec::new(), started: 0 })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        self.started += 1;
        self.add(io, 1000 + self.started)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        self.count += 1;
        let chance = |io: &mut ServiceIo, share: f64| io.random().chance(share);
        if chance(io, 0.3) {
            let force = Vec3::new(io.random().uniform(-3.0, 3.0), io.random().uniform(-3.0, 3.0), 0.0);
            io.apply_wrench(0, force, Vec3::z() * 0.01)?;
        }
        if chance(io, 0.1) {
            let mut state = io.robot_state(1)?;
            state.pose.translation.x = io.random().uniform(-1.0, 1.0);
            io.set_robot_state(1, BodyState::at(state.pose))?;
        }
        if chance(io, 0.1) {
            self.add(io, self.count)?;
        }
        if chance(io, 0.1) {
            let at = [io.random().uniform(-1.0, 1.0), -0.5, 0.4];
            let state = ObjectState { at, ..ObjectState::default() };
            io.request(&Request::MoveObject { name: "crate".into(), state })?;
        }
        if chance(io, 0.08) && !self.added.is_empty() {
            let name = format!("added {}", self.added.remove(self.added.len() / 2));
            io.request(&Request::RemoveObject { name })?;
        }
        if chance(io, 0.1) {
            let keys = if chance(io, 0.5) { vec![keys::UP] } else { vec![keys::LEFT] };
            io.request(&Request::Keys { keys })?;
            io.request(&Request::Axis { name: "x".into(), value: 0.25 })?;
        }
        io.publish(self.acts, self.count as f64);
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&(self.count, &self.added, self.started))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        (self.count, self.added, self.started) = state::load(bytes)?;
        Ok(())
    }
}

impl Meddler {
    fn add(&mut self, io: &mut ServiceIo, number: u64) -> Result {
        let (x, y) = (io.random().uniform(-2.0, 2.0), io.random().uniform(1.0, 2.0));
        let shape = json!({"Box": {"size": [0.3, 0.2, 0.4]}});
        let object = json!({"name": format!("added {number}"), "shape": shape, "at": [x, y, 0.2]});
        io.request(&Request::AddObject { object })?;
        self.added.push(number);
        Ok(())
    }
}

/// Counts its steps, and refuses to be restored to a count of 20.
struct Picky(u64);

impl Service for Picky {
    type Params = NoParams;

    fn new(_: NoParams, _: &mut ServiceSetup) -> Result<Self> {
        Ok(Self(0))
    }

    fn step(&mut self, _: &mut ServiceIo) -> Result {
        self.0 += 1;
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&self.0)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        match state::load(bytes)? {
            20 => Err(Fault::new("not to this state")),
            steps => {
                self.0 = steps;
                Ok(())
            }
        }
    }
}

/// Adds objects in its second step.
struct Builder(u64, u64);

/// Parameters of the builder.
#[params]
struct BuilderParams {
    /// Number of objects.
    count: u64,
}

impl Service for Builder {
    type Params = BuilderParams;

    fn new(params: BuilderParams, _: &mut ServiceSetup) -> Result<Self> {
        Ok(Self(params.count, 0))
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        self.1 += 1;
        for number in (0..self.0).filter(|_| self.1 == 2) {
            let at = [(number % 100) as f64, (number / 100) as f64, 0.2];
            let object =
                json!({"name": format!("post {number}"), "shape": {"Box": {"size": [0.3, 0.2, 0.4]}}, "at": at});
            io.request(&Request::AddObject { object })?;
        }
        Ok(())
    }
}

sim_abi::export! {
    /// Meddles.
    service "test/meddler" = Meddler;
    /// Refuses a state.
    service "test/picky" = Picky;
    /// Adds many objects in one step.
    service "test/builder" = Builder;
}

/// Robots that a service pushes, moves and walls in, while others look, communicate and shine.
const MEDDLED: &str = r#"(
    format_version: 1,
    run: (dt: 0.02, seed: 21),
    floor: (),
    objects: [
        (name: "post", shape: Box(size: (0.2, 0.2, 0.5)), at: (0, -1, 0.25)),
        (name: "ball", shape: Sphere(radius: 0.1), at: (0.4, 0.5, 0.3), mass: 0.5),
        (name: "crate", shape: Box(size: (0.2, 0.2, 0.1)), at: (0.8, -0.5, 0.05), mass: 0.4),
    ],
    robots: [
        (name: "pushed", model: "scout/standard", dynamics: (id: "body/rigid", params: (linear_damping: 2, angular_damping: 0.01)),
            controller: (id: "control/constant", params: (commands: {"turret": 1.2, "radio.send": 1, "radio.word_0": 5})), at: (0, 0, 0),
            actuators: {"radio": (id: "radio/emitter", params: (words: 1, range: 1.2))}),
        (name: "put", model: "scout/standard", at: (0.6, 0), dynamics: "diff-drive/dynamic",
            controller: (id: "control/constant", params: (commands: {"left_wheel": 4, "right_wheel": 5, "led.red": 1, "led.intensity": 1})),
            sensors: {"ear": (id: "radio/receiver", params: (words: 1)), "range": (noise: (sigma: 0.02, latency: 0.06))}),
        (name: "driven", model: "scout/standard", at: (-0.6, 0.6), controller: "control/keyboard",
            sensors: {"imu": (noise: (sigma: 0.1, drift: 0.01, quantum: 0.01)), "ear": (id: "radio/receiver", params: (words: 1), period: 0.04)}),
    ],
    inputs: [(at: 0.5, key: "a", robot: "driven"), (at: 1.5, key: "a", value: 0, robot: "driven"), (at: 2, key: "w"), (at: 3, key: "w", value: 0)],
    services: [(name: "meddler", id: "test/meddler", grants: [Edit, Command], period: 0.04)],
    acceptance: [PoseWithin(robot: "put", at: (0, 0, 0), within: 0.5, when: By(3))],
)"#;

/// Ticks of each run.
const LAST: u64 = 200;

fn host() -> Arc<PluginHost> {
    shared_plugins_with(sim_plugin::module())
}

/// Moments at which the run is restored, in ascending order.
fn moments(name: &str) -> Vec<u64> {
    let count = if std::env::var_os("SIM_SOAK").is_some() { 100 } else { 12 };
    let mut state = RandomState::derive(6, &[name]);
    let mut random = Random::from_state(&mut state);
    // Before the first tick services have not been started.
    let mut moments = BTreeSet::from([0]);
    while moments.len() < count {
        moments.insert(random.uniform(1.0, LAST as f64) as u64);
    }
    moments.into_iter().collect()
}

/// Restores at each moment, in a new simulation and in one with a different state, and continues both: to the next
/// tick, which reveals the sensors' view of the restored world, and to the end.
fn goes_on(name: &str, text: &str, run_to: impl Fn(&mut Simulation, u64)) {
    let (loaded, host) = (load(text), host());
    let mut whole = simulate(&loaded, &host, 1);
    let mut taken: Vec<(Snapshot, Snapshot)> = Vec::new();
    for moment in moments(name) {
        run_to(&mut whole, moment);
        let bytes = whole.snapshot().unwrap().to_bytes().unwrap();
        run_to(&mut whole, moment + 1);
        taken.push((Snapshot::from_bytes(&bytes).unwrap(), whole.snapshot().unwrap()));
    }
    run_to(&mut whole, LAST);
    assert!(whole.faults().is_empty(), "{name}: {:?}", whole.faults());
    let (end, digest) = (whole.snapshot().unwrap(), whole.digest().unwrap());
    let mut used = simulate(&loaded, &host, 2);
    for (number, taken_here) in taken.iter().enumerate() {
        let mut new = simulate(&loaded, &host, 1);
        // Alternately from the end and from the start, so that it jumps both ways in time.
        let other = &taken[if number % 2 == 0 { number } else { taken.len() - number }];
        for (simulation, (snapshot, next)) in [(&mut new, taken_here), (&mut used, other)] {
            simulation.restore(snapshot).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            let again = simulation.snapshot().unwrap().difference(snapshot);
            assert_eq!(again, None, "{name}: restored at tick {}", snapshot.tick());
            run_to(simulation, next.tick());
            let difference = next.difference(&simulation.snapshot().unwrap());
            assert_eq!(difference, None, "{name}: the tick after {}", snapshot.tick());
            run_to(simulation, LAST);
            let difference = end.difference(&simulation.snapshot().unwrap());
            assert_eq!(difference, None, "{name}: restored at tick {}", snapshot.tick());
            assert_eq!(simulation.digest().unwrap(), digest, "{name}: restored at tick {}", snapshot.tick());
        }
    }
}

fn steps(simulation: &mut Simulation, last: u64) {
    simulation.steps(last - simulation.tick()).unwrap();
}

fn follow_line(simulation: &mut Simulation, last: u64) {
    while simulation.tick() < last {
        scenes::steer(simulation);
        simulation.steps(1).unwrap();
    }
}

#[test]
fn a_talking_swarm_goes_on_from_any_moment() {
    goes_on("swarm", &scenes::talking_swarm(12), steps);
}

#[test]
fn vehicles_under_water_go_on_from_any_moment() {
    goes_on("underwater", scenes::UNDERWATER, steps);
}

#[test]
fn robots_that_a_service_meddles_with_go_on_from_any_moment() {
    goes_on("meddled", MEDDLED, steps);
}

#[test]
fn what_is_pushed_and_falls_goes_on_from_any_moment() {
    goes_on("pushed", scenes::PUSHED, steps);
}

#[test]
fn a_robot_that_executes_orders_continues_from_any_snapshot() {
    goes_on("scout", scenes::SCOUT, steps);
}

#[test]
fn a_robot_and_its_twin_go_on_from_any_moment() {
    goes_on("twin", scenes::TWIN, steps);
}

#[test]
fn a_robot_that_is_driven_by_calls_between_ticks_goes_on_from_any_moment() {
    goes_on("line", scenes::LINE, follow_line);
}

#[test]
fn a_reading_that_was_asked_for_between_ticks_is_not_read_again_after_a_restore() {
    let (loaded, host) = (load(scenes::LINE), host());
    let mut run = simulate(&loaded, &host, 1);
    follow_line(&mut run, 20);
    run.call(0, "grey", "getValue", &[]).unwrap();
    let snapshot = run.snapshot().unwrap();
    follow_line(&mut run, 60);
    let mut other = simulate(&loaded, &host, 1);
    other.restore(&snapshot).unwrap();
    follow_line(&mut other, 60);
    assert_eq!(other.snapshot().unwrap().difference(&run.snapshot().unwrap()), None);
}

#[test]
fn keys_for_one_robot_alone_are_restored() {
    let scout = r#"model: "scout/standard", controller: "control/keyboard""#;
    let text = format!(
        r#"(format_version: 1, run: (dt: 0.05), robots: [(name: "a", {scout}), (name: "b", {scout}, at: (0, 1))])"#
    );
    let (loaded, host) = (load(&text), host());
    let mut run = simulate(&loaded, &host, 1);
    run.press(Some(1), keys::UP, true).unwrap();
    run.steps(5).unwrap();
    let snapshot = run.snapshot().unwrap();
    run.steps(20).unwrap();
    let mut other = simulate(&loaded, &host, 1);
    other.restore(&snapshot).unwrap();
    other.steps(20).unwrap();
    assert_eq!(other.digest().unwrap(), run.digest().unwrap());
    // Back to the start, in a simulation with distinguishable robots.
    let before = simulate(&loaded, &host, 1).snapshot().unwrap();
    other.restore(&before).unwrap();
    let mut anew = simulate(&loaded, &host, 1);
    for simulation in [&mut other, &mut anew] {
        simulation.press(None, keys::UP, true).unwrap();
        simulation.steps(10).unwrap();
    }
    assert_eq!(other.digest().unwrap(), anew.digest().unwrap());
}

#[test]
fn a_rejected_restore_has_no_effect() {
    let meddler = r#"services: [(name: "meddler","#;
    let picky = r#"services: [(name: "picky", id: "test/picky"), (name: "meddler","#;
    assert!(MEDDLED.contains(meddler));
    // The one that refuses comes after robots, objects and a service that have restored their state by then.
    let last = r#"period: 0.04)]"#;
    let texts = [
        MEDDLED.replace(meddler, picky),
        MEDDLED.replace(last, r#"period: 0.04), (name: "picky", id: "test/picky")]"#),
    ];
    for text in texts {
        let (loaded, host) = (load(&text), host());
        let [mut run, mut undisturbed] = [1, 1].map(|threads| simulate(&loaded, &host, threads));
        steps(&mut run, 20);
        let refused = run.snapshot().unwrap();
        steps(&mut run, 90);
        let before = run.snapshot().unwrap();
        let error = run.restore(&refused).unwrap_err();
        assert!(error.to_string().contains("not to this state"), "{error}");
        assert_eq!(run.snapshot().unwrap().difference(&before), None);
        steps(&mut run, LAST);
        steps(&mut undisturbed, LAST);
        assert_eq!(run.digest().unwrap(), undisturbed.digest().unwrap());
        // A run that has not started equals a new one.
        let mut new = simulate(&loaded, &host, 1);
        assert!(new.restore(&refused).is_err());
        steps(&mut new, LAST);
        assert_eq!(new.digest().unwrap(), undisturbed.digest().unwrap());
    }
}

#[test]
fn many_objects_of_one_step_take_a_time_that_grows_as_their_number() {
    let host = host();
    let time = |count: u64| {
        let service =
            format!(r#"services: [(name: "b", id: "test/builder", params: (count: {count}), grants: [Edit])]"#);
        let loaded = load(&format!("(format_version: 1, run: (dt: 0.1), floor: (), {service})"));
        let attempt = |_| {
            let mut simulation = simulate(&loaded, &host, 1);
            simulation.steps(1).unwrap();
            let start = std::time::Instant::now();
            simulation.steps(1).unwrap();
            let elapsed = start.elapsed();
            assert_eq!(simulation.object_changes().added.len() as u64, count, "{:?}", simulation.take_log());
            elapsed.as_secs_f64()
        };
        (0..5).map(attempt).fold(f64::INFINITY, f64::min)
    };
    // Four times as many: four times as long, or sixteen times if each looks at all others.
    let ratio = time(4000) / time(1000);
    assert!(ratio < 8.0, "{ratio}");
}
