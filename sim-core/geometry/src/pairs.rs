//! All contacts of a world: pairs from the trees, points from the pair tests, in an order that depends on ids alone.

use crate::spin;
use fearless_simd::{Simd, dispatch};
use nalgebra::{Point3, Vector2, Vector3};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::body::BodyId;
use super::contact::{Side, touch};
use super::error::{GeometryError, check_reach};
use super::index::SpatialIndex;
use super::internal_edges::{Feeler, GroundPoint, find_internal, same_normal};
use super::parry_queries::{ManifoldScratch, cast_ray};
use super::placed::{Kind, PlacedCollider, SOLID};
use super::reduce::Point;

/// A contact point of two bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// The body of lower id.
    pub a: BodyId,
    /// The body of higher id.
    pub b: BodyId,
    /// Index of the collider within `a`.
    pub collider_a: usize,
    /// Index of the collider within `b`.
    pub collider_b: usize,
    /// Index of the point among those of the same two colliders.
    pub index: u16,
    /// Midway between the two surfaces, world frame.
    pub point: Point3<f64>,
    /// Unit normal from `b` towards `a`, world frame.
    pub normal: Vector3<f64>,
    /// Penetration along the normal, m; negative while the surfaces are apart (see [`ContactOptions::margin`]).
    pub depth: f64,
    /// Coulomb friction coefficient of the pair: the geometric mean of the two materials.
    pub friction: f64,
    /// Restitution of the pair: the larger of the two materials.
    pub restitution: f64,
}

impl Contact {
    /// Whether two contacts are bitwise equal.
    pub fn is_bitwise(&self, other: &Self) -> bool {
        let place = |contact: &Self| (contact.a, contact.b, contact.collider_a, contact.collider_b, contact.index);
        let numbers = |contact: &Self| {
            let scalars = [contact.depth, contact.friction, contact.restitution].map(f64::to_bits);
            (scalars, contact.point.coords.map(f64::to_bits), contact.normal.map(f64::to_bits))
        };
        place(self) == place(other) && numbers(self) == numbers(other)
    }
}

/// Options for finding contacts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactOptions<'a> {
    /// Also list points whose surfaces are at most this far apart, m. 0 lists only touching and overlapping surfaces.
    pub margin: f64,
    /// Added to the margin between two moving bodies, for each of them by id, m. Zero for bodies beyond the end.
    pub slack: &'a [f64],
    /// Velocities of the bodies by id, m/s: standing cylinders touch the ground on the side towards which they move. Unknown for bodies
    /// beyond the end.
    pub velocities: &'a [Vector3<f64>],
    /// Use all threads of the current rayon pool. The result is the same.
    pub parallel: bool,
    /// More contacts than this, without those with half-spaces, are an error: such a world is a heap of bodies in one place.
    pub most: usize,
}

impl Default for ContactOptions<'_> {
    fn default() -> Self {
        Self { margin: 0.0, slack: &[], velocities: &[], parallel: false, most: 4_000_000 }
    }
}

/// Leaves of the moving tree per task.
const LEAVES_PER_TASK: usize = 16;
/// Colliders per task that are tested against the half-spaces.
const SLOTS_PER_TASK: usize = 256;

/// Memory of [`SpatialIndex::contacts`], reused in each tick so that a steady run does not allocate.
#[derive(Default)]
pub struct ContactScratch {
    tasks: Vec<Task>,
    seams: Seams,
}

/// Memory of [`SpatialIndex::drop_internal`].
#[derive(Default)]
struct Seams {
    /// Moving body and contact index, for contacts with fixed bodies.
    on_ground: Vec<(u32, u32)>,
    points: Vec<GroundPoint>,
}

impl std::fmt::Debug for ContactScratch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ContactScratch").field("tasks", &self.tasks.len()).finish()
    }
}

#[cfg(test)]
impl ContactScratch {
    /// Number of tasks that have found anything.
    pub(crate) fn busy_tasks(&self) -> usize {
        self.tasks.iter().filter(|task| !task.found.is_empty()).count()
    }
}

#[derive(Default)]
struct Task {
    found: Vec<Contact>,
    manifolds: ManifoldScratch,
}

