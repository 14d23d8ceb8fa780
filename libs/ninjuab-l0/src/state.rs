//! States, and what is kept from tick to tick.

use crate::{SCAN_ANGLES, STOP};
use l0_protocol::{FARTHEST, WIDEST};

/// What the machine is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// 0: waiting for an order.
    #[default]
    Wait = 0,
    /// 1: turning.
    Turn = 1,
    /// 2: advancing.
    Go = 2,
    /// 3: standing before something.
    Blocked = 3,
    /// 4: a scan begins.
    Sonar = 4,
    /// 5: the servo of the sonar turns.
    Ray = 5,
    /// 6: waiting for an echo.
    Echo = 6,
    /// 7: waiting for `RESUME`.
    Resume = 7,
    /// 8: an impossible state was met; the motors are off.
    Dead = 8,
}

impl State {
    /// Every state, by its number.
    pub const ALL: [Self; 9] =
        [Self::Wait, Self::Turn, Self::Go, Self::Blocked, Self::Sonar, Self::Ray, Self::Echo, Self::Resume, Self::Dead];

    /// The state with a number; none where there is no such state.
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}

/// All that a machine keeps from tick to tick: plain numbers, to be saved and restored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Registers {
    /// Number of the [`State`].
    pub state: u8,
    /// Angle that is left to be turned, degrees.
    pub angle_left: f64,
    /// Distance that is left to be advanced, cm.
    pub distance_left: f64,
    /// Distance that was ordered, cm.
    pub distance_ordered: f64,
    /// Time at which something came in the way, s.
    pub blocked_since: f64,
    /// Index of the present angle of the scan, from 1 on; 0 before the first scan, one more than there are angles after the
    /// last ray.
    pub scan_index: u8,
    /// Whether `GO` waits until the sonar points ahead.
    pub pointing: bool,
    /// How many `W: Ignored command` are still to be answered.
    pub ignored: u8,
    /// Pulse of the left servo, µs.
    pub left: u16,
    /// Pulse of the right servo, µs.
    pub right: u16,
    /// Angle of the sonar, degrees.
    pub sonar: f64,
}

impl Registers {
    /// Those of a machine that starts in a state: the wheels stand, the sonar points ahead, a scan is at its first angle.
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

    /// The state, if these registers are possible at all.
    pub(crate) fn sound(&self) -> Option<State> {
        let state = State::from_number(self.state)?;
        let last = SCAN_ANGLES as u8;
        let index = match state {
            State::Sonar | State::Ray | State::Echo => 1..=last,
            State::Resume => 2..=last + 1,
            _ => 0..=last + 1,
        };
        // A comparison with what is no number fails.
        let sound = self.angle_left.abs() <= WIDEST
            && (0.0..=FARTHEST).contains(&self.distance_ordered)
            && (0.0..=self.distance_ordered).contains(&self.distance_left)
            && self.blocked_since.is_finite()
            && self.sonar.abs() <= WIDEST
            && index.contains(&self.scan_index);
        sound.then_some(state)
    }
}
