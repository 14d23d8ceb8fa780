//! Outline of the real robot over its twin's world.
//!
//! It uses ground truth, which is not available for an actual robot: it is for tests and views, and the link never reads it.

use crate::l0::robot;
use crate::lines::{Client, LineEvent, Opener};
use serde::Deserialize;
use sim_abi::prelude::*;
use sim_abi::serde_json;

/// Maximum number of lines processed per step, so that a flood of them cannot stall the run.
const AT_A_TIME: usize = 64;

/// Offset of the outline from the robot, m, so that it is visible where both robots coincide.
const BESIDE: f64 = 0.004;

/// Protrusion of the outline's nose beyond its front, as a fraction of its length.
const NOSE: f64 = 0.35;

const COLOR: [f32; 4] = [0.75, 0.0, 0.55, 1.0];

/// Parameters of the ghost.
#[params]
pub struct GhostParams {
    /// The twin.
    #[param(default = "twin".to_string())]
    twin: String,
    /// Robot of the scene that acts as the real one; empty: another program, at `address`.
    robot: String,
    /// Address and port at which another program publishes the true pose of its robot (grant `Network`), as
    /// `twin/stand-in` does at its `truth_address`; empty: a robot of the scene, `robot`.
    address: String,
    /// Origin of the twin's world in the world of the real robot, x and y.
    #[param(unit = "m", min = -1e6, max = 1e6)]
    at: [f64; 2],
    /// Rotation of the axes of the twin's world in the world of the real robot, counterclockwise.
    #[param(unit = "rad", min = -7.0, max = 7.0)]
    yaw: f64,
    /// Length, width and height of the outline.
    #[param(default = [0.14, 0.1, 0.08], unit = "m", min = 0.001, max = 10.0)]
    size: [f64; 3],
}

/// A planar pose, m and rad.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
struct Spot {
    x: f64,
    y: f64,
    yaw: f64,
}

impl Spot {
    const NOWHERE: Self = Self { x: f64::NAN, y: f64::NAN, yaw: f64::NAN };

    fn of(state: &BodyState) -> Self {
        let at = state.pose.translation.vector;
        Self { x: at.x, y: at.y, yaw: state.yaw() }
    }

    /// Returns a point on it: this far ahead and to the left, m.
    fn beside(&self, [ahead, left]: [f64; 2]) -> [f64; 2] {
        let (sin, cos) = math::sin_cos(self.yaw);
        [self.x + cos * ahead - sin * left, self.y + sin * ahead + cos * left]
    }

    /// Transforms the pose to the axes of `origin`.
    fn seen_from(&self, origin: &Self) -> Self {
        let (sin, cos) = math::sin_cos(origin.yaw);
        let [dx, dy] = [self.x - origin.x, self.y - origin.y];
        Self { x: cos * dx + sin * dy, y: cos * dy - sin * dx, yaw: wrap_angle(self.yaw - origin.yaw) }
    }

    /// Parses the pose from a line of a truth port; `None` if the line is invalid.
    fn read(line: &str) -> Option<Self> {
        let spot: Self = serde_json::from_str(line).ok()?;
        [spot.x, spot.y, spot.yaw].iter().all(|number| number.is_finite()).then_some(spot)
    }
}

/// Source of the pose.
enum Truth {
    /// A robot of the scene.
    Robot(u32),
    /// Another program, once the run has started.
    External(Option<Client>),
}

/// Draws the pose of the real robot.
pub struct Ghost {
    params: GhostParams,
    twin: u32,
    truth: Truth,
    /// Last known pose in its own world.
    last: Option<Spot>,
    /// Whether an unreadable line has been reported.
    complained: bool,
    /// Whether external input comes from a recording.
    recorded: bool,
    known: Published,
    published: [Published; 5],
    twin_at: [Published; 2],
    outline: [[Published; 2]; CORNERS.len()],
}

/// Corners of the outline: name, and position as fractions of half its length and half its width.
const CORNERS: [(&str, [f64; 2]); 5] = [
    ("rear_right", [-1.0, -1.0]),
    ("front_right", [1.0, -1.0]),
    ("nose", [1.0 + 2.0 * NOSE, 0.0]),
    ("front_left", [1.0, 1.0]),
    ("rear_left", [-1.0, 1.0]),
];

impl Service for Ghost {
    type Params = GhostParams;

    fn new(params: GhostParams, setup: &mut ServiceSetup) -> Result<Self> {
        let twin = robot(&params.twin, "twin", setup.robots())?;
        let truth = match (params.robot.as_str(), params.address.as_str()) {
            ("", "") => {
                return Err(Fault::new(
                    "neither `robot` nor `address` is given: the pose of the real robot is unknown",
                )
                .help("set `robot` to a robot of the scene, or `address` to a truth port, as in 127.0.0.1:3012")
                .because(Cause::Parameters));
            }
            (name, "") => Truth::Robot(robot(name, "robot", setup.robots())?),
            ("", _) => {
                setup.require("Network")?;
                Truth::External(None)
            }
            _ => {
                return Err(Fault::new("`robot` and `address` are both given")
                    .help("remove one of them")
                    .because(Cause::Parameters));
            }
        };
        let known =
            Channel::new("known", "1").range(0.0, 1.0).exact().help("1 while the pose of the real robot is received");
        let known = setup.publish(known);
        let mut value =
            |name: &str, unit: &str, help: &str| setup.publish(Channel::new(name, unit).frame("world").help(help));
        let help = "position of the real robot in the twin's world; NaN while it is not received";
        let published = [
            value("x", "m", help),
            value("y", "m", help),
            value("yaw", "rad", "heading of the real robot in the twin's world"),
            value("distance", "m", "distance from the twin to the real robot"),
            value("turn", "rad", "heading of the real robot minus that of the twin"),
        ];
        let mut point = |name: &str, help: &str| ["x", "y"].map(|axis| value(&format!("{name}_{axis}"), "m", help));
        let twin_at = point("twin", "position of the twin");
        let outline = CORNERS.map(|(name, _)| point(name, "corner of the outline"));
        draw(setup, &params);
        let recorded = setup.replayed();
        Ok(Self { twin, truth, last: None, complained: false, recorded, known, published, twin_at, outline, params })
    }

