//! What may be chosen before a start.

use crate::State;

/// Number of angles of a scan.
pub const SCAN_ANGLES: usize = 15;

/// Angles of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scan {
    /// As printed: 15, 30, 45, 60, 75, 90, 40, 0, −15, −30, −45, −60, −75, −90, −40 degrees.
    #[default]
    Printed,
    /// With 45 and −45 in the places of 40 and −40: a grid of 15 degrees, two angles of which are measured twice.
    Grid,
}

impl Scan {
    /// The angle with an index from 1 on, degrees; none after the last.
    pub fn angle(self, index: u8) -> Option<f64> {
        const PRINTED: [i8; SCAN_ANGLES] = [15, 30, 45, 60, 75, 90, 40, 0, -15, -30, -45, -60, -75, -90, -40];
        let printed = *PRINTED.get(usize::from(index).checked_sub(1)?)?;
        Some(f64::from(match (self, printed) {
            (Self::Grid, 40) => 45,
            (Self::Grid, -40) => -45,
            _ => printed,
        }))
    }
}

/// What the number of `W: BLOCKED` tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlockedDistance {
    /// What remains to be advanced.
    #[default]
    Remaining,
    /// What has been advanced.
    Travelled,
}

/// What may be chosen before a start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Angles of a scan.
    pub scan: Scan,
    /// Distance within which something is in the way, cm.
    pub block_s: f64,
    /// Time after which a robot that was blocked goes on if its way is free, s.
    pub block_h: f64,
    /// Time after which a robot that is still blocked gives up, s.
    pub block_t: f64,
    /// Angle that is turned in a tick, degrees.
    pub turn_step: f64,
    /// Distance that is advanced in a tick, cm.
    pub advance_step: f64,
    /// What the number of `W: BLOCKED` tells.
    pub blocked_distance: BlockedDistance,
    /// Whether `W: BLOCKED` also tells the echo, and `D: GO HALTed` what has been advanced.
    pub extensions: bool,
    /// State in which the machine starts.
    pub initial: State,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            scan: Scan::Printed,
            block_s: 15.0,
            block_h: 1.0,
            block_t: 5.0,
            turn_step: 0.955,
            advance_step: 0.1,
            blocked_distance: BlockedDistance::Remaining,
            extensions: false,
            initial: State::Wait,
        }
    }
}
