//! Straight walls from evidence: a line explains readings of many directions and positions if each of them is the distance to the nearest
//! point of the line within its beam.

use super::{Evidence, MapSettings, angle_between};
use nalgebra::{Point2, Vector2};
use serde::{Deserialize, Serialize};
use std::f64::consts::PI;

/// Thickness of a wall of the map, m: a sonar does not measure it.
pub(super) const THICKNESS: f64 = 0.03;

/// Minimum number of readings of a wall.
const MIN_READINGS: usize = 4;

/// Minimum length of a wall, m.
const MIN_LENGTH: f64 = 0.2;

/// Number of directions of the coarse search, over a full turn.
const DIRECTIONS: u16 = 360;

/// Maximum distance between a reading and the line that explains it, m: in the coarse search, and after the fit.
const COARSE: f64 = 0.02;
const FINE: f64 = 0.015;

/// Number of rounds of the fit.
const ROUNDS: usize = 4;

/// Maximum angle between a wall's normal and the ray that hits it, rad: beyond it, a small error of the angle is a large one of the
/// distance.
const GRAZING: f64 = 70.0 * PI / 180.0;

/// Tolerance of gaps between the parts of a wall that two beams cover, m.
const JOINT: f64 = 0.01;

/// Distance between the points at which a wall is tested against beams without echoes, m.
const SAMPLE: f64 = 0.02;

/// Depth by which a beam must pass a wall, m, and margin at its sides, rad, for it to be a gap.
const PASSED: f64 = 0.05;
const BESIDE: f64 = 1.0 * PI / 180.0;

/// Maximum distance by which walls are extended to a common corner, m.
const CORNER: f64 = 0.35;

/// Minimum angle between two walls with a corner, rad.
const CORNER_ANGLE: f64 = 30.0 * PI / 180.0;

/// Maximum distance of a wall from the points that a reading may have hit for the wall to explain it, m: the ends of walls are uncertain.
const EXPLAINED: f64 = 0.05;

/// Number of tested points of a beam on each side of its middle.
const ARC: i8 = 6;

/// A beam without objects nearer than a distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beam {
    pub(super) from: Point2<f64>,
    /// Direction in the world, rad.
    pub(super) direction: f64,
    /// m.
    pub(super) clear: f64,
}

/// A straight wall.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Wall {
    /// Direction of its normal, away from the robot, rad.
    normal: f64,
    /// Distance of its near face from the origin along the normal, m.
    offset: f64,
    /// Its ends along the face, counterclockwise from the normal, m.
    ends: [f64; 2],
    /// Identifiers of its evidence.
    pub(super) evidence: Vec<u32>,
}

/// A reading in relation to a line.
struct Relation {
    /// Distance of the sonar from the line, m.
    away: f64,
    /// Angle from the normal to the point of the line nearest to the sonar within the beam, rad.
    angle: f64,
    /// Difference between the distance of the sonar from the line and the one that the reading implies, m.
    error: f64,
}

fn unit(direction: f64) -> Vector2<f64> {
    let (sin, cos) = libm::sincos(direction);
    Vector2::new(cos, sin)
}

fn left_of(normal: &Vector2<f64>) -> Vector2<f64> {
    Vector2::new(-normal.y, normal.x)
}

/// Returns the signed angle from one direction to another, −π … π.
fn signed(from: f64, to: f64) -> f64 {
    let turn = (to - from).rem_euclid(2.0 * PI);
    if turn > PI { turn - 2.0 * PI } else { turn }
}

/// Returns the angle, closest to 0, of the directions within a beam.
fn nearest(angle: f64, half_angle: f64) -> f64 {
    angle.signum() * (angle.abs() - half_angle).max(0.0)
}

impl Wall {
    /// Returns how a reading relates to the line of the wall; `None` if its beam does not point to it.
    fn relation(&self, one: &Evidence, half_angle: f64) -> Option<Relation> {
        let angle = nearest(signed(self.normal, one.direction()), half_angle);
        let away = self.offset - unit(self.normal).dot(&Point2::from(one.sensor.at).coords);
        let error = away - one.distance * libm::cos(angle);
        (angle.abs() <= GRAZING && away > 0.0).then_some(Relation { away, angle, error })
    }

    /// Returns the position of a point along the face, m.
    fn along(&self, point: &Point2<f64>) -> f64 {
        left_of(&unit(self.normal)).dot(&point.coords)
    }

    /// Returns the point of the face at a position along it, m.
    fn point(&self, along: f64) -> Point2<f64> {
        let normal = unit(self.normal);
        Point2::from(normal * self.offset + left_of(&normal) * along)
    }

    pub(super) fn length(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }

    /// Returns the center of the wall and the direction of its depth.
    pub(super) fn placed(&self) -> (Point2<f64>, f64) {
        let middle = self.point((self.ends[0] + self.ends[1]) / 2.0);
        (middle + unit(self.normal) * (THICKNESS / 2.0), self.normal)
    }

