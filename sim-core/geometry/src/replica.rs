//! Copies of an index in another process: its structure as bytes, and the changes in each tick as words.
//!
//! A copy gives bitwise identical results: shapes are transferred as stored, and query results do not depend on the history of the trees.

use super::body::{BodyId, Mobility};
use super::index::SpatialIndex;
use super::shape::{Collider, Material, Shape};
use nalgebra::{Isometry3, Quaternion, Translation3, Unit};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;

/// Words of a pose: position, then rotation, as bits of f64.
const POSE: usize = 7;
/// Words of a body: its pose, and a number supplied by the caller.
pub const BODY_WORDS: usize = POSE + 1;
/// Words of a collider: its pose in the body, and its flags and categories.
pub const COLLIDER_WORDS: usize = POSE + 1;

/// Bodies and their colliders without poses.
#[derive(Serialize, Deserialize)]
struct Structure {
    /// Shapes; each shared shape is listed once.
    shapes: Vec<Shape>,
    /// By id; `None` for removed bodies.
    bodies: Vec<Option<(Mobility, Vec<Piece>)>>,
}

#[derive(Serialize, Deserialize)]
struct Piece {
    shape: u32,
    material: Material,
}

/// Address of shared shape data.
fn shared(shape: &Shape) -> Option<*const ()> {
    match shape {
        Shape::TriMesh(mesh) => Some(Arc::as_ptr(mesh).cast()),
        Shape::HeightField(field) => Some(Arc::as_ptr(field).cast()),
        Shape::Convex(convex) => Some(Arc::as_ptr(convex).cast()),
        Shape::Box { .. }
        | Shape::Sphere { .. }
        | Shape::Cylinder { .. }
        | Shape::Capsule { .. }
        | Shape::HalfSpace => None,
    }
}

/// A pose as words.
fn words_of(pose: &Isometry3<f64>) -> [u64; POSE] {
    let mut numbers = pose.translation.vector.iter().chain(pose.rotation.coords.iter());
    std::array::from_fn(|_| numbers.next().map_or(0, |number| number.to_bits()))
}

fn pose_of(words: &[u64]) -> Isometry3<f64> {
    let [x, y, z, i, j, k, w] = std::array::from_fn(|index| f64::from_bits(words[index]));
    // Bitwise the same numbers: normalizing again would change them.
    Isometry3::from_parts(Translation3::new(x, y, z), Unit::new_unchecked(Quaternion::new(w, i, j, k)))
}

impl SpatialIndex {
    /// The structure as bytes, for [`SpatialIndex::of_structure`] in another process of this program.
    pub fn structure_as_bytes(&self) -> Option<Vec<u8>> {
        let (mut shapes, mut known) = (Vec::new(), HashMap::new());
        let mut number = |shape: &Shape| {
            let mut add = || {
                shapes.push(shape.clone());
                shapes.len() as u32 - 1
            };
            match shared(shape) {
                Some(place) => *known.entry(place).or_insert_with(add),
                None => add(),
            }
        };
        let body = |id: usize| {
            let id = BodyId(id as u32);
            let (mobility, colliders) = (self.mobility(id).ok()?, self.colliders(id).ok()?);
            let piece = |collider: &Collider| Piece { shape: number(&collider.shape), material: collider.material };
            Some((mobility, colliders.iter().map(piece).collect()))
        };
        let bodies = (0..self.id_count()).map(body).collect();
        rmp_serde::to_vec(&Structure { shapes, bodies }).ok()
    }

    /// An index with this structure, whose poses are not set yet; `None` for invalid bytes.
    pub fn of_structure(bytes: &[u8]) -> Option<Self> {
        let Structure { shapes, bodies } = rmp_serde::from_slice(bytes).ok()?;
        let body = |body: Option<(Mobility, Vec<Piece>)>| {
            let Some((mobility, pieces)) = body else { return Some(None) };
            let collider = |piece: Piece| {
                let shape = shapes.get(piece.shape as usize)?.clone();
                Some(Collider::new(shape).with_material(piece.material))
            };
            Some(Some((mobility, pieces.into_iter().map(collider).collect::<Option<_>>()?)))
        };
        Some(Self::of_bodies(bodies.into_iter().map(body).collect::<Option<_>>()?))
    }

    /// Writes the words of all bodies, [`BODY_WORDS`] each; the last one is `number` of the body.
    pub fn put_bodies(&self, number: impl Fn(BodyId) -> u32, mut put: impl FnMut(u64)) {
        for id in (0..self.id_count() as u32).map(BodyId) {
            let pose = self.pose(id).copied().unwrap_or_default();
            words_of(&pose).into_iter().for_each(&mut put);
            put(if self.mobility(id).is_ok() { number(id).into() } else { 0 });
        }
    }

    /// Writes the words of all colliders, [`COLLIDER_WORDS`] each.
    pub fn put_colliders(&self, mut put: impl FnMut(u64)) {
        for collider in (0..self.id_count()).flat_map(|id| self.colliders(BodyId(id as u32)).unwrap_or_default()) {
            words_of(&collider.body_from_collider).into_iter().for_each(&mut put);
            put(u64::from(collider.category) << 2 | u64::from(collider.detectable) << 1 | u64::from(collider.solid));
        }
    }

    /// Reads words of [`SpatialIndex::put_bodies`]; `number` receives those of the bodies. Takes effect at the next refresh, like any
    /// change.
    pub fn take_bodies(&mut self, words: &[u64], mut number: impl FnMut(u32)) {
        for (id, words) in words.chunks_exact(BODY_WORDS).enumerate() {
            let id = BodyId(id as u32);
            // Bitwise, so that zeros of different sign differ.
            if self.pose(id).is_ok_and(|known| words_of(known) != words[..POSE]) {
                // Validated by the original index.
                let _ = self.set_pose(id, &pose_of(words));
            }
            number(words[POSE] as u32);
        }
    }

    /// Reads words of [`SpatialIndex::put_colliders`], likewise.
    pub fn take_colliders(&mut self, words: &[u64]) {
        let mut words = words.chunks_exact(COLLIDER_WORDS);
        for id in (0..self.id_count() as u32).map(BodyId) {
            for number in 0..self.colliders(id).map_or(0, <[Collider]>::len) {
                let Some(words) = words.next() else { return };
                let flags = words[POSE];
                let (solid, detectable, category) = (flags & 1 != 0, flags & 2 != 0, (flags >> 2) as u32);
                let known = self.colliders(id).map(|colliders| &colliders[number]);
                let is_known = known.is_ok_and(|known| {
                    words_of(&known.body_from_collider) == words[..POSE]
                        && (known.solid, known.detectable, known.category) == (solid, detectable, category)
                });
                if !is_known {
                    let _ = self.set_collider_pose(id, number, &pose_of(words));
                    let _ = self.set_flags(id, number, solid, detectable, category);
                }
            }
        }
    }

    /// Total number of colliders.
    pub fn collider_count(&self) -> usize {
        (0..self.id_count()).map(|id| self.colliders(BodyId(id as u32)).map_or(0, <[Collider]>::len)).sum()
    }
}
