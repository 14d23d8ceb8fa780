//! Markers for parts of the scene without body: lamps, beacons and notes. They are clicked and dragged as bodies are.

use crate::preferences::overlays::Shown;
use crate::viewer_context::ViewerContext;
use crate::views::labels;
use crate::widgets::colors::SELECTED;
use egui::{Color32, Painter, Pos2, Stroke, TextStyle, Ui, Vec2};
use nalgebra::{Isometry3, Point3};
use sim_core::marks;
use sim_core::scene::{LightKind, Posed, Scene};
use sim_edit::{Document, Section, Target};
use sim_runner::Structure;
use std::sync::Arc;

/// Distance from a marker at which it is clicked, points.
const REACH: f32 = 10.0;
/// What differs by less is at the same place, m.
const SAME: f64 = 1e-3;
/// Behind markers, so that they are seen on every ground.
const EDGE: Color32 = Color32::from_rgb(40, 40, 40);

/// A part of the scene without body, where it is now.
#[derive(Clone, Debug)]
pub struct Marker {
    /// The part.
    pub target: Target,
    /// Where it is now, m.
    pub at: Point3<f64>,
    kind: Kind,
    /// Body that carries it.
    carrier: Option<usize>,
    /// `carrier_from_sign`, or `world_from_sign` without a carrier.
    pose: Isometry3<f64>,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Lamp(Color32),
    Beacon,
    /// Its paper is drawn with the other texts.
    Note(String),
}

/// All markers of a scene.
#[derive(Default)]
pub struct Markers {
    list: Vec<Marker>,
    made_for: Option<(u64, [bool; 2], Arc<Structure>)>,
}

impl Markers {
    /// Takes over what the document says, and where everything is.
    pub fn follow(&mut self, context: &ViewerContext<'_>, shown: &Shown) {
        let ViewerContext { world, dragged, .. } = *context;
        let Some((document, scene)) = context.document.and_then(|document| Some((document, document.scene()?))) else {
            *self = Self::default();
            return;
        };
        let structure = world.structure();
        let wanted = [shown.markers, shown.notes];
        let known = self.made_for.as_ref().is_some_and(|(revision, had, of)| {
            (*revision, *had) == (document.revision(), wanted) && Arc::ptr_eq(of, structure)
        });
        if !known {
            self.made_for = Some((document.revision(), wanted, structure.clone()));
            self.list = all(document, scene, structure);
            self.list.retain(|marker| wanted[usize::from(marker.text().is_some())]);
        }
        for marker in &mut self.list {
            let carrier = marker.carrier.and_then(|body| world.poses().get(body));
            let there = carrier.map_or(marker.pose, |carrier| carrier * marker.pose);
            let shown = dragged.iter().find(|(target, _)| *target == marker.target);
            let pose = shown.map_or(there, |(_, pose)| *pose);
            marker.at = pose.translation.vector.into();
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Marker> {
        self.list.iter()
    }

    /// The marker at a place of the screen: the nearest one.
    pub fn under(&self, ui: &Ui, at: Pos2, place: impl Fn(&Point3<f64>) -> Option<Pos2>) -> Option<&Marker> {
        let distance = |marker: &Marker| {
            let middle = place(&marker.at)?;
            let font = || TextStyle::Small.resolve(ui.style());
            let paper = marker.text().map(|text| labels::paper(ui.painter(), middle, text, font()).0);
            Some(if paper.is_some_and(|paper| paper.contains(at)) { 0.0 } else { middle.distance(at) })
        };
        let near = self.list.iter().filter_map(|marker| Some((distance(marker)?, marker)));
        let near = near.filter(|(distance, _)| *distance <= REACH);
        near.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, marker)| marker)
    }

    /// Where a part stands in the scene, if it can be dragged there: one that is carried by what has moved since the start
    /// cannot.
    pub fn movable(&self, part: &Target, document: &Document) -> Option<Isometry3<f64>> {
        let marker = self.list.iter().find(|marker| marker.target == *part)?;
        let query = document.query()?;
        query.check_editable(part).ok()?;
        let pose = query.world_pose(part)?;
        ((marker.at - pose.translation.vector).coords.norm() < SAME).then_some(pose)
    }

    /// Draws all of them; `place` says where a point is on the screen.
    pub fn paint(&self, painter: &Painter, part: Option<&Target>, place: impl Fn(&Point3<f64>) -> Option<Pos2>) {
        for marker in &self.list {
            let Some(at) = place(&marker.at) else { continue };
            if part == Some(&marker.target) {
                painter.circle_stroke(at, REACH + 3.0, Stroke::new(2.0, SELECTED));
            }
            match &marker.kind {
                Kind::Lamp(color) => {
                    for ray in 0..8 {
                        let direction = Vec2::angled(std::f32::consts::TAU * ray as f32 / 8.0);
                        let ends = [at + 6.5 * direction, at + 10.0 * direction];
                        painter.line_segment(ends, Stroke::new(3.5, EDGE));
                        painter.line_segment(ends, Stroke::new(1.5, *color));
                    }
                    painter.circle(at, 4.5, *color, Stroke::new(1.5, EDGE));
                }
                Kind::Beacon => {
                    let color = beacon();
                    for radius in [6.0, 9.5] {
                        painter.circle_stroke(at, radius, Stroke::new(3.0, EDGE));
                        painter.circle_stroke(at, radius, Stroke::new(1.5, color));
                    }
                    painter.circle(at, 3.0, color, Stroke::new(1.0, EDGE));
                }
                Kind::Note(_) => {}
            }
        }
    }
}

impl Marker {
    /// Its color; none for a note, which is written out instead.
    pub fn color(&self) -> Option<Color32> {
        match &self.kind {
            Kind::Lamp(color) => Some(*color),
            Kind::Beacon => Some(beacon()),
            Kind::Note(_) => None,
        }
    }

    /// What a note says.
    fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Note(text) => Some(text),
            _ => None,
        }
    }
}

/// Color of beacons.
fn beacon() -> Color32 {
    let [red, green, blue, _] = marks::BEACON.map(|part| (part * 255.0).round() as u8);
    Color32::from_rgb(red, green, blue)
}

/// The markers of a scene; light that comes from no place has none.
fn all(document: &Document, scene: &Scene, structure: &Structure) -> Vec<Marker> {
    let mut list = Vec::new();
    let mut add = |target: Target, kind: Kind, parent: Option<&str>, pose: Isometry3<f64>| {
        let carrier = parent.and_then(|name| structure.bodies.iter().position(|body| *body.name == *name));
        list.push(Marker { target, at: Point3::origin(), kind, carrier, pose });
    };
    for (target, light) in document.parts(Section::Lights).into_iter().zip(&scene.lights) {
        if matches!(light.kind, LightKind::Point(_) | LightKind::Spot(_)) {
            let [red, green, blue, _] = light.color.0.map(|part| (part * 255.0).round() as u8);
            add(target, Kind::Lamp(Color32::from_rgb(red, green, blue)), light.parent.as_deref(), light.pose());
        }
    }
    for (target, beacon) in document.parts(Section::Beacons).into_iter().zip(&scene.beacons) {
        add(target, Kind::Beacon, beacon.parent.as_deref(), beacon.pose());
    }
    for (target, note) in document.parts(Section::Notes).into_iter().zip(&scene.notes) {
        add(target, Kind::Note(note.text.clone()), note.parent.as_deref(), note.pose());
    }
    list
}
