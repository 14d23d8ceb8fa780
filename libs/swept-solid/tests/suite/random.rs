//! Random legs compared with brute force, most of them near contact. `SIM_SOAK=1` runs a hundred thousand and more.

use crate::brute::{Polyhedron, between, cases, distance, rotation, vector};
use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use sim_fuzz::Random;
use swept_solid::{Body, Contact, Hit, Leg, Obstacles, PlanarPose, SLACK, Scratch, Solid, TOL, Turning};

/// Results are not compared if the distance differs from the tolerance by less, m.
const BAND: f64 = 1e-6;

struct Case {
    body: Body,
    from: PlanarPose,
    to: PlanarPose,
    solid: Solid,
    shape: Polyhedron,
    /// Radius around the shape, m.
    radius: f64,
}

/// A random body and leg; some lengths are round numbers, some legs have zero length or follow an axis of the body.
fn moves(random: &mut Random) -> (Body, PlanarPose, PlanarPose) {
    let round = random.below(3) == 0;
    let snap = |value: f64| if round { (value * 10.0).round() / 10.0 } else { value };
    let size = Vector3::from_fn(|_, _| match random.below(8) {
        0 => TOL,
        1 => between(random, 1.0, 8.0),
        _ => snap(between(random, 0.1, 1.5)),
    });
    let heading = match random.below(3) {
        0 => (between(random, -4.0, 4.0).round()) * std::f64::consts::FRAC_PI_4,
        _ => between(random, -7.0, 7.0),
    };
    let from = PlanarPose::new(snap(between(random, -2.0, 2.0)), snap(between(random, -2.0, 2.0)), heading);
    let length = match random.below(8) {
        0 => 0.0,
        1 => between(random, 0.0, 0.003),
        2 => between(random, 10.0, 100.0),
        _ => snap(between(random, 0.1, 5.0)),
    };
    let direction = match random.below(3) {
        0 => heading,
        1 => heading + std::f64::consts::FRAC_PI_2,
        _ => between(random, -4.0, 4.0),
    };
    let turn = between(random, -3.5, 3.5);
    let to = PlanarPose::new(from.x + length * direction.cos(), from.y + length * direction.sin(), heading + turn);
    (Body::new(size).unwrap(), from, to)
}

/// Creates the solid at a pose.
type Make = Box<dyn Fn(&Isometry3<f64>) -> Solid>;

/// A polyhedron in its own frame, the radius around it, and a constructor of the solid at a pose.
fn shape(random: &mut Random) -> (Polyhedron, f64, Make) {
    let size = match random.below(5) {
        4 => {
            let mut thin = vector(random, 0.02, 2.0);
            thin[random.below(3)] = TOL;
            thin
        }
        0 => Vector3::repeat(between(random, 0.05, 6.0)),
        1 => Vector3::new(between(random, 1.0, 10.0), 0.2, 2.4),
        _ => vector(random, 0.02, 2.0),
    };
    let radius = between(random, 0.01, 0.7);
    let origin = Isometry3::identity();
    match random.below(6) {
        0 => {
            let ball = move |pose: &Isometry3<f64>| Solid::ball(Point3::from(pose.translation.vector), radius).unwrap();
            (Polyhedron::points(&[Vector3::zeros()]), radius, Box::new(ball))
        }
        1 => {
            let ends = [Vector3::zeros(), size];
            let capsule =
                move |pose: &Isometry3<f64>| Solid::capsule(ends.map(|end| pose * Point3::from(end)), radius).unwrap();
            (Polyhedron::points(&ends), radius, Box::new(capsule))
        }
        2 => {
            let count = 3 + random.below(5);
            let angle = |number: usize| number as f64 * std::f64::consts::TAU / count as f64;
            let base: Vec<_> =
                (0..count).map(|number| Vector3::new(angle(number).cos(), angle(number).sin(), 0.0) * radius).collect();
            let tip = Vector3::new(0.1, 0.2, size.z);
            let shape = match random.below(2) {
                0 => Polyhedron::prism(&base, tip),
                _ => Polyhedron::pyramid(&base, tip),
            };
            let corners: Vec<_> = shape.corners.iter().map(|corner| Point3::from(*corner)).collect();
            (shape, 0.0, Box::new(move |pose| Solid::hull(&corners, pose).unwrap()))
        }
        _ => (Polyhedron::cuboid(size, &origin), 0.0, Box::new(move |pose| Solid::cuboid(size, pose).unwrap())),
    }
}

