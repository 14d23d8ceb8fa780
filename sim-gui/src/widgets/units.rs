//! Displayed and typed lengths and angles. Everywhere else, units are meters and radians.

use super::number;
use crate::text::units as words;
use egui::{Context, DragValue, Id, Response, Ui};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::f64::consts::PI;
use std::ops::RangeInclusive;

/// Display unit of lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lengths {
    /// Meters; centimeters for robots under construction.
    #[default]
    Fitting,
    /// Meters.
    Metres,
    /// Centimeters.
    Centimetres,
}

/// Display unit of angles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Angles {
    /// Degrees.
    #[default]
    Degrees,
    /// Radians.
    Radians,
}

/// Display units of lengths and angles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Units {
    /// Unit of lengths.
    pub lengths: Lengths,
    /// Unit of angles.
    pub angles: Angles,
}

impl Units {
    /// The selected units.
    pub fn of(ctx: &Context) -> Self {
        ctx.data(|data| data.get_temp(Id::unique("units"))).unwrap_or_default()
    }

    /// Selects these units.
    pub fn choose(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(Id::unique("units"), self));
    }

    /// The unit of lengths.
    pub fn length(self) -> Unit {
        if self.lengths == Lengths::Centimetres { Unit::Centimetre } else { Unit::Metre }
    }

    /// The unit of lengths of a robot under construction.
    pub fn length_of_robot(self) -> Unit {
        if self.lengths == Lengths::Metres { Unit::Metre } else { Unit::Centimetre }
    }

    /// The unit of angles.
    pub fn angle(self) -> Unit {
        match self.angles {
            Angles::Degrees => Unit::Degree,
            Angles::Radians => Unit::Radian,
        }
    }

    /// The display unit for values in an SI unit; `None` if they are displayed unchanged.
    pub fn of_si(self, unit: &str) -> Option<Unit> {
        match unit {
            "m" => Some(self.length()),
            "rad" => Some(self.angle()),
            _ => None,
        }
    }

    /// A length with its unit, m; `decimals` applies to meters.
    pub fn length_words(self, metres: f64, decimals: usize) -> String {
        self.length().words(metres, decimals)
    }

    /// An angle with its unit, rad; `decimals` applies to degrees.
    pub fn angle_words(self, radians: f64, decimals: usize) -> String {
        self.angle().words(radians, decimals)
    }
}

/// A display unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// m
    Metre,
    /// cm
    Centimetre,
    /// Degree.
    Degree,
    /// rad
    Radian,
}

impl Unit {
    /// Its symbol.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Metre => "m",
            Self::Centimetre => "cm",
            Self::Degree => "°",
            Self::Radian => "rad",
        }
    }

    /// Converts a value from SI units to this unit.
    pub fn shown(self, value: f64) -> f64 {
        match self {
            Self::Metre | Self::Radian => value,
            Self::Centimetre => value * 100.0,
            Self::Degree => value.to_degrees(),
        }
    }

    /// Converts a value from this unit to SI units.
    pub fn si(self, shown: f64) -> f64 {
        match self {
            Self::Metre | Self::Radian => shown,
            Self::Centimetre => shown / 100.0,
            Self::Degree => shown.to_radians(),
        }
    }

    /// Default number of decimals of positions in meters, or of directions in degrees.
    pub fn usual_decimals(self) -> usize {
        if self.is_angle() { 1 } else { 3 }
    }

    /// The number of decimals with the same resolution as this number of decimals of a meter or degree.
    pub fn decimals(self, decimals: usize) -> usize {
        match self {
            Self::Metre | Self::Degree => decimals,
            Self::Centimetre => decimals.saturating_sub(2),
            Self::Radian => decimals + 2,
        }
    }

    /// Formats a value in SI units without its unit.
    pub fn number(self, value: f64, decimals: usize) -> String {
        let decimals = self.decimals(decimals);
        let scale = 10f64.powi(decimals as i32);
        // Adding 0 converts −0 to 0.
        let rounded = (self.shown(value) * scale).round() / scale + 0.0;
        format!("{rounded:.decimals$}")
    }

    /// Formats a value in SI units with its unit.
    pub fn words(self, value: f64, decimals: usize) -> String {
        self.after(&self.number(value, decimals))
    }

    /// Appends the unit to one or several numbers.
    pub fn after(self, numbers: &str) -> String {
        match self {
            Self::Degree => format!("{numbers}°"),
            unit => format!("{numbers} {}", unit.sign()),
        }
    }

    fn is_angle(self) -> bool {
        matches!(self, Self::Degree | Self::Radian)
    }

    /// Parses a number with or without a unit to SI units; `None` for anything else.
    pub fn parse(self, text: &str) -> Option<f64> {
        let text = text.trim();
        let number = text.trim_end_matches(|letter: char| letter.is_alphabetic() || "°′″".contains(letter));
        let value = number::parse(number)?;
        Some(match (text[number.len()..].trim(), self.is_angle()) {
            ("", _) => self.si(value),
            ("m", false) => value,
            ("cm", false) => value / 100.0,
            ("mm", false) => value / 1000.0,
            ("km", false) => value * 1000.0,
            ("°" | "deg", true) => value.to_radians(),
            ("rad", true) => value,
            _ => return None,
        })
    }

    /// The error message for an invalid text.
    pub fn refusal(self, text: &str) -> String {
        if self.is_angle() { words::no_angle(text) } else { words::no_length(text) }
    }
}

/// A field for a value in SI units.
pub struct Field<'a> {
    value: &'a mut f64,
    unit: Unit,
    speed: f64,
    decimals: usize,
    fixed: bool,
    range: RangeInclusive<f64>,
}

