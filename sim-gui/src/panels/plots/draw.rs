//! Draws curves: one plot per unit. Plots over time share the time range and cursor.

use super::axis::numbered;
use super::known::AxisCurve;
use super::{Curve, Plots, Source};
use crate::actions::{RecordingRequest, Request};
use crate::simulation::playback::Control;
use crate::text;
use crate::text::figures;
use egui::{Color32, Id, Ui, Vec2};
use egui_plot::{Line, LineStyle, Plot, PlotBounds, PlotPoint, PlotPoints, PlotUi, VLine};
use sim_runner::{Extremes, Series};
use std::collections::BTreeMap;

/// Minimum height of a plot, points.
pub(super) const LEAST: f32 = 90.0;
/// Dash length of a recorded curve, points.
const DASH: f32 = 6.0;
/// Zoom factor per scrolled point.
const PER_POINT: f32 = 1.0025;

/// The points of a curve as last drawn, cached until the data changes.
#[derive(Default)]
pub(super) struct CurvePoints {
    key: Option<Key>,
    points: Vec<PlotPoint>,
}

/// The cache key of the points.
#[derive(Clone, Copy, PartialEq)]
struct Key {
    from: f64,
    to: f64,
    width: usize,
    version: [u64; 2],
}

impl CurvePoints {
    /// Selects the points between two times (s) for a number of columns.
    pub(super) fn follow(
        &mut self,
        series: &Series,
        (from, to): (f64, f64),
        width: usize,
        columns: &mut Vec<Extremes>,
    ) -> &[PlotPoint] {
        let key = Key { from, to, width, version: series.version() };
        if self.key == Some(key) {
            return &self.points;
        }
        self.key = Some(key);
        series.columns(from, to, width, columns);
        self.points.clear();
        self.points.extend(columns.iter().flat_map(corners).map(|[x, y]| PlotPoint::new(x, y)));
        &self.points
    }

    /// Clears the cache: another history may have the same number of samples.
    pub(super) fn forget(&mut self) {
        self.key = None;
    }
}

/// The polyline through a column's minimum and maximum.
fn corners(column: &Extremes) -> impl Iterator<Item = [f64; 2]> + use<> {
    let [first, last] = column.times;
    let values = if column.count == 1 { 1 } else { 4 };
    [[first, column.first], [first, column.min], [last, column.max], [last, column.last]].into_iter().take(values)
}

/// State shared by the plots of all units.
struct Sheet {
    /// Available time range, s.
    whole: (f64, f64),
    width: usize,
    fit: bool,
    /// Playback time of the open recording, s.
    playing: Option<f64>,
    ink: Color32,
}

/// User interaction with a plot.
#[derive(Default)]
struct Did {
    cursor: Option<f64>,
    sought: Option<f64>,
}

impl Plots {
    /// Draws all curves.
    pub(super) fn draw(&mut self, ui: &mut Ui, source: &Source<'_>, requests: &mut Vec<Request>) {
        let playing = source.playing;
        let held = self.held.unwrap_or(f64::INFINITY);
        let times = self.curves.iter().flat_map(|curve| curve.shown(playing.is_some())).filter_map(|(series, _)| {
            let times = series.times()?;
            Some((*times.start(), *times.end()))
        });
        let whole = times.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or((0.0, 1.0));
        let whole = (whole.0.min(held), whole.1.min(held));
        let known: Vec<AxisCurve> = self.curves.iter().map(AxisCurve::of).collect();
        let mut units: BTreeMap<String, Vec<&mut Curve>> = BTreeMap::new();
        for curve in &mut self.curves {
            units.entry(curve.unit.clone()).or_default().push(curve);
        }
        let gap = ui.spacing().item_spacing.y;
        let height = (ui.available_height() / units.len() as f32 - gap).max(LEAST);
        let sheet = Sheet {
            whole,
            width: ui.available_width().max(16.0) as usize,
            fit: std::mem::take(&mut self.fit),
            playing,
            ink: ui.visuals().strong_text_color(),
        };
        let (mut cursor, mut sought) = (None, None);
        let (columns, views) = (&mut self.columns, &mut self.views);
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            let last = units.len() - 1;
            for (number, (unit, curves)) in units.into_iter().enumerate() {
                let view = views.entry(unit.clone()).or_default();
                let top = ui.cursor().top();
                view.choose(ui, &unit, &known);
                let height = (height - (ui.cursor().top() - top)).max(LEAST);
                if !view.is_over_time() {
                    let curves: Vec<&Curve> = curves.into_iter().map(|curve| &*curve).collect();
                    let shown = (held, sheet.playing.is_some(), sheet.fit);
                    view.show(ui, &unit, (&curves, &known), shown, height, columns);
                    continue;
                }
                let did = plot(ui, &sheet, &unit, curves, height, number == last, columns);
                cursor = did.cursor.or(cursor);
                sought = did.sought.or(sought);
            }
        });
        self.cursor = cursor;
        if let Some(time) = sought.filter(|_| playing.is_some()) {
            requests.push(Request::Recording(RecordingRequest::Playback(Control::Seek(time))));
        }
    }
}

