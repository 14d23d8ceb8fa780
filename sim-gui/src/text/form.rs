//! Forms.

use super::{Text, text};
use sim_core::scene::form::{Limits, short};

pub const BACK: Text = text("form-back");
pub const GIVEN: Text = text("form-given");
pub const NOT_GIVEN: Text = text("form-not-given");
pub const CHOOSE_FILE: Text = text("common-choose-file");
pub const KIND: Text = text("form-kind");
pub const ADD: Text = text("form-add");
pub const NEW_NAME: Text = text("form-new-name");
pub const JSON: Text = text("form-json");

pub fn back(field: &str) -> String {
    say!("form-back-of", field)
}

pub fn given(field: &str) -> String {
    say!("form-given-of", field)
}

pub fn add(field: &str) -> String {
    say!("form-add-of", field)
}

pub fn remove(field: &str, what: &str) -> String {
    say!("form-remove", what, field)
}

pub fn no_number(text: &str) -> String {
    say!("form-no-number", text = format!("{text:?}"))
}

pub fn accepted(range: &str) -> String {
    say!("form-accepted", range)
}

/// The limits of a joint, if its initial position is outside them.
pub fn joint_accepts(joint: &str, range: &str) -> String {
    say!("form-joint-accepts", joint, range)
}

pub fn default(value: &str) -> String {
    say!("form-default", value)
}

pub fn range(limits: &Limits, unit: &str) -> Option<String> {
    let unit = if unit.is_empty() || unit == "1" { String::new() } else { format!(" {unit}") };
    match (limits.least, limits.most) {
        (Some(least), Some(most)) => Some(say!("form-range", least = short(least), most = short(most), unit)),
        (Some(least), None) if limits.above => Some(say!("form-range-above", least = short(least), unit)),
        (Some(least), None) => Some(say!("form-range-from", least = short(least), unit)),
        (None, Some(most)) => Some(say!("form-range-to", most = short(most), unit)),
        (None, None) => (!unit.is_empty()).then(|| say!("form-unit", unit)),
    }
}

pub fn not_json(field: &str, error: &str) -> String {
    say!("form-not-json", field, error)
}
