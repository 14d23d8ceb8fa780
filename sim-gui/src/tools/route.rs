//! Draws routes: new ones, and extensions of the route of a robot. Obstacles on the path of the robot are reported, and a pose
//! that the robot cannot reach is rejected.

use super::{Begun, Canvas, Claim, Tool, paint};
use crate::actions::{NoticeRequest, Request, ToolRequest};
use crate::preferences::drawing::Drawing;
use crate::text::route as words;
use crate::viewer_context::ViewerContext;
use crate::widgets::units::{Field, Units};
use egui::{CursorIcon, Frame, Key, Pos2, Ui};
use nalgebra::{Isometry3, Point3, Translation3, UnitQuaternion, Vector3};
use sim_abi::math::wrap_angle;
use sim_abi::route::{LegContact, Route, RouteMotion, RoutePose};
use sim_core::engine::{PathChecker, PathPose};
use sim_edit::{Edit, RouteChange, Target, rounded_angle};
use std::f64::consts::TAU;
use std::sync::Arc;

/// Maximum distance of a click on a pose, points.
const REACH: f32 = 10.0;
/// Minimum length of a drag that sets a heading, points.
const TURNS_FROM: f32 = 12.0;
/// Tolerance of equal poses, m and rad.
const SAME: f64 = 0.001;
/// Default name of a new route.
const NAME: &str = "route";
/// Length of the preview without a robot, m.
const CURSOR: f64 = 0.5;
/// Maximum speed and maximum waiting time, m/s and s.
const MAX_NUMBER: f64 = 1000.0;

/// The robot that a route is drawn for.
#[derive(Clone, Debug)]
pub struct Follower {
    /// Its name.
    pub name: String,
    /// The robot or its fleet in the document.
    pub target: Target,
    /// Start of the route: the initial pose of the robot, or the last pose of its route.
    pub from: RoutePose,
    /// Its existing route, which is extended.
    pub route: Option<Target>,
}

/// The heading of the robot at a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Heading {
    /// The robot's default.
    Usual,
    /// The direction of travel.
    Along,
    /// A fixed heading, rad.
    Fixed(f64),
}

/// A path check of the leg to the pointer, with its result.
#[derive(Debug)]
struct CheckedLeg {
    leg: [RoutePose; 2],
    structure: u64,
    contacts: Vec<LegContact>,
    failed: Option<String>,
}

/// Draws a route.
pub struct DrawRoute {
    follower: Option<Follower>,
    /// The poses; the first one is that of the robot, or of its route, if `is_given`.
    poses: Vec<RoutePose>,
    is_given: bool,
    heading: Heading,
    speed: Option<f64>,
    dwell: f64,
    /// Pose at the pointer.
    next: Option<RoutePose>,
    /// Screen position at which a drag that sets a heading started.
    turning: Option<Pos2>,
    checker: Option<PathChecker>,
    asked: Option<CheckedLeg>,
    /// Route-following parameters of the robot, and its required length and width, m.
    motion: RouteMotion,
    size: Option<[f64; 2]>,
}

impl DrawRoute {
    /// Starts a route at the pose of the robot that will follow it, or anywhere.
    pub fn new(follower: Option<Follower>) -> Self {
        Self {
            poses: follower.iter().map(|follower| follower.from).collect(),
            is_given: follower.is_some(),
            follower,
            heading: Heading::Usual,
            speed: None,
            dwell: 0.0,
            next: None,
            turning: None,
            checker: None,
            asked: None,
            motion: RouteMotion::default(),
            size: None,
        }
    }

    /// Number of poses set by the user.
    fn given(&self) -> usize {
        self.poses.len() - usize::from(self.is_given)
    }

    /// Minimum number of poses.
    fn least(&self) -> usize {
        if self.continues().is_some() { 1 } else { 2 - usize::from(self.is_given) }
    }

    /// The route being extended.
    fn continues(&self) -> Option<&Target> {
        self.follower.as_ref().filter(|_| self.is_given)?.route.as_ref()
    }

