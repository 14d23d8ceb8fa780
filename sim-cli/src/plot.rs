//! Plots a value of every robot over time, at the end of a run.

use crate::live::Observer;
use crate::plan::{Trail, too_large};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::Simulation;
use sim_render::axes::{Axes, GAP, LABELS, PALETTE};
use sim_render::svg::{Pen, Words, grey, line_height, shortened, text_width};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Maximum number of points per curve.
const POINTS: usize = 2_000;
/// Maximum number of curves that are labeled next to the plot area.
const NAMED: usize = 16;
/// Maximum number of robots that are drawn.
const ROBOTS: usize = 200;
/// Maximum width of a curve's name, px.
const WIDEST: f64 = 400.0;
/// Length of the line sample before a name, px.
const SAMPLE: f64 = 24.0;
/// Image size, px.
const SIZE: [f64; 2] = [1400.0, 800.0];
/// Padding above and below the curves, as a fraction of their height.
const PADDING: f64 = 0.05;

/// The signal to plot, and the output file.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotRequest {
    /// A state of the robots such as `z` or `speed`, or the path of a channel.
    signal: String,
    /// Name prefix of the robots to draw; empty for all.
    robots: String,
    file: PathBuf,
}

impl PlotRequest {
    /// The file to draw to.
    pub fn file(&self) -> &Path {
        &self.file
    }
}

impl FromStr for PlotRequest {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (what, file) = text.split_once('=').unwrap_or_default();
        let (robots, signal) = what.split_once(':').unwrap_or(("", what));
        if signal.is_empty() || file.is_empty() {
            return Err("expected SIGNAL=FILE.png, such as gps.z=depth.png, or ROBOTS:SIGNAL=FILE.png".to_string());
        }
        Ok(Self { signal: signal.into(), robots: robots.into(), file: file.into() })
    }
}

/// Quantities of a robot's state, with their units.
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

/// Curves collected during a run.
pub struct Plot {
    request: PlotRequest,
    unit: String,
    source: Source,
    /// For each drawn robot, its index and its samples.
    curves: Vec<(usize, Trail)>,
}

/// Source of the values.
enum Source {
    /// Index of a quantity in [`STATES`].
    State(usize),
    /// Per curve, index of the channel in the robot's telemetry.
    Telemetry(Vec<usize>),
}

impl Plot {
    /// Curves of a simulation that is about to run.
    ///
    /// # Errors
    /// If no robot has the signal.
    pub fn new(request: PlotRequest, simulation: &Simulation) -> Result<Self, Diagnostic> {
        let named = simulation.robots().enumerate().filter(|(_, robot)| robot.name.starts_with(&request.robots));
        let robots: Vec<usize> = named.map(|(number, _)| number).take(ROBOTS).collect();
        if robots.is_empty() {
            let robots = &request.robots;
            let message = format!("no robot name starts with `{robots}`");
            let names = simulation.robots().map(|robot| robot.name);
            return Err(Diagnostic::error(Code::ConfigValue, message).with_nearest_of(&request.robots, names));
        }
        let curve = |robot: usize| (robot, Trail::new(POINTS));
        if let Some(state) = STATES.iter().position(|(name, _)| *name == request.signal) {
            let curves = robots.into_iter().map(curve).collect();
            return Ok(Self { unit: STATES[state].1.into(), source: Source::State(state), curves, request });
        }
        let channels: Vec<_> =
            robots.iter().filter_map(|robot| Some((*robot, simulation.robot(*robot).ok()?.channels()))).collect();
        let found: Vec<_> = channels
            .iter()
            .filter_map(|(robot, channels)| Some((*robot, channels.iter().find(|known| known.path == request.signal)?)))
            .collect();
        let Some((_, first)) = found.first() else {
            let known = STATES.iter().map(|(name, _)| *name);
            let paths = channels.iter().flat_map(|(_, channels)| channels).map(|channel| channel.path.as_str());
            let message = format!("no robot provides the signal `{signal}`", signal = request.signal);
            return Err(Diagnostic::error(Code::ConfigValue, message)
                .with_expected("x, y, z, roll, pitch, yaw, vx, vy, vz, speed, or a channel such as `gps.z`")
                .with_found(&request.signal)
                .with_nearest_of(&request.signal, known.chain(paths)));
        };
        let unit = first.channel.unit.clone();
        let source = Source::Telemetry(found.iter().map(|(_, channel)| channel.index).collect());
        let curves = found.iter().map(|(robot, _)| curve(*robot)).collect();
        Ok(Self { unit, source, curves, request })
    }

