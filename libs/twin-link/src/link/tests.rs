//! Tests of commands, responses, and messages that cross.

use super::*;
use crate::fusion::{LookResult, Tolerance};

const HALTED: Answer = Answer::GoHalted { travelled: None };

fn blocked(remaining: f64) -> Answer {
    Answer::Blocked { remaining, echo: None }
}

/// A link, the time, and its requested actions.
struct Bench {
    link: Link,
    time: f64,
    said: Vec<String>,
    sent: Vec<(Side, String)>,
    acts: Vec<Act>,
    events: Vec<Event>,
}

impl Bench {
    fn new() -> Self {
        let link = Link::new(Settings::default());
        Self { link, time: 0.0, said: Vec::new(), sent: Vec::new(), acts: Vec::new(), events: Vec::new() }
    }

    fn order(&mut self, line: &str) -> &mut Self {
        self.link.order(line.as_bytes(), self.time);
        self.step()
    }

    fn twin(&mut self, answer: Answer) -> &mut Self {
        self.link.answer(Twin, answer);
        self.step()
    }

    fn real(&mut self, answer: Answer) -> &mut Self {
        self.link.answer(Real, answer);
        self.step()
    }

    fn at(&mut self, time: f64) -> &mut Self {
        self.time = time;
        self.step()
    }

    fn step(&mut self) -> &mut Self {
        for action in self.link.step(self.time, false) {
            match action {
                Action::Send(side, line) => self.sent.push((side, String::from_utf8(line).expect("ASCII"))),
                Action::Reply(reply) => self.said.push(reply.to_string()),
                Action::ReplyIgnored => self.said.push("W: Ignored command".into()),
                Action::World(act) => self.acts.push(act),
                Action::Note(event) => self.events.push(event),
                Action::Begun(_) => {}
            }
        }
        self
    }

    /// Checks the messages reported since the last call.
    #[track_caller]
    fn says(&mut self, expected: &[&str]) -> &mut Self {
        assert_eq!(std::mem::take(&mut self.said), expected, "at {} s", self.time);
        self
    }

    #[track_caller]
    fn sends(&mut self, expected: &[(Side, &str)]) -> &mut Self {
        let sent = std::mem::take(&mut self.sent);
        let sent: Vec<(Side, &str)> = sent.iter().map(|(side, line)| (*side, line.as_str())).collect();
        assert_eq!(sent, expected, "at {} s", self.time);
        self
    }

    #[track_caller]
    fn does(&mut self, expected: &[Act]) -> &mut Self {
        assert_eq!(std::mem::take(&mut self.acts), expected, "at {} s", self.time);
        self
    }

    fn dropped(&mut self) -> Vec<Dropped> {
        let why = |event: Event| match event {
            Event::Dropped(_, _, why) => Some(why),
            _ => None,
        };
        std::mem::take(&mut self.events).into_iter().filter_map(why).collect()
    }
}

use Side::{Real, Twin};

/// MR-20: The link sends each order to both robots in the same step.
#[test]
fn an_order_goes_to_both_in_one_step_and_another_one_is_refused() {
    let mut bench = Bench::new();
    bench.order("GO 0 100").sends(&[(Twin, "GO 0 100"), (Real, "GO 0 100")]).says(&[]);
    bench.order("SONAR").sends(&[]).says(&["W: Ignored command"]);
    bench.twin(Answer::GoOk).real(Answer::GoOk).says(&["D: GO OK"]);
    bench.order("SONAR").sends(&[(Twin, "SONAR"), (Real, "SONAR")]).says(&[]);
}

/// MR-32: Two equal consecutive replies are two separate messages.
#[test]
fn two_equal_answers_are_two_answers() {
    let mut bench = Bench::new();
    for _ in 0..2 {
        bench.order("GO 0 20").link.answer(Twin, Answer::GoOk);
        bench.real(Answer::GoOk).says(&["D: GO OK"]);
    }
}

