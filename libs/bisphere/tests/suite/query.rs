//! The distance query: known results, invariance, and behavior on arbitrary numbers.

use bisphere::{BiSphere, Closest, Invalid, Leg, Sphere, TOUCHING, clearance, swept_vs_bisphere};
use nalgebra::{Point3, Rotation3, Unit, Vector3};
use sim_fuzz::Random;

/// Converts a point of a y-up table to z-up.
fn upright([x, y, z]: [f64; 3]) -> Point3<f64> {
    Point3::new(x, -z, y)
}

/// A query with its known result: distance, position on the leg, position on the obstacle, entry.
struct KnownCase {
    id: String,
    leg: Leg,
    obstacle: BiSphere,
    answer: [f64; 3],
    entry: Option<f64>,
}

fn known() -> Vec<KnownCase> {
    let rows = include_str!("../vectors.csv").lines().skip(2);
    let number = |text: &str| text.parse::<f64>().unwrap_or_else(|_| panic!("{text:?} is a number"));
    let rows = rows.map(|row| {
        let cells: Vec<&str> = row.split(';').collect();
        let sphere = |at: usize| {
            let center: Vec<f64> = cells[at].split(',').map(number).collect();
            Sphere::new(upright(center.try_into().unwrap()), number(cells[at + 1]))
        };
        KnownCase {
            id: cells[0].to_owned(),
            leg: Leg { from: sphere(2), to: sphere(4) },
            obstacle: BiSphere { ends: [sphere(6), sphere(8)] },
            answer: [10, 11, 12].map(|at| number(cells[at])),
            entry: (!cells[13].is_empty()).then(|| number(cells[13])),
        }
    });
    rows.collect()
}

/// BL-50: A pure function returns clearance, contact and entry of a sphere passing a double sphere.
#[test]
fn known_answers() {
    let known = known();
    assert_eq!(known.len(), 52);
    for KnownCase { id, leg, obstacle, answer, entry } in known {
        let found = swept_vs_bisphere(&leg, &obstacle).unwrap();
        let values = [found.distance, found.along_leg, found.along_obstacle];
        for (value, wanted) in values.into_iter().zip(answer) {
            assert!((value - wanted).abs() <= 1e-6, "{id}: {values:?} for {answer:?}");
        }
        // For a leg that only touches, the position of contact is less precise.
        let tolerance = if id == "V46" { 1e-4 } else { 1e-6 };
        match (found.entry, entry) {
            (Some(value), Some(wanted)) => assert!((value - wanted).abs() <= tolerance, "{id}: {value} for {wanted}"),
            (value, wanted) => assert_eq!(value, wanted, "{id}"),
        }
        assert!((found.normal.norm() - 1.0).abs() < 1e-12, "{id}");
        assert!((found.apart.norm() - found.radii - found.distance).abs() < 1e-9, "{id}");
    }
}

/// BL-52: Touching counts as a collision.
#[test]
fn touching_counts_as_a_collision() {
    let known = known();
    let tangent = known.iter().find(|known| known.id == "V46").unwrap();
    let found = swept_vs_bisphere(&tangent.leg, &tangent.obstacle).unwrap();
    assert!(found.distance.abs() <= TOUCHING && found.entry.is_some(), "{found:?}");
    let apart = Leg::new(tangent.leg.from.center, tangent.leg.to.center, tangent.leg.from.radius - 1e-6);
    assert_eq!(swept_vs_bisphere(&apart, &tangent.obstacle).unwrap().entry, None);
}

