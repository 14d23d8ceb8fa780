//! Robots: model, parts, dynamics, controller.

use super::super::articulation::{Articulation, LinkMotions};
use super::super::command_limits::command_limits;
use super::super::layout::placement;
use super::super::mover::{ActuatorSlot, Carrier, MountPlace, Mover, SensorSlot, Span};
use super::super::mover_dynamics::{self, contact_mass};
use super::super::noise::Noise;
use super::super::object_bodies::min_half_thickness;
use super::super::shapes;
use super::super::visuals;
use super::super::world::{BodyInfo, KeptClear, category};
use super::joints::cannot_start;
use super::mounts::Mounted;
use super::{Builder, Model, dot, step};
use nalgebra::{Translation3, Vector3};
use serde_json::Value;
use sim_abi::declare::{CoverageForm, Declaration, EffectKind, EffectPart, Kind, LinkPart, Part, Request};
use sim_abi::ffi::module::{ActuatorTable, ControllerTable, DynamicsTable, SensorTable};
use sim_abi::ffi::types as abi;
use sim_abi::model::{Geometry, JointMotion, RobotModelSpec};
use sim_diagnostics::{Code, Diagnostic};
use sim_geometry::Collider as Solid;
use sim_host::Offer;
use sim_model::Kinematics;
use sim_scene::{Posed, Robot};
use std::sync::Arc;

