//! Moving items interactively, and which of their poses changes.

use nalgebra::Isometry3;
use sim_core::scene::Shape;
use sim_edit::Target;
use std::sync::Arc;

/// Which pose of a robot or movable object an edit changes during a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moment {
    /// The initial pose in the scene. The current run is unaffected.
    Start,
    /// The pose in the current run. The scene is unaffected.
    #[default]
    Now,
}

/// A movable item in its current state.
#[derive(Clone, Debug, PartialEq)]
pub struct Movable {
    /// The part of the scene.
    pub target: Target,
    /// Index of the waypoint, for a route.
    pub number: Option<usize>,
    /// Its body. `None` for a part without one.
    pub body: Option<usize>,
    /// Which pose is moved. A static item has only an initial pose.
    pub moment: Moment,
    /// `world_from_thing`. For a robot: the pose of the ground point below it.
    pub pose: Isometry3<f64>,
    /// The shape, for an object.
    pub shape: Option<Arc<Shape>>,
}

/// A dragged part without a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Dragged {
    /// The part.
    pub target: Target,
    /// Index of the waypoint, for a route.
    pub number: Option<usize>,
    /// `world_from_part`.
    pub pose: Isometry3<f64>,
}

/// An item that is being moved.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// The item before the move.
    pub thing: Movable,
    /// The new pose, defined as [`Movable::pose`].
    pub to: Isometry3<f64>,
    /// The new shape, if it is resized.
    pub shape: Option<Arc<Shape>>,
}
