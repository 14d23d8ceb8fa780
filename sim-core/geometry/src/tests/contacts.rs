use super::*;

fn list(index: &SpatialIndex, parallel: bool) -> Vec<Contact> {
    let mut out = Vec::new();
    let options = ContactOptions { margin: 0.0, parallel, ..ContactOptions::default() };
    index.contacts(&options, &mut ContactScratch::default(), &mut out).expect("valid margin");
    out
}

fn pair(one: (Collider, Isometry3<f64>), two: (Collider, Isometry3<f64>)) -> Vec<Contact> {
    let mut index = SpatialIndex::new();
    index.add_body(Mobility::Moving, vec![one.0], one.1).expect("valid");
    index.add_body(Mobility::Fixed, vec![two.0], two.1).expect("valid");
    index.refresh(false);
    list(&index, false)
}

#[test]
fn exact_pairs_give_exact_depths_and_normals_towards_a() {
    let contacts = pair((ball(1.0), at(0.0, 0.0, 0.0)), (ball(0.5), at(1.2, 0.0, 0.0)));
    assert_eq!(contacts.len(), 1);
    assert!((contacts[0].depth - 0.3).abs() < 1e-12);
    assert!((contacts[0].normal + Vector3::x()).norm() < 1e-12);
    assert!((contacts[0].point.x - 0.85).abs() < 1e-12);

    let contacts = pair((drum(0.3, 0.5), at(0.0, 0.0, 0.0)), (drum(0.2, 0.5), at(0.0, 0.4, 0.3)));
    assert_eq!(contacts.len(), 1);
    assert!((contacts[0].depth - 0.1).abs() < 1e-12);
    assert!((contacts[0].normal + Vector3::y()).norm() < 1e-12);

    let turned = pose(1.0, 0.0, 0.0, 0.0, 0.0, std::f64::consts::FRAC_PI_4);
    let contacts = pair((drum(0.3, 0.5), at(0.0, 0.0, 0.0)), (cuboid(0.55, 0.55, 0.5), turned));
    let corner = 1.0 - 0.55 * 2.0_f64.sqrt();
    assert_eq!(contacts.len(), 1);
    assert!((contacts[0].depth - (0.3 - corner)).abs() < 1e-12);
    assert!((contacts[0].normal + Vector3::x()).norm() < 1e-12);

    let contacts = pair((ball(0.5), at(0.0, 0.0, 1.4)), (cuboid(1.0, 1.0, 1.0), at(0.0, 0.0, 0.0)));
    assert!((contacts[0].depth - 0.1).abs() < 1e-12);
    assert!((contacts[0].normal - Vector3::z()).norm() < 1e-12);
}

#[test]
fn resting_bodies_touch_the_ground_at_several_points() {
    let ground = || (Collider::new(Shape::HalfSpace), at(0.0, 0.0, 0.0));
    let count = |collider: Collider, pose| pair((collider, pose), ground()).len();
    assert_eq!(count(cuboid(0.5, 0.4, 0.3), at(0.0, 0.0, 0.299)), 4);
    assert_eq!(count(drum(0.2, 0.1), at(3.0, 0.0, 0.099)), 4);
    assert_eq!(count(ball(0.2), at(0.0, 0.0, 0.199)), 1);
    assert_eq!(count(Collider::new(wedge()), at(0.0, 0.0, -0.001)), 4);
    assert_eq!(count(ball(0.2), at(0.0, 0.0, 0.201)), 0);
    let contacts = pair((cuboid(0.5, 0.4, 0.3), at(0.0, 0.0, 0.299)), ground());
    for contact in contacts {
        assert!((contact.depth - 0.001).abs() < 1e-12);
        assert_eq!(contact.normal, Vector3::z());
        assert!((contact.point.z + 0.0005).abs() < 1e-12);
    }
}

