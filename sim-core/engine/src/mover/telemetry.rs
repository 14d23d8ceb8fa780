//! The telemetry of a mover: one buffer with a section for each kind of value.

use std::ops::Range;

/// A range of a buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The range of `len` values from `start`.
    pub(crate) fn new(start: usize, len: usize) -> Self {
        Self { start: start as u32, end: (start + len) as u32 }
    }

    /// Index of the first value.
    pub(crate) fn start(self) -> usize {
        self.start as usize
    }

    /// As a `Range`.
    #[inline]
    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// Number of values in each section of the telemetry, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) readings: usize,
    pub(crate) commands: usize,
    pub(crate) effects: usize,
    pub(crate) published: usize,
    /// Movable joints; each has two values.
    pub(crate) joints: usize,
}

/// The sections of a telemetry buffer as separate slices.
pub(crate) struct Apart<'a> {
    pub(crate) readings: &'a mut [f64],
    pub(crate) commands: &'a mut [f64],
    pub(crate) effects: &'a mut [f64],
    pub(crate) published: &'a mut [f64],
    pub(crate) clean: &'a mut [f64],
    pub(crate) joints: &'a mut [f64],
}

impl Parts {
    /// Number of values in the whole buffer: readings, commands, effects, published values, clean readings, and position and velocity of
    /// each movable joint.
    pub(crate) fn len(&self) -> usize {
        self.joints_start() + 2 * self.joints
    }

    /// Index of the first command.
    pub(crate) fn commands_start(&self) -> usize {
        self.readings
    }

    /// The range of the commands.
    pub(crate) fn commands_range(&self) -> Range<usize> {
        self.commands_start()..self.effects_start()
    }

    /// Index of the first effect.
    pub(crate) fn effects_start(&self) -> usize {
        self.readings + self.commands
    }

    /// Index of the first published value.
    pub(crate) fn published_start(&self) -> usize {
        self.readings + self.commands + self.effects
    }

    /// Index of the first clean reading.
    pub(crate) fn clean_start(&self) -> usize {
        self.published_start() + self.published
    }

    /// Index of the first joint position.
    pub(crate) fn joints_start(&self) -> usize {
        self.clean_start() + self.readings
    }
}

/// The values of a mover that plots, recordings and services read by index.
#[derive(Default)]
pub(crate) struct Telemetry {
    pub(crate) values: Vec<f64>,
    pub(crate) parts: Parts,
}

impl Telemetry {
    /// Sets all values to 0, after the sizes of the sections have been determined.
    pub(crate) fn clear(&mut self) {
        self.values = vec![0.0; self.parts.len()];
    }

    /// The values from the first effect on.
    #[inline]
    pub(crate) fn effects(&self) -> &[f64] {
        &self.values[self.parts.effects_start()..]
    }

    /// The sections of the buffer.
    #[inline]
    pub(crate) fn split(&mut self) -> Apart<'_> {
        let Self { values, parts } = self;
        let (readings, rest) = values.split_at_mut(parts.readings);
        let (commands, rest) = rest.split_at_mut(parts.commands);
        let (effects, rest) = rest.split_at_mut(parts.effects);
        let (published, rest) = rest.split_at_mut(parts.published);
        let (clean, joints) = rest.split_at_mut(parts.readings);
        Apart { readings, commands, effects, published, clean, joints }
    }
}
