//! Playback of a recording in place of the live run.

mod opening;

pub use opening::{Opened, Opening, Purpose};

use crate::text;
use egui::Context;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::engine::LinkPoses;
use sim_runner::{Command, Frame, Overview, Playback, Preview, Repaint, Runner, Structure, TrailOptions, Trails};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// File extension of recordings.
pub const EXTENSION: &str = "mcap";

/// Whether a path is a recording: an MCAP file, or a folder with a recording.
pub fn is_recording(path: &Path) -> bool {
    let extension = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION));
    extension || path.join("run.json").is_file()
}

/// A playback command.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Control {
    /// Play forward, or pause.
    Play,
    /// Play backward, or pause.
    PlayBackwards,
    /// Step by a number of frames and pause.
    Step(i64),
    /// Seek to a time, s.
    Seek(f64),
    /// Seek to the first frame and pause.
    Start,
    /// Seek to the last frame and pause.
    End,
    /// Set the speed in recorded seconds per second, for both directions.
    Speed(f64),
    /// Return to the live run.
    Close,
    /// Return to the live run and compare it with the recording.
    Compare,
}

/// The next player id. Ids are unique, so that data of different players is not mixed up.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// The player of the open recording.
pub struct Player {
    number: u64,
    name: String,
    playback: Playback,
    overview: Option<Arc<Overview>>,
    frame: Arc<Frame>,
    passed: Instant,
    /// Absolute speed.
    speed: f64,
    backwards: bool,
    /// Whether the frame is out of date.
    stale: bool,
    /// Whether the recorded scene is being built for its models.
    building: bool,
}

/// A callback that repaints the window from any thread.
pub fn repaint(ctx: &Context) -> Repaint {
    let ctx = ctx.clone();
    Arc::new(move || ctx.request_repaint())
}

impl Player {
    /// Opens a recording at its start. Visuals of robots come from the recorded scene, which the simulation thread builds; missing ones
    /// come from the live run.
    ///
    /// # Errors
    /// If the recording cannot be read.
    pub fn new(opened: Opened, ctx: &Context, runner: &Runner) -> Result<(Self, Diagnostics), Diagnostic> {
        let Opened { mut playback, scene } = opened;
        let mut findings = Diagnostics::default();
        let overview = match playback.overview(&TrailOptions::default(), repaint(ctx)) {
            Ok(overview) => Some(overview),
            Err(error) => {
                let finding = Diagnostic::warning(Code::RecordingUnreadable, text::recordings::NO_EVENTS)
                    .with_file(playback.path().display().to_string())
                    .with_found(error.to_string())
                    .with_help(text::recordings::OPEN_AGAIN);
                findings.push(finding);
                None
            }
        };
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut building = false;
        match scene {
            Ok(Some((scene, options))) => {
                building = true;
                runner.send(Command::Preview { id: number, scene, options });
            }
            Ok(None) => playback.adopt_models(&runner.structure(), &runner.frame().links),
            Err(more) => {
                findings.append(more);
                playback.adopt_models(&runner.structure(), &runner.frame().links);
            }
        }
        let path = playback.path();
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        // The frame changes once the models are available.
        let player = Self {
            number,
            name,
            frame: playback.frame()?,
            playback,
            overview,
            passed: Instant::now(),
            speed: 1.0,
            backwards: false,
            stale: true,
            building,
        };
        Ok((player, findings))
    }

    /// Unique id of the player.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// File name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The recording.
    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// Whether it plays backward, or last did.
    pub fn is_backwards(&self) -> bool {
        self.backwards
    }

    /// Recorded seconds per second.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Events, as far as they have been read.
    pub fn overview(&self) -> Option<&Overview> {
        self.overview.as_deref()
    }

    /// Trails of its robots.
    pub fn trails(&self) -> Option<&Trails> {
        self.overview.as_ref().map(|overview| overview.trails())
    }

    /// Whether the robots' models are being built.
    pub fn is_building(&self) -> bool {
        self.building
    }

    /// The structure of its frames.
    pub fn structure(&self) -> Arc<Structure> {
        self.playback.structure()
    }

    /// Applies the built models. Returns why models are missing.
    pub fn take_models(&mut self, result: &Result<Arc<Preview>, Diagnostics>, runner: &Runner) -> Diagnostics {
        (self.building, self.stale) = (false, true);
        match result {
            Ok(preview) => {
                self.playback.adopt_models(&preview.structure, &preview.links);
                self.playback.adopt_parts(&preview.structure);
                Diagnostics::default()
            }
            Err(findings) => {
                self.playback.adopt_models(&runner.structure(), &LinkPoses::default());
                findings.clone()
            }
        }
    }

    /// Selects the robots whose telemetry the frames include.
    pub fn select(&mut self, robots: Vec<usize>) {
        self.playback.select(robots);
        self.stale = true;
    }

    /// Applies a playback command. The window handles closing.
    ///
    /// # Errors
    /// If that part of the file cannot be read.
    pub fn control(&mut self, control: Control) -> Result<(), Diagnostic> {
        self.stale = true;
        self.passed = Instant::now();
        match control {
            Control::Play => self.play(false),
            Control::PlayBackwards => self.play(true),
            Control::Step(frames) => self.playback.step(frames)?,
            Control::Seek(time) => self.playback.seek(time),
            Control::Start => self.stop_at(self.playback.range().0),
            Control::End => self.stop_at(self.playback.range().1),
            Control::Speed(speed) => {
                self.speed = speed;
                self.set_speed();
            }
            Control::Close | Control::Compare => {}
        }
        Ok(())
    }

    fn play(&mut self, backwards: bool) {
        let stop = self.playback.is_playing() && self.backwards == backwards;
        self.backwards = backwards;
        self.set_speed();
        self.playback.play(!stop);
    }

    fn stop_at(&mut self, time: f64) {
        self.playback.play(false);
        self.playback.seek(time);
    }

    fn set_speed(&mut self) {
        self.playback.set_speed(if self.backwards { -self.speed } else { self.speed });
    }

    /// Advances by the elapsed wall-clock time and returns the current frame.
    ///
    /// # Errors
    /// If that part of the file cannot be read. Playback pauses then.
    pub fn poll(&mut self, ctx: &Context) -> Result<Arc<Frame>, Diagnostic> {
        let now = Instant::now();
        let elapsed = now.duration_since(std::mem::replace(&mut self.passed, now));
        if self.playback.is_playing() {
            self.playback.pass(elapsed);
            self.stale = true;
            ctx.request_repaint();
        }
        if self.stale {
            self.stale = false;
            match self.playback.frame() {
                Ok(frame) => self.frame = frame,
                Err(finding) => {
                    self.playback.play(false);
                    return Err(finding);
                }
            }
        }
        Ok(self.frame.clone())
    }

    /// The last returned frame.
    pub fn frame(&self) -> &Arc<Frame> {
        &self.frame
    }

    /// The last read error; returned only once.
    pub fn take_failure(&self) -> Option<Diagnostic> {
        self.overview.as_ref().and_then(|overview| overview.take_failure())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recordings_are_known_by_their_name_or_their_files() {
        let folder = tempfile::tempdir().unwrap();
        assert!(is_recording(Path::new("a/run.MCAP")) && !is_recording(Path::new("a/run.ron")));
        assert!(!is_recording(folder.path()));
        std::fs::write(folder.path().join("run.json"), "{}").unwrap();
        assert!(is_recording(folder.path()));
    }
}
