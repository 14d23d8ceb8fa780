//! Images and videos of the 3D view.

use super::Window;
use super::files;
use super::pacing::{Clock, ImageDue, Pacing, RATE, VideoTime};
use crate::actions::ViewVideo;
use crate::preferences::layout::{self, Pane, ViewKind};
use crate::text::view_files as words;
use crate::text::{self, Text};
use crate::views::content::Content;
use crate::views::view3d::View3d;
use crate::widgets::file_dialog::Choice;
use egui::Context;
use sim_abi::ffi::types::LogLevel;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::output_lock::Existing;
use sim_render::{Canvas, GpuError};
use sim_video::{EDGES, Extent, Kind, Unfinished, Video};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// Update interval of the video status while the window is otherwise idle.
const TOLD: Duration = Duration::from_millis(250);
/// Image pixels per view pixel, along each edge.
const SIZES: [u32; 2] = [1, 2];

/// Images and videos of the 3D view in progress.
pub(super) struct ViewFiles {
    ctx: Context,
    recorder: Option<Recorder>,
    /// Files being finished by other threads.
    writing: Vec<(PathBuf, JoinHandle<()>)>,
    sender: Sender<Written>,
    done: Receiver<Written>,
    /// The most recent choices: image size, time base and format of videos.
    size: Choice,
    time: Choice,
    kind: Choice,
}

impl ViewFiles {
    /// Creates an idle state. `ctx` repaints the window when a file is finished.
    pub(super) fn new(ctx: Context) -> Self {
        let (sender, done) = channel();
        Self {
            ctx,
            recorder: None,
            writing: Vec::new(),
            sender,
            done,
            size: Choice::new(words::SIZE, &words::SIZES),
            time: Choice::new(words::TIME, &words::TIMES),
            kind: Choice::new(words::KIND, &words::KINDS),
        }
    }
}

/// The result of writing a file.
struct Written {
    path: PathBuf,
    result: Result<Extent, Diagnostic>,
    /// For a video: the number of dropped images and why it ended. `None` for an image.
    video: Option<(u64, Text)>,
}

/// Status of the video being recorded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VideoStatus {
    /// Duration, s.
    pub length: f64,
    /// Number of images.
    pub images: u64,
    /// Number of images dropped because earlier ones were not yet written.
    pub left_out: u64,
}

/// A video being recorded.
struct Recorder {
    video: Video,
    path: PathBuf,
    /// Number of the view.
    view: u32,
    size: [u32; 2],
    clock: Clock,
    pacing: Pacing,
    /// Render target for a view whose size differs from the video.
    canvas: Option<Canvas>,
}

/// Why a video cannot continue.
enum Trouble {
    /// Writing failed.
    Video(Box<Diagnostic>),
    /// The view returned no image.
    Image(GpuError),
}

impl Recorder {
    /// Adds an image of the view if one is due. Returns the maximum time until the next call.
    fn follow(&mut self, view: &mut View3d, content: &mut Content, run: f64) -> Result<Duration, Trouble> {
        let has_room = self.video.has_room().map_err(unwritten)?;
        let time = self.clock.time(Instant::now(), run);
        match self.pacing.due(view.images(), time, &self.clock) {
            ImageDue::Never => return Ok(TOLD),
            ImageDue::Later(rest) => return Ok(rest.min(TOLD)),
            ImageDue::Now if !has_room => {
                self.pacing.leave_out(time);
                return Ok(Duration::from_secs(1) / RATE);
            }
            ImageDue::Now => {}
        }
        let pixels = view.pixels(content, self.size, 1.0, &mut self.canvas).map_err(Trouble::Image)?;
        if let Some(pixels) = pixels {
            self.video.add(pixels, time).map_err(unwritten)?;
            self.pacing.add(view.images(), time);
        }
        Ok(TOLD)
    }

    /// The final image, unless it is already in the video, and the end time of the video, s.
    fn end(&mut self, view: Option<&mut View3d>, content: &mut Content, run: f64) -> (Option<(Vec<u8>, f64)>, f64) {
        let time = self.clock.time(Instant::now(), run);
        let new = view.filter(|view| self.pacing.is_new(view.images(), time));
        // A read error was already reported for an earlier image.
        let pixels = new.and_then(|view| view.pixels(content, self.size, 1.0, &mut self.canvas).ok().flatten());
        let last = if pixels.is_some() { Some(time) } else { self.pacing.last() };
        let shortest = last.unwrap_or_default() + f64::from(RATE).recip();
        let end = if matches!(self.clock, Clock::Seen(_)) { time } else { time.max(shortest) };
        (pixels.map(|pixels| (pixels, time)), end)
    }
}

