//! Each row of the machine's table, by state and conditions.

use l0_protocol::{Answer, Order};
use ninjuab_l0::{BlockedDistance, Inputs, Machine, Outputs, SCAN_ANGLES, Scan, Settings, State};

/// A machine with its environment.
struct Rig {
    machine: Machine,
    inputs: Inputs,
    last: Outputs,
}

impl Rig {
    fn with(settings: Settings) -> Self {
        let inputs = Inputs { servo_settled: true, ..Inputs::default() };
        let last = Outputs { left: 1500, right: 1500, sonar: 0.0, answer: None };
        Self { machine: Machine::new(settings), inputs, last }
    }

    fn new() -> Self {
        Self::with(Settings::default())
    }

    /// A tick with a command, or without one if the line is empty; returns the response.
    fn tick(&mut self, line: &str) -> Option<Answer> {
        let order = (!line.is_empty()).then(|| Order::read(line.as_bytes()));
        self.last = self.machine.tick(Inputs { order, ..self.inputs });
        self.inputs.time += 0.01;
        self.last.answer
    }

    fn ticks(&mut self, count: usize) -> Vec<Answer> {
        (0..count).filter_map(|_| self.tick("")).collect()
    }

    /// Returns the immediate response to a command, as a line.
    fn says(&mut self, line: &str) -> String {
        self.tick(line).map(|answer| answer.to_string()).unwrap_or_default()
    }

    fn is(&self, state: State, motors: [u16; 2], sonar: f64) {
        assert_eq!((self.machine.state(), [self.last.left, self.last.right], self.last.sonar), (state, motors, sonar));
    }

    /// Waiting for `RESUME` after this number of rays.
    fn scanned(rays: usize) -> Self {
        let mut rig = Self::new();
        rig.tick("SONAR");
        rig.inputs.new_echo = true;
        for ray in 1..=rays {
            let answer = (0..3).find_map(|_| rig.tick(""));
            assert!(matches!(answer, Some(Answer::Ray { .. })), "{ray}: {answer:?}");
            if ray < rays {
                assert_eq!(rig.tick("RESUME"), None);
            }
        }
        rig
    }

    /// After an order and this number of further ticks, all without an answer.
    fn after(order: &str, ticks: usize) -> Self {
        let mut rig = Self::new();
        assert_eq!(rig.tick(order), None);
        assert_eq!(rig.ticks(ticks), []);
        rig
    }

    /// Blocked by an obstacle, 40.75 cm before the end of 100 cm, for this number of ticks.
    fn blocked(ticks: usize) -> Self {
        let mut rig = Self::after("GO 0 100", 591);
        rig.inputs.echo = 14.99;
        assert_eq!(rig.says(""), "W: BLOCKED 40.8");
        assert_eq!(rig.ticks(ticks), []);
        rig
    }
}

const STOPPED: [u16; 2] = [1500, 1500];
const AHEAD: [u16; 2] = [1340, 1660];
const LEFT: [u16; 2] = [1660, 1660];
const RIGHT: [u16; 2] = [1340, 1340];
const OFF: [u16; 2] = [0, 0];

