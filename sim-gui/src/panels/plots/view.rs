//! Views of the curves of a unit: over time, x-y, histogram and spectrum.

use super::Curve;
use super::axis::numbered;
use super::draw::{CurvePoints, scroll};
use super::known::AxisCurve;
use super::later::Later;
use crate::text::{Text, analysis as words, figures};
use crate::widgets::long_text;
use crate::widgets::number;
use egui::{Color32, ComboBox, DragValue, Grid, Id, RichText, ScrollArea, Ui, WidgetInfo};
use egui_plot::{Bar, BarChart, Line, LineStyle, Plot, PlotPoint, PlotPoints, PlotUi, Points};
use sim_runner::analysis::{Between, Bins, Even, MAX_STEPS, Moments, Spectrum, decimated, paired};
use sim_runner::{Column, Extremes, Series};
use std::sync::Arc;

/// Maximum number of drawn points of an x-y path.
const MAX_POINTS: usize = 5000;
/// Maximum number of resampled values for a histogram.
const MAX_VALUES: usize = 1 << 18;
/// Dash length of recorded curves, points.
const DASH: f32 = 6.0;

/// A kind of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// Over time.
    #[default]
    Time,
    /// Over another curve.
    Xy,
    /// Histogram of values.
    Histogram,
    /// Amplitude spectrum.
    Spectrum,
}

impl Kind {
    const ALL: [(Self, Text, Text); 4] = [
        (Self::Time, words::OVER_TIME, words::OVER_TIME_HELP),
        (Self::Xy, words::XY, words::XY_HELP),
        (Self::Histogram, words::HISTOGRAM, words::HISTOGRAM_HELP),
        (Self::Spectrum, words::SPECTRUM, words::SPECTRUM_HELP),
    ];
}

/// The x axis of an x-y view.
#[derive(Clone, Debug, PartialEq)]
enum Over {
    /// The curve with this path of the same robot.
    Path(String),
    /// The curve with this heading.
    Curve(String),
}

/// Display properties of a curve.
#[derive(Clone)]
struct Label {
    name: String,
    color: Color32,
    /// Whether it is dashed: recorded, shown with a live one.
    dashed: bool,
    /// Name and unit of its x axis.
    over: Option<[String; 2]>,
}

/// A history with its settings.
struct Signal {
    label: Label,
    series: Arc<Series>,
    /// The history for the x axis.
    along: Option<Arc<Series>>,
}

/// The time span of the view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    /// The end, s.
    pub(super) until: f64,
    /// Length before the end, s; 0: everything.
    newest: f64,
}

impl Span {
    fn samples(self, series: &Series) -> Vec<[f64; 2]> {
        let mut samples = series.samples();
        samples.retain(|[time, _]| *time <= self.until);
        if let (true, Some([last, _])) = (self.newest > 0.0, samples.last().copied()) {
            samples.retain(|[time, _]| *time >= last - self.newest);
        }
        samples
    }
}

/// Name, whether it is dashed, and the identity and write positions of both histories.
type SignalKey = (String, bool, [Option<(usize, [u64; 2])>; 2]);

/// The inputs of a result.
#[derive(PartialEq)]
struct Key {
    kind: Kind,
    span: Span,
    signals: Vec<SignalKey>,
}

impl Key {
    fn of(kind: Kind, span: Span, signals: &[Signal]) -> Self {
        let version = |series: &Arc<Series>| (Arc::as_ptr(series) as usize, series.version());
        let signals = signals.iter().map(|signal| {
            let both = [Some(version(&signal.series)), signal.along.as_ref().map(version)];
            (signal.label.name.clone(), signal.label.dashed, both)
        });
        Self { kind, span, signals: signals.collect() }
    }
}

/// The data to draw.
struct PlotData {
    labels: Vec<Label>,
    what: What,
}

enum What {
    Xy(Vec<Vec<[f64; 2]>>),
    Histogram { bins: Option<Bins>, counts: Vec<Vec<u64>>, moments: Vec<Option<Moments>> },
    Spectrum(Vec<Option<(Arc<Series>, [f64; 2])>>),
}

