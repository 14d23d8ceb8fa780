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

/// A step of the table: time, responses of the twin and the real robot; the row that applies, the reply and the acts.
type Step<'a> = (f64, Option<Answer>, Option<Answer>, u8, Option<Reply>, &'a [Act]);

/// Takes the steps from a state of the machine and checks each outcome, and the last state.
#[track_caller]
fn follow(mut bench: Bench, steps: &[Step<'_>], state: State) -> Bench {
    for (time, twin, real, row, reply, acts) in steps {
        let expected = Outcome { row: *row, reply: *reply, acts: acts.to_vec() };
        assert_eq!(bench.at(*time).step(*twin, *real), expected, "row {row} at {time} s");
    }
    bench.is(state);
    bench
}

fn answer(answer: Answer) -> Option<Reply> {
    Some(Reply::Answer(answer))
}

const ERROR: Option<Reply> = Some(Reply::SyncError);
const GO_OK: Option<Answer> = Some(Answer::GoOk);
const HIT: Option<Answer> = Some(RAY_HIT);
const NONE: Option<Answer> = Some(RAY_NONE);
const OBSTACLE: Act = Act::Obstacle { echo: None };

fn reposition(remaining: f64) -> Act {
    Act::Reposition { remaining }
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn rows_1_to_5_both_at_once() {
    let (alike, other) = (ray(0.0, 44.0), ray(0.0, 47.0));
    let is_blocked = |remaining| Some(blocked(remaining));
    let steps: [Step<'_>; 8] = [
        (0.0, GO_OK, GO_OK, 1, answer(Answer::GoOk), &[]),
        (0.0, Some(alike), Some(other), 1, answer(alike), &[reading(47.0, 44.0, LookResult::Agreement)]),
        (0.0, is_blocked(40.0), is_blocked(41.0), 1, answer(blocked(40.0)), &[]),
        (0.0, NONE, HIT, 2, answer(RAY_HIT), &[reading(44.25, 0.0, LookResult::RealOnly)]),
        (0.0, is_blocked(40.0), is_blocked(60.0), 2, answer(blocked(60.0)), &[reposition(60.0), OBSTACLE]),
        (0.0, is_blocked(40.0), is_blocked(20.0), 2, answer(blocked(20.0)), &[reposition(20.0), Act::Conflict]),
        (0.0, GO_OK, is_blocked(40.75), 3, answer(blocked(40.75)), &[reposition(40.75), OBSTACLE]),
        (0.0, is_blocked(50.0), GO_OK, 4, answer(Answer::GoOk), &[Act::TwinToGoal]),
    ];
    steps.iter().for_each(|step| _ = follow(Bench::new(), &[*step], State::Sync));
    follow(Bench::new(), &steps, State::Sync);
    let bench = follow(Bench::new(), &[(0.0, NONE, Some(ray(90.0, 0.0)), 5, None, &[])], State::Ahead);
    assert_eq!(bench.machine.expiry(), Some(2.0));
    let agreement = [reading(0.0, 0.0, LookResult::Nothing)];
    follow(bench, &[(1.0, None, NONE, 10, answer(RAY_NONE), &agreement)], State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn rows_6_to_9_one_at_first_or_neither() {
    let halted = |remaining, echo| [Act::HaltTwin, reposition(remaining), Act::Obstacle { echo }];
    let with_echo = Answer::Blocked { remaining: 40.0, echo: Some(14.2) };
    let steps: [Step<'_>; 2] = [
        (0.0, None, Some(blocked(40.75)), 6, answer(blocked(40.75)), &halted(40.75, None)),
        (0.0, None, Some(with_echo), 6, answer(with_echo), &halted(40.0, Some(14.2))),
    ];
    follow(Bench::new(), &steps, State::Sync);
    for (step, state, expiry) in [
        ((3.0, None, HIT, 7, None, &[][..]), State::Behind, Some(5.0)),
        ((3.0, NONE, None, 8, None, &[]), State::Ahead, Some(5.0)),
        ((1e6, None, None, 9, None, &[]), State::Sync, None),
    ] {
        assert_eq!(follow(Bench::new(), &[step], state).machine.expiry(), expiry, "row {}", step.3);
    }
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn rows_10_to_17_the_twin_has_answered() {
    let (twin, real, near) = (ray(0.0, 44.0), ray(0.0, 47.0), ray(0.0, 30.0));
    let agreement = [reading(47.0, 44.0, LookResult::Agreement)];
    let first = |answer| (0.0, Some(answer), None, 8, None, &[][..]);
    follow(Bench::new(), &[first(twin), (1.99, None, Some(real), 10, answer(twin), &agreement)], State::Sync);
    let steps: [Step<'_>; 6] = [
        first(RAY_NONE),
        (0.0, None, HIT, 11, answer(RAY_HIT), &[reading(44.25, 0.0, LookResult::RealOnly)]),
        first(near),
        (0.0, None, HIT, 11, answer(RAY_HIT), &[reading(44.25, 30.0, LookResult::Farther)]),
        first(near),
        (0.0, None, NONE, 11, answer(near), &[reading(0.0, 30.0, LookResult::TwinOnly)]),
    ];
    follow(Bench::new(), &steps, State::Sync);
    let obstacle = [reposition(40.75), OBSTACLE];
    let is_blocked = (0.0, None, Some(blocked(40.75)), 12, answer(blocked(40.75)), &obstacle[..]);
    follow(Bench::new(), &[first(Answer::GoOk), is_blocked], State::Sync);
    let waits = (1.0, None, None, 14, None, &[][..]);
    follow(Bench::new(), &[first(RAY_NONE), waits, (1.0, None, Some(ray(90.0, 0.0)), 14, None, &[])], State::Ahead);
    let steps =
        [(10.0, GO_OK, None, 8, None, &[][..]), (11.99, None, None, 14, None, &[]), (12.0, None, None, 16, None, &[])];
    follow(Bench::new(), &steps, State::RePos);
    let lost = (2.0, None, None, 17, ERROR, &[Act::HaltTwin, Act::HaltReal][..]);
    follow(Bench::new(), &[first(RAY_NONE), (1.99, None, None, 14, None, &[]), lost], State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn rows_18_to_23_the_real_robot_has_answered() {
    let (twin, real) = (ray(0.0, 44.0), ray(0.0, 47.0));
    let agreement = [reading(47.0, 44.0, LookResult::Agreement)];
    let first = |answer| (0.0, None, Some(answer), 7, None, &[][..]);
    follow(Bench::new(), &[first(real), (1.99, Some(twin), None, 18, answer(twin), &agreement)], State::Sync);
    let real_only = [reading(44.25, 0.0, LookResult::RealOnly)];
    follow(Bench::new(), &[first(RAY_HIT), (0.0, NONE, None, 19, answer(RAY_HIT), &real_only)], State::Sync);
    let is_blocked = (0.0, Some(blocked(30.0)), None, 20, answer(Answer::GoOk), &[Act::TwinToGoal][..]);
    follow(Bench::new(), &[first(Answer::GoOk), is_blocked], State::Sync);
    let waits = (1.0, None, None, 21, None, &[][..]);
    follow(Bench::new(), &[first(RAY_HIT), waits, (1.0, Some(ray(15.0, 0.0)), None, 21, None, &[])], State::Behind);
    let lost = |time| (time, None, None, 23, ERROR, &[Act::HaltTwin, Act::HaltReal][..]);
    follow(Bench::new(), &[first(RAY_HIT), lost(2.0), (2.0, None, GO_OK, 7, None, &[]), lost(4.0)], State::Sync);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn rows_24_to_29_the_twin_waits() {
    follow(waiting(), &[(9.0, None, GO_OK, 24, answer(Answer::GoOk), &[])], State::Sync);
    for bench in [waiting(), halting()] {
        let (time, acts) = (bench.time, [reposition(60.0), OBSTACLE]);
        follow(bench, &[(time, None, Some(blocked(60.0)), 25, answer(blocked(60.0)), &acts)], State::Sync);
    }
    follow(halting(), &[(4.25, None, Some(HALTED), 26, answer(blocked(57.5)), &[])], State::Sync);
    follow(halting(), &[(4.25, None, GO_OK, 27, answer(Answer::GoOk), &[Act::TwinToGoal])], State::Sync);
    // D2 = 2 s + 2 × 10 s from the start of the twin's wait.
    let lost = (24.0, None, None, 28, ERROR, &[Act::HaltTwin, Act::HaltReal][..]);
    follow(waiting(), &[(23.99, None, None, 29, None, &[]), lost], State::Sync);
    follow(waiting(), &[(2.0, None, None, 29, None, &[]), (2.0, None, HIT, 29, None, &[])], State::RePos);
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
fn row_22_the_real_robot_has_arrived_and_the_twin_is_still_moving() {
    let mut bench = Bench::new();
    bench.real(Answer::GoOk);
    bench.time = 2.0;
    let outcome = bench.machine.step(Inputs { time: 2.0, twin_moves: true, ..Inputs::default() });
    check(&outcome, 22, Some(Answer::GoOk), &[Act::HaltTwin, Act::TwinToGoal]);
    bench.is(State::Sync);
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
