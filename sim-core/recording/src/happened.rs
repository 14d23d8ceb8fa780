//! Events of a recorded run.

use super::Result;
use super::decode;
use super::describe::Topic;
use super::event::{Event, EventKind};
use super::gaps::Gaps;
use super::reader::{Recording, Walk};
use sim_engine::{ExternalLines, Replayed};

/// Events of a recording in order; see [`Recording::events`].
pub struct Events<'a> {
    walk: Walk<'a>,
    /// Only events whose message contains one of these texts; all events if empty.
    words: &'static [&'static str],
}

/// Texts that identify messages of edits.
const EDITS: &[&str] = &["object_added", "object_removed", "robot_placed"];

impl Recording {
    /// All events, in order.
    pub fn events(&self) -> Events<'_> {
        Events { walk: Walk::new(self, 0), words: &[] }
    }

    /// Changes of the world that frames do not contain ([`EventKind::is_edit`](super::EventKind::is_edit)), in order. Damage is
    /// collected in `gaps`. In a closed file, parts without events are not read.
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
        // The lists of the parts with events are not protected by a checksum.
        let found = if wanted.is_some() { read(Walk::for_events(self))? } else { Vec::new() };
        if wanted == Some(found.len() as u64) { Ok(found) } else { read(Walk::new(self, 0)) }
    }
}

impl Recording {
    /// Input that services received from outside, for a replay. Damage is collected in `gaps`.
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
