//! Contents of packets.

use crate::{Degrees, PacketType, Pose, Radians};
use serde::{Deserialize, Serialize};

/// One datagram.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Packet {
    /// Sequence number of the packet at its sender, 0 … [`MAX_ID`](crate::MAX_ID).
    pub id: u32,
    /// Contents.
    pub message: Message,
}

/// Status in an acknowledgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// 0: the packet was rejected, or not understood.
    Refused,
    /// 1: the packet was understood and executed.
    Correct,
}

/// Mode of a client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// 0: it edits and does not receive.
    #[default]
    Editor,
    /// 1: it receives data from the robot.
    Robot,
}

/// Direction of rotation, as seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turn {
    /// −1.
    CounterClockwise,
    /// 0: stop.
    None,
    /// +1.
    Clockwise,
}

/// An ultrasound beacon known to the robot.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beacon {
    /// Beacon number.
    pub id: u32,
    /// x, y and z, m.
    pub position: [f64; 3],
    /// Roll, pitch and yaw: the only angles in radians.
    pub rotation: [Radians; 3],
}

/// Contents of a packet, by type.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Message {
    /// Acknowledges a packet.
    Ack {
        /// Id of that packet.
        acked: u32,
        /// Result of that packet.
        status: Status,
    },
    /// The client starts or stops receiving.
    Mode {
        /// The new mode.
        mode: Mode,
        /// Speed, percent, 0 … 100.
        speed: f64,
    },
    /// Pose of the robot.
    Trace(Pose),
    /// Announces a plan.
    OpenPlan {
        /// Number of its poses, including the first; at least 1.
        poses: u32,
    },
    /// The next pose of the plan.
    AddPose(Pose),
    /// The plan is complete.
    ClosePlan,
    /// Execute the plan.
    StartPlan,
    /// Stop and drop the plan.
    StopPlan,
    /// Stop.
    PausePlan,
    /// Resume the plan.
    ResumePlan,
    /// A pose of the plan was reached.
    ReachedPose(Pose),
    /// Change the speed.
    ChangeSpeed {
        /// Speed, percent, 0 … 100.
        speed: f64,
    },
    /// Request the positions of the beacons.
    CalibrationRequest,
    /// Announces beacons.
    CalibrationStart {
        /// Number of beacons.
        beacons: u32,
    },
    /// Position of a beacon.
    UltrasoundBeacon(Beacon),
    /// All beacons were sent.
    CalibrationEnd,
    /// Drive manually, in the robot's frame.
    ManualTranslation {
        /// Component to the right of a unit vector.
        dx: f64,
        /// Forward component of a unit vector.
        dy: f64,
        /// Speed, percent, 0 … 100.
        speed: f64,
    },
    /// Rotate manually.
    ManualRotation {
        /// Direction of rotation.
        turn: Turn,
        /// Speed, percent, 0 … 100.
        speed: f64,
    },
    /// Stop after manual motions.
    ManualStop,
    /// The plan has ended.
    EndOfPlan,
    /// The robot has started to record signals.
    CaptureStarted,
    /// The robot has finished recording signals.
    CaptureEnded,
}

impl Message {
    /// Returns the type of the packet.
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
