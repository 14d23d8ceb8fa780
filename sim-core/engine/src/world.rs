//! The world as components see it during a tick: it does not change while they run.

use super::bounds::Bounds;
use super::media::Media;
use super::visuals::{LinkPoses, Visual};
use nalgebra::Vector3;
use serde::{Deserialize, Serialize};
use sim_abi::ffi::types as abi;
use sim_geometry::surroundings::{self, Surroundings};
use sim_geometry::{BodyId, Shape, SpatialIndex};
use sim_host::Offer;
use sim_scene::{FloorPaint, Margin};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Category bits of the core; categories defined by the scene use the bits after them.
pub mod category {
    /// A scene object that never moves.
    pub const FIXED: u32 = 1;
    /// The floor and other ground: touching it is not a collision.
    pub const GROUND: u32 = super::surroundings::GROUND;
    /// A movable scene object.
    pub const MOVABLE: u32 = 1 << 2;
    /// A robot.
    pub const ROBOT: u32 = 1 << 3;
    /// First bit of the categories defined by the scene.
    pub const FIRST_OWN: u32 = 4;
}

/// Renders camera images.
pub trait ImageSource: Send + Sync {
    /// Renders into the buffer; see [`abi::ImageRequest`].
    fn draw(&self, world: &World, request: &abi::ImageRequest, pixels: &mut [u8]) -> abi::ImageStatus;
}

/// Operator input: keys and axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Operator {
    /// Codes of the keys held down, in the order they were pressed.
    pub keys: Vec<u32>,
    /// Axes that have been moved, −1 … 1.
    pub axes: Vec<(String, f64)>,
    /// Keys that some controllers have not seen yet.
    pub(super) recent: Vec<RecentKey>,
}

/// A key that some controllers have not seen since it was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RecentKey {
    code: u32,
    /// Ticks since it was pressed.
    ticks: u32,
    released: bool,
}

impl Operator {
    /// Presses or releases a key. Each controller sees every press once, however short: a key released earlier counts as held down until
    /// then.
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

    /// Sets the keys that are held down.
    pub(super) fn hold(&mut self, keys: &[u32]) {
        let released: Vec<u32> = self.keys.iter().copied().filter(|key| !keys.contains(key)).collect();
        released.into_iter().for_each(|key| self.key(key, false));
        keys.iter().for_each(|key| self.key(*key, true));
    }

    /// Updates recent keys after the controllers of a tick; each controller is called at least once in `longest` ticks.
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

    /// Sets an axis.
    pub fn axis(&mut self, name: &str, value: f64) {
        match self.axes.iter_mut().find(|(axis, _)| axis == name) {
            Some((_, old)) => *old = value,
            None => self.axes.push((name.to_string(), value)),
        }
    }
}

/// A body of the world: a scene object or a robot.
#[derive(Clone, Debug)]
pub struct BodyInfo {
    /// Its name; static for the plugins, because names live as long as the program.
    pub name: Arc<str>,
    /// Category bits.
    pub category: u32,
    /// Index of the mover, if it moves.
    pub mover: Option<usize>,
    /// Its visuals, shared by identical robots.
    pub visuals: Arc<[Visual]>,
    /// Clearance for robots on routes.
    pub clear: KeptClear,
}

/// Whether robots on routes keep clear of a body, and the margin.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptClear {
    /// Whether it is an obstacle for routes, if it is solid.
    pub counts: bool,
    /// Its margin.
    pub margin: Option<Margin>,
}

impl Default for KeptClear {
    fn default() -> Self {
        Self { counts: true, margin: None }
    }
}

/// Per-owner lists of values in one contiguous buffer.
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
    /// Clears all lists.
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.starts.clear();
    }

    /// Starts the list of the next owner.
    pub(super) fn next_owner(&mut self) {
        self.starts.push(self.values.len() as u32);
    }

    /// Adds a value to the current owner.
    pub(super) fn push(&mut self, value: T) {
        self.values.push(value);
    }

    /// Pairs of owner and value.
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
    /// Ids for which external libraries take precedence over installed ones.
    pub(super) replaced: Vec<String>,
    /// All solids.
    pub index: SpatialIndex,
    /// Description of each body of the index.
    pub bodies: Vec<BodyInfo>,
    /// Poses of links that move relative to their body, as of the last tick while cameras render; see
    /// [`Simulation::update_links`](super::Simulation::update_links).
    pub links: LinkPoses,
    /// Gravitational acceleration, m/s².
    pub gravity: Vector3<f64>,
    /// Robots and movable objects that leave them are out of bounds.
    pub(super) bounds: Bounds,
    /// Whether bodies in contact stop or push each other.
    pub(super) solid: bool,
    /// Half of the smallest extent of all moving bodies, m.
    pub(super) min_half_thickness: f64,
    /// Painted floor.
    pub floor: Option<FloorPaint>,
    /// Water and air.
    pub media: Media,
    /// Beacons, by id.
    pub beacons: Vec<abi::Beacon>,
    /// Lights: of the scene, then of robots.
    pub lights: Vec<abi::Light>,
    pub(super) scene_lights: usize,
    /// Operator input for all robots.
    pub operator: Operator,
    /// Operator input of each robot, if the script of the scene controls them separately; otherwise empty.
    pub(super) robot_operators: Vec<Operator>,
    /// Renderer for cameras, if there is one.
    pub images: Option<Arc<dyn ImageSource>>,
    /// Whether a camera has requested an image, so that data needed only for images is updated.
    pub(super) drawn: AtomicBool,
    pub(super) contacts: PerOwner<abi::Contact>,
    pub(super) mail: Mail,
    /// All loaded components.
    pub(super) components: Vec<Offer>,
    /// The routes of the scene.
    pub(super) routes: Vec<Arc<sim_abi::route::Route>>,
}

/// Messages of the last tick, sorted by receiver.
#[derive(Default)]
pub(super) struct Mail {
    pub(super) words: Vec<f64>,
    pub(super) sent: Vec<Sent>,
    /// Maximum distance of the origin of a robot from its nearest collider, by which the index finds it, m.
    pub(super) offset: f64,
    /// Robots that the index does not find by their origins: those without colliders fixed to the body.
    pub(super) unindexed: Vec<u32>,
    /// Receiver and message index; kept to reuse its memory.
    pub(super) pairs: Vec<(u32, u32)>,
    /// Messages by receiver, and their indices among the sent messages.
    pub(super) delivered: PerOwner<abi::Message>,
    pub(super) delivered_sent: PerOwner<u32>,
}

/// A message in transit.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) sender: u32,
    pub(super) channel: u32,
    pub(super) origin: Vector3<f64>,
    pub(super) range: f64,
    pub(super) words: Range<usize>,
}

impl World {
    /// Operator input of a robot or a service.
    pub(super) fn operator_of(&self, mover: usize) -> &Operator {
        self.robot_operators.get(mover).unwrap_or(&self.operator)
    }

    /// Color of the floor at a point: red, green, blue, each 0 … 1. White without a floor.
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

    /// Words of one of these messages.
    pub(super) fn message_words(&self, robot: usize, message: usize) -> Option<&[f64]> {
        let sent = &self.mail.sent[*self.mail.delivered_sent.of(robot).get(message)? as usize];
        Some(&self.mail.words[sent.words.clone()])
    }

    /// Whether all ground consists of horizontal planes.
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
