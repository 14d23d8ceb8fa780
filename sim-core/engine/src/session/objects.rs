//! Adds objects to a running simulation and removes them.

use crate::Simulation;
use crate::collide::invalid_geometry;
use crate::object_bodies::{category_bits, info, object_pose, solids};
use crate::object_changes::{BodyNames, Changer, Changers, ObjectChanges, SavedObjects};
use crate::world::{BodyInfo, KeptClear};
use nalgebra::Isometry3;
use serde_json::Value;
use sim_diagnostics::{Code, Diagnostic};
use sim_geometry::{BodyId, Mobility};
use sim_scene::{NamedShape, Object, Posed, Shape};
use std::collections::HashMap;
use std::sync::Arc;

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
    pub(crate) fn body_names(&self) -> BodyNames {
        let mut names = HashMap::with_capacity(self.world.bodies.len());
        for (body, info) in self.world.bodies.iter().enumerate().filter(|(_, info)| !info.name.is_empty()) {
            names.entry(info.name.clone()).or_insert(body as u32);
        }
        BodyNames(names)
    }

    /// Updates index, ground data and readings after objects have been inserted or taken.
    pub(crate) fn follow_objects(&mut self) {
        self.world.index.refresh(false);
        self.survey_ground();
        self.forget_readings_ahead();
    }

    /// Adds an object for a service; call [`Simulation::follow_objects`] afterwards. Replaces an object that the service had added before
    /// it was restarted.
    pub(crate) fn insert_object(
        &mut self,
        object: Value,
        by: Option<Changer>,
        names: &mut BodyNames,
    ) -> Result<(), Diagnostic> {
        let mut object: Object = serde_json::from_value(object).map_err(|error| {
            Diagnostic::error(Code::SceneType, "a service adds an invalid object").with_found(error.to_string())
        })?;
        let changes = &self.objects.changes;
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
        let source = &self.objects.source;
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
        self.objects.changes.add(object, by);
        Ok(())
    }

    /// A scene object by name.
    pub fn object_of_scene(&self, name: &str) -> Option<&Object> {
        self.objects.source.loaded.scene.objects.iter().find(|object| object.name == name)
    }

    /// A diagnostic at the name of a robot or an object of the scene.
    pub(crate) fn at_name(&self, name: &str, diagnostic: Diagnostic) -> Diagnostic {
        let loaded = &self.objects.source.loaded;
        let object = loaded.scene.objects.iter().position(|object| object.name == name);
        let robot = || loaded.scene.robots.iter().position(|robot| robot.name == name);
        match (object.map(|number| format!("objects[{number}].name")), robot()) {
            (Some(path), _) => loaded.at(&path, diagnostic),
            (None, Some(number)) => loaded.at(&format!("robots[{number}].name"), diagnostic),
            (None, None) => diagnostic,
        }
    }

    /// Informs all movers whether all ground consists of horizontal planes; call it after fixed bodies were added or removed.
    pub(crate) fn survey_ground(&mut self) {
        let level = u32::from(self.world.has_level_ground());
        self.movers.iter_mut().for_each(|mover| mover.environment.values.level_ground = level);
    }

    /// Removes a fixed object between two ticks.
    ///
    /// # Errors
    /// If no fixed object has this name.
    pub fn remove_object(&mut self, name: &str) -> Result<(), Diagnostic> {
        let mut names = self.body_names();
        let removed = self.take_object(name, None, &mut names);
        self.follow_objects();
        removed
    }

    /// Removes a fixed object for a service; call [`Simulation::follow_objects`] afterwards.
    pub(crate) fn take_object(
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
        self.objects.changes.remove(name, place as u32, by);
        names.0.remove(name);
        Ok(())
    }

    /// The added objects, with their bodies, and the removed scene objects.
    pub(crate) fn saved_objects(&self) -> Result<SavedObjects, Diagnostic> {
        let changes = &self.objects.changes;
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
    pub(crate) fn restore_objects(&mut self, saved: &SavedObjects) -> Result<(), Diagnostic> {
        if self.saved_objects()? == *saved {
            return Ok(());
        }
        let restored = self.exchange_objects(saved);
        self.follow_objects();
        restored
    }

    fn exchange_objects(&mut self, saved: &SavedObjects) -> Result<(), Diagnostic> {
        let mut names = self.body_names();
        for name in self.objects.changes.added.iter().map(|object| object.name.clone()).collect::<Vec<_>>() {
            self.take_object(&name, None, &mut names)?;
        }
        let changes = &mut self.objects.changes;
        let back = std::mem::take(&mut changes.removed).into_iter().zip(std::mem::take(&mut changes.removed_bodies));
        for (name, body) in back.collect::<Vec<_>>() {
            self.put_back(&name, body, &mut names)?;
        }
        self.objects.changes.removed_by.clear();
        for (_, name) in &saved.removed {
            self.take_object(name, saved.by.removed_by.get(name).cloned(), &mut names)?;
        }
        for (body, object) in &saved.added {
            let object: Value = serde_json::from_str(object)
                .map_err(|error| Diagnostic::error(Code::EngineSnapshot, error.to_string()))?;
            let by = object["name"].as_str().and_then(|name| saved.by.added_by.get(name).cloned());
            self.as_body(*body, |simulation| simulation.insert_object(object, by, &mut names))?;
        }
        self.objects.changes.left.clone_from(&saved.by.left);
        Ok(())
    }

    /// Restores a scene object with its former body id.
    fn put_back(&mut self, name: &str, body: u32, names: &mut BodyNames) -> Result<(), Diagnostic> {
        let source = &self.objects.source;
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
            simulation.objects.changes.count += 1;
            Ok(())
        })
    }

    /// Adds something with this body id: the index assigns the lowest free id, so lower ones are occupied meanwhile.
    fn as_body(&mut self, body: u32, add: impl FnOnce(&mut Self) -> Result<(), Diagnostic>) -> Result<(), Diagnostic> {
        let failed = |error: sim_geometry::GeometryError| invalid_geometry(&error);
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
        let vacant = BodyInfo {
            name: "".into(),
            category: 0,
            mover: None,
            visuals: Arc::default(),
            clear: KeptClear::default(),
        };
        let bodies = self.world.bodies.len().max(body as usize + 1);
        self.world.bodies.resize(bodies, vacant);
        let added = add(self);
        for id in taken {
            self.world.index.remove_body(id).map_err(failed)?;
        }
        added
    }
}
