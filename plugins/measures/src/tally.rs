//! Running reduction of samples to one number.

use crate::passing::{Passing, Way};
use sim_abi::params::serde::{Deserialize, Serialize};
use sim_abi::prelude::*;

/// Statistic of the selected samples.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Kind {
    /// The last of them.
    #[default]
    Last,
    /// The first of them.
    First,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// The largest minus the smallest.
    Range,
    /// Their mean.
    Mean,
    /// Their number.
    Count,
    /// Time of the largest, the first of equal ones, s.
    MaxTime,
    /// Time of the smallest, the first of equal ones, s.
    MinTime,
    /// Number of crossings of the level, in either direction.
    Crossings,
    /// Number of upward crossings of the level.
    Rises,
    /// Time above the level, s: one period for each sample above it.
    TimeAbove,
    /// R² of their least-squares line over time; 1 if they are all equal.
    Linearity,
}

impl Kind {
    /// Description, and SI unit if it differs from that of the signal.
    pub fn description_and_unit(self) -> (&'static str, Option<&'static str>) {
        match self {
            Kind::Last => ("last value", None),
            Kind::First => ("first value", None),
            Kind::Min => ("smallest value", None),
            Kind::Max => ("largest value", None),
            Kind::Range => ("largest minus smallest value", None),
            Kind::Mean => ("mean", None),
            Kind::Count => ("number of values", Some("1")),
            Kind::MaxTime => ("time of the largest value", Some("s")),
            Kind::MinTime => ("time of the smallest value", Some("s")),
            Kind::Crossings => ("crossings of the level", Some("1")),
            Kind::Rises => ("upward crossings of the level", Some("1")),
            Kind::TimeAbove => ("time above the level", Some("s")),
            Kind::Linearity => ("R² of the line over time", Some("1")),
        }
    }
}

/// A sample and its time (s).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
struct Sample {
    time: f64,
    value: f64,
}

/// All samples so far, reduced for every kind; all zero before the first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Tally {
    count: u64,
    first: f64,
    last: f64,
    min: Sample,
    max: Sample,
    /// Means of the times and of the values relative to the first sample, which preserves the digits of a small change
    /// far from zero.
    mean: Sample,
    /// Sums of squared deviations from the means, and of their products (Welford, Technometrics 4, 1962); the
    /// difference between the sum of squares and the squared sum would lose digits.
    squares: Sample,
    products: f64,
    passing: Passing,
    rises: u64,
    falls: u64,
    above: u64,
}

impl Tally {
    /// Adds a sample; it must be finite.
    pub fn take(&mut self, time: f64, value: f64, level: f64) {
        let sample = Sample { time, value };
        if self.count == 0 {
            (self.first, self.min, self.max) = (value, sample, sample);
        }
        if value < self.min.value {
            self.min = sample;
        }
        if value > self.max.value {
            self.max = sample;
        }
        self.last = value;
        self.count += 1;
        let value_from_first = value - self.first;
        let (from_time, from_value) = (time - self.mean.time, value_from_first - self.mean.value);
        self.mean.time += from_time / self.count as f64;
        self.mean.value += from_value / self.count as f64;
        self.squares.time += from_time * (time - self.mean.time);
        self.squares.value += from_value * (value_from_first - self.mean.value);
        self.products += from_time * (value_from_first - self.mean.value);
        match self.passing.pass(value, level) {
            Some(Way::Up) => self.rises += 1,
            Some(Way::Down) => self.falls += 1,
            None => {}
        }
        self.above += u64::from(value > level);
    }

    /// Result for a kind; `dt` is the period of the samples, s. 0 before the first sample.
    pub fn result(&self, kind: Kind, dt: f64) -> f64 {
        match kind {
            Kind::Last => self.last,
            Kind::First => self.first,
            Kind::Min => self.min.value,
            Kind::Max => self.max.value,
            Kind::Range => self.max.value - self.min.value,
            Kind::Mean => self.first + self.mean.value,
            Kind::Count => self.count as f64,
            Kind::MaxTime => self.max.time,
            Kind::MinTime => self.min.time,
            Kind::Crossings => (self.rises + self.falls) as f64,
            Kind::Rises => self.rises as f64,
            Kind::TimeAbove => self.above as f64 * dt,
            Kind::Linearity => self.linearity(),
        }
    }

