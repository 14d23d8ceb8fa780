//! Migrates objects that services have added to a run or removed from it when its scene changes.

use crate::Simulation;
use crate::object_changes::Changer;
use sim_diagnostics::{Code, Diagnostic};
use sim_scene::Object;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Objects that a service has added between its start and its end, and names of scene objects that it has removed.
pub(super) type ObjectsOfService = (Vec<Object>, Vec<String>);

impl Simulation {
    /// Services that exist in both simulations with the same component and parameters.
    pub(super) fn services_in_both(&self, old: &Simulation) -> BTreeSet<Arc<str>> {
        let of = |simulation: &Simulation| {
            let services = simulation.services.iter().map(|service| {
                let origin = &service.slot.origin;
                (origin.name.clone(), (service.slot.instance.id().to_string(), origin.shared_request.params.clone()))
            });
            services.collect::<BTreeMap<_, _>>()
        };
        let before = of(old);
        of(self).into_iter().filter(|(name, what)| before.get(name) == Some(what)).map(|(name, _)| name).collect()
    }

    /// Migrates the changes of the world made by services of the old simulation. Changes by services that restart (`restarted`) with the same
    /// component and parameters are kept, except those made in their start function, which they may make again. Changes by services that
    /// are removed or replaced are undone, and changes by services that return (`back`) are restored. Returns the changes that could not be
    /// kept.
    pub(super) fn migrate_objects(
        &mut self,
        old: &Simulation,
        same: &BTreeSet<Arc<str>>,
        restarted: &BTreeSet<&str>,
        back: &[(Arc<str>, ObjectsOfService)],
    ) -> Vec<Diagnostic> {
        let (mut added, mut gone) = (Vec::new(), Vec::new());
        for (name, (objects, names)) in back.iter().filter(|(name, _)| !same.contains(name)) {
            let by = || Some(Changer { service: name.clone(), at_start: false });
            added.extend(objects.iter().map(|object| (object.clone(), by())));
            gone.extend(names.iter().map(|name| (name.clone(), by())));
        }
        let changes = &old.objects.changes;
        let stays = |by: Option<&Changer>| {
            by.is_none_or(|by| same.contains(&by.service) && !(by.at_start && restarted.contains(&*by.service)))
        };
        for object in &changes.added {
            let by = changes.added_by.get(&object.name);
            added.extend(stays(by).then(|| (object.clone(), by.cloned())));
        }
        for name in &changes.removed {
            let by = changes.removed_by.get(name);
            gone.extend(stays(by).then(|| (name.clone(), by.cloned())));
        }
        if gone.is_empty() && added.is_empty() {
            return Vec::new();
        }
        let (mut refused, mut known) = (Vec::new(), self.body_names());
        // A service may have added an object that it had removed before, in a different form.
        for (name, by) in gone {
            if known.place(&name).is_some_and(|place| self.world.bodies[place].mover.is_none()) {
                refused.extend(self.take_object(&name, by, &mut known).err());
            }
        }
        for (object, by) in added {
            let begins = by.as_ref().is_some_and(|by| restarted.contains(&*by.service));
            let name = object.name.clone();
            let result = serde_json::to_value(object)
                .map_err(|error| Diagnostic::error(Code::SceneType, error.to_string()))
                .and_then(|value| self.insert_object(value, by, &mut known));
            match result {
                Ok(()) if begins => _ = self.objects.changes.left.insert(name),
                Ok(()) => {}
                Err(diagnostic) => refused.push(diagnostic),
            }
        }
        self.follow_objects();
        refused
    }

    /// Migrates the changes made by services and programs before the first tick, like [`Simulation::migrate_from`] during a run; `old` is the
    /// simulation of the scene before the change. Call it before services are [adopted](Simulation::adopt). Returns the changes that could
    /// not be kept.
    ///
    /// # Errors
    /// If the changed scene uses the name of an object that is kept.
    pub fn keep_objects(&mut self, old: &Simulation) -> Result<Vec<Diagnostic>, Diagnostic> {
        let same = self.services_in_both(old);
        self.names_are_free(old, &same)?;
        let names: Vec<Arc<str>> = self.services.iter().map(|service| service.slot.origin.name.clone()).collect();
        let restarted = names.iter().map(|name| &**name).collect();
        Ok(self.migrate_objects(old, &same, &restarted, &[]))
    }

    /// Rejects scene items with the name of an object that was added to the old simulation and is kept.
    pub(super) fn names_are_free(&self, old: &Simulation, same: &BTreeSet<Arc<str>>) -> Result<(), Diagnostic> {
        let changes = &old.objects.changes;
        for object in changes.added.iter().filter(|object| !changes.removed.contains(&object.name)) {
            let (name, by) = (&object.name, changes.added_by.get(&object.name));
            let stays = by.is_none_or(|by| same.contains(&by.service));
            if !stays || !self.world.bodies.iter().any(|body| *body.name == **name) {
                continue;
            }
            let message = format!("duplicate name `{name}`: an object added during the run has it");
            let diagnostic = Diagnostic::error(Code::SceneDuplicateName, message)
                .with_help("rename it; until then the run continues without the change");
            let diagnostic = match by {
                Some(by) => {
                    let service = &*by.service;
                    diagnostic.with_found(format!("added by service `{service}`"))
                }
                None => diagnostic,
            };
            return Err(self.at_name(name, diagnostic));
        }
        Ok(())
    }
}
