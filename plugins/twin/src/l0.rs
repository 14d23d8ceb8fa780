//! A robot of the scene whose controller implements the line protocol.

use sim_abi::prelude::*;
use sim_abi::service::RobotLayout;

/// Functions that identify such a controller.
const FUNCTIONS: [&str; 2] = ["order", "answers"];

/// Channel published by such a controller: the number of responses.
const COUNTER: &str = "answers";

/// The low-level controller of a robot, as accessed by a service.
pub struct L0 {
    robot: u32,
    component: String,
    /// Index of the response count in the telemetry.
    counter: usize,
    /// Number of fetched responses.
    fetched: f64,
}

impl L0 {
    /// Finds the controller of a robot, by name. `parameter` is the parameter that contains the name.
    ///
    /// # Errors
    /// If the robot does not exist, or its controller does not implement the protocol.
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

    /// Returns the index of the robot.
    pub fn robot(&self) -> u32 {
        self.robot
    }

    /// Returns the number of fetched responses.
    pub fn fetched(&self) -> f64 {
        self.fetched
    }

    /// Sets the number of fetched responses, for a robot restored from a saved state.
    pub fn set_fetched(&mut self, fetched: f64) {
        self.fetched = fetched;
    }

    /// Sends it a line.
    pub fn send(&self, io: &mut ServiceIo, line: &str) -> Result {
        io.call_component(self.robot, &self.component, "order", &[json!(line)]).map(drop)
    }

    /// Appends its responses since the last call, oldest first.
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

/// Returns the index of a robot by name.
///
/// # Errors
/// If the robot does not exist.
pub fn robot(name: &str, parameter: &str, robots: &[String]) -> Result<u32> {
    let place = robots.iter().position(|robot| robot == name);
    place.map(|place| place as u32).ok_or_else(|| {
        let known = robots.join(", ");
        Fault::new(format!("unknown robot `{name}` in `{parameter}`"))
            .help(format!("robots of the scene: {known}"))
            .because(Cause::Parameters)
    })
}
