//! Description of a recorded run at its start and at its end.

use super::scenery::Scenery;
use super::{RecordingError, Result, real};
use serde::{Deserialize, Serialize};
use sim_abi::declare::Channel;
use sim_files::digest::sha256;
use sim_files::packs::Locked;
use sim_host::Isolation;
use std::collections::{BTreeMap, BTreeSet};

/// Format version of recordings; a reader rejects newer ones.
pub const FORMAT_VERSION: u32 = 1;

/// The run at its start, complete enough to reproduce it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunInfo {
    /// Name of the scene.
    pub scene_name: String,
    /// The merged scene with includes and overrides applied, as RON or JSON text.
    #[serde(skip)]
    pub scene_text: String,
    /// All files that scene, robot models and meshes reference; see [`attach`](super::attach()).
    #[serde(skip)]
    pub scene_files: Vec<SceneFile>,
    /// Seed of all random streams.
    pub seed: u64,
    /// Time step, s.
    #[serde(with = "real::one")]
    pub dt: f64,
    /// Number of threads, if set.
    #[serde(default)]
    pub threads: Option<usize>,
    /// Plugin libraries in use.
    pub plugins: Vec<PluginStamp>,
    /// Version of the program.
    pub program_version: String,
    /// Robots, in the order of their bodies in a frame.
    pub robots: Vec<RobotLayout>,
    /// Movable objects of the scene, in the order of their bodies in a frame. Empty in recordings of older versions.
    #[serde(default)]
    pub objects: Vec<ObjectLayout>,
    /// Scenery for viewers; write-only.
    #[serde(skip)]
    pub scenery: Scenery,
    /// Additional data by name, such as the command line.
    #[serde(default)]
    pub extra: BTreeMap<String, String>,
}

/// A file of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneFile {
    /// Path of the copy relative to the scene's folder: as in the scene if the file is next to or below the scene.
    pub name: String,
    /// Content.
    pub bytes: Vec<u8>,
    /// Digest of the content, `sha256:…`; empty in recordings of older versions.
    pub digest: String,
    /// The file's references as written in it, mapped to the names of the copies.
    pub references: BTreeMap<String, String>,
}

impl SceneFile {
    /// A file without references.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        let digest = digest_of(&bytes);
        Self { name: name.into(), bytes, digest, references: BTreeMap::new() }
    }

    /// Whether the content matches the digest.
    pub fn is_intact(&self) -> bool {
        self.digest.is_empty() || self.digest == digest_of(&self.bytes)
    }
}

fn digest_of(bytes: &[u8]) -> String {
    format!("sha256:{}", sha256(bytes))
}

/// Entry in the list of a recording's files.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FileEntry {
    pub name: String,
    #[serde(default)]
    pub bytes: u64,
    #[serde(default)]
    pub digest: String,
    #[serde(default)]
    pub references: BTreeMap<String, String>,
}

impl From<&SceneFile> for FileEntry {
    fn from(file: &SceneFile) -> Self {
        let SceneFile { name, bytes, digest, references } = file;
        let bytes = bytes.len() as u64;
        Self { name: name.clone(), bytes, digest: digest.clone(), references: references.clone() }
    }
}

/// A plugin component in use, and its library file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PluginStamp {
    /// Component id, `family/name`.
    pub id: String,
    /// Version of the library.
    pub version: String,
    /// File name of the library.
    pub file: String,
    /// Digest of that file, such as `sha256:…`.
    pub digest: String,
    /// The installed pack that contains it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<Locked>,
    /// Limits of its separate process; `None` if it ran in the program's process, and in recordings of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolated: Option<IsolatedStamp>,
}

/// Limits of an isolated component: when it is considered failed, and how often it is restarted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct IsolatedStamp {
    /// Maximum duration of a call, s.
    pub deadline_s: f64,
    /// Maximum number of restarts of the component.
    pub restarts: u32,
}

impl From<&Isolation> for IsolatedStamp {
    fn from(isolation: &Isolation) -> Self {
        Self { deadline_s: isolation.deadline.as_secs_f64(), restarts: isolation.restarts }
    }
}

/// A movable object of the scene; its appearance is described in the scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectLayout {
    /// Name, unique in the scene.
    pub name: String,
}