/// MR-10: The L0 controller executes `GO`, `SONAR`, `RESUME` and `HALT` every 10 ms.
/// MR-11: `GO` turns first, then advances by dead reckoning in steps of 0.1 cm.
/// MR-13: A blocked robot resumes after 1.0 s once free and gives up after 5.0 s.
/// MR-14: A full scan is one `SONAR` and 15 `RESUME` orders with 15 rays.
/// MR-16: `HALT` stops every active state, and the reply names that state.
/// MR-18: An unknown order is an error; an undefined state disables the robot until restart.
#[test]
fn a_tick_in_each_state_gives_the_answer_and_the_outputs_of_its_row() {
    use State::{Blocked, Echo, Go, Ray, Resume, Sonar, Turn, Wait};
    let waiting = Rig::new;
    let ray = || {
        let mut rig = Rig::after("SONAR", 0);
        rig.inputs.servo_settled = false;
        assert_eq!(rig.ticks(3), []);
        rig
    };
    /// State, how it was reached, the order, its answer, and what follows: state, pulses and angle of the sonar.
    type Row = (State, Rig, &'static str, &'static str, State, [u16; 2], f64);
    let rows: [Row; 26] = [
        (Wait, waiting(), "GO 0 0", "W: GO00", Wait, STOPPED, 0.0),
        (Wait, waiting(), "GO 0.955 0.1", "W: GO00", Wait, STOPPED, 0.0),
        (Wait, waiting(), "GO", "E: GO -", Wait, STOPPED, 0.0),
        (Wait, waiting(), "GO x 10", "E: GO -", Wait, STOPPED, 0.0),
        (Wait, waiting(), "GO 200 10", "E: GO -", Wait, STOPPED, 0.0),
        (Wait, waiting(), "GO 30", "E: GO A -", Wait, STOPPED, 0.0),
        (Wait, waiting(), "GO 30 -5", "E: GO A -", Wait, STOPPED, 0.0),
        (Wait, waiting(), "GO 30 1001", "E: GO A -", Wait, STOPPED, 0.0),
        (Wait, waiting(), "RESUME", "W: Ignored command", Wait, STOPPED, 0.0),
        (Wait, waiting(), "HALT", "W: Ignored command", Wait, STOPPED, 0.0),
        (Wait, waiting(), "FLY", "E: wrong command", Wait, OFF, 0.0),
        // 94 steps of 0.955° leave less than one.
        (Turn, Rig::after("GO 90 0.1", 94), "", "D: GO OK", Wait, STOPPED, 0.0),
        (Turn, Rig::after("GO 90 10", 1), "HALT", "D: GO HALTed", Wait, STOPPED, 0.0),
        // The first tick drives a step, too.
        (Go, Rig::after("GO 0 20", 198), "", "", Go, AHEAD, 0.0),
        (Go, Rig::after("GO 0 20", 199), "", "D: GO OK", Wait, STOPPED, 0.0),
        (Go, Rig::after("GO 0 100", 10), "HALT", "D: GO HALTed", Wait, STOPPED, 0.0),
        (Blocked, Rig::blocked(498), "", "", Blocked, STOPPED, 0.0),
        (Blocked, Rig::blocked(499), "", "", Wait, STOPPED, 0.0),
        (Blocked, Rig::blocked(0), "HALT", "D: BLOCKED HALTed", Wait, STOPPED, 0.0),
        // The servo turns in the next tick.
        (Sonar, Rig::after("SONAR", 0), "", "", Ray, OFF, 15.0),
        (Sonar, Rig::after("SONAR", 0), "HALT", "D: SONAR HALTed", Wait, STOPPED, 0.0),
        (Ray, ray(), "HALT", "D: SONAR RAY HALTed", Wait, STOPPED, 0.0),
        (Echo, Rig::after("SONAR", 2), "HALT", "D: SONAR ECHO HALTed", Wait, STOPPED, 0.0),
        (Resume, Rig::scanned(1), "RESUME", "", Ray, OFF, 30.0),
        (Resume, Rig::scanned(SCAN_ANGLES), "RESUME", "D: SONAR OK", Wait, STOPPED, 0.0),
        (Resume, Rig::scanned(3), "HALT", "D: RESUME HALTed", Wait, STOPPED, 0.0),
    ];
    for (state, mut rig, order, answer, next, motors, sonar) in rows {
        assert_eq!(rig.machine.state(), state, "before `{order}`");
        let given = rig.says(order);
        let Outputs { left, right, sonar: angle, .. } = rig.last;
        let found = (given.as_str(), rig.machine.state(), [left, right], angle);
        assert_eq!(found, (answer, next, motors, sonar), "{state:?} with `{order}`");
    }
}

