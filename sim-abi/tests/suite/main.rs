//! Examples of the guide and tests of the contract.

mod guide;
mod guide_actuator;
mod guide_controller;
mod guide_dynamics;
mod guide_module;
mod guide_readme;
mod guide_robot;
mod guide_sensor;
mod guide_service;
mod mathematics;
mod service_rig;
