//! What a server does about everything that comes: a test for each row of its table.

mod support;

use robomap_link::Datagram;
use robomap_link::server::{Counters, Event, MOST_POSES, Motion, Note, Output, PlanState, Server, Settings};
use robomap_protocol::{Beacon, Dialect, Message, Mode, Packet, Pose, Radians, Status, Turn, decode, encode};
use std::net::SocketAddrV4;
use std::time::Duration;
use support::{ACK, NACK, pose, s};

fn client() -> SocketAddrV4 {
    "10.0.0.1:1500".parse().unwrap()
}

fn other() -> SocketAddrV4 {
    "10.0.0.2:1500".parse().unwrap()
}

struct Rig {
    server: Server,
    now: Duration,
    here: Pose,
    next: u32,
    out: Output,
}

impl Rig {
    fn new() -> Self {
        Self::with(Settings::default())
    }

    fn with(settings: Settings) -> Self {
        let here = pose(1.0, 2.0, 3.0);
        Self { server: Server::new(settings), now: Duration::ZERO, here, next: 0, out: Output::default() }
    }

    /// With a client, and nothing sent or done yet.
    fn connected() -> Self {
        let mut rig = Self::new();
        rig.connect();
        rig
    }

    fn connect(&mut self) {
        assert_eq!(self.ask(Message::Mode { mode: Mode::Robot, speed: 50.0 }), ACK);
        self.out = Output::default();
    }

    fn at(state: PlanState) -> Self {
        let mut rig = Self::connected();
        match state {
            PlanState::Idle => {}
            PlanState::Loading(poses) => assert_eq!(rig.ask(Message::OpenPlan { poses }), ACK),
            PlanState::Loaded => rig.load(),
            PlanState::Running => {
                rig.load();
                assert_eq!(rig.ask(Message::StartPlan), ACK);
            }
            PlanState::Paused => {
                rig = Self::at(PlanState::Running);
                assert_eq!(rig.ask(Message::PausePlan), ACK);
            }
        }
        assert_eq!(rig.server.plan(), state);
        rig.out = Output::default();
        rig
    }

    fn load(&mut self) {
        assert_eq!(self.ask(Message::OpenPlan { poses: 3 }), ACK);
        for place in 0..3 {
            assert_eq!(self.ask(Message::AddPose(plan()[place])), ACK);
        }
        assert_eq!(self.ask(Message::ClosePlan), ACK);
    }

    fn step(&mut self, received: &[Datagram]) -> Output {
        let out = self.server.step(self.now, self.here, received);
        self.out.datagrams.extend(out.datagrams.clone());
        self.out.events.extend(out.events.clone());
        out
    }

    fn pass(&mut self, seconds: f64) {
        let until = self.now + s(seconds);
        while self.now < until {
            self.now = (self.now + s(0.05)).min(until);
            self.step(&[]);
        }
    }

    fn from(&mut self, peer: SocketAddrV4, packet: Packet) -> Vec<(SocketAddrV4, Message)> {
        let bytes = encode(&packet, Dialect::Later).unwrap();
        let out = self.step(&[Datagram { peer, bytes }]);
        out.datagrams.iter().map(|sent| (sent.peer, decode(&sent.bytes, Dialect::Later).unwrap().message)).collect()
    }

    /// The client sends its next packet; the status of the only answer.
    fn ask(&mut self, message: Message) -> Status {
        let id = self.next;
        self.next += 1;
        let answers = self.from(client(), Packet { id, message });
        let statuses: Vec<_> = answers
            .iter()
            .filter_map(|(peer, answer)| match answer {
                Message::Ack { acked, status } => {
                    assert_eq!((*peer, *acked), (client(), id));
                    Some(*status)
                }
                _ => None,
            })
            .collect();
        assert_eq!(statuses.len(), 1, "{answers:?}");
        statuses[0]
    }

