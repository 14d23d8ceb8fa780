//! The node `Extrusion` of VRML97 and Webots up to 7, and the PROTO of the same name in later releases of Webots.

use super::extrusion::{Extrusion, Kind, spline};
use super::fields::Fields;
use super::frame::y_up;
use super::geometry::{Form, Swept};
use super::{MAX_CORNERS, MAX_EARS, MAX_SWEPT, Work};
use nalgebra::Vector3;
use serde_json::json;
use sim_core::scene::{FORMAT_VERSION, Scene, text::Format};
use sim_vrml::{Dialect, Release};
use std::rc::Rc;

/// Number of segments into which the PROTO subdivides the spline between two spine points.
const PIECES: f64 = 4.0;

impl<'w> Work<'w> {
    /// The dialect of `Extrusion` in this file. Since Webots 8, a PROTO replaces the node.
    fn kind_of_extrusion(&self) -> Kind {
        match self.world.dialect {
            dialect if dialect.has_axes_along_z() => Kind::Proto,
            Dialect::Webots(release) if release >= (Release::Version { major: 8, minor: 0 }) => Kind::OldProto,
            _ => Kind::Node,
        }
    }

    /// Converts an extrusion, with z up instead of y.
    pub(super) fn extrusion(&mut self, fields: &mut Fields<'w>) -> Option<Form> {
        let kind = self.kind_of_extrusion();
        let square = vec![[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]];
        let section = fields.tuples::<2>(self, "crossSection").unwrap_or(square);
        let up = if self.world.dialect.has_axes_along_z() { [0.0, 0.0, 1.0] } else { [0.0, 1.0, 0.0] };
        let spine = fields.tuples::<3>(self, "spine").unwrap_or_else(|| vec![[0.0; 3], up]);
        let scale = fields.tuples::<2>(self, "scale").unwrap_or_default();
        let orientation = fields.tuples::<4>(self, "orientation").unwrap_or_default();
        let caps = [fields.flag(self, "beginCap", true), fields.flag(self, "endCap", true)];
        let pieces = match kind {
            Kind::OldProto | Kind::Proto => {
                fields.in_range(self, "splineSubdivision", PIECES, [-1.0, 1000.0]).max(0.0) as usize
            }
            Kind::Node => 0,
        };
        let expected = || "at least two corners in `crossSection`, and two different points in `spine`".to_string();
        let empty = || "the shape is empty".to_string();
        if section.len() < 2 || spine.len() < 2 {
            self.leave_broken(fields.place, empty(), expected());
            return None;
        }
        // A spine of two points is not a spline.
        let points = if spine.len() > 2 { spine.len().saturating_mul(pieces.max(1)) } else { spine.len() };
        let corners = section.len().saturating_mul(points);
        if corners > MAX_CORNERS {
            let why = "the extrusion is too large".to_string();
            let most = MAX_CORNERS;
            let expected = format!("at most {most} points: corners of the section times points of the spine");
            self.leave_broken(fields.place, why, expected);
            return None;
        }
        if section.len() > MAX_EARS {
            let why = "the section has too many corners".to_string();
            self.leave_broken(fields.place, why, format!("at most {MAX_EARS} corners"));
            return None;
        }
        self.swept = self.swept.saturating_add(corners);
        if self.swept > MAX_SWEPT {
            let why = "the extrusions of the file are too large together".to_string();
            self.leave_broken(fields.place, why, format!("at most {MAX_SWEPT} points"));
            return None;
        }
        let scale = self.scales(fields, scale, spine.len());
        let orientation = orientations(orientation);
        let is_turned = orientation.iter().any(|turn| turn[3] != 0.0);
        let whole = Extrusion {
            // The PROTO has the second coordinate of a vertex along −z.
            section: match kind {
                Kind::Proto => section.iter().map(|[x, y]| [*x, -y + 0.0]).collect(),
                Kind::OldProto | Kind::Node => section,
            },
            spine: spine.into_iter().map(Vector3::from).collect(),
            scale,
            orientation,
            caps,
            kind,
        };
        // A straight spine with linear scale needs no subdivision.
        let whole =
            if pieces > 0 && whole.spine.len() > 2 || pieces > 1 && is_turned { spline(whole, pieces) } else { whole };
        let Some(mesh) = whole.mesh() else {
            self.leave_broken(fields.place, empty(), expected());
            return None;
        };
        let mesh = Rc::new(mesh.moved(&y_up(), &Vector3::zeros()));
        let closed = whole.section.len() > 2 && whole.section.first() == whole.section.last();
        // In scenes, a closed section has both caps and an open one has none. Sections of the PROTO are in other axes.
        let known = kind != Kind::Proto && !is_turned && caps == [closed; 2];
        let swept = known.then(|| {
            let flat: Vec<[f64; 2]> = whole.section.iter().map(|[x, z]| [*x, -z + 0.0]).collect();
            let line = whole.spine.iter().map(|point| (y_up() * point).map(|part| part + 0.0).into());
            let scale = if whole.scale == [[1.0; 2]] { Vec::new() } else { whole.scale.clone() };
            (flat, line.collect::<Vec<[f64; 3]>>(), scale)
        });
        Some(match swept.filter(|(section, spine, scale)| is_known(section, spine, scale)) {
            Some((section, spine, scale)) => Form::Extrusion(Swept { section, spine, scale, mesh }),
            None => Form::Mesh(mesh),
        })
    }

    /// A single scale, or one per spine point: the last one is repeated if there are too few, as in Webots; excess ones are left out.
    fn scales(&mut self, fields: &mut Fields<'w>, mut scale: Vec<[f64; 2]>, points: usize) -> Vec<[f64; 2]> {
        if scale.iter().flatten().any(|factor| *factor <= 0.0) {
            fields.refuse(self, "scale", "factors above 0".to_string());
            scale.clear();
        }
        if scale.len() > points {
            let why = "more values than points of the spine".to_string();
            self.leave_value(fields.place, "scale", why);
            scale.truncate(points);
        }
        match scale.last().copied() {
            None => vec![[1.0; 2]],
            Some(_) if scale.len() == 1 => scale,
            Some(last) => {
                scale.resize(points, last);
                scale
            }
        }
    }
}

/// Rotations about axes with positive length; those without a valid axis are identity.
fn orientations(mut orientation: Vec<[f64; 4]>) -> Vec<[f64; 4]> {
    let no_axis = |turn: &[f64; 4]| {
        let length = turn[..3].iter().fold(0.0_f64, |length, part| length.max(part.abs()));
        !(1e-100..1e100).contains(&length)
    };
    orientation.iter_mut().filter(|turn| no_axis(turn)).for_each(|turn| *turn = [0.0, 0.0, 1.0, 0.0]);
    if orientation.is_empty() {
        orientation.push([0.0, 0.0, 1.0, 0.0]);
    }
    orientation
}

/// Whether the scene format accepts an extrusion: it requires a section without self-intersections, and no repeated points.
fn is_known(section: &[[f64; 2]], spine: &[[f64; 3]], scale: &[[f64; 2]]) -> bool {
    let shape = json!({"Extrusion": {"section": section, "spine": spine, "scale": scale}});
    let scene = json!({"format_version": FORMAT_VERSION, "objects": [{"name": "tried", "shape": shape}]});
    Scene::parse(&scene.to_string(), Format::Json, "tried.ron").is_ok()
}