    fn linearity(&self) -> f64 {
        let share = self.products / self.squares.time * (self.products / self.squares.value);
        match self.count {
            0 => 0.0,
            _ if self.squares.value == 0.0 => 1.0,
            _ => share.min(1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(values: impl IntoIterator<Item = f64>) -> Tally {
        let mut tally = Tally::default();
        (1..).zip(values).for_each(|(step, value)| tally.take(0.01 * f64::from(step), value, 0.5));
        tally
    }

    fn result_of(values: &[f64], kind: Kind) -> f64 {
        tally(values.iter().copied()).result(kind, 0.01)
    }

    #[test]
    fn each_kind_returns_its_value() {
        let values = [2.0, -1.0, 0.5, 4.0, 4.0, -1.0, 0.25];
        for (kind, expected) in [
            (Kind::Last, 0.25),
            (Kind::First, 2.0),
            (Kind::Min, -1.0),
            (Kind::Max, 4.0),
            (Kind::Range, 5.0),
            (Kind::Mean, 1.25),
            (Kind::Count, 7.0),
            (Kind::MaxTime, 0.04),
            (Kind::MinTime, 0.02),
            (Kind::Crossings, 3.0),
            (Kind::Rises, 1.0),
            (Kind::TimeAbove, 0.03),
        ] {
            assert!((result_of(&values, kind) - expected).abs() < 1e-15, "{kind:?} is {}", result_of(&values, kind));
            assert_eq!(result_of(&[], kind), 0.0, "{kind:?} before the first sample");
        }
    }

    #[test]
    fn touching_a_level_is_no_crossing_and_standing_on_it_before_passing_is_one() {
        let crossings = |values: &[f64]| result_of(values, Kind::Crossings);
        assert_eq!(crossings(&[0.0, 0.5, 0.0, 0.5, 0.5, 0.2]), 0.0);
        assert_eq!(crossings(&[0.0, 0.5, 0.5, 1.0]), 1.0);
        assert_eq!(crossings(&[0.5, 1.0, 0.6]), 0.0, "it has not been on the other side");
    }

    #[test]
    fn linearity_is_that_of_the_least_squares_line() {
        assert!((result_of(&[0.0, 1.0, 4.0], Kind::Linearity) - 12.0 / 13.0).abs() < 1e-12);
        assert!((result_of(&[3.0, 2.5, 2.0, 1.5], Kind::Linearity) - 1.0).abs() < 1e-12);
        let zigzag = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0, 1.0, -1.0];
        assert!((result_of(&zigzag, Kind::Linearity) - 3.0 / 63.0).abs() < 1e-12, "3/(n² − 1)");
        assert_eq!((result_of(&[0.1; 9], Kind::Linearity), result_of(&[7.0], Kind::Linearity)), (1.0, 1.0));
        assert_eq!(result_of(&[], Kind::Linearity), 0.0);
    }

    #[test]
    fn a_million_samples_far_from_zero_keep_their_precision() {
        let n = 1_000_000;
        let zigzag = |step: u32| 1e6 + if step.is_multiple_of(2) { 1e-3 } else { -1e-3 };
        let far = tally((0..n).map(zigzag));
        assert!((far.result(Kind::Mean, 0.01) - 1e6).abs() < 1e-9, "{}", far.result(Kind::Mean, 0.01));
        assert!((far.squares.value - f64::from(n) * 1e-6).abs() < 1e-6, "{}", far.squares.value);
        assert!(far.result(Kind::Linearity, 0.01) < 1e-11);
        let line = tally((0..n).map(|step| 1e6 + 1e-7 * f64::from(step)));
        assert!((line.result(Kind::Linearity, 0.01) - 1.0).abs() < 1e-9, "{}", line.result(Kind::Linearity, 0.01));
        assert!((line.result(Kind::Mean, 0.01) - (1e6 + 1e-7 * f64::from(n - 1) / 2.0)).abs() < 1e-8);
    }
}
