//! Distance to the nearest object ahead.

use crate::curve::{Curve, Form, sound};
use crate::module::{
    LARGEST, RAW, check, get_value, hot_plug, lost, plain, raw_channel, rows, turned, unfit, valid_reading, with_raw,
};
use crate::ruler::{GROUND, LENGTH, Ruler, searched};
use sim_abi::prelude::*;

/// What `getValue` answers.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Output {
    /// 65536 − raw value.
    #[default]
    Raw,
    /// Whole centimeters.
    Centimetres,
    /// Etoys units.
    Etoys,
}

/// Parameters of a distance sensor.
#[params]
pub struct DistanceParams {
    /// Unit of `getValue` and of the first channel: raw values, whole centimeters, or Etoys units.
    output: Output,
    /// Curve from distance to raw value.
    curve: Form,
    /// Curve as a table: rows of distance (m) and value of the real module (64 … 65536).
    #[param(default = Vec::new())]
    table: Vec<[f64; 2]>,
    /// Curve as a polynomial: steps of 64 as coefficients of 1, cm, cm² …
    #[param(default = Vec::new())]
    polynomial: Vec<f64>,
    /// Length of an Etoys unit.
    #[param(default = 0.01, unit = "m", min = 1e-4, max = 1.0)]
    etoys_unit: f64,
    /// Lower edge of the ruler above the robot's origin; lower objects are not detected.
    #[param(default = 0.0, unit = "m", min = -0.5, max = 2.0)]
    bottom: f64,
    /// Upper edge of the ruler above the robot's origin; objects that start higher are not detected.
    #[param(default = 0.12, unit = "m", min = -0.5, max = 2.0)]
    top: f64,
}

/// Distance found by the search of Etoys: a ruler of 1 × 200 cm along the mount's x axis is halved until it just does
/// not touch.
pub struct Distance {
    output: Output,
    etoys_unit: f64,
    curve: Curve,
    ruler: Ruler,
}

impl Sensor for Distance {
    type Params = DistanceParams;

    fn new(params: DistanceParams, setup: &mut SensorSetup) -> Result<Self> {
        let DistanceParams { output, curve, table, polynomial, etoys_unit, bottom, top } = params;
        if top <= bottom {
            return Err(unfit(
                format!("the ruler would extend from {bottom} m to {top} m"),
                "`top` must be above `bottom`",
            ));
        }
        let far = LENGTH / 100.0;
        setup.channel(match output {
            Output::Raw => raw_channel("proximity, in steps of 64; getValue returns 65536 minus this").neutral(0.0),
            Output::Centimetres => Channel::new("distance", "cm").range(0.0, LENGTH).neutral(LENGTH),
            Output::Etoys => Channel::new("distance", "1").range(0.0, far / etoys_unit).neutral(far / etoys_unit),
        });
        let ruler = Channel::new("ruler", "m").range(0.0, far).neutral(far).exact();
        setup.channel(ruler.help("length of the ruler, without noise"));
        setup.coverage(Coverage::new(CoverageForm::Rays { count: 1, arc: 0.0 }, far).channel(1));
        let ground = setup.category_bit(GROUND).unwrap_or(0);
        let curve = Curve::new(curve, &table, polynomial)?;
        Ok(Self { output, etoys_unit, curve, ruler: Ruler::new([bottom, top], ground) })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let cm = searched(self.ruler.measure(io));
        reading[0] = match self.output {
            Output::Raw => self.curve.raw(cm),
            Output::Centimetres => cm,
            Output::Etoys => cm / 100.0 / self.etoys_unit,
        };
        reading[1] = cm / 100.0;
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let distance = FunctionValue::float("distance_m").range(0.0, f64::INFINITY);
        let value = FunctionValue::float("value").range(64.0, LARGEST + 64.0);
        let calibrate = Function::new("calibrate").parameter(distance).parameter(value).calibrates();
        let sheet = hot_plug("distanc")
            .function(get_value("65536 − raw value, higher for more distant objects; or centimeters, or Etoys units"));
        with_raw(sheet, "the raw value, higher for closer objects; or the same as getValue, if that is a length")
            .function(calibrate.help("distances and values of the real module → table"))
    }