#[test]
fn a_box_on_a_box_or_a_mesh_touches_at_several_points() {
    let contacts = pair((cuboid(0.5, 0.5, 0.5), at(0.1, 0.0, 0.999)), (cuboid(0.5, 0.5, 0.5), at(0.0, 0.0, 0.0)));
    assert_eq!(contacts.len(), 4);
    for contact in &contacts {
        assert!((contact.depth - 0.001).abs() < 1e-5);
        assert!((contact.normal - Vector3::z()).norm() < 1e-5);
        assert!((contact.point.z - 0.4995).abs() < 1e-3);
    }
    let corners = [point(-3., -3., 0.), point(3., -3., 0.), point(3., 3., 0.), point(-3., 3., 0.)];
    let sheet = Shape::try_mesh(&corners, &[[0, 1, 2], [0, 2, 3]]).expect("valid");
    let contacts = pair((cuboid(0.5, 0.5, 0.5), at(0.7, 0.0, 0.499)), (Collider::new(sheet), at(0.0, 0.0, 0.0)));
    assert!(contacts.len() >= 3, "{}", contacts.len());
    for contact in &contacts {
        assert!((contact.normal - Vector3::z()).norm() < 1e-4, "{}", contact.normal);
        assert!((contact.depth - 0.001).abs() < 1e-5);
    }
}

/// A square sheet of `cells` × `cells` squares of two triangles, 2 m wide.
fn sheet(cells: u32) -> Shape {
    let at = |i: u32| 2.0 * f64::from(i) / f64::from(cells) - 1.0;
    let row = cells + 1;
    let vertices: Vec<_> = (0..row * row).map(|k| point(at(k % row), at(k / row), 0.0)).collect();
    let squares = (0..cells * cells).map(|k| k / cells * row + k % cells);
    let triangles: Vec<_> = squares.flat_map(|k| [[k, k + 1, k + row], [k + 1, k + row + 1, k + row]]).collect();
    Shape::try_mesh(&vertices, &triangles).expect("valid")
}

#[test]
fn a_mesh_of_thousands_of_vertices_touches_at_a_handful_of_points_that_span_its_area() {
    let grounds =
        [(Collider::new(Shape::HalfSpace), at(0.0, 0.0, 0.001)), (cuboid(3.0, 3.0, 0.5), at(0.0, 0.0, -0.499))];
    for (ground, place) in grounds {
        let contacts = pair((Collider::new(sheet(60)), at(0.0, 0.0, 0.0)), (ground.clone(), place));
        assert!((3..=5).contains(&contacts.len()), "{} points on {:?}", contacts.len(), ground.shape);
        for corner in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            let near = contacts.iter().map(|c| (c.point.x - corner.0).hypot(c.point.y - corner.1)).fold(9.0, f64::min);
            assert!(near < 0.1, "no contact near the corner {corner:?} on {:?}: {contacts:?}", ground.shape);
        }
    }
    // For a tilted one the deepest point counts, and no point is lost if there are few.
    let contacts = pair(
        (Collider::new(sheet(60)), pose(0.0, 0.0, 0.9995, 0.0, 1.0, 0.0)),
        (Collider::new(Shape::HalfSpace), at(0.0, 0.0, 0.2)),
    );
    let deepest = contacts.iter().map(|contact| contact.depth).fold(0.0, f64::max);
    assert!((deepest - (1.0_f64.sin() - 0.7995)).abs() < 1e-9, "{deepest}");
}

#[test]
fn contacts_with_half_spaces_are_the_same_on_all_threads() {
    let mut index = SpatialIndex::new();
    index.add_body(Mobility::Fixed, vec![Collider::new(Shape::HalfSpace)], at(0.0, 0.0, 0.0)).expect("valid");
    for k in 0..2000 {
        let place = at(f64::from(k % 50) * 2.0, f64::from(k / 50) * 2.0, 0.0999);
        index.add_body(Mobility::Moving, vec![cuboid(0.2, 0.2, 0.1)], place).expect("valid");
    }
    index.refresh(false);
    let mut scratch = ContactScratch::default();
    let mut out = Vec::new();
    let options = ContactOptions { margin: 0.0, parallel: true, ..ContactOptions::default() };
    index.contacts(&options, &mut scratch, &mut out).expect("valid margin");
    assert_eq!(out.len(), 8000);
    assert_eq!(out, list(&index, false));
    assert!(scratch.busy_tasks() > 4, "the work is shared: {} tasks", scratch.busy_tasks());
}

