//! The thread that formats and writes rows, so that the run does not wait for it.

use crate::columns::{Columns, Field, STATE};
use crate::digits::Digits;
use crate::folder::unwritable;
use sim_abi::prelude::*;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Number of values handed over at once.
const BATCH: usize = 1 << 15;
/// Maximum number of pending batches: the run waits for a slower disk.
const WAITING: usize = 4;
/// Maximum time before recorded rows are handed over to the thread, provided that the caller polls often enough.
pub const LATEST: Duration = Duration::from_millis(250);
/// End of a list.
const END: &[u8] = b"\n]\n";

/// Format of the rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Whether the third component of the velocity is positive down.
    pub down: bool,
    /// Whether to write a table per robot in addition to the list.
    pub csv: bool,
    /// Time between two rows, s.
    pub period: f64,
}

/// Takes rows and writes them on its own thread.
pub struct Writer {
    rows: Vec<f64>,
    since: Instant,
    /// Full buffers go to the thread, empty ones come back.
    full: Option<SyncSender<Vec<f64>>>,
    empty: Receiver<Vec<f64>>,
    thread: Option<JoinHandle<Result>>,
}

impl Writer {
    /// Creates the files, without rows.
    ///
    /// # Errors
    /// Fails if a file cannot be created.
    pub fn start(folder: &Path, columns: Vec<Columns>, style: Style, now: Instant) -> Result<Self> {
        let robots = columns.into_iter().enumerate();
        let mut robots: Vec<Robot> =
            robots.map(|(id, columns)| Robot::create(folder, id, columns, style)).collect::<Result<_>>()?;
        let (full, rows) = sync_channel::<Vec<f64>>(WAITING);
        let (back, empty) = sync_channel(WAITING + 1);
        let work = move || {
            let mut step = 0;
            for mut batch in rows {
                let written = write_batch(&mut robots, &batch, &mut step, style);
                robots.iter_mut().try_for_each(Robot::flush)?;
                written?;
                batch.clear();
                // The sender may have ended.
                let _ = back.try_send(batch);
            }
            Ok(())
        };
        let thread = std::thread::Builder::new().name("nautilus records".into()).spawn(work);
        let thread = thread.map_err(|error| Fault::new(format!("cannot start the thread for the records: {error}")))?;
        let rows = Vec::with_capacity(BATCH + BATCH / 4);
        Ok(Self { rows, since: now, full: Some(full), empty, thread: Some(thread) })
    }

    /// Buffer to which the rows of a step are appended, in the order of the robots.
    pub fn rows(&mut self) -> &mut Vec<f64> {
        &mut self.rows
    }

    /// Hands over the rows so far if there are many or some have waited long enough. Call it after every step, and
    /// while no steps arrive. Returns whether there were rows to hand over.
    ///
    /// # Errors
    /// Reports errors from earlier rows.
    pub fn hand_over_due(&mut self, now: Instant) -> Result<bool> {
        if self.rows.is_empty() {
            // The next rows have not waited before this moment.
            self.since = now;
            return Ok(false);
        }
        let due = self.rows.len() >= BATCH || now.duration_since(self.since) >= LATEST;
        if due {
            self.hand_over(now)?;
        }
        Ok(due)
    }

    fn hand_over(&mut self, now: Instant) -> Result {
        self.since = now;
        let next = match self.empty.try_recv() {
            Ok(buffer) => buffer,
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => Vec::with_capacity(self.rows.capacity()),
        };
        let rows = std::mem::replace(&mut self.rows, next);
        match self.full.as_ref().map(|full| full.send(rows)) {
            Some(Ok(())) => Ok(()),
            _ => self.finish(),
        }
    }

    /// Writes the pending rows and ends.
    ///
    /// # Errors
    /// Reports any write error.
    pub fn finish(&mut self) -> Result {
        if let Some(full) = self.full.take() {
            let rows = std::mem::take(&mut self.rows);
            // If the thread has ended, its error is reported below.
            let _ = full.send(rows);
        }
        match self.thread.take().map(JoinHandle::join) {
            None => Ok(()),
            Some(Ok(result)) => result,
            Some(Err(_)) => Err(Fault::new("the thread that writes the records has panicked")),
        }
    }
}

/// Formats the rows of some steps; `step` is the number of the first step, from 0.
fn write_batch(robots: &mut [Robot], mut rows: &[f64], step: &mut u64, style: Style) -> Result {
    while !rows.is_empty() {
        for robot in &mut *robots {
            let (row, others) = rows.split_at(robot.length);
            robot.write(row, *step, style)?;
            rows = others;
        }
        *step += 1;
    }
    Ok(())
}

