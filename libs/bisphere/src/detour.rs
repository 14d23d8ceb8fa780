//! Detours around obstacles that are known in advance.

use crate::distance::{Closest, Invalid, LARGEST, TOUCHING, clearance_of_checked, closest_of_checked, right_of};
use crate::{BiSphere, Leg, Sphere};
use nalgebra::{Point3, Vector3};

/// Maximum number of detours in a plan.
pub const MAX_DETOURS: usize = 8;

/// Maximum number of times the margin of a detour is doubled before another direction is tried.
const DOUBLINGS: u32 = 6;

/// Maximum number of legs to the destination that a search examines. Most searches need three; unsuccessful ones end at this limit.
const ATTEMPTS: usize = 100;

/// Minimum clearance radius at the start if an obstacle is that close.
const LEAST_RADIUS: f64 = 0.30;

/// Difference between the distance of the nearest obstacle and the clearance radius at the start.
const RELIEF: f64 = 0.001;

/// Selects the first of several obstructing obstacles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// The obstacle that is touched first.
    #[default]
    Entry,
    /// The obstacle whose point of deepest penetration comes first along the leg.
    Deepest,
}

/// Planner settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Radius of the sphere around the vehicle.
    pub radius: f64,
    /// Additional clearance when planning, so that small deviations do not invalidate the plan.
    pub hysteresis: f64,
    /// Extra distance of a detour beyond the minimum, as a fraction of the penetration depth.
    pub margin: f64,
    /// Maximum extra distance of a detour beyond the minimum.
    pub most_margin: f64,
    /// Minimum height of detours that pass below an obstacle.
    pub least_height_below: f64,
    /// Minimum and maximum height of detours.
    pub heights: [f64; 2],
    /// Which obstacle is avoided first.
    pub first: First,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            radius: 0.65,
            hysteresis: 0.20,
            margin: 0.05,
            most_margin: 2.5,
            least_height_below: 1.8,
            heights: [1.7, 3.9],
            first: First::Entry,
        }
    }
}

impl Settings {
    fn checked(&self) -> Result<&Self, Invalid> {
        let [lowest, highest] = self.heights;
        let sizes = [self.radius, self.hysteresis, self.margin, self.most_margin];
        let are_sizes = sizes.iter().all(|value| (0.0..=LARGEST).contains(value));
        let are_heights = [lowest, highest, self.least_height_below].iter().all(|value| value.abs() <= LARGEST);
        if are_sizes && are_heights && lowest <= highest { Ok(self) } else { Err(Invalid::Settings) }
    }
}

/// Direction of a detour around an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The shortest direction out of it.
    Out,
    /// The opposite direction.
    Opposite,
    /// Horizontally to the right of the leg.
    Right,
    /// Horizontally to the left of the leg.
    Left,
    /// Upward.
    Up,
}

/// A waypoint of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detour {
    /// Position.
    pub point: Point3<f64>,
    /// Index of the obstacle that it avoids.
    pub obstacle: usize,
    /// Direction around the obstacle.
    pub direction: Direction,
    /// Extra distance beyond the minimum, as a fraction of the penetration depth.
    pub margin: f64,
    /// Point at which the leg would have come closest to the obstacle.
    pub closest: Closest,
}

/// Horizontal unit vectors at intervals of 45°.
const COMPASS: [(f64, f64); 8] = {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    [(1.0, 0.0), (half, half), (0.0, 1.0), (-half, half), (-1.0, 0.0), (-half, -half), (0.0, -1.0), (half, -half)]
};

/// A path to a destination.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    detours: [Option<Detour>; MAX_DETOURS],
    /// Index of the remaining obstacle if no path was found.
    pub blocked_by: Option<usize>,
}

impl Plan {
    /// Returns the waypoints before the destination, in order.
    pub fn detours(&self) -> impl Iterator<Item = &Detour> {
        self.detours.iter().flatten()
    }

    /// Returns whether a path to the destination was found.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        self.blocked_by.is_none()
    }
}

