//! References of objects to shared shapes and groups.

use sim_core::scene::decode::Field;
use sim_core::scene::text::{Kind, Node};
use sim_core::scene::{Group, Object};

use crate::draft::{Draft, Own, content};
use crate::node::{get_mut, items_mut_if_list, remove, set};
use crate::target::Section;

/// The name node of a shape that refers to a shared shape.
fn shared_name(shape: &mut Node) -> Option<&mut Node> {
    let is_named = match &shape.kind {
        Kind::Tagged { tag, .. } => tag == "Named",
        Kind::Table(entries) => entries.len() == 1 && entries[0].key == "Named",
        _ => false,
    };
    is_named.then(|| content(shape))
}

/// Visits every shape of the objects of a file.
fn visit_shapes(root: &mut Node, visit: &mut dyn FnMut(&mut Node)) {
    let Some(objects) = get_mut(root, "objects") else { return };
    for object in items_mut_if_list(objects) {
        if let Some(shape) = get_mut(object, "shape") {
            visit(shape);
        }
        let Some(collision) = get_mut(object, "collision") else { continue };
        for part in items_mut_if_list(collision) {
            if let Some(shape) = get_mut(part, "shape") {
                visit(shape);
            }
        }
    }
}

/// Renames a shared shape or group in all references of objects of a file.
pub(super) fn rename(root: &mut Node, section: Section, old: &str, new: &str) {
    let follow = |name: &mut Node| {
        if name.as_text() == Some(old) {
            *name = Node::text(new);
        }
    };
    match section {
        Section::Shapes => visit_shapes(root, &mut |shape| {
            if let Some(name) = shared_name(shape) {
                follow(name);
            }
        }),
        Section::Groups => {
            let Some(objects) = get_mut(root, "objects") else { return };
            items_mut_if_list(objects).iter_mut().filter_map(|object| get_mut(object, "group")).for_each(follow);
        }
        _ => {}
    }
}

impl Draft<'_> {
    /// Writes deleted shared shapes and groups into the objects that use them, so that the objects do not change.
    pub(super) fn write_out_shared(&mut self, going: &[Own]) {
        for own in going {
            match own.section {
                Section::Shapes => {
                    let shared = &self.scene.shapes[own.merged];
                    let (name, shape) = (shared.name.clone(), shared.shape.encode());
                    visit_shapes(&mut self.tree, &mut |node| {
                        if shared_name(node).is_some_and(|node| node.as_text() == Some(&name)) {
                            *node = shape.clone();
                        }
                    });
                }
                Section::Groups => {
                    let group = self.scene.groups[own.merged].clone();
                    self.write_out_group(&group);
                }
                _ => {}
            }
        }
    }

    fn write_out_group(&mut self, group: &Group) {
        let Some(objects) = get_mut(&mut self.tree, "objects") else { return };
        for object in items_mut_if_list(objects) {
            if object.get("group").and_then(Node::as_text) != Some(&group.name) {
                continue;
            }
            remove(object, "group");
            let switches = [("collides", group.collides), ("detectable", group.detectable), ("visible", group.visible)];
            for (field, _) in switches.into_iter().filter(|(_, on)| !on) {
                set(object, field, false.encode(), Object::FIELDS);
            }
        }
    }
}
