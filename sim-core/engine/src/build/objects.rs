//! Objects: fixed bodies, and movable ones.

use super::super::mover::{Mover, Parts};
use super::super::object_bodies::{category_bits, info, min_half_thickness, object_pose, solids};
use super::super::solids::{self, Solid as Massive};
use super::super::visuals::{self, Visual};
use super::super::world::{BodyInfo, KeptClear, category};
use super::super::{mover_dynamics, shapes};
use super::Builder;
use nalgebra::Isometry3;
use serde_json::Value;
use sim_abi::declare::{Kind, Request};
use sim_geometry::Collider as Solid;
use sim_physics::Immersible;
use sim_scene::{Object, Posed};

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
