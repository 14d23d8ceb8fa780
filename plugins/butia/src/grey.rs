//! Darkness of the floor.

use crate::module::{LARGEST, STEP, check, get_value, hot_plug, plain, quantised, raw_channel, rows, unfit};
use sim_abi::prelude::*;
use std::f64::consts::FRAC_PI_2;

/// Weights of red, green and blue in luminance (ITU-R BT.709), applied to the stored values.
const LUMINANCE: [f64; 3] = [0.2126, 0.7152, 0.0722];

/// Parameters of a grayscale sensor.
#[params]
pub struct GreyParams {
    /// Raw value over white.
    #[param(default = 0.0, unit = "1", min = 0.0, max = 65_472.0)]
    white_raw: f64,
    /// Raw value over black.
    #[param(default = 65_472.0, unit = "1", min = 0.0, max = 65_472.0)]
    black_raw: f64,
    /// For boards that read higher over brighter floors: 65472 minus the raw value.
    invert: bool,
}

/// Darkness of the floor under the mount: 64·round(1023·(1 − Y)), halves rounded up, clamped to the raw values of white
/// and black.
pub struct Grey {
    params: GreyParams,
}

impl Sensor for Grey {
    type Params = GreyParams;

    fn new(params: GreyParams, setup: &mut SensorSetup) -> Result<Self> {
        if params.white_raw == params.black_raw {
            let message = format!("white and black both read {}", params.white_raw);
            return Err(unfit(message, "use different values for `white_raw` and `black_raw`"));
        }
        setup.channel(raw_channel("darkness, in steps of 64"));
        // The spot on the floor, as a short downward ray.
        let mut spot = Coverage::new(CoverageForm::Rays { count: 1, arc: 0.0 }, 0.01);
        spot.placement = Placement::default().turned(0.0, FRAC_PI_2, 0.0);
        setup.coverage(spot);
        Ok(Self { params })
    }

    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result {
        let color = io.world().ground_color(io.pose().translation.vector);
        reading[0] = self.raw(color);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let columns = [("brightness", 1.0), ("value", LARGEST)].map(|(name, end)| {
            let column = FunctionValue::float(name);
            column.range(0.0, end)
        });
        let table = columns.into_iter().fold(Function::new("calibrate"), Function::parameter);
        hot_plug("grey").function(get_value("raw value, higher over darker floors")).function(
            table.calibrates().help(
                "brightness of the floor (0 black … 1 white) and value of the real module → white_raw, black_raw",
            ),
        )
    }

    fn call(&mut self, function: &str, arguments: &[Value], reading: &[f64]) -> Result<Value> {
        check(&Self::datasheet(), function, arguments)?;
        match function {
            "getVersion" => Ok(1.into()),
            "getValue" => Ok(plain(reading[0])),
            _ => self.calibrate(&rows(arguments)?),
        }
    }
}

impl Grey {
    fn raw(&self, color: [f64; 3]) -> f64 {
        let luminance: f64 = color.iter().zip(LUMINANCE).map(|(value, share)| value * share).sum();
        let GreyParams { white_raw, black_raw, invert } = self.params;
        let raw = quantised(white_raw + (black_raw - white_raw) * (1.0 - luminance.clamp(0.0, 1.0)));
        if invert { LARGEST - raw } else { raw }
    }

