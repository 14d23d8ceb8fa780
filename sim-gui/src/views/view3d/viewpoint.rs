//! Viewpoints: an orbit, or a robot.

use super::View3d;
use crate::simulation::world::WorldView;
use crate::text;
use crate::views::content::Content;
use egui::{Color32, Galley, Rect, Ui, Vec2};
use nalgebra::{Isometry3, Point3};
use sim_render::{Camera, Projection};
use sim_runner::RobotCamera;
use std::sync::Arc;

/// A viewpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Viewpoint {
    /// Orbiting a point, controlled by the pointer.
    #[default]
    Orbit,
    /// From the front of a robot, by its body.
    Front(usize),
    /// From behind a robot, by its body.
    Behind(usize),
    /// Through a camera of a robot: its body, and the index of the camera.
    Eye(usize, usize),
}

/// Minimum vertical field of view from the front of a robot, rad.
const WIDE: f64 = 1.1;
impl Viewpoint {
    /// The body of the viewpoint.
    pub fn body(self) -> Option<usize> {
        match self {
            Self::Orbit => None,
            Self::Front(body) | Self::Behind(body) | Self::Eye(body, _) => Some(body),
        }
    }

    /// The viewpoint with updated indices of bodies; an orbit if its body no longer exists.
    pub fn renumbered(self, find: impl Fn(usize) -> Option<usize>) -> Self {
        match (self, self.body().and_then(find)) {
            (Self::Front(_), Some(body)) => Self::Front(body),
            (Self::Behind(_), Some(body)) => Self::Behind(body),
            (Self::Eye(_, eye), Some(body)) => Self::Eye(body, eye),
            _ => Self::Orbit,
        }
    }

    /// The viewpoint of the robot's next camera; `None` if it has no camera, an orbit after the last one.
    pub fn next_eye(self, world: &WorldView, body: usize) -> Option<Self> {
        let count = world.placed().cameras(world.robot_of(body)?).count();
        let next = match self {
            Self::Eye(same, eye) if same == body => eye + 1,
            _ => 0,
        };
        match (count, next) {
            (0, _) => None,
            (_, next) if next < count => Some(Self::Eye(body, next)),
            _ => Some(Self::Orbit),
        }
    }
}

impl View3d {
    /// The camera for rendering. If the body of the viewpoint no longer exists, returns to the orbit.
    pub(super) fn camera(&mut self, world: &WorldView, content: &Content) -> Camera {
        match self.seen_from(world, content) {
            Some(camera) => camera,
            None => {
                self.viewpoint = Viewpoint::Orbit;
                self.orbit.camera()
            }
        }
    }

    /// The camera of the view.
    pub fn seen(&self, world: &WorldView, content: &Content) -> Camera {
        self.seen_from(world, content).unwrap_or_else(|| self.orbit.camera())
    }

    /// The image rectangle of a body: minimum and maximum corner, from −1 to 1 to the right and up. `None` if it is not entirely
    /// in front of the camera.
    pub fn place_of(&self, world: &WorldView, content: &Content, body: usize) -> Option<[[f64; 2]; 2]> {
        let camera = self.seen(world, content);
        let bounds = content.stage().bounds_of_body(body)?;
        (0..8_usize).try_fold([[f64::MAX; 2], [f64::MIN; 2]], |[low, high], corner| {
            let pick = |axis: usize| bounds[corner >> axis & 1][axis];
            let (place, _) = camera.project(&Point3::new(pick(0), pick(1), pick(2)), self.aspect)?;
            let axes = [0, 1];
            Some([axes.map(|axis| low[axis].min(place[axis])), axes.map(|axis| high[axis].max(place[axis]))])
        })
    }

    /// The image position of a point, from −1 to 1 to the right and up; `None` behind the camera.
    pub fn place_of_point(&self, world: &WorldView, content: &Content, point: &Point3<f64>) -> Option<[f64; 2]> {
        Some(self.seen(world, content).project(point, self.aspect)?.0)
    }

    /// Bodies whose image is in a rectangle of the view, which fills `rect`.
    pub(super) fn bodies_in(&self, world: &WorldView, content: &Content, rect: Rect, chosen: Rect) -> Vec<usize> {
        let at = |[x, y]: [f64; 2]| rect.center() + Vec2::new(x as f32, -y as f32) * rect.size() / 2.0;
        let bodies = 0..world.structure().bodies.len();
        let inside = |body: &usize| {
            let place = self.place_of(world, content, *body);
            place.is_some_and(|[low, high]| chosen.contains(at(low)) && chosen.contains(at(high)))
        };
        bodies.filter(inside).collect()
    }

    fn seen_from(&self, world: &WorldView, content: &Content) -> Option<Camera> {
        let body = self.viewpoint.body()?;
        let robot = world.robot_of(body)?;
        let pose = *world.poses().get(body)?;
        match self.viewpoint {
            Viewpoint::Orbit => None,
            Viewpoint::Front(_) => {
                let [near, far] = Camera::NEAR_FAR;
                let own = content.stage().own_bounds_of_body(body, &pose);
                let [x, z] = own.map_or([0.0; 2], |[_, high]| [high.x.max(0.0), high.z.max(0.0)]);
                let front = pose * Isometry3::translation(x + 2.0 * near, 0.0, z);
                let projection = Projection::Perspective { vertical: self.orbit.field_of_view.max(WIDE) };
                Some(Camera { pose: front, projection, near, far })
            }
            Viewpoint::Behind(_) => {
                let own = content.stage().own_bounds_of_body(body, &pose)?;
                Some(Camera::behind(own, &pose, self.orbit.field_of_view))
            }
            Viewpoint::Eye(_, number) => {
                let eye = world.placed().cameras(robot).nth(number)?;
                Some(Camera::through(eye.pose, [eye.horizontal, eye.vertical], self.aspect))
            }
        }
    }