    fn messages(&self) -> Vec<Message> {
        self.packets().into_iter().map(|packet| packet.message).collect()
    }

    fn packets(&self) -> Vec<Packet> {
        self.out.datagrams.iter().map(|sent| decode(&sent.bytes, Dialect::Later).unwrap()).collect()
    }

    /// Packets but traces and acknowledgements.
    fn told(&self) -> Vec<Packet> {
        let packets = self.packets().into_iter();
        packets.filter(|packet| !matches!(packet.message, Message::Trace(_) | Message::Ack { .. })).collect()
    }

    fn confirm(&mut self, acked: u32) {
        let id = self.next;
        self.next += 1;
        self.from(client(), Packet { id, message: Message::Ack { acked, status: ACK } });
    }
}

fn plan() -> [Pose; 3] {
    [pose(0.1 + 0.2, 0.0, 0.0), pose(1.0, -0.0, 359.99), pose(5e-324, 1e300, -720.25)]
}

const ENTER: Message = Message::Mode { mode: Mode::Robot, speed: 50.0 };
const LEAVE: Message = Message::Mode { mode: Mode::Editor, speed: 50.0 };

const STATES: [PlanState; 5] =
    [PlanState::Idle, PlanState::Loading(3), PlanState::Loaded, PlanState::Running, PlanState::Paused];

#[test]
fn server_row_01_robot_mode() {
    for state in STATES {
        let mut rig = Rig::at(state);
        // Again with an id of before: a client that was started anew begins at 0.
        let answers = rig.from(client(), Packet { id: 0, message: ENTER });
        let here = rig.here;
        let expected = [Message::Trace(here), Message::Ack { acked: 0, status: ACK }];
        assert_eq!(answers, expected.map(|message| (client(), message)), "one trace, then the answer");
        assert_eq!((rig.server.plan(), rig.server.speed()), (PlanState::Idle, 50.0));
        assert!(rig.out.events.contains(&Event::Stand) && rig.out.events.contains(&Event::Speed(50.0)));
        assert_eq!(rig.out.events.contains(&Event::PlanDropped), state != PlanState::Idle);
        // What came before is forgotten: the same ids are executed again.
        let answers = rig.from(client(), Packet { id: 1, message: Message::OpenPlan { poses: 2 } });
        assert_eq!(answers, [(client(), Message::Ack { acked: 1, status: ACK })]);
        assert_eq!(rig.server.plan(), PlanState::Loading(2));
    }
}

#[test]
fn server_row_01_traces_every_tenth_of_a_second() {
    let mut rig = Rig::connected();
    rig.pass(1.0);
    assert_eq!(rig.messages(), vec![Message::Trace(rig.here); 10]);
    rig.now += s(0.57);
    rig.step(&[]);
    assert_eq!(rig.messages().len(), 11, "none are made up for");
    rig.now = s(1.6);
    rig.step(&[]);
    assert_eq!(rig.messages().len(), 12, "and the rhythm is kept");
    rig.here.x = f64::NAN;
    rig.now = s(1.7);
    rig.step(&[]);
    assert_eq!((rig.messages().len(), rig.out.events.last()), (12, Some(&Event::Note(Note::BadPose))));
}

#[test]
fn server_row_02_editor_mode() {
    for state in STATES {
        let mut rig = Rig::at(state);
        assert_eq!(rig.ask(LEAVE), ACK);
        assert_eq!((rig.server.plan(), rig.server.peer()), (PlanState::Idle, None));
        assert!(rig.out.events.contains(&Event::Stand) && rig.out.events.contains(&Event::Peer(None)));
        rig.out = Output::default();
        rig.pass(1.0);
        assert!(rig.out.datagrams.is_empty(), "traces have stopped");
        assert_eq!(rig.ask(LEAVE), ACK, "it is confirmed again");
        assert_eq!(rig.ask(Message::StopPlan), NACK);
    }
}