impl<'a> Field<'a> {
    /// A field that displays a value in SI units in another unit. Dragging changes it by 0.01 m, or by one degree, per point.
    pub fn new(value: &'a mut f64, unit: Unit) -> Self {
        let speed = if unit.is_angle() { PI / 180.0 } else { 0.01 };
        Self { value, unit, speed, decimals: 4, fixed: false, range: f64::NEG_INFINITY..=f64::INFINITY }
    }

    /// Sets the drag speed, in SI units per point.
    pub fn speed(self, speed: f64) -> Self {
        Self { speed, ..self }
    }

    /// Sets the maximum number of decimals, of meters or degrees.
    pub fn decimals(self, decimals: usize) -> Self {
        Self { decimals, ..self }
    }

    /// Always shows all decimals, so that the width is constant while the value changes.
    pub fn fixed(self) -> Self {
        Self { fixed: true, ..self }
    }

    /// Sets the accepted range, in SI units.
    pub fn range(self, range: RangeInclusive<f64>) -> Self {
        Self { range, ..self }
    }

    /// Shows the field. An invalid text is stored in `wrong`.
    pub fn show(self, ui: &mut Ui, wrong: &RefCell<Option<String>>) -> Response {
        let Self { value, unit, speed, decimals, fixed, range } = self;
        let decimals = unit.decimals(decimals);
        let scale = 10f64.powi(decimals as i32);
        let before = unit.shown(*value);
        let mut shown = before;
        let parse = |text: &str| {
            let typed = unit.parse(text);
            *wrong.borrow_mut() = typed.is_none().then(|| text.to_owned());
            let typed = unit.shown(typed?);
            // Leaving the displayed text unchanged preserves the value, including its hidden digits.
            let same = (before * scale).round() == (typed * scale).round() && (typed * scale).fract().abs() < 1e-6;
            Some(if same { before } else { typed })
        };
        let suffix = if unit == Unit::Degree { " °".to_owned() } else { unit.after("") };
        let field = DragValue::new(&mut shown).update_while_editing(false).custom_parser(parse).suffix(suffix);
        let field =
            field.speed(unit.shown(speed)).max_decimals(decimals).min_decimals(if fixed { decimals } else { 0 });
        let response = ui.add(field.range(unit.shown(*range.start())..=unit.shown(*range.end())));
        if shown != before {
            *value = unit.si(shown);
        }
        response
    }

    /// Shows the field; an invalid text changes nothing.
    pub fn ui(self, ui: &mut Ui) -> Response {
        self.show(ui, &RefCell::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [Unit; 4] = [Unit::Metre, Unit::Centimetre, Unit::Degree, Unit::Radian];

    #[test]
    fn lengths_and_angles_are_understood_with_any_unit_whatever_is_shown() {
        for (text, metres) in [("1.5 m", 1.5), ("150 cm", 1.5), ("1500mm", 1.5), ("0,0015 km", 1.5), ("-3/2 m", -1.5)] {
            for unit in [Unit::Metre, Unit::Centimetre] {
                assert_eq!(unit.parse(text), Some(metres), "{text}");
            }
        }
        for (text, radians) in [("30°", PI / 6.0), ("30 deg", PI / 6.0), ("0.5 rad", 0.5), (" −90 ° ", -PI / 2.0)] {
            for unit in [Unit::Degree, Unit::Radian] {
                let value = unit.parse(text).unwrap_or_else(|| panic!("{text}"));
                assert!((value - radians).abs() < 1e-15, "{text}: {value}");
            }
        }
        assert_eq!(ALL.map(|unit| unit.parse("2")), [2.0, 0.02, PI / 90.0, 2.0].map(Some), "in the unit that is shown");
    }

    #[test]
    fn other_units_are_refused() {
        for text in ["1 kg", "1 m/s", "30°", "0.5 rad", "m", "", "1 e"] {
            assert_eq!((Unit::Metre.parse(text), Unit::Centimetre.parse(text)), (None, None), "{text}");
        }
        for text in ["1 m", "10 cm", "rad", "1 rad/s"] {
            assert_eq!((Unit::Degree.parse(text), Unit::Radian.parse(text)), (None, None), "{text}");
        }
    }

    #[test]
    fn values_have_no_more_decimals_in_one_unit_than_in_another() {
        let units = Units { lengths: Lengths::Centimetres, angles: Angles::Radians };
        assert_eq!((units.length_words(1.2345, 3), units.angle_words(0.5, 1)), ("123.5 cm".into(), "0.500 rad".into()));
        let units = Units::default();
        assert_eq!((units.length_words(1.2345, 3), units.angle_words(0.5, 1)), ("1.235 m".into(), "28.6°".into()));
        assert_eq!(units.length_words(-0.0001, 2), "0.00 m", "−0 is written as 0");
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn what_is_shown_is_typed_back_as_what_it_was(micrometres in -1_000_000_000i64..1_000_000_000) {
            let value = micrometres as f64 / 1e6;
            for unit in [Unit::Metre, Unit::Centimetre] {
                let back = unit.parse(&unit.words(value, 6)).unwrap();
                prop_assert!((back - value).abs() < 1e-12 * value.abs().max(1.0), "{} {}", value, back);
                prop_assert_eq!(sim_edit::rounded(back), sim_edit::rounded(value), "the value in the scene file");
            }
            for unit in [Unit::Degree, Unit::Radian] {
                let back = unit.parse(&unit.words(value, 9)).unwrap();
                prop_assert!((back - value).abs() < 1e-9 * value.abs().max(1.0), "{} {}", value, back);
            }
        }
    }
}
