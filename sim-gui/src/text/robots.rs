//! The robots panel.

use super::Text;
pub use super::generated::robots::*;

/// Column titles: name, state, task, speed, battery, faults and contacts.
pub const COLUMNS: [Text; 7] = [COLUMNS_1, COLUMNS_2, COLUMNS_3, COLUMNS_4, COLUMNS_5, COLUMNS_6, COLUMNS_7];

/// Accessible label of a column header. `falling`: the current sort direction of this column.
pub fn sort(column: &str, falling: Option<bool>) -> String {
    match falling {
        None => super::generated::robots::sort(column),
        Some(true) => sorted_falling(column),
        Some(false) => sorted_rising(column),
    }
}

/// State of charge, 0 … 1.
pub fn charge(charge: f64) -> String {
    super::generated::robots::charge(format!("{:.0}", 100.0 * charge))
}
