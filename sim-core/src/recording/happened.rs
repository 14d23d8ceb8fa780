//! What has happened in a recorded run.

use super::Result;
use super::decode;
use super::describe::Topic;
use super::event::{Event, EventKind};
use super::gaps::Gaps;
use super::reader::{Recording, Walk};
use crate::engine::{ExternalLines, Replayed};

/// Events of a recording in order; see [`Recording::events`].
pub struct Events<'a> {
    walk: Walk<'a>,
    /// Texts of which an event has one in its message; all events where there are none.
    words: &'static [&'static str],
}

/// What the messages of edits have in their texts.
const EDITS: &[&str] = &["object_added", "object_removed", "robot_placed"];

impl Recording {
    /// All events in order.
    pub fn events(&self) -> Events<'_> {
        Events { walk: Walk::new(self, 0), words: &[] }
    }

    /// Events that tell of changes of the world which frames do not show ([`EventKind::is_edit`](super::EventKind::is_edit)), in
    /// order. Damage is kept in `gaps`. Of a file that was closed, parts without events are not read.
    pub fn edits(&self, gaps: &mut Gaps) -> Result<Vec<Event>> {
        let mut read = |walk: Walk<'_>| {
            let mut edits = Vec::new();
            for event in (Events { walk, words: EDITS }) {
                edits.extend(gaps.pass(event)?.filter(|event| event.kind.is_edit()));
            }
            Ok(edits)
        };
        let wanted = self.edits;
        if wanted == Some(0) {
            return Ok(Vec::new());
        }
        // No checksum protects the lists that tell which parts have events.
        let found = if wanted.is_some() { read(Walk::for_events(self))? } else { Vec::new() };
        if wanted == Some(found.len() as u64) { Ok(found) } else { read(Walk::new(self, 0)) }
    }
}

impl Recording {
    /// What services have heard from outside, for a replay. Damage is kept in `gaps`.
    pub fn external_input(&self, gaps: &mut Gaps) -> Result<Replayed> {
        let mut heard = Vec::new();
        for event in (Events { walk: Walk::new(self, 0), words: &["external_input", "outside"] }) {
            let Some(event) = gaps.pass(event)? else { continue };
            if let EventKind::ExternalInput { service, lines } = event.kind {
                heard.push(ExternalLines { tick: event.tick, service, lines });
            }
        }
        Ok(heard.into_iter().collect())
    }
}

impl Iterator for Events<'_> {
    type Item = Result<Event>;

    fn next(&mut self) -> Option<Self::Item> {
        let words = self.words;
        let has = |text: &[u8], word: &str| text.windows(word.len()).any(|part| part == word.as_bytes());
        self.walk.find(|topic, text| match topic {
            Topic::Events if words.is_empty() || words.iter().any(|word| has(text, word)) => {
                decode::message(text).map(Some)
            }
            _ => Ok(None),
        })
    }
}
