//! The spatial index: bodies, their colliders in the world frame, and the trees for searching them.

use crate::spin;
use arrayvec::ArrayVec;
use nalgebra::{Isometry3, Point3, Vector3};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

use super::body::{BodyId, Mobility};
use super::bounds::Bounds;
use super::error::{GeometryError, check_pose};
use super::lanes::Processor;
use super::placed::{Kind, PlacedCollider};
use super::shape::{Collider, Material, Shape};
use super::tree::{Item, Tree};

/// Selects the bodies for a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QueryFilter {
    /// A body to ignore, usually the robot that carries the sensor.
    pub exclude: Option<BodyId>,
    /// Category mask: a collider counts if it shares a bit with this mask.
    pub categories: u32,
    /// Include fixed bodies.
    pub fixed: bool,
    /// Include moving bodies.
    pub moving: bool,
}

impl Default for QueryFilter {
    fn default() -> Self {
        Self { exclude: None, categories: u32::MAX, fixed: true, moving: true }
    }
}

impl QueryFilter {
    /// Everything but one body.
    pub fn without(body: BodyId) -> Self {
        Self { exclude: Some(body), ..Self::default() }
    }

    /// Whether a placed collider that has all the `needed` flags passes.
    #[inline]
    pub(crate) fn passes(&self, placed: &PlacedCollider, needed: u8) -> bool {
        placed.flags & needed == needed && self.exclude != Some(BodyId(placed.body)) && placed.is_in(self.categories)
    }

    /// Like [`QueryFilter::passes`], for a tree item, without the category test: an item that fails here fails there, too.
    #[inline]
    pub(crate) fn may_pass(&self, item: &Item, needed: u8) -> bool {
        item.flags & needed == needed && self.exclude != Some(BodyId(item.body))
    }
}

#[derive(Debug)]
struct Body {
    mobility: Mobility,
    colliders: Vec<Collider>,
    first_slot: u32,
}

/// Change of a body since the last refresh.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    None,
    /// Only the pose.
    Moved,
    /// The colliders.
    Rewritten,
}

/// Revision numbers of an index. Different states have different numbers, also between different indices of this process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Revision {
    /// Bodies and their shapes.
    pub structure: u64,
    /// Poses of colliders in their bodies, and their flags.
    pub colliders: u64,
    /// The whole index.
    pub all: u64,
}

/// All bodies of a world, prepared for ray casts, nearest-point queries and contacts.
///
/// Changes (`add_body`, `set_pose` …) take effect at the next [`refresh`](Self::refresh), which the engine calls once per tick; until then
/// queries use the state of the last refresh. Queries take `&self` and may run on many threads at once. After the first refresh neither
/// `refresh` nor the queries allocate until bodies are added or removed (except contacts of meshes and terrains).
#[derive(Debug, Default)]
pub struct SpatialIndex {
    bodies: Vec<Option<Body>>,
    /// Pose of each body; stored separately, because every tick writes it.
    body_poses: Vec<Isometry3<f64>>,
    changes: Vec<Change>,
    /// Bodies that have changed, in the order of their first change.
    changed: Vec<u32>,
    /// Ids to reuse, highest first.
    free: Vec<u32>,
    restructured: bool,
    /// Colliders in the order of (body, collider): a lower slot wins a tie.
    pub(crate) placed: Vec<PlacedCollider>,
    /// Pose of each slot's shape in the world.
    poses: Vec<Isometry3<f64>>,
    /// Copies per slot, so that queries never depend on bodies added or removed since the last refresh.
    shapes: Vec<Shape>,
    /// Pose of each slot's shape in its body, unless it is the body's own.
    locals: Vec<Option<Isometry3<f64>>>,
    materials: Vec<Material>,
    pub(crate) center: Vector3<f64>,
    pub(crate) fixed: Tree,
    pub(crate) moving: Tree,
    /// Half-spaces are unbounded; they are tested in every query.
    pub(crate) unbounded: Vec<u32>,
    pub(crate) processor: Processor,
    /// Identifies the assignment of slots; unique among all indices.
    pub(super) structure: u64,
    /// Sum over all refreshes of the largest distance that any collider moved in each, m.
    pub(super) travel: f64,
    /// State for copies of the index.
    pub(super) revision: Revision,
}

