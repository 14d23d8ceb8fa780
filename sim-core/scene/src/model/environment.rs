//! Beacons, lights and media.

use super::Color;
use super::pose::{Point, one_orientation, posed};
use crate::check_value::{NameForm, above, at_least, value_range};
use crate::decode::{Decoder, Field, Properties};
use crate::form::Form;
use crate::text::Node;
use sim_diagnostics::{Code, Diagnostic};

record! {
    /// A thing that sensors can locate: a radio beacon, an ultrasound sender, an infra-red mark.
    struct Beacon is "a beacon" {
        /// Unique among objects, robots, beacons, lights and media.
        name: String => NameForm;
        /// Directions of emission.
        kind: BeaconKind = BeaconKind::Omni;
        /// Position, m, in the frame of the scene or of the parent.
        at: Point = Point::default();
        /// Roll, pitch, yaw, rad.
        rpy: Option<[f64; 3]> = None;
        /// Rotation about z, rad.
        yaw: Option<f64> = None;
        /// Parent object or robot.
        parent: Option<String> = None;
        /// Maximum detection distance, m.
        range: f64 = 2.0 => at_least(0.0, "m");
        /// Category for sensor filters.
        category: String = "beacon".into() => NameForm;
        /// Whether solid objects in between hide it.
        occlusion: bool = false;
        /// Notes.
        notes: String = String::new();
        /// Free properties for sensors, such as an address.
        properties: Properties = Properties::new();
    }
    verify one_orientation;
}

posed!(Beacon);

choice! {
    /// Where a beacon sends to.
    enum BeaconKind is "a kind of beacon" {
        /// In all directions.
        Omni,
        /// Into a cone.
        Cone(Cone),
    }
}

record! {
    /// The cone of a directed beacon.
    struct Cone is "a cone" {
        /// Angle between the axis and the edge, rad.
        half_angle: f64 => value_range(0.0, 3.15, "rad");
        /// Axis in the frame of the beacon, any length above 0. Default: down.
        direction: Direction = Direction([0.0, 0.0, -1.0]);
    }
}

/// A direction with any nonzero length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction(pub [f64; 3]);

impl Field for Direction {
    fn expected() -> String {
        "a direction `(x, y, z)` that is not (0, 0, 0)".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        let parts = <[f64; 3]>::decode(node, decoder)?;
        if parts.iter().map(|part| part * part).sum::<f64>() < 1e-18 {
            let diagnostic = Diagnostic::error(Code::SceneGeometry, "zero-length direction")
                .with_expected(Self::expected())
                .with_found("(0, 0, 0)");
            decoder.report(node, diagnostic);
        }
        Some(Direction(parts))
    }

    fn encode(&self) -> Node {
        self.0.encode()
    }

    fn form() -> Form {
        Form::Numbers(3)
    }
}

record! {
    /// A lamp.
    struct Light is "a light" {
        /// Unique among objects, robots, beacons, lights and media.
        name: String => NameForm;
        /// Kind of light.
        kind: LightKind;
        /// Position, m, in the frame of the scene or of the parent; unused for ambient and directional light.
        at: Point = Point::default();
        /// Roll, pitch, yaw, rad; rotates the direction.
        rpy: Option<[f64; 3]> = None;
        /// Rotation about z, rad.
        yaw: Option<f64> = None;
        /// Parent object or robot.
        parent: Option<String> = None;
        /// Color.
        color: Color = Color::opaque(1.0, 1.0, 1.0);
        /// Intensity; 1 fully lights a white surface at the distance where the attenuation is 1.
        intensity: f64 = 1.0 => at_least(0.0, "");
        /// Whether it is on.
        on: bool = true;
    }
    verify one_orientation;
}

posed!(Light);

choice! {
    /// Kind of light.
    enum LightKind is "a kind of light" {
        /// The same everywhere.
        Ambient,
        /// From an infinite distance, along this direction.
        Directional(Direction),
        /// From a point in all directions.
        Point(PointLight),
        /// From a point into a cone.
        Spot(SpotLight),
    }
}

record! {
    /// Light from a point into all directions.
    struct PointLight is "a point light" {
        /// Attenuation with distance.
        attenuation: Attenuation = Attenuation::default();
        /// Maximum range of the light, m.
        radius: f64 = 100.0 => above(0.0, "m");
    }
}

record! {
    /// Light from a point into a cone.
    struct SpotLight is "a spot light" {
        /// Axis of the cone.
        direction: Direction = Direction([0.0, 0.0, -1.0]);
        /// Angle between the axis and the edge of the cone, rad.
        half_angle: f64 = 0.5 => value_range(0.0, 1.58, "rad");
        /// Attenuation with distance.
        attenuation: Attenuation = Attenuation::default();
        /// Maximum range of the light, m.
        radius: f64 = 100.0 => above(0.0, "m");
    }
}

