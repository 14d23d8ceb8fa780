//! Plots a value of every robot over time, at the end of a run.

use crate::live::Observer;
use crate::plan::{GAP, LABELS, PALETTE, TITLE, TOP, Trail, every, grey, label, plain, round_step, too_large};
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::Simulation;
use sim_render::canvas2d::{Canvas2d, Color, Pen, Words, line_height, shortened, text_width};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Maximum number of points per curve.
const POINTS: usize = 2_000;
/// Maximum number of curves that are labeled next to the plot area.
const NAMED: usize = 16;
/// Maximum number of robots that are drawn.
const ROBOTS: usize = 200;
/// Maximum width of a curve's name, px.
const WIDEST: f32 = 400.0;
/// Length of the line sample before a name, px.
const SAMPLE: f32 = 24.0;
/// Image size and margins of the plot area, px. The left margin grows with its labels.
const SIZE: [u32; 2] = [1400, 800];
const LEFT: f32 = 90.0;
const ABOVE: f32 = 70.0;
const BELOW: f32 = 84.0;
/// Minimum distance between grid lines, px.
const APART: f64 = 70.0;
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
    let [red, green, blue] = PALETTE[index % PALETTE.len()];
    let dash = [0.0, 12.0, 4.0][(index / PALETTE.len()).min(2)];
    Pen { color: Color::from_rgba8(red, green, blue, 255), width: 2.5, dash }
}

/// The plot area: range of time and value, and position in the image, px.
struct Field {
    min: [f64; 2],
    max: [f64; 2],
    /// Left, top, right and bottom edges.
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
        // A flat curve gets padding above and below.
        let flat = |axis: usize| (max[axis] - min[axis]).max(1e-9 * max[axis].abs()).max(1e-9);
        let room = [0.0, PADDING * flat(1)];
        let min = [min[0], min[1] - room[1]];
        let max = [max[0].max(min[0] + flat(0)), max[1] + room[1]];
        let mut field = Self { min, max, edges: [LEFT, ABOVE, right, SIZE[1] as f32 - BELOW] };
        field.edges[0] = LEFT.max(field.widest_label(1) + 2.0 * GAP);
        field
    }

    fn pixel(&self, point: [f64; 2]) -> [f32; 2] {
        let [left, upper, right, lower] = self.edges;
        let share = |axis: usize| ((point[axis] - self.min[axis]) / (self.max[axis] - self.min[axis])) as f32;
        [left + share(0) * (right - left), lower - share(1) * (lower - upper)]
    }

    /// Spacing of the grid lines of an axis, in its unit.
    fn step(&self, axis: usize) -> f64 {
        let [left, upper, right, lower] = self.edges.map(f64::from);
        let length = [right - left, lower - upper][axis];
        round_step(APART / length * (self.max[axis] - self.min[axis]))
    }

    /// The grid lines of an axis, as multiples of the step.
    fn grid(&self, axis: usize) -> std::ops::RangeInclusive<i64> {
        let step = self.step(axis);
        (self.min[axis] / step).ceil() as i64..=(self.max[axis] / step).floor() as i64
    }

    /// Position of a grid line on its axis, px.
    fn line(&self, axis: usize, number: i64) -> f32 {
        let mut at = self.min;
        at[axis] = number as f64 * self.step(axis);
        self.pixel(at)[axis]
    }

    /// Width of the widest label of an axis, px.
    fn widest_label(&self, axis: usize) -> f32 {
        let step = self.step(axis);
        self.grid(axis).map(|number| text_width(&label(number, step), LABELS)).fold(0.0, f32::max)
    }
}

