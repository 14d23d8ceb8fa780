//! Messages of the link to a robot, and its handling of the robot's messages: the robot is a socket of the test.

use super::robomap::{call, link, says, shown, wait};
use robomap_protocol::{Degrees, Dialect, Message, Mode, Packet, Pose, Status, decode, encode};
use sim_core::engine::Simulation;
use sim_engine_tests::position;
use std::net::{SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

/// A server that acknowledges everything and records the messages.
struct Recorder {
    socket: UdpSocket,
    next: u32,
    came: Vec<Message>,
}

impl Recorder {
    fn new() -> (Self, u16) {
        let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
        socket.set_nonblocking(true).unwrap();
        let port = socket.local_addr().unwrap().port();
        (Self { socket, next: 0, came: Vec::new() }, port)
    }

    fn send(&mut self, to: SocketAddr, message: Message) {
        let packet = Packet { id: self.next, message };
        self.next += 1;
        self.socket.send_to(&encode(&packet, Dialect::Later).unwrap(), to).unwrap();
    }

    fn answer(&mut self) {
        let mut buffer = [0; 256];
        while let Ok((length, from)) = self.socket.recv_from(&mut buffer) {
            let packet = decode(&buffer[..length], Dialect::Later).unwrap();
            self.came.push(packet.message);
            if packet.message.packet_type().is_command() {
                self.send(from, Message::Ack { acked: packet.id, status: Status::Correct });
            }
        }
    }
}

/// RM-75: Closing the program stops the robot and leaves robot mode within 6.5 s.
#[test]
fn at_the_end_of_the_run_the_robot_is_stopped_first_and_then_left() {
    let (mut recorder, port) = Recorder::new();
    let mut link = link(port, "", "");
    call(&mut link, "link", "enter_robot_mode", &[30.0]);
    let until = |recorder: &mut Recorder, link: &mut Simulation, name: &str, text: &str| {
        wait(&mut [link], text, |both| {
            recorder.answer();
            says(both[0], name, text)
        });
    };
    until(&mut recorder, &mut link, "mode", "robot");
    call(&mut link, "link", "play", &[]);
    until(&mut recorder, &mut link, "plan", "running");
    let poses: Vec<Pose> = recorder
        .came
        .iter()
        .filter_map(|message| match message {
            Message::AddPose(pose) => Some(*pose),
            _ => None,
        })
        .collect();
    assert_eq!(poses.len(), 3);
    assert!(poses[1].is_same(&Pose { x: 1.0, y: 0.0, heading: Degrees(10.0) }), "{poses:?}");
    assert!(matches!(recorder.came[0], Message::Mode { mode: Mode::Robot, speed: 30.0 }), "{:?}", recorder.came);
    let before = recorder.came.len();
    let answering = std::thread::spawn(move || {
        let end = Instant::now() + Duration::from_secs(5);
        while Instant::now() < end && !matches!(recorder.came.last(), Some(Message::Mode { mode: Mode::Editor, .. })) {
            recorder.answer();
            std::thread::sleep(Duration::from_millis(1));
        }
        recorder.came
    });
    link.finish();
    let came = answering.join().unwrap();
    let [stop, left] = &came[before..] else { panic!("{:?}", &came[before..]) };
    assert!(matches!(stop, Message::StopPlan) && matches!(left, Message::Mode { mode: Mode::Editor, speed: 30.0 }));
}

/// RM-75: Closing the program stops the robot and leaves robot mode within 6.5 s.
#[test]
fn a_run_that_is_dropped_says_farewell() {
    let (mut recorder, port) = Recorder::new();
    let mut link = link(port, "", "");
    call(&mut link, "link", "enter_robot_mode", &[30.0]);
    wait(&mut [&mut link], "robot mode", |both| {
        recorder.answer();
        says(both[0], "mode", "robot")
    });
    drop(link);
    std::thread::sleep(Duration::from_millis(100));
    recorder.answer();
    assert!(
        matches!(recorder.came[..], [.., Message::StopPlan, Message::Mode { mode: Mode::Editor, .. }]),
        "{:?}",
        recorder.came
    );
}

/// RM-65: The drawn robot takes the newest reported pose at least 10 times per second.
#[test]
fn an_invalid_pose_is_reported_and_not_drawn_and_the_link_continues() {
    let (mut server, port) = Recorder::new();
    let mut link = link(port, "", "");
    call(&mut link, "link", "enter_robot_mode", &[100.0]);
    let mut peer = None;
    let mut pass = |link: &mut Simulation, server: &mut Recorder, pose: Option<Pose>| {
        for _ in 0..20 {
            link.steps(1).unwrap();
            assert!(link.faults().is_empty(), "{:?}", link.faults());
            let mut buffer = [0; 256];
            if let Ok((_, from)) = server.socket.peek_from(&mut buffer) {
                peer = Some(from);
            }
            server.answer();
            std::thread::sleep(Duration::from_millis(2));
        }
        if let (Some(peer), Some(pose)) = (peer, pose) {
            server.send(peer, Message::Trace(pose));
        }
    };
    pass(&mut link, &mut server, Some(Pose { x: 3.0, y: 0.0, ..Pose::default() }));
    pass(&mut link, &mut server, Some(Pose { x: 1e300, y: -1e300, heading: Degrees(1e300) }));
    assert!(says(&link, "mode", "robot"), "{:?}", shown(&link));
    pass(&mut link, &mut server, None);
    assert_eq!(position(&link, "platform")[..2], [3.0, 0.0]);
    assert!(says(&link, "newest", "not displayed"), "{:?}", shown(&link));
    pass(&mut link, &mut server, Some(Pose { x: 3.5, y: 0.0, ..Pose::default() }));
    pass(&mut link, &mut server, None);
    assert_eq!(position(&link, "platform")[..2], [3.5, 0.0], "valid poses are drawn again");
}
