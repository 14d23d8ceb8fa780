//! Mission and obstacles: the mission as a stack, and validation of both.

use super::BAND;
use bisphere::BiSphere;
use sim_abi::params::serde::{Deserialize, Serialize};
use sim_abi::params::{Definitions, ParamType};
use sim_abi::prelude::*;
use std::f64::consts::TAU;

/// Number of points at the end of a mission that lead into a dock: approach, entrance, rest.
pub const DOCKING: usize = 3;
/// Maximum number of points in a mission.
const MAX_POINTS: usize = 1000;
/// Maximum number of obstacles.
const MAX_OBSTACLES: usize = 256;
/// Maximum radius of an obstacle, m.
const LARGEST_RADIUS: f64 = 5.0;
/// Maximum half length of an obstacle, m.
const MAX_HALF_LENGTH: f64 = 1e3;
/// Maximum coordinate of a point or an obstacle, m.
const MAX_COORDINATE: f64 = 1e6;
/// Maximum length of a name, in characters.
const MAX_NAME_LENGTH: usize = 100;

/// What a point of the mission is.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointKind {
    /// A destination.
    #[default]
    Mission,
    /// One of the last three points, which lead into the dock.
    Dock,
}

/// A point of the mission.
#[params]
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Position, m. Required.
    pub at: Option<[f64; 3]>,
    /// A destination, or one of the last three points, which lead into the dock.
    pub kind: PointKind,
    /// Distance at which the point counts as reached. Default: 0.25 m at a destination, 0.20 m in front of the dock,
    /// 0.12 m in the dock.
    #[param(unit = "m")]
    pub tolerance: Option<f64>,
    /// Heading at the point, counterclockwise from x.
    #[param(unit = "rad")]
    pub heading: Option<f64>,
}

/// An obstacle: the convex hull of two spheres.
#[params]
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// Unique name, for messages. Default: its number in the list.
    pub name: String,
    /// Midpoint between the spheres, m. Required.
    pub center: Option<[f64; 3]>,
    /// Direction from the first sphere to the second.
    #[param(default = [0.0, 0.0, 1.0])]
    pub axis: [f64; 3],
    /// Half the distance between the centers of the spheres.
    #[param(default = 0.2, unit = "m")]
    pub half_length: f64,
    /// Radius of both spheres, or of the first and the second.
    #[param(unit = "m")]
    pub radius: Radius,
    /// Whether the obstacle is present.
    #[param(default = true)]
    pub enabled: bool,
}

/// A radius, or one radius per end, m.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde", untagged)]
pub enum Radius {
    Both(f64),
    Each([f64; 2]),
}

impl Default for Radius {
    fn default() -> Self {
        Self::Both(0.2)
    }
}

impl ParamType for Radius {
    fn schema(definitions: &mut Definitions) -> Value {
        json!({"anyOf": [f64::schema(definitions), <[f64; 2]>::schema(definitions)]})
    }
}

impl Radius {
    fn ends(self) -> [f64; 2] {
        match self {
            Self::Both(radius) => [radius; 2],
            Self::Each(radii) => radii,
        }
    }
}

/// Kind of a point on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub enum Kind {
    Mission,
    Dock,
    /// Detour around the obstacle with this number.
    Detour(usize),
}

/// A point on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Target {
    /// Position, m.
    pub at: [f64; 3],
    pub kind: Kind,
    /// Distance at which the point counts as reached, m.
    pub tolerance: f64,
    /// Speed below which the point counts as reached, m/s.
    pub speed: f64,
    pub heading: Option<f64>,
}

