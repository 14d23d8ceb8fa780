//! Scans a file once: for the description of the run, the positions of its chunks, and damage.
//!
//! Walks the file from record to record. After an invalid record, it searches for the next valid one, so that damage only affects
//! the damaged records.

use super::bytes::Bytes;
use super::checksum;
use super::describe::{Attachments, Fields, Topic, describe, summarise, topic, usual_topic_of_events};
use super::info::{ObjectLayout, RobotLayout, RunInfo, RunSummary};
use super::mcap_sink::{END, FILES, OBJECTS, PLUGINS, ROBOTS, RUN, SCENE, SUMMARY};
use super::records::{self, ChunkHead, Plausible, RECORD_HEAD};
use super::{RecordingError, Result};
use mcap::records::op;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes searched at once for the next record.
const WINDOW: u64 = 1 << 16;
/// Number of bytes of the magic that may differ before the file counts as another format.
const MAGIC_ERRORS: usize = 2;

/// End of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Closed by its writer.
    Complete,
    /// Truncated: the writer was killed, or the file was copied incompletely. The data before the end is complete.
    Truncated {
        /// Start of the incomplete record, or the end of the file.
        at: u64,
    },
    /// The rest of the file is not MCAP.
    Damaged {
        /// Start of the invalid part.
        at: u64,
    },
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Complete => f.write_str("complete"),
            Self::Truncated { at } => write!(f, "truncated: the last complete record ends at byte {at}"),
            Self::Damaged { at } => write!(f, "unreadable from byte {at} on"),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Chunk {
    /// Start and length of the record's body.
    pub at: u64,
    pub len: u64,
    pub start_ns: u64,
    pub end_ns: u64,
    /// Whether it contains events, according to the message indexes after it; `None` without message indexes.
    pub events: Option<bool>,
}

impl Chunk {
    /// Whether it may contain events.
    pub(super) fn may_have_events(&self) -> bool {
        self.events.unwrap_or(true)
    }
}

/// Result of the scan.
pub(super) struct Scanned {
    pub info: RunInfo,
    pub every_ticks: u64,
    pub summary: Option<RunSummary>,
    pub ending: Ending,
    pub chunks: Vec<Chunk>,
    pub topics: BTreeMap<u16, Topic>,
    pub damage: Vec<RecordingError>,
    /// Number of events that are edits; `None` if the file does not specify it.
    pub edits: Option<u64>,
}

/// Scans a file from its start.
pub(super) fn scan<S: Read + Seek>(path: &Path, source: &mut BufReader<S>) -> Result<Scanned> {
    let ends = source.seek(SeekFrom::End(0)).and_then(|len| source.rewind().map(|()| len));
    let len = ends.map_err(RecordingError::io(path, "read"))?;
    let mut scan = Scan { path, source, len, at: 0, in_summary: false, found: ScanResult::default() };
    scan.check_magic()?;
    let ending = scan.records()?;
    let mut found = scan.found;
    let damage = found.damage(path);
    let run = found.run.take().or(found.doubtful_run.take());
    let end = found.attachments.iter().position(|(name, _)| name == END);
    let end = end.map(|place| found.attachments.remove(place).1);
    let (info, every_ticks) = describe(path, run, found.attachments)?;
    let topics = found.channels.iter().filter_map(|body| topic(Bytes(body), &info)).collect();
    let edits = found.summary.as_ref().and_then(|fields| fields.get("edits")?.parse().ok());
    let summary = found.summary.map(|fields| RunSummary { end, ..summarise(&fields) });
    Ok(Scanned { info, every_ticks, summary, ending, chunks: found.chunks, topics, damage, edits })
}

#[derive(Default)]
struct ScanResult {
    run: Option<Fields>,
    /// A record with a wrong checksum.
    doubtful_run: Option<Fields>,
    summary: Option<Fields>,
    attachments: Attachments,
    chunks: Vec<Chunk>,
    /// Positions and times of chunks according to the index at the end.
    index: Option<Vec<Chunk>>,
    channels: Vec<Vec<u8>>,
    /// Number of the events topic, once it has been determined.
    topic_of_events: Option<u16>,
    /// End of the data section, where the index starts.
    data_end: Option<u64>,
    /// Invalid bytes: start, end and cause.
    holes: Vec<(u64, u64, &'static str)>,
    /// Records with a wrong checksum, and their names.
    spoilt: Vec<(u64, String)>,
}

impl ScanResult {
    /// All damage, in file order.
    fn damage(&self, path: &Path) -> Vec<RecordingError> {
        let damaged = |at: u64, cause: String, span| RecordingError::Damaged { file: path.to_owned(), at, cause, span };
        let index = self.index();
        let holes = self.holes.iter();
        let holes = holes.map(|(at, end, cause)| damaged(*at, (*cause).into(), self.span(*at, *end, index)));
        let spoilt = self.spoilt.iter().map(|(at, name)| damaged(*at, self.spoilt(name), None));
        let mut all: Vec<RecordingError> = holes.chain(spoilt).collect();
        all.sort_by_key(RecordingError::place);
        all
    }