/// Clearance around a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// Distance to the nearest obstacle surface; negative inside, infinite without obstacles.
    pub distance: f64,
    /// Index of that obstacle.
    pub obstacle: Option<usize>,
}

impl Clearance {
    fn of(point: &Point3<f64>, obstacles: &[BiSphere]) -> Self {
        let mut least = Self { distance: f64::INFINITY, obstacle: None };
        for (index, obstacle) in obstacles.iter().enumerate() {
            let distance = clearance_of_checked(&Sphere::new(*point, 0.0), obstacle);
            if distance < least.distance {
                least = Self { distance, obstacle: Some(index) };
            }
        }
        least
    }
}

/// Returns the first obstacle that obstructs a leg: one that the leg enters, with the deepest penetration neither at its start nor at its
/// end. `radii_of` returns the radii at both ends of the leg to use for each obstacle. Ties are resolved by the lowest index.
///
/// # Errors
/// [`Invalid`] for non-finite values and negative radii.
pub fn first_obstacle(
    [from, to]: [&Point3<f64>; 2],
    radii_of: impl Fn(usize) -> [f64; 2],
    obstacles: &[BiSphere],
    first: First,
) -> Result<Option<(usize, Closest)>, Invalid> {
    for (index, obstacle) in obstacles.iter().enumerate() {
        let [start, end] = radii_of(index);
        let ends = [&Sphere::new(*from, start), &Sphere::new(*to, end), &obstacle.ends[0], &obstacle.ends[1]];
        for sphere in ends {
            sphere.checked()?;
        }
    }
    Ok(first_of_checked([from, to], radii_of, obstacles, first))
}

/// [`first_obstacle`] for validated input.
fn first_of_checked(
    [from, to]: [&Point3<f64>; 2],
    radii_of: impl Fn(usize) -> [f64; 2],
    obstacles: &[BiSphere],
    first: First,
) -> Option<(usize, Closest)> {
    let mut found: Option<(usize, Closest)> = None;
    let key = |closest: &Closest| {
        let entry = closest.entry.unwrap_or(f64::INFINITY);
        if first == First::Entry { (entry, closest.along_leg) } else { (closest.along_leg, entry) }
    };
    for (index, obstacle) in obstacles.iter().enumerate() {
        let [start, end] = radii_of(index);
        let leg = Leg { from: Sphere::new(*from, start), to: Sphere::new(*to, end) };
        let closest = closest_of_checked(&leg, obstacle);
        let inside = closest.along_leg > TOUCHING && closest.along_leg < 1.0 - TOUCHING;
        if closest.distance < -TOUCHING && inside && found.is_none_or(|(_, best)| key(&closest) < key(&best)) {
            found = Some((index, closest));
        }
    }
    found
}

/// Plans a path from a start to a destination that avoids all obstacles.
///
/// Each detour and each leg to a detour is checked against all obstacles, with the radius plus half the hysteresis. If the start is closer
/// to an obstacle than that, its leg is checked with the available distance instead, and not at all against an obstacle that contains the
/// start. The destination itself is not checked: see [`clear_point`].
///
/// # Errors
/// [`Invalid`] for non-finite values and negative radii.
pub fn plan(
    start: &Point3<f64>,
    destination: &Point3<f64>,
    obstacles: &[BiSphere],
    settings: &Settings,
) -> Result<Plan, Invalid> {
    settings.checked()?;
    for point in [start, destination] {
        Sphere::new(*point, 0.0).checked()?;
    }
    for end in obstacles.iter().flat_map(|obstacle| &obstacle.ends) {
        end.checked()?;
    }
    let mut search = Search { destination, obstacles, settings, detours: [None; MAX_DETOURS], attempts: ATTEMPTS };
    Ok(match search.path_from(*start, 0) {
        Ok(()) => Plan { detours: search.detours, blocked_by: None },
        Err(obstacle) => Plan { detours: [None; MAX_DETOURS], blocked_by: Some(obstacle) },
    })
}

