//! Test vectors of the specification's section 4, by their ids.

use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, SQRT_2};
use swept_solid::{Body, Contact, Hit, Leg, Obstacles, PlanarPose, Scratch, Solid, Turning};

/// Rotations about x, then y, then z, all about fixed axes: XYZ Euler of the specification, degrees.
fn euler(degrees: [f64; 3]) -> UnitQuaternion<f64> {
    let [x, y, z] = degrees.map(f64::to_radians);
    UnitQuaternion::from_euler_angles(x, y, z)
}

fn pose(center: [f64; 3], degrees: [f64; 3]) -> Isometry3<f64> {
    Isometry3::from_parts(Translation3::from(Vector3::from(center)), euler(degrees))
}

fn cuboid(center: [f64; 3], size: [f64; 3], degrees: [f64; 3]) -> Solid {
    Solid::cuboid(Vector3::from(size), &pose(center, degrees)).unwrap()
}

fn body(size: [f64; 3]) -> Body {
    Body::new(Vector3::from(size)).unwrap()
}

/// A leg without turning, from x, y to x, y with a heading in degrees.
fn leg(from: [f64; 2], to: [f64; 2], degrees: f64) -> Leg {
    let poses = [from, to].map(|[x, y]| PlanarPose::new(x, y, degrees.to_radians()));
    Leg::new(poses[0], poses[1], Turning::AtEnd).unwrap()
}

fn hits(body: &Body, leg: &Leg, solids: Vec<Solid>) -> Vec<Hit> {
    let obstacles = Obstacles::new(solids.into_iter().enumerate());
    obstacles.all(body, leg, |_| false, &mut Scratch::default()).to_vec()
}

fn collides(body: &Body, leg: &Leg, solid: Solid) -> bool {
    !hits(body, leg, vec![solid]).is_empty()
}

const Q: [[f64; 3]; 2] = [[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]];

