//! Draws walls, rooms and painted areas by clicking their corners, and rooms also by dragging.

use super::{Begun, Canvas, Claim, Tool, paint};
use crate::actions::{Request, SettingRequest, ToolRequest};
use crate::preferences::drawing::Drawing;
use crate::text::draw as words;
use crate::viewer_context::ViewerContext;
use crate::widgets::units::{Field, Units};
use egui::{CursorIcon, Frame, Key, PointerButton, Ui};
use nalgebra::{Isometry3, Point2, Point3, Vector2};
use serde_json::json;
use sim_edit::{Edit, Section, Thing, rounded};

/// Maximum distance of a click on a corner, points.
const REACH: f32 = 10.0;
/// Range of selectable sizes, m.
const SIZES: std::ops::RangeInclusive<f64> = 0.01..=100.0;

/// The shape to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Walls along corners.
    Walls,
    /// Four walls around a rectangle, given by two opposite inner corners.
    Room,
    /// An area painted on the floor.
    Field,
}

impl Shape {
    fn name(self) -> &'static str {
        match self {
            Self::Walls => &words::WALLS,
            Self::Room => &words::ROOM,
            Self::Field => &words::FIELD,
        }
    }
}

/// Draws a shape by clicking its corners.
pub struct Draw {
    shape: Shape,
    points: Vec<Point3<f64>>,
    /// Whether a room is being dragged.
    dragging: bool,
    /// Pointer position, m.
    next: Option<Point3<f64>>,
}

impl Draw {
    /// Starts drawing.
    pub fn new(shape: Shape) -> Self {
        Self { shape, points: Vec::new(), dragging: false, next: None }
    }

    /// Minimum number of points.
    fn least(&self) -> usize {
        if self.shape == Shape::Field { 3 } else { 2 }
    }

    /// Whether a screen position is on the first or on the last point.
    fn is_on(&self, canvas: &Canvas<'_>, point: Option<&Point3<f64>>, at: egui::Pos2) -> bool {
        point.and_then(|point| canvas.sight.project(point)).is_some_and(|place| place.distance(at) < REACH)
    }

    /// Handles a click. Returns whether the shape is complete, and whether it is closed.
    fn click(&mut self, canvas: &Canvas<'_>, at: egui::Pos2) -> Option<bool> {
        if self.shape == Shape::Room {
            return self.take_corner(canvas.ground_at(at)?);
        }
        let whole = self.points.len() >= self.least();
        if self.points.len() > 2 && self.is_on(canvas, self.points.first(), at) {
            return Some(true);
        }
        let point = canvas.ground_at(at)?;
        // Equal points may have been clicked at different positions because of snapping.
        if self.points.len() > 2 && self.points.first() == Some(&point) {
            return Some(true);
        }
        if self.is_on(canvas, self.points.last(), at) || self.points.last() == Some(&point) {
            return whole.then_some(false);
        }
        self.points.push(point);
        None
    }

    /// Adds a corner of a room, unless the room would be empty. Returns as [`Self::click`].
    fn take_corner(&mut self, corner: Point3<f64>) -> Option<bool> {
        let Some(first) = self.points.first() else {
            self.points.push(corner);
            return None;
        };
        let room = (corner - first).xy().abs().min() > 0.0;
        if room {
            // The opposite corner exists already if the edit was refused.
            self.points.truncate(1);
            self.points.push(corner);
        }
        room.then_some(false)
    }

    /// Follows a drag from a corner of a room to the opposite one. Returns as [`Self::click`].
    fn drag(&mut self, canvas: &Canvas<'_>) -> Option<bool> {
        let response = canvas.response;
        if response.drag_started_by(PointerButton::Primary) {
            let from = canvas.ui.input(|input| input.pointer.press_origin());
            let first = from.filter(|_| self.shape == Shape::Room && self.points.is_empty());
            self.points.extend(first.and_then(|at| canvas.ground_at(at)));
            self.dragging = first.is_some() && !self.points.is_empty();
        }
        let ends = self.dragging && response.drag_stopped_by(PointerButton::Primary);
        if !ends {
            return None;
        }
        self.dragging = false;
        let to = canvas.ui.input(|input| input.pointer.latest_pos()).and_then(|at| canvas.ground_at(at));
        self.take_corner(to?)
    }

