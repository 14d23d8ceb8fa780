//! Queries with many obstacles: results, order, amount of work, and rejected input.

use crate::brute::{between, cases, rotation, vector};
use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use sim_fuzz::Random;
use std::collections::BTreeSet;
use std::f64::consts::PI;
use swept_solid::{
    Body, Contact, Hit, Invalid, LARGEST, LARGEST_ANGLE, Leg, Obstacles, PlanarPose, Scratch, Solid, TOL, Turning,
};

fn at(x: f64, y: f64, z: f64) -> Isometry3<f64> {
    Isometry3::translation(x, y, z)
}

fn cube(side: f64, x: f64, y: f64, z: f64) -> Solid {
    Solid::cuboid(Vector3::repeat(side), &at(x, y, z)).unwrap()
}

fn unit() -> Body {
    Body::new(Vector3::repeat(1.0)).unwrap()
}

fn first(leg: &Leg, solid: Solid, scratch: &mut Scratch) -> Option<Hit> {
    Obstacles::new([((), solid)]).all(&unit(), leg, |()| false, scratch).first().copied()
}

fn leg(from: [f64; 3], to: [f64; 3], turning: Turning) -> Leg {
    let pose = |[x, y, heading]: [f64; 3]| PlanarPose::new(x, y, heading);
    Leg::new(pose(from), pose(to), turning).unwrap()
}

fn solid(random: &mut Random, extent: f64) -> Solid {
    let place =
        Vector3::new(between(random, -extent, extent), between(random, -extent, extent), between(random, -0.5, 2.5));
    let pose = Isometry3::from_parts(Translation3::from(place), rotation(random));
    let [a, b] = [between(random, 0.02, 0.6), between(random, 0.02, 1.5)];
    let center = Point3::from(place);
    match random.below(8) {
        0 => Solid::ball(center, a),
        1 => Solid::capsule([center, center + vector(random, -1.0, 1.0)], a),
        2 => Solid::cylinder(a, b, &pose),
        3 => {
            let points: Vec<_> = (0..9).map(|_| Point3::from(vector(random, -0.7, 0.7))).collect();
            Solid::hull(&points, &pose)
        }
        4 => {
            let (points, triangles) = tetrahedron(b);
            Solid::mesh(&points, &triangles, &pose)
        }
        5 => Solid::compound([Solid::ball(center, a).unwrap(), Solid::cuboid(Vector3::new(a, b, 0.1), &pose).unwrap()]),
        _ => Solid::cuboid(vector(random, 0.02, 1.5), &pose),
    }
    .unwrap()
}

fn tetrahedron(side: f64) -> (Vec<Point3<f64>>, Vec<[u32; 3]>) {
    let points = [[0.0, 0.0, 0.0], [side, 0.0, 0.0], [0.0, side, 0.0], [0.0, 0.0, side]].map(Point3::from);
    (points.to_vec(), vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
}

fn one_by_one(body: &Body, leg: &Leg, solids: &[Solid], scratch: &mut Scratch) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (obstacle, solid) in solids.iter().enumerate() {
        let alone = Obstacles::new([((), solid.clone())]);
        hits.extend(alone.all(body, leg, |()| false, scratch).iter().map(|hit| Hit { obstacle, ..*hit }));
    }
    hits.sort_by(|one, two| {
        let along = one.along.total_cmp(&two.along);
        along.then(one.turned.abs().total_cmp(&two.turned.abs())).then(one.obstacle.cmp(&two.obstacle))
    });
    hits
}

