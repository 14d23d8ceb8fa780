//! Reads recordings, closed or truncated.
//!
//! Scans the file from its start for the position and time of every chunk, without the index at its end: a file whose writer
//! was killed can be read like a closed one. Lengths in the file are not trusted, and damage only affects the damaged
//! records.

use super::bytes::Bytes;
use super::decode::{self, StateMessage, TelemetryMessage};
use super::describe::{self, Topic};
use super::encode::nanoseconds;
use super::info::{RobotLayout, RunInfo, RunSummary};
use super::scan::{self, Chunk, Ending};
use super::{RecordingError, Result};
use mcap::records::op;
use sim_abi::math::BodyState;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Maximum expansion factor of LZ4.
const LZ4_EXPANSION: u64 = 256;

trait Source: Read + Seek + Send {}
impl<T: Read + Seek + Send> Source for T {}

/// The state of all robots and movable objects at the end of a tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Tick.
    pub tick: u64,
    /// Simulated time, s.
    pub time: f64,
    /// Bodies, in the order of [`RunInfo::robots`].
    pub bodies: Vec<BodyState>,
    /// Bodies of movable objects, in the order of [`RunInfo::objects`].
    pub objects: Vec<BodyState>,
    /// Telemetry of each robot, with the length given by its layout; values without a channel are NaN.
    pub telemetry: Vec<Vec<f64>>,
}

/// A recording, open for reading.
pub struct Recording {
    path: PathBuf,
    source: Mutex<BufReader<Box<dyn Source>>>,
    info: RunInfo,
    every_ticks: u64,
    summary: Option<RunSummary>,
    ending: Ending,
    chunks: Vec<Chunk>,
    topics: BTreeMap<u16, Topic>,
    columns: Vec<Vec<usize>>,
    damage: Vec<RecordingError>,
    pub(super) edits: Option<u64>,
}

impl std::fmt::Debug for Recording {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recording").field("path", &self.path).field("ending", &self.ending).finish_non_exhaustive()
    }
}

impl Recording {
    /// Opens a file.
    ///
    /// Fails if it is not an MCAP file, not a recording, written by a newer version, or truncated within the description of
    /// the run. A file that is damaged, or truncated later, opens; see [`Recording::ending`] and [`Recording::damage`].
    pub fn open(path: impl Into<PathBuf>) -> Result<Self> {
        let path = path.into();
        let file = File::open(&path).map_err(RecordingError::io(&path, "open"))?;
        Self::from_source(path, Box::new(file))
    }

    /// Opens a recording in memory; `name` is its name in errors.
    pub fn from_bytes(name: impl Into<PathBuf>, bytes: Vec<u8>) -> Result<Self> {
        Self::from_source(name.into(), Box::new(Cursor::new(bytes)))
    }

    fn from_source(path: PathBuf, source: Box<dyn Source>) -> Result<Self> {
        let mut source = BufReader::with_capacity(1 << 16, source);
        let scanned = scan::scan(&path, &mut source)?;
        let order = |robot: &RobotLayout| robot.columns().iter().map(|column| column.index).collect();
        let columns = scanned.info.robots.iter().map(order).collect();
        let mut recording = Self {
            path,
            source: Mutex::new(source),
            info: scanned.info,
            every_ticks: scanned.every_ticks,
            summary: scanned.summary,
            ending: scanned.ending,
            chunks: scanned.chunks,
            topics: scanned.topics,
            columns,
            damage: scanned.damage,
            edits: scanned.edits,
        };
        recording.read_topics()?;
        recording.settle_times()?;
        Ok(recording)
    }

    /// Reads the topics of the channels from the first chunk; a closed file repeats them at its end, and the writer always
    /// assigns the same numbers.
    fn read_topics(&mut self) -> Result {
        let records = match self.chunks.is_empty() {
            true => Vec::new(),
            false => self.chunk(0).or_else(|error| if error.is_damage() { Ok(Vec::new()) } else { Err(error) })?,
        };
        let mut rest = Bytes(&records);
        while let Some((code, body)) = rest.record() {
            if code == op::CHANNEL {
                self.topics.extend(describe::topic(body, &self.info));
            }
        }
        if self.topics.is_empty() {
            self.topics = describe::usual_topics(&self.info);
        }
        // A tool that rewrote the file may have changed the numbers of the topics.
        let usual = self.topics.get(&describe::usual_topic_of_events(&self.info.robots, self.info.objects.len()));
        if !matches!(usual, Some(Topic::Events)) {
            self.chunks.iter_mut().for_each(|chunk| chunk.events = None);
        }
        Ok(())
    }

