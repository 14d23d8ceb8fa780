//! A test for each row of the table of plan control.

use crate::support::{ACK, Bench, NACK, pose, whole_plan};
use robomap_link::client::PlanState::{self, Idle, Paused, Resending, Running, Sending, Unknown};
use robomap_link::client::{Change, Command, Failure, Level, Notice, PlanStep, Refusal};
use robomap_protocol::{Message, Mode};

fn level(bench: &Bench) -> Level {
    bench.report().level()
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_01_idle_play_with_an_empty_route() {
    let mut bench = Bench::at(Idle);
    bench.edit(Vec::new());
    assert_eq!(bench.refused(Command::Play), Refusal::EmptyRoute);
    assert_eq!(bench.client.plan(), Idle);
    assert!(Notice::Refused(Refusal::EmptyRoute).remedy().unwrap().to_string().contains("design a plan first"));
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_02_idle_play_with_a_collision() {
    let mut bench = Bench::at(Idle);
    bench.in_the_way = vec!["Wall".into(), "Object.001".into()];
    let refusal = bench.refused(Command::Play);
    assert!(refusal.to_string().contains("Wall, Object.001"), "{refusal}");
    assert_eq!(bench.client.plan(), Idle);
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_03_idle_play_sends_and_starts() {
    let mut bench = Bench::at(Idle);
    bench.command(Command::Play).unwrap();
    assert_eq!(bench.client.plan(), Sending);
    let plan = whole_plan(&bench.route);
    for step in 1..=plan.len() {
        assert_eq!(bench.commands(), plan[..step], "each waits for the previous one");
        assert_eq!((bench.client.plan(), bench.reports.len()), (Sending, 0));
        bench.answer(ACK);
    }
    assert_eq!((bench.commands(), bench.client.plan()), (plan, Running));
    assert_eq!(bench.report().notice, Notice::Sent { poses: 3 });
    assert_eq!(level(&bench), Level::Info);
    bench.command(Command::Play).unwrap();
    assert_eq!(bench.last().message, Message::PausePlan, "the revision at this time is sent");
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_04_sending_fails_at_any_step() {
    let steps =
        [PlanStep::Open, PlanStep::Pose(1), PlanStep::Pose(2), PlanStep::Pose(3), PlanStep::Close, PlanStep::Start];
    for (place, step) in steps.into_iter().enumerate() {
        for failure in [Failure::Refused, Failure::NoAck] {
            if (step, failure) == (PlanStep::Start, Failure::NoAck) {
                continue;
            }
            let mut bench = Bench::at(Idle);
            bench.command(Command::Play).unwrap();
            (0..place).for_each(|_| bench.answer(ACK));
            let sent = bench.sent.len();
            match failure {
                Failure::Refused => bench.answer(NACK),
                Failure::NoAck => bench.pass_alive(3.0),
            }
            assert_eq!((bench.client.plan(), bench.sent.len()), (Idle, sent), "{step:?}, {failure:?}");
            assert_eq!(bench.report().notice, Notice::NotSent { step, poses: 3, failure, kept: false });
            assert_eq!(level(&bench), Level::Error);
            if step == PlanStep::Pose(2) {
                assert!(bench.report().to_string().contains("pose 2 of 3"), "{}", bench.report());
            }
        }
    }
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_05_no_answer_to_the_start() {
    for state in [Sending, Resending] {
        let mut bench = started(state);
        bench.pass_alive(2.9);
        assert_eq!((bench.client.plan(), bench.reports.len()), (state, 0));
        bench.pass_alive(0.1);
        assert_eq!(bench.client.plan(), Unknown);
        assert_eq!((&bench.report().notice, level(&bench)), (&Notice::StartUnconfirmed, Level::Error));
        assert!(bench.report().to_string().contains("may be moving; cancel"), "{}", bench.report());
    }
}

/// A plan with everything confirmed except the start.
fn started(state: PlanState) -> Bench {
    let mut bench = match state {
        Sending => Bench::at(Idle),
        _ => {
            let mut bench = Bench::at(Paused);
            bench.revision += 1;
            bench
        }
    };
    bench.command(Command::Play).unwrap();
    (0..bench.route.len() + 2).for_each(|_| bench.answer(ACK));
    assert_eq!(bench.last().message, Message::StartPlan);
    bench.clear();
    bench
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_06_resending_open_refused() {
    let mut bench = Bench::at(Paused);
    bench.revision += 1;
    bench.command(Command::Play).unwrap();
    bench.answer(NACK);
    assert_eq!((bench.client.plan(), bench.commands().len()), (Paused, 1));
    let notice = Notice::NotSent { step: PlanStep::Open, poses: 3, failure: Failure::Refused, kept: true };
    assert_eq!((&bench.report().notice, level(&bench)), (&notice, Level::Error));
    bench.clear();
    bench.receive(Message::ReachedPose(bench.route[0]));
    assert_eq!(bench.client.progress(), Some((1, 3)), "the old plan is intact");
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_07_resending_open_without_answer_or_any_later_failure() {
    for place in 0..6 {
        for failure in [Failure::Refused, Failure::NoAck] {
            if (place, failure) == (0, Failure::Refused) || (place, failure) == (5, Failure::NoAck) {
                continue;
            }
            let mut bench = Bench::at(Paused);
            bench.revision += 1;
            bench.command(Command::Play).unwrap();
            (0..place).for_each(|_| bench.answer(ACK));
            let sent = bench.sent.len();
            match failure {
                Failure::Refused => bench.answer(NACK),
                Failure::NoAck => bench.pass_alive(3.0),
            }
            assert_eq!((bench.client.plan(), bench.sent.len()), (Idle, sent), "step {place}, {failure:?}");
            assert_eq!(level(&bench), Level::Error);
            bench.clear();
            bench.command(Command::Play).unwrap();
            assert_eq!(bench.last().message, Message::OpenPlan { poses: 3 }, "a dropped plan is never resumed");
        }
    }
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_07_resending_open_without_answer_where_the_robot_may_not_stand() {
    let mut bench = Bench::at(Paused);
    bench.command(Command::Play).unwrap();
    bench.pass_alive(3.0);
    assert_eq!(bench.client.plan(), Paused, "resuming was not confirmed");
    bench.revision += 1;
    bench.clear();
    bench.command(Command::Play).unwrap();
    bench.pass_alive(3.0);
    assert_eq!((bench.client.plan(), &bench.report().notice), (Unknown, &Notice::OldPlanUnknown));
    assert!(bench.report().to_string().contains("may be following the old plan"), "{}", bench.report());
    // It is stopped for certain after a confirmed pause.
    let mut bench = Bench::at(Paused);
    bench.command(Command::Play).unwrap();
    bench.pass_alive(3.0);
    bench.command(Command::Play).unwrap();
    bench.answer(ACK);
    bench.command(Command::Play).unwrap();
    bench.answer(ACK);
    assert_eq!(bench.client.plan(), Paused);
    bench.revision += 1;
    bench.command(Command::Play).unwrap();
    bench.pass_alive(3.0);
    assert_eq!(bench.client.plan(), Idle);
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn rows_08_09_13_and_22_pause_resume_and_cancel() {
    use Failure::{NoAck, Refused};
    let cancelled = || {
        let failed = |failure| (Unknown, Notice::NotCancelled(failure));
        [(Idle, Notice::Cancelled), failed(Refused), failed(NoAck)]
    };
    let paused = [(Paused, Notice::Paused), (Running, Notice::NotPaused(Refused)), (Running, Notice::NotPaused(NoAck))];
    let resumed =
        [(Running, Notice::Resumed), (Paused, Notice::NotResumed(Refused)), (Paused, Notice::NotResumed(NoAck))];
    for (row, from, command, message, ends) in [
        ("08", Running, Command::Play, Message::PausePlan, paused),
        ("09", Paused, Command::Play, Message::ResumePlan, resumed),
        ("13", Running, Command::Cancel, Message::StopPlan, cancelled()),
        ("13", Paused, Command::Cancel, Message::StopPlan, cancelled()),
        ("22", Unknown, Command::Cancel, Message::StopPlan, cancelled()),
    ] {
        for (status, (state, notice)) in [Some(ACK), Some(NACK), None].into_iter().zip(ends) {
            let mut bench = Bench::at(from);
            bench.command(command).unwrap();
            assert_eq!((bench.client.plan(), bench.commands()), (from, vec![message]), "row {row}");
            bench.answer_or_time_out(status);
            assert_eq!((bench.client.plan(), &bench.report().notice), (state, &notice), "row {row}, {status:?}");
        }
    }
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_10_paused_play_with_a_route_that_became_empty() {
    let mut bench = Bench::at(Paused);
    bench.edit(Vec::new());
    for _ in 0..2 {
        assert_eq!(bench.refused(Command::Play), Refusal::EmptyRouteWhilePaused);
        assert_eq!(bench.client.plan(), Paused);
    }
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_11_paused_play_with_another_route() {
    let mut bench = Bench::at(Paused);
    bench.edit(vec![pose(7.0, 7.0, 0.0), pose(8.0, 7.0, 0.0)]);
    bench.command(Command::Play).unwrap();
    assert_eq!(bench.client.plan(), Resending);
    for _ in 0..5 {
        bench.answer(ACK);
    }
    assert_eq!((bench.commands(), bench.client.plan()), (whole_plan(&bench.route), Running), "and no stop before");
    assert_eq!((&bench.report().notice, level(&bench)), (&Notice::Replaced { poses: 2 }, Level::Info));
    assert_eq!(bench.client.progress(), Some((0, 2)));
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_12_paused_play_with_another_route_that_collides() {
    let mut bench = Bench::at(Paused);
    bench.revision += 1;
    bench.in_the_way = vec!["Object".into()];
    assert_eq!(bench.refused(Command::Play), Refusal::Collision(vec!["Object".into()]));
    assert_eq!(bench.client.plan(), Paused);
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_14_running_reached_the_expected_pose() {
    let mut bench = Bench::at(Running);
    for (count, pose) in bench.route.clone()[..2].iter().enumerate() {
        bench.clear();
        let id = bench.receive(Message::ReachedPose(*pose));
        assert_eq!((bench.acked(), bench.client.plan()), (vec![id], Running));
        assert_eq!(bench.changes, [Change::Reached { reached: count + 1, of: 3 }]);
        assert!(bench.reports.is_empty());
    }
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_15_running_reached_the_last_pose() {
    let mut bench = Bench::at(Running);
    for pose in bench.route.clone() {
        bench.clear();
        bench.receive(Message::ReachedPose(pose));
    }
    assert_eq!((bench.client.plan(), bench.acked().len()), (Idle, 1));
    assert_eq!((&bench.report().notice, level(&bench)), (&Notice::Finished { poses: 3 }, Level::Info));
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_16_running_reached_the_pose_of_before() {
    let mut bench = Bench::at(Running);
    bench.receive(Message::ReachedPose(bench.route[0]));
    bench.clear();
    let id = bench.receive(Message::ReachedPose(bench.route[0]));
    assert_eq!((bench.acked(), bench.client.plan(), bench.reports.len()), (vec![id], Running, 0));
    assert_eq!(bench.client.progress(), Some((1, 3)));
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_17_running_reached_another_pose() {
    let mut bench = Bench::at(Running);
    let other = bench.route[1];
    let id = bench.receive(Message::ReachedPose(other));
    assert_eq!((bench.acked(), bench.client.plan()), (vec![id], Running));
    assert_eq!(bench.report().notice, Notice::UnexpectedPose { pose: other, expected: 1 });
    assert_eq!((level(&bench), bench.client.progress()), (Level::Warning, Some((0, 3))));
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_18_paused_or_idle_reached() {
    let mut bench = Bench::at(Paused);
    let id = bench.receive(Message::ReachedPose(bench.route[0]));
    assert_eq!((bench.acked(), bench.client.plan(), bench.client.progress()), (vec![id], Paused, Some((1, 3))));
    assert!(bench.reports.is_empty());
    let mut bench = Bench::at(Idle);
    let id = bench.receive(Message::ReachedPose(bench.route[0]));
    assert_eq!((bench.acked(), bench.client.plan(), bench.client.progress()), (vec![id], Idle, None));
    assert!(bench.reports.is_empty());
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_19_end_of_plan_with_all_poses_reached() {
    // The last pose ends the plan, so a separate end is news only if it arrived before the start was confirmed.
    let mut bench = started(Sending);
    let start = whole_plan(&bench.route).len() as u32;
    for pose in bench.route.clone() {
        bench.receive(Message::ReachedPose(pose));
    }
    bench.receive(Message::EndOfPlan);
    assert_eq!((bench.client.plan(), bench.acked().len()), (Sending, 4));
    bench.receive(Message::Ack { acked: start, status: ACK });
    assert_eq!(bench.notices(), [Notice::Sent { poses: 3 }, Notice::Finished { poses: 3 }]);
    assert_eq!(bench.client.plan(), Idle);
    bench.clear();
    bench.receive(Message::EndOfPlan);
    assert_eq!((bench.client.plan(), bench.reports.len(), bench.acked().len()), (Idle, 0, 1));
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_20_end_of_plan_with_poses_missing() {
    let mut bench = Bench::at(Running);
    bench.receive(Message::ReachedPose(bench.route[0]));
    bench.clear();
    let id = bench.receive(Message::EndOfPlan);
    assert_eq!((bench.acked(), bench.client.plan()), (vec![id], Idle));
    assert_eq!((&bench.report().notice, level(&bench)), (&Notice::EndedEarly { reached: 1, of: 3 }, Level::Error));
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_21_link_lost() {
    for state in [Idle, Sending, Resending, Running, Paused, Unknown] {
        let mut bench = Bench::at(state);
        if matches!(state, Sending | Resending) {
            // Packets wait 3 s at most: after an earlier silence the link is lost in the meantime.
            bench = Bench::at(if state == Sending { Idle } else { Paused });
            bench.revision += 1;
            bench.pass(28.0);
            bench.command(Command::Play).unwrap();
            assert_eq!(bench.client.plan(), state);
            bench.clear();
        }
        bench.pass(30.0);
        let expected = if state == Idle { Idle } else { Unknown };
        assert_eq!((bench.client.plan(), bench.client.mode()), (expected, Mode::Editor), "{state:?}");
        let left = Message::Mode { mode: Mode::Editor, speed: 100.0 };
        assert_eq!(bench.commands(), [left], "{state:?}: once");
        let lost = bench.notices().into_iter().filter(|notice| matches!(notice, Notice::LinkLost { .. }));
        assert_eq!(lost.count(), 1, "{state:?}: {:?}", bench.reports);
        assert!(bench.reports.iter().all(|report| report.level() == Level::Error));
    }
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_23_unknown_robot_mode_entered() {
    let mut bench = Bench::at(Running);
    bench.pass(33.1);
    assert_eq!((bench.client.plan(), bench.client.mode()), (Unknown, Mode::Editor));
    bench.clear();
    bench.command(Command::EnterRobotMode { speed: 20.0 }).unwrap();
    bench.open();
    assert_eq!(
        (bench.client.plan(), bench.commands()),
        (Unknown, vec![Message::Mode { mode: Mode::Robot, speed: 20.0 }])
    );
    bench.answer(ACK);
    assert_eq!((bench.client.plan(), bench.client.mode()), (Idle, Mode::Robot));
    assert_eq!((&bench.report().notice, level(&bench)), (&Notice::Entered { dropped: true }, Level::Info));
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn row_24_program_exit() {
    for state in [Running, Paused] {
        let mut bench = Bench::at(state);
        bench.command(Command::Exit).unwrap();
        assert_eq!(bench.commands(), [Message::StopPlan]);
        bench.answer(ACK);
        assert_eq!(bench.commands(), [Message::StopPlan, Message::Mode { mode: Mode::Editor, speed: 100.0 }]);
        bench.answer(ACK);
        assert_eq!(bench.changes.last(), Some(&Change::Exited));
    }
}
