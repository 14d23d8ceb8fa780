//! The recorder: writes frames to files on a separate thread.

use super::event::Event;
use super::info::{RunInfo, RunSummary};
use super::json_sink::JsonSink;
use super::mcap_sink::McapSink;
use super::queue::{Next, Packet, Queue};
use super::scenery::{Entity, ScanSource, taken};
use super::sink::{RecorderOptions, Sink};
use super::{RecordingError, Result};
use sim_abi::math::BodyState;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Memory for frames waiting for the writer, bytes.
const WAITING_BYTES: usize = 4 << 20;

/// Target of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An MCAP file, named [`incomplete`](super::incomplete) until the recorder finishes; see [`RecorderOptions::existing`].
    Mcap(PathBuf),
    /// A folder with `run.json`, `events.json`, and one `robot-<name>.json` or `object-<name>.json` each.
    JsonFolder(PathBuf),
}

/// The state at the end of a tick, borrowed from the engine.
#[derive(Clone, Copy)]
pub struct FrameView<'a> {
    /// Tick.
    pub tick: u64,
    /// Simulated time at its end, s.
    pub time: f64,
    /// One body per robot, in the order of [`RunInfo::robots`].
    pub bodies: &'a [BodyState],
    /// One body per movable object, in the order of [`RunInfo::objects`].
    pub objects: &'a [BodyState],
    /// Telemetry of the robot with the given index, with the length given by its layout.
    pub telemetry: &'a dyn Fn(usize) -> &'a [f64],
    /// Scan of a robot's sensor, both by index; only called if [`RunInfo::scenery`] has such a scan.
    pub scan: &'a dyn Fn(usize, usize) -> &'a [f64],
}

/// Statistics of a recorder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecorderReport {
    /// Frames recorded.
    pub frames: u64,
    /// Events recorded.
    pub events: u64,
    /// Number of times that the simulation waited for the writer.
    pub waits: u64,
    /// Total waiting time.
    pub waited: Duration,
}

/// Records a run.
///
/// [`Recorder::frame`] copies the frame into a preallocated buffer and returns; a thread encodes and writes it. When that
/// thread is behind by all buffers (about 4 MB of frames), `frame` waits for it, so that no results are lost;
/// [`RecorderReport::waits`] counts these waits. Dropping a recorder closes its files without a summary; an MCAP file then
/// keeps the name [`incomplete`](super::incomplete).
#[derive(Debug)]
pub struct Recorder {
    queue: Arc<Queue>,
    writer: Option<Writer>,
    current: Packet,
    lens: Vec<usize>,
    /// Scans, with the tick at whose start the last one was taken.
    scans: Vec<(ScanSource, Option<u64>)>,
    objects: usize,
    every_ticks: u64,
    place: PathBuf,
    report: RecorderReport,
}

#[derive(Debug)]
struct Writer {
    thread: JoinHandle<()>,
    /// Receives the summary of the run, if known.
    end: mpsc::Sender<Option<RunSummary>>,
}

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Queue")
    }
}

impl Recorder {
    /// Starts recording to an MCAP file. The description is on disk when this returns.
    ///
    /// Fails if the file cannot be written, names are not unique, or there are more than 65,528 topics; a robot takes two and
    /// a movable object one.
    pub fn create(path: impl Into<PathBuf>, info: RunInfo, options: RecorderOptions) -> Result<Self> {
        Self::start(&[Target::Mcap(path.into())], info, options)
    }

