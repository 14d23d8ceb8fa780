//! The recorded columns of each robot, and their telemetry indices.

use sim_abi::declare::Kind;
use sim_abi::prelude::*;
use sim_abi::service::{LayoutPart, RobotLayout};
use std::ops::Range;

/// Sensors that a controller's export always lists, whether or not the controller reads them.
const ALWAYS: [&str; 3] = ["radar", "distancia", "gps"];
/// Component of the motors.
const MOTOR: &str = "marine/motor";
/// Component of the lamp that shows a color by number.
const LED: &str = "drive/led-index";

/// Columns of one robot.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    pub robot: String,
    /// Telemetry of the motor states; empty if the dynamics has none.
    motors: Vec<usize>,
    /// Telemetry of the motor commands.
    controls: Vec<usize>,
    /// Exports of the controller: name, and telemetry of a sensor's readings or of a published value.
    exports: Vec<(String, Export)>,
    led: Option<usize>,
}

/// One entry of a controller's exports.
#[derive(Clone, Debug, PartialEq)]
enum Export {
    /// Readings; empty if the controller does not read the sensor.
    Readings(Range<usize>),
    Value(usize),
}

/// Number of values of a body's state in a row: position, orientation (x, y, z, w), velocity, angular velocity, world
/// axes.
pub const STATE: usize = 13;

impl Columns {
    /// Columns recorded for a robot.
    pub fn of(layout: &RobotLayout) -> Self {
        let of_kind = |kind: Kind| layout.parts.iter().filter(move |part| part.kind == kind.word());
        let commands =
            |id: &'static str| of_kind(Kind::Actuator).filter(move |part| part.component == id).map(|part| part.offset);
        let motors = of_kind(Kind::Dynamics).flat_map(published).filter(|(name, _)| name.starts_with("motor_"));
        let controls: Vec<usize> = commands(MOTOR).collect();
        let controller = of_kind(Kind::Controller).next();
        let reads = |name: &str| {
            controller.is_some_and(|part| part.reads.as_ref().is_none_or(|reads| reads.iter().any(|read| read == name)))
        };
        let readings = |name: &str| {
            let part = of_kind(Kind::Sensor).find(|part| part.name == name && reads(name));
            Export::Readings(part.map_or(0..0, |part| part.offset..part.offset + part.channels.len()))
        };
        let others = of_kind(Kind::Sensor).map(|part| part.name.as_str());
        let others = others.filter(|name| !ALWAYS.contains(name) && reads(name));
        let sensors = ALWAYS.into_iter().chain(others).map(|name| (name.to_string(), readings(name)));
        let values = controller.into_iter().flat_map(published);
        Self {
            robot: layout.name.clone(),
            motors: motors.map(|(_, index)| index).collect(),
            controls,
            exports: sensors.chain(values.map(|(name, index)| (name.to_string(), Export::Value(index)))).collect(),
            led: commands(LED).next(),
        }
    }

    /// Appends the row of a step.
    pub fn gather(&self, state: &BodyState, telemetry: &[f64], row: &mut Vec<f64>) {
        row.extend(state.pose.translation.vector.iter().chain(state.pose.rotation.coords.iter()));
        row.extend(state.linear_velocity.iter().chain(state.angular_velocity.iter()));
        row.extend(self.motors.iter().chain(&self.controls).map(|index| telemetry[*index]));
        for (_, export) in &self.exports {
            match export {
                Export::Readings(range) => row.extend(&telemetry[range.clone()]),
                Export::Value(index) => row.push(telemetry[*index]),
            }
        }
        row.extend(self.led.map(|index| telemetry[index]));
    }

    /// Number of values in a row.
    pub fn len(&self) -> usize {
        let exports = self.exports.iter().map(|(_, export)| export.len());
        STATE + self.motors.len() + self.controls.len() + exports.sum::<usize>() + usize::from(self.led.is_some())
    }

    /// The fields of the object after the state: name, and the lengths of its lists.
    pub fn fields(&self) -> impl Iterator<Item = Field<'_>> {
        // A robot without stateful motors is written with motors at rest.
        let motors = if self.motors.is_empty() {
            Field::Zeros(self.controls.len())
        } else {
            Field::List("motorState", self.motors.len())
        };
        let led = self.led.map(|_| Field::Whole("led"));
        [motors, Field::List("control", self.controls.len())]
            .into_iter()
            .chain([Field::Open("sensores")])
            .chain(self.exports.iter().map(|(name, export)| match export {
                Export::Readings(range) => Field::List(name, range.len()),
                Export::Value(_) => Field::Number(name),
            }))
            .chain([Field::Close])
            .chain(led)
    }
}

/// A part of the object of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Field<'a> {
    /// Zeros under `motorState`.
    Zeros(usize),
    List(&'a str, usize),
    Number(&'a str),
    /// An integer.
    Whole(&'a str),
    Open(&'a str),
    Close,
}

impl Export {
    fn len(&self) -> usize {
        match self {
            Export::Readings(range) => range.len(),
            Export::Value(_) => 1,
        }
    }
}

/// Published values of a part with their telemetry indices.
fn published(part: &LayoutPart) -> impl Iterator<Item = (&str, usize)> {
    part.published.iter().map(|channel| channel.name.as_str()).zip(part.published_offset..)
}
