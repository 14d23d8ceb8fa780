//! A robot of the scene whose controller speaks the line protocol.

use sim_abi::prelude::*;
use sim_abi::service::RobotLayout;

/// Functions by which a controller is known to speak it.
const FUNCTIONS: [&str; 2] = ["order", "answers"];

/// What such a controller publishes: how many answers it has given.
const COUNTER: &str = "answers";

/// The lower controller of a robot, as a service reaches it.
pub struct L0 {
    robot: u32,
    component: String,
    /// Index of the count of answers in the telemetry.
    counter: usize,
    /// Answers that have been fetched.
    fetched: f64,
}

impl L0 {
    /// Finds the controller of a robot, by name. `parameter` is what names it.
    ///
    /// # Errors
    /// When there is no such robot, or its controller does not speak the protocol.
    pub fn find(name: &str, parameter: &str, robots: &[String], io: &mut ServiceIo) -> Result<Self> {
        let robot = robot(name, parameter, robots)?;
        Self::of(robot, io.layout(robot)?).ok_or_else(|| {
            Fault::new(format!("the controller of `{name}` does not speak the line protocol"))
                .help("give the robot a controller with the functions `order` and `answers`, such as `ninjuab/l0`")
                .because(Cause::Parameters)
        })
    }

    fn of(robot: u32, layout: RobotLayout) -> Option<Self> {
        let speaks = |part: &&sim_abi::service::LayoutPart| {
            let offers = |name: &&str| part.functions.iter().any(|function| function.name == **name);
            part.kind == "controller" && FUNCTIONS.iter().all(offers)
        };
        let part = layout.parts.iter().find(speaks)?;
        let place = part.published.iter().position(|channel| channel.name == COUNTER)?;
        let counter = part.published_offset + place;
        Some(Self { robot, component: part.name.clone(), counter, fetched: 0.0 })
    }

    /// Index of the robot.
    pub fn robot(&self) -> u32 {
        self.robot
    }

    /// How many answers have been fetched.
    pub fn fetched(&self) -> f64 {
        self.fetched
    }

    /// Says how many answers have been fetched, of a robot that goes on from a saved state.
    pub fn set_fetched(&mut self, fetched: f64) {
        self.fetched = fetched;
    }

    /// Gives it a line.
    pub fn send(&self, io: &mut ServiceIo, line: &str) -> Result {
        io.call_component(self.robot, &self.component, "order", &[json!(line)]).map(drop)
    }

    /// Appends what it has answered since the last call, oldest first.
    pub fn fetch(&mut self, io: &mut ServiceIo, answers: &mut Vec<String>) -> Result {
        let count = io.telemetry_value(self.robot, self.counter)?.unwrap_or(0.0);
        if count == self.fetched {
            return Ok(());
        }
        self.fetched = count;
        let lines = io.call_component(self.robot, &self.component, "answers", &[])?;
        answers.extend(lines.as_str().unwrap_or_default().lines().map(str::to_string));
        Ok(())
    }
}

/// Index of a robot by name.
///
/// # Errors
/// When there is no such robot.
pub fn robot(name: &str, parameter: &str, robots: &[String]) -> Result<u32> {
    let place = robots.iter().position(|robot| robot == name);
    place.map(|place| place as u32).ok_or_else(|| {
        let known = robots.join(", ");
        Fault::new(format!("`{parameter}` names the robot `{name}`, which is not in the scene"))
            .help(format!("robots of the scene: {known}"))
            .because(Cause::Parameters)
    })
}
