//! From a session to a recording: what the recorder must know of the run.

use crate::session::Session;
use sim_core::diagnostic::{Code, Diagnostic};
use sim_core::engine::Simulation;
use sim_core::recording::{ChannelInfo, ChannelKind, ObjectLayout, RecordingError, RobotLayout, RunInfo, SceneFile};
use sim_core::scene::{FileRef, HeightData, Paint, Scene, Shape};
use std::collections::{BTreeMap, BTreeSet};

/// Describes the run for recordings; `extra` is kept by name.
pub fn run_info(session: &Session, extra: BTreeMap<String, String>) -> RunInfo {
    let Session { loaded, simulation, plugins, .. } = session;
    RunInfo {
        scene_name: crate::session::title(loaded),
        scene_text: loaded.to_ron(),
        scene_files: scene_files(session),
        seed: simulation.seed(),
        dt: simulation.dt(),
        threads: Some(loaded.scene.run.threads as usize),
        plugins: plugins.clone(),
        program_version: env!("CARGO_PKG_VERSION").into(),
        robots: (0..simulation.robot_count()).map(|robot| layout(simulation, robot)).collect(),
        objects: simulation.movable_objects().map(|(name, _)| ObjectLayout { name: name.into() }).collect(),
        extra,
    }
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

/// Every file that the scene names, as it names it.
pub fn named_files(scene: &Scene) -> BTreeSet<&str> {
    let mut files = BTreeSet::new();
    for object in &scene.objects {
        match &object.shape {
            Shape::Mesh(mesh) => files.extend([mesh.file.0.as_str()]),
            Shape::HeightField(field) => {
                if let HeightData::Image(image) = &field.heights {
                    files.insert(image.file.0.as_str());
                }
            }
            _ => {}
        }
    }
    let paint = scene.floor.iter().flat_map(|floor| &floor.paint);
    files.extend(paint.filter_map(|paint| match paint {
        Paint::Image(image) => Some(image.file.0.as_str()),
        _ => None,
    }));
    let models = scene.robots.iter().map(|robot| &robot.model).chain(scene.fleets.iter().map(|fleet| &fleet.model));
    files.extend(models.filter_map(|model| Some(model.file.as_ref()?.0.as_str())));
    files
}

/// The files that a replay needs beside the scene itself. One that has vanished since it was read is left out; the replay
/// will miss it and say so.
fn scene_files(session: &Session) -> Vec<SceneFile> {
    let read = |name: &str| {
        let bytes = std::fs::read(session.loaded.resolve(&FileRef(name.into()))).ok()?;
        Some(SceneFile { name: name.into(), bytes })
    };
    named_files(&session.loaded.scene).into_iter().filter_map(read).collect()
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
        RecordingError::Damaged { .. } => Code::RecordingDamaged,
        RecordingError::Unknown { .. } => Code::ConfigValue,
        _ => Code::RecordingUnreadable,
    };
    Diagnostic::error(code, error.to_string()).with_help(error.remedy())
}