    /// The pose of the robot on arrival at a point.
    fn pose_at(&self, point: Point3<f64>, turned: Option<f64>) -> RoutePose {
        let last = self.poses.last();
        let along = last.filter(|last| distance(last, &point) > SAME).map(|last| {
            let direction = point - Point3::from(last.at);
            direction.y.atan2(direction.x)
        });
        let before = last.map_or(0.0, |last| last.yaw);
        let heading = match (self.heading, self.motion) {
            (Heading::Fixed(heading), _) => heading,
            (Heading::Usual, RouteMotion::Holonomic) => before,
            (Heading::Usual | Heading::Along, _) => along.unwrap_or(before),
        };
        let yaw = rounded_angle(turned.unwrap_or(heading));
        RoutePose { at: point.into(), yaw, speed: self.speed, dwell: self.dwell }
    }

    /// Checks the path of the robot to a pose for obstacles.
    fn ask(&mut self, context: &ViewerContext<'_>, to: RoutePose) {
        let structure = context.world.structure();
        let robot = self.follower.as_ref().and_then(|follower| structure.robot(&follower.name));
        let (Some(robot), Some(from)) = (robot, self.poses.last().copied()) else {
            self.asked = None;
            return;
        };
        let clearance = &structure.clearance;
        self.motion = clearance.motion(robot);
        self.size = clearance.size(robot).map(|[length, width, _]| [length, width]);
        let leg = [from, to];
        if self.asked.as_ref().is_some_and(|asked| asked.leg == leg && asked.structure == structure.generation) {
            return;
        }
        if !self.checker.as_ref().is_some_and(|checker| Arc::ptr_eq(checker.clearance(), clearance)) {
            self.checker = Some(PathChecker::new(clearance.clone()));
        }
        let path = leg.map(|pose| PathPose { at: pose.at, yaw: pose.yaw });
        let poses = context.world.poses();
        let pose = |body: usize| poses.get(body).copied().unwrap_or_default();
        let answer = self.checker.as_mut().map(|checker| checker.contacts(robot, &path, &pose));
        let (contacts, failed) = match answer {
            Some(Ok(contacts)) => (contacts, None),
            Some(Err(why)) => (Vec::new(), Some(why.to_string())),
            None => (Vec::new(), None),
        };
        self.asked = Some(CheckedLeg { leg, structure: structure.generation, contacts, failed });
    }

    /// Why the robot cannot reach the last checked pose.
    fn refusal(&self) -> Option<String> {
        let asked = self.asked.as_ref()?;
        let robot = &self.follower.as_ref()?.name;
        if let Some(why) = &asked.failed {
            return Some(words::cannot_tell(why));
        }
        let names = |touches: bool| {
            let contacts = asked.contacts.iter().filter(|contact| contact.touches == touches);
            contacts.map(|contact| format!("`{}`", contact.name)).collect::<Vec<_>>().join(", ")
        };
        let [crossed, touched] = [names(false), names(true)];
        match (crossed.is_empty(), touched.is_empty()) {
            (true, true) => None,
            (false, true) => Some(words::would_cross(&crossed, robot)),
            (true, false) => Some(words::would_touch(&touched, robot)),
            (false, false) => Some(words::would_cross(format!("{crossed}, {touched}"), robot)),
        }
    }

    /// Adds a pose. Returns whether the route is complete, and whether it is closed.
    fn take(
        &mut self,
        canvas: &Canvas<'_>,
        at: Pos2,
        context: &ViewerContext<'_>,
        message: &mut Option<String>,
    ) -> Option<bool> {
        let closes = self.continues().is_none() && self.poses.len() > 2;
        let on = |pose: Option<&RoutePose>| {
            let place = pose.and_then(|pose| canvas.sight.project(&Point3::from(pose.at)));
            place.is_some_and(|place| place.distance(at) < REACH)
        };
        let whole = self.given() >= self.least();
        let (first, last) = (self.poses.first().copied(), self.poses.last().copied());
        let next = self.next?;
        let is_at = |pose: Option<RoutePose>| pose.is_some_and(|pose| distance(&pose, &Point3::from(next.at)) <= SAME);
        if closes && (on(first.as_ref()) || is_at(first)) {
            self.ask(context, first?);
            *message = self.refusal();
            return message.is_none().then_some(true);
        }
        let turns = last.is_some_and(|last| wrap_angle(next.yaw - last.yaw).abs() > SAME) && self.turning.is_some();
        if (on(last.as_ref()) || is_at(last)) && !turns {
            return whole.then_some(false);
        }
        self.ask(context, next);
        *message = self.refusal();
        if message.is_none() {
            self.poses.push(next);
        }
        None
    }

