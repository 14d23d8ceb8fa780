//! Past values of all channels since the start of a live run: at full resolution as long as memory permits, then at a lower one.

use crate::history::Series;
use crate::structure::{RobotParts, Structure};
use sim_core::engine::Simulation;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

/// Memory for the values of all channels, bytes.
const ROOM: usize = 64 << 20;
/// Maximum number of samples: more than a plot has columns.
const MAX_SAMPLES: usize = 20_000;
/// Minimum number of samples that must fit; otherwise nothing is stored. Half a million channels still fit.
const MIN_SAMPLES: usize = 16;

/// Maximum number of channels copied per tick on average, to keep the overhead of a run low: with more channels only every
/// second, fourth … tick is stored, each completely.
const PER_TICK: usize = 16_384;

/// The values of all channels at one time.
#[derive(Clone, Copy)]
struct Moment {
    tick: u64,
    /// Simulated time, s.
    time: f64,
    /// Index of its row of values.
    row: usize,
}

/// The values of all channels at equal intervals of the run. When memory is full, every second sample is dropped and the interval
/// doubles: the whole run is covered at a lower resolution.
#[derive(Default)]
pub(super) struct Past {
    /// Rows of values; memory is reserved with the layout and touched as the run proceeds.
    values: Vec<f64>,
    /// Index in a row of each robot's first value, and the end of the last one.
    starts: Vec<usize>,
    moments: VecDeque<Moment>,
    /// Unused rows.
    free: Vec<usize>,
    /// Maximum number of samples.
    capacity: usize,
    /// Interval between samples, ticks: current and initial.
    stride: u64,
    finest: u64,
}

impl Past {
    /// An empty past for the channels of a structure, with this memory limit (bytes).
    fn of(structure: &Structure, room: usize) -> Self {
        let mut starts = vec![0];
        for robot in &structure.robots {
            starts.push(starts.last().copied().unwrap_or_default() + robot.parts.len);
        }
        let width = starts.last().copied().unwrap_or_default();
        let capacity = match room / size_of::<f64>() / width.max(1) {
            _ if width == 0 => 0,
            few if few < MIN_SAMPLES => 0,
            many => many.min(MAX_SAMPLES),
        };
        let finest = width.div_ceil(PER_TICK).next_power_of_two() as u64;
        Self {
            values: Vec::with_capacity(capacity * width),
            starts,
            moments: VecDeque::with_capacity(capacity),
            free: Vec::with_capacity(capacity),
            capacity,
            stride: finest,
            finest,
        }
    }

    /// Number of values in a row.
    fn width(&self) -> usize {
        self.starts.last().copied().unwrap_or_default()
    }

