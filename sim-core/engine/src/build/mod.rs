//! Builds a simulation from a scene and plugins. Collects all problems with their location in the scene.

mod beacons;
mod clear_spaces;
mod joints;
mod mounts;
mod objects;
mod parts;
mod placement;
mod pool;
pub(super) mod robots;
mod services;
mod suitability;

use clear_spaces::Declared;
use pool::Pool;

use super::bounds::Bounds;
use super::collide::Collider;
use super::external_input::{ExternalInputs, Replayed};
use super::mover::{Motion, Mover};
use super::object_changes::{ObjectSource, RunObjects};
use super::restart::Restarts;
use super::run_report::RunReport;
use super::script::Script;
use super::service_context::ServiceEffects;
use super::services::ServiceSlot;
use super::signals;
use super::tick::Tick;
use super::visuals::{LinkPoses, Links, Visual};
use super::world::{BodyInfo, KeptClear, Mail, Operator, PerOwner, World, category};
use super::{Media, RunSetup, Simulation};
use nalgebra::{Isometry3, Translation3};
use serde_json::{Map, Value};
use sim_abi::declare::{Kind, Request};
use sim_abi::model::RobotModelSpec;
use sim_diagnostics::{Code, Diagnostic, Diagnostics};
use sim_geometry::{BodyId, Collider as Solid, Mobility, SpatialIndex};
use sim_host::{Declarations, Offer, PluginHost};
use sim_model::UrdfOptions;
use sim_scene::schema;
use sim_scene::{Contacts, FloorPaint, LoadedScene, Raster};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Build settings that are not part of the scene.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// Number of threads, overrides the scene; 0 uses all cores.
    pub threads: Option<usize>,
    /// Parent folder of the data folders of all components. Default: a new folder of this simulation in the user's data folder, created
    /// when a component writes to it.
    pub data_folder: Option<PathBuf>,
    /// URDF import options.
    pub urdf: UrdfOptions,
    /// For a replay or an inspection: services receive recorded external input and open no resources.
    pub replayed: Option<Replayed>,
    /// Called from time to time with the number of robots built and the total.
    pub progress: Option<Progress>,
}

/// A progress callback: receives the amount done and the total.
#[derive(Clone)]
pub struct Progress(Arc<dyn Fn(usize, usize) + Send + Sync>);

impl Progress {
    /// Reports progress to a function.
    pub fn new(report: impl Fn(usize, usize) + Send + Sync + 'static) -> Self {
        Self(Arc::new(report))
    }
}

impl std::fmt::Debug for Progress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Progress")
    }
}

/// A simulation and its build diagnostics.
pub struct Built {
    /// The simulation, before its first tick.
    pub simulation: Simulation,
    /// Warnings and notes.
    pub warnings: Diagnostics,
}

/// State of building.
struct Builder<'a> {
    loaded: &'a LoadedScene,
    host: &'a PluginHost,
    options: &'a BuildOptions,
    findings: Diagnostics,
    index: SpatialIndex,
    bounds: Bounds,
    bodies: Vec<BodyInfo>,
    links: Links,
    link_poses: LinkPoses,
    movers: Vec<Mover>,
    /// Categories defined by the scene, in the order of their bits.
    categories: Vec<String>,
    /// The routes of the scene.
    routes: Vec<Arc<sim_abi::route::Route>>,
    models: BTreeMap<String, Option<Arc<Model>>>,
    offers: BTreeMap<(Kind, String), Offer>,
    /// Paths in the scene whose parameters have been checked or whose component has failed.
    checked: BTreeSet<String>,
    /// Paths of components that are created without their invalid parameters, or in place of one with a misspelled id, so that what
    /// depends on them is checked, too; errors of theirs are not reported.
    unfit: BTreeSet<String>,
    /// Model files reported for joints without an actuator.
    undriven: BTreeSet<String>,
    /// Spaces that components at paths of the scene require to be clear; components of a fleet share a path.
    clear_spaces: BTreeMap<String, Vec<Declared>>,
    beacons: (Vec<String>, Vec<String>),
    declarations: Declarations,
    requests: Pool<Request>,
    /// Folder that contains the data folders of the components.
    data_folder: PathBuf,
    dt: f64,
    seed: u64,
}

