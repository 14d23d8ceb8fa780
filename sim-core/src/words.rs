//! Words of messages.

use crate::text::CATALOGUE;
use sim_abi::Fault;
use sim_abi::declare::Kind;
use sim_text::{Phrase, Sentence, recognise};
use std::fmt::Display;

/// A whole number of things: `1 element`, `2 elements`, `0 libraries`. The word is the singular.
pub fn counted<N: Display + PartialEq + From<bool>>(count: N, what: &str) -> String {
    if count == N::from(true) {
        return format!("1 {what}");
    }
    match what.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {what}s"),
    }
}

/// A text whose lines were broken to fit into a source file: each paragraph on one line. Blank lines part paragraphs.
pub fn unwrapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut parted = false;
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            parted = true;
            continue;
        }
        if !out.is_empty() {
            out.push(if parted { '\n' } else { ' ' });
        }
        out.push_str(line);
        parted = false;
    }
    out
}

/// "one of `a`, `b`, `c`".
pub(crate) fn one_of(names: &[&str]) -> Sentence {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => say!("core-nothing", "nothing"),
        [only] => only.into(),
        _ => say!("core-one-of", "one of {names}", names = quoted.join(", ")),
    }
}

macro_rules! kinds {
    ($($kind:ident: $bare:literal $word:literal, $a:literal $with_a:literal, $the:literal $with_the:literal;)*) => {
        /// What a kind of component is called.
        pub fn kind(kind: Kind) -> Phrase {
            match kind { $(Kind::$kind => phrase!($bare, $word),)* }
        }

        /// "a sensor".
        pub(crate) fn a(kind: Kind) -> Phrase {
            match kind { $(Kind::$kind => phrase!($a, $with_a),)* }
        }

        /// "the sensor".
        pub(crate) fn the(kind: Kind) -> Phrase {
            match kind { $(Kind::$kind => phrase!($the, $with_the),)* }
        }
    };
}

kinds! {
    Robot: "kind-robot" "robot", "kind-a-robot" "a robot", "kind-the-robot" "the robot";
    Dynamics: "kind-dynamics" "dynamics", "kind-a-dynamics" "a dynamics", "kind-the-dynamics" "the dynamics";
    Sensor: "kind-sensor" "sensor", "kind-a-sensor" "a sensor", "kind-the-sensor" "the sensor";
    Actuator: "kind-actuator" "actuator", "kind-a-actuator" "an actuator", "kind-the-actuator" "the actuator";
    Controller: "kind-controller" "controller", "kind-a-controller" "a controller", "kind-the-controller" "the controller";
    Service: "kind-service" "service", "kind-a-service" "a service", "kind-the-service" "the service";
    Unknown: "kind-unknown" "component of an unknown kind", "kind-a-unknown" "a component of an unknown kind",
        "kind-the-unknown" "the component of an unknown kind";
}

/// "1 element", "2 elements".
pub(crate) fn elements(count: usize) -> Sentence {
    say!("core-elements", ["{count} element", "{count} elements"], count)
}

/// The message of a fault. A component returns as texts what the host or the contract has told it, and those are sentences again here.
pub(crate) fn message(fault: &Fault) -> Sentence {
    known(fault.message())
}

/// What to do about a fault, or nothing.
pub(crate) fn advice(fault: &Fault) -> Sentence {
    known(fault.advice())
}

fn known(text: &str) -> Sentence {
    recognise(&CATALOGUE, "fault-", text).unwrap_or_else(|| text.into())
}

/// A fault in one sentence: message, place and what to do.
pub(crate) fn whole(fault: &Fault) -> Sentence {
    let (message, place, advice) = (message(fault), fault.place(), advice(fault));
    let message = match place.is_empty() {
        true => message,
        false => say!("core-fault-at", "{message} (at {place})", message, place),
    };
    match advice.is_empty() {
        true => message,
        false => say!("engine-fault-help", "{help}; {consequence}", help = message, consequence = advice),
    }
}

/// Characters that a text in a sentence may have.
pub const SHORT: usize = 60;

/// At most [`SHORT`] characters of a text.
pub fn shortened(text: &str) -> String {
    if text.chars().count() <= SHORT {
        return text.into();
    }
    let mut cut: String = text.chars().take(SHORT - 1).collect();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_put_on_one_line_each() {
        assert_eq!(
            unwrapped("Thrusters where the model mounts\n them.\n\n Second.\n"),
            "Thrusters where the model mounts them.\nSecond."
        );
        assert_eq!(unwrapped("\n\n"), "");
    }

    #[test]
    fn one_thing_is_told_in_the_singular() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "component")), ["0 components", "1 component", "2 components"]);
        assert_eq!([1, 3].map(|count| counted(count, "library")), ["1 library", "3 libraries"]);
        assert_eq!(counted(2_usize, "key"), "2 keys");
    }
}
