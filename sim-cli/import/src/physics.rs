//! Mass of solids, and the objects of movable solids.

use super::Table;
use super::Work;
use super::fields::Fields;
use super::frame::{Pose, tidy_number};
use super::mesh::Mesh;
use super::shapes::{PlacedShape, write_color};
use super::solids::{Body, decorative};
use nalgebra::{Matrix3, Vector3};
use serde_json::{Value, json};
use sim_core::scene::{MASSES, MOMENTS, are_of_a_body};
use sim_core::words::counted;
use sim_vrml::NodeRef;
use std::collections::HashMap;
use std::rc::Rc;

/// Whether an object of a scene can have these moments of inertia.
fn are_of_an_object(moments: &[f64; 3]) -> bool {
    moments.iter().all(|moment| (MOMENTS[0]..=MOMENTS[1]).contains(moment)) && are_of_a_body(*moments)
}

/// Mass and, if specified by the world, inertia.
pub(super) struct Massive {
    /// Mass, kg.
    mass: f64,
    /// Principal moments about the axes of the solid, as in the scene format, kg·m².
    inertia: Option<[f64; 3]>,
    physics: NodeRef,
}

impl<'w> Work<'w> {
    /// Mass properties of a solid from its node `Physics`; none if the solid cannot move.
    pub(super) fn massive(
        &mut self,
        physics: NodeRef,
        visuals: &[PlacedShape],
        bounds: &[PlacedShape],
    ) -> Option<Massive> {
        let mut fields = Fields::of(self, physics);
        if fields.node.kind != "Physics" {
            self.leave_unknown(physics);
            return None;
        }
        if bounds.is_empty() {
            self.leave(physics, "missing or unsupported bounding object of its solid, which is fixed".to_string());
            return None;
        }
        if !bounds.iter().chain(visuals).all(PlacedShape::can_move) {
            self.leave(physics, "planes and terrain cannot move: its solid is fixed".to_string());
            return None;
        }
        let (given, density) = (fields.number(self, "mass", -1.0), fields.number(self, "density", 1000.0));
        let volume = bounds.iter().map(|bound| bound.volume).sum::<Option<f64>>();
        let has_inertia = fields.numbers(self, "inertiaMatrix").is_some_and(|matrix| !matrix.is_empty());
        let mass = match (given, density, volume) {
            (mass, _, volume) if mass > 0.0 && (volume.is_some() || has_inertia) => mass,
            (_, density, Some(volume)) if density > 0.0 && volume > 0.0 => tidy_number(density * volume),
            (mass, density, _) if mass > 0.0 || density > 0.0 => {
                let why = "its bounding object does not enclose a volume for mass and inertia: its solid is fixed"
                    .to_string();
                self.leave(physics, why);
                return None;
            }
            _ => {
                let why = "missing mass: its solid is fixed".to_string();
                self.leave_broken(physics, why, "a `mass` above 0 kg, or a `density` above 0 kg/m³".to_string());
                return None;
            }
        };
        if !(MASSES[0]..=MASSES[1]).contains(&mass) {
            let [least, most] = MASSES;
            let expected = format!("a mass from {least} to {most} kg");
            self.leave_broken(physics, "invalid mass: its solid is fixed".to_string(), expected);
            return None;
        }
        if let Some(centers) = fields.tuples::<3>(self, "centerOfMass") {
            if centers.len() > 1 {
                fields.refuse(self, "centerOfMass", counted(3_usize, "number"));
            } else if centers.first().is_some_and(|center| *center != [0.0; 3]) {
                self.leave_value(
                    physics,
                    "centerOfMass",
                    "the center of mass of an object is that of its shape".to_string(),
                );
            }
        }
        let inertia = self.inertia(physics, &mut fields);
        if let Some(damping) = fields.one(self, "damping") {
            self.leave_unknown(damping);
        }
        fields.done(self, &[]);
        Some(Massive { mass, inertia, physics })
    }

    fn inertia(&mut self, physics: NodeRef, fields: &mut Fields<'w>) -> Option<[f64; 3]> {
        let matrix = fields.tuples::<3>(self, "inertiaMatrix")?;
        let [moments, products] = match matrix[..] {
            [] => return None,
            [moments, products] if are_of_an_object(&moments) => [moments, products],
            _ => {
                fields.refuse(
                    self,
                    "inertiaMatrix",
                    "three moments above 0 kg·m², each at most the sum of the other two, and three products"
                        .to_string(),
                );
                return None;
            }
        };
        if products != [0.0; 3] {
            self.leave_value(physics, "inertiaMatrix", "products of inertia are not supported".to_string());
            return None;
        }
        let turned = self.axes * Vector3::from(moments);
        Some([turned.x.abs(), turned.y.abs(), turned.z.abs()])
    }