#[test]
fn server_row_03_robot_mode_from_another_address() {
    for state in STATES {
        let mut rig = Rig::at(state);
        let answers = rig.from(other(), Packet { id: 7, message: ENTER });
        let taken = state != PlanState::Running;
        let status = if taken { ACK } else { NACK };
        assert_eq!(answers.last(), Some(&(other(), Message::Ack { acked: 7, status })), "{state:?}");
        assert_eq!(rig.server.peer(), Some(if taken { other() } else { client() }));
        assert_eq!(rig.server.plan(), if taken { PlanState::Idle } else { state });
    }
    let mut rig = Rig::at(PlanState::Running);
    rig.from(other(), Packet { id: 8, message: LEAVE });
    assert_eq!(
        (rig.server.plan(), rig.messages()),
        (PlanState::Running, vec![Message::Ack { acked: 8, status: NACK }])
    );
}

#[test]
fn server_row_04_commands_before_robot_mode_or_from_others() {
    let commands = [
        Message::OpenPlan { poses: 1 },
        Message::AddPose(plan()[0]),
        Message::ClosePlan,
        Message::StartPlan,
        Message::StopPlan,
        Message::PausePlan,
        Message::ResumePlan,
        Message::ChangeSpeed { speed: 1.0 },
        Message::CalibrationRequest,
        Message::ManualTranslation { dx: 0.0, dy: 1.0, speed: 1.0 },
        Message::ManualRotation { turn: Turn::Clockwise, speed: 1.0 },
        Message::ManualStop,
    ];
    for (id, message) in commands.into_iter().enumerate() {
        let packet = Packet { id: id as u32, message };
        let refusal = Message::Ack { acked: packet.id, status: NACK };
        let mut rig = Rig::new();
        assert_eq!(rig.from(client(), packet), [(client(), refusal)]);
        for state in STATES {
            let mut rig = Rig::at(state);
            assert_eq!(rig.from(other(), packet), [(other(), refusal)]);
            assert_eq!((rig.server.plan(), rig.server.speed(), rig.out.events.len()), (state, 50.0, 0));
        }
    }
}

#[test]
fn server_row_05_open() {
    for state in STATES {
        let mut rig = Rig::at(state);
        let status = rig.ask(Message::OpenPlan { poses: 5 });
        let expected = match state {
            PlanState::Running => (NACK, state, 3),
            _ => (ACK, PlanState::Loading(5), 0),
        };
        assert_eq!((status, rig.server.plan(), rig.server.poses().len()), expected, "{state:?}");
    }
    let mut rig = Rig::connected();
    assert_eq!(rig.ask(Message::OpenPlan { poses: MOST_POSES + 1 }), NACK);
    assert_eq!(rig.server.plan(), PlanState::Idle);
}

#[test]
fn server_row_06_add_pose() {
    for state in STATES {
        let mut rig = Rig::at(state);
        let before = rig.server.poses().len();
        let loading = matches!(state, PlanState::Loading(_));
        assert_eq!(rig.ask(Message::AddPose(plan()[0])), if loading { ACK } else { NACK }, "{state:?}");
        assert_eq!(rig.server.poses().len(), before + usize::from(loading));
    }
    let mut rig = Rig::at(PlanState::Loading(3));
    for pose in plan() {
        assert_eq!(rig.ask(Message::AddPose(pose)), ACK);
    }
    assert_eq!(rig.ask(Message::AddPose(plan()[0])), NACK, "one too many");
    assert_eq!(rig.server.poses(), plan(), "in the order in which they came");
}

#[test]
fn server_row_07_close() {
    for (poses, status, state) in [(3, ACK, PlanState::Loaded), (2, NACK, PlanState::Idle), (0, NACK, PlanState::Idle)]
    {
        let mut rig = Rig::at(PlanState::Loading(3));
        (0..poses).for_each(|place| assert_eq!(rig.ask(Message::AddPose(plan()[place])), ACK));
        assert_eq!((rig.ask(Message::ClosePlan), rig.server.plan()), (status, state));
    }
    for state in [PlanState::Idle, PlanState::Loaded, PlanState::Running, PlanState::Paused] {
        let mut rig = Rig::at(state);
        assert_eq!((rig.ask(Message::ClosePlan), rig.server.plan()), (NACK, state));
    }
}

