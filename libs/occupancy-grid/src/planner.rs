//! Path planning for a round robot.

use crate::grid::{Cell, Frame, Grid, Invalid, length};
use crate::{distance, search, sight};
use nalgebra::Point2;
use std::fmt;

/// Maximum number of rounds of shortening and tightening; more gain little.
const ROUNDS: usize = 12;

/// Maximum number of times the displacement of a corner is halved.
const HALVES: u32 = 6;

/// Planner settings. Unknown cells, and everything beyond the grid, are treated like occupied cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planner {
    /// Radius of a circle that contains the robot, m.
    pub radius: f64,
    /// Minimum distance of the circle from occupied cells, m.
    pub margin: f64,
}

/// A grid whose cells are blocked where the center of the robot must not be.
#[derive(Clone, PartialEq)]
pub struct Inflated {
    frame: Frame,
    blocked: Vec<bool>,
}

/// A planned path.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// Its vertices in the world, m, including start and goal. A single point if they are equal.
    pub points: Vec<Point2<f64>>,
}

/// Why there is no path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlanError {
    /// A coordinate is not finite.
    NotFinite(End, Point2<f64>),
    /// An endpoint is outside the grid.
    Outside(End, Point2<f64>),
    /// An endpoint is closer to an occupied or unknown cell than radius and margin permit.
    Blocked {
        /// Which endpoint.
        end: End,
        /// Position of the endpoint.
        point: Point2<f64>,
        /// Nearest permitted cell center; `None` if the entire grid is blocked.
        nearest: Option<Point2<f64>>,
    },
    /// Occupied or unknown cells separate start and goal.
    NoPath {
        /// The start.
        start: Point2<f64>,
        /// The goal.
        goal: Point2<f64>,
    },
}

/// An endpoint of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The start.
    Start,
    /// The goal.
    Goal,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == End::Start { "start" } else { "goal" })
    }
}

impl PlanError {
    /// Returns how to fix it.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NotFinite(..) => "use finite coordinates",
            Self::Outside(..) => "use a point on the map, or enlarge the map",
            Self::Blocked { nearest: Some(_), .. } => "use the nearest free point, or a smaller radius or margin",
            Self::Blocked { nearest: None, .. } => "use a smaller radius or margin, or explore more of the area",
            Self::NoPath { .. } => "use a smaller radius or margin, choose another goal, or explore more of the area",
        }
    }
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |point: &Point2<f64>| format!("({}, {})", point.x, point.y);
        match self {
            Self::NotFinite(end, point) => write!(f, "the {end} {} is not finite", at(point)),
            Self::Outside(end, point) => write!(f, "the {end} {} is outside the map", at(point)),
            Self::Blocked { end, point, nearest: Some(nearest) } => {
                let nearest = at(nearest);
                write!(
                    f,
                    "the {end} {} is too close to an occupied or unknown cell; the nearest free point is {nearest}",
                    at(point)
                )
            }
            Self::Blocked { end, point, nearest: None } => {
                write!(
                    f,
                    "the {end} {} is too close to an occupied or unknown cell, as is every point of the map",
                    at(point)
                )
            }
            Self::NoPath { start, goal } => write!(f, "no path from {} to {}", at(start), at(goal)),
        }
    }
}

impl std::error::Error for PlanError {}

impl Planner {
    /// Computes the cells of a grid where the center of the robot may be.
    ///
    /// A cell is blocked if any point of it is closer than radius plus margin to any point of an occupied cell. A path on free cells,
    /// including the segments between its vertices, therefore keeps that distance everywhere.
    ///
    /// # Errors
    /// If radius or margin are not finite or negative.
    pub fn inflate(&self, grid: &Grid) -> Result<Inflated, Invalid> {
        let reach = length("the radius", self.radius)? + length("the margin", self.margin)?;
        let frame = *grid.frame();
        let cells = grid.cells();
        let is_occupied = |index: usize| cells[index] != Cell::Free;
        // Squared distances are integers. Rounding must not turn an exact multiple of the edge into the next one.
        let edges = reach / frame.edge;
        let need = (edges * edges * (1.0 - 1e-12)).ceil() as u64;
        let mut blocked = distance::near(&frame, is_occupied, need);
        block_border(&frame, &mut blocked, need);
        Ok(Inflated { frame, blocked })
    }
}

/// Blocks cells that are too close to the area beyond the grid.
fn block_border(frame: &Frame, blocked: &mut [bool], need: u64) {
    let [columns, rows] = [frame.columns, frame.rows];
    for (index, blocked) in blocked.iter_mut().enumerate() {
        let [column, row] = frame.cell(index);
        let gap = column.min(columns - 1 - column).min(row.min(rows - 1 - row));
        *blocked |= u64::from(gap).pow(2) < need;
    }
}

impl Inflated {
    /// Returns whether a cell is blocked, by column and row; `None` outside.
    #[must_use]
    pub fn is_blocked(&self, cell: [u32; 2]) -> Option<bool> {
        let inside = cell[0] < self.frame.columns && cell[1] < self.frame.rows;
        inside.then(|| self.blocked[self.frame.index(cell)])
    }

