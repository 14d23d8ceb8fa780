//! The autopilot on a rig: rejected parameters, and reactions to synthetic readings.

use super::*;
use sim_abi::ffi::types::RandomState;
use sim_abi::random::Random;

fn point(at: [f64; 3]) -> Value {
    json!({"at": at})
}

fn rig(params: Value) -> Result<ControllerRig<Autopilot>> {
    let robot = ControllerRig::robot()
        .sensor("gps", &[0.0, 0.0, 2.5])
        .sensor("attitude", &[0.0, 0.0, 0.0])
        .sensor("front_range", &[0.0])
        .sensor("rear_range", &[0.0]);
    ["front", "bottom", "tail"]
        .iter()
        .fold(robot, |robot, name| robot.actuator(name, 1))
        .params(params)
        .period(0.032)
        .build()
}

/// Toward a destination 10 m ahead.
fn ahead(more: Value) -> ControllerRig<Autopilot> {
    let mut params = json!({"mission": [point([10.0, 0.0, 2.5])], "docking": false});
    params.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    rig(params).unwrap()
}

fn commands(rig: &ControllerRig<Autopilot>) -> [f64; 3] {
    ["front", "bottom", "tail"].map(|motor| rig.command(motor)[0])
}

/// Holds a position, motionless.
fn stay(rig: &mut ControllerRig<Autopilot>, at: [f64; 3], yaw: f64, cycles: usize) {
    rig.read("gps", &at);
    rig.read("attitude", &[0.0, 0.0, yaw]);
    (0..cycles).for_each(|_| rig.step().unwrap());
}

fn states(rig: &ControllerRig<Autopilot>) -> Vec<String> {
    rig.log().into_iter().filter(|line| line.contains(" to ") && line.contains(": ")).collect()
}

#[test]
fn it_conforms() {
    testing::conformance::controller(|| ahead(Value::Null), &["front", "bottom", "tail"]);
}

/// BL-36: Altitude control acts in every cycle, carries the net weight, overshoots less than 0.05 m.
#[test]
fn the_bottom_motor_carries_the_net_weight_in_every_cycle() {
    let mut rig = ahead(Value::Null);
    for yaw in [1.0, 0.0, 0.0] {
        stay(&mut rig, [0.0, 0.0, 2.5], yaw, 2);
        assert!((rig.command("bottom")[0] + 0.010 / 0.045).abs() < 1e-9, "{:?}", commands(&rig));
    }
}

/// BL-41: The autopilot is a state machine; every transition is logged with time and cause.
#[test]
fn it_turns_to_the_leg_before_flying_along_it_and_logs_why() {
    let mut rig = ahead(Value::Null);
    stay(&mut rig, [0.0, 0.0, 2.5], 1.0, 3);
    // The nose is left of the leg: the tail goes left.
    assert!(rig.command("front")[0] == 0.0 && rig.command("tail")[0] > 0.0, "{:?}", commands(&rig));
    assert_eq!(rig.published("state"), 0.0);
    stay(&mut rig, [0.0, 0.0, 2.5], 0.0, 3);
    assert_eq!((rig.published("state"), rig.command("front")[0]), (1.0, 1.0));
    stay(&mut rig, [0.0, 0.0, 2.5], 2.0, 1);
    assert_eq!(rig.published("state"), 0.0);
    stay(&mut rig, [9.5, 0.0, 2.5], 0.0, 4);
    assert_eq!(rig.published("state"), 2.0);
    // Without a dock, it holds its last point and returns after a push.
    stay(&mut rig, [9.9, 0.0, 2.5], 0.0, 3);
    assert_eq!((rig.published("state"), rig.published("points")), (2.0, 0.0));
    assert!((rig.command("bottom")[0] + 0.010 / 0.045).abs() < 1e-9, "{:?}", commands(&rig));
    stay(&mut rig, [7.5, 0.0, 2.4], 0.0, 3);
    assert!(rig.published("state") == 2.0 && rig.command("front")[0] > 0.5, "{:?}", commands(&rig));
    stay(&mut rig, [9.9, 0.0, 1.55], 0.0, 1);
    assert_eq!((rig.published("state"), rig.command("bottom")[0]), (12.0, -1.0), "the emergency acts there, too");
    let reported = states(&rig).join("\n");
    for part in [
        "SEEK_ANGLE to ADVANCE: it is aligned with",
        "ADVANCE to SEEK_ANGLE: it is not aligned",
        "ADVANCE to HOLD: the destination is near",
    ] {
        assert!(reported.contains(part), "{part}: {reported}");
    }
}

