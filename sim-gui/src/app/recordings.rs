//! Recordings: making them, playing them in place of the live run, and comparing the live run with them.

use super::Window;
use super::dialogs::Answer;
use super::file_dialogs;
use crate::actions::{Action, RecordingRequest, Request};
use crate::preferences::layout::Pane;
use crate::simulation::playback::{self, Control, EXTENSION, Opened, Opening, Player, Purpose};
use crate::text;
use egui::Context;
use sim_abi::ffi::types::LogLevel;
use sim_core::recording::RecorderReport;
use sim_runner::{Command, Comparison, Frame, Playback, RunState, Structure};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Window {
    pub(super) fn recording_request(&mut self, ctx: &Context, request: RecordingRequest) {
        match request {
            RecordingRequest::Record(path) => self.record(path, false),
            RecordingRequest::Open(path) => self.open_recording(ctx, path, Purpose::Show),
            RecordingRequest::Playback(control) => self.control(ctx, control),
            RecordingRequest::Compare(path) => self.open_recording(ctx, path, Purpose::Compare),
            RecordingRequest::EndComparison => self.end_comparison(),
        }
    }

    /// Stops recording, or prompts for a file and starts recording.
    pub(super) fn record_or_stop(&mut self) {
        let live = self.state.runner.frame();
        if live.recorded.is_some() {
            return self.state.runner.send(Command::StopRecording);
        }
        if self.state.scene.player.is_some() {
            self.notices.toasts.info(text::recordings::NOTHING_RECORDED);
            return;
        }
        if live.robots.is_empty() && live.objects.is_empty() {
            self.notices.toasts.info(text::recordings::NO_LIVE);
            return;
        }
        let name = file_name(&self.state.world.structure().title, std::time::SystemTime::now());
        self.save_file(&text::choose::RECORD, file_dialogs::RECORDINGS, name, |window, _, path| {
            window.record(path, true)
        });
    }

    /// Prompts for confirmation before an action that ends the recording.
    pub(super) fn ask_to_end_recording(&mut self, action: Action) {
        let answers = vec![(text::recordings::END_IT, Answer::EndRecording(action))];
        self.dialogs.ask(text::recordings::ends(action.name()), answers);
    }

    /// Resets the run or goes back one step.
    pub(super) fn go_back(&mut self, action: Action) {
        self.state.runner.send(match action {
            Action::StepBack => Command::StepBack(1),
            Action::Reset => Command::Reset,
            _ => Command::Stop,
        });
    }

    /// Restarts the run and advances it to a time, s. The run repeats itself except for manual interventions.
    pub(super) fn go_to_moment(&mut self, time: f64) {
        if self.state.records() {
            self.notices.toasts.info(text::acceptance::RECORDING);
            return;
        }
        let ticks = (time / self.state.world.structure().dt).round() as u64;
        self.state.runner.send(Command::Stop);
        self.state.runner.send(Command::Step(ticks));
    }

    /// Starts recording the live run. Prompts before overwriting, unless `asked` is set: the dialog has already prompted.
    pub(super) fn record(&mut self, path: PathBuf, asked: bool) {
        match sim_runner::existing_recording(&path) {
            Some(there) if !(asked && there == path) => {
                let answers = vec![(text::common::REPLACE, Answer::RecordOver(path))];
                self.dialogs.ask(text::recordings::taken(there.display().to_string()), answers);
            }
            Some(_) => self.record_over(path),
            None => self.record_by(path, Command::Record),
        }
    }

    /// Starts recording the live run and overwrites an existing recording.
    pub(super) fn record_over(&mut self, path: PathBuf) {
        self.record_by(path, Command::RecordOver);
    }

    fn record_by(&mut self, path: PathBuf, command: fn(PathBuf) -> Command) {
        self.files.remember(file_dialogs::RECORDINGS, &path);
        self.state.runner.send(command(path));
    }

    /// Prompts for a recording and opens it.
    pub(super) fn choose_recording(&mut self, title: &str, purpose: Purpose) {
        self.open_file(title, file_dialogs::RECORDINGS, move |window, ctx, path| {
            window.open_recording(ctx, path, purpose);
        });
    }

    pub(super) fn recording_started(&mut self, path: &Path, missed: u64) {
        let text = text::recordings::started(&path.display().to_string(), missed);
        self.notices.toasts.info(text::recordings::started(&short(path), missed));
        self.notices.say(LogLevel::Info, "", text);
    }

    pub(super) fn recording_stopped(&mut self, path: &Path, report: &RecorderReport, reason: &'static str) {
        let text = text::recordings::stopped(&path.display().to_string(), report.frames, reason);
        self.notices.succeeded(text::recordings::stopped(&short(path), report.frames, reason), text);
    }

    pub(super) fn recording_failed(&mut self, path: &Path, reason: &str) {
        self.notices.say(LogLevel::Error, "", text::recordings::failed(path.display().to_string(), reason));
    }

    /// Starts to open a recording.
    pub(super) fn open_recording(&mut self, ctx: &Context, path: PathBuf, purpose: Purpose) {
        match Opening::begin(path, purpose, playback::repaint(ctx)) {
            Ok(opening) => self.state.scene.opening = Some(opening),
            Err(finding) => self.notices.note(finding),
        }
    }

    /// Handles an opened recording.
    pub(super) fn take_opened(&mut self, ctx: &Context) {
        let Some(opening) = &self.state.scene.opening else { return };
        let Some(result) = opening.take() else { return };
        let purpose = opening.purpose;
        self.state.scene.opening = None;
        match (result, purpose) {
            (Ok(opened), Purpose::Show) => self.show_recording(ctx, opened),
            (Ok(opened), Purpose::Compare) => self.compare(opened.playback),
            (Err(finding), _) => self.notices.note(finding),
        }
    }

    /// Shows which recording is being opened if that takes long.
    pub(super) fn show_opening(&self, ui: &mut egui::Ui) {
        let Some(opening) = &self.state.scene.opening else { return };
        ui.ctx().request_repaint_after(std::time::Duration::from_millis(100));
        if let Some(name) = opening.slow() {
            egui::Panel::bottom("opening").show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label(text::recordings::opening(&name));
                });
            });
        }
    }

    /// Shows a recording in place of the live run, which pauses.
    fn show_recording(&mut self, ctx: &Context, opened: Opened) {
        match Player::new(opened, ctx, &self.state.runner) {
            Ok((player, findings)) => {
                self.notices.note_all(&findings);
                if matches!(self.state.runner.frame().state, RunState::Playing) {
                    self.state.runner.send(Command::Pause);
                }
                self.panels.plots.forget_recorded();
                self.reset_view(&player.structure().title);
                self.state.scene.player = Some(player);
                self.select_telemetry();
            }
            Err(finding) => self.notices.note(finding),
        }
    }

    /// Resets the camera for a new scene. The camera is preserved if the scene is the same.
    fn reset_view(&mut self, title: &str) {
        if self.state.world.structure().title != title {
            self.views.forget();
        }
    }

    /// Returns to the live run, which is unchanged.
    pub(super) fn close_recording(&mut self) {
        self.reset_view(&self.state.runner.structure().title.clone());
        self.state.scene.player = None;
        self.panels.plots.forget_recorded();
    }

    pub(super) fn control(&mut self, ctx: &Context, control: Control) {
        let Some(player) = &mut self.state.scene.player else { return };
        match control {
            Control::Close => self.close_recording(),
            Control::Compare => {
                let path = player.playback().path().to_path_buf();
                self.close_recording();
                self.open_recording(ctx, path, Purpose::Compare);
            }
            control => {
                if let Err(finding) = player.control(control) {
                    self.notices.note(finding);
                }
            }
        }
    }

    /// Starts comparing the live run with a recording.
    fn compare(&mut self, playback: Playback) {
        if self.state.scene.player.is_some() {
            self.close_recording();
        }
        self.end_comparison();
        self.state.scene.comparison = Some(Comparison::new(playback));
        self.layout.show(Pane::Comparison);
        // Compare the current frame immediately.
        let (frame, structure) = (self.state.runner.frame(), self.state.runner.structure());
        self.compare_frame(&frame, &structure);
    }

    pub(super) fn end_comparison(&mut self) {
        if self.state.scene.comparison.take().is_some() {
            self.panels.plots.forget_recorded();
            self.panels.plots.forget_distances();
        }
    }

    pub(super) fn compare_frame(&mut self, frame: &Frame, structure: &Structure) {
        let Some(comparison) = self.state.scene.comparison.as_mut().filter(|_| frame.structure == structure.generation)
        else {
            return;
        };
        if let Err(finding) = comparison.compare(frame, structure) {
            self.notices.note(finding);
        }
    }

    /// The shown frame and its structure: of the recording if one is open, else of the live run.
    pub(super) fn shown(&mut self, ctx: &Context) -> (Arc<Frame>, Arc<Structure>) {
        let Some(player) = &mut self.state.scene.player else {
            return (self.state.runner.frame(), self.state.runner.structure());
        };
        let (result, failure) = (player.poll(ctx), player.take_failure());
        let (frame, structure) = (player.frame().clone(), player.structure());
        result.err().into_iter().chain(failure).for_each(|finding| self.notices.note(finding));
        (frame, structure)
    }

    /// Whether the scene may be edited. While a recording is open, reports why not.
    pub(super) fn may_edit(&mut self) -> bool {
        if self.state.scene.player.is_some() {
            self.notices.toasts.info(text::recordings::NO_EDITS);
        }
        self.state.scene.player.is_none()
    }

    /// Queues a request, as menus and panels do. It is applied in the next frame.
    pub fn request(&mut self, request: Request) {
        self.input.requested.push(request);
    }
}