impl SpatialIndex {
    /// Lists all contacts between solid colliders of different bodies, at least one of them moving.
    ///
    /// `out` is cleared first. The order is by (a, b, collider a, collider b, index) and, like every number in the
    /// list, does not depend on the number of threads.
    ///
    /// # Errors
    /// If the margin is not a valid length, or there are more than [`ContactOptions::most`].
    pub fn contacts(
        &self,
        options: &ContactOptions<'_>,
        scratch: &mut ContactScratch,
        out: &mut Vec<Contact>,
    ) -> Result<(), GeometryError> {
        check_reach("margin", options.margin)?;
        let search = Search::of(options);
        check_reach("slack", search.most)?;
        out.clear();
        let leaves = self.moving.leaf_count();
        let slots = if self.unbounded.is_empty() { 0 } else { self.placed.len() };
        let of_leaves = leaves.div_ceil(LEAVES_PER_TASK);
        let count = (of_leaves + slots.div_ceil(SLOTS_PER_TASK)).max(1);
        if scratch.tasks.len() < count {
            scratch.tasks.resize_with(count, Task::default);
        }
        let tasks = &mut scratch.tasks[..count];
        let total = AtomicUsize::new(0);
        let too_many = || total.load(Ordering::Relaxed) > options.most;
        let work = |(number, task): (usize, &mut Task)| {
            task.found.clear();
            if let Some(number) = number.checked_sub(of_leaves) {
                let start = number * SLOTS_PER_TASK;
                self.contacts_of_half_spaces(start..slots.min(start + SLOTS_PER_TASK), &search, task);
                return;
            }
            let start = number * LEAVES_PER_TASK;
            for leaf in (start..leaves.min(start + LEAVES_PER_TASK)).take_while(|_| !too_many()) {
                let before = task.found.len();
                dispatch!(self.processor.0, simd => self.contacts_of_leaf(simd, leaf, &search, task));
                total.fetch_add(task.found.len() - before, Ordering::Relaxed);
            }
        };
        if options.parallel && count > 1 {
            tasks.par_iter_mut().with_max_len(1).enumerate().for_each(work);
        } else {
            tasks.iter_mut().enumerate().for_each(work);
        }
        if too_many() {
            scratch.tasks.clear();
            return Err(GeometryError::TooManyContacts(options.most));
        }
        spin::serially(options.parallel, || {
            tasks.iter().for_each(|task| out.extend_from_slice(&task.found));
            out.sort_unstable_by_key(|c| (c.a, c.b, c.collider_a, c.collider_b, c.index));
            self.drop_internal(&mut scratch.seams, out);
        });
        Ok(())
    }

    /// Drops contacts of moving bodies at edges between fixed bodies that form one surface.
    fn drop_internal(&self, seams: &mut Seams, contacts: &mut Vec<Contact>) {
        let Seams { on_ground, points } = seams;
        on_ground.clear();
        for (number, contact) in contacts.iter().enumerate() {
            let [a, b] = self.slots_of_contact(contact).map(|slot| &self.placed[slot as usize]);
            let (ground, mover) = if a.is_moving() { (b, a) } else { (a, b) };
            if !ground.is_moving() && ground.kind != Kind::HalfSpace {
                on_ground.push((mover.body, number as u32));
            }
        }
        on_ground.sort_unstable();
        let mut any = false;
        for of_body in on_ground.chunk_by(|one, other| one.0 == other.0) {
            points.clear();
            points.extend(of_body.iter().map(|(body, number)| {
                let contact = &contacts[*number as usize];
                let sign = if contact.a.0 == *body { 1.0 } else { -1.0 };
                let normal = contact.normal * sign;
                let surface = contact.point.coords + normal * (contact.depth / 2.0);
                let slots = self.slots_of_contact(contact);
                let (piece, mover) = if contact.a.0 == *body { (slots[1], slots[0]) } else { (slots[0], slots[1]) };
                let same_normal = same_normal(self.placed[mover as usize].kind);
                GroundPoint { surface, normal, depth: contact.depth, piece, same_normal }
            }));
            let hits = |point: &GroundPoint, feeler: &Feeler| {
                let (shape, pose) = self.shape_of(point.piece);
                cast_ray(shape, pose, &feeler.origin, &feeler.direction, feeler.length).is_some()
            };
            find_internal(points, hits, |number| {
                contacts[of_body[number].1 as usize].depth = f64::NEG_INFINITY;
                any = true;
            });
        }
        if any {
            contacts.retain(|contact| contact.depth > f64::NEG_INFINITY);
        }
    }

    /// Rotates a nearly vertical contact normal so that the two bodies separate sideways.
    pub fn turn_level(&self, contact: &mut Contact) {
        let [a, b] = self.slots_of_contact(contact).map(|slot| &self.placed[slot as usize]);
        let between = (a.center - b.center).xy();
        // If both are at the same position: a different direction for each of many.
        let golden = f64::from(contact.b.0) * 2.399_963_229_728_653;
        let anywhere = || Vector2::new(sim_abi::math::cos(golden), sim_abi::math::sin(golden));
        let out = between.try_normalize(1e-9).unwrap_or_else(anywhere);
        let reach = |placed: &PlacedCollider| out.abs().dot(&placed.half_extents().xy());
        contact.normal = Vector3::new(out.x, out.y, 0.0);
        contact.depth = reach(a) + reach(b) - between.norm();
    }

