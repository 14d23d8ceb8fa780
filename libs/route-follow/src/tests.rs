use super::*;

fn place(x: f64, y: f64, degrees: f64) -> Place {
    Place { at: [x, y], heading: degrees.to_radians() }
}

/// Moves an ideal robot; checks that a differential robot is never commanded to move sideways.
fn moved(place: &Place, step: &Step, dt: f64) -> Place {
    let at = [0, 1].map(|axis| place.at[axis] + step.velocity[axis] * dt);
    Place { at, heading: place.heading + step.turn_rate * dt }
}

/// Returns the step in which a stop is reached, from 1, and the turn in the first step, degrees; `None` after a
/// thousand steps.
fn one_leg(from: Place, to: Place, limits: &Limits, dt: f64) -> (Option<usize>, f64, Place) {
    let mut follower = Follower {
        start: from.at,
        target: Some(0),
        ..Follower::new(Drive::Holonomic, vec![Stop::at(to)], false, &from)
    };
    let (mut now, mut first) = (from, None);
    for number in 1..=1000 {
        let step = follower.step(&now, dt, limits);
        now = moved(&now, &step, dt);
        first.get_or_insert(step.turn_rate.to_degrees() * dt);
        if step.reached.is_some() {
            return (Some(number), first.unwrap(), now);
        }
    }
    (None, first.unwrap(), now)
}

/// RM-80: At 100 %, a simulated robot moves 0.2 m/s straight along its leg.
/// RM-82: Each second, 5 % of the heading error is removed along the shorter turn.
/// SIM-01 … SIM-12: steps of one second; a leg is complete when position and heading are.
#[test]
fn the_simulator_vectors() {
    let zero = place(0.0, 0.0, 0.0);
    for (name, from, to, percent, ticks, turn) in [
        ("SIM-01", zero, place(1.0, 0.0, 0.0), 100.0, Some(5), 0.0),
        ("SIM-02", zero, place(1.05, 0.0, 0.0), 100.0, Some(6), 0.0),
        ("SIM-03", zero, place(3.0, 4.0, 0.0), 50.0, Some(50), 0.0),
        ("SIM-04", zero, place(0.05, 0.0, 0.0), 100.0, Some(1), 0.0),
        ("SIM-05", zero, place(1.0, 0.0, 0.0), 0.0, None, 0.0),
        ("SIM-06", zero, place(1.0, 0.0, 90.0), 100.0, Some(100), 4.5),
        ("SIM-07", zero, place(0.0, 0.0, 90.0), 100.0, Some(100), 4.5),
        ("SIM-08", place(0.0, 0.0, 90.0), zero, 100.0, Some(100), -4.5),
        ("SIM-09", zero, place(0.0, 0.0, 270.0), 100.0, Some(100), -4.5),
        ("SIM-10", place(0.0, 0.0, 270.0), zero, 100.0, Some(100), 4.5),
        ("SIM-11", place(0.0, 0.0, 170.0), place(0.0, 0.0, -170.0), 100.0, Some(71), 1.0),
        ("SIM-12", place(0.0, 0.0, 350.0), place(0.0, 0.0, 10.0), 100.0, Some(71), 1.0),
    ] {
        let limits = Limits { speed: 0.2 * percent / 100.0, ..Limits::default() };
        let (reached, first, end) = one_leg(from, to, &limits, 1.0);
        assert_eq!(reached, ticks, "{name}");
        assert!((first - turn).abs() < 1e-9, "{name}: {first}");
        if ticks.is_some() {
            assert!(
                distance(end.at, to.at) < 1e-12 && super::turn(end.heading, to.heading).abs() < 1e-12,
                "{name}: {end:?}"
            );
        }
    }
}

/// RM-80: At 100 %, a simulated robot moves 0.2 m/s straight along its leg.
#[test]
fn short_steps_are_after_whole_seconds_where_long_ones_are() {
    let (from, to) = (place(0.0, 0.0, 0.0), place(3.0, 4.0, 90.0));
    let after = |dt: f64| {
        let mut follower = Follower::new(Drive::Holonomic, vec![Stop::at(to)], false, &from);
        let mut now = from;
        for _ in 0..(7.0 / dt).round() as usize {
            now = moved(&now, &follower.step(&now, dt, &Limits::default()), dt);
        }
        now
    };
    let (long, short) = (after(1.0), after(0.02));
    assert!(distance(long.at, short.at) < 1e-12 && (long.heading - short.heading).abs() < 1e-12, "{long:?} {short:?}");
    assert!((long.at[0] - 0.84).abs() < 1e-12, "{long:?}");
}

/// RM-81: A position is reached when no distance along the leg remains, then set exactly.
#[test]
fn a_goal_is_reached_exactly_and_without_superfluous_steps() {
    for length in [0.01, 0.2, 0.21, 0.39, 0.4, 1.7] {
        let (reached, _, end) = one_leg(place(0.0, 0.0, 0.0), place(length, 0.0, 0.0), &Limits::default(), 1.0);
        assert!(reached.unwrap() <= (length / 0.2_f64).ceil() as usize + 1, "{length}: {reached:?}");
        assert_eq!(end.at[0], length);
    }
}

/// RM-79: A robot away from the first pose drives there before the route starts.
#[test]
fn a_route_begins_at_its_first_pose_unless_the_robot_stands_there() {
    let stops = vec![Stop::at(place(1.0, 0.0, 0.0)), Stop::at(place(2.0, 0.0, 0.0))];
    let first = |from: Place| Follower::new(Drive::Holonomic, stops.clone(), false, &from).target();
    assert_eq!(first(place(-1.0, 0.0, 0.0)), Some(0));
    assert_eq!(first(place(1.0, 0.0009, 0.5)), Some(1));
    assert_eq!((first(place(1.0, 0.0011, 0.0)), first(place(1.0, 0.0, 0.6))), (Some(0), Some(0)));
    assert_eq!(Follower::new(Drive::Holonomic, vec![], false, &Place::default()).target(), None);
}

