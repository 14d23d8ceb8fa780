//! Overlays on robots and objects: trails, contacts, axes, margins, sensor coverages, component drawings, notes.
//!
//! They are created once per frame as lines in the world; the 3D view and the plan draw the same lines. Sensor coverages use the telemetry,
//! so nothing is computed twice.

mod drawings;
mod items;
mod menu;
mod ranges;
mod sensors;
mod tags;

pub use drawings::ROBOTS as DRAWING_ROBOTS;
pub use items::trailed;
pub use menu::menu;
pub use sensors::{Readings, draw_one as draw_coverage, draw_points, mesh_of};
pub use tags::Tag;

use crate::document::moving::Dragged;
use crate::document::selection::Selection;
use crate::preferences::overlays::{OverlayRobots, OverlaySettings};
use crate::simulation::route_checks::RouteChecks;
use crate::simulation::world::WorldView;
use nalgebra::{Isometry3, Point3};
use sim_core::scene::{Beacon, Posed, Scene};
use sim_edit::{Document, Section, Target};
use sim_render::{Label, Line, Point, Shell, Stage};
use sim_runner::{Frame, Trails};

/// Maximum number of lines, for fast rendering.
const MAX_LINES: usize = 200_000;
/// Maximum number of points in the plan and on the construct canvas; more are decimated by an integer factor.
const FLAT_POINTS: usize = 8192;
/// Maximum number of points.
const MAX_POINTS: usize = 1_000_000;

/// Cache key: time, stage, revision of the document, visibility, selection, cursor, and selected part.
type MadeFor = (u64, u64, Option<u64>, u64, OverlaySettings, Selection, [f64; 3], Option<(Target, Option<usize>)>);

/// Lines and labels of a frame.
#[derive(Default)]
pub struct Overlays {
    lines: Vec<Line>,
    /// Number of lines that are not trails. Trails come last and only in the 3D view: the plan draws its own.
    others: usize,
    has_trails: bool,
    points: Vec<Point>,
    labels: Vec<Label>,
    tags: Vec<Tag>,
    shells: Vec<Shell>,
    sizes: Sizes,
    made_for: Option<MadeFor>,
    generation: u64,
    trail: Vec<[f64; 4]>,
}

/// Input of the overlays.
pub struct Moment<'a> {
    /// Number of the update; changes whenever something has moved.
    pub number: u64,
    /// The latest frame.
    pub frame: &'a Frame,
    /// Poses of everything.
    pub world: &'a WorldView,
    /// The same as meshes.
    pub stage: &'a Stage,
    /// Selected bodies.
    pub selected: &'a Selection,
    /// The selected part without a body.
    pub part: Option<&'a Target>,
    /// Index of the selected pose, for a route.
    pub part_pose: Option<usize>,
    /// The document, if it is displayed.
    pub document: Option<&'a Document>,
    /// Dragged parts without a body.
    pub dragged: &'a [Dragged],
    /// Clearance checks of routes.
    pub route_checks: &'a RouteChecks,
    /// Position of the 3D cursor, m.
    pub cursor: [f64; 3],
}

impl<'a> Moment<'a> {
    /// The scene with its non-simulated content as in the document, and the targets of a section by index if there is a document.
    fn scene(&self, section: Section) -> Option<(&'a Scene, Vec<Target>)> {
        match self.document.and_then(|document| Some((document.scene()?, document.parts(section)))) {
            Some(now) => Some(now),
            None => Some((&self.world.structure().scene.as_ref()?.scene, Vec::new())),
        }
    }

    /// All beacons with their targets and displayed `world_from_beacon`.
    fn beacons(&self) -> Vec<(Option<Target>, &'a Beacon, Isometry3<f64>)> {
        let Some((scene, parts)) = self.scene(Section::Beacons) else { return Vec::new() };
        let structure = self.world.structure();
        let place = |(index, beacon): (usize, &'a Beacon)| {
            let carrier = beacon.parent.as_ref().and_then(|parent| {
                let body = structure.bodies.iter().position(|body| *body.name == **parent)?;
                self.world.poses().get(body).copied()
            });
            let there = || carrier.unwrap_or_else(Isometry3::identity) * beacon.pose();
            let part = parts.get(index);
            (part.cloned(), beacon, self.dragged(part, None).unwrap_or_else(there))
        };
        scene.beacons.iter().enumerate().map(place).collect()
    }

    /// Displayed pose of a part while it is dragged.
    fn dragged(&self, part: Option<&Target>, number: Option<usize>) -> Option<Isometry3<f64>> {
        let found = self.dragged.iter().find(|dragged| Some(&dragged.target) == part && dragged.number == number);
        found.map(|dragged| dragged.pose)
    }

    /// Whether an overlay applies to a body.
    fn wants(&self, who: OverlayRobots, body: usize) -> bool {
        match who {
            OverlayRobots::Nobody => false,
            OverlayRobots::Selected => self.selected.contains(body),
            OverlayRobots::All => true,
        }
    }
}

