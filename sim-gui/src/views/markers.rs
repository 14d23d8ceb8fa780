//! Markers for parts of the scene without a body: lights, beacons, notes and the poses of the selected route. They are clicked
//! and dragged like bodies.

use crate::document::moving::Dragged;
use crate::preferences::overlays::OverlaySettings;
use crate::tools::Part;
use crate::viewer_context::ViewerContext;
use crate::views::labels;
use crate::widgets::colors::SELECTED;
use egui::{Color32, Painter, Pos2, Stroke, TextStyle, Vec2};
use nalgebra::{Isometry3, Point3, Vector3};
use sim_core::marks;
use sim_core::scene::{BeaconKind, Direction, LightKind, Posed, Scene};
use sim_edit::{Document, Section, Target};
use sim_runner::Structure;
use std::sync::Arc;

/// Maximum distance of a click on a marker, points.
const REACH: f32 = 10.0;
/// Length of the arrow of a light or beacon direction, m.
const TOWARD: f64 = 0.3;
/// Tolerance of equal positions, m.
const SAME: f64 = 1e-3;
/// Border of markers, for contrast on any background.
const EDGE: Color32 = Color32::from_rgb(40, 40, 40);

/// A part of the scene without a body, at its current position.
#[derive(Clone, Debug)]
pub struct Marker {
    /// The part.
    pub target: Target,
    /// Index of the pose, for a route.
    pub number: Option<usize>,
    /// Current position, m.
    pub at: Point3<f64>,
    /// Current emission direction, unit length; `None` if it emits in all directions.
    toward: Option<Vector3<f64>>,
    /// The same in its own frame.
    direction: Option<Vector3<f64>>,
    kind: Kind,
    /// Its parent body.
    carrier: Option<usize>,
    /// `carrier_from_sign`, or `world_from_sign` without a parent.
    pose: Isometry3<f64>,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Lamp(Color32),
    Beacon,
    /// Its text is drawn with the other labels.
    Note(String),
    /// A pose of a route of this color, whose lines are drawn with the others.
    Pose(Color32),
}

/// All markers of a scene.
#[derive(Default)]
pub struct Markers {
    list: Vec<Marker>,
    made_for: Option<MadeFor>,
}

/// Cache key of the markers: revision of the document, visibility, selected route, structure.
type MadeFor = (u64, [bool; 3], Option<Target>, Arc<Structure>);

impl Markers {
    /// Updates the markers from the document and the current poses.
    pub fn follow(&mut self, context: &ViewerContext<'_>, shown: &OverlaySettings) {
        let ViewerContext { world, dragged, .. } = *context;
        let Some((document, scene)) = context.document.and_then(|document| Some((document, document.scene()?))) else {
            *self = Self::default();
            return;
        };
        let structure = world.structure();
        let wanted = [shown.markers, shown.notes, shown.routes];
        let route = context.part.filter(|part| part.section == Section::Routes);
        let known = self.made_for.as_ref().is_some_and(|(revision, had, of_route, of)| {
            (*revision, *had, of_route.as_ref()) == (document.revision(), wanted, route) && Arc::ptr_eq(of, structure)
        });
        if !known {
            self.made_for = Some((document.revision(), wanted, route.cloned(), structure.clone()));
            self.list = all(document, scene, structure, route);
            self.list.retain(|marker| match marker.kind {
                Kind::Lamp(_) | Kind::Beacon => wanted[0],
                Kind::Note(_) => wanted[1],
                Kind::Pose(_) => wanted[2],
            });
        }
        for marker in &mut self.list {
            let carrier = marker.carrier.and_then(|body| world.poses().get(body));
            let there = carrier.map_or(marker.pose, |carrier| carrier * marker.pose);
            let same = |dragged: &&Dragged| (&dragged.target, dragged.number) == (&marker.target, marker.number);
            let pose = dragged.iter().find(same).map_or(there, |dragged| dragged.pose);
            marker.at = pose.translation.vector.into();
            marker.toward = marker.direction.map(|direction| pose.rotation * direction);
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Marker> {
        self.list.iter()
    }

    /// The marker closest to a screen position. The painter is that of the view.
    pub fn under(&self, painter: &Painter, at: Pos2, place: impl Fn(&Point3<f64>) -> Option<Pos2>) -> Option<&Marker> {
        let distance = |marker: &Marker| {
            let middle = place(&marker.at)?;
            let font = || TextStyle::Small.resolve(&painter.ctx().global_style());
            let paper = marker.text().map(|text| labels::paper(painter, middle, text, font()).0);
            Some(if paper.is_some_and(|paper| paper.contains(at)) { 0.0 } else { middle.distance(at) })
        };
        let near = self.list.iter().filter_map(|marker| Some((distance(marker)?, marker)));
        let near = near.filter(|(distance, _)| *distance <= REACH);
        near.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, marker)| marker)
    }