/// RM-83: After the last pose the robot returns bit-exactly to its original pose.
#[test]
fn poses_are_reached_in_order_and_with_their_headings() {
    let poses = [place(0.0, 0.0, 0.0), place(1.0, 0.0, 90.0), place(1.0, 1.0, 0.0), place(0.0, 0.0, 0.0)];
    let mut follower = Follower::new(Drive::Holonomic, poses.map(Stop::at).into(), false, &poses[0]);
    let (mut now, mut reached) = (poses[0], Vec::new());
    for _ in 0..30_000 {
        let step = follower.step(&now, 0.02, &Limits::default());
        now = moved(&now, &step, 0.02);
        if let Some(number) = step.reached {
            assert!(!now.differs(&poses[number]), "{number}: {now:?}");
            reached.push(number);
        }
    }
    assert_eq!((reached, follower.target()), (vec![1, 2, 3], None));
    assert_eq!(follower.step(&now, 0.02, &Limits::default()), Step::default(), "it stops");
}

#[test]
fn stops_have_a_dwell_time_and_a_speed() {
    let slow = Stop { speed: Some(0.05), dwell: 0.5, place: place(0.1, 0.0, 0.0) };
    let mut follower =
        Follower::new(Drive::Holonomic, vec![slow, Stop::at(place(0.2, 0.0, 0.0))], false, &Place::default());
    let (mut now, mut times) = (Place::default(), Vec::new());
    for tick in 1..=400 {
        let step = follower.step(&now, 0.01, &Limits::default());
        now = moved(&now, &step, 0.01);
        times.extend(step.reached.map(|_| f64::from(tick) * 0.01));
    }
    // 2 s at 0.05 m/s, half a second of dwell, half a second at 0.2 m/s.
    assert!(times.len() == 2 && (times[0] - 2.0).abs() < 0.011 && (times[1] - 3.0).abs() < 0.021, "{times:?}");
}

#[test]
fn a_closed_route_goes_round() {
    let poses = [place(0.0, 0.0, 0.0), place(0.1, 0.0, 0.0), place(0.1, 0.1, 0.0)];
    let mut follower = Follower::new(Drive::Holonomic, poses.map(Stop::at).into(), true, &poses[0]);
    let (mut now, mut reached) = (poses[0], Vec::new());
    for _ in 0..300 {
        let step = follower.step(&now, 0.02, &Limits::default());
        now = moved(&now, &step, 0.02);
        reached.extend(step.reached);
    }
    assert!(reached.starts_with(&[1, 2, 0, 1, 2, 0]), "{reached:?}");
}

#[test]
fn a_differential_robot_reaches_goals_in_every_direction() {
    let limits = Limits { speed: 0.3, turn_gain: 0.95, turn_rate: 2.0 };
    for number in 0..48 {
        let angle = f64::from(number) * 7.5;
        let (sin, cos) = angle.to_radians().sin_cos();
        let goal = place(cos, sin, 5.0 * angle);
        let mut follower = Follower::new(Drive::Differential, vec![Stop::at(goal)], false, &Place::default());
        let mut now = Place::default();
        let reached = (0..3000).any(|_| {
            let step = follower.step(&now, 0.01, &limits);
            let (sin, cos) = now.heading.sin_cos();
            let lateral = step.velocity[1] * cos - step.velocity[0] * sin;
            assert!(lateral.abs() < 1e-12 && norm(step.velocity) <= 0.3 + 1e-12 && step.turn_rate.abs() <= 2.0 + 1e-12);
            now = moved(&now, &step, 0.01);
            step.reached.is_some()
        });
        assert!(reached && !now.differs(&goal), "{angle}: {now:?}");
    }
}

#[test]
fn what_is_left_is_counted_along_the_route() {
    let poses = [place(1.0, 0.0, 0.0), place(1.0, 2.0, 0.0)];
    let follower = Follower::new(Drive::Holonomic, poses.map(Stop::at).into(), false, &Place::default());
    assert!((follower.left(&place(0.5, 0.0, 0.0)) - 2.5).abs() < 1e-12);
}

#[test]
fn it_is_taken_up_where_it_was_saved() {
    let mut follower = Follower::new(Drive::Holonomic, vec![Stop::at(place(1.0, 0.0, 0.0))], false, &Place::default());
    follower.step(&Place::default(), 0.1, &Limits::default());
    let saved = serde_json::to_string(&follower).unwrap();
    assert_eq!(serde_json::from_str::<Follower>(&saved).unwrap(), follower);
}

#[test]
fn a_changed_route_is_gone_on_with_at_the_same_stop() {
    let stops = |count: usize| (0..count).map(|number| Stop::at(place(number as f64, 0.0, 0.0))).collect::<Vec<_>>();
    let mut follower = Follower::new(Drive::Holonomic, stops(3), false, &place(0.0, 0.0, 0.0));
    assert_eq!(follower.target(), Some(1));
    let now = place(0.5, 0.0, 0.0);
    let mut longer = stops(4);
    longer[1].place = place(0.5, 1.0, 0.0);
    follower.reroute(longer, true, &now);
    assert_eq!((follower.target(), follower.is_closed()), (Some(1), true));
    let step = follower.step(&now, 0.1, &Limits::default());
    assert!(step.velocity[0].abs() < 1e-12 && step.velocity[1] > 0.0, "{step:?}");
    follower.reroute(stops(1), false, &now);
    assert_eq!(follower.target(), None, "fewer poses");
}