impl Window {
    /// Prompts for a file and saves an image of the most recently used 3D view.
    pub(super) fn choose_view_picture(&mut self) {
        if self.views.view3d.used().image_size().is_none() {
            return self.inform(words::NOT_SEEN);
        }
        let name = self.name_of_export("view", files::PNG);
        let choice = self.view_files.size.clone();
        self.save_file_with(&words::SAVE_PICTURE, files::PNG, name, vec![choice.clone()], move |window, _, path| {
            window.save_view_picture(path, SIZES[choice.chosen()]);
        });
    }

    /// Saves an image of the most recently used 3D view with `scale` pixels per view pixel along each edge.
    fn save_view_picture(&mut self, path: PathBuf, scale: u32) {
        let view = self.views.view3d.used_mut();
        let Some(size) = view.image_size() else { return self.inform(words::NOT_SEEN) };
        let size = size.map(|edge| scale.saturating_mul(edge));
        let pixels = match view.pixels(&mut self.views.content, size, scale as f32, &mut None) {
            Ok(Some(pixels)) => pixels,
            Ok(None) => {
                let finding = Diagnostic::error(Code::ConfigOutput, words::NO_PICTURE);
                let finding = finding.with_file(path.display().to_string());
                let finding = finding.with_found(text::plan::too_large(size[0], size[1]));
                return self.note(finding.with_help(words::SMALLER));
            }
            Err(error) => return self.note(unreadable(&error)),
        };
        let begun = Video::begin(&path, Kind::Picture, size, 1, Existing::Replaced);
        match begun {
            Ok(mut video) => self.write(path, None, move || {
                video.add(pixels, 0.0)?;
                video.finish()
            }),
            Err(finding) => self.note(finding),
        }
    }

    /// Stops the video, or prompts for a file and starts one.
    pub(super) fn record_view_or_stop(&mut self) {
        if self.view_files.recorder.is_some() {
            return self.end_view_video(words::ASKED);
        }
        if self.views.view3d.used().image_size().is_none() {
            return self.inform(words::NOT_SEEN);
        }
        let name = self.name_of_export("view", files::VIDEOS);
        let [time, kind] = [&self.view_files.time, &self.view_files.kind].map(Choice::clone);
        let choices = vec![time.clone(), kind.clone()];
        self.save_file_with(&words::RECORD, files::VIDEOS, name, choices, move |window, _, path| {
            let time = [VideoTime::Seen, VideoTime::Run][time.chosen()];
            let (path, pictures) = match kind.chosen() {
                0 => (path, false),
                _ => (path.with_extension(""), true),
            };
            window.record_view(ViewVideo { path, pictures, of_run: time == VideoTime::Run });
        });
    }

    /// Starts a video of the most recently used 3D view.
    pub(super) fn record_view(&mut self, wanted: ViewVideo) {
        let ViewVideo { path, pictures, of_run } = wanted;
        if self.view_files.recorder.is_some() {
            self.end_view_video(words::ASKED);
        }
        let view = self.views.view3d.number();
        let Some(size) = self.views.view3d.used().image_size() else { return self.inform(words::NOT_SEEN) };
        self.view_files.writing.retain(|(_, thread)| !thread.is_finished());
        if self.view_files.writing.iter().any(|(other, _)| *other == path) {
            return self.inform(words::STILL_WRITTEN);
        }
        if pictures && path.exists() {
            let finding = Diagnostic::error(Code::ConfigOutput, words::NO_FOLDER).with_file(path.display().to_string());
            return self.note(finding.with_found(words::THERE).with_help(words::OTHER_NAME));
        }
        // Video edges must be even.
        let size = size.map(|edge| (edge & !1).clamp(EDGES[0], EDGES[1]));
        let kind = if pictures { Kind::Pictures } else { Kind::Video };
        match Video::begin_with(&path, kind, size, RATE, Existing::Replaced, Unfinished::Kept) {
            Ok(video) => {
                let time = if of_run { VideoTime::Run } else { VideoTime::Seen };
                let clock = Clock::new(time, Instant::now(), self.state.frame.time);
                let pacing = Pacing::default();
                let short = short(&path);
                self.view_files.recorder = Some(Recorder { video, path, view, size, clock, pacing, canvas: None });
                self.toasts.info(words::started(&short));
                // Do not log this: the log would unfold and resize the view, which would then differ in size from the video.
                self.follow_view_video();
            }
            Err(finding) => self.note(finding),
        }
    }

