//! Conversion of gray pixels to cells.

use super::{FileError, Place};
use crate::grid::{Cell, Frame, Grid};
use nalgebra::Point2;

/// Position of an image's cells; the size is read from the image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    pub origin: Point2<f64>,
    pub edge: f64,
}

/// Columns and rows declared by an image, and the position of the declaration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub columns: u32,
    pub rows: u32,
    pub place: Place,
}

impl Corner {
    /// Rejects an invalid grid before memory is allocated.
    pub fn check(&self, size: Size) -> Result<(), FileError> {
        let frame = Frame::new(self.origin, self.edge, size.columns, size.rows);
        frame.map(drop).map_err(|invalid| FileError::invalid(size.place, invalid))
    }

    /// Creates a grid of unknown cells of this size.
    pub fn grid(&self, size: Size) -> Result<Grid, FileError> {
        let grid = Grid::new(self.origin, self.edge, size.columns, size.rows);
        grid.map_err(|invalid| FileError::invalid(size.place, invalid))
    }
}

/// Returns the cells of an image row, counted from the first row of the image.
pub(super) fn row_of(grid: &mut Grid, row: u32) -> &mut [Cell] {
    let last = grid.rows() - 1;
    grid.row_mut(last - row)
}
