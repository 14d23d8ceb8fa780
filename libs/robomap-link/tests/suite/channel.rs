//! The channel: random effects, scripts, and reproducibility.

use crate::support::{ACK, datagram, s};
use robomap_link::Datagram;
use robomap_link::channel::{Chances, Channel, Effect, Rule};
use robomap_protocol::{Message, PacketType};
use std::time::Duration;

fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Ids of the `ClosePlan` packets that arrive, and their arrival times, ms.
fn through(channel: &mut Channel, count: u32) -> Vec<(u64, u8)> {
    let mut arrived = Vec::new();
    for time in 0..2_000 {
        if time < u64::from(count) {
            channel.send(ms(time), datagram(time as u32 % 128, Message::ClosePlan));
        }
        arrived.extend(channel.receive(ms(time)).into_iter().map(|datagram| (time, datagram.bytes[1])));
    }
    assert_eq!((channel.next_due(), channel.receive(s(1e6)).len()), (None, 0));
    arrived
}

#[test]
fn a_channel_without_disturbances_is_transparent() {
    let expected: Vec<_> = (0..100).map(|time| (u64::from(time), time)).collect();
    assert_eq!(through(&mut Channel::perfect(), 100), expected);
}

#[test]
fn equal_seeds_give_equal_wires_and_others_give_others() {
    let chances = Chances { loss: 0.2, duplication: 0.2, reordering: 0.1, hold: ms(50), delay: [ms(1), ms(300)] };
    let run = |seed| through(&mut Channel::new(seed, chances), 500);
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
    // Also if it is saved and restored in between.
    let mut first = Channel::new(7, chances);
    (0..250).for_each(|id| first.send(ms(id), datagram(id as u32, Message::ClosePlan)));
    let mut again: Channel = serde_json::from_str(&serde_json::to_string(&first).unwrap()).unwrap();
    for wire in [&mut first, &mut again] {
        (250..500).for_each(|id| wire.send(ms(id), datagram(id as u32, Message::ClosePlan)));
    }
    assert_eq!(first.receive(s(10.0)), again.receive(s(10.0)));
    assert_eq!(first, again);
}

#[test]
fn chances_are_met() {
    let count = 1_900;
    let run = |chances| {
        let mut channel = Channel::new(3, chances);
        let arrived = through(&mut channel, count);
        (channel.tally(), arrived)
    };
    let (tally, _) = run(Chances { loss: 0.1, ..Chances::default() });
    assert!((150..230).contains(&tally.lost) && tally.received == u64::from(count) - tally.lost, "{tally:?}");
    let (tally, _) = run(Chances { duplication: 0.1, ..Chances::default() });
    assert!((150..230).contains(&tally.added) && tally.received == u64::from(count) + tally.added, "{tally:?}");
    let chances = Chances { delay: [ms(20), ms(60)], ..Chances::default() };
    let mut channel = Channel::new(3, chances);
    let mut delays = Vec::new();
    for time in 0..1_000 {
        channel
            .send(ms(time), Datagram { bytes: (time as u32).to_be_bytes().into(), ..datagram(0, Message::ClosePlan) });
        for datagram in channel.receive(ms(time)) {
            let sent = u32::from_be_bytes(datagram.bytes.try_into().unwrap());
            delays.push(time - u64::from(sent));
        }
    }
    let (least, most) = (delays.iter().min().unwrap(), delays.iter().max().unwrap());
    assert!((20..24).contains(least) && (57..=61).contains(most), "{least} … {most}");
    let mean = delays.iter().sum::<u64>() as f64 / delays.len() as f64;
    assert!((38.0..43.0).contains(&mean), "{mean}");

    // Some are held, and overtaken by the three that follow.
    let (tally, arrived) = run(Chances { reordering: 0.1, hold: ms(3), ..Chances::default() });
    let late = arrived.iter().filter(|(time, id)| (*time as u8 & 0x7f) != *id);
    assert!((150..230).contains(&late.count()) && tally.received == u64::from(count), "{tally:?}");
    assert!(arrived.windows(2).any(|pair| pair[1].1 < pair[0].1 && pair[0].1 < 127), "none was overtaken");
}

#[test]
fn scripts_count_packets_of_a_type() {
    let mut channel = Channel::perfect();
    channel.add_rule(Rule::drop_nth(PacketType::Ack, 2));
    channel.add_rule(Rule::nth(PacketType::Ack, 3, Effect::Delay(s(0.5))));
    channel.add_rule(Rule::nth(PacketType::ClosePlan, 1, Effect::Repeat(2, s(1.0))));
    channel.add_rule(Rule { packet_type: None, first: 7, count: 2, effect: Effect::Drop });
    channel.add_outage(s(4.0), s(5.0));
    let ack = |acked| Message::Ack { acked, status: ACK };
    for (id, message) in [
        (1, ack(1)),
        (2, Message::ClosePlan),
        (3, ack(2)),
        (4, ack(3)),
        (5, ack(4)),
        (6, Message::ClosePlan),
        (7, Message::StartPlan),
        (8, ack(5)),
        (9, Message::StopPlan),
    ] {
        channel.send(s(0.0), datagram(id, message));
    }
    channel.send(s(4.0), datagram(10, Message::StopPlan));
    channel.send(s(5.0), datagram(11, Message::StopPlan));
    let mut arrived = |time| channel.receive(s(time)).into_iter().map(|datagram| datagram.bytes[1]).collect::<Vec<_>>();
    assert_eq!(arrived(0.0), [1, 2, 5, 6, 9]);
    assert_eq!(arrived(0.5), [4]);
    assert!(arrived(0.9).is_empty());
    assert_eq!(arrived(9.0), [2, 2, 11]);
    assert_eq!((channel.sent(PacketType::Ack), channel.tally().lost, channel.tally().added), (5, 4, 2));
}

#[test]
fn a_flood_is_dropped() {
    let mut channel = Channel::new(0, Chances { delay: [s(1.0), s(1.0)], ..Chances::default() });
    (0..20_000).for_each(|id| channel.send(s(0.0), datagram(id, Message::ClosePlan)));
    assert_eq!((channel.receive(s(2.0)).len(), channel.tally().lost), (10_000, 10_000));
}