#[test]
fn server_row_08_start() {
    for state in STATES {
        let mut rig = Rig::at(state);
        let loaded = state == PlanState::Loaded;
        assert_eq!(rig.ask(Message::StartPlan), if loaded { ACK } else { NACK }, "{state:?}");
        assert_eq!(rig.server.plan(), if loaded { PlanState::Running } else { state });
        let go = Event::GoTo { index: 0, pose: plan()[0] };
        assert_eq!(rig.out.events, if loaded { vec![go] } else { vec![] });
    }
}

#[test]
fn server_row_09_pause_and_resume() {
    for (message, state, status, after, events) in [
        (Message::PausePlan, PlanState::Running, ACK, PlanState::Paused, vec![Event::Stand]),
        (Message::PausePlan, PlanState::Paused, ACK, PlanState::Paused, vec![]),
        (Message::ResumePlan, PlanState::Running, ACK, PlanState::Running, vec![]),
        (Message::PausePlan, PlanState::Idle, NACK, PlanState::Idle, vec![]),
        (Message::PausePlan, PlanState::Loading(3), NACK, PlanState::Loading(3), vec![]),
        (Message::PausePlan, PlanState::Loaded, NACK, PlanState::Loaded, vec![]),
        (Message::ResumePlan, PlanState::Idle, NACK, PlanState::Idle, vec![]),
        (Message::ResumePlan, PlanState::Loading(3), NACK, PlanState::Loading(3), vec![]),
        (Message::ResumePlan, PlanState::Loaded, NACK, PlanState::Loaded, vec![]),
    ] {
        let mut rig = Rig::at(state);
        assert_eq!((rig.ask(message), rig.server.plan()), (status, after), "{message:?} {state:?}");
        assert_eq!(rig.out.events, events);
    }
    // From where it is to the same pose.
    let mut rig = Rig::at(PlanState::Running);
    rig.server.reached(0);
    assert_eq!(rig.ask(Message::PausePlan), ACK);
    rig.server.reached(1);
    assert_eq!(rig.server.target(), Some((1, plan()[1])), "what stands reaches nothing");
    rig.out = Output::default();
    assert_eq!(rig.ask(Message::ResumePlan), ACK);
    assert_eq!(rig.out.events, [Event::GoTo { index: 1, pose: plan()[1] }]);
}

#[test]
fn server_row_10_stop() {
    for state in STATES {
        let mut rig = Rig::at(state);
        assert_eq!((rig.ask(Message::StopPlan), rig.server.plan()), (ACK, PlanState::Idle), "{state:?}");
        assert_eq!(rig.out.events.last(), Some(&Event::Stand));
        assert_eq!(rig.ask(Message::StartPlan), NACK, "a new plan must be sent");
    }
}

#[test]
fn server_row_11_speed() {
    for state in STATES {
        let mut rig = Rig::at(state);
        assert_eq!(rig.ask(Message::ChangeSpeed { speed: 12.5 }), ACK);
        assert_eq!((rig.out.events.as_slice(), rig.server.plan()), (&[Event::Speed(12.5)][..], state));
    }
}

