//! Tests of the link with failures that it cannot recover from.

use super::*;
use robomap_protocol::{Dialect, Message, Packet, Status, decode, encode};
use std::net::UdpSocket;

/// RM-75: Closing the program stops the robot and leaves robot mode within 6.5 s.
#[test]
fn a_failing_link_stops_the_robot_first() {
    let server = UdpSocket::bind("127.0.0.1:0").unwrap();
    server.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let receive = || {
        let mut buffer = [0; 256];
        let (length, from) = server.recv_from(&mut buffer).expect("a packet arrives");
        (decode(&buffer[..length], Dialect::Later).unwrap(), from)
    };
    let params = json!({"server": server.local_addr().unwrap().to_string(), "bind": "127.0.0.1:0"});
    let mut rig = ServiceRig::<Link>::new(params, &["platform"], &["Command", "Edit", "Network"]).unwrap();
    rig.start().unwrap();
    rig.call("enter_robot_mode", &[json!(30.0)]).unwrap();
    rig.step().unwrap();
    let (entered, from) = receive();
    let messages = [
        Message::Ack { acked: entered.id, status: Status::Correct },
        Message::Trace(Pose { x: 1.0, ..Pose::default() }),
    ];
    for (id, message) in (0..).zip(messages) {
        server.send_to(&encode(&Packet { id, message }, Dialect::Later).unwrap(), from).unwrap();
    }
    rig.world.robots.borrow_mut().clear();
    let end = Instant::now() + Duration::from_secs(10);
    while rig.step().is_ok() {
        assert!(Instant::now() < end, "a robot that is gone cannot be put to a pose");
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(matches!(receive().0.message, Message::StopPlan));
    assert!(matches!(receive().0.message, Message::Mode { mode: Mode::Editor, speed: 30.0 }));
    server.set_nonblocking(true).unwrap();
    assert!(server.recv_from(&mut [0; 256]).is_err(), "the socket is closed, and nothing more is sent");
}