/// RM-61: Checking one leg against 1000 obstacles takes at most 10 ms.
#[test]
fn scenes_are_answered_as_one_obstacle_after_the_other() {
    let (mut hits, mut several, mut turned) = (0, 0, 0);
    let scenes = cases(1000, 10_000);
    let count = scenes.end as usize;
    let mut scratch = Scratch::default();
    for number in scenes {
        let random = &mut Random::new(number);
        let extent = between(random, 1.0, 12.0);
        let solids: Vec<Solid> = (0..random.below(40)).map(|_| solid(random, extent)).collect();
        let obstacles = Obstacles::new(solids.iter().cloned().enumerate());
        let body = Body::new(vector(random, 0.1, 1.5)).unwrap();
        let mut place =
            || [between(random, -extent, extent), between(random, -extent, extent), between(random, -PI, PI)];
        let [from, to] = [place(), place()];
        let turning = [Turning::Ignored, Turning::AtEnd, Turning::OnTheWay][random.below(3)];
        let leg = leg(from, to, turning);
        let wanted = one_by_one(&body, &leg, &solids, &mut scratch);
        let found = obstacles.all(&body, &leg, |_| false, &mut scratch).to_vec();
        assert_eq!(found, wanted, "scene {number}: {leg:?}");
        if let Some(left_out) = wanted.get(random.below(wanted.len())) {
            let without = |key: &usize| *key == left_out.obstacle;
            let wanted: Vec<Hit> = wanted.iter().filter(|hit| hit.obstacle != left_out.obstacle).copied().collect();
            assert_eq!(obstacles.all(&body, &leg, without, &mut scratch), wanted, "scene {number}");
        }
        hits += usize::from(!wanted.is_empty());
        several += usize::from(wanted.len() > 2);
        turned += usize::from(wanted.iter().any(|hit| hit.turned != 0.0));
    }
    assert!(hits > count / 3 && several > count / 8 && turned > count / 8, "{hits} {several} {turned} of {count}");
}

/// Boxes over a floor, one and a half meters apart.
fn warehouse(count: u32) -> Obstacles<u32> {
    let side = f64::from(count).sqrt().ceil() as u32;
    let shelf = |number: u32| {
        let [x, y] = [number % side, number / side].map(|place| 1.5 * f64::from(place));
        let pose = Isometry3::from_parts(
            Translation3::new(x, y, 0.4),
            UnitQuaternion::from_euler_angles(0.0, 0.0, f64::from(number)),
        );
        (number, Solid::cuboid(Vector3::new(0.5, 0.3, 0.8), &pose).unwrap())
    };
    Obstacles::new((0..count).map(shelf))
}

/// RM-61: Checking one leg against 1000 obstacles takes at most 10 ms.
#[test]
fn few_of_a_thousand_obstacles_are_compared() {
    let obstacles = warehouse(1000);
    let mut scratch = Scratch::default();
    let mut comparisons = |turning, to: [f64; 3]| {
        let leg = leg([0.75, 0.75, 0.0], to, turning);
        let hits = obstacles.all(&unit(), &leg, |_| false, &mut scratch).len();
        (hits, scratch.compared())
    };
    // Along the entire diagonal, whose bounding box contains all obstacles.
    let (hits, all) = comparisons(Turning::Ignored, [46.0, 46.0, 1.0]);
    assert!(hits > 25 && all < 150, "{hits} {all}");
    let (hits, all) = comparisons(Turning::OnTheWay, [46.0, 46.0, 1.0]);
    assert!(hits > 25 && all < 200, "{hits} {all}");
}

/// RM-53: A leg sweeps the robot's margin box straight, at its start heading.
#[test]
fn the_nearest_obstacle_along_the_leg_comes_first() {
    let solids =
        [("far", cube(0.2, 6.0, 0.0, 0.1)), ("near", cube(0.2, 2.0, 0.3, 0.1)), ("behind", cube(0.2, -3.0, 0.0, 0.1))];
    let obstacles = Obstacles::new(solids);
    let mut scratch = Scratch::default();
    let path = leg([0.0; 3], [8.0, 0.0, 0.0], Turning::AtEnd);
    let names = |hits: &[Hit]| hits.iter().map(|hit| *obstacles.key(hit.obstacle).unwrap()).collect::<Vec<_>>();
    let hits = obstacles.all(&unit(), &path, |_| false, &mut scratch).to_vec();
    assert_eq!(names(&hits), ["near", "far"]);
    for (hit, wanted) in hits.iter().zip([2.0 - 0.1 - 0.5 - TOL, 6.0 - 0.1 - 0.5 - TOL]) {
        assert!((hit.along - wanted).abs() < 1e-8, "{hit:?} for {wanted}");
    }
    // In the opposite direction, the far one comes first.
    let back = leg([8.0, 0.0, 0.0], [0.0; 3], Turning::AtEnd);
    assert_eq!(names(obstacles.all(&unit(), &back, |_| false, &mut scratch)), ["far", "near"]);
    let left_out = obstacles.all(&unit(), &back, |key| *key == "far", &mut scratch);
    assert_eq!(names(left_out), ["near"]);
}

