//! Problems.

use super::{Text, text};

pub const NONE: Text = text("problems-none");

pub fn count(count: usize) -> String {
    say!("problems-count", count)
}
