//! A rectangular grid of square cells.

use nalgebra::{Point2, Vector2};
use std::fmt;

/// Maximum number of cells along a side.
pub const MAX_CELLS_PER_SIDE: u32 = 20_000;

/// Maximum total number of cells: each takes a byte.
pub const MAX_CELLS: u64 = 64_000_000;

/// Minimum penetration of a shape into a cell, m. Coordinates of up to [`LARGEST`] are exact to a tenth of it.
pub const TOUCHING: f64 = 1e-9;

/// Largest coordinate of a grid, m.
pub const LARGEST: f64 = 1e6;

/// Minimum and maximum edge of a cell, m.
const EDGES: [f64; 2] = [1e-4, 1000.0];

/// State of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Cell {
    /// Unobserved.
    #[default]
    Unknown,
    /// Free of obstacles.
    Free,
    /// Contains an obstacle.
    Occupied,
}

/// An axis-aligned rectangle in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Minimum x and y, m.
    pub min: Point2<f64>,
    /// Maximum x and y, m.
    pub max: Point2<f64>,
}

/// Why a grid, a shape or a planner is rejected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Invalid {
    /// This number is not finite, or its magnitude is out of range.
    NotFinite(&'static str, f64),
    /// The edge of a cell is out of range, m.
    Edge(f64),
    /// Columns and rows: one of them is 0 or above [`MAX_CELLS_PER_SIDE`].
    Sides(f64, f64),
    /// Columns and rows: more than [`MAX_CELLS`] in total.
    Cells(u32, u32),
    /// This coordinate of a corner of the grid is beyond [`LARGEST`].
    Far(f64),
    /// The maximum coordinate is less than the minimum.
    Bounds(f64, f64),
    /// This length must not be negative.
    Negative(&'static str, f64),
    /// This length is below [`crate::THINNEST`].
    Thin(&'static str, f64),
}

impl Invalid {
    /// Returns how to fix it.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::NotFinite(..) => "use a finite number from -1e9 to 1e9",
            Self::Edge(_) => "use a resolution from 0.0001 m to 1000 m",
            Self::Sides(..) => "use 1 to 20000 cells per side: larger cells, or a smaller area",
            Self::Cells(..) => "use at most 64000000 cells: larger cells, or a smaller area",
            Self::Far(_) => "place the map within 1000000 m of the world's origin",
            Self::Bounds(..) => "put the smaller coordinate first",
            Self::Negative(..) => "use a length of 0 or more",
            Self::Thin(..) => "use at least 1e-6 m",
        }
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite(name, value) => write!(f, "{name} is {value}"),
            Self::Edge(edge) => write!(f, "the resolution is {edge} m"),
            Self::Sides(columns, rows) => write!(f, "the map would have {columns} × {rows} cells"),
            Self::Cells(columns, rows) => {
                write!(f, "the map would have {columns} × {rows} = {} cells", u64::from(*columns) * u64::from(*rows))
            }
            Self::Far(coordinate) => write!(f, "a corner of the map is at {coordinate} m"),
            Self::Bounds(min, max) => write!(f, "the rectangle extends from {min} m to {max} m"),
            Self::Negative(name, value) => write!(f, "{name} is {value} m"),
            Self::Thin(name, value) => write!(f, "{name} is {value} m"),
        }
    }
}

impl std::error::Error for Invalid {}

/// Accepts only finite numbers within range.
pub(crate) fn finite(name: &'static str, value: f64) -> Result<f64, Invalid> {
    if value.abs() <= 1e9 { Ok(value) } else { Err(Invalid::NotFinite(name, value)) }
}

/// As [`finite`], and not negative.
pub(crate) fn length(name: &'static str, value: f64) -> Result<f64, Invalid> {
    if finite(name, value)? < 0.0 { Err(Invalid::Negative(name, value)) } else { Ok(value) }
}

impl Bounds {
    /// Returns the bounding rectangle of a box.
    ///
    /// `half` are half the side lengths along its own axes, m; `yaw` rotates it about its center.
    #[must_use]
    pub fn of_box(center: Point2<f64>, half: Vector2<f64>, yaw: f64) -> Self {
        let (sin, cos) = libm::sincos(yaw);
        let (sin, cos) = (sin.abs(), cos.abs());
        let reach = Vector2::new(half.x * cos + half.y * sin, half.x * sin + half.y * cos);
        Self { min: center - reach, max: center + reach }
    }

    /// Returns the smallest rectangle that contains both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self { min: self.min.inf(&other.min), max: self.max.sup(&other.max) }
    }
}

