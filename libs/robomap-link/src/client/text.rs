//! English text of reports. For other languages, match on the types.

use super::PlanState;
use super::report::{CalibrationFault, Notice, PlanStep, Refusal, Remedy};
use robomap_protocol::Pose;
use std::fmt;

impl fmt::Display for PlanState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Idle => "idle",
            Self::Sending => "being sent",
            Self::Resending => "being replaced",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Unknown => "unknown",
        })
    }
}

impl fmt::Display for CalibrationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request(failure) => failure.fmt(f),
            Self::NoStart => f.write_str("the robot sends no beacons"),
            Self::NoEnd => f.write_str("the robot stopped sending beacons too early"),
            Self::Count { announced, received } => write!(f, "beacons announced: {announced}, received: {received}"),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRobot => f.write_str("no robot is selected"),
            Self::Editing => f.write_str("the route editor is active"),
            Self::Simulating => f.write_str("a simulation is active"),
            Self::NotInRobotMode => f.write_str("the command requires robot mode"),
            Self::InRobotMode => f.write_str("robot mode is active"),
            Self::Switching => f.write_str("the mode is being changed"),
            Self::Waiting => f.write_str("another command is pending"),
            Self::PlanActive(state) => write!(f, "the plan is {state}"),
            Self::NoPlan => f.write_str("no plan to cancel"),
            Self::PlanUnknown => f.write_str("unknown whether the robot follows a plan"),
            Self::EmptyRoute => f.write_str("the route is empty"),
            Self::EmptyRouteWhilePaused => f.write_str("the route is empty, and a plan is paused"),
            Self::BadPose(pose) => write!(f, "pose {pose} of the route is not finite, or too far away"),
            Self::Collision(names) => write!(f, "the route collides with {}", names.join(", ")),
            Self::BadSpeed(speed) => write!(f, "{speed} is not a speed from 0 to 100 %"),
            Self::BadDirection => f.write_str("the direction is not a unit vector"),
            Self::NotInDialect => f.write_str("the robot does not support this command"),
            Self::Driving => f.write_str("manual driving is active"),
            Self::NotDriving => f.write_str("manual driving is not active"),
            Self::NothingToAbort => f.write_str("no transfer to abort"),
            Self::Ending => f.write_str("the program is exiting"),
        }
    }
}

