//! What general viewers draw of a run beside what frames and events tell, and in which frames of reference.

use crate::engine::Form;
use crate::model::Kinematics;
use crate::ranging::Ranging;
use nalgebra::Isometry3;
use sim_abi::declare::ScanData;
use std::sync::Arc;

/// Everything that a viewer draws of a run beside what frames and events tell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenery {
    /// Things that never move, in the world's frame; those alone may come and go during a run.
    pub fixed: Vec<Entity>,
    /// Everything else that has a form.
    pub others: Vec<Entity>,
    /// Frames of the robots' parts, in the order of [`RunInfo::robots`](super::RunInfo::robots).
    pub robots: Vec<Arc<RobotFrames>>,
}

/// Forms that share a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Entity {
    /// Its name in viewers, unique.
    pub id: String,
    /// What it moves with.
    pub carrier: Carrier,
    /// Its forms.
    pub pieces: Vec<Piece>,
}

impl Scenery {
    /// All scans with values beyond the telemetry, robot by robot.
    pub(super) fn scans(&self) -> impl Iterator<Item = ScanSource> + '_ {
        self.robots.iter().enumerate().flat_map(|(robot, frames)| {
            frames.sensors.iter().enumerate().filter_map(move |(sensor, frame)| {
                let values = frame.scans.iter().find_map(|scan| scan.data)?.values();
                Some(ScanSource { robot, sensor, every: frame.every, values })
            })
        })
    }
}

/// A scan with values beyond the telemetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScanSource {
    /// Index of its robot.
    pub robot: usize,
    /// Number of its sensor.
    pub sensor: usize,
    /// Ticks from one reading to the next.
    pub every: u64,
    /// Number of its values.
    pub values: usize,
}

/// The tick at whose start a sensor has taken the reading that it has at the end of `tick`; none before the first tick. `every` is
/// the number of ticks from one reading to the next.
pub(super) fn taken(tick: u64, every: u64) -> Option<u64> {
    tick.checked_sub(1).map(|last| last - last % every.max(1))
}

/// A frame that forms may belong to.
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

/// A form in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// `carrier_from_form`.
    pub placement: Isometry3<f64>,
    /// Red, green, blue, opacity, each 0 … 1.
    pub color: [f32; 4],
    /// The form.
    pub shape: PieceShape,
}

/// What a piece is.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceShape {
    /// A body.
    Form(Form),
    /// A line through points (m), back to its start if `closed`.
    Line {
        /// The points.
        points: Vec<[f64; 3]>,
        /// Whether the last point leads back to the first.
        closed: bool,
    },
    /// A text that faces the viewer.
    Text(String),
}

/// Frames of a robot's links and sensors; equal robots share them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RobotFrames {
    /// Places the links; none for a robot whose links do not move.
    pub kinematics: Option<Arc<Kinematics>>,
    /// Positions of the joints at the start, rad or m.
    pub start: Vec<f64>,
    /// Number of each joint that moves, and index of its position in the robot's telemetry.
    pub joints: Vec<(usize, usize)>,
    /// Links with frames of their own, the root left out; empty without `kinematics`.
    pub links: Vec<LinkFrame>,
    /// Sensors.
    pub sensors: Vec<SensorFrame>,
}

/// A link.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkFrame {
    /// Name within the robot.
    pub name: String,
    /// Its number in the model.
    pub link: u32,
    /// Whether it moves against the robot.
    pub moves: bool,
}

/// A sensor.
#[derive(Clone, Debug, PartialEq)]
pub struct SensorFrame {
    /// Name within the robot.
    pub name: String,
    /// Link that carries it; none: the robot itself.
    pub link: Option<u32>,
    /// `link_from_mount`, or `robot_from_mount`.
    pub mount: Isometry3<f64>,
    /// Ticks from one reading to the next.
    pub every: u64,
    /// Its readings of distance.
    pub scans: Vec<Scan>,
}

/// Readings of distance along rays in a plane, or in several layers.
#[derive(Clone, Debug, PartialEq)]
pub struct Scan {
    /// `mount_from_scan`; the rays are in its xy plane.
    pub placement: Isometry3<f64>,
    /// Angles of the first and the last ray against the x axis, rad.
    pub angles: [f64; 2],
    /// Number of rays, of one layer.
    pub rays: usize,
    /// Number of layers and elevations of the first and the last one above the xy plane, rad; none: a single layer in that plane.
    pub layers: Option<(usize, [f64; 2])>,
    /// How many values of the telemetry there are: one for each ray, or one for all of them.
    pub values: usize,
    /// Index of the first value in the robot's telemetry.
    pub first: usize,
    /// Index of the first of the same values before noise.
    pub clean: Option<usize>,
    /// Distance from the origin at which readings begin to count, m.
    pub start: f64,
    /// What the values mean.
    pub ranging: Ranging,
    /// Values beyond the telemetry. With distances: they replace those of the telemetry.
    pub data: Option<ScanData>,
}

impl Scan {
    /// Distance from the origin that a reading means, m: infinite where nothing was met, not-a-number where there is no
    /// reading (REP 117). `clean` is the reading before noise.
    pub(super) fn distance(&self, value: f64, clean: Option<f64>) -> f64 {
        match value {
            value if value.is_nan() => f64::NAN,
            _ => self.ranging.met(value, clean).map_or(f64::INFINITY, |distance| self.start + distance),
        }
    }
}

/// Name of the frame of something that moves: `kind` is `robots` or `objects`.
pub(super) fn frame(kind: &str, name: &str) -> String {
    format!("{kind}/{name}")
}

/// Name of the frame in which everything stands.
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
        assert_eq!(scan.distance(1.98, Some(2.0)), f64::INFINITY, "noise is no hit");
        assert!(scan.distance(f64::NAN, None).is_nan());
        scan.ranging.proximity = true;
        assert_eq!([0.75, 0.0].map(|value| scan.distance(value, None)), [0.6, f64::INFINITY]);
        assert!((scan.distance(1.0, None) - 0.1).abs() < 1e-12, "touching counts as met");
    }
}