/// Names of the labeled curves.
fn named<'a>(curves: &'a [Curve<'a>]) -> impl Iterator<Item = String> + 'a {
    curves.iter().take(NAMED).map(|curve| shortened(curve.name, WIDEST, LABELS))
}

/// The plot area, with room for the names of the curves on the right.
fn field(curves: &[Curve<'_>]) -> Field {
    let widest = named(curves).map(|name| text_width(&name, LABELS)).fold(0.0, f32::max);
    Field::around(curves, SIZE[0] as f32 - widest - SAMPLE - 5.0 * GAP)
}

/// Vertical center of the name of a curve, px below the top edge of the plot area.
fn row(number: usize) -> f32 {
    line_height(LABELS) * (0.5 + 1.4 * number as f32)
}

/// Texts of the plot: title, axis titles, grid labels, names of the curves.
fn words(curves: &[Curve<'_>], field: &Field, title: &str, what: &str) -> Vec<Words> {
    let [left, upper, right, lower] = field.edges;
    let (image, height) = (SIZE[0] as f32, line_height(LABELS));
    let dark = |text: String, corner: [f32; 2]| plain(text, corner, LABELS, grey(60));
    let mut words = vec![
        plain(shortened(title, image - left - GAP, TITLE), [left, TOP], TITLE, grey(0)),
        dark(shortened(what, image - left - GAP, LABELS), [left, upper - height - 2.0]),
        dark("t/s".into(), [right - text_width("t/s", LABELS), lower + 2.0 * height]),
    ];
    let every = every(field.widest_label(0), field.line(0, 1) - field.line(0, 0));
    for number in field.grid(0).filter(|number| number % every == 0) {
        let text = label(number, field.step(0));
        let x = field.line(0, number) - text_width(&text, LABELS) / 2.0;
        words.push(dark(text, [x, lower + height / 2.0]));
    }
    for number in field.grid(1) {
        let text = label(number, field.step(1));
        let x = left - GAP - text_width(&text, LABELS);
        words.push(dark(text, [x, field.line(1, number) - height / 2.0]));
    }
    for (number, name) in named(curves).enumerate() {
        let corner = [right + SAMPLE + 3.0 * GAP, upper + row(number) - height / 2.0];
        words.push(plain(name, corner, LABELS, grey(0)));
    }
    words
}

/// Renders the plot as a PNG file.
fn draw(curves: &[Curve<'_>], title: &str, what: &str) -> Result<Vec<u8>, String> {
    let [width, height] = SIZE;
    let mut canvas = Canvas2d::new(width, height).ok_or_else(|| too_large(width, height))?;
    let field = field(curves);
    let [left, upper, right, lower] = field.edges;
    let line = |color: Color, width: f32| Pen { color, width, dash: 0.0 };
    for axis in 0..2 {
        for number in field.grid(axis) {
            let at = field.line(axis, number);
            let ends = if axis == 0 { [[at, upper], [at, lower]] } else { [[left, at], [right, at]] };
            canvas.line(ends, false, line(if number == 0 { grey(160) } else { grey(230) }, 1.0));
        }
    }
    canvas.clip(Some(field.edges));
    for (number, curve) in curves.iter().enumerate() {
        canvas.line(curve.points.iter().map(|point| field.pixel(*point)), false, pen(number));
    }
    canvas.clip(None);
    canvas.line([[left, upper], [right, upper], [right, lower], [left, lower]], true, line(grey(120), 1.0));
    for number in 0..curves.len().min(NAMED) {
        let (start, middle) = (right + 2.0 * GAP, upper + row(number));
        canvas.line([[start, middle], [start + SAMPLE, middle]], false, pen(number));
    }
    words(curves, &field, title, what).iter().for_each(|words| canvas.write(words));
    canvas.png()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_render::canvas2d::overlap;
    use tiny_skia::Pixmap;

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
        let image = Pixmap::decode_png(&draw(&curves, "dive", "z/m").unwrap()).unwrap();
        assert_eq!([image.width(), image.height()], SIZE);
        let field = field(&curves);
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

    #[test]
    fn words_overlap_neither_each_other_nor_the_field_and_are_whole() {
        let long = "a robot with a very long name, which describes its origin and its destination";
        for (time, [low, high]) in [(10.0, [-2.0, 3.0]), (86_400.0, [0.0, 1e-4]), (0.01, [123_456.0, 123_456.5])] {
            let points = [[0.0, low], [time, high]];
            let curves: Vec<Curve<'_>> =
                ["anna", long].into_iter().cycle().take(20).map(|name| Curve { name, points: &points }).collect();
            let field = field(&curves);
            let words = words(&curves, &field, long, "distance of the nearest thing ahead/m");
            assert!(words.len() > 20, "{}", words.len());
            for (index, one) in words.iter().enumerate() {
                let edges = one.edges();
                let [width, height] = SIZE.map(|side| side as f32);
                let whole = edges[0] >= 0.0 && edges[1] >= 0.0 && edges[2] <= width && edges[3] <= height;
                assert!(whole && !overlap(&edges, &field.edges), "{one:?} overlaps {:?}", field.edges);
                let other = words[..index].iter().find(|other| overlap(&edges, &other.edges()));
                assert!(other.is_none(), "{one:?} and {other:?}");
            }
        }
    }
}
