//! From a session to a recording: what the recorder must know of the run.

use crate::session::Session;
use sim_core::diagnostic::{Code, Diagnostic, Diagnostics};
use sim_core::engine::Simulation;
use sim_core::model::UrdfOptions;
use sim_core::recording::{ChannelInfo, ChannelKind, ObjectLayout, RecordingError, RobotLayout, RunInfo, attach};
use std::collections::BTreeMap;

/// Describes the run for recordings, with the files of the scene; `models` says how model files were read, `extra` is kept
/// by name. Also returns what should be known about the files.
pub fn run_info(session: &Session, models: &UrdfOptions, extra: BTreeMap<String, String>) -> (RunInfo, Diagnostics) {
    let Session { loaded, simulation, plugins, .. } = session;
    let attached = attach(loaded, models);
    let info = RunInfo {
        scene_name: crate::session::title(loaded),
        scene_text: attached.scene_text,
        scene_files: attached.files,
        seed: simulation.seed(),
        dt: simulation.dt(),
        threads: Some(loaded.scene.run.threads as usize),
        plugins: plugins.clone(),
        program_version: env!("CARGO_PKG_VERSION").into(),
        robots: (0..simulation.robot_count()).map(|robot| layout(simulation, robot)).collect(),
        objects: simulation.movable_objects().map(|(name, _)| ObjectLayout { name: name.into() }).collect(),
        extra,
    };
    (info, attached.warnings)
}

fn layout(simulation: &Simulation, robot: usize) -> RobotLayout {
    let layout = simulation.layout(robot);
    let mut kinds = BTreeMap::new();
    for part in &layout.parts {
        let kind = if part.kind == "actuator" { ChannelKind::Actuator } else { ChannelKind::Sensor };
        kinds.extend((part.offset..part.offset + part.channels.len()).map(|index| (index, kind)));
        let published = part.published_offset..part.published_offset + part.published.len();
        kinds.extend(published.map(|index| (index, ChannelKind::Published)));
    }
    let channels = simulation.channels(robot).into_iter().map(|telemetry| {
        let known = kinds.get(&telemetry.index).copied();
        let (kind, path) = match (known, telemetry.path.strip_prefix("clean."), telemetry.path.strip_prefix("effect."))
        {
            (Some(kind), ..) => (kind, telemetry.path.as_str()),
            (None, Some(path), _) => (ChannelKind::Clean, path),
            (None, None, Some(path)) => (ChannelKind::Effect, path),
            (None, None, None) => (ChannelKind::Published, telemetry.path.as_str()),
        };
        let component = path.strip_suffix(&format!(".{}", telemetry.channel.name)).unwrap_or(path).to_string();
        ChannelInfo { component, kind, index: telemetry.index, channel: telemetry.channel.clone() }
    });
    RobotLayout { model: String::new(), telemetry_len: layout.len, channels: channels.collect(), name: layout.name }
}

/// An error of a recording as a finding.
pub fn diagnostic(error: &RecordingError) -> Diagnostic {
    let code = match error {
        RecordingError::Io { doing, .. } if matches!(*doing, "open" | "read") => Code::RecordingUnreadable,
        RecordingError::Io { .. }
        | RecordingError::Layout { .. }
        | RecordingError::FrameShape { .. }
        | RecordingError::Stopped { .. } => Code::RecordingUnwritable,
        RecordingError::Newer { .. } => Code::RecordingTooNew,
        RecordingError::Damaged { .. } | RecordingError::Files { .. } => Code::RecordingDamaged,
        RecordingError::Unknown { .. } => Code::ConfigValue,
        _ => Code::RecordingUnreadable,
    };
    Diagnostic::error(code, error.to_string()).with_help(error.remedy())
}