/// Returns the points as a stack: the next point is last.
///
/// # Errors
/// Fails if the mission cannot be flown; the error names the invalid point.
pub fn mission(points: &[Point], docking: bool) -> Result<Vec<Target>> {
    let number = points.len();
    let docks = if docking { DOCKING } else { 0 };
    let docking_points = points.iter().filter(|point| point.kind == PointKind::Dock).count();
    if number == docking_points {
        let message = format!("BLE-06 the mission has {}, and no destination", counted(number, "point"));
        let help = "add at least one destination; with `docking`, follow it with three points of kind `dock`";
        return Err(Fault::new(message).help(help).parameter("mission"));
    }
    if number <= docks {
        let message =
            format!("BLE-07 the mission ends in a dock and has {}", counted(docking_points, "point of kind `dock`"));
        let help = "end the mission with exactly three points of kind `dock`, or set `docking: false` and use none";
        return Err(Fault::new(message).help(help).parameter("mission"));
    }
    if number > MAX_POINTS {
        let fault = Fault::new(format!("BLE-03 the mission has {number} points"));
        return Err(fault.help(format!("use at most {MAX_POINTS} points")).parameter("mission"));
    }
    let mut stack = Vec::with_capacity(number);
    for (index, point) in points.iter().enumerate() {
        let path = |field: &str| format!("mission[{index}]{field}");
        let is_tail = index + docks >= number;
        if is_tail != (point.kind == PointKind::Dock) {
            let message = match (docking, is_tail) {
                (false, _) => "BLE-07 a point of kind `dock` in a mission without docking",
                (true, true) => "BLE-07 one of the last three points is not of kind `dock`",
                (true, false) => "BLE-07 a point of kind `dock` before the last three",
            };
            let help = "end the mission with exactly three points of kind `dock`, or set `docking: false` and use none";
            return Err(Fault::new(message).help(help).parameter(&path(".kind")));
        }
        let Some(at) = point.at else {
            let fault = Fault::new("BLE-01 the position of the point is missing");
            return Err(fault.help("set `at: (x, y, z)`, in meters").parameter(&path("")));
        };
        is_near(&at, &path(".at"))?;
        if let Some(heading) = point.heading.filter(|heading| heading.abs() > TAU) {
            let fault = Fault::new(format!("BLE-03 the heading is {heading} rad"));
            return Err(fault.help("use an angle from −2π to 2π, in radians").parameter(&path(".heading")));
        }
        let height = at[2];
        if !(BAND[0]..=BAND[1]).contains(&height) {
            let fault = Fault::new(format!("BLE-06 the point is {height} m high, outside the altitude band"));
            return Err(fault
                .help(format!("use heights from {} m to {} m", BAND[0], BAND[1]))
                .parameter(&path(".at[2]")));
        }
        let last = docking && index + 1 == number;
        let (usual, speed) = match point.kind {
            PointKind::Mission => (0.25, 0.25),
            PointKind::Dock if last => (0.12, 0.03),
            PointKind::Dock => (0.20, 0.10),
        };
        let tolerance = point.tolerance.unwrap_or(usual);
        if !(0.02..=2.0).contains(&tolerance) {
            let fault = Fault::new(format!("BLE-03 the tolerance is {tolerance} m"));
            return Err(fault.help("use 0.02 m to 2 m").parameter(&path(".tolerance")));
        }
        let kind = if is_tail { Kind::Dock } else { Kind::Mission };
        stack.push(Target { at, kind, tolerance, speed, heading: point.heading });
    }
    stack.reverse();
    Ok(stack)
}

/// Rejects coordinates beyond the reach of any flight.
fn is_near(place: &[f64; 3], path: &str) -> Result<()> {
    match place.iter().position(|coordinate| coordinate.abs() > MAX_COORDINATE) {
        None => Ok(()),
        Some(axis) => {
            let fault = Fault::new(format!("BLE-03 the coordinate is {:e} m", place[axis]));
            Err(fault
                .help(format!("use −{MAX_COORDINATE} m to {MAX_COORDINATE} m"))
                .parameter(&format!("{path}[{axis}]")))
        }
    }
}

/// Name of an obstacle in a list.
pub fn name_of(list: &[Obstacle], index: usize) -> String {
    let name = &list[index].name;
    if name.is_empty() { format!("obstacle {}", index + 1) } else { name.clone() }
}

