//! Commands at specified times.

use sim_abi::prelude::*;
use std::collections::BTreeMap;

/// Commands from a given time on.
#[params]
pub struct Entry {
    /// Time, s.
    #[param(unit = "s", min = 0.0)]
    at: f64,
    /// Commands in SI units, by the actuator's name (its first channel) or as `actuator.channel`; the others keep their
    /// values.
    commands: BTreeMap<String, f64>,
}

/// Parameters of the sequence.
#[params]
pub struct SequenceParams {
    /// Commands and their start times, in time order.
    entries: Vec<Entry>,
    /// Period after which the sequence repeats. Default: it does not repeat.
    #[param(unit = "s", min = 1e-3)]
    repeat: Option<f64>,
}

/// Writes commands at their times; each holds until the next one.
pub struct Sequence {
    entries: Vec<(f64, Vec<(Output, f64)>)>,
    repeat: Option<f64>,
}

impl Controller for Sequence {
    type Params = SequenceParams;

    fn new(params: SequenceParams, robot: &mut ControllerSetup) -> Result<Self> {
        let refused = |message: String, help: &'static str| Fault::new(message).help(help).because(Cause::Parameters);
        let late = params.entries.windows(2).position(|pair| pair[1].at < pair[0].at);
        if let Some(entry) = late {
            let at = params.entries[entry + 1].at;
            return Err(refused(
                format!("`entries[{}]` at {at} s is earlier than the previous entry", entry + 1),
                "sort the entries by time",
            )
            .parameter(&format!("entries[{}].at", entry + 1)));
        }
        let last = params.entries.last().map_or(0.0, |entry| entry.at);
        if let Some(repeat) = params.repeat.filter(|repeat| *repeat <= last) {
            return Err(refused(
                format!("the sequence repeats after {repeat} s, but its last entry is at {last} s"),
                "raise `repeat`",
            )
            .parameter("repeat"));
        }
        let bound = |entry: &Entry| {
            let commands = entry.commands.iter().map(|(name, value)| Ok((robot.actuator(name)?, *value)));
            Ok((entry.at, commands.collect::<Result<Vec<_>>>()?))
        };
        let entries = params.entries.iter().map(bound).collect::<Result<_>>()?;
        Ok(Self { entries, repeat: params.repeat })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        // Rounding must not delay a time that coincides with a tick to the next tick.
        let now = io.time() + 1e-9;
        let now = self.repeat.map_or(now, |repeat| now % repeat);
        let come = self.entries.iter().take_while(|(at, _)| *at <= now);
        come.flat_map(|(_, commands)| commands).for_each(|(output, value)| io.set(*output, *value));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn robot(params: Value) -> Result<ControllerRig<Sequence>> {
        ControllerRig::robot().actuator("left", 1).actuator("led", 4).params(params).build()
    }

    fn course(params: Value, steps: usize) -> Vec<f64> {
        let mut rig = robot(params).unwrap();
        let step = |_| {
            rig.step().unwrap();
            rig.command("left")[0]
        };
        (0..steps).map(step).collect()
    }

    #[test]
    fn it_conforms() {
        let entries = json!([{"at": 0.0, "commands": {"left": 1.0}}, {"at": 0.2, "commands": {"left": -1.0}}]);
        testing::conformance::controller(|| robot(json!({"entries": entries, "repeat": 0.3})).unwrap(), &["left"]);
    }

    #[test]
    fn commands_hold_from_their_time_on_and_the_others_stay() {
        // The rig's step is 0.01 s.
        let entries = json!([{"at": 0.01, "commands": {"left": 1.0}}, {"at": 0.03, "commands": {"led.value_3": 0.5}}, {"at": 0.04, "commands": {"left": 2.0}}]);
        assert_eq!(course(json!({ "entries": entries }), 6), [0.0, 1.0, 1.0, 1.0, 2.0, 2.0]);
        let mut rig = robot(json!({ "entries": entries })).unwrap();
        (0..4).for_each(|_| rig.step().unwrap());
        assert_eq!((rig.command("left"), rig.command("led")), (&[1.0][..], &[0.0, 0.0, 0.0, 0.5][..]));
    }

    #[test]
    fn it_repeats_after_the_given_period() {
        let entries = json!([{"at": 0.0, "commands": {"left": 1.0}}, {"at": 0.02, "commands": {"left": 2.0}}]);
        assert_eq!(course(json!({"entries": entries, "repeat": 0.03}), 7), [1.0, 1.0, 2.0, 1.0, 1.0, 2.0, 1.0]);
    }

    #[test]
    fn what_cannot_be_is_refused_with_its_place() {
        let entry = |at: f64, name: &str| json!({"at": at, "commands": {name: 1.0}});
        for (params, word) in [
            (json!({"entries": [entry(1.0, "left"), entry(0.5, "left")]}), "`entries[1]` at 0.5 s"),
            (json!({"entries": [entry(1.0, "left")], "repeat": 1.0}), "repeats after 1 s"),
            (json!({"entries": [entry(1.0, "wing")]}), "wing"),
        ] {
            let fault = robot(params).err().unwrap();
            assert!(fault.message().contains(word) && !fault.advice().is_empty(), "{fault}");
        }
    }
}
