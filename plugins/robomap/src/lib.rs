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

use base::Base;
use ble::BleReceiver;
use holonomic::Holonomic;
use link::Link;
use platform::Platform;
use sim_abi::prelude::*;
use ultrasound::UltrasoundReceiver;
use virtual_robot::VirtualRobot;

/// The effect by which the base sends commands to the dynamics: velocities forward and to the left (m/s), turn rate (rad/s).
const PLANAR_VELOCITY: &str = "robomap/planar-velocity";

/// Returns the effect with its channels.
fn planar_velocity() -> (EffectKind, Vec<Channel>) {
    let channels = [("forward", "m/s"), ("left", "m/s"), ("turn", "rad/s")];
    (EffectKind::Custom(PLANAR_VELOCITY.into()), channels.map(|(name, unit)| Channel::new(name, unit)).into())
}

sim_abi::export! {
    texts { "es": include_str!("../texts/es.json"), "ca": include_str!("../texts/ca.json") }

    /// A box on the floor that moves in any direction, with a camera if wanted.
    robot "robomap/platform" = Platform;
    /// Wanted velocities of a robot that moves in any direction.
    actuator "robomap/base" = Base;
    /// Moves as it is told, straight and exactly, on a level floor.
    dynamics "robomap/holonomic" = Holonomic;
    /// Plans of a robot: simulated, or sent to a real platform over UDP, which the robot of the scene then follows.
    service "robomap/link" = Link;
    /// A robot of the scene in the place of a real platform: any client of RoboMap may drive it over UDP.
    service "robomap/virtual-robot" = VirtualRobot;
    /// Bluetooth beacons within range, with the strength of their signals.
    sensor "robomap/ble-receiver" = BleReceiver;
    /// Ultrasound beacons in whose cones it is, with the time of flight; walls are in the way.
    sensor "robomap/ultrasound-receiver" = UltrasoundReceiver;
}