impl PlotData {
    fn of(kind: Kind, span: Span, signals: &[Signal]) -> Self {
        let labels = signals.iter().map(|signal| signal.label.clone()).collect();
        let samples = signals.iter().map(|signal| span.samples(&signal.series));
        let what = match kind {
            Kind::Time | Kind::Xy => {
                let pairs = samples.zip(signals).map(|(samples, signal)| match &signal.along {
                    Some(along) => paired(&along.samples(), &samples),
                    None => Vec::new(),
                });
                What::Xy(pairs.collect())
            }
            Kind::Histogram => {
                // Resample uniformly, so that downsampled older data has its full weight.
                let values = samples.map(|samples| match Even::of(&samples, Between::Held, MAX_VALUES) {
                    Some(even) => even.values,
                    None => samples.iter().map(|[_, value]| *value).collect(),
                });
                let values: Vec<Vec<f64>> = values.collect();
                let bins = Bins::of(&values.iter().map(Vec::as_slice).collect::<Vec<_>>());
                let counts = values.iter().map(|values| bins.map_or_else(Vec::new, |bins| bins.counts(values)));
                let moments = values.iter().map(|values| Moments::of(values));
                What::Histogram { bins, counts: counts.collect(), moments: moments.collect() }
            }
            Kind::Spectrum => {
                let spectra = samples.map(|samples| {
                    let newest = samples.len().saturating_sub(2 * MAX_STEPS);
                    let spectrum = Spectrum::of(&samples[newest..])?;
                    Some((Arc::new(Series::of(spectrum.lines())), spectrum.peak()?))
                });
                What::Spectrum(spectra.collect())
            }
        };
        Self { labels, what }
    }

    /// Reduces the data to the number of drawn points.
    fn reduced(mut self) -> Self {
        if let What::Xy(curves) = &mut self.what {
            curves.iter_mut().for_each(|curve| *curve = decimated(curve, MAX_POINTS));
        }
        self
    }

    fn is_empty(&self) -> bool {
        match &self.what {
            What::Xy(curves) => curves.iter().all(Vec::is_empty),
            What::Histogram { bins, .. } => bins.is_none(),
            What::Spectrum(spectra) => spectra.iter().all(Option::is_none),
        }
    }
}

/// View settings of the curves of a unit.
#[derive(Default)]
pub(super) struct View {
    kind: Kind,
    over: Option<Over>,
    share: bool,
    /// Length of the time span before the end, s; 0: all.
    newest: f64,
    found: Later<Key, PlotData>,
    drawn: Vec<CurvePoints>,
}

impl View {
    /// Whether curves are shown over time.
    pub(super) fn is_over_time(&self) -> bool {
        self.kind == Kind::Time
    }

    /// The controls of the view.
    pub(super) fn choose(&mut self, ui: &mut Ui, unit: &str, known: &[AxisCurve]) {
        ui.push_id(("plot", unit), |ui| {
            long_text::whole_names(ui, |ui| {
                for (kind, word, help) in Kind::ALL {
                    let chosen = self.kind == kind;
                    let choice = ui.selectable_label(chosen, word).on_hover_text(help);
                    let label = words::choice(&word, figures::unit(unit));
                    choice.widget_info(|| WidgetInfo::selected(egui::Role::RadioButton, true, chosen, &label));
                    if choice.clicked() {
                        self.kind = kind;
                    }
                }
                match self.kind {
                    Kind::Time => {}
                    Kind::Xy => self.choose_over(ui, known),
                    Kind::Histogram => {
                        ui.separator();
                        ui.checkbox(&mut self.share, words::SHARE).on_hover_text(words::SHARE_HELP);
                        self.choose_newest(ui);
                    }
                    Kind::Spectrum => {
                        ui.separator();
                        self.choose_newest(ui);
                    }
                }
            });
        });
    }

    fn choose_newest(&mut self, ui: &mut Ui) {
        let label = ui.label(words::NEWEST).id;
        let field = DragValue::new(&mut self.newest).range(0.0..=1e6).speed(0.1).custom_parser(number::parse);
        ui.add(field.custom_formatter(|value, _| words::newest(value)))
            .labelled_by(label)
            .on_hover_text(words::NEWEST_HELP);
    }