#[test]
fn errors_of_both_robots_are_reported_and_invalid_orders_go_to_both() {
    let mut bench = Bench::new();
    bench.order("FLY").sends(&[(Twin, "FLY"), (Real, "FLY")]);
    bench.twin(Answer::WrongCommand).real(Answer::WrongCommand).says(&["E: wrong command"]);
    bench.order("GO 0").twin(Answer::BadDistance).real(Answer::BadDistance).says(&["E: GO A -"]);
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
#[test]
fn row_30_halt_stops_both_and_returns_the_reply_of_the_real_robot() {
    let mut bench = Bench::new();
    bench.order("GO 0 100").sends(&[(Twin, "GO 0 100"), (Real, "GO 0 100")]);
    bench.at(1.0).order("HALT").sends(&[(Twin, "HALT"), (Real, "HALT")]).says(&[]);
    bench.twin(HALTED).says(&[]).real(HALTED).says(&["D: GO HALTed"]);
    assert_eq!(bench.link.machine().state(), State::Sync);
    assert!(bench.events.contains(&Event::Row(30, State::Sync)));
    assert!(!bench.link.is_busy());
}

#[test]
fn halt_reports_the_distance_of_the_real_robot_to_the_twin() {
    let mut bench = Bench::new();
    bench.order("GO 0 100").at(1.0).order("HALT").twin(HALTED);
    bench.real(Answer::GoHalted { travelled: Some(8.5) }).says(&["D: GO HALTed s=8.5"]);
    bench.does(&[Act::Reposition { remaining: 91.5 }]);
}

#[test]
fn halt_crosses_an_answer_of_the_real_robot() {
    let mut bench = Bench::new();
    bench.order("GO 0 20").at(2.0).order("HALT").twin(HALTED).real(Answer::GoOk).says(&[]);
    bench.real(Answer::Ignored).says(&["D: GO OK"]).does(&[Act::TwinToGoal]);
}

#[test]
fn halt_that_is_not_acknowledged_ends_after_the_time_out() {
    let mut bench = Bench::new();
    bench.order("GO 0 100").at(1.0).order("HALT").twin(HALTED);
    bench.at(2.99).says(&[]).at(3.0).says(&["D: GO HALTed"]);
    bench.order("GO 0 100").at(10.0).order("HALT").at(12.0).says(&["Error_sincronitzacio"]);
}

/// MR-16: `HALT` stops every active state, and the reply names that state.
#[test]
fn halt_while_idle_has_no_reply() {
    let mut bench = Bench::new();
    bench.order("HALT").sends(&[(Twin, "HALT"), (Real, "HALT")]);
    bench.twin(Answer::Ignored).real(Answer::Ignored).says(&[]);
    bench.order("GO 0 20").sends(&[(Twin, "GO 0 20"), (Real, "GO 0 20")]);
}

/// MR-33: If one reply does not arrive in time, both robots halt with a synchronization error.
#[test]
fn a_robot_that_does_not_reply_is_an_error_at_the_time_out_and_both_are_halted() {
    let mut bench = Bench::new();
    let ray = Answer::Ray { angle: 15.0, distance: 0.0 };
    bench.order("SONAR").sends(&[(Twin, "SONAR"), (Real, "SONAR")]);
    bench.at(0.5).twin(ray).at(2.49).says(&[]).sends(&[]);
    bench.at(2.5).says(&["Error_sincronitzacio"]).sends(&[(Twin, "HALT"), (Real, "HALT")]);
    assert_eq!(bench.link.machine().state(), State::Sync);
}

#[test]
fn an_answer_after_the_time_out_belongs_to_the_order_that_is_over() {
    let mut bench = Bench::new();
    bench.order("GO 0 20").at(2.0).twin(Answer::GoOk);
    // RE_POS until 2 + 2 + 2 + 4 s.
    bench.at(4.0).at(10.0).says(&["Error_sincronitzacio"]);
    bench.sent.clear();
    // The next command waits for the acknowledgements; a response before them is not its own.
    bench.order("GO 0 20").sends(&[]).twin(Answer::Ignored).sends(&[]);
    bench.real(Answer::GoOk).sends(&[]).real(Answer::Ignored).sends(&[(Twin, "GO 0 20"), (Real, "GO 0 20")]);
    assert_eq!(bench.dropped(), [Dropped::Acknowledgement, Dropped::Late, Dropped::Acknowledgement]);
    bench.says(&[]).at(12.5).twin(Answer::GoOk).real(Answer::GoOk).says(&["D: GO OK"]);
}

#[test]
fn a_lost_acknowledgement_delays_the_next_order_by_the_time_out_at_most() {
    let mut bench = Bench::new();
    bench.order("SONAR").twin(Answer::Ray { angle: 15.0, distance: 0.0 }).at(2.0).says(&["Error_sincronitzacio"]);
    bench.sent.clear();
    bench.at(2.5).order("GO 0 20").at(3.99).sends(&[]);
    bench.at(4.0).sends(&[(Twin, "GO 0 20"), (Real, "GO 0 20")]);
}

/// MR-30: The twin is halted and moved to the position computed from the remaining distance.
#[test]
fn the_twin_is_halted_before_it_is_put_somewhere() {
    let mut bench = Bench::new();
    bench.order("GO 0 100").sent.clear();
    bench.real(blocked(40.75)).says(&["W: BLOCKED 40.75"]).sends(&[(Twin, "HALT")]);
    bench.does(&[Act::Reposition { remaining: 40.75 }, Act::Obstacle { echo: None }]);
    // The next command first halts the real robot's remaining activity.
    bench.order("GO 90 0").sends(&[(Real, "HALT")]).twin(HALTED).real(Answer::BlockedHalted);
    bench.sends(&[(Twin, "GO 90 0"), (Real, "GO 90 0")]);
}

/// MR-13: A blocked robot resumes after 1.0 s once free and gives up after 5.0 s.
#[test]
fn a_real_robot_that_goes_on_by_itself_takes_the_twin_along() {
    let mut bench = Bench::new();
    bench.order("GO 0 100").real(blocked(40.75)).twin(HALTED).says(&["W: BLOCKED 40.75"]).acts.clear();
    // Reported only once.
    bench.at(9.0).real(blocked(20.0)).says(&[]).twin(Answer::Ignored);
    bench.does(&[Act::Reposition { remaining: 20.0 }, Act::Obstacle { echo: None }]);
    bench.at(12.0).real(Answer::GoOk).says(&["D: GO OK"]).does(&[Act::TwinToGoal]);
    assert!(!bench.link.is_busy());
}

/// MR-41: A route file sends one order per line, each after the previous reply.
#[test]
fn an_order_that_is_given_up_after_blocked_does_not_go_on() {
    let mut bench = Bench::new();
    bench.order("GO 0 100").real(blocked(40.75)).twin(HALTED).sent.clear();
    bench.link.give_up_blocked(7.0);
    bench.step().sends(&[(Real, "HALT")]).real(Answer::BlockedHalted).real(Answer::GoOk);
    bench.says(&["W: BLOCKED 40.75"]);
}

/// MR-31: A virtual obstacle halts the real robot after it covers the twin's distance.
#[test]
fn the_real_robot_is_halted_for_a_virtual_object_and_its_halt_is_its_reply() {
    let mut bench = Bench::new();
    bench.order("GO 0 100").at(4.25).sent.clear();
    bench.twin(blocked(57.5)).at(4.26).sends(&[(Real, "HALT")]).says(&[]);
    bench.at(4.6).real(HALTED).says(&["W: BLOCKED 57.5"]).sends(&[(Twin, "HALT")]).does(&[]);
}

/// MR-35: Link loss is an error within 0.5 s; the link reconnects every 2 s.
#[test]
fn neither_answers() {
    let mut bench = Bench::new();
    bench.order("GO 0 20").sent.clear();
    bench.at(6.99).says(&[]).at(7.0).says(&["Error_sincronitzacio"]).sends(&[(Twin, "HALT"), (Real, "HALT")]);
    assert!(bench.events.contains(&Event::NoAnswer));
}

/// MR-35: Link loss is an error within 0.5 s; the link reconnects every 2 s.
#[test]
fn a_channel_that_closes_ends_the_order_and_one_that_opens_halts_the_robot_first() {
    let mut bench = Bench::new();
    bench.order("GO 0 20").sent.clear();
    bench.link.lost(1.0);
    bench.at(1.0).says(&["Error_sincronitzacio"]).sends(&[(Twin, "HALT")]).twin(HALTED);
    bench.order("GO 0 20").says(&["Error_sincronitzacio"]).sends(&[]);
    bench.link.restored(3.0);
    bench.at(3.0).sends(&[(Real, "HALT")]).order("GO 0 20").sends(&[]);
    bench.real(Answer::Ignored).sends(&[(Twin, "GO 0 20"), (Real, "GO 0 20")]);
}

/// MR-17: Other orders during an activity are ignored, and the activity continues.
#[test]
fn an_order_that_one_l0_ignores_is_not_reported_and_one_that_both_ignore_ends() {
    let mut bench = Bench::new();
    bench.order("RESUME").twin(Answer::Ignored).says(&[]).at(0.4).real(Answer::Ignored).says(&["W: Ignored command"]);
    assert_eq!(bench.dropped(), [Dropped::Ignored, Dropped::Ignored]);
    bench.at(6.0).says(&[]);
    // The next command restarts.
    bench.order("RESUME").twin(Answer::Ignored).says(&[]).at(12.0).says(&["Error_sincronitzacio"]);
}

/// A deterministic random number generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % limit as u64) as usize
    }
}