/// BL-43: A low-altitude emergency pushes the blimp up before it sinks below 1.60 m.
#[test]
fn a_downward_sensor_or_a_fast_sink_makes_the_bottom_motor_push_up() {
    let mut rig = ahead(Value::Null);
    rig.read("rear_range", &[1.0]);
    stay(&mut rig, [0.0, 0.0, 2.0], 1.0, 1);
    assert_eq!((rig.command("bottom")[0], rig.published("state")), (-1.0, 10.0));
    // Until both are silent and the height is above 1.75 m.
    rig.read("rear_range", &[0.0]);
    stay(&mut rig, [0.0, 0.0, 1.74], 1.0, 2);
    assert_eq!(rig.command("bottom")[0], -1.0);
    stay(&mut rig, [0.0, 0.0, 1.76], 1.0, 2);
    assert!(rig.command("bottom")[0] > -1.0);
    // At 0.3 m/s it needs 0.313 · 0.3² / (2 · 0.025) = 0.56 m to stop.
    let mut sinking = ahead(Value::Null);
    let mut height = 2.5;
    while sinking.published("state") < 10.0 {
        stay(&mut sinking, [0.0, 0.0, height], 0.0, 1);
        height -= 0.3 * 0.032;
    }
    assert!((height - 2.16).abs() < 0.03, "{height}");
}

/// BL-44: A high-altitude emergency pushes the blimp down from 4.0 m to 3.9 m.
#[test]
fn above_four_metres_it_pushes_down_until_three_point_nine() {
    let mut rig = ahead(Value::Null);
    for (height, state) in [(3.95, 0.0), (4.01, 20.0), (3.95, 20.0), (3.89, 0.0)] {
        stay(&mut rig, [0.0, 0.0, height], 1.0, 3);
        assert_eq!(rig.published("state"), state, "{height}");
        assert!((rig.command("bottom")[0] == 1.0) == (state == 20.0));
    }
}

/// BL-42: Each state has its own gains, which can change during flight without restarting the mission.
#[test]
fn unknown_gains_are_refused() {
    let params = json!({"mission": [point([1.0, 0.0, 2.0])], "docking": false, "advance": {"altitud": 1.0}});
    let fault = rig(params).err().unwrap();
    assert!(fault.to_string().contains("altitud"), "{fault}");
}

/// BL-42: Each state has its own gains, which can change during flight without restarting the mission.
#[test]
fn a_gain_that_changes_during_the_flight_acts_in_the_next_cycle_and_the_flight_goes_on() {
    let mut before = ahead(Value::Null);
    stay(&mut before, [0.0, 0.0, 2.5], 0.0, 5);
    let state = before.save().unwrap().unwrap();
    let mut after = ahead(json!({"advance": {"altitude": 0.2}}));
    after.restore(&state).unwrap();
    stay(&mut before, [0.1, 0.0, 2.495], 0.0, 2);
    stay(&mut after, [0.1, 0.0, 2.495], 0.0, 2);
    assert_eq!((after.published("state"), after.published("points")), (1.0, 1.0));
    assert!(after.command("bottom")[0] < before.command("bottom")[0]);
    // A new mission is started; new obstacles are avoided.
    let mut elsewhere = rig(json!({"mission": [point([0.0, 9.0, 2.5])], "docking": false})).unwrap();
    elsewhere.restore(&state).unwrap();
    stay(&mut elsewhere, [0.1, 0.0, 2.5], 0.0, 1);
    assert_eq!(elsewhere.published("target_y"), 9.0);
    let mut blocked = ahead(json!({"obstacles": [{"name": "A", "center": [5.0, 0.0, 2.5]}]}));
    blocked.restore(&state).unwrap();
    stay(&mut blocked, [0.1, 0.0, 2.5], 0.0, 1);
    assert_eq!(blocked.published("points"), 2.0);
}

