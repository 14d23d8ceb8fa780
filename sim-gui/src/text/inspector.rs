//! The inspector.

use super::{Text, text};

pub const NOTHING: Text = text("inspector-nothing");
pub const POSE: Text = text("inspector-pose");
pub const START: Text = text("common-start");
pub const START_HELP: Text = text("inspector-start-help");

pub const NOW: Text = text("common-now");
pub const NOW_HELP: Text = text("inspector-now-help");
pub const CHOOSE_START: Text = text("inspector-choose-start");
pub const MOTION: Text = text("inspector-motion");
pub const POSITION: Text = text("inspector-position");
pub const ROTATION: Text = text("inspector-rotation");
pub const VELOCITY: Text = text("inspector-velocity");
pub const DISTANCE: Text = text("inspector-distance");
pub const COLLISIONS: Text = text("inspector-collisions");
pub const COMPONENTS: Text = text("common-components");
pub const CONTROLLER: Text = text("inspector-controller");
pub const DYNAMICS: Text = text("inspector-dynamics");
pub const TELEMETRY: Text = text("inspector-telemetry");
pub const FIXED: Text = text("inspector-fixed");
pub const ADDED: Text = text("inspector-added");
pub const SIZE: Text = text("inspector-size");
pub const DESCRIPTION: Text = text("inspector-description");
pub const HALTED: Text = text("inspector-halted");
pub const NO_READING: Text = text("inspector-no-reading");
pub const NO_READING_HELP: Text = text("inspector-no-reading-help");
pub const NO_CONTROLLER: Text = text("inspector-no-controller");
pub const MODEL: Text = text("inspector-model");
pub const SENSORS: Text = text("inspector-sensors");
pub const ACTUATORS: Text = text("inspector-actuators");
pub const PARAMETERS: Text = text("common-parameters");
pub const NO_PARAMETERS: Text = text("common-no-parameters");
pub const PROPERTIES: Text = text("inspector-properties");
pub const SCENE: Text = text("inspector-scene");
pub const UNLOCK: Text = text("inspector-unlock");
pub const DISSOLVE: Text = text("inspector-dissolve");
pub const DISSOLVE_HELP: Text = text("inspector-dissolve-help");
pub const ALIGN: Text = text("inspector-align");
pub const SMALLEST: Text = text("inspector-smallest");
pub const MIDDLE: Text = text("inspector-middle");
pub const LARGEST: Text = text("inspector-largest");
pub const DISTRIBUTE: Text = text("inspector-distribute");

/// The service that has added an object during the run.
pub fn added_by(service: &str) -> String {
    say!("inspector-added-by", service)
}

pub fn more(count: usize) -> String {
    say!("common-more", count)
}

pub fn several(count: usize) -> String {
    say!("inspector-several", count)
}

pub fn align(axis: &str, side: &str) -> String {
    say!("inspector-align-of", axis, side)
}

pub fn distribute(axis: &str) -> String {
    say!("inspector-distribute-of", axis)
}

pub fn edit_fleet(fleet: &str) -> String {
    say!("inspector-edit-fleet", fleet)
}

pub fn of_fleet(fleet: &str) -> String {
    say!("inspector-of-fleet", fleet)
}

pub fn parameters_of(component: &str) -> String {
    say!("inspector-parameters-of", component = component.to_lowercase())
}

/// The component that the run uses instead of the one in the scene.
pub fn goes_on_with(id: &str) -> String {
    say!("inspector-goes-on-with", id)
}
