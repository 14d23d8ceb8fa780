//! Random event sequences checked against the table of plan control, given here as data: states, packets and reports must match the table.
//! `SIM_SOAK=1` runs ten thousand sequences instead of a thousand.

use crate::support::{ACK, Bench, NACK, datagram, pose, whole_plan};
use robomap_link::client::{Command, Level, PlanState};
use robomap_protocol::{Message, Mode, PacketType, Pose};
use sim_fuzz::Random;

use Answer::{Correct, Refused, Silence};
use Event::{Cancel, EndOfPlan, Enter, LinkLost, Play, Reached};
use Level::{Error, Info, Warning};
use PlanState::{Idle, Paused, Running, Unknown};
use Route::{Any, Changed, Empty, Free, Same};
use Sends::{Confirm, Nothing, One, Plan};

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    Play,
    Cancel,
    Reached(Place),
    /// Before all poses were reached.
    EndOfPlan,
    LinkLost,
    /// Robot mode is entered again.
    Enter,
}

/// The pose that the robot reports as reached.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Expected,
    Last,
    Before,
    Other,
}

/// Condition on the route, if relevant.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Route {
    Any,
    /// As it was sent.
    Same,
    Free,
    Empty,
    Collides,
    /// Changed since it was sent, and free, empty, or obstructed.
    Changed(&'static Route),
}

/// First packet sent by the client.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sends {
    Nothing,
    One(PacketType),
    Plan,
    /// An acknowledgement.
    Confirm,
}

/// Response of the robot.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Answer {
    Correct,
    Refused,
    Silence,
}

/// A row: states, event, route; packets; then for each response the next state (`None`: unchanged) and the level of the report.
type Row = (&'static [PlanState], Event, Route, Sends, &'static [(Answer, Option<PlanState>, Option<Level>)]);

const ALL: &[PlanState] = &[Idle, Running, Paused, Unknown];

const fn control(done: PlanState, failed: Option<PlanState>) -> [(Answer, Option<PlanState>, Option<Level>); 3] {
    [(Correct, Some(done), Some(Info)), (Refused, failed, Some(Error)), (Silence, failed, Some(Error))]
}

const REFUSED: &[(Answer, Option<PlanState>, Option<Level>)] = &[(Correct, None, Some(Error))];
const QUIET: &[(Answer, Option<PlanState>, Option<Level>)] = &[(Correct, None, None)];
const STRANGE: &[(Answer, Option<PlanState>, Option<Level>)] = &[(Correct, None, Some(Warning))];
const FINISHED: &[(Answer, Option<PlanState>, Option<Level>)] = &[(Correct, Some(Idle), Some(Info))];

/// Section 2.8, except the events while a plan is sent.
const TABLE: &[Row] = &[
    (&[Idle], Play, Empty, Nothing, REFUSED),
    (&[Idle], Play, Route::Collides, Nothing, REFUSED),
    (&[Idle], Play, Free, Plan, &control(Running, None)),
    (&[Running], Play, Any, One(PacketType::PausePlan), &control(Paused, None)),
    (&[Paused], Play, Same, One(PacketType::ResumePlan), &control(Running, None)),
    (&[Paused], Play, Changed(&Empty), Nothing, REFUSED),
    (&[Paused], Play, Changed(&Free), Plan, &control(Running, None)),
    (&[Paused], Play, Changed(&Route::Collides), Nothing, REFUSED),
    (&[Running, Paused], Cancel, Any, One(PacketType::StopPlan), &control(Idle, Some(Unknown))),
    (&[Unknown], Cancel, Any, One(PacketType::StopPlan), &control(Idle, None)),
    (&[Running, Paused], Reached(Place::Expected), Any, Confirm, QUIET),
    // A plan ends when its last pose is reached, even if the client believes that it is paused.
    (&[Running, Paused], Reached(Place::Last), Any, Confirm, FINISHED),
    (&[Running, Paused], Reached(Place::Before), Any, Confirm, QUIET),
    (&[Running, Paused], Reached(Place::Other), Any, Confirm, STRANGE),
    (&[Idle, Unknown], Reached(Place::Expected), Any, Confirm, QUIET),
    (&[Idle, Unknown], Reached(Place::Last), Any, Confirm, QUIET),
    (&[Idle, Unknown], Reached(Place::Before), Any, Confirm, QUIET),
    (&[Idle, Unknown], Reached(Place::Other), Any, Confirm, QUIET),
    (&[Running, Paused], EndOfPlan, Any, Confirm, &[(Correct, Some(Idle), Some(Error))]),
    (&[Idle, Unknown], EndOfPlan, Any, Confirm, QUIET),
    (&[Idle], LinkLost, Any, One(PacketType::Mode), &[(Correct, None, Some(Error))]),
    (&[Running, Paused, Unknown], LinkLost, Any, One(PacketType::Mode), &[(Correct, Some(Unknown), Some(Error))]),
    (ALL, Enter, Any, One(PacketType::Mode), &control(Idle, None)),
    // Section 2.9: operations that are not allowed.
    (&[Unknown], Play, Any, Nothing, REFUSED),
    (&[Idle], Cancel, Any, Nothing, REFUSED),
];

