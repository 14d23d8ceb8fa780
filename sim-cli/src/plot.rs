//! Curves over time: a value of every robot, drawn at the end of a run.

use crate::live::Observer;
use crate::plan::{PALETTE, Trail, grey, round_step};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::Simulation;
use sim_render::paper::{CHARACTER, Color, Paper, Pen, text_width};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Points kept of one curve.
const POINTS: usize = 2_000;
/// Curves that have names beside the field; of more robots only these are named.
const NAMED: usize = 16;
/// Robots that are drawn.
const ROBOTS: usize = 200;
/// Size of the image and room around the field, px.
const SIZE: [u32; 2] = [1400, 800];
const LEFT: f32 = 120.0;
const ABOVE: f32 = 70.0;
const BELOW: f32 = 84.0;
/// Least distance of grid lines, px.
const APART: f64 = 70.0;
/// Free part above and below the curves, as a share of their height.
const PADDING: f64 = 0.05;

/// What is drawn over time, and into which file.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// `z`, `speed` or the like of the robots' states, or the path of a channel.
    signal: String,
    /// Beginning of the names of the robots that are drawn; empty: all.
    robots: String,
    file: PathBuf,
}

impl Wish {
    /// The file to draw to.
    pub fn file(&self) -> &Path {
        &self.file
    }
}

impl FromStr for Wish {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (what, file) = text.split_once('=').unwrap_or_default();
        let (robots, signal) = what.split_once(':').unwrap_or(("", what));
        if signal.is_empty() || file.is_empty() {
            return Err("expected SIGNAL=FILE.png, such as gps.z=depth.png, or ROBOTS:SIGNAL=FILE.png".into());
        }
        Ok(Self { signal: signal.into(), robots: robots.into(), file: file.into() })
    }
}

/// Quantities of a robot's state with their units.
const STATES: [(&str, &str); 10] = [
    ("x", "m"),
    ("y", "m"),
    ("z", "m"),
    ("roll", "deg"),
    ("pitch", "deg"),
    ("yaw", "deg"),
    ("vx", "m/s"),
    ("vy", "m/s"),
    ("vz", "m/s"),
    ("speed", "m/s"),
];

/// Curves that are gathered during a run.
pub struct Plot {
    wish: Wish,
    unit: String,
    source: Source,
    /// Of each robot that is drawn: its index, and what has been seen of it.
    curves: Vec<(usize, Trail)>,
}

/// Where the values come from.
enum Source {
    /// Index of a quantity in [`STATES`].
    State(usize),
    /// Per curve, index of the channel in the telemetry of its robot.
    Telemetry(Vec<usize>),
}

impl Plot {
    /// Curves of a simulation that is about to run.
    ///
    /// # Errors
    /// When no robot has the signal.
    pub fn new(wish: Wish, simulation: &Simulation) -> Result<Self, Diagnostic> {
        let named = simulation.robots().enumerate().filter(|(_, robot)| robot.name.starts_with(&wish.robots));
        let robots: Vec<usize> = named.map(|(number, _)| number).take(ROBOTS).collect();
        if robots.is_empty() {
            let message = format!("there is no robot to plot whose name begins with `{}`", wish.robots);
            let names = simulation.robots().map(|robot| robot.name);
            return Err(Diagnostic::error(Code::ConfigValue, message).with_nearest_of(&wish.robots, names));
        }
        let curve = |robot: usize| (robot, Trail::new(POINTS));
        if let Some(state) = STATES.iter().position(|(name, _)| *name == wish.signal) {
            let curves = robots.into_iter().map(curve).collect();
            return Ok(Self { unit: STATES[state].1.into(), source: Source::State(state), curves, wish });
        }
        let channels: Vec<_> = robots.iter().map(|robot| (*robot, simulation.channels(*robot))).collect();
        let found: Vec<_> = channels
            .iter()
            .filter_map(|(robot, channels)| Some((*robot, channels.iter().find(|known| known.path == wish.signal)?)))
            .collect();
        let Some((_, first)) = found.first() else {
            let known = STATES.iter().map(|(name, _)| *name);
            let paths = channels.iter().flat_map(|(_, channels)| channels).map(|channel| channel.path.as_str());
            let message = format!("no robot has a value `{}` to plot", wish.signal);
            return Err(Diagnostic::error(Code::ConfigValue, message)
                .with_expected("x, y, z, roll, pitch, yaw, vx, vy, vz, speed, or a channel such as `gps.z`")
                .with_found(&wish.signal)
                .with_nearest_of(&wish.signal, known.chain(paths)));
        };
        let unit = first.channel.unit.clone();
        let source = Source::Telemetry(found.iter().map(|(_, channel)| channel.index).collect());
        let curves = found.iter().map(|(robot, _)| curve(*robot)).collect();
        Ok(Self { unit, source, curves, wish })
    }

