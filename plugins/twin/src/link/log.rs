//! Log of all messages as JSON lines, and replay of such a log.

use super::world::Place;
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use sim_abi::serde_json;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// File name of the log in the service's folder.
pub const FILE: &str = "messages.jsonl";

/// Maximum length of a line in replayed files, bytes.
const MAX_LINE: usize = 65_536;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Time, s.
    pub t: f64,
    /// The event.
    #[serde(flatten)]
    pub what: What,
}

/// An event of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A command to the link.
    Order(String),
    /// A response of the twin.
    Twin(String),
    /// A response of the real robot.
    Real(String),
    /// A line sent to the twin.
    ToTwin(String),
    /// A line sent to the real robot.
    ToReal(String),
    /// A reply sent to the issuer of a command.
    Told(String),
    /// Whether the channel to the real robot is open.
    Connected(bool),
    /// The twin started or stopped moving.
    TwinMoves(bool),
    /// Pose of the twin.
    Place(Place),
    /// A row of the machine's table, and the resulting state.
    Row {
        /// Row number.
        number: u8,
        /// State.
        state: String,
    },
    /// A change of the twin's world.
    World(String),
    /// Summary of a command and its effects.
    Chain(String),
}

/// Writes a log.
pub struct Log {
    file: Option<BufWriter<File>>,
    folder: Option<PathBuf>,
    place: Option<Place>,
    moves: bool,
}

impl Log {
    /// Creates a log in a folder, or a disabled one.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { file: None, folder, place: None, moves: false }
    }

    /// Writes a line. A write error is reported once and disables the log.
    pub fn write(&mut self, io: &ServiceIo, what: What) {
        let Some(folder) = &self.folder else { return };
        match what {
            What::Place(place) if self.place.replace(place) == Some(place) => return,
            What::TwinMoves(moves) if std::mem::replace(&mut self.moves, moves) == moves => return,
            _ => {}
        }
        let result = match &mut self.file {
            Some(file) => append(file, io.time(), what),
            None => open(folder).and_then(|file| append(self.file.insert(file), io.time(), what)),
        };
        if let Err(error) = result {
            io.log(LogLevel::Error, format!("{}: logging stopped: {error}", folder.join(FILE).display()));
            self.folder = None;
        }
    }

    /// Flushes the written lines to the system.
    pub fn flush(&mut self, io: &ServiceIo) {
        if let Some(Err(error)) = self.file.as_mut().map(Write::flush) {
            io.log(LogLevel::Error, format!("{FILE}: logging stopped: {error}"));
            (self.file, self.folder) = (None, None);
        }
    }
}

fn open(folder: &Path) -> std::io::Result<BufWriter<File>> {
    std::fs::create_dir_all(folder)?;
    Ok(BufWriter::new(File::create(folder.join(FILE))?))
}

fn append(file: &mut BufWriter<File>, t: f64, what: What) -> std::io::Result<()> {
    serde_json::to_writer(&mut *file, &Entry { t, what })?;
    file.write_all(b"\n")
}

/// The entries of a log, in order.
pub struct Replay(VecDeque<Entry>);

impl Replay {
    /// Reads a log.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is not a log entry.
    pub fn read(path: &Path) -> Result<Self> {
        let refused = |line: usize, what: String| {
            let line = if line == 0 { String::new() } else { format!(", line {line}") };
            Fault::new(format!("{}{line}: {what}", path.display()))
                .help("use a `messages.jsonl` written by a link with `log: true`")
                .because(Cause::Parameters)
        };
        let is_file = std::fs::metadata(path).map(|metadata| metadata.is_file());
        if !is_file.map_err(|error| refused(0, error.to_string()))? {
            return Err(refused(0, "it is not a regular file".into()));
        }
        let mut reader = BufReader::new(File::open(path).map_err(|error| refused(0, error.to_string()))?);
        let mut entries = VecDeque::new();
        for place in 0.. {
            let mut line = Vec::new();
            let read = reader.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line);
            if read.map_err(|error| refused(place + 1, error.to_string()))? == 0 {
                break;
            }
            if line.len() > MAX_LINE {
                return Err(refused(place + 1, "the line is too long".into()));
            }
            let entry: Entry = serde_json::from_slice(&line).map_err(|error| refused(place + 1, error.to_string()))?;
            let is_later = entries.back().is_none_or(|last: &Entry| entry.t >= last.t);
            if !is_later {
                return Err(refused(place + 1, "its time is earlier than that of the previous line".into()));
            }
            entries.push_back(entry);
        }
        Ok(Self(entries))
    }

    /// Returns the next event that is due at this time, s.
    pub fn due(&mut self, time: f64) -> Option<What> {
        self.0.pop_front_if(|entry| entry.t <= time + 1e-9).map(|entry| entry.what)
    }
}
