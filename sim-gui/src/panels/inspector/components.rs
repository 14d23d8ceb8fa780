//! Components of robots, fleets and services, and their parameters.

use super::{about, components_of};
use crate::actions::{EditRequest, Request, TextRequest};
use crate::document::by_numbers::types;
use crate::document::editor;
use crate::panels::functions;
use crate::text;
use crate::viewer_context::ViewerContext;
use crate::widgets::form::{Form, error, held, set_error};
use crate::widgets::long_text;
use egui::{RichText, TextEdit, Ui};
use serde_json::{Map, Value};
use sim_abi::declare::Kind;
use sim_abi::model::{ComponentRef, Mount};
use sim_abi::service::LayoutPart;
use sim_core::scene::decode::Segment;
use sim_core::scene::form::parameters;
use sim_core::scene::text::Node;
use sim_core::scene::{ComponentId, ComponentUse, ControllerUse, ModelUse, path_steps};
use sim_core::words::unwrapped;
use sim_edit::{Edit, Section, Slot, Target};
use sim_runner::RobotStructure;
use std::path::Path;

/// Maximum height of a component list before it scrolls, points.
const LIST: f32 = 480.0;

/// One component of a robot.
struct Used<'a> {
    slot: Slot,
    kind: Kind,
    /// Display name: its role, or its name within the robot.
    title: &'a str,
    id: &'a str,
    /// Parameters from the model.
    below: Value,
    /// Parameters from the scene, if it specifies the component.
    written: Option<&'a Node>,
    /// Component in the run, if it differs from the scene.
    running: Option<&'a str>,
}

/// The components of a robot. Those of a fleet member are edited through its fleet.
pub fn show_robot(
    ui: &mut Ui,
    context: &ViewerContext<'_>,
    robot: usize,
    target: &Target,
    requests: &mut Vec<Request>,
) {
    let structure = &context.world.structure().robots[robot];
    let Some(document) = context.document else { return };
    let target = document.fleet_of(&structure.name).unwrap_or_else(|| target.clone());
    let Some(value) = document.value(&target) else { return };
    ui.add_space(8.0);
    ui.strong(text::common::COMPONENTS);
    if target.section == Section::Fleets {
        ui.weak(text::inspector::of_fleet(target.short()));
    }
    // The model is shown separately.
    let parts = structure.parts.parts.iter().filter(|part| part.kind != Kind::Robot.word());
    let all: Vec<Used<'_>> = parts.map(|part| used(part, structure, &value)).collect();
    if !all.iter().any(|used| used.kind == Kind::Controller) {
        ui.weak(text::inspector::NO_CONTROLLER);
    }
    // The most frequently edited components come first.
    for kind in [Kind::Controller, Kind::Dynamics] {
        let of_kind = all.iter().filter(|used| used.kind == kind);
        of_kind.for_each(|used| show_component(ui, context, &target, used, requests));
        for part in structure.parts.parts.iter().filter(|part| part.kind == kind.word()) {
            functions::show_part(ui, context, (robot, &structure.name), part, requests);
        }
    }
    show_model(ui, context, &target, &value, requests);
    for (kind, title) in [(Kind::Sensor, text::inspector::SENSORS), (Kind::Actuator, text::inspector::ACTUATORS)] {
        let of_kind: Vec<&Used<'_>> = all.iter().filter(|used| used.kind == kind).collect();
        if of_kind.is_empty() {
            continue;
        }
        let title = format!("{title} ({})", of_kind.len());
        long_text::header(ui, title).id_salt(kind.word()).show(ui, |ui| {
            of_kind.iter().for_each(|used| show_component(ui, context, &target, used, requests));
        });
    }
}

