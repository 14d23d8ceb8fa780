//! Properties of the selection on a robot: position, direction, port, values, functions, parameters.

use super::callouts::readings;
use super::edits::{self, directed, direction};
use super::robot::{Piece, Robot, Sort, Turning};
use super::signs::OUTSIDE;
use super::{Chosen, Construct, DraggedPart, calibrate, files, functions, help_of, icons, palette, wheels};
use crate::actions::Request;
use crate::panels::inspector;
use crate::text::construct as words;
use crate::text::figures;
use crate::viewer_context::ViewerContext;
use crate::widgets::long_text;
use crate::widgets::units::{Field, Units};
use egui::{Grid, RichText, Ui, Vec2};
use nalgebra::Isometry3;
use sim_edit::Document;
use std::f64::consts::PI;

/// Maximum number of value rows.
const ROWS: usize = 24;

/// Shows the properties of the selection, or of the robot itself.
pub fn show(
    ui: &mut Ui,
    construct: &mut Construct,
    context: &ViewerContext<'_>,
    document: &Document,
    robot: &Robot,
    requests: &mut Vec<Request>,
) {
    match construct.chosen.clone() {
        Some(Chosen::Part(name)) => {
            if let Some(piece) = robot.piece(&name) {
                show_piece(ui, construct, context, document, (robot, piece), requests);
            }
        }
        Some(Chosen::Joint(name)) => {
            if let Some(joint) = robot.joint(&name) {
                show_joint(ui, construct, robot, joint, requests);
                wheels::show(ui, robot, state(construct, context, robot));
            }
        }
        None => show_robot(ui, construct, context, robot, requests),
    }
}

fn state<'a>(
    construct: &Construct,
    context: &'a ViewerContext<'_>,
    robot: &Robot,
) -> Option<&'a sim_abi::math::BodyState> {
    let index = construct.index(context, robot)?;
    context.frame.robots.get(index).map(|robot| &robot.state)
}

fn show_piece(
    ui: &mut Ui,
    construct: &mut Construct,
    context: &ViewerContext<'_>,
    document: &Document,
    (robot, piece): (&Robot, &Piece),
    requests: &mut Vec<Request>,
) {
    let help = help_of(context, piece.sort, &piece.component);
    ui.add(egui::Label::new(RichText::new(&piece.name).heading()).truncate());
    ui.add(egui::Label::new(RichText::new(&piece.component).weak()).truncate()).on_hover_text(words::plain(help));
    ui.add_space(4.0);
    let what = Chosen::Part(piece.name.clone());
    if let Some(pose) = place_fields(ui, construct, robot, &what, piece.pose, true) {
        requests.push(edits::place_piece(document, robot, piece, &pose));
    }
    port(ui, context, robot, piece, requests);
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        if ui.button(words::COPY).on_hover_text(words::COPY_HELP).clicked() {
            let (name, request) = edits::copy(document, robot, piece);
            construct.choose(Some(Chosen::Part(name)));
            requests.push(request);
        }
        if ui.button(words::REMOVE).clicked() {
            construct.choose(None);
            requests.push(edits::remove(document, robot, piece));
        }
    });
    values(ui, construct, context, robot, piece);
    functions::show(ui, construct, context, robot, piece, requests);
    calibrate::show(ui, construct, context, robot, piece, requests);
    let context = &ViewerContext { part: None, ..*context };
    let kind = piece.sort.kind();
    ui.add_space(6.0);
    ui.push_id("parameters", |ui| {
        let part = inspector::Part { kind, name: &piece.name, id: &piece.component, below: &piece.below };
        inspector::show_part(ui, context, &robot.target, &part, &crate::text::common::PARAMETERS, requests);
    });
}

fn show_joint(ui: &mut Ui, construct: &mut Construct, robot: &Robot, joint: &Turning, requests: &mut Vec<Request>) {
    ui.add(egui::Label::new(RichText::new(&joint.name).heading()).truncate());
    ui.weak(words::JOINT);
    ui.add_space(4.0);
    let what = Chosen::Joint(joint.name.clone());
    if let Some(pose) = place_fields(ui, construct, robot, &what, joint.pose, false) {
        requests.push(edits::place_joint(robot, joint, &pose));
    }
    ui.add_space(4.0);
    let reset = ui.add_enabled(joint.written, egui::Button::new(words::RESET)).on_hover_text(words::RESET_HELP);
    if reset.clicked() {
        requests.push(edits::reset_joint(robot, joint));
    }
}

