//! Writes a run's MCAP file: its description, its topics, its end.

use super::Result;
use super::encode::{ChannelEncoder, nanoseconds, push_event, push_state, push_telemetry};
use super::info::{Column, FORMAT_VERSION, FileEntry, RobotLayout, RunInfo, RunSummary};
use super::mcap_file::McapFile;
use super::queue::Packet;
use super::scenery::Entity;
use super::sink::{RecorderOptions, Sink};
use super::viewer;
use super::{RecordingError, checksum};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::Path;
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

/// Maximum number of topics in addition to those of the events and of viewers, which always exist; 16-bit numbers
/// from 1.
const MAX_TOPICS: usize = u16::MAX as usize - 1 - viewer::TOPICS;

pub(super) struct McapSink {
    file: McapFile,
    robots: Vec<RobotTopics>,
    objects: Vec<u16>,
    events: u16,
    viewer: viewer::Topics,
    event_count: u32,
    /// Number of events that change the world in a way that frames do not contain.
    edits: u64,
    frame_count: u32,
    text: Vec<u8>,
    /// Fixed entities since the last written frame, if they have changed.
    changed: Option<Vec<Entity>>,
    /// The description, which is written again at the end.
    description: Vec<Attached>,
    run: BTreeMap<String, String>,
}

/// A small attachment: name, media type and content.
type Attached = (&'static str, &'static str, Vec<u8>);

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
        if 2 * robots + objects > MAX_TOPICS {
            let most = MAX_TOPICS.saturating_sub(objects) / 2;
            return Err(RecordingError::layout(match objects {
                0 => format!("{robots} robots exceed the topics of an MCAP file (at most {most} robots)"),
                _ => {
                    format!(
                        "{robots} robots and {objects} movable objects exceed the topics of an MCAP file (at most {most} robots)"
                    )
                }
            }));
        }
        let mut file = McapFile::create(path, options)?;
        let (run, description) = (fields(info, options), description(info));
        file.metadata(RUN, run.clone())?;
        for scene_file in &info.scene_files {
            file.attach(&format!("{FILES}{}", scene_file.name), "application/octet-stream", &scene_file.bytes)?;
        }
        for (name, media_type, data) in &description {
            file.attach(name, media_type, data)?;
        }
        let state = file.add_schema("foxglove.PoseInFrame", &state_schema())?;
        let event = file.add_schema("sim.Event", &event_schema())?;
        let robots = add_robots(&mut file, &info.robots, state)?;
        let object_topics = info.objects.iter().enumerate().map(|(index, object)| {
            let fields = [("object", index.to_string()), ("part", "object".into())];
            file.add_channel(state, &format!("/objects/{}/state", object.name), &fields)
        });
        let object_topics = object_topics.collect::<Result<Vec<_>>>()?;
        let events = file.add_channel(event, "/events", &[("part", "events".into())])?;
        let room = MAX_TOPICS - 2 * robots.len() - objects;
        let viewer = viewer::Topics::new(info, room, &mut file)?;
        file.flush()?;
        Ok(Self {
            file,
            robots,
            objects: object_topics,
            events,
            viewer,
            event_count: 0,
            edits: 0,
            frame_count: 0,
            text: Vec::new(),
            changed: None,
            description,
            run,
        })
    }

    /// Writes the message in `text`.
    fn write_text(&mut self, topic: u16, sequence: u32, time: f64) -> Result {
        let result = self.file.message(topic, sequence, nanoseconds(time), &self.text);
        self.text.clear();
        result
    }
}

/// Fields of the run.
fn fields(info: &RunInfo, options: &RecorderOptions) -> BTreeMap<String, String> {
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
    checksum::add(RUN, &mut fields);
    fields
}

/// Contents of the run without its files. The robots come last: if they are present, the description is complete.
fn description(info: &RunInfo) -> Vec<Attached> {
    let json = |name: &'static str, value: Value| (name, "application/json", value.to_string().into_bytes());
    let list: Vec<FileEntry> = info.scene_files.iter().map(FileEntry::from).collect();
    vec![
        (SCENE, "text/plain", info.scene_text.clone().into_bytes()),
        json(PLUGINS, json!(info.plugins)),
        json(FILE_LIST, json!(list)),
        json(OBJECTS, json!(info.objects)),
        json(ROBOTS, json!(info.robots)),
    ]
}

fn add_robots(file: &mut McapFile, robots: &[RobotLayout], state: u16) -> Result<Vec<RobotTopics>> {
    let mut telemetry: Vec<(Value, u16)> = Vec::new();
    let mut topics = Vec::with_capacity(robots.len());
    let mut offset = 0;
    for (index, (robot, encoder)) in robots.iter().zip(ChannelEncoder::for_robots(robots)).enumerate() {
        let topic = |file: &mut McapFile, schema: u16, part: &str| {
            let fields = [("robot", index.to_string()), ("part", part.into())];
            file.add_channel(schema, &format!("/robots/{}/{part}", robot.name), &fields)
        };
        let state = topic(file, state, "state")?;
        let mut readings = None;
        if !encoder.is_empty() {
            let schema = telemetry_schema(&robot.columns());
            let id = match telemetry.iter().rfind(|(known, _)| *known == schema) {
                Some((_, id)) => *id,
                None => {
                    let id = file.add_schema(&format!("sim.Telemetry.{}", telemetry.len() + 1), &schema)?;
                    telemetry.push((schema, id));
                    id
                }
            };
            readings = Some(topic(file, id, "telemetry")?);
        }
        let len = robot.telemetry_len;
        topics.push(RobotTopics { state, telemetry: readings, encoder, offset, len });
        offset += len;
    }
    Ok(topics)
}

impl Sink for McapSink {
    fn write(&mut self, packet: &Packet) -> Result {
        for event in &packet.events {
            push_event(&mut self.text, event);
            self.write_text(self.events, self.event_count, event.time)?;
            self.event_count = self.event_count.wrapping_add(1);
            self.edits += u64::from(event.kind.is_edit());
            self.viewer.event(event, &mut self.file)?;
        }
        if packet.scenery.is_some() {
            self.changed.clone_from(&packet.scenery);
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
            let changed = self.changed.take();
            self.viewer.frame(packet, changed.as_deref(), &mut self.file)?;
            self.frame_count = self.frame_count.wrapping_add(1);
        }
        if self.file.is_full() { self.file.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result {
        self.file.flush()
    }

    fn finish(&mut self, summary: Option<&RunSummary>, complete: bool) -> Result {
        // Repeated at the end, so that damage at the start of the file does no harm.
        self.file.metadata(RUN, std::mem::take(&mut self.run))?;
        for (name, media_type, data) in std::mem::take(&mut self.description) {
            self.file.attach(name, media_type, &data)?;
        }
        if let Some(summary) = summary {
            let fields = [
                ("steps", summary.steps.to_string()),
                ("sim_time_s", format!("{:?}", summary.sim_time_s)),
                ("wall_time_s", format!("{:?}", summary.wall_time_s)),
                ("state_hash", summary.state_hash.clone()),
                ("ended", summary.ended.clone()),
                ("edits", self.edits.to_string()),
            ];
            let digest = summary.digest.iter().map(|digest| ("digest", digest.clone()));
            let mut fields = fields.into_iter().chain(digest).map(|(key, value)| (key.to_owned(), value)).collect();
            checksum::add(SUMMARY, &mut fields);
            if let Some(end) = &summary.end {
                self.file.attach(END, "application/octet-stream", end)?;
            }
            self.file.metadata(SUMMARY, fields)?;
        }
        self.file.finish(complete)
    }
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

/// The pose as general viewers expect it, with additional fields.
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
