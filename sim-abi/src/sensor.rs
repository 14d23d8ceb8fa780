//! Sensors: compute readings from the world.

use crate::call::{Call, Common, common_methods, shares};
use crate::declare::{Channel, Coverage, Datasheet, Function};
use crate::fault::{Fault, Result};
use crate::ffi::frames::SensorFrame;
use crate::ffi::types::{JointState, MountMotion};
use crate::ffi::views::{self, Rows, ViewMut};
use crate::joint::{JointIndex, JointReading, find_joint};
use crate::math::{BodyState, Pose, Vec3};
use crate::model::Joint;
use crate::params::Params;
use crate::world::World;
use serde_json::Value;

/// Senses the world on behalf of one robot.
///
/// Write the clean value: noise, drift, dropout and latency are configured in the scene and added by the core, which keeps both
/// values for recordings.
pub trait Sensor: Sized + Send + 'static {
    /// Parameters. Use [`NoParams`](crate::params::NoParams) for none.
    type Params: Params;

    /// Creates a sensor and declares its channels with units and ranges.
    fn new(params: Self::Params, setup: &mut SensorSetup) -> Result<Self>;

    /// Writes one reading: one value per channel, in the order of their declaration.
    fn sense(&mut self, io: &mut SensorIo, reading: &mut [f64]) -> Result;

    common_methods!();

    /// Executes one of [`Sensor::functions`]. `reading` is what a controller would currently read of the world, including noise:
    /// one value per channel.
    fn call(&mut self, function: &str, _arguments: &[Value], _reading: &[f64]) -> Result<Value> {
        Err(Fault::new(format!("unknown function `{function}`")))
    }
}

/// Setup of a sensor.
#[derive(Clone, Debug, Default)]
pub struct SensorSetup(pub(crate) Common);

impl SensorSetup {
    /// Declares a channel.
    pub fn channel(&mut self, channel: Channel) {
        self.0.declaration.channels.push(channel);
    }

    /// Declares the sensor's coverage, so that the window can show it.
    pub fn coverage(&mut self, coverage: Coverage) {
        self.0.declaration.coverage.push(coverage);
    }

    /// Initial `body_from_sensor`.
    pub fn mount(&self) -> Pose {
        self.0.request.mount.isometry()
    }

    /// Finds a joint of the robot.
    #[track_caller]
    pub fn joint(&self, name: &str) -> Result<JointIndex> {
        find_joint(&self.0.request.joints, name)
    }

    /// All joints of the robot.
    pub fn joints(&self) -> &[Joint] {
        &self.0.request.joints
    }

    /// Types of beacons in the scene; a beacon's `kind` is an index into them.
    pub fn beacon_kinds(&self) -> &[String] {
        &self.0.request.beacon_kinds
    }

    /// Names of the beacons in the scene, by id.
    pub fn beacons(&self) -> &[String] {
        &self.0.request.beacons
    }

    /// Bit of a category, for [`Filter::categories`](crate::world::Filter): a category of the scene, or one of `fixed`, `ground`,
    /// `movable` and `robot`. `None` if nothing in the scene has this category.
    pub fn category_bit(&self, name: &str) -> Option<u32> {
        let own = || self.0.request.categories.iter().position(|word| word == name).map(|index| index + 4);
        let place = ["fixed", "ground", "movable", "robot"].iter().position(|word| *word == name).or_else(own)?;
        1u32.checked_shl(place as u32)
    }
}

shares!(SensorSetup, 0: Common);

/// The world and the robot's body during a reading.
pub struct SensorIo<'a> {
    call: Call<'a>,
    world: World<'a>,
    body: &'a crate::ffi::types::BodyState,
    joints: Rows<JointState>,
    mount: Pose,
    acceleration: Vec3,
    angular_acceleration: Vec3,
    gravity: Vec3,
    motion: Option<&'a MountMotion>,
    scan: &'a mut [f64],
}

