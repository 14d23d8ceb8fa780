//! Axis labels of plots: at round steps, with the decimals required by the step.

use egui::{FontId, Rangef, Ui};
use egui_plot::{AxisHints, GridInput, GridMark, Plot};
use std::ops::RangeInclusive;

/// Minimum distance of grid lines, points.
const GRID: f32 = 8.0;
/// Distance at which grid lines are drawn at full strength, points. Closer ones are fainter.
const FAINT: f32 = 600.0;
/// Minimum width of the value axis, so that stacked plots are aligned, points.
const WIDTH: f32 = 46.0;
/// Steps within a power of ten: the most readable ones, then those for narrow axes.
const STEPS: [&[f64]; 2] = [&[1.0, 2.0, 5.0], &[1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0]];
/// Axes of this length have at least three labels, shorter ones two, points.
const THREE: f64 = 60.0;
/// Labels use scientific notation if all are below the first limit, or one is at or above the second.
const PLAIN: [f64; 2] = [1e-4, 1e6];
/// A relative difference below the first value is rounding error; numbers below the second are zero.
const FINEST: (f64, f64) = (1e-12, 1e-290);
/// Font size of labels, and maximum width of a digit, points.
const DIGIT: (f32, f64) = (11.0, 7.0);

/// A plot with axis titles and labels.
pub(super) fn numbered<'a>(plot: Plot<'a>, ui: &Ui, x: &str, y: &str) -> Plot<'a> {
    let font = FontId::proportional(DIGIT.0);
    let line = f64::from(ui.fonts_mut(|fonts| fonts.row_height(&font)));
    let axis = |hints: AxisHints<'a>, name: &str| {
        let hints = hints.label(name).tick_label_font(font.clone()).label_spacing(Rangef::new(1.0, 2.0));
        hints.formatter(|mark, range| word(mark.value, mark.step_size, range))
    };
    let x = axis(AxisHints::new_x(), x);
    let y = axis(AxisHints::new_y(), y).min_thickness(WIDTH);
    let plot = plot.grid_spacing(Rangef::new(GRID, FAINT)).custom_x_axes(vec![x]).custom_y_axes(vec![y]);
    plot.x_grid_spacer(|input| side_by_side(&input)).y_grid_spacer(move |input| below_each_other(&input, line))
}

/// Label positions on a vertical axis with lines of `line` points.
fn below_each_other(input: &GridInput, line: f64) -> Vec<GridMark> {
    marks(input, |_| [1.8 * line, line])
}

/// Label positions on a horizontal axis.
fn side_by_side(input: &GridInput) -> Vec<GridMark> {
    let (from, to) = input.bounds;
    marks(input, |step| {
        let digits = [from, to].map(|end| word(end, step, &(from..=to)).chars().count());
        let width = (digits[0].max(digits[1]) + 1) as f64 * DIGIT.1;
        [width.max(60.0), width]
    })
}

/// Multiples of a round step. `apart` returns the preferred and the minimum distance of labels for a step, points.
fn marks(input: &GridInput, apart: impl Fn(f64) -> [f64; 2]) -> Vec<GridMark> {
    let (from, to) = input.bounds;
    let (range, point) = (to - from, input.base_step_size.abs() / f64::from(GRID));
    let most = from.abs().max(to.abs());
    if !(range.is_finite() && point.is_finite() && range > FINEST.0 * most && most > FINEST.1 && point > 0.0) {
        return Vec::new();
    }
    let wanted = if range / point >= THREE { 3 } else { 2 };
    let mut best = Vec::new();
    for (steps, room) in [(STEPS[0], 0), (STEPS[0], 1), (STEPS[1], 1)] {
        let fits = |step: &f64| *step >= point * apart(*step)[room];
        // From steps of less than a point up to steps longer than any number.
        let least = (point.log10().floor()) as i32;
        let mut candidates = (least..least + 8).flat_map(|power| steps.iter().map(move |step| step * ten(power)));
        let Some(step) = candidates.find(fits) else { continue };
        let found = multiples(step, (from, to));
        if found.len() >= wanted {
            return found;
        }
        if found.len() > best.len() {
            best = found;
        }
    }
    best
}

