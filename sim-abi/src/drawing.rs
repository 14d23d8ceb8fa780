//! Drawings of a component over the views of a window: lines, spheres, cuboids, labels.
//!
//! A drawing is declared at setup; its numbers are constants or values that the component publishes. It follows those values, costs
//! nothing per step beyond publishing, and is part of recordings.
//!
//! ```
//! use sim_abi::prelude::*;
//!
//! fn set_up(robot: &mut ControllerSetup) -> [Published; 2] {
//!     let place = ["goal_x", "goal_y"].map(|name| robot.publish(Channel::new(name, "m").frame("world")));
//!     robot.draw(Drawing::sphere("goal", ["goal_x".into(), "goal_y".into(), 0.5.into()], 0.1).color([0.0, 0.8, 0.2, 1.0]));
//!     place
//! }
//! # let mut robot = ControllerSetup::default();
//! # set_up(&mut robot);
//! ```

use serde::{Deserialize, Serialize};

/// A number of a drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum DrawingValue {
    /// A constant.
    Fixed(f64),
    /// The value that the component publishes under this name.
    Published(String),
}

impl From<f64> for DrawingValue {
    fn from(number: f64) -> Self {
        Self::Fixed(number)
    }
}

impl From<&str> for DrawingValue {
    fn from(name: &str) -> Self {
        Self::Published(name.to_owned())
    }
}

impl From<String> for DrawingValue {
    fn from(name: String) -> Self {
        Self::Published(name)
    }
}

/// A point: x, y and z, m.
pub type DrawingPoint = [DrawingValue; 3];

/// A fixed point, m.
pub fn fixed(place: [f64; 3]) -> DrawingPoint {
    place.map(DrawingValue::Fixed)
}

/// A point published as `NAME_x`, `NAME_y` and `NAME_z`, m.
pub fn published(name: &str) -> DrawingPoint {
    ["x", "y", "z"].map(|axis| DrawingValue::Published(format!("{name}_{axis}")))
}

/// Shape of a [`Drawing`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawingForm {
    /// Polyline.
    Line {
        /// Points, at least two.
        points: Vec<DrawingPoint>,
    },
    /// Convex hull of two spheres; a sphere if both are equal.
    Spheres {
        /// Centers, m.
        centers: [DrawingPoint; 2],
        /// Radii, m.
        radii: [DrawingValue; 2],
    },
    /// An axis-aligned cuboid.
    Cuboid {
        /// Center, m.
        center: DrawingPoint,
        /// Edge lengths along x, y and z, m.
        size: [DrawingValue; 3],
    },
    /// A text.
    Label {
        /// Position, m.
        at: DrawingPoint,
        /// Text. `{name}` is replaced by the value that the component publishes under this name, `{name:.1}` by that value with one
        /// decimal (0 to 6), and `{{` is a literal brace; see [`pieces`].
        text: String,
    },
    /// A shape that this version does not know; not drawn.
    Unknown,
}

impl DrawingForm {
    /// All its values.
    pub fn numbers(&self) -> Box<dyn Iterator<Item = &DrawingValue> + '_> {
        match self {
            Self::Line { points } => Box::new(points.iter().flatten()),
            Self::Spheres { centers, radii } => Box::new(centers.iter().flatten().chain(radii)),
            Self::Cuboid { center, size } => Box::new(center.iter().chain(size)),
            Self::Label { at, .. } => Box::new(at.iter()),
            Self::Unknown => Box::new(std::iter::empty()),
        }
    }
}

/// A piece of the text of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextPiece<'a> {
    /// Literal text.
    Text(&'a str),
    /// A published value.
    Value {
        /// Name.
        name: &'a str,
        /// Number of decimals. Default: as many as needed, at most three.
        decimals: Option<u8>,
    },
}

/// Maximum number of decimals of a value in a text.
pub const MAX_DECIMALS: u8 = 6;

/// Splits the text of a label into pieces; an error holds the invalid part, from the brace on.
pub fn pieces(text: &str) -> impl Iterator<Item = Result<TextPiece<'_>, &str>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let Some(place) = rest.find('{') else {
            let last = std::mem::take(&mut rest);
            return (!last.is_empty()).then_some(Ok(TextPiece::Text(last)));
        };
        if place > 0 {
            let (before, after) = rest.split_at(place);
            rest = after;
            return Some(Ok(TextPiece::Text(before)));
        }
        if rest.starts_with("{{") {
            let brace = &rest[..1];
            rest = &rest[2..];
            return Some(Ok(TextPiece::Text(brace)));
        }
        let end = rest.find('}').map_or(rest.len(), |end| end + 1);
        let (whole, after) = rest.split_at(end);
        rest = after;
        Some(value(whole).ok_or(whole))
    })
}

