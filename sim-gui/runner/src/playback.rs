//! Playback of a recorded run as frames.

use crate::edits::Edits;
use crate::frame::{Frame, FramePool, RobotFrame, RobotTelemetry, RunState};
use crate::structure::{RobotParts, RobotStructure, Structure};
use crate::worker::LINKED_ROBOTS;
use nalgebra::Isometry3;
use sim_abi::declare::Channel;
use sim_abi::model::RobotModelSpec;
use sim_abi::service::LayoutPart;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::engine::{BodyInfo, BuildOptions, Form, LinkPoses, Replayed, TelemetryChannel, Visual};
use sim_core::model::Kinematics;
use sim_core::recording::{self, ChannelKind, Gaps, Recording, RecordingError, RobotLayout, import_json};
use sim_core::scene::text::Format;
use sim_core::scene::{LoadOptions, LoadedScene, Scene};
use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Number of unpacked blocks in the cache: the current one and its neighbors, so that playback is as smooth backward as forward.
const KEPT_BLOCKS: usize = 3;
/// Radius of the placeholder for a body of which only the pose is known, m.
const BALL: f64 = 0.05;

/// A recorded run that can be played at any speed in both directions.
///
/// The file stays on disk. At most three of its blocks of about a megabyte each are unpacked, however long it is; seeking unpacks
/// one block. A recording contains states and telemetry: distances, collisions, clamped commands and contacts are zero or absent
/// in its frames; see [`Playback::events`] for events.
pub struct Playback {
    path: PathBuf,
    recording: Arc<Recording>,
    /// The structure of the scene, without changes by services.
    base: Arc<Structure>,
    edits: Edits,
    /// Number of edits applied to the structure.
    edited: usize,
    structure: Arc<Structure>,
    links: LinkPoses,
    linked: Vec<Linked>,
    blocks: Vec<(f64, f64)>,
    cache: VecDeque<(usize, Vec<recording::Frame>)>,
    /// Damage found so far.
    gaps: Gaps,
    pool: FramePool,
    range: (f64, f64),
    time: f64,
    speed: f64,
    playing: bool,
    selected: Vec<usize>,
    /// Folder of the converted copy of a folder of JSON files; dropped after the file has been closed.
    copy: Option<Arc<tempfile::TempDir>>,
    /// Folder of the files of the scene.
    files: Option<tempfile::TempDir>,
}

/// A robot with visible links whose joints are in the recording.
struct Linked {
    robot: usize,
    body: usize,
    kinematics: Arc<Kinematics>,
    /// Index of each joint, and index of its position in the telemetry.
    joints: Vec<(usize, usize)>,
    /// Positions of all joints, rad or m.
    positions: Vec<f64>,
}

impl std::fmt::Debug for Playback {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Playback").field("recording", &self.recording).finish_non_exhaustive()
    }
}

impl Playback {
    /// Opens an MCAP file, complete or truncated, or a folder of JSON files, at its start. A folder is first converted to an MCAP
    /// file in the system's temporary folder, which takes a while for a long run; it does not contain the scene.
    ///
    /// # Errors
    /// It is not a recording, cannot be read, or has no frames.
    pub fn open(path: &Path) -> Result<Self, Diagnostic> {
        let (mut file, mut copy) = (path.to_path_buf(), None);
        if path.is_dir() {
            let folder = temporary_folder(path)?;
            file = folder.path().join("run.mcap");
            import_json(path, &file).map_err(|error| error.diagnostic())?;
            copy = Some(Arc::new(folder));
        }
        let recording = Arc::new(Recording::open(file).map_err(|error| error.diagnostic())?);
        let range = recording.time_range().map_err(|error| error.diagnostic())?;
        let Some(range) = range else {
            return Err(Diagnostic::error(Code::RecordingDamaged, no_frame())
                .with_file(path.display().to_string())
                .with_help("record at least one tick"));
        };
        let mut gaps = Gaps::new();
        let edits = Edits::read(&recording, &mut gaps).map_err(|error| error.diagnostic())?;
        let base = Arc::new(structure(&recording));
        let blocks = recording.blocks().collect();
        let mut playback = Self {
            path: path.to_path_buf(),
            recording,
            structure: base.clone(),
            base,
            edits,
            edited: 0,
            links: LinkPoses::default(),
            linked: Vec::new(),
            blocks,
            cache: VecDeque::new(),
            gaps,
            pool: FramePool::default(),
            range,
            time: range.0,
            speed: 1.0,
            playing: false,
            selected: Vec::new(),
            copy,
            files: None,
        };
        playback.restructure()?;
        Ok(playback)
    }