#[test]
fn a_robot_on_top_of_another_is_pushed_up() {
    let contacts = pair((drum(0.2, 0.1), at(0.05, 0.0, 0.199)), (drum(0.2, 0.1), at(0.0, 0.0, 0.0)));
    assert_eq!(contacts.len(), 4);
    for contact in &contacts {
        assert!((contact.normal - Vector3::z()).norm() < 1e-12);
        assert!((contact.depth - 0.001).abs() < 1e-12);
        let (x, y) = (contact.point.x, contact.point.y);
        assert!(x.hypot(y) <= 0.2 + 1e-9 && (x - 0.05).hypot(y) <= 0.2 + 1e-9, "within both discs");
    }
}

#[test]
fn only_solid_parts_of_different_bodies_touch_and_two_fixed_bodies_never_do() {
    let mut index = SpatialIndex::new();
    let ghost = Collider { solid: false, ..ball(1.0) };
    index.add_body(Mobility::Moving, vec![ball(1.0), ball(1.0)], at(0., 0., 0.)).expect("valid");
    index.add_body(Mobility::Moving, vec![ghost], at(0.5, 0., 0.)).expect("valid");
    index.add_body(Mobility::Fixed, vec![ball(1.0)], at(10.0, 0., 0.)).expect("valid");
    index.add_body(Mobility::Fixed, vec![ball(1.0)], at(10.5, 0., 0.)).expect("valid");
    index.refresh(false);
    assert!(list(&index, false).is_empty());
    index.set_flags(BodyId(1), 0, true, true, 1).expect("valid");
    index.refresh(false);
    let contacts = list(&index, false);
    assert_eq!(contacts.len(), 2);
    assert_eq!((contacts[0].collider_a, contacts[1].collider_a), (0, 1));
}

#[test]
fn materials_combine() {
    let rough = Material::try_new(0.9, 0.1).expect("valid");
    let smooth = Material::try_new(0.4, 0.8).expect("valid");
    let contacts =
        pair((ball(1.0).with_material(rough), at(0., 0., 0.)), (ball(1.0).with_material(smooth), at(1.5, 0., 0.)));
    assert!((contacts[0].friction - 0.6).abs() < 1e-12);
    assert_eq!(contacts[0].restitution, 0.8);
}

#[test]
fn a_margin_lists_what_is_about_to_touch() {
    let mut index = SpatialIndex::new();
    index.add_body(Mobility::Moving, vec![ball(1.0)], at(0., 0., 0.)).expect("valid");
    index.add_body(Mobility::Fixed, vec![ball(1.0)], at(2.05, 0., 0.)).expect("valid");
    index.refresh(false);
    assert!(list(&index, false).is_empty());
    let mut out = Vec::new();
    let options = ContactOptions { margin: 0.1, parallel: false, ..ContactOptions::default() };
    index.contacts(&options, &mut ContactScratch::default(), &mut out).expect("valid");
    assert_eq!(out.len(), 1);
    assert!((out[0].depth + 0.05).abs() < 1e-12);
    let bad = ContactOptions { margin: f64::NAN, parallel: false, ..ContactOptions::default() };
    assert!(index.contacts(&bad, &mut ContactScratch::default(), &mut out).is_err());
}

