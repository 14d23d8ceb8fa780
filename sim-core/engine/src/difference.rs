//! Describes the difference between two snapshots.

use super::snapshot::{MoverState, ServiceState, Snapshot};

impl Snapshot {
    /// The first difference between two snapshots, as text, or `None` if they are equal. Numbers are compared bitwise: 0 and −0 differ, and
    /// NaN equals itself.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let whole = [("tick", self.tick, other.tick), ("seed", self.seed, other.seed)];
        if let Some((what, a, b)) = whole.into_iter().find(|(_, a, b)| a != b) {
            let [a, b] = [a, b].map(|number| number.to_string());
            return Some(format!("{what} {a} and {b}"));
        }
        if self.movers.len() != other.movers.len() {
            let (a, b) = (self.movers.len(), other.movers.len());
            return Some(format!("{a} and {b} movable bodies"));
        }
        numbers("step", &[self.dt], &[other.dt], String::from)
            .or_else(|| self.movers.iter().zip(&other.movers).find_map(|(a, b)| movers(a, b)))
            .or_else(|| self.services.iter().zip(&other.services).find_map(|(a, b)| services(a, b)))
            .or_else(|| self.world(other))
    }

    /// Parts that do not belong to a robot or service.
    fn world(&self, other: &Self) -> Option<String> {
        let contacts = |snapshot: &Self| snapshot.contacts.iter().flat_map(|contact| contact.1).collect::<Vec<_>>();
        let media = |snapshot: &Self| snapshot.media.iter().flat_map(|medium| medium.0).collect::<Vec<_>>();
        let bodies = |snapshot: &Self| snapshot.contacts.iter().map(|c| (c.0, c.2, c.3)).collect::<Vec<_>>();
        let touching = || bodies(self) != bodies(other) || self.touching != other.touching;
        let velocity = "velocity of media";
        numbers("contacts", &contacts(self), &contacts(other), String::from)
            .or_else(|| numbers(velocity, &media(self), &media(other), String::from))
            .or_else(|| {
                let parts = [
                    ("touching bodies", touching()),
                    ("impulses of persistent contacts", self.kept != other.kept),
                    ("random streams of media", self.media != other.media),
                    ("lights or messages in transit", self.signals != other.signals),
                    ("keys or axes of the operator", self.operators != other.operators),
                    ("position in the script", self.script != other.script),
                    ("state of the acceptance conditions", self.acceptance != other.acceptance),
                    ("number of collisions", self.collisions != other.collisions),
                    ("whether the run has started", self.started != other.started),
                    ("why the run has ended", self.stopped != other.stopped),
                    ("objects added or removed", self.objects != other.objects),
                    ("number of services", self.services.len() != other.services.len()),
                    ("faults", self.faults != other.faults),
                ];
                first(&parts).map(String::from)
            })
    }
}

/// The first of several parts that differs.
fn first(parts: &[(&'static str, bool)]) -> Option<&'static str> {
    parts.iter().find(|(_, differs)| *differs).map(|(what, _)| *what)
}

/// The first number that differs, with the name of the list and its index.
fn numbers(what: &'static str, a: &[f64], b: &[f64], of: impl FnOnce(&'static str) -> String) -> Option<String> {
    if a.len() != b.len() {
        let (a, b) = (a.len(), b.len());
        return Some(format!("{what}: {a} and {b} values", what = of(what)));
    }
    let place = a.iter().zip(b).position(|(a, b)| a.to_bits() != b.to_bits())?;
    let [a, b] = [a, b].map(|list| format!("{:?}", list[place]));
    Some(format!("{what}, value {place}: {a} and {b}", what = of(what)))
}

fn movers(a: &MoverState, b: &MoverState) -> Option<String> {
    let name = &a.name;
    if a.name != b.name {
        return Some(format!("`{name}` and `{other}`", other = b.name));
    }
    let joints = |mover: &MoverState| mover.joints.concat();
    let before = |mover: &MoverState| [&mover.before[..], &mover.joint_rates_before].concat();
    let of = |what: &'static str| format!("{what} of `{name}`");
    numbers("state", &a.state, &b.state, of)
        .or_else(|| {
            let what = "state at the beginning of the last tick";
            numbers(what, &before(a), &before(b), of)
        })
        .or_else(|| numbers("joints", &joints(a), &joints(b), of))
        .or_else(|| numbers("memory", &a.memory, &b.memory, of))
        .or_else(|| numbers("telemetry", &a.telemetry, &b.telemetry, of))
        .or_else(|| numbers("wrench", &a.external, &b.external, of))
        .or_else(|| numbers("distance", &[a.distance], &[b.distance], of))
        .or_else(|| {
            let number = a.components.iter().zip(&b.components).position(|(a, b)| a != b)?;
            Some(format!("internal state of component {number} of `{name}`"))
        })
        .or_else(|| {
            let parts = [
                ("random streams", a.random != b.random),
                ("noise", a.noise != b.noise),
                ("components", a.components.len() != b.components.len()),
                ("prefetched readings", a.read_ahead != b.read_ahead),
                ("whether it is halted", a.halted != b.halted),
                ("whether a service holds it", a.held.unwrap_or_default() != b.held.unwrap_or_default()),
                ("when it left the bounds", a.out_of_bounds != b.out_of_bounds),
                ("number of collisions", a.collisions != b.collisions),
                ("number of clamped commands", a.clamped_commands != b.clamped_commands),
            ];
            first(&parts).map(of)
        })
}

fn services(a: &ServiceState, b: &ServiceState) -> Option<String> {
    let of = |what: &'static str| format!("{what} of service `{name}`", name = a.name);
    let published = "published values";
    numbers(published, &a.published, &b.published, of).or_else(|| {
        let parts = [
            ("name", a.name != b.name),
            ("random streams", a.random != b.random),
            ("internal state", a.component != b.component),
            ("whether it has started", a.started != b.started),
        ];
        first(&parts).map(of)
    })
}
