//! Parameters of the link.

use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_6, PI};
use twin_link::fusion::Tolerance;
use twin_link::machine::Settings;
use twin_link::map::{Anchor, MapSettings};

/// Channel to the real robot.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChannelKind {
    /// Another robot of the scene, `real`.
    #[default]
    Loopback,
    /// TCP, at `address`.
    Tcp,
    /// A serial line, `serial_port`.
    Serial,
    /// Replay: the file `log_to_replay` contains the messages of the robot, its twin and the consoles.
    Replay,
}

/// What is done about orders that follow one that was answered by `BLOCKED`.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlockedPolicy {
    /// End the route.
    #[default]
    Stop,
    /// Halt both, then continue with the next order.
    Skip,
}

/// What is done if twin and robot disagree in pose.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DeflectedPolicy {
    /// Move the twin to its robot; if an object is there, report an error and end the route.
    #[default]
    Reposition,
    /// Report an error and end the route.
    Stop,
}

/// What the number after `BLOCKED` is.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlockedDistance {
    /// The remaining distance.
    #[default]
    Remaining,
    /// The distance traveled.
    Travelled,
}

/// Whether paths may lead through cells that no reading has covered.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownCells {
    /// They are treated like obstacles.
    #[default]
    Blocked,
    /// They are treated like free cells.
    Free,
}

/// What the point at the end of a ray is of the object that is put there.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnchorPoint {
    /// The center of its near face.
    #[default]
    NearFace,
    /// Its center.
    Center,
}

