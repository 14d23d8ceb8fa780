//! One component of each kind, which together use everything that the contract offers in version 2.0.

#![forbid(unsafe_code)]

mod eye;
mod guard;
mod rover;

use eye::Eye;
use guard::Guard;
use rover::{Drift, Drive, Pilot, Rover};

sim_abi::export! {
    /// A box with four joints.
    robot "archive/rover" = Rover;
    /// Moves as it is told and says what acts on it.
    dynamics "archive/drift" = Drift;
    /// Asks the world every question.
    sensor "archive/eye" = Eye;
    /// Has an effect of every kind.
    actuator "archive/drive" = Drive;
    /// Drives as the operator says.
    controller "archive/pilot" = Pilot;
    /// Uses everything that a service may do.
    service "archive/guard" = Guard;
}
