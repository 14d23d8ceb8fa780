//! Records a running simulation: its description, every tick, and the events in between.

use super::attach::attach_with;
use super::{
    ChannelInfo, ChannelKind, Event, EventKind, EventPose, FrameView, LogLevel, ObjectLayout, PluginStamp, Recorder,
    Result, RobotLayout, RunInfo, viewer,
};
use sim_abi::declare::Kind;
use sim_abi::ffi::types as abi;
use sim_abi::math::BodyState;
use sim_diagnostics::{Code, Diagnostics};
use sim_engine::{Fault, LogLine, ObjectChanges, RobotView, Simulation};
use sim_files::packs::Locked;
use sim_geometry::BodyId;
use sim_host::PluginHost;
use sim_model::UrdfOptions;
use sim_scene::{LoadedScene, ModelUse, Scene};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Describes a run, with the files of its scene; `models` are the options used to read model files, `extra` is stored by
/// name. Also returns warnings about the files.
pub fn run_info(
    loaded: &LoadedScene,
    simulation: &Simulation,
    plugins: Vec<PluginStamp>,
    models: &UrdfOptions,
    extra: BTreeMap<String, String>,
) -> (RunInfo, Diagnostics) {
    let used: Vec<Locked> = plugins.iter().filter_map(|plugin| plugin.pack.clone()).collect();
    let attached = attach_with(loaded, models, &used);
    let named = model_names(&loaded.scene);
    let info = RunInfo {
        scene_name: loaded.title(),
        scene_text: attached.scene_text,
        scene_files: attached.files,
        seed: simulation.seed(),
        dt: simulation.dt(),
        threads: Some(loaded.scene.run.threads as usize),
        plugins,
        program_version: env!("CARGO_PKG_VERSION").into(),
        robots: simulation.robot_views().map(|robot| layout(&robot, &named)).collect(),
        objects: simulation.movable_objects().map(|(name, _)| ObjectLayout { name: name.into() }).collect(),
        scenery: viewer::of(simulation, loaded),
        extra,
    };
    (info, attached.warnings)
}

/// The id or file of each robot's model, by the robot's name.
fn model_names(scene: &Scene) -> HashMap<String, String> {
    let source = |model: &ModelUse| {
        let id = model.id.as_ref().map(|id| id.0.clone());
        id.or_else(|| model.file.as_ref().map(|file| file.0.clone())).unwrap_or_default()
    };
    let single = scene.robots.iter().map(|robot| (robot.name.clone(), source(&robot.model)));
    let members = scene.fleets.iter().flat_map(|fleet| {
        (0..fleet.count).map(move |member| (format!("{}{member}", fleet.prefix), source(&fleet.model)))
    });
    single.chain(members).collect()
}

