//! Signal analysis: histograms, spectra, and one signal over another. Samples are pairs of time (s) and value, oldest first;
//! samples that are not finite are skipped.

mod histogram;
mod spectrum;

pub use histogram::{Bins, MAX_BINS, Moments};
pub use spectrum::{MAX_STEPS, Spectrum};

/// Interpolation between two samples when a signal is resampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Between {
    /// Hold the previous sample, so that only values of the signal occur.
    Held,
    /// Linear interpolation.
    Line,
}

/// A signal with a constant time step.
#[derive(Clone, Debug, PartialEq)]
pub struct Even {
    /// Time of the first value, s.
    pub start: f64,
    /// Time step, s.
    pub step: f64,
    /// The values.
    pub values: Vec<f64>,
}

impl Even {
    /// Resamples a signal with the median of its time steps; only its latest part if that needs more than `most` steps. Signals
    /// with a constant time step are not changed. `None` with fewer than two samples at different times.
    pub fn of(samples: &[[f64; 2]], between: Between, most: usize) -> Option<Self> {
        let samples: Vec<[f64; 2]> =
            samples.iter().copied().filter(|[time, value]| time.is_finite() && value.is_finite()).collect();
        let mut steps: Vec<f64> =
            samples.windows(2).map(|pair| pair[1][0] - pair[0][0]).filter(|step| *step > 0.0).collect();
        let middle = steps.len() / 2;
        if steps.is_empty() {
            return None;
        }
        let (least, greatest) = steps.iter().fold((f64::MAX, 0.0f64), |(a, b), step| (a.min(*step), b.max(*step)));
        let step = *steps.select_nth_unstable_by(middle, f64::total_cmp).1;
        let (first, last) = (samples.first()?[0], samples.last()?[0]);
        // Constant steps differ a little by rounding.
        if greatest - least < 1e-3 * step && samples.len() == steps.len() + 1 {
            let newest = &samples[samples.len().saturating_sub(most)..];
            let values = newest.iter().map(|[_, value]| *value).collect();
            return Some(Self { start: newest.first()?[0], step: (last - first) / steps.len() as f64, values });
        }
        let count = (((last - first) / step + 1e-6).floor() as usize).saturating_add(1).min(most);
        let start = last - (count.saturating_sub(1)) as f64 * step;
        let mut place = 0;
        let values = (0..count).map(|number| {
            let time = start + number as f64 * step;
            // Half a thousandth of a step is rounding error.
            while place + 1 < samples.len() && samples[place + 1][0] <= time + 5e-4 * step {
                place += 1;
            }
            let [before, value] = samples[place];
            match samples.get(place + 1).filter(|_| between == Between::Line) {
                Some([after, next]) if *after > before => {
                    value + (next - value) * ((time - before) / (after - before)).clamp(0.0, 1.0)
                }
                _ => value,
            }
        });
        let values = values.collect();
        Some(Self { start, step, values })
    }
}

/// One signal over another: for each sample of `y` the value of `x` at that time, which is its latest sample until then.
pub fn paired(x: &[[f64; 2]], y: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let mut place = 0;
    let pairs = y.iter().filter_map(|[time, value]| {
        while place + 1 < x.len() && x[place + 1][0] <= *time {
            place += 1;
        }
        x.get(place).filter(|[sampled, _]| sampled <= time).map(|[_, along]| [*along, *value])
    });
    pairs.filter(|pair| pair.iter().all(|value| value.is_finite())).collect()
}