/// Rows for sending a plan: initial state, failing step (`None`: any other), its response, next state.
const FAILURES: &[(PlanState, Option<PacketType>, Answer, PlanState)] = &[
    (Idle, Some(PacketType::StartPlan), Silence, Unknown),
    (Idle, None, Refused, Idle),
    (Idle, None, Silence, Idle),
    (Paused, Some(PacketType::OpenPlan), Refused, Paused),
    (Paused, Some(PacketType::StartPlan), Silence, Unknown),
    (Paused, None, Refused, Idle),
    (Paused, None, Silence, Idle),
];

/// The state required by the table.
struct Model {
    state: PlanState,
    connected: bool,
    /// Poses of the robot's plan, and the number of reached ones.
    poses: Vec<Pose>,
    reached: usize,
    /// Revision that was sent.
    sent: u64,
    /// A paused plan was resumed without confirmation. If then not even the opening of a replacement plan is confirmed, the state of the
    /// robot is unknown, although the table assumes that it is stopped.
    may_move: bool,
}

fn rows_cover_each_other_nowhere() {
    let kinds = [Empty, Free, Route::Collides];
    for state in ALL {
        for event in [Play, Cancel, EndOfPlan, LinkLost, Enter] {
            for kind in &kinds {
                for same in [true, false] {
                    let fits =
                        TABLE.iter().filter(|row| row.0.contains(state) && row.1 == event && fits(row.2, kind, same));
                    assert_eq!(fits.count(), 1, "{state:?}, {event:?}, {kind:?}, as sent: {same}");
                }
            }
        }
    }
}

/// Returns whether a route satisfies the condition of a row.
fn fits(wanted: Route, kind: &Route, same: bool) -> bool {
    match wanted {
        Any => true,
        Same => same,
        Changed(inner) => !same && fits(*inner, kind, same),
        _ => *kind == wanted,
    }
}

fn route(random: &mut Random) -> Vec<Pose> {
    let mut place = random.below(4);
    let poses = (0..1 + random.below(4)).map(|_| {
        // Never the same twice in a row, but repeatedly.
        place = (place + 1 + random.below(3)) % 4;
        pose(place as f64, 1.0, 90.0 * place as f64)
    });
    poses.collect()
}

struct Run {
    bench: Bench,
    model: Model,
    random: Random,
    seed: u64,
}

impl Run {
    fn new(seed: u64) -> Self {
        let model = Model { state: Idle, connected: true, poses: Vec::new(), reached: 0, sent: 0, may_move: false };
        Self { bench: Bench::connected(), model, random: Random::new(seed), seed }
    }

    fn kind(&self) -> Route {
        match (self.bench.route.is_empty(), self.bench.in_the_way.is_empty()) {
            (true, _) => Empty,
            (false, true) => Free,
            (false, false) => Route::Collides,
        }
    }

    /// Changes only the route.
    fn change_route(&mut self) {
        match self.random.below(6) {
            0 => self.bench.edit(Vec::new()),
            1 | 2 => {
                let route = route(&mut self.random);
                self.bench.edit(route);
            }
            3 => self.bench.in_the_way = vec!["Wall".into()],
            _ => self.bench.in_the_way.clear(),
        }
    }

