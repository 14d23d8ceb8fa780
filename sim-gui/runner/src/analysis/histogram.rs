//! Histograms.

/// Maximum number of bins of a histogram.
pub const MAX_BINS: usize = 200;

/// The bins of a histogram, all of the same width.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bins {
    /// Lower edge of the first bin.
    pub first: f64,
    /// Width of a bin.
    pub width: f64,
    /// Number of bins.
    pub count: usize,
}

impl Bins {
    /// Bins for signals that are shown together. The width is that of Freedman and Diaconis (1981), twice the interquartile range
    /// over the cube root of the number of values; if the quartiles are equal, the number of bins is that of Sturges (1926). At
    /// most [`MAX_BINS`]. `None` if no value is finite.
    pub fn of(signals: &[&[f64]]) -> Option<Self> {
        let mut values: Vec<f64> = signals.concat();
        values.retain(|value| value.is_finite());
        let (min, max) = values.iter().fold((f64::MAX, f64::MIN), |(a, b), value| (a.min(*value), b.max(*value)));
        if values.is_empty() {
            return None;
        }
        if min == max {
            // One bin, around the only value.
            let width = if min == 0.0 { 1.0 } else { min.abs() * 0.01 };
            return Some(Self { first: min - width / 2.0, width, count: 1 });
        }
        let number = values.len() as f64;
        let mut quartile = |part: usize| {
            let place = (values.len() - 1) * part / 4;
            *values.select_nth_unstable_by(place, f64::total_cmp).1
        };
        let spread = quartile(3) - quartile(1);
        let wanted = match 2.0 * spread / number.cbrt() {
            width if width > 0.0 => ((max - min) / width).ceil(),
            _ => number.log2().ceil() + 1.0,
        };
        // The number is not finite if the extent overflows.
        let count = (wanted as usize).clamp(1, MAX_BINS);
        let width = if count == 1 { max - min } else { max / count as f64 - min / count as f64 };
        Some(Self { first: min, width, count })
    }

    /// Number of values in each bin. The last bin includes its upper edge.
    pub fn counts(&self, values: &[f64]) -> Vec<u64> {
        let mut counts = vec![0; self.count];
        for value in values.iter().filter(|value| value.is_finite()) {
            let place = (value - self.first) / self.width;
            if place >= 0.0 {
                counts[(place as usize).min(self.count - 1)] += 1;
            }
        }
        counts
    }

    /// Lower and upper edge of a bin.
    pub fn edges(&self, bin: usize) -> [f64; 2] {
        [bin, bin + 1].map(|edge| self.first + edge as f64 * self.width)
    }
}

/// Mean and standard deviation of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// Number of values.
    pub count: usize,
    /// Mean.
    pub mean: f64,
    /// Standard deviation: the root of the mean squared deviation from the mean.
    pub deviation: f64,
}

impl Moments {
    /// Computes the moments of the finite values; `None` if there are none.
    pub fn of(values: &[f64]) -> Option<Self> {
        let finite = || values.iter().filter(|value| value.is_finite());
        let count = finite().count();
        if count == 0 {
            return None;
        }
        let mean = finite().map(|value| value / count as f64).sum::<f64>();
        let square = finite().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count as f64;
        Some(Self { count, mean, deviation: square.sqrt() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_as_wide_as_the_rule_says() {
        // 1001 values from 0 to 10: the quartiles are 2.5 and 7.5, so 2 · 5 / 1001^(1/3) = 0.99967, and 11 bins cover 10.
        let values: Vec<f64> = (0..=1000).map(|n| f64::from(n) * 0.01).collect();
        let bins = Bins::of(&[&values]).unwrap();
        assert_eq!((bins.first, bins.count), (0.0, 11));
        assert!((bins.width - 10.0 / 11.0).abs() < 1e-12);
        let counts = bins.counts(&values);
        assert_eq!(counts.iter().sum::<u64>(), 1001, "no value is lost");
        assert!(counts.iter().all(|count| (90..=92).contains(count)), "{counts:?}");
        assert_eq!(bins.edges(0)[0], 0.0);
        assert!((bins.edges(10)[1] - 10.0).abs() < 1e-9);
    }

    #[test]
    fn known_values_fall_into_known_bins() {
        let bins = Bins { first: 0.0, width: 1.0, count: 3 };
        assert_eq!(bins.counts(&[0.0, 0.5, 1.0, 2.9, 3.0, -0.1, f64::NAN, f64::INFINITY]), [2, 1, 2]);
    }

    #[test]
    fn signals_that_are_shown_together_have_the_same_bins() {
        let (a, b) = ([0.0, 1.0, 2.0, 3.0], [10.0, 11.0, 12.0, 13.0]);
        let bins = Bins::of(&[&a, &b]).unwrap();
        assert_eq!((bins.first, bins.edges(bins.count - 1)[1]), (0.0, 13.0));
        assert_eq!(bins.counts(&a).iter().chain(&bins.counts(&b)).sum::<u64>(), 8);
    }

    #[test]
    fn constant_few_and_wild_values_have_bins_too() {
        let constant = Bins::of(&[&[2.0; 50]]).unwrap();
        assert_eq!((constant.count, constant.counts(&[2.0; 50])), (1, vec![50]));
        assert_eq!(Bins::of(&[&[0.0]]).map(|bins| bins.edges(0)), Some([-0.5, 0.5]));
        assert_eq!(Bins::of(&[&[]]), None);
        assert_eq!(Bins::of(&[&[f64::NAN, f64::INFINITY]]), None);
        // Equal quartiles: a spike among zeros.
        let mut spike = vec![0.0; 63];
        spike.push(5.0);
        let bins = Bins::of(&[&spike]).unwrap();
        assert_eq!((bins.count, bins.counts(&spike)[0], bins.counts(&spike)[6]), (7, 63, 1));
        // A far outlier does not make thousands of bins.
        let mut far: Vec<f64> = (0..1000).map(f64::from).collect();
        far.push(1e9);
        assert_eq!(Bins::of(&[&far]).unwrap().count, MAX_BINS);
        let wide = Bins::of(&[&[f64::MIN, 0.0, 1.0, 2.0, f64::MAX]]).unwrap();
        assert!(wide.width.is_finite() && wide.count >= 1, "{wide:?}");
    }

    #[test]
    fn mean_and_deviation_are_the_known_ones() {
        let found = Moments::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0, f64::NAN]).unwrap();
        assert_eq!(found, Moments { count: 8, mean: 5.0, deviation: 2.0 });
        assert_eq!(Moments::of(&[3.0]), Some(Moments { count: 1, mean: 3.0, deviation: 0.0 }));
        assert_eq!(Moments::of(&[f64::NAN]), None);
    }
}
