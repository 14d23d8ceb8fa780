//! Packets that the client has to confirm: sent one after another, each repeated until it is acknowledged.

use crate::ids::Counter;
use crate::{MAX_SENDS, RESEND_AFTER};
use robomap_protocol::{Message, Packet, PacketType};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::time::Duration;

/// A packet that remained unacknowledged after the maximum number of transmissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unacknowledged {
    /// A reached pose. The packet is retained and can be sent again.
    Reached,
    /// Another packet. It is dropped together with all packets queued behind it.
    Other,
}

/// State of the first packet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct First {
    /// Ids that it was sent with.
    ids: Vec<u32>,
    sends: u32,
    last: Duration,
}

/// Ordered packets. A client must receive a pose before the next one, which it would not expect otherwise.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Outgoing {
    messages: VecDeque<Message>,
    first: First,
    given_up: bool,
}

impl Outgoing {
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    pub fn clear(&mut self) {
        *self = Self::default();
    }

    pub fn push(&mut self, message: Message) {
        self.messages.push_back(message);
    }

    /// Restarts the first packet if it was abandoned.
    pub fn begin_again(&mut self) {
        if std::mem::take(&mut self.given_up) {
            // Acknowledgements of earlier transmissions are still valid.
            self.first.sends = 0;
        }
    }

    pub fn acknowledged(&mut self, id: u32) {
        if self.first.ids.contains(&id) {
            self.messages.pop_front();
            self.first = First::default();
            self.given_up = false;
        }
    }

    /// Adds the packets that are due to `sent`. Returns an abandoned packet.
    pub fn step(&mut self, now: Duration, counter: &mut Counter, sent: &mut Vec<Packet>) -> Option<Unacknowledged> {
        let message = *self.messages.front()?;
        let first = &mut self.first;
        if self.given_up || (first.sends > 0 && now < first.last.saturating_add(RESEND_AFTER)) {
            return None;
        }
        let is_reached = message.packet_type() == PacketType::ReachedPose;
        if first.sends == MAX_SENDS {
            if is_reached {
                self.given_up = true;
                return Some(Unacknowledged::Reached);
            }
            self.clear();
            return Some(Unacknowledged::Other);
        }
        // The oldest clients drop a pose with an old id; the others drop duplicates by their ids.
        let id = match first.ids.last() {
            Some(id) if !is_reached => *id,
            _ => {
                let id = counter.next();
                // After many restarts, the last ids are sufficient.
                if first.ids.len() == 2 * MAX_SENDS as usize {
                    first.ids.remove(0);
                }
                first.ids.push(id);
                id
            }
        };
        first.sends += 1;
        first.last = now;
        sent.push(Packet { id, message });
        None
    }
}
