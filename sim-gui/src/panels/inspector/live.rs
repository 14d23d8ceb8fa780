//! Live state of the selection: pose, motion, telemetry.

use super::NARROW;
use crate::actions::{PlotRequest, Request};
use crate::text;
use crate::text::figures;
use crate::viewer_context::ViewerContext;
use crate::widgets::units::Units;
use egui::{Grid, RichText, Ui};
use sim_abi::declare::Kind;
use sim_abi::math::BodyState;
use sim_abi::service::LayoutPart;
use sim_core::engine::TelemetryChannel;
use sim_runner::{PluginList, RobotParts};
use std::ops::Range;

/// Longer lists create only visible rows: a lidar has thousands of channels.
const MANY_ROWS: usize = 512;

/// Shows the live state of a body.
pub fn show(ui: &mut Ui, context: &ViewerContext<'_>, body: usize, requests: &mut Vec<Request>) {
    let ViewerContext { world, frame, .. } = context;
    if let Some(robot) = world.robot_of(body) {
        show_robot(ui, context, robot, requests);
    } else if let Some(object) = world.object_of(body).and_then(|object| frame.objects.get(object)) {
        show_state(ui, object);
    } else {
        ui.label(text::inspector::FIXED);
        let pose = BodyState { pose: world.poses()[body], ..BodyState::default() };
        section(ui, &text::inspector::POSE, |rows| pose_rows(rows, &pose));
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
    // A recording contains neither these nor the components.
    if !structure.parts.parts.is_empty() {
        let units = Units::of(ui.ctx());
        section(ui, &text::inspector::MOTION, |rows| {
            rows.row(&text::inspector::DISTANCE, {
                let length = units.length();
                format!("{} {}", figures::column(length.shown(state.distance), length.decimals(3)), length.sign())
            });
            rows.row(&text::inspector::COLLISIONS, figures::count(state.collisions));
            limited(rows, state.clamped_commands);
        });
    }
    let Some(values) = frame.telemetry_of(robot) else { return };
    egui::CollapsingHeader::new(text::inspector::TELEMETRY).default_open(true).show(ui, |ui| {
        let channels = &structure.parts.channels;
        let (seen, height) = rows_in_sight(ui, channels.len());
        ui.add_space(seen.start as f32 * height);
        let below = (channels.len() - seen.end) as f32 * height;
        rows(ui, "telemetry", true, |rows| {
            for channel in &channels[seen] {
                let Some(value) = values.get(channel.index) else { continue };
                let unread = frame.tick == 0 && is_reading(&structure.parts, channel.index);
                let name = rows.row_of(
                    |ui| ui.add(egui::Button::new(&channel.path).frame(false)),
                    |ui| match unread {
                        true => {
                            _ = ui.weak(text::inspector::NO_READING).on_hover_text(text::inspector::NO_READING_HELP)
                        }
                        false => {
                            _ = ui.monospace(figures::with_unit(&figures::column(*value, 4), &channel.channel.unit))
                        }
                    },
                );
                let tip = |ui: &mut Ui| {
                    ui.set_max_width(ui.spacing().tooltip_width);
                    let help = help_of(context.plugins, &structure.parts, channel);
                    ui.label(format!("{help}\n{}", text::plots::TOGGLE).trim());
                };
                if name.on_hover_ui(tip).clicked() {
                    requests.push(Request::Plot(PlotRequest::Toggle { robot, index: channel.index }));
                }
            }
        });
        ui.add_space(below);
    });
}

/// The visible rows of a long list, or all rows, and the height of a row, points.
fn rows_in_sight(ui: &Ui, count: usize) -> (Range<usize>, f32) {
    let lines = if is_narrow(ui) { 2.0 } else { 1.0 };
    let height = lines * (ui.spacing().interact_size.y + ui.spacing().item_spacing.y);
    if count <= MANY_ROWS {
        return (0..count, height);
    }
    let row = |y: f32| (((y - ui.cursor().top()) / height).max(0.0) as usize).min(count);
    let sight = ui.clip_rect();
    // Start at an even row, so that the stripes do not flicker.
    (row(sight.top()) & !1..(row(sight.bottom()) + 1).min(count), height)
}

/// Number of clamped commands.
fn limited(rows: &mut Rows<'_>, count: u64) {
    let value = RichText::new(figures::count(count)).monospace();
    let name = rows.row_of(
        |ui| ui.label(text::limits::LIMITED),
        |ui| _ = ui.label(if count > 0 { value.color(ui.visuals().warn_fg_color) } else { value }),
    );
    name.on_hover_text(text::limits::LIMITED_HELP);
}

/// Description of a channel, localized if the component's library provides it.
fn help_of<'a>(plugins: &'a PluginList, parts: &RobotParts, channel: &'a TelemetryChannel) -> &'a str {
    let path = ["clean.", "effect."].iter().find_map(|prefix| channel.path.strip_prefix(prefix));
    let path = path.unwrap_or(&channel.path);
    let own = |part: &&LayoutPart| path.strip_prefix(&*part.name).is_some_and(|rest| rest.starts_with('.'));
    let part = parts.parts.iter().find(own);
    let help = &channel.channel.help;
    // A recording contains no components.
    part.map_or_else(|| plugins.say_any(help), |part| plugins.say(&part.kind, &part.component, help))
}

/// Whether a telemetry value is a sensor reading. Before the first step there are no readings.
fn is_reading(parts: &RobotParts, index: usize) -> bool {
    let mut sensors = parts.parts.iter().filter(|part| part.kind == Kind::Sensor.word());
    sensors.any(|part| {
        let readings = part.offset..part.offset + part.channels.len();
        let published = part.published_offset..part.published_offset + part.published.len();
        readings.contains(&index) || published.contains(&index)
    })
}

fn show_state(ui: &mut Ui, state: &BodyState) {
    section(ui, &text::inspector::POSE, |rows| {
        pose_rows(rows, state);
        rows.row(&text::inspector::VELOCITY, format!("{} m/s", figures::column(state.linear_velocity.norm(), 3)));
    });
}

fn pose_rows(rows: &mut Rows<'_>, state: &BodyState) {
    let at = state.pose.translation.vector;
    let (roll, pitch, yaw) = state.pose.rotation.euler_angles();
    let units = Units::of(rows.ui.ctx());
    let (length, angle) = (units.length(), units.angle());
    let position = figures::several([at.x, at.y, at.z].map(|part| length.shown(part)), length.decimals(3));
    rows.row(&text::inspector::POSITION, format!("{position} {}", length.sign()));
    let rotation = figures::several([roll, pitch, yaw].map(|part| angle.shown(part)), angle.decimals(1));
    rows.row(&text::inspector::ROTATION, format!("{rotation} {}", angle.sign()));
}

/// Name-value rows. In a narrow panel, each value is below its name.
pub struct Rows<'a> {
    ui: &'a mut Ui,
    narrow: bool,
}

