//! Reports of a client for the user.

use super::{Command, PlanState};
use robomap_protocol::Pose;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// Severity of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    /// An operation has completed.
    Info,
    /// The result may differ from the expected one.
    Warning,
    /// An operation has failed.
    Error,
}

/// A report. Each command has exactly one; some reports belong to no command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The command that the report completes.
    pub command: Option<Command>,
    /// The event.
    pub notice: Notice,
}

impl Report {
    /// Returns the severity.
    pub fn level(&self) -> Level {
        self.notice.level()
    }

    /// Returns the suggested remedy; always present for errors.
    pub fn remedy(&self) -> Option<Remedy> {
        self.notice.remedy()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.remedy() {
            Some(remedy) => write!(f, "{}; {remedy}", self.notice),
            None => self.notice.fmt(f),
        }
    }
}

/// Why a command was not confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Failure {
    /// The acknowledgement timed out.
    NoAck,
    /// The robot responded with status 0.
    Refused,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoAck => "the robot does not respond",
            Self::Refused => "the robot rejected it",
        })
    }
}

/// Steps of sending a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlanStep {
    /// Stop the old plan, if configured.
    Stop,
    /// Announce the plan.
    Open,
    /// Send this pose, counted from 1.
    Pose(usize),
    /// Mark the plan as complete.
    Close,
    /// Start the plan.
    Start,
}

/// Why the beacons are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CalibrationFault {
    /// The request was not confirmed.
    Request(Failure),
    /// The request was confirmed, but no data followed.
    NoStart,
    /// Beacons have arrived, but not the end marker.
    NoEnd,
    /// The number of beacons differs from the announced one.
    Count {
        /// Announced number.
        announced: u32,
        /// Received number.
        received: u32,
    },
}

/// Why a command is not currently allowed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Refusal {
    /// No robot is selected.
    NoRobot,
    /// The route editor is active.
    Editing,
    /// A simulation is active.
    Simulating,
    /// The client is in editor mode.
    NotInRobotMode,
    /// The client is in robot mode.
    InRobotMode,
    /// The mode is being changed.
    Switching,
    /// A command waits for the robot.
    Waiting,
    /// A plan exists that is not idle.
    PlanActive(PlanState),
    /// There is no plan to cancel.
    NoPlan,
    /// The robot's state is unknown.
    PlanUnknown,
    /// The route is empty.
    EmptyRoute,
    /// The route is empty, while the plan created from it is paused.
    EmptyRouteWhilePaused,
    /// A pose of the route is not finite or out of range, counted from 1.
    BadPose(usize),
    /// These objects obstruct the route.
    Collision(Vec<String>),
    /// The speed is not in 0 … 100 %.
    BadSpeed(f64),
    /// The direction is not a unit vector.
    BadDirection,
    /// The peer does not support the later additions.
    NotInDialect,
    /// Manual driving is active.
    Driving,
    /// Manual driving is not active.
    NotDriving,
    /// There is no operation to abort.
    NothingToAbort,
    /// The program is exiting.
    Ending,
}

