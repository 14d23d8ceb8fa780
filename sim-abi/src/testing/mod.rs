//! In-process tests of a component, without a library file and without the simulator.
//!
//! A rig creates the component through the same function tables as the simulator, so that a tested component behaves
//! the same when it is loaded. [`conformance`] contains the checks for every component of a kind.

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
