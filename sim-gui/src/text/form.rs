//! Forms.

pub use super::generated::form::*;
use sim_core::scene::form::{Limits, short};

pub fn no_number(text: &str) -> String {
    super::generated::form::no_number(format!("{text:?}"))
}

pub fn range(limits: &Limits, unit: &str) -> Option<String> {
    let unit = if unit.is_empty() || unit == "1" { String::new() } else { format!(" {unit}") };
    match (limits.least, limits.most) {
        (Some(least), Some(most)) => Some(super::generated::form::range(short(least), short(most), unit)),
        (Some(least), None) if limits.above => Some(range_above(short(least), unit)),
        (Some(least), None) => Some(range_from(short(least), unit)),
        (None, Some(most)) => Some(range_to(short(most), unit)),
        (None, None) => (!unit.is_empty()).then(|| super::generated::form::unit(unit)),
    }
}
