//! What a recording says about its run, before the first frame and after the last.

use super::scenery::Scenery;
use super::{RecordingError, Result, real};
use crate::digest::sha256;
use crate::packs::Locked;
use crate::plugins::Isolation;
use serde::{Deserialize, Serialize};
use sim_abi::declare::Channel;
use std::collections::{BTreeMap, BTreeSet};

/// Version of the layout of recordings; a reader refuses a greater one.
pub const FORMAT_VERSION: u32 = 1;

/// The run as it starts: enough to do it again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunInfo {
    /// Name of the scene.
    pub scene_name: String,
    /// The merged scene, includes and overrides applied, as RON or JSON text.
    #[serde(skip)]
    pub scene_text: String,
    /// Every file that scene, robot models and meshes name; see [`attach`](super::attach()).
    #[serde(skip)]
    pub scene_files: Vec<SceneFile>,
    /// Root of all random streams.
    pub seed: u64,
    /// Step, s.
    #[serde(with = "real::one")]
    pub dt: f64,
    /// Threads, if they were set.
    #[serde(default)]
    pub threads: Option<usize>,
    /// Plugin libraries in use.
    pub plugins: Vec<PluginStamp>,
    /// Version of the program.
    pub program_version: String,
    /// Robots, in the order of their bodies in a frame.
    pub robots: Vec<RobotLayout>,
    /// Movable objects of the scene, in the order of their bodies in a frame. A recording of an older version has none.
    #[serde(default)]
    pub objects: Vec<ObjectLayout>,
    /// What viewers draw; it does not read back.
    #[serde(skip)]
    pub scenery: Scenery,
    /// Anything else by name, such as the command line.
    #[serde(default)]
    pub extra: BTreeMap<String, String>,
}

/// A file of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneFile {
    /// Path of the copy, from the folder of the scene: as the scene names it if that is beside or below the scene.
    pub name: String,
    /// Content.
    pub bytes: Vec<u8>,
    /// Digest of the content, `sha256:…`; empty in recordings of older versions.
    pub digest: String,
    /// What the file names, as it is written there: the names of the copies.
    pub references: BTreeMap<String, String>,
}

impl SceneFile {
    /// A file that names no other.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        let digest = digest_of(&bytes);
        Self { name: name.into(), bytes, digest, references: BTreeMap::new() }
    }

    /// Whether the content is what the digest says.
    pub fn is_intact(&self) -> bool {
        self.digest.is_empty() || self.digest == digest_of(&self.bytes)
    }
}

fn digest_of(bytes: &[u8]) -> String {
    format!("sha256:{}", sha256(bytes))
}

/// What the list of a recording's files says of one.
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

/// One plugin component in use, and the file that it came from.
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
    /// The installed pack that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<Locked>,
    /// The bounds of the process of its own that it ran in; none where it ran in the program's, and in recordings of older versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub isolated: Option<IsolatedStamp>,
}

/// What decides when a component in a process of its own fails with it, and what becomes of the component then.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct IsolatedStamp {
    /// How long a call might take, s.
    pub deadline_s: f64,
    /// How often the component might be made anew.
    pub restarts: u32,
}

impl From<&Isolation> for IsolatedStamp {
    fn from(isolation: &Isolation) -> Self {
        Self { deadline_s: isolation.deadline.as_secs_f64(), restarts: isolation.restarts }
    }
}

/// One movable object of the scene; the scene tells what it looks like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectLayout {
    /// Name, unique in the scene.
    pub name: String,
}

/// One robot and the values of its telemetry that are recorded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RobotLayout {
    /// Name, unique in the scene.
    pub name: String,
    /// Component id or file of its model; empty in recordings of older versions.
    #[serde(default)]
    pub model: String,
    /// Number of telemetry values in a frame.
    pub telemetry_len: usize,
    /// What the values are. A value that no channel names is not recorded and reads back as not-a-number.
    pub channels: Vec<ChannelInfo>,
}

/// One value of a robot's telemetry.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ChannelInfo {
    /// Name of the component within the robot.
    pub component: String,
    /// Which of the component's values it is.
    pub kind: ChannelKind,
    /// Place in the robot's telemetry.
    pub index: usize,
    /// Name, unit, range and frame as the component declared them.
    #[serde(flatten)]
    pub channel: Channel,
}

/// Which of a component's values a channel is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChannelKind {
    /// Reading of a sensor, as its controller gets it.
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
    /// What distinguishes the channel's column from a reading or a command of the same name.
    const fn suffix(self) -> &'static str {
        match self {
            Self::Sensor | Self::Actuator | Self::Published => "",
            Self::Clean => "_clean",
            Self::Effect => "_effect",
            Self::Memory => "_memory",
        }
    }
}

/// A recorded value as files name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name of the component.
    pub component: String,
    /// Name within the component: that of the channel, with `_clean`, `_effect` or `_memory` where it is one, and a
    /// number where two would be equal.
    pub key: String,
    /// SI unit.
    pub unit: String,
    /// Place in the robot's telemetry.
    pub index: usize,
}

impl Column {
    /// `component.key`, by which selections name it.
    pub fn name(&self) -> String {
        format!("{}.{}", self.component, self.key)
    }

    /// `component.key [unit]`, the header of a table.
    pub fn header(&self) -> String {
        format!("{} [{}]", self.name(), if self.unit.is_empty() { "1" } else { &self.unit })
    }
}

impl RobotLayout {
    /// The recorded values in the order of the files: components by their first channel, channels as declared.
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
    /// Checks that names are unique and indices within the telemetry, and clears limits that JSON cannot write.
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
                        "channel `{name}` of robot `{robot}` shares index {index} with another",
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

/// The run as it ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunSummary {
    /// Ticks done.
    pub steps: u64,
    /// Simulated time, s.
    #[serde(with = "real::one")]
    pub sim_time_s: f64,
    /// Time that the run took, s.
    #[serde(with = "real::one")]
    pub wall_time_s: f64,
    /// Hash over all body states at the end.
    pub state_hash: String,
    /// Digest over everything that decides the future, at the end; none in recordings of older versions, or where a component
    /// could not be saved.
    #[serde(default)]
    pub digest: Option<String>,
    /// The whole state at the end ([`Snapshot::to_bytes`](crate::engine::Snapshot::to_bytes)), of which the digest is; MCAP
    /// files keep it, JSON files do not.
    #[serde(skip)]
    pub end: Option<Vec<u8>>,
    /// How it ended: `completed`, `interrupted`, or the reason.
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