/// The playback control that corresponds to an action of the live run.
pub(super) fn control_of(action: Action) -> Option<Control> {
    match action {
        Action::PlayPause => Some(Control::Play),
        Action::Step => Some(Control::Step(1)),
        Action::StepBack => Some(Control::Step(-1)),
        Action::Stop | Action::Reset => Some(Control::Start),
        _ => None,
    }
}

fn short(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// File name for a recording: the name of the scene and the time (UTC).
fn file_name(scene: &str, now: std::time::SystemTime) -> String {
    let moment = jiff::Timestamp::try_from(now).unwrap_or_default().strftime("%Y-%m-%d-%H%M%S");
    let stem = [".ron", ".json"].iter().find_map(|end| scene.strip_suffix(end)).unwrap_or(scene);
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let stem: String = stem.chars().map(plain).collect();
    let stem = if stem.is_empty() { "run" } else { &stem };
    format!("{stem}-{moment}.{EXTENSION}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn recordings_are_named_by_scene_and_moment() {
        let name = |scene: &str, seconds: u64| file_name(scene, UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(name("demo.ron", 951_827_696), "demo-2000-02-29-123456.mcap");
        assert_eq!(name("", 0), "run-1970-01-01-000000.mcap");
        assert_eq!(name("Six scouts / lab", 4_107_542_399), "Six-scouts---lab-2100-02-28-235959.mcap");
    }
}
