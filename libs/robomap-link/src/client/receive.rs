//! Handling of packets from the robot.

use super::{Change, Client, Notice, Ordering, Socket};
use crate::Datagram;
use crate::ids::{Missing, Recent, is_after};
use crate::is_possible;
use robomap_protocol::{Acknowledged, Direction, Fault, Message, Packet, Pose, Status, decode};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::time::Duration;

/// Time window of the trace rate.
const RATE_WINDOW: Duration = Duration::from_secs(2);

/// Maximum number of stored trace times.
const MAX_TRACE_TIMES: usize = 1000;

/// Receive counters since the client was created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counters {
    /// Packets that clients receive.
    pub packets: u64,
    /// Traces among them.
    pub traces: u64,
    /// Ignored traces with impossible poses.
    pub impossible: u64,
    /// Packets dropped because newer ones had arrived.
    pub stale: u64,
    /// Duplicate packets.
    pub copies: u64,
    /// Acknowledgements that no command waits for.
    pub late_acks: u64,
    /// Beacon packets without a request.
    pub unexpected: u64,
    /// Malformed datagrams.
    pub corrupt: u64,
    /// Datagrams of unknown types.
    pub unknown: u64,
    /// Packets that only servers receive.
    pub misdirected: u64,
    /// Datagrams from other addresses.
    pub strangers: u64,
    /// Datagrams that arrived without an open socket.
    pub closed: u64,
}

/// Receive state of the current connection.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Ears {
    /// The latest trace.
    pub trace: Option<(u32, Pose)>,
    /// Whether there is a new pose to show.
    pub moved: bool,
    /// Whether the latest trace had an impossible pose.
    is_impossible: bool,
    recent: Recent,
    pub missing: Missing,
    /// For strict ordering, across connections.
    last_id: Option<u32>,
    /// Id of the packet that requested robot mode.
    pub entered: Option<u32>,
    /// Time of the last packet.
    pub heard: Duration,
    pub misses: u32,
    times: VecDeque<Duration>,
    pub counters: Counters,
}

impl Ears {
    /// Clears the state of a connection.
    pub fn clear(&mut self) {
        let Self { last_id, counters, .. } = std::mem::take(self);
        *self = Self { last_id, counters, ..Self::default() };
    }

    pub fn trace_rate(&self, now: Duration) -> f64 {
        let recent = self.times.iter().rev().take_while(|time| now.saturating_sub(**time) < RATE_WINDOW);
        recent.count() as f64 / RATE_WINDOW.as_secs_f64()
    }
}

impl Client {
    pub(super) fn receive(&mut self, datagram: &Datagram) {
        if self.socket != Socket::Open {
            self.ears.counters.closed += 1;
            return;
        }
        if datagram.peer != self.settings.server {
            self.ears.counters.strangers += 1;
            return;
        }
        let packet = match decode(&datagram.bytes, self.settings.dialect) {
            Ok(packet) => packet,
            Err(error) => {
                match error.fault {
                    Fault::UnknownType(_) => self.ears.counters.unknown += 1,
                    _ => self.ears.counters.corrupt += 1,
                }
                return;
            }
        };
        let packet_type = packet.message.packet_type();
        if packet_type.direction() == Direction::ToServer {
            self.ears.counters.misdirected += 1;
            return;
        }
        self.ears.counters.packets += 1;
        self.ears.missing.came(packet.id);
        self.ears.heard = self.now;
        if std::mem::take(&mut self.ears.misses) > 0 {
            self.change(Change::Silence(Duration::ZERO));
        }
        // Duplicate and late packets are acknowledged, too: the robot needs to know that they have arrived.
        if packet_type.acknowledged() == Acknowledged::ByClient {
            self.send(Message::Ack { acked: packet.id, status: Status::Correct });
        }
        let is_fresh = self.is_fresh(&packet);
        // Acknowledgements are matched by the acknowledged id, so that copies are harmless; a restarted robot reuses ids.
        let is_answer = matches!(packet.message, Message::Ack { .. }) && self.settings.ordering == Ordering::TracesOnly;
        if is_fresh || is_answer {
            self.take(packet);
        }
    }

    fn is_fresh(&mut self, packet: &Packet) -> bool {
        let ears = &mut self.ears;
        let is_trace = matches!(packet.message, Message::Trace(_));
        match self.settings.ordering {
            Ordering::Strict => {
                let before = ears.last_id.replace(packet.id);
                let is_newer = before.is_none_or(|before| packet.id > before);
                ears.counters.stale += u64::from(!is_newer);
                is_newer
            }
            Ordering::TracesOnly if is_trace => {
                let is_newer = ears.trace.is_none_or(|(id, _)| is_after(packet.id, id));
                ears.counters.stale += u64::from(!is_newer);
                is_newer
            }
            Ordering::TracesOnly => {
                let packet_type = packet.message.packet_type();
                let is_new = ears.recent.status(packet.id, packet_type).is_none();
                if is_new {
                    ears.recent.remember(packet.id, packet_type, Status::Correct);
                }
                ears.counters.copies += u64::from(!is_new);
                is_new
            }
        }
    }

    fn take(&mut self, packet: Packet) {
        match packet.message {
            Message::Trace(pose) if !is_possible(&pose) => {
                self.ears.counters.impossible += 1;
                // Reported once until the next possible pose.
                if !std::mem::replace(&mut self.ears.is_impossible, true) {
                    self.report(None, Notice::ImpossiblePose(pose));
                }
            }
            Message::Trace(pose) => {
                let ears = &mut self.ears;
                ears.is_impossible = false;
                ears.trace = Some((packet.id, pose));
                ears.moved = true;
                ears.counters.traces += 1;
                if ears.times.len() == MAX_TRACE_TIMES {
                    ears.times.pop_front();
                }
                ears.times.push_back(self.now);
            }
            Message::Ack { acked, status } => self.acknowledged(packet.id, acked, status),
            Message::ReachedPose(pose) => self.reached(packet.id, pose),
            Message::EndOfPlan => self.plan_ended(packet.id),
            Message::CaptureStarted => self.capture(true),
            Message::CaptureEnded => self.capture(false),
            _ => self.calibration(&packet.message),
        }
    }
}
