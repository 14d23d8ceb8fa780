//! Rasterization of shapes and rays.

use crate::grid::{Bounds, Cell, Grid, Invalid, TOUCHING, finite};
use nalgebra::{Point2, Vector2};

/// Minimum half extent of a box, m: a thinner shape could lie on a border and enter no cell.
pub const THINNEST: f64 = 1e-6;

/// Returns columns or rows of the cells that a range of coordinates enters by more than [`TOUCHING`].
fn entered(min: f64, max: f64, origin: f64, edge: f64, count: u32) -> std::ops::Range<u32> {
    let over = TOUCHING / edge;
    // Casts of out-of-range numbers saturate.
    let first = ((min - origin) / edge + over).floor().max(0.0) as u32;
    let end = ((max - origin) / edge - over).ceil().clamp(0.0, f64::from(count)) as u32;
    first.min(end)..end
}

impl Grid {
    /// Marks every cell that a box touches as occupied.
    ///
    /// `center` in the world, m; `half` are half the side lengths along its own axes, m; `yaw` rotates it about its center. Box and cell
    /// are tested along the axes of both, which is exact for rectangles (Gottschalk, Lin, Manocha, "OBBTree", SIGGRAPH 1996). A cell that
    /// it enters by at most [`TOUCHING`] does not count.
    ///
    /// # Errors
    /// If a number is not finite, or half a side is less than [`THINNEST`].
    pub fn fill_box(&mut self, center: Point2<f64>, half: Vector2<f64>, yaw: f64) -> Result<(), Invalid> {
        finite("x of the box center", center.x)?;
        finite("y of the box center", center.y)?;
        finite("yaw of the box", yaw)?;
        for (name, value) in [("half-length of the box", half.x), ("half-width of the box", half.y)] {
            if finite(name, value)? < THINNEST {
                return Err(Invalid::Thin(name, value));
            }
        }
        let (sin, cos) = libm::sincos(yaw);
        let half_cell = self.edge() / 2.0;
        // Maximum distance of the centers along the box's axes at which box and cell overlap.
        let reach = half.add_scalar(half_cell * (sin.abs() + cos.abs()) - TOUCHING);
        let frame = *self.frame();
        let Bounds { min, max } = Bounds::of_box(center, half, yaw);
        let columns = entered(min.x, max.x, frame.origin.x, frame.edge, frame.columns);
        for row in entered(min.y, max.y, frame.origin.y, frame.edge, frame.rows) {
            let line = self.row_mut(row);
            for column in columns.clone() {
                let apart = frame.center([column, row]) - center;
                let (along, across) = (apart.x * cos + apart.y * sin, apart.y * cos - apart.x * sin);
                if along.abs() < reach.x && across.abs() < reach.y {
                    line[column as usize] = Cell::Occupied;
                }
            }
        }
        Ok(())
    }

    /// Marks the cells that a ray traverses as free, including its end cells, unless they are occupied. Returns the number of traversed
    /// cells.
    ///
    /// The traversal is that of Amanatides, Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", Eurographics 1987: consecutive cells
    /// share an edge. Along a border the ray is in the cells with the larger coordinates. Parts outside the grid are ignored. Points of the
    /// world, m.
    ///
    /// # Errors
    /// If a number is not finite.
    pub fn clear_ray(&mut self, from: Point2<f64>, to: Point2<f64>) -> Result<usize, Invalid> {
        for (name, value) in [
            ("x of the ray start", from.x),
            ("y of the ray start", from.y),
            ("x of the ray end", to.x),
            ("y of the ray end", to.y),
        ] {
            finite(name, value)?;
        }
        let frame = *self.frame();
        let size = [frame.columns, frame.rows];
        let Some([from, to]) = clipped(frame.in_cells(&from), frame.in_cells(&to), size.map(f64::from)) else {
            return Ok(0);
        };
        let direction = to - from;
        // Points on the far border belong to the last cell.
        let cell = |place: Vector2<f64>| [0, 1].map(|axis| (place[axis] as u32).min(size[axis] - 1));
        let (mut at, end) = (cell(from), cell(to));
        // Fraction of the segment up to the next border; computed from its index, so that errors do not accumulate along the ray.
        let next = |at: u32, axis: usize| {
            let border = if end[axis] > at { f64::from(at) + 1.0 } else { f64::from(at) };
            if at == end[axis] { f64::INFINITY } else { (border - from[axis]) / direction[axis] }
        };
        let mut passed = 0;
        loop {
            passed += 1;
            let known = &mut self.row_mut(at[1])[at[0] as usize];
            if *known == Cell::Unknown {
                *known = Cell::Free;
            }
            if at == end {
                return Ok(passed);
            }
            // An axis on which the last cell is reached has no further border.
            let axis = usize::from(next(at[1], 1) < next(at[0], 0) || at[0] == end[0]);
            at[axis] = if end[axis] > at[axis] { at[axis] + 1 } else { at[axis] - 1 };
        }
    }
}

/// Clips a segment to a rectangle from 0 to `size` (Liang, Barsky, "A new concept and method for line clipping", ACM Transactions on
/// Graphics 3, 1984).
fn clipped(from: Vector2<f64>, to: Vector2<f64>, size: [f64; 2]) -> Option<[Vector2<f64>; 2]> {
    let direction = to - from;
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        if direction[axis] == 0.0 {
            // The far border belongs to no cell.
            if from[axis] < 0.0 || from[axis] >= size[axis] {
                return None;
            }
            continue;
        }
        let parts = [0.0, size[axis]].map(|border| (border - from[axis]) / direction[axis]);
        first = first.max(parts[0].min(parts[1]));
        last = last.min(parts[0].max(parts[1]));
    }
    // A segment that only touches a corner or a border from outside traverses no cell.
    if first >= last {
        return None;
    }
    let at = |part: f64| {
        let point = if part == 1.0 { to } else { from + direction * part };
        Vector2::new(point.x.clamp(0.0, size[0]), point.y.clamp(0.0, size[1]))
    };
    Some([at(first), at(last)])
}