/// A stub of an L0: its responses to a command and their delays, if any.
struct Stub {
    /// Scheduled responses and their times.
    coming: Vec<(f64, Answer)>,
    busy: bool,
}

impl Stub {
    fn handle(&mut self, line: &str, time: f64, random: &mut Random) {
        let delay = [0.0, 0.01, 0.3, 1.0, 2.5][random.below(5)];
        let at = self.coming.last().map_or(time, |(last, _)| last.max(time)) + delay;
        let angle = [15.0, 30.0, 0.0][random.below(3)];
        let distance = [0.0, 30.0, 40.0, 80.0][random.below(4)];
        let answer = match line {
            "HALT" if self.busy => [HALTED, Answer::ResumeHalted, Answer::BlockedHalted][random.below(3)],
            "HALT" => Answer::Ignored,
            "GO 0 20" => {
                [Answer::GoOk, Answer::GoOk, blocked([5.0, 15.0][random.below(2)]), Answer::Undefined][random.below(4)]
            }
            "FLY" => Answer::WrongCommand,
            _ => [Answer::Ray { angle, distance }, Answer::SonarOk, Answer::Ignored][random.below(3)],
        };
        self.busy = matches!(answer, Answer::Ray { .. } | Answer::Blocked { .. });
        // Occasionally a response is lost or duplicated.
        for _ in 0..[1, 1, 1, 1, 0, 2][random.below(6)] {
            self.coming.push((at, answer));
        }
    }
}