    /// The edit that creates the route.
    fn edit(&self, closed: bool) -> Edit {
        if let Some(route) = self.continues() {
            let change = RouteChange::Append(self.poses[1..].to_vec());
            return Edit::ChangeRoute { route: route.clone(), change };
        }
        let route = Route { name: NAME.to_owned(), poses: self.poses.clone(), closed };
        Edit::NewRoute { route, robot: self.follower.as_ref().map(|follower| follower.target.clone()) }
    }

    fn words(&self) -> Vec<String> {
        let hint = match (&self.follower, self.given()) {
            (Some(follower), 0) if self.continues().is_some() => words::goes_on(&follower.name),
            (Some(follower), 0) if self.is_given => crate::text::draw::from_robot(&follower.name),
            (_, 0) if self.poses.is_empty() => words::FIRST.to_string(),
            (_, given) if given < self.least() => words::NEXT.to_string(),
            _ => words::LAST.to_string(),
        };
        let mut lines = vec![format!("{}: {hint}", crate::text::draw::ROUTE)];
        lines.push(words::TURN.to_string());
        lines.extend(self.refusal().map(|refusal| format!("✖ {refusal}")));
        lines
    }
}

impl Tool for DrawRoute {
    fn follow(&mut self, canvas: &Canvas<'_>, context: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim {
        let pointer = canvas.pointer();
        if canvas.response.hovered() {
            canvas.ui.ctx().set_cursor_icon(CursorIcon::Crosshair);
        }
        let (shift, pressed) = canvas.ui.input(|input| (input.modifiers.shift, input.pointer.press_origin()));
        if canvas.response.drag_started() && shift {
            self.turning = pressed;
        }
        let point = |at: Option<Pos2>| at.and_then(|at| canvas.ground_at(at));
        match self.turning {
            Some(from) => {
                let turned = point(Some(from)).zip(point(pointer)).map(|(place, ahead)| {
                    let direction = ahead - place;
                    let far = pointer.is_some_and(|at| at.distance(from) > TURNS_FROM);
                    (place, far.then(|| direction.y.atan2(direction.x)))
                });
                if let Some((place, heading)) = turned {
                    self.next = Some(self.pose_at(place, heading));
                }
            }
            None if canvas.response.hovered() => self.next = point(pointer).map(|place| self.pose_at(place, None)),
            None => {}
        }
        if let Some(next) = self.next {
            self.ask(context, next);
        }
        let mut message = None;
        let whole = match (canvas.clicked(), self.turning) {
            (_, Some(from)) if canvas.response.drag_stopped() => {
                let whole = self.take(canvas, from, context, &mut message);
                self.turning = None;
                whole
            }
            (Some(at), None) => self.take(canvas, at, context, &mut message),
            _ => {
                let enter = canvas.keys && canvas.ui.input(|input| input.key_pressed(Key::Enter));
                (enter && self.given() >= self.least()).then_some(false)
            }
        };
        requests.extend(message.map(|why| Request::Notice(NoticeRequest::Refuse(why))));
        if let Some(closed) = whole {
            requests.push(Request::Tool(ToolRequest::Finish(self.edit(closed))));
        }
        if self.turning.is_some() { Claim::Everything } else { Claim::Clicks }
    }

