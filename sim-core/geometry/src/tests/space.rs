use super::*;
use crate::placed::SENSED;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn nearest_agrees_with_brute_force(
        pieces in prop::collection::vec(any_piece(8.0), 1..60),
        probe in any_pose(10.0),
        max in prop_oneof![0.1..6.0_f64, Just(f64::INFINITY)],
    ) {
        let index = build(&pieces);
        let probe = Point3::from(probe.translation.vector);
        let filter = QueryFilter::default();
        let found = index.nearest(&probe, max, &filter).expect("valid");
        let inside = index.point_inside(&probe, &filter).expect("valid");
        let mut best: Option<(f64, u32)> = None;
        let mut containing = None;
        for slot in 0..index.placed.len() as u32 {
            let placed = &index.placed[slot as usize];
            prop_assert!(filter.passes(placed, SENSED));
            let alone = build(&[pieces[slot as usize].clone()]);
            if let Some(hit) = alone.nearest(&probe, max, &filter).expect("valid") {
                if best.is_none_or(|(distance, _)| hit.distance < distance) { best = Some((hit.distance, slot)); }
                if hit.distance <= 0.0 && containing.is_none() { containing = Some(BodyId(slot)); }
            }
        }
        prop_assert_eq!(found.map(|hit| (hit.distance, hit.body.0)), best);
        prop_assert_eq!(inside, containing);
        if let Some(hit) = found {
            prop_assert!(((probe - hit.point).norm() - hit.distance.abs()).abs() < 1e-5);
            let step = hit.point + hit.normal * hit.distance;
            prop_assert!((step - probe).norm() < 1e-4, "the normal leads from the surface to the point");
        }
    }

    #[test]
    fn a_box_query_finds_at_least_all_that_is_inside(
        pieces in prop::collection::vec(any_piece(8.0), 1..60), corner in any_pose(8.0), size in 0.1..4.0_f64,
    ) {
        let index = build(&pieces);
        let low = Point3::from(corner.translation.vector);
        let high = low + Vector3::repeat(size);
        let mut found = Vec::new();
        index.bodies_in_aabb(&low, &high, &QueryFilter::default(), |body, _| found.push(body.0)).expect("valid");
        found.sort_unstable();
        for (body, piece) in pieces.iter().enumerate() {
            let middle = piece.pose.translation.vector;
            let inside = (0..3).all(|axis| middle[axis] >= low[axis] && middle[axis] <= high[axis]);
            if inside { prop_assert!(found.binary_search(&(body as u32)).is_ok()); }
        }
        let mut once = found.clone();
        once.dedup();
        prop_assert_eq!(once, found);
    }

    #[test]
    fn a_cast_shape_stops_where_it_touches(
        still in primitive(), mover in primitive(), pose in any_pose(2.0), start in any_pose(1.0), way in any_pose(1.0),
    ) {
        let index = build(&[Piece { shape: still, pose, moving: false }]);
        let along = way.rotation * Vector3::x();
        let from = Isometry3::from_parts((start.translation.vector - along * 9.0).into(), start.rotation);
        let hit = index.cast_shape(&mover, &from, &along, 20.0, &QueryFilter::default()).expect("valid");
        let overlap = |distance: f64| {
            let there = Isometry3::translation(along.x * distance, along.y * distance, along.z * distance) * from;
            let mut both = SpatialIndex::new();
            both.add_body(Mobility::Fixed, vec![Collider::new(index.shape_of(0).0.clone())], pose).expect("valid");
            both.add_body(Mobility::Moving, vec![Collider::new(mover.clone())], there).expect("valid");
            both.refresh(false);
            let mut found = Vec::new();
            both.contacts(&ContactOptions::default(), &mut ContactScratch::default(), &mut found).expect("valid");
            found.iter().map(|contact| contact.depth).fold(0.0, f64::max)
        };
        match hit {
            Some(hit) => {
                prop_assert!(overlap(hit.distance - 0.02) < 1e-3, "overlaps before the touch");
                prop_assert!(hit.normal.dot(&along) < 0.1);
            }
            None => for step in 0..40 { prop_assert!(overlap(f64::from(step) * 0.5) < 0.02, "passed through"); },
        }
    }
}

