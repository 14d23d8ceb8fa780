//! What a client tells people.

use super::{Command, PlanState};
use robomap_protocol::Pose;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// How much a report matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Level {
    /// Something was done.
    Info,
    /// The result may differ from what is expected.
    Warning,
    /// Something was not done.
    Error,
}

/// One report. Each command has exactly one; others belong to none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The command that has ended with it.
    pub command: Option<Command>,
    /// What has happened.
    pub notice: Notice,
}

impl Report {
    /// How much it matters.
    pub fn level(&self) -> Level {
        self.notice.level()
    }

    /// What to do now; always given for errors.
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
    /// No acknowledgement has come in time.
    NoAck,
    /// The robot has answered with status 0.
    Refused,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoAck => "the robot does not answer",
            Self::Refused => "the robot refuses",
        })
    }
}

/// Steps by which a plan is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlanStep {
    /// The old plan is stopped, where that is wanted.
    Stop,
    /// The plan is announced.
    Open,
    /// This pose is sent, counted from 1.
    Pose(usize),
    /// The plan is said to be complete.
    Close,
    /// The plan is started.
    Start,
}

/// Why the beacons are not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CalibrationFault {
    /// The request was not confirmed.
    Request(Failure),
    /// It was confirmed, but nothing has followed.
    NoStart,
    /// Beacons have come, but not the end of them.
    NoEnd,
    /// Other than announced have come.
    Count {
        /// How many were announced.
        announced: u32,
        /// How many have come.
        received: u32,
    },
}

/// Why a command is not allowed now.
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
    /// There is a plan, which is not idle.
    PlanActive(PlanState),
    /// There is no plan to cancel.
    NoPlan,
    /// It is not known what the robot does.
    PlanUnknown,
    /// The route has no poses.
    EmptyRoute,
    /// The route has no poses, while the plan that was made of it is paused.
    EmptyRouteWhilePaused,
    /// A pose of the route is not finite or too far away, counted from 1.
    BadPose(usize),
    /// These objects are in the way.
    Collision(Vec<String>),
    /// No speed from 0 to 100 %.
    BadSpeed(f64),
    /// The direction is no unit vector.
    BadDirection,
    /// The peer has no later additions.
    NotInDialect,
    /// The robot is driven by hand.
    Driving,
    /// Driving by hand has not begun.
    NotDriving,
    /// Nothing is being sent that could be given up.
    NothingToAbort,
    /// The program ends.
    Ending,
}

