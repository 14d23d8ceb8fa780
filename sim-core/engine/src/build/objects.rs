//! Objects: fixed bodies, and movable ones.

use super::super::Simulation;
use super::super::between_ticks::{Changer, ObjectChanges};
use super::super::mover::{Mover, Parts};
use super::super::solids::{self, Solid as Massive};
use super::super::visuals::{self, Visual};
use super::super::world::{BodyInfo, KeptClear, category};
use super::super::{mover_dynamics, shapes};
use super::{Builder, object_pose};
use nalgebra::Isometry3;
use serde_json::Value;
use sim_abi::declare::{Kind, Request};
use sim_diagnostics::{Code, Diagnostic};
use sim_geometry::{BodyId, Collider as Solid, Mobility};
use sim_physics::Immersible;
use sim_scene::{LoadedScene, NamedShape, Object, Posed, Shape};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// Data for adding an object during a run.
pub(in super::super) struct ObjectSource {
    loaded: LoadedScene,
    categories: Vec<String>,
}

impl ObjectSource {
    pub(super) fn new(loaded: &LoadedScene, categories: Vec<String>) -> Self {
        Self { loaded: loaded.clone(), categories }
    }
}

/// Category or tag that makes a fixed object of any shape ground to drive and stand on.
const GROUND_WORD: &str = "ground";

/// Category or tag of objects above all robots, regardless of their height.
const CEILING_WORD: &str = "ceiling";

/// Category bits of an object.
fn category_bits(object: &Object, categories: &[String]) -> u32 {
    let words = || std::iter::once(&object.category).chain(&object.tags);
    let base = match (object.shape.resolved(), object.mass) {
        (_, Some(_)) => category::MOVABLE,
        (Shape::Ramp(_) | Shape::HeightField(_), None) => category::FIXED | category::GROUND,
        (Shape::Plane(plane), None) if plane.normal[2] > 0.0 => category::FIXED | category::GROUND,
        (_, None) if words().any(|word| word == GROUND_WORD) => category::FIXED | category::GROUND,
        _ => category::FIXED,
    };
    let words = words();
    let bits = words.filter_map(|word| {
        let place = categories.iter().position(|known| known == word)? as u32 + category::FIRST_OWN;
        1u32.checked_shl(place)
    });
    bits.fold(base, |all, bit| all | bit)
}

/// Clearance of an object for robots on routes: ceilings are above them and do not count.
fn clear_of(object: &Object) -> KeptClear {
    let mut words = std::iter::once(&object.category).chain(&object.tags);
    KeptClear { counts: words.all(|word| word != CEILING_WORD), margin: object.margin.clone() }
}

fn info(object: &Object, category: u32, mover: Option<usize>, loaded: &LoadedScene) -> BodyInfo {
    let visuals = visuals::of_object(object, loaded).into();
    BodyInfo { name: object.name.as_str().into(), category, mover, visuals, clear: clear_of(object) }
}

/// Colliders of an object with its surface and flags, or the problem with its path relative to the object.
fn solids(object: &Object, category: u32, loaded: &LoadedScene) -> Result<Vec<Solid>, (String, Diagnostic)> {
    let material = shapes::material(&object.material).map_err(|diagnostic| ("material".to_owned(), diagnostic))?;
    let mut solids = shapes::of_object(object, loaded)?;
    let group = loaded.scene.group(object);
    let collides = object.collides && group.is_none_or(|group| group.collides);
    let detectable = object.detectable && group.is_none_or(|group| group.detectable);
    for solid in &mut solids {
        (solid.solid, solid.detectable, solid.category) = (collides, detectable, category);
        solid.material = material;
    }
    Ok(solids)
}