/// An axis-aligned grid of cells in the world.
#[derive(Clone, PartialEq)]
pub struct Grid {
    frame: Frame,
    cells: Vec<Cell>,
}

/// Position of the cells of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Frame {
    pub origin: Point2<f64>,
    pub edge: f64,
    pub columns: u32,
    pub rows: u32,
}

impl Frame {
    pub fn new(origin: Point2<f64>, edge: f64, columns: u32, rows: u32) -> Result<Self, Invalid> {
        finite("x of the origin", origin.x)?;
        finite("y of the origin", origin.y)?;
        if !(EDGES[0]..=EDGES[1]).contains(&edge) {
            return Err(Invalid::Edge(edge));
        }
        if [columns, rows].iter().any(|side| !(1..=MAX_CELLS_PER_SIDE).contains(side)) {
            return Err(Invalid::Sides(columns.into(), rows.into()));
        }
        if u64::from(columns) * u64::from(rows) > MAX_CELLS {
            return Err(Invalid::Cells(columns, rows));
        }
        let frame = Self { origin, edge, columns, rows };
        let Bounds { min, max } = frame.bounds();
        match [min.x, min.y, max.x, max.y].into_iter().find(|coordinate| coordinate.abs() > LARGEST) {
            Some(coordinate) => Err(Invalid::Far(coordinate)),
            None => Ok(frame),
        }
    }

    pub fn bounds(&self) -> Bounds {
        let size = Vector2::new(f64::from(self.columns), f64::from(self.rows)) * self.edge;
        Bounds { min: self.origin, max: self.origin + size }
    }

    /// Converts a point to cell units from the corner of the grid.
    pub fn in_cells(&self, point: &Point2<f64>) -> Vector2<f64> {
        (point - self.origin) / self.edge
    }

    pub fn cell_of(&self, point: &Point2<f64>) -> Option<[u32; 2]> {
        let place = self.in_cells(point);
        let inside = |place: f64, end: u32| place >= 0.0 && place < f64::from(end);
        (inside(place.x, self.columns) && inside(place.y, self.rows)).then_some([place.x as u32, place.y as u32])
    }

    pub fn center(&self, [column, row]: [u32; 2]) -> Point2<f64> {
        self.origin + Vector2::new(f64::from(column) + 0.5, f64::from(row) + 0.5) * self.edge
    }

    /// Returns the row-major index of a cell.
    pub fn index(&self, [column, row]: [u32; 2]) -> usize {
        row as usize * self.columns as usize + column as usize
    }

    /// Returns the cell at an index.
    pub fn cell(&self, index: usize) -> [u32; 2] {
        [(index % self.columns as usize) as u32, (index / self.columns as usize) as u32]
    }

    /// Returns the number of cells.
    pub fn count(&self) -> usize {
        self.columns as usize * self.rows as usize
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Frame { origin, edge, columns, rows } = &self.frame;
        write!(f, "Grid {columns} × {rows} with {edge} m cells at ({}, {})", origin.x, origin.y)
    }
}

impl Grid {
    /// Creates a grid of unknown cells.
    ///
    /// `origin` is its lower left corner in the world, m, `edge` the edge of a cell, m.
    ///
    /// # Errors
    /// If a number is not finite, the edge is not from 0.1 mm to 1 km, a side has no cell or more than [`MAX_CELLS_PER_SIDE`], there would be
    /// more than [`MAX_CELLS`], or a corner is beyond [`LARGEST`].
    pub fn new(origin: Point2<f64>, edge: f64, columns: u32, rows: u32) -> Result<Self, Invalid> {
        let frame = Frame::new(origin, edge, columns, rows)?;
        Ok(Self { frame, cells: vec![Cell::Unknown; frame.count()] })
    }

    /// Creates a grid of unknown cells around a rectangle, with a margin on each side, m.
    ///
    /// Its corners are at integer multiples of the edge, so that grids with the same edge are aligned. It contains the requested rectangle
    /// to within [`TOUCHING`].
    ///
    /// # Errors
    /// As [`Grid::new`], and if the rectangle is inverted or the margin is negative.
    pub fn around(bounds: &Bounds, edge: f64, margin: f64) -> Result<Self, Invalid> {
        let Bounds { min, max } = bounds;
        for (name, value) in [("minimum x", min.x), ("minimum y", min.y), ("maximum x", max.x), ("maximum y", max.y)] {
            finite(name, value)?;
        }
        length("the margin", margin)?;
        if !(EDGES[0]..=EDGES[1]).contains(&edge) {
            return Err(Invalid::Edge(edge));
        }
        if let Some(axis) = (0..2).find(|axis| max[*axis] < min[*axis]) {
            return Err(Invalid::Bounds(min[axis], max[axis]));
        }
        // In cells: an overlap smaller than this does not need an additional cell.
        let over = TOUCHING / edge;
        let first = [0, 1].map(|axis| ((min[axis] - margin) / edge + over).floor());
        let end = [0, 1].map(|axis| ((max[axis] + margin) / edge - over).ceil());
        let [columns, rows] = [0, 1].map(|axis| (end[axis] - first[axis]).max(1.0));
        if columns.max(rows) > f64::from(MAX_CELLS_PER_SIDE) {
            return Err(Invalid::Sides(columns, rows));
        }
        Self::new(Point2::new(first[0] * edge, first[1] * edge), edge, columns as u32, rows as u32)
    }

