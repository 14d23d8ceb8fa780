//! Robot construction: placement of its panel, and its files.

use super::Window;
use super::file_dialogs::{ROBOTS, ROBOTS_TO_READ, TABLES};
use crate::actions::{EditRequest, Request, RobotFile, RobotRequest};
use crate::construct::files;
use crate::preferences::layout::Pane;
use crate::text;
use crate::text::construct as words;
use sim_abi::model::RobotModelSpec;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics, Severity};
use sim_edit::Document;
use sim_runner::Command;
use std::path::Path;
use std::sync::Arc;

impl Window {
    pub(super) fn robot_request(&mut self, request: RobotRequest) {
        match request {
            RobotRequest::Construct(robot) => {
                self.panels.construct.show_robot(robot);
                self.layout.show(Pane::Construction);
            }
            RobotRequest::File(file) => self.robot_file(file),
        }
    }

    /// Restores the layout after the construction panel was closed. For another robot under construction, fits the view to it
    /// and selects its telemetry.
    pub(super) fn follow_building(&mut self) {
        let open = self.layout.follow_construction();
        let watched = self.panels.construct.watched().filter(|_| open).cloned();
        if watched != self.watched {
            let robot = watched.as_ref().and_then(|name| self.state.world.structure().robot(name));
            if let Some(robot) = robot {
                let body = self.state.world.structure().robots[robot].body as usize;
                self.views.view3d.used_mut().fit(&[body].into_iter().collect(), &self.views.content);
            }
            self.watched = watched;
            self.select_telemetry();
        }
    }

    /// Removes or copies the selected part of the construction. Returns whether there is one.
    pub(super) fn edit_part(&mut self, copy: bool) -> bool {
        let open = self.watched.is_some();
        let document = self.state.editor.document().filter(|_| open);
        let Some(Request::Edit(EditRequest::Apply { edit, coalesce })) =
            document.and_then(|document| self.panels.construct.on_keys(document, copy))
        else {
            return false;
        };
        self.edit(edit, coalesce);
        true
    }

    pub(super) fn robot_file(&mut self, file: RobotFile) {
        let robot = self.panels.construct.watched().cloned();
        match file {
            RobotFile::SaveRobot(path) => {
                let Some(robot) = robot else { return };
                let Some(path) = path else {
                    let name = format!("{robot}.robot.ron");
                    return self.save_file(&text::choose::SAVE_ROBOT, ROBOTS, name, |window, _, path| {
                        window.robot_file(RobotFile::SaveRobot(Some(path)));
                    });
                };
                let Some(scene) = self.state.editor.document().and_then(Document::loaded).cloned() else { return };
                let id = self.panels.construct.files().ask(files::ended(path));
                self.state.runner.send(Command::Model { id, scene: Arc::new(scene), robot: robot.to_string() });
            }
            RobotFile::UseRobot(Some(path)) => self.use_robot(&path),
            RobotFile::UseRobot(None) => {
                self.open_file(&text::choose::USE_ROBOT, ROBOTS_TO_READ, |window, _, path| window.use_robot(&path));
            }
            RobotFile::SaveTable(path) => match self.panels.construct.table() {
                Ok(table) => {
                    let Some(path) = path else {
                        let name = "table.ron".to_owned();
                        return self.save_file(&text::choose::SAVE_TABLE, TABLES, name, |window, _, path| {
                            window.robot_file(RobotFile::SaveTable(Some(path)));
                        });
                    };
                    let result = sim_core::files::write_whole(&path, table.as_bytes());
                    self.notices.written(&path, result, words::NOT_SAVED_TABLE);
                }
                Err(reason) => self.panels.construct.refuse(reason),
            },
            RobotFile::LoadTable(path) => {
                let Some(path) = path else {
                    return self.open_file(&text::choose::LOAD_TABLE, TABLES, |window, _, path| {
                        window.robot_file(RobotFile::LoadTable(Some(path)));
                    });
                };
                let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
                if let Err(reason) = text.and_then(|text| self.panels.construct.fill_table(&text)) {
                    self.refuse_file(&path, reason);
                }
            }
        }
    }

    /// Rejects a file: shown in the panel and among the problems.
    fn refuse_file(&mut self, path: &Path, reason: impl Into<String>) {
        let reason = reason.into();
        let finding = Diagnostic::error(Code::ConfigValue, reason.clone()).with_file(path.display().to_string());
        self.notices.problems.add(finding);
        self.panels.construct.refuse(reason);
    }

    fn use_robot(&mut self, path: &Path) {
        match files::check(path) {
            Ok(()) => {
                let folder = self.state.editor.document().and_then(Document::path).and_then(Path::parent);
                if let Some(Request::Edit(EditRequest::Apply { edit, coalesce })) =
                    self.panels.construct.use_file(path, folder)
                {
                    self.edit(edit, coalesce);
                }
            }
            Err(findings) => self.refuse_robot(findings),
        }
    }

    /// Reports the diagnostics of a robot: the worst in the panel, all among the problems.
    fn refuse_robot(&mut self, findings: Diagnostics) {
        if let Some(worst) = findings.iter().find(|finding| finding.severity == Severity::Error) {
            let place = worst.place.map(|place| place.line);
            let finding_text = text::construct::finding(worst.path.as_deref(), place, &worst.message);
            self.panels.construct.refuse(finding_text);
        }
        findings.iter().for_each(|finding| self.notices.problems.add(finding.clone()));
    }

    /// Writes a robot to the chosen file.
    pub(super) fn write_robot(&mut self, id: u64, result: Result<Arc<RobotModelSpec>, Diagnostics>) {
        let Some(path) = self.panels.construct.files().take(id) else { return };
        match result {
            Ok(spec) => self.robot_written(&path, files::write(&spec, &path)),
            Err(findings) => self.refuse_robot(findings),
        }
    }

    fn robot_written(&mut self, path: &Path, result: Result<(), Diagnostic>) {
        match result {
            Ok(()) => self.notices.wrote(path),
            Err(finding) => self.notices.note(finding),
        }
    }
}
