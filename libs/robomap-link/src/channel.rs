//! A one-way channel that drops, delays, duplicates and reorders datagrams: randomly from a seed, and according to a script.

use crate::Datagram;
use robomap_protocol::{Dialect, PacketType, decode};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Random effects on datagrams. Default: a perfect channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chances {
    /// Probability that a datagram is lost, 0 … 1.
    pub loss: f64,
    /// Probability that a datagram is duplicated, each copy with its own delay, 0 … 1.
    pub duplication: f64,
    /// Probability that a datagram is held beyond its delay, so that later ones overtake it, 0 … 1.
    pub reordering: f64,
    /// Additional delay of held datagrams.
    pub hold: Duration,
    /// Minimum and maximum delay. If they differ, datagrams can overtake one another.
    pub delay: [Duration; 2],
}

/// Effect of a rule on a datagram. It replaces the random effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// The datagram is lost.
    Drop,
    /// The datagram arrives after this time.
    Delay(Duration),
    /// The datagram arrives immediately, followed by this number of copies at this interval.
    Repeat(u32, Duration),
}

/// An entry of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// Packet type that is counted; `None` counts all datagrams.
    pub packet_type: Option<PacketType>,
    /// First matching datagram that the rule applies to, counted from 1 since the channel was created.
    pub first: u64,
    /// Number of consecutive datagrams that the rule applies to.
    pub count: u64,
    /// Effect on these datagrams.
    pub effect: Effect,
}

impl Rule {
    /// Drops the `nth` packet of a type, counted from 1.
    pub fn drop_nth(packet_type: PacketType, nth: u64) -> Self {
        Self { packet_type: Some(packet_type), first: nth, count: 1, effect: Effect::Drop }
    }

    /// Applies an effect to the `nth` packet of a type, counted from 1.
    pub fn nth(packet_type: PacketType, nth: u64, effect: Effect) -> Self {
        Self { packet_type: Some(packet_type), first: nth, count: 1, effect }
    }

    /// Applies an effect to all packets of a type.
    pub fn every(packet_type: PacketType, effect: Effect) -> Self {
        Self { packet_type: Some(packet_type), first: 1, count: u64::MAX, effect }
    }
}

/// Statistics of a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Datagrams sent.
    pub sent: u64,
    /// Datagrams lost.
    pub lost: u64,
    /// Copies added.
    pub added: u64,
    /// Datagrams and copies delivered.
    pub received: u64,
}

/// Maximum number of datagrams in flight; beyond it, new datagrams are dropped.
const UNDER_WAY: usize = 10_000;

/// A datagram in flight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Flying {
    due: Duration,
    number: u64,
    datagram: Datagram,
}

/// The channel. Its saved state includes the datagrams in flight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Channel {
    random: u64,
    chances: Chances,
    script: Vec<Rule>,
    /// Intervals [from, until) in which all datagrams are lost.
    outages: Vec<[Duration; 2]>,
    /// Datagrams sent, per type and in total.
    counts: Vec<u64>,
    flying: Vec<Flying>,
    tally: Tally,
}

impl Channel {
    /// Creates a channel with these random effects; equal seeds give equal channels.
    pub fn new(seed: u64, chances: Chances) -> Self {
        let counts = vec![0; PacketType::ALL.len() + 1];
        let (script, outages, flying) = (Vec::new(), Vec::new(), Vec::new());
        Self { random: seed, chances, script, outages, counts, flying, tally: Tally::default() }
    }

    /// Creates a channel without loss or delay.
    pub fn perfect() -> Self {
        Self::new(0, Chances::default())
    }

    /// Sets the random effects for datagrams sent from now on.
    pub fn set_chances(&mut self, chances: Chances) {
        self.chances = chances;
    }

    /// Adds a rule. If several rules apply, the one added first wins. Random effects do not apply to datagrams that match a rule.
    pub fn add_rule(&mut self, rule: Rule) {
        self.script.push(rule);
    }

