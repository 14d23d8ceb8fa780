//! Objects added and removed by services in a recorded world, at any time of the recording.

use crate::structure::Structure;
use nalgebra::Isometry3;
use sim_core::engine::{BodyInfo, Form, ObjectChanges, Visual, category, object_visuals};
use sim_core::recording::{EventKind, Gaps, Recording, RecordingError};
use sim_core::scene::text::Format;
use sim_core::scene::{LoadedScene, Object, Posed, Scene};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Radius of the placeholder for an object that this version does not support, m.
const BALL: f64 = 0.05;

/// The edits of a recording, in order.
#[derive(Default)]
pub(crate) struct Edits {
    /// First tick at which the edit is visible, and the edit.
    list: Vec<(u64, Edit)>,
}

enum Edit {
    Added(Box<Thing>),
    Removed(Arc<str>),
}

/// An added object.
struct Thing {
    name: String,
    /// `None` if this version does not support it.
    object: Option<Object>,
}

impl Edits {
    /// Reads them from a recording; damage is added to `gaps`.
    pub(crate) fn read(recording: &Recording, gaps: &mut Gaps) -> Result<Self, RecordingError> {
        let mut list = Vec::new();
        for event in recording.edits(gaps)? {
            let edit = match event.kind {
                EventKind::ObjectAdded { object } => {
                    let name = object["name"].as_str().unwrap_or_default().to_owned();
                    Edit::Added(Box::new(Thing { name, object: serde_json::from_value(object).ok() }))
                }
                EventKind::ObjectRemoved { name } => Edit::Removed(name),
                _ => continue,
            };
            list.push((event.tick, edit));
        }
        Ok(Self { list })
    }

    /// Number of edits visible in the frame of a tick.
    pub(crate) fn until(&self, tick: u64) -> usize {
        self.list.partition_point(|(from, _)| *from <= tick)
    }

    /// Applies the first `count` edits to a structure without edits.
    pub(crate) fn applied(&self, base: &Structure, count: usize, generation: u64) -> Structure {
        let mut structure = Structure { generation, ..base.clone() };
        let fixed = base.bodies.iter().filter(|body| body.mover.is_none()).map(|body| &*body.name);
        let fixed: HashSet<&str> = fixed.collect();
        let (mut gone, mut added) = (HashSet::new(), BTreeMap::new());
        for (number, (_, edit)) in self.list[..count].iter().enumerate() {
            let name = match edit {
                Edit::Added(thing) => thing.name.as_str(),
                Edit::Removed(name) => name,
            };
            added.retain(|_, thing: &mut &Thing| thing.name != name);
            gone.extend(fixed.get(name).copied());
            if let Edit::Added(thing) = edit {
                added.insert(number, thing);
            }
        }
        for body in structure.bodies.iter_mut().filter(|body| body.mover.is_none() && gone.contains(&*body.name)) {
            (body.name, body.visuals) = ("".into(), Arc::default());
        }
        let empty = Scene::parse("(format_version: 1)", Format::Ron, "").ok().map(Arc::new);
        let scene = base.scene.as_ref().or(empty.as_ref());
        for thing in added.values() {
            let (visuals, pose) = shown(thing, scene.map(|scene| &**scene));
            let (name, category) = (thing.name.as_str().into(), category::FIXED);
            structure.bodies.push(BodyInfo { name, category, mover: None, visuals, clear: Default::default() });
            structure.poses.push(pose);
        }
        structure.changes = ObjectChanges::default();
        structure.changes.count = count as u64;
        structure.changes.added = added.values().filter_map(|thing| thing.object.clone()).collect();
        structure.changes.removed = gone.into_iter().map(str::to_owned).collect();
        structure
    }
}

/// The visuals and pose of an object.
fn shown(thing: &Thing, scene: Option<&LoadedScene>) -> (Arc<[Visual]>, Isometry3<f64>) {
    match (&thing.object, scene) {
        (Some(object), Some(scene)) => {
            let mut object = object.clone();
            scene.scene.resolve_shapes(&mut object);
            (object_visuals(&object, scene).into(), object.pose())
        }
        _ => {
            let (placement, color) = (Isometry3::identity(), [0.6, 0.6, 0.6, 1.0]);
            let ball = Visual { link: None, placement, form: Form::Sphere { radius: BALL }, color };
            (Arc::new([ball]), placement)
        }
    }
}