/// RM-54: Walls, obstacle margins and other robots block legs; ceilings and beacons do not.
#[test]
fn a_body_leaves_itself_out() {
    let body = Body::new(Vector3::new(1.2, 2.8, 6.0)).unwrap();
    let own = Solid::cuboid(body.size(), &at(0.0, 0.0, 3.0)).unwrap();
    let obstacles =
        Obstacles::new([("itself", own), ("lamp", cube(0.2, 3.0, 0.0, 6.05)), ("roof", cube(0.2, 5.0, 0.0, 6.2))]);
    let mut scratch = Scratch::default();
    let path = leg([0.0; 3], [8.0, 0.0, 0.0], Turning::AtEnd);
    let [hit] = obstacles.all(&body, &path, |key| *key == "itself", &mut scratch) else {
        panic!("only the lamp is hit")
    };
    assert_eq!(obstacles.key(hit.obstacle), Some(&"lamp"));
    assert_eq!(obstacles.all(&body, &path, |_| false, &mut scratch)[0].obstacle, 0);
    assert!(obstacles.all(&body, &path, |key| *key != "roof", &mut scratch).is_empty());
}

/// RM-60: A route check changes neither scene, selection, cursor nor undo history.
#[test]
fn questions_leave_no_trace() {
    let obstacles = warehouse(100);
    let [mut used, mut fresh] = [Scratch::default(), Scratch::default()];
    for number in 0..1000 {
        let random = &mut Random::new(number);
        let mut place = || [between(random, -1.0, 16.0), between(random, -1.0, 16.0), between(random, -PI, PI)];
        let path = leg(place(), place(), [Turning::AtEnd, Turning::OnTheWay][number as usize % 2]);
        // Another scene in between.
        warehouse(number as u32 % 7).all(&unit(), &path, |_| false, &mut used);
        let found = obstacles.all(&unit(), &path, |_| false, &mut used).to_vec();
        assert_eq!(found, obstacles.all(&unit(), &path, |_| false, &mut fresh));
        fresh = Scratch::default();
    }
}

/// A closed box of triangles around the origin.
fn shell(side: f64) -> (Vec<Point3<f64>>, Vec<[u32; 3]>) {
    let end = |bit: usize| if bit == 0 { -side / 2.0 } else { side / 2.0 };
    let points = (0..8).map(|corner| Point3::new(end(corner & 1), end(corner & 2), end(corner & 4))).collect();
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    (points, faces.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect())
}

/// RM-57: Contained solids, resting vertices and sub-millimeter gaps are detected as collisions.
#[test]
fn a_body_inside_of_a_closed_mesh_collides() {
    let (points, mut triangles) = shell(10.0);
    let mut scratch = Scratch::default();
    let path = leg([0.0; 3], [1.0, 1.0, 1.0], Turning::AtEnd);
    let mut meets = |triangles: &[[u32; 3]], points: &[Point3<f64>]| {
        let solid = Solid::mesh(points, triangles, &Isometry3::identity()).unwrap();
        let inner = cube(0.3, 1.0, 2.0, 3.0);
        assert_eq!(solid.meets(&inner), inner.meets(&solid));
        let hit = first(&path, solid.clone(), &mut scratch);
        assert_eq!(hit.is_some(), solid.meets(&inner));
        assert!(hit.is_none_or(|hit| (hit.along, hit.turned, hit.contact) == (0.0, 0.0, Contact::Crosses)));
        hit.is_some()
    };
    assert!(meets(&triangles, &points));
    // Inverted, and with a separate point for each corner.
    let reversed: Vec<_> = triangles.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    assert!(meets(&reversed, &points));
    let apart: Vec<_> = triangles.as_flattened().iter().map(|corner| points[*corner as usize]).collect();
    let numbers: Vec<_> =
        (0..triangles.len() as u32).map(|number| [0, 1, 2].map(|corner| 3 * number + corner)).collect();
    assert!(meets(&numbers, &apart));
    // A shell within a shell is a wall: the cavity is free.
    let (hollow, turned) = shell(9.0);
    let both: Vec<_> = points.iter().chain(&hollow).copied().collect();
    let walls: Vec<_> =
        triangles.iter().copied().chain(turned.iter().map(|[a, b, c]| [*a + 8, *c + 8, *b + 8])).collect();
    assert!(!meets(&walls, &both));
    // With a triangle missing it is only a surface, without an interior.
    triangles.pop();
    assert!(!meets(&triangles, &points));
}

