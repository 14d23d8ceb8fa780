//! Protocol sequences, packet by packet, with their ids. The robot's packets are constructed by the tests; tests of a client with a server
//! are in `pair.rs`.

use crate::support::{ACK, Bench, NACK, datagram, pose, robot};
use robomap_link::client::PlanState::{Idle, Paused, Running, Unknown};
use robomap_link::client::{Change, Client, Command, Failure, Level, Notice, Settings};
use robomap_protocol::{Message, Mode, Packet, Pose};

const A: Pose = Pose { x: 0.0, y: 0.0, heading: robomap_protocol::Degrees(0.0) };

fn b() -> Pose {
    pose(1.0, 0.0, 90.0)
}

fn c() -> Pose {
    pose(1.0, 1.0, 180.0)
}

fn packet(id: u32, message: Message) -> Packet {
    Packet { id, message }
}

fn ack(id: u32, acked: u32) -> Packet {
    packet(id, Message::Ack { acked, status: ACK })
}

/// The robot sends this packet.
fn receive(bench: &mut Bench, packet: Packet) {
    bench.step(&[datagram(packet.id, packet.message)]);
}

/// Packets sent by the client since the last call.
fn sent(bench: &mut Bench) -> Vec<Packet> {
    std::mem::take(&mut bench.sent)
}

fn robot_mode(speed: f64) -> Message {
    Message::Mode { mode: Mode::Robot, speed }
}

fn editor_mode(speed: f64) -> Message {
    Message::Mode { mode: Mode::Editor, speed }
}

/// In robot mode after packets 0 and 1 of the robot; `next` is the client's next id.
fn connected(next: u32, speed: f64) -> Bench {
    let mut bench = Bench::new();
    bench.route = vec![A, b(), c()];
    bench.client = Client::new(Settings::new(robot())).with_first_id(next.wrapping_sub(1) & robomap_protocol::MAX_ID);
    bench.connect(speed);
    bench
}

#[test]
fn sequence_mode_change_to_robot() {
    let mut bench = Bench::new();
    bench.command(Command::EnterRobotMode { speed: 100.0 }).unwrap();
    assert_eq!((sent(&mut bench), &bench.changes[..]), (vec![], &[Change::OpenSocket][..]));
    bench.open();
    assert_eq!(sent(&mut bench), [packet(0, robot_mode(100.0))]);
    receive(&mut bench, packet(0, Message::Trace(A)));
    assert_eq!(bench.client.mode(), Mode::Editor);
    receive(&mut bench, ack(1, 0));
    assert_eq!(bench.client.mode(), Mode::Robot);
    for id in 2..5 {
        bench.now += robomap_link::TRACE_PERIOD;
        let here = pose(f64::from(id), 0.0, 0.0);
        receive(&mut bench, packet(id, Message::Trace(here)));
        assert_eq!(bench.client.pose(), Some(here));
    }
    assert_eq!(sent(&mut bench), []);
}

#[test]
fn sequence_mode_change_to_editor() {
    let mut bench = connected(43, 25.0);
    bench.command(Command::LeaveRobotMode).unwrap();
    assert_eq!(sent(&mut bench), [packet(43, editor_mode(25.0))]);
    receive(&mut bench, ack(125, 43));
    assert_eq!(bench.client.mode(), Mode::Editor);
    assert_eq!(bench.changes.last(), Some(&Change::CloseSocket));
}

#[test]
fn sequence_no_server() {
    let mut bench = Bench::new();
    bench.command(Command::EnterRobotMode { speed: 100.0 }).unwrap();
    bench.open();
    assert_eq!(sent(&mut bench), [packet(0, robot_mode(100.0))]);
    bench.pass(3.0);
    assert_eq!(bench.report().notice, Notice::NotAvailable(Failure::NoAck));
    assert_eq!((bench.changes.last(), bench.client.mode()), (Some(&Change::CloseSocket), Mode::Editor));
    // Ids continue in the next connection.
    bench.command(Command::EnterRobotMode { speed: 50.0 }).unwrap();
    bench.open();
    assert_eq!(sent(&mut bench), [packet(1, robot_mode(50.0))]);
}

#[test]
fn sequence_send_plan_and_start_then_reached_poses_then_end() {
    let mut bench = connected(1, 100.0);
    bench.command(Command::Play).unwrap();
    let steps = [
        Message::OpenPlan { poses: 3 },
        Message::AddPose(A),
        Message::AddPose(b()),
        Message::AddPose(c()),
        Message::ClosePlan,
        Message::StartPlan,
    ];
    for (step, id) in steps.into_iter().zip(1..) {
        assert_eq!(sent(&mut bench), [packet(id, step)]);
        receive(&mut bench, ack(id + 1, id));
    }
    assert_eq!((bench.client.plan(), sent(&mut bench)), (Running, vec![]));
    for (received, reached, answer) in [(11, A, 7), (40, b(), 8), (77, c(), 9)] {
        assert_eq!(bench.client.plan(), Running);
        receive(&mut bench, packet(received, Message::ReachedPose(reached)));
        assert_eq!(sent(&mut bench), [ack(answer, received)]);
    }
    assert_eq!(bench.client.plan(), Idle);
    receive(&mut bench, packet(78, Message::EndOfPlan));
    assert_eq!((sent(&mut bench), bench.client.plan()), (vec![ack(10, 78)], Idle));
    // Sent again with a new id, since the acknowledgement was lost.
    receive(&mut bench, packet(88, Message::ReachedPose(c())));
    assert_eq!((sent(&mut bench), bench.client.plan()), (vec![ack(11, 88)], Idle));
}

