//! Former names of fields and choices of scenes. They are read for one more version, with a warning.

/// Former and current names of fields.
const FIELDS: &[(&str, &str)] = &[("blocked", "occlusion"), ("lost", "dropout_value"), ("sensed", "detectable")];

/// Former and current words of choices.
const WORDS: &[(&str, &str)] =
    &[("Apart", "NoOverlap"), ("Metres", "Meters"), ("NoneLost", "InBounds"), ("Through", "DetectOnly")];

/// Current name of the field `former`, if it is in `known`.
pub(super) fn field(former: &str, known: &[&str]) -> Option<&'static str> {
    current(FIELDS, former, |name| known.contains(&name))
}

/// Current word of the choice `former`, if `is_known` accepts it.
pub(super) fn word(former: &str, is_known: impl Fn(&str) -> bool) -> Option<&'static str> {
    current(WORDS, former, is_known)
}

/// A former name that is still valid elsewhere is not changed there.
fn current(names: &'static [(&str, &str)], former: &str, is_known: impl Fn(&str) -> bool) -> Option<&'static str> {
    let (_, name) = names.iter().find(|(old, name)| *old == former && is_known(name))?;
    (!is_known(former)).then_some(*name)
}