    /// The usual number of the events topic, from the description at the start of the file; 0, which is never used, if that is
    /// damaged.
    fn topic_of_events(&mut self) -> u16 {
        *self.topic_of_events.get_or_insert_with(|| {
            let of =
                |name: &str| self.attachments.iter().find(|(known, _)| known == name).map(|(_, data)| data.as_slice());
            let robots = of(ROBOTS).and_then(|data| serde_json::from_slice::<Vec<RobotLayout>>(data).ok());
            let objects =
                of(OBJECTS).map_or(Some(Vec::new()), |data| serde_json::from_slice::<Vec<ObjectLayout>>(data).ok());
            let (Some(robots), Some(objects)) = (robots, objects) else { return 0 };
            usual_topic_of_events(&robots, objects.len())
        })
    }

    fn has(&self, name: &str) -> bool {
        self.attachments.iter().any(|(known, _)| known == name)
    }

    /// The index, if its positions match this file; they do not if bytes have been lost.
    fn index(&self) -> Option<&[Chunk]> {
        let index = self.index.as_deref()?;
        let places: BTreeSet<u64> = index.iter().map(|chunk| chunk.at).collect();
        self.chunks.iter().all(|chunk| places.contains(&chunk.at)).then_some(index)
    }

    /// Simulated times (s) between which frames are missing because of a hole; `None` if no frames are affected.
    fn span(&self, at: u64, end: u64, index: Option<&[Chunk]>) -> Option<(f64, f64)> {
        let seconds = |ns: u64| ns as f64 * 1e-9;
        if let Some(index) = index {
            let lost = index.iter().filter(|chunk| (at..end).contains(&chunk.at));
            let spans = lost.map(|chunk| (seconds(chunk.start_ns), seconds(chunk.end_ns)));
            return spans.reduce(|all, one| (all.0.min(one.0), all.1.max(one.1)));
        }
        // The first chunk contains no frames, and there are none after the data.
        let before = self.chunks.iter().rfind(|chunk| chunk.at < at)?;
        let after = self.chunks.iter().find(|chunk| chunk.at >= end);
        if self.data_end.is_some_and(|data_end| at >= data_end) {
            return None;
        }
        Some((seconds(before.end_ns), after.map_or(f64::INFINITY, |chunk| seconds(chunk.start_ns))))
    }

    /// Consequence of a wrong checksum of a record.
    fn spoilt(&self, name: &str) -> String {
        let again = self.has(name) || (name == RUN && self.run.is_some());
        let text = match name {
            _ if again => "one of two copies of the description of the run",
            RUN => "the name, seed or step of the run",
            SUMMARY => "the summary of the end",
            SCENE => "the scene",
            ROBOTS => "the list of robots",
            OBJECTS => "the list of movable objects",
            PLUGINS => "the list of plugins",
            END => "the state at the end",
            name => match name.strip_prefix(FILES) {
                Some(file) => {
                    return format!("the checksum of the file `{file}` does not match", file = file.escape_debug());
                }
                None => "a part of the description of the run",
            },
        };
        format!("the checksum of {text} does not match")
    }
}

/// Result of examining a record.
enum Step {
    /// Read; the next one follows.
    Next,
    /// The last record of a complete file.
    End,
    /// Longer than the rest of the file.
    Cut,
    /// Not a record.
    Bad(&'static str),
}

struct Scan<'a, S: Read + Seek> {
    path: &'a Path,
    source: &'a mut BufReader<S>,
    len: u64,
    at: u64,
    /// Whether the position is after the data, in the summary section.
    in_summary: bool,
    found: ScanResult,
}

impl<S: Read + Seek> Scan<'_, S> {
    /// Reads up to `count` bytes; fewer at the end of the file.
    fn read(&mut self, count: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        // Ignore data appended since the scan started.
        let count = count.min(self.len - self.at);
        let read = self.source.by_ref().take(count).read_to_end(&mut bytes);
        self.at += read.map_err(RecordingError::io(self.path, "read"))? as u64;
        Ok(bytes)
    }

    fn go_to(&mut self, at: u64) -> Result {
        // Positions are within the file, so the difference fits.
        let step = at.wrapping_sub(self.at) as i64;
        self.source.seek_relative(step).map_err(RecordingError::io(self.path, "read"))?;
        self.at = at;
        Ok(())
    }

