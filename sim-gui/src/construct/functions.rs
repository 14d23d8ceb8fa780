//! Test buttons: the functions of a part, called by hand.

use super::Construct;
use super::robot::{Piece, Robot};
use super::{calibrate, offered};
use crate::actions::Request;
use crate::panels::functions::answer;
use crate::simulation::calls::Key;
use crate::text::construct as words;
use crate::viewer_context::ViewerContext;
use egui::{DragValue, RichText, TextEdit, Ui};
use serde_json::{Map, Value};
use sim_abi::declare::FunctionValue;

/// Shows the buttons.
pub fn show(
    ui: &mut Ui,
    construct: &mut Construct,
    context: &ViewerContext<'_>,
    robot: &Robot,
    piece: &Piece,
    requests: &mut Vec<Request>,
) {
    let functions = offered::functions(construct, context, robot, piece);
    if functions.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.strong(words::FUNCTIONS);
    let ready = offered::is_ready(construct, context, robot, piece);
    for function in functions {
        let key = Key { robot: robot.name.clone(), part: piece.name.clone(), function: function.name.clone() };
        ui.push_id(&key.function, |ui| {
            if function.calibrates {
                let help = offered::say(context, piece, &function.help);
                return calibrate::opener(ui, construct, &function.name, help, &key);
            }
            ui.horizontal_wrapped(|ui| {
                let button = ui.add_enabled(ready.is_some(), egui::Button::new(&function.name));
                let help = words::plain(offered::say(context, piece, &function.help));
                let button = button.on_hover_text(help).on_disabled_hover_text(words::NOT_RUNNING);
                let label = words::call(&function.name);
                button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, ready.is_some(), &label));
                if function.by_hand {
                    ui.label(RichText::new(words::BY_HAND).small().weak()).on_hover_text(words::BY_HAND_HELP);
                }
                let values = construct.arguments.entry(key.clone()).or_default();
                for parameter in &function.parameters {
                    values.entry(parameter.name.clone()).or_insert_with(|| start(parameter));
                }
                if let Some(robot) = ready.filter(|_| button.clicked()) {
                    let arguments = function.parameters.iter();
                    let arguments = arguments.map(|parameter| values.get(&parameter.name).cloned().unwrap_or_default());
                    let arguments = arguments.collect();
                    requests.push(Request::Call { key: key.clone(), robot, arguments });
                }
                answer(ui, context.calls, &key);
            });
            if function.parameters.is_empty() {
                return;
            }
            ui.indent("arguments", |ui| {
                egui::Grid::new("arguments").num_columns(2).spacing([8.0, 3.0]).show(ui, |ui| {
                    let values = construct.arguments.entry(key.clone()).or_default();
                    for parameter in &function.parameters {
                        argument(ui, &function.name, parameter, values);
                        ui.end_row();
                    }
                });
            });
        });
    }
}

/// What a parameter begins with: its default, or the allowed value nearest to nothing.
fn start(parameter: &FunctionValue) -> Value {
    let least = |number: f64| number.max(parameter.min.unwrap_or(number)).min(parameter.max.unwrap_or(f64::INFINITY));
    match (&parameter.default, parameter.kind.as_str()) {
        (Some(default), _) => default.clone(),
        (None, "bool") => Value::Bool(false),
        (None, "string") => Value::String(String::new()),
        (None, "int") => Value::from(least(0.0).ceil() as i64),
        (None, _) => Value::from(least(0.0)),
    }
}

/// The field of a parameter.
fn argument(ui: &mut Ui, function: &str, parameter: &FunctionValue, values: &mut Map<String, Value>) {
    let label = words::argument(function, &parameter.name);
    let value = values.entry(parameter.name.clone()).or_insert_with(|| start(parameter));
    let (least, most) = (parameter.min.unwrap_or(f64::NEG_INFINITY), parameter.max.unwrap_or(f64::INFINITY));
    ui.label(&parameter.name);
    match parameter.kind.as_str() {
        "bool" => {
            let mut on = value.as_bool().unwrap_or_default();
            let response = ui.checkbox(&mut on, "");
            response.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, true, on, &label));
            *value = Value::Bool(on);
        }
        "string" => {
            let mut text = value.as_str().unwrap_or_default().to_owned();
            let response = ui.add(TextEdit::singleline(&mut text).desired_width(90.0));
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, &label));
            *value = Value::String(text);
        }
        kind => {
            let mut number = value.as_f64().unwrap_or_default();
            let drag = DragValue::new(&mut number).range(least..=most);
            let whole = kind == "int";
            let response =
                ui.add(if whole { drag.max_decimals(0).speed(0.2) } else { drag.max_decimals(6).speed(0.1) });
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, &label));
            *value = if whole { Value::from(number.round() as i64) } else { Value::from(number) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bu_65_parameters_begin_with_their_default_or_within_their_range() {
        assert_eq!(start(&FunctionValue::int("speed").range(3.0, 9.0)), Value::from(3));
        assert_eq!(start(&FunctionValue::int("speed").range(-9.0, -3.0)), Value::from(-3));
        assert_eq!(start(&FunctionValue::float("v").default_value(0.5)), Value::from(0.5));
        assert_eq!(start(&FunctionValue::bool("on")), Value::Bool(false));
        assert_eq!(start(&FunctionValue::string("text")), Value::from(""));
    }
}
