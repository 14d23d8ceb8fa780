//! What the numbers of a frame are: changes rarely.

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

/// Components and channels of a robot; equal robots share one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RobotParts {
    /// Every telemetry value by path, in the order of its index.
    pub channels: Vec<TelemetryChannel>,
    /// Its components; empty for a recording.
    pub parts: Vec<LayoutPart>,
    /// Index of the first reading before noise of each component; none of what is no sensor.
    pub clean: Vec<Option<usize>>,
    /// Number of telemetry values.
    pub len: usize,
    /// Those that tell how it is getting on.
    pub watched: Watched,
}

/// One robot.
#[derive(Clone, Debug)]
pub struct RobotStructure {
    /// Name.
    pub name: Arc<str>,
    /// Links, joints and looks; none for a recording until it has got them, see [`Playback::adopt_models`](crate::Playback::adopt_models).
    pub model: Option<Arc<RobotModelSpec>>,
    /// Components and channels.
    pub parts: Arc<RobotParts>,
    /// Its body, an index of [`Structure::bodies`].
    pub body: u32,
}

/// A service and what it offers.
#[derive(Clone, Debug, PartialEq)]
pub struct ServiceStructure {
    /// Name.
    pub name: String,
    /// Component id.
    pub id: String,
    /// Functions that it offers.
    pub functions: Vec<Function>,
    /// What it draws over the views.
    pub drawings: Vec<Drawing>,
    /// What it publishes.
    pub published: Vec<Channel>,
}

/// What a simulation consists of.
#[derive(Clone, Debug, Default)]
pub struct Structure {
    /// Number of this structure; frames name the one that they belong to.
    pub generation: u64,
    /// The scene as it was built; none before the first.
    pub scene: Option<Arc<LoadedScene>>,
    /// Name of the scene, or of its file.
    pub title: String,
    /// Step, s.
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
    /// All bodies, by the numbers that contacts name; one without a name was removed.
    pub bodies: Vec<BodyInfo>,
    /// `world_from_body` of all bodies when this was made; those without a mover stay there.
    pub poses: Vec<Isometry3<f64>>,
    /// Objects that services have added and removed.
    pub changes: ObjectChanges,
    /// How much room robots on routes need, and what they keep clear of; nothing for a recording.
    pub clearance: Arc<Clearance>,
    /// Acceptance conditions as they stood when this was made.
    pub verdicts: Vec<Verdict>,
}

impl RobotStructure {
    /// Whether its components draw something for which its telemetry is needed.
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
    /// Of a simulation that was built of a scene.
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
    // A body that was removed has none, and nothing to show.
    bodies.map(|body| index.pose(BodyId(body)).copied().unwrap_or_else(|_| Isometry3::identity())).collect()
}

/// The parts of a robot, shared with an equal one before it: robots of a kind mostly follow each other.
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

/// What a scene consists of, built beside the running one and dropped again.
#[derive(Clone, Debug)]
pub struct Preview {
    /// Everything in it; the generation is zero.
    pub structure: Structure,
    /// Poses of moving links at its start.
    pub links: LinkPoses,
}

impl Preview {
    /// Of a simulation that has not begun.
    pub fn of(simulation: &mut Simulation, scene: &Arc<LoadedScene>) -> Self {
        simulation.update_links();
        Self { structure: Structure::of(simulation, scene, 0), links: simulation.world().links.clone() }
    }
}

/// The plugins as they are at a moment.
#[derive(Clone, Default)]
pub struct PluginList {
    /// Number of this list; a greater one is newer.
    pub generation: u64,
    /// Every file seen, with what became of it.
    pub rows: Vec<Row>,
    /// Every loaded library.
    pub libraries: Vec<Arc<PluginLibrary>>,
    /// All components with the schemas of their parameters, by kind and id.
    pub components: Vec<Offer>,
    /// Ids that several libraries claim.
    pub duplicates: Vec<Diagnostic>,
    /// The folders that are searched.
    pub folders: Vec<Folder>,
}

impl PluginList {
    /// The component of a kind, by the word for it, and id.
    pub fn offer(&self, kind: &str, id: &str) -> Option<&Offer> {
        self.components.iter().find(|offer| offer.kind().word() == kind && offer.id() == id)
    }

    /// What a component says of itself, in the language in use where its library has it.
    pub fn say<'a>(&'a self, kind: &str, id: &str, text: &'a str) -> &'a str {
        self.offer(kind, id).map_or(text, |offer| offer.library.say(text))
    }

    /// What some component says of itself, in the language in use where any library has it.
    pub fn say_any<'a>(&'a self, text: &'a str) -> &'a str {
        let said = self.libraries.iter().map(|library| library.say(text));
        said.into_iter().find(|said| *said != text).unwrap_or(text)
    }
}

impl PluginList {
    /// Of a host.
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