#[test]
fn a_fast_body_does_not_tunnel_through_a_wall() {
    let mut index = SpatialIndex::new();
    let wall = index.add_body(Mobility::Fixed, vec![cuboid(0.005, 5.0, 1.0)], at(2.0, 0.0, 0.5)).expect("valid");
    let robot = index.add_body(Mobility::Moving, vec![drum(0.085, 0.05)], at(0.0, 0.0, 0.05)).expect("valid");
    index.refresh(false);
    let filter = QueryFilter::default();
    let (from, to) = (at(0.0, 0.3, 0.05), at(4.0, 0.3, 0.05));
    let sweep = index.sweep_body(robot, &from, &to, &filter, &[]).expect("valid").expect("the wall stops it");
    assert_eq!(sweep.hit.body, wall);
    assert!((sweep.fraction - (2.0 - 0.005 - 0.085) / 4.0).abs() < 1e-4, "{}", sweep.fraction);
    assert!(sweep.hit.normal.x < -0.999);
    let slow = index.sweep_body(robot, &from, &at(0.02, 0.3, 0.05), &filter, &[]).expect("valid");
    assert_eq!(slow, None, "a short step needs no sweep");
    let leaving = index.sweep_body(robot, &at(1.92, 0.0, 0.05), &at(0.5, 0.0, 0.05), &filter, &[]).expect("valid");
    assert_eq!(leaving, None, "a body may leave a wall it touches");
}

#[test]
fn a_fast_body_does_not_pass_through_a_mesh_or_a_terrain() {
    let corners = [point(2., -3., -3.), point(2., 3., -3.), point(2., 3., 3.), point(2., -3., 3.)];
    let sheet = Shape::try_mesh(&corners, &[[0, 1, 2], [0, 2, 3]]).expect("valid mesh");
    let mut index = SpatialIndex::new();
    let ground = Shape::try_height_field(&[0.0; 9], 3, 3, 40.0, 40.0).expect("valid");
    let sheet = index.add_body(Mobility::Fixed, vec![Collider::new(sheet)], at(0., 0., 0.)).expect("valid");
    let ground = index.add_body(Mobility::Fixed, vec![Collider::new(ground)], at(0., 0., -1.)).expect("valid");
    let body = index.add_body(Mobility::Moving, vec![ball(0.1)], at(0., 0., 0.)).expect("valid");
    index.refresh(false);
    let filter = QueryFilter::default();
    let sweep =
        index.sweep_body(body, &at(0., 0.3, 0.1), &at(5., 0.3, 0.1), &filter, &[]).expect("valid").expect("stopped");
    assert_eq!(sweep.hit.body, sheet);
    assert!((sweep.fraction - 1.9 / 5.0).abs() < 1e-3);
    let sweep =
        index.sweep_body(body, &at(0.7, 0.3, 3.0), &at(0.7, 0.3, -3.0), &filter, &[]).expect("valid").expect("stopped");
    assert_eq!(sweep.hit.body, ground);
    assert!((sweep.fraction - 3.9 / 6.0).abs() < 1e-3, "{}", sweep.fraction);
}

#[test]
fn a_terrain_stands_where_its_heights_say() {
    // 3 columns (x) and 2 rows (y); the corner of high x and low y is raised.
    let heights = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    let terrain = Shape::try_height_field(&heights, 3, 2, 4.0, 2.0).expect("valid");
    let mut index = SpatialIndex::new();
    index.add_body(Mobility::Fixed, vec![Collider::new(terrain)], at(10.0, 0.0, 0.5)).expect("valid");
    index.refresh(false);
    let down = |x: f64, y: f64| {
        let hit = index.cast_ray(&point(x, y, 5.0), &-Vector3::z(), 20.0, &QueryFilter::default()).expect("valid");
        hit.map(|hit| hit.point.z)
    };
    assert!((down(11.999, -0.999).expect("raised corner") - 1.5).abs() < 5e-3);
    assert!((down(8.001, 0.999).expect("low corner") - 0.5).abs() < 5e-3);
    assert!((down(8.001, -0.999).expect("low corner") - 0.5).abs() < 5e-3);
    assert!((down(11.999, 0.999).expect("low corner") - 0.5).abs() < 5e-3);
    assert_eq!(down(12.5, 0.0), None);
}

