//! What components may see of the world during a tick: it does not change while they run.

use super::bounds::Bounds;
use super::looks::{LinkPoses, Look};
use super::media::Media;
use crate::geometry::{BodyId, Shape, SpatialIndex};
use crate::plugins::Offer;
use crate::scene::{FloorPaint, Margin};
use crate::surroundings::{self, Surroundings};
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use sim_abi::ffi::types as abi;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Category bits of the core; the scene's own words take the bits after them.
pub mod category {
    /// A thing of the scene that never moves.
    pub const FIXED: u32 = 1;
    /// The floor and other ground that one stands on: touching it is no collision.
    pub const GROUND: u32 = super::surroundings::GROUND;
    /// A thing of the scene that can be moved.
    pub const MOVABLE: u32 = 1 << 2;
    /// A robot.
    pub const ROBOT: u32 = 1 << 3;
    /// First bit of the scene's own categories.
    pub const FIRST_OWN: u32 = 4;
}

/// Draws what a camera sees.
pub trait ImageSource: Send + Sync {
    /// Draws into the buffer; see [`abi::ImageRequest`].
    fn draw(&self, world: &World, request: &abi::ImageRequest, pixels: &mut [u8]) -> abi::ImageStatus;
}

/// What the operator does with keys and axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Operator {
    /// Codes of the keys held down, in the order they were pressed.
    pub keys: Vec<u32>,
    /// Axes that have been moved, −1 … 1.
    pub axes: Vec<(String, f64)>,
    /// Keys that not every controller has seen yet.
    pub(super) recent: Vec<RecentKey>,
}

/// A key that not every controller has seen since it was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RecentKey {
    code: u32,
    /// Ticks since it was pressed.
    ticks: u32,
    released: bool,
}

impl Operator {
    /// Presses or releases a key. However short a press is, each controller sees it once: a key that is released before counts as
    /// held down until then.
    pub fn key(&mut self, code: u32, down: bool) {
        if let Some(recent) = self.recent.iter_mut().find(|recent| recent.code == code) {
            recent.released = !down;
            return;
        }
        match (down, self.keys.iter().position(|key| *key == code)) {
            (true, None) => {
                self.keys.push(code);
                self.recent.push(RecentKey { code, ticks: 0, released: false });
            }
            (false, Some(index)) => _ = self.keys.remove(index),
            _ => {}
        }
    }

    /// Holds these keys and no others.
    pub(super) fn hold(&mut self, keys: &[u32]) {
        let released: Vec<u32> = self.keys.iter().copied().filter(|key| !keys.contains(key)).collect();
        released.into_iter().for_each(|key| self.key(key, false));
        keys.iter().for_each(|key| self.key(*key, true));
    }

    /// The controllers of a tick have been called, each at least once in `longest` ticks.
    pub(super) fn seen(&mut self, longest: u32) {
        let Self { keys, recent, .. } = self;
        recent.retain_mut(|key| {
            key.ticks += 1;
            let is_seen = key.ticks >= longest;
            if is_seen && key.released {
                keys.retain(|code| *code != key.code);
            }
            !is_seen
        });
    }

    /// Moves an axis.
    pub fn axis(&mut self, name: &str, value: f64) {
        match self.axes.iter_mut().find(|(axis, _)| axis == name) {
            Some((_, old)) => *old = value,
            None => self.axes.push((name.to_string(), value)),
        }
    }
}

/// A body of the world: a thing of the scene or a robot.
#[derive(Clone, Debug)]
pub struct BodyInfo {
    /// Its name; static for the plugins because names live as long as the program.
    pub name: Arc<str>,
    /// Category bits.
    pub category: u32,
    /// Index of the mover, when it moves.
    pub mover: Option<usize>,
    /// What it looks like; equal robots share this.
    pub looks: Arc<[Look]>,
    /// What is kept clear of on routes.
    pub clear: KeptClear,
}

/// Whether, and by how much, robots on routes keep clear of a body.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptClear {
    /// Whether it can be in the way of routes, if it is solid.
    pub counts: bool,
    /// Its margin.
    pub margin: Option<Margin>,
}

impl Default for KeptClear {
    fn default() -> Self {
        Self { counts: true, margin: None }
    }
}

/// Values of each body one after the other, found by their owner.
#[derive(Debug)]
pub(super) struct PerOwner<T> {
    values: Vec<T>,
    starts: Vec<u32>,
}

impl<T> Default for PerOwner<T> {
    fn default() -> Self {
        Self { values: Vec::new(), starts: Vec::new() }
    }
}

impl<T> PerOwner<T> {
    /// Empties the lists.
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.starts.clear();
    }

    /// Starts the list of the next owner.
    pub(super) fn next_owner(&mut self) {
        self.starts.push(self.values.len() as u32);
    }

    /// Adds a value to the present owner.
    pub(super) fn push(&mut self, value: T) {
        self.values.push(value);
    }

    /// Owner and value, one after the other.
    pub(super) fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        (0..self.starts.len()).flat_map(|owner| self.of(owner).iter().map(move |value| (owner, value)))
    }

    /// The values of an owner.
    pub(super) fn of(&self, owner: usize) -> &[T] {
        let Some(start) = self.starts.get(owner) else { return &[] };
        let end = self.starts.get(owner + 1).map_or(self.values.len(), |end| *end as usize);
        &self.values[*start as usize..end]
    }
}