impl Builder<'_> {
    /// Raised floor paint.
    pub(super) fn raised_paint(&mut self) {
        let Some(floor) = &self.loaded.scene.floor else { return };
        let place = Isometry3::translation(0.0, 0.0, floor.height);
        for (number, paint) in floor.paint.iter().enumerate().filter(|(_, paint)| paint.height() > 0.0) {
            let path = format!("floor.paint[{number}]");
            let category = category::FIXED;
            match shapes::of_paint(paint).and_then(|solids| Ok((solids, shapes::material(&floor.material)?))) {
                Ok((mut solids, material)) => {
                    solids.iter_mut().for_each(|solid| (solid.category, solid.material) = (category, material));
                    let visuals = visuals::of_paint(paint).into();
                    let clear = KeptClear::default();
                    let info = BodyInfo { name: path.as_str().into(), category, mover: None, visuals, clear };
                    self.add_body(&path, info, solids, place);
                }
                Err(diagnostic) => self.report(&path, diagnostic),
            }
        }
    }

    /// All objects without mass that are not attached to a robot.
    pub(super) fn fixed_objects(&mut self) {
        for (number, object) in self.loaded.scene.objects.iter().enumerate() {
            let carried = object.parent.as_deref().is_some_and(|parent| self.carrier(parent).is_some());
            if object.mass.is_some() || carried {
                continue;
            }
            let path = format!("objects[{number}]");
            let bits = category_bits(object, &self.categories);
            match solids(object, bits, self.loaded) {
                Ok(solids) => {
                    let pose = object_pose(self.loaded, &object.name, object.pose(), object.parent.as_deref());
                    let pose = pose.unwrap_or_else(|| object.pose());
                    self.add_body(&path, info(object, bits, None, self.loaded), solids, pose);
                }
                Err((part, diagnostic)) => self.report(&format!("{path}.{part}"), diagnostic),
            }
        }
    }

    /// Name of the robot at the end of a chain of parents.
    fn carrier(&self, parent: &str) -> Option<String> {
        let mut name = parent;
        for _ in 0..self.loaded.scene.objects.len() + 1 {
            match self.loaded.scene.objects.iter().find(|object| object.name == name) {
                Some(object) => name = object.parent.as_deref()?,
                None => return Some(name.to_string()),
            }
        }
        None
    }

    /// Colliders and visuals of the objects attached to a robot, in the robot's frame.
    pub(super) fn carried(&mut self, robot: &str) -> (Vec<Solid>, Vec<Visual>) {
        let (mut list, mut seen) = (Vec::new(), Vec::new());
        for (number, object) in self.loaded.scene.objects.iter().enumerate() {
            if object.parent.as_deref().and_then(|parent| self.carrier(parent)).as_deref() != Some(robot) {
                continue;
            }
            let parent = object.parent.as_deref().filter(|parent| *parent != robot);
            let pose = object_pose(self.loaded, &object.name, object.pose(), parent).unwrap_or_else(|| object.pose());
            match solids(object, category_bits(object, &self.categories) | category::ROBOT, self.loaded) {
                Ok(solids) => list.extend(solids.into_iter().map(|solid| {
                    let place = pose * solid.body_from_collider;
                    solid.at(place)
                })),
                Err((part, diagnostic)) => self.report(&format!("objects[{number}].{part}"), diagnostic),
            }
            let visuals = visuals::of_object(object, self.loaded).into_iter();
            seen.extend(visuals.map(|visual| Visual { placement: pose * visual.placement, ..visual }));
        }
        (list, seen)
    }

    /// All objects with mass.
    pub(super) fn movable_objects(&mut self) {
        for (number, object) in self.loaded.scene.objects.iter().enumerate() {
            let Some(mass) = object.mass else { continue };
            let path = format!("objects[{number}]");
            let bits = category_bits(object, &self.categories);
            let massive = || solids::of_object(object, mass, self.loaded).map_err(|error| ("shape".to_owned(), error));
            let built = solids(object, bits, self.loaded)
                .and_then(|colliders| Ok((colliders, massive()?)))
                .map(|(colliders, massive)| self.movable(object, massive, &path, bits, colliders));
            if let Err((part, diagnostic)) = built {
                self.report(&format!("{path}.{part}"), diagnostic);
            }
        }
    }

    fn movable(&mut self, object: &Object, massive: Massive, path: &str, bits: u32, solids: Vec<Solid>) {
        let half_thickness = min_half_thickness(&solids);
        let index = self.movers.len();
        let pose = object_pose(self.loaded, &object.name, object.pose(), object.parent.as_deref());
        let pose = pose.unwrap_or_else(|| object.pose());
        let info = info(object, bits, Some(index), self.loaded);
        let Some(body) = self.add_body(path, info, solids, pose) else { return };
        let mut mover = Mover::empty(&object.name, index, body, pose, self.loaded.scene.run.gravity.into());
        mover.contact.mass = Box::new(mover_dynamics::contact_mass(&massive.mass));
        mover.contact.half_thickness = half_thickness;
        mover.environment.wants_medium = !self.loaded.scene.media.is_empty();
        mover.environment.half_diagonal = massive.immersible.as_ref().map_or(0.0, Immersible::reach);
        mover.environment.immersible = massive.immersible.filter(|_| mover.environment.wants_medium).map(Box::new);
        if let Some(used) = &object.dynamics {
            let path = format!("{path}.dynamics");
            let mut params = Value::Object(used.params.clone());
            let Some(offer) = self.component(Kind::Dynamics, &used.id.0, &mut params, &path) else { return };
            let request = Request {
                mass: massive.mass,
                half_extents: [half_thickness; 3],
                ..self.request(&object.name, "dynamics", params)
            };
            let Some(made) = self.make(&offer, request, "dynamics", &path, 1) else { return };
            self.install_dynamics(&mut mover, made, &[], &path);
        }
        let published = mover.telemetry.parts.published;
        mover.telemetry.parts = Parts { published, ..Parts::default() };
        mover.telemetry.clear();
        self.movers.push(mover);
    }
}

