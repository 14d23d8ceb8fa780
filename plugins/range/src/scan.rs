//! State of a rotating head.

use sim_abi::prelude::*;
use std::ops::Range;

/// Direction of a rotating head, and its last reading along each ray.
pub struct Scan {
    next: usize,
    layers: usize,
    readings: Vec<f64>,
}

/// A saved scan. Saved states cannot represent infinity: it is stored as `None`.
pub type Saved = (usize, Vec<Option<f64>>);

impl Scan {
    /// A scan at the first ray, with this reading along every ray.
    pub fn new(rays: usize, reading: f64) -> Self {
        Self::layered(1, rays, reading)
    }

    /// Like [`Scan::new`], with the readings of several layers that rotate together, layer by layer.
    pub fn layered(layers: usize, rays: usize, reading: f64) -> Self {
        Self { next: 0, layers, readings: vec![reading; layers * rays] }
    }

    /// The next ray to read.
    pub fn next(&self) -> usize {
        self.next
    }

    /// The last reading along each ray.
    pub fn readings(&self) -> &[f64] {
        &self.readings
    }

    /// Reads the next `count` rays (at most all) and advances past them; `read` receives the rays and the readings of
    /// all layers.
    pub fn turn_layers(&mut self, count: usize, mut read: impl FnMut(Range<usize>, &mut [f64])) {
        let rays = self.readings.len() / self.layers;
        let end = (self.next + count).min(rays);
        let rest = count - (end - self.next);
        for part in [self.next..end, 0..rest].into_iter().filter(|part| !part.is_empty()) {
            read(part, &mut self.readings);
        }
        self.next = if rest > 0 { rest } else { end % rays };
    }

    /// Reads the next `count` rays (at most all) of a single layer and advances past them.
    pub fn turn(&mut self, count: usize, mut read: impl FnMut(Range<usize>, &mut [f64])) {
        self.turn_layers(count, |rays, readings| read(rays.clone(), &mut readings[rays]));
    }

    /// The state to pass to [`Scan::restore`].
    pub fn saved(&self) -> (usize, &[f64]) {
        (self.next, &self.readings)
    }

    /// Resumes a saved scan. Fails if it has a different number of rays.
    pub fn restore(&mut self, (next, readings): Saved) -> Result {
        if readings.len() != self.readings.len() || next >= readings.len() / self.layers {
            return Err(Fault::new("the saved scan has another number of rays"));
        }
        self.next = next;
        self.readings = readings.into_iter().map(|reading| reading.unwrap_or(f64::INFINITY)).collect();
        Ok(())
    }
}
