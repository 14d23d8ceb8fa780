//! A list to choose from that may be very long: with a search, and only the rows in sight are made.

use crate::text;
use crate::text::search::folded;
use egui::{ComboBox, PopupCloseBehavior, ScrollArea, TextEdit, Ui};

/// Lists up to this long need no search.
const SHORT: usize = 12;
/// Height of the list, points.
const HEIGHT: f32 = 260.0;

/// What a list is of: whether of a recording, the generation of its structure, and the robot, where it is of one.
pub type Of = (bool, u64, Option<usize>);

/// What is chosen and what is searched for.
#[derive(Default)]
pub struct Picker {
    /// Number of what is chosen.
    pub chosen: usize,
    search: String,
    /// What `found` was found with.
    sought: Option<(Of, usize, String)>,
    found: Vec<usize>,
}

impl Picker {
    /// Shows the list of `count` names under a title. `of` tells lists apart that are as long.
    pub fn show<'a>(&mut self, ui: &mut Ui, title: &str, count: usize, of: Of, name: impl Fn(usize) -> &'a str) {
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
            self.find(count, of, &name);
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

    fn find<'a>(&mut self, count: usize, of: Of, name: &impl Fn(usize) -> &'a str) {
        let key = (of, count, folded(&self.search));
        if self.sought.as_ref() != Some(&key) {
            self.found.clear();
            self.found.extend((0..count).filter(|place| key.2.is_empty() || folded(name(*place)).contains(&key.2)));
            self.sought = Some(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_has_become_shorter_is_searched_anew() {
        let (mut picker, of) = (Picker::default(), (false, 7, None));
        picker.find(5, of, &|_| "anna");
        picker.find(3, of, &|_| "anna");
        assert_eq!(picker.found, [0, 1, 2]);
        picker.search = "b".into();
        picker.find(3, (false, 8, None), &|place| ["anna", "bert", "carl"][place]);
        assert_eq!(picker.found, [1]);
        picker.find(3, (false, 9, None), &|place| ["bert", "anna", "carl"][place]);
        assert_eq!(picker.found, [0]);
    }
}
