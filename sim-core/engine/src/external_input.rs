//! External input of services: recorded in a normal run, replayed in a replay.

use std::collections::BTreeMap;
use std::sync::Arc;

/// Lines that a service has received from outside the simulation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExternalLines {
    /// Number of the tick at whose end the service received them; 0 for its start.
    pub tick: u64,
    /// The service.
    pub service: Arc<str>,
    /// The lines, in order.
    pub lines: Vec<String>,
}

/// Recorded external input of services for a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replayed(BTreeMap<(u64, Arc<str>), Vec<String>>);

impl FromIterator<ExternalLines> for Replayed {
    fn from_iter<I: IntoIterator<Item = ExternalLines>>(received: I) -> Self {
        let mut list = Self::default();
        for ExternalLines { tick, service, mut lines } in received {
            list.0.entry((tick, service)).or_default().append(&mut lines);
        }
        list
    }
}

/// External input of a simulation.
#[derive(Default)]
pub(super) struct ExternalInputs {
    /// External input of services during the last tick and since then.
    pub(super) received: Vec<ExternalLines>,
    /// Input for a replay; `None` in a normal run.
    pub(super) replayed: Option<Replayed>,
}

impl ExternalInputs {
    /// Records the external input of a service up to a tick. Returns the input to use: in a replay the recorded one, all of it for the
    /// first request in the tick.
    pub(super) fn record(&mut self, tick: u64, service: &Arc<str>, lines: Vec<String>) -> Vec<String> {
        let lines = match &mut self.replayed {
            Some(replayed) => replayed.0.remove(&(tick, service.clone())).unwrap_or_default(),
            None => lines,
        };
        if !lines.is_empty() {
            self.received.push(ExternalLines { tick, service: service.clone(), lines: lines.clone() });
        }
        lines
    }
}
