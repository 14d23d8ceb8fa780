//! The transcripts T1 … T6 of the line protocol, for whatever plays a robot. The tests of the engine and those of the whole program
//! include this file.

/// What follows an order.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// This answer.
    Line(&'static str),
    /// One of these.
    OneOf(&'static [&'static str]),
    /// `W: BLOCKED` with about this number, ± 1 cm.
    Blocked(f64),
    /// No answer that is waited for: the order goes on.
    Later,
}

/// An order of a transcript.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Time before it, s.
    pub wait: f64,
    /// The order, a line without its end.
    pub order: &'static str,
    /// Its answer.
    pub answer: Expected,
    /// Time until the answer, and by how much it may differ, s; where that is stated.
    pub takes: Option<[f64; 2]>,
}

/// A transcript: its name, and what is said.
pub type Transcript = (&'static str, &'static [Step]);

const fn at_once(order: &'static str, answer: &'static str) -> Step {
    Step { wait: 0.0, order, answer: Expected::Line(answer), takes: None }
}

const IGNORED: &str = "W: Ignored command";

/// Those that need nothing but a floor.
pub const ALONE: &[Transcript] = &[
    (
        "T1",
        &[
            Step { takes: Some([2.0, 0.1]), ..at_once("GO 0 20", "D: GO OK") },
            Step { takes: Some([0.94, 0.1]), ..at_once("GO 90 0", "D: GO OK") },
        ],
    ),
    (
        "T2",
        &[
            at_once("GO", "E: GO -"),
            at_once("GO x 10", "E: GO -"),
            at_once("GO 200 10", "E: GO -"),
            at_once("GO 30", "E: GO A -"),
            at_once("GO 30 -5", "E: GO A -"),
            at_once("GO 0 0", "W: GO00"),
            at_once("FLY", "E: wrong command"),
            at_once("RESUME", IGNORED),
        ],
    ),
    (
        "T3",
        &[
            Step { answer: Expected::Later, ..at_once("GO 0 100", "") },
            Step { wait: 1.0, ..at_once("SONAR", IGNORED) },
            at_once("HALT", "D: GO HALTed"),
        ],
    ),
    (
        "T6",
        &[
            Step { answer: Expected::Later, ..at_once("SONAR", "") },
            Step { answer: Expected::OneOf(&["D: SONAR HALTed", "D: SONAR RAY HALTed"]), ..at_once("HALT", "") },
            Step { wait: 1.0, ..at_once("SONAR", "D: RAY 15 0") },
            at_once("HALT", "D: RESUME HALTed"),
        ],
    ),
];

/// T4, among the three boxes of the mapping experiment, with a thin ray.
pub const AMONG_BOXES: &[Transcript] = &[(
    "T4",
    &[
        at_once("SONAR", "D: RAY 15 0"),
        at_once("RESUME", "D: RAY 30 0"),
        at_once("RESUME", "D: RAY 45 0"),
        at_once("RESUME", "D: RAY 60 0"),
        at_once("RESUME", "D: RAY 75 0"),
        at_once("RESUME", "D: RAY 90 0"),
        at_once("RESUME", "D: RAY 40 57.76"),
        at_once("RESUME", "D: RAY 0 44.25"),
        at_once("RESUME", "D: RAY -15 0"),
        at_once("RESUME", "D: RAY -30 0"),
        at_once("RESUME", "D: RAY -45 0"),
        at_once("RESUME", "D: RAY -60 0"),
        at_once("RESUME", "D: RAY -75 0"),
        at_once("RESUME", "D: RAY -90 0"),
        at_once("RESUME", "D: RAY -40 57.76"),
        at_once("RESUME", "D: SONAR OK"),
    ],
)];

/// T5, with a face 74.25 cm ahead.
pub const BEFORE_A_BOX: &[Transcript] = &[(
    "T5",
    &[
        Step { answer: Expected::Blocked(40.75), takes: Some([5.9, 0.2]), ..at_once("GO 0 100", "") },
        at_once("HALT", "D: BLOCKED HALTed"),
    ],
)];

/// Whoever gives the orders of a transcript to a robot.
pub trait Talk {
    /// By how much an answer may be noticed later than it was given, s.
    const LATE: f64;

    /// Gives an order.
    fn give(&mut self, order: &str);

    /// Lets time pass, s.
    fn wait(&mut self, seconds: f64);

    /// Waits for the next answer; with the time since the last order, s.
    fn answer(&mut self) -> (String, f64);
}

/// Plays transcripts and checks what is answered.
#[track_caller]
pub fn play(transcripts: &[Transcript], robot: &mut impl Talk) {
    for (name, steps) in transcripts {
        for Step { wait, order, answer: expected, takes } in *steps {
            robot.wait(*wait);
            robot.give(order);
            if matches!(expected, Expected::Later) {
                continue;
            }
            let (answer, took) = robot.answer();
            let as_expected = match expected {
                Expected::Line(line) => answer == *line,
                Expected::OneOf(lines) => lines.contains(&answer.as_str()),
                Expected::Blocked(about) => {
                    let number = answer.strip_prefix("W: BLOCKED ").and_then(|number| number.parse::<f64>().ok());
                    number.is_some_and(|number| (number - about).abs() <= 1.0)
                }
                Expected::Later => true,
            };
            assert!(as_expected, "{name}: {order} is answered by {answer} instead of {expected:?}");
            let in_time = takes.is_none_or(|[usual, room]| (usual - room..=usual + room + late(robot)).contains(&took));
            assert!(in_time, "{name}: {order} is answered after {took} s instead of {takes:?}");
        }
        robot.wait(0.1);
    }
}

fn late<T: Talk>(_: &T) -> f64 {
    T::LATE
}