/// A robot and its recorded telemetry values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RobotLayout {
    /// Name, unique in the scene.
    pub name: String,
    /// Component id or file of its model; empty in recordings of older versions.
    #[serde(default)]
    pub model: String,
    /// Number of telemetry values in a frame.
    pub telemetry_len: usize,
    /// Channels. A value without a channel is not recorded and reads back as NaN.
    pub channels: Vec<ChannelInfo>,
}

/// One value of a robot's telemetry.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChannelInfo {
    /// Name of the component within the robot.
    pub component: String,
    /// Kind of the component's value.
    pub kind: ChannelKind,
    /// Index in the robot's telemetry.
    pub index: usize,
    /// Name, unit, range and frame as declared by the component.
    #[serde(flatten)]
    pub channel: Channel,
}

/// Kind of a component's value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChannelKind {
    /// Reading of a sensor, as received by its controller.
    #[default]
    Sensor,
    /// Reading of a sensor before noise.
    Clean,
    /// Command of an actuator.
    Actuator,
    /// Effect of an actuator.
    Effect,
    /// Value published by any component.
    Published,
    /// Memory of a dynamics.
    Memory,
}

impl ChannelKind {
    /// Suffix that distinguishes the channel's column from a reading or a command with the same name.
    const fn suffix(self) -> &'static str {
        match self {
            Self::Sensor | Self::Actuator | Self::Published => "",
            Self::Clean => "_clean",
            Self::Effect => "_effect",
            Self::Memory => "_memory",
        }
    }
}

/// A recorded value as named in files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name of the component.
    pub component: String,
    /// Name within the component: the channel's, with `_clean`, `_effect` or `_memory` for these kinds, and a number if it would not
    /// be unique.
    pub key: String,
    /// SI unit.
    pub unit: String,
    /// Index in the robot's telemetry.
    pub index: usize,
}

impl Column {
    /// `component.key`, used in selections.
    pub fn name(&self) -> String {
        format!("{}.{}", self.component, self.key)
    }

    /// `component.key [unit]`, the header of a table column.
    pub fn header(&self) -> String {
        format!("{} [{}]", self.name(), if self.unit.is_empty() { "1" } else { &self.unit })
    }
}

impl RobotLayout {
    /// The recorded values in file order: components by their first channel, channels as declared.
    pub fn columns(&self) -> Vec<Column> {
        let mut place = BTreeMap::new();
        let mut parts: Vec<Vec<Column>> = Vec::new();
        let mut taken = BTreeSet::new();
        for info in &self.channels {
            let part = *place.entry(info.component.as_str()).or_insert_with(|| {
                parts.push(Vec::new());
                parts.len() - 1
            });
            let wanted = format!("{}{}", info.channel.name, info.kind.suffix());
            let mut key = wanted.clone();
            let mut number = 2;
            while !taken.insert((part, key.clone())) {
                key = format!("{wanted}_{number}");
                number += 1;
            }
            let (component, unit) = (info.component.clone(), info.channel.unit.clone());
            parts[part].push(Column { component, key, unit, index: info.index });
        }
        parts.into_iter().flatten().collect()
    }
}

impl RunInfo {
    /// Checks that names are unique and indices are within the telemetry, and removes limits that JSON cannot represent.
    pub(super) fn checked(mut self) -> Result<Self> {
        let mut names = BTreeSet::new();
        if let Some(object) = self.objects.iter().find(|object| !names.insert(object.name.clone())) {
            return Err(RecordingError::layout(format!("two objects are named `{name}`", name = object.name)));
        }
        let mut names = BTreeSet::new();
        for robot in &mut self.robots {
            if !names.insert(robot.name.clone()) {
                return Err(RecordingError::layout(format!("two robots are named `{name}`", name = robot.name)));
            }
            let mut indices = BTreeSet::new();
            for info in &mut robot.channels {
                let (name, index) = (format!("{}.{}", info.component, info.channel.name), info.index);
                if index >= robot.telemetry_len {
                    return Err(RecordingError::layout(format!(
                        "channel `{name}` of robot `{robot}` has index {index} of {values} values",
                        robot = robot.name,
                        values = robot.telemetry_len
                    )));
                }
                if !indices.insert(index) {
                    return Err(RecordingError::layout(format!(
                        "channel `{name}` of robot `{robot}` shares index {index} with another channel",
                        robot = robot.name
                    )));
                }
                let channel = &mut info.channel;
                channel.min = channel.min.filter(|value| value.is_finite());
                channel.max = channel.max.filter(|value| value.is_finite());
                channel.neutral = if channel.neutral.is_finite() { channel.neutral } else { 0.0 };
            }
        }
        Ok(self)
    }
}

