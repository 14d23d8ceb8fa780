//! Tests of every row of the table, and the test vectors of the specification.

use super::*;

/// A machine with a command, its inputs and expected outputs.
struct Bench {
    machine: Machine,
    time: f64,
}

const RAY_HIT: Answer = Answer::Ray { angle: 0.0, distance: 44.25 };
const RAY_NONE: Answer = Answer::Ray { angle: 0.0, distance: 0.0 };

fn ray(angle: f64, distance: f64) -> Answer {
    Answer::Ray { angle, distance }
}

fn blocked(remaining: f64) -> Answer {
    Answer::Blocked { remaining, echo: None }
}

const HALTED: Answer = Answer::GoHalted { travelled: None };

impl Bench {
    fn with(settings: Settings) -> Self {
        let mut machine = Machine::new(settings);
        machine.order_given(Order::Go { angle: 0.0, distance: 100.0 }, 0.0);
        Self { machine, time: 0.0 }
    }

    fn new() -> Self {
        Self::with(Settings::default())
    }

    /// A step with these responses of the twin and the real robot.
    fn step(&mut self, twin: Option<Answer>, real: Option<Answer>) -> Outcome {
        self.machine.step(Inputs { twin, real, time: self.time, twin_moves: false })
    }

    /// A step with a response of the twin.
    fn twin(&mut self, answer: Answer) -> Outcome {
        self.step(Some(answer), None)
    }

    /// A step with a response of the real robot.
    fn real(&mut self, answer: Answer) -> Outcome {
        self.step(None, Some(answer))
    }

    fn no_reply(&mut self) -> Outcome {
        self.step(None, None)
    }

    fn at(&mut self, time: f64) -> &mut Self {
        self.time = time;
        self
    }

    #[track_caller]
    fn is(&self, state: State) {
        assert_eq!(self.machine.state(), state);
    }
}

#[track_caller]
fn check(outcome: &Outcome, row: u8, reply: Option<Answer>, acts: &[Act]) {
    let expected = Outcome { row, reply: reply.map(Reply::Answer), acts: acts.to_vec() };
    assert_eq!(*outcome, expected);
}

#[track_caller]
fn check_error(outcome: &Outcome, row: u8) {
    let expected = Outcome { row, reply: Some(Reply::SyncError), acts: vec![Act::HaltTwin, Act::HaltReal] };
    assert_eq!(*outcome, expected);
}

