//! The menu of a thing: what can be done with what is selected.

use super::availability::Availability;
use super::item::item;
use super::list::Action;
use super::request::Request;
use egui::Ui;

/// Its actions, in groups.
const GROUPS: [&[Action]; 4] = [
    &[Action::FitSelection, Action::Rename, Action::Duplicate],
    &[Action::Cut, Action::Copy, Action::Paste, Action::Delete],
    &[Action::Hide, Action::Lock],
    &[Action::ShowInText],
];

/// Shows them, each as in the menus of the window.
pub fn show(ui: &mut Ui, availability: &Availability<'_>, requests: &mut Vec<Request>) {
    for (number, group) in GROUPS.into_iter().enumerate() {
        if number > 0 {
            ui.separator();
        }
        group.iter().for_each(|action| item(ui, *action, availability, requests));
    }
}
