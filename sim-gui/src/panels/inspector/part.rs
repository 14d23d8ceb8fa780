//! A part of the scene: its initial pose and fields.

use super::{NARROW, about, components, components_of, fields_of, pose_words, set};
use crate::actions::{EditRequest, Request, SelectRequest};
use crate::document::moving::Moment;
use crate::text;
use crate::viewer_context::ViewerContext;
use crate::widgets::form::{About, Form, OfJoint, error, held, set_error};
use crate::widgets::units::{Field, Unit, Units};
use egui::Ui;
use nalgebra::{Isometry3, UnitQuaternion};
use sim_abi::model::JointMotion;
use sim_core::scene::decode::Segment;
use sim_core::scene::form::{FieldForm, Form as What, Limits};
use sim_core::scene::text::Kind;
use sim_edit::{Document, Edit, Refusal, Section, Target};
use std::cell::RefCell;
use std::sync::Arc;

/// Fields shown separately: the pose by [`poses`], components by their own forms.
const ELSEWHERE: [&str; 9] = ["at", "rpy", "yaw", "model", "dynamics", "controller", "sensors", "actuators", "params"];

/// Width of a live number, enough for common values, points.
const CHANGING: f32 = 76.0;

/// Shows a part without a body.
pub fn show(ui: &mut Ui, context: &ViewerContext<'_>, target: &Target, requests: &mut Vec<Request>) {
    poses(ui, context, (target, None), requests);
    match target.section {
        Section::Fleets => components::show_fleet(ui, context, target, requests),
        Section::Services => components::show_service(ui, context, target, requests),
        Section::Routes => room(ui, context, target),
        _ => {}
    }
    fields(ui, context, target, requests);
}

/// Shows predicted contacts of robots that follow a route.
fn room(ui: &mut Ui, context: &ViewerContext<'_>, target: &Target) {
    let checks = context.route_checks.found().iter().filter(|check| Some(check.route.as_str()) == target.name());
    for check in checks {
        ui.add_space(4.0);
        let mut warn = |text: String| _ = ui.colored_label(ui.visuals().warn_fg_color, format!("⚠ {text}"));
        check.failed.iter().for_each(|why| warn(text::route::cannot_tell(why)));
        for contact in &check.contacts {
            warn(text::route::on_leg(&check.robot, contact));
        }
    }
}

/// The initial pose in the scene file and, for a body that has moved, the current pose. The pose selected for edits is editable.
pub fn poses(
    ui: &mut Ui,
    context: &ViewerContext<'_>,
    (target, body): (&Target, Option<usize>),
    requests: &mut Vec<Request>,
) {
    let Some(document) = context.document else { return };
    let Start { pose, refusal } = &*asked(ui, document, target);
    if let Some(refusal) = refusal {
        why_not(ui, target, refusal, requests);
    }
    let Some(start) = pose else { return };
    ui.add_space(8.0);
    ui.strong(text::common::START).on_hover_text(text::inspector::START_HELP);
    let left = body.filter(|body| context.moment == Moment::Now && context.has_left(*body));
    let Some(body) = left else {
        if let Some(pose) = pose_fields(ui, &format!("start {target}"), start, (refusal.is_none(), false)) {
            requests.push(Request::Edit(EditRequest::Apply {
                edit: Edit::Move(vec![(target.clone(), pose)]),
                coalesce: false,
            }));
        }
        return;
    };
    ui.weak(pose_words(start, Units::of(ui.ctx())).join("; ")).on_hover_text(text::inspector::CHOOSE_START);
    ui.strong(text::common::NOW).on_hover_text(text::inspector::NOW_HELP);
    let now = context.world.poses()[body] * context.world.height_of(body).inverse();
    if let Some(pose) = pose_fields(ui, &format!("now {target}"), &now, (true, true)) {
        requests.push(Request::Edit(EditRequest::PlaceNow(vec![(target.clone(), pose)])));
    }
}

/// Fields for a pose. Fields of a live pose have a fixed width. Returns the pose entered, if any.
fn pose_fields(
    ui: &mut Ui,
    name: &str,
    pose: &Isometry3<f64>,
    (enabled, changing): (bool, bool),
) -> Option<Isometry3<f64>> {
    let mut at = pose.translation.vector;
    let (roll, pitch, yaw) = pose.rotation.euler_angles();
    // Adding 0 turns −0 into 0.
    let mut angles = [roll, pitch, yaw].map(|angle| angle + 0.0);
    let units = Units::of(ui.ctx());
    let errors = egui::Id::unique(("pose", name));
    let mut changed = false;
    let in_line = if ui.available_width() < NARROW { 2 } else { 3 };
    ui.add_enabled_ui(enabled, |ui| {
        let grid = egui::Grid::new(("pose", in_line)).num_columns(2 * in_line).min_col_width(0.0);
        grid.spacing([6.0, 4.0]).show(ui, |ui| {
            if changing {
                ui.spacing_mut().interact_size.x = CHANGING;
            }
            let mut value = |ui: &mut Ui, name: &str, value: &mut f64, unit: Unit| {
                let label = ui.label(name).id;
                let id = errors.with(name);
                let wrong = RefCell::default();
                let (_, done) = held(ui, id, *value, |ui, value| {
                    let field = Field::new(value, unit);
                    let field = if changing { field.decimals(unit.usual_decimals()).fixed() } else { field };
                    field.show(ui, &wrong).labelled_by(label)
                });
                let refused = wrong.take().map(|text| unit.refusal(&text));
                if refused.is_some() || done.is_some() {
                    set_error(ui, errors, refused);
                }
                changed |= done.is_some();
                *value = done.unwrap_or(*value);
            };
            let numbers = at.iter_mut().chain(&mut angles).enumerate();
            for ((index, number), name) in numbers.zip(["x", "y", "z", "roll", "pitch", "yaw"]) {
                value(ui, name, number, if index < 3 { units.length() } else { units.angle() });
                if index % in_line == in_line - 1 {
                    ui.end_row();
                }
            }
        });
    });
    if let Some(reason) = error(ui, errors) {
        ui.label(egui::RichText::new(reason).color(ui.visuals().error_fg_color));
    }
    let [roll, pitch, yaw] = angles;
    changed.then(|| Isometry3::from_parts(at.into(), UnitQuaternion::from_euler_angles(roll, pitch, yaw)))
}

