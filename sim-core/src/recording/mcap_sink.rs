//! Writes the MCAP file.

use super::encode::{ChannelEncoder, nanoseconds, push_event, push_state, push_telemetry};
use super::info::{Column, FORMAT_VERSION, FileEntry, RobotLayout, RunInfo, RunSummary};
use super::queue::Packet;
use super::recorder::{CHUNK_BYTES, Compression, RecorderOptions, Sink, incomplete, make_folder};
use super::{RecordingError, Result};
use mcap::records::{MessageHeader, Metadata};
use mcap::{Attachment, McapError};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Names of metadata records and attachments.
pub(super) const RUN: &str = "sim.run";
pub(super) const SUMMARY: &str = "sim.summary";
pub(super) const SCENE: &str = "scene.ron";
pub(super) const FILES: &str = "files/";
pub(super) const FILE_LIST: &str = "files.json";
pub(super) const PLUGINS: &str = "plugins.json";
pub(super) const ROBOTS: &str = "robots.json";
pub(super) const OBJECTS: &str = "objects.json";
pub(super) const END: &str = "end.state";
pub(super) const EXTRA: &str = "extra.";

/// Topics beside that of the events, counted in 16 bits from 1.
const MOST_TOPICS: usize = u16::MAX as usize - 1;

pub(super) struct McapSink {
    /// What is written to.
    path: PathBuf,
    /// What it is to be called when it is complete; none where it cannot be renamed, and when it has been.
    complete: Option<PathBuf>,
    /// `None` once closed.
    writer: Option<mcap::Writer<BufWriter<File>>>,
    robots: Vec<RobotTopics>,
    objects: Vec<u16>,
    events: u16,
    event_count: u32,
    frame_count: u32,
    text: Vec<u8>,
    unflushed: usize,
}

struct RobotTopics {
    state: u16,
    telemetry: Option<u16>,
    encoder: Arc<ChannelEncoder>,
    offset: usize,
    len: usize,
}

