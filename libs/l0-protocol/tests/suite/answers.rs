//! Responses: serialization, and the accepted spellings of various boards.

use l0_protocol::Answer;

const RAY: Answer = Answer::Ray { angle: -15.0, distance: 44.25 };
const BLOCKED: Answer = Answer::Blocked { remaining: 40.75, echo: None };
const HALTED: Answer = Answer::GoHalted { travelled: None };

/// Each response as serialized, followed by other spellings.
const SPELLINGS: [(Answer, &[&str]); 19] = [
    (Answer::BadAngle, &["E: GO -", "E:GO -", "e : go  -"]),
    (Answer::BadDistance, &["E: GO A -", "E:GO A -", "E: GO 30 -", "E: GO -45.5 -", "E:GO a -"]),
    (Answer::NothingToDo, &["W: GO00", "W:GO00", "w: go00"]),
    (HALTED, &["D: GO HALTed", "D:GO HALTED", "D: GO Halted", "D: GO HALTed v=10"]),
    (
        Answer::GoHalted { travelled: Some(12.5) },
        &["D: GO HALTed s=12.5", "D:GO HALTED S=12.50", "D: GO HALTed v=1 s=12.5"],
    ),
    (Answer::GoOk, &["D: GO OK", "D:GO OK", "  D: GO ok \t"]),
    (Answer::SonarHalted, &["D: SONAR HALTed", "D:SONAR HALTed", "D: SONAR Halted"]),
    (
        RAY,
        &[
            "D: RAY -15 44.25",
            "D:RAY -15 44.25",
            "D: RAY -15, 44.250",
            "D: RAY angle -15, dist 44.25",
            "D:RAY α: -15 44.25",
        ],
    ),
    (Answer::Ray { angle: 0.0, distance: 0.0 }, &["D: RAY 0 0", "D:RAY 0 0.00"]),
    (Answer::SonarOk, &["D: SONAR OK", "D:SONAR OK"]),
    (Answer::RayHalted, &["D: SONAR RAY HALTed", "D:SONAR RAY HALTED"]),
    (Answer::EchoHalted, &["D: SONAR ECHO HALTed", "D: ECHO HALTed", "D:ECHO Halted"]),
    (Answer::ResumeHalted, &["D: RESUME HALTed", "D: RESUME Halted", "D:RESUME HALTED"]),
    (
        BLOCKED,
        &[
            "W: BLOCKED 40.75",
            "W:BLOCKED 40.75",
            "W: BLOCKED, cm to go 40.75",
            "W:Blocked cm to go: 40.75",
            "W: BLOCKED 40.75 t=3",
        ],
    ),
    (
        Answer::Blocked { remaining: 40.0, echo: Some(14.93) },
        &["W: BLOCKED 40 q=14.93", "W: BLOCKED, cm to go 40, Q=14.93"],
    ),
    (Answer::BlockedHalted, &["D: BLOCKED HALTed", "D:BLOCKED HALTed", "D: BLOCKED HALTED"]),
    (Answer::Ignored, &["W: Ignored command", "W:IGNORED COMMAND"]),
    (Answer::Undefined, &["E: Undefined state!", "E:undefined STATE!"]),
    (Answer::WrongCommand, &["E: wrong command", "E:Wrong command"]),
];

/// MR-10: The L0 controller executes `GO`, `SONAR`, `RESUME` and `HALT` every 10 ms.
#[test]
fn every_answer_is_written_in_one_form_and_read_in_every_printed_form() {
    for (answer, spellings) in SPELLINGS {
        assert_eq!(answer.to_string(), spellings[0]);
        for spelling in spellings {
            assert_eq!(Answer::read(spelling.as_bytes()), Some(answer), "{spelling}");
        }
    }
    let long = Answer::LineTooLong;
    assert_eq!((long.to_string().as_str(), Answer::read(b"E:line too long")), ("E: line too long", Some(long)));
}

#[test]
fn what_is_no_answer_is_none() {
    for line in [
        "",
        ":",
        "D:",
        "D",
        "GO OK",
        "X: GO OK",
        "DD: GO OK",
        "D: GO",
        "D: GO OK OK",
        "D: GO HALT",
        "W: GO OK",
        "D: GO00",
        "D: RAY",
        "D: RAY 15",
        "D: RAY 15 -1",
        "D: RAY 15 x",
        "D: RAY 15 44 3",
        "D: RAY 15 44,25",
        "D: RAY 1e2 3",
        "D: RAY 0 1000000",
        "D: RAY HALTed",
        "W: BLOCKED",
        "W: BLOCKED -1",
        "W: BLOCKED 40 cm",
        "W: BLOCKED q=4",
        "W: BLOCKED 40 q=",
        "W: BLOCKED 40 q=-1",
        "W: BLOCKED 40,75",
        "D: GO HALTed s=x",
        "D: GO HALTed 4",
        "W: Ignored",
        "E: GO",
        "E: GO B -",
        "E: GO A",
        "E: wrong",
        "E: wrong command now",
        "E: line too",
        "E: Undefined",
        "GO 0 100",
        "Error_sincronitzacio",
    ] {
        assert_eq!(Answer::read(line.as_bytes()), None, "{line:?}");
    }
    assert_eq!(Answer::read(&[b'D', b':', 0xff, 0]), None);
}

#[test]
fn answers_that_are_none_are_written_so_that_they_can_be_read() {
    let ray = Answer::Ray { angle: f64::NAN, distance: f64::INFINITY };
    assert_eq!(ray.to_string(), "D: RAY 0 999999.99");
    assert_eq!(Answer::read(ray.to_string().as_bytes()), Some(Answer::Ray { angle: 0.0, distance: 999_999.99 }));
}
