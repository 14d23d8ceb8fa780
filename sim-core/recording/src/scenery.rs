//! Scenery and coordinate frames for general viewers, in addition to frames and events.

use crate::ranging::Ranging;
use nalgebra::Isometry3;
use sim_abi::declare::ScanData;
use sim_engine::Form;
use sim_model::Kinematics;
use std::sync::Arc;

/// Everything that a viewer draws of a run in addition to frames and events.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenery {
    /// Fixed entities, in the world frame; only these may be added and removed during a run.
    pub fixed: Vec<Entity>,
    /// All other entities.
    pub others: Vec<Entity>,
    /// Coordinate frames of the robots' parts, in the order of [`RunInfo::robots`](super::RunInfo::robots).
    pub robots: Vec<Arc<RobotFrames>>,
}

/// Shapes that share a coordinate frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Entity {
    /// Unique name in viewers.
    pub id: String,
    /// The frame's carrier.
    pub carrier: Carrier,
    /// Shapes.
    pub pieces: Vec<Piece>,
}

impl Scenery {
    /// All scans with values that are not in the telemetry, robot by robot.
    pub(super) fn scans(&self) -> impl Iterator<Item = ScanSource> + '_ {
        self.robots.iter().enumerate().flat_map(|(robot, frames)| {
            frames.sensors.iter().enumerate().filter_map(move |(sensor, frame)| {
                let values = frame.scans.iter().find_map(|scan| scan.data)?.values();
                Some(ScanSource { robot, sensor, every: frame.every, values })
            })
        })
    }
}

/// A scan with values that are not in the telemetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScanSource {
    /// Index of its robot.
    pub robot: usize,
    /// Index of its sensor.
    pub sensor: usize,
    /// Ticks between readings.
    pub every: u64,
    /// Number of values.
    pub values: usize,
}

/// Tick at whose start the sensor took its current reading at the end of `tick`; `None` before the first tick. `every` is the
/// number of ticks between readings.
pub(super) fn taken(tick: u64, every: u64) -> Option<u64> {
    tick.checked_sub(1).map(|last| last - last % every.max(1))
}

/// Owner of a coordinate frame for shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Carrier {
    /// The world.
    #[default]
    World,
    /// A robot, by its index.
    Robot(usize),
    /// A link of a robot, both by index.
    Link(usize, u32),
    /// A movable object, by its index.
    Object(usize),
}

/// A placed shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// `carrier_from_form`.
    pub placement: Isometry3<f64>,
    /// Red, green, blue, opacity, each 0 … 1.
    pub color: [f32; 4],
    /// Shape.
    pub shape: PieceShape,
}

/// Kind of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceShape {
    /// A solid.
    Form(Form),
    /// A polyline, closed if `closed`, m.
    Line {
        /// Points.
        points: Vec<[f64; 3]>,
        /// Whether the last point is connected to the first.
        closed: bool,
    },
    /// A text that faces the viewer.
    Text(String),
}

/// Coordinate frames of a robot's links and sensors; equal robots share them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RobotFrames {
    /// Kinematics of the links; `None` if the links do not move.
    pub kinematics: Option<Arc<Kinematics>>,
    /// Initial joint positions, rad or m.
    pub start: Vec<f64>,
    /// Index of each movable joint, and index of its position in the robot's telemetry.
    pub joints: Vec<(usize, usize)>,
    /// Links with their own frames, without the root; empty without `kinematics`.
    pub links: Vec<LinkFrame>,
    /// Sensors.
    pub sensors: Vec<SensorFrame>,
}

/// A link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkFrame {
    /// Name within the robot.
    pub name: String,
    /// Index in the model.
    pub link: u32,
    /// Whether it moves relative to the robot.
    pub moves: bool,
}

/// A sensor.
#[derive(Clone, Debug, PartialEq)]
pub struct SensorFrame {
    /// Name within the robot.
    pub name: String,
    /// Link that carries it; `None`: the robot itself.
    pub link: Option<u32>,
    /// `link_from_mount`, or `robot_from_mount`.
    pub mount: Isometry3<f64>,
    /// Ticks between readings.
    pub every: u64,
    /// Its range scans.
    pub scans: Vec<Scan>,
}

/// Range readings along rays in a plane, or in several layers.
#[derive(Clone, Debug, PartialEq)]
pub struct Scan {
    /// `mount_from_scan`; the rays are in its xy plane.
    pub placement: Isometry3<f64>,
    /// Angles of the first and the last ray from the x axis, rad.
    pub angles: [f64; 2],
    /// Number of rays per layer.
    pub rays: usize,
    /// Number of layers, and elevations of the first and the last one above the xy plane, rad; `None`: a single layer in that
    /// plane.
    pub layers: Option<(usize, [f64; 2])>,
    /// Number of telemetry values: one for each ray, or one for all of them.
    pub values: usize,
    /// Index of the first value in the robot's telemetry.
    pub first: usize,
    /// Index of the first of these values before noise.
    pub clean: Option<usize>,
    /// Distance from the origin where the range starts, m.
    pub start: f64,
    /// Encoding of the values.
    pub ranging: Ranging,
    /// Values that are not in the telemetry. If they are distances, they replace those of the telemetry.
    pub data: Option<ScanData>,
}

impl Scan {
    /// Distance from the origin for a reading, m: infinite without a hit, NaN without a reading (REP 117). `clean` is the reading
    /// before noise.
    pub(super) fn distance(&self, value: f64, clean: Option<f64>) -> f64 {
        match value {
            value if value.is_nan() => f64::NAN,
            _ => self.ranging.met(value, clean).map_or(f64::INFINITY, |distance| self.start + distance),
        }
    }
}

/// Name of the coordinate frame of a moving entity: `kind` is `robots` or `objects`.
pub(super) fn frame(kind: &str, name: &str) -> String {
    format!("{kind}/{name}")
}

/// Name of the world frame.
pub(super) const WORLD: &str = "world";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_become_distances_from_the_origin_of_the_scan() {
        let mut scan = Scan {
            placement: Isometry3::identity(),
            angles: [0.0; 2],
            rays: 2,
            layers: None,
            values: 1,
            first: 0,
            clean: None,
            start: 0.1,
            ranging: Ranging { max_range: 2.0, proximity: false },
            data: None,
        };
        assert_eq!(
            [0.5, 2.0, 0.0, -1.0].map(|value| scan.distance(value, None)),
            [0.6, f64::INFINITY, f64::INFINITY, f64::INFINITY]
        );
        assert_eq!(scan.distance(1.98, Some(2.0)), f64::INFINITY, "noise is not a hit");
        assert!(scan.distance(f64::NAN, None).is_nan());
        scan.ranging.proximity = true;
        assert_eq!([0.75, 0.0].map(|value| scan.distance(value, None)), [0.6, f64::INFINITY]);
        assert!((scan.distance(1.0, None) - 0.1).abs() < 1e-12, "touching counts as met");
    }
}