    /// Rereads the times of chunks that are out of order: they are not protected by a checksum.
    fn settle_times(&mut self) -> Result {
        for index in 0..self.chunks.len() {
            let Chunk { start_ns, end_ns, .. } = self.chunks[index];
            let before = if index == 0 { 0 } else { self.chunks[index - 1].end_ns };
            let after = self.chunks.get(index + 1).map_or(u64::MAX, |next| next.start_ns);
            if before <= start_ns && start_ns <= end_ns && end_ns <= after {
                continue;
            }
            let times = match self.chunk(index) {
                Ok(records) => times(&records),
                Err(error) if error.is_damage() => None,
                Err(error) => return Err(error),
            };
            let chunk = &mut self.chunks[index];
            (chunk.start_ns, chunk.end_ns) = times.unwrap_or((before, before));
        }
        Ok(())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The run at its start.
    pub fn info(&self) -> &RunInfo {
        &self.info
    }

    /// Ticks between frames.
    pub fn every_ticks(&self) -> u64 {
        self.every_ticks
    }

    /// The run at its end; `None` if the writer was killed or dropped.
    pub fn summary(&self) -> Option<&RunSummary> {
        self.summary.as_ref()
    }

    /// Whether the file was closed, truncated or damaged.
    pub fn ending(&self) -> &Ending {
        &self.ending
    }

    /// Damage found when the file was opened, in file order. Opening does not read chunks: damage within a chunk is found
    /// when it is read.
    pub fn damage(&self) -> &[RecordingError] {
        &self.damage
    }

    /// All frames in order. A damaged chunk yields one error, followed by the frames after it.
    pub fn frames(&self) -> Frames<'_> {
        self.frames_from(f64::NEG_INFINITY)
    }