/// The fields of a position and of a direction. Dragging a value moves the part in the view immediately; returns the pose on
/// release.
fn place_fields(
    ui: &mut Ui,
    construct: &mut Construct,
    robot: &Robot,
    what: &Chosen,
    pose: Isometry3<f64>,
    directs: bool,
) -> Option<Isometry3<f64>> {
    let shown = construct.held_pose(what).unwrap_or(pose);
    let (mut now, mut dragging, mut done) = (shown, false, false);
    let units = Units::of(ui.ctx());
    Grid::new("place").num_columns(2).spacing([6.0, 4.0]).show(ui, |ui| {
        let helps = [words::FORWARD_HELP, words::LEFT_HELP, words::HEIGHT_HELP];
        for (axis, name) in [words::FORWARD, words::LEFT, words::HEIGHT].into_iter().enumerate() {
            let label = ui.label(name).on_hover_text(helps[axis]).id;
            let mut value = rounded(shown.translation.vector[axis]);
            let field = Field::new(&mut value, units.length_of_robot()).speed(0.001).decimals(5);
            let response = field.ui(ui).labelled_by(label);
            if response.changed() {
                now.translation.vector[axis] = value;
            }
            dragging |= response.dragged();
            done |= response.changed() && !response.dragged() || response.drag_stopped();
            ui.end_row();
        }
        if directs {
            let label = ui.label(words::DIRECTION).on_hover_text(words::DIRECTION_HELP).id;
            let mut value = direction(&shown) + 0.0;
            let field = Field::new(&mut value, units.angle()).decimals(3).range(-PI..=PI);
            let response = field.ui(ui).labelled_by(label);
            if response.changed() {
                now = directed(&now, value);
            }
            dragging |= response.dragged();
            done |= response.changed() && !response.dragged() || response.drag_stopped();
            ui.end_row();
        }
    });
    let place = [now.translation.x, now.translation.y];
    let outside = robot.outside(place);
    let too_far = (outside > OUTSIDE + 1e-9).then_some(outside);
    if dragging {
        construct.held = Some(DraggedPart { what: what.clone(), pose: now, grip: Vec2::ZERO, too_far, moved: true });
        return None;
    }
    if !done {
        return None;
    }
    construct.held = None;
    construct.refusal = too_far.map(|outside| super::too_far(outside, ui.ctx()));
    let moved = (now.translation.vector - pose.translation.vector).norm() > 1e-9
        || now.rotation.angle_to(&pose.rotation) > 1e-9;
    (moved && too_far.is_none()).then_some(now)
}

/// Without floating-point noise and −0.
fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6 + 0.0
}

/// The list of ports for the part.
fn port(ui: &mut Ui, context: &ViewerContext<'_>, robot: &Robot, piece: &Piece, requests: &mut Vec<Request>) {
    if robot.spec.ports.is_empty() {
        return;
    }
    let offer = context.plugins.offer(piece.sort.kind().word(), &piece.component);
    let plug = offer.and_then(|offer| offer.info().sheet.plug.as_deref());
    ui.horizontal(|ui| {
        let label = ui.label(words::PORT).id;
        if plug.is_none() && piece.port.is_empty() {
            ui.weak(words::NEEDS_NO_PORT);
            return;
        }
        let shown = if piece.port.is_empty() { words::UNPLUGGED.as_str() } else { &piece.port };
        let list = egui::ComboBox::from_id_salt("port").selected_text(shown).width(120.0);
        let list = list.show_ui(ui, |ui| {
            let free: Vec<_> = robot.free_ports(plug.unwrap_or_default(), Some(&piece.name)).collect();
            if ui.selectable_label(piece.port.is_empty(), words::UNPLUGGED).clicked() && !piece.port.is_empty() {
                requests.push(edits::plug(robot, piece, None));
            }
            for port in &free {
                let title = words::port_of(&port.name, &port.kind);
                if ui.selectable_label(port.name == piece.port, title).clicked() && port.name != piece.port {
                    requests.push(edits::plug(robot, piece, Some(&port.name)));
                }
            }
            if free.is_empty() {
                ui.weak(words::NO_PORT);
            }
        });
        list.response.labelled_by(label);
    });
}

