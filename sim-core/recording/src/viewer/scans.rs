//! Range readings as laser scans, or as point clouds and range images if they have several layers.

use super::super::Result;
use super::super::encode::nanoseconds;
use super::super::mcap_file::McapFile;
use super::super::queue::Packet;
use super::super::scenery::{Scan, Scenery, taken};
use super::frames::Frames;
use super::schemas::{FLOAT32, LASER_SCAN, POINT_CLOUD, RAW_IMAGE, Schema};
use super::wire::Wire;
use sim_abi::math;
use std::f64::consts::TAU;

/// Size of a value of a point or a pixel, bytes.
const VALUE: usize = size_of::<f32>();

/// The topic of a sensor, or of one of its parts.
pub(super) struct ScanTopic {
    id: u16,
    /// Topic of the range image of a multi-layer scan.
    image: Option<u16>,
    /// Constant fields: frame, pose, angles; those of the range image.
    constant: [Vec<u8>; 2],
    scan: Scan,
    /// Index in [`Scenery::scans`] if it has values that are not in the telemetry.
    source: Option<usize>,
    /// Directions of the rays of a point cloud, layer by layer; empty for a laser scan.
    directions: Vec<[f64; 3]>,
    /// Offset of the robot's telemetry in that of all robots.
    offset: usize,
    /// Ticks between readings.
    every: u64,
    /// Tick at whose start the last reading was taken; `None` before the first message.
    taken: Option<Option<u64>>,
    sequence: u32,
    distances: Vec<f64>,
}

impl ScanTopic {
    /// Adds the topics of all sensors with range readings, robot by robot, up to `room`.
    pub(super) fn all(frames: &Frames, scenery: &Scenery, room: usize, file: &mut McapFile) -> Result<Vec<Self>> {
        let (mut topics, mut used) = (Vec::new(), 0);
        for (robot_number, robot) in frames.robots.iter().enumerate() {
            for (sensor_number, sensor) in robot.parts.sensors.iter().enumerate() {
                for (number, scan) in sensor.scans.iter().enumerate() {
                    let layered = scan.layers.is_some();
                    used += 1 + usize::from(layered);
                    if used > room {
                        return Ok(topics);
                    }
                    let mut add = |kind: &str, schema: Schema| {
                        let number = if number > 0 { format!("_{}", number + 1) } else { String::new() };
                        let topic = format!("/{}/{kind}/{}{number}", robot.name, sensor.name);
                        file.add_viewer_topic(&topic, schema)
                    };
                    let id = if layered { add("points", POINT_CLOUD)? } else { add("scans", LASER_SCAN)? };
                    let image = layered.then(|| add("ranges", RAW_IMAGE)).transpose()?;
                    let frame = robot.sensor_frame(&sensor.name);
                    let source = scenery
                        .scans()
                        .position(|source| (source.robot, source.sensor) == (robot_number, sensor_number));
                    topics.push(Self {
                        id,
                        image,
                        constant: [constant(&frame, scan), image_constant(&frame, scan)],
                        source: source.filter(|_| scan.data.is_some()),
                        directions: directions(scan),
                        scan: scan.clone(),
                        offset: robot.offset,
                        every: sensor.every,
                        taken: None,
                        sequence: 0,
                        distances: Vec::new(),
                    });
                }
            }
        }
        Ok(topics)
    }

