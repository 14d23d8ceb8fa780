//! One AX-12 servo motor: its registers and its motion.
//!
//! Registers, their initial values and the speed units follow the manual of the Dynamixel AX-12.

use sim_abi::params::serde::{Deserialize, Serialize};

/// Two-byte registers, low byte first.
pub const LOW_LIMIT: usize = 6;
pub const HIGH_LIMIT: usize = 8;
pub const GOAL: usize = 30;
pub const SPEED: usize = 32;
pub const POSITION: usize = 36;
const WORDS: [usize; 8] = [0, LOW_LIMIT, HIGH_LIMIT, 14, GOAL, SPEED, 34, POSITION];
const ID: usize = 3;
const MOVING: usize = 46;
/// Number of registers.
pub const REGISTERS: usize = 50;
/// Read-only registers: model, version and measurements of the motor.
const READ_ONLY: [std::ops::RangeInclusive<usize>; 3] = [0..=2, POSITION..=43, MOVING..=MOVING];

/// Maximum position; 512 is the middle.
pub const END: f64 = 1023.0;
/// Middle of the range of motion, where a joint is at 0.
const MIDDLE: f64 = 512.0;
/// Angle of a unit of position: 300° over the full range, rad.
const UNIT: f64 = 300.0 / END * std::f64::consts::PI / 180.0;
/// Speed of a unit (0.111 rpm) and maximum speed (59 rpm), rad/s.
const SPEED_UNIT: f64 = 0.111 * std::f64::consts::TAU / 60.0;
const FASTEST: f64 = 59.0 * std::f64::consts::TAU / 60.0;
/// Bit for clockwise continuous rotation in a speed.
const CLOCKWISE: u16 = 1024;

/// A servo motor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(crate = "sim_abi::params::serde")]
pub struct Servo {
    registers: Vec<u8>,
    /// Unrounded position, units; beyond 0 … 1023 for a motor in continuous rotation.
    position: f64,
}

impl Servo {
    /// Creates a motor with this number at an angle (rad).
    pub fn new(id: u8, angle: f64) -> Self {
        let mut servo = Self { registers: vec![0; REGISTERS], position: MIDDLE + angle / UNIT };
        servo.registers[ID] = id;
        for (register, value) in [(0, 12), (HIGH_LIMIT, END as u16), (14, 1023), (34, 1023)] {
            servo.set(register, value);
        }
        servo.hold();
        servo
    }

    /// Reads a two-byte value.
    pub fn word(&self, register: usize) -> u16 {
        u16::from_le_bytes([self.registers[register], self.registers[register + 1]])
    }

    /// Writes two bytes.
    pub fn set(&mut self, register: usize, value: u16) {
        self.registers[register..register + 2].copy_from_slice(&value.to_le_bytes());
    }

    /// Reads one or two bytes as a number, if they exist.
    pub fn read(&self, register: usize, bytes: usize) -> Option<u16> {
        match (bytes, register + bytes <= REGISTERS) {
            (1, true) => Some(u16::from(self.registers[register])),
            (2, true) => Some(self.word(register)),
            _ => None,
        }
    }

    /// Writes a register, and the next one if the value or the register requires two bytes. Returns `false`, without
    /// effect, if a register cannot be written.
    pub fn write(&mut self, register: usize, value: u16) -> bool {
        let bytes = if value > 255 || WORDS.contains(&register) { 2 } else { 1 };
        let touches =
            |fixed: &std::ops::RangeInclusive<usize>| *fixed.start() < register + bytes && register <= *fixed.end();
        if register + bytes > REGISTERS || READ_ONLY.iter().any(touches) {
            return false;
        }
        match bytes {
            2 => self.set(register, value),
            _ => self.registers[register] = value as u8,
        }
        true
    }

    /// Without limits, the motor rotates continuously.
    pub fn is_wheel(&self) -> bool {
        self.word(LOW_LIMIT) == 0 && self.word(HIGH_LIMIT) == 0
    }

    /// Angle of the output shaft, rad.
    pub fn angle(&self) -> f64 {
        (self.position - MIDDLE) * UNIT
    }

    /// Sets the goal to the current position.
    pub fn hold(&mut self) {
        if self.is_wheel() {
            self.set(SPEED, 0);
        }
        self.update_registers(false);
        self.set(GOAL, self.word(POSITION));
    }

