//! Readings of distance as laser scans, or as point clouds where they are in several layers.

use super::super::Result;
use super::super::encode::nanoseconds;
use super::super::mcap_file::McapFile;
use super::super::scenery::Scan;
use super::frames::Frames;
use super::schemas::{FLOAT32, LASER_SCAN, POINT_CLOUD, descriptors};
use super::wire::Wire;
use sim_abi::math;
use std::sync::Arc;

/// Bytes of a point: x, y and z.
const POINT: u32 = 12;

/// The topic of one sensor, or of one of its parts.
pub(super) struct ScanTopic {
    id: u16,
    /// Fields that do not change: frame, pose, angles.
    constant: Vec<u8>,
    scan: Scan,
    /// Directions of the rays of a point cloud, layer by layer; empty of a laser scan.
    directions: Vec<[f64; 3]>,
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
        let schemas = [LASER_SCAN, POINT_CLOUD].map(|name| (name, Arc::<[u8]>::from(descriptors(name))));
        let mut topics = Vec::new();
        for robot in &frames.robots {
            for sensor in &robot.parts.sensors {
                for (number, scan) in sensor.scans.iter().enumerate() {
                    if topics.len() == room {
                        return Ok(topics);
                    }
                    let layered = scan.layers.is_some();
                    let kind = if layered { "points" } else { "scans" };
                    let mut topic = format!("/{}/{kind}/{}", robot.name, sensor.name);
                    if number > 0 {
                        topic.push_str(&format!("_{}", number + 1));
                    }
                    let (name, schema) = &schemas[usize::from(layered)];
                    let id = file.add_viewer_topic(&topic, name, schema)?;
                    let constant = constant(&robot.sensor_frame(&sensor.name), scan);
                    let (scan, offset, every) = (scan.clone(), robot.offset, sensor.every.max(1));
                    let directions = directions(&scan);
                    topics.push(Self { id, constant, scan, directions, offset, every, taken: None, sequence: 0 });
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
        match self.directions.is_empty() {
            true => wire.doubles(6, (0..rays).map(distance)),
            false => wire.message(6, |data| {
                for (ray, direction) in self.directions.iter().enumerate() {
                    let distance = distance(ray);
                    if distance.is_finite() {
                        let bytes = direction.map(|part| ((part * distance) as f32).to_le_bytes());
                        data.0.extend_from_slice(bytes.as_flattened());
                    }
                }
            }),
        }
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
    if scan.layers.is_none() {
        wire.double(4, scan.angles[0]);
        wire.double(5, scan.angles[1]);
        return out;
    }
    wire.fixed32(4, POINT);
    for (name, offset) in ["x", "y", "z"].into_iter().zip((0..).step_by(4)) {
        wire.message(5, |field| {
            field.text(1, name);
            field.fixed32(2, offset);
            field.number(3, FLOAT32);
        });
    }
    out
}

/// Unit directions of the rays of a scan in layers, layer by layer; none of another one.
fn directions(scan: &Scan) -> Vec<[f64; 3]> {
    let Some((layers, elevation)) = scan.layers else { return Vec::new() };
    let at = |[first, last]: [f64; 2], number: usize, count: usize| match count {
        1 => 0.5 * (first + last),
        _ => first + (last - first) * number as f64 / (count - 1) as f64,
    };
    let layers = (0..layers).map(|layer| math::sin_cos(at(elevation, layer, layers)));
    let rays = |(up, flat): (f64, f64)| {
        let angles = (0..scan.rays).map(|ray| math::sin_cos(at(scan.angles, ray, scan.rays)));
        angles.map(move |(sin, cos)| [flat * cos, flat * sin, up]).collect::<Vec<_>>()
    };
    layers.flat_map(rays).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranging::Ranging;
    use nalgebra::Isometry3;
    use std::f64::consts::TAU;

    #[test]
    fn rays_of_a_point_cloud_go_layer_by_layer_from_the_lowest_up() {
        let scan = Scan {
            placement: Isometry3::identity(),
            angles: [0.0, 0.75 * TAU],
            rays: 4,
            layers: Some((2, [-0.5, 0.5])),
            values: 8,
            first: 0,
            clean: None,
            start: 0.0,
            ranging: Ranging { reach: 2.0, closeness: false },
        };
        let found = directions(&scan);
        let expected = [[0.5_f64.cos(), 0.0, -0.5_f64.sin()], [0.0, 0.5_f64.cos(), 0.5_f64.sin()]];
        for (found, expected) in [found[0], found[5]].iter().zip(expected) {
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        }
        assert_eq!(found.len(), 8);
        assert!(directions(&Scan { layers: None, ..scan }).is_empty());
    }
}