impl Rows<'_> {
    fn row(&mut self, name: &str, value: String) {
        self.row_of(|ui| ui.label(name), |ui| _ = ui.monospace(value));
    }

    fn row_of<T>(&mut self, name: impl FnOnce(&mut Ui) -> T, value: impl FnOnce(&mut Ui)) -> T {
        let name = name(self.ui);
        if self.narrow {
            self.ui.end_row();
        }
        value(self.ui);
        self.ui.end_row();
        name
    }
}

/// A title with rows below it.
pub fn section(ui: &mut Ui, title: &str, show: impl FnOnce(&mut Rows<'_>)) {
    ui.add_space(8.0);
    ui.strong(title);
    rows(ui, title, false, show);
}

/// A row.
pub fn word(rows: &mut Rows<'_>, name: &str, value: String) {
    rows.row(name, value);
}

/// Whether values are placed below their names.
fn is_narrow(ui: &Ui) -> bool {
    ui.available_width() < NARROW - ui.spacing().indent
}

fn rows(ui: &mut Ui, title: &str, striped: bool, show: impl FnOnce(&mut Rows<'_>)) {
    let narrow = is_narrow(ui);
    let columns = if narrow { 1 } else { 2 };
    let grid = Grid::new((title, narrow)).num_columns(columns).striped(striped && !narrow);
    grid.show(ui, |ui| show(&mut Rows { ui, narrow }));
}
