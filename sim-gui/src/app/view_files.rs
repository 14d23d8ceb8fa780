//! Images and videos of the 3D view.

use super::active_view::Views;
use super::notices::Notices;
use super::pacing::{Clock, ImageDue, Pacing, RATE, VideoTime};
use super::panel_layout::PanelLayout;
use super::{Window, file_dialogs};
use crate::actions::ViewVideo;
use crate::preferences::layout::{Pane, ViewKind};
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

impl ViewFiles {
    /// Saves an image of the most recently used 3D view with `scale` pixels per view pixel along each edge.
    fn save_picture(&mut self, path: PathBuf, scale: u32, views: &mut Views, notices: &mut Notices) {
        let view = views.view3d.used_mut();
        let Some(size) = view.image_size() else { return notices.inform(words::NOT_SEEN) };
        let size = size.map(|edge| scale.saturating_mul(edge));
        let pixels = match view.pixels(&mut views.content, size, scale as f32, &mut None) {
            Ok(Some(pixels)) => pixels,
            Ok(None) => {
                let finding = Diagnostic::error(Code::ConfigOutput, words::NO_PICTURE);
                let finding = finding.with_file(path.display().to_string());
                let finding = finding.with_found(text::plan::too_large(size[0], size[1]));
                return notices.note(finding.with_help(words::SMALLER));
            }
            Err(error) => return notices.note(unreadable(&error)),
        };
        let begun = Video::begin(&path, Kind::Picture, size, 1, Existing::Replaced);
        match begun {
            Ok(mut video) => self.write(path, None, notices, move || {
                video.add(pixels, 0.0)?;
                video.finish()
            }),
            Err(finding) => notices.note(finding),
        }
    }

    /// Starts a video of the most recently used 3D view; `time` is that of the run, s.
    fn record(&mut self, wanted: ViewVideo, time: f64, views: &mut Views, notices: &mut Notices) {
        let ViewVideo { path, pictures, of_run } = wanted;
        self.end(words::ASKED, time, views, notices);
        let view = views.view3d.number();
        let Some(size) = views.view3d.used().image_size() else { return notices.inform(words::NOT_SEEN) };
        self.writing.retain(|(_, thread)| !thread.is_finished());
        if self.writing.iter().any(|(other, _)| *other == path) {
            return notices.inform(words::STILL_WRITTEN);
        }
        if pictures && path.exists() {
            let finding = Diagnostic::error(Code::ConfigOutput, words::NO_FOLDER).with_file(path.display().to_string());
            return notices.note(finding.with_found(words::THERE).with_help(words::OTHER_NAME));
        }
        // Video edges must be even.
        let size = size.map(|edge| (edge & !1).clamp(EDGES[0], EDGES[1]));
        let kind = if pictures { Kind::Pictures } else { Kind::Video };
        match Video::begin_with(&path, kind, size, RATE, Existing::Replaced, Unfinished::Kept) {
            Ok(video) => {
                let base = if of_run { VideoTime::Run } else { VideoTime::Seen };
                let clock = Clock::new(base, Instant::now(), time);
                let short = short(&path);
                self.recorder =
                    Some(Recorder { video, path, view, size, clock, pacing: Pacing::default(), canvas: None });
                // Do not log this: the log would unfold and resize the view, which would then differ in size from the video.
                notices.toasts.info(words::started(&short));
            }
            Err(finding) => notices.note(finding),
        }
    }

    /// Adds the current image to the video. Ends the video if its view was closed or writing fails.
    pub(super) fn update(&mut self, time: f64, layout: &PanelLayout, views: &mut Views, notices: &mut Notices) {
        let Some(recorder) = &mut self.recorder else { return };
        let is_open = layout.is_open(Pane::of_view(ViewKind::View3d, recorder.view));
        let Some(view) = views.view3d.find_mut(recorder.view).filter(|_| is_open) else {
            return self.end(words::CLOSED, time, views, notices);
        };
        match recorder.follow(view, &mut views.content, time) {
            Ok(rest) => self.ctx.request_repaint_after(rest),
            Err(Trouble::Video(finding)) => {
                self.recorder = None;
                notices.note(*finding);
            }
            Err(Trouble::Image(error)) => {
                notices.note(unreadable(&error));
                self.end(words::NO_IMAGE, time, views, notices);
            }
        }
    }