    /// Creates the single object of a movable solid: its shape is the visual, its mass is that of the bounding object. Returns its name
    /// and pose.
    pub(super) fn movable(
        &mut self,
        body: &Body,
        visuals: &[PlacedShape],
        bounds: &[PlacedShape],
        massive: Massive,
    ) -> (String, Pose) {
        let same = matches!((visuals, bounds), ([visual], [bound]) if visual.key() == bound.key());
        let alone = visuals.is_empty() && bounds.len() == 1;
        let frame = self.pose(&body.frame);
        let name = self.names.take(&body.label);
        let mut hidden = false;
        let (shape, pose, color) = match (visuals, bounds) {
            ([visual], _) => (self.written(visual, &name), visual.pose, visual.color),
            ([], [bound]) => {
                hidden = true;
                (self.written(bound, &name), bound.pose, bound.color)
            }
            ([], _) => {
                hidden = true;
                (self.compound(body, false, &frame, &name, massive.physics), frame, [0.8, 0.8, 0.8, 1.0])
            }
            _ => (self.compound(body, true, &frame, &name, massive.physics), frame, visuals[0].color),
        };
        let mut object = self.named(body, name.clone(), shape);
        pose.write(&mut object);
        if hidden {
            object.insert("visible".into(), json!(false));
        } else {
            write_color(color, &mut object);
        }
        if !same && !alone {
            let parts: Vec<Value> = bounds.iter().map(|bound| self.collision(bound, &pose, &name)).collect();
            object.insert("collision".into(), Value::Array(parts));
        }
        object.extend(self.material.clone().map(|material| ("material".to_string(), material)));
        object.insert("mass".into(), json!(massive.mass));
        // The moments are about the axes of the solid, while those of an object are about its own axes.
        let inertia = match massive.inertia {
            Some(_) if pose.seen_from(&frame).is_turned() => {
                let why = "their axes differ from those of its shape".to_string();
                self.leave_value(massive.physics, "inertiaMatrix", why);
                self.moments(body, &pose, massive.mass)
            }
            Some(inertia) => Some(inertia),
            // Otherwise the engine would compute the inertia from the visual only.
            None if !same && !alone => self.moments(body, &pose, massive.mass),
            None => None,
        };
        // If the inertia of a body is too small to be specified, it is computed from mass and shape.
        if let Some(inertia) = inertia.filter(are_of_an_object) {
            object.insert("inertia".into(), json!(inertia));
        }
        self.objects.push(Value::Object(object));
        (name, pose)
    }

    /// A collision shape that replaces the visual.
    pub(super) fn collision(&mut self, bound: &PlacedShape, object: &Pose, name: &str) -> Value {
        let shape = self.written(bound, name);
        let mut part = Table::from_iter([("shape".to_string(), shape)]);
        bound.pose.seen_from(object).write(&mut part);
        Value::Object(part)
    }

    /// Merges all visuals of a solid, or all its bounds, into one mesh that keeps the colors.
    fn compound(&mut self, body: &Body, drawn: bool, frame: &Pose, name: &str, physics: NodeRef) -> Value {
        let parts = if drawn { &body.visuals } else { &body.bounds };
        let points = parts.iter().map(|part| part.geometry.form.mesh().points.len()).sum();
        if !self.affords(physics, points) {
            return Value::Null;
        }
        let meshes: Vec<(Rc<Mesh>, [f64; 4])> =
            parts.iter().map(|part| (Rc::new(self.triangles(part, frame)), part.color)).collect();
        let file = self.mesh_file(physics, name, &meshes);
        json!({"Mesh": {"file": file}})
    }

    /// Principal moments of a body's bounds about their center of mass, in the axes of its object, kg·m². None if the bounds enclose no
    /// volume.
    fn moments(&self, body: &Body, pose: &Pose, mass: f64) -> Option<[f64; 3]> {
        let mut whole = (0.0, Vector3::zeros(), Matrix3::zeros());
        for part in &body.bounds {
            let (volume, first, second) = self.triangles(part, pose).moments();
            whole = (whole.0 + volume, whole.1 + first, whole.2 + second);
        }
        let (volume, first, second) = whole;
        let center = first / volume;
        let about = (second - center * center.transpose() * volume) * (mass / volume);
        let moments = [about.m22 + about.m33, about.m11 + about.m33, about.m11 + about.m22];
        let good = volume > 0.0 && moments.iter().all(|moment| moment.is_finite() && *moment > 0.0);
        // Round bodies are approximated by triangles: more digits would not be significant.
        good.then(|| moments.map(|moment| format!("{moment:.4e}").parse().unwrap_or(moment)))
    }

    /// Creates the objects of a fixed solid.
    pub(super) fn fixed(&mut self, body: &Body, visuals: &[PlacedShape], bounds: &[PlacedShape]) {
        // A visual that is also a bounding object needs no separate collider.
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        bounds.iter().enumerate().rev().for_each(|(at, bound)| places.entry(bound.key()).or_default().push(at));
        let mut is_alone = vec![true; bounds.len()];
        let mut pairs = Vec::new();
        for visual in visuals {
            let same = places.get_mut(&visual.key()).and_then(Vec::pop);
            same.into_iter().for_each(|at| is_alone[at] = false);
            pairs.push((visual, same.is_some()));
        }
        let alone: Vec<&PlacedShape> =
            bounds.iter().zip(&is_alone).filter(|(_, alone)| **alone).map(|(bound, _)| bound).collect();
        let ground = bounds.iter().any(PlacedShape::is_ground);
        let material = self.material.clone();
        let solid = |object: &mut Table| {
            object.extend(material.clone().map(|material| ("material".to_string(), material)));
            if ground {
                object.insert("category".into(), json!("ground"));
            }
        };
        // A single visual gets all colliders.
        if let ([visual], false) = (visuals, alone.is_empty()) {
            let mut object = self.object(body, visual, &visual.pose);
            let name = object["name"].as_str().unwrap_or_default().to_string();
            let parts: Vec<Value> = bounds.iter().map(|bound| self.collision(bound, &visual.pose, &name)).collect();
            object.insert("collision".into(), Value::Array(parts));
            solid(&mut object);
            self.objects.push(Value::Object(object));
            return;
        }
        for (visual, collides) in pairs {
            let mut object = self.object(body, visual, &visual.pose);
            if collides {
                solid(&mut object);
            } else {
                decorative(&mut object);
            }
            self.objects.push(Value::Object(object));
        }
        for bound in alone {
            let mut object = self.object(body, bound, &bound.pose);
            solid(&mut object);
            object.insert("visible".into(), json!(false));
            object.remove("color");
            self.objects.push(Value::Object(object));
        }
    }
}
