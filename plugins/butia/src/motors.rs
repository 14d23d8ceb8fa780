//! The two wheels, commanded in units of the robot's protocol.

use crate::module::{check, done, int, openable, rows};
use crate::wheel_gains::{self, Drive};
use sim_abi::prelude::*;

/// Maximum command, units.
const FASTEST: f64 = 1023.0;
/// Wheel speed per unit, m/s: 8.29 cm/s at 600 units (constant of a published driver).
const GAIN: f64 = 1.38167e-4;
/// Legs of the self-test, left and right units, and the duration of each, s.
const TEST: [[f64; 2]; 4] = [[600.0, 0.0], [-600.0, 0.0], [0.0, 600.0], [0.0, -600.0]];
const LEG: f64 = 1.0;
/// Command during the self-test. It means standstill, so that the robot stops when the test ends, but differs from the
/// neutral 0, so that stopping the robot ends the test.
const TESTING: f64 = -0.0;

/// What drives the wheels.
#[params]
#[derive(Clone, Copy, Default, PartialEq)]
pub enum MotorKind {
    /// Continuous-rotation servos: type 1.
    #[default]
    Ax12,
    /// Motors on a shield: type 2.
    Shield,
}

/// Parameters of the motors.
#[params]
pub struct MotorsParams {
    /// Joint of the left wheel.
    #[param(default = "left_wheel".to_string())]
    left: String,
    /// Joint of the right wheel.
    #[param(default = "right_wheel".to_string())]
    right: String,
    /// Radius of the wheels.
    #[param(default = 0.035, unit = "m", min = 1e-3, max = 1.0)]
    wheel_radius: f64,
    /// Speed of the left wheel per unit.
    #[param(default = GAIN, unit = "m/s", min = 1e-9, max = 0.1)]
    left_gain: f64,
    /// Speed of the right wheel per unit.
    #[param(default = GAIN, unit = "m/s", min = 1e-9, max = 0.1)]
    right_gain: f64,
    /// Dead band: smaller commands do not move a wheel.
    #[param(default = 0.0, unit = "1", min = 0.0, max = 1023.0)]
    dead_band: f64,
    /// Time constant of the wheel speed.
    #[param(default = 0.0, unit = "s", min = 0.0, max = 10.0)]
    lag: f64,
    /// Motor type, as returned by `getType`.
    kind: MotorKind,
}

/// State of the motors.
#[derive(Clone, Copy, Default)]
struct Memory {
    /// Speeds of the left and the right wheel, m/s.
    speeds: [f64; 2],
    /// Time since the start of the self-test, s.
    test: Option<f64>,
}

/// Converts commands of −1023 … 1023 units to the speeds of two wheel joints.
pub struct Motors {
    params: MotorsParams,
    wheels: [EffectOut; 2],
    track: f64,
    memory: Memory,
}

impl Actuator for Motors {
    type Params = MotorsParams;

    fn new(params: MotorsParams, setup: &mut ActuatorSetup) -> Result<Self> {
        let joints = [&params.left, &params.right];
        let [left, right] = joints.map(|name| setup.joint(name).map(|joint| setup.joint_spec(joint).placement.at[1]));
        let track = left? - right?;
        for side in ["left", "right"] {
            setup.command(Channel::new(side, "1").range(-FASTEST, FASTEST).help("units; forward is positive"));
        }
        let wheels = joints.map(|joint| setup.effect(EffectKind::JointVelocity { joint: joint.clone() }));
        Ok(Self { params, wheels, track, memory: Memory::default() })
    }

    fn act(&mut self, io: &mut ActuatorIo) -> Result {
        let mut units = [io.commands()[0], io.commands()[1]];
        if let Some(leg) = self.leg(units, io.dt()) {
            units = leg;
        }
        let lag = self.params.lag;
        let keep = if lag > 0.0 { math::exp(-io.dt() / lag) } else { 0.0 };
        for (side, gain) in [self.params.left_gain, self.params.right_gain].into_iter().enumerate() {
            let stalls = units[side].abs() < self.params.dead_band;
            let wanted = if stalls { 0.0 } else { gain * units[side] };
            let speed = &mut self.memory.speeds[side];
            *speed = wanted + (*speed - wanted) * keep;
            io.set(self.wheels[side], *speed / self.params.wheel_radius);
        }
        Ok(())
    }

