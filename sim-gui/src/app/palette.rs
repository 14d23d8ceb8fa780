//! The command palette: searches all actions and all items to insert.

use crate::actions::{Action, Availability, Request, ToolRequest, mark};
use crate::document::insertion::Insertion;
use crate::document::offers::offers;
use crate::text::construct::plain;
use crate::text::search::{folded, rank};
use crate::text::{self, Text};
use crate::widgets::menu_item;
use egui::{Key, PointerButton, ScrollArea, Sense, Ui};
use sim_runner::PluginList;

/// Maximum height of the list, and free space of the window above and below it, points.
const LIST: f32 = 320.0;
const ABOVE: f32 = 160.0;

/// The command palette.
#[derive(Default)]
pub struct Palette {
    text: String,
    chosen: usize,
    /// Whether it lists only items to insert.
    insert: bool,
    /// The entries, listed when the palette was opened.
    entries: Vec<Entry>,
}

/// An entry of the palette.
struct Entry {
    name: String,
    action: Option<Action>,
    insertion: Option<Insertion>,
    /// Searched texts, in order of importance: name, kind, description.
    searched: [String; 3],
}

impl Entry {
    fn action(action: Action) -> Self {
        let name = action.name().to_owned();
        let searched = [&*name, &action.entry().menu.title(), &action.entry().words.help].map(folded);
        Self { name, action: Some(action), insertion: None, searched }
    }

    fn insertion(insertion: Insertion) -> Self {
        let name = insertion.label.clone();
        let searched = [&*name, &insertion.kind(), &insertion.help].map(folded);
        Self { name, action: None, insertion: Some(insertion), searched }
    }

    /// Description; empty if there is none.
    fn help(&self) -> &str {
        let of_insertion = self.insertion.as_ref().map_or("", |insertion| &insertion.help);
        self.action.map_or(of_insertion, |action| action.entry().words.help.as_str())
    }

    fn request(&self) -> Option<Request> {
        let insertion = self.insertion.clone().map(|insertion| Request::Tool(ToolRequest::Place(Box::new(insertion))));
        insertion.or(self.action.map(Request::from))
    }
}

impl Palette {
    /// Creates a palette with an empty search. With `insert`, lists only items to insert.
    pub fn new(insert: bool) -> Self {
        Self { insert, ..Self::default() }
    }

    /// Shows the palette. Returns the entry chosen by keyboard, by click or by dragging it out of its row.
    pub fn show(&mut self, ui: &mut Ui, plugins: &PluginList, availability: &Availability<'_>) -> Option<Request> {
        ui.set_width(380.0);
        if self.entries.is_empty() {
            let actions = Action::ALL.iter().copied().filter(|_| !self.insert).map(Entry::action);
            self.entries = actions.chain(offers(plugins).into_iter().map(Entry::insertion)).collect();
        }
        let text = ui.add(
            egui::TextEdit::singleline(&mut self.text).hint_text(text::palette::HINT).desired_width(f32::INFINITY),
        );
        text.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, text::palette::HINT));
        text.request_focus();
        if text.changed() {
            self.chosen = 0;
        }
        let found = found(&self.entries, &self.text);
        if found.is_empty() {
            ui.weak(text::palette::NOTHING);
            return None;
        }
        let (down, up, enter) =
            ui.input(|input| [Key::ArrowDown, Key::ArrowUp, Key::Enter].map(|key| input.key_pressed(key))).into();
        self.chosen = (self.chosen + usize::from(down)).saturating_sub(usize::from(up)).min(found.len() - 1);
        let possible = |entry: &&Entry| entry.action.is_none_or(|action| availability.reason(action).is_none());
        let mut chosen = enter.then(|| found[self.chosen]).filter(possible);
        let height = LIST.min(ui.ctx().content_rect().height() - ABOVE);
        ScrollArea::vertical().min_scrolled_height(height).max_height(height).show(ui, |ui| {
            for (number, entry) in found.iter().enumerate() {
                let keys = entry.action.map(|action| availability.keys(action, ui.ctx())).unwrap_or_default();
                let name = entry.action.map_or_else(|| entry.name.clone(), |action| availability.name(action));
                let mark = entry.action.map(|action| mark(action, availability)).unwrap_or_default();
                let row = menu_item::button(mark, &name).shortcut_text(keys).selected(number == self.chosen);
                let reason = entry.action.and_then(|action| availability.reason(action));
                let row = if entry.insertion.is_some() { row.sense(Sense::click_and_drag()) } else { row };
                let row = ui.add_enabled(reason.is_none(), row.min_size(egui::vec2(ui.available_width(), 0.0)));
                menu_item::describe(ui, &row, mark, &name);
                if entry.insertion.is_some() {
                    row.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
                }
                ui.ctx().accesskit_node_builder(row.id, |node| node.set_selected(number == self.chosen));
                let row = if entry.help().is_empty() { row } else { row.on_hover_text(plain(entry.help())) };
                if number == self.chosen && (down || up) {
                    row.scroll_to_me(None);
                }
                // The insertion tool takes over when the item leaves its row with the button still down. A drag that ends on the row
                // counts as a click.
                let leaves = row.dragged_by(PointerButton::Primary) && !row.contains_pointer();
                let ends = row.drag_stopped_by(PointerButton::Primary) && row.contains_pointer();
                let ends = ends && ui.input(|input| input.pointer.primary_released());
                if row.on_disabled_hover_text(reason.map_or("", Text::as_str)).clicked() || leaves || ends {
                    chosen = Some(*entry);
                }
            }
        });
        if self.insert {
            ui.weak(text::insert::DRAG_HINT);
        }
        chosen.and_then(Entry::request)
    }
}

/// The entries matching a search, best first; equal matches keep the order of the list.
fn found<'a>(entries: &'a [Entry], search: &str) -> Vec<&'a Entry> {
    let search = folded(search);
    let mut found: Vec<(usize, &Entry)> =
        entries.iter().filter_map(|entry| Some((rank(&search, &entry.searched)?, entry))).collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, entry)| entry).collect()
}
