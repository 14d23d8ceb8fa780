//! Links that move relative to their body, and the motion of sensors on them.

use nalgebra::{Isometry3, Vector3};
use sim_abi::ffi::types as abi;
use sim_model::Kinematics;
use std::sync::Arc;

/// Links that move relative to the body.
pub(super) struct Articulation {
    pub(super) kinematics: Arc<Kinematics>,
    /// Joint positions for which the poses were computed, rad or m.
    pub(super) positions: Vec<f64>,
    pub(super) root_from_link: Vec<Isometry3<f64>>,
    /// Moving colliders: link, index within the body, `link_from_collider`.
    pub(super) colliders: Vec<(usize, usize, Isometry3<f64>)>,
    /// Joint positions have changed since the poses were computed.
    pub(super) moved: bool,
    /// Velocities of the joints driven by the core, by joint, rad/s or m/s; 0 for the others, whose effect on contacts is the
    /// responsibility of their dynamics.
    pub(super) velocities: Vec<f64>,
    /// Velocity of each link relative to the body, in the body's axes: angular, rad/s, and linear of the point of the link at the body's
    /// origin, m/s.
    pub(super) twists: Vec<[Vector3<f64>; 2]>,
    /// Whether any of them is not 0.
    pub(super) driven: bool,
    /// Motion of the links, for robots with a sensor on a moving link.
    pub(super) motions: Option<Box<LinkMotions>>,
}

/// A joint that carries a sensor.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct CarryingJoint {
    joint: usize,
    /// Velocity at the start of the last tick, rad/s or m/s.
    before: f64,
    /// Velocity at its end.
    now: f64,
    /// Acceleration over it, rad/s² or m/s².
    acceleration: f64,
}

/// Velocities and accelerations relative to the body of the links that carry sensors, regardless of the source of the joint motion.
pub(super) struct LinkMotions {
    /// Accessed in every tick; the rest is needed only while one of these joints moves.
    carriers: Box<[CarryingJoint]>,
    /// Whether any of them moves.
    moving: bool,
    /// Whether twists and their rates are up to date with the motion of the joints.
    known: bool,
    /// For all joints: velocities, rad/s or m/s, and accelerations over the last tick, rad/s² or m/s²; 0 for joints without sensors.
    rates: Box<[f64]>,
    accelerations: Box<[f64]>,
    /// See [`Kinematics::twists`] and [`Kinematics::twist_rates`].
    twists: Box<[[Vector3<f64>; 2]]>,
    twist_rates: Box<[[Vector3<f64>; 2]]>,
}

impl LinkMotions {
    /// For joints at rest, for sensors on these links.
    pub(super) fn new(kinematics: &Kinematics, links: impl Iterator<Item = usize>) -> Self {
        let mut carriers: Vec<usize> = links.flat_map(|link| kinematics.joints_to(link)).collect();
        carriers.sort_unstable();
        carriers.dedup();
        let (joints, links) = (kinematics.joint_count(), kinematics.link_count());
        Self {
            carriers: carriers.into_iter().map(|joint| CarryingJoint { joint, ..CarryingJoint::default() }).collect(),
            moving: false,
            known: false,
            rates: vec![0.0; joints].into(),
            accelerations: vec![0.0; joints].into(),
            twists: vec![[Vector3::zeros(); 2]; links].into(),
            twist_rates: vec![[Vector3::zeros(); 2]; links].into(),
        }
    }

    /// Reads the joints at the end of the last tick, which took `dt` (s).
    #[inline]
    pub(super) fn accelerate(&mut self, joints: &[abi::JointState], dt: f64) {
        (self.moving, self.known) = (false, false);
        for carrier in &mut self.carriers {
            carrier.now = joints[carrier.joint].velocity;
            carrier.acceleration = (carrier.now - carrier.before) / dt;
            self.moving |= carrier.now != 0.0 || carrier.before != 0.0;
        }
    }

    /// Begins a tick.
    #[inline]
    pub(super) fn begin(&mut self) {
        if self.moving {
            self.carriers.iter_mut().for_each(|carrier| carrier.before = carrier.now);
        }
    }