    /// Starts recording to several targets at once.
    pub fn start(targets: &[Target], info: RunInfo, options: RecorderOptions) -> Result<Self> {
        let info = info.checked()?;
        let mut sinks: Vec<Box<dyn Sink>> = Vec::with_capacity(targets.len());
        for target in targets {
            sinks.push(match target {
                Target::Mcap(path) => Box::new(McapSink::create(path, &info, &options)?),
                Target::JsonFolder(path) => Box::new(JsonSink::create(path, &info)?),
            });
        }
        let lens: Vec<usize> = info.robots.iter().map(|robot| robot.telemetry_len).collect();
        let values: usize = lens.iter().sum();
        let objects = info.objects.len();
        let scans: Vec<ScanSource> = info.scenery.scans().collect();
        let scan_values: usize = scans.iter().map(|scan| scan.values).sum();
        let bytes = (lens.len() + objects) * size_of::<BodyState>() + (values + scan_values) * size_of::<f64>();
        let count = (WAITING_BYTES / bytes.max(1)).clamp(2, 256);
        let packet = || Packet::with_room(lens.len(), objects, values, &scans);
        let queue = Arc::new(Queue::new(count, packet));
        let (end, ends) = mpsc::channel();
        let shared = Arc::clone(&queue);
        let place = targets.first().map_or_else(PathBuf::new, |target| match target {
            Target::Mcap(path) | Target::JsonFolder(path) => path.clone(),
        });
        let thread = std::thread::Builder::new()
            .name("recorder".into())
            .spawn(move || write_all(&shared, sinks, options.flush_interval, &ends))
            .map_err(RecordingError::io(&place, "start the writer thread"))?;
        let current = packet();
        let (writer, every_ticks) = (Some(Writer { thread, end }), options.every_ticks.max(1));
        let scans = scans.into_iter().map(|scan| (scan, None)).collect();
        Ok(Self { queue, writer, current, lens, scans, objects, every_ticks, place, report: RecorderReport::default() })
    }

    /// Whether a frame of this tick would be recorded.
    pub fn wants(&self, tick: u64) -> bool {
        tick.is_multiple_of(self.every_ticks)
    }

    /// Records the state at the end of a tick; if the tick is not wanted, only the events reported so far.
    ///
    /// Does not allocate once every buffer has been used once. Fails if the layout of the frame differs from the description,
    /// and with the writer's error if there was one (further calls then fail with [`RecordingError::Stopped`]).
    pub fn frame(&mut self, frame: &FrameView<'_>) -> Result {
        if self.wants(frame.tick) {
            self.copy(frame)?;
        } else if self.current.events.is_empty() && self.current.scenery.is_none() {
            return Ok(());
        }
        let packet = std::mem::take(&mut self.current);
        let events = packet.events.len() as u64;
        let framed = packet.framed;
        let Some((empty, waited)) = self.queue.exchange(packet) else {
            self.queue.take_error()?;
            return Err(RecordingError::Stopped { file: self.place.clone() });
        };
        self.current = empty;
        self.report.frames += u64::from(framed);
        self.report.events += events;
        self.report.waits += u64::from(waited.is_some());
        self.report.waited += waited.unwrap_or_default();
        Ok(())
    }

    /// Records an event; it is written with the next call of [`Recorder::frame`], whatever its tick, or at the end.
    pub fn event(&mut self, event: Event) {
        self.current.events.push(event);
    }

    /// Records the fixed entities of the scene, from the next frame on.
    pub fn scenery(&mut self, fixed: Vec<Entity>) {
        self.current.scenery = Some(fixed);
    }

    /// Statistics so far.
    pub fn report(&self) -> RecorderReport {
        self.report
    }

    /// Writes the summary, closes the files and waits for completion: at the end of a run, interrupted or not.
    pub fn finish(self, summary: &RunSummary) -> Result<RecorderReport> {
        self.end(Some(summary))
    }

    /// As [`Recorder::finish`], without a summary, for a run whose end is unknown.
    ///
    /// # Errors
    /// As [`Recorder::finish`].
    pub fn finish_early(self) -> Result<RecorderReport> {
        self.end(None)
    }

    /// As [`Recorder::finish`], with an optional summary.
    pub(super) fn end(mut self, summary: Option<&RunSummary>) -> Result<RecorderReport> {
        if let Some(writer) = &self.writer {
            // If the writer has stopped, its error is returned below.
            let _ = writer.end.send(summary.cloned());
        }
        self.close()?;
        Ok(self.report)
    }

