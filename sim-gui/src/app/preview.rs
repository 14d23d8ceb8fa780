//! Preview of dragged items at their new poses.

use crate::document::moving::{Dragged, Moved};
use nalgebra::Isometry3;
use sim_core::engine::Visual;
use sim_runner::{Frame, Structure};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Maximum time that a released item is shown at its new pose without confirmation by the simulation.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);
/// Position tolerance for a confirmed placement, m.
const SAME: f64 = 1e-3;

/// A body that follows a dragged item: index of the body, index of the item, pose of the body at the start of the drag.
pub(super) type Follower = (usize, usize, Isometry3<f64>);

/// Dragged items at their preview poses.
pub(super) struct Preview {
    moved: Vec<Moved>,
    bodies: Vec<Follower>,
    /// Parts without a body, at their preview poses.
    parts: Vec<Dragged>,
    /// Visuals of resized bodies.
    visuals: Vec<(usize, Arc<[Visual]>)>,
    /// Set once the items are released; they are previewed until the simulation has them in place.
    dropped: Option<Dropped>,
}

#[derive(Clone, Copy)]
struct Dropped {
    at: Instant,
    /// Generation of the structure at the time of release.
    structure: u64,
    /// Whether the simulation rebuilds the scene.
    rebuilds: bool,
}

impl Preview {
    /// Creates the preview for a new drag, with the bodies that follow it.
    pub(super) fn new(bodies: Vec<Follower>) -> Self {
        Self { moved: Vec::new(), bodies, parts: Vec::new(), visuals: Vec::new(), dropped: None }
    }

    /// Updates poses and sizes of the items; `look` returns the visual of a resized item.
    pub(super) fn set(&mut self, moved: Vec<Moved>, look: impl Fn(&Moved) -> Option<(usize, Arc<[Visual]>)>) {
        let same = self.moved.iter().map(|moved| &moved.shape).eq(moved.iter().map(|moved| &moved.shape));
        if !same {
            self.visuals = moved.iter().filter_map(look).collect();
        }
        let parts = moved.iter().filter(|moved| moved.thing.body.is_none());
        let dragged =
            |Moved { thing, to, .. }: &Moved| Dragged { target: thing.target.clone(), number: thing.number, pose: *to };
        self.parts = parts.map(dragged).collect();
        self.moved = moved;
    }

    /// The dragged items.
    pub(super) fn moved(&self) -> &[Moved] {
        &self.moved
    }

    /// Parts without a body, at their preview poses.
    pub(super) fn parts(&self) -> &[Dragged] {
        &self.parts
    }

    /// Preview poses of bodies.
    pub(super) fn poses(&self) -> impl Iterator<Item = (usize, Isometry3<f64>)> {
        self.bodies.iter().map(|(body, number, pose)| {
            let Moved { thing, to, .. } = &self.moved[*number];
            (*body, to * thing.pose.inverse() * pose)
        })
    }

    /// Visuals of resized bodies.
    pub(super) fn visuals(&self) -> impl Iterator<Item = (usize, Arc<[Visual]>)> {
        self.visuals.iter().cloned()
    }

    /// Releases the items. Bodies are previewed until the simulation has them in place; parts without a body are shown as in the document.
    pub(super) fn drop(&mut self, structure: &Structure) {
        self.parts.clear();
        let fixed = self.bodies.iter().any(|(body, ..)| structure.bodies[*body].mover.is_none());
        let rebuilds = fixed || self.moved.iter().any(|moved| moved.shape.is_some());
        self.dropped = Some(Dropped { at: Instant::now(), structure: structure.generation, rebuilds });
    }

    /// Whether the items are still being dragged.
    pub(super) fn is_held(&self) -> bool {
        self.dropped.is_none()
    }

    /// Whether the simulation already shows the previewed state.
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
