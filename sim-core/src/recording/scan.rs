//! Goes over a file once: the description of the run, and where its chunks are.

use super::bytes::Bytes;
use super::info::{FORMAT_VERSION, FileEntry, RobotLayout, RunInfo, RunSummary, SceneFile};
use super::mcap_sink::{END, EXTRA, FILE_LIST, FILES, OBJECTS, PLUGINS, ROBOTS, RUN, SCENE, SUMMARY};
use super::{RecordingError, Result};
use mcap::records::op;
use std::collections::BTreeMap;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// Operation code and length of a record.
const RECORD_HEAD: u64 = 1 + 8;

/// How a file ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Closed by its writer.
    Complete,
    /// Cut off: the writer was killed, or the file was copied in part. What came before is whole.
    Truncated {
        /// Where the incomplete record begins, or the end of the file.
        at: u64,
    },
    /// From some place on, the file is not MCAP.
    Damaged {
        /// That place.
        at: u64,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    /// Where its record's body begins, and its length.
    pub at: u64,
    pub len: u64,
    pub start_ns: u64,
    pub end_ns: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Topic {
    State(usize),
    Telemetry(usize),
    Object(usize),
    Events,
}

/// What the scan found.
pub(super) struct Scanned {
    pub info: RunInfo,
    pub every_ticks: u64,
    pub summary: Option<RunSummary>,
    pub ending: Ending,
    pub chunks: Vec<Chunk>,
    pub topics: BTreeMap<u16, Topic>,
}

/// Scans a file from its start.
pub(super) fn scan<S: Read + Seek>(path: &Path, source: &mut BufReader<S>) -> Result<Scanned> {
    let ends = source.seek(SeekFrom::End(0)).and_then(|len| source.rewind().map(|()| len));
    let len = ends.map_err(RecordingError::io(path, "read"))?;
    let mut scan = Scan { path, source, len, at: 0, found: Found::default() };
    scan.check_magic()?;
    let ending = scan.records()?;
    let Found { run, summary, mut attachments, chunks, channels } = scan.found;
    let end = attachments.iter().position(|(name, _)| name == END).map(|place| attachments.swap_remove(place).1);
    let (info, every_ticks) = describe(path, run, attachments)?;
    let topics = channels.iter().filter_map(|body| topic(Bytes(body), &info)).collect();
    let summary = summary.map(|fields| RunSummary { end, ..summarise(&fields) });
    Ok(Scanned { info, every_ticks, summary, ending, chunks, topics })
}

type Fields = BTreeMap<String, String>;

#[derive(Default)]
struct Found {
    run: Option<Fields>,
    summary: Option<Fields>,
    attachments: Vec<(String, Vec<u8>)>,
    chunks: Vec<Chunk>,
    channels: Vec<Vec<u8>>,
}

struct Scan<'a, S: Read + Seek> {
    path: &'a Path,
    source: &'a mut BufReader<S>,
    len: u64,
    at: u64,
    found: Found,
}

impl<S: Read + Seek> Scan<'_, S> {
    /// Up to `count` bytes; fewer at the end of the file.
    fn read(&mut self, count: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let read = self.source.by_ref().take(count).read_to_end(&mut bytes);
        self.at += read.map_err(RecordingError::io(self.path, "read"))? as u64;
        Ok(bytes)
    }

    fn go_to(&mut self, at: u64) -> Result {
        // Records are shorter than the file, so the step fits.
        let step = at.wrapping_sub(self.at) as i64;
        self.source.seek_relative(step).map_err(RecordingError::io(self.path, "read"))?;
        self.at = at;
        Ok(())
    }

    fn check_magic(&mut self) -> Result {
        let head = self.read(mcap::MAGIC.len() as u64)?;
        if head == mcap::MAGIC {
            return Ok(());
        }
        let found = match head.as_slice() {
            [] => "it is empty".into(),
            _ if mcap::MAGIC.starts_with(&head) => format!("it ends after {} bytes", head.len()),
            _ => format!("it begins with \"{}\"", head.escape_ascii()),
        };
        Err(RecordingError::NotMcap { file: self.path.to_owned(), found })
    }

    fn records(&mut self) -> Result<Ending> {
        loop {
            let at = self.at;
            let head = self.read(RECORD_HEAD)?;
            let mut fields = Bytes(&head);
            let (Some(code), Some(len)) = (fields.u8(), fields.u64()) else { return Ok(Ending::Truncated { at }) };
            // No record has code 0: this is what a file system leaves of a write that it lost.
            if code == 0 {
                return Ok(Ending::Damaged { at });
            }
            if len > self.len - self.at {
                return Ok(Ending::Truncated { at });
            }
            let end = self.at + len;
            if !self.record(code, len)? {
                return Ok(Ending::Damaged { at });
            }
            self.go_to(end)?;
            if code == op::FOOTER {
                let whole = self.read(mcap::MAGIC.len() as u64)? == mcap::MAGIC;
                return Ok(if whole { Ending::Complete } else { Ending::Truncated { at } });
            }
        }
    }

    /// Keeps what matters of a record; false if it makes no sense.
    fn record(&mut self, code: u8, len: u64) -> Result<bool> {
        let at = self.at;
        let known = match code {
            op::METADATA => {
                let body = self.read(len)?;
                metadata(&body).map(|(name, fields)| match name {
                    RUN => self.found.run = Some(fields),
                    SUMMARY => self.found.summary = Some(fields),
                    _ => {}
                })
            }
            op::ATTACHMENT => {
                let body = self.read(len)?;
                attachment(&body).map(|attachment| self.found.attachments.push(attachment))
            }
            op::CHUNK => {
                let head = self.read(len.min(8 + 8))?;
                let mut fields = Bytes(&head);
                let times = fields.u64().zip(fields.u64());
                times.map(|(start_ns, end_ns)| self.found.chunks.push(Chunk { at, len, start_ns, end_ns }))
            }
            op::CHANNEL => {
                let body = self.read(len)?;
                self.found.channels.push(body);
                Some(())
            }
            _ => Some(()),
        };
        Ok(known.is_some())
    }
}