/// What a report is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Notice {
    /// A command is not allowed now; nothing has changed.
    Refused(Refusal),
    /// The socket could not be opened.
    SocketFailed {
        /// Address of the socket.
        address: String,
        /// What the system says.
        cause: String,
    },
    /// Robot mode was not entered.
    NotAvailable(Failure),
    /// Robot mode was entered; `dropped` where an unknown plan has ended by that.
    Entered {
        /// Whether an unknown plan has ended.
        dropped: bool,
    },
    /// Robot mode was left.
    Left {
        /// What became of the stop that was sent before, where it failed.
        stop: Option<Failure>,
        /// What became of the change itself, where it failed.
        mode: Option<Failure>,
    },
    /// The plan was sent, and runs.
    Sent {
        /// Number of its poses.
        poses: usize,
    },
    /// The old plan was dropped, the new one was sent, and runs.
    Replaced {
        /// Number of its poses.
        poses: usize,
    },
    /// The plan was not sent.
    NotSent {
        /// What has failed.
        step: PlanStep,
        /// Number of poses of the plan.
        poses: usize,
        /// Why.
        failure: Failure,
        /// Whether the robot still has the plan that is paused.
        kept: bool,
    },
    /// The plan was sent, and may run or not.
    StartUnconfirmed,
    /// Nothing of a plan was sent, and whether the old one is paused was not confirmed before.
    OldPlanUnknown,
    /// Sending was given up.
    SendingAborted {
        /// Steps that were done.
        done: usize,
        /// Steps in all.
        of: usize,
    },
    /// What is being sent will be given up.
    Aborting,
    /// The plan is paused.
    Paused,
    /// The plan may still run.
    NotPaused(Failure),
    /// The plan goes on.
    Resumed,
    /// The plan is still paused.
    NotResumed(Failure),
    /// The plan had ended before the command could do anything.
    EndedBefore,
    /// The plan was cancelled.
    Cancelled,
    /// The plan may still run.
    NotCancelled(Failure),
    /// The robot has this speed, percent.
    SpeedChanged(f64),
    /// The robot has another speed than wanted.
    SpeedNotChanged {
        /// Why.
        failure: Failure,
        /// The speed that it has, percent.
        kept: f64,
    },
    /// Whether the drawn robot follows the real one.
    Rendering(bool),
    /// All poses were reached.
    Finished {
        /// How many.
        poses: usize,
    },
    /// The robot has ended the plan before.
    EndedEarly {
        /// Poses that were reached.
        reached: usize,
        /// Poses of the plan.
        of: usize,
    },
    /// The robot has reached a pose that is not the next one.
    UnexpectedPose {
        /// That pose.
        pose: Pose,
        /// The pose that is the next one, counted from 1.
        expected: usize,
    },
    /// The robot says that it is where no robot can be.
    ImpossiblePose(Pose),
    /// The robot has begun a new connection by itself, and has no plan.
    PlanLost,
    /// Nothing was heard for so long.
    LinkLost {
        /// For how long.
        silence: Duration,
        /// Whether there was a plan.
        plan: bool,
    },
    /// The plan was cancelled while the command waited.
    Overtaken,
    /// The link was lost while the command waited.
    LinkLostMeanwhile,
    /// The program has ended while the command waited.
    EndedMeanwhile,
    /// The program may end.
    Ended {
        /// What became of the stop, where it failed.
        stop: Option<Failure>,
        /// What became of the change of the mode, where it failed.
        mode: Option<Failure>,
    },
    /// So many beacons are known.
    Calibrated {
        /// How many.
        beacons: usize,
    },
    /// The beacons are not known.
    NotCalibrated(CalibrationFault),
    /// Asking for beacons was given up.
    CalibrationAborted,
    /// Driving by hand begins, or ends.
    Driving(bool),
    /// A movement by hand was not confirmed.
    NotDriven(Failure),
    /// That the robot stands after movements by hand was not confirmed.
    NotStopped(Failure),
    /// The robot records signals, or has done so.
    Capture(bool),
    /// The robot says that it begins to record, and did so before.
    CaptureTwice,
    /// The robot says that it has recorded, and never began.
    CaptureNotBegun,
    /// So many events were not fetched in time, and are lost.
    EventsLost(u64),
}

/// What to do about an error.
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
    /// Wait until it has ended.
    Wait,
    /// Cancel the plan.
    CancelPlan,
    /// Draw a route.
    DesignPlan,
    /// Cancel the plan, or draw a route.
    CancelOrEdit,
    /// Change the route.
    ChangeRoute,
    /// Give a value from 0 to 100 %.
    GiveSpeed,
    /// Give another direction.
    GiveDirection,
    /// Choose the later additions in the robot's settings.
    ChooseDialect,
    /// Stop driving by hand.
    StopDriving,
    /// Begin to drive by hand.
    StartDriving,
    /// Use another port, or end the program that has it.
    ChangePort,
    /// Check that the robot is on, and its address.
    CheckRobot,
    /// Look after the robot, and connect again, which lets it stand.
    ConnectAgain,
    /// Keep an eye on the robot, and use its own switch where needed.
    WatchRobot,
    /// Try it once more.
    TryAgain,
    /// Start the plan once more.
    StartAgain,
    /// Fetch events more often.
    FetchEvents,
    /// Nothing needs to be done.
    Nothing,
}

impl Notice {
    /// How much it matters.
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

    /// What to do now.
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
    /// What to do first.
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
