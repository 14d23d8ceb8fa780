//! Errors that components return.

use std::borrow::Cow;
use std::fmt;

/// Cause of a fault. The host reports each cause under its own code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// No specific cause; see the message.
    #[default]
    Reported,
    /// The component panicked.
    Panic,
    /// The parameters are invalid although each fits its schema: for example, two contradict each other.
    Parameters,
    /// The robot lacks a sensor, an actuator, a channel or a joint that the component needs.
    Binding,
    /// The number of values differs from that of the channel.
    Channels,
    /// The scene does not grant a permission that the component needs.
    Grant,
    /// The separate process of the component has ended. Reported by the host only.
    Process,
}

/// Causes by their number in the ABI. New ones are added at the end; an older host reads an unknown number as [`Cause::Reported`].
const CAUSES: [Cause; 7] =
    [Cause::Reported, Cause::Panic, Cause::Parameters, Cause::Binding, Cause::Channels, Cause::Grant, Cause::Process];

/// Reason why a component could not be created or could not complete its step.
///
/// Describe what went wrong and, with [`Fault::help`], how to fix it. The host adds the robot, the component and the time. Any error
/// converts with `?`.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    message: Cow<'static, str>,
    help: Cow<'static, str>,
    place: String,
    cause: Cause,
}

/// Field of components that holds their parameters.
const PARAMETERS: &str = "params";

/// Result with a [`Fault`] as error.
pub type Result<T = (), E = Fault> = std::result::Result<T, E>;

impl Fault {
    /// Creates a fault. The message is one sentence about what went wrong. Records the caller's source location.
    #[track_caller]
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        let place = std::panic::Location::caller().to_string();
        Self { message: message.into(), help: Cow::Borrowed(""), place, cause: Cause::Reported }
    }

    /// Sets the cause, such as [`Cause::Parameters`] for parameters that contradict each other.
    pub fn because(self, cause: Cause) -> Self {
        Self { cause, ..self }
    }

    /// Sets the invalid parameter, such as `mission[2].at`; the host reports its location in the scene, or in the file that contains
    /// it.
    pub fn parameter(mut self, path: &str) -> Self {
        self.place = format!("{PARAMETERS}.{path}");
        self.because(Cause::Parameters)
    }

    /// Path set by [`Fault::parameter`], starting at the component: `params.mission[2].at`.
    pub fn parameter_path(&self) -> Option<&str> {
        let is_path = self.cause == Cause::Parameters && self.place.strip_prefix(PARAMETERS)?.starts_with('.');
        is_path.then_some(&self.place)
    }

    /// Sets the help text.
    pub fn help(self, help: impl Into<Cow<'static, str>>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// Message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Help text, or empty.
    pub fn advice(&self) -> &str {
        &self.help
    }

    /// `file:line:column` of the line that created it or panicked, or empty.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Cause.
    pub fn cause(&self) -> Cause {
        self.cause
    }

    /// Whether the component panicked.
    pub fn panicked(&self) -> bool {
        self.cause == Cause::Panic
    }

    /// A fault received from the other side of the ABI.
    pub(crate) fn told(message: String, help: String, place: String, cause: u32) -> Self {
        let cause = CAUSES.get(cause as usize).copied().unwrap_or_default();
        Self { message: message.into(), help: help.into(), place, cause }
    }

    pub(crate) fn panic(message: String, place: String) -> Self {
        Self {
            message: message.into(),
            help: Cow::Borrowed(
                "a panic is a bug in the plugin: fix the reported line, rebuild, and replace the library",
            ),
            place,
            cause: Cause::Panic,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.place.is_empty() {
            write!(f, " (at {})", self.place)?;
        }
        if !self.help.is_empty() {
            write!(f, "; {}", self.help)?;
        }
        Ok(())
    }
}

impl<E: std::error::Error> From<E> for Fault {
    #[track_caller]
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}

impl Cause {
    /// Number in the ABI.
    pub(crate) fn number(self) -> u32 {
        CAUSES.iter().position(|cause| *cause == self).unwrap_or_default() as u32
    }
}

/// Maximum length of a name for which a suggestion is made, bytes; longer text is unlikely to be a name.
const MAX_NAME_LENGTH: usize = 120;

/// Returns the candidate that `name` most likely stands for, if one is close enough.
///
/// Letter case, dashes, spaces and underscores are ignored. The distance counts insertions, deletions, replacements and swaps of
/// neighbors; up to a third of the name may differ. Ties go to the first candidate.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if name.len() > MAX_NAME_LENGTH {
        return None;
    }
    let plain = |text: &str| text.to_lowercase().replace(['-', ' '], "_");
    let wanted = plain(name);
    let letters = wanted.chars().count();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let distance = strsim::damerau_levenshtein(&wanted, &plain(candidate));
        let near = distance <= (letters / 3).max(1) && distance < letters.max(1);
        if near && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Fault for a name that is not in `known`.
#[track_caller]
pub(crate) fn unknown_name<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> Fault {
    let list: Vec<&str> = known.clone().into_iter().collect();
    let help = match nearest(name, known) {
        Some(near) => format!("did you mean `{near}`? known: {}", list.join(", ")),
        None if list.is_empty() => "the robot has none".to_string(),
        None => format!("known: {}", list.join(", ")),
    };
    let message = if name.is_empty() { format!("no {what} is named") } else { format!("unknown {what} `{name}`") };
    Fault::new(message).help(help).because(Cause::Binding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_error_becomes_a_fault() {
        fn parse() -> Result<f64> {
            Ok("two".parse::<f64>()?)
        }
        assert_eq!(parse().unwrap_err().message(), "invalid float literal");
    }

    #[test]
    fn the_numbers_that_c_authors_use_are_those_of_the_causes() {
        use crate::ffi::types::*;
        let numbers =
            [CAUSE_REPORTED, CAUSE_PANIC, CAUSE_PARAMETERS, CAUSE_BINDING, CAUSE_CHANNELS, CAUSE_GRANT, CAUSE_PROCESS];
        assert_eq!(CAUSES.map(Cause::number), numbers);
    }

    #[test]
    fn the_cause_crosses_the_boundary_and_an_unknown_one_is_a_plain_report() {
        for cause in CAUSES {
            let fault = Fault::new("x").because(cause);
            // SAFETY: the record lives for the length of the call.
            let received = fault.with_record(|record| unsafe { Fault::from_record(record) });
            assert_eq!(received, fault);
        }
        let unknown = Fault::told("x".into(), String::new(), String::new(), 200);
        assert_eq!(unknown.cause(), Cause::Reported);
    }

    #[test]
    fn a_near_name_is_proposed_and_a_far_one_is_not() {
        assert_eq!(nearest("rnage", ["range", "compass"]), Some("range"));
        assert_eq!(nearest("thruster", ["range", "gps"]), None);
        assert_eq!(nearest("a", ["b"]), None);
        assert_eq!(nearest("Put-Back", ["report", "put_back"]), Some("put_back"));
        assert_eq!(nearest(&"a".repeat(MAX_NAME_LENGTH + 1), ["aa"]), None);
        let fault = unknown_name("sensor", "sonar", ["range", "gps"]);
        assert_eq!((fault.advice(), fault.cause()), ("known: range, gps", Cause::Binding));
        let fault = unknown_name("sensor", "gsp", ["range", "gps"]);
        assert_eq!(fault.advice(), "did you mean `gps`? known: range, gps");
    }
}