/// Half of the smallest extent of all solid colliders, m.
pub(super) fn min_half_thickness(solids: &[Solid]) -> f64 {
    let extents = solids.iter().filter(|solid| solid.solid).map(|solid| solid.shape.smallest_extent());
    extents.fold(f64::INFINITY, f64::min) / 2.0
}

impl Simulation {
    /// Adds a fixed object, given in scene format, between two ticks.
    ///
    /// # Errors
    /// If the object is not valid, has mass, or its name is taken.
    pub fn add_object(&mut self, object: Value) -> Result<(), Diagnostic> {
        let mut names = self.body_names();
        let added = self.insert_object(object, None, &mut names);
        self.follow_objects();
        added
    }

    /// Names of all bodies, for [`Simulation::insert_object`] and [`Simulation::take_object`].
    pub(in super::super) fn body_names(&self) -> BodyNames {
        let mut names = HashMap::with_capacity(self.world.bodies.len());
        for (body, info) in self.world.bodies.iter().enumerate().filter(|(_, info)| !info.name.is_empty()) {
            names.entry(info.name.clone()).or_insert(body as u32);
        }
        BodyNames(names)
    }

    /// Updates index, ground data and readings after objects have been inserted or taken.
    pub(in super::super) fn follow_objects(&mut self) {
        self.world.index.refresh(false);
        self.survey_ground();
        self.forget_readings_ahead();
    }

    /// Adds an object for a service; call [`Simulation::follow_objects`] afterwards. Replaces an object that the service had added before
    /// it was restarted.
    pub(in super::super) fn insert_object(
        &mut self,
        object: Value,
        by: Option<Changer>,
        names: &mut BodyNames,
    ) -> Result<(), Diagnostic> {
        let mut object: Object = serde_json::from_value(object).map_err(|error| {
            Diagnostic::error(Code::SceneType, "a service adds an invalid object").with_found(error.to_string())
        })?;
        let changes = &self.object_changes;
        let own = by.as_ref().is_some_and(|by| changes.added_by(&object.name) == Some(&by.service));
        let again = own && changes.left.contains(&object.name);
        if !again && names.0.contains_key(&*object.name) {
            let message = format!("duplicate name `{name}`", name = object.name);
            return Err(Diagnostic::error(Code::SceneDuplicateName, message));
        }
        if object.mass.is_some() || object.parent.is_some() {
            return Err(Diagnostic::error(
                Code::SceneContradiction,
                "an object added by a service cannot have a mass or a parent",
            )
            .with_help("define movable objects in the scene"));
        }
        let source = &self.object_source;
        source.loaded.scene.resolve_shapes(&mut object);
        let unnamed = object.shapes().find_map(|(_, shape)| match shape {
            Shape::Named(NamedShape { name, shape: None }) => Some(name.clone()),
            _ => None,
        });
        if let Some(name) = unnamed {
            let message = format!("unknown shared shape `{name}`");
            let names = source.loaded.scene.shapes.iter().map(|shared| shared.name.as_str());
            return Err(Diagnostic::error(Code::SceneReference, message).with_nearest_of(&name, names));
        }
        let bits = category_bits(&object, &source.categories);
        let solids = solids(&object, bits, &source.loaded).map_err(|(_, diagnostic)| diagnostic)?;
        let info = info(&object, bits, None, &source.loaded);
        if again {
            self.take_object(&object.name, None, names)?;
        }
        let added = self.world.index.add_body(Mobility::Fixed, solids, object.pose());
        let body = added.map_err(|error| Diagnostic::error(Code::SceneGeometry, error.to_string()))?;
        names.0.insert(info.name.clone(), body.0);
        match self.world.bodies.get_mut(body.index()) {
            Some(place) => *place = info,
            None => self.world.bodies.push(info),
        }
        self.object_changes.add(object, by);
        Ok(())
    }

