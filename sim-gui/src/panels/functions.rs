//! Buttons that call functions of services and controllers, with results next to them.

use super::service_panel;
use crate::actions::{Request, RunRequest};
use crate::simulation::calls::{Calls, Key};
use crate::text::construct as words;
use crate::viewer_context::ViewerContext;
use crate::widgets::arguments;
use egui::{RichText, Ui};
use serde_json::{Map, Value};
use sim_abi::declare::{Function, Kind};
use sim_abi::panel::Panel;
use sim_abi::service::LayoutPart;
use sim_runner::ServiceStructure;

/// Shows the functions of a service, with fields for their arguments.
pub fn show_service(
    ui: &mut Ui,
    context: &ViewerContext<'_>,
    service: &ServiceStructure,
    panel: Option<&Panel>,
    requests: &mut Vec<Request>,
) {
    let owner = Owner { kind: Kind::Service.word(), id: &service.id, robot: "", name: &service.name };
    let empty = Panel::default();
    let panel = panel.unwrap_or(&empty);
    service_panel::show_states(ui, context, &service.id, panel);
    let mut call = |function: &str, arguments| {
        let function = function.to_owned();
        requests.push(Request::Run(RunRequest::CallService { service: service.name.clone(), function, arguments }));
    };
    show(ui, context, &owner, &service.functions, panel, |key, arguments| call(&key.function, arguments));
    // Tasks appear and disappear, so they are placed below the buttons, which must not move under the pointer.
    if let Some(cancel) = service_panel::show_tasks(ui, context, &service.id, panel) {
        call(cancel, Vec::new());
    }
}

/// As [`show_service`] for a robot's controller or dynamics. The robot is given by index and name.
pub fn show_part(
    ui: &mut Ui,
    context: &ViewerContext<'_>,
    (robot, name): (usize, &str),
    part: &LayoutPart,
    requests: &mut Vec<Request>,
) {
    let owner = Owner { kind: &part.kind, id: &part.component, robot: name, name: &part.name };
    show(ui, context, &owner, &part.functions, &Panel::default(), |key, arguments| {
        requests.push(Request::Run(RunRequest::Call { key, robot, arguments }));
    });
}

/// The owner of the functions.
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
    panel: &Panel,
    mut call: impl FnMut(Key, Vec<Value>),
) {
    // Calibration functions take a table, which only the construction panel provides.
    let mut functions = functions.iter().filter(|function| !function.calibrates).peekable();
    if functions.peek().is_none() {
        return;
    }
    ui.add_space(6.0);
    ui.strong(words::FUNCTIONS);
    for function in functions {
        let key = Key { robot: owner.robot.into(), part: owner.name.into(), function: function.name.clone() };
        ui.push_id((owner.robot, owner.name, &function.name), |ui| {
            // Typed arguments are stored per location in the window.
            let place = ui.scope_id().with("arguments");
            let mut values: Map<String, Value> = ui.data_mut(|data| data.get_temp(place)).unwrap_or_default();
            ui.horizontal_wrapped(|ui| {
                let say = |text| context.plugins.say(owner.kind, owner.id, text);
                let state = panel.calls.get(&function.name);
                let refused = state.and_then(|state| state.disabled.as_deref()).map(say);
                let caption = state.and_then(|state| state.caption.as_deref()).map_or(&*function.name, say);
                let button = ui.add_enabled(refused.is_none(), egui::Button::new(caption));
                let button = button.on_hover_text(words::plain(say(&function.help)));
                let button = button.on_disabled_hover_text(words::plain(refused.unwrap_or_default()));
                let label = || egui::WidgetInfo::labeled(egui::Role::Button, refused.is_none(), words::call(caption));
                button.widget_info(label);
                if button.clicked() {
                    call(key.clone(), arguments::given(function, &values));
                }
                // A service reports the effect of a call through its states.
                let has_no_text = matches!(context.calls.answer_to(&key), Some(Ok(text)) if text.is_empty());
                if panel.states.is_empty() || !has_no_text {
                    answer(ui, context.calls, &key);
                }
            });
            arguments::fields(ui, function, &mut values);
            ui.data_mut(|data| data.insert_temp(place, values));
        });
    }
}

/// The result next to its button.
pub fn answer(ui: &mut Ui, calls: &Calls, key: &Key) {
    if calls.waits(key) {
        ui.weak(words::WAITING);
    }
    let (text, color) = match calls.answer_to(key) {
        Some(Ok(text)) if text.is_empty() => (words::DONE.as_str(), ui.visuals().strong_text_color()),
        Some(Ok(text)) => (text.as_str(), ui.visuals().strong_text_color()),
        Some(Err(reason)) => (reason.as_str(), ui.visuals().error_fg_color),
        None => return,
    };
    let response = ui.label(RichText::new(text).monospace().color(color));
    let label = words::answer(text, &key.function);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &label));
}