/// Formats a number with its noun, singular for one.
pub fn counted(number: usize, noun: &str) -> String {
    let (first, rest) = noun.split_once(' ').map_or((noun, String::new()), |(first, rest)| (first, format!(" {rest}")));
    format!("{number} {first}{}{rest}", if number == 1 { "" } else { "s" })
}

/// Spaces that must be clear of fixed objects and water: a sphere of this radius (m) at destinations, otherwise only
/// the point.
pub fn clear_spaces(points: &[Point], radius: f64) -> impl Iterator<Item = ClearSpace> {
    points.iter().enumerate().filter_map(move |(index, point)| {
        let radius = if point.kind == PointKind::Dock { 0.0 } else { radius };
        let reason = format!("BLE-06 point {} of the mission is not reachable", index + 1);
        Some(ClearSpace::new(point.at?, radius, format!("mission[{index}].at")).dry().because(reason))
    })
}

/// The active obstacles, with their numbers in the list.
///
/// # Errors
/// Fails on an invalid obstacle; the error names its number.
pub fn obstacles(list: &[Obstacle]) -> Result<(Vec<usize>, Vec<BiSphere>)> {
    if list.len() > MAX_OBSTACLES {
        let fault = Fault::new(format!("BLE-03 there are {} obstacles", list.len()));
        return Err(fault.help(format!("use at most {MAX_OBSTACLES}")).parameter("obstacles"));
    }
    let (mut numbers, mut shapes) = (Vec::new(), Vec::new());
    for (index, obstacle) in list.iter().enumerate() {
        let path = |field: &str| format!("obstacles[{index}].{field}");
        let Obstacle { center, axis, half_length, radius, enabled, .. } = obstacle;
        let name = name_of(list, index);
        let Some(center) = center else {
            let fault = Fault::new(format!("BLE-01 the position of `{name}` is missing"));
            return Err(fault.help("set `center: (x, y, z)`, in meters").parameter(&format!("obstacles[{index}]")));
        };
        is_near(center, &path("center"))?;
        if name.chars().any(char::is_control) || name.chars().count() > MAX_NAME_LENGTH {
            let fault = Fault::new(format!("BLE-05 the name of obstacle {} is invalid", index + 1));
            let help =
                format!("use at most {MAX_NAME_LENGTH} characters, and no line feeds or other control characters");
            return Err(fault.help(help).parameter(&path("name")));
        }
        if let Some(other) = (0..index).find(|other| name_of(list, *other) == name) {
            let fault =
                Fault::new(format!("BLE-05 obstacle {} is named `{name}`, as obstacle {} is", index + 1, other + 1));
            return Err(fault.help("give each obstacle a unique name").parameter(&path("name")));
        }
        if let Some(radius) = radius.ends().into_iter().find(|radius| !(0.0..=LARGEST_RADIUS).contains(radius)) {
            let fault = Fault::new(format!("BLE-08 the radius of `{name}` is {radius} m"));
            return Err(fault.help(format!("use radii from 0 m to {LARGEST_RADIUS} m")).parameter(&path("radius")));
        }
        if !(0.0..=MAX_HALF_LENGTH).contains(half_length) {
            let fault = Fault::new(format!("BLE-08 the half length of `{name}` is {half_length} m"));
            return Err(fault
                .help(format!("use 0 m to {MAX_HALF_LENGTH} m; 0 is one sphere"))
                .parameter(&path("half_length")));
        }
        let axis = Vec3::from(*axis);
        if axis.norm() < 1e-9 {
            let fault = Fault::new(format!("BLE-08 the axis of `{name}` is zero"));
            return Err(fault.help("the axis must not be zero").parameter(&path("axis")));
        }
        if *enabled {
            numbers.push(index);
            shapes.push(BiSphere::tapered((*center).into(), axis, *half_length, radius.ends()));
        }
    }
    Ok((numbers, shapes))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(at: [f64; 3], kind: PointKind) -> Point {
        Point { at: Some(at), kind, tolerance: None, heading: None }
    }

    fn circuit() -> Vec<Point> {
        let dock = |y: f64| point([4.0, y, 2.6], PointKind::Dock);
        vec![
            point([0.0, 1.0, 2.0], PointKind::Mission),
            point([0.0, 2.0, 2.5], PointKind::Mission),
            dock(4.0),
            dock(6.0),
            dock(8.0),
        ]
    }

    /// BL-32: A mission lists points in flight order; detours are flown before the next point.
    #[test]
    fn points_are_flown_in_the_order_in_which_they_are_listed() {
        let mut stack = mission(&circuit(), true).unwrap();
        let order: Vec<f64> = std::iter::from_fn(|| stack.pop()).map(|target| target.at[1]).collect();
        assert_eq!(order, [1.0, 2.0, 4.0, 6.0, 8.0]);
    }

    /// BL-33: Only detours may be removed automatically; docking points are also safe from accidental deletion.
    #[test]
    fn tolerances_are_those_of_the_kind_unless_given() {
        let mut points = circuit();
        points[0].tolerance = Some(0.5);
        let tolerances: Vec<_> =
            mission(&points, true).unwrap().iter().rev().map(|target| (target.tolerance, target.speed)).collect();
        assert_eq!(tolerances, [(0.5, 0.25), (0.25, 0.25), (0.20, 0.10), (0.20, 0.10), (0.12, 0.03)]);
    }

    /// BL-34: Missions with destinations in solids, in water or outside 1.6 to 4.0 m are rejected.
    #[test]
    fn missions_that_cannot_be_flown_are_refused_at_their_point() {
        let changed = |change: &dyn Fn(&mut Vec<Point>)| {
            let mut points = circuit();
            change(&mut points);
            points
        };
        let cases: [(Vec<Point>, bool, &str, &str); 14] = [
            (vec![], false, "BLE-06", "params.mission"),
            (circuit()[2..].to_vec(), true, "BLE-06", "params.mission"),
            (changed(&|points| points[4].kind = PointKind::Mission), true, "BLE-07", "params.mission[4].kind"),
            (changed(&|points| points[0].kind = PointKind::Dock), true, "BLE-07", "params.mission[0].kind"),
            (circuit(), false, "BLE-07", "params.mission[2].kind"),
            (changed(&|points| points[1].at = Some([0.0, 2.0, 1.5])), true, "BLE-06", "params.mission[1].at[2]"),
            (changed(&|points| points[1].at = Some([0.0, 2.0, 4.1])), true, "BLE-06", "params.mission[1].at[2]"),
            (changed(&|points| points[1].at = None), true, "BLE-01", "params.mission[1]"),
            (changed(&|points| points[1].at = Some([1e308, 0.0, 2.0])), true, "BLE-03", "params.mission[1].at[0]"),
            (changed(&|points| points[1].heading = Some(1e300)), true, "BLE-03", "params.mission[1].heading"),
            (circuit()[..2].to_vec(), true, "BLE-07", "params.mission"),
            (circuit()[1..4].to_vec(), true, "BLE-07", "params.mission"),
            (changed(&|points| points[3].tolerance = Some(0.01)), true, "BLE-03", "params.mission[3].tolerance"),
            (changed(&|points| points[3].tolerance = Some(2.5)), true, "BLE-03", "params.mission[3].tolerance"),
        ];
        for (points, docking, code, path) in cases {
            let fault = mission(&points, docking).unwrap_err();
            assert!(fault.message().starts_with(code) && !fault.advice().is_empty(), "{fault}");
            assert_eq!(fault.parameter_path(), Some(path));
        }
    }

    /// BL-34: Missions with destinations in solids, in water or outside 1.6 to 4.0 m are rejected.
    #[test]
    fn destinations_need_clearance_but_the_dock_approach_only_its_line() {
        let places: Vec<_> = clear_spaces(&circuit(), 0.65).collect();
        let radii: Vec<f64> = places.iter().map(|place| place.radius).collect();
        assert_eq!(radii, [0.65, 0.65, 0.0, 0.0, 0.0]);
        let reason = "BLE-06 point 2 of the mission is not reachable";
        assert_eq!(places[1], ClearSpace::new([0.0, 2.0, 2.5], 0.65, "mission[1].at").dry().because(reason));
    }

    fn stone(name: &str) -> Obstacle {
        Obstacle { name: name.into(), center: Some([1.0, 2.0, 3.0]), ..Obstacle::default() }
    }

    /// FW-3: Each obstacle has one radius, or one for each end.
    #[test]
    fn an_obstacle_has_one_radius_or_one_for_each_end() {
        let tapered = Obstacle { radius: Radius::Each([0.1, 0.4]), axis: [0.0, 3.0, 0.0], ..stone("b") };
        let absent = Obstacle { enabled: false, ..stone("c") };
        let (numbers, shapes) = obstacles(&[absent, stone("a"), tapered]).unwrap();
        assert_eq!(numbers, [1, 2]);
        let ends = |shape: &BiSphere| shape.ends.map(|end| (end.center.coords, end.radius));
        assert_eq!(ends(&shapes[0]), [(Vec3::new(1.0, 2.0, 2.8), 0.2), (Vec3::new(1.0, 2.0, 3.2), 0.2)]);
        assert_eq!(ends(&shapes[1]), [(Vec3::new(1.0, 1.8, 3.0), 0.1), (Vec3::new(1.0, 2.2, 3.0), 0.4)]);
        let read = |value: Value| params::read::<Obstacle>(&value).unwrap().radius;
        assert_eq!(read(json!({"name": "a", "center": [0, 0, 0], "radius": 0.3})), Radius::Both(0.3));
        assert_eq!(read(json!({"name": "a", "center": [0, 0, 0], "radius": [0.3, 1]})), Radius::Each([0.3, 1.0]));
    }

    /// FW-2: Obstacles come from a file; their markers follow it.
    #[test]
    fn what_is_no_obstacle_is_refused_with_its_field() {
        for (obstacle, code, field) in [
            (stone("a"), "BLE-05", "name"),
            (Obstacle { radius: Radius::Both(-0.1), ..stone("b") }, "BLE-08", "radius"),
            (Obstacle { radius: Radius::Each([0.1, 5.1]), ..stone("b") }, "BLE-08", "radius"),
            (Obstacle { half_length: -0.1, ..stone("b") }, "BLE-08", "half_length"),
            (Obstacle { axis: [0.0; 3], ..stone("b") }, "BLE-08", "axis"),
            (Obstacle { center: None, ..stone("b") }, "BLE-01", ""),
            (Obstacle { center: Some([1.0, -1e100, 2.0]), ..stone("b") }, "BLE-03", "center[1]"),
            (Obstacle { half_length: 1e155, ..stone("b") }, "BLE-08", "half_length"),
            (stone("A\n\u{1b}[31mX"), "BLE-05", "name"),
            (stone(&"x".repeat(101)), "BLE-05", "name"),
        ] {
            let fault = obstacles(&[stone("a"), obstacle]).unwrap_err();
            assert!(fault.message().starts_with(code) && !fault.advice().is_empty(), "{fault}");
            let path = format!("params.obstacles[1].{field}");
            assert_eq!(fault.parameter_path(), Some(path.trim_end_matches('.')));
        }
        // Two obstacles without names get different names.
        assert!(obstacles(&[stone(""), stone("")]).is_ok());
        assert_eq!(name_of(&[stone(""), stone("b"), stone("")], 2), "obstacle 3");
        let many: Vec<_> = (0..257).map(|index| stone(&index.to_string())).collect();
        assert!(obstacles(&many[..256]).is_ok() && obstacles(&many).is_err());
    }
}
