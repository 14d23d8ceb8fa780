//! All that is said, as JSON lines, and a link that such a file drives.

use super::world::Place;
use serde::{Deserialize, Serialize};
use sim_abi::prelude::*;
use sim_abi::serde_json;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Name of the file in the service's folder.
pub const FILE: &str = "messages.jsonl";

/// Longest line of a file that is replayed, bytes.
const LONGEST: usize = 65_536;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Time, s.
    pub t: f64,
    /// What it tells.
    #[serde(flatten)]
    pub what: What,
}

/// What a line tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// An order that the link was given.
    Order(String),
    /// What the twin has said.
    Twin(String),
    /// What the real robot has said.
    Real(String),
    /// What the link has sent to the twin.
    ToTwin(String),
    /// What the link has sent to the real robot.
    ToReal(String),
    /// What the link has told whoever gave the order.
    Told(String),
    /// The channel to the real robot: open or not.
    Connected(bool),
    /// The twin began to move, or stands.
    TwinMoves(bool),
    /// Where the twin stands.
    Place(Place),
    /// A row of the machine's table, and the state after it.
    Row {
        /// Its number.
        number: u8,
        /// The state.
        state: String,
    },
    /// A change of the twin's world.
    World(String),
    /// An order, and what became of it.
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
    /// A log in a folder, or none.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { file: None, folder, place: None, moves: false }
    }

    /// Writes a line. A file that cannot be written is told of once, and no more is written.
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
            io.log(LogLevel::Error, format!("{} is not written any more: {error}", folder.join(FILE).display()));
            self.folder = None;
        }
    }

    /// Hands over to the system what has been written.
    pub fn flush(&mut self, io: &ServiceIo) {
        if let Some(Err(error)) = self.file.as_mut().map(Write::flush) {
            io.log(LogLevel::Error, format!("{FILE} is not written any more: {error}"));
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

/// What a log says was said, in its order.
pub struct Replay(VecDeque<Entry>);

impl Replay {
    /// Reads a log.
    ///
    /// # Errors
    /// When it cannot be read, or a line is none of a log.
    pub fn read(path: &Path) -> Result<Self> {
        let refused = |line: usize, what: String| {
            let line = if line == 0 { String::new() } else { format!(", line {line}") };
            Fault::new(format!("{}{line}: {what}", path.display()))
                .help("give a `messages.jsonl` that a link has written with `log: true`")
                .because(Cause::Parameters)
        };
        let is_file = std::fs::metadata(path).map(|metadata| metadata.is_file());
        if !is_file.map_err(|error| refused(0, error.to_string()))? {
            return Err(refused(0, "it is no regular file".into()));
        }
        let mut reader = BufReader::new(File::open(path).map_err(|error| refused(0, error.to_string()))?);
        let mut entries = VecDeque::new();
        for place in 0.. {
            let mut line = Vec::new();
            let read = reader.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut line);
            if read.map_err(|error| refused(place + 1, error.to_string()))? == 0 {
                break;
            }
            if line.len() > LONGEST {
                return Err(refused(place + 1, "the line is too long".into()));
            }
            let entry: Entry = serde_json::from_slice(&line).map_err(|error| refused(place + 1, error.to_string()))?;
            let is_later = entries.back().is_none_or(|last: &Entry| entry.t >= last.t);
            if !is_later {
                return Err(refused(place + 1, "its time is before that of the line above".into()));
            }
            entries.push_back(entry);
        }
        Ok(Self(entries))
    }

    /// What is due at this time, s.
    pub fn due(&mut self, time: f64) -> Option<What> {
        self.0.pop_front_if(|entry| entry.t <= time + 1e-9).map(|entry| entry.what)
    }
}