    /// Frames from a simulated time (s) on, located through the index of chunks.
    pub fn frames_from(&self, time: f64) -> Frames<'_> {
        let from_ns = nanoseconds(time);
        let first = self.chunks.iter().position(|chunk| chunk.end_ns >= from_ns).unwrap_or(self.chunks.len());
        Frames { walk: Walk::new(self, first), from: time, partial: Partial::new(self) }
    }

    /// The last frame at or before a simulated time (s); `None` if the recording starts later. Damage is skipped.
    pub fn frame_at(&self, time: f64) -> Result<Option<Frame>> {
        let until_ns = nanoseconds(time);
        for index in (0..self.chunks.len()).rev().filter(|index| self.chunks[*index].start_ns <= until_ns) {
            let walk = Walk { until: index + 1, ..Walk::new(self, index) };
            let frames = Frames { walk, from: f64::NEG_INFINITY, partial: Partial::new(self) };
            let mut last = None;
            for frame in frames {
                match frame {
                    Ok(frame) if frame.time <= time => last = Some(frame),
                    Err(error) if !error.is_damage() => return Err(error),
                    _ => {}
                }
            }
            if last.is_some() {
                return Ok(last);
            }
        }
        Ok(None)
    }

    /// Simulated times of the first and the last frame, s; `None` without frames.
    pub fn time_range(&self) -> Result<Option<(f64, f64)>> {
        let whole = |frame: &Result<Frame>| !frame.as_ref().is_err_and(RecordingError::is_damage);
        let Some(first) = self.frames().find(whole).transpose()? else { return Ok(None) };
        Ok(self.frame_at(f64::INFINITY)?.map(|last| (first.time, last.time)))
    }

    /// Blocks of the file by the simulated times (s) of their first and last message. A frame never spans two blocks.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = (f64, f64)> {
        self.chunks.iter().map(|chunk| (chunk.start_ns as f64 * 1e-9, chunk.end_ns as f64 * 1e-9))
    }

    /// Frames of a block in order; empty if the block does not exist.
    pub fn block(&self, index: usize) -> Result<Vec<Frame>> {
        self.block_with(index, |_| true)
    }

    /// As [`Recording::block`], with the telemetry of some robots only, by index; that of the others is empty and is not
    /// decoded, which saves most of the work.
    pub fn block_with(&self, index: usize, telemetry: impl Fn(usize) -> bool) -> Result<Vec<Frame>> {
        if index >= self.chunks.len() {
            return Ok(Vec::new());
        }
        let walk = Walk { until: index + 1, ..Walk::new(self, index) };
        let mut partial = Partial::new(self);
        partial.unwanted = (0..self.info.robots.len()).map(|robot| !telemetry(robot)).collect();
        Frames { walk, from: f64::NEG_INFINITY, partial }.collect()
    }

    /// Values of one telemetry channel of a robot, both by their index in the layout, in order. Decodes nothing else; empty
    /// if the robot or the channel does not exist.
    pub fn channel(&self, robot: usize, index: usize) -> Values<'_> {
        let column = self.columns.get(robot).and_then(|columns| columns.iter().position(|column| *column == index));
        Values { walk: Walk::new(self, 0), robot, column }
    }

    /// Positions of all robots in order. Decodes no telemetry.
    pub fn places(&self) -> Places<'_> {
        Places { walk: Walk::new(self, 0) }
    }

    /// Records of a chunk, decompressed.
    fn chunk(&self, index: usize) -> Result<Vec<u8>> {
        let Chunk { at, len, .. } = self.chunks[index];
        let mut packed = Vec::new();
        {
            let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
            let source = &mut *source;
            source
                .seek(SeekFrom::Start(at))
                .and_then(|_| source.take(len).read_to_end(&mut packed))
                .map_err(RecordingError::io(&self.path, "read"))?;
        }
        self.open_chunk(index, &packed)
    }

    fn open_chunk(&self, index: usize, packed: &[u8]) -> Result<Vec<u8>> {
        let damaged = |cause: &'static str| self.damaged(index, cause);
        let mut rest = Bytes(packed);
        let (Some(_start), Some(_end), Some(size), Some(crc), Some(compression), Some(packed_size)) =
            (rest.u64(), rest.u64(), rest.u64(), rest.u32(), rest.text(), rest.u64())
        else {
            return Err(damaged("incomplete chunk header"));
        };
        let data = rest.take(packed_size).ok_or_else(|| damaged("a chunk exceeds its record"))?;
        let records = match compression {
            "" => data.to_vec(),
            "lz4" => {
                if size > LZ4_EXPANSION * (packed_size + 64) {
                    return Err(damaged("invalid chunk size"));
                }
                let mut records = Vec::new();
                lz4::Decoder::new(data)
                    .and_then(|decoder| decoder.take(size + 1).read_to_end(&mut records))
                    .map_err(|_| damaged("chunk decompression failed"))?;
                records
            }
            // The only other compression that MCAP defines.
            "zstd" => {
                let what = "compression `zstd`".to_string();
                return Err(RecordingError::Unsupported { file: self.path.clone(), what });
            }
            _ => {
                return Err(damaged("unknown chunk compression"));
            }
        };
        if records.len() as u64 != size {
            return Err(damaged("the size of a chunk differs from its header"));
        }
        if crc != 0 && crc32fast::hash(&records) != crc {
            return Err(damaged("chunk checksum mismatch"));
        }
        Ok(records)
    }

    /// Error for a damaged chunk.
    fn damaged(&self, index: usize, cause: impl Into<String>) -> RecordingError {
        let Chunk { at, start_ns, end_ns, .. } = self.chunks[index];
        // The first chunk describes the topics.
        let span = (index > 0).then_some((start_ns as f64 * 1e-9, end_ns as f64 * 1e-9));
        RecordingError::Damaged { file: self.path.clone(), at, cause: cause.into(), span }
    }
}

/// Times of the first and the last message among the records of a chunk, ns.
fn times(records: &[u8]) -> Option<(u64, u64)> {
    let mut rest = Bytes(records);
    let mut times: Option<(u64, u64)> = None;
    while let Some((code, mut body)) = rest.record() {
        // Channel, sequence number, log time.
        if code == op::MESSAGE
            && let (Some(_), Some(time)) = (body.take(2 + 4), body.u64())
        {
            times = Some(times.map_or((time, time), |(first, last)| (first.min(time), last.max(time))));
        }
    }
    times
}

