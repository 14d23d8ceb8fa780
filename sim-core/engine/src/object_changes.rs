//! Objects that services and programs add to the scene during a run or remove from it.

use sim_scene::{LoadedScene, Object};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The objects of a run.
pub(super) struct RunObjects {
    pub(super) source: ObjectSource,
    pub(super) changes: ObjectChanges,
}

/// Data for adding an object during a run.
pub(super) struct ObjectSource {
    pub(super) loaded: LoadedScene,
    pub(super) categories: Vec<String>,
}

impl ObjectSource {
    pub(super) fn new(loaded: &LoadedScene, categories: Vec<String>) -> Self {
        Self { loaded: loaded.clone(), categories }
    }
}

/// Objects added and removed since the world was built, and a change counter.
#[derive(Clone, Debug, Default)]
pub struct ObjectChanges {
    /// Number of changes so far.
    pub count: u64,
    /// Added objects that still exist.
    pub added: Vec<Object>,
    /// Names of removed scene objects.
    pub removed: Vec<String>,
    /// The bodies of the removed objects.
    pub(super) removed_bodies: Vec<u32>,
    /// Services that have added objects that still exist, by object name.
    pub(super) added_by: BTreeMap<String, Changer>,
    /// Services that have removed scene objects, by object name.
    pub(super) removed_by: BTreeMap<String, Changer>,
    /// Added objects whose service has restarted since: it may add them again.
    pub(super) left: BTreeSet<String>,
}

/// A service that has added or removed an object.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Changer {
    pub(super) service: Arc<str>,
    /// Added or removed during its start: it will do so again when it restarts.
    pub(super) at_start: bool,
}

impl ObjectChanges {
    /// The service that added this object; `None` if the object does not exist or a program added it.
    pub fn added_by(&self, object: &str) -> Option<&Arc<str>> {
        self.added_by.get(object).map(|by| &by.service)
    }

    /// Objects that a service has added since its start, and names of scene objects that it has removed.
    pub(super) fn of_service(&self, service: &str) -> (Vec<Object>, Vec<String>) {
        let is = |by: Option<&Changer>| by.is_some_and(|by| *by.service == *service && !by.at_start);
        let added = self.added.iter().filter(|object| is(self.added_by.get(&object.name))).cloned();
        let removed = self.removed.iter().filter(|name| is(self.removed_by.get(*name))).cloned();
        (added.collect(), removed.collect())
    }

    /// Records an added object.
    pub(super) fn add(&mut self, object: Object, by: Option<Changer>) {
        self.count += 1;
        self.added_by.extend(by.map(|by| (object.name.clone(), by)));
        self.added.push(object);
    }

    /// Records a removed object and its body.
    pub(super) fn remove(&mut self, name: &str, body: u32, by: Option<Changer>) {
        self.count += 1;
        match self.added.iter().position(|object| object.name == name) {
            Some(place) => {
                self.added.remove(place);
                self.added_by.remove(name);
                self.left.remove(name);
            }
            None => {
                self.removed.push(name.to_string());
                self.removed_bodies.push(body);
                self.removed_by.extend(by.map(|by| (name.to_string(), by)));
            }
        }
    }
}

/// The body of each name.
#[derive(Default)]
pub(super) struct BodyNames(pub(super) HashMap<Arc<str>, u32>);

impl BodyNames {
    /// Index of the body of this name.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.0.get(name).map(|body| *body as usize)
    }
}

/// Objects that services and programs have added to the scene and removed from it.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct SavedObjects {
    /// Body and object as JSON.
    pub(super) added: Vec<(u32, String)>,
    /// Body and name.
    pub(super) removed: Vec<(u32, String)>,
    /// Omitted if empty, as in snapshots of versions without it.
    #[serde(default, skip_serializing_if = "Changers::is_empty")]
    pub(super) by: Changers,
}

/// The services that have added and removed objects, by object name; see [`ObjectChanges`].
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Changers {
    pub(super) added_by: BTreeMap<String, Changer>,
    pub(super) removed_by: BTreeMap<String, Changer>,
    pub(super) left: BTreeSet<String>,
}

impl Changers {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
