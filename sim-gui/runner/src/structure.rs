//! The structure of a simulation, which describes the values of frames and rarely changes.

use crate::watched::Watched;
use nalgebra::Isometry3;
use sim_abi::declare::{Channel, Function};
use sim_abi::drawing::Drawing;
use sim_abi::model::RobotModelSpec;
use sim_abi::service::LayoutPart;
use sim_core::diagnostic::Diagnostic;
use sim_core::engine::{
    BodyInfo, Clearance, LinkPoses, ObjectChanges, RobotView, ServiceReport, Simulation, TelemetryChannel, Verdict,
};
use sim_core::geometry::BodyId;
use sim_core::plugins::{Folder, Offer, PluginHost, PluginLibrary, Row};
use sim_core::scene::LoadedScene;
use std::sync::Arc;

/// Components and channels of a robot, shared by identical robots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RobotParts {
    /// All telemetry channels, in the order of their indices.
    pub channels: Vec<TelemetryChannel>,
    /// Its components; empty for a recording.
    pub parts: Vec<LayoutPart>,
    /// Index of the first noise-free reading of each component; `None` if it is not a sensor.
    pub clean: Vec<Option<usize>>,
    /// Number of telemetry values.
    pub len: usize,
    /// Its status values.
    pub watched: Watched,
}

/// One robot.
#[derive(Clone, Debug)]
pub struct RobotStructure {
    /// Name.
    pub name: Arc<str>,
    /// Links, joints and visuals; `None` for a recording until it has adopted them, see
    /// [`Playback::adopt_models`](crate::Playback::adopt_models).
    pub model: Option<Arc<RobotModelSpec>>,
    /// Components and channels.
    pub parts: Arc<RobotParts>,
    /// Its body, an index of [`Structure::bodies`].
    pub body: u32,
}

/// A service and its interface.
#[derive(Clone, Debug, PartialEq)]
pub struct ServiceStructure {
    /// Name.
    pub name: String,
    /// Component id.
    pub id: String,
    /// Functions that it provides.
    pub functions: Vec<Function>,
    /// Its drawings over the views.
    pub drawings: Vec<Drawing>,
    /// Its published channels.
    pub published: Vec<Channel>,
}

/// The structure of a simulation.
#[derive(Clone, Debug, Default)]
pub struct Structure {
    /// Generation of this structure; frames contain the generation of theirs.
    pub generation: u64,
    /// The scene as it was built; `None` before the first build.
    pub scene: Option<Arc<LoadedScene>>,
    /// Name of the scene, or of its file.
    pub title: String,
    /// Time step, s.
    pub dt: f64,
    /// Seed of all random streams.
    pub seed: u64,
    /// Simulated time at which the scene ends, s.
    pub duration: Option<f64>,
    /// Robots, in scene order.
    pub robots: Vec<RobotStructure>,
    /// Movable objects, in scene order.
    pub objects: Vec<Arc<str>>,
    /// Services, in scene order; empty for a recording.
    pub services: Vec<ServiceStructure>,
    /// All bodies, by the indices used in contacts; a body without a name was removed.
    pub bodies: Vec<BodyInfo>,
    /// `world_from_body` of all bodies when this structure was created; those without a mover stay there.
    pub poses: Vec<Isometry3<f64>>,
    /// Objects added and removed by services.
    pub changes: ObjectChanges,
    /// Clearance of robots on routes, and the obstacles that they avoid; empty for a recording.
    pub clearance: Arc<Clearance>,
    /// Verdicts of the acceptance conditions when this structure was created.
    pub verdicts: Vec<Verdict>,
}

impl RobotStructure {
    /// Whether its components have drawings that require its telemetry.
    pub fn needs_telemetry(&self) -> bool {
        self.parts.parts.iter().flat_map(|part| &part.drawings).any(|drawing| drawing.names().next().is_some())
    }
}

impl ServiceStructure {
    fn of(service: ServiceReport<'_>) -> Self {
        Self {
            name: service.name.into(),
            id: service.id.into(),
            functions: service.functions.to_vec(),
            drawings: service.drawings.to_vec(),
            published: service.channels.to_vec(),
        }
    }
}