/// A new unique number for a structure or another state of an index.
fn new_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// Maximum travel for which rounding is negligible, m.
const MAX_TRAVEL: f64 = 1e6;
/// Minimum number of changed bodies for a multithreaded refresh.
const WORTH_SHARING: usize = 512;
/// Minimum number of slots per task.
const SLOTS_PER_TASK: usize = 128;

/// Pose of a slot's shape in the world.
#[inline]
fn slot_pose(world_from_body: &Isometry3<f64>, local: &Option<Isometry3<f64>>) -> Isometry3<f64> {
    match local {
        Some(body_from_shape) => world_from_body * body_from_shape,
        None => *world_from_body,
    }
}

fn local_pose(collider: &Collider) -> Option<Isometry3<f64>> {
    (collider.body_from_collider != Isometry3::identity()).then_some(collider.body_from_collider)
}

impl SpatialIndex {
    /// An empty index.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a body. Fails if a shape, a pose or a material is not valid; then nothing is added.
    pub fn add_body(
        &mut self,
        mobility: Mobility,
        colliders: Vec<Collider>,
        world_from_body: Isometry3<f64>,
    ) -> Result<BodyId, GeometryError> {
        if colliders.len() > u16::MAX as usize {
            return Err(GeometryError::TooManyColliders(colliders.len()));
        }
        check_pose("world_from_body", &world_from_body)?;
        for collider in &colliders {
            collider.validate()?;
        }
        let body = Body { mobility, colliders, first_slot: 0 };
        self.restructured = true;
        if let Some(id) = self.free.pop() {
            self.bodies[id as usize] = Some(body);
            self.body_poses[id as usize] = world_from_body;
            return Ok(BodyId(id));
        }
        self.bodies.push(Some(body));
        self.body_poses.push(world_from_body);
        self.changes.push(Change::None);
        Ok(BodyId(self.bodies.len() as u32 - 1))
    }

    /// Removes a body; its id may be reused.
    pub fn remove_body(&mut self, body: BodyId) -> Result<(), GeometryError> {
        self.body(body)?;
        self.bodies[body.index()] = None;
        let place = self.free.partition_point(|&id| id > body.0);
        self.free.insert(place, body.0);
        self.restructured = true;
        Ok(())
    }

    /// An index of these bodies by id, all at the origin; `None` for unused ids.
    pub(super) fn of_bodies(bodies: Vec<Option<(Mobility, Vec<Collider>)>>) -> Self {
        let count = bodies.len();
        let body = |(mobility, colliders)| Body { mobility, colliders, first_slot: 0 };
        Self {
            free: (0..count as u32).rev().filter(|id| bodies[*id as usize].is_none()).collect(),
            bodies: bodies.into_iter().map(|found| found.map(body)).collect(),
            body_poses: vec![Isometry3::identity(); count],
            changes: vec![Change::None; count],
            restructured: true,
            ..Self::default()
        }
    }

    /// Its revision; `None` if changes wait for a refresh.
    pub fn revision(&self) -> Option<Revision> {
        (!self.restructured && self.changed.is_empty()).then_some(self.revision)
    }

    /// Number of ids assigned so far, including removed bodies: the length of a table indexed by [`BodyId`].
    pub fn id_count(&self) -> usize {
        self.bodies.len()
    }

    /// Moves a body. Fails and leaves the body unchanged if the pose is not finite.
    pub fn set_pose(&mut self, body: BodyId, world_from_body: &Isometry3<f64>) -> Result<(), GeometryError> {
        check_pose("world_from_body", world_from_body)?;
        self.body(body)?;
        self.body_poses[body.index()] = *world_from_body;
        self.mark(body, Change::Moved);
        Ok(())
    }

    /// Pose of a body, as last set.
    pub fn pose(&self, body: BodyId) -> Result<&Isometry3<f64>, GeometryError> {
        self.body(body)?;
        Ok(&self.body_poses[body.index()])
    }

    /// The colliders of a body, as last set.
    pub fn colliders(&self, body: BodyId) -> Result<&[Collider], GeometryError> {
        Ok(&self.body(body)?.colliders)
    }

    /// Height of the lowest point of the bounding boxes of a body's colliders, world frame, m, as of the last [`SpatialIndex::refresh`];
    /// `None` for a body without colliders.
    pub fn lowest(&self, body: BodyId) -> Option<f64> {
        let body = self.body(body).ok()?;
        let slots = body.first_slot as usize..body.first_slot as usize + body.colliders.len();
        let bottoms = self.placed[slots].iter().map(|placed| placed.center.z - placed.half_extents().z);
        bottoms.min_by(f64::total_cmp)
    }