/// Returns a number from `low` to `high`.
fn between(random: &mut Random, low: f64, high: f64) -> f64 {
    low + (high - low) * (random.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

fn point(random: &mut Random, reach: f64) -> Point3<f64> {
    Point3::from(Vector3::from_fn(|_, _| between(random, -reach, reach)))
}

fn sphere(random: &mut Random, reach: f64) -> Sphere {
    let center = point(random, reach);
    let radius = between(random, 0.0, 0.5 * reach);
    Sphere::new(center, if random.below(8) == 0 { 0.0 } else { radius })
}

/// Returns a random leg and obstacle, some of them degenerate.
fn pair(random: &mut Random) -> (Leg, BiSphere) {
    let (from, mut to) = (sphere(random, 2.0), sphere(random, 2.0));
    let mut ends = [sphere(random, 2.0), sphere(random, 2.0)];
    match random.below(10) {
        0 => to.center = from.center,
        1 => ends[1].center = ends[0].center,
        2 => ends[1].center = ends[0].center + (to.center - from.center) * between(random, -1.0, 1.0),
        3 => ends[1].radius = ends[0].radius,
        _ => {}
    }
    if random.below(3) == 0 {
        to.radius = from.radius;
    }
    (Leg { from, to }, BiSphere { ends })
}

fn answer(leg: &Leg, obstacle: &BiSphere) -> Closest {
    swept_vs_bisphere(leg, obstacle).unwrap()
}

/// Distance between the spheres at two positions, 0 … 1.
fn at(leg: &Leg, obstacle: &BiSphere, s: f64, t: f64) -> f64 {
    let [first, second] = &obstacle.ends;
    let mix = |one: f64, other: f64, part: f64| one + (other - one) * part;
    let center = first.center + (second.center - first.center) * t;
    let radii = mix(leg.from.radius, leg.to.radius, s) + mix(first.radius, second.radius, t);
    (leg.at(s) - center).norm() - radii
}

/// BL-50: A pure function returns clearance, contact and entry of a sphere passing a double sphere.
#[test]
fn results_are_invariant_under_translation_rotation_and_scaling() {
    let mut random = Random::new(1);
    for number in 0..20_000 {
        let (leg, obstacle) = pair(&mut random);
        let before = answer(&leg, &obstacle);
        let shift = point(&mut random, 5.0).coords;
        let axis = Unit::new_normalize(point(&mut random, 1.0).coords + Vector3::new(1e-3, 0.0, 0.0));
        let turn = Rotation3::from_axis_angle(&axis, between(&mut random, -3.0, 3.0));
        let scale = between(&mut random, 0.1, 10.0);
        let moved = |sphere: Sphere| Sphere::new(turn * (sphere.center * scale) + shift, sphere.radius * scale);
        let leg = Leg { from: moved(leg.from), to: moved(leg.to) };
        let after = answer(&leg, &BiSphere { ends: obstacle.ends.map(moved) });
        assert!((after.distance - before.distance * scale).abs() < 1e-9, "{number}: {before:?} {after:?}");
    }
}

/// BL-50: A pure function returns clearance, contact and entry of a sphere passing a double sphere.
#[test]
fn reversing_the_obstacle_or_the_leg_reverses_the_place() {
    let mut random = Random::new(2);
    let mut compared = 0;
    for number in 0..20_000 {
        let (leg, obstacle) = pair(&mut random);
        let before = answer(&leg, &obstacle);
        let [first, second] = obstacle.ends;
        let other = answer(&leg, &BiSphere { ends: [second, first] });
        let back = answer(&Leg { from: leg.to, to: leg.from }, &obstacle);
        assert!((other.distance - before.distance).abs() < 1e-9, "{number}");
        assert!((back.distance - before.distance).abs() < 1e-9, "{number}");
        // Only for a unique minimum: near it the function is larger.
        let places = [(0.01, 0.0), (-0.01, 0.0), (0.0, 0.01), (0.0, -0.01)];
        let around = places.map(|(s, t)| {
            let (s, t) = (before.along_leg + s, before.along_obstacle + t);
            let outside = !(0.0..=1.0).contains(&s) || !(0.0..=1.0).contains(&t);
            if outside { f64::INFINITY } else { at(&leg, &obstacle, s, t) - before.distance }
        });
        let across = (leg.to.center - leg.from.center).cross(&(second.center - first.center)).norm();
        if across > 1e-3 && around.iter().all(|more| *more > 1e-5) {
            compared += 1;
            assert!((other.along_leg - before.along_leg).abs() < 1e-6, "{number}: {before:?} {other:?}");
            assert!((other.along_obstacle - (1.0 - before.along_obstacle)).abs() < 1e-6, "{number}");
            assert!((back.along_leg - (1.0 - before.along_leg)).abs() < 1e-6, "{number}: {before:?} {back:?}");
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// BL-50: A pure function returns clearance, contact and entry of a sphere passing a double sphere.
#[test]
fn a_larger_robot_comes_closer_by_as_much() {
    let mut random = Random::new(3);
    for number in 0..20_000 {
        let (mut leg, obstacle) = pair(&mut random);
        let before = answer(&leg, &obstacle).distance;
        let more = between(&mut random, 0.0, 1.0);
        leg.from.radius += more;
        leg.to.radius += more;
        let after = answer(&leg, &obstacle).distance;
        assert!((before - more - after).abs() < 1e-9, "{number}");
    }
}

/// BL-50: A pure function returns clearance, contact and entry of a sphere passing a double sphere.
#[test]
fn the_answer_is_the_minimum() {
    let mut random = Random::new(4);
    const SIDE: usize = 40;
    for number in 0..2_000 {
        let (leg, obstacle) = pair(&mut random);
        let found = answer(&leg, &obstacle);
        let place = |index: usize| index as f64 / SIDE as f64;
        let samples = (0..=SIDE).flat_map(|s| (0..=SIDE).map(move |t| (place(s), place(t))));
        let least = samples.map(|(s, t)| at(&leg, &obstacle, s, t)).fold(f64::INFINITY, f64::min);
        assert!(found.distance <= least + 1e-12, "{number}: {found:?}, but {least}");
        // Between samples the function decreases by at most half a step of both.
        let [first, second] = &obstacle.ends;
        let slope = (leg.to.center - leg.from.center).norm() + (leg.to.radius - leg.from.radius).abs();
        let slope = slope + (second.center - first.center).norm() + (second.radius - first.radius).abs();
        assert!(found.distance >= least - 0.5 * slope / SIDE as f64, "{number}: {found:?}, but {least}");
    }
}

/// BL-50: A pure function returns clearance, contact and entry of a sphere passing a double sphere.
#[test]
fn the_depth_is_the_least_reach_of_the_four_spheres() {
    let mut random = Random::new(5);
    let mut inside = 0;
    for number in 0..20_000 {
        let (leg, obstacle) = pair(&mut random);
        let found = answer(&leg, &obstacle);
        let corner = |one: &Sphere, other: &Sphere| {
            Sphere::new(Point3::from(one.center - other.center), one.radius + other.radius)
        };
        let [first, second] = &obstacle.ends;
        let spheres =
            [corner(&leg.from, first), corner(&leg.from, second), corner(&leg.to, first), corner(&leg.to, second)];
        if found.distance < 0.0 {
            inside += 1;
            // No direction leads out over a shorter distance.
            for _ in 0..50 {
                let direction = (point(&mut random, 1.0).coords + Vector3::new(1e-3, 0.0, 0.0)).normalize();
                let reach = spheres.iter().map(|sphere| sphere.center.coords.dot(&direction) + sphere.radius);
                assert!(reach.fold(f64::NEG_INFINITY, f64::max) >= -found.distance - 1e-9, "{number}");
            }
        }
    }
    assert!(inside > 1000, "{inside}");
}

/// BL-50: A pure function returns clearance, contact and entry of a sphere passing a double sphere.
#[test]
fn fuzz_any_numbers_have_an_answer_or_an_error() {
    let inputs: u64 = std::env::var("SIM_FUZZ_INPUTS").map_or(200_000, |text| text.parse().expect("a number"));
    let mut random = Random::new(7);
    let any = |random: &mut Random| match random.below(40) {
        0 => f64::from_bits(random.bits()),
        1 => *random.pick(&[0.0, -0.0, 1.0, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE, 1e60, 1e-160, 1e300, 5e-324]),
        _ => between(random, -2.0, 2.0),
    };
    let (mut answers, mut errors) = (0_u64, 0_u64);
    for number in 0..inputs {
        let mut sphere = || {
            let center = Point3::new(any(&mut random), any(&mut random), any(&mut random));
            let radius = any(&mut random);
            // Otherwise half of all radii would be negative, and few queries would be valid.
            Sphere::new(center, if random.below(20) == 0 { radius } else { radius.abs() })
        };
        let leg = Leg { from: sphere(), to: sphere() };
        let obstacle = BiSphere { ends: [sphere(), sphere()] };
        let room = clearance(&leg.from, &obstacle);
        match swept_vs_bisphere(&leg, &obstacle) {
            Ok(Closest { distance, along_leg, along_obstacle, normal, apart, radii, entry }) => {
                answers += 1;
                let places = [Some(along_leg), Some(along_obstacle), entry];
                assert!(places.into_iter().flatten().all(|place| (0.0..=1.0).contains(&place)), "{number}");
                assert!((normal.norm() - 1.0).abs() < 1e-9, "{number}: {normal:?}");
                assert!(distance.is_finite() && radii.is_finite() && apart.iter().all(|x| x.is_finite()), "{number}");
                assert!(room.is_ok_and(|room| room >= distance - 1e-9 * (1.0 + room.abs())), "{number}");
            }
            Err(_) => errors += 1,
        }
    }
    assert!(answers > inputs / 20 && errors > inputs / 20, "{answers} answers, {errors} errors");
}

#[test]
fn what_is_no_sphere_is_refused() {
    let good = Sphere::new(Point3::origin(), 1.0);
    let obstacle = BiSphere { ends: [good, good] };
    let bad = [
        (Sphere::new(Point3::new(f64::NAN, 0.0, 0.0), 1.0), Invalid::Center),
        (Sphere::new(Point3::new(0.0, f64::INFINITY, 0.0), 1.0), Invalid::Center),
        (Sphere::new(Point3::origin(), -1.0), Invalid::Radius),
        (Sphere::new(Point3::origin(), f64::NAN), Invalid::Radius),
    ];
    for (sphere, why) in bad {
        assert_eq!(swept_vs_bisphere(&Leg { from: sphere, to: good }, &obstacle), Err(why));
        assert_eq!(swept_vs_bisphere(&Leg { from: good, to: good }, &BiSphere { ends: [good, sphere] }), Err(why));
        assert_eq!(clearance(&sphere, &obstacle), Err(why));
    }
}
