//! Detours around obstacles that are known in advance.

use crate::distance::{Closest, Invalid, LARGEST, TOUCHING, clearance_of_checked, closest_of_checked, right_of};
use crate::{BiSphere, Leg, Sphere};
use nalgebra::{Point3, Vector3};

/// How many detours a plan may have.
pub const MOST_DETOURS: usize = 8;

/// How often the margin of a detour is doubled before another direction is tried.
const DOUBLINGS: u32 = 6;

/// How many legs to the destination a plan looks at. Most need three; those that find no way end here.
const ATTEMPTS: usize = 100;

/// Least radius that is kept free from the start, where an obstacle is so near.
const LEAST_RADIUS: f64 = 0.30;

/// By how much the radius that is kept free from the start is less than the distance of the nearest obstacle.
const RELIEF: f64 = 0.001;

/// Which of several obstacles in the way counts as the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// The one that is touched first.
    #[default]
    Entry,
    /// The one whose place of greatest penetration is first along the leg.
    Deepest,
}

/// What a planner keeps to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Radius of the sphere around the vehicle.
    pub radius: f64,
    /// What is kept free beyond that when a plan is made, so that small deviations do not void it.
    pub hysteresis: f64,
    /// By which part of the depth a detour goes further away than it must.
    pub margin: f64,
    /// Longest way by which a detour goes further away than it must.
    pub most_margin: f64,
    /// Height under which no detour passes below an obstacle.
    pub least_height_below: f64,
    /// Lowest and highest point of detours.
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

/// Which way around an obstacle a detour takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The shortest way out of it.
    Out,
    /// The opposite way.
    Opposite,
    /// Horizontally to the right of the leg.
    Right,
    /// Horizontally to the left of the leg.
    Left,
    /// Upwards.
    Up,
}

/// A point that a plan goes through.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detour {
    /// Where it is.
    pub point: Point3<f64>,
    /// Index of the obstacle that it avoids.
    pub obstacle: usize,
    /// Which way around that.
    pub direction: Direction,
    /// By which part of the depth it goes further away than it must.
    pub margin: f64,
    /// Where the leg would have come closest to the obstacle.
    pub closest: Closest,
}

/// Horizontal unit vectors, an eighth of a turn apart.
const COMPASS: [(f64, f64); 8] = {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    [(1.0, 0.0), (half, half), (0.0, 1.0), (-half, half), (-1.0, 0.0), (-half, -half), (0.0, -1.0), (half, -half)]
};

/// A way to a destination.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    detours: [Option<Detour>; MOST_DETOURS],
    /// What is still in the way, where no way was found: the index of an obstacle.
    pub blocked_by: Option<usize>,
}

impl Plan {
    /// The points to go through, in this order, before the destination.
    pub fn detours(&self) -> impl Iterator<Item = &Detour> {
        self.detours.iter().flatten()
    }

    /// Whether there is a way to the destination.
    #[must_use]
    pub const fn is_free(&self) -> bool {
        self.blocked_by.is_none()
    }
}

/// How much room there is around a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clearance {
    /// Distance to the nearest surface of an obstacle; negative inside, infinite where there is none.
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

/// The obstacle that is in the way of a leg first: entered, and most deeply neither at its start nor at its end. `radii_of` gives the
/// radii at both ends of the leg with which each obstacle is looked at. Of several with the same place that with the lowest index.
///
/// # Errors
/// [`Invalid`] for what is not finite, and for negative radii.
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

/// [`first_obstacle`] of what has been checked.
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

/// A way from a start to a destination that keeps away from all obstacles.
///
/// Each detour and each leg to a detour has been checked against all obstacles, with the radius and half the hysteresis. Where the start is
/// nearer to an obstacle than that, the leg from it is checked with the distance there is, and not at all against an obstacle that the
/// start lies in. The destination itself is taken as it is: see [`clear_point`].
///
/// # Errors
/// [`Invalid`] for what is not finite, and for negative radii.
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
    let mut search = Search { destination, obstacles, settings, detours: [None; MOST_DETOURS], attempts: ATTEMPTS };
    Ok(match search.way_from(*start, 0) {
        Ok(()) => Plan { detours: search.detours, blocked_by: None },
        Err(obstacle) => Plan { detours: [None; MOST_DETOURS], blocked_by: Some(obstacle) },
    })
}