#[test]
fn server_row_12_what_is_damaged() {
    let nan = [0xcb, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0];
    for (bytes, refused) in [
        (vec![0x94, 9, 2, 2, 0], Some(9)),                      // another mode
        (vec![0x94, 9, 2, 1, 101], Some(9)),                    // a speed that is none
        (vec![0x93, 9, 4, 0], Some(9)),                         // no poses
        (vec![0x93, 9, 6, 0], Some(9)),                         // a field too many
        (vec![0x95, 9, 5, 0, 0, 0xc0], Some(9)),                // no number
        ([&[0x95, 9, 5][..], &nan, &[0, 0]].concat(), Some(9)), // not finite
        (vec![0x93, 9, 12, 0xff], Some(9)),                     // a speed below 0
        (vec![0x92, 9, 99], None),                              // a type that is unknown
        (vec![0x94, 9, 1, 5, 2], None),                         // an acknowledgement that is none
        (vec![0x95, 9, 3, 0, 0, 0], None),                      // a trace
        (vec![0x92, 9, 20], None),                              // what servers send
        (vec![0x92, 0xff, 6], None),                            // no id
        (vec![0x92, 9, 6, 0], None),                            // two things in one
        (vec![0xc1], None),
        (vec![], None),
        (vec![0; 129], None),
    ] {
        for state in STATES {
            let mut rig = Rig::at(state);
            let before = rig.server.counters();
            let out = rig.step(&[Datagram { peer: client(), bytes: bytes.clone() }]);
            let answer = refused.map(|acked| Message::Ack { acked, status: NACK });
            assert_eq!(rig.messages(), Vec::from_iter(answer), "{bytes:x?}");
            assert_eq!((rig.server.plan(), out.events.len()), (state, 0));
            let Counters { malformed, corrupt, .. } = rig.server.counters();
            let counted = [malformed - before.malformed, corrupt - before.corrupt];
            assert_eq!(counted, if refused.is_some() { [1, 0] } else { [0, 1] }, "{bytes:x?}");
        }
    }
    // To whoever has sent it.
    let mut rig = Rig::new();
    rig.step(&[Datagram { peer: other(), bytes: vec![0x93, 9, 4, 0] }]);
    assert_eq!(rig.out.datagrams[0].peer, other());
}

#[test]
fn server_row_13_every_pose_is_told_to_the_bit_in_its_order() {
    let mut rig = Rig::at(PlanState::Running);
    for (index, pose) in plan().into_iter().enumerate() {
        rig.out = Output::default();
        rig.server.reached(index + 1);
        rig.step(&[]);
        assert!(rig.told().is_empty(), "not the one that it moves to");
        rig.server.reached(index);
        rig.step(&[]);
        let told = rig.told();
        assert_eq!(told.len(), 1);
        assert_eq!(format!("{:?}", told[0].message), format!("{:?}", Message::ReachedPose(pose)), "0 and −0 differ");
        let following = plan().get(index + 1).map(|pose| Event::GoTo { index: index + 1, pose: *pose });
        assert_eq!(rig.out.events, following.map_or(vec![Event::Stand, Event::PlanFinished], |event| vec![event]));
        rig.confirm(told[0].id);
    }
    assert_eq!(rig.server.plan(), PlanState::Idle);
    assert_eq!(rig.told().last().unwrap().message, Message::EndOfPlan);
    rig.confirm(rig.told().last().unwrap().id);
    assert!(!rig.server.is_telling());

    let mut rig = Rig::with(Settings { dialect: Dialect::Thesis, ..Settings::default() });
    rig.connect();
    rig.load();
    assert_eq!(rig.ask(Message::StartPlan), ACK);
    for index in 0..3 {
        rig.server.reached(index);
        rig.step(&[]);
        rig.confirm(rig.told().last().unwrap().id);
    }
    assert!(!rig.told().iter().any(|packet| packet.message == Message::EndOfPlan) && !rig.server.is_telling());
}

