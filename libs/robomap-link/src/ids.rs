//! Packet ids: they wrap around to 0 and are compared modulo half of the range.

use robomap_protocol::{MAX_ID, PacketType, Status};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Number of remembered packets per connection.
const REMEMBERED: usize = 256;

/// Generates ids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Counter(u32);

impl Counter {
    pub(crate) fn at(id: u32) -> Self {
        Self(id & MAX_ID)
    }

    pub(crate) fn next(&mut self) -> u32 {
        let id = self.0;
        self.0 = (id + 1) & MAX_ID;
        id
    }
}

/// Returns whether an id comes after another one.
pub(crate) fn is_after(id: u32, other: u32) -> bool {
    let ahead = id.wrapping_sub(other) & MAX_ID;
    ahead != 0 && ahead <= MAX_ID / 2
}

/// The last packets of a connection and their outcomes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Recent(VecDeque<(u32, PacketType, Status)>);

impl Recent {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the status of such a packet, if known.
    pub(crate) fn status(&self, id: u32, packet_type: PacketType) -> Option<Status> {
        let mut known = self.0.iter().rev();
        known.find(|known| (known.0, known.1) == (id, packet_type)).map(|known| known.2)
    }

    pub(crate) fn remember(&mut self, id: u32, packet_type: PacketType, status: Status) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back((id, packet_type, status));
    }
}

/// Larger gaps than this do not count as missing: the other side has restarted its count.
const MAX_GAP: u32 = 1000;

/// Counts the missing ids of a peer that numbers its packets consecutively.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Missing {
    newest: Option<u32>,
    /// Bit mask of the received ids among the 64 up to the newest, which is the lowest bit.
    seen: u64,
    count: u64,
}

impl Missing {
    /// Records a packet with this id.
    pub(crate) fn came(&mut self, id: u32) {
        let Some(newest) = self.newest.replace(id) else {
            // Packets before the first received one do not count as missing.
            self.seen = u64::MAX;
            return;
        };
        let ahead = id.wrapping_sub(newest) & MAX_ID;
        let behind = newest.wrapping_sub(id) & MAX_ID;
        if ahead <= MAX_GAP {
            self.count += u64::from(ahead.saturating_sub(1));
            self.seen = self.seen.checked_shl(ahead).unwrap_or(0) | 1;
        } else if behind < u64::BITS {
            self.newest = Some(newest);
            let bit = 1 << behind;
            // Packets older than these are too late to count.
            if self.seen & bit == 0 {
                (self.seen, self.count) = (self.seen | bit, self.count - 1);
            }
        } else if behind <= MAX_GAP {
            self.newest = Some(newest);
        } else {
            self.seen = u64::MAX;
        }
    }

    /// Returns the number of missing ids.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_go_on_at_0_after_the_largest() {
        let mut counter = Counter::at(MAX_ID - 1);
        assert_eq!([counter.next(), counter.next(), counter.next()], [MAX_ID - 1, MAX_ID, 0]);
        assert_eq!(Counter::default().next(), 0);
    }

    /// RM-B14: The link shows latency and loss, and is tested with the real platform.
    #[test]
    fn ids_that_have_not_come_are_counted() {
        for (ids, missing) in [
            (&[][..], 0),
            (&[7], 0),
            (&[7, 8, 9], 0),
            (&[7, 10], 2),
            (&[7, 10, 8], 1),
            (&[7, 10, 8, 8, 10], 1),
            (&[7, 10, 8, 9], 0),
            (&[7, 9, 5], 1),
            (&[MAX_ID, 0, 2], 1),
            (&[MAX_ID, 1, 0], 0),
            // Too late to know whether it was received before.
            (&[7, 100, 8], 92),
            // A restarted robot.
            (&[5000, 0, 1, 3], 1),
            (&[0, 5000, 5001], 0),
        ] {
            let mut counted = Missing::default();
            ids.iter().for_each(|id| counted.came(*id));
            assert_eq!(counted.count(), missing, "{ids:?}");
        }
    }

    #[test]
    fn ids_are_compared_with_half_of_the_range() {
        for (id, other, after) in [
            (1, 0, true),
            (0, 1, false),
            (5, 5, false),
            (0, MAX_ID, true),
            (MAX_ID, 0, false),
            (3, MAX_ID - 3, true),
            (MAX_ID / 2, 0, true),
            (MAX_ID / 2 + 1, 0, false),
        ] {
            assert_eq!(is_after(id, other), after, "{id} after {other}");
        }
    }

    #[test]
    fn the_last_256_packets_are_remembered() {
        let mut recent = Recent::default();
        for id in 0..300 {
            recent.remember(id, PacketType::AddPose, if id % 2 == 0 { Status::Correct } else { Status::Refused });
        }
        assert_eq!(recent.status(43, PacketType::AddPose), None);
        assert_eq!(recent.status(44, PacketType::AddPose), Some(Status::Correct));
        assert_eq!(recent.status(299, PacketType::AddPose), Some(Status::Refused));
        assert_eq!(recent.status(299, PacketType::ClosePlan), None, "ids and types count");
        recent.clear();
        assert_eq!(recent, Recent::default());
    }
}