/// BL-56: A detour is flown first; then the original destination is the target again.
/// FW-5: Destinations near an obstacle are displaced, skipped or failed, as configured.
#[test]
fn detours_are_put_on_top_and_a_near_obstacle_moves_the_destination() {
    let obstacle = json!({"name": "A", "center": [5.0, 0.1, 2.5]});
    let mut blocked = ahead(json!({"obstacles": [obstacle]}));
    stay(&mut blocked, [0.0, 0.0, 2.5], 0.0, 1);
    assert_eq!(blocked.published("points"), 2.0);
    assert!(blocked.log().iter().any(|line| line.contains("detour around `A`")), "{:?}", blocked.log());
    let near = json!({"name": "A", "center": [10.3, 0.0, 2.5], "half_length": 0.0});
    for (policy, points, x) in [("approach", 1.0, 9.45), ("skip", 0.0, 0.0), ("fail", 1.0, 10.0)] {
        let mut rig = ahead(json!({"obstacles": [near], "planner": {"near_destination": policy}}));
        stay(&mut rig, [0.0, 0.0, 2.5], 0.0, 1);
        assert_eq!(rig.published("points"), points, "{policy}");
        assert!((rig.published("target_x") - x).abs() < 1e-3, "{policy}: {}", rig.published("target_x"));
    }
}

/// BL-61: Planning repeats only after 5 violated cycles and at most once per second.
#[test]
fn it_replans_only_after_five_blocked_cycles_and_a_second() {
    let obstacle = json!({"name": "A", "center": [5.0, 1.0, 2.5], "half_length": 0.0});
    let mut rig = ahead(json!({"obstacles": [obstacle]}));
    // The leg passes at 0.8 m, closer than 0.85 m: one detour.
    stay(&mut rig, [0.0, 0.0, 2.5], 0.0, 1);
    assert_eq!(rig.published("points"), 2.0);
    // Wind moves it past the obstacle: from there, the path to the detour leads through the obstacle, and the path to
    // the destination is clear.
    stay(&mut rig, [4.9, 2.2, 2.5], 0.0, 30);
    assert_eq!(rig.published("points"), 2.0, "a second is not over");
    stay(&mut rig, [4.9, 2.2, 2.5], 0.0, 3);
    assert_eq!(rig.published("points"), 1.0);
    // Five cycles, not one.
    let mut rig = ahead(json!({"obstacles": [{"name": "A", "center": [5.0, 1.0, 2.5], "half_length": 0.0}]}));
    stay(&mut rig, [0.0, 0.0, 2.5], 1.0, 60);
    for _ in 0..3 {
        stay(&mut rig, [4.9, 2.2, 2.5], 1.0, 4);
        stay(&mut rig, [0.0, 0.0, 2.5], 1.0, 1);
        assert_eq!(rig.published("points"), 2.0);
    }
}

/// BL-65: P toggles at any time between automatic and manual flight.
/// BL-70: Changing between manual and automatic flight causes no command jump, and the mission completes.
#[test]
fn p_changes_between_the_modes_without_a_jump() {
    let mut rig = ahead(json!({"obstacles": [{"name": "A", "center": [5.0, 0.0, 2.5]}]}));
    stay(&mut rig, [0.0, 0.0, 2.5], 0.0, 6);
    assert_eq!(rig.published("points"), 2.0);
    rig.world.keys = vec!['P' as u32];
    stay(&mut rig, [0.0, 0.0, 2.5], 0.0, 6);
    assert_eq!(rig.published("state"), 6.0);
    assert_eq!(commands(&rig).map(|command| (command * 1e9).round()), [0.0, (-0.010_f64 / 0.045 * 1e9).round(), 0.0]);
    rig.world.keys = vec![keys::UP];
    stay(&mut rig, [0.0, 3.0, 2.5], 0.0, 10);
    assert!((rig.command("front")[0] - 0.5).abs() < 1e-9);
    let before = commands(&rig);
    rig.world.keys = vec!['P' as u32];
    stay(&mut rig, [0.0, 3.0, 2.5], 0.0, 1);
    // Replanned from here, with a clear path.
    assert_eq!((rig.published("state"), rig.published("points")), (0.0, 1.0));
    let jumps = [0, 1, 2].map(|motor| (commands(&rig)[motor] - before[motor]).abs());
    assert!(jumps.iter().all(|jump| *jump <= 1.0), "{jumps:?}");
}