    fn event(&mut self) -> Event {
        if !self.model.connected {
            return Enter;
        }
        match self.random.below(20) {
            0..8 => Play,
            8..10 => Cancel,
            10..17 => Reached(self.place()),
            17 => EndOfPlan,
            18 => LinkLost,
            _ => Play,
        }
    }

    fn place(&mut self) -> Place {
        let Model { poses, reached, .. } = &self.model;
        match self.random.below(4) {
            0 if *reached > 0 => Place::Before,
            1 => Place::Other,
            _ if poses.len() == reached + 1 => Place::Last,
            _ => Place::Expected,
        }
    }

    fn pose(&self, place: Place) -> Pose {
        let Model { poses, reached, .. } = &self.model;
        match place {
            Place::Other => pose(-77.0, 0.0, 0.0),
            Place::Before => poses[reached - 1],
            _ => poses.get(*reached).copied().unwrap_or_default(),
        }
    }

    /// The robot responds to the last packet in this manner, among irrelevant packets.
    fn answer(&mut self, answer: Answer) {
        if self.random.below(4) == 0 {
            self.bench.receive(Message::Ack { acked: 1_000_000, status: NACK });
        }
        if self.random.below(4) == 0 {
            self.bench.receive(Message::Trace(Pose::default()));
        }
        let acked = self.bench.last().id;
        match answer {
            Correct => self.bench.answer(ACK),
            Refused => self.bench.answer(NACK),
            Silence => self.bench.pass_alive(3.0),
        }
        if answer == Correct && self.random.below(4) == 0 {
            // The same response arrives twice.
            let last = self.bench.next - 1;
            self.bench.step(&[datagram(last, Message::Ack { acked, status: ACK })]);
        }
    }

    fn step(&mut self) {
        self.bench.clear();
        let event = self.event();
        let (kind, same) = (self.kind(), self.model.sent == self.bench.revision);
        let state = self.model.state;
        let mut rows = TABLE.iter().filter(|row| row.0.contains(&state) && row.1 == event && fits(row.2, &kind, same));
        let row = rows.next().unwrap_or_else(|| panic!("no row for {state:?}, {event:?}, {kind:?}"));
        let name = format!("seed {}: {state:?}, {event:?}, {kind:?}, as sent: {same}", self.seed);
        let (_, _, _, sends, outcomes) = *row;

        let (next, level) = match (event, sends) {
            (Play | Cancel, Nothing) => {
                let refused = if event == Play { Command::Play } else { Command::Cancel };
                self.bench.command(refused).expect_err(&name);
                (outcomes[0].1, outcomes[0].2)
            }
            (Play, Plan) => self.send_plan(&name, outcomes),
            (Play | Cancel | Enter, One(packet_type)) => {
                let (answer, next, level) = *self.random.pick(outcomes);
                self.bench
                    .command(match event {
                        Play => Command::Play,
                        Cancel => Command::Cancel,
                        _ => Command::EnterRobotMode { speed: 100.0 },
                    })
                    .expect(&name);
                if event == Enter {
                    self.bench.open();
                }
                let sent: Vec<_> = self.bench.commands().iter().map(Message::packet_type).collect();
                assert_eq!(sent, [packet_type], "{name}");
                self.answer(answer);
                assert_eq!(self.bench.commands().len(), 1, "{name}");
                if packet_type == PacketType::ResumePlan {
                    self.model.may_move = answer == Silence || self.model.may_move && answer == Refused;
                }
                if event == Enter {
                    self.model.connected = answer == Correct;
                }
                (next, level)
            }
            (Reached(place), _) => {
                let pose = self.pose(place);
                let counts = matches!(place, Place::Expected | Place::Last) && matches!(state, Running | Paused);
                self.model.reached += usize::from(counts);
                let id = self.bench.receive(Message::ReachedPose(pose));
                assert_eq!(self.bench.acked(), [id], "{name}");
                (outcomes[0].1, outcomes[0].2)
            }
            (EndOfPlan, _) => {
                let id = self.bench.receive(Message::EndOfPlan);
                assert_eq!(self.bench.acked(), [id], "{name}");
                (outcomes[0].1, outcomes[0].2)
            }
            (LinkLost, _) => {
                self.bench.pass(30.0);
                let sent = self.bench.commands();
                assert_eq!(sent, [Message::Mode { mode: Mode::Editor, speed: 100.0 }], "{name}");
                self.model.connected = false;
                let level = self.bench.report().level();
                self.bench.pass(3.0);
                assert_eq!((self.bench.sent.len(), Some(level)), (1, outcomes[0].2), "{name}");
                (outcomes[0].1, outcomes[0].2)
            }
            _ => unreachable!("{name}"),
        };
        if matches!(event, Reached(_) | EndOfPlan) {
            assert_eq!(self.bench.commands(), [], "{name}");
        }
        self.model.state = next.unwrap_or(state);
        if matches!(self.model.state, Idle | Unknown) {
            (self.model.poses, self.model.reached, self.model.may_move) = (Vec::new(), 0, false);
        }
        assert_eq!(self.bench.client.plan(), self.model.state, "{name}");
        let levels: Vec<_> = self.bench.reports.iter().map(|report| report.level()).collect();
        assert_eq!(levels, Vec::from_iter(level), "{name}: {:?}", self.bench.reports);
        let mode = if self.model.connected { Mode::Robot } else { Mode::Editor };
        assert_eq!(self.bench.client.mode(), mode, "{name}");
        assert!(!self.bench.client.is_waiting(), "{name}");
        let progress = (!self.model.poses.is_empty()).then_some((self.model.reached, self.model.poses.len()));
        assert_eq!(self.bench.client.progress(), progress, "{name}");
    }