    fn choose_over(&mut self, ui: &mut Ui, known: &[AxisCurve]) {
        let mut paths: Vec<&str> = known.iter().map(|curve| curve.path.as_str()).collect();
        paths.sort_unstable();
        paths.dedup();
        let lost = |over: &Over| match over {
            Over::Path(path) => !paths.contains(&path.as_str()),
            Over::Curve(heading) => !known.iter().any(|curve| curve.heading == *heading),
        };
        if self.over.as_ref().is_none_or(lost) {
            self.over = known.first().map(|curve| Over::Path(curve.path.clone()));
        }
        let Some(over) = &mut self.over else { return };
        ui.separator();
        let label = ui.label(words::OVER).id;
        let name = |over: &Over| match over {
            Over::Path(path) => words::of_each(path),
            Over::Curve(heading) => heading.clone(),
        };
        let list = ComboBox::from_id_salt("over").selected_text(name(over)).width(180.0);
        let list = list.show_ui(ui, |ui| {
            let paths = paths.iter().map(|path| Over::Path((*path).to_string()));
            for choice in paths.chain(known.iter().map(|curve| Over::Curve(curve.heading.clone()))) {
                let word = name(&choice);
                ui.selectable_value(over, choice, word);
            }
        });
        list.response.labelled_by(label);
    }

