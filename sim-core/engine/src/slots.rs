//! Iterates over all components of a robot, regardless of their kinds.

use super::mover::{Drive, Mover, Slot};
use sim_host::Table;

/// An operation on each component of a robot.
pub(super) trait Visitor {
    /// Visits one component.
    fn visit<T: Table>(&mut self, slot: &mut Slot<T>);
}

impl Mover {
    /// Passes all components to a visitor.
    pub(super) fn visit(&mut self, visitor: &mut impl Visitor) {
        self.sensors.iter_mut().for_each(|sensor| visitor.visit(&mut sensor.slot));
        self.actuators.iter_mut().for_each(|actuator| visitor.visit(&mut actuator.slot));
        self.controller.iter_mut().for_each(|slot| visitor.visit(slot));
        if let Drive::Plugin(slot) = &mut self.drive {
            visitor.visit(slot);
        }
    }
}
