//! Menu items for actions.

use super::action_list::{Action, Toggle};
use super::availability::Availability;
use super::request::Request;
use crate::text::Text;
use crate::widgets::menu_item::{self, Mark};
use egui::Ui;

/// The icon of an action.
pub fn mark(action: Action, availability: &Availability<'_>) -> Mark {
    let on = availability.is_on(action).unwrap_or_default();
    match action.entry().toggle {
        Toggle::Never => Mark::Nothing,
        Toggle::Switch => Mark::Tick(on),
        Toggle::Choice => Mark::Dot(on),
    }
}

/// A menu item with its shortcut. The tooltip shows the description, or why the action is unavailable.
pub fn item(ui: &mut Ui, action: Action, availability: &Availability<'_>, requests: &mut Vec<Request>) {
    let keys = availability.keys(action, ui.ctx());
    let reason = availability.reason(action);
    let (name, mark) = (availability.name(action), mark(action, availability));
    let item = ui.add_enabled(reason.is_none(), menu_item::button(mark, &name).shortcut_text(keys));
    menu_item::describe(ui, &item, mark, &name);
    let item = item.on_hover_text(action.entry().words.help).on_disabled_hover_text(reason.map_or("", Text::as_str));
    if item.clicked() {
        requests.push(action.into());
    }
}