/// BL-44: A high-altitude emergency pushes the blimp down from 4.0 m to 3.9 m.
#[test]
fn by_hand_nobody_says_that_the_altitude_is_safe() {
    let mut rig = ahead(Value::Null);
    stay(&mut rig, [0.0, 0.0, 4.3], 0.0, 3);
    assert_eq!(rig.published("state"), 21.0);
    rig.world.keys = vec!['P' as u32];
    stay(&mut rig, [0.0, 0.0, 4.3], 0.0, 3);
    let log = rig.log().join("\n");
    assert!(log.contains("altitude monitoring is off") && !log.contains("safe again"), "{log}");
}

/// BL-23: Five collision shapes form the hull, with an enclosing radius of 0.6436 m.
#[test]
fn a_planner_that_keeps_less_clear_than_the_hull_needs_is_warned_of() {
    let warned = |radius: f64| {
        let mut rig = ahead(json!({"planner": {"radius": radius}}));
        stay(&mut rig, [0.0, 0.0, 2.5], 0.0, 3);
        rig.log().iter().filter(|line| line.contains("the hull extends 0.6436 m from its center")).count()
    };
    assert_eq!([warned(0.65), warned(0.6436), warned(0.64)], [0, 0, 1]);
}

/// BL-91: Pose, commands, sensors, state and clearances are recorded in every cycle and exported as CSV.
#[test]
fn the_clearance_of_each_obstacle_of_the_list_is_published() {
    let obstacles = json!([
        {"name": "A", "center": [5.0, 2.0, 2.5], "half_length": 0.0},
        {"name": "off", "center": [5.0, 0.0, 2.5], "enabled": false},
        {"name": "B", "center": [5.0, -3.0, 2.5], "half_length": 0.0},
    ]);
    let mut rig = ahead(json!({"obstacles": obstacles, "clearances": 4}));
    stay(&mut rig, [0.0, 0.0, 2.5], 0.0, 1);
    let found = [1, 2, 3, 4].map(|number| rig.published(&format!("clearance_{number}")));
    for (found, expected) in found.into_iter().zip([2.0 - 0.2 - 0.65, 1000.0, 3.0 - 0.2 - 0.65, 1000.0]) {
        assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
    }
    assert!((rig.published("clearance") - found[0]).abs() < 1e-12, "the least of them");
}

/// BL-42: Each state has its own gains, which can change during flight without restarting the mission.
#[test]
fn a_changed_mission_is_logged() {
    let before = ahead(Value::Null);
    let state = before.save().unwrap().unwrap();
    let mut after = rig(json!({"mission": [point([0.0, 9.0, 2.5])], "docking": false})).unwrap();
    after.restore(&state).unwrap();
    stay(&mut after, [0.0, 0.0, 2.5], 0.0, 3);
    assert_eq!(after.log().iter().filter(|line| line.contains("another mission")).count(), 1, "{:?}", after.log());
}

/// BL-45: Three points lead into the dock; a missed dock is retried at most five times.
#[test]
fn a_missed_dock_is_tried_again_five_times() {
    let dock = |x: f64| json!({"at": [x, 0.0, 2.62], "kind": "dock", "heading": 0.0});
    let mission = json!([point([1.0, 0.0, 2.5]), dock(4.0), dock(6.0), dock(8.0)]);
    let mut rig = rig(json!({"mission": mission})).unwrap();
    for x in [1.0, 4.0, 6.0] {
        stay(&mut rig, [x, 0.0, 2.6], 0.0, 4);
    }
    assert_eq!((rig.published("points"), rig.published("state")), (1.0, 3.0));
    for missed in 1..=6 {
        stay(&mut rig, [7.95, 0.3, 2.6], 0.0, 2);
        // It leaves the dock backward, without turning between the walls.
        let expected = if missed <= 5 { [4.0, 3.0, 6.0] } else { [1.0, 5.0, 8.0] };
        let found = ["points", "state", "target_x"].map(|name| rig.published(name));
        assert_eq!(found, expected, "missed {missed} times");
        if missed <= 5 {
            stay(&mut rig, [7.8, 0.2, 2.6], 0.0, 2);
            assert!(rig.command("front")[0] < 0.0, "{:?}", commands(&rig));
        }
        for x in [6.0, 4.0, 6.0] {
            stay(&mut rig, [x, 0.0, 2.6], 0.0, 4);
        }
    }
    assert_eq!(rig.published("state"), 5.0);
    assert!(rig.log().iter().any(|line| line.contains("the dock was missed; try 5 of 5")));
}

