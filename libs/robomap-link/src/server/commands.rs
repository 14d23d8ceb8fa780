//! Execution of commands.

use super::{Event, MAX_POSES, MOTION_LASTS, Plan, PlanState, Server};
use crate::client::Motion;
use crate::{TRACE_PERIOD, is_possible};
use robomap_protocol::{Message, Mode, Packet, PacketType, Status, encode};
use std::net::SocketAddrV4;

impl Server {
    pub(super) fn command(&mut self, from: SocketAddrV4, packet: &Packet) {
        let packet_type = packet.message.packet_type();
        if packet_type != PacketType::Mode {
            if self.peer != Some(from) {
                self.counters.refused += 1;
                return self.acknowledge(from, packet.id, Status::Refused);
            }
            if let Some(status) = self.recent.status(packet.id, packet_type) {
                self.counters.copies += 1;
                return self.acknowledge(from, packet.id, status);
            }
        }
        self.commands += 1;
        let refused = self.settings.refused.contains(&self.commands);
        let status = if !refused && self.execute(from, &packet.message) { Status::Correct } else { Status::Refused };
        self.counters.refused += u64::from(status == Status::Refused);
        if packet_type != PacketType::Mode {
            self.recent.remember(packet.id, packet_type, status);
        }
        self.acknowledge(from, packet.id, status);
        if matches!(packet.message, Message::Mode { mode: Mode::Editor, .. }) && status == Status::Correct {
            // After the acknowledgement, so that no packet follows it.
            self.peer = None;
        }
    }

    /// Executes a command if that is currently possible.
    fn execute(&mut self, from: SocketAddrV4, message: &Message) -> bool {
        let state = self.plan.state;
        match *message {
            Message::Mode { mode: Mode::Robot, speed } => return self.enter(from, speed),
            Message::Mode { mode: Mode::Editor, .. } => return self.leave(from),
            Message::OpenPlan { poses } => {
                if state == PlanState::Running || poses > MAX_POSES {
                    return false;
                }
                self.drop_plan();
                self.plan = Plan { state: PlanState::Loading(poses), ..Plan::default() };
            }
            Message::AddPose(pose) => match state {
                PlanState::Loading(expected) if self.plan.poses.len() < expected as usize && is_possible(&pose) => {
                    self.plan.poses.push(pose);
                }
                _ => return false,
            },
            Message::ClosePlan => match state {
                PlanState::Loading(expected) if self.plan.poses.len() == expected as usize => {
                    self.plan.state = PlanState::Loaded;
                }
                PlanState::Loading(_) => {
                    self.drop_plan();
                    return false;
                }
                _ => return false,
            },
            Message::StartPlan => {
                if state != PlanState::Loaded {
                    return false;
                }
                self.motion = None;
                self.plan.state = PlanState::Running;
                self.go_on();
            }
            Message::StopPlan => {
                self.motion = None;
                self.drop_plan();
                self.out.events.push(Event::Stand);
            }
            Message::PausePlan => match state {
                PlanState::Running => {
                    self.plan.state = PlanState::Paused;
                    self.out.events.push(Event::Stand);
                }
                PlanState::Paused => {}
                _ => return false,
            },
            Message::ResumePlan => match state {
                PlanState::Paused => self.resume(),
                PlanState::Running => {}
                _ => return false,
            },
            Message::ChangeSpeed { speed } => self.set_speed(speed),
            Message::CalibrationRequest => {
                if self.has_active_plan() {
                    return false;
                }
                self.calibrate();
            }
            Message::ManualTranslation { dx, dy, speed } => {
                return self.move_by_hand(Motion::Translate { dx, dy, speed });
            }
            Message::ManualRotation { turn, speed } => return self.move_by_hand(Motion::Rotate { turn, speed }),
            Message::ManualStop => {
                if self.has_active_plan() {
                    return false;
                }
                self.motion = None;
                self.out.events.push(Event::Stand);
            }
            // No other packet is a command.
            _ => return false,
        }
        true
    }

    /// A client connects: all previous state is dropped.
    fn enter(&mut self, from: SocketAddrV4, speed: f64) -> bool {
        if self.peer.is_some_and(|peer| peer != from) && self.plan.state == PlanState::Running {
            return false;
        }
        self.stand();
        self.recent.clear();
        if self.peer != Some(from) {
            self.peer = Some(from);
            self.out.events.push(Event::Peer(self.peer));
        }
        self.set_speed(speed);
        // Before the acknowledgement: a client may swallow the first packet of a restarted server.
        self.trace();
        self.next_trace = self.now.saturating_add(TRACE_PERIOD);
        true
    }

    fn leave(&mut self, from: SocketAddrV4) -> bool {
        if self.peer.is_some_and(|peer| peer != from) {
            return false;
        }
        self.stand();
        if self.peer.is_some() {
            self.out.events.push(Event::Peer(None));
        }
        true
    }

    fn stand(&mut self) {
        self.motion = None;
        self.drop_plan();
        self.notices.clear();
        self.out.events.push(Event::Stand);
    }

    fn set_speed(&mut self, speed: f64) {
        self.speed = speed;
        self.out.events.push(Event::Speed(speed));
    }

    fn has_active_plan(&self) -> bool {
        matches!(self.plan.state, PlanState::Running | PlanState::Paused)
    }

    fn resume(&mut self) {
        // Unconfirmed packets are sent again.
        self.progress.begin_again();
        if self.plan.target < self.plan.poses.len() {
            self.plan.state = PlanState::Running;
            self.go_on();
        } else {
            self.plan.state = PlanState::Idle;
        }
    }

    fn calibrate(&mut self) {
        self.notices.clear();
        let beacons = self.settings.beacons.iter().map(|beacon| Message::UltrasoundBeacon(*beacon));
        let can_be_sent =
            |message: &Message| encode(&Packet { id: 0, message: *message }, self.settings.dialect).is_ok();
        let beacons: Vec<Message> = beacons.filter(can_be_sent).collect();
        self.notices.push(Message::CalibrationStart { beacons: beacons.len() as u32 });
        beacons.into_iter().for_each(|beacon| self.notices.push(beacon));
        self.notices.push(Message::CalibrationEnd);
    }

    fn move_by_hand(&mut self, motion: Motion) -> bool {
        if self.has_active_plan() || !motion.has_direction() {
            return false;
        }
        self.motion = Some(self.now.saturating_add(MOTION_LASTS));
        self.out.events.push(Event::Move(motion));
        true
    }
}