/// A value in braces.
fn value(whole: &str) -> Option<TextPiece<'_>> {
    let inner = whole.strip_prefix('{')?.strip_suffix('}')?;
    let (name, decimals) = match inner.rsplit_once(":.") {
        Some((name, count)) => {
            let digits = count.bytes().all(|byte| byte.is_ascii_digit());
            let count: u8 = count.parse().ok().filter(|count| digits && *count <= MAX_DECIMALS)?;
            (name, Some(count))
        }
        None => (inner, None),
    };
    (!name.is_empty() && !name.contains('{')).then_some(TextPiece::Value { name, decimals })
}

/// Text of a label with its values inserted; `None` if a value is unknown or not finite, or the text is invalid.
pub fn filled(text: &str, value: impl Fn(&str) -> Option<f64>) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece.ok()? {
            TextPiece::Text(text) => out.push_str(text),
            TextPiece::Value { name, decimals } => {
                let number = value(name).filter(|number| number.is_finite())?;
                let written = format!("{number:.0$}", usize::from(decimals.unwrap_or(3)));
                let short = match decimals {
                    None => written.trim_end_matches('0').trim_end_matches('.'),
                    Some(_) => &written,
                };
                // No sign on a zero.
                let is_zero = short.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
                out.push_str(if is_zero { short.trim_start_matches('-') } else { short });
            }
        }
    }
    Some(out)
}

/// Frame of a drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DrawingFrame {
    /// World frame.
    #[default]
    World,
    /// Frame of the robot; for a service, the world frame.
    Robot,
}

/// Condition for showing a drawing: a published value lies in a range.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DrawingCondition {
    /// Name of the published value.
    pub value: String,
    /// Minimum of the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// Maximum of the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
}

/// A drawing of a component over the views. Not drawn while one of its numbers is not finite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drawing {
    /// Layer, such as `obstacles`. The user toggles the visibility by layer.
    pub layer: String,
    /// Shape.
    #[serde(deserialize_with = "known_or_unknown")]
    pub form: DrawingForm,
    /// Red, green, blue, opacity, each 0 … 1.
    pub color: [f32; 4],
    /// Frame.
    #[serde(default)]
    pub frame: DrawingFrame,
    /// Hidden until the user enables its layer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_demand: bool,
    /// Condition for showing it. Default: always.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<DrawingCondition>,
}

/// Reads a shape of a later version as [`DrawingForm::Unknown`].
fn known_or_unknown<'de, D: serde::Deserializer<'de>>(form: D) -> Result<DrawingForm, D::Error> {
    let form = serde_json::Value::deserialize(form)?;
    Ok(DrawingForm::deserialize(&form).unwrap_or(DrawingForm::Unknown))
}

impl Drawing {
    /// A drawing in the world frame, blue, always visible.
    pub fn new(layer: impl Into<String>, form: DrawingForm) -> Self {
        let (color, frame) = ([0.1, 0.45, 0.9, 1.0], DrawingFrame::World);
        Self { layer: layer.into(), form, color, frame, on_demand: false, shown: None }
    }

    /// A polyline.
    pub fn line(layer: impl Into<String>, points: impl IntoIterator<Item = DrawingPoint>) -> Self {
        Self::new(layer, DrawingForm::Line { points: points.into_iter().collect() })
    }

    /// A sphere.
    pub fn sphere(layer: impl Into<String>, center: DrawingPoint, radius: impl Into<DrawingValue>) -> Self {
        let radius = radius.into();
        Self::new(layer, DrawingForm::Spheres { centers: [center.clone(), center], radii: [radius.clone(), radius] })
    }

    /// The convex hull of two spheres.
    pub fn spheres(layer: impl Into<String>, centers: [DrawingPoint; 2], radii: [DrawingValue; 2]) -> Self {
        Self::new(layer, DrawingForm::Spheres { centers, radii })
    }

    /// An axis-aligned cuboid.
    pub fn cuboid(layer: impl Into<String>, center: DrawingPoint, size: [DrawingValue; 3]) -> Self {
        Self::new(layer, DrawingForm::Cuboid { center, size })
    }

    /// A label. It may contain published values: `"{speed:.1} m/s"`.
    pub fn label(layer: impl Into<String>, at: DrawingPoint, text: impl Into<String>) -> Self {
        Self::new(layer, DrawingForm::Label { at, text: text.into() })
    }

    /// Sets red, green, blue and opacity, each 0 … 1.
    pub fn color(self, color: [f32; 4]) -> Self {
        Self { color, ..self }
    }

    /// Sets the robot's frame.
    pub fn of_robot(self) -> Self {
        Self { frame: DrawingFrame::Robot, ..self }
    }

    /// Hides it until the user enables its layer.
    pub fn on_demand(self) -> Self {
        Self { on_demand: true, ..self }
    }

    /// Shows it only while a published value is at least this.
    pub fn while_at_least(self, value: impl Into<String>, min: f64) -> Self {
        self.limited(value.into(), Some(min), None)
    }

    /// Shows it only while a published value is at most this; combines with [`Drawing::while_at_least`] of the same value.
    pub fn while_at_most(self, value: impl Into<String>, max: f64) -> Self {
        self.limited(value.into(), None, Some(max))
    }