    fn check_magic(&mut self) -> Result {
        let head = self.read(mcap::MAGIC.len() as u64)?;
        let errors = head.iter().zip(mcap::MAGIC).filter(|(a, b)| *a != *b).count();
        if head.len() == mcap::MAGIC.len() && errors <= MAGIC_ERRORS {
            if errors > 0 {
                self.found.holes.push((0, self.at, "invalid MCAP magic at the start"));
            }
            return Ok(());
        }
        let found = match head.as_slice() {
            [] => "it is empty".to_string(),
            _ if mcap::MAGIC.starts_with(&head) => format!("it ends after {count} bytes", count = head.len()),
            _ => format!("it begins with \"{head}\"", head = head.escape_ascii()),
        };
        Err(RecordingError::NotMcap { file: self.path.to_owned(), found })
    }

    fn records(&mut self) -> Result<Ending> {
        loop {
            let at = self.at;
            let step = self.step()?;
            let cause = match step {
                Step::Next => continue,
                Step::End => return Ok(Ending::Complete),
                Step::Cut => "invalid record length",
                Step::Bad(cause) => cause,
            };
            match self.find_record(at + 1)? {
                Some(next) => {
                    self.found.holes.push((at, next, cause));
                    self.go_to(next)?;
                }
                None if matches!(step, Step::Cut) => return Ok(Ending::Truncated { at }),
                None => return Ok(Ending::Damaged { at }),
            }
        }
    }

    fn step(&mut self) -> Result<Step> {
        let at = self.at;
        let head = self.read(RECORD_HEAD)?;
        let mut fields = Bytes(&head);
        let (Some(code), Some(len)) = (fields.u8(), fields.u64()) else { return Ok(Step::Cut) };
        // Opcode 0 is not used: a file system leaves zeros for a lost write.
        if code == 0 {
            return Ok(Step::Bad("zeros instead of a record"));
        }
        if !records::belongs(code, at == mcap::MAGIC.len() as u64, self.in_summary) {
            return Ok(Step::Bad("not a record"));
        }
        if len > self.len - self.at {
            return Ok(Step::Cut);
        }
        let end = self.at + len;
        if !self.record(code, len, at)? {
            return Ok(Step::Bad("invalid record"));
        }
        self.go_to(end)?;
        if code == op::FOOTER { self.footer(at, end) } else { Ok(Step::Next) }
    }

    /// Ends the scan, or returns to the index if damage has kept it from being read.
    fn footer(&mut self, at: u64, end: u64) -> Result<Step> {
        if !std::mem::replace(&mut self.in_summary, true) {
            self.go_to(at + RECORD_HEAD)?;
            let start = Bytes(&self.read(8)?[..]).u64().filter(|start| (1..at).contains(start));
            if let Some(start) = start {
                self.go_to(start)?;
                return Ok(Step::Next);
            }
            self.go_to(end)?;
        }
        let magic = self.read(mcap::MAGIC.len() as u64)?;
        Ok(match magic == mcap::MAGIC {
            true => Step::End,
            false if magic.len() < mcap::MAGIC.len() => Step::Cut,
            false => Step::Bad("invalid MCAP magic at the end"),
        })
    }

    /// Processes a record; false if it is invalid.
    fn record(&mut self, code: u8, len: u64, at: u64) -> Result<bool> {
        let body_at = self.at;
        Ok(match code {
            op::HEADER => records::is_header(&self.read(len)?),
            op::METADATA => {
                let body = self.read(len)?;
                records::metadata(&body).map(|(name, fields)| self.take_metadata(name, fields, at)).is_some()
            }
            op::ATTACHMENT => {
                let body = self.read(len)?;
                records::attachment(&body)
                    .map(|(name, data, intact)| self.take_attachment(name, data, intact, at))
                    .is_some()
            }
            op::CHUNK => {
                let head = self.read(len.min(records::CHUNK_HEAD))?;
                let head = ChunkHead::of(&head, len);
                head.map(|ChunkHead { start_ns, end_ns }| {
                    self.found.chunks.push(Chunk { at: body_at, len, start_ns, end_ns, events: None });
                })
                .is_some()
            }
            op::CHUNK_INDEX => {
                let body = self.read(len.min(4 * 8))?;
                let mut body = Bytes(&body);
                let fields = (body.u64(), body.u64(), body.u64(), body.u64());
                if let (Some(start_ns), Some(end_ns), Some(at), Some(len)) = fields {
                    let at = at.saturating_add(RECORD_HEAD);
                    self.found.index.get_or_insert_default().push(Chunk { at, len, start_ns, end_ns, events: None });
                }
                true
            }
            op::CHANNEL => {
                let body = self.read(len)?;
                self.found.channels.push(body);
                true
            }
            op::DATA_END => {
                self.in_summary = true;
                self.found.data_end = Some(at);
                len == records::DATA_END
            }
            op::FOOTER => len == records::FOOTER,
            op::MESSAGE_INDEX => {
                let head = self.read(len.min(6))?;
                let whole = records::message_index(&head, len);
                if whole && let Some(topic) = Bytes(&head).u16() {
                    let of_events = len > records::EMPTY_INDEX && topic == self.found.topic_of_events();
                    if let Some(chunk) = self.found.chunks.last_mut() {
                        chunk.events = Some(of_events || chunk.events == Some(true));
                    }
                }
                whole
            }
            _ => true,
        })
    }

