//! Firmware for a board, using only `core`: a loop that reads bytes and the sonar, ticks, and writes pulses and responses.
//!
//! [`Board`] is the interface to the hardware; on a real board the chip's own crate implements it. Here [`Bench`] simulates it, so that the
//! program can be built and run on a host: it exits with 0 if the robot's responses are as expected. `tests/suite/board.rs` runs it. The program
//! has not been run on hardware.

#![no_std]
#![no_main]

use core::fmt::{self, Write};
use core::panic::PanicInfo;
use l0_protocol::{Answer, Line, LineReader, Order};
use ninjuab_l0::{Inputs, Machine, Outputs, Settings};

/// Interface to the board's hardware.
trait Board: Write {
    /// Returns the next byte of the serial line, if available.
    fn byte(&mut self) -> Option<u8>;
    /// Returns the last sonar distance, cm, 0 without an echo, and whether it is new.
    fn echo(&mut self) -> (f64, bool);
    /// Returns the time since the start, s.
    fn time(&self) -> f64;
    /// Returns whether the servo of the sonar has settled.
    fn settled(&self) -> bool;
    /// Sets the servo pulses and the angle of the sonar.
    fn set(&mut self, outputs: &Outputs);
}

/// Runs every 10 ms. `link` is the time of the last received byte, s.
fn tick(
    board: &mut impl Board,
    reader: &mut LineReader,
    machine: &mut Machine,
    link: &mut Option<f64>,
) -> fmt::Result {
    let mut order = None;
    // One command at a time: the next one stays in the receive buffer until the next tick.
    while let Some(byte) = board.byte() {
        *link = Some(board.time());
        match reader.push(byte) {
            Some(Line::Text(line)) => order = Some(Order::read(line)),
            Some(Line::TooLong) => writeln!(board, "{}", Answer::LineTooLong)?,
            None => continue,
        }
        break;
    }
    let (echo, new_echo) = board.echo();
    let inputs = Inputs { order, echo, new_echo, time: board.time(), servo_settled: board.settled(), link: *link };
    let outputs = machine.tick(inputs);
    board.set(&outputs);
    outputs.answer.map_or(Ok(()), |answer| writeln!(board, "{answer}"))
}

/// Bytes to send at each tick, and the expected output.
const SENT: [(u32, &[u8]); 5] =
    [(0, b"GO 0 2\r\n"), (5, b"FLY\n"), (100, b"SONAR\n"), (200, b"HALT\nfly\n"), (210, &[b'x'; 140])];
const WRITTEN: &str =
    "W: Ignored command\nD: GO OK\nD: RAY 15 44.25\nD: RESUME HALTed\nE: wrong command\nE: line too long\n";

/// A simulated board: the sonar always measures 44.25 cm, and its servo settles immediately.
struct Bench {
    ticks: u32,
    /// Index of the current transmission, and its number of consumed bytes.
    sent: (usize, usize),
    written: [u8; 256],
    length: usize,
    /// Number of ticks with both wheels driving forward.
    forward: u32,
}

impl Write for Bench {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        let place = self.written.get_mut(self.length..end).ok_or(fmt::Error)?;
        place.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}

impl Board for Bench {
    fn byte(&mut self) -> Option<u8> {
        let (index, read) = self.sent;
        match SENT.get(index) {
            Some((at, bytes)) if *at <= self.ticks => match bytes.get(read) {
                Some(byte) => {
                    self.sent.1 += 1;
                    Some(*byte)
                }
                None => {
                    self.sent = (index + 1, 0);
                    // At the end, the line feed of the overlong line.
                    (index + 1 == SENT.len()).then_some(b'\n')
                }
            },
            _ => None,
        }
    }

    fn echo(&mut self) -> (f64, bool) {
        (44.25, self.ticks.is_multiple_of(5))
    }

    fn time(&self) -> f64 {
        f64::from(self.ticks) * 0.01
    }

    fn settled(&self) -> bool {
        true
    }

    fn set(&mut self, outputs: &Outputs) {
        self.forward += u32::from((outputs.left, outputs.right) == (1340, 1660));
    }
}

/// Entry point called by the C library of the host; a board has its own.
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut bench = Bench { ticks: 0, sent: (0, 0), written: [0; 256], length: 0, forward: 0 };
    let (mut reader, mut machine, mut link) = (LineReader::new(), Machine::new(Settings::default()), None);
    while bench.ticks < 300 {
        if tick(&mut bench, &mut reader, &mut machine, &mut link).is_err() {
            return 1;
        }
        bench.ticks += 1;
    }
    if bench.forward != 20 {
        return 2;
    }
    if &bench.written[..bench.length] != WRITTEN.as_bytes() {
        return 3;
    }
    0
}

#[panic_handler]
fn panic(_: &PanicInfo) -> ! {
    loop {}
}

/// Referenced by the host target's `core`, which is compiled with unwinding; never called.
#[cfg(not(target_os = "none"))]
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}
