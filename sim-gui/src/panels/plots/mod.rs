//! Telemetry plots: one per unit, over time with a shared time axis and cursor, or in another view; of the live run, a recorded run or
//! both.

mod axis;
mod draw;
mod known;
mod later;
mod picker;
pub mod picture;
mod view;

use crate::actions::{PlotRequest, Request};
use crate::simulation::world::WorldView;
use crate::text;
use crate::widgets::colors::PALETTE;
use crate::widgets::long_text;
use draw::CurvePoints;
use egui::{Color32, Rect, RichText, Ui};
use known::AxisCurve;
use picker::Picker;
use sim_runner::{Command, Comparison, DEFAULT_CAPACITY, Extremes, Playback, Repaint, Runner, Series, Structure};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use view::View;

/// Label of the button that removes a curve.
const REMOVE: &str = "×";

/// The plots.
#[derive(Default)]
pub struct Plots {
    curves: Vec<Curve>,
    /// View settings of each unit.
    views: BTreeMap<String, View>,
    robot: Picker,
    channel: Picker,
    columns: Vec<Extremes>,
    added: usize,
    /// Freezes the plots at this time, s.
    held: Option<f64>,
    /// Whether to reset the zoom.
    fit: bool,
    /// Time at the pointer, s.
    cursor: Option<f64>,
    /// Rectangle in the last frame, points.
    area: Option<Rect>,
    /// The structure in which channels of live curves were resolved.
    sought: Option<Arc<Structure>>,
}

/// The data sources.
pub struct Source<'a> {
    /// The live run.
    pub runner: &'a Runner,
    /// The shown world state.
    pub world: &'a WorldView,
    /// The recording that is shown, or with which the live run is compared.
    pub recorded: Option<&'a Playback>,
    /// Playback time of the open recording, s. `None` while the live run is shown.
    pub playing: Option<f64>,
}

/// One channel.
struct Curve {
    robot: String,
    path: String,
    /// Robot and path.
    heading: String,
    unit: String,
    color: Color32,
    /// Whether it is a distance from a recording instead of a channel.
    distance: bool,
    live: Option<Arc<Series>>,
    past: Past,
    /// Points of the live and the recorded run.
    drawn: [CurvePoints; 2],
}

/// The corresponding channel in a recorded run.
#[derive(Default)]
enum Past {
    /// Not yet resolved.
    #[default]
    Unsought,
    /// Does not exist.
    Missing,
    Found(Arc<Series>),
}

impl Past {
    fn series(&self) -> Option<&Arc<Series>> {
        match self {
            Past::Found(series) => Some(series),
            Past::Unsought | Past::Missing => None,
        }
    }
}

impl Curve {
    /// The shown histories, and whether each is recorded.
    fn shown(&self, recording: bool) -> impl Iterator<Item = (&Arc<Series>, bool)> {
        let live = self.live.iter().filter(move |_| !recording).map(|series| (series, false));
        live.chain(self.past.series().map(|series| (series, true)))
    }
}

impl Plots {
    /// Toggles the plot of a channel of a robot in the shown structure.
    pub fn toggle(&mut self, runner: &Runner, world: &WorldView, robot: usize, index: usize) {
        let Some(info) = world.structure().robots.get(robot) else { return };
        let Some(channel) = info.parts.channels.iter().find(|channel| channel.index == index) else { return };
        self.toggle_curve(runner, &info.name, &channel.path, &channel.channel.unit, None);
    }

    /// Toggles the plot of a robot's distance from its recorded pose.
    pub fn toggle_distance(&mut self, runner: &Runner, comparison: &Comparison, robot: usize) {
        let Some(series) = comparison.series(robot) else { return };
        let Some((name, path)) = series.names() else { return };
        self.toggle_curve(runner, &name, &path, "m", Some(series.clone()));
    }

    fn toggle_curve(&mut self, runner: &Runner, robot: &str, path: &str, unit: &str, distance: Option<Arc<Series>>) {
        if let Some(place) = self.curves.iter().position(|curve| curve.robot == robot && curve.path == path) {
            return self.remove(runner, place);
        }
        self.curves.push(Curve {
            robot: robot.to_string(),
            path: path.to_string(),
            heading: format!("{robot} {path}"),
            unit: unit.to_string(),
            color: PALETTE[self.added % PALETTE.len()],
            distance: distance.is_some(),
            live: distance,
            past: Past::default(),
            drawn: Default::default(),
        });
        self.added += 1;
        self.sought = None;
    }

    fn remove(&mut self, runner: &Runner, place: usize) {
        let curve = self.curves.remove(place);
        if let Some(series) = curve.live.filter(|_| !curve.distance) {
            runner.send(Command::Unsubscribe(series));
        }
    }

