//! Line protocol of a robot that turns, advances, and scans with a sonar on a servo.
//!
//! The planner sends an [`Order`], the robot responds with [`Answer`]s. Both are lines of ASCII terminated by a line feed. Angles are in
//! degrees, counterclockwise, 0 straight ahead; distances are in centimeters. Numbers have a decimal point and are written with at most
//! two decimals; more are accepted when parsing.
//!
//! The first letter of a response is its kind: `D` for the end of a command, `W` for a warning, `E` for an error. [`Answer::read`] also
//! accepts the spellings of other boards: without the space after the colon, with `HALTED` or `Halted`, and with words before a number, as
//! in `W: BLOCKED, cm to go 40`.
//! ```
//! use l0_protocol::{Answer, Line, LineReader, Order};
//!
//! assert_eq!(Order::read(b"go 90 50"), Ok(Order::Go { angle: 90.0, distance: 50.0 }));
//! assert_eq!(Answer::Ray { angle: -15.0, distance: 0.0 }.to_string(), "D: RAY -15 0");
//!
//! let mut reader = LineReader::new();
//! let mut answers = Vec::new();
//! for byte in b"W:BLOCKED 40.75\r\nD: GO OK\nD: RA" {
//!     if let Some(Line::Text(line)) = reader.push(*byte) {
//!         answers.extend(Answer::read(line));
//!     }
//! }
//! assert_eq!(answers, [Answer::Blocked { remaining: 40.75, echo: None }, Answer::GoOk]);
//! ```
//!
//! The crate needs neither `std` nor an allocator, so a board can use it.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod answer;
mod line;
mod number;
mod order;

pub use answer::Answer;
pub use line::{Line, LineReader, MAX_LINE_LENGTH};
pub use number::LARGEST;
pub use order::{BadOrder, MAX_ANGLE, MAX_DISTANCE, Order};
