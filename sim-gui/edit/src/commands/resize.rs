//! Resizing objects.

use sim_core::scene::Shape;
use sim_core::scene::decode::{Field, Segment};
use sim_core::scene::text::{Kind, Node};

use crate::draft::{Draft, content};
use crate::edit::Resized;
use crate::node::same;
use crate::refusal::{Operation, Refusal};
use crate::target::{Section, Target, counted};

/// The fields of a shape, each with its value.
fn fields(shape: &Shape) -> Vec<(String, Node)> {
    match &content(&mut shape.encode()).kind {
        Kind::Table(entries) => entries.iter().map(|entry| (entry.key.clone(), entry.value.clone())).collect(),
        _ => Vec::new(),
    }
}

impl Draft<'_> {
    /// Resizes objects, see [`crate::Edit::Resize`]. Writes only the shape fields that change.
    pub fn resize(&mut self, things: &[Resized]) -> Result<String, Refusal> {
        for Resized { target, shape, .. } in things {
            let own = self.editable(target)?;
            let refuse = |reason: String| {
                Err(Refusal::Impossible { target: target.clone(), operation: Operation::Resize, reason })
            };
            let Some(object) = self.scene.objects.get(own.merged).filter(|_| own.section == Section::Objects) else {
                return refuse("only objects can be resized".to_string());
            };
            if std::mem::discriminant(object.shape.resolved()) != std::mem::discriminant(shape) {
                return refuse("the shape type cannot change".to_string());
            }
            if let Shape::Named(named) = &object.shape {
                self.set_in(own, "shape", &[Segment::Key("shape".into())], Some(&shape.encode()))?;
                self.hints.push(format!(
                    "`{name}` now has its own shape and no longer uses the shared shape `{shared}`",
                    name = object.name,
                    shared = named.name
                ));
                continue;
            }
            let (old, new) = (fields(&object.shape), fields(shape));
            let of = |fields: &[(String, Node)], key: &str| {
                fields.iter().find(|(other, _)| other == key).map(|(_, value)| value.clone())
            };
            let dropped = old.iter().map(|(key, _)| key).filter(|key| of(&new, key).is_none());
            for key in new.iter().map(|(key, _)| key).chain(dropped) {
                let (before, after) = (of(&old, key), of(&new, key));
                if before.as_ref().zip(after.as_ref()).is_some_and(|(before, after)| same(before, after)) {
                    continue;
                }
                let steps = [Segment::Key("shape".into()), Segment::Key(key.clone())];
                self.set_in(own, &format!("shape.{key}"), &steps, after.as_ref())?;
            }
            if object.inertia.is_some() {
                self.hints.push(format!("the moments of inertia of `{name}` were not changed", name = object.name));
            }
        }
        let poses: Vec<_> = things.iter().filter_map(|thing| Some((thing.target.clone(), thing.pose?))).collect();
        self.place(&poses)?;
        let targets: Vec<Target> = things.iter().map(|thing| thing.target.clone()).collect();
        Ok(format!("Resize {what}", what = counted(&targets)))
    }
}
