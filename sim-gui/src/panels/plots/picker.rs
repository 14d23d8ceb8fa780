//! A searchable selector for very long lists. Only visible rows are created.

use crate::text;
use crate::text::search::folded;
use egui::{ComboBox, PopupCloseBehavior, ScrollArea, TextEdit, Ui};

/// Maximum length of a list without a search field.
const SHORT: usize = 12;
/// Height of the list, points.
const HEIGHT: f32 = 260.0;

/// Identity of a list: whether from a recording, structure generation, and robot if applicable.
pub type Of = (bool, u64, Option<usize>);

/// State of the selector.
#[derive(Default)]
pub struct Picker {
    /// Index of the selected item.
    pub chosen: usize,
    search: String,
    /// The query of `found`.
    sought: Option<(Of, usize, String)>,
    found: Vec<usize>,
}

impl Picker {
    /// Shows `count` names under a title. `of` distinguishes lists of equal length.
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
    fn a_shortened_list_is_searched_again() {
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
