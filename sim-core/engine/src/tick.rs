//! The number and length of a tick.

/// A tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tick {
    /// Its number, from 0.
    pub(super) number: u64,
    /// Step, s.
    pub(super) dt: f64,
}

impl Tick {
    #[inline]
    pub(super) fn time(&self) -> f64 {
        self.number as f64 * self.dt
    }

    #[inline]
    pub(super) fn due(&self, every: u32) -> bool {
        every == 1 || self.number.is_multiple_of(u64::from(every))
    }

    #[inline]
    pub(super) fn period(&self, every: u32) -> f64 {
        f64::from(every) * self.dt
    }
}
