//! Contact points that last from step to step, with their impulses: where the solver starts.
//!
//! An impulse that held a body in the last step nearly holds it in this one. A solver that starts there needs few
//! passes, and what it has not solved in one step it solves in the next (Catto, "Iterative dynamics with temporal coherence", 2005,
//! section 5: warm starting). Points are matched by pair of colliders and by place, as Jolt Physics does
//! (`ContactConstraintManager`, `mContactPointPreserveLambdaMaxDistSq`): the nearest one on either body counts.

use nalgebra::{Isometry3, Vector3};

use super::solver::{ContactImpulse, ContactStart};
use crate::geometry::{BodyId, Contact};

/// How far a point may wander on its body from one step to the next and still be the same, m, and as a part of the
/// thickness of the thinner body.
const SAME_POINT: [f64; 2] = [0.01, 0.5];
/// The same for the anchor of what rests. Of what rolls the anchor turns away.
const SAME_ANCHOR: [f64; 2] = [2e-3, 0.1];
/// Points of one pair of colliders that are matched; a pair has a handful.
const MOST_OF_PAIR: usize = 64;

/// A contact point and what it did in the last step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct KeptContact {
    /// The body of lower id.
    pub a: BodyId,
    /// The body of higher id.
    pub b: BodyId,
    /// Numbers of the colliders within `a` and `b`.
    pub colliders: [usize; 2],
    /// The anchor of static friction: a point in the frame of `a` and the one in that of `b` that was at the same place when the two came
    /// to rest against each other, m.
    pub places: [Vector3<f64>; 2],
    /// Impulse along the normal, N s.
    pub normal: f64,
    /// Friction impulse on `a`, world frame, N s.
    pub friction: Vector3<f64>,
}

impl KeptContact {
    /// The same between bodies that have other ids now, in the order of which they may be the other way round.
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

/// The contact points of the last step. They are part of the state of a run: with other ones it goes on otherwise, in the last
/// digits.
#[derive(Debug, Clone, Default)]
pub struct ContactCache {
    kept: Vec<KeptContact>,
    next: Vec<KeptContact>,
    /// Where the points of `next` were anchored in the last step.
    anchors: Vec<Option<[Vector3<f64>; 2]>>,
}

impl ContactCache {
    /// The points with their impulses, by bodies and colliders.
    pub fn kept(&self) -> &[KeptContact] {
        &self.kept
    }

    /// Takes over points as [`ContactCache::kept`] gave them.
    pub fn restore(&mut self, kept: impl Iterator<Item = KeptContact>) {
        self.kept.clear();
        self.kept.extend(kept);
    }

    /// Forgets all points: nothing touches, or it was put elsewhere.
    pub fn clear(&mut self) {
        self.kept.clear();
    }

    /// Fills in where the solver starts: one entry for each contact, in the order of bodies and colliders in which
    /// [`crate::geometry::SpatialIndex::contacts`] gives them. `pose` tells where a body was when they were found, `size` how thick
    /// it is, m.
    pub fn expect(
        &mut self,
        contacts: &[Contact],
        pose: impl Fn(BodyId) -> Isometry3<f64>,
        size: impl Fn(BodyId) -> f64,
        starts: &mut [ContactStart],
    ) {
        self.next.clear();
        self.anchors.clear();
        let mut old = self.kept.as_slice();
        let same = |one: &Contact, other: &Contact| {
            (one.a, one.b, one.collider_a, one.collider_b) == (other.a, other.b, other.collider_a, other.collider_b)
        };
        let mut starts = starts.iter_mut();
        for points in contacts.chunk_by(same) {
            let (a, b, colliders) = (points[0].a, points[0].b, [points[0].collider_a, points[0].collider_b]);
            let frames = [pose(a), pose(b)];
            let size = size(a).min(size(b));
            let first = old.iter().take_while(|kept| kept.pair() < (a, b, colliders)).count();
            let count = old[first..].iter().take_while(|kept| kept.pair() == (a, b, colliders)).count();
            let known = &old[first..first + count.min(MOST_OF_PAIR)];
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
                let new = KeptContact { a, b, colliders, places, normal: 0.0, friction: Vector3::zeros() };
                self.next.push(new);
            }
        }
    }

    /// Keeps what the contacts given to [`ContactCache::expect`] have done. `pose` returns where a body is after the correction: what does
    /// not rest gets a new anchor there.
    pub fn keep(&mut self, impulses: &[ContactImpulse], pose: impl Fn(BodyId) -> Isometry3<f64>) {
        for ((kept, impulse), anchor) in self.next.iter_mut().zip(impulses).zip(&self.anchors) {
            (kept.normal, kept.friction) = (impulse.normal, impulse.friction);
            match anchor {
                Some(places) if impulse.rests => kept.places = *places,
                _ if kept.normal > 0.0 => {
                    let point = pose(kept.a).transform_point(&kept.places[0].into());
                    kept.places[1] = pose(kept.b).inverse_transform_point(&point).coords;
                }
                _ => {}
            }
        }
        self.next.retain(|kept| kept.normal > 0.0);
        std::mem::swap(&mut self.kept, &mut self.next);
    }
}

/// How far a point may wander on its body, m.
fn limit([most, part]: [f64; 2], size: f64) -> f64 {
    most.min(part * size)
}

/// The nearest point that is not taken yet, if one is near enough.
fn nearest(known: &[KeptContact], places: &[Vector3<f64>; 2], taken: u64, limit: f64) -> Option<usize> {
    let mut best = (limit * limit, None);
    for (number, kept) in known.iter().enumerate().filter(|(number, _)| taken >> number & 1 == 0) {
        let far = |side: usize| (kept.places[side] - places[side]).norm_squared();
        let distance = far(0).min(far(1));
        if distance < best.0 {
            best = (distance, Some(number));
        }
    }
    best.1
}