/// Iterates over the messages of a range of chunks.
pub(super) struct Walk<'a> {
    recording: &'a Recording,
    next: usize,
    until: usize,
    /// Whether chunks without events are skipped.
    for_events: bool,
    /// The current chunk and its records, consumed up to a position.
    chunk: usize,
    records: Vec<u8>,
    place: usize,
}

impl<'a> Walk<'a> {
    pub(super) fn new(recording: &'a Recording, first: usize) -> Self {
        let (until, for_events) = (recording.chunks.len(), false);
        Self { recording, next: first, until, for_events, chunk: first, records: Vec::new(), place: 0 }
    }

    /// Iterates over all chunks with events, as far as the file lists them.
    pub(super) fn for_events(recording: &'a Recording) -> Self {
        Self { for_events: true, ..Self::new(recording, 0) }
    }

    /// Passes each message to `take` until it returns a value.
    pub(super) fn find<T>(
        &mut self,
        mut take: impl FnMut(Topic, &[u8]) -> Result<Option<T>, String>,
    ) -> Option<Result<T>> {
        loop {
            while self.place < self.records.len() {
                let mut rest = Bytes(&self.records[self.place..]);
                let Some((code, mut body)) = rest.record() else {
                    self.place = self.records.len();
                    return Some(Err(self.recording.damaged(self.chunk, "truncated record at the end of a chunk")));
                };
                self.place = self.records.len() - rest.0.len();
                if code != op::MESSAGE {
                    continue;
                }
                // Channel, sequence number, log time, publish time, then the text.
                let (Some(channel), Some(_)) = (body.u16(), body.take(4 + 8 + 8)) else { continue };
                let Some(topic) = self.recording.topics.get(&channel) else { continue };
                match take(*topic, body.0) {
                    Ok(None) => {}
                    Ok(Some(found)) => return Some(Ok(found)),
                    Err(cause) => {
                        return Some(Err(self.recording.damaged(self.chunk, format!("invalid message: {cause}"))));
                    }
                }
            }
            let chunks = &self.recording.chunks[..self.until];
            while self.for_events && chunks.get(self.next).is_some_and(|chunk| !chunk.may_have_events()) {
                self.next += 1;
            }
            if self.next >= self.until {
                return None;
            }
            let index = self.next;
            self.next += 1;
            self.place = 0;
            self.records.clear();
            self.chunk = index;
            match self.recording.chunk(index) {
                Ok(records) => self.records = records,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// A frame whose messages are being collected.
struct Partial<'a> {
    recording: &'a Recording,
    /// Whether a message of the frame has been read.
    begun: bool,
    frame: Frame,
    /// Parts present of each robot, then of each object: 1 state, 2 telemetry.
    have: Vec<u8>,
    missing: usize,
    /// Robots whose telemetry is skipped; none beyond the end.
    unwanted: Vec<bool>,
}

impl<'a> Partial<'a> {
    fn new(recording: &'a Recording) -> Self {
        let unwanted = Vec::new();
        Self { recording, begun: false, frame: Frame::default(), have: Vec::new(), missing: 0, unwanted }
    }

    fn is_unwanted(&self, robot: usize) -> bool {
        self.unwanted.get(robot).copied().unwrap_or(false)
    }

    fn begin(&mut self, tick: u64, time: f64) {
        let RunInfo { robots, objects, .. } = &self.recording.info;
        self.begun = true;
        self.frame = Frame {
            tick,
            time,
            bodies: vec![BodyState::default(); robots.len()],
            objects: vec![BodyState::default(); objects.len()],
            telemetry: Vec::with_capacity(robots.len()),
        };
        for (number, robot) in robots.iter().enumerate() {
            let len = if self.is_unwanted(number) { 0 } else { robot.telemetry_len };
            self.frame.telemetry.push(vec![f64::NAN; len]);
        }
        let without = |(number, robot): (usize, &RobotLayout)| robot.channels.is_empty() || self.is_unwanted(number);
        let robots = robots.iter().enumerate().map(|robot| if without(robot) { 2 } else { 0 });
        self.have = robots.chain(objects.iter().map(|_| 2)).collect();
        self.missing = self.have.iter().map(|have| if *have == 0 { 2 } else { 1 }).sum();
    }

    /// Adds a part. A different tick, or a part that is already present, starts a new frame; an incomplete frame is then
    /// dropped: the writer never leaves one, but a tool that cut or merged the file may.
    fn part(&mut self, tick: u64, time: f64, body: usize, part: u8) -> Result<(), String> {
        if !self.begun || tick != self.frame.tick || self.have[body] & part != 0 {
            self.begin(tick, time);
        }
        if self.have[body] & part != 0 {
            return Err(format!("unexpected telemetry of robot {body}"));
        }
        self.have[body] |= part;
        self.missing -= 1;
        Ok(())
    }

    fn take(&mut self, topic: Topic, text: &[u8]) -> Result<Option<Frame>, String> {
        match topic {
            Topic::Events => return Ok(None),
            Topic::Telemetry(robot) if self.is_unwanted(robot) => return Ok(None),
            Topic::State(robot) => {
                let message: StateMessage = decode::message(text)?;
                self.part(message.tick, message.time.0, robot, 1)?;
                self.frame.bodies[robot] = message.body();
            }
            Topic::Object(object) => {
                let message: StateMessage = decode::message(text)?;
                self.part(message.tick, message.time.0, self.recording.info.robots.len() + object, 1)?;
                self.frame.objects[object] = message.body();
            }
            Topic::Telemetry(robot) => {
                let message: TelemetryMessage = decode::message(text)?;
                let columns = &self.recording.columns[robot];
                let values = message.channels.0;
                if values.len() != columns.len() {
                    return Err(format!(
                        "expected {expected} values, found {found}",
                        found = values.len(),
                        expected = columns.len()
                    ));
                }
                self.part(message.tick, message.time.0, robot, 2)?;
                for (value, index) in values.iter().zip(columns) {
                    self.frame.telemetry[robot][*index] = *value;
                }
            }
        }
        if self.missing > 0 {
            return Ok(None);
        }
        self.begun = false;
        Ok(Some(std::mem::take(&mut self.frame)))
    }
}

/// Frames of a recording in order; see [`Recording::frames`].
pub struct Frames<'a> {
    walk: Walk<'a>,
    from: f64,
    partial: Partial<'a>,
}

impl Iterator for Frames<'_> {
    type Item = Result<Frame>;

    fn next(&mut self) -> Option<Self::Item> {
        let (partial, from) = (&mut self.partial, self.from);
        self.walk.find(|topic, text| {
            Ok(partial.take(topic, text)?.filter(|frame| frame.time >= from || frame.time.is_nan()))
        })
    }
}

/// Time (s) and value of a channel in order; see [`Recording::channel`].
pub struct Values<'a> {
    walk: Walk<'a>,
    robot: usize,
    column: Option<usize>,
}