/// The files of a robot.
struct Robot {
    columns: Columns,
    length: usize,
    list: ListFile,
    table: Option<(PathBuf, Vec<u8>)>,
    digits: Digits,
}

impl Robot {
    fn create(folder: &Path, id: usize, columns: Columns, style: Style) -> Result<Self> {
        let list = ListFile::create(folder.join(format!("Robot-{id}.json")))?;
        let table = style.csv.then(|| (folder.join(format!("Robot-{id}.csv")), head(&columns)));
        Ok(Self { length: columns.len(), columns, list, table, digits: Digits::default() })
    }

    /// Appends the row of a step, counted from 0.
    fn write(&mut self, row: &[f64], step: u64, style: Style) -> Result {
        let state = state(row, style.down);
        if let Some(index) = row.iter().position(|value| !value.is_finite()) {
            let (value, robot) = (row[index], &self.columns.robot);
            let message =
                format!("value {index} in row {step} of {robot} is {value}, which cannot be written to a file");
            return Err(Fault::new(message).help("let sensors read their maximum range, not infinity, without a hit"));
        }
        let digits = &mut self.digits;
        object(self.list.begin(), digits, &self.columns, &state, &row[STATE..]);
        if let Some((_, table)) = &mut self.table {
            digits.write(table, (step + 1) as f64 * style.period);
            for value in state.iter().flatten().chain(&row[STATE..]) {
                table.push(b',');
                digits.write(table, *value);
            }
            table.push(b'\n');
        }
        Ok(())
    }

    fn flush(&mut self) -> Result {
        self.list.flush()?;
        if let Some((path, waiting)) = &mut self.table {
            let file = OpenOptions::new().create(true).append(true).open(&*path);
            file.and_then(|mut file| file.write_all(waiting)).map_err(|error| unwritable(path, &error))?;
            waiting.clear();
        }
        Ok(())
    }
}

/// A JSON list on disk, one object per line, that is valid after every write.
struct ListFile {
    path: PathBuf,
    waiting: Vec<u8>,
    empty: bool,
}

impl ListFile {
    fn create(path: PathBuf) -> Result<Self> {
        let written = File::create_new(&path).and_then(|mut file| file.write_all(&[b"[", END].concat()));
        written.map_err(|error| unwritable(&path, &error))?;
        Ok(Self { path, waiting: Vec::new(), empty: true })
    }

    /// Starts an object: append it to the returned buffer.
    fn begin(&mut self) -> &mut Vec<u8> {
        self.waiting.extend_from_slice(if self.empty { b"\n" } else { b",\n" });
        self.empty = false;
        &mut self.waiting
    }

    fn flush(&mut self) -> Result {
        if self.waiting.is_empty() {
            return Ok(());
        }
        self.waiting.extend_from_slice(END);
        let append = || {
            let mut file = OpenOptions::new().write(true).open(&self.path)?;
            let end = file.seek(SeekFrom::End(-(END.len() as i64)))?;
            file.write_all(&self.waiting).inspect_err(|_| close(&mut file, end))
        };
        append().map_err(|error| unwritable(&self.path, &error))?;
        self.waiting.clear();
        Ok(())
    }
}

/// Ends a list where it ended before: there was room for that.
fn close(file: &mut File, end: u64) {
    // If even that fails, the list is truncated, which can be repaired.
    let _ = file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end))).and_then(|_| file.write_all(END));
}

/// Position (m), rotation (roll, pitch, yaw, degrees), velocity (m/s) and angular velocity (degrees/s), world axes.
fn state(row: &[f64], down: bool) -> [[f64; 3]; 4] {
    let three = |start: usize| [row[start], row[start + 1], row[start + 2]];
    let rotation = Rotation::from_quaternion(na::Quaternion::new(row[6], row[3], row[4], row[5]));
    let (roll, pitch, yaw) = rotation.euler_angles();
    let [x, y, z] = three(7);
    let degrees = |angles: [f64; 3]| angles.map(f64::to_degrees);
    // Avoid −0, which would be written as such.
    [three(0), degrees([roll, pitch, yaw]), [x, y, if down { -z } else { z }], degrees(three(10))]
        .map(|v| v.map(|x| x + 0.0))
}