/// MR-21: The link shows and logs its states SYNC, BEHIND, AHEAD and RE_POS.
/// 10⁴ random dialogs: whatever the responses, each command gets exactly one reply within the longest permitted time, and no reply is made
/// up.
#[test]
fn random_dialogs_end_and_reply_to_each_order_once() {
    for seed in 0..10_000 {
        let mut random = Random(seed);
        let mut link =
            Link::new(Settings { real_speed_scale: [None, Some(1.0)][random.below(2)], ..Settings::default() });
        let mut stubs = [Twin, Real].map(|side| (side, Stub { coming: Vec::new(), busy: false }));
        let (mut asked, mut answered, mut optional, mut tick) = (0, 0, 0, 0_u32);
        let mut received: Vec<Answer> = Vec::new();
        let mut last_asked = 0.0;
        // Commands arrive for 40 s; all must be finished 30 s later: D2 = 6 s, plus the wait for acknowledgements.
        while tick < 1400 {
            let time = f64::from(tick) * 0.05;
            tick += 1;
            if time < 40.0 && random.below(40) == 0 {
                let line = ["GO 0 20", "SONAR", "RESUME", "FLY", "HALT"][random.below(5)];
                match (line, &link.mission) {
                    // `HALT` replies with the halted activity, if any; the command that it ends has its own reply.
                    ("HALT", Mission::None | Mission::Blocked | Mission::Waiting(_)) => optional += 1,
                    ("HALT", Mission::Given(_)) => {}
                    _ => asked += 1,
                }
                link.order(line.as_bytes(), time);
                last_asked = time;
            }
            match random.below(2000) {
                0 => link.lost(time),
                1..20 => link.restored(time),
                _ => {}
            }
            for (side, stub) in &mut stubs {
                let due = |(at, _): &(f64, Answer)| *at <= time;
                while stub.coming.first().is_some_and(due) {
                    let (_, answer) = stub.coming.remove(0);
                    received.push(answer);
                    if *side == Twin || link.is_connected() {
                        link.answer(*side, answer);
                    }
                }
            }
            let actions = link.step(time, random.below(2) == 0);
            for action in actions {
                match action {
                    Action::Send(side, line) => {
                        let line = String::from_utf8(line).expect("ASCII");
                        let stub = stubs.iter_mut().find(|(other, _)| *other == side);
                        stub.expect("both are present").1.handle(&line, time, &mut random);
                    }
                    Action::Reply(reply) => {
                        answered += 1;
                        if let Reply::Answer(answer) = reply {
                            assert!(received.contains(&answer), "seed {seed}: neither robot sent {answer}");
                        }
                    }
                    Action::ReplyIgnored => answered += 1,
                    // The mission resumed by itself and may be replied to once more.
                    Action::Note(Event::WentOn) => optional += 1,
                    _ => {}
                }
            }
            assert!(link.expiry().is_none_or(|expiry| expiry <= time + 60.0), "seed {seed}");
        }
        assert!(!link.is_busy(), "seed {seed}: the last order, of {last_asked} s, is still running");
        let range = asked..=asked + optional;
        assert!(range.contains(&answered), "seed {seed}: {answered} replies, expected {range:?}");
    }
}