    /// Darkens the area outside the image of the viewpoint's camera.
    pub(super) fn shade_around_image(&self, painter: &egui::Painter, rect: Rect, world: &WorldView) {
        let Viewpoint::Eye(_, number) = self.viewpoint else { return };
        let robot = self.viewpoint.body().and_then(|body| world.robot_of(body));
        let Some(eye) = robot.and_then(|robot| world.placed().cameras(robot).nth(number)) else { return };
        let image = image_of(&eye, rect);
        let shade = Color32::from_black_alpha(130);
        for strip in [
            Rect::from_min_max(rect.min, egui::pos2(rect.max.x, image.min.y)),
            Rect::from_min_max(egui::pos2(rect.min.x, image.max.y), rect.max),
            Rect::from_min_max(egui::pos2(rect.min.x, image.min.y), image.left_bottom()),
            Rect::from_min_max(image.right_top(), egui::pos2(rect.max.x, image.max.y)),
        ] {
            painter.rect_filled(strip, 0.0, shade);
        }
        painter.rect_stroke(image, 0.0, (1.0, Color32::WHITE), egui::StrokeKind::Inside);
    }

    /// The title of a viewpoint on a robot, laid out in the upper left corner of an area.
    pub(super) fn title(&self, ui: &Ui, corner: Rect, world: &WorldView) -> Option<Title> {
        let robot = self.viewpoint.body().and_then(|body| world.robot_of(body))?;
        let name = &world.structure().robots[robot].name;
        let title = match self.viewpoint {
            Viewpoint::Eye(_, number) => text::view::through(&world.placed().cameras(robot).nth(number)?.name, name),
            Viewpoint::Behind(_) => text::view::behind(name),
            _ => text::view::from(name),
        };
        let painter = ui.painter_at(corner);
        let font = egui::TextStyle::Body.resolve(ui.style());
        let galley = painter.layout(title, font, Color32::WHITE, (corner.width() - 32.0).max(60.0));
        let frame = Rect::from_min_size(corner.min + Vec2::splat(8.0), galley.size() + Vec2::new(16.0, 8.0));
        Some(Title { frame, galley })
    }
}

/// The title in the upper left corner of a view.
pub(super) struct Title {
    /// Its rectangle.
    pub(super) frame: Rect,
    galley: Arc<Galley>,
}

impl Title {
    pub(super) fn paint(self, painter: &egui::Painter) {
        painter.rect_filled(self.frame, 4.0, Color32::from_black_alpha(170));
        painter.galley(self.frame.min + Vec2::new(8.0, 4.0), self.galley, Color32::WHITE);
    }
}

/// The area of a view that is covered by the image of a camera.
fn image_of(eye: &RobotCamera, rect: Rect) -> Rect {
    let shape = ((eye.horizontal / 2.0).tan() / (eye.vertical / 2.0).tan()) as f32;
    let size = match rect.width() / rect.height() > shape {
        true => Vec2::new(rect.height() * shape, rect.height()),
        false => Vec2::new(rect.width(), rect.width() / shape),
    };
    Rect::from_center_size(rect.center(), size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eye() -> RobotCamera {
        RobotCamera { name: String::new(), pose: Isometry3::identity(), horizontal: 1.0, vertical: 0.6 }
    }

    #[test]
    fn a_view_shows_the_whole_image_of_a_camera_and_its_frame_is_where_the_image_ends() {
        for size in [Vec2::new(900.0, 300.0), Vec2::new(300.0, 900.0), Vec2::new(500.0, 500.0)] {
            let rect = Rect::from_min_size(egui::pos2(10.0, 20.0), size);
            let aspect = f64::from(rect.width() / rect.height());
            let camera = Camera::through(eye().pose, [eye().horizontal, eye().vertical], aspect);
            let corner = Point3::new(1.0, -(0.5_f64.tan()), 0.3_f64.tan());
            let (place, _) = camera.project(&corner, aspect).unwrap();
            assert!(place.iter().all(|part| part.abs() <= 1.0 + 1e-9), "{place:?}");
            let image = image_of(&eye(), rect);
            let right = rect.center().x + place[0] as f32 * rect.width() / 2.0;
            assert!((right - image.max.x).abs() < 0.1 && rect.expand(0.1).contains_rect(image), "{image:?}");
        }
    }

    #[test]
    fn a_removed_robot_is_not_a_viewpoint() {
        assert_eq!(Viewpoint::Eye(3, 1).renumbered(|_| Some(5)), Viewpoint::Eye(5, 1));
        assert_eq!(Viewpoint::Front(3).renumbered(|_| None), Viewpoint::Orbit);
    }
}
