//! Test buttons: the functions of a part, called by hand.

use super::callouts::is_of;
use super::robot::{Piece, Robot, Sort};
use super::{Construct, Scene};
use crate::action::Request;
use crate::text::construct as words;
use egui::{DragValue, RichText, TextEdit, Ui};
use serde_json::{Map, Value};
use sim_abi::declare::{Function, FunctionValue};
use sim_core::diagnostic::Diagnostic;
use sim_runner::{Command, RunState, ServiceStructure};
use std::collections::HashMap;

/// Numbers of questions begin here, so that they are nobody else's.
const FIRST: u64 = 1 << 41;
/// Longer answers are cut, characters.
const LONG: usize = 160;

/// A function of a part of a robot, or of a service.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The robot; empty for a service.
    pub robot: String,
    /// The part, or the service.
    pub part: String,
    /// The function.
    pub function: String,
}

/// Arguments, questions and answers.
#[derive(Default)]
pub struct Calls {
    asked: u64,
    waiting: HashMap<u64, Key>,
    answers: HashMap<Key, Result<String, String>>,
    arguments: HashMap<Key, Map<String, Value>>,
}

impl Calls {
    /// The command that calls a function.
    pub fn ask(&mut self, key: Key, robot: usize, arguments: Vec<Value>) -> Request {
        let (component, function) = (key.part.clone(), key.function.clone());
        let id = self.expect(key);
        Request::Run(Command::Call { id, robot, component, function, arguments })
    }

    /// The command that calls a function without parameters of a service.
    pub fn ask_service(&mut self, service: &str, function: &str) -> Command {
        let (service, function) = (service.to_owned(), function.to_owned());
        let id = self.expect(Key { robot: String::new(), part: service.clone(), function: function.clone() });
        Command::CallService { id, service, function, arguments: Vec::new() }
    }

    /// Number of a new question.
    fn expect(&mut self, key: Key) -> u64 {
        let id = FIRST + self.asked;
        self.asked += 1;
        self.answers.remove(&key);
        self.waiting.insert(id, key);
        id
    }

    /// Takes an answer. Returns what was asked, if the question was asked here.
    pub fn answer(&mut self, id: u64, result: &Result<Value, Diagnostic>) -> Option<Key> {
        let key = self.waiting.remove(&id)?;
        let told = result.as_ref().map(in_words).map_err(|finding| finding.message.clone());
        self.answers.insert(key.clone(), told);
        Some(key)
    }

    /// Whether a question has no answer yet.
    pub fn waits(&self, key: &Key) -> bool {
        self.waiting.values().any(|waiting| waiting == key)
    }
}

