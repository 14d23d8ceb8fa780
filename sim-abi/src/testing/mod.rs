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
mod solid;
mod world;

pub use held::{Loaded, OfLibrary};
pub use host::Clock;
pub use rigs::{ActuatorRig, ControllerRig, DynamicsRig, SensorRig};
pub use service_rig::ServiceRig;
pub use solid::{SolidForm, SolidOwner, TestSolid};
pub use world::{TestMessage, TestRobot, TestWorld};
