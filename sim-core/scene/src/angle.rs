//! Angles that are probably in degrees: whole numbers beyond a full turn in radians.

use std::path::Path;

use super::LoadedScene;
use super::decode::{Decoder, Segment};
use super::text::{Format, Kind, Node, Sources, Span};
use sim_diagnostics::{Code, Diagnostic};

/// An angle that is probably in degrees.
pub struct Angle {
    /// The angle, rad.
    pub(crate) radians: f64,
    degrees: f64,
    /// How to write it.
    pub(crate) written: String,
}

impl Angle {
    /// A warning without place.
    pub fn warning(self) -> Diagnostic {
        Diagnostic::warning(Code::SceneDegrees, "the angle seems to be in degrees")
            .with_expected("an angle in radians")
            .with_found(self.degrees.to_string())
            .with_nearest(self.written)
    }
}

/// The angle of a number that is beyond a full turn in radians, but a whole number of degrees.
fn in_degrees(number: f64, sources: &Sources, span: Span) -> Option<Angle> {
    if number.abs() <= std::f64::consts::TAU || number.fract() != 0.0 {
        return None;
    }
    let name = sources.files().get(span.file as usize).map_or("", |file| &file.name);
    let radians = number.to_radians();
    let written = match Format::of_path(Path::new(name)) {
        Format::Ron => format!("deg({number})"),
        Format::Json => format!("{radians:.6}"),
    };
    Some(Angle { radians, degrees: number, written })
}

impl LoadedScene {
    /// The angle of a number at a path that is beyond a full turn in radians, but a whole number of degrees.
    pub fn in_degrees(&self, number: f64, path: &str) -> Option<Angle> {
        in_degrees(number, self.sources(), self.locate(path))
    }
}

impl Decoder<'_> {
    /// The angle of a number that is beyond a full turn in radians, but a whole number of degrees.
    pub(crate) fn in_degrees(&self, node: &Node) -> Option<Angle> {
        match &node.kind {
            Kind::Number(number) => in_degrees(number.as_f64()?, self.sources(), node.span),
            _ => None,
        }
    }

    pub(super) fn has_degrees(&self, node: &Node) -> bool {
        self.in_degrees(node).is_some()
            || node.items().is_some_and(|items| items.iter().any(|item| self.has_degrees(item)))
    }

    pub(super) fn warn_of_degrees(&mut self, node: &Node) {
        if let Some(angle) = self.in_degrees(node) {
            self.report(node, angle.warning());
        }
        for (index, item) in node.items().unwrap_or_default().iter().enumerate() {
            self.inside(Segment::Index(index), |decoder| decoder.warn_of_degrees(item));
        }
    }
}
