//! Entries of tables during reading.

use super::Entry;
use std::collections::HashMap;

/// Entries of a table being read.
#[derive(Default)]
pub(super) struct Entries {
    pub(super) list: Vec<Entry>,
    /// Index by key, once there are many.
    places: HashMap<String, usize>,
}

impl Entries {
    /// Maximum number of keys for a linear search.
    const MAX_COMPARED: usize = 16;

    /// The entry with a key.
    pub(super) fn find(&self, key: &str) -> Option<&Entry> {
        match self.list.len() {
            0..=Self::MAX_COMPARED => self.list.iter().find(|known| known.key == key),
            _ => self.places.get(key).map(|place| &self.list[*place]),
        }
    }

    /// Adds an entry with a new key.
    pub(super) fn push(&mut self, entry: Entry) {
        self.list.push(entry);
        let first = match self.list.len() {
            0..=Self::MAX_COMPARED => return,
            _ if self.places.is_empty() => 0,
            length => length - 1,
        };
        let added = self.list.iter().enumerate().skip(first).map(|(place, entry)| (entry.key.clone(), place));
        self.places.extend(added);
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Format, Kind, Sources, read};
    use sim_diagnostics::Diagnostics;
    use std::time::Instant;

    /// A map with `count` keys, the last one twice.
    fn map(count: usize) -> String {
        let entries: String = (0..count).map(|number| format!("\"key {number}\": {number}, ")).collect();
        format!("{{{entries} \"key {}\": 0}}", count - 1)
    }

    /// Number of keys and findings, and reading time, s.
    fn read_map(text: &str) -> (usize, usize, f64) {
        let mut sources = Sources::default();
        let file = sources.add("a.ron", None, text);
        let mut findings = Diagnostics::new();
        let start = Instant::now();
        let node = read(&sources, file, Format::Ron, &mut findings).unwrap();
        let time = start.elapsed().as_secs_f64();
        let Kind::Table(entries) = node.kind else { panic!("a map is a table") };
        (entries.len(), findings.iter().count(), time)
    }

    #[test]
    fn a_key_that_is_given_twice_is_found_among_few_and_many() {
        for count in [1, 2, 15, 16, 17, 18, 100] {
            let (keys, findings, _) = read_map(&map(count));
            assert_eq!((keys, findings), (count, 1), "{count}");
        }
    }

    #[test]
    fn reading_a_map_takes_a_time_that_grows_as_its_keys() {
        let time = |count| {
            let text = map(count);
            (0..5).map(|_| read_map(&text).2).fold(f64::INFINITY, f64::min)
        };
        // Four times as many keys: four times the time, or sixteen times for a linear search.
        let ratio = time(20_000) / time(5_000);
        assert!(ratio < 8.0, "{ratio}");
    }
}