    /// Removes all plots.
    pub fn clear(&mut self, runner: &Runner) {
        while !self.curves.is_empty() {
            self.remove(runner, 0);
        }
        self.held = None;
    }

    /// Clears recorded data after the recorded run has changed or closed.
    pub fn forget_recorded(&mut self) {
        for curve in &mut self.curves {
            curve.past = Past::Unsought;
            curve.drawn.iter_mut().for_each(CurvePoints::forget);
        }
        self.sought = None;
    }

    /// Removes distance plots, whose comparison has ended.
    pub fn forget_distances(&mut self) {
        self.curves.retain(|curve| !curve.distance);
    }

    /// Resolves the histories of new curves, or of all curves for another run.
    pub fn follow(&mut self, source: &Source<'_>, repaint: &Repaint) {
        let structure = source.world.structure();
        let new = self.sought.as_ref().is_none_or(|sought| !Arc::ptr_eq(sought, structure));
        for curve in &mut self.curves {
            if new && source.playing.is_none() && curve.live.is_none() {
                curve.live = find(structure, curve)
                    .map(|(robot, index)| source.runner.subscribe(robot, index, DEFAULT_CAPACITY));
            }
            if let (Past::Unsought, Some(playback)) = (&curve.past, source.recorded) {
                // If the system cannot start a thread for it, the curve counts as missing.
                let found = find(&playback.structure(), curve).filter(|_| !curve.distance);
                let series = found.and_then(|(robot, index)| playback.channel(robot, index, repaint.clone()).ok());
                curve.past = series.map_or(Past::Missing, Past::Found);
            }
        }
        if new {
            self.sought = Some(structure.clone());
        }
    }

    /// Names of the plotted values, with their number of samples in the live run.
    pub fn curves(&self) -> impl Iterator<Item = (&str, usize)> {
        let len = |curve: &Curve| curve.live.as_ref().map_or(0, |series| series.len());
        self.curves.iter().map(move |curve| (curve.heading.as_str(), len(curve)))
    }

    /// Histories by plotted value: of the live and the recorded run.
    pub fn histories(&self, heading: &str) -> [Option<&Arc<Series>>; 2] {
        let curve = self.curves.iter().find(|curve| curve.heading == heading);
        [curve.and_then(|curve| curve.live.as_ref()), curve.and_then(|curve| curve.past.series())]
    }

    /// Rectangle in the last frame, points.
    pub fn area(&self) -> Option<Rect> {
        self.area
    }

    /// Shows the plots.
    pub fn show(&mut self, ui: &mut Ui, source: &Source<'_>, requests: &mut Vec<Request>) {
        long_text::whole_names(ui, |ui| {
            self.choose(ui, source);
            if !self.curves.is_empty() {
                self.tools(ui, source, requests);
            }
        });
        if self.curves.is_empty() {
            self.area = None;
            return super::empty(ui, &text::plots::NOTHING);
        }
        let top = ui.cursor().min;
        self.legend(ui, source);
        if self.curves.is_empty() {
            return;
        }
        self.draw(ui, source, requests);
        // A margin for content at the very edge.
        self.area = Some(Rect::from_min_max(top, ui.max_rect().max).expand(6.0).intersect(ui.clip_rect()));
    }

    /// Lists of robots and their channels.
    fn choose(&mut self, ui: &mut Ui, source: &Source<'_>) {
        let structure = source.world.structure();
        let robots = &structure.robots;
        let recorded = source.playing.is_some();
        let of = |robot| (recorded, structure.generation, robot);
        self.robot.show(ui, &text::common::ROBOT, robots.len(), of(None), |robot| &*robots[robot].name);
        let Some(robot) = robots.get(self.robot.chosen) else { return };
        let channels = &robot.parts.channels;
        let of = of(Some(self.robot.chosen));
        self.channel.show(ui, &text::plots::CHANNEL, channels.len(), of, |channel| &channels[channel].path);
        let Some(channel) = channels.get(self.channel.chosen) else { return };
        if ui.button(text::plots::PLOT).clicked() {
            self.toggle(source.runner, source.world, self.robot.chosen, channel.index);
        }
    }

