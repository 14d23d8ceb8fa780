//! What is drawn over robots and objects: trails, contacts, axes, margins, what sensors cover, what components draw, notes.

mod drawings;
mod menu;
mod ranges;
mod sensors;
mod tags;
mod things;

pub use drawings::ROBOTS as DRAWING_ROBOTS;
pub use menu::menu;
pub use sensors::{Readings, draw_one as draw_coverage, draw_points, mesh_of};
pub use tags::Tag;
pub use things::trailed;

use crate::document::moving::Dragged;
use crate::document::selection::Selection;
use crate::preferences::overlays::{Shown, Who};
use crate::simulation::route_checks::RouteChecks;
use crate::simulation::world::WorldView;
use nalgebra::{Isometry3, Point3};
use sim_core::scene::{Beacon, Posed, Scene};
use sim_edit::{Document, Section, Target};
use sim_render::{Label, Line, Point, Shell, Stage};
use sim_runner::{Frame, Trails};

/// Lines are no more than this, so that drawing stays quick.
const MOST: usize = 200_000;
/// So many points are drawn in the plan and on a board; of more, every second, third and so on.
const FLAT_POINTS: usize = 8192;
/// Points are no more than this.
const MAX_POINTS: usize = 1_000_000;

/// Moment, stage, revision of the document, what is shown and selected, the cursor, and the part that is selected.
type MadeFor = (u64, u64, Option<u64>, u64, Shown, Selection, [f64; 3], Option<(Target, Option<usize>)>);

/// Lines and texts of a frame.
#[derive(Default)]
pub struct Overlays {
    lines: Vec<Line>,
    /// So many of the lines are no trails. Trails come last and only in the 3D view: the plan draws them in its own way.
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

/// What overlays are made of.
pub struct Moment<'a> {
    /// Number of the moment; another one whenever something has moved.
    pub number: u64,
    /// The newest frame.
    pub frame: &'a Frame,
    /// Where everything is.
    pub world: &'a WorldView,
    /// The same as meshes.
    pub stage: &'a Stage,
    /// Bodies that are selected.
    pub selected: &'a Selection,
    /// The part without body that is selected.
    pub part: Option<&'a Target>,
    /// Which of its poses, of a route.
    pub part_pose: Option<usize>,
    /// The document, where it is what is shown.
    pub document: Option<&'a Document>,
    /// Parts without body that are dragged.
    pub dragged: &'a [Dragged],
    /// Whether robots have room on their routes.
    pub route_checks: &'a RouteChecks,
    /// Where the cursor of the world is, m.
    pub cursor: [f64; 3],
}

impl<'a> Moment<'a> {
    /// The scene with what no simulation reads as the document says it now, and the parts of a section by their numbers, where there
    /// is a document.
    fn scene(&self, section: Section) -> Option<(&'a Scene, Vec<Target>)> {
        match self.document.and_then(|document| Some((document.scene()?, document.parts(section)))) {
            Some(now) => Some(now),
            None => Some((&self.world.structure().scene.as_ref()?.scene, Vec::new())),
        }
    }

    /// All beacons with their parts and `world_from_beacon`, as they are shown.
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

    /// Where a part is shown, while it is dragged.
    fn dragged(&self, part: Option<&Target>, number: Option<usize>) -> Option<Isometry3<f64>> {
        let found = self.dragged.iter().find(|dragged| Some(&dragged.target) == part && dragged.number == number);
        found.map(|dragged| dragged.pose)
    }

    /// Whether something is to be drawn of a body.
    fn wants(&self, who: Who, body: usize) -> bool {
        match who {
            Who::Nobody => false,
            Who::Selected => self.selected.contains(body),
            Who::All => true,
        }
    }
}

impl Overlays {
    /// Makes them anew, if anything has changed.
    pub fn update(&mut self, moment: &Moment<'_>, shown: &Shown) {
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
            things::contacts(moment, &mut self.lines);
        }
        if shown.margins {
            things::margins(moment, shown.margin, &mut self.sizes, &mut self.lines, &mut self.shells);
        }
        things::frames(moment, shown.frames, &mut self.sizes, &mut self.lines);
        sensors::draw(moment, shown.sensors, &mut self.sizes, &mut self.lines, &mut self.points);
        drawings::draw(moment, shown.drawings, &shown.layers, &mut self.lines, &mut self.labels);
        if shown.routes {
            things::routes(moment, &mut self.lines, &mut self.labels);
        }
        if shown.notes {
            things::notes(moment, &mut self.labels);
        }
        if shown.markers {
            ranges::selected(moment, &mut self.lines);
        }
        self.tags = tags::tags(moment, shown);
        things::cursor(moment.cursor, &mut self.lines);
        self.lines.truncate(MOST);
        self.points.truncate(MAX_POINTS);
        if shown.cut {
            self.points.retain(|point| point.at.z <= shown.height);
        }
        self.others = self.lines.len();
    }

    /// Adds the trails, unless they are there.
    pub fn add_trails(&mut self, world: &WorldView, selected: &Selection, trails: &Trails) {
        if !std::mem::replace(&mut self.has_trails, true) {
            things::trails(world, selected, trails, &mut self.trail, &mut self.lines);
        }
    }

    /// All lines, with the trails if they have been added.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// All lines but the trails.
    pub fn without_trails(&self) -> &[Line] {
        &self.lines[..self.others]
    }

    /// Points that lidars in several layers have hit.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The points that the plan shows.
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

    /// All texts that stand on paper.
    pub fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// Changes whenever they do.
    pub fn generation(&self) -> u64 {
        self.generation
    }
}

/// Those of many points that are drawn in the plan and on a board.
pub fn flat_points(points: &[Point]) -> impl Iterator<Item = &Point> {
    points.iter().step_by(points.len().div_ceil(FLAT_POINTS).max(1))
}

/// How large bodies are, computed when it is asked for.
#[derive(Default)]
struct Sizes {
    generation: u64,
    known: Vec<Option<Size>>,
}

/// How large a body is.
#[derive(Clone, Copy, Debug)]
struct Size {
    /// Lowest and highest corner in the body's frame, m.
    low: Point3<f64>,
    high: Point3<f64>,
    /// Greatest distance from the body's z axis, m.
    radius: f64,
}

impl Sizes {
    fn follow(&mut self, stage: &Stage) {
        if self.generation != stage.generation() {
            *self = Self { generation: stage.generation(), known: Vec::new() };
        }
    }

    /// The size of a body at a pose; none where nothing of it is seen.
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

/// A closed line through the points of a circle of this radius about z of a frame, m.
fn circle(frame: &Isometry3<f64>, radius: f64, corners: usize) -> impl Iterator<Item = [Point3<f64>; 2]> + '_ {
    let point = move |index: usize| {
        let (sin, cos) = (std::f64::consts::TAU * index as f64 / corners as f64).sin_cos();
        frame * Point3::new(radius * cos, radius * sin, 0.0)
    };
    (0..corners).map(move |index| [point(index), point(index + 1)])
}