/// Returns how far to move for a distance to reach a target: secant method, which converges from beyond if the distance is a convex
/// function of the displacement.
fn offset_for(far: impl Fn(f64) -> f64, wanted: f64, within: f64) -> f64 {
    let mut known = [130.0, far(130.0) - wanted];
    let mut offset = known[0] - known[1];
    for _ in 0..40 {
        let over = far(offset) - wanted;
        if over < within || over >= known[1] {
            break;
        }
        let next = offset - over * (known[0] - offset) / (known[1] - over);
        known = [offset, over];
        offset = next.max(0.0);
    }
    offset
}

/// A case near contact: the obstacle is moved away along a line until its distance is near a target.
fn case(random: &mut Random) -> Case {
    let (body, from, to) = moves(random);
    let (local, radius, solid) = shape(random);
    let turned = rotation(random);
    let swept = Polyhedron::swept(&body, from, [to.x, to.y]);
    // From a point within the swept volume, in any direction.
    let part = between(random, 0.0, 1.0);
    let size = body.size();
    let inside = Vector3::new(from.x + part * (to.x - from.x), from.y + part * (to.y - from.y), size.z / 2.0);
    let direction = match random.below(4) {
        0 => Vector3::ith(random.below(3), if random.below(2) == 0 { 1.0 } else { -1.0 }),
        _ => loop {
            let direction = vector(random, -1.0, 1.0);
            if direction.norm() > 0.1 {
                break direction.normalize();
            }
        },
    };
    let pose = |offset: f64| {
        let place = match turned == UnitQuaternion::identity() && direction.z == 0.0 {
            // Both rest on the floor.
            true => inside + direction * offset + Vector3::z() * 0.01,
            false => inside + direction * offset,
        };
        Isometry3::from_parts(Translation3::from(place), turned)
    };
    let far = |offset: f64| distance(&swept, &local.moved(&pose(offset))) - radius;
    let wanted = match random.below(8) {
        0 => -between(random, 0.0, 1.0),
        1 => between(random, 0.0, 1.0),
        2 => 0.0,
        3 => TOL + between(random, -5.0, 5.0) * BAND,
        _ => TOL * between(random, 0.0, 3.0),
    };
    let offset = if wanted < 0.0 {
        // Deep penetration, possibly with one inside the other.
        -wanted * 0.3
    } else {
        offset_for(far, wanted, 1e-7)
    };
    let pose = pose(offset);
    Case { body, from, to, solid: solid(&pose), shape: local.moved(&pose), radius }
}

fn first(body: &Body, leg: &Leg, solid: &Solid) -> Option<Hit> {
    let obstacles = Obstacles::new([((), solid.clone())]);
    obstacles.all(body, leg, |()| false, &mut Scratch::default()).first().copied()
}

impl Case {
    /// Distance of the obstacle from the body on a part of its leg.
    fn distance(&self, to: [f64; 2]) -> f64 {
        distance(&Polyhedron::swept(&self.body, self.from, to), &self.shape) - self.radius
    }

    /// Distance of the obstacle from the body at a position along the leg.
    fn distance_at(&self, along: f64) -> f64 {
        let [x, y] = [self.to.x - self.from.x, self.to.y - self.from.y];
        let part = if x == 0.0 && y == 0.0 { 0.0 } else { along / x.hypot(y) };
        let [x, y] = [self.from.x + part * x, self.from.y + part * y];
        distance(&Polyhedron::swept(&self.body, PlanarPose { x, y, ..self.from }, [x, y]), &self.shape) - self.radius
    }
}

