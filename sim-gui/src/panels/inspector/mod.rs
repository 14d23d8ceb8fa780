//! The inspector: pose, motion and properties of the selection, all editable.

mod added;
mod components;
mod live;
mod part;

pub use components::{Part, show_part};

use crate::actions::{Action, EditRequest, Request, RobotRequest};
use crate::document::editor;
use crate::text;
use crate::viewer_context::ViewerContext;
use crate::widgets::form::{About, Change, Form};
use crate::widgets::units::{Unit, Units};
use egui::{Align, Layout, Ui};
use nalgebra::Isometry3;
use sim_abi::declare::Kind;
use sim_core::scene::form::Form as What;
use sim_edit::{Alignment, Axis, Document, Edit, Target};
use std::path::Path;

/// Minimum width of fields; a narrower panel scrolls, points.
const WIDTH: f32 = 180.0;
/// Below this width, side-by-side fields wrap, points.
const NARROW: f32 = 300.0;

/// The context of a form; `prefix` is prepended to the paths of its fields.
fn about<'a>(
    context: &ViewerContext<'a>,
    target: Option<&Target>,
    prefix: &str,
    components: &'a dyn Fn(Kind) -> Vec<(&'a str, &'a str)>,
) -> About<'a> {
    let refused = context.refused.filter(|(field, _)| field.target.as_ref() == target);
    let refused = refused.and_then(|(field, reason)| Some((field.place.strip_prefix(prefix)?, reason.as_str())));
    let folder = context.document.and_then(Document::path).and_then(Path::parent);
    About { components, folder, refused, of_joint: &|_| None }
}

/// Ids of the components of a kind, with their descriptions.
fn components_of<'a>(context: &ViewerContext<'a>, kind: Kind) -> Vec<(&'a str, &'a str)> {
    let fitting = context.plugins.components.iter().filter(|offer| offer.kind() == kind);
    fitting.map(|offer| (offer.id(), offer.help())).collect()
}

/// Shows the selection, or the scene itself.
pub fn show(ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
    let bodies = context.world.structure().bodies.len();
    let body = context.selected.last().copied().filter(|body| *body < bodies);
    if body.is_none() && context.part.is_none() && context.document.and_then(Document::scene).is_none() {
        return super::empty(ui, &text::inspector::NOTHING);
    }
    super::scroll(ui, WIDTH, |ui| match (body, context.part) {
        (Some(_), _) if context.selected.len() > 1 => show_several(ui, context, requests),
        (Some(body), _) => show_body(ui, context, body, requests),
        (None, Some(target)) => {
            ui.heading(target.short());
            ui.weak(target.section.what());
            part::show(ui, context, target, requests);
        }
        (None, None) => show_scene(ui, context, requests),
    });
}

fn show_body(ui: &mut Ui, context: &ViewerContext<'_>, body: usize, requests: &mut Vec<Request>) {
    let structure = context.world.structure();
    let robot = context.world.robot_of(body);
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(robot) = robot
                && ui.button(text::construct::OPEN).on_hover_text(text::construct::OPEN_HELP).clicked()
            {
                requests.push(Request::Robot(RobotRequest::Construct(structure.robots[robot].name.clone())));
            }
            let name = egui::RichText::new(&*structure.bodies[body].name).heading();
            // The rest of the line is for the name, which may be long.
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| ui.add(egui::Label::new(name).truncate()));
        });
    });
    let target = editor::target(structure, body);
    let added = added::of(structure, body);
    if let Some(object) = added {
        added::whence(ui, context, object);
    }
    if let Some(target) = &target {
        part::poses(ui, context, (target, Some(body)), requests);
    }
    if let Some((target, robot)) = target.as_ref().zip(robot) {
        components::show_robot(ui, context, robot, target, requests);
    }
    live::show(ui, context, body, requests);
    match (&target, added) {
        (_, Some(object)) => added::show(ui, context, body, object),
        (Some(target), None) => {
            // No field is shown for what cannot be edited.
            let objects = structure.scene.iter().flat_map(|loaded| &loaded.scene.objects);
            let mut objects = objects.filter(|_| context.document.is_none());
            if let Some(object) = objects.find(|object| *target == Target::object(object.name.as_str())) {
                added::describe(ui, object);
            }
            part::fields(ui, context, target, requests);
        }
        // The floor is part of the scene itself.
        (None, None) => show_scene(ui, context, requests),
    }
}