    save_fields!(memory.speeds, memory.test);

    fn datasheet() -> Datasheet {
        let sense = |name: &str| FunctionValue::int(name).range(0.0, 1.0);
        let speed = |name: &str| FunctionValue::int(name).range(0.0, f64::INFINITY);
        let both = Function::new("setvel2mtr").parameter(sense("left_sense")).parameter(speed("left_vel"));
        let both = both.parameter(sense("right_sense")).parameter(speed("right_vel")).result(done());
        let one =
            Function::new("setvelmtr").parameter(sense("motor_id")).parameter(sense("sense")).parameter(speed("vel"));
        let columns = |name: &str, columns: &[&str]| {
            columns
                .iter()
                .map(|column| FunctionValue::float(*column))
                .fold(Function::new(name), Function::parameter)
                .calibrates()
        };
        openable("motors")
            .label("bobot.moves", "true")
            .function(both.help("both wheels: sense 0 forward, 1 backward; speed 0 … 1023, clamped"))
            .function(one.result(done()).help("one wheel: 0 left, 1 right; sense and speed as in setvel2mtr"))
            .function(
                Function::new("testMotors")
                    .result(done())
                    .help("left forward, left back, right forward, right back at 600 for 1 s each, then stop"),
            )
            .function(Function::new("getType").result(FunctionValue::int("type")).help("1 servo motors, 2 shield"))
            .function(
                columns("driven", &["distance_m", "time_s", "units"])
                    .help("straight drives with the same units on both wheels → gains; a distance of 0 m: dead band"),
            )
            .function(
                columns("turned", &["angle_deg", "time_s", "left", "right"])
                    .help("turns, counterclockwise positive, with these units → gains of both wheels"),
            )
    }

    fn call(&mut self, function: &str, arguments: &[Value], commands: &mut [f64]) -> Result<Value> {
        check(&Self::datasheet(), function, arguments)?;
        let units = |sense: usize| {
            let speed = (int(arguments, sense + 1) as f64).min(FASTEST);
            // Clients usually send sense 1 with a speed of 0.
            if int(arguments, sense) == 1 && speed > 0.0 { -speed } else { speed }
        };
        Ok(match function {
            "setvel2mtr" => {
                commands.copy_from_slice(&[units(0), units(2)]);
                1.into()
            }
            "setvelmtr" => {
                // The other wheel stops if the self-test is running, and keeps its speed otherwise.
                commands.iter_mut().for_each(|command| *command += 0.0);
                commands[int(arguments, 0) as usize] = units(1);
                2.into()
            }
            "testMotors" => {
                commands.fill(TESTING);
                self.memory.test = Some(0.0);
                3.into()
            }
            "getType" => (if self.params.kind == MotorKind::Ax12 { 1 } else { 2 }).into(),
            "getVersion" => 2.into(),
            "driven" => self.driven(&rows(arguments)?)?,
            _ => self.turned(&rows(arguments)?)?,
        })
    }
}

impl Motors {
    /// Units of the self-test at the start of a tick of `dt` seconds, unless other commands arrive.
    fn leg(&mut self, commands: [f64; 2], dt: f64) -> Option<[f64; 2]> {
        let time = self.memory.test?;
        // The middle of the tick determines the leg, robust against accumulated rounding errors.
        let leg = TEST.get(((time + 0.5 * dt) / LEG) as usize);
        let testing = commands.iter().all(|command| command.to_bits() == TESTING.to_bits());
        self.memory.test = leg.filter(|_| testing).map(|_| time + dt);
        self.memory.test.and(leg.copied())
    }

    fn driven(&self, rows: &[[f64; 3]]) -> Result<Value> {
        let (stalled, moved): (Vec<_>, Vec<_>) = rows.iter().partition(|[distance, ..]| *distance == 0.0);
        let drives: Vec<Drive> = moved.into_iter().copied().map(wheel_gains::driven).collect();
        let mut found = if drives.is_empty() { json!({}) } else { self.gains(&drives)? };
        if let Some(most) = stalled.iter().map(|[.., units]| units.abs()).reduce(f64::max) {
            found["dead_band"] = json!((most.floor() + 1.0).min(FASTEST));
        }
        Ok(found)
    }

