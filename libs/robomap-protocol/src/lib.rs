//! The packets that a client and the RoboMap platform exchange over UDP.
//!
//! Each datagram contains one packet, a MessagePack array with the packet's id, its type, and the fields of that type. [`encode`] always
//! writes the shortest form; [`decode`] also accepts other encodings of the same value. Decoding errors have a precise reason
//! ([`DecodeError`]), which determines whether a server responds with status 0 ([`DecodeError::refused_id`]) or not at all.
//!
//! Lengths are in meters, speeds in percent of the robot's maximum, angles in degrees, counterclockwise, and not normalized; only the
//! angles of beacons are in radians. The frame is right-handed with z up; heading 0 points along +x.
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
//! Nothing here opens a socket or has state.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods))]

mod decode;
mod encode;
mod fault;
mod packet;
mod packet_type;
mod units;
mod value;

pub use decode::{DecodeError, decode};
pub use encode::{EncodeError, encode};
pub use fault::Fault;
pub use packet::{Beacon, Message, Mode, Packet, Status, Turn};
pub use packet_type::{Acknowledged, Dialect, Direction, PacketType};
pub use units::{Degrees, Pose, Radians, TOLERANCE};

/// Maximum id of a packet. The id after it is 0.
pub const MAX_ID: u32 = i32::MAX as u32;

/// Maximum length of a datagram, bytes: third-party clients do not read more.
pub const MAX_DATAGRAM_LENGTH: usize = 128;

/// Maximum speed, percent of the robot's maximum; the minimum is 0.
pub const FULL_SPEED: f64 = 100.0;
