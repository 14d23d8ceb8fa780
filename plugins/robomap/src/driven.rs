//! A robot of the scene that is driven from pose to pose through the functions of its controller.

use robomap_link::client::Motion;
use robomap_protocol::{Degrees, Pose, Radians, Turn};
use sim_abi::prelude::*;
use sim_abi::service::LayoutPart;

/// Functions of a pose controller, such as `route/follow`.
const FUNCTIONS: [&str; 4] = ["go_to", "stand", "speed", "move"];

/// Channel published by such a controller: the number of reached poses.
const REACHED: &str = "reached";

/// A robot driven by its controller.
#[derive(Clone, Debug)]
pub struct Driven {
    robot: u32,
    component: String,
    /// Index of the pose count in the telemetry.
    reached: usize,
    /// Pose count when the current target was set.
    before: Option<f64>,
}

impl Driven {
    /// Finds the controller of a robot.
    ///
    /// # Errors
    /// If the robot does not have a pose controller.
    pub fn find(robot: u32, io: &mut ServiceIo) -> Result<Self> {
        let layout = io.layout(robot)?;
        let part = layout.parts.iter().find(|part| takes(part));
        let reached = part.and_then(|part| {
            let place = part.published.iter().position(|channel| channel.name == REACHED)?;
            Some((part.name.clone(), part.published_offset + place))
        });
        let (component, reached) = reached.ok_or_else(|| {
            Fault::new(format!("the controller of `{}` cannot move it to poses", layout.name))
                .help("use one with the functions `go_to`, `stand`, `speed` and `move`, such as `route/follow` with waits: true")
                .parameter("robot")
        })?;
        Ok(Self { robot, component, reached, before: None })
    }

    /// Sends it to a pose from its current one.
    pub fn go_to(&mut self, pose: &Pose, io: &mut ServiceIo) -> Result {
        self.before = io.telemetry_value(self.robot, self.reached)?;
        let heading = Radians::from(pose.heading).0;
        self.call("go_to", &[json!(pose.x), json!(pose.y), json!(heading)], io)
    }

    /// Stops it at its current pose.
    pub fn stand(&mut self, io: &mut ServiceIo) -> Result {
        self.before = None;
        self.call("stand", &[], io)
    }

    /// Limits its speed to a percentage of its maximum speed.
    pub fn speed(&self, percent: f64, io: &mut ServiceIo) -> Result {
        self.call("speed", &[json!(percent)], io)
    }

    /// Drives it manually.
    pub fn drive(&mut self, motion: &Motion, io: &mut ServiceIo) -> Result {
        self.before = None;
        let [forward, left, turn] = match *motion {
            Motion::Translate { dx, dy, speed } => [dy * speed / 100.0, -dx * speed / 100.0, 0.0],
            Motion::Rotate { turn, speed } => {
                let sign = match turn {
                    Turn::CounterClockwise => 1.0,
                    Turn::None => 0.0,
                    Turn::Clockwise => -1.0,
                };
                [0.0, 0.0, sign * speed / 100.0]
            }
        };
        self.call("move", &[json!(forward), json!(left), json!(turn)], io)
    }

    /// Returns whether it has reached its target pose; true only once per target.
    pub fn has_arrived(&mut self, io: &ServiceIo) -> Result<bool> {
        let Some(before) = self.before else { return Ok(false) };
        let arrived = io.telemetry_value(self.robot, self.reached)?.is_some_and(|count| count > before);
        if arrived {
            self.before = None;
        }
        Ok(arrived)
    }

    fn call(&self, function: &str, arguments: &[Value], io: &mut ServiceIo) -> Result {
        io.call_component(self.robot, &self.component, function, arguments).map(drop)
    }
}

fn takes(part: &LayoutPart) -> bool {
    let offers = |name: &&str| part.functions.iter().any(|function| function.name == **name);
    part.kind == "controller" && FUNCTIONS.iter().all(offers)
}

/// Returns the index of a robot by name; of the first one if the name is empty.
///
/// # Errors
/// If the robot does not exist.
pub fn robot(name: &str, robots: &[String]) -> Result<u32> {
    if robots.is_empty() {
        return Err(Fault::new("the scene contains no robots")
            .help("add a robot to `robots` of the scene")
            .parameter("robot"));
    }
    if name.is_empty() {
        return Ok(0);
    }
    let place = robots.iter().position(|robot| robot == name);
    place.map(|place| place as u32).ok_or_else(|| {
        Fault::new(format!("unknown robot `{name}` in `robot`"))
            .help(format!("robots of the scene: {}", robots.join(", ")))
            .parameter("robot")
    })
}

/// Returns the pose of a robot in the representation of packets.
pub fn pose_of(state: &BodyState) -> Pose {
    let at = state.pose.translation.vector;
    Pose { x: at.x, y: at.y, heading: Degrees::from(Radians(state.yaw())) }
}
