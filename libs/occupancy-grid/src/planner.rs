//! Ways for a round robot.

use crate::grid::{Cell, Frame, Grid, Invalid, length};
use crate::{distance, search, sight};
use nalgebra::Point2;
use std::fmt;

/// How often a way is shortened and pulled tight: then there is little left to gain.
const ROUNDS: usize = 12;

/// How often the way of a corner is halved.
const HALVES: u32 = 6;

/// What a way is planned for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Planner {
    /// Radius of a circle that holds the robot, m.
    pub radius: f64,
    /// How far the circle shall stay from what is occupied, m.
    pub margin: f64,
    /// Whether unknown cells, and all that lies beyond the grid, are taken for free. Else they are taken for occupied. The way
    /// itself stays on the grid in both cases.
    pub unknown_is_free: bool,
}

/// A grid whose cells are blocked where the centre of a robot must not be.
#[derive(Clone, PartialEq)]
pub struct Inflated {
    frame: Frame,
    blocked: Vec<bool>,
}

/// A way that has been found.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// Its corners in the world, m, with start and goal. Where both are the same it is one point.
    pub points: Vec<Point2<f64>>,
}

/// Why there is no way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlanError {
    /// A coordinate is not finite.
    NotFinite(End, Point2<f64>),
    /// An end lies outside the grid.
    Outside(End, Point2<f64>),
    /// An end lies nearer to what is occupied than radius and margin allow.
    Blocked {
        /// Which end.
        end: End,
        /// Where it is.
        point: Point2<f64>,
        /// The next centre of a cell where the robot may be; `None` where there is none on the whole grid.
        nearest: Option<Point2<f64>>,
    },
    /// What is occupied separates start and goal.
    NoWay {
        /// The start.
        start: Point2<f64>,
        /// The goal.
        goal: Point2<f64>,
    },
}

/// An end of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Where it begins.
    Start,
    /// Where it ends.
    Goal,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == End::Start { "start" } else { "goal" })
    }
}

impl PlanError {
    /// What can be done about it.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NotFinite(..) => "give finite coordinates",
            Self::Outside(..) => "give a point on the map, or make the map larger",
            Self::Blocked { nearest: Some(_), .. } => {
                "take the nearest free point, or plan with a smaller radius or margin"
            }
            Self::Blocked { nearest: None, .. } => "plan with a smaller radius or margin, or map more of the place",
            Self::NoWay { .. } => "plan with a smaller radius or margin, choose another goal, or map more of the place",
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
                    "the {end} {} is too near to what is occupied; the nearest free point is {nearest}",
                    at(point)
                )
            }
            Self::Blocked { end, point, nearest: None } => {
                write!(f, "the {end} {} is too near to what is occupied, as is every point of the map", at(point))
            }
            Self::NoWay { start, goal } => write!(f, "there is no way from {} to {}", at(start), at(goal)),
        }
    }
}

impl std::error::Error for PlanError {}

impl Planner {
    /// The cells of a grid where the centre of the robot may be.
    ///
    /// A cell is blocked when some point of it is nearer than radius and margin to some point of an occupied cell. So whatever
    /// stays on free cells, corners of legs between them too, keeps that distance everywhere.
    ///
    /// # Errors
    /// When radius or margin are not finite or negative.
    pub fn inflate(&self, grid: &Grid) -> Result<Inflated, Invalid> {
        let reach = length("the radius", self.radius)? + length("the margin", self.margin)?;
        let frame = *grid.frame();
        let cells = grid.cells();
        let is_occupied = |index: usize| match cells[index] {
            Cell::Occupied => true,
            Cell::Unknown => !self.unknown_is_free,
            Cell::Free => false,
        };
        // Squares of distances are whole numbers. Rounding must not turn an exact multiple of the edge into the next one.
        let edges = reach / frame.edge;
        let need = (edges * edges * (1.0 - 1e-12)).ceil() as u64;
        let mut blocked = distance::near(&frame, is_occupied, need);
        if !self.unknown_is_free {
            block_border(&frame, &mut blocked, need);
        }
        Ok(Inflated { frame, blocked })
    }
}

