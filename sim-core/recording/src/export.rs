//! Export of recordings as tables (CSV) and as JSON lists.

use super::info::{Column, RunInfo};
use super::json_sink::{JsonSink, file_names};
use super::queue::Packet;
use super::real;
use super::sink::{CHUNK_BYTES, Sink, lock_folder};
use super::{Frame, Gaps, Recording, RecordingError, Result};
use sim_diagnostics::nearest;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Selection for an export. Default: everything. If only robots are listed, no objects are exported, and vice versa.
#[derive(Clone, Debug, PartialEq)]
pub struct Selection {
    /// Names of robots; empty: all, or none if objects are named.
    pub robots: Vec<String>,
    /// Names of movable objects; empty: all, or none if robots are named.
    pub objects: Vec<String>,
    /// Components (`range`) or single values (`range.distance`), for every selected robot that has them; empty: all.
    pub channels: Vec<String>,
    /// First simulated time, s.
    pub from: f64,
    /// Last simulated time, s.
    pub to: f64,
    /// Decimation: 1 exports every frame, 10 every tenth.
    pub every: usize,
}

impl Default for Selection {
    fn default() -> Self {
        Self {
            robots: Vec::new(),
            objects: Vec::new(),
            channels: Vec::new(),
            from: f64::NEG_INFINITY,
            to: f64::INFINITY,
            every: 1,
        }
    }
}

/// The selected robots and objects: their indices in the recording, and the run description restricted to them and their
/// channels.
struct Chosen {
    indices: Vec<usize>,
    objects: Vec<usize>,
    info: RunInfo,
}

impl Selection {
    fn choose(&self, recording: &Recording) -> Result<Chosen> {
        let run = recording.info();
        let all: Vec<&str> = run.robots.iter().map(|robot| robot.name.as_str()).collect();
        let indices = self.pick("robot", &self.robots, &all)?;
        let all: Vec<&str> = run.objects.iter().map(|object| object.name.as_str()).collect();
        let objects = self.pick("object", &self.objects, &all)?;
        let mut info = RunInfo {
            robots: indices.iter().map(|index| run.robots[*index].clone()).collect(),
            objects: objects.iter().map(|index| run.objects[*index].clone()).collect(),
            ..run.clone()
        };
        if !self.channels.is_empty() {
            let matches = |wanted: &str, column: &Column| wanted == column.component || wanted == column.name();
            let columns: Vec<Column> = info.robots.iter().flat_map(|robot| robot.columns()).collect();
            let missing = |wanted: &&String| !columns.iter().any(|column| matches(wanted, column));
            if let Some(name) = self.channels.iter().find(missing) {
                let known: Vec<String> = columns.iter().map(Column::name).collect();
                return Err(unknown("channel", name, &known.iter().map(String::as_str).collect::<Vec<_>>()));
            }
            for robot in &mut info.robots {
                let indices: Vec<usize> = robot
                    .columns()
                    .iter()
                    .filter(|column| self.channels.iter().any(|wanted| matches(wanted, column)))
                    .map(|column| column.index)
                    .collect();
                robot.channels.retain(|channel| indices.contains(&channel.index));
            }
        }
        Ok(Chosen { indices, objects, info })
    }

    /// Indices of the selected names among all of one kind.
    fn pick(&self, kind: &'static str, wanted: &[String], all: &[&str]) -> Result<Vec<usize>> {
        if let Some(stranger) = wanted.iter().find(|name| !all.contains(&name.as_str())) {
            return Err(unknown(kind, stranger, all));
        }
        let everything = self.robots.is_empty() && self.objects.is_empty();
        let chosen = |name: &str| everything || wanted.iter().any(|wanted| wanted == name);
        Ok((0..all.len()).filter(|index| chosen(all[*index])).collect())
    }

    /// Frames of the selected times. Errors are never dropped by decimation.
    fn frames<'a>(&'a self, recording: &'a Recording) -> impl Iterator<Item = Result<Frame>> + 'a {
        let in_time = |frame: &Result<Frame>| !frame.as_ref().is_ok_and(|frame| frame.time > self.to);
        let mut count = 0;
        recording.frames_from(self.from).take_while(in_time).filter(move |frame| {
            count += usize::from(frame.is_ok());
            frame.is_err() || (count - 1).is_multiple_of(self.every.max(1))
        })
    }
}

fn unknown(what: &'static str, name: &str, known: &[&str]) -> RecordingError {
    let help = match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "it contains none".to_string(),
        None => format!("known: {known}", known = known.join(", ")),
    };
    RecordingError::Unknown { what, name: name.to_owned(), help }
}

/// Result of an export.
#[derive(Debug, Default)]
pub struct Exported {
    /// The files or the folder.
    pub files: Vec<PathBuf>,
    /// Damage in the exported data in addition to [`Recording::damage`].
    pub gaps: Gaps,
}