/// A component of a robot, with parameters from its model and the scene.
fn used<'a>(part: &'a LayoutPart, structure: &'a RobotStructure, value: &'a Node) -> Used<'a> {
    let model = structure.model.as_deref();
    let mounted = |mounts: Option<&[Mount]>| {
        let mount = mounts.unwrap_or_default().iter().find(|mount| mount.name == part.name);
        mount.map_or(Value::Null, |mount| mount.params.clone())
    };
    let own = |reference: Option<&ComponentRef>| {
        let same = reference.filter(|reference| reference.id == part.component);
        same.map_or(Value::Null, |reference| reference.params.clone())
    };
    let name = &*part.name;
    let (kind, slot, title, below, written) = match part.kind.as_str() {
        "controller" => {
            let below = own(model.and_then(|model| model.controller.as_ref()));
            (Kind::Controller, Slot::Controller, text::inspector::CONTROLLER.as_str(), below, value.get("controller"))
        }
        "dynamics" => {
            let below = own(model.and_then(|model| model.dynamics.as_ref()));
            (Kind::Dynamics, Slot::Dynamics, text::inspector::DYNAMICS.as_str(), below, value.get("dynamics"))
        }
        "sensor" => {
            let written = value.get("sensors").and_then(|sensors| sensors.get(name));
            let below = mounted(model.map(|model| model.sensors.as_slice()));
            (Kind::Sensor, Slot::Sensor(name.to_owned()), name, below, written)
        }
        _ => {
            let written = value.get("actuators").and_then(|actuators| actuators.get(name));
            let below = mounted(model.map(|model| model.actuators.as_slice()));
            (Kind::Actuator, Slot::Actuator(name.to_owned()), name, below, written)
        }
    };
    // A controller or dynamics in the scene replaces that of the model; sensors and actuators are merged with it.
    let whole = matches!(slot, Slot::Controller | Slot::Dynamics) && written.is_some();
    let below = if whole { Value::Null } else { below };
    let named = written.filter(|_| whole);
    let named = named.and_then(|written| written.as_text().or_else(|| written.get("id")?.as_text()));
    let id = named.unwrap_or(&part.component);
    let running = (id != part.component).then_some(&*part.component);
    Used { slot, kind, title, id, below, written, running }
}

/// The model of a fleet, and the button to split it into robots.
pub fn show_fleet(ui: &mut Ui, context: &ViewerContext<'_>, target: &Target, requests: &mut Vec<Request>) {
    dissolve(ui, target, requests);
    if let Some(value) = context.document.and_then(|document| document.value(target)) {
        ui.add_space(8.0);
        ui.strong(text::common::COMPONENTS);
        show_model(ui, context, target, &value, requests);
    }
}

/// The button that splits a fleet into individual robots.
pub fn dissolve(ui: &mut Ui, fleet: &Target, requests: &mut Vec<Request>) {
    let button = ui.button(text::inspector::DISSOLVE).on_hover_text(text::inspector::DISSOLVE_HELP);
    if button.clicked() {
        requests
            .push(Request::Edit(EditRequest::Apply { edit: Edit::Dissolve { fleet: fleet.short() }, coalesce: false }));
    }
}

/// The component of a service.
pub fn show_service(ui: &mut Ui, context: &ViewerContext<'_>, target: &Target, requests: &mut Vec<Request>) {
    let Some(value) = context.document.and_then(|document| document.value(target)) else { return };
    let Some(id) = value.get("id").and_then(Node::as_text) else { return };
    let used = Used {
        slot: Slot::Service,
        kind: Kind::Service,
        title: &text::common::PARAMETERS,
        id,
        below: Value::Null,
        written: Some(&value),
        running: None,
    };
    // Live controls come before one-time settings.
    let mut services = context.world.structure().services.iter().enumerate();
    if let Some((number, service)) = services.find(|(_, service)| target.short() == service.name) {
        let panel = context.frame.panels.get(number).and_then(Option::as_deref);
        functions::show_service(ui, context, service, panel, requests);
        ui.add_space(8.0);
    }
    show_component(ui, context, target, &used, requests);
}