impl Overlays {
    /// Rebuilds the overlays if anything has changed.
    pub fn update(&mut self, moment: &Moment<'_>, shown: &OverlaySettings) {
        let revision = moment.document.map(Document::revision);
        let checks = moment.route_checks.generation();
        let stage = moment.stage.generation();
        let selected = moment.selected.clone();
        let part = moment.part.map(|part| (part.clone(), moment.part_pose));
        let made_for = (moment.number, stage, revision, checks, shown.clone(), selected, moment.cursor, part);
        if self.made_for.as_ref() == Some(&made_for) {
            return;
        }
        self.made_for = Some(made_for);
        self.generation += 1;
        self.lines.clear();
        self.points.clear();
        self.labels.clear();
        self.shells.clear();
        self.sizes.follow(moment.stage);
        self.has_trails = false;
        if shown.contacts {
            items::contacts(moment, &mut self.lines);
        }
        if shown.margins {
            items::margins(moment, shown.margin, &mut self.sizes, &mut self.lines, &mut self.shells);
        }
        items::frames(moment, shown.frames, &mut self.sizes, &mut self.lines);
        sensors::draw(moment, shown.sensors, &mut self.sizes, &mut self.lines, &mut self.points);
        drawings::draw(moment, shown.drawings, &shown.layers, &mut self.lines, &mut self.labels);
        if shown.routes {
            items::routes(moment, &mut self.lines, &mut self.labels);
        }
        if shown.notes {
            items::notes(moment, &mut self.labels);
        }
        if shown.markers {
            ranges::selected(moment, &mut self.lines);
        }
        self.tags = tags::tags(moment, shown);
        items::cursor(moment.cursor, &mut self.lines);
        self.lines.truncate(MAX_LINES);
        self.points.truncate(MAX_POINTS);
        if shown.cut {
            self.points.retain(|point| point.at.z <= shown.height);
        }
        self.others = self.lines.len();
    }

    /// Adds the trails, unless they have been added.
    pub fn add_trails(&mut self, world: &WorldView, selected: &Selection, trails: &Trails) {
        if !std::mem::replace(&mut self.has_trails, true) {
            items::trails(world, selected, trails, &mut self.trail, &mut self.lines);
        }
    }

    /// All lines, including trails if they have been added.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// All lines except trails.
    pub fn without_trails(&self) -> &[Line] {
        &self.lines[..self.others]
    }

    /// Hits of multi-layer lidars.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The points for the plan.
    pub fn flat_points(&self) -> impl Iterator<Item = &Point> {
        flat_points(&self.points)
    }

    /// Faces of margins.
    pub fn shells(&self) -> &[Shell] {
        &self.shells
    }

    /// Labels of poses and beacons.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// All note-style labels.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Changes whenever the overlays change.
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

/// The decimated points for the plan and the construct canvas.
pub fn flat_points(points: &[Point]) -> impl Iterator<Item = &Point> {
    points.iter().step_by(points.len().div_ceil(FLAT_POINTS).max(1))
}

/// Sizes of bodies, computed on demand.
#[derive(Default)]
struct Sizes {
    generation: u64,
    known: Vec<Option<Size>>,
}

/// The size of a body.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// Minimum and maximum corner in the body's frame, m.
    low: Point3<f64>,
    high: Point3<f64>,
    /// Maximum distance from the body's z axis, m.
    radius: f64,
}

impl Sizes {
    fn follow(&mut self, stage: &Stage) {
        if self.generation != stage.generation() {
            *self = Self { generation: stage.generation(), known: Vec::new() };
        }
    }

    /// The size of a body at a pose; `None` if it is invisible.
    fn of(&mut self, stage: &Stage, body: usize, pose: &Isometry3<f64>) -> Option<Size> {
        if self.known.len() <= body {
            self.known.resize(body + 1, None);
        }
        if self.known[body].is_none() {
            let points = stage.points_of_body(body).map(|point| pose.inverse_transform_point(&point));
            self.known[body] = points.fold(None, |size: Option<Size>, point| {
                let radius = point.coords.xy().norm();
                let size = size.unwrap_or(Size { low: point, high: point, radius });
                Some(Size { low: size.low.inf(&point), high: size.high.sup(&point), radius: size.radius.max(radius) })
            });
        }
        self.known[body]
    }
}

/// A closed polyline on a circle of this radius about z of a frame, m.
fn circle(frame: &Isometry3<f64>, radius: f64, corners: usize) -> impl Iterator<Item = [Point3<f64>; 2]> + '_ {
    let point = move |index: usize| {
        let (sin, cos) = (std::f64::consts::TAU * index as f64 / corners as f64).sin_cos();
        frame * Point3::new(radius * cos, radius * sin, 0.0)
    };
    (0..corners).map(move |index| [point(index), point(index + 1)])
}
