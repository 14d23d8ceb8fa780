//! Packets that the client has to confirm: one after another, each sent again until it is heard of.

use crate::ids::Counter;
use crate::{MOST_SENDS, RESEND_AFTER};
use robomap_protocol::{Message, Packet, PacketType};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::time::Duration;

/// What the client has not heard of, although it was sent as often as it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unheard {
    /// A pose was reached. The packet is kept, and waits to be sent again.
    Reached,
    /// Something else. It is given up, with all that was to follow.
    Other,
}

/// How far the first packet is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct First {
    /// Ids that it was sent with.
    ids: Vec<u32>,
    sends: u32,
    last: Duration,
}

/// Packets in their order. A client must hear of a pose before it hears of the next one, which it would not expect.
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

    /// Sends the first one again, where that was given up.
    pub fn begin_again(&mut self) {
        if std::mem::take(&mut self.given_up) {
            // An answer to what was sent before is still one.
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

    /// Adds what is to be sent now. Returns what is given up.
    pub fn step(&mut self, now: Duration, counter: &mut Counter, sent: &mut Vec<Packet>) -> Option<Unheard> {
        let message = *self.messages.front()?;
        let first = &mut self.first;
        if self.given_up || (first.sends > 0 && now < first.last.saturating_add(RESEND_AFTER)) {
            return None;
        }
        let is_reached = message.packet_type() == PacketType::ReachedPose;
        if first.sends == MOST_SENDS {
            if is_reached {
                self.given_up = true;
                return Some(Unheard::Reached);
            }
            self.clear();
            return Some(Unheard::Other);
        }
        // The oldest clients drop a pose that comes with an id of before, the others drop copies by their ids.
        let id = match first.ids.last() {
            Some(id) if !is_reached => *id,
            _ => {
                let id = counter.next();
                // Of a packet that was begun again and again, the last ids are enough.
                if first.ids.len() == 2 * MOST_SENDS as usize {
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