    /// The values of a row.
    fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.width()..][..self.width()]
    }

    /// Drops everything: a new run starts.
    pub(super) fn clear(&mut self) {
        self.go_back_to(f64::NEG_INFINITY);
        self.stride = self.finest;
    }

    /// Drops samples after a time, s.
    pub(super) fn go_back_to(&mut self, time: f64) {
        while let Some(last) = self.moments.back().filter(|last| last.time > time) {
            self.free.push(last.row);
            self.moments.pop_back();
        }
    }

    /// Whether to store the sample of a tick; makes room for it.
    fn admits(&mut self, tick: u64) -> bool {
        if self.capacity == 0 || !tick.is_multiple_of(self.stride) {
            return false;
        }
        while self.moments.len() >= self.capacity {
            self.halve();
        }
        tick.is_multiple_of(self.stride)
    }

    /// Drops every second sample.
    fn halve(&mut self) {
        self.stride *= 2;
        let Self { moments, free, stride, .. } = self;
        moments.retain(|moment| {
            let stays = moment.tick.is_multiple_of(*stride);
            if !stays {
                free.push(moment.row);
            }
            stays
        });
    }

    /// A row for the values of a sample.
    fn add(&mut self, tick: u64, time: f64) -> &mut [f64] {
        let width = self.width();
        let row = self.free.pop().unwrap_or_else(|| {
            self.values.resize(self.values.len() + width, 0.0);
            self.values.len() / width - 1
        });
        self.moments.push_back(Moment { tick, time, row });
        &mut self.values[row * width..][..width]
    }

    /// Stores the values at the end of a tick, if it is due.
    pub(super) fn after_tick(&mut self, simulation: &Simulation) {
        let (tick, time) = (simulation.tick(), simulation.time());
        if !self.admits(tick) {
            return;
        }
        if self.free.is_empty() {
            // Written once, into untouched memory.
            self.moments.push_back(Moment { tick, time, row: self.values.len() / self.width() });
            simulation.robot_views().for_each(|robot| self.values.extend_from_slice(robot.telemetry()));
        } else {
            let mut rest = self.add(tick, time);
            for robot in simulation.robot_views() {
                let values = robot.telemetry();
                let (place, behind) = rest.split_at_mut(values.len());
                place.copy_from_slice(values);
                rest = behind;
            }
        }
    }

    /// Fills an empty history with the past values of a channel.
    pub(super) fn fill(&self, series: &Series, robot: usize, index: usize) {
        let place = self.starts[robot] + index;
        for moment in &self.moments {
            let value = self.row(moment.row)[place];
            // A channel that was added later has no values yet.
            if !value.is_nan() {
                series.push(moment.time, value);
            }
        }
    }

    /// Maps the channels of a structure by name to another one, in which the run continues.
    pub(super) fn migrate(&mut self, before: &Structure, after: &Structure) {
        self.migrate_limited(before, after, ROOM);
    }

    fn migrate_limited(&mut self, before: &Structure, after: &Structure, room: usize) {
        let mut next = Self::of(after, room);
        let same = self.starts == next.starts
            && before
                .robots
                .iter()
                .map(|robot| (&robot.name, &robot.parts.channels))
                .eq(after.robots.iter().map(|robot| (&robot.name, &robot.parts.channels)));
        if same {
            return;
        }
        next.stride = next.stride.max(self.stride);
        let known: HashMap<&str, usize> =
            before.robots.iter().enumerate().map(|(number, robot)| (&*robot.name, number)).collect();
        let mut copies = Vec::new();
        for (number, robot) in after.robots.iter().enumerate() {
            let Some(old) = known.get(&*robot.name).copied() else { continue };
            let (from, to) = (self.starts[old], next.starts[number]);
            copies.extend(shared(&before.robots[old].parts, &robot.parts).map(|(old, new)| {
                let place = to + new;
                (from + old.start..from + old.end, place)
            }));
        }
        for moment in &self.moments {
            if next.admits(moment.tick) {
                let row = next.add(moment.tick, moment.time);
                row.fill(f64::NAN);
                for (from, to) in &copies {
                    row[*to..][..from.len()].copy_from_slice(&self.row(moment.row)[from.clone()]);
                }
            }
        }
        *self = next;
    }
}