    /// Requests the drawn shape. The points stay until it exists: the edit may be refused.
    fn finish(&self, drawing: Drawing, closed: bool, requests: &mut Vec<Request>) {
        requests.push(Request::Tool(ToolRequest::Finish(Edit::Insert(items(
            self.shape,
            &self.points,
            closed,
            drawing,
        )))));
    }

    fn words(&self) -> Vec<String> {
        let hint = match (self.shape, self.points.len()) {
            (Shape::Room, 0) => words::FIRST_CORNER,
            (Shape::Room, _) => words::OTHER_CORNER,
            (_, 0) => crate::text::common::FIRST_POINT,
            (_, count) if count < self.least() => words::NEXT_POINT,
            _ => words::LAST_POINT,
        };
        vec![format!("{}: {hint}", self.shape.name())]
    }
}

impl Tool for Draw {
    fn follow(&mut self, canvas: &Canvas<'_>, context: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim {
        if canvas.response.hovered() {
            canvas.ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
            self.next = canvas.pointer().and_then(|at| canvas.ground_at(at));
        }
        let dragged = self.drag(canvas);
        let whole = match canvas.clicked() {
            Some(at) => self.click(canvas, at),
            None if dragged.is_some() => dragged,
            None => {
                let enter = canvas.keys && canvas.ui.input(|input| input.key_pressed(Key::Enter));
                (enter && self.points.len() >= self.least()).then_some(false)
            }
        };
        if let Some(closed) = whole {
            self.finish(context.drawing, closed, requests);
        }
        match self.dragging && canvas.response.dragged_by(PointerButton::Primary) {
            true => Claim::Everything,
            false => Claim::Clicks,
        }
    }

    fn paint(&self, canvas: &Canvas<'_>) {
        let mut points = self.points.clone();
        points.extend(self.next.filter(|next| points.last() != Some(next)));
        let outline = match (self.shape, &points[..]) {
            (Shape::Room, [from, to]) => rectangle([from.x, from.y], [to.x, to.y], from.z).to_vec(),
            (Shape::Field, [first, _, .., _]) => points.iter().chain([first]).copied().collect(),
            _ => points.clone(),
        };
        if self.shape == Shape::Room {
            paint::surface(canvas, &outline);
        }
        paint::line(canvas, &outline);
        let sides = if self.shape == Shape::Room { 2 } else { usize::MAX };
        let units = Units::of(canvas.ui.ctx());
        for pair in outline.windows(2).take(sides) {
            paint::between(canvas, [&pair[0], &pair[1]], &units.length_words((pair[1] - pair[0]).norm(), 2));
        }
        points.iter().for_each(|point| paint::point(canvas, point));
        let words = match canvas.sight.axis() {
            Some(0 | 1) => vec![words::FROM_ABOVE.to_string()],
            _ => self.words(),
        };
        paint::words(canvas, &words);
    }

    fn cancel(&mut self) -> bool {
        let any = !self.points.is_empty();
        self.points.clear();
        self.dragging = false;
        any
    }

    fn back(&mut self) -> bool {
        let any = self.points.pop().is_some();
        if self.points.is_empty() {
            self.dragging = false;
        }
        any
    }

    fn begun(&self, drawing: Drawing) -> Option<Begun> {
        // A room with both corners is one that was refused.
        let whole = self.shape != Shape::Room && self.points.len() >= self.least();
        let edit = whole.then(|| Edit::Insert(items(self.shape, &self.points, false, drawing)));
        (!self.points.is_empty()).then(|| Begun { name: self.shape.name(), edit })
    }

    fn options(&mut self, ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
        if !matches!(self.shape, Shape::Walls | Shape::Room) {
            return;
        }
        let mut wanted = context.drawing;
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.horizontal(|ui| {
                size(ui, &words::HEIGHT, &mut wanted.height);
                size(ui, &words::THICKNESS, &mut wanted.thickness);
            });
        });
        if wanted != context.drawing {
            requests.push(Request::Setting(SettingRequest::Drawing(wanted)));
        }
    }

    fn points(&self) -> Vec<Point3<f64>> {
        self.points.clone()
    }
}

/// A length field, m.
pub(super) fn size(ui: &mut Ui, name: &str, value: &mut f64) {
    let label = ui.label(name).id;
    let unit = Units::of(ui.ctx()).length();
    Field::new(value, unit).range(SIZES).decimals(3).ui(ui).labelled_by(label);
}