/// Id, center and size of A, center and size of B, degrees of B, result.
type Pair = (&'static str, [[f64; 3]; 2], [[f64; 3]; 2], [f64; 3], bool);

fn pairs() -> Vec<Pair> {
    let none = [0.0; 3];
    let ones = [1.0; 3];
    let twos = [2.0; 3];
    let tilted = [45.0, SQRT_2.atan().to_degrees(), 0.0];
    let q = |id, b: [f64; 3], size: [f64; 3], answer| (id, Q, [b, size], none, answer);
    let a = |id, a: [f64; 3], size: [f64; 3], answer| (id, [a, size], Q, none, answer);
    vec![
        a("B01", ones, twos, true),
        a("B02", ones, [1.0, 2.0, 2.0], true),
        a("B03", ones, [1.0, 1.0, 2.0], true),
        a("B04", ones, ones, true),
        a("B05", [2.0, 1.0, 1.0], ones, true),
        a("B06", [12.0, 1.0, 1.0], ones, false),
        a("B07", [1.0, 2.0, 2.0], twos, true),
        a("B08", [1.0, 1.0, 2.0], twos, true),
        a("B09", [1.0, 1.0, 3.0], twos, true),
        a("B10", [1.0, 1.0, 2.0], ones, true),
        a("B11", [2.0, 1.0, 2.0], ones, true),
        a("B12", [12.0, 1.0, 2.0], ones, false),
        q("B13", [1.0, 1.0, 3.0], twos, true),
        q("B14", [1.0, 1.0, -1.0], twos, true),
        q("B15", [1.0, 3.0, 1.0], twos, true),
        q("B16", [1.0, -1.0, 1.0], twos, true),
        q("B17", [3.0, 1.0, 1.0], twos, true),
        q("B18", [-1.0, 1.0, 1.0], twos, true),
        q("B19", ones, [1.0, 2.0, 2.0], true),
        q("B20", ones, [1.0, 1.0, 2.0], true),
        q("B21", ones, [1.0, 2.0, 1.0], true),
        q("B22", ones, ones, true),
        q("B23", [2.0, 1.0, 1.0], [1.0, 2.0, 1.0], true),
        q("B24", [2.0, 1.0, 1.0], ones, true),
        q("B25", [4.0, 1.0, 1.0], ones, false),
        q("B26", [4.0, 4.0, 4.0], ones, false),
        q("B27", [3.0, 3.0, 1.0], twos, true),
        q("B28", [3.0, 3.0, 3.0], twos, true),
        q("B29", [3.0005, 1.0, 1.0], twos, true),
        q("B30", [3.002, 1.0, 1.0], twos, false),
        q("B31", [2.5, 1.0, 1.0], ones, true),
        q("B32", [1.5, 1.0, 1.0], ones, true),
        q("B33", [1.5, 1.5, 1.0], ones, true),
        q("B34", [1.5, 1.5, 1.5], ones, true),
        ("B35", [ones, [4.0, 1.0, 1.0]], [ones, [1.0, 4.0, 1.0]], none, true),
        ("B36", [ones, [4.0, 1.0, 1.0]], [ones, [1.0, 4.0, 0.5]], none, true),
        q("B37", ones, [4.0, 0.5, 0.5], true),
        ("B38", Q, [[2.0 + SQRT_2, 1.0, 1.3], [2.0, 2.0, 1.0]], [0.0, 0.0, 45.0], true),
        ("B39", Q, [[2.0 + SQRT_2 + 0.0005, 1.0, 1.3], [2.0, 2.0, 1.0]], [0.0, 0.0, 45.0], true),
        ("B40", Q, [[2.0 + SQRT_2 - 0.01, 1.0, 1.3], [2.0, 2.0, 1.0]], [0.0, 0.0, 45.0], true),
        ("B41", Q, [[2.0 + 3.0_f64.sqrt(), 1.0, 1.0], twos], tilted, true),
        ("B42", Q, [ones, ones], [0.0, 0.0, 45.0], true),
        // Not in the specification: as B38 and B41, but two millimeters apart.
        ("B38+", Q, [[2.0 + SQRT_2 + 0.002, 1.0, 1.3], [2.0, 2.0, 1.0]], [0.0, 0.0, 45.0], false),
        ("B41+", Q, [[2.0 + 3.0_f64.sqrt() + 0.002, 1.0, 1.0], twos], tilted, false),
    ]
}

/// RM-55: A collision is any contact or gap of at most 0.001 m between closed solids.
/// RM-57: Contained solids, resting vertices and sub-millimeter gaps are detected as collisions.
#[test]
fn two_boxes_b01_to_b42() {
    let pairs = pairs();
    assert_eq!(pairs.len(), 44);
    for (id, [a, size_a], [b, size_b], degrees, answer) in pairs {
        let (one, two) = (cuboid(a, size_a, [0.0; 3]), cuboid(b, size_b, degrees));
        assert_eq!(one.meets(&two), answer, "{id}");
        assert_eq!(two.meets(&one), answer, "{id} swapped");
        // A as a body, which rests on the floor: B is shifted with it.
        let down = a[2] - size_a[2] / 2.0;
        let b = [b[0], b[1], b[2] - down];
        let stands = leg([a[0], a[1]], [a[0], a[1]], 0.0);
        assert_eq!(collides(&body(size_a), &stands, cuboid(b, size_b, degrees)), answer, "{id} as a body");
        // Both rotated and moved.
        let by = pose([-3.0, 7.0, 2.0], [20.0, -50.0, 130.0]);
        let moved = |center, size: [f64; 3], degrees| {
            Solid::cuboid(Vector3::from(size), &(by * pose(center, degrees))).unwrap()
        };
        let b = [b[0], b[1], b[2] + down];
        assert_eq!(moved(a, size_a, [0.0; 3]).meets(&moved(b, size_b, degrees)), answer, "{id} moved");
    }
}

fn points(points: &[[f64; 3]], pose: &Isometry3<f64>) -> Solid {
    let points: Vec<Point3<f64>> = points.iter().map(|point| Point3::from(*point)).collect();
    Solid::hull(&points, pose).unwrap()
}

fn fixed(at: &[[f64; 3]]) -> Solid {
    points(at, &Isometry3::identity())
}

/// RM-55: A collision is any contact or gap of at most 0.001 m between closed solids.
#[test]
fn points_in_a_closed_box() {
    let cube = cuboid([1.0; 3], [4.0; 3], [0.0; 3]);
    let inside = [[0, 0, 0], [0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1]];
    let outside = [[0, 0, 5], [0, 5, 0], [0, 5, 5], [5, 0, 0], [5, 0, 5], [5, 5, 0], [5, 5, 5]];
    let surface = [[3, 1, 1], [3, 3, 3], [-1, 0, 0]];
    for (list, answer) in [(inside, true), (outside, false)] {
        for point in list {
            assert_eq!(cube.meets(&fixed(&[point.map(f64::from)])), answer, "{point:?}");
        }
    }
    for point in surface {
        assert!(cube.meets(&fixed(&[point.map(f64::from)])), "{point:?}");
    }
}

/// RM-55: A collision is any contact or gap of at most 0.001 m between closed solids.
#[test]
fn points_near_a_segment() {
    let segment = fixed(&[[1.0, -1.0, 1.0], [-1.0, 3.0, 2.0]]);
    let on = [[1.0, -1.0, 1.0], [-1.0, 3.0, 2.0], [0.5, 0.0, 1.25], [0.0, 1.0, 1.5], [-0.5, 2.0, 1.75]];
    let off = [
        [1.0, 1.0, 1.0],
        [-1.0, -1.0, -1.0],
        [0.5, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [-0.5, 2.0, 0.0],
        [2.0, -3.0, 0.5],
        [0.035777, 1.017889, 1.5],
    ];
    for (list, answer) in [(&on[..], true), (&off[..], false)] {
        for point in list {
            assert_eq!(segment.meets(&fixed(&[*point])), answer, "{point:?}");
            assert_eq!(fixed(&[*point]).meets(&segment), answer, "{point:?} swapped");
        }
    }
}

/// RM-55: A collision is any contact or gap of at most 0.001 m between closed solids.
#[test]
fn points_in_a_face() {
    let face = fixed(&[[1.0, 2.0, 1.0], [3.0, 2.0, 1.0], [3.0, 2.0, 3.0], [1.0, 2.0, 3.0]]);
    let mut inside = 0;
    for column in 0..8 {
        for row in 0..8 {
            let [x, z] = [column, row].map(|number| f64::from(number) * 4.0 / 7.0);
            let answer = (1.0..=3.0).contains(&x) && (1.0..=3.0).contains(&z);
            inside += u32::from(answer);
            assert_eq!(face.meets(&fixed(&[[x, 2.0, z]])), answer, "PP5 {x} {z}");
            for moved in [-2.0, -1.0, 1.0, 2.0] {
                assert!(!face.meets(&fixed(&[[x, 2.0 + moved, z]])), "PP6 {x} {z} {moved}");
            }
        }
    }
    assert_eq!(inside, 16);
    for point in [[1.0, 2.0, 1.0], [3.0, 2.0, 3.0], [1.0, 2.0, 2.0]] {
        assert!(face.meets(&fixed(&[point])), "PP7 {point:?}");
    }
}

/// A rectangle in the plane z = 0 of its frame.
fn rectangle(center: [f64; 3], size: [f64; 2], degrees: [f64; 3]) -> Solid {
    let [x, y] = [size[0] / 2.0, size[1] / 2.0];
    points(&[[-x, -y, 0.0], [x, -y, 0.0], [x, y, 0.0], [-x, y, 0.0]], &pose(center, degrees))
}

/// RM-55: A collision is any contact or gap of at most 0.001 m between closed solids.
#[test]
fn segments_that_touch_or_cross_a_face() {
    let s = FRAC_1_SQRT_2;
    let face = rectangle([1.0, 0.0, 0.0], [2.0, 2.0], [0.0, 45.0, 0.0]);
    let a = [1.0 - s, -1.0, s];
    let b = [1.0 - s, 1.0, s];
    let c = [1.0 + s, -1.0, -s];
    let [p, q, r, e] = [[1.0, -2.0, 0.0], [1.0, -0.5, 0.0], [1.0, 0.5, 0.0], [0.5, 0.0, 0.5]];
    let [end, t, u, f] = [[1.0, 2.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [1.0 - s, -3.0, s]];
    let [x1, x2, x5, x6] = [[-s, -1.0, 1.0], [2.0 + s, 1.0, 0.0], [-s, 1.0, 0.0], [2.0 + s, -1.0, 0.0]];
    // In the plane: the results of the specification. Across it: those of RM-55, which counts crossing as contact.
    let rows = [
        ("diagonal", [b, c], true),
        ("edge", [a, c], true),
        ("enters to the far side", [p, r], true),
        ("enters", [p, q], true),
        ("leaves", [r, end], true),
        ("edge to edge", [t, u], true),
        ("inside to outside", [e, end], true),
        ("in the plane, outside", [p, f], false),
        ("inside", [q, r], true),
        ("crosses the plane outside", [x1, [10.0; 3]], false),
        ("does not reach the plane", [x1, [-10.0; 3]], false),
        ("crosses on the face's edge", [x1, x2], true),
        ("crosses at the center", [x5, x6], true),
        ("parallel", [[1.0, -0.5, 1.0], [1.0, 0.5, 1.0]], false),
    ];
    for (name, ends, answer) in rows {
        assert_eq!(face.meets(&fixed(&ends)), answer, "{name}");
        assert_eq!(fixed(&ends).meets(&face), answer, "{name} swapped");
    }
}

/// RM-55: A collision is any contact or gap of at most 0.001 m between closed solids.
#[test]
fn two_faces_pf1_to_pf11() {
    let two = [2.0, 2.0];
    let turned = [0.0, 45.0, 0.0];
    let flat = [0.0; 3];
    let first = ([1.0, 1.0, 0.0], two, turned);
    let rows = [
        ("PF1", first, first, true),
        ("PF2", first, ([1.0, 2.0, 0.0], two, turned), true),
        ("PF3", first, ([0.0, 1.0, 1.0], two, turned), true),
        ("PF4", first, ([0.0, 0.0, 1.0], two, turned), true),
        ("PF5", first, ([0.0, 0.0, 1.0], [2.0, 1.0], turned), true),
        ("PF6", first, ([1.0, 1.0, 0.0], [1.0, 1.0], turned), true),
        ("PF7", first, ([1.0, -2.0, 0.0], [1.0, 1.0], turned), false),
        ("PF8", first, ([4.0, -2.0, 0.0], [1.0, 1.0], turned), false),
        ("PF9", ([1.0, 1.0, 0.0], two, flat), ([1.0, 1.0, 0.0], [1.0, 1.0], flat), true),
        ("PF10", ([1.0, 1.0, 0.0], two, flat), ([1.0, 1.0, 1.0], two, flat), false),
        ("PF11", ([1.0, 1.0, 0.0], two, [0.0, 90.0, 0.0]), ([1.0, 1.0, 2.0], two, flat), false),
    ];
    for (id, (a, size_a, turn_a), (b, size_b, turn_b), answer) in rows {
        let (one, two) = (rectangle(a, size_a, turn_a), rectangle(b, size_b, turn_b));
        assert_eq!(one.meets(&two), answer, "{id}");
        assert_eq!(two.meets(&one), answer, "{id} swapped");
    }
}

/// RM-53: A leg sweeps the robot's margin box straight, at its start heading.
#[test]
fn swept_leg_sw_01_to_sw_24() {
    let unit = body([1.0; 3]);
    let straight = leg([0.0, 0.0], [5.0, 0.0], 0.0);
    let small = |x: f64, y: f64, z: f64| cuboid([x, y, z], [0.2; 3], [0.0; 3]);
    let narrow = |x: f64, y: f64| cuboid([x, y, 0.1], [0.05, 0.05, 0.2], [0.0; 3]);
    let turned = |degrees: f64| leg([0.0, 0.0], [5.0, 0.0], degrees);
    let wall = || cuboid([2.5, -0.1, 1.2], [5.0, 0.2, 2.4], [0.0; 3]);
    let margin = |percent: f64| cuboid([2.5, 1.2, 0.5], [1.0, 1.0 + 2.0 * percent / 100.0, 1.0], [0.0; 3]);
    let yawed = |yaw: f64| cuboid([2.5, 1.15, 0.5], [1.0; 3], [0.0, 0.0, yaw]);
    let diagonal = leg([0.0, 0.0], [3.0, 2.0], 0.0);
    let tiny = |x: f64, y: f64| cuboid([x, y, 0.05], [0.1; 3], [0.0; 3]);
    let lintel = |height: f64, z: f64| cuboid([2.5, 0.0, z], [0.2, 1.0, height], [0.0; 3]);
    use Contact::{Crosses, Touches};
    let rows = [
        ("SW-01", unit, straight, small(2.5, 0.0, 0.1), Some(Crosses)),
        ("SW-02", unit, straight, small(2.5, 0.0, 0.5), Some(Crosses)),
        ("SW-03", unit, straight, small(0.0, 0.0, 0.5), Some(Crosses)),
        ("SW-04", unit, straight, small(2.5, 0.7, 0.1), None),
        ("SW-05", unit, straight, small(2.5, 0.6, 0.1), Some(Touches)),
        ("SW-06", unit, straight, small(2.5, 0.5, 0.1), Some(Crosses)),
        ("SW-07", unit, straight, cuboid([2.5, 0.0, 1.3], [1.0, 1.0, 0.2], [0.0; 3]), None),
        ("SW-08", unit, straight, small(-0.8, 0.0, 0.1), None),
        ("SW-09", unit, straight, small(5.8, 0.0, 0.1), None),
        ("SW-10", unit, straight, small(5.4, 0.4, 0.1), Some(Crosses)),
        ("SW-11", unit, turned(45.0), narrow(2.5, 0.6), Some(Crosses)),
        ("SW-12", unit, straight, narrow(2.5, 0.6), None),
        ("SW-13", unit, leg([0.5, 0.5], [4.5, 0.5], 0.0), wall(), Some(Touches)),
        ("SW-14", unit, leg([0.51, 0.51], [4.49, 0.51], 0.0), wall(), None),
        ("SW-15 20 %", unit, straight, margin(20.0), Some(Touches)),
        ("SW-15 15 %", unit, straight, margin(15.0), None),
        ("SW-16 45°", unit, straight, yawed(45.0), Some(Crosses)),
        ("SW-16 0°", unit, straight, yawed(0.0), None),
        ("SW-17", unit, diagonal, tiny(1.5, -0.3), None),
        ("SW-18", unit, diagonal, tiny(1.5, 0.3), Some(Crosses)),
        ("SW-19", unit, leg([5.0, 0.0], [0.0, 0.0], 0.0), small(2.5, 0.0, 0.1), Some(Crosses)),
        ("SW-21 touches", unit, straight, lintel(1.4, 1.7), Some(Touches)),
        ("SW-21 1 cm", unit, straight, lintel(1.39, 1.705), None),
        ("SW-22", unit, straight, small(2.5, 0.0, 0.6), Some(Crosses)),
        (
            "SW-24",
            body([0.2; 3]),
            leg([0.0, 0.0], [0.5, 0.0], 0.0),
            cuboid([0.0; 3], [4.0; 3], [0.0; 3]),
            Some(Crosses),
        ),
    ];
    for (id, body, leg, solid, answer) in rows {
        let found = hits(&body, &leg, vec![solid]);
        assert_eq!(found.first().map(|hit| hit.contact), answer, "{id}: {found:?}");
    }
    // Along the leg of SW-01 the front, half a meter ahead, reaches 2.4 m.
    let found = hits(&unit, &straight, vec![small(2.5, 0.0, 0.1)]);
    assert!((found[0].along - (2.4 - 0.5 - 0.001)).abs() < 1e-8, "{found:?}");
    let found = hits(&unit, &straight, vec![small(2.5, 1.0, 0.1), small(2.5, 0.4, 0.1)]);
    assert_eq!(found.iter().map(|hit| hit.obstacle).collect::<Vec<_>>(), [1], "SW-20");
}

/// RM-58: A diagonal leg past an obstacle within its bounding box is free.
#[test]
fn clearance_of_sw_17() {
    // The box gets closer by its distance to the leg's edge, 0.319 m, before it touches.
    let unit = body([1.0; 3]);
    let diagonal = leg([0.0, 0.0], [3.0, 2.0], 0.0);
    let across = Vector3::new(-2.0, 3.0, 0.0).normalize();
    for (nearer, answer) in [(0.0, false), (0.317, false), (0.321, true)] {
        let center = Vector3::new(1.5, -0.3, 0.05) + across * nearer;
        assert_eq!(collides(&unit, &diagonal, cuboid(center.into(), [0.1; 3], [0.0; 3])), answer, "{nearer}");
    }
}

/// RM-B10: Route checks include turns in place and turns along a leg.
#[test]
fn sw_23_turns_in_place_are_swept() {
    let unit = body([1.0; 3]);
    let solid = || vec![cuboid([0.6, 0.0, 0.1], [0.05, 0.05, 0.2], [0.0; 3])];
    let turn = |degrees: f64, turning| {
        Leg::new(PlanarPose::default(), PlanarPose::new(0.0, 0.0, degrees.to_radians()), turning).unwrap()
    };
    assert_eq!(hits(&unit, &turn(45.0, Turning::Ignored), solid()), []);
    for turning in [Turning::AtEnd, Turning::OnTheWay] {
        for degrees in [45.0, -45.0, 90.0, 180.0] {
            let found = hits(&unit, &turn(degrees, turning), solid());
            assert_eq!(found.len(), 1, "{turning:?} by {degrees}°");
            assert_eq!((found[0].along, found[0].contact), (0.0, Contact::Crosses), "{turning:?} by {degrees}°");
            assert!(found[0].turned * degrees > 0.0, "{found:?}");
            // The nearer corner of the post comes within the tolerance of the side, half a meter from the center.
            let wanted = (0.501 / 0.575_f64.hypot(0.025)).acos() - 0.025_f64.atan2(0.575);
            assert!((found[0].turned.abs() - wanted).abs() < 1e-8, "{found:?} for {wanted}");
        }
        // A turn that ends earlier.
        assert_eq!(hits(&unit, &turn(3.0, turning), solid()), []);
    }
    // A quarter turn of a square body ends as it began: contacts in between are found nevertheless.
    let far = || vec![cuboid([0.7, 0.0, 0.1], [0.05, 0.05, 0.2], [0.0; 3])];
    assert_eq!(hits(&unit, &turn(90.0, Turning::Ignored), far()), []);
    assert_eq!(hits(&unit, &turn(90.0, Turning::AtEnd), far()).len(), 1);
    // Out of reach of the corners.
    let out = vec![cuboid([0.7072 + 0.002 + 0.025, 0.0, 0.1], [0.05, 0.05, 0.2], [0.0; 3])];
    assert_eq!(hits(&unit, &turn(180.0, Turning::AtEnd), out), []);
}

/// RM-B10: Route checks include turns in place and turns along a leg.
#[test]
fn a_long_side_turns_close_by_a_post() {
    // The post is opposite the axis: it gets closer to the side, which is 10 m long, by millimeters only.
    let long = body([10.0, 0.2, 1.0]);
    let post = || vec![fixed(&[[0.0, 0.104, 0.2], [0.0, 0.104, 0.8]])];
    let contact = (0.101_f64 / 0.104).acos();
    for sense in [-1.0, 1.0] {
        for turning in [Turning::AtEnd, Turning::OnTheWay] {
            let turn = |angle: f64| {
                let end = PlanarPose::new(0.0, 0.0, sense * angle);
                Leg::new(PlanarPose::default(), end, turning).unwrap()
            };
            assert_eq!(hits(&long, &turn(contact - 1e-6), post()), []);
            let found = hits(&long, &turn(1.5), post());
            assert!((found[0].turned - sense * contact).abs() < 1e-6, "{found:?} for {contact}");
        }
    }
}

/// RM-B10: Route checks include turns in place and turns along a leg.
#[test]
fn turning_at_the_end_and_while_moving_differ() {
    let long = body([2.0, 0.2, 1.0]);
    let leg =
        |turning| Leg::new(PlanarPose::new(0.0, 0.0, 0.0), PlanarPose::new(5.0, 0.0, FRAC_PI_2), turning).unwrap();
    let post = |x: f64, y: f64| vec![cuboid([x, y, 0.5], [0.1, 0.1, 1.0], [0.0; 3])];
    let at = |found: Vec<Hit>| found.first().map(|hit| (hit.along, hit.turned));
    // Halfway, next to the straight leg: hit only by a body that turns while moving.
    assert_eq!(at(hits(&long, &leg(Turning::AtEnd), post(2.5, 0.6))), None);
    assert_eq!(at(hits(&long, &leg(Turning::Ignored), post(2.5, 0.6))), None);
    let (along, turned) = at(hits(&long, &leg(Turning::OnTheWay), post(2.5, 0.6))).unwrap();
    assert!(along > 1.5 && along < 2.0 && turned > 0.3 && turned < FRAC_PI_2, "{along} {turned}");
    let pose = leg(Turning::OnTheWay).pose(along, turned);
    assert_eq!((pose.x, pose.y, pose.heading), (along, 0.0, turned));
    // Next to the end: hit at the end by a body that turns there.
    let (along, turned) = at(hits(&long, &leg(Turning::AtEnd), post(5.0, 0.6))).unwrap();
    assert!(along == 5.0 && turned > 0.5 && turned < FRAC_PI_2, "{along} {turned}");
    assert_eq!(at(hits(&long, &leg(Turning::Ignored), post(5.0, 0.6))), None);
}
