//! Cost of a leg among many obstacles, compared with testing each obstacle individually.
//!
//! Run with `cargo bench -p swept-solid`. Compare figures within one run only.

use divan::{Bencher, black_box};
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};
use swept_solid::{Body, Leg, Obstacles, PlanarPose, Scratch, Solid, Turning};

fn main() {
    divan::main();
}

/// Boxes over a floor in different orientations, three meters apart.
fn solids(count: u32) -> Vec<Solid> {
    let side = f64::from(count).sqrt().ceil() as u32;
    let solid = |number: u32| {
        let [x, y] = [number % side, number / side].map(|place| 3.0 * f64::from(place));
        let turned = UnitQuaternion::from_euler_angles(0.3 * f64::from(number % 3), 0.0, f64::from(number));
        let pose = Isometry3::from_parts(Translation3::new(x, y, 0.4), turned);
        Solid::cuboid(Vector3::new(0.5, 0.3, 0.8), &pose).expect("sizes are above the tolerance")
    };
    (0..count).map(solid).collect()
}

fn body() -> Body {
    Body::new(Vector3::new(0.6, 0.4, 0.5)).expect("sizes are above the tolerance")
}

/// From one corner of the floor to the other, with many hits, or between two rows, without hits.
fn leg(count: u32, turning: Turning, is_free: bool) -> Leg {
    let far = 3.0 * f64::from(count).sqrt();
    let end = if is_free { PlanarPose::new(far, 1.5, 1.0) } else { PlanarPose::new(far, far, 1.0) };
    Leg::new(PlanarPose::new(-1.0, 1.5, 0.0), end, turning).expect("finite values")
}

const TURNINGS: [Turning; 3] = [Turning::Ignored, Turning::AtEnd, Turning::OnTheWay];

/// Building the index.
#[divan::bench(args = [1000, 10_000])]
fn build(bencher: Bencher<'_, '_>, count: u32) {
    let solids = solids(count);
    bencher.with_inputs(|| solids.clone()).bench_local_values(|solids| Obstacles::new((0..count).zip(solids)));
}

/// A leg without hits.
#[divan::bench(args = TURNINGS, consts = [1000, 10_000])]
fn free<const COUNT: u32>(bencher: Bencher<'_, '_>, turning: Turning) {
    let obstacles = Obstacles::new(solids(COUNT).into_iter().enumerate());
    let (body, leg, mut scratch) = (body(), leg(COUNT, turning, true), Scratch::default());
    bencher.bench_local(|| assert!(obstacles.all(black_box(&body), &leg, |_| false, &mut scratch).is_empty()));
}

/// All obstacles on a leg with many hits.
#[divan::bench(args = TURNINGS, consts = [1000])]
fn all<const COUNT: u32>(bencher: Bencher<'_, '_>, turning: Turning) {
    let obstacles = Obstacles::new(solids(COUNT).into_iter().enumerate());
    let (body, leg, mut scratch) = (body(), leg(COUNT, turning, false), Scratch::default());
    bencher.bench_local(|| assert!(obstacles.all(black_box(&body), &leg, |_| false, &mut scratch).len() > 10));
}

/// The same without a tree: each obstacle individually.
#[divan::bench(args = TURNINGS, consts = [1000])]
fn all_one_by_one<const COUNT: u32>(bencher: Bencher<'_, '_>, turning: Turning) {
    let alone: Vec<_> = solids(COUNT).into_iter().map(|solid| Obstacles::new([((), solid)])).collect();
    let (body, leg, mut scratch) = (body(), leg(COUNT, turning, false), Scratch::default());
    let mut hits = |one: &&Obstacles<()>| !one.all(&body, black_box(&leg), |()| false, &mut scratch).is_empty();
    bencher.bench_local(|| assert!(alone.iter().filter(&mut hits).count() > 10));
}