    /// The curve for the x axis of a curve.
    fn along<'k>(&self, curve: &Curve, known: &'k [AxisCurve]) -> Option<&'k AxisCurve> {
        known.iter().find(|other| match self.over.as_ref() {
            Some(Over::Path(path)) => other.path == *path && other.robot == curve.robot,
            Some(Over::Curve(heading)) => other.heading == *heading,
            None => false,
        })
    }

    /// The histories of the viewed curves.
    fn signals(&self, curves: &[&Curve], known: &[AxisCurve], recording: bool) -> Vec<Signal> {
        let mut signals = Vec::new();
        for curve in curves {
            let along = self.along(curve, known).filter(|_| self.kind == Kind::Xy);
            if self.kind == Kind::Xy && along.is_none_or(|along| along.heading == curve.heading) {
                continue;
            }
            for (series, recorded) in curve.shown(recording) {
                let dashed = recorded && !recording;
                let name = if dashed { crate::text::plots::recorded(&curve.heading) } else { curve.heading.clone() };
                let over = along.map(|along| [along.heading.clone(), along.unit.clone()]);
                let along = along.and_then(|along| along.series[usize::from(recorded)].clone());
                let label = Label { name, color: curve.color, dashed, over };
                signals.push(Signal { label, series: series.clone(), along });
            }
        }
        signals
    }

    /// Shows the curves of a unit in a view other than over time.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        unit: &str,
        (curves, known): (&[&Curve], &[AxisCurve]),
        (until, recording, fit): (f64, bool, bool),
        height: f32,
        columns: &mut Vec<Extremes>,
    ) {
        let top = ui.cursor().top();
        let signals = self.signals(curves, known, recording);
        if signals.is_empty() {
            ui.weak(words::NO_OTHER);
            return;
        }
        let span = Span { until, newest: self.newest };
        let kind = self.kind;
        let come = self
            .found
            .follow(ui.ctx(), Key::of(kind, span, &signals), move || PlotData::of(kind, span, &signals).reduced());
        if come {
            self.drawn.clear();
        }
        let found = self.found.result().filter(|found| {
            matches!(
                (&found.what, kind),
                (What::Xy(_), Kind::Xy)
                    | (What::Histogram { .. }, Kind::Histogram)
                    | (What::Spectrum(_), Kind::Spectrum)
            )
        });
        let Some(found) = found else {
            ui.weak(words::COMPUTING);
            return;
        };
        if found.is_empty() {
            ui.weak(words::TOO_FEW);
            return;
        }
        describe(ui, found, unit);
        let along = curves.iter().find_map(|curve| self.along(curve, known));
        let (x, y) = match kind {
            Kind::Time | Kind::Xy => {
                let x = along.map_or_else(String::new, |along| {
                    let name = if let Some(Over::Path(path)) = &self.over { path } else { &along.heading };
                    words::column(name, figures::unit(&along.unit))
                });
                (x, figures::unit(unit).to_string())
            }
            Kind::Histogram => {
                (figures::unit(unit).to_string(), if self.share { words::PART } else { words::NUMBER }.to_string())
            }
            Kind::Spectrum => (words::FREQUENCY.to_string(), figures::unit(unit).to_string()),
        };
        let height = (height - (ui.cursor().top() - top)).max(super::draw::LEAST);
        let plot = numbered(Plot::new(("plot", kind, unit)), ui, &x, &y);
        let mut plot = plot.height(height).allow_scroll(false);
        if kind == Kind::Spectrum {
            let group = Id::unique("spectra");
            plot = plot.link_axis(group, [true, false]).link_cursor(group, [true, false]);
        }
        // Paths in equal units have an equal aspect ratio.
        if kind == Kind::Xy && along.is_some_and(|along| along.unit == unit) {
            plot = plot.data_aspect(1.0);
        }
        let width = ui.available_width().max(16.0) as usize;
        let (share, drawn) = (self.share, &mut self.drawn);
        plot.show(ui, |plot| {
            if fit {
                plot.set_auto_bounds([true, true]);
            }
            draw(plot, found, (share, fit), width, drawn, columns);
            scroll(plot);
        });
    }

    /// The shown data as columns of a table.
    pub(super) fn columns(
        &self,
        unit: &str,
        curves: &[&Curve],
        known: &[AxisCurve],
        (until, recording): (f64, bool),
    ) -> Vec<Column> {
        let span = Span { until, newest: self.newest };
        let signals = self.signals(curves, known, recording);
        let PlotData { labels, what } = PlotData::of(self.kind, span, &signals);
        let column = |heading: String, cells: &mut dyn Iterator<Item = f64>| Column {
            heading,
            cells: cells.map(Some).collect(),
        };
        let mut table = Vec::new();
        match what {
            What::Xy(curves) => {
                for (label, curve) in labels.iter().zip(curves) {
                    let Some([other, other_unit]) = &label.over else { continue };
                    let heading = words::column(&words::table::along(&label.name, other), other_unit);
                    table.push(column(heading, &mut curve.iter().map(|[x, _]| *x)));
                    let heading = words::column(&words::table::over(&label.name, other), unit);
                    table.push(column(heading, &mut curve.iter().map(|[_, y]| *y)));
                }
            }
            What::Histogram { bins: Some(bins), counts, .. } => {
                let edges = |edge: usize| (0..bins.count).map(move |bin| bins.edges(bin)[edge]);
                table.push(column(words::table::from(unit), &mut edges(0)));
                table.push(column(words::table::to(unit), &mut edges(1)));
                for (label, counts) in labels.iter().zip(counts) {
                    let heading = words::table::bars(&label.name, self.share);
                    table.push(column(heading, &mut heights(&counts, self.share)));
                }
            }
            What::Histogram { .. } => {}
            What::Spectrum(spectra) => {
                let mut before = Vec::new();
                for (label, found) in labels.iter().zip(spectra) {
                    let Some((spectrum, _)) = found else { continue };
                    let lines = spectrum.samples();
                    // Signals of equal length have equal frequencies.
                    let frequencies: Vec<f64> = lines.iter().map(|[frequency, _]| *frequency).collect();
                    if frequencies != before {
                        let heading = words::column(&words::table::frequency(&label.name), "Hz");
                        table.push(column(heading, &mut frequencies.iter().copied()));
                        before = frequencies;
                    }
                    let heading = words::column(&words::table::amplitude(&label.name), unit);
                    table.push(column(heading, &mut lines.iter().map(|[_, amplitude]| *amplitude)));
                }
            }
        }
        table
    }
}

/// Counts, or fractions of the total.
fn heights(counts: &[u64], share: bool) -> impl Iterator<Item = f64> {
    let all = if share { counts.iter().sum::<u64>().max(1) as f64 } else { 1.0 };
    counts.iter().map(move |count| *count as f64 / all)
}