    fn turned(&self, rows: &[[f64; 4]]) -> Result<Value> {
        let drives: Vec<Drive> = rows.iter().map(|row| wheel_gains::turned(*row, self.track)).collect();
        self.gains(&drives)
    }

    fn gains(&self, drives: &[Drive]) -> Result<Value> {
        let [left, right] = wheel_gains::fit(drives, [self.params.left_gain, self.params.right_gain])?;
        Ok(json!({"left_gain": left, "right_gain": right}))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig(params: Value) -> ActuatorRig<Motors> {
        let wheel = |name: &str, side| Joint {
            name: name.into(),
            placement: Placement::at(0.0, side, 0.033),
            motion: JointMotion::Continuous,
            ..Joint::default()
        };
        ActuatorRig::new(params, &[wheel("left_wheel", 0.14), wheel("right_wheel", -0.14)]).unwrap()
    }

    /// Ground speeds of the wheels with the current commands, m/s.
    fn speeds(rig: &mut ActuatorRig<Motors>) -> [f64; 2] {
        let commands = rig.commands.clone();
        let effects = rig.act(&commands).unwrap();
        [effects[0] * 0.035, effects[1] * 0.035]
    }

    fn close(found: [f64; 2], wanted: [f64; 2]) {
        assert!((found[0] - wanted[0]).abs() < 1e-12 && (found[1] - wanted[1]).abs() < 1e-12, "{found:?}");
    }

    fn call(rig: &mut ActuatorRig<Motors>, function: &str, arguments: Value) -> Result<Value> {
        rig.call(function, arguments.as_array().unwrap())
    }

    #[test]
    fn it_conforms() {
        testing::conformance::actuator(|| rig(json!({"lag": 0.1, "dead_band": 30})));
    }

    /// BU-30: `motors` drives two wheels.
    #[test]
    fn a_wheel_drives_as_many_units_as_it_is_commanded() {
        let mut motors = rig(Value::Null);
        assert_eq!(call(&mut motors, "setvel2mtr", json!([0, 600, 1, 300])).unwrap(), json!(1));
        close(speeds(&mut motors), [0.0829002, -0.0414501]);
        assert_eq!(call(&mut motors, "setvelmtr", json!([1, 0, 1023])).unwrap(), json!(2));
        assert_eq!(motors.commands, [600.0, 1023.0], "the other wheel keeps turning");
        assert!((speeds(&mut motors)[1] - 0.1413).abs() < 1e-4);
        assert_eq!(call(&mut motors, "setvel2mtr", json!([1, 0, 1, 0])).unwrap(), json!(1));
        close(speeds(&mut motors), [0.0, 0.0]);
    }

    /// BU-30: `motors` drives two wheels.
    #[test]
    fn speeds_above_1023_are_limited_and_other_arguments_refused_without_effect() {
        let mut motors = rig(Value::Null);
        call(&mut motors, "setvel2mtr", json!([0, 2000, 1, 70_000])).unwrap();
        assert_eq!(motors.commands, [1023.0, -1023.0]);
        for arguments in
            [json!([0, 600]), json!(["a", "b", "c", "d"]), json!([2, 600, 0, 600]), json!([0, -1, 0, 0]), json!([])]
        {
            assert!(call(&mut motors, "setvel2mtr", arguments).is_err());
        }
        assert!(
            call(&mut motors, "setvelmtr", json!([2, 0, 5])).is_err() && call(&mut motors, "f", json!([])).is_err()
        );
        assert_eq!(motors.commands, [1023.0, -1023.0]);
        assert_eq!(call(&mut motors, "getVersion", json!([])).unwrap(), json!(2));
        assert_eq!(call(&mut motors, "getType", json!([])).unwrap(), json!(1));
        assert_eq!(call(&mut rig(json!({"kind": "shield"})), "getType", json!([])).unwrap(), json!(2));
    }

    /// BU-30: `motors` drives two wheels.
    #[test]
    fn the_self_test_turns_each_wheel_in_both_directions_and_stops() {
        let mut motors = rig(Value::Null);
        motors.commands = vec![100.0, 100.0];
        assert_eq!(call(&mut motors, "testMotors", json!([])).unwrap(), json!(3));
        let v = 600.0 * GAIN;
        for leg in [[v, 0.0], [-v, 0.0], [0.0, v], [0.0, -v], [0.0, 0.0]] {
            for tick in 0..100 {
                let found = speeds(&mut motors);
                assert!(found == leg || (found[0] - leg[0]).hypot(found[1] - leg[1]) < 1e-12, "{leg:?} at {tick}");
            }
        }
    }

    /// BU-30: `motors` drives two wheels.
    #[test]
    fn another_command_ends_the_self_test_and_so_does_a_stop() {
        let mut motors = rig(Value::Null);
        for (function, arguments, left) in
            [("setvelmtr", json!([0, 1, 200]), -200.0), ("setvel2mtr", json!([0, 0, 0, 0]), 0.0)]
        {
            call(&mut motors, "testMotors", json!([])).unwrap();
            close(speeds(&mut motors), [600.0 * GAIN, 0.0]);
            call(&mut motors, function, arguments).unwrap();
            close(speeds(&mut motors), [left * GAIN, 0.0]);
        }
        call(&mut motors, "testMotors", json!([])).unwrap();
        let neutral: Vec<f64> = motors.declaration().channels.iter().map(|channel| channel.neutral).collect();
        assert_eq!(motors.act(&neutral).unwrap(), [0.0, 0.0], "stopping the robot commands neutral values");
    }

    /// BU-38: Measurements of a real robot calibrate the units of sensors and motors.
    #[test]
    fn gain_dead_band_and_lag_are_those_of_each_wheel() {
        let mut motors = rig(json!({"left_gain": 1e-4, "right_gain": 2e-4, "dead_band": 30}));
        motors.commands = vec![30.0, -29.0];
        close(speeds(&mut motors), [0.003, 0.0]);
        motors.commands = vec![100.0, 100.0];
        close(speeds(&mut motors), [0.01, 0.02]);
        let mut lagging = rig(json!({"lag": 0.1, "left_gain": 1e-4}));
        lagging.commands = vec![100.0, 0.0];
        let reached = (0..10).map(|_| speeds(&mut lagging)[0]).last().unwrap();
        assert!((reached - 0.01 * (1.0 - (-1.0_f64).exp())).abs() < 1e-12, "63 % after the lag");
        let mut reloaded = rig(json!({"lag": 0.1, "left_gain": 1e-4}));
        reloaded.restore(&lagging.save().unwrap().unwrap()).unwrap();
        reloaded.commands = vec![100.0, 0.0];
        assert_eq!(speeds(&mut reloaded), speeds(&mut lagging));
    }

    /// BU-38: Measurements of a real robot calibrate the units of sensors and motors.
    #[test]
    fn a_measured_drive_gives_the_gain() {
        let mut motors = rig(json!({"left_gain": 1e-4, "right_gain": 1e-4}));
        let found = call(&mut motors, "driven", json!([[[0.0829, 1.0, 600]]])).unwrap();
        let [left, right] = ["left_gain", "right_gain"].map(|gain| found[gain].as_f64().unwrap());
        assert!((left - GAIN).abs() < 1e-9 && (right - GAIN).abs() < 1e-9, "{found}");
        assert!(ActuatorRig::<Motors>::new(found, &[]).is_err_and(|fault| fault.message().contains("left_wheel")));
        let found = call(&mut motors, "driven", json!([[[0, 2, 25.5], [0, 2, 10]]])).unwrap();
        assert_eq!(found, json!({"dead_band": 26.0}));
        let found = call(&mut motors, "turned", json!([[[-90, 2.653, 600, -600]]])).unwrap();
        assert!((found["left_gain"].as_f64().unwrap() / GAIN - 1.0).abs() < 1e-3, "{found}");
        assert!(call(&mut motors, "driven", json!([[]])).is_err());
    }
}
