//! Topics for viewers, and their messages from frames and events.

use super::super::Result;
use super::super::encode::nanoseconds;
use super::super::event::{Event, EventKind, LogLevel};
use super::super::info::RunInfo;
use super::super::mcap_file::McapFile;
use super::super::queue::Packet;
use super::super::scenery::{Carrier, Entity, Scenery};
use super::frames::Frames;
use super::primitives::Primitives;
use super::scans::ScanTopic;
use super::scene::{Fixed, Moment, Trails, moving};
use super::schemas::{FRAME_TRANSFORMS, LOG, SCENE_UPDATE, Schema};
use super::wire::Wire;

/// Maximum number of topics in addition to those of scans.
pub(in super::super) const TOPICS: usize = 6;

/// The topics of a recording.
pub(in super::super) struct Topics {
    dt: f64,
    scenery: Scenery,
    primitives: Primitives,
    frames: Frames,
    scans: Vec<ScanTopic>,
    fixed: Fixed,
    trails: Trails,
    ids: Ids,
    events: u32,
    /// Number of frames so far.
    count: u32,
    message: Vec<u8>,
    time: Vec<u8>,
}

/// Numbers of the topics; `None` for those that would stay empty.
struct Ids {
    log: u16,
    tf: Option<u16>,
    tf_static: Option<u16>,
    moving: Option<u16>,
    trails: Option<u16>,
}

impl Topics {
    /// Adds the topics to a file with room for this many scans.
    pub(in super::super) fn new(info: &RunInfo, room: usize, file: &mut McapFile) -> Result<Self> {
        let scenery = info.scenery.clone();
        let frames = Frames::new(info, &scenery.robots);
        let log = file.add_viewer_topic("/log", LOG)?;
        let mut optional =
            |there: bool, topic: &str, schema: Schema| there.then(|| file.add_viewer_topic(topic, schema)).transpose();
        let carried = scenery.others.iter().any(|entity| entity.carrier != Carrier::World);
        let ids = Ids {
            log,
            tf: optional(!frames.is_empty(), "/tf", FRAME_TRANSFORMS)?,
            tf_static: optional(frames.any_fixed(), "/tf_static", FRAME_TRANSFORMS)?,
            moving: optional(carried, "/scene/moving", SCENE_UPDATE)?,
            trails: optional(!frames.robots.is_empty(), "/trails", SCENE_UPDATE)?,
        };
        let fixed = Fixed::new(file.add_viewer_topic("/scene", SCENE_UPDATE)?);
        let scans = ScanTopic::all(&frames, &scenery, room, file)?;
        let (primitives, trails) = (Primitives::default(), Trails::default());
        let (message, time) = (Vec::new(), Vec::new());
        let dt = info.dt;
        Ok(Self { dt, scenery, primitives, frames, scans, fixed, trails, ids, events: 0, count: 0, message, time })
    }

    /// Writes the viewer messages of an event.
    pub(in super::super) fn event(&mut self, event: &Event, file: &mut McapFile) -> Result {
        let (level, name, text) = line_of(&event.kind);
        let log_time = nanoseconds(event.time);
        self.message.clear();
        let mut wire = Wire(&mut self.message);
        wire.time(1, log_time);
        wire.number(2, level);
        wire.text(3, &text);
        wire.text(4, &name);
        let sequence = self.events;
        self.events = sequence.wrapping_add(1);
        file.message(self.ids.log, sequence, log_time, &self.message)
    }

    /// Writes the viewer messages of a frame; `changed` are the fixed entities, if they have changed.
    pub(in super::super) fn frame(
        &mut self,
        packet: &Packet,
        changed: Option<&[Entity]>,
        file: &mut McapFile,
    ) -> Result {
        let log_time = nanoseconds(packet.time);
        self.time.clear();
        Wire(&mut self.time).time(1, log_time);
        let Self { scenery, primitives, frames, fixed, trails, ids, message, .. } = self;
        let moment = Moment { number: self.count, time: packet.time, log_time, encoded: &self.time };
        let first = self.count == 0;
        self.count = self.count.wrapping_add(1);
        let mut present = changed.map(<[Entity]>::to_vec);
        if first {
            if let Some(id) = ids.tf_static {
                message.clear();
                frames.push_fixed(&mut Wire(message), moment.encoded);
                file.message(id, 0, log_time, message)?;
            }
            if let Some(id) = ids.moving {
                moving(scenery, frames, primitives, moment.encoded, message);
                file.message(id, 0, log_time, message)?;
            }
            *trails = Trails::new(ids.trails.unwrap_or_default(), frames, scenery, &packet.bodies);
            present.get_or_insert_with(|| std::mem::take(&mut scenery.fixed));
        }
        if let Some(present) = &mut present {
            present.extend(scenery.others.iter().filter(|entity| entity.carrier == Carrier::World).cloned());
        }
        fixed.write(present.as_deref(), primitives, moment, message, file)?;
        if let Some(id) = ids.tf {
            message.clear();
            let bodies = (&packet.bodies[..], &packet.objects[..]);
            frames.push_moving(&mut Wire(message), moment.encoded, bodies, &packet.telemetry);
            file.message(id, moment.number, log_time, message)?;
        }
        for scan in &mut self.scans {
            scan.write(packet, self.dt, message, file)?;
        }
        match ids.trails {
            Some(_) => trails.write(&packet.bodies, moment, message, file),
            None => Ok(()),
        }
    }
}

/// Level (a number of `foxglove.Log`), source name and text of an event.
fn line_of(kind: &EventKind) -> (u64, String, String) {
    const DEBUG: u64 = 1;
    const INFO: u64 = 2;
    const WARNING: u64 = 3;
    const ERROR: u64 = 4;
    let speaker = |robot: &str, component: &str| match (robot.is_empty(), component.is_empty()) {
        (false, false) => format!("{robot}/{component}"),
        _ => format!("{robot}{component}"),
    };
    match kind {
        EventKind::Fault { robot, component, message, help, .. } => {
            let help = if help.is_empty() { String::new() } else { format!("; {help}") };
            (ERROR, speaker(robot, component), format!("{message}{help}"))
        }
        EventKind::Log { level, robot, component, message } => {
            let level = match level {
                LogLevel::Trace | LogLevel::Debug => DEBUG,
                LogLevel::Info => INFO,
                LogLevel::Warn => WARNING,
                LogLevel::Error => ERROR,
            };
            (level, speaker(robot, component), message.clone())
        }
        EventKind::ContactBegin { a, b, .. } => (DEBUG, a.to_string(), format!("touches {b}")),
        EventKind::ContactEnd { a, b } => (DEBUG, a.to_string(), format!("no longer touches {b}")),
        EventKind::ObjectAdded { object } => {
            (INFO, object["name"].as_str().unwrap_or_default().to_owned(), "added".to_owned())
        }
        EventKind::ObjectRemoved { name } => (INFO, name.to_string(), "removed".to_owned()),
        EventKind::RobotPlaced { robot, service, .. } => (INFO, robot.to_string(), format!("placed by {service}")),
        EventKind::ExternalInput { service, lines } => {
            (DEBUG, service.to_string(), format!("receives {}", lines.join(", ")))
        }
        EventKind::Note { text } => (INFO, String::new(), text.clone()),
    }
}
