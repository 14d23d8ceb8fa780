//! Recordings as tables (CSV) and as JSON lists.

use super::info::{Column, RunInfo};
use super::json_sink::{JsonSink, file_names};
use super::queue::Packet;
use super::real;
use super::recorder::{CHUNK_BYTES, Sink, make_folder};
use super::{Frame, Recording, RecordingError, Result};
use crate::diagnostic::nearest;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What to export; the default is everything.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// Names of robots; empty: all.
    pub robots: Vec<String>,
    /// Components (`range`) or single values (`range.distance`), for every selected robot that has them; empty: all.
    pub channels: Vec<String>,
    /// First simulated time, s.
    pub from: f64,
    /// Last simulated time, s.
    pub to: f64,
    /// One frame of so many: 1 exports each, 10 every tenth.
    pub every: usize,
}

impl Default for Selection {
    fn default() -> Self {
        Self { robots: Vec::new(), channels: Vec::new(), from: f64::NEG_INFINITY, to: f64::INFINITY, every: 1 }
    }
}

/// The selected robots: their indices in the recording, and the run described with them and their channels alone.
struct Chosen {
    indices: Vec<usize>,
    info: RunInfo,
}

impl Selection {
    fn choose(&self, recording: &Recording) -> Result<Chosen> {
        let all = &recording.info().robots;
        let unknown = |what, name: &str, known: Vec<String>| {
            let help = match nearest(name, known.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("it has: {}", known.join(", ")),
            };
            Err(RecordingError::Unknown { what, name: name.to_owned(), help })
        };
        let mut indices: Vec<usize> = (0..all.len()).collect();
        if !self.robots.is_empty() {
            if let Some(name) = self.robots.iter().find(|name| all.iter().all(|robot| robot.name != **name)) {
                return unknown("robot", name, all.iter().map(|robot| robot.name.clone()).collect());
            }
            indices.retain(|index| self.robots.contains(&all[*index].name));
        }
        let mut info =
            RunInfo { robots: indices.iter().map(|index| all[*index].clone()).collect(), ..recording.info().clone() };
        if !self.channels.is_empty() {
            let matches = |wanted: &str, column: &Column| wanted == column.component || wanted == column.name();
            let columns: Vec<Column> = info.robots.iter().flat_map(|robot| robot.columns()).collect();
            let missing = |wanted: &&String| !columns.iter().any(|column| matches(wanted, column));
            if let Some(name) = self.channels.iter().find(missing) {
                return unknown("channel", name, columns.iter().map(Column::name).collect());
            }
            for robot in &mut info.robots {
                let kept: Vec<usize> = robot
                    .columns()
                    .iter()
                    .filter(|column| self.channels.iter().any(|wanted| matches(wanted, column)))
                    .map(|column| column.index)
                    .collect();
                robot.channels.retain(|channel| kept.contains(&channel.index));
            }
        }
        Ok(Chosen { indices, info })
    }

    /// The frames of the selected times. Errors are never thinned out.
    fn frames<'a>(&'a self, recording: &'a Recording) -> impl Iterator<Item = Result<Frame>> + 'a {
        let within = |frame: &Result<Frame>| !frame.as_ref().is_ok_and(|frame| frame.time > self.to);
        let mut count = 0;
        recording.frames_from(self.from).take_while(within).filter(move |frame| {
            count += usize::from(frame.is_ok());
            frame.is_err() || (count - 1).is_multiple_of(self.every.max(1))
        })
    }
}

/// Writes one table per robot, `robot-<name>.csv`, to a folder; returns the files.
///
/// The header names each column with its unit; numbers are the shortest that read back equal, and `NaN`, `inf`, `-inf`.
pub fn export_csv(recording: &Recording, folder: &Path, selection: &Selection) -> Result<Vec<PathBuf>> {
    let Chosen { indices, info } = selection.choose(recording)?;
    make_folder(folder)?;
    let names = file_names(info.robots.iter().map(|robot| robot.name.as_str()), "csv");
    let mut tables: Vec<Table> = Vec::with_capacity(names.len());
    for ((robot, index), name) in info.robots.iter().zip(indices).zip(names) {
        let path = folder.join(name);
        std::fs::write(&path, "").map_err(RecordingError::io(&path, "create the file"))?;
        let table = Table::new(index, &robot.columns());
        tables.push(Table { path, ..table });
    }
    let mut waiting = 0;
    for frame in selection.frames(recording) {
        let frame = frame?;
        waiting += tables.iter_mut().map(|table| table.row(&frame)).sum::<usize>();
        if waiting >= 8 * CHUNK_BYTES {
            tables.iter_mut().try_for_each(Table::append)?;
            waiting = 0;
        }
    }
    tables.iter_mut().try_for_each(Table::append)?;
    Ok(tables.into_iter().map(|table| table.path).collect())
}

