//! Planner queries of a control cycle, and the cost of a plan.
//!
//! Run with `cargo bench -p bisphere`. Compare figures within one run only: `leg` with one obstacle is the minimum workload.

use bisphere::{BiSphere, Leg, Settings, first_obstacle, plan, swept_vs_bisphere};
use divan::{Bencher, black_box};
use nalgebra::{Point3, Vector3};

fn main() {
    divan::main();
}

/// Upright obstacles 3 m apart, in staggered rows of 16.
fn obstacles(count: usize) -> Vec<BiSphere> {
    let place = |number: usize| {
        let (row, column) = ((number / 16) as f64, (number % 16) as f64);
        Point3::new(3.0 * row + 3.0, 3.0 * column - 22.5 + 1.5 * (row % 2.0), 2.2)
    };
    (0..count).map(|number| BiSphere::tapered(place(number), Vector3::z(), 0.2, [0.2, 0.2])).collect()
}

const ENDS: [Point3<f64>; 2] = [Point3::new(0.0, -0.4, 2.2), Point3::new(52.0, 0.6, 2.4)];

/// Clearance of a leg from all obstacles: in every cycle.
#[divan::bench(args = [1, 32, 256])]
fn leg(bencher: Bencher<'_, '_>, count: usize) {
    let obstacles = obstacles(count);
    let leg = Leg::new(ENDS[0], ENDS[1], 0.65);
    bencher.bench_local(|| {
        let distances = obstacles.iter().map(|obstacle| swept_vs_bisphere(black_box(&leg), obstacle));
        distances.map(|closest| closest.expect("finite values").distance).fold(f64::INFINITY, f64::min)
    });
}

/// First obstructing obstacle: in every cycle.
#[divan::bench(args = [1, 32, 256])]
fn first(bencher: Bencher<'_, '_>, count: usize) {
    let obstacles = obstacles(count);
    let ends = [&ENDS[0], &ENDS[1]];
    bencher.bench_local(|| first_obstacle(black_box(ends), |_| [0.65; 2], &obstacles, Settings::default().first));
}

/// A complete plan: once per leg.
#[divan::bench(args = [1, 32, 256])]
fn detours(bencher: Bencher<'_, '_>, count: usize) {
    let obstacles = obstacles(count);
    let settings = Settings::default();
    bencher.bench_local(|| plan(black_box(&ENDS[0]), &ENDS[1], &obstacles, &settings));
}
