//! The list of all shortcuts, in which they can be rebound.

use crate::actions::{Action, Availability, KeyRequest, Menu, Request, Reserved, reserved, take_pressed};
use crate::text::search::folded;
use crate::text::{self, Text, keys, shortcuts as words};
use egui::{Grid, KeyboardShortcut, RichText, ScrollArea, Ui};

/// Height reserved for title, footer and window margins, points.
const BESIDE: f32 = 262.0;
/// Height of the line for conflicts, points.
const LINE: f32 = 46.0;
/// Width of the list, points.
const WIDTH: f32 = 560.0;

/// The list of all shortcuts.
#[derive(Default)]
pub struct ShortcutList {
    /// The action waiting for a new shortcut.
    waiting: Option<Action>,
    /// The conflict of the pressed shortcut, if any.
    conflict: Option<Conflict>,
    /// Why the pressed shortcut cannot be bound.
    refused: Option<Reserved>,
    /// Search text for names and shortcuts.
    search: String,
    /// Whether the search field has received the initial focus.
    begun: bool,
}

/// A shortcut pressed for one action but already bound to another.
#[derive(Clone, Copy)]
struct Conflict {
    action: Action,
    keys: KeyboardShortcut,
    other: Action,
}

impl ShortcutList {
    /// Captures the shortcut pressed for an action. Must be called before other input handling.
    pub fn take_keys(&mut self, ui: &Ui, availability: &Availability<'_>, requests: &mut Vec<Request>) {
        let Some((action, pressed)) = self.waiting.and_then(|action| Some((action, take_pressed(ui.ctx())?))) else {
            return;
        };
        let keys = match pressed {
            Ok(keys) if keys == ESCAPE => return self.waiting = None,
            Ok(keys) => keys,
            Err(reserved) => return self.refused = Some(reserved),
        };
        self.refused = reserved(keys);
        if self.refused.is_some() {
            return;
        }
        self.waiting = None;
        match availability.shortcuts.meaning(keys).filter(|other| *other != action) {
            Some(other) => self.conflict = Some(Conflict { action, keys, other }),
            None => requests.push(Request::Keys(KeyRequest::Bind { action, keys: Some(keys) })),
        }
    }

