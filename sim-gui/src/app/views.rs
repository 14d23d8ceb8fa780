//! Requests to the views: camera, overlays, export of plans.

use super::Window;
use crate::actions::{Action, ViewRequest};
use crate::panels::cameras::Cameras;
use crate::preferences::layout::{Pane, ViewKind};
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
    pub(super) fn view_request(&mut self, request: ViewRequest) {
        match request {
            ViewRequest::Hide { body, hidden } => self.hide(&[body], hidden),
            ViewRequest::Overlays(shown) => self.show(shown),
            ViewRequest::Record(wanted) => self.record_view(wanted),
        }
    }

    /// Exports the plan as shown: as SVG if the file name ends in `.svg`, else as PNG.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn export_plan(&mut self, path: &Path) -> Result<(), Diagnostic> {
        let context = ViewerContext { document: None, part: None, ..self.state.context() };
        self.views.plan.used_mut().drawing(&context, &self.views.content, context.frame.time).write(path)
    }

    /// Prompts for a file and exports the plan.
    pub(super) fn save_plan(&mut self, kind: FileKind) {
        let name = self.name_of_export("plan", kind);
        self.save_file(&text::choose::EXPORT_PLAN, kind, name, |window, _, path| match window.export_plan(&path) {
            Ok(()) => window.notices.wrote(&path),
            Err(finding) => window.notices.note(finding),
        });
    }

    /// Shows a panel, or closes it if visible.
    pub(super) fn switch_panel(&mut self, pane: Pane) {
        match self.layout.is_visible(pane) {
            true => self.layout.close(pane),
            false => self.show_panel(pane),
        }
    }

    /// Opens another view of a kind next to the active view, or another camera panel next to the first one.
    pub(super) fn add_view(&mut self, kind: ViewKind) {
        let number = self.layout.add_view(kind, self.views.used());
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

    /// Attaches the camera to the most recently selected robot, or detaches it.
    pub(super) fn set_robot_viewpoint(&mut self, viewpoint: impl Fn(usize) -> Viewpoint) {
        match self.state.selected_robot() {
            Some(body) => {
                let view = self.views.view3d.used_mut();
                let same = view.viewpoint == viewpoint(body);
                view.viewpoint = if same { Viewpoint::Orbit } else { viewpoint(body) };
            }
            None => _ = self.notices.toasts.info(text::view::NO_ROBOT),
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
        let Some(body) = self.state.selected_robot() else {
            self.notices.toasts.info(text::view::NO_ROBOT);
            return;
        };
        let view = self.views.view3d.used_mut();
        match view.viewpoint.next_eye(&self.state.world, body) {
            Some(viewpoint) => view.viewpoint = viewpoint,
            None => _ = self.notices.toasts.info(text::view::NO_CAMERA),
        }
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
        self.views.follow(&self.state.world, false, &self.state.scene.hidden);
    }

    /// Selects the telemetry included in frames: of the selected robots, or of all if the readings of all are drawn.
    pub(super) fn select_telemetry(&mut self) {
        let shown = &self.views.content.shown;
        let structure = self.state.world.structure();
        let robots = match shown.sensors == OverlayRobots::All {
            true => (0..structure.robots.len()).collect(),
            false => {
                let selected = self.state.scene.selected.iter().filter_map(|body| self.state.world.robot_of(*body));
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
        match &mut self.state.scene.player {
            Some(player) => player.select(robots),
            None => self.state.runner.send(Command::Select(robots)),
        }
    }
}