    /// Fits brightness and values by least squares, and evaluates the line at white and black.
    fn calibrate(&self, rows: &[[f64; 2]]) -> Result<Value> {
        let count = rows.len() as f64;
        let mean = |column: usize| rows.iter().map(|row| row[column]).sum::<f64>() / count;
        let (middle, value) = (mean(0), mean(1));
        let spread: f64 = rows.iter().map(|row| math::powi(row[0] - middle, 2)).sum();
        if spread < 1e-6 {
            return Err(Fault::new("all measurements are of the same brightness")
                .help("measure over a dark and over a bright floor"));
        }
        let slope = rows.iter().map(|row| (row[0] - middle) * (row[1] - value)).sum::<f64>() / spread;
        let at = |brightness: f64| {
            let raw = value + slope * (brightness - middle);
            (if self.params.invert { LARGEST - raw } else { raw }).clamp(0.0, LARGEST)
        };
        let steps = |raw: f64| (raw / STEP).round() * STEP;
        Ok(json!({"white_raw": steps(at(1.0)), "black_raw": steps(at(0.0))}))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over(params: Value, color: [f64; 3]) -> SensorRig<Grey> {
        let mut rig = SensorRig::mounted(params, Placement::at(0.15, 0.0, 0.0), &[]).unwrap();
        rig.world.floor = [[1.0; 3], color];
        rig.sense().unwrap();
        rig
    }

    fn value(params: Value, color: [f64; 3]) -> Value {
        over(params, color).call("getValue", &[]).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(|| over(Value::Null, [0.3; 3]));
    }

    /// BU-32: `grey` reads the floor color under a 1 cm spot in front of the robot.
    #[test]
    fn colors_have_the_raw_values_of_the_formula() {
        for (color, raw) in [
            ([1.0; 3], 0),
            ([0.0; 3], 65_472),
            ([0.5; 3], 32_768),
            ([1.0, 0.0, 0.0], 51_584),
            ([0.0, 1.0, 0.0], 18_624),
            ([0.0, 0.0, 1.0], 60_736),
        ] {
            assert_eq!(value(Value::Null, color), json!(raw), "{color:?}");
        }
    }

    /// BU-32: `grey` reads the floor color under a 1 cm spot in front of the robot.
    #[test]
    fn eleven_patches_from_white_to_black_grow_darker() {
        let found: Vec<i64> =
            (0..=10).map(|patch| value(Value::Null, [1.0 - f64::from(patch) / 10.0; 3]).as_i64().unwrap()).collect();
        assert_eq!((found[0], found[10]), (0, 65_472));
        assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{found:?}");
    }

    /// BU-32: `grey` reads the floor color under a 1 cm spot in front of the robot.
    #[test]
    fn the_edge_of_a_line_is_found_where_the_spot_crosses_it() {
        let mut rig = over(Value::Null, [0.0; 3]);
        let dark: Vec<bool> = (0..20)
            .map(|tick| {
                rig.body.pose.translation.x = -0.25 + 0.01 * f64::from(tick) + 1e-9;
                rig.sense().unwrap()[0] > 32_000.0
            })
            .collect();
        assert_eq!(dark.iter().position(|dark| *dark), Some(10), "the spot is 15 cm before the robot");
    }

    /// BU-38: Measurements of a real robot calibrate the units of sensors and motors.
    #[test]
    fn white_and_black_values_are_configurable_and_can_be_inverted() {
        let board = json!({"white_raw": 6400, "black_raw": 57_600});
        assert_eq!((value(board.clone(), [1.0; 3]), value(board.clone(), [0.0; 3])), (json!(6400), json!(57_600)));
        assert_eq!(value(board, [0.5; 3]), json!(32_000));
        assert_eq!(value(json!({"invert": true}), [1.0; 3]), json!(65_472));
        assert_eq!(value(json!({"invert": true}), [0.0, 1.0, 0.0]), json!(65_472 - 18_624));
        let fault = SensorRig::<Grey>::new(json!({"white_raw": 64, "black_raw": 64})).err().unwrap();
        assert_eq!(fault.cause(), Cause::Parameters);
    }

    /// BU-38: Measurements of a real robot calibrate the units of sensors and motors.
    #[test]
    fn two_measurements_give_the_raw_values_of_white_and_black() {
        let table = json!([[1.0, 6400], [0.5, 32_000]]);
        let mut rig = over(Value::Null, [1.0; 3]);
        let found = rig.call("calibrate", std::slice::from_ref(&table)).unwrap();
        assert_eq!(found, json!({"white_raw": 6400.0, "black_raw": 57_600.0}));
        assert_eq!(value(found, [0.5; 3]), json!(32_000));
        let found = over(json!({"invert": true}), [1.0; 3]).call("calibrate", &[table]).unwrap();
        assert_eq!(found, json!({"white_raw": 59_072.0, "black_raw": 7872.0}));
        assert!(rig.call("calibrate", &[json!([[0.4, 100], [0.4, 200]])]).is_err());
    }
}