/// BL-41: The autopilot is a state machine; every transition is logged with time and cause.
#[test]
fn a_blimp_that_circles_a_destination_turns_to_it_first() {
    let mut rig = rig(json!({"mission": [point([3.0, 0.0, 2.5])], "docking": false})).unwrap();
    stay(&mut rig, [2.5, 0.0, 2.5], 0.0, 900);
    assert_eq!(rig.published("state"), 2.0);
    stay(&mut rig, [2.5, 0.0, 2.5], 0.0, 60);
    let states = states(&rig);
    assert!(states.iter().any(|line| line.contains("HOLD to SEEK_ANGLE: it circles")), "{states:?}");
    assert!(states.last().is_some_and(|line| line.contains("ADVANCE to HOLD")), "{states:?}");
}

/// BL-33: Only detours may be removed automatically; docking points are also safe from accidental deletion.
#[test]
fn whatever_it_meets_only_detours_leave_the_stack_unreached() {
    let mut stream = RandomState::derive(7, &["missions"]);
    let mut random = Random::from_state(&mut stream);
    for _ in 0..200 {
        let mut some = |low: f64, high: f64| random.uniform(low, high);
        let mission: Vec<Value> =
            (0..4).map(|index| point([some(-3.0, 3.0), 3.0 * f64::from(index), some(1.7, 3.9)])).collect();
        let obstacles: Vec<Value> = (0..3)
            .map(|index| json!({"name": index.to_string(), "center": [some(-3.0, 3.0), some(-2.0, 10.0), some(1.5, 4.0)]}))
            .collect();
        let mut rig = rig(json!({"mission": mission, "docking": false, "obstacles": obstacles})).unwrap();
        for _ in 0..40 {
            stay(&mut rig, [some(-4.0, 4.0), some(-3.0, 12.0), some(1.7, 3.9)], some(-3.0, 3.0), 1);
        }
        let reached = rig.log().iter().filter(|line| line.contains("reached (")).count();
        let saved: Value = state::load(&rig.save().unwrap().unwrap()).unwrap();
        let stack = saved["stack"].as_array().unwrap();
        let left = stack.iter().filter(|target| target["kind"] == "Mission").count();
        assert_eq!(reached + left, 4, "{:?}", rig.log());
    }
}

/// BL-57: A new detour replaces a nearby old one, and never a destination.
#[test]
fn plans_keep_all_destinations_and_have_at_most_eight_detours() {
    let mut stream = RandomState::derive(57, &["pushes"]);
    let mut random = Random::from_state(&mut stream);
    let mission: Vec<[f64; 3]> = vec![[6.0, 0.0, 2.4], [10.0, 3.0, 2.8], [14.0, 0.0, 2.2]];
    for _ in 0..60 {
        let obstacles: Vec<Value> = (0..12)
            .map(|number| {
                let place = [random.uniform(1.0, 13.0), random.uniform(-3.0, 3.0), random.uniform(1.8, 3.4)];
                json!({"name": number.to_string(), "center": place})
            })
            .collect();
        let points: Vec<Value> = mission.iter().map(|at| point(*at)).collect();
        let mut rig = rig(json!({"mission": points, "docking": false, "obstacles": obstacles,
            "planner": {"near_destination": "fail"}}))
        .unwrap();
        // Pushed around, it replans repeatedly.
        for _ in 0..40 {
            let place = [random.uniform(-1.0, 1.0), random.uniform(-2.0, 2.0), random.uniform(1.9, 3.2)];
            stay(&mut rig, place, 0.0, 40);
            let (points, detours) = (rig.published("points"), rig.published("detours"));
            assert!(detours <= 8.0, "{detours}");
            assert_eq!(
                (points - detours, rig.published("mission")),
                (3.0, 3.0),
                "all destinations are still to be flown"
            );
        }
    }
}

