//! A wire in one direction that loses, delays, repeats and reorders datagrams: by chance from a seed, and by a script.

use crate::Datagram;
use robomap_protocol::{Dialect, PacketType, decode};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What happens to datagrams by chance. The default is a wire that does nothing to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Chances {
    /// Share of the datagrams that are lost, 0 … 1.
    pub loss: f64,
    /// Share of the datagrams that come twice, each copy after its own delay.
    pub duplication: f64,
    /// Share of the datagrams that are held back beyond their delay, so that others overtake them.
    pub reordering: f64,
    /// For how long those are held back.
    pub hold: Duration,
    /// Least and largest delay. Where they differ, datagrams overtake one another.
    pub delay: [Duration; 2],
}

/// What a rule does to a datagram, in the place of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// It is lost.
    Drop,
    /// It comes after this time.
    Delay(Duration),
    /// It comes at once, and copies of it after each of so many of these times.
    Repeat(u32, Duration),
}

/// A line of the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// Type of the packets that are counted; all datagrams where it is none.
    pub packet_type: Option<PacketType>,
    /// The first of them that the rule applies to, counted from 1 since the wire was made.
    pub first: u64,
    /// How many it applies to, from there on.
    pub count: u64,
    /// What happens to them.
    pub effect: Effect,
}

impl Rule {
    /// Loses the `nth` packet of a type, counted from 1.
    pub fn drop_nth(packet_type: PacketType, nth: u64) -> Self {
        Self { packet_type: Some(packet_type), first: nth, count: 1, effect: Effect::Drop }
    }

    /// Does something to the `nth` packet of a type, counted from 1.
    pub fn nth(packet_type: PacketType, nth: u64, effect: Effect) -> Self {
        Self { packet_type: Some(packet_type), first: nth, count: 1, effect }
    }

    /// Does something to all packets of a type.
    pub fn every(packet_type: PacketType, effect: Effect) -> Self {
        Self { packet_type: Some(packet_type), first: 1, count: u64::MAX, effect }
    }
}

/// What has become of the datagrams of a wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Datagrams that were sent.
    pub sent: u64,
    /// Datagrams that were lost.
    pub lost: u64,
    /// Copies that were added.
    pub added: u64,
    /// Datagrams and copies that have come out.
    pub received: u64,
}

/// Datagrams that are under way at most; beyond that, new ones are lost.
const UNDER_WAY: usize = 10_000;

/// A datagram under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Flying {
    due: Duration,
    number: u64,
    datagram: Datagram,
}

/// The wire. It is saved and restored with what is under way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Channel {
    random: u64,
    chances: Chances,
    script: Vec<Rule>,
    /// Times from which on and until which everything is lost.
    outages: Vec<[Duration; 2]>,
    /// Datagrams that were sent, of each type, and in all.
    counts: Vec<u64>,
    flying: Vec<Flying>,
    tally: Tally,
}

impl Channel {
    /// A wire with these chances; equal seeds give equal wires.
    pub fn new(seed: u64, chances: Chances) -> Self {
        let counts = vec![0; PacketType::ALL.len() + 1];
        let (script, outages, flying) = (Vec::new(), Vec::new(), Vec::new());
        Self { random: seed, chances, script, outages, counts, flying, tally: Tally::default() }
    }

    /// A wire that changes nothing.
    pub fn perfect() -> Self {
        Self::new(0, Chances::default())
    }

    /// Sets other chances for what is sent from now on.
    pub fn set_chances(&mut self, chances: Chances) {
        self.chances = chances;
    }

    /// Adds a rule. Of several that apply, the one that was added first counts; chance does nothing to what rules apply to.
    pub fn add_rule(&mut self, rule: Rule) {
        self.script.push(rule);
    }

    /// Loses everything that is sent from one time on and before another.
    pub fn add_outage(&mut self, from: Duration, until: Duration) {
        self.outages.push([from, until]);
    }

    /// How many packets of a type were sent so far.
    pub fn sent(&self, packet_type: PacketType) -> u64 {
        self.counts[usize::from(packet_type.number())]
    }

    /// What has become of all datagrams.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// When the next datagram comes out, where one is under way.
    pub fn next_due(&self) -> Option<Duration> {
        self.flying.iter().map(|flying| flying.due).min()
    }

    /// Puts a datagram in.
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

    /// Takes out what has arrived, in the order of its arrival.
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
        // No number is drawn where there is no chance, so that rules can be tried on the same run.
        chance > 0.0 && self.share() < chance
    }

    /// A number from 0 to below 1: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
    fn share(&mut self) -> f64 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.random;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
    }
}
