//! What a person asks of the views: where one looks from, what is drawn, plans as files.

use super::Window;
use crate::marks::{Shown, Who};
use crate::plan::Scene;
use crate::text;
use crate::view3d::Station;
use sim_core::diagnostic::Diagnostic;
use sim_runner::Command;
use std::path::Path;

impl Window {
    /// Writes the plan as it is seen to a file: as SVG where its name ends in `.svg`, else as PNG.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn export_plan(&mut self, path: &Path) -> Result<(), Diagnostic> {
        let live = self.runner.trails();
        let trails = match &self.player {
            Some(player) => player.trails(),
            None => live.as_ref().as_ref(),
        };
        let scene = Scene {
            world: &self.world,
            view: &self.view,
            trails,
            document: None,
            selected: &self.selected,
            part: None,
            placing: false,
            ghosts: &self.ghosts,
            provisional: self.is_provisional(),
        };
        self.plan.drawing(&scene, self.frame.time).write(path)
    }

    /// Asks for a file and writes the plan to it.
    pub(super) fn save_plan(&mut self, name: &str, extension: &str) {
        let dialog = rfd::FileDialog::new().add_filter(name, &[extension]).set_file_name(format!("plan.{extension}"));
        let Some(path) = dialog.save_file() else { return };
        match self.export_plan(&path) {
            Ok(()) => _ = self.toasts.success(text::plots::written(&path.display().to_string())),
            Err(finding) => self.note(finding),
        }
    }

    /// Looks from the robot that was selected last, or no longer.
    pub(super) fn look_from(&mut self, station: impl Fn(usize) -> Station) {
        match self.selected_robot() {
            Some(body) if self.view.station == station(body) => self.view.station = Station::Orbit,
            Some(body) => self.view.station = station(body),
            None => _ = self.toasts.info(text::view::NO_ROBOT),
        }
    }

    /// Looks through the next camera of the robot that was selected last.
    pub(super) fn look_through(&mut self) {
        let Some(body) = self.selected_robot() else {
            self.toasts.info(text::view::NO_ROBOT);
            return;
        };
        match self.view.station.next_eye(&self.world, body) {
            Some(station) => self.view.station = station,
            None => _ = self.toasts.info(text::view::NO_CAMERA),
        }
    }

    fn selected_robot(&self) -> Option<usize> {
        self.selected.iter().rev().copied().find(|body| self.world.robot_of(*body).is_some())
    }

    /// Draws other things besides the things themselves, and has the frames carry what that takes.
    pub(super) fn show(&mut self, shown: Shown) {
        self.view.shown = shown;
        self.runner.send(Command::Contacts(self.view.shown.contacts));
        self.look_at_selected();
        self.view.follow(&self.world, false, &self.hidden);
    }

    /// Frames carry the telemetry of selected robots, or of all where the readings of all are drawn.
    pub(super) fn look_at_selected(&mut self) {
        let all = self.view.shown.sensors == Who::All;
        let robots = match all {
            true => (0..self.world.structure().robots.len()).collect(),
            false => {
                let selected = self.selected.iter().filter_map(|body| self.world.robot_of(*body));
                let watched = self.watched.as_ref().and_then(|name| self.world.structure().robot(name));
                let mut robots: Vec<usize> = selected.collect();
                robots.extend(watched.filter(|robot| !robots.contains(robot)));
                robots
            }
        };
        match &mut self.player {
            Some(player) => player.select(robots),
            None => self.runner.send(Command::Select(robots)),
        }
    }
}
