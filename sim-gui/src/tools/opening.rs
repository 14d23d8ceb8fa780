//! Cuts a door into the clicked wall.

use super::draw::size;
use super::{Canvas, Claim, Tool, canvas, paint};
use crate::actions::{Request, SettingRequest, ToolRequest};
use crate::text::draw as words;
use crate::viewer_context::ViewerContext;
use crate::widgets::units::Units;
use egui::{CursorIcon, Frame, Ui};
use nalgebra::{Isometry3, Point2, Point3, Vector2};
use sim_core::scene::Shape;
use sim_edit::{Document, Edit, Section, Target};

/// Maximum distance of the pointer from a wall, m.
const BESIDE: f64 = 0.1;
/// Snap step of doors along a wall, m.
const STEP: f64 = 0.05;

/// A wall of the scene.
#[derive(Clone, Debug)]
struct Wall {
    target: Target,
    pose: Isometry3<f64>,
    from: Point2<f64>,
    /// Direction from its first end to its other end.
    along: Vector2<f64>,
    length: f64,
    thickness: f64,
    height: f64,
}

impl Wall {
    /// Coordinate of a point along the wall, and its distance from the center line, m.
    fn place_of(&self, point: Point3<f64>) -> (f64, f64) {
        let point = self.pose.inverse() * point;
        let offset = point.xy() - self.from;
        (offset.dot(&self.along), offset.perp(&self.along).abs())
    }

    /// The world point at a distance along the wall and a height, m.
    fn point(&self, along: f64, height: f64) -> Point3<f64> {
        let point = self.from + self.along * along;
        self.pose * Point3::new(point.x, point.y, height)
    }

    /// Start and end of a door of a given width, centered as close as possible to a position along the wall, m.
    fn between(&self, middle: f64, width: f64) -> Option<[f64; 2]> {
        let room = self.length - width;
        let from = canvas::nearest(middle - width / 2.0, STEP).clamp(0.0, room.max(0.0));
        (room > 0.0).then_some([from, from + width])
    }
}

/// A door in a wall.
struct Door {
    wall: Wall,
    /// Its start and end along the wall, m; `None` if the wall is too short.
    between: Option<[f64; 2]>,
    height: f64,
}

/// Cuts a door into the clicked wall.
#[derive(Default)]
pub struct Opening {
    /// The walls, for a revision of the document.
    known: Option<(u64, Vec<Wall>)>,
    /// The door under the pointer.
    door: Option<Door>,
}

impl Opening {
    /// The wall at a world point.
    fn wall_at(&mut self, document: &Document, point: Point3<f64>) -> Option<Wall> {
        let revision = document.revision();
        if self.known.as_ref().is_none_or(|(known, _)| *known != revision) {
            self.known = Some((revision, walls(document)));
        }
        let (_, walls) = self.known.as_ref()?;
        let beside = |wall: &&Wall| {
            let (along, beside) = wall.place_of(point);
            let near = beside < wall.thickness / 2.0 + BESIDE && (-BESIDE..=wall.length + BESIDE).contains(&along);
            near.then_some(beside)
        };
        let near = walls.iter().filter_map(|wall| Some((beside(&wall)?, wall)));
        near.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, wall)| wall.clone())
    }
}

/// All editable walls.
fn walls(document: &Document) -> Vec<Wall> {
    let (Some(scene), Some(query)) = (document.scene(), document.query()) else { return Vec::new() };
    let wall = |object: &sim_core::scene::Object| {
        let Shape::Wall(wall) = &object.shape else { return None };
        let target = Target::named(Section::Objects, &object.name);
        query.check_editable(&target).ok()?;
        let (from, to) = (Point2::from(wall.from), Point2::from(wall.to));
        Some(Wall {
            pose: query.world_pose(&target)?,
            target,
            from,
            along: (to - from).normalize(),
            length: (to - from).norm(),
            thickness: wall.thickness,
            height: wall.height,
        })
    };
    scene.objects.iter().filter_map(wall).collect()
}

impl Tool for Opening {
    fn follow(&mut self, canvas: &Canvas<'_>, context: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim {
        if !canvas.response.hovered() {
            return Claim::Clicks;
        }
        canvas.ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        let point = canvas.pointer().and_then(|at| canvas.sight.point_at(at));
        let wall = context.document.zip(point).and_then(|(document, point)| self.wall_at(document, point));
        let [width, height] = context.drawing.door;
        self.door = wall.zip(point).map(|(wall, point)| {
            let between = wall.between(wall.place_of(point).0, width);
            Door { height: height.min(wall.height), between, wall }
        });
        let cut = self.door.as_ref().and_then(|door| Some((door.wall.target.clone(), door.between?)));
        if let Some((wall, between)) = cut.filter(|_| canvas.clicked().is_some()) {
            let edit = Edit::CutOpening { wall, between, height };
            requests.push(Request::Tool(ToolRequest::Finish(edit)));
        }
        Claim::Clicks
    }

    fn paint(&self, canvas: &Canvas<'_>) {
        let hint = match &self.door {
            None => words::POINT_AT_WALL,
            Some(Door { between: None, .. }) => words::TOO_SHORT,
            Some(Door { wall, between: Some([from, to]), height }) => {
                let corners = [(*from, 0.0), (*to, 0.0), (*to, *height), (*from, *height), (*from, 0.0)];
                let corners = corners.map(|(along, height)| wall.point(along, height));
                paint::surface(canvas, &corners[..4]);
                paint::line(canvas, &corners);
                paint::between(
                    canvas,
                    [&corners[0], &corners[1]],
                    &Units::of(canvas.ui.ctx()).length_words(to - from, 2),
                );
                words::CLICK_DOOR
            }
        };
        paint::words(canvas, &[format!("{}: {hint}", words::DOOR)]);
    }

    fn options(&mut self, ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
        let mut wanted = context.drawing;
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.horizontal(|ui| {
                size(ui, &words::WIDTH, &mut wanted.door[0]);
                size(ui, &words::HEIGHT, &mut wanted.door[1]);
            });
        });
        if wanted != context.drawing {
            requests.push(Request::Setting(SettingRequest::Drawing(wanted)));
        }
    }
}