    /// The opened file or folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The recording.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// Damage found so far while reading frames, each once: the content of the damaged parts is missing.
    pub fn damage(&self) -> &[RecordingError] {
        self.gaps.found()
    }

    /// All events in order. Reads the whole file.
    pub fn events(&self) -> recording::Events<'_> {
        self.recording.events()
    }

    /// The recording, for another reading thread, and the folder that must exist as long.
    pub(crate) fn shared(&self) -> (Arc<Recording>, Option<Arc<tempfile::TempDir>>) {
        (self.recording.clone(), self.copy.clone())
    }

    /// The structure of the last frame, which may change with every frame because services add and remove objects. Robots and
    /// objects are spheres, see [`Playback::adopt_models`].
    pub fn structure(&self) -> Arc<Structure> {
        self.structure.clone()
    }

    /// The recorded scene and its build options, with the files that it refers to, in a temporary folder that exists as long as
    /// this playback. `None` for a recording without its scene.
    ///
    /// # Errors
    /// The files cannot be written, or this program does not support the scene.
    pub fn recorded_scene(&mut self) -> Result<Option<(Arc<LoadedScene>, BuildOptions)>, Diagnostics> {
        if self.recording.info().scene_text.is_empty() {
            return Ok(None);
        }
        let folder = temporary_folder(self.recording.path())?;
        let unpacked = self.recording.unpack(&folder.path().join("scene")).map_err(|error| error.diagnostic())?;
        let options = LoadOptions { recorded: true, ..LoadOptions::default() };
        let scene = Arc::new(Scene::load_with(&unpacked.scene, &options)?);
        let data_folder = Some(folder.path().join("data"));
        self.files = Some(folder);
        Ok(Some((scene, {
            let replayed = Some(Replayed::default());
            BuildOptions { urdf: unpacked.models, data_folder, replayed, ..BuildOptions::default() }
        })))
    }

    /// Adopts the models, joints and bodies of robots and objects of the same name from a simulation of the recorded scene, so
    /// that they can be drawn. Links whose joints are not in the recording stay at the poses in `links`: recordings of older
    /// versions have no joints.
    pub fn adopt_models(&mut self, simulation: &Structure, links: &LinkPoses) {
        let base = Arc::make_mut(&mut self.base);
        adopt(base, simulation);
        self.links.copy_from(links);
        self.linked = linked(base, links);
        self.renew();
        // Cached frames may lack their telemetry.
        self.cache.clear();
    }

    /// Adopts the components of robots of the same name from a simulation of the recorded scene, so that their cameras and
    /// drawings are available. Components whose channels are not in the recording are skipped.
    pub fn adopt_parts(&mut self, simulation: &Structure) {
        for robot in &mut Arc::make_mut(&mut self.base).robots {
            let Some(other) = simulation.robots.iter().find(|other| other.name == robot.name) else { continue };
            let own = Arc::make_mut(&mut robot.parts);
            own.parts = other.parts.parts.iter().filter_map(|part| recorded_part(part, &own.channels)).collect();
        }
        self.renew();
    }

    /// Times of the first and the last frame, s.
    pub fn range(&self) -> (f64, f64) {
        self.range
    }

    /// Current time, s.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Whether it is playing.
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// Starts or stops playing. At the end in the playing direction, starts from the other end.
    pub fn play(&mut self, playing: bool) {
        self.playing = playing;
        if playing && self.speed > 0.0 && self.time >= self.range.1 {
            self.time = self.range.0;
        } else if playing && self.speed < 0.0 && self.time <= self.range.0 {
            self.time = self.range.1;
        }
    }

    /// Recorded seconds per second; negative plays backward.
    pub fn set_speed(&mut self, speed: f64) {
        self.speed = if speed.is_finite() { speed } else { 1.0 };
    }

    /// Seeks to a time, s, clamped to the range of the recording.
    pub fn seek(&mut self, time: f64) {
        if !time.is_nan() {
            self.time = time.clamp(self.range.0, self.range.1);
        }
    }

    /// Advances real time: a playing recording continues, and stops at its ends.
    pub fn pass(&mut self, elapsed: Duration) {
        if self.playing {
            self.seek(self.time + elapsed.as_secs_f64() * self.speed);
            let end = if self.speed > 0.0 { self.range.1 } else { self.range.0 };
            self.playing = self.time != end;
        }
    }

    /// Steps a number of frames forward or backward, and pauses.
    ///
    /// # Errors
    /// That part of the file cannot be read.
    pub fn step(&mut self, frames: i64) -> Result<(), Diagnostic> {
        self.playing = false;
        for _ in 0..frames.unsigned_abs() {
            let next = if frames > 0 { self.time_after(self.time)? } else { self.time_before(self.time)? };
            match next {
                Some(time) => self.time = time,
                None => break,
            }
        }
        Ok(())
    }

    /// Robots with telemetry in frames.
    pub fn select(&mut self, robots: Vec<usize>) {
        let count = self.structure.robots.len();
        let robots: Vec<usize> = robots.into_iter().filter(|robot| *robot < count).collect();
        // Cached frames have the telemetry of the previous selection.
        let before = self.is_read();
        if robots.iter().any(|robot| !before[*robot]) {
            self.cache.clear();
        }
        self.selected = robots;
    }

    /// Whether each robot is selected.
    fn is_selected(&self) -> Vec<bool> {
        let mut selected = vec![false; self.structure.robots.len()];
        self.selected.iter().for_each(|robot| selected[*robot] = true);
        selected
    }

    /// Whether the telemetry of each robot is read: of selected robots and of those with moving links.
    fn is_read(&self) -> Vec<bool> {
        let mut read = self.is_selected();
        self.linked.iter().for_each(|linked| read[linked.robot] = true);
        read
    }

    /// The frame at the current time: the last one recorded until then.
    ///
    /// # Errors
    /// That part of the file cannot be read.
    pub fn frame(&mut self) -> Result<Arc<Frame>, Diagnostic> {
        let (block, place) = self.restructure()?;
        let state = if self.playing { RunState::Playing } else { RunState::Paused };
        let Self { cache, pool, structure, links, linked, selected, speed, playing, .. } = self;
        let recorded = &cached(cache, block)[place];
        Ok(pool.fill(|frame| {
            (frame.tick, frame.time, frame.state) = (recorded.tick, recorded.time, state);
            frame.structure = structure.generation;
            frame.speed = Some(*speed);
            frame.real_time_factor = if *playing { *speed } else { 0.0 };
            frame.robots.clear();
            frame
                .robots
                .extend(recorded.bodies.iter().map(|state| RobotFrame { state: *state, ..RobotFrame::default() }));
            frame.objects.clone_from(&recorded.objects);
            frame.links.copy_from(links);
            for Linked { robot, body, kinematics, joints, positions } in linked {
                let values = &recorded.telemetry[*robot];
                joints.iter().for_each(|(joint, index)| positions[*joint] = values[*index]);
                frame.links.place(*body, kinematics, positions);
            }
            frame.telemetry.resize_with(selected.len(), RobotTelemetry::default);
            for (telemetry, robot) in frame.telemetry.iter_mut().zip(&*selected) {
                telemetry.robot = *robot;
                telemetry.values.clone_from(&recorded.telemetry[*robot]);
                telemetry.scans.clear();
            }
        }))
    }

    /// Poses of all robots at a time (s), interpolated between two frames; none outside of the recording.
    ///
    /// # Errors
    /// That part of the file cannot be read.
    pub fn poses_at(&mut self, time: f64, poses: &mut Vec<Isometry3<f64>>) -> Result<(), Diagnostic> {
        /// Frames closer than this are at the same time, s.
        const SAME: f64 = 1e-9;
        poses.clear();
        if !(self.range.0 - SAME..=self.range.1 + SAME).contains(&time) {
            return Ok(());
        }
        let time = time.clamp(self.range.0, self.range.1);
        let (block, place) = self.find(time + SAME)?;
        let before = &cached(&self.cache, block)[place];
        let begun = before.time;
        poses.extend(before.bodies.iter().map(|body| body.pose));
        if time - begun <= SAME {
            return Ok(());
        }
        let Some(next) = self.time_after(time)? else { return Ok(()) };
        let (block, place) = self.find(next)?;
        let part = (time - begun) / (next - begun);
        for (pose, after) in poses.iter_mut().zip(&cached(&self.cache, block)[place].bodies) {
            // The interpolation between opposite rotations is not unique.
            *pose = pose.try_lerp_slerp(&after.pose, part, 1e-9).unwrap_or(*pose);
        }
        Ok(())
    }

    /// Applies the edits until the current frame to the structure, if they have changed. Returns block and index of the frame.
    fn restructure(&mut self) -> Result<(usize, usize), Diagnostic> {
        let (block, place) = self.find(self.time)?;
        let edited = self.edits.until(cached(&self.cache, block)[place].tick);
        if edited != self.edited {
            self.edited = edited;
            self.renew();
        }
        Ok((block, place))
    }

    /// Recreates the structure, with the edits until the current frame.
    fn renew(&mut self) {
        let generation = self.structure.generation + 1;
        self.structure = Arc::new(self.edits.applied(&self.base, self.edited, generation));
    }

    /// Block and index of the last frame until a time. The block is then in the cache.
    fn find(&mut self, time: f64) -> Result<(usize, usize), Diagnostic> {
        let first = self.blocks.partition_point(|(start, _)| *start <= time);
        for block in (0..first.max(1)).rev() {
            let frames = self.unpack(block)?;
            let until = frames.partition_point(|frame| frame.time <= time);
            if until > 0 {
                return Ok((block, until - 1));
            }
        }
        // Before the first frame: that one.
        for block in 0..self.blocks.len() {
            if !self.unpack(block)?.is_empty() {
                return Ok((block, 0));
            }
        }
        Err(Diagnostic::error(Code::RecordingDamaged, no_frame()))
    }

    fn time_after(&mut self, time: f64) -> Result<Option<f64>, Diagnostic> {
        let first = self.blocks.partition_point(|(_, end)| *end <= time);
        for block in first..self.blocks.len() {
            let frames = self.unpack(block)?;
            if let Some(frame) = frames.get(frames.partition_point(|frame| frame.time <= time)) {
                return Ok(Some(frame.time));
            }
        }
        Ok(None)
    }

    fn time_before(&mut self, time: f64) -> Result<Option<f64>, Diagnostic> {
        // Between two frames, the current frame is the earlier one.
        let (block, place) = self.find(time)?;
        if place > 0 {
            return Ok(Some(cached(&self.cache, block)[place - 1].time));
        }
        for block in (0..block).rev() {
            if let Some(last) = self.unpack(block)?.last() {
                return Ok(Some(last.time));
            }
        }
        Ok(None)
    }

    /// The frames of a block.
    fn unpack(&mut self, block: usize) -> Result<&[recording::Frame], Diagnostic> {
        if !self.cache.iter().any(|(known, _)| *known == block) {
            let read = self.is_read();
            // The content of damaged parts of the file is missing.
            let frames = self.gaps.pass(self.recording.block_with(block, |robot| read[robot]));
            let frames = frames.map_err(|error| error.diagnostic())?.unwrap_or_default();
            if self.cache.len() >= KEPT_BLOCKS {
                self.cache.pop_front();
            }
            self.cache.push_back((block, frames));
        }
        Ok(cached(&self.cache, block))
    }
}

