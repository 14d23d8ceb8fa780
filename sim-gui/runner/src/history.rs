//! Histories of single channels, written every tick and read by plots.

use crate::ring::{Ring, Rows};
use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Default number of samples of a history: 3.2 MB.
pub const DEFAULT_CAPACITY: usize = 200_000;

/// The samples in one column of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extremes {
    /// Times of the first and the last sample, s.
    pub times: [f64; 2],
    /// First value.
    pub first: f64,
    /// Minimum value; NaN only if all are.
    pub min: f64,
    /// Maximum value; NaN only if all are.
    pub max: f64,
    /// Last value.
    pub last: f64,
    /// Number of samples.
    pub count: u32,
}

impl Extremes {
    fn of([time, value]: [f64; 2]) -> Self {
        Self { times: [time; 2], first: value, min: value, max: value, last: value, count: 1 }
    }

    fn add(&mut self, [time, value]: [f64; 2]) {
        self.times[1] = time;
        // `f64::min` ignores NaN.
        (self.min, self.max) = (self.min.min(value), self.max.max(value));
        self.last = value;
        self.count += 1;
    }
}

/// The channel of a history; it follows the channel by name when the scene changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Subject {
    pub(crate) robot: usize,
    pub(crate) index: usize,
    /// Names of robot and channel, once resolved.
    pub(crate) names: Option<(String, String)>,
}

/// The latest samples of one telemetry channel: time (s) and value. The simulation writes a sample every tick; any thread may
/// read at any time; neither side waits.
pub struct Series {
    subject: Mutex<Subject>,
    ring: Ring<2>,
    live: AtomicBool,
}

impl std::fmt::Debug for Series {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Series").field("subject", &self.subject()).finish_non_exhaustive()
    }
}

impl Series {
    /// A history of the value at `index` of a robot's telemetry.
    pub(crate) fn new(robot: usize, index: usize, capacity: usize) -> Self {
        let subject = Subject { robot, index, names: None };
        Self { subject: Mutex::new(subject), ring: Ring::new(capacity), live: AtomicBool::new(false) }
    }

    /// A history of samples (time in s and value, oldest first) from another source, such as a recording.
    pub fn of(samples: impl ExactSizeIterator<Item = [f64; 2]>) -> Self {
        let series = Self::new(0, 0, samples.len());
        samples.for_each(|[time, value]| series.push(time, value));
        series
    }

    pub(crate) fn subject(&self) -> Subject {
        self.subject.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Sets its channel; `None`: the channel is lost.
    pub(crate) fn set_subject(&self, subject: Option<Subject>) {
        self.live.store(subject.is_some(), Ordering::Relaxed);
        if let Some(subject) = subject {
            *self.subject.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = subject;
        }
    }

    /// Current robot index and channel index.
    pub fn channel(&self) -> (usize, usize) {
        let subject = self.subject();
        (subject.robot, subject.index)
    }

    /// Names of the robot and the channel, once resolved.
    pub fn names(&self) -> Option<(String, String)> {
        self.subject().names
    }

    /// Whether samples are being written: it is subscribed, and the scene has its channel.
    pub fn is_live(&self) -> bool {
        self.live.load(Ordering::Relaxed)
    }

    /// Appends a sample; drops samples at the same time or later, since the run went back.
    pub(crate) fn push(&self, time: f64, value: f64) {
        self.ring.push([time, value]);
    }

    /// Drops samples after a time, s.
    pub(crate) fn go_back_to(&self, time: f64) {
        self.ring.take_back(|[sampled, _]| *sampled <= time);
    }

    /// Drops samples at a time (s) and later. Returns whether there were any.
    pub(crate) fn take_back_before(&self, time: f64) -> bool {
        let any = self.last().is_some_and(|(last, _)| last >= time);
        if any {
            self.ring.take_back(|[sampled, _]| *sampled < time);
        }
        any
    }

    /// The value at a time (s): the latest sample until then.
    pub fn at(&self, time: f64) -> Option<f64> {
        let find = |rows: Rows<'_, 2>| {
            let after = first_at(rows.len(), |place| rows.at(place)[0] > time);
            after.checked_sub(1).map(|place| rows.at(place)[1])
        };
        self.ring.read(find).flatten()
    }

    pub(crate) fn clear(&self) {
        self.ring.clear();
    }

    /// Changes whenever samples are written or dropped.
    pub fn version(&self) -> [u64; 2] {
        self.ring.version()
    }

    /// Maximum number of samples.
    pub fn capacity(&self) -> usize {
        self.ring.capacity()
    }