    fn paint(&self, canvas: &Canvas<'_>) {
        let place = |pose: &RoutePose| Point3::from(pose.at);
        let points: Vec<_> = self.poses.iter().map(place).collect();
        paint::line(canvas, &points);
        let units = Units::of(canvas.ui.ctx());
        let mut legs: Vec<[Point3<f64>; 2]> = points.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        let refused = self.refusal().is_some();
        if let (Some(next), Some(last)) = (&self.next, points.last()) {
            let leg = [*last, place(next)];
            match refused {
                true => paint::blocked(canvas, &leg),
                false => paint::line(canvas, &leg),
            }
            legs.push(leg);
        }
        for [from, to] in &legs {
            paint::between(canvas, [from, to], &units.length_words((to - from).norm(), 2));
        }
        let [length, width] = self.size.unwrap_or([CURSOR, CURSOR]);
        for pose in &self.poses {
            paint::point(canvas, &place(pose));
            paint::line(canvas, &arrow(pose, length, width));
        }
        if let Some(next) = &self.next {
            paint::cursor(canvas, &arrow(next, length, width));
        }
        for pose in self.poses.iter().chain(&self.next) {
            paint::labels(canvas, pose, &arrow(pose, length, width)[1]);
        }
        for contact in self.asked.iter().flat_map(|asked| &asked.contacts) {
            let height = self.next.map_or(0.0, |next| next.at[2]);
            let pose =
                RoutePose { at: [contact.at[0], contact.at[1], height], yaw: contact.at[2], ..RoutePose::default() };
            paint::blocked(canvas, &outline(&pose, length, width));
        }
        let lines = match canvas.sight.axis() {
            Some(0 | 1) => vec![crate::text::draw::FROM_ABOVE.to_string()],
            _ => self.words(),
        };
        paint::draw_messages(canvas, &lines);
    }

    fn cancel(&mut self) -> bool {
        let any = self.given() > 0;
        let follower = self.follower.take();
        *self = Self::new(follower.filter(|_| any));
        any
    }

    fn back(&mut self) -> bool {
        let any = self.poses.pop().is_some();
        self.is_given &= !self.poses.is_empty();
        self.asked = None;
        any
    }

    fn begun(&self, _: Drawing) -> Option<Begun> {
        let edit = (self.given() >= self.least()).then(|| self.edit(false));
        (self.given() > 0).then(|| Begun { name: &crate::text::draw::ROUTE, edit })
    }

    fn options(&mut self, ui: &mut Ui, _: &ViewerContext<'_>, _: &mut Vec<Request>) {
        let along = match self.heading {
            Heading::Usual => self.motion == RouteMotion::Differential,
            Heading::Along => true,
            Heading::Fixed(_) => false,
        };
        let heading = self.next.or(self.poses.last().copied()).map_or(0.0, |pose| pose.yaw);
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.horizontal(|ui| {
                let mut follows = along;
                if ui.checkbox(&mut follows, words::ALONG).changed() {
                    self.heading = if follows { Heading::Along } else { Heading::Fixed(heading) };
                }
                let label = ui.label(words::HEADING).id;
                let mut angle = wrap_angle(if let Heading::Fixed(angle) = self.heading { angle } else { heading });
                let unit = Units::of(ui.ctx()).angle();
                let field = Field::new(&mut angle, unit).range(-TAU..=TAU).decimals(1);
                if ui.add_enabled_ui(!along, |ui| field.ui(ui)).inner.labelled_by(label).changed() {
                    self.heading = Heading::Fixed(angle);
                }
            });
            ui.horizontal(|ui| {
                let label = ui.label(words::SPEED).id;
                let mut speed = self.speed.unwrap_or(0.0);
                let field = egui::DragValue::new(&mut speed).range(0.0..=MAX_NUMBER).speed(0.01).suffix(" m/s");
                let field = field.custom_formatter(|speed, _| match speed {
                    0.0 => words::FASTEST.to_string(),
                    speed => format!("{speed:.2}"),
                });
                if ui.add(field).labelled_by(label).changed() {
                    self.speed = (speed > 0.0).then_some(speed);
                }
                let label = ui.label(words::DWELL).id;
                let field = egui::DragValue::new(&mut self.dwell).range(0.0..=MAX_NUMBER).speed(0.1).suffix(" s");
                ui.add(field).labelled_by(label);
            });
        });
    }

    fn points(&self) -> Vec<Point3<f64>> {
        self.poses.iter().map(|pose| Point3::from(pose.at)).collect()
    }
}

/// Distance of a pose from a point in the plane, m.
fn distance(pose: &RoutePose, point: &Point3<f64>) -> f64 {
    (pose.at[0] - point.x).hypot(pose.at[1] - point.y)
}

/// `world_from_pose`.
fn frame(pose: &RoutePose) -> Isometry3<f64> {
    let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), pose.yaw);
    Isometry3::from_parts(Translation3::from(Vector3::from(pose.at)), turn)
}