/// Frames of a cached block.
fn cached(cache: &VecDeque<(usize, Vec<recording::Frame>)>, block: usize) -> &[recording::Frame] {
    cache.iter().find(|(known, _)| *known == block).map_or(&[], |(_, frames)| frames.as_slice())
}

fn no_frame() -> &'static str {
    "the recording is empty"
}

fn temporary_folder(recording: &Path) -> Result<tempfile::TempDir, Diagnostic> {
    tempfile::tempdir().map_err(|error| {
        Diagnostic::error(Code::RecordingUnreadable, "cannot create a temporary folder for the recording")
            .with_file(recording.display().to_string())
            .with_found(error.to_string())
            .with_help("make the system's temporary folder writable, or set TMPDIR to a writable folder")
    })
}

/// Adopts bodies and models of the same names; those missing in the simulation stay spheres.
fn adopt(structure: &mut Structure, simulation: &Structure) {
    let robots: HashMap<Arc<str>, usize> =
        structure.robots.iter().enumerate().map(|(robot, info)| (info.name.clone(), robot)).collect();
    let objects: HashMap<Arc<str>, usize> =
        structure.objects.iter().enumerate().map(|(object, name)| (name.clone(), object)).collect();
    let balls = std::mem::take(&mut structure.bodies);
    structure.bodies.clone_from(&simulation.bodies);
    structure.poses.clone_from(&simulation.poses);
    let mut missing = vec![true; balls.len()];
    for (number, body) in structure.bodies.iter_mut().enumerate() {
        let Some(mover) = body.mover else { continue };
        let robot = simulation.robots.get(mover);
        body.mover = match robot {
            Some(_) => robots.get(&body.name).copied(),
            None => objects.get(&body.name).map(|object| object + structure.robots.len()),
        };
        let Some(recorded) = body.mover else { continue };
        missing[recorded] = false;
        if let (Some(info), Some(robot)) = (structure.robots.get_mut(recorded), robot) {
            (info.model, info.body) = (robot.model.clone(), number as u32);
        }
    }
    let mut start = Vec::new();
    for (mover, ball) in balls.into_iter().enumerate().filter(|(mover, _)| missing[*mover]) {
        if let Some(robot) = structure.robots.get_mut(mover) {
            (robot.model, robot.body) = (None, (structure.bodies.len() + start.len()) as u32);
        }
        start.push(BodyInfo { mover: Some(mover), ..ball });
    }
    structure.poses.extend(start.iter().map(|_| Isometry3::identity()));
    structure.bodies.append(&mut start);
}

