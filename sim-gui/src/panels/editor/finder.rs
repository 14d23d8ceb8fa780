//! The find and replace bar.

use crate::text::editor as words;
use egui::{Id, Key, Modifiers, TextEdit, Ui};
use sim_edit::find::{Hit, Search, replaced};
use std::ops::Range;

/// Widget ids of its fields.
pub const FIELDS: [&str; 2] = ["find in a text", "replace in a text"];
/// Width of its fields, points.
const WIDTH: f32 = 180.0;

/// State of a search.
#[derive(Default)]
pub struct Finder {
    open: bool,
    replaces: bool,
    wanted: Search,
    with: String,
    /// Whether the field takes the focus in the next frame.
    wants_keyboard: bool,
    /// Matches, with text number and query. `None` if the text has changed.
    found: Option<(u64, Search, Vec<Hit>)>,
}

/// A request from the bar.
pub enum FinderAction {
    /// Select a range of characters.
    Select(Range<usize>),
    /// Replace the whole text.
    Replace {
        /// The new text.
        text: String,
        /// Character from which to search for the next match. `None` after replacing all.
        then: Option<usize>,
    },
}

impl Finder {
    /// Whether the bar is open.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Opens the bar, with the selected text as the query.
    pub fn open(&mut self, selected: Option<String>, replaces: bool) {
        (self.open, self.wants_keyboard) = (true, true);
        self.replaces |= replaces;
        if let Some(text) = selected {
            self.wanted.text = text;
        }
    }

    /// Closes the bar.
    pub fn close(&mut self) {
        (self.open, self.replaces) = (false, false);
    }

    /// Discards the matches after a change of the text.
    pub fn forget(&mut self) {
        self.found = None;
    }

    /// The matches in a text, by number, and the index of the selected one.
    pub fn hits(&mut self, number: u64, text: &str, selected: Option<Range<usize>>) -> (&[Hit], Option<usize>) {
        if !self.open {
            return (&[], None);
        }
        let hits = self.find(number, text);
        let at = selected.and_then(|selected| hits.iter().position(|hit| hit.chars == selected));
        (hits, at)
    }

    fn find(&mut self, number: u64, text: &str) -> &[Hit] {
        let known = self.found.as_ref().is_some_and(|(of, wanted, _)| *of == number && *wanted == self.wanted);
        if !known {
            self.found = Some((number, self.wanted.clone(), self.wanted.find(text)));
        }
        self.found.as_ref().map_or(&[], |(_, _, hits)| hits)
    }

    /// The next or previous match from the selection, wrapping around.
    pub fn step(
        &mut self,
        number: u64,
        text: &str,
        selected: Option<Range<usize>>,
        forward: bool,
    ) -> Option<Range<usize>> {
        let selected = selected.unwrap_or(0..0);
        let hits = self.find(number, text);
        let hit = match forward {
            true => {
                // Skip a selected match, but not one that starts at the cursor.
                let from = if selected.is_empty() { selected.start } else { selected.end };
                hits.iter().find(|hit| hit.chars.start >= from).or(hits.first())
            }
            false => hits.iter().rev().find(|hit| hit.chars.end <= selected.start).or(hits.last()),
        };
        hit.map(|hit| hit.chars.clone())
    }

