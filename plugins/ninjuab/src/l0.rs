//! The controller: the state machine of `libs/ninjuab-l0` between sonar and servos, with two functions for clients that
//! send orders.

use crate::position_servo::{SETTLE, SLEW};
use l0_protocol::{Answer, Line, LineReader, Order};
use ninjuab_l0::{BlockedDistance, Inputs, Machine, Registers, Scan, Settings};
use sim_abi::prelude::*;
use std::collections::VecDeque;
use std::f64::consts::PI;

/// Label of controllers that implement the protocol, and the names of the two functions in its value.
const LABEL: (&str, &str) = ("twin.l0", "order,answers");
/// Time between two ticks, s.
const PERIOD: f64 = 0.01;
/// Maximum number of pending orders.
const WAITING: usize = 64;
/// Maximum number of replies kept for clients.
const KEPT: usize = 1024;
/// Tolerance for rounding of times, s.
const ROUNDING: f64 = 1e-9;

/// Angles of a scan.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ScanList {
    /// As printed, with 40 and −40 degrees.
    #[default]
    Printed,
    /// With 45 and −45 degrees instead.
    Grid,
}

/// What `W: BLOCKED` tells.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Blocked {
    /// Remaining distance.
    #[default]
    Remaining,
    /// Distance traveled.
    Travelled,
}

/// A scheduled order.
#[params]
pub struct TimedOrder {
    /// Time of the order, s.
    #[param(unit = "s", min = 0.0)]
    at: f64,
    /// The line, such as "GO 90 50".
    line: String,
}

/// Parameters of the controller.
#[params]
pub struct L0Params {
    /// Sensor with the channels distance, found and count.
    #[param(default = "sonar".to_string())]
    sonar: String,
    /// Actuator that turns the sonar.
    #[param(default = "sonar_servo".to_string())]
    sonar_servo: String,
    /// Actuator of the left wheel.
    #[param(default = "left_servo".to_string())]
    left_servo: String,
    /// Actuator of the right wheel.
    #[param(default = "right_servo".to_string())]
    right_servo: String,
    /// Forward speed, from which the distance traveled is computed.
    #[param(default = 0.1, unit = "m/s", min = 0.001, max = 2.0)]
    speed: f64,
    /// Turn rate on the spot, from which the angle turned is computed.
    #[param(default = 95.5 * PI / 180.0, unit = "rad/s", min = 0.01, max = 50.0)]
    turn_rate: f64,
    /// Scan angles: the printed list, or one with 45 degrees instead of 40.
    scan: ScanList,
    /// Distance within which an obstacle ahead stops the robot.
    #[param(default = 0.15, unit = "m", min = 0.02, max = 1.0)]
    block_s: f64,
    /// Time after which a blocked robot continues if its path is free.
    #[param(default = 1.0, unit = "s", min = 0.0, max = 600.0)]
    block_h: f64,
    /// Time after which a robot that is still blocked gives up.
    #[param(default = 5.0, unit = "s", min = 0.0, max = 3600.0)]
    block_t: f64,
    /// Distance in `W: BLOCKED`: remaining or traveled.
    blocked_dist: Blocked,
    /// Whether replies have additional fields: `q=` the echo, `s=` the distance traveled.
    #[param(default = false)]
    extensions: bool,
    /// Speed of the sonar's servo, from which its arrival is computed.
    #[param(default = SLEW, unit = "rad/s", min = 1e-3, max = 100.0)]
    servo_slew: f64,
    /// Settling time of the servo after its arrival.
    #[param(default = SETTLE, unit = "s", min = 0.0, max = 5.0)]
    servo_settle: f64,
    /// Time without a line of the client after which the robot halts; 0: never. Clients that send no blank lines while
    /// they wait are not monitored.
    #[param(default = 3.0, unit = "s", min = 0.0, max = 3600.0)]
    link_timeout: f64,
    /// Voltage of the supply, for display only.
    #[param(default = 6.0, unit = "V", min = 0.0, max = 1000.0)]
    supply: f64,
    /// Scheduled orders, in time order, in addition to those received.
    orders: Vec<TimedOrder>,
}

/// Position of the sonar's servo: it has no feedback, so the controller estimates it, as a real board does.
#[derive(Clone, Copy)]
struct Servo {
    /// Start and target of its motion, rad.
    way: [f64; 2],
    /// Time of the last order, s.
    since: f64,
}

impl Servo {
    /// Whether it has settled at a time.
    fn settled(&self, time: f64, slew: f64, settle: f64) -> bool {
        let [from, to] = self.way;
        time - self.since + ROUNDING >= (to - from).abs() / slew + settle
    }

    /// Sends it to another angle.
    fn send(&mut self, angle: f64, time: f64, slew: f64) {
        let [from, to] = self.way;
        if angle != to {
            let reach = slew * (time - self.since);
            *self = Self { way: [from + (to - from).clamp(-reach, reach), angle], since: time };
        }
    }
}

