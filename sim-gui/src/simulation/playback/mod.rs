//! A recording in place of the live run.

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

/// Ending of the names of recordings.
pub const EXTENSION: &str = "mcap";

/// Whether a path is that of a recording: an MCAP file, or a folder that one was written into.
pub fn is_recording(path: &Path) -> bool {
    let extension = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION));
    extension || path.join("run.json").is_file()
}

/// What a person wants of the recording that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Control {
    /// Plays forwards, or pauses.
    Play,
    /// Plays backwards, or pauses.
    PlayBackwards,
    /// Goes a number of frames and pauses.
    Step(i64),
    /// Goes to a time, s.
    Seek(f64),
    /// Goes to the first frame and pauses.
    Start,
    /// Goes to the last frame and pauses.
    End,
    /// Recorded seconds per second, in either direction.
    Speed(f64),
    /// Back to the live run.
    Close,
    /// Back to the live run, to compare it with the recording.
    Compare,
}

/// Numbers of players, so that nothing that belongs to one is taken for another's.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// The recording that is shown.
pub struct Player {
    number: u64,
    name: String,
    playback: Playback,
    overview: Option<Arc<Overview>>,
    frame: Arc<Frame>,
    passed: Instant,
    /// Without its sign.
    speed: f64,
    backwards: bool,
    /// The frame is not that of the present time.
    stale: bool,
    /// The recorded scene is being built for its models.
    building: bool,
}

/// Asks the window to draw, from any thread.
pub fn repaint(ctx: &Context) -> Repaint {
    let ctx = ctx.clone();
    Arc::new(move || ctx.request_repaint())
}

impl Player {
    /// Shows a recording from its start. How its robots look comes from its own scene, which the simulation's thread builds;
    /// what it lacks, from the live run.
    ///
    /// # Errors
    /// When it cannot be read.
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
        // With the models the frame is another.
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

    /// Tells players apart.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The recording.
    pub fn playback(&self) -> &Playback {
        &self.playback
    }

    /// Whether it plays backwards, or did last.
    pub fn is_backwards(&self) -> bool {
        self.backwards
    }

    /// Recorded seconds per second.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// What has happened, as far as it has been read.
    pub fn overview(&self) -> Option<&Overview> {
        self.overview.as_deref()
    }

    /// Ways of its robots.
    pub fn trails(&self) -> Option<&Trails> {
        self.overview.as_ref().map(|overview| overview.trails())
    }

    /// Whether the robots' models are being built.
    pub fn is_building(&self) -> bool {
        self.building
    }

    /// What the numbers of its frames are.
    pub fn structure(&self) -> Arc<Structure> {
        self.playback.structure()
    }

    /// Takes the models that were built. Returns why there are none.
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

    /// Robots whose telemetry the frames carry.
    pub fn select(&mut self, robots: Vec<usize>) {
        self.playback.select(robots);
        self.stale = true;
    }

    /// Does what a person wants; closing is the window's.
    ///
    /// # Errors
    /// When that part of the file cannot be read.
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

    /// Lets real time pass and gives the frame of the present time.
    ///
    /// # Errors
    /// When that part of the file cannot be read; it pauses then.
    pub fn look(&mut self, ctx: &Context) -> Result<Arc<Frame>, Diagnostic> {
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

    /// The frame that was given last.
    pub fn frame(&self) -> &Arc<Frame> {
        &self.frame
    }

    /// Why a part of the file could not be read; told once.
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