    /// Slots of the two colliders of a contact.
    fn slots_of_contact(&self, contact: &Contact) -> [u32; 2] {
        let slot = |body: BodyId, collider: usize| self.slots_of(body).start + collider as u32;
        [slot(contact.a, contact.collider_a), slot(contact.b, contact.collider_b)]
    }

    #[inline(always)]
    fn contacts_of_leaf<S: Simd>(&self, simd: S, leaf: usize, search: &Search<'_>, task: &mut Task) {
        for (tree, most) in [(&self.moving, search.most), (&self.fixed, search.least)] {
            let wide = (most as f32).next_up();
            self.moving.pairs_of_leaf(simd, leaf, tree, wide, |one, two| self.pair(one, two, search, task));
        }
    }

    fn contacts_of_half_spaces(&self, slots: Range<usize>, search: &Search<'_>, task: &mut Task) {
        for &ground in &self.unbounded {
            let ground_moves = self.placed[ground as usize].is_moving();
            let plane = &self.placed[ground as usize];
            let normal = plane.axis();
            for (slot, placed) in slots.clone().zip(&self.placed[slots.clone()]) {
                let slot = slot as u32;
                if !(ground_moves || placed.is_moving()) || slot == ground {
                    continue;
                }
                let height = (placed.center - plane.center).dot(&normal);
                if height <= placed.radius + search.most && placed.radius.is_finite() {
                    self.pair(slot, ground, search, task);
                }
            }
        }
    }

    #[inline(never)]
    fn pair(&self, one: u32, two: u32, search: &Search<'_>, task: &mut Task) {
        // Slots are in body order: the lower slot belongs to the lower body.
        let (first, second) = (one.min(two), one.max(two));
        let (a, b) = (&self.placed[first as usize], &self.placed[second as usize]);
        if a.flags & b.flags & SOLID == 0 || a.body == b.body {
            return;
        }
        let margin = search.between(a, b);
        if spheres_apart(a, b, margin) {
            return;
        }
        let (surface_a, surface_b) = (self.material_of(first), self.material_of(second));
        let friction = surface_a.friction_with(&surface_b);
        let restitution = surface_a.restitution.max(surface_b.restitution);
        let found = &mut task.found;
        let mut index = 0;
        let mut add = |Point { point, normal, depth }: Point| {
            found.push(Contact {
                a: BodyId(a.body),
                b: BodyId(b.body),
                collider_a: a.collider as usize,
                collider_b: b.collider as usize,
                index,
                point: point.into(),
                normal,
                depth,
                friction,
                restitution,
            });
            index += 1;
        };
        let ((shape_a, pose_a), (shape_b, pose_b)) = (self.shape_of(first), self.shape_of(second));
        let velocity =
            |placed: &PlacedCollider| search.velocities.get(placed.body as usize).copied().unwrap_or_default();
        touch(
            Side { velocity: velocity(a), ..Side::new(a, shape_a, pose_a) },
            Side { velocity: velocity(b), ..Side::new(b, shape_b, pose_b) },
            margin,
            &mut task.manifolds,
            &mut add,
        );
    }
}

/// Maximum distance of listed surfaces, m, and velocities of their bodies, m/s.
struct Search<'a> {
    /// Margin between a moving and a fixed body.
    least: f64,
    /// Maximum margin between any two bodies.
    most: f64,
    slack: &'a [f64],
    velocities: &'a [Vector3<f64>],
}

impl<'a> Search<'a> {
    fn of(options: &ContactOptions<'a>) -> Self {
        let largest =
            options.slack.iter().fold(0.0, |largest: f64, slack| if *slack > largest { *slack } else { largest });
        let ContactOptions { slack, velocities, .. } = options;
        Self { least: options.margin, most: options.margin + 2.0 * largest, slack, velocities }
    }

    #[inline]
    fn between(&self, a: &PlacedCollider, b: &PlacedCollider) -> f64 {
        if self.most == self.least || !(a.is_moving() && b.is_moving()) {
            return self.least;
        }
        let slack = |placed: &PlacedCollider| self.slack.get(placed.body as usize).copied().unwrap_or_default();
        self.least + slack(a) + slack(b)
    }
}

/// A fast and safe rejection test.
fn spheres_apart(a: &PlacedCollider, b: &PlacedCollider, margin: f64) -> bool {
    let reach = a.radius + b.radius + margin;
    (a.center - b.center).norm_squared() > reach * reach
}