    fn start(&mut self, io: &mut ServiceIo) -> Result {
        if let Truth::External(client) = &mut self.truth
            && !self.recorded
        {
            *client = Some(Client::new(Opener::Tcp(self.params.address.clone()))?);
        }
        self.step(io)
    }

    fn step(&mut self, io: &mut ServiceIo) -> Result {
        match &self.truth {
            Truth::Robot(robot) => self.last = Some(Spot::of(&io.robot_state(*robot)?)),
            Truth::External(_) => self.receive_lines(io)?,
        }
        let twin = Spot::of(&io.robot_state(self.twin)?);
        let origin = Spot { x: self.params.at[0], y: self.params.at[1], yaw: self.params.yaw };
        let ghost = self.last.map_or(Spot::NOWHERE, |last| last.seen_from(&origin));
        let distance = math::hypot(ghost.x - twin.x, ghost.y - twin.y);
        let turn = if ghost.yaw.is_nan() { f64::NAN } else { wrap_angle(ghost.yaw - twin.yaw) };
        io.publish(self.known, f64::from(u8::from(self.last.is_some())));
        let values = [ghost.x, ghost.y, ghost.yaw, distance, turn];
        self.published.into_iter().zip(values).for_each(|(value, number)| io.publish(value, number));
        let [length, width, _] = self.params.size;
        let corners = CORNERS
            .map(|(_, [ahead, left])| ghost.beside([ahead * (length / 2.0 + BESIDE), left * (width / 2.0 + BESIDE)]));
        let points = self.outline.into_iter().zip(corners).chain([(self.twin_at, [twin.x, twin.y])]);
        for (values, place) in points {
            values.into_iter().zip(place).for_each(|(value, number)| io.publish(value, number));
        }
        Ok(())
    }

    fn datasheet() -> Datasheet {
        Datasheet::default().example(
            r#"robots: [(name: "twin", model: "ninjuab/standard"), (name: "real", model: "ninjuab/standard", at: (0, -10))],
services: [(name: "one", id: "twin/ghost", params: (robot: "real", at: (0, -10)))]"#,
        )
    }
}

impl Ghost {
    /// Processes lines from the other program.
    fn receive_lines(&mut self, io: &mut ServiceIo) -> Result {
        let client = if let Truth::External(client) = &self.truth { client.as_ref() } else { None };
        let came =
            std::iter::from_fn(|| client.and_then(Client::next)).take(AT_A_TIME).filter(|event| !event.is_blank());
        let address = &self.params.address;
        for event in LineEvent::through(io, came)? {
            match event {
                LineEvent::Opened(_, name) => {
                    io.log(LogLevel::Info, format!("receiving the pose of the real robot from {name}"))
                }
                LineEvent::Closed(_, why) => {
                    self.last = None;
                    io.log(
                        LogLevel::Info,
                        format!("no pose of the real robot from {address}, so it is not drawn: {why}"),
                    );
                }
                LineEvent::Line(_, line) => match Spot::read(&line) {
                    Some(spot) => self.last = Some(spot),
                    None if std::mem::replace(&mut self.complained, true) => {}
                    None => io.log(LogLevel::Warn, format!("{address} sent an invalid pose: `{line}`")),
                },
                LineEvent::TooLong(_) if std::mem::replace(&mut self.complained, true) => {}
                LineEvent::TooLong(_) => io.log(LogLevel::Warn, format!("{address} sent a line that is too long")),
            }
        }
        Ok(())
    }
}

/// Declares the outline: two rings, the edges between them, and a line to the twin.
fn draw(setup: &mut ServiceSetup, params: &GhostParams) {
    let mut line = |points: Vec<DrawingPoint>| {
        let line = Drawing::line("ghost of the real robot", points).color(COLOR);
        setup.draw(line.while_at_least("known", 1.0));
    };
    let at = |name: &str, height: f64| -> DrawingPoint {
        [format!("{name}_x").into(), format!("{name}_y").into(), height.into()]
    };
    let top = params.size[2] + BESIDE;
    for height in [BESIDE, top] {
        line(CORNERS.iter().chain([&CORNERS[0]]).map(|(name, _)| at(name, height)).collect());
    }
    for (name, _) in CORNERS {
        line(vec![at(name, BESIDE), at(name, top)]);
    }
    line(vec![at("twin", top), ["x".into(), "y".into(), top.into()]]);
}

#[cfg(test)]
mod tests;