/// The initial pose of a part, and why it cannot be edited.
#[derive(Default)]
struct Start {
    pose: Option<Isometry3<f64>>,
    refusal: Option<Refusal>,
}

/// Queries the document. This searches the whole scene, so the result is cached until the document or the part changes.
fn asked(ui: &Ui, document: &Document, target: &Target) -> Arc<Start> {
    let (id, key) = (egui::Id::unique("start"), (document.revision(), target.clone()));
    let known: Option<((u64, Target), Arc<Start>)> = ui.data(|data| data.get_temp(id));
    if let Some((_, start)) = known.filter(|(known, _)| *known == key) {
        return start;
    }
    let start = document.query().map_or_else(Start::default, |query| Start {
        pose: query.world_pose(target),
        refusal: query.check_editable(target).err(),
    });
    let start = Arc::new(start);
    ui.data_mut(|data| data.insert_temp(id, (key, start.clone())));
    start
}

/// Why a part cannot be edited, with a remedy if there is one.
fn why_not(ui: &mut Ui, target: &Target, refusal: &Refusal, requests: &mut Vec<Request>) {
    ui.label(egui::RichText::new(refusal.to_string()).color(ui.visuals().warn_fg_color));
    ui.horizontal_wrapped(|ui| match refusal {
        Refusal::Locked { .. } => unlock(ui, target, requests),
        Refusal::FleetMember { fleet, .. } => {
            let fleet = Target::fleet(fleet.clone());
            if ui.button(text::inspector::edit_fleet(fleet.short())).clicked() {
                requests.push(Request::Select(SelectRequest::Part(fleet.clone())));
            }
            components::dissolve(ui, &fleet, requests);
        }
        _ => {}
    });
}

/// The button that unlocks a part.
fn unlock(ui: &mut Ui, target: &Target, requests: &mut Vec<Request>) {
    if ui.button(text::inspector::UNLOCK).clicked() {
        let edit = Edit::Lock { targets: vec![target.clone()], locked: false };
        requests.push(Request::Edit(EditRequest::Apply { edit, coalesce: false }));
    }
}

/// The fields of a part that are not shown separately.
pub fn fields(ui: &mut Ui, context: &ViewerContext<'_>, target: &Target, requests: &mut Vec<Request>) {
    let Some(document) = context.document else { return };
    let Some(value) = document.value(target) else { return };
    ui.add_space(8.0);
    ui.strong(text::inspector::PROPERTIES);
    let components = |kind| components_of(context, kind);
    let of_joint = |path: &[Segment]| start_of_joint(context, document, target, path);
    let about = About { of_joint: &of_joint, ..about(context, Some(target), "", &components) };
    let mut form = Form::new(&about, &target.to_string());
    match target.section.form() {
        // The part itself is an enum: its variant is fixed, but its fields are editable.
        What::Choice(variants) => {
            let Kind::Tagged { tag, body, .. } = &value.kind else { return };
            let variant = variants().into_iter().find(|variant| variant.word == tag);
            let Some(content) = variant.and_then(|variant| variant.content) else { return };
            ui.weak(tag);
            form.fields(ui, &fields_of(&content), body, None);
        }
        what => {
            // Dynamics of objects have a separate form.
            let own = |field: &FieldForm| target.section == Section::Objects && field.name == "dynamics";
            let fields: Vec<FieldForm> =
                fields_of(&what).into_iter().filter(|field| !ELSEWHERE.contains(&&*field.name) || own(field)).collect();
            form.fields(ui, &fields, &value, None);
        }
    }
    requests.extend(form.into_changes().into_iter().map(|change| set(Some(target), change)));
}

/// The initial position of a joint from the model of a robot or fleet. `None` for other fields.
fn start_of_joint(
    context: &ViewerContext<'_>,
    document: &Document,
    target: &Target,
    path: &[Segment],
) -> Option<OfJoint> {
    let [Segment::Key(joints), Segment::Key(name), Segment::Key(field)] = path else { return None };
    if (joints.as_str(), field.as_str()) != ("joints", "start") {
        return None;
    }
    let structure = context.world.structure();
    let robot = match target.section {
        Section::Robots => structure.robot(&target.short())?,
        Section::Fleets => {
            structure.robots.iter().position(|robot| document.fleet_of(&robot.name).as_ref() == Some(target))?
        }
        _ => return None,
    };
    let joint = structure.robots[robot].model.as_ref()?.joints.iter().find(|joint| joint.name == *name)?;
    let [least, most] = joint.limits.map_or([None; 2], |limits| limits.map(Some));
    let unit = if joint.motion == JointMotion::Prismatic { "m" } else { "rad" };
    Some(OfJoint { joint: name.clone(), limits: Limits { least, most, ..Limits::default() }, unit })
}