    /// Returns the distance of a point from the face, m.
    fn distance(&self, point: &Point2<f64>) -> f64 {
        let beyond = self.along(point).clamp(self.ends[0], self.ends[1]);
        (point - self.point(beyond)).norm()
    }

    /// Returns the distance of the face from the nearest of the points that a reading may have hit, m.
    fn distance_from_arc(&self, one: &Evidence, half_angle: f64) -> f64 {
        let at = |step: i8| one.sensor.end(one.bearing + half_angle * f64::from(step) / f64::from(ARC), one.distance);
        (-ARC..=ARC).map(|step| self.distance(&at(step))).fold(f64::INFINITY, f64::min)
    }

    /// Returns whether a beam passes a point of the wall.
    fn is_passed(&self, along: f64, beams: &[Beam], half_angle: f64) -> bool {
        let point = self.point(along);
        beams.iter().any(|beam| {
            let offset = point - beam.from;
            offset.norm() < beam.clear - PASSED
                && angle_between(libm::atan2(offset.y, offset.x), beam.direction) < half_angle - BESIDE
        })
    }

    /// Returns whether beams pass any point between two positions.
    fn has_gap(&self, [from, to]: [f64; 2], beams: &[Beam], half_angle: f64) -> bool {
        let count = ((to - from).abs() / SAMPLE).floor() as u32;
        (1..=count)
            .any(|step| self.is_passed(from + (to - from) * f64::from(step) / f64::from(count + 1), beams, half_angle))
    }
}

/// Returns all walls supported by the evidence that no beam passes.
pub(super) fn walls(evidence: &[Evidence], beams: &[Beam], settings: &MapSettings) -> Vec<Wall> {
    let mut left: Vec<&Evidence> = evidence.iter().collect();
    let mut walls: Vec<Wall> = Vec::new();
    let mut dismissed = Vec::new();
    while let Some(line) = best_line(&left, settings) {
        let line = fitted(line, &left, settings);
        let inliers: Vec<&Evidence> =
            left.iter().filter(|one| is_inlier(&line, one, FINE, settings)).copied().collect();
        let segments = segments(&line, &inliers, beams, settings);
        let used: Vec<u32> = segments.iter().flat_map(|wall| wall.evidence.iter().copied()).collect();
        walls.extend(segments);
        // What is on the line but not on a wall may be on another line.
        match used.is_empty() {
            true => dismissed.extend(inliers.iter().map(|one| one.id).take(inliers.len() / 3 + 1)),
            false => left.retain(|one| !used.contains(&one.id)),
        }
        if inliers.is_empty() {
            break;
        }
        left.retain(|one| !dismissed.contains(&one.id));
    }
    join(&mut walls, beams, settings.half_angle);
    for one in evidence {
        if walls.iter().any(|wall| wall.evidence.contains(&one.id)) {
            continue;
        }
        let distances = walls.iter_mut().map(|wall| (wall.distance_from_arc(one, settings.half_angle), wall));
        let nearest = distances.min_by(|one, other| one.0.total_cmp(&other.0));
        if let Some((_, wall)) = nearest.filter(|(distance, _)| *distance <= EXPLAINED) {
            wall.evidence.push(one.id);
        }
    }
    walls
}

fn is_inlier(line: &Wall, one: &Evidence, tolerance: f64, settings: &MapSettings) -> bool {
    line.relation(one, settings.half_angle).is_some_and(|relation| relation.error.abs() <= tolerance)
}

/// Returns the line that explains most readings, by voting over its direction and offset; `None` if none explains enough.
fn best_line(evidence: &[&Evidence], settings: &MapSettings) -> Option<Wall> {
    let (mut best, mut offsets): (Option<(usize, f64, Wall)>, _) = (None, Vec::new());
    for step in 0..DIRECTIONS {
        let normal = f64::from(step) * 2.0 * PI / f64::from(DIRECTIONS);
        let toward = unit(normal);
        offsets.clear();
        offsets.extend(evidence.iter().filter_map(|one| {
            let angle = nearest(signed(normal, one.direction()), settings.half_angle);
            let offset = toward.dot(&Point2::from(one.sensor.at).coords) + one.distance * libm::cos(angle);
            (angle.abs() <= GRAZING).then_some(offset)
        }));
        offsets.sort_by(f64::total_cmp);
        let mut end = 0;
        for first in 0..offsets.len() {
            while end < offsets.len() && offsets[end] - offsets[first] <= 2.0 * COARSE {
                end += 1;
            }
            let (count, spread) = (end - first, offsets[end - 1] - offsets[first]);
            let better =
                best.as_ref().is_none_or(|(most, least, _)| count > *most || count == *most && spread < *least);
            if count >= MIN_READINGS && better {
                let offset = (offsets[first] + offsets[end - 1]) / 2.0;
                best = Some((count, spread, Wall { normal, offset, ends: [0.0; 2], evidence: Vec::new() }));
            }
        }
    }
    best.map(|(_, _, line)| line)
}

