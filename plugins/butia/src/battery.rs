//! The board's view of its battery: module `butia`.

use crate::module::{check, float, lost, openable};
use sim_abi::prelude::*;

/// Maximum voltage that the board can report, V.
const LARGEST: f64 = 25.4;
/// Value returned if the battery powers no motors.
const NO_MOTORS: i64 = 255;
/// Speed below which a joint counts as still, rad/s or m/s.
const STILL: f64 = 1e-6;

/// What the battery drives.
#[params]
#[derive(Clone, Copy, Default, PartialEq)]
pub enum Powers {
    /// Servo motors on a bus, which report the voltage.
    #[default]
    Ax12,
    /// Motors on a shield, which does not report it.
    Shield,
    /// Nothing.
    None,
}

/// Parameters of a battery.
#[params]
pub struct BatteryParams {
    /// Initial voltage.
    #[param(default = 10.5, unit = "V", min = 0.0, max = 25.4)]
    voltage: f64,
    /// Motors that it powers: only `ax12` reports the voltage; for the others it reads 255.
    motors: Powers,
    /// Voltage drop per second at rest.
    #[param(default = 0.0, unit = "V/s", min = 0.0)]
    discharge: f64,
    /// Additional voltage drop per second while a joint of the robot moves.
    #[param(default = 0.0, unit = "V/s", min = 0.0)]
    discharge_in_use: f64,
    /// Version returned by `read_ver`; with 20, clients from 2012 use the names of the first Butiá.
    #[param(default = 23, unit = "1", min = 1, max = 255)]
    read_ver: u32,
}

/// A battery whose voltage drops as its parameters specify.
pub struct Battery {
    params: BatteryParams,
    joints: Vec<JointIndex>,
    voltage: f64,
    /// Time of the last reading, s.
    last: Option<f64>,
}

impl Sensor for Battery {
    type Params = BatteryParams;

    fn new(params: BatteryParams, setup: &mut SensorSetup) -> Result<Self> {
        let names: Vec<String> = setup.joints().iter().map(|joint| joint.name.clone()).collect();
        let joints = names.iter().map(|name| setup.joint(name)).collect::<Result<_>>()?;
        setup.channel(Channel::new("voltage", "V").range(0.0, LARGEST).neutral(params.voltage));
        Ok(Self { voltage: params.voltage, params, joints, last: None })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let moves = self.joints.iter().any(|joint| io.joint(*joint).velocity.abs() > STILL);
        let loss = self.params.discharge + if moves { self.params.discharge_in_use } else { 0.0 };
        let now = io.time();
        let passed = (now - self.last.replace(now).unwrap_or(now)).max(0.0);
        self.voltage = (self.voltage - loss * passed).max(0.0);
        reading[0] = self.voltage;
        Ok(())
    }

    save_fields!(voltage, last);

    fn datasheet() -> Datasheet {
        let volts = FunctionValue::float("volts");
        let tenths = FunctionValue::int("tenths");
        let old = Function::new("read_ver").result(FunctionValue::int("version"));
        let charge = Function::new("charge").parameter(volts.clone().range(0.0, LARGEST)).manual();
        openable("butia")
            .label("bobot.lua", "get_volt,read_ver")
            .function(Function::new("getVolt").result(volts).help("battery voltage, V; 255: no motors connected"))
            .function(Function::new("get_volt").result(tenths).help("battery voltage in tenths of a volt"))
            .function(old.help("version of the board"))
            .function(charge.help("sets the voltage"))
    }

    fn call(&mut self, function: &str, arguments: &[Value], reading: &[f64]) -> Result<Value> {
        check(&Self::datasheet(), function, arguments)?;
        Ok(match function {
            "getVersion" => 23.into(),
            "read_ver" => self.params.read_ver.into(),
            "charge" => {
                self.voltage = float(arguments, 0);
                Value::Null
            }
            _ if self.params.motors != Powers::Ax12 => NO_MOTORS.into(),
            _ if reading[0].is_nan() || reading[0] < 0.0 => lost(),
            _ => {
                let tenths = (reading[0] * 10.0).round();
                if function == "getVolt" { (tenths / 10.0).into() } else { (tenths as i64).into() }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig(params: Value) -> SensorRig<Battery> {
        let wheel = Joint { name: "left_wheel".into(), ..Joint::default() };
        let mut rig = SensorRig::mounted(params, Placement::default(), &[wheel]).unwrap();
        rig.sense().unwrap();
        rig
    }

    fn answer(params: Value, function: &str) -> String {
        rig(params).call(function, &[]).unwrap().to_string()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| rig(json!({"discharge": 0.5, "discharge_in_use": 1.0})));
    }

    /// BU-33: `butia` reports battery voltage and firmware version.
    #[test]
    fn the_form_of_the_answer_follows_the_spelling() {
        assert_eq!((answer(Value::Null, "getVolt"), answer(Value::Null, "get_volt")), ("10.5".into(), "105".into()));
        let full = json!({"voltage": 21});
        assert_eq!((answer(full.clone(), "getVolt"), answer(full, "get_volt")), ("21.0".into(), "210".into()));
        assert_eq!((answer(Value::Null, "getVersion"), answer(Value::Null, "read_ver")), ("23".into(), "23".into()));
        assert_eq!(answer(json!({"read_ver": 20}), "read_ver"), "20");
        assert!(SensorRig::<Battery>::new(json!({"voltage": 25.5})).is_err());
    }

    /// BU-33: `butia` reports battery voltage and firmware version.
    #[test]
    fn without_motors_that_report_it_the_voltage_reads_255() {
        for motors in ["none", "shield"] {
            for function in ["getVolt", "get_volt"] {
                assert_eq!(answer(json!({"motors": motors}), function), "255");
            }
        }
    }

    /// BU-33: `butia` reports battery voltage and firmware version.
    #[test]
    fn it_discharges_with_time_and_faster_in_use() {
        let mut rig = rig(json!({"voltage": 10.0, "discharge": 1.0, "discharge_in_use": 9.0}));
        assert_eq!(rig.reading, [10.0]);
        assert!((rig.sense().unwrap()[0] - 9.99).abs() < 1e-12);
        rig.joints[0].velocity = -2.0;
        assert!((rig.sense().unwrap()[0] - 9.89).abs() < 1e-12);
        rig.call("charge", &[json!(0.05)]).unwrap();
        assert_eq!(rig.sense().unwrap(), [0.0], "it stops at nothing");
        rig.reading = vec![-1.0];
        assert_eq!(rig.call("getVolt", &[]).unwrap(), json!(-1));
    }

    /// BU-33: `butia` reports battery voltage and firmware version.
    #[test]
    fn its_voltage_survives_a_reload() {
        let mut old = rig(Value::Null);
        old.call("charge", &[json!(7.4)]).unwrap();
        let mut new = rig(Value::Null);
        new.restore(&old.save().unwrap().unwrap()).unwrap();
        assert_eq!(new.sense().unwrap(), [7.4]);
    }

    /// BU-22: Each module describes its functions, parameters and results for `DESCRIBE`.
    #[test]
    fn the_old_spelling_is_listed_by_the_old_dialect_alone() {
        let sheet = Battery::datasheet();
        assert_eq!((sheet.plug.as_deref(), sheet.labels["bobot.kind"].as_str()), (None, "openable"));
        assert_eq!(sheet.labels["bobot.lua"], "get_volt,read_ver");
    }
}