/// MR-23: Two distances are equal within 5 cm; readings beyond 60 cm count as none.
#[test]
fn the_tolerance_is_a_parameter() {
    let tolerance = Tolerance { max_distance: 100.0, min_difference: 1.0 };
    let mut bench = Bench::new();
    bench.link = Link::new(Settings { tolerance, ..Settings::default() });
    bench.order("SONAR").twin(Answer::Ray { angle: 15.0, distance: 90.0 });
    bench.real(Answer::Ray { angle: 15.0, distance: 88.0 }).says(&["D: RAY 15 88"]);
    bench.does(&[Act::Look { angle: 15.0, real: 88.0, twin: 90.0, result: LookResult::Nearer }]);
}

/// MR-35: Link loss is an error within 0.5 s; the link reconnects every 2 s.
#[test]
fn a_robot_that_floods_the_link_takes_no_more_memory_and_the_link_continues() {
    let mut bench = Bench::new();
    bench.order("GO 0 100").real(blocked(40.0)).says(&["W: BLOCKED 40"]);
    for _ in 0..100 {
        (0..64).for_each(|_| bench.link.answer(Real, blocked(40.0)));
        bench.step();
        assert!(bench.link.real.answers.len() <= WAITING);
    }
    assert!(bench.dropped().contains(&Dropped::TooMany));
    bench.sent.clear();
    bench.order("GO 0 10").sends(&[(Real, "HALT")]);
    bench.at(3.0).sends(&[(Twin, "GO 0 10"), (Real, "GO 0 10")]);
    bench.link.answer(Twin, Answer::GoOk);
    bench.real(Answer::GoOk).says(&["D: GO OK"]);
}