/// Blocks what is too near to what lies beyond the grid.
fn block_border(frame: &Frame, blocked: &mut [bool], need: u64) {
    let [columns, rows] = [frame.columns, frame.rows];
    for (index, blocked) in blocked.iter_mut().enumerate() {
        let [column, row] = frame.cell(index);
        let gap = column.min(columns - 1 - column).min(row.min(rows - 1 - row));
        *blocked |= u64::from(gap).pow(2) < need;
    }
}

impl Inflated {
    /// Whether the centre of the robot may be at a point of the world; not outside the grid.
    #[must_use]
    pub fn is_free(&self, point: Point2<f64>) -> bool {
        self.frame.cell_of(&point).is_some_and(|cell| !self.blocked[self.frame.index(cell)])
    }

    /// Whether a cell is blocked, by column and row; `None` outside.
    #[must_use]
    pub fn is_blocked(&self, cell: [u32; 2]) -> Option<bool> {
        let inside = cell[0] < self.frame.columns && cell[1] < self.frame.rows;
        inside.then(|| self.blocked[self.frame.index(cell)])
    }

    /// The centre of the free cell whose centre is nearest to a point; `None` where every cell is blocked. Of equally near
    /// ones it is the one of the smallest row, then column.
    #[must_use]
    pub fn nearest_free(&self, point: Point2<f64>) -> Option<Point2<f64>> {
        let mut nearest: Option<(f64, [u32; 2])> = None;
        for (row, blocked) in (0..).zip(self.blocked.chunks_exact(self.frame.columns as usize)) {
            let away = (self.frame.center([0, row]).y - point.y).abs();
            if nearest.is_some_and(|(distance, _)| distance <= away) {
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

    /// A way from a start to a goal, points of the world, m.
    ///
    /// It is a shortest way in eight directions, cutting no corners, whose points are left out where the line past them is free,
    /// and which is then pulled tight: never longer than that way. Every point of it is on a free cell.
    ///
    /// # Errors
    /// When an end is not finite, outside or blocked, and when there is no way.
    pub fn path(&self, start: Point2<f64>, goal: Point2<f64>) -> Result<Path, PlanError> {
        let [from, to] = [self.end(End::Start, start)?, self.end(End::Goal, goal)?];
        let way = search::shortest(&self.frame, &self.blocked, from, to).ok_or(PlanError::NoWay { start, goal })?;
        let mut points = vec![start];
        points.extend(way.into_iter().map(|cell| self.frame.center(cell)));
        points.push(goal);
        points.dedup();
        let mut points = self.shortened(points);
        points.dedup();
        Ok(Path { points })
    }

    /// The cell of an end of a way.
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

    /// Leaves out points past which the line is free, and pulls the others tight.
    fn shortened(&self, mut points: Vec<Point2<f64>>) -> Vec<Point2<f64>> {
        for _ in 0..ROUNDS {
            // Towards the start it looks otherwise than towards the goal.
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

    /// Moves each corner towards the line between its neighbours, as far as it goes in halves; says whether one was moved. On the
    /// way there the sum of the distances from both only falls.
    fn tighten(&self, points: &mut [Point2<f64>]) -> bool {
        let mut moved = false;
        for index in 1..points.len().saturating_sub(1) {
            let [before, corner, after] = [points[index - 1], points[index], points[index + 1]];
            let line = after - before;
            let part = (corner - before).dot(&line) / line.norm_squared();
            // Where both neighbours are the same point the corner is left.
            let way = if part.is_finite() { before + line * part.clamp(0.0, 1.0) - corner } else { continue };
            let nearer = (0..HALVES).map(|halves| corner + way / f64::from(1_u32 << halves));
            let sees = |a: &Point2<f64>, b: &Point2<f64>| sight::sees(&self.frame, &self.blocked, a, b);
            let mut seen = nearer.filter(|point| sees(&before, point) && sees(point, &after));
            if let Some(point) = seen.next().filter(|point| *point != corner) {
                (points[index], moved) = (point, true);
            }
        }
        moved
    }

    /// Goes from each point that is kept to the last one that is seen without a gap.
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
    /// Its length, m.
    #[must_use]
    pub fn length(&self) -> f64 {
        self.points.windows(2).map(|leg| (leg[1] - leg[0]).norm()).fold(0.0, |sum, leg| sum + leg)
    }
}
