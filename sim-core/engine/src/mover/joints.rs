//! The joints of a robot.

use super::effects::CoreEffect;
use crate::articulation::Articulation;
use sim_abi::ffi::types as abi;
use sim_model::Follower;

/// Joints of a robot and the links that they move.
#[derive(Default)]
pub(crate) struct Joints {
    pub(crate) states: Box<[abi::JointState]>,
    /// Minimum and maximum position of each joint, rad or m.
    pub(crate) limits: Box<[[f64; 2]]>,
    /// Joints that mimic others.
    pub(crate) followers: Box<[Follower]>,
    /// Indices of the movable joints, whose state is in the telemetry.
    pub(crate) moving: Box<[u32]>,
    /// Links that move relative to the body, if it has colliders or mounts on them.
    pub(crate) articulation: Option<Box<Articulation>>,
}

impl Joints {
    /// Velocities and accelerations over the last tick of links that carry sensors.
    #[inline]
    pub(crate) fn accelerate(&mut self, dt: f64) {
        if let Some(motions) = self.articulation.as_mut().and_then(|links| links.motions.as_mut()) {
            motions.accelerate(&self.states, dt);
        }
    }

    /// Moves mimic joints to the positions that follow from their leaders.
    #[inline]
    pub(crate) fn follow_leaders(&mut self) {
        for follower in &self.followers {
            let leader = self.states[follower.leader];
            let joint = &mut self.states[follower.joint];
            (joint.position, joint.velocity) = follower.state(leader.position, leader.velocity);
        }
    }

    /// Updates links, colliders and mounts to changed joint positions, whatever moved the joints.
    #[inline]
    pub(crate) fn notice(&mut self) {
        if let Some(articulation) = &mut self.articulation {
            let mut pairs = articulation.positions.iter().zip(&self.states);
            articulation.moved |= pairs.any(|(known, joint)| known.to_bits() != joint.position.to_bits());
        }
    }

    /// Writes positions and velocities of the movable joints into their section of the telemetry.
    #[inline]
    pub(crate) fn publish(&self, values: &mut [f64]) {
        for (values, joint) in values.chunks_exact_mut(2).zip(&self.moving) {
            let joint = &self.states[*joint as usize];
            values.copy_from_slice(&[joint.position, joint.velocity]);
        }
    }

    /// Sets the velocity of joints driven only by the dynamics to zero, after the dynamics has failed.
    #[cold]
    pub(crate) fn rest(&mut self, effects: &[CoreEffect]) {
        for (number, state) in self.states.iter_mut().enumerate() {
            let moves = |effect: &CoreEffect| match effect {
                CoreEffect::JointPosition { joint, .. } | CoreEffect::JointVelocity { joint, .. } => *joint == number,
                _ => false,
            };
            if !effects.iter().any(moves) {
                state.velocity = 0.0;
            }
        }
    }

    /// Computes the velocities of links driven by the core.
    pub(crate) fn drive_links(&mut self, effects: &[CoreEffect]) {
        let Some(links) = &mut self.articulation else { return };
        let mut any = false;
        for effect in effects {
            if let CoreEffect::JointPosition { joint, .. }
            | CoreEffect::JointVelocity { joint, .. }
            | CoreEffect::JointTarget { joint, .. } = effect
            {
                links.velocities[*joint] = self.states[*joint].velocity;
                any |= links.velocities[*joint] != 0.0;
            }
        }
        for follower in &self.followers {
            // Like its leader: joints moved by a dynamics have no velocity here.
            let driven = links.velocities[follower.leader] != 0.0;
            links.velocities[follower.joint] = if driven { self.states[follower.joint].velocity } else { 0.0 };
        }
        links.driven = any && !links.colliders.is_empty();
        if links.driven {
            links.kinematics.twists(&links.velocities, &links.root_from_link, &mut links.twists);
        }
    }
}