    /// Adds the current image to the video. Ends the video if its view was closed or writing fails.
    pub(super) fn follow_view_video(&mut self) {
        let Some(recorder) = &mut self.view_files.recorder else { return };
        let pane = Pane::of_view(ViewKind::View3d, recorder.view);
        let there = layout::panes(&self.tiles).any(|other| other == pane);
        let Some(view) = self.views.view3d.find_mut(recorder.view).filter(|_| there) else {
            return self.end_view_video(words::CLOSED);
        };
        match recorder.follow(view, &mut self.views.content, self.state.frame.time) {
            Ok(rest) => self.view_files.ctx.request_repaint_after(rest),
            Err(Trouble::Video(finding)) => {
                self.view_files.recorder = None;
                self.note(*finding);
            }
            Err(Trouble::Image(error)) => {
                self.note(unreadable(&error));
                self.end_view_video(words::NO_IMAGE);
            }
        }
    }

    /// Ends the video, if any. Remaining images are written in the background.
    pub(super) fn end_view_video(&mut self, reason: Text) {
        let Some(mut recorder) = self.view_files.recorder.take() else { return };
        let view = self.views.view3d.find_mut(recorder.view);
        let (last, end) = recorder.end(view, &mut self.views.content, self.state.frame.time);
        let Recorder { mut video, path, pacing, .. } = recorder;
        self.write(path, Some((pacing.left_out, reason)), move || {
            if let Some((pixels, time)) = last {
                video.add(pixels, time)?;
            }
            video.finish_at(end)
        });
    }

    /// Finishes a file in a thread.
    fn write(
        &mut self,
        path: PathBuf,
        video: Option<(u64, Text)>,
        finish: impl FnOnce() -> Result<Extent, Diagnostic> + Send + 'static,
    ) {
        let (ctx, done, name) = (self.view_files.ctx.clone(), self.view_files.sender.clone(), path.clone());
        let work = move || {
            let result = finish();
            // The receiver is gone if the window has closed.
            let _ = done.send(Written { path: name, result, video });
            ctx.request_repaint();
        };
        match Builder::new().name("view file".into()).spawn(work) {
            Ok(thread) => self.view_files.writing.push((path, thread)),
            Err(error) => {
                let finding = Diagnostic::error(Code::ConfigOutput, words::NO_PICTURE);
                self.note(finding.with_file(path.display().to_string()).with_found(error.to_string()));
            }
        }
    }

    /// Reports finished files.
    pub(super) fn report_view_files(&mut self) {
        let done: Vec<Written> = self.view_files.done.try_iter().collect();
        for Written { path, result, video } in done {
            match (result, video) {
                (Ok(_), None) => self.report_written(&path, text::plots::written(&path.display().to_string())),
                (Ok(extent), Some((left_out, reason))) => {
                    let said = |path: &str| words::stopped(path, extent.images, extent.duration, left_out, reason);
                    self.say(LogLevel::Info, "", said(&path.display().to_string()));
                    self.report_written(&path, said(&short(&path)));
                }
                (Err(finding), _) => self.note(finding),
            }
        }
    }

    fn inform(&mut self, text: Text) {
        self.toasts.info(text);
    }

    /// Reports a finished file, with a link to its folder.
    fn report_written(&mut self, path: &Path, text: impl Into<String>) {
        self.toasts.success_at(text, path.parent().map(Path::to_path_buf));
    }

    /// Finishes pending files before the window closes. Returns the first error.
    pub(super) fn finish_view_files(&mut self) -> Option<Diagnostic> {
        if self.view_files.recorder.is_some() {
            self.end_view_video(words::ASKED);
        }
        for (_, thread) in self.view_files.writing.drain(..) {
            // The thread has already reported its result.
            let _ = thread.join();
        }
        self.view_files.done.try_iter().find_map(|written| written.result.err())
    }

    /// Status of the video being recorded. `None` if there is none.
    pub fn view_video(&self) -> Option<VideoStatus> {
        let Recorder { clock, pacing, .. } = self.view_files.recorder.as_ref()?;
        let length = match clock {
            Clock::Seen(start) => start.elapsed().as_secs_f64(),
            Clock::Run { passed, .. } => *passed,
        };
        Some(VideoStatus { length, images: pacing.images, left_out: pacing.left_out })
    }
}

/// Writing the video failed.
fn unwritten(finding: Diagnostic) -> Trouble {
    Trouble::Video(Box::new(finding))
}

/// The diagnostic for a view that returned no image.
fn unreadable(error: &GpuError) -> Diagnostic {
    let finding = Diagnostic::error(Code::Graphics, text::graphics::REFUSED);
    finding.with_found(error.message.clone()).with_help(text::graphics::REFUSED_REMEDY)
}

fn short(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
