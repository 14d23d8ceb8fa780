use super::rays::directions;
use super::*;
use proptest::collection::vec;

/// A copy of the structure alone, as created in another process.
fn copy_of(index: &SpatialIndex) -> SpatialIndex {
    SpatialIndex::of_structure(&index.structure_as_bytes().expect("it can be written")).expect("it can be read")
}

/// Updates a copy to the state of an index; the colliders only if they have changed since `known`.
fn bring_up(copy: &mut SpatialIndex, index: &SpatialIndex, known: Revision) {
    let (mut bodies, mut colliders, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    index.put_bodies(|body| 7 * body.0, |word| bodies.push(word));
    copy.take_bodies(&bodies, |number| numbers.push(number));
    assert_eq!(numbers.len(), index.id_count());
    if index.revision().expect("refreshed").colliders != known.colliders {
        index.put_colliders(|word| colliders.push(word));
        copy.take_colliders(&colliders);
    }
    copy.refresh(false);
}

/// Results of all queries from a pose, bitwise.
fn answers(index: &SpatialIndex, near: Option<&mut NeighborList>, from: &Isometry3<f64>) -> String {
    let (rays, mut fan, origin) = (directions(16), [0.0; 16], Point3::from(from.translation.vector));
    let filter = QueryFilter::without(BodyId(0));
    index.cast_fan_near(near, from, &rays, 6.0, &filter, &mut fan).expect("valid rays");
    let hits: Vec<_> = rays.iter().map(|ray| index.cast_ray(&origin, ray, 20.0, &filter)).collect();
    let probe = Shape::try_box(Vector3::new(0.2, 0.1, 0.3)).expect("valid");
    let swept = index.cast_shape(&probe, from, &rays[3], 9.0, &filter);
    // Rust prints the shortest text that parses to the same number, and distinguishes the zeros.
    format!(
        "{fan:?} {hits:?} {swept:?} {:?} {:?}",
        index.nearest(&origin, 4.0, &filter),
        index.point_inside(&origin, &filter)
    )
}

fn sheet() -> Shape {
    let corners = [point(-2.0, -2.0, 0.3), point(2.0, -2.0, 0.1), point(2.0, 2.0, 0.2), point(-2.0, 2.0, 0.0)];
    Shape::try_mesh(&corners, &[[0, 1, 2], [0, 2, 3]]).expect("a valid mesh")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_copy_in_another_process_gives_the_same_answers_bit_by_bit_whatever_moves_comes_and_goes(
        pieces in vec(any_piece(4.0), 2..12),
        moves in vec((0..24_usize, any_pose(4.0), 0..7_u8), 1..40),
        eyes in vec(any_pose(5.0), 8),
    ) {
        let mut index = build(&pieces);
        let heights: Vec<f64> = (0..12).map(|number| f64::from(number % 5) * 0.2).collect();
        let field = Shape::try_height_field(&heights, 4, 3, 6.0, 5.0).expect("a valid terrain");
        // Two share a mesh, one has a part that can rotate, and one is a rounded hull.
        let round = Shape::try_ellipsoid(Vector3::new(0.5, 0.3, 0.7)).expect("valid");
        let shared = sheet();
        for shape in [shared.clone(), shared, field, round] {
            let colliders = vec![Collider::new(shape), cuboid(0.2, 0.3, 0.1).at(at(0.4, 0.0, 0.2))];
            index.add_body(Mobility::Moving, colliders, pose(0.5, -1.0, 0.3, 0.1, 0.2, 0.3)).expect("valid");
        }
        index.refresh(false);
        let (mut copy, mut known) = (copy_of(&index), Revision::default());
        let (mut own_list, mut its_list) = (NeighborList::default(), NeighborList::default());
        for (body, pose, deed) in moves {
            let body = BodyId((body % index.id_count()) as u32);
            let there = index.pose(body).is_ok();
            match deed {
                0 if there => index.remove_body(body).expect("it is there"),
                1 => _ = index.add_body(Mobility::Moving, vec![ball(0.4)], pose).expect("valid"),
                2 if there => index.set_flags(body, 0, true, body.0.is_multiple_of(2), 5).expect("it is there"),
                3 if there => index.set_collider_pose(body, 0, &pose).expect("it is there"),
                4 if there => {
                    // Zeros of different sign.
                    let zero = Isometry3::from_parts(Translation3::new(-0.0, pose.translation.y, -0.0), pose.rotation);
                    index.set_pose(body, &zero).expect("it is there");
                }
                _ if there => index.set_pose(body, &pose).expect("it is there"),
                _ => {}
            }
            index.refresh(false);
            let revision = index.revision().expect("refreshed");
            if known.structure != revision.structure {
                copy = copy_of(&index);
            }
            prop_assert_eq!(copy.id_count(), index.id_count());
            prop_assert_eq!(copy.collider_count(), index.collider_count());
            bring_up(&mut copy, &index, known);
            known = revision;
            for eye in &eyes {
                let expected = answers(&index, Some(&mut own_list), eye);
                prop_assert_eq!(&answers(&copy, Some(&mut its_list), eye), &expected);
                prop_assert_eq!(&answers(&copy, None, eye), &expected);
            }
        }
    }
}

#[test]
fn every_change_has_a_number_of_its_own_and_what_waits_for_a_refresh_has_none() {
    let mut index = build(&[Piece { shape: wedge(), pose: at(1.0, 0.0, 0.0), moving: true }]);
    let body = BodyId(0);
    let first = index.revision().expect("refreshed");
    index.refresh(false);
    assert_eq!(index.revision(), Some(first), "nothing has changed");
    index.set_pose(body, &at(2.0, 0.0, 0.0)).expect("valid");
    assert_eq!(index.revision(), None);
    index.refresh(false);
    let moved = index.revision().expect("refreshed");
    assert_eq!((moved.structure, moved.colliders), (first.structure, first.colliders));
    assert_ne!(moved.all, first.all);
    index.set_flags(body, 0, false, true, 1).expect("valid");
    index.refresh(false);
    let marked = index.revision().expect("refreshed");
    assert_eq!(marked.structure, first.structure);
    assert!(marked.colliders != moved.colliders && marked.all != moved.all);
    index.add_body(Mobility::Fixed, vec![ball(1.0)], at(0.0, 0.0, 0.0)).expect("valid");
    index.refresh(false);
    assert_ne!(index.revision().expect("refreshed").structure, first.structure);
}

#[test]
fn bytes_that_are_no_structure_are_refused() {
    let bytes = build(&[Piece { shape: wedge(), pose: at(1.0, 0.0, 0.0), moving: true }])
        .structure_as_bytes()
        .expect("written");
    assert!(SpatialIndex::of_structure(&bytes[..bytes.len() / 2]).is_none());
    assert!(SpatialIndex::of_structure(&[0xc1; 64]).is_none());
}
