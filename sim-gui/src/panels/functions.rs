//! Buttons that call functions of services, and answers beside their buttons.

use crate::actions::Request;
use crate::simulation::calls::{Calls, Key};
use crate::text::construct as words;
use crate::viewer_context::ViewerContext;
use egui::{RichText, Ui};
use sim_abi::declare::Kind;
use sim_runner::ServiceStructure;

/// Shows the functions of a service. Those with parameters are for other programs.
pub fn show_service(ui: &mut Ui, context: &ViewerContext<'_>, service: &ServiceStructure, requests: &mut Vec<Request>) {
    let mut functions = service.functions.iter().filter(|function| function.parameters.is_empty()).peekable();
    if functions.peek().is_none() {
        return;
    }
    ui.add_space(6.0);
    ui.strong(words::FUNCTIONS);
    for function in functions {
        let (part, name) = (service.name.clone(), function.name.clone());
        let key = Key { robot: String::new(), part, function: name };
        ui.horizontal_wrapped(|ui| {
            let help = context.plugins.say(Kind::Service.word(), &service.id, &function.help);
            let button = ui.button(&function.name).on_hover_text(words::plain(help));
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, words::call(&function.name)));
            if button.clicked() {
                requests.push(Request::CallService { service: service.name.clone(), function: function.name.clone() });
            }
            answer(ui, context.calls, &key);
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
