//! How what is selected is now: pose, motion, telemetry.

use crate::actions::Request;
use crate::text;
use crate::viewer_context::ViewerContext;
use egui::{Grid, RichText, Ui};
use sim_abi::math::BodyState;

/// How a body is now.
pub fn show(ui: &mut Ui, context: &ViewerContext<'_>, body: usize, requests: &mut Vec<Request>) {
    let ViewerContext { world, frame, .. } = context;
    if let Some(robot) = world.robot_of(body) {
        show_robot(ui, context, robot, requests);
    } else if let Some(object) = world.object_of(body).and_then(|object| frame.objects.get(object)) {
        show_state(ui, object);
    } else {
        ui.label(text::inspector::FIXED);
        let pose = BodyState { pose: world.poses()[body], ..BodyState::default() };
        section(ui, text::inspector::POSE, |ui| pose_rows(ui, &pose));
    }
}

fn show_robot(ui: &mut Ui, context: &ViewerContext<'_>, robot: usize, requests: &mut Vec<Request>) {
    let ViewerContext { world, frame, .. } = context;
    let Some(state) = frame.robots.get(robot) else { return };
    if state.faulty || state.halted {
        ui.label(RichText::new(text::inspector::HALTED).color(ui.visuals().error_fg_color));
    }
    show_state(ui, &state.state);
    let structure = &world.structure().robots[robot];
    // A recording tells neither these nor the components.
    if !structure.parts.parts.is_empty() {
        section(ui, text::inspector::MOTION, |ui| {
            row(ui, text::inspector::DISTANCE, format!("{:.3} m", state.distance));
            row(ui, text::inspector::COLLISIONS, state.collisions.to_string());
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
    let degrees = [roll, pitch, yaw].map(|angle| (angle.to_degrees() * 10.0).round() / 10.0 + 0.0);
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
