//! States and registers.

use crate::{SCAN_ANGLES, STOP};
use l0_protocol::{MAX_ANGLE, MAX_DISTANCE};

/// State of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// 0: waiting for a command.
    #[default]
    Wait = 0,
    /// 1: turning.
    Turn = 1,
    /// 2: advancing.
    Go = 2,
    /// 3: stopped in front of an obstacle.
    Blocked = 3,
    /// 4: starting a scan.
    Sonar = 4,
    /// 5: the servo of the sonar is turning.
    Ray = 5,
    /// 6: waiting for an echo.
    Echo = 6,
    /// 7: waiting for `RESUME`.
    Resume = 7,
    /// 8: invalid state; the motors are off.
    Dead = 8,
}

impl State {
    /// Every state, in numerical order.
    pub const ALL: [Self; 9] =
        [Self::Wait, Self::Turn, Self::Go, Self::Blocked, Self::Sonar, Self::Ray, Self::Echo, Self::Resume, Self::Dead];

    /// Returns the state with this number; `None` if it does not exist.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}

/// The entire state of a machine between ticks: plain numbers, to be saved and restored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Registers {
    /// Number of the [`State`].
    pub state: u8,
    /// Remaining turn, degrees.
    pub angle_left: f64,
    /// Remaining distance, cm.
    pub distance_left: f64,
    /// Commanded distance, cm.
    pub distance_ordered: f64,
    /// Time at which the robot was blocked, s.
    pub blocked_since: f64,
    /// Index of the current angle of the scan, from 1; 0 before the first scan, one past the number of angles after the last ray.
    pub scan_index: u8,
    /// Whether `GO` waits until the sonar points straight ahead.
    pub pointing: bool,
    /// Number of pending `W: Ignored command` responses.
    pub ignored: u8,
    /// Pulse of the left servo, µs.
    pub left: u16,
    /// Pulse of the right servo, µs.
    pub right: u16,
    /// Angle of the sonar, degrees.
    pub sonar: f64,
}

impl Registers {
    /// Returns the registers of a machine that starts in a state: wheels stopped, sonar straight ahead, scan at its first angle.
    pub(crate) fn new(state: State) -> Self {
        let scan_index = match state {
            State::Sonar | State::Ray | State::Echo => 1,
            State::Resume => 2,
            _ => 0,
        };
        Self {
            state: state as u8,
            angle_left: 0.0,
            distance_left: 0.0,
            distance_ordered: 0.0,
            blocked_since: 0.0,
            scan_index,
            pointing: false,
            ignored: 0,
            left: STOP,
            right: STOP,
            sonar: 0.0,
        }
    }

    /// Returns the state if these registers are valid.
    pub(crate) fn sound(&self) -> Option<State> {
        let state = State::from_number(self.state)?;
        let last = SCAN_ANGLES as u8;
        let index = match state {
            State::Sonar | State::Ray | State::Echo => 1..=last,
            State::Resume => 2..=last + 1,
            _ => 0..=last + 1,
        };
        // A comparison with NaN is false.
        let sound = self.angle_left.abs() <= MAX_ANGLE
            && (0.0..=MAX_DISTANCE).contains(&self.distance_ordered)
            && (0.0..=self.distance_ordered).contains(&self.distance_left)
            && self.blocked_since.is_finite()
            && self.sonar.abs() <= MAX_ANGLE
            && index.contains(&self.scan_index);
        sound.then_some(state)
    }
}