    /// The file that is written.
    pub fn file(&self) -> &Path {
        &self.wish.file
    }

    /// Draws the curves as a PNG file.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn write(&self, simulation: &Simulation, title: &str) -> Result<(), Diagnostic> {
        let file = &self.wish.file;
        let failed = |reason: String| {
            Diagnostic::error(Code::ConfigOutput, "the plot cannot be written")
                .with_file(file.display().to_string())
                .with_found(reason)
        };
        let names: Vec<&str> = simulation.robots().map(|robot| robot.name).collect();
        let drawn = self.curves.iter().filter(|(_, curve)| !curve.points().is_empty());
        let curves: Vec<Curve<'_>> =
            drawn.map(|(robot, curve)| Curve { name: names[*robot], points: curve.points() }).collect();
        let signal = &self.wish.signal;
        let label = match self.unit.as_str() {
            "1" | "" => signal.clone(),
            unit if unit.contains('/') => format!("{signal}/({unit})"),
            unit => format!("{signal}/{unit}"),
        };
        let bytes = draw(&curves, title, &label).map_err(failed)?;
        sim_core::files::write_whole(file, &bytes).map_err(|error| failed(error.to_string()))
    }
}

impl Observer for Plot {
    fn tick(&mut self, simulation: &Simulation) {
        let time = simulation.time();
        // Curves are in the order of the robots.
        let mut robots = simulation.robots().enumerate();
        for (number, (robot, curve)) in self.curves.iter_mut().enumerate() {
            let value = match &self.source {
                Source::State(quantity) => {
                    let report = robots.find(|(number, _)| number == robot);
                    report.map(|(_, report)| value(*quantity, &report.state))
                }
                Source::Telemetry(indices) => Some(simulation.telemetry(*robot)[indices[number]]),
            };
            curve.see(value.filter(|value| value.is_finite()).map(|value| [time, value]));
        }
    }
}

/// A quantity of [`STATES`].
fn value(quantity: usize, body: &sim_abi::math::BodyState) -> f64 {
    let (at, velocity) = (body.pose.translation.vector, body.linear_velocity);
    let (roll, pitch, yaw) = body.pose.rotation.euler_angles();
    let [roll, pitch, yaw] = [roll, pitch, yaw].map(f64::to_degrees);
    let speed = velocity.xy().norm();
    [at.x, at.y, at.z, roll, pitch, yaw, velocity.x, velocity.y, velocity.z, speed][quantity]
}

struct Curve<'a> {
    name: &'a str,
    points: &'a [[f64; 2]],
}

/// The pen of a curve: when all colors are used they come again, dashed.
fn pen(index: usize) -> Pen {
    let [red, green, blue] = PALETTE[index % PALETTE.len()];
    let dash = [0.0, 12.0, 4.0][(index / PALETTE.len()).min(2)];
    Pen { color: Color::from_rgba8(red, green, blue, 255), width: 2.5, dash }
}

/// The field: what of time and value it shows, and where, px.
struct Field {
    min: [f64; 2],
    max: [f64; 2],
    /// Left, upper, right and lower edge.
    edges: [f32; 4],
}