/// State of the controller in addition to the machine's registers.
struct Memory {
    /// Pending lines; `None` for a line that was too long.
    orders: VecDeque<Option<String>>,
    /// Number of lines rejected for lack of room.
    refused: u64,
    answers: VecDeque<String>,
    /// Total number of replies so far.
    answered: u64,
    /// Counter of the sonar's last reading.
    readings: f64,
    servo: Servo,
    /// Number of orders of the scene already issued.
    given: usize,
    /// Time of the last line of a client that sends blank lines, s.
    link: Option<f64>,
    /// Whether a blank line, or any other, has come since the last step.
    came: [bool; 2],
}

/// Executes the orders of the line protocol.
pub struct L0 {
    sonar: Input,
    outputs: [Output; 3],
    published: [Published; 5],
    settings: Settings,
    params: L0Params,
    registers: Registers,
    memory: Memory,
}

/// The registers as numbers for saving.
type Numbers = (u8, [f64; 4], u8, bool, u8, [u16; 2], f64);

fn numbers(registers: &Registers) -> Numbers {
    let Registers { state, angle_left, distance_left, distance_ordered, blocked_since, .. } = *registers;
    let Registers { scan_index, pointing, ignored, left, right, sonar, .. } = *registers;
    let counted = [angle_left, distance_left, distance_ordered, blocked_since];
    (state, counted, scan_index, pointing, ignored, [left, right], sonar)
}

fn registers(numbers: Numbers) -> Registers {
    let (state, counted, scan_index, pointing, ignored, [left, right], sonar) = numbers;
    let [angle_left, distance_left, distance_ordered, blocked_since] = counted;
    Registers {
        state,
        angle_left,
        distance_left,
        distance_ordered,
        blocked_since,
        scan_index,
        pointing,
        ignored,
        left,
        right,
        sonar,
    }
}

impl Controller for L0 {
    type Params = L0Params;

    fn new(params: L0Params, robot: &mut ControllerSetup) -> Result<Self> {
        robot.set_default_period(PERIOD);
        robot.tunable();
        in_order(&params.orders)?;
        let sonar = robot.sensor(&params.sonar)?;
        if sonar.len() != 3 {
            return Err(Fault::new(format!("the sensor `{}` has {} channels instead of 3", params.sonar, sonar.len()))
                .help("use a sensor `ninjuab/sonar`, or one with the channels distance, found and count")
                .because(Cause::Binding));
        }
        let outputs = robot.outputs([&params.left_servo, &params.right_servo, &params.sonar_servo])?;
        let count = |name: &str| Channel::new(name, "1").range(0.0, f64::INFINITY).exact();
        let published = [
            count("answers").help("number of replies so far"),
            count("state").help(
                "0 waiting, 1 turning, 2 advancing, 3 blocked, 4 … 7 scanning (start, servo, echo, waiting for RESUME), 8 dead",
            ),
            Channel::new("angle_left", "rad").exact().help("remaining angle"),
            Channel::new("distance_left", "m").exact().help("remaining distance"),
            Channel::new("supply", "V").neutral(params.supply).exact().help("voltage of the supply, for display only"),
        ];
        let published = published.map(|channel| robot.publish(channel));
        let settings = Settings {
            scan: if params.scan == ScanList::Printed { Scan::Printed } else { Scan::Grid },
            block_s: params.block_s * 100.0,
            block_h: params.block_h,
            block_t: params.block_t,
            blocked_distance: match params.blocked_dist {
                Blocked::Remaining => BlockedDistance::Remaining,
                Blocked::Travelled => BlockedDistance::Traveled,
            },
            extensions: params.extensions,
            link_time_out: params.link_timeout,
            ..Settings::default()
        };
        let memory = Memory {
            orders: VecDeque::with_capacity(WAITING),
            refused: 0,
            answers: VecDeque::new(),
            answered: 0,
            readings: 0.0,
            // It has pointed ahead forever.
            servo: Servo { way: [0.0; 2], since: -1e9 },
            given: 0,
            link: None,
            came: [false; 2],
        };
        let registers = Machine::new(settings).registers();
        Ok(Self { sonar, outputs, published, settings, params, registers, memory })
    }