    fn tools(&mut self, ui: &mut Ui, source: &Source<'_>, requests: &mut Vec<Request>) {
        ui.separator();
        if ui.button(text::common::FIT).on_hover_text(text::plots::FIT_HELP).clicked() {
            self.fit = true;
        }
        let live = source.playing.is_none();
        let mut held = self.held.is_some();
        let hold = ui.add_enabled(live, egui::Button::new(text::plots::HOLD).selected(held));
        let hold = hold.on_hover_text(text::plots::HOLD_HELP).on_disabled_hover_text(text::plots::HOLD_LIVE);
        if hold.clicked() {
            held = !held;
            let newest = self.curves.iter().filter_map(|curve| Some(curve.live.as_ref()?.last()?.0));
            self.held = newest.reduce(f64::max).filter(|_| held);
        }
        if !live {
            self.held = None;
        }
        ui.menu_button(text::plots::EXPORT, |ui| {
            if ui.button(text::plots::EXPORT_CSV).clicked() {
                requests.push(Request::Plot(PlotRequest::ExportTable(None)));
            }
            if ui.button(text::plots::EXPORT_PNG).clicked() {
                requests.push(Request::Plot(PlotRequest::ExportPicture(None)));
            }
        });
        if ui.button(text::plots::CLEAR).clicked() {
            self.clear(source.runner);
        }
    }

    /// The legend with the values at the cursor, or else the latest values.
    fn legend(&mut self, ui: &mut Ui, source: &Source<'_>) {
        let at = self.cursor.or(source.playing).or(self.held);
        let mut removed = None;
        long_text::whole_names(ui, |ui| {
            let newest = self.curves.iter().filter_map(|curve| Some(curve.live.as_ref()?.last()?.0)).reduce(f64::max);
            ui.monospace(text::plots::at(at.or(newest)));
            for (place, curve) in self.curves.iter().enumerate() {
                let value = |series: &Arc<Series>| match at {
                    Some(time) => series.at(time),
                    None => series.last().map(|(_, value)| value),
                };
                let mut values = curve.shown(source.playing.is_some());
                let (first, second) = (values.next(), values.next());
                let first = first.map(|(series, _)| value(series));
                let second = second.map(|(series, _)| match at.or(newest) {
                    Some(time) => series.at(time),
                    None => value(series),
                });
                let name = RichText::new(text::plots::heading(&curve.heading)).color(readable(curve.color, ui));
                let values = RichText::new(text::plots::values(first.flatten(), second, &curve.unit)).monospace();
                // Keep a name and its values on one line.
                long_text::keep_together(ui, &[&name, &values, &RichText::new(REMOVE)]);
                ui.label(name);
                ui.label(values);
                let button = ui.add(egui::Button::new(REMOVE).small().frame(false)).on_hover_text(text::plots::REMOVE);
                button.widget_info(|| {
                    egui::WidgetInfo::labeled(
                        egui::Role::Button,
                        true,
                        text::plots::remove_of(text::plots::heading(&curve.heading)),
                    )
                });
                if button.clicked() {
                    removed = Some(place);
                }
            }
        });
        if let Some(place) = removed {
            self.remove(source.runner, place);
        }
    }

    /// Exports the shown data as a table: curves over time with a common time column, followed by the data of other views.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_csv(&self, path: &Path, recording: bool) -> std::io::Result<()> {
        let until = self.held.unwrap_or(f64::INFINITY);
        let over_time = |curve: &&Curve| self.views.get(&curve.unit).is_none_or(View::is_over_time);
        let mut columns: Vec<(String, &Series)> = Vec::new();
        for curve in self.curves.iter().filter(over_time) {
            for (series, recorded) in curve.shown(recording) {
                let name = format!("{}:{}", curve.robot, curve.path);
                let name = if recorded && !recording { text::plots::recorded(&name) } else { name };
                columns.push((text::analysis::column(&name, &curve.unit), series));
            }
        }
        let mut columns = if columns.is_empty() { Vec::new() } else { sim_runner::joined(&columns, until) };
        let known: Vec<AxisCurve> = self.curves.iter().map(AxisCurve::of).collect();
        for (unit, view) in self.views.iter().filter(|(_, view)| !view.is_over_time()) {
            let curves: Vec<&Curve> = self.curves.iter().filter(|curve| curve.unit == *unit).collect();
            columns.extend(view.columns(unit, &curves, &known, (until, recording)));
        }
        let mut table = Vec::new();
        sim_runner::write_csv(&columns, &mut table)?;
        sim_core::files::write_whole(path, &table)
    }
}

/// A curve's color for text, darkened if the background is light.
fn readable(color: Color32, ui: &Ui) -> Color32 {
    if ui.visuals().dark_mode {
        color.lerp_to_gamma(Color32::WHITE, 0.25)
    } else {
        color.lerp_to_gamma(Color32::BLACK, 0.25)
    }
}

/// Robot and channel index of a curve.
fn find(structure: &Structure, curve: &Curve) -> Option<(usize, usize)> {
    let robot = structure.robot(&curve.robot)?;
    Some((robot, structure.channel(robot, &curve.path)?))
}