    /// Ends the video, if any. Remaining images are written in the background.
    pub(super) fn end(&mut self, reason: Text, time: f64, views: &mut Views, notices: &mut Notices) {
        let Some(mut recorder) = self.recorder.take() else { return };
        let (last, end) = recorder.end(views.view3d.find_mut(recorder.view), &mut views.content, time);
        let Recorder { mut video, path, pacing, .. } = recorder;
        self.write(path, Some((pacing.left_out, reason)), notices, move || {
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
        notices: &mut Notices,
        finish: impl FnOnce() -> Result<Extent, Diagnostic> + Send + 'static,
    ) {
        let (ctx, done, name) = (self.ctx.clone(), self.sender.clone(), path.clone());
        let work = move || {
            let result = finish();
            // The receiver is gone if the window has closed.
            let _ = done.send(Written { path: name, result, video });
            ctx.request_repaint();
        };
        match Builder::new().name("view file".into()).spawn(work) {
            Ok(thread) => self.writing.push((path, thread)),
            Err(error) => {
                let finding = Diagnostic::error(Code::ConfigOutput, words::NO_PICTURE);
                notices.note(finding.with_file(path.display().to_string()).with_found(error.to_string()));
            }
        }
    }

    /// Reports finished files, with a link to their folders.
    pub(super) fn report(&self, notices: &mut Notices) {
        for Written { path, result, video } in self.done.try_iter() {
            let folder = path.parent().map(Path::to_path_buf);
            match (result, video) {
                (Ok(_), None) => {
                    _ = notices.toasts.success_at(text::plots::written(path.display().to_string()), folder)
                }
                (Ok(extent), Some((left_out, reason))) => {
                    let said = |path: &str| words::stopped(path, extent.images, extent.duration, left_out, reason);
                    notices.say(LogLevel::Info, "", said(&path.display().to_string()));
                    notices.toasts.success_at(said(&short(&path)), folder);
                }
                (Err(finding), _) => notices.note(finding),
            }
        }
    }

    /// Finishes pending files before the window closes. Returns the first error.
    pub(super) fn finish(&mut self, time: f64, views: &mut Views, notices: &mut Notices) -> Option<Diagnostic> {
        self.end(words::ASKED, time, views, notices);
        for (_, thread) in self.writing.drain(..) {
            // The thread has already reported its result.
            let _ = thread.join();
        }
        self.done.try_iter().find_map(|written| written.result.err())
    }

    /// Status of the video being recorded. `None` if there is none.
    pub(super) fn status(&self) -> Option<VideoStatus> {
        let Recorder { clock, pacing, .. } = self.recorder.as_ref()?;
        let length = match clock {
            Clock::Seen(start) => start.elapsed().as_secs_f64(),
            Clock::Run { passed, .. } => *passed,
        };
        Some(VideoStatus { length, images: pacing.images, left_out: pacing.left_out })
    }
}

impl Window {
    /// Prompts for a file and saves an image of the most recently used 3D view.
    pub(super) fn choose_view_picture(&mut self) {
        if self.views.view3d.used().image_size().is_none() {
            return self.notices.inform(words::NOT_SEEN);
        }
        let name = self.name_of_export("view", file_dialogs::PNG);
        let choice = self.view_files.size.clone();
        self.save_file_with(
            &words::SAVE_PICTURE,
            file_dialogs::PNG,
            name,
            vec![choice.clone()],
            move |window, _, path| {
                let Self { view_files, views, notices, .. } = window;
                view_files.save_picture(path, SIZES[choice.chosen()], views, notices);
            },
        );
    }

    /// Stops the video, or prompts for a file and starts one.
    pub(super) fn record_view_or_stop(&mut self) {
        if self.view_files.recorder.is_some() {
            return self.end_view_video(words::ASKED);
        }
        if self.views.view3d.used().image_size().is_none() {
            return self.notices.inform(words::NOT_SEEN);
        }
        let name = self.name_of_export("view", file_dialogs::VIDEOS);
        let [time, kind] = [&self.view_files.time, &self.view_files.kind].map(Choice::clone);
        let choices = vec![time.clone(), kind.clone()];
        self.save_file_with(&words::RECORD, file_dialogs::VIDEOS, name, choices, move |window, _, path| {
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
        self.view_files.record(wanted, self.state.frame.time, &mut self.views, &mut self.notices);
        self.follow_view_video();
    }

    /// Adds the current image to the video.
    pub(super) fn follow_view_video(&mut self) {
        self.view_files.update(self.state.frame.time, &self.layout, &mut self.views, &mut self.notices);
    }

    /// Ends the video, if any.
    pub(super) fn end_view_video(&mut self, reason: Text) {
        self.view_files.end(reason, self.state.frame.time, &mut self.views, &mut self.notices);
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
