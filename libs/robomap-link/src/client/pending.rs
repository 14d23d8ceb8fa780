//! The pending operation and the packet whose acknowledgement it waits for.

use super::{Command, Failure, PlanStep};
use robomap_protocol::{Beacon, Message, Pose};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// An unacknowledged packet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Waiting {
    pub id: u32,
    pub message: Message,
    pub since: Duration,
    pub sends: u32,
}

/// Beacons being received.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Calibration {
    pub announced: Option<u32>,
    pub beacons: Vec<Beacon>,
    /// Number of beacons beyond the stored ones.
    pub more: u32,
    pub deadline: Duration,
}

/// The pending operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Task {
    /// Opening the socket.
    OpenSocket {
        speed: f64,
    },
    /// Entering robot mode.
    Enter {
        speed: f64,
    },
    /// Stopping the robot before leaving robot mode.
    StopFirst,
    /// Leaving robot mode.
    Leave {
        stop: Option<Failure>,
    },
    /// Notifying the robot of a lost link.
    CloseAfterLoss,
    /// Sending a plan.
    Send(Sending),
    Pause,
    Resume,
    Cancel,
    ChangeSpeed {
        speed: f64,
    },
    Calibrate(Calibration),
    /// A manual motion.
    Move,
    /// The stop after manual motions.
    StopMove,
}

impl Task {
    pub fn is_switch(&self) -> bool {
        use Task::*;
        matches!(self, OpenSocket { .. } | Enter { .. } | StopFirst | Leave { .. } | CloseAfterLoss)
    }
}

/// A task and the command that it belongs to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Job {
    pub command: Option<Command>,
    pub task: Task,
    pub waiting: Option<Waiting>,
}

/// A plan that is being sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Sending {
    pub poses: Vec<Pose>,
    pub revision: u64,
    /// Whether the plan replaces a paused one.
    pub replaces: bool,
    pub step: PlanStep,
    pub aborted: bool,
}

impl Sending {
    pub fn message(&self) -> Message {
        match self.step {
            PlanStep::Stop => Message::StopPlan,
            PlanStep::Open => Message::OpenPlan { poses: self.poses.len() as u32 },
            PlanStep::Pose(pose) => Message::AddPose(self.poses[pose - 1]),
            PlanStep::Close => Message::ClosePlan,
            PlanStep::Start => Message::StartPlan,
        }
    }

    /// Returns the next step.
    pub fn following(&self) -> Option<PlanStep> {
        match self.step {
            PlanStep::Stop => Some(PlanStep::Open),
            PlanStep::Open => Some(PlanStep::Pose(1)),
            PlanStep::Pose(pose) if pose < self.poses.len() => Some(PlanStep::Pose(pose + 1)),
            PlanStep::Pose(_) => Some(PlanStep::Close),
            PlanStep::Close => Some(PlanStep::Start),
            PlanStep::Start => None,
        }
    }

    /// Returns the number of steps before this one, without the stop, and the total number of steps.
    pub fn done(&self) -> (usize, usize) {
        let poses = self.poses.len();
        let done = match self.step {
            PlanStep::Stop | PlanStep::Open => 0,
            PlanStep::Pose(pose) => pose,
            PlanStep::Close => poses + 1,
            PlanStep::Start => poses + 2,
        };
        (done, poses + 3)
    }

    pub fn is_starting(&self) -> bool {
        self.step == PlanStep::Start
    }

    /// A start cannot be revoked.
    pub fn can_abort(&self) -> bool {
        !self.aborted && !self.is_starting()
    }

    pub fn abort(&mut self) {
        self.aborted = true;
    }
}
