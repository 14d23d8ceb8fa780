use super::*;
use crate::lanes::Processor;
use crate::parry_queries;
use crate::placed::SENSED;

/// Tests every collider, without a tree.
fn brute_force(
    index: &SpatialIndex,
    origin: &Point3<f64>,
    along: &Vector3<f64>,
    max: f64,
    filter: &QueryFilter,
) -> (f64, u32) {
    let mut best = (f64::INFINITY, u32::MAX);
    for (slot, placed) in index.placed.iter().enumerate() {
        let wanted = if placed.is_moving() { filter.moving } else { filter.fixed };
        if !wanted || !filter.passes(placed, SENSED) {
            continue;
        }
        let distance = index.slot_distance(slot as u32, placed, &origin.coords, along, max);
        if distance <= max && distance < best.0 {
            best = (distance, placed.body);
        }
    }
    best
}

pub(super) fn directions(count: usize) -> Vec<Vector3<f64>> {
    // A spiral over the sphere: no direction is parallel to an axis.
    (0..count)
        .map(|i| {
            let z = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
            let turn = 2.399_963 * i as f64 + 0.1;
            let flat = (1.0 - z * z).sqrt();
            unit(flat * turn.cos(), flat * turn.sin(), z)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn every_ray_path_agrees_with_brute_force(
        pieces in prop::collection::vec(any_piece(12.0), 1..90),
        sensor in any_pose(12.0),
        rays in 1_usize..70,
        max in prop_oneof![0.3..4.0_f64, 5.0..60.0_f64, Just(f64::INFINITY)],
        fixed in any::<bool>(),
        exclude in prop::option::of(0_u32..90),
    ) {
        let mut index = build(&pieces);
        let filter = QueryFilter { exclude: exclude.map(BodyId), categories: u32::MAX, fixed, moving: true };
        let local = directions(rays);
        let mut distances = vec![0.0; rays];
        index.cast_fan(&sensor, &local, max, &filter, &mut distances).expect("valid fan");
        for processor in Processor::all() {
            index.processor = processor;
            let mut same = vec![0.0; rays];
            index.cast_fan(&sensor, &local, max, &filter, &mut same).expect("valid fan");
            prop_assert_eq!(&same, &distances, "{:?}", processor);
        }
        let origin = Point3::from(sensor.translation.vector);
        for ray in 0..rays {
            let along = sensor.rotation.to_rotation_matrix().matrix() * local[ray];
            let (expected, body) = brute_force(&index, &origin, &along, max, &filter);
            let single = index.cast_ray(&origin, &along, max, &filter).expect("valid ray");
            prop_assert_eq!(distances[ray], expected);
            prop_assert_eq!(single.map_or(f64::INFINITY, |hit| hit.distance), expected);
            prop_assert_eq!(single.map_or(u32::MAX, |hit| hit.body.0), body);
            if let Some(hit) = single {
                prop_assert!((hit.normal.norm() - 1.0).abs() < 1e-6);
                prop_assert!(hit.normal.dot(&along) <= 1e-4, "the normal faces the ray");
            }
        }
    }

    #[test]
    fn analytic_rays_agree_with_parry(
        shape in primitive(), pose in any_pose(3.0), from in any_pose(6.0), side in -1.0..1.0_f64,
    ) {
        let index = build(&[Piece { shape: shape.clone(), pose, moving: true }]);
        let origin = Point3::from(from.translation.vector);
        let target = pose.transform_point(&point(0.0, 0.0, side));
        prop_assume!((target - origin).norm() > 1e-3);
        let along = (target - origin).normalize();
        let ours = index.cast_ray(&origin, &along, 50.0, &QueryFilter::default()).expect("valid ray");
        let theirs = parry_queries::cast_ray(&shape, &pose, &origin.coords, &along, 50.0);
        match (ours, theirs) {
            (Some(ours), Some((distance, normal))) => {
                prop_assert!((ours.distance - distance).abs() < 2e-4 * (1.0 + distance), "{} {}", ours.distance, distance);
                // At an edge either face is correct.
                if distance > 1e-3 && ours.normal.dot(&along) < -0.3 && normal.dot(&along) < -0.3 {
                    let on_edge = ours.normal.dot(&normal) < 0.99;
                    if on_edge {
                        let nearby = index.nearest(&(ours.point + normal * 1e-3), 1.0, &QueryFilter::default());
                        prop_assert!(nearby.expect("valid point").expect("near").distance > 0.9e-3);
                    }
                }
            }
            (None, None) => {}
            (one, other) => {
                // Only a grazing hit may be found by one and missed by the other: f32 against f64.
                let hit = one.map(|hit| hit.point.coords).or(other.map(|(d, _)| (origin + along * d).coords));
                let near = index.nearest(&hit.expect("one of them hit").into(), 1.0, &QueryFilter::default());
                let normal = near.expect("valid point").expect("near").normal;
                prop_assert!(normal.dot(&along).abs() < 0.05, "not a graze: {one:?} {other:?}");
            }
        }
    }

    #[test]
    fn a_hit_lies_on_the_surface(shape in primitive(), pose in any_pose(3.0), from in any_pose(9.0)) {
        let index = build(&[Piece { shape, pose, moving: false }]);
        let origin = Point3::from(from.translation.vector);
        let along = (pose.translation.vector - origin.coords).normalize();
        let hit = index.cast_ray(&origin, &along, 50.0, &QueryFilter::default()).expect("valid");
        let hit = hit.expect("a ray to the middle hits");
        let near = index.nearest(&hit.point, 1.0, &QueryFilter::default()).expect("valid").expect("near");
        if hit.distance > 0.0 {
            prop_assert!(near.distance.abs() < 1e-12 * (1.0 + hit.distance) * 100.0, "{}", near.distance);
        } else {
            prop_assert!(near.distance <= 0.0);
            prop_assert_eq!(hit.normal, -along);
        }
    }

    #[test]
    fn moving_bodies_are_found_where_they_went(
        pieces in prop::collection::vec(any_piece(8.0), 10..60),
        moves in prop::collection::vec((0_usize..60, any_pose(30.0)), 1..60),
    ) {
        let mut index = build(&pieces);
        for (number, (body, pose)) in moves.iter().enumerate() {
            index.set_pose(BodyId((body % pieces.len()) as u32), pose).expect("valid");
            if number % 7 == 0 { index.refresh(false); }
        }
        index.refresh(false);
        let mut moved = pieces.clone();
        for (body, pose) in moves { let body = body % pieces.len(); moved[body].pose = pose; }
        let fresh = build(&moved);
        let filter = QueryFilter::default();
        for along in directions(40) {
            let origin = point(0.3, 0.2, 0.1);
            let (one, two) = (index.cast_ray(&origin, &along, 80.0, &filter), fresh.cast_ray(&origin, &along, 80.0, &filter));
            prop_assert_eq!(one, two);
        }
    }
}

#[test]
fn rays_keep_their_precision_at_a_million_meters() {
    for shift in [Vector3::new(1e6, -1e6, 0.0), Vector3::new(-1e6, 2e5, 1e6)] {
        let turned = pose(0.0, 0.0, 0.0, 0.4, -0.7, 1.9);
        for shape in [
            Shape::try_box(Vector3::new(0.4, 0.3, 0.2)).expect("valid"),
            Shape::try_cylinder(0.3, 0.5).expect("valid"),
            Shape::try_capsule(0.2, 0.4).expect("valid"),
            Shape::try_sphere(0.5).expect("valid"),
        ] {
            let place = |shift: Vector3<f64>| {
                let moved = Isometry3::translation(shift.x, shift.y, shift.z) * turned;
                // A distant second body makes the bounds of the tree, and so its rounding, as large as possible.
                build(&[
                    Piece { shape: shape.clone(), pose: moved, moving: true },
                    Piece { shape: shape.clone(), pose: at(0.0, 0.0, -3000.0), moving: true },
                ])
            };
            let (near, far) = (place(Vector3::zeros()), place(shift));
            let filter = QueryFilter::default();
            for along in directions(50) {
                let origin = point(0.1, 0.05, -0.1) - along * 5.0;
                let here = near.cast_ray(&origin, &along, 20.0, &filter).expect("valid");
                let there = far.cast_ray(&(origin + shift), &along, 20.0, &filter).expect("valid");
                let (here, there) = (here.expect("hit"), there.expect("hit far away"));
                assert!((here.distance - there.distance).abs() < 1e-6, "{} {}", here.distance, there.distance);
                assert_eq!(here.body, there.body);
            }
        }
    }
}

#[test]
fn known_distances_are_exact() {
    let filter = QueryFilter::default();
    let cast = |collider: Collider, pose: Isometry3<f64>, origin, along: Vector3<f64>| {
        let mut index = SpatialIndex::new();
        index.add_body(Mobility::Fixed, vec![collider], pose).expect("valid");
        index.refresh(false);
        index.cast_ray(&origin, &along, 100.0, &filter).expect("valid").map(|hit| (hit.distance, hit.normal))
    };
    let origin = point(-5.0, 0.0, 0.0);
    let quarter = std::f64::consts::FRAC_PI_4;
    let (distance, normal) =
        cast(cuboid(1.0, 1.0, 1.0), pose(0., 0., 0., 0., 0., quarter), origin, Vector3::x()).expect("corner");
    assert!((distance - (5.0 - 2.0_f64.sqrt())).abs() < 1e-12);
    assert!((normal.x + 0.5_f64.sqrt()).abs() < 1e-12);
    let lying = pose(0., 0., 0., std::f64::consts::FRAC_PI_2, 0., 0.);
    let (distance, normal) = cast(drum(0.5, 2.0), lying, point(-5.0, 1.9, 0.3), Vector3::x()).expect("side");
    assert!((distance - (5.0 - 0.4)).abs() < 1e-12, "{distance}");
    assert!((normal - Vector3::new(-0.8, 0.0, 0.6)).norm() < 1e-12);
    assert_eq!(cast(drum(0.5, 2.0), lying, point(-5.0, 2.1, 0.3), Vector3::x()), None);
    let (distance, normal) = cast(ball(1.0), at(0., 0., 0.), point(0.6, 0.0, 7.0), -Vector3::z()).expect("top");
    assert!((distance - 6.2).abs() < 1e-12);
    assert!((normal - Vector3::new(0.6, 0.0, 0.8)).norm() < 1e-12);
    let slope = pose(0., 0., 1.0, 0.0, -quarter, 0.0);
    let (distance, _) =
        cast(Collider::new(Shape::HalfSpace), slope, point(2.0, 0.0, 9.0), -Vector3::z()).expect("slope");
    assert!((distance - 6.0).abs() < 1e-12);
    let capsule = Collider::new(Shape::try_capsule(0.5, 1.0).expect("valid"));
    let (distance, _) = cast(capsule, at(0., 0., 0.), point(0.3, 0.0, 5.0), -Vector3::z()).expect("cap");
    assert!((distance - 3.6).abs() < 1e-12);
}

#[test]
fn a_ray_that_starts_inside_hits_at_zero_against_its_direction() {
    for collider in
        [ball(1.0), cuboid(1.0, 1.0, 1.0), drum(1.0, 1.0), Collider::new(Shape::HalfSpace).at(at(0., 0., 1.))]
    {
        let mut index = SpatialIndex::new();
        let id = index.add_body(Mobility::Fixed, vec![collider], pose(0.2, 0.1, 0.0, 0.1, 0.2, 0.3)).expect("valid");
        index.refresh(false);
        let along = unit(1.0, 2.0, 3.0);
        let hit =
            index.cast_ray(&Point3::origin(), &along, 10.0, &QueryFilter::default()).expect("valid").expect("inside");
        assert_eq!((hit.distance, hit.normal, hit.body), (0.0, -along, id));
    }
}

#[test]
fn rays_along_the_axes_and_along_faces_are_not_lost() {
    let mut index = SpatialIndex::new();
    for i in 0..40 {
        index.add_body(Mobility::Fixed, vec![cuboid(0.5, 0.5, 0.5)], at(f64::from(i) * 2.0, 0.0, 0.0)).expect("valid");
    }
    index.refresh(false);
    for height in [0.0, 0.5, -0.5, 0.25] {
        let hit = index.cast_ray(&point(-3.0, 0.5, height), &Vector3::x(), 10.0, &QueryFilter::default());
        assert_eq!(hit.expect("valid").expect("a ray in the face hits").distance, 2.5);
        let hit = index.cast_ray(&point(200.0, 0.0, height), &-Vector3::x(), f64::INFINITY, &QueryFilter::default());
        assert_eq!(hit.expect("valid").expect("from far").body, BodyId(39));
    }
}

#[test]
fn bad_rays_are_refused() {
    let index = build(&[Piece { shape: wedge(), pose: at(0., 0., 0.), moving: false }]);
    let filter = QueryFilter::default();
    let origin = Point3::origin();
    for bad in [Vector3::zeros(), Vector3::new(f64::NAN, 0.0, 1.0), Vector3::new(2.0, 0.0, 0.0)] {
        assert!(matches!(index.cast_ray(&origin, &bad, 1.0, &filter), Err(GeometryError::Direction { .. })));
        let fan = index.cast_fan(&Isometry3::identity(), &[bad], 1.0, &filter, &mut [0.0]);
        assert!(matches!(fan, Err(GeometryError::Direction { .. })));
    }
    for bad in [-1.0, f64::NAN] {
        assert!(matches!(index.cast_ray(&origin, &Vector3::x(), bad, &filter), Err(GeometryError::Reach { .. })));
    }
    let nowhere = point(f64::NAN, 0.0, 0.0);
    assert!(matches!(index.cast_ray(&nowhere, &Vector3::x(), 1.0, &filter), Err(GeometryError::Shape(_))));
    let fan = index.cast_fan(&Isometry3::identity(), &[Vector3::x()], 1.0, &filter, &mut []);
    assert!(matches!(fan, Err(GeometryError::OutputLength { given: 0, needed: 1 })));
}

#[test]
fn categories_flags_and_mobility_decide_what_is_seen() {
    let mut index = SpatialIndex::new();
    let glass = Collider { detectable: false, ..cuboid(0.1, 1.0, 1.0) };
    let red = Collider { category: 1, ..cuboid(0.1, 1.0, 1.0) };
    let blue = Collider { category: 2, ..cuboid(0.1, 1.0, 1.0) };
    index.add_body(Mobility::Fixed, vec![glass], at(1.0, 0.0, 0.0)).expect("valid");
    let red = index.add_body(Mobility::Fixed, vec![red], at(2.0, 0.0, 0.0)).expect("valid");
    let blue = index.add_body(Mobility::Moving, vec![blue], at(3.0, 0.0, 0.0)).expect("valid");
    index.refresh(false);
    let see = |index: &SpatialIndex, filter: QueryFilter| {
        index.cast_ray(&Point3::origin(), &Vector3::x(), 9.0, &filter).expect("valid").map(|hit| hit.body)
    };
    let all = QueryFilter::default();
    assert_eq!(see(&index, all), Some(red));
    assert_eq!(see(&index, QueryFilter { categories: 2, ..all }), Some(blue));
    assert_eq!(see(&index, QueryFilter { categories: 4, ..all }), None);
    assert_eq!(see(&index, QueryFilter { fixed: false, ..all }), Some(blue));
    assert_eq!(see(&index, QueryFilter { moving: false, categories: 2, ..all }), None);
    assert_eq!(see(&index, QueryFilter::without(red)), Some(blue));
    index.set_flags(red, 0, true, true, 0).expect("valid");
    assert_eq!(see(&index, all), Some(red), "changes wait for the refresh");
    index.refresh(false);
    assert_eq!(see(&index, all), Some(blue), "no category, not seen");
}