#[test]
fn sequence_pause_and_resume() {
    let mut bench = connected(3, 100.0);
    bench.play();
    bench.clear();
    bench.command(Command::Play).unwrap();
    assert_eq!(sent(&mut bench), [packet(9, Message::PausePlan)]);
    receive(&mut bench, ack(30, 9));
    assert_eq!(bench.client.plan(), Paused);
    bench.command(Command::Play).unwrap();
    assert_eq!(sent(&mut bench), [packet(10, Message::ResumePlan)]);
    receive(&mut bench, ack(31, 10));
    assert_eq!(bench.client.plan(), Running);
}

#[test]
fn sequence_stop() {
    let mut bench = connected(19, 100.0);
    bench.play();
    bench.clear();
    bench.command(Command::Cancel).unwrap();
    assert_eq!(sent(&mut bench), [packet(25, Message::StopPlan)]);
    receive(&mut bench, ack(90, 25));
    assert_eq!((bench.client.plan(), bench.client.progress()), (Idle, None));
    bench.command(Command::Play).unwrap();
    assert_eq!(sent(&mut bench), [packet(26, Message::OpenPlan { poses: 3 })]);
}

#[test]
fn sequence_plan_edited_while_paused() {
    let mut bench = connected(5, 100.0);
    bench.play();
    bench.clear();
    bench.command(Command::Play).unwrap();
    assert_eq!(sent(&mut bench), [packet(11, Message::PausePlan)]);
    receive(&mut bench, ack(50, 11));
    bench.edit(vec![A, b()]);
    bench.command(Command::Play).unwrap();
    let steps = [
        Message::OpenPlan { poses: 2 },
        Message::AddPose(A),
        Message::AddPose(b()),
        Message::ClosePlan,
        Message::StartPlan,
    ];
    for (step, id) in steps.into_iter().zip(12..) {
        assert_eq!(sent(&mut bench), [packet(id, step)]);
        receive(&mut bench, ack(40 + id, id));
    }
    assert_eq!((bench.client.plan(), bench.client.progress()), (Running, Some((0, 2))), "from the first pose");
}

#[test]
fn sequence_speed_change() {
    let mut bench = connected(17, 100.0);
    bench.command(Command::ChangeSpeed { speed: 25.0 }).unwrap();
    assert_eq!(sent(&mut bench), [packet(17, Message::ChangeSpeed { speed: 25.0 })]);
    receive(&mut bench, ack(60, 17));
    assert_eq!(bench.client.speed(), 25.0);
    bench.clear();
    bench.command(Command::ChangeSpeed { speed: 75.0 }).unwrap();
    assert_eq!(sent(&mut bench), [packet(18, Message::ChangeSpeed { speed: 75.0 })]);
    receive(&mut bench, packet(61, Message::Ack { acked: 18, status: NACK }));
    assert_eq!((bench.client.speed(), bench.report().level()), (25.0, Level::Error));
}

#[test]
fn sequence_sending_fails_at_a_pose() {
    for refused in [true, false] {
        let mut bench = connected(32, 100.0);
        bench.command(Command::Play).unwrap();
        receive(&mut bench, ack(10, 32));
        receive(&mut bench, ack(11, 33));
        bench.clear();
        if refused {
            receive(&mut bench, packet(12, Message::Ack { acked: 34, status: NACK }));
        } else {
            bench.pass(3.0);
        }
        assert!(bench.report().to_string().contains("pose 2 of 3 was not accepted"), "{}", bench.report());
        assert_eq!((sent(&mut bench), bench.client.plan()), (vec![], Idle));
    }
}

#[test]
fn sequence_timeout() {
    let mut bench = connected(1, 80.0);
    bench.play();
    bench.clear();
    bench.pass(29.95);
    assert_eq!(sent(&mut bench), []);
    bench.pass(0.05);
    assert_eq!(sent(&mut bench), [packet(7, editor_mode(80.0))]);
    assert_eq!((bench.client.mode(), bench.client.plan()), (Mode::Editor, Unknown));
    receive(&mut bench, ack(200, 7));
    assert_eq!(bench.changes.last(), Some(&Change::CloseSocket));
    bench.pass(10.0);
    assert_eq!(sent(&mut bench), [], "once");
}

#[test]
fn sequence_exit_while_a_plan_runs() {
    let mut bench = connected(36, 60.0);
    bench.play();
    bench.clear();
    bench.command(Command::Exit).unwrap();
    assert_eq!(sent(&mut bench), [packet(42, Message::StopPlan)]);
    receive(&mut bench, ack(99, 42));
    assert_eq!(sent(&mut bench), [packet(43, editor_mode(60.0))]);
    receive(&mut bench, ack(100, 43));
    assert_eq!(&bench.changes[bench.changes.len() - 2..], [Change::CloseSocket, Change::Exited]);
}