    /// Shows the bar for a text, by number.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        number: u64,
        text: &str,
        selected: Option<Range<usize>>,
    ) -> Option<FinderAction> {
        if !self.open {
            return None;
        }
        let mut asked = None;
        ui.horizontal_wrapped(|ui| {
            let forward = self.field(ui);
            let count = self.count(number, text, selected.clone());
            ui.label(count);
            let back = ui.button(words::PREVIOUS).on_hover_text(words::PREVIOUS_HELP).clicked();
            let next = ui.button(words::NEXT).on_hover_text(words::NEXT_HELP).clicked();
            let forward = forward.or(back.then_some(false)).or(next.then_some(true));
            if let Some(forward) = forward {
                asked = self.step(number, text, selected.clone(), forward).map(FinderAction::Select);
            }
            ui.checkbox(&mut self.wanted.case, words::CASE).on_hover_text(words::CASE_HELP);
            ui.checkbox(&mut self.wanted.word, words::WORD).on_hover_text(words::WORD_HELP);
            if !self.replaces {
                let more = ui.button(words::REPLACE_MORE).on_hover_text(words::REPLACE_MORE_HELP);
                self.replaces = more.clicked();
            }
        });
        if self.replaces {
            ui.horizontal_wrapped(|ui| asked = asked.take().or(self.replace_row(ui, number, text, selected)));
        }
        asked
    }

    /// The query field. Returns whether to go to the next or previous match.
    fn field(&mut self, ui: &mut Ui) -> Option<bool> {
        let edit = TextEdit::singleline(&mut self.wanted.text).id(Id::unique(FIELDS[0])).desired_width(WIDTH);
        let field = ui.add(edit.hint_text(words::FIND_HINT));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, words::FIND_HINT));
        if std::mem::take(&mut self.wants_keyboard) {
            field.request_focus();
        }
        if !field.lost_focus() {
            return None;
        }
        let entered = |ui: &Ui, held| ui.input_mut(|input| input.consume_key(held, Key::Enter));
        let forward = match (entered(ui, Modifiers::SHIFT), entered(ui, Modifiers::NONE)) {
            (true, _) => false,
            (_, true) => true,
            _ => return None,
        };
        field.request_focus();
        Some(forward)
    }

    /// The label with the number of matches.
    fn count(&mut self, number: u64, text: &str, selected: Option<Range<usize>>) -> String {
        if self.wanted.text.is_empty() {
            return String::new();
        }
        let (hits, at) = self.hits(number, text, selected);
        match (hits.len(), at) {
            (0, _) => words::NOT_FOUND.to_string(),
            (count, Some(at)) => words::found_at(at + 1, count),
            (count, None) => words::found(count),
        }
    }

    fn replace_row(
        &mut self,
        ui: &mut Ui,
        number: u64,
        text: &str,
        selected: Option<Range<usize>>,
    ) -> Option<FinderAction> {
        let edit = TextEdit::singleline(&mut self.with).id(Id::unique(FIELDS[1])).desired_width(WIDTH);
        let field = ui.add(edit.hint_text(words::REPLACE_HINT));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, words::REPLACE_HINT));
        let (one, all) = (ui.button(words::REPLACE).on_hover_text(words::REPLACE_HELP), ui.button(words::REPLACE_ALL));
        let all = all.on_hover_text(words::REPLACE_ALL_HELP).clicked();
        if !one.clicked() && !all {
            return None;
        }
        let with = self.with.clone();
        let (hits, at) = self.hits(number, text, selected.clone());
        match (all, at) {
            (true, _) if hits.is_empty() => None,
            (true, _) => Some(FinderAction::Replace { text: replaced(text, hits, &with), then: None }),
            (false, Some(at)) => {
                let hit = &hits[at];
                let then = Some(hit.chars.start + with.chars().count());
                Some(FinderAction::Replace { text: replaced(text, std::slice::from_ref(hit), &with), then })
            }
            (false, None) => self.step(number, text, selected, true).map(FinderAction::Select),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// BL-86: A text editor opens, saves, reverts, finds and replaces.
    #[test]
    fn the_next_place_is_the_one_behind_the_cursor_and_the_search_goes_around() {
        let mut finder =
            Finder { open: true, wanted: Search { text: "at".into(), ..Search::default() }, ..Finder::default() };
        let text = "at cat at";
        let mut step = |selected, forward| finder.step(1, text, selected, forward);
        assert_eq!(step(None, true), Some(0..2));
        assert_eq!(step(Some(0..2), true), Some(4..6));
        assert_eq!(step(Some(4..6), true), Some(7..9));
        assert_eq!(step(Some(7..9), true), Some(0..2), "around the end");
        assert_eq!(step(Some(0..2), false), Some(7..9), "around the beginning");
        assert_eq!(step(Some(7..9), false), Some(4..6));
        assert_eq!(step(Some(4..4), true), Some(4..6), "one that begins at the cursor");
    }

    /// BL-86: A text editor opens, saves, reverts, finds and replaces.
    #[test]
    fn another_text_is_searched_again() {
        let mut finder =
            Finder { open: true, wanted: Search { text: "a".into(), ..Search::default() }, ..Finder::default() };
        assert_eq!(finder.hits(1, "aa", Some(1..2)).1, Some(1));
        assert_eq!(finder.hits(2, "b", None).0.len(), 0);
        finder.forget();
        let (hits, at) = finder.hits(2, "ab", Some(0..1));
        assert_eq!((hits.len(), at), (1, Some(0)));
    }
}