/// MR-10: The L0 controller executes `GO`, `SONAR`, `RESUME` and `HALT` every 10 ms.
#[test]
fn an_angle_above_a_step_turns_left_or_right_and_each_tick_takes_a_step_off_it() {
    for (order, ticks, motors, left) in [
        ("GO 0.96 50", 0, LEFT, (0.96, 50.0)),
        ("GO -90 50", 0, RIGHT, (-90.0, 50.0)),
        ("GO 90 0", 1, LEFT, (90.0 - 0.955, 0.0)),
        ("GO -90 0", 1, RIGHT, (-90.0 + 0.955, 0.0)),
    ] {
        let rig = Rig::after(order, ticks);
        rig.is(State::Turn, motors, 0.0);
        assert_eq!((rig.machine.registers().angle_left, rig.machine.registers().distance_left), left, "{order}");
    }
}

/// MR-10: The L0 controller executes `GO`, `SONAR`, `RESUME` and `HALT` every 10 ms.
#[test]
fn wait_go_without_angle_advances() {
    let rig = Rig::after("GO -0.955 0.11", 0);
    rig.is(State::Go, AHEAD, 0.0);
    assert_eq!(rig.machine.registers().distance_left, 0.11);
}

/// MR-10: The L0 controller executes `GO`, `SONAR`, `RESUME` and `HALT` every 10 ms.
#[test]
fn wait_sonar_begins_a_scan_at_its_first_angle() {
    let rig = Rig::after("SONAR", 0);
    rig.is(State::Sonar, OFF, 15.0);
    assert_eq!(rig.machine.registers().scan_index, 1);
}

/// MR-10: The L0 controller executes `GO`, `SONAR`, `RESUME` and `HALT` every 10 ms.
#[test]
fn turn_at_its_end_advances_where_there_is_a_distance() {
    let mut rig = Rig::after("GO -2 50", 2);
    rig.is(State::Turn, RIGHT, 0.0);
    assert_eq!(rig.tick(""), None);
    rig.is(State::Go, AHEAD, 0.0);
    assert_eq!(rig.machine.registers().distance_left, 50.0);
}

/// MR-12: An obstacle within 15 cm ahead stops a drive; the remaining distance is reported.
#[test]
fn go_with_an_obstacle_ahead_subtracts_a_step_and_is_blocked() {
    let mut rig = Rig::after("GO 0 100", 199);
    (rig.inputs.echo, rig.inputs.time) = (15.0, 7.0);
    assert_eq!(rig.says(""), "W: BLOCKED 80");
    rig.is(State::Blocked, STOPPED, 0.0);
    assert_eq!(rig.machine.registers().blocked_since, 7.0);
}

/// MR-10: The L0 controller executes `GO`, `SONAR`, `RESUME` and `HALT` every 10 ms.
#[test]
fn go_otherwise_takes_a_step_off() {
    for echo in [0.0, 15.01, 200.0, f64::NAN] {
        let mut rig = Rig::after("GO 0 100", 0);
        rig.inputs.echo = echo;
        assert_eq!(rig.tick(""), None, "{echo}");
        rig.is(State::Go, AHEAD, 0.0);
        assert_eq!(rig.machine.registers().distance_left, 99.9);
    }
}

/// MR-13: A blocked robot resumes after 1.0 s once free and gives up after 5.0 s.
#[test]
fn blocked_continues_after_its_time_if_the_path_is_clear() {
    for echo in [15.01, 0.0] {
        let mut rig = Rig::blocked(0);
        rig.inputs.echo = echo;
        assert_eq!(rig.ticks(99), []);
        rig.is(State::Blocked, STOPPED, 0.0);
        assert_eq!(rig.tick(""), None);
        rig.is(State::Go, AHEAD, 0.0);
        let ticks = (0..).find(|_| rig.tick("") == Some(Answer::GoOk)).unwrap();
        assert_eq!(ticks, 407, "the remaining distance");
    }
}