impl McapSink {
    pub(super) fn create(path: &Path, info: &RunInfo, options: &RecorderOptions) -> Result<Self> {
        let (robots, objects) = (info.robots.len(), info.objects.len());
        if 2 * robots + objects > MOST_TOPICS {
            let most = MOST_TOPICS.saturating_sub(objects) / 2;
            let beside = if objects == 0 { String::new() } else { format!(" beside {objects} movable objects") };
            let text = format!("{robots} robots, and an MCAP file has topics for {most}{beside}");
            return Err(RecordingError::layout(text));
        }
        if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            make_folder(parent)?;
        }
        // What is no file on a disk, such as a pipe, cannot be renamed.
        let special = std::fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir());
        let complete = (!special).then(|| path.to_owned());
        let path = &if special { path.to_owned() } else { incomplete(path) };
        let file = File::create(path).map_err(RecordingError::io(path, "create the file"))?;
        crate::activity::recording(path);
        // Chunks are built in memory and written whole at a frame's end, so that a file cut off anywhere holds whole
        // chunks of whole frames and at most one incomplete record after them.
        let writer = mcap::WriteOptions::new()
            .library(concat!("sim-core/", env!("CARGO_PKG_VERSION")))
            .compression((options.compression == Compression::Lz4).then_some(mcap::Compression::Lz4))
            .chunk_size(None)
            .disable_seeking(true)
            .create(BufWriter::new(file))
            .map_err(|error| failed(path, error))?;
        let mut sink = Self {
            path: path.to_owned(),
            complete,
            writer: Some(writer),
            robots: Vec::with_capacity(robots),
            objects: Vec::with_capacity(objects),
            events: 0,
            event_count: 0,
            frame_count: 0,
            text: Vec::new(),
            unflushed: 0,
        };
        sink.describe(info, options)?;
        sink.add_topics(info)?;
        sink.flush()?;
        Ok(sink)
    }

    /// Runs one call of the MCAP writer.
    fn with<T>(&mut self, call: impl FnOnce(&mut mcap::Writer<BufWriter<File>>) -> mcap::McapResult<T>) -> Result<T> {
        let writer = self.writer.as_mut().ok_or_else(|| RecordingError::Stopped { file: self.path.clone() })?;
        call(writer).map_err(|error| failed(&self.path, error))
    }

    fn describe(&mut self, info: &RunInfo, options: &RecorderOptions) -> Result {
        let mut fields: BTreeMap<String, String> = [
            ("format_version", FORMAT_VERSION.to_string()),
            ("program_version", info.program_version.clone()),
            ("scene_name", info.scene_name.clone()),
            ("seed", info.seed.to_string()),
            ("dt", format!("{:?}", info.dt)),
            ("every_ticks", options.every_ticks.max(1).to_string()),
        ]
        .map(|(key, value)| (key.into(), value))
        .into();
        if let Some(threads) = info.threads {
            fields.insert("threads".into(), threads.to_string());
        }
        fields.extend(info.extra.iter().map(|(key, value)| (format!("{EXTRA}{key}"), value.clone())));
        self.with(|writer| writer.write_metadata(&Metadata { name: RUN.into(), metadata: fields }))?;

        let json = |value: Value| value.to_string().into_bytes();
        self.attach(SCENE, "text/plain", info.scene_text.as_bytes())?;
        self.attach(PLUGINS, "application/json", &json(json!(info.plugins)))?;
        let list: Vec<FileEntry> = info.scene_files.iter().map(FileEntry::from).collect();
        self.attach(FILE_LIST, "application/json", &json(json!(list)))?;
        for file in &info.scene_files {
            self.attach(&format!("{FILES}{}", file.name), "application/octet-stream", &file.bytes)?;
        }
        self.attach(OBJECTS, "application/json", &json(json!(info.objects)))?;
        // Last: whoever finds it knows that the description is whole.
        self.attach(ROBOTS, "application/json", &json(json!(info.robots)))
    }

    fn attach(&mut self, name: &str, media_type: &str, data: &[u8]) -> Result {
        let (name, media_type, data) = (name.into(), media_type.into(), Cow::Borrowed(data));
        self.with(|writer| writer.attach(&Attachment { log_time: 0, create_time: 0, name, media_type, data }))
    }

    fn add_topics(&mut self, info: &RunInfo) -> Result {
        let state = self.add_schema("foxglove.PoseInFrame", &state_schema())?;
        let event = self.add_schema("sim.Event", &event_schema())?;
        self.add_robots(&info.robots, state)?;
        for (index, object) in info.objects.iter().enumerate() {
            let metadata = [("object", index.to_string()), ("part", "object".into())];
            let metadata = metadata.map(|(key, value)| (key.to_owned(), value)).into();
            let name = format!("/objects/{}/state", object.name);
            let id = self.with(|writer| writer.add_channel(state, &name, "json", &metadata))?;
            self.objects.push(id);
        }
        let metadata = [("part".to_owned(), "events".to_owned())].into();
        self.events = self.with(|writer| writer.add_channel(event, "/events", "json", &metadata))?;
        Ok(())
    }

    fn add_robots(&mut self, robots: &[RobotLayout], state: u16) -> Result {
        let mut telemetry: Vec<(Value, u16)> = Vec::new();
        let mut offset = 0;
        for (index, (robot, encoder)) in robots.iter().zip(ChannelEncoder::for_robots(robots)).enumerate() {
            let topic = |sink: &mut Self, schema: u16, part: &str| {
                let metadata = [("robot", index.to_string()), ("part", part.into())];
                let metadata = metadata.map(|(key, value)| (key.to_owned(), value)).into();
                let name = format!("/robots/{}/{part}", robot.name);
                sink.with(|writer| writer.add_channel(schema, &name, "json", &metadata))
            };
            let state = topic(self, state, "state")?;
            let mut readings = None;
            if !encoder.is_empty() {
                let schema = telemetry_schema(&robot.columns());
                let id = match telemetry.iter().rfind(|(known, _)| *known == schema) {
                    Some((_, id)) => *id,
                    None => {
                        let id = self.add_schema(&format!("sim.Telemetry.{}", telemetry.len() + 1), &schema)?;
                        telemetry.push((schema, id));
                        id
                    }
                };
                readings = Some(topic(self, id, "telemetry")?);
            }
            let len = robot.telemetry_len;
            self.robots.push(RobotTopics { state, telemetry: readings, encoder, offset, len });
            offset += len;
        }
        Ok(())
    }

    fn add_schema(&mut self, name: &str, schema: &Value) -> Result<u16> {
        self.with(|writer| writer.add_schema(name, "jsonschema", schema.to_string().as_bytes()))
    }

    /// Writes the message in `text`.
    fn write_text(&mut self, channel_id: u16, sequence: u32, time: f64) -> Result {
        let log_time = nanoseconds(time);
        let header = MessageHeader { channel_id, sequence, log_time, publish_time: log_time };
        let text = std::mem::take(&mut self.text);
        let result = self.with(|writer| writer.write_to_known_channel(&header, &text));
        self.unflushed += text.len();
        self.text = text;
        self.text.clear();
        result
    }
}