    /// Computes the twists and their rates, unless they are up to date.
    fn compute(&mut self, kinematics: &Kinematics, root_from_link: &[Isometry3<f64>]) {
        if std::mem::replace(&mut self.known, true) {
            return;
        }
        for carrier in &self.carriers {
            self.rates[carrier.joint] = carrier.now;
            self.accelerations[carrier.joint] = carrier.acceleration;
        }
        kinematics.twists(&self.rates, root_from_link, &mut self.twists);
        kinematics.twist_rates(&self.rates, &self.accelerations, root_from_link, &self.twists, &mut self.twist_rates);
    }
}

/// The motion of a body: its state, and its acceleration (m/s²) and angular acceleration (rad/s²) over the last tick, world axes.
#[derive(Clone, Copy)]
pub(super) struct BodyMotion<'a> {
    pub(super) state: &'a abi::BodyState,
    pub(super) acceleration: Vector3<f64>,
    pub(super) angular_acceleration: Vector3<f64>,
}

impl Articulation {
    /// Velocities of the joints that carry sensors at the start of the last tick, rad/s or m/s; empty if all are 0.
    pub(super) fn joint_rates_before(&self) -> Vec<f64> {
        let carriers = self.motions.iter().flat_map(|motions| &motions.carriers);
        let rates: Vec<f64> = carriers.map(|carrier| carrier.before).collect();
        if rates.iter().any(|rate| *rate != 0.0) { rates } else { Vec::new() }
    }

    /// Restores the velocities from [`Articulation::joint_rates_before`] for the same joints.
    pub(super) fn restore_joint_rates(&mut self, rates: &[f64]) {
        let carriers = self.motions.iter_mut().flat_map(|motions| &mut motions.carriers);
        let rates = rates.iter().copied().chain(std::iter::repeat(0.0));
        carriers.zip(rates).for_each(|(carrier, rate)| carrier.before = rate);
    }

    /// Updates velocities after the joints have been set: they move as in the tick before.
    pub(super) fn settle_joint_rates(&mut self, joints: &[abi::JointState]) {
        let carriers = self.motions.iter_mut().flat_map(|motions| &mut motions.carriers);
        carriers.for_each(|carrier| carrier.before = joints[carrier.joint].velocity);
    }

    /// Motion of a mount on a link in the world; `None` if it moves with the body as a rigid body.
    pub(super) fn mount_motion(
        &mut self,
        link: usize,
        body_from_mount: &Isometry3<f64>,
        body: BodyMotion<'_>,
    ) -> Option<abi::MountMotion> {
        let motions = self.motions.as_mut().filter(|motions| motions.moving)?;
        motions.compute(&self.kinematics, &self.root_from_link);
        let ([turn, shift], [turn_rate, shift_rate]) = (motions.twists[link], motions.twist_rates[link]);
        if [turn, shift, turn_rate, shift_rate].iter().all(|part| *part == Vector3::zeros()) {
            return None;
        }
        let world_from_body = Isometry3::from(body.state.pose).rotation;
        let point = body_from_mount.translation.vector;
        let velocity = shift + turn.cross(&point);
        let acceleration = shift_rate + turn_rate.cross(&point) + turn.cross(&velocity);
        let [arm, turn, turn_rate, velocity, acceleration] =
            [point, turn, turn_rate, velocity, acceleration].map(|vector| world_from_body * vector);
        let (spin, swing) = (Vector3::from(body.state.angular_velocity), body.angular_acceleration);
        // The centripetal part of the body's rotation, and the Coriolis part of the relative motion.
        let carried = swing.cross(&arm) + spin.cross(&(spin.cross(&arm) + velocity * 2.0));
        Some(abi::MountMotion {
            velocity: (Vector3::from(body.state.linear_velocity) + spin.cross(&arm) + velocity).into(),
            angular_velocity: (spin + turn).into(),
            acceleration: (body.acceleration + carried + acceleration).into(),
            angular_acceleration: (swing + turn_rate + spin.cross(&turn)).into(),
            ..abi::MountMotion::default()
        })
    }
}
