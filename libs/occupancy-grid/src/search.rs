//! Shortest path between cells.

use crate::grid::Frame;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::SQRT_2;

/// The eight steps: straight ones first.
const STEPS: [[i32; 2]; 8] = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];

/// Marks the start cell; other reached cells store the number of the step to them, from 1.
const FIRST: u8 = 9;

/// A length in straight and diagonal steps. With integers, equal lengths compare equal regardless of the order of summation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Steps {
    straight: u32,
    diagonal: u32,
}

impl Steps {
    /// Length in cell edges.
    fn length(self) -> f64 {
        f64::from(self.straight) + f64::from(self.diagonal) * SQRT_2
    }

    fn and(self, other: Self) -> Self {
        Self { straight: self.straight + other.straight, diagonal: self.diagonal + other.diagonal }
    }

    /// Lower bound on the length between two cells.
    fn between(a: [u32; 2], b: [u32; 2]) -> Self {
        let [x, y] = [0, 1].map(|axis| a[axis].abs_diff(b[axis]));
        Self { straight: x.abs_diff(y), diagonal: x.min(y) }
    }
}

/// Returns the cells of a shortest 8-connected path, including its endpoints; `None` if there is no path.
///
/// A diagonal step requires both adjacent cells to be free. This is A* (Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic
/// Determination of Minimum Cost Paths", IEEE Transactions on Systems Science and Cybernetics 4, 1968) with the length of the path on an
/// empty grid as the heuristic. Ties are resolved by the smaller distance to the goal, then by the smaller cell index, so that the result
/// is deterministic.
///
/// It is implemented here because a grid stores its cells in a flat array. The crate `pathfinding` (4.16) uses a hash table: on 1000 × 1000
/// cells with nine walls that form a winding path, its `astar` took 0.6 s and 35 MB for the same path, this implementation 0.25 s and 10
/// MB, measured in one run; on the largest grid it would take more than 2 GB.
pub(crate) fn shortest(frame: &Frame, blocked: &[bool], from: [u32; 2], to: [u32; 2]) -> Option<Vec<[u32; 2]>> {
    let [start, goal] = [from, to].map(|cell| frame.index(cell));
    if blocked[start] || blocked[goal] {
        return None;
    }
    // Zeroed memory is free until written: a short path on a large grid uses little.
    let mut reached = vec![0_u8; frame.count()];
    let mut lengths: Vec<[u32; 2]> = vec![[0; 2]; frame.count()];
    let mut open = BinaryHeap::new();
    // Lengths are not negative, so their bit patterns are ordered like the numbers.
    let entry = |steps: Steps, index: usize| {
        let rest = Steps::between(frame.cell(index), to);
        Reverse((steps.and(rest).length().to_bits(), rest.length().to_bits(), index as u32, steps.straight))
    };
    reached[start] = FIRST;
    open.push(entry(Steps::default(), start));
    while let Some(Reverse((_, _, index, straight))) = open.pop() {
        let index = index as usize;
        if index == goal {
            return Some(path_to(frame, &reached, goal));
        }
        let steps = Steps { straight: lengths[index][0], diagonal: lengths[index][1] };
        // The entry is stale: a shorter path was found, or the cell is finished.
        if steps.straight != straight {
            continue;
        }
        let free = neighbors_of(frame, blocked, index);
        for (number, next) in (1_u8..).zip(free) {
            let Some(next) = next else { continue };
            let more = if number <= 4 { [1, 0] } else { [0, 1] };
            let steps = steps.and(Steps { straight: more[0], diagonal: more[1] });
            let known = Steps { straight: lengths[next][0], diagonal: lengths[next][1] };
            if reached[next] == 0 || steps.length() < known.length() {
                reached[next] = number;
                lengths[next] = [steps.straight, steps.diagonal];
                open.push(entry(steps, next));
            }
        }
    }
    None
}

/// Returns the neighbors of a cell that can be reached in one step.
fn neighbors_of(frame: &Frame, blocked: &[bool], index: usize) -> [Option<usize>; 8] {
    let [column, row] = frame.cell(index);
    let columns = frame.columns as usize;
    let open = |index: usize| (!blocked[index]).then_some(index);
    let east = (column + 1 < frame.columns).then(|| index + 1).and_then(open);
    let north = (row + 1 < frame.rows).then(|| index + columns).and_then(open);
    let west = (column > 0).then(|| index - 1).and_then(open);
    let south = (row > 0).then(|| index - columns).and_then(open);
    let corner = |vertical: Option<usize>, horizontal: Option<usize>| open(vertical? + horizontal? - index);
    [east, north, west, south, corner(north, east), corner(north, west), corner(south, west), corner(south, east)]
}

/// Returns the path to a reached cell.
fn path_to(frame: &Frame, reached: &[u8], end: usize) -> Vec<[u32; 2]> {
    let mut cell = frame.cell(end);
    let mut path = vec![cell];
    while let Some(step) = STEPS.get(usize::from(reached[frame.index(cell)]).wrapping_sub(1)) {
        cell = [0, 1].map(|axis| cell[axis].wrapping_add_signed(-step[axis]));
        path.push(cell);
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point2;

    /// Returns the path on a drawn map, `#` blocked, first line at the largest y.
    fn steps(map: &str) -> Option<Vec<[u32; 2]>> {
        let lines: Vec<&str> = map.split_whitespace().rev().collect();
        let frame = Frame::new(Point2::origin(), 1.0, lines[0].len() as u32, lines.len() as u32).unwrap();
        let letters: Vec<u8> = lines.concat().into_bytes();
        let find = |letter: u8| frame.cell(letters.iter().position(|found| *found == letter).unwrap());
        let blocked: Vec<bool> = letters.iter().map(|letter| *letter == b'#').collect();
        shortest(&frame, &blocked, find(b'S'), find(b'G'))
    }

    #[test]
    fn no_corner_is_cut_and_no_gap_between_corners_is_passed() {
        assert_eq!(steps(".G S#"), Some(vec![[0, 0], [0, 1], [1, 1]]));
        assert_eq!(steps("#G S#"), None);
        assert_eq!(steps("S.. ### ..G"), None);
        let around = steps("S#. .#. ..G").unwrap();
        assert_eq!(around, [[0, 2], [0, 1], [0, 0], [1, 0], [2, 0]]);
    }

    #[test]
    fn a_path_to_its_own_start_has_one_cell() {
        let frame = Frame::new(Point2::origin(), 1.0, 3, 3).unwrap();
        assert_eq!(shortest(&frame, &[false; 9], [1, 1], [1, 1]), Some(vec![[1, 1]]));
        assert_eq!(shortest(&frame, &[true; 9], [1, 1], [1, 1]), None);
    }
}
