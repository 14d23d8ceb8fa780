//! Icons of parts, derived from their data sheets: sensors in a circle, actuators in a square.

use super::robot::Sort;
use crate::viewer_context::ViewerContext;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, vec2};
use sim_abi::declare::{ComponentInfo, Kind};
use std::f32::consts::{FRAC_PI_2, PI, TAU};

/// Label with which a component selects its icon: a name of [`NAMES`].
const LABEL: &str = "window.icon";
/// Size of the inner drawing as a fraction of the radius.
const WITHIN: f32 = 0.62;

/// The function of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Icon {
    /// Distance sensor.
    Distance,
    /// Camera.
    Camera,
    /// Motor of a wheel, a propeller or another joint.
    Motor,
    /// Light or light sensor.
    Light,
    /// Contact sensor.
    Bumper,
    /// Button.
    Button,
    /// Radio transmitter or receiver.
    Radio,
    /// Orientation or motion sensor.
    Direction,
    /// Other sensor.
    Sensor,
    /// Other actuator.
    Actuator,
}

/// Icon names in labels.
const NAMES: [(&str, Icon); 8] = [
    ("distance", Icon::Distance),
    ("camera", Icon::Camera),
    ("motor", Icon::Motor),
    ("light", Icon::Light),
    ("bumper", Icon::Bumper),
    ("button", Icon::Button),
    ("radio", Icon::Radio),
    ("direction", Icon::Direction),
];

/// Word prefixes in a sensor's help text that select its icon; the first match counts.
const OF_SENSORS: [(&str, Icon); 15] = [
    ("image", Icon::Camera),
    ("message", Icon::Radio),
    ("distance", Icon::Distance),
    ("far", Icon::Distance),
    ("proximity", Icon::Distance),
    ("room", Icon::Distance),
    ("pressed", Icon::Button),
    ("bump", Icon::Bumper),
    ("contact", Icon::Bumper),
    ("bright", Icon::Light),
    ("dark", Icon::Light),
    ("color", Icon::Light),
    ("heading", Icon::Direction),
    ("angular", Icon::Direction),
    ("position", Icon::Direction),
];
/// The same for actuators.
const OF_ACTUATORS: [(&str, Icon); 8] = [
    ("light", Icon::Light),
    ("send", Icon::Radio),
    ("message", Icon::Radio),
    ("wheel", Icon::Motor),
    ("motor", Icon::Motor),
    ("propeller", Icon::Motor),
    ("joint", Icon::Motor),
    ("thrust", Icon::Motor),
];

/// The icon of a component.
pub fn of(sort: Sort, info: Option<&ComponentInfo>) -> Icon {
    let other = if sort == Sort::Sensor { Icon::Sensor } else { Icon::Actuator };
    let Some(info) = info else { return other };
    let named = info.sheet.labels.get(LABEL).and_then(|label| NAMES.into_iter().find(|(name, _)| name == label));
    if let Some((_, icon)) = named {
        return icon;
    }
    if info.sheet.functions.iter().any(|function| function.name == "image") {
        return Icon::Camera;
    }
    let help = info.help.to_lowercase();
    let words: Vec<&str> = help.split(|letter: char| !letter.is_alphanumeric()).collect();
    let known: &[(&str, Icon)] = if sort == Sort::Sensor { &OF_SENSORS } else { &OF_ACTUATORS };
    let said = |start: &str| words.iter().any(|word| word.starts_with(start));
    known.iter().find(|(start, _)| said(start)).map_or(other, |(_, icon)| *icon)
}

/// The icon of a component by its id.
pub fn of_id(sort: Sort, id: &str, context: &ViewerContext<'_>) -> Icon {
    let kind = if sort == Sort::Sensor { Kind::Sensor } else { Kind::Actuator };
    let offer = context.plugins.components.iter().find(|offer| offer.kind() == kind && offer.id() == id);
    of(sort, offer.map(|offer| offer.info()))
}

/// Draws only the circle or the square.
pub fn plate(painter: &Painter, sort: Sort, at: Pos2, radius: f32, color: Color32) {
    match sort {
        Sort::Sensor => _ = painter.circle_filled(at, radius, color),
        Sort::Actuator => {
            let rect = Rect::from_center_size(at, Vec2::splat(1.8 * radius));
            painter.rect_filled(rect, 2.0, color);
        }
    }
}