/// A robot model, prepared for many robots.
struct Model {
    spec: Arc<RobotModelSpec>,
    kinematics: Arc<sim_model::Kinematics>,
    positions: Vec<f64>,
    root_from_link: Vec<Isometry3<f64>>,
    solids: Vec<(usize, Solid)>,
    visuals: Arc<[Visual]>,
    mass: sim_abi::model::MassProperties,
    half_extents: [f64; 3],
}

impl Simulation {
    /// Builds a simulation.
    ///
    /// # Errors
    /// All problems found in scene, models, plugins and parameters.
    pub fn build(loaded: &LoadedScene, host: &PluginHost, options: &BuildOptions) -> Result<Built, Diagnostics> {
        let mut builder = Builder::new(loaded, host, options);
        let floor = builder.floor();
        builder.raised_paint();
        builder.fixed_objects();
        builder.robots();
        let robots = builder.movers.len();
        builder.movable_objects();
        builder.firm_floor(floor.as_ref().map(|(body, _)| *body));
        let services = builder.services();
        builder.index.refresh(false);
        builder.clear_spaces();
        let acceptance = builder.acceptance(&services);
        let script = builder.script();
        let pool = builder.pool();
        builder.placement();
        builder.findings.sort();
        if builder.findings.has_errors() {
            return Err(builder.findings);
        }
        Ok(builder.finish(robots, floor.map(|(_, paint)| paint), services, acceptance, script, pool))
    }
}

/// The model of a robot in a scene as a separate model: the model it uses with all overrides of the scene for joints, sensors, actuators,
/// dynamics and controller. Start values in the scene are left out.
///
/// # Errors
/// If the scene has no such robot (members of fleets count), or all problems of its model and its parts.
pub fn robot_model(
    loaded: &LoadedScene,
    host: &PluginHost,
    options: &BuildOptions,
    robot: &str,
) -> Result<RobotModelSpec, Diagnostics> {
    let mut builder = Builder::new(loaded, host, options);
    let spec = builder.whole_model(robot);
    match spec.filter(|_| !builder.findings.has_errors()) {
        Some(spec) => Ok(spec),
        None => Err(builder.findings),
    }
}

/// Categories of objects, in a stable order.
fn categories(loaded: &LoadedScene) -> Vec<String> {
    let objects = loaded.scene.objects.iter();
    let words: BTreeSet<&String> =
        objects.flat_map(|object| std::iter::once(&object.category).chain(&object.tags)).collect();
    words.into_iter().cloned().collect()
}

/// Maximum number of ticks between two calls of a component.
const MAX_STEPS: f64 = u32::MAX as f64;

impl<'a> Builder<'a> {
    fn new(loaded: &'a LoadedScene, host: &'a PluginHost, options: &'a BuildOptions) -> Self {
        let scene = &loaded.scene;
        Self {
            loaded,
            host,
            options,
            findings: loaded.warnings.clone(),
            index: SpatialIndex::new(),
            bounds: Bounds::of(scene.bounds.as_ref()),
            bodies: Vec::new(),
            links: Links::default(),
            link_poses: LinkPoses::default(),
            movers: Vec::new(),
            categories: categories(loaded),
            routes: loaded.scene.routes.iter().map(|route| Arc::new(route.for_components())).collect(),
            models: BTreeMap::new(),
            offers: BTreeMap::new(),
            checked: BTreeSet::new(),
            unfit: BTreeSet::new(),
            undriven: BTreeSet::new(),
            clear_spaces: BTreeMap::new(),
            beacons: beacons::beacon_names(scene),
            declarations: Declarations::default(),
            requests: Pool::default(),
            data_folder: options.data_folder.clone().unwrap_or_else(|| super::data_folder::fresh(&loaded.scene.name)),
            dt: scene.run.dt,
            seed: scene.run.seed,
        }
    }
}