    /// A scene object by name.
    pub fn object_of_scene(&self, name: &str) -> Option<&Object> {
        self.object_source.loaded.scene.objects.iter().find(|object| object.name == name)
    }

    /// A diagnostic at the name of a robot or an object of the scene.
    pub(in super::super) fn at_name(&self, name: &str, diagnostic: Diagnostic) -> Diagnostic {
        let loaded = &self.object_source.loaded;
        let object = loaded.scene.objects.iter().position(|object| object.name == name);
        let robot = || loaded.scene.robots.iter().position(|robot| robot.name == name);
        match (object.map(|number| format!("objects[{number}].name")), robot()) {
            (Some(path), _) => loaded.at(&path, diagnostic),
            (None, Some(number)) => loaded.at(&format!("robots[{number}].name"), diagnostic),
            (None, None) => diagnostic,
        }
    }

    /// Informs all movers whether all ground consists of horizontal planes; call it after fixed bodies were added or removed.
    pub(super) fn survey_ground(&mut self) {
        let level = u32::from(self.world.has_level_ground());
        self.movers.iter_mut().for_each(|mover| mover.environment.values.level_ground = level);
    }

    /// Removes a fixed object between two ticks.
    ///
    /// # Errors
    /// If there is no fixed object of this name.
    pub fn remove_object(&mut self, name: &str) -> Result<(), Diagnostic> {
        let mut names = self.body_names();
        let removed = self.take_object(name, None, &mut names);
        self.follow_objects();
        removed
    }

    /// Removes a fixed object for a service; call [`Simulation::follow_objects`] afterwards.
    pub(in super::super) fn take_object(
        &mut self,
        name: &str,
        by: Option<Changer>,
        names: &mut BodyNames,
    ) -> Result<(), Diagnostic> {
        let Some(place) = names.place(name).filter(|place| self.world.bodies[*place].mover.is_none()) else {
            let names = self.world.bodies.iter().filter(|body| body.mover.is_none()).map(|body| &*body.name);
            return Err(Diagnostic::error(Code::SceneReference, format!("unknown fixed object `{name}`"))
                .with_nearest_of(name, names));
        };
        let removed = self.world.index.remove_body(BodyId(place as u32));
        removed.map_err(|error| Diagnostic::error(Code::SceneGeometry, error.to_string()))?;
        self.world.bodies[place].name = "".into();
        self.world.bodies[place].visuals = Arc::default();
        self.object_changes.remove(name, place as u32, by);
        names.0.remove(name);
        Ok(())
    }

    /// The added objects, with their bodies, and the removed scene objects.
    pub(in super::super) fn saved_objects(&self) -> Result<SavedObjects, Diagnostic> {
        let changes = &self.object_changes;
        let unwritable = |error: serde_json::Error| Diagnostic::error(Code::EngineSnapshot, error.to_string());
        // Most runs add nothing, and snapshots are taken often.
        let names = if changes.added.is_empty() { BodyNames::default() } else { self.body_names() };
        let added = changes.added.iter().map(|object| {
            let body = names.0.get(&*object.name).expect("invariant: an added object is a body until it is removed");
            Ok((*body, serde_json::to_string(object).map_err(unwritable)?))
        });
        let mut added = added.collect::<Result<Vec<_>, Diagnostic>>()?;
        added.sort();
        let mut removed: Vec<_> = changes.removed_bodies.iter().copied().zip(changes.removed.iter().cloned()).collect();
        removed.sort();
        let ObjectChanges { added_by, removed_by, left, .. } = changes.clone();
        let by = Changers { added_by, removed_by, left };
        Ok(SavedObjects { added, removed, by })
    }

    /// Restores the objects that [`Simulation::saved_objects`] returned, each with its former body id: contacts are solved in the order of
    /// bodies.
    pub(in super::super) fn restore_objects(&mut self, saved: &SavedObjects) -> Result<(), Diagnostic> {
        if self.saved_objects()? == *saved {
            return Ok(());
        }
        let restored = self.exchange_objects(saved);
        self.follow_objects();
        restored
    }

