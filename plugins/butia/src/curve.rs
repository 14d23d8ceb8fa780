//! Maps a distance to the reading of a distance sensor.

use crate::module::{LARGEST, STEP, quantised, unfit};
use sim_abi::prelude::*;

/// Distance range that the usual infrared sensor resolves, cm.
const USUAL: [f64; 2] = [10.0, 80.0];
/// The protocol's inverted reading is this value minus the raw value.
const TURNED: f64 = 65_536.0;

/// Form of a curve.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Form {
    /// 4800/cm + 20 steps from 10 to 80 cm, like the usual infrared sensor.
    #[default]
    Default,
    /// Linear interpolation between measured points.
    Table,
    /// A polynomial of the distance.
    Polynomial,
    /// One step per centimeter.
    Identity,
}

/// A curve that maps a distance to steps of 64.
#[derive(Clone, Debug, PartialEq)]
pub enum Curve {
    Usual,
    /// Points (cm, steps), sorted by distance.
    Table(Vec<[f64; 2]>),
    /// Coefficients of 1, cm, cm² …
    Polynomial(Vec<f64>),
    Identity,
}

impl Curve {
    /// Creates the curve of a form from its table (m, value) or its coefficients.
    pub fn new(form: Form, table: &[[f64; 2]], polynomial: Vec<f64>) -> Result<Self> {
        Ok(match form {
            Form::Default => Curve::Usual,
            Form::Identity => Curve::Identity,
            Form::Table => {
                sound(table)?;
                let point = |[metres, answer]: &[f64; 2]| [metres * 100.0, (TURNED - answer) / STEP];
                Curve::Table(table.iter().map(point).collect())
            }
            Form::Polynomial => {
                if polynomial.is_empty() || !polynomial.iter().all(|coefficient| coefficient.is_finite()) {
                    return Err(unfit("`polynomial` is empty".into(), "set the coefficients of 1, cm, cm² …"));
                }
                Curve::Polynomial(polynomial)
            }
        })
    }

    /// Steps for a distance (cm), unrounded.
    pub fn steps(&self, cm: f64) -> f64 {
        match self {
            // Published example of the robot; matches analog infrared sensors for 10 to 80 cm.
            Curve::Usual => 4800.0 / cm.clamp(USUAL[0], USUAL[1]) + 20.0,
            Curve::Identity => cm,
            Curve::Polynomial(coefficients) => coefficients.iter().rev().fold(0.0, |sum, next| sum * cm + next),
            Curve::Table(points) => {
                let after = points.partition_point(|[at, _]| *at < cm);
                match (after.checked_sub(1).and_then(|before| points.get(before)), points.get(after)) {
                    (Some([a, low]), Some([b, high])) => low + (high - low) * (cm - a) / (b - a),
                    (Some([_, end]), None) | (None, Some([_, end])) => *end,
                    (None, None) => 0.0,
                }
            }
        }
    }

    /// Raw value for a distance (cm).
    pub fn raw(&self, cm: f64) -> f64 {
        // Steps are rounded before clamping, so that no value lies in between.
        quantised(self.steps(cm).clamp(0.0, LARGEST / STEP) * STEP)
    }
}

