//! Words of messages.

use sim_abi::Fault;
use sim_abi::declare::Kind;
use std::fmt::Display;

/// A count with its noun: `1 element`, `2 elements`, `0 libraries`. `word` is the singular.
pub fn counted<N: Display + PartialEq + From<bool>>(count: N, what: &str) -> String {
    if count == N::from(true) {
        return format!("1 {what}");
    }
    match what.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u'])) {
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {what}s"),
    }
}

/// Unwraps text that was wrapped in a source file: each paragraph becomes one line. Blank lines separate paragraphs.
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
pub fn one_of(names: &[&str]) -> String {
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => "nothing".to_string(),
        [only] => only.into(),
        _ => format!("one of {names}", names = quoted.join(", ")),
    }
}

macro_rules! kinds {
    ($($kind:ident: $word:literal, $with_a:literal, $with_the:literal;)*) => {
        /// Name of a kind of component.
        pub fn kind(kind: Kind) -> &'static str {
            match kind { $(Kind::$kind => $word,)* }
        }

        /// "a sensor".
        pub fn a(kind: Kind) -> &'static str {
            match kind { $(Kind::$kind => $with_a,)* }
        }

        /// "the sensor".
        pub fn the(kind: Kind) -> &'static str {
            match kind { $(Kind::$kind => $with_the,)* }
        }
    };
}

kinds! {
    Robot: "robot", "a robot", "the robot";
    Dynamics: "dynamics", "a dynamics model", "the dynamics model";
    Sensor: "sensor", "a sensor", "the sensor";
    Actuator: "actuator", "an actuator", "the actuator";
    Controller: "controller", "a controller", "the controller";
    Service: "service", "a service", "the service";
    Unknown: "component of an unknown kind", "a component of an unknown kind", "the component of an unknown kind";
}

/// "1 element", "2 elements".
pub fn elements(count: usize) -> String {
    counted(count, "element")
}

/// A fault in one sentence: message, place and help.
pub fn whole(fault: &Fault) -> String {
    let (message, place, advice) = (fault.message(), fault.place(), fault.advice());
    let message = match place.is_empty() {
        true => message.to_string(),
        false => format!("{message} (at {place})"),
    };
    match advice.is_empty() {
        true => message,
        false => format!("{message}; {advice}"),
    }
}

/// Maximum number of characters of a text quoted in a sentence.
pub const SHORT: usize = 60;

/// Shortens a text to at most [`SHORT`] characters.
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
    fn a_count_of_one_is_singular() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "component")), ["0 components", "1 component", "2 components"]);
        assert_eq!([1, 3].map(|count| counted(count, "library")), ["1 library", "3 libraries"]);
        assert_eq!(counted(2_usize, "key"), "2 keys");
    }
}