/// The model of a robot or fleet, with its parameters.
fn show_model(ui: &mut Ui, context: &ViewerContext<'_>, target: &Target, value: &Node, requests: &mut Vec<Request>) {
    let Some(model) = value.get("model") else { return };
    // A plain string is an id or a file name.
    let id = model.as_text().or_else(|| model.get("id").and_then(Node::as_text)).unwrap_or_default();
    let used = Used {
        slot: Slot::Model,
        kind: Kind::Robot,
        title: &text::inspector::MODEL,
        id,
        below: Value::Null,
        written: Some(model),
        running: None,
    };
    show_component(ui, context, target, &used, requests);
    show_properties(ui, context, (target, value), id, requests);
}

/// The properties that the user must provide for a model, such as an address. Without a value, the default of the model's library applies.
fn show_properties(
    ui: &mut Ui,
    context: &ViewerContext<'_>,
    (target, value): (&Target, &Node),
    id: &str,
    requests: &mut Vec<Request>,
) {
    let Some(offer) = context.plugins.offer(Kind::Robot.word(), id) else { return };
    let given = value.get("properties").map(Node::to_json);
    let given = given.as_ref().and_then(Value::as_object).cloned().unwrap_or_default();
    for property in &offer.info().sheet.properties {
        let now = match given.get(&property.name) {
            None => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        let place = egui::Id::unique(("property", target.to_string(), &property.name));
        let typed = ui.horizontal(|ui| {
            let label = ui.label(types::shown(property)).id;
            let field = |ui: &mut Ui, text: &mut String| {
                ui.add(TextEdit::singleline(text).hint_text(&property.default)).labelled_by(label)
            };
            held(ui, place, now, field).1
        });
        if let Some(typed) = typed.inner {
            let read = if typed.is_empty() { Ok(None) } else { types::value(property, &typed) };
            set_error(ui, place, read.as_ref().err().cloned());
            if let Ok(read) = read {
                let mut all = given.clone();
                all.remove(&property.name);
                all.extend(read.map(|read| (property.name.clone(), read)));
                let value = (!all.is_empty()).then(|| Node::from_json(&Value::Object(all)));
                let (target, path) = (Some(target.clone()), "properties".to_owned());
                requests.push(Request::Edit(EditRequest::Apply {
                    edit: Edit::Set { target, path, value },
                    coalesce: false,
                }));
            }
        }
        if let Some(reason) = error(ui, place) {
            ui.label(RichText::new(reason).color(ui.visuals().error_fg_color));
        }
    }
}

/// A component: its id with possible replacements, and its parameters.
fn show_component(
    ui: &mut Ui,
    context: &ViewerContext<'_>,
    target: &Target,
    used: &Used<'_>,
    requests: &mut Vec<Request>,
) {
    match &used.slot {
        Slot::Controller | Slot::Dynamics | Slot::Model => exchange(ui, context, target, used, requests),
        Slot::Sensor(_) | Slot::Actuator(_) | Slot::Service => {}
    }
    let offer = context.plugins.offer(used.kind.word(), used.id);
    let fields = offer.map(|offer| parameters(&offer.info().schema, &|text| offer.library.say(text).to_owned()));
    let fields = fields.unwrap_or_default();
    let exchangeable = matches!(used.slot, Slot::Controller | Slot::Dynamics | Slot::Model);
    if fields.is_empty() && exchangeable {
        return;
    }
    let title =
        if exchangeable { text::inspector::parameters_of(used.title) } else { format!("{}  {}", used.title, used.id) };
    let open = matches!(used.slot, Slot::Controller | Slot::Service);
    let salt = (target.to_string(), editor::slot_word(&used.slot));
    long_text::header(ui, title).id_salt(&salt).default_open(open).show(ui, |ui| {
        if fields.is_empty() {
            ui.weak(text::common::NO_PARAMETERS);
            return;
        }
        for file in
            context.document.map(|document| document.files_of_parameters(target, &used.slot)).unwrap_or_default()
        {
            // Relative to the scene: a mission may share its obstacles' name in another folder.
            let folder = context.document.and_then(|document| document.path()).and_then(Path::parent);
            let name = folder.and_then(|folder| file.strip_prefix(folder).ok()).unwrap_or(&file).to_string_lossy();
            if ui.button(text::editor::edit(&name)).on_hover_text(text::editor::EDIT_HELP).clicked() {
                requests.push(Request::Text(TextRequest::Open(Some(file))));
            }
        }
        let empty = Node::table(Vec::new());
        let written = used.written.and_then(|written| written.get("params")).unwrap_or(&empty);
        let prefix = format!("{}:", editor::slot_word(&used.slot));
        let components = |kind| components_of(context, kind);
        let about = about(context, Some(target), &prefix, &components);
        let mut form = Form::new(&about, &format!("{salt:?}"));
        form.fields(ui, &fields, written, Some(&used.below));
        for change in form.into_changes() {
            let now = overlaid(&used.below, written);
            let value = change.value.map(|value| value.to_json());
            requests.push(Request::Edit(EditRequest::Apply {
                edit: parameter(target, used, &now, &change.path, value),
                coalesce: false,
            }));
        }
    });
}

/// A sensor or actuator, merged from model and scene.
pub struct Part<'a> {
    /// Sensor or actuator.
    pub kind: Kind,
    /// Its name within the robot.
    pub name: &'a str,
    /// Its component.
    pub id: &'a str,
    /// Parameters from the model.
    pub below: &'a Value,
}