#[test]
fn times_3_5_a_pose_without_an_answer_is_told_three_times_with_new_ids_and_then_the_plan_is_paused() {
    let mut rig = Rig::at(PlanState::Running);
    rig.server.reached(0);
    rig.server.reached(1);
    rig.step(&[]);
    rig.pass(2.95);
    let told = rig.told();
    assert!(told.iter().all(|packet| packet.message == Message::ReachedPose(plan()[0])), "one after another");
    let ids: std::collections::BTreeSet<u32> = told.iter().map(|packet| packet.id).collect();
    assert_eq!((told.len(), ids.len()), (3, 3));
    assert_eq!(rig.server.plan(), PlanState::Running);
    rig.pass(0.05);
    assert_eq!(rig.server.plan(), PlanState::Paused);
    assert_eq!(&rig.out.events[rig.out.events.len() - 2..], [Event::Note(Note::ReachedUnheard), Event::Stand]);
    rig.pass(10.0);
    assert_eq!(rig.told().len(), 3);
    // It is told again when the plan goes on, and an answer to any of them is one.
    rig.out = Output::default();
    assert_eq!(rig.ask(Message::ResumePlan), ACK);
    assert_eq!(rig.told()[0].message, Message::ReachedPose(plan()[0]));
    rig.confirm(told[1].id);
    assert_eq!(rig.told().last().unwrap().message, Message::ReachedPose(plan()[1]));
    assert_eq!(rig.server.plan(), PlanState::Running);
}

#[test]
fn times_3_5_the_last_pose_is_told_again_when_a_client_that_missed_it_resumes() {
    let mut rig = Rig::at(PlanState::Running);
    for index in 0..3 {
        rig.server.reached(index);
        rig.step(&[]);
        if index < 2 {
            rig.confirm(rig.told().last().unwrap().id);
        }
    }
    assert_eq!(rig.server.plan(), PlanState::Idle);
    rig.pass(3.0);
    assert_eq!(rig.server.plan(), PlanState::Paused);
    assert_eq!(rig.ask(Message::PausePlan), ACK);
    rig.out = Output::default();
    assert_eq!(rig.ask(Message::ResumePlan), ACK);
    assert_eq!(rig.told()[0].message, Message::ReachedPose(plan()[2]));
    rig.confirm(rig.told()[0].id);
    assert_eq!((rig.server.plan(), rig.told()[1].message), (PlanState::Idle, Message::EndOfPlan));
    rig.confirm(rig.told()[1].id);
    assert!(!rig.server.is_telling());
}

#[test]
fn times_3_5_other_packets_are_told_again_with_their_ids_and_then_given_up() {
    let mut rig = Rig::connected();
    rig.server.capture(true);
    rig.server.capture(false);
    rig.pass(2.95);
    let told = rig.told();
    assert_eq!(told.len(), 3);
    assert!(told.iter().all(|packet| *packet == told[0]) && told[0].message == Message::CaptureStarted);
    rig.pass(1.0);
    assert_eq!((rig.told().len(), rig.out.events.as_slice()), (3, &[Event::Note(Note::Unheard)][..]));
    rig.server.capture(true);
    rig.step(&[]);
    rig.confirm(rig.told()[3].id);
    rig.server.capture(false);
    rig.step(&[]);
    assert_eq!(rig.told()[4].message, Message::CaptureEnded);
}

#[test]
fn order_3_4_a_command_that_comes_again_is_answered_again_and_executed_once() {
    let mut rig = Rig::at(PlanState::Loading(3));
    let packet = Packet { id: rig.next, message: Message::AddPose(plan()[0]) };
    for count in 0..3 {
        assert_eq!(rig.from(client(), packet), [(client(), Message::Ack { acked: packet.id, status: ACK })]);
        assert_eq!((rig.server.poses().len(), rig.server.counters().copies), (1, count));
    }
    // So is one that was refused, also where it would be taken now.
    let early = Packet { id: 90, message: Message::StartPlan };
    assert_eq!(rig.from(client(), early), [(client(), Message::Ack { acked: 90, status: NACK })]);
    let mut rig = Rig::at(PlanState::Idle);
    rig.from(client(), early);
    rig.load();
    assert_eq!(rig.from(client(), early), [(client(), Message::Ack { acked: 90, status: NACK })]);
    assert_eq!(rig.server.plan(), PlanState::Loaded);
    // Ids need not be without gaps, and may be those of acknowledgements.
    assert_eq!(rig.from(client(), Packet { id: 4000, message: Message::StartPlan }).len(), 1);
    assert_eq!(rig.server.plan(), PlanState::Running);
    rig.server.reached(0);
    rig.step(&[]);
    let acked = rig.told()[0].id;
    rig.from(client(), Packet { id: 4000, message: Message::Ack { acked, status: ACK } });
    assert!(!rig.server.is_telling());
}