record! {
    /// Weakening with distance r: 1 / (constant + linear·r + quadratic·r²).
    struct Attenuation is "an attenuation" {
        /// Constant part.
        constant: f64 = 1.0 => at_least(0.0, "");
        /// Part per meter.
        linear: f64 = 0.0 => at_least(0.0, "1/m");
        /// Part per square meter.
        quadratic: f64 = 0.0 => at_least(0.0, "1/m²");
    }
    verify attenuation_is_not_zero;
}

impl Default for Attenuation {
    fn default() -> Self {
        crate::decode::defaults()
    }
}

fn attenuation_is_not_zero(attenuation: &Attenuation, node: &Node, decoder: &mut Decoder<'_>) {
    if attenuation.constant + attenuation.linear + attenuation.quadratic <= 0.0 {
        let diagnostic = Diagnostic::error(Code::SceneRange, "all parts of the attenuation are 0")
            .with_expected("at least one part above 0")
            .with_found("0, 0, 0");
        decoder.report(node, diagnostic);
    }
}

record! {
    /// Water, or air with a wind. Outside all media there is air at rest (1.225 kg/m³, 1.81e-5 Pa·s).
    struct Medium is "a medium" {
        /// Unique among objects, robots, beacons, lights and media.
        name: String => NameForm;
        /// Region of the medium.
        region: Region = Region::Everywhere;
        /// Density, kg/m³.
        density: f64 => above(0.0, "kg/m³");
        /// Dynamic viscosity, Pa·s.
        viscosity: f64 = 0.0 => at_least(0.0, "Pa·s");
        /// Velocity of the medium.
        current: Current = Current::Uniform([0.0; 3]);
        /// Random part of the velocity.
        gusts: Option<Gusts> = None;
        /// Color, for drawing.
        color: Color = Color([0.1, 0.3, 0.8, 0.4]);
    }
}

impl Medium {
    /// Whether it counts as a liquid: at least 500 kg/m³.
    pub fn is_liquid(&self) -> bool {
        self.density >= 500.0
    }
}

choice! {
    /// Where a medium is.
    enum Region is "a region" {
        /// In the whole world.
        Everywhere,
        /// In a box; its upper face is the surface.
        Box(RegionBox),
        /// Below this height, m, which is the surface.
        Below(f64),
    }
}

record! {
    /// A box that may be turned.
    struct RegionBox is "a region box" {
        /// Center, m.
        at: Point = Point::default();
        /// Roll, pitch, yaw, rad.
        rpy: Option<[f64; 3]> = None;
        /// Rotation about z, rad.
        yaw: Option<f64> = None;
        /// Lengths of the edges, m.
        size: [f64; 3] => above(0.0, "m");
    }
    verify one_orientation;
}

posed!(RegionBox);

choice! {
    /// Velocity of a medium.
    enum Current is "a current" {
        /// The same everywhere, m/s.
        Uniform([f64; 3]),
        /// Rows `(depth, x, y, z)`: depth below the surface in m, increasing, and velocity in m/s; interpolated linearly.
        Profile(Profile),
    }
}

/// Rows of depth (m, starting at 0, increasing) and velocity (m/s).
#[derive(Clone, Debug, PartialEq)]
pub struct Profile(pub Vec<[f64; 4]>);

impl Field for Profile {
    fn expected() -> String {
        "a list of rows `[(depth, x, y, z), …]` with increasing depth".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        let rows = Vec::<[f64; 4]>::decode(node, decoder)?;
        let mut least = 0.0;
        for (index, row) in rows.iter().enumerate() {
            let wrong = if index == 0 { row[0] < 0.0 } else { row[0] <= least };
            if wrong {
                let expected = match index {
                    0 => "a depth of at least 0 m".to_string(),
                    _ => format!("a depth above {least} m"),
                };
                let diagnostic = Diagnostic::error(Code::SceneTable, "the depths do not increase from row to row")
                    .with_expected(expected)
                    .with_found(row[0].to_string());
                decoder.report_element(node, index, diagnostic);
            }
            least = row[0];
        }
        if rows.is_empty() {
            let diagnostic = Diagnostic::error(Code::SceneArity, "empty profile");
            decoder.report(node, diagnostic.with_expected(Self::expected()).with_found("an empty list"));
        }
        Some(Profile(rows))
    }

    fn encode(&self) -> Node {
        self.0.encode()
    }

    fn form() -> Form {
        Vec::<[f64; 4]>::form()
    }
}

record! {
    /// A Gauss–Markov process per axis, added to the current.
    struct Gusts is "gusts" {
        /// Correlation time, s.
        time: f64 => above(0.0, "s");
        /// Standard deviation along x, y, z, m/s.
        sigma: [f64; 3] => at_least(0.0, "m/s");
        /// Maximum magnitude per axis, m/s. Default: unlimited.
        limit: Option<f64> = None => above(0.0, "m/s");
    }
}
