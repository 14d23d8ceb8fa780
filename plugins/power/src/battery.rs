//! A battery.

use sim_abi::prelude::*;
use std::collections::BTreeMap;

/// Label by which the charger finds batteries.
pub const LABEL: &str = "power.battery";
/// Functions that the charger calls.
pub const CHARGE: &str = "charge";
pub const DRAIN: &str = "drain";

/// Parameters of a battery.
#[params]
pub struct BatteryParams {
    /// Energy when full.
    #[param(default = 3600.0, unit = "J", min = 1e-6)]
    capacity: f64,
    /// Initial charge, as a fraction of the capacity.
    #[param(default = 1.0, unit = "1", min = 0.0, max = 1.0)]
    charge: f64,
    /// Constant power draw.
    #[param(default = 1.0, unit = "W", min = 0.0)]
    idle: f64,
    /// Power drawn per speed of a joint, by joint name, W·s/rad or W·s/m.
    joints: BTreeMap<String, f64>,
    /// Efficiency of the joint drives: fraction of the drawn energy that becomes work. Braking does not recover energy.
    #[param(default = 1.0, unit = "1", min = 0.01, max = 1.0)]
    efficiency: f64,
    /// Voltage when full.
    #[param(default = 12.6, unit = "V", min = 0.0)]
    full_voltage: f64,
    /// Voltage when empty.
    #[param(default = 10.5, unit = "V", min = 0.0)]
    empty_voltage: f64,
}

/// Energy of a robot. It drains with time, joint speeds and the work of the joint drives, and is charged by a function
/// call.
pub struct Battery {
    params: BatteryParams,
    /// Movable joints, each with its power per unit of speed.
    joints: Vec<(JointIndex, f64)>,
    /// Stored energy, J.
    energy: f64,
    /// Time of the last reading, s.
    last: Option<f64>,
}

impl Sensor for Battery {
    type Params = BatteryParams;

    fn new(params: BatteryParams, setup: &mut SensorSetup) -> Result<Self> {
        let refused = |message: String, help: &'static str| Fault::new(message).help(help).because(Cause::Parameters);
        for (name, power) in &params.joints {
            setup.joint(name)?;
            if *power < 0.0 {
                return Err(refused(format!("the joint `{name}` draws {power}"), "powers must be 0 or more"));
            }
        }
        if params.empty_voltage > params.full_voltage {
            let (empty, full) = (params.empty_voltage, params.full_voltage);
            let message = format!("`empty_voltage` ({empty} V) is above `full_voltage` ({full} V)");
            return Err(refused(message, "lower `empty_voltage` or raise `full_voltage`"));
        }
        let names: Vec<String> = setup.joints().iter().map(|joint| joint.name.clone()).collect();
        let by_name = |name: &String| Ok((setup.joint(name)?, params.joints.get(name).copied().unwrap_or(0.0)));
        let joints = names.iter().map(by_name).collect::<Result<_>>()?;
        let energy = params.charge * params.capacity;
        let exact = |channel: Channel| channel.exact();
        setup.channel(exact(Channel::new("energy", "J").range(0.0, params.capacity).neutral(energy)));
        setup.channel(exact(Channel::new("charge", "1").range(0.0, 1.0).neutral(params.charge).help("1 when full")));
        let [low, high] = [params.empty_voltage, params.full_voltage];
        let voltage = Channel::new("voltage", "V").range(low, high).neutral(low + params.charge * (high - low));
        setup.channel(voltage.help("linear in the charge"));
        let power = Channel::new("power", "W").range(0.0, f64::INFINITY).help("drawn since the last reading");
        setup.channel(exact(power));
        Ok(Self { params, joints, energy, last: None })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let work: f64 =
            self.joints.iter().map(|(joint, friction)| draws(io.joint(*joint), *friction, &self.params)).sum();
        let power = self.params.idle + work;
        let now = io.time();
        let passed = (now - self.last.replace(now).unwrap_or(now)).max(0.0);
        let drawn = (power * passed).min(self.energy);
        self.energy -= drawn;
        let BatteryParams { capacity, full_voltage: high, empty_voltage: low, .. } = self.params;
        let share = self.energy / capacity;
        let power = if self.energy > 0.0 || passed == 0.0 { power } else { drawn / passed };
        reading.copy_from_slice(&[self.energy, share, low + share * (high - low), power]);
        Ok(())
    }

    save_fields!(energy, last);

    fn datasheet() -> Datasheet {
        let energy = || FunctionValue::float("energy").range(0.0, f64::INFINITY);
        let function =
            |name: &str| Function::new(name).parameter(energy()).result(FunctionValue::float("taken")).manual();
        Datasheet::default()
            .label(LABEL, "battery")
            .function(function(CHARGE).help("adds energy, J; returns the energy added"))
            .function(function(DRAIN).help("removes energy, J; returns the energy removed"))
    }