/// Subject of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Notice {
    /// A command is not currently allowed; nothing has changed.
    Refused(Refusal),
    /// The socket could not be opened.
    SocketFailed {
        /// Address of the socket.
        address: String,
        /// Error reported by the system.
        cause: String,
    },
    /// Robot mode was not entered.
    NotAvailable(Failure),
    /// Robot mode was entered; `dropped` if that ended an unknown plan.
    Entered {
        /// Whether an unknown plan was ended.
        dropped: bool,
    },
    /// Robot mode was left.
    Left {
        /// Failure of the preceding stop.
        stop: Option<Failure>,
        /// Failure of the mode change.
        mode: Option<Failure>,
    },
    /// The plan was sent and is running.
    Sent {
        /// Number of its poses.
        poses: usize,
    },
    /// The old plan was dropped; the new one was sent and is running.
    Replaced {
        /// Number of its poses.
        poses: usize,
    },
    /// The plan was not sent.
    NotSent {
        /// The failed step.
        step: PlanStep,
        /// Number of poses of the plan.
        poses: usize,
        /// Reason for the failure.
        failure: Failure,
        /// Whether the robot still has the paused plan.
        kept: bool,
    },
    /// The plan was sent and may or may not be running.
    StartUnconfirmed,
    /// Nothing of the new plan was sent, and pausing the old one had not been confirmed.
    OldPlanUnknown,
    /// Sending was aborted.
    SendingAborted {
        /// Completed steps.
        done: usize,
        /// Total number of steps.
        of: usize,
    },
    /// Sending will be aborted.
    Aborting,
    /// The plan is paused.
    Paused,
    /// The plan may still be running.
    NotPaused(Failure),
    /// The plan was resumed.
    Resumed,
    /// The plan is still paused.
    NotResumed(Failure),
    /// The plan had ended before the command took effect.
    EndedBefore,
    /// The plan was canceled.
    Cancelled,
    /// The plan may still be running.
    NotCancelled(Failure),
    /// The robot has adopted this speed, percent.
    SpeedChanged(f64),
    /// The speed was not changed.
    SpeedNotChanged {
        /// Reason for the failure.
        failure: Failure,
        /// Actual speed, percent.
        kept: f64,
    },
    /// Whether the drawn robot follows the real one.
    Rendering(bool),
    /// All poses were reached.
    Finished {
        /// Number of poses.
        poses: usize,
    },
    /// The robot ended the plan early.
    EndedEarly {
        /// Poses reached.
        reached: usize,
        /// Poses of the plan.
        of: usize,
    },
    /// The robot reached a pose that is not the next one.
    UnexpectedPose {
        /// The reached pose.
        pose: Pose,
        /// The expected pose, counted from 1.
        expected: usize,
    },
    /// The robot reported an impossible pose.
    ImpossiblePose(Pose),
    /// The robot started a new connection and has lost its plan.
    PlanLost,
    /// No packets arrived within the link timeout.
    LinkLost {
        /// Time since the last packet.
        silence: Duration,
        /// Whether there was a plan.
        plan: bool,
    },
    /// The plan was canceled while the command was pending.
    Overtaken,
    /// The link was lost while the command was pending.
    LinkLostMeanwhile,
    /// The program exited while the command was pending.
    EndedMeanwhile,
    /// The program may exit.
    Ended {
        /// Failure of the stop.
        stop: Option<Failure>,
        /// Failure of the mode change.
        mode: Option<Failure>,
    },
    /// The beacons are known.
    Calibrated {
        /// Number of beacons.
        beacons: usize,
    },
    /// The beacons are not known.
    NotCalibrated(CalibrationFault),
    /// The beacon request was aborted.
    CalibrationAborted,
    /// Manual driving started or ended.
    Driving(bool),
    /// A manual motion was not confirmed.
    NotDriven(Failure),
    /// The stop after manual motions was not confirmed.
    NotStopped(Failure),
    /// The robot has started or finished recording signals.
    Capture(bool),
    /// The robot reported the start of a recording twice.
    CaptureTwice,
    /// The robot reported the end of a recording that had not started.
    CaptureNotBegun,
    /// This number of events was dropped because they were not fetched in time.
    EventsLost(u64),
}

/// Remedies for an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Remedy {
    /// Select a robot.
    SelectRobot,
    /// Stop the route editor.
    StopEditor,
    /// Stop the simulation.
    StopSimulation,
    /// Enter robot mode.
    EnterRobotMode,
    /// Leave robot mode.
    LeaveRobotMode,
    /// Wait for completion.
    Wait,
    /// Cancel the plan.
    CancelPlan,
    /// Draw a route.
    DesignPlan,
    /// Cancel the plan, or draw a route.
    CancelOrEdit,
    /// Change the route.
    ChangeRoute,
    /// Enter a value from 0 to 100 %.
    GiveSpeed,
    /// Use another direction.
    GiveDirection,
    /// Enable the later additions in the robot's settings.
    ChooseDialect,
    /// Stop manual driving.
    StopDriving,
    /// Start manual driving.
    StartDriving,
    /// Use another port, or end the program that occupies it.
    ChangePort,
    /// Check that the robot is on, and check its address.
    CheckRobot,
    /// Check the robot and reconnect, which stops it.
    ConnectAgain,
    /// Watch the robot, and use its own switch if necessary.
    WatchRobot,
    /// Try again.
    TryAgain,
    /// Start the plan again.
    StartAgain,
    /// Fetch events more often.
    FetchEvents,
    /// No action required.
    Nothing,
}

