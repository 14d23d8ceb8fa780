//! The active tool.

use super::{Begun, Canvas, Claim, Tool};
use crate::actions::{Action, Request};
use crate::preferences::drawing::Drawing;
use crate::viewer_context::ViewerContext;
use egui::{Align, InputState, Layout, Rect, Ui, UiBuilder};
use nalgebra::Point3;

/// The tool selected by the user, until it is done; without one, the pointer selects and moves.
#[derive(Default)]
pub struct ActiveTool {
    tool: Option<Box<dyn Tool>>,
    /// The action that has selected it.
    action: Option<Action>,
    /// Tools replaced by others, with their unfinished work: it continues when the same action is selected again.
    waiting: Vec<(Action, Box<dyn Tool>)>,
}

impl ActiveTool {
    /// Selects a tool.
    pub fn choose(&mut self, tool: impl Tool + 'static) {
        self.tool = Some(Box::new(tool));
        self.action = None;
    }

    /// Selects the tool of an action: one with unfinished work, if there is one.
    pub fn choose_for(&mut self, action: Action, tool: impl Tool + 'static) {
        let waiting = self.waiting.iter().position(|(of, _)| *of == action).map(|at| self.waiting.swap_remove(at).1);
        self.tool = Some(waiting.unwrap_or_else(|| Box::new(tool)));
        self.action = Some(action);
    }

    /// Deselects it.
    pub fn end(&mut self) {
        (self.tool, self.action) = (None, None);
    }

    /// Sets it aside with its unfinished work until it is selected again.
    pub fn set_aside(&mut self) {
        self.waiting.extend(self.action.take().zip(self.tool.take()));
    }

    /// Deselects it, and discards the unfinished work of others.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// The unfinished drawing, see [`Tool::begun`].
    pub fn begun(&self, drawing: Drawing) -> Option<Begun> {
        self.tool.as_ref()?.begun(drawing)
    }

    /// Whether a tool is selected.
    pub fn is_chosen(&self) -> bool {
        self.tool.is_some()
    }

    /// The action that has selected it.
    pub fn action(&self) -> Option<Action> {
        self.action
    }

    /// Points clicked with it, m.
    pub fn points(&self) -> Vec<Point3<f64>> {
        self.tool.as_ref().map_or_else(Vec::new, |tool| tool.points())
    }

    /// Cancels its current operation, or else deselects it. Returns whether there was one.
    pub fn cancel(&mut self) -> bool {
        let Some(tool) = &mut self.tool else { return false };
        if !tool.cancel() {
            self.end();
        }
        true
    }

    /// Removes its last point. Returns whether there was one.
    pub fn back(&mut self) -> bool {
        self.tool.as_mut().is_some_and(|tool| tool.back())
    }

    /// See [`Tool::take_keys`].
    pub fn take_keys(&mut self, input: &mut InputState) {
        self.tool.iter_mut().for_each(|tool| tool.take_keys(input));
    }

    /// See [`Tool::holds`].
    pub fn holds(&self) -> bool {
        self.tool.as_ref().is_some_and(|tool| tool.holds())
    }

    /// See [`Tool::follow`].
    pub fn follow(&mut self, canvas: &Canvas<'_>, context: &ViewerContext<'_>, requests: &mut Vec<Request>) -> Claim {
        self.tool.as_mut().map_or(Claim::Nothing, |tool| tool.follow(canvas, context, requests))
    }

    /// See [`Tool::paint`].
    pub fn paint(&self, canvas: &Canvas<'_>) {
        self.tool.iter().for_each(|tool| tool.paint(canvas));
    }

    /// Shows its options in the upper left corner of a view.
    pub fn show_options(&mut self, ui: &mut Ui, rect: Rect, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
        let Some(tool) = &mut self.tool else { return };
        let corner = UiBuilder::new().max_rect(rect.shrink(8.0)).layout(Layout::left_to_right(Align::Min));
        ui.scope_builder(corner, |ui| tool.options(ui, context, requests));
    }
}
