//! Links that move against their body, and how sensors on them move.

use crate::model::Kinematics;
use nalgebra::{Isometry3, Vector3};
use sim_abi::ffi::types as abi;
use std::sync::Arc;

/// Links that move against the body.
pub(super) struct Articulation {
    pub(super) kinematics: Arc<Kinematics>,
    /// Positions of all joints for which the poses were computed, rad or m.
    pub(super) positions: Vec<f64>,
    pub(super) root_from_link: Vec<Isometry3<f64>>,
    /// Colliders that move: link, number within the body, `link_from_collider`.
    pub(super) colliders: Vec<(usize, usize, Isometry3<f64>)>,
    /// Joint positions have changed since the poses were computed.
    pub(super) moved: bool,
    /// Velocities of the joints that the core moves, by joint, rad/s or m/s; 0 of the others, whose effect on what they touch
    /// is for their dynamics to say.
    pub(super) velocities: Vec<f64>,
    /// Velocity of each link against the body, in the body's axes: angular, rad/s, and linear of the point of the link that is
    /// at the body's origin, m/s.
    pub(super) twists: Vec<[Vector3<f64>; 2]>,
    /// Any of them is not 0.
    pub(super) driven: bool,
    /// How the links move, of robots with a sensor on a link that moves.
    pub(super) motions: Option<Box<LinkMotions>>,
}

/// Velocities and accelerations of the links against the body, whatever moves their joints.
pub(super) struct LinkMotions {
    /// Joints that carry sensors; the others are left out, and with them the links behind them.
    carriers: Box<[usize]>,
    /// Velocities of all joints at the beginning of the last tick, rad/s or m/s.
    rates_before: Vec<f64>,
    /// At its end, and accelerations over it, rad/s² or m/s².
    rates: Vec<f64>,
    accelerations: Vec<f64>,
    /// See [`Kinematics::twists`] and [`Kinematics::twist_rates`].
    twists: Vec<[Vector3<f64>; 2]>,
    twist_rates: Vec<[Vector3<f64>; 2]>,
    /// Any joint moves.
    moving: bool,
    /// Twists and their rates are those of the joints' motion.
    known: bool,
}

impl LinkMotions {
    /// Of joints at rest, for sensors on these links.
    pub(super) fn new(kinematics: &Kinematics, links: impl Iterator<Item = usize>) -> Self {
        let mut carriers: Vec<usize> = links.flat_map(|link| kinematics.joints_to(link)).collect();
        carriers.sort_unstable();
        carriers.dedup();
        let (joints, links) = (kinematics.joint_count(), kinematics.link_count());
        Self {
            carriers: carriers.into(),
            rates_before: vec![0.0; joints],
            rates: vec![0.0; joints],
            accelerations: vec![0.0; joints],
            twists: vec![[Vector3::zeros(); 2]; links],
            twist_rates: vec![[Vector3::zeros(); 2]; links],
            moving: false,
            known: false,
        }
    }

    /// Takes the joints at the end of the last tick, which took `dt` (s).
    pub(super) fn accelerate(&mut self, joints: &[abi::JointState], dt: f64) {
        self.moving = false;
        self.known = false;
        for &number in &self.carriers {
            let (rate, before) = (joints[number].velocity, self.rates_before[number]);
            self.rates[number] = rate;
            self.accelerations[number] = (rate - before) / dt;
            self.moving |= rate != 0.0 || before != 0.0;
        }
    }

    /// A tick begins.
    pub(super) fn begin(&mut self) {
        self.rates_before.copy_from_slice(&self.rates);
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
    /// Velocities of the joints at the beginning of the last tick, as far as sensors need them; empty where all are 0.
    pub(super) fn joint_rates_before(&self) -> Vec<f64> {
        let rates = self.motions.as_ref().map(|motions| &motions.rates_before);
        rates.filter(|rates| rates.iter().any(|rate| *rate != 0.0)).cloned().unwrap_or_default()
    }

    /// Takes over what [`Articulation::joint_rates_before`] gave for the same joints.
    pub(super) fn restore_joint_rates(&mut self, rates: &[f64]) {
        let Some(motions) = &mut self.motions else { return };
        motions.rates_before.fill(0.0);
        motions.rates_before.iter_mut().zip(rates).for_each(|(own, rate)| *own = *rate);
    }

    /// How a mount on a link moves in the world; none where it moves with the body as a rigid body.
    pub(super) fn mount_motion(
        &mut self,
        link: usize,
        body_from_mount: &Isometry3<f64>,
        body: BodyMotion<'_>,
    ) -> Option<abi::MountMotion> {
        let motions = self.motions.as_mut().filter(|motions| motions.moving)?;
        if !motions.known {
            let LinkMotions { rates, accelerations, twists, twist_rates, .. } = &mut **motions;
            self.kinematics.twists(rates, &self.root_from_link, twists);
            self.kinematics.twist_rates(rates, accelerations, &self.root_from_link, twists, twist_rates);
            motions.known = true;
        }
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
        // The centripetal part of the body's rotation, and the Coriolis part of the motion against the body.
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