fn layout(robot: &RobotView<'_>, models: &HashMap<String, String>) -> RobotLayout {
    let layout = robot.layout();
    let mut kinds = BTreeMap::new();
    for part in &layout.parts {
        let kind = if part.kind == "actuator" { ChannelKind::Actuator } else { ChannelKind::Sensor };
        kinds.extend((part.offset..part.offset + part.channels.len()).map(|index| (index, kind)));
        let published = part.published_offset..part.published_offset + part.published.len();
        kinds.extend(published.map(|index| (index, ChannelKind::Published)));
    }
    let channels = robot.channels().into_iter().map(|telemetry| {
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
    let model = models.get(&layout.name).cloned().unwrap_or_default();
    RobotLayout { model, telemetry_len: layout.len, channels: channels.collect(), name: layout.name }
}

/// Components in use, by id, with their files.
pub fn components_in_use(simulation: &Simulation, loaded: &LoadedScene, host: &PluginHost) -> Vec<PluginStamp> {
    let kinds = [Kind::Sensor, Kind::Actuator, Kind::Dynamics, Kind::Controller];
    let mut ids: BTreeSet<(String, Kind)> = BTreeSet::new();
    for robot in simulation.robot_views() {
        for part in robot.layout().parts {
            ids.extend(kinds.iter().find(|kind| kind.word() == part.kind).map(|kind| (part.component, *kind)));
        }
    }
    let scene = &loaded.scene;
    let models = scene.robots.iter().map(|robot| &robot.model).chain(scene.fleets.iter().map(|fleet| &fleet.model));
    ids.extend(models.filter_map(|model| Some((model.id.as_ref()?.0.clone(), Kind::Robot))));
    ids.extend(scene.services.iter().map(|service| (service.id.0.clone(), Kind::Service)));
    let moved = scene.objects.iter().filter_map(|object| object.dynamics.as_ref());
    ids.extend(moved.map(|used| (used.id.0.clone(), Kind::Dynamics)));
    let stamp = |(id, kind): (String, Kind)| {
        let library = host.find_with(kind, &id, &scene.replaced()).ok()?.library;
        let file = library.file.file_name().unwrap_or(library.file.as_os_str()).to_string_lossy().into_owned();
        Some(PluginStamp {
            id,
            version: library.manifest().version.clone(),
            file,
            digest: format!("sha256:{}", library.digest),
            pack: host.pack_of(&library.file).map(|pack| Locked::of(&pack)),
            isolated: library.is_isolated().then(|| host.isolation().into()),
        })
    };
    ids.into_iter().filter_map(stamp).collect()
}

/// A log line as an event.
fn log_event(tick: u64, line: LogLine) -> Event {
    let level = match line.level {
        abi::LogLevel::Error => LogLevel::Error,
        abi::LogLevel::Warn => LogLevel::Warn,
        abi::LogLevel::Info => LogLevel::Info,
        abi::LogLevel::Debug => LogLevel::Debug,
    };
    let kind = EventKind::Log { level, robot: line.robot, component: line.component, message: line.text };
    Event { tick, time: line.time, kind }
}

/// A fault as an event.
pub fn fault_event(fault: &Fault) -> Event {
    let kind = EventKind::Fault {
        robot: fault.robot.as_str().into(),
        component: fault.component.as_str().into(),
        message: fault.message.to_string(),
        help: fault.help.to_string(),
        place: fault.place.clone(),
        panicked: fault.code == Code::EnginePanic.as_str(),
        code: fault.code.clone(),
    };
    Event { tick: fault.tick, time: fault.time, kind }
}

fn names_of_bodies(simulation: &Simulation) -> BTreeMap<Arc<str>, usize> {
    let bodies = simulation.world().bodies.iter().enumerate();
    bodies.map(|(index, body)| (body.name.clone(), index)).collect()
}

/// A recorder that reads its data from a simulation.
#[derive(Debug)]
pub struct LiveRecorder {
    recorder: Recorder,
    bodies: Vec<BodyState>,
    objects: Vec<BodyState>,
    /// Bodies by name, for contact positions.
    names: BTreeMap<Arc<str>, usize>,
    /// Number of additions and removals of objects at the last check.
    changes: u64,
    /// Additions and removals of objects that have been recorded.
    recorded: ObjectChanges,
}

impl LiveRecorder {
    /// Records a simulation that was described by [`run_info`].
    pub fn new(recorder: Recorder, simulation: &Simulation) -> Self {
        let names = names_of_bodies(simulation);
        let changes = simulation.object_changes().count;
        let recorded = ObjectChanges::default();
        let mut recorder = Self { recorder, bodies: Vec::new(), objects: Vec::new(), names, changes, recorded };
        recorder.record_objects(simulation);
        recorder
    }

    /// Records the state at the end of a tick, the contacts that started in it, and the services' changes of the world.
    ///
    /// # Errors
    /// As [`Recorder::frame`].
    pub fn frame(&mut self, simulation: &Simulation) -> Result {
        for (a, b) in simulation.new_contacts() {
            let position = self.place_of(simulation, a, b);
            // The engine does not keep the speed before the correction.
            let kind = EventKind::ContactBegin { a: a.into(), b: b.into(), position, speed: f64::NAN };
            self.record(simulation, kind);
        }
        let changes = simulation.object_changes().count;
        if std::mem::replace(&mut self.changes, changes) != changes {
            self.recorder.scenery(viewer::fixed(simulation));
            self.names = names_of_bodies(simulation);
            self.record_objects(simulation);
        }
        for placement in simulation.placements().iter().filter(|placement| placement.tick == simulation.tick()) {
            let Ok(robot) = simulation.robot(placement.robot) else { continue };
            let robot = robot.name().clone();
            let (from, to) = (EventPose::from(&placement.before), EventPose::from(&placement.after));
            self.record(simulation, EventKind::RobotPlaced { robot, from, to, service: placement.service.clone() });
        }
        for received in simulation.external_lines().iter().filter(|received| received.tick == simulation.tick()) {
            let (service, lines) = (received.service.clone(), received.lines.clone());
            self.record(simulation, EventKind::ExternalInput { service, lines });
        }
        self.bodies.clear();
        self.bodies.extend(simulation.robots().map(|robot| robot.state));
        self.objects.clear();
        self.objects.extend(simulation.movable_objects().map(|(_, state)| state));
        let telemetry = |robot| simulation.robot(robot).map_or(&[][..], |robot| robot.telemetry());
        let (tick, time) = (simulation.tick(), simulation.time());
        let (bodies, objects) = (&self.bodies, &self.objects);
        let scan = |robot, sensor| {
            let robot = simulation.robot(robot).ok();
            robot.and_then(|robot| robot.scans().nth(sensor)).unwrap_or_default()
        };
        self.recorder.frame(&FrameView { tick, time, bodies, objects, telemetry: &telemetry, scan: &scan })
    }

    fn record(&mut self, simulation: &Simulation, kind: EventKind) {
        self.recorder.event(Event { tick: simulation.tick(), time: simulation.time(), kind });
    }

    /// Records the objects that have changed since the last call.
    fn record_objects(&mut self, simulation: &Simulation) {
        let now = simulation.object_changes().clone();
        let old = std::mem::replace(&mut self.recorded, now.clone());
        let lost = old.added.iter().filter(|object| !now.added.contains(object)).map(|object| &object.name);
        let removed = now.removed.iter().filter(|name| !old.removed.contains(name));
        for name in lost.chain(removed) {
            self.record(simulation, EventKind::ObjectRemoved { name: name.as_str().into() });
        }
        let back = old.removed.iter().filter(|name| !now.removed.contains(name));
        let back = back.filter_map(|name| simulation.object_of_scene(name));
        let added = now.added.iter().filter(|object| !old.added.contains(object));
        for object in back.chain(added) {
            // An object that cannot be serialized could not have been added as JSON.
            if let Ok(object) = serde_json::to_value(object) {
                self.record(simulation, EventKind::ObjectAdded { object });
            }
        }
    }

    /// Position of the contact of two bodies, or NaN if neither keeps its contacts.
    fn place_of(&self, simulation: &Simulation, a: &str, b: &str) -> [f64; 3] {
        let body = |name: &str| self.names.get(name).map(|index| *index as u32);
        let (Some(a), Some(b)) = (body(a), body(b)) else { return [f64::NAN; 3] };
        let world = simulation.world();
        let found = [(a, b), (b, a)].into_iter().find_map(|(own, other)| {
            world.contacts_of(BodyId(own)).iter().find(|contact| contact.object == other).copied()
        });
        found.map_or([f64::NAN; 3], |contact| [contact.point.x, contact.point.y, contact.point.z])
    }

    /// Records a log line of a component.
    pub fn log(&mut self, simulation: &Simulation, line: LogLine) {
        self.recorder.event(log_event(simulation.tick(), line));
    }

    /// Records a fault.
    pub fn fault(&mut self, fault: &Fault) {
        self.recorder.event(fault_event(fault));
    }

    /// Records a note.
    pub fn note(&mut self, simulation: &Simulation, text: String) {
        self.record(simulation, EventKind::Note { text });
    }

    /// Returns the recorder, still open.
    pub fn into_recorder(self) -> Recorder {
        self.recorder
    }
}