impl Structure {
    /// The structure of a simulation built from a scene.
    pub fn of(simulation: &Simulation, scene: &Arc<LoadedScene>, generation: u64) -> Self {
        let mut robots: Vec<RobotStructure> = Vec::with_capacity(simulation.robot_count());
        for robot in simulation.robot_views() {
            let parts = shared_parts(simulation, &robots, &robot);
            robots.push(RobotStructure {
                name: robot.name().clone(),
                model: robot.model().cloned(),
                parts,
                body: robot.body().0,
            });
        }
        Self {
            generation,
            title: scene.title(),
            dt: simulation.dt(),
            seed: simulation.seed(),
            duration: scene.scene.run.duration,
            robots,
            objects: simulation.movable_objects().map(|(name, _)| name.into()).collect(),
            services: simulation.services().map(ServiceStructure::of).collect(),
            bodies: simulation.world().bodies.clone(),
            poses: poses(simulation),
            changes: simulation.object_changes().clone(),
            clearance: Arc::new(Clearance::of(simulation)),
            verdicts: simulation.verdicts(),
            scene: Some(scene.clone()),
        }
    }

    /// Index of a robot by name.
    pub fn robot(&self, name: &str) -> Option<usize> {
        self.robots.iter().position(|robot| &*robot.name == name)
    }

    /// Index of a robot's channel by path.
    pub fn channel(&self, robot: usize, path: &str) -> Option<usize> {
        let channels = &self.robots.get(robot)?.parts.channels;
        channels.iter().find(|channel| channel.path == path).map(|channel| channel.index)
    }
}

fn poses(simulation: &Simulation) -> Vec<Isometry3<f64>> {
    let index = &simulation.world().index;
    let bodies = 0..simulation.world().bodies.len() as u32;
    // A removed body has no pose, and nothing to show.
    bodies.map(|body| index.pose(BodyId(body)).copied().unwrap_or_else(|_| Isometry3::identity())).collect()
}

/// The parts of a robot, shared with an identical previous one: robots of the same model are mostly consecutive.
fn shared_parts(simulation: &Simulation, before: &[RobotStructure], robot: &RobotView<'_>) -> Arc<RobotParts> {
    const RECENT: usize = 8;
    let recent = simulation.robot_views().take(before.len()).rev().take(RECENT);
    let equal = recent.map(|other| (other.index(), other.has_layout_of(robot))).find(|(_, equal)| *equal);
    equal.map_or_else(
        || {
            let layout = robot.layout();
            let channels = robot.channels();
            let clean = layout.parts.iter().map(|part| sim_core::ranging::clean_offset(&channels, part)).collect();
            let watched = Watched::of(&channels, &layout.parts);
            Arc::new(RobotParts { channels, parts: layout.parts, clean, len: layout.len, watched })
        },
        |(other, _)| before[other].parts.clone(),
    )
}

/// The structure of a scene, built separately from the running one and dropped again.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The full structure; its generation is zero.
    pub structure: Structure,
    /// Initial poses of moving links.
    pub links: LinkPoses,
}

impl Preview {
    /// The preview of a simulation that has not started.
    pub fn of(simulation: &mut Simulation, scene: &Arc<LoadedScene>) -> Self {
        simulation.update_links();
        Self { structure: Structure::of(simulation, scene, 0), links: simulation.world().links.clone() }
    }
}

/// The plugins at a given time.
#[derive(Clone, Default)]
pub struct PluginList {
    /// Generation of this list; a higher one is newer.
    pub generation: u64,
    /// All files found, with their status.
    pub rows: Vec<Row>,
    /// Every loaded library.
    pub libraries: Vec<Arc<PluginLibrary>>,
    /// All components with their parameter schemas, by kind and id.
    pub components: Vec<Offer>,
    /// Ids that several libraries provide.
    pub duplicates: Vec<Diagnostic>,
    /// The search folders.
    pub folders: Vec<Folder>,
}

impl PluginList {
    /// The component with this kind, by its name, and id.
    pub fn offer(&self, kind: &str, id: &str) -> Option<&Offer> {
        self.components.iter().find(|offer| offer.kind().word() == kind && offer.id() == id)
    }

    /// Translates a text of a component to the current language if its library has a translation.
    pub fn say<'a>(&'a self, kind: &str, id: &str, text: &'a str) -> &'a str {
        self.offer(kind, id).map_or(text, |offer| offer.library.say(text))
    }

    /// Translates a text of any component to the current language if a library has a translation.
    pub fn say_any<'a>(&'a self, text: &'a str) -> &'a str {
        let said = self.libraries.iter().map(|library| library.say(text));
        said.into_iter().find(|said| *said != text).unwrap_or(text)
    }
}

impl PluginList {
    /// The list of a host.
    pub(crate) fn of(host: &PluginHost, generation: u64) -> Self {
        Self {
            generation,
            rows: host.rows().to_vec(),
            libraries: host.libraries().to_vec(),
            components: host.components(),
            duplicates: host.duplicates(),
            folders: host.folders().to_vec(),
        }
    }
}