impl Builder<'_> {
    /// All robots of the scene, fleets included.
    pub(super) fn robots(&mut self) {
        /// Number of robots between two progress reports.
        const OFTEN: usize = 64;
        let robots = self.loaded.scene.all_robots();
        let progress = self.options.progress.clone();
        for (number, placed) in robots.iter().enumerate() {
            if let Some(progress) = progress.as_ref().filter(|_| number % OFTEN == 0) {
                (progress.0)(number, robots.len());
            }
            match self.model(&placed.robot, &placed.path) {
                Some(model) => self.robot(&placed.robot, &placed.path, &model),
                None => self.without_model(&placed.robot, &placed.path),
            }
        }
    }

    /// A model, built once for all robots with the same use of it.
    pub(super) fn model(&mut self, robot: &Robot, path: &str) -> Option<Arc<Model>> {
        let used = &robot.model;
        let mut params = Value::Object(used.params.clone());
        let source = used.id.as_ref().map(|id| id.0.clone()).or_else(|| used.file.as_ref().map(|file| file.0.clone()));
        let key = format!("{source:?} {params} {:?}", robot.joints);
        if let Some(known) = self.models.get(&key) {
            return known.clone();
        }
        let robot_path = path;
        let path = &format!("{path}.model");
        let spec = match (&used.id, &used.file) {
            (Some(id), _) => self.component(Kind::Robot, &id.0, &mut params, path).and_then(|offer| {
                let spec = sim_host::robot_model(&offer, &params);
                let report = |diagnostic| {
                    if !self.may_be_incomplete(path) {
                        self.report(path, diagnostic)
                    }
                };
                let mut spec = spec.map_err(report).ok()?;
                self.find_meshes(&mut spec, &offer, path).then_some(spec)
            }),
            // A missing file has been reported when the scene was loaded.
            (None, Some(file)) if self.findings.has_errors() && !self.loaded.resolve(file).is_file() => None,
            (None, Some(file)) => self.model_file(file, path),
            (None, None) => None,
        };
        let spec = spec.map(|spec| self.with_joints(spec, robot, robot_path));
        let model = spec.and_then(|spec| self.prepare(spec, path)).map(Arc::new);
        self.models.insert(key, model.clone());
        model
    }

    /// The model with the joint settings of this robot.
    fn with_joints(&mut self, mut spec: RobotModelSpec, robot: &Robot, path: &str) -> RobotModelSpec {
        for (name, place) in &robot.joints {
            let Some(joint) = spec.joints.iter_mut().find(|joint| joint.name == *name) else {
                let names = spec.joints.iter().map(|joint| joint.name.as_str());
                let diagnostic =
                    Diagnostic::error(Code::SceneReference, format!("unknown joint `{name}` in the model"))
                        .with_nearest_of(name, names);
                self.report(&format!("{path}.joints{}", step(name)), diagnostic);
                continue;
            };
            joint.placement.at = place.at.unwrap_or(joint.placement.at);
            joint.placement.rpy = place.rpy.or(place.yaw.map(|yaw| [0.0, 0.0, yaw])).unwrap_or(joint.placement.rpy);
            let Some(start) = place.start else { continue };
            match cannot_start(joint, start) {
                None => joint.initial = start,
                Some(diagnostic) => self.report(&format!("{path}.joints{}.start", step(name)), diagnostic),
            }
        }
        spec
    }

    /// Resolves mesh paths of a plugin's model relative to the folder of its library. Returns whether all files exist.
    fn find_meshes(&mut self, spec: &mut RobotModelSpec, offer: &Offer, path: &str) -> bool {
        let folder = offer.library.folder();
        let mut missing = std::collections::BTreeSet::new();
        for link in &mut spec.links {
            let collision = link.collision.iter_mut().map(|shape| &mut shape.geometry);
            for geometry in collision.chain(link.visual.iter_mut().map(|visual| &mut visual.geometry)) {
                let Geometry::Mesh { file, .. } = geometry else { continue };
                let found = std::path::Path::new(&folder).join(&*file);
                if !found.is_file() && missing.insert(found.clone()) {
                    let message = format!("mesh file of model `{id}` not found", id = offer.id());
                    let diagnostic = Diagnostic::error(Code::ModelMesh, message)
                        .with_expected("a file, relative to the library's folder")
                        .with_found(format!(
                            "`{file}` of link `{name}`: {found} does not exist",
                            name = link.name,
                            found = found.display()
                        ))
                        .with_help("install the file next to the library, or contact its author");
                    self.report(path, diagnostic);
                }
                *file = found.to_string_lossy().into_owned();
            }
        }
        missing.is_empty()
    }

    fn model_file(&mut self, file: &sim_scene::FileRef, path: &str) -> Option<RobotModelSpec> {
        match sim_model::load(&self.loaded.resolve(file), &self.options.urdf) {
            Ok(loaded) => {
                loaded.findings().for_each(|finding| self.findings.push(finding));
                Some(loaded.spec)
            }
            Err(errors) => {
                self.findings.append(errors.iter().map(Diagnostic::from).collect());
                let help = "fix the errors listed for the file";
                self.report(
                    path,
                    Diagnostic::error(Code::ModelUnreadable, "the robot model has errors").with_help(help),
                );
                None
            }
        }
    }

    fn prepare(&mut self, mut spec: RobotModelSpec, path: &str) -> Option<Model> {
        let problems = sim_model::validate(&spec);
        if !problems.is_empty() {
            for problem in &problems {
                let diagnostic = Diagnostic::from(problem);
                self.report(path, diagnostic);
            }
            return None;
        }
        sim_model::normalize(&mut spec);
        let prepared = Kinematics::new(&spec).and_then(|kinematics| {
            let positions = sim_model::initial_positions(&spec);
            let mass = sim_model::mass_properties(&spec, &positions)?;
            let mesh_box = |file: &str| {
                let mesh = sim_model::mesh::load(std::path::Path::new(file), [1.0; 3]).ok()?;
                mesh.mesh.bounding_box()
            };
            let half_extents = sim_model::half_extents(&spec, mesh_box)?;
            Ok((kinematics, positions, mass, half_extents))
        });
        let solids = shapes::of_model(&spec);
        match (prepared, solids) {
            (Ok((kinematics, positions, mass, half_extents)), Ok(solids)) => {
                let root_from_link = kinematics.root_from_link(&positions);
                let spec = Arc::new(spec);
                let visuals = visuals::of_model(&spec, &root_from_link, |link| moves(&spec, &kinematics, link)).into();
                let kinematics = Arc::new(kinematics);
                Some(Model { spec, kinematics, positions, root_from_link, solids, visuals, mass, half_extents })
            }
            (Err(error), _) => {
                self.report(path, Diagnostic::from(&error));
                None
            }
            (_, Err(diagnostic)) => {
                self.report(path, diagnostic);
                None
            }
        }
    }

    fn robot(&mut self, robot: &Robot, path: &str, model: &Model) {
        let index = self.movers.len();
        let gravity = self.loaded.scene.run.gravity.into();
        let stand = Translation3::new(0.0, 0.0, model.spec.standing_height);
        let pose = robot.pose() * stand;
        let material = match robot.material.as_ref().map(shapes::material) {
            Some(Err(diagnostic)) => return self.report(&format!("{path}.material"), diagnostic),
            Some(Ok(material)) => Some(material),
            None => None,
        };
        let mut solids: Vec<Solid> = model
            .solids
            .iter()
            .map(|(link, solid)| {
                let mut solid = solid.clone();
                solid.category = category::ROBOT;
                solid.material = material.unwrap_or(solid.material);
                let place = model.root_from_link[*link] * solid.body_from_collider;
                solid.at(place)
            })
            .collect();
        let (carried_solids, carried_visuals) = self.carried(&robot.name);
        solids.extend(carried_solids);
        let mut visuals = match &robot.color {
            Some(color) => visuals::painted(&model.visuals, &model.spec, color),
            None => model.visuals.clone(),
        };
        if !carried_visuals.is_empty() {
            visuals = visuals.iter().cloned().chain(carried_visuals).collect();
        }
        let half_thickness = min_half_thickness(&solids);
        let name = robot.name.as_str().into();
        let clear = KeptClear { counts: true, margin: robot.margin.clone() };
        let info = BodyInfo { name, category: category::ROBOT, mover: Some(index), visuals, clear };
        let Some(body) = self.add_body(path, info, solids, pose) else { return };
        let mut mover = Mover::empty(&robot.name, index, body, pose, gravity);
        mover.identity.robot = true;
        mover.identity.model = Some(model.spec.clone());
        mover.identity.properties = (!robot.properties.is_empty()).then(|| Arc::new(robot.properties.clone()));
        mover.contact.half_thickness = half_thickness;
        mover.environment.half_diagonal = Vector3::from(model.half_extents).norm();
        mover.contact.mass = Box::new(contact_mass(&model.mass));
        mover.environment.wants_medium = !self.loaded.scene.media.is_empty();
        mover.motion.state.linear_velocity = (pose.rotation * Vector3::from(robot.velocity)).into();
        mover.motion.state.angular_velocity = (pose.rotation * Vector3::from(robot.angular_velocity)).into();
        mover.motion.before = mover.motion.state;
        take_joints(&mut mover, model);

        let sensors = self.mounted(robot, path, &model.spec, Kind::Sensor);
        let actuators = self.mounted(robot, path, &model.spec, Kind::Actuator);
        let parts = sensors.len() + actuators.len();
        self.check_ports(&model.spec, &sensors, &actuators);
        self.sensors(&mut mover, model, sensors);
        let effects = self.actuators(&mut mover, model, actuators);
        let whole =
            mover.components.sensors.len() + mover.components.actuators.len() == parts && !self.has_unfit_parts(path);
        self.dynamics(&mut mover, robot, path, model, &effects);
        self.core_effects(&mut mover, model, &effects, path);
        self.report_undriven(robot, path, model, &effects);
        self.controller(&mut mover, robot, path, model, whole);
        self.articulate(&mut mover, model);
        if model.visuals.iter().any(|visual| visual.link.is_some()) {
            let owner = (body.index(), index);
            self.links.add(&mut self.link_poses, owner, &model.kinematics, &model.root_from_link);
        }
        self.lay_out(&mut mover);
        self.movers.push(mover);
    }

    /// Link and pose of a mount.
    fn place(&mut self, mounted: &Mounted, model: &Model) -> Option<MountPlace> {
        let mount = &mounted.mount;
        let link = match mount.link.as_str() {
            "" => Some(0),
            name => model.spec.links.iter().position(|link| link.name == name),
        };
        let Some(link) = link else {
            let names: Vec<&str> = model.spec.links.iter().map(|link| link.name.as_str()).collect();
            let diagnostic = Diagnostic::error(
                Code::SceneReference,
                format!("unknown link `{link}` in the model", link = mount.link),
            )
            .with_nearest_of(&mount.link, names.iter().copied())
            .with_help(format!("links of the model: {}", names.join(", ")));
            self.report(&format!("{}.link", mounted.path), diagnostic);
            return None;
        };
        let link_from_mount = mount.placement.isometry();
        let body_from_mount = model.root_from_link[link] * link_from_mount;
        Some(MountPlace { link, link_from_mount, body_from_mount })
    }

    /// Request of a sensor or an actuator.
    fn mount_request(
        &self,
        mover: &Mover,
        mounted: &Mounted,
        place: &MountPlace,
        model: &Model,
        every: u32,
    ) -> Request {
        Request {
            period: self.dt * f64::from(every.max(1)),
            mount: placement(&place.body_from_mount),
            link: model.spec.links[place.link].name.clone(),
            port: mounted.mount.port.clone(),
            joints: model.spec.joints.clone(),
            ..self.request(&mover.identity.name, &mounted.mount.name, mounted.mount.params.clone())
        }
    }

    fn sensors(&mut self, mover: &mut Mover, model: &Model, sensors: Vec<Mounted>) {
        for mut mounted in sensors {
            let place = self.place(&mounted, model);
            let every = mounted.mount.period.map_or(0, |period| self.every(Some(period), &mounted.period_path));
            let mount = &mut mounted.mount;
            let offer = self.component(Kind::Sensor, &mount.component, &mut mount.params, &mounted.path);
            let (Some(place), Some(offer)) = (place, offer) else { continue };
            let request = Request {
                beacon_kinds: self.beacons.0.clone(),
                beacons: self.beacons.1.clone(),
                categories: self.categories.clone(),
                ..self.mount_request(mover, &mounted, &place, model, every)
            };
            let name = &mounted.mount.name;
            let Some(made) = self.make::<SensorTable>(&offer, request, name, &mounted.path, every) else { continue };
            let Declaration { channels, coverage, .. } = made.instance.declaration();
            let casts = coverage.iter().any(|coverage| matches!(coverage.form, CoverageForm::Rays { .. }));
            let values = coverage.iter().find_map(|coverage| coverage.scan).map_or(0, |scan| scan.values());
            if let Some(noise) = &mounted.noise {
                self.check_noise(noise, channels, &mounted.path);
            }
            let neutral: Vec<f64> = channels.iter().map(|channel| channel.neutral).collect();
            let period = f64::from(made.every) * self.dt;
            let noise = Noise::new(mounted.noise.as_ref(), channels, period).map(|noise| {
                let stream = abi::RandomState::derive(self.seed, &[&mover.identity.name, name, "noise"]);
                let state = noise.start(stream, &neutral);
                Box::new((noise, state))
            });
            let readings = Span::new(mover.telemetry.parts.readings, neutral.len());
            mover.telemetry.parts.readings += neutral.len();
            let slot = self.slot(mover, made);
            let body_from_mount = place.body_from_mount;
            let (mount, on_demand) = (Box::new(place), mounted.on_demand);
            mover.components.sensors.push(SensorSlot {
                slot,
                readings,
                body_from_mount,
                noise,
                mount,
                neighbors: casts.then(Box::default),
                on_demand,
                idle: on_demand,
                read_ahead: None,
                scan: vec![f64::NAN; values].into(),
            });
        }
    }

    fn actuators(&mut self, mover: &mut Mover, model: &Model, actuators: Vec<Mounted>) -> Vec<EffectPart> {
        let (mut parts, mut carriers, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for mut mounted in actuators {
            let place = self.place(&mounted, model);
            let mount = &mut mounted.mount;
            let offer = self.component(Kind::Actuator, &mount.component, &mut mount.params, &mounted.path);
            let (Some(place), Some(offer)) = (place, offer) else { continue };
            let request = self.mount_request(mover, &mounted, &place, model, 1);
            let name = &mounted.mount.name;
            let Some(made) = self.make::<ActuatorTable>(&offer, request, name, &mounted.path, 1) else { continue };
            let declaration = made.instance.declaration();
            let first_effect = mover.telemetry.parts.effects;
            for effect in &declaration.effects {
                let carrier = carrier(&model.spec, &effect.kind, mover.components.actuators.len());
                let at = match carrier {
                    Carrier::Mount(_) => place.body_from_mount,
                    Carrier::Link(link) => model.root_from_link[link as usize],
                };
                carriers.push(carrier);
                places.push(at.into());
                parts.push(EffectPart {
                    actuator: name.clone(),
                    effect: effect.clone(),
                    offset: mover.telemetry.parts.effects,
                    mount: placement(&at),
                    link: model.spec.links[link_of(carrier, &place)].name.clone(),
                });
                mover.telemetry.parts.effects += effect.channels.len();
            }
            let commands = Span::new(mover.telemetry.parts.commands, declaration.channels.len());
            mover.telemetry.parts.commands += declaration.channels.len();
            mover.commands.limits.extend(declaration.channels.iter().map(command_limits));
            let effects = Span::new(first_effect, mover.telemetry.parts.effects - first_effect);
            let slot = self.slot(mover, made);
            mover.components.actuators.push(ActuatorSlot { slot, commands, effects, mount: Box::new(place) });
        }
        (mover.effects.carriers, mover.effects.mounts) = (carriers.into(), places.into());
        parts
    }

    fn dynamics(&mut self, mover: &mut Mover, robot: &Robot, path: &str, model: &Model, effects: &[EffectPart]) {
        let (id, mut params, path) = match (&robot.dynamics, &model.spec.dynamics) {
            (Some(used), of_model) => {
                let path = format!("{path}.dynamics");
                let named = (used.id.0.as_str(), &used.params);
                (used.id.0.clone(), self.over_model(Kind::Dynamics, named, of_model.as_ref(), &path), path)
            }
            (None, Some(used)) => (used.id.clone(), used.params.clone(), format!("{path}.model")),
            (None, None) => {
                let diagnostic = Diagnostic::error(Code::SceneMissingField, "missing dynamics")
                    .with_expected("`dynamics`, since the model does not set it")
                    .with_help("for a robot that never moves, set dynamics: \"body/static\"");
                self.report(path, diagnostic);
                return;
            }
        };
        let Some(offer) = self.component(Kind::Dynamics, &id, &mut params, &path) else { return };
        self.warn_of_needs(&offer, &path);
        let request = Request {
            joints: model.spec.joints.clone(),
            effects: effects.to_vec(),
            mass: model.mass,
            links: model.spec.links.iter().map(|l| LinkPart { name: l.name.clone(), mass: l.mass }).collect(),
            half_extents: model.half_extents,
            ..self.request(&mover.identity.name, "dynamics", params)
        };
        if let Some(made) = self.make::<DynamicsTable>(&offer, request, "dynamics", &path, 1) {
            self.install_dynamics(mover, made, effects, &path);
        }
    }

    /// Sets up the effects that the dynamics does not consume and the core applies itself.
    fn core_effects(&mut self, mover: &mut Mover, model: &Model, effects: &[EffectPart], path: &str) {
        let (list, problems) = mover_dynamics::core_effects(&mover.components, &model.spec, effects);
        mover.effects.core = list.into();
        let followers = mover_dynamics::driven_followers(&model.spec, effects);
        problems.into_iter().chain(followers).for_each(|diagnostic| self.report(path, diagnostic));
    }

    /// Reports once if no actuator drives the joints of a model from a file: a model of a plugin includes its actuators.
    fn report_undriven(&mut self, robot: &Robot, path: &str, model: &Model, effects: &[EffectPart]) {
        let Some(file) = &robot.model.file else { return };
        if let Some(note) = mover_dynamics::undriven(&model.spec, effects)
            && self.undriven.insert(file.0.clone())
        {
            self.report(&format!("{path}.model"), note);
        }
    }

    /// Adds the controller; for a robot that is not `whole` only its parameters are checked, because it would miss the missing parts.
    fn controller(&mut self, mover: &mut Mover, robot: &Robot, path: &str, model: &Model, whole: bool) {
        let (id, mut params, period, path) = match (&robot.controller, &model.spec.controller) {
            (Some(used), of_model) => {
                let path = format!("{path}.controller");
                let named = (used.id.0.as_str(), &used.params);
                let params = self.over_model(Kind::Controller, named, of_model.as_ref(), &path);
                (used.id.0.clone(), params, used.period, path)
            }
            (None, Some(used)) => (used.id.clone(), used.params.clone(), None, format!("{path}.model")),
            (None, None) => return,
        };
        let every = period.map_or(0, |period| self.every(Some(period), &format!("{path}{}period", dot("period"))));
        let Some(offer) = self.component(Kind::Controller, &id, &mut params, &path).filter(|_| whole) else { return };
        let request = Request {
            period: self.dt * f64::from(every.max(1)),
            sensors: mover
                .components
                .sensors
                .iter()
                .map(|sensor| bindable(&sensor.slot, sensor.readings.start()))
                .collect(),
            actuators: mover
                .components
                .actuators
                .iter()
                .map(|actuator| bindable(&actuator.slot, actuator.commands.start()))
                .collect(),
            route: self.routes.iter().find(|route| Some(&route.name) == robot.route.as_ref()).cloned(),
            ..self.request(&mover.identity.name, "controller", params)
        };
        if let Some(made) = self.make::<ControllerTable>(&offer, request, "controller", &path, every) {
            mover.components.controller = Some(self.slot(mover, made));
            mover.wake_sensors();
        }
    }

    /// Keeps link poses up to date in every tick only for robots with colliders or mounts that move relative to the body.
    fn articulate(&mut self, mover: &mut Mover, model: &Model) {
        let moves = |link: usize| moves(&model.spec, &model.kinematics, link);
        let moving = model.solids.iter().enumerate().filter(|(_, (link, _))| moves(*link));
        let colliders: Vec<_> =
            moving.map(|(number, (link, solid))| (*link, number, solid.body_from_collider)).collect();
        let mounts = mover
            .components
            .sensors
            .iter()
            .map(|s| s.mount.link)
            .chain(mover.components.actuators.iter().map(|a| a.mount.link));
        let effects =
            mover.components.actuators.iter().flat_map(|actuator| &actuator.slot.instance.declaration().effects);
        let pushed =
            effects.zip(&mover.effects.carriers).filter_map(|(effect, carrier)| pushed(&effect.kind, *carrier));
        if colliders.is_empty() && !mounts.chain(pushed).any(moves) {
            return;
        }
        let sensed = mover.components.sensors.iter().map(|sensor| sensor.mount.link).filter(|link| moves(*link));
        let sensed: Vec<usize> = sensed.collect();
        mover.joints.articulation = Some(Box::new(Articulation {
            kinematics: model.kinematics.clone(),
            positions: model.positions.clone(),
            root_from_link: model.root_from_link.clone(),
            colliders,
            moved: false,
            velocities: vec![0.0; model.positions.len()],
            twists: vec![[Vector3::zeros(); 2]; model.root_from_link.len()],
            driven: false,
            motions: (!sensed.is_empty()).then(|| Box::new(LinkMotions::new(&model.kinematics, sensed.into_iter()))),
        }));
    }

    /// Creates the telemetry buffer with its neutral values.
    fn lay_out(&mut self, mover: &mut Mover) {
        mover.telemetry.clear();
        let parts = mover.telemetry.parts;
        let mut published = vec![0.0; parts.published];
        for (_, _, _, declaration, range) in mover.components.declarations() {
            for (place, channel) in published[range.range()].iter_mut().zip(&declaration.published) {
                *place = channel.neutral;
            }
        }
        let readings: Vec<f64> = mover
            .components
            .sensors
            .iter()
            .flat_map(|s| &s.slot.instance.declaration().channels)
            .map(|c| c.neutral)
            .collect();
        let effects = mover.components.actuators.iter().flat_map(|a| &a.slot.instance.declaration().effects);
        let effects: Vec<f64> = effects.flat_map(|effect| &effect.channels).map(|channel| channel.neutral).collect();
        let apart = mover.telemetry.split();
        apart.readings.copy_from_slice(&readings);
        apart.clean.copy_from_slice(&readings);
        apart.effects.copy_from_slice(&effects);
        apart.published.copy_from_slice(&published);
        for (command, [_, _, neutral]) in apart.commands.iter_mut().zip(&mover.commands.limits) {
            *command = *neutral;
        }
        mover.publish_joints();
    }
}