/// At most `most` points of a path, in order: points close to their predecessor are dropped. The first and the last point are
/// retained.
pub fn decimated(points: &[[f64; 2]], most: usize) -> Vec<[f64; 2]> {
    /// Visible fraction of the whole extent.
    const SEEN: f64 = 1.0 / 2000.0;
    let extent = |axis: usize| {
        let values = points.iter().map(|point| point[axis]);
        values.clone().fold(f64::MIN, f64::max) - values.fold(f64::MAX, f64::min)
    };
    let mut part = SEEN;
    while points.len() > most {
        let near = [0, 1].map(|axis| extent(axis) * part);
        let mut result: Vec<[f64; 2]> = Vec::new();
        for point in points {
            let close = |last: &[f64; 2]| (0..2).all(|axis| (point[axis] - last[axis]).abs() <= near[axis]);
            if !result.last().is_some_and(close) {
                result.push(*point);
            }
        }
        result.extend(points.last());
        if result.len() <= most.max(2) {
            return result;
        }
        part *= 2.0;
    }
    points.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_steps_stay_and_others_become_equal() {
        let equal: Vec<[f64; 2]> = (0..5).map(|n| [f64::from(n) * 0.1, f64::from(n * n)]).collect();
        let even = Even::of(&equal, Between::Line, 100).unwrap();
        assert_eq!(even.values, [0.0, 1.0, 4.0, 9.0, 16.0]);
        assert!((even.step - 0.1).abs() < 1e-12 && even.start == 0.0);
        let newest = Even::of(&equal, Between::Line, 2).unwrap();
        assert_eq!((newest.values, newest.start), (vec![9.0, 16.0], 0.30000000000000004));

        // The history of a run has less detail than plotted data.
        let mixed = [[0.0, 0.0], [4.0, 8.0], [5.0, 10.0], [6.0, 12.0], [7.0, 14.0]];
        let line = Even::of(&mixed, Between::Line, 100).unwrap();
        assert_eq!(line, Even { start: 0.0, step: 1.0, values: (0..8).map(|n| f64::from(n) * 2.0).collect() });
        let held = Even::of(&mixed, Between::Held, 100).unwrap();
        assert_eq!(held.values, [0.0, 0.0, 0.0, 0.0, 8.0, 10.0, 12.0, 14.0]);
        assert_eq!(Even::of(&mixed, Between::Held, 3).unwrap().values, [10.0, 12.0, 14.0]);
    }

    #[test]
    fn non_finite_values_are_skipped_and_too_few_samples_give_none() {
        let broken = [[0.0, 1.0], [1.0, f64::NAN], [2.0, f64::INFINITY], [3.0, 4.0], [4.0, 5.0]];
        let even = Even::of(&broken, Between::Line, 100).unwrap();
        assert!(even.values.iter().all(|value| value.is_finite()), "{even:?}");
        assert_eq!(Even::of(&[], Between::Line, 100), None);
        assert_eq!(Even::of(&[[1.0, 1.0]], Between::Line, 100), None);
        assert_eq!(Even::of(&[[1.0, 1.0], [1.0, 2.0]], Between::Line, 100), None);
        assert_eq!(Even::of(&[[0.0, f64::NAN]; 9], Between::Held, 100), None);
    }

    #[test]
    fn one_signal_over_another_takes_what_it_was_then() {
        let x = [[0.5, 1.0], [1.0, 2.0], [2.0, 3.0]];
        let y = [[0.0, 10.0], [0.5, 11.0], [0.9, 12.0], [1.5, f64::NAN], [5.0, 14.0]];
        assert_eq!(paired(&x, &y), [[1.0, 11.0], [1.0, 12.0], [3.0, 14.0]]);
        assert_eq!(paired(&[], &y), [[0.0; 2]; 0]);
    }

    #[test]
    fn a_decimated_path_keeps_its_shape() {
        let circle: Vec<[f64; 2]> = (0..100_000).map(|n| f64::from(n) * 1e-3).map(|a| [a.cos(), a.sin()]).collect();
        let path = decimated(&circle, 5000);
        assert!(path.len() <= 5000 && path.len() > 1000, "{}", path.len());
        assert!(path.windows(2).all(|pair| (pair[0][0] - pair[1][0]).hypot(pair[0][1] - pair[1][1]) < 0.1));
        assert_eq!((path.first(), path.last()), (circle.first(), circle.last()));
        assert_eq!(decimated(&circle[..10], 5000), circle[..10]);
        assert_eq!(decimated(&vec![[1.0, 1.0]; 9000], 5000), [[1.0, 1.0]; 2]);
    }
}
