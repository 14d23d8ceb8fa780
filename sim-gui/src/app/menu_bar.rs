//! The menus.

use super::layouts;
use super::start_page::StartPage;
use crate::actions::{Action, Availability, Menu, Request};
use crate::preferences::language::Languages;
use crate::preferences::layout::Pane;
use crate::preferences::layouts::Layouts;
use crate::text::{self, Text};
use egui::{Button, MenuBar, Ui};
use sim_text::Language;

/// The menus, from left to right.
const MENUS: [(Menu, Text); 6] = [
    (Menu::File, text::menu::FILE),
    (Menu::Edit, text::menu::EDIT),
    (Menu::Draw, text::menu::DRAW),
    (Menu::Run, text::menu::RUN),
    (Menu::View, text::menu::VIEW),
    (Menu::Help, text::menu::HELP),
];

/// Shows the menus.
pub fn show(
    ui: &mut Ui,
    availability: &Availability<'_>,
    chosen: Languages,
    start_page: &mut StartPage,
    own: &Layouts,
    requests: &mut Vec<Request>,
) {
    MenuBar::new().ui(ui, |ui| {
        for (menu, title) in MENUS {
            ui.menu_button(title, |ui| {
                for action in Action::ALL.iter().filter(|action| action.entry().menu == menu) {
                    item(ui, *action, availability, requests);
                    if *action == Action::Open {
                        start_page.menu(ui, requests);
                    }
                }
                if menu == Menu::View {
                    ui.separator();
                    ui.menu_button(text::menu::CAMERA, |ui| {
                        for action in Action::ALL.iter().filter(|action| action.entry().menu == Menu::Camera) {
                            item(ui, *action, availability, requests);
                        }
                    });
                    panels(ui, requests);
                    layouts::menu(ui, own, requests);
                    languages(ui, chosen, requests);
                }
            });
        }
    });
}

/// An action with its keys; what it does, or why it cannot be done now, stands under the pointer.
fn item(ui: &mut Ui, action: Action, availability: &Availability<'_>, requests: &mut Vec<Request>) {
    let keys = availability.keys(action, ui.ctx());
    let reason = availability.reason(action);
    let item = ui.add_enabled(reason.is_none(), Button::new(availability.name(action)).shortcut_text(keys));
    let item = item.on_hover_text(action.entry().words.help).on_disabled_hover_text(reason.map_or("", Text::as_str));
    if item.clicked() {
        requests.push(action.into());
    }
}

/// The menu of languages, each by its own name.
fn languages(ui: &mut Ui, languages: Languages, requests: &mut Vec<Request>) {
    ui.menu_button(text::language::MENU, |ui| {
        let of_system = text::language::of_system(languages.system.own_name());
        let own = Language::ALL.into_iter().map(|language| (Some(language), language.own_name().to_string()));
        for (language, name) in std::iter::once((None, of_system)).chain(own) {
            if ui.radio(languages.chosen() == language, name).clicked() {
                requests.push(Request::Language(language));
            }
        }
    });
}

/// The menu of all panels.
fn panels(ui: &mut Ui, requests: &mut Vec<Request>) {
    ui.menu_button(text::menu::PANELS, |ui| {
        for pane in Pane::ALL {
            if ui.button(pane.title()).clicked() {
                requests.push(Request::ShowPanel(pane));
            }
        }
    });
}
