//! What a turning head remembers.

use sim_abi::prelude::*;
use std::ops::Range;

/// Where a turning head stands, and what it has read last along each ray.
pub struct Scan {
    next: usize,
    layers: usize,
    readings: Vec<f64>,
}

/// A scan as it is saved. Infinity has no number in a saved state: it comes back as nothing.
pub type Saved = (usize, Vec<Option<f64>>);

impl Scan {
    /// At the first ray, with this reading along every ray.
    pub fn new(rays: usize, reading: f64) -> Self {
        Self::layered(1, rays, reading)
    }

    /// As [`Scan::new`], with the readings of several layers that turn together, layer by layer.
    pub fn layered(layers: usize, rays: usize, reading: f64) -> Self {
        Self { next: 0, layers, readings: vec![reading; layers * rays] }
    }

    /// The ray that is read next.
    pub fn next(&self) -> usize {
        self.next
    }

    /// The last reading along each ray.
    pub fn readings(&self) -> &[f64] {
        &self.readings
    }

    /// Reads along the next `count` rays (at most all) and turns past them; `read` gets rays and the readings of all layers.
    pub fn turn_layers(&mut self, count: usize, mut read: impl FnMut(Range<usize>, &mut [f64])) {
        let rays = self.readings.len() / self.layers;
        let end = (self.next + count).min(rays);
        let rest = count - (end - self.next);
        for part in [self.next..end, 0..rest].into_iter().filter(|part| !part.is_empty()) {
            read(part, &mut self.readings);
        }
        self.next = if rest > 0 { rest } else { end % rays };
    }

    /// Reads along the next `count` rays (at most all) of a single layer and turns past them.
    pub fn turn(&mut self, count: usize, mut read: impl FnMut(Range<usize>, &mut [f64])) {
        self.turn_layers(count, |rays, readings| read(rays.clone(), &mut readings[rays]));
    }

    /// What [`Scan::restore`] takes over.
    pub fn saved(&self) -> (usize, &[f64]) {
        (self.next, &self.readings)
    }

    /// Goes on where a saved scan was. Fails when that has another number of rays.
    pub fn restore(&mut self, (next, readings): Saved) -> Result {
        if readings.len() != self.readings.len() || next >= readings.len() / self.layers {
            return Err(Fault::new("the saved scan has another number of rays"));
        }
        self.next = next;
        self.readings = readings.into_iter().map(|reading| reading.unwrap_or(f64::INFINITY)).collect();
        Ok(())
    }
}
