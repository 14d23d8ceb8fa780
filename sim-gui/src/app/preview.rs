//! Things that are dragged, shown where they would stand.

use crate::document::moving::{Dragged, Moved};
use nalgebra::Isometry3;
use sim_core::engine::Look;
use sim_runner::{Frame, Structure};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a thing that was let go is shown where it was put, at most, when the simulation does not tell that it stands there.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);
/// What stands nearer than this to where it was put stands there, m.
const SAME: f64 = 1e-3;

/// A body that goes with a thing that is dragged: its number, the number of the thing, and where it was when the drag began.
pub(super) type Follower = (usize, usize, Isometry3<f64>);

/// Things that are shown where they would stand.
pub(super) struct Preview {
    moved: Vec<Moved>,
    bodies: Vec<Follower>,
    /// Parts without body, where they are shown.
    parts: Vec<Dragged>,
    /// Bodies that have another size, as they look with it.
    looks: Vec<(usize, Arc<[Look]>)>,
    /// They have been let go, and are shown until the simulation has them there.
    dropped: Option<Dropped>,
}

#[derive(Clone, Copy)]
struct Dropped {
    at: Instant,
    /// Generation of the structure then.
    structure: u64,
    /// Whether the simulation builds the scene anew.
    rebuilds: bool,
}

impl Preview {
    /// Of a drag that begins, with the bodies that go with it.
    pub(super) fn new(bodies: Vec<Follower>) -> Self {
        Self { moved: Vec::new(), bodies, parts: Vec::new(), looks: Vec::new(), dropped: None }
    }

    /// Takes over where things are now, and how large; `look` tells how a thing looks that has another size.
    pub(super) fn set(&mut self, moved: Vec<Moved>, look: impl Fn(&Moved) -> Option<(usize, Arc<[Look]>)>) {
        let same = self.moved.iter().map(|moved| &moved.shape).eq(moved.iter().map(|moved| &moved.shape));
        if !same {
            self.looks = moved.iter().filter_map(look).collect();
        }
        let parts = moved.iter().filter(|moved| moved.thing.body.is_none());
        let dragged =
            |Moved { thing, to, .. }: &Moved| Dragged { target: thing.target.clone(), number: thing.number, pose: *to };
        self.parts = parts.map(dragged).collect();
        self.moved = moved;
    }

    /// The things.
    pub(super) fn moved(&self) -> &[Moved] {
        &self.moved
    }

    /// Parts without body, where they are shown.
    pub(super) fn parts(&self) -> &[Dragged] {
        &self.parts
    }

    /// Where bodies are shown.
    pub(super) fn poses(&self) -> impl Iterator<Item = (usize, Isometry3<f64>)> {
        self.bodies.iter().map(|(body, number, pose)| {
            let Moved { thing, to, .. } = &self.moved[*number];
            (*body, to * thing.pose.inverse() * pose)
        })
    }

    /// Bodies that have another size, as they look with it.
    pub(super) fn looks(&self) -> impl Iterator<Item = (usize, Arc<[Look]>)> {
        self.looks.iter().cloned()
    }

    /// The things have been let go: bodies are shown until the simulation has them there. Parts without are where the document
    /// says.
    pub(super) fn drop(&mut self, structure: &Structure) {
        self.parts.clear();
        let fixed = self.bodies.iter().any(|(body, ..)| structure.bodies[*body].mover.is_none());
        let rebuilds = fixed || self.moved.iter().any(|moved| moved.shape.is_some());
        self.dropped = Some(Dropped { at: Instant::now(), structure: structure.generation, rebuilds });
    }

    /// Whether the things are still held.
    pub(super) fn is_held(&self) -> bool {
        self.dropped.is_none()
    }

    /// Whether the simulation shows by itself what is shown here.
    pub(super) fn is_settled(&self, frame: &Frame, structure: &Structure) -> bool {
        let Some(dropped) = self.dropped else { return false };
        if dropped.rebuilds {
            return structure.generation != dropped.structure;
        }
        let robots = structure.robots.len();
        let stands = |(body, wanted): (usize, Isometry3<f64>)| {
            let state = structure.bodies.get(body).and_then(|info| info.mover).and_then(|mover| match mover < robots {
                true => frame.robots.get(mover).map(|robot| &robot.state),
                false => frame.objects.get(mover - robots),
            });
            state.is_none_or(|state| (state.pose.translation.vector - wanted.translation.vector).norm() < SAME)
        };
        dropped.at.elapsed() > PATIENCE || self.poses().all(stands)
    }
}