/// MR-14: A full scan is one `SONAR` and 15 `RESUME` orders with 15 rays.
#[test]
fn ray_waits_for_the_servo_and_then_for_a_new_echo() {
    let mut rig = Rig::after("SONAR", 0);
    (rig.inputs.servo_settled, rig.inputs.new_echo) = (false, true);
    assert_eq!(rig.ticks(30), []);
    rig.is(State::Ray, OFF, 15.0);
    rig.inputs.servo_settled = true;
    assert_eq!(rig.tick(""), None, "earlier measurements are discarded");
    rig.is(State::Echo, OFF, 15.0);
}

/// MR-15: After each ray the sonar turns immediately to the next angle.
#[test]
fn echo_reports_the_ray_and_points_at_the_next_angle() {
    let mut rig = Rig::after("SONAR", 0);
    rig.inputs.echo = 44.25;
    assert_eq!(rig.ticks(10), []);
    rig.is(State::Echo, OFF, 15.0);
    rig.inputs.new_echo = true;
    assert_eq!(rig.says(""), "D: RAY 15 44.25");
    rig.is(State::Resume, OFF, 30.0);
    assert_eq!(rig.machine.registers().scan_index, 2);
    assert_eq!(rig.ticks(100), [], "one reply, then it waits");
}

/// MR-15: After each ray the sonar turns immediately to the next angle.
#[test]
fn echo_of_the_last_angle_points_ahead() {
    let rig = Rig::scanned(SCAN_ANGLES);
    rig.is(State::Resume, OFF, 0.0);
    assert_eq!(rig.last.answer, Some(Answer::Ray { angle: -40.0, distance: 0.0 }));
}

/// MR-17: Other orders during an activity are ignored, and the activity continues.
#[test]
fn any_active_state_ignores_other_orders_and_goes_on() {
    for (state, halted) in [
        (State::Turn, "D: GO HALTed"),
        (State::Go, "D: GO HALTed"),
        (State::Blocked, "D: BLOCKED HALTed"),
        (State::Sonar, "D: SONAR HALTed"),
        (State::Ray, "D: SONAR RAY HALTed"),
        (State::Echo, "D: SONAR ECHO HALTed"),
        (State::Resume, "D: RESUME HALTed"),
    ] {
        for line in ["GO 0 10", "GO", "GO 1", "SONAR", "FLY", "RESUME"] {
            if state == State::Resume && line == "RESUME" {
                continue;
            }
            let mut rig = Rig::with(Settings { initial: state, ..Settings::default() });
            if let State::Turn | State::Go = state {
                rig = Rig::new();
                rig.tick(if state == State::Turn { "GO 90 10" } else { "GO 0 100" });
            }
            rig.inputs.servo_settled = false;
            rig.inputs.echo = if state == State::Blocked { 10.0 } else { 0.0 };
            let mut twin = Rig { machine: rig.machine, inputs: rig.inputs, last: rig.last };
            assert_eq!(rig.says(line), "W: Ignored command", "{state:?} {line}");
            assert_eq!(twin.says(""), "");
            assert_eq!(rig.machine, twin.machine, "{state:?} continues despite {line}");
            if state == State::Sonar {
                // One tick has advanced to the next state.
                assert_eq!(rig.machine.state(), State::Ray);
                rig = Rig::with(Settings { initial: state, ..Settings::default() });
            }
            assert_eq!(rig.says("HALT"), halted, "MR-16");
            rig.is(State::Wait, STOPPED, 0.0);
        }
    }
}