/// BL-46: After docking all motors are off, and the blimp settles onto the plate.
#[test]
fn without_net_weight_it_says_that_it_will_not_settle() {
    let reported = |trim: f64, docking: bool| {
        let mut params = json!({"mission": [point([10.0, 0.0, 2.5])], "docking": docking, "trim": trim});
        if docking {
            let dock = |x: f64| json!({"at": [x, 0.0, 2.5], "kind": "dock"});
            params["mission"] = json!([point([10.0, 0.0, 2.5]), dock(12.0), dock(14.0), dock(16.0)]);
        }
        let mut rig = rig(params).unwrap();
        stay(&mut rig, [0.0, 0.0, 2.5], 0.0, 3);
        rig.log().iter().filter(|line| line.contains("will not settle")).count()
    };
    assert_eq!(
        [reported(0.01, true), reported(0.0, true), reported(-0.01, true), reported(-0.01, false)],
        [0, 1, 1, 0]
    );
}

/// A docked blimp at x = 8 m, after an entrance at 6 m and an approach at 4 m.
fn docked() -> (ControllerRig<Autopilot>, Value) {
    let dock = |x: f64| json!({"at": [x, 0.0, 2.62], "kind": "dock", "heading": 0.0});
    let mission = json!([point([1.0, 0.0, 2.5]), dock(4.0), dock(6.0), dock(8.0)]);
    let mut rig = rig(json!({ "mission": mission })).unwrap();
    for x in [1.0, 4.0, 6.0, 8.0] {
        stay(&mut rig, [x, 0.0, 2.6], 0.0, 4);
    }
    assert_eq!((rig.published("points"), rig.published("state")), (0.0, 4.0));
    (rig, mission)
}

/// BL-46: After docking all motors are off, and the blimp settles onto the plate.
/// BL-70: Changing between manual and automatic flight causes no command jump, and the mission completes.
#[test]
fn given_back_in_the_dock_it_rests_and_elsewhere_it_flies_into_the_dock_again() {
    let (mut rig, _) = docked();
    let toggle = |rig: &mut ControllerRig<Autopilot>, at: [f64; 3]| {
        rig.world.keys = vec!['P' as u32];
        stay(rig, at, 0.0, 2);
        rig.world.keys.clear();
        stay(rig, at, 0.0, 2);
    };
    toggle(&mut rig, [8.0, 0.0, 2.6]);
    assert_eq!(rig.published("state"), 6.0);
    toggle(&mut rig, [7.8, 0.0, 2.6]);
    assert_eq!((rig.published("state"), rig.published("points")), (4.0, 0.0));
    toggle(&mut rig, [7.8, 0.0, 2.6]);
    toggle(&mut rig, [3.0, -2.0, 2.8]);
    assert_eq!((rig.published("points"), rig.published("target_x")), (3.0, 4.0), "before the dock first");
    assert!(rig.published("state") < 4.0, "{}", rig.published("state"));
}

/// BL-42: Each state has its own gains, which can change during flight without restarting the mission.
#[test]
fn with_another_mission_it_leaves_the_dock_backward_before_it_turns() {
    let (rig, mission) = docked();
    let state = rig.save().unwrap().unwrap();
    let mut other = mission.clone();
    other[0] = point([0.0, 5.0, 2.5]);
    let obstacle = json!({"name": "A", "center": [4.0, 2.5, 2.5]});
    let mut after = self::rig(json!({"mission": other, "obstacles": [obstacle]})).unwrap();
    after.restore(&state).unwrap();
    stay(&mut after, [8.0, 0.0, 2.6], 0.0, 2);
    assert_eq!((after.published("state"), after.published("target_x")), (3.0, 6.0));
    stay(&mut after, [7.9, 0.0, 2.6], 0.0, 2);
    assert!(after.command("front")[0] < 0.0 && after.command("tail")[0].abs() < 0.1, "{:?}", commands(&after));
    // Outside the dock, the path is planned around the new obstacle.
    stay(&mut after, [6.1, 0.0, 2.6], 0.0, 2);
    assert_eq!(after.published("mission"), 4.0);
    assert!(after.published("points") > 4.0 || after.published("target_y") == 5.0, "{}", after.published("points"));
    assert_eq!(after.published("state"), 0.0);
}