    /// Sends a plan; optionally one step fails.
    fn send_plan(
        &mut self,
        name: &str,
        outcomes: &[(Answer, Option<PlanState>, Option<Level>)],
    ) -> (Option<PlanState>, Option<Level>) {
        let (from, plan) = (self.model.state, whole_plan(&self.bench.route));
        let failing = if self.random.below(2) == 0 { plan.len() } else { self.random.below(plan.len()) };
        let answer = *self.random.pick(&[Refused, Silence]);
        self.bench.command(Command::Play).expect(name);
        for (step, message) in plan.iter().enumerate() {
            let resends = if from == Idle { PlanState::Sending } else { PlanState::Resending };
            assert_eq!((self.bench.client.plan(), &self.bench.commands()[..]), (resends, &plan[..=step]), "{name}");
            if step == failing {
                self.answer(answer);
                assert_eq!(self.bench.commands().len(), step + 1, "{name}: nothing further");
                let packet_type = message.packet_type();
                let row = FAILURES.iter().find(|(state, failed, how, _)| {
                    *state == from && failed.is_none_or(|failed| failed == packet_type) && *how == answer
                });
                let mut next = row.unwrap_or_else(|| panic!("no row for {name}, {packet_type}, {answer:?}")).3;
                if packet_type == PacketType::OpenPlan && answer == Silence && self.model.may_move {
                    next = Unknown;
                }
                self.model.may_move &= next == Paused;
                return (Some(next), Some(Error));
            }
            self.answer(Correct);
        }
        self.model.may_move = false;
        self.model.poses = self.bench.route.clone();
        self.model.reached = 0;
        self.model.sent = self.bench.revision;
        (outcomes[0].1, outcomes[0].2)
    }
}

/// RM-68: One button starts, pauses and resumes a plan; another cancels it.
#[test]
fn random_sequences_of_events_are_those_of_the_table() {
    rows_cover_each_other_nowhere();
    let sequences = if std::env::var_os("SIM_SOAK").is_some() { 10_000 } else { 1_000 };
    let mut visits = [0; 4];
    for seed in 0..sequences {
        let mut run = Run::new(seed);
        for _ in 0..25 {
            (0..run.random.below(3)).for_each(|_| run.change_route());
            run.step();
            visits[ALL.iter().position(|state| *state == run.model.state).unwrap()] += 1;
        }
    }
    assert!(visits.iter().all(|visits| *visits > sequences), "{visits:?} times in {ALL:?}");
}