/// The robots with visible links whose joints have channels; none if there are so many robots that links are not updated live
/// either.
fn linked(structure: &Structure, links: &LinkPoses) -> Vec<Linked> {
    if structure.robots.len() > LINKED_ROBOTS {
        return Vec::new();
    }
    let mut known: Option<(Arc<RobotModelSpec>, Arc<Kinematics>)> = None;
    let robots = structure.robots.iter().enumerate().filter(|(_, info)| links.has(info.body as usize));
    robots
        .filter_map(|(robot, info)| {
            let model = info.model.as_ref()?;
            let joints = model.joints.iter().enumerate();
            let joints = joints.filter_map(|(number, joint)| {
                let path = sim_core::engine::joint_path(&joint.name);
                let channel = info.parts.channels.iter().find(|channel| channel.path == path)?;
                Some((number, channel.index))
            });
            let joints: Vec<(usize, usize)> = joints.collect();
            if joints.is_empty() {
                return None;
            }
            let shared = known.as_ref().filter(|(of, _)| Arc::ptr_eq(of, model)).map(|(_, shared)| shared.clone());
            let kinematics = shared.or_else(|| Kinematics::new(model).ok().map(Arc::new))?;
            known = Some((model.clone(), kinematics.clone()));
            let positions = sim_core::model::initial_positions(model);
            Some(Linked { robot, body: info.body as usize, kinematics, joints, positions })
        })
        .collect()
}

