//! Rasterization of boxes and rays, checked independently of the grid.

use nalgebra::{Point2, Vector2};
use occupancy_grid::{Cell, Grid, Invalid, THINNEST, TOUCHING};
use sim_fuzz::Random;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

fn between(random: &mut Random, from: f64, to: f64) -> f64 {
    from + (to - from) * (random.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

fn point(random: &mut Random, from: f64, to: f64) -> Point2<f64> {
    Point2::new(between(random, from, to), between(random, from, to))
}

/// Returns whether part of a cell remains when it is clipped to the sides of a box (Sutherland, Hodgman 1974).
fn common(low: Point2<f64>, edge: f64, center: Point2<f64>, half: Vector2<f64>, yaw: f64) -> bool {
    let mut corners: Vec<Point2<f64>> =
        [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| low + Vector2::new(x, y) * edge).to_vec();
    for side in 0..4 {
        let (sin, cos) = (yaw + f64::from(side) * FRAC_PI_2).sin_cos();
        let normal = Vector2::new(cos, sin);
        let beyond = |point: &Point2<f64>| (point - center).dot(&normal) - half[(side % 2) as usize];
        let cut = corners.clone();
        corners.clear();
        for (index, a) in cut.iter().enumerate() {
            let b = cut[(index + 1) % cut.len()];
            let (at_a, at_b) = (beyond(a), beyond(&b));
            if at_a <= 0.0 {
                corners.push(*a);
            }
            if (at_a < 0.0) != (at_b < 0.0) && at_a != at_b {
                corners.push(a + (b - a) * (at_a / (at_a - at_b)));
            }
        }
    }
    corners.len() >= 3
}

#[test]
fn a_box_marks_the_cells_that_it_overlaps() {
    let (mut marked, mut turned) = (0, 0);
    for number in 0..400 {
        let random = &mut Random::new(number);
        let edge = [0.01, 0.1, 1.0][random.below(3)];
        let origin = point(random, -3.0, 3.0);
        let mut grid = Grid::new(origin, edge, 24, 20).unwrap();
        // Also on whole and half cells, where sides coincide with borders.
        let whole = random.below(3) == 0;
        let snap = |number: f64| if whole { (number * 2.0).round() / 2.0 } else { number };
        let center = point(random, -2.0, 24.0).map(snap) * edge + origin.coords;
        let half = point(random, 0.0, 8.0).map(snap).coords.add_scalar(0.5) * edge;
        let yaw = if whole { FRAC_PI_4 * random.below(9) as f64 } else { between(random, -7.0, 7.0) };
        turned += usize::from(yaw != 0.0);
        grid.fill_box(center, half, yaw).unwrap();
        let less = half.add_scalar(-3.0 * TOUCHING);
        let more = half.add_scalar(3.0 * TOUCHING);
        for (cell, state) in grid.iter() {
            let low = grid.center(cell) - Vector2::repeat(edge / 2.0);
            let what = format!("box {number}: {center} {half} {yaw}, {grid:?}, cell {cell:?}");
            assert!(state == Cell::Occupied || !common(low, edge, center, less, yaw), "{what} is not marked");
            assert!(
                state != Cell::Occupied || common(low, edge, center, more, yaw),
                "{what} is marked without contact"
            );
        }
        marked += grid.count(Cell::Occupied);
    }
    assert!(marked > 10_000 && turned > 300, "{marked} {turned}");
}

#[test]
fn a_box_on_cell_borders_marks_the_cells_inside_and_no_neighbor() {
    for yaw in [0.0, FRAC_PI_2, -FRAC_PI_2, 2.0 * FRAC_PI_2, 4.0 * FRAC_PI_2] {
        let mut grid = Grid::new(Point2::new(-1.0, -1.0), 0.01, 200, 200).unwrap();
        grid.fill_box(Point2::new(0.1, -0.2), Vector2::repeat(0.1), yaw).unwrap();
        assert_eq!(grid.count(Cell::Occupied), 400, "{yaw}");
        assert_eq!(grid.get([100, 70]), Some(Cell::Occupied));
        assert_eq!(grid.get([99, 70]), Some(Cell::Unknown));
    }
    let mut grid = Grid::new(Point2::origin(), 1.0, 5, 5).unwrap();
    for (center, half, count) in [
        (Point2::new(-9.0, 2.5), Vector2::repeat(0.5), 0),
        (Point2::new(0.0, 2.5), Vector2::new(1.0, 0.5), 1),
        // The thinnest wall on a border is in the cells of both sides.
        (Point2::new(3.0, 2.5), Vector2::new(THINNEST, 0.5), 1 + 2),
    ] {
        grid.fill_box(center, half, 0.0).unwrap();
        assert_eq!(grid.count(Cell::Occupied), count, "{center}");
    }
}

#[test]
fn a_rotated_box_that_touches_corners_of_cells_marks_them_from_a_depth_of_a_nanometer() {
    // The box |x| + |y| ≤ n: a quadrant enters the cells whose lower corners have a sum below n, and touches those at n.
    let entered = |n: f64, deeper: f64| {
        let mut grid = Grid::new(Point2::new(-1.0, -1.0), 0.01, 200, 200).unwrap();
        let half = Vector2::repeat(n * 0.01 / 2.0_f64.sqrt() + deeper);
        grid.fill_box(Point2::origin(), half, FRAC_PI_4).unwrap();
        grid.count(Cell::Occupied)
    };
    for n in 1..=90_u32 {
        let cells = |n: u32| (2 * n * (n + 1)) as usize;
        assert_eq!(entered(n.into(), 0.0), cells(n), "{n}");
        assert_eq!(entered(n.into(), 0.4 * TOUCHING), cells(n), "{n}");
        assert_eq!(entered(n.into(), 2.0 * TOUCHING), cells(n + 1), "{n}");
        assert_eq!(entered(n.into(), -2.0 * TOUCHING), cells(n), "{n}");
    }
}

/// Length of a segment within a cell.
fn overlap_length(low: Point2<f64>, edge: f64, [a, b]: [Point2<f64>; 2]) -> f64 {
    let (mut first, mut last) = (0.0_f64, 1.0_f64);
    for axis in 0..2 {
        let along = b[axis] - a[axis];
        if along == 0.0 {
            if !(low[axis]..=low[axis] + edge).contains(&a[axis]) {
                return -1.0;
            }
            continue;
        }
        let parts = [low[axis], low[axis] + edge].map(|border| (border - a[axis]) / along);
        (first, last) = (first.max(parts[0].min(parts[1])), last.min(parts[0].max(parts[1])));
    }
    (last - first) * (b - a).norm()
}

#[test]
fn a_ray_frees_the_cells_that_it_passes_and_no_occupied_one() {
    let (mut passed, mut kept) = (0, 0);
    for number in 0..600 {
        let random = &mut Random::new(number);
        let edge = [0.01, 0.1, 1.0][random.below(3)];
        let mut grid = Grid::new(point(random, -3.0, 3.0), edge, 20, 16).unwrap();
        for _ in 0..random.below(60) {
            grid.set([random.below(20) as u32, random.below(16) as u32], Cell::Occupied);
        }
        let before = grid.clone();
        let whole = random.below(2) == 0;
        let ends = [0; 2].map(|_| {
            let place =
                point(random, -8.0, 28.0).map(|number| if whole { (number * 2.0).round() / 2.0 } else { number });
            grid.origin() + place.coords * edge
        });
        let traversed = grid.clear_ray(ends[0], ends[1]).unwrap();
        let mut touched = 0;
        for ((cell, state), (_, was)) in grid.iter().zip(before.iter()) {
            let low = grid.center(cell) - Vector2::repeat(edge / 2.0);
            let what = format!("ray {number}: {ends:?}, {grid:?}, cell {cell:?}");
            // With a rounding tolerance.
            let inner = overlap_length(low + Vector2::repeat(1e-9), edge - 2e-9, ends);
            let outer = overlap_length(low - Vector2::repeat(1e-9), edge + 2e-9, ends);
            match (was, state) {
                (Cell::Occupied, state) => {
                    assert_eq!(state, Cell::Occupied, "{what}");
                    kept += usize::from(inner > 1e-7);
                }
                (_, Cell::Free) => assert!(outer >= 0.0, "{what} is cleared without contact"),
                (_, state) => assert!(state == Cell::Unknown && inner <= 1e-7, "{what} is not marked"),
            }
            touched += usize::from(outer >= 0.0);
        }
        assert!(traversed <= touched, "ray {number}: {traversed} of {touched}");
        assert!(traversed >= grid.count(Cell::Free), "ray {number}");
        passed += traversed;
    }
    assert!(passed > 3000 && kept > 100, "{passed} {kept}");
}

#[test]
fn the_cells_of_a_ray_follow_each_other_over_sides() {
    let ray = |from: [f64; 2], to: [f64; 2]| {
        let mut grid = Grid::new(Point2::origin(), 1.0, 4, 3).unwrap();
        let traversed = grid.clear_ray(from.into(), to.into()).unwrap();
        let cells: Vec<_> = grid.iter().filter(|(_, cell)| *cell == Cell::Free).map(|(cell, _)| cell).collect();
        assert_eq!(traversed, cells.len());
        cells
    };
    assert_eq!(ray([0.5, 0.5], [2.5, 0.5]), [[0, 0], [1, 0], [2, 0]]);
    assert_eq!(ray([2.5, 0.5], [0.5, 0.5]), [[0, 0], [1, 0], [2, 0]]);
    assert_eq!(ray([0.5, 0.5], [2.5, 2.5]), [[0, 0], [1, 0], [1, 1], [2, 1], [2, 2]], "along a diagonal");
    assert_eq!(ray([0.5, 1.0], [2.5, 1.0]), [[0, 1], [1, 1], [2, 1]], "a border belongs to the upper cells");
    assert_eq!(ray([1.5, 1.5], [1.5, 1.5]), [[1, 1]], "a point");
    assert_eq!(ray([-9.0, 1.5], [9.0, 1.5]), [[0, 1], [1, 1], [2, 1], [3, 1]], "from outside to outside");
    assert_eq!(ray([1.5, 3.0], [3.5, 3.0]), [[0_u32; 2]; 0], "the far border is in no cell");
    assert_eq!(ray([-1.0, 1.0], [1.0, -1.0]), [[0_u32; 2]; 0], "a corner alone is not passed");
    assert_eq!(ray([5.0, 1.0], [9.0, 1.0]), [[0_u32; 2]; 0]);
}

#[test]
fn values_that_are_not_finite_or_too_small_are_rejected_and_mark_no_cells() {
    let mut grid = Grid::new(Point2::origin(), 1.0, 4, 3).unwrap();
    let (middle, half) = (Point2::new(1.5, 1.5), Vector2::repeat(1.0));
    assert!(matches!(grid.fill_box(middle, half, f64::NAN), Err(Invalid::NotFinite("yaw of the box", _))));
    assert!(matches!(grid.fill_box(Point2::new(f64::INFINITY, 0.0), half, 0.0), Err(Invalid::NotFinite(..))));
    assert_eq!(grid.fill_box(middle, Vector2::new(1.0, 0.0), 0.0), Err(Invalid::Thin("half-width of the box", 0.0)));
    assert!(matches!(
        grid.clear_ray(middle, Point2::new(0.0, f64::NAN)),
        Err(Invalid::NotFinite("y of the ray end", _))
    ));
    assert_eq!(grid.count(Cell::Unknown), 12);
}
