//! What interactive programs read and change between ticks: places of bodies, keys and axes, threads.

use super::external_input::ExternalLines;
use super::reload::no_robot;
use super::threads::thread_pool;
use super::{Act, Simulation, body_state};
use crate::diagnostic::{Code, Diagnostic};
use crate::scene::Object;
use nalgebra::Isometry3;
use sim_abi::ffi::types as abi;
use sim_abi::math::BodyState;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Objects that were added and removed since the world was built, and the number of such changes.
#[derive(Clone, Debug, Default)]
pub struct ObjectChanges {
    /// Changes so far.
    pub count: u64,
    /// Objects that were added and are still there.
    pub added: Vec<Object>,
    /// Names of objects of the scene that were removed.
    pub removed: Vec<String>,
    /// The bodies that those were.
    pub(super) removed_bodies: Vec<u32>,
    /// Services that have added objects which are still there, by the names of these.
    pub(super) added_by: BTreeMap<String, Changer>,
    /// Services that have removed objects of the scene, by the names of these.
    pub(super) removed_by: BTreeMap<String, Changer>,
    /// Added objects whose service has begun anew since: it may add them again.
    pub(super) left: BTreeSet<String>,
}

/// A service that has added or removed an object.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Changer {
    pub(super) service: Arc<str>,
    /// In its start: when it begins anew it does it again.
    pub(super) at_start: bool,
}

impl ObjectChanges {
    /// The service that has added an object which is still there; none where there is no such object, and where a program has
    /// added it.
    pub fn added_by(&self, object: &str) -> Option<&Arc<str>> {
        self.added_by.get(object).map(|by| &by.service)
    }

    /// Objects that a service has added since its start, and names of those of the scene that it has removed.
    pub(super) fn of_service(&self, service: &str) -> (Vec<Object>, Vec<String>) {
        let is = |by: Option<&Changer>| by.is_some_and(|by| *by.service == *service && !by.at_start);
        let added = self.added.iter().filter(|object| is(self.added_by.get(&object.name))).cloned();
        let removed = self.removed.iter().filter(|name| is(self.removed_by.get(*name))).cloned();
        (added.collect(), removed.collect())
    }

    /// Notes an added object.
    pub(super) fn add(&mut self, object: Object, by: Option<Changer>) {
        self.count += 1;
        self.added_by.extend(by.map(|by| (object.name.clone(), by)));
        self.added.push(object);
    }

    /// Notes a removed object and the body that it was.
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

/// A robot that a service has put somewhere else.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    /// The first tick at whose end the robot is seen there.
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

/// A contact of the last tick, seen from one of its bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyContact {
    /// The body, an index of [`World::bodies`](super::World::bodies).
    pub body: u32,
    /// The other one.
    pub other: u32,
    /// Where, world frame, m.
    pub point: [f64; 3],
    /// Direction out of the other body, world frame, length 1.
    pub normal: [f64; 3],
    /// How far they overlapped before the correction, m.
    pub depth: f64,
    /// Impulse along the normal, N s.
    pub impulse: f64,
    /// Impulse of friction on the body, world frame, N s.
    pub friction: [f64; 3],
}

impl Simulation {
    /// Objects that were added and removed since the world was built.
    pub fn object_changes(&self) -> &ObjectChanges {
        &self.object_changes
    }

    /// Robots that services have put somewhere else in the last tick and since then, in order. Those of the last tick have its
    /// number, those since then the number of the coming one.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// What services have heard from outside in the last tick and since then.
    pub fn heard(&self) -> &[ExternalLines] {
        &self.external_inputs.heard
    }

    /// Contacts of the last tick, each from one side: a moving body's, or the first one's when both move.
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

    /// Puts a robot somewhere between ticks.
    ///
    /// # Errors
    /// When there is no such robot, or the state is not finite.
    pub fn place_robot(&mut self, robot: usize, state: BodyState) -> Result<(), Diagnostic> {
        self.place(robot, self.robots, "robot", state)
    }

    /// Puts a movable object, counted as in [`Simulation::movable_objects`], somewhere between ticks.
    ///
    /// # Errors
    /// When there is no such object, or the state is not finite.
    pub fn place_object(&mut self, object: usize, state: BodyState) -> Result<(), Diagnostic> {
        self.place(self.robots.saturating_add(object), self.movers.len(), "movable object", state)
    }

    fn place(&mut self, mover: usize, end: usize, what: &'static str, state: BodyState) -> Result<(), Diagnostic> {
        let mut state: abi::BodyState = state.into();
        if let Some(fault) = body_state::normalize(&mut state) {
            return Err(fault.diagnostic());
        }
        if mover >= end {
            return Err(Diagnostic::error(Code::SceneReference, format!("there is no such {what}"))
                .with_help("the scene has changed; choose again"));
        }
        self.movers[mover].place(state);
        self.follow_placed();
        Ok(())
    }

    /// Presses or releases a key, for one robot or for all. From the first key for one robot on, robots are told apart.
    ///
    /// # Errors
    /// When there is no such robot.
    pub fn press(&mut self, robot: Option<usize>, code: u32, down: bool) -> Result<(), Diagnostic> {
        self.act(robot, &Act::Key(code, down))
    }

    /// Moves an axis, −1 … 1, for one robot or for all, as [`Simulation::press`] does with keys.
    ///
    /// # Errors
    /// When there is no such robot.
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

    /// Changes the number of worker threads; 0 takes all cores. Results do not depend on it.
    ///
    /// # Errors
    /// When the system does not start them; the old ones stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), Diagnostic> {
        self.pool = thread_pool(threads)?;
        Ok(())
    }
}
