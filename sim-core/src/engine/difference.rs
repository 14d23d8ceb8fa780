//! In what two snapshots differ, in words.

use super::snapshot::{MoverState, ServiceState, Snapshot};

impl Snapshot {
    /// The first thing in which two snapshots differ, in words, or nothing when they are equal. Numbers are compared by their
    /// bits: 0 and −0 are different, and not-a-number is equal to itself.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let whole = [("tick", self.tick, other.tick), ("seed", self.seed, other.seed)];
        if let Some((what, a, b)) = whole.into_iter().find(|(_, a, b)| a != b) {
            return Some(format!("{what} {a} and {b}"));
        }
        if self.movers.len() != other.movers.len() {
            return Some(format!("{} and {} things that move", self.movers.len(), other.movers.len()));
        }
        numbers("step", &[self.dt], &[other.dt])
            .or_else(|| self.movers.iter().zip(&other.movers).find_map(|(a, b)| movers(a, b)))
            .or_else(|| self.services.iter().zip(&other.services).find_map(|(a, b)| services(a, b)))
            .or_else(|| self.world(other))
    }

    /// What belongs to nobody in particular.
    fn world(&self, other: &Self) -> Option<String> {
        let contacts = |snapshot: &Self| snapshot.contacts.iter().flat_map(|contact| contact.1).collect::<Vec<_>>();
        let media = |snapshot: &Self| snapshot.media.iter().flat_map(|medium| medium.0).collect::<Vec<_>>();
        let bodies = |snapshot: &Self| snapshot.contacts.iter().map(|c| (c.0, c.2, c.3)).collect::<Vec<_>>();
        numbers("contacts", &contacts(self), &contacts(other))
            .or_else(|| numbers("velocity of media", &media(self), &media(other)))
            .or_else(|| {
                let parts = [
                    ("bodies that touch", bodies(self) != bodies(other) || self.touching != other.touching),
                    ("impulses of lasting contacts", self.kept != other.kept),
                    ("random streams of media", self.media != other.media),
                    ("lights or messages on their way", self.signals != other.signals),
                    ("keys or axes of the operator", self.operators != other.operators),
                    ("place in the script", self.script != other.script),
                    ("what acceptance conditions have seen", self.acceptance != other.acceptance),
                    ("number of collisions", self.collisions != other.collisions),
                    ("whether the run has started", self.started != other.started),
                    ("why the run has ended", self.stopped != other.stopped),
                    ("objects added or removed", self.objects != other.objects),
                    ("number of services", self.services.len() != other.services.len()),
                    ("faults", self.faults != other.faults),
                ];
                parts.into_iter().find(|(_, differ)| *differ).map(|(what, _)| what.to_string())
            })
    }
}

/// The first number that differs, named by what the list is and its place in it.
fn numbers(what: &str, a: &[f64], b: &[f64]) -> Option<String> {
    if a.len() != b.len() {
        return Some(format!("{what}: {} and {} values", a.len(), b.len()));
    }
    let place = a.iter().zip(b).position(|(a, b)| a.to_bits() != b.to_bits())?;
    Some(format!("{what}, value {place}: {:?} and {:?}", a[place], b[place]))
}

fn movers(a: &MoverState, b: &MoverState) -> Option<String> {
    let name = &a.name;
    if a.name != b.name {
        return Some(format!("`{name}` and `{}`", b.name));
    }
    let joints = |mover: &MoverState| mover.joints.concat();
    let of = |what: &str| format!("{what} of `{name}`");
    numbers(&of("state"), &a.state, &b.state)
        .or_else(|| numbers(&of("state at the beginning of the last tick"), &a.before, &b.before))
        .or_else(|| numbers(&of("joints"), &joints(a), &joints(b)))
        .or_else(|| numbers(&of("memory"), &a.memory, &b.memory))
        .or_else(|| numbers(&of("telemetry"), &a.telemetry, &b.telemetry))
        .or_else(|| numbers(&of("wrench"), &a.external, &b.external))
        .or_else(|| numbers(&of("distance"), &[a.distance], &[b.distance]))
        .or_else(|| {
            let component = a.components.iter().zip(&b.components).position(|(a, b)| a != b);
            component.map(|number| format!("own state of component {number} of `{name}`"))
        })
        .or_else(|| {
            let parts = [
                ("random streams", a.random != b.random),
                ("noise", a.noise != b.noise),
                ("components", a.components.len() != b.components.len()),
                ("readings made ahead", a.read_ahead != b.read_ahead),
                ("whether it is halted", a.halted != b.halted),
                ("when it was lost", a.lost != b.lost),
                ("number of collisions", a.collisions != b.collisions),
                ("number of limited commands", a.limited_commands != b.limited_commands),
            ];
            parts.into_iter().find(|(_, differ)| *differ).map(|(what, _)| of(what))
        })
}

fn services(a: &ServiceState, b: &ServiceState) -> Option<String> {
    let of = |what: &str| format!("{what} of service `{}`", a.name);
    numbers(&of("published values"), &a.published, &b.published).or_else(|| {
        let parts = [
            ("name", a.name != b.name),
            ("random streams", a.random != b.random),
            ("own state", a.component != b.component),
            ("whether it has started", a.started != b.started),
        ];
        parts.into_iter().find(|(_, differ)| *differ).map(|(what, _)| of(what))
    })
}