    /// Whether a body is fixed or moving.
    pub fn mobility(&self, body: BodyId) -> Result<Mobility, GeometryError> {
        Ok(self.body(body)?.mobility)
    }

    /// Moves one collider within its body (an articulated link).
    pub fn set_collider_pose(
        &mut self,
        body: BodyId,
        collider: usize,
        body_from_collider: &Isometry3<f64>,
    ) -> Result<(), GeometryError> {
        check_pose("body_from_collider", body_from_collider)?;
        self.collider_mut(body, collider)?.body_from_collider = *body_from_collider;
        self.mark(body, Change::Rewritten);
        Ok(())
    }

    /// Sets the flags and categories of one collider.
    pub fn set_flags(
        &mut self,
        body: BodyId,
        collider: usize,
        solid: bool,
        detectable: bool,
        category: u32,
    ) -> Result<(), GeometryError> {
        let entry = self.collider_mut(body, collider)?;
        (entry.solid, entry.detectable, entry.category) = (solid, detectable, category);
        self.mark(body, Change::Rewritten);
        Ok(())
    }

    fn body(&self, body: BodyId) -> Result<&Body, GeometryError> {
        self.bodies.get(body.index()).and_then(Option::as_ref).ok_or(GeometryError::UnknownBody(body))
    }

    fn body_mut(&mut self, body: BodyId) -> Result<&mut Body, GeometryError> {
        self.bodies.get_mut(body.index()).and_then(Option::as_mut).ok_or(GeometryError::UnknownBody(body))
    }

    fn collider_mut(&mut self, body: BodyId, collider: usize) -> Result<&mut Collider, GeometryError> {
        let colliders = &mut self.body_mut(body)?.colliders;
        let count = colliders.len();
        colliders.get_mut(collider).ok_or(GeometryError::UnknownCollider { body, collider, count })
    }

    fn mark(&mut self, body: BodyId, change: Change) {
        let known = &mut self.changes[body.index()];
        if *known == Change::None {
            self.changed.push(body.0);
        }
        *known = (*known).max(change);
    }

    /// Applies all changes since the last refresh. With `parallel`, uses all threads of the current rayon pool if there is enough work; the
    /// result is the same.
    pub fn refresh(&mut self, parallel: bool) {
        if self.restructured {
            self.restructure();
            return;
        }
        if self.changed.is_empty() {
            return;
        }
        let rewritten = self.rewrite_colliders();
        self.revision.all = new_number();
        if self.changed.iter().any(|&id| self.changes[id as usize] == Change::Rewritten) {
            self.revision.colliders = self.revision.all;
        }
        let parallel = parallel && self.changed.len() >= WORTH_SHARING;
        let moved = if parallel { self.place_all() } else { self.place_changed() };
        self.travel += rewritten.sqrt() + moved.sqrt();
        if self.travel > MAX_TRAVEL || self.travel.is_nan() {
            (self.travel, self.structure) = (0.0, new_number());
        }
        if parallel {
            // Most moving bodies have moved: leaf by leaf, on all threads.
            let (placed, center) = (&self.placed, &self.center);
            self.moving.refresh_leaves(|slot| placed[slot as usize].bounds(center));
        }
        spin::serially(parallel, || self.conclude_refresh(parallel));
    }

    /// Updates the trees; with `leaves_done`, the leaves of the moving tree are up to date.
    fn conclude_refresh(&mut self, leaves_done: bool) {
        self.refresh_trees(leaves_done);
        for id in self.changed.drain(..) {
            self.changes[id as usize] = Change::None;
        }
        if self.is_off_center() {
            self.recenter();
            self.rebuild(Mobility::Fixed);
            self.rebuild(Mobility::Moving);
            return;
        }
        if self.fixed.is_worn() {
            self.rebuild(Mobility::Fixed);
        }
        if self.moving.is_worn() {
            self.rebuild(Mobility::Moving);
        }
    }

