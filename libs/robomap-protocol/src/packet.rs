//! What packets say.

use crate::{Degrees, PacketType, Pose, Radians};
use serde::{Deserialize, Serialize};

/// One datagram.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Packet {
    /// Number of the packet among those of its sender, 0 … [`LARGEST_ID`](crate::LARGEST_ID).
    pub id: u32,
    /// The rest.
    pub message: Message,
}

/// The answer to a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// 0: it was refused, or could not be understood.
    Refused,
    /// 1: it was understood, and is done.
    Correct,
}

/// What a client is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// 0: it edits, and does not listen.
    #[default]
    Editor,
    /// 1: it listens to the robot.
    Robot,
}

/// Which way to turn, as seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turn {
    /// −1.
    CounterClockwise,
    /// 0: stand.
    None,
    /// +1.
    Clockwise,
}

/// An ultrasound beacon as the robot knows it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beacon {
    /// Its number.
    pub id: u32,
    /// x, y and z, m.
    pub position: [f64; 3],
    /// Roll, pitch and yaw: the only angles in radians.
    pub rotation: [Radians; 3],
}

/// What a packet says, by its type.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Message {
    /// A packet was received.
    Ack {
        /// Id of that packet.
        acked: u32,
        /// What has become of it.
        status: Status,
    },
    /// The client begins or ends to listen.
    Mode {
        /// What it does from now on.
        mode: Mode,
        /// Speed, percent, 0 … 100.
        speed: f64,
    },
    /// Where the robot stands.
    Trace(Pose),
    /// A plan follows.
    OpenPlan {
        /// Number of its poses, the first included; at least 1.
        poses: u32,
    },
    /// The next pose of the plan.
    AddPose(Pose),
    /// The plan is complete.
    ClosePlan,
    /// Follow the plan.
    StartPlan,
    /// Stand, and forget the plan.
    StopPlan,
    /// Stand.
    PausePlan,
    /// Go on with the plan.
    ResumePlan,
    /// A pose of the plan is reached.
    ReachedPose(Pose),
    /// Another speed.
    ChangeSpeed {
        /// Percent, 0 … 100.
        speed: f64,
    },
    /// The client wants the places of the beacons.
    CalibrationRequest,
    /// Beacons follow.
    CalibrationStart {
        /// How many.
        beacons: u32,
    },
    /// The place of a beacon.
    UltrasoundBeacon(Beacon),
    /// All beacons were sent.
    CalibrationEnd,
    /// Move by hand, in the robot's frame.
    ManualTranslation {
        /// To the right, part of a unit vector.
        dx: f64,
        /// Forward, part of a unit vector.
        dy: f64,
        /// Percent, 0 … 100.
        speed: f64,
    },
    /// Turn by hand.
    ManualRotation {
        /// Which way.
        turn: Turn,
        /// Percent, 0 … 100.
        speed: f64,
    },
    /// Stand, after moves by hand.
    ManualStop,
    /// The plan has ended.
    EndOfPlan,
    /// The robot begins to record signals.
    CaptureStarted,
    /// The robot has recorded signals.
    CaptureEnded,
}

impl Message {
    /// The type of the packet.
    pub fn packet_type(&self) -> PacketType {
        match self {
            Self::Ack { .. } => PacketType::Ack,
            Self::Mode { .. } => PacketType::Mode,
            Self::Trace(_) => PacketType::Trace,
            Self::OpenPlan { .. } => PacketType::OpenPlan,
            Self::AddPose(_) => PacketType::AddPose,
            Self::ClosePlan => PacketType::ClosePlan,
            Self::StartPlan => PacketType::StartPlan,
            Self::StopPlan => PacketType::StopPlan,
            Self::PausePlan => PacketType::PausePlan,
            Self::ResumePlan => PacketType::ResumePlan,
            Self::ReachedPose(_) => PacketType::ReachedPose,
            Self::ChangeSpeed { .. } => PacketType::ChangeSpeed,
            Self::CalibrationRequest => PacketType::CalibrationRequest,
            Self::CalibrationStart { .. } => PacketType::CalibrationStart,
            Self::UltrasoundBeacon(_) => PacketType::UltrasoundBeacon,
            Self::CalibrationEnd => PacketType::CalibrationEnd,
            Self::ManualTranslation { .. } => PacketType::ManualTranslation,
            Self::ManualRotation { .. } => PacketType::ManualRotation,
            Self::ManualStop => PacketType::ManualStop,
            Self::EndOfPlan => PacketType::EndOfPlan,
            Self::CaptureStarted => PacketType::CaptureStarted,
            Self::CaptureEnded => PacketType::CaptureEnded,
        }
    }
}

impl Pose {
    pub(crate) fn numbers(&self) -> [f64; 3] {
        [self.x, self.y, self.heading.0]
    }

    pub(crate) fn from_numbers([x, y, heading]: [f64; 3]) -> Self {
        Self { x, y, heading: Degrees(heading) }
    }
}