/// Channels that two robots have in common: their index range in the first one, and their start in the other.
fn shared<'a>(before: &'a RobotParts, after: &'a RobotParts) -> impl Iterator<Item = (Range<usize>, usize)> + use<'a> {
    let same = before.len == after.len && before.channels == after.channels;
    let whole = same.then_some((0..before.len, 0));
    let known: HashMap<&str, usize> = match same {
        true => HashMap::new(),
        false => before.channels.iter().map(|channel| (channel.path.as_str(), channel.index)).collect(),
    };
    let single = after.channels.iter().filter_map(move |channel| {
        let old = known.get(channel.path.as_str())?;
        Some((*old..*old + 1, channel.index))
    });
    whole.into_iter().chain(single)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::RobotStructure;
    use sim_core::engine::TelemetryChannel;
    use std::sync::Arc;

    /// Robots by name with their channel paths.
    fn structure(robots: &[(&str, &[&str])]) -> Structure {
        let robots = robots.iter().map(|(name, paths)| {
            let channels = paths.iter().enumerate().map(|(index, path)| TelemetryChannel {
                index,
                path: (*path).to_string(),
                channel: sim_abi::declare::Channel::new("value", "m"),
            });
            let parts = RobotParts { channels: channels.collect(), len: paths.len(), ..RobotParts::default() };
            RobotStructure { name: (*name).into(), model: None, parts: Arc::new(parts), body: 0 }
        });
        Structure { robots: robots.collect(), ..Structure::default() }
    }

    fn keep(past: &mut Past, ticks: Range<u64>) {
        for tick in ticks {
            if past.admits(tick) {
                let row = past.add(tick, tick as f64 * 0.1);
                row.iter_mut().enumerate().for_each(|(place, value)| *value = tick as f64 + place as f64 * 1000.0);
            }
        }
    }

    fn filled(past: &Past, robot: usize, index: usize) -> Vec<[f64; 2]> {
        let series = Series::new(robot, index, 100);
        past.fill(&series, robot, index);
        series.samples()
    }

    #[test]
    fn a_full_past_keeps_the_whole_run_with_less_detail_in_the_same_memory() {
        let structure = structure(&[("anna", &["x", "y"])]);
        let mut past = Past::of(&structure, 20 * 2 * 8);
        assert_eq!(past.capacity, 20);
        let (values, moments) = (past.values.as_ptr(), past.moments.capacity());
        for end in [15, 40, 100, 1000, 100_000] {
            past.clear();
            keep(&mut past, 1..end);
            let samples = filled(&past, 0, 1);
            assert!(samples.len() >= (end as usize - 1).min(10) && samples.len() <= 20, "{end}: {}", samples.len());
            assert!(samples.iter().all(|[time, value]| (value - 1000.0 - time * 10.0).abs() < 1e-6));
            // Both ends of the run are covered, up to the interval between samples.
            let apart = past.stride as f64 * 0.1;
            assert!(
                samples[0][0] <= apart + 1e-9 && samples.last().unwrap()[0] > end as f64 * 0.1 - 2.0 * apart - 1e-9
            );
            assert!(samples.windows(2).all(|pair| (pair[1][0] - pair[0][0] - apart).abs() < 1e-6));
        }
        assert_eq!((past.values.as_ptr(), past.moments.capacity()), (values, moments), "nothing was allocated");
    }

    #[test]
    fn going_back_drops_later_samples_and_clearing_drops_all() {
        let mut past = Past::of(&structure(&[("anna", &["x"])]), 20 * 8);
        keep(&mut past, 1..100);
        past.go_back_to(5.0);
        assert!(filled(&past, 0, 0).iter().all(|[time, _]| *time <= 5.0));
        let before = filled(&past, 0, 0);
        keep(&mut past, 51..60);
        assert!(filled(&past, 0, 0).starts_with(&before), "the remaining samples are still in order");
        past.clear();
        assert!(filled(&past, 0, 0).is_empty());
        keep(&mut past, 1..4);
        assert_eq!(filled(&past, 0, 0).len(), 3, "a new run has full resolution");
    }

    #[test]
    fn many_channels_are_sampled_at_a_longer_interval() {
        let past = |channels: usize| Past::of(&structure(&[("anna", &vec!["x"; channels])]), ROOM);
        let sampled = |past: &mut Past| (1..=100).filter(|tick| past.admits(*tick)).count();
        assert_eq!(
            [1000, PER_TICK, PER_TICK + 1, 100_000].map(|channels| sampled(&mut past(channels))),
            [100, 100, 50, 12]
        );
    }

    #[test]
    fn channels_that_exceed_the_memory_limit_are_not_stored() {
        let mut past = Past::of(&structure(&[("anna", &["x"; 100])]), MIN_SAMPLES * 100 * 8 - 1);
        keep(&mut past, 1..10);
        assert!(past.moments.is_empty() && past.values.capacity() == 0);
    }

    #[test]
    fn channels_are_followed_by_name_into_a_changed_scene() {
        let before = structure(&[("anna", &["x", "y"]), ("bert", &["x"])]);
        let mut past = Past::of(&before, 1000 * 8);
        keep(&mut past, 1..4);
        let (anna, bert) = (filled(&past, 0, 1), filled(&past, 1, 0));
        let after = structure(&[("new", &["x"]), ("bert", &["x"]), ("anna", &["z", "y"])]);
        past.migrate_limited(&before, &after, 1000 * 8);
        assert_eq!((filled(&past, 2, 1), filled(&past, 1, 0)), (anna.clone(), bert));
        assert!(filled(&past, 0, 0).is_empty() && filled(&past, 2, 0).is_empty(), "new channels have no past");
        keep(&mut past, 4..6);
        assert_eq!(filled(&past, 0, 0).len(), 2);
        // Less memory lowers the resolution; the remaining samples do not change.
        past.migrate_limited(&after, &after, 16 * 4 * 8);
        assert_eq!(filled(&past, 2, 1).len(), 5);
        keep(&mut past, 6..100);
        let other = structure(&[("anna", &["y"; 4])]);
        past.migrate_limited(&after, &other, 16 * 4 * 8);
        let samples = filled(&past, 0, 0);
        assert!((8..=16).contains(&samples.len()) && samples.last().unwrap()[0] > 8.0, "{samples:?}");
    }
}