    /// Applies changes of colliders; returns the square of the largest distance that any of their points moved, m².
    fn rewrite_colliders(&mut self) -> f64 {
        let mut farthest = 0.0;
        let rewritten = self.changed.iter().filter(|&&id| self.changes[id as usize] == Change::Rewritten);
        for &id in rewritten {
            let Some(body) = &self.bodies[id as usize] else { continue };
            for (number, collider) in body.colliders.iter().enumerate() {
                let slot = body.first_slot as usize + number;
                self.locals[slot] = local_pose(collider);
                let pose = slot_pose(&self.body_poses[id as usize], &self.locals[slot]);
                let before = self.placed[slot];
                self.placed[slot] = PlacedCollider::new(id, number as u16, body.mobility, collider, &pose);
                let moved = self.placed[slot].moved_squared((before.center, before.rotation, before.kind));
                farthest = f64::max(farthest, moved);
                let tree = match body.mobility {
                    Mobility::Fixed => &mut self.fixed,
                    Mobility::Moving => &mut self.moving,
                };
                tree.set_flags(slot as u32, self.placed[slot].flags);
            }
        }
        farthest
    }

    /// Updates the slots of changed bodies, body by body; returns the same as [`Self::rewrite_colliders`].
    fn place_changed(&mut self) -> f64 {
        let mut farthest = 0.0;
        for &id in &self.changed {
            let Some(body) = &self.bodies[id as usize] else { continue };
            let first = body.first_slot as usize;
            for slot in first..first + body.colliders.len() {
                self.poses[slot] = slot_pose(&self.body_poses[id as usize], &self.locals[slot]);
                let moved = self.placed[slot].move_to(&self.poses[slot], &self.shapes[slot]);
                farthest = if moved > farthest { moved } else { farthest };
            }
        }
        farthest
    }

    /// The same, slot by slot on all threads.
    fn place_all(&mut self) -> f64 {
        let (changes, body_poses) = (&self.changes, &self.body_poses);
        let slots = self.placed.par_iter_mut().zip(&mut self.poses).zip(&self.locals).zip(&self.shapes);
        let moved = slots.with_min_len(SLOTS_PER_TASK).map(|(((placed, pose), local), shape)| {
            let body = placed.body as usize;
            if changes[body] == Change::None {
                return 0.0;
            }
            *pose = slot_pose(&body_poses[body], local);
            placed.move_to(pose, shape)
        });
        moved.reduce(|| 0.0, f64::max)
    }

    /// Updates the boxes of the trees from the placed colliders; with `leaves_done`, those of the moving tree are up to date.
    fn refresh_trees(&mut self, leaves_done: bool) {
        let (placed, center) = (&self.placed, &self.center);
        let bounds = |slot: u32| placed[slot as usize].bounds(center);
        let (mut fixed_moved, mut moving_moved) = (false, false);
        for &id in &self.changed {
            let Some(body) = &self.bodies[id as usize] else { continue };
            let tree = match body.mobility {
                Mobility::Fixed => {
                    fixed_moved = true;
                    &mut self.fixed
                }
                Mobility::Moving => {
                    moving_moved = true;
                    if leaves_done {
                        continue;
                    }
                    &mut self.moving
                }
            };
            let first = body.first_slot;
            for slot in first..first + body.colliders.len() as u32 {
                if placed[slot as usize].kind != Kind::HalfSpace {
                    tree.set(slot, &bounds(slot));
                }
            }
        }
        if fixed_moved {
            self.fixed.refit();
        }
        if moving_moved {
            self.moving.refit();
        }
    }

    /// Whether all bodies are so far from the center that f32 boxes lose precision unnecessarily.
    fn is_off_center(&self) -> bool {
        let roots = [self.fixed.root(), self.moving.root()];
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for root in roots.into_iter().flatten() {
            for axis in 0..3 {
                low[axis] = low[axis].min(root.low[axis]);
                high[axis] = high[axis].max(root.high[axis]);
            }
        }
        let far = (0..3).map(|axis| low[axis].abs().max(high[axis].abs())).fold(0.0, f32::max);
        let span = (0..3).map(|axis| high[axis] - low[axis]).fold(0.0, f32::max);
        far.is_finite() && far > 4.0 * span
    }

    fn recenter(&mut self) {
        let (mut low, mut high) = (Vector3::repeat(f64::INFINITY), Vector3::repeat(f64::NEG_INFINITY));
        for placed in self.placed.iter().filter(|placed| placed.kind != Kind::HalfSpace) {
            let half = placed.half_extents();
            low = low.inf(&(placed.center - half));
            high = high.sup(&(placed.center + half));
        }
        self.center = if low.x <= high.x { low / 2.0 + high / 2.0 } else { Vector3::zeros() };
    }