/// Writes the table of one robot; see [`export_csv`]. `selection.robots` is ignored.
pub fn write_csv(recording: &Recording, robot: &str, selection: &Selection, out: &mut dyn Write) -> Result {
    let selection = Selection { robots: vec![robot.to_owned()], ..selection.clone() };
    let Chosen { indices, info } = selection.choose(recording)?;
    let mut table = Table::new(indices[0], &info.robots[0].columns());
    let mut write = |text: &mut Vec<u8>| {
        out.write_all(text).map_err(RecordingError::io(Path::new("output"), "write"))?;
        text.clear();
        Ok(())
    };
    for frame in selection.frames(recording) {
        table.row(&frame?);
        if table.text.len() >= CHUNK_BYTES {
            write(&mut table.text)?;
        }
    }
    write(&mut table.text)
}

/// Writes the folder of JSON files that [`Target::JsonFolder`](super::Target::JsonFolder) would have written during the
/// run.
pub fn export_json(recording: &Recording, folder: &Path, selection: &Selection) -> Result {
    let Chosen { indices, info } = selection.choose(recording)?;
    let mut sink = JsonSink::create(folder, &info)?;
    let mut packet = Packet { framed: true, ..Packet::default() };
    for frame in selection.frames(recording) {
        let frame = frame?;
        (packet.tick, packet.time) = (frame.tick, frame.time);
        packet.bodies.clear();
        packet.telemetry.clear();
        for index in &indices {
            packet.bodies.push(frame.bodies[*index]);
            packet.telemetry.extend_from_slice(&frame.telemetry[*index]);
        }
        sink.write(&packet)?;
    }
    for event in recording.events() {
        let event = event?;
        if event.time >= selection.from && event.time <= selection.to {
            sink.write(&Packet { events: vec![event], ..Packet::default() })?;
        }
    }
    sink.finish(recording.summary())
}

const STATE_COLUMNS: [&str; 15] = [
    "tick",
    "time [s]",
    "x [m]",
    "y [m]",
    "z [m]",
    "qx [1]",
    "qy [1]",
    "qz [1]",
    "qw [1]",
    "vx [m/s]",
    "vy [m/s]",
    "vz [m/s]",
    "wx [rad/s]",
    "wy [rad/s]",
    "wz [rad/s]",
];

/// A table that is being written.
struct Table {
    path: PathBuf,
    text: Vec<u8>,
    robot: usize,
    indices: Vec<usize>,
}

impl Table {
    fn new(robot: usize, columns: &[Column]) -> Self {
        let mut text = STATE_COLUMNS.join(",").into_bytes();
        for column in columns {
            text.push(b',');
            push_field(&mut text, &column.header());
        }
        text.push(b'\n');
        Self { path: PathBuf::new(), text, robot, indices: columns.iter().map(|column| column.index).collect() }
    }

    /// Adds a row; returns its length.
    fn row(&mut self, frame: &Frame) -> usize {
        let before = self.text.len();
        let body = &frame.bodies[self.robot];
        let (p, q) = (&body.pose.translation.vector, body.pose.rotation.quaternion());
        let (v, w) = (&body.linear_velocity, &body.angular_velocity);
        let state = [frame.time, p.x, p.y, p.z, q.i, q.j, q.k, q.w, v.x, v.y, v.z, w.x, w.y, w.z];
        real::push_json(&mut self.text, &frame.tick);
        let values = &frame.telemetry[self.robot];
        for value in state.into_iter().chain(self.indices.iter().map(|index| values[*index])) {
            self.text.push(b',');
            push_number(&mut self.text, value);
        }
        self.text.push(b'\n');
        self.text.len() - before
    }

    fn append(&mut self) -> Result {
        let append = OpenOptions::new().append(true).open(&self.path).and_then(|mut file| file.write_all(&self.text));
        self.text.clear();
        append.map_err(RecordingError::io(&self.path, "write"))
    }
}

fn push_number(out: &mut Vec<u8>, value: f64) {
    match real::word(value) {
        None => real::push_json(out, &value),
        Some("Infinity") => out.extend_from_slice(b"inf"),
        Some("-Infinity") => out.extend_from_slice(b"-inf"),
        Some(word) => out.extend_from_slice(word.as_bytes()),
    }
}

/// A text field, quoted where it must be (RFC 4180, 2.6 and 2.7).
fn push_field(out: &mut Vec<u8>, text: &str) {
    if text.contains([',', '"', '\n', '\r']) {
        out.push(b'"');
        out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
        out.push(b'"');
    } else {
        out.extend_from_slice(text.as_bytes());
    }
}
