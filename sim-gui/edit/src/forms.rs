//! Forms for the parts of a scene: their fields and values.

use std::path::PathBuf;

use sim_core::scene::decode::Field;
use sim_core::scene::form::{FieldForm, Form};
use sim_core::scene::text::{Kind, Node};
use sim_core::scene::{Scene, is_member};

use crate::document::Document;
use crate::edit::Slot;
use crate::target::{Section, Target};

/// Top-level fields of a scene that are not lists of parts.
const HEAD: [&str; 6] = ["name", "description", "run", "bounds", "floor", "view"];

impl Document {
    /// The fields of the scene itself: name, run, bounds, floor, view.
    pub fn head_form() -> Vec<FieldForm> {
        let Form::Record(fields) = Scene::form() else { return Vec::new() };
        fields().into_iter().filter(|field| HEAD.contains(&&*field.name)).collect()
    }

    /// The scene itself as a tree, without its lists of parts and default values.
    pub fn head(&self) -> Option<Node> {
        let scene = self.scene()?;
        let mut entries = Vec::new();
        for name in HEAD {
            let node = match name {
                "name" => scene.name.encode(),
                "description" => scene.description.encode(),
                "run" => scene.run.encode(),
                "bounds" => scene.bounds.encode(),
                "floor" => scene.floor.encode(),
                _ => scene.view.encode(),
            };
            if !matches!(node.kind, Kind::Null) {
                entries.push((name, node));
            }
        }
        Some(Node::table(entries))
    }

    /// A part of the scene as a tree, without default values; `None` for missing targets, for fleet members, and while the text
    /// is invalid.
    pub fn value(&self, target: &Target) -> Option<Node> {
        let scene = self.scene()?;
        target.section.element(scene, target.index(scene)?)
    }

    /// The separate files that contain parameters of a component, in the order in which the scene refers to them.
    pub fn files_of_parameters(&self, target: &Target, slot: &Slot) -> Vec<PathBuf> {
        let found = self.loaded().and_then(|loaded| {
            let index = target.index(&loaded.scene)?;
            let element = loaded.tree().get(target.section.path())?.items()?.get(index)?;
            let component = match slot {
                Slot::Controller => element.get("controller")?,
                Slot::Dynamics => element.get("dynamics")?,
                Slot::Model => element.get("model")?,
                Slot::Sensor(name) => element.get("sensors")?.get(name)?,
                Slot::Actuator(name) => element.get("actuators")?.get(name)?,
                Slot::Service => element,
            };
            let mut found = Vec::new();
            other_files(component.get("params")?, component.span.file, &mut found);
            let files = loaded.sources().files();
            Some(found.into_iter().filter_map(|file| files.get(file as usize)?.path.clone()).collect())
        });
        found.unwrap_or_default()
    }

    /// The fleet that a robot belongs to.
    pub fn fleet_of(&self, robot: &str) -> Option<Target> {
        let fleets = &self.scene()?.fleets;
        let fleet = fleets.iter().find(|fleet| is_member(&fleet.prefix, fleet.count, robot))?;
        Some(Target::fleet(&*fleet.prefix))
    }

    /// The parts of a section, in the order of the scene.
    pub fn parts(&self, section: Section) -> Vec<Target> {
        let Some(scene) = self.scene() else { return Vec::new() };
        let target = |index: usize| match section.name(scene, index).filter(|_| section != Section::Acceptance) {
            Some(name) => Target::named(section, name),
            None => Target::at(section, index),
        };
        (0..section.count(scene)).map(target).collect()
    }
}

/// The files that contain parts of a value, other than the enclosing file.
fn other_files(node: &Node, around: u32, found: &mut Vec<u32>) {
    let file = node.span.file;
    if file != around && !found.contains(&file) {
        found.push(file);
    }
    match &node.kind {
        Kind::List { items, .. } => items.iter().for_each(|item| other_files(item, file, found)),
        Kind::Table(entries) => entries.iter().for_each(|entry| other_files(&entry.value, file, found)),
        Kind::Tagged { body, .. } => other_files(body, file, found),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edit::{Edit, Thing};
    use serde_json::json;
    use sim_core::scene::{BoxShape, Object, Shape};

    #[test]
    fn a_part_is_given_as_it_stands_and_can_be_changed_by_the_names_of_its_form() {
        let mut document = Document::new();
        let object = Object::new("crate", Shape::Box(BoxShape { size: [0.4, 0.3, 0.2] }));
        document.apply(Edit::Insert(vec![Thing::new(Section::Objects, &object)])).unwrap();
        let target = Target::object("crate");
        let before = document.value(&target).unwrap();
        assert_eq!(before.get("shape").and_then(|shape| shape.get("size")).unwrap().to_json(), json!([0.4, 0.3, 0.2]));
        assert!(before.get("mass").is_none());
        let Form::Record(fields) = Section::Objects.form() else { panic!("an object is a record") };
        for field in fields().iter().filter(|field| ["color", "category", "mass"].contains(&&*field.name)) {
            let start = match &field.form {
                Form::Optional(inner) => inner.start(&field.limits),
                _ => field.start(),
            };
            let edit = Edit::Set { target: Some(target.clone()), path: field.name.to_string(), value: Some(start) };
            document.apply(edit).unwrap();
        }
        assert_eq!(document.value(&target).unwrap().get("mass").unwrap().to_json(), json!(0.5));
        assert_eq!(document.parts(Section::Objects), [target]);
    }

    #[test]
    fn the_scene_itself_is_a_form_too() {
        let mut document = Document::new();
        let names: Vec<String> = Document::head_form().iter().map(|field| field.name.to_string()).collect();
        assert_eq!(names, HEAD);
        document.apply(Edit::set(None, "run.dt", 0.02)).unwrap();
        let head = document.head().unwrap();
        assert_eq!(head.get("run").and_then(|run| run.get("dt")).unwrap().to_json(), json!(0.02));
    }
}
