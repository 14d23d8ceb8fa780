//! What is selected: where it is, how it moves, what it consists of.

use crate::action::Request;
use crate::editor;
use crate::text;
use crate::world::WorldView;
use egui::{Grid, RichText, ScrollArea, Ui};
use sim_abi::declare::Kind;
use sim_abi::math::BodyState;
use sim_core::scene::{ComponentId, ComponentUse, ControllerUse};
use sim_edit::{Document, Edit, Target};
use sim_runner::{Frame, PluginList};

/// Shows what is selected.
pub fn show(
    ui: &mut Ui,
    world: &WorldView,
    frame: &Frame,
    plugins: &PluginList,
    document: Option<&Document>,
    selected: &[usize],
    requests: &mut Vec<Request>,
) {
    let Some(body) = selected.last().copied().filter(|body| *body < world.poses().len()) else {
        return super::empty(ui, text::inspector::NOTHING);
    };
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.heading(&*world.structure().bodies[body].name);
        if let Some((document, target)) = document.zip(editor::target(world.structure(), body)) {
            start(ui, document, target, requests);
        }
        if let Some(robot) = world.robot_of(body) {
            show_robot(ui, world, frame, plugins, robot, requests);
        } else if let Some(object) = world.object_of(body).and_then(|object| frame.objects.get(object)) {
            show_state(ui, object);
        } else {
            ui.label(text::inspector::FIXED);
            let pose = BodyState { pose: world.poses()[body], ..BodyState::default() };
            section(ui, text::inspector::POSE, |ui| pose_rows(ui, &pose));
        }
    });
}

/// Where the thing stands in the scene file, to be changed.
fn start(ui: &mut Ui, document: &Document, target: Target, requests: &mut Vec<Request>) {
    let Some(query) = document.query() else { return };
    let Some(pose) = query.world_pose(&target) else { return };
    let refusal = query.check_editable(&target).err().map(|refusal| refusal.to_string());
    ui.add_space(8.0);
    ui.strong(text::inspector::START).on_hover_text(text::inspector::START_HELP);
    let mut at = pose.translation.vector;
    let (roll, pitch, mut yaw) = pose.rotation.euler_angles();
    let mut sealed = false;
    let mut changed = false;
    ui.add_enabled_ui(refusal.is_none(), |ui| {
        ui.horizontal_wrapped(|ui| {
            let mut value = |ui: &mut Ui, name: &str, value: &mut f64, speed: f64, unit: &str| {
                let label = ui.label(name).id;
                let drag = egui::DragValue::new(value).speed(speed).max_decimals(4).suffix(unit);
                let response = ui.add(drag).labelled_by(label);
                changed |= response.changed();
                sealed |= response.drag_stopped() || response.lost_focus();
            };
            for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
                value(ui, name, &mut at[axis], 0.01, " m");
            }
            let mut degrees = yaw.to_degrees();
            value(ui, "yaw", &mut degrees, 1.0, " °");
            yaw = degrees.to_radians();
        });
    });
    if let Some(refusal) = refusal {
        ui.weak(refusal);
    }
    if changed {
        let rotation = nalgebra::UnitQuaternion::from_euler_angles(roll, pitch, yaw);
        let pose = nalgebra::Isometry3::from_parts(at.into(), rotation);
        requests.push(Request::Edit { edit: Edit::Move(vec![(target, pose)]), coalesce: true });
    }
    if sealed {
        requests.push(Request::Seal);
    }
}