/// The corners of a rectangle, with the first one repeated at the end.
fn rectangle(from: [f64; 2], to: [f64; 2], z: f64) -> [Point3<f64>; 5] {
    [from, [to[0], from[1]], to, [from[0], to[1]], from].map(|[x, y]| Point3::new(x, y, z))
}

/// The things defined by the points.
fn items(shape: Shape, points: &[Point3<f64>], closed: bool, drawing: Drawing) -> Vec<Thing> {
    let flat = || points.iter().map(|point| [point.x, point.y]).collect::<Vec<_>>();
    let ground = points.first().map_or(0.0, |point| point.z);
    match shape {
        Shape::Walls => walls(&flat(), closed, ground, drawing),
        Shape::Room => match flat()[..] {
            [from, to] => room(from, to, ground, drawing),
            _ => Vec::new(),
        },
        Shape::Field => {
            let field = json!({"Polygon": {"points": flat(), "color": [0.8, 0.8, 0.4]}});
            vec![Thing::from_json(Section::Paint, &field)]
        }
    }
}

/// Walls along points, closed at their corners.
fn walls(points: &[[f64; 2]], closed: bool, ground: f64, drawing: Drawing) -> Vec<Thing> {
    let back = closed.then(|| points[0]);
    let corners: Vec<Point2<f64>> = points.iter().copied().chain(back).map(Point2::from).collect();
    let count = corners.len() - 1;
    // Extension of the walls beyond each corner.
    let beyond = |corner: usize| {
        let is_end = corner == 0 || corner == count;
        if is_end && !closed {
            return 0.0;
        }
        let (before, after) = if is_end { (count - 1, 1) } else { (corner - 1, corner + 1) };
        corner_length(corners[corner] - corners[before], corners[after] - corners[corner], drawing.thickness)
    };
    let longer = |number: usize| {
        let (from, to) = (corners[number], corners[number + 1]);
        let along = (to - from).normalize();
        let (from, to) = (from - along * beyond(number), to + along * beyond(number + 1));
        wall(from.into(), to.into(), ground, drawing)
    };
    (0..count).map(longer).collect()
}

/// Extension of two walls beyond their common corner, m. Walls are cuboids, so their ends cannot be mitered. At right and obtuse
/// angles they extend until their outer faces meet. At acute angles their ends would then protrude from each other's outer faces;
/// there they extend until their ends reach these faces. That leaves no gap between them, but a notch instead of the tip of the
/// corner.
fn corner_length(before: Vector2<f64>, after: Vector2<f64>, thickness: f64) -> f64 {
    let half = (-before).angle(&after) / 2.0;
    thickness / 2.0 * half.tan().min(1.0 / half.tan())
}

/// Four walls around a rectangle.
fn room(from: [f64; 2], to: [f64; 2], ground: f64, drawing: Drawing) -> Vec<Thing> {
    let low = [0, 1].map(|axis| from[axis].min(to[axis]));
    let high = [0, 1].map(|axis| from[axis].max(to[axis]));
    let (half, whole) = (drawing.thickness / 2.0, drawing.thickness);
    let ends = [
        ([low[0] - whole, low[1] - half], [high[0] + whole, low[1] - half]),
        ([high[0] + half, low[1]], [high[0] + half, high[1]]),
        ([high[0] + whole, high[1] + half], [low[0] - whole, high[1] + half]),
        ([low[0] - half, high[1]], [low[0] - half, low[1]]),
    ];
    ends.into_iter().map(|(from, to)| wall(from, to, ground, drawing)).collect()
}