    /// Drops all datagrams sent in the interval [`from`, `until`).
    pub fn add_outage(&mut self, from: Duration, until: Duration) {
        self.outages.push([from, until]);
    }

    /// Returns the number of packets of a type sent so far.
    pub fn sent(&self, packet_type: PacketType) -> u64 {
        self.counts[usize::from(packet_type.number())]
    }

    /// Returns the statistics of all datagrams.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Returns the delivery time of the next datagram in flight.
    pub fn next_due(&self) -> Option<Duration> {
        self.flying.iter().map(|flying| flying.due).min()
    }

    /// Sends a datagram.
    pub fn send(&mut self, now: Duration, datagram: Datagram) {
        self.tally.sent += 1;
        self.counts[0] += 1;
        let packet_type = decode(&datagram.bytes, Dialect::Later).ok().map(|packet| packet.message.packet_type());
        if let Some(packet_type) = packet_type {
            self.counts[usize::from(packet_type.number())] += 1;
        }
        if self.outages.iter().any(|[from, until]| (*from..*until).contains(&now)) {
            self.tally.lost += 1;
            return;
        }
        match self.rule(packet_type) {
            Some(Effect::Drop) => self.tally.lost += 1,
            Some(Effect::Delay(delay)) => self.fly(now, delay, datagram),
            Some(Effect::Repeat(copies, delay)) => {
                self.fly(now, Duration::ZERO, datagram.clone());
                for copy in 1..=copies {
                    self.tally.added += 1;
                    self.fly(now, delay.saturating_mul(copy), datagram.clone());
                }
            }
            None => self.send_by_chance(now, datagram),
        }
    }

    /// Returns the datagrams that have arrived, in order of arrival.
    pub fn receive(&mut self, now: Duration) -> Vec<Datagram> {
        let (mut arrived, flying): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.flying).into_iter().partition(|flying| flying.due <= now);
        self.flying = flying;
        arrived.sort_by_key(|flying| (flying.due, flying.number));
        self.tally.received += arrived.len() as u64;
        arrived.into_iter().map(|flying| flying.datagram).collect()
    }

    fn rule(&self, packet_type: Option<PacketType>) -> Option<Effect> {
        let applies = |rule: &&Rule| {
            let count = match rule.packet_type {
                None => self.counts[0],
                Some(wanted) if packet_type == Some(wanted) => self.sent(wanted),
                Some(_) => return false,
            };
            count.checked_sub(rule.first).is_some_and(|place| place < rule.count)
        };
        self.script.iter().find(applies).map(|rule| rule.effect)
    }

    fn send_by_chance(&mut self, now: Duration, datagram: Datagram) {
        let copies = if self.happens(self.chances.duplication) { 2 } else { 1 };
        self.tally.added += copies - 1;
        for _ in 0..copies {
            if self.happens(self.chances.loss) {
                self.tally.lost += 1;
                continue;
            }
            let [least, largest] = self.chances.delay;
            let largest = largest.max(least);
            let held = if self.happens(self.chances.reordering) { self.chances.hold } else { Duration::ZERO };
            let delay = least.saturating_add((largest - least).mul_f64(self.share()));
            self.fly(now, delay.saturating_add(held), datagram.clone());
        }
    }

    fn fly(&mut self, now: Duration, delay: Duration, datagram: Datagram) {
        if self.flying.len() == UNDER_WAY {
            self.tally.lost += 1;
            return;
        }
        let due = now.saturating_add(delay);
        self.flying.push(Flying { due, number: self.tally.sent + self.tally.added, datagram });
    }

    fn happens(&mut self, chance: f64) -> bool {
        // Zero probability draws no random number, so that rules can be tested on the same run.
        chance > 0.0 && self.share() < chance
    }

    /// Returns a random number in [0, 1): SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
    fn share(&mut self) -> f64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}
