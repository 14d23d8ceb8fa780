//! The RoboMap platform: a robot on the floor that moves in any direction and turns independently of it.

#![cfg_attr(not(test), deny(clippy::disallowed_methods))]
#![forbid(unsafe_code)]

mod base;
mod beacons;
mod ble;
mod holonomic;
mod platform;
mod ultrasound;

use base::Base;
use ble::BleReceiver;
use holonomic::Holonomic;
use platform::Platform;
use sim_abi::prelude::*;
use ultrasound::UltrasoundReceiver;

/// The effect by which the base tells the dynamics what it wants: velocities forward and to the left (m/s), turn rate (rad/s).
const PLANAR_VELOCITY: &str = "robomap/planar-velocity";

/// The effect with its channels.
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
    /// Bluetooth beacons within range, with the strength of their signals.
    sensor "robomap/ble-receiver" = BleReceiver;
    /// Ultrasound beacons in whose cones it is, with the time of flight; walls are in the way.
    sensor "robomap/ultrasound-receiver" = UltrasoundReceiver;
}
