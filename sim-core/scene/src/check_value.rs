//! Checks of single values: ranges of numbers, format of names.

use super::decode::{Decoder, FileRef};
use super::form::{Limits, short};
use super::text::{Kind, Node};
use sim_diagnostics::words::shortened;
use sim_diagnostics::{Code, Diagnostic};

/// A condition on a decoded value.
pub trait Check<T> {
    /// Reports an invalid value at `node`.
    fn check(&self, value: &T, node: &Node, decoder: &mut Decoder<'_>);

    /// Limits of the condition for forms, and the unit of the numbers.
    fn limits(&self) -> (Limits, &'static str) {
        (Limits::default(), "")
    }
}

/// A range of numbers and its unit.
#[derive(Clone, Copy, Debug)]
pub struct Range {
    least: f64,
    most: f64,
    above: bool,
    unit: &'static str,
}

/// From `least` to `most`, inclusive.
pub const fn value_range(least: f64, most: f64, unit: &'static str) -> Range {
    Range { least, most, above: false, unit }
}

/// Greater than `least`.
pub const fn above(least: f64, unit: &'static str) -> Range {
    Range { least, most: f64::INFINITY, above: true, unit }
}

/// At least `least`.
pub const fn at_least(least: f64, unit: &'static str) -> Range {
    Range { least, most: f64::INFINITY, above: false, unit }
}

/// A dimension of a body, m: beyond these limits, rounding destroys its volume or its position.
pub const fn size() -> Range {
    value_range(1e-9, MAX_COORDINATE, "m")
}

/// A coordinate of a point, m.
pub const fn coordinate() -> Range {
    value_range(-MAX_COORDINATE, MAX_COORDINATE, "m")
}

/// A factor of lengths.
pub const fn factor() -> Range {
    value_range(1e-9, MAX_COORDINATE, "")
}

/// Maximum absolute coordinate, m.
pub const MAX_COORDINATE: f64 = 1e9;

impl Range {
    /// Minimum and maximum; infinite if unlimited.
    pub fn ends(&self) -> (f64, f64) {
        (self.least, self.most)
    }

    /// Whether the minimum itself is excluded.
    pub fn excludes_least(&self) -> bool {
        self.above
    }

    /// Whether a value is in the range.
    pub fn holds(&self, value: f64) -> bool {
        value <= self.most && if self.above { value > self.least } else { value >= self.least }
    }

    /// "a number from 0 to 1 m", "a number above 0 kg".
    pub fn expected(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        let Range { least, most, above, .. } = self;
        match (most.is_finite(), above) {
            (true, _) => {
                let (least, most) = (short(*least), short(*most));
                format!("a number from {least} to {most}{unit}")
            }
            (false, true) => format!("a number above {least}{unit}"),
            (false, false) => format!("a number of at least {least}{unit}"),
        }
    }

    fn refuse(&self, value: f64, node: &Node, decoder: &mut Decoder<'_>) {
        let found = match &node.kind {
            Kind::Number(number) => number.to_string(),
            _ => value.to_string(),
        };
        let diagnostic = Diagnostic::error(Code::SceneRange, format!("{found} is out of range"))
            .with_expected(self.expected())
            .with_found(found);
        let angle = decoder.in_degrees(node).filter(|angle| self.unit == "rad" && self.holds(angle.radians));
        decoder.report(
            node,
            angle.into_iter().fold(diagnostic, |diagnostic, angle| diagnostic.with_nearest(angle.written)),
        );
    }
}

impl From<&Range> for Limits {
    fn from(range: &Range) -> Self {
        let finite = |value: f64| value.is_finite().then_some(value);
        let (least, most) = range.ends();
        Limits { least: finite(least), above: range.excludes_least(), most: finite(most), files: &[] }
    }
}

/// Values that contain numbers; each number is checked at its own node.
pub trait Numbers {
    /// Calls `visit` for each number with its node.
    fn numbers(&self, node: &Node, visit: &mut dyn FnMut(f64, &Node));
}

impl Numbers for f64 {
    fn numbers(&self, node: &Node, visit: &mut dyn FnMut(f64, &Node)) {
        visit(*self, node);
    }
}

impl Numbers for u32 {
    fn numbers(&self, node: &Node, visit: &mut dyn FnMut(f64, &Node)) {
        visit(f64::from(*self), node);
    }
}

impl Numbers for u64 {
    fn numbers(&self, node: &Node, visit: &mut dyn FnMut(f64, &Node)) {
        visit(*self as f64, node);
    }
}

impl<T: Numbers> Numbers for Option<T> {
    fn numbers(&self, node: &Node, visit: &mut dyn FnMut(f64, &Node)) {
        if let Some(value) = self {
            value.numbers(node, visit);
        }
    }
}

impl<T: Numbers> Numbers for Vec<T> {
    fn numbers(&self, node: &Node, visit: &mut dyn FnMut(f64, &Node)) {
        slice_numbers(self, node, visit);
    }
}

impl<T: Numbers, const N: usize> Numbers for [T; N] {
    fn numbers(&self, node: &Node, visit: &mut dyn FnMut(f64, &Node)) {
        slice_numbers(self, node, visit);
    }
}

fn slice_numbers<T: Numbers>(values: &[T], node: &Node, visit: &mut dyn FnMut(f64, &Node)) {
    let items = node.items().unwrap_or(&[]);
    for (index, value) in values.iter().enumerate() {
        value.numbers(items.get(index).unwrap_or(node), visit);
    }
}

impl<T: Numbers> Check<T> for Range {
    fn check(&self, value: &T, node: &Node, decoder: &mut Decoder<'_>) {
        value.numbers(node, &mut |number, place| {
            if !self.holds(number) {
                self.refuse(number, place, decoder);
            }
        });
    }