    fn exchange_objects(&mut self, saved: &SavedObjects) -> Result<(), Diagnostic> {
        let mut names = self.body_names();
        for name in self.object_changes.added.iter().map(|object| object.name.clone()).collect::<Vec<_>>() {
            self.take_object(&name, None, &mut names)?;
        }
        let changes = &mut self.object_changes;
        let back = std::mem::take(&mut changes.removed).into_iter().zip(std::mem::take(&mut changes.removed_bodies));
        for (name, body) in back.collect::<Vec<_>>() {
            self.put_back(&name, body, &mut names)?;
        }
        self.object_changes.removed_by.clear();
        for (_, name) in &saved.removed {
            self.take_object(name, saved.by.removed_by.get(name).cloned(), &mut names)?;
        }
        for (body, object) in &saved.added {
            let object: Value = serde_json::from_str(object)
                .map_err(|error| Diagnostic::error(Code::EngineSnapshot, error.to_string()))?;
            let by = object["name"].as_str().and_then(|name| saved.by.added_by.get(name).cloned());
            self.as_body(*body, |simulation| simulation.insert_object(object, by, &mut names))?;
        }
        self.object_changes.left.clone_from(&saved.by.left);
        Ok(())
    }

    /// Restores a scene object with its former body id.
    fn put_back(&mut self, name: &str, body: u32, names: &mut BodyNames) -> Result<(), Diagnostic> {
        let source = &self.object_source;
        let Some(object) = source.loaded.scene.objects.iter().find(|object| object.name == name) else {
            let message = format!("cannot restore the removed object `{name}`: it is not in the scene");
            return Err(Diagnostic::error(Code::EngineSnapshot, message).with_help("restart the run"));
        };
        let bits = category_bits(object, &source.categories);
        let solids = solids(object, bits, &source.loaded).map_err(|(_, diagnostic)| diagnostic)?;
        let info = info(object, bits, None, &source.loaded);
        let pose = object_pose(&source.loaded, name, object.pose(), object.parent.as_deref());
        let pose = pose.unwrap_or_else(|| object.pose());
        self.as_body(body, |simulation| {
            let added = simulation.world.index.add_body(Mobility::Fixed, solids, pose);
            let place = added.map_err(|error| Diagnostic::error(Code::SceneGeometry, error.to_string()))?;
            names.0.insert(info.name.clone(), place.0);
            simulation.world.bodies[place.index()] = info;
            simulation.object_changes.count += 1;
            Ok(())
        })
    }

    /// Adds something with this body id: the index assigns the lowest free id, so lower ones are occupied meanwhile.
    fn as_body(&mut self, body: u32, add: impl FnOnce(&mut Self) -> Result<(), Diagnostic>) -> Result<(), Diagnostic> {
        let failed = |error: sim_geometry::GeometryError| super::super::geometry(&error);
        let mut taken = Vec::new();
        let mut next = || self.world.index.add_body(Mobility::Fixed, Vec::new(), Isometry3::identity());
        let free = loop {
            let id = next().map_err(failed)?;
            if id.0 >= body {
                break id;
            }
            taken.push(id);
        };
        self.world.index.remove_body(free).map_err(failed)?;
        let nobody = BodyInfo {
            name: "".into(),
            category: 0,
            mover: None,
            visuals: Arc::default(),
            clear: KeptClear::default(),
        };
        let bodies = self.world.bodies.len().max(body as usize + 1);
        self.world.bodies.resize(bodies, nobody);
        let added = add(self);
        for id in taken {
            self.world.index.remove_body(id).map_err(failed)?;
        }
        added
    }
}

/// The body of each name.
#[derive(Default)]
pub(in super::super) struct BodyNames(HashMap<Arc<str>, u32>);

impl BodyNames {
    /// Index of the body of this name.
    pub(in super::super) fn place(&self, name: &str) -> Option<usize> {
        self.0.get(name).map(|body| *body as usize)
    }
}

/// Objects that services and programs have added to the scene and removed from it.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(in super::super) struct SavedObjects {
    /// Body and object as JSON.
    added: Vec<(u32, String)>,
    /// Body and name.
    removed: Vec<(u32, String)>,
    /// Omitted if empty, as in snapshots of versions without it.
    #[serde(default, skip_serializing_if = "Changers::is_empty")]
    by: Changers,
}

/// The services that have added and removed objects, by object name; see [`ObjectChanges`].
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
struct Changers {
    added_by: BTreeMap<String, Changer>,
    removed_by: BTreeMap<String, Changer>,
    left: BTreeSet<String>,
}

impl Changers {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
