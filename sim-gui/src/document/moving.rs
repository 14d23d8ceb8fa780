//! Things that are moved by hand, and which of their poses that changes.

use nalgebra::Isometry3;
use sim_core::scene::Shape;
use sim_edit::Target;
use std::sync::Arc;

/// Which pose of a robot or movable object a person changes while a run is under way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moment {
    /// Where it begins, as the scene says; the present run goes on as it is.
    Start,
    /// Where it is in the present run; the scene stays as it is.
    #[default]
    Now,
}

/// Something that can be moved, as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Movable {
    /// The part of the scene.
    pub target: Target,
    /// Which of its poses, of a route.
    pub number: Option<usize>,
    /// Its body; none for a part without one.
    pub body: Option<usize>,
    /// Which of its poses is moved. What does not move by itself has only a start.
    pub moment: Moment,
    /// `world_from_thing`; a robot's is that of the point of the ground that it stands on.
    pub pose: Isometry3<f64>,
    /// Its form, where it is an object.
    pub shape: Option<Arc<Shape>>,
}

/// A part without body that is dragged, where it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Dragged {
    /// The part.
    pub target: Target,
    /// Which of its poses, of a route.
    pub number: Option<usize>,
    /// `world_from_part`.
    pub pose: Isometry3<f64>,
}

/// Something on its way to another place.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// As it stood.
    pub thing: Movable,
    /// Where it would stand, as [`Movable::pose`].
    pub to: Isometry3<f64>,
    /// The form that it would have, where it gets another size.
    pub shape: Option<Arc<Shape>>,
}
