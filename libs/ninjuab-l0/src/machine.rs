//! The state machine, row by row.

use crate::{BlockedDistance, HIGH, LOW, OFF, Registers, STOP, Settings, State};
use l0_protocol::{Answer, BadOrder, Order};

/// Rounding tolerance: repeated subtraction of steps leaves a small residue.
const ROUNDING: f64 = 1e-9;

/// Inputs of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inputs {
    /// The command received since the last tick, or why it was invalid.
    pub order: Option<Result<Order, BadOrder>>,
    /// Last sonar reading, cm; 0 without an echo.
    pub echo: f64,
    /// Whether the reading is new since the last tick.
    pub new_echo: bool,
    /// Time, s, with an arbitrary origin.
    pub time: f64,
    /// Whether the servo of the sonar has reached the angle of the last tick's outputs.
    pub servo_settled: bool,
    /// Time of the last byte received over the link, s, blank lines included; `None` if the link is not monitored.
    pub link: Option<f64>,
}

/// Outputs of a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outputs {
    /// Pulse of the left servo, µs; 0: no pulse.
    pub left: u16,
    /// Pulse of the right servo, µs; 0: no pulse.
    pub right: u16,
    /// Angle of the sonar, degrees, counterclockwise, 0 straight ahead.
    pub sonar: f64,
    /// Response to send.
    pub answer: Option<Answer>,
}

/// The state machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    settings: Settings,
    registers: Registers,
}

impl Machine {
    /// Creates a machine in its initial state.
    pub fn new(settings: Settings) -> Self {
        Self::restored(settings, Registers::new(settings.initial))
    }

    /// Restores a machine from saved registers. Invalid registers lead to [`State::Dead`] in the next tick.
    pub fn restored(settings: Settings, registers: Registers) -> Self {
        Self { settings, registers }
    }

    /// Returns the registers to save.
    pub fn registers(&self) -> Registers {
        self.registers
    }

    /// Returns the state; [`State::Dead`] if the registers are invalid.
    pub fn state(&self) -> State {
        self.registers.sound().unwrap_or(State::Dead)
    }

    /// Returns the settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Executes one tick.
    pub fn tick(&mut self, inputs: Inputs) -> Outputs {
        let state = self.registers.sound().filter(|_| inputs.time.is_finite());
        let answer = match state {
            Some(state) => self.row(state, &inputs),
            None => self.die(),
        };
        let answer = answer.or_else(|| {
            self.registers.ignored = self.registers.ignored.checked_sub(1)?;
            Some(Answer::Ignored)
        });
        let Registers { left, right, sonar, .. } = self.registers;
        Outputs { left, right, sonar, answer }
    }

    fn row(&mut self, state: State, inputs: &Inputs) -> Option<Answer> {
        match (state, inputs.order) {
            (State::Dead, order) => order.map(|_| Answer::Undefined),
            (State::Wait, None) => None,
            (State::Wait, Some(order)) => self.begin(order, inputs.servo_settled),
            (_, Some(Ok(Order::Halt))) => Some(self.halt(state)),
            (State::Resume, Some(Ok(Order::Resume))) => self.resume(),
            (_, None) if self.is_link_dead(inputs) => Some(self.halt(state)),
            (_, order) => {
                if order.is_some() {
                    self.registers.ignored = self.registers.ignored.saturating_add(1);
                }
                self.go_on(state, inputs)
            }
        }
    }

    /// Handles a command while waiting.
    fn begin(&mut self, order: Result<Order, BadOrder>, settled: bool) -> Option<Answer> {
        match order {
            Ok(Order::Go { angle, distance }) => self.begin_go(angle, distance, settled),
            Ok(Order::Sonar) => {
                self.motors(OFF, OFF);
                self.registers.scan_index = 1;
                self.point_at_scan();
                self.enter(State::Sonar)
            }
            Ok(Order::Resume | Order::Halt) => Some(Answer::Ignored),
            Err(bad) => {
                if bad == BadOrder::Unknown {
                    self.motors(OFF, OFF);
                }
                Some(bad.into())
            }
        }
    }

    fn begin_go(&mut self, angle: f64, distance: f64, settled: bool) -> Option<Answer> {
        let [turns, advances] = [self.is_turn(angle), self.is_advance(distance)];
        if !turns && !advances {
            return Some(Answer::NothingToDo);
        }
        let registers = &mut self.registers;
        (registers.angle_left, registers.distance_left, registers.distance_ordered) = (angle, distance, distance);
        registers.pointing = !settled || registers.sonar != 0.0;
        registers.sonar = 0.0;
        let state = if turns { State::Turn } else { State::Go };
        if self.registers.pointing {
            self.motors(STOP, STOP)
        } else {
            self.drive(state)
        }
        self.enter(state)
    }

    /// Handles `HALT` during an activity.
    fn halt(&mut self, state: State) -> Answer {
        self.motors(STOP, STOP);
        self.registers.sonar = 0.0;
        self.enter(State::Wait);
        match state {
            State::Blocked => Answer::BlockedHalted,
            State::Sonar => Answer::SonarHalted,
            State::Ray => Answer::RayHalted,
            State::Echo => Answer::EchoHalted,
            State::Resume => Answer::ResumeHalted,
            _ => Answer::GoHalted { travelled: self.settings.extensions.then(|| self.distance_advanced()) },
        }
    }

