//! The manual.

pub const TITLE: &str = "Manual";
pub const BACK: &str = "Back";
pub const FORTH: &str = "Forward";
pub const SEARCH: &str = "Search the manual";
pub const NOTHING: &str = "No page has all these words.";

pub fn found(page: &str, heading: &str) -> String {
    format!("{page} › {heading}")
}