    /// The selected part with its initial pose, if it can be dragged there: not if its parent has moved since the start, and for
    /// a route only with a selected pose.
    pub fn movable(&self, context: &ViewerContext<'_>) -> Option<Part> {
        let (part, document) = (context.part?, context.document?);
        let marker = self.list.iter().find(|marker| marker.target == *part && marker.number == context.part_pose)?;
        let query = document.query()?;
        query.check_editable(part).ok()?;
        let is_pose = matches!(marker.kind, Kind::Pose(_));
        let turns = marker.direction.is_some() || is_pose;
        if is_pose {
            return Some(Part { pose: marker.pose, turns });
        }
        let pose = query.world_pose(part)?;
        let dragged = context.dragged.iter().any(|dragged| dragged.target == *part);
        let there = dragged || (marker.at - pose.translation.vector).coords.norm() < SAME;
        there.then_some(Part { pose, turns })
    }

    /// Draws all markers; `place` returns the screen position of a point.
    pub fn paint(&self, painter: &Painter, context: &ViewerContext<'_>, place: impl Fn(&Point3<f64>) -> Option<Pos2>) {
        for marker in &self.list {
            let Some(at) = place(&marker.at) else { continue };
            if let Some(end) = marker.toward.and_then(|toward| place(&(marker.at + toward * TOWARD))) {
                let color = marker.color().unwrap_or(EDGE);
                painter.arrow(at, end - at, Stroke::new(3.5, EDGE));
                painter.arrow(at, end - at, Stroke::new(1.5, color));
            }
            if context.part == Some(&marker.target) && context.part_pose == marker.number {
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
                Kind::Pose(color) => _ = painter.circle(at, 5.0, *color, Stroke::new(1.5, EDGE)),
                Kind::Note(_) => {}
            }
        }
    }
}

impl Marker {
    /// Its color; `None` for a note, which is drawn as text, and for a pose of a route, which is drawn as lines.
    pub fn color(&self) -> Option<Color32> {
        match &self.kind {
            Kind::Lamp(color) => Some(*color),
            Kind::Beacon => Some(beacon()),
            Kind::Note(_) | Kind::Pose(_) => None,
        }
    }

    /// The text of a note.
    fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Note(text) => Some(text),
            _ => None,
        }
    }
}

/// Color of beacons.
fn beacon() -> Color32 {
    color(marks::BEACON)
}

fn color(parts: [f32; 4]) -> Color32 {
    let [red, green, blue, _] = parts.map(|part| (part * 255.0).round() as u8);
    Color32::from_rgb(red, green, blue)
}

/// The markers of a scene, including the poses of the route; lights without a position have none.
fn all(document: &Document, scene: &Scene, structure: &Structure, route: Option<&Target>) -> Vec<Marker> {
    let mut list = Vec::new();
    let mut add = |target: Target, (kind, direction): (Kind, Option<Direction>), parent: Option<&str>, pose| {
        let carrier = parent.and_then(|name| structure.bodies.iter().position(|body| *body.name == *name));
        let direction = direction.map(|Direction(direction)| Vector3::from(direction).normalize());
        let (at, toward, number) = (Point3::origin(), None, None);
        list.push(Marker { target, number, at, toward, direction, kind, carrier, pose });
    };
    for (target, light) in document.parts(Section::Lights).into_iter().zip(&scene.lights) {
        if matches!(light.kind, LightKind::Point(_) | LightKind::Spot(_)) {
            let [red, green, blue, _] = light.color.0.map(|part| (part * 255.0).round() as u8);
            let direction = if let LightKind::Spot(spot) = &light.kind { Some(spot.direction) } else { None };
            let kind = (Kind::Lamp(Color32::from_rgb(red, green, blue)), direction);
            add(target, kind, light.parent.as_deref(), light.pose());
        }
    }
    for (target, beacon) in document.parts(Section::Beacons).into_iter().zip(&scene.beacons) {
        let direction = if let BeaconKind::Cone(cone) = &beacon.kind { Some(cone.direction) } else { None };
        add(target, (Kind::Beacon, direction), beacon.parent.as_deref(), beacon.pose());
    }
    for (target, note) in document.parts(Section::Notes).into_iter().zip(&scene.notes) {
        add(target, (Kind::Note(note.text.clone()), None), note.parent.as_deref(), note.pose());
    }
    let selected = document.parts(Section::Routes).into_iter().zip(&scene.routes).filter(|(of, _)| Some(of) == route);
    for (target, route) in selected {
        let kind = Kind::Pose(color(route.drawn_color()));
        list.extend(route.poses.iter().enumerate().map(|(number, pose)| Marker {
            target: target.clone(),
            number: Some(number),
            at: Point3::origin(),
            toward: None,
            direction: None,
            kind: kind.clone(),
            carrier: None,
            pose: pose.pose(),
        }));
    }
    list
}
