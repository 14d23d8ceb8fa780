//! Joints of the robot, as found at setup and read in a step.

use crate::fault::{Result, unknown_name};
use crate::ffi::types::JointState;
use crate::model::Joint;
use std::ops::Deref;

/// A joint of the robot, found at setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointIndex(pub(crate) usize);

/// A read-only copy of a joint's current state. Only a dynamics moves joints, with
/// [`set_joint`](crate::dynamics::DynamicsIo::set_joint); writing to the copy does not compile, since it would have no
/// effect.
///
/// ```compile_fail,E0594
/// use sim_abi::prelude::*;
///
/// fn step(io: &mut DynamicsIo, elbow: JointIndex) {
///     io.joint(elbow).position = 0.5;
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointReading(pub(crate) JointState);

impl Deref for JointReading {
    type Target = JointState;
    #[inline]
    fn deref(&self) -> &JointState {
        &self.0
    }
}

#[track_caller]
pub(crate) fn find_joint(joints: &[Joint], name: &str) -> Result<JointIndex> {
    match joints.iter().position(|joint| joint.name == name) {
        Some(index) => Ok(JointIndex(index)),
        None => Err(unknown_name("joint", name, joints.iter().map(|joint| joint.name.as_str()))),
    }
}