    fn rebuild(&mut self, mobility: Mobility) {
        let center = &self.center;
        let moving = mobility == Mobility::Moving;
        let entries = self
            .placed
            .iter()
            .enumerate()
            .filter(|(_, placed)| placed.is_moving() == moving && placed.kind != Kind::HalfSpace);
        let entries = entries.map(|(slot, placed)| (slot as u32, placed.bounds(center)));
        let tree = match mobility {
            Mobility::Fixed => &mut self.fixed,
            Mobility::Moving => &mut self.moving,
        };
        tree.rebuild(&self.placed, entries);
    }

    fn restructure(&mut self) {
        self.restructured = false;
        self.structure = new_number();
        self.revision = Revision { structure: self.structure, colliders: self.structure, all: self.structure };
        self.changed.clear();
        self.changed.reserve(self.bodies.len());
        self.placed.clear();
        self.poses.clear();
        self.shapes.clear();
        self.locals.clear();
        self.materials.clear();
        self.unbounded.clear();
        for (id, body) in self.bodies.iter_mut().enumerate() {
            self.changes[id] = Change::None;
            let Some(body) = body else { continue };
            body.first_slot = self.placed.len() as u32;
            for (number, collider) in body.colliders.iter().enumerate() {
                let pose = slot_pose(&self.body_poses[id], &local_pose(collider));
                let placed = PlacedCollider::new(id as u32, number as u16, body.mobility, collider, &pose);
                if placed.kind == Kind::HalfSpace {
                    self.unbounded.push(self.placed.len() as u32);
                }
                self.placed.push(placed);
                self.shapes.push(collider.shape.clone());
                self.locals.push(local_pose(collider));
                self.materials.push(collider.material);
                self.poses.push(pose);
            }
        }
        self.recenter();
        self.rebuild(Mobility::Fixed);
        self.rebuild(Mobility::Moving);
    }

    /// Shape and world pose of a slot.
    pub(crate) fn shape_of(&self, slot: u32) -> (&Shape, &Isometry3<f64>) {
        (&self.shapes[slot as usize], &self.poses[slot as usize])
    }

    /// Poses of all slots' shapes in the world.
    pub(crate) fn poses(&self) -> &[Isometry3<f64>] {
        &self.poses
    }

    /// The slots of a body's colliders, as of the last refresh.
    pub(crate) fn slots_of(&self, body: BodyId) -> std::ops::Range<u32> {
        let found = self.bodies.get(body.index()).and_then(Option::as_ref);
        found.map_or(0..0, |body| body.first_slot..body.first_slot + body.colliders.len() as u32)
    }

    /// Material of a slot.
    pub(crate) fn material_of(&self, slot: u32) -> Material {
        self.materials[slot as usize]
    }

    /// Largest coefficient of friction between two bodies.
    pub fn largest_friction(&self, one: BodyId, other: BodyId) -> f64 {
        let roughest = |body| {
            let materials = self.slots_of(body).map(|slot| self.material_of(slot));
            materials.max_by(|one, other| one.friction.total_cmp(&other.friction))
        };
        roughest(one).zip(roughest(other)).map_or(0.0, |(one, other)| one.friction_with(&other))
    }

    /// The trees selected by a filter, fixed first.
    #[inline]
    pub(crate) fn trees(&self, filter: &QueryFilter) -> ArrayVec<&Tree, 2> {
        let mut trees = ArrayVec::new();
        if filter.fixed && !self.fixed.is_empty() {
            trees.push(&self.fixed);
        }
        if filter.moving && !self.moving.is_empty() {
            trees.push(&self.moving);
        }
        trees
    }

    /// The half-spaces selected by a filter.
    pub(crate) fn unbounded(&self, filter: &QueryFilter) -> impl Iterator<Item = u32> {
        self.unbounded.iter().copied().filter(move |&slot| {
            filter.fixed && filter.moving
                || if self.placed[slot as usize].is_moving() { filter.moving } else { filter.fixed }
        })
    }

    /// A world box in the frame of the trees.
    pub(crate) fn bounds(&self, low: &Point3<f64>, high: &Point3<f64>) -> Bounds {
        let middle = (low.coords + high.coords) / 2.0;
        let half = (high - low) / 2.0;
        Bounds::around(&(middle - self.center), &half)
    }
}
