//! Readings of distance as laser scans.

use super::super::Result;
use super::super::encode::nanoseconds;
use super::super::mcap_file::McapFile;
use super::super::scenery::Scan;
use super::frames::Frames;
use super::wire::Wire;
use std::sync::Arc;

/// The topic of one sensor, or of one of its parts.
pub(super) struct ScanTopic {
    id: u16,
    /// Fields that do not change: frame, pose, angles.
    constant: Vec<u8>,
    scan: Scan,
    /// Place of the robot's telemetry among that of all robots.
    offset: usize,
    /// Ticks from one reading to the next.
    every: u64,
    /// Tick at whose start the last reading was taken; none before the first message.
    taken: Option<Option<u64>>,
    sequence: u32,
}

impl ScanTopic {
    /// Adds the topics of all sensors that read distances, as many as there is room for, robot by robot.
    pub(super) fn all(frames: &Frames, room: usize, file: &mut McapFile) -> Result<Vec<Self>> {
        let schema = Arc::<[u8]>::from(super::schemas::descriptors(super::schemas::LASER_SCAN));
        let mut topics = Vec::new();
        for robot in &frames.robots {
            for sensor in &robot.parts.sensors {
                for (number, scan) in sensor.scans.iter().enumerate() {
                    if topics.len() == room {
                        return Ok(topics);
                    }
                    let mut topic = format!("/{}/scans/{}", robot.name, sensor.name);
                    if number > 0 {
                        topic.push_str(&format!("_{}", number + 1));
                    }
                    let id = file.add_viewer_topic(&topic, super::schemas::LASER_SCAN, &schema)?;
                    let constant = constant(&robot.sensor_frame(&sensor.name), scan);
                    let (scan, offset, every) = (scan.clone(), robot.offset, sensor.every.max(1));
                    topics.push(Self { id, constant, scan, offset, every, taken: None, sequence: 0 });
                }
            }
        }
        Ok(topics)
    }

    /// Writes the reading of a frame, unless it has been written already. `dt` in s.
    pub(super) fn write(
        &mut self,
        (tick, time): (u64, f64),
        dt: f64,
        telemetry: &[f64],
        message: &mut Vec<u8>,
        file: &mut McapFile,
    ) -> Result {
        // In the tick before the one that ended here, or earlier, the sensor was due; it saw the world as that tick began.
        let taken = tick.checked_sub(1).map(|last| last - last % self.every);
        if self.taken == Some(taken) {
            return Ok(());
        }
        self.taken = Some(taken);
        message.clear();
        let mut wire = Wire(message);
        wire.time(1, nanoseconds(taken.map_or(time, |taken| taken as f64 * dt)));
        wire.0.extend_from_slice(&self.constant);
        let Scan { rays, values, first, clean, .. } = self.scan;
        // Before the first tick nothing has been read.
        let distance = |ray: usize| match taken {
            Some(_) => {
                let value = |first: usize| telemetry[self.offset + first + ray.min(values - 1)];
                self.scan.distance(value(first), clean.map(value))
            }
            None => f64::NAN,
        };
        wire.doubles(6, (0..rays).map(distance));
        let sequence = self.sequence;
        self.sequence = sequence.wrapping_add(1);
        file.message(self.id, sequence, nanoseconds(time), message)
    }
}

fn constant(frame: &str, scan: &Scan) -> Vec<u8> {
    let mut out = Vec::new();
    let mut wire = Wire(&mut out);
    wire.text(2, frame);
    wire.pose(3, &scan.placement);
    wire.double(4, scan.angles[0]);
    wire.double(5, scan.angles[1]);
    out
}
