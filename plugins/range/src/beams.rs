//! Shared code of the proximity sensors: beams from one point, with any radius.

use crate::fan::Fan;
use sim_abi::prelude::*;
use std::ops::Range;

/// Beams that read proximity: (threshold − distance)/threshold, 1 in contact and 0 from the threshold on.
pub struct Beams {
    /// Their directions; the maximum range is the threshold.
    fan: Fan,
    /// Radius of each, m.
    radius: f64,
}

impl Beams {
    /// Beams of a radius (m) along the rays of a fan, which measures from its origin and reads its maximum range
    /// without a hit.
    pub fn new(fan: Fan, radius: f64) -> Self {
        Self { fan, radius }
    }

    /// Declares one channel per beam.
    pub fn declare(&self, setup: &mut SensorSetup) {
        for index in 0..self.fan.directions.len() {
            let proximity = Channel::new(format!("ray_{index}"), "1").range(0.0, 1.0).frame("sensor");
            setup.channel(proximity.help("1 in contact, 0 if nothing is within the threshold"));
        }
    }

    /// Proximity along some of the beams.
    pub fn read(&self, io: &SensorIo, beams: Range<usize>, readings: &mut [f64]) {
        if self.radius > 0.0 {
            self.sweep(io, beams, readings);
        } else {
            self.fan.cast(io, beams, readings);
        }
        let threshold = self.fan.max_range;
        for reading in readings {
            *reading = ((threshold - *reading) / threshold).clamp(0.0, 1.0);
        }
    }

    /// Distances that a sphere with the beams' radius travels until it touches an object, m.
    fn sweep(&self, io: &SensorIo, beams: Range<usize>, distances: &mut [f64]) {
        let (world, world_from_sensor) = (io.world(), io.pose());
        let Fan { directions, max_range, filter, .. } = &self.fan;
        let sphere = Probe::Sphere(self.radius);
        // A shape cast may leave a body that it starts in; a beam from inside counts as a hit.
        let inside = world.object_at(world_from_sensor.translation.vector, *filter).is_some();
        for (direction, distance) in directions[beams].iter().zip(distances) {
            let direction = world_from_sensor.rotation * direction;
            let hit = || world.cast_shape(sphere, &world_from_sensor, direction, *max_range, *filter);
            *distance = if inside { 0.0 } else { hit().map_or(*max_range, |hit| hit.distance) };
        }
    }
}