impl<'a> SensorIo<'a> {
    /// Runs one reading on a frame.
    ///
    /// # Safety
    /// As for a [controller](crate::controller::ControllerIo::of).
    #[inline]
    pub(crate) unsafe fn run(
        frame: &SensorFrame,
        sense: impl FnOnce(&mut SensorIo<'_>, &mut [f64]) -> Result,
    ) -> Result {
        // SAFETY: the caller's promise.
        let (mut io, output) = unsafe {
            let call = Call::of(frame.call);
            let io = SensorIo {
                world: World::of(&*frame.world, call.context()),
                body: &*frame.body,
                joints: frame.joints,
                mount: frame.mount.into(),
                acceleration: frame.acceleration.into(),
                angular_acceleration: frame.angular_acceleration.into(),
                gravity: frame.gravity.into(),
                motion: motion(frame).as_ref(),
                scan: scan(frame),
                call,
            };
            (io, frame.output.as_slice())
        };
        sense(&mut io, output)
    }

    /// Queries of the world.
    #[inline]
    pub fn world(&self) -> World<'a> {
        self.world
    }

    /// True state of the robot.
    #[inline]
    pub fn body(&self) -> BodyState {
        (*self.body).into()
    }

    /// Current `body_from_sensor`: a sensor on a joint turns with it.
    #[inline]
    pub fn mount(&self) -> &Pose {
        &self.mount
    }

    /// Current `world_from_sensor`.
    #[inline]
    pub fn pose(&self) -> Pose {
        Pose::from(self.body.pose) * self.mount
    }

    /// Velocity of the sensor's origin, world axes, m/s, including the motion of joints that carry the sensor.
    pub fn velocity(&self) -> Vec3 {
        if let Some(motion) = self.motion {
            return motion.velocity.into();
        }
        let body = self.body();
        body.linear_velocity + body.angular_velocity.cross(&(body.pose.rotation * self.mount.translation.vector))
    }

    /// Angular velocity of the sensor, world axes, rad/s, including the motion of joints that carry the sensor.
    pub fn angular_velocity(&self) -> Vec3 {
        self.motion.map_or_else(|| self.body().angular_velocity, |motion| motion.angular_velocity.into())
    }

    /// Acceleration of the sensor's origin over the last tick, world axes, without gravity, m/s², including the motion of joints
    /// that carry the sensor.
    pub fn acceleration(&self) -> Vec3 {
        if let Some(motion) = self.motion {
            return motion.acceleration.into();
        }
        let body = self.body();
        let arm = body.pose.rotation * self.mount.translation.vector;
        let centripetal = body.angular_velocity.cross(&body.angular_velocity.cross(&arm));
        self.acceleration + self.angular_acceleration.cross(&arm) + centripetal
    }

    /// Angular acceleration of the sensor over the last tick, world axes, rad/s², including the motion of joints that carry the
    /// sensor.
    pub fn angular_acceleration(&self) -> Vec3 {
        self.motion.map_or(self.angular_acceleration, |motion| motion.angular_acceleration.into())
    }

    /// Gravitational acceleration, world axes, m/s².
    pub fn gravity(&self) -> Vec3 {
        self.gravity
    }

    /// Values of the scan, to write to: as many as [`ScanData`](crate::declare::ScanData) declares. Empty without it, and if the
    /// host does not support scans.
    pub fn scan(&mut self) -> &mut [f64] {
        self.scan
    }

    /// A joint of the robot.
    #[inline]
    pub fn joint(&self, joint: JointIndex) -> JointReading {
        // SAFETY: the frame lends the joints for the length of the call.
        JointReading(unsafe { self.joints.get(joint.0) })
    }
}

/// Motion of the mount; null if the mount is fixed to the body, or the host does not report it.
///
/// # Safety
/// The frame belongs to the running call.
#[inline]
unsafe fn motion(frame: *const SensorFrame) -> *const MountMotion {
    const AT: usize = std::mem::offset_of!(SensorFrame, motion);
    // SAFETY: the frame holds as many bytes as its size.
    unsafe {
        match views::has(frame, AT, size_of::<*const MountMotion>()) {
            true => (*frame).motion,
            false => std::ptr::null(),
        }
    }
}

/// Values of the scan; empty if the host does not support scans.
///
/// # Safety
/// The frame belongs to the running call, and `'a` ends with it.
#[inline]
unsafe fn scan<'a>(frame: *const SensorFrame) -> &'a mut [f64] {
    const AT: usize = std::mem::offset_of!(SensorFrame, scan);
    // SAFETY: the frame holds as many bytes as its size, and lends the values to this call alone.
    unsafe {
        match views::has(frame, AT, size_of::<ViewMut<f64>>()) {
            true => (*frame).scan.as_slice(),
            false => &mut [],
        }
    }
}

shares!(SensorIo<'a>, call: Call<'a>);