    /// Handles `RESUME` after a ray.
    fn resume(&mut self) -> Option<Answer> {
        if self.point_at_scan() {
            return self.enter(State::Ray);
        }
        self.motors(STOP, STOP);
        self.enter(State::Wait);
        Some(Answer::SonarOk)
    }

    /// Executes a tick of an activity.
    fn go_on(&mut self, state: State, inputs: &Inputs) -> Option<Answer> {
        match state {
            State::Turn | State::Go if self.registers.pointing => {
                if inputs.servo_settled && inputs.new_echo {
                    self.registers.pointing = false;
                    self.drive(state);
                }
                None
            }
            State::Turn => self.turn(),
            State::Go => self.advance(inputs),
            State::Blocked => self.wait_for_clear_path(inputs),
            State::Sonar => {
                self.point_at_scan();
                self.enter(State::Ray)
            }
            // A reading of this tick may be older than the end of the servo's motion: the next one counts.
            State::Ray if inputs.servo_settled => self.enter(State::Echo),
            State::Echo if inputs.new_echo => self.report(inputs.echo),
            _ => None,
        }
    }

    fn turn(&mut self) -> Option<Answer> {
        let left = self.registers.angle_left;
        if self.is_turn(left) {
            let step = self.settings.turn_step;
            self.registers.angle_left = if left > 0.0 { left - step } else { left + step };
            None
        } else if self.is_advance(self.registers.distance_left) {
            self.drive(State::Go);
            self.enter(State::Go)
        } else {
            self.arrive()
        }
    }

    fn advance(&mut self, inputs: &Inputs) -> Option<Answer> {
        if !self.is_advance(self.registers.distance_left) {
            return self.arrive();
        }
        self.registers.distance_left -= self.settings.advance_step;
        if !self.is_obstacle(inputs.echo) {
            return None;
        }
        self.motors(STOP, STOP);
        self.registers.blocked_since = inputs.time;
        self.enter(State::Blocked);
        let remaining = match self.settings.blocked_distance {
            BlockedDistance::Remaining => self.registers.distance_left,
            BlockedDistance::Traveled => self.distance_advanced(),
        };
        Some(Answer::Blocked { remaining, echo: self.settings.extensions.then_some(inputs.echo) })
    }

    fn wait_for_clear_path(&mut self, inputs: &Inputs) -> Option<Answer> {
        let (waited, blocked) = (inputs.time - self.registers.blocked_since + ROUNDING, self.is_obstacle(inputs.echo));
        if waited >= self.settings.block_h && !blocked {
            self.drive(State::Go);
            self.enter(State::Go)
        } else if waited >= self.settings.block_t && blocked {
            self.enter(State::Wait)
        } else {
            None
        }
    }

    fn report(&mut self, echo: f64) -> Option<Answer> {
        let angle = self.settings.scan.angle(self.registers.scan_index)?;
        self.registers.scan_index += 1;
        self.point_at_scan();
        self.enter(State::Resume);
        Some(Answer::Ray { angle, distance: if echo > 0.0 && echo.is_finite() { echo } else { 0.0 } })
    }

    fn arrive(&mut self) -> Option<Answer> {
        (self.registers.angle_left, self.registers.distance_left) = (0.0, 0.0);
        self.motors(STOP, STOP);
        self.enter(State::Wait);
        Some(Answer::GoOk)
    }

    /// Handles an invalid state.
    fn die(&mut self) -> Option<Answer> {
        self.registers = Registers { left: OFF, right: OFF, ..Registers::new(State::Dead) };
        Some(Answer::Undefined)
    }

    /// Enters a state without a response.
    fn enter(&mut self, state: State) -> Option<Answer> {
        self.registers.state = state as u8;
        None
    }

    fn motors(&mut self, left: u16, right: u16) {
        (self.registers.left, self.registers.right) = (left, right);
    }

    /// Starts the wheels: in the direction of the remaining turn, or straight ahead.
    fn drive(&mut self, state: State) {
        match state {
            State::Turn if self.registers.angle_left > 0.0 => self.motors(HIGH, HIGH),
            State::Turn => self.motors(LOW, LOW),
            _ => self.motors(LOW, HIGH),
        }
    }

    /// Points the sonar at the current angle of the scan, or straight ahead after the last one; returns whether there
    /// is an angle.
    fn point_at_scan(&mut self) -> bool {
        let angle = self.settings.scan.angle(self.registers.scan_index);
        self.registers.sonar = angle.unwrap_or(0.0);
        angle.is_some()
    }

    fn is_turn(&self, angle: f64) -> bool {
        angle.abs() > self.settings.turn_step + ROUNDING
    }

    fn is_advance(&self, distance: f64) -> bool {
        distance > self.settings.advance_step + ROUNDING
    }

    /// Returns whether nothing has come over a monitored link for too long.
    fn is_link_dead(&self, inputs: &Inputs) -> bool {
        let limit = self.settings.link_time_out;
        limit > 0.0 && inputs.link.is_some_and(|last| inputs.time - last + ROUNDING >= limit)
    }

    fn is_obstacle(&self, echo: f64) -> bool {
        echo > 0.0 && echo <= self.settings.block_s
    }

    /// Returns the distance advanced, cm.
    fn distance_advanced(&self) -> f64 {
        self.registers.distance_ordered - self.registers.distance_left
    }
}