/// Returns the closest known point to a given one that has at least this distance to all obstacles and lies between these heights; the
/// point itself if it is already clear. `None` if no direction leads out.
///
/// The search follows the shortest direction out of the nearest obstacle, the direction to `from`, the axes, and the horizontal diagonals.
/// For a single obstacle the first of these is exact.
///
/// # Errors
/// [`Invalid`] for non-finite values and negative radii.
pub fn clear_point(
    point: &Point3<f64>,
    from: &Point3<f64>,
    obstacles: &[BiSphere],
    radius: f64,
    heights: [f64; 2],
) -> Result<Option<Point3<f64>>, Invalid> {
    let [lowest, highest] = heights;
    for center in [point, from, &Point3::new(0.0, 0.0, lowest), &Point3::new(0.0, 0.0, highest)] {
        Sphere::new(*center, radius).checked()?;
    }
    for end in obstacles.iter().flat_map(|obstacle| &obstacle.ends) {
        end.checked()?;
    }
    let room = Clearance::of(point, obstacles);
    let Some(nearest) = room.obstacle.filter(|_| room.distance < radius) else { return Ok(Some(*point)) };
    let here = Sphere::new(*point, radius);
    let out = closest_of_checked(&Leg { from: here, to: here }, &obstacles[nearest]).normal;
    let back = (from - point).try_normalize(0.0).unwrap_or(out);
    let directions = [out, back].into_iter().chain(COMPASS.map(|(x, y)| Vector3::new(x, y, 0.0)));
    let directions = directions.chain([Vector3::z(), -Vector3::z()]);
    let mut best: Option<(f64, Point3<f64>)> = None;
    for direction in directions {
        let distance = exit_of_all(point, &direction, obstacles, radius);
        let found = point + direction * distance;
        let fits = found.z == point.z || (lowest..=highest).contains(&found.z);
        if fits && best.is_none_or(|(shortest, _)| distance < shortest) {
            best = Some((distance, found));
        }
    }
    Ok(best.map(|(_, found)| found))
}

/// Returns the radii at the start and the end of a leg to use for an obstacle: the full radii, reduced if the start is so close that it
/// would be trapped, or the destination so close that it would be unreachable.
fn leg_radii([from, to]: [&Point3<f64>; 2], obstacle: &BiSphere, settings: &Settings) -> [f64; 2] {
    let room = |point: &Point3<f64>| clearance_of_checked(&Sphere::new(*point, 0.0), obstacle);
    let start = (room(from) - RELIEF).max(LEAST_RADIUS).min(settings.radius + settings.hysteresis);
    [start, room(to).max(settings.radius).min(start)]
}

/// A depth-first search for a path, with backtracking.
struct Search<'a> {
    destination: &'a Point3<f64>,
    obstacles: &'a [BiSphere],
    settings: &'a Settings,
    detours: [Option<Detour>; MAX_DETOURS],
    /// Number of legs to the destination that may still be examined.
    attempts: usize,
}

impl Search<'_> {
    /// Fills in the detours of a path from a point to the destination, starting at this index. The error is the obstructing obstacle.
    fn path_from(&mut self, from: Point3<f64>, number: usize) -> Result<(), usize> {
        self.attempts = self.attempts.saturating_sub(1);
        let leg = [&from, self.destination];
        let (obstacles, settings) = (self.obstacles, self.settings);
        let radii_of = |index: usize| leg_radii(leg, &obstacles[index], settings);
        let Some((index, closest)) = first_of_checked(leg, radii_of, obstacles, settings.first) else { return Ok(()) };
        if number == MAX_DETOURS {
            return Err(index);
        }
        for detour in around(leg, index, closest, obstacles, settings) {
            if self.attempts == 0 {
                break;
            }
            self.detours[number] = Some(detour);
            if self.path_from(detour.point, number + 1).is_ok() {
                return Ok(());
            }
            self.detours[number] = None;
        }
        Err(index)
    }
}

