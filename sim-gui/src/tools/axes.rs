//! The switch between world axes and the axes of the selection.

use crate::actions::{Action, Request};
use crate::preferences::axes::Axes;
use crate::text::axes as words;
use egui::{Button, Role, Ui, WidgetInfo};

/// Shows the current axes; a click switches them.
pub fn switch(ui: &mut Ui, axes: Axes, requests: &mut Vec<Request>) {
    let own = axes == Axes::Own;
    let button = ui.add(Button::selectable(own, if own { words::OWN } else { words::WORLD }).frame_when_inactive(true));
    button.widget_info(|| WidgetInfo::selected(Role::Button, true, own, words::NAME));
    if button.on_hover_text(Action::OwnAxes.entry().words.help).clicked() {
        requests.push(Action::OwnAxes.into());
    }
}