/// RM-55: A collision is any contact or gap of at most 0.001 m between closed solids.
#[test]
fn random_legs_as_by_brute_force() {
    let (mut free, mut near, mut hit, mut deep, mut touching) = (0, 0, 0, 0, 0);
    let cases = cases(3000, 100_000);
    let count = cases.end;
    for number in cases {
        let case = case(&mut Random::new(number));
        let leg = Leg::new(case.from, case.to, Turning::Ignored).unwrap();
        let distance = case.distance([case.to.x, case.to.y]);
        let found = first(&case.body, &leg, &case.solid);
        near += u32::from((distance - TOL).abs() < 2.0 * TOL);
        if (distance - TOL).abs() < BAND {
            continue;
        }
        assert_eq!(found.is_some(), distance <= TOL, "case {number}: {distance} m apart, {found:?}");
        // The same solids in other representations, in each order, moved, and swept from the other end.
        let swept = Polyhedron::swept(&case.body, case.from, [case.to.x, case.to.y]);
        let corners: Vec<Point3<f64>> = swept.corners.iter().map(|corner| Point3::from(*corner)).collect();
        let hull = Solid::hull(&corners, &Isometry3::identity()).unwrap();
        assert_eq!(hull.meets(&case.solid), found.is_some(), "case {number}");
        assert_eq!(case.solid.meets(&hull), found.is_some(), "case {number} swapped");
        let back = Leg::new(PlanarPose { heading: case.from.heading, ..case.to }, case.from, Turning::Ignored).unwrap();
        assert_eq!(first(&case.body, &back, &case.solid).is_some(), found.is_some(), "case {number} reversed");
        let Some(found) = found else {
            free += 1;
            continue;
        };
        hit += 1;
        let at = case.distance_at(found.along);
        assert!(at <= TOL + BAND, "case {number}: {at} m apart at {found:?}");
        if found.along > 0.0 {
            let before = case.distance_at((found.along - BAND).max(0.0));
            assert!(before > TOL - SLACK, "case {number}: {before} m apart before {found:?}");
            assert!(case.distance_at(found.along / 2.0) > TOL - SLACK, "case {number}: {found:?}");
        }
        deep += u32::from(found.contact == Contact::Crosses);
        touching += u32::from(found.contact == Contact::Touches);
        // A body that is thinner by the tolerance on each side.
        let size = case.body.size().add_scalar(-2.0 * TOL);
        if size.min() > 0.0 {
            let shrunk = Polyhedron::swept_box(size, TOL, case.from, [case.to.x, case.to.y]);
            let left = crate::brute::distance(&shrunk, &case.shape) - case.radius;
            let contact = if left <= 0.0 { Contact::Crosses } else { Contact::Touches };
            assert!(found.contact == contact || left.abs() < BAND, "case {number}: {left} m left, {found:?}");
        }
    }
    // All kinds of cases occur.
    let part = |number: u32| f64::from(number) / count as f64;
    let parts = [free, near, hit, deep, touching].map(part);
    assert!(parts.iter().all(|part| *part > 0.05), "{parts:?}");
    assert!(part(near) > 0.4, "{parts:?}");
}

/// RM-55: A collision is any contact or gap of at most 0.001 m between closed solids.
#[test]
fn solids_that_are_moved_together_meet_as_before() {
    for number in cases(1000, 30_000) {
        let random = &mut Random::new(number);
        let (one, radius, make_one) = shape(random);
        let (two, other, make_two) = shape(random);
        let turned = rotation(random);
        let direction = vector(random, -1.0, 1.0).normalize();
        let at = |offset: f64| Isometry3::from_parts(Translation3::from(direction * offset), turned);
        let far = |offset: f64| distance(&one, &two.moved(&at(offset))) - radius - other;
        let wanted = TOL * between(random, 0.0, 2.0);
        let near = offset_for(far, wanted, 1e-7);
        let distance = far(near);
        if (distance - TOL).abs() < BAND {
            continue;
        }
        let answer = distance <= TOL;
        let by = Isometry3::from_parts(Translation3::from(vector(random, -50.0, 50.0)), rotation(random));
        let identity = Isometry3::identity();
        let [a, b] = [make_one(&identity), make_two(&at(near))];
        let [c, d] = [make_one(&by), make_two(&(by * at(near)))];
        let found = [a.meets(&b), b.meets(&a), c.meets(&d), d.meets(&c)];
        assert_eq!(found, [answer; 4], "case {number}: {distance} m apart");
    }
}