/// The nearest known point to one that lies too near to obstacles: with at least this distance to all of them, between these
/// heights. The point itself where it is far enough. `None` where no direction leads out.
///
/// It is sought along the way out of the nearest obstacle, back to where one comes from, along the axes and along the horizontal
/// diagonals. Of one obstacle the first of these is exact.
///
/// # Errors
/// [`Invalid`] for what is not finite, and for negative radii.
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
        let way = exit_of_all(point, &direction, obstacles, radius);
        let found = point + direction * way;
        let fits = found.z == point.z || (lowest..=highest).contains(&found.z);
        if fits && best.is_none_or(|(shortest, _)| way < shortest) {
            best = Some((way, found));
        }
    }
    Ok(best.map(|(_, found)| found))
}

/// The radii at the start and at the end of a leg with which an obstacle is looked at: the full ones, less where the start is so near
/// that it would be caught, and where the destination is so near that it could not be reached.
fn leg_radii([from, to]: [&Point3<f64>; 2], obstacle: &BiSphere, settings: &Settings) -> [f64; 2] {
    let room = |point: &Point3<f64>| clearance_of_checked(&Sphere::new(*point, 0.0), obstacle);
    let start = (room(from) - RELIEF).max(LEAST_RADIUS).min(settings.radius + settings.hysteresis);
    [start, room(to).max(settings.radius).min(start)]
}

/// A way that is sought: detour after detour, and back where one leads nowhere.
struct Search<'a> {
    destination: &'a Point3<f64>,
    obstacles: &'a [BiSphere],
    settings: &'a Settings,
    detours: [Option<Detour>; MOST_DETOURS],
    /// How many more legs to the destination are looked at.
    attempts: usize,
}

impl Search<'_> {
    /// Fills in the detours of a way from a point to the destination, from this number on. An error is the obstacle in the way.
    fn way_from(&mut self, from: Point3<f64>, number: usize) -> Result<(), usize> {
        self.attempts = self.attempts.saturating_sub(1);
        let leg = [&from, self.destination];
        let (obstacles, settings) = (self.obstacles, self.settings);
        let radii_of = |index: usize| leg_radii(leg, &obstacles[index], settings);
        let Some((index, closest)) = first_of_checked(leg, radii_of, obstacles, settings.first) else { return Ok(()) };
        if number == MOST_DETOURS {
            return Err(index);
        }
        for detour in around(leg, index, closest, obstacles, settings) {
            if self.attempts == 0 {
                break;
            }
            self.detours[number] = Some(detour);
            if self.way_from(detour.point, number + 1).is_ok() {
                return Ok(());
            }
            self.detours[number] = None;
        }
        Err(index)
    }
}

/// Detours around one obstacle that are clear of all of them and can be reached: in each direction the nearest one.
fn around<'a>(
    [from, to]: [&'a Point3<f64>; 2],
    obstacle: usize,
    closest: Closest,
    obstacles: &'a [BiSphere],
    settings: &'a Settings,
) -> impl Iterator<Item = Detour> + 'a {
    let way = to - from;
    let deepest = from + way * closest.along_leg;
    let right = right_of(&way);
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
        // A detour below the obstacle that is too low is none in this direction, however far away.
        let points = points.take_while(|(_, point)| vector.z >= 0.0 || point.z >= settings.least_height_below);
        let clamped = points.map(|(margin, mut point)| {
            point.z = point.z.clamp(settings.heights[0], settings.heights[1]);
            (margin, point)
        });
        let mut free = clamped.filter(|(_, point)| is_free(from, point, obstacles, settings));
        free.next().map(|(margin, point)| Detour { point, obstacle, direction, margin, closest })
    })
}

/// Whether a detour keeps away from all obstacles, and the leg to it from all that its start keeps away from.
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

/// How far a sphere has to be moved in a direction until it is out of an obstacle: 0 where it is outside.
///
/// The distance is convex along a line, so halving finds the place.
fn exit_of(center: &Point3<f64>, direction: &Vector3<f64>, obstacle: &BiSphere, radius: f64) -> f64 {
    let room = |way: f64| clearance_of_checked(&Sphere::new(center + direction * way, radius), obstacle);
    if room(0.0) >= 0.0 {
        return 0.0;
    }
    let reach = obstacle.ends.iter().map(|end| (end.center - center).norm() + end.radius).fold(0.0, f64::max);
    let (mut inside, mut outside) = (0.0, 2.0 * (reach + radius));
    // Beyond 60 halvings of a number there are no others.
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

/// As [`exit_of`], of all obstacles one after the other until none is in the way.
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
