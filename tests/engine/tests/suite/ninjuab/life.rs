//! Lifecycle of a component: created before the first tick, called in each, dropped at the end.

use sim_abi::prelude::*;

use sim_engine_tests::{load, shared_plugins_with, simulate};
use std::sync::Mutex;

/// Recorded calls.
static CALLS: Mutex<Vec<&str>> = Mutex::new(Vec::new());

fn record(call: &'static str) {
    CALLS.lock().unwrap().push(call);
}

/// A controller that records its lifecycle.
struct Probe;

impl Controller for Probe {
    type Params = NoParams;

    fn new(_: NoParams, _: &mut ControllerSetup) -> Result<Self> {
        record("init");
        Ok(Self)
    }

    fn step(&mut self, _: &mut ControllerIo) -> Result {
        record("control");
        Ok(())
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        record("stop");
    }
}

/// A sensor that records its readings.
struct Eye;

impl Sensor for Eye {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut SensorSetup) -> Result<Self> {
        setup.channel(Channel::new("seen", "1"));
        Ok(Self)
    }

    fn sense(&mut self, _: &mut SensorIo, _: &mut [f64]) -> Result {
        record("sense");
        Ok(())
    }
}

/// An actuator that records its actions.
struct Hand;

impl Actuator for Hand {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ActuatorSetup) -> Result<Self> {
        setup.command(Channel::new("push", "1"));
        Ok(Self)
    }

    fn act(&mut self, _: &mut ActuatorIo) -> Result {
        record("act");
        Ok(())
    }
}

/// A dynamics that records its motion steps.
struct Legs;

impl Dynamics for Legs {
    type Params = NoParams;

    fn new(_: NoParams, _: &mut DynamicsSetup) -> Result<Self> {
        Ok(Self)
    }

    fn step(&self, _: &mut DynamicsIo) -> Result {
        record("move");
        Ok(())
    }
}

sim_abi::export! {
    /// Records its calls.
    controller "test/probe" = Probe;
    /// Records its readings.
    sensor "test/eye" = Eye;
    /// Records its actions.
    actuator "test/hand" = Hand;
    /// Records its steps.
    dynamics "test/legs" = Legs;
}

/// MR-01: A component has `init`, `actuation`, `sensing` and `cleanup`, called in this order.
#[test]
fn a_component_is_made_called_after_its_sensors_in_each_tick_and_stopped_at_the_end() {
    let host = shared_plugins_with(sim_plugin::module());
    let scene = load(
        r#"(format_version: 1, robots: [(name: "a", model: "ninjuab/standard", controller: "test/probe", dynamics: "test/legs",
            remove: ["sonar", "caster_force", "left_servo", "right_servo", "sonar_servo", "caster"],
            sensors: {"eye": "test/eye"}, actuators: {"hand": "test/hand"})])"#,
    );
    let mut simulation = simulate(&scene, &host, 1);
    assert_eq!(*CALLS.lock().unwrap(), ["init"], "before the first tick");
    simulation.steps(10).unwrap();
    assert!(simulation.faults().is_empty(), "{:?}", simulation.faults());
    drop(simulation);
    let tick = ["sense", "control", "act", "move"];
    let expected = [&["init"][..], &tick.repeat(10), &["stop"]].concat();
    assert_eq!(*CALLS.lock().unwrap(), expected);
}