/// Rejects a table of (m, value) unless its distances increase and its values are monotonic.
pub fn sound(table: &[[f64; 2]]) -> Result {
    let is_valid =
        |[metres, answer]: &[f64; 2]| metres.is_finite() && *metres >= 0.0 && (64.0..=TURNED).contains(answer);
    if table.len() < 2 || !table.iter().all(is_valid) {
        let help = "use at least two rows of distance (m) and value (64 … 65536)";
        return Err(unfit("`table` is not a table of distances and values".into(), help));
    }
    let pairs = || table.windows(2).map(|pair| (pair[0], pair[1]));
    // The first two different values determine the direction.
    let falls = pairs().find(|(a, b)| a[1] != b[1]).is_some_and(|(a, b)| b[1] < a[1]);
    for (a, b) in pairs() {
        if b[0] <= a[0] {
            return Err(unfit(
                format!("`table` is not monotonic: {} m follows {} m", b[0], a[0]),
                "sort it by distance",
            ));
        }
        let turns = if falls { b[1] > a[1] } else { b[1] < a[1] };
        if turns {
            let message = format!("`table` is not monotonic: {} at {} m follows {} at {} m", b[1], b[0], a[1], a[0]);
            return Err(unfit(message, "values must only increase or only decrease with distance: remove outliers"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Distance (cm), steps and value of the usual sensor.
    const USUAL_TABLE: [(f64, f64, f64); 7] = [
        (10.0, 500.0, 33_536.0),
        (15.0, 340.0, 43_776.0),
        (20.0, 260.0, 48_896.0),
        (30.0, 180.0, 54_016.0),
        (40.0, 140.0, 56_576.0),
        (60.0, 100.0, 59_136.0),
        (80.0, 80.0, 60_416.0),
    ];

    /// BU-38: Measurements of a real robot calibrate the units of sensors and motors.
    #[test]
    fn the_usual_curve_has_the_values_of_the_table() {
        for (cm, steps, answer) in USUAL_TABLE {
            let raw = Curve::Usual.raw(cm);
            assert_eq!((raw / STEP, TURNED - raw), (steps, answer), "{cm} cm");
        }
        assert_eq!((Curve::Usual.raw(3.0), Curve::Usual.raw(200.0)), (500.0 * STEP, 80.0 * STEP));
    }

    /// BU-38: Measurements of a real robot calibrate the units of sensors and motors.
    #[test]
    fn between_the_points_of_a_table_it_is_straight() {
        let points: Vec<[f64; 2]> = USUAL_TABLE.iter().map(|(cm, _, answer)| [cm / 100.0, *answer]).collect();
        let curve = Curve::new(Form::Table, &points, Vec::new()).unwrap();
        assert!((curve.steps(25.0) - 212.0).abs() <= 10.0 && curve.raw(25.0) == 220.0 * STEP);
        assert_eq!((curve.raw(5.0), curve.raw(20.0), curve.raw(150.0)), (500.0 * STEP, 260.0 * STEP, 80.0 * STEP));
    }

    /// BU-38: Measurements of a real robot calibrate the units of sensors and motors.
    #[test]
    fn a_table_that_is_not_monotonic_is_refused() {
        let refused = |table: &[[f64; 2]]| {
            let fault = Curve::new(Form::Table, table, Vec::new()).err()?;
            assert_eq!(fault.cause(), Cause::Parameters);
            Some(fault.message().to_string())
        };
        assert_eq!(refused(&[[0.1, 4000.0], [0.2, 5000.0], [0.3, 5000.0]]), None);
        assert_eq!(refused(&[[0.1, 4000.0], [0.2, 3000.0], [0.3, 1000.0]]), None);
        let message = "`table` is not monotonic: 3000 at 0.3 m follows 2000 at 0.2 m";
        assert_eq!(refused(&[[0.1, 4000.0], [0.2, 2000.0], [0.3, 3000.0]]).unwrap(), message);
        assert!(refused(&[[0.1, 2000.0], [0.2, 4000.0], [0.3, 3000.0]]).is_some());
        assert_eq!(refused(&[[0.2, 64.0], [0.2, 80.0]]).unwrap(), "`table` is not monotonic: 0.2 m follows 0.2 m");
        assert!(refused(&[]).is_some() && refused(&[[0.1, 0.0], [0.2, 100.0]]).is_some());
    }

    #[test]
    fn polynomial_and_identity_are_of_centimetres() {
        let curve = Curve::new(Form::Polynomial, &[], vec![500.0, -5.0, 0.01]).unwrap();
        assert_eq!(curve.raw(20.0), (500.0 - 100.0 + 4.0) * STEP);
        assert_eq!(Curve::Identity.raw(49.8), 50.0 * STEP);
        assert!(Curve::new(Form::Polynomial, &[], Vec::new()).is_err());
        let steep = Curve::new(Form::Polynomial, &[], vec![0.0, 1000.0]).unwrap();
        assert_eq!(steep.raw(100.0), LARGEST);
    }
}
