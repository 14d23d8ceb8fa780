//! A program for a board, with nothing but `core`: a loop that reads bytes and the sonar, ticks, and writes pulses and answers.
//!
//! [`Board`] is what a board has to offer; on real hardware its functions are those of the chip's own crate. Here it is played
//! by [`Bench`], so that the program can be built for a computer and run there: it ends with 0 if the robot has answered as it
//! should. `tests/board.rs` does that. The program has not been run on hardware.

#![no_std]
#![no_main]

use core::fmt::{self, Write};
use core::panic::PanicInfo;
use l0_protocol::{Answer, Line, LineReader, Order};
use ninjuab_l0::{Inputs, Machine, Outputs, Settings};

/// What a board has to offer.
trait Board: Write {
    /// The next byte of the serial line, if one has come.
    fn byte(&mut self) -> Option<u8>;
    /// The sonar's last distance, cm, 0 where it found nothing, and whether it is new.
    fn echo(&mut self) -> (f64, bool);
    /// Time since the start, s.
    fn time(&self) -> f64;
    /// Whether the servo of the sonar has come to rest.
    fn settled(&self) -> bool;
    /// Sets the pulses of the servos and the angle of the sonar.
    fn set(&mut self, outputs: &Outputs);
}

/// What the board does every 10 ms.
fn tick(board: &mut impl Board, reader: &mut LineReader, machine: &mut Machine) -> fmt::Result {
    let mut order = None;
    // One order at a time: the next stays in the receiver until the next tick.
    while let Some(byte) = board.byte() {
        match reader.push(byte) {
            Some(Line::Text(line)) => order = Some(Order::read(line)),
            Some(Line::TooLong) => writeln!(board, "{}", Answer::LineTooLong)?,
            None => continue,
        }
        break;
    }
    let (echo, new_echo) = board.echo();
    let inputs = Inputs { order, echo, new_echo, time: board.time(), servo_settled: board.settled() };
    let outputs = machine.tick(inputs);
    board.set(&outputs);
    outputs.answer.map_or(Ok(()), |answer| writeln!(board, "{answer}"))
}

/// Bytes that come at a tick, and what is expected to have been written at the end.
const SENT: [(u32, &[u8]); 5] =
    [(0, b"GO 0 2\r\n"), (5, b"FLY\n"), (100, b"SONAR\n"), (200, b"HALT\nfly\n"), (210, &[b'x'; 140])];
const WRITTEN: &str =
    "W: Ignored command\nD: GO OK\nD: RAY 15 44.25\nD: RESUME HALTed\nE: wrong command\nE: line too long\n";

/// A board that is played: the sonar always measures 44.25 cm, and its servo needs no time.
struct Bench {
    ticks: u32,
    /// Index of what is being sent, and how many bytes of it have been read.
    sent: (usize, usize),
    written: [u8; 256],
    length: usize,
    /// Ticks in which both wheels went forward.
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
                    // After everything the end of the line that was too long.
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

/// Starts the program where the C library of a computer starts one; a board has its own start.
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut bench = Bench { ticks: 0, sent: (0, 0), written: [0; 256], length: 0, forward: 0 };
    let (mut reader, mut machine) = (LineReader::new(), Machine::new(Settings::default()));
    while bench.ticks < 300 {
        if tick(&mut bench, &mut reader, &mut machine).is_err() {
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

/// The `core` of a computer's target names it, since it is compiled for programs that unwind; nobody calls it.
#[cfg(not(target_os = "none"))]
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}
