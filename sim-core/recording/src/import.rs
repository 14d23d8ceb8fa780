//! Conversion of a folder of JSON files to an MCAP file, which supports random access.

use super::decode::{self, StateMessage, TelemetryMessage};
use super::event::Event;
use super::info::{FORMAT_VERSION, RunInfo, RunSummary};
use super::recorder::{FrameView, Recorder};
use super::sink::RecorderOptions;
use super::{RecordingError, Result};
use serde::Deserialize;
use sim_abi::math::BodyState;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Bytes read from a list at once. Files are open only while being read, because there may be thousands.
const BLOCK: u64 = 1 << 16;

#[derive(Deserialize)]
struct Run {
    format_version: u32,
    run: RunInfo,
    files: Vec<Entry>,
    #[serde(default)]
    summary: Option<RunSummary>,
}

#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    robot: Option<String>,
    #[serde(default)]
    object: Option<String>,
    file: String,
}

/// Writes the MCAP file of a run that was recorded or exported as a folder of JSON files: the same frames and events,
/// bit-exact. The scene and its files are not in such a folder, so they are not in the MCAP file either. The run ends where
/// a list was truncated.
///
/// Fails if the folder does not contain such a run, a list cannot be read, or the target cannot be written.
pub fn import_json(folder: &Path, target: &Path) -> Result {
    let path = folder.join("run.json");
    let text = std::fs::read(&path).map_err(RecordingError::io(&path, "read"))?;
    let run: Run = serde_json::from_slice(&text)
        .map_err(|error| RecordingError::NotARecording { file: path.clone(), missing: error.to_string() })?;
    if run.format_version > FORMAT_VERSION {
        let (found, known) = (run.format_version, FORMAT_VERSION);
        return Err(RecordingError::Newer { file: path, found, known, program: run.run.program_version });
    }
    let info = run.run;
    let list = |name: &str, of: fn(&Entry) -> Option<&String>| {
        let entry = run.files.iter().find(|entry| of(entry).is_some_and(|known| known == name));
        let missing = || format!("missing file for `{name}`");
        let entry = entry.ok_or_else(|| RecordingError::NotARecording { file: path.clone(), missing: missing() })?;
        Ok(List::new(folder.join(&entry.file)))
    };
    let robots = info.robots.iter().map(|robot| list(&robot.name, |entry| entry.robot.as_ref()));
    let mut robots = robots.collect::<Result<Vec<List>>>()?;
    let objects = info.objects.iter().map(|object| list(&object.name, |entry| entry.object.as_ref()));
    let mut objects = objects.collect::<Result<Vec<List>>>()?;
    let mut events = List::new(folder.join("events.json"));
    let columns: Vec<Vec<usize>> =
        info.robots.iter().map(|robot| robot.columns().iter().map(|column| column.index).collect()).collect();
    let mut telemetry: Vec<Vec<f64>> = info.robots.iter().map(|robot| vec![f64::NAN; robot.telemetry_len]).collect();
    let (mut bodies, mut placed) = (Vec::new(), Vec::new());
    let mut recorder = Recorder::create(target, info, RecorderOptions::default())?;
    let mut event = events.next::<Event>()?;
    loop {
        let mut moment = None;
        bodies.clear();
        placed.clear();
        for ((list, columns), values) in robots.iter_mut().zip(&columns).zip(&mut telemetry) {
            let Some(text) = list.next_line()? else { break };
            let message: TelemetryMessage = list.read(&text)?;
            if message.channels.0.len() != columns.len() {
                let cause = format!(
                    "expected {expected} values, found {found}",
                    found = message.channels.0.len(),
                    expected = columns.len()
                );
                return Err(list.damaged(cause));
            }
            columns.iter().zip(&message.channels.0).for_each(|(index, value)| values[*index] = *value);
            bodies.push(list.body(&text, &mut moment)?);
        }
        for list in &mut objects {
            let Some(text) = list.next_line()? else { break };
            placed.push(list.body(&text, &mut moment)?);
        }
        let Some((tick, time)) = moment.filter(|_| bodies.len() == robots.len() && placed.len() == objects.len())
        else {
            break;
        };
        while let Some(known) = event.take_if(|event| event.tick <= tick) {
            recorder.event(known);
            event = events.next()?;
        }
        let telemetry = |robot: usize| telemetry[robot].as_slice();
        let (bodies, objects, scan) = (&bodies, &placed, &|_, _| &[][..]);
        recorder.frame(&FrameView { tick, time, bodies, objects, telemetry: &telemetry, scan })?;
    }
    while let Some(known) = event {
        recorder.event(known);
        event = events.next()?;
    }
    recorder.end(run.summary.as_ref()).map(drop)
}

/// A list on disk with one object per line.
struct List {
    path: PathBuf,
    /// Position of the next bytes to read, and the buffered bytes.
    at: u64,
    waiting: Vec<u8>,
    used: usize,
}

impl List {
    fn new(path: PathBuf) -> Self {
        Self { path, at: 0, waiting: Vec::new(), used: 0 }
    }

    fn damaged(&self, cause: impl Into<String>) -> RecordingError {
        let at = self.at - (self.waiting.len() - self.used) as u64;
        RecordingError::Damaged { file: self.path.clone(), at, cause: cause.into(), span: None }
    }

    /// Text of the next object; `None` at the end, and where the list was truncated.
    fn next_line(&mut self) -> Result<Option<Vec<u8>>> {
        loop {
            while let Some(length) = self.waiting[self.used..].iter().position(|byte| *byte == b'\n') {
                let line = self.waiting[self.used..self.used + length].to_vec();
                self.used += length + 1;
                if line.first() == Some(&b'{') {
                    return Ok(Some(line.strip_suffix(b",").map_or(line.clone(), <[u8]>::to_vec)));
                }
            }
            self.waiting.drain(..self.used);
            self.used = 0;
            let mut more = || {
                let mut file = File::open(&self.path)?;
                file.seek(SeekFrom::Start(self.at))?;
                file.take(BLOCK).read_to_end(&mut self.waiting)
            };
            let read = more().map_err(RecordingError::io(&self.path, "read"))?;
            self.at += read as u64;
            if read == 0 {
                return Ok(None);
            }
        }
    }

    fn read<'de, T: Deserialize<'de>>(&self, text: &'de [u8]) -> Result<T> {
        decode::message(text).map_err(|cause| self.damaged(cause))
    }

    /// The next object.
    fn next<T: serde::de::DeserializeOwned>(&mut self) -> Result<Option<T>> {
        let Some(text) = self.next_line()? else { return Ok(None) };
        self.read(&text).map(Some)
    }

    /// The body of a frame. All lists must be at the same tick.
    fn body(&self, text: &[u8], moment: &mut Option<(u64, f64)>) -> Result<BodyState> {
        let message: StateMessage = self.read(text)?;
        let (tick, time) = *moment.get_or_insert((message.tick, message.time.0));
        if tick != message.tick {
            return Err(self.damaged(format!(
                "expected tick {tick2}, found {tick}, at {time:.3} s",
                tick = message.tick,
                tick2 = tick
            )));
        }
        Ok(message.body())
    }
}