/// A wall with its origin at its center, where its handles are.
fn wall(from: [f64; 2], to: [f64; 2], ground: f64, drawing: Drawing) -> Thing {
    let middle = [0, 1].map(|axis| (from[axis] + to[axis]) / 2.0);
    let end = |point: [f64; 2]| [0, 1].map(|axis| rounded(point[axis] - middle[axis]));
    let shape = json!({"Wall": {
        "from": end(from), "to": end(to), "height": drawing.height, "thickness": drawing.thickness,
    }});
    let pose = Isometry3::translation(middle[0], middle[1], ground);
    Thing::from_json(Section::Objects, &json!({"name": "wall", "shape": shape})).at(&pose)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_core::scene::{Posed, Shape as Form};
    use sim_edit::Document;

    const DRAWING: Drawing = Drawing { height: 0.5, thickness: 0.2, door: [0.9, 2.0] };

    /// Both ends of each wall in the world, m.
    fn ends(items: Vec<Thing>) -> Vec<[[f64; 2]; 2]> {
        let mut document = Document::new();
        document.apply(Edit::Insert(items)).unwrap();
        let objects = &document.scene().unwrap().objects;
        let ends = objects.iter().map(|object| {
            let Form::Wall(wall) = &object.shape else { panic!("a wall") };
            assert_eq!((wall.height, wall.thickness), (0.5, 0.2));
            [wall.from, wall.to].map(|[x, y]| {
                let point = object.pose() * Point3::new(x, y, 0.0);
                [rounded(point.x), rounded(point.y)]
            })
        });
        ends.collect()
    }

    #[test]
    fn a_room_has_the_size_that_was_drawn_inside_its_walls() {
        let room = |from: [f64; 2], to: [f64; 2]| {
            let points = [from, to].map(|[x, y]| Point3::new(x, y, 0.0));
            ends(items(Shape::Room, &points, false, DRAWING))
        };
        let walls = room([-2.0, 1.0], [3.0, 5.0]);
        assert_eq!(walls[0], [[-2.2, 0.9], [3.2, 0.9]]);
        assert_eq!(walls[1], [[3.1, 1.0], [3.1, 5.0]]);
        assert_eq!(walls[2], [[3.2, 5.1], [-2.2, 5.1]]);
        assert_eq!(walls[3], [[-2.1, 5.0], [-2.1, 1.0]]);
        assert_eq!(room([3.0, 5.0], [-2.0, 1.0]), walls, "whichever corner comes first");
    }

    #[test]
    fn walls_meet_at_their_corners() {
        let points = [[0.0, 0.0], [2.0, 0.0], [2.0, 3.0]].map(|[x, y]| Point3::new(x, y, 0.0));
        let open = ends(items(Shape::Walls, &points, false, DRAWING));
        assert_eq!(open, [[[0.0, 0.0], [2.1, 0.0]], [[2.0, -0.1], [2.0, 3.0]]]);
        let closed = ends(items(Shape::Walls, &points, true, DRAWING));
        assert_eq!(closed.len(), 3);
        assert_eq!(closed[0][1], [2.1, 0.0]);
    }

    /// The four corners of a wall in top view: at its first end, left and right, then at its other end.
    fn outline([from, to]: [[f64; 2]; 2]) -> [Point2<f64>; 4] {
        let (from, to) = (Point2::from(from), Point2::from(to));
        let along = (to - from).normalize();
        let left = Vector2::new(-along.y, along.x) * DRAWING.thickness / 2.0;
        [from + left, from - left, to + left, to - left]
    }

    #[test]
    fn walls_do_not_stand_out_of_each_other_at_corners_of_any_angle() {
        for degrees in [10.0, 30.0, 56.0, 89.0, 90.0, 91.0, 120.0, 150.0, 175.0_f64] {
            // From the left to the origin, then to the left and up: the outer side is on the right.
            let (sin, cos) = degrees.to_radians().sin_cos();
            let points = [[-4.0, 0.0], [0.0, 0.0], [-4.0 * cos, 4.0 * sin]].map(|[x, y]| Point3::new(x, y, 0.0));
            let walls = ends(items(Shape::Walls, &points, false, DRAWING)).into_iter().map(outline);
            let walls: Vec<[Point2<f64>; 4]> = walls.collect();
            for (wall, other) in [(0, 1), (1, 0)] {
                let [_, start, _, end] = walls[other];
                let along = (end - start).normalize();
                // Distance beyond the outer face of the other wall, on its right, m.
                let out = |point: &Point2<f64>| -along.perp(&(point - start));
                let most = walls[wall].iter().map(out).fold(f64::NEG_INFINITY, f64::max);
                assert!(most < 1e-5, "{degrees}°: {most} m beyond its face");
                assert!(most > -1e-5, "{degrees}°: a gap of {} m", -most);
            }
            let tips = [walls[0][3], walls[1][1]];
            let apart = (tips[0] - tips[1]).norm();
            assert!(degrees < 90.0 || apart < 1e-5, "{degrees}°: the outer faces are {apart} m apart");
        }
    }
}