/// The summary above a plot: a table with a row for each curve.
fn describe(ui: &mut Ui, found: &PlotData, unit: &str) {
    let table = Id::unique(("said", unit));
    let unit = figures::unit(unit);
    // Headings and cells, padded to equal widths within a column.
    let (headings, rows): (Vec<String>, Vec<Option<Vec<String>>>) = match &found.what {
        What::Xy(_) => return,
        What::Histogram { moments, .. } => {
            let row = |found: &Option<Moments>| {
                let Moments { count, mean, deviation } = (*found)?;
                Some(vec![figures::column(mean, 4), figures::column(deviation, 4), figures::count(count as u64)])
            };
            let headings =
                [words::column(&words::MEAN, unit), words::column(&words::DEVIATION, unit), words::VALUES.into()];
            (headings.into(), moments.iter().map(row).collect())
        }
        What::Spectrum(spectra) => {
            let row = |found: &Option<(Arc<Series>, [f64; 2])>| {
                let [frequency, amplitude] = found.as_ref()?.1;
                Some(vec![figures::column(amplitude, 4), figures::column(frequency, 4)])
            };
            let headings = [words::column(&words::GREATEST, unit), words::FREQUENCY.into()];
            (headings.into(), spectra.iter().map(row).collect())
        }
    };
    let grid = Grid::new((table, headings.len())).striped(true).spacing([16.0, 2.0]);
    let scroll = ScrollArea::horizontal().id_salt(table).auto_shrink([false, true]);
    scroll.show(ui, |ui| {
        grid.show(ui, |ui| {
            ui.label("");
            for heading in &headings {
                ui.label(RichText::new(format!("{heading:>width$}", width = figures::WIDTH)).monospace().weak());
            }
            ui.end_row();
            for (label, row) in found.labels.iter().zip(rows) {
                ui.label(RichText::new(&label.name).color(super::readable(label.color, ui)));
                match row {
                    Some(numbers) => {
                        for (number, heading) in numbers.iter().zip(&headings) {
                            let width = heading.chars().count().max(figures::WIDTH);
                            ui.monospace(format!("{number:>width$}"));
                        }
                    }
                    None => _ = ui.weak(words::TOO_FEW),
                }
                ui.end_row();
            }
        });
    });
}

fn draw(
    plot: &mut PlotUi<'_>,
    found: &PlotData,
    (share, fit): (bool, bool),
    width: usize,
    drawn: &mut Vec<CurvePoints>,
    columns: &mut Vec<Extremes>,
) {
    let line = |label: &Label, points: PlotPoints<'static>| {
        let style = if label.dashed { LineStyle::Dashed { length: DASH } } else { LineStyle::Solid };
        Line::new(label.name.clone(), points).color(label.color).width(1.5).style(style).allow_hover(!label.dashed)
    };
    match &found.what {
        What::Xy(curves) => {
            for (label, curve) in found.labels.iter().zip(curves) {
                plot.line(line(label, PlotPoints::from(curve.clone())));
                // The current point.
                let last = curve.last().copied().into_iter().collect::<Vec<_>>();
                plot.points(Points::new(label.name.clone(), last).color(label.color).radius(3.5).allow_hover(false));
            }
        }
        What::Histogram { bins, counts, .. } => {
            let Some(bins) = bins else { return };
            for (label, counts) in found.labels.iter().zip(counts) {
                let heights = heights(counts, share).enumerate();
                if label.dashed {
                    let steps = heights.flat_map(|(bin, height)| bins.edges(bin).map(|edge| [edge, height]));
                    plot.line(line(label, steps.collect::<Vec<_>>().into()));
                } else {
                    let bar = |(bin, height): (usize, f64)| {
                        let [from, to] = bins.edges(bin);
                        Bar::new(f64::midpoint(from, to), height).width(to - from)
                    };
                    let bars = heights.map(bar).collect();
                    plot.bar_chart(BarChart::new(label.name.clone(), bars).color(label.color));
                }
            }
        }
        What::Spectrum(spectra) => {
            drawn.resize_with(spectra.len(), CurvePoints::default);
            let bounds = plot.plot_bounds();
            let auto = plot.auto_bounds().x || fit;
            for ((label, found), drawn) in found.labels.iter().zip(spectra).zip(drawn) {
                let Some((series, _)) = found else { continue };
                let whole = series.times().map_or((0.0, 0.0), |times| (*times.start(), *times.end()));
                let seen = if auto { whole } else { (bounds.min()[0], bounds.max()[0]) };
                let points: Vec<PlotPoint> = drawn.follow(series, seen, width, columns).to_vec();
                plot.line(line(label, PlotPoints::Owned(points)));
            }
        }
    }
}