/// Gives a mover the joints of its model, at their start positions.
fn take_joints(mover: &mut Mover, model: &Model) {
    mover.joints.states =
        model.positions.iter().map(|p| abi::JointState { position: *p, ..Default::default() }).collect();
    let joints = model.spec.joints.iter();
    mover.joints.limits = joints.map(|joint| joint.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY])).collect();
    let moving = model.spec.joints.iter().enumerate().filter(|(_, joint)| joint.motion != JointMotion::Fixed);
    mover.joints.followers = sim_model::followers(&model.spec).into();
    mover.joints.moving = moving.map(|(number, _)| number as u32).collect();
    mover.telemetry.parts.joints = mover.joints.moving.len();
}

/// The carrier of an actuator's effect. A missing link or joint of the model is reported where the effect is used.
fn carrier(spec: &RobotModelSpec, kind: &EffectKind, actuator: usize) -> Carrier {
    let link = match kind {
        EffectKind::LinkWrench { link } => Some(link.as_str()),
        other => mover_dynamics::driven(other)
            .and_then(|name| spec.joints.iter().find(|known| known.name == name).map(|joint| joint.child.as_str())),
    };
    let link = link.and_then(|name| spec.links.iter().position(|link| link.name == name));
    link.map_or(Carrier::Mount(actuator as u32), |link| Carrier::Link(link as u32))
}

