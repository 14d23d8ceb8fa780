//! Fields for the arguments of a function.

use crate::text::construct as words;
use crate::text::form;
use egui::{DragValue, TextEdit, Ui};
use serde_json::{Map, Value};
use sim_abi::declare::{Function, FunctionValue};
use sim_core::scene::form::Limits;

/// The arguments in the order of the parameters, with the initial value for those that have not been entered.
pub fn given(function: &Function, values: &Map<String, Value>) -> Vec<Value> {
    let given = |parameter: &FunctionValue| values.get(&parameter.name).cloned().unwrap_or_else(|| start(parameter));
    function.parameters.iter().map(given).collect()
}

/// Shows a field for each parameter.
pub fn fields(ui: &mut Ui, function: &Function, values: &mut Map<String, Value>) {
    if function.parameters.is_empty() {
        return;
    }
    ui.indent("arguments", |ui| {
        egui::Grid::new("arguments").num_columns(2).spacing([8.0, 3.0]).show(ui, |ui| {
            for parameter in &function.parameters {
                field(ui, &function.name, parameter, values);
                ui.end_row();
            }
        });
    });
}

/// The initial value of a parameter: its default, or the allowed value closest to zero or empty.
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

/// The accepted values and the default as text; `None` if there are no constraints.
fn description(parameter: &FunctionValue) -> Option<String> {
    let limits = Limits { least: parameter.min, most: parameter.max, ..Limits::default() };
    let default = parameter.default.as_ref().map(|value| form::default(value.to_string()));
    let lines: Vec<String> = form::range(&limits, "").into_iter().chain(default).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The field of a parameter.
fn field(ui: &mut Ui, function: &str, parameter: &FunctionValue, values: &mut Map<String, Value>) {
    let label = words::argument(function, &parameter.name);
    let value = values.entry(parameter.name.clone()).or_insert_with(|| start(parameter));
    let (least, most) = (parameter.min.unwrap_or(f64::NEG_INFINITY), parameter.max.unwrap_or(f64::INFINITY));
    let name = ui.label(&parameter.name);
    if let Some(description) = description(parameter) {
        name.on_hover_text(description);
    }
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

    /// BU-65: Live mode shows values beside each module and calls its functions.
    #[test]
    fn parameters_start_at_their_default_or_in_their_range() {
        assert_eq!(start(&FunctionValue::int("speed").range(3.0, 9.0)), Value::from(3));
        assert_eq!(start(&FunctionValue::int("speed").range(-9.0, -3.0)), Value::from(-3));
        assert_eq!(start(&FunctionValue::float("v").default_value(0.5)), Value::from(0.5));
        assert_eq!(start(&FunctionValue::bool("on")), Value::Bool(false));
        assert_eq!(start(&FunctionValue::string("text")), Value::from(""));
    }
}