/// Appends the object of a step; `values` follow the state.
fn object(text: &mut Vec<u8>, digits: &mut Digits, columns: &Columns, state: &[[f64; 3]; 4], mut values: &[f64]) {
    let mut take = |count: usize| {
        let (taken, rest) = values.split_at(count);
        values = rest;
        taken
    };
    text.push(b'{');
    let key = |text: &mut Vec<u8>, name: &str| {
        if text.last() != Some(&b'{') {
            text.push(b',');
        }
        text.push(b'"');
        text.extend_from_slice(name.as_bytes());
        text.extend_from_slice(b"\":");
    };
    for (name, vector) in ["position", "rotation", "linearSpeed", "angularSpeed"].into_iter().zip(state) {
        key(text, name);
        list(text, digits, vector);
    }
    for field in columns.fields() {
        match field {
            Field::Zeros(count) => {
                key(text, "motorState");
                list(text, digits, std::iter::repeat_n(&0.0, count));
            }
            Field::List(name, count) => {
                key(text, name);
                list(text, digits, take(count));
            }
            Field::Number(name) => {
                key(text, name);
                digits.write(text, take(1)[0]);
            }
            Field::Whole(name) => {
                key(text, name);
                // An integer from 0 to 255.
                let _ = write!(text, "{:.0}", take(1)[0]);
            }
            Field::Open(name) => {
                key(text, name);
                text.push(b'{');
            }
            Field::Close => text.push(b'}'),
        }
    }
    text.push(b'}');
}

fn list<'a>(text: &mut Vec<u8>, digits: &mut Digits, values: impl IntoIterator<Item = &'a f64>) {
    text.push(b'[');
    for (index, value) in values.into_iter().enumerate() {
        if index > 0 {
            text.push(b',');
        }
        digits.write(text, *value);
    }
    text.push(b']');
}

/// Column names of a table.
fn head(columns: &Columns) -> Vec<u8> {
    let mut names: Vec<String> = vec!["time".into()];
    for (vector, axes) in [("position", "xyz"), ("rotation", "xyz"), ("linearSpeed", "xyz"), ("angularSpeed", "xyz")] {
        names.extend(axes.chars().map(|axis| format!("{vector}.{axis}")));
    }
    for field in columns.fields() {
        match field {
            Field::List(name, count) => names.extend((1..=count).map(|index| format!("{name}.{index}"))),
            Field::Number(name) | Field::Whole(name) => names.push(name.to_string()),
            // Zeros are not part of the rows.
            Field::Zeros(_) | Field::Open(_) | Field::Close => {}
        }
    }
    (names.join(",") + "\n").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_abi::service::RobotLayout;

    /// Time limit for a batch before a test fails.
    const PATIENCE: Duration = Duration::from_secs(60);

    fn records(folder: &Path) -> usize {
        let text = std::fs::read_to_string(folder.join("Robot-0.json")).unwrap();
        let list: Value = sim_abi::serde_json::from_str(&text).unwrap();
        list.as_array().unwrap().len()
    }

    /// Data lost by a run that is killed at a moment of its clock, s: the age of the oldest step that is not in a file.
    fn lost(folder: &Path, steps: &[Duration], now: Duration) -> f64 {
        steps.get(records(folder)).map_or(0.0, |oldest| (now - *oldest).as_secs_f64())
    }

    /// NA-83: Output files stay valid after interrupts and faults; a kill loses at most 1 s.
    #[test]
    fn a_run_that_is_killed_loses_a_second_at_most() {
        let folder = tempfile::tempdir().unwrap();
        let columns = Columns::of(&RobotLayout::default());
        // The test uses its own clock, so the result does not depend on the machine's load.
        let begun = Instant::now();
        let mut writer = Writer::start(folder.path(), vec![columns], Style::default(), begun).unwrap();
        let (mut now, mut steps) = (Duration::ZERO, Vec::new());
        // Fast steps, slow steps, a pause, and steps after it.
        let quick = std::iter::repeat_n((Duration::from_millis(10), true), 100);
        let slow = std::iter::repeat_n((Duration::from_millis(700), true), 3);
        let pause = std::iter::repeat_n((LATEST, false), 8);
        let mut handed_over = 0;
        for (later, is_step) in quick.clone().chain(slow).chain(pause).chain(quick) {
            now += later;
            if is_step {
                writer.rows().extend([0.0; STATE]);
                steps.push(now);
            }
            if writer.hand_over_due(begun + now).unwrap() {
                // The batch comes back once it is in the file.
                let batch = writer.empty.recv_timeout(PATIENCE).expect("the thread writes it");
                writer.rows = batch;
                handed_over += 1;
            }
            let lost = lost(folder.path(), &steps, now);
            assert!(lost <= 1.0, "{lost} s are lost at {now:?}");
        }
        assert!(handed_over < steps.len() / 10, "{handed_over} times for {} steps", steps.len());
        writer.finish().unwrap();
        assert_eq!(records(folder.path()), steps.len());
    }
}