#[test]
fn meshes_hulls_and_terrains_refuse_bad_data() {
    let corners = [point(0., 0., 0.), point(1., 0., 0.), point(0., 1., 0.)];
    assert!(matches!(Shape::try_mesh(&corners, &[[0, 1, 3]]), Err(ShapeError::VertexIndex { vertex: 3, .. })));
    assert!(matches!(Shape::try_mesh(&corners, &[]), Err(ShapeError::Count { field: "triangles", .. })));
    assert!(matches!(Shape::try_convex(&corners), Err(ShapeError::Count { field: "points", .. })));
    let flat = [corners[0], corners[1], corners[2], point(1., 1., 0.)];
    assert!(matches!(Shape::try_convex(&flat), Err(ShapeError::NoVolume { count: 4 })));
    let nan = [corners[0], corners[1], point(f64::NAN, 0., 0.)];
    assert!(matches!(Shape::try_mesh(&nan, &[[0, 1, 2]]), Err(ShapeError::NotFinite { field: "vertices", .. })));
    assert!(Shape::try_height_field(&[0.0; 5], 3, 2, 1.0, 1.0).is_err());
    assert!(Shape::try_height_field(&[0.0, f64::NAN, 0.0, 0.0], 2, 2, 1.0, 1.0).is_err());
    assert!(Shape::try_height_field(&[0.0; 4], 2, 2, 0.0, 1.0).is_err());
}

#[test]
fn bodies_come_and_go_and_ids_are_given_out_again() {
    let mut index = SpatialIndex::new();
    let ids: Vec<_> = (0..5)
        .map(|i| index.add_body(Mobility::Moving, vec![ball(0.1)], at(f64::from(i), 0.0, 0.0)).expect("valid"))
        .collect();
    index.refresh(false);
    index.remove_body(ids[3]).expect("exists");
    index.remove_body(ids[1]).expect("exists");
    assert!(matches!(index.remove_body(ids[1]), Err(GeometryError::UnknownBody(BodyId(1)))));
    let hit_at = |index: &SpatialIndex, x: f64| {
        index.point_inside(&point(x, 0.0, 0.0), &QueryFilter::default()).expect("valid").map(|id| id.0)
    };
    assert_eq!(hit_at(&index, 1.0), Some(1), "queries use the last refresh");
    index.refresh(false);
    assert_eq!(hit_at(&index, 1.0), None);
    assert_eq!(hit_at(&index, 4.0), Some(4));
    let back = index.add_body(Mobility::Fixed, vec![ball(0.1)], at(9.0, 0.0, 0.0)).expect("valid");
    assert_eq!(back, BodyId(1));
    index.refresh(false);
    assert_eq!(hit_at(&index, 9.0), Some(1));
    assert_eq!(index.id_count(), 5);
}

#[test]
fn a_pose_that_is_not_finite_leaves_the_body_where_it_is() {
    let mut index = SpatialIndex::new();
    let id = index.add_body(Mobility::Moving, vec![ball(0.5)], at(1.0, 0.0, 0.0)).expect("valid");
    assert!(index.set_pose(id, &at(f64::NAN, 0.0, 0.0)).is_err());
    assert!(index.set_collider_pose(id, 0, &at(0.0, f64::INFINITY, 0.0)).is_err());
    assert!(matches!(index.set_collider_pose(id, 1, &at(0., 0., 0.)), Err(GeometryError::UnknownCollider { .. })));
    index.refresh(false);
    assert_eq!(index.pose(id).expect("exists"), &at(1.0, 0.0, 0.0));
}

#[test]
fn an_articulated_part_is_found_where_it_was_moved() {
    let mut index = SpatialIndex::new();
    let arm = vec![cuboid(0.2, 0.2, 0.2), ball(0.1).at(at(1.0, 0.0, 0.0))];
    let id = index
        .add_body(Mobility::Moving, arm, pose(5.0, 0.0, 0.0, 0.0, 0.0, std::f64::consts::FRAC_PI_2))
        .expect("valid");
    index.refresh(false);
    index.set_collider_pose(id, 1, &at(0.0, 1.0, 0.0)).expect("valid");
    index.refresh(false);
    let near = index.nearest(&point(4.0, 0.0, 0.0), 5.0, &QueryFilter::default()).expect("valid").expect("near");
    assert_eq!((near.body, near.collider), (id, 1));
    assert!((near.distance + 0.1).abs() < 1e-12);
}

