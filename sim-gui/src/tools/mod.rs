//! Pointer tools: the effects of clicks and drags in a view.

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
pub use canvas::{Canvas, Part, ViewProjection};

use crate::actions::Request;
use crate::preferences::drawing::Drawing;
use crate::viewer_context::ViewerContext;
use egui::{InputState, Ui};
use nalgebra::Point3;
use sim_edit::Edit;

/// Pointer input that a tool claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// None.
    Nothing,
    /// Clicks: they do not select. A drag moves the view.
    Clicks,
    /// All input: the view neither moves nor selects.
    Everything,
}

/// An unfinished drawing of a tool.
pub struct Begun {
    /// Its name.
    pub name: &'static str,
    /// The edit that creates it from the points so far, if there are enough.
    pub edit: Option<Edit>,
}

/// A pointer tool, used by both views: in each frame it handles input and is then painted.
pub trait Tool {
    /// Handles pointer and keys, and requests the resulting actions.
    fn follow(&mut self, canvas: &Canvas<'_>, context: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim;

    /// Paints the tool over the view.
    fn paint(&self, canvas: &Canvas<'_>);

    /// Cancels the current operation. Returns whether there was one.
    fn cancel(&mut self) -> bool {
        false
    }

    /// Removes the last point. Returns whether there was one.
    fn back(&mut self) -> bool {
        false
    }

    /// The unfinished drawing, which would be lost with the tool.
    fn begun(&self, _: Drawing) -> Option<Begun> {
        None
    }

    /// Consumes keys before they trigger actions.
    fn take_keys(&mut self, _: &mut InputState) {}

    /// Whether things follow the pointer without a pressed button.
    fn holds(&self) -> bool {
        false
    }

    /// It cannot be used in this frame: releases everything and shows nothing.
    fn rest(&mut self) {}

    /// Shows its options, if any.
    fn options(&mut self, _: &mut Ui, _: &ViewerContext<'_>, _: &mut Vec<Request>) {}

    /// Clicked points, m.
    fn points(&self) -> Vec<Point3<f64>> {
        Vec::new()
    }
}
