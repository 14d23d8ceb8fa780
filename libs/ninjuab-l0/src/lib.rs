//! The machine of the robot NinjUAB: it turns, advances, scans with a sonar on a servo, and stops before what is in its way.
//!
//! [`Machine::tick`] is called at a fixed rate, by default every 10 ms. It takes the order that has come, the sonar's reading
//! and the time, and says what the servos shall do and what is to be answered. It knows no distances but those that it counts:
//! every tick takes a fixed angle off the turn that is left, or a fixed distance off the way that is left. So the two steps of
//! [`Settings`] have to be speed times tick.
//!
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
//! [`State::Wait`] waits for an order. `GO` leads through [`State::Turn`] and [`State::Go`], and through [`State::Blocked`]
//! where something is in the way. `SONAR` leads through [`State::Sonar`], [`State::Ray`], [`State::Echo`] and [`State::Resume`]
//! for each ray. `HALT` ends all of them. [`State::Dead`] is where registers lead that cannot be: the motors are off, and only
//! a restart leaves it.
//!
//! Where the printed table leaves a choice, this is what the machine does:
//!
//! - An order that is refused during an activity does not cost the activity a tick. If the activity has something to say in that
//!   tick, `W: Ignored command` comes in the next one.
//! - `GO` starts once the sonar points ahead and has measured there; until then the wheels stand.
//! - The dead state answers each order with `E: Undefined state!`.
//!
//! # On a board
//!
//! The crate needs neither `std` nor an allocator. `board/main.rs` of this crate is a whole program with such rules; a test
//! builds it for the host and runs it. For a board with a Cortex-M0 it would be built with `cargo build --release --package
//! ninjuab-l0 --target thumbv6m-none-eabi`, with that program as the start of the board's own; this has not been tried on
//! hardware.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod machine;
mod settings;
mod state;

pub use machine::{Inputs, Machine, Outputs};
pub use settings::{BlockedDistance, SCAN_ANGLES, Scan, Settings};
pub use state::{Registers, State};

/// Pulse at which a wheel servo stands, µs.
pub const STOP: u16 = 1500;

/// Pulse of the left servo forward and of both servos clockwise, µs. The servos are mounted mirrored.
pub const LOW: u16 = 1340;

/// Pulse of the right servo forward and of both servos counter-clockwise, µs.
pub const HIGH: u16 = 1660;

/// No pulse: the wheel brakes.
pub const OFF: u16 = 0;
