//! Packet types: their numbers, fields, directions, and acknowledgement.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Packet set that a peer supports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dialect {
    /// Types 1 … 12.
    Thesis,
    /// Types 13 … 22 as well: calibration, manual driving, the end of a plan, captures.
    #[default]
    Later,
}

/// Sender of packets of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Both client and server.
    Both,
    /// From the client to the server, which is the robot.
    ToServer,
    /// From the server to the client.
    ToClient,
}

/// Acknowledgement of packets of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acknowledged {
    /// None.
    Never,
    /// By the server: packets of this type are commands.
    ByServer,
    /// By the client, immediately, including duplicates.
    ByClient,
}

macro_rules! packet_types {
    ($(
        $(#[$doc:meta])*
        $name:ident = $number:literal, $fields:literal, $direction:ident, $acknowledged:ident, $text:literal;
    )*) => {
        /// The second field of a packet.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[repr(u8)]
        pub enum PacketType {
            $($(#[$doc])* $name = $number,)*
        }

        impl PacketType {
            /// All types, in numerical order.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Returns the type with this number, if it exists.
            pub fn from_number(number: u8) -> Option<Self> {
                match number {
                    $($number => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// Returns the length of the array, including id and type.
            pub fn fields(self) -> u32 {
                match self {
                    $(Self::$name => $fields,)*
                }
            }

            /// Returns the direction.
            pub fn direction(self) -> Direction {
                match self {
                    $(Self::$name => Direction::$direction,)*
                }
            }

            /// Returns the peer that acknowledges it.
            pub fn acknowledged(self) -> Acknowledged {
                match self {
                    $(Self::$name => Acknowledged::$acknowledged,)*
                }
            }

            fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }
    };
}

packet_types! {
    /// Acknowledges a packet.
    Ack = 1, 4, Both, Never, "acknowledgement";
    /// The client starts or stops receiving.
    Mode = 2, 4, ToServer, ByServer, "mode";
    /// Pose of the robot.
    Trace = 3, 5, ToClient, Never, "trace";
    /// Announces a plan.
    OpenPlan = 4, 3, ToServer, ByServer, "open plan";
    /// The next pose of the plan.
    AddPose = 5, 5, ToServer, ByServer, "add pose";
    /// The plan is complete.
    ClosePlan = 6, 2, ToServer, ByServer, "close plan";
    /// Execute the plan.
    StartPlan = 7, 2, ToServer, ByServer, "start plan";
    /// Stop and drop the plan.
    StopPlan = 8, 2, ToServer, ByServer, "stop plan";
    /// Stop.
    PausePlan = 9, 2, ToServer, ByServer, "pause plan";
    /// Resume the plan.
    ResumePlan = 10, 2, ToServer, ByServer, "resume plan";
    /// A pose of the plan was reached.
    ReachedPose = 11, 5, ToClient, ByClient, "reached pose";
    /// Change the speed.
    ChangeSpeed = 12, 3, ToServer, ByServer, "change speed";
    /// Request the positions of the beacons.
    CalibrationRequest = 13, 2, ToServer, ByServer, "calibration request";
    /// Announces beacons.
    CalibrationStart = 14, 3, ToClient, ByClient, "calibration start";
    /// Position of a beacon.
    UltrasoundBeacon = 15, 9, ToClient, ByClient, "ultrasound beacon";
    /// All beacons were sent.
    CalibrationEnd = 16, 2, ToClient, ByClient, "calibration end";
    /// Drive manually.
    ManualTranslation = 17, 5, ToServer, ByServer, "manual translation";
    /// Rotate manually.
    ManualRotation = 18, 4, ToServer, ByServer, "manual rotation";
    /// Stop after manual motions.
    ManualStop = 19, 2, ToServer, ByServer, "manual stop";
    /// The plan has ended.
    EndOfPlan = 20, 2, ToClient, ByClient, "end of plan";
    /// The robot has started to record signals.
    CaptureStarted = 21, 2, ToClient, ByClient, "capture started";
    /// The robot has finished recording signals.
    CaptureEnded = 22, 2, ToClient, ByClient, "capture ended";
}

impl PacketType {
    /// Returns the type number.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// Returns whether peers of a dialect support it.
    pub fn is_in(self, dialect: Dialect) -> bool {
        dialect == Dialect::Later || self <= Self::ChangeSpeed
    }

    /// Returns whether the server acknowledges it.
    pub fn is_command(self) -> bool {
        self.acknowledged() == Acknowledged::ByServer
    }
}

impl fmt::Display for PacketType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