fn show_robot(
    ui: &mut Ui,
    world: &WorldView,
    frame: &Frame,
    plugins: &PluginList,
    robot: usize,
    requests: &mut Vec<Request>,
) {
    let Some(state) = frame.robots.get(robot) else { return };
    if state.faulty || state.halted {
        ui.label(RichText::new(text::inspector::HALTED).color(ui.visuals().error_fg_color));
    }
    show_state(ui, &state.state);
    section(ui, text::inspector::MOTION, |ui| {
        row(ui, text::inspector::DISTANCE, format!("{:.3} m", state.distance));
        row(ui, text::inspector::COLLISIONS, state.collisions.to_string());
    });
    let structure = &world.structure().robots[robot];
    ui.add_space(8.0);
    ui.strong(text::inspector::COMPONENTS);
    for (kind, title) in [(Kind::Controller, text::inspector::CONTROLLER), (Kind::Dynamics, text::inspector::DYNAMICS)]
    {
        let part = structure.parts.parts.iter().find(|part| part.kind == kind.word());
        exchange(ui, kind, title, part.map(|part| part.component.as_str()), plugins, |id| {
            let (target, params) = (Target::robot(&*structure.name), Default::default());
            let edit = match kind {
                Kind::Controller => {
                    Edit::Controller { target, to: Some(ControllerUse { id: ComponentId(id), params, period: None }) }
                }
                _ => Edit::Dynamics { target, to: Some(ComponentUse { id: ComponentId(id), params }) },
            };
            requests.push(Request::Edit { edit, coalesce: false });
        });
    }
    let Some(values) = frame.telemetry_of(robot) else { return };
    egui::CollapsingHeader::new(text::inspector::TELEMETRY).default_open(true).show(ui, |ui| {
        Grid::new("telemetry").num_columns(2).striped(true).show(ui, |ui| {
            for channel in &structure.parts.channels {
                let Some(value) = values.get(channel.index) else { continue };
                let name = ui.add(egui::Button::new(&channel.path).frame(false));
                let help = format!("{}\n{}", channel.channel.help, text::plots::TOGGLE);
                if name.on_hover_text(help.trim()).clicked() {
                    requests.push(Request::Plot { robot, index: channel.index });
                }
                ui.monospace(format!("{value:>10.4} {}", channel.channel.unit));
                ui.end_row();
            }
        });
    });
}

/// A list of the components of a kind; choosing one exchanges the running one.
fn exchange(
    ui: &mut Ui,
    kind: Kind,
    title: &str,
    running: Option<&str>,
    plugins: &PluginList,
    mut choose: impl FnMut(String),
) {
    let Some(running) = running else {
        if kind == Kind::Controller {
            ui.label(text::inspector::NO_CONTROLLER);
        }
        return;
    };
    ui.horizontal(|ui| {
        let label = ui.label(title).id;
        let list = egui::ComboBox::from_id_salt(title).selected_text(running).width(ui.available_width() - 8.0);
        let shown = list.show_ui(ui, |ui| {
            for offer in plugins.components.iter().filter(|offer| offer.info.kind == kind) {
                let id = offer.info.id.as_str();
                let row = ui.selectable_label(id == running, id).on_hover_text(&offer.info.help);
                if row.clicked() && id != running {
                    choose(id.to_string());
                }
            }
        });
        shown.response.labelled_by(label);
    });
}

fn show_state(ui: &mut Ui, state: &BodyState) {
    section(ui, text::inspector::POSE, |ui| {
        pose_rows(ui, state);
        row(ui, text::inspector::VELOCITY, format!("{:.3} m/s", state.linear_velocity.norm()));
    });
}

fn pose_rows(ui: &mut Ui, state: &BodyState) {
    let at = state.pose.translation.vector;
    row(ui, text::inspector::POSITION, format!("{:.3}, {:.3}, {:.3} m", at.x, at.y, at.z));
    let (roll, pitch, yaw) = state.pose.rotation.euler_angles();
    let degrees = [roll, pitch, yaw].map(f64::to_degrees);
    row(ui, text::inspector::ROTATION, format!("{:.1}, {:.1}, {:.1} °", degrees[0], degrees[1], degrees[2]));
}

fn section(ui: &mut Ui, title: &str, rows: impl FnOnce(&mut Ui)) {
    ui.add_space(8.0);
    ui.strong(title);
    Grid::new(title).num_columns(2).show(ui, rows);
}

fn row(ui: &mut Ui, name: &str, value: String) {
    ui.label(name);
    ui.monospace(value);
    ui.end_row();
}