/// RM-57: Contained solids, resting vertices and sub-millimeter gaps are detected as collisions.
#[test]
fn a_mesh_is_met_at_its_surface() {
    let (points, triangles) = shell(1.0);
    let mesh = Solid::mesh(&points, &triangles, &at(3.0, 0.2, 0.5)).unwrap();
    let same = cube(1.0, 3.0, 0.2, 0.5);
    let mut scratch = Scratch::default();
    for (y, turning) in
        [(0.0, Turning::AtEnd), (0.7, Turning::OnTheWay), (1.2, Turning::AtEnd), (1.2009, Turning::AtEnd)]
    {
        let path = leg([0.0, y, 0.0], [9.0, y, 0.7], turning);
        let [one, two] = [&mesh, &same].map(|solid| first(&path, solid.clone(), &mut scratch).unwrap());
        assert!((one.along - two.along).abs() < 1e-8, "{one:?} {two:?}");
        assert_eq!(one.contact, two.contact, "{one:?} {two:?}");
    }
    let beside = leg([0.0, 1.2011, 0.0], [9.0, 1.2011, 0.0], Turning::AtEnd);
    assert_eq!(first(&beside, mesh, &mut scratch), None);
}

/// RM-56: Contact counts from outside and inside, including coplanar faces.
#[test]
fn what_comes_in_by_less_than_the_tolerance_touches() {
    let mut scratch = Scratch::default();
    let path = leg([0.0; 3], [4.0, 0.0, 1.3], Turning::AtEnd);
    let reach = 0.5_f64.sqrt();
    for (deep, contact) in [
        (-0.0012, None),
        (-0.0008, Some(Contact::Touches)),
        (0.0, Some(Contact::Touches)),
        (0.0008, Some(Contact::Touches)),
        (0.0012, Some(Contact::Crosses)),
    ] {
        // To the side, above, behind the start, and a pole in reach of a corner that turns at the end, which penetrates deeper when
        // thinner.
        let far = if deep > 0.0 { reach - deep * 2.0_f64.sqrt() } else { reach - deep };
        let pole = Solid::cylinder(0.1, 2.0, &at(4.0 + (far + 0.1) * 0.3_f64.cos(), (far + 0.1) * 0.3_f64.sin(), 1.0));
        let solids = [
            cube(1.0, 2.0, 1.0 - deep, 0.4),
            cube(1.0, 2.0, 0.3, 1.5 - deep),
            cube(1.0, -1.0 + deep, 0.2, 0.4),
            pole.unwrap(),
        ];
        for (number, solid) in solids.into_iter().enumerate() {
            let found = first(&path, solid, &mut scratch);
            assert_eq!(found.map(|hit| hit.contact), contact, "{number}: {deep}");
        }
    }
}

/// RM-55: A collision is any contact or gap of at most 0.001 m between closed solids.
#[test]
fn far_from_the_origin_contact_is_as_near_it() {
    let mut scratch = Scratch::default();
    for far in [0.0, 1e3, 9e4] {
        // Gaps of a binary fraction, exactly representable at these positions.
        let step = 2.0_f64.powi(-11);
        for (gap, answer) in [(2.0 * step, true), (3.0 * step, false), (0.0, true)] {
            let obstacle = cube(0.5, far + 2.0, -far + 0.75 + gap, 0.25);
            let path = leg([far, -far, 0.0], [far + 4.0, -far, 0.0], Turning::AtEnd);
            assert_eq!(first(&path, obstacle, &mut scratch).is_some(), answer, "{far}: {gap}");
        }
    }
}

