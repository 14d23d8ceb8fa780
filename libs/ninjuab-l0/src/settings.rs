//! Settings chosen before the start.

use crate::{SCAN_ANGLES, State};

/// Angle sequence of a scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scan {
    /// As printed: 15, 30, 45, 60, 75, 90, 40, 0, −15, −30, −45, −60, −75, −90, −40 degrees.
    #[default]
    Printed,
    /// With 45 and −45 instead of 40 and −40: a grid of 15 degrees, two angles of which are measured twice.
    Grid,
}

impl Scan {
    /// Returns the angle at an index from 1, degrees; `None` after the last.
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

/// Meaning of the number in `W: BLOCKED`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlockedDistance {
    /// Remaining distance.
    #[default]
    Remaining,
    /// Distance advanced.
    Traveled,
}

/// Settings chosen before the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Angles of a scan.
    pub scan: Scan,
    /// Distance at which an obstacle blocks the robot, cm.
    pub block_s: f64,
    /// Time after which a blocked robot resumes if its path is clear, s.
    pub block_h: f64,
    /// Time after which a robot that is still blocked gives up, s.
    pub block_t: f64,
    /// Angle turned per tick, degrees.
    pub turn_step: f64,
    /// Distance advanced per tick, cm.
    pub advance_step: f64,
    /// Meaning of the number in `W: BLOCKED`.
    pub blocked_distance: BlockedDistance,
    /// Whether `W: BLOCKED` also contains the echo, and `D: GO HALTed` the distance advanced.
    pub extensions: bool,
    /// Time without a sign of life of the link after which an activity is halted, s; 0: never.
    pub link_time_out: f64,
    /// Initial state of the machine.
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
            link_time_out: 3.0,
            initial: State::Wait,
        }
    }
}
