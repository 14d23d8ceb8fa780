//! What identifies a mover in the scene and in the simulation.

use sim_abi::model::RobotModelSpec;
use sim_geometry::BodyId;
use sim_scene::Properties;
use std::sync::Arc;

/// Name, model and numbers of a mover. The fields that every tick needs come first.
#[repr(C)]
pub(crate) struct Identity {
    /// A robot; otherwise a movable object.
    pub(crate) robot: bool,
    pub(crate) body: BodyId,
    /// Index among the movers; robots come first.
    pub(crate) index: usize,
    pub(crate) name: Arc<str>,
    pub(crate) model: Option<Arc<RobotModelSpec>>,
    /// Its scene properties for services, if any.
    pub(crate) properties: Option<Arc<Properties>>,
}

impl Identity {
    /// A movable object without properties.
    pub(crate) fn of_object(name: &str, index: usize, body: BodyId) -> Self {
        Self { robot: false, body, index, name: name.into(), model: None, properties: None }
    }
}
