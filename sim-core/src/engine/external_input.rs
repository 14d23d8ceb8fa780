//! What services hear from outside: noted in a usual run, told again in a replay.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Lines that a service has heard from outside the simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalLines {
    /// Number of the tick at whose end the service has heard them; 0 for its start.
    pub tick: u64,
    /// The service.
    pub service: Arc<str>,
    /// The lines, in order.
    pub lines: Vec<String>,
}

/// What services have heard in a run that is done again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed(BTreeMap<(u64, Arc<str>), Vec<String>>);

impl FromIterator<ExternalLines> for Replayed {
    fn from_iter<I: IntoIterator<Item = ExternalLines>>(heard: I) -> Self {
        let mut list = Self::default();
        for ExternalLines { tick, service, mut lines } in heard {
            list.0.entry((tick, service)).or_default().append(&mut lines);
        }
        list
    }
}

/// What a simulation knows of the world outside.
#[derive(Default)]
pub(super) struct ExternalInputs {
    /// What services have heard in the last tick and since then.
    pub(super) heard: Vec<ExternalLines>,
    /// What they hear in a replay; none in a usual run.
    pub(super) replayed: Option<Replayed>,
}

impl ExternalInputs {
    /// A service says what has come from outside until a tick. Returns what it is to take for it: in a replay what it has heard
    /// then, all of it with its first question in the tick.
    pub(super) fn hear(&mut self, tick: u64, service: &Arc<str>, lines: Vec<String>) -> Vec<String> {
        let lines = match &mut self.replayed {
            Some(replayed) => replayed.0.remove(&(tick, service.clone())).unwrap_or_default(),
            None => lines,
        };
        if !lines.is_empty() {
            self.heard.push(ExternalLines { tick, service: service.clone(), lines: lines.clone() });
        }
        lines
    }
}