fn metadata(body: &[u8]) -> Option<(&str, Fields)> {
    let mut rest = Bytes(body);
    let name = rest.text()?;
    let fields = rest.map()?;
    Some((name, fields.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect()))
}

/// Name and data, if the checksum is right.
fn attachment(body: &[u8]) -> Option<(String, Vec<u8>)> {
    let mut rest = Bytes(body);
    let (_log_time, _create_time, name, _media_type) = (rest.u64()?, rest.u64()?, rest.text()?, rest.text()?);
    let len = rest.u64()?;
    let data = rest.take(len)?;
    let summed = &body[..body.len() - rest.0.len()];
    let crc = rest.u32()?;
    (crc == 0 || crc32fast::hash(summed) == crc).then(|| (name.to_owned(), data.to_owned()))
}

/// What a channel record is to us: its number and its topic.
pub(super) fn topic(mut body: Bytes<'_>, info: &RunInfo) -> Option<(u16, Topic)> {
    let (id, _schema, _name, _encoding) = (body.u16()?, body.u16()?, body.text()?, body.text()?);
    let metadata = body.map()?;
    let number = |key: &str, below: usize| metadata.get(key)?.parse().ok().filter(|number| *number < below);
    let robot = || number("robot", info.robots.len());
    let topic = match *metadata.get("part")? {
        "events" => Topic::Events,
        "state" => Topic::State(robot()?),
        "telemetry" => Topic::Telemetry(robot()?),
        "object" => Topic::Object(number("object", info.objects.len())?),
        _ => return None,
    };
    Some((id, topic))
}

fn describe(path: &Path, run: Option<Fields>, attachments: Vec<(String, Vec<u8>)>) -> Result<(RunInfo, u64)> {
    let lacks = |missing: &str| RecordingError::NotARecording { file: path.to_owned(), missing: missing.into() };
    let run = run.ok_or_else(|| lacks("there is no description of the run"))?;
    let field = |key: &str| run.get(key).ok_or_else(|| lacks(&format!("the run's `{key}` is missing")));
    let bad = |key: &str| lacks(&format!("the run's `{key}` cannot be read"));
    let format: u32 = field("format_version")?.parse().map_err(|_| bad("format_version"))?;
    let program_version = field("program_version")?.clone();
    if format > FORMAT_VERSION {
        let (file, program) = (path.to_owned(), program_version);
        return Err(RecordingError::Newer { file, found: format, known: FORMAT_VERSION, program });
    }
    let mut info = RunInfo {
        scene_name: field("scene_name")?.clone(),
        seed: field("seed")?.parse().map_err(|_| bad("seed"))?,
        dt: field("dt")?.parse().map_err(|_| bad("dt"))?,
        threads: run.get("threads").map(|text| text.parse().map_err(|_| bad("threads"))).transpose()?,
        program_version,
        ..RunInfo::default()
    };
    info.extra =
        run.iter().filter_map(|(key, value)| Some((key.strip_prefix(EXTRA)?.to_owned(), value.clone()))).collect();
    let every_ticks = field("every_ticks")?.parse().map_err(|_| bad("every_ticks"))?;
    let mut robots: Option<Vec<RobotLayout>> = None;
    let mut list: BTreeMap<String, FileEntry> = BTreeMap::new();
    for (name, data) in attachments {
        match name.as_str() {
            SCENE => info.scene_text = String::from_utf8(data).map_err(|_| bad(SCENE))?,
            PLUGINS => info.plugins = serde_json::from_slice(&data).map_err(|_| bad(PLUGINS))?,
            FILE_LIST => {
                let entries: Vec<FileEntry> = serde_json::from_slice(&data).map_err(|_| bad(FILE_LIST))?;
                list.extend(entries.into_iter().map(|entry| (entry.name.clone(), entry)));
            }
            OBJECTS => info.objects = serde_json::from_slice(&data).map_err(|_| bad(OBJECTS))?,
            ROBOTS => robots = Some(serde_json::from_slice(&data).map_err(|_| bad(ROBOTS))?),
            _ => {
                if let Some(name) = name.strip_prefix(FILES) {
                    info.scene_files.push(SceneFile { name: name.to_owned(), bytes: data, ..SceneFile::default() });
                }
            }
        }
    }
    for file in &mut info.scene_files {
        if let Some(entry) = list.remove(&file.name) {
            (file.digest, file.references) = (entry.digest, entry.references);
        }
    }
    info.robots = robots.ok_or_else(|| lacks("the list of robots is missing, so it was cut off at its start"))?;
    if info.robots.iter().any(|robot| robot.channels.iter().any(|info| info.index >= robot.telemetry_len)) {
        return Err(bad(ROBOTS));
    }
    Ok((info, every_ticks))
}

fn summarise(fields: &Fields) -> RunSummary {
    let text = |key: &str| fields.get(key).cloned().unwrap_or_default();
    let number = |key: &str| text(key).parse().unwrap_or(f64::NAN);
    RunSummary {
        steps: text("steps").parse().unwrap_or_default(),
        sim_time_s: number("sim_time_s"),
        wall_time_s: number("wall_time_s"),
        state_hash: text("state_hash"),
        digest: fields.get("digest").cloned(),
        end: None,
        ended: text("ended"),
    }
}
