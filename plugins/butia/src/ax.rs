//! The bus of servo motors: module `ax`.

use crate::module::{check, done, int, openable, unfit};
use crate::servo::{END, GOAL, HIGH_LIMIT, LOW_LIMIT, POSITION, REGISTERS, SPEED, Servo};
use sim_abi::prelude::*;
use std::collections::BTreeMap;

/// Maximum number of a motor.
const LAST: f64 = 253.0;
/// Reported degrees per unit of position.
const DEGREES: f64 = 0.29;
/// Maximum speed: 1023 units, plus a direction bit for a motor in continuous rotation.
const FASTEST: f64 = 2047.0;
/// Lua spelling of functions.
const LUA: [(&str, &str); 7] = [
    ("write_info", "writeInfo"),
    ("read_info", "readInfo"),
    ("wheel_mode", "wheelMode"),
    ("joint_mode", "jointMode"),
    ("set_position", "setPosition"),
    ("get_position", "getPosition"),
    ("set_speed", "setSpeed"),
];

/// The Lua function whose value differs from that of its current spelling: units instead of degrees.
const RAW_POSITION: &str = "get_position";

/// Parameters of the bus.
#[params]
pub struct AxParams {
    /// Joints moved by motors 1, 2 and so on; empty for a motor without a joint.
    #[param(default = Vec::new())]
    joints: Vec<String>,
}

/// Motors by their numbers, 0 … 253. Those without a joint have registers and move as well, unseen.
pub struct Ax {
    servos: BTreeMap<u8, Servo>,
    joints: Vec<Moved>,
}

/// A joint moved by a motor.
struct Moved {
    id: u8,
    position: EffectOut,
    limits: [f64; 2],
}

impl Actuator for Ax {
    type Params = AxParams;