    fn limits(&self) -> (Limits, &'static str) {
        (self.into(), self.unit)
    }
}

/// Minimum length of a list.
#[derive(Clone, Copy, Debug)]
pub struct Count(pub usize);

impl<T> Check<Vec<T>> for Count {
    fn check(&self, value: &Vec<T>, node: &Node, decoder: &mut Decoder<'_>) {
        if value.len() < self.0 {
            let expected = format!("at least {value} elements", value = self.0);
            let diagnostic = Diagnostic::error(Code::SceneArity, format!("the list must have {expected}"))
                .with_expected(expected)
                .with_found(value.len().to_string());
            decoder.report(node, diagnostic);
        }
    }
}

/// Two conditions; forms use the limits of the second.
impl<T, One: Check<T>, Other: Check<T>> Check<T> for (One, Other) {
    fn check(&self, value: &T, node: &Node, decoder: &mut Decoder<'_>) {
        self.0.check(value, node, decoder);
        self.1.check(value, node, decoder);
    }

    fn limits(&self) -> (Limits, &'static str) {
        self.1.limits()
    }
}

/// A name: 1 to 100 characters, without control characters, quotes and brackets, and without spaces at its ends.
#[derive(Clone, Copy, Debug)]
pub struct NameForm;

impl Check<String> for NameForm {
    fn check(&self, value: &String, node: &Node, decoder: &mut Decoder<'_>) {
        let bad = |c: char| c.is_control() || "\"'`[]{}()*=".contains(c);
        let long = value.chars().count() > 100;
        if value.is_empty() || long || value.trim() != value || value.contains(bad) {
            let diagnostic = Diagnostic::error(Code::SceneName, "invalid name")
                .with_expected("1 to 100 characters without quotes, brackets, `*`, `=`, or leading and trailing blanks")
                .with_found(shortened(&format!("{value:?}")));
            decoder.report(node, diagnostic);
        }
    }
}

/// Allowed extensions of a file.
#[derive(Clone, Copy, Debug)]
pub struct Extension(pub &'static [&'static str]);

impl Check<FileRef> for Extension {
    fn check(&self, value: &FileRef, node: &Node, decoder: &mut Decoder<'_>) {
        let known = value
            .0
            .rsplit_once('.')
            .is_some_and(|(_, extension)| self.0.iter().any(|known| known.eq_ignore_ascii_case(extension)));
        if !known {
            let names: Vec<_> = self.0.iter().map(|name| format!(".{name}")).collect();
            let diagnostic = Diagnostic::error(Code::SceneFile, "unsupported file type")
                .with_expected(format!("a file with the extension {names}", names = names.join(", ")))
                .with_found(shortened(&format!("{:?}", value.0)));
            decoder.report(node, diagnostic);
        }
    }

    fn limits(&self) -> (Limits, &'static str) {
        (Limits { files: self.0, ..Limits::default() }, "")
    }
}

impl Check<Option<FileRef>> for Extension {
    fn check(&self, value: &Option<FileRef>, node: &Node, decoder: &mut Decoder<'_>) {
        if let Some(file) = value {
            self.check(file, node, decoder);
        }
    }

    fn limits(&self) -> (Limits, &'static str) {
        Check::<FileRef>::limits(self)
    }
}