/// Maximum number of names listed for several items.
const LISTED: usize = 12;

/// Several selected items: align or distribute them.
fn show_several(ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
    ui.heading(text::inspector::several(context.selected.len()));
    let structure = context.world.structure();
    for body in context.selected.iter().take(LISTED) {
        if let Some(info) = structure.bodies.get(*body) {
            ui.label(&*info.name);
        }
    }
    if let Some(more) = context.selected.len().checked_sub(LISTED).filter(|more| *more > 0) {
        ui.weak(text::common::more(more));
    }
    ui.add_space(8.0);
    ui.strong(text::inspector::ALIGN);
    for (name, axis) in [("x", Axis::X), ("y", Axis::Y), ("z", Axis::Z)] {
        ui.horizontal_wrapped(|ui| {
            ui.label(name);
            for (word, to) in [
                (text::inspector::SMALLEST, Alignment::Min),
                (text::inspector::MIDDLE, Alignment::Center),
                (text::inspector::LARGEST, Alignment::Max),
            ] {
                let label = text::inspector::align_of(name, word);
                if named(ui.button(word), &label).clicked() {
                    requests.push(Request::Edit(EditRequest::Align { axis, to: Some(to) }));
                }
            }
            let label = text::inspector::distribute_of(name);
            if named(ui.button(text::inspector::DISTRIBUTE), &label).clicked() {
                requests.push(Request::Edit(EditRequest::Align { axis, to: None }));
            }
        });
    }
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        for action in [Action::Copy, Action::Duplicate, Action::Delete] {
            if ui.button(action.name()).clicked() {
                requests.push(action.into());
            }
        }
    });
}

/// Sets an accessible label, also shown as a tooltip, for a button whose text alone is unclear.
fn named(response: egui::Response, label: &str) -> egui::Response {
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, label));
    response.on_hover_text(label)
}

/// Position and rotation (roll, pitch, yaw) of a pose as text.
fn pose_words(pose: &Isometry3<f64>, units: Units) -> [String; 2] {
    let at = pose.translation.vector;
    let (roll, pitch, yaw) = pose.rotation.euler_angles();
    let words = |values: [f64; 3], unit: Unit| {
        unit.after(&values.map(|value| unit.number(value, unit.usual_decimals())).join(", "))
    };
    [words(at.into(), units.length()), words([roll, pitch, yaw], units.angle())]
}

/// The scene itself.
fn show_scene(ui: &mut Ui, context: &ViewerContext<'_>, requests: &mut Vec<Request>) {
    let Some((document, head)) = context.document.and_then(|document| Some((document, document.head()?))) else {
        return;
    };
    ui.heading(text::inspector::SCENE);
    ui.weak(document.title());
    ui.add_space(8.0);
    let components = |kind| components_of(context, kind);
    let about = about(context, None, "", &components);
    let mut form = Form::new(&about, "scene");
    form.fields(ui, &Document::head_form(), &head, None);
    requests.extend(form.into_changes().into_iter().map(|change| set(None, change)));
}

/// The edit for a changed field.
fn set(target: Option<&Target>, change: Change) -> Request {
    let Change { path, value } = change;
    Request::Edit(EditRequest::Apply { edit: Edit::Set { target: target.cloned(), path, value }, coalesce: false })
}

/// The fields of a record.
fn fields_of(what: &What) -> Vec<sim_core::scene::form::FieldForm> {
    match what {
        What::Record(fields) => fields(),
        _ => Vec::new(),
    }
}