impl Iterator for Values<'_> {
    type Item = Result<[f64; 2]>;

    fn next(&mut self) -> Option<Self::Item> {
        let (robot, column) = (self.robot, self.column?);
        self.walk.find(|topic, text| match topic {
            Topic::Telemetry(other) if other == robot => {
                let message: TelemetryMessage = decode::message(text)?;
                let value = message.channels.0.get(column);
                let value = value.ok_or_else(|| format!("missing value {column} of robot {robot}"))?;
                Ok(Some([message.time.0, *value]))
            }
            _ => Ok(None),
        })
    }
}

/// Position of a robot at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Index in [`RunInfo::robots`].
    pub robot: usize,
    /// Simulated time, s.
    pub time: f64,
    /// Position, m.
    pub position: [f64; 3],
}

/// Positions of all robots in order; see [`Recording::places`].
pub struct Places<'a> {
    walk: Walk<'a>,
}

impl Iterator for Places<'_> {
    type Item = Result<Place>;

    fn next(&mut self) -> Option<Self::Item> {
        self.walk.find(|topic, text| match topic {
            Topic::State(robot) => {
                let message: StateMessage = decode::message(text)?;
                let time = message.time.0;
                Ok(Some(Place { robot, time, position: message.body().pose.translation.vector.into() }))
            }
            _ => Ok(None),
        })
    }
}
