//! Line of sight between points of a grid.

use crate::grid::{Frame, TOUCHING};
use nalgebra::{Point2, Vector2};

/// Returns whether all cells touched by the segment between two points are free. A point on a border touches both cells.
///
/// The test visits, row by row, all columns that the segment touches there, with a small tolerance, so that rounding cannot make the
/// segment pass a corner.
pub(crate) fn sees(frame: &Frame, blocked: &[bool], a: &Point2<f64>, b: &Point2<f64>) -> bool {
    let (a, b) = (frame.in_cells(a), frame.in_cells(b));
    let (low, high) = if a.y <= b.y { (a, b) } else { (b, a) };
    let wider = TOUCHING / frame.edge + 1e-10;
    let rows = touched(low.y - wider, high.y + wider, frame.rows);
    rows.clone().all(|row| {
        let borders = [f64::from(row) - wider, f64::from(row) + 1.0 + wider];
        let [from, to] = borders.map(|border| along(&low, &high, border));
        let columns = touched(from.min(to) - wider, from.max(to) + wider, frame.columns);
        let row = &blocked[frame.index([0, row])..];
        !row[columns.start as usize..columns.end as usize].contains(&true)
    })
}

/// Returns x of a segment at a y, or of the nearer endpoint.
fn along(low: &Vector2<f64>, high: &Vector2<f64>, y: f64) -> f64 {
    let rise = high.y - low.y;
    if y <= low.y {
        low.x
    } else if y >= high.y {
        high.x
    } else {
        low.x + (high.x - low.x) * ((y - low.y) / rise)
    }
}

/// Returns the cells that a range touches.
fn touched(min: f64, max: f64, count: u32) -> std::ops::Range<u32> {
    let end = (max.floor() + 1.0).clamp(0.0, f64::from(count)) as u32;
    (min.floor().max(0.0) as u32).min(end)..end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        Frame::new(Point2::new(-1.0, -1.0), 0.5, 6, 5).unwrap()
    }

    fn sees_past(cell: [u32; 2], a: [f64; 2], b: [f64; 2]) -> bool {
        let mut blocked = vec![false; frame().count()];
        blocked[frame().index(cell)] = true;
        let ends = [a, b].map(Point2::from);
        let both = [[0, 1], [1, 0]].map(|[a, b]: [usize; 2]| sees(&frame(), &blocked, &ends[a], &ends[b]));
        assert_eq!(both[0], both[1], "symmetric");
        both[0]
    }

    #[test]
    fn segments_that_enter_or_touch_a_blocked_cell_do_not_see() {
        // The cell extends from (0, -0.5) to (0.5, 0).
        assert!(!sees_past([2, 1], [-0.75, -0.25], [1.75, -0.25]));
        assert!(!sees_past([2, 1], [0.25, -0.9], [0.25, 1.4]));
        assert!(!sees_past([2, 1], [-0.75, -0.9], [1.75, 0.2]));
        assert!(!sees_past([2, 1], [-0.25, 0.75], [1.25, -0.75]), "through a corner");
        assert!(!sees_past([2, 1], [-0.9, 0.0], [1.9, 0.0]), "along a border");
        assert!(!sees_past([2, 1], [0.5, -0.9], [0.5, 1.4]), "along a border");
        assert!(sees_past([2, 1], [-0.9, 0.001], [1.9, 0.001]));
        assert!(sees_past([2, 1], [0.501, -0.9], [0.501, 1.4]));
        assert!(sees_past([2, 1], [-0.25, 0.751], [1.25, -0.749]));
        assert!(sees_past([2, 1], [-0.9, -0.9], [-0.001, -0.3]), "ends before the corner");
    }
}