    /// The output file.
    pub fn file(&self) -> &Path {
        &self.request.file
    }

    /// Draws the curves as a PNG file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, simulation: &Simulation, title: &str) -> Result<(), Diagnostic> {
        let file = &self.request.file;
        let failed = |reason: String| {
            Diagnostic::error(Code::ConfigOutput, "the plot cannot be written")
                .with_file(file.display().to_string())
                .with_found(reason)
        };
        let names: Vec<&str> = simulation.robots().map(|robot| robot.name).collect();
        let drawn = self.curves.iter().filter(|(_, curve)| !curve.points().is_empty());
        let curves: Vec<Curve<'_>> =
            drawn.map(|(robot, curve)| Curve { name: names[*robot], points: curve.points() }).collect();
        let signal = &self.request.signal;
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
    fn tick(&mut self, simulation: &mut Simulation) -> Result<(), Diagnostic> {
        let time = simulation.time();
        // Curves are in the order of the robots.
        let mut robots = simulation.robots().enumerate();
        for (number, (robot, curve)) in self.curves.iter_mut().enumerate() {
            let value = match &self.source {
                Source::State(quantity) => {
                    let report = robots.find(|(number, _)| number == robot);
                    report.map(|(_, report)| value(*quantity, &report.state))
                }
                Source::Telemetry(indices) => Some(simulation.robot(*robot)?.telemetry()[indices[number]]),
            };
            curve.see(value.filter(|value| value.is_finite()).map(|value| [time, value]));
        }
        Ok(())
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

/// The pen of a curve. Colors repeat with dashed lines once all have been used.
fn pen(index: usize) -> Pen {
    let dash = [0.0, 12.0, 4.0][(index / PALETTE.len()).min(2)];
    Pen { color: PALETTE[index % PALETTE.len()], width: 2.5, dash }
}

/// Names of the labeled curves.
fn named<'a>(curves: &'a [Curve<'a>]) -> impl Iterator<Item = String> + 'a {
    curves.iter().take(NAMED).map(|curve| shortened(curve.name, WIDEST, LABELS))
}

/// Axes around the curves, with room for their names on the right.
fn axes(curves: &[Curve<'_>]) -> Axes {
    let points = || curves.iter().flat_map(|curve| curve.points);
    let end = |axis: usize, pick: fn(f64, f64) -> f64, start: f64| points().map(|point| point[axis]).fold(start, pick);
    let mut min = [0, 1].map(|axis| end(axis, f64::min, f64::INFINITY));
    let mut max = [0, 1].map(|axis| end(axis, f64::max, f64::NEG_INFINITY));
    if min[0] > max[0] {
        (min, max) = ([0.0; 2], [1.0; 2]);
    }
    // A flat curve gets padding above and below.
    let [long, high] = [0, 1].map(|axis| (max[axis] - min[axis]).max(1e-9 * max[axis].abs()).max(1e-9));
    let widest = named(curves).map(|name| text_width(&name, LABELS)).fold(0.0, f64::max);
    let low = [min[0], min[1] - PADDING * high];
    Axes::new(low, [max[0].max(min[0] + long), max[1] + PADDING * high], SIZE, widest + SAMPLE + 5.0 * GAP)
}

/// Names of the curves, right of the plot area.
fn legend(curves: &[Curve<'_>], axes: &Axes) -> Vec<Words> {
    let ([_, upper, right, _], height) = (axes.edges(), line_height(LABELS));
    let corner = |number: usize| [right + SAMPLE + 3.0 * GAP, upper + 1.4 * height * number as f64];
    let words = |(number, name)| Words::new(name, corner(number), LABELS, grey(0));
    named(curves).enumerate().map(words).collect()
}

/// Renders the plot as a PNG file.
fn draw(curves: &[Curve<'_>], title: &str, what: &str) -> Result<Vec<u8>, String> {
    let axes = axes(curves);
    let mut svg = axes.sheet();
    svg.clip(axes.edges());
    for (number, curve) in curves.iter().enumerate() {
        svg.line(curve.points.iter().map(|point| axes.pixel(*point)), pen(number));
    }
    svg.unclip();
    axes.draw_border(&mut svg, [title, ""], ["t/s", what]);
    for (number, name) in legend(curves, &axes).iter().enumerate() {
        let (end, middle) = (name.corner[0] - GAP, name.corner[1] + line_height(LABELS) / 2.0);
        svg.line([[end - SAMPLE, middle], [end, middle]], pen(number));
        svg.write(name);
    }
    svg.png(1.0).ok_or_else(|| too_large(&axes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_render::svg::overlap;

    #[test]
    fn a_request_is_a_signal_and_a_file() {
        let request: PlotRequest = "gps.z=out/depth.png".parse().unwrap();
        assert_eq!((request.signal.as_str(), request.file.as_path()), ("gps.z", Path::new("out/depth.png")));
        let request: PlotRequest = "law2:z=a.png".parse().unwrap();
        assert_eq!((request.robots.as_str(), request.signal.as_str()), ("law2", "z"));
        for wrong in ["gps.z", "=a.png", "z="] {
            assert!(wrong.parse::<PlotRequest>().unwrap_err().contains("SIGNAL=FILE.png"), "{wrong}");
        }
    }

    #[test]
    fn curves_are_where_their_values_are() {
        let points = [[0.0, -1.0], [10.0, -1.0]];
        let other = [[0.0, -2.0], [10.0, -2.0]];
        let curves = [Curve { name: "anna", points: &points }, Curve { name: "bert", points: &other }];
        let image = image::load_from_memory(&draw(&curves, "dive", "z/m").unwrap()).unwrap().to_rgba8();
        assert_eq!([image.width(), image.height()].map(f64::from), SIZE);
        let axes = axes(&curves);
        let seen = |point: [f64; 2]| {
            let [x, y] = axes.pixel(point);
            image.get_pixel(x as u32, y as u32).0
        };
        assert_eq!((seen([4.9, -1.0]), seen([4.9, -2.0]), seen([4.93, -1.53])), (PALETTE[0], PALETTE[1], [255; 4]));
    }

    #[test]
    fn what_does_not_change_has_a_scale_too() {
        let points = [[0.0, 5.0], [1.0, 5.0]];
        let curves = [Curve { name: "a", points: &points }];
        assert!(draw(&curves, "", "").is_ok() && draw(&[], "", "").is_ok());
        let (axes, at) = (axes(&curves), axes(&curves).pixel([0.5, 5.0]));
        let [left, upper, right, lower] = axes.edges();
        assert!(at[0] > left && at[0] < right && (at[1] - (upper + lower) / 2.0).abs() < 1.0, "{at:?} in {axes:?}");
    }

    #[test]
    fn words_overlap_neither_each_other_nor_the_field_and_are_whole() {
        let long = "a robot with a very long name, which describes its origin and its destination";
        for (time, [low, high]) in [(10.0, [-2.0, 3.0]), (86_400.0, [0.0, 1e-4]), (0.01, [123_456.0, 123_456.5])] {
            let points = [[0.0, low], [time, high]];
            let curves: Vec<Curve<'_>> =
                ["anna", long].into_iter().cycle().take(20).map(|name| Curve { name, points: &points }).collect();
            let axes = axes(&curves);
            let mut words = axes.words([long, ""], ["t/s", "distance of the nearest thing ahead/m"]);
            words.extend(legend(&curves, &axes));
            assert!(words.len() > 20, "{}", words.len());
            for (index, one) in words.iter().enumerate() {
                let edges = one.edges();
                let [width, height] = SIZE;
                let whole = edges[0] >= 0.0 && edges[1] >= 0.0 && edges[2] <= width && edges[3] <= height;
                assert!(whole && !overlap(&edges, &axes.edges()), "{one:?} overlaps {axes:?}");
                let other = words[..index].iter().find(|other| overlap(&edges, &other.edges()));
                assert!(other.is_none(), "{one:?} and {other:?}");
            }
        }
    }
}
