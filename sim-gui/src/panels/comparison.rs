//! Comparison of the live run with a recorded one, by robot.

use crate::actions::{Action, PlotRequest, RecordingRequest, Request};
use crate::simulation::world::WorldView;
use crate::text;
use crate::text::figures;
use crate::widgets::long_text;
use egui::{Align, Layout, RichText, ScrollArea, Ui};
use sim_runner::{Comparison, Frame};

/// Minimum and maximum width of the name column, points.
const NAMES: [f32; 2] = [50.0, 140.0];
/// Width of number columns in a narrow and a wide panel, points.
const NUMBERS: [f32; 2] = [62.0, 80.0];

/// State of the table.
#[derive(Default)]
pub struct Table {
    by_distance: bool,
    order: Vec<usize>,
}

impl Table {
    /// Shows the table.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        comparison: Option<&Comparison>,
        world: &WorldView,
        frame: &Frame,
        requests: &mut Vec<Request>,
    ) {
        let Some(comparison) = comparison else { return empty(ui, requests) };
        let (first, last) = comparison.playback().range();
        long_text::whole_names(ui, |ui| {
            let path = comparison.playback().path();
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
            ui.strong(text::recordings::compared(&name)).on_hover_text(path.display().to_string());
            ui.weak(text::recordings::span(first, last));
            ui.checkbox(&mut self.by_distance, text::recordings::HIGHEST_FIRST);
            if ui.button(text::recordings::END_COMPARISON).clicked() {
                requests.push(Request::Recording(RecordingRequest::EndComparison));
            }
        });
        if frame.time > last + 1e-9 || frame.time < first - 1e-9 {
            ui.label(RichText::new(text::recordings::OUTSIDE).color(ui.visuals().warn_fg_color));
        }
        self.sort(comparison);
        row(ui, |ui, column| {
            let title = [text::common::ROBOT, text::recordings::NOW, text::recordings::MAX, text::recordings::RMS];
            ui.strong(title[column]);
        });
        ui.separator();
        let height = ui.spacing().interact_size.y;
        ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, self.order.len(), |ui, rows| {
            for robot in &self.order[rows] {
                let Some(info) = world.structure().robots.get(*robot) else { continue };
                let found = comparison.deviation(*robot);
                row(ui, |ui, column| match (column, found) {
                    (0, Some(_)) => {
                        let name = ui.add(egui::Button::new(&*info.name).frame(false).truncate());
                        let name = long_text::or_hover(name, &info.name);
                        let label = text::recordings::plot_distance_of(&info.name);
                        name.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, label.as_str()));
                        if name.on_hover_text(text::recordings::PLOT_DISTANCE).clicked() {
                            requests.push(Request::Plot(PlotRequest::ToggleDistance(*robot)));
                        }
                    }
                    (0, None) => _ = ui.add(egui::Label::new(RichText::new(&*info.name).weak()).truncate()),
                    (1, None) => _ = ui.weak(text::recordings::NOT_RECORDED),
                    (_, None) => {}
                    (_, Some(found)) if found.count == 0 => _ = ui.weak("–"),
                    (_, Some(found)) => {
                        _ = ui.monospace(figures::fixed([found.now, found.max, found.rms][column - 1], 4))
                    }
                });
            }
        });
    }

    /// Sorts robots in scene order, or by descending distance.
    fn sort(&mut self, comparison: &Comparison) {
        if self.order.len() != comparison.len() {
            self.order = (0..comparison.len()).collect();
        }
        let now = |robot: &usize| comparison.deviation(*robot).map_or(-1.0, |found| found.now);
        match self.by_distance {
            true => self.order.sort_by(|a, b| now(b).total_cmp(&now(a)).then(a.cmp(b))),
            false => self.order.sort_unstable(),
        }
    }
}

fn empty(ui: &mut Ui, requests: &mut Vec<Request>) {
    super::empty(ui, &text::recordings::NOTHING);
    ui.vertical_centered(|ui| {
        if ui.button(text::action::COMPARE.name).clicked() {
            requests.push(Action::Compare.into());
        }
    });
}

/// Column widths for the available space, points: the name, then three numbers.
fn columns(ui: &Ui) -> [f32; 4] {
    let (room, gap) = (ui.available_width(), ui.spacing().item_spacing.x);
    let beside = |numbers: f32| room - 3.0 * (numbers + gap);
    let numbers = if beside(NUMBERS[1]) < NAMES[1] { NUMBERS[0] } else { NUMBERS[1] };
    [beside(numbers).clamp(NAMES[0], NAMES[1]), numbers, numbers, numbers]
}

/// A row of cells; numbers are right-aligned.
fn row(ui: &mut Ui, mut cell: impl FnMut(&mut Ui, usize)) {
    ui.horizontal(|ui| {
        let height = ui.spacing().interact_size.y;
        for (column, width) in columns(ui).into_iter().enumerate() {
            let layout = match column {
                0 => Layout::left_to_right(Align::Center),
                _ => Layout::right_to_left(Align::Center),
            };
            ui.allocate_ui_with_layout(egui::vec2(width, height), layout, |ui| {
                ui.set_min_width(width);
                cell(ui, column);
            });
        }
    });
}
