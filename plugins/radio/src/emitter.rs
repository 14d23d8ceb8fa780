//! An emitter.

use sim_abi::prelude::*;
use std::collections::VecDeque;

/// Size of a number in a message, bytes.
const WORD: f64 = 8.0;
/// Maximum number of pending bytes if the parameters set no limit.
const MAX_BUFFER: f64 = 1e9;

/// Parameters of an emitter.
#[params]
pub struct EmitterParams {
    /// Numbers in a message.
    #[param(default = 4, min = 0, max = 64)]
    words: u32,
    /// Maximum distance at which a message is received; −1: unlimited.
    #[param(default = 3.0, unit = "m", min = -1.0)]
    range: f64,
    /// Bits sent per second; a number has 8 bytes. −1: unlimited, messages take no time.
    #[param(default = -1.0, unit = "1/s", min = -1.0)]
    baud: f64,
    /// Bits per transmitted byte, including start and stop bits.
    #[param(default = 8, min = 1, max = 64)]
    byte_size: u32,
    /// Size of the send buffer, bytes; a message that does not fit is lost. −1: 10⁹.
    #[param(default = -1, min = -1)]
    buffer: i64,
}

/// Sends a message in every tick in which `send` is not 0. With a bit rate, the message leaves once all its bits have
/// been sent.
pub struct Emitter {
    range: f64,
    message: EffectOut,
    line: Option<Line>,
}

/// Outgoing messages.
struct Line {
    /// Transmission time of a message, s.
    duration: f64,
    /// Size of a message, and maximum total size of pending messages, bytes.
    bytes: f64,
    buffer: f64,
    /// Completion time of each pending message, s, with its channel and words.
    waiting: VecDeque<(f64, Vec<f64>)>,
    lost: u64,
    published: [Published; 2],
}

impl Actuator for Emitter {
    type Params = EmitterParams;

    fn new(params: EmitterParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let unlimited = |name: &str, value: f64, low: f64| {
            let wrong = value < 0.0 && value != -1.0 || value > -1.0 && value < low;
            let fault = || Fault::new(format!("`{name}` is {value}")).because(Cause::Parameters);
            if wrong { Err(fault().help("use a larger number, or −1 for no limit")) } else { Ok(()) }
        };
        unlimited("range", params.range, 0.0)?;
        unlimited("baud", params.baud, 1e-3)?;
        let send = Channel::new("send", "1").range(0.0, 1.0).exact().help("nonzero: send in this tick");
        let channel = Channel::new("channel", "1").range(0.0, f64::from(u32::MAX)).exact();
        let words = || (0..params.words).map(|index| Channel::new(format!("word_{index}"), "1"));
        [send.clone(), channel.clone()].into_iter().chain(words()).for_each(|command| setup.command(command));
        let range = Channel::new("range", "m").range(0.0, f64::INFINITY);
        let message =
            setup.effect_with(EffectKind::Message, [send, channel, range].into_iter().chain(words()).collect());
        let bytes = WORD * f64::from(params.words);
        let line = (params.baud > 0.0 || params.buffer >= 0).then(|| Line {
            duration: if params.baud > 0.0 { bytes * f64::from(params.byte_size) / params.baud } else { 0.0 },
            bytes,
            buffer: if params.buffer >= 0 { params.buffer as f64 } else { MAX_BUFFER },
            waiting: VecDeque::new(),
            lost: 0,
            published: [("waiting", "bytes waiting to be sent"), ("lost", "messages that did not fit into the buffer")]
                .map(|(name, help)| setup.publish(Channel::new(name, "1").range(0.0, f64::INFINITY).help(help))),
        });
        // An effect is a finite number; the engine treats a range beyond any world as unlimited.
        let range = if params.range < 0.0 { f64::MAX } else { params.range };
        Ok(Self { range, message, line })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let (message, range, now, tick) = (self.message, self.range, io.time(), io.dt());
        let Some(line) = &mut self.line else {
            for index in 0..io.commands().len() {
                let command = io.commands()[index];
                io.effect(message)[place(index)] = command;
            }
            io.effect(message)[2] = range;
            return Ok(());
        };
        if io.commands()[0] != 0.0 {
            line.take(now, &io.commands()[1..]);
        }
        let effect = io.effect(message);
        effect.fill(0.0);
        effect[2] = range;
        // Half a tick of slack: rounding must not delay a time that coincides with a tick to the next tick.
        if line.waiting.front().is_some_and(|(done, _)| *done <= now + 0.5 * tick)
            && let Some((_, values)) = line.waiting.pop_front()
        {
            effect[0] = 1.0;
            values.iter().enumerate().for_each(|(index, value)| effect[place(index + 1)] = *value);
        }
        let [waiting, lost] = line.published;
        let (bytes, messages) = (line.bytes * line.waiting.len() as f64, line.lost as f64);
        io.publish(waiting, bytes);
        io.publish(lost, messages);
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        self.line.as_ref().and_then(|line| state::save(&(&line.waiting, line.lost)))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        if let Some(line) = &mut self.line {
            (line.waiting, line.lost) = state::load(bytes)?;
        }
        Ok(())
    }
}