    /// Writes the reading of a frame, unless it has already been written. `dt` in s.
    pub(super) fn write(&mut self, packet: &Packet, dt: f64, message: &mut Vec<u8>, file: &mut McapFile) -> Result {
        // The sensor was due in the tick that ended here, or earlier; its reading shows the world at the start of that
        // tick.
        let taken = taken(packet.tick, self.every);
        if self.taken == Some(taken) {
            return Ok(());
        }
        self.taken = Some(taken);
        let sequence = self.sequence;
        self.sequence = sequence.wrapping_add(1);
        let time = nanoseconds(taken.map_or(packet.time, |taken| taken as f64 * dt));
        let start = self.source.and_then(|source| packet.scan_starts[source]);
        let values = start.map_or(&[][..], |start| &packet.scans[start..]);
        let data = self.scan.data.map(|data| data.split(&values[..data.values().min(values.len())]));
        let [measured, intensities, ages] = data.unwrap_or_default();
        let scan = &self.scan;
        // No reading before the first tick.
        let distance = |ray: usize| match taken {
            Some(_) if scan.data.is_some_and(|data| data.distances) => {
                scan.distance(measured.get(ray).copied().unwrap_or(f64::NAN), None)
            }
            Some(_) => {
                let value = |first: usize| packet.telemetry[self.offset + first + ray.min(scan.values - 1)];
                scan.distance(value(scan.first), scan.clean.map(value))
            }
            None => f64::NAN,
        };
        self.distances.clear();
        self.distances.extend((0..self.directions.len().max(scan.rays)).map(distance));
        message.clear();
        let mut wire = Wire(message);
        wire.time(1, time);
        wire.0.extend_from_slice(&self.constant[0]);
        if self.directions.is_empty() {
            wire.doubles(6, self.distances.iter().copied());
            wire.doubles(7, intensities.iter().copied());
            return file.message(self.id, sequence, nanoseconds(packet.time), message);
        }
        wire.message(6, |data| {
            let rays = self.directions.iter().zip(&self.distances).enumerate();
            for (number, (direction, distance)) in rays.filter(|(_, (_, distance))| distance.is_finite()) {
                let of = |values: &[f64], index: usize| values.get(index).copied();
                let intensity = of(intensities, number);
                let time_offset = of(ages, number % scan.rays).map(|age| -age);
                let values = direction.iter().map(|part| part * distance).chain(intensity).chain(time_offset);
                values.for_each(|value| data.0.extend_from_slice(&(value as f32).to_le_bytes()));
            }
        });
        file.message(self.id, sequence, nanoseconds(packet.time), message)?;
        let Some(image) = self.image else { return Ok(()) };
        message.clear();
        let mut wire = Wire(message);
        wire.time(1, time);
        wire.0.extend_from_slice(&self.constant[1]);
        wire.message(6, |data| {
            for row in self.distances.chunks_exact(scan.rays).rev() {
                let pixels = (0..scan.rays).map(|column| row[ray_of_column(scan, column)] as f32);
                pixels.for_each(|distance| data.0.extend_from_slice(&distance.to_le_bytes()));
            }
        });
        file.message(image, sequence, nanoseconds(packet.time), message)
    }
}

/// The ray of each layer that a column of the range image shows: from left to right, with x in the middle.
fn ray_of_column(scan: &Scan, column: usize) -> usize {
    let [first, last] = scan.angles;
    let full = (last - first) * scan.rays as f64 > (TAU - 1e-9) * (scan.rays - 1) as f64 && scan.rays > 1;
    if full { (scan.rays + scan.rays / 2 - column) % scan.rays } else { scan.rays - 1 - column }
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
    let intensity = scan.data.filter(|data| data.intensities).map(|_| "intensity");
    let time_offset = scan.data.filter(|data| data.ages).map(|_| "time_offset");
    let names: Vec<&str> = ["x", "y", "z"].into_iter().chain(intensity).chain(time_offset).collect();
    wire.fixed32(4, (names.len() * VALUE) as u32);
    for (number, name) in names.iter().enumerate() {
        wire.message(5, |field| {
            field.text(1, name);
            field.fixed32(2, (number * VALUE) as u32);
            field.number(3, FLOAT32);
        });
    }
    out
}

fn image_constant(frame: &str, scan: &Scan) -> Vec<u8> {
    let mut out = Vec::new();
    let Some((layers, _)) = scan.layers else { return out };
    let mut wire = Wire(&mut out);
    wire.fixed32(2, scan.rays as u32);
    wire.fixed32(3, layers as u32);
    wire.text(4, "32FC1");
    wire.fixed32(5, (scan.rays * VALUE) as u32);
    wire.text(7, frame);
    out
}

/// Unit directions of the rays of a multi-layer scan, layer by layer; empty for other scans.
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
            ranging: Ranging { max_range: 2.0, proximity: false },
            data: None,
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
