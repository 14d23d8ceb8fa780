//! Warm starting: contact points that persist from step to step, with their impulses.
//!
//! An impulse that held a body in the last step nearly holds it in this one. A solver that starts from it needs few passes, and continues
//! to converge over several steps (Catto, "Iterative dynamics with temporal coherence", 2005, section 5: warm starting). Points are matched
//! by pair of colliders and by position, as in Jolt Physics (`ContactConstraintManager`, `mContactPointPreserveLambdaMaxDistSq`): the
//! nearest one on either body counts.

use nalgebra::{Isometry3, Vector3};

use super::solver::{ContactImpulse, ContactStart};
use sim_geometry::{BodyId, Contact};

/// Maximum distance that a point may move on its body from one step to the next and still match, m, and as a fraction of the thickness of
/// the thinner body.
const SAME_POINT: [f64; 2] = [0.01, 0.5];
/// The same for the anchor of a resting contact. The anchor of a rolling body turns away.
const SAME_ANCHOR: [f64; 2] = [2e-3, 0.1];
/// Maximum number of points matched per pair of colliders; a pair has a handful.
const MAX_PER_PAIR: usize = 64;

/// A contact point and its impulse in the last step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CachedContact {
    /// The body of lower id.
    pub a: BodyId,
    /// The body of higher id.
    pub b: BodyId,
    /// Indices of the colliders within `a` and `b`.
    pub colliders: [usize; 2],
    /// The anchor of static friction: a point in the frame of `a` and a point in that of `b` that coincided when the two came to rest
    /// against each other, m.
    pub places: [Vector3<f64>; 2],
    /// Impulse along the normal, N s.
    pub normal: f64,
    /// Friction impulse on `a`, world frame, N s.
    pub friction: Vector3<f64>,
}

impl CachedContact {
    /// The same contact between bodies with new ids, whose order may be reversed.
    pub fn between(&self, a: BodyId, b: BodyId) -> Self {
        if a < b {
            return Self { a, b, ..*self };
        }
        let ([first, second], [one, other]) = (self.colliders, self.places);
        Self {
            a: b,
            b: a,
            colliders: [second, first],
            places: [other, one],
            normal: self.normal,
            friction: -self.friction,
        }
    }

    fn pair(&self) -> (BodyId, BodyId, [usize; 2]) {
        (self.a, self.b, self.colliders)
    }
}

/// The contact points of the last step. They are part of the state of a run: a run with other points differs in the last digits.
#[derive(Debug, Clone, Default)]
pub struct ContactCache {
    points: Vec<CachedContact>,
    next: Vec<CachedContact>,
    /// Anchors of the points of `next` in the last step.
    anchors: Vec<Option<[Vector3<f64>; 2]>>,
}

impl ContactCache {
    /// The points with their impulses, sorted by bodies and colliders.
    pub fn points(&self) -> &[CachedContact] {
        &self.points
    }

    /// Restores points returned by [`ContactCache::points`].
    pub fn restore(&mut self, points: impl Iterator<Item = CachedContact>) {
        self.points.clear();
        self.points.extend(points);
    }

    /// Clears all points: nothing touches, or bodies were moved.
    pub fn clear(&mut self) {
        self.points.clear();
    }

    /// Fills in the start data of the solver: one entry per contact, sorted by bodies and colliders as returned by
    /// [`sim_geometry::SpatialIndex::contacts`]. `pose` returns the pose of a body when the contacts were found, `size` its thickness,
    /// m.
    pub fn expect(
        &mut self,
        contacts: &[Contact],
        pose: impl Fn(BodyId) -> Isometry3<f64>,
        size: impl Fn(BodyId) -> f64,
        starts: &mut [ContactStart],
    ) {
        self.next.clear();
        self.anchors.clear();
        let mut old = self.points.as_slice();
        let same = |one: &Contact, other: &Contact| {
            (one.a, one.b, one.collider_a, one.collider_b) == (other.a, other.b, other.collider_a, other.collider_b)
        };
        let mut starts = starts.iter_mut();
        for points in contacts.chunk_by(same) {
            let (a, b, colliders) = (points[0].a, points[0].b, [points[0].collider_a, points[0].collider_b]);
            let frames = [pose(a), pose(b)];
            let size = size(a).min(size(b));
            let first = old.iter().take_while(|cached| cached.pair() < (a, b, colliders)).count();
            let count = old[first..].iter().take_while(|cached| cached.pair() == (a, b, colliders)).count();
            let known = &old[first..first + count.min(MAX_PER_PAIR)];
            old = &old[first + count..];
            let mut taken = 0_u64;
            for (contact, start) in points.iter().zip(&mut starts) {
                let places = frames.map(|frame| frame.inverse_transform_point(&contact.point).coords);
                let mut anchor = None;
                if let Some(number) = nearest(known, &places, taken, limit(SAME_POINT, size)) {
                    taken |= 1 << number;
                    let known = &known[number];
                    (start.normal, start.friction) = (known.normal, known.friction);
                    let [on_a, on_b] = [0, 1].map(|side| frames[side].transform_point(&known.places[side].into()));
                    let limit = limit(SAME_ANCHOR, size);
                    let wandered = (0..2).any(|side| (known.places[side] - places[side]).norm() > limit);
                    if !wandered {
                        start.slip = Some(on_a - on_b);
                        anchor = Some(known.places);
                    }
                }
                self.anchors.push(anchor);
                let new = CachedContact { a, b, colliders, places, normal: 0.0, friction: Vector3::zeros() };
                self.next.push(new);
            }
        }
    }

    /// Stores the impulses of the contacts passed to [`ContactCache::expect`]. `pose` returns the pose of a body after the correction:
    /// contacts that do not rest get a new anchor there.
    pub fn keep(&mut self, impulses: &[ContactImpulse], pose: impl Fn(BodyId) -> Isometry3<f64>) {
        for ((cached, impulse), anchor) in self.next.iter_mut().zip(impulses).zip(&self.anchors) {
            (cached.normal, cached.friction) = (impulse.normal, impulse.friction);
            match anchor {
                Some(places) if impulse.rests => cached.places = *places,
                _ if cached.normal > 0.0 => {
                    let point = pose(cached.a).transform_point(&cached.places[0].into());
                    cached.places[1] = pose(cached.b).inverse_transform_point(&point).coords;
                }
                _ => {}
            }
        }
        self.next.retain(|cached| cached.normal > 0.0);
        std::mem::swap(&mut self.points, &mut self.next);
    }
}

/// Maximum distance that a point may move on its body, m.
fn limit([most, part]: [f64; 2], size: f64) -> f64 {
    most.min(part * size)
}

/// The nearest point that is not matched yet, if one is near enough.
fn nearest(known: &[CachedContact], places: &[Vector3<f64>; 2], taken: u64, limit: f64) -> Option<usize> {
    let mut best = (limit * limit, None);
    for (number, cached) in known.iter().enumerate().filter(|(number, _)| taken >> number & 1 == 0) {
        let far = |side: usize| (cached.places[side] - places[side]).norm_squared();
        let distance = far(0).min(far(1));
        if distance < best.0 {
            best = (distance, Some(number));
        }
    }
    best.1
}