/// Writes one table per robot, `robot-<name>.csv`, and per movable object, `object-<name>.csv`, to a folder. Frames in
/// damaged parts of the file are omitted.
///
/// The header lists each column with its unit; numbers are the shortest text that parses to the same value, or `NaN`,
/// `inf`, `-inf`.
pub fn export_csv(recording: &Recording, folder: &Path, selection: &Selection) -> Result<Exported> {
    let Chosen { indices, objects, info } = selection.choose(recording)?;
    let _lock = lock_folder(folder)?;
    let names = file_names("robot", info.robots.iter().map(|robot| robot.name.as_str()), "csv");
    let object_names = file_names("object", info.objects.iter().map(|object| object.name.as_str()), "csv");
    let of_robots =
        info.robots.iter().zip(indices).map(|(robot, index)| Table::new(Of::Robot(index), &robot.columns()));
    let of_objects = objects.into_iter().map(|index| Table::new(Of::Object(index), &[]));
    let mut tables: Vec<Table> = Vec::with_capacity(names.len() + object_names.len());
    for (table, name) in of_robots.chain(of_objects).zip(names.into_iter().chain(object_names)) {
        let path = folder.join(name);
        std::fs::write(&path, "").map_err(RecordingError::io(&path, "create the file"))?;
        tables.push(Table { path, ..table });
    }
    let mut gaps = Gaps::new();
    let mut waiting = 0;
    for frame in selection.frames(recording) {
        let Some(frame) = gaps.pass(frame)? else { continue };
        waiting += tables.iter_mut().map(|table| table.row(&frame)).sum::<usize>();
        if waiting >= 8 * CHUNK_BYTES {
            tables.iter_mut().try_for_each(Table::append)?;
            waiting = 0;
        }
    }
    tables.iter_mut().try_for_each(Table::append)?;
    Ok(Exported { files: tables.into_iter().map(|table| table.path).collect(), gaps })
}

/// Writes the table of one robot; see [`export_csv`]. Ignores `selection.robots` and `selection.objects`. Returns the
/// damage in the exported data.
pub fn write_csv(recording: &Recording, robot: &str, selection: &Selection, out: &mut dyn Write) -> Result<Gaps> {
    let selection = Selection { robots: vec![robot.to_owned()], objects: Vec::new(), ..selection.clone() };
    let Chosen { indices, info, .. } = selection.choose(recording)?;
    let mut table = Table::new(Of::Robot(indices[0]), &info.robots[0].columns());
    let mut write = |text: &mut Vec<u8>| {
        out.write_all(text).map_err(RecordingError::io(Path::new("output"), "write"))?;
        text.clear();
        Ok(())
    };
    let mut gaps = Gaps::new();
    for frame in selection.frames(recording) {
        let Some(frame) = gaps.pass(frame)? else { continue };
        table.row(&frame);
        if table.text.len() >= CHUNK_BYTES {
            write(&mut table.text)?;
        }
    }
    write(&mut table.text)?;
    Ok(gaps)
}

/// Writes the folder of JSON files that [`Target::JsonFolder`](super::Target::JsonFolder) would have written during the
/// run. Frames and events in damaged parts of the file are omitted.
pub fn export_json(recording: &Recording, folder: &Path, selection: &Selection) -> Result<Exported> {
    let Chosen { indices, objects, info } = selection.choose(recording)?;
    let mut sink = JsonSink::create(folder, &info)?;
    let mut packet = Packet { framed: true, ..Packet::default() };
    let mut gaps = Gaps::new();
    for frame in selection.frames(recording) {
        let Some(frame) = gaps.pass(frame)? else { continue };
        (packet.tick, packet.time) = (frame.tick, frame.time);
        packet.bodies.clear();
        packet.objects.clear();
        packet.telemetry.clear();
        packet.objects.extend(objects.iter().map(|index| frame.objects[*index]));
        for index in &indices {
            packet.bodies.push(frame.bodies[*index]);
            packet.telemetry.extend_from_slice(&frame.telemetry[*index]);
        }
        sink.write(&packet)?;
    }
    for event in recording.events() {
        let Some(event) = gaps.pass(event)? else { continue };
        if event.time >= selection.from && event.time <= selection.to {
            sink.write(&Packet { events: vec![event], ..Packet::default() })?;
        }
    }
    sink.finish(recording.summary(), true)?;
    Ok(Exported { files: vec![folder.to_owned()], gaps })
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

/// Subject of a table, by index.
#[derive(Clone, Copy)]
enum Of {
    Robot(usize),
    Object(usize),
}

/// A table being written.
struct Table {
    path: PathBuf,
    text: Vec<u8>,
    of: Of,
    indices: Vec<usize>,
}

impl Table {
    fn new(of: Of, columns: &[Column]) -> Self {
        let mut text = STATE_COLUMNS.join(",").into_bytes();
        for column in columns {
            text.push(b',');
            push_field(&mut text, &column.header());
        }
        text.push(b'\n');
        Self { path: PathBuf::new(), text, of, indices: columns.iter().map(|column| column.index).collect() }
    }

    /// Adds a row; returns its length.
    fn row(&mut self, frame: &Frame) -> usize {
        let before = self.text.len();
        let (body, values): (_, &[f64]) = match self.of {
            Of::Robot(robot) => (&frame.bodies[robot], &frame.telemetry[robot]),
            Of::Object(object) => (&frame.objects[object], &[]),
        };
        let (p, q) = (&body.pose.translation.vector, body.pose.rotation.quaternion());
        let (v, w) = (&body.linear_velocity, &body.angular_velocity);
        let state = [frame.time, p.x, p.y, p.z, q.i, q.j, q.k, q.w, v.x, v.y, v.z, w.x, w.y, w.z];
        real::push_json(&mut self.text, &frame.tick);
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

/// A text field, quoted if necessary (RFC 4180, 2.6 and 2.7).
fn push_field(out: &mut Vec<u8>, text: &str) {
    if text.contains([',', '"', '\n', '\r']) {
        out.push(b'"');
        out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
        out.push(b'"');
    } else {
        out.extend_from_slice(text.as_bytes());
    }
}
