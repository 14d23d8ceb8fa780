//! A list to choose from that may be very long: with a search, and only the rows in sight are made.

use crate::text;
use crate::text::search::folded;
use egui::{ComboBox, PopupCloseBehavior, ScrollArea, TextEdit, Ui};

/// Lists up to this long need no search.
const SHORT: usize = 12;
/// Height of the list, points.
const HEIGHT: f32 = 260.0;

/// What is chosen and what is searched for.
#[derive(Default)]
pub struct Picker {
    /// Number of what is chosen.
    pub chosen: usize,
    search: String,
    /// What `found` was found with.
    sought: Option<(usize, String)>,
    found: Vec<usize>,
}

impl Picker {
    /// Shows the list of `count` names under a title. `number` tells lists apart that are as long.
    pub fn show<'a>(&mut self, ui: &mut Ui, title: &str, count: usize, number: usize, name: impl Fn(usize) -> &'a str) {
        if count == 0 {
            return;
        }
        self.chosen = self.chosen.min(count - 1);
        let label = ui.label(title).id;
        let list = ComboBox::from_id_salt(title)
            .selected_text(name(self.chosen))
            .width(150.0)
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .height(HEIGHT + 40.0);
        let list = list.show_ui(ui, |ui| {
            ui.set_min_width(220.0);
            let search = count > SHORT;
            if search {
                let hint = text::tree::SEARCH;
                let field = ui.add(TextEdit::singleline(&mut self.search).hint_text(hint).desired_width(f32::INFINITY));
                field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, hint));
                field.request_focus();
            } else {
                self.search.clear();
            }
            self.find(count, number, &name);
            if self.found.is_empty() {
                ui.weak(text::tree::NOTHING);
                return;
            }
            let height = ui.spacing().interact_size.y;
            let area = ScrollArea::vertical().max_height(HEIGHT).auto_shrink([false, true]);
            area.show_rows(ui, height, self.found.len(), |ui, rows| {
                for place in &self.found[rows] {
                    let row = ui.selectable_label(*place == self.chosen, name(*place));
                    if row.clicked() {
                        self.chosen = *place;
                        ui.close();
                    }
                }
            });
        });
        list.response.labelled_by(label);
    }

    fn find<'a>(&mut self, count: usize, number: usize, name: &impl Fn(usize) -> &'a str) {
        let key = (number, folded(&self.search));
        if self.sought.as_ref() != Some(&key) {
            self.found.clear();
            self.found.extend((0..count).filter(|place| key.1.is_empty() || folded(name(*place)).contains(&key.1)));
            self.sought = Some(key);
        }
    }
}