impl Field {
    fn around(curves: &[Curve<'_>], right: f32) -> Self {
        let points = || curves.iter().flat_map(|curve| curve.points);
        let end =
            |axis: usize, pick: fn(f64, f64) -> f64, start: f64| points().map(|point| point[axis]).fold(start, pick);
        let (mut min, mut max) = (
            [0, 1].map(|axis| end(axis, f64::min, f64::INFINITY)),
            [0, 1].map(|axis| end(axis, f64::max, f64::NEG_INFINITY)),
        );
        if min[0] > max[0] {
            (min, max) = ([0.0; 2], [1.0; 2]);
        }
        // A curve that is flat has room above and below.
        let flat = |axis: usize| (max[axis] - min[axis]).max(1e-9 * max[axis].abs()).max(1e-9);
        let room = [0.0, PADDING * flat(1)];
        let min = [min[0], min[1] - room[1]];
        let max = [max[0].max(min[0] + flat(0)), max[1] + room[1]];
        Self { min, max, edges: [LEFT, ABOVE, right, SIZE[1] as f32 - BELOW] }
    }

    fn pixel(&self, point: [f64; 2]) -> [f32; 2] {
        let [left, upper, right, lower] = self.edges;
        let share = |axis: usize| ((point[axis] - self.min[axis]) / (self.max[axis] - self.min[axis])) as f32;
        [left + share(0) * (right - left), lower - share(1) * (lower - upper)]
    }

    /// Distance of the grid lines of an axis, in its unit.
    fn step(&self, axis: usize) -> f64 {
        let [left, upper, right, lower] = self.edges.map(f64::from);
        let length = [right - left, lower - upper][axis];
        round_step(APART / length * (self.max[axis] - self.min[axis]))
    }
}

/// The image as a PNG file.
fn draw(curves: &[Curve<'_>], title: &str, label: &str) -> Result<Vec<u8>, String> {
    let [width, height] = SIZE;
    let mut canvas = Paper::new(width, height).ok_or_else(|| format!("{width} by {height} pixels cannot be drawn"))?;
    let named = || curves.iter().take(NAMED);
    let widest = named().map(|curve| text_width(curve.name)).fold(0.0, f32::max).min(400.0);
    let field = Field::around(curves, width as f32 - widest - 70.0);
    let [left, upper, right, lower] = field.edges;
    let line = |color: Color, width: f32| Pen { color, width, dash: 0.0 };
    for axis in 0..2 {
        let step = field.step(axis);
        let decimals = (-step.log10().floor()).max(0.0) as usize;
        let lines = (field.min[axis] / step).ceil() as i64..=(field.max[axis] / step).floor() as i64;
        for number in lines {
            let value = number as f64 * step;
            let words = if number == 0 { "0".into() } else { format!("{value:.decimals$}") };
            let pen = line(if number == 0 { grey(160) } else { grey(230) }, 1.0);
            let mut at = field.min;
            at[axis] = value;
            let [x, y] = field.pixel(at);
            if axis == 0 {
                canvas.line([[x, upper], [x, lower]], false, pen);
                canvas.text(&words, [x - text_width(&words) / 2.0, lower + 10.0], grey(60));
            } else {
                canvas.line([[left, y], [right, y]], false, pen);
                canvas.text(&words, [left - 8.0 - text_width(&words), y - CHARACTER / 2.0], grey(60));
            }
        }
    }
    canvas.clip(Some(field.edges));
    for (number, curve) in curves.iter().enumerate() {
        canvas.line(curve.points.iter().map(|point| field.pixel(*point)), false, pen(number));
    }
    canvas.clip(None);
    canvas.line([[left, upper], [right, upper], [right, lower], [left, lower]], true, line(grey(120), 1.0));
    canvas.text(title, [left, 14.0], grey(0));
    canvas.text(label, [left, upper - 26.0], grey(60));
    canvas.text("t/s", [right - text_width("t/s"), lower + 46.0], grey(60));
    for (number, curve) in named().enumerate() {
        let y = upper + number as f32 * 2.0 * CHARACTER;
        let middle = y + CHARACTER / 2.0;
        canvas.line([[right + 14.0, middle], [right + 38.0, middle]], false, pen(number));
        canvas.text(curve.name, [right + 46.0, y], grey(0));
    }
    canvas.png()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::Pixmap;

    #[test]
    fn a_wish_is_a_signal_and_a_file() {
        let wish: Wish = "gps.z=out/depth.png".parse().unwrap();
        assert_eq!((wish.signal.as_str(), wish.file.as_path()), ("gps.z", Path::new("out/depth.png")));
        let wish: Wish = "law2:z=a.png".parse().unwrap();
        assert_eq!((wish.robots.as_str(), wish.signal.as_str()), ("law2", "z"));
        for wrong in ["gps.z", "=a.png", "z="] {
            assert!(wrong.parse::<Wish>().unwrap_err().contains("SIGNAL=FILE.png"), "{wrong}");
        }
    }

    #[test]
    fn curves_are_where_their_values_are() {
        let points = [[0.0, -1.0], [10.0, -1.0]];
        let other = [[0.0, -2.0], [10.0, -2.0]];
        let curves = [Curve { name: "anna", points: &points }, Curve { name: "bert", points: &other }];
        let image = Pixmap::decode_png(&draw(&curves, "dive", "z/m").unwrap()).unwrap();
        assert_eq!([image.width(), image.height()], SIZE);
        let field = Field::around(&curves, SIZE[0] as f32 - text_width("anna") - 70.0);
        let seen = |point: [f64; 2]| {
            let [x, y] = field.pixel(point);
            let pixel = image.pixel(x as u32, y as u32).unwrap();
            [pixel.red(), pixel.green(), pixel.blue()]
        };
        assert_eq!((seen([4.9, -1.0]), seen([4.9, -2.0]), seen([4.93, -1.53])), (PALETTE[0], PALETTE[1], [255; 3]));
    }

    #[test]
    fn what_does_not_change_has_a_scale_too() {
        let points = [[0.0, 5.0], [1.0, 5.0]];
        let curves = [Curve { name: "a", points: &points }];
        assert!(draw(&curves, "", "").is_ok() && draw(&[], "", "").is_ok());
        let field = Field::around(&curves, 1000.0);
        assert!(field.min[1] < 5.0 && field.max[1] > 5.0);
    }
}
