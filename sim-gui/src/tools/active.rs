//! The tool that a person has chosen.

use super::{Begun, Canvas, Claim, Tool};
use crate::actions::{Action, Request};
use crate::preferences::drawing::Drawing;
use crate::viewer_context::ViewerContext;
use egui::{Align, InputState, Layout, Rect, Ui, UiBuilder};
use nalgebra::Point3;

/// The tool that a person has chosen, until it has done its work; without one the pointer selects and moves.
#[derive(Default)]
pub struct ActiveTool {
    tool: Option<Box<dyn Tool>>,
    /// The action that has chosen it.
    action: Option<Action>,
    /// Tools that others have taken the place of, with what was begun with them: it is gone on with when the same is chosen
    /// again.
    waiting: Vec<(Action, Box<dyn Tool>)>,
}

impl ActiveTool {
    /// Chooses a tool.
    pub fn choose(&mut self, tool: impl Tool + 'static) {
        self.tool = Some(Box::new(tool));
        self.action = None;
    }

    /// Chooses the tool of an action: the one with which something was begun, where that waits.
    pub fn choose_for(&mut self, action: Action, tool: impl Tool + 'static) {
        let waiting = self.waiting.iter().position(|(of, _)| *of == action).map(|at| self.waiting.swap_remove(at).1);
        self.tool = Some(waiting.unwrap_or_else(|| Box::new(tool)));
        self.action = Some(action);
    }

    /// Puts it away.
    pub fn end(&mut self) {
        (self.tool, self.action) = (None, None);
    }

    /// Puts it away until it is chosen again, with what was begun with it.
    pub fn set_aside(&mut self) {
        self.waiting.extend(self.action.take().zip(self.tool.take()));
    }

    /// Puts it away, and forgets what was begun with others.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// What is being drawn with it, see [`Tool::begun`].
    pub fn begun(&self, drawing: Drawing) -> Option<Begun> {
        self.tool.as_ref()?.begun(drawing)
    }

    /// Whether there is one.
    pub fn is_chosen(&self) -> bool {
        self.tool.is_some()
    }

    /// The action that has chosen it.
    pub fn action(&self) -> Option<Action> {
        self.action
    }

    /// Points that have been clicked with it, m.
    pub fn points(&self) -> Vec<Point3<f64>> {
        self.tool.as_ref().map_or_else(Vec::new, |tool| tool.points())
    }

    /// Takes back what is being done with it, or else puts it away. Returns whether there was one.
    pub fn cancel(&mut self) -> bool {
        let Some(tool) = &mut self.tool else { return false };
        if !tool.cancel() {
            self.end();
        }
        true
    }

    /// Takes back its last point. Returns whether there was one.
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

    /// Shows what can be set about it in the upper left corner of a view.
    pub fn show_options(&mut self, ui: &mut Ui, rect: Rect, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
        let Some(tool) = &mut self.tool else { return };
        let corner = UiBuilder::new().max_rect(rect.shrink(8.0)).layout(Layout::left_to_right(Align::Min));
        ui.scope_builder(corner, |ui| tool.options(ui, context, requests));
    }
}