impl Builder<'_> {
    /// Reports a problem at a path of the scene; if it names a parameter of its component, at that parameter.
    fn report(&mut self, path: &str, diagnostic: Diagnostic) {
        let parameter = diagnostic.path.as_ref().filter(|parameter| parameter.starts_with("params."));
        let whole = parameter.map(|parameter| format!("{path}.{parameter}"));
        let placed = self.loaded.at(whole.as_deref().unwrap_or(path), diagnostic);
        self.push(placed);
    }

    /// Adds a finding, unless it only follows from an error of the scene that has been reported.
    fn push(&mut self, finding: Diagnostic) {
        if !self.loaded.is_consequence(&finding) {
            self.findings.push(finding);
        }
    }

    /// Adds a body to the index and to the list.
    fn add_body(&mut self, path: &str, info: BodyInfo, solids: Vec<Solid>, pose: Isometry3<f64>) -> Option<BodyId> {
        let mobility = if info.mover.is_some() { Mobility::Moving } else { Mobility::Fixed };
        match self.index.add_body(mobility, solids, pose) {
            Ok(body) => {
                self.bodies.push(info);
                Some(body)
            }
            Err(error) => {
                self.report(path, Diagnostic::error(Code::SceneGeometry, error.to_string()));
                None
            }
        }
    }

    /// The floor: an infinite solid below its height, and its paint.
    fn floor(&mut self) -> Option<(BodyId, FloorPaint)> {
        let loaded = self.loaded;
        let floor = loaded.scene.floor.as_ref()?;
        let read = |file: &sim_scene::FileRef| Raster::read(&loaded.resolve(file));
        let paint = match FloorPaint::new(floor, read) {
            Ok(paint) => paint,
            Err((item, cause)) => {
                let diagnostic = Diagnostic::error(Code::SceneFile, "cannot load the floor image")
                    .with_found(cause)
                    .with_help("use a PNG or JPEG file, relative to the scene's folder");
                self.report(&format!("floor.paint[{item}].file"), diagnostic);
                return None;
            }
        };
        let mut solid = Solid::new(sim_geometry::Shape::HalfSpace);
        (solid.solid, solid.category) = (false, category::FIXED | category::GROUND);
        match super::shapes::material(&floor.material) {
            Ok(material) => solid.material = material,
            Err(diagnostic) => self.report("floor.material", diagnostic),
        }
        let pose = Isometry3::from_parts(Translation3::new(0.0, 0.0, floor.height), Default::default());
        let visuals = Arc::default();
        let info = BodyInfo {
            name: "floor".into(),
            category: solid.category,
            mover: None,
            visuals,
            clear: KeptClear::default(),
        };
        let body = self.add_body("floor", info, vec![solid], pose)?;
        Some((body, paint))
    }

    /// Makes the floor solid if a body could fall onto it. Bodies that stay in their plane are supported anyway and need no contact with
    /// it.
    fn firm_floor(&mut self, floor: Option<BodyId>) {
        let falls = self.movers.iter().any(|mover| mover.contact.mass.freedom == sim_physics::Freedom::Full);
        if let (Some(body), true) = (floor, falls) {
            let set = self.index.set_flags(body, 0, true, true, category::FIXED | category::GROUND);
            set.expect("invariant: the floor has one collider");
        }
    }

    /// Finds the component of a kind; its parameters are normalized to its schema and checked against it. For a misspelled id, returns
    /// the component that was probably meant; invalid parameters are removed.
    fn component(&mut self, kind: Kind, id: &str, params: &mut Value, path: &str) -> Option<Offer> {
        let key = (kind, id.to_string());
        let offer = match self.offers.get(&key) {
            Some(offer) => offer.clone(),
            None => match self.host.find_with(kind, id, &self.loaded.scene.replaced()) {
                Ok(offer) => {
                    self.offers.insert(key, offer.clone());
                    offer
                }
                Err(diagnostic) => {
                    let meant = diagnostic.nearest.clone();
                    let is_of_missing_pack = id.split('/').next().is_some_and(|family| family.contains('.'))
                        && self.findings.iter().any(|finding| finding.code == Code::PackMissing);
                    if self.checked.insert(format!("{path} {id}")) && !is_of_missing_pack {
                        self.report(path, diagnostic);
                    }
                    self.unfit.insert(path.to_string());
                    self.host.find_with(kind, &meant?, &self.loaded.scene.replaced()).ok()?
                }
            },
        };
        if params.is_null() {
            return Some(offer);
        }
        if let Some(params) = params.as_object_mut() {
            self.rename_parameters(&offer, params, path);
        }
        schema::spell_choices(&offer.info().schema, params);
        let is_new = self.checked.insert(path.to_string());
        if is_new {
            self.warn_of_degrees(&offer, params, path);
        } else if self.unfit.contains(path) {
            return None;
        }
        let problems = if is_new { schema::validate(&offer.info().schema, params) } else { Vec::new() };
        if !problems.is_empty() {
            self.unfit.insert(path.to_string());
            schema::remove_invalid(params, &problems);
            for problem in problems {
                let place = format!("{path}.params{}{}", dot(&problem.path), problem.path);
                let diagnostic = problem.to_diagnostic();
                // For a misspelled id, that of the component that was probably meant.
                let id = offer.id();
                let of_component = || format!("`sim plugins {id}` lists the parameters of `{id}`");
                let help = diagnostic.help.clone().unwrap_or_else(of_component);
                let diagnostic = diagnostic.with_help(help);
                let placed = if problem.is_about_name() {
                    self.loaded.at_key(&place, diagnostic)
                } else {
                    self.loaded.at(&place, diagnostic)
                };
                self.push(placed);
            }
            if !schema::validate(&offer.info().schema, params).is_empty() {
                return None;
            }
        }
        Some(offer)
    }

    /// Warns about angles in the scene that seem to be in degrees.
    fn warn_of_degrees(&mut self, offer: &Offer, params: &Value, path: &str) {
        for (parameter, number) in schema::angles(&offer.info().schema, params) {
            let place = format!("{path}.params{}{parameter}", dot(&parameter));
            if self.loaded.is_written(&place)
                && let Some(angle) = self.loaded.in_degrees(number, &place)
            {
                self.report(&place, angle.warning());
            }
        }
    }

    /// Moves parameters under former names to the current ones, with a warning for each.
    fn rename_parameters(&mut self, offer: &Offer, params: &mut Map<String, Value>, path: &str) {
        for (former, name) in schema::rename_parameters(&offer.info().schema, params) {
            let place = format!("{path}.params.{former}");
            if self.checked.insert(place.clone()) {
                self.push(self.loaded.at_key(&place, Diagnostic::renamed(&former, &name)));
            }
        }
    }

    fn data_folder(&self, robot: &str, component: &str) -> String {
        let named = |name: &str| super::data_folder::folder_name(name);
        let base = match robot {
            "" => self.data_folder.clone(),
            robot => self.data_folder.join(named(robot)),
        };
        base.join(named(component)).display().to_string()
    }

    /// Ticks between two calls for a period, s. The period must be a multiple of the time step.
    fn every(&mut self, period: Option<f64>, path: &str) -> u32 {
        let Some(period) = period else { return 1 };
        let steps = period / self.dt;
        let whole = (steps - steps.round()).abs() <= 1e-6 * steps.max(1.0);
        if steps.round() < 1.0 || steps > MAX_STEPS || !whole {
            let diagnostic = Diagnostic::error(Code::ScenePeriod, "the period is not an integer multiple of the step")
                .with_expected(format!("a multiple of {dt} s, at most {MAX_STEPS} steps", dt = self.dt))
                .with_found(format!("{period} s"))
                .with_help("change the period, or `run.dt`");
            if self.checked.insert(format!("{path} period")) {
                self.report(path, diagnostic);
            }
            return 1;
        }
        steps.round() as u32
    }

    /// Ticks between two calls for a period requested by a component, s: rounded to the nearest multiple of the time step.
    fn asked(&self, period: Option<f64>) -> u32 {
        period.map_or(1, |period| (period / self.dt).round().clamp(1.0, MAX_STEPS) as u32)
    }

    fn pool(&mut self) -> Option<rayon::ThreadPool> {
        let wanted = self.options.threads.unwrap_or(self.loaded.scene.run.threads as usize);
        super::threads::thread_pool(wanted).unwrap_or_else(|diagnostic| {
            self.findings.push(diagnostic);
            None
        })
    }

    fn finish(
        self,
        robots: usize,
        floor: Option<FloorPaint>,
        services: Vec<ServiceSlot>,
        acceptance: super::acceptance::Acceptance,
        script: Script,
        pool: Option<rayon::ThreadPool>,
    ) -> Built {
        let scene = &self.loaded.scene;
        let lights = beacons::lights(scene);
        let world = World {
            index: self.index,
            bodies: self.bodies,
            links: self.link_poses,
            gravity: scene.run.gravity.into(),
            bounds: self.bounds,
            solid: scene.run.contacts != Contacts::DetectOnly,
            min_half_thickness: self
                .movers
                .iter()
                .fold(f64::INFINITY, |least, mover| least.min(mover.contact.half_thickness)),
            floor,
            media: Media::new(&scene.media, self.seed),
            beacons: beacons::beacons(scene, &self.beacons.0),
            scene_lights: lights.len(),
            lights,
            operator: Operator::default(),
            robot_operators: match script.has_single_robots() {
                true => vec![Operator::default(); robots],
                false => Vec::new(),
            },
            images: None,
            drawn: AtomicBool::new(false),
            contacts: PerOwner::default(),
            mail: Mail::default(),
            components: self.host.components_with(&scene.replaced()),
            routes: self.routes.clone(),
            replaced: scene.replaced(),
        };
        let mut simulation = Simulation {
            setup: RunSetup { id: super::handles::next_simulation(), seed: self.seed, data_folder: self.data_folder },
            clock: Tick { number: 0, dt: self.dt },
            started: false,
            world,
            motions: self.movers.iter().map(Motion::of).collect(),
            collider: Collider::new(&self.movers, &scene.run.contacts),
            movers: self.movers,
            robots,
            links: self.links,
            services,
            effects: ServiceEffects {
                external_inputs: ExternalInputs {
                    replayed: self.options.replayed.clone(),
                    ..ExternalInputs::default()
                },
                ..ServiceEffects::default()
            },
            objects: RunObjects {
                source: ObjectSource::new(self.loaded, self.categories),
                changes: Default::default(),
            },
            script,
            acceptance,
            report: RunReport::of_robots(robots),
            restarts: Restarts::new(self.host.isolation().restarts, self.dt),
            stray_calls: 0,
            sinks: Vec::new(),
            pool,
        };
        simulation.touch_placed();
        simulation.survey_ground();
        signals::survey(&simulation.movers, &mut simulation.world);
        let mut warnings = self.findings;
        warnings.append(self.host.damaged_copies());
        Built { simulation, warnings }
    }
}

fn dot(path: &str) -> &'static str {
    if path.is_empty() || path.starts_with('[') { "" } else { "." }
}

/// A step of a path with a name: `.range`, or `["odd name"]`.
fn step(name: &str) -> String {
    let plain = !name.is_empty() && name.chars().all(|c| c == '_' || c == '-' || c.is_alphanumeric());
    if plain { format!(".{name}") } else { sim_diagnostics::data_path::quoted_step(name) }
}
