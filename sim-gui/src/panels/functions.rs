//! Buttons that call functions of services, and answers beside their buttons.

use crate::actions::Request;
use crate::simulation::calls::{Calls, Key};
use crate::text::construct as words;
use crate::viewer_context::ViewerContext;
use crate::widgets::arguments;
use egui::{RichText, Ui};
use serde_json::{Map, Value};
use sim_abi::declare::Kind;
use sim_runner::ServiceStructure;

/// Shows the functions of a service, with fields for their arguments.
pub fn show_service(ui: &mut Ui, context: &ViewerContext<'_>, service: &ServiceStructure, requests: &mut Vec<Request>) {
    if service.functions.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.strong(words::FUNCTIONS);
    for function in &service.functions {
        let key = Key { robot: String::new(), part: service.name.clone(), function: function.name.clone() };
        ui.push_id((&service.name, &function.name), |ui| {
            // What is typed belongs to this place of the window alone.
            let place = ui.scope_id().with("arguments");
            let mut values: Map<String, Value> = ui.data_mut(|data| data.get_temp(place)).unwrap_or_default();
            ui.horizontal_wrapped(|ui| {
                let help = context.plugins.say(Kind::Service.word(), &service.id, &function.help);
                let button = ui.button(&function.name).on_hover_text(words::plain(help));
                button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, words::call(&function.name)));
                if button.clicked() {
                    let (service, function, arguments) =
                        (service.name.clone(), function.name.clone(), arguments::given(function, &values));
                    requests.push(Request::CallService { service, function, arguments });
                }
                answer(ui, context.calls, &key);
            });
            arguments::fields(ui, function, &mut values);
            ui.data_mut(|data| data.insert_temp(place, values));
        });
    }
}

/// The answer beside its button.
pub fn answer(ui: &mut Ui, calls: &Calls, key: &Key) {
    if calls.waits(key) {
        ui.weak(words::WAITING);
    }
    let (text, color) = match calls.answer_to(key) {
        Some(Ok(text)) => (text, ui.visuals().strong_text_color()),
        Some(Err(reason)) => (reason, ui.visuals().error_fg_color),
        None => return,
    };
    let response = ui.label(RichText::new(text).monospace().color(color));
    let label = words::answer(&key.function, text);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &label));
}