    /// A limit of the same value is combined with the existing one; one of another value replaces it.
    fn limited(mut self, value: String, min: Option<f64>, max: Option<f64>) -> Self {
        let before = self.shown.take().filter(|shown| shown.value == value);
        let (low, high) = before.map_or((None, None), |shown| (shown.min, shown.max));
        self.shown = Some(DrawingCondition { value, min: min.or(low), max: max.or(high) });
        self
    }

    /// Names of all published values that it uses.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let of_form = self.form.numbers().filter_map(|number| match number {
            DrawingValue::Published(name) => Some(name.as_str()),
            DrawingValue::Fixed(_) => None,
        });
        let text = match &self.form {
            DrawingForm::Label { text, .. } => text.as_str(),
            _ => "",
        };
        let of_text = pieces(text).filter_map(|piece| match piece {
            Ok(TextPiece::Value { name, .. }) => Some(name),
            _ => None,
        });
        of_form.chain(of_text).chain(self.shown.iter().map(|shown| shown.value.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_of_one_value_make_a_range() {
        let range = |drawing: Drawing| drawing.shown.map(|shown| (shown.value, shown.min, shown.max));
        let ball = || Drawing::sphere("a", fixed([0.0; 3]), 1.0);
        let both = ball().while_at_least("state", 2.0).while_at_most("state", 3.0);
        assert_eq!(range(both), Some(("state".into(), Some(2.0), Some(3.0))));
        assert_eq!(range(ball().while_at_most("state", 3.0)), Some(("state".into(), None, Some(3.0))));
        let other = ball().while_at_least("state", 2.0).while_at_most("mode", 1.0);
        assert_eq!(range(other), Some(("mode".into(), None, Some(1.0))));
    }

    #[test]
    fn values_stand_in_texts() {
        let value = |name: &str| match name {
            "v" => Some(-1.0 / 3.0),
            "n" => Some(2.0),
            "zero" => Some(-0.0004),
            "a:b" => Some(1234.5678),
            "bad" => Some(f64::NAN),
            _ => None,
        };
        for (text, wanted) in [
            ("plain }", Some("plain }")),
            ("{v}", Some("-0.333")),
            ("v = {v:.1} m/s, {n} of {n:.2}", Some("v = -0.3 m/s, 2 of 2.00")),
            ("{n:.0}{v:.6}", Some("2-0.333333")),
            ("{zero} {zero:.2} {zero:.4}", Some("0 0.00 -0.0004")),
            ("{a:b:.1}", Some("1234.6")),
            ("{{n} is {n}", Some("{n} is 2")),
            ("", Some("")),
            ("{bad}", None),
            ("{other}", None),
        ] {
            assert_eq!(filled(text, value).as_deref(), wanted, "{text}");
        }
        let wrong = |text: &str| pieces(text).find_map(Result::err).map(str::to_owned);
        for (text, found) in [
            ("a {v", Some("{v")),
            ("{}", Some("{}")),
            ("{v:.7}", Some("{v:.7}")),
            ("{v:.}", Some("{v:.}")),
            ("{v:.+1}", Some("{v:.+1}")),
            ("{v{n}", Some("{v{n}")),
            ("{:.1} {v}", Some("{:.1}")),
            ("{v} {{ {n:.3}", None),
        ] {
            assert_eq!(wrong(text).as_deref(), found, "{text}");
            assert!(found.is_none() || filled(text, value).is_none());
        }
        let label = Drawing::label("a", published("p"), "{v} and {n:.1}").while_at_least("seen", 1.0);
        assert_eq!(label.names().collect::<Vec<_>>(), ["p_x", "p_y", "p_z", "v", "n", "seen"]);
    }

    #[test]
    fn a_drawing_is_a_message_of_numbers_and_names() {
        let drawing =
            Drawing::spheres("obstacles", [fixed([1.0, 2.0, 3.0]), published("end")], [0.2.into(), "r".into()])
                .color([1.0, 0.0, 0.0, 0.5])
                .while_at_least("points", 2.0);
        let message = serde_json::to_string(&drawing).unwrap();
        assert!(
            message.contains(r#""centers":[[1.0,2.0,3.0],["end_x","end_y","end_z"]],"radii":[0.2,"r"]"#),
            "{message}"
        );
        assert_eq!(serde_json::from_str::<Drawing>(&message).unwrap(), drawing);
        assert_eq!(drawing.names().collect::<Vec<_>>(), ["end_x", "end_y", "end_z", "r", "points"]);
        let short = r#"{"layer": "a", "form": {"label": {"at": [0, 0, 1], "text": "here"}}, "color": [0, 0, 0, 1]}"#;
        let read: Drawing = serde_json::from_str(short).unwrap();
        assert_eq!(read, Drawing::label("a", fixed([0.0, 0.0, 1.0]), "here").color([0.0, 0.0, 0.0, 1.0]));
        let later: Drawing = serde_json::from_str(&short.replace("label", "torus")).unwrap();
        assert_eq!(later.form, DrawingForm::Unknown);
    }
}
