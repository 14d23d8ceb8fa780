//! The types of packets: their numbers, fields, directions, and who acknowledges them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Which packets a peer knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dialect {
    /// Types 1 … 12.
    Thesis,
    /// Types 13 … 22, too: calibration, driving by hand, the end of a plan, captures.
    #[default]
    Later,
}

/// Who sends packets of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Client and server.
    Both,
    /// The client to the server, which is the robot.
    ToServer,
    /// The server to the client.
    ToClient,
}

/// Who acknowledges packets of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acknowledged {
    /// Nobody.
    Never,
    /// The server: packets of this type are commands.
    ByServer,
    /// The client, at once, and copies, too.
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
            /// All of them, in the order of their numbers.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The type of a number, if there is one.
            pub fn from_number(number: u8) -> Option<Self> {
                match number {
                    $($number => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// Length of the array, with id and type.
            pub fn fields(self) -> u32 {
                match self {
                    $(Self::$name => $fields,)*
                }
            }

            /// Who sends it.
            pub fn direction(self) -> Direction {
                match self {
                    $(Self::$name => Direction::$direction,)*
                }
            }

            /// Who acknowledges it.
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
    /// Something was received.
    Ack = 1, 4, Both, Never, "acknowledgement";
    /// The client begins or ends to listen.
    Mode = 2, 4, ToServer, ByServer, "mode";
    /// Where the robot stands.
    Trace = 3, 5, ToClient, Never, "trace";
    /// A plan follows.
    OpenPlan = 4, 3, ToServer, ByServer, "open plan";
    /// The next pose of the plan.
    AddPose = 5, 5, ToServer, ByServer, "add pose";
    /// The plan is complete.
    ClosePlan = 6, 2, ToServer, ByServer, "close plan";
    /// Follow the plan.
    StartPlan = 7, 2, ToServer, ByServer, "start plan";
    /// Stand, and forget the plan.
    StopPlan = 8, 2, ToServer, ByServer, "stop plan";
    /// Stand.
    PausePlan = 9, 2, ToServer, ByServer, "pause plan";
    /// Go on with the plan.
    ResumePlan = 10, 2, ToServer, ByServer, "resume plan";
    /// A pose of the plan is reached.
    ReachedPose = 11, 5, ToClient, ByClient, "reached pose";
    /// Another speed.
    ChangeSpeed = 12, 3, ToServer, ByServer, "change speed";
    /// The client wants the places of the beacons.
    CalibrationRequest = 13, 2, ToServer, ByServer, "calibration request";
    /// Beacons follow.
    CalibrationStart = 14, 3, ToClient, ByClient, "calibration start";
    /// The place of a beacon.
    UltrasoundBeacon = 15, 9, ToClient, ByClient, "ultrasound beacon";
    /// All beacons were sent.
    CalibrationEnd = 16, 2, ToClient, ByClient, "calibration end";
    /// Move by hand.
    ManualTranslation = 17, 5, ToServer, ByServer, "manual translation";
    /// Turn by hand.
    ManualRotation = 18, 4, ToServer, ByServer, "manual rotation";
    /// Stand, after moves by hand.
    ManualStop = 19, 2, ToServer, ByServer, "manual stop";
    /// The plan has ended.
    EndOfPlan = 20, 2, ToClient, ByClient, "end of plan";
    /// The robot begins to record signals.
    CaptureStarted = 21, 2, ToClient, ByClient, "capture started";
    /// The robot has recorded signals.
    CaptureEnded = 22, 2, ToClient, ByClient, "capture ended";
}

impl PacketType {
    /// Its number.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// Whether peers of a dialect know it.
    pub fn is_in(self, dialect: Dialect) -> bool {
        dialect == Dialect::Later || self <= Self::ChangeSpeed
    }

    /// Whether the server acknowledges it.
    pub fn is_command(self) -> bool {
        self.acknowledged() == Acknowledged::ByServer
    }
}

impl fmt::Display for PacketType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