/// The world at the end of the last tick.
pub struct World {
    /// Ids for which libraries from elsewhere win over those of the installation.
    pub(super) replaced: Vec<String>,
    /// All solids.
    pub index: SpatialIndex,
    /// What each body of the index is.
    pub bodies: Vec<BodyInfo>,
    /// Poses of links that move against their body, as of the last tick while cameras draw; see
    /// [`Simulation::update_links`](super::Simulation::update_links).
    pub links: LinkPoses,
    /// Acceleration of free fall, m/s².
    pub gravity: Vector3<f64>,
    /// Who leaves them is lost.
    pub(super) bounds: Bounds,
    /// Bodies that touch stop or push each other.
    pub(super) solid: bool,
    /// Half of the smallest extent of all that moves, m.
    pub(super) thinnest: f64,
    /// Painted floor.
    pub floor: Option<FloorPaint>,
    /// Water and air.
    pub media: Media,
    /// Beacons, by id.
    pub beacons: Vec<abi::Beacon>,
    /// Lights: the scene's, then those of robots.
    pub lights: Vec<abi::Light>,
    pub(super) scene_lights: usize,
    /// Operator's keys and axes for all robots.
    pub operator: Operator,
    /// Keys and axes robot by robot, where the scene's script tells them apart; else empty.
    pub(super) robot_operators: Vec<Operator>,
    /// Draws for cameras, where there is a renderer.
    pub images: Option<Arc<dyn ImageSource>>,
    /// Whether a camera has asked for an image, so that what only images show is kept up to date.
    pub(super) drawn: AtomicBool,
    pub(super) contacts: PerOwner<abi::Contact>,
    pub(super) mail: Mail,
    /// All components that are loaded.
    pub(super) components: Vec<Offer>,
    /// The routes of the scene.
    pub(super) routes: Vec<Arc<sim_abi::route::Route>>,
}

/// Messages of the last tick, sorted by receiver.
#[derive(Default)]
pub(super) struct Mail {
    pub(super) words: Vec<f64>,
    pub(super) sent: Vec<Sent>,
    /// How far the origin of a robot may be from the nearest of its colliders, by which the index finds it, m.
    pub(super) offset: f64,
    /// Robots that the index does not find by where their origins are: those without colliders fixed to the body.
    pub(super) unindexed: Vec<u32>,
    /// Receiver and number of the message, kept for its memory.
    pub(super) pairs: Vec<(u32, u32)>,
    /// Messages by receiver, and their numbers among those that were sent.
    pub(super) delivered: PerOwner<abi::Message>,
    pub(super) delivered_sent: PerOwner<u32>,
}

/// A message on its way.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) sender: u32,
    pub(super) channel: u32,
    pub(super) origin: Vector3<f64>,
    pub(super) range: f64,
    pub(super) words: Range<usize>,
}

impl World {
    /// Keys and axes as a robot, or a service, sees them.
    pub(super) fn operator_of(&self, mover: usize) -> &Operator {
        self.robot_operators.get(mover).unwrap_or(&self.operator)
    }

    /// Color of the floor at a point: red, green, blue, each 0 … 1. White where there is no floor.
    pub fn ground_color(&self, x: f64, y: f64) -> [f64; 3] {
        self.floor.as_ref().map_or([1.0; 3], |floor| floor.color_at(x, y))
    }

    /// Contacts of a body at the end of the last tick.
    pub fn contacts_of(&self, body: BodyId) -> &[abi::Contact] {
        self.contacts.of(body.index())
    }

    /// Messages that reached a robot during the last tick.
    pub(super) fn messages_of(&self, robot: usize) -> &[abi::Message] {
        self.mail.delivered.of(robot)
    }

    /// Words of one of them.
    pub(super) fn message_words(&self, robot: usize, message: usize) -> Option<&[f64]> {
        let sent = &self.mail.sent[*self.mail.delivered_sent.of(robot).get(message)? as usize];
        Some(&self.mail.words[sent.words.clone()])
    }

    /// Whether all ground is horizontal planes.
    pub(super) fn has_level_ground(&self) -> bool {
        let level = |body: usize| {
            let body = BodyId(body as u32);
            let (Ok(pose), Ok(colliders)) = (self.index.pose(body), self.index.colliders(body)) else { return true };
            colliders.iter().all(|collider| {
                let up = (pose.rotation * collider.body_from_collider.rotation) * Vector3::z();
                matches!(collider.shape, Shape::HalfSpace) && up == Vector3::z()
            })
        };
        let ground = |body: &BodyInfo| body.mover.is_none() && body.category & category::GROUND != 0;
        let mut bodies = self.bodies.iter().enumerate().filter(|(_, info)| ground(info));
        bodies.all(|(body, _)| level(body))
    }
}

impl Surroundings for World {
    fn solids(&self) -> &SpatialIndex {
        &self.index
    }

    fn category(&self, body: BodyId) -> u32 {
        self.bodies[body.index()].category
    }
}