impl Notice {
    /// Returns the severity.
    pub fn level(&self) -> Level {
        match self {
            Self::Entered { .. }
            | Self::Left { stop: None, mode: None }
            | Self::Ended { stop: None, mode: None }
            | Self::Sent { .. }
            | Self::Replaced { .. }
            | Self::Aborting
            | Self::Paused
            | Self::Resumed
            | Self::EndedBefore
            | Self::Cancelled
            | Self::SpeedChanged(_)
            | Self::Rendering(_)
            | Self::Finished { .. }
            | Self::Calibrated { .. }
            | Self::Driving(_)
            | Self::Capture(_) => Level::Info,
            Self::Left { .. }
            | Self::Ended { .. }
            | Self::SendingAborted { .. }
            | Self::UnexpectedPose { .. }
            | Self::Overtaken
            | Self::EndedMeanwhile
            | Self::CalibrationAborted => Level::Warning,
            _ => Level::Error,
        }
    }

    /// Returns the suggested remedy.
    pub fn remedy(&self) -> Option<Remedy> {
        Some(match self {
            Self::Refused(refusal) => refusal.remedy(),
            Self::SocketFailed { .. } => Remedy::ChangePort,
            Self::NotAvailable(_) => Remedy::CheckRobot,
            Self::Left { stop: None, mode: None } | Self::Ended { stop: None, mode: None } => return None,
            Self::Left { .. } | Self::Ended { .. } => Remedy::WatchRobot,
            Self::StartUnconfirmed | Self::OldPlanUnknown | Self::NotCancelled(_) | Self::PlanLost => {
                Remedy::CancelPlan
            }
            Self::NotSent { .. }
            | Self::NotPaused(_)
            | Self::NotResumed(_)
            | Self::SpeedNotChanged { .. }
            | Self::NotCalibrated(_)
            | Self::NotDriven(_) => Remedy::TryAgain,
            Self::EndedEarly { .. } => Remedy::StartAgain,
            Self::LinkLost { plan: true, .. } => Remedy::ConnectAgain,
            Self::LinkLost { .. } | Self::LinkLostMeanwhile | Self::ImpossiblePose(_) => Remedy::CheckRobot,
            Self::NotStopped(_) => Remedy::LeaveRobotMode,
            Self::CaptureTwice | Self::CaptureNotBegun => Remedy::Nothing,
            Self::EventsLost(_) => Remedy::FetchEvents,
            _ => return None,
        })
    }
}

impl Refusal {
    /// Returns the first remedy to try.
    pub fn remedy(&self) -> Remedy {
        match self {
            Self::NoRobot => Remedy::SelectRobot,
            Self::Editing => Remedy::StopEditor,
            Self::Simulating => Remedy::StopSimulation,
            Self::NotInRobotMode => Remedy::EnterRobotMode,
            Self::InRobotMode => Remedy::LeaveRobotMode,
            Self::Switching | Self::Waiting => Remedy::Wait,
            Self::PlanActive(_) | Self::PlanUnknown => Remedy::CancelPlan,
            Self::EmptyRoute => Remedy::DesignPlan,
            Self::EmptyRouteWhilePaused => Remedy::CancelOrEdit,
            Self::BadPose(_) | Self::Collision(_) => Remedy::ChangeRoute,
            Self::BadSpeed(_) => Remedy::GiveSpeed,
            Self::BadDirection => Remedy::GiveDirection,
            Self::NotInDialect => Remedy::ChooseDialect,
            Self::Driving => Remedy::StopDriving,
            Self::NotDriving => Remedy::StartDriving,
            Self::NoPlan | Self::NothingToAbort | Self::Ending => Remedy::Nothing,
        }
    }
}
