//! Requests to the views: camera, overlays, export of plans.

use super::{Window, panes};
use crate::actions::Action;
use crate::panels::cameras::Cameras;
use crate::preferences::layout::{self, Pane, ViewKind};
use crate::preferences::overlays::{OverlayRobots, OverlaySettings};
use crate::text;
use crate::tools::gizmo::Mode;
use crate::viewer_context::ViewerContext;
use crate::views::overlays::DRAWING_ROBOTS;
use crate::views::view3d::Viewpoint;
use crate::widgets::file_dialog::FileKind;
use sim_core::diagnostic::Diagnostic;
use sim_runner::Command;
use std::path::Path;

/// Rotation of the camera per key press, in units of half a turn.
const TURN: f64 = 1.0 / 12.0;
/// Pan per key press, as a fraction of the view height.
const PAN: f64 = 0.1;
/// Zoom factor per key press.
const ZOOM: f64 = 1.2;

impl Window {
    /// Exports the plan as shown: as SVG if the file name ends in `.svg`, else as PNG.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn export_plan(&mut self, path: &Path) -> Result<(), Diagnostic> {
        let context = ViewerContext { document: None, part: None, ..self.state.context() };
        self.views.plan.used_mut().drawing(&context, &self.views.content, context.frame.time).write(path)
    }

    /// Rectangle of a panel in the window, points. `None` if it is not shown.
    pub fn place_of_panel(&self, pane: Pane) -> Option<egui::Rect> {
        panes::place(&self.tiles, pane)
    }

    /// The notes shown, with their positions, m.
    pub fn shown_notes(&self) -> impl Iterator<Item = (nalgebra::Point3<f64>, &str)> {
        self.views.content.overlays().labels().iter().map(|label| (label.at, label.text.as_str()))
    }

    /// Prompts for a file and exports the plan.
    pub(super) fn save_plan(&mut self, kind: FileKind) {
        let name = self.name_of_export("plan", kind);
        self.save_file(&text::choose::EXPORT_PLAN, kind, name, |window, _, path| match window.export_plan(&path) {
            Ok(()) => _ = window.toasts.success(text::plots::written(&path.display().to_string())),
            Err(finding) => window.note(finding),
        });
    }

    /// Shows a panel, or closes it if visible.
    pub(super) fn switch_panel(&mut self, pane: Pane) {
        match panes::active(&self.tiles).contains(&pane) {
            true => layout::close(&mut self.tiles, pane),
            false => self.show_panel(pane),
        }
    }

    /// Opens another view of a kind next to the active view, or another camera panel next to the first one.
    pub(super) fn add_view(&mut self, kind: ViewKind) {
        let number = layout::add_view(&mut self.tiles, kind, self.views.used());
        match kind {
            ViewKind::Cameras => self.panels.cameras.begin(number, |_| Cameras::numbered(number)),
            kind => self.views.begin(kind, number),
        }
    }

    /// Sets the gizmo mode in all 3D views.
    pub(super) fn choose_mode(&mut self, mode: Mode) {
        self.leave_tool();
        self.views.view3d.iter_mut().for_each(|(_, view)| view.tools.gizmo.choose(mode));
    }

    /// The active view, to which requests for “the view” apply.
    pub fn used_view(&self) -> Pane {
        self.views.used()
    }

    /// Numbers of the 3D views that hold an image on the GPU.
    pub fn drawn_views(&mut self) -> Vec<u32> {
        self.views.view3d.iter_mut().filter(|(_, view)| view.has_image()).map(|(number, _)| number).collect()
    }

    /// Total number of images drawn by the 3D views.
    pub fn drawn_images(&self) -> u64 {
        self.views.content.drawn()
    }

    /// Number of overlay lines in the 3D view.
    pub fn drawn_lines(&self) -> usize {
        self.views.content.overlays().lines().len()
    }

    /// Hit points of multi-layer lidars, as drawn in the 3D view.
    pub fn drawn_points(&self) -> &[sim_render::Point] {
        self.views.content.overlays().points()
    }

    /// Index of the body to which the camera of the 3D view is attached. `None` for an orbit camera.
    pub fn seen_from(&self) -> Option<usize> {
        self.views.view3d.used().viewpoint.body()
    }

    /// Target point of the orbit camera, m.
    pub fn view_target(&self) -> nalgebra::Point3<f64> {
        self.views.view3d.used().orbit.target
    }

    /// Position of the camera, m.
    pub fn view_eye(&self) -> nalgebra::Point3<f64> {
        self.views.view3d.used().orbit.camera().pose.translation.vector.into()
    }

    /// Bounding rectangle of a body in the image of the 3D view: minimum and maximum corners, from −1 to 1 to the right and up. `None` if
    /// it is not entirely in front of the camera.
    pub fn place_of(&self, body: usize) -> Option<[[f64; 2]; 2]> {
        self.views.view3d.used().place_of(&self.state.world, &self.views.content, body)
    }

    /// Position of a world point in the plan, seen from above, points.
    pub fn place_in_plan(&self, point: [f64; 2]) -> egui::Pos2 {
        self.views.plan.used().place_of(point)
    }

    /// Position of a world point in the 3D view, from −1 to 1 to the right and up. `None` if behind the camera.
    pub fn place_of_point(&self, point: nalgebra::Point3<f64>) -> Option<[f64; 2]> {
        self.views.view3d.used().place_of_point(&self.state.world, &self.views.content, &point)
    }

    /// Indices of the bodies that are at least partly drawn.
    pub fn seen_bodies(&self) -> Vec<usize> {
        let bodies = 0..self.state.world.structure().bodies.len();
        bodies.filter(|body| self.views.content.stage().bounds_of_body(*body).is_some()).collect()
    }

    /// Number of triangles drawn for a body, by index, in the 3D view.
    pub fn triangles_of(&self, body: usize) -> usize {
        self.views.content.stage().triangles_of_body(body)
    }

    /// Whether shadows are enabled in the 3D view.
    pub fn has_shadows(&self) -> bool {
        self.views.content.quality().shadows
    }

    /// Attaches the camera to the most recently selected robot, or detaches it.
    pub(super) fn set_robot_viewpoint(&mut self, viewpoint: impl Fn(usize) -> Viewpoint) {
        match self.selected_robot() {
            Some(body) => {
                let view = self.views.view3d.used_mut();
                let same = view.viewpoint == viewpoint(body);
                view.viewpoint = if same { Viewpoint::Orbit } else { viewpoint(body) };
            }
            None => _ = self.toasts.info(text::view::NO_ROBOT),
        }
    }

    /// Moves the camera of the active view by a step.
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

    /// Cycles through the cameras of the most recently selected robot.
    pub(super) fn show_camera_view(&mut self) {
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

    /// Toggles an overlay.
    pub(super) fn switch(&mut self, which: impl FnOnce(&mut OverlaySettings) -> &mut bool) {
        let mut shown = self.views.content.shown.clone();
        let switch = which(&mut shown);
        *switch = !*switch;
        self.show(shown);
    }

    /// Sets the overlays, and selects the data that the frames must include.
    pub(super) fn show(&mut self, shown: OverlaySettings) {
        self.views.content.shown = shown;
        self.state.runner.send(Command::Contacts(self.views.content.shown.contacts));
        self.select_telemetry();
        self.views.follow(&self.state.world, false, &self.state.hidden);
    }

    /// Selects the telemetry included in frames: of the selected robots, or of all if the readings of all are drawn.
    pub(super) fn select_telemetry(&mut self) {
        let shown = &self.views.content.shown;
        let structure = self.state.world.structure();
        let robots = match shown.sensors == OverlayRobots::All {
            true => (0..structure.robots.len()).collect(),
            false => {
                let selected = self.state.selected.iter().filter_map(|body| self.state.world.robot_of(*body));
                let watched = self.watched.as_ref().and_then(|name| structure.robot(name));
                let mut robots: Vec<usize> = selected.collect();
                robots.extend(watched.filter(|robot| !robots.contains(robot)));
                if shown.drawings == OverlayRobots::All {
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
