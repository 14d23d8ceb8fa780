//! Cost of a plan: inflating the obstacles, then searching for a path.
//!
//! Run with `cargo bench -p occupancy-grid`. Compare figures within one run only.

use divan::{Bencher, black_box};
use nalgebra::{Point2, Vector2};
use occupancy_grid::{Cell, Grid, Planner};

fn main() {
    divan::main();
}

const PLANNER: Planner = Planner { radius: 0.07, margin: 0.01, unknown_is_free: false };

/// A free map of `side` cells a side, 1 cm each, and two opposite corners.
fn free(side: u32) -> (Grid, [Point2<f64>; 2]) {
    let mut grid = Grid::new(Point2::origin(), 0.01, side, side).expect("valid size");
    grid.fill(Cell::Free);
    let far = f64::from(side) * 0.01 - 0.2;
    (grid, [Point2::new(0.2, 0.2), Point2::new(far, far)])
}

/// Boxes in staggered rows.
fn boxes(side: u32) -> (Grid, [Point2<f64>; 2]) {
    let (mut grid, ends) = free(side);
    for number in 0..(side / 100).pow(2) {
        let (row, column) = (f64::from(number / (side / 100)), f64::from(number % (side / 100)));
        let center = Point2::new(column + 0.5 + 0.5 * (row % 2.0), row + 0.8);
        if ends.iter().any(|end| (center - end).norm() < 0.6) {
            continue;
        }
        grid.fill_box(center, Vector2::new(0.3, 0.15), row + column).expect("finite values");
    }
    (grid, ends)
}

/// Walls across the map with a door at alternating ends: almost all cells are visited.
fn walls(side: u32) -> (Grid, [Point2<f64>; 2]) {
    let (mut grid, ends) = free(side);
    let length = f64::from(side) * 0.01;
    for wall in 1..(f64::from(side) * 0.01).ceil() as u32 {
        let y = length / 2.0 + if wall % 2 == 0 { 0.3 } else { -0.3 };
        let center = Point2::new(f64::from(wall) - 0.3, y);
        grid.fill_box(center, Vector2::new(0.02, length / 2.0), 0.0).expect("finite values");
    }
    (grid, ends)
}

/// The distance transform alone.
#[divan::bench(args = [256, 1000])]
fn inflate(bencher: Bencher<'_, '_>, side: u32) {
    let (grid, _) = boxes(side);
    bencher.bench_local(|| PLANNER.inflate(black_box(&grid)));
}

/// The search alone, between boxes.
#[divan::bench(args = [256, 1000])]
fn path_between_boxes(bencher: Bencher<'_, '_>, side: u32) {
    let (grid, ends) = boxes(side);
    let inflated = PLANNER.inflate(&grid).expect("valid radius and margin");
    bencher.bench_local(|| inflated.path(black_box(ends[0]), ends[1]).expect("path found"));
}

/// The search alone, through the entire map.
#[divan::bench(args = [256, 1000])]
fn path_around_walls(bencher: Bencher<'_, '_>, side: u32) {
    let (grid, ends) = walls(side);
    let inflated = PLANNER.inflate(&grid).expect("valid radius and margin");
    bencher.bench_local(|| inflated.path(black_box(ends[0]), ends[1]).expect("path found"));
}

/// A complete plan.
#[divan::bench(args = [256, 1000])]
fn plan(bencher: Bencher<'_, '_>, side: u32) {
    let (grid, ends) = boxes(side);
    bencher.bench_local(|| {
        PLANNER.inflate(black_box(&grid)).expect("lengths").path(ends[0], ends[1]).expect("path found")
    });
}