impl std::error::Error for Refusal {}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::SocketFailed { address, cause } => write!(f, "cannot open a socket at {address}: {cause}"),
            Self::NotAvailable(failure) => write!(f, "the server is not available: {failure}"),
            Self::Entered { dropped: false } => f.write_str("robot mode"),
            Self::Entered { dropped: true } => f.write_str("robot mode; the robot dropped its previous plan"),
            Self::Left { stop: None, mode: None } => f.write_str("editor mode"),
            Self::Left { stop: Some(_), mode: None } => {
                f.write_str("left robot mode, but the robot did not confirm the stop")
            }
            Self::Left { .. } => f.write_str("left robot mode, but the robot did not confirm it"),
            Self::Sent { poses } => write!(f, "plan of {poses} poses sent; the robot follows it"),
            Self::Replaced { poses } => write!(f, "old plan dropped, new plan of {poses} poses started"),
            Self::NotSent { step, poses, failure, kept } => {
                match step {
                    PlanStep::Stop => f.write_str("the old plan was not stopped")?,
                    PlanStep::Open => f.write_str("the plan was not accepted")?,
                    PlanStep::Pose(pose) => write!(f, "pose {pose} of {poses} was not accepted")?,
                    PlanStep::Close => f.write_str("the end of the plan was not accepted")?,
                    PlanStep::Start => f.write_str("the plan was not started")?,
                }
                write!(f, ": {failure}")?;
                if *kept { f.write_str("; the old plan is still paused") } else { Ok(()) }
            }
            Self::StartUnconfirmed => f.write_str("the start was not confirmed: the robot may be moving"),
            Self::OldPlanUnknown => f.write_str("the robot does not respond: it may be following the old plan"),
            Self::SendingAborted { done, of } => write!(f, "sending aborted after {done} of {of} steps"),
            Self::Aborting => f.write_str("aborting the transfer"),
            Self::Paused => f.write_str("plan paused"),
            Self::NotPaused(failure) => write!(f, "the plan was not paused: {failure}"),
            Self::Resumed => f.write_str("plan resumed"),
            Self::NotResumed(failure) => write!(f, "the plan was not resumed: {failure}"),
            Self::EndedBefore => f.write_str("the plan had already ended"),
            Self::Cancelled => f.write_str("plan canceled"),
            Self::NotCancelled(failure) => write!(f, "the plan is unknown, the robot may still move: {failure}"),
            Self::SpeedChanged(speed) => write!(f, "speed {speed:.2} %"),
            Self::SpeedNotChanged { failure, kept } => write!(f, "the speed is still {kept:.2} %: {failure}"),
            Self::Rendering(true) => f.write_str("the displayed robot follows the real one"),
            Self::Rendering(false) => f.write_str("the displayed robot does not follow the real one"),
            Self::Finished { poses } => write!(f, "plan finished, {poses} of {poses} poses reached"),
            Self::EndedEarly { reached, of } => {
                write!(f, "the robot ended the plan with {reached} of {of} poses reached")
            }
            Self::UnexpectedPose { pose, expected } => write!(
                f,
                "the robot reached ({:.4}, {:.4}, {:.4}°), which is not pose {expected}",
                pose.x, pose.y, pose.heading.0
            ),
            Self::ImpossiblePose(Pose { x, y, .. }) => {
                write!(f, "the robot reports an impossible pose, x = {x:e} m, y = {y:e} m; not displayed")
            }
            Self::PlanLost => f.write_str("the robot opened a new connection and lost the plan"),
            Self::LinkLost { silence, plan } => {
                write!(f, "link lost: no data for {} s", silence.as_secs())?;
                if *plan { f.write_str("; the plan is unknown, the robot may still move") } else { Ok(()) }
            }
            Self::Overtaken => f.write_str("aborted: the plan was canceled before the robot responded"),
            Self::LinkLostMeanwhile => f.write_str("the link was lost before the robot responded"),
            Self::EndedMeanwhile => f.write_str("the program exited before the robot responded"),
            Self::Ended { stop: None, mode: None } => f.write_str("the link is closed"),
            Self::Ended { .. } => f.write_str("the link is closed, but the robot did not confirm the stop"),
            Self::Calibrated { beacons } => write!(f, "beacons: {beacons}"),
            Self::NotCalibrated(fault) => write!(f, "no beacons: {fault}"),
            Self::CalibrationAborted => f.write_str("no beacons: request aborted"),
            Self::Driving(true) => f.write_str("manual driving"),
            Self::Driving(false) => f.write_str("manual driving ended"),
            Self::NotDriven(failure) => write!(f, "the movement was not confirmed: {failure}"),
            Self::NotStopped(failure) => write!(f, "the robot may still move: {failure}"),
            Self::Capture(true) => f.write_str("capture on"),
            Self::Capture(false) => f.write_str("capture off"),
            Self::CaptureTwice => f.write_str("a capture started while another was active"),
            Self::CaptureNotBegun => f.write_str("a capture ended without a start"),
            Self::EventsLost(count) => write!(f, "events lost: {count}"),
        }
    }
}

impl fmt::Display for Remedy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SelectRobot => "select a robot",
            Self::StopEditor => "stop the route editor",
            Self::StopSimulation => "stop the simulation",
            Self::EnterRobotMode => "enter robot mode",
            Self::LeaveRobotMode => "leave robot mode",
            Self::Wait => "wait until it is done",
            Self::CancelPlan => "cancel the plan",
            Self::DesignPlan => "design a plan first",
            Self::CancelOrEdit => "cancel the plan, or draw a route",
            Self::ChangeRoute => "change the route, or move the obstacle",
            Self::GiveSpeed => "use a speed from 0 to 100 %",
            Self::GiveDirection => "use a vector of length 1",
            Self::ChooseDialect => "enable the later additions in the robot settings",
            Self::StopDriving => "stop manual driving",
            Self::StartDriving => "start manual driving",
            Self::ChangePort => "choose another port, or close the program that uses this one",
            Self::ConnectAgain => "go to the robot, and enter robot mode again, which stops it",
            Self::CheckRobot => "check that the robot is on, and check its address and port",
            Self::WatchRobot => "watch the robot, and stop it with its own switch if necessary",
            Self::TryAgain => "try again",
            Self::StartAgain => "start the plan again",
            Self::FetchEvents => "fetch events more often",
            Self::Nothing => "no action required",
        })
    }
}