/// The placeholder for a robot or an object of which only the pose is known.
fn ball(name: Arc<str>, mover: usize, visuals: &Arc<[Visual]>) -> BodyInfo {
    BodyInfo { name, category: 0, mover: Some(mover), visuals: visuals.clone(), clear: Default::default() }
}

/// The structure of a recorded run.
fn structure(recording: &Recording) -> Structure {
    let info = recording.info();
    // The text was written by this program; an unsupported scene is shown without its objects.
    let format = if info.scene_text.trim_start().starts_with('{') { Format::Json } else { Format::Ron };
    let scene = Scene::parse(&info.scene_text, format, &info.scene_name).ok().map(Arc::new);
    let robots = info.robots.iter().enumerate().map(|(number, robot)| RobotStructure {
        name: robot.name.as_str().into(),
        model: None,
        parts: Arc::new(RobotParts { channels: channels(robot), len: robot.telemetry_len, ..RobotParts::default() }),
        body: number as u32,
    });
    let names = info.robots.iter().map(|robot| &robot.name).chain(info.objects.iter().map(|object| &object.name));
    let placement = Isometry3::identity();
    let visuals = [Visual { link: None, placement, form: Form::Sphere { radius: BALL }, color: [0.6, 0.6, 0.6, 1.0] }];
    let visuals = Arc::from(visuals);
    let bodies: Vec<BodyInfo> =
        names.enumerate().map(|(mover, name)| ball(name.as_str().into(), mover, &visuals)).collect();
    Structure {
        generation: 1,
        title: info.scene_name.clone(),
        dt: info.dt,
        seed: info.seed,
        duration: scene.as_ref().and_then(|scene| scene.scene.run.duration),
        robots: robots.collect(),
        objects: info.objects.iter().map(|object| object.name.as_str().into()).collect(),
        scene,
        poses: vec![Isometry3::identity(); bodies.len()],
        bodies,
        ..Structure::default()
    }
}

