//! What a reading of a sensor that measures distances means: something was met there, or nothing was.

use crate::engine::TelemetryChannel;
use sim_abi::declare::{Coverage, Kind};
use sim_abi::service::LayoutPart;

/// Noise moves the reading of a ray that has met nothing no farther than this part of the maximum range.
const SPREAD: f64 = 0.2;

/// How the channels of a sensor tell distances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranging {
    /// Largest distance that is read, m; it counts from the start of what the sensor covers.
    pub max_range: f64,
    /// Values are (max_range − distance)/max_range instead of distances.
    pub proximity: bool,
}

impl Ranging {
    /// As a sensor declares it.
    pub fn of(coverage: &Coverage) -> Self {
        Self { max_range: coverage.max_range, proximity: coverage.proximity }
    }

    /// Distance at which something was met, m; none where nothing was. A sensor reads its maximum range, infinity or zero then, to
    /// which noise may add: with the reading before noise, `clean`, that is still nothing, while a reading that is far from
    /// it, such as a late or a lost one, is what it says.
    pub fn met(&self, reading: f64, clean: Option<f64>) -> Option<f64> {
        let distance = self.distance(reading);
        let beside = |clean: f64| {
            let nothing = self.distance(clean);
            let near = (distance - nothing.min(self.max_range)).abs() <= SPREAD * self.max_range;
            near && !self.meets(nothing) && !clean.is_nan()
        };
        (self.meets(distance) && !clean.is_some_and(beside)).then_some(distance)
    }

    fn distance(&self, value: f64) -> f64 {
        // What is met at the sensor itself has been met, too.
        if self.proximity { ((1.0 - value) * self.max_range).max(f64::MIN_POSITIVE) } else { value }
    }

    fn meets(&self, distance: f64) -> bool {
        distance > 0.0 && distance < self.max_range
    }
}

/// Index in a robot's telemetry of the first reading of a part before noise, after which the others follow; none of what is no
/// sensor. `channels` are all of the robot.
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
    fn what_is_nearer_than_the_reach_was_met() {
        let met = |value: f64| DISTANCE.met(value, None);
        assert_eq!([0.5, 1.999].map(met), [Some(0.5), Some(1.999)]);
        assert_eq!([0.0, -1.0, 2.0, f64::INFINITY, f64::NAN].map(met), [None; 5]);
        assert_eq!([0.75, 0.0].map(|value| CLOSENESS.met(value, None)), [Some(0.5), None]);
        assert!(CLOSENESS.met(1.0, None).is_some_and(|distance| distance < 1e-12), "touching counts as met");
    }

    #[test]
    fn noise_on_a_ray_that_met_nothing_is_no_hit() {
        // Nothing met reads as the maximum range, as infinity or as zero.
        assert_eq!(DISTANCE.met(1.97, Some(2.0)), None);
        assert_eq!(DISTANCE.met(1.97, Some(f64::INFINITY)), None);
        assert_eq!(DISTANCE.met(0.03, Some(0.0)), None);
        assert_eq!(CLOSENESS.met(0.02, Some(0.0)), None);
        // A wall just within max_range is one, and so is what a late reading still tells.
        assert_eq!(DISTANCE.met(1.97, Some(1.98)), Some(1.97));
        assert_eq!(DISTANCE.met(0.5, Some(2.0)), Some(0.5));
        assert_eq!(DISTANCE.met(1.97, Some(f64::NAN)), Some(1.97), "a recording may not have it");
    }
}