/// The parameters of one sensor or actuator of a robot or fleet.
pub fn show_part(
    ui: &mut Ui,
    context: &ViewerContext<'_>,
    target: &Target,
    part: &Part<'_>,
    title: &str,
    requests: &mut Vec<Request>,
) {
    let Some(value) = context.document.and_then(|document| document.value(target)) else { return };
    let (slot, field) = match part.kind {
        Kind::Sensor => (Slot::Sensor(part.name.to_owned()), "sensors"),
        _ => (Slot::Actuator(part.name.to_owned()), "actuators"),
    };
    let written = value.get(field).and_then(|parts| parts.get(part.name));
    let used = Used { slot, kind: part.kind, title, id: part.id, below: part.below.clone(), written, running: None };
    show_component(ui, context, target, &used, requests);
}

/// Model parameters overridden by those of the scene.
fn overlaid(below: &Value, written: &Node) -> Map<String, Value> {
    let mut all = below.as_object().cloned().unwrap_or_default();
    if let Value::Object(written) = written.to_json() {
        all.extend(written);
    }
    all
}

/// The edit that sets a parameter, or a value nested in it. A component chosen by the model keeps the model's parameters.
fn parameter(target: &Target, used: &Used<'_>, now: &Map<String, Value>, path: &str, value: Option<Value>) -> Edit {
    let steps = path_steps(path).unwrap_or_default();
    let name = match steps.first() {
        Some(Segment::Key(name)) => name.clone(),
        _ => path.to_owned(),
    };
    let value = if steps.len() > 1 {
        let mut whole = now.get(&name).cloned().unwrap_or_default();
        set_nested(&mut whole, &steps[1..], value);
        Some(whole)
    } else {
        value
    };
    let id = ComponentId(used.id.to_owned());
    let inherited = matches!(used.slot, Slot::Controller | Slot::Dynamics) && used.written.is_none();
    if inherited && used.below.as_object().is_some_and(|below| !below.is_empty()) {
        let mut params = now.clone();
        match value {
            Some(value) => _ = params.insert(name, value),
            None => _ = params.remove(&name),
        }
        return chosen(target, used.kind, id, params);
    }
    Edit::Parameter { target: target.clone(), slot: used.slot.clone(), name, value, id: Some(id) }
}

/// Sets or removes the value at a path in plain data.
fn set_nested(data: &mut Value, steps: &[Segment], value: Option<Value>) {
    let Some((step, rest)) = steps.split_first() else { return };
    if rest.is_empty() {
        match (step, data, value) {
            (Segment::Key(key), Value::Object(map), Some(value)) => _ = map.insert(key.clone(), value),
            (Segment::Key(key), Value::Object(map), None) => _ = map.remove(key),
            (Segment::Key(key), data, Some(value)) => *data = Value::Object(Map::from_iter([(key.clone(), value)])),
            (Segment::Index(index), Value::Array(items), Some(value)) if *index < items.len() => items[*index] = value,
            (Segment::Index(index), Value::Array(items), None) if *index < items.len() => _ = items.remove(*index),
            _ => {}
        }
        return;
    }
    let inner = match step {
        Segment::Key(key) => data.get_mut(key),
        Segment::Index(index) => data.get_mut(*index),
    };
    if let Some(inner) = inner {
        set_nested(inner, rest, value);
    }
}