/// MR-18: An unknown order is an error; an undefined state disables the robot until restart.
#[test]
fn any_undefined_state_switches_off_and_is_left_by_a_restart_only() {
    let sound = Rig::new().machine.registers();
    let broken = [
        ninjuab_l0::Registers { state: 9, ..sound },
        ninjuab_l0::Registers { state: 255, left: 1660, ..sound },
        ninjuab_l0::Registers { angle_left: f64::NAN, ..sound },
        ninjuab_l0::Registers { distance_left: 5.0, distance_ordered: 4.0, ..sound },
        ninjuab_l0::Registers { distance_ordered: f64::INFINITY, ..sound },
        ninjuab_l0::Registers { blocked_since: f64::NAN, ..sound },
        ninjuab_l0::Registers { scan_index: 200, ..sound },
        ninjuab_l0::Registers { state: State::Echo as u8, scan_index: 0, ..sound },
        ninjuab_l0::Registers { state: State::Echo as u8, scan_index: 16, ..sound },
        ninjuab_l0::Registers { state: State::Resume as u8, scan_index: 1, ..sound },
    ];
    for registers in broken {
        let mut rig = Rig::new();
        rig.machine = Machine::restored(Settings::default(), registers);
        assert_eq!(rig.says(""), "E: Undefined state!", "{registers:?}");
        rig.is(State::Dead, OFF, 0.0);
        assert_eq!(rig.ticks(100), [], "reported once");
        for line in ["GO 0 10", "HALT", "FLY", "SONAR"] {
            assert_eq!(rig.says(line), "E: Undefined state!", "{line}");
            rig.is(State::Dead, OFF, 0.0);
        }
    }
    let mut rig = Rig::new();
    rig.inputs.time = f64::NAN;
    assert_eq!(rig.says("GO 0 10"), "E: Undefined state!");
}

/// MR-12: An obstacle within 15 cm ahead stops a drive; the remaining distance is reported.
#[test]
fn go_waits_until_the_sonar_points_ahead_and_has_measured_there() {
    let mut rig = Rig::scanned(2);
    assert_eq!(rig.says("HALT"), "D: RESUME HALTed");
    (rig.inputs.servo_settled, rig.inputs.echo) = (false, 5.0);
    for line in ["GO 0 20", "GO 90 20"] {
        assert_eq!(rig.tick(line), None);
        assert_eq!(rig.ticks(50), []);
        assert_eq!([rig.last.left, rig.last.right], STOPPED);
        assert_eq!(rig.says("HALT"), "D: GO HALTed");
    }
    rig.tick("GO 0 20");
    (rig.inputs.servo_settled, rig.inputs.new_echo, rig.inputs.echo) = (true, false, 5.0);
    assert_eq!(rig.ticks(3), [], "earlier measurements are from another position");
    (rig.inputs.new_echo, rig.inputs.echo) = (true, 0.0);
    assert_eq!(rig.tick(""), None);
    rig.is(State::Go, AHEAD, 0.0);
    assert_eq!(rig.ticks(199), []);
    assert_eq!(rig.says(""), "D: GO OK", "waiting does not shorten the distance");
}

/// MR-14: A full scan is one `SONAR` and 15 `RESUME` orders with 15 rays.
#[test]
fn a_scan_is_one_sonar_and_fifteen_resumes() {
    let mut rig = Rig::new();
    (rig.inputs.new_echo, rig.inputs.echo) = (true, 50.0);
    let mut answers = Vec::new();
    for order in std::iter::once("SONAR").chain([""; 0]).chain(std::iter::repeat_n("RESUME", 15)) {
        answers.extend(rig.tick(order));
        answers.extend(rig.ticks(20));
    }
    let angles: Vec<f64> = answers
        .iter()
        .filter_map(|answer| if let Answer::Ray { angle, .. } = answer { Some(*angle) } else { None })
        .collect();
    let printed = [15., 30., 45., 60., 75., 90., 40., 0., -15., -30., -45., -60., -75., -90., -40.];
    assert_eq!(angles, printed);
    assert_eq!((answers.len(), answers[15]), (16, Answer::SonarOk));
}

#[test]
fn the_other_list_of_angles_has_45_in_place_of_40() {
    let angles: Vec<f64> = (1..=16).map_while(|index| Scan::Grid.angle(index)).collect();
    assert_eq!(angles, [15., 30., 45., 60., 75., 90., 45., 0., -15., -30., -45., -60., -75., -90., -45.]);
    assert_eq!([0, 16, 255].map(|index| Scan::Printed.angle(index)), [None; 3]);
    let mut rig = Rig::with(Settings { scan: Scan::Grid, ..Settings::default() });
    rig.tick("SONAR");
    rig.is(State::Sonar, OFF, 15.0);
}