impl Sink for McapSink {
    fn write(&mut self, packet: &Packet) -> Result {
        for event in &packet.events {
            push_event(&mut self.text, event);
            self.write_text(self.events, self.event_count, event.time)?;
            self.event_count = self.event_count.wrapping_add(1);
        }
        if packet.framed {
            for index in 0..self.robots.len() {
                let robot = &self.robots[index];
                let (state, telemetry, sequence) = (robot.state, robot.telemetry, self.frame_count);
                push_state(&mut self.text, packet.tick, packet.time, &packet.bodies[index]);
                self.write_text(state, sequence, packet.time)?;
                if let Some(telemetry) = telemetry {
                    let robot = &self.robots[index];
                    let values = &packet.telemetry[robot.offset..robot.offset + robot.len];
                    push_telemetry(&mut self.text, packet.tick, packet.time, &robot.encoder, values);
                    self.write_text(telemetry, sequence, packet.time)?;
                }
            }
            for index in 0..self.objects.len() {
                push_state(&mut self.text, packet.tick, packet.time, &packet.objects[index]);
                self.write_text(self.objects[index], self.frame_count, packet.time)?;
            }
            self.frame_count = self.frame_count.wrapping_add(1);
        }
        if self.unflushed >= CHUNK_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result {
        self.unflushed = 0;
        self.with(mcap::Writer::flush)
    }

    fn finish(&mut self, summary: Option<&RunSummary>, complete: bool) -> Result {
        if let Some(summary) = summary {
            let fields = [
                ("steps", summary.steps.to_string()),
                ("sim_time_s", format!("{:?}", summary.sim_time_s)),
                ("wall_time_s", format!("{:?}", summary.wall_time_s)),
                ("state_hash", summary.state_hash.clone()),
                ("ended", summary.ended.clone()),
            ];
            let digest = summary.digest.iter().map(|digest| ("digest", digest.clone()));
            let metadata = fields.into_iter().chain(digest).map(|(key, value)| (key.to_owned(), value)).collect();
            if let Some(end) = &summary.end {
                self.attach(END, "application/octet-stream", end)?;
            }
            self.with(|writer| writer.write_metadata(&Metadata { name: SUMMARY.into(), metadata }))?;
        }
        self.with(|writer| writer.finish().map(drop))?;
        let Some(writer) = self.writer.take() else { return Ok(()) };
        writer.into_inner().flush().map_err(RecordingError::io(&self.path, "write"))?;
        match self.complete.take().filter(|_| complete) {
            Some(path) => std::fs::rename(&self.path, &path).map_err(RecordingError::io(&path, "rename to")),
            None => Ok(()),
        }
    }
}

fn failed(path: &Path, error: McapError) -> RecordingError {
    let cause = match error {
        McapError::Io(cause) => cause,
        other => std::io::Error::other(other),
    };
    RecordingError::Io { file: path.to_owned(), doing: "write", cause }
}

fn object(properties: Map<String, Value>) -> Value {
    json!({"type": "object", "properties": properties})
}

fn numbers(names: &[&str], description: &str) -> Value {
    let number = |name: &&str| ((*name).to_owned(), json!({"type": "number"}));
    let mut schema = object(names.iter().map(number).collect());
    schema["description"] = description.into();
    schema
}

fn moment() -> Map<String, Value> {
    let tick = json!({"type": "integer", "description": "number of the tick"});
    let time = json!({"type": "number", "description": "simulated time, s"});
    [("tick".to_owned(), tick), ("time".to_owned(), time)].into_iter().collect()
}

/// The pose as general viewers expect it, and more.
fn state_schema() -> Value {
    let mut properties = Map::new();
    let sec = json!({"type": "integer", "minimum": 0});
    let nsec = json!({"type": "integer", "minimum": 0, "maximum": 999_999_999});
    let timestamp = json!({"type": "object", "title": "time", "properties": {"sec": sec, "nsec": nsec}});
    properties.insert("timestamp".into(), timestamp);
    properties.insert("frame_id".into(), json!({"type": "string"}));
    properties.extend(moment());
    let position = numbers(&["x", "y", "z"], "origin of the body in the world, m");
    let orientation = numbers(&["x", "y", "z", "w"], "rotation from body to world");
    let pose = json!({"type": "object", "properties": {"position": position, "orientation": orientation}});
    properties.insert("pose".into(), pose);
    properties.insert("linear_velocity".into(), numbers(&["x", "y", "z"], "of the origin, world axes, m/s"));
    properties.insert("angular_velocity".into(), numbers(&["x", "y", "z"], "world axes, rad/s"));
    object(properties)
}

fn telemetry_schema(columns: &[Column]) -> Value {
    let mut components: Map<String, Value> = Map::new();
    for column in columns {
        let component =
            components.entry(column.component.clone()).or_insert_with(|| json!({"type": "object", "properties": {}}));
        component["properties"][&column.key] = json!({"type": "number", "description": column.unit});
    }
    let mut properties = moment();
    properties.insert("channels".into(), object(components));
    object(properties)
}

fn event_schema() -> Value {
    let mut properties = moment();
    properties.insert("event".into(), json!({"type": "string"}));
    object(properties)
}