/// The edit that assigns a component to a robot or fleet.
fn chosen(target: &Target, kind: Kind, id: ComponentId, params: Map<String, Value>) -> Edit {
    let target = target.clone();
    match kind {
        Kind::Controller => Edit::Controller { target, to: Some(ControllerUse { id, params, period: None }) },
        Kind::Robot => Edit::Model { target, to: ModelUse { id: Some(id), file: None, params } },
        _ => Edit::Dynamics { target, to: Some(ComponentUse { id, params }) },
    }
}

/// The list of components of a kind; selecting one replaces the current component.
fn exchange(ui: &mut Ui, context: &ViewerContext<'_>, target: &Target, used: &Used<'_>, requests: &mut Vec<Request>) {
    ui.horizontal(|ui| {
        let label = ui.label(used.title).id;
        let width = ui.available_width() - 8.0;
        let list = egui::ComboBox::from_id_salt(used.title).selected_text(used.id).width(width).height(LIST).truncate();
        let shown = list.show_ui(ui, |ui| {
            for (id, help) in components_of(context, used.kind) {
                let row = ui.selectable_label(id == used.id, id).on_hover_text(unwrapped(help));
                if row.clicked() && id != used.id {
                    let edit = chosen(target, used.kind, ComponentId(id.to_owned()), Map::new());
                    requests.push(Request::Edit(EditRequest::Apply { edit, coalesce: false }));
                }
            }
        });
        shown.response.labelled_by(label);
    });
    if let Some(running) = used.running {
        ui.colored_label(ui.visuals().warn_fg_color, text::inspector::goes_on_with(running));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_nested_value_is_set_without_the_rest_of_its_parameter() {
        let mut data = json!({"left": 1.0, "rows": [1, 2, 3]});
        set_nested(&mut data, &path_steps("left").unwrap(), Some(json!(2.0)));
        set_nested(&mut data, &path_steps("rows[1]").unwrap(), Some(json!(9)));
        set_nested(&mut data, &path_steps("right").unwrap(), Some(json!(0.5)));
        assert_eq!(data, json!({"left": 2.0, "rows": [1, 9, 3], "right": 0.5}));
        set_nested(&mut data, &path_steps("rows[0]").unwrap(), None);
        set_nested(&mut data, &path_steps("left").unwrap(), None);
        assert_eq!(data, json!({"rows": [9, 3], "right": 0.5}));
    }

    #[test]
    fn a_component_of_the_model_keeps_its_other_parameters() {
        let used = |written: Option<&'static Node>, below: Value| Used {
            slot: Slot::Controller,
            kind: Kind::Controller,
            title: "",
            id: "control/avoid",
            below,
            written,
            running: None,
        };
        let target = Target::robot("anna");
        let below = json!({"max_range": 0.4});
        let now = overlaid(&below, &Node::table(Vec::new()));
        match parameter(&target, &used(None, below), &now, "speed", Some(json!(0.3))) {
            Edit::Controller { to: Some(to), .. } => {
                assert_eq!(Value::Object(to.params), json!({"max_range": 0.4, "speed": 0.3}));
            }
            other => panic!("{other:?}"),
        }
        match parameter(&target, &used(None, Value::Null), &Map::new(), "speed", Some(json!(0.3))) {
            Edit::Parameter { name, value, id, .. } => {
                assert_eq!(
                    (name.as_str(), value, id.unwrap().0.as_str()),
                    ("speed", Some(json!(0.3)), "control/avoid")
                );
            }
            other => panic!("{other:?}"),
        }
    }
}