/// Returns detours around one obstacle that are clear of all obstacles and reachable: the nearest one in each direction.
fn around<'a>(
    [from, to]: [&'a Point3<f64>; 2],
    obstacle: usize,
    closest: Closest,
    obstacles: &'a [BiSphere],
    settings: &'a Settings,
) -> impl Iterator<Item = Detour> + 'a {
    let leg = to - from;
    let deepest = from + leg * closest.along_leg;
    let right = right_of(&leg);
    let directions = [
        (Direction::Out, closest.normal),
        (Direction::Opposite, -closest.normal),
        (Direction::Right, right),
        (Direction::Left, -right),
        (Direction::Up, Vector3::z()),
    ];
    directions.into_iter().filter_map(move |(direction, vector)| {
        let exit = exit_of(&deepest, &vector, &obstacles[obstacle], settings.radius + settings.hysteresis);
        let margins = (0..=DOUBLINGS).map(|number| settings.margin * f64::from(1_u32 << number));
        let margins = margins.take_while(|margin| exit * margin <= settings.most_margin);
        let points = margins.map(|margin| (margin, deepest + vector * ((1.0 + margin) * exit)));
        // A detour below the obstacle that is too low is invalid in this direction at any distance.
        let points = points.take_while(|(_, point)| vector.z >= 0.0 || point.z >= settings.least_height_below);
        let clamped = points.map(|(margin, mut point)| {
            point.z = point.z.clamp(settings.heights[0], settings.heights[1]);
            (margin, point)
        });
        let mut free = clamped.filter(|(_, point)| is_free(from, point, obstacles, settings));
        free.next().map(|(margin, point)| Detour { point, obstacle, direction, margin, closest })
    })
}

/// Returns whether a detour is clear of all obstacles, and the leg to it clear of all those that its start is clear of.
fn is_free(from: &Point3<f64>, point: &Point3<f64>, obstacles: &[BiSphere], settings: &Settings) -> bool {
    let wanted = settings.radius + 0.5 * settings.hysteresis;
    obstacles.iter().all(|obstacle| {
        let [full, _] = leg_radii([from, point], obstacle, settings);
        let radius = full.min(wanted);
        clearance_of_checked(&Sphere::new(*point, wanted), obstacle) >= 0.0
            && (clearance_of_checked(&Sphere::new(*from, radius), obstacle) < 0.0
                || closest_of_checked(&Leg::new(*from, *point, radius), obstacle).distance >= 0.0)
    })
}

/// Returns the distance to move a sphere in a direction until it is outside an obstacle; 0 if it already is.
///
/// The distance function is convex along a line, so bisection finds the point.
fn exit_of(center: &Point3<f64>, direction: &Vector3<f64>, obstacle: &BiSphere, radius: f64) -> f64 {
    let room = |way: f64| clearance_of_checked(&Sphere::new(center + direction * way, radius), obstacle);
    if room(0.0) >= 0.0 {
        return 0.0;
    }
    let reach = obstacle.ends.iter().map(|end| (end.center - center).norm() + end.radius).fold(0.0, f64::max);
    let (mut inside, mut outside) = (0.0, 2.0 * (reach + radius));
    // 60 bisections exhaust the precision of a double.
    for _ in 0..60 {
        let middle = 0.5 * (inside + outside);
        if room(middle) >= 0.0 {
            outside = middle;
        } else {
            inside = middle;
        }
    }
    outside
}

/// As [`exit_of`], for all obstacles in turn until the sphere is clear of all of them.
fn exit_of_all(center: &Point3<f64>, direction: &Vector3<f64>, obstacles: &[BiSphere], radius: f64) -> f64 {
    let mut way = 0.0;
    loop {
        let here = center + direction * way;
        let further = obstacles.iter().map(|obstacle| exit_of(&here, direction, obstacle, radius)).fold(0.0, f64::max);
        if further <= TOUCHING {
            return way + further;
        }
        way += further;
    }
}