/// An answer on a line.
fn in_words(value: &Value) -> String {
    let text = match value {
        Value::Null => words::DONE.to_owned(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    if text.chars().count() <= LONG { text } else { text.chars().take(LONG).chain(['…']).collect() }
}

/// The functions of a part: those of its instance, or else those that every instance has.
pub fn of<'a>(construct: &Construct, scene: &'a Scene<'_>, robot: &Robot, piece: &Piece) -> &'a [Function] {
    let structure = construct.index(scene, robot).map(|index| &scene.world.structure().robots[index]);
    let part = structure
        .and_then(|robot| robot.parts.parts.iter().find(|part| part.name == piece.name && is_of(piece, &part.kind)));
    if let Some(part) = part {
        return &part.functions;
    }
    let kind =
        if piece.sort == Sort::Sensor { sim_abi::declare::Kind::Sensor } else { sim_abi::declare::Kind::Actuator };
    let mut offers = scene.plugins.components.iter();
    let offer = offers.find(|offer| offer.kind() == kind && offer.id() == piece.component);
    offer.map_or(&[], |offer| &offer.info().sheet.functions)
}

/// Whether functions can be called now.
pub fn is_ready(construct: &Construct, scene: &Scene<'_>, robot: &Robot, piece: &Piece) -> Option<usize> {
    let index = construct.index(scene, robot)?;
    let parts = &scene.world.structure().robots[index].parts.parts;
    let there = parts.iter().any(|part| part.name == piece.name && is_of(piece, &part.kind));
    (there && !matches!(scene.frame.state, RunState::Empty | RunState::Failed(_))).then_some(index)
}

/// Shows the buttons.
pub fn show(
    ui: &mut Ui,
    construct: &mut Construct,
    scene: &Scene<'_>,
    robot: &Robot,
    piece: &Piece,
    requests: &mut Vec<Request>,
) {
    let functions = of(construct, scene, robot, piece);
    if functions.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.strong(words::FUNCTIONS);
    let ready = is_ready(construct, scene, robot, piece);
    for function in functions {
        let key = Key { robot: robot.name.clone(), part: piece.name.clone(), function: function.name.clone() };
        ui.push_id(&key.function, |ui| {
            if function.calibrates {
                return super::calibrate::opener(ui, construct, function, &key);
            }
            ui.horizontal_wrapped(|ui| {
                let button = ui.add_enabled(ready.is_some(), egui::Button::new(&function.name));
                let button =
                    button.on_hover_text(words::plain(&function.help)).on_disabled_hover_text(words::NOT_RUNNING);
                let label = words::call(&function.name);
                button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, ready.is_some(), &label));
                if function.by_hand {
                    ui.label(RichText::new(words::BY_HAND).small().weak()).on_hover_text(words::BY_HAND_HELP);
                }
                let values = construct.calls.arguments.entry(key.clone()).or_default();
                for parameter in &function.parameters {
                    values.entry(parameter.name.clone()).or_insert_with(|| start(parameter));
                }
                if let Some(robot) = ready.filter(|_| button.clicked()) {
                    let arguments = function.parameters.iter();
                    let arguments = arguments.map(|parameter| values.get(&parameter.name).cloned().unwrap_or_default());
                    let arguments = arguments.collect();
                    requests.push(construct.calls.ask(key.clone(), robot, arguments));
                }
                told(ui, &construct.calls, &key);
            });
            if function.parameters.is_empty() {
                return;
            }
            ui.indent("arguments", |ui| {
                egui::Grid::new("arguments").num_columns(2).spacing([8.0, 3.0]).show(ui, |ui| {
                    let values = construct.calls.arguments.entry(key.clone()).or_default();
                    for parameter in &function.parameters {
                        argument(ui, &function.name, parameter, values);
                        ui.end_row();
                    }
                });
            });
        });
    }
}

/// Shows the functions of a service. Those with parameters are for other programs.
pub fn show_service(ui: &mut Ui, calls: &Calls, service: &ServiceStructure, requests: &mut Vec<Request>) {
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
            let button = ui.button(&function.name).on_hover_text(words::plain(&function.help));
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, words::call(&function.name)));
            if button.clicked() {
                requests.push(Request::CallService { service: service.name.clone(), function: function.name.clone() });
            }
            told(ui, calls, &key);
        });
    }
}

/// The answer beside its button.
fn told(ui: &mut Ui, calls: &Calls, key: &Key) {
    if calls.waits(key) {
        ui.weak(words::WAITING);
    }
    let (text, color) = match calls.answers.get(key) {
        Some(Ok(answer)) => (answer, ui.visuals().strong_text_color()),
        Some(Err(reason)) => (reason, ui.visuals().error_fg_color),
        None => return,
    };
    let response = ui.label(RichText::new(text).monospace().color(color));
    let label = words::answer(&key.function, text);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &label));
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

    #[test]
    fn bu_65_long_answers_are_cut() {
        let long = in_words(&Value::String("ä".repeat(1000)));
        assert_eq!(long.chars().count(), LONG + 1);
        assert_eq!((in_words(&Value::Null), in_words(&Value::from(7))), (words::DONE.to_owned(), "7".to_owned()));
    }
}
