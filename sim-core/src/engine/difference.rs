//! In what two snapshots differ, in words.

use super::snapshot::{MoverState, ServiceState, Snapshot};
use crate::diagnostic::{Phrase, Sentence};

impl Snapshot {
    /// The first thing in which two snapshots differ, in words, or nothing when they are equal. Numbers are compared by their
    /// bits: 0 and −0 are different, and not-a-number is equal to itself.
    pub fn difference(&self, other: &Self) -> Option<Sentence> {
        let whole = [
            (phrase!("difference-tick", "tick"), self.tick, other.tick),
            (phrase!("difference-seed", "seed"), self.seed, other.seed),
        ];
        if let Some((what, a, b)) = whole.into_iter().find(|(_, a, b)| a != b) {
            let [a, b] = [a, b].map(|number| number.to_string());
            return Some(say!("difference-numbers", "{what} {a} and {b}", what, a, b));
        }
        if self.movers.len() != other.movers.len() {
            let (a, b) = (self.movers.len(), other.movers.len());
            return Some(say!("difference-movers", "{a} and {b} things that move", a, b));
        }
        numbers(phrase!("difference-step", "step"), &[self.dt], &[other.dt], Sentence::from)
            .or_else(|| self.movers.iter().zip(&other.movers).find_map(|(a, b)| movers(a, b)))
            .or_else(|| self.services.iter().zip(&other.services).find_map(|(a, b)| services(a, b)))
            .or_else(|| self.world(other))
    }

    /// What belongs to nobody in particular.
    fn world(&self, other: &Self) -> Option<Sentence> {
        let contacts = |snapshot: &Self| snapshot.contacts.iter().flat_map(|contact| contact.1).collect::<Vec<_>>();
        let media = |snapshot: &Self| snapshot.media.iter().flat_map(|medium| medium.0).collect::<Vec<_>>();
        let bodies = |snapshot: &Self| snapshot.contacts.iter().map(|c| (c.0, c.2, c.3)).collect::<Vec<_>>();
        let touching = || bodies(self) != bodies(other) || self.touching != other.touching;
        let velocity = phrase!("difference-media", "velocity of media");
        numbers(phrase!("difference-contacts", "contacts"), &contacts(self), &contacts(other), Sentence::from)
            .or_else(|| numbers(velocity, &media(self), &media(other), Sentence::from))
            .or_else(|| {
                let parts = [
                    (phrase!("difference-touching", "bodies that touch"), touching()),
                    (phrase!("difference-kept", "impulses of lasting contacts"), self.kept != other.kept),
                    (phrase!("difference-media-random", "random streams of media"), self.media != other.media),
                    (phrase!("difference-signals", "lights or messages on their way"), self.signals != other.signals),
                    (phrase!("difference-operator", "keys or axes of the operator"), self.operators != other.operators),
                    (phrase!("difference-script", "place in the script"), self.script != other.script),
                    (
                        phrase!("difference-acceptance", "what acceptance conditions have seen"),
                        self.acceptance != other.acceptance,
                    ),
                    (phrase!("difference-collisions", "number of collisions"), self.collisions != other.collisions),
                    (phrase!("difference-started", "whether the run has started"), self.started != other.started),
                    (phrase!("difference-stopped", "why the run has ended"), self.stopped != other.stopped),
                    (phrase!("difference-objects", "objects added or removed"), self.objects != other.objects),
                    (phrase!("difference-services", "number of services"), self.services.len() != other.services.len()),
                    (phrase!("difference-faults", "faults"), self.faults != other.faults),
                ];
                first(&parts).map(Sentence::from)
            })
    }
}

/// The first of several parts that differs.
fn first(parts: &[(Phrase, bool)]) -> Option<Phrase> {
    parts.iter().find(|(_, differs)| *differs).map(|(what, _)| *what)
}

/// The first number that differs, named by what the list is and its place in it.
fn numbers(what: Phrase, a: &[f64], b: &[f64], of: impl FnOnce(Phrase) -> Sentence) -> Option<Sentence> {
    if a.len() != b.len() {
        let (a, b) = (a.len(), b.len());
        return Some(say!("difference-lengths", "{what}: {a} and {b} values", what = of(what), a, b));
    }
    let place = a.iter().zip(b).position(|(a, b)| a.to_bits() != b.to_bits())?;
    let [a, b] = [a, b].map(|list| format!("{:?}", list[place]));
    Some(say!("difference-value", "{what}, value {place}: {a} and {b}", what = of(what), place, a, b))
}

fn movers(a: &MoverState, b: &MoverState) -> Option<Sentence> {
    let name = &a.name;
    if a.name != b.name {
        return Some(say!("difference-names", "`{name}` and `{other}`", name, other = b.name));
    }
    let joints = |mover: &MoverState| mover.joints.concat();
    let before = |mover: &MoverState| [&mover.before[..], &mover.joint_rates_before].concat();
    let of = |what: Phrase| say!("difference-of", "{what} of `{name}`", what, name);
    numbers(phrase!("difference-state", "state"), &a.state, &b.state, of)
        .or_else(|| {
            let what = phrase!("difference-before", "state at the beginning of the last tick");
            numbers(what, &before(a), &before(b), of)
        })
        .or_else(|| numbers(phrase!("difference-joints", "joints"), &joints(a), &joints(b), of))
        .or_else(|| numbers(phrase!("difference-memory", "memory"), &a.memory, &b.memory, of))
        .or_else(|| numbers(phrase!("difference-telemetry", "telemetry"), &a.telemetry, &b.telemetry, of))
        .or_else(|| numbers(phrase!("difference-wrench", "wrench"), &a.external, &b.external, of))
        .or_else(|| numbers(phrase!("difference-distance", "distance"), &[a.distance], &[b.distance], of))
        .or_else(|| {
            let number = a.components.iter().zip(&b.components).position(|(a, b)| a != b)?;
            Some(say!("difference-component", "own state of component {number} of `{name}`", number, name))
        })
        .or_else(|| {
            let parts = [
                (phrase!("difference-random", "random streams"), a.random != b.random),
                (phrase!("difference-noise", "noise"), a.noise != b.noise),
                (phrase!("difference-components", "components"), a.components.len() != b.components.len()),
                (phrase!("difference-ahead", "readings made ahead"), a.read_ahead != b.read_ahead),
                (phrase!("difference-halted", "whether it is halted"), a.halted != b.halted),
                (
                    phrase!("difference-held", "whether a service holds it"),
                    a.held.unwrap_or_default() != b.held.unwrap_or_default(),
                ),
                (phrase!("difference-lost", "when it was lost"), a.lost != b.lost),
                (phrase!("difference-collisions", "number of collisions"), a.collisions != b.collisions),
                (phrase!("difference-limited", "number of limited commands"), a.limited_commands != b.limited_commands),
            ];
            first(&parts).map(of)
        })
}

fn services(a: &ServiceState, b: &ServiceState) -> Option<Sentence> {
    let of = |what: Phrase| say!("difference-of-service", "{what} of service `{name}`", what, name = a.name);
    let published = phrase!("difference-published", "published values");
    numbers(published, &a.published, &b.published, of).or_else(|| {
        let parts = [
            (phrase!("difference-name", "name"), a.name != b.name),
            (phrase!("difference-random", "random streams"), a.random != b.random),
            (phrase!("difference-own-state", "own state"), a.component != b.component),
            (phrase!("difference-service-started", "whether it has started"), a.started != b.started),
        ];
        first(&parts).map(of)
    })
}