/// A closed triangle whose tip points in the heading direction.
fn arrow(pose: &RoutePose, length: f64, width: f64) -> [Point3<f64>; 4] {
    let [half, side] = [length / 2.0, width / 2.0];
    [[-half, -side], [half, 0.0], [-half, side], [-half, -side]].map(|[x, y]| frame(pose) * Point3::new(x, y, 0.0))
}

/// The closed outline of the robot with its margin.
fn outline(pose: &RoutePose, length: f64, width: f64) -> [Point3<f64>; 5] {
    let [x, y] = [length / 2.0, width / 2.0];
    [[-x, -y], [x, -y], [x, y], [-x, y], [-x, -y]].map(|[x, y]| frame(pose) * Point3::new(x, y, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    fn point(x: f64, y: f64) -> Point3<f64> {
        Point3::new(x, y, 0.0)
    }

    /// RM-40: The route cursor is a 1 m cone that moves horizontally and turns about z.
    /// RM-41: A line with a heading arrow follows every cursor movement in the same frame.
    #[test]
    fn headings_follow_the_robot_the_path_or_the_user() {
        let mut tool = DrawRoute::new(None);
        tool.poses.push(RoutePose { yaw: 0.5, ..RoutePose::default() });
        assert_eq!(tool.pose_at(point(0.0, 2.0), None).yaw, 0.5, "a platform keeps its heading");
        tool.motion = RouteMotion::Differential;
        let north = rounded_angle(PI / 2.0);
        assert_eq!(tool.pose_at(point(0.0, 2.0), None).yaw, north, "wheels go where they head");
        tool.motion = RouteMotion::Holonomic;
        tool.heading = Heading::Along;
        assert_eq!(tool.pose_at(point(0.0, 2.0), None).yaw, north);
        assert_eq!(tool.pose_at(point(0.0, 0.0), None).yaw, 0.5, "no distance, no direction");
        tool.heading = Heading::Fixed(1.0);
        assert_eq!(tool.pose_at(point(0.0, 2.0), None).yaw, 1.0);
        assert_eq!(tool.pose_at(point(0.0, 2.0), Some(-1.0)).yaw, -1.0, "set by a drag");
        let [back, tip, ..] = arrow(&RoutePose { yaw: PI / 2.0, ..RoutePose::default() }, 1.0, 1.0);
        assert!((tip - point(0.0, 0.5)).norm() < 1e-12 && (back - point(0.5, -0.5)).norm() < 1e-12);
    }

    /// RM-43: Undo removes the last new pose, but none from before editing started.
    /// RM-44: A command moves the cursor to the last stored pose.
    #[test]
    fn poses_are_taken_back_to_where_the_route_began() {
        let from = RoutePose { at: [1.0, 2.0, 0.0], ..RoutePose::default() };
        let target = Target::named(sim_edit::Section::Robots, "a");
        let route = Some(Target::named(sim_edit::Section::Routes, "tour"));
        let follower = Follower { name: "a".into(), target, from, route };
        let mut tool = DrawRoute::new(Some(follower.clone()));
        assert_eq!((tool.given(), tool.least(), tool.points()), (0, 1, vec![point(1.0, 2.0)]));
        tool.poses.push(RoutePose::default());
        assert!(
            matches!(tool.edit(false), Edit::ChangeRoute { change: RouteChange::Append(more), .. } if more.len() == 1)
        );
        assert!(tool.back() && tool.back() && !tool.back());
        tool.poses.extend([RoutePose::default(), from]);
        assert_eq!((tool.given(), tool.least()), (2, 2), "it starts elsewhere now");
        let Edit::NewRoute { route, robot } = tool.edit(true) else { panic!("not a new route") };
        assert_eq!((route.poses.len(), route.closed, robot.is_some()), (2, true, true));
        let mut tool = DrawRoute::new(Some(Follower { route: None, ..follower }));
        tool.poses.push(RoutePose::default());
        assert!(tool.cancel(), "the drawing is discarded");
        assert_eq!(tool.given(), 0);
        assert!(!tool.cancel(), "then the tool is left");
    }
}
