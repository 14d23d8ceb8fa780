//! Keyboard navigation of the tree: up and down select the previous or next row, left and right fold and unfold.

use crate::actions::{Request, SelectRequest};
use crate::text::Text;
use crate::viewer_context::ViewerContext;
use egui::{Context, Key, Modifiers, Ui};
use sim_edit::Target;
use std::collections::HashSet;

/// A row of the tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    /// The scene itself.
    Scene,
    /// The title of a group.
    Group(Text),
    /// A robot or object, by body index.
    Body(usize),
    /// A part of the scene without a body.
    Part(Target),
}

/// State of the keyboard navigation.
#[derive(Default)]
pub struct Keys {
    /// Whether the tree has the arrow keys: from a click on it until a click elsewhere.
    active: bool,
    /// The frame in which the tree was last shown.
    frame: u64,
    /// The selected group title.
    group: Option<Text>,
    /// Folded groups.
    folded: HashSet<Text>,
    /// The group folded or unfolded in this frame, and whether it is now open.
    turned: Option<(Text, bool)>,
    /// The row to scroll to in this frame.
    pub reveal: Option<Row>,
}

impl Keys {
    /// Whether the tree has the arrow keys.
    pub fn are_active(&self, ctx: &Context) -> bool {
        let free = ctx.memory(|memory| memory.focused().is_none() && memory.top_modal_layer().is_none());
        self.active && free && ctx.cumulative_frame_nr() <= self.frame + 1
    }

    /// Handles pressed keys. `rows` are all unfolded rows from top to bottom.
    pub fn take(
        &mut self,
        ui: &Ui,
        context: &ViewerContext<'_>,
        rows: impl FnOnce(&Self) -> Vec<Row>,
        requests: &mut Vec<Request>,
    ) {
        (self.turned, self.reveal) = (None, None);
        self.frame = ui.ctx().cumulative_frame_nr();
        if ui.input(|input| input.pointer.any_pressed()) {
            let at = ui.input(|input| input.pointer.interact_pos());
            let place = ui.clip_rect().intersect(ui.max_rect());
            self.active = at.is_some_and(|at| place.contains(at)) && !egui::Popup::is_any_open(ui.ctx());
            self.group = None;
        }
        if !self.are_active(ui.ctx()) {
            return;
        }
        let keys = [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight];
        let pressed = ui.input_mut(|input| keys.into_iter().find(|key| input.consume_key(Modifiers::NONE, *key)));
        let Some(key) = pressed else { return };
        let rows = rows(self);
        let now = self.now(context);
        let at = rows.iter().position(|row| *row == now);
        let next = match (key, &now) {
            (Key::ArrowLeft, Row::Group(title)) => return self.fold(*title, true),
            (Key::ArrowRight, Row::Group(title)) if self.folded.contains(title) => return self.fold(*title, false),
            (Key::ArrowLeft, _) => rows[..at.unwrap_or(0)].iter().rposition(|row| matches!(row, Row::Group(_))),
            (Key::ArrowRight, Row::Group(_)) | (Key::ArrowDown, _) => Some(at.map_or(0, |at| at + 1)),
            (Key::ArrowUp, _) => at.map_or(Some(0), |at| at.checked_sub(1)),
            _ => None,
        };
        if let Some(row) = next.and_then(|next| rows.into_iter().nth(next)) {
            self.go(row, requests);
        }
    }

    /// The current row.
    fn now(&self, context: &ViewerContext<'_>) -> Row {
        match (self.group, context.part, context.selected.last()) {
            (Some(title), _, _) => Row::Group(title),
            (_, Some(part), _) => Row::Part(part.clone()),
            (_, _, Some(body)) => Row::Body(*body),
            _ => Row::Scene,
        }
    }

    fn go(&mut self, row: Row, requests: &mut Vec<Request>) {
        self.group = None;
        self.reveal = Some(row.clone());
        match row {
            Row::Group(title) => self.group = Some(title),
            Row::Body(body) => requests.push(Request::Select(SelectRequest::Body { body: Some(body), add: false })),
            Row::Part(part) => requests.push(Request::Select(SelectRequest::Part(part))),
            Row::Scene => requests.push(Request::Select(SelectRequest::Body { body: None, add: false })),
        }
    }

    fn fold(&mut self, title: Text, fold: bool) {
        self.turned = Some((title, !fold));
        if fold {
            self.folded.insert(title);
        } else {
            self.folded.remove(&title);
        }
    }

    /// Whether the rows of a group are shown.
    pub fn is_open(&self, title: Text) -> bool {
        !self.folded.contains(&title)
    }

    /// The new open state of a group if it is folded or unfolded in this frame.
    pub fn turned(&self, title: Text) -> Option<bool> {
        self.turned.filter(|(turned, _)| *turned == title).map(|(_, open)| open)
    }

    /// Updates the state of a group from its openness. A group being animated counts as in its final state.
    pub fn follow(&mut self, title: Text, openness: f32) {
        if openness <= 0.0 {
            self.folded.insert(title);
        } else if openness >= 1.0 {
            self.folded.remove(&title);
        }
    }

    /// Whether the title of a group is selected.
    pub fn are_at(&self, title: Text) -> bool {
        self.active && self.group == Some(title)
    }
}
