//! Reads the description of a run from the records of its file.

use super::bytes::Bytes;
use super::info::{FORMAT_VERSION, FileEntry, RobotLayout, RunInfo, RunSummary, SceneFile};
use super::mcap_sink::{EXTRA, FILE_LIST, FILES, OBJECTS, PLUGINS, ROBOTS, SCENE};
use super::{RecordingError, Result};
use std::collections::BTreeMap;
use std::path::Path;

/// Keys and values of a metadata record.
pub(super) type Fields = BTreeMap<String, String>;
/// Names and contents of attachments, without duplicates, in file order.
pub(super) type Attachments = Vec<(String, Vec<u8>)>;

#[derive(Clone, Copy, Debug)]
pub(super) enum Topic {
    State(usize),
    Telemetry(usize),
    Object(usize),
    Events,
}

/// Number and topic of a channel record.
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

/// Topics as numbered by the writer, for files that have lost their channel records.
pub(super) fn usual_topics(info: &RunInfo) -> BTreeMap<u16, Topic> {
    let robots = info.robots.iter().enumerate().flat_map(|(number, robot)| {
        let telemetry = (!robot.channels.is_empty()).then_some(Topic::Telemetry(number));
        [Some(Topic::State(number)), telemetry].into_iter().flatten()
    });
    let objects = (0..info.objects.len()).map(Topic::Object);
    (1..).zip(robots.chain(objects).chain([Topic::Events])).collect()
}

/// Number of the events topic among them.
pub(super) fn usual_topic_of_events(robots: &[RobotLayout], objects: usize) -> u16 {
    let telemetry = robots.iter().filter(|robot| !robot.channels.is_empty()).count();
    (1 + robots.len() + telemetry + objects).try_into().unwrap_or(u16::MAX)
}

/// The run at its start, and the ticks between frames.
pub(super) fn describe(path: &Path, run: Option<Fields>, attachments: Attachments) -> Result<(RunInfo, u64)> {
    let lacks = |missing| RecordingError::NotARecording { file: path.to_owned(), missing };
    let run = run.ok_or_else(|| lacks("missing description of the run".to_string()))?;
    let field = |key: &str| run.get(key).ok_or_else(|| lacks(format!("missing `{key}`")));
    let bad = |key: &str| lacks(format!("invalid `{key}`"));
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
    // A listed file that is missing was damaged; without content it fails the check against its digest.
    info.scene_files.extend(list.into_values().map(|FileEntry { name, digest, references, .. }| SceneFile {
        name,
        digest,
        references,
        bytes: Vec::new(),
    }));
    info.robots = robots.ok_or_else(|| lacks("the list of robots is missing or damaged".to_string()))?;
    if info.robots.iter().any(|robot| robot.channels.iter().any(|info| info.index >= robot.telemetry_len)) {
        return Err(bad(ROBOTS));
    }
    Ok((info, every_ticks))
}

/// The run at its end.
pub(super) fn summarise(fields: &Fields) -> RunSummary {
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
