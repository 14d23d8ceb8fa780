//! User-facing messages: errors have a cause and a remedy, and no text contains identifiers.

use robomap_link::client::{CalibrationFault, Failure, Level, Notice, PlanState, PlanStep, Refusal, Report};
use robomap_protocol::Pose;
use std::collections::BTreeSet;
use std::time::Duration;

fn refusals() -> Vec<Refusal> {
    use Refusal::*;
    vec![
        NoRobot,
        Editing,
        Simulating,
        NotInRobotMode,
        InRobotMode,
        Switching,
        Waiting,
        PlanActive(PlanState::Running),
        PlanActive(PlanState::Resending),
        NoPlan,
        PlanUnknown,
        EmptyRoute,
        EmptyRouteWhilePaused,
        BadPose(3),
        Collision(vec!["Wall.001".into(), "Object".into()]),
        BadSpeed(101.5),
        BadDirection,
        NotInDialect,
        Driving,
        NotDriving,
        NothingToAbort,
        Ending,
    ]
}

fn notices() -> Vec<Notice> {
    use Notice::*;
    let (lost, refused) = (Failure::NoAck, Failure::Refused);
    let steps = [PlanStep::Stop, PlanStep::Open, PlanStep::Pose(4), PlanStep::Close, PlanStep::Start];
    let mut all: Vec<Notice> = refusals().into_iter().map(Refused).collect();
    all.extend(steps.map(|step| NotSent { step, poses: 12, failure: refused, kept: false }));
    all.extend([
        SocketFailed { address: "0.0.0.0:1500".into(), cause: "address in use".into() },
        NotAvailable(lost),
        Entered { dropped: false },
        Entered { dropped: true },
        Left { stop: None, mode: None },
        Left { stop: Some(lost), mode: None },
        Left { stop: None, mode: Some(lost) },
        Sent { poses: 12 },
        Replaced { poses: 12 },
        NotSent { step: PlanStep::Open, poses: 12, failure: refused, kept: true },
        StartUnconfirmed,
        OldPlanUnknown,
        SendingAborted { done: 2, of: 15 },
        Aborting,
        ImpossiblePose(Pose { x: 1e300, ..Pose::default() }),
        Paused,
        NotPaused(lost),
        Resumed,
        NotResumed(refused),
        EndedBefore,
        Cancelled,
        NotCancelled(lost),
        SpeedChanged(25.0),
        SpeedNotChanged { failure: refused, kept: 33.3 },
        Rendering(true),
        Rendering(false),
        Finished { poses: 12 },
        EndedEarly { reached: 3, of: 12 },
        UnexpectedPose { pose: Pose::default(), expected: 2 },
        PlanLost,
        LinkLost { silence: Duration::from_secs(30), plan: false },
        LinkLost { silence: Duration::from_secs(30), plan: true },
        Overtaken,
        LinkLostMeanwhile,
        EndedMeanwhile,
        Ended { stop: None, mode: None },
        Ended { stop: Some(lost), mode: None },
        Calibrated { beacons: 2 },
        NotCalibrated(CalibrationFault::Request(lost)),
        NotCalibrated(CalibrationFault::NoStart),
        NotCalibrated(CalibrationFault::NoEnd),
        NotCalibrated(CalibrationFault::Count { announced: 3, received: 2 }),
        CalibrationAborted,
        Driving(true),
        Driving(false),
        NotDriven(lost),
        NotStopped(lost),
        Capture(true),
        Capture(false),
        CaptureTwice,
        CaptureNotBegun,
        EventsLost(7),
    ]);
    all
}

/// RM-05: Every command reports to a log of at least 1000 entries.
/// RM-104: Every error states its cause, the affected object, and a remedy.
#[test]
fn every_error_has_a_cause_and_a_remedy() {
    let mut texts = BTreeSet::new();
    for notice in notices() {
        let report = Report { command: None, notice: notice.clone() };
        let text = report.to_string();
        match report.level() {
            Level::Error => {
                let remedy = report.remedy().unwrap_or_else(|| panic!("{notice:?} without a remedy")).to_string();
                assert!(text.ends_with(&format!("; {remedy}")) && text.len() > remedy.len() + 10, "{text}");
            }
            Level::Info => assert_eq!(report.remedy(), None, "{text}"),
            Level::Warning => {}
        }
        assert!(texts.insert(text.clone()), "duplicate text: {text}");
    }
}

/// RM-102: Messages use the words of the domain, without program identifiers.
#[test]
fn texts_have_no_names_of_the_program() {
    for notice in notices() {
        let text = notice.to_string();
        let odd = ["::", "{", "}", "_", "Some", "None", "unwrap", "NoAck", "Err"];
        assert!(!odd.iter().any(|odd| text.contains(odd)), "{text}");
        assert!(!text.ends_with('.') && text.trim() == text, "{text}");
    }
    // The text names its subject.
    let named = |notice: Notice, words: &[&str]| {
        let text = notice.to_string();
        words.iter().for_each(|word| assert!(text.contains(word), "{text}: {word}"));
    };
    named(Notice::Refused(Refusal::Collision(vec!["Wall.001".into(), "Object".into()])), &["Wall.001", "Object"]);
    named(Notice::Refused(Refusal::BadSpeed(101.5)), &["101.5", "0 to 100 %"]);
    let step = PlanStep::Pose(4);
    named(
        Notice::NotSent { step, poses: 12, failure: Failure::NoAck, kept: false },
        &["pose 4 of 12", "does not respond"],
    );
    named(Notice::LinkLost { silence: Duration::from_secs(30), plan: true }, &["30 s", "may still move"]);
}
