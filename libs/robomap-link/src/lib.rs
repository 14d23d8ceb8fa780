//! Both ends of the link between an editor of routes and a RoboMap platform.
//!
//! - [`client`]: what sends plans, controls them, and follows the robot;
//! - [`server`]: what a robot answers, with its motion left to whoever uses it;
//! - [`channel`]: a wire that loses, delays, repeats and reorders what is sent, for tests and for virtual robots.
//!
//! Packets are those of [`robomap_protocol`]. Nothing here opens a socket, reads a clock or starts a thread: each end is
//! given the time and the datagrams that have come, and returns those that are to be sent. Time is counted from any moment on
//! and is the same in all calls to one end; it must not go back. States are saved and restored with `serde` between calls.
//!
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

/// How long a command waits for its acknowledgement.
pub const ACK_TIMEOUT: Duration = Duration::from_secs(3);

/// After what time without an acknowledgement a packet is sent once more, where that is wanted.
pub const RESEND_AFTER: Duration = Duration::from_secs(1);

/// How often a packet is sent at most; a reached pose so often again after each resume.
pub const MOST_SENDS: u32 = 3;

/// Time between two traces of a server.
pub const TRACE_PERIOD: Duration = Duration::from_millis(100);

/// So many waits for a packet in vain, one after another, mean that the link is lost.
pub const MOST_MISSES: u32 = 10;

/// Time between two packets while a robot is driven by hand.
pub const DRIVE_PERIOD: Duration = Duration::from_millis(300);

/// A pose whose x or y is beyond this is a mistake, m: no robot drives so far.
pub const FARTHEST: f64 = 1e6;

/// Whether a pose can be that of a robot.
pub fn is_possible(pose: &Pose) -> bool {
    pose.is_finite() && pose.x.abs() <= FARTHEST && pose.y.abs() <= FARTHEST
}

/// One UDP datagram.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Datagram {
    /// Where it comes from, or where it is to go.
    pub peer: SocketAddrV4,
    /// What is in it.
    pub bytes: Vec<u8>,
}
