//! An emitter.

use sim_abi::prelude::*;

/// Parameters of an emitter.
#[params]
pub struct EmitterParams {
    /// Numbers in a message.
    #[param(default = 4, min = 0, max = 64)]
    words: u32,
    /// Distance up to which a message is received.
    #[param(default = 3.0, unit = "m", min = 0.0)]
    range: f64,
}

/// Sends a message in every tick in which `send` is not 0.
pub struct Emitter {
    range: f64,
    message: EffectOut,
}

impl Actuator for Emitter {
    type Params = EmitterParams;

    fn new(params: EmitterParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let send = Channel::new("send", "1").range(0.0, 1.0).exact().help("not 0: send in this tick");
        let channel = Channel::new("channel", "1").range(0.0, f64::from(u32::MAX)).exact();
        let words = || (0..params.words).map(|index| Channel::new(format!("word_{index}"), "1"));
        [send.clone(), channel.clone()].into_iter().chain(words()).for_each(|command| setup.command(command));
        let range = Channel::new("range", "m").range(0.0, f64::INFINITY);
        let message =
            setup.effect_with(EffectKind::Message, [send, channel, range].into_iter().chain(words()).collect());
        Ok(Self { range: params.range, message })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let (message, range) = (self.message, self.range);
        for index in 0..io.commands().len() {
            let command = io.commands()[index];
            // The range lies between channel and words.
            io.effect(message)[if index < 2 { index } else { index + 1 }] = command;
        }
        io.effect(message)[2] = range;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig() -> ActuatorRig<Emitter> {
        ActuatorRig::new(json!({"words": 2, "range": 1.5}), &[]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(rig);
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
}
