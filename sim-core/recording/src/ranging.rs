//! Interpretation of range readings: hit or no hit.

use sim_abi::declare::{Coverage, Kind};
use sim_abi::service::LayoutPart;
use sim_engine::TelemetryChannel;

/// Noise shifts the reading of a ray without a hit by at most this fraction of the maximum range.
const SPREAD: f64 = 0.2;

/// Encoding of distances in the channels of a sensor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranging {
    /// Maximum range from the start of the sensor's coverage, m.
    pub max_range: f64,
    /// Values are (max_range − distance)/max_range instead of distances.
    pub proximity: bool,
}

impl Ranging {
    /// As declared by a sensor.
    pub fn of(coverage: &Coverage) -> Self {
        Self { max_range: coverage.max_range, proximity: coverage.proximity }
    }

    /// Distance of the hit, m; `None` without one. Without a hit, a sensor reads its maximum range, infinity or zero, possibly
    /// plus noise: such a reading is recognized by the reading before noise, `clean`. A reading far from `clean`, such as a
    /// delayed or dropped one, is taken as is.
    pub fn met(&self, reading: f64, clean: Option<f64>) -> Option<f64> {
        let distance = self.distance(reading);
        let beside = |clean: f64| {
            let clean_distance = self.distance(clean);
            let near = (distance - clean_distance.min(self.max_range)).abs() <= SPREAD * self.max_range;
            near && !self.meets(clean_distance) && !clean.is_nan()
        };
        (self.meets(distance) && !clean.is_some_and(beside)).then_some(distance)
    }

    fn distance(&self, value: f64) -> f64 {
        // A hit at the sensor itself counts, too.
        if self.proximity { ((1.0 - value) * self.max_range).max(f64::MIN_POSITIVE) } else { value }
    }

    fn meets(&self, distance: f64) -> bool {
        distance > 0.0 && distance < self.max_range
    }
}

/// Index in a robot's telemetry of the first reading of a part before noise; the others follow. `None` if the part is not a
/// sensor. `channels` are all channels of the robot.
pub fn clean_offset(channels: &[TelemetryChannel], part: &LayoutPart) -> Option<usize> {
    let first = part.channels.first().filter(|_| part.kind == Kind::Sensor.word())?;
    let path = format!("clean.{}.{}", part.name, first.name);
    channels.iter().find(|channel| channel.path == path).map(|channel| channel.index)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DISTANCE: Ranging = Ranging { max_range: 2.0, proximity: false };
    const CLOSENESS: Ranging = Ranging { max_range: 2.0, proximity: true };

    #[test]
    fn readings_below_the_maximum_range_are_hits() {
        let met = |value: f64| DISTANCE.met(value, None);
        assert_eq!([0.5, 1.999].map(met), [Some(0.5), Some(1.999)]);
        assert_eq!([0.0, -1.0, 2.0, f64::INFINITY, f64::NAN].map(met), [None; 5]);
        assert_eq!([0.75, 0.0].map(|value| CLOSENESS.met(value, None)), [Some(0.5), None]);
        assert!(CLOSENESS.met(1.0, None).is_some_and(|distance| distance < 1e-12), "touching counts as a hit");
    }

    #[test]
    fn noise_on_a_ray_without_a_hit_is_not_a_hit() {
        // No hit reads as the maximum range, infinity or zero.
        assert_eq!(DISTANCE.met(1.97, Some(2.0)), None);
        assert_eq!(DISTANCE.met(1.97, Some(f64::INFINITY)), None);
        assert_eq!(DISTANCE.met(0.03, Some(0.0)), None);
        assert_eq!(CLOSENESS.met(0.02, Some(0.0)), None);
        // A wall just within `max_range` is a hit, and so is a delayed reading.
        assert_eq!(DISTANCE.met(1.97, Some(1.98)), Some(1.97));
        assert_eq!(DISTANCE.met(0.5, Some(2.0)), Some(0.5));
        assert_eq!(DISTANCE.met(1.97, Some(f64::NAN)), Some(1.97), "the recording lacks it");
    }
}