    /// Returns the lower left corner in the world, m.
    #[must_use]
    pub fn origin(&self) -> Point2<f64> {
        self.frame.origin
    }

    /// Returns the edge of a cell, m.
    #[must_use]
    pub fn edge(&self) -> f64 {
        self.frame.edge
    }

    /// Returns the number of cells along x.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.frame.columns
    }

    /// Returns the number of cells along y.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.frame.rows
    }

    /// Returns the rectangle that it covers.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.frame.bounds()
    }

    /// Returns the state at a point of the world; `None` outside. A point on a border belongs to the cell with the larger coordinates.
    #[must_use]
    pub fn at(&self, point: Point2<f64>) -> Option<Cell> {
        self.cell_of(point).map(|cell| self.cells[self.frame.index(cell)])
    }

    /// Returns column and row of the cell that contains a point of the world; `None` outside.
    #[must_use]
    pub fn cell_of(&self, point: Point2<f64>) -> Option<[u32; 2]> {
        self.frame.cell_of(&point)
    }

    /// Returns the center of a cell, given by column and row, in the world. Cells outside the grid have centers, too.
    #[must_use]
    pub fn center(&self, cell: [u32; 2]) -> Point2<f64> {
        self.frame.center(cell)
    }

    /// Returns a cell by column and row; `None` outside.
    #[must_use]
    pub fn get(&self, cell: [u32; 2]) -> Option<Cell> {
        self.holds(cell).then(|| self.cells[self.frame.index(cell)])
    }

    /// Sets a cell by column and row. Returns `false` outside the grid.
    pub fn set(&mut self, cell: [u32; 2], to: Cell) -> bool {
        let inside = self.holds(cell);
        if inside {
            self.cells[self.frame.index(cell)] = to;
        }
        inside
    }

    /// Sets all cells.
    pub fn fill(&mut self, to: Cell) {
        self.cells.fill(to);
    }

    /// Iterates over all cells with column and row: row by row, from the smallest y.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = ([u32; 2], Cell)> + ExactSizeIterator {
        self.cells.iter().enumerate().map(|(index, cell)| (self.frame.cell(index), *cell))
    }

    /// Iterates over rows of cells, from the smallest y.
    pub fn row_slices(&self) -> impl DoubleEndedIterator<Item = &[Cell]> + ExactSizeIterator {
        self.cells.chunks_exact(self.frame.columns as usize)
    }

    /// Returns the number of cells with this state.
    #[must_use]
    pub fn count(&self, like: Cell) -> usize {
        self.cells.iter().filter(|cell| **cell == like).count()
    }

    fn holds(&self, [column, row]: [u32; 2]) -> bool {
        column < self.frame.columns && row < self.frame.rows
    }

    pub(crate) fn frame(&self) -> &Frame {
        &self.frame
    }

    pub(crate) fn row_mut(&mut self, row: u32) -> &mut [Cell] {
        let columns = self.frame.columns as usize;
        &mut self.cells[row as usize * columns..][..columns]
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_reported_with_numbers_and_a_remedy() {
        let new = |x, edge, columns, rows| Grid::new(Point2::new(x, 0.0), edge, columns, rows).unwrap_err();
        assert_eq!(new(f64::NAN, 0.01, 1, 1).to_string(), "x of the origin is NaN");
        assert_eq!(new(0.0, 0.0, 1, 1), Invalid::Edge(0.0));
        assert!(matches!(new(0.0, f64::NAN, 1, 1), Invalid::Edge(_)));
        assert_eq!(new(0.0, 0.01, 0, 1), Invalid::Sides(0.0, 1.0));
        assert_eq!(new(0.0, 0.01, 20_001, 1), Invalid::Sides(20_001.0, 1.0));
        assert_eq!(new(0.0, 0.01, 8_001, 8_000).to_string(), "the map would have 8001 × 8000 = 64008000 cells");
        assert_eq!(new(999_999.5, 0.01, 100, 1), Invalid::Far(1_000_000.5));
        assert!(new(0.0, 0.01, 0, 1).remedy().contains("20000"));
        assert!(Grid::new(Point2::origin(), 0.01, 20_000, 3_200).is_ok());
    }

    #[test]
    fn a_point_on_a_border_belongs_to_the_cell_of_larger_coordinates() {
        let mut grid = Grid::new(Point2::new(-1.0, -2.0), 0.5, 4, 3).unwrap();
        assert!(grid.set([2, 1], Cell::Occupied) && !grid.set([4, 0], Cell::Free) && !grid.set([0, 3], Cell::Free));
        assert_eq!(grid.at(Point2::new(0.0, -1.5)), Some(Cell::Occupied));
        assert_eq!(grid.at(Point2::new(0.499, -1.001)), Some(Cell::Occupied));
        assert_eq!(grid.at(Point2::new(0.5, -1.5)), Some(Cell::Unknown));
        assert_eq!(grid.at(Point2::new(1.0, -1.5)), None);
        assert_eq!(grid.at(Point2::new(-1.0, -0.5)), None);
        assert_eq!(grid.at(Point2::new(f64::NAN, 0.0)), None);
        assert_eq!(grid.center([2, 1]), Point2::new(0.25, -1.25));
        let found: Vec<_> = grid.iter().filter(|(_, cell)| *cell == Cell::Occupied).collect();
        assert_eq!((found, grid.iter().len()), (vec![([2, 1], Cell::Occupied)], 12));
    }

    #[test]
    fn a_grid_around_a_rectangle_has_no_cell_too_many_by_rounding() {
        let bounds = Bounds { min: Point2::new(-0.3, 0.1), max: Point2::new(0.3, 0.7) };
        let grid = Grid::around(&bounds, 0.01, 0.1).unwrap();
        assert_eq!([grid.columns(), grid.rows()], [80, 80]);
        assert!((grid.origin() - Point2::new(-0.4, 0.0)).norm() < 1e-12);
        for first in -500..500 {
            let [min, max] = [f64::from(first) / 100.0, f64::from(first + 10) / 100.0];
            let bounds = Bounds { min: Point2::new(min, min), max: Point2::new(max, max) };
            let grid = Grid::around(&bounds, 0.01, 0.03).unwrap();
            assert_eq!([grid.columns(), grid.rows()], [16, 16], "{first}");
            assert!((grid.origin().x - (min - 0.03)).abs() < 1e-12, "{first}");
        }
        // 0.013 m and a margin extend into additional cells on both sides.
        let bounds = Bounds { min: Point2::new(0.013, 0.0), max: Point2::new(0.013, 0.0) };
        let grid = Grid::around(&bounds, 0.01, 0.005).unwrap();
        assert_eq!([grid.columns(), grid.rows()], [2, 2]);
        let around = |min, max, margin| {
            let bounds = Bounds { min: Point2::new(min, 0.0), max: Point2::new(max, 0.0) };
            Grid::around(&bounds, 0.01, margin).map(|grid| grid.columns())
        };
        assert_eq!(around(0.0, 0.0, 0.0), Ok(1));
        assert_eq!(around(1.0, 0.0, 0.0), Err(Invalid::Bounds(1.0, 0.0)));
        assert_eq!(around(0.0, 1.0, -0.1), Err(Invalid::Negative("the margin", -0.1)));
        assert!(matches!(around(0.0, f64::INFINITY, 0.0), Err(Invalid::NotFinite("maximum x", _))));
        assert!(matches!(around(0.0, 300.0, 0.0), Err(Invalid::Sides(..))));
    }

    #[test]
    fn bounds_of_a_turned_box_hold_its_corners_and_no_more() {
        let bounds = Bounds::of_box(Point2::new(1.0, 2.0), Vector2::new(2.0, 1.0), std::f64::consts::FRAC_PI_2);
        assert!((bounds.min - Point2::new(0.0, 0.0)).norm() < 1e-12, "{bounds:?}");
        assert!((bounds.max - Point2::new(2.0, 4.0)).norm() < 1e-12, "{bounds:?}");
        let other = Bounds { min: Point2::new(-1.0, 1.0), max: Point2::new(1.0, 5.0) };
        let both = bounds.union(&other);
        assert!((both.min.x + 1.0).abs() + both.min.y.abs() + (both.max.y - 5.0).abs() < 1e-12, "{both:?}");
    }
}
