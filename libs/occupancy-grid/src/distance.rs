//! Marks cells that are too close to occupied cells: exact Euclidean distance transform.

use crate::grid::Frame;

/// No occupied cell in this column.
const NONE: u16 = u16::MAX;

/// Marks every cell whose square is closer than a given distance to the square of an occupied cell, and the occupied cells themselves.
///
/// `need` is the squared distance in cell edges, rounded up: squared distances between cells are integers.
///
/// The transform is that of Felzenszwalb, Huttenlocher, "Distance Transforms of Sampled Functions", Theory of Computing 8, 2012: first
/// along columns, then along rows with the lower envelope of parabolas. It uses integers, so it is exact. There are two differences from
/// the paper. The distance is between squares, not centers: the column offset counts one less, which is a parabola again once the values of
/// a column are also stored in its neighbors. And distances are compared immediately, so the distance map, four bytes per cell, is never
/// stored.
pub(crate) fn near(frame: &Frame, is_occupied: impl Fn(usize) -> bool, need: u64) -> Vec<bool> {
    let (columns, rows) = (frame.columns as usize, frame.rows as usize);
    let to_occupied = along_columns(columns, rows, is_occupied);
    let mut near = vec![false; frame.count()];
    let mut envelope = Envelope::default();
    let mut values = vec![None; columns];
    for (distances, near) in to_occupied.chunks_exact(columns).zip(near.chunks_exact_mut(columns)) {
        // No distance is less than 0: mark only the occupied cells themselves.
        if need == 0 {
            near.iter_mut().zip(distances).for_each(|(near, distance)| *near = *distance == 0);
            continue;
        }
        for (column, value) in values.iter_mut().enumerate() {
            let beside = &distances[column.saturating_sub(1)..(column + 2).min(columns)];
            let least = beside.iter().copied().min().unwrap_or(NONE);
            // The row offset counts one less, too.
            *value = (least != NONE).then(|| i64::from(least.saturating_sub(1)).pow(2));
        }
        envelope.of(&values);
        envelope.each(columns, |column, square| near[column] = square.cast_unsigned() < need);
    }
    near
}

/// Distance of each cell to the nearest occupied cell of its column, in cells.
fn along_columns(columns: usize, rows: usize, is_occupied: impl Fn(usize) -> bool) -> Vec<u16> {
    let mut distances = vec![NONE; columns * rows];
    // At most 20,000 rows: valid distances are always below NONE.
    for index in 0..columns * rows {
        distances[index] = match index.checked_sub(columns) {
            _ if is_occupied(index) => 0,
            Some(below) => distances[below].saturating_add(1),
            None => NONE,
        };
    }
    for index in (0..columns * (rows - 1)).rev() {
        distances[index] = distances[index].min(distances[index + columns].saturating_add(1));
    }
    distances
}

/// Lower envelope of parabolas `(x − at)² + value` over integers x.
#[derive(Default)]
struct Envelope {
    /// Vertex position and value of each parabola, and the first x from which it is the lowest.
    pieces: Vec<(i64, i64, i64)>,
}

impl Envelope {
    /// Computes the envelope of parabolas at 0, 1 …; entries without a value have no parabola.
    fn of(&mut self, values: &[Option<i64>]) {
        self.pieces.clear();
        for (at, value) in (0..).zip(values) {
            let Some(value) = *value else { continue };
            let begin = loop {
                let Some((before, lowest, begin)) = self.pieces.last().copied() else { break i64::MIN };
                // The last x at which the previous parabola is not above this one.
                let last = (value + at * at - lowest - before * before).div_euclid(2 * (at - before));
                if last >= begin {
                    break last + 1;
                }
                self.pieces.pop();
            };
            self.pieces.push((at, value, begin));
        }
    }

    /// Visits the envelope at 0 … below `end`; does nothing without parabolas.
    fn each(&self, end: usize, mut take: impl FnMut(usize, i64)) {
        let mut pieces = self.pieces.iter().peekable();
        let Some(mut piece) = pieces.next() else { return };
        for (x, index) in (0..).zip(0..end) {
            while let Some(next) = pieces.next_if(|(_, _, begin)| *begin <= x) {
                piece = next;
            }
            take(index, (x - piece.0).pow(2) + piece.1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point2;
    use sim_fuzz::Random;

    /// Squared distance between the squares of two cells, by definition.
    fn square(a: [u32; 2], b: [u32; 2]) -> u64 {
        let gap = |axis: usize| u64::from(a[axis].abs_diff(b[axis]).saturating_sub(1));
        gap(0).pow(2) + gap(1).pow(2)
    }

    #[test]
    fn it_agrees_with_the_distances_to_all_occupied_cells() {
        for number in 0..300 {
            let random = &mut Random::new(number);
            let (columns, rows) = (1 + random.below(40) as u32, 1 + random.below(40) as u32);
            let frame = Frame::new(Point2::origin(), 0.1, columns, rows).unwrap();
            let share = [1, 3, 30, 300][random.below(4)];
            let occupied: Vec<bool> = (0..frame.count()).map(|_| random.below(300) < share).collect();
            let sites: Vec<_> = (0..frame.count()).filter(|index| occupied[*index]).collect();
            let need = [0, 1, 2, 5, 8, 9, 10, 100, 1000, u64::MAX][random.below(10)];
            let found = near(&frame, |index| occupied[index], need);
            for (index, near) in found.iter().enumerate() {
                let distances = sites.iter().map(|site| square(frame.cell(index), frame.cell(*site)));
                let expected = occupied[index] || distances.min().is_some_and(|distance| distance < need);
                assert_eq!(*near, expected, "map {number}, {frame:?}, need {need}, cell {:?}", frame.cell(index));
            }
        }
    }
}