    fn step(&mut self, io: &mut ControllerIo) -> Result {
        let (time, dt) = (io.time(), io.dt());
        self.give(time);
        self.monitor(time);
        self.refuse();
        let order = self.next_order();
        let reading = io.read(self.sonar);
        let (distance, found, count) = (reading[0], reading[1] >= 0.5, reading[2]);
        let (slew, settle) = (self.params.servo_slew, self.params.servo_settle);
        let inputs = Inputs {
            order,
            // Noise may reduce a distance to 0, which would mean that nothing is there.
            echo: if found && distance.is_finite() { (distance * 100.0).max(0.01) } else { 0.0 },
            new_echo: count != self.memory.readings,
            time,
            servo_settled: self.memory.servo.settled(time, slew, settle),
            link: self.memory.link,
        };
        self.memory.readings = count;
        let settings = Settings {
            advance_step: self.params.speed * 100.0 * dt,
            turn_step: self.params.turn_rate.to_degrees() * dt,
            ..self.settings
        };
        let mut machine = Machine::restored(settings, self.registers);
        let outputs = machine.tick(inputs);
        self.registers = machine.registers();
        if let Some(answer) = outputs.answer {
            self.answer(answer);
        }
        let sonar = outputs.sonar.to_radians();
        self.memory.servo.send(sonar, time, slew);
        let commands = [f64::from(outputs.left), f64::from(outputs.right), sonar];
        for (output, command) in self.outputs.into_iter().zip(commands) {
            io.set(output, command);
        }
        let values = [
            self.memory.answered as f64,
            f64::from(machine.state() as u8),
            self.registers.angle_left.to_radians(),
            self.registers.distance_left / 100.0,
            self.params.supply,
        ];
        for (published, value) in self.published.into_iter().zip(values) {
            io.publish(published, value);
        }
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        let Memory { orders, refused, answers, answered, readings, servo, given, link, came } = &self.memory;
        let (servo, link) = ((servo.way, servo.since), (link, came));
        state::save(&(numbers(&self.registers), orders, refused, answers, answered, readings, servo, given, link))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        let (saved, orders, refused, answers, answered, readings, (way, since), given, (link, came)) =
            state::load(bytes)?;
        self.registers = registers(saved);
        let servo = Servo { way, since };
        self.memory = Memory { orders, refused, answers, answered, readings, servo, given, link, came };
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let order = Function::new("order").parameter(FunctionValue::string("line"));
        let answers = Function::new("answers").result(FunctionValue::string("lines"));
        Datasheet::default()
            .label(LABEL.0, LABEL.1)
            .function(order.help(
                "takes an order: GO angle distance, in degrees and cm, SONAR, RESUME or HALT; a blank line only shows that the client is there",
            ))
            .function(answers.help("replies since the last call, oldest first"))
    }

    fn call(&mut self, function: &str, arguments: &[Value]) -> Result<Value> {
        match (function, arguments) {
            ("order", [Value::String(line)]) => {
                self.memory.came[usize::from(!line.trim().is_empty())] = true;
                self.take(line.as_bytes());
                Ok(Value::Null)
            }
            ("answers", []) => {
                let lines: Vec<String> = self.memory.answers.drain(..).collect();
                Ok(lines.join("\n").into())
            }
            ("order", _) => Err(Fault::new("`order` takes one text").help("call it with a line, such as \"GO 90 50\"")),
            ("answers", _) => Err(Fault::new("`answers` takes no arguments").help("call it without arguments")),
            _ => Err(Fault::new(format!("unknown function `{function}`")).help("functions: order, answers")),
        }
    }
}

/// Rejects orders of a scene that are not sorted by time.
fn in_order(orders: &[TimedOrder]) -> Result {
    let Some(late) = orders.windows(2).position(|pair| pair[1].at < pair[0].at) else { return Ok(()) };
    let at = orders[late + 1].at;
    Err(Fault::new(format!("`orders[{}]` at {at} s is earlier than the previous order", late + 1))
        .help("sort the orders by time")
        .parameter(&format!("orders[{}].at", late + 1))
        .because(Cause::Parameters))
}

impl L0 {
    /// Queues the orders of the scene that are due.
    fn give(&mut self, time: f64) {
        while let Some(order) = self.params.orders.get(self.memory.given).filter(|order| order.at <= time + ROUNDING) {
            let line = order.line.clone();
            self.memory.given += 1;
            self.take(line.as_bytes());
        }
    }

    /// Monitors a client from its first blank line on. An order after a silence comes from another one, such as a user.
    fn monitor(&mut self, time: f64) {
        let [blank, order] = std::mem::take(&mut self.memory.came);
        let silent = self.memory.link.is_some_and(|last| time - last > self.params.link_timeout);
        self.memory.link = match self.memory.link {
            _ if blank => Some(time),
            Some(_) if order && !silent => Some(time),
            Some(_) if order => None,
            link => link,
        };
    }

    /// Receives input: usually one line, with or without its end. Lines are rejected if the queue is full.
    fn take(&mut self, bytes: &[u8]) {
        let mut reader = LineReader::new();
        for byte in bytes.iter().chain(b"\n") {
            let line = match reader.push(*byte) {
                Some(Line::Text(line)) => Some(String::from_utf8_lossy(line).into_owned()),
                Some(Line::TooLong) => None,
                None => continue,
            };
            if self.memory.orders.len() < WAITING {
                self.memory.orders.push_back(line);
            } else {
                self.memory.refused += 1;
            }
        }
    }

    /// Replies to the rejected lines.
    fn refuse(&mut self) {
        for _ in 0..std::mem::take(&mut self.memory.refused) {
            self.answer(Answer::Ignored);
        }
    }

    /// The next pending order. Preceding lines that were too long get their reply here.
    fn next_order(&mut self) -> Option<Result<Order, l0_protocol::BadOrder>> {
        loop {
            match self.memory.orders.pop_front()? {
                Some(line) => return Some(Order::read(line.as_bytes())),
                None => self.answer(Answer::LineTooLong),
            }
        }
    }

    fn answer(&mut self, answer: Answer) {
        self.memory.answered += 1;
        if self.memory.answers.len() == KEPT {
            self.memory.answers.pop_front();
        }
        self.memory.answers.push_back(answer.to_string());
    }
}

#[cfg(test)]
mod tests;