    /// Returns the center of the free cell nearest to a point; `None` if every cell is blocked. Ties are resolved by the smallest row, then
    /// column.
    #[must_use]
    pub fn nearest_free(&self, point: Point2<f64>) -> Option<Point2<f64>> {
        let mut nearest: Option<(f64, [u32; 2])> = None;
        for (row, blocked) in (0..).zip(self.blocked.chunks_exact(self.frame.columns as usize)) {
            let row_distance = (self.frame.center([0, row]).y - point.y).abs();
            if nearest.is_some_and(|(distance, _)| distance <= row_distance) {
                continue;
            }
            for (column, blocked) in (0..).zip(blocked) {
                let distance = (self.frame.center([column, row]) - point).norm();
                if !blocked && nearest.is_none_or(|(least, _)| distance < least) {
                    nearest = Some((distance, [column, row]));
                }
            }
        }
        nearest.map(|(_, cell)| self.frame.center(cell))
    }

    /// Plans a path from a start to a goal, points of the world, m.
    ///
    /// It is a shortest 8-connected path without corner cutting, with vertices removed where the direct line is free, and then tightened:
    /// it is never longer than the 8-connected path. Every point of it is on a free cell.
    ///
    /// # Errors
    /// If an endpoint is not finite, outside or blocked, or if the goal is unreachable.
    pub fn path(&self, start: Point2<f64>, goal: Point2<f64>) -> Result<Path, PlanError> {
        let [from, to] = [self.end(End::Start, start)?, self.end(End::Goal, goal)?];
        let cells = search::shortest(&self.frame, &self.blocked, from, to).ok_or(PlanError::NoPath { start, goal })?;
        let mut points = vec![start];
        points.extend(cells.into_iter().map(|cell| self.frame.center(cell)));
        points.push(goal);
        points.dedup();
        let mut points = self.shortened(points);
        points.dedup();
        Ok(Path { points })
    }

    /// Returns the cell of an endpoint.
    fn end(&self, end: End, point: Point2<f64>) -> Result<[u32; 2], PlanError> {
        if !(point.x.is_finite() && point.y.is_finite()) {
            return Err(PlanError::NotFinite(end, point));
        }
        let cell = self.frame.cell_of(&point).ok_or(PlanError::Outside(end, point))?;
        if self.blocked[self.frame.index(cell)] {
            return Err(PlanError::Blocked { end, point, nearest: self.nearest_free(point) });
        }
        Ok(cell)
    }

    /// Removes vertices where the direct line is free, and tightens the rest.
    fn shortened(&self, mut points: Vec<Point2<f64>>) -> Vec<Point2<f64>> {
        for _ in 0..ROUNDS {
            // The result depends on the direction, so both are tried.
            for _ in 0..2 {
                points = self.shortened_once(&points);
                points.reverse();
            }
            if !self.tighten(&mut points) {
                break;
            }
        }
        self.shortened_once(&points)
    }

    /// Moves each vertex toward the line between its neighbors as far as possible, by halving; returns whether any moved. The sum of the
    /// distances to both neighbors decreases monotonically.
    fn tighten(&self, points: &mut [Point2<f64>]) -> bool {
        let mut moved = false;
        for index in 1..points.len().saturating_sub(1) {
            let [before, corner, after] = [points[index - 1], points[index], points[index + 1]];
            let line = after - before;
            let part = (corner - before).dot(&line) / line.norm_squared();
            // If both neighbors coincide, the vertex is unchanged.
            let offset = if part.is_finite() { before + line * part.clamp(0.0, 1.0) - corner } else { continue };
            let nearer = (0..HALVES).map(|halves| corner + offset / f64::from(1_u32 << halves));
            let sees = |a: &Point2<f64>, b: &Point2<f64>| sight::sees(&self.frame, &self.blocked, a, b);
            let mut seen = nearer.filter(|point| sees(&before, point) && sees(point, &after));
            if let Some(point) = seen.next().filter(|point| *point != corner) {
                (points[index], moved) = (point, true);
            }
        }
        moved
    }

    /// From each retained vertex, continues to the last one in an unbroken line of sight.
    fn shortened_once(&self, points: &[Point2<f64>]) -> Vec<Point2<f64>> {
        let mut kept: Vec<Point2<f64>> = points.first().copied().into_iter().collect();
        for (corner, next) in points.iter().zip(&points[1..]).skip(1) {
            if let Some(last) = kept.last()
                && !sight::sees(&self.frame, &self.blocked, last, next)
            {
                kept.push(*corner);
            }
        }
        kept.extend(points.get(1..).and_then(<[_]>::last));
        kept
    }
}

impl fmt::Debug for Inflated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blocked = self.blocked.iter().filter(|blocked| **blocked).count();
        write!(f, "Inflated {:?}, {blocked} blocked", self.frame)
    }
}

impl Path {
    /// Returns the length, m.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.points.windows(2).map(|leg| (leg[1] - leg[0]).norm()).fold(0.0, |sum, leg| sum + leg)
    }
}