/// The readings or commands of the part.
fn values(ui: &mut Ui, construct: &Construct, context: &ViewerContext<'_>, robot: &Robot, piece: &Piece) {
    let Some(index) = construct.index(context, robot) else { return };
    let (readings, count) = readings(context.world, context.frame, index, piece, ROWS);
    if readings.is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.strong(words::VALUES);
    let sensor = piece.sort == Sort::Sensor;
    Grid::new("values").num_columns(4).spacing([8.0, 2.0]).striped(true).show(ui, |ui| {
        ui.label("");
        if sensor {
            ui.weak(words::READ).on_hover_text(words::READ_HELP);
            ui.weak(words::TRUE).on_hover_text(words::TRUE_HELP);
        } else {
            ui.weak(words::COMMAND);
        }
        ui.end_row();
        for reading in &readings {
            ui.label(&reading.name);
            ui.monospace(words::number(reading.value));
            if let Some(clean) = reading.clean {
                ui.monospace(words::number(clean));
            }
            ui.label(figures::unit(&reading.unit));
            ui.end_row();
        }
    });
    if count > readings.len() {
        ui.weak(words::more(count - readings.len()));
    }
}

/// The robot itself: its parts, ports, wheels, files.
fn show_robot(
    ui: &mut Ui,
    construct: &mut Construct,
    context: &ViewerContext<'_>,
    robot: &Robot,
    requests: &mut Vec<Request>,
) {
    ui.add(egui::Label::new(RichText::new(&robot.name).heading()).truncate());
    let model = ui.add(egui::Label::new(RichText::new(&robot.spec.name).weak()).truncate());
    model.on_hover_text(words::plain(robot.description(context.plugins)));
    ui.add_space(4.0);
    files::buttons(ui, requests);
    wheels::show(ui, robot, state(construct, context, robot));
    if !robot.spec.ports.is_empty() {
        ui.add_space(6.0);
        ui.strong(words::PORTS);
        Grid::new("ports").num_columns(2).spacing([10.0, 3.0]).striped(true).show(ui, |ui| {
            for port in &robot.spec.ports {
                ui.label(words::port_of(&port.name, &port.kind));
                match robot.pieces.iter().find(|piece| piece.port == port.name) {
                    Some(piece) => row(ui, construct, piece),
                    None => _ = ui.weak(words::FREE),
                }
                ui.end_row();
            }
        });
    }
    ui.add_space(6.0);
    ui.strong(words::ALL_PARTS).on_hover_text(words::CHOOSE);
    for piece in &robot.pieces {
        ui.horizontal(|ui| {
            palette::icon(ui, piece.sort, icons::of_id(piece.sort, &piece.component, context));
            row(ui, construct, piece);
        });
    }
    for joint in &robot.joints {
        if ui.selectable_label(false, words::hidden_joint(&joint.name)).clicked() {
            construct.choose(Some(Chosen::Joint(joint.name.clone())));
        }
    }
    if !robot.removed.is_empty() {
        ui.add_space(6.0);
        ui.strong(words::TAKEN_AWAY);
    }
    for name in &robot.removed {
        ui.horizontal(|ui| {
            ui.label(name);
            let label = words::restored(name);
            let button = ui.small_button(words::PUT_BACK);
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
            if button.clicked() {
                requests.push(edits::restore(robot, name));
            }
        });
    }
}

fn row(ui: &mut Ui, construct: &mut Construct, piece: &Piece) {
    let button = egui::Button::selectable(false, &*piece.name).truncate();
    if long_text::or_hover(ui.add(button), &piece.name).on_hover_text(&piece.component).clicked() {
        construct.choose(Some(Chosen::Part(piece.name.clone())));
    }
}