/// A component with the indices of its channels in a recording; `None` if they are not contiguous there.
fn recorded_part(part: &LayoutPart, recorded: &[TelemetryChannel]) -> Option<LayoutPart> {
    let place = |names: &[Channel]| {
        let path = |channel: &Channel| format!("{}.{}", part.name, channel.name);
        let found = |path: &str| recorded.iter().find(|channel| channel.path == path).map(|channel| channel.index);
        let first = names.first().map_or(Some(0), |first| found(&path(first)))?;
        let in_order = |(number, channel): (usize, &Channel)| found(&path(channel)) == Some(first + number);
        names.iter().enumerate().all(in_order).then_some(first)
    };
    let (offset, published_offset) = (place(&part.channels)?, place(&part.published)?);
    Some(LayoutPart { offset, published_offset, ..part.clone() })
}

/// Channels by their paths in a simulation.
fn channels(robot: &RobotLayout) -> Vec<TelemetryChannel> {
    let path = |info: &recording::ChannelInfo| {
        let prefix = match info.kind {
            ChannelKind::Clean => "clean.",
            ChannelKind::Effect => "effect.",
            _ => "",
        };
        format!("{prefix}{}.{}", info.component, info.channel.name)
    };
    let channel = |info: &recording::ChannelInfo| TelemetryChannel {
        path: path(info),
        index: info.index,
        channel: info.channel.clone(),
    };
    let mut channels: Vec<TelemetryChannel> = robot.channels.iter().map(channel).collect();
    channels.sort_by_key(|channel| channel.index);
    channels
}
