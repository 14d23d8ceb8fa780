//! Responses of the robot.

use crate::number::{self, Decimal};
use core::fmt;

/// A response of the robot.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Answer {
    /// `E: GO -`: the angle of `GO` is wrong or missing.
    BadAngle,
    /// `E: GO A -`: the distance of `GO` is wrong or missing. The letter is sent literally; a number is accepted there as well.
    BadDistance,
    /// `W: GO00`: neither a turn nor an advance was requested.
    NothingToDo,
    /// `D: GO HALTed`: `GO` was aborted while turning or advancing.
    GoHalted {
        /// Distance advanced, cm, 0 or more: the extension `s=`.
        travelled: Option<f64>,
    },
    /// `D: GO OK`: `GO` is complete.
    GoOk,
    /// `D: SONAR HALTed`: a scan was aborted before its servo was commanded.
    SonarHalted,
    /// `D: RAY angle distance`: an echo.
    Ray {
        /// Angle of the sonar, degrees, counterclockwise from straight ahead.
        angle: f64,
        /// Measured distance, cm; 0 without an echo.
        distance: f64,
    },
    /// `D: SONAR OK`: the scan is complete.
    SonarOk,
    /// `D: SONAR RAY HALTed`: a scan was aborted while the servo was turning.
    RayHalted,
    /// `D: SONAR ECHO HALTed`: a scan was aborted while waiting for its echo. `D: ECHO HALTed` is accepted as a synonym.
    EchoHalted,
    /// `D: RESUME HALTed`: a scan was aborted while waiting for `RESUME`.
    ResumeHalted,
    /// `W: BLOCKED distance`: an obstacle is in the path; the robot has stopped.
    Blocked {
        /// Remaining distance, cm, 0 or more. Some boards report the distance advanced instead.
        remaining: f64,
        /// Distance of the obstacle, cm: the extension `q=`.
        echo: Option<f64>,
    },
    /// `D: BLOCKED HALTed`: `GO` was aborted while blocked.
    BlockedHalted,
    /// `W: Ignored command`: the command does not fit the current activity.
    Ignored,
    /// `E: Undefined state!`: the robot has switched off its motors; only a restart helps.
    Undefined,
    /// `E: wrong command`: unknown command.
    WrongCommand,
    /// `E: line too long`: a line of more than [`MAX_LINE_LENGTH`](crate::MAX_LINE_LENGTH) bytes was discarded.
    LineTooLong,
}

impl Answer {
    /// Parses a line in any of the known spellings, case-insensitively. Unknown fields `name=number` are ignored where extensions are
    /// allowed. Returns `None` if the line is not a response.
    pub fn read(line: &[u8]) -> Option<Self> {
        let colon = line.iter().position(|byte| *byte == b':')?;
        let mut words = Words { rest: &line[colon + 1..] };
        let answer = match line[..colon].trim_ascii() {
            [b'D' | b'd'] => done(&mut words)?,
            [b'W' | b'w'] => warning(&mut words)?,
            [b'E' | b'e'] => error(&mut words)?,
            _ => return None,
        };
        words.next().is_none().then_some(answer)
    }
}

fn done(words: &mut Words) -> Option<Answer> {
    if words.skip("RAY") {
        return Some(Answer::Ray {
            angle: words.number()?,
            distance: words.number().filter(|distance| *distance >= 0.0)?,
        });
    }
    let answer = if words.skip("GO") {
        if words.skip("OK") {
            return Some(Answer::GoOk);
        }
        Answer::GoHalted { travelled: None }
    } else if words.skip("SONAR") {
        if words.skip("OK") {
            return Some(Answer::SonarOk);
        }
        if words.skip("RAY") {
            Answer::RayHalted
        } else if words.skip("ECHO") {
            Answer::EchoHalted
        } else {
            Answer::SonarHalted
        }
    } else if words.skip("ECHO") {
        Answer::EchoHalted
    } else if words.skip("RESUME") {
        Answer::ResumeHalted
    } else if words.skip("BLOCKED") {
        Answer::BlockedHalted
    } else {
        return None;
    };
    match (words.skip("HALTed"), answer) {
        (false, _) => None,
        (true, Answer::GoHalted { .. }) => Some(Answer::GoHalted { travelled: words.field(b's')? }),
        (true, answer) => Some(answer),
    }
}