/// The minimum distance over a turn: samples, refined around their minimum.
fn least_over_turn(far: impl Fn(f64) -> f64, turn: f64) -> f64 {
    const SAMPLES: usize = 120;
    let samples: Vec<f64> = (0..=SAMPLES).map(|number| far(turn * number as f64 / SAMPLES as f64)).collect();
    let mut best = samples.iter().copied().fold(f64::INFINITY, f64::min);
    for number in 0..=SAMPLES {
        let is_least = (number == 0 || samples[number] <= samples[number - 1])
            && (number == SAMPLES || samples[number] <= samples[number + 1]);
        if !is_least || samples[number] > best + 0.05 {
            continue;
        }
        // Golden-section search.
        let at = |number: f64| turn * number.clamp(0.0, SAMPLES as f64) / SAMPLES as f64;
        let (mut low, mut high) = (at(number as f64 - 1.0), at(number as f64 + 1.0));
        let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
        for _ in 0..45 {
            let [one, two] = [high - ratio * (high - low), low + ratio * (high - low)];
            let [first, second] = [far(one), far(two)];
            best = best.min(first).min(second);
            if first < second { high = two } else { low = one }
        }
    }
    best
}

/// RM-B10: Route checks include turns in place and turns along a leg.
#[test]
fn random_turns_as_by_brute_force() {
    let (mut hits, mut near, mut free) = (0, 0, 0);
    let cases = cases(60, 3000);
    let count = cases.end;
    for number in cases {
        let random = &mut Random::new(number);
        let (body, from, to) = moves(random);
        let (local, radius, solid) = shape(random);
        let turned = rotation(random);
        let mut along = [to.x - from.x, to.y - from.y];
        let turning = if random.below(3) == 0 { Turning::OnTheWay } else { Turning::AtEnd };
        if turning == Turning::AtEnd {
            along = [0.0, 0.0];
        }
        let end = PlanarPose::new(from.x + along[0], from.y + along[1], to.heading);
        let leg = Leg::new(from, end, turning).unwrap();
        let to = [end.x, end.y];
        let direction = match random.below(2) {
            0 => Vector3::new(between(random, -1.0, 1.0), between(random, -1.0, 1.0), 0.0),
            _ => vector(random, -1.0, 1.0),
        };
        let direction = direction.normalize();
        let center = Vector3::new(from.x, from.y, body.size().z / 2.0);
        let pose = |offset: f64| Isometry3::from_parts(Translation3::from(center + direction * offset), turned);
        let far = |offset: f64| {
            let shape = local.moved(&pose(offset));
            let turned = |turned: f64| {
                let from = PlanarPose { heading: from.heading + turned, ..from };
                distance(&Polyhedron::swept(&body, from, to), &shape) - radius
            };
            least_over_turn(turned, leg.turn())
        };
        let wanted = if random.below(4) == 0 { 0.1 } else { TOL * between(random, 0.0, 2.0) };
        let offset = offset_for(far, wanted, 1e-4) + between(random, -1.0, 1.0) * TOL;
        let distance = far(offset);
        near += u32::from((distance - TOL).abs() < 2.0 * TOL);
        if (distance - TOL).abs() < BAND {
            continue;
        }
        let found = first(&body, &leg, &solid(&pose(offset)));
        assert_eq!(found.is_some(), distance <= TOL, "case {number}: {distance} m apart, {leg:?}, {found:?}");
        let Some(found) = found else {
            free += 1;
            continue;
        };
        hits += 1;
        // With the heading of the hit, the body contacts the obstacle; at earlier angles of a turn in place it does not.
        let shape = local.moved(&pose(offset));
        let part = if leg.length() > 0.0 { found.along / leg.length() } else { 0.0 };
        let at = [from.x + part * along[0], from.y + part * along[1]];
        let far = |turned: f64, to: [f64; 2]| {
            let from = PlanarPose { heading: from.heading + turned, ..from };
            crate::brute::distance(&Polyhedron::swept(&body, from, to), &shape) - radius
        };
        assert!(far(found.turned, at) <= TOL + BAND, "case {number}: {found:?}");
        if turning == Turning::AtEnd && found.turned != 0.0 {
            for part in 0..40 {
                let turned = found.turned * (1.0 - BAND) * f64::from(part) / 40.0;
                assert!(far(turned, at) > TOL - SLACK, "case {number}: {turned} before {found:?}");
            }
        } else if turning == Turning::OnTheWay && found.along > 2.0 * BAND {
            let part = part - BAND / leg.length();
            let before = [from.x + part * along[0], from.y + part * along[1]];
            let least = least_over_turn(|turned| far(turned, before), leg.turn());
            assert!(least > TOL - SLACK, "case {number}: {least} before {found:?}");
        }
    }
    let part = |number: u32| f64::from(number) / count as f64;
    let parts = [hits, near, free].map(part);
    assert!(parts.iter().all(|part| *part > 0.2), "{parts:?}");
}

