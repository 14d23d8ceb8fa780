//! The menu bar.

use super::layout_menu;
use super::panel_layout::PanelLayout;
use super::start_page::StartPage;
use crate::actions::{Action, Availability, Menu, PanelRequest, Request, SettingRequest, item};
use crate::preferences::language::Languages;
use crate::preferences::layout::Pane;
use crate::text::{self, menu as words};
use crate::widgets::menu_item::{self, Mark, submenu};
use egui::{MenuBar, ScrollArea, Ui};
use sim_text::Language;

/// The menus, from left to right.
const MENUS: [Menu; 6] = [Menu::File, Menu::Edit, Menu::Draw, Menu::Run, Menu::View, Menu::Help];

/// Height reserved above and below an open menu, points.
const BESIDE: f32 = 40.0;
/// Minimum height of a menu, points.
const LEAST: f32 = 60.0;

/// Shows the menus.
pub fn show(
    ui: &mut Ui,
    availability: &Availability<'_>,
    chosen: Languages,
    layout: &PanelLayout,
    start_page: &mut StartPage,
    requests: &mut Vec<Request>,
) {
    MenuBar::new().ui(ui, |ui| {
        for menu in MENUS {
            ui.menu_button(menu.title(), |ui| {
                let height = (ui.ctx().content_rect().height() - BESIDE).max(LEAST);
                ui.set_max_height(height);
                ScrollArea::vertical().show(ui, |ui| {
                    for action in Action::ALL.iter().filter(|action| action.entry().menu == menu) {
                        item(ui, *action, availability, requests);
                        if *action == Action::Open {
                            start_page.menu(ui, requests);
                            packs(ui, requests);
                        }
                    }
                    if menu == Menu::View {
                        ui.separator();
                        let camera = ui.menu_button(submenu(&Menu::Camera.title()), |ui| {
                            for action in Action::ALL.iter().filter(|action| action.entry().menu == Menu::Camera) {
                                item(ui, *action, availability, requests);
                            }
                        });
                        camera.response.on_hover_text(words::CAMERA_HELP);
                        panels(ui, layout, requests);
                        layout_menu::menu(ui, &layout.named, requests);
                        languages(ui, chosen, requests);
                    }
                });
            });
        }
    });
}

/// The entry that opens the packs panel, the first place to look for more scenes and robots.
fn packs(ui: &mut Ui, requests: &mut Vec<Request>) {
    let item = ui.add(menu_item::button(Mark::Nothing, &text::packs::MENU));
    if item.on_hover_text(text::packs::MENU_HELP).clicked() {
        requests.push(Request::Panel(PanelRequest::Show(Pane::Packs)));
    }
}

/// The language menu; each language is listed in its own name.
fn languages(ui: &mut Ui, languages: Languages, requests: &mut Vec<Request>) {
    let menu = ui.menu_button(submenu(&text::language::MENU), |ui| {
        let of_system = text::language::of_system(languages.system.own_name());
        let own = Language::ALL.into_iter().map(|language| (Some(language), language.own_name().to_string()));
        for (language, name) in std::iter::once((None, of_system)).chain(own) {
            let mark = Mark::Dot(languages.chosen() == language);
            let item = ui.add(menu_item::button(mark, &name));
            menu_item::describe(ui, &item, mark, &name);
            if item.on_hover_text(text::language::HELP).clicked() {
                requests.push(Request::Setting(SettingRequest::Language(language)));
            }
        }
    });
    menu.response.on_hover_text(text::language::HELP);
}

/// The panels menu. Open panels are checked. Selecting a visible panel closes it; another one comes to the front.
fn panels(ui: &mut Ui, layout: &PanelLayout, requests: &mut Vec<Request>) {
    let seen = layout.visible();
    let menu = ui.menu_button(submenu(&text::menu::PANELS), |ui| {
        for pane in Pane::ALL {
            let mark = Mark::Tick(layout.is_open(pane));
            let item = ui.add(menu_item::button(mark, &pane.title()));
            menu_item::describe(ui, &item, mark, &pane.title());
            let is_seen = seen.contains(&pane);
            let help = if is_seen { words::CLOSES_PANEL } else { words::SHOWS_PANEL };
            if item.on_hover_text(help).clicked() {
                requests.push(if is_seen {
                    Request::Panel(PanelRequest::Close(pane))
                } else {
                    Request::Panel(PanelRequest::Show(pane))
                });
            }
        }
    });
    menu.response.on_hover_text(words::PANELS_HELP);
}