    /// Shows the list. Returns whether it stays open.
    pub fn show(&mut self, ui: &mut Ui, availability: &Availability<'_>, requests: &mut Vec<Request>) -> bool {
        let window = ui.ctx().content_rect().size();
        ui.set_width(WIDTH.min(window.x - 60.0));
        ui.heading(text::action::SHORTCUTS.name);
        ui.add_space(4.0);
        let search = egui::TextEdit::singleline(&mut self.search).hint_text(words::SEARCH).desired_width(f32::INFINITY);
        let search = ui.add(search);
        search.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, words::SEARCH));
        if !std::mem::replace(&mut self.begun, true) {
            search.request_focus();
        }
        ui.add_space(4.0);
        let height = (window.y - BESIDE).max(60.0);
        // A solid scroll bar shows that the list continues.
        ui.spacing_mut().scroll = egui::style::ScrollStyle::solid();
        let list = ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false);
        list.show(ui, |ui| self.rows(ui, availability, requests));
        ui.add_space(4.0);
        // The line is reserved even if empty, so that nothing moves under the pointer.
        ui.scope(|ui| {
            ui.set_min_height(LINE);
            self.show_conflict(ui, requests);
        });
        let mut open = true;
        ui.horizontal(|ui| {
            if ui.button(words::RESET_ALL).clicked() {
                (self.waiting, self.conflict, self.refused) = (None, None, None);
                requests.push(Request::Keys(KeyRequest::Reset(None)));
            }
            open = !ui.button(words::CLOSE).clicked();
        });
        ui.label(text::view::HINT);
        open
    }

    fn rows(&mut self, ui: &mut Ui, availability: &Availability<'_>, requests: &mut Vec<Request>) {
        Grid::new("shortcuts").num_columns(3).striped(true).spacing([24.0, 4.0]).show(ui, |ui| {
            let wanted = folded(self.search.trim());
            let is_wanted = |name: &str, keys: &str| folded(name).contains(&wanted) || folded(keys).contains(&wanted);
            let mut any = false;
            for menu in Menu::ALL {
                let of_menu = Action::ALL.iter().copied().filter(|action| action.entry().menu == menu);
                let found = of_menu.filter(|action| is_wanted(action.name(), &keys_of(ui, *action, availability)));
                let found: Vec<Action> = found.collect();
                for (number, action) in found.into_iter().enumerate() {
                    if number == 0 {
                        heading(ui, menu.title());
                    }
                    any = true;
                    ui.label(action.name());
                    self.keys(ui, action, availability);
                    ui.horizontal(|ui| buttons(ui, action, availability, requests));
                    ui.end_row();
                }
            }
            use egui::gui_zoom::kb_shortcuts::{ZOOM_IN, ZOOM_OUT, ZOOM_RESET};
            let zooms = [
                (text::interface_size::LARGER, ZOOM_IN),
                (text::interface_size::SMALLER, ZOOM_OUT),
                (text::interface_size::NORMAL, ZOOM_RESET),
            ];
            let zooms = zooms.map(|(name, keys)| (name, keys::shortcut(&keys, ui.ctx())));
            for (number, (name, keys)) in zooms.iter().filter(|(name, keys)| is_wanted(name, keys)).enumerate() {
                if number == 0 {
                    heading(ui, text::preferences::SIZE);
                }
                any = true;
                ui.label(*name);
                ui.monospace(keys);
                ui.end_row();
            }
            if !any {
                ui.weak(text::palette::NOTHING);
            }
        });
    }

    /// The shortcut of an action; a click rebinds it.
    fn keys(&mut self, ui: &mut Ui, action: Action, availability: &Availability<'_>) {
        let keys = keys_of(ui, action, availability);
        let waits = self.waiting == Some(action);
        let shown = match waits {
            true => RichText::new(words::PRESS),
            false if keys.is_empty() => RichText::new(text::common::NO_KEYS).weak(),
            false => RichText::new(keys).monospace(),
        };
        let button = ui.add(egui::Button::new(shown).selected(waits)).on_hover_text(words::BIND_HELP);
        let label = words::keys_of(action.name());
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        if button.clicked() {
            (self.waiting, self.conflict, self.refused) = ((!waits).then_some(action), None, None);
        }
    }

    /// The action that already has the shortcut, with a button to rebind it; or why the shortcut cannot be bound.
    fn show_conflict(&mut self, ui: &mut Ui, requests: &mut Vec<Request>) {
        if let Some(reserved) = self.refused {
            let reason = match reserved {
                Reserved::Clipboard => words::CLIPBOARD,
                Reserved::Fields => words::FIELDS,
                Reserved::Size => words::SIZE,
            };
            ui.label(RichText::new(reason).color(ui.visuals().warn_fg_color));
        }
        let Some(Conflict { action, keys, other }) = self.conflict else { return };
        ui.horizontal_wrapped(|ui| {
            let conflict = words::conflict(keys::shortcut(&keys, ui.ctx()), other.name());
            ui.label(RichText::new(conflict).color(ui.visuals().warn_fg_color));
            if ui.button(words::take(action.name())).clicked() {
                requests.push(Request::Keys(KeyRequest::Bind { action, keys: Some(keys) }));
                self.conflict = None;
            }
            if ui.button(words::LEAVE).clicked() {
                self.conflict = None;
            }
        });
    }
}

/// The heading of a group.
fn heading(ui: &mut Ui, title: Text) {
    let label = ui.label(RichText::new(title).strong());
    label.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Heading, true, title));
    ui.end_row();
}

/// All shortcuts of an action, formatted.
fn keys_of(ui: &Ui, action: Action, availability: &Availability<'_>) -> String {
    let keys: Vec<String> = availability.shortcuts.of(action).map(|keys| keys::shortcut(&keys, ui.ctx())).collect();
    keys.join(", ")
}

/// The key that cancels rebinding.
const ESCAPE: KeyboardShortcut = KeyboardShortcut::new(egui::Modifiers::NONE, egui::Key::Escape);

/// The buttons that remove or reset the shortcut of an action.
fn buttons(ui: &mut Ui, action: Action, availability: &Availability<'_>, requests: &mut Vec<Request>) {
    let mut small = |ui: &mut Ui, sign: &str, help: &str, label: String, request: Request| {
        let button = ui.add(egui::Button::new(sign).frame(false)).on_hover_text(help);
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        if button.clicked() {
            requests.push(request);
        }
    };
    if availability.shortcuts.is_changed(action) {
        small(ui, "↺", &words::RESET, words::reset_of(action.name()), Request::Keys(KeyRequest::Reset(Some(action))));
    }
    if availability.shortcuts.of(action).next().is_some() {
        let request = Request::Keys(KeyRequest::Bind { action, keys: None });
        small(ui, "✖", &words::NO_KEYS, words::remove(action.name()), request);
    }
}
