//! Access for interactive programs between ticks: poses of bodies, keys and axes, threads.

use super::external_input::ExternalLines;
use super::handles::no_robot;
use super::threads::thread_pool;
use super::{Act, Simulation, body_state};
use nalgebra::Isometry3;
use sim_abi::ffi::types as abi;
use sim_abi::math::BodyState;
use sim_diagnostics::{Code, Diagnostic};
use sim_scene::Object;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

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
    /// The service that has added an existing object; `None` if there is no such object or a program has added it.
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

/// A robot that a service has moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// The first tick whose end state includes the change.
    pub tick: u64,
    /// Its index.
    pub robot: usize,
    /// `world_from_robot` before.
    pub before: Isometry3<f64>,
    /// `world_from_robot` after.
    pub after: Isometry3<f64>,
    /// The service.
    pub service: Arc<str>,
}

/// A contact of the last tick, from the perspective of one of its bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyContact {
    /// The body, an index into [`World::bodies`](super::World::bodies).
    pub body: u32,
    /// The other body.
    pub other: u32,
    /// Contact point, world frame, m.
    pub point: [f64; 3],
    /// Normal pointing away from the other body, world frame, length 1.
    pub normal: [f64; 3],
    /// Penetration before the correction, m.
    pub depth: f64,
    /// Impulse along the normal, N s.
    pub impulse: f64,
    /// Friction impulse on the body, world frame, N s.
    pub friction: [f64; 3],
}

impl Simulation {
    /// Objects added and removed since the world was built.
    pub fn object_changes(&self) -> &ObjectChanges {
        &self.object_changes
    }

    /// Robots that services have moved during the last tick and since then, in order. Those of the last tick have its number, those since
    /// then the number of the coming one.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// External input of services during the last tick and since then.
    pub fn external_lines(&self) -> &[ExternalLines] {
        &self.external_inputs.received
    }

    /// Contacts of the last tick, each from one side: that of the moving body, or of the first one if both move.
    pub fn contacts(&self) -> impl Iterator<Item = BodyContact> {
        let bodies = &self.world.bodies;
        let moves = move |body: u32| bodies.get(body as usize).is_some_and(|body| body.mover.is_some());
        let contacts = self.world.contacts.iter();
        contacts.filter(move |(body, seen)| !moves(seen.object) || (*body as u32) < seen.object).map(|(body, seen)| {
            BodyContact {
                body: body as u32,
                other: seen.object,
                point: [seen.point.x, seen.point.y, seen.point.z],
                normal: [seen.normal.x, seen.normal.y, seen.normal.z],
                depth: seen.depth,
                impulse: seen.impulse,
                friction: [seen.friction.x, seen.friction.y, seen.friction.z],
            }
        })
    }

    /// Sets the state of a robot between ticks.
    ///
    /// # Errors
    /// If the robot does not exist, or the state is not finite.
    pub fn place_robot(&mut self, robot: usize, state: BodyState) -> Result<(), Diagnostic> {
        self.place(robot, self.robots, "robot", state)
    }

    /// Sets the state of a movable object, counted as in [`Simulation::movable_objects`], between ticks.
    ///
    /// # Errors
    /// If the object does not exist, or the state is not finite.
    pub fn place_object(&mut self, object: usize, state: BodyState) -> Result<(), Diagnostic> {
        self.place(self.robots.saturating_add(object), self.movers.len(), "movable object", state)
    }

    fn place(&mut self, mover: usize, end: usize, what: &'static str, state: BodyState) -> Result<(), Diagnostic> {
        let mut state: abi::BodyState = state.into();
        if let Some(fault) = body_state::normalize(&mut state) {
            return Err(fault.diagnostic());
        }
        if mover >= end {
            return Err(Diagnostic::error(Code::SceneReference, format!("unknown {what}"))
                .with_help("the scene has changed; select it again"));
        }
        self.movers[mover].place(state);
        self.follow_placed();
        Ok(())
    }

    /// Presses or releases a key, for one robot or for all. After the first key for a single robot, robots have separate operator input.
    ///
    /// # Errors
    /// If the robot does not exist.
    pub fn press(&mut self, robot: Option<usize>, code: u32, down: bool) -> Result<(), Diagnostic> {
        self.act(robot, &Act::Key(code, down))
    }

    /// Sets an axis, −1 … 1, for one robot or for all, like [`Simulation::press`] for keys.
    ///
    /// # Errors
    /// If the robot does not exist.
    pub fn move_axis(&mut self, robot: Option<usize>, name: &str, value: f64) -> Result<(), Diagnostic> {
        self.act(robot, &Act::Axis(name.to_string(), value))
    }

    fn act(&mut self, robot: Option<usize>, act: &Act) -> Result<(), Diagnostic> {
        if let Some(robot) = robot.filter(|robot| *robot >= self.robots) {
            return Err(no_robot(robot));
        }
        let world = &mut self.world;
        if robot.is_some() && world.robot_operators.is_empty() {
            world.robot_operators = vec![world.operator.clone(); self.robots];
        }
        match robot {
            Some(robot) => act.play(&mut world.robot_operators[robot]),
            None => world.robot_operators.iter_mut().chain([&mut world.operator]).for_each(|o| act.play(o)),
        }
        Ok(())
    }

    /// Changes the number of worker threads; 0 uses all cores. Results do not depend on it.
    ///
    /// # Errors
    /// If the system cannot start them; the old ones remain in use.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), Diagnostic> {
        self.pool = thread_pool(threads)?;
        Ok(())
    }
}
