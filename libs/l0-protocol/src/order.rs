//! Commands to the robot.

use crate::Answer;
use crate::number::{self, Decimal};
use core::fmt;

/// Maximum turn to either side, degrees.
pub const MAX_ANGLE: f64 = 180.0;

/// Maximum distance of an advance, cm.
pub const MAX_DISTANCE: f64 = 1000.0;

/// A command to the robot.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Order {
    /// `GO angle distance`: turn, then advance.
    Go {
        /// Angle of the turn, degrees, counterclockwise, −180 … 180.
        angle: f64,
        /// Distance of the subsequent advance, cm, 0 … 1000.
        distance: f64,
    },
    /// `SONAR`: start a scan and report its first ray.
    Sonar,
    /// `RESUME`: report the next ray of the scan.
    Resume,
    /// `HALT`: abort the current activity.
    Halt,
}

/// Why a line is not a valid command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadOrder {
    /// The angle of `GO` is missing, not a number, or beyond ±180°.
    Angle,
    /// The distance of `GO` is missing, not a number, negative or above 1000 cm; or it is followed by extra text.
    Distance,
    /// Unknown command, or extra text after a command without arguments.
    Unknown,
}

impl From<BadOrder> for Answer {
    /// Returns the robot's response to such a line.
    fn from(bad: BadOrder) -> Self {
        match bad {
            BadOrder::Angle => Self::BadAngle,
            BadOrder::Distance => Self::BadDistance,
            BadOrder::Unknown => Self::WrongCommand,
        }
    }
}

impl Order {
    /// Parses a line, case-insensitively, with blanks allowed before, between and after its words.
    ///
    /// # Errors
    /// The first error, as the robot reports it: the angle is checked before the distance.
    pub fn read(line: &[u8]) -> Result<Self, BadOrder> {
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let name = words.next().ok_or(BadOrder::Unknown)?;
        let is = |order: &str| name.eq_ignore_ascii_case(order.as_bytes());
        let order = if is("GO") {
            let mut number = || words.next().and_then(number::read);
            let angle = number().filter(|angle| angle.abs() <= MAX_ANGLE).ok_or(BadOrder::Angle)?;
            let distance =
                number().filter(|distance| (0.0..=MAX_DISTANCE).contains(distance)).ok_or(BadOrder::Distance)?;
            Self::Go { angle, distance }
        } else if is("SONAR") {
            Self::Sonar
        } else if is("RESUME") {
            Self::Resume
        } else if is("HALT") {
            Self::Halt
        } else {
            return Err(BadOrder::Unknown);
        };
        match (words.next(), order) {
            (None, order) => Ok(order),
            (Some(_), Self::Go { .. }) => Err(BadOrder::Distance),
            (Some(_), _) => Err(BadOrder::Unknown),
        }
    }
}

impl fmt::Display for Order {
    /// Writes the line without its terminator: upper case, numbers with at most two decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Go { angle, distance } => write!(f, "GO {} {}", Decimal(*angle), Decimal(*distance)),
            Self::Sonar => f.write_str("SONAR"),
            Self::Resume => f.write_str("RESUME"),
            Self::Halt => f.write_str("HALT"),
        }
    }
}
