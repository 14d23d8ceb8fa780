//! The RoboMap platform: an omnidirectional robot on the floor that turns independently of its translation, and both ends of the link to a
//! real one.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod base;
mod batch;
mod beacons;
mod ble;
mod driven;
mod holonomic;
mod link;
mod platform;
mod socket;
mod ultrasound;
mod virtual_robot;

use sim_abi::prelude::*;

/// The effect by which the base sends commands to the dynamics: velocities forward and to the left (m/s), turn rate
/// (rad/s).
const PLANAR_VELOCITY: &str = "robomap/planar-velocity";

/// Returns the effect with its channels.
fn planar_velocity() -> (EffectKind, Vec<Channel>) {
    let channels = [("forward", "m/s"), ("left", "m/s"), ("turn", "rad/s")];
    (EffectKind::Custom(PLANAR_VELOCITY.into()), channels.map(|(name, unit)| Channel::new(name, unit)).into())
}

/// Data sheet of a service with an example of its use.
fn sheet(name: &str, grants: &str) -> Datasheet {
    let robot = r#"robots: [(name: "a", model: "robomap/platform")]"#;
    let service = format!(r#"services: [(name: "one", id: "robomap/{name}", grants: [{grants}])]"#);
    Datasheet::default().example(format!("{robot},\n{service}"))
}

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// A holonomic box on the floor, optionally with a camera.
    robot "robomap/platform" = platform::Platform;
    /// Target velocities of a holonomic robot.
    actuator "robomap/base" = base::Base;
    /// Moves exactly as commanded, on a level floor.
    dynamics "robomap/holonomic" = holonomic::Holonomic;
    /// Plans of a robot: simulated, or sent to a real platform over UDP, which the robot of the scene then follows.
    service "robomap/link" = link::Link;
    /// Lets a robot of the scene act as a real platform: any RoboMap client can drive it over UDP.
    service "robomap/virtual-robot" = virtual_robot::VirtualRobot;
    /// Bluetooth beacons within range, with their signal strength.
    sensor "robomap/ble-receiver" = ble::BleReceiver;
    /// Ultrasound beacons whose cones contain it, with the time of flight; walls block them.
    sensor "robomap/ultrasound-receiver" = ultrasound::UltrasoundReceiver;
}