#[test]
fn a_swarm_that_drifts_a_million_meters_keeps_its_precision() {
    let mut index = SpatialIndex::new();
    for i in 0..100 {
        let (x, y) = (f64::from(i % 10), f64::from(i / 10));
        index.add_body(Mobility::Moving, vec![drum(0.1, 0.1)], at(x, y, 0.0)).expect("valid");
    }
    index.refresh(false);
    for i in 0..100 {
        let (x, y) = (f64::from(i % 10), f64::from(i / 10));
        index.set_pose(BodyId(i), &at(x + 1e6, y - 1e6, 0.0)).expect("valid");
    }
    index.refresh(false);
    assert!((index.center - Vector3::new(1e6 + 4.5, -1e6 + 4.5, 0.0)).norm() < 1.0, "the trees follow");
    let hit = index.cast_ray(&point(1e6 + 0.5, -1e6, 0.0), &Vector3::x(), 9.0, &QueryFilter::default());
    let hit = hit.expect("valid").expect("the neighbor");
    assert_eq!(hit.body, BodyId(1));
    assert!((hit.distance - 0.4).abs() < 1e-9);
}

#[test]
fn a_refresh_on_all_threads_leaves_the_same_index() {
    let shapes = [
        Shape::try_box(Vector3::new(0.2, 0.3, 0.1)).expect("valid"),
        Shape::try_sphere(0.2).expect("valid"),
        Shape::try_cylinder(0.2, 0.3).expect("valid"),
        Shape::try_capsule(0.1, 0.3).expect("valid"),
        wedge(),
    ];
    let place = |n: usize, tick: usize| {
        let (x, y) = ((n % 40) as f64, (n / 40) as f64);
        let turn = (n * tick) as f64 * 0.01;
        pose(x + 0.02 * turn, y, 0.5 * turn.sin(), if n.is_multiple_of(3) { turn } else { 0.0 }, 0.0, turn)
    };
    let pieces: Vec<Piece> = (0..1000)
        .map(|n| Piece { shape: shapes[n % shapes.len()].clone(), pose: place(n, 0), moving: !n.is_multiple_of(7) })
        .collect();
    let (mut shared, mut alone) = (build(&pieces), build(&pieces));
    // Otherwise the numbers would differ.
    alone.structure = shared.structure;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("three threads");
    for tick in 1..30 {
        for (index, parallel) in [(&mut alone, false), (&mut shared, true)] {
            for n in (0..1000_usize).filter(|n| !n.is_multiple_of(11)) {
                index.set_pose(BodyId(n as u32), &place(n, tick)).expect("finite");
            }
            let part = at(0.0, 0.01 * tick as f64, 0.0);
            index.set_collider_pose(BodyId(5), 0, &part).expect("finite");
            pool.install(|| index.refresh(parallel));
        }
        alone.revision = shared.revision;
        assert_eq!(format!("{shared:?}"), format!("{alone:?}"), "after tick {tick}");
    }
}

#[test]
fn a_shape_that_is_moved_as_far_as_numbers_reach_meets_a_terrain_at_once() {
    let mut index = SpatialIndex::new();
    let ground = Shape::try_height_field(&[0.0; 41 * 41], 41, 41, 40.0, 40.0).expect("valid");
    index.add_body(Mobility::Fixed, vec![Collider::new(ground)], at(0.0, 0.0, 0.0)).expect("valid");
    index.refresh(false);
    let ball = Shape::try_sphere(0.1).expect("valid");
    let cast = |from: Isometry3<f64>, along: Vector3<f64>, reach: f64| {
        let hit = index.cast_shape(&ball, &from, &along, reach, &QueryFilter::default()).expect("valid");
        hit.map(|hit| hit.distance)
    };
    let (down, tilted) = (-Vector3::z(), Vector3::new(0.8, 0.0, -0.6));
    for reach in [10.0, 1e9, 1e30, f64::MAX] {
        assert!((cast(at(0.0, 0.0, 5.0), down, reach).unwrap() - 4.9).abs() < 1e-4, "{reach}");
        assert!((cast(at(0.0, 0.0, 5.0), tilted, reach).unwrap() - 4.9 / 0.6).abs() < 1e-3, "{reach}");
        assert_eq!(cast(at(0.0, 0.0, 5.0), Vector3::z(), reach), None);
        assert_eq!(cast(at(19.0, 0.0, 5.0), tilted, reach), None, "beyond the edge");
    }
    for reach in [1e6, f64::MAX] {
        assert!((cast(at(0.0, 0.0, 9e5), down, reach).unwrap() - (9e5 - 0.1)).abs() < 0.1, "from afar, {reach}");
    }
}