fn multiples(step: f64, (from, to): (f64, f64)) -> Vec<GridMark> {
    let (first, last) = ((from / step).ceil() as i64, (to / step).floor() as i64);
    (first..=last).map(|number| GridMark { value: number as f64 * step, step_size: step }).collect()
}

fn ten(power: i32) -> f64 {
    10f64.powi(power)
}

/// A label for an axis with the given step.
fn word(value: f64, step: f64, range: &RangeInclusive<f64>) -> String {
    let most = range.start().abs().max(range.end().abs());
    // Remove rounding error of summed steps, and −0.
    let value = if value.abs() < 1e-6 * step { 0.0 } else { value };
    if (PLAIN[0]..PLAIN[1]).contains(&most) {
        let decimals = decimals(step);
        return format!("{value:.decimals$}");
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let power = most.log10().floor() as i32;
    let decimals = decimals(step / ten(power));
    format!("{:.decimals$}e{power}", value / ten(power))
}

/// Number of decimals of multiples of a step.
fn decimals(step: f64) -> usize {
    let whole = |decimals: &usize| {
        let scaled = step * ten(*decimals as i32);
        scaled > 0.5 && (scaled - scaled.round()).abs() < 1e-6 * scaled
    };
    (0..15).find(whole).unwrap_or(15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The labels along an axis of the given length, points.
    fn words(bounds: (f64, f64), length: f64, side: bool) -> Vec<String> {
        let input = GridInput { bounds, base_step_size: (bounds.1 - bounds.0) / length * f64::from(GRID) };
        let marks = if side { side_by_side(&input) } else { below_each_other(&input, 13.0) };
        marks.iter().map(|mark| word(mark.value, mark.step_size, &(bounds.0..=bounds.1))).collect()
    }

    #[test]
    fn numbers_have_as_many_decimals_as_their_step() {
        assert_eq!(words((-0.001, 0.0205), 120.0, false), ["0.000", "0.005", "0.010", "0.015", "0.020"]);
        assert_eq!(words((-1.1, 1.1), 120.0, false), ["-1.0", "-0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(words((0.0, 0.09), 70.0, false), ["0.00", "0.02", "0.04", "0.06", "0.08"]);
        assert_eq!(words((-3e-9, 3e-9), 120.0, false), ["-2e-9", "0", "2e-9"]);
        assert_eq!(words((0.0, 2.2e6), 120.0, false), ["0", "0.5e6", "1.0e6", "1.5e6", "2.0e6"]);
        let close = words((99.9991, 100.0003), 120.0, false);
        assert_eq!(close, ["99.9992", "99.9994", "99.9996", "99.9998", "100.0000", "100.0002"]);
    }

    #[test]
    fn bounds_that_cannot_be_divided_have_no_numbers() {
        for bounds in [(0.0, 0.0), (1.0, 1.0 + 1e-15), (f64::NEG_INFINITY, 1.0), (0.0, f64::NAN), (0.0, 1e-310)] {
            assert!(words(bounds, 100.0, false).is_empty(), "{bounds:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn plots_of_any_height_and_range_have_enough_numbers_and_none_twice(
            middle in -1e5f64..1e5, power in -9i32..9, length in 30f64..900.0, side: bool,
        ) {
            let half = ten(power);
            let bounds = (middle - half, middle + half);
            prop_assume!(half > 1e-9 * middle.abs());
            let found = words(bounds, length, side);
            let enough = match (side, length) {
                (false, 60.0..) => 3,
                (false, 40.0..) | (true, 400.0..) => 2,
                _ => 0,
            };
            prop_assert!(found.len() >= enough, "{found:?}");
            let mut once = found.clone();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(once.len(), found.len(), "{:?}", found);
            let decimals = |word: &String| word.split('e').next().and_then(|word| word.split('.').nth(1)).map_or(0, str::len);
            let zero = |word: &&String| *word == "0";
            let all: Vec<usize> = found.iter().filter(|word| !zero(word)).map(decimals).collect();
            prop_assert!(all.windows(2).all(|pair| pair[0] == pair[1]), "{found:?}");
            for word in &found {
                let value: f64 = word.parse().unwrap();
                prop_assert!((bounds.0 - 1e-9 * half..=bounds.1 + 1e-9 * half).contains(&value), "{word} {bounds:?}");
            }
        }
    }
}
