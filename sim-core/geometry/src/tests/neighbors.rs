use super::*;
use crate::lanes::Processor;

/// Hits of a fan with a list and without one.
fn with_and_without_list(
    index: &SpatialIndex,
    list: &mut NeighborList,
    sensor: &Isometry3<f64>,
    rays: usize,
    reach: f64,
    filter: &QueryFilter,
) -> (Vec<f64>, Vec<f64>) {
    let local = rays::directions(rays);
    let (mut with, mut without) = (vec![0.0; rays], vec![0.0; rays]);
    index.cast_fan_near(Some(list), sensor, &local, reach, filter, &mut with).expect("valid fan");
    index.cast_fan(sensor, &local, reach, filter, &mut without).expect("valid fan");
    (with, without)
}

/// A small motion: a shift (m) and a rotation (rad).
fn any_motion(size: f64) -> impl Strategy<Value = (Vector3<f64>, Vector3<f64>)> {
    let vector = move || (-size..size, -size..size, -size..size).prop_map(|(x, y, z)| Vector3::new(x, y, z));
    (vector(), vector())
}

fn moved(pose: &Isometry3<f64>, (shift, turn): &(Vector3<f64>, Vector3<f64>)) -> Isometry3<f64> {
    Isometry3::from_parts(
        (pose.translation.vector + shift).into(),
        pose.rotation * UnitQuaternion::from_scaled_axis(*turn),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_rays_meet_does_not_depend_on_when_a_list_was_made(
        pieces in prop::collection::vec(any_piece(3.0), 1..40),
        sensor in any_pose(2.0),
        rays in 1_usize..20,
        reach in 0.8..2.0_f64,
        motions in prop::collection::vec(any_motion(0.015), 60),
        stands in any::<bool>(),
        fixed in any::<bool>(),
        far in any_pose(4.0),
        parallel in any::<bool>(),
    ) {
        let mut index = build(&pieces);
        let mut list = NeighborList::default();
        let mut sensor = sensor;
        let mut poses: Vec<_> = pieces.iter().map(|piece| piece.pose).collect();
        let processors = Processor::all();
        let filter = QueryFilter { fixed, ..QueryFilter::default() };
        let solid = |body: usize| !matches!(pieces[body].shape, Shape::HalfSpace);
        for (tick, motion) in motions.iter().enumerate() {
            // A list for another filter is a different list.
            let filter = if tick < 50 { filter } else { QueryFilter::without(BodyId(0)) };
            index.processor = processors[tick % processors.len()];
            let (with, without) = with_and_without_list(&index, &mut list, &sensor, rays, reach, &filter);
            prop_assert_eq!(with, without, "tick {}", tick);
            if !stands {
                sensor = moved(&sensor, motion);
            }
            for (body, pose) in poses.iter_mut().enumerate().filter(|(body, _)| solid(*body)) {
                // Always in the same direction, so that bodies come from far away.
                *pose = moved(pose, &motions[body]);
                index.set_pose(BodyId(body as u32), pose).expect("valid pose");
            }
            let body = BodyId((tick % pieces.len()) as u32);
            match tick {
                // A body jumps, is no longer detectable, moves within its body, or is added.
                32 if solid(body.index()) => index.set_pose(body, &far).expect("valid pose"),
                36 => index.set_flags(body, 0, true, false, 1).expect("its collider"),
                40 if solid(body.index()) => index.set_collider_pose(body, 0, &far).expect("its collider"),
                44 => _ = index.add_body(Mobility::Moving, vec![ball(0.3)], sensor).expect("valid ball"),
                _ => {}
            }
            index.refresh(parallel);
        }
    }
}

#[test]
fn a_list_serves_many_fans_while_all_move_slowly_and_pauses_when_they_do_not() {
    let mut index = SpatialIndex::new();
    let wall =
        index.add_body(Mobility::Moving, vec![cuboid(0.1, 1.0, 1.0)], pose(1.2, 0.0, 0.0, 0.0, 0.0, 0.0)).unwrap();
    index.refresh(false);
    let mut list = NeighborList::default();
    let mut cast = |index: &mut SpatialIndex, sensor: f64, at: f64| {
        index.set_pose(wall, &pose(at, 0.0, 0.0, 0.0, 0.0, 0.0)).unwrap();
        index.refresh(false);
        let sensor = pose(sensor, 0.0, 0.0, 0.0, 0.0, 0.0);
        let (with, without) = with_and_without_list(index, &mut list, &sensor, 8, 1.0, &QueryFilter::default());
        assert_eq!(with, without);
        list.middle.x
    };
    let slow = (0..20).map(|tick| f64::from(tick) * 0.004);
    let mut middles: Vec<f64> = slow.map(|way| cast(&mut index, way, 1.2 - way)).collect();
    middles.dedup();
    assert_eq!(middles, [0.0], "one list for 20 fans");
    let mut middles: Vec<f64> = (0..60).map(|tick| cast(&mut index, 1.0 + f64::from(tick), 1.2)).collect();
    middles.dedup();
    assert!(middles.len() <= 3, "lists that serve a single fan stop being built: {middles:?}");
}

#[test]
fn a_sensor_hits_unlisted_bodies_after_relative_motion() {
    let bar = |x: f64, turn: f64| pose(x, 0.0, 0.0, 0.0, 0.0, turn);
    // Positions of the sensor and of the bar, along y and 4 m long, at a fraction of the path (0 to 1).
    let paths: [&dyn Fn(f64) -> (f64, Isometry3<f64>); 3] = [
        &|part| (0.0, bar(2.4, part * std::f64::consts::FRAC_PI_2)),
        &|part| (0.0, bar(2.4 - 2.0 * part, 0.0)),
        &|part| (2.0 * part, bar(2.4, 0.0)),
    ];
    for (number, path) in paths.iter().enumerate() {
        let mut index = SpatialIndex::new();
        let body = index.add_body(Mobility::Moving, vec![cuboid(0.05, 2.0, 2.0)], path(0.0).1).unwrap();
        index.refresh(false);
        let mut list = NeighborList::default();
        let mut met = Vec::new();
        for step in 0..=200 {
            let (sensor, bar) = path(f64::from(step) / 200.0);
            index.set_pose(body, &bar).unwrap();
            index.refresh(false);
            let sensor = pose(sensor, 0.0, 0.0, 0.0, 0.0, 0.0);
            let (with, without) = with_and_without_list(&index, &mut list, &sensor, 8, 1.0, &QueryFilter::default());
            assert_eq!(with, without, "path {number}, step {step}");
            met.push(with.iter().any(|distance| distance.is_finite()));
        }
        assert!(!met[0] && met[200], "path {number} ends at its start");
    }
}
