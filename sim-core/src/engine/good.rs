//! Joints and memory of a dynamics as they were before its step.

use sim_abi::ffi::types as abi;

/// What a dynamics may spoil besides its body, as it was before a step.
#[derive(Default)]
pub(super) struct Good {
    memory: Vec<f64>,
    joints: Vec<abi::JointState>,
}

impl Good {
    /// Remembers memory and joints; allocates only where they have become longer.
    #[inline]
    pub(super) fn keep(&mut self, memory: &[f64], joints: &[abi::JointState]) {
        self.memory.clear();
        self.memory.extend_from_slice(memory);
        self.joints.clear();
        self.joints.extend_from_slice(joints);
    }

    /// Puts back what was kept.
    #[cold]
    pub(super) fn put_back(&self, memory: &mut [f64], joints: &mut [abi::JointState]) {
        memory.copy_from_slice(&self.memory);
        joints.copy_from_slice(&self.joints);
    }
}
