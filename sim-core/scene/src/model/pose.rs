//! Poses and colors.

use nalgebra::{Isometry3, Translation3, UnitQuaternion};

use crate::check_value::{Check, coordinate, value_range};
use crate::decode::{Decoder, Field};
use crate::form::Form;
use crate::text::{Kind, Node};
use sim_diagnostics::{Code, Diagnostic};

record! {
    /// A place and an orientation.
    struct Pose is "a pose" {
        /// Position, m; `(x, y)` means `(x, y, 0)`.
        at: Point = Point::default();
        /// Roll, pitch, yaw, rad: rotations about the fixed axes x, then y, then z (REP 103).
        rpy: Option<[f64; 3]> = None;
        /// Rotation about z, rad; short for `rpy: (0, 0, yaw)`.
        yaw: Option<f64> = None;
    }
    verify one_orientation;
}

/// A point in space, m; `(x, y)` is short for `(x, y, 0)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point(pub [f64; 3]);

impl Field for Point {
    fn expected() -> String {
        "a point `(x, y, z)` or `(x, y)` in meters".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        match node.items().map(<[Node]>::len) {
            Some(2) => {
                let [x, y] = <[f64; 2]>::decode(node, decoder)?;
                coordinate().check(&[x, y], node, decoder);
                Some(Point([x, y, 0.0]))
            }
            Some(3) => {
                let point = <[f64; 3]>::decode(node, decoder)?;
                coordinate().check(&point, node, decoder);
                Some(Point(point))
            }
            Some(count) => {
                let diagnostic = Diagnostic::unexpected(Code::SceneArity, Self::expected())
                    .with_found(sim_diagnostics::words::elements(count));
                decoder.report(node, diagnostic);
                None
            }
            None => decoder.wrong_type(node, Self::expected()),
        }
    }

    fn encode(&self) -> Node {
        self.0.encode()
    }

    fn form() -> Form {
        Form::Numbers(3)
    }
}

/// An element of the scene with a pose.
pub trait Posed {
    /// Parts of the pose as written: position, roll-pitch-yaw, yaw.
    fn pose_parts(&self) -> (Point, Option<[f64; 3]>, Option<f64>);

    /// Replaces position and orientation.
    fn set_pose_parts(&mut self, at: Point, rpy: Option<[f64; 3]>, yaw: Option<f64>);

    /// Position (m) and orientation in the frame of the scene, or of the parent if there is one.
    fn pose(&self) -> Isometry3<f64> {
        let (Point([x, y, z]), rpy, yaw) = self.pose_parts();
        let [roll, pitch, yaw] = rpy.unwrap_or([0.0, 0.0, yaw.unwrap_or(0.0)]);
        Isometry3::from_parts(Translation3::new(x, y, z), UnitQuaternion::from_euler_angles(roll, pitch, yaw))
    }

    /// Sets the pose. A rotation about z only is stored as `yaw`; no rotation is omitted.
    fn set_pose(&mut self, pose: &Isometry3<f64>) {
        let position = pose.translation.vector;
        let (roll, pitch, yaw) = pose.rotation.euler_angles();
        let flat = roll.abs() < 1e-12 && pitch.abs() < 1e-12;
        let (rpy, yaw) = match (flat, yaw.abs() < 1e-12) {
            (true, true) => (None, None),
            (true, false) => (None, Some(yaw)),
            (false, _) => (Some([roll, pitch, yaw]), None),
        };
        self.set_pose_parts(Point([position.x, position.y, position.z]), rpy, yaw);
    }

    /// Transforms the pose by that of the frame in which it was written.
    fn place_in(&mut self, frame: &Isometry3<f64>) {
        let pose = frame * self.pose();
        self.set_pose(&pose);
    }
}

macro_rules! posed {
    ($($name:ty),*) => {$(
        impl $crate::model::Posed for $name {
            fn pose_parts(&self) -> ($crate::model::pose::Point, Option<[f64; 3]>, Option<f64>) {
                (self.at, self.rpy, self.yaw)
            }

            fn set_pose_parts(
                &mut self,
                at: $crate::model::pose::Point,
                rpy: Option<[f64; 3]>,
                yaw: Option<f64>,
            ) {
                (self.at, self.rpy, self.yaw) = (at, rpy, yaw);
            }
        }
    )*};
}
pub(super) use posed;

posed!(Pose);

/// Rejects a pose with both `rpy` and `yaw`.
pub(super) fn one_orientation<T: Posed>(posed: &T, node: &Node, decoder: &mut Decoder<'_>) {
    if let (_, Some(_), Some(_)) = posed.pose_parts() {
        let diagnostic = Diagnostic::error(Code::SceneContradiction, "both `rpy` and `yaw` are given")
            .with_expected("one of `rpy`, `yaw`")
            .with_help("remove `yaw` and write it as the third angle of `rpy`");
        decoder.report_field(node, "yaw", diagnostic);
    }
}

/// Red, green, blue, opacity, each from 0 to 1, as written: no gamma is applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Color(pub [f64; 4]);

impl Color {
    /// An opaque color.
    pub const fn opaque(red: f64, green: f64, blue: f64) -> Color {
        Color([red, green, blue, 1.0])
    }

    /// Red, green and blue.
    pub fn rgb(&self) -> [f64; 3] {
        [self.0[0], self.0[1], self.0[2]]
    }
}

impl Field for Color {
    fn expected() -> String {
        "a color `(red, green, blue)` or `(red, green, blue, opacity)`, each from 0 to 1".to_string()
    }

    fn decode(node: &Node, decoder: &mut Decoder<'_>) -> Option<Self> {
        let color = match node.items().map(<[Node]>::len) {
            Some(3) => <[f64; 3]>::decode(node, decoder).map(|[red, green, blue]| Color::opaque(red, green, blue))?,
            Some(4) => Color(<[f64; 4]>::decode(node, decoder)?),
            Some(count) => {
                let diagnostic = Diagnostic::unexpected(Code::SceneArity, Self::expected())
                    .with_found(sim_diagnostics::words::elements(count));
                decoder.report(node, diagnostic);
                return None;
            }
            None => return decoder.wrong_type(node, Self::expected()),
        };
        let given = if matches!(&node.kind, Kind::List { items, .. } if items.len() == 3) { 3 } else { 4 };
        value_range(0.0, 1.0, "").check(&color.0[..given].to_vec(), node, decoder);
        Some(color)
    }

    fn encode(&self) -> Node {
        match self.0 {
            [red, green, blue, 1.0] => [red, green, blue].encode(),
            all => all.encode(),
        }
    }

    fn form() -> Form {
        Form::Color
    }
}