/// Draws an icon in its circle or square.
pub fn paint(painter: &Painter, (sort, icon): (Sort, Icon), at: Pos2, radius: f32, color: Color32) {
    plate(painter, sort, at, radius, color);
    let scale = WITHIN * radius;
    let ink = Color32::WHITE;
    let stroke = Stroke::new((0.16 * radius).max(1.1), ink);
    let point = |x: f32, y: f32| at + scale * vec2(x, y);
    let line = |points: &[[f32; 2]]| {
        painter.line(points.iter().map(|[x, y]| point(*x, *y)).collect(), stroke);
    };
    let arc = |middle: [f32; 2], radius: f32, from: f32, to: f32| {
        let place = |part: usize| {
            let angle = from + (to - from) * part as f32 / 12.0;
            point(middle[0] + radius * angle.cos(), middle[1] + radius * angle.sin())
        };
        painter.line((0..=12).map(place).collect(), stroke);
    };
    match icon {
        // A beam to an obstacle.
        Icon::Distance => {
            painter.circle_filled(point(-0.85, 0.0), 0.22 * scale, ink);
            line(&[[-0.85, 0.0], [0.6, 0.0]]);
            line(&[[0.3, -0.35], [0.65, 0.0], [0.3, 0.35]]);
            line(&[[0.95, -0.8], [0.95, 0.8]]);
        }
        Icon::Camera => {
            let body = Rect::from_min_max(point(-0.95, -0.55), point(0.95, 0.7));
            painter.rect_stroke(body, 1.5, stroke, egui::StrokeKind::Middle);
            line(&[[-0.4, -0.55], [-0.2, -0.85], [0.2, -0.85], [0.4, -0.55]]);
            painter.circle_stroke(point(0.0, 0.08), 0.36 * scale, stroke);
        }
        // A wheel with its spokes.
        Icon::Motor => {
            painter.circle_stroke(point(0.0, 0.0), 0.9 * scale, stroke);
            for spoke in 0..3 {
                let along = Vec2::angled(PI * spoke as f32 / 3.0 + FRAC_PI_2) * 0.9;
                line(&[[along.x, along.y], [-along.x, -along.y]]);
            }
        }
        Icon::Light => {
            painter.circle_filled(point(0.0, 0.0), 0.42 * scale, ink);
            for ray in 0..8 {
                let along = Vec2::angled(TAU * ray as f32 / 8.0);
                line(&[[0.65 * along.x, 0.65 * along.y], [along.x, along.y]]);
            }
        }
        // An edge and an object that bumps into it.
        Icon::Bumper => {
            arc([0.0, 0.9], 1.15, -PI + 0.55, -0.55);
            line(&[[0.0, -0.95], [0.0, -0.45]]);
            line(&[[-0.65, -0.8], [-0.4, -0.4]]);
            line(&[[0.65, -0.8], [0.4, -0.4]]);
        }
        Icon::Button => {
            let cap = Rect::from_min_max(point(-0.5, -0.55), point(0.5, 0.2));
            painter.rect_filled(cap, 1.0, ink);
            line(&[[-0.95, 0.55], [0.95, 0.55]]);
        }
        Icon::Radio => {
            painter.circle_filled(point(0.0, 0.55), 0.2 * scale, ink);
            arc([0.0, 0.55], 0.65, -0.75 * PI, -0.25 * PI);
            arc([0.0, 0.55], 1.15, -0.75 * PI, -0.25 * PI);
        }
        // A compass needle.
        Icon::Direction => {
            painter.circle_stroke(point(0.0, 0.0), 0.95 * scale, stroke);
            let needle = [point(0.0, -0.7), point(0.3, 0.0), point(-0.3, 0.0)];
            painter.add(Shape::convex_polygon(needle.to_vec(), ink, Stroke::NONE));
            line(&[[-0.3, 0.0], [0.0, 0.65], [0.3, 0.0]]);
        }
        // A dial.
        Icon::Sensor => {
            arc([0.0, 0.35], 0.95, -PI, 0.0);
            line(&[[0.0, 0.35], [0.45, -0.3]]);
            painter.circle_filled(point(0.0, 0.35), 0.16 * scale, ink);
        }
        // A lightning bolt.
        Icon::Actuator => line(&[[0.25, -0.95], [-0.4, 0.1], [0.3, 0.0], [-0.25, 0.95]]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::declare::{Datasheet, Function};

    fn icon(sort: Sort, help: &str, sheet: Datasheet) -> Icon {
        of(
            sort,
            Some(&ComponentInfo {
                help: help.into(),
                sheet,
                id: "any/name".into(),
                kind: Kind::Sensor,
                schema: serde_json::Value::Null,
            }),
        )
    }

    #[test]
    fn icons_follow_what_data_sheets_say_and_not_names() {
        let plain = |sort, help| icon(sort, help, Datasheet::default());
        for (help, wanted) in [
            ("Distance along the mount's x axis.", Icon::Distance),
            ("Receives messages and knows how far their senders are.", Icon::Radio),
            ("Which sides of the robot are bumped into.", Icon::Bumper),
            ("Whether an edge of the body is pressed.", Icon::Button),
            ("Heading in the world.", Icon::Direction),
            ("How dark the floor is under its mount.", Icon::Light),
            ("Voltage of the battery.", Icon::Sensor),
            ("", Icon::Sensor),
        ] {
            assert_eq!(plain(Sort::Sensor, help), wanted, "{help}");
        }
        for (help, wanted) in [
            ("A colored light.", Icon::Light),
            ("Turns a joint at a commanded speed.", Icon::Motor),
            ("Sends a few numbers to nearby receivers.", Icon::Radio),
            ("A switch that is reported in the log.", Icon::Actuator),
        ] {
            assert_eq!(plain(Sort::Actuator, help), wanted, "{help}");
        }
        let image = Datasheet::default().function(Function::new("image"));
        assert_eq!(icon(Sort::Sensor, "Image of the surroundings.", image), Icon::Camera);
        let said = Datasheet::default().label(LABEL, "radio");
        assert_eq!(icon(Sort::Sensor, "Distance to its base.", said), Icon::Radio, "a label decides");
        let unknown = Datasheet::default().label(LABEL, "no such icon");
        assert_eq!(icon(Sort::Sensor, "Distance.", unknown), Icon::Distance);
        assert_eq!(of(Sort::Actuator, None), Icon::Actuator, "missing library: default icon");
    }
}
