//! Backup of memory and joints before the step of a dynamics, to restore them if it fails.

use sim_abi::ffi::types as abi;

/// Memory and joints of the robot whose dynamics is called.
#[derive(Default)]
pub(super) struct Backup {
    memory: Vec<f64>,
    joints: Vec<abi::JointState>,
}

impl Backup {
    /// Stores memory and joints; allocates only if no robot of this thread had as many.
    #[inline]
    pub(super) fn keep(&mut self, memory: &[f64], joints: &[abi::JointState]) {
        copy(&mut self.memory, memory);
        copy(&mut self.joints, joints);
    }

    /// Restores the stored values.
    #[cold]
    pub(super) fn put_back(&self, memory: &mut [f64], joints: &mut [abi::JointState]) {
        memory.copy_from_slice(&self.memory);
        joints.copy_from_slice(&self.joints);
    }
}

/// Copies values; most lists are empty.
#[inline]
fn copy<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    if !from.is_empty() {
        to.extend_from_slice(from);
    }
}