fn warning(words: &mut Words) -> Option<Answer> {
    if words.skip("GO00") {
        Some(Answer::NothingToDo)
    } else if words.skip("Ignored") {
        words.skip("command").then_some(Answer::Ignored)
    } else if words.skip("BLOCKED") {
        let remaining = words.number().filter(|remaining| *remaining >= 0.0)?;
        Some(Answer::Blocked { remaining, echo: words.field(b'q')? })
    } else {
        None
    }
}

fn error(words: &mut Words) -> Option<Answer> {
    let (answer, last) = if words.skip("GO") {
        if words.skip("-") {
            return Some(Answer::BadAngle);
        }
        let angle = words.next()?;
        let is_angle = angle.eq_ignore_ascii_case(b"A") || number::read(angle).is_some();
        (is_angle.then_some(Answer::BadDistance)?, "-")
    } else if words.skip("wrong") {
        (Answer::WrongCommand, "command")
    } else if words.skip("Undefined") {
        (Answer::Undefined, "state!")
    } else if words.skip("line") && words.skip("too") {
        (Answer::LineTooLong, "long")
    } else {
        return None;
    };
    words.skip(last).then_some(answer)
}

/// Iterates over words separated by blanks and commas.
struct Words<'a> {
    rest: &'a [u8],
}

impl<'a> Words<'a> {
    /// Returns the next word and the rest.
    fn peek(&self) -> Option<(&'a [u8], &'a [u8])> {
        let between = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        let from = self.rest.iter().position(|byte| !between(byte))?;
        let rest = &self.rest[from..];
        Some(rest.split_at(rest.iter().position(between).unwrap_or(rest.len())))
    }

    fn next(&mut self) -> Option<&'a [u8]> {
        let (word, rest) = self.peek()?;
        self.rest = rest;
        Some(word)
    }

    /// Consumes a word if it comes next.
    fn skip(&mut self, word: &str) -> bool {
        let found = self.peek().filter(|(next, _)| next.eq_ignore_ascii_case(word.as_bytes()));
        self.rest = found.map_or(self.rest, |(_, rest)| rest);
        found.is_some()
    }

    /// Returns the next number, skipping words that begin with a letter.
    fn number(&mut self) -> Option<f64> {
        let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
        let is_word = |word: &[u8]| word.first().is_some_and(is_letter) && !word.contains(&b'=');
        loop {
            let word = self.next()?;
            if !is_word(word) {
                return number::read(word);
            }
        }
    }

    /// Parses fields `name=number` up to the end and returns the first one with this name. The outer `None` means a syntax error, or an
    /// invalid or negative number.
    fn field(&mut self, name: u8) -> Option<Option<f64>> {
        let mut value = None;
        while let Some(word) = self.next() {
            let equals = word.iter().position(|byte| *byte == b'=')?;
            if word[..equals].eq_ignore_ascii_case(&[name]) && value.is_none() {
                value = Some(number::read(&word[equals + 1..]).filter(|number| *number >= 0.0)?);
            }
        }
        Some(value)
    }
}

impl fmt::Display for Answer {
    /// Writes the line without its terminator: one space after the colon, `HALTed`, numbers with at most two decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::BadAngle => "E: GO -",
            Self::BadDistance => "E: GO A -",
            Self::NothingToDo => "W: GO00",
            Self::GoHalted { travelled: None } => "D: GO HALTed",
            Self::GoHalted { travelled: Some(travelled) } => {
                return write!(f, "D: GO HALTed s={}", Decimal(*travelled));
            }
            Self::GoOk => "D: GO OK",
            Self::SonarHalted => "D: SONAR HALTed",
            Self::Ray { angle, distance } => return write!(f, "D: RAY {} {}", Decimal(*angle), Decimal(*distance)),
            Self::SonarOk => "D: SONAR OK",
            Self::RayHalted => "D: SONAR RAY HALTed",
            Self::EchoHalted => "D: SONAR ECHO HALTed",
            Self::ResumeHalted => "D: RESUME HALTed",
            Self::Blocked { remaining, echo } => {
                write!(f, "W: BLOCKED {}", Decimal(*remaining))?;
                return echo.map_or(Ok(()), |echo| write!(f, " q={}", Decimal(echo)));
            }
            Self::BlockedHalted => "D: BLOCKED HALTed",
            Self::Ignored => "W: Ignored command",
            Self::Undefined => "E: Undefined state!",
            Self::WrongCommand => "E: wrong command",
            Self::LineTooLong => "E: line too long",
        };
        f.write_str(text)
    }
}
