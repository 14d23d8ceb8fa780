//! On/off modules: relay, buzzer, and the general outputs A, B and C.

use crate::module::{check, done, hot_plug, int};
use sim_abi::prelude::*;
use std::marker::PhantomData;

/// Kind of switch module.
pub trait Kind: Send + 'static {
    /// Name in the protocol.
    const MODULE: &'static str;
    /// Version that it reports.
    const VERSION: i64 = 1;
    /// Log message of the module, if any.
    const HEARD: Option<&'static str> = None;
}

/// A module that is switched on and off. Its command is visible to others.
pub struct Switch<K> {
    on: bool,
    kind: PhantomData<fn() -> K>,
}

impl<K: Kind> Actuator for Switch<K> {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut ActuatorSetup) -> Result<Self> {
        setup.command(Channel::new("on", "1").range(0.0, 1.0).exact().help("on from 0.5"));
        Ok(Self { on: false, kind: PhantomData })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let on = io.commands()[0] >= 0.5;
        if let Some(name) = K::HEARD
            && on != self.on
        {
            io.log(LogLevel::Info, format!("{name} {}", if on { "on" } else { "off" }));
        }
        self.on = on;
        Ok(())
    }

    save_fields!(on);

    fn datasheet() -> Datasheet {
        let on = FunctionValue::int("on").range(0.0, 1.0);
        hot_plug(K::MODULE).function(Function::new("turn").parameter(on).result(done()).help("1 turns it on, 0 off"))
    }

    fn call(&mut self, function: &str, arguments: &[Value], commands: &mut [f64]) -> Result<Value> {
        check(&Self::datasheet(), function, arguments)?;
        if function == "getVersion" {
            return Ok(K::VERSION.into());
        }
        commands[0] = int(arguments, 0) as f64;
        Ok(1.into())
    }
}

/// A relay.
pub struct Relay;
impl Kind for Relay {
    const MODULE: &'static str = "relay";
}

/// A buzzer; it writes to the log.
pub struct Buzzer;
impl Kind for Buzzer {
    const MODULE: &'static str = "buzzer";
    const VERSION: i64 = 2;
    const HEARD: Option<&'static str> = Some("buzzer");
}

/// The general output A.
pub struct SwitchA;
impl Kind for SwitchA {
    const MODULE: &'static str = "modActA";
}

/// The general output B.
pub struct SwitchB;
impl Kind for SwitchB {
    const MODULE: &'static str = "modActB";
}

/// The general output C.
pub struct SwitchC;
impl Kind for SwitchC {
    const MODULE: &'static str = "modActC";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig<K: Kind>() -> ActuatorRig<Switch<K>> {
        ActuatorRig::new(Value::Null, &[]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(rig::<Relay>);
        testing::conformance::actuator(rig::<Buzzer>);
        testing::conformance::actuator(rig::<SwitchA>);
        testing::conformance::actuator(rig::<SwitchB>);
        testing::conformance::actuator(rig::<SwitchC>);
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn turn_commands_on_and_off_and_refuses_the_rest() {
        let mut relay = rig::<Relay>();
        assert_eq!((relay.call("turn", &[json!(1)]).unwrap(), relay.commands[0]), (json!(1), 1.0));
        assert!(relay.call("turn", &[json!(7)]).is_err() && relay.call("turn", &[]).is_err());
        assert_eq!(relay.commands, [1.0], "a rejected call changes nothing");
        assert_eq!((relay.call("turn", &[json!(0)]).unwrap(), relay.commands[0]), (json!(1), 0.0));
        assert_eq!(relay.call("getVersion", &[]).unwrap(), json!(1));
        assert_eq!(rig::<Buzzer>().call("getVersion", &[]).unwrap(), json!(2));
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn the_buzzer_is_logged_on_change_and_not_again_after_a_reload() {
        let mut buzzer = rig::<Buzzer>();
        for on in [0.0, 1.0, 1.0, 0.0, 1.0] {
            buzzer.act(&[on]).unwrap();
        }
        assert_eq!(buzzer.log(), ["buzzer on", "buzzer off", "buzzer on"]);
        let mut reloaded = rig::<Buzzer>();
        reloaded.restore(&buzzer.save().unwrap().unwrap()).unwrap();
        reloaded.act(&[1.0]).unwrap();
        assert!(reloaded.log().is_empty());
    }
}
