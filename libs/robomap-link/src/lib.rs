//! Both ends of the link between a route editor and a RoboMap platform.
//!
//! - [`client`] sends plans, controls them, and tracks the robot;
//! - [`server`] implements the robot's protocol; the caller implements its motion;
//! - [`channel`] simulates a channel that drops, delays, duplicates and reorders datagrams, for tests and virtual robots.
//!
//! Packets are defined in [`robomap_protocol`]. Nothing here opens a socket, reads a clock or starts a thread: each end takes the time and
//! the received datagrams, and returns the datagrams to send. Time has an arbitrary origin, common to all calls to one end, and must not
//! decrease. States can be saved and restored with `serde` between calls.
//! ```
//! use robomap_link::client::{Client, Command, Settings, Situation};
//! use robomap_link::server::{self, Server};
//! use robomap_link::{Datagram, client::Change};
//! use robomap_protocol::{Mode, Pose};
//! use std::time::Duration;
//!
//! let (here, there) = ("10.0.0.1:1500".parse().unwrap(), "10.0.0.2:1999".parse().unwrap());
//! let mut client = Client::new(Settings::new(there));
//! let mut robot = Server::new(server::Settings::default());
//!
//! let now = Duration::ZERO;
//! client.request(now, Command::EnterRobotMode { speed: 40.0 }, &Situation::default()).unwrap();
//! assert_eq!(client.step(now, &[]).changes, [Change::OpenSocket]);
//! client.socket_opened(now);
//!
//! let from = |peer, datagrams: Vec<Datagram>| datagrams.into_iter().map(|sent| Datagram { peer, ..sent }).collect::<Vec<_>>();
//! let sent = from(here, client.step(now, &[]).datagrams);
//! let answered = from(there, robot.step(now, Pose::default(), &sent).datagrams);
//! client.step(now, &answered);
//! assert_eq!((client.mode(), client.speed()), (Mode::Robot, 40.0));
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

pub mod channel;
pub mod client;
mod ids;
pub mod server;

use robomap_protocol::Pose;
use serde::{Deserialize, Serialize};
use std::net::SocketAddrV4;
use std::time::Duration;

/// Timeout for the acknowledgement of a command.
pub const ACK_TIMEOUT: Duration = Duration::from_secs(3);

/// Time without an acknowledgement after which a packet is resent, if enabled.
pub const RESEND_AFTER: Duration = Duration::from_secs(1);

/// Maximum number of transmissions per packet; for a reached pose the count restarts with each resume.
pub const MAX_SENDS: u32 = 3;

/// Interval between two traces of a server.
pub const TRACE_PERIOD: Duration = Duration::from_millis(100);

/// Number of consecutive misses after which the link is lost.
pub const MAX_MISSES: u32 = 10;

/// Interval between two packets during manual driving.
pub const DRIVE_PERIOD: Duration = Duration::from_millis(300);

/// Coordinates beyond this limit are invalid, m: no robot drives that far.
pub const MAX_COORDINATE: f64 = 1e6;

/// Returns whether a pose is plausible for a robot.
pub fn is_possible(pose: &Pose) -> bool {
    pose.is_finite() && pose.x.abs() <= MAX_COORDINATE && pose.y.abs() <= MAX_COORDINATE
}

/// A UDP datagram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Datagram {
    /// Source or destination address.
    pub peer: SocketAddrV4,
    /// Payload.
    pub bytes: Vec<u8>,
}