/// Corners of a regular polygon, inscribed in a circle or circumscribed about it.
fn circle(radius: f64, count: usize, around: bool) -> Vec<Vector3<f64>> {
    let half = std::f64::consts::PI / count as f64;
    let radius = if around { radius / half.cos() } else { radius };
    (0..count)
        .map(|number| {
            let angle = 2.0 * half * number as f64;
            Vector3::new(angle.cos(), angle.sin(), 0.0) * radius
        })
        .collect()
}

/// RM-B09: Obstacles may be cylinders, convex prisms or meshes, with the same margin rule.
#[test]
fn cylinders_lie_between_polyhedra() {
    const CORNERS: usize = 90;
    let (mut decided, mut count) = (0, 0);
    for number in cases(150, 3000) {
        let random = &mut Random::new(number);
        let (body, from, to) = moves(random);
        let [radius, height] = [between(random, 0.05, 0.8), between(random, 0.05, 2.0)];
        let turned = rotation(random);
        let swept = Polyhedron::swept(&body, from, [to.x, to.y]);
        let direction = vector(random, -1.0, 1.0).normalize();
        let center = Vector3::new(from.x, from.y, body.size().z / 2.0);
        let polyhedron = |around: bool, offset: f64| {
            let up = Vector3::z() * height;
            let base: Vec<_> = circle(radius, CORNERS, around).into_iter().map(|corner| corner - up / 2.0).collect();
            Polyhedron::prism(&base, up)
                .moved(&Isometry3::from_parts(Translation3::from(center + direction * offset), turned))
        };
        let far = |around: bool, offset: f64| distance(&swept, &polyhedron(around, offset));
        let offset = offset_for(|offset| far(false, offset), TOL, 1e-4) + between(random, -2.0, 2.0) * TOL;
        let pose = Isometry3::from_parts(Translation3::from(center + direction * offset), turned);
        let solid = Solid::cylinder(radius, height, &pose).unwrap();
        let leg = Leg::new(from, to, Turning::Ignored).unwrap();
        let found = first(&body, &leg, &solid);
        let [least, most] = [far(true, offset), far(false, offset)];
        count += 1;
        if least > TOL + BAND {
            assert!(found.is_none(), "case {number}: {least} to {most} m apart, {found:?}");
            decided += 1;
        } else if most < TOL - BAND {
            assert!(found.is_some(), "case {number}: {least} to {most} m apart");
            decided += 1;
        }
    }
    assert!(f64::from(decided) > 0.6 * f64::from(count), "{decided} of {count}");
}
