//! State machine of the robot NinjUAB: it turns, advances, scans with a sonar on a servo, and stops in front of obstacles.
//!
//! Call [`Machine::tick`] at a fixed rate, by default every 10 ms. It takes the received command, the sonar reading and the time, and
//! returns the servo pulses and the response to send. The machine is open-loop: each tick subtracts a fixed angle from the remaining turn,
//! or a fixed distance from the remaining advance. The two steps of [`Settings`] must therefore equal speed times tick period.
//! ```
//! use l0_protocol::{Answer, Order};
//! use ninjuab_l0::{Inputs, Machine, Settings};
//!
//! let mut machine = Machine::new(Settings::default());
//! let inputs = Inputs { servo_settled: true, ..Inputs::default() };
//! let outputs = machine.tick(Inputs { order: Some(Order::read(b"GO 0 20")), ..inputs });
//! assert_eq!((outputs.left, outputs.right), (1340, 1660));
//! let ticks = (1..).find(|_| machine.tick(inputs).answer == Some(Answer::GoOk));
//! assert_eq!(ticks, Some(200), "20 cm at 10 cm/s");
//! ```
//!
//! # States
//!
//! [`State::Wait`] waits for a command. `GO` passes through [`State::Turn`] and [`State::Go`], and through [`State::Blocked`] if an
//! obstacle is in the path. `SONAR` passes through [`State::Sonar`], [`State::Ray`], [`State::Echo`] and [`State::Resume`] for each ray.
//! `HALT` ends all of them. Invalid registers lead to [`State::Dead`]: the motors are off, and only a restart leaves it.
//!
//! Where the printed table is ambiguous, the machine behaves as follows:
//!
//! - A command that is rejected during an activity does not cost the activity a tick. If the activity has a response of its own in that
//!   tick, `W: Ignored command` follows in the next one.
//! - `GO` starts once the sonar points straight ahead and has measured there; until then the wheels are stopped.
//! - An activity is halted, with the response of `HALT`, when the link has been silent for [`Settings::link_time_out`]: the peer may be gone.
//!   A peer that only waits sends blank lines, which are not commands.
//! - The dead state responds to each command with `E: Undefined state!`.
//!
//! # On a board
//!
//! The crate needs neither `std` nor an allocator. `board/main.rs` of this crate is a complete example program; a test builds it for the
//! host and runs it. For a board with a Cortex-M0, build with `cargo build --release --package ninjuab-l0 --target thumbv6m-none-eabi`,
//! with that program as the starting point of your own; this has not been tried on hardware.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod machine;
mod settings;
mod state;

pub use machine::{Inputs, Machine, Outputs};
pub use settings::{BlockedDistance, Scan, Settings};
pub use state::{Registers, State};

/// Number of angles of a scan.
pub const SCAN_ANGLES: usize = 15;

/// Neutral pulse of the wheel servos, µs.
pub const STOP: u16 = 1500;

/// Pulse for the left servo forward and for both servos clockwise, µs. The servos are mounted mirrored.
pub const LOW: u16 = 1340;

/// Pulse for the right servo forward and for both servos counterclockwise, µs.
pub const HIGH: u16 = 1660;

/// No pulse: the wheel brakes.
pub const OFF: u16 = 0;
