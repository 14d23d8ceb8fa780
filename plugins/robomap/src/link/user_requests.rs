//! Requests of users and programs to the link.

use robomap_link::client::{Command, Motion};
use robomap_protocol::{Pose, Turn};
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;

/// A request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum UserRequest {
    /// Start, pause or resume the plan: in robot mode the plan of the real robot, otherwise its simulation.
    Play,
    /// Cancel the plan.
    Cancel,
    /// Change the speed, percent.
    Speed(f64),
    /// Enter robot mode at this speed, percent.
    Enter(f64),
    /// Return to editor mode.
    Leave,
    /// Toggle whether the drawn robot follows the real one.
    Rendering,
    /// Request the positions of the beacons.
    Calibrate,
    /// Forget the beacons.
    DropBeacons,
    /// Start or end manual driving.
    Drive(bool),
    /// Set the manual motion; `None` stops.
    Steer(Option<Motion>),
    /// Abort the current transmission.
    Abort,
    /// Obstacles with these names have appeared on the rest of the plan; asked by the link itself.
    Blocked(Vec<String>),
}

/// The route at the time of a request, and its obstacles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Poses of the route.
    pub poses: Vec<Pose>,
    /// Revision; it differs after each change.
    pub revision: u64,
    /// Obstacles on its segments.
    pub legs: Vec<String>,
    /// Obstacles between the robot and the first pose.
    pub approach: Vec<String>,
}

impl Plan {
    /// Returns all obstacles, those on the segments first. With `with_approach`, those before the first pose are
    /// included and marked as such.
    pub fn obstacles(&self, with_approach: bool) -> Vec<String> {
        let approach = self.approach.iter().filter(|name| with_approach && !self.legs.contains(name));
        let approach = approach.map(|name| format!("{name} (on the path from the robot to the first pose)"));
        self.legs.iter().cloned().chain(approach).collect()
    }
}

/// A request with all data that its outcome depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedRequest {
    /// The request.
    #[serde(rename = "wish")]
    pub request: UserRequest,
    /// The route.
    pub plan: Plan,
}

impl UserRequest {
    /// Returns the corresponding client command in robot mode; `None` if the request is not a command.
    pub fn command(&self) -> Option<Command> {
        Some(match *self {
            Self::Play => Command::Play,
            Self::Cancel => Command::Cancel,
            Self::Speed(speed) => Command::ChangeSpeed { speed },
            Self::Enter(speed) => Command::EnterRobotMode { speed },
            Self::Leave => Command::LeaveRobotMode,
            Self::Rendering => Command::ToggleRendering,
            Self::Calibrate => Command::Calibrate,
            Self::Drive(on) => Command::Drive { on },
            Self::Abort => Command::Abort,
            Self::Steer(_) | Self::DropBeacons | Self::Blocked(_) => return None,
        })
    }

    /// Converts a function call to a request.
    ///
    /// # Errors
    /// If the function does not exist, or its arguments have invalid types or are out of range.
    pub fn of_call(function: &str, arguments: &[Value]) -> Result<Self> {
        let number = |place: usize, usual: f64| {
            let number = arguments.get(place).map_or(Some(usual), Value::as_f64).filter(|number| number.is_finite());
            number.ok_or_else(|| Fault::new(format!("argument {} of `{function}` is not a number", place + 1)))
        };
        let percent = |place: usize| {
            let percent = number(place, 100.0)?;
            let fault =
                || Fault::new(format!("the speed {percent} % is out of range")).help("use a speed from 0 to 100");
            (0.0..=100.0).contains(&percent).then_some(percent).ok_or_else(fault)
        };
        let share = |place: usize, usual: f64| {
            let share = number(place, usual)?;
            let fault = || Fault::new(format!("argument {} of `{function}` is not from -1 to 1", place + 1));
            (-1.0..=1.0).contains(&share).then_some(share).ok_or_else(fault)
        };
        Ok(match function {
            "play" => Self::Play,
            "cancel" => Self::Cancel,
            "change_speed" => Self::Speed(percent(0)?),
            "enter_robot_mode" => Self::Enter(percent(0)?),
            "leave_robot_mode" => Self::Leave,
            "follow_robot" => Self::Rendering,
            "calibrate" => Self::Calibrate,
            "drop_beacons" => Self::DropBeacons,
            "drive" => {
                let on = arguments.first().map_or(Some(true), Value::as_bool);
                Self::Drive(on.ok_or_else(|| Fault::new("argument 1 of `drive` is neither true nor false"))?)
            }
            "move" => {
                let (dx, dy) = (share(0, 0.0)?, share(1, 1.0)?);
                let length = math::hypot(dx, dy);
                let motion = Motion::Translate { dx: dx / length, dy: dy / length, speed: percent(2)? };
                Self::Steer((length > 0.0).then_some(motion))
            }
            "turn" => {
                let rate = share(0, 1.0)?;
                let turn = if rate > 0.0 { Turn::CounterClockwise } else { Turn::Clockwise };
                Self::Steer((rate != 0.0).then_some(Motion::Rotate { turn, speed: percent(1)? }))
            }
            "brake" => Self::Steer(None),
            "abort" => Self::Abort,
            _ => {
                let names: Vec<String> = list().into_iter().map(|function| function.name).collect();
                return Err(Fault::new(format!("unknown function `{function}`"))
                    .help(format!("functions: {}", names.join(", "))));
            }
        })
    }
}