    /// Number of samples.
    pub fn len(&self) -> usize {
        self.ring.read(|rows| rows.len()).unwrap_or(0)
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Times of the oldest and the newest sample, s.
    pub fn times(&self) -> Option<RangeInclusive<f64>> {
        self.ring.read(|rows| rows.last().map(|[last, _]| rows.at(0)[0]..=last)).flatten()
    }

    /// The latest sample: time (s) and value.
    pub fn last(&self) -> Option<(f64, f64)> {
        self.ring.read(|rows| rows.last()).flatten().map(|[time, value]| (time, value))
    }

    /// All samples, oldest first: time (s) and value.
    pub fn samples(&self) -> Vec<[f64; 2]> {
        self.ring.read(|rows| rows.iter().collect()).unwrap_or_default()
    }

    /// The samples between two times (s), grouped into equal columns; empty columns are omitted. With no more samples than
    /// columns, each sample is separate. All minima and maxima are preserved.
    pub fn columns(&self, from: f64, to: f64, width: usize, columns: &mut Vec<Extremes>) {
        let width = width.max(1);
        let fill = |rows: Rows<'_, 2>| {
            columns.clear();
            let first = first_at(rows.len(), |place| rows.at(place)[0] >= from);
            let end = first_at(rows.len(), |place| rows.at(place)[0] > to);
            let scale = if to > from { width as f64 / (to - from) } else { 0.0 };
            let apart = end.saturating_sub(first) <= width;
            let mut place = first;
            while place < end {
                let sample = rows.at(place);
                let mut column = Extremes::of(sample);
                place += 1;
                // The start time of the next column.
                let number = (((sample[0] - from) * scale) as usize).min(width - 1);
                let until = if number + 1 < width { from + (number + 1) as f64 / scale } else { f64::INFINITY };
                while !apart && place < end {
                    let sample = rows.at(place);
                    // A sample at the boundary may still belong to this column because of rounding.
                    if sample[0] >= until && ((sample[0] - from) * scale) as usize > number {
                        break;
                    }
                    column.add(sample);
                    place += 1;
                }
                columns.push(column);
            }
        };
        if self.ring.read(fill).is_none() {
            columns.clear();
        }
    }
}

/// First index for which a monotone predicate holds.
fn first_at(len: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = low.midpoint(high);
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn filled(values: &[f64], capacity: usize) -> Series {
        let series = Series::new(0, 0, capacity);
        values.iter().enumerate().for_each(|(tick, value)| series.push(tick as f64 * 0.1, *value));
        series
    }

    fn columns(series: &Series, from: f64, to: f64, width: usize) -> Vec<Extremes> {
        let mut columns = Vec::new();
        series.columns(from, to, width, &mut columns);
        columns
    }

    proptest! {
        #[test]
        fn columns_keep_the_smallest_and_the_greatest_value_of_the_range(
            values in proptest::collection::vec(-1e6..1e6, 1..400),
            from in -5.0..30.0f64,
            length in 0.0..40.0f64,
            width in 1usize..120,
            capacity in 1usize..300,
        ) {
            let series = filled(&values, capacity);
            let to = from + length;
            let inside: Vec<[f64; 2]> =
                series.samples().into_iter().filter(|[time, _]| (from..=to).contains(time)).collect();
            let columns = columns(&series, from, to, width);
            let of = |pick: fn(f64, f64) -> f64, list: &mut dyn Iterator<Item = f64>| list.reduce(pick);
            let value = || inside.iter().map(|[_, value]| *value);
            prop_assert_eq!(of(f64::min, &mut columns.iter().map(|c| c.min)), of(f64::min, &mut value()));
            prop_assert_eq!(of(f64::max, &mut columns.iter().map(|c| c.max)), of(f64::max, &mut value()));
            prop_assert_eq!(columns.iter().map(|c| c.count as usize).sum::<usize>(), inside.len());
            prop_assert!(columns.len() <= width);
            prop_assert!(columns.windows(2).all(|pair| pair[0].times[1] < pair[1].times[0]));
            prop_assert_eq!(columns.first().map(|c| c.first), value().next());
            prop_assert_eq!(columns.last().map(|c| c.last), value().next_back());
        }
    }

    #[test]
    fn what_is_no_number_hides_no_other_value() {
        let series = filled(&[1.0, f64::NAN, 3.0], 10);
        let all = columns(&series, 0.0, 1.0, 1);
        assert_eq!((all[0].min, all[0].max, all[0].count), (1.0, 3.0, 3));
    }

    #[test]
    fn the_value_at_a_time_is_that_of_the_last_sample_until_then() {
        let series = filled(&[5.0, 6.0, 7.0], 10);
        let at = [-0.01, 0.0, 0.05, 0.1, 0.19, 9.0].map(|time| series.at(time));
        assert_eq!(at, [None, Some(5.0), Some(5.0), Some(6.0), Some(6.0), Some(7.0)]);
        assert!(!series.take_back_before(0.3) && series.take_back_before(0.1));
        assert_eq!(series.samples(), [[0.0, 5.0]]);
    }

    #[test]
    fn going_back_drops_what_was_later() {
        let series = filled(&[0.0, 1.0, 2.0, 3.0], 10);
        series.go_back_to(0.15);
        assert_eq!(series.samples(), [[0.0, 0.0], [0.1, 1.0]]);
    }
}