/// MR-12: An obstacle within 15 cm ahead stops a drive; the remaining distance is reported.
#[test]
fn the_fields_of_blocked_depend_on_the_settings() {
    let blocked = |settings: Settings| {
        let mut rig = Rig::with(settings);
        rig.tick("GO 0 100");
        rig.ticks(199);
        rig.inputs.echo = 12.5;
        rig.says("")
    };
    let traveled = Settings { blocked_distance: BlockedDistance::Traveled, ..Settings::default() };
    assert_eq!(blocked(traveled), "W: BLOCKED 20");
    assert_eq!(blocked(Settings { extensions: true, ..Settings::default() }), "W: BLOCKED 80 q=12.5");
    assert_eq!(blocked(Settings { block_s: 12.0, ..Settings::default() }), "");

    let mut rig = Rig::with(Settings { extensions: true, ..Settings::default() });
    rig.tick("GO 0 100");
    rig.ticks(125);
    assert_eq!(rig.says("HALT"), "D: GO HALTed s=12.5");
}

#[test]
fn an_order_that_is_ignored_in_the_tick_of_another_answer_is_answered_after_it() {
    let mut rig = Rig::after("GO 0 20", 199);
    assert_eq!(rig.says("SONAR"), "D: GO OK");
    assert_eq!(rig.says(""), "W: Ignored command");
    assert_eq!(rig.ticks(10), []);
}

#[test]
fn a_machine_that_is_restored_goes_on_as_it_would_have() {
    let lines = ["GO 30 20", "", "SONAR", "RESUME", "HALT", "FLY", "GO 0 5"];
    let mut rig = Rig::new();
    rig.inputs.new_echo = true;
    for step in 0..3000 {
        rig.inputs.echo = if step % 700 > 500 { 10.0 } else { 0.0 };
        let line = if step % 97 == 0 { lines[step / 97 % lines.len()] } else { "" };
        let again = Machine::restored(*rig.machine.settings(), rig.machine.registers());
        let mut other = Rig { machine: again, inputs: rig.inputs, last: rig.last };
        assert_eq!(rig.tick(line), other.tick(line));
        assert_eq!((rig.machine, rig.last), (other.machine, other.last), "step {step}");
    }
}

#[test]
fn a_silent_link_halts_every_activity() {
    let silent = |limit: f64, link: Option<f64>| {
        let mut rig = Rig::with(Settings { link_time_out: limit, ..Settings::default() });
        rig.inputs.link = link;
        rig.tick("GO 0 100");
        let answers = rig.ticks(400);
        (answers, rig)
    };
    let (answers, rig) = silent(3.0, Some(0.0));
    assert_eq!(answers, [Answer::GoHalted { travelled: None }]);
    rig.is(State::Wait, [1500, 1500], 0.0);
    // Neither without monitoring, nor without a limit.
    for (limit, link) in [(3.0, None), (0.0, Some(0.0))] {
        let (answers, rig) = silent(limit, link);
        assert!(answers.is_empty());
        rig.is(State::Go, [1340, 1660], 0.0);
    }
    // Any byte shows that the link is there; a waiting machine does not respond.
    let mut rig = Rig::new();
    rig.inputs.link = Some(0.0);
    rig.tick("GO 0 40");
    let mut answers = Vec::new();
    for _ in 0..5 {
        answers.extend(rig.ticks(100));
        rig.inputs.link = Some(rig.inputs.time);
    }
    assert_eq!(answers, [Answer::GoOk]);
    assert!(rig.ticks(1000).is_empty());
    let mut rig = Rig::scanned(2);
    rig.inputs.link = Some(0.0);
    assert_eq!(rig.ticks(500), [Answer::ResumeHalted]);
}
