//! `autopilot`: flies a mission around known obstacles into a dock, with manual override.
//!
//! Reads `gps`, `attitude` and the downward sensors `front_range` and `rear_range`; commands `front`, `bottom` and
//! `tail`. The mission is a stack: reached points are popped, detours are pushed. States, laws and gains are those that
//! flew the circuit of the blimp's specification; the thesis they are based on (H. Díaz Bachiller, Universitat
//! Politècnica de València, 2010) does not publish gains.

mod course;
mod flight;
mod laws;
mod manual;
mod memory;
mod observer;
mod overlay;

use crate::standard::Motor;
use bisphere::First;
use course::{Obstacle, Point};
use flight::{Flight, Signs};
use laws::Gains;
use manual::Manual;
use memory::Memory;
use overlay::{Snapshot, Values};
use sim_abi::prelude::*;

/// Minimum and maximum height of a point of the mission, m.
const BAND: [f64; 2] = [1.6, 4.0];

/// Which obstacle on a leg is avoided first.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstObstacle {
    /// The obstacle that is touched first.
    #[default]
    Entry,
    /// The obstacle whose point of deepest penetration comes first.
    Lambda,
}

/// How to handle a destination too close to an obstacle.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NearDestination {
    /// Replace it with the nearest position that is clear.
    #[default]
    Approach,
    /// Skip the destination.
    Skip,
    /// Hold position.
    Fail,
}

/// Detour planning.
#[params]
#[derive(Clone, Debug, PartialEq)]
pub struct Planner {
    /// Radius of the sphere around the blimp that is kept clear of obstacles.
    #[param(default = 0.65, unit = "m", min = 0.0, max = 5.0)]
    radius: f64,
    /// Additional clearance of planned paths.
    #[param(default = 0.20, unit = "m", min = 0.0, max = 5.0)]
    hysteresis: f64,
    /// Extra offset of a detour, as a fraction of the penetration depth.
    #[param(default = 0.05, min = 0.0, max = 2.0)]
    margin: f64,
    /// Minimum height of a detour that passes below an obstacle.
    #[param(default = 1.8, unit = "m")]
    least_height_below: f64,
    /// Distance of detours from the limits of the altitude band, 1.6 m and 4 m.
    #[param(default = 0.10, unit = "m", min = 0.0, max = 0.5)]
    altitude_margin: f64,
    /// Number of blocked cycles before the path is replanned.
    #[param(default = 5, min = 1)]
    patience: u32,
    /// Minimum time between two plans of a leg.
    #[param(default = 1.0, unit = "s", min = 0.0)]
    interval: f64,
    /// Which obstacle on a leg is avoided first.
    first: FirstObstacle,
    /// How to handle a destination too close to an obstacle.
    near_destination: NearDestination,
}

/// Parameters of the autopilot.
#[params]
#[derive(Clone, Debug, PartialEq)]
pub struct AutopilotParams {
    /// Points in flight order. With `docking` the last three lead into the dock.
    mission: Vec<Point>,
    /// Whether the mission ends in a dock.
    #[param(default = true)]
    docking: bool,
    /// Known obstacles.
    obstacles: Vec<Obstacle>,
    /// Weight minus buoyancy, which the bottom motor compensates.
    #[param(default = 0.010, unit = "N", min = -0.045, max = 0.025)]
    trim: f64,
    /// Distance ahead of the center of the pivot point about which the tail motor turns the blimp; position hold uses
    /// the speed at this point.
    #[param(default = 0.127, unit = "m", min = 0.0, max = 0.3)]
    pivot: f64,
    /// Bandwidth of the position and velocity estimate for a noisy position sensor: 1 with 1 cm of noise. 0 uses raw
    /// readings and their differences as velocity.
    #[param(default = 0.0, unit = "rad/s", min = 0.0, max = 100.0)]
    observer: f64,
    /// Gains while turning toward a leg.
    seek_angle: Gains,
    /// Gains along a leg.
    advance: Gains,
    /// Gains while holding position.
    hold: Gains,
    /// Gains while docking.
    dock: Gains,
    /// Detour planning.
    planner: Planner,
    /// Number of obstacles, from the start of the list, whose clearance is published.
    #[param(default = 8, max = 256)]
    clearances: u32,
    /// Manual flight by keyboard. P switches between manual and automatic flight.
    manual: Manual,
}

/// An autopilot with manual flight.
pub struct Autopilot {
    gps: Input,
    attitude: Input,
    ranges: [Input; 2],
    motors: [Output; 3],
    flight: Flight,
    memory: Memory,
    published: Values,
}

impl Controller for Autopilot {
    type Params = AutopilotParams;

    fn new(params: AutopilotParams, robot: &mut ControllerSetup) -> Result<Self> {
        robot.set_default_period(0.032);
        robot.tunable();
        let flight = Flight::try_new(params)?;
        let params = flight.params();
        course::clear_spaces(&params.mission, params.planner.radius).for_each(|place| robot.require_clear_space(place));
        let published = Values::declare(robot, params, &flight);
        Ok(Self {
            gps: of_three(robot, "gps", "navigation/gps")?,
            attitude: of_three(robot, "attitude", "navigation/attitude")?,
            ranges: robot.inputs(["front_range", "rear_range"])?,
            motors: robot.outputs(["front", "bottom", "tail"])?,
            memory: flight.start(),
            flight,
            published,
        })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let gps = io.read(self.gps);
        let signs = Signs {
            at: [gps[0], gps[1], gps[2]],
            yaw: io.read(self.attitude)[2],
            is_near_ground: self.ranges.iter().any(|range| io.value(*range) > 0.0),
            dt: io.dt(),
            keys: io.keys(),
        };
        let commands = self.flight.cycle(&mut self.memory, &signs, &|level, text| io.log(level, text));
        for (motor, command) in self.motors.into_iter().zip(commands) {
            io.set(motor, command);
        }
        let now = Snapshot {
            state: self.memory.state_number(),
            stack: self.memory.stack(),
            at: signs.at,
            leg: self.memory.leg_from(),
            target: self.memory.target(),
        };
        self.published.publish(io, &self.flight, &now);
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&self.memory)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        self.memory = self.flight.resume(state::load(bytes)?);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "a", model: "blimp/standard", at: (0, 0, 1),
    controller: (id: "blimp/autopilot", params: (docking: false, mission: [(at: (9, 0, 2)), (at: (9, 9, 2))])))]"#,
        )
    }
}

impl From<FirstObstacle> for First {
    fn from(first: FirstObstacle) -> Self {
        match first {
            FirstObstacle::Entry => Self::Entry,
            FirstObstacle::Lambda => Self::Deepest,
        }
    }
}

/// A sensor with three values.
fn of_three(robot: &ControllerSetup, name: &str, component: &str) -> Result<Input> {
    let input = robot.sensor(name)?;
    if input.len() == 3 {
        return Ok(input);
    }
    let fault = Fault::new(format!("sensor `{name}` has {} values instead of three", input.len()));
    Err(fault.help(format!("use `{component}`")).because(Cause::Binding))
}

/// Command of the bottom motor that carries a weight, N.
fn trim_command(trim: f64) -> f64 {
    Motor::BOTTOM.command(-trim)
}

#[cfg(test)]
mod tests;