#[test]
fn the_list_is_the_same_on_any_number_of_threads() {
    let mut index = SpatialIndex::new();
    index.add_body(Mobility::Fixed, vec![Collider::new(Shape::HalfSpace)], at(0., 0., 0.)).expect("valid");
    for i in 0..600_u32 {
        let (x, y) = (f64::from(i * 37 % 251) * 0.02, f64::from(i * 91 % 257) * 0.02);
        let collider = if i % 3 == 0 { cuboid(0.1, 0.07, 0.1) } else { drum(0.09, 0.1) };
        index.add_body(Mobility::Moving, vec![collider], pose(x, y, 0.099, 0., 0., f64::from(i))).expect("valid");
    }
    index.refresh(false);
    let alone = list(&index, false);
    assert!(alone.len() > 1000);
    assert!(alone.is_sorted_by_key(|c| (c.a, c.b, c.collider_a, c.collider_b, c.index)));
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        assert_eq!(pool.install(|| list(&index, true)), alone);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn the_trees_lose_no_contact(mut pieces in prop::collection::vec(any_piece(4.0), 2..50), margin in 0.0..0.3_f64) {
        // With several fixed pieces, contacts at internal edges are dropped, which pairs alone do not show.
        pieces[1..].iter_mut().for_each(|piece| piece.moving = true);
        let index = build(&pieces);
        let mut out = Vec::new();
        let options = ContactOptions { margin, parallel: false, ..ContactOptions::default() };
        let mut scratch = ContactScratch::default();
        index.contacts(&options, &mut scratch, &mut out).expect("valid");
        let mut expected = Vec::new();
        for a in 0..pieces.len() {
            for b in a + 1..pieces.len() {
                let two = build(&[pieces[a].clone(), pieces[b].clone()]);
                let mut found = Vec::new();
                two.contacts(&options, &mut scratch, &mut found).expect("valid");
                for mut contact in found {
                    (contact.a, contact.b) = (BodyId(a as u32), BodyId(b as u32));
                    expected.push(contact);
                }
            }
        }
        prop_assert_eq!(out, expected);
    }

    #[test]
    fn moving_apart_by_the_depth_ends_a_contact_of_round_shapes(
        one in primitive(), radius in 0.1..1.0_f64, pose_one in any_pose(1.0), pose_two in any_pose(1.0),
    ) {
        let other = ball(radius);
        let contacts = pair((Collider::new(one.clone()), pose_one), (other.clone(), pose_two));
        for contact in contacts {
            let push = contact.normal * (contact.depth + 1e-9);
            let moved = Isometry3::translation(push.x, push.y, push.z) * pose_one;
            prop_assert!(pair((Collider::new(one.clone()), moved), (other.clone(), pose_two)).is_empty());
        }
    }
}

/// NA-23: Overlaps of robots and walls are logged; by default bodies pass through each other.
/// Whether one of 46³ points of a box is inside another box that it touches. An overlap without such a point must be too thin for the grid.
#[test]
fn the_overlap_of_boxes_is_that_of_samples() {
    const GRID: u32 = 46;
    let mut state = sim_abi::ffi::types::RandomState::derive(23, &["boxes"]);
    let mut random = sim_abi::random::Random::from_state(&mut state);
    let mut counts = [0; 3];
    for case in 0..1000 {
        let mut vector = |low: f64, high: f64| Vector3::from_fn(|_, _| random.uniform(low, high));
        let half = [vector(0.2, 1.0), vector(0.2, 1.0)];
        let places = [vector(-1.2, 1.2), vector(-1.2, 1.2)];
        let turns = [vector(-3.0, 3.0), vector(-3.0, 3.0)].map(UnitQuaternion::from_scaled_axis);
        let [one, two] = [0, 1].map(|side| Isometry3::from_parts(places[side].into(), turns[side]));
        let [a, b] = half.map(|half| Collider::new(Shape::Box { half_extents: half }));
        let depth = pair((a, one), (b, two)).iter().map(|contact| contact.depth).reduce(f64::max);

        let cell = half[0] * (2.0 / f64::from(GRID));
        let two_from_one = two.inverse() * one;
        let corner = two_from_one * point(cell.x / 2.0 - half[0].x, cell.y / 2.0 - half[0].y, cell.z / 2.0 - half[0].z);
        let edges = [0, 1, 2].map(|axis| {
            let mut edge = Vector3::zeros();
            edge[axis] = cell[axis];
            two_from_one * edge
        });
        let is_inside = |local: &Vector3<f64>, half: &Vector3<f64>| (0..3).all(|axis| local[axis].abs() < half[axis]);
        let sampled = (0..GRID * GRID * GRID).any(|number| {
            let [x, y, z] = [number % GRID, number / GRID % GRID, number / GRID / GRID].map(f64::from);
            is_inside(&(corner.coords + edges[0] * x + edges[1] * y + edges[2] * z), &half[1])
        });
        match (sampled, depth) {
            (true, depth) => {
                assert!(depth.is_some(), "case {case}: a common point and no contact");
                counts[0] += 1;
            }
            (false, None) => counts[1] += 1,
            (false, Some(depth)) => {
                // A ball of a quarter of the depth fits in, and a ball of half a cell's diagonal contains a grid point.
                assert!(depth < 4.0 * 0.5 * cell.norm(), "case {case}: {depth} m deep without a common point");
                counts[2] += 1;
            }
        }
    }
    let [overlapping, apart, thin] = counts;
    assert!(overlapping > 200 && apart > 200 && thin < 50, "{counts:?}");
}

