//! Telemetry over time: one plot per unit, all with the same time and cursor.

use crate::colors::PALETTE;
use crate::text;
use crate::world::WorldView;
use egui::{Color32, Id, Ui};
use egui_plot::{Line, Plot, PlotPoints};
use sim_runner::{Command, DEFAULT_CAPACITY, Extremes, Runner, Series};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The plots.
#[derive(Default)]
pub struct Plots {
    curves: Vec<Curve>,
    robot: usize,
    channel: usize,
    columns: Vec<Extremes>,
    added: usize,
}

/// One channel.
struct Curve {
    name: String,
    unit: String,
    color: Color32,
    series: Arc<Series>,
}

impl Plots {
    /// Plots a channel of a robot from now on, or no longer when it is plotted already.
    pub fn toggle(&mut self, runner: &Runner, world: &WorldView, robot: usize, index: usize) {
        if let Some(place) = self.curves.iter().position(|curve| curve.series.channel() == (robot, index)) {
            return self.remove(runner, place);
        }
        let Some(structure) = world.structure().robots.get(robot) else { return };
        let Some(channel) = structure.parts.channels.iter().find(|channel| channel.index == index) else { return };
        self.curves.push(Curve {
            name: format!("{} {}", structure.name, channel.path),
            unit: channel.channel.unit.clone(),
            color: PALETTE[self.added % PALETTE.len()],
            series: runner.subscribe(robot, index, DEFAULT_CAPACITY),
        });
        self.added += 1;
    }

    fn remove(&mut self, runner: &Runner, place: usize) {
        let curve = self.curves.remove(place);
        runner.send(Command::Unsubscribe(curve.series));
    }

    /// Ends all plots.
    pub fn clear(&mut self, runner: &Runner) {
        while !self.curves.is_empty() {
            self.remove(runner, 0);
        }
    }

    /// Names of what is plotted, with the number of samples.
    pub fn curves(&self) -> impl Iterator<Item = (&str, usize)> {
        self.curves.iter().map(|curve| (curve.name.as_str(), curve.series.len()))
    }

    /// Shows the plots. Returns whether they are to be written to a file.
    pub fn show(&mut self, ui: &mut Ui, world: &WorldView, runner: &Runner) -> bool {
        let mut export = false;
        ui.horizontal_wrapped(|ui| {
            self.choose(ui, world, runner);
            if !self.curves.is_empty() {
                export = ui.button(text::plots::EXPORT).clicked();
                if ui.button(text::plots::CLEAR).clicked() {
                    self.clear(runner);
                }
            }
        });
        if self.curves.is_empty() {
            super::empty(ui, text::plots::NOTHING);
            return false;
        }
        let mut removed = None;
        ui.horizontal_wrapped(|ui| {
            for (place, curve) in self.curves.iter().enumerate() {
                let text = egui::RichText::new(format!("{} ×", curve.name)).color(curve.color);
                let button = ui.add(egui::Button::new(text).small()).on_hover_text(text::plots::REMOVE);
                button.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, text::plots::remove(&curve.name))
                });
                if button.clicked() {
                    removed = Some(place);
                }
            }
        });
        if let Some(place) = removed {
            self.remove(runner, place);
        }
        self.draw(ui);
        export
    }

    /// Lists of robots and their channels.
    fn choose(&mut self, ui: &mut Ui, world: &WorldView, runner: &Runner) {
        let robots = &world.structure().robots;
        let Some(robot) = robots.get(self.robot).or(robots.first()) else { return };
        let label = ui.label(text::plots::ROBOT).id;
        let list = egui::ComboBox::from_id_salt("plot robot").selected_text(&*robot.name);
        let list = list.show_ui(ui, |ui| {
            for (number, robot) in robots.iter().enumerate() {
                ui.selectable_value(&mut self.robot, number, &*robot.name);
            }
        });
        list.response.labelled_by(label);
        let channels = &robot.parts.channels;
        let Some(channel) = channels.get(self.channel).or(channels.first()) else { return };
        let label = ui.label(text::plots::CHANNEL).id;
        let list = egui::ComboBox::from_id_salt("plot channel").selected_text(&channel.path).width(200.0);
        let list = list.show_ui(ui, |ui| {
            for (number, channel) in channels.iter().enumerate() {
                ui.selectable_value(&mut self.channel, number, &channel.path);
            }
        });
        list.response.labelled_by(label);
        let index = channel.index;
        if ui.button(text::plots::PLOT).clicked() {
            self.toggle(runner, world, self.robot.min(robots.len() - 1), index);
        }
    }

    /// One plot per unit.
    fn draw(&mut self, ui: &mut Ui) {
        let mut units: BTreeMap<&str, Vec<&Curve>> = BTreeMap::new();
        for curve in &self.curves {
            units.entry(&curve.unit).or_default().push(curve);
        }
        let height = (ui.available_height() / units.len() as f32 - ui.spacing().item_spacing.y).max(60.0);
        let width = ui.available_width().max(16.0) as usize;
        let group = Id::unique("plots");
        for (unit, curves) in &units {
            let plot = Plot::new(("plot", *unit))
                .height(height)
                .x_axis_label(text::plots::TIME)
                .y_axis_label(*unit)
                .link_axis(group, [true, false])
                .link_cursor(group, [true, false]);
            let columns = &mut self.columns;
            plot.show(ui, |plot| {
                for curve in curves {
                    let Some(times) = curve.series.times() else { continue };
                    let bounds = plot.plot_bounds();
                    let seen = if plot.auto_bounds().x {
                        (*times.start(), *times.end())
                    } else {
                        (bounds.min()[0], bounds.max()[0])
                    };
                    curve.series.columns(seen.0, seen.1, width, columns);
                    plot.line(Line::new(curve.name.clone(), points(columns)).color(curve.color));
                }
            });
        }
    }

    /// All curves as a table.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_csv(&self, path: &std::path::Path) -> std::io::Result<()> {
        let series: Vec<&Series> = self.curves.iter().map(|curve| &*curve.series).collect();
        let mut file = std::io::BufWriter::new(std::fs::File::create(path)?);
        sim_runner::write_csv(&series, &mut file)?;
        std::io::Write::flush(&mut file)
    }
}

/// The line through some columns: through each smallest and greatest value.
fn points(columns: &[Extremes]) -> PlotPoints<'static> {
    let corners = |column: &Extremes| {
        let [first, last] = column.times;
        let values = if column.count == 1 { 1 } else { 4 };
        [[first, column.first], [first, column.min], [last, column.max], [last, column.last]].into_iter().take(values)
    };
    PlotPoints::from_iter(columns.iter().flat_map(corners))
}