/// The plot of one unit.
fn plot(
    ui: &mut Ui,
    sheet: &Sheet,
    unit: &str,
    curves: Vec<&mut Curve>,
    height: f32,
    last: bool,
    columns: &mut Vec<Extremes>,
) -> Did {
    let group = Id::unique("plots");
    // All plots have equal width, so that their time axes are aligned. Only the bottom one is labeled.
    let time = if last { text::plots::TIME.as_str() } else { "" };
    let plot = numbered(Plot::new(("plot", unit)), ui, time, figures::unit(unit))
        .height(height)
        .allow_scroll(false)
        .link_axis(group, [true, false])
        .link_cursor(group, [true, false]);
    let mut curves = curves;
    let recorded = sheet.playing.is_some();
    let shown = plot.show(ui, |plot| {
        if sheet.fit {
            plot.set_auto_bounds([true, true]);
        }
        let bounds = plot.plot_bounds();
        let seen = match plot.auto_bounds().x || sheet.fit {
            true => sheet.whole,
            false => (bounds.min()[0], bounds.max()[0].min(sheet.whole.1)),
        };
        for curve in &mut curves {
            let Curve { color, heading, live, past, drawn, .. } = &mut **curve;
            let series = [live.as_ref().filter(|_| !recorded), past.series()];
            for (place, (series, drawn)) in series.into_iter().zip(drawn).enumerate() {
                let Some(series) = series else { continue };
                let points = drawn.follow(series, seen, sheet.width, columns).to_vec();
                // Recorded curves are dashed when shown with a live run.
                let dashed = place == 1 && !recorded;
                let style = if dashed { LineStyle::Dashed { length: DASH } } else { LineStyle::Solid };
                let heading = text::plots::heading(heading);
                let name = if dashed { text::plots::recorded(&heading) } else { heading };
                let line = Line::new(name, PlotPoints::Owned(points)).color(*color).width(1.5);
                plot.line(line.style(style).allow_hover(!dashed));
            }
        }
        if let Some(time) = sheet.playing {
            plot.vline(VLine::new("", time).color(sheet.ink).width(1.0).allow_hover(false));
        }
        scroll(plot);
        let response = plot.response();
        let hovered = response.contains_pointer();
        let time = plot.pointer_coordinate().map(|point| point.x);
        Did { cursor: time.filter(|_| hovered), sought: time.filter(|_| response.clicked()) }
    });
    shown.inner
}

/// Scrolling zooms in time; with Shift, in value.
pub(super) fn scroll(plot: &mut PlotUi<'_>) {
    if !plot.response().contains_pointer() {
        return;
    }
    let (scroll, shift) = plot.ctx().input(|input| (input.smooth_scroll_delta(), input.modifiers.shift));
    // With Shift some systems scroll horizontally.
    let along = if scroll.y == 0.0 { scroll.x } else { scroll.y };
    if along != 0.0 {
        let factor = PER_POINT.powf(along);
        let bounds: PlotBounds = plot.plot_bounds();
        if bounds.is_valid() {
            plot.zoom_bounds_around_hovered(if shift { Vec2::new(1.0, factor) } else { Vec2::new(factor, 1.0) });
        }
    }
}
