//! All services that show something of themselves: how they are, what they work on, and their functions.

use super::functions;
use crate::actions::Request;
use crate::text::service as words;
use crate::viewer_context::ViewerContext;
use crate::widgets::long_text;
use egui::{Button, RichText, Ui};
use sim_edit::{Section, Target};

/// The panel needs this width; where it is narrower it scrolls, points.
const WIDTH: f32 = 200.0;

/// Shows a part for each service, in the order of the scene.
pub fn show(ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
    if context.panels().next().is_none() {
        return super::empty(ui, &words::NONE);
    }
    super::scroll(ui, WIDTH, |ui| {
        for (number, (service, panel)) in context.panels().enumerate() {
            if number > 0 {
                ui.separator();
            }
            ui.push_id(&service.name, |ui| {
                let name = Button::new(RichText::new(&service.name).strong().heading()).frame(false).truncate();
                let name = long_text::or_hover(ui.add(name), &service.name);
                let label = words::select(&service.name);
                name.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
                if name.on_hover_text(words::SELECT_HELP).clicked() {
                    requests.push(Request::SelectPart(Target::named(Section::Services, &*service.name)));
                }
                functions::show_service(ui, context, service, Some(panel), requests);
                ui.add_space(8.0);
            });
        }
    });
}
