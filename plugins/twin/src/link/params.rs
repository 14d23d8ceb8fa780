//! Parameters of the link.

use sim_abi::prelude::*;
use std::f64::consts::{FRAC_PI_6, PI};
use twin_link::fusion::Tolerance;
use twin_link::machine::Settings;
use twin_link::map::{Anchor, MapSettings};

/// How lines get to the real robot.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ChannelKind {
    /// It is another robot of the scene, `real`.
    #[default]
    Loopback,
    /// It is reached over TCP, at `address`.
    Tcp,
    /// It is at a serial line, `serial_port`.
    Serial,
    /// Nobody: the file `log_to_replay` says what the robot, its twin and whoever gave the orders have said.
    Replay,
}

/// What is done about orders that follow one that was answered by `BLOCKED`.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlockedPolicy {
    /// The route ends.
    #[default]
    Stop,
    /// Both are halted, and the next order follows.
    Skip,
}

/// What the number after `BLOCKED` is.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlockedDistance {
    /// The distance that remains to be advanced.
    #[default]
    Remaining,
    /// The distance that has been advanced.
    Travelled,
}

/// What the point at the end of a ray is of the object that is put there.
#[params]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnchorPoint {
    /// The middle of its near face.
    #[default]
    NearFace,
    /// Its centre.
    Center,
}

/// Parameters of the link.
#[params]
#[derive(Clone)]
pub struct LinkParams {
    /// Robot that is the twin.
    #[param(default = "twin".to_string())]
    pub twin: String,
    /// How lines get to the real robot.
    pub channel: ChannelKind,
    /// With `loopback`: robot of the scene that plays the real one. It stands where the twin cannot see it.
    #[param(default = "real".to_string())]
    pub real: String,
    /// With `loopback`: time from an order to the real robot's hearing of it.
    #[param(unit = "s", min = 0.0, max = 60.0)]
    pub command_delay: f64,
    /// With `loopback`: time from an answer of the real robot to the link's hearing of it.
    #[param(unit = "s", min = 0.0, max = 60.0)]
    pub reply_delay: f64,
    /// With `loopback`: probability that an answer of the real robot is lost.
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
    /// With `replay`: file with what was said, as the link writes it with `log`.
    pub log_to_replay: String,
    /// Address on which consoles are listened to.
    #[param(default = "127.0.0.1".to_string())]
    pub console_address: String,
    /// TCP port on which consoles are listened to, usually 3011; 0: there is none.
    #[param(min = 0, max = 65535)]
    pub console_port: u32,
    /// Time for the second answer after the first.
    #[param(default = 2.0, unit = "s", min = 0.05, max = 60.0)]
    pub time_out: f64,
    /// What is seen farther away counts as nothing.
    #[param(default = 0.6, unit = "m", min = 0.02, max = 10.0)]
    pub max_distance: f64,
    /// Distances that differ by no more are equal.
    #[param(default = 0.05, unit = "m", min = 0.0, max = 1.0)]
    pub min_difference: f64,
    /// Nominal speed of both robots.
    #[param(default = 0.1, unit = "m/s", min = 0.001, max = 10.0)]
    pub speed: f64,
    /// Nominal speed at which both turn.
    #[param(default = 1.666_666_666_666_666_7, unit = "rad/s", min = 0.01, max = 100.0)]
    pub turn_rate: f64,
    /// Speed of the real robot over the nominal one; 0: it is not known, and a virtual obstacle stops it after the time-out.
    #[param(default = 1.0, min = 0.0, max = 10.0)]
    pub real_speed_scale: f64,
    /// What only the real robot sees is put into the twin's world.
    #[param(default = true)]
    pub create_from_real: bool,
    /// What exists only in the twin's world stops the real robot.
    #[param(default = true)]
    pub stop_on_virtual: bool,
    /// What the number after BLOCKED is.
    pub blocked_distance: BlockedDistance,
    /// Distance from the sonar to what blocks the real robot, where its answer does not tell it.
    #[param(default = 0.15, unit = "m", min = 0.02, max = 1.0)]
    pub block_distance: f64,
    /// Half-angle of the sonar's beam.
    #[param(default = 7.5 * PI / 180.0, unit = "rad", min = 0.0, max = FRAC_PI_6)]
    pub half_angle: f64,
    /// Height of the sonar above the origin of the twin.
    #[param(default = 0.07, unit = "m", min = 0.0, max = 10.0)]
    pub sonar_height: f64,
    /// Radius of the circle about its origin that the twin needs to stand somewhere.
    #[param(default = 0.08, unit = "m", min = 0.001, max = 10.0)]
    pub radius: f64,
    /// Depth, width and height of objects that are put into the twin's world.
    #[param(default = [0.115, 0.115, 0.2], unit = "m", min = 0.001, max = 10.0)]
    pub object_size: [f64; 3],
    /// Color of these objects: red, green, blue.
    #[param(default = [0.95, 0.55, 0.1], min = 0.0, max = 1.0)]
    pub object_color: [f64; 3],
    /// What the point at the end of a ray is of the object.
    pub anchor: AnchorPoint,
    /// Objects are turned to face the ray; else they stand along the axes of the world.
    #[param(default = true)]
    pub face_ray: bool,
    /// What is seen of one object at several angles becomes one object; else each ray makes its own, as the original system did.
    #[param(default = true)]
    pub merge: bool,
    /// Looks that contradict what was seen until it is dropped; 0: it is kept.
    #[param(default = 3, min = 0, max = 1000)]
    pub refuted_after: u32,
    /// After a scan the twin is put where the robot must stand so that it sees what it has measured of objects of the scene; two at
    /// least must be in sight.
    pub correct_pose: bool,
    /// With `correct_pose`: what is farther than this from where it should be is another object.
    #[param(default = 0.15, unit = "m", min = 0.0, max = 1.0)]
    pub correct_within: f64,
    /// Orders that are given one after the other from the start of the run: those of the protocol, and SCAN for a whole scan.
    pub route: Vec<String>,
    /// What is done about the rest of a route after BLOCKED.
    pub blocked_policy: BlockedPolicy,
    /// How often an order of a route is given again after an error of synchronisation.
    #[param(default = 1, min = 0, max = 100)]
    pub retries: u32,
    /// All that is said goes into `messages.jsonl` in the service's folder (grant `Files`).
    pub log: bool,
}

impl LinkParams {
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
            refuted_after: self.refuted_after,
        }
    }
}