#[test]
fn more_contacts_than_are_wanted_are_an_error_before_all_are_found() {
    let mut index = SpatialIndex::new();
    for _ in 0..200 {
        index.add_body(Mobility::Moving, vec![ball(1.0)], at(0.0, 0.0, 0.0)).expect("valid");
    }
    index.refresh(false);
    for parallel in [false, true] {
        let find = |most| {
            let options = ContactOptions { parallel, most, ..ContactOptions::default() };
            let mut out = Vec::new();
            index.contacts(&options, &mut ContactScratch::default(), &mut out).map(|()| out.len())
        };
        assert_eq!(find(19_900), Ok(19_900), "a contact of each pair");
        assert_eq!(find(19_899), Err(GeometryError::TooManyContacts(19_899)));
        assert_eq!(find(10), Err(GeometryError::TooManyContacts(10)));
    }
}

#[test]
fn a_shape_overlaps_what_it_reaches_into_and_not_what_it_touches() {
    let mut index = SpatialIndex::new();
    let add = |index: &mut SpatialIndex, mobility, collider, pose| {
        index.add_body(mobility, vec![collider], pose).expect("valid")
    };
    let ground = add(&mut index, Mobility::Fixed, Collider::new(Shape::HalfSpace), at(0.0, 0.0, 0.0));
    let crate_ = add(&mut index, Mobility::Fixed, cuboid(0.5, 0.5, 0.5), at(1.0, 0.0, 0.5));
    let robot = add(&mut index, Mobility::Moving, drum(0.2, 0.2), at(0.0, 2.0, 0.2));
    let mut ghost = ball(1.0);
    ghost.solid = false;
    add(&mut index, Mobility::Fixed, ghost, at(0.0, 0.0, 1.0));
    index.refresh(false);
    let found = |shape: &Shape, pose, depth| {
        index.overlapped_bodies(shape, &pose, depth, &QueryFilter::default()).expect("valid")
    };
    let probe = Shape::Box { half_extents: Vector3::new(0.25, 0.25, 0.25) };
    assert_eq!(found(&probe, at(0.2, 0.0, 0.3), 0.0), []);
    assert_eq!(found(&probe, at(0.3, 0.0, 0.3), 0.0), [crate_]);
    assert_eq!(found(&probe, at(0.3, 0.0, 0.3), 0.1), []);
    assert_eq!(found(&probe, at(0.3, 0.0, 0.2), 0.0), [ground, crate_]);
    // It stands on the ground and only touches it.
    assert_eq!(found(&probe, at(0.0, 2.0, 0.25), 0.0005), [robot]);
    assert_eq!(found(&Shape::Sphere { radius: 0.1 }, at(1.0, 0.0, 0.5), 0.0), [crate_]);
    let refused =
        index.overlapped_bodies(&Shape::Sphere { radius: -1.0 }, &at(0.0, 0.0, 0.0), 0.0, &QueryFilter::default());
    assert!(refused.is_err());
}