/// Name of the read-only diagnostic function.
pub const DIAGNOSE: &str = "diagnose";

/// Returns the functions of the link, in display order.
pub fn list() -> Vec<Function> {
    let number = FunctionValue::float;
    let percent = || number("percent").range(0.0, 100.0).default_value(100.0);
    vec![
        Function::new("play")
            .help("starts, pauses or resumes the plan: on the real robot in robot mode, else as a simulation"),
        Function::new("cancel").help("cancels the plan; a simulated robot returns to its previous pose"),
        Function::new("change_speed").parameter(percent()).help("sets the speed, percent of the maximum"),
        Function::new("enter_robot_mode")
            .parameter(percent())
            .help("connects to the real robot with this speed (percent); the robot of the scene then follows it"),
        Function::new("leave_robot_mode").help("ends the connection to the real robot"),
        Function::new("follow_robot").help("toggles whether the drawn robot follows the real one"),
        Function::new("abort").help("cancels sending a plan or requesting beacons"),
        Function::new("calibrate")
            .help("requests the positions of the ultrasound beacons from the real robot, and draws them"),
        Function::new("drop_beacons").help("stops drawing the beacons of the real robot"),
        Function::new("drive")
            .parameter(FunctionValue::bool("on").default_value(true))
            .help("starts or ends manual driving of the real robot"),
        Function::new("move")
            .parameter(number("right").range(-1.0, 1.0).default_value(0.0))
            .parameter(number("forward").range(-1.0, 1.0).default_value(1.0))
            .parameter(percent())
            .help("moves manually in a direction of the robot until the next call"),
        Function::new("turn")
            .parameter(number("way").range(-1.0, 1.0).default_value(1.0))
            .parameter(percent())
            .help("turns manually, counterclockwise if the value is positive"),
        Function::new("brake").help("stops, in manual driving"),
        Function::new(DIAGNOSE).help("returns the poses of the route, its revision, and the received packets by kind"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RM-98: Every input has a range or format that is checked before execution.
    #[test]
    fn every_number_that_is_asked_for_has_a_range_and_a_default() {
        for function in list() {
            for argument in function.parameters.iter().filter(|argument| argument.kind == "float") {
                let FunctionValue { min: Some(min), max: Some(max), default: Some(default), .. } = argument else {
                    panic!("{}: {argument:?}", function.name)
                };
                assert!(default.as_f64().is_some_and(|default| (*min..=*max).contains(&default)), "{argument:?}");
            }
        }
    }

    #[test]
    fn each_listed_function_is_a_request_with_defaults() {
        for function in list().into_iter().filter(|function| function.name != DIAGNOSE) {
            UserRequest::of_call(&function.name, &[]).unwrap_or_else(|fault| panic!("{}: {fault}", function.name));
        }
        assert_eq!(UserRequest::of_call("enter_robot_mode", &[json!(40.0)]), Ok(UserRequest::Enter(40.0)));
        assert_eq!(UserRequest::of_call("move", &[json!(0.0), json!(0.0)]), Ok(UserRequest::Steer(None)));
        for (function, argument) in [
            ("change_speed", json!(100.5)),
            ("change_speed", json!("fast")),
            ("drive", json!("no")),
            ("move", json!(1.5)),
            ("turn", json!(-2)),
            ("fly", json!(1)),
        ] {
            assert!(UserRequest::of_call(function, &[argument]).is_err());
        }
    }
}
