//! Tools for the pointer: what a click or a drag in a view does.

mod active;
pub mod axes;
mod canvas;
pub mod cursor;
pub mod drag;
pub mod draw;
pub mod gizmo;
pub mod grab;
pub mod handle;
pub mod height;
pub mod insert;
pub mod measure;
pub mod opening;
mod paint;
pub mod route;
pub mod selection_rectangle;
pub mod slide;
pub mod snap;
pub mod viewport;

pub use active::ActiveTool;
pub use canvas::{Canvas, Part, Sight};

use crate::actions::Request;
use crate::preferences::drawing::Drawing;
use crate::viewer_context::ViewerContext;
use egui::{InputState, Ui};
use nalgebra::Point3;
use sim_edit::Edit;

/// Which movements of the pointer a tool takes for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// None.
    Nothing,
    /// Clicks: they select nothing. A drag moves the view.
    Clicks,
    /// All: the view neither moves nor selects.
    Everything,
}

/// What is being drawn with a tool.
pub struct Begun {
    /// What it is, in words.
    pub name: &'static str,
    /// The edit that makes it of the points that are there, where they are enough.
    pub edit: Option<Edit>,
}

/// A tool for the pointer, as both views use it: in each frame it follows the pointer, and then it is drawn.
pub trait Tool {
    /// Follows the pointer and keys, and requests what they mean to it.
    fn follow(&mut self, canvas: &Canvas<'_>, context: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim;

    /// Draws what is seen of it over the view.
    fn paint(&self, canvas: &Canvas<'_>);

    /// Takes back what is being done. Returns whether anything was.
    fn cancel(&mut self) -> bool {
        false
    }

    /// Takes back the last point. Returns whether there was one.
    fn back(&mut self) -> bool {
        false
    }

    /// What is being drawn with it, where that is not whole yet: what would be lost with the tool.
    fn begun(&self, _: Drawing) -> Option<Begun> {
        None
    }

    /// Takes keys for itself, before they mean actions.
    fn take_keys(&mut self, _: &mut InputState) {}

    /// Whether it holds things that follow the pointer, though no button is down.
    fn holds(&self) -> bool {
        false
    }

    /// It cannot be used in this frame: it holds nothing, and nothing of it is seen.
    fn rest(&mut self) {}

    /// Shows what can be set about it, where there is anything.
    fn options(&mut self, _: &mut Ui, _: &ViewerContext<'_>, _: &mut Vec<Request>) {}

    /// Points that have been clicked, m.
    fn points(&self) -> Vec<Point3<f64>> {
        Vec::new()
    }
}
