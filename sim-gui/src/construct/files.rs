//! Files of robots and measurement tables.

use super::{Construct, edits};
use crate::actions::{Request, RobotFile, RobotRequest};
use crate::text::construct as words;
use crate::widgets::form::relative;
use egui::Ui;
use sim_abi::model::{Geometry, RobotModelSpec};
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use std::path::{Path, PathBuf};

/// Extension of robot files.
const ENDING: &str = ".robot.ron";
/// First request id of this module, distinct from those of others.
const FIRST: u64 = 1 << 42;

/// Pending exports that wait for the simulation thread.
#[derive(Default)]
pub struct Files {
    asked: u64,
    waiting: Option<(u64, PathBuf)>,
}

impl Files {
    /// Registers the output path of a robot. Returns the request id.
    pub fn ask(&mut self, path: PathBuf) -> u64 {
        self.asked += 1;
        self.waiting = Some((FIRST + self.asked, path));
        FIRST + self.asked
    }

    /// The output path of a request.
    pub fn take(&mut self, id: u64) -> Option<PathBuf> {
        self.waiting.take_if(|(waiting, _)| *waiting == id).map(|(_, path)| path)
    }
}

impl Construct {
    /// Pending robot exports.
    pub fn files(&mut self) -> &mut Files {
        &mut self.files
    }

    /// The open table as a file.
    pub fn table(&self) -> Result<String, String> {
        self.tables.to_table().map(|table| table.to_ron())
    }

    /// Fills the open table from a file.
    pub fn fill_table(&mut self, text: &str) -> Result<(), String> {
        self.tables.fill(text)
    }

    /// The edit that sets the robot to the model of a file.
    pub fn use_file(&self, path: &Path, folder: Option<&Path>) -> Option<Request> {
        let (_, robot) = self.made.as_ref()?;
        Some(edits::use_file(robot, relative(path, folder)))
    }
}

/// Writes a robot to a file. Meshes near it are referenced relative to its folder.
///
/// # Errors
/// Why it cannot be written.
pub fn write(spec: &RobotModelSpec, path: &Path) -> Result<(), Diagnostic> {
    let mut spec = spec.clone();
    let folder = path.parent();
    for link in &mut spec.links {
        let solid = link.collision.iter_mut().map(|shape| &mut shape.geometry);
        for geometry in solid.chain(link.visual.iter_mut().map(|visual| &mut visual.geometry)) {
            if let Geometry::Mesh { file, .. } = geometry {
                *file = relative(Path::new(file), folder);
            }
        }
    }
    let text = sim_core::model::to_ron(&spec).map_err(|error| Diagnostic::from(&error))?;
    sim_core::files::write_whole(path, text.as_bytes()).map_err(|error| {
        Diagnostic::error(Code::ConfigValue, words::NOT_SAVED)
            .with_file(path.display().to_string())
            .with_found(error.to_string())
    })
}

/// Checks that a file is a usable robot.
///
/// # Errors
/// Every problem, with its field.
pub fn check(path: &Path) -> Result<(), Diagnostics> {
    let loaded = sim_core::model::load(path, &sim_core::model::UrdfOptions::default());
    loaded.map(drop).map_err(|errors| errors.iter().map(Diagnostic::from).collect())
}

/// The path with the extension of robot files.
pub fn ended(path: PathBuf) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if name.ends_with(ENDING) {
        return path;
    }
    path.with_file_name(name.trim_end_matches(".ron").to_owned() + ENDING)
}

/// The buttons for robots.
pub fn buttons(ui: &mut Ui, requests: &mut Vec<Request>) {
    ui.horizontal_wrapped(|ui| {
        if ui.button(words::SAVE_ROBOT).on_hover_text(words::SAVE_ROBOT_HELP).clicked() {
            requests.push(Request::Robot(RobotRequest::File(RobotFile::SaveRobot(None))));
        }
        if ui.button(words::USE_ROBOT).on_hover_text(words::USE_ROBOT_HELP).clicked() {
            requests.push(Request::Robot(RobotRequest::File(RobotFile::UseRobot(None))));
        }
    });
}

/// The buttons for tables.
pub fn table_buttons(ui: &mut Ui, requests: &mut Vec<Request>) {
    if ui.button(words::SAVE_TABLE).clicked() {
        requests.push(Request::Robot(RobotRequest::File(RobotFile::SaveTable(None))));
    }
    if ui.button(words::LOAD_TABLE).clicked() {
        requests.push(Request::Robot(RobotRequest::File(RobotFile::LoadTable(None))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BU-66: A robot is saved as a file and used as a template without loss.
    #[test]
    fn files_of_robots_have_their_ending() {
        let ended = |path: &str| ended(path.into()).to_string_lossy().into_owned();
        assert_eq!(ended("a/butia"), "a/butia.robot.ron");
        assert_eq!(ended("a/butia.ron"), "a/butia.robot.ron");
        assert_eq!(ended("a/butia.robot.ron"), "a/butia.robot.ron");
    }
}