    fn call(&mut self, function: &str, arguments: &[Value], _: &[f64]) -> Result<Value> {
        if ![CHARGE, DRAIN].contains(&function) {
            return Err(Fault::new(format!("unknown function `{function}`")).help("functions: charge, drain"));
        }
        let energy = match arguments {
            [energy] => energy.as_f64().filter(|energy| energy.is_finite() && *energy >= 0.0),
            _ => None,
        };
        let Some(energy) = energy else {
            return Err(Fault::new(format!("`{function}` takes an energy")).help("pass a number of joules, 0 or more"));
        };
        let taken = match function {
            CHARGE => energy.min(self.params.capacity - self.energy),
            _ => -energy.min(self.energy),
        };
        self.energy = (self.energy + taken).clamp(0.0, self.params.capacity);
        Ok(json!(taken.abs()))
    }
}

/// Power that a joint draws, W.
fn draws(joint: JointReading, friction: f64, params: &BatteryParams) -> f64 {
    friction * joint.velocity.abs() + (joint.effort * joint.velocity).max(0.0) / params.efficiency
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rig(params: Value) -> SensorRig<Battery> {
        let wheel = Joint { name: "wheel".into(), motion: JointMotion::Continuous, ..Joint::default() };
        let mut rig = SensorRig::mounted(params, Placement::default(), &[wheel]).unwrap();
        rig.sense().unwrap();
        rig
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| rig(json!({"joints": {"wheel": 2.0}})));
        testing::conformance::sensor(|| rig(json!({"capacity": 0.02, "idle": 1.0})));
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn it_drains_with_time_speed_and_work() {
        // The rig's step is 0.01 s.
        let mut rig = rig(json!({"capacity": 10.0, "idle": 3.0, "joints": {"wheel": 2.0}, "efficiency": 0.5}));
        assert_eq!(rig.reading, [10.0, 1.0, 12.6, 3.0]);
        close(rig.sense().unwrap()[0], 10.0 - 0.03);
        rig.joints[0].velocity = -4.0;
        close(rig.sense().unwrap()[3], 3.0 + 8.0);
        rig.joints[0].effort = -0.5;
        close(rig.sense().unwrap()[3], 3.0 + 8.0 + 4.0);
        rig.joints[0].effort = 0.5;
        close(rig.sense().unwrap()[3], 11.0);
        close(rig.reading[0], 10.0 - 0.03 - 0.11 - 0.15 - 0.11);
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn it_stops_at_zero_and_its_voltage_falls_linearly() {
        let mut rig = rig(json!({"capacity": 0.1, "charge": 0.5, "idle": 2.0}));
        close(rig.reading[2], 0.5 * (12.6 + 10.5));
        rig.sense().unwrap();
        rig.sense().unwrap();
        close(rig.sense().unwrap()[0], 0.0);
        assert_eq!(&rig.reading[..3], [0.0, 0.0, 10.5]);
        assert!((rig.reading[3] - 1.0).abs() < 1e-9, "half of the demand was left: {:?}", rig.reading);
        rig.sense().unwrap();
        assert_eq!(rig.reading, [0.0, 0.0, 10.5, 0.0]);
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn charging_takes_what_fits_and_draining_what_is_there() {
        let mut rig = rig(json!({"capacity": 10.0, "charge": 0.75, "idle": 0.0}));
        assert_eq!(rig.call("charge", &[json!(1.5)]).unwrap(), json!(1.5));
        assert_eq!(rig.call("charge", &[json!(4)]).unwrap(), json!(1.0));
        assert_eq!(rig.sense().unwrap()[0], 10.0);
        assert_eq!(rig.call("drain", &[json!(7.5)]).unwrap(), json!(7.5));
        assert_eq!(rig.call("drain", &[json!(7.5)]).unwrap(), json!(2.5));
        assert_eq!(rig.sense().unwrap()[1], 0.0);
        for wrong in [vec![], vec![json!(-1)], vec![json!("1")], vec![json!(1), json!(1)]] {
            assert!(rig.call("charge", &wrong).unwrap_err().advice().contains("joules"));
        }
        assert!(rig.call("explode", &[]).is_err());
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn its_energy_survives_a_reload() {
        let params = || json!({"capacity": 10.0, "idle": 1.0});
        let mut old = rig(params());
        old.call("drain", &[json!(4)]).unwrap();
        let mut new = rig(params());
        new.restore(&old.save().unwrap().unwrap()).unwrap();
        assert_eq!(new.sense().unwrap(), old.sense().unwrap());
    }

    /// BL-30: The parts that Webots users expect can be inserted, with their fields and defaults.
    #[test]
    fn what_cannot_be_a_battery_is_refused() {
        for (params, word) in [
            (json!({"joints": {"wing": 1.0}}), "wing"),
            (json!({"joints": {"wheel": -1.0}}), "draws -1"),
            (json!({"empty_voltage": 13.0}), "empty_voltage"),
            (json!({"capacity": 0.0}), "capacity"),
        ] {
            let wheel = Joint { name: "wheel".into(), ..Joint::default() };
            let fault = SensorRig::<Battery>::mounted(params, Placement::default(), &[wheel]).err().unwrap();
            assert!(fault.message().contains(word), "{fault}");
        }
    }
}
