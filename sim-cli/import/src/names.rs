//! Unique names for scenes.

use std::collections::{HashMap, HashSet};

/// Maximum length of a name in a scene, characters.
const MAX_NAME_LENGTH: usize = 100;

/// Names in use.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: HashSet<String>,
    /// The last number appended to a name.
    last: HashMap<String, usize>,
}

impl Names {
    /// Reserves a name.
    pub(super) fn keep(&mut self, name: String) {
        self.taken.insert(name);
    }

    /// A unique name: the wanted one, or with a suffix `_2`, `_3` … if it is in use.
    pub(super) fn take(&mut self, wanted: &str) -> String {
        let base = name_of(wanted);
        let number = self.last.entry(base.clone()).or_insert(0);
        loop {
            *number += 1;
            let name = match *number {
                1 => base.clone(),
                number => {
                    let suffix = format!("_{number}");
                    let short: String = base.chars().take(MAX_NAME_LENGTH - suffix.len()).collect();
                    format!("{}{suffix}", short.trim_end())
                }
            };
            if self.taken.insert(name.clone()) {
                return name;
            }
        }
    }
}

/// Converts a text to a valid name: replaces invalid characters by `_`.
pub(super) fn name_of(text: &str) -> String {
    let is_bad = |c: char| c.is_control() || "\"'`[]{}()*=".contains(c);
    let changed: String = text.chars().map(|c| if is_bad(c) { '_' } else { c }).collect();
    let ends = |c: char| c.is_whitespace() || (c == '_' && text.contains(is_bad));
    let short: String = changed.trim_matches(ends).chars().take(MAX_NAME_LENGTH).collect();
    let short = short.trim_end();
    if short.is_empty() { "object".into() } else { short.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_of_the_form_that_scenes_take() {
        let mut names = Names::default();
        let mut take = |name: &str| names.take(name);
        assert_eq!([take("gate"), take("gate"), take("gate")], ["gate", "gate_2", "gate_3"]);
        assert_eq!([take("gate_2"), take("gate")], ["gate_2_2", "gate_4"]);
        assert_eq!([take("box(1)"), take(" \"a\"\n[b] "), take("_own_")], ["box_1", "a___b", "_own_"]);
        assert_eq!([take(""), take("''")], ["object", "object_2"]);
        let long = "ä".repeat(200);
        assert_eq!((take(&long).chars().count(), take(&long).chars().count()), (100, 100));
    }
}
