//! Buttons that call functions of services and of controllers, and answers beside their buttons.

use crate::actions::Request;
use crate::simulation::calls::{Calls, Key};
use crate::text::construct as words;
use crate::viewer_context::ViewerContext;
use crate::widgets::arguments;
use egui::{RichText, Ui};
use serde_json::{Map, Value};
use sim_abi::declare::{Function, Kind};
use sim_abi::service::LayoutPart;
use sim_runner::ServiceStructure;

/// Shows the functions of a service, with fields for their arguments.
pub fn show_service(ui: &mut Ui, context: &ViewerContext<'_>, service: &ServiceStructure, requests: &mut Vec<Request>) {
    let owner = Owner { kind: Kind::Service.word(), id: &service.id, robot: "", name: &service.name };
    show(ui, context, &owner, &service.functions, |key, arguments| {
        requests.push(Request::CallService { service: key.part, function: key.function, arguments });
    });
}

/// Shows the functions of a robot's controller or dynamics in the same way; the robot by its number and its name.
pub fn show_part(
    ui: &mut Ui,
    context: &ViewerContext<'_>,
    (robot, name): (usize, &str),
    part: &LayoutPart,
    requests: &mut Vec<Request>,
) {
    let owner = Owner { kind: &part.kind, id: &part.component, robot: name, name: &part.name };
    show(ui, context, &owner, &part.functions, |key, arguments| {
        requests.push(Request::Call { key, robot, arguments });
    });
}

/// Whose functions are shown.
struct Owner<'a> {
    kind: &'a str,
    id: &'a str,
    /// The robot; empty for a service.
    robot: &'a str,
    name: &'a str,
}

fn show(
    ui: &mut Ui,
    context: &ViewerContext<'_>,
    owner: &Owner<'_>,
    functions: &[Function],
    mut call: impl FnMut(Key, Vec<Value>),
) {
    // What makes parameters of measurements takes a table, which the construction has.
    let mut functions = functions.iter().filter(|function| !function.calibrates).peekable();
    if functions.peek().is_none() {
        return;
    }
    ui.add_space(6.0);
    ui.strong(words::FUNCTIONS);
    for function in functions {
        let key = Key { robot: owner.robot.into(), part: owner.name.into(), function: function.name.clone() };
        ui.push_id((owner.robot, owner.name, &function.name), |ui| {
            // What is typed belongs to this place of the window alone.
            let place = ui.scope_id().with("arguments");
            let mut values: Map<String, Value> = ui.data_mut(|data| data.get_temp(place)).unwrap_or_default();
            ui.horizontal_wrapped(|ui| {
                let help = context.plugins.say(owner.kind, owner.id, &function.help);
                let button = ui.button(&function.name).on_hover_text(words::plain(help));
                button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, words::call(&function.name)));
                if button.clicked() {
                    call(key.clone(), arguments::given(function, &values));
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