/// Fits a line to the readings that it explains: least squares of the distances.
fn fitted(mut line: Wall, evidence: &[&Evidence], settings: &MapSettings) -> Wall {
    for round in 0..ROUNDS {
        let tolerance = if round + 1 < ROUNDS { COARSE } else { FINE };
        let (mut a, mut b, mut c, mut d, mut e) = (0.0, 0.0, 0.0, 0.0, 0.0);
        for one in evidence {
            let Some(relation) = line.relation(one, settings.half_angle).filter(|it| it.error.abs() <= tolerance)
            else {
                continue;
            };
            // Derivative of the error with respect to the direction of the normal; that to the offset is 1.
            let slope = -line.along(&Point2::from(one.sensor.at)) - one.distance * libm::sin(relation.angle);
            (a, b, c) = (a + slope * slope, b + slope, c + 1.0);
            (d, e) = (d + slope * relation.error, e + relation.error);
        }
        let determinant = a * c - b * b;
        if c < MIN_READINGS as f64 || determinant <= 1e-9 * c * c {
            break;
        }
        line.normal -= (c * d - b * e) / determinant;
        line.offset -= (a * e - b * d) / determinant;
    }
    line
}

/// Returns the parts of a line that the beams of its readings cover without a gap.
fn segments(line: &Wall, inliers: &[&Evidence], beams: &[Beam], settings: &MapSettings) -> Vec<Wall> {
    let half_angle = settings.half_angle;
    // The point that a reading has hit, and the range that its beam covers.
    let mut hits: Vec<(f64, [f64; 2], u32)> = inliers
        .iter()
        .filter_map(|one| {
            let relation = line.relation(one, half_angle)?;
            let foot = line.along(&Point2::from(one.sensor.at));
            let at = |angle: f64| foot + relation.away * libm::tan(angle);
            let middle = signed(line.normal, one.direction());
            let edge = |angle: f64| at(angle.clamp(-GRAZING - half_angle, GRAZING + half_angle));
            Some((at(relation.angle), [edge(middle - half_angle), edge(middle + half_angle)], one.id))
        })
        .collect();
    hits.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.2.cmp(&other.2)));
    let covers = |[from, to]: [f64; 2]| {
        let mut reached = from + JOINT;
        while reached < to {
            let next = hits.iter().filter(|(_, [start, _], _)| *start <= reached).map(|(_, [_, end], _)| *end);
            match next.reduce(f64::max) {
                Some(next) if next > reached - JOINT + 1e-6 => reached = next + JOINT,
                _ => return false,
            }
        }
        true
    };
    let mut found = Vec::new();
    let mut first = 0;
    for place in 1..=hits.len() {
        let ends = place == hits.len() || {
            let gap = [hits[place - 1].0, hits[place].0];
            !covers(gap) || line.has_gap(gap, beams, half_angle)
        };
        if ends {
            let part = &hits[first..place];
            let wall = Wall {
                ends: [part[0].0, part[part.len() - 1].0],
                evidence: part.iter().map(|(.., id)| *id).collect(),
                ..line.clone()
            };
            if part.len() >= MIN_READINGS && wall.length() >= MIN_LENGTH {
                found.push(wall);
            }
            first = place;
        }
    }
    found
}

/// Extends walls to the corners that they have in common.
fn join(walls: &mut [Wall], beams: &[Beam], half_angle: f64) {
    for one in 0..walls.len() {
        for other in one + 1..walls.len() {
            let [a, b] = [&walls[one], &walls[other]];
            let angle = angle_between(a.normal, b.normal);
            if !(CORNER_ANGLE..=PI - CORNER_ANGLE).contains(&angle) {
                continue;
            }
            // The point of one line at the offset of the other.
            let (toward, along) = (unit(b.normal), left_of(&unit(a.normal)));
            let at = (b.offset - toward.dot(&(unit(a.normal) * a.offset))) / toward.dot(&along);
            let corner = a.point(at);
            let places = [at, b.along(&corner)];
            let extended = [(a, places[0]), (b, places[1])].map(|(wall, place)| {
                let end = usize::from(place > (wall.ends[0] + wall.ends[1]) / 2.0);
                let beyond = if end == 1 { place - wall.ends[1] } else { wall.ends[0] - place };
                let free = beyond > 0.0 && wall.has_gap([wall.ends[end], place], beams, half_angle);
                (beyond.abs() <= CORNER && !free).then_some((end, place, beyond))
            });
            if let [Some(first), Some(second)] = extended {
                for (index, (end, place, beyond)) in [(one, first), (other, second)] {
                    if beyond > 0.0 {
                        walls[index].ends[end] = place;
                    }
                }
            }
        }
    }
}