/// Index of the link that an effect acts on.
fn link_of(carrier: Carrier, actuator: &MountPlace) -> usize {
    match carrier {
        Carrier::Mount(_) => actuator.link,
        Carrier::Link(link) => link as usize,
    }
}

/// The link of an effect by which a dynamics pushes a link or drives a joint and therefore needs its pose.
fn pushed(effect: &EffectKind, carrier: Carrier) -> Option<usize> {
    use EffectKind::{JointEffort, JointTarget, LinkWrench};
    match (effect, carrier) {
        (LinkWrench { .. } | JointEffort { .. } | JointTarget { .. }, Carrier::Link(link)) => Some(link as usize),
        _ => None,
    }
}

/// Whether a link moves relative to the body.
fn moves(spec: &RobotModelSpec, kinematics: &Kinematics, link: usize) -> bool {
    let mut next = Some(link);
    while let Some(link) = next {
        let name = &spec.links[link].name;
        let joint = spec.joints.iter().find(|joint| joint.child == *name);
        if joint.is_some_and(|joint| joint.motion != JointMotion::Fixed) {
            return true;
        }
        next = kinematics.parent(link);
    }
    false
}

fn bindable<T: sim_host::Table>(slot: &super::super::mover::Slot<T>, offset: usize) -> Part {
    Part {
        name: slot.origin.name.to_string(),
        component: slot.instance.id().to_string(),
        channels: slot.instance.declaration().channels.clone(),
        offset,
        mount: slot.origin.shared_request.mount,
    }
}