    fn new(params: AxParams, setup: &mut ActuatorSetup) -> Result<Self> {
        setup.command(
            Channel::new("drive", "1").range(0.0, 1.0).exact().help("1 while the motors are enabled; set by calls"),
        );
        let (mut servos, mut joints) = (BTreeMap::new(), Vec::new());
        if params.joints.len() > LAST as usize {
            return Err(unfit(format!("`joints` names {}", params.joints.len()), "use at most 253 motors"));
        }
        for (index, name) in params.joints.into_iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            let (id, joint) = (index as u8 + 1, setup.joint(&name)?);
            let spec = setup.joint_spec(joint);
            let limits = spec.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
            servos.insert(id, Servo::new(id, spec.initial));
            joints.push(Moved { id, position: setup.effect(EffectKind::JointPosition { joint: name }), limits });
        }
        Ok(Self { servos, joints })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let (drives, dt) = (io.commands()[0] >= 0.5, io.dt());
        for servo in self.servos.values_mut() {
            if drives { servo.turn(dt) } else { servo.hold() }
        }
        for Moved { id, position, limits: [low, high] } in &self.joints {
            if let Some(servo) = self.servos.get(id) {
                io.set(*position, servo.angle().max(*low).min(*high));
            }
        }
        Ok(())
    }

    save_fields!(servos);

    fn datasheet() -> Datasheet {
        let servo = |name: &str| Function::new(name).parameter(FunctionValue::int("motor_id").range(0.0, LAST));
        let register = || FunctionValue::int("regstart").range(0.0, REGISTERS as f64 - 1.0);
        let position = |name: &str| FunctionValue::int(name).range(0.0, END);
        let word = || FunctionValue::int("value").range(0.0, 65_535.0);
        let length = FunctionValue::int("len").range(1.0, 2.0);
        let functions = [
            servo("writeInfo").parameter(register()).parameter(word()).result(done()).help("writes a register"),
            servo("readInfo").parameter(register()).parameter(length).result(word()).help("reads one or two registers"),
            servo("wheelMode").result(done()).help("switches to continuous rotation"),
            servo("jointMode")
                .parameter(position("min"))
                .parameter(position("max"))
                .result(done())
                .help("switches to rotation within limits"),
            servo("setPosition")
                .parameter(position("pos"))
                .result(done())
                .help("moves to a position, 0 … 1023 over 300°"),
            servo("getPosition").result(FunctionValue::float("degrees")).help("position, °"),
            servo("setSpeed")
                .parameter(FunctionValue::int("speed").range(0.0, FASTEST))
                .result(done())
                .help("speed, 0 … 1023; in continuous rotation, add 1024 for clockwise"),
        ];
        let packet = Function::new("sendPacket").parameter(FunctionValue::string("packet")).result(done());
        let mut sheet = openable("ax")
            .label("bobot.lua", LUA.map(|(lua, _)| lua).join(","))
            .label("bobot.moves", "true")
            .function(packet.help("not simulated"));
        for ((lua, _), function) in LUA.into_iter().zip(functions) {
            let mut same = Function { name: lua.into(), ..function.clone() };
            if lua == RAW_POSITION {
                same.results = vec![FunctionValue::int("position")];
                same.help = "position, 0 … 1023 over 300°".into();
            }
            sheet.functions.extend([function, same]);
        }
        sheet
    }

    fn call(&mut self, function: &str, arguments: &[Value], commands: &mut [f64]) -> Result<Value> {
        check(&Self::datasheet(), function, arguments)?;
        let raw = function == RAW_POSITION;
        let function = LUA.iter().find(|(lua, _)| *lua == function).map_or(function, |(_, same)| *same);
        match function {
            "getVersion" => return Ok(2.into()),
            "sendPacket" => {
                return Err(Fault::new("packets are not simulated").help("call the other functions of `ax`"));
            }
            _ => {}
        }
        let id = int(arguments, 0) as u8;
        let [first, second] = [1, 2].map(|place| int(arguments, place) as u16);
        let known = self.servos.get(&id).cloned();
        let mut servo = known.unwrap_or_else(|| Servo::new(id, 0.0));
        match function {
            "getPosition" if raw => return Ok(servo.word(POSITION).into()),
            "getPosition" => return Ok((f64::from(servo.word(POSITION)) * DEGREES).into()),
            "readInfo" => {
                let beyond = || Fault::new(format!("{second} registers from {first} on exceed the last, 49"));
                return Ok(servo.read(first.into(), second.into()).ok_or_else(beyond)?.into());
            }
            "writeInfo" if !servo.write(first.into(), second) => {
                return Err(Fault::new(format!("register {first} cannot hold {second}"))
                    .help("measured values are read-only, and a value above 255 needs two registers"));
            }
            "jointMode" if first >= second => {
                return Err(Fault::new(format!("the limits {first} and {second} leave no range"))
                    .help("`min` must be below `max`"));
            }
            "wheelMode" | "jointMode" => {
                servo.set(LOW_LIMIT, first);
                servo.set(HIGH_LIMIT, second);
            }
            "setPosition" => servo.set(GOAL, first),
            "setSpeed" => servo.set(SPEED, first),
            _ => {}
        }
        self.servos.insert(id, servo);
        commands[0] = 1.0;
        Ok(0.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig(params: Value) -> Result<ActuatorRig<Ax>> {
        let joint = |name: &str| Joint { name: name.into(), limits: Some([-1.0, 2.0]), ..Joint::default() };
        ActuatorRig::new(params, &[joint("arm"), joint("claw")])
    }

    fn arm() -> ActuatorRig<Ax> {
        rig(json!({"joints": ["", "arm"]})).unwrap()
    }

    fn call(rig: &mut ActuatorRig<Ax>, function: &str, arguments: Value) -> Option<Value> {
        rig.call(function, arguments.as_array().unwrap()).ok()
    }

    /// Angle of the joint after a number of 10 ms ticks with the current command.
    fn after(rig: &mut ActuatorRig<Ax>, ticks: usize) -> f64 {
        let commands = rig.commands.clone();
        (0..ticks).for_each(|_| _ = rig.act(&commands).unwrap());
        rig.act(&commands).unwrap()[0]
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(arm);
        testing::conformance::actuator(|| rig(Value::Null).unwrap());
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn a_joint_goes_where_its_motor_is_sent() {
        let mut ax = arm();
        assert_eq!(after(&mut ax, 10), 0.0);
        assert_eq!(call(&mut ax, "setPosition", json!([2, 683])), Some(json!(0)));
        assert_eq!(ax.commands, [1.0]);
        let angle = after(&mut ax, 100);
        assert!((angle - (171.0 * 300.0 / 1023.0_f64).to_radians()).abs() < 1e-9, "{angle}");
        assert_eq!(call(&mut ax, "getPosition", json!([2])).unwrap().to_string(), (683.0 * 0.29).to_string());
        assert_eq!(call(&mut ax, "setPosition", json!([2, 1023])), Some(json!(0)));
        assert_eq!(after(&mut ax, 200), 2.0, "the joint has limits of its own");
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn motors_without_a_joint_keep_registers_and_position() {
        let mut ax = rig(Value::Null).unwrap();
        assert_eq!(call(&mut ax, "getPosition", json!([253])).unwrap(), json!(512.0 * 0.29));
        assert_eq!(call(&mut ax, "writeInfo", json!([7, 30, 600])), Some(json!(0)));
        assert_eq!(call(&mut ax, "readInfo", json!([7, 30, 2])), Some(json!(600)));
        assert_eq!(call(&mut ax, "readInfo", json!([7, 30, 1])), Some(json!(600 % 256)));
        let commands = ax.commands.clone();
        (0..100).for_each(|_| _ = ax.act(&commands).unwrap());
        assert_eq!(call(&mut ax, "getPosition", json!([7])), Some(json!(174.0)));
        assert_eq!(call(&mut ax, "getVersion", json!([])), Some(json!(2)));
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn modes_and_speeds_in_both_spellings() {
        let mut ax = arm();
        for (function, arguments) in [
            ("jointMode", json!([2, 100, 900])),
            ("set_speed", json!([2, 300])),
            ("wheel_mode", json!([2])),
            ("setSpeed", json!([2, 1124])),
        ] {
            assert_eq!(call(&mut ax, function, arguments), Some(json!(0)), "{function}");
        }
        assert!(after(&mut ax, 20) < -0.1, "clockwise without end");
        assert_eq!(call(&mut ax, "joint_mode", json!([2, 0, 1023])), Some(json!(0)));
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn the_spellings_of_2012_read_and_write_registers() {
        let mut ax = rig(Value::Null).unwrap();
        assert_eq!(call(&mut ax, "write_info", json!([7, 30, 600])), Some(json!(0)));
        assert_eq!(call(&mut ax, "read_info", json!([7, 30, 2])), Some(json!(600)));
        assert_eq!(call(&mut ax, "readInfo", json!([7, 30, 2])), Some(json!(600)));
        assert_eq!(call(&mut ax, "write_info", json!([7, 36, 5])), None, "measured values are read-only");
        let sheet = Ax::datasheet();
        let lua: Vec<&str> = sheet.labels["bobot.lua"].split(',').collect();
        assert!(lua.contains(&"read_info") && lua.contains(&"write_info"), "{lua:?}");
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn the_position_is_raw_in_the_spelling_of_2012_and_in_degrees_in_that_of_today() {
        let mut ax = arm();
        call(&mut ax, "set_position", json!([2, 683]));
        after(&mut ax, 100);
        assert_eq!(call(&mut ax, "get_position", json!([2])).unwrap().to_string(), "683");
        assert_eq!(call(&mut ax, "getPosition", json!([2])), Some(json!(683.0 * 0.29)));
        let sheet = Ax::datasheet();
        let result =
            |name: &str| sheet.functions.iter().find(|function| function.name == name).unwrap().results[0].kind.clone();
        assert_eq!((result("get_position").as_str(), result("getPosition").as_str()), ("int", "float"));
    }

    #[test]
    fn what_is_stopped_stays_where_it_is() {
        let mut ax = arm();
        call(&mut ax, "setPosition", json!([2, 700]));
        after(&mut ax, 5);
        let stopped = ax.act(&[0.0]).unwrap()[0];
        assert!(stopped > 0.1 && ax.act(&[1.0]).unwrap()[0] - stopped < 0.003, "it stops at the end of its unit");
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn wrong_arguments_are_refused() {
        let mut ax = arm();
        for (function, arguments) in [
            ("setPosition", json!([254, 5])),
            ("setPosition", json!([2, 1024])),
            ("setSpeed", json!([2, 2048])),
            ("jointMode", json!([2, 5, 5])),
            ("writeInfo", json!([2, 36, 5])),
            ("writeInfo", json!([2, 50, 5])),
            ("readInfo", json!([2, 49, 2])),
            ("readInfo", json!([2, 0, 3])),
            ("sendPacket", json!(["x"])),
            ("wheelMode", json!([])),
        ] {
            assert_eq!(call(&mut ax, function, arguments), None, "{function}");
        }
        assert_eq!(ax.commands, [0.0]);
        let fault = rig(json!({"joints": ["arn"]})).err().unwrap();
        assert!(fault.advice().starts_with("did you mean `arm`?"), "{fault}");
    }

    #[test]
    fn registers_survive_a_reload() {
        let mut old = arm();
        call(&mut old, "writeInfo", json!([9, 25, 1]));
        let mut new = arm();
        new.restore(&old.save().unwrap().unwrap()).unwrap();
        assert_eq!(call(&mut new, "readInfo", json!([9, 25, 1])), Some(json!(1)));
    }
}