#[test]
fn what_cannot_be_computed_with_is_refused_with_a_remedy() {
    let here = Isometry3::identity();
    let nan = f64::NAN;
    let pose = PlanarPose::new;
    let poses = |start, end| Leg::new(start, end, Turning::AtEnd).map(drop);
    let body = |x, y, z| Body::new(Vector3::new(x, y, z)).map(drop);
    let crooked = Isometry3::from_parts(
        Translation3::identity(),
        UnitQuaternion::new_unchecked(nalgebra::Quaternion::new(nan, 0.0, 0.0, 0.0)),
    );
    let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point3::from);
    let refused = [
        poses(pose(nan, 0.0, 0.0), pose(0.0, 0.0, 0.0)),
        poses(pose(0.0, 0.0, 0.0), pose(0.0, f64::INFINITY, 0.0)),
        poses(pose(0.0, 0.0, -f64::INFINITY), pose(0.0, 0.0, 0.0)),
        poses(pose(0.0, 2.0 * LARGEST, 0.0), pose(0.0, 0.0, 0.0)),
        poses(pose(0.0, 0.0, 0.0), pose(0.0, 0.0, 2.0 * LARGEST_ANGLE)),
        body(nan, 1.0, 1.0),
        body(1.0, 0.0009, 1.0),
        body(1.0, 1.0, -1.0),
        body(1.0, 1.0, 2.0 * LARGEST),
        Solid::cuboid(Vector3::new(1.0, 1.0, 0.0), &here).map(drop),
        Solid::cuboid(Vector3::new(1.0, 1.0, 1.0), &at(0.0, nan, 0.0)).map(drop),
        Solid::cuboid(Vector3::new(1.0, 1.0, 1.0), &crooked).map(drop),
        Solid::cuboid(Vector3::new(1.0, 1.0, 1.0), &at(0.0, 0.0, LARGEST)).map(drop),
        Solid::ball(Point3::origin(), -1.0).map(drop),
        Solid::ball(Point3::new(0.0, 0.0, nan), 1.0).map(drop),
        Solid::capsule([Point3::origin(); 2], 0.0).map(drop),
        Solid::cylinder(1.0, nan, &here).map(drop),
        Solid::hull(&[], &here).map(drop),
        Solid::hull(&[Point3::new(1.0, 1.0, nan)], &here).map(drop),
        Solid::mesh(&triangle, &[], &here).map(drop),
        Solid::mesh(&[], &[[0, 1, 2]], &here).map(drop),
        Solid::mesh(&triangle, &[[0, 1, 3]], &here).map(drop),
        Solid::compound([]).map(drop),
    ];
    let mut texts = BTreeSet::new();
    for (number, result) in refused.into_iter().enumerate() {
        let error = result.expect_err(&number.to_string());
        let text = error.to_string();
        assert!(!text.is_empty() && !error.remedy().is_empty(), "{number}: {error:?}");
        texts.insert(text);
    }
    assert!(texts.contains("a triangle uses point 3 of 3"), "{texts:?}");
    assert!(texts.contains("the body's width is 0.0009 m") && texts.contains("y of the end is inf"), "{texts:?}");
    let flat = Body::new(Vector3::new(1.0, 0.0, 1.0)).unwrap_err();
    assert_eq!((flat, flat.remedy()), (Invalid::Thin("the body's width", 0.0), "use at least 0.001 m"));
    // The minimum thickness is accepted, and a hull may have zero thickness.
    Body::new(Vector3::repeat(TOL)).unwrap();
    Solid::cuboid(Vector3::repeat(TOL), &here).unwrap();
    Solid::hull(&[Point3::origin(); 3], &here).unwrap();
}

#[test]
fn without_obstacles_every_leg_is_free() {
    let none: Obstacles<u8> = Obstacles::new([]);
    let mut scratch = Scratch::default();
    let path = leg([0.0; 3], [1.0, 2.0, 3.0], Turning::OnTheWay);
    assert!(none.key(0).is_none());
    assert_eq!(none.all(&unit(), &path, |_| false, &mut scratch), []);
}
