//! Parsing of typed numbers.

use egui::DragValue;
use std::cell::RefCell;

/// Parses a number with a decimal point or comma, or a fraction such as `1/3`; `None` for anything else.
pub fn parse(text: &str) -> Option<f64> {
    let fraction = |(above, below): (&str, &str)| {
        let part = decimal(above)? / decimal(below)?;
        part.is_finite().then_some(part)
    };
    decimal(text).or_else(|| text.split_once('/').and_then(fraction))
}

/// A decimal number; allows a typographic minus sign and a trailing unit.
fn decimal(text: &str) -> Option<f64> {
    let plain: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let plain = plain.replace('−', "-");
    let number = plain.trim_end_matches(|letter: char| letter.is_alphabetic() || "°/²³·%".contains(letter));
    // A single comma without a point is a decimal comma: `1,000.5` is ambiguous.
    let number = match (number.matches(',').count(), number.contains('.')) {
        (0, _) => number.to_owned(),
        (1, false) => number.replace(',', "."),
        _ => return None,
    };
    number.parse().ok().filter(|number: &f64| number.is_finite())
}

/// A number field that accepts the input of [`parse`]; any other text is stored in `wrong`.
pub fn field<'a>(value: &'a mut f64, wrong: &'a RefCell<Option<String>>) -> DragValue<'a> {
    let parse = |text: &str| {
        let number = parse(text);
        *wrong.borrow_mut() = number.is_none().then(|| text.to_owned());
        number
    };
    DragValue::new(value).update_while_editing(false).custom_parser(parse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_points_or_commas_or_are_fractions() {
        for (text, number) in [
            ("1.5", 1.5),
            ("1,5", 1.5),
            (" −0,25 m", -0.25),
            ("1/4", 0.25),
            ("-1 / 8", -0.125),
            ("90 °", 90.0),
            ("1e-3", 1e-3),
            ("2.5 m/s", 2.5),
        ] {
            assert_eq!(parse(text), Some(number), "{text}");
        }
        for text in ["", "abc", "1,000.5", "1,2,3", "1/0", "1/2/3", "inf", "nan", "--1"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