    /// Turns for a time (s).
    pub fn turn(&mut self, dt: f64) {
        let speed = self.word(SPEED);
        let rate = |units: u16| (f64::from(units) * SPEED_UNIT).min(FASTEST) / UNIT * dt;
        let before = self.position;
        if self.is_wheel() {
            let step = rate(speed % CLOCKWISE);
            self.position += if speed & CLOCKWISE == 0 { step } else { -step };
        } else {
            let [low, high] = [LOW_LIMIT, HIGH_LIMIT].map(|limit| f64::from(self.word(limit)));
            let goal = f64::from(self.word(GOAL)).max(low).min(high);
            // Speed 0 means maximum speed.
            let step = if speed == 0 { FASTEST / UNIT * dt } else { rate(speed % CLOCKWISE) };
            self.position += (goal - self.position).clamp(-step, step);
        }
        self.update_registers(self.position != before);
    }

    fn update_registers(&mut self, moving: bool) {
        let turn = std::f64::consts::TAU / UNIT;
        let position = if self.is_wheel() { self.position.rem_euclid(turn) } else { self.position };
        self.set(POSITION, position.round().clamp(0.0, END) as u16);
        self.registers[MOVING] = u8::from(moving);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_start_it_stands_in_the_middle_and_knows_its_number() {
        let servo = Servo::new(5, 0.0);
        assert_eq!((servo.read(3, 1), servo.word(GOAL), servo.word(POSITION)), (Some(5), 512, 512));
        assert_eq!((servo.word(LOW_LIMIT), servo.word(HIGH_LIMIT), servo.is_wheel()), (0, 1023, false));
        assert_eq!(
            (servo.read(49, 1), servo.read(49, 2), servo.read(50, 1), servo.read(0, 3)),
            (Some(0), None, None, None)
        );
        let raised = Servo::new(1, 1.0);
        assert!((raised.angle() - 1.0).abs() < 1e-12 && raised.word(GOAL) == 707);
    }

    #[test]
    fn what_it_measures_cannot_be_written() {
        let mut servo = Servo::new(1, 0.0);
        for (register, value, accepted) in [
            (25, 1, true),
            (30, 5, true),
            (2, 1, false),
            (36, 5, false),
            (35, 300, false),
            (46, 1, false),
            (49, 300, false),
        ] {
            assert_eq!(servo.write(register, value), accepted, "{register}");
        }
        assert_eq!((servo.read(25, 1), servo.word(GOAL), servo.word(POSITION)), (Some(1), 5, 512));
    }

    #[test]
    fn it_moves_to_its_goal_at_its_speed_between_its_limits() {
        let mut servo = Servo::new(1, 0.0);
        servo.set(GOAL, 1023);
        servo.set(HIGH_LIMIT, 800);
        servo.set(SPEED, 100);
        servo.turn(0.5);
        assert!((servo.angle() - 0.5 * 100.0 * SPEED_UNIT).abs() < 1e-12 && servo.read(MOVING, 1) == Some(1));
        servo.turn(100.0);
        servo.turn(0.1);
        assert_eq!((servo.word(POSITION), servo.read(MOVING, 1)), (800, Some(0)));
        let mut fast = Servo::new(1, 0.0);
        fast.set(GOAL, 0);
        fast.turn(0.1);
        assert!((fast.angle() + 0.1 * FASTEST).abs() < 1e-12, "speed 0 is the largest");
    }

    #[test]
    fn without_limits_it_rotates_continuously_in_either_direction() {
        let mut servo = Servo::new(1, 0.0);
        servo.set(HIGH_LIMIT, 0);
        servo.turn(1.0);
        assert_eq!(servo.angle(), 0.0, "speed 0 is a standstill here");
        servo.set(SPEED, 200);
        (0..100).for_each(|_| servo.turn(0.1));
        assert!((servo.angle() - 10.0 * 200.0 * SPEED_UNIT).abs() < 1e-9);
        assert!(servo.word(POSITION) <= 1023);
        servo.set(SPEED, CLOCKWISE + 200);
        (0..200).for_each(|_| servo.turn(0.1));
        assert!((servo.angle() + 10.0 * 200.0 * SPEED_UNIT).abs() < 1e-9);
        servo.hold();
        assert_eq!(servo.word(SPEED), 0);
    }
}