#[test]
fn a_script_refuses_the_commands_that_it_names() {
    let mut rig = Rig::with(Settings { refused: [2, 4].into(), ..Settings::default() });
    rig.connect();
    let statuses = [3, 3, 3, 3].map(|poses| rig.ask(Message::OpenPlan { poses }));
    assert_eq!(statuses, [NACK, ACK, NACK, ACK]);
}

fn beacons() -> Vec<Beacon> {
    let rotation = [Radians(0.0), Radians(1.5), Radians(0.0)];
    (1..3).map(|id| Beacon { id, position: [f64::from(id), 2.0, 2.5], rotation }).collect()
}

#[test]
fn rm_l01_beacons_are_told_one_after_another() {
    let mut rig = Rig::with(Settings { beacons: beacons(), ..Settings::default() });
    rig.connect();
    assert_eq!(rig.ask(Message::CalibrationRequest), ACK);
    for _ in 0..4 {
        let last = *rig.told().last().unwrap();
        rig.confirm(last.id);
    }
    let mut expected = vec![Message::CalibrationStart { beacons: 2 }];
    expected.extend(beacons().into_iter().map(Message::UltrasoundBeacon));
    expected.push(Message::CalibrationEnd);
    assert_eq!(rig.told().iter().map(|packet| packet.message).collect::<Vec<_>>(), expected);
    for state in [PlanState::Running, PlanState::Paused] {
        assert_eq!(Rig::at(state).ask(Message::CalibrationRequest), NACK);
    }
}

#[test]
fn rm_l02_movements_by_hand_need_a_robot_without_a_plan_and_end_by_themselves() {
    let forward = Message::ManualTranslation { dx: 0.0, dy: 1.0, speed: 50.0 };
    let turn = Message::ManualRotation { turn: Turn::CounterClockwise, speed: 10.0 };
    for state in [PlanState::Running, PlanState::Paused] {
        for message in [forward, turn, Message::ManualStop] {
            let mut rig = Rig::at(state);
            assert_eq!((rig.ask(message), rig.out.events.len()), (NACK, 0));
        }
    }
    let mut rig = Rig::connected();
    assert_eq!((rig.ask(forward), rig.ask(turn), rig.ask(Message::ManualStop)), (ACK, ACK, ACK));
    let moves = [
        Event::Move(Motion::Translate { dx: 0.0, dy: 1.0, speed: 50.0 }),
        Event::Move(Motion::Rotate { turn: Turn::CounterClockwise, speed: 10.0 }),
        Event::Stand,
    ];
    assert_eq!(rig.out.events, moves);
    // Renewed every 300 ms it goes on.
    rig.out = Output::default();
    for _ in 0..10 {
        assert_eq!(rig.ask(forward), ACK);
        rig.pass(0.3);
    }
    assert!(!rig.out.events.contains(&Event::Stand));
    rig.pass(0.7);
    assert_eq!(&rig.out.events[10..], [Event::Note(Note::MotionExpired), Event::Stand]);
    let mut rig = Rig::with(Settings { dialect: Dialect::Thesis, ..Settings::default() });
    rig.connect();
    let bytes = encode(&Packet { id: 5, message: forward }, Dialect::Later).unwrap();
    rig.step(&[Datagram { peer: client(), bytes }]);
    assert!(rig.out.datagrams.is_empty(), "a type that is unknown is not answered");
}