fn reading(real: f64, twin: f64, result: LookResult) -> Act {
    Act::Look { angle: 0.0, real, twin, result }
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_1_both_at_once_and_alike() {
    let mut bench = Bench::new();
    check(&bench.step(Some(Answer::GoOk), Some(Answer::GoOk)), 1, Some(Answer::GoOk), &[]);
    let (twin, real) = (ray(0.0, 44.0), ray(0.0, 47.0));
    check(&bench.step(Some(twin), Some(real)), 1, Some(twin), &[reading(47.0, 44.0, LookResult::Agreement)]);
    check(&bench.step(Some(blocked(40.0)), Some(blocked(41.0))), 1, Some(blocked(40.0)), &[]);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_2_both_at_once_and_different() {
    let mut bench = Bench::new();
    check(&bench.step(Some(RAY_NONE), Some(RAY_HIT)), 2, Some(RAY_HIT), &[reading(44.25, 0.0, LookResult::RealOnly)]);
    let acts = [Act::Reposition { remaining: 60.0 }, Act::Obstacle { echo: None }];
    check(&bench.step(Some(blocked(40.0)), Some(blocked(60.0))), 2, Some(blocked(60.0)), &acts);
    let acts = [Act::Reposition { remaining: 20.0 }, Act::Conflict];
    check(&bench.step(Some(blocked(40.0)), Some(blocked(20.0))), 2, Some(blocked(20.0)), &acts);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_3_the_real_robot_is_blocked_where_the_twin_arrives() {
    let mut bench = Bench::new();
    let acts = [Act::Reposition { remaining: 40.75 }, Act::Obstacle { echo: None }];
    check(&bench.step(Some(Answer::GoOk), Some(blocked(40.75))), 3, Some(blocked(40.75)), &acts);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_4_the_twin_is_blocked_where_the_real_robot_arrives() {
    let mut bench = Bench::new();
    check(&bench.step(Some(blocked(50.0)), Some(Answer::GoOk)), 4, Some(Answer::GoOk), &[Act::TwinToGoal]);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_5_both_at_once_and_of_different_kinds() {
    let mut bench = Bench::new();
    check(&bench.step(Some(RAY_NONE), Some(ray(90.0, 0.0))), 5, None, &[]);
    bench.is(State::Ahead);
    assert_eq!(bench.machine.expiry(), Some(2.0));
    check(&bench.at(1.0).real(RAY_NONE), 10, Some(RAY_NONE), &[reading(0.0, 0.0, LookResult::Nothing)]);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_6_the_real_robot_alone_is_blocked() {
    let mut bench = Bench::new();
    let acts = [Act::HaltTwin, Act::Reposition { remaining: 40.75 }, Act::Obstacle { echo: None }];
    check(&bench.real(blocked(40.75)), 6, Some(blocked(40.75)), &acts);
    bench.is(State::Sync);
    let with_echo = Answer::Blocked { remaining: 40.0, echo: Some(14.2) };
    let acts = [Act::HaltTwin, Act::Reposition { remaining: 40.0 }, Act::Obstacle { echo: Some(14.2) }];
    check(&bench.real(with_echo), 6, Some(with_echo), &acts);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_7_the_real_robot_answers_first() {
    let mut bench = Bench::new();
    check(&bench.at(3.0).real(RAY_HIT), 7, None, &[]);
    bench.is(State::Behind);
    assert_eq!(bench.machine.expiry(), Some(5.0));
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_8_the_twin_answers_first() {
    let mut bench = Bench::new();
    check(&bench.at(3.0).twin(RAY_NONE), 8, None, &[]);
    bench.is(State::Ahead);
    assert_eq!(bench.machine.expiry(), Some(5.0));
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_9_neither_answers() {
    let mut bench = Bench::new();
    check(&bench.at(1e6).no_reply(), 9, None, &[]);
    bench.is(State::Sync);
    assert_eq!(bench.machine.expiry(), None);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_10_the_real_robot_follows_alike() {
    let mut bench = Bench::new();
    let (twin, real) = (ray(0.0, 44.0), ray(0.0, 47.0));
    bench.twin(twin);
    check(&bench.at(1.99).real(real), 10, Some(twin), &[reading(47.0, 44.0, LookResult::Agreement)]);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_11_the_real_robot_follows_with_another_distance() {
    let mut bench = Bench::new();
    bench.twin(RAY_NONE);
    check(&bench.real(RAY_HIT), 11, Some(RAY_HIT), &[reading(44.25, 0.0, LookResult::RealOnly)]);
    bench.is(State::Sync);
    bench.twin(ray(0.0, 30.0));
    check(&bench.real(RAY_HIT), 11, Some(RAY_HIT), &[reading(44.25, 30.0, LookResult::Farther)]);
    bench.twin(ray(0.0, 30.0));
    check(&bench.real(RAY_NONE), 11, Some(ray(0.0, 30.0)), &[reading(0.0, 30.0, LookResult::TwinOnly)]);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_12_the_real_robot_is_blocked_after_the_twin_has_arrived() {
    let mut bench = Bench::new();
    bench.twin(Answer::GoOk);
    let acts = [Act::Reposition { remaining: 40.75 }, Act::Obstacle { echo: None }];
    check(&bench.real(blocked(40.75)), 12, Some(blocked(40.75)), &acts);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_13_the_real_robot_arrives_although_the_twin_is_blocked() {
    let mut bench = Bench::new();
    bench.at(4.25).twin(blocked(57.5));
    bench.is(State::Ahead);
    // Before the time at which it would be halted.
    let mut slow = Bench::with(Settings { real_speed_scale: Some(0.5), ..Settings::default() });
    slow.at(4.25).twin(blocked(57.5));
    check(&slow.at(8.4).real(Answer::GoOk), 13, Some(Answer::GoOk), &[Act::TwinToGoal]);
    slow.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_14_what_does_not_belong_to_the_twins_answer_is_waited_over() {
    let mut bench = Bench::new();
    bench.twin(RAY_NONE);
    check(&bench.at(1.0).no_reply(), 14, None, &[]);
    check(&bench.real(ray(90.0, 0.0)), 14, None, &[]);
    bench.is(State::Ahead);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_15_the_real_robot_is_halted_when_it_has_gone_as_far_as_the_blocked_twin() {
    // 42.5 cm at 10 cm/s: at 4.25 s, regardless of the time-out.
    for time_out in [0.2, 2.0, 8.0] {
        let mut bench = Bench::with(Settings { time_out, ..Settings::default() });
        bench.at(4.0).twin(blocked(57.5));
        check(&bench.at(4.24).no_reply(), 14, None, &[]);
        check(&bench.at(4.25).no_reply(), 15, None, &[Act::HaltReal]);
        bench.is(State::RePos);
    }
    let mut slow = Bench::with(Settings { real_speed_scale: Some(0.8), ..Settings::default() });
    slow.at(4.25).twin(blocked(57.5));
    check(&slow.at(5.31).no_reply(), 14, None, &[]);
    check(&slow.at(5.32).no_reply(), 15, None, &[Act::HaltReal]);
    // Without a speed estimate: after the time-out, as printed.
    let mut unknown = Bench::with(Settings { real_speed_scale: None, ..Settings::default() });
    unknown.at(4.25).twin(blocked(57.5));
    check(&unknown.at(6.24).no_reply(), 14, None, &[]);
    check(&unknown.at(6.25).no_reply(), 15, None, &[Act::HaltReal]);
}

/// MR-31: A virtual obstacle halts the real robot after it covers the twin's distance.
#[test]
fn the_time_of_a_turn_counts_until_the_real_robot_is_halted() {
    let mut bench = Bench::new();
    bench.machine.order_given(Order::Go { angle: -95.5, distance: 100.0 }, 10.0);
    bench.at(15.0).twin(blocked(57.5));
    check(&bench.at(15.24).no_reply(), 14, None, &[]);
    check(&bench.at(15.25).no_reply(), 15, None, &[Act::HaltReal]);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_16_the_twin_has_arrived_and_waits_for_the_real_robot() {
    let mut bench = Bench::new();
    bench.at(10.0).twin(Answer::GoOk);
    check(&bench.at(11.99).no_reply(), 14, None, &[]);
    check(&bench.at(12.0).no_reply(), 16, None, &[]);
    bench.is(State::RePos);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_17_the_real_robot_does_not_follow() {
    let mut bench = Bench::new();
    bench.twin(RAY_NONE);
    check(&bench.at(1.99).no_reply(), 14, None, &[]);
    check_error(&bench.at(2.0).no_reply(), 17);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_18_the_twin_follows_alike() {
    let mut bench = Bench::new();
    let (twin, real) = (ray(0.0, 44.0), ray(0.0, 47.0));
    bench.real(real);
    check(&bench.at(1.99).twin(twin), 18, Some(twin), &[reading(47.0, 44.0, LookResult::Agreement)]);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_19_the_twin_follows_with_another_distance() {
    let mut bench = Bench::new();
    bench.real(RAY_HIT);
    check(&bench.twin(RAY_NONE), 19, Some(RAY_HIT), &[reading(44.25, 0.0, LookResult::RealOnly)]);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_20_the_twin_is_blocked_after_the_real_robot_has_arrived() {
    let mut bench = Bench::new();
    bench.real(Answer::GoOk);
    check(&bench.twin(blocked(30.0)), 20, Some(Answer::GoOk), &[Act::TwinToGoal]);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_21_what_does_not_belong_to_the_real_answer_is_waited_over() {
    let mut bench = Bench::new();
    bench.real(RAY_HIT);
    check(&bench.at(1.0).no_reply(), 21, None, &[]);
    check(&bench.twin(ray(15.0, 0.0)), 21, None, &[]);
    bench.is(State::Behind);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_22_the_real_robot_has_arrived_and_the_twin_is_still_moving() {
    let mut bench = Bench::new();
    bench.real(Answer::GoOk);
    bench.time = 2.0;
    let outcome = bench.machine.step(Inputs { time: 2.0, twin_moves: true, ..Inputs::default() });
    check(&outcome, 22, Some(Answer::GoOk), &[Act::HaltTwin, Act::TwinToGoal]);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_23_the_twin_does_not_follow() {
    let mut bench = Bench::new();
    bench.real(RAY_HIT);
    check_error(&bench.at(2.0).no_reply(), 23);
    bench.is(State::Sync);
    bench.real(Answer::GoOk);
    check_error(&bench.at(4.0).no_reply(), 23);
}

/// In `RE_POS` after row 16.
fn waiting() -> Bench {
    let mut bench = Bench::new();
    bench.twin(Answer::GoOk);
    bench.at(2.0).no_reply();
    bench.is(State::RePos);
    bench
}

/// In `RE_POS` after row 15.
fn halting() -> Bench {
    let mut bench = Bench::new();
    bench.at(4.25).twin(blocked(57.5));
    bench.no_reply();
    bench.is(State::RePos);
    bench
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_24_the_real_robot_arrives_where_the_twin_waits() {
    let mut bench = waiting();
    check(&bench.at(9.0).real(Answer::GoOk), 24, Some(Answer::GoOk), &[]);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_25_the_real_robot_is_blocked_while_the_twin_waits() {
    for mut bench in [waiting(), halting()] {
        let acts = [Act::Reposition { remaining: 60.0 }, Act::Obstacle { echo: None }];
        check(&bench.real(blocked(60.0)), 25, Some(blocked(60.0)), &acts);
        bench.is(State::Sync);
    }
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_26_the_real_robot_was_halted_for_a_virtual_object() {
    let mut bench = halting();
    check(&bench.real(HALTED), 26, Some(blocked(57.5)), &[]);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_27_the_halt_came_too_late() {
    let mut bench = halting();
    check(&bench.real(Answer::GoOk), 27, Some(Answer::GoOk), &[Act::TwinToGoal]);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_28_the_real_robot_does_not_come() {
    // D2 = 2 s + 2 × 10 s from the start of the twin's wait.
    let mut bench = waiting();
    check(&bench.at(23.99).no_reply(), 29, None, &[]);
    check_error(&bench.at(24.0).no_reply(), 28);
    bench.is(State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_29_the_twin_waits() {
    let mut bench = waiting();
    check(&bench.no_reply(), 29, None, &[]);
    check(&bench.real(RAY_HIT), 29, None, &[]);
    bench.is(State::RePos);
}

/// MR-22: A reply counts if it arrives less than 2.0 s after the first one.
#[test]
fn an_answer_at_the_last_step_before_the_time_out_counts_and_one_at_it_does_not() {
    for (time, row) in [(1.99, 10), (2.0, 17)] {
        let mut bench = Bench::new();
        bench.twin(RAY_NONE);
        assert_eq!(bench.at(time).real(RAY_NONE).row, row);
        let mut bench = Bench::new();
        bench.real(RAY_NONE);
        assert_eq!(bench.at(time).twin(RAY_NONE).row, row + if row == 10 { 8 } else { 6 });
    }
}

/// MR-34: Mapping and stopping at virtual obstacles are switched off independently.
#[test]
fn each_switch_alone_and_both_off() {
    let with = |create_from_real, stop_on_virtual| {
        Bench::with(Settings { create_from_real, stop_on_virtual, ..Settings::default() })
    };
    for stop in [true, false] {
        let acts = [Act::HaltTwin, Act::Reposition { remaining: 40.0 }];
        check(&with(false, stop).real(blocked(40.0)), 6, Some(blocked(40.0)), &acts);
    }
    for create in [true, false] {
        let mut bench = with(create, false);
        check(
            &bench.step(Some(RAY_HIT), Some(RAY_NONE)),
            2,
            Some(RAY_NONE),
            &[reading(0.0, 44.25, LookResult::TwinOnly)],
        );
        // The real robot continues; it is not halted.
        bench.at(4.25).twin(blocked(57.5));
        check(&bench.at(9.9).no_reply(), 14, None, &[]);
        check(&bench.at(10.0).real(Answer::GoOk), 13, Some(Answer::GoOk), &[Act::TwinToGoal]);
        bench.at(20.0).twin(blocked(57.5));
        check_error(&bench.at(42.0).no_reply(), 17);
    }
}

/// MR-K1: Rays of 44.25 and 44.9 cm agree, and no object is added.
#[test]
fn both_see_the_same() {
    let (twin, real) = (ray(0.0, 44.25), ray(0.0, 44.9));
    let mut bench = Bench::new();
    check(&bench.step(Some(twin), Some(real)), 1, Some(twin), &[reading(44.9, 44.25, LookResult::Agreement)]);
    bench.is(State::Sync);
}

/// MR-K2: A ray that only the real robot detects adds one object.
#[test]
fn only_the_real_robot_sees_it() {
    let mut bench = Bench::new();
    check(&bench.step(Some(RAY_NONE), Some(RAY_HIT)), 2, Some(RAY_HIT), &[reading(44.25, 0.0, LookResult::RealOnly)]);
    bench.is(State::Sync);
}

/// MR-K3: A twin that replies 1.0 s after the robot's ray still adds one object.
#[test]
fn the_twin_is_a_second_late() {
    let mut bench = Bench::new();
    bench.real(RAY_HIT);
    bench.is(State::Behind);
    check(&bench.at(1.0).twin(RAY_NONE), 19, Some(RAY_HIT), &[reading(44.25, 0.0, LookResult::RealOnly)]);
    bench.is(State::Sync);
}

/// MR-K4: If the robot does not follow within 2.0 s, a synchronization error is returned.
#[test]
fn the_real_robot_does_not_reply() {
    let mut bench = Bench::new();
    bench.twin(ray(15.0, 0.0));
    bench.is(State::Ahead);
    check_error(&bench.at(2.0).no_reply(), 17);
    bench.is(State::Sync);
}

/// MR-K5: A ray at 90° does not match one at 15°; a later one does.
#[test]
fn a_reply_for_another_ray_is_skipped() {
    let mut bench = Bench::new();
    bench.twin(ray(15.0, 0.0));
    bench.at(0.5).real(ray(90.0, 0.0));
    bench.is(State::Ahead);
    let outcome = bench.at(1.0).real(ray(15.0, 0.0));
    assert_eq!(outcome.reply, Some(Reply::Answer(ray(15.0, 0.0))));
    bench.is(State::Sync);
}

/// MR-K6: If the robot alone is blocked, its twin is moved and one object added.
#[test]
fn the_real_robot_alone_is_blocked() {
    let outcome = Bench::new().real(blocked(40.75));
    let acts = [Act::HaltTwin, Act::Reposition { remaining: 40.75 }, Act::Obstacle { echo: None }];
    check(&outcome, 6, Some(blocked(40.75)), &acts);
}

/// MR-K7: A block reported after the time-out still moves the arrived twin.
#[test]
fn the_real_robot_is_blocked_long_after_the_twin_has_arrived() {
    let mut bench = Bench::new();
    bench.at(10.0).twin(Answer::GoOk);
    bench.at(12.0).no_reply();
    bench.is(State::RePos);
    let acts = [Act::Reposition { remaining: 40.0 }, Act::Obstacle { echo: None }];
    check(&bench.at(13.0).real(blocked(40.0)), 25, Some(blocked(40.0)), &acts);
    bench.is(State::Sync);
}

/// MR-K8: A robot that arrives 1.5 s after its twin completes the order.
#[test]
fn the_real_robot_arrives_a_little_later() {
    let mut bench = Bench::new();
    bench.at(10.0).twin(Answer::GoOk);
    check(&bench.at(11.5).real(Answer::GoOk), 10, Some(Answer::GoOk), &[]);
    bench.is(State::Sync);
}

/// MR-K9: A twin blocked with 57.5 cm remaining halts the robot and returns its own reply.
#[test]
fn a_virtual_object_stops_the_real_robot() {
    let mut bench = Bench::new();
    bench.at(4.25).twin(blocked(57.5));
    check(&bench.no_reply(), 15, None, &[Act::HaltReal]);
    check(&bench.at(4.6).real(HALTED), 26, Some(blocked(57.5)), &[]);
    bench.is(State::Sync);
}

/// MR-K10: A ray that only the twin detects is returned, and no object is added.
#[test]
fn only_the_twin_sees_it() {
    let (twin, real) = (ray(0.0, 30.0), RAY_NONE);
    let mut bench = Bench::new();
    check(&bench.step(Some(twin), Some(real)), 2, Some(twin), &[reading(0.0, 30.0, LookResult::TwinOnly)]);
    bench.is(State::Sync);
}
