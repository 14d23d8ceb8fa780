//! Panel layouts: built-in and user-defined.

use super::Window;
use super::dialogs::{Answer, Purpose};
use crate::actions::{Action, Layout, PanelRequest, Request};
use crate::preferences::named_layouts::Layouts;
use crate::text;
use crate::text::several as words;
use crate::widgets::menu_item::submenu;
use crate::widgets::name_field::NameField;
use egui::Ui;

/// The menu of layouts.
pub(super) fn menu(ui: &mut Ui, layouts: &Layouts, requests: &mut Vec<Request>) {
    ui.menu_button(submenu(&words::LAYOUTS), |ui| {
        let mut offer = |ui: &mut Ui, name: &str, layout: Layout| {
            if ui.button(name).clicked() {
                requests.push(Request::Panel(PanelRequest::Layout(layout)));
            }
        };
        offer(ui, &words::STANDARD, Layout::Standard);
        offer(ui, &words::BUILDING, Layout::Building);
        layouts.names().for_each(|name| offer(ui, name, Layout::Own(name.to_owned())));
        ui.separator();
        if ui.button(Action::SaveLayout.name()).clicked() {
            requests.push(Action::SaveLayout.into());
        }
        ui.add_enabled_ui(layouts.names().next().is_some(), |ui| {
            ui.menu_button(words::DELETE_LAYOUT, |ui| {
                for name in layouts.names() {
                    if ui.button(words::delete_of(name)).clicked() {
                        requests.push(Request::Panel(PanelRequest::Layout(Layout::Delete(name.to_owned()))));
                    }
                }
            });
        });
    });
}

impl Window {
    pub(super) fn panel_request(&mut self, request: PanelRequest) {
        match request {
            PanelRequest::Show(pane) => self.show_panel(pane),
            PanelRequest::Close(pane) => self.layout.close(pane),
            PanelRequest::Layout(layout) => self.choose_layout(layout),
        }
    }

    /// Applies a layout, or prompts to delete it.
    pub(super) fn choose_layout(&mut self, layout: Layout) {
        match layout {
            Layout::Standard => self.layout.use_standard(),
            Layout::Building => self.layout.use_construction(),
            Layout::Own(name) => self.layout.use_named(&name),
            Layout::Delete(name) => {
                let answers = vec![(words::DELETE_LAYOUT, Answer::DeleteLayout(name.clone()))];
                self.dialogs.ask(words::ask_to_delete(&name), answers);
            }
        }
    }

    /// Prompts for a name for the current layout.
    pub(super) fn ask_for_layout(&mut self) {
        let field = NameField::new(words::NAME_OF_LAYOUT, text::action::SAVE.name, text::file::CANCEL, String::new());
        let field = field.refusing(&[words::STANDARD, words::BUILDING], words::RESERVED);
        self.dialogs.ask_for_name(field, Purpose::Layout);
    }

    /// Saves the current layout under a name. Prompts before overwriting another one.
    pub(super) fn save_layout(&mut self, name: String) {
        if self.layout.named.get(&name).is_none() {
            return self.replace_layout(name);
        }
        let text = words::taken(&name);
        let answers = vec![(words::REPLACE_LAYOUT, Answer::ReplaceLayout(name))];
        self.dialogs.ask(text, answers);
    }

    /// Saves the current layout under a name, without asking.
    pub(super) fn replace_layout(&mut self, name: String) {
        self.notices.toasts.success(words::saved(&name));
        self.layout.save(name);
    }
}