/// Index of a command in the effect: the range is between channel and words.
fn place(command: usize) -> usize {
    if command < 2 { command } else { command + 1 }
}

impl Line {
    /// Queues a message at a time, s; a message that does not fit is lost.
    fn take(&mut self, now: f64, values: &[f64]) {
        if self.bytes * (self.waiting.len() + 1) as f64 > self.buffer {
            self.lost += 1;
            return;
        }
        let start = self.waiting.back().map_or(now, |(done, _)| done.max(now));
        self.waiting.push_back((start + self.duration, values.to_vec()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig() -> ActuatorRig<Emitter> {
        ActuatorRig::new(json!({"words": 2, "range": 1.5}), &[]).unwrap()
    }

    fn slow(params: Value) -> ActuatorRig<Emitter> {
        let mut all = json!({"words": 2, "range": 1.5});
        all.as_object_mut().unwrap().extend(params.as_object().unwrap().clone());
        ActuatorRig::new(all, &[]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(rig);
        testing::conformance::actuator(|| slow(json!({"baud": 9600.0, "byte_size": 10, "buffer": 64})));
    }

    #[test]
    fn a_message_has_flag_channel_range_and_words() {
        assert_eq!(rig().act(&[1.0, 7.0, 0.25, -3.0]).unwrap(), [1.0, 7.0, 1.5, 0.25, -3.0]);
    }

    #[test]
    fn the_safe_command_is_silence() {
        assert_eq!(rig().declaration().channels[0].neutral, 0.0);
        assert_eq!(rig().act(&[0.0, 7.0, 0.25, -3.0]).unwrap()[0], 0.0);
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn a_range_of_minus_one_has_no_end_and_other_negative_numbers_are_refused() {
        let far =
            ActuatorRig::<Emitter>::new(json!({"words": 0, "range": -1}), &[]).unwrap().act(&[1.0, 0.0]).unwrap()[2];
        assert_eq!(far, f64::MAX);
        for (params, name) in
            [(json!({"range": -0.5}), "range"), (json!({"baud": -0.5}), "baud"), (json!({"baud": 0}), "baud")]
        {
            let fault = ActuatorRig::<Emitter>::new(params, &[]).err().unwrap();
            assert!(fault.message().contains(name) && fault.cause() == Cause::Parameters, "{fault}");
        }
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn with_a_bit_rate_messages_leave_one_after_the_other_when_all_their_bits_are_sent() {
        // 16 bytes of 10 bits at 4000 bit/s take 0.04 s: four steps of the rig.
        let mut rig = slow(json!({"baud": 4000.0, "byte_size": 10}));
        let mut sent = Vec::new();
        for step in 0..12 {
            let send = f64::from(u8::from(step < 2));
            let effect = rig.act(&[send, 3.0, f64::from(step), 9.0]).unwrap().to_vec();
            if effect[0] != 0.0 {
                sent.push((step, effect));
            }
            let waiting = [2, 1, 0][sent.len()].min(1 + usize::from(step > 0));
            assert_eq!(rig.published("waiting"), 16.0 * waiting as f64, "step {step}");
        }
        assert_eq!(sent, [(4, vec![1.0, 3.0, 1.5, 0.0, 9.0]), (8, vec![1.0, 3.0, 1.5, 1.0, 9.0])]);
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn what_does_not_fit_into_the_buffer_is_lost_and_counted() {
        let mut rig = slow(json!({"baud": 4000.0, "byte_size": 10, "buffer": 40}));
        for step in 0..5 {
            rig.act(&[1.0, 0.0, f64::from(step), 0.0]).unwrap();
        }
        assert_eq!((rig.published("waiting"), rig.published("lost")), (16.0, 3.0), "two of 16 bytes fit into 40");
        let mut small = slow(json!({"buffer": 15}));
        assert_eq!(small.act(&[1.0, 0.0, 1.0, 1.0]).unwrap()[0], 0.0);
        assert_eq!(small.published("lost"), 1.0);
        let mut fits = slow(json!({"buffer": 16}));
        assert_eq!(fits.act(&[1.0, 0.0, 1.0, 1.0]).unwrap()[0], 1.0, "without a bit rate at once");
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn messages_in_transit_survive_a_reload() {
        let params = || json!({"baud": 4000.0, "byte_size": 10});
        let (mut old, mut new) = (slow(params()), slow(params()));
        old.act(&[1.0, 5.0, 6.0, 7.0]).unwrap();
        new.restore(&old.save().unwrap().unwrap()).unwrap();
        let quiet = (0..4).map(|_| new.act(&[0.0; 4]).unwrap().to_vec()).collect::<Vec<_>>();
        assert!(quiet.iter().take(3).all(|effect| effect[0] == 0.0), "{quiet:?}");
    }
}
