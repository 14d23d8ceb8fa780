//! The packets that a client and the RoboMap platform exchange over UDP.
//!
//! One datagram is one packet is one MessagePack array: the packet's id, its type, and the fields of that type. [`encode`]
//! always writes the shortest form, [`decode`] also takes the other forms of the same value. What cannot be read is told
//! with a precise reason ([`DecodeError`]), from which a server knows whether to answer with status 0
//! ([`DecodeError::refused_id`]) or not at all.
//!
//! Lengths are in metres, speeds in percent of the robot's maximum, angles in degrees, counter-clockwise, and not
//! normalised; the angles of beacons alone are in radians. The frame is right-handed with z up, heading 0 looks along +x.
//!
//! ```
//! use robomap_protocol::{Degrees, Dialect, Message, Packet, Pose, decode, encode};
//!
//! let pose = Pose { x: 1.5, y: -2.25, heading: Degrees(90.0) };
//! let packet = Packet { id: 3, message: Message::AddPose(pose) };
//! let bytes = encode(&packet, Dialect::Thesis).unwrap();
//! assert_eq!(bytes[..3], [0x95, 3, 5]);
//! assert_eq!(decode(&bytes, Dialect::Thesis), Ok(packet));
//!
//! // Five poses are announced, but the array has a field more: the id could be read, so that a server can refuse it.
//! let error = decode(&[0x94, 9, 4, 5, 0], Dialect::Thesis).unwrap_err();
//! assert_eq!(error.to_string(), "packet 9 (open plan): 4 fields instead of 3");
//! assert_eq!(error.refused_id(), Some(9));
//! ```
//!
//! Nothing here opens a socket or keeps a state.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod decode;
mod encode;
mod packet;
mod packet_type;
mod units;
mod value;

pub use decode::{DecodeError, Fault, decode};
pub use encode::{EncodeError, encode};
pub use packet::{Beacon, Message, Mode, Packet, Status, Turn};
pub use packet_type::{Acknowledged, Dialect, Direction, PacketType};
pub use units::{Degrees, Pose, Radians, TOLERANCE};

/// Largest id of a packet. The id after it is 0.
pub const LARGEST_ID: u32 = i32::MAX as u32;

/// Longest datagram, bytes: clients of others read no more of one.
pub const LONGEST_DATAGRAM: usize = 128;

/// UDP port of a platform.
pub const SERVER_PORT: u16 = 1999;

/// UDP port of a client.
pub const CLIENT_PORT: u16 = 1500;

/// Largest speed, percent of the robot's maximum; the smallest is 0.
pub const FULL_SPEED: f64 = 100.0;