    fn copy(&mut self, frame: &FrameView<'_>) -> Result {
        let misfit = |what: String, expected: usize, found: usize| {
            Err(RecordingError::FrameShape { tick: frame.tick, what, expected, found })
        };
        if frame.bodies.len() != self.lens.len() {
            return misfit("bodies".into(), self.lens.len(), frame.bodies.len());
        }
        if frame.objects.len() != self.objects {
            return misfit("objects".into(), self.objects, frame.objects.len());
        }
        let packet = &mut self.current;
        packet.bodies.clear();
        packet.objects.clear();
        packet.telemetry.clear();
        for (robot, len) in self.lens.iter().enumerate() {
            let telemetry = (frame.telemetry)(robot);
            if telemetry.len() != *len {
                return misfit(format!("telemetry of robot {robot}"), *len, telemetry.len());
            }
            packet.telemetry.extend_from_slice(telemetry);
        }
        packet.scans.clear();
        packet.scan_starts.clear();
        for (scan, last) in &mut self.scans {
            let taken = taken(frame.tick, scan.every);
            let new = std::mem::replace(last, taken) != taken;
            packet.scan_starts.push(new.then_some(packet.scans.len()));
            if new {
                let values = (frame.scan)(scan.robot, scan.sensor);
                if values.len() != scan.values {
                    return misfit(format!("scan of robot {robot}", robot = scan.robot), scan.values, values.len());
                }
                packet.scans.extend_from_slice(values);
            }
        }
        packet.bodies.extend_from_slice(frame.bodies);
        packet.objects.extend_from_slice(frame.objects);
        (packet.framed, packet.tick, packet.time) = (true, frame.tick, frame.time);
        Ok(())
    }

    fn close(&mut self) -> Result {
        let Some(writer) = self.writer.take() else { return Ok(()) };
        let packet = std::mem::take(&mut self.current);
        self.report.events += packet.events.len() as u64;
        self.queue.close(packet);
        // Drop the sender first: the writer waits for the summary after the last packet.
        drop(writer.end);
        if writer.thread.join().is_err() {
            return Err(RecordingError::Stopped { file: self.place.clone() });
        }
        self.queue.take_error()
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        // An error cannot be returned here; `finish` returns it.
        let _ = self.close();
    }
}

/// Releases a waiting simulation even if the writer panics.
struct StopOnExit<'a>(&'a Queue);

impl Drop for StopOnExit<'_> {
    fn drop(&mut self) {
        self.0.stop(None);
    }
}

fn write_all(
    queue: &Queue,
    mut sinks: Vec<Box<dyn Sink>>,
    flush_interval: Duration,
    ends: &mpsc::Receiver<Option<RunSummary>>,
) {
    let _guard = StopOnExit(queue);
    let result = write_packets(queue, &mut sinks, flush_interval);
    // Blocks until the recorder finishes or is dropped; after an error, that error is returned.
    let finished = result.and_then(|()| {
        let end = ends.recv().ok();
        let summary = end.as_ref().and_then(Option::as_ref);
        sinks.iter_mut().try_for_each(|sink| sink.finish(summary, end.is_some()))
    });
    if let Err(error) = finished {
        queue.stop(Some(error));
    }
}

fn write_packets(queue: &Queue, sinks: &mut [Box<dyn Sink>], flush_interval: Duration) -> Result {
    // Deadline for flushing the written data; `None` if everything is flushed.
    let mut due: Option<Instant> = None;
    loop {
        match queue.next(due) {
            Next::Packet(packet) => {
                sinks.iter_mut().try_for_each(|sink| sink.write(&packet))?;
                queue.recycle(packet);
                due.get_or_insert_with(|| Instant::now() + flush_interval);
            }
            Next::Late => {}
            Next::Closed => return Ok(()),
        }
        if due.is_some_and(|due| due <= Instant::now()) {
            sinks.iter_mut().try_for_each(|sink| sink.flush())?;
            due = None;
        }
    }
}