    fn functions(&self) -> Vec<Function> {
        let mut functions = Self::datasheet().functions;
        if self.output == Output::Etoys {
            let values = functions.iter_mut().filter(|function| ["getValue", RAW].contains(&function.name.as_str()));
            values.for_each(|function| function.results = vec![FunctionValue::float("par1")]);
        }
        functions
    }

    fn call(&mut self, function: &str, arguments: &[Value], reading: &[f64]) -> Result<Value> {
        check(&Self::datasheet(), function, arguments)?;
        Ok(match (function, self.output) {
            ("getVersion", _) => 1.into(),
            ("getValue", Output::Raw) => turned(reading[0]),
            (RAW, Output::Raw) => plain(reading[0]),
            ("getValue" | RAW, _) if valid_reading(reading[0]).is_none() => lost(),
            ("getValue" | RAW, Output::Centimetres) => ((reading[0] + 0.5).floor() as i64).into(),
            ("getValue" | RAW, Output::Etoys) => reading[0].into(),
            _ => {
                let table = averaged(rows(arguments)?);
                sound(&table)?;
                json!({"curve": "table", "table": table})
            }
        })
    }
}

/// Measurements sorted by distance; those at the same distance are averaged.
fn averaged(mut rows: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    rows.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let same = rows.chunk_by(|a, b| a[0] == b[0]);
    same.map(|rows| [rows[0][0], rows.iter().map(|row| row[1]).sum::<f64>() / rows.len() as f64]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::testing::TestSolid;
    use std::f64::consts::FRAC_PI_2;

    fn facing(params: Value, yaw: f64) -> SensorRig<Distance> {
        SensorRig::mounted(params, Placement::at(0.14, 0.0, 0.03).turned(0.0, 0.0, yaw), &[]).unwrap()
    }

    /// A sensor with a wall `cm` ahead.
    fn wall(params: Value, cm: f64) -> SensorRig<Distance> {
        let mut rig = facing(params, 0.0);
        rig.world.planes.push((Vec3::new(0.14 + cm / 100.0, 0.0, 0.0), -Vec3::x()));
        rig.sense().unwrap();
        rig
    }

    fn value(rig: &mut SensorRig<Distance>) -> Value {
        rig.call("getValue", &[]).unwrap()
    }

    #[test]
    fn it_conforms() {
        for output in ["raw", "centimetres", "etoys"] {
            testing::conformance::sensor(|| wall(json!({"output": output}), 33.0));
            testing::conformance::sensor(|| wall(json!({"output": output}), 300.0));
        }
    }

    /// BU-31: `distanc` measures the nearest object by halving a 200 cm ruler ten times.
    #[test]
    fn walls_are_as_far_as_the_ruler_of_etoys_says() {
        for (cm, found) in crate::ruler::tests::FOUND {
            let mut rig = wall(json!({"output": "etoys"}), cm);
            assert_eq!(rig.reading, [found, found / 100.0], "{cm} cm");
            assert_eq!(value(&mut rig), json!(found));
        }
    }

    /// BU-31: `distanc` measures the nearest object by halving a 200 cm ruler ten times.
    #[test]
    fn the_nearer_of_two_objects_counts_and_none_behind_the_sensor() {
        let mut rig = wall(json!({"output": "etoys"}), 150.0);
        rig.world.planes.push((Vec3::new(0.64, 0.0, 0.0), -Vec3::x()));
        assert_eq!(rig.sense().unwrap()[0], 49.804_687_5);
        rig.world.planes = vec![(Vec3::new(0.1, 0.0, 0.0), Vec3::x())];
        assert_eq!(rig.sense().unwrap()[0], 200.0);
    }

    /// A box of 10 × 10 × 10 cm on the floor: `ahead` and `beside` are the distances (cm) of its near face from the
    /// sensor and of its nearer side from the axis.
    fn obstacle(ahead: f64, beside: f64) -> TestSolid {
        let [x, y] = [ahead, beside].map(|cm| cm / 100.0);
        TestSolid::boxed([x, y, 0.0], [x + 0.1, y + 0.1, 0.1])
    }

    /// Distance that Etoys measures among these objects. The robot itself is everywhere.
    fn among(things: &[TestSolid]) -> f64 {
        let mut rig = SensorRig::<Distance>::new(json!({"output": "etoys"})).unwrap();
        rig.world.solids = things.to_vec();
        rig.world.solids.push(TestSolid::boxed([-9.0; 3], [9.0; 3]).on_own_robot());
        rig.sense().unwrap()[0]
    }

    /// BU-31: `distanc` measures the nearest object by halving a 200 cm ruler ten times.
    #[test]
    fn the_ruler_is_1_cm_wide() {
        assert_eq!(among(&[obstacle(50.0, -5.0)]), 49.804_687_5);
        assert_eq!(among(&[obstacle(150.0, -5.0), obstacle(50.0, -5.0)]), 49.804_687_5);
        assert_eq!(among(&[obstacle(50.0, 0.4)]), 49.804_687_5, "off the axis by 0.4 cm");
        assert_eq!(among(&[obstacle(50.0, 0.6)]), 200.0, "off the axis by 0.6 cm");
        assert_eq!(among(&[obstacle(50.0, -10.4)]), 49.804_687_5);
        assert_eq!(among(&[obstacle(50.0, -10.6)]), 200.0);
    }

    /// BU-25: Objects with a height collide and have a distance; flat drawings only change `grey`.
    #[test]
    fn what_lies_on_the_floor_or_hangs_above_is_not_seen() {
        let drawing = TestSolid::boxed([0.5, -0.1, -0.01], [0.6, 0.1, -0.001]);
        let bridge = TestSolid::boxed([0.5, -0.1, 0.13], [0.6, 0.1, 0.3]);
        assert_eq!(among(&[drawing.clone(), bridge.clone()]), 200.0);
        let plate = TestSolid::boxed([0.8, -0.1, 0.0], [0.9, 0.1, 0.002]);
        assert_eq!(among(&[drawing, bridge, plate]), 79.882_812_5);
    }

    /// BU-31: `distanc` measures the nearest object by halving a 200 cm ruler ten times.
    #[test]
    fn the_ground_does_not_count_and_what_the_sensor_is_in_is_nearest() {
        let ramp = obstacle(30.0, -5.0).category(3);
        let pushed = obstacle(60.0, -5.0).category(4).moving();
        assert_eq!(among(std::slice::from_ref(&ramp)), 200.0);
        assert_eq!(among(&[ramp, pushed]), 59.960_937_5);
        assert_eq!(among(&[obstacle(-5.0, -5.0), obstacle(60.0, -5.0)]), 0.195_312_5);
    }

    /// BU-62: A handle turns the measuring direction of a sensor through −180 to 180 degrees.
    #[test]
    fn it_measures_in_its_direction_however_robot_and_mount_are_turned() {
        let mut rig = facing(json!({"output": "etoys"}), FRAC_PI_2);
        rig.world.planes.push((Vec3::new(0.0, 0.5, 0.0), -Vec3::y()));
        assert_eq!(rig.sense().unwrap()[0], 49.804_687_5, "to the left");
        rig.body.pose = Pose::rotation(Vec3::z() * FRAC_PI_2);
        assert_eq!(rig.sense().unwrap()[0], 200.0, "backwards in the world");
        rig.body.pose = Pose::new(Vec3::new(0.0, 0.2, 0.0), Vec3::z() * -FRAC_PI_2);
        rig.world.planes = vec![(Vec3::new(0.6, 0.0, 0.0), -Vec3::x())];
        assert!((rig.sense().unwrap()[1] - 0.6).abs() < 0.002);
    }

    /// BU-31: `distanc` measures the nearest object by halving a 200 cm ruler ten times.
    #[test]
    fn what_it_answers_is_raw_centimetres_or_units_of_etoys() {
        assert_eq!(value(&mut wall(Value::Null, 300.0)), json!(60_416), "nothing ahead");
        assert_eq!(value(&mut wall(Value::Null, 5.0)), json!(33_536));
        let mut near = wall(Value::Null, 20.1);
        assert_eq!(near.reading[0], Curve::Usual.raw(searched(Some(0.201))));
        assert_eq!(value(&mut near), json!(65_536 - near.reading[0] as i64));
        assert_eq!(value(&mut wall(json!({"output": "centimetres"}), 50.0)).to_string(), "50");
        assert_eq!(value(&mut wall(json!({"output": "centimetres"}), 201.0)).to_string(), "200");
        assert_eq!(value(&mut wall(json!({"output": "etoys", "etoys_unit": 0.02}), 300.0)).to_string(), "100.0");
        assert_eq!(near.call("getVersion", &[]).unwrap(), json!(1));
    }

    /// BU-05: The server speaks two dialects; `INIT` switches its connection from pybot to bobot.
    #[test]
    fn the_raw_value_is_what_the_lua_dialect_answers() {
        let raw = |rig: &mut SensorRig<Distance>| rig.call("getRaw", &[]).unwrap();
        let mut near = wall(Value::Null, 5.0);
        assert_eq!((raw(&mut near), value(&mut near)), (json!(65_536 - 33_536), json!(33_536)));
        near.reading[0] = -1.0;
        assert_eq!(raw(&mut near), json!(-1), "a lost reading");
        for output in ["centimetres", "etoys"] {
            let mut other = wall(json!({"output": output}), 50.0);
            assert_eq!(raw(&mut other), value(&mut other), "{output}");
        }
    }

    /// BU-37: Each sensor can have Gaussian noise, bias, dropouts and quantization from a seed.
    #[test]
    fn noise_is_rounded_to_steps_and_a_lost_reading_is_minus_one() {
        for (output, reading, answer) in [
            ("raw", 5130.0, json!(60_416)),
            ("raw", -1.0, json!(-1)),
            ("centimetres", 49.4, json!(49)),
            ("centimetres", -1.0, json!(-1)),
            ("etoys", -1.0, json!(-1)),
        ] {
            let mut rig = wall(json!({"output": output}), 30.0);
            rig.reading[0] = reading;
            assert_eq!(value(&mut rig), answer, "{output} {reading}");
        }
    }

    /// BU-38: Measurements of a real robot calibrate the units of sensors and motors.
    #[test]
    fn measurements_in_any_order_give_a_table_that_the_sensor_takes() {
        let mut rig = wall(Value::Null, 25.0);
        let table = json!([[0.3, 54_016], [0.1, 33_536], [0.2, 48_800], [0.2, 48_992]]);
        let found = rig.call("calibrate", &[table]).unwrap();
        assert_eq!(found["curve"], json!("table"));
        assert_eq!(found["table"], json!([[0.1, 33_536.0], [0.2, 48_896.0], [0.3, 54_016.0]]));
        let steps = wall(found, 25.0).reading[0] / 64.0;
        assert!((steps - 212.0).abs() <= 10.0, "{steps}");
        assert!(rig.call("calibrate", &[json!([[0.1, 100], [0.2, 300], [0.3, 200]])]).is_err());
        let fault = SensorRig::<Distance>::new(json!({"curve": "table"})).err().unwrap();
        assert_eq!(fault.cause(), Cause::Parameters);
    }

    #[test]
    fn a_ruler_upside_down_is_refused() {
        assert!(SensorRig::<Distance>::new(json!({"bottom": 0.2, "top": 0.1})).is_err());
    }

    #[test]
    fn the_window_draws_the_ruler_as_long_as_it_is() {
        let rig = facing(Value::Null, 0.0);
        let coverage = &rig.declaration().coverage[0];
        assert_eq!((coverage.max_range, coverage.channel), (2.0, Some(1)));
        assert_eq!(rig.declaration().channels[1].unit, "m");
    }
}
