//! What callers can see of the window.

use super::Window;
use super::view_files::VideoStatus;
use crate::actions::Action;
use crate::panels::log::Line;
use crate::preferences::layout::Pane;
use crate::simulation::playback::Player;
use egui::{Pos2, Rect};
use nalgebra::{Isometry3, Point3};
use sim_core::diagnostic::Diagnostic;
use sim_core::packs::Requirement;
use sim_edit::{Document, Target};
use sim_project::Build;
use sim_runner::{Comparison, Frame, Mark, Playback, Runner, Series};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Window {
    /// The document.
    pub fn document(&self) -> Option<&Document> {
        self.state.editor.document()
    }

    /// The latest frame.
    pub fn frame(&self) -> &Frame {
        &self.state.frame
    }

    /// The simulation.
    pub fn runner(&self) -> &Runner {
        &self.state.runner
    }

    /// Selected bodies, by index.
    pub fn selected(&self) -> &[usize] {
        &self.state.scene.selected
    }

    /// The selected part of the scene without a body.
    pub fn selected_part(&self) -> Option<&Target> {
        self.state.scene.part.as_ref()
    }

    /// Shown poses of bodies, by index: preview poses while dragging, else current poses.
    pub fn shown_at(&self) -> &[Isometry3<f64>] {
        self.state.world.poses()
    }

    /// Measured points, world frame, m. `None` while not measuring.
    pub fn measured(&self) -> Option<Vec<Point3<f64>>> {
        (self.views.tool.action() == Some(Action::Measure)).then(|| self.views.tool.points())
    }

    /// Points clicked with the active tool, world frame, m.
    pub fn clicked_points(&self) -> Vec<Point3<f64>> {
        self.views.tool.points()
    }

    /// Lines of the log.
    pub fn log(&self) -> impl Iterator<Item = &Line> {
        self.notices.log.lines()
    }

    /// Names of the plotted values, with their number of samples.
    pub fn plotted(&self) -> impl Iterator<Item = (&str, usize)> {
        self.panels.plots.curves()
    }

    /// Histories of a plotted value: from the live and from the recorded run.
    pub fn histories(&self, name: &str) -> [Option<&Arc<Series>>; 2] {
        self.panels.plots.histories(name)
    }

    /// Number of images rendered by the camera in the panel when it was last shown.
    pub fn images(&self) -> Option<u64> {
        self.panels.cameras.used().images()
    }

    /// Whether the keyboard drives robots instead of triggering shortcuts.
    pub fn is_keyboard_captured(&self) -> bool {
        self.panels.drive.is_captured()
    }

    /// The marked line of the scene's text, 1-based.
    pub fn marked_line(&self) -> Option<usize> {
        self.panels.text.marked()
    }

    /// The open page or heading of the manual. `None` while the manual is closed.
    pub fn manual_page(&self) -> Option<String> {
        self.manual.page()
    }

    /// The problems shown.
    pub fn problems(&self) -> impl Iterator<Item = &Diagnostic> {
        self.notices.problems.iter()
    }

    /// Rectangle of a panel in the window, points. `None` if it is not shown.
    pub fn place_of_panel(&self, pane: Pane) -> Option<Rect> {
        self.layout.place(pane)
    }

    /// The notes shown, with their positions, m.
    pub fn shown_notes(&self) -> impl Iterator<Item = (Point3<f64>, &str)> {
        self.views.content.overlays().labels().iter().map(|label| (label.at, label.text.as_str()))
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
    pub fn view_target(&self) -> Point3<f64> {
        self.views.view3d.used().orbit.target
    }

    /// Position of the camera, m.
    pub fn view_eye(&self) -> Point3<f64> {
        self.views.view3d.used().orbit.camera().pose.translation.vector.into()
    }

    /// Bounding rectangle of a body in the image of the 3D view: minimum and maximum corners, from −1 to 1 to the right and up. `None` if
    /// it is not entirely in front of the camera.
    pub fn place_of(&self, body: usize) -> Option<[[f64; 2]; 2]> {
        self.views.view3d.used().place_of(&self.state.world, &self.views.content, body)
    }

    /// Position of a world point in the plan, seen from above, points.
    pub fn place_in_plan(&self, point: [f64; 2]) -> Pos2 {
        self.views.plan.used().place_of(point)
    }

    /// Position of a world point in the 3D view, from −1 to 1 to the right and up. `None` if behind the camera.
    pub fn place_of_point(&self, point: Point3<f64>) -> Option<[f64; 2]> {
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

    /// The open recording.
    pub fn playback(&self) -> Option<&Playback> {
        self.state.scene.player.as_ref().map(Player::playback)
    }

    /// Events in the open recording, as far as it has been read.
    pub fn recorded_marks(&self) -> Vec<Mark> {
        let overview = self.state.scene.player.as_ref().and_then(Player::overview);
        overview.map(|overview| overview.marks(<[Mark]>::to_vec)).unwrap_or_default()
    }

    /// Bodies whose poses differ from the recorded run, by descending distance.
    pub fn ghosts(&self) -> impl Iterator<Item = usize> {
        self.state.scene.ghosts.iter().map(|ghost| ghost.body)
    }

    /// The comparison of the live run with a recording.
    pub fn comparison(&self) -> Option<&Comparison> {
        self.state.scene.comparison.as_ref()
    }

    /// Path and text of each file in the editor, and whether it has unsaved changes.
    pub fn text_files(&self) -> impl Iterator<Item = (Option<&Path>, &str, bool)> {
        self.panels.editor.files().iter().map(|open| (open.file.path(), open.file.text(), open.file.is_modified()))
    }

    /// The file shown in the editor, with its marked line, 1-based.
    pub fn shown_text_file(&self) -> Option<(Option<PathBuf>, Option<usize>)> {
        let open = self.panels.editor.shown()?;
        Some((open.file.path().map(Path::to_path_buf), self.panels.editor.marked()))
    }

    /// The packs missing from the scene.
    pub fn missing_packs(&self) -> &[Requirement] {
        self.packs.missing()
    }

    /// The running or the most recent build.
    pub fn build_output(&self) -> Option<&Build> {
        self.panels.editor.output.build()
    }

    /// Status of the video being recorded. `None` if there is none.
    pub fn view_video(&self) -> Option<VideoStatus> {
        self.view_files.status()
    }
}
