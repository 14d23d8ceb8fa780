//! What a person asks of the views: where one looks from, what is drawn, plans as files.

use super::{Window, panes};
use crate::actions::Action;
use crate::panels::cameras::Cameras;
use crate::preferences::layout::{self, Pane, ViewKind};
use crate::preferences::overlays::{Shown, Who};
use crate::text;
use crate::tools::gizmo::Mode;
use crate::viewer_context::ViewerContext;
use crate::views::overlays::DRAWING_ROBOTS;
use crate::views::view3d::Viewpoint;
use crate::widgets::file_dialog::FileKind;
use sim_core::diagnostic::Diagnostic;
use sim_runner::Command;
use std::path::Path;

/// A step of the camera by keys, in parts of half a turn.
const TURN: f64 = 1.0 / 12.0;
/// A step of what is seen by keys, in parts of the height of the view.
const PAN: f64 = 0.1;
/// A step closer by keys.
const ZOOM: f64 = 1.2;

impl Window {
    /// Writes the plan as it is seen to a file: as SVG where its name ends in `.svg`, else as PNG.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn export_plan(&mut self, path: &Path) -> Result<(), Diagnostic> {
        let context = ViewerContext { document: None, part: None, ..self.state.context() };
        self.views.plan.used_mut().drawing(&context, &self.views.content, context.frame.time).write(path)
    }

    /// Where a panel is in the window, points; none where it is not shown.
    pub fn place_of_panel(&self, pane: Pane) -> Option<egui::Rect> {
        panes::place(&self.tiles, pane)
    }

    /// Notes that are shown, each with its place, m.
    pub fn shown_notes(&self) -> impl Iterator<Item = (nalgebra::Point3<f64>, &str)> {
        self.views.content.overlays().labels().iter().map(|label| (label.at, label.text.as_str()))
    }

    /// Asks for a file and writes the plan to it.
    pub(super) fn save_plan(&mut self, kind: FileKind) {
        let name = self.name_of_export("plan", kind);
        self.save_file(&text::choose::EXPORT_PLAN, kind, name, |window, _, path| match window.export_plan(&path) {
            Ok(()) => _ = window.toasts.success(text::plots::written(&path.display().to_string())),
            Err(finding) => window.note(finding),
        });
    }

    /// Shows a panel, or closes it where it is seen.
    pub(super) fn switch_panel(&mut self, pane: Pane) {
        match panes::active(&self.tiles).contains(&pane) {
            true => layout::close(&mut self.tiles, pane),
            false => self.show_panel(pane),
        }
    }

    /// Opens another view of a kind beside the view that was used last, or a panel of cameras beside the first one of those.
    pub(super) fn add_view(&mut self, kind: ViewKind) {
        let number = layout::add_view(&mut self.tiles, kind, self.views.used());
        match kind {
            ViewKind::Cameras => self.panels.cameras.begin(number, |_| Cameras::numbered(number)),
            kind => self.views.begin(kind, number),
        }
    }

    /// Chooses what arrows and rings do, in all 3D views.
    pub(super) fn choose_mode(&mut self, mode: Mode) {
        self.leave_tool();
        self.views.view3d.iter_mut().for_each(|(_, view)| view.tools.gizmo.choose(mode));
    }

    /// The view that was used last: what is asked of “the view” is meant for it.
    pub fn used_view(&self) -> Pane {
        self.views.used()
    }

    /// The 3D views for which the graphics device holds an image, by number.
    pub fn drawn_views(&mut self) -> Vec<u32> {
        self.views.view3d.iter_mut().filter(|(_, view)| view.has_image()).map(|(number, _)| number).collect()
    }

    /// Number of images that the 3D views have drawn, all together.
    pub fn drawn_images(&self) -> u64 {
        self.views.content.drawn()
    }

    /// Number of lines that are drawn besides the things themselves, in the 3D view.
    pub fn drawn_lines(&self) -> usize {
        self.views.content.overlays().lines().len()
    }

    /// Points that lidars in several layers have hit, as the 3D view draws them.
    pub fn drawn_points(&self) -> &[sim_render::Point] {
        self.views.content.overlays().points()
    }

    /// Body that the 3D view is seen from, by number; none where one looks about a point.
    pub fn seen_from(&self) -> Option<usize> {
        self.views.view3d.used().viewpoint.body()
    }

    /// Point that the camera turns about, m.
    pub fn looked_at(&self) -> nalgebra::Point3<f64> {
        self.views.view3d.used().orbit.target
    }

    /// Point from which the camera looks, m.
    pub fn looked_from(&self) -> nalgebra::Point3<f64> {
        self.views.view3d.used().orbit.camera().pose.translation.vector.into()
    }

    /// Where a body is on the image of the 3D view: lowest and highest corner of the rectangle around it, from −1 to 1 to the
    /// right and up. None where it is not wholly before the camera.
    pub fn place_of(&self, body: usize) -> Option<[[f64; 2]; 2]> {
        self.views.view3d.used().place_of(&self.state.world, &self.views.content, body)
    }

    /// Where a point of the world is on the plan, seen from above, points.
    pub fn place_in_plan(&self, point: [f64; 2]) -> egui::Pos2 {
        self.views.plan.used().place_of(point)
    }

    /// Where a point of the world is in the 3D view, from −1 to 1 to the right and up; none behind the camera.
    pub fn place_of_point(&self, point: nalgebra::Point3<f64>) -> Option<[f64; 2]> {
        self.views.view3d.used().place_of_point(&self.state.world, &self.views.content, &point)
    }

    /// Bodies of which something is drawn, by number.
    pub fn seen_bodies(&self) -> Vec<usize> {
        let bodies = 0..self.state.world.structure().bodies.len();
        bodies.filter(|body| self.views.content.stage().bounds_of_body(*body).is_some()).collect()
    }

    /// Number of triangles that the 3D view draws of a body, by number.
    pub fn triangles_of(&self, body: usize) -> usize {
        self.views.content.stage().triangles_of_body(body)
    }

    /// Whether things throw shadows in the 3D view.
    pub fn has_shadows(&self) -> bool {
        self.views.content.quality().shadows
    }

    /// Looks from the robot that was selected last, or no longer.
    pub(super) fn look_from(&mut self, viewpoint: impl Fn(usize) -> Viewpoint) {
        match self.selected_robot() {
            Some(body) => {
                let view = self.views.view3d.used_mut();
                let same = view.viewpoint == viewpoint(body);
                view.viewpoint = if same { Viewpoint::Orbit } else { viewpoint(body) };
            }
            None => _ = self.toasts.info(text::view::NO_ROBOT),
        }
    }

    /// Moves the camera of the view that was used last by a step.
    pub(super) fn move_camera(&mut self, action: Action) {
        let (pan, turn, zoom) = match action {
            Action::OrbitLeft => ([0.0; 2], [TURN, 0.0], 1.0),
            Action::OrbitRight => ([0.0; 2], [-TURN, 0.0], 1.0),
            Action::OrbitUp => ([0.0; 2], [0.0, TURN], 1.0),
            Action::OrbitDown => ([0.0; 2], [0.0, -TURN], 1.0),
            Action::PanLeft => ([PAN, 0.0], [0.0; 2], 1.0),
            Action::PanRight => ([-PAN, 0.0], [0.0; 2], 1.0),
            Action::PanUp => ([0.0, PAN], [0.0; 2], 1.0),
            Action::PanDown => ([0.0, -PAN], [0.0; 2], 1.0),
            Action::ZoomIn => ([0.0; 2], [0.0; 2], ZOOM),
            _ => ([0.0; 2], [0.0; 2], 1.0 / ZOOM),
        };
        self.views.step(pan, turn, zoom);
    }

    /// Looks through the next camera of the robot that was selected last.
    pub(super) fn look_through(&mut self) {
        let Some(body) = self.selected_robot() else {
            self.toasts.info(text::view::NO_ROBOT);
            return;
        };
        let view = self.views.view3d.used_mut();
        match view.viewpoint.next_eye(&self.state.world, body) {
            Some(viewpoint) => view.viewpoint = viewpoint,
            None => _ = self.toasts.info(text::view::NO_CAMERA),
        }
    }

    fn selected_robot(&self) -> Option<usize> {
        self.state.selected.iter().rev().copied().find(|body| self.state.world.robot_of(*body).is_some())
    }

    /// Draws something besides the things themselves, or not any more.
    pub(super) fn switch(&mut self, which: impl FnOnce(&mut Shown) -> &mut bool) {
        let mut shown = self.views.content.shown.clone();
        let switch = which(&mut shown);
        *switch = !*switch;
        self.show(shown);
    }

    /// Draws other things besides the things themselves, and has the frames carry what that takes.
    pub(super) fn show(&mut self, shown: Shown) {
        self.views.content.shown = shown;
        self.state.runner.send(Command::Contacts(self.views.content.shown.contacts));
        self.look_at_selected();
        self.views.follow(&self.state.world, false, &self.state.hidden);
    }

    /// Frames carry the telemetry of selected robots, or of all where the readings of all are drawn.
    pub(super) fn look_at_selected(&mut self) {
        let shown = &self.views.content.shown;
        let structure = self.state.world.structure();
        let robots = match shown.sensors == Who::All {
            true => (0..structure.robots.len()).collect(),
            false => {
                let selected = self.state.selected.iter().filter_map(|body| self.state.world.robot_of(*body));
                let watched = self.watched.as_ref().and_then(|name| structure.robot(name));
                let mut robots: Vec<usize> = selected.collect();
                robots.extend(watched.filter(|robot| !robots.contains(robot)));
                if shown.drawings == Who::All {
                    let drawing = structure.robots.iter().enumerate();
                    let drawing = drawing.filter(|(_, robot)| robot.needs_telemetry()).take(DRAWING_ROBOTS);
                    robots.extend(drawing.map(|(robot, _)| robot));
                    robots.sort_unstable();
                    robots.dedup();
                }
                robots
            }
        };
        match &mut self.state.player {
            Some(player) => player.select(robots),
            None => self.state.runner.send(Command::Select(robots)),
        }
    }
}