    fn take_metadata(&mut self, name: &str, mut fields: Fields, at: u64) {
        let intact = checksum::take(name, &mut fields);
        if !intact {
            self.found.spoilt.push((at, name.to_owned()));
        }
        match name {
            RUN if intact => _ = self.found.run.get_or_insert(fields),
            RUN => _ = self.found.doubtful_run.get_or_insert(fields),
            SUMMARY if intact => self.found.summary = Some(fields),
            _ => {}
        }
    }

    fn take_attachment(&mut self, name: &str, data: &[u8], intact: bool, at: u64) {
        if intact {
            // The description is in the file twice.
            if !self.found.has(name) {
                self.found.attachments.push((name.to_owned(), data.to_owned()));
            }
        } else {
            self.found.spoilt.push((at, name.to_owned()));
        }
    }

    /// The first position from `from` on where a record certainly starts.
    fn find_record(&mut self, from: u64) -> Result<Option<u64>> {
        let mut start = from.min(self.len);
        loop {
            self.go_to(start)?;
            let window = self.read(WINDOW)?;
            let heads = (window.len() as u64).saturating_sub(RECORD_HEAD);
            for (offset, bytes) in (0..=heads).zip(window.windows(RECORD_HEAD as usize)) {
                let Some(plausible) = records::plausible(bytes, self.len - start - offset) else { continue };
                let place = start + offset;
                self.go_to(place)?;
                if self.is_record(plausible)? {
                    return Ok(Some(place));
                }
            }
            if (window.len() as u64) < WINDOW {
                return Ok(None);
            }
            start += heads + 1;
        }
    }

    /// Whether there is such a record here.
    fn is_record(&mut self, plausible: Plausible) -> Result<bool> {
        let Plausible { code, len } = plausible;
        let end = self.at + RECORD_HEAD + len;
        let at_end = end + mcap::MAGIC.len() as u64 == self.len;
        let body = self.read(RECORD_HEAD + plausible.examined())?;
        let body = body.get(RECORD_HEAD as usize..).unwrap_or_default();
        Ok(match code {
            op::CHUNK => ChunkHead::of(body, len).is_some(),
            op::ATTACHMENT => records::is_attachment(body, len),
            op::METADATA => len == body.len() as u64 && records::metadata(body).is_some(),
            op::FOOTER => len == records::FOOTER && at_end,
            _ => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn the_end_of_a_file_is_reported_with_its_place() {
        let texts = [Ending::Complete, Ending::Truncated { at: 7 }, Ending::Damaged { at: 1_000_000 }]
            .map(|ending| ending.to_string());
        let expected =
            ["complete", "truncated: the last complete record ends at byte 7", "unreadable from byte 1000000 on"];
        assert_eq!(texts, expected);
    }

    /// A file that has grown since its length was determined.
    struct Grown {
        bytes: Cursor<Vec<u8>>,
        len: u64,
    }

    impl Read for Grown {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            self.bytes.read(into)
        }
    }

    impl Seek for Grown {
        fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
            match to {
                SeekFrom::End(by) => self.bytes.seek(SeekFrom::Start(self.len.saturating_add_signed(by))),
                to => self.bytes.seek(to),
            }
        }
    }

    #[test]
    fn a_file_that_grows_while_it_is_scanned_is_read_as_long_as_it_was() {
        let mut writer = mcap::Writer::new(Cursor::new(Vec::new())).unwrap();
        let fields = BTreeMap::from([("key".to_owned(), "value".to_owned())]);
        for name in ["first", "second"] {
            writer.write_metadata(&mcap::records::Metadata { name: name.into(), metadata: fields.clone() }).unwrap();
        }
        writer.finish().unwrap();
        let bytes = writer.into_inner().into_inner();
        let error_of =
            |source: &mut BufReader<Grown>| scan(Path::new("run.mcap"), source).err().map(|error| error.to_string());
        for len in 0..bytes.len() {
            let file = |bytes: &[u8]| BufReader::new(Grown { bytes: Cursor::new(bytes.to_vec()), len: len as u64 });
            assert_eq!(
                error_of(&mut file(&bytes)),
                error_of(&mut file(&bytes[..len])),
                "{len} of {} bytes",
                bytes.len()
            );
        }
    }
}
