//! Tests of a component in process, without a library file and without the simulator.
//!
//! A rig makes the component through the same function tables that the simulator uses, so that what passes here behaves
//! the same when it is loaded. [`conformance`] holds the checks that every component of a kind should pass.

pub mod conformance;
mod held;
mod host;
pub mod library;
mod rigs;
mod service_host;
mod service_rig;
mod shapes;

pub use held::{Loaded, OfLibrary};
pub use host::{Clock, TestMessage, TestWorld};
pub use rigs::{ActuatorRig, ControllerRig, DynamicsRig, SensorRig};
pub use service_host::TestRobot;
pub use service_rig::ServiceRig;
pub use shapes::{SolidForm, SolidOwner, TestSolid};