/// Parameters of the link.
#[params]
#[derive(Clone)]
pub struct LinkParams {
    /// The twin.
    #[param(default = "twin".to_string())]
    pub twin: String,
    /// Channel to the real robot.
    pub channel: ChannelKind,
    /// With `loopback`: robot of the scene that acts as the real one. It must be out of sight of the twin.
    #[param(default = "real".to_string())]
    pub real: String,
    /// With `loopback`: delay from an order until the real robot receives it.
    #[param(unit = "s", min = 0.0, max = 60.0)]
    pub command_delay: f64,
    /// With `loopback`: delay from a reply of the real robot until the link receives it.
    #[param(unit = "s", min = 0.0, max = 60.0)]
    pub reply_delay: f64,
    /// With `loopback`: probability that a reply of the real robot is lost.
    #[param(min = 0.0, max = 1.0)]
    pub reply_loss: f64,
    /// With `tcp`: address and port at which the real robot listens.
    #[param(default = "127.0.0.1:3010".to_string())]
    pub address: String,
    /// With `serial`: the serial line, such as /dev/ttyUSB0 or COM3.
    pub serial_port: String,
    /// With `serial`: bits per second; 8 data bits, no parity, 1 stop bit, no flow control.
    #[param(default = 115_200, min = 9600, max = 230_400)]
    pub baud: u32,
    /// With `tcp` and `serial`: send the real robot a blank line every 0.5 s, so that it can halt when the link is gone.
    #[param(default = true)]
    pub keep_alive: bool,
    /// With `replay`: file of messages, as written by the link with `log`.
    pub log_to_replay: String,
    /// Address to listen on for consoles.
    #[param(default = "127.0.0.1".to_string())]
    pub console_address: String,
    /// TCP port for consoles, usually 3011; 0: none.
    #[param(min = 0, max = 65535)]
    pub console_port: u32,
    /// Maximum time from the first reply to the second.
    #[param(default = 2.0, unit = "s", min = 0.05, max = 60.0)]
    pub time_out: f64,
    /// Maximum distance; anything beyond is ignored.
    #[param(default = 0.6, unit = "m", min = 0.02, max = 10.0)]
    pub max_distance: f64,
    /// Tolerance within which distances are equal.
    #[param(default = 0.05, unit = "m", min = 0.0, max = 1.0)]
    pub min_difference: f64,
    /// Nominal speed of both robots.
    #[param(default = 0.1, unit = "m/s", min = 0.001, max = 10.0)]
    pub speed: f64,
    /// Nominal turn rate of both robots.
    #[param(default = 1.666_666_666_666_666_7, unit = "rad/s", min = 0.01, max = 100.0)]
    pub turn_rate: f64,
    /// Speed of the real robot relative to the nominal one; 0: unknown, and a virtual obstacle stops it after the
    /// timeout.
    #[param(default = 1.0, min = 0.0, max = 10.0)]
    pub real_speed_scale: f64,
    /// Add objects that only the real robot sees to the twin's world.
    #[param(default = true)]
    pub create_from_real: bool,
    /// Obstacles that exist only in the twin's world stop the real robot.
    #[param(default = true)]
    pub stop_on_virtual: bool,
    /// Meaning of the number after BLOCKED.
    pub blocked_distance: BlockedDistance,
    /// Distance from the sonar to the obstacle that blocks the real robot, if its reply does not contain it.
    #[param(default = 0.15, unit = "m", min = 0.02, max = 1.0)]
    pub block_distance: f64,
    /// Half-angle of the sonar's beam.
    #[param(default = 7.5 * PI / 180.0, unit = "rad", min = 0.0, max = FRAC_PI_6)]
    pub half_angle: f64,
    /// Maximum range of the real robot's sonar: a reading without an echo shows free space up to this distance, and at
    /// most up to `max_distance`.
    #[param(default = 2.0, unit = "m", min = 0.02, max = 100.0)]
    pub sonar_range: f64,
    /// Height of the sonar above the origin of the twin.
    #[param(default = 0.07, unit = "m", min = 0.0, max = 10.0)]
    pub sonar_height: f64,
    /// Radius of the free circle that the twin needs about its origin.
    #[param(default = 0.08, unit = "m", min = 0.001, max = 10.0)]
    pub radius: f64,
    /// Depth, width and height of objects added to the twin's world.
    #[param(default = [0.115, 0.115, 0.2], unit = "m", min = 0.001, max = 10.0)]
    pub object_size: [f64; 3],
    /// Color of these objects: red, green, blue.
    #[param(default = [0.95, 0.55, 0.1], min = 0.0, max = 1.0)]
    pub object_color: [f64; 3],
    /// Point of the object at the end of a ray.
    pub anchor: AnchorPoint,
    /// Objects face the ray; otherwise they are aligned with the axes of the world.
    #[param(default = true)]
    pub face_ray: bool,
    /// Merge observations of one object at several angles into one; otherwise each ray creates its own object, as in
    /// the original system.
    #[param(default = true)]
    pub merge: bool,
    /// With `merge`: also merge observations along a straight line into a wall, after each scan.
    #[param(default = true)]
    pub walls: bool,
    /// Number of contradicting observations after which an object is removed; 0: never.
    #[param(default = 3, min = 0, max = 1000)]
    pub refuted_after: u32,
    /// After a scan, correct the pose of the twin so that objects of the scene match the measurements; at least two
    /// must be in sight.
    pub correct_pose: bool,
    /// With `correct_pose`: maximum distance between a measurement and its object; beyond it, it is another object.
    #[param(default = 0.15, unit = "m", min = 0.0, max = 1.0)]
    pub correct_within: f64,
    /// Orders sent one after another from the start of the run: those of the protocol, and SCAN for a whole scan.
    pub route: Vec<String>,
    /// How to proceed with the rest of a route after BLOCKED.
    pub blocked_policy: BlockedPolicy,
    /// Maximum distance between the twin and the pose at which its robot is according to orders and replies.
    #[param(default = 0.03, unit = "m", min = 0.001, max = 10.0)]
    pub max_pose_error: f64,
    /// Maximum difference between the heading of the twin and that of its robot according to orders and replies.
    #[param(default = 2.0 * PI / 180.0, unit = "rad", min = 0.001, max = PI)]
    pub max_heading_error: f64,
    /// How to proceed when one of the two errors is larger.
    pub deflected_policy: DeflectedPolicy,
    /// Whether `go_to` may plan through cells that no reading has covered.
    pub unknown_cells: UnknownCells,
    /// Number of times that an order of a route is repeated after a synchronization error. A `GO` that the robot may have
    /// executed in part is not repeated: the route ends.
    #[param(default = 1, min = 0, max = 100)]
    pub retries: u32,
    /// Log all messages to `messages.jsonl` in the service's folder (grant `Files`).
    pub log: bool,
}

impl LinkParams {
    /// Returns the distance up to which a reading without an echo shows free space, m.
    pub fn reach(&self) -> f64 {
        self.max_distance.min(self.sonar_range)
    }

    /// Returns the settings of the machine.
    pub fn machine(&self) -> Settings {
        Settings {
            time_out: self.time_out,
            tolerance: Tolerance {
                max_distance: self.max_distance * 100.0,
                min_difference: self.min_difference * 100.0,
            },
            speed: self.speed * 100.0,
            turn_rate: self.turn_rate.to_degrees(),
            real_speed_scale: (self.real_speed_scale > 0.0).then_some(self.real_speed_scale),
            create_from_real: self.create_from_real,
            stop_on_virtual: self.stop_on_virtual,
        }
    }

    /// Returns the settings of the map.
    pub fn map(&self) -> MapSettings {
        MapSettings {
            size: self.object_size,
            half_angle: self.half_angle,
            min_difference: self.min_difference,
            anchor: match self.anchor {
                AnchorPoint::NearFace => Anchor::NearFace,
                AnchorPoint::Center => Anchor::Center,
            },
            face_ray: self.face_ray,
            merge: self.merge,
            walls: self.walls,
            reach: self.reach(),
            refuted_after: self.refuted_after,
        }
    }
}
