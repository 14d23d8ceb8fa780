//! The gray of pixels as cells.

use super::{FileError, Place};
use crate::grid::{Cell, Frame, Grid};
use nalgebra::Point2;

/// Where the cells of a picture are; how many there are the picture says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    pub origin: Point2<f64>,
    pub edge: f64,
}

/// Columns and rows that a picture says it has, and where it says so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub columns: u32,
    pub rows: u32,
    pub place: Place,
}

impl Corner {
    /// Refuses a grid that cannot be, before memory is taken for it.
    pub fn check(&self, size: Size) -> Result<(), FileError> {
        let frame = Frame::new(self.origin, self.edge, size.columns, size.rows);
        frame.map(drop).map_err(|invalid| FileError::invalid(size.place, invalid))
    }

    /// A grid of unknown cells of this size.
    pub fn grid(&self, size: Size) -> Result<Grid, FileError> {
        let grid = Grid::new(self.origin, self.edge, size.columns, size.rows);
        grid.map_err(|invalid| FileError::invalid(size.place, invalid))
    }
}

/// The cells of a row of a picture, counted from its first row.
pub(super) fn row_of(grid: &mut Grid, row: u32) -> &mut [Cell] {
    let last = grid.rows() - 1;
    grid.row_mut(last - row)
}