/// The run at its end.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunSummary {
    /// Completed ticks.
    pub steps: u64,
    /// Simulated time, s.
    #[serde(with = "real::one")]
    pub sim_time_s: f64,
    /// Wall-clock time of the run, s.
    #[serde(with = "real::one")]
    pub wall_time_s: f64,
    /// Hash of all body states at the end.
    pub state_hash: String,
    /// Digest of the complete state at the end; `None` in recordings of older versions, or if a component could not be saved.
    #[serde(default)]
    pub digest: Option<String>,
    /// The complete state at the end ([`Snapshot::to_bytes`](sim_engine::Snapshot::to_bytes)), to which the digest belongs;
    /// stored in MCAP files but not in JSON files.
    #[serde(skip)]
    pub end: Option<Vec<u8>>,
    /// Reason of the end: `completed`, `interrupted`, or another one.
    pub ended: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channel(component: &str, name: &str, kind: ChannelKind, index: usize) -> ChannelInfo {
        ChannelInfo { component: component.into(), kind, index, channel: Channel::new(name, "m") }
    }

    #[test]
    fn columns_keep_clean_values_and_namesakes_apart() {
        let layout = RobotLayout {
            name: "scout".into(),
            telemetry_len: 5,
            channels: vec![
                channel("range", "distance", ChannelKind::Sensor, 0),
                channel("wheel", "speed", ChannelKind::Actuator, 1),
                channel("range", "distance", ChannelKind::Clean, 2),
                channel("wheel", "speed", ChannelKind::Published, 3),
                channel("wheel", "speed", ChannelKind::Effect, 4),
            ],
            ..RobotLayout::default()
        };
        let names: Vec<String> = layout.columns().iter().map(Column::header).collect();
        let expected = ["range.distance", "range.distance_clean", "wheel.speed", "wheel.speed_2", "wheel.speed_effect"];
        assert_eq!(names, expected.map(|name| format!("{name} [m]")));
        assert_eq!(layout.columns().iter().map(|column| column.index).collect::<Vec<_>>(), [0, 2, 1, 3, 4]);
    }

    #[test]
    fn a_component_of_an_older_recording_is_not_known_to_have_been_isolated() {
        let old = r#"{"id": "a/b", "version": "1.0.0", "file": "liba.so", "digest": "sha256:0"}"#;
        let stamp: PluginStamp = serde_json::from_str(old).unwrap();
        assert_eq!(stamp.isolated, None);
        let isolated = Some(IsolatedStamp { deadline_s: 0.1, restarts: 3 });
        let stamp = PluginStamp { isolated, ..stamp };
        let text = serde_json::to_string(&stamp).unwrap();
        assert_eq!(serde_json::from_str::<PluginStamp>(&text).unwrap(), stamp);
    }

    #[test]
    fn a_layout_that_does_not_fit_its_telemetry_is_refused() {
        let robot = |channels| RobotLayout { name: "a".into(), telemetry_len: 1, channels, ..RobotLayout::default() };
        let check = |robots| RunInfo { robots, ..RunInfo::default() }.checked().unwrap_err().to_string();
        let outside = check(vec![robot(vec![channel("range", "distance", ChannelKind::Sensor, 1)])]);
        assert!(outside.contains("`range.distance` of robot `a` has index 1 of 1"), "{outside}");
        let shared = channel("range", "distance", ChannelKind::Sensor, 0);
        assert!(check(vec![robot(vec![shared.clone(), shared])]).contains("shares index 0"));
        assert!(check(vec![robot(vec![]), robot(vec![])]).contains("two robots are named `a`"));
        let objects = vec![ObjectLayout { name: "box".into() }; 2];
        let twins = RunInfo { objects, ..RunInfo::default() }.checked().unwrap_err().to_string();
        assert!(twins.contains("two objects are named `box`"), "{twins}");
    }
}
