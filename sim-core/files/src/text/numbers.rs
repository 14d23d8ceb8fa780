//! Numbers in RON and JSON.

use serde_json::Number;

use super::read::{Read, Reader, is_word_rest};
use super::{Format, Kind};
use sim_diagnostics::words::shortened;
use sim_diagnostics::{Code, Diagnostic};

impl Reader<'_> {
    /// A number that is not finite, or too large.
    pub(super) fn not_finite(&self, start: usize, found: &str) -> Box<Diagnostic> {
        let is_large = found.contains(|c: char| c.is_ascii_digit()) && !found.starts_with("inf");
        let too_large = "the number is too large".to_string();
        let (message, expected) = match (is_large, found.contains(['.', 'e', 'E'])) {
            (false, _) => ("the number is not finite".to_string(), "a finite number".to_string()),
            (true, true) => (too_large, "a number below 1.8e308".to_string()),
            (true, false) => (too_large, "a whole number below 2^64, or one with a decimal point".to_string()),
        };
        Box::new(self.error(Code::SceneNumber, start, message).with_expected(expected).with_found(shortened(found)))
    }

    /// A number.
    pub(super) fn number(&mut self) -> Read<Kind> {
        let start = self.at;
        let rest = &self.text[start..];
        let mut length = 0;
        let mut previous = ' ';
        for c in rest.chars() {
            let sign = matches!(c, '+' | '-') && (length == 0 || matches!(previous, 'e' | 'E'));
            if !(sign || c == '.' || is_word_rest(c)) {
                break;
            }
            length += c.len_utf8();
            previous = c;
        }
        self.at += length;
        let token = &rest[..length];
        let number = match self.format {
            Format::Json => json_number(token),
            Format::Ron => ron_number(token),
        };
        let error = match number {
            Ok(Some(number)) => return Ok(Kind::Number(number)),
            Ok(None) => self.not_finite(start, token),
            Err(()) => {
                let message = format!("`{token}` is not a number", token = shortened(token));
                let error = self.error(Code::SceneSyntax, start, message);
                Box::new(error.with_expected("a number such as `1`, `-0.5` or `1e-3`"))
            }
        };
        self.recover(error)?;
        Ok(Kind::Null)
    }
}

/// Parses a strict JSON number; `Ok(None)` if it is not a finite `f64`.
pub(super) fn json_number(token: &str) -> Result<Option<Number>, ()> {
    match serde_json::from_str::<Number>(token) {
        Ok(number) => Ok(number.as_f64().filter(|value| value.is_finite()).map(|_| number)),
        Err(error) if error.to_string().contains("out of range") => Ok(None),
        Err(_) => Err(()),
    }
}

/// Parses a RON number with sign, base, underscores and type suffix; `Ok(None)` if it does not fit.
pub(super) fn ron_number(token: &str) -> Result<Option<Number>, ()> {
    let (negative, unsigned) = match token.as_bytes().first() {
        Some(b'-') => (true, &token[1..]),
        Some(b'+') => (false, &token[1..]),
        _ => (false, token),
    };
    if matches!(unsigned.trim_end_matches("f32").trim_end_matches("f64"), "inf" | "NaN") {
        return Ok(None);
    }
    for (prefix, base) in [("0x", 16), ("0b", 2), ("0o", 8)] {
        if let Some(digits) = unsigned.strip_prefix(prefix) {
            let digits = if base == 16 { digits } else { without_suffix(digits, &['i', 'u']) };
            return integer(digits, base, negative);
        }
    }
    let is_float = unsigned.contains(['.', 'e', 'E']) || unsigned.contains('f');
    if !is_float {
        return integer(without_suffix(unsigned, &['i', 'u']), 10, negative);
    }
    let digits = without_suffix(unsigned, &['f']).replace('_', "");
    let well_formed = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && digits.bytes().all(|byte| byte.is_ascii_digit() || b".eE+-".contains(&byte));
    let value: f64 = if well_formed {
        digits.parse().map_err(|_| ())?
    } else {
        return Err(());
    };
    Ok(Number::from_f64(if negative { -value } else { value }))
}

fn without_suffix<'a>(digits: &'a str, kinds: &[char]) -> &'a str {
    match digits.split_once(kinds) {
        Some((number, "8" | "16" | "32" | "64" | "128")) => number,
        _ => digits,
    }
}

fn integer(digits: &str, base: u32, negative: bool) -> Result<Option<Number>, ()> {
    if !digits.starts_with(|c: char| c.is_digit(base)) || !digits.chars().all(|c| c == '_' || c.is_digit(base)) {
        return Err(());
    }
    let Ok(value) = i128::from_str_radix(&digits.replace('_', ""), base) else {
        return Ok(None);
    };
    Ok(Number::from_i128(if negative { -value } else { value }))
}
